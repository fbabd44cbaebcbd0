"""The commands, in modules by subject, and the options that they share, with what TAB offers."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scorekeeper.errors import SK, ScorekeeperError, UsageError, quoted
from scorekeeper.terminal import Sitting, voice
from scorekeeper.terminal.command_words import EXAMPLES, rare_commands

if TYPE_CHECKING:
    from scorekeeper.ledger import Game
    from scorekeeper.terminal.games import Wanted
    from scorekeeper.terminal.ledger_at_hand import LedgerAtHand
else:
    LedgerAtHand = Any  # made by its option, so that TAB loads no ledger

Words = Callable[[Sitting], list[str]]


def beginning(words: Words, sitting: Sitting, begun: str) -> list[str]:
    """The ``words`` that start with ``begun`` and need no quotes; none if anything goes wrong."""
    try:
        fits = [word for word in words(sitting) if word.casefold().startswith(begun.casefold())]
        plain = [word for word in fits if re.fullmatch(r"[^\W_][\w .-]*", word.rstrip("="))]
        # Shells drop what doesn't continue exactly as typed, but names ignore case.
        return [begun + word[len(begun) :] for word in plain]
    except Exception:
        return []


def completion(words: Words) -> Callable[[Any, str], list[str]]:
    """A completion function for Typer that offers the ``words`` that start as typed."""
    return lambda ctx, incomplete: beginning(words, ctx.ensure_object(Sitting), incomplete)


def _game(sitting: Sitting) -> "Game":
    """The game at hand, if that is clear without asking."""
    from scorekeeper import store
    from scorekeeper.terminal.games import find_ledger

    return store.load(find_ledger(sitting, asks=False)).game


def names(sitting: Sitting) -> list[str]:
    """The players, each as one word: no shell has to quote what it is offered."""
    from scorekeeper.ledger.names import shell_name

    players = _game(sitting).names
    return [shell_name(name, players) if " " in name else name for name in players]


def lacks(command: str, needed: str, sitting: Sitting) -> UsageError:
    """The error for a command without a word that it needs."""
    remedy = f"type it like {SK}{example_of(command, sitting)}; {see(command)}"
    return UsageError(f"{SK}{command} needs {needed}", remedy=remedy)


def see(command: str) -> str:
    """A hint where to read more about a command, or with "" about the program."""
    if voice.stays_open:
        return f"? {command}".rstrip() + " says more"
    return f"see {SK}{command and f'{command} '}--help"


def format_for(to: str | None, output: str | None) -> str | None:
    """The format that ``to`` names, or else the ending of the file; None without either."""
    return to or Path(output or "").suffix.casefold()[1:] or None


def example_of(command: str, sitting: Sitting) -> str:
    """How a command is typed, with a player and a round of the game at hand."""
    from scorekeeper.ledger.names import shell_name
    from scorekeeper.render.evening import example_fix
    from scorekeeper.terminal.games import is_there_a_ledger

    try:
        game = _game(sitting)
    except ScorekeeperError:
        return EXAMPLES[command].format(who="WHO" if is_there_a_ledger(sitting) else "bo")
    if command == "fix" and game.played:
        return f"fix {example_fix(game)}"
    return EXAMPLES[command].format(who=shell_name(game.names[:2][-1], game.names))


def round_words(sitting: Sitting) -> list[str]:
    """The rounds of the game at hand, as they are typed."""
    from scorekeeper.ledger.names import round_word

    game = _game(sitting)
    numbers = range(1, (game.rules.last_round or 0) + 1)
    bonus = ["bonus"] if any(round_.bonus for round_ in game.rounds) else []
    return [*(round_word(game.rules, number) for number in numbers), *bonus]


def rare(sitting: Sitting) -> list[str]:
    """The rare commands that the game at hand has."""
    return rare_commands(_game(sitting).rules)


def one_of(words: Iterable[str]) -> Callable[[Any, str], list[str]]:
    """A completion function for words that are known beforehand."""
    return completion(lambda _: list(words))


@completion
def game_names(_: Sitting) -> list[str]:
    """The games that come with the program."""
    from scorekeeper import games

    return games.names()


def _variations(sitting: Sitting, game: str | None = None) -> list[str]:
    """The variations of the named game, else of the game at hand, else those of most games."""
    from scorekeeper.games import game_called
    from scorekeeper.rules.variations import VARIATIONS, variations_of

    with suppress(ScorekeeperError):
        return list(variations_of(game_called(game) if game else _game(sitting).rules))
    return list(VARIATIONS)


def _rule_keys(_: Sitting) -> list[str]:
    """The rules that most games have; the others would usually be refused."""
    from scorekeeper.rules import KEYS

    return [f"{key}=" for key, field in KEYS.items() if not field.metadata["few"]]


def switch_words(sitting: Sitting) -> list[str]:
    """The variations of the game at hand, and the rules."""
    return [*_variations(sitting), *_rule_keys(sitting)]


def variations(ctx: Any, incomplete: str) -> list[str]:
    """The variations of the game that the line names, as Typer asks for them."""
    named = ctx.params.get("game") or ctx.params.get("game_name")
    return completion(lambda sitting: _variations(sitting, named))(ctx, incomplete)


switches = completion(switch_words)
rule_keys = completion(_rule_keys)
rounds = completion(round_words)
players = completion(names)
entries = completion(lambda sitting: [f"{name}=" for name in names(sitting)])


# ── options ──────────────────────────────────────────────────────────────────────────────────


def option(names: str, value: str, about: str, offer: Any = None, **more: Any) -> Any:
    """An option with a ``value``; ``about`` is its help, and TAB may ``offer`` values."""
    return typer.Option(*names.split(), metavar=value, help=about, autocompletion=offer, **more)


def number(name: str, about: str, least: int, most: int | None = None) -> Any:
    """An option with a whole number from ``least`` to ``most``."""

    def read(typed: Any) -> int:
        with suppress(ValueError):
            if least <= (found := int(typed)) and (most is None or found <= most):
                return found
            typed = found
        problem = f"{name} can't be {typed if isinstance(typed, int) else quoted(typed)}"
        which = f"from {least} to {most}" if most is not None else f"that is {least} or more"
        raise UsageError(problem, remedy=f"give a number {which}")

    return option(name, "N", about, parser=read, show_default=False)


def flag(name: str, about: str) -> Any:
    """An option without a value; ``about`` is its help."""
    return typer.Option(name, help=about)


def argument(metavar: str, about: str | None = None, offer: Any = None) -> Any:
    """A word of a command, or several; ``about`` is its help, and TAB may ``offer`` values."""
    return typer.Argument(metavar=metavar, help=about, autocompletion=offer)


def format_of(formats: Iterable[str]) -> Any:
    """The option that chooses a format to write."""
    return option("--to", "FORMAT", f"One of {', '.join(formats)}.", one_of(formats))


def file_option(wanted: "Wanted | None" = None, about: str = "") -> Any:
    """The option that names the game's file; its value is the ledger ``wanted``, or the sitting."""

    def named(ctx: typer.Context, value: str | None) -> Any:
        sitting = ctx.ensure_object(Sitting)
        sitting.context = ctx
        sitting.named = sitting.named if value is None else value  # a sentence may have named it
        ctx.meta["changes"] = wanted != "to read"
        if wanted is None:
            return sitting
        from scorekeeper.terminal.ledger_at_hand import LedgerAtHand

        return LedgerAtHand(sitting, wanted)

    about = about or "The game: its file, or a word of its title."
    own = {"parser": str, "callback": named, "default_factory": lambda: None}
    return option("--file -f", "FILE", about, show_default=False, **own)


GameFile = Annotated[str | None, argument("[FILE]", "The game's file.")]
GameOrFolder = Annotated[str | None, argument("[FILE]", "The game's file, or a folder of games.")]
ThisSitting = Annotated[Sitting, file_option()]
ToPlay = Annotated[LedgerAtHand, file_option("to play")]
ToCorrect = Annotated[LedgerAtHand, file_option("to correct")]
ToRead = Annotated[LedgerAtHand, file_option("to read")]
ToEnd = Annotated[LedgerAtHand, file_option("to end", "The file of the game.")]
"""The ledger of a command, by what the command does with it."""

Json = Annotated[bool, flag("--json", "One JSON object for programs.")]
Note = Annotated[
    str | None, option("--note --why", "TEXT", "A note, kept with the round on the sheet.")
]
Rule = Annotated[
    list[str] | None, option("--rule", "KEY=VALUE", "A house rule; can be repeated.", rule_keys)
]
Variation = Annotated[
    list[str] | None,
    option("--variation", "NAME", "A named variation; can be repeated.", variations),
]
GameName = Annotated[
    str | None, option("--game", "NAME", "The game, or the path of your own.", game_names)
]

Output = Annotated[str | None, option("--output -o", "FILE", "Write to a new file, not stdout.")]
RoundName = Annotated[
    str | None, option("--round", "ROUND", "The round: 5, 7s, sevens or last.", rounds)
]
Knock = Annotated[int | None, number("--knock", "The most a knock may leave.", 0)]
Upcard = Annotated[
    str | None, option("--upcard", "CARD", "The card that was turned up.", hidden=True)
]
Decks = Annotated[int | None, number("--decks", "Packs in play. From 1 to 100.", 1, 100)]
Wild = Annotated[
    str | None, option("--wild", "RANK", "The wild rank, or none; for any number of cards.")
]
DrawnWild = Annotated[str | None, option("--wild", "RANK", "The rank that was drawn.", hidden=True)]
OutOrNobody = Annotated[
    str | None, option("--out", "WHO|-", "Who went out first; - for nobody.", players)
]
Who = Annotated[str, argument("WHO", offer=players)]
