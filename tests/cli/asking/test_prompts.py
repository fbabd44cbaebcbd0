"""The prompts, typed at a pseudo-terminal: quick, patient, and nothing written before the end."""

import os
import shlex
import sys
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.store import load_ledger
from tests.program import PROGRAM, ledger, scores, seeded, start
from tests.tables import called, rows
from tests.terminal import Sits

FOUR = ("Ann", "Bo", "Uncle Cy", "Zoë")

EMPTY = ledger(players=FOUR)

THREE_AT_THE_FOURS = ledger(scores("Bo", Ann=12, Bo=0, Cy=5))

WILD_20 = ledger(rules="[rules]\ndecks = 2\nwild_points = 20\n")

POINTS = "[rules]\nrounds = 0\ndealer = 'none'\n"

WINNER_TAKES = "winner = 'high'\ncount = 'winner-takes'\n"


def last_round(path: Path) -> tuple[dict[str, int], tuple[str, ...]]:
    """The scores of the last round on the sheet, and who went out."""
    block = load_ledger(path).rounds[-1]
    return dict(block.scores), block.out


GAMES = {
    "four": EMPTY,
    "threes": ledger(),
    "fours": THREE_AT_THE_FOURS,
    "wild 20": WILD_20,
    "wild 20, at the fours": f"{WILD_20}\n[[rounds]]\n{scores('Bo', Ann=9, Bo=0, Cy=5)}\n",
    "Cy has left": ledger(scores("Bo", Ann=12, Bo=0)).replace('"Cy"\n', '"Cy"\nleft = 1\n'),
    "points": ledger(rules=POINTS, game=""),
    "winner takes": ledger(rules=POINTS + WINNER_TAKES, game="").replace("= 1", "= 2"),
    "winner takes, with cards": ledger(rules="[rules]\n" + WINNER_TAKES).replace("= 1", "= 2"),
    "tied": ledger(
        scores("Bo", Ann=0, Bo=0, Cy=5),
        rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n",
    ),
}


@pytest.mark.parametrize(
    ("game", "line", "turns", "written"), called(__file__, "prompts.toml", "dialogues")
)
def test_a_dialogue_ends_with_the_round(
    folder: Path, sits: Sits, game: str, line: str, turns: list[str], written: str
) -> None:
    path = seeded(folder / "a.toml", GAMES[game])
    person = sits(*line.split(), NO_COLOR="1")
    person.talks(*turns)
    said, code = person.ends()
    assert code == 0
    assert not any(words in said for words in ("is taken as", "if so")), "it asked about that"
    assert turns or " + " not in said, "it asked for nothing"
    assert game != "points" or "went out" not in said
    assert "''" not in "".join(person.said)
    entries = dict(zip(load_ledger(path).names, written.split(), strict=True))
    points = {name: int(entry) for name, entry in entries.items() if entry not in ("o", "-")}
    out = tuple(name for name, entry in entries.items() if entry == "o")
    assert last_round(path) == ({**points, **dict.fromkeys(out, 0)}, out)


# ── a round ──────────────────────────────────────────────────────────────────────────────


def test_a_round_of_four_in_numbers_takes_at_most_twelve_keystrokes(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "a.toml", EMPTY)
    person = sits("add")
    person.sees("Round 1 of 11: the threes, 3 cards each. Ann dealt.")
    for name, entry in zip(FOUR, ("21", "12", "o", "3"), strict=True):
        person.talks(name, f"0 + >> {entry}")
    said, code = person.ends()
    assert (code, person.keys) == (0, 10)
    assert "round 1, the threes, is on the sheet. Uncle Cy went out." in said
    assert last_round(path) == ({"Ann": 21, "Bo": 12, "Uncle Cy": 0, "Zoë": 3}, ("Uncle Cy",))


def test_known_answers_are_not_asked_for(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", EMPTY)
    person = sits("add", "bo=12", "--out", "cy")
    person.talks(
        "Bo           0 + 12               = 12",
        "Uncle Cy     0 + o                = 0   went out",
        "Ann          0 + >> 21",
    )
    assert "Bo" not in person.sees("Zoë          0 + ")
    person.types("3")
    assert person.ends()[1] == 0
    assert last_round(path) == ({"Ann": 21, "Bo": 12, "Uncle Cy": 0, "Zoë": 3}, ("Uncle Cy",))


def test_an_impossible_entry_is_refused_before_anything_is_asked(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", EMPTY)
    said, code = sits("add", "ann=99").ends()
    assert "error: Ann can't have 99 points" in said
    assert "Bo " not in said
    assert code == 2
    assert path.read_text("utf-8") == EMPTY


def test_it_asks_even_if_the_answer_goes_to_a_file(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", EMPTY)
    person = sits(command=["/bin/sh", "-c", f"{shlex.join(PROGRAM)} add > answer.txt"])
    person.talks("0 + >> 21 12 o 3")
    assert person.ends()[1] == 0
    answer = (folder / "answer.txt").read_text("utf-8")
    assert answer.startswith("Thursday: round 1, the threes, is on the sheet.")


def test_undo_names_an_answered_change_as_a_command_that_can_be_typed(
    folder: Path, sits: Sits
) -> None:
    seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    person = sits("add")
    person.talks(">> 8", ">> 17", ">> o")
    assert person.ends()[1] == 0
    said = start(["undo"], folder).said
    [command] = [line.split("sk ", 1)[1] for line in said if line.startswith("taken back:  sk ")]
    assert not set("(*?") & set(command)
    assert start(command.split(), folder).code == 0
    assert last_round(folder / "a.toml") == ({"Ann": 8, "Bo": 17, "Cy": 0}, ("Cy",))


def test_every_answer_is_followed_by_its_result(folder: Path, sits: Sits) -> None:
    text = ledger(
        scores("Bo", Ann=12, Bo=0, Cy=5), players=("Ann", "Bo", "Cy", "Dee", "Eli")
    ).replace("Cy = 5", "Cy = 5\nDee = 21\nEli = 9")
    seeded(folder / "a.toml", text)
    person = sits("add")
    for name, answer in (
        ("Ann", "8"),
        ("Bo", "567hkd"),
        ("Cy", "o"),
        ("Dee", "k+3"),
        ("Eli", "away"),
    ):
        person.sees(f"{name:<3}  ")
        person.types(answer)
    assert person.ends()[1] == 0
    assert person.shown()[4:11] == [
        "  Ann    12 + 8                = 20",
        "  Bo      0 + 567hkd           5♥ 6♥ 7♥ / left K♦",
        "              10               = 10",
        "  Cy      5 + o                = 5   went out",
        "  Dee    21 + k+3              = 21 + 13 = 34",
        "  Eli     9 + away             = 9   not here",
        "",
    ]


def test_a_name_and_an_entry_may_come_first(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", EMPTY)
    person = sits("add")
    person.talks(
        "Ann          0 + >> zoe 3",
        "= 3",
        "Ann          0 + >> uncle cy o",
        "went out",
        "Ann          0 + >> bo 99",
        "Bo can't have 99 points",
        "Bo           0 + >> ann 21",
        "Bo           0 + >> 12",
    )
    said, code = person.ends()
    assert code == 0
    assert "Uncle Cy went out." in said
    assert last_round(path)[0] == {"Ann": 21, "Bo": 12, "Uncle Cy": 0, "Zoë": 3}
    assert person.shown()[4:6] == [
        "  Zoë          0 + 3                = 3",
        "  Uncle Cy     0 + o                = 0   went out",
    ]


def test_keys_typed_early_appear_where_they_belong(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", EMPTY)
    person = sits("add")
    person.presses("21\r12\ro\r3\r")
    assert person.ends()[1] == 0
    shown = person.shown()
    at = shown.index("  Ann          0 + 21               = 21")
    assert shown[at + 1 : at + 4] == [
        "  Bo           0 + 12               = 12",
        "  Uncle Cy     0 + o                = 0   went out",
        "  Zoë          0 + 3                = 3",
    ]


# ── going back, and asking again ─────────────────────────────────────────────────────────


def test_an_impossible_entry_is_asked_for_again(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    person = sits("add")
    person.sees("12 + ")
    for wrong, said in rows(__file__, "prompts.toml", "cannot_be"):
        person.talks(f">> {wrong}", said, "try: ", "Ann", "12 + ")
    person.talks(">> 8", ">> 17", ">> o")
    assert person.ends()[1] == 0
    assert last_round(path)[0] == {"Ann": 8, "Bo": 17, "Cy": 0}


@pytest.mark.parametrize("terminal", ["dumb", "xterm-256color"])
@pytest.mark.parametrize("keys", ["\x1b\r", "bo\x1b\r"])
def test_the_escape_key_leaves_a_question_and_enter_after_it_confirms_nothing(
    folder: Path, sits: Sits, terminal: str, keys: str
) -> None:
    path = seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    before = path.read_bytes()
    person = sits(TERM=terminal)
    person.talks("> >> cy leaves", "[Enter] yes")
    person.presses(keys)
    person.sees("nothing was changed")
    assert path.read_bytes() == before


def test_a_whole_line_at_a_question_of_a_single_command_takes_its_place(
    folder: Path, sits: Sits
) -> None:
    path = seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    person = sits("fix", "3s")
    person.talks("name and points: >> who is winning")
    assert "player  total" in person.ends()[0]
    person = sits("player", "join", "dave")
    person.talks("or a number: >> 8 17 o", "add 8 17 o >>")
    assert person.ends()[1] == 0
    assert last_round(path) == ({"Ann": 8, "Bo": 17, "Cy": 0}, ("Cy",))


def test_it_asks_again_after_an_answer_that_is_not_text(folder: Path, sits: Sits) -> None:
    person = sits("new", "--game", "points")
    person.sees("names: ")
    os.write(person.program.child_fd, b"Zo\xeb, Bo\r")
    person.sees("some of what was typed isn't text")
    assert list(folder.iterdir()) == []
    person.talks("names: >> Zoë, Bo")
    assert person.ends()[1] == 0
    [path] = folder.glob("*.toml")
    assert load_ledger(path).names == ("Zoë", "Bo")


# ── cards ────────────────────────────────────────────────────────────────────────────────


def test_a_hand_of_as_many_words_as_players_is_still_a_hand(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", ledger())
    person = sits("add", NO_COLOR="1")
    person.talks("0 + >> 5h 6h 9d")
    assert "left 5♥ 6♥ 9♦" in person.sees("Bo")
    person.talks(">> o", ">> 4")
    assert person.ends()[1] == 0
    assert load_ledger(path).rounds[-1].hands == {"Ann": "5H 6H 9D"}


# ── who went out ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("answer", "out"), [("", ("Cy",)), ("n", ())])
def test_it_asks_about_cards_that_are_all_melded_and_keeps_them(
    folder: Path, sits: Sits, answer: str, out: tuple[str, ...]
) -> None:
    path = seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    person = sits("add", "8", "17", "5h 6h 7h 8h")
    person.talks(f"  Who went out? Cy has 0. >> {answer}")
    assert person.ends()[1] == 0
    assert last_round(path) == ({"Ann": 8, "Bo": 17}, out)
    assert load_ledger(path).rounds[-1].hands == {"Cy": "5H 6H 7H 8H"}


def test_on_a_narrow_terminal_the_answers_are_one_below_the_other(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", ledger(players=("Anna", "Borislav", "Cyril")))
    person = sits("add", columns=40)
    person.talks(">> 3 0 4", "nobody did: >>")
    person.ends()
    shown = "\n".join(person.shown())
    offered = ("a name, or", "[Enter] Borislav went out", "[n] nobody did:")
    assert "Who went out? Borislav has 0.\n  " + "\n  ".join(offered) in shown


# ── stopping ─────────────────────────────────────────────────────────────────────────────


DEAF = [
    *(sys.executable, "-c"),
    "import signal, threading\n"
    "threading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})\n"
    "from scorekeeper.__main__ import main\n"
    "main()",
    "add",
]
"""The program when a signal never wakes whoever reads: it comes to another thread."""


def test_ctrl_c_that_comes_just_before_the_program_waits_for_keys_stops_it(sits: Sits) -> None:
    seeded(Path("a.toml"), THREE_AT_THE_FOURS)
    person = sits(command=DEAF)
    person.sees("12 + ")
    person.holds("c")
    assert person.ends()[1] == 130


# ── other questions ──────────────────────────────────────────────────────────────────────


def test_of_several_games_one_is_chosen_by_number(folder: Path, sits: Sits) -> None:
    seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    seeded(folder / "b.toml", THREE_AT_THE_FOURS.replace("Thursday", "Friday"))
    person, year = sits("standings"), date.today().year
    person.talks("Which game?", f"1  Thursday, {year}-", f"2  Friday, {year}-")
    for wrong in ("", "3", "x", "0", "²"):
        person.talks(f"number: >> {wrong}", "a number from 1 to 2")
    person.types("2")
    said, code = person.ends()
    assert code == 0
    assert "Friday · after round 1 of 11" in said
    stopping = sits("standings")
    stopping.sees("number: ")
    assert stopping.leaves() == 130


@pytest.mark.parametrize(
    ("answer", "changed"), [("", "b.toml"), ("2", "b.toml"), ("1", "a.toml"), ("n", None)]
)
def test_with_two_open_games_undo_names_the_one_it_means_and_asks(
    folder: Path, sits: Sits, answer: str, changed: str | None
) -> None:
    for name in ("a.toml", "b.toml"):
        seeded(folder / name, THREE_AT_THE_FOURS)
        assert start(["add", "8", "17", "o", "-f", name], folder).code == 0
    person = sits("undo")
    person.sees("  2  b.toml")
    person.sees("The last change was in b.toml: add 8 17 o")
    person.sees("number, or [Enter] for b.toml: ")
    person.types(answer)
    if changed is None:
        person.talks("'n' isn't an answer here >> quit")
    assert person.ends()[1] == (0 if changed else 130)
    for name in ("a.toml", "b.toml"):
        is_back = (folder / name).read_text("utf-8") == THREE_AT_THE_FOURS
        assert is_back is (name == changed)


@pytest.mark.parametrize(("answer", "code"), [("n", 2), ("", 0)])
def test_names_that_differ_by_a_letter_are_asked_about(
    folder: Path, sits: Sits, answer: str, code: int
) -> None:
    person = sits("new", "Anna", "Anne", "-f", "a.toml")
    person.talks(f"Anna and Anne differ by one letter. Are they two people? >> {answer}")
    assert person.ends()[1] == code
    assert (folder / "a.toml").exists() == (code == 0)


@pytest.mark.parametrize(("answer", "code"), [("n", 2), ("", 0)])
@pytest.mark.parametrize(
    "words", [["player", "join", "Amy", "--points", "5"], ["player", "rename", "cy", "Amy"]]
)
def test_a_new_name_that_differs_by_a_letter_is_asked_about(
    folder: Path, sits: Sits, words: list[str], answer: str, code: int
) -> None:
    path = seeded(folder / "a.toml", ledger(scores("Amo", Amo=0, Cy=5), players=("Amo", "Cy")))
    before = path.read_bytes()
    person = sits(*words)
    person.talks(f"Amo and Amy differ by one letter. Are they two people? >> {answer}")
    assert person.ends()[1] == code
    assert (path.read_bytes() == before) == (code != 0)


@pytest.mark.parametrize(
    ("game", "line", "question", "answer"),
    [
        ("gin", "add", "0 : ", "dead"),
        ("points", "add ann=5", "0 + ", "7"),
        ("oklahoma-gin", "add o 5", "Which card was turned up?", "4s"),
        ("points", "player rename bo Any", "Are they two people?", ""),
    ],
)
def test_an_answer_to_a_question_overwrites_nothing(
    folder: Path, sits: Sits, game: str, line: str, question: str, answer: str
) -> None:
    assert start(["new", "Ann", "Bo", "--game", game, "-f", "a.toml"], folder).code == 0
    path = folder / "a.toml"
    person = sits(*line.split())
    person.sees(question)
    changed = f"{path.read_text('utf-8')}# meanwhile\n"
    seeded(path, changed)
    person.types(answer)
    said, code = person.ends()
    assert code == 4
    assert "a.toml was changed in the meantime" in said
    assert path.read_text("utf-8") == changed


def test_a_name_acts_neither_as_markup_nor_as_an_escape_in_a_prompt(
    folder: Path, sits: Sits
) -> None:
    text = ledger(players=("[red]Bob", "\\u001b[31mEve", "O'Neil"), game="")
    seeded(folder / "a.toml", text)
    person = sits("add")
    person.talks("[red]Bob >> 3")
    before = person.sees("\\x1b[31mEve")
    assert "\x1b[31mEve" not in before
    person.talks(">> 4", "O'Neil >> o")
    said, code = person.ends()
    assert code == 0
    assert "\x1b[31mEve" not in said


def test_it_asks_for_a_newcomers_points_until_they_are_given(folder: Path, sits: Sits) -> None:
    path = seeded(folder / "a.toml", THREE_AT_THE_FOURS)
    person = sits("player", "join", "Fay")
    person.sees("  the others have  Ann 12  Bo 0  Cy 5")
    for answer in ("", "many"):
        person.sees("[a] average 6   [w] the same as last place, 12   [0] none   or a number: ")
        person.types(answer)
    person.talks("'many' isn't a number of points", "or a number: >> w")
    said, code = person.ends()
    assert code == 0
    assert "Fay plays from round 2, the fours, with 12 points." in said
    assert "''" not in "".join(person.said)
    assert load_ledger(path).players[-1].start == 12
