"""What people type at a card table: each line in the open game, and behind ``sk``.

``said.toml`` holds the lines and what has to come of them. A command counts by what it does: the
files must be byte for byte those that the command writes when it is typed as it should be.
"""

import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from scorekeeper.terminal.command_words import COMMANDS
from tests.cli.table_talk.sitting import Files, Sitting, Tables, contents, lay, texts
from tests.effort import some
from tests.program import Answer, answered, elsewhere
from tests.tables import each

Outcome = tuple[str, Any]

TABLE = tomllib.loads(Path(__file__).with_name("said.toml").read_text("utf-8"))

COMMAND = ("does", "writes", "runs", "offers", "confirms", "either", "in_turn")
"""What is one command, or two with a semicolon between them."""

ONLY_THERE = {"shows", "leads_to", "says", "runs"}
"""What isn't seen in the answer off a terminal."""

WAYS_OUT = ("<", "back", "cancel", "esc", "undo", "n")


class Row(NamedTuple):
    """A line, the folder that it is typed in, and what may come of it."""

    line: str
    state: str
    outcomes: tuple[Outcome, ...]


def rows_of(group: dict[str, Any]) -> Iterator[Row]:
    for facts in group["rows"]:
        outcomes = dict(facts)
        line, state = outcomes.pop("line"), outcomes.pop("state", group["state"])
        several = outcomes.pop("any", None) or [outcomes]
        yield Row(line, state, tuple(next(iter(one.items())) for one in several))


GROUPS = {
    f"{number}, {group['state']}": list(rows_of(group))
    for number, group in enumerate(TABLE["group"])
}

ROWS = [row for rows in GROUPS.values() for row in rows]


def called(row: Row) -> str:
    return f"{row.state}: {row.line}"


# ── folders ──────────────────────────────────────────────────────────────────────────────


@cache
def made(state: str) -> Files:
    """The files of a state, those of its history too."""
    with elsewhere() as folder:
        for command in TABLE["states"][state]["made"]:
            answer = answered(shlex.split(command))
            assert answer.code == 0, f"{command}: {answer.err}"
        return texts(folder.iterdir())


def games(folder: Path, state: str) -> Files:
    """The games in a folder; a new one without its dealer, who may have been drawn."""
    return {
        name: text if name in made(state) else re.sub(r"(?m)^dealer = .*\n", "", text)
        for name, text in contents(folder).items()
    }


@cache
def done(state: str, command: str) -> tuple[Answer, Files]:
    """What a command that is typed as it should be says off a terminal, and the games then."""
    with elsewhere() as folder:
        lay(folder, made(state))
        *_, answer = [answered(shlex.split(each)) for each in command.split(" ; ")]
        return answer, games(folder, state)


def before(state: str) -> Files:
    return {name: text for name, text in made(state).items() if not name.startswith(".")}


def flat(text: str) -> str:
    return " ".join(text.split())


def found(words: str, said: str) -> bool:
    return re.search(words, flat(said), re.IGNORECASE) is not None


# ── the table itself ──────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@each("row", some(ROWS), called)
def test_the_command_expected_of_each_line_can_be_typed(row: Row) -> None:
    for kind, value in row.outcomes:
        if kind in COMMAND:
            answer, after = done(row.state, value)
            assert answer.code == 0 or (kind == "does" and answer.code == 1), answer.err
            assert (after == before(row.state)) == (kind == "does")


# ── off a terminal ───────────────────────────────────────────────────────────────────────


def tried(err: str) -> list[str]:
    """The commands that an error says to try."""
    _, _, remedy = err.partition("try:")
    pieces = re.split(r"\bsk (?=[a-z])", flat(remedy.replace("   ", " \x00 ")))[1:]
    return [re.split(r"\x00|,? or $|[?,;·]? *$| {2,}", piece)[0].strip() for piece in pieces]


def same(state: str, command: str, other: str) -> bool:
    """Whether two commands do and say the same where nobody is asked."""
    if command == other:
        return True
    (answer, after), (wanted, files) = done(state, command), done(state, other)
    if answer.code != wanted.code or after != files:
        return False
    return files != before(state) or (answer.out, answer.err) == (wanted.out, wanted.err)


def typed(rows: list[Row], *, at_a_table: bool = False) -> list[Row]:
    """The rows of which the open game alone shows what comes of them, or some of the others.

    In the long run all are typed there, and all off a terminal.
    """
    there = [row for row in rows if ONLY_THERE & {kind for kind, _ in row.outcomes}]
    others = [row for row in rows if row not in there]
    return [*there, *some(others)] if at_a_table else [*some(others, 3), *some(there)]


LARGE = [pytest.param(name, marks=pytest.mark.slow) for name in GROUPS if len(GROUPS[name]) > 100]


@pytest.mark.parametrize("group", [*LARGE, *(name for name in GROUPS if len(GROUPS[name]) <= 100)])
def test_off_a_terminal_the_right_command_is_named_and_nothing_is_done(group: str) -> None:
    with elsewhere() as folder:
        each("row", typed(GROUPS[group]), called)(is_named_and_not_done)(folder=folder)


def is_named_and_not_done(row: Row, folder: Path) -> None:
    first = row.line.split()[0]
    lay(folder, made(row.state))
    answer = answered(row.line.split())
    after = games(folder, row.state)
    assert answer.code not in (1, 70) or first in COMMANDS, answer.err
    kinds = {kind for kind, _ in row.outcomes}
    if kinds == {"runs"} or first == "sk":
        return
    if first in COMMANDS and answer.code == 0 and after != before(row.state):
        writing = [value for kind, value in row.outcomes if kind in ("either", "writes", "offers")]
        assert row.line == "misdeal" or after in [done(row.state, value)[1] for value in writing]
        return
    assert after == before(row.state), "something was written"
    if first in COMMANDS:
        return
    assert answer.code in (2, 3), f"{answer.code}: {answer.out}"
    assert "try:" in answer.err
    reasons = [
        reason for outcome in row.outcomes if (reason := _unlike(row.state, outcome, answer.err))
    ]
    assert len(reasons) < len(row.outcomes), f"{answer.err}\n{reasons}"


def _unlike(state: str, outcome: Outcome, err: str) -> str:
    """What is wrong with an error, where this ought to come of the line; nothing is fine."""
    kind, value = outcome
    commands = tried(err)
    if kind in ("does", "offers", "confirms", "either", "writes"):
        if len(commands) != 1:
            return f"{commands} isn't one command"
        if value == "rules" and "-f" in commands[0]:  # rules alone lists the games there
            value = f"rules -f {next(name for name in made(state) if name[0] != '.')}"
        return "" if same(state, commands[0], value) else f"sk {commands[0]} isn't sk {value}"
    if kind == "in_turn":
        return "" if same(state, " ; ".join(commands), value) else f"{commands} isn't {value}"
    if kind == "asks":
        missing = [word for word in value if not any(c.startswith(word) for c in commands)]
        return f"{missing} isn't among {commands}" if missing else ""
    if kind == "refuses":
        return "" if found(value, err) else f"{value} isn't named"
    return ""


# ── in the open game ─────────────────────────────────────────────────────────────────────


class Table(NamedTuple):
    """The open game, and somebody who types in it."""

    sitting: Sitting
    state: str
    tables: Tables

    def types(self, line: str) -> str:
        """What comes of a line, without the line itself."""
        if self.has_ended:
            return ""
        self.sitting.types(line)
        return self.sitting.said.partition("\n")[2]

    @property
    def has_ended(self) -> bool:
        return self.sitting.person.has_ended()

    @property
    def games(self) -> Files:
        return games(self.sitting.folder, self.state)

    def is_unchanged(self) -> bool:
        return self.games == before(self.state)

    def waits(self) -> bool:
        """Whether it waits for a line, and nothing is asked."""
        return self.sitting.is_at_the_table()

    def asks(self) -> bool:
        return self.sitting.is_asked()


@contextmanager
def table(state: str, tables: Tables) -> Iterator[Table]:
    """An open game of a state."""
    with tables.taken_up(state, made(state), columns=250, rows=70, TERM="dumb") as sitting:
        yield Table(sitting, state, tables)


@pytest.mark.parametrize("group", GROUPS)
def test_in_the_open_game_a_line_comes_to_what_was_meant(group: str, tables: Tables) -> None:
    rows = typed(GROUPS[group], at_a_table=True)
    each("row", rows, called)(comes_to_what_was_meant)(tables=tables)


def comes_to_what_was_meant(row: Row, tables: Tables) -> None:
    reasons = []
    for outcome in row.outcomes:
        with table(row.state, tables) as at:
            reason = judged(at, row.line, outcome)
            if not reason:
                return
            reasons.append(f"{outcome}: {reason}\n{''.join(at.sitting.person.said)[-1500:]}")
    raise AssertionError("\n".join(reasons))


def judged(table: Table, line: str, outcome: Outcome) -> str:
    """What is wrong with what comes of a line; nothing is fine."""
    kind, value = outcome
    answer = table.types(line)
    if table.has_ended:
        return "it ended"
    if "Traceback" in answer or "bug in scorekeeper" in answer:
        return "it failed"
    return JUDGES[kind](table, line, value, answer)


def _does(table: Table, _: str, command: str, answer: str) -> str:
    if not (table.waits() and table.is_unchanged()):
        return "it isn't done at once, or it writes"
    shown = shown_by(table.state, command, table.tables)
    missing = [text for text in shown if text not in flat(answer)]
    return f"{missing[:3]} isn't shown" if missing else ""


@cache
def shown_by(state: str, command: str, tables: Tables) -> list[str]:
    """The lines that a command shows in the open game."""
    with table(state, tables) as other:
        lines = [flat(text) for text in other.types(command).splitlines()[:-1]]
    return [text for text in lines if text]


def _shows(table: Table, _: str, words: str, answer: str) -> str:
    if not (table.waits() and table.is_unchanged()):
        return "it isn't done at once, or it writes"
    return "" if found(words, answer) else "it isn't shown"


def _is_done(table: Table, command: str) -> str:
    wanted, files = done(table.state, command)
    assert wanted.code == 0, f"{command}: {wanted.err}"
    if table.games == files:
        return ""
    return "nothing is done" if table.is_unchanged() else "it writes something else"


def _writes(table: Table, _: str, command: str, __: str) -> str:
    return _is_done(table, command) if table.waits() else "it asks first"


def _offers(table: Table, line: str, command: str, answer: str) -> str:
    if not (table.asks() and table.is_unchanged()):
        return "it isn't an offer"
    if "[Enter]" not in answer:
        return "the offer names no key"
    table.types(WAYS_OUT[len(line) % len(WAYS_OUT)])
    if not (table.waits() and table.is_unchanged()):
        return "the offer isn't dropped"
    table.types(line)
    table.types("")
    return _is_done(table, command)


def _in_turn(table: Table, _: str, commands: str, __: str) -> str:
    for number in range(len(commands.split(" ; "))):
        if not table.asks() and not number:
            return "it isn't an offer"
        table.types("")
    return _is_done(table, commands)


def _confirms(table: Table, line: str, command: str, _: str) -> str:
    if not (table.asks() and table.is_unchanged()):
        return "it isn't a question"
    table.types("")
    if not table.is_unchanged():
        return "Enter did it"
    if not table.waits():
        table.types("n")
    table.types(line)
    table.types("y")
    return _is_done(table, command)


def _either(table: Table, line: str, command: str, _: str) -> str:
    if table.is_unchanged():
        if not table.asks():
            return "nothing is done or asked"
        table.types("")
    if table.is_unchanged():
        table.types(line)
        table.types("y")
    return _is_done(table, command)


def _asks(table: Table, _: str, commands: list[str], answer: str) -> str:
    if not (table.asks() and table.is_unchanged()):
        return "it doesn't ask"
    missing = [word for word in commands if word not in answer]
    return f"{missing} isn't offered" if missing else ""


def _leads_to(table: Table, line: str, words: str, answer: str) -> str:
    for key in ("", "y"):
        if not table.is_unchanged():
            return "something is written before it is asked"
        if not table.waits() and found(words, answer):
            return ""
        if table.waits() and key == "":
            return "nothing is asked"
        if table.waits():
            table.types(line)
        answer = table.types(key)
    if not table.is_unchanged():
        return "something is written before it is asked"
    return "" if found(words, answer) and not table.waits() else "it doesn't lead there"


def _says(table: Table, _: str, words: str, answer: str) -> str:
    lines = answer.splitlines()
    talk = "\n".join(lines[:-1] if table.waits() else lines)
    if not found(words, talk):
        return "it isn't said"
    if table.asks():
        table.types("")
    return "" if table.is_unchanged() else "something is written"


JUDGES: dict[str, Callable[[Table, str, Any, str], str]] = {
    "does": _does,
    "shows": _shows,
    "writes": _writes,
    "in_turn": _in_turn,
    "runs": _writes,
    "offers": _offers,
    "confirms": _confirms,
    "either": _either,
    "asks": _asks,
    "leads_to": _leads_to,
    "says": _says,
    "refuses": _says,
}
