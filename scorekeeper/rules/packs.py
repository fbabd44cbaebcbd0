"""The cards of a game, counted: what the packs hold, for how many players, what a hand can cost."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from scorekeeper.cards import JOKER, MOST_CARDS, SUIT_NAMES, Card, rank_label, spell
from scorekeeper.errors import SK, CardError, PlayerError, RulesError, listed, times
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import CardRules, RoundRules, card_values
from scorekeeper.rules.rule_keys import MOST_PLAYERS

WITHOUT_WILDS = "check for a typo: this game is played without wild cards"
"""The remedy in games that can't have jokers: cards are laid off only if none is wild."""


def check_cards_in_pack(cards: Iterable[Card], rules: CardRules) -> None:
    """Raise CardError for the first card that isn't in a pack of the game."""
    for card in (card for card in cards if card not in rules.cards):
        if card == JOKER:
            ways = f"to play with jokers: {SK}house jokers; just this once: --variation jokers"
            remedy = WITHOUT_WILDS if rules.lay_off else ways
            raise CardError("there are no jokers in this game", remedy=remedy)
        suits = listed(SUIT_NAMES[suit] for suit in rules.suits)
        problem = f"there is no {spell(card)} in this game"
        ranks = " ".join(map(rank_label, rules.ranks))
        raise CardError(problem, remedy=f"each pack has {ranks} in {suits}")


def refuse_large_deals(rules: RuleSet) -> None:
    """Raise RulesError for a game that deals more cards than a hand can have after a draw."""
    if largest_deal(rules) >= MOST_CARDS:
        problem = f"a hand has at most {MOST_CARDS} cards, including the drawn one"
        raise RulesError(problem, remedy=f"deal at most {MOST_CARDS - 1}")


def largest_deal(rules: RuleSet) -> int:
    """The most cards that a round deals to each player; 0 without cards."""
    return max((spec.deal for spec in rules.all_specs), default=0)


def refuse_unscored(rules: RuleSet) -> None:
    """Raise RulesError for rules that are enough to judge hands, but not to keep score."""
    if rules.unscorable_rule is not None:
        problem = f"{rules.unscorable_rule} is for two players, where one scores the difference"
        raise RulesError(problem, remedy=f"leave {rules.unscorable_rule} out, or play gin")


def refuse_seats(rules: RuleSet, count: int) -> None:
    """Raise PlayerError if this many can't play the game, RulesError if nobody can."""
    refuse_unscored(rules)
    refuse_large_deals(rules)
    least, most = rules.players[0], rules.players[1] or MOST_PLAYERS
    if count < least:
        problem = f"{rules.title} needs at least {least} players, not {count}"
        raise PlayerError(problem, remedy="name all players, clockwise")
    if count > most:
        problem = f"{rules.title} is for at most {most} players, not {count}"
        remedy = "name the two who play" if most == 2 else "play at two tables"
        raise PlayerError(problem, remedy=remedy)
    decks = rules.decks_for(count)
    cards = len(rules.pack) * decks
    needed = rules.cards_needed(count)
    if needed > cards:
        packs = -(-needed // len(rules.pack))
        problem = f"{count} players need {needed} cards in the largest round, and"
        problem += f" {decks} {'pack has' if decks == 1 else 'packs have'} {cards}"
        raise PlayerError(problem, remedy=f"play with {packs} packs: --decks {packs}")


def enough_packs(rules: RuleSet, count: int) -> RuleSet:
    """``rules`` with enough packs for this many players; raises as ``refuse_seats`` does."""
    if rules.plays_cards and rules.players[0] <= count <= (rules.players[1] or MOST_PLAYERS):
        needed = -(-rules.cards_needed(count) // len(rules.pack))
        if needed > rules.decks_for(count):
            rules = rules.replace(decks=needed)
    refuse_seats(rules, count)
    return rules


def excess(cards: Iterable[Card], rules: CardRules, decks: int) -> tuple[Card, int, int] | None:
    """The first card that is held too often, how often that is, and how often the packs have it."""
    counted = Counter(cards)
    for card in rules.in_order(counted):
        copies = decks * (rules.jokers if card == JOKER else 1)
        if counted[card] > copies:
            return card, counted[card], copies
    return None


def refuse_too_many(cards: Iterable[Card], rules: CardRules, decks: int) -> None:
    """Raise CardError if the packs in play can't hold all of ``cards`` at once."""
    if found := excess(cards, rules, decks):
        card, held, copies = found
        packs = "1 pack holds" if decks == 1 else f"{decks} packs hold"
        problem = f"{spell(card)} appears {times(held)}, but {packs} it {times(copies)}"
        raise CardError(problem, remedy=f"check {spell(card)} for a typo")


@lru_cache(maxsize=64)
def costliest_hand(rules: RoundRules, decks: int) -> int:
    """The points of the ``deal`` costliest cards in the packs."""
    costs = sorted((rules.points[card] for card in rules.pack * decks), reverse=True)
    return sum(costs[: rules.deal])


@lru_cache(maxsize=64)
def costliest_melded_hand(rules: RoundRules) -> int | None:
    """The most points that ``deal`` cards can leave with the best melds: pairs of the costliest.

    None unless all keys about cards have their defaults: we don't know the figure for other rules.
    """
    if card_values(rules) != card_values(CardRules()) or not rules.deal:
        return None
    costs = sorted((rules.natural_points(r) for r in rules.ranks if r != rules.wild), reverse=True)
    return sum([cost for cost in costs for _ in range(2)][: rules.deal])
