"""Everything that the page of a game shows, one view after another; as pictures with

    python -m tests.tools.views FOLDER

to look at after a change of its design.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser

from scorekeeper import parse_cards
from tests.browser import chromium
from tests.program import ledger, seeded
from tests.serve.people import Phone, Served, add, serving

PLAYERS = ("Ann", "Bo", "Grüße an Zoë", "مريم", "<b>Eve</b>", "🦊 Füchsin")
COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCREENS = ((320, 568), (568, 320), (390, 844), (820, 1180), (1920, 1080), (3840, 2160))


def six(folder: Path) -> Path:
    """A game of six with names that are long, foreign, markup or emoji, and with a note.

    Two of its three rounds are played: axe looks at every cell.
    """
    points = "\n".join(f'"{name}" = {30 * seat}' for seat, name in enumerate(PLAYERS))
    block = f'out = "Ann"\nnote = "{"misheard " * 12}"\n\n[rounds.scores]\n{points}'
    rounds = ", ".join(
        f'{{ deal = {n}, wild = "{wild}" }}' for n, wild in ((11, "J"), (12, "Q"), (13, "K"))
    )
    rules = f"[rules]\ndecks = 3\nrounds = [{rounds}]\n"
    title = "Ein langer Titel für einen langen Abend"
    return seeded(
        folder / "six.toml", ledger(block, block, players=PLAYERS, rules=rules, title=title)
    )


SEATED = dict(zip(("points", "cards", "yes", "no", "sent"), PLAYERS, strict=False))
VIEWS = ("seats", *SEATED, "tv", "over")
KINDS = ("seats", "points", "cards", "no", "tv", "over")
"""The views of which none is much like another."""
RUN = "as 2s 3s 4s 5s 6s 7s 8s 9s ts js qs"


def shown(
    browser: Browser, served: Served, views: Sequence[str] = VIEWS
) -> Iterator[tuple[str, Phone]]:
    """A phone, or a television, in one view after the other."""
    for view in views:
        if view == "over":
            add(served.ledger, "o", *"12345")
        with Phone(browser, served.url + ("/tv" if view == "tv" else "")) as phone:
            if view in SEATED:
                phone.sits(SEATED[view])
            if view == "sent":
                phone.enters(12)
            if view == "cards":
                phone.taps("Cards")
                phone.picks(list(parse_cards("5s 5h 9d tc kh")), "K")
            if view in ("yes", "no"):
                phone.taps("I went out")
                phone.picks(list(parse_cards(f"{RUN} {'kd' if view == 'yes' else '9h'} 2h")), "K")
                phone.taps("Show everybody")
                phone.sees("#claim", "Yes." if view == "yes" else "No.")
            if view == "over":
                phone.sees("#standings", "Final standings")
            yield view, phone


def pictures(folder: Path) -> None:
    """Every view on phones, a tablet and a television, light and dark."""
    with TemporaryDirectory() as place, serving(six(Path(place))) as served, chromium() as browser:
        for view, phone in shown(browser, served):
            for width, height in SCREENS[:5]:
                phone.page.set_viewport_size({"width": width, "height": height})
                for colours in COLOURS:
                    phone.page.emulate_media(color_scheme=colours)
                    phone.page.screenshot(path=folder / f"{view}-{width}-{colours}.png")


if __name__ == "__main__":
    pictures(Path(sys.argv[1]))
