"""What is put into a TOML text, taken out of it or moved in it, so that the rest stays as it is.

What returns a text returns the one after it, None where its shape does not allow that.
"""

import re
from typing import Any

from scorekeeper.codec.encode import table_lines
from scorekeeper.codec.text import KeyPath
from scorekeeper.codec.text.difference import Edit
from scorekeeper.codec.text.spans import KEY, STRING, Item, Span, Spans
from scorekeeper.rules.spelling import key_text, literal


def put(text: str, span: Span, new: str) -> str:
    """``text`` with something else in place of a stretch of it."""
    return text[: span.start] + new + text[span.stop :]


def _add_lines(text: str, place: int, lines: list[str]) -> str:
    """``text`` with whole lines put in at ``place``, which is the start of a line or the end."""
    end = "\r\n" if "\r\n" in text else "\n"
    before = text[:place]
    if before and not before.endswith("\n"):
        before += end
    return before + "".join(line + end for line in lines) + text[place:]


def _comments(text: str) -> list[str]:
    """The comments between the values of a stretch of TOML."""
    found = re.finditer(rf"{STRING.pattern}|(#[^\r\n]*)", text, re.DOTALL)
    return [match[1] for match in found if match[1]]


# ── putting in ───────────────────────────────────────────────────────────────────────────


def word(spans: Spans, edit: Edit) -> tuple[Span, str] | None:
    """The stretch that an edit only puts another word into, and that word; None for others."""
    item = spans.item(edit.path)
    if item is None or item.is_header or edit.value is None:
        return None
    if edit.how == "set":
        kept = _comments(spans.text[item.value.start : item.value.stop])
        return item.value, " ".join([literal(edit.value), *kept])
    if edit.how != "rename":
        return None
    *_, last = KEY.finditer(spans.text, item.key.start, item.key.stop)
    return Span(last.start(), item.key.stop), key_text(edit.value)


def put_in(spans: Spans, path: KeyPath, value: Any) -> str | None:
    """Put in a key, a member or a table, whatever shape has what shall hold it."""
    *parents, last = path
    parent = tuple(parents)
    line = literal(value) if isinstance(last, int) else f"{key_text(last)} = {literal(value)}"
    holder = spans.item(parent)
    if holder is not None and not holder.is_header:
        return _put_inline(spans, holder, last, line)
    dotted = _dotted(spans, parent)
    if dotted:
        sibling = dotted[-1]
        prefix = ".".join(key_text(str(key)) for key in parent[len(sibling.around) :])
        if sibling.inline:
            return _put_behind(spans, sibling, f"{prefix}.{line}")
        return _add_lines(spans.text, spans.line_end(sibling.value.stop), [f"{prefix}.{line}"])
    if isinstance(value, dict):
        return _put_table(spans, path, value)
    own = [item for item in spans.lines_of(parent) if item.around == parent]
    if not own:
        return _put_table(spans, parent, {str(last): value})
    return _add_lines(spans.text, spans.line_end(own[-1].value.stop), [line])


def _dotted(spans: Spans, path: KeyPath) -> list[Item]:
    """What names a table before a dot in its key, in a table around it."""
    inside = (item for item in spans.items if item.path[: len(path)] == path)
    return [item for item in inside if len(item.around) < len(path)]


def _put_inline(spans: Spans, holder: Item, last: str | int, new: str) -> str | None:
    """Put ``new`` last into an inline table, or into a list as its member ``last``."""
    text, (start, stop) = spans.text, holder.value
    members = [item for item in spans.items if item.inline and item.around == holder.path]
    if members[: last if isinstance(last, int) else None]:
        return _put_behind(spans, members[last - 1 if isinstance(last, int) else -1], new)
    if members:  # it takes the place of the first
        first = members[0].value.start
        return put(text, Span(first, first), f"{new}, ")
    if text[start] not in "{[":
        return None
    if _comments(text[start:stop]):
        return put(text, Span(stop - 1, stop - 1), new)
    return put(text, holder.value, f"{{ {new} }}" if text[start] == "{" else f"[{new}]")


def _put_behind(spans: Spans, member: Item, new: str) -> str:
    """Put ``new`` behind a member of an inline table or list, and behind the comment on it."""
    text, stop = spans.text, member.value.stop
    comment = re.match(r"([ \t]*,)?[ \t]*#[^\r\n]*(\r?\n)", text[stop:])
    if comment is None:
        return put(text, Span(stop, stop), f", {new}")
    before = text[spans.line_start(member.key.start) : member.key.start]
    line = (before if before.isspace() else "") + new + ("," if comment[1] else "") + comment[2]
    text = put(text, Span(stop + comment.end(), stop + comment.end()), line)
    return text if comment[1] else put(text, Span(stop, stop), ",")


def _put_table(spans: Spans, path: KeyPath, table: dict[str, Any]) -> str:
    """Put a table behind its siblings, or before the one whose place in a list it takes."""
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
        return _add_lines(text, place, [*lines, ""])
    at_end = array and siblings[-1:] == spans.lines_of(())[-1:]
    place = spans.line_end(siblings[-1].value.stop) if siblings and not at_end else len(text)
    is_blank = re.search(r"(?:^|\n)[ \t]*\r?\n\Z|^\s*\Z", text[:place])
    return _add_lines(text, place, lines if is_blank else ["", *lines])


# ── taking out ───────────────────────────────────────────────────────────────────────────


def remove(spans: Spans, path: KeyPath) -> str | None:
    """Take out a key with its value, a member of a list, or a table."""
    item = spans.item(path)
    if item is None and (dotted := _dotted(spans, path)):
        text = remove(spans, dotted[-1].path)
        return text if text is None or len(dotted) == 1 else remove(Spans(text), path)
    if item is not None and item.inline:
        return _remove_member(spans, item)
    # A line, or a table with all that is in it.
    inside = spans.lines_of(path)
    if not inside:
        return None
    span = Span(spans.line_start(inside[0].key.start), spans.line_end(inside[-1].value.stop))
    # A table of a list takes its comments with it: those speak of what goes.
    kept = _comments(spans.text[span.start : span.stop]) if isinstance(path[-1], str) else []
    if kept or (item is not None and not item.is_header):
        return _add_lines(put(spans.text, span, ""), span.start, kept)
    blank = re.search(r"\n([ \t]*\r?\n)$", spans.text[: span.start])
    return put(spans.text, Span(blank.start(1) if blank else span.start, span.stop), "")


def _remove_member(spans: Spans, item: Item) -> str | None:
    """Take a member out of an inline table or list, with its comma; comments stay.

    None where there are comments in the member itself, which would have no place.
    """
    text = spans.text
    if _comments(text[item.value.start : item.value.stop]):
        return None
    siblings = [other for other in spans.items if other.inline and other.around == item.around]
    at = siblings.index(item)
    comma = re.match(r"\s*,", text[item.value.stop :])
    span = Span(item.key.start, item.value.stop + (comma.end() if comma else 0))
    if at + 1 < len(siblings):
        following = siblings[at + 1].key.start
        if "#" not in text[item.value.stop : following]:
            span = Span(item.key.start, following)
    elif at:
        previous = siblings[at - 1].value.stop
        if "#" not in text[previous : item.key.start]:
            span = Span(previous, item.value.stop)
    return put(text, span, "")


# ── moving ───────────────────────────────────────────────────────────────────────────────


def reorder(spans: Spans, edit: Edit) -> str | None:
    """Put the tables of a list in another order, each with the comments above and behind it.

    What else stands between them stays where it is.
    """
    blocks = [_block(spans, (*edit.path, i)) for i in range(len(edit.value))]
    above, *rest = blocks[0]
    if all(block[0].start == block[0].stop for block in blocks[1:]):
        # Alone above the first, it speaks of them all.
        blocks[0] = (Span(above.stop, above.stop), *rest)
    text, end = "", 0
    for slot, i in zip(blocks, edit.value, strict=True):
        for here, there in zip(slot, blocks[i], strict=True):
            if here.start < end:
                return None
            text += spans.text[end : here.start] + spans.text[there.start : there.stop]
            end = here.stop
    return text + spans.text[end:]


def _block(spans: Spans, path: KeyPath) -> tuple[Span, ...]:
    """A table of a list with all that is in it, between the comments above and behind it."""
    member = spans.item(path)
    assert member is not None, "every table of a list has a header or stands in brackets"
    start, stop = member.key.start, (spans.lines_of(path) or [member])[-1].value.stop
    above = _comment_above(spans, start)
    behind = re.match(_COMMA_AND_COMMENT, spans.text[stop:])
    assert behind is not None, "the pattern matches nothing as well"
    comma = stop + len(behind[1] or "")
    return above, Span(above.stop, stop), Span(comma, comma + len(behind[2]))


def _comment_above(spans: Spans, place: int) -> Span:
    """The comment in the lines directly above that of ``place``; empty where there is none."""
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
"""What stands behind a table: its comment, on lines of their own as well if a blank one follows."""
