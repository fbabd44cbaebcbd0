"""With ``--auto`` a round writes itself, unless somebody waits, asks or has to be asked."""

import time
from http.client import HTTPConnection

import pytest

from scorekeeper import store
from scorekeeper.serve import phones_held, served_game, server
from tests.program import Run, ledger, scores, seeded
from tests.serve.phones import Page, Serves
from tests.serve.test_served_game import all_in, until


@pytest.fixture(autouse=True)
def there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that somebody has to say wait."""
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 60)


def test_a_round_writes_itself_after_a_while(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    assert 0 < phone.state()["writes_in"] <= 60
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.3)
    phone.sends("13")
    until(lambda: phone.state()["game"]["rounds_played"] == 1)
    assert store.load(served.path).game.rounds[0].out == ("Bo",)
    assert served.told[-3] == "round 1, the threes, is on the sheet, as phones sent it."
    assert phone.state()["me"]["draft"] is None


def test_wait_stops_that_until_something_else_is_sent(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    assert phone.asks("POST", "/api/wait").status == 200
    assert phone.state()["waits"] == "Ann"
    assert served.told[-1] == "Ann says wait: [Enter] writes the round"
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.3)
    version = phone.state()["version"]
    seeded(served.path, served.path.read_text("utf-8") + "# no word for the game\n")
    until(lambda: phone.state()["version"] > version)
    assert phone.state()["writes_in"] is None
    time.sleep(0.8)
    assert phone.state()["game"]["rounds_played"] == 0
    phone.sends("13")
    until(lambda: phone.state()["game"]["rounds_played"] == 1)


def test_a_wait_ends_with_its_round(serves: Serves, run: Run) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    assert phone.asks("POST", "/api/wait").status == 200
    run("add", "12", "o", "5")
    until(lambda: phone.state()["game"]["rounds_played"] == 1)
    assert phone.state()["waits"] is None


def test_nothing_writes_itself_and_no_phone_changes_it_while_the_keyboard_asks(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves(auto=True)
    phone, *others = all_in(served)
    with phones_held(served.path):
        for answer in (phone.sends("10"), others[0].asks("DELETE", "/api/draft")):
            assert answer.status == 409
            assert answer.problem == "the score keeper is writing this round"
        until(lambda: phone.state()["writes_in"] is None)
        monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.3)
        time.sleep(0.8)
        assert phone.state()["game"]["rounds_played"] == 0
    until(lambda: phone.state()["game"]["rounds_played"] == 1)
    assert store.load(served.path).game.rounds[0].scores["Ann"] == 12
    assert not [line for line in served.told if "phone has come" in line][3:]


def test_a_keyboard_holds_the_round_though_another_has_just_gone(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LOOK_SECONDS", 3600)  # it looks around when it is told to
    served = serves(auto=True)
    game = served.serving.game
    with phones_held(served.path):
        served.serving.do(game.check_on_phones)
    until(lambda: not game.is_held)
    phone, *_ = all_in(served)
    assert phone.state()["writes_in"]
    told = [*served.told]
    with phones_held(served.path):
        served.serving.do(game.check_on_phones)
        assert phone.state()["writes_in"] is None
        assert served.told == told


class Patient(HTTPConnection):
    """A connection that times out so late that a test would notice the wait."""

    def __init__(self, host: str, port: int, timeout: float) -> None:
        super().__init__(host, port, timeout=300 * timeout)


def test_if_nothing_is_served_the_keyboard_waits_for_nobody(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("http.client.HTTPConnection", Patient)
    served = serves()
    served.serving.stop()
    began = time.monotonic()
    for path in (served.path, served.path.with_name("friday.toml")):
        with phones_held(path):
            pass
    serves(port=served.port, is_new=True)
    with phones_held(served.path):
        pass
    assert time.monotonic() - began < 200


def test_a_round_that_cannot_be_written_says_so_and_stops_waiting(
    serves: Serves, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 0.3)
    # The server looks at the ledger no sooner than it writes.
    monkeypatch.setattr(server, "LOOK_SECONDS", 1)
    served = serves(auto=True)
    phone, *_ = all_in(served)
    page = Page(phone)
    page.hears(), page.hears()
    monkeypatch.setattr(server, "file_stamp", lambda _: served.serving.game.stamp)
    run("add", "1", "2", "o")
    page.hears()
    assert served.told[-1] == "the round wasn't written: that round is already on the sheet"
    assert phone.state()["writes_in"] is None
    page.closes()


@pytest.mark.parametrize(
    ("entries", "asked"),
    [({"bo": "0"}, "nobody went out"), ({"ann": "k"}, "k is taken as a king left over, 10 points")],
)
def test_a_round_that_add_would_question_waits_and_says_why(
    serves: Serves, entries: dict[str, str], asked: str
) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served, **entries)
    state = phone.state()
    assert (state["writes_in"], state["asked"]) == (None, asked)
    assert served.told[-1] == f"it won't be saved by itself: {asked}"
    phone.sends("3", ready=False)
    assert phone.state()["asked"] is None


def test_a_round_like_the_one_before_is_not_written_by_itself(serves: Serves) -> None:
    served = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=5)), auto=True)
    for name, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "5")):
        phone = served.phone(name)
        phone.sends(entry, 2)
    state = phone.state()
    assert state["writes_in"] is None
    assert state["asked"] == "it has the same points as the round before"


def test_a_round_stops_writing_itself_once_its_file_is_gone(serves: Serves) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    assert phone.state()["writes_in"]
    served.path.unlink()
    until(lambda: phone.state()["trouble"])
    assert phone.state()["writes_in"] is None
