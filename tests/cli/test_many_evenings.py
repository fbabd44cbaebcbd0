"""Many evenings in one folder: the list, the first screen, and the word that opens one."""

import errno
import os
import re
import shlex
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.codec import parse
from scorekeeper.render import columns_of, cut
from scorekeeper.render.evening import as_listed, evening_lines
from scorekeeper.store import evenings
from scorekeeper.store.durable import LARGEST_FILE
from scorekeeper.store.evenings import Evening, called, open_first
from scorekeeper.terminal.games import games_here
from tests.cli.table_talk.games import SHELF
from tests.effort import steps
from tests.program import (
    ONE_ROUND,
    ROUND,
    SOUND,
    TODAY,
    Answer,
    Run,
    facts,
    ledger,
    names,
    refusal,
    seeded,
)
from tests.tables import each
from tests.terminal import Sits
from tests.values import game, row


def played(title: str, day: date) -> str:
    return ledger(ROUND, title=title, day=day, rules=ONE_ROUND)


@pytest.fixture
def shelf(folder: Path) -> Path:
    """Two open games, two that are over."""
    for name, text in SHELF.items():
        seeded(folder / name, text)
    return folder


@pytest.fixture
def forty(folder: Path) -> Path:
    """Forty evenings, three of them open."""
    for number in range(40):
        day = TODAY - timedelta(days=7 * number)
        text = ledger(ROUND, title=f"Friday {number}", day=day)
        if number > 2:
            text = played(f"Friday {number}", day)
        seeded(folder / f"friday-{number:02}.toml", text)
    return folder


def titles(answer: Answer) -> list[str]:
    assert answer.code == 0, answer.err
    return [line[4:].split("  ")[0].strip() for line in answer.said if line.startswith(" ")]


# ── the list ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("shelf")
def test_open_games_come_first_and_then_the_newest(run: Run) -> None:
    answer = run("games")
    assert titles(answer) == ["Friday at Eve's", "Skyjo", "Five Crowns", "Friday at ours"]
    assert [line for line in answer.said if line[:1] != " "] == ["Still open", "Played"]
    friday, skyjo, crowns, ours = (line for line in answer.said if line[:1] == " ")
    assert list(filter(None, map(str.strip, friday.split("  "))))[1:] == [
        *("Friday at Eve's", "round 2 of 11", "Dan leads with 0", "Ann Dan Eve Zoe", "today")
    ]
    assert "round 2 " in skyjo
    assert "Ann leads with 64" in skyjo
    assert "Fay won, 0 " in crowns
    assert "Ann Bo Cy Zoe" in ours


def test_of_evenings_on_one_day_the_one_written_last_is_the_newest(run: Run, folder: Path) -> None:
    for number, name in enumerate(("b", "a", "c")):
        path = seeded(folder / f"{name}.toml", played(name, TODAY))
        os.utime(path, (number, number))
    assert titles(run("games")) == ["c", "a", "b"]


def test_another_folder_and_an_empty_one(run: Run, shelf: Path, folder: Path) -> None:
    (folder / "empty").mkdir()
    assert run("games", ".").out == run("games").out == run("games", str(shelf)).out
    assert run("games", "empty") == Answer(
        "", "there is no game in this folder; start one:  sk new Ann Bo\n", 0
    )
    assert run("games", "empty", "--json").out == '{"games": []}\n'
    for word in ("nowhere", "friday.toml"):
        problem, remedy = f"there is no folder {word}", "check the name for a typo"
        assert run("games", word) == Answer("", refusal(problem, remedy), 3)


@pytest.mark.usefixtures("shelf")
def test_the_list_for_programs(run: Run) -> None:
    answer = run("games", "--json")
    assert (answer.err, answer.code) == ("", 0)
    first, *_, last = answer.facts["games"]
    assert first == {
        "file": "friday.toml",
        "title": "Friday at Eve's",
        "date": str(TODAY),
        "game": "three-thirteen",
        "players": ["Ann", "Dan", "Eve", "Zoe"],
        "rounds_played": 1,
        "rounds": 11,
        "finished": False,
        "winners": [],
        "best_total": 0,
    }
    assert (last["file"], last["finished"], last["winners"]) == ("ours.toml", True, ["Ann"])
    assert run("games", "..", "--json").facts == {"games": []}


def test_an_unreadable_game_is_named_and_keeps_its_number(run: Run, shelf: Path) -> None:
    seeded(shelf / "torn.toml", SHELF["ours.toml"].replace("Ann = 0", "Ann = zero"))
    seeded(shelf / "no.toml", "schema = 1\n[game\n")
    answer = run("games")
    assert titles(answer) == ["Friday at Eve's", "Skyjo", "Five Crowns", "Friday at ours"]
    assert "skipped: torn.toml:" in answer.err
    assert "skipped: no.toml:2: " in answer.err


OUTCOMES = {
    "round 3 of 11, Bo leads with 0": game(row(3, 0, 5, out="Bo"), row(1, 0, 5, out="Bo")),
    "round 2 of 11, Ann and Bo lead with 0": game(row(0, 0, 5, out="Bo")),
    "round 2 of 11, 3 people lead with 0": game(row(0, 0, 0, out="Bo")),
    "round 1 of 11": game(),
}


@each("said", OUTCOMES)
def test_the_list_says_how_far_an_open_game_is(said: str) -> None:
    lines = evening_lines([as_listed(OUTCOMES[said], TODAY, is_over=False)])
    assert ", ".join(lines[1].split("  ")[3:5][: said.count(",") + 1]) == said


@each(
    "day, said",
    [
        (TODAY, "today"),
        (TODAY - timedelta(days=1), "yesterday"),
        (date(2019, 3, 1), "1 Mar 2019"),
        (TODAY - timedelta(days=9), f"{TODAY - timedelta(days=9):%a}"),
        (None, "Cy"),
    ],
)
def test_the_day_is_named_as_people_name_it(day: date | None, said: str) -> None:
    line = evening_lines([as_listed(game(date=day), TODAY, is_over=True)])[1]
    assert f" {said}" in line


@each("title", ["Friday", "李李李李", "A very long title of an evening"])
@each("width", [30, 40, 60, 80, 132])
def test_every_line_fits_or_is_split_in_two(title: str, width: int) -> None:
    many = ("Uncle Cy", "Zoë", "李", *"ABCDEFG")
    evenings = [
        as_listed(game(row(3, 0, 5, out="Bo"), title=title), TODAY, is_over=False),
        as_listed(game(title=title, players=many), TODAY, is_over=True)._replace(number=20),
    ]
    lines = evening_lines(evenings, width)
    assert max(map(columns_of, lines)) <= width or len(lines) == 6
    text = " ".join(lines)
    assert text.count(title) == 2
    assert "Bo leads with 0" in text


def test_cut_text_says_that_it_was_cut() -> None:
    cuts = [cut("Ann Bo Cy", room) for room in (9, 8, 7, 1)]
    assert cuts == ["Ann Bo Cy", "Ann Bo…", "Ann Bo…", "…"]
    assert cut("李李李", 4) == "李…"


# ── the first screen ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_forty_evenings_fit_a_screen(forty: Path, sits: Sits, terminal: str) -> None:
    person = sits(TERM=terminal)
    person.settles()
    shown = person.shown()
    assert len(shown) <= 24
    assert all(len(line) <= 80 for line in shown)
    assert shown[0] == "Still open"
    assert shown[4] == "Played"
    assert shown[11].split()[:3] == ["10", "Friday", "9"]
    assert shown[12].startswith("    30 more:  games      open one:  its number, or a word of it")
    assert shown[14].split("      ") == [
        *("[Enter] goes on with 1", "again  with the people of 4", "new  a new game")
    ]
    person.types("")
    person.sees("Friday 0 · after round 1 of 11")
    person.types("open 40")
    person.sees("Friday 39 · final")
    person.types("sk open friday 1")
    person.sees("Friday 1 · after round 1 of 11")
    assert person.leaves() == 0
    assert [path for path in forty.iterdir() if path.suffix != ".toml"] == []


def test_on_a_narrow_screen_the_outcome_stands_below_the_evening(forty: Path, sits: Sits) -> None:
    assert forty.is_dir()
    person = sits(columns=40)
    person.settles()
    shown = person.shown()
    assert shown[1:3] == ["  1  Friday 0, today", "     round 2 of 11, Bo leads with 0"]
    assert "new  a new game" in shown


def test_one_game_that_is_over_shows_who_won(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", played("Long ago", date(2020, 1, 3)))
    person = sits()
    person.talks("Long ago · final, 1 round", "BO wins with 0 points.")
    for word in ("again ", "new ", "games "):
        person.sees(f"  {word}")
    person.sees("game over>")
    assert person.leaves() == 0


@pytest.mark.usefixtures("shelf")
def test_a_word_for_several_games_lists_them_and_a_word_for_none_is_refused(
    sits: Sits,
) -> None:
    person = sits()
    person.talks(
        ">> friday",
        "Which game?",
        "Friday at ours",
        "number: >> open blue",
        "no game here is called 'blue' >> again",
        "a new game of Three Thirteen, 3 players >> quit",
    )
    assert person.ends()[1] == 0


def test_a_game_may_be_opened_by_its_file_and_stays(shelf: Path, sits: Sits) -> None:
    person = sits("skyjo.toml")
    person.sees("Skyjo · after round 1")
    person.types("3 4")
    person.sees("Round 2 is on the sheet")
    person.types("standings")
    person.sees("Skyjo · after round 2")
    assert person.leaves() == 0
    assert "Ann = 3" in (shelf / "skyjo.toml").read_text("utf-8")


@pytest.mark.usefixtures("shelf")
def test_off_a_terminal_no_game_is_opened(run: Run) -> None:
    for words in (["open", "skyjo"], ["skyjo.toml"]):
        answer = run(*words)
        assert (answer.out, answer.code) == ("", 2)
        assert "try: show it with sk standings -f skyjo.toml" in answer.err
    assert run("nowhere.toml").code == 3


# ── words ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("skyjo", ["skyjo", "sky"]),
        ("friday", ["EVE", "today"]),
        ("crowns", ["fay", "november 2025"]),
        ("ours", ["friday at ours", "2025-10-03", "3 oct"]),
        ("skyjo crowns ours", ["bo"]),
        ("friday ours", ["friday"]),
        ("", ["20 oct", "²", "1" * 5000, "blue", "", "…"]),
        ("", ["10", "3", "03", str(TODAY.day), f"0{TODAY.month}"]),  # these may be points
    ],
)
def test_an_evening_is_called_by_its_words(found: str, words: list[str]) -> None:
    here = open_first(games_here())
    for word in words:
        assert [evening.path.stem for evening in called(word, here)] == found.split(), word


def test_an_evening_without_a_date_is_not_called_by_a_day(folder: Path) -> None:
    text = re.sub(r"(?m)^date = .*\n", "", played("Hearts", TODAY))
    seeded(folder / "hearts.toml", text)
    here = games_here(folder)
    assert called("hearts", here) == here
    assert not [word for word in ("january", "1", "monday") if called(word, here)]


FOUND = {
    0: [
        *("standings -f crowns", "sheet -f 'november 2025'", "next -f skyjo", "rules -f crowns"),
        *("deadwood 3h4h5h -f eve", "standings crowns", "sheet 'november 2025'", "next skyjo"),
        *("add -f eve 1 o 2 3", "fix 1 ann=3 -f eve"),
    ],
    2: ["standings crowns -f eve", "standings 7", "undo -f eve", "finish eve", "delete eve"],
    3: [
        *("standings -f friday", "standings -f blue", "standings -f ./crowns"),
        *("standings -f crowns/", "standings -f crown.toml", "standings -f ''"),
        *("standings friday", "add -f friday 1 o 2 3", "add -f 2 1 o 2 3"),
        *("finish -f eve", "delete -f eve"),
    ],
}
"""Lines by the exit code with which they end."""


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("line", "code"), [(line, code) for code, lines in FOUND.items() for line in lines]
)
def test_a_word_finds_the_game_instead_of_a_file(run: Run, line: str, code: int) -> None:
    assert run(*shlex.split(line)).code == code


@pytest.mark.usefixtures("shelf")
def test_if_several_games_have_the_name_they_are_listed_and_nothing_is_done(
    run: Run, folder: Path
) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    answer = run("add", "-f", "friday", "1", "o", "2", "3")
    assert "'friday' could be" in answer.err
    assert answer.err.count(".toml  ") > 1
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_the_environment_names_a_file_and_never_a_word(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "friday.toml", played("Friday", TODAY))
    monkeypatch.setenv("SCOREKEEPER_FILE", "friday")
    assert run("standings").code == 3


def test_a_command_that_writes_takes_the_name_of_a_file_alone_and_no_other_word(
    run: Run, folder: Path
) -> None:
    assert run("new", "Ann", "Bo", "Cy", "-f", "friday").code == 0
    assert run("add", "1", "o", "2", "-f", "friday").code == 0
    written = (folder / "friday.toml").read_text("utf-8")
    refused = run("undo", "bo")
    assert (refused.code, "sk undo doesn't take 'bo'" in refused.err) == (2, True)
    assert (folder / "friday.toml").read_text("utf-8") == written
    assert run("undo", "friday").said[0] == "taken back:  sk add 1 o 2"


def test_undo_says_the_file_if_two_games_are_open(run: Run) -> None:
    for name in ("a", "b"):
        assert run("new", "Ann", "Bo", "-f", f"{name}.toml").code == 0
    assert run("add", "3", "o", "-f", "a").code == 0
    assert "taken back in a.toml:  sk add 3 o" in run("undo").said
    assert run("people", "Ann=Anna").code == 0
    assert "taken back in people.toml:  sk people Ann=Anna" in run("undo").said


def test_an_example_names_a_player_of_the_game(run: Run, folder: Path) -> None:
    assert "like sk penalty bo 10" in run("penalty").err
    assert run("new", "Dee", "Uncle Eli", "-f", "a.toml").code == 0
    for words in (["penalty"], ["fix"], ["player", "leave"]):
        assert re.search(r"\buncle\b", run(*words).err), words
    assert "like uncle=12, or none" in run("add", "uncle=3", "5").err
    assert run("new", "Cy", "Fay", "-f", "b.toml").code == 0
    assert "like sk penalty WHO 10" in run("penalty").err
    assert "like sk penalty -f b.toml fay 10" in run("penalty", "-f", "b").err
    assert {path.name for path in folder.glob("*.toml")} == {"a.toml", "b.toml"}


def test_the_day_that_games_prints_is_a_word_for_its_evening(run: Run, folder: Path) -> None:
    days = {title: TODAY - timedelta(days=ago) for title, ago in (("A", 0), ("B", 1), ("C", 3))}
    for title, day in {**days, "D": date(2025, 11, 8), "Sunday": date(2025, 10, 3)}.items():
        seeded(folder / f"{title}.toml", played(title, day))
    for line in run("games").said[1:]:
        _, title, *_, printed = re.split(r"\s{2,}", line.strip())
        assert run("standings", "-f", printed).said[0].startswith(f"{title} · ")
    assert run("standings", "-f", "saturday 8 november 2025").said[0].startswith("D · ")
    assert run("standings", "-f", "sunday").said[0].startswith("Sunday · ")


@pytest.mark.usefixtures("shelf")
def test_a_word_after_f_finds_games_as_open_does(run: Run) -> None:
    opened = run("open", "friday")
    assert run("standings", "-f", "friday") == opened
    assert run("standings", "-f", "1").said[0].startswith("Friday at Eve's")


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("command", ["review", "rules"])
def test_a_line_offered_after_a_word_names_the_file(run: Run, command: str) -> None:
    said = run(command, "-f", "eve").out
    assert "-f friday.toml" in said
    assert "-f eve" not in said


def test_a_file_of_that_name_goes_before_a_word(run: Run, shelf: Path) -> None:
    seeded(shelf / "crowns", SHELF["skyjo.toml"])
    assert "Skyjo" in run("standings", "-f", "crowns").out


# ── the past ─────────────────────────────────────────────────────────────────────────────


def test_an_evening_of_the_past_can_be_entered(run: Run, folder: Path) -> None:
    assert run("new", "Ann", "Bo", "--date", "2025-11-08").code == 0
    assert run("add", "12", "o").code == 0
    text = (folder / "three-thirteen-2025-11-08.toml").read_text("utf-8")
    assert "\ndate = 2025-11-08\n" in text
    assert "Ann = 12" in text


@pytest.mark.parametrize("day", ["friday", "2025-13-01", "8.11.2025", "", str(TODAY.year + 1)])
def test_only_a_past_date_starts_a_past_game(run: Run, folder: Path, day: str) -> None:
    assert run("new", "Ann", "Bo", "--date", day).code == 2
    assert run("new", "Ann", "Bo", "--date", f"{TODAY + timedelta(days=1)}").code == 2
    assert list(folder.iterdir()) == []


def test_at_the_question_the_date_may_come_before_the_names(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", played("Long ago", date(2020, 1, 3)))
    person = sits("new")
    person.talks(
        "Already played? Type the date first, like 2025-11-08. >> 2025-11-08",
        "Saturday 8 November 2025 >>",
        "Who deals first? >> cy",
    )
    assert person.ends()[1] == 0
    text = (folder / "three-thirteen-2025-11-08.toml").read_text("utf-8")
    assert "\ndate = 2025-11-08\n" in text


def test_a_new_game_is_taken_back_and_comes_back(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "--dealer", "ann", "-f", "a.toml")
    text = (folder / "a.toml").read_bytes()
    answer = run("undo")
    assert answer.said == ["taken back:  sk new Ann Bo", "a.toml is gone.  sk redo brings it back."]
    assert names(folder) == {".a.toml.history"}
    assert run("undo").code == 3
    assert run("redo").said[1] == "redone:  sk new Ann Bo"
    assert (folder / "a.toml").read_bytes() == text
    assert run("redo").code == 2
    gone = run("undo", "-f", "a.toml").said[1]
    assert gone == "a.toml is gone.  sk redo -f a.toml brings it back."


def assert_named(run: Run, file: str, because: str) -> None:
    """Every command that looks at the folder says why a file is left out."""
    assert run("games").err == f"skipped: {because}\n"
    assert {"file": file, "because": because} in facts(run, "stats")["left_out"]
    for words in (("check",), ("check", ".")):
        checked = run(*words)
        assert (checked.said[0], checked.code) == (f"{file}:1: error: syntax: {because}", 1)


def test_a_game_that_is_too_large_is_named_by_every_look_at_the_folder(
    run: Run, folder: Path
) -> None:
    seeded(folder / "sound.toml", SOUND)
    seeded(folder / "big.toml", SOUND + "#" * LARGEST_FILE)
    size = (folder / "big.toml").stat().st_size
    assert_named(run, "big.toml", f"big.toml is too large: {size} bytes")


def test_a_game_that_the_disk_fails_to_read_is_named_as_well(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(folder / "sound.toml", SOUND)
    seeded(folder / "torn.toml", SOUND)
    given = os.read

    def failing(descriptor: int, most: int) -> bytes:
        if os.path.samestat(os.fstat(descriptor), (folder / "torn.toml").stat()):
            raise OSError(errno.EIO, "Input/output error")
        return given(descriptor, most)

    monkeypatch.setattr(os, "read", failing)
    assert_named(run, "torn.toml", "torn.toml can't be read: input/output error")


# ── hundreds of huge games ───────────────────────────────────────────────────────────────


def measured(run: Run, command: str) -> tuple[Any, int]:
    """What a command says in JSON, and the most bytes of memory that it takes at once."""
    tracemalloc.start()
    try:
        return facts(run, command), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("command", ["games", "check", "stats"])
def test_huge_games_are_not_all_kept_in_memory(folder: Path, run: Run, command: str) -> None:
    seeded(folder / "00.toml", ledger(ROUND))
    run(command)  # loads the modules
    for number in range(30):
        long = f"# {'x' * 100_000}\n"
        seeded(folder / f"{number:02}.toml", ledger(ROUND, title=f"Evening {number}") + long)
    assert measured(run, command)[1] < 1_500_000
    assert len(titles(run("games"))) == 30


@pytest.mark.slow
def test_people_keeps_only_names_in_memory(folder: Path, run: Run) -> None:
    run("people")  # loads the modules
    for number in range(40):
        noted = f"note = '{'x' * 25_000}'\n" + ROUND  # between these quotes tomllib skips
        seeded(folder / f"{number:02}.toml", ledger(noted, title=f"Evening {number}"))
    told, peak = measured(run, "people")
    assert told["people"][0]["games"] == 40
    assert peak < 500_000


@pytest.mark.parametrize(
    "words",
    [("games",), ("stats",), ("stats", "--to", "html"), ("people",), ("check",), ("chart", ".")],
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_a_huge_game_is_parsed_once(
    folder: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    json: tuple[str, ...],
) -> None:
    monkeypatch.setattr(evenings, "MOST_KEPT", 0)
    texts = [ledger(ROUND, title=f"Evening {number}") for number in range(8)]
    for number, text in enumerate(texts):
        seeded(folder / f"{number}.toml", text)
    parsed = Counter[str]()

    def counted(text: str) -> dict[str, Any]:
        parsed[text] += 1
        return parse(text)

    monkeypatch.setattr(codec, "parse", counted)
    assert run(*words, *json).code == 0
    assert parsed == Counter(texts)


def test_the_first_look_at_huge_games_shows_its_progress(
    folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def watched(things: Sequence[Evening], doing: str) -> Iterator[Evening]:
        seen.append(f"{doing} {len(things)}")
        yield from things

    monkeypatch.setattr("scorekeeper.terminal.games.with_progress", watched)
    seeded(folder / "a.toml", SOUND)
    assert run("standings").code == 0
    assert seen == ["reading games 1"]


def test_twice_the_named_files_take_twice_the_time_to_check(run: Run, folder: Path) -> None:
    for number in range(200):
        seeded(folder / f"{number}.toml", SOUND)
    few, many = ([f"{number}.toml" for number in range(most)] for most in (100, 200))
    run("check", *few)  # loads the modules
    assert steps(lambda: run("check", *many)) < 2.5 * steps(lambda: run("check", *few))
