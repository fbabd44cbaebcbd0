"""House rules in words: what each rule key says at the table, and what changed."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.cards import plural_of, rank_label
from scorekeeper.errors import count
from scorekeeper.ledger.game import Game
from scorekeeper.render.words import cost_words, runs_words, wild_words, without_words
from scorekeeper.rules.rule_change import with_changes
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.spelling import as_setting, differences, rules_table

Words = str | tuple[str, str] | Mapping[Any, str] | Callable[[RuleSet], str]


def _rounds(rules: RuleSet) -> str:
    number = rules.last_round or len(rules.specs)
    more = f", {wild_words(rules)} wild" if rules.plays_cards else ""
    return f"{count(number, 'round')}{more}" if number else "the number of rounds is open"


def _play_off(rules: RuleSet) -> str:
    spec = rules.bonus_round
    if spec is None:
        return "a play-off is the last round again"
    wild = f"{plural_of(spec.rank)} wild" if spec.rank else "nothing wild"
    return f"a play-off deals {count(spec.deal, 'card')}, {wild}"


def _seats(rules: RuleSet) -> str:
    least, most = rules.players
    return f"{least} to {most} players" if most else f"{least} players or more"


_KEYS: Mapping[str, Words] = {
    "suits": lambda rules: f"the suits are {' '.join(rules.suits)}",
    "ranks": lambda rules: f"the ranks are {' '.join(map(rank_label, rules.ranks))}",
    "ace_runs": {
        "low": "the ace is low in runs: A-2-3",
        "high": "the ace is high in runs: Q-K-A",
        "both": "the ace is low or high in runs: A-2-3 and Q-K-A",
    },
    "ace_points": "an ace left over costs {}",
    "face_points": {"ten": "J Q K left over cost 10", "rank": "J Q K left over cost 11, 12 and 13"},
    "card_points": lambda rules: f"cards left over cost {cost_words(rules)}",
    "wild_points": lambda rules: (
        "a wild left over costs what is printed on it"
        if rules.wild_points == "face"
        else f"a wild left over costs {rules.wild_points}"
    ),
    "jokers": lambda rules: (
        f"{count(rules.jokers, 'joker')} in each pack" if rules.jokers else "no jokers"
    ),
    "joker_points": "a joker left over costs {}",
    "wild_limit": {
        "any": "a meld may hold any number of wilds",
        "natural": "a meld needs a natural card, one that is not wild",
        "half": "at most half of a meld may be wild",
        "one": "at most one wild in a meld",
    },
    "wild_as_rank": ("a wild in its own place counts as natural", "a wild is always a wild"),
    "set_max": ("sets hold at most {} cards", "sets hold any number of cards"),
    "set_distinct_suits": ("each suit only once in a set", "a set may hold a suit twice"),
    "knock": ("a knock may leave {}", "nobody knocks"),
    "lay_off": ("cards may be laid off after a knock", "no cards are laid off"),
    "gin_bonus": "gin scores {} more",
    "big_gin_bonus": "big gin scores {} more",
    "undercut_bonus": "an undercut scores {} more",
    "sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "pure_sequences": lambda rules: f"going out takes {runs_words(rules)}",
    "without_sequences": without_words,
    "hand_cap": ("a hand costs at most {}", "a hand may cost any number"),
    "first_drop": ("a drop costs {}", "nobody drops"),
    "middle_drop": ("a later drop costs {}", "nobody drops later"),
    "wrong_show": ("a wrong show costs {}", "a wrong show is taken back"),
    "upcard_knock": ("the card turned up is the knock limit", "the knock limit is the usual one"),
    "spades_double": ("points count twice where a spade is turned up", "spades don't double"),
    "decks": lambda rules: (
        count(rules.decks, "pack") if rules.decks else "packs by the number of players"
    ),
    "players": _seats,
    "rounds": _rounds,
    "target": ("the target is {}", "no total ends the game"),
    "winner": {"low": "fewest points wins", "high": "most points wins"},
    "ties": {"shared": "a tie shares the win", "bonus-round": "a tie plays another round"},
    "bonus_round": _play_off,
    "several_out": ("several may go out in one round", "only one player goes out in a round"),
    "dealer": {"passes": "the deal passes to the left", "none": "nobody deals"},
    "repeats": ("the last round repeats until the game ends", "no round repeats"),
    "count": lambda rules: rules.scoring.takes or "everybody scores what they have left",
    "reaching": {
        "ends": "the target ends the game",
        "out": "reaching the target puts a player out",
    },
    "rejoin_limit": ("rejoin while nobody in has more than {}", "nobody rejoins"),
    "game_bonus": "the winner of the game gets {} more",
    "box_bonus": "each round won is {} more at the end",
    "shutout": ("a shutout counts twice", "a shutout counts once"),
    "columns": lambda rules: f"{count(rules.columns, 'column')} side by side",
}


def rule_words(key: str, rules: RuleSet) -> str:
    """What a rule key says in these rules, in words: ``sets hold at most 4 cards``."""
    value, words = getattr(rules, key), _KEYS[key]
    if callable(words):
        return rules.said(words(rules))
    if isinstance(words, tuple):
        words = words[0 if value else 1]
    return rules.said((words if isinstance(words, str) else words[value]).format(value))


def house_lines(game: Game) -> list[str]:
    """What was agreed during the evening, in one line; no line if nothing was."""
    if not any(change.values for change in game.changes):
        return []
    said, changes = [], sorted(game.changes, key=lambda change: change.since)
    for at, (since, values) in enumerate(changes, start=1):
        rules = with_changes(game.rules, tuple(changes[:at]))
        words = dict.fromkeys(rule_words(key, rules) for key, _ in values)
        said += [f"from round {since}: {', '.join(words)}"] if words else []
    return [f"House rules {'; '.join(said)}"]


def rule_change_lines(old: RuleSet, new: RuleSet) -> list[str]:
    """What changed between two sets of rules in words, with the key for those who write files."""
    keys = differences(rules_table(old), rules_table(new))
    return [f"{rule_words(key, new)}  ({_setting(key, new)})" for key in keys]


def _setting(key: str, rules: RuleSet) -> str:
    value = rules_table(rules).get(key)
    return (
        f"{key}=..." if isinstance(value, list | dict) or value is None else as_setting(key, value)
    )
