"""How cards are written, read, and refused."""

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.cards import (
    JOKER,
    LONGEST_TEXT,
    RANKS,
    SUITS,
    Card,
    parse_card,
    parse_cards,
    parse_groups,
    plural_of,
    rank_label,
    spell,
)
from scorekeeper.errors import CardError
from tests.effort import examples, is_soon
from tests.tables import each, rows

EVERY_CARD = [*(Card(rank, suit) for suit in SUITS for rank in RANKS), JOKER]

cards_of_any_game = st.lists(st.sampled_from(EVERY_CARD), max_size=40)
text_like_cards = st.text(
    alphabet="aA2356789tTjJqQkK10sShHdDcCxX♠♥♦♣★♡*🃏🂵🂠 ,-/o\ufe0f", max_size=20
)


# ── what can be typed ────────────────────────────────────────────────────────────────────


@each("typed, cards", rows(__file__, "cards.toml", "read"))
def test_cards_can_be_typed_in_many_ways(typed: str, cards: str) -> None:
    assert " ".join(map(str, parse_cards(typed))) == cards


def test_every_playing_card_code_point_is_the_card_it_shows() -> None:
    without_knight = "A23456789TJ_QK"
    for row, suit in enumerate("SHDC"):
        for column, rank in enumerate(without_knight, start=1):
            if rank != "_":
                assert parse_card(chr(0x1F0A0 + 16 * row + column)) == (rank, suit)


def test_a_slash_separates_groups_and_empty_groups_are_left_out() -> None:
    assert parse_groups("4h5h / qsd7cd/2c//") == (
        (Card("4", "H"), Card("5", "H")),
        (Card("Q", "S"), Card("Q", "D"), Card("7", "C"), Card("7", "D")),
        (Card("2", "C"),),
    )


# ── what is refused ──────────────────────────────────────────────────────────────────────

NEEDS_BOTH = "every card needs a rank and a suit, like 5h; 567h and 7shd are three cards each"
WRITE = "write rank and suit, like 5h, 10s or qd; a joker is jk"
FACES = "leave out knights, trumps and card backs; write 5h, qd or jk"


@each(
    "typed, problem, remedy",
    [
        # a rank or suit left over is shown
        ("7sh5", "'5' in '7sh5' has no suit", NEEDS_BOTH),
        ("567", "'5 6 7' in '567' has no suit", NEEDS_BOTH),
        ("10", "'10' in '10' has no suit", NEEDS_BOTH),
        ("h", "'h' in 'h' has no rank", NEEDS_BOTH),
        ("h5s", "'s' in 'h5s' has no rank", NEEDS_BOTH),
        ("*5x", "'x' in '*5x' has no rank", NEEDS_BOTH),
        ("5jk", "'5' in '5jk' has no suit", NEEDS_BOTH),
        ("🂱h", "'h' in '🂱h' has no rank", NEEDS_BOTH),
        ("🃏h", "'h' in '🃏h' has no rank", NEEDS_BOTH),
        # shorthands do not reach over a separator
        ("56 7h", "'5 6' in '56' has no suit", NEEDS_BOTH),
        ("56,7h", "'5 6' in '56' has no suit", NEEDS_BOTH),
        ("56-7h", "'5 6' in '56' has no suit", NEEDS_BOTH),
        ("56/7h", "'5 6' in '56' has no suit", NEEDS_BOTH),
        ("7s hd", "'h d' in 'hd' has no rank", NEEDS_BOTH),
        ("j kh", "'j' in 'j' has no suit", NEEDS_BOTH),
        # the two orders do not mix in a word
        ("5hs6", "'6' in '5hs6' has no suit", NEEDS_BOTH),
        ("s56h", "'6' in 's56h' has no suit", NEEDS_BOTH),
        (
            "sh5",
            "'sh5' begins with a suit, so each card needs its own suit and rank",
            "write s5 s6, or ranks first: 56s",
        ),
        # two readings
        ("56sh", "'56sh' can be read in two ways", "put a space between the cards, like 5s 6h"),
        ("jkh", "'jkh' can be read in two ways", "did you mean jh kh, or jk and a card?"),
        ("JKS", "'JKS' can be read in two ways", "did you mean js ks, or jk and a card?"),
        ("5hjkd", "'5hjkd' can be read in two ways", "did you mean jd kd, or jk and a card?"),
        # no cards at all
        ("1h", "'1' in '1h' isn't a card", "did you mean AH or 10H?"),
        ("1♥", "'1' in '1♥' isn't a card", "did you mean A♥ or 10♥?"),
        ("1", "'1' in '1' isn't a card", WRITE),
        ("11h", "'1' in '11h' isn't a card", WRITE),
        ("0h", "'0' in '0h' isn't a card", WRITE),
        ("5z", "'z' in '5z' isn't a card", WRITE),
        ("5h!", "'!' in '5h!' isn't a card", WRITE),
        ("6h 5.h", "'.' in '5.h' isn't a card", WRITE),
        ("٥h", "'٥' in '٥h' isn't a card", WRITE),
        ("5\x1b[31mh", r"'\x1b' in '5\x1b[31mh' isn't a card", WRITE),
        ("5h\u202e", r"'\u202e' in '5h\u202e' isn't a card", WRITE),
        # faces that these games do not use
        pytest.param("🂬", "'🂬' has a card that these games don't use", FACES, id="knight"),
        pytest.param("🂠", "'🂠' has a card that these games don't use", FACES, id="back"),
        pytest.param("🃡", "'🃡' has a card that these games don't use", FACES, id="trump"),
    ],
)
def test_a_wrong_card_is_shown_with_what_to_type(typed: str, problem: str, remedy: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(typed)
    assert (refused.value.problem, refused.value.remedy) == (problem, remedy)
    assert (refused.value.code, refused.value.kind) == (2, "card")


@each("typed", ["", "5h 6h", "567h", "jkjk"])
def test_one_card_is_asked_for_where_only_one_makes_sense(typed: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(typed)
    assert refused.value.problem == f"'{typed}' isn't one card"
    assert refused.value.remedy == "give one card, like 10h"


@each("piece", ["5h ", "5", "h", "jk", "1", " ", "🂱", "\ufe0f", "/"])
def test_a_megabyte_of_text_is_refused_at_once(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    with pytest.raises(CardError) as refused:
        parse_cards(text)
    assert is_soon(time.process_time() - began)
    assert f"is {len(text)} characters long" in refused.value.problem
    assert refused.value.remedy == "give the cards of one hand"
    assert len(refused.value.problem) < 200


def test_the_longest_text_that_is_allowed_is_read() -> None:
    text = ("5h " * LONGEST_TEXT)[:LONGEST_TEXT]
    assert parse_cards(text[:-2]) == (Card("5", "H"),) * (LONGEST_TEXT // 3)


# ── both ways ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("symbols", [True, False])
def test_every_card_that_is_printed_can_be_typed_back(symbols: bool) -> None:
    for card in EVERY_CARD:
        assert parse_card(spell(card, symbols=symbols)) == card
        assert parse_card(str(card)) == card


@given(cards_of_any_game, st.booleans())
def test_a_hand_that_is_printed_can_be_typed_back(cards: list[Card], symbols: bool) -> None:
    assert parse_cards(spell(cards, symbols=symbols)) == tuple(cards)
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)
    assert parse_cards(spell(cards, symbols=symbols).upper()) == tuple(cards)


def read(text: str) -> tuple[Card, ...] | CardError:
    try:
        return parse_cards(text)
    except CardError as refused:
        return refused


@given(st.text() | text_like_cards)
@settings(max_examples=examples(1_000))
def test_any_text_is_read_as_cards_or_refused(text: str) -> None:
    found = read(text)
    if isinstance(found, CardError):
        assert found.problem.isprintable()
        assert found.remedy.isprintable()
    else:
        assert parse_cards(spell(found)) == found


def test_a_letter_and_a_suit_never_make_a_strange_card() -> None:
    # Among them the long s and the sign for kelvin, which fold to s and k.
    found = {letter: read(letter + "h") for letter in map(chr, range(0x3000))}
    strange = [
        letter
        for letter, cards in found.items()
        if not isinstance(cards, CardError) and not set(cards) <= set(EVERY_CARD)
    ]
    assert strange == []


def test_every_word_of_four_signs_is_read_as_cards_or_refused() -> None:
    found = [read("".join(signs)) for signs in product("5kj10sh♥*", repeat=4)]
    for cards in found:
        assert isinstance(cards, CardError) or parse_cards(spell(cards)) == cards != ()


# ── names ────────────────────────────────────────────────────────────────────────────────


@each(
    "rank, label, plural",
    [("A", "A", "aces"), ("T", "10", "tens"), ("6", "6", "sixes"), ("K", "K", "kings")],
)
def test_ranks_have_a_label_and_a_name(rank: str, label: str, plural: str) -> None:
    assert (rank_label(rank), plural_of(rank)) == (label, plural)


@each(
    "typed, people, programs",
    [("th 9d jk 5x", "10♥ 9♦ jk 5★", "10H 9D jk 5X"), ("as", "A♠", "AS"), ("", "", "")],
)
def test_cards_are_printed_with_symbols_or_with_letters(
    typed: str, people: str, programs: str
) -> None:
    cards = parse_cards(typed)
    assert spell(cards) == people
    assert spell(cards, symbols=False) == programs
