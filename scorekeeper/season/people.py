"""Who is one person under several names: by the ear, or joined in the nearest ``people.toml``."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from scorekeeper import codec, store
from scorekeeper.codec.reader import Remark
from scorekeeper.errors import LedgerError, printable, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import check_name, folded

FILE = "people.toml"

EMPTY = """\
# Who is one person under several names:  "Annie" = "Ann"
# For one evening alone:                  "friday.toml: Max" = "Max W"

[people]
"""
"""What a new file begins with."""


class Joined(NamedTuple):
    """A line of ``people.toml``: a name, on one evening or (None) on all, and the person's."""

    evening: str | None
    name: str
    person: str


class Person(NamedTuple):
    """Somebody with the other ways in which they are written, and the games of theirs."""

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
        """The persons with these names on an evening, which lies beside this file or below it.

        LedgerError where two of the names are joined: they played together, and are two people.
        """
        evening = None
        if self._tells_evenings:
            from_here = whole_path(Path(file)).relative_to(whole_path(self.path).parent)
            evening = from_here.as_posix()
        persons, found = [], dict[str, str]()
        for name in names:
            by_all = self._persons.get((None, folded(name)), name)
            persons.append(self._persons.get((evening, folded(name)), by_all))
            other = found.setdefault(folded(persons[-1]), name)
            if other != name:
                raise LedgerError(
                    f"{printable(str(self.path))}: {quoted(other)} and {quoted(name)} played"
                    f" together in {printable(file)}, and cannot both be {quoted(persons[-1])}",
                    remedy=f'join them where they are one: "FILE.toml: {printable(name)}" = "NAME"',
                )
        return persons


def whole_path(file: Path) -> Path:
    """The path of a file from the root; one that is a link keeps its own name."""
    return file.parent.resolve() / file.name


def people_of(text: str, path: Path) -> PeopleFile:
    """What the text of a ``people.toml`` says; LedgerError, naming its line, for what cannot be."""
    try:
        document = codec.parse(text)
        table = document.get("people", {})
        unknown = next((key for key in document if key != "people"), None)
        if unknown is not None:
            raise _at((unknown,), text, f"nobody knows {quoted(unknown)} here", "take it out")
        if not isinstance(table, dict):
            raise _at(("people",), text, "people is no table", "write [people] above the names")
        lines: list[Joined] = []
        seen: dict[_Heard, Joined] = {}
        for key, person in table.items():
            if not isinstance(person, str) or not folded(person):
                problem = f"{quoted(key)} is joined with no name"
                raise _at(("people", key), text, problem, 'write "Annie" = "Ann"')
            lines.append(joined(key, person))
            problem, remedy = _fault(lines[-1], seen)
            if problem:
                raise _at(("people", key), text, problem, remedy)
    except LedgerError as error:
        raise store.in_file(path, error) from None
    return PeopleFile(path, lines)


def joined(key: str, person: str) -> Joined:
    """A line of the file by its key, which may name an evening before the name.

    >>> joined("june.toml: Max", "Max W")
    Joined(evening='june.toml', name='Max', person='Max W')
    """
    evening, colon, name = key.partition(".toml: ")
    return Joined(f"{evening}.toml", name, person) if colon else Joined(None, key, person)


def _at(path: tuple[str | int, ...], text: str, problem: str, remedy: str) -> LedgerError:
    [found] = codec.with_lines(text, [Remark("value", path, problem, remedy)])
    return LedgerError(problem, remedy=remedy, line=found.line)


_Heard = tuple[str, str | None, str]
"""How lines are found again: by a name or a person, as it sounds, and an evening."""

_ANY = "any"
"""In the place of an evening: every line, whatever its evening."""


def _fault(new: Joined, seen: dict[_Heard, Joined]) -> tuple[str, str]:
    """What is wrong with a line below those ``seen``, and what helps; two empty texts if nothing.

    The line is then one of those seen.
    """
    name, person = folded(new.name), folded(new.person)
    if ("name", new.evening, name) in seen:
        return f"{quoted(new.name)} is joined twice", "take one of the lines out"
    for evening in (new.evening, None) if new.evening else (_ANY,):
        first, then = new, seen.get(("renamed", evening, person))
        if not then and name != person:
            first, then = seen.get(("person", evening, name), new), new
        if then and first is not then:
            problem = (
                f"{quoted(first.name)} is {quoted(first.person)}, who is"
                f" {quoted(then.person)} in turn"
            )
            return problem, f"join {quoted(first.name)} with {quoted(then.person)} at once"
    seen["name", new.evening, name] = new
    for evening in (new.evening, _ANY):
        seen.setdefault(("person", evening, person), new)
        if name != person:
            seen.setdefault(("renamed", evening, name), new)
    return "", ""


def nearest_people(folder: Path) -> Path | None:
    """The ``people.toml`` in a folder, else in one that holds it; None where there is none."""
    whole = folder.resolve()
    found = next((at for at in (whole, *whole.parents) if (at / FILE).is_file()), None)
    if found is None:
        return None
    # As somebody would write it from here.
    return folder / FILE if found == whole else found / FILE


def spellings(names: Iterable[str], people: Iterable[PeopleFile]) -> dict[str, str]:
    """How each person is written, by their folded name; ``names`` as they were used, oldest first.

    So as in a ``people.toml``; else the commonest way, and of equally common ones the newest.
    """
    written: dict[str, Counter[str]] = {}
    for name in names:
        ways = written.setdefault(folded(name), Counter())
        ways[name] = ways.pop(name, 0) + 1  # the newest at the end
    found = {person: max(reversed(ways), key=ways.__getitem__) for person, ways in written.items()}
    for file in people:
        found.update((folded(line.person), line.person) for line in file.lines)
    return found


def add_lines(
    path: Path, lines: Mapping[str, str], games: Iterable[tuple[str, Game]], command: str
) -> None:
    """Write lines into a ``people.toml``, each a key and a name; the file is made where none is.

    ``command`` can be taken back. PlayerError for a name that nobody can have, LedgerError for what
    cannot be joined, or not in one of the ``games``; then nothing is written.
    """
    from scorekeeper.codec.text.edit import amend
    from scorekeeper.store.lock import Held

    named = {key: check_name(person) for key, person in lines.items()}

    def edited(text: str) -> str:
        people_of(text, path)
        was = codec.parse(text)
        after = amend(text, was, {**was, "people": {**was.get("people", {}), **named}})
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
