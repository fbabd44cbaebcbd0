"""A match of Gin around the table: what phones send, and how they are refused."""

import pytest

from tests.program import Run
from tests.serve.phones import Serves
from tests.serve.test_served_game import until

OTHERS = "9c 9d 9s 4s 5c 6s kc ks kd ah"


@pytest.fixture
def text(run: Run) -> str:
    """The ledger of a match before its first hand."""
    from pathlib import Path

    run("new", "Ann", "Bo", "--game", "gin", "--dealer", "ann", "-f", "new.toml")
    new = Path("new.toml")
    said = new.read_text("utf-8")
    new.unlink()
    return said


def test_a_knock_that_is_claimed_keeps_what_is_left(text: str, serves: Serves) -> None:
    served = serves(text)
    ann, bo = served.phone("Ann"), served.phone("Bo")
    assert ann.sends(OTHERS).status == 200
    claim = bo.claims("5s 5h 5d 7h 8h 9h qc qd qh 2c kh", "kh")
    assert (claim.status, claim.json["stands"], claim.json["how"]) == (200, True, "knock")
    assert claim.json["last_turns"] == []
    words = served.serving.game.command()
    assert words[:3] == ["add", "--round=1", f"Ann={OTHERS}"]
    assert words[3].lower().count("h") >= 4
    assert "2C" in words[3]


@pytest.mark.parametrize("entry", ["-", "o11", "o:2c"])
def test_impossible_values_are_refused_in_words(entry: str, text: str, serves: Serves) -> None:
    reply = serves(text).phone("Bo").sends(entry)
    assert reply.status >= 400
    assert reply.problem


def test_the_other_player_reads_what_the_sheet_will_say_after_laying_off(
    text: str, serves: Serves, run: Run
) -> None:
    served = serves(text)
    ann, bo = served.phone("Ann"), served.phone("Bo")
    # The fourth queen and the 10♥ are laid off; in her own hand they would cost 20.
    assert ann.sends("9c 9d 9s 4s 5s 6s qs 10h kd ah").status == 200
    assert bo.claims("5c 5h 5d 7h 8h 9h qc qd qh 2c kh", "kh").json["stands"]
    counted = ann.state()["me"]["draft"]["counted"]
    assert [found["card"] for found in counted["deadwood"]] == ["AH", "KD"]
    assert run(*served.serving.game.command(), "-f", str(served.path)).code == 0
    block = run("sheet", "--json", "-f", str(served.path)).facts["rounds"][0]
    assert block["left"]["Ann"] == counted["points"] == 11


def test_the_other_player_reads_no_points_if_nobody_showed_melds_to_lay_off_on(
    text: str, serves: Serves
) -> None:
    served = serves(text)
    ann = served.phone("Ann")
    assert ann.sends(OTHERS).status == served.phone("Bo").sends("knock 7").status == 200
    assert ann.state()["me"]["draft"]["counted"] is None


def test_a_round_that_nobody_ended_waits_for_a_word(text: str, serves: Serves) -> None:
    served = serves(text)
    for player, entry in (("Ann", "23"), ("Bo", "7")):
        assert served.phone(player).sends(entry).status == 200
    state = served.phone().state()
    assert state["wrong"]["problem"] == "nobody has ended the hand"


def test_gin_that_everybody_saw_and_points_are_written(text: str, serves: Serves, run: Run) -> None:
    served = serves(text)
    for player, entry in (("Ann", "23"), ("Bo", "o")):
        assert served.phone(player).sends(entry).status == 200
    words = served.serving.game.command()
    assert run(*words, "-f", str(served.serving.game.path)).code == 0


def test_a_dead_hand_drops_what_was_sent_for_it(text: str, serves: Serves, run: Run) -> None:
    served = serves(text)
    ann = served.phone("Ann")
    assert ann.sends("23").status == 200
    assert served.phone("Bo").claims("5s 5h 5d 7h 8h 9h qc qd qh 2c kh", "kh").json["stands"]
    assert run("add", "dead", "-f", str(served.path)).code == 0
    until(lambda: served.serving.game.game.rounds)
    state = ann.state()
    assert (state["next"]["number"], state["claim"], state["me"]["draft"]) == (1, None, None)
    assert served.told[-1] == "round 1 is on the sheet: what phones sent is gone"


def test_an_undercut_is_told_to_both(text: str, serves: Serves, run: Run) -> None:
    served = serves(text)
    assert run("add", "7", "o7", "-f", str(served.path)).code == 0
    until(lambda: served.serving.game.game.rounds)
    said = {
        "Ann": ("undercut Bo: +25", "1st, 25 ahead of Bo"),
        "Bo": ("knocked, but Ann undercut: +0", "2nd, 25 behind Ann"),
    }
    for player, (came, stands) in said.items():
        (own,) = served.phone(player).asks("GET", "/api/news").json["own"].values()
        assert (own["came"], own["stands"]) == (came, stands)


def test_a_knock_waits_for_the_upcard_that_decides_it(serves: Serves, run: Run) -> None:
    run("new", "Ann", "Bo", "--game", "oklahoma-gin", "--dealer", "ann", "-f", "thursday.toml")
    served = serves()
    knocks, upcard_unknown = "5s 5h 5d 7h 8h 9h qc qd qh 2c kh", "nobody has said which it was"
    bo = served.phone("Bo")
    for reply in (bo.claims(knocks, "kh"), bo.sends("23")):
        assert reply.status == 422
        assert upcard_unknown in reply.problem
        told = "ask the score keeper to type it, like next --upcard 4s"
        assert reply.json["error"]["try"] == told
    assert served.phone().state()["claim"] is None
    run("next", "--upcard", "4s", "-f", "thursday.toml")
    until(lambda: not served.serving.game.game.lacks_upcard)
    assert bo.claims(knocks, "kh").json["stands"]
