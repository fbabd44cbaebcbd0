"""The pad has the words of a game's rules: drops, gin, a knock with what is left."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import parse_cards, store
from scorekeeper.games import names
from tests.browser import barriers
from tests.effort import is_long, some
from tests.program import Run
from tests.serve.people import Phone, seated
from tests.serve.phones import Serves


class Hand(NamedTuple):
    """What two phones tap in a round, and what each reads once that is sent.

    ``points`` is what the sheet then says.
    """

    ann: tuple[Sequence[str], str]
    bo: tuple[Sequence[str], str]
    points: tuple[int, int]


class Evening(NamedTuple):
    """A game, and the keys on its pad besides the digits; ``rules`` are house rules."""

    game: str
    keys: Sequence[str]
    hands: Sequence[Hand]
    rules: Sequence[str] = ()


DROPS = ("first drop 20", "middle drop 40", "wrong show 80", "sat out")
GIN = ("gin", "big gin", "knock")
UNDONE = ("5", "plus", "delete the last one", "knock")
EVENINGS = [
    Evening(
        "indian-rummy",
        DROPS,
        [
            Hand(([DROPS[0]], "first drop 20"), (["0"], "0 points"), (20, 0)),
            Hand(([DROPS[1]], "middle drop 40"), ([DROPS[2]], "wrong show 80"), (40, 80)),
        ],
    ),
    Evening(
        "gin",
        GIN,
        [
            Hand((["knock", "7"], "knock 7"), (["2", "3"], "23 points"), (16, 0)),
            Hand((UNDONE, "knock 5"), ("9", "9 points"), (4, 0)),
            Hand((["1", "gin"], "gin"), (["big gin", "1", "2"], "12 points"), (37, 0)),
            Hand(("3", "3 points"), (["knock", "big gin"], "big gin"), (0, 34)),
        ],
    ),
    Evening("oklahoma-gin", GIN, [Hand((["gin"], "gin"), (["9"], "9 points"), (34, 0))]),
    Evening(
        "three-thirteen",
        ("sat out",),
        [Hand(("12", "12 points"), (["sat out"], "sat out"), (12, 0))],
    ),
    Evening(
        "points",
        ("sat out",),
        [Hand((["minus or plus", "7"], "-7"), (["sat out"], "sat out"), (-7, 0))],
    ),
    Evening(
        "points",
        ("out", "sat out"),
        [
            Hand((["out"], "out"), (["1", "2"], "12 points"), (12, 0)),
            Hand(
                (["0", "Ready", "Yes, I went out", "Change it"], "out"), ("9", "9 points"), (9, 0)
            ),
        ],
        ("--rule", "count=winner-takes", "--rule", "winner=high"),
    ),
]


WORDS = "[...document.querySelectorAll('#words button')].map(key => key.innerText)"

SIZES = """[...document.querySelectorAll('#pad button')].filter(key => key.checkVisibility())
    .map(key => key.getBoundingClientRect()).flatMap(box => [box.width, box.height])"""
"""How wide and how high the keys are."""


def begun(run: Run, game: str, *rules: str) -> str:
    """The ledger of a game of two before its first round."""
    assert run("new", "Ann", "Bo", "--game", game, *rules, "-f", "new.toml").code == 0
    new = Path("new.toml")
    said = new.read_text("utf-8")
    new.unlink()
    return said


@pytest.mark.parametrize("evening", some(EVENINGS, 2, first=1), ids=lambda evening: evening.game)
def test_words_of_the_rules_can_be_tapped_shown_sent_and_written(
    evening: Evening, browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, evening.game, *evening.rules))
    if evening.game == "oklahoma-gin":
        run("next", "--upcard", "4h", "-f", str(served.path))
    with seated(browser, served.url, "Ann", "Bo") as (ann, bo):
        for number, hand in enumerate(evening.hands, start=1):
            for phone, (keys, shown) in ((ann, hand.ann), (bo, hand.bo)):
                phone.sees("#round", f"Round {number}")
                assert phone.page.evaluate(WORDS) == list(evening.keys)
                phone.taps(*keys)
                phone.sees("#typed", shown.removesuffix(" points"))
                phone.taps("Ready")
                if list(keys) == ["0"]:
                    phone.taps("No, just 0")
                phone.shows("#sent")
                phone.sees("#entry", shown)
            served.told.clear()
            assert run(*served.serving.game.command(), "-f", str(served.path)).code in (0, 1)
            ann.sees("#round", f"Round {number + 1}")
            bo.sees("#round", f"Round {number + 1}")
            assert [phone.reads("#wrong") for phone in (ann, bo)] == ["", ""]
            assert served.told == []
    game = store.load(served.path).game
    points = [
        tuple(game.square(number, player).points or 0 for player in ("Ann", "Bo"))
        for number in range(1, len(evening.hands) + 1)
    ]
    assert points == [hand.points for hand in evening.hands]


def test_a_word_is_changed_and_taken_back(browser: Browser, serves: Serves, run: Run) -> None:
    served = serves(begun(run, "gin"))
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").taps("knock", "Ready")
        ann.sees("#wrong", "Now type the points that you have left.")
        ann.taps("4", "Ready", "Change it", "7")
        ann.sees("#typed", "knock 7")
        key = ann.page.get_by_role("button", name="knock", exact=True)
        expect(key).to_have_attribute("aria-pressed", "true")
        ann.taps("knock")
        expect(key).to_have_attribute("aria-pressed", "false")
        assert ann.reads("#typed") == "7"
        ann.taps("knock", "Cards", "Ready")
        ann.sees("#wrong", "10 more cards: this round deals 10.")
        ann.taps("Points", "gin", "delete the last one")
        expect(ann.page.locator("#typed")).to_have_text("\u00a0", use_inner_text=False)
        ann.taps("Ready")
        ann.sees("#wrong", "A blank isn't a zero")


def test_all_screens_say_who_ended_a_hand_by_a_knock(
    browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "gin"))
    knocks = "5s 5h 5d 7h 8h 9h qc qd qh 2c kh"
    with Phone(browser, served.url) as ann, Phone(browser, f"{served.url}/tv") as screen:
        ann.sits("Ann").taps("Knock or gin")
        ann.picks(list(parse_cards(knocks)), None)
        ann.taps("Show everybody")
        for phone in (ann, screen):
            phone.sees("#claim", "Yes. Ann knocks with 2.", "left", "discard")
            phone.sees("#in", "Ann ✓ knocked")
        ann.sees("#sent", "You knocked.")
        expect(ann.page.locator("#claim h2")).to_be_in_viewport()


def test_everybody_reads_how_somebody_ended_a_hand_of_gin(serves: Serves, run: Run) -> None:
    served = serves(begun(run, "gin"))
    ann = served.phone("Ann")
    for entry, says in (("23", "in"), ("gin", "gin"), ("big gin", "big gin"), ("o7", "knocked")):
        assert ann.sends(entry).status == 200
        assert ann.state()["seats"][0]["says"] == says
    assert ann.claims("5s 5h 5d 7h 8h 9h qc qd qh qs", None).json["how"] == "gin"
    assert "Ann</bdi> <span>✓ gin" in ann.asks("GET", "/").text


def test_in_a_match_the_terminal_says_when_a_phone_sent_a_different_number(
    browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "gin"))
    with seated(browser, served.url, "Ann", "Bo") as (ann, bo):
        ann.taps("knock", "7", "Ready")
        bo.taps("2", "3", "Ready")
        bo.shows("#sent")
        ann.sees("#in", "Everybody is in")
        assert run("add", "o9", "23", "-f", str(served.path)).code == 0
        ann.sees("#wrong", "The score keeper wrote 9 points for you, not 7.")
        bo.sees("#round", "Round 2")
        assert bo.reads("#wrong") == ""


def test_every_packaged_game_is_tried() -> None:
    assert set(names()) - {evening.game for evening in EVENINGS} == {
        *("deuces-arent-wild", "five-crowns", "three-thirteen-speed")  # as three-thirteen
    }


def test_a_sent_entry_is_visible_and_typing_the_wild_ends_the_complaint(
    browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "indian-rummy"))
    with Phone(browser, served.url, screen=(320, 568)) as ann, Phone(browser, served.url) as bo:
        ann.refusals = {422}
        bo.sits("Bo").taps("first drop 20", "Ready")
        ann.sits("Ann").taps("Cards")
        ann.picks(list(parse_cards("5s 6s 7s 8s 9h th jh qh 2c 2d 2h 9d 9c")), None)
        ann.taps("Ready")
        ann.sees("#wrong", "Round 1's wild rank was drawn, but nobody typed it")
        assert run("wild", "7", "-f", str(served.path)).code == 0
        ann.sees("#wrong:empty", "")
        ann.taps("Ready")
        expect(ann.page.locator("#entry")).to_be_in_viewport()


@pytest.mark.parametrize("game", some(["gin", "indian-rummy", "three-thirteen"], 2))
def test_all_keys_are_large_enough_and_nothing_scrolls_sideways(
    browser: Browser, serves: Serves, run: Run, game: str
) -> None:
    served = serves(begun(run, game))
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        for width in (320, 360):
            ann.page.set_viewport_size({"width": width, "height": 640})
            assert min(ann.page.evaluate(SIZES)) >= 44
            assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
            if width == 320 or is_long():
                assert barriers(ann.page) == []


def test_a_single_minus_does_not_mean_that_somebody_sat_out(
    browser: Browser, serves: Serves, run: Run
) -> None:
    with Phone(browser, serves(begun(run, "points")).url) as ann:
        ann.sits("Ann").taps("minus or plus", "Ready")
        ann.sees("#round", "Fewest points wins.")
        ann.sees("#wants", "Your points")
        ann.sees("#wrong", "A blank isn't a zero")
        ann.taps("5", "Ready")
        ann.sees("#sent", "-5 points")
