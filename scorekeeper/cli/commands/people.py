"""The commands about people: who comes, who leaves, who sits where, who deals."""

import re
from typing import Annotated

import typer

from scorekeeper import store
from scorekeeper.cli import complete, options
from scorekeeper.cli.asking.near import settle_near_names
from scorekeeper.cli.asking.prompt import read_answer
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import option, typed
from scorekeeper.cli.output import on_terminal, say, say_json, talk
from scorekeeper.cli.show import change, mention_findings, mention_packs, title_line
from scorekeeper.errors import UsageError, quoted
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player
from scorekeeper.ledger.rounds import find_round, round_name
from scorekeeper.ledger.seats import (
    average_total,
    join,
    leave,
    name_dealer,
    rename,
    reseat,
    worst_total,
)
from scorekeeper.ledger.standings import in_seat_order, next_round, placed
from scorekeeper.render.words import people, person, points, round_line

player = typer.Typer(
    rich_markup_mode=None, no_args_is_help=True, help="People come, leave, or get a new name."
)
Who = Annotated[str, typer.Argument(metavar="WHO", autocompletion=complete.players)]


@player.command("join")
def join_command(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="WHO",
            help="Sits to the left of WHO; else at the end.",
            autocompletion=complete.players,
        ),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            "--points", metavar="N|average|worst", help="Points for the rounds that were missed."
        ),
    ] = None,
    *,
    at: options.AtHand,
) -> None:
    """Somebody comes and plays from the next round on."""
    path = find_ledger(at)
    loaded = store.load(path)

    def edit(game: Game) -> Outcome:
        neighbour = find_player(after, game.names, str(path)) if after else None
        return Outcome(join(game, name, neighbour, _start_points(game, start)))

    asked = _settle_name(loaded.game, edit(loaded.game).game)  # who cannot join is asked nothing
    if start is None and loaded.game.played:
        asked, start = True, _ask_points(loaded.game, name)
    command = typed("player", "join", name, *option("--after", after), *option("--points", start))
    before, game = change(path, command, edit, loaded.text if asked else None)
    new = next(one for one in game.players if one.name not in before.names)
    came = f" with {points(new.start)}" if new.start is not None else ""
    plays = f"{person(new.name)} plays from {round_name(game.rules, new.joined)}"
    say([*title_line(game, at), f"{plays},{came}." if came else f"{plays}."])
    say(_seats_lines(game))
    mention_packs(game, at)
    mention_findings(path)


def _settle_name(before: Game, after: Game) -> bool:
    """Whether a person was asked if the name that is new ``after`` a change is a slip."""
    return settle_near_names(after.names, [one for one in after.names if one not in before.names])


def _start_points(game: Game, typed: str | None) -> int | None:
    """The points agreed for the rounds before, as typed."""
    if typed is None or not game.played:
        return None
    word = typed.strip().casefold()
    if word in ("average", "a"):
        return average_total(game)
    if word in ("worst", "w"):
        return worst_total(game)
    digits = word.replace("−", "-")
    if not re.fullmatch(r"-?\d{1,9}", digits, re.ASCII):
        raise UsageError(
            f"{quoted(typed)} is no number of points", remedy="give a number, average or worst"
        )
    return int(digits)


def _ask_points(game: Game, name: str) -> str:
    """Ask what a newcomer starts with; off a terminal it has to be said."""
    average, worst = average_total(game), worst_total(game)
    if not on_terminal():
        raise UsageError(
            f"{person(name)} needs points for the rounds that were missed",
            remedy=f"give --points average ({average}), worst ({worst}), or a number",
        )
    have = "  ".join(f"{person(one)} {game.total(one)}" for one in placed(game))
    talk(
        [
            f"{person(name)} plays from {round_name(game.rules, len(game.played) + 1)}.",
            f"  the others have  {have}",
        ]
    )
    while True:
        answer = read_answer(
            f"  [a] average {average}   [w] as many as the worst, {worst}   [0] nothing"
            "   or a number: "
        )
        if not answer:
            continue
        try:
            _start_points(game, answer)
        except UsageError as error:
            talk(f"  {error.problem}")
        else:
            return answer


@player.command("leave")
def leave_command(
    who: Who,
    after: Annotated[
        str | None, typer.Option("--after", metavar="ROUND", help="The last round played.")
    ] = None,
    *,
    at: options.AtHand,
) -> None:
    """Somebody leaves; the past stays on the sheet."""
    path = find_ledger(at)

    def edit(game: Game) -> Outcome:
        name = find_player(who, game.names, str(path))
        last = find_round(game.rules, after, len(game.played)) if after else None
        return Outcome(leave(game, name, last))

    command = typed("player", "leave", who, *option("--after", after))
    before, game = change(path, command, edit)
    name = find_player(who, before.names, str(path))
    gone = game.players[game.names.index(name)]
    last = gone.left or 0
    said = f"Last round: {round_name(game.rules, last)}. " if last >= gone.joined else ""
    total = game.total(name)
    stay = f"{points(total)} {'stays' if abs(total) == 1 else 'stay'} on the sheet"
    # Who has played to the very end is placed like everybody else.
    stay += "" if last == game.rules.last_round and name in placed(game) else ", without a place"
    say(
        [
            *title_line(game, at),
            f"{person(name)} leaves. {said}{stay}.",
        ]
    )
    say(_seats_lines(game))
    mention_findings(path)


@player.command("rename")
def rename_command(
    who: Who,
    new: Annotated[str, typer.Argument(metavar="NAME")],
    *,
    at: options.AtHand,
) -> None:
    """Somebody gets another name, everywhere on the sheet."""
    path = find_ledger(at)

    def edit(game: Game) -> Outcome:
        return Outcome(rename(game, find_player(who, game.names, str(path)), new))

    loaded = store.load(path)
    asked = _settle_name(loaded.game, edit(loaded.game).game)
    command = typed("player", "rename", who, new)
    before, game = change(path, command, edit, loaded.text if asked else None)
    old = find_player(who, before.names, str(path))
    now = game.names[before.names.index(old)]
    say([*title_line(game, at), f"{person(old)} is {person(now)} from now on."])
    mention_findings(path)


def seats(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME...]", help="Clockwise.", autocompletion=complete.players),
    ] = None,
    *,
    at: options.AtHand,
    json: options.Json = False,
) -> None:
    """Show the order at the table, or change it."""
    path = find_ledger(at)
    order = names or []

    def edit(game: Game) -> Outcome:
        return Outcome(reseat(game, [find_player(one, game.names, str(path)) for one in order]))

    if order:
        _, game = change(path, typed("seats", *order), edit)
    else:
        game = store.load(path).game
    if json:
        from scorekeeper.render import machine

        say_json(machine.seats(game, next_round(game)))
        return
    say([*title_line(game, at), *_seats_lines(game)])
    if order:
        mention_findings(path)


def dealer(who: Who, *, at: options.AtHand) -> None:
    """Say who deals the current round."""
    path = find_ledger(at)

    def edit(game: Game) -> Outcome:
        return Outcome(name_dealer(game, find_player(who, game.names, str(path))))

    _, game = change(path, typed("dealer", who), edit)
    say([*title_line(game, at), *_seats_lines(game)])
    mention_findings(path)


def _seats_lines(game: Game) -> list[str]:
    """The order at the table and the next round."""
    seated = game.seated(len(game.played) + 1)
    lines = [f"Seats:  {' -> '.join(map(person, seated))}"]
    card = next_round(game)
    if card:
        lines.append(round_line(game, card))
        if game.rules.plays_cards:
            order = people(in_seat_order(game, card))
            lines.append(f"Points are typed in this order: {order}.")
    return lines
