"""The commands that look back on an evening: what could have been."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import options
from scorekeeper.cli.ledger_at_hand import LedgerAtHand, ToRead
from scorekeeper.cli.options import GameFile, GameName, argument
from scorekeeper.cli.rulebook import game_named, refuse_unscored, switches_typed
from scorekeeper.errors import SK, UsageError, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.looking_back import AFTERWARDS, OtherRules, rescore_each
from scorekeeper.ledger.looking_back import rescore as rescore_of
from scorekeeper.ledger.looking_back import review as review_of
from scorekeeper.render import looking_back as words_for
from scorekeeper.render.grid import Grid
from scorekeeper.rules.rule_set import RuleSet
from scorekeeper.rules.variations import VARIATIONS, variations_of, vary
from scorekeeper.terminal import show
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.counting import with_progress
from scorekeeper.terminal.output import say


def review(file: GameFile = None, *, ledger: ToRead) -> Answer:
    game = ledger.read(file)
    found = review_of(game, partial(with_progress, doing="looking at hands"))
    facts = partial(words_for.review_facts, game, str(ledger.path), found)
    if not any(each.hands for each in found):
        return ledger.shown([*ledger.at.title(game), words_for.no_hands_line(game)], facts)
    grid, notes = words_for.review_grid(found), words_for.review_notes(found)
    return ledger.shown(partial(_show, ledger, game, grid, notes), facts)


def rescore(
    words: Annotated[
        list[str] | None,
        argument("[FILE] [KEY=VALUE|VARIATION...]", "The other rules.", options.switches),
    ] = None,
    game_name: GameName = None,
    each: Annotated[
        bool, typer.Option("--each", help="By every rule that tables confuse, a line each.")
    ] = False,
    *,
    ledger: ToRead,
) -> Answer:
    switches = list(words or ())
    first = switches[0] if switches else ""
    is_rule = first in VARIATIONS or "=" in first or not first
    is_file = first.endswith(".toml") or (not is_rule and (each or store.is_there(Path(first))))
    game = ledger.read(switches.pop(0) if is_file else None)
    if each:
        return _by_each(ledger, game, is_alone=not switches and game_name is None)
    if not switches and game_name is None:
        _refuse_uncountable(game.rules, f"in {printable(game.rules.title)}")
        remedy = f"like {SK}rescore wild_limit=one, a variation, or a game after --game"
        if not game.rules.plays_cards:
            other = "low" if game.rules.winner == "high" else "high"
            remedy = f"like {SK}rescore winner={other}"
        raise UsageError("rescore needs other rules", remedy=remedy)
    found = rescore_of(game, _other_rules(game, switches, game_name))
    facts = partial(words_for.rescore_facts, game, str(ledger.path), found)
    grid, notes = words_for.rescore_grid(found), words_for.rescore_notes(found)
    return ledger.shown(partial(_show, ledger, game, grid, notes), facts)


def _by_each(ledger: LedgerAtHand, game: Game, *, is_alone: bool) -> Answer:
    if not is_alone:
        remedy = "leave the other rules out, or --each"
        raise UsageError("--each tries every rule by itself", remedy=remedy)
    _refuse_uncountable(game.rules, f"in {printable(game.rules.title)}")
    ways = rescore_each(game, partial(with_progress, doing="trying rules"))
    if not ways:
        problem = f"{printable(game.rules.title)} has no rules about cards to try"
        raise UsageError(problem, remedy=f"name one, like {SK}rescore winner=high")
    lines = [*ledger.at.title(game), *words_for.each_lines(game, ways)]
    return ledger.shown(lines, partial(words_for.each_facts, game, str(ledger.path), ways))


def _other_rules(game: Game, switches: Sequence[str], game_name: str | None) -> OtherRules:
    """The rules to count by; UsageError for rules that change nothing afterwards."""
    base = game.rules if game_name is None else game_named(game_name)
    if base.plays_cards != game.rules.plays_cards:
        problem = "one of the two games has no cards"
        raise UsageError(problem, remedy="rescore with a game of the same kind")
    named, values = switches_typed(switches, base)
    rules = vary(base, values, named)
    refuse_unscored(rules)
    _refuse_uncountable(game.rules, f"in {printable(game.rules.title)}")
    _refuse_uncountable(rules, "by these rules")
    keys = {*values, *(key for name in named for key in variations_of(base)[name])}
    if others := [key for key in values if key not in AFTERWARDS]:
        problem = f"{others[0]} makes no difference once the game is over"
        remedy = "give a rule about cards, like wild_limit=one, or winner=high"
        raise UsageError(problem, remedy=remedy)
    return OtherRules(rules, None if game_name else frozenset(keys))


def _refuse_uncountable(rules: RuleSet, where: str) -> None:
    """Raise UsageError if evenings can't be rescored from these rules, or to them."""
    if why := _why_not(rules):
        review = f", or look at {SK}review" if rules.plays_cards else ""
        remedy = f"see what was left with {SK}sheet{review}"
        raise UsageError(f"{where} {why}", remedy=remedy)


def _why_not(rules: RuleSet) -> str:
    """Why evenings can't be rescored from these rules, or to them; empty if they can."""
    if rules.scoring.not_rescored:
        return rules.scoring.not_rescored
    if rules.is_pool:
        return "other points might have put other players out of the game"
    needs_runs = "a hand needs runs, and a number doesn't show if it had them"
    return needs_runs if rules.wants_runs else ""


def _show(ledger: LedgerAtHand, game: Game, grid: Grid, notes: Sequence[str]) -> None:
    """Show a table below the game's title, and the notes on it."""
    say(ledger.at.title(game))
    show.in_pieces(grid, 1)
    say(["", *notes] if notes else [])
