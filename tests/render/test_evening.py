"""What is told of an evening that is over: who led, how often that changed, the dearest round."""

import re
from itertools import pairwise
from random import Random
from time import perf_counter

import pytest

from scorekeeper.ledger.game import Game
from scorekeeper.ledger.standings import before, rank, standings
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.evening import story
from scorekeeper.rules.rule_set import RuleSet
from tests.values import game, row

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eli")


def evening_at_random(random: Random) -> Game:
    """An evening with latecomers, early leavers, missing points and bonus rounds."""
    people = []
    for name in NAMES[: random.randint(2, 5)]:
        joined = random.choice((1, 1, 1, 3))
        start = random.choice((None, 1)) if joined > 1 else None
        people.append(Player(name, joined, start, random.choice((None, None, None, 4))))
    rounds = []
    for _ in range(random.randint(0, 7)):
        scores = {player.name: random.randint(0, 2) for player in people if random.random() < 0.95}
        rounds.append(Round(scores=scores, bonus=random.random() < 0.1))
    winner = random.choice(("low", "high"))
    return game(*rounds)._replace(players=tuple(people), rules=RuleSet(winner=winner))


def led(evening: Game) -> list[list[str]]:
    """Who was in front after each round and each play-off, by the places as they stood then."""
    stood = [before(evening, n) for n in range(2, len(evening.played) + 2)]
    tied = [then._replace(rounds=tuple(b for b in then.rounds if not b.bonus)) for then in stood]
    places = [rank(then) for pair in zip(tied, stood, strict=True) for then in pair]
    return [[name for name in evening.names if there.get(name) == 1] for there in places]


@pytest.mark.parametrize("seed", range(300))
def test_in_front_was_who_had_the_first_place_when_a_round_was_over(seed: int) -> None:
    evening = evening_at_random(Random(seed))
    leaders = led(evening)
    if not leaders:
        assert story(evening) == []
        return
    told = story(evening)[0]
    assert [n for n in evening.names if n in told] == [
        n for n in evening.names if any(n in front for front in leaders)
    ] or told.startswith("All ")
    alone = [front[0] for front in leaders if len(front) == 1]
    changes = sum(now != then for then, now in pairwise(alone))
    found = re.search(r"changed hands (?:once|(\d+) times)", told)
    assert (int(found[1] or 1) if found else 0) == changes


@pytest.mark.parametrize(
    ("first", "played_off", "hands"),
    [
        ((0, 5), (3, 0), "the lead changed hands once"),
        ((0, 5), (0, 3), "the lead never changed"),
        ((0, 5), (3, 3), "the lead never changed"),
    ],
)
def test_who_wins_the_bonus_round_has_the_lead(
    first: tuple[int, int], played_off: tuple[int, int], hands: str
) -> None:
    """Ann leads alone, Bo comes level with her, and one of them plays it off."""
    rounds = [row(*first), row(*reversed(first)), row(*played_off, bonus=True)]
    evening = game(*rounds, players=("Ann", "Bo"), rules=RuleSet(ties="bonus-round"))
    assert story(evening)[0] == f"Ann and Bo were in front at some time; {hands}."


def test_the_story_of_hundreds_of_rounds_takes_no_longer_than_their_standings() -> None:
    rounds = [Round(scores=dict.fromkeys(NAMES, i)) for i in range(500)]
    rules = RuleSet(game="numbers", rounds=0)
    evening = game(*rounds)._replace(players=tuple(map(Player, NAMES)), rules=rules)
    begun = perf_counter()
    standings(evening)
    taken = perf_counter() - begun
    begun = perf_counter()
    story(evening)
    assert perf_counter() - begun < 10 * taken
