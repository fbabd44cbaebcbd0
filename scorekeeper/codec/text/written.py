"""How tables are written as TOML, and put into a text of it."""

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper.codec.text.spans import STRING, Span
from scorekeeper.rules.spelling import key_text, literal


def table_lines(header: str, table: Mapping[str, Any], *, array: bool = False) -> list[str]:
    """A table in lines: its plain keys, then each table in it as a table of its own."""
    lines = [f"[[{header}]]" if array else f"[{header}]"]
    lines += [f"{key_text(k)} = {literal(v)}" for k, v in table.items() if not isinstance(v, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", *table_lines(f"{header}.{key_text(key)}", value)]
    return lines


def comments(text: str) -> list[str]:
    """The comments between the values of a stretch of TOML."""
    text_or_comment = rf"{STRING.pattern}|(#[^\r\n]*)"
    found = re.finditer(text_or_comment, text, re.DOTALL)
    return [one.group(1) for one in found if one.group(1)]


def add_lines(text: str, place: int, lines: list[str]) -> str:
    """``text`` with whole lines put in at ``place``, which is the start of a line or the end."""
    end = "\r\n" if "\r\n" in text else "\n"
    before = text[:place]
    if before and not before.endswith("\n"):
        before += end
    return before + "".join(line + end for line in lines) + text[place:]


def put(text: str, span: Span, new: str) -> str:
    """``text`` with something else in place of a stretch of it."""
    return text[: span.start] + new + text[span.stop :]
