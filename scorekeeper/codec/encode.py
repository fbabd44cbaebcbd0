"""From a game to the tables of a ledger, in the layout in which the program writes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards import rank_label
from scorekeeper.codec.decode import NEWER_KEYS
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules.spelling import filled, kept_rules, key_text, literal, written


def encode(game: Game) -> dict[str, Any]:
    """The document that means ``game``; nothing that can be derived is in it."""
    facts = filled(
        title=game.title,
        date=game.date,
        dealer=game.dealer,
        finished=game.finished,
        put_away=game.put_away or None,
        next_dealer=game.next_dealer,
        playoff=game.playoff or None,
        next_wild=game.next_wild and rank_label(game.next_wild),
        next_upcard=game.next_upcard,
    )
    players, rules = [_player(player) for player in game.players], kept_rules(game.rules)
    rounds = [_round(block, game.names) for block in game.rounds]
    is_newer = (
        game.changes
        or game.rules.draws
        or any(block.called for block in game.rounds)
        or any(NEWER_KEYS & table.keys() for table in (facts, rules, *players, *rounds))
    )
    return {
        "schema": 2 if is_newer else 1,
        "game": facts,
        "players": players,
        "rules": rules,
        "changes": [
            {"from": since, **{key: written(value) for key, value in values}}
            for since, values in game.changes
        ],
        "rounds": rounds,
    }


def write_new(game: Game) -> str:
    """The text of a new ledger."""
    document = encode(game)
    lines = [f"schema = {document['schema']}", "", *table_lines("game", document["game"])]
    for player in document["players"]:
        lines += ["", *table_lines("players", player, array=True)]
    lines += ["", "[rules]"]
    lines += [f"{key_text(key)} = {literal(value)}" for key, value in document["rules"].items()]
    for name in ("changes", "rounds"):
        for block in document[name]:
            lines += ["", *table_lines(name, block, array=True)]
    return "".join(line + "\n" for line in lines)


def table_lines(header: str, table: Mapping[str, Any], *, array: bool = False) -> list[str]:
    """A table in lines: its plain keys, then each table in it as a table of its own."""
    lines = [f"[[{header}]]" if array else f"[{header}]"]
    lines += [f"{key_text(k)} = {literal(v)}" for k, v in table.items() if not isinstance(v, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", *table_lines(f"{header}.{key_text(key)}", value)]
    return lines


def _player(player: Player) -> dict[str, Any]:
    return filled(
        name=player.name,
        joined=player.joined if player.joined != 1 else None,
        start=player.start,
        left=player.left,
        rejoined=list(player.rejoined) or None,
    )


def _round(block: Round, names: Sequence[str]) -> dict[str, Any]:
    squares = {**block.scores, **block.called}
    return filled(
        out=list(block.out) if len(block.out) > 1 else next(iter(block.out), None),
        how=block.how,
        wild=block.wild and rank_label(block.wild),
        knock=block.knock,
        double=block.double or None,
        note=block.note,
        dealer=block.dealer,
        absent=list(block.absent) or None,
        misdeal=None if block.dead else block.misdeal,
        dead=block.dead or None,
        bonus=block.bonus or None,
        scores={name: squares[name] for name in names if name in squares} or None,
        hands=dict(block.hands) or None,
        totals=dict(block.totals) or None,
        adjust=dict(block.adjust) or None,
    )
