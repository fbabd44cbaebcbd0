"""What is said about a finished evening: who led, how often that changed, the costliest round."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

from scorekeeper.errors import times
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import rank, standings
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.evening import story
from scorekeeper.rules import RuleSet
from scorekeeper.season.figures import result_of
from tests.effort import examples
from tests.tables import each
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
    """Who was in front after each round, of those with a place at the end, by a plain count."""
    sign = 1 if evening.rules.winner == "low" else -1
    places = rank(evening)
    found = []
    for number in range(1, len(evening.played) + 1):
        there = [p.name for p in evening.players if p.name in places and p.joined <= number + 1]
        totals = [(sign * evening.total(name, number), name) for name in there]
        found.append([name for total, name in totals if total == min(totals)[0]])
    return found


@each("seed", range(examples(300)))
def test_the_story_and_the_season_count_only_leads_of_players_with_a_place(seed: int) -> None:
    evening = evening_at_random(Random(seed))
    leaders = led(evening)
    if not any(leaders):
        assert not any("lead" in line or "led" in line for line in story(evening))
        return
    told = story(evening)[0]
    assert [n for n in evening.names if n in told] == [
        n for n in evening.names if any(n in front for front in leaders)
    ] or told.startswith("All ")
    alone = [front[0] for front in leaders if len(front) == 1]
    changes = sum(now != then for then, now in pairwise(alone))
    found = re.search(r"changed hands (once|twice|\d+ times)", told)
    assert (found[1] if found else "") == (times(changes) if changes else "")
    assert result_of(evening, rank(evening), evening.names, "f").lead_changes == changes


@each("played_off", [(3, 0), (0, 3), (3, 3)])
def test_the_lead_does_not_change_in_a_play_off(played_off: tuple[int, int]) -> None:
    """Ann leads alone, Bo comes level with her, and one of them plays it off."""
    rounds = [row(0, 5), row(5, 0), row(*played_off, bonus=True)]
    evening = game(*rounds, players=("Ann", "Bo"), rules=RuleSet(ties="bonus-round"))
    said = "Bo shared the lead at some point; only Ann ever led alone."
    assert story(evening)[0] == said


@each(
    "rounds, said",
    [
        (
            [(5, 9, 5), (9, 2, 9)],
            "Ann and Cy shared the lead at some point; only Bo ever led alone",
        ),
        ([(5, 5, 5), (1, 1, 9)], "All 3 shared the lead at some point; nobody ever led alone"),
        ([(9, 2, 5), (9, 2, 5)], "Bo led all the way."),
        (
            [(9, 2, 5), (0, 9, 5)],
            "Ann and Bo were both in the lead at some point; the lead changed hands",
        ),
    ],
)
def test_only_a_player_alone_in_front_is_said_to_have_led(
    rounds: list[tuple[int, int, int]], said: str
) -> None:
    assert story(game(*(row(*scores) for scores in rounds)))[0].startswith(said)


def calls_of(work: Callable[[], object]) -> int:
    """How many functions some work calls, which is the same on any machine."""
    calls: Counter[str] = Counter()
    sys.setprofile(lambda _, event, __: calls.update([event]))
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls["call"] + calls["c_call"]


def test_the_story_of_hundreds_of_rounds_takes_no_longer_than_their_standings() -> None:
    rounds = [Round(scores=dict.fromkeys(NAMES, i)) for i in range(500)]
    rules = RuleSet(game="numbers", rounds=0)
    evening = game(*rounds)._replace(players=tuple(map(Player, NAMES)), rules=rules)
    taken = calls_of(lambda: standings(evening))
    assert calls_of(lambda: story(evening)) < taken
