"""Games to export, and the elements of a page."""

from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Round
from scorekeeper.store import load_ledger
from tests.manual.examples import ROOT
from tests.values import DEFAULT, game

SAMPLES = sorted((ROOT / "sample_games").glob("*.toml"))

STRANGE = ('<b>Bo</b> & "Co" \'n', "שרה", "李小龍", "👩‍👩‍👧", "{{ 7 * 7 }}", "</style><script>")
"""Names that are markup, run from right to left, are wide, or would be filled in."""


def sample(path: Path) -> Game:
    return load_ledger(path)


def whole(players: int, rounds: int = 11, *, hands: bool = False) -> Game:
    """A finished game with all points typed; ``hands`` adds one player's cards."""
    names = [f"Player {n}" for n in range(1, players + 1)]
    rules = DEFAULT.replace(rounds=(DEFAULT.specs * 6)[:rounds], decks=2 + players // 4)
    blocks = []
    for n in range(rounds):
        scores = {name: (n * 7 + i * 13) % 41 for i, name in enumerate(names)}
        ranks = "23456789TJQKA"[: rules.specs[n].deal]
        shown = {names[0]: " ".join(f"{rank}{'SHDC'[n % 4]}" for rank in ranks)} if hands else {}
        blocks.append(Round(scores=scores, hands=shown, out=(names[n % players],)))
    return game(*blocks, players=names, rules=rules)


class Element(NamedTuple):
    """An element with its attributes and all the text in it."""

    name: str
    attributes: dict[str, str | None]
    text: list[str]

    @property
    def said(self) -> str:
        return " ".join("".join(self.text).split())


VOID = ("meta",)


class Elements(HTMLParser):
    """Every element of a page; AssertionError for one that is not closed, or closed twice."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Element] = []
        self._open: list[Element] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.found.append(Element(tag, dict(attrs), []))
        if tag not in VOID:
            self._open.append(self.found[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(Element(tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().name == tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text.append(data)

    def called(self, name: str) -> list[Element]:
        return [element for element in self.found if element.name == name]
