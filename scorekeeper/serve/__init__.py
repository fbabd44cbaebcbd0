"""Phones around the table: a page on the home network that follows the game and takes entries.

This module keeps tokens, seats and drafts in a file beside the ledger, so that a restart loses
nobody. Only its owner can read it, except on Windows: the tokens in it let phones in. Each ``add``
at a terminal looks for it, so nothing else is imported before it is found. Every value that is
read from it is checked.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorekeeper.errors import SK, FileError, listed, plain, printable
from scorekeeper.ledger import Game
from scorekeeper.rules.rule_keys import MOST_ROUNDS
from scorekeeper.store.durable import is_missing, read_file, replace_file, resolved

if TYPE_CHECKING:
    from scorekeeper.serve.phones import Phones

IGNORED = "sk ignores it, so every phone must scan the code again"


def phones_path(ledger: Path) -> Path:
    """The file's path: ``.NAME.toml.phones``, beside the ledger that a link leads to."""
    target = resolved(ledger)
    return target.with_name(f".{target.name}.phones")


def load_phones(ledger: Path, tell: Callable[[str], None] = lambda _: None) -> "Phones | None":
    """The phones of a ledger; None if there is no file. ``tell`` gets a line on what is ignored."""
    try:
        path = phones_path(ledger)
        content = read_file(path, follows=False, private=True)
    except FileError as error:
        if not is_missing(error):
            tell(f"{error.problem}; {IGNORED}")
        return None
    try:
        phones, damaged = _from_json(content)
    except (ValueError, RecursionError):
        tell(f"{printable(path)} is damaged; {IGNORED}")
        return None
    if damaged:
        tell(f"{printable(path)} is damaged; sk ignores its {listed(damaged)}")
    return phones


def save_phones(ledger: Path, phones: "Phones") -> None:
    """Write the phones of a ledger, all or nothing; FileError if that is impossible."""
    drafts = [draft._asdict() for draft in phones.drafts.values()]
    requests = [request._asdict() for request in phones.requests]
    what = f"tokens, seats and drafts of {SK}serve; without it every phone must scan the code again"
    facts = {"what": plain(what), **phones._asdict(), "drafts": drafts, "requests": requests}
    replace_file(phones_path(ledger), json.dumps(facts, indent=0).encode(), private=True)


def ready_entries(ledger: Path, game: Game, tell: Callable[[str], None]) -> dict[str, str]:
    """The ready drafts for the round at hand, as typed, in seat order."""
    phones = load_phones(ledger, tell)
    if phones is None:
        return {}
    from scorekeeper.serve.phones import row_to_enter

    row = row_to_enter(game)
    if row is None:
        return {}
    ready = phones.fitted_to(game).ready()
    return {name: ready[name].entry for name in row.players if name in ready}


# ── the values in the file ───────────────────────────────────────────────────────────────────


def _from_json(content: bytes) -> "tuple[Phones, list[str]]":
    """The phones in a text, and the keys with impossible values; ValueError without two tokens."""
    from scorekeeper.serve.phones import Draft, Phones, Request

    document = json.loads(content.decode())
    if not isinstance(document, dict):
        raise ValueError("phones are an object")
    token, look = document.get("token", ""), document.get("look", "")
    if not _is_token(token) or not _is_token(look) or token == look:
        raise ValueError("phones have two tokens")
    known = {key: document[key] for key in CHECKS if key in document}
    damaged = [key for key, value in known.items() if not CHECKS[key](value)]
    facts = {key: value for key, value in known.items() if key not in damaged}
    drafts = [Draft(*map(draft.get, Draft._fields)) for draft in facts.pop("drafts", [])]
    requests = [Request(*map(each.get, Request._fields)) for each in facts.pop("requests", [])]
    facts |= {"names": tuple(facts.get("names", ())), "requests": tuple(requests)}
    return Phones(token, look, drafts={draft.player: draft for draft in drafts}, **facts), damaged


def _matching(pattern: str) -> Callable[[Any], bool]:
    """A check for texts of this pattern."""
    return lambda value: isinstance(value, str) and bool(re.fullmatch(pattern, value))


_is_token = _matching("[A-Za-z0-9_-]{22}")
_is_phone = _matching("[0-9a-f]{16}")
_is_name = _matching("[^\ud800-\udfff]*")  # any text without half characters (surrogates)


def _is_line(value: Any, longest: int) -> bool:
    """Whether a text can be shown as it is; a phone may send any kind of space."""
    if not isinstance(value, str) or len(value) > longest:
        return False
    line = " ".join(value.split())
    return printable(line, longest) == line


def _is_number(value: Any, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_entered(value: Any) -> bool:
    """Whether this says who entered what, and when or in which row."""
    from scorekeeper.serve.phones import LONGEST_ENTRY

    return (
        isinstance(value, dict)
        and _is_name(value.get("player"))
        and _is_line(value.get("entry"), LONGEST_ENTRY)
        and _is_number(value.get("at"), 1 << 53)
    )


def _is_draft(value: Any) -> bool:
    if not _is_entered(value) or not isinstance(value.get("ready"), bool):
        return False
    return value.get("round", "") is None or _is_number(value.get("round"), MOST_ROUNDS)


def _is_list(value: Any, is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(is_item, value))


def _is_table(value: Any, is_key: Callable[[Any], bool], is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(is_key(k) and is_item(v) for k, v in value.items())


CHECKS: dict[str, Callable[[Any], bool]] = {
    "seats": lambda value: _is_table(value, _is_name, _is_phone),
    "drafts": lambda value: _is_list(value, _is_draft),
    "requests": lambda value: _is_list(
        value, lambda each: _is_entered(each) and _is_number(each.get("number"), 10**8)
    ),
    "block": lambda value: _is_number(value, MOST_ROUNDS),
    "port": lambda value: _is_number(value, 65535),
    "names": lambda value: _is_list(value, _is_name),
    "notes": lambda value: _is_table(value, _is_phone, lambda note: _is_line(note, 500)),
}
"""Whether a value is possible under its key."""


@contextmanager
def phones_held(ledger: Path) -> Iterator[None]:
    """Keep phones from changing the round meanwhile; they may again if the keyboard is killed."""
    phones = load_phones(ledger)
    if phones is None:
        yield
        return
    from http.client import HTTPConnection, HTTPException

    from scorekeeper.serve.phones import Door

    door = Door(phones)
    headers = {"Cookie": f"{door.cookie}={door.new_cookie('holds')}"}
    with closing(HTTPConnection("127.0.0.1", phones.port, timeout=1)) as connection:
        with suppress(OSError, HTTPException):  # the server may not be running
            connection.request("GET", "/api/events", headers=headers)
            connection.getresponse().readline()
        yield
