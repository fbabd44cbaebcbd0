"""``new`` without names: it asks who plays, what, by which house rules, and who deals."""

from pathlib import Path

import pytest

from scorekeeper import games
from scorekeeper.render.rules import VARIATION_WORDS
from scorekeeper.rules.variations import OF_RUNS, VARIATIONS
from scorekeeper.store import load_ledger
from tests.program import TODAY, ledger, refusal, scores, seeded, start
from tests.terminal import Sits

THREE_THIRTEEN = f"three-thirteen-{TODAY}.toml"


def test_names_and_enter_will_do(folder: Path, sits: Sits) -> None:
    person = sits("new")
    person.talks(
        "Who plays? Clockwise, like  Ann, Bo, Uncle Cy >> Ann, Bo, Uncle Cy, Zoë",
        "  1  Three Thirteen, 11 rounds, 3 to 13 cards >>",
        "House rules? >>",
        "Who deals first?   [Enter] draw lots   or a name: >>",
    )
    said, code = person.ends()
    assert code == 0
    assert "deals first." in said
    game = load_ledger(folder / THREE_THIRTEEN)
    assert game.names == ("Ann", "Bo", "Uncle Cy", "Zoë")
    assert game.dealer in game.names
    assert (game.rules.game, game.rules.decks) == ("three-thirteen", 2)


def test_going_back_to_the_names_keeps_the_day_of_the_evening(folder: Path, sits: Sits) -> None:
    person = sits("new")
    person.talks(
        ">> 2025-11-08",
        "Saturday 8 November 2025 >> Ann, Bo",
        "Which game? >> <",
        "names: >> Ann, Cy",
    )
    for _ in range(3):
        person.types("")
    assert person.ends()[1] == 0
    game = load_ledger(folder / "three-thirteen-2025-11-08.toml")
    assert (str(game.date), game.names) == ("2025-11-08", ("Ann", "Cy"))


@pytest.mark.parametrize("last", ["Zoë", "Zoë,"])
def test_names_after_the_command_may_be_a_list_with_commas(
    folder: Path, sits: Sits, last: str
) -> None:
    person = sits("new", "Ann,", "Bo,", "Uncle", "Cy,", last)
    assert person.ends()[1] == 0
    assert load_ledger(folder / THREE_THIRTEEN).names == ("Ann", "Bo", "Uncle Cy", "Zoë")


def test_a_list_with_commas_is_read_alike_if_nobody_is_asked(folder: Path) -> None:
    assert start(["new", "Ann,", "Bo"], folder).code == 0
    assert load_ledger(folder / THREE_THIRTEEN).names == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("Ann, Bo and Cy", ("Ann", "Bo", "Cy"), id="and instead of a comma"),
        pytest.param("Ann, Bo, and Cy", ("Ann", "Bo", "Cy"), id="and behind a comma"),
        pytest.param("Ann and Bo", ("Ann", "Bo"), id="and between words"),
        pytest.param("Ann, Bo & Uncle Cy", ("Ann", "Bo", "Uncle Cy"), id="as a sign"),
        pytest.param('Cy, "Mum and Dad"', ("Cy", "Mum and Dad"), id="a team"),
        pytest.param('"Mum & Dad" "Cy and Dee"', ("Mum & Dad", "Cy and Dee"), id="two teams"),
        pytest.param("Ann,Bo,Cy", ("Ann", "Bo", "Cy"), id="without a space"),
        pytest.param("Andrea, Orlando and Sandro", ("Andrea", "Orlando", "Sandro"), id="in a name"),
    ],
)
def test_names_may_be_joined_as_in_a_sentence(
    folder: Path, sits: Sits, line: str, names: tuple[str, ...]
) -> None:
    person = sits("new")
    person.talks(f"names: >> {line}")
    for question in ("or a number:", "like 1 3:", "or a name:"):
        person.talks(f"{question} >>")
    assert person.ends()[1] == 0
    assert load_ledger(folder / THREE_THIRTEEN).names == names


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
        "'nobody' isn't playing in this game >> onei",
        "'onei' isn't playing in this game >> o'n",
    )
    assert person.ends()[1] == 0
    game = load_ledger(folder / f"deuces-arent-wild-{TODAY}.toml")
    assert (game.names, game.dealer) == (("Ann", "Bo", "O'Neil"), "O'Neil")
    assert (game.rules.ace_runs, game.rules.set_max) == ("both", 4)


@pytest.mark.parametrize(("answer", "as_rank"), [("", False), ("n", False), ("y", True)])
def test_a_choice_brings_the_question_that_follows_from_it(
    folder: Path, sits: Sits, answer: str, as_rank: bool
) -> None:
    person = sits("new")
    person.talks(
        "Who plays? >> Ann Bo",
        "Which game? >> 1",
        "  4  a meld needs a natural card, one that is not wild >> 4",
    )
    question = "Are three 7s in the sevens round a set of sevens?   [Enter] no   [y] yes:"
    person.talks(f"{question} >> what?", f"{question} >> {answer}", "Who deals first? >> bo")
    assert person.ends()[1] == 0
    rules = load_ledger(folder / THREE_THIRTEEN).rules
    assert (rules.wild_limit, rules.wild_as_rank) == ("natural", as_rank)


def test_last_time_is_offered_first(folder: Path, sits: Sits) -> None:
    rules = '[rules]\ngame = "three-thirteen"\ndecks = 2\njokers = 2\nwild_limit = "one"\n'
    seeded(folder / "old.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5), rules=rules))
    person = sits("new")
    person.talks("Go on with it later? >>")
    person.sees(f"Last time, {TODAY:%A} {TODAY.day} {TODAY:%B}: Ann, Bo and Cy.")
    person.sees("two jokers in each pack")
    person.sees("at most one wild in a meld")
    person.sees("[Enter] the same people, seats and rules")
    person.sees("or names, clockwise, like  Ann, Bo, Uncle Cy:")
    person.types("")
    person.sees("Who deals first?")
    person.types("cy")
    assert person.ends()[1] == 0
    game = load_ledger(folder / THREE_THIRTEEN)
    assert (game.names, game.dealer) == (("Ann", "Bo", "Cy"), "Cy")
    assert (game.rules.jokers, game.rules.wild_limit) == (2, "one")


def test_a_name_of_last_time_that_cannot_be_is_mentioned_in_the_new_game(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / "old.toml", ledger(scores("Bo", Ann=12, Bo=0), players=("Ann", "Bo", "7")))
    person = sits("new")
    person.talks(
        "Go on with it later? >>",
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
    person.talks(f"isn't over. Go on with it later? >> {answer}")
    person.ends()
    assert ("finished" in old.read_text("utf-8")) == is_over
    assert (folder / THREE_THIRTEEN).exists() == starts


def test_other_people_may_play_as_last_time(folder: Path, sits: Sits) -> None:
    rules = '[rules]\ngame = "three-thirteen"\ndecks = 2\njokers = 2\n'
    seeded(folder / "old.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5), rules=rules))
    person = sits("new")
    person.talks(
        "Go on with it later? >>",
        "or names, clockwise >> Dee Eli",
        "[Enter] as last time   or a number: >>",
        "Who deals first? >> eli",
    )
    assert person.ends()[1] == 0
    game = load_ledger(folder / THREE_THIRTEEN)
    assert (game.names, game.rules.jokers, game.rules.decks) == (("Dee", "Eli"), 2, 1)


def test_enough_packs_are_taken_without_a_question(folder: Path, sits: Sits) -> None:
    person = sits("new")
    person.talks(
        "Who plays? >> A1 B1 C1 D1 E1 F1 G1 H1 I1 J1",
        "Which game? >> 1",
        "House rules? >>",
        "Who deals first? >>",
    )
    assert person.ends()[1] == 0
    game = load_ledger(folder / THREE_THIRTEEN)
    assert len(game.rules.pack) * game.decks >= game.rules.cards_needed(10)


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("", "names: "),
        ("Ann, ann", "are the same name at the table"),
        ("Ann 12", "digits alone are points"),
    ],
)
def test_names_that_cannot_be_are_asked_for_again(sits: Sits, names: str, problem: str) -> None:
    person = sits("new")
    person.talks(
        f"Who plays? >> {names}", f"{problem} >> Ann Bo", "[Enter] Three Thirteen   or a number:"
    )
    person.holds("c")
    said, code = person.ends()
    assert code == 130
    assert "stopped; nothing was written" in said


def test_one_player_is_too_few_for_cards(sits: Sits) -> None:
    person = sits("new")
    person.talks(
        "Who plays? >> Ann",
        "Which game? >> 1",
        "needs at least 2 players, not 1",
        "go back with < and type who plays >> points",
        "Round 1.",
    )
    assert person.ends()[1] == 0


def test_a_day_written_otherwise_is_nobody_s_name(folder: Path, sits: Sits) -> None:
    person = sits("new", "--dealer", "ann")
    for day in ("1.11.2025", "11/1/2025", "8.11."):
        person.talks(
            f"names: >> {day}", f"'{day}' isn't a date", "give year, month and day, like 2025-11-08"
        )
    person.types("today")
    person.sees(f"{TODAY:%A} {TODAY.day} {TODAY:%B %Y}")
    for answer in ("Ann, Bo", "", "none"):
        person.types(answer)
    assert person.ends()[1] == 0
    assert load_ledger(folder / THREE_THIRTEEN).names == ("Ann", "Bo")


@pytest.mark.parametrize(("rules", "lots"), [("none", "draw lots"), ("no", "lots")])
def test_the_default_answer_can_be_typed(folder: Path, sits: Sits, rules: str, lots: str) -> None:
    person = sits("new", "--title", "x")
    for answer in ("Ann, Bo", "three thirteen", rules, lots):
        person.types(answer)
    said, code = person.ends()
    assert (code, said.count("Lots were drawn")) == (0, 1)
    assert "isn't an answer here" not in said
    assert load_ledger(folder / f"x-{TODAY}.toml").names == ("Ann", "Bo")


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


def test_given_answers_are_not_asked_for(folder: Path, sits: Sits) -> None:
    person = sits("new", "--variation", "one-natural", "--dealer", "bo", "-f", "a.toml")
    person.talks("Who plays? >> Ann Bo")
    said, code = person.ends()
    assert code == 0
    assert "Which game?" not in said
    assert load_ledger(folder / "a.toml").rules.wild_limit == "natural"


def test_a_second_game_on_one_day_needs_no_name(folder: Path, sits: Sits) -> None:
    for _ in range(2):
        person = sits("new", "--dealer", "ann", "--game", "three-thirteen")
        person.talks("Ann, Bo, Uncle Cy >> Ann Bo")
        assert person.ends()[1] == 0
    assert {path.name for path in folder.glob("*.toml")} == {
        THREE_THIRTEEN,
        THREE_THIRTEEN.replace(".toml", "-2.toml"),
    }


def test_off_a_terminal_nobody_is_asked(folder: Path) -> None:
    answer = start(["new"], folder)
    assert answer.err == refusal("a game needs players", "name them clockwise: sk new Ann Bo Cy")


def test_every_variation_has_its_words() -> None:
    assert list(VARIATION_WORDS) == [*OF_RUNS, *VARIATIONS]
