"""Every field that is written in a ledger is read back, as the type that the field holds."""

from types import NoneType, UnionType
from typing import Any, get_args, get_type_hints

from scorekeeper.codec.decode import _GAME, _PLAYER, _ROUND
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from tests.tables import each

TABLES = {"players", "rules", "changes", "rounds"}

READ: dict[type[Game | Player | Round], dict[str, Any]] = {
    Game: _GAME | dict.fromkeys(TABLES),
    Player: _PLAYER,
    Round: _ROUND | {"forfeits": None},  # the words among the scores
}
"""How each key is read, by the record of which it is a field; None: otherwise than by a table."""


def without_none(hint: object) -> set[object]:
    return {*(get_args(hint) if isinstance(hint, UnionType) else (hint,))} - {NoneType}


@each("record", READ)
def test_every_field_is_a_key_that_is_read(record: type[Game | Player | Round]) -> None:
    assert READ[record].keys() == {*record._fields}


@each("record", READ)
def test_a_key_is_read_as_the_type_of_its_field(record: type[Game | Player | Round]) -> None:
    fields = get_type_hints(record)
    for key, read in READ[record].items():
        made = get_type_hints(getattr(read, "func", read)).get("return") if read else None
        if made is not None and made != dict[str, Any]:
            assert without_none(made) == without_none(fields[key]), key
