"""The checks of a game that can be read.

A check is a function from a game, or from one of its rows, to faults; adding one to a list at the
end is all there is to do.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Literal, NamedTuple

from scorekeeper.cards import MOST_CARDS, Card, parse_cards, plural_of, spell
from scorekeeper.codec.reader import CheckId
from scorekeeper.codec.text import KeyPath
from scorekeeper.errors import CardError, PlayerError, count, listed, printable, times
from scorekeeper.ledger.game import Game, Round
from scorekeeper.ledger.people import check_name, shell_name
from scorekeeper.ledger.rounds import wild_of
from scorekeeper.ledger.rows import Row, row_name, row_of, row_word, rows
from scorekeeper.ledger.slips import explain
from scorekeeper.ledger.standings import all_rounds_count, rank
from scorekeeper.rules.packs import (
    dearest_hand,
    dearest_melded_hand,
    refuse_strangers,
    too_many,
)

Severity = Literal["error", "warning"]


class Fault(NamedTuple):
    """A finding that still knows its place in the ledger by keys and not by line."""

    check: CheckId
    path: KeyPath
    message: str
    remedy: str
    severity: Severity = "error"


def faults(game: Game) -> Iterator[Fault]:
    """All that is wrong in a game; a void round is not judged, and one that plays off a tie is."""
    for check in OF_A_GAME:
        yield from check(game)
    for row in rows(game):
        block = game.rounds[row.at]
        checks = OF_A_ROW + (OF_A_BONUS_ROUND if row.bonus else ())
        for of_a_row in checks + (OF_SHOWN_CARDS if block.hands else ()):
            yield from of_a_row(game, row, block)


def _at(row: Row, *keys: str) -> KeyPath:
    """The place of a key in the block of a row."""
    return ("rounds", row.at, *keys)


def _where(game: Game, row: Row, name: str = "") -> str:
    """``round 5 (the sevens), Dee``, or ``the bonus round, Dee``."""
    where = row_name(game, row) if row.bonus else _round(game, row.number)
    return f"{where}, {printable(name)}" if name else where


def _round(game: Game, number: int) -> str:
    wild = wild_of(game.rules, number)
    return f"round {number} (the {plural_of(wild)})" if wild else f"round {number}"


def _fix(game: Game, row: Row, name: str, entry: object) -> str:
    """The command that would mend a square; points that are not 0 are of somebody not out."""
    out = game.rounds[row.at].out
    others = [shell_name(other, game.names) for other in out if other != name]
    is_out = name in out and entry not in ("o", 0)
    option = f" --out {others[0] if others else '-'}" if is_out else ""
    return f"sk fix {row_word(game, row)}{option} {shell_name(name, game.names)}={entry}"


# ── the checks of a game ─────────────────────────────────────────────────────────────────


def _names(game: Game) -> Iterator[Fault]:
    for seat, name in enumerate(game.names):
        try:
            check_name(name)
        except PlayerError as error:
            remedy = f"sk player rename {shell_name(name, game.names)} NAME"
            yield Fault("player", ("players", seat, "name"), error.problem, remedy)


def _packs(game: Game) -> Iterator[Fault]:
    pack, decks, specs = len(game.rules.pack), game.decks, game.rules.specs
    if game.rules.cards_needed(len(game.names)) <= pack * decks:
        return  # as in nearly every game, and nobody needs to be counted
    played = specs[: len(game.played)] if game.finished else specs
    counts = [len(game.present(number)) for number in range(1, len(played) + 1)]
    needed = [seats * spec.deal + 1 for seats, spec in zip(counts, played, strict=True)]
    most = max(needed, default=0)
    if most > pack * decks:
        number = needed.index(most) + 1
        have = "1 pack has" if decks == 1 else f"{decks} packs have"
        message = f"{_round(game, number)}: {most} cards are needed, and {have} {pack * decks}"
        remedy = f"play with more packs: sk house decks={-(-most // pack)}"
        yield Fault("value", ("rules", "decks"), message, remedy)


# ── the checks of a row ──────────────────────────────────────────────────────────────────


def _rounds(game: Game, row: Row, _: Round) -> Iterator[Fault]:
    last = game.rules.last_round
    if last is not None and row.number > last and not row.bonus:
        message = f"{_where(game, row)}: the game has {last} rounds"
        yield Fault("rounds", _at(row), message, "take the round out, or correct the rules")


def _bonus_round(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    before = game._replace(rounds=game.rounds[: row.at])
    if any(before.missing(number) for number in range(1, len(before.played) + 1)):
        return  # which is a finding of its own, and leaves open who is tied
    first = [name for name, place in rank(before).items() if place == 1]
    if not all_rounds_count(before) or len(first) < 2:
        played = all_rounds_count(before)
        why = "nobody was level in front" if played else "the last round was not played"
        is_last = row.at == len(game.rounds) - 1
        void = "make it void with sk misdeal" if is_last else "the round out"
        remedy = f"take bonus = true out of the round, or {void}"
        yield Fault("rounds", _at(row, "bonus"), f"a bonus round, and {why}", remedy)
        return
    for at, name in _of_others(row, block, first):
        message = f"{_where(game, row, name)}: was not level in front"
        remedy = f"take that out, only {listed(map(printable, first))} play it"
        yield Fault("player", at, message, remedy)


def _of_others(row: Row, block: Round, players: Collection[str]) -> Iterator[tuple[KeyPath, str]]:
    """What a block has of those who are not among ``players``: the place, and the name."""
    for key in ("scores", "hands"):
        for name in getattr(block, key):
            if name not in players:
                yield _at(row, key, name), name
    for name in block.out:
        if name not in players:
            yield _at(row, "out"), name


def _missing(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    for name in _without_points(game, row, block):
        if name in block.hands:
            continue  # one that cannot be counted is a finding of its own
        message = f"{_where(game, row, name)}: there is neither a score nor a hand"
        remedy = f"{_fix(game, row, name, 'POINTS')}, or - for absent"
        if name in block.out:
            remedy = f"{_fix(game, row, name, 'o')}, or correct who went out"
        yield Fault("missing", _at(row), message, remedy)


def _without_points(game: Game, row: Row, block: Round) -> tuple[str, ...]:
    """Who plays in a row and has no points there."""
    here = [name for name in row.players if name not in block.scores and name not in block.absent]
    return tuple([name for name in here if game.points(row.number, block, name) is None])


def _away(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    for at, name in () if row.bonus else _of_others(row, block, row.players):
        message = f"{_where(game, row, name)}: was not at the table in this round"
        yield Fault("player", at, message, "correct joined or left")
    for name in block.absent:
        has = "a score" if name in block.scores else "cards" if name in block.hands else ""
        what = "went out" if name in block.out else f"has {has}" if has else ""
        if what:
            message = f"{_where(game, row, name)}: absent, and {what}"
            yield Fault("player", _at(row, "absent"), message, "take one of the two out")


def _hands(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    if not game.rules.plays_cards:
        for name in block.hands:
            message = f"{_where(game, row, name)}: shows cards, and this game deals none"
            yield Fault("impossible-card", _at(row, "hands", name), message, "write the points")
    if row.rules is None:
        return
    everybody: list[Card] = []
    for name, text in block.hands.items():
        cards = parse_cards(text)
        at, where = _at(row, "hands", name), _where(game, row, name)
        if len(cards) != row.rules.deal:
            message = f"{where}: {count(len(cards), 'card')}, and {row.rules.deal} were dealt"
            counts = name in block.scores
            instead = "take it out, the points count" if counts else "write the points"
            yield Fault("hand-size", at, message, f"correct the hand, or {instead}")
        elif len(cards) > MOST_CARDS and name not in block.scores:
            message = f"{where}: {len(cards)} cards, too many to be counted here"
            yield Fault("hand-size", at, message, _fix(game, row, name, "POINTS"))
        try:
            refuse_strangers(cards, row.rules)
            everybody += cards
        except CardError as error:
            yield Fault("impossible-card", at, f"{where}: {error.problem}", error.remedy)
    found = too_many(everybody, row.rules, game.decks)
    if found:
        holder = [n for n, text in block.hands.items() if found.card in parse_cards(text)][-1]
        yield Fault(
            "impossible-card",
            _at(row, "hands", holder),
            f"{_where(game, row)}: {spell(found.card)} is there {times(found.held)},"
            f" the packs hold it {times(found.there)}",
            f"look for a typing mistake at {spell(found.card)}",
        )


def _out(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    too_many_are = len(block.out) > 1 and not game.rules.several_out
    if block.out and (too_many_are or not game.rules.plays_cards):
        message = f"{_where(game, row)}: {listed(map(printable, block.out))} went out"
        if not game.rules.plays_cards:
            message += ", and in this game nobody does"
            yield Fault("out-score", _at(row, "out"), message, "take that out")
            return
        yield Fault("out-score", _at(row, "out"), message, "name the one who was first")
    for name in block.out:
        score = block.scores.get(name)
        if score:
            message = f"{_where(game, row, name)}: went out, which is 0 points, and has {score}"
            remedy = "correct who went out"
            if not too_many_are:
                remedy = f"{_fix(game, row, name, 'o')}, or {remedy}"
            yield Fault("out-score", _at(row, "scores", name), message, remedy)
        found = game.arrangement(row.number, block, name)
        if found and found.deadwood:
            stays = f"the cards do not go out, {spell(found.deadwood)} stays"
            remedy = "correct the hand, or who went out"
            message = f"{_where(game, row, name)}: {stays}"
            yield Fault("out-claim", _at(row, "hands", name), message, remedy)


def _scores(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    if row.rules is None:
        return
    dearest, usual = dearest_hand(row.rules, game.decks), dearest_melded_hand(row.rules)
    points, most = block.scores.values(), dearest if usual is None else min(usual, dearest)
    if 0 <= min(points, default=0) <= max(points, default=0) <= most:
        return  # as in nearly every round
    deal = row.rules.deal
    for name, score in block.scores.items():
        at, where = _at(row, "scores", name), _where(game, row, name)
        if not 0 <= score <= dearest:
            message = f"{where}: {score} points, and {deal} cards cost 0 to {dearest}"
            yield Fault("score-range", at, message, _fix(game, row, name, "POINTS"))
        elif score > most:
            message = f"{where}: {score} points, and no {deal} cards need leave {most + 1}"
            remedy = "look at it once more; what the table decided counts"
            yield Fault("score-range", at, message, remedy, "warning")


def _scores_and_hands(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    for name in block.hands:
        if name not in block.scores:
            continue
        if game.deadwood(row.number, block, name) in (None, block.scores[name]):
            continue
        found = game.arrangement(row.number, block, name)
        assert found is not None, "what leaves points can be melded"
        laid = [spell(meld.cards) for meld in found.melds]
        laid += [f"left {spell(found.deadwood)}"] if found.deadwood else []
        yield Fault(
            "score-hand",
            _at(row, "scores", name),
            f"{_where(game, row, name)}: the sheet says {block.scores[name]}, the cards cost"
            f" {found.points}: {' / '.join(laid)}",
            f"{_fix(game, row, name, found.points)}, or leave it: what the table decided counts",
            "warning",
        )


def _totals(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    for name, paper in block.totals.items():
        total = game.total(name, row.number)
        if paper == total:
            continue
        scores = [game.cell(n, name).points for n in range(1, row.number + 1)]
        slips = explain(paper, total, scores)
        where = _where(game, row, name)
        message = f"{where}: the paper says {paper}, the rounds add up to {total}"
        remedy = "correct the paper's total, or the round that is wrong"
        if slips:
            slip = slips[0]
            at = f" in round {slip.number}" if slip.number not in (None, row.number) else ""
            message += f"; {slip.how}{at} would explain the {abs(paper - total)}"
            if slip.number and slip.meant is not None:
                mend = _fix(game, row_of(game, slip.number), name, slip.meant)
                remedy = f"correct the paper, or  {mend}"
        yield Fault("total", _at(row, "totals", name), message, remedy)


def _nobody_out(game: Game, row: Row, block: Round) -> Iterator[Fault]:
    if row.rules is None or block.out or _without_points(game, row, block):
        return
    if all(game.points(row.number, block, name) != 0 for name in row.players):
        message = f"{_where(game, row)}: nobody went out, and nobody has 0 points"
        remedy = "look whether a 0 is missing; a round may end so"
        yield Fault("nobody-out", _at(row), message, remedy, "warning")


OfARow = Callable[[Game, Row, Round], Iterator[Fault]]

OF_A_GAME: tuple[Callable[[Game], Iterator[Fault]], ...] = (_names, _packs)
OF_A_ROW: tuple[OfARow, ...] = (_rounds, _missing, _away, _out, _scores, _totals, _nobody_out)
OF_A_BONUS_ROUND: tuple[OfARow, ...] = (_bonus_round,)
OF_SHOWN_CARDS: tuple[OfARow, ...] = (_hands, _scores_and_hands)
"""Every check of a game that can be read; those of its text are in ``codec``."""
