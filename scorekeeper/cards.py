"""What a card is, and how people and programs write and say it."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from scorekeeper.errors import CardError, quoted

_LINE = "a23456789tjqka"
_RANK = "(?:10|[a2-9tjqk])"
_SUIT = "[shdcx♠♤♥♡♦♢♣♧★☆*]"
_START, _END = r"(?<![^\s,/|;])", r"(?![^\s,/|;])"

_AND = r"(?<=[^\s/|;])\s+(?:and|&)\s+(?=[^\s/|;])"
_JOKER = rf"{_START}(?:red|black|big|little)\s+joker{_END}"
_GLUED = rf"{_START}({_SUIT})({_RANK}{{2,}}){_END}"
_SPAN = rf"{_START}({_SUIT}\s*)?({_RANK}(?:\s*-\s*{_RANK})+)(?:(?:\s*of)?\s*({_SUIT}))?{_END}"

_LONE = f"(?:of|{_RANK}+|{_SUIT})"
_SEVERAL = rf"{_START}{_LONE}(?:[\s,]+{_LONE})*{_END}"
_PAIR = rf"({_RANK})\s+(?:of\s+)?({_SUIT})"
_LIST = rf"({_SUIT})(\s+{_RANK}+(?:[\s,]+{_RANK}+)*)"


def in_letters(text: str, letters: Mapping[str, str]) -> str:
    """``text`` with its spoken cards in the notation, and all the rest as it is.

    ``letters`` are those of the ranks and suits by their names. Raises CardError where a hyphen
    between two ranks may mean the ranks between them as well.
    """
    said = re.sub(r"[^\W\d_]+", lambda word: letters.get(word[0], word[0]), text.lower())
    said = re.sub(_AND, ", ", said)
    said = re.sub(_JOKER, "jk", said)
    for span in re.finditer(_SPAN, said):
        if suit := (span[3] or span[1] or "").strip():
            raise _two_readings(span[2], suit)
    said = re.sub(_GLUED, r"\2\1", said)
    return re.sub(_SEVERAL, _joined, said)


def _joined(found: re.Match[str]) -> str:
    """Lone ranks and suits as cards, where each has one to go with in one and the same way."""
    said = found[0]
    if re.fullmatch(rf"(?:{_PAIR}[\s,]*)+", said):
        return re.sub(_PAIR, r"\1\2", said)
    if re.fullmatch(rf"(?:{_LIST}[\s,]*)+", said):
        return re.sub(_LIST, lambda each: re.sub(_RANK, rf"\g<0>{each[1]}", each[2]), said)
    return said


def _two_readings(typed: str, suit: str) -> CardError:
    """What there is to say of ``5-7h``, which may be all from five to seven, or these two."""
    named = [rank.replace("10", "t") for rank in re.findall(_RANK, typed)]
    first, last = _LINE.index(named[0]), _LINE.rindex(named[-1])
    span = _LINE[first : last + 1] if first < last else _LINE[last : first + 1][::-1]
    each, ends = ([f"{rank}{suit}".replace("t", "10") for rank in ranks] for ranks in (span, named))
    readings = " ".join(each) if each == ends else f"{' '.join(each)}, or {' and '.join(ends)}"
    return CardError(f"{quoted(typed)} can be read in two ways", remedy=f"did you mean {readings}?")


RANKS = "A23456789TJQK"
SUITS = "SHDCX"
SYMBOLS = dict(zip(SUITS, "♠♥♦♣★", strict=True))
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RANK_NAMES = dict(zip(RANKS, ("ace", *_NUMBERS, "jack", "queen", "king"), strict=True))
SUIT_NAMES = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs", "stars"), strict=True))

MOST_CARDS = 21
"""Cards of the largest hand that is arranged: deals go up to 20, and one card is drawn."""

LONGEST_TEXT = 2_000
"""Characters of the longest text that is read as cards; 200 cards fit with room to spare."""


class Card(NamedTuple):
    """One card: a rank of ``A23456789TJQK`` and a suit of ``SHDCX``, or ``JOKER``.

    Two cards are equal when nobody at the table could tell them apart, so a hand from
    several packs is a multiset: count cards, never ask whether one is in it.

    >>> str(Card("T", "H"))
    'TH'
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return self.rank + self.suit


JOKER = Card("JK", "")

BY_NAME = {rank + suit: Card(rank, suit) for suit in SUITS for rank in RANKS}
"""One object for each card with a suit: cards that are the same object are looked up faster."""


def rank_called(word: str) -> str | None:
    """The rank that is called so, alone or in the plural; None for another word.

    >>> rank_called("Tens"), rank_called("deuce"), rank_called("7s")
    ('T', '2', None)
    """
    called = word.casefold()
    if called in ("deuce", "deuces"):
        return "2"
    return next((r for r in RANKS if called in (RANK_NAMES[r], plural_of(r))), None)


def plural_of(rank: str) -> str:
    """The cards of a rank, as the table calls them.

    >>> plural_of("6"), plural_of("K")
    ('sixes', 'kings')
    """
    name = RANK_NAMES[rank]
    return name + ("es" if name == "six" else "s")


def with_article(word: str) -> str:
    """The name or the label of a rank for one such card: *an eight*, *an 8*, *a king*."""
    return f"{'an' if word[0] in 'ae8' else 'a'} {word}"


def rank_label(rank: str) -> str:
    """A rank as people write it: ``10`` for ``T``, every other as it is."""
    return "10" if rank == "T" else rank


def spell(cards: Card | Iterable[Card], *, symbols: bool = True) -> str:
    """Cards as people write them; it can be typed back.

    >>> spell(parse_cards("th jk")), spell(parse_cards("th jk"), symbols=False)
    ('10♥ jk', '10H jk')
    """
    if isinstance(cards, Card):
        return _spelled(cards, symbols)
    return " ".join([_spelled(card, symbols) for card in cards])


@cache
def _spelled(card: Card, symbols: bool) -> str:
    if card == JOKER:
        return "jk"
    return rank_label(card.rank) + (SYMBOLS[card.suit] if symbols else card.suit)


def parse_card(text: str) -> Card:
    """Read one card: rank and suit in either order, as in ``10H``, ``th`` or ``♠Q``; or ``jk``.

    >>> str(parse_card("th"))
    'TH'

    Raises CardError when ``text`` is not exactly one card.
    """
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError(f"{quoted(text)} is not one card", remedy="give one card, like 10h")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in the order typed, from words like ``5h 10h``, ``567h``, ``7shd`` or ``♥5♥6``.

    Words end at spaces, commas, hyphens and slashes. What cannot be read so is read as people say
    cards: ``10 of hearts``, ``hearts 5 6 7``. Raises CardError that shows what could not be read.
    """
    return tuple(chain.from_iterable(parse_groups(text)))


def is_called_a_card(word: str, following: str) -> bool:
    """Whether a word is a card by what follows it: ``jack of ...``, ``jack hearts``.

    Only so a name tells itself from the player who has it.
    """
    behind = following.casefold()
    is_suit = _letters().get(behind, behind).upper() in _SUIT_OF
    return rank_called(word) is not None and (behind == "of" or is_suit)


def are_cards(text: str) -> bool:
    """Whether a text can be read as cards, one at least."""
    try:
        return bool(parse_cards(text))
    except CardError:
        return False


def parse_groups(text: str) -> tuple[tuple[Card, ...], ...]:
    """Read cards in groups that ``/``, ``|`` or ``;`` separates, as melds lie on the table.

    Empty groups are left out. Raises CardError.
    """
    if len(text) > LONGEST_TEXT:
        problem = f"{quoted(text, 20)} goes on for {len(text)} characters"
        raise CardError(problem, remedy="give the cards of one hand")
    plain = re.sub(_INVISIBLE, "", text)
    try:
        return _plain_groups(plain)
    except CardError:
        said = in_letters(plain, _letters())
        with suppress(CardError):
            return _plain_groups(said)
        raise


def _plain_groups(text: str) -> tuple[tuple[Card, ...], ...]:
    """The groups in a text in which every card is written, and none is said."""
    groups = (
        tuple(chain.from_iterable(map(_parse_word, re.findall(_WORD, part))))
        for part in re.split("[/|;]", text)
    )
    return tuple(group for group in groups if group)


@cache
def _letters() -> dict[str, str]:
    """The letters of ranks and suits by their names."""
    suits = {name: suit for suit, name in SUIT_NAMES.items()}
    suits |= {name.removesuffix("s"): suit for name, suit in suits.items()}
    ranks = {name: rank_label(rank) for rank, name in RANK_NAMES.items()}
    return {name: letter.lower() for name, letter in {"deuce": "2", **ranks, **suits}.items()}


# Compiled by the first text that is read as cards: most commands read none.
_INVISIBLE = "[\ufe0e\ufe0f]"  # text and emoji style of ♥ and its like
_WORD = r"[^\s,\-]+"
_TOKEN = (
    r"(?P<joker>joker|jk|[🃏🃟🂿])"
    r"|(?P<card>[\U0001F0A0-\U0001F0FF])"
    r"|(?P<rank>10|[a2-9tjqk])"
    r"|(?P<suit>[shdcx♠♤♥♡♦♢♣♧★☆*])"
    r"|(?P<odd>.)"
)
_FLAGS = re.IGNORECASE | re.DOTALL
_SUIT_OF = {
    **{suit: suit for suit in SUITS},
    **dict(zip("♠♤♥♡♦♢♣♧★☆*", "SSHHDDCCXXX", strict=True)),
}
_ELSEWHERE = {"b": "j", "v": "j", "r": "k"}
"""What the court letters of German and French cards may mean: Bube, valet, roi."""
# Unicode lays out one row of sixteen for each suit, with a knight between jack and queen.
_DRAWN = {
    chr(0x1F0A0 + 16 * row + column): BY_NAME[rank + suit]
    for row, suit in enumerate("SHDC")
    for column, rank in enumerate("A23456789TJ_QK", start=1)
    if rank != "_"
}


@lru_cache(maxsize=4096)
def _parse_word(word: str) -> tuple[Card, ...]:
    """Read one word without separators: rank-first with both shorthands, or suit-first in pairs.

    Where many hands are read the same words come again and again, so they are kept.
    """
    tokens = [(str(found.lastgroup), found.group()) for found in re.finditer(_TOKEN, word, _FLAGS)]
    _refuse_strangers(word, tokens)
    kinds = "".join(kind[0] for kind, _ in tokens)
    suit_first = kinds.lstrip("jc").startswith("s")
    cards: list[Card] = []
    for found in re.finditer("s+r?|." if suit_first else "r+s*|s+|.", kinds):
        part = tokens[slice(*found.span())]
        if found[0] == "j":
            cards.append(JOKER)
        elif found[0] == "c":
            cards.append(_DRAWN[part[0][1]])
        else:
            cards += _pairs(word, part, suit_first=suit_first)
    return tuple(cards)


def _refuse_strangers(word: str, tokens: list[tuple[str, str]]) -> None:
    """Raise CardError for the first thing in a word that no notation knows."""
    before = ""
    for (kind, piece), (next_kind, rest) in pairwise([*tokens, ("", "")]):
        if kind == "odd":
            remedy = "write rank and suit, like 5h, 10s or qd; a joker is jk"
            if piece == "1" and rest.upper() in _SUIT_OF:
                remedy = f"did you mean A{rest.upper()} or 10{rest.upper()}?"
            elif (letter := _ELSEWHERE.get(piece.lower())) and (
                "+" in word or "suit" in (before, next_kind)
            ):
                remedy = f"jack, queen and king are j, q and k: did you mean {letter}?"
            raise CardError(f"{quoted(piece)} in {quoted(word)} is no card", remedy=remedy)
        if kind == "card" and piece not in _DRAWN:
            raise CardError(
                f"{quoted(word)} has a card face that these games do not use",
                remedy="knights, trumps and card backs are left out; write 5h, qd or jk",
            )
        if kind == "joker" and piece.lower() == "jk" and next_kind == "suit":
            suit = rest.lower()
            problem = f"{quoted(word)} can be read in two ways"
            raise CardError(problem, remedy=f"j{suit} k{suit}, or jk and a card?")
        before = kind


def _pairs(word: str, tokens: list[tuple[str, str]], *, suit_first: bool) -> list[Card]:
    """The cards that the ranks and suits side by side in ``word`` make."""
    # By way of lower case: the Kelvin sign is a K only so.
    typed = [piece.lower().upper() for kind, piece in tokens if kind == "rank"]
    ranks = ["T" if rank == "10" else rank for rank in typed]
    suits = [piece for kind, piece in tokens if kind == "suit"]
    if not ranks or not suits:
        left = " ".join([*map(rank_label, ranks), *suits]).lower()
        missing = "suit" if ranks else "rank"
        remedy = "every card needs rank and suit, like 5h; 567h and 7shd are short for three"
        raise CardError(f"{quoted(left)} in {quoted(word)} has no {missing}", remedy=remedy)
    if len(ranks) > 1 and len(suits) > 1:
        problem = f"{quoted(word)} can be read in two ways"
        raise CardError(problem, remedy="put a space between the cards, like 5s 6h")
    if suit_first and len(tokens) > 2:
        problem = f"{quoted(word)} begins with a suit, so each card needs its own suit and rank"
        raise CardError(problem, remedy="write s5 s6, or ranks first: 56s")
    return [BY_NAME[rank + _SUIT_OF[suit.upper()]] for rank in ranks for suit in suits]
