"""Rules as values: the keys, what they refuse, and what follows from them."""

from typing import Any
from unittest.mock import patch

import pytest

from scorekeeper.cards import RANKS, Card, parse_card, parse_cards
from scorekeeper.errors import CardError, RoundError, RulesError
from scorekeeper.rules import KEYS, RuleSet, rule_keys
from scorekeeper.rules.card_rules import CardRules
from scorekeeper.rules.packs import (
    check_cards_in_pack,
    costliest_hand,
    costliest_melded_hand,
    excess,
    refuse_too_many,
)
from scorekeeper.rules.rule_keys import MOST_OF_ANYTHING, RoundSpec, as_typed
from scorekeeper.rules.scoring import SCORINGS, Scoring
from scorekeeper.rules.variations import VARIATIONS, called, in_switches, vary
from scorekeeper.solver import best_arrangement
from tests.tables import each, rows
from tests.values import refused

DEFAULTS: dict[str, Any] = {
    "suits": "SHDC",
    "ranks": "A23456789TJQK",
    "ace_runs": "low",
    "ace_points": 1,
    "face_points": "ten",
    "card_points": (),
    "wild_points": "face",
    "jokers": 0,
    "joker_points": 20,
    "wild_limit": "any",
    "wild_as_rank": False,
    "set_max": 0,
    "set_distinct_suits": False,
    "knock": 0,
    "lay_off": False,
    "gin_bonus": 0,
    "big_gin_bonus": 0,
    "undercut_bonus": 0,
    "sequences": 0,
    "pure_sequences": 0,
    "without_sequences": "all",
    "hand_cap": 0,
    "first_drop": 0,
    "middle_drop": 0,
    "wrong_show": 0,
    "upcard_knock": False,
    "spades_double": False,
    "decks": None,
    "players": (2, 0),
    "rounds": tuple(zip(range(3, 14), "3456789TJQK", strict=True)),
    "target": 0,
    "winner": "low",
    "ties": "shared",
    "bonus_round": None,
    "several_out": False,
    "dealer": "passes",
    "repeats": False,
    "count": "own",
    "reaching": "ends",
    "rejoin_limit": 0,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout": False,
    "columns": 1,
}

NO_NUMBERS: tuple[Any, ...] = ("3", 2.5, None, True, [], -1, MOST_OF_ANYTHING + 1)
NO_WORDS: tuple[Any, ...] = ("", "sometimes", 3, True, None, ["low"])
NO_YES_OR_NO: tuple[Any, ...] = ("true", 1, 0, None, [])
REFUSED: dict[str, tuple[Any, ...]] = {
    "suits": ("", "SHZ", "SS", "SHDS", 4, None, ["S"]),
    "ranks": ("", "A2345", "23456A", "A22345", "KQJT98", "ABCDEF", 13, None, ["A"]),
    "ace_runs": NO_WORDS,
    "ace_points": NO_NUMBERS,
    "face_points": NO_WORDS,
    "card_points": (
        None,
        "Q",
        25,
        True,
        ["Q"],
        [1],
        [("Q", 25, 1)],
        {"Z": 25},
        {12: 25},
        {"Q": "25"},
        {"Q": -1},
        {"Q": True},
    ),
    "wild_points": ("rank", *NO_NUMBERS),
    "jokers": (101, *NO_NUMBERS),
    "joker_points": ("face", *NO_NUMBERS),
    "wild_limit": NO_WORDS,
    "wild_as_rank": NO_YES_OR_NO,
    "set_max": (1, 2, *NO_NUMBERS),
    "set_distinct_suits": NO_YES_OR_NO,
    "knock": NO_NUMBERS,
    "lay_off": NO_YES_OR_NO,
    "gin_bonus": NO_NUMBERS,
    "big_gin_bonus": NO_NUMBERS,
    "undercut_bonus": NO_NUMBERS,
    "sequences": (8, *NO_NUMBERS),
    "pure_sequences": (8, *NO_NUMBERS),
    "without_sequences": NO_WORDS,
    "hand_cap": NO_NUMBERS,
    "first_drop": NO_NUMBERS,
    "middle_drop": NO_NUMBERS,
    "wrong_show": NO_NUMBERS,
    "upcard_knock": NO_YES_OR_NO,
    "spades_double": NO_YES_OR_NO,
    "decks": ("2", 0, 101, 2.5, True, -1),
    "players": (4, None, "24", [], [2], [2, 3, 4], [0, 4], [5, 4], ["2", "4"], [2, True], [-1, 0]),
    "rounds": (
        "11",
        None,
        True,
        2.5,
        -1,
        501,
        [],
        [3, 4],
        [{"deal": 3}] * 501,
        [{}],
        [{"wild": "3"}],
        [{"deal": 0}],
        [{"deal": 101}],
        [{"deal": "3"}],
        [{"deal": 3, "wild": 3}],
        [{"deal": 3, "wild": "Z"}],
        [{"deal": 3, "wild": "34"}],
        [{"deal": 3, "wilds": "3"}],
    ),
    "target": NO_NUMBERS,
    "winner": NO_WORDS,
    "ties": NO_WORDS,
    "bonus_round": ("last", 3, True, [], {}, {"deal": 0}, {"deal": 3, "wild": "Z"}),
    "several_out": NO_YES_OR_NO,
    "dealer": NO_WORDS,
    "repeats": NO_YES_OR_NO,
    "count": NO_WORDS,
    "reaching": NO_WORDS,
    "rejoin_limit": NO_NUMBERS,
    "game_bonus": NO_NUMBERS,
    "box_bonus": NO_NUMBERS,
    "shutout": NO_YES_OR_NO,
    "columns": (0, 10, *NO_NUMBERS),
}


# ── keys and their values ────────────────────────────────────────────────────────────────


def test_the_default_rules_are_the_main_text_of_three_thirteen() -> None:
    assert {name: getattr(RuleSet(), name) for name in KEYS} == DEFAULTS


def test_every_key_says_what_it_may_hold_and_what_it_means() -> None:
    assert all(key.metadata["values"] and key.metadata["meaning"] for key in KEYS.values())


def test_a_kind_of_scoring_with_its_own_points_says_why_it_cannot_be_rescored() -> None:
    for kind in SCORINGS.values():
        has_own = type(kind).points is not Scoring.points
        assert (not kind.own_points, bool(kind.not_rescored)) == (has_own, has_own)


def test_every_key_has_wrong_values_to_refuse() -> None:
    assert list(REFUSED) == list(KEYS)


@each("name, value", [(name, value) for name, values in REFUSED.items() for value in values])
def test_a_wrong_value_is_refused_by_the_name_of_its_key(name: str, value: Any) -> None:
    error = refused(RulesError, RuleSet, **{name: value})
    assert name in error.problem
    assert name in error.remedy
    assert len(error.problem) < 200


@each(
    "name, value, kept",
    [
        ("suits", "shdcx", "SHDCX"),
        ("ranks", "a2345678910jqk", RANKS),
        ("ranks", "3456789TJQK", "3456789TJQK"),
        ("card_points", {"q": 25, "10": 0}, (("T", 0), ("Q", 25))),
        ("card_points", [["Q", 25]], (("Q", 25),)),
        ("wild_points", 0, 0),
        ("wild_points", "face", "face"),
        ("set_max", 3, 3),
        ("target", MOST_OF_ANYTHING, MOST_OF_ANYTHING),
        ("players", [2, 7], (2, 7)),
        ("players", [1, 0], (1, 0)),
        (
            "rounds",
            [{"deal": 3, "wild": "10"}, {"deal": 4}],
            (RoundSpec(3, "T"), RoundSpec(4, None)),
        ),
        ("bonus_round", {"deal": 14, "wild": "a"}, RoundSpec(14, "A")),
        ("decks", None, None),
    ],
)
def test_values_are_kept_in_one_form(name: str, value: Any, kept: Any) -> None:
    rules = RuleSet(**{name: value})
    assert getattr(rules, name) == kept
    assert RuleSet(**{name: kept}) == rules


@each(
    "name, value, remedy",
    [
        ("ace_runs", "hi", "did you mean high? ace_runs is low, high or both"),
        ("wild_limit", "halb", "did you mean half? wild_limit is any, natural, half or one"),
        ("winner", 7, "winner is low or high"),
        ("set_max", 2, "set_max is 0 for no limit, or 3 and more"),
        ("wild_as_rank", "yes", "wild_as_rank is true or false"),
        ("bonus_round", 5, 'a round in bonus_round is like { deal = 3, wild = "3" }'),
    ],
)
def test_a_refusal_says_what_the_key_may_hold(name: str, value: object, remedy: str) -> None:
    error = refused(RulesError, RuleSet().replace, **{name: value})
    assert error.problem == f"{name} can't be '{value}'"
    assert error.remedy == remedy


@each(
    "typed, remedy",
    [
        ("ace_run", "did you mean ace_runs?"),
        ("wildlimit", "did you mean wild_limit?"),
        ("JOKERS", "did you mean jokers?"),
        ("zzz", f"the rules are {', '.join(DEFAULTS)}"),
    ],
)
def test_an_unknown_key_is_answered_with_the_nearest(typed: str, remedy: str) -> None:
    error = refused(RulesError, RuleSet().replace, **{typed: 1})
    assert error.problem == f"there is no rule '{typed}'"
    assert error.remedy == remedy


@pytest.mark.parametrize("label", ["game", "title"])
def test_labels_are_not_rule_keys(label: str) -> None:
    assert label not in KEYS
    with pytest.raises(RulesError):
        RuleSet().replace(**{label: "house"})


@each(
    "keys",
    [
        {"ranks": "3456789TJQK", "rounds": [{"deal": 3, "wild": "2"}]},
        {"ranks": "3456789TJQK", "bonus_round": {"deal": 3, "wild": "A"}},
        {"ranks": "A23456"},
    ],
)
def test_a_rank_that_the_packs_do_not_hold_cannot_be_wild(keys: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="can't be wild: the packs have none"):
        RuleSet(**keys)


@pytest.mark.parametrize("keys", [{}, {"jokers": 1, "rounds": [{"deal": 10}]}])
def test_nothing_is_laid_off_in_a_game_with_wild_cards(keys: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match="games without wild cards"):
        RuleSet(lay_off=True, **keys)


# ── variations ───────────────────────────────────────────────────────────────────────────


@each(
    "names, keys",
    [
        (["aces-high-or-low"], {"ace_runs": "both", "ace_points": 15}),
        (["face-cards-11-12-13"], {"face_points": "rank"}),
        (["jokers"], {"jokers": 2, "joker_points": 20}),
        (["one-natural"], {"wild_limit": "natural"}),
        (["half-wild"], {"wild_limit": "half", "wild_as_rank": True}),
        (["one-wild"], {"wild_limit": "one"}),
        (["four-card-sets"], {"set_max": 4}),
        ([], {}),
        (["jokers", "jokers"], {"jokers": 2}),
        (
            ["jokers", "one-wild", "four-card-sets"],
            {"jokers": 2, "wild_limit": "one", "set_max": 4},
        ),
    ],
)
def test_variations_set_their_keys_and_combine(names: list[str], keys: dict[str, Any]) -> None:
    assert vary(RuleSet(), {}, names) == RuleSet(**keys)
    assert vary(RuleSet(), {}, reversed(names)) == RuleSet(**keys)


@each(
    "first, second",
    [("one-natural", "half-wild"), ("half-wild", "one-wild"), ("one-wild", "one-natural")],
)
def test_two_variations_that_set_one_key_differently_are_refused(first: str, second: str) -> None:
    error = refused(RulesError, vary, RuleSet(), {}, [first, "jokers", second])
    assert error.problem == f"{first} and {second} contradict each other on wild_limit"
    assert error.remedy == "choose one of the two"


@each(
    "values, variations, key",
    [({}, ["jokers"], "jokers"), ({"decks": 2}, [], "decks"), ({"set_max": 4}, [], "set_max")],
)
def test_a_game_without_cards_refuses_a_rule_about_cards(
    values: dict[str, object], variations: list[str], key: str
) -> None:
    error = refused(RulesError, vary, RuleSet(game="points", rounds=0), values, variations)
    assert error.problem == f"Points deals no cards, so {key} has no effect"
    assert error.remedy == "leave that rule out"


def test_a_single_rule_overrides_a_variation_and_both_override_the_game() -> None:
    game = RuleSet(ace_points=11, jokers=1, face_points="rank")
    rules = vary(game, {"ace_points": 25}, ["aces-high-or-low", "jokers"])
    assert (rules.ace_points, rules.ace_runs) == (25, "both")
    assert rules.jokers == 2
    assert rules.face_points == "rank"


@each(
    "typed, remedy",
    [
        ("jokrs", "did you mean jokers?"),
        ("half-wold", "did you mean half-wild?"),
        ("zzz", f"choose from {', '.join(VARIATIONS)}"),
    ],
)
def test_an_unknown_variation_is_answered_with_the_nearest(typed: str, remedy: str) -> None:
    error = refused(RulesError, vary, RuleSet(), {}, [typed])
    assert error.problem == f"'{typed}' isn't a house rule"
    assert error.remedy == remedy


@each(
    "typed, variation",
    [
        ("joker", "jokers"),
        ("half", "half-wild"),
        ("aces high", "aces-high-or-low"),
        ("Face Cards", "face-cards-11-12-13"),
        ("natural", "one-natural"),
        ("four-card", "four-card-sets"),
    ],
)
def test_a_variation_is_found_by_the_beginning_of_any_word(typed: str, variation: str) -> None:
    assert vary(RuleSet(), {}, [typed]) == vary(RuleSet(), {}, [variation])


@pytest.mark.parametrize(
    ("typed", "found"), [("one", "one-natural or one-wild"), ("wild", "half-wild or one-wild")]
)
def test_a_beginning_of_several_variations_is_refused(typed: str, found: str) -> None:
    error = refused(RulesError, vary, RuleSet(), {}, [typed])
    assert error.problem == f"'{typed}' could be {found}"


# ── what follows from the keys ───────────────────────────────────────────────────────────


@each(
    "keys, line",
    [
        ({}, "A23456789TJQK"),
        ({"ace_runs": "high"}, "23456789TJQKA"),
        ({"ace_runs": "both"}, "A23456789TJQKA"),
        ({"ranks": "3456789TJQK", "ace_runs": "both"}, "3456789TJQK"),
        ({"ranks": "A345678", "ace_runs": "both"}, "A345678A"),
        ({"ranks": "A345678", "ace_runs": "high"}, "345678A"),
    ],
)
def test_the_ace_is_where_the_rules_put_it_in_runs(keys: dict[str, Any], line: str) -> None:
    assert CardRules(**keys).run_order == line


@each("keys, wild, card, points", rows(__file__, "rules.toml", "left_over"))
def test_a_card_left_over_costs_its_points(
    keys: dict[str, Any], wild: str, card: str, points: int
) -> None:
    assert RuleSet(**keys).wild_only(wild or None).points[parse_card(card)] == points


def test_a_hand_is_sorted_by_suit_then_rank_then_jokers() -> None:
    hand = parse_cards("jk kd 2h as 5x th")
    assert RuleSet(suits="SHDCX").in_order(hand) == parse_cards("as 2h th kd 5x jk")
    assert RuleSet(suits="XCDHS").in_order(hand) == parse_cards("5x kd 2h th as jk")


def test_rounds_are_numbered_from_one_each_with_its_wild() -> None:
    rules = RuleSet()
    assert [rules.round(number).deal for number in range(1, 12)] == list(range(3, 14))
    assert "".join(rules.round(number).wild or "-" for number in range(1, 12)) == "3456789TJQK"
    assert rules.last_round == 11


@each("number", [0, -1, 12])
def test_a_round_that_the_game_does_not_have_is_refused(number: int) -> None:
    error = refused(RoundError, RuleSet().round, number)
    assert error.problem == f"Three Thirteen has no round {number}"
    assert error.remedy == "choose a round from 1 to 11"


def test_a_game_of_points_deals_no_cards() -> None:
    points = RuleSet(game="points", rounds=0)
    assert not points.plays_cards
    assert (points.specs, points.last_round, points.cards_needed(4)) == ((), None, 0)
    with pytest.raises(RoundError, match="deals no cards"):
        points.round(1)
    assert points.replace(rounds=5).last_round == 5


def test_fewer_rounds_of_a_game_with_cards_are_its_first_ones() -> None:
    assert RuleSet().replace(rounds=4).specs == RuleSet().specs[:4]


@each("count", [0, 12, -1])
def test_more_rounds_than_the_game_has_must_be_listed(count: int) -> None:
    error = refused(RulesError, RuleSet().replace, rounds=count)
    assert error.problem == f"Three Thirteen doesn't have {count} rounds"
    assert "choose 1 to 11, or list them like rounds=" in error.remedy


def test_the_bonus_round_is_the_last_one_again_unless_the_rules_name_it() -> None:
    again = RuleSet().bonus()
    assert (again.number, again.deal, again.wild) == (None, 13, "K")
    named = RuleSet(bonus_round=RoundSpec(14, None)).bonus()
    assert (named.number, named.deal, named.wild) == (None, 14, None)


def test_a_wild_rank_that_the_game_does_not_hold_is_refused() -> None:
    with pytest.raises(RulesError, match="twos can't be wild"):
        RuleSet(ranks="3456789TJQK").wild_only("2")


@each("players, packs", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)])
def test_one_pack_for_every_two_players_unless_the_rules_fix_it(players: int, packs: int) -> None:
    assert RuleSet().decks_for(players) == packs
    assert RuleSet(decks=2).decks_for(players) == 2


def test_the_packs_must_hold_every_hand_and_one_upcard() -> None:
    assert RuleSet().cards_needed(4) == 4 * 13 + 1


# ── counting cards ───────────────────────────────────────────────────────────────────────


@each(
    "cards, jokers, decks, found",
    [
        ("5s 5h", 0, 1, None),
        ("5h 6h 5h", 0, 1, ("5h", 2, 1)),
        ("5h 6h 5h", 0, 2, None),
        ("5h 5h 5h", 0, 2, ("5h", 3, 2)),
        ("jk", 0, 1, ("jk", 1, 0)),
        ("jk jk", 2, 1, None),
        ("jk jk jk", 2, 1, ("jk", 3, 2)),
        ("jk jk jk jk", 2, 2, None),
        pytest.param("6h 6h 5s 5s", 0, 1, ("5s", 2, 1), id="the first in order is told"),
        ("", 0, 1, None),
    ],
)
def test_a_hand_is_never_larger_than_its_packs(
    cards: str, jokers: int, decks: int, found: tuple[str, int, int] | None
) -> None:
    expected = found and (parse_card(found[0]), *found[1:])
    assert excess(parse_cards(cards), RuleSet(jokers=jokers), decks) == expected


@pytest.mark.parametrize(
    ("decks", "problem"),
    [
        (1, "5♥ appears 3 times, but 1 pack holds it once"),
        (2, "5♥ appears 3 times, but 2 packs hold it twice"),
    ],
)
def test_a_card_that_appears_too_often_is_called_a_typing_mistake(decks: int, problem: str) -> None:
    error = refused(CardError, refuse_too_many, parse_cards("5h 5h 5h"), RuleSet(), decks)
    assert error.problem == problem
    assert error.remedy == "check 5♥ for a typo"
    refuse_too_many(parse_cards("5h 5h 5h"), RuleSet(), 3)


@each("card, problem, remedy", rows(__file__, "rules.toml", "costliest"))
def test_a_card_that_no_pack_holds_is_refused(card: str, problem: str, remedy: str) -> None:
    rules = CardRules(ranks="3456789TJQK")
    check_cards_in_pack(parse_cards("3s kd"), rules)
    error = refused(CardError, check_cards_in_pack, parse_cards(f"3s {card}"), rules)
    assert (error.problem, error.remedy) == (problem, remedy)


# ── the costliest hands ────────────────────────────────────────────────────────────────────


@each(
    "keys, deal, decks, points",
    [
        ({}, 3, 1, 30),
        ({}, 13, 1, 130),
        pytest.param({"face_points": "rank"}, 3, 1, 39, id="three kings"),
        pytest.param({"face_points": "rank"}, 5, 1, 4 * 13 + 12, id="a pack has four kings"),
        pytest.param({"face_points": "rank"}, 5, 2, 5 * 13, id="two packs have more"),
        pytest.param({"jokers": 2}, 3, 1, 20 + 20 + 10, id="two jokers and a ten"),
        pytest.param({"jokers": 2}, 3, 2, 60, id="three of four jokers"),
        pytest.param({"wild_points": 25}, 3, 1, 75, id="three wilds"),
    ],
)
def test_no_hand_costs_more_than_its_costliest_cards(
    keys: dict[str, Any], deal: int, decks: int, points: int
) -> None:
    rules = RuleSet(**keys, rounds=[RoundSpec(deal, "4")]).round(1)
    assert costliest_hand(rules, decks) == points


DEAREST_MELDED = [30, 40, 50, 60, 70, 80, 88, 94, 101, 108, 114]


@each("number, points", [*enumerate(DEAREST_MELDED, start=1)])
def test_the_costliest_melded_hand_of_each_round_is_known(number: int, points: int) -> None:
    rules = RuleSet().round(number)
    assert costliest_melded_hand(rules) == points
    # Two cards of each rank, no two neighbours in a suit: such a hand is really left whole.
    costliest = [rank for rank in "KQJT98765432A" if rank != rules.wild]
    suits = {rank: ("SH", "DC")[place % 2] for place, rank in enumerate(costliest)}
    hand = [Card(rank, suit) for rank in costliest for suit in suits[rank]][: rules.deal]
    assert best_arrangement(hand, rules).points == points


@each("keys", [{"jokers": 2}, {"ace_points": 15}, {"set_max": 4}, {"suits": "SHDCX"}])
def test_the_costliest_melded_hand_is_known_for_the_default_keys_alone(
    keys: dict[str, Any],
) -> None:
    assert costliest_melded_hand(RuleSet(**keys).round(3)) is None


def test_keys_that_change_no_card_leave_the_costliest_melded_hand_known() -> None:
    assert costliest_melded_hand(RuleSet(decks=4, winner="high", several_out=True).round(3)) == 50


def test_without_a_deal_the_costliest_melded_hand_is_not_known() -> None:
    assert costliest_melded_hand(RuleSet().wild_only("3")) is None


def test_rules_do_not_change() -> None:
    rules = RuleSet()
    with pytest.raises(AttributeError, match="jokers can't be changed"):
        rules.jokers = 2
    with pytest.raises(AttributeError, match="jokers can't be changed"):
        del rules.jokers
    assert rules == RuleSet()


def test_rules_take_only_the_fields_they_have() -> None:
    with pytest.raises(TypeError, match="no field of RuleSet: joker"):
        RuleSet(joker=2)


def test_a_change_of_one_rule_reads_no_round_again() -> None:
    rules = RuleSet(rounds=[{"deal": 3, "wild": "7"}] * 500).replace(ace_points=5)
    with patch.object(rule_keys, "read_rank", wraps=rule_keys.read_rank) as read:
        assert rules.replace(ace_points=6).specs == rules.specs
    assert read.call_count == 0


def test_values_and_variations_are_shown_as_people_type_them() -> None:
    assert as_typed({"deal": 4, "wild": "10"}) == "{ deal = 4, wild = 10 }"
    assert [as_typed(value) for value in (True, (2, 7), 10**5000)] == [
        *("true", "[2, 7]", "a number of thousands of digits")
    ]
    assert in_switches({"wild_limit": "one", "jokers": 1}) == ["one-wild", "jokers=1"]
    assert called("crowns", {"five-crowns": ["Five Crowns"], "points": ["Points"]}) == "five-crowns"
