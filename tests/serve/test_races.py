"""What happens between two looks at the file, or during a request: each order is forced."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.errors import ConflictError
from scorekeeper.ledger import Game, Outcome
from scorekeeper.serve import (
    load_phones,
    phones_held,
    phones_path,
    save_phones,
    served_game,
    server,
)
from tests.program import Run, ledger, scores, seeded
from tests.serve.phones import Served, Serves
from tests.serve.test_served_game import all_in, until

LONG = 20
"""Seconds, as good as for ever."""


class Gate:
    """A step that waits, once it is reached, until it is opened."""

    def __init__(self) -> None:
        self._come, self._is_open = threading.Event(), threading.Event()

    def passes(self) -> None:
        """Reach the gate, and go on when it is open."""
        self._come.set()
        assert self._is_open.wait(LONG)

    def is_reached(self) -> None:
        """Return once somebody waits there."""
        assert self._come.wait(LONG)

    def opens(self) -> None:
        self._is_open.set()


@contextmanager
def meanwhile(action: Callable[[], object]) -> Iterator[None]:
    """Run an action in the background; it has finished afterwards."""
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            action()
        except BaseException as error:
            wrong.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    yield
    thread.join(LONG)
    assert not thread.is_alive()
    assert wrong == []


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """A gate before the store, for a round that is already due to write itself."""
    gate, change = Gate(), store.change
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 0)

    def changed(path: Path, command: str, edit: Any, **more: Any) -> tuple[Game, Outcome]:
        if threading.current_thread() is not threading.main_thread():
            gate.passes()
        return change(path, command, edit, **more)

    monkeypatch.setattr(store, "change", changed)
    return gate


# ── while a round writes itself ──────────────────────────────────────────────────────────


def test_phones_cannot_change_a_round_that_is_being_written(serves: Serves, gate: Gate) -> None:
    served = serves(auto=True)
    ann, bo, cy = all_in(served)
    gate.is_reached()
    for answer in (
        ann.sends("13"),
        bo.asks("DELETE", "/api/draft"),
        cy.claims("4h 5h 6h", "kd"),
        ann.asks("POST", "/api/wait"),
    ):
        assert (answer.status, answer.problem) == (409, "the score keeper is writing this round")
    gate.opens()
    until(lambda: ann.state()["game"]["rounds_played"] == 1)
    assert store.load(served.path).game.rounds[0].scores == {"Ann": 12, "Bo": 0, "Cy": 5}
    assert not any("gone" in line for line in served.told)
    until(lambda: ann.sends("13", 2).status == 200)


def test_a_new_name_at_that_moment_is_the_name_on_the_sheet(
    serves: Serves, run: Run, gate: Gate
) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    gate.is_reached()
    assert run("player", "rename", "Ann", "Bob").code == 0
    gate.opens()
    until(lambda: phone.state()["game"]["rounds_played"] == 1)
    assert store.load(served.path).game.rounds[0].scores == {"Bob": 12, "Bo": 0, "Cy": 5}
    assert phone.state()["me"] == {"player": "Bob", "draft": None}


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        (["undo"], "the table is playing another round"),
        (["misdeal"], "the table is playing another round"),
        (["add 1 o 3"], "that round is already on the sheet"),
        (["finish"], "Thursday is over after 1 round"),
    ],
)
def test_a_round_that_is_no_longer_played_at_that_moment_is_not_written(
    serves: Serves, run: Run, gate: Gate, commands: list[str], why: str
) -> None:
    served = serves(auto=True)
    assert run("add", "7", "o", "9").code == 0
    phone = served.phone("Ann")
    until(lambda: phone.state()["next"]["number"] == 2)
    for player, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "5")):
        served.phone(player).sends(entry, 2) if player != "Ann" else phone.sends(entry, 2)
    gate.is_reached()
    for command in commands:
        assert run(*command.split()).code == 0
    before = served.path.read_bytes()
    gate.opens()
    until(lambda: any("the round wasn't written" in line for line in served.told))
    assert f"the round wasn't written: {why}" in served.told
    assert served.path.read_bytes() == before
    until(lambda: phone.state()["me"]["draft"] is None)


def test_the_server_stops_only_after_a_round_that_is_being_written_and_says_so(
    serves: Serves, gate: Gate
) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    gate.is_reached()
    with meanwhile(served.serving.stop):
        with suppress(OSError):
            until(lambda: phone.state() is None)  # as long as it answers
        gate.opens()
    assert store.load(served.path).game.rounds[0].scores["Ann"] == 12
    assert "round 1, the threes, is on the sheet, as phones sent it." in served.told
    serves(port=served.port)
    assert phone.state()["me"] == {"player": "Ann", "draft": None}


def test_phones_move_on_once_the_current_round_is_on_the_sheet(serves: Serves, gate: Gate) -> None:
    served = serves(auto=True)
    phone, *_ = all_in(served)
    friday = seeded(served.path.with_name("friday.toml"), ledger(title="Friday"))
    gate.is_reached()
    with meanwhile(lambda: served.serving.move_to(friday)):
        gate.opens()
    assert served.told[-1] == "the phones move to this game"
    assert len(store.load(served.path).game.rounds) == 1
    assert phone.state()["game"]["title"] == "Friday"
    assert not phones_path(served.path).exists()
    served.serving.move_to(friday)  # where they are already
    assert phones_path(friday).exists()


def test_a_keyboard_that_comes_at_that_moment_finds_the_round_on_the_sheet(
    serves: Serves, gate: Gate
) -> None:
    served = serves(auto=True)
    all_in(served)
    gate.is_reached()
    seen: list[int] = []

    def asks() -> None:
        with phones_held(served.path):
            seen.append(len(store.load(served.path).game.rounds))

    with meanwhile(asks):
        until(lambda: served.serving.game.is_held)
        gate.opens()
    assert seen == [1]


# ── the keyboard ─────────────────────────────────────────────────────────────────────────


def test_the_keyboard_gets_what_a_phone_was_just_sending(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    bo, has_begun = served.phone("Bo"), threading.Event()
    bo.sends("12")

    def slowly(*what: Any) -> None:
        until(lambda: served.serving.game.is_held)
        has_begun.wait(0.5)
        save_phones(*what)

    monkeypatch.setattr(served_game, "save_phones", slowly)
    with meanwhile(lambda: bo.sends("13")):
        until(lambda: served.serving.game.phones.drafts["Bo"].entry == "13")
        with phones_held(served.path):
            found = load_phones(served.path)
            has_begun.set()
    assert found
    assert found.drafts["Bo"].entry == "13"


def test_when_one_of_two_keyboards_leaves_the_other_holds_the_round(serves: Serves) -> None:
    served = serves()
    bo = served.phone("Bo")
    with phones_held(served.path):
        with phones_held(served.path):
            assert bo.sends("12").status == 409
        streams = served.serving.game.presence._streams
        until(lambda: len(streams["keyboard"]) == 1)
        assert bo.sends("12").status == 409
    until(lambda: bo.sends("12").status == 200)


# ── seats and claims ─────────────────────────────────────────────────────────────────────


def test_a_claim_disappears_with_the_seat_that_is_freed(serves: Serves) -> None:
    served = serves()
    bo, ann = served.phone("Bo"), served.phone("Ann")
    assert bo.claims("4h 5h 6h", "kd").json["stands"]
    version = ann.state()["version"]
    served.serving.do(lambda: served.serving.game.free("Bo"))
    state = ann.state()
    assert state["claim"] is None
    assert state["version"] > version
    assert [seat["out"] for seat in state["seats"]] == [False] * 3
    answer = bo.claims("4h 5h 6h", "kd")
    assert (answer.status, answer.problem) == (409, "this phone has no seat")
    assert ann.state()["claim"] is None


def test_a_claim_disappears_when_something_else_is_sent_and_not_before(serves: Serves) -> None:
    served = serves()
    bo, ann = served.phone("Bo"), served.phone("Ann")
    bo.claims("4h 5h 6h", "kd")
    bo.sends("out:4H 5H 6H", ready=False)
    assert ann.state()["claim"]["stands"]
    bo.sends("7", ready=False)
    assert ann.state()["claim"] is None


def test_a_second_claim_that_stands_is_shown_too(serves: Serves) -> None:
    bo = serves().phone("Bo")
    bo.claims("4h 5h 6h", "kd")
    version = bo.state()["version"]
    bo.claims("7h 8h 9h", "kd")
    assert bo.state()["version"] > version
    assert bo.state()["claim"]["held"][0] == "7H"


def test_a_claim_of_a_removed_name_is_hidden(serves: Serves, run: Run) -> None:
    served = serves()
    bo = served.phone("Bo")
    bo.claims("4h 5h 6h", "kd")
    run("player", "rename", "Bo", "Robert")
    until(lambda: (bo.state()["me"] or {}).get("player") == "Robert")
    assert bo.state()["claim"] is None
    assert bo.state()["me"]["draft"]["ready"]


# ── the clock of a round that writes itself ──────────────────────────────────────────────


def test_tapping_ready_twice_neither_restarts_the_seconds_nor_ends_a_wait(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 60)
    monkeypatch.setattr("time.time", iter(range(10**6)).__next__)
    served = serves(auto=True)
    ann, bo, _ = all_in(served)
    writes_at = served.serving.game.writes_at
    ann.sends("12")
    assert served.serving.game.writes_at == writes_at
    assert bo.asks("POST", "/api/wait").status == 200
    ann.sends("12")
    assert served.serving.game.writes_at is None
    assert len([line for line in served.told if "all three are in" in line]) == 1


# ── the file, and other servers ──────────────────────────────────────────────────────────


def test_a_finding_in_the_game_left_behind_is_not_repeated_for_the_next(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, gate = serves(), Gate()
    friday = seeded(served.path.with_name("friday.toml"), ledger(title="Friday"))
    phone = served.phone()

    def slowly(path: Path) -> Any:
        gate.passes()
        return served_game.read(path)

    monkeypatch.setattr(server, "read", slowly)
    served.path.unlink()
    gate.is_reached()
    served.serving.move_to(friday)
    gate.opens()
    monkeypatch.undo()
    seeded(friday, ledger(scores("Bo", Ann=1, Bo=0, Cy=2), title="Friday"))
    until(lambda: phone.state()["game"]["rounds_played"] == 1)
    assert not any("as it was" in line for line in served.told)


def test_of_two_servers_that_begin_at_the_same_moment_one_serves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, both = seeded(folder / "thursday.toml", ledger()), [False, False]
    have_looked = threading.Event()

    def looked(*what: Any) -> Any:
        found = load_phones(*what)
        both.pop()
        have_looked.set() if not both else have_looked.wait(0.5)
        return found

    monkeypatch.setattr(server, "load_phones", looked)
    begun: list[Served] = []
    refused: list[ConflictError] = []

    def begin() -> None:
        try:
            begun.append(Served(path))
        except ConflictError as error:
            refused.append(error)

    with meanwhile(begin):
        begin()
    for served in begun:
        served.serving.stop()
    assert len(begun) == 1
    assert "thursday.toml is already being served" in refused[0].problem
