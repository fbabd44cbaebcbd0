"""The games in a folder: which files they are, who played when, and which one a word means."""

import datetime
import os
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date, timedelta
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.codec import looks_like_ledger
from scorekeeper.errors import FileError, LedgerError, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.hands import countable
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.standings import all_rounds_count, is_finished
from scorekeeper.store import decoded, durable, is_there, load, parsed

MOST_KEPT = 1 << 15  # bytes of a file kept in memory with its game: a folder may hold hundreds


def ledgers_in(folder: Path) -> list[Path]:
    """The files in a folder that may be games: ``*.toml`` that look like one or can't be read."""
    return [path for path, _ in contents_in(folder)]


def contents_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """The files in a folder that may be games, each with its bytes; no bytes if it can't be read.

    They come one by one, to save memory. FileError if the folder can't be read.
    """
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - glob is silent where it may not look
    except (FileNotFoundError, NotADirectoryError) as error:
        problem = f"there is no folder {printable(folder)}"
        raise FileError(problem, remedy="check the name for a typo") from error
    except OSError as error:
        problem = f"{printable(folder)} can't be read"
        raise FileError(problem, remedy="check its permissions") from error
    paths = [folder / name for name in names if name.endswith(".toml") and name[0] != "."]
    yield from ((path, content) for path in paths if (content := _content(path)) is not None)


def _content(path: Path) -> bytes | None:
    """The bytes of a game, empty if it can't be read; None if the file isn't a game."""
    try:
        while not looks_like_ledger(content := durable.read_file(path)):
            if not durable.is_being_saved(path):
                return None
            time.sleep(durable.SAVING_SECONDS / 20)
        return content
    except FileError:
        return b"" if _may_be_game(path) else None


def _may_be_game(path: Path) -> bool:
    """Whether a file that can't be read may be a game; one that is too large must look like one."""
    with suppress(OSError):
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return looks_like_ledger(file.read(durable.LARGEST_FILE))
    return True


# ── a quick look at a file, without parsing it ──────────────────────────────────────────────

# A folder may hold ten years of evenings, and every command looks for the one being played. Only
# the program's own layout is understood here; anything else has to be parsed.

_PLAYER = rb'\[\[players\]\]\nname = "[^"\\\n]+"\n(?:\w+ = -?\d+\n|\n)*'
_TO_THE_RULES = (
    rb'schema = [12]\n\n\[game\]\ntitle = "([^"\\\n]+)"\ndate = ([\d-]{10})\n((?:\w+ = .*\n)*)\n'
    rb"((?:%s)+)\[rules\]\n" % _PLAYER
)
_NAME = rb'(?m)^name = "([^"\\\n]+)"'
_SEATED = rb"(?m)^[ \t]*\[[^\n]*(?:players|\\)"  # a header of a player in any spelling


class Head(NamedTuple):
    """The title and the date of an evening, and its players in seat order."""

    title: str
    date: datetime.date | None
    names: tuple[str, ...]


def head_of(content: bytes) -> Head | None:
    """The head of a ledger; None if it has to be parsed, for its escapes or long strings.

    Faults in the rest of the text go unnoticed.
    """
    if (seen := _quick_look(content)) is None or re.search(_SEATED, seen[2]):
        return None
    title, _, _, players = seen[0].groups()
    return Head(title.decode(), seen[1], tuple(n.decode() for n in re.findall(_NAME, players)))


def is_past(content: bytes, day: datetime.date) -> bool:
    """True if a ledger is dated before ``day`` and over; False also if it has to be parsed."""
    if content.partition(b"\ndate = ")[2][:10] >= str(day).encode():
        return False  # without compiling patterns for today's game, which takes time
    if (seen := _quick_look(content)) is None or seen[1] >= day:
        return False
    head, _, rest = seen
    if re.search(rb"(?m)^finished = [\d-]{10}$", head[3]):
        return True
    before, key, after = rest.partition(b"\nrounds = [{")
    line, _, _ = after.partition(b"\n")
    # A brace in a comment only makes the number of rounds larger; the game is parsed then.
    in_one_line = key and b"\n[" not in before and line.rstrip().endswith(b"}]")
    is_fixed = in_one_line and b"\nrepeats = true\n" not in after
    return bool(is_fixed and rest.count(b"\n[[rounds]]") > line.count(b"{"))


def _quick_look(content: bytes) -> tuple[re.Match[bytes], datetime.date, bytes] | None:
    """The match up to the rules, the date, and the text from there; None in another layout."""
    text = content.replace(b"\r\n", b"\n")
    head = re.match(_TO_THE_RULES, text)
    if head and b'"""' not in text and b"'''" not in text:
        with suppress(ValueError):  # for an impossible date, or bytes that aren't text
            head[0].decode()
            return head, date.fromisoformat(head[2].decode()), text[head.end() :]
    return None


# ── evenings ─────────────────────────────────────────────────────────────────────────────────


class Evening:
    """A game in a folder, parsed when first needed, or every time it is needed if it ``is_huge``.

    ``row`` keeps what lists show of it. Every property raises LedgerError if the file isn't a
    ledger, FileError if it can't be read.
    """

    def __init__(self, path: Path, content: bytes, today: date) -> None:
        self.path = path
        self.is_huge = len(content) > MOST_KEPT
        self.row: Any = None
        self._kept = None if self.is_huge else content
        self._game: Game | None = None
        self._today = today

    @property
    def _content(self) -> bytes:
        return durable.read_file(self.path) if self._kept is None else self._kept

    @property
    def game(self) -> Game:
        """The whole game."""
        if self._game:
            return self._game
        try:
            game = parsed(decoded(self._content, self.path), self.path)
        except LedgerError:  # an editor was saving it, or it couldn't be read
            game = load(self.path).game
        self._game = None if self.is_huge else game
        return game

    @cached_property
    def head(self) -> Head:
        """The title and the date, and the players in seat order."""
        seen = None if self._game else head_of(self._content)
        return seen or Head(self.game.title, self.game.date, self.game.names)

    @cached_property
    def is_recent(self) -> bool:
        """Whether it is dated today or yesterday."""
        day = self.head.date
        return day is not None and self._today - timedelta(days=1) <= day <= self._today

    @cached_property
    def is_over(self) -> bool:
        """Whether the game is finished, or an old one with all its rounds."""
        if is_past(self._content, self._today - timedelta(days=1)):
            return True
        game = self.game
        last = game.rules.last_round
        if last is None or self.is_recent:
            return seems_finished(game)
        return game.finished is not None or len(game.rounds) >= last

    @cached_property
    def words(self) -> frozenset[str]:
        """The words it can be called by: its title, players, day, month and file."""
        day = self.head.date
        ago = {0: "today", 1: "yesterday"}.get((self._today - day).days, "") if day else ""
        when = f"{day:%B} {day} {ago}" if day else ""
        return frozenset(_words(f"{self.path.stem} {when}")) | self.undated_words

    @cached_property
    def undated_words(self) -> frozenset[str]:
        """The words of its title and players."""
        return frozenset(_words(" ".join((self.head.title, *self.head.names))))

    @cached_property
    def weekday(self) -> str:
        """The day of the week; empty if the date is unknown."""
        day = self.head.date
        return folded(f"{day:%A}") if day else ""


def seems_finished(game: Game) -> bool:
    """Whether the game is over, guessed without melding: hands count as 0, ties are ignored.

    Where rounds repeat until a total ends the game, hands are melded all the same.
    """
    needs_no_melds = all(each.hands.keys() <= each.scores.keys() for each in game.rounds)
    if game.rules.repeats or needs_no_melds:
        return is_finished(game)
    rounds = []
    for number, round_ in game.numbered():
        rules, hands = game.round_rules(number, round_), round_.hands.items()
        zeros = {name: 0 for name, hand in hands if countable(hand, rules)}
        rounds.append(round_._replace(scores={**zeros, **round_.scores}))
    return game.finished is not None or all_rounds_count(game._replace(rounds=tuple(rounds)))


def evenings_in(folder: Path, today: date) -> list[Evening]:
    """The files in a folder that may be games; FileError for a folder that can't be read."""
    try:
        with os.scandir(folder) as entries:
            files = [(e.name, e.stat()) for e in entries if e.name.endswith(".toml")]
        seen: object = tuple((name, s.st_ino, s.st_mtime_ns, s.st_size) for name, s in files)
    except OSError:
        seen = object()  # equal to nothing seen before
    return list(_evenings_as_seen(folder, today, seen))


# An open game looks at its folder before each line, and usually nothing has changed.
@lru_cache(maxsize=1)
def _evenings_as_seen(folder: Path, today: date, _: object) -> tuple[Evening, ...]:
    return tuple(Evening(path, content, today) for path, content in contents_in(folder))


def open_first(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings: first the open ones, then those that are over, both with the newest first."""
    return sorted(newest_first(evenings), key=lambda evening: evening.is_over)


def newest_first(evenings: Iterable[Evening]) -> list[Evening]:
    """The evenings from the newest to the oldest; on one day, the file written last comes first."""

    def age(evening: Evening) -> tuple[date, float]:
        return evening.head.date or date.min, durable.written_at(evening.path)

    return sorted(evenings, key=age, reverse=True)


def called(typed: str, evenings: Sequence[Evening]) -> list[Evening]:
    """The evenings that ``typed`` may mean: by whole words, or else by their beginnings.

    Weekdays count only if nothing else fits: there are many Fridays. A small number alone never
    stands for a day or month: it may be points.
    """
    wanted = set(_words(typed))

    def are_begun(words: frozenset[str]) -> bool:
        return all(any(_begins(word, beginning) for word in words) for beginning in wanted)

    if re.fullmatch(r"0*\d{1,2}", " ".join(wanted)):
        return [each for each in evenings if are_begun(each.undated_words)]
    for on_a_weekday, fits in product((False, True), (wanted.issubset, are_begun)):
        fitting = [e for e in evenings if fits(e.words | {e.weekday} if on_a_weekday else e.words)]
        if wanted and fitting:
            return fitting
    return []


def _begins(word: str, begun: str) -> bool:
    """Whether ``word`` starts with ``begun``; numbers match whole, and 2 is the same as 02."""
    if begun.isdecimal():
        return word.lstrip("0") == begun.lstrip("0")
    return word.startswith(begun)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", folded(text))


PEOPLE = "people.toml"  # the file that says which names are one person


def nearest_people(folder: Path) -> Path | None:
    """The ``people.toml`` in a folder, or in the nearest folder above; None if there is none."""
    full = folder.resolve()
    nearest = next((each for each in (full, *full.parents) if (each / PEOPLE).is_file()), None)
    if nearest is None:
        return None
    # The path as a person would type it.
    return folder / PEOPLE if nearest == full else nearest / PEOPLE


def path_for(game: Game, taken: Counter[str] | None = None) -> Path:
    """An unused file for a new game, named after its title: ``five-crowns-2026-03-12.toml``.

    ``taken`` counts the games with each such name so far; this one is added.
    """
    named = game.title if game.title != game.rules.title else game.rules.game
    plain = folded(named).replace("'", "")
    words = "".join(letter if letter.isalnum() else " " for letter in plain)
    stem = f"{'-'.join(words.split())[:60] or 'game'}-{game.date}"
    taken = Counter() if taken is None else taken
    while True:
        taken[stem] += 1
        path = Path(f"{stem}-{taken[stem]}.toml" if taken[stem] > 1 else f"{stem}.toml")
        if not is_there(path):
            return path
