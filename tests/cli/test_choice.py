"""Which game a command means: the one named, the environment's, or the only one at hand."""

import os
import re
import time
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.program import (
    ONE_ROUND,
    ROUND,
    TODAY,
    Answer,
    Run,
    in_quotes,
    ledger,
    refusal,
    scores,
    seeded,
)

YESTERDAY = TODAY - timedelta(days=1)
LAST_WEEK = TODAY - timedelta(days=7)

OPEN = "[rules]\nrounds = 0\ndealer = 'none'\n"
TO_100 = "[rules]\nrounds = 0\ntarget = 100\ndealer = 'none'\n"
PLAY_OFF = ONE_ROUND + "ties = 'bonus-round'\n"

PART = scores("Bo", Ann=12, Bo=0)
TIE = scores("Bo", Ann=0, Bo=0, Cy=5)


def unfinished(title: str, day: date = TODAY) -> str:
    return ledger(ROUND, title=title, day=day)


def finished(title: str, day: date = TODAY) -> str:
    return ledger(ROUND, title=title, day=day, rules=ONE_ROUND)


def chosen(answer: Answer) -> str:
    """The title of the game that standings showed."""
    assert answer.code == 0, answer.err
    return answer.said[0].split(" · ")[0]


# ── the order of the rules ───────────────────────────────────────────────────────────────


def test_a_named_file_comes_first(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    (folder / "far").mkdir()
    seeded(folder / "far" / "b.toml", unfinished("Named"))
    seeded(folder / "far" / "c.toml", unfinished("Environment"))
    monkeypatch.setenv("SCOREKEEPER_FILE", "far/c.toml")
    assert chosen(run("standings", "-f", "far/b.toml")) == "Named"
    assert chosen(run("standings", "--file", "far/b.toml")) == "Named"
    assert chosen(run("standings")) == "Environment"
    monkeypatch.delenv("SCOREKEEPER_FILE")
    assert chosen(run("standings")) == "Here"


def test_the_title_stands_before_every_answer_unless_the_file_was_named(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    commands = (["next"], ["add", "1", "o", "2"], ["fix", "4s", "ann=3"], ["undo"], ["redo"])
    for words in commands:
        assert run(*words).said[0].startswith("Here"), words
    monkeypatch.setenv("SCOREKEEPER_FILE", "a.toml")
    for words in (["next"], ["undo"], ["redo"], ["deadwood", "5h6h7hkd2c"]):
        assert run(*words).said[0] == "Here", words
    for words in (["next"], ["undo"], ["redo"], ["deadwood", "5h6h7hkd2c"]):
        assert "Here" not in run(*words, "-f", "a.toml").said[0], words


def test_an_environment_that_names_no_file_is_an_error(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    monkeypatch.setenv("SCOREKEEPER_FILE", "none.toml")
    assert run("standings") == Answer(
        "",
        refusal(
            "SCOREKEEPER_FILE names none.toml, but there is no such file",
            "correct SCOREKEEPER_FILE, or unset it",
        ),
        3,
    )
    assert run("deadwood", "5h6h7h").code == 3


def test_an_empty_environment_names_nothing(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    monkeypatch.setenv("SCOREKEEPER_FILE", "")
    assert chosen(run("standings")) == "Here"


@pytest.mark.parametrize(
    ("games", "title"),
    [
        pytest.param([unfinished("A")], "A", id="the only one"),
        pytest.param([unfinished("A", LAST_WEEK)], "A", id="the only one, of last week"),
        pytest.param([finished("A")], "A", id="none is unfinished, one is of today"),
        pytest.param([finished("A", YESTERDAY)], "A", id="or of yesterday"),
        pytest.param([finished("A"), unfinished("B")], "B", id="the only unfinished"),
        pytest.param([finished("A"), unfinished("B", LAST_WEEK)], "B", id="however old"),
        pytest.param(
            [finished("A"), finished("B", LAST_WEEK)], "A", id="the only one of these days"
        ),
        pytest.param(
            [finished("A", LAST_WEEK), finished("B", YESTERDAY)], "B", id="that of yesterday"
        ),
    ],
)
def test_the_only_possible_meaning_is_taken(
    run: Run, folder: Path, games: list[str], title: str
) -> None:
    for number, text in enumerate(games):
        seeded(folder / f"{number}.toml", text)
    assert chosen(run("standings")) == title


@pytest.mark.parametrize(
    "words", [["standings"], ["add", "1", "o", "2"], ["undo"], ["deadwood", "5h6h7h"]], ids=" ".join
)
def test_several_open_ones_are_listed_and_nothing_is_guessed(
    run: Run, folder: Path, words: list[str]
) -> None:
    games = [unfinished("A"), unfinished("B")]
    for number, text in enumerate(games):
        seeded(folder / f"{number}.toml", text)
    seeded(folder / "over.toml", finished("C"))
    answer = run(*words)
    assert "over.toml" not in answer.err
    assert (answer.out, answer.code) == ("", 3)
    for number, text in enumerate(games):
        assert f"{number}.toml" in answer.err
        assert (folder / f"{number}.toml").read_text("utf-8") == text
    assert "name one with -f" in answer.err


PLAYED = {"a.toml": TODAY, "b.toml": YESTERDAY, "c.toml": LAST_WEEK}


@pytest.mark.parametrize(
    ("there", "words", "meant"),
    [
        ("abc", ["standings"], "a.toml"),
        ("bc", ["sheet"], "b.toml"),
        ("c", ["next"], "c.toml"),
        ("abc", ["fix", "1", "ann=3"], "a.toml"),
        ("bc", ["penalty", "ann", "3"], "b.toml"),
        ("b", ["add", "1", "o", "2"], "b.toml"),
    ],
)
def test_if_none_is_open_the_newest_that_fits_is_taken(
    run: Run, folder: Path, there: str, words: list[str], meant: str
) -> None:
    for name, day in PLAYED.items():
        if name[0] in there:
            seeded(folder / name, finished(name, day))
    answer = run(*words)
    assert meant in answer.out + answer.err


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ("abc", ["add", "1", "o", "2"]),
        ("ab", ["finish"]),
        ("ab", ["deadwood", "5h6h7h"]),
        ("c", ["fix", "1", "ann=3"]),
        ("c", ["undo"]),
        ("c", ["again"]),
        ("c", ["playoff"]),
    ],
)
def test_if_none_fits_the_newest_one_is_mentioned(
    run: Run, folder: Path, there: str, words: list[str]
) -> None:
    for name in there:
        seeded(folder / f"{name}.toml", finished(name, PLAYED[f"{name}.toml"]))
    answer = run(*words)
    assert (answer.out, answer.code) == ("", 3)
    assert f"name it with -f {there[0]}.toml, or start one: sk new Ann Bo" in answer.err
    assert len(list(folder.iterdir())) == len(there)


# ── undo means what was done last ────────────────────────────────────────────────────────


@pytest.fixture
def two_open(run: Run, folder: Path) -> Path:
    """Two open games, and one of last week that is over; nothing was changed in any as yet."""
    seeded(folder / "a.toml", unfinished("Here"))
    seeded(folder / "b.toml", unfinished("There"))
    seeded(folder / "c.toml", finished("Then", LAST_WEEK))
    assert run("undo").code == 3
    return folder


@pytest.mark.parametrize(
    ("file", "title", "words"),
    [
        ("a.toml", "Here", ["add", "1", "o", "2"]),
        ("b.toml", "There", ["player", "rename", "cy", "Dee"]),
        ("c.toml", "Then", ["fix", "1", "ann=3"]),
    ],
)
def test_undo_takes_the_game_that_was_changed_last(
    run: Run, two_open: Path, file: str, title: str, words: list[str]
) -> None:
    before = {path.name: path.read_bytes() for path in two_open.glob("*.toml")}
    for other in ("a.toml", "b.toml"):
        assert run("penalty", "ann", "5", "-f", other).code == 0
        os.utime(two_open / f".{other}.history", (time.time() - 60,) * 2)
    changed = {path.name: path.read_bytes() for path in two_open.glob("*.toml")}
    assert run(*words, "-f", file).code == 0
    assert run("undo").said[0] == title
    text = before["c.toml"] if file == "c.toml" else changed[file]
    assert (two_open / file).read_bytes() == text
    assert run("redo").said[0] == title
    others = [path for path in two_open.glob("*.toml") if path.name != file]
    assert {path.name: path.read_bytes() for path in others}.items() <= changed.items()


def test_undo_right_after_new_takes_the_new_game_back(run: Run, two_open: Path) -> None:
    assert run("new", "Ann", "Bo", "-f", "d.toml").code == 0
    assert "d.toml is gone." in run("undo").out
    assert run("redo").code == 0
    assert (two_open / "d.toml").exists()


def test_redo_brings_a_game_back_that_the_environment_names(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("new", "Ann", "Bo", "-f", "d.toml").code == 0
    monkeypatch.setenv("SCOREKEEPER_FILE", "d.toml")
    for word in ("undo", "redo"):
        assert run(word).code == 0
    assert (folder / "d.toml").exists()


def test_the_last_change_must_be_recent(run: Run, two_open: Path) -> None:
    assert run("penalty", "ann", "5", "-f", "a.toml").code == 0
    os.utime(two_open / ".a.toml.history", (time.time() - 12 * 60 * 60,) * 2)
    assert run("undo").code == 3


@pytest.mark.usefixtures("two_open")
def test_any_other_change_asks_which_of_several_open_games_is_meant(run: Run) -> None:
    assert run("penalty", "ann", "5", "-f", "a.toml").code == 0
    for words in (["fix", "1", "ann=3"], ["add", "1", "o", "2"], ["again"]):
        assert run(*words).code == 3


def test_a_game_that_is_over_is_said_to_be_over(run: Run, folder: Path) -> None:
    seeded(folder / "old times.toml", finished("A", LAST_WEEK))
    for words in (["add", "1", "o"], ["undo"], ["deadwood", "5h6h7h"]):
        assert run(*words) == Answer(
            "",
            refusal(
                "the only game in this folder is over:\n"
                f"  old times.toml  A, {LAST_WEEK}, 1 of 1 round",
                f"name it with -f {in_quotes('old times.toml')}, or start one: sk new Ann Bo",
            ),
            3,
        )


def test_a_game_without_a_date_is_listed_without_one(run: Run, folder: Path) -> None:
    for name in ("a.toml", "b.toml"):
        seeded(folder / name, re.sub("date = .*\n", "", unfinished("Here")))
    listed = run("standings").err.splitlines()[1:3]
    assert listed == ["  a.toml  Here, 1 of 11 rounds", "  b.toml  Here, 1 of 11 rounds"]


def test_the_list_names_title_date_and_round(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    seeded(folder / "b.toml", ledger(ROUND, ROUND, title="There", day=LAST_WEEK))
    answer = run("standings")
    assert answer.code == 3
    listed = answer.err.splitlines()[1:3]
    assert all(word in listed[0] for word in ("a.toml", "Here", str(TODAY), "1 of 11"))
    assert all(word in listed[1] for word in ("b.toml", "There", str(LAST_WEEK), "2 of 11"))


def test_the_only_game_that_cannot_be_read_is_not_said_to_be_missing(
    run: Run, folder: Path
) -> None:
    """Nobody should start a new game because of a slip in the file."""
    seeded(folder / "torn.toml", unfinished("Torn").replace("Ann = 12", "Ann = twelve"))
    remedy = "sk check says what is wrong and how to fix it"
    for words in (["standings"], ["add", "1", "o"], ["undo"], ["again"], ["house"]):
        answer = run(*words)
        assert (answer.out, answer.code) == ("", 3)
        passed_over, _, refused = answer.err.partition("\n")
        assert passed_over.startswith("skipped: torn.toml:")
        assert refused == refusal("no game in this folder can be read", remedy)
    listed = run("games")
    assert (listed.out, listed.code) == ("", 0)
    assert listed.err.startswith("skipped: torn.toml:")
    assert "start one" not in listed.err


# ── what is a game ───────────────────────────────────────────────────────────────────────


def test_other_files_are_skipped_and_unreadable_ones_are_named(run: Run, folder: Path) -> None:
    seeded(folder / "pyproject.toml", '[project]\nname = "x"\n')
    seeded(folder / "house.toml", 'title = "House"\n[rules]\njokers = 2\n')
    seeded(folder / "old.toml", unfinished("Old").replace("Ann = 12", "Ann = twelve"))
    seeded(folder / "thursday.toml", unfinished("Thursday"))
    (folder / "folder.toml").mkdir()
    answer = run("standings")
    assert chosen(answer) == "Thursday"
    assert "old.toml" in answer.err
    assert "house" not in answer.err + answer.out


QUOTED = {
    "double quotes": ('"schema" = 1\n', '["game"]\n'),
    "single quotes": ("'schema' = 1\n", "['game']\n"),
    "spaces": (" schema=1\n", "[ game ] # this evening\n"),
    "no header": ("schema = 1\n", None),
}


@pytest.mark.parametrize(("schema", "header"), QUOTED.values(), ids=QUOTED)
def test_a_game_is_seen_however_its_keys_are_written(
    run: Run, folder: Path, schema: str, header: str | None
) -> None:
    text = unfinished("Here").replace("schema = 1\n", schema)
    if header is None:
        text = re.sub(r"\[game\]\n(.*)\n(.*)\n(.*)\n", r"game.\1\ngame.\2\ngame.\3\n", text)
    else:
        text = text.replace("[game]\n", header)
    seeded(folder / "here.toml", text)
    assert chosen(run("standings")) == "Here"


@pytest.mark.parametrize("header", ["[game\n", "[game # evening\n", "['game'\n"])
def test_a_game_file_that_is_not_valid_toml_is_named(run: Run, folder: Path, header: str) -> None:
    seeded(folder / "here.toml", unfinished("Here"))
    seeded(folder / "torn.toml", unfinished("Torn").replace("[game]\n", header))
    answer = run("standings")
    assert chosen(answer) == "Here"
    assert answer.err.startswith("skipped: torn.toml:3: this isn't valid TOML: ")
    assert run("check").out.startswith("torn.toml:3: error: syntax: ")


@pytest.mark.parametrize("header", ["[games]\n", "[game-x]\n", "[[game]]\n", "[tool.game]\n"])
def test_a_file_that_only_looks_like_a_game_is_skipped(run: Run, folder: Path, header: str) -> None:
    seeded(folder / "other.toml", f"schema = 1\n{header}")
    assert run("standings").err.startswith("error: there is no game in this folder\n")


# ── when a game counts as finished ───────────────────────────────────────────────────────


ENDED = "[game]\nfinished = 2026-01-01\n"

KINDS = {
    "all rounds count": (ledger(ROUND, rules=ONE_ROUND), True, True),
    "a score is missing": (ledger(PART, rules=ONE_ROUND), False, True),
    "a shared win": (ledger(TIE, rules=ONE_ROUND), True, True),
    "a tie is left to play off": (ledger(TIE, rules=PLAY_OFF), False, True),
    "rounds to go": (ledger(ROUND), False, False),
    "ended by hand": (ledger(ROUND).replace("[game]\n", ENDED), True, True),
    "an open end": (ledger(ROUND, rules=OPEN, game=""), False, False),
    "a target": (ledger(scores(None, Ann=100, Bo=0, Cy=5), rules=TO_100, game=""), True, True),
}
"""Games, and whether each is finished today, and when it is of last week."""


@pytest.mark.parametrize("is_old", [False, True], ids=["of today", "of last week"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_finished_when_nothing_is_left_to_play_and_an_old_one_when_it_has_its_rounds(
    run: Run, folder: Path, kind: str, is_old: bool
) -> None:
    text, *counts = KINDS[kind]
    seeded(folder / "a.toml", text.replace(f"{TODAY}", f"{LAST_WEEK}") if is_old else text)
    seeded(folder / "b.toml", unfinished("Other", TODAY if is_old else LAST_WEEK))
    answer = run("standings")
    assert (answer.code == 0) is counts[is_old]
    if counts[is_old]:
        assert chosen(answer) == "Other"


# ── questions about cards ────────────────────────────────────────────────────────────────


def test_without_a_ledger_a_question_is_about_three_thirteen(run: Run) -> None:
    answer = run("deadwood", "3h4h5h")
    assert answer.code == 0
    assert "round 1, THREES are wild" in answer.out


def test_a_question_asks_by_the_rules_of_the_game_at_hand(run: Run, folder: Path) -> None:
    rules = "[rules]\ndecks = 2\nface_points = 'rank'\n"
    seeded(folder / "a.toml", ledger(ROUND, rules=rules))
    answer = run("deadwood", "kd 2s 5h 9c")
    assert answer.said[0] == "Thursday"
    assert answer.said[1].startswith("29 points")


def test_a_named_game_goes_before_the_game_at_hand(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", unfinished("Here"))
    answer = run("deadwood", "--game", "three-thirteen", "kd 2s 5h")
    assert "Here" not in answer.out
    assert run("deadwood", "--game", "three-thirteen", "-f", "a.toml", "kd").code == 2
