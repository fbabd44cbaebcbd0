"""The commands that show where the game stands."""

from collections.abc import Sequence
from typing import Annotated

from scorekeeper import store
from scorekeeper.cli import show
from scorekeeper.cli.command_words import names_in, typed
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.ledger_at_hand import LedgerAtHand, game_to_read, told
from scorekeeper.cli.options import AtHand, GameName, Json, Output, Upcard, argument, flag
from scorekeeper.cli.output import bring_out, say, say_json
from scorekeeper.errors import UsageError
from scorekeeper.ledger.standings import next_round


def next_command(upcard: Upcard = None, *, at: AtHand, json: Json = False) -> None:
    if upcard is None:
        ledger, game = game_to_read(at)
    else:
        ledger = LedgerAtHand(at)
        command = typed("next", upcard=upcard)
        _, game = ledger.change(command, lambda now: told(now, None, upcard))
    if json:
        from scorekeeper.render import machine

        say_json(machine.round_card(next_round(game), "stock"))
    else:
        say(at.title(game))
        show.card(game)
        ledger.answer(game)


def standings_command(*, at: AtHand, json: Json = False) -> None:
    ledger, game = game_to_read(at)
    if json:
        from scorekeeper.render import machine

        say_json(machine.standings(game, str(ledger.path)))
    else:
        show.standings(game)
        ledger.answer(game)


def sheet(
    names: Annotated[
        list[str] | None, argument("[PLAYER]...", "Who plays, for an empty pad.")
    ] = None,
    totals: Annotated[bool, flag("--totals", "Running totals alone.")] = False,
    blank: Annotated[bool, flag("--blank", "An empty pad to print, as HTML.")] = False,
    game_name: GameName = None,
    output: Output = None,
    *,
    at: AtHand,
    json: Json = False,
) -> None:
    if blank:
        if totals or json or at.named is not None:
            problem = "an empty pad is of no game that was played"
            raise UsageError(problem, remedy="leave --totals, --json and -f out")
        bring_out(_pad(names or (), game_name, at), output)
        return
    if names or game_name is not None or output is not None:
        problem = "players, --game and -o are for an empty pad"
        raise UsageError(problem, remedy="say sk sheet --blank; a game goes behind -f")
    ledger, game = game_to_read(at)
    if json:
        from scorekeeper.render import machine

        say_json(machine.sheet(game, str(ledger.path)))
    else:
        show.sheet(game, totals_only=totals)
        ledger.answer(game)


def _pad(names: Sequence[str], game_name: str | None, at: GameAtHand) -> str:
    """The empty pad of a game for these people, or for nobody in particular.

    By the rules of the game that is named, else of the one at hand, else of Three Thirteen.
    """
    from scorekeeper.cli.choose import find_game_to_open
    from scorekeeper.cli.rulebook import enough_packs, game_to_play
    from scorekeeper.ledger.people import check_names
    from scorekeeper.sharing.pad import pad

    if game_name is None and (path := at.path or find_game_to_open()):
        rules = store.load(path).game.rules_now
    else:
        rules = game_to_play(game_name or "three-thirteen")
    seats = check_names(names_in(names))
    return pad(enough_packs(rules, len(seats)) if seats else rules, seats)
