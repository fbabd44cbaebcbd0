"""After a round each phone says how it went for its player, and before one what happens next."""

import pytest
from playwright.sync_api import Browser

from scorekeeper import codec
from scorekeeper.ledger import Game
from scorekeeper.render import machine
from scorekeeper.serve import served_game
from scorekeeper.serve.pages import stands
from scorekeeper.store import load_ledger
from tests.browser import barriers
from tests.manual.examples import ROOT
from tests.program import Run, evening, ledger, scores
from tests.serve.people import Phone, add, seated
from tests.serve.phones import Served, Serves
from tests.serve.test_television import LONG as EIGHT
from tests.serve.test_views import box
from tests.serve.test_words_of_a_game import begun


def told(game: Game) -> dict[str, str]:
    """How each player stands, in words."""
    left = {player.name: player.left for player in game.players}
    return stands(machine.standings(game, "thursday.toml")["standings"], left)


def test_players_read_how_far_ahead_the_next_is_and_the_leader_who_follows() -> None:
    four = ("Ann", "Bo", "Cy", "Di")
    game = codec.read(ledger(scores("Bo", Ann=12, Bo=0, Cy=31, Di=12), players=four))
    assert told(game) == {
        "Bo": "1st, 12 ahead of Ann",
        "Ann": "2nd, level with Di",
        "Di": "2nd, level with Ann",
        "Cy": "4th, 19 behind Di",
    }
    even = codec.read(ledger(scores(Ann=5, Bo=5, Cy=5, Di=5), players=four))
    assert told(even)["Ann"] == "1st, level with 3 others"


def test_a_player_without_a_place_reads_the_total() -> None:
    game = codec.read(ledger(scores("Bo", Bo=0, Cy=31)))
    assert told(game)["Ann"] == "not ranked, with 0 points"


def test_a_player_who_left_reads_when_and_with_how_many_points(
    browser: Browser, served: Served, run: Run
) -> None:
    with Phone(browser, served.url) as ann:
        ann.sits("Ann")
        run("player", "leave", "Ann")
        ann.sees("#entry", "You left after round 1 with 12 points.")
        add(served.path, "o", "5")
        ann.sees("#news", "Round 2 is on the sheet.")
        ann.sees_no("#after")
        run("finish")
        ann.sees("#came", "You left after round 1 with 12 points.")


def test_after_a_settlement_the_distance_is_that_of_the_settled_totals() -> None:
    gin = load_ledger(ROOT / "sample_games/gin-by-the-fire.toml")
    assert told(gin) == {"Uncle Cy": "1st, 151 ahead of Ann", "Ann": "2nd, 151 behind Uncle Cy"}


def test_in_a_pool_a_player_behind_somebody_with_more_points_reads_no_distance() -> None:
    pool = load_ledger(ROOT / "sample_games/pool-of-101.toml")
    assert told(pool)["Ravi"] == "2nd, 53 behind Bo"
    assert told(pool)["Meera"] == "3rd, behind Ravi"


def test_a_card_shows_the_result_of_a_round_until_it_is_tapped_or_for_five_seconds(
    browser: Browser, served: Served
) -> None:
    with seated(browser, served.url, "Ann", "Bo") as (ann, bo), Phone(browser, served.url) as guest:
        ann.enters(8)
        ann.page.evaluate("scrollTo(0, 9999)")
        add(served.path, "8", "o", "5")
        ann.sees("#told", "You +8, now 2nd, 20 behind Bo.")
        bo.sees("#told", "You went out, now 1st, 20 ahead of Ann.")
        guest.sees("#news", "Round 2 is on the sheet.")
        guest.sees_no("#after")
        ann.sees("#places .own", "Ann")
        ann.page.evaluate("byId('told').click()")
        ann.sees_no("#after")
        assert 0 < box(ann, "#me").top < box(ann, "#ready").bottom <= 740
        ann.sees("#standings .own .name", "Ann")
        ann.page.reload()
        ann.sees("#me", "Ann")
        ann.sees_no("#after")
        bo.sees_no("#after")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320)])
def test_the_card_is_readable_by_everybody_light_or_dark_and_fits_a_small_phone(
    browser: Browser, serves: Serves, width: int, height: int
) -> None:
    served = serves(evening(1, {name: seat for seat, name in enumerate(EIGHT, start=1)}))
    with Phone(browser, served.url, screen=(width, height)) as phone:
        phone.sits(EIGHT[-1])
        phone.page.evaluate("closeCard = () => undefined")
        add(served.path, "o", *"1234567")
        phone.sees("#told", "You +7, now 8th, 2 behind ")
        assert barriers(phone.page) == []
        told, own, on = (box(phone, part) for part in ("#told", "#places .own", "#on"))
        assert told.bottom <= own.top < own.bottom <= on.top < on.bottom <= height


def test_a_player_who_is_out_of_the_game_reads_the_final_place(
    browser: Browser, serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "indian-rummy", "Cy"))
    with Phone(browser, served.url) as cy:
        cy.sits("Cy")
        add(served.path, "o", "30", "80")
        cy.sees("#told", "You +80, now 3rd, 50 behind Bo.")
        add(served.path, "o", "30", "80")
        cy.sees("#told", "You +80, now 3rd, 100 behind Bo.")
        cy.sees("#entry", "You are out of the game: 3rd, 100 behind Bo.")


# ── when all are in ──────────────────────────────────────────────────────────────────────


def test_when_all_are_in_every_screen_says_that_the_laptop_is_next(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as ann, Phone(browser, f"{served.url}/tv") as screen:
        ann.sits("Ann").enters(5)
        served.phone("Bo").sends("o", 2)
        served.phone("Cy").sends("9", 2)
        for phone in (ann, screen):
            phone.sees("#in", "Everybody is in", "Waiting for Enter at the laptop.")


def test_a_round_that_writes_itself_counts_down_and_waits_when_a_phone_says_so(
    browser: Browser, serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 60)
    served = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=31)), auto=True)
    with (
        Phone(browser, served.url) as ann,
        Phone(browser, served.url) as guest,
        Phone(browser, f"{served.url}/tv") as screen,
    ):
        ann.sits("Ann").enters(5)
        served.phone("Bo").sends("o", 2)
        served.phone("Cy").sends("9", 2)
        guest.sees("#in", "Any player can tap Wait")
        guest.sees_no("#wait")  # who has no seat has no say
        who = "Any player can tap Wait on a phone, or the score keeper can type wait."
        for phone in (ann, screen):
            phone.sees("#in", who)
            phone.page.wait_for_function("() => byId('left').textContent < 60")
        ann.taps("Wait")
        for phone in (ann, screen):
            phone.sees("#in", "Ann said wait. Waiting for Enter at the laptop.")
        ann.sees_no("#wait")
        assert len(load_ledger(served.path).rounds) == 1
        monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.5)
        ann.taps("Change it", "delete the last one", "7", "Ready")
        ann.sees("#round", "Round 3 of 11")
        assert load_ledger(served.path).rounds[1].scores["Ann"] == 7
