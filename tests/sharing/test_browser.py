"""The pages in a real browser: what a screen reader gets, and how much paper they take."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper import games
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import rename
from scorekeeper.ledger.written import Round
from scorekeeper.season import Season, Span, find, season
from scorekeeper.sharing.page import html, pad, season_html, svg
from tests.browser import barriers
from tests.effort import some
from tests.sharing.sharable import SAMPLES, STRANGE, sample, whole
from tests.tools.seasons import cards, family
from tests.values import game

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

THREE_THIRTEEN = games.game("three-thirteen")

WIDTHS = "[...document.querySelectorAll('svg')].map(svg => svg.getBoundingClientRect().width)"


@pytest.fixture(scope="module")
def page(browser: "Browser") -> Iterator["Page"]:
    """One page for all tests, as each loads its own; a test says how large and how dark it is."""
    with browser.new_page() as page:
        yield page


@pytest.fixture
def faults(page: "Page") -> Iterator[list[str]]:
    """What the page writes to its console, what fails in it, and what it fetches."""
    found: list[str] = []
    notes: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: found.append(message.text),
        "pageerror": lambda error: found.append(str(error)),
        "request": lambda request: found.append(request.url),
    }
    for event, note in notes.items():
        page.on(event, note)
    yield found
    for event, note in notes.items():
        page.remove_listener(event, note)


STRANGE_GAME = game(Round(scores=dict.fromkeys(STRANGE, 5)), players=STRANGE)

NAMES = [f"Great-Great-Uncle Bartholomew {n}" for n in range(12)]
FOURTEEN = (*THREE_THIRTEEN.specs, *THREE_THIRTEEN.specs[:3])
LONG_NAMES = game(
    *(Round(scores={name: 90 + at for at, name in enumerate(NAMES)}) for _ in FOURTEEN),
    players=NAMES,
    rules=THREE_THIRTEEN.replace(decks=6, rounds=FOURTEEN),
)


LONG_TITLE = game(
    *(Round(scores={name: 10 + at for at, name in enumerate(NAMES[:4])}) for _ in FOURTEEN[:12]),
    players=NAMES[:4],
    rules=THREE_THIRTEEN.replace(rounds=FOURTEEN[:12]),
    title="The evening of the great annual family tournament at the lake " * 2,
)


def season_of_long_names() -> Season:
    """Two games of twelve and seven people, who have met often enough to be rivals."""
    kinds = {"three-thirteen": 12, "five-crowns": 7}
    evenings = {
        Path(f"{kind}-{n}.toml"): cards(
            Random(n), kind, "Friday", date(2026, 1, 9), NAMES[:seats], 0.6
        )
        for kind, seats in kinds.items()
        for n in range(7)
    }
    return season(find(sorted(evenings), evenings.__getitem__, Span(), None))


SHOWN = {path.stem: sample(path) for path in SAMPLES}
GIN, HOLLYWOOD = SHOWN["gin-by-the-fire"], SHOWN["hollywood-at-noon"]
LONG_HOLLYWOOD = rename(rename(HOLLYWOOD, "Bo", NAMES[0]), "Zoë", NAMES[1] + " Montgomery")

PAGES: dict[str, Callable[[], str]] = {
    **{
        path.stem: partial(lambda path: html(sample(path), "game.toml"), path)
        for path in SAMPLES
        if "crowns" in path.stem or "hollywood" in path.stem
    },
    "strange names": lambda: html(STRANGE_GAME, "game.toml"),
    "pad": lambda: pad(THREE_THIRTEEN, ["Ann", "Bo", "Uncle Cy", "Zoë"]),
    "pad without players": lambda: pad(THREE_THIRTEEN, []),
    "picture": lambda: svg(whole(7), "game.toml"),
    "season": lambda: season_html(family(12), None),
    "months of a season": lambda: season_html(family(by="month"), None),
    "season of one": lambda: season_html(family(12), "Ann"),
    "pad of strange names": lambda: pad(games.game("points"), STRANGE),
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_barrier_and_nothing_is_fetched_or_wrong(
    page: "Page", faults: list[str], name: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    if name == "picture":
        page.set_content(f'<html lang="en"><title>x</title><main><h1>x</h1>{PAGES[name]()}</main>')
    else:
        page.set_content(PAGES[name]())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != ""
    assert barriers(page) == []
    assert faults == []


PRINTED: dict[str, tuple[Callable[[], str], int]] = {
    "4 players, 11 rounds": (lambda: html(whole(4), ""), 1),
    "5 players, 11 rounds": (lambda: html(whole(5), ""), 1),
    "4 players with long names and title, 12 rounds": (lambda: html(LONG_TITLE, ""), 1),
    "7 players, 11 rounds": (lambda: html(whole(7), ""), 1),
    "one of 4 shows every hand": (lambda: html(whole(4, hands=True), ""), 1),
    "one of 7 shows every hand": (lambda: html(whole(7, hands=True), ""), 1),
    "12 long names, 14 rounds": (lambda: html(LONG_NAMES, ""), 1),
    "three columns side by side": (lambda: html(HOLLYWOOD, ""), 1),
    "three columns of long names": (lambda: html(LONG_HOLLYWOOD, ""), 1),
    "20 players": (lambda: html(whole(20), ""), 2),
    "60 rounds": (lambda: html(whole(5, 60), ""), 2),
    "60 evenings": (lambda: season_html(family(60), None), 2),
    "evenings of 12 long names": (lambda: season_html(season_of_long_names(), None), 2),
    "their months": (lambda: season_html(family(60, by="month"), None), 1),
    "pad of 4": (lambda: pad(THREE_THIRTEEN, ["Ann", "Bo", "Cy", "Dee"]), 1),
    "pad of 7": (lambda: pad(THREE_THIRTEEN, list("ABCDEFG")), 1),
    "pad of nobody": (lambda: pad(THREE_THIRTEEN, []), 1),
    "pad of points": (lambda: pad(games.game("points"), ["Ann", "Bo"]), 1),
    "pad of 7 long names": (lambda: pad(THREE_THIRTEEN, NAMES[:7]), 1),
    "pad of 20 rows": (lambda: pad(games.game("indian-rummy"), ["Ann", "Bo"]), 1),
    "pad of 12": (lambda: pad(games.game("points"), list("ABCDEFGHIJKL")), 2),
}
"""What is printed, and on how many sheets."""

PAPERS = [(718, 1047), (740, 980)]
"""A4 and Letter within their margins, in pixels."""

ON_PAPER = [(paper, what) for what in PRINTED for paper in ("Letter", "A4")]


@pytest.mark.parametrize(("paper", "what"), some(ON_PAPER, 3))
def test_printing_uses_as_few_pages_as_possible(page: "Page", paper: str, what: str) -> None:
    from pypdf import PdfReader

    made, sheets = PRINTED[what]
    page.emulate_media(color_scheme="dark")
    page.set_content(made())
    assert len(PdfReader(BytesIO(page.pdf(format=paper))).pages) == sheets


@pytest.fixture(params=PAPERS)
def sheet(page: "Page", request: pytest.FixtureRequest) -> Iterator["Page"]:
    """A page as it is printed on this paper."""
    width, height = request.param
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": height})
    yield page
    page.emulate_media(media="null")


def test_on_paper_the_result_stands_above_the_title(sheet: "Page") -> None:
    sheet.set_content(html(whole(4), ""))
    tops = """['.result', 'h1', '.about', '.sheet'].map(place =>
        document.querySelector(place).getBoundingClientRect().top)"""
    found = sheet.evaluate(tops)
    assert found == sorted(found)


@pytest.mark.parametrize("made", [what for what in PRINTED if "long names" in what])
def test_no_table_of_long_names_is_printed_beyond_its_margins(sheet: "Page", made: str) -> None:
    sheet.set_content(PRINTED[made][0]())
    too_wide = """[...document.querySelectorAll('.wide')].filter(place =>
        place.scrollWidth > place.clientWidth).map(place => place.ariaLabel)"""
    assert sheet.evaluate(too_wide) == []


@pytest.mark.parametrize("names", [NAMES[:7], NAMES[:10]])
def test_a_pad_fills_its_paper_and_no_name_overlaps_another(
    sheet: "Page", names: Sequence[str]
) -> None:
    sheet.set_content(pad(THREE_THIRTEEN, names))
    left = "innerHeight - document.querySelector('.pad').getBoundingClientRect().bottom"
    too_wide = """[...document.querySelectorAll('.pad bdi')].filter(name =>
        name.getBoundingClientRect().right > name.parentNode.getBoundingClientRect().right)"""
    assert 0 <= sheet.evaluate(left) < 20
    assert sheet.evaluate(f"{too_wide}.length") == 0


ONE_WORD = ("Christopher", "Ann", "Rosalinde", "Maximilian", "Wilhelmina", "Bo", "Cy")
LONGER = ("Konstantinos", *ONE_WORD)[:7]
OF_ONE_WORD = game(Round(scores=dict.fromkeys(LONGER, 5)), players=LONGER)
PADS = [pad(THREE_THIRTEEN, names) for names in (ONE_WORD, [*ONE_WORD, "Elisabeth"])]


@pytest.mark.parametrize("made", [html(OF_ONE_WORD, ""), *PADS])
def test_no_word_is_broken_in_a_printed_name(sheet: "Page", made: str) -> None:
    sheet.set_content(made)
    high = """[...document.querySelectorAll(':is(th, td) bdi')].map(name =>
        Math.min(name.offsetHeight, name.offsetWidth))"""
    assert max(sheet.evaluate(high)) < 20


def test_the_word_total_of_a_pad_stays_in_its_square(sheet: "Page") -> None:
    sheet.set_content(pad(games.game("points"), []))
    beyond = """(total => {
        const words = document.createRange();
        words.selectNodeContents(total);
        return words.getClientRects().length > 1 || total.scrollWidth > total.clientWidth;
    })(document.querySelector('tfoot th'))"""
    assert not sheet.evaluate(beyond)


@pytest.mark.parametrize(("made", "millimetres"), [(GIN, 100), (HOLLYWOOD, 58), (whole(5), 120)])
def test_a_printed_curve_is_larger_if_there_is_room(
    sheet: "Page", made: Game, millimetres: int
) -> None:
    sheet.set_content(html(made, ""))
    assert max(sheet.evaluate(WIDTHS)) == pytest.approx(millimetres * 96 / 25.4, abs=1)


@pytest.mark.parametrize("made", [lambda: html(whole(7, hands=True), ""), PAGES["season"]])
def test_on_a_phone_the_curve_fits_and_names_stay_while_their_table_scrolls(
    page: "Page", made: Callable[[], str]
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(made())
    standings = "document.querySelector('[aria-label=Standings]')"  # a season has none
    assert not page.evaluate(f"(it => it && it.scrollWidth - it.clientWidth)({standings})")
    broad, slim = page.evaluate(WIDTHS)
    assert (broad, 340 < slim <= 358) == (0, True)
    moved = """[...document.querySelectorAll('.wide')].map(wide => {
        wide.scrollLeft = 500;
        const name = wide.querySelector('tbody th').getBoundingClientRect();
        return [wide.scrollLeft, name.left - wide.getBoundingClientRect().left]; })"""
    lefts = [left for by, left in page.evaluate(moved) if by > 100]
    assert lefts == [0] * len(lefts) != []
    shadows = page.evaluate(
        "getComputedStyle(document.querySelector('.wide')).backgroundAttachment"
    )
    assert shadows == "local, local, scroll, scroll"  # only at an edge beyond which there is more


@pytest.mark.parametrize(("players", "width"), [(5, 320), (8, 390), (12, 390)])
def test_the_whole_sheet_of_up_to_twelve_fits_a_phone(
    page: "Page", players: int, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    names = ("Ann", "Bo", "Grandma Zoë", "Maximilian", "Sam", *NAMES)[:players]
    rounds = [Round(scores={name: 12 + at for at, name in enumerate(names)})] * 11
    page.set_content(html(game(*rounds, players=names), ""))
    hidden = "[...document.querySelectorAll('.wide')].map(it => it.scrollWidth - it.clientWidth)"
    assert page.evaluate(hidden)[:2] == [0, 0]
    assert barriers(page) == []


def test_on_a_large_screen_no_sheet_of_twelve_long_names_scrolls(page: "Page") -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.set_content(html(LONG_NAMES, ""))
    hidden = "[...document.querySelectorAll('.wide')].map(it => it.scrollWidth - it.clientWidth)"
    assert set(page.evaluate(hidden)) == {0}


@pytest.mark.parametrize("width", [320, 1280])
def test_a_page_is_never_wider_than_the_screen(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.set_content(html(whole(10), ""))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
