"""Files of the largest size allowed, and larger: each gets an answer soon, with little memory."""

import resource
import signal
import subprocess
import time
from functools import cache
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest

from scorekeeper import codec
from scorekeeper.errors import LedgerError
from scorekeeper.rules import RuleSet
from tests.cli.test_hostile import NO_LEDGERS, with_line
from tests.effort import examples, is_soon, some
from tests.fork_server import PATIENCE
from tests.program import (
    IMPATIENT,
    PROGRAM,
    SOUND,
    Answer,
    clean_environment,
    ledger,
    names,
    seeded,
    start,
)
from tests.terminal import Sits

pytestmark = pytest.mark.slow

DEEP_KEYS = {
    "a key of 100,000 parts": with_line(".".join("a" * 100_000) + " = 1"),
    "a table of 100,000 parts": f"{SOUND}\n[{'.'.join('a' * 100_000)}]\n",
    "tables inside each other": SOUND + "".join(f"\n[{'a.' * n}a]" for n in range(1, 900)) + "\n",
    "a key of 900 parts": with_line(".".join("a" * 900) + " = 1"),
    "100,000 tables": SOUND + "".join(f"\n[t{n}]" for n in range(100_000)) + "\n",
    "100,000 keys": SOUND + "".join(f"\nk{n} = 1" for n in range(80_000)) + "\n",
    "100,000 strange players": ledger(
        "[rounds.scores]\n" + "".join(f"P{n} = 1\n" for n in range(80_000))
    ),
    "a list of 500,000": with_line("title2 = [" + "1," * 500_000 + "]"),
}
"""Texts that are quickly written and take long to read."""


HEAVY = {
    **DEEP_KEYS,
    "a hand of a megabyte": ledger(f'[rounds.hands]\nAnn = "{"5h" * 500_000}"'),
    **{
        kind: NO_LEDGERS[kind]
        for kind in (
            *("an integer of 5,000 digits", "a megabyte of open brackets", "501 rounds"),
            *("a rule of a billion rounds", "a billion decks", "a deal of a billion"),
        )
    },
}


@pytest.mark.parametrize("kind", HEAVY)
def test_no_file_takes_long_or_much_memory(folder: Path, kind: str) -> None:
    path = seeded(folder / "t.toml", HEAVY[kind])
    for words, codes in (("add 8 17 o -f t.toml", (0, 3)), ("check t.toml", (1,))):
        answer, seconds = heaviest(folder, *words.split())
        assert answer.code in codes
        assert is_soon(seconds)
    assert path.read_text("utf-8") == HEAVY[kind] or answer.code == 0


OPEN_ENDS = {
    "quotes that are escaped": '"""' + '\\"""' * 250_000 + "\\",
    "apostrophes in threes": "'''" * 333_333,
    "quotes": '"' * 1_000_001,
    "apostrophes": "'" * 1_000_001,
    "line breaks that are escaped": 'a = "' + "\\n" * 500_000,
    "dots and brackets": "a." * 99 + "a = " + "[" * 100_000,
}


@pytest.mark.parametrize("kind", OPEN_ENDS)
def test_unclosed_strings_are_read_once(kind: str) -> None:
    began = time.process_time()
    with pytest.raises(LedgerError, match="this isn't valid TOML"):
        codec.read(SOUND + OPEN_ENDS[kind])
    assert is_soon(time.process_time() - began)


def heaviest(folder: Path, *words: str) -> tuple[Answer, float]:
    """The answer and the seconds of the whole program, loaded already and with little memory."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = start(words, folder, limit="room")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@cache
def full_of_hands(rounds: int, cards: int) -> str:
    """A ledger of 50 players who show hands of this many cards in every round."""
    names, random = [f"P{number}" for number in range(50)], Random(313)
    pack, blocks = list(RuleSet().pack) * cards, []
    for _ in range(rounds):
        random.shuffle(pack)
        hands = (" ".join(map(str, pack[i * cards : (i + 1) * cards])) for i in range(50))
        shown = (f'{name} = "{hand}"' for name, hand in zip(names, hands, strict=True))
        blocks.append("\n".join(["[rounds.hands]", *shown]))
    specs = ", ".join(f'{{ deal = {cards}, wild = "7" }}' for _ in range(rounds))
    rules = f"[rules]\ndecks = {cards}\nrounds = [{specs}]\n"
    return ledger(*blocks, players=names, rules=rules, game="")


@pytest.mark.parametrize(
    ("words", "rounds"),
    [("check", examples(500)), ("standings", 100), ("fix last p1=5", 100)],  # a fix of 500 is below
)
def test_thousands_of_hands_take_little_memory(folder: Path, words: str, rounds: int) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds, cards=3))
    assert heaviest(folder, *words.split())[0].code == 0


def test_house_rules_too_long_for_every_row_are_not_written_as_csv(folder: Path) -> None:
    rules = full_of_hands(rounds=500, cards=3).partition("[rules]")[2].partition("[[rounds]]")[0]
    seeded(folder / "t.toml", largest(rules=f"[rules]{rules}"))
    answer, seconds = heaviest(folder, "export", "--to", "csv")
    assert answer.err.startswith("error: the title and house rules are too long")
    assert (answer.out, answer.code, is_soon(seconds)) == ("", 2, True)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="only /proc has its CPU time")
@pytest.mark.parametrize("command", some(["standings", "review"], 2))
def test_counting_thousands_of_hands_can_be_stopped(folder: Path, command: str) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds=300, cards=20))
    counting = subprocess.Popen(
        [*PROGRAM, command], cwd=folder, env=clean_environment(), stdout=PIPE, stderr=PIPE
    )
    working = Path(f"/proc/{counting.pid}/schedstat")
    # Nanoseconds, however long it must wait for its turn.
    while counting.poll() is None and int(working.read_text("ascii").split()[0]) < 1.5e9:
        time.sleep(0.05)
    counting.send_signal(signal.SIGINT)
    out, _ = counting.communicate(timeout=PATIENCE)
    assert (out, counting.returncode) == (b"", 130)


ROWS = "file,title,date,round,player,points\n"


TABLES = {
    "more games than in ten years": (
        ROWS + "".join(f"{game},Skat,2026-03-07,1,Ann,3\n" for game in range(examples(100_000))),
        "1002: there are more than 1000 games",
    ),
    "more rows than in a thousand evenings": (
        ROWS + "a,Skat,2026-03-07,1,P,3\n" * 200_000,
        "100002: there are more than 100000 rows",
    ),
    "as many players as rows": (
        ROWS + "".join(f"a,Skat,2026-03-07,1,P{who},3\n" for who in range(examples(90_000))),
        f"2: Points is for at most 50 players, not {examples(90_000)}",
    ),
    "columns without an end": (
        "round" + ",Ann" * examples(1_000_000) + "\n1,2\n",
        f"1: there are {examples(1_000_000) + 1} columns, too many for 50 players",
    ),
    "rounds without an end": (
        "round,Ann\n" + "1,2\n" * examples(1_000_000),
        "100002: there are more than 100000 rows",
    ),
    "players down without an end": (
        "player," + ",".join(map(str, range(1, 501))) + ("\nAnn" + ",3" * 500) * 7_000,
        "53: there are more than 50 players",
    ),
    "rounds of 100 players without an end": (
        "round," + ",".join(f"P{who}" for who in range(100)) + ("\n1" + ",0" * 100) * 30_000,
        "503: there are more than 500 rounds",
    ),
    "100 columns, each of which could be another's totals": (
        "round," + ",".join(f"P{who}" for who in range(100)) + ("\n1" + ",0" * 100) * 500,
        "3: column P0: P0 has points for this round in line 2 already",
    ),
    "thousands of accents on a letter": ("round,A" + "\u0f73" * 40_000 + "\n1,2\n", "1: column A"),
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_with_far_too_much_in_it_is_refused_soon(folder: Path, kind: str) -> None:
    table, problem = TABLES[kind]
    (folder / "x.csv").write_text(table, "utf-8")
    answer, seconds = heaviest(folder, "import", "x.csv", "--yes")
    assert answer.err.startswith(f"error: x.csv:{problem}")
    assert (answer.code, is_soon(seconds), names(folder)) == (3, True, {"x.csv"})


def test_thousands_of_names_are_joined_and_compared_soon(folder: Path) -> None:
    for table in range(100):
        people = [f"P{number}" for number in range(50 * table, 50 * table + 50)]
        rules = '[rules]\ngame = "points"\nrounds = 0\n'
        seeded(folder / f"{table}.toml", ledger(players=people, rules=rules, game=""))
    lines = (f'"N{number}" = "O{number}"\n' for number in range(8_000))
    seeded(folder / "people.toml", "[people]\n" + "".join(lines))
    answer, seconds = heaviest(folder, "people")
    assert (answer.code, is_soon(seconds)) == (0, True)
    assert answer.said[-1] == "and more names one letter apart"


UNLIMITED = '[rules]\ngame = "points"\nrounds = 0\ndealer = "none"\n'


def largest(more: str = "", rules: str = UNLIMITED) -> str:
    """500 rounds of 50 players, with some more lines in each round."""
    names = [f"P{number}" for number in range(50)]
    points = "".join(f"{name} = {i}\n" for i, name in enumerate(names))
    block = f"[rounds.scores]\n{points}{more}"
    return ledger(*[block] * 500, players=names, rules=rules, game="")


@pytest.mark.parametrize(
    ("more", "words", "code"),
    some(
        [
            ("", "fix 1 p1=7", 0),
            ("", "player rename p1 Zed", 0),
            ("[rounds.totals]\nP1 = 5\nP2 = 6", "check", 1),
        ],
        2,
    ),
)
def test_the_largest_ledger_takes_neither_long_nor_much_memory(
    folder: Path, more: str, words: str, code: int
) -> None:
    seeded(folder / "t.toml", largest(more))
    answer, seconds = heaviest(folder, *words.split())
    assert answer.code == code
    assert is_soon(seconds, 20)


@pytest.mark.parametrize("words", ["standings", "fix last p1=5", "check", "deadwood 3s3h4d"])
def test_counting_many_hands_shows_progress(folder: Path, sits: Sits, words: str) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds=2, cards=3))
    person = sits(*words.split(), command=[*IMPATIENT, *words.split()])
    person.sees("counting hands 1/100")
    said, code = person.ends()
    assert code == 0
    assert not any("counting" in line for line in person.shown())
    assert "counting hands 99/100" in said


@pytest.mark.parametrize(
    ("words", "doing"),
    [("review", "looking at hands"), ("export --to html -o t.html", "arranging hands")],
)
def test_a_review_or_a_page_of_many_hands_shows_its_progress(
    folder: Path, sits: Sits, words: str, doing: str
) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds=2, cards=3))
    person = sits(command=[*IMPATIENT, *words.split()])
    person.sees(f"{doing} 1/100")
    said, code = person.ends()
    assert code == 0
    assert f"{doing} 99/100" in said
    assert not any(doing in line for line in person.shown())


def test_the_open_game_shows_progress_with_many_hands(folder: Path, sits: Sits) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds=2, cards=3))
    person = sits(command=IMPATIENT)
    person.talks("counting hands 1/100", "game over>")
    assert person.leaves() == 0


def test_a_quick_count_shows_no_progress(folder: Path, sits: Sits) -> None:
    seeded(folder / "t.toml", full_of_hands(rounds=2, cards=3))
    assert "counting" not in sits("standings").ends()[0]
