"""An evening typed by somebody new, who knows only what the screen says: every key is counted."""

from pathlib import Path

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.cli.table.newcomer import Newcomer
from tests.program import start
from tests.values import totals

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Bo", "Cy", "Zoe")

MOST_KEYS_OF_A_PLAIN_EVENING = 125

MOST_KEYS = 230
"""With a correction, a dispute, a misdeal and a tie."""

PLAIN = (
    *("12 o 5 21", "8 7 o 4", "o 12 9 6", "6 1 14 o", "7 20 o 3", "o 9 11 3"),
    *("5 o 12 8", "9 14 o 3", "2 o 20 7", "3 13 o 8", "4 6 9 o"),
)
"""What the four had in each round, as it stands on paper."""

EVENTFUL = (
    *("12 o 5 21", "8 17 o 4", "o 21 19 9", "16 11 24 o", "7 30 o 13", "o 9 11 3"),
    *("5 o 12 8", "9 24 o 3", "12 o 20 7", "3 33 o 8", "4 6 9 o"),
)
"""The same of another evening, with a 21 in the third round that was a 12."""


def points(line: str, names: tuple[str, ...] = NAMES) -> tuple[dict[str, int], str]:
    """The points of each, and who went out."""
    had = dict(zip(names, line.split(), strict=True))
    [out] = [name for name in names if had[name] == "o"]
    return {name: 0 if name == out else int(had[name]) for name in names}, out


def total(lines: tuple[str, ...], name: str) -> int:
    return sum(points(line)[0][name] for line in lines)


def game_in(folder: Path) -> Game:
    """The one game in the folder."""
    [path] = folder.glob("*.toml")
    return load_ledger(path)


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_eleven_plain_rounds_take_at_most_125_keys(folder: Path, terminal: str) -> None:
    somebody = Newcomer(folder, TERM=terminal)
    somebody.starts(NAMES)
    for line in PLAIN:
        somebody.plays(*points(line))
    assert somebody.leaves() == 0
    game = game_in(folder)
    assert [block.out for block in game.played] == [(points(line)[1],) for line in PLAIN]
    assert totals(game) == {name: total(PLAIN, name) for name in NAMES}
    assert standings(game).winners == ("Ann",)
    assert somebody.keys <= MOST_KEYS_OF_A_PLAIN_EVENING


def test_an_eventful_evening_takes_at_most_230_keys(folder: Path) -> None:
    somebody = Newcomer(folder)
    somebody.starts_and_is_asked(NAMES, dealer="Bo")
    _, _, third = [somebody.plays(*points(line)) for line in EVENTFUL[:3]]
    somebody.corrects(third, "Bo", 12)
    somebody.plays(*points(EVENTFUL[3]))
    assert "YES" in somebody.asks_whether_these_go_out("5shd", "8h9h7cjh", "2d")
    somebody.plays(*points(EVENTFUL[4]))
    somebody.plays(*points("1 2 3 o"))
    assert "doesn't count" in somebody.does("misdeal", void="y")
    for line in EVENTFUL[5:]:
        somebody.plays(*points(line))
    assert "ANN and ZOE share the win with 76 points" in somebody.said
    somebody.plays_off(*points("4 o", ("Ann", "Zoe")))
    assert "ZOE wins" in somebody.said
    assert "misdeal" in somebody.does("sheet")
    assert somebody.leaves() == 0
    game = game_in(folder)
    wrong = {"Bo": 21 - 12}
    assert (game.names, game.dealer) == (NAMES, "Bo")
    assert totals(game) == {name: total(EVENTFUL, name) - wrong.get(name, 0) for name in NAMES}
    assert standings(game).winners == ("Zoe",)
    assert [block.misdeal for block in game.rounds if block.misdeal is not None] == [""]
    assert start(["check"], folder).out == ""
    assert somebody.keys <= MOST_KEYS, somebody.keys
