"""Turns a game into TOML text: a new ledger, or the smallest edit to an old one.

Comments, order, blank lines and spelling stay as a person wrote them. The text is read again after
every edit, and each must leave less to do; in the end the text means exactly what was intended.
(``tomlkit`` mixes line ends, and removes the comment above a table with the table before it.)
"""

import re
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from scorekeeper.cards import rank_label
from scorekeeper.codec.decode import NEWER_KEYS, KeyPath, loaded
from scorekeeper.codec.spans import KEY, STRING, Item, Span, Spans
from scorekeeper.errors import LedgerError, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules.rule_keys import key_text, literal
from scorekeeper.rules.variations import kept_rules, written

_TABLES = ("players", "rules", "changes", "rounds")  # parts of a game with tables of their own


def encode(game: Game) -> dict[str, Any]:
    """The document for ``game``, without anything that can be derived."""
    facts = {key: value for key, value in _table(game).items() if key not in _TABLES}
    players, rules = [_table(player) for player in game.players], kept_rules(game.rules)
    rounds = [_round(round_, game.names) for round_ in game.rounds]
    is_newer = (
        game.changes
        or game.rules.draws_wild
        or any(round_.forfeits for round_ in game.rounds)
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
    rules = (f"{key_text(key)} = {literal(value)}" for key, value in document["rules"].items())
    lines += ["", "[rules]", *rules]
    for name in ("changes", "rounds"):
        for table in document[name]:
            lines += ["", *table_lines(name, table, array=True)]
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
    squares: dict[str, Any] = {**round_.scores, **round_.forfeits}
    scores = {name: squares[name] for name in names if name in squares}
    void = None if round_.dead else round_.misdeal
    table = _table(round_._replace(scores=scores, forfeits={}, misdeal=void))
    if len(round_.out) == 1:
        table["out"] = round_.out[0]
    return table


# ── the smallest edit ────────────────────────────────────────────────────────────────────────


class Edit(NamedTuple):
    """One edit at ``path``.

    ``set`` puts ``value`` there (None removes what is there), ``insert`` inserts a table before
    that member of a list, ``order`` sorts the tables of a list by the old indices in ``value``,
    ``rename`` renames the last key of the path to ``value``.
    """

    path: KeyPath
    value: Any
    how: Literal["set", "insert", "order", "rename"] = "set"


Patch = tuple[Span, str]  # a part of the text, and what comes in its place

LISTS = (("players",), ("changes",), ("rounds",))
"""The lists of tables that are added, removed and changed one by one."""


class NameTakenError(Exception):
    """A name in a round, at this path, would become one that the text already uses."""


def amend(text: str, old: dict[str, Any], new: dict[str, Any]) -> str:
    """``text``, read as the document ``old``, with the smallest edits that make it say ``new``.

    LedgerError, with the line to edit by hand, if the shape of the text allows no safe edit.
    """
    spans, edited = Spans(text), text
    path: KeyPath = ()
    try:
        document = _parsed(text)
        to_do = edits_between(document, wanted := merged(document, old, new))
        while to_do:
            path, edited = to_do[0].path, spans.text
            for span, patch in reversed(_patches(spans, to_do)):
                edited = edited[: span.start] + patch + edited[span.stop :]
            following = edits_between(_parsed(edited), wanted)
            after = Spans(edited) if following else spans
            # A table in dotted keys is removed one key at a time.
            if (len(following), len(after.items)) >= (len(to_do), len(spans.items)):
                break
            to_do, spans = following, after
        else:
            return edited
    except NameTakenError as error:
        path = error.args
    except ValueError:
        pass  # the edited text isn't valid TOML
    raise LedgerError(
        f"this file can't be edited safely at {printable('.'.join(map(str, path)))}",
        remedy="change that line by hand, or write the table on lines of its own",
        line=spans.line(path),
    )


def _parsed(text: str) -> dict[str, Any]:
    """The document in a text; ValueError if it isn't valid TOML."""
    return {"changes": [], "rounds": [], **loaded(text.removeprefix("\ufeff"))}


def _patches(spans: Spans, edits: Sequence[Edit]) -> list[Patch]:
    """The patches for the first edit, and for all others that can be made in one go with it.

    An edit next to another one waits for the next turn. So do those after one that moves tables or
    members of a list, because their paths are right only then. Empty if the first can't be made.
    """
    first, *others = edits
    if _moves(spans, first):  # members are removed from the end, where the others keep their places
        like_first = first.path[:-1], None, "set"
        more = takewhile(lambda e: (e.path[:-1], e.value, e.how) == like_first, others)
    else:
        more = takewhile(lambda edit: not _moves(spans, edit), others)
    made = [patches_for(spans, edit) for edit in (first, *more)]
    patches: list[Patch] = []
    for together in sorted(filter(None, made)) if made[0] else ():
        if not patches or together[0][0].start > patches[-1][0].stop:
            patches += together
    return patches


def _moves(spans: Spans, edit: Edit) -> bool:
    """Whether an edit changes the indices of other tables or members of a list."""
    is_set = edit.value is not None and spans.item(edit.path) is not None
    return edit.how in ("insert", "order") or (isinstance(edit.path[-1], int) and not is_set)


def merged(text: Any, old: Any, new: Any, path: KeyPath = ()) -> Any:
    """The document ``text``, which is read as ``old``, changed so that it is read as ``new``.

    None means that nothing is there. What the game ignores stays, like unknown keys and people.
    """
    if old == new:
        return text
    if isinstance(old, dict) or isinstance(new, dict):
        table = _merged_table(text or {}, old or {}, new or {}, path)
        return None if new is None and not table else table
    if isinstance(text, list) and path in LISTS:
        origins = _origins(old, new, path)
        return [
            member if i is None else merged(text[i], old[i], member, (*path, i))
            for i, member in zip(origins, new, strict=True)
        ]
    if isinstance(text, list) and path[0] == "rounds":
        # A name that stood alone in a list stays in a list.
        known, names = ([who] if isinstance(who, str) else who or [] for who in (old, new))
        return [*names, *(member for member in text if member not in known)] or None
    return new


def _merged_table(
    text: dict[str, Any], old: dict[str, Any], new: dict[str, Any], path: KeyPath
) -> dict[str, Any]:
    removed, added = [key for key in old if key not in new], [key for key in new if key not in old]
    if len(path) == 3 and removed and any(key in text for key in added):
        raise NameTakenError(*path, removed[0])
    table = {
        key: merged(text.get(key), old.get(key), new.get(key), (*path, key))
        for key in dict.fromkeys((*text, *new))
    }
    return {key: value for key, value in table.items() if value is not None}


def _origins(old: list[Any], new: list[Any], path: KeyPath) -> list[int | None]:
    """The old index of each table in a list; None for a new one.

    Players are matched by name unless one was renamed, rule changes by round.
    """
    if path == ("changes",):
        rounds: dict[int | None, int] = {i: member["from"] for i, member in enumerate(old)}
        origins: list[int | None] = []
        for member in new:
            origins.append(next((i for i in rounds if rounds[i] == member["from"]), None))
            rounds.pop(origins[-1], None)  # each old change is matched once
        return origins
    if path == ("players",):
        old_names, new_names = ([member["name"] for member in tables] for tables in (old, new))
        if set(old_names) <= set(new_names):
            return [old_names.index(name) if name in old_names else None for name in new_names]
    return [i if i < len(old) else None for i in range(len(new))]


def edits_between(old: Any, new: Any, path: KeyPath = ()) -> list[Edit]:
    """The edits that turn ``old`` into ``new``; removed keys come last.

    Removed tables of a list come first, from the end, so that the indices still fit.
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
    removed, added = [k for k in old if k not in new], [k for k in new if k not in old]
    if len(removed) == len(added) == 1 and old[removed[0]] == new[added[0]]:
        renamed = {added[0] if key == removed[0] else key: value for key, value in old.items()}
        first = Edit((*path, removed[0]), added[0], "rename")
        return [first, *_edits_of_table(renamed, new, path)]
    edits: list[Edit] = []
    for key, value in new.items():
        if key in old:
            edits += edits_between(old[key], value, (*path, key))
        elif value not in ({}, []):  # empty ones mean nothing
            edits.append(Edit((*path, key), value))
    return edits + [Edit((*path, key), None) for key in removed]


def _edits_of_tables(old: list[Any], new: list[Any], path: KeyPath) -> list[Edit]:
    origins = _origins(old, new, path)
    if removed := [i for i in range(len(old)) if i not in origins]:
        rest = [member for i, member in enumerate(old) if i not in removed]
        return [Edit((*path, i), None) for i in reversed(removed)] + edits_between(rest, new, path)
    order = [i for i in origins if i is not None]
    edits = [Edit(path, order, "order")] if order != sorted(order) else []
    for i, (origin, member) in enumerate(zip(origins, new, strict=True)):
        if origin is None:
            edits.append(Edit((*path, i), member, "insert"))
        else:
            edits += edits_between(old[origin], member, (*path, i))
    return edits


def _edits_of_members(old: list[Any], new: list[Any], path: KeyPath) -> list[Edit]:
    """The edits of single members if they are enough, else one edit of the whole list."""
    if len(old) == len(new):
        return [Edit((*path, i), member) for i, member in enumerate(new) if member != old[i]]
    if old == new[: len(old)]:
        return [Edit((*path, i), new[i]) for i in range(len(old), len(new))]
    removed: list[int] = []
    for i, member in enumerate(old):
        if new[i - len(removed) : i - len(removed) + 1] != [member]:
            removed.append(i)
    if not new or len(old) - len(removed) < len(new):
        return [Edit(path, new)]
    return [Edit((*path, i), None) for i in reversed(removed)]


def patches_for(spans: Spans, edit: Edit) -> list[Patch]:
    """The patches that make an edit, from the first to the last; empty if it can't be made."""
    item = spans.item(edit.path)
    if edit.how == "order":
        return reorder(spans, edit)
    if item is not None and not item.is_header:
        if edit.how == "rename":
            *_, last = KEY.finditer(spans.text, item.key.start, item.key.stop)
            return [(Span(last.start(), item.key.stop), key_text(edit.value))]
        if edit.how == "set" and edit.value is not None:
            comments = _comments(spans.text[item.value.start : item.value.stop])
            return [(item.value, " ".join([literal(edit.value), *comments]))]
    if edit.how == "rename":
        return []  # the key isn't in a line of its own
    return remove(spans, edit.path) if edit.value is None else put_in(spans, edit.path, edit.value)


def _put_lines(text: str, start: int, lines: list[str], stop: int | None = None) -> list[Patch]:
    """Put whole lines where a line starts, or at the end; they replace the text up to ``stop``."""
    end = "\r\n" if "\r\n" in text else "\n"
    before = end if text[:start] and text[start - 1] != "\n" else ""
    span = Span(start, start if stop is None else stop)
    return [(span, before + "".join(line + end for line in lines))]


def _comments(text: str) -> list[str]:
    """The comments between the values of a piece of TOML."""
    matches = re.finditer(rf"{STRING.pattern}|(#[^\r\n]*)", text, re.DOTALL) if "#" in text else ()
    return [match[1] for match in matches if match[1]]


# ── adding ───────────────────────────────────────────────────────────────────────────────────


def put_in(spans: Spans, path: KeyPath, value: Any) -> list[Patch]:
    """Add a key, a member or a table, in the style of the table or list around it."""
    parent, last = path[:-1], path[-1]
    line = literal(value) if isinstance(last, int) else f"{key_text(last)} = {literal(value)}"
    holder = spans.item(parent)
    if holder is not None and not holder.is_header:
        return _put_inline(spans, holder, last, line)
    if dotted := _dotted(spans, parent):
        sibling = dotted[-1]
        names = (key_text(str(key)) for key in parent[len(sibling.around) :])
        line = ".".join((*names, line))
        if sibling.inline:
            return _insert_after(spans, sibling, line)
        return _put_lines(spans.text, spans.line_end(sibling.value.stop), [line])
    if isinstance(value, dict):
        return _put_table(spans, path, value)
    own = [item for item in spans.lines_of(parent) if item.around == parent]
    if not own:
        return _put_table(spans, parent, {str(last): value})
    return _put_lines(spans.text, spans.line_end(own[-1].value.stop), [line])


def _dotted(spans: Spans, path: KeyPath) -> list[Item]:
    """The dotted keys that write into a table from a table around it."""
    inside = (item for item in spans.items if item.path[: len(path)] == path)
    return [item for item in inside if len(item.around) < len(path)]


def _put_inline(spans: Spans, holder: Item, last: str | int, new: str) -> list[Patch]:
    """Add ``new`` at the end of an inline table, or to a list as its member ``last``."""
    text, (start, stop) = spans.text, holder.value
    members = [item for item in spans.items if item.inline and item.around == holder.path]
    if before := members[: last if isinstance(last, int) else None]:
        return _insert_after(spans, before[-1], new)
    if members:
        first = members[0].value.start
        return [(Span(first, first), f"{new}, ")]
    if text[start] not in "{[":
        return []
    if _comments(text[start:stop]):
        return [(Span(stop - 1, stop - 1), new)]
    return [(holder.value, f"{{ {new} }}" if text[start] == "{" else f"[{new}]")]


def _insert_after(spans: Spans, member: Item, new: str) -> list[Patch]:
    """Add ``new`` after a member of an inline table or list, and after its comment."""
    text, stop = spans.text, member.value.stop
    comment = re.match(r"([ \t]*,)?[ \t]*#[^\r\n]*(\r?\n)", text[stop:])
    if comment is None:
        return [(Span(stop, stop), f", {new}")]
    before = text[spans.line_start(member.key.start) : member.key.start]
    line = (before if before.isspace() else "") + new + ("," if comment[1] else "") + comment[2]
    added = Span(stop + comment.end(), stop + comment.end()), line
    return [added] if comment[1] else [(Span(stop, stop), ","), added]


def _put_table(spans: Spans, path: KeyPath, table: dict[str, Any]) -> list[Patch]:
    """Add a table after its siblings, or before the one whose place in a list it takes."""
    text, array = spans.text, isinstance(path[-1], int)
    name = ".".join(key_text(key) for key in path if isinstance(key, str))
    lines = table_lines(name, table, array=array)
    following, siblings = spans.item(path), spans.lines_of(path[:-1])
    if path == ("changes", 0) and following is None:  # below the rules, before the rounds
        rules = spans.item(("rules",))
        is_below = rules is not None and rules.is_header
        siblings = spans.lines_of(("rules",)) if is_below else []
        following = None if is_below else spans.item(("rounds", 0))
    if following is not None and following.is_header:
        place = _comment_above(spans, following.key.start).start
        return _put_lines(text, place, [*lines, ""])
    at_end = array and siblings[-1:] == spans.lines_of(())[-1:]
    place = spans.line_end(siblings[-1].value.stop) if siblings and not at_end else len(text)
    is_blank = re.search(r"(?:^|\n)[ \t]*\r?\n\Z|^\s*\Z", text[:place])
    return _put_lines(text, place, lines if is_blank else ["", *lines])


# ── removing ─────────────────────────────────────────────────────────────────────────────────


def remove(spans: Spans, path: KeyPath) -> list[Patch]:
    """Remove a key with its value, a member of a list, or a table; of dotted keys only the last."""
    item = spans.item(path)
    if item is None and (dotted := _dotted(spans, path)):
        return remove(spans, dotted[-1].path)
    if item is not None and item.inline:
        return _remove_member(spans, item)
    inside = spans.lines_of(path)
    if not inside:
        return []
    span = Span(spans.line_start(inside[0].key.start), spans.line_end(inside[-1].value.stop))
    # The comments in a table of a list are about it, and go with it.
    comments = _comments(spans.text[span.start : span.stop]) if isinstance(path[-1], str) else []
    if comments or (item is not None and not item.is_header):
        return _put_lines(spans.text, span.start, comments, span.stop)
    blank = re.search(r"\n([ \t]*\r?\n)$", spans.text[: span.start])
    return [(Span(blank.start(1) if blank else span.start, span.stop), "")]


def _remove_member(spans: Spans, item: Item) -> list[Patch]:
    """Remove a member of an inline table or list, with its comma, unless it has a comment in it."""
    text = spans.text
    if _comments(text[item.value.start : item.value.stop]):
        return []
    siblings = [other for other in spans.items if other.inline and other.around == item.around]
    index = siblings.index(item)
    comma = re.match(r"\s*,", text[item.value.stop :])
    span = Span(item.key.start, item.value.stop + (comma.end() if comma else 0))
    if index + 1 < len(siblings):
        following = siblings[index + 1].key.start
        if "#" not in text[item.value.stop : following]:
            span = Span(item.key.start, following)
    elif index:
        previous = siblings[index - 1].value.stop
        if "#" not in text[previous : item.key.start]:
            span = Span(previous, item.value.stop)
    return [(span, "")]


# ── moving ───────────────────────────────────────────────────────────────────────────────────


def reorder(spans: Spans, edit: Edit) -> list[Patch]:
    """Reorder the tables of a list, each with its comments; the text between them stays."""
    blocks = [_block(spans, (*edit.path, i)) for i in range(len(edit.value))]
    above, *rest = blocks[0]
    if all(block[0].start == block[0].stop for block in blocks[1:]):
        # If only the first table has a comment above it, that is about them all.
        blocks[0] = (Span(above.stop, above.stop), *rest)
    patches: list[Patch] = []
    for slot, i in zip(blocks, edit.value, strict=True):
        for old, new in zip(slot, blocks[i], strict=True):
            if patches and old.start < patches[-1][0].stop:
                return []
            patches.append((old, spans.text[new.start : new.stop]))
    return patches


def _block(spans: Spans, path: KeyPath) -> tuple[Span, ...]:
    """The spans of a table in a list: the comment above it, the table, and the comment after it."""
    member = spans.item(path)
    assert member is not None, "every table of a list has a header or is in brackets"
    start, stop = member.key.start, (spans.lines_of(path) or [member])[-1].value.stop
    above = _comment_above(spans, start)
    after = re.match(_COMMA_AND_COMMENT, spans.text[stop:])
    assert after is not None, "the pattern matches an empty text, too"
    comma = stop + len(after[1] or "")
    return above, Span(above.stop, stop), Span(comma, comma + len(after[2]))


def _comment_above(spans: Spans, place: int) -> Span:
    """The comment lines directly above the line of ``place``; empty if there are none."""
    start = spans.line_start(place)
    if spans.text[start:place].strip():
        return Span(place, place)
    ends = (i.value.stop if i.value.stop <= place else i.value.start for i in spans.items)
    between = spans.text[spans.line_end(max(end for end in ends if end < place)) : start]
    above = re.search(r"(?:^[ \t]*#[^\n]*\n)*\Z", between, re.MULTILINE)
    return Span(start - len(above[0] if above else ""), start)


_COMMA_AND_COMMENT = (
    r"([ \t]*,)?((?:[ \t]*#[^\r\n]*)?(?:(?:\r?\n[ \t]*#[^\r\n]*)+(?=\r?\n[ \t]*\r?\n))?)"
)
"""The comment after a table, with the comment lines below it if a blank line follows them."""
