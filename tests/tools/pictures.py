"""The pictures of the README, drawn and photographed anew: the terminal and a phone.

    python -m tests.tools.pictures

writes all of them into ``.github/pictures``, light and dark. Look at them before you commit.
"""

from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from playwright.sync_api import Browser

from scorekeeper import parse_cards
from tests.browser import chromium
from tests.manual.picture import FOLDER, drawn, played
from tests.serve.people import Phone, serving

COLOURS: tuple[Literal["light", "dark"], ...] = ("light", "dark")

CARDS, PLAYER = "5s 5h 5d 8h 9h 7c jh 2d", "Uncle Cy"
"""The claim that the terminal judges, card by card."""

SCREEN: Any = {"screen": (360, 812), "device_scale_factor": 2}

EDGE = "border: 9px solid #454b46; border-radius: 34px; display: block"


def main() -> None:
    for path, text in drawn().items():
        path.write_text(text, "utf-8")
    with chromium() as browser:
        photographed(browser, FOLDER)


def photographed(browser: Browser, folder: Path) -> None:
    """The phone on which the claim of the terminal's picture is judged, light and dark."""
    with TemporaryDirectory() as place:
        played(Path(place))
        [game] = Path(place).glob("*.toml")
        with serving(game) as served, Phone(browser, served.url, **SCREEN) as phone:
            phone.sits(PLAYER)
            phone.taps("I went out")
            phone.picks(list(parse_cards(CARDS)), "7")
            phone.taps("Show everybody")
            phone.sees("#claim", f"Yes. {PLAYER} goes out.")
            phone.sees_no("#news")
            phone.page.evaluate("claim.scrollIntoView()")
            for colours in COLOURS:
                phone.page.emulate_media(color_scheme=colours)
                framed(browser, phone.page.screenshot(), folder / f"phone-{colours}.png")


def framed(browser: Browser, screen: bytes, path: Path) -> None:
    """A screen as it looks on a phone, with a dark edge and round corners."""
    page = browser.new_page(viewport={"width": 400, "height": 860}, device_scale_factor=2)
    source = f"data:image/png;base64,{b64encode(screen).decode()}"
    page.set_content(f"<img src='{source}' style='width: 360px; {EDGE}'>")
    page.locator("img").screenshot(path=path, omit_background=True)
    page.close()


if __name__ == "__main__":
    main()
