"""The phones of a game as JSON, both ways. Every value that is read is checked."""

import json
import re
from collections.abc import Callable
from typing import Any, TypeGuard

from scorekeeper.errors import printable
from scorekeeper.rules.rule_values import MOST_ROUNDS
from scorekeeper.serve.drafts import LONGEST_ENTRY, Draft, Phones

LONGEST_NOTE = 500

WHAT = "tokens, seats and drafts of sk serve; without it the phones have to come anew"


def written(phones: Phones) -> bytes:
    """Phones as a text in JSON."""
    drafts = [draft._asdict() for draft in phones.drafts.values()]
    return json.dumps({"what": WHAT, **phones._asdict(), "drafts": drafts}, indent=0).encode()


def read(content: bytes) -> tuple[Phones, list[str]]:
    """The phones in a text, and the keys whose values cannot be: those values are left out.

    ValueError where there are no tokens in it, RecursionError where it is nested too deep.
    """
    document = json.loads(content.decode())
    if not isinstance(document, dict):
        raise ValueError("phones are an object")
    token, look = document.get("token"), document.get("look")
    if not _is_token(token) or not _is_token(look) or token == look:
        raise ValueError("phones have two tokens")
    known = {key: document[key] for key in SOUND if key in document}
    wrong = [key for key, value in known.items() if not SOUND[key](value)]
    facts = {key: value for key, value in known.items() if key not in wrong}
    drafts = [Draft(*map(draft.get, Draft._fields)) for draft in facts.pop("drafts", [])]
    facts["names"] = tuple(facts.get("names", ()))
    return Phones(token, look, drafts={draft.player: draft for draft in drafts}, **facts), wrong


def _is_token(value: Any) -> TypeGuard[str]:
    return isinstance(value, str) and bool(re.fullmatch(r"[\w-]{22}", value, re.ASCII))


def _is_phone(value: Any) -> bool:
    return isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{16}", value))


def _is_name(value: Any) -> bool:
    """Whether a player may be called so; a ledger may hold any characters, but no half ones."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def _is_line(value: Any, longest: int) -> bool:
    """Whether a text can be shown as it is; a phone may send any kind of space."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    line = " ".join(value.split())
    return printable(line, longest) == line


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_draft(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() >= set(Draft._fields)
        and (value["round"] is None or _is_number(value["round"], MOST_ROUNDS))
        and _is_name(value["player"])
        and _is_line(value["entry"], LONGEST_ENTRY)
        and isinstance(value["ready"], bool)
        and _is_number(value["at"], 1 << 53)
    )


def _is_list(value: Any, is_sound: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(is_sound, value))


def _is_table(value: Any, is_key: Callable[[Any], bool], is_sound: Callable[[Any], bool]) -> bool:
    return (
        isinstance(value, dict) and all(map(is_key, value)) and all(map(is_sound, value.values()))
    )


SOUND: dict[str, Callable[[Any], bool]] = {
    "seats": lambda value: _is_table(value, _is_name, _is_phone),
    "drafts": lambda value: _is_list(value, _is_draft),
    "block": lambda value: _is_number(value, MOST_ROUNDS),
    "port": lambda value: _is_number(value, 65535),
    "names": lambda value: _is_list(value, _is_name),
    "notes": lambda value: _is_table(value, _is_phone, lambda note: _is_line(note, LONGEST_NOTE)),
}
"""Whether a value can stand under a key."""
