"""A phone asks for a correction of the last round, and the score keeper does it by a number."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import store
from tests.browser import barriers
from tests.program import ledger, scores, seeded
from tests.serve.people import Phone as Page
from tests.serve.phones import Phone, Reply, Served, Serves
from tests.serve.test_at_the_terminal import address, phone_at
from tests.serve.test_served_game import until
from tests.terminal import Sits

ROUND = scores("Bo", Ann=12, Bo=0, Cy=31)


def asks(phone: Phone, entry: str, number: int | None = 1) -> Reply:
    """The answer to a request for another entry in a round."""
    return phone.asks("POST", "/api/request", {"round": number, "entry": entry})


def test_a_request_is_told_with_what_stands_there_and_the_number_that_does_it(
    serves: Serves,
) -> None:
    served = serves(ledger(ROUND))
    answer = asks(served.phone("Cy"), "13")
    assert answer.json == {"number": 1, "command": "fix 3s cy=13"}
    told = "Cy's phone asks for 13, not 31, in round 1, the threes: type 1 for fix 3s cy=13"
    assert served.told[-1] == told
    assert asks(served.phone("Bo"), "7").json["command"] == "fix 3s --out - bo=7"
    assert served.serving.game.requests[2] == ("Bo", "fix 3s --out - bo=7")


def test_a_player_has_one_request_and_another_game_has_none(serves: Serves) -> None:
    served = serves(ledger(ROUND))
    cy = served.phone("Cy")
    asks(cy, "13")
    asks(cy, "14")
    assert served.serving.game.requests == {2: ("Cy", "fix 3s cy=14")}
    served.serving.go_along(seeded(served.path.with_name("friday.toml"), ledger(ROUND)))
    assert served.serving.game.requests == {}


def test_what_cannot_be_is_refused_and_nothing_is_told(serves: Serves) -> None:
    served = serves(ledger(ROUND))
    cy, guest = served.phone("Cy"), served.phone()
    looking = served.phone(look=True)
    told = [*served.told]
    assert asks(guest, "13").status == 409
    for number in (None, 0, 2, 99):
        assert (asks(cy, "13", number).status, cy.state()["game"]["rounds_played"]) == (409, 1)
    for entry in ("999", "o", "x", "", "1" * 300, "out:5S 5H 5D"):
        assert asks(cy, entry).status == 422, entry
    assert asks(looking, "13").status == 403
    assert asks(cy, 13).status == 400  # type: ignore[arg-type]
    assert served.told == told
    assert served.serving.game.requests == {}


def test_enter_never_does_what_a_phone_asked_for_and_its_number_does_it_once(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "thursday.toml", ledger(ROUND))
    person = sits("serve", "--port", "0")
    at = address(person)
    cy = phone_at(person, "Cy", *at)
    assert asks(cy, "13").status == 200
    person.sees("Cy's phone asks for 13, not 31, in round 1, the threes: type 1 for")
    person.types("")
    person.sees("not everybody is in")
    assert store.load(path).game.rounds[0].scores["Cy"] == 31
    person.talks(">> 1", "undo takes this back.")
    assert store.load(path).game.rounds[0].scores["Cy"] == 13
    until(lambda: cy.state()["sheet"]["rounds"][0]["points"]["Cy"] == 13)
    person.talks(">> 1", "and next can be typed >> off")
    assert person.ends()[1] == 0


def test_in_the_open_game_the_number_does_it_as_well(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger(ROUND))
    person = sits()
    person.types("serve --port 0")
    cy = phone_at(person, "Cy", *address(person))
    assert asks(cy, "13").status == 200
    person.talks("the threes: type 1 for >> 1", "undo takes this back.")
    assert store.load(path).game.rounds[0].scores["Cy"] == 13


@pytest.mark.slow
def test_a_wrong_number_is_asked_for_on_the_pad_and_what_was_typed_before_is_kept(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url) as ann:
        ann.sits("Ann").begins("7")
        ann.taps("wrong score?")
        ann.sees("#wants", "What you had in round 1")
        expect(ann.page.locator("#ways")).to_be_hidden()
        assert barriers(ann.page) == []
        ann.taps("2", "1", "Ask the score keeper")
        ann.sees("#news", "The score keeper reads your request: number 1 corrects it.")
        ann.sees("#typed", "7")
        assert served.serving.game.requests == {1: ("Ann", "fix 3s ann=21")}
        ann.taps("Ready")
        ann.sees("#sent", "7 points")
        ann.taps("wrong score?")
        ann.page.locator("#numbers").wait_for()
        ann.refusals = {422}
        ann.taps("9", "9", "9", "Ask the score keeper")
        ann.sees("#wrong", "999")
        ann.taps("back")
        ann.sees("#sent", "7 points")
