"""Evenings drawn with a seed, on which everything happens that a table can do and write down."""

from datetime import date
from random import Random
from typing import Any

from scorekeeper.games import game as rules_of
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import play_off
from scorekeeper.ledger.standings import all_rounds_count, leaders, rank, tied_for_win
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleChange, RuleSet

NAMES = [
    *("Ann", "Bo", "Uncle Cy", "Zoë", "+Dee", "@Eve", "'Fay", "'@Gus", "Hal, the first"),
    *('"Ida"', "李", "👨‍👩‍👧", "Max; and Jo", "می‌رضا", "Yes", "7 of 9"),
]

TITLES = [
    *("Friday at ours", "=cmd|' /C calc'!A0", "'=x", "''-y", "two\nlines", 'a "b", c;d', "@home"),
    *(
        "a\rb",
        "\rc",
        "Skyjo",
        "PHASE 10",
        "+1",
        "-",
        "Ünder",
        "tab\there",
        "\tat the start",
        "\n=1",
        "＝1;=2;'-3",
        "total",
    ),
]

GAMES = ("three-thirteen", "five-crowns", "deuces-arent-wild", "three-thirteen-speed", "points")


def evening(random: Random) -> Game:
    """A game in which nobody's cards are shown, and sound by its own rules."""
    rules = rules_of(random.choice(GAMES))
    most = 3 if rules.game == "deuces-arent-wild" else random.choice([2, 3, 4, 6])
    if rules.plays_cards:
        rules = rules.replace(decks=rules.decks_for(most))
    else:
        rules = rules.replace(winner=random.choice(["low", "high"]), rounds=random.choice([0, 4]))
    last = rules.last_round or random.randint(0, 6)
    played = last if random.random() < 0.6 else random.randint(0, last)
    names = random.sample(NAMES, most)
    seats = tuple(_seat(random, name, played, is_first=not at) for at, name in enumerate(names))
    seats = (*(seat._replace(left=None) for seat in seats[:2]), *seats[2:])
    blocks: list[Round] = []
    for number in range(1, played + 1):
        here = [seat.name for seat in seats if seat.is_at_the_table(number)]
        while random.random() < 0.1:
            blocks.append(_block(random, rules, number, here)._replace(misdeal="dropped"))
        blocks.append(_block(random, rules, number, here))
    facts: dict[str, Any] = {}
    if rules.plays_cards and random.random() < 0.3:
        since = random.randint(1, last)
        facts["changes"] = (RuleChange(since, (("wild_limit", "one"),)),)
    day = date(2026, 1, 1).replace(day=random.randint(1, 28))
    game = Game(random.choice(TITLES), day, seats, rules, tuple(blocks), names[0], **facts)
    return _played_off(random, game)


def _seat(random: Random, name: str, played: int, *, is_first: bool) -> Player:
    if is_first or played < 3 or random.random() < 0.6:
        return Player(name)
    joined = random.randint(1, played)
    start = random.choice([None, 0, 12, -3]) if joined > 1 else None
    left = random.randint(joined, played) if random.random() < 0.5 else None
    return Player(name, joined, start, left if left != played else None)


def _block(random: Random, rules: RuleSet, number: int, here: list[str]) -> Round:
    most = rules.specs[number - 1].deal * 5 if rules.plays_cards else 40
    least = 0 if rules.plays_cards else -5
    absent = [name for name in here[1:] if random.random() < 0.1]
    scores = {name: random.randint(least, most) for name in here if name not in absent}
    out: tuple[str, ...] = ()
    if rules.plays_cards and random.random() < 0.8:
        first = random.choice(list(scores))
        scores[first], out = 0, (first,)
    adjust = {name: random.choice([-20, 5, 10]) for name in here if random.random() < 0.1}
    return Round(scores=scores, adjust=adjust, out=out, absent=tuple(absent))


def _played_off(random: Random, game: Game) -> Game:
    """The game with its tie played off, if there is one and the table likes to."""
    if not (all_rounds_count(game) and len(leaders(rank(game))) > 1):
        return game
    game = play_off(game)
    while tied := tied_for_win(game):
        points = {name: random.randint(0, 3) for name in tied}
        void = "again" if random.random() < 0.2 else None
        round_ = Round(scores=points, bonus=True, misdeal=void)
        game = game._replace(rounds=(*game.rounds, round_))
    return game


def level(random: Random) -> Game:
    """An evening of two players who are level at the end, and play it off."""
    rules = rules_of("three-thirteen").replace(decks=1)
    if random.random() < 0.5:
        rules = rules_of("points").replace(winner=random.choice(["low", "high"]), rounds=11)
    blocks = []
    for number in range(1, 12):
        points = random.randint(1, 9)
        first = number % 2
        blocks.append(Round(scores={"Ann": points * first, "Bo": points * (1 - first)}))
    sums = {name: sum(block.scores[name] for block in blocks) for name in ("Ann", "Bo")}
    behind = min(sums, key=sums.__getitem__)
    adjust = {behind: max(sums.values()) - sums[behind]} if len(set(sums.values())) > 1 else {}
    blocks[-1] = blocks[-1]._replace(adjust=adjust)
    seats = (Player("Ann"), Player("Bo"))
    game = Game("Level", date(2026, 2, 3), seats, rules, tuple(blocks), "Ann")
    return _played_off(random, game)
