"""Answers about cards for programs: plain dictionaries whose keys never change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import Card

if TYPE_CHECKING:  # for types only: a command loads nothing that it doesn't use
    from scorekeeper.melds import Meld, Objection
    from scorekeeper.referee import Verdict
    from scorekeeper.rules.card_rules import RoundRules
    from scorekeeper.solver import Arrangement

Facts = dict[str, Any]


def facts_of(value: object, *keys: str) -> Facts:
    """These attributes of a value."""
    return {key: getattr(value, key) for key in keys}


def card_names(cards: Iterable[Card]) -> list[str]:
    """Cards, two characters each."""
    return list(map(str, cards))


def round_facts(rules: RoundRules) -> Facts:
    """The round of a question; null keys if only a wild rank was given."""
    return facts_of(rules, "number", "deal", "wild")


def asked(hand: Iterable[Card], rules: RoundRules) -> Facts:
    """The cards and the round of a question."""
    return {"hand": card_names(rules.in_order(hand)), "round": round_facts(rules)}


def _melds(melds: Iterable[Meld], rules: RoundRules) -> list[Facts]:
    """Melds and what each card stands for; also which are pure, if a hand must have runs."""
    return [
        {
            **{"kind": meld.kind, "cards": card_names(meld.cards), "as": meld.stands},
            **({"pure": meld.is_pure} if rules.wants_runs else {}),
        }
        for meld in melds
    ]


def _objections(objections: Iterable[Objection], rules: RoundRules) -> list[Facts]:
    """Every objection, and the ``cards`` it is about."""
    return [
        {
            **facts_of(objection, "rule", "because"),
            "would_do": objection.legal,
            "cards": card_names(rules.in_order(objection.cards)),
        }
        for objection in objections
    ]


def deadwood(found: Arrangement, rules: RoundRules) -> Facts:
    """The answer to ``deadwood``: the melds and what is left of the hand."""
    melded = [card for meld in found.melds for card in meld.cards]
    return {
        **asked((*melded, *found.deadwood), rules),
        "points": found.points,
        "melds": _melds(found.melds, rules),
        "deadwood": [{"card": str(card), "points": rules.points[card]} for card in found.deadwood],
        "tied": found.tied,
    }


def verify(
    verdict: Verdict,
    best: tuple[Card | None, Arrangement] | None,
    player: str | None,
    last_turns: Sequence[str],
) -> Facts:
    """The answer to ``verify``; ``best`` is the best discard and layout."""
    best_facts: Facts | None = None
    if best is not None:
        card, found = best
        best_facts = {**deadwood(found, verdict.rules), "discard": card and str(card)}
    has_gin = verdict.rules.has_gin
    return {
        **facts_of(verdict, "stands", "hand_goes_out", *(("how", "left") if has_gin else ())),
        "held": card_names(verdict.held),
        "round": round_facts(verdict.rules),
        **(facts_of(verdict.rules, "knock") if has_gin else {}),
        "discards": [
            {
                "card": way.card and str(way.card),
                "melds": _melds(way.melds, verdict.rules),
                **({"left": card_names(way.left)} if has_gin else {}),
            }
            for way in verdict.ways
        ],
        "objections": _objections(verdict.objections, verdict.rules),
        **facts_of(verdict, "would_stand", "would_fall"),
        "best": best_facts,
        "player": player,
        "last_turns": last_turns,
    }


def meld_answer(
    judged: Meld | tuple[Objection, ...], hand: Sequence[Card], rules: RoundRules
) -> Facts:
    """The answer to ``meld``."""
    from scorekeeper.melds import Meld

    question = asked(hand, rules)
    if isinstance(judged, Meld):
        return {"meld": True, **question, **_melds([judged], rules)[0], "objections": []}
    no_meld: Facts = {"kind": None, "cards": [], "as": []}
    return {"meld": False, **question, **no_meld, "objections": _objections(judged, rules)}
