"""``new`` without names: it asks who plays, what, by which house rules, and who deals."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper import games
from scorekeeper.render.rules import WAYS
from scorekeeper.rules import KEYS
from scorekeeper.rules.variations import OF_RUNS
from scorekeeper.store import load_ledger
from tests.program import TODAY, ledger, scores, seeded, start
from tests.tables import rows
from tests.terminal import Sits

THREE_THIRTEEN = f"three-thirteen-{TODAY}.toml"

LAST_TIME = ledger(
    scores("Bo", Ann=12, Bo=0, Cy=5),
    rules='[rules]\ngame = "three-thirteen"\ndecks = 2\njokers = 2\nwild_limit = "one"\n',
)


@pytest.mark.parametrize(
    ("words", "turns", "file", "holds", "text"),
    [
        pytest.param(*row, text, id=name)
        for table, text in (("evenings", ""), ("later", LAST_TIME))
        for name, *row in rows(__file__, "invitations.toml", table)
    ],
)
def test_an_invitation_ends_with_the_game(
    words: str,
    turns: list[str],
    file: str,
    holds: dict[str, Any],
    text: str,
    folder: Path,
    sits: Sits,
) -> None:
    if text:
        seeded(folder / "old.toml", text)
    person = sits("new", *words.split())
    person.talks(*turns)
    said, code = person.ends()
    assert code == 0
    assert "isn't an answer here" not in said
    game = load_ledger(folder / f"{file.replace('DAY', str(TODAY))}.toml")
    assert game.dealer in (*game.names, None)
    found = {
        **{key: getattr(game.rules, key) for key in holds.keys() & {"game", *KEYS}},
        "names": list(game.names),
        "dealer": game.dealer,
        "date": str(game.date),
        "decks": game.decks,
    }
    assert {key: found[key] for key in holds} == holds


def test_a_list_with_commas_is_read_the_same_way_if_nobody_is_asked(folder: Path) -> None:
    assert start(["new", "Ann,", "Bo"], folder).code == 0
    assert load_ledger(folder / THREE_THIRTEEN).names == ("Ann", "Bo")


def test_games_and_house_rules_have_numbers_and_words(folder: Path, sits: Sits) -> None:
    person = sits("new")
    person.sees("Who plays?")
    person.types("Ann Bo O'Neil")
    person.sees("  3  Five Crowns, 11 rounds, 3 to 13 cards")
    person.types("x")
    person.sees("there is no game 'x'")
    last = len(games.names())
    for wrong in ("0", str(last + 1), "²", "0000000012"):
        person.talks(f">> {wrong}", f"'{wrong}' isn't an answer here", f"a number from 1 to {last}")
    person.talks(">> 2", "  3  a meld needs a natural card, one that is not wild")
    for wrong in ("7", "0", "x", "²"):
        person.talks(f">> {wrong}", f"'{wrong}' isn't an answer here", "numbers from 1 to 6")
    person.talks(
        ">> 3, 5",
        "these contradict each other >> 6 1",
        "Who deals first? >> nobody",
        "'nobody' isn't playing in the new game >> onei",
        "'onei' isn't playing in the new game >> o'n",
    )
    assert person.ends()[1] == 0
    game = load_ledger(folder / f"deuces-arent-wild-{TODAY}.toml")
    assert (game.names, game.dealer) == (("Ann", "Bo", "O'Neil"), "O'Neil")
    assert (game.rules.ace_runs, game.rules.set_max) == ("both", 4)


def test_an_impossible_name_from_last_time_is_mentioned_in_the_new_game(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / "old.toml", ledger(scores("Bo", Ann=12, Bo=0), players=("Ann", "Bo", "7")))
    person = sits("new")
    person.talks(
        "Leave it open? >>",
        "[Enter] the same people, seats and rules >>",
        "Who deals first? >> bo",
        f"check found 1 thing in {THREE_THIRTEEN}:",
    )
    assert person.ends()[1] == 0


@pytest.mark.parametrize(
    ("answer", "is_over", "starts"), [("", False, True), ("n", True, True), ("<", False, False)]
)
def test_with_a_game_open_the_first_question_is_what_to_do_with_it(
    folder: Path, sits: Sits, answer: str, is_over: bool, starts: bool
) -> None:
    old = seeded(folder / "old.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    person = sits("new", "Dee", "Eli")
    person.talks(f"isn't over. Leave it open? >> {answer}")
    person.ends()
    assert ("finished" in old.read_text("utf-8")) == is_over
    assert (folder / THREE_THIRTEEN).exists() == starts


@pytest.mark.parametrize(("answer", "title"), [("", "Flip 7"), ("n", "Three Thirteen")])
def test_it_asks_about_a_game_for_points_named_before_the_players(
    folder: Path, sits: Sits, answer: str, title: str
) -> None:
    person = sits("new", "flip 7", "Ann", "Bo")
    person.talks(f"Is flip 7 the game, or a player? >> {answer}")
    assert f"{title}: a new game" in person.ends()[0]
    (made,) = folder.glob("*.toml")
    assert ('winner = "high"' in made.read_text("utf-8")) == (title == "Flip 7")


@pytest.mark.parametrize("key", ["c", "d"])
def test_stopping_writes_nothing(folder: Path, sits: Sits, key: str) -> None:
    person = sits("new")
    person.talks(
        "Who plays? >> Ann Bo",
        "Which game? >> 1",
        "House rules? >> 4",
        "Are three 7s >> y",
        "Who deals first?   [Enter] draw lots   or a name: ",
    )
    person.holds(key)
    assert person.ends()[1] == 130
    assert list(folder.iterdir()) == []


def test_every_way_to_play_has_its_words() -> None:
    assert list(WAYS) == list(OF_RUNS)
