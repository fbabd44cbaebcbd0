"""The command that puts a game out of the way."""

from scorekeeper import store
from scorekeeper.cli.asking.prompt import ask_yes
from scorekeeper.cli.command_words import shell_path
from scorekeeper.cli.ledger_at_hand import LedgerAtHand
from scorekeeper.cli.options import AtHand
from scorekeeper.cli.output import on_terminal, say
from scorekeeper.errors import UsageError, count, printable


def delete(*, at: AtHand) -> None:
    ledger = LedgerAtHand(at)
    game, text, path = ledger.load()
    if not on_terminal():
        problem = "delete asks whether it is meant, and nobody is here to answer"
        raise UsageError(problem, remedy="type it at a terminal, or move the file yourself")
    rounds = count(len(game.played), "round")
    which = f"{printable(game.title)} in {printable(str(path))}, {rounds}"
    if not ask_yes(f"Delete {which}?", "delete it", "keep it", usual=False):
        say("nothing was deleted")
        return
    moved = store.put_away(path, seen=text)
    at.lay(None)
    say(f"{printable(str(path))} is out of the way now.")
    say(f"To have it back:  mv {shell_path(str(moved))} {shell_path(str(path))}")
