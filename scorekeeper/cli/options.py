"""The options that several commands share, each written once."""

from typing import Annotated

import typer

from scorekeeper.cli import complete
from scorekeeper.cli.game_at_hand import GameAtHand


def _named(ctx: typer.Context, value: str | None) -> GameAtHand:
    """The game at hand, with what this line named behind ``-f``."""
    at = ctx.ensure_object(GameAtHand)
    at.named = value
    return at


AtHand = Annotated[
    GameAtHand,
    typer.Option(
        "--file",
        "-f",
        metavar="FILE",
        help="The game's file, where several are at hand.",
        parser=str,
        callback=_named,
        default_factory=lambda: None,
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object for programs.")]
Note = Annotated[
    str | None,
    typer.Option("--note", "--why", metavar="TEXT", help="Why; kept with the round on the sheet."),
]
Rule = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="KEY=VALUE",
        help="A house rule; may be given again.",
        autocompletion=complete.rule_keys,
    ),
]
Variation = Annotated[
    list[str] | None,
    typer.Option(
        "--variation",
        metavar="NAME",
        help="A named variation; may be given again.",
        autocompletion=complete.variations,
    ),
]
GameName = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="NAME",
        help="The game, or the path of your own.",
        autocompletion=complete.game_names,
    ),
]
RoundName = Annotated[
    str | None,
    typer.Option(
        "--round",
        metavar="ROUND",
        help="The round: 5, 7s, sevens or last.",
        autocompletion=complete.rounds,
    ),
]
Decks = Annotated[
    int | None, typer.Option("--decks", metavar="N", help="Packs in play.", min=1, max=100)
]
Wild = Annotated[
    str | None,
    typer.Option("--wild", metavar="RANK", help="The wild rank, or none; any number of cards."),
]
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="WHO",
        help="Who went out first.",
        autocompletion=complete.players,
    ),
]
OutOrNobody = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="WHO|-",
        help="Who went out first; - for nobody.",
        autocompletion=complete.players,
    ),
]
