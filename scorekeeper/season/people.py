"""Knows one person under several names: equal to the ear, or joined in a ``people.toml``."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scorekeeper import codec, store
from scorekeeper.codec.decode import Remark
from scorekeeper.codec.quick_look import Head
from scorekeeper.errors import SK, LedgerError, PlayerError, listed, nearest, printable, quoted
from scorekeeper.ledger.people import check_name, folded

EMPTY = """\
# Who is one person under several names:  "Annie" = "Ann"
# For one evening alone:                  "friday.toml: Max" = "Max W"

[people]
"""
"""The start of a new file."""


class Joined(NamedTuple):
    """A line of ``people.toml``: a name, on one evening or (None) on all, and the person."""

    evening: str | None
    name: str
    person: str

    @property
    def key(self) -> str:
        """The key of the line in the file."""
        return f"{self.evening}: {self.name}" if self.evening else self.name


class Person(NamedTuple):
    """A player with the other spellings of the name, and the number of games."""

    player: str
    names: tuple[str, ...]
    games: int


class PeopleFile:
    """The names that a ``people.toml`` joins."""

    def __init__(self, path: Path, lines: Sequence[Joined] = ()) -> None:
        self.path = path
        self.lines = lines
        self._persons = {(line.evening, folded(line.name)): line.person for line in lines}
        self._tells_evenings = any(line.evening for line in lines)

    def persons_of(self, file: str, names: Iterable[str]) -> list[str]:
        """The persons with these names on an evening in this folder or below it.

        LedgerError if two of the names are joined: they played together, so they are two people.
        """
        evening = None
        if self._tells_evenings:
            from_here = whole_path(Path(file)).relative_to(whole_path(self.path).parent)
            evening = from_here.as_posix()
        persons, names_by_person = [], dict[str, str]()
        for name in names:
            by_all = self._persons.get((None, folded(name)), name)
            persons.append(self._persons.get((evening, folded(name)), by_all))
            other = names_by_person.setdefault(folded(persons[-1]), name)
            if other != name:
                raise LedgerError(
                    f"{printable(str(self.path))}: {quoted(other)} and {quoted(name)} played"
                    f" together in {printable(file)}, so they can't both be {quoted(persons[-1])}",
                    remedy=f'join them for one evening: "FILE.toml: {printable(name)}" = "NAME"',
                )
        return persons


def whole_path(file: Path) -> Path:
    """The absolute path of a file; a link keeps its own name."""
    return file.parent.resolve() / file.name


def people_of(text: str, path: Path) -> PeopleFile:
    """Read the text of a ``people.toml``; LedgerError, naming the line, for a mistake in it."""
    try:
        document = codec.parse(text)
        table = document.get("people", {})
        unknown = next((key for key in document if key != "people"), None)
        if unknown is not None:
            raise _at((unknown,), text, f"unknown key {quoted(unknown)}", "remove it")
        if not isinstance(table, dict):
            raise _at(("people",), text, "people isn't a table", "write [people] above the names")
        lines: list[Joined] = []
        seen: dict[_Heard, Joined] = {}
        for key, person in table.items():
            if not isinstance(person, str) or not folded(person):
                problem = f"{quoted(key)} needs the name of a person"
                raise _at(("people", key), text, problem, 'write "Annie" = "Ann"')
            lines.append(joined(key, person))
            problem, remedy = _fault(lines[-1], seen)
            if problem:
                raise _at(("people", key), text, problem, remedy)
    except LedgerError as error:
        raise store.in_file(path, error) from None
    return PeopleFile(path, lines)


def joined(key: str, person: str) -> Joined:
    """A line of the file; its key may have an evening before the name.

    >>> joined("june.toml: Max", "Max W")
    Joined(evening='june.toml', name='Max', person='Max W')
    """
    evening, colon, name = key.partition(".toml: ")
    return Joined(f"{evening}.toml", name, person) if colon else Joined(None, key, person)


def _at(path: tuple[str | int, ...], text: str, problem: str, remedy: str) -> LedgerError:
    [remark] = codec.with_lines(text, [Remark("value", path, problem, remedy)])
    return LedgerError(problem, remedy=remedy, line=remark.line)


_Heard = tuple[str, str | None, str]
"""The key of a line: "name", "renamed" or "person", an evening, and the folded name."""

_ANY = "any"
"""Stands for any evening."""


def _fault(new: Joined, seen: dict[_Heard, Joined]) -> tuple[str, str]:
    """The problem with a line and the remedy; if there is none, two empty texts.

    The line is then added to those ``seen``.
    """
    name, person = folded(new.name), folded(new.person)
    if ("name", new.evening, name) in seen:
        return f"{quoted(new.name)} is joined twice", "remove one of the lines"
    for evening in (new.evening, None) if new.evening else (_ANY,):
        first, then = new, seen.get(("renamed", evening, person))
        if not then and name != person:
            first, then = seen.get(("person", evening, name), new), new
        if then and first is not then:
            problem = (
                f"{quoted(first.name)} is {quoted(first.person)}, who is"
                f" {quoted(then.person)} in turn"
            )
            return problem, f"join {quoted(first.name)} with {quoted(then.person)} directly"
    seen["name", new.evening, name] = new
    for evening in (new.evening, _ANY):
        seen.setdefault(("person", evening, person), new)
        if name != person:
            seen.setdefault(("renamed", evening, name), new)
    return "", ""


def spellings(names: Iterable[str], people: Iterable[PeopleFile]) -> dict[str, str]:
    """The spelling of each person, by the folded name; ``names`` are in use, oldest first.

    A ``people.toml`` decides; otherwise the commonest spelling, and of equals the newest.
    """
    written: dict[str, Counter[str]] = {}
    for name in names:
        ways = written.setdefault(folded(name), Counter())
        ways[name] = ways.pop(name, 0) + 1  # the newest at the end
    spelled = {
        person: max(reversed(ways), key=ways.__getitem__) for person, ways in written.items()
    }
    for file in people:
        spelled.update((folded(line.person), line.person) for line in file.lines)
    return spelled


def lines_of(typed: str, people: PeopleFile) -> list[Joined]:
    """The lines that join a name as typed, which may have one evening before it.

    PlayerError if there are none.
    """
    evening, name, _ = joined(typed, "")
    lines = [line for line in people.lines if folded(line.name) == folded(name)]
    if found := [line for line in lines if evening in (None, line.evening)]:
        return found
    others = [line for line in people.lines if folded(line.person) == folded(name)]
    near = nearest(typed, [line.key for line in people.lines])
    keys = [line.key for line in lines or others] or ([near] if near else [])
    asked = f"did you mean {listed([*map(printable, keys)], 'or')}?" if keys else ""
    problem = f"{printable(str(people.path))} has no line for {quoted(typed)}"
    raise PlayerError(problem, remedy=asked or f"see the names with {SK}people")


def change_lines(
    path: Path,
    lines: Mapping[str, str],
    gone: Container[Joined],
    games: Iterable[tuple[str, Head]],
    command: str,
) -> None:
    """Add lines, each a key and a name, to a ``people.toml``, which may be new; some may be gone.

    ``command`` can be undone. PlayerError for an impossible name, LedgerError for names that can't
    be joined, or not in one of the ``games``; nothing is written then.
    """
    from scorekeeper.codec.encode import amend
    from scorekeeper.store.lock import Held

    named = {key: check_name(person) for key, person in lines.items()}

    def edited(text: str) -> str:
        people_of(text, path)
        was = codec.parse(text)
        table = was.get("people", {}).items()
        kept = {key: person for key, person in table if joined(key, person) not in gone}
        after = amend(text, was, {**was, "people": {**kept, **named}})
        people = people_of(after, path)
        for file, game in games:
            people.persons_of(file, game.names)  # raises where two are one person
        return after

    if not store.is_there(path):
        store.create_text(path, edited(EMPTY), command)
        return

    def put(held: Held, text: str) -> None:
        after = edited(text)
        if after != text:
            store.commit(held, command, text, after)

    store.under_lock(path, put)
