"""The commands that say what cards are worth: the least deadwood of a hand, and one meld."""

from typing import TYPE_CHECKING, Annotated, Any

from scorekeeper.cards import parse_groups, spell
from scorekeeper.cli.batch import answer_lines
from scorekeeper.cli.options import Json, argument
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.question import Question, about_cards, hand_typed
from scorekeeper.errors import UsageError
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.render.hands import deadwood_lines, meld_answer
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    from scorekeeper.solver import Arrangement

# Each question loads only what answers it: the solver, or words for programs.


@about_cards
def deadwood(
    hand: Annotated[list[str], argument("HAND...", "The cards; - reads hands from stdin.")],
    *,
    question: Question,
    json: Json = False,
) -> None:

    def least(text: str) -> "tuple[Arrangement, RoundRules]":
        from scorekeeper.solver import best_arrangement

        cards = hand_typed(text)
        rules = question.take(cards, drawn=0)
        return best_arrangement(cards, rules), rules

    def answer(text: str) -> dict[str, Any] | str:
        found, rules = least(text)
        if json:
            from scorekeeper.render import machine_cards

            return machine_cards.deadwood(found, rules)
        melds = " / ".join(spell(meld.cards) for meld in found.melds)
        return f"{found.points}  {melds} | {spell(found.deadwood)}".rstrip()

    text = " ".join(hand)
    if hand == ["-"]:
        answer_lines(question, answer, json=json)
    elif json:
        say_json(answer(text))
    else:
        found, rules = least(text)
        say(question.heading)
        say(deadwood_lines(found, rules, question.notes))


@about_cards
def meld(
    cards: Annotated[list[str], argument("CARDS...", "The cards of one meld.")],
    *,
    question: Question,
    json: Json = False,
) -> int:
    text = " ".join(cards)
    if len(parse_groups(text)) > 1:
        raise UsageError("one meld has no / in it", remedy="judge a whole table with sk verify")
    group = hand_typed(text)
    rules = question.in_hand()
    question.check(group, rules)
    judged = judge_meld(group, rules)
    if json:
        from scorekeeper.render import machine_cards

        say_json(machine_cards.meld_answer(judged, group, rules))
    else:
        say(question.heading)
        say(meld_answer(judged, group, rules))
    return 0 if isinstance(judged, Meld) else 1
