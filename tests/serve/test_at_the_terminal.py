"""The command at a terminal, in processes of their own: what a card player types and reads."""

import re
import signal
import sys
from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.cli.commands import serve
from scorekeeper.serve import phones_path, served_game, server
from tests.program import Run, begin_serving, ledger, refusal, seeded, start
from tests.serve.phones import Phone, Serves
from tests.serve.test_served_game import until
from tests.terminal import Person, Sits

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/([\w-]{22})")


def phone_at(person: Person, player: str, port: int, token: str) -> Phone:
    """A phone that takes a seat, which the keyboard sees."""
    phone = Phone(port, token)
    assert phone.sits(player).status == 200
    person.sees(f"{player} has a phone")
    return phone


def address(person: Person) -> tuple[int, str]:
    person.program.expect(ADDRESS)
    return int(person.program.match[1]), person.program.match[2]


def test_phones_enter_a_round_and_enter_writes_it(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "--port", "0")
    at = address(person)
    person.talks("Only this machine can see it", "qr · free WHO · wait · off")
    for player, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "4h 8d kc")):
        phone_at(person, player, *at).sends(entry)
        person.sees(f"{player}'s phone: {entry}")
    person.talks("all three are in: [Enter] writes the round >>", "is on the sheet. Bo went out.")
    assert store.load(path).game.rounds[0].hands == {"Cy": "4H 8D KC"}
    person.types("qr")
    assert address(person) == at
    person.talks(">> qr --look", "To watch only:")
    assert address(person)[1] != at[1]
    person.types("free bo")
    person.sees("Bo's seat is free for another phone.")
    person.types("seats")
    person.sees("free, wait, off, add, fix, undo, redo, misdeal, next and again can be")
    person.types("off")
    rest, code = person.ends()
    assert (rest.count("The phones are off."), code) == (1, 0)
    assert "The phones are off. Everything is in thursday.toml." in rest


def test_what_phones_cannot_fix_is_typed_at_the_serving_terminal(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "thursday.toml", "--port", "0")
    at = address(person)
    for player, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "5")):
        phone_at(person, player, *at).sends(entry)
    person.talks("[Enter] writes the round >>", "wrong?  undo >> undo", "taken back:")
    assert store.load(path).game.rounds == ()
    person.talks(
        ">> sk add 12 o 7", "is on the sheet. Bo went out. >> fix 3s cy=8", "undo takes this back."
    )
    assert store.load(path).game.rounds[0].scores == {"Ann": 12, "Bo": 0, "Cy": 8}
    person.types("wild 7")
    person.sees("free, wait, off, add, fix, undo, redo, misdeal, next and again can be")
    person.types("off")
    assert person.ends()[1] == 0


def test_the_wild_rank_that_phones_wait_for_is_typed_where_the_game_is_served(
    sits: Sits, run: Run
) -> None:
    game = ("--game", "indian-rummy", "-f", "thursday.toml")
    assert run("new", "Ann", "Bo", *game).code == 0
    person = sits("serve", "--port", "0")
    ann = phone_at(person, "Ann", *address(person))
    hand = "8c9ctc jhqhjk asadac 4s4d4c4h"
    told = ann.claims(hand, "kd").json["error"]["try"]
    assert told == "ask the score keeper to type it, like wild 7"
    person.types("wild 7")
    until(lambda: ann.state()["next"]["wild"] == "7")
    assert ann.claims(hand, "kd").status == 200
    person.types("off")
    assert person.ends()[1] == 0


def test_the_hint_for_the_network_names_the_game_that_was_named(folder: Path, sits: Sits) -> None:
    seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "thursday.toml", "--port", "0")
    person.talks("sk serve -f thursday.toml --lan >> off")
    assert person.ends()[1] == 0


def test_while_enter_asks_about_the_round_no_phone_changes_it(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "--port", "0")
    at = address(person)
    ann, bo, cy = (phone_at(person, player, *at) for player in ("Ann", "Bo", "Cy"))
    for phone, entry in ((ann, "0"), (bo, "7"), (cy, "5")):
        phone.sends(entry)
    person.talks("[Enter] writes the round >>", "Who went out?")
    for answer in (ann.sends("10"), bo.asks("DELETE", "/api/draft")):
        assert (answer.status, answer.problem) == (409, "the score keeper is writing this round")
    person.talks(">>", "is on the sheet. Ann went out.")
    assert store.load(path).game.rounds[0].scores == {"Ann": 0, "Bo": 7, "Cy": 5}
    until(lambda: ann.state()["next"]["number"] == 2)
    assert ann.sends("10", 2).status == 200


def test_the_open_game_stays_open_while_it_is_served(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits()
    person.talks("round 1, the threes> >> serve --port 0")
    at = address(person)
    person.sees("serve qr · serve free WHO · serve wait · serve off")
    phones = [phone_at(person, player, *at) for player in ("Ann", "Bo")]
    for phone, entry in zip(phones, ("12", "o"), strict=True):
        phone.sends(entry)
    person.sees("Bo's phone: o")
    person.types("add")
    person.sees("by phone: Ann and Bo")
    person.sees("Cy")
    person.types("5")
    person.sees("is on the sheet. Bo went out.")
    person.sees("round 2, the fours>")
    assert store.load(path).game.rounds[0].scores == {"Ann": 12, "Bo": 0, "Cy": 5}
    until(lambda: phones[0].state()["next"]["number"] == 2)
    phones.append(phone_at(person, "Cy", *at))
    for phone, entry in zip(phones, ("3", "o", "8"), strict=True):
        phone.sends(entry, 2)
    person.sees("all three are in: [Enter] writes the round")
    person.types("")
    person.sees("Round 2, the fours, is on the sheet.")
    person.types("serve off")
    person.sees("The phones are off.")
    with pytest.raises(OSError, match="refused"):
        phones[0].state()
    assert person.leaves() == 0


def test_enter_never_writes_into_another_game_what_phones_sent_for_the_one_they_see(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits()
    person.sees("round 1, the threes>")
    seeded(folder / "friday.toml", ledger(title="Friday"))
    person.types("serve --port 0")
    at = address(person)
    for player, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "5")):
        phone_at(person, player, *at).sends(entry)
    person.sees("[Enter] writes the round")
    person.types("open friday.toml")
    person.sees("phones still see thursday.toml: type serve off and serve to show them this game")
    person.types("")
    person.types("seats")
    person.sees("Ann")
    assert store.load(folder / "friday.toml").game.rounds == ()
    person.talks(
        ">> open thursday.toml", "round 1, the threes> >>", "is on the sheet. Bo went out."
    )
    assert len(store.load(path).game.rounds) == 1
    assert person.leaves() == 0


def test_phones_move_to_a_new_game_with_the_players_who_stay(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    person = sits()
    person.talks("round 1, the threes> >> serve --port 0")
    at = address(person)
    ann, bo, cy = (phone_at(person, player, *at) for player in ("Ann", "Bo", "Cy"))
    cy.sends("5")
    person.sees("Cy's phone: 5")
    person.types("new Ann Bo Dee --dealer Ann -f friday.toml")
    person.sees("the phones move to this game; what they had sent is gone, and Cy has no seat")
    state = ann.state()
    assert (state["game"]["file"], state["me"]) == ("friday.toml", {"player": "Ann", "draft": None})
    assert cy.state()["me"] is None
    assert ann.sends("12").status == bo.sends("o").status == 200
    person.sees("Bo's phone: o")
    assert cy.sits("Dee").status == 200
    assert cy.sends("3").status == 200
    person.talks("[Enter] writes the round >>", "is on the sheet. Bo went out.")
    played = store.load(folder / "friday.toml").game.rounds
    assert [round_.scores for round_ in played] == [{"Ann": 12, "Bo": 0, "Dee": 3}]
    assert store.load(path).game.rounds == ()
    assert not phones_path(path).exists()
    person.types("again")
    person.sees("[Enter] yes")  # the open game stays open
    person.types("")
    person.sees("the phones move to this game")
    until(lambda: bo.state()["game"]["rounds_played"] == 0)
    assert [phone.state()["me"]["player"] for phone in (ann, bo, cy)] == ["Ann", "Bo", "Dee"]
    assert person.leaves() == 0


def test_phones_move_on_if_the_game_they_show_is_undone(folder: Path, sits: Sits) -> None:
    seeded(folder / "thursday.toml", ledger())
    person = sits()
    person.talks("round 1, the threes> >> serve --port 0")
    ann = phone_at(person, "Ann", *address(person))
    for line, file in (("again --title Friday", "friday"), ("undo", "thursday")):
        person.talks(f">> {line}", "the phones move to this game")
        assert ann.state()["game"]["file"].startswith(file)
        assert ann.state()["me"]["player"] == "Ann"
    person.types("delete")
    person.sees("[y] delete it:")
    person.types("y")
    person.sees("phones still show the game as it was: there is no file thursday.toml")
    person.types("new Ann Bo -f sunday.toml")
    person.sees("the phones move to this game")
    person.sees("round 1, the threes>")
    assert len(ann.state()["seats"]) == 2
    assert ann.sends("12").status == 200
    assert [path.name for path in folder.glob(".*.phones")] == [".sunday.toml.phones"]
    assert person.leaves() == 0


def test_what_phones_have_sent_is_filled_in_if_add_asks_from_another_terminal(
    folder: Path, serves: Serves, sits: Sits
) -> None:
    served = serves()
    for player, entry in (("Ann", "12"), ("Bo", "o"), ("Cy", "5")):
        served.phone(player).sends(entry)
    person = sits("add")
    person.talks(
        "by phone: Ann, Bo and Cy", "[Enter] writes the round: >> <", "[5] >> 8", "is on the sheet"
    )
    person.ends()
    assert store.load(folder / "thursday.toml").game.rounds[0].scores["Cy"] == 8


def test_while_add_asks_in_another_terminal_no_round_writes_itself(
    folder: Path, serves: Serves, sits: Sits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served_game, "AUTO_SECONDS", 60)
    served = serves(auto=True)
    phones = [served.phone(player) for player in ("Ann", "Bo", "Cy")]
    person = sits("add")
    person.sees("Ann")
    assert phones[0].sends("12").status == 409
    person.types("8")
    person.program.kill(signal.SIGKILL)
    until(lambda: phones[0].sends("12").status == 200)
    for phone, entry in zip(phones[1:], ("o", "5"), strict=True):
        assert phone.sends(entry).status == 200
    assert phones[0].state()["writes_in"]
    person = sits("add")
    person.talks("by phone: Ann, Bo and Cy", "[Enter] writes the round:")
    until(lambda: phones[0].state()["writes_in"] is None)
    person.talks(">> <", ">> 8", "is on the sheet")
    person.ends()
    until(lambda: phones[0].state()["next"]["number"] == 2)
    rounds = store.load(folder / "thursday.toml").game.rounds
    assert [round_.scores for round_ in rounds] == [{"Ann": 12, "Bo": 0, "Cy": 8}]
    assert not any("writes the round" in line for line in served.told[-2:])


def test_if_phones_may_only_watch_nothing_about_entering_is_offered(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "--port", "0", "--look")
    person.sees("To watch only:")
    assert "free" not in person.sees("qr · off")
    person.talks(
        ">> wait",
        "nobody enters anything here, so wait does nothing >> seats",
        "only qr, off, add, fix, undo, redo, misdeal, next and again can be typed here >>",
        "nobody enters anything here; type one of qr, off >> off",
    )
    assert person.ends()[1] == 0


def test_a_round_that_nobody_enters_does_not_write_itself(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", ledger())
    answer = run("serve", "--look", "--auto", "--port", "0")
    assert (answer.code, answer.err) == (
        2,
        refusal(
            "with --look nobody enters points, so --auto has nothing to save",
            "leave out one of the two",
        ),
    )


def test_ctrl_c_stops_it_and_the_end_of_the_input_does_not(folder: Path, sits: Sits) -> None:
    seeded(folder / "thursday.toml", ledger())
    person = sits("serve", "--port", "0")
    port, token = address(person)
    person.sees("off")
    person.holds("d")
    phone = Phone(port, token)
    assert phone.state()["game"]["title"] == "Thursday"
    phone.sits("Bo")
    person.sees("Bo has a phone")
    person.holds("c")
    assert person.ends()[1] == 0


@pytest.mark.slow
def test_without_a_terminal_it_serves_until_it_is_killed_and_loses_nobody(folder: Path) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    server, url = begin_serving(folder, "--port", "0")
    try:
        found = ADDRESS.match(url)
        assert found
        bo = Phone(int(found[1]), found[2])
        bo.sits("Bo")
        for points in range(5):
            assert bo.sends(str(points)).status == 200
        server.kill()
        server.communicate()
        server, again = begin_serving(folder, "--port", found[1])
        assert again == url
        assert bo.state()["me"]["draft"]["entry"] == "4"
        assert start(["add", "12", "o", "5"], folder).code == 0
        until(lambda: bo.state()["game"]["rounds_played"])
        assert bo.state()["me"]["draft"] is None
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 128 + signal.SIGTERM
        assert store.load(path).game.played
    finally:
        server.kill()
        server.communicate()


@pytest.mark.parametrize("found", [[], ["192.0.2.2"], ["192.0.2.2", "198.51.100.7"]])
def test_serve_lists_every_network_address_or_says_there_is_none(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, found: list[str]
) -> None:
    monkeypatch.setattr(server, "EVERYWHERE", "127.0.0.1")
    monkeypatch.setattr(server, "addresses", lambda: found)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    seeded(folder / "thursday.toml", ledger())
    answer = run("serve", "--lan", "--port", "0", stdin="off\n")
    assert answer.code == 0
    assert re.findall(r"^  http://([\d.]+):\d+/[\w-]{22}$", answer.out, re.MULTILINE) == found
    on_none = "This machine isn't on a network: join the Wi-Fi, then type qr\n"
    assert (on_none in answer.out) == (found == [])
    said = ("Nothing is encrypted", "A firewall may block port", "keeps phones apart", "▀▀▀▀▀")
    assert all((text in answer.out) == (found != []) for text in said)


# ── what is refused ──────────────────────────────────────────────────────────────────────


def test_the_error_for_a_busy_port_says_who_has_it(serves: Serves, run: Run, folder: Path) -> None:
    port = serves().port
    seeded(folder / "friday.toml", ledger())
    answer = run("serve", "friday.toml", "--port", str(port))
    assert answer.code == 4
    assert re.fullmatch(
        rf"error: port {port} is taken by .*python.* \(process \d+\)\n"
        rf"  try: choose another: sk serve -f friday.toml --port {port + 1}\n",
        answer.err,
    )


@pytest.mark.parametrize("word", ["qr", "wait", "off", "free bo"])
def test_if_nothing_is_served_its_words_have_no_effect(run: Run, folder: Path, word: str) -> None:
    seeded(folder / "thursday.toml", ledger())
    answer = run("serve", *word.split())
    assert answer.code == 2
    assert "no game is being served here" in answer.err


def test_without_the_packages_it_says_how_to_get_them(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "thursday.toml", ledger())
    for name in [name for name in sys.modules if name.startswith("scorekeeper.serve.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("starlette", "uvicorn", "starlette.applications"):
        monkeypatch.setitem(sys.modules, name, None)
    answer = run("serve")
    assert answer.code == 2
    assert answer.err == (
        "error: the packages for serving phones aren't installed\n"
        f"  try: python3 -m pip --python {sys.executable} install {' '.join(serve.PACKAGES)}\n"
    )


def test_only_a_ledger_is_served(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", "schema = 1\n[game]\n[[rounds")
    assert run("serve", "thursday.toml").code == 3
    assert run("serve", "friday.toml").code == 3
