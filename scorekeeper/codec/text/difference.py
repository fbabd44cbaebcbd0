"""What a document shall mean after a change of the game, and the fewest edits that make it so."""

from typing import Any, Literal, NamedTuple

from scorekeeper.codec.text import KeyPath


class Edit(NamedTuple):
    """One edit at ``path``.

    ``set`` puts ``value`` there (None takes away what stands there), ``insert`` puts a table in
    before that member of a list, ``order`` puts the tables of a list in the order of the old
    indices in ``value``, ``rename`` gives the last key of the path the name ``value``.
    """

    path: KeyPath
    value: Any
    how: Literal["set", "insert", "order", "rename"] = "set"


LISTS = (("players",), ("changes",), ("rounds",))
"""The lists whose members are tables that may come, go and change by themselves."""


class NameTakenError(Exception):
    """In a round, what is at this path would get a name under which there is something already."""


def merged(there: Any, was: Any, now: Any, path: KeyPath = ()) -> Any:
    """What a text shall mean where it says ``there``, is read as ``was`` and shall be ``now``.

    None is what is not there. What the game does not know stays: strange keys, and strangers.
    """
    if was == now:
        return there
    if isinstance(was, dict) or isinstance(now, dict):
        found = _merged_table(there or {}, was or {}, now or {}, path)
        return None if now is None and not found else found
    if isinstance(there, list) and path in LISTS:
        origins = _origins(was, now, path)
        return [
            member if at is None else merged(there[at], was[at], member, (*path, at))
            for at, member in zip(origins, now, strict=True)
        ]
    if isinstance(there, list) and path[0] == "rounds":
        # One name alone may stand in a list as well, where it did so before or with others.
        known, names = ([who] if isinstance(who, str) else who or [] for who in (was, now))
        return [*names, *(member for member in there if member not in known)] or None
    return now


def _merged_table(
    there: dict[str, Any], was: dict[str, Any], now: dict[str, Any], path: KeyPath
) -> dict[str, Any]:
    gone, come = [key for key in was if key not in now], [key for key in now if key not in was]
    if len(path) == 3 and gone and any(key in there for key in come):
        raise NameTakenError(*path, gone[0])
    found = {
        key: merged(there.get(key), was.get(key), now.get(key), (*path, key))
        for key in dict.fromkeys((*there, *now))
    }
    return {key: value for key, value in found.items() if value is not None}


def _origins(old: list[Any], new: list[Any], path: KeyPath) -> list[int | None]:
    """For each table of a list which one it was.

    Players by name, unless one has a new name; changes of the rules by their round.
    """
    if path == ("changes",):
        left: dict[int | None, int] = {i: member["from"] for i, member in enumerate(old)}
        origins: list[int | None] = []
        for member in new:
            origins.append(next((i for i in left if left[i] == member["from"]), None))
            left.pop(origins[-1], None)  # which another of this round is not
        return origins
    if path == ("players",):
        was, now = ([member["name"] for member in tables] for tables in (old, new))
        if set(was) <= set(now):
            return [was.index(name) if name in was else None for name in now]
    return [i if i < len(old) else None for i in range(len(new))]


def edits_between(old: Any, new: Any, path: KeyPath = ()) -> list[Edit]:
    """What makes ``old`` mean ``new``; keys that disappear come last.

    Tables of a list that disappear come first, from the end: those behind them move up.
    """
    if old == new:
        return []
    if isinstance(old, dict) and isinstance(new, dict):
        return _edits_of_table(old, new, path)
    if isinstance(old, list) and isinstance(new, list):
        of_list = _edits_of_tables if path in LISTS else _edits_of_members
        return of_list(old, new, path)
    return [Edit(path, new)]


def _edits_of_table(old: dict[str, Any], new: dict[str, Any], path: KeyPath) -> list[Edit]:
    gone, come = [k for k in old if k not in new], [k for k in new if k not in old]
    if len(gone) == len(come) == 1 and old[gone[0]] == new[come[0]]:
        renamed = {come[0] if key == gone[0] else key: value for key, value in old.items()}
        first = Edit((*path, gone[0]), come[0], "rename")
        return [first, *_edits_of_table(renamed, new, path)]
    found: list[Edit] = []
    for key, value in new.items():
        at = (*path, key)
        if key in old:
            found += edits_between(old[key], value, at)
        elif value not in ({}, []):  # which mean nothing
            found.append(Edit(at, value))
    return found + [Edit((*path, key), None) for key in gone]


def _edits_of_tables(old: list[Any], new: list[Any], path: KeyPath) -> list[Edit]:
    origins = _origins(old, new, path)
    if gone := [at for at in range(len(old)) if at not in origins]:
        kept = [member for at, member in enumerate(old) if at not in gone]
        return [Edit((*path, at), None) for at in reversed(gone)] + edits_between(kept, new, path)
    order = [at for at in origins if at is not None]
    found = [Edit(path, order, "order")] if order != sorted(order) else []
    for i, (at, member) in enumerate(zip(origins, new, strict=True)):
        here = (*path, i)
        found += (
            [Edit(here, member, "insert")] if at is None else edits_between(old[at], member, here)
        )
    return found


def _edits_of_members(old: list[Any], new: list[Any], path: KeyPath) -> list[Edit]:
    """The edits of single members, where one list comes from the other so; else of the whole."""
    if len(old) == len(new):
        return [Edit((*path, i), member) for i, member in enumerate(new) if member != old[i]]
    if old == new[: len(old)]:
        return [Edit((*path, i), new[i]) for i in range(len(old), len(new))]
    gone: list[int] = []
    for i, member in enumerate(old):
        if new[i - len(gone) : i - len(gone) + 1] != [member]:
            gone.append(i)
    if not new or len(old) - len(gone) < len(new):
        return [Edit(path, new)]
    return [Edit((*path, i), None) for i in reversed(gone)]
