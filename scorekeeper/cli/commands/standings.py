"""The commands of each round: the next one, and where the game stands."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated

from scorekeeper import store
from scorekeeper.cli import commands as options
from scorekeeper.errors import SK, UsageError
from scorekeeper.ledger.names import check_names
from scorekeeper.ledger.standings import next_round
from scorekeeper.rules.packs import enough_packs, refuse_unscored
from scorekeeper.terminal import Answer, Sitting, machine, write_out
from scorekeeper.terminal.command_words import names_in
from scorekeeper.terminal.games import find_game_to_open, game_named
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand, with_drawn_cards
from scorekeeper.terminal.showing import card_lines, one_round, sheet_lines, standings_lines


def next_command(upcard: options.Upcard = None, *, ledger: options.ToRead) -> Answer:
    if upcard is None:
        game = ledger.read()
    else:
        ledger = LedgerAtHand(ledger.sitting)  # the game to play, which may not be the one to read
        _, game = ledger.change(lambda now: with_drawn_cards(now, None, upcard))
    words = chain(ledger.sitting.title(game), card_lines(game))
    return ledger.answer(words, lambda: machine.round_card(next_round(game), "stock"))


def standings_command(*, ledger: options.ToRead) -> Answer:
    game = ledger.read()
    return ledger.answer(standings_lines(game), lambda: machine.standings(game, str(ledger.path)))


def sheet(
    names: Annotated[
        list[str] | None,
        options.argument("[FILE|PLAYER...]", "The game's file; with --blank, who plays."),
    ] = None,
    totals: Annotated[bool, options.flag("--totals", "Only the running totals.")] = False,
    blank: Annotated[bool, options.flag("--blank", "An empty pad to print, as HTML.")] = False,
    game_name: options.GameName = None,
    output: options.Output = None,
    round_typed: options.RoundName = None,
    *,
    ledger: options.ToRead,
    json: options.Json = False,
) -> Answer:
    sitting = ledger.sitting
    if blank:
        if totals or json or sitting.named is not None:
            problem = "a blank pad doesn't belong to a game"
            raise UsageError(problem, remedy="leave --totals, --json and -f out")
        return write_out(_pad(names or (), game_name, sitting), output)
    file = names[0] if names and len(names) == 1 and sitting.named is None else None
    if (names and not file) or game_name is not None or output is not None:
        problem = "players, --game and -o only go with --blank"
        raise UsageError(problem, remedy=f"use {SK}sheet --blank; a game goes after -f")
    game = ledger.read(file)
    lines: Iterable[str] = sheet_lines(game, totals_only=totals)
    if round_typed is not None:
        lines = [*sitting.title(game), *one_round(game, round_typed)]
    return ledger.answer(lines, lambda: machine.sheet(game, str(ledger.path)))


def _pad(names: Sequence[str], game_name: str | None, sitting: Sitting) -> str:
    """An empty pad for the named game, else for the one at hand, else for Three Thirteen."""
    from scorekeeper.sharing.page import pad

    if game_name is None and (path := sitting.path or find_game_to_open()):
        rules = store.load(path).game.rules_now
    else:
        rules = game_named(game_name or "three-thirteen")
        refuse_unscored(rules)
    seats = check_names(names_in(names))
    return pad(enough_packs(rules, len(seats)) if seats else rules, seats)
