"""A game around the table: it is followed, entered, claimed and written."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from threading import Event

import pytest

from scorekeeper.errors import SK
from scorekeeper.serve import pages, save_phones, served_game, server
from scorekeeper.serve.phones import new_phones
from tests.program import Run, ledger, refusal, scores, seeded
from tests.serve.phones import Page, Phone, Served, Serves


def until(is_so: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)  # a phone may ask twenty times in a second


def whole_seconds() -> list[float]:
    """A clock that stands still until it is set, so that a minute is exactly a minute."""
    return [float(round(time.monotonic()))]


def all_in(served: Served, ann: str = "12", bo: str = "o", cy: str = "5") -> list[Phone]:
    """Ann, Bo and Cy, each with a draft that is ready."""
    phones = [served.phone(name) for name in ("Ann", "Bo", "Cy")]
    for phone, entry in zip(phones, (ann, bo, cy), strict=True):
        answer = phone.sends(entry)
        assert answer.status == 200, answer
    return phones


# ── following ────────────────────────────────────────────────────────────────────────────


def test_what_a_phone_sees_is_what_the_commands_say(serves: Serves, run: Run) -> None:

    state = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=5))).phone().state()
    said = run("standings", "--json").facts
    assert state["standings"] == said["standings"]
    assert state["next"] == {**said["next"], "stock": state["next"]["stock"]}
    assert state["sheet"] == run("sheet", "--json").facts
    assert state["game"]["title"] == said["title"]
    assert state["game"]["file"] == "thursday.toml"
    assert {"me", "claim", "seats", "version"} <= set(state)


def test_a_page_shows_a_change_by_another_program_within_a_second(serves: Serves, run: Run) -> None:
    served = serves()
    phone = served.phone()
    page = Page(phone)
    assert page.hears() == {"retry": "1000"}
    first = page.hears()
    assert first == {
        "event": "state",
        "id": str(phone.state()["version"]),
        "data": f'{{"version": {first["id"]}}}',
    }
    assert run("add", "12", "o", "5").code == 0
    assert int(page.hears()["id"]) > int(first["id"])
    assert server.LOOK_SECONDS < 1
    assert phone.state()["game"]["rounds_played"] == 1
    page.closes()


def test_a_page_says_who_is_in_but_not_what_they_typed(serves: Serves) -> None:
    served = serves()
    bo, page = served.phone("Bo"), Page(served.phone())
    page.hears(), page.hears()
    for entry in ("1", "12"):
        bo.sends(entry, ready=False)
    version = served.serving.game.presence.version
    bo.sends("12")
    assert page.hears()["id"] == str(version + 1)
    bo.sends("13")
    assert served.serving.game.presence.version == version + 1
    page.closes()


def test_simultaneous_changes_are_one_event(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "EVENTS_APART", 1)
    served = serves()
    page, here = Page(served.phone()), served.serving.game.presence
    page.hears(), page.hears()
    for many in (1, 4):
        for _ in range(many):
            served.serving.do(here.news)
        assert page.hears()["id"] == str(here.version)
    page.closes()


def test_a_phones_fifth_page_ends_its_first_with_bye(serves: Serves) -> None:
    phone = serves().phone()
    opened = [Page(phone) for _ in range(pages.MOST_STREAMS)]
    for page in opened:
        page.hears(), page.hears()
    opened.append(Page(phone))
    assert opened[0].hears() == {"event": "bye", "data": "{}"}
    assert opened[0].hears() == {}
    for page in opened:
        page.closes()


def test_an_idle_page_hears_that_all_is_well(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "KEEP_ALIVE_SECONDS", 0.05)
    page = Page(serves().phone())
    page.hears(), page.hears()
    assert page.hears() == {"": "still here"}
    page.closes()


def test_the_end_of_the_server_ends_the_streams(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "GRACE", 300)  # they end by themselves, and not only when cut
    served = serves()
    page = Page(served.phone())
    page.hears(), page.hears()
    began = time.monotonic()
    served.serving.stop()
    with suppress(HTTPException, OSError):
        assert page.hears() == {}
    page.closes()
    assert time.monotonic() - began < 200


def test_after_a_fault_of_ours_is_reported_the_phones_go_on(
    serves: Serves, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    phone = served.phone()
    with monkeypatch.context() as patched:
        patched.delattr(served_game, "sheet_facts")
        run("add", "12", "o", "5")
        until(lambda: "this is a bug in scorekeeper" in served.told[-1])
    run("add", "8", "o", "5")
    until(lambda: phone.state()["game"]["rounds_played"] == 2)


def test_a_ledger_that_cannot_be_read_leaves_the_game_as_it_was(serves: Serves) -> None:
    served = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    phone, text = served.phone("Bo"), served.path.read_text("utf-8")
    seeded(served.path, text + "\n[[rounds")
    until(lambda: phone.state()["trouble"])
    assert "thursday.toml:29: this isn't valid TOML" in served.told[-1]
    assert phone.state()["game"]["rounds_played"] == 1
    refusals = phone.sends("12", 2), phone.claims("5s 5h 5d 4c", "kh", 2)
    for reply in refusals:
        assert reply.status == 409
        assert reply.json["error"] == phone.state()["trouble"]
    said = "the score sheet can't be read just now", "look at the laptop"
    trouble = {"kind": "conflict", "problem": said[0], "try": said[1], "code": 4}
    assert phone.state()["trouble"] == trouble
    assert phone.sends("12", 2, ready=False).status == 200  # it is not lost, and does not count
    served.path.unlink()
    until(lambda: "there is no file" in served.told[-1])
    assert phone.state()["trouble"] == trouble
    seeded(served.path, text)
    until(lambda: phone.state()["trouble"] is None)
    assert phone.sends("12", 2).status == 200


def test_nothing_counts_from_the_moment_the_ledger_is_deleted(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LOOK_SECONDS", 3600)  # it refuses before it looks
    served = serves()
    phone = served.phone("Bo")
    served.path.unlink()
    assert phone.sends("12").status == 409


# ── seats ────────────────────────────────────────────────────────────────────────────────


def test_a_seat_is_taken_over_only_after_a_minute_of_silence(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    here, clock = served.serving.game.presence, whole_seconds()
    monkeypatch.setattr(here, "_now", lambda: clock[0])
    bo, other = served.phone("Bo"), served.phone()
    assert bo.sends("12").status == 200
    assert other.sits("Bo").status == 409
    page = Page(bo)
    page.hears()
    clock[0] += pages.SILENT_SECONDS
    assert other.sits("Bo").status == 409  # it listens
    page.closes()
    until(lambda: not here._streams)
    clock[0] += pages.SILENT_SECONDS - 0.5
    assert other.sits("Bo").status == 409  # it listened until half a second less than a minute ago
    clock[0] += 0.5
    assert [seat["silent"] for seat in other.state()["seats"]] == [False, True, False]
    assert other.sits("Bo").status == 200
    assert served.told[-1] == ("Bo has another phone now; what the first one sent is gone")
    assert (bo.state()["me"], other.state()["me"]) == (None, {"player": "Bo", "draft": None})
    assert not any(seat["ready"] for seat in other.state()["seats"])
    assert bo.state()["note"].startswith("Another phone took over Bo's seat")
    assert other.state()["note"].startswith("You took over Bo's seat.")
    other.sends("1", ready=False)  # does not count yet, so nothing is lost
    clock[0] += pages.SILENT_SECONDS
    for _ in range(2):  # the second time it has the seat already
        assert bo.sits("Bo").status == 200
    assert served.told.count("Bo has another phone now") == 1
    assert served.told[-1] == "Bo has another phone now"


def test_if_all_places_are_taken_a_phone_without_a_seat_or_stream_makes_room() -> None:
    clock = [0.0]
    here = pages.Presence(now=lambda: clock[0])
    phones = list(map(str, range(pages.MOST_PHONES)))
    for clock[0], phone in enumerate(phones):
        here.greet(phone)
    clock[0] = 1000
    here.greet("one more", phones[:1])
    here.greet("0", phones[:1])  # it sits, and has its place still
    with pytest.raises(pages.TooMuchError):
        here.greet("two more", [*phones, "one more"])
    with pytest.raises(pages.TooMuchError):
        here.greet("1", [*phones[2:], "0", "one more"])  # which had been quiet for longest


def test_a_page_learns_when_a_silent_seat_is_free(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    here, clock = served.serving.game.presence, whole_seconds()
    monkeypatch.setattr(here, "_now", lambda: clock[0])
    bo, other = served.phone("Bo"), served.phone()
    page = Page(other)
    page.hears(), page.hears()
    clock[0] += pages.SILENT_SECONDS
    page.hears()
    assert [seat["silent"] for seat in other.state()["seats"]] == [False, True, False]
    bo.state()
    page.hears()
    assert not any(seat["silent"] for seat in other.state()["seats"])
    page.closes()


def test_a_new_name_keeps_seat_and_draft(serves: Serves, run: Run) -> None:
    served = serves()
    bo = served.phone("Bo")
    bo.sends("12")
    run("player", "rename", "Bo", "Grüße 🦊")
    until(lambda: (bo.state()["me"] or {}).get("player") == "Grüße 🦊")
    assert bo.state()["me"]["draft"]["entry"] == "12"
    served.serving.stop()
    run("player", "rename", "Grüße", "مريم")
    serves(port=served.port)
    assert bo.state()["me"]["player"] == "مريم"
    assert bo.state()["me"]["draft"]["entry"] == "12"
    assert "gone" not in " ".join(served.told)


# ── entering ─────────────────────────────────────────────────────────────────────────────


def test_a_draft_is_answered_and_appears_on_the_terminal_once_it_is_ready(serves: Serves) -> None:
    served = serves()
    phone = served.phone("Bo")
    sent = phone.sends("12", ready=False).json
    assert (sent["round"], sent["player"], sent["entry"], sent["ready"]) == (1, "Bo", "12", False)
    assert served.told[1:] == ["Bo has a phone"]
    phone.sends("12")
    phone.sends("12")
    assert served.told[1:] == ["Bo has a phone", "Bo's phone: 12"]


def test_an_impossible_request_gets_the_error_object(serves: Serves) -> None:
    answer = serves().phone("Bo").sends("500")
    assert answer.status == 422
    assert answer.json == {
        "error": {
            "kind": "entry",
            "problem": "Bo can't have 500 points in round 1, the threes: 3 cards cost 0 to 30",
            "try": "check for a typo",
            "code": 2,
        }
    }


def test_the_page_says_who_is_in_and_no_longer_counts_a_withdrawn_draft(serves: Serves) -> None:
    served = serves()
    _, bo, _ = all_in(served)
    assert served.told[-1] == "all three are in: [Enter] writes the round"
    assert served.serving.game.command() == ["add", "--round=1", "Ann=12", "Bo=o", "Cy=5"]
    assert bo.asks("DELETE", "/api/draft").status == 200
    assert served.serving.game.command() == []


def test_the_terminal_says_both_if_two_players_are_in(serves: Serves) -> None:
    served = serves(ledger(players=("Ann", "Bo")))
    for player, entry in (("Ann", "12"), ("Bo", "o")):
        served.phone(player).sends(entry)
    assert served.told[-1] == "both are in: [Enter] writes the round"


def test_cards_are_compared_with_other_hands_only_once_all_are_in(serves: Serves) -> None:
    served = serves()
    hands = ("4h 4h 8d", "4h 9d kc", "o")
    phones = [served.phone(name) for name in ("Ann", "Bo", "Cy")]
    for phone, hand in zip(phones, hands, strict=True):
        assert phone.sends(hand).status == 200
    problem = "4♥ appears 3 times, but 2 packs hold it twice"
    assert served.told[-1] == f"all three are in, but {problem}"
    assert phones[0].state()["wrong"]["problem"] == problem
    assert phones[0].sends("4h 5c 8d").status == 200
    assert phones[0].state()["wrong"] is None


def test_cards_are_counted_once_somebody_is_out_and_not_before(serves: Serves) -> None:
    served = serves()
    ann, bo = served.phone("Ann"), served.phone("Bo")
    ann.sends("4h 5h kd")
    assert ann.state()["me"]["draft"]["counted"] is None
    bo.sends("o")
    assert ann.state()["me"]["draft"]["counted"]["points"] == 19


def test_a_round_written_elsewhere_discards_the_drafts_and_says_so(
    serves: Serves, run: Run
) -> None:
    served = serves()
    phone = served.phone("Bo")
    assert not phone.claims("4h 5h 8h", "kd").json["stands"]
    phone.sends("12")
    run("add", "1", "2", "o")
    until(lambda: phone.state()["me"]["draft"] is None)
    assert phone.state()["claim"] is None
    assert served.told[-1] == "round 1, the threes, is on the sheet: what phones sent is gone"
    answer = phone.sends("12", 1)
    assert (answer.status, answer.problem) == (409, "the table is playing round 2, the fours now")


@pytest.mark.parametrize("command", ["undo", "misdeal"])
def test_a_draft_for_another_round_is_gone_with_its_claim(
    serves: Serves, run: Run, command: str
) -> None:
    served = serves()
    run("add", "1", "2", "o")
    bo = served.phone("Bo")
    until(lambda: bo.state()["next"]["number"] == 2)
    assert bo.claims("4h5h6h9d", "KD", 2).status == 200
    assert bo.sends("12", 2).status == 200
    assert run(command).code == 0
    until(lambda: bo.state()["me"]["draft"] is None)
    assert bo.state()["claim"] is None
    assert served.told[-1] == "round 2, the fours, isn't being played now: what phones sent is gone"


@pytest.mark.parametrize("is_completed", [False, True], ids=["as sent", "at the keyboard"])
def test_a_round_written_with_what_phones_sent_is_not_news(
    serves: Serves, run: Run, *, is_completed: bool
) -> None:
    served = serves()
    phone = served.phone("Bo") if is_completed else all_in(served)[1]
    assert phone.sends("o").status == 200
    told = served.told[-1]
    run("add", "12", "o", "5")
    until(lambda: phone.state()["me"]["draft"] is None)
    assert served.told[-1] == told


def test_points_that_were_typed_but_not_sent_are_gone_too_and_the_phone_says_so(
    serves: Serves, run: Run
) -> None:
    served = serves()
    served.phone("Bo").sends("o")
    cy = served.phone("Cy")
    cy.sends("5", ready=False)
    run("add", "12", "o", "5")
    until(lambda: cy.state()["me"]["draft"] is None)
    assert served.told[-1] == "round 1, the threes, is on the sheet: what phones sent is gone"


def test_after_the_last_round_nothing_is_accepted(serves: Serves, run: Run) -> None:
    served = serves()
    phone = served.phone("Bo")
    phone.sends("12")
    run("finish")
    until(lambda: phone.state()["game"]["finished"])
    assert (phone.state()["next"], phone.state()["me"]["draft"]) == (None, None)
    assert (phone.sends("5").status, phone.claims("4h5h6h").status) == (409, 409)
    assert served.phone().sits("Cy").status == 409


# ── claims ───────────────────────────────────────────────────────────────────────────────


def test_a_claim_is_judged_before_everybody_and_becomes_the_entry(serves: Serves) -> None:
    served = serves()
    bo, ann = served.phone("Bo"), served.phone("Ann")
    verdict = bo.claims("4h 5h 6h", "kd").json
    assert (verdict["stands"], verdict["player"], verdict["best"]["points"]) == (True, "Bo", 0)
    assert verdict["last_turns"] == ["Cy", "Ann"]
    assert ann.state()["claim"] == verdict
    assert bo.state()["me"]["draft"]["entry"] == "out:4H 5H 6H"
    assert served.told[-2:] == ["Bo claims 4h 5h 6h: goes out", "Bo's phone: out:4H 5H 6H"]


def test_a_claim_that_does_not_stand_is_judged_before_everybody_without_hints(
    serves: Serves,
) -> None:
    served = serves()
    bo, ann = served.phone("Bo"), served.phone("Ann")
    verdict = bo.claims("4h 5h 8h", "kd").json
    assert [verdict[key] for key in ("stands", "best", "discards", "would_stand")] == [
        *(False, None, None, None)
    ]
    assert ann.state()["claim"] == verdict
    assert bo.state()["me"]["draft"] is None


def test_a_wrong_claim_disappears_after_a_while(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = serves().phone("Ann")
    assert phone.claims("5h 6h 9c", "KD").status == 200
    assert phone.state()["claim"]
    monkeypatch.setattr(served_game, "REFUSAL_SECONDS", 0)
    until(lambda: phone.state()["claim"] is None)
    phone.claims("5h 5d 5c", "KD")
    time.sleep(0.6)
    assert phone.state()["claim"]["stands"]


def test_a_claim_can_be_taken_back_and_sent_again(serves: Serves) -> None:
    bo = serves().phone("Bo")
    bo.claims("4h 5h 6h", "kd")
    assert bo.sends("out:4H 5H 6H", ready=False).status == 200
    assert bo.sends("out:4H 5H 6H").status == 200
    for other in ("out:4H 5H 7H", "out:9H 9D 9C"):
        assert bo.sends(other).problem == "cards that go out must be shown to everybody"


# ── a restart ────────────────────────────────────────────────────────────────────────────


def test_a_restart_loses_only_drafts_for_a_round_that_is_over(serves: Serves, run: Run) -> None:
    served = serves()
    bo = served.phone("Bo")
    bo.sends("12")
    version, port = bo.state()["version"], served.port
    served.serving.stop()
    served = serves(port=port)
    state = bo.state()
    assert (state["me"]["player"], state["me"]["draft"]["entry"]) == ("Bo", "12")
    assert state["version"] >= version - 5
    served.serving.stop()
    run("add", "1", "2", "o")
    serves(port=port)
    assert bo.state()["me"] == {"player": "Bo", "draft": None}


def test_a_game_cannot_be_served_twice(serves: Serves, run: Run) -> None:
    served = serves()
    kept = served.path.with_name(".thursday.toml.phones")
    before, told = kept.read_bytes(), list(served.told)
    for more in ((), ("--new-token",)):
        answer = run("serve", "--port", "0", *more)
        assert answer.code == 4
        assert answer.err == refusal(
            f"thursday.toml is already being served, on port {served.port}",
            "type qr there for its address, or off",
        )
    assert kept.read_bytes() == before
    assert served.told == told


def test_a_busy_port_leaves_the_phones_of_the_game_alone(serves: Serves, run: Run) -> None:
    served = serves()
    friday = seeded(served.path.with_name("friday.toml"), ledger())
    kept = served.path.with_name(".friday.toml.phones")
    command = ("serve", "friday.toml", "--port", str(served.port), "--new-token")
    assert run(*command).code == 4
    assert not kept.exists()
    save_phones(friday, new_phones())
    before = kept.read_bytes()
    assert run(*command).code == 4
    assert kept.read_bytes() == before


def test_a_draft_is_on_the_disk_when_it_is_answered_and_when_it_is_shown(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    ann, bo, game = served.phone("Ann"), served.phone("Bo"), served.serving.game
    keep, disk = game.keep, Event()
    monkeypatch.setattr(game, "keep", lambda *given: disk.wait(0.3) or keep(*given))
    file = served.path.with_name(".thursday.toml.phones")
    assert ann.sends("7").status == 200
    assert '"entry": "7"' in file.read_text("utf-8")
    with ThreadPoolExecutor() as hands:
        hands.submit(bo.sends, "12")
        until(lambda: ann.state()["seats"][1]["ready"])
        assert '"entry": "12"' in file.read_text("utf-8")


def test_the_files_of_the_page_do_not_wait_for_the_disk(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    ann, bo, game = served.phone("Ann"), served.phone("Bo"), served.serving.game
    disk, begun = Event(), Event()

    def keep(*_: object) -> None:
        begun.set()
        disk.wait(60)

    monkeypatch.setattr(game, "keep", keep)
    with ThreadPoolExecutor() as hands:
        sent = hands.submit(bo.sends, "12")
        assert begun.wait(60)
        assert ann.asks("GET", "/page.css").status == 200
        assert not sent.done()
        disk.set()


def test_nobody_waits_for_what_others_send_later(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serves()
    ann, bo, game = served.phone("Ann"), served.phone("Bo"), served.serving.game
    writes = []

    def keep(*_: object) -> None:
        writes.append(game.changes)
        game.changes += 1  # as if somebody sent something

    monkeypatch.setattr(game, "keep", keep)
    assert bo.sends("12").status == 200
    assert ann.state()["seats"][1]["ready"]
    assert len(writes) <= 3


def test_drafts_that_cannot_be_saved_are_refused(serves: Serves) -> None:
    served = serves()
    phone = served.phone("Bo")
    file = served.path.with_name(".thursday.toml.phones")
    file.unlink()
    file.mkdir()
    (file / "in the way").touch()
    for entry in ("1", "12"):
        answer = phone.sends(entry)
        assert (answer.status, answer.json["error"]["kind"]) == (409, "file")
        assert answer.problem == "this can't be saved just now"
        assert not phone.state()["seats"][1]["ready"]
        assert phone.state()["me"] == {"player": "Bo", "draft": None}
    (lost,) = (line for line in served.told if "can't be written" in line)
    assert lost.endswith(f"; a restart of {SK}serve will lose the phones")
    (file / "in the way").unlink()
    file.rmdir()
    assert phone.sends("12").status == 200
    assert phone.state()["me"]["draft"]["entry"] == "12"
