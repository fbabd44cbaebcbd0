"""From entries to a hand that somebody ends by gin or a knock, and what of them cannot be.

A hand that nobody ends is dead. What each player had left is written; what it is worth follows in
``gin_hands``.
"""

from collections.abc import Mapping

from scorekeeper.cards import Card, spell
from scorekeeper.errors import SK, ClaimError, EntryError, UsageError, count, printable, quoted
from scorekeeper.ledger.entries import Entries, Entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.seats import dealt_by
from scorekeeper.ledger.standings import next_round
from scorekeeper.ledger.typed_totals import before_row, refuse_open, refuse_other_total
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import refuse_strangers


def dead_hand(game: Game, note: str | None) -> Game:
    """``game`` with a hand that ended because the stock ran out: void, and the dealer deals again.

    Raises UsageError in a game in which no hand ends so, RoundError where none is to come.
    """
    if not game.rules.scoring.dead_hands:
        problem = f"no hand is dead in {printable(game.rules.title)}"
        raise UsageError(problem, remedy=f"give what everybody has left; {SK}misdeal voids a round")
    block = next_row(game).block._replace(misdeal="", dead=True, note=note or None)
    card = next_round(game)
    return dealt_by(game.with_round(block), card.dealer if card else None)


def turn_up(game: Game, card: Card, row: Row | None = None) -> Game:
    """``game`` with the card turned up for the hand to come, or for a ``row`` on the sheet.

    Raises UsageError where that decides nothing, CardError for a card that the packs do not hold.
    """
    if not game.rules_now.reads_upcard:
        problem = f"the card turned up decides nothing in {printable(game.rules.title)}"
        raise UsageError(problem, remedy="leave it out")
    refuse_strangers([card], game.rules_now)
    if row is None:
        next_row(game)  # there must be one
        return game._replace(next_upcard=str(card))
    knock, double = game.rules_in(row.number).turned_up(str(card))
    block = game.rounds[row.at]._replace(knock=knock, double=double)
    return game.with_block(row.at, block)


SAY_UPCARD = f"say which it was, like {SK}next --upcard 4s, or with --upcard 4s on this line"


def untold(remedy: str = SAY_UPCARD) -> EntryError:
    """What there is to say where a knock depends on a card that nobody has told yet."""
    problem = "the card turned up says what a knock may leave, and it is not told"
    return EntryError(problem, remedy=remedy)


def ended(
    row: Row, block: Round, entries: Entries, *, partly: bool = False
) -> tuple[Round, dict[str, Entry]]:
    """``block`` with how its hand ended, and the entries with what is left in the hands.

    Entered ``partly``, who is away has not been asked yet. Raises EntryError for what cannot be.
    """
    found = {name: entry for name, entry in entries.items() if not (partly and entry.absent)}
    if row.rules is None:
        return block, found
    if not (block.out or partly):
        who = shell_name(row.players[0], row.game.names)
        like = f"say who did, like {who}=o for gin or {who}=o7 for a knock with 7"
        remedy = f"{like}; or {SK}add dead where nobody could"
        raise EntryError("nobody has ended the hand", remedy=remedy)
    if row.rules.upcard_knock and block.knock is None:
        raise untold()
    for name, entry in found.items():
        refuse_open(row, name, entry)
        _refuse_entry(name, entry, row.rules, is_out=name in block.out)
        if name in block.out:
            is_big = entry.big or len(entry.cards) == (row.rules.deal or 0) + 1
            block = block._replace(how="big-gin" if is_big else None)
    if partly and len(found) < len(row.players):
        return block, found
    before = {name: before_row(row, name) for name in found}
    return block, _left_by_totals(block, found, before, row.rules)


def _refuse_entry(name: str, entry: Entry, rules: RoundRules, *, is_out: bool) -> None:
    """Raise EntryError for big gin that is none, and for a knock with too much."""
    who = printable(name)
    if entry.big and not rules.big_gin_bonus:
        raise EntryError("big gin is nothing special here", remedy=f"type o for {who}")
    if is_out and (entry.points or 0) > rules.knock:
        may = f"{rules.knock} may be left" if rules.knock else "only gin ends this hand"
        problem = f"{who} cannot knock with {entry.points}: {may}"
        raise EntryError(problem, remedy="look for a slip, or type who ended the hand")


def _left_by_totals(
    block: Round, entries: Entries, before: Mapping[str, int], rules: RoundRules
) -> dict[str, Entry]:
    """The entries with what is left where only running totals were typed.

    What the other has left follows from who gains how much, where the knock is known. Raises
    EntryError where it does not.
    """
    found = dict(entries)
    gains = {
        name: (entry.total - before[name]) // (2 if block.double else 1)
        for name, entry in entries.items()
        if entry.total is not None
    }
    for name, entry in entries.items():
        if entry.total is None or entry.points is not None or entry.groups:
            continue
        left = 0 if name in block.out else _left_of_other(name, block, found, gains, rules)
        if left is None or left < 0:
            problem = f"{quoted(entry.typed)} does not tell what {printable(name)} has left"
            raise EntryError(problem, remedy=f"type what is left, like 12{entry.typed.strip()}")
        found[name] = entry._replace(points=left)
    return found


def _left_of_other(
    name: str,
    block: Round,
    entries: Entries,
    gains: Mapping[str, int],
    rules: RoundRules,
) -> int | None:
    """What who did not end the hand has left, by what either gains; None where that is open."""
    knocker = next((entries[who] for who in block.out if who in entries), None)
    gain = max((gain for who, gain in gains.items() if who in block.out), default=0)
    if knocker is None or knocker.groups:
        return None
    if knocker.points:
        undercut = knocker.points + rules.undercut_bonus - gains[name]
        return knocker.points + gain if gain > 0 else undercut if gains[name] > 0 else None
    return gain - (rules.big_gin_bonus if block.how else rules.gin_bonus) if gain > 0 else None


def judge_ending(row: Row, rules: RoundRules, entries: Entries) -> None:
    """Raise for a hand that did not end as entered, and for totals that it does not come to."""
    judge_cards(row.block, entries, rules)
    for name, entry in entries.items():
        points = row.game.points(row.number, row.block, name)
        if points is not None:
            refuse_other_total(row, name, entry, points)


def judge_cards(
    block: Round, entries: Entries, rules: RoundRules, *, written: bool = False
) -> None:
    """Raise ClaimError for shown cards that neither knock nor go gin as they lie.

    And EntryError for cards that would be laid off where nobody has shown melds. ``written``: they
    are in the ledger already.
    """
    for name in block.out:
        if name in entries and entries[name].groups:
            _judge_claim(name, entries[name].groups, rules, written=written)
        others = [who for who in block.hands if who not in block.out and who not in block.scores]
        if rules.lay_off and block.scores.get(name) and others:
            who = people(others)
            raise EntryError(
                f"{who} shows cards, and {printable(name)} no melds to lay them off on",
                remedy=f"type the cards of {printable(name)}, like o:5shd/789h/qcdh/2c, or what"
                f" {who} has left after laying off",
            )


def _judge_claim(
    name: str, groups: tuple[tuple[Card, ...], ...], rules: RoundRules, *, written: bool
) -> None:
    """Raise ClaimError where these cards are no gin, no big gin and no knock."""
    from scorekeeper.referee import laid_out
    from scorekeeper.referee.claim import Claim

    cards = tuple(card for group in groups for card in group)
    parted, _ = laid_out(groups, None, rules, written=written)
    melds = None if parted is None else tuple(parted)
    if len(cards) > (rules.deal or 0):
        from scorekeeper.solver import best_arrangement

        laid = {card for meld in melds or () for card in meld}
        beside = [card for card in cards if card not in laid]
        left = best_arrangement(cards, rules).deadwood if melds is None else beside
        if left:
            why = "cannot be melded" if melds is None else "in no meld"
            problem = f"{printable(name)} has no big gin: {spell(left)} {why}"
            remedy = f"type the {count(rules.deal or 0, 'card')} without the discard"
            raise ClaimError(problem, remedy=remedy)
    found = next(Claim(rules, rules.in_order(cards), melds, None).objections(), None)
    if found:
        about = f"{spell(found.cards)}: " if found.cards and found.rule != "knock" else ""
        problem = f"{printable(name)} did not end the hand: {about}{found.because}"
        remedy = f"see why with {SK}verify, or part the melds otherwise with /"
        raise ClaimError(problem, remedy=remedy)
