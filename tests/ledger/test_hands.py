"""Shown hands: which count, what they cost, and that none is melded twice or without need."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random
from weakref import WeakSet

import pytest

from scorekeeper import solver
from scorekeeper.audit import audit
from scorekeeper.cards import MOST_CARDS, Card, parse_cards
from scorekeeper.errors import SK, EntryError
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.hands import least_points, melded
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.standings import is_finished, standings
from scorekeeper.ledger.written import Round
from scorekeeper.render.evening import story
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import RoundSpec
from scorekeeper.store.evenings import seems_finished
from tests.program import clean_environment, ledger, seeded
from tests.values import game, row

TOO_LARGE = RuleSet(rounds=(RoundSpec(22, "3"),), decks=2)
RANDOM = Random(313)


def dealt(number: int, players: int = 3, decks: int = 4) -> list[str]:
    """Hands of this many cards each, from packs that were shuffled together."""
    pack = list(RuleSet().pack) * decks
    RANDOM.shuffle(pack)
    cards = iter(pack)
    return [" ".join(map(str, islice(cards, number))) for _ in range(players)]


def shown(number: int, **more: int) -> Round:
    """A round in which Ann, Bo and Cy show hands of this many cards."""
    return Round(hands=dict(zip(("Ann", "Bo", "Cy"), dealt(number), strict=True)), scores=more)


# ── how many cards a hand has ────────────────────────────────────────────────────────────


def test_a_hand_that_is_too_large_counts_as_missing_and_stays_in_the_file() -> None:
    evening = game(shown(22, Bo=40), rules=TOO_LARGE)
    assert evening.missing(1) == ("Ann", "Cy")
    assert evening.points(1, evening.rounds[0], "Bo") == 40
    assert melded(evening.rounds[0].hands["Ann"], TOO_LARGE.round(1)) is None
    assert not is_finished(evening)
    assert not seems_finished(evening)


def test_a_hand_of_the_largest_size_counts() -> None:
    rules = RuleSet(rounds=(RoundSpec(MOST_CARDS, "3"),), decks=2)
    assert game(shown(MOST_CARDS), rules=rules).missing(1) == ()


def test_check_says_which_hand_is_too_large_and_how_to_write_its_points() -> None:
    ann, bo, cy = dealt(22)
    hands = f"hands = {{ Ann = '{ann}', Bo = '{bo}', Cy = '{cy}' }}\nscores.Bo = 0"
    rules = "[rules]\ndecks = 4\nrounds = [{ deal = 22, wild = '3' }]\n"
    found = audit(ledger(hands, rules=rules))
    said = "round 1 (the threes), {}: has 22 cards, and at most 21 can be counted"
    assert [(finding.check, finding.problem, finding.remedy) for finding in found] == [
        ("hand-size", said.format("Ann"), f"{SK}fix 3s ann=POINTS"),
        ("hand-size", said.format("Cy"), f"{SK}fix 3s cy=POINTS"),
    ]


def test_a_hand_that_is_too_large_is_not_recorded() -> None:
    typed = dict(zip(("Ann", "Bo", "Cy"), [dealt(22)[0], "0", "9"], strict=True))
    entries = {name: parse_entry(text, TOO_LARGE.round(1)) for name, text in typed.items()}
    with pytest.raises(EntryError) as refused:
        record(game(rules=TOO_LARGE), entries)
    assert refused.value.problem == "Ann has 22 cards, and at most 21 can be counted"
    assert refused.value.remedy == "type the points"


# ── a hand is melded once ────────────────────────────────────────────────────────────────


class Melded:
    """Stands in for an arrangement, and shows when it is gone."""

    points = 7
    deadwood = ()


@pytest.fixture
def melds(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Card, ...]]:
    """The hands that the solver was asked about; nobody keeps its answers."""
    asked: list[tuple[Card, ...]] = []
    kept: WeakSet[Melded] = WeakSet()

    def best(cards: tuple[Card, ...], _: RoundRules) -> Melded:
        assert not kept, "an arrangement is still kept"
        asked.append(cards)
        found = Melded()
        kept.add(found)
        return found

    monkeypatch.setattr(solver, "best_arrangement", best)
    least_points.cache_clear()
    return asked


def test_each_hand_is_melded_once_and_no_arrangement_is_kept(melds: list[tuple[Card, ...]]) -> None:
    evening = game(shown(3), shown(4), shown(5), row(1, 2, 0, out="Cy"))
    standings(evening)
    story(evening)
    assert evening.total("Ann") == 3 * 7 + 1
    assert sorted(melds) == sorted(
        parse_cards(round_.hands[name]) for _, round_, name in evening.shown_hands()
    )
    assert len(melds) == 9


def test_hands_can_be_counted_one_by_one_before_they_are_needed(
    melds: list[tuple[Card, ...]],
) -> None:
    evening = game(shown(3), shown(3)._replace(misdeal="9 cards"), shown(4, Bo=5))
    hands = list(evening.shown_hands())
    assert [(number, name) for number, _, name in hands] == [
        *((1, name) for name in ("Ann", "Bo", "Cy")),
        *((2, name) for name in ("Ann", "Bo", "Cy")),
    ]
    for done, (number, round_, name) in enumerate(hands, start=1):
        assert least_points(round_.hands[name], evening.round_rules(number, round_)) == 7
        assert len(melds) == done
    standings(evening)
    assert len(melds) == len(hands)


# ── a glance melds none ──────────────────────────────────────────────────────────────────

ONE = RuleSet(rounds=(RoundSpec(3, "3"),), decks=2)
TO_100 = RuleSet(rounds=(RoundSpec(3, "3"),) * 9, decks=2, target=100)


@pytest.mark.parametrize(
    ("evening", "seems"),
    [
        pytest.param(game(rules=ONE), False, id="nothing is played"),
        pytest.param(game(shown(3), rules=ONE), True, id="all rounds show hands"),
        pytest.param(game(shown(4), rules=ONE), False, id="a hand can't be counted"),
        pytest.param(
            game(shown(3), rules=ONE.replace(ties="bonus-round")), True, id="a tie or not"
        ),
        pytest.param(game(shown(3), rules=TO_100), False, id="nobody is known to have reached it"),
        pytest.param(
            game(row(3, 100, 0), shown(3), rules=TO_100), True, id="the target is reached"
        ),
        pytest.param(game(shown(3)), False, id="rounds are left"),
    ],
)
def test_seeing_whether_a_game_is_over_melds_no_hand(
    melds: list[tuple[Card, ...]], evening: Game, *, seems: bool
) -> None:
    assert seems_finished(evening) is seems
    assert melds == []


TAB = {"_SK_COMPLETE": "complete_bash", "COMP_WORDS": "sk add a", "COMP_CWORD": "2"}


@pytest.mark.parametrize("files", [1, 2])
def test_choosing_a_game_and_tab_do_not_load_the_solver(folder: Path, files: int) -> None:
    rules = f"[rules]\ndecks = 4\nrounds = [{', '.join(['{ deal = 20 }'] * 40)}]\n"
    rounds = [
        f"hands = {{ Ann = '{ann}', Bo = '{bo}', Cy = '{cy}' }}"
        for ann, bo, cy in (dealt(20) for _ in range(40))
    ]
    for number in range(files):
        seeded(folder / f"{number}.toml", ledger(*rounds[number:], rules=rules))
    spy = """
import os, sys
os._exit = sys.exit
from scorekeeper.terminal.games import find_ledger
from scorekeeper.terminal import Sitting
print(find_ledger(Sitting(), asks=False))
from scorekeeper.__main__ import main
try:
    main()
finally:
    print("solver", "scorekeeper.solver" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", spy],
        cwd=folder,
        env=clean_environment(**TAB),
        capture_output=True,
        check=False,
    )
    chosen = "0.toml" if files == 1 else "1.toml"
    assert done.stdout.decode().split() == [chosen, "ann=", "solver", "False"]
