"""Hands that one of two scores, for people: what scored and why, columns, what all comes to."""

from collections.abc import Iterator

from scorekeeper.cards import spell
from scorekeeper.errors import count, listed
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.gin_match import columns, finals
from scorekeeper.ledger.written import Round
from scorekeeper.render.grid import Grid
from scorekeeper.render.words import person

ENDED = {"gin": "goes gin", "big-gin": "goes big gin"}


def hand_lines(game: Game, number: int, block: Round) -> list[str]:
    """What a hand scored and why; nothing where that cannot be told.

    Where nobody parted the melds of who knocked, the laying that was taken stands below; then the
    columns that the hand decided.
    """
    found = game.counted(number, block)
    if found is None:
        return []
    ended, other, worth = person(found.ended), person(found.other), found.worth
    lying, off = worth.lying, [spell(laid.card) for laid in worth.laid_off]
    how = ENDED.get(lying.how) or f"knocked with {lying.left}"
    after = f" after laying off {listed(off)}" if off else ""
    undercut = "undercut, " if worth.scored.undercut else ""
    twice = f"{worth.scored.points} doubled, " if block.double else ""
    lines = [
        f"{ended} {how}, {other} has {worth.others}{after}: {undercut}{person(found.player)} scores"
        f" {twice}{found.points}."
    ]
    if lying.is_chosen and lying.how == "knock":
        laid = [spell(meld.cards) for meld in lying.melds]
        left = f"left {spell(lying.deadwood)}"
        lines.append(f"Best for {ended}, who parted no melds:  {' / '.join([*laid, left])}")
    decided = [
        f"column {at}"
        for at, column in enumerate(columns(game), start=1)
        if game.rules.in_columns and column.winner and column.wins[-1].number == number
    ]
    return [*lines, f"{person(found.player)} wins {listed(decided)}."] if decided else lines


def square_text(game: Game, number: int, block: Round, name: str) -> str:
    """What was left, as it is typed, and what it scored: ``o7 +16``."""
    left, points = game.left(number, block, name), game.points(number, block, name)
    found = game.counted(number, block)
    if found is not None:
        left = found.left(name)
    text = "?" if left is None else str(left)
    if name in block.out:
        text = "big" if block.how else f"o{left or ''}"
    return f"{text} +{points}" if points else text


def settlement_lines(game: Game) -> list[str]:
    """What each has when all is settled, and out of what."""
    found, side_by_side = columns(game), game.rules.in_columns
    lines = [f"Settled, all {len(found)} columns together:" if side_by_side else "Settled:"]
    shutout = "shutouts" if side_by_side else "the shutout"
    for name, final in finals(game).items():
        hands = sum(column.boxes(name) for column in found)
        won = count(sum(column.winner == name for column in found), "game")
        parts = [str(final.points)]
        parts += [f"{final.doubled} for {shutout}"] if final.doubled else []
        parts += [f"{final.game} for {won if side_by_side else 'the game'}"] if final.game else []
        # In columns a hand that is won is a box in each that it enters.
        boxes = "1 box" if hands == 1 else f"{hands} boxes"
        worth = boxes if side_by_side else f"{count(hands, 'hand')} won"
        parts += [f"{final.boxes} for {worth}"] if final.boxes else []
        parts += [f"{final.beside} beside the hands"] if final.beside else []
        together = " + ".join(parts).replace("+ -", "- ")  # a penalty is less than nothing
        lines.append(f"  {person(name)}: {together} = {final.total}")
    return lines


def column_grid(game: Game) -> Grid:
    """The columns of a game side by side: each player's points in each, hand by hand."""
    found = columns(game)
    keys = [(at, name) for at in range(len(found)) for name in game.names]
    header = ("rd", *(f"{at + 1}: {person(name)}" for at, name in keys))
    won = {
        (at, win.player, win.number): str(win.behind)
        for at, column in enumerate(found)
        for win in column.wins
    }
    rows = [
        (f"{number} ", *(won.get((at, name, number), "") for at, name in keys))
        for number in game.numbers
    ]
    over = ("", *("won" if found[at].winner == name else "" for at, name in keys))
    below = [over] if any(over) else []
    return Grid(header, (*rows, *below), "r" * len(header), (0, len(rows)))


def column_facts(game: Game) -> Iterator[dict[str, object]]:
    """The columns of a game for programs."""
    for column in columns(game):
        yield {
            "winner": column.winner,
            "points": {name: column.points(name) for name in game.names},
            "hands": [
                {"number": w.number, "player": w.player, "points": w.points, "total": w.behind}
                for w in column.wins
            ],
        }
