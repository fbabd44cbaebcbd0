"""What must change in a document to make it mean another: the fewest edits, as values."""

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


def edits_between(old: Any, new: Any, path: KeyPath = ()) -> list[Edit]:
    """What makes ``old`` mean ``new``; what disappears comes last, from the end."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _edits_of_table(old, new, path)
    if len(path) == 1 and _is_tables(old) and _is_tables(new):
        return _edits_of_list(old, new, path)
    return [] if old == new else [Edit(path, new)]


def _edits_of_table(old: dict[str, Any], new: dict[str, Any], path: KeyPath) -> list[Edit]:
    gone, come = [k for k in old if k not in new], [k for k in new if k not in old]
    if len(gone) == len(come) == 1 and old[gone[0]] == new[come[0]]:
        renamed = {come[0] if key == gone[0] else key: value for key, value in old.items()}
        first = Edit((*path, gone[0]), come[0], "rename")
        return [first, *_edits_of_table(renamed, new, path)]
    found: list[Edit] = []
    for key, value in new.items():
        at = (*path, key)
        found += edits_between(old[key], value, at) if key in old else [Edit(at, value)]
    return found + [Edit((*path, key), None) for key in gone]


def _edits_of_list(old: list[Any], new: list[Any], path: KeyPath) -> list[Edit]:
    """The edits of a list of tables; those with names are known by them, others by place."""
    found: list[Edit] = []
    was, now = ([member.get("name") for member in tables] for tables in (old, new))
    if all(was) and all(now) and set(was) <= set(now):
        order = [was.index(name) for name in now if name in was]
        if order != sorted(order):
            found.append(Edit(path, order, "order"))
            old = [old[i] for i in order]
        for i, member in enumerate(new):
            if member["name"] not in was:
                found.append(Edit((*path, i), member, "insert" if i < len(old) else "set"))
                old = [*old[:i], member, *old[i:]]
    for i, member in enumerate(new):
        at = (*path, i)
        found += edits_between(old[i], member, at) if i < len(old) else [Edit(at, member)]
    return found + [Edit((*path, i), None) for i in range(len(old) - 1, len(new) - 1, -1)]


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(member, dict) for member in value)


def spread(edit: Edit, meant: Any, there: Any) -> list[Edit]:
    """An edit of a whole table or list as edits of what is in it, so that the rest stays.

    ``meant`` is the document that the game was read as, ``there`` what the text says: a table
    may hold what nobody knows, and between the members of a list there may be comments.
    """
    table, known = _at(there, edit.path), _at(meant, edit.path)
    if edit.how != "set":
        return [edit]
    if isinstance(table, list) and edit.path[0] == "rounds":
        # One name alone may stand in a list as well, where it did so before or with others.
        names, wanted = _as_list(known or []), _as_list(edit.value or [])
        wanted = wanted + [member for member in table if member not in names]
        return _edits_of_members(table, wanted, edit.path) if wanted else [edit]
    if isinstance(table, list) and table == known and isinstance(edit.value, list):
        return _edits_of_members(table, edit.value, edit.path)
    if not isinstance(table, dict):
        return [edit]
    if isinstance(edit.value, dict):
        return [Edit((*edit.path, key), value) for key, value in edit.value.items()]
    if edit.value is None and isinstance(known, dict) and set(table) - set(known):
        return [Edit((*edit.path, key), None) for key in known]
    return [edit]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


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
