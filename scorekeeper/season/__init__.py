"""Many evenings together: who is the same person, who won how often, and which records fell."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

from scorekeeper import store
from scorekeeper.codec.quick_look import Head
from scorekeeper.errors import FileError, UsageError, called, listed, meant, printable, quoted
from scorekeeper.ledger import Game
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.standings import rank
from scorekeeper.season.figures import (
    Compared,
    InKind,
    Pair,
    Place,
    Record,
    RecordName,
    Result,
    Rival,
    compared,
    file_order,
    head_to_head,
    in_kind,
    kind_of,
    result_of,
    rivals,
    stand,
    why_not,
)
from scorekeeper.season.people import PeopleFile, Person, people_of, spellings
from scorekeeper.store.evenings import nearest_people

Told = TypeVar("Told")


class LeftOut(NamedTuple):
    """A game that doesn't count, and why."""

    file: str
    because: str


@dataclass(frozen=True)
class Kind:
    """The games of one kind; only wins and places count in those that ended early."""

    games: int
    ended_early: int
    lead_changes: int
    players: list[InKind]
    records: dict[RecordName, Record]

    def only(self, player: str) -> "Kind":
        """The same for one player only."""
        return replace(
            self,
            players=[line for line in self.players if line.player == player],
            records={name: held for name, held in self.records.items() if held.player == player},
        )


class Season(NamedTuple):
    """All the figures of many evenings; ``evenings`` has the oldest first.

    ``spans`` has the figures of each month or year, if they are wanted, oldest first.
    """

    games: int
    evenings: list[tuple[Result, Place]]
    left_out: list[LeftOut]
    players: list[Compared]
    kinds: dict[str, Kind]
    head_to_head: list[Pair]
    rivals: list[Rival]
    spans: Sequence[tuple[str, "Season"]] = ()


class Span(NamedTuple):
    """The days that count, both included; None is open."""

    since: date | None = None
    until: date | None = None

    def holds(self, day: date | None) -> bool:
        """True if a day is in the span; an unknown day comes before all others."""
        return (self.since or date.min) <= (day or date.min) <= (self.until or date.max)


class Found(NamedTuple):
    """The evenings that count, with each person under one name, and the games left out.

    ``joined`` has the person for each folded name that is joined on all evenings.
    """

    evenings: list[Result]
    left_out: list[LeftOut]
    joined: dict[str, str]


class Persons:
    """Finds the persons of an evening in the ``people.toml`` nearest to it."""

    def __init__(self) -> None:
        self._files: dict[Path, PeopleFile | None] = {}
        self._used: list[tuple[date, list[tuple[int, str]], list[str]]] = []

    @property
    def files(self) -> list[PeopleFile]:
        """Every ``people.toml`` that was read."""
        by_path = {file.path: file for file in self._files.values() if file}
        return list(by_path.values())

    @property
    def spelled(self) -> dict[str, str]:
        """The spelling of each person on the evenings so far, by the folded name."""
        used = [name for _, _, names in sorted(self._used) for name in names]
        return spellings(used, self.files)

    def of(self, path: Path, game: Game | Head) -> list[str]:
        """The persons who played on an evening; LedgerError if two of them are the same."""
        folder = path.parent
        if folder not in self._files:
            near = nearest_people(folder)
            self._files[folder] = people_of(store.read_text(near), near) if near else None
        file = self._files[folder]
        names = file.persons_of(str(path), game.names) if file else list(game.names)
        self._used.append((game.date or date.min, file_order(str(path)), names))
        return names


def find(
    files: Iterable[Path], load: Callable[[Path], Game], span: Span, kind: str | None
) -> Found:
    """The evenings in ``files``, oldest first, in a span and of a kind as it was typed.

    Games outside the span or kind are in neither list. UsageError for an unknown kind.
    """
    evenings, persons = [], Persons()
    left_out: list[tuple[str | None, LeftOut]] = []  # each with its kind, if that is known
    for path in files:
        try:
            game = load(path)
        except FileError as error:
            left_out.append((None, _unreadable(path, error)))
            continue
        names = persons.of(path, game)
        if not span.holds(game.date):
            continue
        places = rank(game)
        if reason := why_not(game, places):
            left_out.append((kind_of(game), LeftOut(str(path), reason)))
        else:
            evenings.append(result_of(game, places, names, str(path)))
    if kind is not None:
        kind = find_kind(kind, [evening.kind for evening in evenings])
        evenings = [evening for evening in evenings if evening.kind == kind]
        left_out = [row for row in left_out if row[0] in (None, kind)]
    evenings.sort(key=lambda evening: (evening.date or date.min, file_order(evening.file)))
    lines = [line for file in persons.files for line in file.lines if line.evening is None]
    joined = {folded(line.name): line.person for line in lines}
    spelled = persons.spelled
    evenings = [
        replace(
            evening,
            seats=tuple([seat._replace(name=spelled[folded(seat.name)]) for seat in evening.seats]),
        )
        for evening in evenings
    ]
    return Found(evenings, [game for _, game in left_out], joined)


def readable(
    files: Iterable[Path], load: Callable[[Path], Told]
) -> tuple[list[tuple[str, Told]], list[LeftOut]]:
    """What ``load`` tells of the games that can be read, with their files; the others."""
    games, left_out = [], []
    for path in files:
        try:
            games.append((str(path), load(path)))
        except FileError as error:
            left_out.append(_unreadable(path, error))
    return games, left_out


def _unreadable(path: Path, error: FileError) -> LeftOut:
    return LeftOut(str(path), error.problem.removeprefix(f"{printable(str(path))}: "))


def everybody(games: Iterable[tuple[str, Head]]) -> tuple[list[Person], list[PeopleFile]]:
    """Everybody in some games, each with its file, and every ``people.toml`` that joins them."""
    persons = Persons()
    used = [
        pair
        for file, game in games
        for pair in zip(persons.of(Path(file), game), game.names, strict=True)
    ]
    spelled = persons.spelled
    names: dict[str, list[str]] = {}
    for person, name in used:
        names.setdefault(spelled[folded(person)], []).append(name)
    people = [
        Person(name, tuple(sorted({*written} - {name})), len(written))
        for name, written in names.items()
    ]
    return sorted(people, key=lambda who: (-who.games, folded(who.player))), persons.files


def find_kind(typed: str, kinds: Iterable[str]) -> str:
    """The kind that is meant: by its name, or by the start of a word in it.

    UsageError for none, RulesError for several.
    """
    known = sorted(set(kinds))
    if not known:
        raise UsageError("there is no finished game here", remedy="leave --game out")
    wanted = typed.strip().lower()
    kind = wanted if wanted in known else called(typed, {kind: [kind] for kind in known})
    if kind:
        return kind
    names = list(map(printable, known))
    raise UsageError(
        f"none of these games is {quoted(typed)}",
        remedy=meant(typed, names) or f"these are {listed(names)}",
    )


SPANS = {"month": len("2026-03"), "year": len("2026")}
"""What a season can be split by: how much of a date stays."""


def season(found: Found, player: str | None = None, by: str | None = None) -> Season:
    """The figures of the evenings found; with ``player``, only theirs; split ``by`` a span."""
    books, stood = stand(found.evenings)
    players = compared(found.evenings)
    kinds = {}
    for kind, book in books.items():
        some = [evening for evening in found.evenings if evening.kind == kind]
        early = sum(evening.early for evening in some)
        changes = sum(evening.lead_changes for evening in some)
        kinds[kind] = Kind(len(some), early, changes, in_kind(some), book.records)
    kinds = dict(sorted(kinds.items(), key=lambda row: -row[1].games))
    pairs = head_to_head(found.evenings, [line.player for line in players])
    ahead = rivals(pairs, [line.player for line in players if player in (None, line.player)])
    spans = groupby(
        found.evenings if by else (),
        lambda row: str(row.date)[: SPANS[by or ""]] if row.date else "no date",
    )
    split = [(span, season(Found([*rows], [], {}), player)) for span, rows in spans]
    if player is not None:
        players = [line for line in players if line.player == player]
        kinds = {name: kind.only(player) for name, kind in kinds.items()}
        kinds = {name: kind for name, kind in kinds.items() if kind.players}
        pairs = [pair.seen_by(player) for pair in pairs if player in pair.players]
        stood = [row for row in stood if player in {seat.name for seat in row[0].seats}]
    return Season(len(found.evenings), stood, found.left_out, players, kinds, pairs, ahead, split)
