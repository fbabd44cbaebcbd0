"""The referee: three answers, all objections at once, and what other rules would say."""

import tomllib
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cards import parse_card, parse_cards, parse_groups, spell
from scorekeeper.errors import CardError
from scorekeeper.melds import Meld
from scorekeeper.referee import MOST_HELD, Verdict, judge_going_out, neighbouring_readings
from scorekeeper.referee.cover import Cover
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from tests.effort import examples, some, steps
from tests.tables import each
from tests.tools.long_run import every_held, verdict_differences
from tests.tools.random_hands import random_deals, wild_deals

HELD = tomllib.loads((Path(__file__).parents[1] / "hands.toml").read_text("utf-8"))["held"]
DEFAULT = RuleSet()

Keys = dict[str, Any]

AS_RANK: Keys = {"wild_as_rank": True}
SUITS_DIFFER: Keys = {"set_distinct_suits": True}


def table(text: str, rules: RoundRules) -> Verdict:
    """The verdict on cards as they are laid: melds of three or more, and one card to discard."""
    groups = parse_groups(text)
    singles = [group[0] for group in groups if len(group) == 1]
    held = tuple(card for group in groups for card in group)
    return judge_going_out(
        held,
        rules,
        melds=[group for group in groups if len(group) > 1],
        discard=singles[0] if len(singles) == 1 else None,
        neighbours=neighbouring_readings(DEFAULT, rules),
    )


def rules_said(verdict: Verdict) -> list[str]:
    return [objection.rule for objection in verdict.objections]


# ── against the brute force ──────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_every_hundredth_hand_of_four_cards_held_is_judged_as_the_brute_force_says() -> None:
    hands = list(islice(every_held(), 0, None, 100))
    assert len(hands) == 2_708
    tried = some(hands)
    wrong = [f"{dealt}: {fault}" for dealt in tried for fault in verdict_differences(*dealt)]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(examples(4)))
def test_random_hands_under_random_rules_are_judged_as_the_brute_force_says(seed: int) -> None:
    every = random_deals(f"referee {seed}", 200, 8)
    deals = [dealt for dealt in every if len(dealt.hand) > 3]
    assert len(deals) > 50
    wrong = [f"{dealt}: {fault}" for dealt in deals for fault in verdict_differences(*dealt)]
    assert wrong == []


@pytest.mark.parametrize("seed", range(examples(4)))
def test_hands_full_of_wilds_are_judged_as_the_brute_force_says(seed: int) -> None:
    deals = list(wild_deals(f"referee {seed}", 100, 4, 8))
    assert {len(dealt.hand) for dealt in deals} == {4, 5, 6, 7, 8}
    wrong = [f"{dealt}: {fault}" for dealt in deals for fault in verdict_differences(*dealt)]
    assert wrong == []


def test_every_number_of_wilds_that_fits_a_meld_is_tried() -> None:
    """4H 5H 9H is a run with 0, 1 or 3 nines more, the first two of them the 9H's own: not 2."""
    game = DEFAULT.replace(wild_limit="half", wild_as_rank=True)
    verdict = judge_going_out(parse_cards("9h9s9s9d9h 5h4h jsjc 2d"), game.round(7))
    assert {way.card for way in verdict.ways} == {parse_card("2d")}


@pytest.mark.parametrize(
    "entry", [entry for entry in HELD if "discards" in entry], ids=lambda e: e["cards"]
)
def test_published_hands_go_out_with_the_discards_that_their_source_names(
    entry: dict[str, str],
) -> None:
    wild = None if entry["wild"] == "none" else entry["wild"]
    verdict = judge_going_out(parse_cards(entry["cards"]), DEFAULT.wild_only(wild))
    assert {way.card for way in verdict.ways} == set(parse_cards(entry["discards"]))


@each(
    "held, most, discards",
    [
        pytest.param("7s 7s 7h 7h 7d kd", 0, "kd", id="a set"),
        pytest.param("7s 7s 7h 7d 7c", 4, "7s 7h 7d 7c", id="four are a set"),
        pytest.param("7s 7s 7h 7h 7d kd", 4, "", id="five are none"),
        pytest.param("7s 7s 7h 7h 7d jk kd", 4, "kd", id="with a wild they are two"),
        pytest.param("7s 7s 7h 7h 7d 6s 8s kd", 4, "kd", id="one is in a run, four in a set"),
        pytest.param("7s 7s 7h 7h 7d 6s 8s", 4, "7s 7h 7d", id="or three"),
    ],
)
def test_five_sevens_of_two_packs_are_laid_in_sets(held: str, most: int, discards: str) -> None:
    cards, rules = parse_cards(held), RuleSet(set_max=most, jokers=1, decks=2).wild_only(None)
    assert verdict_differences(cards, rules) == []
    verdict = judge_going_out(cards, rules, neighbours={})
    assert {way.card for way in verdict.ways} == set(parse_cards(discards))


HARDEST: list[tuple[float, str, str | None, Keys]] = [
    (9.7, "4s5sas7s2s8s4sqsts6sjs3sks9sjsqs jk 8s8d8c8d jk", "8", {"wild_limit": "one"} | AS_RANK),
    (5.9, "2h5d3h2h2s5htc2s3d2h2c3h4s4dqs2d4hah6h2h2h2h", "4", {"wild_limit": "natural"} | AS_RANK),
    (1.7, "ackd ac4s4c4h4s4c2s3s jk 4c4d6c6s4s4h5sas4c8d4d", "5", {"ace_runs": "both"}),
    (8.0, "kd6sac4h4s5s8s5c7h7s6h5h5c jk 9h5c5c5h5s5h5d5s", "9", {"wild_limit": "natural"}),
    (1, "7s7s7s7s5h5h5h5h6d6d6d8c8c9h9h" + "jk" * 7, None, {"wild_limit": "half"} | SUITS_DIFFER),
    (2.9, "a2345679tjqks a3579s" + "jk" * 5, None, {"wild_limit": "half", "set_max": 3}),
    (0.6, "9s9s9s9s9s9h9h9h9h9h9d9d9d9d9d9c9c9c9c9c4h5h", "9", {"wild_limit": "half"} | AS_RANK),
]


@pytest.mark.slow
@each("most, held, wild, keys", some(HARDEST, 4, first=2))
def test_any_22_cards_are_judged_at_once(most: float, held: str, wild: Any, keys: Keys) -> None:
    """The slowest that were found take half of the ``most`` million steps that each is given."""
    cards = parse_cards(held)
    assert len(cards) == MOST_HELD
    rules = DEFAULT.replace(jokers=3, joker_points=0, **keys).wild_only(wild)
    assert steps(lambda: judge_going_out(cards, rules)) < most * 1_000_000


def test_more_cards_than_can_be_judged_are_refused() -> None:
    with pytest.raises(CardError, match="23 cards are too many to judge"):
        judge_going_out(parse_cards("jk" * 23), DEFAULT.replace(jokers=2).wild_only(None))


# ── three answers ────────────────────────────────────────────────────────────────────────


def test_a_table_that_stands_shows_its_melds_and_its_discard() -> None:
    verdict = table("9s 8h 8c qs / 5s 5h 5d 5c / 2d", DEFAULT.round(6))
    assert verdict.stands
    assert verdict.hand_goes_out
    assert verdict.objections == ()
    (way,) = verdict.ways
    assert way.card == parse_card("2d")
    assert [(meld.kind, spell(meld.cards)) for meld in way.melds] == [
        ("set", "5♠ 5♥ 5♦ 5♣"),
        ("run", "9♠ 8♥ 8♣ Q♠"),
    ]


@pytest.mark.parametrize("laid", ["3s 3h 3d / 4s 4h 4d / 5s 5h 5d", "3s4s5s / 3h4h5h / 3d4d5d"])
def test_melds_that_stand_are_shown_as_they_were_laid(laid: str) -> None:
    (way,) = table(f"{laid} / kc", DEFAULT.wild_only(None)).ways
    assert [meld.cards for meld in way.melds] == list(parse_groups(laid))


def test_a_hand_may_go_out_if_it_is_laid_differently() -> None:
    rules = DEFAULT.replace(wild_limit="natural").round(5)
    verdict = table("7s 7h 7d / qs qh qd qc / 3c", rules)
    assert not verdict.stands
    assert verdict.hand_goes_out
    assert rules_said(verdict) == ["wild-limit"]
    (way,) = verdict.ways
    assert [way.card, *(len(meld.cards) for meld in way.melds)] == [parse_card("3c"), 7]
    assert "wild_limit=any" in verdict.would_stand
    assert "wild_as_rank=true" in verdict.would_stand


def test_a_no_names_every_group_that_is_not_a_meld_and_what_would_help() -> None:
    verdict = table("4h 5h 7s 7h / qs qd 7c 7d / 2c", DEFAULT.round(6))
    assert not verdict.stands
    assert not verdict.hand_goes_out
    assert [
        (found.rule, spell(found.cards), found.because, found.legal) for found in verdict.objections
    ] == [
        (
            "run-suit",
            "4♥ 5♥ 7♠ 7♥",
            "not a run: 7♠ is neither a heart nor wild",
            "6♥ or an 8 instead of 7♠",
        ),
        (
            "set-rank",
            "Q♠ Q♦ 7♣ 7♦",
            "not a set: 7♦ and 7♣ are neither queens nor wild",
            "queens or eights in their place",
        ),
    ]
    assert verdict.would_stand == ("previous-wild",)


def test_zero_deadwood_in_all_the_cards_is_not_enough() -> None:
    held = parse_cards("7s 7h 7c 8h 9h th")
    assert Cover(held, DEFAULT.wild_only(None)).melds(held) is not None
    verdict = judge_going_out(held, DEFAULT.wild_only(None))
    assert (verdict.stands, verdict.hand_goes_out, verdict.ways) == (False, False, ())
    assert [found.because for found in verdict.objections] == [
        "all 6 cards meld, but whatever is discarded, another card is left over"
    ]


def test_a_discard_that_is_refused_names_the_cards_it_leaves_unmelded() -> None:
    held = parse_cards("5h 6h 7h 9h 9d kd")
    verdict = judge_going_out(held, DEFAULT.wild_only(None), discard=parse_cards("kd")[0])
    assert [found.because for found in verdict.objections] == [
        "discarding K♦ leaves 9♥ and 9♦ unmelded"
    ]


# ── objections ───────────────────────────────────────────────────────────────────────────


@each(
    "text, words",
    [
        pytest.param("5h 6h 7h / 8c 9c", ["meld-size", "discard"], id="two cards are no meld"),
        pytest.param("5h 6h 7h / 8c / 9c", ["deadwood"], id="two single cards"),
        pytest.param("5h 6h 7h 8h", ["discard"], id="nothing is left to discard"),
        pytest.param("5h 7h 8h / kd", ["run-gap"], id="a gap"),
        pytest.param("5h 6h 7d / kd", ["run-suit"], id="a stranger in a run"),
        pytest.param("qh kh ah / kd", ["off-the-line"], id="over the top"),
        pytest.param("5h 5d 6c / kd", ["set-rank"], id="a stranger in a set"),
    ],
)
def test_each_fault_in_a_layout_has_its_word(text: str, words: list[str]) -> None:
    assert rules_said(table(text, DEFAULT.wild_only("3"))) == words


@each(
    "held, melds, discard, words",
    [
        pytest.param("5h 6h 7h 8h", "5h 6h 7h 7h", None, ["run-gap", "used-twice"]),
        pytest.param("5h 6h 7h 8h", "5h 6h 7h", "9c", ["not-held", "deadwood"]),
        pytest.param("5h 6h 7h 8h", "4h 5h 6h", None, ["not-held", "deadwood"]),
        pytest.param("5h 6h 7h 8h", "5h 6h 7h", "8h", []),
        pytest.param("5h 6h 7h 8h", "5h 6h 7h", None, []),
    ],
)
def test_cards_laid_are_compared_with_cards_held(
    held: str, melds: str, discard: str | None, words: list[str]
) -> None:
    verdict = judge_going_out(
        parse_cards(held),
        DEFAULT.wild_only("3"),
        melds=parse_groups(melds),
        discard=parse_card(discard) if discard else None,
    )
    assert rules_said(verdict) == words


@each(
    "held, words",
    [
        ("3h 4h 5h", []),  # the discard is gone already
        ("3h 4h 5h kd", []),
        ("3h 4h 5h kd kc", ["hand-size", "deadwood"]),
        ("3h 4h", ["hand-size", "deadwood"]),
    ],
)
def test_a_hand_of_the_wrong_size_cannot_go_out(held: str, words: list[str]) -> None:
    verdict = judge_going_out(parse_cards(held), DEFAULT.round(1))
    assert rules_said(verdict) == words
    assert bool(verdict.ways) == (not words)


@pytest.mark.parametrize(
    ("held", "because"),
    [
        ("3h", "1 card is too few for a meld and a discard"),
        ("3h 4h 5h", "3 cards are too few for a meld and a discard"),
    ],
)
def test_if_no_round_is_named_four_cards_are_the_fewest(held: str, because: str) -> None:
    verdict = judge_going_out(parse_cards(held), DEFAULT.wild_only(None))
    assert verdict.objections[0][:3] == ("hand-size", because, "4 cards or more")
    assert verdict.ways == ()


@pytest.mark.parametrize(
    ("discard", "because"), [(None, "8♣ and 9♣ aren't in a meld"), ("9c", "8♣ isn't in a meld")]
)
def test_cards_outside_the_melds_are_named(discard: str | None, because: str) -> None:
    verdict = judge_going_out(
        parse_cards("5h 6h 7h 8c 9c"),
        DEFAULT.wild_only("3"),
        melds=parse_groups("5h 6h 7h"),
        discard=parse_card(discard) if discard else None,
    )
    assert [found.because for found in verdict.objections] == [because]


def test_a_discard_that_has_been_made_has_no_card() -> None:
    verdict = judge_going_out(parse_cards("3h 4h 5h"), DEFAULT.round(1))
    assert [way.card for way in verdict.ways] == [None]


@each(
    "discard, words, ways",
    [("8h", [], ["8♥"]), ("5h", [], ["5♥"]), ("6h", ["discard"], ["5♥", "8♥"])],
)
def test_a_named_discard_must_go_out(discard: str, words: list[str], ways: list[str]) -> None:
    rules = DEFAULT.wild_only("3")
    verdict = judge_going_out(parse_cards("5h 6h 7h 8h"), rules, discard=parse_card(discard))
    assert rules_said(verdict) == words
    assert [spell(way.card) for way in verdict.ways if way.card] == ways


# ── neighbouring readings ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "number", "keys", "reading"),
    [
        ("4h 5h 7s 7h / 7d 7c 9s 9d / 2c", 6, {}, "previous-wild"),
        ("4h 5h 9s 7h / qd qc 9c 9d / 2c", 6, {}, "next-wild"),
        ("qh kh ah / 2c", 1, {}, "ace_runs=both"),
        ("3h 3d 5h / 2c", 1, {"wild_limit": "half"}, "wild_limit=any"),
        ("3h 3d 3c / 2c", 1, {"wild_limit": "natural"}, "wild_as_rank=true"),
        ("5h 3d 3c / 2c", 1, {"wild_limit": "one"}, "wild_limit=natural"),
        ("ks kh kd kc ks / 2c", 3, {"set_max": 4}, "set_max=0"),
        ("9c 9c 9d / 2c", 1, {"set_distinct_suits": True}, "set_distinct_suits=false"),
    ],
)
def test_a_common_reading_under_which_the_claim_would_stand_is_named(
    text: str, number: int, keys: dict[str, object], reading: str
) -> None:
    verdict = table(text, DEFAULT.replace(**keys).round(number))
    assert not verdict.stands
    assert reading in verdict.would_stand
    assert verdict.would_fall == ()


def test_a_common_reading_under_which_the_claim_would_fall_is_named_too() -> None:
    verdict = table("9s 8h 8c qs / 5s 5h 5d 5c / 2d", DEFAULT.round(6))
    assert verdict.would_fall == ("previous-wild", "next-wild", "wild_limit=one")
    assert verdict.would_stand == ()


@pytest.mark.parametrize(
    ("text", "number", "reading"),
    [("ks kh kd kc ks / 2c", 3, "set_max=4"), ("9c 9c 9d / 2c", 1, "set_distinct_suits=true")],
)
def test_a_set_that_other_tables_would_refuse_gets_a_note(
    text: str, number: int, reading: str
) -> None:
    verdict = table(text, DEFAULT.round(number))
    assert verdict.stands
    assert reading in verdict.would_fall


# ── wilds that stand as themselves ───────────────────────────────────────────────────────


def out_of_place(melds: Sequence[Meld], rules: RoundRules) -> list[str]:
    """The places in runs where a wild stands for the same card that is a wild elsewhere."""
    elsewhere = [
        card
        for meld in melds
        for card, stands in zip(meld.cards, meld.stands, strict=True)
        if rules.is_wild(card) and meld.kind != "wilds" and str(card) != stands
    ]
    return [
        f"{spell(meld.cards)}: {stands} lies elsewhere"
        for meld in melds
        for card, stands in zip(meld.cards, meld.stands, strict=True)
        if meld.kind == "run" and str(card) != stands and stands in map(str, elsewhere)
    ]


@pytest.mark.parametrize("seed", range(examples(4)))
def test_a_wild_that_can_stand_as_itself_does(seed: int) -> None:
    ways = 0
    for hand, rules in wild_deals(f"themselves {seed}", 300, 6, 10):
        for way in judge_going_out(hand, rules, neighbours={}).ways:
            ways += 1
            assert out_of_place(way.melds, rules) == []
    assert ways > 200


def test_a_six_of_hearts_goes_to_the_run_of_hearts_and_another_six_to_the_nines() -> None:
    verdict = judge_going_out(parse_cards("567h 9c9d6s 2d"), DEFAULT.round(4))
    way = next(way for way in verdict.ways if way.card == parse_card("2d"))
    assert {spell(meld.cards) for meld in way.melds} == {"5♥ 6♥ 7♥", "6♠ 9♦ 9♣"}
