"""How a game ends, and how the next one begins."""

import re
from pathlib import Path

import pytest

from scorekeeper.ledger import Game
from scorekeeper.store import load_ledger
from tests.cli.evenings import Table
from tests.program import TODAY, Run, facts, ledger, scores, seeded

FILE = "thursday.toml"


def started(said: str, folder: Path) -> Game:
    """The game that a command started."""
    [file] = re.findall("Score sheet: (.*)", said)
    return load_ledger(folder / file)


# ── the end ──────────────────────────────────────────────────────────────────────────────


def test_a_game_that_ends_early_keeps_the_places_of_that_moment(table: Table) -> None:
    table.add("12 o 5", "8 17 o")
    card = table.next
    said = table.run("finish")
    assert said.said[0] == "Thursday · ended after round 2 of 11 · fewest points wins"
    assert "CY wins with 5 points." in said.said
    table.plays("places 1 Cy 5, 2 Bo 17, 3 Ann 20")
    told = facts(table.run, "standings")
    assert (told["finished"], told["winners"], told["next"]) == (True, ["Cy"], None)
    assert table.game.finished == TODAY
    assert table.run("add", "1", "2", "o", "-f", FILE).code == 2
    table("undo")
    assert table.next == card


def test_a_game_that_is_put_away_has_no_winner(table: Table) -> None:
    table.add("12 o 5")
    assert "The game was put away without a winner." in table("finish", "--put-away")
    told = facts(table.run, "standings")
    assert (told["finished"], told["winners"]) == (True, [])
    assert table.game.put_away


def test_an_end_without_a_round_is_not_called_put_away(table: Table) -> None:
    said = table.run("finish").said
    assert said[0] == "Thursday · ended before the first round · fewest points wins"
    assert said[-3] == "The game ended, and nobody won."
    assert table("next")[-1] == "The game ended, and nobody won."


# ── the next game ────────────────────────────────────────────────────────────────────────


def test_the_next_game_has_the_same_people_rules_and_the_next_dealer(
    table: Table, folder: Path
) -> None:
    table.plays("12 o 5; house one-natural; player join Dee --after Ann --points 0")
    table.plays("player leave Cy; Dee deals; finish")
    game = started(table.run("again").out, folder)
    assert [(player.name, player.joined, player.start, player.left) for player in game.players] == [
        *(("Ann", 1, None, None), ("Dee", 1, None, None), ("Bo", 1, None, None))
    ]
    assert (game.title, game.date, game.rounds) == ("Thursday", TODAY, ())
    assert game.dealer == "Dee"
    assert game.rules == table.game.rules_now
    assert (game.rules.wild_limit, game.changes) == ("natural", ())


def test_a_remedy_for_the_next_game_does_not_name_the_last_file(table: Table) -> None:
    table("finish")
    said = table.run("again", "-f", FILE)
    assert said.code == 0
    assert "sk house\n" in said.out
    assert f"-f {FILE}" not in said.out


def test_the_next_game_never_writes_over_a_file_and_has_enough_packs_and_a_one_line_title(
    table: Table, folder: Path
) -> None:
    table.lay(ledger(rules="[rules]\ndecks = 1\n"))
    table.add("12 o 5")
    assert table.run("player", "join", "Dee", "--points", "0").code == 0
    for end in ("", "-2", "-3"):
        said = table.run("again", "-f", FILE, "--title", " Late\nshow ").out
        assert f"Score sheet: late-show-{TODAY}{end}.toml\n" in said
        game = started(said, folder)
        assert (game.title, game.decks, len(game.names)) == ("Late show", 2, 4)
    assert len(list(folder.glob("*.toml"))) == 4


@pytest.mark.parametrize("words", [[], ["-f", "r/old.toml"]])
def test_the_next_game_follows_the_named_file(
    table: Table, folder: Path, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "r").mkdir()
    seeded(folder / "r" / "old.toml", ledger(scores("Zed", Zed=0, Yan=5), players=("Zed", "Yan")))
    if not words:
        monkeypatch.setenv("SCOREKEEPER_FILE", "r/old.toml")
    assert "Yan (deals first)" in table.run("again", *words).out


# ── beside another game ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("named", "finished"), [(None, False), (None, True), ("friday.toml", False)]
)
def test_starting_a_game_next_to_an_open_one_says_how_to_name_it(
    table: Table, run: Run, named: str | None, finished: bool
) -> None:
    if finished:
        table("finish")
    said = run("new", "Ann", "Bo", "--title", "Friday", *(["-f", named] if named else []))
    path = f"friday-{TODAY}.toml"
    note = f"another game here isn't over either; name the one you mean:  sk add -f {path}\n"
    assert (said.code, said.err) == (0, "" if named or finished else note)
    clear = f" -f {named or path}" if not finished else ""
    offered = re.findall("sk (?:house|seats)(?: -f [^ ,\n]+)?", said.out)
    assert offered == [f"sk house{clear}", f"sk seats{clear}"]
    for command in offered:
        assert run(*command.split()[1:]).code == 0
    assert run("standings").code == (0 if finished else 3)
    assert run("standings", "-f", named or path).code == 0


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize(
    ("file", "said"),
    [
        (FILE, "SCOREKEEPER_FILE names another game"),
        ("nowhere.toml", "SCOREKEEPER_FILE names nowhere.toml, but there is no such file"),
    ],
)
def test_starting_a_game_next_to_the_environments_game_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, file: str, said: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_FILE", file)
    answer = run("new", "Ann", "Bo", "--title", "Friday")
    named = f"name the one you mean:  sk add -f friday-{TODAY}.toml"
    assert (answer.code, answer.err) == (0, f"{said}; {named}\n")


@pytest.mark.usefixtures("table")
def test_starting_the_next_game_says_that_the_last_is_not_over(run: Run) -> None:
    said = run("again")
    end = f"sk finish -f {FILE}"
    assert said.err == f"Thursday isn't over; if you're done with it:  {end}\n"
    [path] = re.findall("Score sheet: (.*)", said.out)
    assert f"sk seats -f {path}, sk dealer -f {path}" in said.out
    assert run(*end.split()[1:]).code == 0
    third = run("again", "-f", FILE)
    assert re.match("another game here isn't over either; .*  sk add -f .*-2.toml\n$", third.err)


@pytest.mark.parametrize("finished", [False, True])
def test_a_next_game_started_next_to_the_environments_game_says_so(
    table: Table, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    monkeypatch.setenv("SCOREKEEPER_FILE", FILE)
    if finished:
        table("finish")
    said = table.run("again").err
    named = said.rpartition("SCOREKEEPER_FILE names another game; name the one you mean:  ")[2]
    assert table.run(*named.split()[1:], "12", "o", "5").code == 0
    assert len(load_ledger(table.path.with_name(named.split()[-1])).rounds) == 1
    assert not table.game.rounds
