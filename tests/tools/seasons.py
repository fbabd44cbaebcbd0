"""Seasons drawn with a seed: 40 believable evenings to look at, and wild ones to count twice.

``python -m tests.tools.seasons FOLDER`` writes the believable ones there.
"""

import sys
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper import codec
from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.standings import is_finished, tied_for_win
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleSet
from scorekeeper.season import Season, Span, find, season

BELIEVABLE = 40
FIRST_DAY = date(2026, 1, 9)

SKILL = {"Ann": 0.7, "Bo": 1.0, "Uncle Cy": 1.25, "Zoë": 0.85, "Fay": 1.1, "Max": 1.0}
"""How much is left in a hand, of what the others keep."""


def believable(seed: int = 313, evenings: int = BELIEVABLE) -> dict[str, str]:
    """This many Fridays of one family, by file name."""
    random, texts = Random(seed), {}
    for number in range(evenings):
        day = FIRST_DAY + timedelta(days=7 * number)
        people = [name for name in SKILL if random.random() < 0.75]
        people = people if len(people) > 2 else ["Ann", "Bo", "Zoë"]
        if number < 6:  # Zoë came with another spelling at first
            people = [name.replace("Zoë", "Zoe") for name in people]
        draw = random.random()
        if draw < 0.6:
            evening = cards(random, "three-thirteen", "Friday at ours", day, people, 0.55)
        elif draw < 0.8:
            evening = cards(random, "five-crowns", "Five Crowns", day, people, 0.9)
        else:
            evening = numbers(random, "Skyjo", day, people[:4])
        if random.random() < 0.05:
            evening = evening._replace(finished=day, put_away=True)
        texts[f"{evening.title.lower().replace(' ', '-')}-{day}.toml"] = codec.write_new(evening)
    return texts


def family(evenings: int = BELIEVABLE, by: str | None = None) -> Season:
    """The season of these evenings."""
    texts = believable(evenings=evenings)
    files = map(Path, sorted(texts))
    return season(find(files, lambda path: codec.read(texts[str(path)]), Span(), None), by=by)


def cards(
    random: Random, game: str, title: str, day: date, people: list[str], weight: float
) -> Game:
    """An evening of a game with cards, with one player after another going out."""
    rounds = []
    rules = rules_of(game)
    for spec in rules.specs:
        points = {
            name: round(random.gammavariate(1.6, weight * spec.deal) * SKILL.get(name, 0.85))
            for name in people
        }
        out = min(people, key=lambda name: points[name] + random.random() * 6)
        rounds.append(Round(scores={**points, out: 0}, out=(out,)))
    seats = tuple(Player(name) for name in people)
    return Game(title, day, seats, rules, tuple(rounds), dealer=people[0])


def numbers(random: Random, title: str, day: date, people: list[str]) -> Game:
    """An evening of a game without cards, to 100."""
    rules = RuleSet(game="points", rounds=0, dealer="none", players=(1, 0), target=100)
    evening = Game(title, day, tuple(Player(name) for name in people), rules)
    while not is_finished(evening):
        points = {name: random.randint(-2, 35) for name in people}
        evening = evening._replace(rounds=(*evening.rounds, Round(scores=points)))
    return evening


# ── to count twice ───────────────────────────────────────────────────────────────────────

PEOPLE = (("Ann", "ann", "ÁNN"), ("Bo",), ("Zoë", "Zoe"), ("Cy",), ("Annie",), ("李",))
"""People, each with the ways that their name is written."""

SAME = {"Annie": "Anna B", "evening-3.toml: Bo": "Bo the elder", "cy": "CY"}
"""What a ``people.toml`` may join: ``Anna B`` and ``CY`` are written so nowhere."""


def wild_season(seed: int) -> dict[str, str]:
    """Up to 16 evenings on which everything happens that a sheet allows, by file name."""
    random = Random(seed)
    texts = {}
    for number in range(random.randint(1, 16)):
        text = codec.write_new(wild_evening(random))
        broken = random.random() < 0.05
        texts[f"evening-{number}.toml"] = text + "[[broken\n" if broken else text
    return texts


def wild_evening(random: Random) -> Game:
    rules, title = wild_rules(random)
    most = random.choice([1, 2, 3, 4, 5, 6])
    names = [random.choice(spelled) for spelled in random.sample(PEOPLE, most)]
    last = rules.last_round or 6
    planned = last if random.random() < 0.8 else random.randint(0, last)
    seats = tuple(wild_seat(random, name, planned) for name in names)
    rounds: list[Round] = []
    number = 1
    while number <= planned:
        round_ = wild_round(random, rules, [seat for seat in seats if seat.is_at_the_table(number)])
        rounds.append(round_)
        number += round_.counts
    facts: dict[str, Any] = {}
    day = date(2026, 1, 1) + timedelta(days=random.randint(0, 5))
    if random.random() < (0.2 if planned == last else 0.7):
        facts = {"finished": day, "put_away": random.random() < 0.3}
    evening = Game(title, day, seats, rules, tuple(rounds), **facts)
    for _ in range(random.randint(0, 2)):
        tied = tied_for_win(evening)
        if tied:
            points = {name: random.randint(0, 2) for name in tied}
            round_ = Round(scores=points, bonus=True)
            evening = evening._replace(rounds=(*evening.rounds, round_))
    return evening


def wild_rules(random: Random) -> tuple[RuleSet, str]:
    values: dict[str, Any] = {
        "winner": random.choice(["low", "low", "high"]),
        "ties": random.choice(["shared", "bonus-round"]),
    }
    if random.random() < 0.5:
        deals = [{"deal": deal, "wild": str(deal)} for deal in (3, 4, 5, 4)]
        return RuleSet(decks=4, rounds=deals, game="three-thirteen", **values), "Cards"
    values |= {"rounds": random.choice([0, 3, 5]), "target": random.choice([0, 6])}
    title = random.choice(["Skyjo", "Phase 10", "SKYJO"])
    return RuleSet(game="points", dealer="none", players=(1, 0), **values), title


def wild_seat(random: Random, name: str, planned: int) -> Player:
    """A seat: some players come late, with or without agreed points, and some leave."""
    draw = random.random()
    if draw < 0.15 and planned > 1:
        start = random.choice([None, 0, 3, -2])
        return Player(name, joined=random.randint(2, planned), start=start)
    if draw < 0.3 and planned > 1:
        return Player(name, left=random.randint(1, planned + 1))
    return Player(name)


def wild_round(random: Random, rules: RuleSet, seated: list[Player]) -> Round:
    """A round: points that are often equal, absences with agreed points, now and then a misdeal."""
    scores, absent, adjust = {}, [], {}
    for seat in seated:
        if random.random() < 0.05:
            absent.append(seat.name)
        elif random.random() < 0.99:
            scores[seat.name] = random.randint(-1, 3)
        if random.random() < 0.1:
            adjust[seat.name] = random.choice([-2, 1, 3])
    out: tuple[str, ...] = ()
    zeros = [name for name, points in scores.items() if not points]
    if rules.plays_cards and zeros:
        out = (random.choice(zeros),)
    misdeal = "dropped" if random.random() < 0.05 else None
    return Round(scores=scores, absent=tuple(absent), adjust=adjust, out=out, misdeal=misdeal)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in believable().items():
        (folder / file).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
