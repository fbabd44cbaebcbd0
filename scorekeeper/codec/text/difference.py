"""What must change in a document to make it mean another: the fewest edits, as values."""

from typing import Any, NamedTuple

from scorekeeper.codec.text import KeyPath


class Change(NamedTuple):
    """One edit at ``path``.

    ``set`` puts ``value`` there (None takes away what stands there), ``insert`` puts a table in
    before that member of a list, ``order`` puts the tables of a list in the order of the old
    indices in ``value``, ``rename`` gives the last key of the path the name ``value``.
    """

    path: KeyPath
    value: Any
    how: str = "set"


def changes_between(old: Any, new: Any, path: KeyPath = ()) -> list[Change]:
    """What makes ``old`` mean ``new``; what disappears comes last, from the end."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _changes_of_table(old, new, path)
    if len(path) == 1 and _is_tables(old) and _is_tables(new):
        return _changes_of_list(old, new, path)
    return [] if old == new else [Change(path, new)]


def _changes_of_table(old: dict[str, Any], new: dict[str, Any], path: KeyPath) -> list[Change]:
    gone, come = [k for k in old if k not in new], [k for k in new if k not in old]
    if len(gone) == len(come) == 1 and old[gone[0]] == new[come[0]]:
        renamed = {come[0] if key == gone[0] else key: value for key, value in old.items()}
        first = Change((*path, gone[0]), come[0], "rename")
        return [first, *_changes_of_table(renamed, new, path)]
    found: list[Change] = []
    for key, value in new.items():
        at = (*path, key)
        found += changes_between(old[key], value, at) if key in old else [Change(at, value)]
    return found + [Change((*path, key), None) for key in gone]


def _changes_of_list(old: list[Any], new: list[Any], path: KeyPath) -> list[Change]:
    """The changes of a list of tables; those with names are known by them, others by place."""
    found: list[Change] = []
    was, now = ([one.get("name") for one in tables] for tables in (old, new))
    if all(was) and all(now) and set(was) <= set(now):
        order = [was.index(name) for name in now if name in was]
        if order != sorted(order):
            found.append(Change(path, order, "order"))
            old = [old[i] for i in order]
        for i, one in enumerate(new):
            if one["name"] not in was:
                how = "insert" if i < len(old) else "set"
                found.append(Change((*path, i), one, how))
                old = [*old[:i], one, *old[i:]]
    for i, one in enumerate(new):
        at = (*path, i)
        found += changes_between(old[i], one, at) if i < len(old) else [Change(at, one)]
    return found + [Change((*path, i), None) for i in range(len(old) - 1, len(new) - 1, -1)]


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def spread(change: Change, meant: Any, there: Any) -> list[Change]:
    """A change of a whole table or list as changes of what is in it, so that the rest stays.

    ``meant`` is the document that the game was read as, ``there`` what the text says: a table
    may hold what nobody knows, and between the members of a list there may be comments.
    """
    table, known = _at(there, change.path), _at(meant, change.path)
    if change.how != "set":
        return [change]
    if isinstance(table, list) and change.path[0] == "rounds":
        # One name alone may stand in a list as well, where it did so before or with others.
        names, wanted = _as_list(known or []), _as_list(change.value or [])
        wanted = wanted + [one for one in table if one not in names]
        return _changes_of_members(table, wanted, change.path) if wanted else [change]
    if isinstance(table, list) and table == known and isinstance(change.value, list):
        return _changes_of_members(table, change.value, change.path)
    if not isinstance(table, dict):
        return [change]
    if isinstance(change.value, dict):
        return [Change((*change.path, key), value) for key, value in change.value.items()]
    if change.value is None and isinstance(known, dict) and set(table) - set(known):
        return [Change((*change.path, key), None) for key in known]
    return [change]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _changes_of_members(old: list[Any], new: list[Any], path: KeyPath) -> list[Change]:
    """The changes of single members, where one list comes from the other so; else of the whole."""
    if len(old) == len(new):
        return [Change((*path, i), one) for i, one in enumerate(new) if one != old[i]]
    if old == new[: len(old)]:
        return [Change((*path, i), new[i]) for i in range(len(old), len(new))]
    gone: list[int] = []
    for i, one in enumerate(old):
        if new[i - len(gone) : i - len(gone) + 1] != [one]:
            gone.append(i)
    if not new or len(old) - len(gone) < len(new):
        return [Change(path, new)]
    return [Change((*path, i), None) for i in reversed(gone)]


def _at(document: Any, path: KeyPath) -> Any:
    """What stands at a path, None where nothing does."""
    for key in path:
        if isinstance(document, dict):
            document = document.get(key)
        elif isinstance(document, list) and isinstance(key, int) and key < len(document):
            document = document[key]
        else:
            return None
    return document
