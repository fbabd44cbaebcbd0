"""Many evenings together: who is the same person, who won how often, and which records fell."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

from scorekeeper import codec, store
from scorekeeper.codec.decode import Finding
from scorekeeper.errors import (
    SK,
    FileError,
    LedgerError,
    PlayerError,
    UsageError,
    did_you_mean,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import check_name, folded
from scorekeeper.ledger.standings import rank
from scorekeeper.rules.variations import called
from scorekeeper.season import figures
from scorekeeper.store.evenings import Head, nearest_people

EMPTY = """\
# One person with several names:  "Annie" = "Ann"
# Only for one evening:           "friday.toml: Max" = "Max W"

[people]
"""


class JoinLine(NamedTuple):
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

    def __init__(self, path: Path, lines: Sequence[JoinLine] = ()) -> None:
        self.path = path
        self.lines = lines
        self._persons = {(line.evening, folded(line.name)): line.person for line in lines}
        self._tells_evenings = any(line.evening for line in lines)

    def persons_of(self, file: str, names: Iterable[str]) -> list[str]:
        """The person behind each name on an evening; LedgerError if two names are one person."""
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
                raise LedgerError(  # two who played together are two people
                    f"{printable(self.path)}: {quoted(other)} and {quoted(name)} played"
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
        for key in document:
            if key != "people":
                raise _wrong(text, f"unknown key {quoted(key)}", "remove it", key)
        if not isinstance(table, dict):
            raise _wrong(text, "people isn't a table", "write [people] above the names", "people")
        lines: list[JoinLine] = []
        for key, person in table.items():
            if not isinstance(person, str) or not folded(person):
                problem = f"{quoted(key)} needs the name of a person"
                raise _wrong(text, problem, 'write "Annie" = "Ann"', "people", key)
            lines.append(join_line(key, person))
        _refuse_chains(text, lines)
    except LedgerError as error:
        raise store.in_file(path, error) from None
    return PeopleFile(path, lines)


def join_line(key: str, person: str) -> JoinLine:
    """A line of the file; its key may have an evening before the name.

    >>> join_line("june.toml: Max", "Max W")
    JoinLine(evening='june.toml', name='Max', person='Max W')
    """
    evening, colon, name = key.partition(".toml: ")
    return JoinLine(f"{evening}.toml", name, person) if colon else JoinLine(None, key, person)


def known_name(key: str, path: Path, games: Sequence[tuple[str, Head]]) -> str:
    """The key of a line, its name spelled as in the games; PlayerError if nobody has that name."""
    evening, typed, _ = join_line(key, "")
    place = whole_path(path).parent / (evening or "")
    names = {
        folded(name): name
        for file, game in games
        if evening is None or whole_path(Path(file)) == place
        for name in game.names
    }
    name = names.get(folded(typed))
    if name is not None:
        return name if evening is None else f"{evening}: {name}"
    where = f"in {printable(evening)}" if evening else "in these games"
    remedy = did_you_mean(typed, names.values()) or f"see the names with {SK}people"
    raise PlayerError(f"nobody called {quoted(typed)} plays {where}", remedy=remedy)


def _wrong(text: str, problem: str, remedy: str, *path: str) -> LedgerError:
    [finding] = codec.with_lines(text, [Finding("value", path, problem, remedy)])
    return LedgerError(problem, remedy=remedy, line=finding.line)


def _refuse_chains(text: str, lines: Sequence[JoinLine]) -> None:
    """Raise LedgerError for a name joined twice, or with a name that is joined in turn."""
    known: dict[str, dict[str | None, JoinLine]] = {}  # by name, then by evening
    for line in lines:
        same_name = known.setdefault(folded(line.name), {})
        if line.evening in same_name:
            problem = f"{quoted(line.name)} is joined twice"
            raise _wrong(text, problem, "remove one of the lines", "people", line.key)
        same_name[line.evening] = line
    for line in lines:
        onward = known.get(folded(line.person), {})
        evenings = (line.evening, None) if line.evening else onward
        for then in filter(None, map(onward.get, evenings)):
            if folded(then.name) != folded(then.person):
                joins = f"{quoted(line.name)} is {quoted(line.person)}"
                problem = f"{joins}, who is {quoted(then.person)} in turn"
                remedy = f"join {quoted(line.name)} with {quoted(then.person)} directly"
                later = max(line, then, key=lines.index)
                raise _wrong(text, problem, remedy, "people", later.key)


def lines_of(typed: str, people: PeopleFile) -> list[JoinLine]:
    """The lines that join a name, typed as in the file; PlayerError if there are none."""
    evening, name, _ = join_line(typed, "")
    lines = [line for line in people.lines if folded(line.name) == folded(name)]
    if matching := [line for line in lines if evening in (None, line.evening)]:
        return matching
    others = [line for line in people.lines if folded(line.person) == folded(name)]
    keys = listed([printable(line.key) for line in lines or others], "or")
    known = [line.key for line in people.lines]
    guess = f"did you mean {keys}?" if keys else did_you_mean(typed, known)
    problem = f"{printable(people.path)} has no line for {quoted(typed)}"
    raise PlayerError(problem, remedy=guess or f"see the names with {SK}people")


def change_lines(
    path: Path,
    lines: Mapping[str, str],
    gone: Container[JoinLine],
    games: Iterable[tuple[str, Head]],
    command: str,
) -> None:
    """Add ``lines``, persons by key, to a ``people.toml``, which may be new; remove those ``gone``.

    ``undo`` can take it back, as ``command``. Nothing is written for an impossible name
    (PlayerError), or for names that can't be joined, or not in one of the ``games`` (LedgerError).
    """
    from scorekeeper.codec.encode import amend

    named = {key: check_name(person) for key, person in lines.items()}

    def edited(text: str) -> str:
        people_of(text, path)
        document = codec.parse(text)
        table = document.get("people", {}).items()
        rest = {key: person for key, person in table if join_line(key, person) not in gone}
        after = amend(text, document, {**document, "people": {**rest, **named}})
        people = people_of(after, path)
        for file, game in games:
            people.persons_of(file, game.names)  # raises where two are one person
        return after

    if not store.is_there(path):
        store.create_text(path, edited(EMPTY), command)
    else:
        store.change_text(path, command, edited)


Loaded = TypeVar("Loaded")


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
    players: list[figures.KindFigures]
    records: dict[figures.RecordName, figures.Record]


class Season(NamedTuple):
    """All the figures of many evenings, oldest first; ``spans`` has those of each month or year."""

    games: int
    evenings: list[tuple[figures.Result, figures.Highlight]]
    left_out: list[LeftOut]
    players: list[figures.PlayerFigures]
    kinds: dict[str, Kind]
    head_to_head: list[figures.Pair]
    rivals: list[figures.Rival]
    spans: Sequence[tuple[str, "Season"]] = ()


class Span(NamedTuple):
    """The days that count, both included; None is open."""

    since: date | None = None
    until: date | None = None

    def holds(self, day: date | None) -> bool:
        """True if a day is in the span; an unknown day comes before all others."""
        return (self.since or date.min) <= (day or date.min) <= (self.until or date.max)


class Found(NamedTuple):
    """The evenings that count, the games that don't, and the persons joined on all evenings."""

    evenings: list[figures.Result]
    left_out: list[LeftOut]
    joined: dict[str, str]  # by folded name


class Persons:
    """Finds the persons of an evening in the ``people.toml`` nearest to it."""

    def __init__(self) -> None:
        self._files: dict[Path, PeopleFile | None] = {}
        self._used: list[tuple[date, list[tuple[int, str]], list[str]]] = []

    @property
    def files(self) -> list[PeopleFile]:
        """Every ``people.toml`` that was read."""
        return list({file.path: file for file in self._files.values() if file}.values())

    @property
    def spelled(self) -> dict[str, str]:
        """The spelling of each person on the evenings so far, by the folded name.

        A ``people.toml`` decides; otherwise it is the commonest spelling, or the newest of several.
        """
        written: dict[str, Counter[str]] = {}
        for name in (name for _, _, names in sorted(self._used) for name in names):
            ways = written.setdefault(folded(name), Counter())
            ways[name] = ways.pop(name, 0) + 1  # the newest at the end
        spelled = {who: max(reversed(ways), key=ways.__getitem__) for who, ways in written.items()}
        for file in self.files:
            spelled.update((folded(line.person), line.person) for line in file.lines)
        return spelled

    def of(self, path: Path, game: Game | Head) -> list[str]:
        """The persons who played on an evening; LedgerError if two of them are the same."""
        folder = path.parent
        if folder not in self._files:
            near = nearest_people(folder)
            self._files[folder] = people_of(store.read_text(near), near) if near else None
        file = self._files[folder]
        names = file.persons_of(str(path), game.names) if file else list(game.names)
        self._used.append((game.date or date.min, figures.file_order(str(path)), names))
        return names


def find(
    files: Iterable[Path], load: Callable[[Path], Game], span: Span, kind: str | None = None
) -> Found:
    """The evenings in ``files`` that count, in a span and of a ``kind`` as typed; oldest first.

    Games outside the span or kind are in neither list. UsageError for an unknown kind.
    """
    evenings, persons = [], Persons()
    left_out: list[LeftOut] = []
    kinds: dict[str, str] = {}  # of those that can be read
    for file, game in readable(files, load, left_out):
        names = persons.of(Path(file), game)
        if not span.holds(game.date):
            continue
        places = rank(game)
        if reason := figures.why_left_out(game, places):
            kinds[file] = figures.kind_of(game)
            left_out.append(LeftOut(file, reason))
        else:
            evenings.append(figures.result_of(game, places, names, file))
    if kind is not None:
        kind = find_kind(kind, [evening.kind for evening in evenings])
        evenings = [evening for evening in evenings if evening.kind == kind]
        left_out = [game for game in left_out if kinds.get(game.file, kind) == kind]
    evenings.sort(key=lambda evening: (evening.date or date.min, figures.file_order(evening.file)))
    lines = [line for file in persons.files for line in file.lines if line.evening is None]
    joined = {folded(line.name): line.person for line in lines}
    spelled = persons.spelled
    for at, evening in enumerate(evenings):
        seats = [seat._replace(name=spelled[folded(seat.name)]) for seat in evening.seats]
        evenings[at] = replace(evening, seats=tuple(seats))
    return Found(evenings, left_out, joined)


def readable(
    files: Iterable[Path], load: Callable[[Path], Loaded], left_out: list[LeftOut]
) -> Iterator[tuple[str, Loaded]]:
    """Each file that can be read, with what ``load`` makes of it; ``left_out`` gets the others."""
    for path in files:
        try:
            loaded = load(path)
        except FileError as error:
            left_out.append(LeftOut(str(path), error.problem.removeprefix(f"{printable(path)}: ")))
        else:
            yield str(path), loaded


def everybody(games: Iterable[tuple[str, Head]]) -> tuple[list[Person], list[PeopleFile]]:
    """Everybody in some games, and every ``people.toml`` that joins them."""
    persons = Persons()
    written: dict[str, list[str]] = {}  # by the folded name of the person
    for file, game in games:
        for person, name in zip(persons.of(Path(file), game), game.names, strict=True):
            written.setdefault(folded(person), []).append(name)
    spelled = persons.spelled
    people = [
        Person(spelled[who], tuple(sorted({*names} - {spelled[who]})), len(names))
        for who, names in written.items()
    ]
    return sorted(people, key=lambda who: (-who.games, folded(who.player))), persons.files


def find_kind(typed: str, kinds: Iterable[str]) -> str:
    """The kind meant by its name or a word in it; UsageError for none, RulesError for several."""
    known = sorted(set(kinds))
    if not known:
        raise UsageError("there is no finished game here", remedy="leave --game out")
    wanted = typed.strip().lower()
    kind = wanted if wanted in known else called(typed, {kind: [kind] for kind in known})
    if kind:
        return kind
    names = list(map(printable, known))
    remedy = did_you_mean(typed, names) or f"the games here are {listed(names)}"
    raise UsageError(f"no game here is called {quoted(typed)}", remedy=remedy)


SPANS = {"month": len("2026-03"), "year": len("2026")}  # how much of a date stays


def season(found: Found, player: str | None = None, by: str | None = None) -> Season:
    """The figures of the evenings found; with ``player``, only theirs; split ``by`` a span."""
    games = len(found.evenings)
    books, evenings = figures.highlights(found.evenings)
    players = figures.compared(found.evenings)
    kinds = {}
    for kind, book in books.items():
        of_kind = [evening for evening in found.evenings if evening.kind == kind]
        early = sum(evening.early for evening in of_kind)
        changes = sum(evening.lead_changes for evening in of_kind)
        lines = [row for row in figures.compared_in_kind(of_kind) if player in (None, row.player)]
        records = {k: best for k, best in book.records.items() if player in (None, best.player)}
        if lines:
            kinds[kind] = Kind(len(of_kind), early, changes, lines, records)
    kinds = dict(sorted(kinds.items(), key=lambda row: -row[1].games))
    names = [line.player for line in players]
    pairs = figures.head_to_head(found.evenings, names)
    ahead = figures.rivals(pairs, [name for name in names if player in (None, name)])
    split = []
    if by is not None:
        length = SPANS[by]
        spans = groupby(found.evenings, lambda e: str(e.date)[:length] if e.date else "no date")
        split = [(span, season(Found([*rows], [], {}), player)) for span, rows in spans]
    if player is not None:
        players = [line for line in players if line.player == player]
        pairs = [pair.seen_by(player) for pair in pairs if player in pair.players]
        evenings = [row for row in evenings if player in {seat.name for seat in row[0].seats}]
    return Season(games, evenings, found.left_out, players, kinds, pairs, ahead, split)
