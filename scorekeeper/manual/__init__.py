"""The pages of the manual: Markdown files beside this module, written for card players.

The paragraph below a page's title says what it is about. How a page looks on a screen isn't
decided here.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).parent

PAGES = (
    "evening",
    "phones",
    "entries",
    "cards",
    "afterwards",
    "house-rules",
    "games",
    "gin",
    "indian",
    "ledger",
    "season",
    "sharing",
    "commands",
    "scripts",
    "python",
)
"""The pages, beginning with those that players need first."""

_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


def page(name: str) -> str:
    """The Markdown of a page, with links as plain words: nobody can follow them in a terminal."""
    return _LINK.sub(r"\1", (FOLDER / f"{name}.md").read_bytes().decode("utf-8"))


def about(name: str) -> str:
    """What a page is about, in one sentence."""
    _, sentence, _ = page(name).split("\n\n", 2)
    return sentence.replace("\n", " ")


def pages_begun(typed: str) -> list[str]:
    """The pages that ``typed`` may mean: the one with that name, or all that begin with it.

    >>> pages_begun("house")
    ['house-rules']
    >>> pages_begun("e")
    ['evening', 'entries']
    """
    begun = typed.casefold().replace(" ", "-")
    return [begun] if begun in PAGES else [name for name in PAGES if name.startswith(begun)]
