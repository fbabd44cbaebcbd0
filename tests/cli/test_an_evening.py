"""One evening of Five Crowns from the first card to the last, played with the real program.

Fay comes in round 4, round 6 is misdealt, the pad is wrong by nine, and Eli, who leads, leaves
in round 9.
"""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.store import load_ledger
from tests.program import TODAY, Answer, names, start

pytestmark = pytest.mark.slow

FILE = f"five-crowns-{TODAY}.toml"

EVENING: dict[str, list[str]] = {
    "new": ["new", "Ann", "Bo", "Cy", "Dee", "Eli", "--game", "five-crowns", "--dealer", "Ann"],
    "threes": ["add", "6", "o", "14", "9", "3"],
    "fours": ["add", "13", "20", "o", "7", "11"],
    "fives": ["add", "o", "16", "42", "11", "5"],
    "Fay comes": ["player", "join", "Fay", "--after", "Bo", "--points", "average"],
    "sixes": ["add", "ann=22", "bo=8", "fay=o", "cy=17", "dee=35", "eli=12"],
    "sevens": ["add", "10", "o", "26", "33", "12", "14"],
    "the misdeal": ["add", "12", "30", "5", "18", "22", "9"],
    "it is void": ["misdeal", "--why", "Dee had 9 cards"],
    "eights": ["add", "19", "7", "28", "14", "10", "--out", "Ann"],
    "eights, all named": [*["add", "bo=19", "fay=7", "cy=28", "dee=14", "eli=10", "--out", "Ann"]],
    "the pad": ["pad", "51", "63", "64", "134", "97", "55"],
    "nines": ["add", "82", "75", "64", "143", "112", "71", "--totals", "--out", "Fay"],
    "tens": ["add", "18", "40", "33", "o", "6", "9"],
    "after the tens": ["standings", "--json"],
    "Eli leaves": ["player", "leave", "Eli"],
    "jacks": ["add", "27", "o", "15", "62", "21"],
    "queens": ["add", "8", "45", "w+10", "20", "o"],
    "kings": ["add", "36", "17", "o", "25", "52"],
    "the end": ["standings"],
    "the end, for programs": ["standings", "--json"],
    "the sheet": ["sheet"],
    "the check": ["check"],
    "one more": ["add", "1", "2", "3", "4", "5"],
    "again": ["again"],
}
"""What is typed, in this order, by what it is for."""


@pytest.fixture(scope="module")
def folder_of_the_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evening")


@pytest.fixture(scope="module")
def said(folder_of_the_evening: Path) -> dict[str, Answer]:
    """What the program says to each line."""
    return {name: start(words, folder_of_the_evening) for name, words in EVENING.items()}


def test_every_line_is_done_except_the_impossible_ones(said: dict[str, Answer]) -> None:
    codes = {name: answer.code for name, answer in said.items() if answer.code}
    assert codes == {"eights": 2, "the pad": 1, "one more": 2}
    problem = "error: Eli is missing; the order is Ann, Bo, Fay, Cy, Dee and Eli\n"
    assert said["eights"].err.startswith(problem)
    assert said["one more"].err.startswith("error: ")
    assert said["eights"].out == said["one more"].out == ""


def test_nothing_is_talked_of_but_what_is_worth_it(said: dict[str, Answer]) -> None:
    talk = {name: answer.err for name, answer in said.items() if answer.err and not answer.code}
    assert talk == {
        # Nobody went out in the round that turned out to be a misdeal.
        "the misdeal": "nobody went out in round 6, the eights; if somebody did:  sk fix 8s WHO=o\n"
    }


SCREENS = {
    "fives": """\
Five Crowns: round 3, the fives, is on the sheet. Ann went out.
  Ann 19   Eli 19   Dee 27 (+8)   Bo 36 (+17)   Cy 56 (+37)

Round 4 of 11: deal 6 each, SIXES are wild. Dee deals, Eli begins.
wrong?  sk undo     or     sk fix 5s bo=16
""",
    # 19, 36, 56, 27 and 19 are 157, for five people 31.4 each.
    "Fay comes": """\
Five Crowns
Fay plays from round 4, the sixes, with 31 points.
Seats:  Ann -> Bo -> Fay -> Cy -> Dee -> Eli
Round 4 of 11: deal 6 each, SIXES are wild. Dee deals, Eli begins.
Type points in this order: Ann, Bo, Fay, Cy, Dee and Eli.
""",
    # The totals and the round card are those after the sevens.
    "it is void": """\
Five Crowns
Round 6, the eights, doesn't count. It stays on the sheet, crossed out:
  Ann 12   Bo 30   Fay 5   Cy 18   Dee 22   Eli 9
Totals as before:  Bo 44   Eli 45 (+1)   Ann 51 (+7)   Fay 57 (+13)   Dee 74 (+30)   Cy 106 (+62)
Again: Round 6 of 11: deal 8 each, EIGHTS are wild. Ann deals, Bo begins.
wrong?  sk undo     if the round isn't on the sheet yet, just deal again
""",
    "the pad": """\
Five Crowns
  Ann 51 ok
  Bo 63 ok
  Fay 64 ok
  Cy 134 ok
  Dee  pad 97, here 88: 9 too many on the pad.
     12 written as 21 in round 5, the sevens, would explain it
     9 counted twice in round 1, the threes, would explain it
     points by round: 9  7  11  35  12  14
  Eli 55 ok
""",
    "the end": """\
Five Crowns · final, 11 rounds · fewest points wins

      player  total  behind  last  went out
  1   Fay       142           out  3 times   up 2
  2   Ann       171     +29    36  2 times   down 1
  3   Bo        177     +35    17  3 times   up 1
  4   Dee       191     +49    52  1 time    down 2
  5   Cy        250    +108    25  2 times
  -   Eli        80                          left after round 8, not placed

FAY wins with 142 points.
misdealt: round 6
""",
    "the sheet": f"""\
Five Crowns · {TODAY:%A} {TODAY.day} {TODAY:%B %Y} · final

   rd  wild  dealer      Ann       Bo         Fay       Cy      Dee       Eli
  ───────────────────────────────────────────────────────────────────────────
   1   3s    Ann       6   6  out   0               14  14    9   9     3   3
   2   4s    Bo       13  19   20  20              out  14    7  16    11  14
   3   5s    Cy      out  19   16  36               42  56   11  27     5  19
                                       came +  31
   4   6s    Dee      22  41    8  44     out  31   17  73   35  62    12  31
   5   7s    Eli      10  51  out  44      26  57   33 106   12  74    14  45
   6   8s    Ann      12 ---   30 ---       5 ---   18 ---   22 ---     9 ---
   6   8s    Ann     out  51   19  63       7  64   28 134   14  88    10  55
   7   9s    Bo       31  82   12  75     out  64    9 143   24 112    16  71
   8   10s   Fay      18 100   40 115      33  97  out 143    6 118     9  80
   9   Js    Cy       27 127  out 115      15 112   62 205   21 139      left
  10   Qs    Dee       8 135   45 160      30 142   20 225  out 139
  11   Ks    Ann      36 171   17 177     out 142   25 250   52 191
  ───────────────────────────────────────────────────────────────────────────
             place       2nd      3rd         1st      5th      4th         -

--- misdeal, doesn't count, played again: round 6: Dee had 9 cards
""",
    "the check": "",
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_whole_answer_to(name: str, said: dict[str, Answer]) -> None:
    assert said[name].out == SCREENS[name]


TOTALS = {
    "sixes": "Fay 31   Eli 31   Ann 41 (+10)   Bo 44 (+13)   Dee 62 (+31)   Cy 73 (+42)",
    "eights, all named": "Ann 51   Eli 55 (+4)   Bo 63 (+12)   Fay 64 (+13)   Dee 88 (+37)"
    "   Cy 134 (+83)",
    "nines": "Fay 64   Eli 71 (+7)   Bo 75 (+11)   Ann 82 (+18)   Dee 112 (+48)   Cy 143 (+79)",
    "jacks": "Fay 112   Bo 115 (+3)   Ann 127 (+15)   Dee 139 (+27)   Cy 205 (+93)"
    "   Eli 80 (no place)",
}


def test_every_round_ends_with_all_totals(said: dict[str, Answer]) -> None:
    assert {name: said[name].said[1].strip() for name in TOTALS} == TOTALS


def test_a_leader_who_leaves_keeps_the_points_and_loses_the_place(said: dict[str, Answer]) -> None:
    leads = said["after the tens"].facts["standings"][0]
    assert (leads["place"], leads["player"], leads["total"]) == (1, "Eli", 80)
    assert said["Eli leaves"].said[1:4] == [
        "Eli leaves after round 8, the tens. 80 points stay on the sheet, without a place.",
        "Seats:  Ann -> Bo -> Fay -> Cy -> Dee",
        "Round 9 of 11: deal 11 each, JACKS are wild. Cy deals, Dee begins.",
    ]


def test_the_last_round_tells_who_wins_and_the_story(said: dict[str, Answer]) -> None:
    lines = said["kings"].said
    assert "   =====  FAY wins with 142 points  =====" in lines
    # Eli was in front for a while, and has no place in the end.
    led = "Ann, Bo, Fay and Cy were in the lead at some point; the lead changed hands 8 times."
    assert led in lines
    assert "Costliest round: Cy, 62 in the jacks." in lines


def test_json_says_the_same(said: dict[str, Answer]) -> None:
    told: dict[str, Any] = said["the end, for programs"].facts
    assert (told["finished"], told["winners"], told["next"]) == (True, ["Fay"], None)
    assert (told["rounds_played"], told["rounds"]) == (11, 11)
    assert told["misdeals"] == [{"before": 6, "note": "Dee had 9 cards"}]
    keys = ("place", "player", "total", "behind", "missed", "went_out")
    assert [tuple(row[key] for key in keys) for row in told["standings"]] == [
        (1, "Fay", 142, 0, 0, 3),
        (2, "Ann", 171, 29, 0, 2),
        (3, "Bo", 177, 35, 0, 3),
        (4, "Dee", 191, 49, 0, 1),
        (5, "Cy", 250, 108, 0, 2),
        (None, "Eli", 80, None, 3, 0),
    ]
    assert told["standings"][0]["rounds"] == [None, None, None, 0, 26, 7, 0, 33, 15, 30, 0]


def test_the_next_game_is_for_those_who_stayed_and_nothing_else_is_left(
    said: dict[str, Answer], folder_of_the_evening: Path
) -> None:
    again = f"five-crowns-{TODAY}-2.toml"
    assert said["again"].said[-1] == f"Score sheet: {again}"
    game = load_ledger(folder_of_the_evening / again)
    assert (game.names, game.dealer) == (("Ann", "Bo", "Fay", "Cy", "Dee"), "Bo")
    left = {FILE, f".{FILE}.history", again, f".{again}.history"}
    assert names(folder_of_the_evening) == left
