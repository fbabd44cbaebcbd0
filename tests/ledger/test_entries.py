"""What can be typed for one player's round, as the table of the grammar says."""

from typing import Any

import pytest

from scorekeeper.errors import CardError, EntryError, ScorekeeperError
from scorekeeper.games import game, names
from scorekeeper.ledger.entries import Entry, is_sum, parse_entry, split_name
from scorekeeper.ledger.names import PHRASES, sayings
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from tests.tables import each, rows

DEFAULT = RuleSet()
SEVENS = DEFAULT.round(5)
THREES = DEFAULT.round(1)
JOKERS = DEFAULT.replace(jokers=2).round(1)
WILD_20 = DEFAULT.replace(
    suits="SHDCX",
    ranks="3456789TJQK",
    face_points="rank",
    wild_points=20,
    jokers=3,
    joker_points=50,
).round(5)
WILD_TENS = DEFAULT.replace(wild_points=20).round(8)
NOTHING_WILD = DEFAULT.wild_only(None)
ROUNDS = {"sevens": SEVENS, "nothing wild": NOTHING_WILD, "wild 20": WILD_20, "none": None}

ANY = "type points like 12, o for going out, a sum like k+9+2, cards like 567s, or - for absent"
NUMBERS = "type points like 12, or - for somebody who sat the round out"
REMEDIES = {"any": ANY, "numbers": NUMBERS}


def facts(entry: Entry) -> dict[str, Any]:
    """What an entry says besides its defaults, with cards as text."""
    said: dict[str, Any] = {
        "points": entry.points,
        "total": entry.total,
        "out": entry.out or None,
        "absent": entry.absent or None,
        "cards": " / ".join(" ".join(map(str, group)) for group in entry.groups) or None,
    }
    return {key: value for key, value in said.items() if value is not None}


@each("typed, means", rows(__file__, "entries.toml", "means"))
def test_an_entry_means_what_the_grammar_says(typed: str, means: dict[str, Any]) -> None:
    entry = parse_entry(typed, SEVENS)
    assert facts(entry) == means
    assert entry.typed == typed
    assert entry.doubt == ""


@each(
    "typed, means",
    [
        *((said, {"out": True}) for said in PHRASES["o"]),
        *((said, {"points": 0}) for said in PHRASES["0"]),
        *((said, {"absent": True}) for said in PHRASES["-"]),
        (" Went   OUT ", {"out": True}),
    ],
)
def test_entries_are_read_as_people_say_them(typed: str, means: dict[str, Any]) -> None:
    assert facts(parse_entry(typed, SEVENS)) == means
    assert not parse_entry(typed, SEVENS).needs_answer


@each("typed", PHRASES["o"])
def test_going_out_is_typed_the_same_way_if_no_cards_are_dealt(typed: str) -> None:
    assert facts(parse_entry(typed, None)) == {"out": True}


def test_gone_can_mean_two_things() -> None:
    entry = parse_entry("gone", SEVENS)
    assert entry.needs_answer
    assert entry.doubt == "went out, or not here"


@each(
    "typed, rules, points, doubt",
    [
        ("a", SEVENS, 1, "an ace left over, 1 point"),
        ("A", SEVENS, 1, "an ace left over, 1 point"),
        ("t", SEVENS, 10, "a ten left over, 10 points"),
        ("j", SEVENS, 10, "a jack left over, 10 points"),
        pytest.param("\u212a", SEVENS, 10, "a king left over, 10 points", id="the Kelvin sign"),
        ("q", SEVENS, 10, "a queen left over, 10 points"),
        ("k", SEVENS, 10, "a king left over, 10 points"),
        ("w", SEVENS, 7, "a wild left over, 7 points"),
        ("w", WILD_20, 20, "a wild left over, 20 points"),
        ("jk", JOKERS, 20, "a joker left over, 20 points"),
    ],
)
def test_a_lone_letter_is_questioned(
    typed: str, rules: RoundRules, points: int, doubt: str
) -> None:
    entry = parse_entry(typed, rules)
    assert (entry.points, entry.doubt, entry.letter) == (points, doubt, typed.lower())
    assert not entry.needs_answer


def test_a_letter_in_a_sum_or_confirmed_by_the_pad_is_not_questioned() -> None:
    assert parse_entry("k=74", SEVENS).doubt == parse_entry("k+a", SEVENS).doubt == ""


@each(
    "typed, rules, points",
    [
        pytest.param("w", THREES, 3, id="a wild three costs its face"),
        pytest.param("jk", JOKERS, 20, id="jk alone is a sum, not a hand"),
        pytest.param("joker+2", JOKERS, 22, id="in a sum a joker may be jk or joker"),
        pytest.param("jk+w+k", JOKERS, 33, id="joker, wild, king"),
        pytest.param("jk", WILD_20, 50, id="the joker at its own price"),
        pytest.param("w", WILD_20, 20, id="the wild at its own price"),
        pytest.param("k+q+j", WILD_20, 36, id="faces as ranks"),
        pytest.param("t", WILD_20, 10, id="a ten"),
        pytest.param("t", WILD_TENS, 20, id="the letter of a wild rank costs what a wild costs"),
        pytest.param("9+2", WILD_20, 11, id="numbers stay as written"),
        pytest.param("a", DEFAULT.replace(ace_points=15).round(1), 15, id="a costly ace"),
        pytest.param("q", DEFAULT.replace(card_points={"Q": 25}).round(1), 25, id="a costly queen"),
    ],
)
def test_a_sum_counts_what_the_cards_cost_in_this_round(
    typed: str, rules: RoundRules, points: int | None
) -> None:
    if points is None:
        with pytest.raises(ScorekeeperError):
            parse_entry(typed, rules)
    else:
        assert facts(parse_entry(typed, rules)) == {"points": points}


@each(
    "typed, rules, doubt",
    [
        ("7+2", WILD_20, "7 is taken as 7 points; a 7 left over costs 20: for that type w"),
        ("10+2", WILD_TENS, "10 is taken as 10 points; a 10 left over costs 20: for that type w"),
        ("6+2", WILD_20, ""),
        ("7+2", SEVENS, ""),
        ("w+2", WILD_20, ""),
        ("7", WILD_20, ""),
    ],
)
def test_a_number_that_may_be_a_wild_with_other_points_is_questioned(
    typed: str, rules: RoundRules, doubt: str
) -> None:
    assert parse_entry(typed, rules).doubt == doubt


def test_two_characters_that_are_not_a_card_are_a_typo() -> None:
    with pytest.raises(EntryError) as refused:
        parse_entry("zz", SEVENS)
    assert refused.value.problem == "'zz' isn't an entry"


def test_a_sum_stays_in_doubt_if_it_comes_with_the_pads_total() -> None:
    entry = parse_entry("7+2=74", WILD_20)
    assert (entry.points, entry.total) == (9, 74)
    assert entry.doubt.startswith("7 is taken as 7 points")


@each("typed, rules, problem, remedy", rows(__file__, "entries.toml", "wrong"))
def test_a_wrong_entry_is_refused_as_it_was_typed(
    typed: str, rules: str, problem: str, remedy: str
) -> None:
    with pytest.raises(EntryError) as refused:
        parse_entry(typed, ROUNDS[rules])
    said = REMEDIES.get(remedy, remedy)
    assert (refused.value.problem, refused.value.remedy) == (problem, said)
    assert refused.value.code == 2


@each("typed", ["/", ",", "//", "- -", ", /", "\ufe0f", "out:/"])
def test_separators_without_a_card_are_neither_an_entry_nor_a_zero(typed: str) -> None:
    with pytest.raises(ScorekeeperError):
        parse_entry(typed, SEVENS)


@each("typed", ["7sh5", "5h6z", "56sh", "out:5h6", "khvh", "1h2h3h"])
def test_cards_that_cannot_be_read_are_refused_as_cards(typed: str) -> None:
    with pytest.raises(CardError):
        parse_entry(typed, SEVENS)


@each("typed, means", rows(__file__, "entries.toml", "numbers"))
def test_a_game_without_cards_takes_only_numbers(typed: str, means: dict[str, Any]) -> None:
    assert facts(parse_entry(typed, None)) == means


@each("word, name, entry", rows(__file__, "entries.toml", "named"))
def test_the_text_before_the_first_equals_sign_is_a_player(
    word: str, name: str, entry: str
) -> None:
    assert split_name(word) == (name or None, entry)


@each("text", ["k", "K+9", "w", "jk", "12+3", "a + 2", "t"])
def test_letters_and_several_terms_are_a_sum(text: str) -> None:
    assert is_sum(text)


@each("text", ["12", "", "+", "k+", "+k", "bo", "x", "o", "kk", "k++9", "5h"])
def test_numbers_words_and_cards_do_not_make_a_sum(text: str) -> None:
    assert not is_sum(text)


# ── what can be said in a game ───────────────────────────────────────────────────────────

GIN_WORDS = {"gin": False, "big gin": False, "knock": True}
DROPS = {"first drop": False, "middle drop": False, "wrong show": False, "sat out": False}
SAID_IN = {"gin": GIN_WORDS, "oklahoma-gin": GIN_WORDS, "indian-rummy": DROPS}


@each("name", names())
def test_each_word_that_can_be_typed_in_a_game_is_an_entry_there(name: str) -> None:
    played = game(name)
    rules = played.round(1) if played.plays_cards else None
    said = sayings(rules)
    assert said == SAID_IN.get(name, {"sat out": False})
    for word, has_left in said.items():
        entry = parse_entry(f"{word} 7" if has_left else word, rules)
        assert (entry.points == 7) == has_left
        assert not entry.groups


def test_words_without_points_in_the_rules_are_not_mentioned() -> None:
    indian, gin = game("indian-rummy"), game("gin")
    assert list(sayings(indian.replace(middle_drop=0).round(1))) == [
        *("first drop", "wrong show", "sat out")
    ]
    assert sayings(gin.replace(knock=0, big_gin_bonus=0).round(1)) == {"gin": False}
