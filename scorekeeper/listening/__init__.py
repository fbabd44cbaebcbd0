"""The reader of lines: it turns what somebody types or says into the command they mean.

It carries out nothing and asks nothing. ``sayings.toml`` lists what people say, row by row, with
the command that each row stands for. This module takes that file apart, and reads numbers and
cards in words.
"""

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from difflib import get_close_matches
from functools import cache, cached_property, lru_cache
from itertools import islice, product, takewhile
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category

from scorekeeper.cards import (
    RANK_NAMES,
    SUIT_NAMES,
    are_cards,
    parse_cards,
    rank_called,
    rank_label,
)
from scorekeeper.errors import SK, ScorekeeperError, UsageError
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import is_whole_name
from scorekeeper.terminal.command_words import READ_ONLY

Piece = tuple[str, Any]
"""A part of a row: a word, a slot, a gap, or one of several rows of pieces."""


class Ways(tuple[tuple[Piece, ...], ...]):
    """Alternative rows of pieces, of which a line has to fit one."""

    @cached_property
    def first_words(self) -> list[frozenset[str]]:
        """The words that each row may begin with; none for a row that needs no word there."""
        return [_first_words(row) for row in self]

    @cached_property
    def needed(self) -> list[list[frozenset[str]]]:
        """For each row, sets of words; a line that fits it has a word of every set."""
        rows = zip(self.first_words, self, strict=True)
        return [[*filter(None, (first, *map(_needed, row)))] for first, row in rows]

    @cached_property
    def rows_by_word(self) -> Mapping[str, Sequence[int]]:
        """The rows by each word of the smallest set that they need; by ``""`` if they need none."""
        found = defaultdict[str, list[int]](list)
        for at, sets in enumerate(self.needed):
            for word in min(sets, key=len, default=frozenset({""})):
                found[word].append(at)
        return found

    @cached_property
    def size(self) -> int:
        """How many numbers it takes to go every way through all rows."""
        return len(self) * max(map(ways_through, self))

    def beginning(self, words: Iterable[str], line: Set[str]) -> list[int]:
        """Which rows may begin with one of these words, in a line that has all of those words."""
        first = self.first_words
        return [at for at in fitting(self, line) if not (first[at] and first[at].isdisjoint(words))]

    __hash__ = object.__hash__  # none is made twice, and hashing all its pieces takes long


@lru_cache(maxsize=5000)
def fitting(ways: Ways, line: Set[str]) -> list[int]:
    """Which of the rows a line with these words may fit anywhere: mostly none."""
    rows = sorted({at for word in (*line, "") for at in ways.rows_by_word.get(word, ())})
    return [at for at in rows if not any(map(line.isdisjoint, ways.needed[at]))]


@cache
def heard_as(word: str) -> frozenset[str]:
    """The texts that count as a word: ``'s`` counts as *is*, in *Bo's out*, and as *has*."""
    return frozenset((word, "'s") if word in ("is", "has") else (word,))


def _first_words(row: tuple[Piece, ...]) -> frozenset[str]:
    found: set[str] = set()
    for kind, what in row:
        is_ways = kind in ("any", "maybe")
        ways = what.first_words if is_ways else [heard_as(what) if kind == "word" else ()]
        if not all(ways):
            break
        found.update(*ways)
        if kind != "maybe":
            return frozenset(found)
    return frozenset()


def _needed(piece: Piece) -> frozenset[str]:
    """Words of which a piece needs one somewhere in the line; empty if it needs none."""
    kind, what = piece
    if kind == "any" and all(what.needed):
        return frozenset().union(*(words[-1] for words in what.needed))
    return heard_as(what) if kind == "word" else frozenset()


@cache
def said() -> Mapping[str, Any]:
    """The contents of ``sayings.toml``, with lists of words as sets and meanings by word."""
    from scorekeeper.games import played_for_points  # reading entries doesn't need it

    tables = tomllib.loads(Path(__file__).with_name("sayings.toml").read_text("utf-8"))
    longest_first = sorted(played_for_points(), key=lambda title: -title.count(" "))
    tables["classes"]["othergame"] = "|".join(longest_first)
    rows = [*tables["sayings"].values(), *tables["classes"].values(), *tables["rules"]]
    words: dict[str, Any] = {n: frozenset(text.split()) for n, text in tables["words"].items()}
    for name, text in tables["meanings"].items():
        parts = (part.split(": ") for part in text.split("; "))
        words[name] = {word: meaning for meaning, known in parts for word in known.split()}
    in_rows = re.findall(r"[a-z']+", re.sub(r"[{<]\w+[}>]", "", " ".join(rows)))
    known = {*in_rows, *words["topics"]}
    about = {word for text in tables["examples"].values() for word in text.split()}
    strange = (known | words["noise"] | words["things"]) - words["names"]
    words |= {"known": known, "about": about, "strange": strange}
    words["before_names"] = {"our", "my", *words["titles"], *tables["classes"]["kin"].split("|")}
    return {**tables, **words, "meaning": known | words["nobody"]}


@lru_cache(maxsize=2000)
def nearest_known(word: str) -> list[str]:
    """A list with the known word that this one may misspell; empty if it's known or like none."""
    known, numbers = said()["known"] | said()["games"], said()["numbers"]
    if word in known:
        return []
    consonants = re.sub("[aeiou]", "", word)
    swapped = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    found = [each for each in swapped if each in known or each in numbers]
    if found or len(word) < 4:
        return found[:1]
    near = get_close_matches(word, {*known, *(numbers if len(word) > 5 else ())}, 5, 0.75)
    same_consonants = [other for other in near if re.sub("[aeiou]", "", other) == consonants]
    same_length = [other for other in same_consonants if len(other) == len(word)]  # many, for meny
    return (same_length or get_close_matches(word, near, 1, 0.8))[:1]


@cache
def pieces(row: str) -> tuple[Piece, ...]:
    """The pieces of a row of the file."""
    tokens = re.findall(r"\.\.|[()\[\]|]|<\w+>|\{\w+\}|[^\s()\[\]|]+", row)

    def alternatives(end: str) -> Ways:
        ways: list[list[Piece]] = [[]]
        while tokens and (token := tokens.pop(0)) != end:
            if token == "|":
                ways.append([])
            elif token in "([":
                kind, closing = ("any", ")") if token == "(" else ("maybe", "]")
                ways[-1].append((kind, alternatives(closing)))
            elif token[0] == "<":
                ways[-1] += pieces(said()["classes"][token[1:-1]])
            elif token == "..":
                ways[-1].append(("gap", ""))
            else:
                is_slot = token[0] == "{"
                ways[-1].append(("slot", token[1:-1]) if is_slot else ("word", token))
        return Ways(map(tuple, ways))

    return (("any", alternatives("")),)


@cache
def rows_in(table: str) -> tuple[list[tuple[str, Any]], Ways]:
    """The items of a table of the file, in order, and their rows; those of rules are the keys.

    Each row of the sayings is an item of its own, with its command.
    """
    items = [*said()[table].items()]
    if table == "sayings":
        texts = ((key.partition(" #")[0], text.strip()) for key, text in items)
        items = [(command, row) for command, text in texts for row in text.splitlines()]
    return items, Ways(pieces(each[table != "rules"]) for each in items)


def ways_through(row: tuple[Piece, ...]) -> int:
    """How many numbers it takes to go every way through a row."""
    sizes = {"any": 1, "maybe": 2}
    return max((sizes[kind] * what.size for kind, what in row if kind in sizes), default=1)


def telling(words: Iterable[str]) -> list[str]:
    """The words of a line that say something about what is meant: no noise, and no *one*."""
    return [word for word in words if word not in said()["noise"] and word != "one"]


# ── a line ───────────────────────────────────────────────────────────────────────────────────

WITHOUT_GAME = ("help", "rules", "games", "open", "stats", "demo")  # don't need a game at hand


class Heard(NamedTuple):
    """The ``words`` of the command that a line stands for.

    ``is_typed`` is True for a command or a round that is typed correctly. ``says`` is shown beside
    the command, or alone; ``trial`` is tried in its place to see whether it works. ``others`` could
    be meant as well. If the line fits no row they are guesses, and ``unclear`` says what isn't
    understood. ``then`` is what to read once this command is done.
    """

    words: list[str]
    is_typed: bool = False
    says: str = ""
    trial: list[str] | None = None
    others: tuple["Heard", ...] = ()
    unclear: ScorekeeperError | None = None
    then: str = ""

    @property
    def entries(self) -> list[str]:
        """The entries of a round, without its options; empty if it enters no round."""
        words = self.words[1:] if self.words[:1] == ["add"] else []
        return [*takewhile(lambda word: not word.startswith("--"), words)]

    @property
    def reads(self) -> bool:
        """Whether the command only looks at the game."""
        does_more = {"serve", "export", "demo", "pad"}
        is_look = "".join(self.words[:1]) in READ_ONLY - does_more
        return is_look or self.words in (["house"], ["seats"], ["export", "--to", "chat"])

    @property
    def stands_alone(self) -> bool:
        """Whether the command works without a game at hand."""
        return self.words[0] in (*WITHOUT_GAME, "new", "import") or "-f" in self.words

    @property
    def is_done_at_once(self) -> bool:
        """Whether it's done without asking; one undo or redo is, as it says what it changed."""
        return self.is_typed or self.reads or self.words in (["undo"], ["redo"])

    @property
    def is_answer(self) -> bool:
        """Whether it's only a sentence that answers a question."""
        is_chat = self.says == said()["answers"]["chat"].format(sk=SK)
        return bool(self.says) and not (self.words or self.others or is_chat)


class NotUnderstoodError(UsageError):
    """A line that fits nothing that people say; ``strange`` are the words that can't be read."""

    def __init__(self, problem: str, *, remedy: str, strange: Sequence[str] | None = None) -> None:
        super().__init__(problem, remedy=remedy)
        self.strange = strange


class Word(NamedTuple):
    """A word in small letters without punctuation, and ``raw``, nearly as it was typed."""

    text: str
    raw: str


def sentences(typed: Sequence[str]) -> Iterator[str]:
    """The words, in small letters where a capital only begins a sentence: ``Same game again``."""
    for at, raw in enumerate(typed):
        begins = not at or typed[at - 1][-1:] in (".", "!", "?")
        is_word = raw.casefold().strip(",.!?") in said()["strange"]
        yield raw.lower() if begins and is_word else raw


Found = dict[str, Any]  # what the slots of a row hold


class Words(list[Word]):
    """Words to compare with rows, and what has been found out about them so far.

    ``openings`` has the texts that a piece at a word may begin with, ``ends`` where each piece may
    end, and ``rows`` which rows may begin with the first word.
    """

    def __init__(self, words: Iterable[Word]) -> None:
        super().__init__(words)
        self.texts = frozenset(word.text for word in self)
        self.openings: dict[int, list[str]] = {}
        self.ends: dict[tuple[int | str, int], list[tuple[int, Found]]] = {}
        self.rows: set[int] = set()

    def places(self, pattern: str) -> range:
        """Where a pattern may begin; nowhere if the words that it needs aren't there."""
        ((_, ways),) = pieces(pattern)
        return range(len(self) if fitting(ways, self.texts) else 0)

    def together(self, at: int, most: int) -> range:
        """Where an entry or a hand that begins at a word may end, the furthest first."""

        def belongs(text: str) -> bool:
            is_cards = not text.strip("atjqkshdcxwbvr")
            return is_cards or not text.isalpha() or text in said()["in_entries"]

        texts = [word.text for word in self[at : at + most]]
        size = len([*takewhile(belongs, texts)]) or len(texts[:1])
        return range(at + size, at, -1)


Parts = tuple[Any, ...]  # the parts of a line; each reader has its own kind of part
MOST_READINGS = 16  # of a line: twenty one is one entry, or two


def readings(parts_at: Callable[[int], Mapping[int, Parts]], end: int) -> list[Parts]:
    """The first ways to split a line of ``end`` words into parts, those with longer parts first.

    ``parts_at`` returns the parts that may begin at a word, by their ends; it's called once a word.
    """
    ways: dict[int, Mapping[int, Parts]] = {}
    waiting = [0]
    while waiting:
        if (at := waiting.pop()) < end and at not in ways:
            ways[at] = parts_at(at)
            waiting += ways[at]
    parts_after: dict[int, list[Parts]] = {end: [()]}
    for at in sorted(ways, reverse=True):
        longest_first = sorted(ways[at], reverse=True)
        found = ((*ways[at][to], *rest) for to in longest_first for rest in parts_after[to])
        parts_after[at] = [*islice(found, MOST_READINGS)]
    return parts_after[0]


def without_program(line: str, game: Game | None) -> str:
    """A line of the open game without the program's name, with which it would begin in a shell.

    The name stays if it's a player's.
    """
    first, _, rest = line.partition(" ")
    is_player = is_whole_name(first, game.names if game else ())
    is_program = first.casefold() in ("sk", "scorekeeper") and not is_player
    return (rest.strip() or "standings") if is_program else line


def without_pictures(line: str) -> str:
    """A line without emoji; cards and suits stay."""

    def is_picture(word: str) -> bool:
        is_said = any(letter.isalnum() or are_cards(f"5{letter}") for letter in word)
        return not is_said and "So" in map(category, word)

    return " ".join(word for word in line.split(" ") if not is_picture(word)) or line


# ── numbers in words ─────────────────────────────────────────────────────────────────────────


def numbers_said(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The numbers that a line may begin with, each with how many words it takes, longest first.

    >>> list(numbers_said(["twenty", "one", "o"])), list(numbers_said(["a", "hundred", "and", "5"]))
    ([(21, 2), (20, 1)], [(105, 4), (100, 2)])
    """
    if words and words[0].isdecimal() and words[0].isascii() and len(words[0]) < 10:
        yield int(words[0]), 1
        return
    for size in range(min(len(words), 5), 0, -1):
        if (number := _spelled().get(" ".join(words[:size]).replace("-", " "))) is not None:
            yield number, size


@cache
def _spelled() -> Mapping[str, int]:
    """The numbers below two thousand, and whole thousands, by how people say them."""
    words = {word.replace("-", " "): int(n) for word, n in said()["numbers"].items()}
    tens = {word: number for word, number in words.items() if 19 < number < 100}
    units = {word: number for word, number in words.items() if 0 < number < 10}
    words |= {t + gap + u: tens[t] + units[u] for t in tens for u in units for gap in (" ", "")}
    more = {**words, **{str(number): number for number in range(1, 100)}}
    low = {word: number for word, number in words.items() if 0 < number < 20 and number != 10}
    low["a"] = 1
    hundreds = {"hundred": 100, **{f"{word} hundred": 100 * low[word] for word in low}}
    words |= hundreds | {f"{word} thousand": 1000 * low[word] for word in low}
    for hundred, joined, (word, number) in product(hundreds, (" ", " and "), more.items()):
        if 0 < number < 100:
            words[f"{hundred}{joined}{word}"] = hundreds[hundred] + number
    return words


def cards_counted(
    words: Sequence[str], at: int, names: Sequence[str]
) -> tuple[list[str], int] | None:
    """Cards at a word, counted as in *two kings* or *a five*, and where they end; or None."""
    pair = at + (words[at : at + 1] == ["a"])
    if [*words[pair : pair + 2]] == ["pair", "of"]:
        return cards_counted([*words[: pair + 1], "two", *words[pair + 2 :]], pair + 1, names)
    first, second = [*(word.casefold() for word in words[at : at + 2]), "", ""][:2]
    is_the = first in ("the", "his", "her", "their") and second[-1:] not in [*"0123456789s", ""]
    is_the &= bool(rank_called(second)) or (first != "the" and second == "joker")
    number = 1 if first in ("a", "an") or is_the else next(iter(numbers_said([first])), (0, 0))[0]
    others = {"joker": "jk", "jokers": "jk", "wild": "w", "wilds": "w"}
    rank = others.get(second) or rank_called(second) or ""
    if rank == "w" and (wild := rank_called("".join(words[at + 2 : at + 3]).casefold())):
        rank, at = wild, at + 1  # one wild eight
    is_article = first in ("a", "an") and re.fullmatch("10|[2-9]", second)
    if is_article and any(word in ("joker", "jokers") or rank_called(word) for word in words):
        rank = second  # two kings and a 5; in k a 5 it's an ace
    if number > 1 and first.isalpha() and re.fullmatch("(10|[2-9])s", second):
        rank = second[:-1]  # two 4s
    if not (rank and 0 < number < 9) or is_whole_name(second, names):
        return None
    is_number = number > 1 and not second.endswith("s")  # two five is 25
    return None if is_number else ([rank_label(rank).lower()] * number, at + 2)


def has_suit(card: str) -> bool:
    """Whether a card is a rank with its suit, or a joker."""
    return bool(re.fullmatch("(10|[2-9atjqk])[shdcx]|jk", card))


_RANK = rf"(?:10|[2-9atjqk]|deuce|{'|'.join(RANK_NAMES.values())})"
_SUIT_LETTERS = {
    name: letter.lower() for letter, suit in SUIT_NAMES.items() for name in (suit, suit[:-1])
}
_SUIT = rf"(?:{'|'.join(_SUIT_LETTERS)})"
_JOINED = r"(?:,? and|,)? "
_SUITS = rf"(?:(?:[shdcx]|{_SUIT})\b(?:{_JOINED})?)"
_FIRST = rf"a{_JOINED}(?=2{_JOINED}{_RANK}\b)"  # a 2 3 of spades; a 2 of spades is one card
_OF_ONE_SUIT = (
    rf"\b(?:(?!{_FIRST})(?:an?|the|another) (?={_RANK}\b))?"
    rf"((?:{_FIRST})?(?:(?!a\b){_RANK}{_JOINED})*{_RANK}) of ({_SUIT})\b"
)
_OF_ONE_RANK = (
    rf"\b(?:(?:two|three|four|[2-4]|the) )?({_RANK})(?:e?s,?|(?:e?s)? of) ({_SUITS}{{2,4}})"
)


def with_typed_cards(line: str, names: Sequence[str]) -> str:
    """The line with its cards in words typed out, ``kc`` for *king of clubs*, if it has three.

    Several may share a suit or a rank: *the 9 and 10 of hearts*, *three 9s h d c*.
    """
    line = re.sub(r"\b(ace of spades),? an? ", r"\1 ", line, flags=re.IGNORECASE)  # as a run
    words = (Word(word.casefold().strip(",.!?;:"), word) for word in line.split())
    if cards_in(words) < 3:
        return line
    joker = r"(?<!is )(?<!wild )\bjoker\b(?! (?:is|was|\d+|[ajqk])\b)"  # one in a hand
    return re.sub(joker, "jk", _typed_cards(line, names), flags=re.IGNORECASE)


def _typed_cards(line: str, names: Sequence[str] = ()) -> str:
    def typed(found: re.Match[str]) -> str:
        ranks, suits = (re.findall(r"\w+", found[n] or found[n + 2]) for n in (1, 2))
        who = ranks.pop(0) + " " if ranks[1:] and is_whole_name(ranks[0], names) else ""
        ranks = [rank_label(rank_called(r) or r.upper()).lower() for r in ranks if r != "and"]
        suits = [_SUIT_LETTERS.get(suit.lower(), suit.lower()) for suit in suits if suit != "and"]
        cards = " ".join(rank + suit for rank in ranks for suit in suits)
        return who + cards + " " * found[0].endswith(" ")

    return re.sub(f"{_OF_ONE_RANK}|{_OF_ONE_SUIT}", typed, line, flags=re.IGNORECASE)


def cards_in(words: Iterable[Word]) -> int:
    """How many cards with suits, or jokers, are in words: *5h*, *9h9d9s*, *a king of clubs*."""
    texts = [word.text for word in words if word.text != "as"]
    typed = _typed_cards(" ".join(texts)).split()
    joined = [text for text in typed if re.fullmatch(r"((10|[2-9atjqk])[shdcx]){2,}", text)]
    single = [text for text in typed if text == "joker" or has_suit(text)]
    return len(single) + len(re.findall("[shdcx]", "".join(joined)))


def loses_cards(heard: Heard, words: Iterable[Word]) -> bool:
    """Whether a verdict would leave out cards that the words have, and so might be wrong."""
    if heard.words[0] not in ("verify", "meld", "deadwood"):
        return False
    cards = heard.words[-1].rpartition("=")[2]
    number = len(parse_cards(cards)) if are_cards(cards) else 0
    is_meld = heard.words[0] == "meld" and number > 2  # is 3h 4h 5h a run or does kc work too
    return number < cards_in(words) and not is_meld


def cards_said(words: Sequence[str], at: int, names: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The hands of two cards or more that begin at a word, the longest first, each after its end.

    They aren't all typed like ``5h``: some cards lack a suit, or have it as in *king of hearts*.

    >>> cards_said(["two", "kings", "and", "5h"], 0, [])
    [(4, ['k', 'k', '5h']), (2, ['k', 'k'])]
    >>> cards_said(["9", "10", "of", "hearts"], 0, [])
    [(4, ['9h', '10h']), (2, ['9', '10'])]
    """
    found, ends = list[str](), list[tuple[int, list[str]]]()
    kinds, joins = {*said()["classes"]["meld"].split("|")}, ("and", "with")
    articles = len(re.findall(r"\ba (?:10|[2-9tjqk]|joker|jk)\b", " ".join(words))) > 1

    def ends_hand(at: int) -> bool:
        is_before_kind = not kinds.isdisjoint(words[at + 1 : at + 3])
        return has_suit(found[-1]) or (is_before_kind and words[at : at + 2] != ["a", "a"])

    def is_card(at: int) -> bool:
        """Whether *as* is the ace of spades: cards or nothing follow it, unlike in 10 as well."""
        after = "".join(words[at + 1 : at + 2])
        is_next = len(found) == 2 and "ks" in found and after == "a"  # qs ks as a run
        is_last = not after and not words[at - 1].isdecimal()
        is_last |= words[at - 1 : at] == ["and"] and after in ("is", "can", "does", "and")
        return words[at] == "as" and (is_last or after == "and" or has_suit(after) or is_next)

    begins, counts, first = at, 0, 0  # counts: after cards like four nines, which share no suit
    while at < len(words):
        word = words[at]
        named = word in _SUIT_LETTERS and found and not has_suit(found[-1])  # 4 5 6 spades
        suit = _SUIT_LETTERS.get(word if named else "".join(words[at + 1 : at + 2]))
        is_article = articles or has_suit("".join(words[at + 1 : at + 2]))  # a k, a 4
        is_article &= word == "a" and words[at + 1 : at + 2] != ["pair"]
        if is_article or (word in ("the", "another") and at > begins):
            at += 1
            continue
        if counted := cards_counted(words, at, names):
            first, found, at = len(found), found + counted[0], counted[1]
            counts = len(found) if len(counted[0]) > 1 else counts
        elif suit and (named or word == "of" or (found and word in ("in", "all"))):
            begin = first if len(found) == counts else counts  # two nines of stars
            unsuited = [n for n, card in enumerate(found) if n >= begin and not has_suit(card)]
            found = [card + suit * (n in unsuited) for n, card in enumerate(found)]
            at += 1 if named else 2
        elif found and (ends_hand(at) if word == "a" else word == "as") and not is_card(at):
            break  # 4h 5h 6h as a run
        elif has_suit(word) or re.fullmatch("10|[2-9atjqk]|joker|and|with", word):
            is_article = words[at - 1 : at] == ["and"] and word == "a"  # k and a 2
            one = [] if word in joins or is_article else [word.replace("joker", "jk")]
            found, at = found + one, at + 1
        elif [*words[at + 1 : at + 4]] == ["of", "a", "kind"]:
            break
        elif (rank := rank_called(word)) and not is_whole_name(word, names):
            found, at = [*found, rank_label(rank).lower()], at + 1
        else:
            break
        is_typed = all(map(has_suit, {*words[begins:at]}.difference(joins)))
        is_whole = len(found) > 1 and words[at - 1] not in (*joins, "the", "another")
        ends += [(at, found)] if is_whole and not is_typed else []
    return ends[::-1]


def in_digits(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words with spoken numbers as digits, the longest first; a player called Seven stays."""
    found, at = list[str](), 0
    while at < len(words):
        is_plain = words[at].isdecimal() or is_whole_name(words[at], names)
        said_there = [] if is_plain else numbers_said([w.casefold() for w in words[at : at + 5]])
        number, size = next(iter(said_there), (words[at], 1))
        found.append(str(number))
        at += size
    return found
