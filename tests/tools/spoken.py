"""Hands and rounds as people say them: *the king of hearts, 4s and a joker*; *cy took 9*."""

from collections.abc import Sequence
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
    """A question whether somebody goes out with these cards, each in notation or in words."""
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


NUMBERS = {2: "two", 6: "six", 11: "eleven", 15: "fifteen", 21: "twenty one", 30: "thirty"}

POINTS = (
    *("{name} {number}", "{number} for {name}", "{name} got {number}", "{name} had {number}"),
    *("{name} has {number} points", "{name} with {number}", "{number} to {name}"),
    *("{name} on {number}", "{name} is left with {number}", "{name} took {number}"),
    *("{name} scored {number}", "{name} ended up with {number}", "{name} finished on {number}"),
    *("{name} was caught with {number}", "poor {name} {number}", "{name} another {number}"),
)

OUT = ("{name} out", "{name} went out", "{name} is out", "{name} won it", "{name} closed")

OTHERS = ("everyone else {number}", "the rest {number}", "the others {number} each")


def spoken_round(
    names: Sequence[str], random: Random, *, goes_out: bool
) -> tuple[str, dict[str, str]]:
    """A round of three or more players in words, and each player's points or ``o``."""
    order = random.sample(names, len(names))
    entries = {name: random.choice([*NUMBERS, 7, 18]) for name in order}
    out = random.choice(order) if goes_out else None
    some = [name for name in order if name != out]
    said = [random.choice(OUT).format(name=out.lower())] if out else []
    style = random.random()
    if style < 0.2:  # the others have the same
        entries |= dict.fromkeys(some, entries[some[1]])
        entries[some[0]] = random.choice([*NUMBERS])
        said.append(_points(some[0], entries, random))
        random.shuffle(said)
        said.append(random.choice(OTHERS).format(number=_number(entries[some[1]], random)))
    else:
        if style < 0.4:  # two have the same
            entries[some[1]] = entries[some[0]]
            both = f"{some[0]} and {some[1]} {random.choice(('', 'both ', 'got '))}"
            said.append(both + _number(entries[some[0]], random) + random.choice(("", " each")))
            some = some[2:]
        said += [_points(name, entries, random) for name in some]
        random.shuffle(said)
    right = {name: "o" if name == out else str(points) for name, points in entries.items()}
    begins = random.choice(("", "", "so ", "ok ", "right, ", "this time ", "in this round "))
    return begins + random.choice((", ", "; ", " and " if style > 0.4 else ", ")).join(said), right


def _points(name: str, entries: dict[str, int], random: Random) -> str:
    number = _number(entries[name], random)
    return random.choice(POINTS).format(name=name.lower(), number=number)


def _number(number: int, random: Random) -> str:
    return NUMBERS.get(number, str(number)) if random.random() < 0.4 else str(number)
