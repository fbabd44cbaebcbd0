"""The command that shows the game on phones, and the lines that are typed meanwhile."""

import gc
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from scorekeeper.cli.commands import ThisSitting, argument, flag, number
from scorekeeper.cli.dispatch import obey
from scorekeeper.errors import SK, UsageError, listed, printable, quoted
from scorekeeper.ledger.names import find_player
from scorekeeper.listening import without_program
from scorekeeper.terminal import Answer, Sitting, code_rows, talk, voice
from scorekeeper.terminal.command_words import LEAVE, normalized, rare_commands, split_words
from scorekeeper.terminal.games import find_ledger, today
from scorekeeper.terminal.prompt import LineReader, news

if TYPE_CHECKING:
    from scorekeeper.serve.server import Serving

WORDS = ("qr", "free", "wait", "off")  # can be typed while a game is served

ALSO_TYPED = ("add", "fix", "undo", "redo", "misdeal", "next", "again")
"""More commands that can be typed there, for what phones can't settle alone."""

PACKAGES = ("starlette", "uvicorn", "h11", "segno")

ON_THE_NETWORK = (
    "Nothing is encrypted: anybody listening in on this Wi-Fi can read it.",
    "A phone can't find it? A firewall may block port {port}, and a guest",
    "Wi-Fi keeps phones apart: use the main one, or a phone's hotspot.",
)


def serve(
    words: Annotated[
        list[str] | None,
        argument("[FILE | qr | free WHO | wait | off]", "The game, or a word once it's served."),
    ] = None,
    lan: Annotated[bool, flag("--lan", "Open it to phones on this network.")] = False,
    port: Annotated[
        int, number("--port", "The port. From 0 to 65535, by default 8313.", 0, 65535)
    ] = 8313,
    look: Annotated[bool, flag("--look", "For watching only; nobody enters points.")] = False,
    auto: Annotated[bool, flag("--auto", "Save a round 5 seconds after everybody is in.")] = False,
    new_token: Annotated[bool, flag("--new-token", "A new address; phones must scan it.")] = False,
    *,
    sitting: ThisSitting,
) -> Iterator[Answer]:
    words = words or []
    if look and auto:
        problem = "with --look nobody enters points, so --auto has nothing to save"
        raise UsageError(problem, remedy="leave out one of the two")
    if words and words[0].casefold() in WORDS:
        yield _while_served(words, sitting, look=look)
        return
    if sitting.serving:
        if words or lan or auto or new_token:
            remedy = f"type {listed(WORDS, 'or')}; to start it differently, type off first"
            raise UsageError("the game is already being served", remedy=remedy)
        yield Answer(_invitation(sitting.serving, look=look))
        return
    for word in words:
        sitting.name(word)
    path = find_ledger(sitting)
    try:
        from scorekeeper.serve.server import Serving
        from scorekeeper.sharing.texts import message
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES:
            raise
        problem = "the packages for serving phones aren't installed"
        pip = f"python3 -m pip --python {printable(sys.executable)}"
        raise UsageError(problem, remedy=f"{pip} install {' '.join(PACKAGES)}") from error
    today()  # every answer to a phone has a date
    gc.enable()  # an evening is long
    serving = Serving(
        path,
        news.say,
        message,
        port=port,
        is_lan=lan,
        is_look=look,
        auto=auto,
        is_new=new_token,
        follows_on=not sitting.is_open,
    )
    if sitting.is_open:
        sitting.serving = serving
        yield Answer(_invitation(serving, look=False, begin="serve "))
        return
    try:
        sitting.path, sitting.is_open, sitting.serving = path, True, serving
        facts = {"file": str(path), "urls": serving.urls(), "look": serving.urls(look=True)}
        yield Answer(_invitation(serving, look=False, begin=""), lambda: facts)
        _at_the_keys(serving, sitting)
    finally:
        serving.stop()
    yield Answer([f"The phones are off. Everything is in {printable(serving.game.path)}."])


def _words(serving: "Serving") -> tuple[str, ...]:
    """The words that can be typed while a game is served: fewer if nobody may enter anything."""
    return ("qr", "off") if serving.is_look else WORDS


def _invitation(serving: "Serving", *, look: bool, begin: str | None = None) -> Iterator[str]:
    """The address for phones, or for those that only ``look``; with ``begin``, words to type."""
    urls = serving.urls(look=look)
    only = "To watch only:" if look or serving.is_look else "For phones and browsers:"
    yield from [only, *(f"  {url}" for url in urls)]
    if not serving.is_lan:
        yield f"Only this machine can see it; for phones on your Wi-Fi:  {SK}serve --lan"
    elif not urls:
        yield "This machine isn't on a network: join the Wi-Fi, then type qr"
    else:
        yield from code_rows(serving.code(urls[0]))
        yield from (line.format(port=serving.port) for line in ON_THE_NETWORK)
    if begin is not None:
        words = (f"{begin}{word}{' WHO' if word == 'free' else ''}" for word in _words(serving))
        yield from ["", " · ".join(words)]


def _while_served(words: list[str], sitting: Sitting, *, look: bool) -> Answer:
    """Do what is typed while the game is served; UsageError if it isn't."""
    serving, word = sitting.serving, words[0].casefold()
    if serving is None:
        problem = f"no game is being served here, so {word} does nothing"
        raise UsageError(problem, remedy=f"type it where {SK}serve runs, or start it: {SK}serve")
    if word not in _words(serving):
        problem = f"nobody enters anything here, so {word} does nothing"
        raise UsageError(problem, remedy=f"type {listed(_words(serving), 'or')}")
    if (word == "free") != (len(words) == 2):
        problem = f"can't make sense of {quoted(' '.join(words))}"
        raise UsageError(problem, remedy="type qr, free WHO, wait or off")
    game = serving.game
    if word == "qr":
        return Answer(_invitation(serving, look=look))
    if word == "free":
        player = find_player(words[1], game.game.names, str(game.path))
        serving.do(lambda: game.free(player))
        return Answer([f"{printable(player)}'s seat is free for another phone."])
    if word == "wait":
        serving.do(game.wait)
        return Answer(["The round won't be saved by itself until somebody sends something else."])
    sitting.serving = None
    serving.stop()
    return Answer(["The phones are off."])


def _at_the_keys(serving: "Serving", sitting: Sitting) -> None:
    """Obey what is typed until somebody ends it; the end of input doesn't."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    if hasattr(signal, "SIGTTIN"):  # in the background nobody can type, but serving goes on
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    reader, sitting.named = LineReader(), None  # from now on the served game is meant
    try:
        while sitting.serving:
            try:
                line = reader.read("")
            except (EOFError, OSError):
                with news.shown():
                    serving.wait()
                return
            game, sitting.path = serving.game.game, serving.game.path
            line = without_program(line, game)
            typed, commands = normalized(line), (*ALSO_TYPED, *rare_commands(game.rules))
            first = typed.split()[0] if typed else ""
            if typed in (*LEAVE, "off"):
                return
            words = sitting.phone_request(typed) if typed else serving.game.command()
            if first in commands and not words:
                words = [first, *split_words(line)[1:]]
            if words:
                voice.stays_open = True  # messages name commands as they are typed here
                try:
                    obey(words, sitting)
                finally:
                    voice.stays_open = False
            elif first in WORDS:
                obey(["serve", *split_words(line)], sitting)
            elif typed.isdecimal():
                talk(f"no phone has a request with the number {typed}")
            elif typed:
                known = listed((*_words(serving), *commands))
                talk(f"only {known} can be typed here: use another terminal for the rest")
            else:
                why = "nobody enters anything here" if serving.is_look else "not everybody is in"
                talk(f"{why}; type one of {', '.join(_words(serving))}")
    except KeyboardInterrupt:
        return
