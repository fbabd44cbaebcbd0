"""The same numbers on any terminal: wide and narrow, in colour, dumb, in ASCII, and in a pipe."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.render import columns_of
from scorekeeper.terminal import displayable
from tests.effort import some
from tests.program import PROGRAM, Run, clean_environment, ledger, numbers_in, scores, seeded, start
from tests.terminal import Person

pytestmark = pytest.mark.slow

PEOPLE = ("Ann", "Bo", "Uncle Cy", "Zoë", "李", "[red]Bob")

ROUNDS = (
    'out = "Bo"\n[rounds.scores]\nAnn = 1101\nBo = 0\n"Uncle Cy" = 1203\n"Zoë" = 1304\n'
    '"李" = 1405\n"[red]Bob" = 1506',
    'misdeal = "one card short"\nscores = { Ann = 1607 }',
    'note = "late"\nout = "Zoë"\nabsent = ["李"]\n[rounds.scores]\nAnn = 2108\nBo = 2209\n'
    '"Uncle Cy" = 2310\n"Zoë" = 0\n"[red]Bob" = 2411',
)

LARGE = ledger(
    *ROUNDS,
    players=PEOPLE,
    rules="[rules]\ndecks = 4\ncard_points = { K = 100_000, Q = 100_000 }\n",
    game='dealer = "Ann"\n',
)

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")

WIDTHS = (*range(20, 101), *range(104, 201, 4))

LOOP = """
import os, sys
from scorekeeper.cli import main
for width in {widths}:
    os.environ["COLUMNS"] = str(width)
    print(f"<<{{width}}>>", flush=True)
    main({words})
print("<<end>>", flush=True)
"""
"""Runs a command at every width in one process, which is what takes the time."""


def at_a_terminal(
    folder: Path, words: Sequence[str], width: int = 80, **environment: Any
) -> tuple[str, int]:
    """What a command says at a terminal of this width, and its exit code."""
    return Person(folder, *words, columns=width, rows=50, **environment).ends()


def in_a_process(
    folder: Path, *words: str, shell: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """The program with another encoding, or with its streams as a shell redirects them."""
    command = ["sh", "-c", shlex.join([*PROGRAM, *words]) + shell] if shell else [*PROGRAM, *words]
    there = clean_environment(**environment)
    return subprocess.run(command, cwd=folder, env=there, capture_output=True, check=False)


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", LARGE)


def expected(run: Run, command: str) -> Counter[str]:
    """Every number of points that a command must show, as often as it must."""
    facts = run(command, "--json").facts
    if command == "standings":
        numbers = [line["total"] for line in facts["standings"]]
        numbers += [line["behind"] for line in facts["standings"] if line["behind"]]
    else:
        numbers = [
            square
            for block in facts["rounds"]
            for name, square in block["points"].items()
            if square is not None and name not in block["out"]
        ]
        numbers += [total for block in facts["rounds"] for total in block["totals"].values()]
    return Counter(map(str, numbers))


# ── widths ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [["standings"], ["sheet"], ["sheet", "--totals"]], ids=" ".join)
def test_every_number_is_whole_at_every_width(run: Run, thursday: Path, words: list[str]) -> None:
    numbers = expected(run, words[0])
    if "--totals" in words:
        facts = run("sheet", "--json").facts
        totals = [str(total) for row in facts["rounds"] for total in row["totals"].values()]
        numbers = Counter(totals)
    assert len(numbers) >= 8
    code = LOOP.format(widths=WIDTHS, words=[*words, "-f", thursday.name])
    loop = Person(thursday.parent, command=[sys.executable, "-c", code], columns=400, rows=50)
    said, ended = loop.ends()
    assert ended == 0
    pieces = re.split(r"<<(\d+|end)>>\n", ESCAPE.sub("", said))[1:-2]
    screens = dict(zip(map(int, pieces[::2]), pieces[1::2], strict=True))
    assert tuple(screens) == WIDTHS
    for width, screen in screens.items():
        found = Counter(re.findall(r"(?<![\d.])\d+(?![\d.])", screen))
        assert not numbers - found, f"at {width} columns:\n{screen}"
        for name in PEOPLE:
            assert name in screen, f"at {width} columns:\n{screen}"
        wide = [line for line in screen.splitlines() if columns_of(line) > width]
        assert wide == [], f"at {width} columns"


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("words", [["standings"], ["sheet"], ["next"]], ids=" ".join)
def test_the_window_of_a_real_terminal_counts(thursday: Path, words: list[str], width: int) -> None:
    said, code = at_a_terminal(thursday.parent, words, width)
    assert code == 0
    assert max(columns_of(line) for line in ESCAPE.sub("", said).splitlines()) <= width


@pytest.mark.parametrize("words", [[], ["add"], ["rules"], ["player", "join"]], ids=" ".join)
def test_help_fits_a_narrow_terminal(folder: Path, words: list[str]) -> None:
    said, code = at_a_terminal(folder, [*words, "--help"], 40)
    assert code == 0
    assert max(map(len, said.splitlines())) <= 40


def test_a_group_of_commands_explains_each_in_full(folder: Path) -> None:
    joins = "join A player joins, from the next round on."
    for width in (40, 80):
        asked, _ = at_a_terminal(folder, ["player", "--help"], width)
        bare, code = at_a_terminal(folder, ["player"], width)
        assert (bare, code) == (asked, 0)
        assert joins in " ".join(asked.split())
        assert max(map(len, asked.splitlines())) <= width


def test_a_question_keeps_its_numbers_on_a_narrow_terminal(folder: Path) -> None:
    hand = "2s 2h 4d 6c 8s th qd 3c"
    for width in (20, 40, 80):
        said, code = at_a_terminal(folder, ["deadwood", "--round", "8s", hand], width)
        assert code == 0
        assert "points" in said
        assert "Q♦" in said


def test_a_game_ends_with_places_on_a_narrow_terminal_as_well(folder: Path) -> None:
    seeded(folder / "a.toml", ledger(rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\n"))
    said, code = at_a_terminal(folder, ["add", "12", "o", "5"], 40)
    assert code == 0
    _, _, end = ESCAPE.sub("", said).partition("=====\n\n")
    assert end.startswith("1  Bo\n  total 0\n")
    assert "\n3  Ann\n  total 12\n  behind +12\n" in end


@pytest.mark.parametrize("width", [50, 64, 80])
def test_a_frame_is_drawn_if_wide_names_fit_into_it(folder: Path, width: int) -> None:
    names = ("李小龍先生", "王小明先生", "張大千先生", "陳美麗女士")
    rules = "[rules]\ndecks = 2\n"
    seeded(
        folder / "thursday.toml", ledger(players=names, rules=rules, game='dealer = "李小龍先生"\n')
    )
    said, _ = at_a_terminal(folder, ["next"], width)
    rows = ESCAPE.sub("", said).splitlines()
    turn = "李小龍先生 deals. 王小明先生 begins, then 張大千先生, 陳美麗女士, 李小龍先生."
    framed = columns_of(turn) + 6 <= width
    assert any("│" in row for row in rows) is framed
    assert not framed or any(turn in row for row in rows)


def test_a_long_remark_does_not_cost_the_table_its_rows(folder: Path) -> None:
    absent = 'out = "Bo"\nabsent = ["Cy"]\nscores = { Ann = 12, Bo = 0 }'
    seeded(folder / "thursday.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5), absent))
    said, _ = at_a_terminal(folder, ["standings"], 80)
    rows = ESCAPE.sub("", said).splitlines()
    assert any("█" in row for row in rows)
    assert ["-", "Cy", "5", "(a)"] in [row.split() for row in rows]
    assert "  (a) missed 1 round, not ranked" in rows


# ── colour ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [["standings"], ["sheet"], ["next"]], ids=" ".join)
def test_colour_is_never_the_only_sign(thursday: Path, words: list[str]) -> None:
    coloured, _ = at_a_terminal(thursday.parent, words, 120)
    plain, _ = at_a_terminal(thursday.parent, words, 120, NO_COLOR="1")
    assert COLOUR.search(coloured) or words == ["sheet"]
    assert COLOUR.sub("", coloured) == plain
    assert "\x1b" not in plain
    assert "─" in plain


GREEN, RED, YELLOW = "\x1b[1;32m", "\x1b[1;31m", "\x1b[1;33m"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["verify", "5h6h7hkd", "--wild", "2"], f"{GREEN}YES. This hand goes out.\x1b[0m     "),
        (["verify", "5h6h9hkd", "--wild", "2"], f"{RED}NO. This hand doesn't go out.\x1b[0m     "),
        (
            ["verify", "5h6h9h/9s9d7h/kd", "--wild", "2"],
            f"{YELLOW}NOT LIKE THIS, BUT THE HAND GOES OUT.\x1b[0m     ",
        ),
        (["meld", "5h6h7h"], f"{GREEN}YES. 5♥ 6♥ 7♥ is a run.\x1b[0m     "),
        (["deadwood", "10h10d10sks"], "10♠ \x1b[31m10♥\x1b[0m \x1b[31m10♦\x1b[0m"),
        (["fix", "99", "ann=3"], f"{RED}error: there is no round 99"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_verdicts_red_suits_and_errors_have_their_colours(
    thursday: Path, words: list[str], shown: str
) -> None:
    said, _ = at_a_terminal(thursday.parent, words, 120)
    assert shown in said
    plain, _ = at_a_terminal(thursday.parent, words, 120, NO_COLOR="1")
    assert COLOUR.sub("", said) == plain
    for without in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        said, _ = at_a_terminal(thursday.parent, words, 120, **without)
        assert "\x1b" not in said


def test_the_winners_line_is_green(folder: Path) -> None:
    rounds = [scores("Bo", Ann=12, Bo=0, Cy=5)] * 11
    seeded(folder / "a.toml", ledger(*rounds))
    said, _ = at_a_terminal(folder, ["standings"], 120)
    assert f"{GREEN}BO wins with 0 points.\x1b[0m" in said


def test_suits_written_as_letters_have_no_colour(thursday: Path) -> None:
    said, _ = at_a_terminal(thursday.parent, ["--ascii", "deadwood", "9h9d9sks"], 120)
    assert "9S 9H 9D" in said
    assert "\x1b" not in said


@pytest.mark.parametrize(
    "environment",
    [{"NO_COLOR": "1"}, {"FORCE_COLOR": "0"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}],
    ids=str,
)
def test_no_colour_means_no_colour(thursday: Path, environment: dict[str, str]) -> None:
    said, code = at_a_terminal(thursday.parent, ["standings"], 120, **environment)
    assert code == 0
    assert "\x1b" not in said


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_check_says_one_line_at_a_terminal_and_nothing_in_a_pipe(
    sk: Run, folder: Path, terminal: str
) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    said = at_a_terminal(folder, ["check"], TERM=terminal)
    assert said == ("1 game: all is well\n", 0)
    assert sk("check").out == ""


def test_an_empty_no_color_means_nothing(thursday: Path) -> None:
    said, _ = at_a_terminal(thursday.parent, ["standings"], 120, NO_COLOR="")
    assert COLOUR.search(said)


def test_a_dumb_terminal_gets_what_a_pipe_gets(sk: Run, thursday: Path) -> None:
    for command in ("standings", "sheet", "next"):
        said, code = at_a_terminal(thursday.parent, [command], 200, TERM="dumb")
        assert (said, code) == (sk(command).out, 0)


# ── pipes ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("command", ["standings", "sheet"])
def test_output_that_is_not_a_terminal_is_plain_and_complete(
    sk: Run, thursday: Path, command: str
) -> None:
    plain = sk(command).out
    assert "\x1b" not in plain
    assert set("█│┃━┏") & set(plain) == set()
    for columns in ("20", "80", "500", "0", "-3", "x"):
        there = clean_environment(COLUMNS=columns)
        assert start([command], thursday.parent, environment=there) == (plain, "", 0)


def test_a_pipe_shows_every_number(run: Run, thursday: Path) -> None:
    assert thursday.exists()
    for command in ("standings", "sheet"):
        found = Counter(re.findall(r"(?<![\d.])\d+(?![\d.])", run(command).out))
        assert not expected(run, command) - found
    assert {"3", "11", "5", "4", "208", "30", "177"} <= numbers_in(run("next").out)


def test_forced_colour_goes_through_a_pipe_and_hides_nothing(sk: Run, thursday: Path) -> None:
    forced = clean_environment(FORCE_COLOR="1", TERM="xterm")
    answer = start(["standings"], thursday.parent, environment=forced)
    assert answer.code == 0
    assert COLOUR.search(answer.out)
    assert COLOUR.sub("", answer.out) == sk("standings").out


def test_round_1_is_not_coloured_like_a_first_place(sk: Run, thursday: Path) -> None:
    forced = clean_environment(FORCE_COLOR="1", TERM="xterm")
    answer = start(["sheet"], thursday.parent, environment=forced)
    assert (answer.out, answer.code) == (sk("sheet").out, 0)


# ── encodings ────────────────────────────────────────────────────────────────────────────

EVERYTHING = (
    ["standings"],
    ["sheet"],
    ["next"],
    ["deadwood", "--round", "8s", "567s6hc8dkd2c"],
    ["verify", "--round", "3s", "5h6h7hkd"],
    ["verify", "--round", "3s", "5h6h9ckd"],
    ["meld", "5h6h7h"],
    ["rules"],
    ["rules", "five-crowns"],
    ["rules", "three-thirteen", "--keys"],
    ["check"],
    ["fix", "1", "zoë=5"],
    ["fix", "1", "李x=5"],
    ["--help"],
    ["standings", "--json"],
    ["sheet", "--json"],
)


@pytest.mark.parametrize("words", some(EVERYTHING, 2), ids=" ".join)
def test_if_the_encoding_has_no_symbols_letters_are_written(
    thursday: Path, words: list[str]
) -> None:
    done = in_a_process(thursday.parent, *words, PYTHONIOENCODING="ascii")
    assert done.returncode in (0, 1, 2)
    assert done.stdout.isascii()
    assert done.stderr.isascii()
    assert b"bug in scorekeeper" not in done.stderr
    if words == ["meld", "5h6h7h"]:
        assert b"5H 6H 7H" in done.stdout
    if words == ["standings"]:
        assert b"Zoe " in done.stdout
        assert b"\\u674e" in done.stdout
    if "--json" in words:
        assert "Zoë" in json.dumps(json.loads(done.stdout), ensure_ascii=False)


@pytest.mark.parametrize("words", EVERYTHING, ids=" ".join)
def test_the_option_writes_letters_anywhere(run: Run, thursday: Path, words: list[str]) -> None:
    for line in (["--ascii", *words], [*words, "--ascii"]):
        seeded(thursday, LARGE)
        answer = run(*line)
        assert answer.code in (0, 1, 2)
        assert (answer.out + answer.err).isascii()


def test_other_encodings_show_the_symbols_they_have(thursday: Path) -> None:
    done = in_a_process(thursday.parent, "standings", PYTHONIOENCODING="latin-1")
    assert "Zoë" in done.stdout.decode("latin-1")


def test_a_terminal_without_the_letters_gets_ascii_bars_and_all_numbers(
    run: Run, thursday: Path
) -> None:
    said, code = at_a_terminal(thursday.parent, ["standings"], 120, PYTHONIOENCODING="ascii")
    assert code == 0
    assert said.isascii()
    found = Counter(re.findall(r"(?<![\d.])\d+(?![\d.])", ESCAPE.sub("", said)))
    assert not expected(run, "standings") - found


@pytest.mark.parametrize("command", ["standings", "sheet", "next"])
def test_a_drawing_has_the_same_lines_in_ascii(thursday: Path, command: str) -> None:
    words = [command]
    drawn, _ = at_a_terminal(thursday.parent, words, 120)
    by_option, _ = at_a_terminal(thursday.parent, [*words, "--ascii"], 120)
    by_encoding, _ = at_a_terminal(thursday.parent, words, 120, PYTHONIOENCODING="ascii")
    for said in (by_option, by_encoding):
        assert said.isascii()
        rows = [ESCAPE.sub("", row).strip() for row in said.splitlines()]
        assert len(rows) == len(drawn.splitlines())
        assert any(re.fullmatch(r"-+|\+-+\+", row) for row in rows)


def test_the_separator_of_a_hint_is_not_an_entry() -> None:
    plain = TextIOWrapper(BytesIO(), "ascii")
    assert displayable("k+9 · - not here", plain) == "k+9 | - not here"


# ── streams that are not there ───────────────────────────────────────────────────────────


def test_a_closed_stdin_is_not_a_terminal(thursday: Path) -> None:
    done = in_a_process(thursday.parent, "add", shell=" <&-")
    assert done.returncode == 2
    assert b"missing, and a blank isn't a zero" in done.stderr


@pytest.mark.parametrize("stream", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_does_not_crash(thursday: Path, stream: str) -> None:
    done = in_a_process(thursday.parent, "standings", shell=f" {stream}")
    assert done.returncode in (0, 3)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["deadwood", "zz"], 2),
        (["deadwood", "zz", "--json"], 2),
        (["nxt"], 2),
        (["new", "Ann", "Bo", "-f", "thursday.toml"], 4),
        (["new", "Anna", "Anne", "-f", "new.toml"], 0),
        (["standings"], 0),
    ],
)
def test_unread_remarks_are_not_a_fault(thursday: Path, words: list[str], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*PROGRAM, *words],
        cwd=thursday.parent,
        env=clean_environment(),
        stdout=subprocess.DEVNULL,
        stderr=writing,
        check=False,
    )
    os.close(writing)
    assert done.returncode == code
    assert (thursday.parent / "new.toml").exists() == ("new.toml" in words)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", ["sheet", "--help", "fix --help", "--version", "player", ""])
def test_a_full_device_is_not_success(thursday: Path, words: str) -> None:
    done = in_a_process(thursday.parent, *words.split(), shell=" </dev/null >/dev/full")
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert b"error: " in done.stderr
