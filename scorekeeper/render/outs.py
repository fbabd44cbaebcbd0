"""What a draw could have done for a hand, for people and for programs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.cards import Card, spell
from scorekeeper.errors import count, listed
from scorekeeper.render.grid import Grid, plain
from scorekeeper.render.machine_cards import Facts, asked
from scorekeeper.render.words import the_round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.solver.outs import Discard

# ── for programs ─────────────────────────────────────────────────────────────────────────


def before_the_draw(
    hand: Sequence[Card], rules: RoundRules, drawn: Mapping[Card, Card], unseen: Counter[Card]
) -> Facts:
    """The answer to ``outs`` for a hand of the deal."""
    return {
        **asked(hand, rules),
        "outs": [
            {"card": str(card), "discard": str(discard), "unseen": unseen[card]}
            for card, discard in drawn.items()
        ],
        "unseen": unseen.total(),
        "chance": round(_odds(drawn, unseen)[1], 4),
    }


def after_the_draw(
    held: Sequence[Card],
    rules: RoundRules,
    ways: Iterable[Card],
    kept: Iterable[Discard],
    unseen: Counter[Card],
) -> Facts:
    """The answer to ``outs`` for a hand with the drawn card."""
    return {
        **asked(held, rules),
        "goes_out": list(map(str, ways)),
        "discards": [
            {
                "card": str(discard.card),
                "points": discard.points,
                "outs": copies,
                "chance": round(chance, 4),
            }
            for discard in kept
            for copies, chance in [_odds(discard.outs, unseen)]
        ],
        "unseen": unseen.total(),
    }


def _odds(cards: Iterable[Card], unseen: Counter[Card]) -> tuple[int, float]:
    """How many of some cards are unseen together, and the chance that the next is one of them."""
    copies = sum(unseen[card] for card in cards)
    return copies, copies / (unseen.total() or 1)


# ── for people ───────────────────────────────────────────────────────────────────────────


def draw_lines(rules: RoundRules, drawn: Mapping[Card, Card], unseen: Counter[Card]) -> list[str]:
    """The cards that would do, and what goes then; those that are all seen with 0."""
    where = f"{the_round(rules)} · {rules.deal} cards, before the draw"
    if not drawn:
        return [f"No card lets this hand {'knock' if rules.knock else 'go out'}.     {where}"]
    copies, chance = _odds(drawn, unseen)
    cards_of = f"{copies} of {count(unseen.total(), 'unseen card')}"
    after: dict[str, dict[int, list[Card]]] = {}
    for card, discard in drawn.items():
        then = "that card" if card == discard else spell(discard)
        after.setdefault(then, {}).setdefault(unseen[card], []).append(card)
    rows = tuple(
        (then, ", ".join(f"{number} × {spell(some[number])}" for number in sorted(some)[::-1]))
        for then, some in after.items()
    )
    grid = Grid(("discard", "after one of"), rows, "ll")
    goes = "Knocks" if rules.knock else "Goes out"
    return [f"{goes} with {cards_of}: {_percent(chance)}     {where}", "", *plain(grid)]


def discard_lines(
    rules: RoundRules, ways: Sequence[Card], kept: Iterable[Discard], unseen: Counter[Card]
) -> list[str]:
    """Whether the hand goes out now, and what each discard leaves and keeps."""
    where = f"{the_round(rules)} · {(rules.deal or 0) + 1} cards, after the draw"
    goes, go = ("Knocks", "knock") if rules.knock else ("Goes out", "go out")
    head = f"Does not {go} now."
    if ways:
        head = f"{goes} now: discard {listed(map(spell, ways), 'or')}."
    rows = [
        (spell(discard.card), str(discard.points), str(copies), _percent(chance))
        for discard in kept
        for copies, chance in [_odds(discard.outs, unseen)]
    ]
    grid = Grid(("discard", "left", "outs", "chance"), tuple(rows), "lrrr")
    outs = f"outs: of {count(unseen.total(), 'unseen card')}, those to {go} with next time"
    return [f"{head}     {where}", "", *plain(grid), "", outs]


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"
