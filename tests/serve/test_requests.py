"""A phone asks for a correction of the last round, and the score keeper makes it with a number."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from scorekeeper import store
from scorekeeper.serve import load_phones
from tests.browser import barriers
from tests.program import Run, ledger, scores, seeded, start
from tests.serve.people import Phone as Page
from tests.serve.people import add
from tests.serve.phones import Phone, Reply, Served, Serves
from tests.serve.test_at_the_terminal import address, phone_at
from tests.serve.test_served_game import until
from tests.serve.test_words_of_a_game import begun
from tests.terminal import Sits

ROUND = scores("Bo", Ann=12, Bo=0, Cy=31)
LEVEL = ledger(
    scores(Ann=12, Bo=12, Cy=31),
    rules='[rules]\ngame = "points"\nrounds = 1\nties = "bonus-round"\ndealer = "none"\n',
)
"""All rounds are played, and Ann and Bo play a bonus round."""


def asks(phone: Phone, entry: str, number: int | None = 1) -> Reply:
    """The answer to a request for another entry in a round."""
    return phone.asks("POST", "/api/request", {"round": number, "entry": entry})


def requests(served: Served) -> dict[int, str]:
    """The requests by number, as the file beside the ledger has them."""
    kept = load_phones(served.path)
    assert kept
    return {asked.number: f"{asked.player}={asked.entry}" for asked in kept.requests}


def test_a_request_is_shown_with_the_old_entry_and_the_number_that_makes_the_change(
    serves: Serves,
) -> None:
    served = serves(ledger(ROUND))
    answer = asks(served.phone("Cy"), "13")
    assert answer.json == {"number": 1, "command": "fix 3s cy=13"}
    told = "Cy's phone asks for 13, not 31, in round 1, the threes: type 1 for fix 3s cy=13"
    assert served.told[-1] == told
    assert asks(served.phone("Bo"), "7").json["command"] == "fix 3s --out - bo=7"
    assert requests(served) == {1: "Cy=13", 2: "Bo=7"}


def test_nobody_can_ask_for_what_the_sheet_already_says(serves: Serves) -> None:
    served = serves(ledger(ROUND))
    answer = asks(served.phone("Ann"), "12")
    assert (answer.status, answer.problem) == (409, "the sheet already says that")
    assert requests(served) == {}


def test_in_gin_a_request_names_the_deadwood_and_not_what_it_scored(
    serves: Serves, run: Run
) -> None:
    served = serves(begun(run, "gin"))
    add(served.path, "ann=knock 9", "bo=27")
    ann = served.phone("Ann")
    until(lambda: ann.state()["mends"])
    assert asks(ann, "7").json["command"] == "fix 1 ann=7"
    assert served.told[-1] == "Ann's phone asks for 7, not 9, in round 1: type 1 for fix 1 ann=7"


def test_a_player_has_one_request_and_it_does_not_outlive_the_game(serves: Serves) -> None:
    served = serves(ledger(ROUND))
    cy = served.phone("Cy")
    asks(cy, "13")
    asks(cy, "14")
    assert requests(served) == {2: "Cy=14"}
    served.path = seeded(served.path.with_name("friday.toml"), ledger(ROUND))
    served.serving.move_to(served.path)
    assert requests(served) == {}


def test_a_restart_repeats_the_requests_and_goes_on_with_the_numbers(serves: Serves) -> None:
    first = serves(ledger(ROUND))
    asks(first.phone("Cy"), "13")
    first.serving.stop()
    second = serves()
    told = "Cy's phone asks for 13, not 31, in round 1, the threes: type 1 for fix 3s cy=13"
    until(lambda: told in second.told)
    asks(second.phone("Bo"), "7")
    assert requests(second) == {1: "Cy=13", 2: "Bo=7"}
    assert second.serving.do(lambda: second.serving.game.grant(1)) == "fix 3s cy=13"
    assert second.serving.do(lambda: second.serving.game.grant(1)) == ""
    assert requests(second) == {2: "Bo=7"}


def test_a_renamed_player_keeps_a_request_and_a_round_taken_back_loses_it(
    serves: Serves, run: Run
) -> None:
    served = serves(ledger(ROUND))
    asks(served.phone("Cy"), "13")
    assert run("player", "rename", "cy", "Cyrus").code == 0
    until(lambda: "Cyrus" in served.serving.game.phones.seats)
    assert served.serving.do(lambda: served.serving.game.grant(1)) == "fix 3s cyrus=13"
    asks(served.phone("Bo"), "7")
    seeded(served.path, ledger())
    until(lambda: served.serving.game.game.rounds == ())
    assert served.serving.game.phones.requests == ()


def test_the_last_round_and_a_bonus_round_are_corrected_as_well(serves: Serves, run: Run) -> None:
    served = serves(LEVEL)
    ann, cy = served.phone("Ann"), served.phone()
    assert cy.sits("Cy").status == 422  # Cy doesn't play the bonus round
    assert ann.state()["mends"]["Ann"] == {"round": 1, "name": "round 1"}
    assert asks(ann, "13").json["command"] == "fix 1 ann=13"
    assert run("add", "5", "9").code == 0
    until(lambda: ann.state()["game"]["finished"])
    assert ann.state()["mends"]["Ann"] == {"round": None, "name": "the bonus round"}
    assert asks(ann, "13", 1).status == 409
    assert asks(ann, "6", None).json["command"] == "fix bonus ann=6"
    told = "Ann's phone asks for 6, not 5, in the bonus round: type 2 for fix bonus ann=6"
    assert served.told[-1] == told


def test_a_player_who_sits_a_bonus_round_out_has_the_round_before_corrected(serves: Serves) -> None:
    served = serves(LEVEL.partition("[[rounds]]")[0])
    cy = served.phone("Cy")
    add(served.path, "12", "12", "31")
    until(lambda: cy.state()["next"]["bonus"])
    add(served.path, "5", "9")
    until(lambda: cy.state()["game"]["finished"])
    assert cy.state()["mends"]["Cy"] == {"round": 1, "name": "round 1"}
    assert asks(cy, "30").json["command"] == "fix 1 cy=30"


def test_impossible_requests_are_refused_and_nothing_is_shown(serves: Serves) -> None:
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
    assert requests(served) == {}


def test_another_game_can_be_asked_for_only_once_this_one_is_over(serves: Serves, run: Run) -> None:
    served = serves(ledger(ROUND))
    cy = served.phone("Cy")
    assert asks(cy, "again").status == 422
    assert run("finish").code == 0
    until(lambda: cy.state()["game"]["finished"])
    assert asks(cy, "again").json == {"number": 1, "command": "again"}
    assert served.told[-1] == "Cy's phone asks for another game: type 1 for again"
    assert run("undo").code == 0
    until(lambda: not cy.state()["game"]["finished"])
    assert served.serving.game.phones.requests == ()


def test_the_number_starts_the_next_game_with_the_phones(folder: Path, sits: Sits) -> None:
    seeded(folder / "thursday.toml", ledger(ROUND))
    person = sits("serve", "--port", "0")
    cy = phone_at(person, "Cy", *address(person))
    assert start(["finish"], folder).code == 0
    until(lambda: cy.state()["game"]["finished"])
    assert asks(cy, "again").status == 200
    person.talks("asks for another game: type 1 for again >> 1", "the phones move to this game")
    until(lambda: cy.state()["next"])
    assert cy.state()["me"]["player"] == "Cy"
    person.types("off")
    assert person.ends()[1] == 0


def test_only_its_number_makes_a_change_that_a_phone_asked_for_and_only_once(
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
    person.talks(">> 1", "no phone has a request with the number 1 >> off")
    assert person.ends()[1] == 0


def test_in_the_open_game_the_number_works_too(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger(ROUND))
    person = sits()
    person.types("serve --port 0")
    cy = phone_at(person, "Cy", *address(person))
    assert asks(cy, "13").status == 200
    person.talks("the threes: type 1 for >> 1", "undo takes this back.")
    assert store.load(path).game.rounds[0].scores["Cy"] == 13


def test_a_wrong_score_is_corrected_on_the_pad_and_what_was_typed_before_is_kept(
    browser: Browser, served: Served
) -> None:
    with Page(browser, served.url) as ann:
        ann.sits("Ann").begins("7")
        ann.taps("wrong score?")
        ann.sees("#wants", "What you had in round 1")
        ann.sees_no("#ways")
        assert barriers(ann.page) == []
        ann.taps("2", "1", "Ask the score keeper")
        ann.sees("#news", "Sent. The score keeper types 1 to accept it.")
        ann.sees("#typed", "7")
        assert requests(served) == {1: "Ann=21"}
        ann.taps("Ready")
        ann.sees("#sent", "7 points")
        ann.taps("wrong score?")
        ann.shows("#numbers")
        ann.refusals = {422}
        ann.taps("9", "9", "9", "Ask the score keeper")
        ann.sees("#wrong", "999")
        ann.taps("back")
        ann.sees("#sent", "7 points")


def test_after_the_last_round_and_a_bonus_round_the_page_can_still_ask(
    browser: Browser, serves: Serves
) -> None:
    served = serves(LEVEL)
    with Page(browser, served.url) as ann, Page(browser, served.url) as guest:
        ann.sits("Ann").taps("wrong score?")
        ann.sees("#wants", "What you had in round 1")
        ann.taps("back")
        add(served.path, "5", "9")
        ann.sees("#round", "Ann wins")
        expect(guest.page.get_by_role("button", name="Ask for another game")).to_be_hidden()
        expect(ann.page.get_by_role("button", name="not me")).to_be_hidden()
        ann.taps("wrong score?")
        ann.sees("#wants", "What you had in the bonus round")
        assert barriers(ann.page) == []
        ann.taps("6", "Ask the score keeper")
        ann.sees("#news", "Sent. The score keeper types 1 to accept it.")
        ann.sees_no("#numbers")
        assert requests(served) == {1: "Ann=6"}
        ann.taps("Ask for another game")
        ann.sees("#news", "Sent. The score keeper types 2 to accept it.")
        assert served.told[-1] == "Ann's phone asks for another game: type 2 for again"
        guest.sees_no("#mine")
