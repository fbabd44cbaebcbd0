"""The command that says which cards would have let a hand go out."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Annotated

from scorekeeper.cards import Card, parse_cards
from scorekeeper.cli.options import argument, option
from scorekeeper.cli.rulebook import Question, about_cards, hand_typed
from scorekeeper.errors import RoundError, UsageError, count, listed, printable
from scorekeeper.ledger.rounds import round_name, round_subject
from scorekeeper.render import looking_back as words
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack, refuse_too_many
from scorekeeper.solver import discards_going_out
from scorekeeper.solver.outs import discards_by_outs
from scorekeeper.solver.outs import outs as outs_of
from scorekeeper.terminal.answer import Answer


@about_cards
def outs(
    hand: Annotated[list[str], argument("HAND...", "The cards, before the draw or after it.")],
    seen: Annotated[
        list[str] | None, option("--seen", "CARDS", "Cards seen elsewhere; may be given again.")
    ] = None,
    *,
    question: Question,
) -> Answer:
    cards = hand_typed(" ".join(hand))
    rules = _round(cards, question)
    decks = question.decks
    if not decks:
        problem = "outs doesn't know how many packs are in play"
        raise UsageError(problem, remedy="give --decks, like --decks 2")
    known = (*cards, *parse_cards(" ".join(seen or ())))
    check_cards_in_pack(known, rules)
    refuse_too_many(known, rules, decks)
    unseen = Counter(rules.pack * decks) - Counter(known)
    if len(cards) == rules.deal:
        held, found = Counter(cards), outs_of(cards, rules)
        # Nobody can draw a card if this hand holds every copy.
        packs = Counter(rules.pack * decks)
        drawn = {card: found[card] for card in found if held[card] < packs[card]}
        lines = words.draw_lines(rules, drawn, unseen)
        facts = partial(words.before_the_draw, cards, rules, drawn, unseen)
    else:
        ways, kept = discards_going_out(cards, rules), discards_by_outs(cards, rules, unseen)
        lines = words.discard_lines(rules, ways, kept, unseen)
        facts = partial(words.after_the_draw, cards, rules, ways, kept, unseen)
    return Answer([*question.heading, *lines], facts)


def _round(cards: Sequence[Card], question: Question) -> RoundRules:
    """The round that has this many cards before or after the draw."""
    if question.wild is not None and not question.rules.draws:
        problem = "outs must know how many cards are dealt, and --wild doesn't say"
        raise UsageError(problem, remedy="give --round")
    size, specs = len(cards), question.rules.specs
    if question.game is None and question.round_typed is None and specs:
        fitting = [n for n, spec in enumerate(specs, 1) if size - spec.deal in (0, 1)]
        if len(fitting) == 1:
            return question.numbered(fitting[0])
        if not fitting:
            problem = f"no round of {printable(question.rules.title)} has {count(size, 'card')}"
            problem = f"{problem}, before or after the draw"
            raise RoundError(problem, remedy="look for a card too many or too few")
        names = listed((round_name(question.rules, number) for number in fitting), "or")
        problem = f"{count(size, 'card')} could be from {names}"
        raise RoundError(problem, remedy=f"say which, like --round {fitting[0]}")
    if not specs:
        return question.rules.round(1)  # which says that no cards are dealt
    rules = question.take(cards, drawn=1, gone=1)
    deal = rules.deal or 0
    if size not in (deal, deal + 1):
        number = rules.number
        name = round_subject(question.rules, number) if number else "the bonus round"
        _, _, other = " ".join(question.notes).partition("; ")
        raise RoundError(
            f"{count(size, 'card')}, and {name} has {deal} before the draw, {deal + 1} after it",
            remedy=other or "look for a card too many or too few, or name another --round",
        )
    return rules
