"""A phone that two people share: its own player, and somebody without a phone."""

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper.serve import load_phones, pages
from tests.browser import barriers
from tests.program import ledger, scores
from tests.serve.people import Phone as Page
from tests.serve.people import Served as Process
from tests.serve.people import add
from tests.serve.phones import Phone, Reply, Served, Serves
from tests.serve.test_served_game import until
from tests.serve.test_views import BUTTONS

ROUND = scores("Bo", Ann=12, Bo=0, Cy=31)


def also(phone: Phone, player: str) -> Reply:
    """The answer to a phone that asks to enter for another player too."""
    return phone.asks("PUT", "/api/seat", {"player": player, "also": True})


def sends(phone: Phone, player: str | None, entry: str, number: int = 1) -> Reply:
    """The answer to what a phone sends for a player."""
    body = {"round": number, "entry": entry, "ready": True, "for": player}
    return phone.asks("PUT", "/api/draft", body)


def seats(phone: Phone) -> tuple[str | None, str | None]:
    """Whose seats a phone has."""
    state = phone.state()
    own, other = state["me"], state["also"]
    return own and own["player"], other and other["player"]


@pytest.fixture
def shared(serves: Serves) -> tuple[Served, Phone]:
    """Ann's phone, which enters for Bo too."""
    served = serves()
    phone = served.phone("Ann")
    assert also(phone, "Bo").status == 200
    return served, phone


def test_drafts_of_both_players_are_apart_and_each_names_its_player(
    shared: tuple[Served, Phone],
) -> None:
    served, ann = shared
    assert served.told[-2:] == ["Ann has a phone", "Bo is entered on Ann's phone"]
    assert sends(ann, "Bo", "5").json["player"] == "Bo"
    assert sends(ann, None, "12").json["player"] == "Ann"
    state = ann.state()
    assert (state["me"]["draft"]["entry"], state["also"]["draft"]["entry"]) == ("12", "5")
    assert served.told[-2:] == ["Bo's phone: 5", "Ann's phone: 12"]
    ready = {seat["player"]: (seat["taken"], seat["ready"]) for seat in state["seats"]}
    assert ready == {"Ann": (True, True), "Bo": (True, True), "Cy": (False, False)}
    assert ann.asks("DELETE", "/api/draft?for=Bo").status == 200
    assert served.serving.game.phones.drafts.keys() == {"Ann"}


def test_a_request_without_a_player_means_the_phone_s_own(shared: tuple[Served, Phone]) -> None:
    served, ann = shared
    assert ann.sends("7").json["player"] == "Ann"
    assert ann.claims("3S 3H 3D", "5C").json["player"] == "Ann"
    assert ann.asks("DELETE", "/api/draft").status == 200
    assert served.serving.game.phones.drafts == {}
    assert ann.asks("DELETE", "/api/seat").status == 200
    assert served.serving.game.phones.seats == {}


def test_a_claim_is_for_one_of_the_two(shared: tuple[Served, Phone]) -> None:
    served, ann = shared
    body = {"round": 1, "cards": "3S 3H 3D", "discard": "5C", "for": "Bo"}
    assert ann.asks("POST", "/api/claim", body).json["stands"]
    assert ann.state()["claim"]["player"] == "Bo"
    assert served.serving.game.phones.ready().keys() == {"Bo"}
    body["for"] = "Cy"
    assert ann.asks("POST", "/api/claim", body).status == 409


@pytest.mark.parametrize(("left", "kept"), [("Ann", "Bo"), ("Bo", "Ann")])
def test_leaving_one_seat_keeps_the_other(
    shared: tuple[Served, Phone], left: str, kept: str
) -> None:
    served, ann = shared
    for player in ("Ann", "Bo"):
        sends(ann, player, "9")
    assert ann.asks("DELETE", f"/api/seat?for={left}").status == 200
    assert served.told[-1] == f"{left} has no phone now"
    assert seats(ann) == (kept, None)
    assert served.serving.game.phones.drafts.keys() == {kept}
    assert ann.sends("8").json["player"] == kept


def test_a_phone_has_two_seats_at_most_and_sits_in_one_as_before(
    shared: tuple[Served, Phone],
) -> None:
    served, ann = shared
    refused = also(ann, "Cy")
    assert refused.status == 409
    assert refused.json["error"]["problem"] == "this phone has the seats of Ann and Bo already"
    assert also(ann, "Bo").status == also(ann, "Ann").status == 200
    assert seats(ann) == ("Ann", "Bo")
    assert ann.sits("Bo").status == 200
    assert seats(ann) == ("Bo", None)
    assert ann.sits("Cy").status == 200
    assert served.serving.game.phones.seats.keys() == {"Cy"}


def test_the_childs_own_phone_takes_over_the_seat_like_any_other(
    shared: tuple[Served, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    served, ann = shared
    for player in ("Ann", "Bo"):
        sends(ann, player, "9")
    bo = served.phone()
    assert bo.sits("Bo").status == 409
    assert seats(ann) == ("Ann", "Bo")
    monkeypatch.setattr(pages, "SILENT_SECONDS", 0)
    assert bo.sits("Bo").status == 200
    assert served.told[-1] == "Bo has another phone now; what the first one sent is gone"
    assert seats(ann) == ("Ann", None)
    assert "took over Bo's seat" in ann.state()["note"]
    assert served.serving.game.phones.drafts.keys() == {"Ann"}
    assert sends(ann, "Bo", "9").status == 409
    assert also(ann, "Bo").status == 200  # and back, as an addition
    assert seats(ann) == ("Ann", "Bo")


def test_a_restart_and_a_new_name_keep_both(serves: Serves) -> None:
    first = serves(ledger(ROUND))
    ann = first.phone("Cy")
    assert also(ann, "Ann").status == 200  # who sits before Cy, and is still the second here
    sends(ann, "Ann", "5", 2)
    sends(ann, "Cy", "6", 2)
    first.serving.stop()
    serves(port=first.port)
    assert seats(ann) == ("Cy", "Ann")
    assert ann.state()["also"]["draft"]["entry"] == "5"
    kept = load_phones(first.path)
    assert kept
    assert [*kept.seats] == ["Cy", "Ann"]


def test_the_other_player_s_last_round_is_corrected_as_well(serves: Serves) -> None:
    served = serves(ledger(ROUND))
    ann = served.phone("Ann")
    also(ann, "Cy")
    assert ann.state()["mends"].keys() == {"Ann", "Cy"}
    body = {"round": 1, "entry": "13", "for": "Cy"}
    assert ann.asks("POST", "/api/request", body).json["command"] == "fix 3s cy=13"
    assert ann.asks("POST", "/api/request", {**body, "for": "Bo"}).status == 409


@pytest.mark.parametrize("player", ["Zed", "", "__proto__", "ann", "\u202eoB", "<b>Bo</b>"])
def test_a_phone_enters_only_for_the_seats_it_has(
    shared: tuple[Served, Phone], player: str
) -> None:
    served, ann = shared
    before = served.serving.game.phones
    assert sends(ann, player, "5").status == 409
    assert ann.asks("DELETE", f"/api/draft?for={player.encode().hex()}").status == 409
    assert ann.asks("DELETE", f"/api/seat?for={player.encode().hex()}").status == 200
    assert also(ann, player).status in (409, 422)
    assert served.serving.game.phones == before


@pytest.mark.parametrize("value", [1, "yes", None, [], {}])
def test_also_must_be_true_or_false(serves: Serves, value: object) -> None:
    phone = serves().phone("Ann")
    answer = phone.asks("PUT", "/api/seat", {"player": "Bo", "also": value})
    assert answer.status == 400
    assert sends(phone, 5, "5").status == 400  # type: ignore[arg-type]
    assert seats(phone) == ("Ann", None)


# ── on the page ──────────────────────────────────────────────────────────────────────────


def shares(page: Page, player: str) -> None:
    """Take another player's seat too."""
    page.page.get_by_text("Also enter for somebody without a phone").tap()
    expect(page.page.locator("#also")).to_be_in_viewport(ratio=1)
    page.taps(player)
    page.sees("#both", player)


def test_the_pad_says_whose_points_it_wants_and_goes_on_to_the_other_once_they_are_in(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url) as ann:
        ann.sees("#seats", "Somebody has no phone?")
        ann.sits("Ann")
        ann.sees("label[for=typed]", "Points left in your hand")
        shares(ann, "Cy")
        ann.sees("#wants", "Points left in Ann's hand")
        expect(ann.page.locator("#standings .own")).to_have_count(2)
        ann.taps("1", "2", "Cy", "7", "Ann")
        ann.sees("#typed", "12")
        ann.taps("Ready")
        ann.sees("#wants", "Points left in Cy's hand")
        ann.sees("#typed", "7")
        ann.sees("#both", "Ann ✓")
        ann.taps("Ann ✓")
        ann.sees("#entry", "12 points")
        ann.taps("Cy", "Ready")
        ann.sees("#both", "Cy ✓")
        ann.sees("#entry", "12 points")  # once both are in, the first has the pad again
        ann.taps("Cy ✓")
        ann.sees("#entry", "7 points")
        ann.sees("#in", "2 of 3 are in")
        assert {n: d.entry for n, d in served.serving.game.phones.ready().items()} == {
            "Ann": "12",
            "Cy": "7",
        }
        ann.page.reload()
        ann.sees("#both", "Ann ✓", "Cy ✓")
        add(served.path, "12", "o", "7")
        ann.sees(
            "#told", "You +12, now 2nd, 24 behind Bo. \u2068Cy\u2069 +7, now 3rd, 14 behind Ann."
        )
        assert len(ann.page.locator("#told").inner_text().splitlines()) == 2
        ann.sees("#wants", "Points left in Ann's hand")


def test_zero_a_claim_and_a_wrong_score_are_those_of_the_player_on_the_pad(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url) as ann:
        ann.sits("Ann")
        shares(ann, "Cy")
        ann.taps("Cy", "0", "Ready")
        ann.sees("#wrong", "0: did Cy go out?")
        ann.taps("Yes, Cy went out")
        ann.sees("#both", "Cy ✓")
        assert served.serving.game.phones.ready()["Cy"].entry == "out"
        ann.sees("#wants", "Points left in Ann's hand")
        ann.taps("Cy ✓")
        ann.sees("#entry", "Cy went out.")
        ann.taps("Change it", "wrong score?", "2", "2")
        ann.sees("#wants", "What Cy had in round 1")
        ann.taps("Ask the score keeper")
        ann.sees("#news", "The score keeper types 1")
        assert served.serving.game.phones.requests[0][1:] == ("Cy", 0, "22")


def test_free_seats_do_not_move(browser: Browser, served: Served) -> None:
    with Page(browser, served.url) as ann:
        ann.sits("Ann")
        high = "document.querySelector('[data-also=Cy]').getBoundingClientRect().y"
        later = f"new Promise(seen => setTimeout(() => seen({high}), 100))"
        assert ann.page.evaluate(f"byId('extra').click(), {high}") == ann.page.evaluate(later) > 0


def test_the_phone_says_that_what_was_typed_for_either_is_gone_and_each_seat_can_be_left_alone(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url) as ann:
        ann.sits("Ann")
        shares(ann, "Cy")
        ann.taps("Cy")
        ann.begins("7")
        ann.taps("Ann")
        ann.begins("9")
        add(served.path, "1", "o", "2")
        ann.sees("#wrong", "without what you typed here.")
        ann.sees("#wrong", "without what you typed for Cy.")
        ann.sees("#extra", "This phone enters for Cy too")
        ann.page.locator("#extra").tap()
        ann.taps("Leave Cy's seat")
        ann.sees("#wants", "Points left in your hand")
        ann.taps("Cy")
        ann.sees("#wants", "Points left in Ann's hand")
        ann.taps("not me")
        ann.sees("#wants", "Points left in your hand")
        ann.sees("#me", "Cy")
        assert served.serving.game.phones.seats.keys() == {"Cy"}


def test_both_players_read_their_places_at_the_end(browser: Browser, serves: Serves) -> None:
    served = serves(ledger(*[ROUND] * 10))
    with Page(browser, served.url) as ann:
        ann.sits("Ann")
        shares(ann, "Bo")
        add(served.path, "12", "o", "31")
        ann.sees("#came", "You came 2nd, 132 behind Bo. \u2068Bo\u2069 won!")


def test_the_page_of_a_shared_phone_is_for_everybody_and_its_keys_fit_a_small_phone(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url, screen=(320, 568)) as ann:
        ann.sits("Ann")
        shares(ann, "Cy")
        ann.sees("#wants", "Points left in Ann's hand")
        ann.page.evaluate("scrollTo(0, 0)")
        ann.page.locator("#mine").scroll_into_view_if_needed()
        assert barriers(ann.page) == []
        assert ann.page.evaluate("document.documentElement.scrollWidth") == 320
        assert ann.page.evaluate(BUTTONS) == []


def test_a_shared_phone_is_right_again_after_the_server_was_killed(
    browser: Browser, process: Process
) -> None:
    with Page(browser, process.url) as ann:
        ann.sits("Ann")
        shares(ann, "Cy")
        ann.taps("5", "Ready")
        ann.sees("#wants", "Points left in Cy's hand")
        process.ends()
        ann.sees("#trouble", "isn't answering")
        process.comes_back()
        ann.sees("#trouble:empty", "")
        ann.taps("6", "Ready")
        ann.sees("#in", "2 of 3 are in")


def test_a_phone_that_only_watches_takes_no_seat(serves: Serves) -> None:
    served = serves()
    looking = served.phone(look=True)
    assert also(looking, "Bo").status == 403
    until(lambda: served.serving.game.phones.seats == {})
