"""A television: it lets phones in before the first round, and reads from three metres."""

import pytest
from playwright.sync_api import Browser

from scorekeeper import codec
from scorekeeper.serve import pages
from tests.browser import barriers
from tests.effort import some
from tests.program import evening, ledger, scores
from tests.serve.people import Phone, add
from tests.serve.phones import Serves
from tests.serve.test_pages import state
from tests.serve.test_views import box

JOIN = {"url": "http://192.168.1.2:8313/secret", "code": "<svg></svg>"}
ROUND = scores(Ann=12, Bo=7, Cy=0)
LONG = (
    *("Great-Aunt Philomena-Josephine", "Maximilian Alexander von Hohenberg", "عبد الرحمن بن علي"),
    *("Great-Uncle Bartholomew", "Uncle Cornelius Vanderbilt", "Grandma Rosalind Fitzgerald"),
    *("Zoë Grüßgott-Müllerschön", "Wilhelmina-Marie"),
)


def television(text: str, *, look: bool = False, taken: bool = False) -> str:
    """The page of a ledger on a television that can show how to join."""
    game = codec.read(text)
    facts = state(game, look=look)
    for seat in facts["seats"]:
        seat["taken"] |= taken
    return pages.page(facts, game, "tv", JOIN)


def test_only_a_television_has_the_code_before_the_first_round_while_seats_are_free() -> None:
    shown = television(ledger())
    assert JOIN["url"] in shown
    assert JOIN["code"] in shown
    assert "Free seats: Bo and Cy" in shown
    assert "secret" not in television(ledger(), taken=True)
    assert "secret" not in television(ledger(ROUND))
    assert "secret" not in television(ledger(), look=True)
    game = codec.read(ledger())
    assert "secret" not in pages.page(state(game), game, "phone", JOIN)


def test_without_the_network_a_television_says_how_to_let_phones_in(
    browser: Browser, serves: Serves
) -> None:
    with Phone(browser, f"{serves().url}/tv") as screen:
        screen.sees("#join", "Phones can't join yet", "start the page again with --lan.")
        lines = """() => Array.from({ length: 400 }, (_, wide) => {
            document.querySelector("#join").style.width = `${wide + 100}px`;
            return document.querySelector("#join b").getClientRects().length;
        })"""
        assert set(screen.page.evaluate(lines)) == {1}  # the option is never broken in two


@pytest.mark.parametrize("size", [(1920, 1080), (820, 1180)])
def test_a_television_on_the_network_shows_the_code_until_everybody_sits(
    browser: Browser, serves: Serves, size: tuple[int, int]
) -> None:
    served = serves(evening(0, dict.fromkeys(LONG, 0)), is_lan=True)
    if not served.serving.urls():
        pytest.skip("this machine isn't on a network")
    with Phone(browser, f"{served.url}/tv", screen=size) as screen:
        screen.sees("#join", "Join with your phone", served.url)
        assert barriers(screen.page) == []
        code = box(screen, "#join svg")
        assert code.right - code.left == code.height > 400
        assert box(screen, "#join").bottom <= size[1]
        add(served.path, "o", *"5678901")
        screen.sees("#round", "Round 2")
        screen.sees("body:not(:has(#join))", "")
        screen.shows("#standings")


SMALL = """() => [...document.querySelectorAll('body *')].flatMap((place) => {
    const scale = place.closest('svg') ? place.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(place).fontSize) * scale;
    const words = [...place.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = words.map(({ data }) => data.trim()).join('');
    return text && place.getClientRects().length && size < 24 ? [[text, size]] : [];
})"""
"""All text of a page in letters of less than 24 pixels."""


@pytest.mark.parametrize("rounds", some([0, 1, 10, 11], 3))
def test_eight_players_read_everything_from_three_metres(
    browser: Browser, serves: Serves, rounds: int
) -> None:
    points = {name: 37 * seat for seat, name in enumerate(LONG)}
    served = serves(evening(rounds, points, LONG[0]))
    with Phone(browser, f"{served.url}/tv", screen=(1920, 1080)) as screen:
        screen.sees("#standings", LONG[0])
        assert screen.page.evaluate(SMALL) == []
        whole = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert screen.page.evaluate(whole) == [1920, 1080]
        assert box(screen, "#standings").bottom <= 1080
        apart = """() => [...document.querySelectorAll('#standings li')].every((line) => {
            const [last, total] = ['.last', ':scope > b'].map((place) => line.querySelector(place));
            const range = document.createRange();
            range.selectNodeContents(last);
            return range.getBoundingClientRect().right <= total.getBoundingClientRect().left;
        })"""
        assert screen.page.evaluate(apart)
        if rounds == 10:
            screen.page.set_viewport_size({"width": 820, "height": 1180})
            served.phone(LONG[1]).claims("as 2s 3s 4s 5s 6s 7s 8s 9s ts js kd kh", "9h", 11)
            screen.sees("#claim", "Yes.", "Last turns")
            assert screen.page.evaluate("scrollY") == 0
            assert box(screen, "#claim").bottom <= 1180
            screen.page.set_viewport_size({"width": 1920, "height": 1080})
            assert screen.page.evaluate(SMALL) == []
            assert screen.page.evaluate(whole) == [1920, 1080]
            high = "[...all('.card')].every(card => card.scrollHeight <= card.clientHeight)"
            assert screen.page.evaluate(high)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (820, 1180)])
def test_points_and_totals_of_three_digits_have_room_for_eight_players_with_long_names(
    browser: Browser, serves: Serves, width: int, height: int
) -> None:
    served = serves(evening(8, {name: i and 118 for i, name in enumerate(LONG)}, LONG[0]))
    with Phone(browser, f"{served.url}/tv", screen=(width, height)) as screen:
        assert screen.page.evaluate(TIGHT) == []
        assert box(screen, "#standings").bottom <= height


TIGHT = """[...document.querySelectorAll('#sheet td')].filter(
    (square) => square.scrollWidth > square.clientWidth).map((square) => square.innerText)"""
"""What has no room in its square of the sheet."""


@pytest.mark.parametrize(("players", "points"), some([(12, 161), (8, 225), (7, 1020)], 1))
def test_in_a_long_game_the_sheet_shows_the_newest_rounds_and_no_numbers_collide(
    browser: Browser, serves: Serves, players: int, points: int
) -> None:
    names = list("ABCDEFGHIJKL")[:players]
    rounds = [scores(**dict.fromkeys(names, points))] * 30
    text = ledger(*rounds, players=names, rules='[rules]\ngame = "points"\n')
    with Phone(browser, f"{serves(text).url}/tv", screen=(1920, 1080)) as screen:
        assert screen.page.evaluate(TIGHT) == []
        assert box(screen, "#r30").bottom <= 1080
        screen.sees_no("#r18")
        screen.shows("#r19")
