"""Results for programs: plain dictionaries whose keys never change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import Card
from scorekeeper.errors import plain
from scorekeeper.ledger.columns import columns
from scorekeeper.ledger.names import wild_of
from scorekeeper.ledger.standings import is_finished, leaders, next_round, rank
from scorekeeper.ledger.standings import standings as table_of

if TYPE_CHECKING:
    from scorekeeper.codec.decode import Finding
    from scorekeeper.ledger import Game
    from scorekeeper.ledger.rows import Row
    from scorekeeper.ledger.standings import RoundCard, Standings
    from scorekeeper.ledger.written import Round
    from scorekeeper.melds import Meld, Objection
    from scorekeeper.referee import Verdict
    from scorekeeper.rules.card_rules import RoundRules
    from scorekeeper.solver import Arrangement

Facts = dict[str, Any]


def facts_of(value: object, *keys: str) -> Facts:
    """These attributes of a value."""
    return {key: getattr(value, key) for key in keys}


TURNED_UP = ("knock", "double")  # what the card that was turned up decides about a round


def round_card(card: RoundCard | None, *more: str) -> Facts | None:
    """The next round as ``standings`` shows it, and ``more`` of its keys."""
    if card is None:
        return None
    keys = ("number", "deal", "wild", "dealer", "begins", "decks", "bonus", "players")
    turned_up = TURNED_UP if card.knock is not None or card.double else ()
    return facts_of(card, *keys, *more, *turned_up)


def _places(game: Game, places: Standings) -> list[Facts]:
    """Everybody's place, best first, with what a pool or a settlement adds to it."""
    keys = ["place", "player", "total", "behind", "rounds", "missed", "went_out"]
    keys += ["lost"] if game.rules.is_pool else []
    keys += ["final"] if game.rules.has_settlement else []
    lines = [facts_of(line, *keys) for line in places.lines]
    for line in lines if game.rules.is_pool else ():
        line["rejoined"] = game.player(line["player"]).rejoined
    return lines


def standings(game: Game, file: str) -> Facts:
    """The answer to ``standings``."""
    places = table_of(game)
    return {
        "title": game.title,
        "file": file,
        "finished": places.finished,
        "rounds_played": len(game.played),
        "rounds": game.rules.last_round,
        "winners": places.winners,
        "standings": _places(game, places),
        "next": round_card(places.next),
        "misdeals": [_misdeal(n, void) for n, void in game.numbered() if void.is_void],
    }


def in_list(file: str, game: Game) -> Facts:
    """A line of the answer to ``games``."""
    first, finished = leaders(rank(game)), is_finished(game)
    return {
        "file": file,
        "title": game.title,
        "date": game.date and str(game.date),
        "game": game.rules.game,
        "players": game.names,
        "rounds_played": len(game.played),
        "rounds": game.rules.last_round,
        "finished": finished,
        "winners": first if finished and not game.put_away else [],
        "best_total": game.total(first[0]) if first else None,
    }


def change(
    file: str,
    command: str,
    changed: bool,
    game: Game | None,
    row: Row | None,
    remarks: Sequence[str],
) -> Facts:
    """The answer to a command that writes; ``game`` is None if it is gone."""
    places = table_of(game) if game else None
    return {
        "file": file,
        "changed": changed,
        "command": command,
        "round": _written(game, row) if game and row else None,
        "standings": _places(game, places) if game and places else [],
        "next": round_card(places.next) if places else None,
        "remarks": remarks,
    }


def _written(game: Game, row: Row) -> Facts:
    """The round that was written: its number (null for a bonus round), name and points."""
    round_ = game.rounds[row.position]
    return {
        "number": None if row.bonus else row.number,
        "name": row.name,
        "wild": row.rules and row.rules.wild,
        **facts_of(round_, "bonus", "out", "absent", "note", "misdeal"),
        "points": {name: game.points(row.number, round_, name) for name in game.names},
        **_details(game, row.number, round_),
    }


def _details(game: Game, number: int, round_: Round) -> Facts:
    """What the squares of a round say besides points, in games where they say more."""
    called: Facts = {"called": dict(round_.forfeits)} if round_.forfeits else {}
    if game.rules.scoring.own_points:
        return called
    deadwood = {name: game.unmelded(number, round_, name) for name in game.names}
    if not game.rules.scoring.knocks:
        return {**called, "left": deadwood}
    counted = game.gin_hand(number, round_)
    facts: Facts = {"how": None, "undercut": None, "laid_off": []}
    if counted:
        deadwood |= {name: counted.unmelded(name) for name in (counted.ended, counted.other)}
        facts = {"how": counted.layout.how, "undercut": counted.score.undercut}
        facts["laid_off"] = [str(laid.card) for laid in counted.laid_off]
    return {"left": deadwood, **facts, **facts_of(round_, *TURNED_UP)}


def _misdeal(number: int, round_: Round) -> Facts:
    """A void round, and the number (null for a bonus round) of the round dealt in its place."""
    dead = {"dead": True} if round_.dead else {}
    return {"before": None if round_.bonus else number, "note": round_.misdeal, **dead}


def sheet(game: Game, file: str) -> Facts:
    """The answer to ``sheet``: rounds by players, points and running totals.

    Bonus rounds have a list of their own, so that ``rounds[n - 1]`` is round n; their points are in
    no total. The ``note`` of a misdeal says why it is void; ``round_note`` is the round's own note.
    """
    written = ("out", "absent", "note")
    side_by_side = [
        {
            "winner": column.winner,
            "points": {name: column.points(name) for name in game.names},
            "hands": [win._asdict() for win in column.wins],
        }
        for column in (columns(game) if game.rules.in_columns else ())
    ]
    return {
        "title": game.title,
        "file": file,
        "players": game.names,
        "rounds": [
            {
                "number": number,
                "wild": wild_of(game.rules, number) or round_.wild,
                "dealer": game.dealer_of(number),
                **facts_of(round_, *written),
                "points": {name: game.square(number, name).points for name in game.names},
                **_details(game, number, round_),
                "adjust": dict(round_.adjust),
                "totals": {name: game.total(name, number) for name in game.names},
            }
            for number, round_ in enumerate(game.played, start=1)
        ],
        **({"columns": side_by_side} if side_by_side else {}),
        "bonus_rounds": [
            {
                "wild": rules.wild if (rules := game.round_rules(number, round_)) else None,
                "dealer": game.dealer_at(index),
                **facts_of(round_, *written),
                "points": {name: game.points(number, round_, name) for name in game.names},
            }
            for index, (number, round_) in enumerate(game.numbered())
            if round_.bonus and not round_.is_void
        ],
        "misdeals": [
            {**_misdeal(number, round_), "round_note": round_.note}
            for number, round_ in game.numbered()
            if round_.is_void
        ],
    }


def house(game: Game) -> Facts:
    """The answer to ``house``, and to ``rules`` of a game: the rules now, and what was agreed."""
    from scorekeeper.rules.variations import rules_table, written

    return {
        "title": game.title,
        "rules": rules_table(game.rules_now),
        "changes": [
            {"from": since, "rules": {key: written(value) for key, value in values}}
            for since, values in game.changes
        ],
    }


def seats(game: Game) -> Facts:
    """The answer to ``seats``: the players clockwise, and the next round."""
    seated = game.seated(game.coming)
    return {"title": game.title, "seats": seated, "next": round_card(next_round(game))}


def check(findings: Iterable[tuple[str, Finding]]) -> Facts:
    """The answer to ``check``."""
    return {
        "findings": [
            {"file": file, **facts_of(finding, "line", "check", "severity")}
            | {"message": finding.problem, "try": plain(finding.remedy)}
            for file, finding in findings
        ]
    }


# ── answers about cards ──────────────────────────────────────────────────────────────────────


def round_facts(rules: RoundRules) -> Facts:
    """The round of a question; null keys if only a wild rank was given."""
    return facts_of(rules, "number", "deal", "wild")


def asked(hand: Iterable[Card], rules: RoundRules) -> Facts:
    """The cards and the round that a question is about."""
    return {"hand": list(map(str, rules.in_order(hand))), "round": round_facts(rules)}


def _melds(melds: Iterable[Meld], rules: RoundRules) -> list[Facts]:
    """Melds and what each card stands for; also which are pure, if a hand must have runs."""
    return [
        {"kind": meld.kind, "cards": list(map(str, meld.cards)), "as": meld.stands}
        | ({"pure": meld.is_pure} if rules.needs_runs else {})
        for meld in melds
    ]


def _objections(objections: Iterable[Objection], rules: RoundRules) -> list[Facts]:
    """Every objection, and the ``cards`` it is about."""
    return [
        {
            **facts_of(objection, "rule", "because"),
            "would_do": objection.legal,
            "cards": list(map(str, rules.in_order(objection.cards))),
        }
        for objection in objections
    ]


def deadwood(best: Arrangement, rules: RoundRules) -> Facts:
    """The answer to ``deadwood``: the melds and what is left of the hand."""
    melded = [card for meld in best.melds for card in meld.cards]
    return {
        **asked((*melded, *best.deadwood), rules),
        "points": best.points,
        "melds": _melds(best.melds, rules),
        "deadwood": [{"card": str(card), "points": rules.points[card]} for card in best.deadwood],
        "tied": best.tied,
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
        card, arrangement = best
        best_facts = {**deadwood(arrangement, verdict.rules), "discard": card and str(card)}
    has_gin = verdict.rules.has_gin
    return {
        **facts_of(verdict, "stands", "hand_goes_out", *(("how", "left") if has_gin else ())),
        "held": list(map(str, verdict.held)),
        "round": round_facts(verdict.rules),
        **(facts_of(verdict.rules, "knock") if has_gin else {}),
        "discards": [
            {
                "card": way.card and str(way.card),
                "melds": _melds(way.melds, verdict.rules),
                **({"left": list(map(str, way.left))} if has_gin else {}),
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
