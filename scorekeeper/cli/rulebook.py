"""The rules that a question or a new game gets from the command line."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper import games, store
from scorekeeper.cards import JOKER, rank_called
from scorekeeper.errors import (
    FileError,
    PlayerError,
    RulesError,
    UsageError,
    called,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger.written import MOST_PLAYERS
from scorekeeper.rules.packs import refuse_large_deals
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.rule_values import read_rank
from scorekeeper.rules.variations import variation_called, variations_of, vary


def game_named(name: str) -> RuleSet:
    """The game with this name, or of a TOML file if the name has a ``/`` or ends in ``.toml``."""
    if "/" not in name and not name.endswith(".toml"):
        return games.game_called(name)
    path = Path(name)
    if not store.is_there(path):
        problem = f"there is no file {printable(str(path))}"
        raise FileError(problem, remedy="check the name of your rules")
    text = store.read_text(path)
    if store.looks_like_game(path):
        return store.load(path).game.rules_now
    return games.read_game(text, str(path))


def game_among(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The game named in a list of players, if any, and the other words."""
    found, others = games.games_among(words)
    if len(set(found)) > 1:
        problem = f"you named more than one game: {listed(dict.fromkeys(found))}"
        remedy = "name one; if a player is called that, name the game with --game"
        raise UsageError(problem, remedy=remedy)
    return (found[0] if found else None), others


def game_to_play(name: str) -> RuleSet:
    """The same for a game to score; RulesError if only its hands can be judged."""
    rules = game_named(name)
    refuse_unscored(rules)
    return rules


def varied(
    rules: RuleSet,
    settings: Sequence[str] | None,
    variations: Sequence[str] | None,
    decks: int | None,
) -> RuleSet:
    """``rules`` changed by ``--rule``, ``--variation`` and ``--decks``."""
    values = read_settings(settings or ())
    if decks is not None:
        if "decks" in values:
            problem = "--decks and --rule decks mean the same"
            raise UsageError(problem, remedy="give one of the two")
        values["decks"] = decks
    return vary(rules, values, variations or ())


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """The values of ``KEY=VALUE`` words; RulesError for any other word."""
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            problem = f"{quoted(setting)} isn't a rule"
            raise RulesError(problem, remedy="write KEY=VALUE, like --rule jokers=2")
        values[key.strip()] = _value(key.strip(), value.strip())
    return values


def switches_typed(words: Sequence[str], rules: RuleSet) -> tuple[list[str], dict[str, Any]]:
    """The variations and the rules in words like ``one-natural jokers=2``.

    Two words may be one name: aces high. RulesError for a word that is neither.
    """
    named = [word for word in words if "=" not in word]
    together = called(" ".join(named), {name: [name] for name in variations_of(rules)})
    named = [together] if together else [variation_called(word, rules) for word in named]
    return named, read_settings([word for word in words if "=" in word])


def _value(key: str, text: str) -> Any:
    """The value of a rule: as TOML reads it, or the bare word if only that is valid.

    TOML would read the ranks 345678 as a number.
    """

    def is_valid(value: object) -> bool:
        try:
            KEYS[key].metadata["read"](key, value)
        except (KeyError, RulesError):
            return False
        return True

    try:
        value = tomllib.loads(f"value = {text}")["value"] if len(text) <= 2_000 else text
    except (ValueError, RecursionError):
        return text
    return value if is_valid(value) or not is_valid(text) else text


def rank_typed(typed: str, *, joker: bool, what: str = "--wild") -> str:
    """The wild rank typed: ``7``, ``7s``, ``sevens``, or a ``joker`` if one may be drawn.

    RulesError for anything else; it names ``what`` can't have that value.
    """
    if joker and typed.casefold() in ("jk", "joker"):
        return JOKER.rank
    try:
        return rank_called(typed) or read_rank(what, typed.removesuffix("s") or typed)
    except RulesError as error:
        other = "a joker" if joker else "none"
        problem = f"{what} cannot be {quoted(typed)}"
        raise RulesError(problem, remedy=f"{error.advice}, or {other}") from error


def refuse_unscored(rules: RuleSet) -> None:
    """Raise RulesError for rules that can judge hands, but not keep score."""
    if rules.unscored is not None:
        problem = f"{rules.unscored} is for two players, one of whom scores the difference"
        raise RulesError(problem, remedy=f"leave {rules.unscored} out, or play gin")


def refuse_seats(rules: RuleSet, count: int) -> None:
    """Raise PlayerError if this many can't play the game, RulesError if nobody can."""
    refuse_unscored(rules)
    refuse_large_deals(rules)
    least, most = rules.players[0], rules.players[1] or MOST_PLAYERS
    if count < least:
        problem = f"{rules.title} needs at least {least} players, not {count}"
        raise PlayerError(problem, remedy="name all players, clockwise")
    if count > most:
        problem = f"{rules.title} is for at most {most} players, not {count}"
        remedy = "name the two who play" if most == 2 else "play at two tables"
        raise PlayerError(problem, remedy=remedy)
    decks = rules.decks_for(count)
    cards = len(rules.pack) * decks
    needed = rules.cards_needed(count)
    if needed > cards:
        packs = -(-needed // len(rules.pack))
        raise PlayerError(
            f"{count} players need {needed} cards in the largest round, and"
            f" {decks} {'pack has' if decks == 1 else 'packs have'} {cards}",
            remedy=f"play with {packs} packs: --decks {packs}",
        )


def enough_packs(rules: RuleSet, count: int) -> RuleSet:
    """``rules`` with enough packs for this many players; PlayerError if it isn't for this many."""
    if rules.plays_cards and rules.players[0] <= count <= (rules.players[1] or MOST_PLAYERS):
        needed = -(-rules.cards_needed(count) // len(rules.pack))
        if needed > rules.decks_for(count):
            rules = rules.replace(decks=needed)
    refuse_seats(rules, count)
    return rules
