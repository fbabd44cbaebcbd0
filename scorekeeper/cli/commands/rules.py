"""The commands of the rule book: the games, and the house rules of the game at hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

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
from scorekeeper.render import rules as words
from scorekeeper.render.evening import change_grid
from scorekeeper.render.grid import plain
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
            say(words.game_list(known))
    elif json:
        rule_set = game_named(name)
        say_json({"title": rule_set.title, "rules": rules_table(rule_set)})
    else:
        rule_set = game_named(name)
        say(words.key_lines(rule_set) if keys else words.rule_lines(rule_set, shell_path(name)))


def _compare(name: str, other: str, *, json: bool) -> None:
    """Say how the rules of two games differ."""

    def found(typed: str) -> tuple[str, Mapping[str, Any]]:
        rules = game_named(typed)
        is_file = "/" in typed or typed.endswith(".toml")
        return Path(typed).stem if is_file else rules.title, rules_table(rules)

    (title, first), (title_of_other, second) = found(name), found(other)
    if json:
        both = {key: [first.get(key), second.get(key)] for key in words.differences(first, second)}
        say_json({"games": [title, title_of_other], "differences": both})
    else:
        say(words.difference_lines(title, title_of_other, first, second))


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
) -> None:
    """Show the house rules of the game at hand, or change them."""
    ledger = LedgerAtHand(at)
    switches = settings or []
    if switches or off:
        back = [word for name in off or [] for word in ("--off", name)]
        before, game = ledger.change(
            typed("house", *switches, *back),
            lambda now: change_rules(now, _house_rules(now.rules, switches, off or [])),
        )
    else:
        before = game = ledger.load().game
    if at.for_program and not switches and not off:
        say_json({"title": game.title, "rules": rules_table(game.rules)})
    elif not switches and not off:
        lines = words.switch_lines(game.rules, known=game.rules.game in games.names())
        say([*title_line(game, at), *(for_file(line, at) for line in lines)])
    elif before == game:
        ledger.answer(game, "These are the house rules already; nothing was changed.")
    else:
        shown = any(block.hands for block in game.played)
        counted = ["Hands on the sheet are counted again; numbers stay."] if shown else []
        totals = plain(change_grid(before, game)) if game.played else []
        ledger.answer(game, *words.rule_change_lines(before.rules, game.rules), *counted, *totals)


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
