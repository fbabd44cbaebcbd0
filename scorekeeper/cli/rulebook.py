"""The rule book on the command line: which rules a question or a new game has."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scorekeeper import games, store
from scorekeeper.errors import RulesError, UsageError, quoted
from scorekeeper.rules import RuleSet, vary


def game_named(name: str) -> RuleSet:
    """A game by name, or by the path of a TOML file when the name holds ``/`` or ends so."""
    if "/" not in name and not name.endswith(".toml"):
        return games.game(name)
    path = Path(name)
    text = store.read_text(path)
    if store.looks_like_game(path):
        return store.load(path).game.rules
    return games.read_game(text, path.name)


def varied(
    rules: RuleSet,
    settings: Sequence[str] | None,
    variations: Sequence[str] | None,
    decks: int | None,
) -> RuleSet:
    """``rules`` with what ``--rule``, ``--variation`` and ``--decks`` say on top."""
    values = read_settings(settings or ())
    if decks is not None and "decks" in values:
        raise UsageError(
            "--decks and --rule decks say the same twice", remedy="give one of the two"
        )
    if decks is not None:
        values["decks"] = decks
    return vary(rules, values, variations or ())


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """The values of ``KEY=VALUE`` words; RulesError for a word that is none."""
    values: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key.strip():
            raise RulesError(
                f"{quoted(setting)} is no rule", remedy="write KEY=VALUE, like --rule jokers=2"
            )
        values[key.strip()] = toml_value(value.strip())
    return values


def toml_value(text: str) -> Any:
    """A TOML value, or a bare word as a text."""
    if len(text) <= 2_000:
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except (ValueError, RecursionError):
            pass
    return text
