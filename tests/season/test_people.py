"""Who is the same person: by sound, by the nearest ``people.toml``, and how to write that."""

from datetime import date
from pathlib import Path

import pytest

from tests.program import Answer, Run, facts, ledger, refusal, scores, seeded
from tests.tables import rows
from tests.terminal import Sits

ENDED = "finished = 2026-03-13\n"

PAIR = ("Annie", "Bo")


def evening(folder: Path, file: str, **points: int) -> None:
    """A finished evening of these people, written by hand."""
    quoted = {f'"{name}"': number for name, number in points.items()}
    text = ledger(scores(**quoted), players=tuple(points), game=ENDED)
    folder.mkdir(exist_ok=True)
    seeded(folder / file, text)


def players(run: Run, *words: str) -> list[str]:
    answer = run("stats", "--json", *words)
    assert (answer.err, answer.code) == ("", 0)
    return sorted(line["player"] for line in answer.facts["players"])


def test_case_and_accents_do_not_make_another_person(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Zoë=3, Bo=5)
    evening(folder, "2.toml", ZOE=3, bo=5)
    evening(folder, "3.toml", Zoë=3, bo=5)
    assert players(run) == ["Zoë", "bo"]


def test_a_person_has_the_commonest_spelling_or_else_the_newest(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Zoë=3, Bo=5)
    evening(folder, "2.toml", Zoë=3, BO=5)
    evening(folder, "3.toml", zoe=3, bO=5)
    assert players(run) == ["Zoë", "bO"]


def test_both_commands_spell_a_person_in_the_same_way(run: Run, folder: Path) -> None:
    for number, name in enumerate(("Zoë", "ZOE", "ZOE", "Zoë"), 1):
        evening(folder, f"{number}.toml", **{name: 3, "Bo": 5})
    assert players(run) == ["Bo", "Zoë"]
    assert [who["player"] for who in facts(run, "people")["people"]] == ["Bo", "Zoë"]


def test_a_person_is_spelled_in_the_same_way_whatever_is_left_out(run: Run, folder: Path) -> None:
    for number, name in enumerate(("Zoë", "Zoë", "ZOE"), 1):
        block, day = scores(**{f'"{name}"': 3, "Bo": 5}), date(2026, 3, 10 + number)
        text = ledger(block, players=(name, "Bo"), game=ENDED, day=day)
        seeded(folder / f"{number}.toml", text)
    for name in "ab":  # unfinished
        seeded(folder / f"{name}.toml", ledger(players=("ZOE", "Bo")))
    assert [who["player"] for who in facts(run, "people")["people"]] == ["Bo", "ZOE"]
    for words in ([], ["--until", "2026-03-12"], ["--since", "2026-03-13"], ["--game", "three"]):
        assert players(run, *words) == ["Bo", "ZOE"]


def test_the_nearest_file_joins_names_for_all_evenings_or_for_one(run: Run, folder: Path) -> None:
    for year in ("2025", "2026"):
        evening(folder / year, "friday.toml", Annie=3, Max=5)
        evening(folder / year, "friday-2.toml", ann=4, Max=5)
    seeded(folder / "people.toml", '[people]\nannie = "Ann"\n"2025/friday.toml: max" = "Max W"\n')
    assert players(run, "2025", "2026") == ["Ann", "Max", "Max W"]
    seeded(folder / "2026" / "people.toml", '[people]\n"friday-2.toml: Max" = "Maxine"\n')
    assert players(run, "2025", "2026") == ["Ann", "Annie", "Max", "Max W", "Maxine"]
    assert players(run, "2026/friday-2.toml") == ["Maxine", "ann"]


def test_a_page_is_asked_for_by_any_name_of_the_person(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    evening(folder, "2.toml", Jo=3, Bo=5)
    seeded(folder / "people.toml", '[people]\nAnnie = "Jo"\n"2.toml: Bo" = "Robert"\n')
    for name in ("Jo", "annie", "ANNIE"):
        assert players(run, "--player", name) == ["Jo"]
    assert players(run, "--player", "bo") == ["Bo"]


def test_people_toml_in_another_folder_joins_nobody(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(folder / "friends", "friday.toml", Annie=3, Max=5)
    seeded(folder / "friends" / "people.toml", '[people]\n"friday.toml: Max" = "Max W"\n')
    (folder / "family").mkdir()
    seeded(folder / "family" / "people.toml", '[people]\nAnnie = "Ann"\n')
    monkeypatch.chdir(folder / "family")
    assert players(run, "../friends") == ["Annie", "Max W"]
    (folder / "friends" / "people.toml").unlink()
    assert players(run, "../friends") == ["Annie", "Max"]


@pytest.mark.parametrize(
    ("lines", "problem", "remedy"), rows(__file__, "people.toml", "not_joined")
)
@pytest.mark.parametrize("command", ["stats", "people"])
def test_names_that_cannot_be_joined_are_refused_with_their_file(
    run: Run, folder: Path, command: str, lines: str, problem: str, remedy: str
) -> None:
    evening(folder, "a.toml", Annie=3, Bo=5)
    seeded(folder / "people.toml", f"[people]\n{lines}\n")
    answer = run(command)
    if "unterminated" not in problem:
        assert answer.err == refusal(problem, remedy)
    assert answer.err.startswith("error: people.toml:")
    assert (answer.out, answer.code) == ("", 3)


def test_a_file_of_something_else_is_refused(run: Run, folder: Path) -> None:
    evening(folder, "a.toml", Annie=3, Bo=5)
    seeded(folder / "people.toml", '[people]\n\n[staff]\nAnn = "boss"\n')
    answer = run("stats")
    assert answer.err == refusal("people.toml:3: unknown key 'staff'", "remove it")
    seeded(folder / "people.toml", "people = 3\n")
    answer = run("stats")
    remedy = "write [people] above the names"
    assert answer.err == refusal("people.toml:1: people isn't a table", remedy)


def test_people_toml_may_set_the_spelling_of_a_name(run: Run, folder: Path) -> None:
    evening(folder, "a.toml", zoe=3, Bo=5)
    seeded(folder / "people.toml", '[people]\nzoe = "Zoë"\n')
    assert players(run) == ["Bo", "Zoë"]


# ── the command ──────────────────────────────────────────────────────────────────────────


def test_people_shows_joined_names_and_names_that_may_belong_together(
    run: Run, folder: Path
) -> None:
    evening(folder, "1.toml", Anna=3, Bo=5)
    evening(folder, "2.toml", ANNA=3, Bob=5)
    evening(folder, "3.toml", Anna=3, Bo=5)
    assert run("people").said == [
        "  player  games  other names",
        "  Anna        3  ANNA",
        "  Bo          2",
        "  Bob         1",
        "",
        "somebody with two names?  sk people NAME=PERSON",
    ]
    evening(folder, "4.toml", Ann=3, Bo=5)
    assert run("people").said[-1] == "one person?  sk people Ann=Anna"


def test_people_adds_a_line_and_keeps_the_rest(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    evening(folder, "2.toml", Ann=3, Bo=5)
    answer = run("people", "annie=Ann")
    assert answer.said[0] == "people.toml changed."
    assert "  Ann         2  Annie" in answer.said
    path = folder / "people.toml"
    assert path.read_text().endswith('\n[people]\nAnnie = "Ann"\n')
    seeded(path, '# ours\r\n[people]\r\nAnnie = "Ann"  # since May\r\n')
    found = facts(run, "people", "1.toml: Bo=Bo W", "2.toml:  bo = Bo V")
    assert (found["file"], found["changed"], found["command"]) == ("people.toml", True, "people")
    assert path.read_bytes().decode() == (
        '# ours\r\n[people]\r\nAnnie = "Ann"  # since May\r\n'
        '"1.toml: Bo" = "Bo W"\r\n"2.toml: Bo" = "Bo V"\r\n'
    )
    assert [person["player"] for person in found["people"]] == ["Ann", "Bo V", "Bo W"]


def test_people_says_which_ledgers_cannot_be_read_as_stats_does(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    seeded(folder / "torn.toml", "schema = 1\n[game]\nx\n")
    answer = run("people")
    assert (answer.err, answer.code) == ("", 0)
    assert answer.said[:2] == ["1 game not counted: unreadable", ""]
    assert answer.said[0] in run("stats").said
    left_out = facts(run, "people")["left_out"]
    assert left_out == facts(run, "stats")["left_out"]
    assert [left["file"] for left in left_out] == ["torn.toml"]


def test_people_writes_its_file_next_to_the_named_games(run: Run, folder: Path) -> None:
    evening(folder / "old", "1.toml", Annie=3, Bo=5)
    assert run("people", "old", "Annie=Ann").said[0] == "old/people.toml changed."
    assert players(run, "old") == ["Ann", "Bo"]
    assert not (folder / "people.toml").exists()


def test_undo_takes_back_what_people_wrote_and_then_the_change_before(
    run: Run, folder: Path
) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    assert run("fix", "1", "bo=6", "-f", "1.toml").code == 0
    path = folder / "people.toml"
    assert run("people", "Annie=Ann").code == 0
    begun = path.read_text()
    assert run("people", "Bo=Bob").code == 0
    assert run("undo").said == ["taken back:  sk people Bo=Bob"]
    assert path.read_text() == begun
    gone = "people.toml is gone.  sk redo brings it back."
    assert run("undo").said == ["taken back:  sk people Annie=Ann", gone]
    assert not path.exists()
    assert run("redo").said == ["redone:  sk people Annie=Ann"]
    assert path.read_text() == begun
    assert run("undo").code == 0
    assert run("undo").said[1] == "taken back:  sk fix 1 bo=6"


def test_undo_leaves_a_people_file_alone_if_it_was_edited_since(run: Run, folder: Path) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    assert run("people", "Annie=Ann").code == 0
    path = folder / "people.toml"
    edited = path.read_text() + 'Bo = "Bob"\n'
    seeded(path, edited)
    answer = run("undo")
    assert answer.code == 4
    assert "try: undo that change by hand; nothing was written" in answer.err
    assert path.read_text() == edited


def test_in_the_open_game_undo_takes_back_what_people_wrote_and_the_game_stays(
    folder: Path, sits: Sits
) -> None:
    game = seeded(folder / "1.toml", ledger(scores("Annie", Annie=0, Bo=5), players=PAIR))
    evening(folder, "2.toml", Ann=3, Bo=5)
    person = sits()
    person.answers(("the fours>", "3 o"), ("the fives>", "people Annie=Ann"))
    person.answers(("people.toml changed.", "undo"), ("people.toml is gone", "redo"))
    person.answers(("redone:  people Annie=Ann", "undo"), ("people.toml is gone", "undo"))
    person.sees("taken back:  add 3 o")
    person.sees("the fours>")
    assert person.leaves() == 0
    assert not (folder / "people.toml").exists()
    assert "Annie = 3" not in game.read_text()


JOINED = """\
# ours
[people]
Annie = "Ann"  # since May
"1.toml: Annie" = "Annette"
Anna = "Ann"
"""


@pytest.fixture
def joined(folder: Path) -> Path:
    evening(folder, "1.toml", Annie=3, Bo=5)
    evening(folder, "2.toml", Ann=3, Bo=5)
    evening(folder, "3.toml", Anna=3, Bo=5)
    return seeded(folder / "people.toml", JOINED)


def test_apart_shows_and_removes_the_lines_of_a_name_and_undo_brings_them_back(
    run: Run, joined: Path
) -> None:
    answer = run("people", "--apart", "annie")
    assert answer.said[:4] == [
        "To be removed from people.toml:",
        "  'Annie' = 'Ann'",
        "  '1.toml: Annie' = 'Annette'",
        "people.toml changed.",
    ]
    assert joined.read_text() == '# ours\n[people]\n# since May\nAnna = "Ann"\n'
    assert players(run) == ["Ann", "Annie", "Bo"]
    assert run("undo").said == ["taken back:  sk people --apart annie"]
    assert joined.read_text() == JOINED


def test_apart_on_one_evening_leaves_the_others_joined(run: Run, joined: Path) -> None:
    found = facts(run, "people", "--apart", "1.toml: annie")
    gone = [{"evening": "1.toml", "name": "Annie", "person": "Annette"}]
    assert (found["changed"], found["gone"]) == (True, gone)
    assert joined.read_text() == JOINED.replace('"1.toml: Annie" = "Annette"\n', "")
    assert players(run) == ["Ann", "Bo"]


def test_a_name_can_be_taken_apart_and_joined_with_somebody_else_in_one_go(
    run: Run, joined: Path
) -> None:
    assert run("people", "--apart", "Anna", "Anna=Hannah").code == 0
    assert 'Anna = "Hannah"' in joined.read_text()
    assert players(run) == ["Ann", "Annette", "Bo", "Hannah"]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Ann", "did you mean Annie or Anna?"),
        ("Ani", "did you mean Annie?"),
        ("3.toml: Annie", "did you mean Annie or 1.toml: Annie?"),
        ("Zoë", "see the names with sk people"),
    ],
)
@pytest.mark.parametrize("is_there", [True, False])
def test_a_name_that_is_not_joined_cannot_be_taken_apart(
    run: Run, joined: Path, name: str, remedy: str, is_there: bool
) -> None:
    if not is_there:
        joined.unlink()
        remedy = "see the names with sk people"
    answer = run("people", "--apart", name)
    assert answer == Answer("", refusal(f"people.toml has no line for '{name}'", remedy), 2)
    assert joined.exists() == is_there
    assert not is_there or joined.read_text() == JOINED


def test_a_name_is_not_taken_apart_if_that_would_make_two_players_one_person(
    run: Run, joined: Path, folder: Path
) -> None:
    evening(folder, "1.toml", Annie=3, Ann=5)
    answer = run("people", "--apart", "1.toml: Annie")
    problem = "'Annie' and 'Ann' played together in 1.toml, so they can't both be 'Ann'"
    assert problem in answer.err
    assert answer.code == 3
    assert joined.read_text() == JOINED


def test_on_a_terminal_apart_asks_and_no_leaves_the_file_as_it_is(sits: Sits, joined: Path) -> None:
    person = sits("people", "--apart", "Anna", NO_COLOR="1")
    assert "'Anna' = 'Ann'" in person.sees("Separate them?")
    person.types("n")
    assert "people.toml changed." not in person.ends()[0]
    assert joined.read_text() == JOINED
    person = sits("people", "--apart", "Anna", NO_COLOR="1")
    person.answers(("Separate them?", ""))
    assert "people.toml changed." in person.ends()[0]
    assert 'Anna = "Ann"' not in joined.read_text()


@pytest.mark.parametrize(
    ("words", "code", "problem"),
    [
        (["Anni=Ann"], 2, "nobody called 'Anni' plays in these games"),
        (["3.toml: Annie=Ann"], 2, "nobody called 'Annie' plays in 3.toml"),
        (["Annie="], 2, "a player needs a name"),
        (["Annie=12"], 2, "'12' can't be a name: digits alone are points"),
        (["Annie=Bo"], 3, "'Annie' and 'Bo' played together in 1.toml, so they can't both be 'Bo'"),
        (["Annie=Ann", "Ann=Anna"], 3, "'Annie' is 'Ann', who is 'Anna' in turn"),
        (["nowhere", "Annie=Ann"], 3, "nowhere isn't a file or a folder"),
    ],
)
def test_a_refused_join_writes_nothing(
    run: Run, folder: Path, words: list[str], code: int, problem: str
) -> None:
    evening(folder, "1.toml", Annie=3, Bo=5)
    evening(folder, "2.toml", Ann=3, Bo=5)
    answer = run("people", *words)
    assert (answer.out, answer.code) == ("", code)
    assert problem in answer.err
    assert not (folder / "people.toml").exists()
    before = '[people]\nBo = "Bob"\n'
    seeded(folder / "people.toml", before)
    assert run("people", *words).code == code
    assert (folder / "people.toml").read_text() == before


def test_without_games_there_is_nobody(run: Run) -> None:
    answer = run("people")
    assert answer.err == refusal("there is no game in this folder", "give the folder of your games")
    assert answer.code == 3
