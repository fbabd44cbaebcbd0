"""How people say cards: each is read, or refused; and notation still means what it did before."""

import random
import re
from itertools import chain

import pytest

from scorekeeper.cards import BY_NAME, JOKER, Card, parse_cards, parse_groups, rank_called, spell
from scorekeeper.errors import CardError
from tests.tables import each, rows


def read(text: str) -> str | None:
    try:
        return " ".join(map(str, parse_cards(text)))
    except CardError:
        return None


# ── what was read before ─────────────────────────────────────────────────────────────────

PUBLISHED = dict(rows(__file__, "spoken.toml", "published"))
"""The notation as it was published, and what each example of it means."""


def plainly(text: str) -> tuple[Card, ...] | None:
    """Cards in notation, read by a second, plain reader; None for anything else.

    Ranks in front of a suit, or suits behind a rank, or one suit in front of each rank.
    """
    rank, suit = "(?:10|[a2-9tjqk])", "[shdcx]"
    found: list[Card] = []
    for word in re.findall(r"[^\s,/-]+", text.lower()):
        if re.fullmatch(f"(?:{suit}{rank})+", word):
            word = re.sub(f"({suit})({rank})", r"\2\1", word)
        if not re.fullmatch(f"(?:{rank}+{suit}|{rank}{suit}+|jk)+", word):
            return None
        for ranks, suits in re.findall(f"({rank}+)({suit}+)|jk", word):
            if not ranks:
                found.append(JOKER)
            for name in re.findall(rank, ranks):
                found += [BY_NAME[name.replace("10", "t").upper() + s.upper()] for s in suits]
    return tuple(found)


def test_published_hands_keep_their_meaning() -> None:
    assert {typed: read(typed) for typed in PUBLISHED} == PUBLISHED


def test_random_plain_hands_mean_what_they_meant() -> None:
    chance = random.Random(313)
    every = [*BY_NAME.values(), JOKER]
    ways = [
        lambda card: f"{card.rank}{card.suit}",
        lambda card: spell(card),
        lambda card: spell(card, symbols=False).lower(),
        lambda card: f"{card.suit}{card.rank}" if card != JOKER else "jk",
    ]
    for _ in range(2_000):
        cards = chance.choices(every, k=chance.randint(1, 14))
        words = [chance.choice(ways)(card) for card in cards]
        text = "".join(
            chain.from_iterable((word, chance.choice((" ", ", ", "-", " / "))) for word in words)
        )
        assert parse_cards(text) == tuple(cards)


def test_random_shorthands_mean_what_they_meant() -> None:
    chance = random.Random(5)
    read_before = 0
    for _ in range(20_000):
        pieces = chance.choices(["5", "6", "q", "10", "h", "s", "h", " jk ", " ", "-", ","], k=6)
        text = "".join(pieces)
        before = plainly(text)
        if before:
            read_before += 1
            assert parse_cards(text) == before, text
    assert read_before > 500


# ── what is said ─────────────────────────────────────────────────────────────────────────


@each("said, cards", rows(__file__, "spoken.toml", "said"))
def test_cards_are_read_as_they_are_said(said: str, cards: str) -> None:
    assert str(read(said)) == cards


@each("mark", ["/", "|", ";"])
def test_groups_are_separated_by_what_people_draw_between_them(mark: str) -> None:
    groups = (Card("5", "H"), Card("6", "H"), Card("7", "H")), (Card("2", "D"),)
    assert parse_groups(f"567h {mark} 2d") == parse_groups(f"hearts 5 6 7{mark}2 d") == groups


@each("said, problem, remedy", rows(__file__, "spoken.toml", "ambiguous"))
def test_ambiguous_cards_are_asked_about_and_never_guessed(
    said: str, problem: str, remedy: str
) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(said)
    assert (refused.value.problem, refused.value.remedy) == (problem, remedy)


def test_d_means_diamonds_although_it_is_a_queen_in_some_languages() -> None:
    assert read("kd dk 10d") == "KD KD TD"


@each(
    "word, rank",
    [("threes", "3"), ("Deuces", "2"), ("jacks", "J"), ("six", "6"), ("7s", None), ("q", None)],
)
def test_a_rank_is_called_by_its_name(word: str, rank: str | None) -> None:
    assert rank_called(word) == rank
