"""Whether a ledger can be lost: kills, crowds, full disks. ``python -m tests.tools.durability``.

Each trial prints one line with the date, what was tried and how often, and what was found; the exit
code is 1 if anything was lost. ``test_durable`` runs shorter versions of these trials.
"""

import argparse
import contextlib
import errno
import fcntl
import itertools
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from unittest import mock

from scorekeeper import codec, store
from scorekeeper.cli import main
from scorekeeper.errors import ScorekeeperError
from scorekeeper.store import durable, history
from scorekeeper.store.history import history_path
from scorekeeper.store.steps import redo, undo
from tests.effort import Clock
from tests.fork_server import PATIENCE, load
from tests.program import PROGRAM, Answer, at_once, clean_environment, files, names


class Outcome(NamedTuple):
    """What a trial found: how often it ran, and every case in which something was lost."""

    name: str
    tried: int
    lost: list[str]
    more: str = ""

    def __str__(self) -> str:
        found = f"{len(self.lost)} LOST: {'; '.join(self.lost[:5])}" if self.lost else "0 lost"
        more = f", {self.more}" if self.more else ""
        return f"{datetime.now():%Y-%m-%d %H:%M}  {self.name}: {self.tried} tried{more}, {found}"


# ── processes of its own ─────────────────────────────────────────────────────────────────


class Child:
    """A copy of this process that runs ``work``; its stdout can be read."""

    def __init__(self, work: Callable[[], int]) -> None:
        load()  # once here, not once in each copy
        reading, writing = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        self.said = b""
        self._reading = reading
        self._status: int | None = None  # once it has ended, and somebody has asked
        if self.pid == 0:
            os.close(reading)
            _work_and_leave(work, writing)
        os.close(writing)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def read_some(self, seconds: float) -> bytes:
        """What comes within this many seconds; returns as soon as something has come."""
        if select.select([self._reading], [], [], seconds)[0]:
            self.said += os.read(self._reading, 1 << 16)
        return self.said

    def has_ended(self) -> bool:
        if self._status is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = status if ended else None
        return self._status is not None

    def end(self) -> int:
        """Wait for the end: the exit code, or less than zero for a signal."""
        while more := os.read(self._reading, 1 << 16):
            self.said += more
        os.close(self._reading)
        status = os.waitpid(self.pid, 0)[1] if self._status is None else self._status
        return os.waitstatus_to_exitcode(status)


def _work_and_leave(work: Callable[[], int], writing: int) -> NoReturn:
    """Work in the copy, with streams of its own, and never return."""
    code = 70
    store.last_written.clear()
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        sys.stdin = os.fdopen(os.dup(nowhere), "r")
        sys.stderr = os.fdopen(os.dup(writing), "w", encoding="utf-8")
        sys.stdout = os.fdopen(writing, "w", encoding="utf-8")
        code = work()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def run(*words: str) -> tuple[int, str]:
    """The exit code of a command line in a copy of this process, and its output."""
    child = Child(lambda: main(list(words)))
    code = child.end()
    return code, child.said.decode()


def fate(path: Path, *possible: bytes) -> str:
    """What is wrong with a ledger that must hold one of these texts; empty if nothing is."""
    try:
        found = path.read_bytes()
        codec.read(found.decode())
    except (OSError, ValueError, ScorekeeperError) as error:
        return f"{path.name} can't be read: {error}"
    return "" if found in possible else f"{path.name} has another text than any that was written"


def strays(folder: Path, *known: str) -> set[str]:
    """Files in a folder other than the known ledgers and their histories."""
    own = {name for ledger in known for name in (ledger, history_path(Path(ledger)).name)}
    return names(folder) - own


# ── a loop of writes, killed at random moments ───────────────────────────────────────────


def _template(path: Path) -> str:
    """A new ledger whose first round has A = 0 and B = 1000; its text."""
    path.unlink(missing_ok=True)
    history_path(path).unlink(missing_ok=True)
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    _must(run("add", "0", "1000", "-f", str(path)))
    return path.read_text("utf-8")


def _must(answer: tuple[int, str]) -> None:
    if answer[0]:
        raise AssertionError(f"a command that must work ended with {answer[0]}: {answer[1]}")


def _state(template: str, number: int) -> bytes:
    """The text of the ledger in state ``number``."""
    return template.replace("A = 0", f"A = {number}").replace("1000", f"{1000 + number}").encode()


def _writer(path: Path, number: int) -> Callable[[], int]:
    """Write one state after another forever, and say so before and after each."""

    def work() -> int:
        talk = os.dup(sys.stdout.fileno())
        sys.stdout = sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        for at in range(number + 1, number + 1_000_000):
            os.write(talk, b"begin %d\n" % at)
            if main(["fix", "1", f"a={at}", f"b={1000 + at}", "-f", str(path)]):
                return 1
            os.write(talk, b"done %d\n" % at)
        return 0

    return work


def kills(folder: Path, count: int, seed: int = 313) -> Outcome:
    """Kill a writer at random moments; what it reported or began must be there, and undo work."""
    path = folder / "killed.toml"
    template = _template(path)
    moments = random.Random(seed)
    lost: list[str] = []
    number = writes = unreported = 0
    for trial in range(count):
        child = Child(_writer(path, number))
        child.read_some(PATIENCE)
        time.sleep(moments.uniform(0, 0.15))
        child.kill()
        code = child.end()
        if code != -signal.SIGKILL:
            lost.append(f"trial {trial}: the writer ended with {code}")
        words = child.said.decode().split()
        begun = int(words[-1])
        done = begun if words[-2] == "done" else begun - 1
        writes += done - number
        wrong = fate(path, _state(template, done), _state(template, begun))
        if wrong:
            lost.append(f"trial {trial}: {wrong}")
            break
        at = store.load(path).game.rounds[0].scores["A"]
        unreported += at == begun > done
        lost += [f"trial {trial}, at {at}: {fault}" for fault in _to_and_fro(path, template, at)]
        number = at
        for left in folder.glob(".*.tmp"):
            left.unlink()
    return Outcome(
        "kills of a loop of writes",
        count,
        lost,
        f"{writes} writes, {unreported} done but not yet reported",
    )


def _to_and_fro(path: Path, template: str, at: int) -> Iterator[str]:
    """What is wrong with undo and redo of a ledger in state ``at``, which must end as it began."""
    steps = min(at, 3)
    for command, to in [("undo", at - 1), ("redo", at)] * (steps > 0):
        code, said = run(command, "-f", str(path))
        if code or fate(path, _state(template, to)):
            yield f"{command} ends with {code}: {said.strip()}"
    if steps > 1:
        code, said = run("undo", "-n", str(steps), "-f", str(path))
        if code or fate(path, _state(template, at - steps)):
            yield f"undo -n {steps} ends with {code}: {said.strip()}"
        for to in range(at - steps + 1, at + 1):
            code, said = run("redo", "-f", str(path))
            if code or fate(path, _state(template, to)):
                yield f"redo to {to} ends with {code}: {said.strip()}"


def kills_of_the_program(folder: Path, count: int, seed: int = 313) -> Outcome:
    """Kill ``sk add``, a process of its own, at random moments of its short life."""
    path = folder / "short.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    moments = random.Random(seed)
    began = time.monotonic()
    subprocess.run([*PROGRAM, "add", "1", "1", "-f", str(path)], capture_output=True, check=True)
    life = time.monotonic() - began
    lost: list[str] = []
    reported = silent = 0
    for trial in range(count):
        before = len(store.load(path).game.rounds)
        doing = subprocess.Popen(
            [*PROGRAM, "add", "1", "2", "-f", str(path)],
            cwd=folder,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(moments.uniform(life * 0.4, life * 1.2))
        doing.kill()
        said = doing.communicate()[0]
        try:
            after = len(store.load(path).game.rounds)
        except ScorekeeperError as error:
            lost.append(f"trial {trial}: {error}")
            break
        reported += bool(said)
        silent += after > before and not said
        if after - before not in ({1} if b"on the sheet" in said else {0, 1}):
            lost.append(f"trial {trial}: {before} rounds, then {after}, and it said {said!r}")
        for left in folder.glob(".*.tmp"):
            left.unlink()
    more = f"{reported} after the answer, {silent} between writing and answering"
    return Outcome("kills of sk add", count, lost, more)


def kills_after_the_answer(folder: Path, count: int) -> Outcome:
    """Kill ``sk add`` as soon as its first word is out: the round must be there."""
    path = folder / "answered.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    lost = []
    for number in range(1, count + 1):
        doing = subprocess.Popen(
            [*PROGRAM, "add", str(number), "0", "-f", str(path)],
            cwd=folder,
            env=clean_environment(PYTHONUNBUFFERED="1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        assert doing.stdout is not None
        first = doing.stdout.read(1)
        doing.kill()
        doing.communicate()
        rounds = store.load(path).game.rounds
        if not first or len(rounds) != number or rounds[-1].scores["A"] != number:
            lost.append(f"round {number} was reported and is not there")
            break
    return Outcome("kills right after the answer", count, lost)


# ── every single step of a write, killed or failing ──────────────────────────────────────

STEPS = ("open", "fchmod", "fsync", "replace", "rename", "link", "unlink")
"""What a write asks of the system, by the names of Python's functions."""

LOOKS = ("stat", "fstat", "close")
"""What else it asks, and nothing depends on."""


def stepping(at_step: Callable[[int, str, Sequence[Any]], None]) -> None:
    """From now on, call ``at_step`` with number, name and arguments before each step."""
    seen = 0

    def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            nonlocal seen
            writes = name != "open" or len(arguments) < 2 or arguments[1] & os.O_CREAT
            if writes:
                seen += 1
                at_step(seen, name, arguments)
            return real(*arguments, **more)

        return call

    for name in {*STEPS, *LOOKS}:
        setattr(os, name, watched(name, getattr(os, name)))
    setattr(durable, "swap_names", watched("replace", durable.swap_names))  # noqa: B010


COMMANDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("add", ("add", "7", "8")),
    ("fix", ("fix", "1", "a=5")),
    ("undo", ("undo",)),
    ("undo -n 3", ("undo", "-n", "3")),
    ("undo -n 5", ("undo", "-n", "5")),
    ("redo", ("redo",)),
    ("rename", ("player", "rename", "a", "Ann")),
    ("misdeal", ("misdeal",)),
)


def _evening(folder: Path) -> tuple[Path, list[bytes]]:
    """A ledger with seven changes, the last one taken back; its texts from the first on."""
    path = folder / "evening.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    texts = [path.read_bytes()]
    for words in (
        ("add", "1", "2"),
        ("add", "3", "4"),
        ("fix", "1", "a=9"),
        ("fix", "2", "b=9"),
        ("add", "5", "6"),
        ("fix", "3", "b=9"),
        ("add", "7", "7"),
    ):
        _must(run(*words, "-f", str(path)))
        texts.append(path.read_bytes())
    _must(run("undo", "-f", str(path)))
    return path, texts[:-1]


def _copy(path: Path, folder: Path) -> Path:
    """Copy the ledger and its history to another folder, which is emptied before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(path, folder)
    shutil.copy(history_path(path), folder)
    return folder / path.name


def each_step(
    folder: Path,
    what: str,
    fail: Callable[[], None],
    commands: Sequence[tuple[str, tuple[str, ...]]],
    names: Sequence[str] = STEPS,
) -> Outcome:
    """Run ``fail`` at each step of each command: the ledger must be as before or as after.

    Everything that could be undone before can be undone afterwards, and one more step if the
    command was done.
    """
    original, texts = _evening(folder)
    lost: list[str] = []
    tried = 0
    for name, words in commands:
        path = _copy(original, folder / "trial")
        _must(run(*words, "-f", str(path)))
        after = path.read_bytes()
        step = 0
        while True:
            step += 1
            path = _copy(original, folder / "trial")
            child = Child(_failing(step, fail, ("-f", str(path)), words, names))
            code = child.end()
            said = child.said.decode(errors="replace")
            if "step not reached" in said:
                break
            tried += 1
            wrong = _after_a_failure(path, texts, after, words, code, said)
            lost += [f"{name}, step {step}: {fault}" for fault in wrong]
    return Outcome(f"every step of a write, {what}", tried, lost)


def _failing(
    step: int,
    fail: Callable[[], None],
    file: tuple[str, ...],
    words: tuple[str, ...],
    names: Sequence[str],
) -> Callable[[], int]:
    def work() -> int:
        counted = 0

        def at_step(number: int, name: str, arguments: Sequence[Any]) -> None:  # noqa: ARG001
            nonlocal counted
            counted += name in names
            if counted == step and name in names:
                fail()

        stepping(at_step)
        code = main([*words, *file])
        if counted < step:
            print("step not reached")
        return code

    return work


def _after_a_failure(
    path: Path, texts: list[bytes], after: bytes, words: tuple[str, ...], code: int, said: str
) -> Iterator[str]:
    """What is wrong after a command was killed, or refused something by the system."""
    before = texts[-1]
    wrong = fate(path, before, after)
    if wrong:
        yield wrong
        return
    done = path.read_bytes() == after
    if code >= 0:
        if code not in (0, 3) or done != (code == 0):
            yield f"exit {code}, and the ledger is {'new' if done else 'old'}: {said.strip()}"
        if left := strays(path.parent, path.name):
            yield f"{', '.join(left)} stays behind"
        if code == 3 and not said.startswith("error: "):
            yield f"it says {said!r}"
    for left_over in path.parent.glob(".*.tmp"):
        left_over.unlink()
    times = int(words[-1]) if words[0] == "undo" and len(words) > 1 else 1
    if not done:
        expected = texts[:-1]
    elif words[0] == "undo":
        expected = texts[: -times - 1]
    else:
        expected = texts
    try:
        if done and words[0] == "undo":
            redo(path)
            if path.read_bytes() != texts[len(texts) - times]:
                yield "redo afterwards leaves another text"
            undo(path)
        for text in reversed(expected):
            command = undo(path)
            if path.read_bytes() != text:
                yield f"undo of {command} afterwards leaves another text"
                return
    except ScorekeeperError as error:
        yield f"undo or redo afterwards: {error.problem}"


def killed_at_each_step(
    folder: Path, commands: Sequence[tuple[str, tuple[str, ...]]] = COMMANDS
) -> Outcome:
    return each_step(folder, "killed", lambda: os.kill(os.getpid(), signal.SIGKILL), commands)


def refused_at_each_step(
    folder: Path,
    number: int,
    commands: Sequence[tuple[str, tuple[str, ...]]] = COMMANDS,
    names: Sequence[str] = (),
) -> Outcome:
    """Each step fails once with this system error: those in ``names``, or else all that write.

    Steps that only clear away don't count.
    """

    def fail() -> None:
        raise OSError(number, os.strerror(number))

    names = names or [name for name in STEPS if name != "unlink"]
    return each_step(folder, f"refused with {errno.errorcode[number]}", fail, commands, names)


MAKING = (
    (1, ("new", "Ann", "Bo", "--dealer", "ann", "-f", "one.toml")),
    (3, ("import", "games.csv", "--yes")),
)

GAMES = "date,title,round,player,points\n" + "".join(
    f"2026-03-0{day},Skyjo,1,{player},{day}\n" for day in (1, 2, 3) for player in ("Ann", "Bo")
)


def stopped_at_each_step(folder: Path, number: signal.Signals) -> Outcome:
    """Stop at each step that makes new games: every game has its history, and undo takes it back.

    Ctrl-C leaves all the games or none, and ``import`` ends politely too.
    """
    lost: list[str] = []
    tried = 0
    for games, words in MAKING:
        for step in itertools.count(1):
            trial = folder / "trial"
            shutil.rmtree(trial, ignore_errors=True)
            trial.mkdir()
            (trial / "games.csv").write_text(GAMES)

            def work(step: int = step, words: tuple[str, ...] = words, trial: Path = trial) -> int:
                os.chdir(trial)
                stop = partial(os.kill, os.getpid(), number)
                return _failing(step, stop, (), words, STEPS)()

            child = Child(work)
            code = child.end()
            said = child.said.decode()
            if "step not reached" in said:
                lost += [f"{words[0]} ends with {code}"] if code else []
                break
            tried += 1
            wrong = _after_a_stop(trial, games, number, code, said)
            lost += [f"{words[0]}, step {step}: {fault}" for fault in wrong]
    return Outcome(f"every step of a new game, {number.name}", tried, lost)


def _after_a_stop(
    folder: Path, games: int, number: signal.Signals, code: int, said: str
) -> Iterator[str]:
    """What is wrong in a folder of new games, empty before, after a command was stopped."""
    made = sorted(folder.glob("*.toml"))
    is_tidy = number == signal.SIGINT or (number == signal.SIGTERM and games > 1)
    if is_tidy and len(made) not in (0, games):
        yield f"{len(made)} of {games} games are there"
    if is_tidy and (left := strays(folder, "games.csv", *(path.name for path in made))):
        yield f"{', '.join(left)} stays behind"
    if number == signal.SIGINT:
        if code != 130 or ("nothing was written" in said) == bool(made):
            yield f"exit {code} with {len(made)} games, and it says {said!r}"
    elif code != -number:
        yield f"exit {code}"
    for path in made:
        try:
            if not undo(path).is_gone:
                yield f"undo leaves {path.name}"
        except ScorekeeperError as error:
            yield f"undo of {path.name}: {error.problem}"


def order_of_flushes(folder: Path) -> Outcome:
    """Contents are flushed before the rename, the folder after it; the answer comes last."""
    path = folder / "flushed.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    _must(run("add", "1", "2", "-f", str(path)))

    def work() -> int:
        lines: list[str] = []

        def note(_: int, name: str, arguments: Sequence[Any]) -> None:
            if name == "fsync":
                target = Path(f"/proc/self/fd/{arguments[0]}").resolve()
                lines.append("flush folder" if target.is_dir() else f"flush {_role(target.name)}")
            elif name == "replace":
                lines.append(f"rename {_role(Path(arguments[0]).name)}")

        stepping(note)
        code = main(["add", "3", "4", "-f", str(path)])
        sys.stdout.flush()
        print("|".join(["steps", *lines]))
        return code

    child = Child(work)
    child.end()
    steps = next((line for line in child.said.decode().splitlines() if line[:5] == "steps"), "")
    wanted = [
        *("flush history", "rename history", "flush folder"),
        *("flush ledger", "rename ledger", "flush folder"),
    ]
    found = steps.split("|")[1:]
    return Outcome("order of flushes", 1, [] if found == wanted else [f"the order is {found}"])


def _role(name: str) -> str:
    return "history" if ".history." in name else "ledger"


# ── a crowd ──────────────────────────────────────────────────────────────────────────────


def crowd(folder: Path, size: int, *more: str) -> tuple[list[Answer], list[int]]:
    """The answers of this many processes that add to one ledger at once, and the rounds' points."""
    path = folder / f"crowd{len(more)}.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    lines = [["add", str(number), "0", *more, "-f", str(path)] for number in range(1, size + 1)]
    return at_once(lines, folder), [round_.scores["A"] for round_ in store.load(path).game.rounds]


def crowd_of_adds(folder: Path, size: int) -> Outcome:
    answers, rounds = crowd(folder, size)
    lost = [f"exit {answer.code}: {answer.err.strip()}" for answer in answers if answer.code]
    if sorted(rounds) != list(range(1, size + 1)):
        lost.append(f"the rounds are {sorted(rounds)}")
    lost += [f"{name} stays behind" for name in strays(folder, "crowd0.toml", "crowd2.toml")]
    return Outcome("adds at the same time", size, lost, f"{len(rounds)} rounds, each once")


def crowd_for_one_round(folder: Path, size: int) -> Outcome:
    answers, rounds = crowd(folder, size, "--round", "1")
    codes = sorted(answer.code for answer in answers)
    lost = [f"exit codes {codes}"] if codes != [0] + [4] * (size - 1) else []
    fix = f"sk fix -f {folder / 'crowd2.toml'}"
    sentence = f"error: round 1 is already on the sheet\n  try: correct it with {fix} 1\n"
    lost += [repr(answer.err) for answer in answers if answer.code == 4 and answer.err != sentence]
    if len(rounds) != 1:
        lost.append(f"the rounds are {rounds}")
    return Outcome("adds of round 1 at the same time", size, lost, f"exit codes {set(codes)}")


# ── an editor that saves beside it ───────────────────────────────────────────────────────


def _save_in_place(path: Path, text: bytes) -> None:
    with path.open("wb", buffering=0) as file:
        file.write(text[: len(text) // 2])
        file.write(text[len(text) // 2 :])


def _save_and_rename(path: Path, text: bytes) -> None:
    new = path.with_name("saved.new")
    new.write_bytes(text)
    new.replace(path)


def _move_away_and_save(path: Path, text: bytes) -> None:
    path.rename(path.with_name("saved.old"))
    path.write_bytes(text)


EDITORS = (_save_in_place, _save_and_rename, _move_away_and_save)


def _editor(
    path: Path, saves: int, ways: Sequence[Callable[[Path, bytes], None]], pause: float
) -> Callable[[], int]:
    """Read the ledger and save it with one more remark, as an editor does, again and again."""

    def work() -> int:
        for number in range(saves):
            ways[number % len(ways)](path, path.read_bytes() + b"# save %d.\n" % number)
            time.sleep(random.uniform(0, pause))
        return 0

    return work


def saves_beside_adds(
    folder: Path,
    saves: int,
    ways: Sequence[Callable[[Path, bytes], None]] = EDITORS,
    pause: float = 0.05,
    seed: int = 313,
) -> Outcome:
    """Add rounds while an editor saves: each save and round is in the ledger or its history."""
    path = folder / "edited.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    random.seed(seed)
    editor = Child(_editor(path, saves, ways, pause))
    seen: set[bytes] = set()
    added: list[int] = []
    lost: list[str] = []
    refused = 0
    while not editor.has_ended():
        if len(added) == 400:
            break  # a ledger has room for 500
        number = len(added) + 1000
        code, said = run("add", str(number), "0", "-f", str(path))
        seen.update(_marks(history_path(path)))
        added += [] if code else [number]
        # On a busy machine an editor may take longer than a command waits for it: the file that it
        # moved away or emptied is then refused, and nothing is written.
        is_late = "there is no file" in said or "this isn't a game file" in said
        refused += code == 3 and is_late
        if code not in (0, 4) and not (code == 3 and is_late):
            lost.append(f"add {number} ends with {code}: {said}")
    editor.end()
    seen.update(_marks(history_path(path)), _marks(path))
    lost += [f"save {number}" for number in range(saves) if b"save %d." % number not in seen]
    lost += [f"round of {number}" for number in added if b"A = %d" % number not in seen]
    how = " and ".join(way.__name__.strip("_").replace("_", " ") for way in ways)
    name = f"saves of an editor beside adds, {how}"
    return Outcome(name, saves, lost, f"{len(added)} rounds added, {refused} refused")


def _marks(path: Path) -> list[bytes]:
    """What can be lost in a file: an editor's remarks, and A's points."""
    return re.findall(rb"save \d+\.|A = \d+", path.read_bytes())


# ── a lock that is held ──────────────────────────────────────────────────────────────────

WRITING = (
    ("add", "1", "2"),
    ("add", "1", "2", "--round", "2"),
    ("fix", "1", "a=5"),
    ("undo",),
    ("redo",),
    ("misdeal",),
    ("penalty", "a", "5"),
    ("player", "rename", "a", "Ann"),
    ("finish",),
)

READING = (("next", "-f"), ("standings", "-f"), ("sheet", "-f"), ("check",), ("rules",))


def _waited(words: list[str]) -> int:
    """The exit code of a command line, and how long it would have waited for the lock."""
    with mock.patch.object(history, "time", Clock()) as clock:
        code = main(words)
    sys.stdout.flush()
    print(f"waited {clock.slept:.1f} s", file=sys.stderr)
    return code


def held_lock(folder: Path, commands: Sequence[tuple[str, ...]] = WRITING) -> Outcome:
    """While another program holds the lock: writers give up after 5 s with 4, readers go on."""
    path = folder / "held.toml"
    _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
    _must(run("add", "1", "2", "-f", str(path)))
    _must(run("add", "3", "4", "-f", str(path)))
    _must(run("undo", "-f", str(path)))
    before = files(folder)
    lost = []
    with path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for reading in READING:
            child = Child(partial(_waited, [*reading, str(path)]))
            if child.end() or not child.said.endswith(b"waited 0.0 s\n"):
                lost.append(f"sk {reading[0]}: {child.said.decode()}")
        for words in commands:
            child = Child(partial(_waited, [*words, "-f", str(path)]))
            code, said = child.end(), child.said.decode()
            sentence = f"error: {path} is being written by another program\n  try: "
            if code != 4 or not said.startswith(sentence) or not said.endswith("waited 5.0 s\n"):
                lost.append(f"sk {' '.join(words)} ends with {code}: {said}")
    if files(folder) != before:
        lost.append("something was written")
    return Outcome("a held lock", len(commands), lost)


# ── a full disk ──────────────────────────────────────────────────────────────────────────


def full_disk(folder: Path, rooms: Sequence[int] = (0, 1, 100, 300, 600)) -> Outcome:
    """No file may grow beyond so many bytes: nothing changes, and the sentence says why."""
    original, texts = _evening(folder)
    lost = []
    tried = 0
    commands: list[tuple[str, ...]] = [("new", "C", "D"), *(words for _, words in COMMANDS)]
    for room in rooms:
        for words in commands:
            tried += 1
            path = _copy(original, folder / "trial")
            before = files(path.parent)
            target = path.with_name("other.toml") if words[0] == "new" else path

            def work(
                words: tuple[str, ...] = words, target: Path = target, room: int = room
            ) -> int:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
                return main([*words, "-f", str(target)])

            child = Child(work)
            code = child.end()
            said = child.said.decode()
            lines = said.splitlines()
            right = (
                code == 3
                and len(lines) == 2
                and lines[0].startswith("error: ")
                and lines[0].endswith(" can't be written: file too large")
                and lines[1] == "  try: free some space on the disk"
            )
            if not right:
                lost.append(f"{words[0]} with room for {room}: exit {code}, {said!r}")
            if files(path.parent) != before:
                lost.append(f"{words[0]} with room for {room}: something was written")
    return Outcome("a full disk", tried, lost, f"{len(texts)} texts kept")


def full_disk_of_its_own(folder: Path) -> Outcome | None:
    """A real disk of 64 kB that fills up round by round; None if there can't be one."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        return None
    lost: list[str] = []
    rounds = 0
    try:
        path = disk / "full.toml"
        _must(run("new", "A", "B", "--game", "points", "-f", str(path)))
        while rounds < 490:
            before = files(disk)
            code, said = run("add", str(rounds), "0", "-f", str(path))
            if code:
                break
            rounds += 1
        sentence = "can't be written: no space left on device\n  try: free some space on the disk\n"
        if code != 3 or not said.endswith(sentence):
            lost.append(f"exit {code}: {said}")
        if files(disk) != before:
            lost.append("something was written")
        if len(store.load(path).game.rounds) != rounds:
            lost.append("a round is lost")
        history_path(path).unlink()
        _must(run("add", "7", "7", "-f", str(path)))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return Outcome("a real disk that fills up", rounds, lost, "and goes on when there is room")


# ── all of it ────────────────────────────────────────────────────────────────────────────


def trials() -> Iterator[Outcome]:
    """Every trial at its full length."""
    full: tuple[Callable[[Path], Outcome | None], ...] = (
        lambda folder: kills(folder, 200),
        lambda folder: kills_of_the_program(folder, 100),
        lambda folder: kills_after_the_answer(folder, 50),
        killed_at_each_step,
        lambda folder: refused_at_each_step(folder, errno.ENOSPC),
        lambda folder: refused_at_each_step(folder, errno.EIO),
        lambda folder: refused_at_each_step(folder, errno.EACCES),
        lambda folder: refused_at_each_step(folder, errno.EIO, names=LOOKS),
        lambda folder: stopped_at_each_step(folder, signal.SIGINT),
        lambda folder: stopped_at_each_step(folder, signal.SIGTERM),
        lambda folder: stopped_at_each_step(folder, signal.SIGKILL),
        order_of_flushes,
        lambda folder: crowd_of_adds(folder, 20),
        lambda folder: crowd_for_one_round(folder, 20),
        lambda folder: saves_beside_adds(folder, 1000, pause=0.25),
        lambda folder: saves_beside_adds(folder, 1000, EDITORS[:1], pause=0.25),
        lambda folder: saves_beside_adds(folder, 1000, EDITORS[1:2], pause=0.25),
        held_lock,
        full_disk,
        full_disk_of_its_own,
    )
    for trial in full:
        with tempfile.TemporaryDirectory() as name:
            outcome = trial(Path(name))
        if outcome is not None:
            yield outcome


def run_all() -> int:
    """Print a line for each trial; 1 if something was lost."""
    argparse.ArgumentParser(
        prog="python -m tests.tools.durability", description=__doc__
    ).parse_args()
    lost = 0
    with contextlib.chdir(tempfile.gettempdir()):
        for outcome in trials():
            print(outcome, flush=True)
            lost += len(outcome.lost)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(run_all())
