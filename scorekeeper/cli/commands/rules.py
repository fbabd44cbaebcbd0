"""The commands of the rule book: the games, and the house rules of the game at hand."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import games
from scorekeeper.cli import complete, options
from scorekeeper.cli.command_words import for_file, shell_path, typed
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.rulebook import game_named, read_settings
from scorekeeper.cli.show import title_line
from scorekeeper.errors import RulesError, UsageError, nearest, quoted
from scorekeeper.ledger.changes import change_rules
from scorekeeper.render.evening import change_grid
from scorekeeper.render.grid import plain
from scorekeeper.render.rules import (
    difference_lines,
    differences,
    game_list,
    key_lines,
    rule_change_lines,
    rule_lines,
    switch_lines,
)
from scorekeeper.rules.rule_set import KEYS, RuleSet
from scorekeeper.rules.spelling import rules_table
from scorekeeper.rules.variations import VARIATIONS, vary


def rules(
    name: Annotated[
        str | None,
        options.argument("[GAME|FILE]", "A game, or the path of a file.", complete.game_names),
    ] = None,
    other: Annotated[str | None, typer.Argument(metavar="", hidden=True)] = None,
    keys: Annotated[bool, typer.Option("--keys", help="Every switch by name.")] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="How two games differ: sk rules --diff A B")
    ] = False,
    json: options.Json = False,
) -> None:
    """Show the games, or one game's rules in words."""
    if diff:
        if name is None or other is None:
            raise UsageError("--diff compares two games", remedy="name both: sk rules --diff A B")
        _compare(name, other, json=json)
    elif other is not None:
        raise UsageError("rules shows one game", remedy="compare two with sk rules --diff A B")
    elif name is None:
        known = {game: games.game(game) for game in games.names()}
        if json:
            say_json({"games": {game: rule_set.title for game, rule_set in known.items()}})
        else:
            say(game_list(known))
    else:
        rule_set = game_named(name)
        if json:
            _say_rules(rule_set, rule_set.title)
            return
        say(key_lines(rule_set) if keys else rule_lines(rule_set, shell_path(name)))


def _compare(name: str, other: str, *, json: bool) -> None:
    """Say how the rules of two games differ."""
    one, two = game_named(name), game_named(other)
    titles = (_title(name, one), _title(other, two))
    first, second = rules_table(one), rules_table(two)
    if json:
        both = {key: [first.get(key), second.get(key)] for key in differences(first, second)}
        say_json({"games": titles, "differences": both})
    else:
        say(difference_lines(*titles, first, second))


def _title(typed: str, rules: RuleSet) -> str:
    """What a game is called in a comparison."""
    return Path(typed).stem if "/" in typed or typed.endswith(".toml") else rules.title


def _say_rules(rules: RuleSet, title: str) -> None:
    """The rules of a game, for programs."""
    say_json({"title": title, "rules": rules_table(rules)})


def house(
    settings: Annotated[
        list[str] | None, options.argument("[VARIATION|KEY=VALUE...]", offer=complete.switches)
    ] = None,
    off: Annotated[
        list[str] | None,
        options.option("--off", "NAME", "Back to the game's own rule.", complete.switches),
    ] = None,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Show the house rules of the game at hand, or change them."""
    ledger = LedgerAtHand(at)
    if settings or off:
        back = [word for name in off or [] for word in ("--off", name)]
        before, game = ledger.change(
            typed("house", *(settings or []), *back),
            lambda now: change_rules(now, _house_rules(now.rules, settings or [], off or [])),
        )
    else:
        before = game = ledger.load().game
    if json:
        _say_rules(game.rules, game.title)
    elif not settings and not off:
        lines = switch_lines(game.rules, known=game.rules.game in games.names())
        say([*title_line(game, at), *(for_file(line, at) for line in lines)])
    elif before == game:
        ledger.answer(game, "These are the house rules already; nothing was changed.")
    else:
        shown = any(block.hands for block in game.played)
        counted = ["Hands on the sheet are counted again; numbers stay."] if shown else []
        totals = plain(change_grid(before, game)) if game.played else []
        ledger.answer(game, *rule_change_lines(before.rules, game.rules), *counted, *totals)


def _house_rules(rules: RuleSet, settings: list[str], off: list[str]) -> RuleSet:
    """``rules`` with switches turned on, and others back to what the game itself says."""
    named = [word for word in settings if "=" not in word]
    values = read_settings([word for word in settings if "=" in word])
    if off and rules.game not in games.names():
        example = "wild_limit=any" if rules.plays_cards else "target=100"
        raise RulesError(
            f"what {rules.title} itself says is not known here",
            remedy=f"write the rule out, like sk house {example}",
        )
    own = games.game(rules.game) if off else rules
    for name in off:
        for key in VARIATIONS.get(name, [name]):
            if key not in KEYS:
                close = nearest(name, [*VARIATIONS, *KEYS])
                raise RulesError(
                    f"there is no house rule {quoted(name)}",
                    remedy=f"did you mean {close}?" if close else "see them with sk house",
                )
            rules = vary(rules, {key: getattr(own, key)}, ())
    return vary(rules, values, named)
