"""Gin hands in words: who scores what and why, the columns, and the settlement."""

from collections.abc import Iterator

from scorekeeper.cards import spell
from scorekeeper.errors import count, listed
from scorekeeper.ledger import Game
from scorekeeper.ledger.gin_match import columns, finals
from scorekeeper.ledger.written import Round
from scorekeeper.render import Grid
from scorekeeper.render.words import person

ENDED = {"gin": "goes gin", "big-gin": "goes big gin"}


def hand_lines(game: Game, number: int, round_: Round) -> list[str]:
    """What a hand scored and why; no lines if that isn't known.

    If the knocker's melds weren't split, the layout that was used follows; then the columns won.
    """
    counted = game.counted(number, round_)
    if counted is None:
        return []
    ended, other, worth = person(counted.ended), person(counted.other), counted.worth
    layout, off = worth.layout, [spell(laid.card) for laid in worth.laid_off]
    how = ENDED.get(layout.how) or f"knocked with {layout.unmelded}"
    after = f" after laying off {listed(off)}" if off else ""
    undercut = "undercut, " if worth.scored.undercut else ""
    winner = person(counted.player)
    twice = f"{worth.scored.points} doubled, " if round_.double else ""
    scores = f"{undercut}{winner} scores {twice}{counted.points}"
    lines = [f"{ended} {how}, {other} has {worth.others}{after}: {scores}."]
    if layout.is_chosen and layout.how == "knock":
        laid = [spell(meld.cards) for meld in layout.melds]
        laid.append(f"left {spell(layout.deadwood)}")
        lines.append(f"Best layout for {ended}, who didn't split the melds:  {' / '.join(laid)}")
    decided = [
        f"column {place}"
        for place, column in enumerate(columns(game), start=1)
        if game.rules.in_columns and column.winner and column.wins[-1].number == number
    ]
    return [*lines, f"{winner} wins {listed(decided)}."] if decided else lines


def square_text(game: Game, number: int, round_: Round, name: str) -> str:
    """The deadwood as typed, and what it scored: ``o7 +16``."""
    counted, points = game.counted(number, round_), game.points(number, round_, name)
    deadwood = counted.unmelded(name) if counted else game.unmelded(number, round_, name)
    text = "?" if deadwood is None else str(deadwood)
    if name in round_.out:
        text = "big" if round_.how else f"o{deadwood or ''}"
    return f"{text} +{points}" if points else text


def settlement_lines(game: Game) -> list[str]:
    """Everybody's final score, and its parts."""
    all_columns, side_by_side = columns(game), game.rules.in_columns
    lines = [f"Settled, all {len(all_columns)} columns together:" if side_by_side else "Settled:"]
    shutout = "shutouts" if side_by_side else "the shutout"
    for name, final in finals(game).items():
        hands = sum(column.boxes(name) for column in all_columns)
        won = count(sum(column.winner == name for column in all_columns), "game")
        parts = [str(final.points)]
        parts += [f"{final.doubled} for {shutout}"] if final.doubled else []
        parts += [f"{final.game} for {won if side_by_side else 'the game'}"] if final.game else []
        # In columns, a hand is a box in every column that it scores in.
        boxes = "1 box" if hands == 1 else f"{hands} boxes"
        worth = boxes if side_by_side else f"{count(hands, 'hand')} won"
        parts += [f"{final.boxes} for {worth}"] if final.boxes else []
        parts += [f"{final.extras} in penalties and bonuses"] if final.extras else []
        together = " + ".join(parts).replace("+ -", "- ")  # a penalty is negative
        lines.append(f"  {person(name)}: {together} = {final.total}")
    return lines


def column_grid(game: Game) -> Grid:
    """The columns of a game side by side: each player's points in each, hand by hand."""
    places = dict(enumerate(columns(game), start=1))
    keys = [(place, name) for place in places for name in game.names]
    header = ("rd", *(f"{place}: {person(name)}" for place, name in keys))
    won = {
        (place, win.player, win.number): str(win.behind)
        for place, column in places.items()
        for win in column.wins
    }
    rows = [
        (f"{number} ", *(won.get((place, name, number), "") for place, name in keys))
        for number in game.numbers
    ]
    over = ("", *("won" if places[place].winner == name else "" for place, name in keys))
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
