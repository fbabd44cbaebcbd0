"""The open game: ``sk`` alone at a terminal, where a line is all that you have to type."""

import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import codec
from scorekeeper.cli.commands.help import PAGES
from scorekeeper.cli.open_game import completions
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger import Game
from scorekeeper.listening.meaning import hear
from scorekeeper.terminal import Sitting
from scorekeeper.terminal.command_words import COMMANDS, READ_ONLY
from tests.effort import examples, is_soon
from tests.program import HIGH, ONE_ROUND, PROGRAM, ROUND, TODAY, ledger, scores, seeded, start
from tests.tables import called, rows
from tests.terminal import Person, Sits
from tests.values import rounds

FOUR = ("Ann", "Bo", "Uncle Cy", "Zoë")

AT_THE_FOURS = ledger(
    scores("Bo", Ann=12, Bo=0, **{'"Uncle Cy"': 5, '"Zoë"': 21}), players=FOUR, title="Friday"
)


# ── what it shows ────────────────────────────────────────────────────────────────────────


def at_the_fours(folder: Path, sits: Sits, **screen: Any) -> tuple[Path, Person]:
    """A game of four after its first round, and somebody who has it open on such a screen."""
    path = seeded(folder / "friday.toml", AT_THE_FOURS)
    person = sits(**screen)
    person.sees("round 2, the fours>")
    return path, person


def test_it_shows_the_game_at_hand_on_one_screen_and_stays_open(folder: Path, sits: Sits) -> None:
    _, person = at_the_fours(folder, sits)
    shown = person.shown()
    assert len(shown) <= 24
    assert shown[0] == "Friday · after round 1 of 11 · fewest points wins"
    text = "\n".join(shown)
    for part in (
        "ROUND 2 of 11",
        "deal 4 each, FOURS are wild",
        "Bo deals. Uncle Cy begins, then Zoë, Ann, Bo.",
        " 1  Bo            0 ",
        " 4  Zoë          21     +21",
        "  21 12 o 3           the points of Ann, Bo, Uncle Cy and Zoë",
        "  fix 3s ann=12 ",
    ):
        assert part in text
    assert [line.split("    ")[0].strip() for line in shown[-6:-1]] == [
        *("21 12 o 3", "add", "fix 3s ann=12", "567h 8s8c8d / 2d", "?")
    ]
    assert person.leaves() == 0
    assert person.shown()[-1] == "Everything is in friday.toml."


GAMES: dict[str, tuple[str, ...]] = {
    "none": (),
    "friday": (AT_THE_FOURS,),
    "over": (ledger(scores("Bo", Ann=0, Bo=0, Cy=5), rules=ONE_ROUND),),
    "bonus": (ledger(ROUND, "bonus = true", rules=ONE_ROUND),),
    "points": (ledger(players=("Ann", "Bo"), rules=HIGH, game=""),),
    "strange": (
        ledger(players=("[red]Bob", "\\u001b[2JEve", "O'Neil"), game='dealer = "O\'Neil"\n'),
    ),
    "findings": tuple(
        ledger(scores("Bo", Ann=31, Bo=0, Cy=5), title=title) for title in ("july", "june")
    ),
}
"""The ledgers in the folder, each called by its title."""


@pytest.mark.parametrize(("games", "turns"), called(__file__, "open_game.toml", "sittings"))
def test_at_the_open_game(games: str, turns: list[str], folder: Path, sits: Sits) -> None:
    for text in GAMES[games]:
        seeded(folder / f"{codec.read(text).title.lower()}.toml", text)
    person = sits()
    person.talks(*turns)
    assert person.leaves() == 0
    assert "\x1b[2JEve" not in "".join(person.said)


def test_a_game_that_was_ended_before_its_first_round_can_go_on(folder: Path, sits: Sits) -> None:
    assert start(["new", "Ann", "Bo", "--dealer", "ann"], folder).code == 0
    assert start(["finish"], folder).code == 0
    person = sits()
    person.talks("ended before the first round", "  undo     take back the last step")
    person.talks("game over> >> undo", "round 1, the threes>")
    assert person.leaves() == 0


def test_one_of_several_games_is_chosen_and_stays_open(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", AT_THE_FOURS)
    path = seeded(folder / "b.toml", AT_THE_FOURS.replace("Friday", "Saturday"))
    person = sits()
    person.talks("  1  Saturday", "  2  Friday", "[Enter] goes on with 1")
    for wrong in ("3", "0000000012"):
        person.types(wrong)
        person.talks(
            "aren't over: which one is this for?",
            "open one first, like open 1, or start another: new",
        )
    person.talks(">> 8 o 5 9", "1  add 8 o 5 9 -f", "2  add 8 o 5 9 -f", "1 or 2")
    person.talks(">> <", "nothing was changed")
    person.talks(
        ">> 1", "Saturday · after round 1 of 11 >> 8 o 5 9", "Round 2, the fours, is on the sheet."
    )
    assert person.leaves() == 0
    assert len(rounds(path)) == 2


def seconds_of(person: Person) -> float:
    """The processor time of the program so far; 0 where the system doesn't show it."""
    try:
        words = Path(f"/proc/{person.program.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def test_a_line_without_end_is_refused_and_costs_little(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    before = path.read_text()
    person.presses(f"\x1b[200~{'5 ' * 20_000}\x1b[201~\r")
    person.sees("error: this line has more than 4000 characters")
    before_keys = seconds_of(person)
    person.presses(f"{'5 ' * 20_000}\r")
    person.sees("error: this line has more than 4000 characters")
    assert is_soon(seconds_of(person) - before_keys)
    before_words = seconds_of(person)
    person.presses(f"\x1b[200~{'a b ' * 400}\x1b[201~\r")
    person.sees("error: that's 800 words, too many for a round")
    assert is_soon(seconds_of(person) - before_words, 2)
    person.presses(f"\x1b[200~{'ann:' * 900}\x1b[201~\r")
    person.talks("error: can't make sense of", "'ann:ann:", "…'", "you can type")
    most = Path(f"/proc/{person.program.pid}/status")
    if most.exists():
        [peak] = [line for line in most.read_text().splitlines() if line.startswith("VmHWM")]
        assert int(peak.split()[1]) < 100_000
    assert person.leaves() == 0
    assert path.read_text() == before


def test_old_evenings_do_not_stand_in_the_way_of_a_new_one(folder: Path, sits: Sits) -> None:
    old = ledger(ROUND, rules=ONE_ROUND, day=TODAY - timedelta(days=9))
    seeded(folder / "a.toml", old)
    seeded(folder / "b.toml", old)
    person = sits()
    person.talks(
        "again  with the people of 1      new  a new game >>",
        ">> again --title Tonight",
        "Tonight: a new game of",
        "round 1, the threes> >> 1 o 3",
        "is on the sheet",
    )
    assert person.leaves() == 0
    assert person.shown()[-1] == f"Everything is in tonight-{TODAY}.toml."


def test_the_environment_names_the_game(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", AT_THE_FOURS)
    seeded(folder / "b.toml", AT_THE_FOURS.replace("Friday", "Saturday"))
    person = sits(SCOREKEEPER_FILE="b.toml")
    person.talks("Saturday · after round 1 of 11 >> quit")
    assert person.ends()[1] == 0


@pytest.mark.parametrize("shell", ["</dev/null", "| cat"])
def test_help_is_plain_if_the_output_is_not_a_terminal(
    folder: Path, sits: Sits, shell: str
) -> None:
    seeded(folder / "friday.toml", AT_THE_FOURS)
    person = sits(command=["/bin/sh", "-c", f"{' '.join(PROGRAM)} {shell}"])
    said, code = person.ends()
    assert code == 0
    assert said.startswith("Usage: sk")


# ── what a line can be ───────────────────────────────────────────────────────────────────


def test_a_line_means_the_first_thing_that_it_can_be(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    for line, answer in rows(__file__, "open_game.toml", "answers"):
        person.talks(f">> {line}", answer, "round 2, the fours>")
    assert path.read_text("utf-8") == AT_THE_FOURS
    for line, answer in rows(__file__, "open_game.toml", "changes"):
        person.talks(f">> {line}", f"{answer} >> undo", "taken back:")
    assert person.leaves() == 0
    assert path.read_text("utf-8") == AT_THE_FOURS


# ── what stays as it is ──────────────────────────────────────────────────────────────────


def test_a_refused_line_leaves_everything_as_it_was(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    for line in ("8 o 5 999", "fix 9s bo=3", "undo", "nonsense", "player leave nobody"):
        person.talks(f">> {line}", "error: ", "try: ")
    assert person.leaves() == 0
    assert path.read_text("utf-8") == AT_THE_FOURS
    assert [path.name for path in folder.iterdir()] == ["friday.toml"]


def test_bytes_that_are_not_text_are_refused_and_never_dropped(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    for sent in (b"\xed\xa0\x80=1", b"\xff1", b"1\xe9", b"\x1b[200~\xff1\x1b[201~"):
        os.write(person.program.child_fd, sent + b" 2 o 3\r")
        person.talks("error: some of what was typed isn't text", "round 2, the fours>")
    assert path.read_text("utf-8") == AT_THE_FOURS


def test_a_fault_of_the_program_is_reported_and_the_table_stays(folder: Path, sits: Sits) -> None:
    seeded(folder / "friday.toml", AT_THE_FOURS)
    broken = (
        "from scorekeeper.cli.commands import standings; from scorekeeper.__main__ import main;"
        " standings.sheet_lines = lambda *words, **more: 1 / 0; main()"
    )
    person = sits(command=[sys.executable, "-c", broken])
    person.talks(
        "round 2, the fours> >> sheet",
        "error: this is a bug in scorekeeper; no game was changed",
        "ZeroDivisionError >> 8 o 5 9",
        "Round 2, the fours, is on the sheet. Bo went out.",
    )
    assert person.leaves() == 0
    assert "Traceback" not in "".join(person.said)


def test_ctrl_c_clears_the_line_and_ctrl_d_leaves(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    person.presses("8 o 5 9")
    person.holds("c")
    person.talks(">> 8 17 o 9", "Uncle Cy went out.")
    assert person.leaves() == 0
    assert rounds(path)[1:] == [{"Ann": 8, "Bo": 17, "Uncle Cy": 0, "Zoë": 9}]


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_output_after_ctrl_c_and_ctrl_d_starts_on_a_new_row(
    folder: Path, sits: Sits, terminal: str
) -> None:
    _, person = at_the_fours(folder, sits, TERM=terminal)
    person.presses("8")
    person.sees("8")
    person.holds("c")
    person.sees("round 2, the fours>")
    assert person.leaves() == 0
    shown = person.shown()
    assert shown.count("round 2, the fours>") == 1
    assert shown[-1] == "Everything is in friday.toml."


def test_what_can_be_typed_includes_the_pages_of_the_manual(folder: Path, sits: Sits) -> None:
    _, person = at_the_fours(folder, sits)
    person.talks(">> ?", "help cards  shows a page of the manual")
    for page in PAGES:
        person.sees(page)
    assert person.leaves() == 0


def test_stopping_a_question_leads_back_to_the_open_game(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    for key in ("c", "d"):
        person.talks(">> add", "12 + >> 8", "Bo           0 +")
        person.holds(key)
        person.talks("stopped; nothing was written", "round 2, the fours>")
    assert path.read_text("utf-8") == AT_THE_FOURS
    assert person.leaves() == 0


def test_an_editor_has_the_terminal_as_it_usually_is(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "friday.toml", AT_THE_FOURS)
    editor = seeded(
        folder / "editor.sh", 'echo "a line, please"; read -r line; echo "# $line" >> "$1"\n'
    )
    person = sits(EDITOR=f"sh {editor}")
    person.talks(
        "round 2, the fours> >> edit",
        "a line, please >> it was late",
        "friday.toml changed.  undo takes this back.",
        "round 2, the fours>",
    )
    assert person.leaves() == 0
    assert path.read_text("utf-8") == AT_THE_FOURS + "# it was late\n"


def test_the_terminal_is_as_it_was_however_the_program_ends(folder: Path, sits: Sits) -> None:
    seeded(folder / "friday.toml", AT_THE_FOURS)
    program = shlex.join(PROGRAM)
    person = sits(command=["/bin/sh", "-c", f"{program}; {program}; stty -a"])
    person.sees("round 2, the fours>")
    person.holds("d")
    person.talks("Everything is in friday.toml.", "round 2, the fours>")
    [child] = subprocess.run(
        ["pgrep", "-P", str(person.program.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    os.kill(int(child), signal.SIGTERM)
    said, _ = person.ends()
    assert " icanon" in said
    assert " echo " in said


# ── other programs ───────────────────────────────────────────────────────────────────────


def test_what_another_program_wrote_is_noticed_before_the_next_line(
    folder: Path, sits: Sits
) -> None:
    path, person = at_the_fours(folder, sits)
    assert start(["add", "8", "o", "5", "9"], folder).code == 0
    person.talks(
        ">> 8 o 5 9",
        "friday.toml was changed by something else in the meantime:",
        "Friday · after round 2 of 11",
        "so this wasn't done",
        "round 3, the fives>",
    )
    assert len(rounds(path)) == 2
    assert start(["undo"], folder).code == 0
    person.talks(
        ">> standings",
        "friday.toml was changed by something else in the meantime:",
        "Friday · after round 1 of 11",
        "Friday · after round 1 of 11 >> 8 17 o 9",
        "Uncle Cy went out.",
    )
    assert person.leaves() == 0
    assert len(rounds(path)) == 2


def test_a_round_for_a_game_that_cannot_be_read_any_more_is_for_no_other(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "friday.toml", AT_THE_FOURS)
    for name in ("b", "c"):
        seeded(folder / f"{name}.toml", AT_THE_FOURS)
    person = sits("open", "friday.toml")
    person.settles()
    seeded(path, "schema = [")
    person.types("bo 5")
    person.settles()
    person.types("8 17 o 9")
    said = person.settles()
    assert "error: friday.toml:1: this isn't valid TOML" in said
    assert "several games" not in said
    assert person.leaves() == 0


def test_what_people_wrote_keeps_the_name_of_the_program(folder: Path, sits: Sits) -> None:
    seeded(folder / "friday.toml", ledger(players=("sk undo", "Bo"), title="sk undo"))
    person = sits(COLUMNS="100")
    assert "sk undo · before the first round" in person.settles()
    person.types("add o 5 --note 'then sk undo'")
    assert "wrong?  undo     or     fix 3s bo=5" in person.settles()
    person.types("sheet")
    sheet = person.settles()
    assert re.search(r"dealer +sk undo +Bo\n", sheet)
    assert "* round 1: then sk undo\n" in sheet
    person.types("undo")
    assert "taken back:  add o 5 --note 'then sk undo'\n" in person.settles()
    assert person.leaves() == 0


def test_a_file_that_a_line_names_is_forgotten_after_it(folder: Path, sits: Sits) -> None:
    rules = '[rules]\nrounds = [{ deal = 3, wild = "3" }]\n'
    path = seeded(folder / "friday.toml", ledger(rules=rules))
    seeded(folder / "other.toml", AT_THE_FOURS)
    person = sits("open", "friday.toml")
    person.settles()
    person.types("next -f other.toml")
    assert "ROUND 2 of 11" in person.settles()
    seeded(path, ledger("[rounds.scores]\nAnn = 5\nCy = 3\n", rules=rules))
    person.types("next")
    said = person.settles()
    assert "friday.toml was changed by something else in the meantime" in said
    assert said.count("fix 3s bo=POINTS") == 2
    assert person.leaves() == 0


def test_a_line_is_held_back_unless_it_only_reads() -> None:
    assert set(COMMANDS) >= READ_ONLY
    changes = set(COMMANDS) - READ_ONLY
    assert {"add", "fix", "undo", "redo", "misdeal", "again", "edit"} <= changes


@pytest.mark.parametrize("look", ["stats", "people", "export --to csv"])
def test_looking_back_and_exporting_are_not_held_back(folder: Path, sits: Sits, look: str) -> None:
    path, person = at_the_fours(folder, sits)
    seeded(path, AT_THE_FOURS + "# Zoë was here\n")
    person.talks(f">> {look}", "friday.toml was changed by something else in the meantime:")
    assert "so this wasn't done" not in person.sees("round 2, the fours>")
    assert person.leaves() == 0


def test_a_line_that_was_held_back_is_typed_again(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    seeded(path, AT_THE_FOURS + "# Zoë was here\n")
    person.talks(
        ">> 8 o 5 9",
        "so this wasn't done",
        "round 2, the fours> >> 8 o 5 9",
        "Round 2, the fours, is on the sheet.",
    )
    assert person.leaves() == 0
    assert "# Zoë was here" in path.read_text("utf-8")


def test_a_game_that_goes_away_or_breaks_leaves_the_table_open(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    seeded(path, AT_THE_FOURS.replace("Ann = 12", "Ann = twelve"))
    person.talks(">> standings", "error: friday.toml:")
    seeded(path, AT_THE_FOURS)
    person.talks(">> standings", "Friday · after round 1 of 11")
    path.unlink()
    person.talks(
        ">> standings",
        "error:  >> new Ann Bo --dealer ann -f other.toml",
        "round 1, the threes> >> 12 o",
        "Round 1, the threes, is on the sheet.",
    )
    assert person.leaves() == 0


# ── keys ─────────────────────────────────────────────────────────────────────────────────

ELEVEN = [
    *("8 o 5 9", "zoe 3 ann 8 bo o uncle cy 5", "o 1 2 3", "1 2 3 o", "5 6 o 7", "1 o 2 3"),
    *("9 8 7 o", "o 5 5 5", "3 3 o 3", "standings", "fix last ann=4"),
]


@pytest.mark.parametrize(
    ("terminal", "keys"),
    [("xterm-256color", "\x1b[200~{}\x1b[201~"), ("xterm-256color", "{}"), ("dumb", "{}")],
)
def test_eleven_lines_pasted_at_once_are_carried_out_in_order(
    folder: Path, sits: Sits, terminal: str, keys: str
) -> None:
    path, person = at_the_fours(folder, sits, TERM=terminal)
    person.presses(keys.format("".join(line + "\r" for line in ELEVEN)))
    person.sees("Ann 3 -> 4")
    assert person.leaves() == 0
    played = rounds(path)
    assert len(played) == 10
    assert [block["Ann"] for block in played] == [12, 8, 8, 0, 1, 5, 1, 9, 0, 4]


@pytest.mark.parametrize(
    ("keys", "turns", "written"), called(__file__, "open_game.toml", "at_once")
)
def test_typed_at_once(keys: str, turns: list[str], written: str, folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    person.presses(keys)
    person.talks(*turns)
    assert person.leaves() == 0
    new = [" ".join(map(str, row.values())) for row in rounds(path)[1:]]
    assert "; ".join(new) == written
    assert written or path.read_text("utf-8") == AT_THE_FOURS


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_keys_pressed_before_the_prompt_is_there_are_not_lost(
    folder: Path, sits: Sits, terminal: str
) -> None:
    path = seeded(folder / "friday.toml", AT_THE_FOURS)
    person = sits(TERM=terminal)
    person.presses("8 o 5 9\radd\r1\r2\ro\r3\r1 2 3")
    person.talks(
        "Round 3, the fives, is on the sheet. Uncle Cy went out. >>  o",
        "Round 4, the sixes, is on the sheet. Zoë went out.",
    )
    assert person.leaves() == 0
    assert len(rounds(path)) == 4


GAME = codec.read(AT_THE_FOURS)

ENTRIES = "12 o 0 - -5 =74 k+9 567s 5h / = =="
OTHERS = "ann bo zoe cy uncle jk ? help sk ' \""
PIECES = [*COMMANDS, *ENTRIES.split(" "), *OTHERS.split(" ")]

LINES = st.one_of(
    st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join)
).filter(str.strip)


@settings(max_examples=examples(40))
@given(LINES, st.sampled_from([GAME, None]))
def test_whatever_is_typed_is_a_command_or_refused_in_words(line: str, game: Game | None) -> None:
    with suppress(ScorekeeperError):
        assert hear(line.strip(), game, None)
    assert all(completions(line, Sitting()))


def test_tab_completes_what_was_begun(folder: Path, sits: Sits) -> None:
    _, person = at_the_fours(folder, sits)
    for begun, goes_on, said in rows(__file__, "open_game.toml", "begun"):
        person.presses(begun)
        person.talks(f">> {goes_on}", said)
    assert person.leaves() == 0


def test_lines_can_be_edited_and_come_back(folder: Path, sits: Sits) -> None:
    path, person = at_the_fours(folder, sits)
    person.presses("8 o 5")
    person.holds("a")
    person.presses("\x1b[3~9")
    person.holds("e")
    person.talks(">>  4", "Round 2, the fours, is on the sheet.", "round 3, the fives>")
    person.talks(">> \x1b[A", "Round 3, the fives, is on the sheet.")
    assert person.leaves() == 0
    assert rounds(path)[1] == rounds(path)[2] == {"Ann": 9, "Bo": 0, "Uncle Cy": 5, "Zoë": 4}


# ── any terminal ─────────────────────────────────────────────────────────────────────────

COLOUR = re.compile(r"\x1b\[[0-9;]*[34][0-9](;[0-9;]*)?m")


def played(person: Person) -> str:
    """A few lines at the table; what the screen showed."""
    for line, answer in (
        ("cy 5h6h7h4s / 2d", "Last turns:"),
        ("zoe 9", "12 +"),
        ("5h6h7hkd", "Bo           0 +"),
        ("o", "went out"),
        ("5", "on the sheet"),
        ("fix 4s ann=4", "changed."),
        ("sheet", "Cy deals" if person.columns > 40 else "2nd"),
    ):
        person.talks(f">> {line}", answer)
    assert person.leaves() == 0
    return "\n".join(person.shown())


def test_forty_columns_are_enough(folder: Path, sits: Sits) -> None:
    _, person = at_the_fours(folder, sits, columns=40)
    shown = played(person)
    assert "  Ann         12 + 5h6h7hkd" in shown
    assert "  Bo           0 + o  = 0   went out" in shown


def test_a_dumb_terminal_gets_no_escapes_at_all(folder: Path, sits: Sits) -> None:
    _, person = at_the_fours(folder, sits, TERM="dumb")
    shown = played(person)
    assert "\x1b" not in "".join(person.said)
    assert "  Bo           0 + o\n" + " " * 36 + "= 0   went out" in shown


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"FORCE_COLOR": "0"}], ids=str)
def test_no_colour_means_no_colour(folder: Path, sits: Sits, environment: dict[str, str]) -> None:
    _, person = at_the_fours(folder, sits, **environment)
    person.presses("a line that is cleared")
    person.holds("c")
    person.sees("fours>")
    played(person)
    assert not COLOUR.search("".join(person.said))


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_a_screen_with_letters_only_gets_letters_only(
    folder: Path, sits: Sits, terminal: str
) -> None:
    _, person = at_the_fours(folder, sits, PYTHONIOENCODING="ascii", TERM=terminal)
    shown = played(person)
    assert "".join(person.said).isascii()
    assert "run      5H 6H 7H" in shown


def test_a_finding_is_mentioned_once_and_not_after_every_line(sits: Sits, folder: Path) -> None:
    seeded(folder / "friday.toml", 'mood = "merry"\n' + AT_THE_FOURS)
    person = sits()
    person.talks("round 2, the fours> >> 12 o 3 7", "check found 1 thing")
    person.talks("round 3, the fives> >> 12 o 3 8")
    assert "check found" not in person.sees("round 4, the sixes>")
    assert person.leaves() == 0


def test_it_asks_about_a_round_without_anybody_out_and_reports_no_finding(
    sits: Sits, folder: Path
) -> None:
    _, person = at_the_fours(folder, sits)
    person.talks(">> 12 5 3 7", "Who went out? >> n")
    assert "check found" not in person.sees("round 3, the fives>")
    assert person.leaves() == 0
