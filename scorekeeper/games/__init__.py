"""The games that come with the program: TOML files beside this module, and how to load them."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from scorekeeper import codec
from scorekeeper.codec.decode import Finding, findings_in_rules
from scorekeeper.errors import (
    SK,
    FileError,
    LedgerError,
    RulesError,
    UsageError,
    count,
    did_you_mean,
    listed,
    quoted,
)
from scorekeeper.rules import KEYS, RuleSet, unknown_key, variations

FOLDER = Path(__file__).parent


def names() -> list[str]:
    """The names of the games, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def game(name: str) -> RuleSet:
    """The game with this name; RulesError for an unknown one, FileError if it can't be read."""
    if name not in names():
        raise _unknown_game(name)
    return _game_from(_document(name), name)


def without_house_rules(rules: RuleSet) -> RuleSet | None:
    """The game as it comes with the program; None if it doesn't."""
    return game(rules.game) if rules.game in names() else None


def guesses(rules: RuleSet) -> list[str]:
    """What the published rules don't say and the game's file fills in, as lines."""
    return _lines(rules, "guess", "rounds", "bonus_round")


def turn(rules: RuleSet) -> list[str]:
    """How a turn is played, as lines, if the game's file says so."""
    return _lines(rules, "turn", "dealer")


def _lines(rules: RuleSet, about: str, *keys: str) -> list[str]:
    """What a game's file says ``about`` something; nothing if a house rule changed the ``keys``."""
    own = without_house_rules(rules)
    is_unchanged = own and all(getattr(rules, key) == getattr(own, key) for key in keys)
    return list(_document(rules.game).get(about, ())) if is_unchanged else []


@lru_cache(maxsize=20)
def game_called(typed: str) -> RuleSet:
    """The game of this name, or with that word in its title; RulesError for none or several."""
    return game(variations.called(typed, _titles()) or typed)


def games_among(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The games named in full among the players of a new game, and all other words.

    With commas, a single word is a game only at the start of a name: Uncle Gin is a player.

    >>> games_among(["three", "thirteen", "Ann", "Bo"])
    (['three-thirteen'], ['Ann', 'Bo'])
    """
    known, longest = _in_full()
    has_commas = any("," in word for word in words)
    games, others, place = [], [], 0
    while place < len(words):
        begins = place == 0 or not has_commas or words[place - 1].endswith(",")
        for end in range(min(len(words), place + longest), place, -1):
            name = known.get(variations.hyphened(" ".join(words[place:end])))
            if name and (begins or end > place + 1):
                games.append(name)
                place = end
                break
        else:
            others.append(words[place])
            place += 1
    return games, others


def game_among(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The game named in a list of players, if any, and the other words."""
    games, others = games_among(words)
    if len(set(games)) > 1:
        problem = f"you named more than one game: {listed(dict.fromkeys(games))}"
        remedy = "name one; if a player is called that, name the game with --game"
        raise UsageError(problem, remedy=remedy)
    return (games[0] if games else None), others


@cache
def _in_full() -> tuple[dict[str, str], int]:
    """The games by what people call them, with hyphens, and the most words that one has."""
    known = {
        variations.hyphened(title): name for name, of in _titles().items() for title in (name, *of)
    }
    return known, max(title.count("-") for title in known) + 1


@cache
def _document(name: str) -> dict[str, Any]:
    """What the file of a game says; FileError if it can't be read."""
    try:
        return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    except (OSError, ValueError) as error:
        problem = f"the game {name}, which comes with the program, can't be read"
        raise FileError(problem, remedy="reinstall scorekeeper") from error


@cache
def _titles() -> dict[str, list[str]]:
    """What people call each game: its title, and the other names in its file."""
    documents = {name: _document(name) for name in names()}
    return {name: [each["title"], *each.get("called", ())] for name, each in documents.items()}


@cache
def played_for_points() -> dict[str, str]:
    """Who wins, ``low`` or ``high``, in what people play for points; by its title in lower case."""
    document = _document("points")
    wins = {"low": document["fewest_win"], "high": document["most_win"]}
    return {title: winner for winner, titles in wins.items() for title in titles}


def _unknown_game(name: str) -> RulesError:
    """The error for an unknown game, with the nearest one."""
    words: dict[str, str] = {}
    for known, titles in _titles().items():
        for word in (known, *" ".join(titles).split()):
            words.setdefault(word, known)
    remedy = f"the games are {', '.join(names())}; your own is a path like ./house.toml"
    remedy = f"{did_you_mean(name, words, words.__getitem__)} {remedy}".lstrip()
    return RulesError(f"there is no game {quoted(name)}", remedy=remedy)


def _game_from(document: dict[str, Any], name: str) -> RuleSet:
    """The rules that a game's document describes; RulesError for an unknown key or a bad value."""
    title, changes = document.get("title", ""), document.get("rules", {})
    words = document.get("words", {})
    for key in changes:
        if key not in KEYS:
            raise unknown_key(key)
    if "base" not in document:
        return RuleSet(**changes, game=name, title=title, words=tuple(words.items()))
    base = game(document["base"])
    label = {"game": name, "title": title, "words": (*base.words, *words.items())}
    return replace(base, **label).replace(**changes)


def read_game(text: str, file: str) -> RuleSet:
    """The rules in the text of a table's own game file; LedgerError lists every mistake in it."""
    try:
        document = codec.parse(text)
    except LedgerError as error:
        place = f"{file}:{error.line}" if error.line else file
        raise LedgerError(f"{place}: {error.problem}", remedy="fix that line") from error
    findings, base = findings_in_rules(document), document.get("base")
    if isinstance(base, str) and base not in names():
        unknown = _unknown_game(base)
        findings.append(Finding("value", ("base",), unknown.problem, unknown.marked_remedy))
    if not findings:
        key = "rounds"  # where to report values that clash: most often it's the rounds
        try:
            rules = _game_from(document, Path(file).name.removesuffix(".toml"))
            for key in document.get("rules", {}):
                variations.refuse_no_effect(key, rules)
        except RulesError as error:
            findings.append(Finding("value", ("rules", key), error.problem, error.marked_remedy))
        else:
            return rules
    found = codec.with_lines(text, findings)
    mistakes = sorted((finding.line, finding.problem, finding.remedy) for finding in found)
    lines = [f"{file}:{line}: {problem}; {remedy}" for line, problem, remedy in mistakes]
    problem = "\n  ".join([f"{count(len(lines), 'mistake')} in these rules:", *lines])
    raise LedgerError(problem, remedy="correct the file")


# ── house rules ─────────────────────────────────────────────────────────────────────────────


def house_rules(rules: RuleSet, settings: list[str], off: list[str]) -> dict[str, Any]:
    """The values of the named rules: switched on, or back to the game's own."""
    named, values = variations.switches_typed(settings, rules)
    own = without_house_rules(rules)
    if off and own is None:
        example = "wild_limit=any" if rules.plays_cards else "target=100"
        problem = f"scorekeeper doesn't know {rules.title}'s own rules"
        raise RulesError(problem, remedy=f"write the rule out, like {SK}house {example}")
    known = variations.variations_of(rules)
    reset_keys = [key for name in off for key in _keys_of(name, known)]
    if "rounds" in reset_keys and rules.plays_cards:
        reset_keys.append("repeats")  # which a number of rounds turned off
    reset_rules = variations.vary(rules, {key: getattr(own, key) for key in reset_keys}, ())
    changed = variations.vary(reset_rules, values, named)
    keys = {*reset_keys, *values, *(key for name in named for key in known[name])}
    if changed.repeats != rules.repeats:
        keys.add("repeats")
    return {key: getattr(changed, key) for key in KEYS if key in keys}


def _keys_of(name: str, known: Mapping[str, Mapping[str, object]]) -> Iterable[str]:
    """The keys that a ``known`` variation sets, or the key of that name; RulesError for neither."""
    if name in KEYS:
        return [name]
    variation = variations.called(name, {each: [each] for each in known})
    if variation is None:
        problem = f"there is no house rule {quoted(name)}"
        remedy = did_you_mean(name, [*known, *KEYS]) or f"see them with {SK}house"
        raise RulesError(problem, remedy=remedy)
    return known[variation]
