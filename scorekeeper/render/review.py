"""What could have been, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import parse_groups, spell
from scorekeeper.errors import count, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import row_name
from scorekeeper.render import machine
from scorekeeper.render.grid import Grid
from scorekeeper.render.hands import short_answer
from scorekeeper.render.words import person, points

if TYPE_CHECKING:
    from scorekeeper.ledger.review import Review, Shown


def review_facts(game: Game, file: str, found: Sequence[Review]) -> dict[str, Any]:
    """The answer to ``review``."""
    return {
        "title": game.title,
        "file": file,
        "players": [
            {
                "player": each.player,
                "hands": len(each.hands),
                "rounds": each.rounds,
                "given_away": each.given_away,
                "worst_laid": each.worst_laid and _laid_facts(each.worst_laid),
                "one_card_from_out": [
                    {
                        "round": _round(hand),
                        "cards": list(map(str, hand.outs)),
                        "unseen": sum(hand.outs.values()),
                    }
                    for hand in each.near
                ],
                "dearest_card": each.dearest and _card_facts(each.dearest),
            }
            for each in found
        ],
    }


def _round(hand: Shown) -> dict[str, Any]:
    """The round of a hand; a bonus round has no number."""
    return {"number": hand.rules.number, "deal": hand.rules.deal, "wild": hand.rules.wild}


def _laid_facts(hand: Shown) -> dict[str, Any]:
    groups = parse_groups(hand.laid)
    return {
        "round": _round(hand),
        "points": hand.points,
        "laid": [list(map(str, group)) for group in groups],
        "best": machine.deadwood(
            [card for group in groups for card in group], hand.best, hand.rules
        ),
    }


def _card_facts(hand: Shown) -> dict[str, Any]:
    assert hand.dearest is not None, "a hand that leaves nothing is nobody's dearest"
    cost, card = hand.dearest
    return {"round": _round(hand), "card": str(card), "points": cost}


def no_hands_line(game: Game) -> str:
    """That there is nothing to look at, and how there would be."""
    if not game.rules.plays_cards:
        return f"{printable(game.title)} is played without cards: there is nothing to review."
    word = shell_name(game.names[0], game.names) if game.names else "ann"
    example = f"sk fix last {word}=HAND" if game.played else f"sk add {word}=HAND ..."
    return f"No cards are on the sheet. A hand in place of points shows them:  {example}"


def review_grid(found: Sequence[Review]) -> Grid:
    """A row for each player."""
    rows = []
    for each in found:
        dearest = each.dearest and each.dearest.dearest
        rows.append(
            (
                person(each.player),
                f"{len(each.hands)} of {each.rounds}",
                str(each.given_away) if each.hands else "",
                str(len(each.near)) if each.hands else "",
                f"{spell(dearest[1])} {dearest[0]}" if dearest else "",
            )
        )
    header = ("player", "hands shown", "given away", "one card from out", "dearest card")
    return Grid(header, tuple(rows), "lrrrl")


def review_notes(game: Game, found: Sequence[Review]) -> list[str]:
    """The worst laying of each player, the hands that were near, and the dearest cards."""
    lines: list[str] = []
    for each in found:
        if hand := each.worst_laid:
            head = (
                f"{_where(game, hand)}: {points(hand.points)} counted, {hand.best.points} at best"
            )
            laid = " / ".join(map(spell, parse_groups(hand.laid)))
            lines += [head, f"  shown  {laid}", f"  best   {short_answer(hand.best)}"]
        for hand in each.near:
            would = f"{count(sum(hand.outs.values()), 'card')} would have done it"
            which = f"one card from out, {would}: {spell(hand.outs)}"
            if not hand.best.deadwood:
                which = "all melded, and any card would have done it"
            lines.append(f"{_where(game, hand)}: {which}")
        if (hand := each.dearest) and hand.dearest:
            cost, card = hand.dearest
            lines.append(f"{_where(game, hand)}: {spell(card)} left over cost {points(cost)}")
    return lines


def _where(game: Game, hand: Shown) -> str:
    return f"{person(hand.player)}, {row_name(game, hand.row)}"
