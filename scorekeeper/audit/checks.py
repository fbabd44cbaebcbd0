"""The checks of a game that can be read.

A check is a function from a game to faults; adding one to ``CHECKS`` is all there is to do.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scorekeeper.cards import Card, plural_of, spell
from scorekeeper.codec.path import Path
from scorekeeper.errors import CardError, PlayerError, count, listed, printable, times
from scorekeeper.ledger import Game, Round, hand_cards
from scorekeeper.packs import dearest_hand, dearest_melded_hand, refuse_strangers, too_many
from scorekeeper.paper import explain
from scorekeeper.people import check_name, shell_name
from scorekeeper.rounds import round_word, wild_of
from scorekeeper.standings import all_rounds_count, rank


class Fault(NamedTuple):
    """A finding that still knows its place in the ledger by keys and not by line."""

    check: str
    path: Path
    message: str
    remedy: str
    severity: str = "error"


def _counted(game: Game) -> Iterator[tuple[int, Path, Round]]:
    """The rounds that count: number, path, block."""
    for number, block in enumerate(game.played, start=1):
        yield number, ("rounds", game.block(number)), block


def _dealt(game: Game) -> Iterator[tuple[int, Path, Round]]:
    """The rounds that count and whose cards the rules know."""
    dealt = len(game.rules.specs)
    for number, path, block in _counted(game):
        if number <= dealt:
            yield number, path, block


def _where(game: Game, number: int, name: str = "") -> str:
    """``round 5 (the sevens), Dee``."""
    wild = wild_of(game.rules, number)
    where = f"round {number} (the {plural_of(wild)})" if wild else f"round {number}"
    return f"{where}, {printable(name)}" if name else where


def _fix(game: Game, number: int, name: str, entry: object) -> str:
    """The command that would mend a square."""
    return f"sk fix {round_word(game.rules, number)} {shell_name(name, game.names)}={entry}"


# ── the checks ───────────────────────────────────────────────────────────────────────────


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
        message = f"{_where(game, number)}: {most} cards are needed, and {have} {pack * decks}"
        remedy = f"play with more packs: sk house decks={-(-most // pack)}"
        yield Fault("value", ("rules", "decks"), message, remedy)


def _missing(game: Game) -> Iterator[Fault]:
    for number, path, block in _counted(game):
        if block.scores.keys() >= set(game.names):
            continue  # as in nearly every round, and not to be worked out for each of them
        for name in game.missing(number):
            if name in game.played[number - 1].hands:
                continue  # a hand that cannot be counted is a finding of its own
            yield Fault(
                "missing",
                path,
                f"{_where(game, number, name)}: there is neither a score nor a hand",
                f"{_fix(game, number, name, 'POINTS')}, or - for absent",
            )


def _away(game: Game) -> Iterator[Fault]:
    for number, path, block in _counted(game):
        seated = game.seated(number)
        for table in ("scores", "hands"):
            for name in getattr(block, table):
                if name not in seated:
                    message = f"{_where(game, number, name)}: was not at the table in this round"
                    yield Fault("player", (*path, table, name), message, "correct joined or left")
        for name in block.absent:
            has = "a score" if name in block.scores else "cards" if name in block.hands else ""
            what = "went out" if name in block.out else f"has {has}" if has else ""
            if what:
                message = f"{_where(game, number, name)}: absent, and {what}"
                yield Fault("player", (*path, "absent"), message, "take one of the two out")


def _hands(game: Game) -> Iterator[Fault]:
    for number, path, block in _dealt(game):
        if not block.hands:
            continue
        rules = game.rules.round(number)
        everybody: list[Card] = []
        for name, text in block.hands.items():
            cards = hand_cards(text)
            at = (*path, "hands", name)
            where = _where(game, number, name)
            if len(cards) != rules.deal:
                message = f"{where}: {count(len(cards), 'card')}, and {rules.deal} were dealt"
                counts = name in block.scores
                instead = "take it out, the points count" if counts else "write the points"
                yield Fault("hand-size", at, message, f"correct the hand, or {instead}")
            try:
                refuse_strangers(cards, rules)
                everybody += cards
            except CardError as error:
                message = f"{where}: {error.problem}"
                yield Fault("impossible-card", at, message, error.remedy)
        found = too_many(everybody, rules, game.decks)
        if found:
            holder = [n for n, text in block.hands.items() if found.card in hand_cards(text)][-1]
            yield Fault(
                "impossible-card",
                (*path, "hands", holder),
                f"{_where(game, number)}: {spell(found.card)} is there {times(found.held)},"
                f" the packs hold it {times(found.there)}",
                f"look for a typing mistake at {spell(found.card)}",
            )


def _out(game: Game) -> Iterator[Fault]:
    for number, path, block in _counted(game):
        if len(block.out) > 1 and not game.rules.several_out:
            message = f"{_where(game, number)}: {listed(map(printable, block.out))} went out"
            yield Fault("out-score", (*path, "out"), message, "name the one who was first")
        for name in block.out:
            score = block.scores.get(name)
            if score:
                where = _where(game, number, name)
                message = f"{where}: went out, which is 0 points, and has {score}"
                remedy = _fix(game, number, name, "o") + ", or correct who went out"
                yield Fault("out-score", (*path, "scores", name), message, remedy)
            if name in block.hands and number <= len(game.rules.specs):
                left = _deadwood(game, number, block, name)
                if left:
                    where = _where(game, number, name)
                    message = f"{where}: the cards do not go out, {left} stays"
                    remedy = "correct the hand, or who went out"
                    yield Fault("out-claim", (*path, "hands", name), message, remedy)


def _deadwood(game: Game, number: int, block: Round, name: str) -> str:
    """The cards of a shown hand that stay, in words; empty where none do or it cannot count."""
    found = game.arrangement(number, block, name)
    return spell(found.deadwood) if found else ""


def _scores(game: Game) -> Iterator[Fault]:
    for number, path, block in _dealt(game):
        rules = game.rules.round(number)
        dearest, usual = dearest_hand(rules, game.decks), dearest_melded_hand(rules)
        points = block.scores.values()
        if not block.hands and 0 <= min(points, default=0) <= max(points, default=0) <= (
            dearest if usual is None else min(usual, dearest)
        ):
            continue
        for name, score in block.scores.items():
            at = (*path, "scores", name)
            if not 0 <= score <= dearest:
                where = _where(game, number, name)
                message = f"{where}: {score} points, and {rules.deal} cards cost 0 to {dearest}"
                yield Fault("score-range", at, message, _fix(game, number, name, "POINTS"))
            elif usual is not None and score > usual:
                where = _where(game, number, name)
                message = (
                    f"{where}: {score} points, and no {rules.deal} cards need leave {usual + 1}"
                )
                remedy = "look at it once more; what the table decided counts"
                yield Fault("score-range", at, message, remedy, "warning")
            if name in block.hands:
                yield from _score_and_hand(game, number, path, block, name)


def _score_and_hand(
    game: Game, number: int, path: Path, block: Round, name: str
) -> Iterator[Fault]:
    found = game.arrangement(number, block, name)
    if found is not None and found.points != block.scores[name]:
        laid = [spell(meld.cards) for meld in found.melds]
        laid += [f"left {spell(found.deadwood)}"] if found.deadwood else []
        yield Fault(
            "score-hand",
            (*path, "scores", name),
            f"{_where(game, number, name)}: the sheet says {block.scores[name]}, the cards cost"
            f" {found.points}: {' / '.join(laid)}",
            f"{_fix(game, number, name, found.points)}, or leave it: what the table decided counts",
            "warning",
        )


def _totals(game: Game) -> Iterator[Fault]:
    for number, path, block in _counted(game):
        for name, paper in block.totals.items():
            total = game.total(name, number)
            if paper == total:
                continue
            scores = [game.cell(n, name).points for n in range(1, number + 1)]
            slips = explain(paper, total, scores)
            where = _where(game, number, name)
            message = f"{where}: the paper says {paper}, the rounds add up to {total}"
            remedy = "correct the paper's total, or the round that is wrong"
            if slips:
                slip = slips[0]
                at = f" in round {slip.number}" if slip.number not in (None, number) else ""
                message += f"; {slip.how}{at} would explain the {abs(paper - total)}"
                if slip.number and slip.meant is not None:
                    mend = _fix(game, slip.number, name, slip.meant)
                    remedy = f"correct the paper, or  {mend}"
            yield Fault("total", (*path, "totals", name), message, remedy)


def _nobody_out(game: Game) -> Iterator[Fault]:
    for number, path, block in _dealt(game):
        if block.out or game.missing(number):
            continue
        if all(game.cell(number, name).points != 0 for name in game.names):
            message = f"{_where(game, number)}: nobody went out, and nobody has 0 points"
            remedy = "look whether a 0 is missing; a round may end so"
            yield Fault("nobody-out", path, message, remedy, "warning")


def _too_many_rounds(game: Game) -> Iterator[Fault]:
    last = game.rules.last_round
    for number, path, _ in _counted(game):
        if last is not None and number > last:
            message = f"round {number}: the game has {last} rounds"
            yield Fault("rounds", path, message, "take the round out, or correct the rules")


def _bonus_rounds(game: Game) -> Iterator[Fault]:
    for index, block in enumerate(game.rounds):
        if not block.bonus or block.misdeal is not None:
            continue
        before = game._replace(rounds=game.rounds[:index])
        if any(before.missing(number) for number in range(1, len(before.played) + 1)):
            continue  # which is a finding of its own, and leaves open who is tied
        first = [name for name, place in rank(before).items() if place == 1]
        if not all_rounds_count(before):
            message = "a bonus round, and the last round was not played"
        elif len(first) < 2:
            message = "a bonus round, and nobody was level in front"
        else:
            continue
        remedy = "take bonus = true out of the round, or the round out"
        yield Fault("rounds", ("rounds", index, "bonus"), message, remedy)


CHECKS: tuple[Callable[[Game], Iterator[Fault]], ...] = (
    _names,
    _packs,
    _missing,
    _away,
    _hands,
    _out,
    _scores,
    _totals,
    _nobody_out,
    _too_many_rounds,
    _bonus_rounds,
)
"""Every check of a game that can be read; those of its text are in ``codec``."""
