"""Whatever a table agrees on, and whoever comes and goes: imported games keep their standings."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest

from scorekeeper import codec, games
from scorekeeper.audit import audit
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import change_rules, finish, join, leave, play_off, rejoin
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.standings import is_finished, rejoin_total, standings
from scorekeeper.ledger.written import Player
from scorekeeper.rules import RuleSet
from scorekeeper.rules.packs import enough_packs
from scorekeeper.rules.variations import vary
from scorekeeper.sharing import exported
from scorekeeper.sharing.sheets import spreadsheet_of_all
from tests.effort import examples, some
from tests.sharing.test_there_and_back import a_deal_of_rummy, a_hand_of_gin, imported
from tests.tables import each

DAY = date(2026, 3, 6)

GAMES = {
    **{name: games.game(name) for name in games.names()},
    "hollywood": games.game("gin").replace(columns=3),
    **{
        name: vary(games.game("indian-rummy"), {}, [name])
        for name in ("pool-201", "one-deal", "deals-2")
    },
    "open end": games.game("points"),
    "to 100": games.game("points").replace(target=100),
    "a table's own": games.read_game(
        'title = "House"\nbase = "five-crowns"\n[rules]\nrounds = 4\njoker_points = 30\n',
        "house.toml",
    ),
    "a table's own numbers": games.read_game(
        'title = "Uno"\nbase = "points"\n[rules]\nwinner = "high"\ntarget = 60\n', "uno.toml"
    ),
}


def begun(rules: RuleSet) -> Game:
    most = rules.players[1] or 4
    names = ["Ann", "Bo", "Cy"][: max(2, most - 1)]
    rules = enough_packs(rules, min(most, len(names) + 1))
    rules = rules.replace(decks=rules.decks_for(len(names))) if rules.plays_cards else rules
    return Game("Friday", DAY, tuple(map(Player, names)), rules, dealer="Ann")


def after(game: Game, rounds: int, random: Random) -> Game:
    """The game after this many more rounds, or at its end."""
    for _ in range(rounds):
        if is_finished(game):
            return game
        if game.rules.count == "difference":
            game, typed = a_hand_of_gin(random, game)
        elif game.rules.needs_runs:
            game, typed = a_deal_of_rummy(random, game)
        else:
            there = next_row(game)
            left = [str(random.randint(1, 15)) for _ in there.players[1:]]
            typed = random.sample(["o" if there.rules else "0", *left], len(there.players))
        there = next_row(game)
        read = [parse_entry(text, there.rules) for text in typed]
        game = record(game, dict(zip(there.players, read, strict=True))).game
    return game


def played_out(game: Game, random: Random) -> Game:
    """The game at its end, or far enough along if it has none."""
    return after(game, 60 if game.rules.last_round or game.rules.target else 6, random)


def level(game: Game, random: Random) -> Game:
    """The game at its end, with everybody tied for first."""
    game = played_out(game, random)
    most = max(map(game.total, game.names))
    last = len(game.rounds) - 1
    adjust = {name: most - game.total(name) for name in game.names if game.total(name) < most}
    return game.with_round_at(last, game.rounds[last]._replace(adjust=adjust))


def ended(game: Game, random: Random, **how: bool) -> Game:
    game = after(game, 2, random)
    return game if is_finished(game) else finish(game, DAY, put_away=how.get("put_away", False))


def agreed(game: Game, random: Random) -> Game:
    """The game with one rule that holds from its third round on, and another from the fourth."""
    key = "gin_bonus" if game.rules.count == "difference" else "wild_points"
    for values in ({key: 30}, {key: 12, "hand_cap": 90}):
        game = after(game, 2, random)
        if not is_finished(game) and (card := standings(game).next) and card.number:
            game = change_rules(game, values)
    return after(game, 2, random)


def with_a_guest(game: Game, random: Random, start: int | None) -> Game:
    game = after(game, 2, random)
    if is_finished(game):
        return game
    game = after(join(game, "Dee", "Ann", start), 2, random)
    return ended(game, random)


def without_bo(game: Game, random: Random, *, at_the_end: bool) -> Game:
    game = after(game, 2, random)
    if is_finished(game):
        return game
    game = leave(game, "Bo", None)
    return finish(game, DAY, put_away=False) if at_the_end else played_out(game, random)


def in_again(game: Game, random: Random) -> Game:
    for _ in range(100):
        game = after(game, 1, random)
        out = game.pool.eliminated_in if game.pool else {}
        if out and rejoin_total(game):
            return rejoin(game, next(iter(out)))
    return game


def other_rules(game: Game, **values: Any) -> Game:
    if not game.rules.plays_cards:
        values.pop("wild_points", None)
    if game.rules.last_round == 1:
        values.pop("rounds", None)
    if game.rules.is_pool or game.rules.count != "own":
        values.pop("winner", None)
    return game._replace(rules=game.rules.replace(**values))


CASES: dict[str, Callable[[Game, Random], Game]] = {
    "going on": lambda game, random: after(game, 3, random),
    "over": lambda game, random: played_out(game, random),
    "the most points win": lambda game, random: played_out(
        other_rules(game, winner="high"), random
    ),
    "house rules": lambda game, random: after(other_rules(game, wild_points=7), 3, random),
    "two rounds": lambda game, random: played_out(other_rules(game, rounds=2), random),
    "rules agreed on later": agreed,
    "ended early": ended,
    "put away": lambda game, random: ended(game, random, put_away=True),
    "a guest with points": lambda game, random: with_a_guest(game, random, 12),
    "a guest with 0 points": lambda game, random: with_a_guest(game, random, 0),
    "a guest without": lambda game, random: with_a_guest(game, random, None),
    "one left": lambda game, random: without_bo(game, random, at_the_end=False),
    "one left at the end": lambda game, random: without_bo(game, random, at_the_end=True),
    "in again": in_again,
    "level in front": level,
    "to be played off": lambda game, random: play_off(level(game, random)),
    "played off": lambda game, random: played_out(play_off(level(game, random)), random),
}


def happens(rules: RuleSet, case: str) -> bool:
    """Whether this can happen in such a game."""
    if case.startswith(("a guest", "one left")):
        return rules.players[1] != 2 and (rules.last_round or 3) > 2
    if case in ("level in front", "to be played off", "played off"):
        return rules.count == "own" and rules.last_round is not None
    if case == "rules agreed on later":
        return rules.plays_cards
    return case != "in again" or rules.rejoin_limit > 0


def places(game: Game) -> tuple[object, ...]:
    """The places, and whether the game is over."""
    found = standings(game)
    return found.lines, found.finished, found.winners


PAIRS = [(kind, case) for case in CASES for kind, rules in GAMES.items() if happens(rules, case)]


@pytest.mark.slow
@each("kind, case", some(PAIRS, 3))
def test_a_game_comes_back_with_its_standings_and_its_rules(kind: str, case: str) -> None:
    for seed in range(examples(3)):
        game = CASES[case](begun(GAMES[kind]), Random(seed))
        [again] = imported(exported(game, "f.toml", "csv"))
        assert places(again) == places(game)
        assert (again.put_away, again.playoff) == (game.put_away, game.playoff)
        nobody_deals = game._replace(rules=game.rules.replace(dealer="none"))
        played = range(1, len(game.played) + 1)
        assert [again.rules_in(n) for n in played] == [nobody_deals.rules_in(n) for n in played]
        assert exported(again, "f.toml", "csv") == exported(game, "f.toml", "csv")
        written = codec.write_new(again)
        assert codec.read(written) == again
        assert [found for found in audit(written) if found.severity == "error"] == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_all_games_of_a_folder_come_back_from_one_file(case: str) -> None:
    games = [
        (f"{kind} {seed}.toml", CASES[case](begun(rules), Random(seed)))
        for kind, rules in GAMES.items()
        for seed in range(examples(3))
        if happens(rules, case)
    ]
    text = spreadsheet_of_all(games)
    back = imported(text)
    assert [*map(places, back)] == [places(game) for _, game in games]
    named = [file for file, _ in games]
    assert spreadsheet_of_all([*zip(named, back, strict=True)]) == text
