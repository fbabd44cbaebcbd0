"""What the program prints as a command can be typed back, and means the same game."""

import json
import re
import shlex
from pathlib import Path

import pytest

from scorekeeper.cli.dispatch import program
from scorekeeper.errors import SK, plain
from scorekeeper.terminal import rendered, voice
from scorekeeper.terminal.command_words import (
    COMMANDS,
    OF_NO_GAME,
    ON_WINDOWS,
    RARE,
    WITHIN,
    command_line,
)
from tests.program import ROUND, Run, in_quotes, ledger, refusal, seeded
from tests.tables import rows
from tests.terminal import Sits

ODD = 'dealer = "Ann"\ncolour = "red"\n'
"""A key that nobody knows: one thing for check to find."""

FILE = "old/june.toml"


@pytest.fixture
def june(folder: Path) -> Path:
    """A ledger in a subfolder, and a sound one of the same name here."""
    (folder / "old").mkdir()
    seeded(folder / "june.toml", ledger(ROUND))
    return seeded(folder / FILE, ledger(ROUND, game=ODD))


@pytest.mark.usefixtures("june")
@pytest.mark.parametrize("by_option", [True, False], ids=["with -f", "in the environment"])
@pytest.mark.parametrize(
    "line", ["next", "standings", "sheet", "add 3 4 o", "fix 3s ann=13", "penalty ann 5"]
)
def test_a_finding_names_the_file_as_it_was_typed(
    line: str, by_option: bool, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not by_option:
        monkeypatch.setenv("SCOREKEEPER_FILE", FILE)
    answer = run(*line.split(), *(["-f", FILE] if by_option else []))
    assert answer.err == f"check found 1 thing in {FILE}:  sk check {FILE}\n"
    assert f"{FILE}:7: error: key:" in run("check", FILE).out


def test_a_path_with_a_space_is_printed_as_it_must_be_typed(run: Run, folder: Path) -> None:
    seeded(folder / "june 5.toml", ledger(ROUND, game=ODD))
    said = run("next", "-f", "june 5.toml").err
    assert said == f"check found 1 thing in june 5.toml:  sk check {in_quotes('june 5.toml')}\n"


@pytest.mark.usefixtures("june")
@pytest.mark.parametrize(("line", "problem", "remedy"), rows(__file__, "typed_back.toml", "typed"))
def test_a_command_in_a_remedy_is_for_the_file_that_was_named(
    line: str, problem: str, remedy: str, run: Run
) -> None:
    named = run(*line.split(), "-f", FILE)
    assert named.err == refusal(problem, remedy.format(f" -f {FILE}"))
    here = run(*line.split())
    assert here.err == refusal(problem, remedy.format("")), "it still names the file"


@pytest.mark.skipif(ON_WINDOWS, reason="shells on Windows know only double quotes")
def test_a_word_with_an_apostrophe_is_in_double_quotes_if_the_shell_keeps_it_in_them() -> None:
    words = ["O'Neil", "looking at Bo's cards", "it's $5", "a `b`'s"]
    typed = """"O'Neil" "looking at Bo's cards" 'it'"'"'s $5' 'a `b`'"'"'s'"""
    assert command_line(*words) == typed
    assert shlex.split(typed) == words


def test_json_says_the_same(run: Run, folder: Path) -> None:
    seeded(folder / "none.toml", ledger())
    answer = run("meld", "5h6h7h", "--round", "last", "-f", "none.toml", "--json")
    assert json.loads(answer.err)["error"]["try"] == "record one with sk add -f none.toml"


@pytest.mark.usefixtures("june")
def test_commands_in_a_result_are_for_the_file_that_was_named(run: Run) -> None:
    said = run("house", "-f", FILE).said[-2:]
    on, off = f"sk house -f {FILE} one-natural", f"sk house -f {FILE} --off one-natural"
    assert said == [f"To change one:  {on}", f"To go back:     {off}"]
    claim = run("verify", "ann=4s4h4d5s9c", "-f", FILE)
    assert claim.said[-2].endswith(f"Then:  sk add -f {FILE}")


def test_ctrl_c_at_a_refused_answer_writes_nothing(june: Path, sits: Sits) -> None:
    person = sits("add", "-f", FILE)
    person.talks("Ann >> jk", f"to play with jokers: sk house -f {FILE} jokers")
    person.holds("c")
    assert person.ends()[1] == 130
    assert "jk" not in june.read_text()


@pytest.mark.parametrize("command", [*COMMANDS, *RARE, "player rename"])
def test_a_command_is_written_for_the_shell_the_open_game_and_a_file(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = f"do it with {SK}{command} X, see {SK}{command} --help"
    file = "" if command in OF_NO_GAME else f" -f {in_quotes('june 5.toml')}"
    assert plain(message) == rendered(message, None)
    assert plain(message) == f"do it with sk {command} X, see sk {command} --help"
    named = rendered(message, "june 5.toml")
    assert named == f"do it with sk {command}{file} X, see sk {command} --help"
    assert rendered(f"{SK}{command} -f may.toml", FILE) == f"sk {command} -f may.toml"
    monkeypatch.setattr(voice, "stays_open", True)
    assert rendered(message, None) == f"do it with {command} X, see {command} --help"


def test_a_file_is_named_only_in_commands_that_take_one() -> None:
    group = program()
    context = group.make_context("sk", [], resilient_parsing=True)
    commands = {name: group.get_command(context, name) for name in (*COMMANDS, *RARE)}
    takes_none = {
        name
        for name, command in commands.items()
        if name not in WITHIN and not any("-f" in param.opts for param in command.params)
    }
    # These two take one that is not the game at hand.
    assert OF_NO_GAME & commands.keys() == {*takes_none, "new", "rules"}


@pytest.mark.parametrize("named", [[], ["-f", "june.toml"]], ids=["here", "named"])
def test_names_and_notes_that_look_like_commands_stay_as_they_are(
    named: list[str], run: Run, folder: Path
) -> None:
    seeded(folder / "june.toml", ledger(players=("sk undo", "Bo"), title="sk undo"))
    recorded = ["add", "o", "5", "--note", "then sk undo"]
    added = run(*recorded, *named)
    assert "sk undo went out." in added.out
    assert "\n  sk undo 0   Bo 5 (+5)\n" in added.out
    assert f"wrong?  sk undo{''.join(f' {word}' for word in named)}     or" in added.out
    standings, sheet = run("standings", *named).said, run("sheet", *named).said
    assert sum(line.startswith("sk undo ·") for line in (*standings, *sheet)) == 2
    assert any(line.startswith("  1   sk undo      0 ") for line in standings)
    assert sheet[-1] == "* round 1: then sk undo"
    assert run("seats", *named).said[-1].endswith("points in this order: sk undo and Bo.")
    players = "the players are sk undo and Bo."
    assert run("dealer", "zoe", *named).err.endswith(f" for somebody new; {players}\n")
    refused = json.loads(run("dealer", "zoe", *named, "--json").err)
    assert refused["error"]["try"].endswith(f" for somebody new; {players}")
    noted = run("fix", "1", "--note", "and sk add", *named).out
    assert "note: then sk undo; and sk add\n" in noted
    assert "\n  sk undo       0    0\n" in noted
    back = run("undo", "-n", "2", *named).out
    assert f"taken back:  sk add o 5 --note {in_quotes('then sk undo')}\n" in back
    assert run("fix", *named).err.startswith("error: sk fix needs ROUND\n")


def test_the_open_game_leaves_its_name_out_of_commands_and_of_nothing_else(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / "june.toml", ledger(ROUND, players=("sk undo", "Bo", "Cy"), title="sk add"))
    person = sits()
    person.talks(
        "sk add ·",
        "sk undo",
        "round 2, the fours> >> dealer zoe",
        "the players are sk undo, Bo and Cy. >> o 5 7",
        "sk undo went out.",
        "wrong?  undo     or     fix 4s >> penalty",
        "error: penalty needs WHO",
        "type it like penalty bo 10; ? penalty says more",
    )
    assert person.leaves() == 0


def test_the_rules_of_a_finished_game_can_be_changed_as_offered(run: Run, folder: Path) -> None:
    rules = '[rules]\nrounds = [{ deal = 3, wild = "3" }]\n'
    seeded(folder / "june.toml", ledger(ROUND, rules=rules))
    said = "\n".join(run("house").said[-2:])
    change = re.fullmatch(r"To change one:  sk (.*)\nTo go back:     sk (.*)", said)
    assert change
    for command in change.groups():
        assert run(*command.split()).code == 0


def test_a_missing_score_at_the_end_is_for_the_named_file(run: Run, folder: Path) -> None:
    rules = '[rules]\nrounds = [{ deal = 3, wild = "3" }]\n'
    seeded(folder / "june.toml", ledger("[rounds.scores]\nAnn = 5\nCy = 3\n", rules=rules))
    for command in ("standings", "next"):
        assert run(command, "-f", "june.toml").said[-1].endswith("sk fix -f june.toml 3s bo=POINTS")


def test_with_several_files_each_remedy_names_its_own(june: Path, run: Run, folder: Path) -> None:
    wrong = ledger("[rounds.scores]\nAnn = 5\n")
    seeded(june, wrong)
    assert f"sk fix -f {FILE} 3s bo=" in run("check", FILE).out
    (folder / "june.toml").unlink()
    (folder / "only.toml").write_text(wrong)
    assert "sk fix 3s bo=" in run("check").out
    (folder / "second.toml").write_text(wrong)
    assert "sk fix -f second.toml 3s bo=" in run("check").out


@pytest.mark.parametrize(
    ("players", "words", "example"),
    [
        (("Ann", "Bo"), ("o", "o"), "3s --out bo ann=5"),
        (("Ann",), ("o",), "3s --out - ann=5"),
        (("Ann", "Bo"), ("o", "0"), "3s bo=5"),
    ],
)
def test_the_line_that_would_correct_a_round_can_be_typed_if_everybody_went_out(
    players: tuple[str, ...], words: tuple[str, ...], example: str, run: Run, folder: Path
) -> None:
    rules = "[rules]\ndecks = 4\nplayers = [1, 0]\nseveral_out = true\n"
    seeded(folder / "june.toml", ledger(players=players, rules=rules))
    last = run("add", *words).said[-1]
    assert last == f"wrong?  sk undo     or     sk fix {example}"
    assert run("fix", *example.split()).code == 0


# ── what was named is shown as it was typed ──────────────────────────────────────────────


@pytest.mark.usefixtures("june")
@pytest.mark.parametrize("command", ["next", "finish", "misdeal", "check"])
def test_a_file_is_named_as_it_was_typed(command: str, run: Run, folder: Path) -> None:
    named = [] if command == "check" else ["-f"]
    seeded(folder / "old" / "broken.toml", "schema = \n")
    for path in ("old/broken.toml", "old/../old/broken.toml", str(folder / "old/broken.toml")):
        answer = run(command, *named, path)
        assert f"{path}:1: " in answer.out + answer.err
    if command != "check":
        assert run(command, "-f", "old/no.toml").err.startswith("error: there is no file old/no.")


@pytest.mark.usefixtures("june")
def test_an_unknown_player_is_said_not_to_play_in_the_file_as_it_was_typed(run: Run) -> None:
    for words in (("fix", "3s", "zoe=3"), ("dealer", "zoe"), ("pad", "zoe=3"), ("add", "zoe=3")):
        said = run(*words, "-f", FILE).err
        assert said.startswith(f"error: 'zoe' isn't playing in {FILE}\n")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ["add", "--note", "a b", "--out", "bo", "8", "0", "5"],
            f"add 8 0 5 --out bo --note {in_quotes('a b')}",
        ),
        (["add", "--note", "pad", "20", "17", "o", "--totals"], "add 20 17 o --totals --note pad"),
        (["fix", "--why", "slip", "3s", "ann=3", "--json"], "fix 3s ann=3 --note slip"),
        (["finish", "-f", "june.toml", "--put-away"], "finish --put-away"),
        (["player", "join", "--points", "7", "Dee"], "player join Dee --points 7"),
    ],
)
def test_undo_names_the_line_that_was_typed(
    run: Run, folder: Path, words: list[str], line: str
) -> None:
    seeded(folder / "june.toml", ledger(ROUND))
    run(*words)
    assert [step["says"] for step in run("undo", "--json").facts["undone"]] == [line]


# ── the shell of Windows ─────────────────────────────────────────────────────────────────


@pytest.fixture
def on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("terminal.command_words", "cli.commands.files"):
        monkeypatch.setattr(f"scorekeeper.{module}.ON_WINDOWS", True)


@pytest.mark.usefixtures("on_windows")
def test_on_windows_words_are_in_double_quotes() -> None:
    line = command_line("fix", "3s", "uncle=12", r"old\june.toml", "--note", 'she said "12"')
    assert line == r'fix 3s uncle=12 old\june.toml --note "she said ""12"""'
    told = rendered(f"{SK}undo", r"C:\My games\june.toml")
    assert told == r'sk undo -f "C:\My games\june.toml"'


@pytest.mark.usefixtures("on_windows")
def test_on_windows_a_deleted_link_comes_back_with_ren(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "june.toml", ledger(ROUND))
    (folder / "my link.toml").symlink_to("june.toml")
    monkeypatch.setattr("scorekeeper.cli.commands.files.can_ask", lambda: True)
    monkeypatch.setattr("scorekeeper.cli.commands.files.ask_yes", lambda *_, **__: True)
    back = 'To get it back:  ren ".my link.toml.deleted" "my link.toml"'
    assert run("delete", "-f", "my link.toml").said[-1] == back
