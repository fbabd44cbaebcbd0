"""The smallest edit of a TOML text that makes it mean something else.

Comments, order, blank lines and spelling that a person put there stay. After every edit the
text is read again and must mean exactly what was intended.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import pairwise
from typing import Any

import tomli_w

from scorekeeper.codec.difference import Change
from scorekeeper.codec.path import Path
from scorekeeper.codec.spans import STRING, Pair, Span, Spans
from scorekeeper.errors import LedgerError, printable


def amend(text: str, changes: Iterable[Change]) -> str:
    """``text`` with the changes made, each as small as it can be.

    Raises LedgerError, naming the line to change by hand, where the shape of the text does not
    allow a safe edit.
    """
    left = list(changes)
    together = len(left)
    while left:
        spans = Spans(text)
        words = _words(spans, left[:together])
        step = left[: len(words) or 1]
        edited = _put_all(text, words) if words else _make(spans, left[0])
        if edited is not None and _means(edited, _applied(parsed(text), step)):
            text, left = edited, left[len(step) :]
        elif len(step) > 1:
            together = 1  # so that the one that cannot be made is named
        else:
            path = left[0].path
            where = ".".join(str(part) for part in path)
            raise LedgerError(
                f"the way this ledger is written makes no safe edit possible at {printable(where)}",
                remedy="change that line by hand, or write the table in lines of its own",
                line=spans.line(path),
            )
    return text


def parsed(text: str) -> dict[str, Any]:
    """What a text of TOML means; ValueError where it is none."""
    return tomllib.loads(text.removeprefix("\ufeff"))


def _words(spans: Spans, changes: Iterable[Change]) -> list[tuple[Span, str]]:
    """The words to put in place of others, as far as the changes ask for no more than that.

    A name may stand in hundreds of rounds: they are changed together.
    """
    words: list[tuple[Span, str]] = []
    for change in changes:
        word = _word(spans, change)
        if word is None or any(_overlap(word[0], span) for span, _ in words):
            break
        words.append(word)
    return words


def _word(spans: Spans, change: Change) -> tuple[Span, str] | None:
    pair = spans.pair(change.path)
    if pair is None or change.value is None:
        return None
    if change.how == "set":
        kept = _comments(spans.text[pair.value.start : pair.value.stop])
        return pair.value, " ".join([literal(change.value), *kept])
    return _last_key(spans, pair, change.value) if change.how == "rename" else None


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.stop and other.start < one.stop


def _put_all(text: str, words: list[tuple[Span, str]]) -> str:
    for span, word in sorted(words, reverse=True):
        text = _put(text, span, word)
    return text


def _means(text: str, intended: Any) -> bool:
    try:
        return bool(_pruned(parsed(text)) == _pruned(intended))
    except ValueError:
        return False


def _applied(document: dict[str, Any], changes: Iterable[Change]) -> dict[str, Any]:
    """What the text shall mean after the changes."""
    for change in changes:
        _apply(document, change)
    return document


def _apply(document: dict[str, Any], change: Change) -> None:
    here: Any = document
    for key, then in pairwise(change.path):
        empty: Any = [] if isinstance(then, int) else {}
        here = here.setdefault(key, empty) if isinstance(here, dict) else here[key]
    last = change.path[-1]
    if change.how == "insert":
        here.insert(last, change.value)
    elif change.how == "order":
        here[last] = [here[last][i] for i in change.value]
    elif change.how == "rename":
        here[change.value] = here.pop(last)
    elif change.value is None:
        del here[last]
    elif isinstance(last, int) and last == len(here):
        here.append(change.value)
    else:
        here[last] = change.value


def _pruned(value: Any) -> Any:
    """``value`` without its empty tables and lists of tables, which mean nothing."""
    if isinstance(value, dict):
        pruned = {key: _pruned(one) for key, one in value.items()}
        return {key: one for key, one in pruned.items() if one not in ({}, [])}
    return [_pruned(one) for one in value] if isinstance(value, list) else value


def _make(spans: Spans, change: Change) -> str | None:
    """The text after a change that puts in, takes out or moves; None where it cannot be made."""
    if change.how == "insert":
        return _insert_table(spans, change)
    if change.how == "order":
        return _reorder(spans, change)
    if change.how == "rename":
        return None  # there is no such key in a line
    if change.value is None:
        return _remove(spans, change.path, spans.pair(change.path))
    if isinstance(change.path[-1], int):
        return _append(spans, change.path, change.value)
    return _insert(spans, change.path, change.value)


def _put(text: str, span: Span, new: str) -> str:
    return text[: span.start] + new + text[span.stop :]


# ── writing ──────────────────────────────────────────────────────────────────────────────


def literal(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key_text(key)} = {literal(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, date):
        return value.isoformat()
    return tomli_w.dumps({"k": value}).removeprefix("k = ").removesuffix("\n")


def key_text(key: str) -> str:
    """A key as TOML, quoted only where it must be."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def table_lines(header: str, table: Mapping[str, Any], *, array: bool = False) -> list[str]:
    """A table in lines: its plain keys, then each table in it as a table of its own."""
    lines = [f"[[{header}]]" if array else f"[{header}]"]
    lines += [f"{key_text(k)} = {literal(v)}" for k, v in table.items() if not isinstance(v, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", *table_lines(f"{header}.{key_text(key)}", value)]
    return lines


def _comments(text: str) -> list[str]:
    """The comments between the values of a stretch of TOML."""
    return [found.group(1) for found in _TEXT_OR_COMMENT.finditer(text) if found.group(1)]


_TEXT_OR_COMMENT = re.compile(rf"{STRING.pattern}|(#[^\r\n]*)", re.DOTALL)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _add_lines(text: str, place: int, lines: list[str]) -> str:
    """``text`` with whole lines put in at ``place``, which is the start of a line or the end."""
    end = _newline(text)
    before = text[:place]
    if before and not before.endswith("\n"):
        before += end
    return before + "".join(line + end for line in lines) + text[place:]


# ── putting in ───────────────────────────────────────────────────────────────────────────


def _insert(spans: Spans, path: Path, value: Any) -> str | None:
    """Put a new key into the table that shall hold it, whatever shape that has."""
    *parents, last = path
    parent = tuple(parents)
    holder = spans.pair(parent)
    if holder is not None:
        return _insert_inline(spans, holder, f"{key_text(str(last))} = {literal(value)}")
    dotted = [p for p in spans.pairs if p.path[: len(parent)] == parent and p.home != parent]
    dotted = [p for p in dotted if p.inside is None and len(p.home) < len(parent)]
    if dotted:
        sibling = dotted[-1]
        prefix = ".".join(key_text(str(key)) for key in parent[len(sibling.home) :])
        line = f"{prefix}.{key_text(str(last))} = {literal(value)}"
        return _add_lines(spans.text, spans.line_end(sibling.value.stop), [line])
    header = spans.header(parent)
    if header is not None and not isinstance(value, dict):
        own = [p for p in spans.pairs if p.home == parent and p.inside is None]
        after = own[-1].value.stop if own else header.span.stop
        line = f"{key_text(str(last))} = {literal(value)}"
        return _add_lines(spans.text, spans.line_end(after), [line])
    if isinstance(value, dict):
        name = ".".join(key_text(str(key)) for key in path if not isinstance(key, int))
        return _add_lines(spans.text, _end_of(spans, parent), ["", *table_lines(name, value)])
    return _insert(spans, parent, {last: value})


def _insert_inline(spans: Spans, holder: Pair, item: str) -> str | None:
    """Put ``item`` last into an inline table or list."""
    text = spans.text
    inside = [p for p in spans.pairs if p.inside == holder.path]
    opening = text[holder.value.start]
    if opening not in "{[":
        return None
    if inside:
        return _put(text, Span(inside[-1].value.stop, inside[-1].value.stop), f", {item}")
    filled = f"{{ {item} }}" if opening == "{" else f"[{item}]"
    return _put(text, holder.value, filled)


def _append(spans: Spans, path: Path, value: Any) -> str | None:
    """Put a new table at the end of an array of tables."""
    name, parent = str(path[-2]), path[:-1]
    holder = spans.pair(parent)
    if holder is not None:
        return _insert_inline(spans, holder, literal(value))
    lines = table_lines(name, value, array=True)
    text = spans.text
    place = _end_of(spans, parent)
    if not _has_statement(spans, place):
        place = len(text)
    before = text[:place]
    blank = [] if not before.strip() or re.search(r"\n[ \t]*\r?\n$", before) else [""]
    return _add_lines(text, place, [*blank, *lines])


def _has_statement(spans: Spans, place: int) -> bool:
    return any(span.start >= place for _, span in spans.statements())


def _end_of(spans: Spans, path: Path) -> int:
    """The start of the line behind the last statement of a table with all that is in it."""
    ends = [span.stop for at, span in spans.statements() if at[: len(path)] == path]
    return spans.line_end(max(ends)) if ends else len(spans.text)


# ── taking out ───────────────────────────────────────────────────────────────────────────


def _remove(spans: Spans, path: Path, pair: Pair | None) -> str | None:
    if pair is not None and pair.inside is None:
        return _remove_line(spans, pair)
    if pair is not None:
        return _remove_member(spans, pair)
    return _remove_table(spans, path)


def _remove_line(spans: Spans, pair: Pair) -> str:
    """Take a pair out with its line, or its lines; comments in it and behind it stay."""
    span = Span(spans.line_start(pair.key.start), spans.line_end(pair.value.stop))
    comments = _comments(spans.text[pair.key.start : span.stop])
    return _add_lines(_put(spans.text, span, ""), span.start, comments)


def _remove_member(spans: Spans, pair: Pair) -> str | None:
    """Take a member out of an inline table or list, with its comma; comments stay.

    None where there are comments in the member itself, which would have no place.
    """
    text = spans.text
    if _comments(text[pair.value.start : pair.value.stop]):
        return None
    siblings = [p for p in spans.pairs if p.inside == pair.inside]
    at = siblings.index(pair)
    comma = re.match(r"\s*,", text[pair.value.stop :])
    span = Span(pair.key.start, pair.value.stop + (comma.end() if comma else 0))
    if at + 1 < len(siblings):
        following = siblings[at + 1].key.start
        if "#" not in text[pair.value.stop : following]:
            span = Span(pair.key.start, following)
    elif at:
        previous = siblings[at - 1].value.stop
        if "#" not in text[previous : pair.key.start]:
            span = Span(previous, pair.value.stop)
    return _put(text, span, "")


def _remove_table(spans: Spans, path: Path) -> str | None:
    """Take a table out with all that is in it, and the blank line before it."""
    inside = [span for at, span in spans.statements() if at[: len(path)] == path]
    if not inside:
        return None
    between = [
        span
        for at, span in spans.statements()
        if inside[0].start < span.start < inside[-1].start and at[: len(path)] != path
    ]
    if between:
        return None
    start, stop = spans.line_start(inside[0].start), spans.line_end(inside[-1].stop)
    blank = re.search(r"\n([ \t]*\r?\n)$", spans.text[:start])
    return _put(spans.text, Span(blank.start(1) if blank else start, stop), "")


# ── moving ───────────────────────────────────────────────────────────────────────────────


def _insert_table(spans: Spans, change: Change) -> str | None:
    """Put a table in before another one of its list."""
    header = spans.header(change.path)
    if header is None:
        member = spans.pair(change.path)
        if member is None:
            return None
        item = f"{literal(change.value)}, "
        return _put(spans.text, Span(member.value.start, member.value.start), item)
    lines = [*table_lines(str(change.path[-2]), change.value, array=True), ""]
    return _add_lines(spans.text, spans.line_start(header.span.start), lines)


def _reorder(spans: Spans, change: Change) -> str | None:
    """Put the tables of a list in another order; what stands between them stays where it is."""
    blocks = [_block(spans, (*change.path, i)) for i in range(len(change.value))]
    text, end = "", 0
    for slot, i in zip(blocks, change.value, strict=True):
        if slot is None or (block := blocks[i]) is None or slot.start < end:
            return None
        text += spans.text[end : slot.start] + spans.text[block.start : block.stop]
        end = slot.stop
    return text + spans.text[end:]


def _block(spans: Spans, path: Path) -> Span | None:
    """A table of a list with all that is in it, from its header to its last statement."""
    member = spans.pair(path)
    if member is not None:
        return member.value
    inside = [span for at, span in spans.statements() if at[: len(path)] == path]
    if not inside:
        return None
    # With the comment behind its last value, which speaks of this table.
    end = spans.text[: spans.line_end(inside[-1].stop)].rstrip("\r\n")
    return Span(inside[0].start, len(end))


def _last_key(spans: Spans, pair: Pair, name: str) -> tuple[Span, str] | None:
    """The last part of a pair's key, and ``name`` as it is written there."""
    raw = spans.text[pair.key.start : pair.key.stop]
    last = re.search(r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')$""", raw)
    if last is None:
        return None
    return Span(pair.key.start + last.start(), pair.key.stop), key_text(name)
