"""The empty pad to print: round, deal, wild and dealer are filled in, the points are not."""

from collections.abc import Sequence

from scorekeeper.errors import count, printable
from scorekeeper.ledger.rounds import wild_label
from scorekeeper.render.words import person, who_wins
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.sharing.page import parted
from scorekeeper.sharing.templates import filled_in

COLUMNS, ROWS = 6, 20
"""Of a pad where nobody is named, and of one for a game that ends with no certain round."""


def pad(rules: RuleSet, names: Sequence[str]) -> str:
    """The pad of a game as an HTML page; whoever is named first deals first.

    Without names the columns are empty, as many as the game has players, at most ``COLUMNS``.
    """
    deals = rules.dealer == "passes" and names
    numbers = range(1, (rules.last_round or ROWS) + 1)
    people = list(map(person, names)) or [""] * min(COLUMNS, rules.players[1] or COLUMNS)
    packs = [count(rules.decks_for(len(names)), "pack")] if rules.plays_cards and names else []
    return filled_in(
        "pad.html",
        heading=printable(rules.title),
        facts=" · ".join([*packs, who_wins(rules)]),
        has_cards=rules.plays_cards,
        has_dealer=rules.dealer == "passes",
        rows=[
            (
                number,
                *((spec.deal, wild_label(spec.rank)) if spec else ("", "")),
                person(names[(number - 1) % len(names)]) if deals else "",
            )
            for number in numbers
            for spec in [rules.spec(number)]
        ],
        sheets=[people[part] for part in parted(people)],
    )
