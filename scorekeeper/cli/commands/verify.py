"""The command that judges a claim to go out."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorekeeper.cards import Card, parse_card, parse_groups, spell
from scorekeeper.cli import complete, options
from scorekeeper.cli.batch import answer_lines
from scorekeeper.cli.command_words import for_file
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.question import Question, about_cards
from scorekeeper.errors import CardError, PlayerError, listed, printable, quoted
from scorekeeper.ledger.entries import split_name
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import row_name, row_typed
from scorekeeper.ledger.standings import next_round
from scorekeeper.referee import Verdict, judge_going_out, neighbouring_readings
from scorekeeper.render.hands import verdict_lines
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    # The solver is loaded only for a claim that does not stand.
    from scorekeeper.solver import Arrangement


@about_cards
def verify(
    hand: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHO=]HAND...",
            help="The cards held after the draw; / between melds.",
            autocompletion=complete.entries,
        ),
    ] = None,
    melds: Annotated[
        str | None, typer.Option("--melds", metavar="A/B", help="The melds as they lie.")
    ] = None,
    discard: Annotated[
        str | None, typer.Option("--discard", metavar="CARD", help="The card to discard.")
    ] = None,
    *,
    question: Question,
    json: options.Json = False,
) -> int:
    """Judge a claim to go out: yes, not like this, or no, and why."""

    def facts(text: str) -> dict[str, Any]:
        return _verify_facts(*_judge(text, melds, discard, question))

    if hand == ["-"]:
        answer_lines(
            question,
            facts if json else None,
            lambda text: _in_a_line(_judge(text, melds, discard, question)[0]),
        )
        return 0
    verdict, player, turns = _judge(" ".join(hand or ()), melds, discard, question)
    if json:
        say_json(_verify_facts(verdict, player, turns))
    else:
        best = None
        if not verdict.ways and len(verdict.held) > 1:
            from scorekeeper.solver import best_discard

            best = best_discard(verdict.held, verdict.rules)
        say(question.heading)
        # A size that does not fit is an objection; which round it would fit is worth a line.
        say([note for note in question.notes if "type --round" in note])
        names = question.game.names if question.game else ()
        # A round that is on the sheet is over, and the next add would record another.
        to_come = turns if _is_being_played(verdict.rules, question.game) else ()
        lines = verdict_lines(verdict, best, player, to_come, names)
        say(for_file(line, question.at) for line in lines)
    return 0 if verdict.stands else 1


def _judge(
    text: str, melds: str | None, discard: str | None, question: Question
) -> tuple[Verdict, str | None, tuple[str, ...]]:
    """The verdict on a claim, the player it is about, and whose turns remain after a yes."""
    names = question.game.names if question.game else ()
    who, cards_text = split_name(text, names=names)
    player = _player(who, question)
    groups = parse_groups(cards_text)
    named = parse_card(discard) if discard is not None else None
    laid: Sequence[tuple[Card, ...]] | None = None
    held = tuple(card for group in groups for card in group)
    if melds is not None:
        laid = parse_groups(melds)
        if not held:
            held = tuple(card for group in laid for card in group)
            held += (named,) if named else ()
    elif len(groups) > 1:
        singles = [group[0] for group in groups if len(group) == 1]
        laid = [group for group in groups if len(group) > 1]
        if named is None and len(singles) == 1:
            named = singles[0]
        # More than one single card: they are deadwood, which the referee says of them.
    if not held:
        raise CardError("no card was given", remedy="type the hand, like sk verify 567s 9h9d9c kd")
    rules = question.take(held, drawn=1, gone=0 if named else 1)
    _refuse_who_is_away(player, rules, question)
    neighbours = neighbouring_readings(question.rules, rules)
    verdict = judge_going_out(held, rules, melds=laid, discard=named, neighbours=neighbours)
    return verdict, player, _last_turns(verdict, player, rules, question)


def _player(who: str | None, question: Question) -> str | None:
    if who is None:
        return None
    if question.game is None:
        raise PlayerError(
            f"{quoted(who)} plays in no game that this is asked about", remedy="leave the name out"
        )
    where = str(question.path) if question.path else "this game"
    return find_player(who, question.game.names, where)


def _refuse_who_is_away(player: str | None, rules: RoundRules, question: Question) -> None:
    """Raise PlayerError where the player does not play the round that the claim is about."""
    if player is None or question.game is None:
        return
    name, players = _table(rules, question.game)
    if player not in players:
        there = [one for one in question.game.names if one in players]
        raise PlayerError(
            f"{printable(player)} is not at the table in {name}",
            remedy=f"name who claims: {listed(map(printable, there), 'or')}",
        )


def _last_turns(
    verdict: Verdict, player: str | None, rules: RoundRules, question: Question
) -> tuple[str, ...]:
    """Who has one more turn after ``player`` went out, in order."""
    if player is None or question.game is None or not verdict.stands:
        return ()
    _, players = _table(rules, question.game)
    order = question.game.order_from(player, players)
    return tuple(name for name in order if name != player)


def _is_being_played(rules: RoundRules, game: Game | None) -> bool:
    """Whether a claim is about the round to be recorded next, as one without a number is."""
    card = next_round(game) if game else None
    return card is not None and rules.number in (None, card.number)


def _table(rules: RoundRules, game: Game) -> tuple[str, tuple[str, ...]]:
    """The name of the round that a claim is about, and who plays it.

    It is the one at hand, where the question gave no number, or else the last.
    """
    card = next_round(game)
    number = rules.number or (card.number if card else None)
    if number:
        return round_name(game.rules, number), game.present(number)
    if card:
        return "the bonus round", card.players
    if not game.played:
        return "this game", game.names
    row = row_typed(game, "last")
    return row_name(game, row), row.players


def _verify_facts(verdict: Verdict, player: str | None, turns: tuple[str, ...]) -> dict[str, Any]:
    from scorekeeper.render import machine

    return machine.verify(verdict, _best(verdict), player, turns)


def _best(verdict: Verdict) -> "tuple[Card | None, tuple[Card, ...], Arrangement] | None":
    """The best the cards can do: the discard, the cards kept, and what they leave."""
    from scorekeeper.solver import best_arrangement, best_discard

    if not verdict.held:
        return None
    rules = verdict.rules
    if rules.deal is not None and len(verdict.held) == rules.deal:
        return None, verdict.held, best_arrangement(verdict.held, rules)
    card, arrangement = best_discard(verdict.held, rules)
    kept = Counter(verdict.held) - Counter([card])
    return card, rules.in_order(kept.elements()), arrangement


def _in_a_line(verdict: Verdict) -> str:
    """A verdict in one word and the reason, for programs that read no JSON."""
    if verdict.stands:
        cards = [spell(way.card) for way in verdict.ways if way.card]
        return f"yes  discard {' or '.join(cards)}" if cards else "yes"
    reasons = "; ".join(objection.because for objection in verdict.objections)
    return f"{'not like this' if verdict.hand_goes_out else 'no'}  {reasons}"
