"""Each remedy that an objection offers makes the group a meld, however it is understood."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, Card, parse_cards, plural_of
from scorekeeper.melds import Meld, Objection, judge_meld
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import excess
from tests.effort import examples
from tests.tables import each
from tests.tools import oracle
from tests.tools.random_hands import Dealt, random_group, wild_deals

RULES_OF_THE_TABLE = re.compile(
    "|".join(
        (
            "each rank once",
            "each suit once",
            "an ace in .*",
            "at most .* among .*",
            "one wild, the rest natural cards",
            "a card that is not wild among them",
        )
    )
)
"""What says the rule again, and not which cards would do: some cards must."""

RANKS = {name: rank for rank, one in RANK_NAMES.items() for name in (one, plural_of(rank))}

Cards = tuple[Card, ...]


def offers(objection: Objection, rules: RoundRules) -> Iterator[Iterable[Cards]]:
    """The groups that each remedy of an objection can lead to: one of them must be a meld.

    If a remedy leaves a choice that it doesn't name, each choice is a remedy of its own.
    """
    text, _, instead_of = objection.legal.partition(" instead of ")
    if in_place := re.fullmatch("(.+) in (?:its|their) place", text):
        [instead_of] = re.findall(": (.+) (?:is|are) neither ", objection.because)
        text = in_place[1]
    out = [card for card in objection.cards if names(card, instead_of)]
    kept = tuple((Counter(objection.cards) - Counter(out)).elements())
    natural, wild = split(text, rules)
    if natural == "two runs":
        yield next(two_runs(objection.cards, rules), [])
    elif found := re.fullmatch(r"(\d+) of them", natural):
        yield list(combinations(objection.cards, int(found[1])))
    elif natural.startswith("the right "):
        suit = next(suit for suit, name in SUIT_NAMES.items() if name[:-1] in natural)
        of_suit = [Card(rank, suit) for rank in rules.ranks]
        yield [kept + some for some in combinations(of_suit, len(out))]
    elif rank := RANKS.get(natural[natural.find(" ") + 1 :]):
        of_rank = [Card(rank, suit) for suit in rules.suits]
        yield [kept + some for some in product(of_rank, repeat=len(out))]
    elif RULES_OF_THE_TABLE.fullmatch(natural):
        yield as_the_rule_has_it(natural, objection.cards, rules)
    elif natural:
        cards = parse_cards(re.sub(r"^\d+ of | and | or |,", " ", natural))
        some = re.match(r"(\d+) of ", natural)
        many = int(some[1]) if some else len(cards) if " and " in natural else 1
        yield from ([kept + chosen] for chosen in combinations(cards, many))
    if wild:
        is_joker = "joker" in wild
        named = [JOKER] if is_joker else [Card(rules.wild or "", suit) for suit in rules.suits]
        if natural == "each rank once":
            out = [card for card, n in Counter(naturals(kept, rules)).items() for _ in range(n - 1)]
            kept = tuple((Counter(kept) - Counter(out)).elements())
        some = re.match(r"(\d+) of ", natural)
        several = sum(natural.count(symbol) for symbol in "♠♥♦♣★")
        many = len(out) or (int(some[1]) if some else several if wild.endswith("s") else 1)
        choices = [kept + some for some in combinations_with_replacement(named, many)]
        yield choices
        yield from ([group] for group in choices if in_packs(group, rules))


def as_the_rule_has_it(rule: str, cards: Cards, rules: RoundRules) -> Iterator[Cards]:
    """The cards with others in place of those that break a rule, or without them.

    One copy of a card that is there too often stays; wilds give way, and so does all but an ace.
    """
    wilds = [card for card in cards if rules.is_wild(card)]
    doubled = [card for card, n in Counter(naturals(cards, rules)).items() for _ in range(n - 1)]
    if rule == "each rank once" or rule == "each suit once":
        leaving = [tuple(doubled)]
    elif rule.startswith("an ace"):
        leaving = [tuple(card for card in cards if card.rank != "A")]
    else:
        leaving = [some for n in range(1, len(wilds) + 1) for some in combinations(wilds, n)]
    plain = dict.fromkeys(card for card in rules.pack if not rules.is_wild(card))
    for out in dict.fromkeys(leaving):
        kept = tuple((Counter(cards) - Counter(out)).elements())
        if len(kept) >= 3 and rule.startswith("each"):
            yield kept
        there = naturals(kept, rules)
        some = there[0] if there else next(iter(plain))
        of_rank = sorted(card for card in plain if card.rank == some.rank)
        yield from (kept + more for more in combinations_with_replacement(of_rank, len(out)))
        for start in range(len(rules.run_order) - len(cards) + 1):
            ranks = rules.run_order[start : start + len(cards)]
            run = [Card(rank, some.suit) for rank in ranks]
            # Of these one of the wild rank is no natural, but it stands as itself.
            free = (Counter(run) - Counter(kept)).elements()
            yield from (kept + more for more in combinations(free, len(out)))


def split(text: str, rules: RoundRules) -> tuple[str, str]:
    """The natural cards and the wild of a remedy."""
    found = re.search(r"(?:(.*?),? or |)((?:an? )?(joker|[\w]+)s?)$", text)
    wilds = {"a joker", "jokers"}
    if rules.wild:
        name, label = RANK_NAMES[rules.wild], rules.wild.replace("T", "10")
        wilds |= {f"a {name}", f"an {name}", f"a {label}", f"an {label}", plural_of(rules.wild)}
    if found and found[2] in wilds:
        return found[1] or "", found[2]
    return text, ""


def names(card: Card, text: str) -> bool:
    """Whether the text names a card, or its rank, like the sixes and sevens."""
    if not text:
        return False
    if text.startswith("the "):
        return plural_of(card.rank) in re.findall(r"\w+", text) if card != JOKER else False
    return card in parse_cards(text.replace(" and ", " "))


def naturals(cards: Cards, rules: RoundRules) -> Cards:
    return tuple(card for card in cards if not rules.is_wild(card))


def two_runs(cards: Cards, rules: RoundRules) -> Iterator[list[Cards]]:
    """The ways to split the cards into two runs."""
    for size in range(3, len(cards) - 2):
        for some in set(combinations(sorted(cards), size)):
            parts = [some, tuple((Counter(cards) - Counter(some)).elements())]
            if all(oracle.is_run(part, rules) for part in parts):
                yield parts


def in_packs(cards: Cards, rules: RoundRules) -> bool:
    """Whether the packs in play hold the cards; true if nobody said how many packs there are."""
    return rules.decks is None or excess(cards, rules, rules.decks) is None


def with_few_packs(dealt: Dealt) -> Dealt:
    """The same group with no more packs in play than it needs."""
    packs = range(1, len(dealt.hand) + 1)
    few = (n for n in packs if excess(dealt.hand, dealt.rules, n) is None)
    return Dealt(dealt.hand, replace(dealt.rules, decks=next(few, None)))


def false_remedies(dealt: Dealt) -> list[str]:
    judged = judge_meld(dealt.hand, dealt.rules)
    return [
        f"{dealt}: {objection.rule}: {objection.legal}"
        for objection in (() if isinstance(judged, Meld) else judged)
        for groups in offers(objection, dealt.rules)
        if not any(
            oracle.is_meld(group, dealt.rules) and in_packs(group, dealt.rules) for group in groups
        )
    ]


@pytest.mark.parametrize("seed", range(examples(2)))
def test_every_remedy_makes_a_meld_of_the_group(seed: int) -> None:
    """Some of what ``python -m tests.tools.fuzz`` draws for as long as it is told to."""
    random = Random(f"remedies {seed}")
    groups = [random_group(random) for _ in range(250)]
    groups += wild_deals(f"remedies {seed}", 80, 3, 8)
    groups += map(with_few_packs, groups.copy())
    assert [wrong for dealt in groups for wrong in false_remedies(dealt)] == []


def test_a_remedy_takes_a_card_of_the_wild_rank_if_it_stands_as_itself() -> None:
    dealt = Dealt(parse_cards("6h jd 6s 9d jk ad"), RuleSet(jokers=3).wild_only("6"))
    judged = judge_meld(*dealt)
    assert not isinstance(judged, Meld)
    assert judged[0].legal == "an ace in A-2-3"
    # Six cards from a low ace on end with the six of its suit.
    offered = [set(group) for groups in offers(judged[0], dealt.rules) for group in groups]
    assert set(parse_cards("ad 2d 3d 4d 5d 6d")) in offered
    assert false_remedies(dealt) == []


def test_a_remedy_takes_the_ace_twice_if_it_can_be_at_both_ends() -> None:
    keys = {"ranks": "A345678", "ace_runs": "both", "wild_limit": "one", "jokers": 3}
    game = RuleSet(rounds=({"deal": 3},), **keys)
    dealt = Dealt(parse_cards("jk ah 4h jk jk 6h 8h jk"), game.wild_only("7"))
    judged = judge_meld(*dealt)
    assert not isinstance(judged, Meld)
    assert judged[0].legal == "one wild, the rest natural cards"
    assert false_remedies(dealt) == []


@each(
    "cards, wild, keys, legal",
    [
        pytest.param("7c tc 9h", "9", {"wild_limit": "one"}, "8♣", id="a nine is no natural here"),
        pytest.param("5h 9h jk jk", None, {"wild_limit": "half"}, "6♥, 7♥ or 8♥", id="half wild"),
        pytest.param("5h 8h ks", None, {}, "6♥ and 7♥ instead of K♠", id="a stranger and a gap"),
        pytest.param("5s 5h 6d 5s", None, {"set_distinct_suits": True}, "", id="suits differ"),
        pytest.param("qshdc 3s", None, {"decks": 1, "jokers": 0}, "", id="a fifth queen"),
        pytest.param(*("qshdc 3s", None, {"decks": 1}, "a joker in its place"), id="but a joker"),
        pytest.param(
            *("qshdc 3s", None, {"decks": 2}, "a queen or a joker in its place"), id="of two packs"
        ),
        pytest.param(
            *("5s 5s 5h", None, {"set_distinct_suits": True, "suits": "SH"}, ""), id="two suits"
        ),
        pytest.param(*("ah qh jh", None, {"ranks": "A3456789TJQ"}, "an ace in A-3-4"), id="no two"),
    ],
)
def test_a_remedy_that_makes_no_meld_is_not_offered(
    cards: str, wild: str | None, keys: dict[str, object], legal: str
) -> None:
    rules = RuleSet(**{"jokers": 2, "rounds": [{"deal": 3}], **keys}).wild_only(wild)
    judged = judge_meld(parse_cards(cards), rules)
    assert not isinstance(judged, Meld)
    assert judged[0].legal == legal
