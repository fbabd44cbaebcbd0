"""An evening under other rules, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.errors import count
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.rows import row_name
from scorekeeper.render.grid import Grid
from scorekeeper.render.words import people, person, points

if TYPE_CHECKING:
    from scorekeeper.ledger.rescore import Rescore


def rescore_facts(game: Game, file: str, found: Rescore) -> dict[str, Any]:
    """The answer to ``rescore``."""
    return {
        "title": game.title,
        "file": file,
        "players": [each._asdict() for each in found.players],
        "winners": {"before": found.before, "after": found.after},
    }


def rescore_grid(found: Rescore) -> Grid:
    """Each total before and after, or between what bounds it would have been."""
    rows = [
        (
            person(each.player),
            str(each.before),
            f"{each.least} to {each.most}" if each.after is None else str(each.after),
        )
        for each in found.players
    ]
    return Grid(("player", "before", "after"), tuple(rows), "lrr")


def rescore_notes(game: Game, found: Rescore) -> list[str]:
    """Who would have won, who would not have gone out, and what cannot be known."""
    lines = [_winners_line(found)] if found.before or found.after != () else []
    for square in found.squares:
        if square.fell:
            where = f"{person(square.player)}, {row_name(game, square.row)}"
            lines.append(f"{where}: went out, and by these rules does not: {points(square.least)}")
    strange = [
        f"{person(square.player)} in {row_name(game, square.row)}"
        for square in found.squares
        if square.strange
    ]
    if strange:
        hands = count(len(strange), "hand")
        lines.append(f"{hands} with cards that the other game does not have: {', '.join(strange)}.")
    unknown = sum(not square.is_known for square in found.squares)
    if unknown:
        those = f"{unknown} of {count(len(found.squares), 'square')} on the sheet"
        lines.append(
            f"For {those} there is only a number: what those cards would have cost cannot be known."
        )
    open_total = next((each for each in found.players if each.after is None), None)
    if open_total:
        name, _, _, least, most = open_total
        lines.append(
            f"{least} to {most} means that {person(name)} would have {least} at least and {most} at"
            " most, if the table counted right."
        )
    return lines


def _winners_line(found: Rescore) -> str:
    before = f"{people(found.before)} won" if found.before else "Nobody won"
    if found.after is None:
        return f"{before}; who would have by these rules cannot be known."
    if found.after == found.before:
        return f"{people(found.after)} would have won by these rules as well."
    return f"{before}; by these rules it would have been {people(found.after) or 'nobody'}."
