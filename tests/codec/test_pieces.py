"""A ledger whose rules were read before is read in pieces, and means the same as a whole."""

import tomllib
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given

from scorekeeper import codec
from scorekeeper.errors import LedgerError
from scorekeeper.ledger import Game
from tests.codec.test_at_random import layouts
from tests.effort import examples
from tests.program import ledger, scores

LINES = (
    *("[rules]", "[[rounds]]", "[[rules]]", "[rules.card_points]", "[rounds.scores]", "[game]"),
    *('x = """', '"""', "y = [", "1]]", "]", "Ann = 12", "rules = 1", "rules.a = 1", "# [rules]"),
    *('game = "x"', "'''", "z = '''", 'out = "Ann"', "[players]", "[[players]]", "", "rounds = []"),
)


def meaning(text: str) -> Any:
    with suppress(tomllib.TOMLDecodeError):
        return tomllib.loads(text)


def read(text: str) -> Any:
    with suppress(LedgerError):
        return codec.parse(text)


@pytest.mark.parametrize("seed", range(examples(40)))
def test_lines_in_any_order_mean_the_same_read_in_pieces(seed: int) -> None:
    random = Random(seed)
    for _ in range(500):
        lines = ["[rules]", "[[rounds]]", *random.choices(LINES, k=random.randint(0, 6))]
        if random.random() < 0.5:
            random.shuffle(lines)
        else:
            lines[1:] = random.sample(lines[1:], len(lines) - 1)
            lines.insert(0, random.choice(LINES))
        text = "\n".join(lines) + "\n"
        assert read(text) == meaning(text), text


@given(layouts())
def test_every_layout_means_the_same_read_in_pieces(layout: tuple[str, Game]) -> None:
    text, _ = layout
    assert codec.parse(text) == tomllib.loads(text.removeprefix("\ufeff"))


def test_a_fault_after_the_rules_has_its_line() -> None:
    text = ledger(scores("Bo", Ann=12, Bo=0, Cy=5)) + "[[broken\n"
    with pytest.raises(LedgerError) as refused:
        codec.parse(text)
    assert refused.value.line == text.count("\n")
