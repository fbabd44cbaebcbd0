"""What a card is, and how people and programs write and say it."""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from scorekeeper.errors import CardError, quoted

RANKS = "A23456789TJQK"
SUITS = "SHDCX"
SYMBOLS = dict(zip(SUITS, "♠♥♦♣★", strict=True))
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_NAMES = dict(zip(RANKS, ("ace", *_NUMBERS, "jack", "queen", "king"), strict=True))
SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs", "stars"), strict=True))

MOST_CARDS = 21  # in the largest hand that can be arranged: deals go up to 20, and one is drawn
LONGEST_TEXT = 2_000  # characters that are read as cards; 200 cards fit easily


class Card(NamedTuple):
    """One card: a rank of ``A23456789TJQK`` and a suit of ``SHDCX``, or ``JOKER``; as text ``TH``.

    Two cards are equal when nobody at the table could tell them apart, so a hand from several packs
    can hold a card twice: count cards, don't just ask whether one is there.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card("JK", "")

BY_NAME = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}
"""One object for each card but the joker: looking up the same object is faster."""


@lru_cache(maxsize=2000)  # asked several times for each word of a line
def rank_called(word: str) -> str | None:
    """The rank with this name, like *tens*, *deuce* or *Ace*; None for any other word."""
    name = word.casefold()
    if name in ("deuce", "deuces"):
        return "2"
    return next((r for r in RANKS if name in (RANK_NAMES[r], plural_of(r))), None)


def plural_of(rank: str) -> str:
    """The plural name of a rank: *sixes* for ``6``, *kings* for ``K``."""
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")


def with_article(word: str) -> str:
    """The name or label of a rank with its article: *an eight*, *an 8*, *a king*."""
    return f"{'an' if word[0] in 'ae8' else 'a'} {word}"


def rank_label(rank: str) -> str:
    """A rank as people write it: ``10`` for ``T``, any other as it is."""
    return "10" if rank == "T" else rank


def spell(cards: Card | Iterable[Card], *, symbols: bool = True) -> str:
    """Cards as people write and type them: ``10♥ jk``, or without ``symbols`` ``10H jk``."""
    if isinstance(cards, Card):
        return _spelled(cards, symbols)
    return " ".join([_spelled(card, symbols) for card in cards])


@cache
def _spelled(card: Card, symbols: bool) -> str:
    if card == JOKER:
        return "jk"
    return rank_label(card.rank) + (SYMBOLS[card.suit] if symbols else card.suit)


def parse_card(text: str) -> Card:
    """Read one card, like ``10H``, ``th``, ``♠Q`` or ``jk``; CardError unless it is exactly one."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{quoted(text)} isn't one card", remedy="give one card, like 10h")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order typed, from words like ``5h 10h``, ``567h``, ``7shd`` or ``♥5♥6``.

    Words end at spaces, commas, hyphens and slashes. Cards may be in words too: ``10 of hearts``,
    ``hearts 5 6 7``. Raises a CardError that shows what can't be read.
    """
    return tuple(chain.from_iterable(parse_groups(text)))


def is_called_a_card(word: str, following: str) -> bool:
    """Whether ``word`` is a card, not a player called Jack: ``jack of ...``, ``jack hearts``."""
    next_word = following.casefold()
    is_suit = _letters().get(next_word, next_word).upper() in _SUIT_OF
    return rank_called(word) is not None and (next_word == "of" or is_suit)


@lru_cache(maxsize=2000)  # asked several times for each word of a line
def are_cards(text: str) -> bool:
    """Whether a text can be read as one card or more."""
    with suppress(CardError):
        return bool(parse_cards(text))
    return False


def parse_groups(text: str) -> tuple[tuple[Card, ...], ...]:
    """Read cards in groups separated by ``/``, ``|`` or ``;``, like melds on the table.

    Empty groups are left out. A CardError shows what can't be read.
    """
    if len(text) > LONGEST_TEXT:
        problem = f"{quoted(text, 20)} is {len(text)} characters long"
        raise CardError(problem, remedy="give the cards of one hand")
    visible = re.sub(_INVISIBLE, "", text)
    try:
        return _groups_in_notation(visible)
    except CardError:
        if (in_notation := _words_to_notation(visible)) != visible:
            with suppress(CardError):
                return _groups_in_notation(in_notation)
        raise


def _groups_in_notation(text: str) -> tuple[tuple[Card, ...], ...]:
    """The groups in a text whose cards are all in notation, like ``10h``."""
    parts = (re.findall(_WORD, part) for part in re.split("[/|;]", text))
    groups = (tuple(chain.from_iterable(map(_parse_word, words))) for words in parts)
    return tuple(group for group in groups if group)


# Compiled when the first cards are read: most commands read none.
_INVISIBLE = "[\ufe0e\ufe0f]"  # text and emoji style of ♥ and the like
_WORD = r"[^\s,\-]+"
_RANK, _SUIT = "(?:10|[a2-9tjqk])", "[shdcx♠♤♥♡♦♢♣♧★☆*]"
_TOKEN = (
    r"(?is)(?P<joker>joker|jk|[🃏🃟🂿])|(?P<card>[\U0001F0A0-\U0001F0FF])"
    rf"|(?P<rank>{_RANK})|(?P<suit>{_SUIT})|(?P<odd>.)"
)
_SUIT_OF = {
    **{suit: suit for suit in SUITS},
    **dict(zip("♠♤♥♡♦♢♣♧★☆*", "SSHHDDCCXXX", strict=True)),
}
_FOREIGN_LETTERS = {"b": "j", "v": "j", "r": "k"}
"""The court letters on German and French cards: Bube, valet, roi."""
# Unicode has a row of sixteen for each suit, with a knight between jack and queen.
_UNICODE_CARDS = {
    chr(0x1F0A0 + 16 * row + column): BY_NAME[rank + suit]
    for row, suit in enumerate("SHDC")
    for column, rank in enumerate("A23456789TJ_QK", start=1)
    if rank != "_"
}


@lru_cache(maxsize=4096)
def _parse_word(word: str) -> tuple[Card, ...]:
    """Read one word without separators: rank-first with both shorthands, or suit-first in pairs."""
    tokens = [(str(match.lastgroup), match.group()) for match in re.finditer(_TOKEN, word)]
    _refuse_unreadable(word, tokens)
    kinds = "".join(kind[0] for kind, _ in tokens)  # rrs for 56h, j for a joker
    suit_first = kinds.lstrip("jc").startswith("s")
    cards: list[Card] = []
    for match in re.finditer("s+r?|." if suit_first else "r+s*|s+|.", kinds):
        part = tokens[slice(*match.span())]
        if match[0] == "j":
            cards.append(JOKER)
        elif match[0] == "c":
            cards.append(_UNICODE_CARDS[part[0][1]])
        else:
            cards += _pairs(word, part, suit_first=suit_first)
    return tuple(cards)


def _refuse_unreadable(word: str, tokens: list[tuple[str, str]]) -> None:
    """Raise CardError for the first thing in a word that isn't part of any notation."""
    before = ""
    for (kind, piece), (next_kind, next_piece) in pairwise([*tokens, ("", "")]):
        if kind == "odd":
            remedy = "write rank and suit, like 5h, 10s or qd; a joker is jk"
            if piece == "1" and next_piece.upper() in _SUIT_OF:
                remedy = f"did you mean A{next_piece.upper()} or 10{next_piece.upper()}?"
            elif (letter := _FOREIGN_LETTERS.get(piece.lower())) and (
                "+" in word or "suit" in (before, next_kind)
            ):
                remedy = f"jack, queen and king are j, q and k: did you mean {letter}?"
            raise CardError(f"{quoted(piece)} in {quoted(word)} isn't a card", remedy=remedy)
        if kind == "card" and piece not in _UNICODE_CARDS:
            raise CardError(
                f"{quoted(word)} has a card that these games don't use",
                remedy="leave out knights, trumps and card backs; write 5h, qd or jk",
            )
        if kind == "joker" and piece.lower() == "jk" and next_kind == "suit":
            suit = next_piece.lower()
            problem = f"{quoted(word)} can be read in two ways"
            raise CardError(problem, remedy=f"did you mean j{suit} k{suit}, or jk and a card?")
        before = kind


def _pairs(word: str, tokens: list[tuple[str, str]], *, suit_first: bool) -> list[Card]:
    """The cards made by the ranks and suits side by side in ``word``."""
    # Lower case first, which turns the Kelvin sign into a k.
    typed = [piece.lower().upper() for kind, piece in tokens if kind == "rank"]
    ranks = ["T" if rank == "10" else rank for rank in typed]
    suits = [piece for kind, piece in tokens if kind == "suit"]
    if not ranks or not suits:
        unpaired = " ".join([*map(rank_label, ranks), *suits]).lower()
        missing = "suit" if ranks else "rank"
        remedy = "every card needs a rank and a suit, like 5h; 567h and 7shd are three cards each"
        raise CardError(f"{quoted(unpaired)} in {quoted(word)} has no {missing}", remedy=remedy)
    if len(ranks) > 1 and len(suits) > 1:
        problem = f"{quoted(word)} can be read in two ways"
        raise CardError(problem, remedy="put a space between the cards, like 5s 6h")
    if suit_first and len(tokens) > 2:
        problem = f"{quoted(word)} begins with a suit, so each card needs its own suit and rank"
        raise CardError(problem, remedy="write s5 s6, or ranks first: 56s")
    return [BY_NAME[rank + _SUIT_OF[suit.upper()]] for rank in ranks for suit in suits]


# ── cards in words ───────────────────────────────────────────────────────────────────────────

_RUN_ORDER = f"{RANKS}A".lower()  # an ace is at both ends
_START, _END = r"(?<![^\s,/|;])", r"(?![^\s,/|;])"

_AND = r"(?<=[^\s/|;])\s+(?:and|&)\s+(?=[^\s/|;])"
_JOKER = rf"{_START}(?:red|black|big|little)\s+joker{_END}"
_GLUED = rf"{_START}({_SUIT})({_RANK}{{2,}}){_END}"  # h567
_SPAN = rf"{_START}({_SUIT}\s*)?({_RANK}(?:\s*-\s*{_RANK})+)(?:(?:\s*of)?\s*({_SUIT}))?{_END}"

_LONE = f"(?:of|{_RANK}+|{_SUIT})"
_SEVERAL = rf"{_START}{_LONE}(?:[\s,]+{_LONE})*{_END}"
_PAIR = rf"({_RANK})\s+(?:of\s+)?({_SUIT})"  # 10 of h
_LIST = rf"({_SUIT})(\s+{_RANK}+(?:[\s,]+{_RANK}+)*)"  # h 5 6 7


def _words_to_notation(text: str) -> str:
    """``text`` with cards in words put into notation: *ten of hearts* becomes ``10h``."""
    letters = _letters()
    text = re.sub(r"[^\W\d_]+", lambda match: letters.get(match[0], match[0]), text.lower())
    text = re.sub(_JOKER, "jk", re.sub(_AND, ", ", text))
    _refuse_spans(text)
    text = re.sub(_GLUED, r"\2\1", text)
    return re.sub(_SEVERAL, _joined, text)


def _refuse_spans(text: str) -> None:
    """Raise CardError for ``5-7h``: it could be all the cards from five to seven, or these two."""
    for span in re.finditer(_SPAN, text):
        if suit := (span[3] or span[1] or "").strip():
            ends = [rank.replace("10", "t") + suit for rank in re.findall(_RANK, span[2])]
            first, last = _RUN_ORDER.index(ends[0][0]), _RUN_ORDER.rindex(ends[-1][0])
            step = 1 if first < last else -1
            run = [f"{_RUN_ORDER[place]}{suit}" for place in range(first, last + step, step)]
            either = "" if run == ends else f", or {' and '.join(ends)}"
            meant = f"{' '.join(run)}{either}?".replace("t", "10")
            problem = f"{quoted(span[2])} can be read in two ways"
            raise CardError(problem, remedy=f"did you mean {meant}")


def _joined(match: re.Match[str]) -> str:
    """Join separate ranks and suits into cards, if there is only one way to do it."""
    text = match[0]
    if re.fullmatch(rf"(?:{_PAIR}[\s,]*)+", text):
        return re.sub(_PAIR, r"\1\2", text)
    if re.fullmatch(rf"(?:{_LIST}[\s,]*)+", text):
        return re.sub(_LIST, lambda found: re.sub(_RANK, rf"\g<0>{found[1]}", found[2]), text)
    return text


@cache
def _letters() -> dict[str, str]:
    """The letters of ranks and suits, by name."""
    suits = {name: suit for suit, name in SUIT_NAMES.items()}
    suits |= {name.removesuffix("s"): suit for name, suit in suits.items()}
    ranks = {name: rank_label(rank) for rank, name in RANK_NAMES.items()}
    return {name: letter.lower() for name, letter in {"deuce": "2", **ranks, **suits}.items()}
