"""Every question of the program listens: to what its answers are, the one before, and to stop."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scorekeeper
from tests.cli.table_talk.games import FOLDERS
from tests.cli.table_talk.sitting import CTRL_C, Sitting, contents

ROOT = Path(scorekeeper.__file__).parent

SCREENS: dict[str, dict[str, Any]] = {"": {}, "narrow": {"columns": 40}, "dumb": {"TERM": "dumb"}}


class Question(NamedTuple):
    """A question: the function that asks it, how somebody comes to it, and what stands there.

    ``before`` is what the question before it says, "" where there is none.
    """

    asked_by: str
    game: str
    words: str
    typed: tuple[str, ...]
    stands: str
    before: str = ""
    nonsense: str = "blue"


EDITOR = "sh -c 'echo broken >> $0'"

HAND = "4s5s6s7s2h3h9cqdqskckd5c8d"

SKYJO = Path(__file__).parents[2] / "sharing" / "keepers" / "skyjo-score-tracker.csv"

TOTALS = SKYJO.parents[1] / "running_totals.csv"

DATES = SKYJO.parents[1] / "dates.csv"

QUESTIONS = (
    Question("games:_chosen", "shelf", "undo", (), "number:"),
    Question("games:_chosen", "shelf", "standings", (), "number:"),
    Question("asking:without_doubt", "five crowns", "add K+3 0 1 2", (), "type it again:"),
    Question("asking:without_doubt", "threes", "add 12 w 5 21", (), "type it again:"),
    Question("asking:without_doubt", "threes", "add 12 gone 5 21", (), "not here?"),
    Question(
        "asking:without_doubt", "five crowns", "add", ("12", "K+3"), "type it again:", "Bo 0 +"
    ),
    Question("asking:_as_meant", "fours", "add 8=29 0 1 2", (), "Ann:"),
    Question("asking:ask_wild", "indian", f"add o {HAND} 5 21", (), "like 7:"),
    Question("asking:ask_wild", "indian", "add", ("o", HAND), "like 7:", "Bo 0 +"),
    Question("asking:settle_who_went_out", "threes", "add 12 0 5 21", (), "nobody did:"),
    Question("asking:settle_who_went_out", "threes", "add 12 0 0 21", (), "nobody did:"),
    Question("asking:settle_who_went_out", "threes", "add 12 7 5 21", (), "nobody did:"),
    Question(
        "asking:settle_who_went_out", "threes", "add", ("12", "0", "5", "21"), "nobody did:", "Zoe"
    ),
    Question("rounds:_ask_what_is_right", "fours", "fix 3s", (), "name and points:"),
    Question("asking:settle_who_ended", "gin", "add 12 20", (), "ann o7:"),
    Question("asking:settle_who_ended", "gin", "add", ("12", "20"), "ann o7:", "Bo 0 :"),
    Question("asking:ask_upcard", "oklahoma", "add o4 20", (), "like 4s:"),
    Question("asking:ask_all", "gin", "add", (), "Ann 0 :"),
    Question("asking:settle_totals", "sixes", "add 20 41 24 40", (), "[n] points:"),
    Question("asking:with_out", "threes", "add 12 7 5 21", ("bo",), "instead?", "nobody did:"),
    Question("games:settle_names", "none", "new Anna Anne", (), "two people?"),
    Question("games:settle_names", "none", "new Won Ann", (), "somebody's name?"),
    Question("games:settle_names", "fours", "player join Anne", (), "two people?"),
    Question("games:settle_names", "fours", "player rename bo Score", (), "somebody's name?"),
    Question("games:settle_names", "none", "new", ("Anna, Anne",), "two people?", "names:"),
    Question("asking:ask_all", "threes", "add", (), "Ann 0 +"),
    Question("asking:ask_all", "threes", "add", ("12",), "Bo 0 +", "Ann 0 + [12]"),
    Question("evening:ask_evening", "none", "new", (), "names:", nonsense="="),
    Question("evening:ask_evening", "old", "new", (), "Uncle Cy:", nonsense="="),
    Question("evening:_ask_game", "none", "new", ("Ann Bo",), "or a number:", "names:"),
    Question("evening:_ask_house_rules", "none", "new", ("Ann Bo", ""), "1 3:", "Which game?"),
    Question("evening:_ask_what_follows", "none", "new", ("Ann Bo", "", "4"), "sevens?", "1 3:"),
    Question("evening:_ask_dealer", "none", "new", ("Ann Bo", "", ""), "or a name:", "1 3:"),
    Question("start:_settle_open", "fours", "again", (), "ends here:"),
    Question("table:_ask_points", "fours", "player join Fay", (), "or a number:"),
    Question("season:_rejoined", "joined", "people --apart bo", (), "Separate them?"),
    Question("rules:_is_meant", "fours", "house one-wild --from 1", (), "from the first round on?"),
    Question("files:_edited", "fours", "edit", (), "Edit it again?"),
    Question("rules:_is_meant", "fours", "house jokers --from 1", (), "first round on?"),
    Question("table:misdeal_command", "fives", "misdeal", (), "void it"),
    Question("files:delete", "fours", "delete", (), "keep it"),
    Question("importing:import_command", "none", f"import {SKYJO} --game points", (), "[n] no:"),
    Question("importing:_with_winners", "none", f"import {SKYJO}", (), "fewest points win?"),
    Question("importing:_sheets_in", "none", f"import {DATES}", (), "Which date"),
    Question("importing:_as_meant", "none", f"import {TOTALS}", (), "running totals?"),
)


def functions_that_ask() -> Iterator[str]:
    """The functions of the program in which something is asked."""
    for path in sorted(ROOT.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef) and path.stem != "prompt":
                called = {
                    call.func.id
                    for call in ast.walk(function)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                assert "read_answer" not in called, f"{path}: ask() listens, read_answer does not"
                # An offer lets go for any other line: see test_listening.
                if called & {"ask", "ask_yes"} and path.stem != "offering":
                    yield f"{path.stem}:{function.name}"


def test_every_function_that_asks_is_here() -> None:
    assert set(functions_that_ask()) == {question.asked_by for question in QUESTIONS}


def come_to(question: Question, folder: Path, screen: str) -> Sitting:
    """Somebody who is asked this question."""
    words = question.words.split()
    sitting = Sitting(folder, question.game, *words, EDITOR=EDITOR, **SCREENS[screen])
    for line in question.typed:
        sitting.types(line)
    assert question.stands in plain(sitting.said), sitting.said
    return sitting


def plain(said: str) -> str:
    """What is said, however its lines are broken and its columns set apart."""
    return " ".join(said.split())


EVERY = pytest.mark.parametrize(
    ("question", "screen"),
    [
        pytest.param(question, screen, id=f"{question.words} {question.typed} {screen}")
        for question in QUESTIONS
        for screen in SCREENS
    ],
)


@pytest.mark.slow
@EVERY
def test_it_helps_names_what_it_does_not_understand_and_goes_back(
    question: Question, screen: str, tmp_path: Path
) -> None:
    sitting = come_to(question, tmp_path, screen)
    before = contents(tmp_path)
    for word in ("?", "help", "H", "what?") if not screen else ("?",):
        sitting.types(word)
        said = plain(sitting.said)
        assert "< or back: the previous question" in said, sitting.said
        assert question.stands in said, sitting.said
    sitting.types(question.nonsense)
    assert f"'{question.nonsense}'" in plain(sitting.said), sitting.said
    assert question.stands in plain(sitting.said), sitting.said
    sitting.types("<")
    if question.before:
        assert question.before in plain(sitting.said), sitting.said
        assert not sitting.person.has_ended()
        sitting.types("quit")
    assert sitting.person.has_ended()
    assert contents(tmp_path) == before
    assert sitting.exit() == 130


@pytest.mark.slow
@EVERY
def test_ctrl_c_stops_it_and_nothing_is_written(
    question: Question, screen: str, tmp_path: Path
) -> None:
    sitting = come_to(question, tmp_path, screen)
    before = contents(tmp_path)
    sitting.types(CTRL_C)
    assert "nothing was written" in plain(sitting.said), sitting.said
    assert sitting.exit() == 130
    assert contents(tmp_path) == before


@pytest.mark.slow
def test_one_line_says_once_in_a_dialogue_what_every_question_listens_to(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "none")
    for _ in range(2):
        said = ""
        for line in ("new", "Ann Bo", "", "", "?"):
            sitting.types(line)
            said += sitting.said
        assert said.count("? help · < back") == 1
        sitting.types("quit")
        assert sitting.is_at_the_table()


@pytest.mark.slow
@pytest.mark.parametrize("word", ["<", "back", "cancel", "esc", "undo", "quit"])
def test_the_first_question_lets_go_and_nothing_happens(word: str, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    for line in ("12 0 5 21", "misdeal", "delete", "add", "player join Fay"):
        sitting.types(line)
        assert not sitting.is_at_the_table(), sitting.said
        sitting.types(word)
        assert sitting.is_at_the_table(), sitting.said
    assert contents(tmp_path) == FOLDERS["fives"]


@pytest.mark.slow
def test_a_whole_line_at_a_question_takes_the_place_of_what_was_asked(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    for line, comes in (("12 0 5 21", "Who went out?"), ("13 o 5 21", "is on the sheet")):
        sitting.types(line)
        assert comes in plain(sitting.said), sitting.said
    sitting.types("player join Fay")
    sitting.types("fix last ann=14")
    assert "Ann 13 -> 14" in plain(sitting.said)
    sitting.types("player join Fay")
    sitting.types("standings")
    assert sitting.is_at_the_table()


@pytest.mark.slow
def test_the_whole_name_of_a_player_goes_before_a_word(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "none", "new", "Undo", "Back", "Quit")
    for _ in range(3):
        assert "somebody's name?" in sitting.said
        sitting.types("y")
    assert sitting.exit() == 0
    sitting = Sitting(tmp_path, "none", "new")
    for line in ("Quit, Bo", "y", "", "", "quit"):
        sitting.types(line)
    assert sitting.exit() == 0
    [text] = contents(tmp_path).values()
    assert 'dealer = "Quit"' in text
