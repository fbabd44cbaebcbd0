"""Phones of a game that is over move to the next game of the same people, wherever it starts."""

from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.serve import phones_path, save_phones
from scorekeeper.serve.phones import new_phones
from tests.program import ROUND, Run, ledger, seeded, start
from tests.serve.phones import Phone, Served, Serves
from tests.serve.test_at_the_terminal import address, phone_at
from tests.serve.test_served_game import until
from tests.terminal import Sits


@pytest.fixture
def served(serves: Serves, run: Run) -> Served:
    """A finished game, served where nobody says which game is played."""
    served = serves(ledger(ROUND), follows_on=True)
    assert run("finish").code == 0
    phone = served.phone()
    until(lambda: phone.state()["game"]["finished"])
    return served


def sees(phone: Phone, file: str) -> None:
    """Wait until the phone shows that game."""
    until(lambda: phone.state()["game"]["file"] == file)


def stays(served: Served) -> None:
    """Check that the phones stay, although the server has looked at every game."""
    version = served.serving.game.presence.version
    seeded(served.path, served.path.read_text("utf-8") + "# looked at\n")
    until(lambda: served.serving.game.presence.version > version)
    seeded(served.path, served.path.read_text("utf-8") + "# and again\n")
    until(lambda: served.serving.game.presence.version > version + 1)
    assert served.serving.game.path == served.path


def test_phones_follow_the_same_people_to_a_new_game_and_back_after_undo(
    served: Served, run: Run
) -> None:
    phone = served.phone()
    assert run("again", "--title", "Friday").code == 0
    until(lambda: phone.state()["game"]["title"] == "Friday")
    name = phone.state()["game"]["file"]
    assert served.told[-2:] == [f"the next game is {name}", "the phones move to this game"]
    until(lambda: not phones_path(served.path).exists())
    assert phones_path(Path(name)).exists()
    assert run("undo").code == 0
    sees(phone, "thursday.toml")
    assert run("again", "--title", "Friday").code == 0
    sees(phone, name)
    assert phone.sits("Ann").status == 200
    assert phone.sends("12").status == 200
    assert run("finish").code == 0
    until(lambda: phone.state()["game"]["finished"])
    assert run("new", "Cy", "Bo", "Ann", "--game", "indian-rummy", "--dealer", "Bo").code == 0
    until(lambda: phone.state()["game"]["title"] == "Indian Rummy")
    assert phone.state()["me"]["player"] == "Ann"


def test_a_player_who_left_need_not_be_in_the_next_game(serves: Serves, run: Run) -> None:
    served = serves(ledger(ROUND), follows_on=True)
    phone = served.phone("Ann")
    assert run("player", "leave", "cy").code == run("finish").code == 0
    assert run("again", "--title", "Friday").code == 0
    until(lambda: phone.state()["game"]["title"] == "Friday")
    assert [seat["player"] for seat in phone.state()["seats"]] == ["Ann", "Bo"]


@pytest.mark.parametrize(
    "players", [("Ann", "Bo"), ("Ann", "Bo", "Dee"), ("Ann", "Bo", "Cy", "Di")]
)
def test_phones_never_move_to_a_game_of_other_people(
    served: Served, folder: Path, players: tuple[str, ...]
) -> None:
    seeded(folder / "others.toml", ledger(players=players))
    stays(served)


def test_phones_do_not_move_to_a_game_served_elsewhere_or_to_a_broken_one(
    served: Served, folder: Path
) -> None:
    save_phones(seeded(folder / "served.toml", ledger()), new_phones())
    (folder / "broken.toml").write_text("schema = 1\n[game]\n[[rounds")
    stays(served)
    seeded(folder / "one.toml.new", ledger()).rename(folder / "one.toml")
    sees(served.phone(), "one.toml")


def test_if_two_games_start_at_the_same_time_a_person_chooses(
    serves: Serves, run: Run, folder: Path
) -> None:
    served = serves(ledger(ROUND), follows_on=True)
    for name in ("one.toml", "two.toml"):
        seeded(folder / name, ledger())
    assert run("finish", "-f", "thursday.toml").code == 0
    phone = served.phone()
    until(lambda: phone.state()["game"]["finished"])
    stays(served)


def test_phones_do_not_move_to_older_games_or_from_a_game_that_goes_on(
    serves: Serves, run: Run, folder: Path
) -> None:
    seeded(folder / "before.toml", ledger())
    served = serves(ledger(ROUND), follows_on=True)
    seeded(folder / "new.toml", ledger())
    stays(served)  # for it goes on
    (folder / "new.toml").unlink()
    assert run("finish", "-f", "thursday.toml").code == 0
    phone = served.phone()
    until(lambda: phone.state()["game"]["finished"])
    stays(served)


def test_the_keys_of_the_terminal_are_for_the_game_that_phones_see(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "thursday.toml", ledger(ROUND))
    person = sits("serve", "--port", "0")
    at = address(person)
    ann, bo, cy = (phone_at(person, player, *at) for player in ("Ann", "Bo", "Cy"))
    assert start(["finish"], folder).code == 0
    assert start(["again", "--title", "Friday"], folder).code == 0
    person.talks("the next game is", "the phones move to this game")
    until(lambda: ann.state()["next"])
    for phone, entry in ((ann, "12"), (bo, "o"), (cy, "5")):
        assert phone.sends(entry).status == 200
    person.talks("[Enter] writes the round >>", "is on the sheet. Bo went out.")
    assert len(store.load(path).game.rounds) == 1
    [friday] = [found for found in folder.glob("*.toml") if found != path]
    assert len(store.load(friday).game.rounds) == 1
    person.types("off")
    assert f"Everything is in {friday.name}." in person.ends()[0]
