"""Turns a game into the tables of a ledger, in the program's own layout."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.cards import rank_label
from scorekeeper.codec.decode import NEWER_KEYS
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules.rule_keys import key_text, literal
from scorekeeper.rules.variations import kept_rules, written

_TABLES = ("players", "rules", "changes", "rounds")
"""The parts of a game that get tables of their own."""


def encode(game: Game) -> dict[str, Any]:
    """The document for ``game``, without anything that can be derived."""
    facts = {key: value for key, value in _table(game).items() if key not in _TABLES}
    players, rules = [_table(player) for player in game.players], kept_rules(game.rules)
    rounds = [_round(round_, game.names) for round_ in game.rounds]
    is_newer = (
        game.changes
        or game.rules.draws
        or any(round_.called for round_ in game.rounds)
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
    """The lines of a table: its plain keys, then each inner table as a table of its own."""
    lines = [f"[[{header}]]" if array else f"[{header}]"]
    lines += [f"{key_text(k)} = {literal(v)}" for k, v in table.items() if not isinstance(v, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", *table_lines(f"{header}.{key_text(key)}", value)]
    return lines


def _table(record: Game | Player | Round) -> dict[str, Any]:
    """The fields of a record that differ from their defaults."""
    defaults, facts = record._field_defaults, record._asdict()
    return {key: _value(key, value) for key, value in facts.items() if value != defaults.get(key)}


def _value(key: str, value: Any) -> Any:
    if key in ("wild", "next_wild"):
        return rank_label(value)
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple) else value


def _round(round_: Round, names: Sequence[str]) -> dict[str, Any]:
    squares: dict[str, Any] = {**round_.scores, **round_.called}
    scores = {name: squares[name] for name in names if name in squares}
    void = None if round_.dead else round_.misdeal
    table = _table(round_._replace(scores=scores, called={}, misdeal=void))
    if len(round_.out) == 1:
        table["out"] = round_.out[0]
    return table
