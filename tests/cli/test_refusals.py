"""Everything that is refused: the sentence, the remedy, the exit code, and untouched files."""

import json
import os
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_rescore import NUMBERS
from tests.program import (
    HIGH,
    ROUND,
    TODAY,
    TWO_ROUNDS,
    Answer,
    Run,
    elsewhere,
    files,
    ledger,
    refusal,
    scores,
    seeded,
)
from tests.tables import each, rows

PLAYED = ledger(ROUND)
FULL = ledger(*[scores("Bo", Ann=1, Bo=0, Cy=2)] * 11)
POINTS = ledger(
    scores(None, Ann=1, Bo=0, Cy=2),
    rules="[rules]\nrounds = 0\ndecks = 2\ndealer = 'none'\n",
    game="",
)
ONLY_ONE = ledger(
    "[rounds.hands]\nAnn = '5H 5C 9D'\nBo = '3S 4S 5S'\nCy = '6H 6C 8D'",
    rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\n",
)
PLAYED_OFF = ledger(
    scores("Bo", Ann=0, Bo=0, Cy=5),
    "bonus = true\nscores = { Bo = 0 }\nhands = { Ann = '5H 5C KD' }",
    rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n",
)
SEVERAL_OUT = ledger(
    "out = ['Ann', 'Bo']\n" + scores(None, Ann=0, Bo=0, Cy=5),
    rules="[rules]\ngame = 'three-thirteen'\nseveral_out = true\n",
)
BONUS_ROUND = TWO_ROUNDS + "ties = 'bonus-round'\n"
TIE = [scores("Bo", Ann=5, Bo=0, Cy=9), scores("Ann", Ann=0, Bo=5, Cy=9)]
SHOWN = "out = 'Ann'\nscores = { Ann = 0 }\nhands = { Bo = '5H KS 9D', Cy = '5H KD 8C' }"
TWO_OPEN = ledger(players=("Ann", "Andy", "Uncle Al"))


def refused(run: Run, folder: Path, *words: str) -> Answer:
    """The answer to a command that must leave every file as it is."""
    before = files(folder)
    answer = run(*words)
    assert files(folder) == before
    return answer


def with_seats(text: str, **lines: str) -> str:
    """A ledger with one more line about some of the players."""
    for name, line in lines.items():
        text = text.replace(f'name = "{name}"\n', f'name = "{name}"\n{line}\n')
    return text


FOLDERS: dict[str, dict[str, str]] = {
    "no game": {},
    "files that aren't games": {
        "here.toml": "anything",
        "broken.toml": "[rules]\njokers = many\n",
        "wrong.toml": '[rules]\njokers = "many"\n',
    },
    "no round": {"thursday.toml": ledger()},
    "one round": {"thursday.toml": PLAYED},
    "two rounds": {"thursday.toml": ledger(ROUND, scores("Cy", Ann=5, Bo=6, Cy=0))},
    "three rounds": {"thursday.toml": ledger(ROUND, ROUND, ROUND)},
    "points are missing": {"thursday.toml": FULL.replace("Ann = 1\n", "", 1)},
    "eleven rounds": {"thursday.toml": FULL},
    "over before the first round": {
        "thursday.toml": ledger(game=f'dealer = "Ann"\nfinished = {TODAY}\n')
    },
    "over": {"thursday.toml": ledger(ROUND, game=f'dealer = "Ann"\nfinished = {TODAY}\n')},
    "Bo has left": {"thursday.toml": with_seats(PLAYED, Bo="left = 1")},
    "only Cy is left": {"thursday.toml": with_seats(PLAYED, Ann="left = 1", Bo="left = 1")},
    "Ann and Bo leave after round 2": {
        "thursday.toml": with_seats(PLAYED, Ann="left = 2", Bo="left = 2")
    },
    "Ann comes in round 2": {
        "thursday.toml": with_seats(ledger(players=("Ann", "Bo")), Ann="joined = 2")
    },
    "a game of one round": {"thursday.toml": ONLY_ONE},
    "a play-off": {"thursday.toml": PLAYED_OFF},
    "a tie": {"thursday.toml": ledger(*TIE, rules=BONUS_ROUND)},
    "a tie behind the first": {
        "thursday.toml": ledger(TIE[0], scores("Ann", Ann=0, Bo=9, Cy=0), rules=TWO_ROUNDS)
    },
    "no tie": {"thursday.toml": ledger(TIE[0], scores("Ann", Ann=0, Bo=6, Cy=9), rules=TWO_ROUNDS)},
    "one round of two": {"thursday.toml": ledger(TIE[0], rules=BONUS_ROUND)},
    "a round with hands": {"thursday.toml": ledger(SHOWN)},
    "a stranger went out": {
        "thursday.toml": ledger("out = 'Dee'\n" + scores(None, Ann=12, Bo=0, Cy=5))
    },
    "rounds without names": {"thursday.toml": ledger(players=("Ann", "Bo"), rules=HIGH, game="")},
    "several went out": {"thursday.toml": SEVERAL_OUT},
    "a game without cards": {"thursday.toml": POINTS},
    "names alike": {"thursday.toml": TWO_OPEN},
    "two rounds with hands": {"thursday.toml": NUMBERS},
    "more cards than one pack has": {
        "house.toml": "[rules]\ndecks = 1\nrounds = [{ deal = 3 }, { deal = 20 }, { deal = 4 }]\n"
    },
    "small packs": {
        "house.toml": '[rules]\nsuits = "SH"\nranks = "56789T"\nrounds = [{ deal = 15 }]\n'
    },
    "one pack of Five Crowns": {
        "house.toml": 'base = "five-crowns"\n[rules]\ndecks = 1\nrounds = [{ deal = 20 }]\n'
    },
    "more cards than a hand has": {"house.toml": "[rules]\ndecks = 9\nrounds = [{ deal = 21 }]\n"},
    "too few players": {"house.toml": "[rules]\nplayers = [4, 6]\n"},
    "too many players": {"house.toml": "[rules]\nplayers = [1, 2]\n"},
}
"""The files of a folder, by the name that they have in ``refusals.txt``."""


def cases() -> Iterator[Any]:
    """Each case of ``refusals.txt``: the folder, what is done first, the line and its answer."""
    text = Path(__file__).with_name("refusals.txt").read_text("utf-8")
    text = "\n".join(line for line in text.splitlines() if not line.startswith("# "))
    for section in text.split("\n== ")[1:]:
        head, *rows = section.rstrip().split("\n$ sk ")
        name, *before = head.split("; ")
        for row in rows:
            line, said = row.split("\n", 1)
            said, _, code = said.partition("\nexit ")
            answer = Answer("", f"{said}\n", int(code or "2"))
            yield name, before, line, answer


@each("state, before, line, answer", list(cases()), lambda case: case[2])
def test_an_impossible_change_is_refused_and_nothing_is_written(
    state: str, before: list[str], line: str, answer: Answer, run: Run
) -> None:
    with elsewhere() as folder:
        for name, text in FOLDERS[state].items():
            seeded(folder / name, text)
        for earlier in before:
            assert run(*shlex.split(earlier)).code == 0
        assert refused(run, folder, *shlex.split(line)) == answer


# ── starting a game ──────────────────────────────────────────────────────────────────────


def test_a_game_of_the_same_day_and_title_is_not_written_over(run: Run, folder: Path) -> None:
    name = f"three-thirteen-{TODAY}"
    assert run("new", "Ann", "Bo").code == 0
    text = (folder / f"{name}.toml").read_bytes()
    assert f"Score sheet: {name}-2.toml" in run("new", "Cy", "Dee").out
    assert (folder / f"{name}.toml").read_bytes() == text
    answer = refused(run, folder, "new", "Ann", "Bo", "-f", f"{name}.toml")
    assert answer.code == 4
    assert answer.err.startswith(f"error: {name}.toml already exists\n  try: ")


@pytest.mark.parametrize("seconds", [3e11, 1e20, -1e12])
@pytest.mark.parametrize(
    "words",
    [
        *("new Ann Bo", "new Ann Bo --date 2026-01-02", "games", "standings"),
        *("again -f a.toml", "finish -f a.toml", "serve -f a.toml"),
    ],
)
def test_a_clock_without_a_calendar_is_refused_in_words(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: str, seconds: float
) -> None:
    seeded(folder / "a.toml", PLAYED)
    seeded(folder / "b.toml", PLAYED)
    before = files(folder)
    monkeypatch.setattr(time, "time", lambda: seconds)
    answer = run(*words.split())
    problem = "this computer's clock isn't between the years 1 and 9999"
    assert answer == Answer("", refusal(problem, "set the clock and try again"), 2)
    assert files(folder) == before


# ── files that are no ledgers ────────────────────────────────────────────────────────────

COMMANDS = (
    *("add 8 17 o", "fix 3s ann=21", "next", "next --json", "standings", "sheet"),
    *("deadwood 5h6h7h", "verify 5h6h7hkd", "meld 5h6h7h"),
)


@pytest.mark.parametrize("line", [*COMMANDS, "undo", "redo"])
def test_a_missing_file_or_a_path_that_is_no_file_stops_every_command(
    run: Run, folder: Path, line: str
) -> None:
    (folder / "folder").mkdir()
    if hasattr(os, "mkfifo"):  # there are none on Windows
        os.mkfifo(folder / "pipe")
    for name in ("none.toml", "folder", "pipe", "a\0b", "x" * 300):
        answer = refused(run, folder, *line.split(), "-f", name)
        assert (answer.out, answer.code) == ("", 3), name
        assert "error" in answer.err


def test_a_name_too_long_for_a_file_does_not_crash(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(run, folder, "check", "x" * 300).code == 3
    assert refused(run, folder, "new", "Ann", "Bo", "--game", f"./{'x' * 300}").code == 3
    monkeypatch.setenv("SCOREKEEPER_FILE", "x" * 300)
    assert refused(run, folder, "standings").code == 3


def test_undo_of_a_ledger_that_cannot_be_read_does_not_advise_undo(run: Run, folder: Path) -> None:
    path = seeded(folder / "a.toml", PLAYED)
    run("fix", "3s", "ann=13")
    seeded(path, PLAYED.replace("Ann = 12", "Ann = twelve"))
    answer = refused(run, folder, "undo", "-f", "a.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert "sk undo" not in answer.err


# ── the same for programs ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("words", "kind", "code"), rows(__file__, "refusals.toml", "for_programs"))
def test_errors_for_programs_are_one_object_on_stderr(
    run: Run, folder: Path, words: list[str], kind: str, code: int
) -> None:
    (folder / "nothing").mkdir()
    os.chdir(folder / "nothing")
    seeded(folder / "nothing" / "broken.toml", "dear diary\n")
    seeded(folder / "thursday.toml", PLAYED)
    answer = run(*words)
    assert (answer.out, answer.code) == ("", code)
    facts = json.loads(answer.err)["error"]
    assert set(facts) == {"kind", "problem", "try", "code"}
    assert (facts["kind"], facts["code"]) == (kind, code)
    assert facts["problem"]
    assert facts["try"]
