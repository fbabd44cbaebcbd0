"""A rule holds from a round on: random evenings, in which the table agrees on random rules."""

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import codec
from scorekeeper.audit import faults
from scorekeeper.errors import RulesError, UsageError
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import change_rules, play_off
from scorekeeper.ledger.faults import may_be_out
from scorekeeper.ledger.rows import next_row, row_of, rows
from scorekeeper.ledger.standings import standings
from scorekeeper.ledger.written import Round
from scorekeeper.rules import KEYS, KIND_KEYS, ROUND_KEYS, RuleChange, RuleSet
from scorekeeper.rules.rule_keys import RoundSpec
from tests.effort import examples
from tests.values import DEFAULT, POINTS, game, row

FEW = RuleSet(decks=2, rounds=tuple(RoundSpec(deal, str(deal)) for deal in (3, 4, 5)))

some_rules = st.dictionaries(
    st.sampled_from(("wild_limit", "jokers", "ace_points", "ace_runs", "set_max", "wild_as_rank")),
    st.integers(0, 9),
    min_size=1,
    max_size=3,
).map(
    lambda drawn: {
        key: {
            "wild_limit": ("any", "natural", "half", "one")[pick % 4],
            "jokers": pick % 3,
            "ace_points": (1, 15)[pick % 2],
            "ace_runs": ("low", "high", "both")[pick % 3],
            "set_max": (0, 3, 4)[pick % 3],
            "wild_as_rank": bool(pick % 2),
        }[key]
        for key, pick in drawn.items()
    }
)


def dealt(evening: Game, seed: int) -> Game:
    """The game with its next round, in which everybody shows their cards, many of them wild."""
    number, chance = len(evening.played) + 1, random.Random(seed)
    rules = evening.round_rules(number, Round())
    assert rules is not None
    wilds = [card for card in rules.pack if rules.is_wild(card)]
    low = [card for card in rules.pack if card.rank in "A6789" and not rules.is_wild(card)]
    cards = [*wilds, *wilds, *low]
    chance.shuffle(cards)
    deal = rules.deal or 0
    shown = {
        name: " ".join(map(str, cards[at * deal : (at + 1) * deal]))
        for at, name in enumerate(evening.names)
    }
    round_ = Round(hands=shown)
    out = may_be_out(next_row(evening).with_round(round_))[:1]
    kept = {name: hand for name, hand in shown.items() if name in out or chance.random() < 0.7}
    scores = {name: chance.randrange(20) for name in shown if name not in kept}
    return evening.with_round(Round(hands=kept, scores=scores, out=out))


def past(evening: Game) -> list[Any]:
    """What has been decided so far: the squares, the places, and what ``check`` says."""
    numbers = range(1, len(evening.played) + 1)
    squares = [[evening.square(number, name) for name in evening.names] for number in numbers]
    return [squares, standings(evening).lines, standings(evening).winners, list(faults(evening))]


agreed = st.lists(st.tuples(some_rules, st.integers(0, 10**6)), min_size=1, max_size=3)


@settings(max_examples=examples(80))
@given(agreed)
def test_a_rule_agreed_during_an_evening_never_changes_its_past(
    evening: list[tuple[dict[str, Any], int]],
) -> None:
    played = game(rules=FEW)
    text = codec.write_new(played)
    for values, seed in evening:
        after = dealt(played, seed)
        text = codec.rewrite(text, played, after)
        if len(after.played) < 3:
            played, after = after, change_rules(after, values)
            assert past(after) == past(played)
            assert after.rounds == played.rounds
            assert [getattr(after.rules_now, key) for key in values] == list(values.values())
            text, before = codec.rewrite(text, played, after), text
            assert codec.rewrite(text, after, played) == before
            assert text.startswith("schema = 2") == bool(after.changes)
        played = after
        assert codec.read(text) == played


@settings(max_examples=examples(80))
@given(agreed, some_rules)
def test_a_rule_from_round_1_changes_everything_but_who_went_out(
    evening: list[tuple[dict[str, Any], int]], values: dict[str, Any]
) -> None:
    played = game(rules=FEW)
    for agreed_on, seed in evening:
        played = dealt(played, seed)
        if len(played.played) < 3:
            played = change_rules(played, agreed_on)
    try:
        found = change_rules(played, values, from_start=True)
    except RulesError:  # the hands may show more jokers
        before = [row_of(played, number).rules for number in range(1, len(played.played) + 1)]
        assert any(rules and rules.jokers > values["jokers"] for rules in before)
        return
    assert found.rules == played.rules.replace(**values)
    assert all(key not in dict(change.values) for change in found.changes for key in values)
    assert all(change.values for change in found.changes)
    for number, round_ in enumerate(found.played, start=1):
        was = played.played[number - 1]
        is_other = row_of(played, number).rules != row_of(found, number).rules
        zeros = dict.fromkeys(was.out, 0) if is_other else {}
        assert round_ == was._replace(scores={**zeros, **was.scores})
        rules = found.round_rules(number, Round())
        along = found.rules.replace(
            **{
                key: value
                for change in found.changes
                if change.since <= number
                for key, value in change.values
            }
        )
        assert rules == along.round(number)
        assert all(found.points(number, round_, name) == 0 for name in was.out)
    assert change_rules(found, values, from_start=True) == found


# ── one by one ───────────────────────────────────────────────────────────────────────────


def test_each_key_is_for_a_round_or_for_the_game_and_some_make_another_kind_of_game() -> None:
    assert {key for key in KEYS if key not in (*ROUND_KEYS, *KIND_KEYS)} == {
        "decks",
        "players",
        "rounds",
        "ties",
        "bonus_round",
        "several_out",
        "dealer",
        "repeats",
        "game_bonus",
        "box_bonus",
        "shutout",
        "reaching",
        "rejoin_limit",
    }


def test_a_round_has_all_the_rules_changed_until_then_whatever_their_order() -> None:
    later = RuleChange(4, (("wild_limit", "half"), ("jokers", 1)))
    sooner = RuleChange(2, (("wild_limit", "one"), ("ace_points", 15)))
    played = game(row(1, 2, 3), row(1, 2, 3), changes=(later, sooner))
    found = [
        (rules.wild_limit, rules.jokers, rules.ace_points)
        for rules in map(played.rules_in, range(1, 6))
    ]
    assert found == [("any", 0, 1), *[("one", 0, 15)] * 2, *[("half", 1, 15)] * 2]
    assert played.rules_now == played.rules_in(3)
    assert played.rules_in(2) is played.rules_in(3), "what follows from them is worked out once"


def agree(evening: Game, *steps: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    for values in steps:
        evening = change_rules(evening, values)
    return evening.changes


ONE = {"wild_limit": "one"}
ANY = {"wild_limit": "any"}


def test_a_second_change_of_a_round_goes_into_the_same_table_and_can_empty_it_again() -> None:
    played = game(row(1, 0, 3, out="Bo"))
    assert agree(played, ONE, {"jokers": 2}) == (
        RuleChange(2, (("jokers", 2), ("wild_limit", "one"))),
    )
    assert agree(played, ONE, {"jokers": 2}, ANY) == (RuleChange(2, (("jokers", 2),)),)
    assert agree(played, ONE, ANY) == ()


def test_before_the_first_round_the_rules_themselves_change() -> None:
    void = game(row(1, 0, 3, misdeal="", out="Bo"), changes=(RuleChange(3, (("jokers", 1),)),))
    found = change_rules(void, {**ONE, "jokers": 2})
    assert (found.rules.wild_limit, found.rules.jokers, found.changes) == ("one", 2, ())


def test_a_round_that_is_dealt_again_has_the_rules_agreed_on_before_it() -> None:
    played = game(row(1, 0, 3, out="Bo"), row(5, 0, 3, misdeal="", out="Bo"))
    assert agree(played, ONE) == (RuleChange(2, (("wild_limit", "one"),)),)


def test_a_new_rule_replaces_one_agreed_for_a_later_round() -> None:
    later = RuleChange(4, (("jokers", 1), ("wild_limit", "half")))
    played = game(row(1, 0, 3, out="Bo"), changes=(later,))
    assert agree(played, ONE) == (
        RuleChange(2, (("wild_limit", "one"),)),
        RuleChange(4, (("jokers", 1),)),
    )


def test_a_rule_of_the_whole_game_goes_into_the_rules_even_with_a_change() -> None:
    played = game(row(1, 0, 3, out="Bo"))
    found = change_rules(played, {**ONE, "target": 50})
    assert (found.rules.target, found.rules.wild_limit) == (50, "any")
    assert found.changes == (RuleChange(2, (("wild_limit", "one"),)),)
    assert found.rounds[0].note == "house rules for the whole game: target=50"


def test_cutting_the_rounds_short_drops_the_rule_changes_after_the_last() -> None:
    played = change_rules(game(row(1, 0, 3, out="Bo")), ONE)
    assert change_rules(played, {"rounds": 1}).changes == ()


@pytest.mark.parametrize(
    "evening",
    [
        game(row(1, 0, 3, out="Bo"), rules=FEW.replace(rounds=1)),
        game(row(1, 0, 3, out="Bo"), finished=game().date),
        game(row(1, 0, None, out="Bo"), rules=FEW.replace(rounds=1)),
        game(row(1, 1, 3), rules=FEW.replace(rounds=1, ties="bonus-round")),
    ],
    ids=["over", "ended early", "points are missing", "only a bonus round is left"],
)
def test_if_no_round_is_left_a_rule_holds_from_the_first_or_not_at_all(evening: Game) -> None:
    with pytest.raises(UsageError) as refused:
        change_rules(evening, ONE)
    assert refused.value.remedy == "add --from 1 to change the rounds played so far as well"
    assert change_rules(evening, ONE, from_start=True).rules.wild_limit == "one"
    assert change_rules(evening, ANY) == evening, "the rule was so already"


def test_a_rule_for_every_round_keeps_a_missing_square_though_its_player_is_out() -> None:
    edited = game(row(None, 5, 3, out="Ann"))
    assert change_rules(edited, ONE, from_start=True).rounds == edited.rounds


def test_a_bonus_round_is_played_by_the_rules_of_the_last_round() -> None:
    rounds = row(1, 1, 3), row(1, 1, 3)
    rules = FEW.replace(rounds=2, ties="bonus-round")
    played = change_rules(game(rounds[0], rules=rules), ONE).with_round(rounds[1])
    bonus = played.with_round(Round(hands={"Ann": "4S 4H 4D 4C"}, scores={"Bo": 1}, bonus=True))
    assert [found.rules.wild_limit for found in rows(bonus) if found.rules] == ["any", "one", "one"]
    assert bonus.points(0, bonus.rounds[-1], "Ann") == 16
    assert standings(bonus).winners == ("Bo",)


def test_only_a_rule_of_every_round_changes_those_of_a_bonus_round_that_was_played() -> None:
    rules, later = FEW.replace(ties="bonus-round"), RuleChange(2, tuple(ONE.items()))
    tied = game(row(1, 1, 3), row(1, 1, 3), rules=rules, changes=(later,))
    played = tied.with_round(Round(scores={"Ann": 0, "Bo": 1}, bonus=True))
    assert change_rules(played, ANY, from_start=True).changes == ()
    with pytest.raises(RulesError, match="the bonus round was played by the old rules"):
        change_rules(played, ANY)


def test_a_play_off_belongs_to_this_game_alone() -> None:
    tied = game(row(1, 1, 3), rules=FEW.replace(rounds=1))
    played = play_off(tied)
    assert (played.rules.ties, played.playoff) == ("bonus-round", True)
    assert played.rules_to_repeat == tied.rules
    assert not change_rules(played, {"ties": "shared"}).playoff
    always = game(row(1, 1, 3), rules=FEW.replace(rounds=1, ties="bonus-round"))
    assert play_off(always) == always
    assert always.rules_to_repeat == always.rules


def test_the_next_game_begins_by_the_rules_of_the_last_round() -> None:
    played = change_rules(game(row(1, 0, 3, out="Bo")), ONE).with_round(row(1, 0, 3, out="Bo"))
    assert played.rules_to_repeat == DEFAULT.replace(wild_limit="one")


def test_a_game_without_cards_has_no_rule_of_a_round_to_change() -> None:
    played = game(row(1, 2, 3), rules=POINTS)
    assert change_rules(played, {"target": 100}).changes == ()
