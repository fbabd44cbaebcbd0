"""``sk help`` shows the manual: drawn on a terminal, plain elsewhere, long pages in a pager."""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.cli.commands.help import FOLDER, PAGES, about, commands_page, page, pages_begun
from scorekeeper.cli.open_game import completions
from scorekeeper.render import columns_of
from scorekeeper.terminal import Sitting
from scorekeeper.terminal.command_words import COMMANDS, RARE, WITHIN
from scorekeeper.terminal.page import drawn
from tests.cli.test_completion import offered
from tests.manual.tables import root
from tests.program import PROGRAM as WORDS
from tests.program import Run, clean_environment, ledger, refusal, scores, seeded, start
from tests.tables import called, each
from tests.terminal import Person, Sits
from tests.test_startup import PROGRAM, heavy, loaded_by

# ── which page ───────────────────────────────────────────────────────────────────────────


def test_help_alone_lists_every_page_with_what_it_is_about(run: Run) -> None:
    said = run("help").said
    for name in PAGES:
        assert f"  {name:11}  {about(name)}" in said


@each("name", PAGES)
def test_a_page_is_shown_by_its_name(run: Run, name: str) -> None:
    answer = run("help", name)
    assert (answer.err, answer.code) == ("", 0)
    assert answer.said[0] == page(name).splitlines()[0]


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["house"], "house-rules"),
        (["house", "rules"], "house-rules"),
        (["House-Rules"], "house-rules"),
        (["card"], "cards"),
        (["LEDGER"], "ledger"),
        (["ev"], "evening"),
    ],
)
def test_the_beginning_of_a_name_is_enough(run: Run, words: list[str], name: str) -> None:
    answer = run("help", *words)
    assert (answer.said[0], answer.err) == (page(name).splitlines()[0], "")


def test_a_page_that_hides_a_command_says_how_to_explain_it(run: Run) -> None:
    hidden = [name for name in COMMANDS if len(pages_begun(name)) == 1]
    assert hidden == ["house", "games"]
    for name in hidden:
        assert run("help", name).said[-1].endswith(f"about the command: `sk {name} --help`.")


@pytest.mark.parametrize(
    ("typed", "name"), [("entry", "entries"), ("pyhton", "python"), ("hosue-rules", "house-rules")]
)
def test_help_understands_a_typing_mistake_and_says_so(run: Run, typed: str, name: str) -> None:
    answer = run("help", typed)
    assert answer.said[0] == page(name).splitlines()[0]
    assert answer.err == f"there is no page '{typed}'; this is {name}:\n"


@pytest.mark.parametrize("words", [["add"], ["player"], ["player", "join"], ["help"], ["VERIFY"]])
def test_the_name_of_a_command_shows_its_own_help(run: Run, words: list[str]) -> None:
    shown = run("help", *words)
    asked = run(*[word.casefold() for word in words], "--help")
    assert (shown.out, shown.code) == (asked.out, 0)
    assert shown.out.startswith("Usage: sk")


@pytest.mark.parametrize(
    ("typed", "remedy"),
    [
        ("e", "did you mean evening or entries?"),
        ("s", "did you mean season, sharing or scripts?"),
        ("standigns", "did you mean sk help standings?"),
        ("xyzzy", "sk help lists the pages, sk help commands the commands"),
        ("\x1b[31m", "sk help lists the pages, sk help commands the commands"),
    ],
)
def test_an_unknown_page_is_refused_with_a_remedy(run: Run, typed: str, remedy: str) -> None:
    shown = typed.replace("\x1b", "\\x1b")
    answer = run("help", typed)
    assert (answer.err, answer.code) == (refusal(f"there is no page '{shown}'", remedy), 2)


def test_words_that_do_not_belong_to_a_command_are_refused(run: Run) -> None:
    assert run("help", "player", "sing").code == 2


@pytest.mark.slow
def test_tab_completes_pages_and_commands(folder: Path) -> None:
    assert offered(folder, "sk help ho").split() == ["house-rules", "house"]
    assert offered(folder, "sk help py").split() == ["python"]
    assert offered(folder, "sk he").split() == ["help"]


# ── elsewhere than on a terminal ─────────────────────────────────────────────────────────


def test_off_a_terminal_a_page_is_printed_as_written_except_for_links(run: Run) -> None:
    written = (FOLDER / "entries.md").read_text("utf-8")
    assert "[sk help cards](cards.md)" in written
    assert run("help", "entries").out == written.replace(
        "[sk help cards](cards.md)", "sk help cards"
    )


@each("name", PAGES)
def test_with_the_ascii_option_a_page_is_all_ascii(run: Run, name: str) -> None:
    out = run("help", name, "--ascii").out
    assert out.isascii()
    assert "\\x" not in out
    assert "\\u" not in out


@pytest.mark.slow
def test_off_a_terminal_nothing_that_draws_is_loaded(tmp_path: Path) -> None:
    modules, out = loaded_by(PROGRAM, ["help", "cards"], tmp_path)
    assert out.startswith("# Cards")
    assert heavy(modules) == set()
    assert not {"scorekeeper.rules", "scorekeeper.store", "scorekeeper.terminal.page"} & modules


# ── on a terminal ────────────────────────────────────────────────────────────────────────


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, without what draws it."""
    return re.findall(r"\w+", text)


@each("columns", [20, 40, 80, 200])
@each("name", PAGES)
def test_a_drawn_page_says_every_word_at_any_width_and_fits_it(name: str, columns: int) -> None:
    rows = drawn(page(name), columns, coloured=False)
    shown, said = "".join(words_of(rows)), re.sub(UNSEEN, "", page(name))
    assert [word for word in words_of(said) if word not in shown] == []
    assert [row for row in rows.splitlines() if columns_of(row) > columns] == []


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_page_of_all_commands_says_every_word_at_any_width(columns: int) -> None:
    made = "\n".join(commands_page(root()))
    shown = "".join(words_of(drawn(made, columns, coloured=False)))
    said = re.sub(UNSEEN, "", made)
    assert [word for word in words_of(said) if word not in shown] == []


def test_the_page_of_all_commands_explains_each_and_what_follows_it(run: Run) -> None:
    text = run("help", "commands").out
    within = [f"{name} {word}" for name, words in WITHIN.items() for word in words]
    assert [name for name in (*COMMANDS, *RARE, *within) if f"Usage: sk {name} [" not in text] == []
    assert "  --note, --why TEXT  A note, kept with the round on the sheet." in text


UNSEEN = re.compile(r"(?m)^```\w+$|^\|.*\|\n(?=\| ---)")
"""What kind of lines a block has, and the head of a table, which a narrow screen may leave out."""


@pytest.mark.parametrize(
    ("line", "screen", "says", "never"), called(__file__, "screens.toml", "pages")
)
def test_on_a_terminal(
    line: str, screen: dict[str, Any], says: list[str], never: str, sits: Sits
) -> None:
    rest, code = sits("help", *line.split(), **{"rows": 10, **screen}).ends()
    assert code == 0
    assert all(words in rest for words in says), rest
    assert never not in rest
    assert rest.isascii() or "--ascii" not in line


def test_without_colour_marks_show_what_can_be_typed(sits: Sits) -> None:
    person = sits("help", "scripts", rows=200, NO_COLOR="1")
    person.sees("`--ascii` writes letters for suits")
    coloured = sits("help", "scripts", rows=200)
    coloured.sees("\x1b[36m--ascii\x1b[0m writes letters for suits")


def test_ctrl_c_is_for_the_pager(sits: Sits) -> None:
    pager = (
        f"{sys.executable} -c \"import signal, sys; signal.signal(2, lambda *_: sys.exit('left'));"
        " print('here', flush=True); signal.pause()\""
    )
    person = sits("help", "evening", rows=10, PAGER=pager)
    person.sees("here")
    person.holds("c")
    rest, code = person.ends()
    assert "left" in rest
    assert "stopped" not in rest
    assert code == 0


@pytest.mark.slow
def test_a_reader_that_stops_early_is_not_a_fault(folder: Path) -> None:
    asked = f"{shlex.join(WORDS)} help commands | head -1; exit ${{PIPESTATUS[0]}}"
    person = Person(folder, command=["bash", "-c", asked])
    rest, code = person.ends()
    assert rest.splitlines() == ["# Commands"]
    assert code == 0


# ── in the open game ─────────────────────────────────────────────────────────────────────


def test_the_open_game_shows_a_page_and_goes_on(sits: Sits, folder: Path) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    person = sits(rows=60, NO_COLOR="1", PAGER="")
    for typed in ("help python", "? python"):
        person.talks(f"round 2, the fours> >> {typed}", "Rules are values")
    person.talks("round 2, the fours> >> help", "And every command:", "round 2, the fours>")
    assert person.leaves() == 0


def test_the_open_game_gives_the_pager_the_terminal_and_takes_it_back(
    sits: Sits, folder: Path
) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    person = sits(rows=24, PAGER="less", LESS="R")
    person.talks("round 2, the fours> >> help evening", "An evening from the first card")
    person.presses("q")
    person.talks("round 2, the fours> >> 12 o 5", "round 3, the fives>")
    assert person.leaves() == 0


def test_the_open_game_completes_pages_and_commands() -> None:
    assert {"house-rules", "house"} <= {*completions("help ho", Sitting())}
    assert "python" in completions("? py", Sitting())
    assert "python" not in completions("py", Sitting())


# ── as it is installed ───────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_the_pages_are_found_from_any_folder(tmp_path: Path) -> None:
    answer = start(["help", "cards"], tmp_path, environment=clean_environment(LC_ALL="C"))
    assert answer.said[0] == "# Cards"
