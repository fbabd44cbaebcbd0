"""The games with which a row of the table begins: the files of a folder, by name."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

from scorekeeper import games
from tests.program import ONE_ROUND, TODAY, ledger, scores

FOUR = ("Ann", "Bo", "Cy", "Zoe")

FIRST = scores("Bo", Ann=12, Bo=0, Cy=5, Zoe=21)
SECOND = scores("Cy", Ann=8, Bo=17, Cy=0, Zoe=4)
THIRD = scores("Ann", Ann=0, Bo=12, Cy=19, Zoe=9)


def rules_of(game: str, *more: str) -> str:
    """The rules of a game that comes with the program, with more lines added."""
    text = (Path(games.__file__).parent / f"{game}.toml").read_text("utf-8")
    _, _, own = re.sub(r"(?m)^#.*\n", "", text).partition("[rules]\n")
    return "\n".join([f'[rules]\ngame = "{game}"', *more, own])


def three_thirteen(*rounds: str, players: Sequence[str] = FOUR, more: str = "") -> dict[str, str]:
    rules = f'[rules]\ngame = "three-thirteen"\ndecks = 2\n{more}'
    dealer = f'dealer = "{players[0]}"\n'
    return {"thursday.toml": ledger(*rounds, players=players, rules=rules, game=dealer)}


def other(game: str, *rounds: str, players: Sequence[str] = FOUR, more: str = "") -> dict[str, str]:
    dealer = "" if 'dealer = "none"' in rules_of(game) else f'dealer = "{players[0]}"\n'
    text = ledger(*rounds, players=players, rules=rules_of(game, more), game=dealer)
    return {"thursday.toml": text}


def evening(title: str, winner: str, *players: str, day: date, rules: str = ONE_ROUND) -> str:
    """An evening with one round, which ``winner`` won."""
    points = {name: 0 if name == winner else 10 + at for at, name in enumerate(players)}
    dealer = f'dealer = "{players[0]}"\n'
    block = scores(winner, **points)
    return ledger(block, players=players, rules=rules, title=title, game=dealer, day=day)


SHELF = {
    "friday.toml": ledger(
        scores("Dan", Ann=12, Dan=0, Eve=5, Zoe=21),
        players=("Ann", "Dan", "Eve", "Zoe"),
        title="Friday at Eve's",
    ),
    "skyjo.toml": ledger(
        scores(None, Ann=64, Bo=94),
        players=("Ann", "Bo"),
        rules=rules_of("points", "target = 100"),
        title="Skyjo",
        game="",
        day=TODAY - timedelta(days=2),
    ),
    "crowns.toml": evening("Five Crowns", "Fay", "Ann", "Bo", "Fay", day=date(2025, 11, 8)),
    "ours.toml": evening("Friday at ours", "Ann", *FOUR, day=date(2025, 10, 3)),
}


def newer(folder: dict[str, str]) -> dict[str, str]:
    """The games of a folder as ledgers of schema 2."""
    return {name: text.replace("schema = 1", "schema = 2") for name, text in folder.items()}


FOLDERS: dict[str, dict[str, str]] = {
    # no game at all
    "none": {},
    # Three Thirteen with Ann, Bo, Cy and Zoe, before round 1, 2, 3 and 4
    "threes": three_thirteen(),
    "fours": three_thirteen(FIRST),
    # the same before round 2, where Cy was not here in the first
    "one away": three_thirteen(
        'out = "Bo"\nabsent = ["Cy"]\nscores = { Ann = 1, Bo = 0, Zoe = 2 }'
    ),
    # the same, where Bo is Bob on all evenings
    "joined": {**three_thirteen(FIRST), "people.toml": '[people]\nBo = "Bob"\n'},
    "fives": three_thirteen(FIRST, SECOND),
    "sixes": three_thirteen(FIRST, SECOND, THIRD),
    # the same before round 1, with two jokers in each pack
    "jokers": three_thirteen(more="jokers = 2\n"),
    # names that are words, or nearly
    "words": three_thirteen(players=("Won", "And", "Score", "Bo")),
    "knaves": three_thirteen(players=("Jack", "Andy", "Nils", "Bo")),
    # somebody with two names, of which one will do
    "uncle": three_thirteen(
        FIRST.replace("Zoe", '"Uncle Max"'), players=("Ann", "Bo", "Cy", "Uncle Max")
    ),
    # other games with Ann, Bo, Cy and Zoe, before round 1
    "five crowns": other("five-crowns"),
    "speed": other("three-thirteen-speed"),
    "deuces": other("deuces-arent-wild", players=("Ann", "Bo", "Cy")),
    # gin of Ann and Bo, before the first hand, also where the card turned up counts
    "gin": newer(other("gin", players=("Ann", "Bo"))),
    "oklahoma": newer(other("oklahoma-gin", players=("Ann", "Bo"))),
    # a game in which a wild rank is drawn in each round
    "indian": newer(other("indian-rummy")),
    # a game of points to 100, after a round of 64, 94, 20 and 30
    "skyjo": other("points", scores(None, Ann=64, Bo=94, Cy=20, Zoe=30), more="target = 100"),
    # one round, and it is played: Bo has won; or Bo and Cy share it
    "over": {"thursday.toml": ledger(FIRST, players=FOUR, rules=ONE_ROUND)},
    "tie": {
        "thursday.toml": ledger(
            scores("Bo", Ann=12, Bo=0, Cy=0, Zoe=21), players=FOUR, rules=ONE_ROUND
        )
    },
    # two open games and two that are over, two years of evenings
    "shelf": SHELF,
    # one open game and one that is over
    "two": {name: SHELF[name] for name in ("friday.toml", "ours.toml")},
    # two that are over, both long ago
    "old": {name: SHELF[name] for name in ("crowns.toml", "ours.toml")},
}
