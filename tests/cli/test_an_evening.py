"""One evening of Five Crowns from the first card to the last, played with the real program.

Fay comes in round 4, round 6 is misdealt, the pad is wrong by nine, and Eli, who leads, leaves
in round 9.
"""

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store import load_ledger
from tests.program import TODAY, Answer, names, start

pytestmark = pytest.mark.slow

FILE = f"five-crowns-{TODAY}.toml"

TOLD = tomllib.loads(Path(__file__).with_name("an_evening.toml").read_text("utf-8"))

EVENING = {name: shlex.split(words) for name, words in TOLD["typed"].items()}
"""What is typed, in this order, by what it is for."""


@pytest.fixture(scope="module")
def folder_of_the_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evening")


@pytest.fixture(scope="module")
def said(folder_of_the_evening: Path) -> dict[str, Answer]:
    """What the program says to each line."""
    return {name: start(words, folder_of_the_evening) for name, words in EVENING.items()}


def test_every_line_works_except_the_impossible_ones(said: dict[str, Answer]) -> None:
    codes = {name: answer.code for name, answer in said.items() if answer.code}
    assert codes == {"eights": 2, "the pad": 1, "one more": 2}
    problem = "error: Eli is missing; the order is Ann, Bo, Fay, Cy, Dee and Eli\n"
    assert said["eights"].err.startswith(problem)
    assert said["one more"].err.startswith("error: ")
    assert said["eights"].out == said["one more"].out == ""


def test_nothing_is_said_that_is_not_worth_saying(said: dict[str, Answer]) -> None:
    talk = {name: answer.err for name, answer in said.items() if answer.err and not answer.code}
    assert talk == {
        # Nobody went out in the round that turned out to be a misdeal.
        "the misdeal": "nobody went out in round 6, the eights; if somebody did:  sk fix 8s WHO=o\n"
    }


DAY = f"{TODAY:%A} {TODAY.day} {TODAY:%B %Y}"

SCREENS = {name: text.replace("{day}", DAY) for name, text in TOLD["screens"].items()}


@pytest.mark.parametrize("name", SCREENS)
def test_the_whole_answer_to(name: str, said: dict[str, Answer]) -> None:
    assert said[name].out == SCREENS[name]


def test_json_says_the_same(said: dict[str, Answer]) -> None:
    told: dict[str, Any] = said["the end, for programs"].facts
    assert (told["finished"], told["winners"], told["next"]) == (True, ["Fay"], None)
    assert (told["rounds_played"], told["rounds"]) == (11, 11)
    assert told["misdeals"] == [{"before": 6, "note": "Dee had 9 cards"}]
    keys = ("place", "player", "total", "behind", "missed", "went_out")
    assert [tuple(row[key] for key in keys) for row in told["standings"]] == [
        (1, "Fay", 142, 0, 0, 3),
        (2, "Ann", 171, 29, 0, 2),
        (3, "Bo", 177, 35, 0, 3),
        (4, "Dee", 191, 49, 0, 1),
        (5, "Cy", 250, 108, 0, 2),
        (None, "Eli", 80, None, 3, 0),
    ]
    assert told["standings"][0]["rounds"] == [None, None, None, 0, 26, 7, 0, 33, 15, 30, 0]


def test_the_next_game_is_for_those_who_stayed_and_no_other_file_is_left(
    said: dict[str, Answer], folder_of_the_evening: Path
) -> None:
    again = f"five-crowns-{TODAY}-2.toml"
    assert said["again"].said[-1] == f"Score sheet: {again}"
    game = load_ledger(folder_of_the_evening / again)
    assert (game.names, game.dealer) == (("Ann", "Bo", "Fay", "Cy", "Dee"), "Bo")
    left = {FILE, f".{FILE}.history", again, f".{again}.history"}
    assert names(folder_of_the_evening) == left
