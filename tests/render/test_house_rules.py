"""House rules in words: every key of every game has its words."""

from scorekeeper import games
from scorekeeper.render.rules import rule_change_lines
from scorekeeper.render.words import HEADINGS, rule_facts, rule_words
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.rules.variations import variations_of
from tests.tables import each


@each("name", games.names())
def test_every_rule_of_a_game_is_shown_in_words(name: str) -> None:
    rules = games.game(name)
    known = variations_of(rules).values() if rules.plays_cards and not rules.lay_off else ()
    for now in (rules, *(rules.replace(**values) for values in known)):
        for key in KEYS:
            said = rule_words(key, now)
            assert said.strip(), key
            assert not set("{}_\n") & set(said), key


@each(
    "values, said",
    [
        ({"set_max": 4}, "sets hold at most 4 cards  (set_max=4)"),
        ({"wild_limit": "one"}, "a meld may hold at most one wild  (wild_limit=one)"),
        ({"jokers": 1}, "1 joker in each pack  (jokers=1)"),
        (
            {"card_points": {"Q": 25}},
            "cards left over cost A 1 · 2-10 as printed · J K 10 · Q 25 · a wild as printed",
        ),
        (
            {"card_points": {"2": 20, "10": 25, "K": 10}},
            "cards left over cost A 1 · 3-9 as printed · J Q K 10 · 2 20 · 10 25 · a wild",
        ),
        ({"words": {"set": "book"}, "set_max": 4}, "books hold at most 4 cards  (set_max=4)"),
        ({"several_out": True}, "several may go out in one round  (several_out=true)"),
        ({"rounds": 5}, "5 rounds; wild: threes in round 1"),
    ],
)
def test_a_change_is_shown_in_words_followed_by_its_key(
    values: dict[str, object], said: str
) -> None:
    words = values.pop("words", None)
    usual = RuleSet(words=tuple(words.items())) if isinstance(words, dict) else RuleSet()
    [line] = rule_change_lines(usual, usual.replace(**values))
    assert line.startswith(said)


def test_a_key_is_shown_under_a_heading_of_the_page() -> None:
    headings = {key.metadata["heading"] for key in KEYS.values()} - {""}
    assert headings <= set(HEADINGS)
    facts = rule_facts(RuleSet(set_max=4, several_out=True), None)
    assert ("melds", "sets hold at most 4 cards") in facts
    assert ("going out", "several may go out in one round") in facts
