"""The options that several commands share, each written once."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Annotated, Any

import typer

from scorekeeper.cli import complete
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.errors import UsageError, quoted


def option(name: str, value: str, about: str, offer: Any = None, **more: Any) -> Any:
    """An option with a ``value`` behind it; the help says ``about`` it, and TAB may ``offer``."""
    return typer.Option(name, metavar=value, help=about, autocompletion=offer, **more)


def number(name: str, about: str, least: int, most: int | None = None) -> Any:
    """An option with a whole number behind it, from ``least`` to ``most``."""

    def read(typed: Any) -> int:
        with suppress(ValueError):
            if least <= (found := int(typed)) and (most is None or found <= most):
                return found
            typed = found
        problem = f"{name} cannot be {typed if isinstance(typed, int) else quoted(typed)}"
        which = f"from {least} to {most}" if most is not None else f"that is {least} or more"
        raise UsageError(problem, remedy=f"give a number {which}")

    return option(name, "N", about, parser=read, show_default=False)


def flag(name: str, about: str) -> Any:
    """An option without a value; the help says ``about`` it."""
    return typer.Option(name, help=about)


def argument(metavar: str, about: str | None = None, offer: Any = None) -> Any:
    """A word of a command, or several; the help says ``about`` it, and TAB may ``offer``."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=offer)


def format_of(formats: Iterable[str]) -> Any:
    """The option for one of the formats in which something is written."""
    return option("--to", "FORMAT", f"One of {', '.join(formats)}.", complete.one_of(formats))


def file_option(made: Callable[[GameAtHand], Any], *, changes: bool) -> Any:
    """The option that names the game's file, and what is ``made`` of the game at hand.

    ``changes`` says that the command may change the game.
    """

    def named(ctx: typer.Context, value: str | None) -> Any:
        at = ctx.ensure_object(GameAtHand)
        at.named, at.context = value, ctx
        ctx.meta["changes"] = changes
        return made(at)

    return typer.Option(
        "--file",
        "-f",
        metavar="FILE",
        help="The game's file, where several are at hand.",
        parser=str,
        callback=named,
        default_factory=lambda: None,
        show_default=False,
    )


GameFile = Annotated[str | None, argument("[FILE]", "The game's file.")]
AtHand = Annotated[GameAtHand, file_option(lambda at: at, changes=True)]
Json = Annotated[bool, flag("--json", "One JSON object for programs.")]
Note = Annotated[
    str | None,
    typer.Option("--note", "--why", metavar="TEXT", help="Why; kept with the round on the sheet."),
]
Rule = Annotated[
    list[str] | None,
    option("--rule", "KEY=VALUE", "A house rule; may be given again.", complete.rule_keys),
]
Variation = Annotated[
    list[str] | None,
    option("--variation", "NAME", "A named variation; may be given again.", complete.variations),
]
GameName = Annotated[
    str | None, option("--game", "NAME", "The game, or the path of your own.", complete.game_names)
]

Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Into a new file; else to stdout."),
]
RoundName = Annotated[
    str | None, option("--round", "ROUND", "The round: 5, 7s, sevens or last.", complete.rounds)
]
Knock = Annotated[int | None, number("--knock", "What a knock may leave.", 0)]
Upcard = Annotated[
    str | None, option("--upcard", "CARD", "The card that was turned up.", hidden=True)
]
Decks = Annotated[int | None, number("--decks", "Packs in play. From 1 to 100.", 1, 100)]
Wild = Annotated[
    str | None, option("--wild", "RANK", "The wild rank, or none; any number of cards.")
]
DrawnWild = Annotated[str | None, option("--wild", "RANK", "The rank that was drawn.", hidden=True)]
Out = Annotated[str | None, option("--out", "WHO", "Who went out first.", complete.players)]
OutOrNobody = Annotated[
    str | None, option("--out", "WHO|-", "Who went out first; - for nobody.", complete.players)
]
Who = Annotated[str, argument("WHO", offer=complete.players)]
