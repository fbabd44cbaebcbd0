"""Results for programs: plain dictionaries whose keys are a promise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import Card
from scorekeeper.ledger.rounds import wild_of
from scorekeeper.melds import Meld, Objection

if TYPE_CHECKING:  # names for types alone: a command should not load what it does not use
    from scorekeeper.audit import Finding
    from scorekeeper.ledger.game import Game
    from scorekeeper.ledger.standings import RoundCard, Standings
    from scorekeeper.referee import Verdict
    from scorekeeper.rules.card_rules import RoundRules
    from scorekeeper.solver import Arrangement

Facts = dict[str, Any]


def cards(found: Iterable[Card]) -> list[str]:
    """Cards, two characters each."""
    return [str(card) for card in found]


def round_facts(rules: RoundRules) -> Facts:
    """The round of a question: null where a bare wild rank was asked about."""
    return {"number": rules.number, "deal": rules.deal, "wild": rules.wild}


def meld(found: Meld) -> Facts:
    """A meld with what each of its cards stands for."""
    return {"kind": found.kind, "cards": cards(found.cards), "as": list(found.stands)}


def objection(found: Objection, rules: RoundRules) -> Facts:
    """One objection; ``cards`` are those it is about."""
    return {
        "rule": found.rule,
        "because": found.because,
        "would_do": found.legal,
        "cards": cards(rules.in_order(found.cards)),
    }


def deadwood(hand: Sequence[Card], found: Arrangement, rules: RoundRules) -> Facts:
    """The answer to ``deadwood``."""
    return {
        "hand": cards(rules.in_order(hand)),
        "round": round_facts(rules),
        "points": found.points,
        "melds": [meld(one) for one in found.melds],
        "deadwood": [{"card": str(card), "points": rules.points[card]} for card in found.deadwood],
        "tied": found.tied,
    }


def verify(
    verdict: Verdict,
    best: tuple[Card | None, Sequence[Card], Arrangement] | None,
    player: str | None,
    last_turns: Sequence[str],
) -> Facts:
    """The answer to ``verify``; ``best`` is the discard, the cards kept, and their arrangement."""
    best_facts: Facts | None = None
    if best is not None:
        card, kept, found = best
        best_facts = deadwood(kept, found, verdict.rules)
        best_facts["discard"] = None if card is None else str(card)
    return {
        "stands": verdict.stands,
        "hand_goes_out": verdict.hand_goes_out,
        "held": cards(verdict.held),
        "round": round_facts(verdict.rules),
        "discards": [
            {
                "card": None if way.card is None else str(way.card),
                "melds": [meld(one) for one in way.melds],
            }
            for way in verdict.ways
        ],
        "objections": [objection(one, verdict.rules) for one in verdict.objections],
        "would_stand": list(verdict.would_stand),
        "would_fall": list(verdict.would_fall),
        "best": best_facts,
        "player": player,
        "last_turns": list(last_turns),
    }


def meld_answer(
    judged: Meld | tuple[Objection, ...], hand: Sequence[Card], rules: RoundRules
) -> Facts:
    """The answer to ``meld``."""
    facts = {"hand": cards(rules.in_order(hand)), "round": round_facts(rules)}
    if isinstance(judged, Meld):
        return {"meld": True, **facts, **meld(judged), "objections": []}
    objections = [objection(one, rules) for one in judged]
    return {"meld": False, **facts, "kind": None, "cards": [], "as": [], "objections": objections}


def round_card(card: RoundCard | None) -> Facts | None:
    """The next round as it stands in ``standings``."""
    if card is None:
        return None
    return {
        "number": card.number,
        "deal": card.deal,
        "wild": card.wild,
        "dealer": card.dealer,
        "begins": card.begins,
        "decks": card.decks,
        "bonus": card.bonus,
        "players": list(card.players),
    }


def next_round(card: RoundCard | None) -> Facts | None:
    """The answer to ``next``."""
    facts = round_card(card)
    return None if facts is None or card is None else {**facts, "stock": card.stock}


def standings(game: Game, table: Standings, file: str) -> Facts:
    """The answer to ``standings``."""
    return {
        "title": game.title,
        "file": file,
        "finished": table.finished,
        "rounds_played": len(game.played),
        "rounds": game.rules.last_round,
        "winners": list(table.winners),
        "standings": [
            {
                "place": line.place,
                "player": line.player,
                "total": line.total,
                "behind": line.behind,
                "rounds": list(line.rounds),
                "missed": line.missed,
                "went_out": line.went_out,
            }
            for line in table.lines
        ],
        "next": round_card(table.next),
        "misdeals": misdeals(game),
    }


def misdeals(game: Game) -> list[Facts]:
    """The rounds that do not count, each before the round dealt in its place.

    A bonus round has no number, so ``before`` is null for one.
    """
    return [
        {"before": None if block.bonus else number, "note": block.misdeal}
        for number, block in game.numbered()
        if block.misdeal is not None
    ]


def sheet(game: Game, file: str) -> Facts:
    """The answer to ``sheet``: rounds by players, points and running totals.

    Bonus rounds stand apart, so that ``rounds`` are those with a number, each in its place. The
    ``note`` of a misdeal says why it does not count, ``round_note`` what was noted before.
    """
    voided = [block for block in game.rounds if block.misdeal is not None]
    rounds = []
    for number, block in enumerate(game.played, start=1):
        squares = {name: game.cell(number, name) for name in game.names}
        rounds.append(
            {
                "number": number,
                "wild": wild_of(game.rules, number),
                "dealer": game.dealer_of(number),
                "out": list(block.out),
                "absent": list(block.absent),
                "note": block.note,
                "points": {name: square.points for name, square in squares.items()},
                "adjust": dict(block.adjust),
                "totals": {name: game.total(name, number) for name in game.names},
            }
        )
    return {
        "title": game.title,
        "file": file,
        "players": list(game.names),
        "rounds": rounds,
        "bonus_rounds": bonus_rounds(game),
        "misdeals": [
            {**void, "round_note": block.note}
            for void, block in zip(misdeals(game), voided, strict=True)
        ],
    }


def bonus_rounds(game: Game) -> list[Facts]:
    """The rounds that play off a tie; their points enter no total."""
    return [
        {
            "wild": game.rules.bonus().wild if game.rules.plays_cards else None,
            "dealer": game.dealer_at(index),
            "out": list(block.out),
            "absent": list(block.absent),
            "note": block.note,
            "points": {name: game.points(number, block, name) for name in game.names},
        }
        for index, (number, block) in enumerate(game.numbered())
        if block.bonus and block.misdeal is None
    ]


def seats(game: Game, card: RoundCard | None) -> Facts:
    """The answer to ``seats``: who sits at the table, clockwise, and the next round."""
    seated = game.seated(len(game.played) + 1)
    return {"title": game.title, "seats": list(seated), "next": round_card(card)}


def check(findings: Iterable[tuple[str, Finding]]) -> Facts:
    """The answer to ``check``."""
    return {
        "findings": [
            {
                "file": file,
                "line": found.line,
                "check": found.check,
                "severity": found.severity,
                "message": found.message,
                "try": found.remedy,
            }
            for file, found in findings
        ]
    }
