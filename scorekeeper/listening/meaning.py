"""What a line means: the command that somebody would have had to type, and how sure that is.

Nothing is carried out here. A command that is typed as it should be is that command, a round is an
``add``, and what people say besides stands in ``sayings``.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.errors import (
    SK,
    CardError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
    quoted,
)
from scorekeeper.games import games_among
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import is_entry
from scorekeeper.ledger.names import (
    UnknownPlayerError,
    find_player,
    is_whole_name,
    shell_name,
)
from scorekeeper.listening import said as sayings
from scorekeeper.listening.line import Line
from scorekeeper.listening.making import Heard, Making
from scorekeeper.listening.said_rounds import (
    MOST_WORDS,
    can_go_out,
    claim_of,
    open_titles,
    refuse_round_in_words,
    round_in_words,
    round_of,
    rules_at_hand,
    with_discard,
)
from scorekeeper.terminal.command_words import (
    COMMANDS,
    RARE,
    STANDS_FOR,
    WITHIN,
    as_said,
    close_command,
    no_command,
    rare_commands,
    split_words,
)
from scorekeeper.terminal.prompt import check_length

SAYS_MORE = ("?", "help")
"""Before or behind a command: what there is to know of it."""


NAMES = ("sk", "scorekeeper")

EXPLAINED = {*COMMANDS, *RARE, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have a help of their own."""


class NotUnderstoodError(UsageError):
    """A line that fits nothing that people say."""


def hear(line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()) -> Heard:
    """What a line stands for in the ``game`` in ``path``; there may be no game.

    ``in_shell`` are its words where a shell has read them. Raises the error that says what is
    missing where it can't be a command at all.
    """
    check_length(line)
    if command := STANDS_FOR.get(as_said(line)):
        return Heard([command], is_typed=True)
    words = list(in_shell) or split_words(line)
    if asked := _asked_for_help(words):
        return Heard(asked, is_typed=True)
    first = words[0].casefold()
    is_command = first in (*COMMANDS, *(rare_commands(game.rules) if game else ()))
    if is_command or first.startswith("--"):
        return Heard([first, *words[1:]], is_typed=True)
    if game is not None and game.rules.scoring.knocks:
        if first == "upcard":
            return Heard(["next", *(["--upcard"] if words[1:] else []), *words[1:]], is_typed=True)
        if " ".join(words).casefold() in ("dead", "dead hand"):
            return Heard(["add", "dead"], is_typed=True)
    try:
        return Heard(round_of(words, game), is_typed=True)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(line) and not sayings()["courtesy"].issuperset(map(str.casefold, words)):
        claim = claim_of(line, game) if can_go_out(line, game) else ["deadwood", "--", line]
        return Heard(claim, is_typed=True)
    if found := translated(words, game, path):
        return found
    raise _unclear(words, line, game, wrong)


def translated(words: Sequence[str], game: Game | None, path: Path | None) -> Heard | None:
    """What the words of a line mean in everyday English, None where nothing is known for them."""
    line = Line(with_discard(words), game.names if game else (), rules_at_hand(game))
    if not line.words:  # nothing but courtesy
        return Heard([], says=f"{SK}help lists what you can type")
    making = Making(line, game, path)
    meanings = line.meanings() if len(line.words) <= MOST_WORDS else ()
    rows = (making.made(command, found) for command, found in meanings)
    if line.mends and (heard := next(filter(None, rows), None)):
        return heard
    is_round = game and len(line.words) <= 5 * MOST_WORDS  # fifty players, six words each
    if game and is_round and (spoken := round_in_words(line, game)):
        named, others = games_among(words)
        if named and not others:  # three thirteen, at a table of two
            new = Heard(["new", f"--game={named[0]}", *game.at_the_table(len(game.played) + 1)])
            return Heard([], others=(Heard(spoken), new))
        if line.mends and game.played:  # it may be the last round, said anew
            anew = making.made("anew", {"round": "last", "entries": spoken[1:]})
            return Heard([], others=tuple(filter(None, (anew, Heard(spoken)))))
        return Heard(spoken, is_typed=True)
    heard = next(filter(None, rows), None)
    if heard is None and (better := line.corrected()):
        heard = translated(better, game, path)
    return heard and heard._replace(is_typed=False)


def without_program(line: str, game: Game | None) -> str:
    """A line of the open game as without the program's name, with which it would begin in a shell.

    A player may have that name.
    """
    first, _, rest = line.partition(" ")
    is_player = is_whole_name(first, game.names if game else ())
    return rest.strip() if rest and first.casefold() in NAMES and not is_player else line


# ── what isn't understood ───────────────────────────────────────────────────────────────


def _asked_for_help(words: Sequence[str]) -> list[str]:
    """The help asked for by ``? fix``, ``?fix``, ``help player join``, ``fix ?``; else nothing."""
    if words[0].startswith("?") and words[0] not in SAYS_MORE:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in SAYS_MORE and words[1:]:
        return ["help", *words[1:]]
    command = " ".join(words[:-1]).casefold()
    is_asked = words[-1].casefold() in SAYS_MORE and command in EXPLAINED
    return [*command.split(), "--help"] if is_asked else []


def _unclear(
    words: Sequence[str], line: str, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """What to say about a line that isn't a command or cards, and is ``wrong`` as a round."""
    if game is None and isinstance(wrong, UsageError):  # for which of several games?
        wrong = NotUnderstoodError(wrong.said, remedy=wrong.advice)
    reading = Line(words, game.names if game else (), rules_at_hand(game))
    strange = [word.raw.rstrip(",") for word in reading.words if not reading.knows(word)]
    readable = [word for word in words if _is_readable(word, game)]
    others = len(words) - len(readable)
    has_meaning = words[0] in readable and not are_cards(words[0])
    is_strange = any(are_cards(w.raw) or not reading.knows(w) for w in reading.words[:1])
    is_slip = close_command(words[0]) and is_strange and not has_meaning
    is_part = any(words[0].casefold() in names for names in WITHIN.values())
    if is_part or (is_slip and game and others < 2) or (len(words) == 1 and is_slip):
        return no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    if (
        (readable or others == 1) and all(map(are_cards, readable)) and re.search(r"\d", line)
    ) and not isinstance(wrong, PlayerError):
        try:
            parse_groups(line)
        except CardError as error:
            return error
    is_silly = isinstance(wrong, UnknownPlayerError) and not (
        strange and (wrong.is_near or reading.has_entries)
    )  # a word like is, or chips
    if isinstance(wrong, RoundError) and reading.has_entries and reading.named[1:]:
        return wrong  # the game is over, however the round is said
    if readable and others <= max(1, 0.3 * len(words)) and not is_silly:
        return wrong
    is_open = game is None and len(strange) < len(words) and open_titles()
    if game is None and (is_open or re.search(r"\d", line)):
        return wrong
    if game and len(words) <= MOST_WORDS:
        refuse_round_in_words(reading, game)
    return _not_understood(words, line, game, reading, strange)


def _not_understood(
    words: Sequence[str], line: str, game: Game | None, reading: Line, strange: Sequence[str]
) -> ScorekeeperError:
    """The ``strange`` words of a line, or all of it, and what it may be about."""
    problem = f"{quoted(line)} isn't understood"
    if strange and len(strange) < len(reading.words):
        verb = "isn't" if len(strange) == 1 else "aren't"
        problem = f"{listed(map(quoted, strange))} {verb} understood"
    here = reading.named
    if game and strange and strange[0].casefold() not in sayings()["things"]:
        other = next((name for name in game.names if name not in here), game.names[0])
        instead = [other if word.strip(",?!.") == strange[0] else word for word in words]
        try:
            find_player(strange[0], game.names, "this game")
        except UnknownPlayerError as error:
            if error.is_near or translated(instead, game, None):
                return error
    # Where nothing is played these are rather those who would play.
    is_list = all(w.text in ("and", "&") or reading.is_newcomer(w) for w in reading.words)
    names = f" {printable(line)}" if "," in line and is_list and not game else ""
    start = "" if game else f"start a game with {SK}new{names}, or "
    who = shell_name(here[0], reading.names) if here else ""
    behind = f"to enter points, type them after the name, like {who} 12; "
    behind = behind if who and reading.has_entries else ""
    more = f"{SK}help lists what you can type"
    return NotUnderstoodError(problem, remedy=f"{start}{behind}{more}")


def _is_readable(word: str, game: Game | None) -> bool:
    """Whether a word alone could be an entry or a player."""
    if is_entry(word.rpartition("=")[2] or word, rules_at_hand(game)):
        return True
    with suppress(PlayerError):
        return bool(game and find_player(word.partition("=")[0], game.names, ""))
    return False
