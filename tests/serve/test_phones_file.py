"""The file beside a ledger that lets phones in: what in it counts, and who may write it."""

import json
import os
import stat
from pathlib import Path

import pytest

from scorekeeper import store
from scorekeeper.errors import SK
from scorekeeper.serve import load_phones, phones_held, phones_path, ready_entries, save_phones
from scorekeeper.serve.phones import Draft, Phones, new_phones
from tests.program import ledger, seeded
from tests.serve.phones import Phone, Serves
from tests.tables import each
from tests.terminal import Sits
from tests.tools.hostile import DAMAGED, LOOK, PHONES, PLANTED, TOKEN, WRONG_VALUES
from tests.values import game

IGNORED = "; sk ignores it, so every phone must scan the code again"


def private(path: Path, text: str) -> Path:
    """A file of phones that only its owner can read."""
    seeded(phones_path(path), text).chmod(0o600)
    return path


def loaded(path: Path) -> tuple[Phones | None, list[str]]:
    """The phones of a ledger, and what is said about them, without the folder's name."""
    told: list[str] = []
    found = load_phones(path, told.append)
    return found, [line.replace(f"{phones_path(path).parent}{os.sep}", "") for line in told]


# ── what it says ─────────────────────────────────────────────────────────────────────────


def test_seats_and_drafts_come_back_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "thursday.toml"
    phones = new_phones().seated("0123456789abcdef", "Zoë", silent=False)
    phones = phones.sent(Draft(2, "Zoë", "4♥ 5♥ 6♥ 8♦", True, 0))
    noted = phones.free("Zoë", "The score keeper freed it.")
    for kept in (noted, phones):
        save_phones(path, kept)
        assert loaded(path) == (kept, [])
    # Of a draft an older version wrote more, and it knew no notes.
    text = phones_path(path).read_text("utf-8").replace('"ready"', '"claimed": false, "ready"')
    text = text.replace(',\n"notes": {}', "")
    assert "notes" not in text
    assert "seats and drafts of sk serve;" in text
    assert loaded(private(path, text)) == (phones, [])


@each("text", DAMAGED)
def test_a_file_without_tokens_lets_nobody_in_and_is_reported(tmp_path: Path, text: str) -> None:
    found, told = loaded(private(tmp_path / "thursday.toml", text))
    assert found is None
    assert len(told) == 1
    assert told[0].startswith(".thursday.toml.phones ")
    assert told[0].endswith(IGNORED)


@each("key, value", WRONG_VALUES)
def test_a_damaged_part_of_the_phones_file_is_ignored_and_the_rest_counts(
    tmp_path: Path, key: str, value: object
) -> None:
    path = private(tmp_path / "thursday.toml", json.dumps({**PHONES, key: value}))
    sound = loaded(private(tmp_path / "friday.toml", json.dumps(PHONES)))[0]
    assert sound
    without = sound._replace(**{key: Phones._field_defaults[key]})
    assert loaded(path) == (without, [f".thursday.toml.phones is damaged; sk ignores its {key}"])


def test_phones_come_back_whatever_the_names_of_the_players(tmp_path: Path) -> None:
    path, name = tmp_path / "thursday.toml", "\u202eoB\x1b[2J"
    phones = new_phones().seated("0123456789abcdef", name, silent=False)
    save_phones(path, phones)
    assert loaded(path) == (phones, [])


@pytest.mark.parametrize("entry", ["4h\n5h\u2028 6h\xa0", " " * 198 + "12"])
def test_what_a_phone_can_send_comes_back_from_the_file(serves: Serves, entry: str) -> None:
    served = serves()
    assert served.phone("Bo").sends(entry).status == 200
    assert ready_entries(served.path, game(), lambda _: None) == {"Bo": entry}


def test_no_two_games_have_the_same_tokens() -> None:
    tokens = {token for _ in range(50) for token in new_phones()[:2]}
    assert len(tokens) == 100


# ── who could have put it there ──────────────────────────────────────────────────────────

TOLD = {
    "open": "other users could read .thursday.toml.phones",
    "another's": ".thursday.toml.phones belongs to another user",
    "another's to read": ".thursday.toml.phones belongs to another user",
    "a link": ".thursday.toml.phones is a link",
    "a link to a closed file": ".thursday.toml.phones is a link",
    "a link to nothing": ".thursday.toml.phones is a link",
    "a link to itself": ".thursday.toml.phones is a link",
    "a second name": "other users could read .thursday.toml.phones",
    "a pipe": ".thursday.toml.phones isn't a regular file",
    "an empty folder": ".thursday.toml.phones isn't a regular file",
    "a full folder": ".thursday.toml.phones isn't a regular file",
}


def outside(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The mode and the content of each file that a planted link could lead to."""
    found = [folder / "made.txt", *folder.glob("outside/*")]
    return {path.name: (path.stat().st_mode, path.read_bytes()) for path in found if path.exists()}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_file_that_others_may_have_planted_is_reported_and_ignored(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "thursday.toml"
    PLANTED[kind](phones_path(path))
    before = outside(tmp_path)
    expected = TOLD[kind] if os.geteuid() == 0 or "another" not in kind else TOLD["open"]
    for _ in range(2):
        assert loaded(path) == (None, [f"{expected}{IGNORED}"])
    assert outside(tmp_path) == before


@pytest.mark.parametrize("kind", PLANTED)
def test_a_game_is_served_and_entered_whatever_is_in_place_of_the_file(
    serves: Serves, folder: Path, kind: str
) -> None:
    path = phones_path(seeded(folder / "thursday.toml", ledger()))
    PLANTED[kind](path)
    before = outside(folder)
    served = serves()
    assert [Phone(served.port).asks("GET", f"/{token}").status for token in (TOKEN, LOOK)] == [
        404
    ] * 2
    assert served.phone("Bo").sends("12").status == 200
    assert outside(folder) == before
    if path.is_dir():
        assert served.told[1].endswith(f"; a restart of {SK}serve will lose the phones")
        assert ready_entries(served.path, game(), lambda _: None) == {}
    else:
        facts = path.lstat()
        assert (stat.S_ISREG(facts.st_mode), stat.S_IMODE(facts.st_mode)) == (True, 0o600)
        assert facts.st_uid == os.geteuid()
        assert ready_entries(served.path, game(), lambda _: None) == {"Bo": "12"}


def test_a_disk_on_which_every_file_is_open_keeps_the_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    phones = new_phones()
    save_phones(tmp_path / "thursday.toml", phones)
    phones_path(tmp_path / "thursday.toml").chmod(0o755)
    with monkeypatch.context() as of_a_stick:
        of_a_stick.setattr(os, "fchmod", refused)
        assert loaded(tmp_path / "thursday.toml") == (phones, [])


def test_a_game_whose_file_name_is_too_long_has_no_phones(tmp_path: Path) -> None:
    assert loaded(tmp_path / f"{'x' * 240}.toml") == (None, [])


# ── the keyboard ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("value", [float("inf"), 10**400, "\ud800"])
def test_a_damaged_port_does_not_delay_the_keyboard(tmp_path: Path, value: object) -> None:
    path = private(tmp_path / "thursday.toml", json.dumps({**PHONES, "port": value}))
    with phones_held(path):
        assert ready_entries(path, game(), lambda _: None) == {"Bo": "12"}


def test_a_planted_file_enters_nothing_at_the_terminal(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "thursday.toml", ledger())
    PLANTED["open"](phones_path(path))
    person = sits("add")
    person.sees("other users could read .thursday.toml.phones; sk ignores it")
    person.answers(("Ann", "12"), ("Bo", "o"), ("Cy", "5"))
    person.sees("is on the sheet. Bo went out.")
    assert store.load(path).game.rounds[0].scores == {"Ann": 12, "Bo": 0, "Cy": 5}
