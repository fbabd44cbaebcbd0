"""The commands that settle a quarrel: a claim to go out, the least deadwood, one meld, a paper pad.

Each loads only the half of the program that judges it: the referee, or the solver.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from scorekeeper.cards import Card, are_cards, parse_card, parse_groups, spell
from scorekeeper.cli import options
from scorekeeper.cli.options import Knock, ToRead, Upcard, argument, option
from scorekeeper.cli.questions import Question, about_cards, answer_lines, hand_typed
from scorekeeper.errors import (
    SK,
    CardError,
    PlayerError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import round_name, round_subject
from scorekeeper.ledger.rows import explain, row_of, row_typed
from scorekeeper.ledger.standings import next_round
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.render.hands import deadwood_lines, how_words, meld_answer, verdict_lines
from scorekeeper.render.words import person
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack
from scorekeeper.terminal import Answer, for_programs, say

if TYPE_CHECKING:
    from scorekeeper.referee import Verdict
    from scorekeeper.solver import Arrangement


@about_cards
def verify(
    hand: Annotated[
        list[str] | None,
        argument(
            "[WHO=]HAND...", "The cards held after the draw; / between melds.", options.entries
        ),
    ] = None,
    melds: Annotated[str | None, option("--melds", "A/B", "The melds as they are laid.")] = None,
    discard: Annotated[str | None, option("--discard", "CARD", "The card to discard.")] = None,
    knock: Knock = None,
    upcard: Upcard = None,
    *,
    question: Question,
) -> Answer | Iterator[Answer]:
    if knock is not None and not question.rules.has_gin:
        problem = f"nobody knocks in {printable(question.rules.title)}"
        raise UsageError(problem, remedy="leave --knock out, or ask about another game with --game")

    if upcard is not None:
        if not question.rules.reads_upcard:
            problem = f"the card turned up doesn't matter in {printable(question.rules.title)}"
            raise UsageError(problem, remedy="leave --upcard out")
        limit, _ = question.rules.turned_up(str(parse_card(upcard)))
        knock = limit if knock is None else knock

    def in_a_line(text: str) -> Answer:
        judged = _judge(text, melds, discard, knock, question)
        return Answer([_in_a_line(judged[0])], partial(_facts, *judged))

    if hand == ["-"]:
        return answer_lines(question, in_a_line)
    judged = _judge(" ".join(hand or ()), melds, discard, knock, question)
    code = 0 if judged[0].stands else 1
    return Answer(partial(_say, question, *judged), partial(_facts, *judged), code)


def _say(
    question: Question, verdict: "Verdict", player: str | None, turns: tuple[str, ...]
) -> None:
    """Say a verdict and, if the claim stands, whose turns remain."""
    best = _best(verdict) if not verdict.ways and len(verdict.held) > 1 else None
    say(question.heading)
    # A wrong number of cards is an objection; the round it would fit is worth a line.
    say([note for note in question.notes if "type --round" in note])
    game = question.game
    card = next_round(game) if game else None
    # If the round is on the sheet, the next add records another one.
    if card is None or verdict.rules.number not in (None, card.number):
        turns = ()
    say(verdict_lines(verdict, best, player, turns, game.names if game else ()))


def _judge(
    text: str, melds: str | None, discard: str | None, knock: int | None, question: Question
) -> "tuple[Verdict, str | None, tuple[str, ...]]":
    """The verdict on a claim, its player, and whose turns remain after a yes."""
    from scorekeeper.listening.whose_entry import said_in
    from scorekeeper.referee import judge_going_out, laid_out, neighbouring_readings

    game = question.game
    player, cards_text = None, text
    if game and not are_cards(text):
        if "=" in text:
            parse_groups(text.rpartition("=")[2])  # wrong cards are reported first
        named_cards = said_in(text.split(), game, question.in_hand(), question.where)
        player, cards_text = named_cards[0] if len(named_cards) == 1 else (None, text)
    elif "=" in text:
        problem = f"without a game there is no player {quoted(text.partition('=')[0])}"
        raise PlayerError(problem, remedy="leave the name out")
    groups = parse_groups(cards_text)
    named = parse_card(discard) if discard is not None else None
    laid: Sequence[tuple[Card, ...]] | None = None
    held = tuple(card for group in groups for card in group)
    if melds is not None:
        laid = parse_groups(melds)
        if not held:
            held = tuple(card for group in laid for card in group)
            held += (named,) if named else ()
    else:
        laid, named = laid_out(groups, named, question.in_hand())
    if not held:
        remedy = f"type the hand, like {SK}verify 567s 9h9d9c kd"
        raise CardError("no card was given", remedy=remedy)
    rules = question.round_for(held, drawn=1, gone=0 if named else 1)
    for cards in (*(laid or ()), [named] if named else []):
        check_cards_in_pack(cards, rules)
    rules = rules if knock is None else replace(rules, knock=knock)
    others = _others(player, rules, game) if game and player is not None else ()
    neighbours = neighbouring_readings(question.rules, rules)
    verdict = judge_going_out(held, rules, melds=laid, discard=named, neighbours=neighbours)
    if knock is None and verdict.how == "knock" and question.lacks_upcard(rules.number or 1):
        from scorekeeper.ledger.gin import upcard_unknown  # in few games that matters

        raise upcard_unknown()
    return verdict, player, others if verdict.stands and not rules.ends_at_once else ()


def _others(player: str, rules: RoundRules, game: Game) -> tuple[str, ...]:
    """Who gets one more turn if ``player`` goes out, in order; PlayerError if they are away.

    Without a number, a claim is about the next round, or after the end about the last.
    """
    card = next_round(game)
    number = rules.number or (card.number if card else None)
    if number:
        name, seated = round_name(game.rules, number), game.present(number)
    elif card:
        name, seated = "the bonus round", card.players
    elif not game.played:
        name, seated = "this game", game.names
    else:
        row = row_typed(game, "last")
        name, seated = row.name, row.players
    if player not in seated:
        present = listed((printable(other) for other in game.names if other in seated), "or")
        problem = f"{printable(player)} isn't at the table in {name}"
        raise PlayerError(problem, remedy=f"name who claims: {present}")
    return tuple(other for other in game.order_from(player, seated) if other != player)


def _facts(verdict: "Verdict", player: str | None, turns: tuple[str, ...]) -> dict[str, Any]:
    """A verdict for programs, with the best that the cards can do."""
    from scorekeeper.render import machine

    return machine.verify(verdict, _best(verdict), player, turns)


def _best(verdict: "Verdict") -> "tuple[Card | None, Arrangement]":
    """The best discard and layout; None for the discard if it is already gone."""
    from scorekeeper.solver import best_arrangement, best_discard

    held, rules = verdict.held, verdict.rules
    if len(held) == rules.deal:
        return None, best_arrangement(held, rules)
    return best_discard(held, rules)


def _in_a_line(verdict: "Verdict") -> str:
    """A verdict in one line, for programs that don't read JSON."""
    if verdict.stands:
        cards = [spell(way.card) for way in verdict.ways if way.card]
        words = ["yes", how_words(verdict), f"discard {' or '.join(cards)}" if cards else ""]
        return "  ".join(filter(None, words))
    reasons = "; ".join(objection.because for objection in verdict.objections)
    return f"{'not like this' if verdict.hand_goes_out else 'no'}  {reasons}"


# ── deadwood and melds ───────────────────────────────────────────────────────────────────────


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
    rules = question.round_for(cards, drawn=0)
    found = best_arrangement(cards, rules)
    melds = " / ".join(spell(meld.cards) for meld in found.melds)
    words = [f"{found.points}  {melds} | {spell(found.deadwood)}".rstrip()]
    if not in_a_line:
        words = [*question.heading, *deadwood_lines(found, rules, question.notes)]
    return Answer(words, for_programs("deadwood", found, rules))


@about_cards
def meld(
    cards: Annotated[list[str], argument("CARDS...", "The cards of one meld.")],
    *,
    question: Question,
) -> Answer:
    text = " ".join(cards)
    if len(parse_groups(text)) > 1:
        raise UsageError("a single meld takes no /", remedy=f"judge a whole hand with {SK}verify")
    group = hand_typed(text)
    rules = question.in_hand()
    question.check(group, rules)
    judged = judge_meld(group, rules)
    words = [*question.heading, *meld_answer(judged, group, rules)]
    facts = for_programs("meld_answer", judged, group, rules)
    return Answer(words, facts, 0 if isinstance(judged, Meld) else 1)


# ── a paper pad ──────────────────────────────────────────────────────────────────────────────


def pad(
    totals: Annotated[
        list[str], argument("TOTAL... | WHO=TOTAL...", "In seat order.", options.entries)
    ],
    *,
    ledger: ToRead,
) -> Answer:
    game = ledger.read()
    if not game.played:
        raise UsageError("no round is on the sheet yet", remedy="record a round first")
    lines, rows = [], []
    for name, written in _paper_totals(game, totals, str(ledger.path)).items():
        total = game.total(name)
        scores = [game.cell(n, name).points for n in range(1, len(game.played) + 1)]
        slips = explain(written, total, scores)
        facts_of_slips = [slip._asdict() for slip in slips]
        rows.append({"player": name, "pad": written, "sheet": total, "slips": facts_of_slips})
        if written == total:
            lines.append(f"  {person(name)} {written} ok")
            continue
        more = f"{abs(written - total)} too {'many' if written > total else 'few'} on the pad"
        lines.append(f"  {person(name)}  pad {written}, here {total}: {more}.")
        for slip in slips:
            where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
            lines.append(f"     {slip.how}{where} would explain it")
        if not slips:
            lines.append("     no single slip explains it")
        by_round = "  ".join("-" if score is None else str(score) for score in scores)
        lines.append(f"     points by round: {by_round}")
    right = all(row["pad"] == row["sheet"] for row in rows)
    facts = {"title": game.title, "agrees": right, "pad": rows}
    return Answer([*ledger.at.title(game), *lines], lambda: facts, 0 if right else 1)


def _paper_totals(game: Game, words: list[str], where: str) -> dict[str, int]:
    """The totals on the pad by player, in the order given."""
    from scorekeeper.listening.whose_entry import said_in

    given = said_in(words, game, None, where)
    row = row_of(game, len(game.played))
    everybody = game.names if len(given) == len(game.names) else row.players
    if given[0].name is None and len(given) != len(everybody):
        problem = f"{count(len(given), 'total')} for {count(len(everybody), 'player')}"
        raise UsageError(problem, remedy=f"give one for each: {', '.join(map(person, everybody))}")
    totals: dict[str, int] = {}
    for i, (name, total) in enumerate(given):
        digits = total.strip().replace("−", "-")
        if not re.fullmatch(r"-?\d{1,12}", digits, re.ASCII):
            problem = f"{quoted(total)} isn't a total"
            raise UsageError(problem, remedy="give numbers, like 51 63 64")
        totals[name or everybody[i]] = int(digits)
    return totals
