"""Every question says what can be answered, goes back to the one before, and can be stopped."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scorekeeper
from tests.cli.table_talk.games import FOLDERS
from tests.cli.table_talk.sitting import CTRL_C, Sitting, contents
from tests.effort import some
from tests.tables import rows

pytestmark = pytest.mark.slow

ROOT = Path(scorekeeper.__file__).parent

SCREENS: dict[str, dict[str, Any]] = {"": {}, "narrow": {"columns": 40}, "dumb": {"TERM": "dumb"}}


class Question(NamedTuple):
    """A question: the function that asks it, how somebody gets there, and what it says.

    ``before`` is what the question before it says, "" if there is none.
    """

    asked_by: str
    game: str
    words: str
    typed: tuple[str, ...]
    stands: str
    before: str = ""
    nonsense: str = "blue"


EDITOR = "sh -c 'echo broken >> $0'"


KEPT = Path(__file__).parents[2] / "sharing"

FILES = {
    "skyjo": KEPT / "keepers" / "skyjo-score-tracker.csv",
    "totals": KEPT / "running_totals.csv",
    "dates": KEPT / "dates.csv",
    "beside": KEPT / "totals_beside.csv",
}

QUESTIONS = tuple(
    Question(asked_by, game, words.format(**FILES), tuple(typed), *more)
    for asked_by, game, words, typed, *more in rows(__file__, "questions.toml", "questions")
)


def functions_that_ask() -> Iterator[str]:
    """The functions of the program in which something is asked."""
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text("utf-8")
        asks = any(f"{name}(" in text for name in ("ask", "ask_yes", "read_answer"))
        for function in ast.walk(ast.parse(text)) if asks else ():
            if isinstance(function, ast.FunctionDef) and path.stem != "prompt":
                called = {
                    call.func.id
                    for call in ast.walk(function)
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
                }
                assert "read_answer" not in called, f"{path}: ask() listens, read_answer() doesn't"
                # An offer lets go for any other line: see test_listening.
                if called & {"ask", "ask_yes"} and path.stem != "offering":
                    yield f"{path.stem}:{function.name}"


def test_every_function_that_asks_is_here() -> None:
    assert set(functions_that_ask()) == {question.asked_by for question in QUESTIONS}


def come_to(question: Question, folder: Path, screen: str) -> Sitting:
    """A person who has reached this question."""
    words, place = question.words.split(), str(folder.parent)  # where what was edited is kept
    sitting = Sitting(folder, question.game, *words, EDITOR=EDITOR, TMPDIR=place, **SCREENS[screen])
    for line in question.typed:
        sitting.types(line)
    assert question.stands in plain(sitting.said), sitting.said
    return sitting


def plain(said: str) -> str:
    """The words, whatever the line breaks and the space between columns."""
    return " ".join(said.split())


EVERY = pytest.mark.parametrize(
    ("question", "screen"),
    [
        pytest.param(question, screen, id=f"{question.words} {question.typed} {screen}")
        for screen in SCREENS
        for question in (some(QUESTIONS) if screen else QUESTIONS)
    ],
)


@EVERY
def test_it_helps_and_names_what_it_does_not_understand_and_goes_back(
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


@EVERY
def test_ctrl_c_stops_it_and_nothing_is_written(
    question: Question, screen: str, tmp_path: Path
) -> None:
    sitting = come_to(question, tmp_path, screen)
    before = contents(tmp_path)
    sitting.types(CTRL_C)
    assert "stopped; nothing was written" in plain(sitting.said), sitting.said
    assert sitting.exit() == 130
    assert contents(tmp_path) == before


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


@pytest.mark.parametrize("word", ["<", "back", "cancel", "esc", "undo", "undo that", "quit"])
def test_leaving_the_first_question_does_nothing(word: str, tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    for line in ("12 0 5 21", "misdeal", "delete", "add", "player join Fay"):
        sitting.types(line)
        assert not sitting.is_at_the_table(), sitting.said
        sitting.types(word)
        assert sitting.is_at_the_table(), sitting.said
    assert contents(tmp_path) == FOLDERS["fives"]


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


def test_a_players_whole_name_counts_before_a_word(tmp_path: Path) -> None:
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
