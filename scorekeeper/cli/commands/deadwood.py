"""The commands about cards: the least deadwood of a hand, and whether cards are a meld."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated

from scorekeeper.cards import parse_groups, spell
from scorekeeper.cli.options import argument
from scorekeeper.cli.rulebook import Question, about_cards, answer_lines, hand_typed
from scorekeeper.errors import SK, UsageError
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.render import machine_cards
from scorekeeper.render.hands import deadwood_lines, meld_answer
from scorekeeper.terminal.answer import Answer


@about_cards
def deadwood(
    hand: Annotated[list[str], argument("HAND...", "The cards; - reads hands from stdin.")],
    *,
    question: Question,
) -> Answer | Iterator[Answer]:
    if hand == ["-"]:
        return answer_lines(question, lambda text: _least(text, question, in_a_line=True))
    return _least(" ".join(hand), question)


def _least(text: str, question: Question, *, in_a_line: bool = False) -> Answer:
    """The least deadwood of the cards typed."""
    from scorekeeper.solver import best_arrangement

    cards = hand_typed(text)
    rules = question.take(cards, drawn=0)
    found = best_arrangement(cards, rules)
    melds = " / ".join(spell(meld.cards) for meld in found.melds)
    words = [f"{found.points}  {melds} | {spell(found.deadwood)}".rstrip()]
    if not in_a_line:
        words = [*question.heading, *deadwood_lines(found, rules, question.notes)]
    return Answer(words, partial(machine_cards.deadwood, found, rules))


@about_cards
def meld(
    cards: Annotated[list[str], argument("CARDS...", "The cards of one meld.")],
    *,
    question: Question,
) -> Answer:
    text = " ".join(cards)
    if len(parse_groups(text)) > 1:
        raise UsageError("one meld has no / in it", remedy=f"judge a whole hand with {SK}verify")
    group = hand_typed(text)
    rules = question.in_hand()
    question.check(group, rules)
    judged = judge_meld(group, rules)
    words = [*question.heading, *meld_answer(judged, group, rules)]
    facts = partial(machine_cards.meld_answer, judged, group, rules)
    return Answer(words, facts, 0 if isinstance(judged, Meld) else 1)
