"""What is put into a TOML text, taken out of it or moved in it, so that the rest stays as it is.

Each returns the text after it, None where the shape of the text does not allow it.
"""

import re
from typing import Any

from scorekeeper.codec.text import KeyPath
from scorekeeper.codec.text.difference import Change
from scorekeeper.codec.text.spans import Pair, Span, Spans
from scorekeeper.codec.text.written import add_lines, comments, put, table_lines
from scorekeeper.rules.spelling import key_text, literal

# ── putting in ───────────────────────────────────────────────────────────────────────────


def insert(spans: Spans, path: KeyPath, value: Any) -> str | None:
    """Put a new key into the table that shall hold it, whatever shape that has."""
    *parents, last = path
    parent = tuple(parents)
    holder = spans.pair(parent)
    if holder is not None:
        return _insert_inline(spans, holder, f"{key_text(str(last))} = {literal(value)}")
    dotted = _dotted(spans, parent)
    if dotted:
        sibling, around = dotted[-1], _around(dotted[-1])
        prefix = ".".join(key_text(str(key)) for key in parent[len(around) :])
        line = f"{prefix}.{key_text(str(last))} = {literal(value)}"
        if sibling.inside is not None:
            return _insert_behind(spans, sibling, line)
        return add_lines(spans.text, spans.line_end(sibling.value.stop), [line])
    header = spans.header(parent)
    if header is not None and not isinstance(value, dict):
        own = [p for p in spans.pairs if p.home == parent and p.inside is None]
        after = own[-1].value.stop if own else header.span.stop
        line = f"{key_text(str(last))} = {literal(value)}"
        return add_lines(spans.text, spans.line_end(after), [line])
    if isinstance(value, dict):
        name = ".".join(key_text(str(key)) for key in path if not isinstance(key, int))
        return add_lines(spans.text, _end_of(spans, parent), ["", *table_lines(name, value)])
    return insert(spans, parent, {last: value})


def _around(pair: Pair) -> KeyPath:
    """The table or list that the key of a pair is written in."""
    return pair.home if pair.inside is None else pair.inside


def _dotted(spans: Spans, path: KeyPath) -> list[Pair]:
    """The pairs of a table that name it before a dot, in a table around it."""
    inside = (pair for pair in spans.pairs if pair.path[: len(path)] == path)
    return [pair for pair in inside if len(_around(pair)) < len(path)]


def _insert_inline(spans: Spans, holder: Pair, item: str) -> str | None:
    """Put ``item`` last into an inline table or list."""
    text, (start, stop) = spans.text, holder.value
    inside = [p for p in spans.pairs if p.inside == holder.path]
    if text[start] not in "{[":
        return None
    if inside:
        return _insert_behind(spans, inside[-1], item)
    if comments(text[start:stop]):
        return put(text, Span(stop - 1, stop - 1), item)
    return put(text, holder.value, f"{{ {item} }}" if text[start] == "{" else f"[{item}]")


def _insert_behind(spans: Spans, member: Pair, item: str) -> str:
    """Put ``item`` behind a member of an inline table or list, and behind the comment on it."""
    text, stop = spans.text, member.value.stop
    comment = re.match(r"([ \t]*,)?[ \t]*#[^\r\n]*(\r?\n)", text[stop:])
    if comment is None:
        return put(text, Span(stop, stop), f", {item}")
    before = text[spans.line_start(member.key.start) : member.key.start]
    line = (before if before.isspace() else "") + item + ("," if comment[1] else "") + comment[2]
    text = put(text, Span(stop + comment.end(), stop + comment.end()), line)
    return text if comment[1] else put(text, Span(stop, stop), ",")


def append(spans: Spans, path: KeyPath, value: Any) -> str | None:
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
    return add_lines(text, place, [*blank, *lines])


def _has_statement(spans: Spans, place: int) -> bool:
    return any(span.start >= place for _, span in spans.statements())


def _end_of(spans: Spans, path: KeyPath) -> int:
    """The start of the line behind the last statement of a table with all that is in it."""
    ends = [span.stop for at, span in spans.statements() if at[: len(path)] == path]
    return spans.line_end(max(ends)) if ends else len(spans.text)


# ── taking out ───────────────────────────────────────────────────────────────────────────


def remove(spans: Spans, path: KeyPath, pair: Pair | None) -> str | None:
    """Take out a key with its value, or a table."""
    if pair is not None and pair.inside is None:
        return _remove_line(spans, pair)
    if pair is not None:
        return _remove_member(spans, pair)
    dotted = [one for one in _dotted(spans, path) if one.inside is not None]
    if dotted:
        text = _remove_member(spans, dotted[-1])
        if text is None or len(dotted) == 1:
            return text
        return remove(Spans(text), path, None)
    return _remove_table(spans, path)


def _remove_line(spans: Spans, pair: Pair) -> str:
    """Take a pair out with its line, or its lines; comments in it and behind it stay."""
    span = Span(spans.line_start(pair.key.start), spans.line_end(pair.value.stop))
    kept = comments(spans.text[pair.key.start : span.stop])
    return add_lines(put(spans.text, span, ""), span.start, kept)


def _remove_member(spans: Spans, pair: Pair) -> str | None:
    """Take a member out of an inline table or list, with its comma; comments stay.

    None where there are comments in the member itself, which would have no place.
    """
    text = spans.text
    if comments(text[pair.value.start : pair.value.stop]):
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
    return put(text, span, "")


def _remove_table(spans: Spans, path: KeyPath) -> str | None:
    """Take a table out with all that is in it, and the blank line before it.

    Comments in it stay, unless it is one of a list: those speak of what goes.
    """
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
    kept = comments(spans.text[start:stop]) if isinstance(path[-1], str) else []
    if kept:
        return add_lines(put(spans.text, Span(start, stop), ""), start, kept)
    blank = re.search(r"\n([ \t]*\r?\n)$", spans.text[:start])
    return put(spans.text, Span(blank.start(1) if blank else start, stop), "")


# ── moving ───────────────────────────────────────────────────────────────────────────────


def insert_table(spans: Spans, change: Change) -> str | None:
    """Put a table in before another one of its list, and before the comment above that one."""
    header = spans.header(change.path)
    if header is None:
        before = spans.pair((*change.path[:-1], int(change.path[-1]) - 1))
        return _insert_behind(spans, before, literal(change.value)) if before else None
    lines = [*table_lines(str(change.path[-2]), change.value, array=True), ""]
    return add_lines(spans.text, _comment_above(spans, header.span.start).start, lines)


def _comment_above(spans: Spans, place: int) -> Span:
    """The comment in the lines directly above that of ``place``; empty where there is none."""
    start = spans.line_start(place)
    if spans.text[start:place].strip():
        return Span(place, place)
    ends = [p.value.stop if p.value.stop <= place else p.value.start for p in spans.pairs]
    ends += [header.span.stop for header in spans.headers]
    between = spans.text[spans.line_end(max(end for end in ends if end < place)) : start]
    above = re.search(r"(?:^[ \t]*#[^\n]*\n)*\Z", between, re.MULTILINE)
    return Span(start - len(above[0] if above else ""), start)


def reorder(spans: Spans, change: Change) -> str | None:
    """Put the tables of a list in another order, each with the comments above and behind it.

    What else stands between them stays where it is.
    """
    blocks: list[tuple[Span, ...]] = []
    for i in range(len(change.value)):
        block = _block(spans, (*change.path, i))
        if block is None:
            return None
        blocks.append(block)
    above, *rest = blocks[0]
    if all(one[0].start == one[0].stop for one in blocks[1:]):
        # Alone above the first, it speaks of them all.
        blocks[0] = (Span(above.stop, above.stop), *rest)
    text, end = "", 0
    for slot, i in zip(blocks, change.value, strict=True):
        for here, there in zip(slot, blocks[i], strict=True):
            if here.start < end:
                return None
            text += spans.text[end : here.start] + spans.text[there.start : there.stop]
            end = here.stop
    return text + spans.text[end:]


def _block(spans: Spans, path: KeyPath) -> tuple[Span, ...] | None:
    """A table of a list with all that is in it, between the comments above and behind it."""
    member = spans.pair(path)
    if member is not None:
        start, stop = member.value
    else:
        inside = [span for at, span in spans.statements() if at[: len(path)] == path]
        if not inside:
            return None
        start, stop = inside[0].start, inside[-1].stop
    above = _comment_above(spans, start)
    behind = re.match(_COMMA_AND_COMMENT, spans.text[stop:])
    assert behind is not None, "the pattern matches nothing as well"
    comma = stop + len(behind[1] or "")
    return above, Span(above.stop, stop), Span(comma, comma + len(behind[2]))


_COMMA_AND_COMMENT = (
    r"([ \t]*,)?((?:[ \t]*#[^\r\n]*)?(?:(?:\r?\n[ \t]*#[^\r\n]*)+(?=\r?\n[ \t]*\r?\n))?)"
)
"""What stands behind a table: its comment, on lines of their own as well if a blank one follows."""
