"""Hands of cards as people say them: *the king of hearts, 4s and a joker*."""

from random import Random

from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, Card, rank_label

SENTENCES = (
    "is {name} out with {hand}",
    "can {name} go out with {hand}",
    "{name} says shes out: {hand}",
    "can i go out with {hand}",
    "{name} has {hand}, is she out",
    "does {name} go out with {hand}?",
    "{name} wants to go out with {hand}",
)


def spoken(cards: list[Card], name: str, random: Random) -> str:
    """A question whether somebody goes out with cards, each card as it is typed or in words."""
    words = [_card(card, random) for card in cards]
    between = random.choice((" ", ", "))
    before_last = random.choice((" and ", ", and ", between))
    hand = before_last.join((between.join(words[:-1]), words[-1]))
    return random.choice(SENTENCES).format(name=name, hand=hand)


def _card(card: Card, random: Random) -> str:
    if card == JOKER:
        return random.choice(("jk", "joker", "a joker", "the joker"))
    label = rank_label(card.rank)
    if random.random() < 0.5:
        return f"{label}{card.suit}".lower()
    name = random.choice((RANK_NAMES[card.rank], label))
    article = random.choice(("", "the ", "an " if name[0] in "ae8A" else "a "))
    return f"{article}{name} of {SUIT_NAMES[card.suit]}"
