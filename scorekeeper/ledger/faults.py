"""Faults in a row of the sheet: the one place that states the rules of the sheet.

``record`` and ``correct`` refuse a fault, ``check`` lists it, and an import names its cell. ``gin``
has the faults of gin.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from scorekeeper.cards import MOST_CARDS, Card, parse_cards, spell
from scorekeeper.errors import SK, CardError, ClaimError, PlayerError, count, printable
from scorekeeper.ledger.hands import countable, least_points, melded, why_not_out
from scorekeeper.ledger.names import people
from scorekeeper.ledger.rows import Fault, Row, fix, total_mismatch
from scorekeeper.rules import packs

if TYPE_CHECKING:
    from scorekeeper.ledger.entries import Entries

# ── who played and who went out ──────────────────────────────────────────────────────────────


def _absence_fault(row: Row, name: str, key: str = "") -> Fault:
    """The fault of a player who has an entry in a round that they don't play."""
    problem, mend = "wasn't at the table in this round", "correct joined or left"
    if not row.bonus and name in row.game.at_the_table(row.number):
        problem = "is out of the game in this round"
        mend = f"take it out with {fix(row, name, '-')}, or correct a round before"
    remedy = f"give entries for {people(row.players)}"
    return Fault(row, "player", problem, remedy, key, name, mend=mend, kind=PlayerError)


def refuse_nonplayers(row: Row, names: Iterable[str]) -> None:
    """Raise PlayerError for the first named player who doesn't play the round."""
    for name in names:
        if name not in row.players:
            raise _absence_fault(row, name).error


def _away(row: Row) -> Iterator[Fault]:
    round_ = row.round_
    for key, name in () if row.bonus else _entries_of_others(row, row.players):
        yield _absence_fault(row, name, key)
    facts = {"went out": round_.out, "has a score": round_.scores, "has cards": round_.hands}
    for name in round_.absent:
        if what := next((fact for fact, names in facts.items() if name in names), ""):
            remedy = f"type o for {printable(name)}, or say who went out instead"
            mend = "remove one of the two"
            yield Fault(row, "player", f"is absent, but {what}", remedy, "absent", name, mend=mend)


def _entries_of_others(row: Row, players: Collection[str]) -> Iterator[tuple[str, str]]:
    """The key and the player of each entry of somebody who isn't among ``players``."""
    round_ = row.round_
    squares = {**round_.scores, **round_.forfeits}
    by_key = {"scores": squares, "hands": round_.hands, "out": round_.out}
    return ((key, name) for key, names in by_key.items() for name in names if name not in players)


def may_be_out(row: Row) -> tuple[str, ...]:
    """The players who may have gone out in a round: with 0 points, or with all cards melded."""
    round_, rules = row.round_, row.rules

    def has_nothing_left(name: str) -> bool:
        if name in round_.scores or name in round_.forfeits:
            return round_.scores.get(name) == 0
        hand = round_.hands.get(name, "")
        return bool(rules and countable(hand, rules) and not why_not_out(hand, rules))

    return tuple(filter(has_nothing_left, row.game.names))


def _too_many_out(row: Row) -> Iterator[Fault]:
    """The fault if too many players are out, or somebody is out where nobody goes out."""
    rules, out = row.game.rules, row.round_.out
    if out and not rules.goes_out:
        problem = "nobody goes out in this game"
        yield Fault(row, "out-score", problem, "type points", "out", mend="remove it")
    elif len(out) > 1 and not (rules.several_out and rules.scoring.several_out):
        problem, remedy = rules.scoring.too_many_out
        mend = "name the one who went out first"
        problem = problem.format(all="both" if len(out) == 2 else "all")
        yield Fault(row, "out-score", f"{people(out)} {problem}", remedy, "out", mend=mend)


def _points_of_those_out(row: Row) -> Iterator[Fault]:
    game, round_ = row.game, row.round_
    if not game.rules.goes_out or game.rules.scoring.knocks:
        return
    for name in round_.out:
        if has := round_.scores.get(name) or round_.forfeits.get(name):
            problem = f"went out, which means 0 points, but has {has}"
            remedy = f"type o for {printable(name)}, or say who went out instead"
            mend = "" if any(_too_many_out(row)) else f"{fix(row, name, 'o')}, or "
            mend += "correct who went out"
            yield Fault(row, "out-score", problem, remedy, "scores", name, mend=mend)


def _claims(row: Row) -> Iterator[Fault]:
    round_, rules = row.round_, row.rules
    if rules is None or row.game.rules.scoring.knocks:
        return
    for name in round_.out:
        if name in round_.hands and (why := why_not_out(round_.hands[name], rules)):
            # A 0 that differs from what the cards cost has the same cause: one finding for both.
            deadwood = least_points(round_.hands[name], rules)
            mend = f"{fix(row, name, deadwood)}, or " if round_.scores.get(name) == 0 else ""
            mend += "correct the hand, or who went out"
            texts = f"didn't go out: {why}", f"see why with {SK}verify, or type the hand without o"
            yield Fault(row, "out-claim", *texts, "hands", name, mend=mend, kind=ClaimError)


# ── cards ────────────────────────────────────────────────────────────────────────────────────


def lacks_wild(row: Row, entries: "Entries") -> bool:
    """Whether entries show cards, but the drawn wild rank isn't known yet."""
    return any(_wild_unknown(row)) and any(entry.groups for entry in entries.values())


def refuse_unknown_wild(row: Row, remedy: str) -> None:
    """Raise EntryError if a row's wild rank is drawn, but isn't known yet."""
    for unknown in _wild_unknown(row):
        raise unknown._replace(remedy=remedy).error


def _wild_unknown(row: Row) -> Iterator[Fault]:
    """The fault if a row's wild rank is drawn, but isn't known yet."""
    if row.rules and row.rules.wild is None and row.game.rules.draws_wild_in(row.rules.number):
        problem = "this round's wild rank was drawn, but nobody typed it"
        remedy, mend = "say which it is, like --wild 7, or type points", f"{SK}fix {row.word}"
        yield Fault(row, "missing", problem, remedy, mend=f"{mend} --wild RANK")


def _drawn_ranks(row: Row) -> Iterator[Fault]:
    draws = row.rules is not None and row.game.rules.draws_wild_in(row.rules.number)
    if row.round_.wild and not draws:
        yield Fault(row, "value", "no wild rank is drawn in this game", "remove wild", "wild")
    if row.round_.hands:
        yield from _wild_unknown(row)


def _hands(row: Row) -> Iterator[Fault]:
    round_, rules, scoring = row.round_, row.rules, row.game.rules.scoring
    if not row.game.rules.plays_cards:
        problem = "shows cards, but this game has none"
        for name in round_.hands:
            yield Fault(row, "impossible-card", problem, "write the points", "hands", name)
    if rules is None or not round_.hands:
        return
    shown: Counter[Card] = Counter()
    for name, text in round_.hands.items():
        cards, deal = parse_cards(text), rules.deal or 0
        shows_discard = scoring.knocks and name in round_.out  # big gin melds that as well
        try:
            packs.check_cards_in_pack(cards, rules)
            shown.update(cards)
        except CardError as error:
            details = error.problem, error.marked_remedy, "hands"
            yield Fault(row, "impossible-card", *details, name, kind=CardError)
        if len(cards) not in (deal, deal + shows_discard):
            problem = f"has {count(len(cards), 'card')}, but this round has {deal}"
            remedy = f"type the {count(deal, 'card')} without the discard, or the points"
            mend = "take it out, the points count" if name in round_.scores else "write the points"
            mend = f"correct the hand, or {mend}"
            yield Fault(row, "hand-size", problem, remedy, "hands", name, mend=mend)
        elif len(cards) > MOST_CARDS and name not in round_.scores:
            problem = f"has {len(cards)} cards, and at most {MOST_CARDS} can be counted"
            mend = fix(row, name, "POINTS")
            yield Fault(row, "hand-size", problem, "type the points", "hands", name, mend=mend)
    for card in [card for card, copies in shown.items() if copies > row.game.decks]:  # fewer fit
        try:
            packs.refuse_too_many([card] * shown[card], rules, row.game.decks)
        except CardError as error:
            who = tuple(name for name, text in round_.hands.items() if card in parse_cards(text))
            details = error.problem, error.marked_remedy, "hands"
            yield Fault(row, "impossible-card", *details, holders=who, kind=CardError)


# ── points ───────────────────────────────────────────────────────────────────────────────────


def _scores(row: Row) -> Iterator[Fault]:
    rules, scores = row.rules, row.round_.scores
    if rules is None:
        return
    costliest = packs.costliest_hand(rules, row.game.decks)
    most = min(costliest, packs.costliest_melded_hand(rules) or costliest)
    if 0 <= min(scores.values(), default=0) <= max(scores.values(), default=0) <= most:
        return  # as in nearly every round
    for name, score in scores.items():
        if not 0 <= score <= costliest:
            costs = "1 card costs" if rules.deal == 1 else f"{rules.deal} cards cost"
            problem = f"can't have {score} points in this round: {costs} 0 to {costliest}"
            remedy, mend = "check for a typo", fix(row, name, "POINTS")
            yield Fault(row, "score-range", problem, remedy, "scores", name, mend=mend)
        elif score > most:
            problem = f"has {score} points, but {rules.deal} cards never leave more than {most}"
            remedy = "check it; the table's decision counts"
            yield Fault(row, "score-range", problem, remedy, "scores", name, severity="warning")


def _totals(row: Row) -> Iterator[Fault]:
    for name, pad in row.round_.totals.items():
        if mismatch := total_mismatch(row, name, pad):
            yield mismatch


# ── faults that only an edited or imported ledger can have ───────────────────────────────────


def _rounds(row: Row) -> Iterator[Fault]:
    last = row.game.rules.last_round
    if last is not None and row.number > last and not row.bonus:
        problem, remedy = f"the game has {last} rounds", "remove the round, or correct the rules"
        yield Fault(row, "rounds", problem, remedy)


def _bonus(row: Row) -> Iterator[Fault]:
    if row.tie is None or row.tie.missing:
        return  # missing scores are a finding of their own, and nobody knows who is tied
    first = row.tie.first
    if not row.tie.played or len(first) < 2:
        no_tie = "there was no tie for first"
        why = no_tie if row.tie.played else "the last round hasn't been played"
        is_last = row.position == len(row.game.rounds) - 1
        void = f"make it void with {SK}misdeal" if is_last else "the round out"
        yield Fault(row, "rounds", why, f"remove bonus = true from the round, or {void}", "bonus")
        return
    remedy = f"remove it: only {people(first)} play it"
    for key, name in _entries_of_others(row, first):
        yield Fault(row, "player", "wasn't tied for first", remedy, key, name)


def _missing(row: Row) -> Iterator[Fault]:
    round_ = row.round_
    present = round_.players  # a hand or a word that can't be counted is a finding of its own
    for name in row.players:
        if name in present or name in round_.absent:
            continue
        remedy = f"{fix(row, name, 'POINTS')}, or - for absent"
        if name in round_.out:
            remedy = f"{fix(row, name, 'o')}, or correct who went out"
        yield Fault(row, "missing", "there is neither a score nor a hand", remedy, "", name)


def _forfeits(row: Row) -> Iterator[Fault]:
    for name, word in row.round_.forfeits.items():
        if row.rules is None or word not in row.rules.forfeits:
            problem = f'"{word}" has no points in this game'
            yield Fault(row, "value", problem, "write the points", "scores", name)


def _upcards(row: Row) -> Iterator[Fault]:
    """Facts that only gin uses, in a round where they change nothing."""
    round_, rules, knocks = row.round_, row.rules, row.game.rules.scoring.knocks
    decides = {
        "how": knocks or not round_.how,
        "knock": round_.knock is None or (rules is not None and rules.upcard_knock),
        "double": not round_.double or (rules is not None and rules.spades_double),
    }
    why = "the card turned up doesn't matter" if knocks else "nobody knocks"
    for key, is_right in decides.items():
        if not is_right:
            problem = f"{key} is set, but {why} in this game"
            yield Fault(row, "value", problem, f"take {key} out", key)


def _nobody_out(row: Row) -> Iterator[Fault]:
    round_ = row.round_
    if row.rules is None or round_.out or row.game.rules.scoring.knocks:
        return
    unmelded = {name: row.unmelded(name) for name in row.players}
    is_known = all(points is not None or name in round_.absent for name, points in unmelded.items())
    if is_known and 0 not in unmelded.values():
        problem = "nobody went out, and nobody has 0 points"
        remedy = "maybe a 0 is missing; a round can also end this way"
        yield Fault(row, "nobody-out", problem, remedy, severity="warning")


def _hand_scores(row: Row) -> Iterator[Fault]:
    round_ = row.round_
    for name, hand in () if row.game.rules.scoring.knocks else round_.hands.items():
        score = round_.scores.get(name)
        is_claim = name in round_.out and not score  # that is a finding if it doesn't hold
        if is_claim or score is None or least_points(hand, row.rules) in (None, score):
            continue
        best = melded(hand, row.rules)
        assert best is not None, "a hand with points can be melded"
        laid = [spell(meld.cards) for meld in best.melds]
        laid += [f"left {spell(best.deadwood)}"] if best.deadwood else []
        problem = f"the sheet says {score}, the cards cost {best.points}: {' / '.join(laid)}"
        remedy = f"{fix(row, name, best.points)}, or leave it: what the table decided counts"
        yield Fault(row, "score-hand", problem, remedy, "scores", name, severity="warning")


OF_ENTRIES = (_away, _too_many_out, _points_of_those_out, _scores, _drawn_ranks, _hands, _claims)
OF_A_LEDGER = (_rounds, _missing, _nobody_out, _bonus, _totals, _hand_scores, _forfeits, _upcards)
"""Rules that no entry can break, because entries are read by them, and rules that only warn."""


def faults(row: Row, *, typed: bool = False) -> Iterator[Fault]:
    """Everything that is wrong in a row; in a ``typed`` row only what an entry can get wrong."""
    for rule in OF_ENTRIES if typed else (*OF_A_LEDGER, *OF_ENTRIES):
        yield from rule(row)
    if row.game.rules.scoring.knocks:
        from scorekeeper.ledger.gin import faults_of_ending  # few games need this

        yield from faults_of_ending(row, typed=typed)
