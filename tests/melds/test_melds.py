"""When a group of cards is a meld, and when not, which rules object."""

from random import Random

import pytest

from scorekeeper.cards import parse_cards
from scorekeeper.melds import Meld, Objection, judge_meld
from scorekeeper.rules import RuleSet
from tests.solver.asking import (
    AS_RANK,
    AT_MOST_3,
    AT_MOST_4,
    BOTH,
    HALF,
    HIGH,
    NATURAL,
    ONE,
    SHORT,
    SUITS_DIFFER,
    Keys,
)
from tests.tables import rows
from tests.tools.long_run import group_differences
from tests.tools.random_hands import random_group


def judge(cards: str, wild: str | None, keys: Keys) -> Meld | tuple[Objection, ...]:
    """The verdict in a game with two jokers in the pack."""
    game = RuleSet(**{"jokers": 2, "rounds": [{"deal": 3}], **keys})
    return judge_meld(parse_cards(cards), game.wild_only(wild))


def in_words(verdict: Meld | tuple[Objection, ...]) -> str:
    """``run 5H JK=6H 7H``: the kind, and each card with what it stands for, if that is another."""
    if not isinstance(verdict, Meld):
        return " ".join(objection.rule for objection in verdict)
    cards = (
        str(card) if str(card) == place else f"{card}={place}"
        for card, place in zip(verdict.cards, verdict.stands, strict=True)
    )
    return " ".join([verdict.kind, *cards])


# ── what is a meld ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "wild", "meld"),
    [
        # sets
        ("5d 5s 5h", None, "set 5S 5H 5D"),
        ("5s 5h 5d 5c", None, "set 5S 5H 5D 5C"),
        pytest.param("5h 5h 5h", None, "set 5H 5H 5H", id="identical cards"),
        pytest.param("3h 3s 3d", "7", "set 3S 3H 3D", id="threes when sevens are wild"),
        ("5h 5s jk", None, "set 5S 5H JK=5"),
        ("5h 9s 5s", "9", "set 5S 9S=5 5H"),
        ("5h 9s jk", "9", "set 9S=5 5H JK=5"),
        ("th 8h 8s", "8", "run 8H 8S=9H TH"),
        ("th 8s 8d jk", "8", "set 8S=T TH 8D=T JK=T"),
        ("th 6h 6s jk", "6", "set 6S=T 6H=T TH JK=T"),
        ("th 6h 6s jk jk", "6", "run 6H 6S=7H JK=8H JK=9H TH"),
        pytest.param("5h jk jk", None, "set 5H JK=5 JK=5", id="two jokers stand for the same"),
        pytest.param("5h 9s 9s", "9", "set 9S=5 9S=5 5H", id="two equal wilds, too"),
        # runs
        ("7h 5h 6h", None, "run 5H 6H 7H"),
        ("ah 2h 3h", None, "run AH 2H 3H"),
        ("jh qh kh", None, "run JH QH KH"),
        ("a23456789tjqkh", None, "run AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        # wilds in runs: in gaps, side by side, at the upper end if they can
        ("5h jk 7h", None, "run 5H JK=6H 7H"),
        ("5h jk 8h jk", None, "run 5H JK=6H JK=7H 8H"),
        ("5h 3s 3c 8h 9h", "3", "run 5H 3S=6H 3C=7H 8H 9H"),
        ("5h 6h jk", None, "run 5H 6H JK=7H"),
        ("qh kh jk", None, "run JK=JH QH KH"),
        ("2h jk 4h", "3", "run 2H JK=3H 4H"),
        # a wild in its own place
        ("3h 4h 5h", "3", "run 3H 4H 5H"),
        ("3h 3s 4h 5h", "3", "run 3H 4H 5H 3S=6H"),
        ("5h 7s 7h 8h", "7", "run 5H 7S=6H 7H 8H"),
        ("3h 6h 7h", "3", "run 6H 7H 3H=8H"),
        # wilds alone
        ("jk jk jk", None, "wilds JK JK JK"),
        ("7s 7d jk", "7", "wilds 7S 7D JK"),
        ("7s 7h 7d 7c", "7", "wilds 7S 7H 7D 7C"),
    ],
)
def test_a_meld_says_what_each_card_stands_for(cards: str, wild: str | None, meld: str) -> None:
    assert in_words(judge(cards, wild, {})) == meld


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "meld"),
    [
        # ace_runs
        ("qh kh ah", None, HIGH, "run QH KH AH"),
        ("qh kh ah", None, BOTH, "run QH KH AH"),
        ("ah 2h 3h", None, BOTH, "run AH 2H 3H"),
        ("qh kh jk", None, HIGH, "run QH KH JK=AH"),
        ("kh ah jk", None, BOTH, "run JK=QH KH AH"),
        ("ah a23456h", None, BOTH | SHORT, "run AH 2H 3H 4H 5H 6H AH"),
        ("a23456h jk", None, BOTH | SHORT, "run AH 2H 3H 4H 5H 6H JK=AH"),
        # wild_limit, just met
        ("5h jk jk", None, NATURAL, "set 5H JK=5 JK=5"),
        ("5h 5s jk jk", None, HALF, "set 5S 5H JK=5 JK=5"),
        ("5h 5s jk", None, ONE, "set 5S 5H JK=5"),
        ("5h 6h jk jk", None, HALF, "run 5H 6H JK=7H JK=8H"),
        ("5h jk 7h", None, ONE, "run 5H JK=6H 7H"),
        # wild_limit x wild_as_rank
        pytest.param("7s 7h 7d", "7", AS_RANK, "wilds 7S 7H 7D", id="without a limit just wilds"),
        ("7s 7h 7d", "7", NATURAL | AS_RANK, "set 7S 7H 7D"),
        ("7s 7h 7d", "7", HALF | AS_RANK, "set 7S 7H 7D"),
        ("7s 7h 7d", "7", ONE | AS_RANK, "set 7S 7H 7D"),
        ("7s 7s 7s", "7", ONE | AS_RANK, "set 7S 7S 7S"),
        ("7s 7h jk jk", "7", HALF | AS_RANK, "set 7S 7H JK=7 JK=7"),
        ("7s jk jk", "7", NATURAL | AS_RANK, "set 7S JK=7 JK=7"),
        ("4h 5h jk", "5", HALF | AS_RANK, "run 4H 5H JK=6H"),
        ("4h 5h jk", "5", ONE | AS_RANK, "run 4H 5H JK=6H"),
        ("4h 5h 5s", "5", HALF | AS_RANK, "run 4H 5H 5S=6H"),
        pytest.param(
            *("as 2s 3s 4s 5s jk as", "A", BOTH | SHORT | ONE | AS_RANK),
            "run AS 2S 3S 4S 5S JK=6S AS",
            id="two wild aces as themselves, one at each end",
        ),
        # set_max
        ("7s 7h 7d 7c", None, AT_MOST_4, "set 7S 7H 7D 7C"),
        ("7s 7h jk jk", None, AT_MOST_4, "set 7S 7H JK=7 JK=7"),
        ("5h 6h 7h 8h", None, AT_MOST_3, "run 5H 6H 7H 8H"),
        pytest.param("7s 7h 7d 7c", "7", AT_MOST_3, "wilds 7S 7H 7D 7C", id="wilds have no cap"),
        pytest.param(
            "5h 9s jk jk", "9", AT_MOST_3, "run 5H 9S=6H JK=7H JK=8H", id="so it is a run"
        ),
        ("7s 7h 7d", "7", AT_MOST_3 | HALF | AS_RANK, "set 7S 7H 7D"),
        # set_distinct_suits
        ("7s 7h 7d", None, SUITS_DIFFER, "set 7S 7H 7D"),
        ("7s 7h 9s 9s", "9", SUITS_DIFFER, "set 7S 9S=7 9S=7 7H"),
        pytest.param("7s 7s 7d", "7", SUITS_DIFFER, "wilds 7S 7S 7D", id="wilds have no suits"),
        pytest.param(
            *("7s 7s 7d", "7", SUITS_DIFFER | ONE | AS_RANK),
            "set 7S 7S=7 7D",
            id="the second seven of spades is a wild",
        ),
        # five suits
        ("5x 6x 7x", None, {"suits": "SHDCX"}, "run 5X 6X 7X"),
        ("5x 5s 5x", None, {"suits": "SHDCX"}, "set 5S 5X 5X"),
    ],
)
def test_the_rule_keys_decide_what_a_meld_is(
    cards: str, wild: str | None, keys: Keys, meld: str
) -> None:
    assert in_words(judge(cards, wild, keys)) == meld


# ── what is none ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "rules"),
    [
        ("", None, {}, "meld-size"),
        ("5h", None, {}, "meld-size"),
        ("jk jk", None, {}, "meld-size"),
        ("5s 5h 6d", None, {}, "set-rank"),
        ("5s 5h 6d jk", None, {}, "set-rank"),
        pytest.param("7s 7h 8d", None, {"wild_limit": "one"}, "set-rank", id="sevens are not wild"),
        ("5h 6h 7d", None, {}, "run-suit"),
        ("5h 6h 7h 8d jk", None, {}, "run-suit"),
        ("2h 3h 9h 9s jk", None, {}, "run-suit run-gap"),
        ("5h 6h 8h", None, {}, "run-gap"),
        ("5h jk 8h", None, {}, "run-gap"),
        ("5h 5h 6h 7h", None, {}, "run-gap"),
        pytest.param("2h 4h 5h", "3", {}, "run-gap", id="a run does not skip the wild rank"),
        ("qh kh ah", None, {}, "off-the-line"),
        ("ah kh jk", None, {}, "off-the-line"),
        ("ah 2h 3h", None, HIGH, "off-the-line"),
        ("kh ah 2h", None, HIGH, "off-the-line"),
        ("kh ah 2h", None, BOTH, "off-the-line"),
        ("a23456789tjqkh jk", None, {}, "off-the-line"),
        ("23456h jk jk", None, SHORT, "off-the-line"),
        ("5h 5s 6h", None, {}, "set-rank run-suit"),
        ("5h 6d 9s", None, {}, "set-rank run-suit"),
        # wild_limit, just broken
        ("jk jk jk", None, NATURAL, "wild-limit"),
        ("7s 7h 7d", "7", NATURAL, "wild-limit"),
        ("5h jk jk", None, HALF, "wild-limit"),
        ("5h 8h jk jk jk", None, HALF, "wild-limit"),
        ("5s 5h jk jk", None, ONE, "wild-limit"),
        ("5h jk jk 8h", None, ONE, "wild-limit"),
        # wild_limit x wild_as_rank
        pytest.param("jk jk jk", None, NATURAL | AS_RANK, "wild-limit", id="jokers never"),
        pytest.param("jk jk jk", "7", HALF | AS_RANK, "wild-limit", id="jokers never at all"),
        ("7s jk jk", "7", HALF | AS_RANK, "wild-limit"),
        ("4h 5h jk", "5", HALF, "wild-limit"),
        ("4h 5s jk", "5", HALF | AS_RANK, "wild-limit"),
        ("4h 5h 5h jk", "5", ONE | AS_RANK, "wild-limit"),
        ("7s 7s 7d jk", "7", SUITS_DIFFER | ONE | AS_RANK, "wild-limit"),
        # set_max
        ("7s 7h 7d 7c jk", None, AT_MOST_4, "set-max"),
        ("7s 7h 7d 7c", None, AT_MOST_3, "set-max"),
        ("7s 7h 7d 7c", "7", AT_MOST_3 | HALF | AS_RANK, "set-max"),
        # set_distinct_suits
        ("7c 7c 7d", None, SUITS_DIFFER, "set-suits"),
        ("7c 7c jk", None, SUITS_DIFFER, "set-suits run-gap"),
        # several at once
        ("7c 7c 7d 7d 7h", None, SUITS_DIFFER | AT_MOST_4, "set-suits set-max"),
        ("7c 7d jk jk jk", None, AT_MOST_4 | HALF, "set-max wild-limit"),
        ("5s 5h 5d 6d", None, AT_MOST_3, "set-rank set-max"),
        ("7c 7c 7d 8h", None, SUITS_DIFFER, "set-rank set-suits"),
        ("7c 7d 7h 8c", None, SUITS_DIFFER, "set-rank"),
        ("5h 6h 9s jk jk", None, ONE, "run-suit wild-limit"),
        ("2h 9h jk jk", None, ONE, "run-gap wild-limit"),
        ("5h 5h 8h", None, {}, "run-gap run-gap"),
    ],
)
def test_a_wrong_meld_gets_the_right_objections(
    cards: str, wild: str | None, keys: Keys, rules: str
) -> None:
    verdict = judge(cards, wild, keys)
    assert in_words(verdict) == rules


@pytest.mark.parametrize(
    ("cards", "wild", "keys", "rule", "because", "legal"),
    rows(__file__, "objections.toml", "objections"),
)
def test_an_objection_says_why_and_what_would_be_right(
    cards: str, wild: str, keys: Keys, rule: str, because: str, legal: str
) -> None:
    verdict = judge(cards, wild or None, keys)
    assert not isinstance(verdict, Meld)
    (found,) = verdict
    assert (found.rule, found.because, found.legal) == (rule, because, legal)
    assert sorted(found.cards) == sorted(parse_cards(cards))


# ── against the brute force ──────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_verdict_is_that_of_the_brute_force_whatever_the_order(seed: int) -> None:
    """Some of the 20,000 groups that ``python -m tests.tools.long_run --only groups`` draws."""
    random = Random(seed)
    groups = [random_group(random) for _ in range(1_000)]
    assert [fault for dealt in groups for fault in group_differences(*dealt)] == []
    melds = sum(isinstance(judge_meld(*dealt), Meld) for dealt in groups)
    assert 250 < melds < 750
