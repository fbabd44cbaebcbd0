"""``sk export`` and its formats: whole, safe to open anywhere, and never over a file."""

import csv
import io
import json
import re
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render import columns_of
from scorekeeper.sharing import FORMATS, exported
from scorekeeper.sharing.sheets import sheets_in
from tests.effort import examples, steps
from tests.program import Answer, Run, clean_environment, ledger, refusal, scores, seeded, start
from tests.sharing.evenings import evening
from tests.tables import each
from tests.terminal import Sits
from tests.values import game, row

SHOWN = """out = "Ann"
[rounds.hands]
Ann = "5H 3S 3D"
Bo = "QH QS AD"
[rounds.scores]
Ann = 0
Cy = 7
"""

THURSDAY = ledger(SHOWN, scores("Bo", Ann=12, Bo=0, Cy=5), day=date(2026, 3, 12))


@pytest.fixture
def thursday(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", THURSDAY)


def named(*names: str, points: int = 5) -> Game:
    """A game of numbers by these players, best first."""
    scored = {name: points * at for at, name in enumerate(names)}
    seats = tuple(map(Player, names))
    return Game("Long", date(2026, 1, 2), seats, rules_of("points"), (Round(scores=scored),))


# ── where it goes ────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("to", [to for to in FORMATS if to != "png"])
def test_a_file_holds_what_stdout_shows(run: Run, folder: Path, to: str) -> None:
    shown = run("export", "--to", to)
    assert (shown.err, shown.code) == ("", 0)
    answer = run("export", "thursday.toml", "-o", f"out.{to}")
    assert answer == Answer(f"out.{to} written.\n", "", 0)
    assert (folder / f"out.{to}").read_text("utf-8") == shown.out
    assert shown.out.endswith("\n")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@pytest.mark.parametrize("words", ["export --to csv", "export --to chat", "sheet --blank Zoë 李"])
def test_redirected_output_is_utf_8_in_every_locale(
    folder: Path, words: str, encoding: str
) -> None:
    rounds = '[rounds.scores]\n"Zoë" = 0\n"李" = 7'
    seeded(folder / "thursday.toml", ledger(rounds, players=("Zoë", "李"), game=""))
    locale = clean_environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    written = start(words.split(), folder)
    assert ("李" in written.out, written.code) == (True, 0)
    assert start(words.split(), folder, environment=locale) == written


@pytest.mark.usefixtures("thursday")
def test_an_existing_file_is_kept(run: Run, folder: Path) -> None:
    (folder / "out.csv").write_text("mine")
    problem, remedy = "out.csv already exists", "choose another name after -o"
    assert run("export", "--to", "csv", "-o", "out.csv") == Answer("", refusal(problem, remedy), 4)
    assert (folder / "out.csv").read_text() == "mine"
    assert run("export", "--to", "csv", "-o", "no/out.csv").code == 3
    problem, remedy = (
        "-o needs a file name",
        "give a file name, like -o friday.csv, or leave -o out",
    )
    for name in ("", " ", "-"):
        refused = run("export", "--to", "csv", "-o", name)
        assert refused == Answer("", refusal(problem, remedy), 2)
    assert sorted(path.name for path in folder.iterdir()) == ["out.csv", "thursday.toml"]


@pytest.mark.usefixtures("thursday")
def test_an_unknown_format_is_refused(run: Run) -> None:
    problem = "there is no format 'cvs'"
    assert run("export", "--to", "cvs") == Answer("", refusal(problem, "did you mean csv?"), 2)
    answer = run("export", "--to", "pdf")
    assert answer.err == refusal("there is no format 'pdf'", f"the formats are {listed()}")
    answer = run("export", "--to", "csv", "--plain")
    assert answer.err == refusal("csv has no emoji to leave out", "leave --plain out")
    assert run("export").err.startswith("error: sk export needs --to\n  try: say --to csv,")


def listed() -> str:
    *head, last = FORMATS
    return f"{', '.join(head)} and {last}"


def test_without_an_open_game_the_newest_one_is_exported(run: Run, folder: Path) -> None:
    for day in (1, 2):
        text = THURSDAY.replace("2026-03-12", f"2026-03-1{day}\nfinished = 2026-03-1{day}")
        seeded(folder / f"{day}.toml", text)
    assert run("export", "--to", "csv").said[1].startswith("2.toml,Thursday,")


@pytest.mark.usefixtures("thursday")
def test_the_answer_for_programs(run: Run, folder: Path) -> None:
    shown = run("export", "--to", "md")
    facts = {"file": "thursday.toml", "to": "md", "output": None, "text": shown.out}
    assert run("export", "--to", "md", "--json").facts == facts
    told = run("export", "--to", "md", "-o", "t.md", "--json").facts
    assert told == {**facts, "output": "t.md", "text": None}
    assert (folder / "t.md").read_text("utf-8") == shown.out


@pytest.mark.usefixtures("thursday")
def test_at_a_terminal_no_line_is_broken(sits: Sits) -> None:
    rest, code = sits("export", "--to", "csv", columns=40).ends()
    assert code == 0
    assert len(rest.splitlines()) == 7


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize(
    ("words", "name"),
    [(["export", "--to", "html"], "html"), (["export", "--to", "svg"], "svg"),
     (["sheet", "--blank"], "html"), (["stats", "--to", "html"], "html")],
)  # fmt: skip
def test_a_page_on_the_screen_says_how_it_becomes_a_file(
    sits: Sits, words: list[str], name: str
) -> None:
    rest, code = sits(*words).ends()
    last = f"This is for a browser; to save it, give a file name:  -o NAME.{name}"
    assert (rest.splitlines()[-1], code) == (last, 0)


# ── csv ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("thursday")
def test_each_row_is_a_player_in_a_round(run: Run) -> None:
    assert run("export", "--to", "csv").said == [
        "file,title,game,date,round,deal,wild,player,points,source,adjust,total,"
        "went_out,misdeal,bonus,winner,rules,ended,start,after",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,1,3,3,Ann,0,typed,0,0,yes,no,no,low,,no,,",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,1,3,3,Bo,21,hand,0,21,no,no,no,low,,no,,",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,1,3,3,Cy,7,typed,0,7,no,no,no,low,,no,,",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,2,4,4,Ann,12,typed,0,12,no,no,no,low,,no,,",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,2,4,4,Bo,0,typed,0,21,yes,no,no,low,,no,,",
        "thursday.toml,Thursday,three-thirteen,2026-03-12,2,4,4,Cy,5,typed,0,12,no,no,no,low,,no,,",
    ]


@each("begins", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "'=", "''+"])
def test_text_is_never_a_formula_and_numbers_stay_numbers(begins: str) -> None:
    title = f"{begins}cmd|' /C calc'!A0"
    game = named("Ann", "Bo", points=-3)._replace(title=title)
    [_, first, second] = csv.reader(io.StringIO(exported(game, "f.toml", "csv"), newline=""))
    assert (first[1], first[2]) == (f"'{title}", f"'{title.strip().lower()}".replace("'c", "c"))
    assert (second[8], second[11]) == ("-3", "-3")


@each("title", ["a;=1+1", "a;'＝1+1", 'a;"=1+1;b', "a\n@1", ";=1;-2"])
def test_text_never_becomes_a_formula_between_semicolons(title: str) -> None:
    game = named("Ann", "Bo", points=3)._replace(title=title)
    text = exported(game, "f.toml", "csv")
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=";") for cell in row]
    assert {cell[:1] for cell in cells} & set("=+-@＝＋－＠") == set()
    assert sheets_in(text)[0].title == title


@pytest.mark.parametrize("to", [to for to in FORMATS if to != "png"])
def test_nothing_in_a_file_acts_on_a_screen(run: Run, folder: Path, to: str) -> None:
    name = "B\x1b[2Jo\x00\u202e"
    game = named(name, "Ann", points=3)._replace(title=f"T{name}")
    seeded(folder / "a.toml", codec.write_new(game))
    assert run("export", "--to", to, "-o", "out").code == 0
    text = (folder / "out").read_text("utf-8")
    assert {letter for letter in text if not letter.isprintable()} == {"\n"}
    assert "[2J" in text.replace("\\", "")


# ── json ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("thursday")
def test_json_has_standings_sheet_and_every_round_with_its_hands(run: Run) -> None:
    said = run("export", "--to", "json").facts
    assert (said["game"], said["date"]) == ("three-thirteen", "2026-03-12")
    for name in ("standings", "sheet"):
        assert said[name] == run(name, "--json").facts
    [first, second] = said["rounds"]
    assert (first["number"], first["deal"], first["wild"]) == (1, 3, "3")
    ann, bo, cy = first["players"]
    assert ann["hand"] == ["5H", "3S", "3D"]
    assert [meld["kind"] for meld in ann["melds"]] == ["set"]
    assert (ann["points"], ann["typed"], ann["went_out"]) == (0, True, True)
    assert (bo["points"], bo["typed"], bo["hand"]) == (21, False, ["QH", "QS", "AD"])
    assert sum(left["points"] for left in bo["deadwood"]) == 21
    assert (cy["hand"], cy["melds"], cy["deadwood"]) == ([], None, None)
    assert [player["player"] for player in second["players"]] == ["Ann", "Bo", "Cy"]


def test_json_lists_exactly_the_players_in_a_round() -> None:
    round_ = Round(scores={"Ann": 3}, adjust={"Bo": 10}, absent=("Cy",))
    game = named("Ann", "Bo", "Cy", "Dee")._replace(rounds=(round_,))
    said = json.loads(exported(game, "f.toml", "json"))
    assert [
        (each["player"], each["points"], each["adjust"], each["absent"])
        for each in said["rounds"][0]["players"]
    ] == [("Ann", 3, 0, False), ("Bo", None, 10, False), ("Cy", None, 0, True)]


def test_json_on_stdout_is_valid_whatever_the_title(run: Run, folder: Path) -> None:
    seeded(folder / "t.toml", THURSDAY.replace('"Thursday"', '"a\\u007fb\\u202ec\\n"'))
    assert run("export", "--to", "json").facts["title"] == "a\x7fb\u202ec\n"


@each("seed", range(examples(40)))
def test_every_evening_can_be_written_in_every_format(seed: int) -> None:
    game = evening(Random(seed))
    said: Any = json.loads(exported(game, "f.toml", "json"))
    assert len(said["rounds"]) == len(game.rounds)
    for line in exported(game, "f.toml", "md").splitlines():
        assert not line.startswith("|") or line.endswith("|")
    assert_short(game)


# ── md ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("thursday")
def test_markdown_has_title_standings_and_sheet(run: Run) -> None:
    said = run("export", "--to", "md").said
    assert said[0] == "# Thursday"
    assert said[7:11] == [
        "| ---: | --- | ---: | ---: | ---: | --- | --- |",
        "| 1= | Ann | 12 |  | 12 | once |  |",
        "| 1= | Cy | 12 |  | 5 |  | up 1 |",
        "| 3 | Bo | 21 | +9 | out | once |  |",
    ]
    assert "| 2 | 4s | Bo | 12 (12) | out (21) | 5 (12) |" in said


def test_notes_and_misdeals_stand_below_the_sheet_in_markdown(run: Run, folder: Path) -> None:
    noted = scores("Bo", Ann=12, Bo=0, Cy=5)
    text = ledger(f'note = "late"\n{noted}', f'misdeal = "nine cards"\n{noted}')
    seeded(folder / "t.toml", text)
    assert run("export", "--to", "md").said[-2:] == [
        "- round 1: late",
        "- misdeal, doesn't count, still to be played again: round 2: nine cards",
    ]


def test_in_markdown_a_name_with_a_number_is_not_a_total() -> None:
    game = named("Player 2", "Bo")._replace(rules=rules_of("three-thirteen"))
    assert "| 1 | 3s | Player 2 | 0 (0) | 5 (5) |" in exported(game, "f.toml", "md")


def test_in_markdown_a_name_is_never_markup() -> None:
    game = named("*Bo* | [x](http://x)", "<b>Ann</b>")._replace(title="# `Title`\n- x")
    text = exported(game, "f.toml", "md")
    assert text.splitlines()[0] == r"# \# \`Title\`\\n- x"
    for line in re.findall(r"^\|.*\|$", text, re.MULTILINE):
        cells = re.split(r"(?<!\\)\|", line)
        assert len(cells) in (6 + 2, 4 + 1)
    assert r"\<b\>Ann\</b\>" in text
    assert r"\*Bo\* \| \[x\](http://x)" in text


# ── chat ─────────────────────────────────────────────────────────────────────────────────


def assert_short(game: Game) -> None:
    for plain in (False, True):
        lines = exported(game, "f.toml", "chat", plain=plain).splitlines()
        assert 2 <= len(lines) <= 12
        assert max(map(columns_of, lines)) <= 60
        emoji = re.search(
            "[\U0001f000-\U0001faff]", exported(named("Ann"), "", "chat", plain=plain)
        )
        assert (emoji is None) is plain


@pytest.mark.usefixtures("thursday")
def test_a_message_says_who_leads_the_places_and_the_costliest_round(run: Run) -> None:
    assert run("export", "--to", "chat").said == [
        "🃏 Thursday · 12 March 2026",
        "After round 2 of 11: Ann and Cy lead with 12 points",
        "🥇 Ann 12",
        "🥇 Cy 12",
        "🥉 Bo 21 (+9)",
        "💥 Bo: 21 points in round 1, the threes",
    ]
    run("finish")
    assert run("export", "thursday.toml", "--to", "chat", "--plain").said[1:3] == [
        "Ann and Cy win with 12 points",
        "1. Ann 12",
    ]


@pytest.mark.usefixtures("thursday")
def test_if_emoji_cannot_be_shown_there_are_none(run: Run) -> None:
    said = run("--ascii", "export", "--to", "chat")
    assert said.out.isascii()
    assert said.said[2] == "1. Ann 12"


@pytest.mark.parametrize(("players", "last"), [(8, "8. P8 35 (+35)"), (9, "and 2 more")])
def test_a_message_has_at_most_eight_lines_for_places(players: int, last: str) -> None:
    game = named(*(f"P{number}" for number in range(1, players + 1)))
    places = exported(game, "f.toml", "chat", plain=True).splitlines()[2:-1]
    assert (len(places), places[-1]) == (8, last)


def test_a_message_of_fifty_players_has_twelve_lines() -> None:
    game = named(*(f"Player number {number}" for number in range(1, 51)))
    assert_short(game)
    lines = exported(game, "f.toml", "chat").splitlines()
    assert lines[-2:] == ["and 43 more", "💥 Player number 50: 245 points in round 1"]
    level = game._replace(rounds=(Round(scores=dict.fromkeys(game.names, 3)),))
    finished = level._replace(finished=level.date)
    assert exported(finished, "f.toml", "chat").splitlines()[1] == "🏆 50 win with 3 points"
    assert_short(finished)


@each("name", ["Bartholomew " * 5, "李" * 60, "👨‍👩‍👧" * 20, "🏴󠁧󠁢󠁳󠁣󠁴󠁿" * 8, "Zoë" * 20, "می‌رضا" * 9])
def test_a_long_name_is_cut_by_its_columns(name: str) -> None:
    game = named(name[:60].strip(), "Bo", points=2**62)
    assert_short(game)
    assert_short(game._replace(title=name * 3))
    third = exported(game, "f.toml", "chat", plain=True).splitlines()[2]
    shown = third.removeprefix("1. ").removesuffix(" 0")
    assert columns_of(shown) <= 32
    assert not shown.rstrip("…").endswith("\u200d")


def test_a_name_written_right_to_left_keeps_its_place_before_the_numbers(run: Run) -> None:
    run("new", "שרה", "Bo", "مريم B", "--title", "ליל", "--date", "2026-03-12", "-f", "a.toml")
    run("add", "12", "7", "o")
    assert run("export", "--to", "chat", "--plain").said == [
        "\u2068ליל\u2069 · 12 March 2026",
        "After round 1 of 11: \u2068مريم B\u2069 leads with 0 points",
        "1. \u2068مريم B\u2069 0",
        "2. Bo 7 (+7)",
        "3. \u2068שרה\u2069 12 (+12)",
        "\u2068שרה\u2069: 12 points in round 1, the threes",
    ]
    assert "2068" not in run("--ascii", "export", "--to", "chat").out


def test_a_game_without_rounds_is_a_message_too() -> None:
    game = named("Ann", "Bo")._replace(rounds=())
    assert exported(game, "f.toml", "chat").splitlines()[1] == "Not begun"
    assert_short(game)
    assert codec.read(codec.write_new(game)) == game


def test_twice_the_rounds_take_twice_the_time_as_csv() -> None:
    rules = rules_of("points")

    def written(rounds: int) -> int:
        long = game(*[row(1, 2, 3)] * rounds, rules=rules)
        return steps(lambda: exported(long, "long.toml", "csv"))

    assert written(400) < 2.5 * written(200)
