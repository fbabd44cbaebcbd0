"""How a line of everyday English becomes a command, how sure that is, and that it does no harm."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper import games, store
from scorekeeper.cards import parse_cards
from scorekeeper.cli import offering
from scorekeeper.cli.offering import interpret, rehearse
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.rows import next_row
from scorekeeper.listening import numbers_said, rows_in, said
from scorekeeper.listening.guessing import likelihoods, slots_of, votes
from scorekeeper.listening.line import Line
from scorekeeper.listening.meaning import hear
from scorekeeper.listening.whose_entry import read_entries, said_in
from scorekeeper.render.rules import facts_with
from tests.cli.table_talk.games import FOLDERS
from tests.cli.table_talk.sitting import Sitting, contents, lay
from tests.effort import examples, some, steps
from tests.program import SOUND, Run, files, seeded
from tests.tables import each
from tests.tools.spoken import spoken, spoken_round


def heard(line: str, game: str = "fives") -> list[str]:
    """The words of the command that a line stands for in a game of the table."""
    return hear(line, store.parsed(FOLDERS[game]["thursday.toml"], Path("a.toml")), None).words


def test_a_name_typed_in_full_goes_before_a_word_that_means_something() -> None:
    assert heard("won leaves", "words") == ["player", "leave", "won"]
    assert heard("score deals", "words") == ["dealer", "score"]
    assert heard("jack 12, andy o, nils 5, bo 3", "knaves")[0] == "add"


@each("line", ["ann isn't leaving", "don't swap ann and bo", "never undo that"])
def test_a_line_with_a_not_in_it_does_not_do_what_it_denies(line: str) -> None:
    with pytest.raises(ScorekeeperError):
        heard(line)


def test_numbers_in_words_go_to_one_hundred_and_twenty() -> None:
    assert heard("twelve out five twenty one") == ["add", "12", "out", "5", "21"]
    assert next(numbers_said(["one", "hundred", "and", "twenty"])) == (120, 4)


def test_a_title_that_could_be_a_round_is_asked_about() -> None:
    text = FOLDERS["fives"]["thursday.toml"]
    two = store.parsed(text, Path("a.toml"))._replace(
        players=store.parsed(text, Path("a")).players[:2]
    )
    found = hear("three thirteen", two._replace(rounds=()), None)
    assert [other.words[0] for other in found.others] == ["add", "new"]


def test_an_example_is_most_like_what_it_is_an_example_of() -> None:
    slots = {slot for command in votes()[1] for slot in slots_of(command)}
    for command, text in said()["examples"].items():
        for line in text.strip().replace("\n", " / ").split(" / "):
            assert command in [*likelihoods(line.split(), slots)][:3], line


def test_every_row_of_the_sayings_can_be_read() -> None:
    def slots(row: tuple[Any, ...]) -> set[str]:
        parts = [
            slots(way) if kind in ("any", "maybe") else () for kind, ways in row for way in ways
        ]
        return {what for kind, what in row if kind == "slot"}.union(*parts)

    items, rows = rows_in("sayings")
    for (command, _), row in zip(items, rows, strict=True):
        missing = {slot for slot in slots(row) if not hasattr(Line, f"_{slot}")}
        assert not missing, command


@pytest.mark.parametrize("seed", range(examples(5)))
def test_no_card_of_a_hand_in_words_is_lost(seed: int) -> None:
    random, game = Random(seed), store.parsed(FOLDERS["deuces"]["thursday.toml"], Path("a.toml"))
    for _ in range(20):
        cards = random.sample(game.rules.pack, random.randint(3, 7))
        found = interpret(spoken(cards, "ann", random), game, None)
        read = [parse_cards(each.words[-1].split("=")[-1]) for each in (found, *found.others)]
        assert all(sorted(hand) == sorted(cards) for hand in read), (cards, found)


@pytest.mark.parametrize("seed", range(examples(5)))
@pytest.mark.parametrize("name", ["fives", "skyjo"])
def test_no_points_of_a_round_in_words_go_to_somebody_else(name: str, seed: int) -> None:
    random, game = Random(seed), store.parsed(FOLDERS[name]["thursday.toml"], Path("a.toml"))
    row = next_row(game)
    for _ in range(20):
        line, right = spoken_round(game.names, random, goes_out=game.rules.goes_out)
        entries = read_entries(row, said_in(hear(line, game, None).words[1:], game, row.rules))
        assert {n: "o" if e.out else e.typed for n, e in entries.items()} == right, line


def test_every_answer_to_a_question_about_the_rules_stands_in_those_of_some_game() -> None:
    rules = [games.game(name) for name in games.names()]
    rules += [each.replace(columns=3) for each in rules if each.has_gin]
    for phrase in {phrase for phrases in said()["facts"].values() for phrase in phrases}:
        assert any(facts_with(each, [phrase]) for each in rules), phrase


def test_a_rehearsal_says_what_a_command_does_and_writes_nothing(folder: Path, run: Run) -> None:
    lay(folder, "fives")
    path = folder / "thursday.toml"
    for words in (
        ["fix", "4s", "bo=15"],
        ["new", "Ann", "Bo"],
        ["finish"],
        ["player", "leave", "bo"],
    ):
        before = files(folder)
        assert rehearse(words, path).error is None
        assert files(folder) == before
    assert rehearse(["fix", "4s", "bo=15"], path).game != store.load(path).game
    assert rehearse(["fix", "9s", "bo=15"], path).error is not None
    assert run("fix", "4s", "bo=15").code == 0, "a real command after a rehearsal is written"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("bo leaves", "sk player leave bo   Bo leaves after round 2"),
        ("12 o 5 21", "sk add 12 o 5 21   enters round 3, the fives: Ann 12, Bo out"),
        ("bo was 15 not 17", "sk fix 4s bo=15   changes Bo's 17 to 15 in round 2, the fours"),
        ("show me the sheet", "sk sheet\n"),
        ("fay joins", "sk player join fay --points average   fay plays from round 3"),
        ("edit round 1", "sk fix 3s   you'll be asked for the right points of round 1, the threes"),
        ("next round 12 o 5 21", "sk add 12 o 5 21   enters round 3, the fives: Ann 12, Bo out"),
        ("delete the last round", "sk misdeal   voids round 2, the fours"),
        ("send it to my phone", "sk help serve or sk help export"),
        ("bo 12", "sk add bo=12 ann=POINTS cy=POINTS zoe=POINTS   you'll be asked for the others"),
    ],
)
def test_off_a_terminal_the_ready_command_is_named_and_nothing_is_done(
    line: str, command: str, folder: Path, run: Run
) -> None:
    lay(folder, "fives")
    before, answer = files(folder), run(*line.split())
    assert (answer.out, answer.code, files(folder)) == ("", 2, before)
    assert f"  try: {command}" in answer.err


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("how is hope doing", "sk standings\n"),
        ("grace and gracie is the same person", "sk people grace=Gracie"),
        (
            "another one but without gracie",
            "sk new --game=three-thirteen-speed --title=Two Hope Rob",
        ),
    ],
)
def test_where_all_games_are_over_a_line_is_about_the_last(
    line: str, command: str, folder: Path, run: Run
) -> None:
    for title, third in (("One", "Grace"), ("Two", "Gracie")):
        run("new", "Hope", "Rob", third, "--game", "three-thirteen-speed", "--title", title)
        run("add", "o", "5", "8")
        run("finish")
    before, answer = files(folder), run(*line.split())
    assert (answer.code, files(folder)) == (2, before)
    assert f"  try: {command}" in answer.err


@pytest.mark.slow
def test_an_offer_is_done_by_enter_and_dropped_by_every_way_out(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    for way in ("<", "back", "cancel", "esc", "undo", "n", "no"):
        sitting.types("bo was 15 not 17")
        assert "changes Bo's 17 to 15 in round 2" in " ".join(sitting.said.split())
        sitting.types(way)
        assert sitting.is_at_the_table()
        assert contents(tmp_path) == FOLDERS["fives"]
    sitting.types("bo was 15 not 17")
    sitting.types("who deals")  # any other line is read as a new one
    assert "ROUND 3" in sitting.said
    sitting.types("bo was 15 not 17")
    sitting.types("")
    assert "Bo 17 -> 15" in sitting.said


@pytest.mark.slow
def test_beginning_or_ending_a_game_needs_a_typed_yes(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    for line in ("let's stop here", "play again", "new game with Ann and Bo"):
        sitting.person.types(line)
        sitting.person.sees("[Enter] no:")
        sitting.types("")
        assert contents(tmp_path) == FOLDERS["fives"]
    sitting.person.answers(("", "let's stop here"), ("[Enter] no:", "y"))
    sitting.person.sees("and the game goes on")
    assert "finished" in (tmp_path / "thursday.toml").read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "is_ended"), [("", False), ("n", True)])
def test_a_new_game_asks_what_becomes_of_the_open_one(
    tmp_path: Path, answer: str, *, is_ended: bool
) -> None:
    sitting = Sitting(tmp_path, "fives")
    sitting.types("again")
    assert "Leave it open?" in sitting.said
    sitting.types("<")
    assert contents(tmp_path) == FOLDERS["fives"]
    sitting.types("again")
    sitting.types(answer)
    assert len(contents(tmp_path)) == 2
    assert ("finished = " in contents(tmp_path)["thursday.toml"]) == is_ended
    sitting.stops()


def test_an_impossible_entry_does_not_become_a_new_player(folder: Path, run: Run) -> None:
    lay(folder, "fours")
    path = folder / "thursday.toml"
    assert interpret("add ann=8=99", store.load(path).game, path).words == ["add", "ann=8=99"]
    assert run("new", "Ann", "Bo", "-f", "game").code == 0, "a file may be called game"


@pytest.mark.parametrize("command", offering.UNTRIED)
def test_to_read_a_please_no_server_is_started_and_no_file_is_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    lay(folder, "fours")
    path = folder / "thursday.toml"
    monkeypatch.setattr(offering, "rehearse", None)  # it would fail if it were called
    words = interpret(f"{command} please", store.load(path).game, path).words
    assert words == [command, "please"]


@pytest.mark.slow
def test_keys_typed_before_an_offer_do_not_answer_it(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "fives")
    sitting.person.presses("bo leaves\r\r")
    assert "more was typed after it" in " ".join(sitting.person.settles().split())
    assert contents(tmp_path) == FOLDERS["fives"]


def test_a_round_after_oops_is_asked_about_before_it_is_written() -> None:
    game = store.parsed(FOLDERS["fives"]["thursday.toml"], Path("a.toml"))
    typed = " ".join(["o", *("5" for _ in game.names[1:])])
    assert hear(typed, game, None).is_typed
    assert not hear(f"oops {typed}", game, None).is_typed


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("12 o 5 21", "sk add -f thursday.toml 12 o 5 21"),
        ("bo leaves", "sk player leave -f thursday.toml bo"),
        ("who is winning", "sk standings -f thursday.toml"),
    ],
)
def test_a_sentence_in_a_shell_can_name_its_game(
    line: str, command: str, folder: Path, run: Run
) -> None:
    lay(folder, "fives")
    (folder / "friday.toml").write_text(FOLDERS["fives"]["thursday.toml"], "utf-8")
    for option in ("-f", "--file"):
        answer = run(*line.split(), option, "thursday.toml")
        assert (answer.code, answer.out) == (2, "")
        assert f"try: {command}" in answer.err


def test_a_command_that_fails_keeps_its_own_error_if_nothing_better_works(
    folder: Path, run: Run
) -> None:
    assert run("new", "Ann", "Bo", "--game", "gin").code == 0
    assert "Ann can't knock with 12" in run("add", "o12", "20").err
    lay(folder, "fives")
    assert "try: sk penalty bo 5 " in run("penalty", "for", "bo", "5").err
    assert "try: sk next\n" in run("next", "hand").err


@pytest.mark.parametrize("words", [[""], ["", ""], [" "], ["()"], ['"', "'"], ["foo", "", "bar"]])
def test_a_line_without_a_word_is_refused(words: list[str], folder: Path, run: Run) -> None:
    lay(folder, "fives")
    assert (run(*words).code, run(*words).out) == (2, "")


@pytest.mark.slow
@pytest.mark.parametrize("with_a_game", [True, False])
@pytest.mark.parametrize(
    "said",
    some(["word", "the", "one", "twenty one", "me and you", "ann 12", "Dave", "5h", "round 3"], 3),
)
def test_a_line_of_hundreds_of_words_is_answered_soon(
    run: Run, folder: Path, said: str, *, with_a_game: bool
) -> None:
    if with_a_game:
        seeded(folder / "t.toml", SOUND)
    words = (said.split() * 1000)[: 3000 // (len(said) + 1)]
    codes = []
    taken = steps(lambda: codes.append(run(*words).code))
    assert codes[0] in (2, 3, 4)
    assert taken < 3_000_000


@pytest.mark.slow
@pytest.mark.parametrize("words", [57, 281])
def test_number_words_before_a_word_that_is_not_understood_are_looked_at_once(
    run: Run, folder: Path, words: int
) -> None:
    seeded(folder / "t.toml", SOUND)
    line = [*("twenty one " * 140).split()[: words - 1], "xyz"]
    assert steps(lambda: run(*line)) < 5_000_000
