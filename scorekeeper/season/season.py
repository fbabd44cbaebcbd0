"""A whole season: its evenings with everybody under one name, and all that follows from them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import NamedTuple

from scorekeeper.errors import FileError, UsageError, listed, nearest, printable, quoted
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.standings import rank
from scorekeeper.season.figures import Compared, InKind, Pair, compared, head_to_head, in_kind
from scorekeeper.season.people import (
    PeopleFile,
    Person,
    nearest_people,
    read_people,
    refuse_two_of_one_evening,
    spellings,
)
from scorekeeper.season.records import Place, Record, RecordName, stand
from scorekeeper.season.results import Result, kind_of, result_of, why_not


@dataclass(frozen=True)
class LeftOut:
    """A game that does not count, and why."""

    file: str
    because: str


@dataclass(frozen=True)
class Kind:
    """The games of one kind."""

    games: int
    lead_changes: int
    players: list[InKind]
    records: dict[RecordName, Record]

    def only(self, player: str) -> "Kind":
        """The same with what concerns one player alone."""
        return replace(
            self,
            players=[line for line in self.players if line.player == player],
            records={name: held for name, held in self.records.items() if held.player == player},
        )


class Season(NamedTuple):
    """All that is known of many evenings; ``evenings`` has the oldest first."""

    games: int
    evenings: list[tuple[Result, Place]]
    left_out: list[LeftOut]
    players: list[Compared]
    kinds: dict[str, Kind]
    head_to_head: list[Pair]


class Span(NamedTuple):
    """The days that count; both belong to it, None is open."""

    since: date | None = None
    until: date | None = None

    def holds(self, day: date) -> bool:
        """Whether a day belongs to the span."""
        return (self.since or day) <= day <= (self.until or day)


class Found(NamedTuple):
    """The evenings that count, with everybody as they are written, and the others."""

    evenings: list[Result]
    left_out: list[LeftOut]


class Persons:
    """Everybody's name for a name of an evening, by the ``people.toml`` nearest to the evening."""

    def __init__(self) -> None:
        self._files: dict[Path, PeopleFile | None] = {}

    @property
    def files(self) -> list[PeopleFile]:
        """Every ``people.toml`` that was asked."""
        by_path = {file.path: file for file in self._files.values() if file}
        return list(by_path.values())

    def of(self, path: Path, names: Sequence[str]) -> list[str]:
        """The persons with these names on an evening; LedgerError where two are one person."""
        file = self._beside(path.parent)
        if file is None:
            return list(names)
        refuse_two_of_one_evening(file, str(path), names)
        return [file.person(str(path), name) for name in names]

    def _beside(self, folder: Path) -> PeopleFile | None:
        if folder not in self._files:
            path = nearest_people(folder)
            self._files[folder] = read_people(path) if path else None
        return self._files[folder]


def find(
    files: Iterable[Path], load: Callable[[Path], Game], span: Span, kind: str | None
) -> Found:
    """The evenings in ``files``, which are in order, within a span and of a kind as it was typed.

    Each is ``load``-ed. What span or kind leave out is in neither list. UsageError for a kind that
    is not there.
    """
    evenings, persons = [], Persons()
    left_out: list[tuple[str | None, LeftOut]] = []  # each with its kind, where that can be told
    for path in files:
        try:
            game = load(path)
        except FileError as error:
            problem = error.problem.removeprefix(f"{printable(str(path))}: ")
            left_out.append((None, LeftOut(str(path), problem)))
            continue
        names = persons.of(path, game.names)
        if span.holds(game.date):
            found = _counted(game, names, str(path))
            if isinstance(found, LeftOut):
                left_out.append((kind_of(game), found))
            else:
                evenings.append(found)
    if kind is not None:
        kind = find_kind(kind, [evening.kind for evening in evenings])
        evenings = [evening for evening in evenings if evening.kind == kind]
        left_out = [(of, left) for of, left in left_out if of in (None, kind)]
    evenings.sort(key=lambda evening: evening.date)  # those of one day stay as their files stand
    return Found(_spelled(evenings, persons), [left for _, left in left_out])


def _counted(game: Game, names: Sequence[str], file: str) -> Result | LeftOut:
    """What counts of a game, its players under these names; or why it does not."""
    places = rank(game)
    reason = why_not(game, places)
    if reason:
        return LeftOut(file, reason)
    result = result_of(game, places, file)
    seats = zip(names, result.seats, strict=True)
    return result._replace(seats=tuple([seat._replace(name=name) for name, seat in seats]))


def _spelled(evenings: Sequence[Result], persons: Persons) -> list[Result]:
    """The evenings, oldest first, with every person written in one way."""
    written: dict[str, Counter[str]] = {}
    for evening in evenings:
        for seat in evening.seats:
            ways = written.setdefault(folded(seat.name), Counter())
            ways[seat.name] = ways.pop(seat.name, 0) + 1  # the newest at the end
    names = spellings(written, persons.files)
    return [
        evening._replace(
            seats=tuple([seat._replace(name=names[folded(seat.name)]) for seat in evening.seats])
        )
        for evening in evenings
    ]


def everybody(games: Iterable[tuple[str, Game]]) -> tuple[list[Person], list[PeopleFile]]:
    """Everybody in some games, each with its file; and every ``people.toml`` that joins them."""
    persons = Persons()
    written: dict[str, Counter[str]] = {}
    names: dict[str, set[str]] = {}
    for file, game in sorted(games, key=lambda row: row[1].date):
        for person, name in zip(persons.of(Path(file), game.names), game.names, strict=True):
            written.setdefault(folded(person), Counter())[person] += 1
            names.setdefault(folded(person), set()).add(name)
    spelled = spellings(written, persons.files)
    found = [
        Person(name, tuple(sorted(names[person] - {name})), written[person].total())
        for person, name in spelled.items()
        if person in names
    ]
    return sorted(found, key=lambda one: (-one.games, folded(one.player))), persons.files


def find_kind(typed: str, kinds: Iterable[str]) -> str:
    """The kind of game that is meant: its name, or a beginning of a word of it.

    UsageError for none, or several.
    """
    known = sorted(set(kinds))
    wanted = typed.strip().lower()
    if wanted in known:
        return wanted
    begun = [kind for kind in known if any(w.startswith(wanted) for w in kind_words(kind))]
    if len(begun) == 1:
        return begun[0]
    if not known:
        raise UsageError("no finished game is here", remedy="leave --game out")
    if begun:
        raise UsageError(
            f"{quoted(typed)} can be {listed(map(printable, begun), 'or')}",
            remedy="type more of the name",
        )
    close = nearest(wanted, known)
    raise UsageError(
        f"no game of {quoted(typed)} is among these",
        remedy=(f"did you mean {printable(close)}? " if close else "")
        + f"There are {listed(map(printable, known))}.",
    )


def kind_words(kind: str) -> list[str]:
    """The words that a kind of game can be named by, and itself."""
    return [kind, *kind.replace("-", " ").split()]


def season(found: Found, player: str | None = None) -> Season:
    """All that follows from the evenings found; with ``player`` the lists hold theirs alone."""
    books, stood = stand(found.evenings)
    players = compared(found.evenings)
    kinds = {}
    for kind, book in books.items():
        some = [evening for evening in found.evenings if evening.kind == kind]
        changes = sum(evening.lead_changes for evening in some)
        kinds[kind] = Kind(len(some), changes, in_kind(some), book.records)
    kinds = dict(sorted(kinds.items(), key=lambda row: -row[1].games))
    pairs = head_to_head(found.evenings, [line.player for line in players])
    if player is not None:
        players = [line for line in players if line.player == player]
        kinds = {name: kind.only(player) for name, kind in kinds.items()}
        kinds = {name: kind for name, kind in kinds.items() if kind.players}
        pairs = [pair.seen_by(player) for pair in pairs if player in pair.players]
        stood = [row for row in stood if player in {seat.name for seat in row[0].seats}]
    return Season(len(found.evenings), stood, found.left_out, players, kinds, pairs)
