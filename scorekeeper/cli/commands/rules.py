"""The commands of the rule book: the games, and the house rules of the game at hand."""

from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import games, store
from scorekeeper.cli import complete, options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import for_file, shell_path, typed
from scorekeeper.cli.output import say, say_json
from scorekeeper.cli.rulebook import game_named, read_settings
from scorekeeper.cli.show import change, mention_findings, title_line
from scorekeeper.errors import RulesError, UsageError, nearest, quoted
from scorekeeper.ledger.changes import change_rules
from scorekeeper.ledger.game import Game, Outcome
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
        typer.Argument(
            metavar="[GAME|FILE]",
            help="A game, or the path of a file.",
            autocompletion=complete.game_names,
        ),
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
        one, two = game_named(name), game_named(other)
        titles = (_shown(name, one), _shown(other, two))
        first, second = rules_table(one), rules_table(two)
        if json:
            both = {key: [first.get(key), second.get(key)] for key in differences(first, second)}
            say_json({"games": titles, "differences": both})
        else:
            say(difference_lines(*titles, first, second))
        return
    if other is not None:
        raise UsageError("rules shows one game", remedy="compare two with sk rules --diff A B")
    if name is None:
        known = {one: games.game(one) for one in games.names()}
        if json:
            say_json({"games": {one: rules.title for one, rules in known.items()}})
        else:
            say(game_list(known))
        return
    rule_set = game_named(name)
    if json:
        say_json({"title": rule_set.title, "rules": rules_table(rule_set)})
    elif keys:
        say(key_lines(rule_set))
    else:
        say(rule_lines(rule_set, shell_path(name)))


def _shown(typed: str, rules: RuleSet) -> str:
    """What a game is called in a comparison."""
    return Path(typed).stem if "/" in typed or typed.endswith(".toml") else rules.title


def house(
    settings: Annotated[
        list[str] | None,
        typer.Argument(metavar="[VARIATION|KEY=VALUE...]", autocompletion=complete.switches),
    ] = None,
    off: Annotated[
        list[str] | None,
        typer.Option(
            "--off",
            metavar="NAME",
            help="Back to the game's own rule.",
            autocompletion=complete.switches,
        ),
    ] = None,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Show the house rules of the game at hand, or change them."""
    path = find_ledger(at)
    if not settings and not off:
        game = store.load(path).game
        if json:
            _say_rules(game)
        else:
            known = game.rules.game in games.names()
            lines = (for_file(line, at) for line in switch_lines(game.rules, known=known))
            say([*title_line(game, at), *lines])
        return

    def edit(game: Game) -> Outcome:
        return Outcome(change_rules(game, _house_rules(game.rules, settings or [], off or [])))

    back = [word for one in off or [] for word in ("--off", one)]
    before, game = change(path, typed("house", *(settings or []), *back), edit)
    if json:
        _say_rules(game)
        return
    if before == game:
        say([*title_line(game, at), "These are the house rules already; nothing was changed."])
        return
    say([*title_line(game, at), *rule_change_lines(before.rules, game.rules)])
    if any(block.hands for block in game.played):
        say("Hands on the sheet are counted again; numbers stay.")
    say(plain(change_grid(before, game)) if game.played else [])
    mention_findings(path)


def _say_rules(game: Game) -> None:
    """The rules of a game, for programs."""
    say_json({"title": game.title, "rules": rules_table(game.rules)})


def _house_rules(rules: RuleSet, settings: list[str], off: list[str]) -> RuleSet:
    """``rules`` with switches turned on, and others back to what the game itself says."""
    named = [one for one in settings if "=" not in one]
    values = read_settings([one for one in settings if "=" in one])
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
