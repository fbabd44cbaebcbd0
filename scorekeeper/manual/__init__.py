"""The pages of the manual: Markdown files beside this module, written for card players.

A page says what it is about in the paragraph below its title; the list of pages takes it from
there. How a page looks on a screen is not decided here.
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
"""The pages, those first that somebody at the table needs first."""

_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


def page(name: str) -> str:
    """The Markdown of a page, its links being words alone: nobody can follow them on a screen."""
    return _LINK.sub(r"\1", (FOLDER / f"{name}.md").read_bytes().decode("utf-8"))


def about(name: str) -> str:
    """What a page is about, in a sentence."""
    _, sentence, _ = page(name).split("\n\n", 2)
    return sentence.replace("\n", " ")


def pages_begun(typed: str) -> list[str]:
    """The pages that ``typed`` may mean: the one of that name, or those that begin so.

    >>> pages_begun("house")
    ['house-rules']
    >>> pages_begun("e")
    ['evening', 'entries']
    """
    begun = typed.casefold().replace(" ", "-")
    return [begun] if begun in PAGES else [name for name in PAGES if name.startswith(begun)]
