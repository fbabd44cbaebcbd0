"""Rounds that the number does not tell apart: bonus rounds, and a hand that is dealt again."""

from playwright.sync_api import Browser

from tests.program import Run, ledger, scores
from tests.serve.people import Phone, add
from tests.serve.phones import Serves
from tests.serve.test_words_of_a_game import begun

TIED = ledger(
    scores(Ann=5, Bo=5),
    players=("Ann", "Bo"),
    rules='[rules]\ngame = "points"\nrounds = 1\nties = "bonus-round"\ndealer = "none"\n',
    game="",
)
"""An evening of which only the play-off is left."""

WITHOUT = "The round was written without what you typed here."


def test_players_who_tie_again_get_a_new_round(browser: Browser, serves: Serves) -> None:
    served = serves(TIED)
    with Phone(browser, served.url) as ann, Phone(browser, served.url) as bo:
        for phone, player, points in ((ann, "Ann", "4"), (bo, "Bo", "7")):
            phone.sits(player).taps(points, "Ready")
            phone.sees("#sent", f"{points} points")
        add(served.path, "4", "4")
        bo.sees("#wrong", "The score keeper wrote 4 points for you, not 7.")
        ann.sees("#in", "0 of 2 are in")
        assert ann.reads("#wrong") == ""


def test_entries_for_a_bonus_round_do_not_carry_over(browser: Browser, serves: Serves) -> None:
    served = serves(TIED)
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").begins("7")
        add(served.path, "3", "3")
        ann.sees("#wrong", WITHOUT)
        ann.taps("Ready")
        ann.sees("#wrong", "A blank isn't a zero")


def test_entries_for_a_dead_hand_do_not_carry_over(
    browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "gin"))
    with Phone(browser, served.url) as ann:
        ann.sits("Ann").begins("23")
        add(served.path, "dead")
        ann.sees("#wrong", "The table is playing another round now: what you typed here is gone.")
        ann.taps("Ready")
        ann.sees("#wrong", "A blank isn't a zero")
