"""The commands for rounds and games that do not go by the book."""

import re
from datetime import date
from typing import Annotated

import typer

from scorekeeper.cli import complete, options
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import option, sk, typed
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import say
from scorekeeper.cli.show import change, mention_findings, title_line
from scorekeeper.cli.show import standings as draw_standings
from scorekeeper.errors import RoundError, UsageError, quoted
from scorekeeper.ledger.changes import adjust, finish, misdeal, play_off
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rows import row_subject, row_typed, row_word
from scorekeeper.ledger.standings import next_round, standings
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import person, points, round_line


def misdeal_command(
    round_typed: Annotated[
        str | None, typer.Argument(metavar="[ROUND]", help="Only the last one can be void.")
    ] = None,
    note: options.Note = None,
    *,
    at: options.AtHand,
) -> None:
    """Make the last round void; the next add plays it again."""
    path = find_ledger(at)

    def edit(game: Game) -> Outcome:
        if round_typed is not None:
            row = row_typed(game, round_typed)
            if row.at != len(game.rounds) - 1:
                raise RoundError(
                    f"{row_subject(game, row)} is not the last, and only that can be void",
                    remedy=f"correct it with sk fix {row_word(game, row)}",
                )
        return Outcome(misdeal(game, note or ""))

    before, game = change(path, typed("misdeal", *option("--note", note)), edit)
    row, block = row_typed(before, "last"), before.rounds[-1]
    name = row_subject(before, row)
    scores = [
        f"{person(one)} {score}"
        for one in before.names
        if (score := before.points(row.number, block, one)) is not None
    ]
    beside = [f"{person(one)} {number:+}" for one, number in block.adjust.items()]
    say(
        [
            *title_line(game, at),
            f"{name[0].upper()}{name[1:]} does not count. It stays on the sheet, crossed out:",
            f"  {'   '.join(scores)}",
            *([f"Nor does what was beside its cards:  {'   '.join(beside)}"] if beside else []),
            f"Totals as before:  {totals_line(game).strip()}",
        ]
    )
    card = next_round(game)
    say(f"Again: {round_line(game, card)}" if card else [])
    # People say so while the cards are on the table, and it would cost them the round before.
    say(f"wrong?  {sk('undo', at)}     a round that is not on the sheet yet is just dealt again")
    mention_findings(path)


Number = Annotated[str, typer.Argument(metavar="POINTS", help="How many.")]
Somebody = Annotated[str, typer.Argument(metavar="WHO", autocompletion=complete.players)]


def penalty(
    who: Somebody, number: Number, note: options.Note = None, *, at: options.AtHand
) -> None:
    """Add points that hurt a player, beside the cards."""
    _adjust("penalty", who, number, note, at)


def bonus(who: Somebody, number: Number, note: options.Note = None, *, at: options.AtHand) -> None:
    """Give a player points that help, beside the cards."""
    _adjust("bonus", who, number, note, at)


def _adjust(kind: str, who: str, number: str, note: str | None, at: GameAtHand) -> None:
    if not re.fullmatch(r"\d{1,12}", number, re.ASCII) or not 1 <= int(number) <= 1_000_000:
        raise UsageError(
            f"{quoted(number)} is no number of points for a {kind}", remedy="give a number like 20"
        )
    path = find_ledger(at)

    def edit(game: Game) -> Outcome:
        name = find_player(who, game.names, str(path))
        # What helps is less where the fewest points win.
        helps = kind == "bonus"
        sign = 1 if helps == (game.rules.winner == "high") else -1
        said = f"{name} {kind} {number}" + (f": {note}" if note else "")
        return Outcome(adjust(game, name, sign * int(number), said))

    command = typed(kind, who, number, *option("--note", note))
    before, game = change(path, command, edit)
    name = find_player(who, game.names, str(path))
    totals = f"{before.total(name)} -> {game.total(name)}"
    say([*title_line(game, at), f"A {kind} of {points(int(number))} for {person(name)}: {totals}"])
    say(totals_line(game))
    mention_findings(path)


def playoff(*, at: options.AtHand) -> None:
    """Play off a tie for the first place in one more round."""
    path = find_ledger(at)
    _, game = change(path, "playoff", lambda now: Outcome(play_off(now)))
    card = next_round(game)
    say([*title_line(game, at), round_line(game, card) if card else ""])
    say("Its points decide among them and enter no total.")
    mention_findings(path)


def finish_command(
    put_away: Annotated[
        bool, typer.Option("--put-away", help="Nobody wins; the game is only put away.")
    ] = False,
    *,
    at: options.AtHand,
) -> None:
    """End the game early, with places as they stand."""
    path = find_ledger(at)
    command = "finish --put-away" if put_away else "finish"

    def edit(game: Game) -> Outcome:
        return Outcome(finish(game, date.today(), put_away=put_away))

    _, game = change(path, command, edit)
    draw_standings(game, standings(game), at)
    mention_findings(path)
