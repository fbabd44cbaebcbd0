"""How entries say that a hand ended by gin or a knock, and what can be wrong with that.

A hand that nobody ends is dead. ``gin_hands`` works out what a hand is worth.
"""

from collections.abc import Iterator, Mapping

from scorekeeper.cards import Card, parse_cards, parse_groups, spell
from scorekeeper.errors import SK, ClaimError, EntryError, UsageError, count, printable, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import dealt_by
from scorekeeper.ledger.entries import Entries, Entry
from scorekeeper.ledger.names import people, shell_name
from scorekeeper.ledger.rows import Fault, Row, base_total, fix, next_row, refuse_ambiguous
from scorekeeper.ledger.standings import next_round
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack


def dead_hand(game: Game, note: str | None) -> Game:
    """``game`` with a hand that ended because the stock ran out: void, and the dealer deals again.

    UsageError in a game without dead hands, RoundError if no round is left.
    """
    if not game.rules.scoring.knocks:
        problem = f"{printable(game.rules.title)} has no dead hands"
        raise UsageError(problem, remedy=f"give what everybody has left; {SK}misdeal voids a round")
    round_ = next_row(game).round_._replace(misdeal="", dead=True, note=note or None)
    card = next_round(game)
    return dealt_by(game.with_round(round_), card.dealer if card else None)


def turn_up(game: Game, card: Card, row: Row | None = None) -> Game:
    """``game`` with the upcard of the next hand, or of a ``row`` on the sheet.

    Raises UsageError if it decides nothing, CardError for a card that the packs don't hold.
    """
    if not game.rules_now.uses_upcard:
        problem = f"the card turned up doesn't matter in {printable(game.rules.title)}"
        raise UsageError(problem, remedy="leave it out")
    check_cards_in_pack([card], game.rules_now)
    if row is None:
        next_row(game)  # there must be one
        return game._replace(next_upcard=str(card))
    knock, double = game.rules_in(row.number).effect_of_upcard(str(card))
    round_ = game.rounds[row.position]._replace(knock=knock, double=double)
    return game.with_round_at(row.position, round_)


def upcard_unknown(remedy: str = "") -> EntryError:
    """The error if a knock depends on an upcard that nobody has typed yet."""
    problem = "the card turned up sets the knock limit, but nobody has said which it was"
    like = f"say which it was, like {SK}next --upcard 4s, or with --upcard 4s on this line"
    return EntryError(problem, remedy=remedy or like)


def _nobody_ended(row: Row) -> Fault:
    who = shell_name(row.players[0], row.game.names)
    remedy = f"say who did, like {who}=o for gin or {who}=o7 for a knock with 7"
    remedy += f"; or {SK}add dead if nobody could"
    mend = f"{fix(row, row.players[0], 'o7')}, or write dead = true"
    return Fault(row, "nobody-out", "nobody has ended the hand", remedy, mend=mend)


def end_hand(
    row: Row, round_: Round, entries: Entries, *, partly: bool = False
) -> tuple[Round, dict[str, Entry]]:
    """``round_`` with how its hand ended, and the entries with the points left in each hand.

    With ``partly``, absent players haven't been asked yet. Raises EntryError for a bad entry.
    """
    asked = {name: entry for name, entry in entries.items() if not (partly and entry.absent)}
    if row.rules is None:
        return round_, asked
    if not (round_.out or partly):
        raise _nobody_ended(row).error
    if row.rules.upcard_knock and round_.knock is None:
        raise upcard_unknown()
    for name, entry in asked.items():
        refuse_ambiguous(row, name, entry)
        if entry.big and not row.rules.big_gin_bonus:
            raise EntryError("big gin doesn't count here", remedy=f"type o for {printable(name)}")
        if name in round_.out:
            is_big = entry.big or len(entry.cards) == (row.rules.deal or 0) + 1
            round_ = round_._replace(how="big-gin" if is_big else None)
    if len(round_.out) != 1 or (partly and len(asked) < len(row.players)):
        return round_, asked
    return round_, _with_unmelded(row, round_, asked, row.rules)


def _with_unmelded(
    row: Row, round_: Round, entries: Entries, rules: RoundRules
) -> dict[str, Entry]:
    """The entries with the points left in each hand, even if only running totals were typed.

    These points follow from how much a total grew if the knock is known; otherwise EntryError.
    """
    filled = dict(entries)
    gains = {
        name: (entry.total - base_total(row, name)) // (2 if round_.double else 1)
        for name, entry in entries.items()
        if entry.total is not None
    }
    for name, entry in entries.items():
        if entry.total is None or entry.points is not None or entry.groups:
            continue
        unmelded = 0 if name in round_.out else _others_hand(name, round_, filled, gains, rules)
        if unmelded is None or unmelded < 0:
            problem = f"{quoted(entry.typed)} doesn't say what {printable(name)} has left"
            raise EntryError(problem, remedy=f"type what is left, like 12{entry.typed.strip()}")
        filled[name] = entry._replace(points=unmelded)
    return filled


def _others_hand(
    name: str, round_: Round, entries: Entries, gains: Mapping[str, int], rules: RoundRules
) -> int | None:
    """The points left to the player who didn't end the hand, by the gains; None if unknown."""
    [ended] = round_.out
    knocker, gain = entries.get(ended), gains.get(ended, 0)
    if knocker is None or knocker.groups or max(gain, gains[name]) <= 0:
        return None
    if not knocker.points:
        return gain - (rules.big_gin_bonus if round_.how else rules.gin_bonus) if gain > 0 else None
    return knocker.points + (gain if gain > 0 else rules.undercut_bonus - gains[name])


def faults_of_ending(row: Row, *, typed: bool) -> Iterator[Fault]:
    """Everything wrong with how a hand ended; if ``typed``, only what an entry can get wrong."""
    round_, rules = row.round_, row.rules
    if rules is None:
        return
    if not (typed or round_.out) and len(round_.players) == len(row.players):
        yield _nobody_ended(row)
    if not typed and rules.upcard_knock and round_.knock is None:
        yield Fault(row, "missing", upcard_unknown().problem, f"{SK}fix {row.word} --upcard CARD")
    for name in round_.out:
        unmelded = round_.scores.get(name, 0)
        limit = f"the limit is {rules.knock}" if rules.knock else "only gin ends this hand"
        problem = f"can't knock with {unmelded}: {limit}"
        if round_.how:
            problem = f"has big gin, which leaves nothing, but has {unmelded} left"
        if unmelded > (0 if round_.how else rules.knock):
            remedy = "check for a typo, or type who ended the hand"
            mend = f"{fix(row, name, 'o')}, or correct who ended it"
            yield Fault(row, "out-score", problem, remedy, "scores", name, mend=mend)
        others = [who for who in round_.hands if who not in round_.out and who not in round_.scores]
        if rules.lay_off and unmelded and others:
            who = people(others)
            problem = f"{who} shows cards, but {printable(name)} shows no melds to lay them off on"
            remedy = f"type the cards of {printable(name)}, like o:5shd/789h/qcdh/2c,"
            remedy += f" or what {who} has left after laying off"
            yield Fault(row, "missing", problem, remedy, "hands")
    if len(round_.out) == 1:
        yield from _claim(row, round_.out[0], rules, typed=typed)
    if not typed:
        yield from _scores_and_hands(row)


def _claim(row: Row, name: str, rules: RoundRules, *, typed: bool) -> Iterator[Fault]:
    """The faults of a shown hand: as laid it's neither gin nor a knock, or big gin is misstated."""
    round_, text = row.round_, row.round_.hands.get(name, "")
    cards = parse_cards(text)
    is_shown = cards and name not in round_.scores and rules.cards.issuperset(cards)
    if is_shown and (wrong := _no_ending(parse_groups(text), rules, typed=typed)):
        problem, remedy = wrong
        mend = "correct the hand, or who ended it"
        yield Fault(row, "out-claim", problem, remedy, "hands", name, mend=mend, kind=ClaimError)
    is_big = len(cards) == (rules.deal or 0) + 1
    if is_shown and is_big != (round_.how == "big-gin"):
        problem = "11 cards in melds is big gin" if is_big else "big gin shows 11 cards"
        yield Fault(row, "value", problem, 'correct the hand, or how = "big-gin"', "how")


def _no_ending(
    groups: tuple[tuple[Card, ...], ...], rules: RoundRules, *, typed: bool
) -> tuple[str, str] | None:
    """Why these cards don't end a hand, and what to type; None if they are gin or a knock."""
    from scorekeeper.referee import Claim, laid_out

    cards = tuple(card for group in groups for card in group)
    separated, _ = laid_out(groups, None, rules, written=not typed)
    melds = None if separated is None else tuple(separated)
    if len(cards) > (rules.deal or 0):
        from scorekeeper.solver import best_arrangement

        if melds is None:
            unmelded, why = best_arrangement(cards, rules).deadwood, "can't be melded"
        else:
            laid = {card for meld in melds for card in meld}
            unmelded, why = tuple(c for c in cards if c not in laid), "isn't in a meld"
        if unmelded:
            remedy = f"type the {count(rules.deal or 0, 'card')} without the discard"
            return f"doesn't have big gin: {spell(unmelded)} {why}", remedy
    objection = next(Claim(rules, rules.in_order(cards), melds, None).objections(), None)
    if not objection:
        return None
    about = f"{spell(objection.cards)}: " if objection.cards and objection.rule != "knock" else ""
    remedy = f"see why with {SK}verify, or split the melds differently with /"
    return f"didn't end the hand: {about}{objection.because}", remedy


def _scores_and_hands(row: Row) -> Iterator[Fault]:
    """A warning for each score that differs from what the shown cards leave."""
    game, round_ = row.game, row.round_
    for name, score in round_.scores.items():
        if name not in round_.hands:
            continue
        scores = {who: points for who, points in round_.scores.items() if who != name}
        hand = game.gin_hand(row.number, round_._replace(scores=scores))
        unmelded = hand.unmelded(name) if hand else None
        if unmelded not in (None, score):
            problem = f"the sheet says {score} left, the cards leave {unmelded}"
            entry = f"o{unmelded}" if name in round_.out else unmelded
            remedy = f"{fix(row, name, entry)}, or leave it: what the table decided counts"
            yield Fault(row, "score-hand", problem, remedy, "scores", name, severity="warning")
