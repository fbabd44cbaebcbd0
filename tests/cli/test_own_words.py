"""A game uses its own words on every screen: if it says book, nothing says set."""

import re

import pytest

from scorekeeper import games
from scorekeeper.cards import parse_cards, parse_groups
from scorekeeper.render.evening import example_cards
from scorekeeper.render.rules import variation_words
from scorekeeper.rules import RuleSet
from scorekeeper.rules.variations import VARIATIONS
from tests.program import Run
from tests.tables import each

OTHERWISE = {name: dict(games.game(name).words) for name in games.names() if games.game(name).words}
"""The games with words of their own."""

SCREENS = [
    "rules {name}",
    "rules {name} --keys",
    "house",
    "house four-card-sets set_distinct_suits=true",
    "new Ann Bo --game {name} -f b.toml --variation four-card-sets --rule set_distinct_suits=true",
    "next",
    "standings",
    "sheet",
    "deadwood 5h5s5d --wild none",
    "deadwood 5h5s6d --wild 6",
    "meld 5h5s5d --wild none",
    "meld 5h5s6d --wild none",
    "meld 5h5s5d5c5x --wild none --variation four-card-sets",
    "meld 5h5h5d --wild none --rule set_distinct_suits=true",
    "verify 5h5s5d/9c9d9h/kd --wild none",
    "verify 5h5s6d/9c9d8h/kd --wild none",
    "verify 5h5s5d5c5x9c9d9hkd --wild none",
    "fix 1 ann=5h5s6d",
    "check",
]


def test_a_game_has_words_of_its_own() -> None:
    assert OTHERWISE == {"five-crowns": {"set": "book"}}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", OTHERWISE)
@pytest.mark.usefixtures("folder")
def test_every_game_uses_its_own_words(name: str, screen: str, run: Run) -> None:
    run("new", "Ann", "Bo", "--game", name, "-f", "thursday.toml")
    run("add", "12", "o")
    answer = run(*screen.format(name=name).split())
    assert answer.code in (0, 1), answer.err
    said = answer.out + answer.err
    for thing in OTHERWISE[name]:
        found = re.search(rf"(?i)(?<![\w-]){thing}s?(?![\w-])", said)
        assert found is None, said


@pytest.mark.parametrize("name", OTHERWISE)
def test_house_rules_and_help_have_the_game_s_words(name: str) -> None:
    rules = games.game(name)
    for thing in OTHERWISE[name]:
        offered = [variation_words(variation, rules) for variation in VARIATIONS]
        assert not [text for text in offered if re.search(rf"(?i)\b{thing}s?\b", text)]


@each(
    "rules",
    [
        *(games.game(name) for name in games.names()),
        RuleSet(ranks="A23456", rounds=[{"deal": 3}], suits="SH"),
        RuleSet(ranks="789TJQK", rounds=[{"deal": 3}], suits="X"),
    ],
)
def test_example_cards_are_of_the_game_s_deck(rules: RuleSet) -> None:
    hand, discard = example_cards(rules)
    assert set(parse_cards(f"{hand} {discard}")) <= rules.cards
    assert len(parse_groups(f"{hand} / {discard}")) == 2
