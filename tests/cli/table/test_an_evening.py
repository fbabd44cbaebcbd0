"""An evening of four at a terminal, from the first question to the tie that is played off.

A correction, a quarrel, a misdeal and a tie; the keys are counted in ``test_somebody_new.py``.
"""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import standings
from scorekeeper.store import load_ledger
from tests.program import TODAY, start
from tests.terminal import Person

pytestmark = pytest.mark.slow

EVENING: tuple[tuple[str, str], ...] = (
    (">", "new"),
    ("names:", "Ann, Bo, Uncle Cy, Zoë"),
    ("[Enter] Three Thirteen   or a number:", ""),
    ("[Enter] none   or numbers, like 1 3:", ""),
    ("Who deals first?   [Enter] draw lots   or a name:", "bo"),
    ("round 1, the threes>", "12 o 5 21"),
    ("round 2, the fours>", "8 17 o 4"),
    ("round 3, the fives>", "o 21 19 9"),
    ("round 4, the sixes>", "fix 5s bo=12"),
    ("round 4, the sixes>", "16 11 24 o"),
    ("round 5, the sevens>", "cy 5shd / 8h9h7cjh / 2d"),
    ("round 5, the sevens>", "7 30 o 13"),
    ("round 6, the eights>", "1 2 3 o"),
    ("round 7, the nines>", "misdeal"),
    ("[Enter] keep it   [y] void it:", "y"),
    ("round 6, the eights>", "o 9 11 3"),
    ("round 7, the nines>", "5 o 12 8"),
    ("round 8, the tens>", "zoe 3"),
    ("Ann         48 +", "9"),
    ("Bo          79 +", "567s6hctdkd23c9h"),
    ("Uncle Cy    71 +", "o"),
    ("round 9, the jacks>", "12 0 20 7"),
    ("[Enter] Bo went out   [n] nobody did:", ""),
    ("round 10, the queens>", "3 33 o 8"),
    ("round 11, the kings>", "4 6 9 o"),
    ("game over>", "playoff"),
    ("bonus round>", "4 o"),
    ("game over>", "sheet"),
)
"""What must be asked, and what is typed then."""


SHEET = f"""\
Three Thirteen · {TODAY:%A} {TODAY.day} {TODAY:%B %Y} · final

   rd  wild  dealer        Ann       Bo  Uncle Cy      Zoë
  ────────────────────────────────────────────────────────
   1   3s    Bo         12  12  out   0     5   5   21  21
   2   4s    Uncle Cy    8  20   17  17   out   5    4  25
   3   5s    Zoë       out  20   12  29    19  24    9  34
   4   6s    Ann        16  36   11  40    24  48  out  34
   5   7s    Bo          7  43   30  70   out  48   13  47
   6   8s    Uncle Cy    1 ---    2 ---     3 ---    0 ---
   6   8s    Uncle Cy  out  43    9  79    11  59    3  50
   7   9s    Zoë         5  48  out  79    12  71    8  58
   8   10s   Ann         9  57   24 103   out  71    3  61
   9   Js    Bo         12  69  out 103    20  91    7  68
  10   Qs    Uncle Cy    3  72   33 136   out  91    8  76
  11   Ks    Zoë         4  76    6 142     9 100  out  76
   +   Ks    Ann             4                           0
  ────────────────────────────────────────────────────────
             place         2nd      4th       3rd      1st

--- misdeal, doesn't count, played again: round 6
"""


def evening(folder: Path, **screen: Any) -> Person:
    """Somebody who has played the evening at such a screen, and left."""
    person = Person(folder, **screen)
    person.answers(*EVENING)
    person.sees("doesn't count, played again")
    assert person.leaves() == 0
    return person


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def family(table: Path) -> Person:
    return evening(table)


@pytest.fixture(scope="module")
def shown(family: Person) -> str:
    return "\n".join(family.shown())


@pytest.fixture
def game(family: Person, table: Path) -> Game:  # noqa: ARG001 - the game is played by then
    return load_ledger(table / f"three-thirteen-{TODAY}.toml")


def test_the_sheet_is_as_it_would_be_on_paper(game: Game, table: Path) -> None:
    assert start(["sheet"], table).out == SHEET
    assert standings(game).winners == ("Zoë",)


def test_the_correction_shows_what_it_did_to_the_lead(shown: str) -> None:
    assert "Round 3, the fives (5 cards each): Bo 21 -> 12" in shown
    assert "\n  Bo            38   29\n" in shown


def test_the_quarrel_is_settled_without_a_change(shown: str, game: Game) -> None:
    assert "YES. Uncle Cy goes out.     round 5, SEVENS are wild · 8 cards read" in shown
    assert "Last turns: Zoë, Ann, Bo. Then:  add" in shown
    assert game.played[4].out == ("Uncle Cy",)


def test_the_misdeal_is_played_again(shown: str, game: Game) -> None:
    assert "Round 6, the eights, doesn't count. It stays on the sheet, crossed out:" in shown
    assert [block.misdeal for block in game.rounds if block.misdeal is not None] == [""]


def test_the_prompts_show_the_totals_and_the_melds(shown: str) -> None:
    for row in (
        "  Zoë         58 + 3                = 61",
        "  Ann         48 + 9                = 57",
        "  Bo          79 + 567s6hctdkd23c9h  5♠ 6♠ 7♠ / 6♥ 6♣ 10♦ / left 9♥ K♦ 2♣ 3♣",
        "                   24               = 103",
        "  Uncle Cy    71 + o                = 71   went out",
    ):
        assert f"\n{row}\n" in shown


def test_every_round_ends_with_totals_gaps_the_next_card_and_the_fix_line(shown: str) -> None:
    assert (
        "\n".join(
            [
                "Round 10, the queens, is on the sheet. Uncle Cy went out.",
                "  Ann 72   Zoë 76 (+4)   Uncle Cy 91 (+19)   Bo 136 (+64)",
                "",
                "Round 11 of 11: deal 13 each, KINGS are wild. Zoë deals, Ann begins.",
                "wrong?  undo     or     fix Qs ann=3",
            ]
        )
        in shown
    )


def test_the_last_round_tells_the_story_and_what_can_follow(shown: str) -> None:
    at = shown.index("Round 11, the kings, is on the sheet. Zoë went out.")
    end = shown[at:].splitlines()
    assert "   =====  ANN and ZOË share the win with 76 points  =====" in end
    assert "Costliest round: Bo, 33 in the queens." in end
    assert "Play it off?  playoff   one more kings round, Ann and Zoë only" in end
    assert "Again?        again     same players and rules, Ann deals first" in end
    assert "wrong?  undo     or     fix Ks ann=4" in end


def test_the_tie_is_played_off(shown: str) -> None:
    assert "   =====  ZOË wins with 76 points, after a play-off with Ann  =====" in shown
    assert shown.splitlines()[-1] == f"Everything is in three-thirteen-{TODAY}.toml."


def test_nothing_is_left_but_the_ledger_and_what_undo_needs(family: Person, table: Path) -> None:
    assert family.keys
    name = f"three-thirteen-{TODAY}.toml"
    assert {path.name for path in table.iterdir()} == {name, f".{name}.history"}
    assert start(["check"], table).out == ""
