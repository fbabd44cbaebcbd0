"""The commands that say what cards are worth: the least deadwood of a hand, and one meld."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorekeeper.cards import Card, parse_cards, parse_groups, spell
from scorekeeper.cli import options
from scorekeeper.cli.batch import answer_lines
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.question import Question, about_cards
from scorekeeper.errors import CardError, UsageError
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.render.hands import deadwood_lines, meld_answer
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    from scorekeeper.solver import Arrangement

# Each question loads only what answers it: the solver, or words for programs.

Hand = Annotated[
    list[str], typer.Argument(metavar="HAND...", help="The cards; - reads hands from stdin.")
]


@about_cards
def deadwood(
    hand: Hand,
    *,
    question: Question,
    json: options.Json = False,
) -> None:
    """Find the melds that leave the fewest points."""

    def facts(text: str) -> dict[str, Any]:
        from scorekeeper.render import machine

        return machine.deadwood(*_deadwood(text, question))

    if hand == ["-"]:
        answer_lines(
            question, facts if json else None, lambda text: _short(_deadwood(text, question)[1])
        )
        return
    if json:
        say_json(facts(" ".join(hand)))
        return
    cards, arrangement, rules = _deadwood(" ".join(hand), question)
    say(question.heading)
    say(deadwood_lines(cards, arrangement, rules, question.notes))


def _deadwood(text: str, question: Question) -> "tuple[tuple[Card, ...], Arrangement, RoundRules]":
    from scorekeeper.solver import best_arrangement

    cards = _cards(text)
    rules = question.take(cards, drawn=0)
    return cards, best_arrangement(cards, rules), rules


def _cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise CardError("no card was given", remedy="type the hand, like 5h 6h 7h kd")
    return cards


def _short(found: "Arrangement") -> str:
    """An arrangement in a line for programs that read no JSON: ``12  6♠ 6♥ 6♣ | 5♠ 7♠``."""
    melds = " / ".join(spell(meld.cards) for meld in found.melds)
    return f"{found.points}  {melds} | {spell(found.deadwood)}".rstrip()


@about_cards
def meld(
    cards: Annotated[list[str], typer.Argument(metavar="CARDS...", help="The cards of one meld.")],
    *,
    question: Question,
    json: options.Json = False,
) -> int:
    """Say whether cards are one meld, and if not, why not."""
    text = " ".join(cards)
    if len(parse_groups(text)) > 1:
        raise UsageError("one meld has no / in it", remedy="judge a whole table with sk verify")
    group = _cards(text)
    rules = question.in_hand()
    question.check(group)
    judged = judge_meld(group, rules)
    if json:
        from scorekeeper.render import machine

        say_json(machine.meld_answer(judged, group, rules))
    else:
        say(question.heading)
        say(meld_answer(judged, group, rules))
    return 0 if isinstance(judged, Meld) else 1
