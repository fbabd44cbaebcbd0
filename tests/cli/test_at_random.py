"""Whatever is typed, and whatever a ledger says: an answer or a refusal, never a crash."""

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules import KEYS
from scorekeeper.store import load_ledger
from tests.effort import examples
from tests.program import SOUND, answered, elsewhere, ledger, seeded

CODES = {0, 1, 2, 3, 4}


@contextmanager
def table(text: str) -> Iterator[Path]:
    """A folder of its own with one ledger."""
    with elsewhere() as folder:
        yield seeded(folder / "thursday.toml", text)


# ── whatever is typed ────────────────────────────────────────────────────────────────────

PLAIN = """
0 1 12 31 99 - -5 o out O out: o: w jk k a t+9 k+9+2 + = == =12 12= 12=74 total:9
5h 5h6h7h 567h 5h6h7hkd 3s3h3d jkjk 5x / 5h6h/7h , 1h 56sh 🂱 ♥5 10h Th
ann bo cy Anne ann= bo= cy= x= =5 3s 4s last sevens none points thursday.toml . 2
-- --out --note --round --totals --wild --rule --game --decks --json --ascii -f -n
jokers=2 wild_limit=half rounds=2 ² ٣ * ( ' " [
"""
PIECES = (*PLAIN.split(), "", " ", "\u202e", "\x00", "card_points={ Q = 25 }", "x" * 300)

COMMANDS = (
    *("add", "fix", "undo", "redo", "next", "standings", "sheet"),
    *("deadwood", "verify", "meld", "check", "rules", "new"),
)

words = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)


@settings(max_examples=examples(100))
@given(st.sampled_from(COMMANDS), st.lists(words | st.sampled_from(PIECES), max_size=5))
def test_whatever_is_typed_gets_an_answer_and_a_refusal_writes_nothing(
    command: str, typed: list[str]
) -> None:
    with table(SOUND) as path:
        answer = answered([command, *typed])
        assert answer.code in CODES, (command, typed, answer)
        assert answer.out or answer.err or command in ("check", "deadwood", "verify")
        if answer.code:
            assert path.read_text("utf-8") == SOUND
            assert [file.name for file in path.parent.iterdir()] == ["thursday.toml"]
        load_ledger(path)


@settings(max_examples=examples(75))
@given(st.text(max_size=40), st.sampled_from(("deadwood", "verify")))
def test_every_line_of_a_batch_gets_an_answer(text: str, command: str) -> None:
    with table(SOUND):
        lines = [line for line in io.StringIO(text) if line.strip() and line.strip()[0] != "#"]
        answer = answered([command, "-", "--json"], text)
        assert answer.code in (0, 2)
        assert answer.out.count("\n") == len(lines)
        assert all(isinstance(json.loads(line), dict) for line in answer.out.splitlines())


# ── an evening at random ─────────────────────────────────────────────────────────────────

entries = st.one_of(st.integers(0, 30).map(str), st.just("-"))
NAMES = ("Ann", "Bo", "Cy")
rows = st.lists(entries, min_size=3, max_size=3)


@settings(max_examples=examples(20))
@given(st.data())
def test_the_totals_of_any_evening_are_the_sums_of_what_was_typed(data: st.DataObject) -> None:
    model: list[list[int | None]] = []
    past: list[list[list[int | None]]] = []
    future: list[list[list[int | None]]] = []
    with table(ledger()) as path:
        for _ in range(data.draw(st.integers(3, 10))):
            what = data.draw(st.sampled_from(("add", "add", "fix", "undo", "redo")))
            typed = data.draw(rows)
            row = [None if entry == "-" else int(entry) for entry in typed]
            if what == "add":
                code = answered(["add", *typed]).code
                assert code == (2 if row == [None] * 3 or len(model) == 11 else 0)
                if not code:
                    past.append(model)
                    model, future = [*model, row], []
            elif what == "fix" and model:
                at = data.draw(st.integers(0, len(model) - 1))
                named = (f"{name}={entry}" for name, entry in zip(NAMES, typed, strict=True))
                code = answered(["fix", str(at + 1), *named]).code
                if not code and row != model[at]:
                    past.append(model)
                    model, future = [*model[:at], row, *model[at + 1 :]], []
                else:
                    assert code == 0 or row == [None] * 3
            elif what == "undo":
                assert answered(["undo"]).code == (0 if past else 2)
                if past:
                    future.append(model)
                    model = past.pop()
            elif what == "redo":
                assert answered(["redo"]).code == (0 if future else 2)
                if future:
                    past.append(model)
                    model = future.pop()
            facts = answered(["standings", "--json"]).facts
            found = {line["player"]: line for line in facts["standings"]}
            for i, name in enumerate(NAMES):
                column = [row[i] for row in model]
                assert found[name]["rounds"] == column
                assert found[name]["total"] == sum(points or 0 for points in column)
                assert found[name]["missed"] == column.count(None)
            assert answered(["check", path.name]).code == 0


# ── whatever a ledger says ───────────────────────────────────────────────────────────────

PLAIN_VALUES = """
0 1 -1 3 500 9223372036854775807 1.5 nan true 2026-03-12 [] {} [1,0] [3,2]
"" "Ann" "Dee" "JK" "5X" "3" "Z" "low" "high" "bonus-round" "none" "SX" "A23456" "345678"
"""
VALUES = (
    *PLAIN_VALUES.split(),
    *('"5H 6H"', '["Ann", "Bo"]', "{ Ann = 5 }", "{ Dee = 5 }"),
    *('{ deal = 3, wild = "3" }', "[{ deal = 100 }]"),
    '[{ deal = 14, wild = "A" }, { deal = 1 }]',
)

ODD_KEYS = {
    "game": ("title", "date", "dealer", "finished", "put_away", "next_dealer"),
    "players": ("name", "joined", "start", "left"),
    "rules": ("game", "title", *KEYS),
    "rounds": (
        *("out", "note", "dealer", "absent", "misdeal", "bonus"),
        *("scores", "hands", "totals", "adjust"),
    ),
}


@st.composite
def odd_ledgers(draw: st.DrawFn) -> str:
    """A ledger in which some values are odd, and some tables are missing."""

    def body(table: str, sound: str) -> str:
        odd = draw(
            st.dictionaries(st.sampled_from(ODD_KEYS[table]), st.sampled_from(VALUES), max_size=2)
        )
        kept = [line for line in sound.splitlines() if line.split(" = ")[0] not in odd]
        return "\n".join([*kept, *(f"{key} = {value}" for key, value in odd.items())])

    head = body("game", 'title = "Odd"\ndate = 2026-03-12\ndealer = "Ann"')
    parts = [f"schema = 1\n[game]\n{head}", f"[rules]\n{body('rules', 'decks = 2')}"]
    parts += ["[[players]]\n" + body("players", f'name = "{name}"') for name in ("Ann", "Bo")]
    sound = 'out = "Bo"\nscores = { Ann = 3, Bo = 0 }'
    count = draw(st.integers(0, 3))
    parts += [f"[[rounds]]\n{body('rounds', sound)}" for _ in range(count)]
    return "\n".join(parts) + "\n"


LINES = (
    *("standings -f thursday.toml", "standings --json", "sheet", "sheet --json", "next"),
    *(
        "next --json",
        "check",
        "deadwood 5h5s5d",
        "verify 5h5s5dkd",
        "fix 1 ann=4",
        "add 1 o",
        "undo",
    ),
)


# Sixty: each key is odd about three times, and test_hostile goes through the kinds of values.
@settings(max_examples=examples(60))
@given(odd_ledgers())
def test_no_command_crashes_whatever_a_ledger_says(text: str) -> None:
    with table(text):
        for line in LINES:
            answer = answered(line.split())
            assert answer.code in CODES, (line, answer)
