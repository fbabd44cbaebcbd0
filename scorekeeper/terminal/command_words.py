"""The commands of the program by occasion, and how a person types them."""

import re
import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scorekeeper.errors import SK, UsageError, listed, nearest, printable, quoted

if TYPE_CHECKING:
    from scorekeeper.rules import RuleSet

WRITES = "writes"

OCCASIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "Start": {
        "new": ("start", "Start a game: who plays, and under which rules.", WRITES),
        "again": ("start", "Start the next game: same people and rules, the next dealer.", WRITES),
        "rules": ("rules", "Show the games, or the rules of one in words."),
        "demo": ("files", "Try a ready-made evening in a folder of its own."),
        "house": ("rules", "Show the house rules of this game, or change them.", WRITES),
    },
    "Each round": {
        "next": ("standings", "Show the next round: the deal, what is wild, who begins."),
        "add": ("add", "Record the next round; at a terminal it asks.", WRITES),
        "serve": ("serve", "Show the game on phones, where players enter their points."),
    },
    "A dispute": {
        "verify": ("quarrels", "Judge a claim to go out: yes, not like this, or no, and why."),
        "meld": ("quarrels", "Say whether cards are one meld, and if not, why not."),
        "deadwood": ("quarrels", "Find the melds that leave the fewest points."),
        "pad": ("quarrels", "Compare a paper pad with the sheet, and find the slip."),
    },
    "Oops": {
        "fix": ("rounds", "Correct a round, however long ago it was.", WRITES),
        "undo": ("undo", "Take back the last change, whatever command made it.", WRITES),
        "redo": ("undo", "Redo the last change that undo took back.", WRITES),
        "misdeal": ("table", "Void the last round; the next add replaces it.", WRITES),
        "penalty": ("table", "Add points against a player, apart from the cards.", WRITES),
        "bonus": ("table", "Add points that help a player, apart from the cards.", WRITES),
        "edit": ("files", "Open the ledger in your editor, and check it before saving.", WRITES),
        "delete": ("files", "Delete a game; it asks first.", WRITES),
    },
    "People": {
        "player": ("table", "Players join, leave, or change their names.", WRITES),
        "seats": ("table", "Show the order at the table, or change it.", WRITES),
        "dealer": ("table", "Say who deals the current round.", WRITES),
    },
    "Afterwards": {
        "games": ("files", "List the games of a folder: the open ones first, then the newest."),
        "open": ("files", "Open a game: by its file, a word of its title, a player, a month."),
        "standings": ("standings", "Show places, totals and gaps."),
        "sheet": ("standings", "Show the score sheet: rounds by players."),
        "playoff": ("table", "Play one more round to break a tie for first place.", WRITES),
        "finish": ("table", "End the game early, with places as they stand.", WRITES),
        "stats": ("season", "Show the season: who won how often, how well, and its records."),
        "people": ("season", "Show who plays under several names, or join two names."),
        "check": ("files", "Audit ledgers: what is wrong, where, and how to fix it."),
        "review": ("review", "Look back at the hands that were shown."),
        "rescore": ("review", "Rescore an evening under other rules, and say who would have won."),
        "outs": ("review", "Say which draws would let a hand go out, and which discard is best."),
        "chart": ("sharing", "Show the totals round by round as lines."),
        "export": ("sharing", "Export a game for other programs and people."),
        "import": ("importing", "Turn a CSV file into games.", WRITES),
    },
    "To read": {"help": ("help", "Show a page of the manual, or more about a command.")},
}
"""The commands by occasion, each with its module and its summary, and marked if it changes a game.

The function has the command's name, or ``NAME_command``. The help reads this, so listing all
commands loads no module.
"""

NEEDED = ("new", "add", "fix", "undo", "standings", "sheet", "verify", "deadwood", "house", "serve")
"""What an evening needs: the commands that ``sk --help`` lists on one screen."""

OF_NO_GAME = frozenset(
    {"new", "demo", "rules", "check", "games", "open", "stats", "people", "import", "help"}
    | {"-f", "--help", "--game", "--blank"}
)
"""Commands, and options of others, that aren't about the game at hand."""

RARE = {
    "wild": ("rules", "Say which rank was drawn as wild for the next round."),
    "rejoin": ("table", "Let a player who is out come back in."),
}
"""The commands that only a few games have, in the same form; other games don't show them."""

NO_JSON = ("help", "open", "demo")  # the commands without --json

LOOSE = (
    *("edit", "fix", "undo", "next", "again", "wild", "add", "penalty", "bonus", "house", "dealer"),
    *("seats", "standings", "sheet", "finish", "misdeal", "delete", "rules", "pad"),
)
"""Commands that people often follow with words of their own: ``sk fix bob 15``."""


def rare_commands(rules: "RuleSet") -> list[str]:
    """The rare commands that a game with these rules has."""
    has = {"wild": rules.draws_wild, "rejoin": rules.is_pool and bool(rules.rejoin_limit)}
    return [name for name in RARE if has[name]]


_ALL = {name: facts for commands in OCCASIONS.values() for name, facts in commands.items()}

COMMANDS = {name: module for name, (module, *_) in _ALL.items()}
SUMMARIES = {name: summary for name, (_, summary, *_) in _ALL.items()}
READ_ONLY = frozenset(name for name, (_, _, *writes) in _ALL.items() if not writes)
"""The commands that don't change the game."""

WITHIN = {"player": ("join", "leave", "rename")}
"""The commands within another one, whose name people forget to type."""

HELP = ("help", "h", "?", "what")
BACK = (
    *("back", "<", "undo", "cancel", "esc", "escape"),
    *("forget it", "never mind", "nevermind", "cancel that", "cancel it"),
    *("undo that", "undo it", "take that back", "take it back", "go back"),
)
NO = ("n", "no", "nope", "none", "nobody", "no one")
LEAVE = ("quit", "exit", "bye", "close", "stop")
"""Words that every question understands: for help, the previous question, no, and to stop."""

STANDS_FOR = {
    **dict.fromkeys(("score", "scores", "total", "totals", "result", "results"), "standings"),
    **dict.fromkeys(("ranking", "places", "who is winning", "who won"), "standings"),
    **dict.fromkeys(("print", "history", "rounds"), "sheet"),
}
"""What people type alone on a line, and the command that they mean."""

HOW_TO_FIX = ("wrong", "mistake", "oops", "correct", "wait", "sorry", "that was wrong")
SAVE = ("save",)
"""What people type to ask how to fix a slip, or to save, which isn't needed."""

WORDS = tuple(dict.fromkeys([*COMMANDS, *STANDS_FOR, *HOW_TO_FIX, *SAVE, *HELP, *BACK, *LEAVE]))
"""Everything that means something alone on a line; it can still be a player's name."""

EXAMPLES = {
    "meld": "meld 4h5h6h",
    "deadwood": "deadwood 5h 6h 7h kd",
    "outs": "outs 5h 6h kd --decks 2",
    "pad": "pad 51 63 64",
    "export": "export --to csv",
    "import": "import scores.csv",
    "open": "open friday",
    "fix": "fix 5s {who}=12",
    "penalty": "penalty {who} 10",
    "bonus": "bonus {who} 10",
    "player join": "player join Fay --after {who}",
    "player leave": "player leave {who}",
    "player rename": "player rename {who} Robin",
    "dealer": "dealer {who}",
    "wild": "wild 7",
    "rejoin": "rejoin {who}",
}
"""Each command that needs more words, with an example; ``{who}`` is a player."""


class AnotherLine(Exception):  # noqa: N818 - not an error: somebody wants something else
    """A whole line that was typed at a question and takes the place of what was asked about."""


def normalized(line: str) -> str:
    """A line in the form of the words listed here: lower case, without a final ?.

    >>> normalized("Who Won?"), normalized("?"), normalized("?? ")
    ('who won', '?', '?')
    """
    words = " ".join(line.casefold().split())
    return words.rstrip("? ") or words[:1]


def yes_or_no(answer: str) -> bool | None:
    """Whether an answer means yes, like ``yes please``, or no, like ``nobody``; else None."""
    words = normalized(answer).replace(",", "")
    is_yes = re.fullmatch("(y|yes|yep|yeah|yup|sure|ok)( please)?", words)
    return bool(is_yes) if is_yes or words in NO else None


def close_command(typed: str) -> str | None:
    """The command that ``typed`` probably means, such as ``player join``; None if none is near."""
    known = {name: f"{group} {name}" for group, names in WITHIN.items() for name in names}
    close = nearest(typed, [*COMMANDS, *known])
    return known.get(close, close) if close else None


def no_command(typed: str, group: str = "sk") -> UsageError:
    """The error if ``typed`` isn't a command of the program, or of a ``group`` in it."""
    word = normalized(typed)
    known = {
        **STANDS_FOR,
        **dict.fromkeys(HOW_TO_FIX, f"fix or {SK}undo"),
        **dict.fromkeys(HELP, "help"),
        **dict.fromkeys(BACK, "undo"),
    }
    if group in WITHIN:
        remedy = f"type {listed((f'{SK}{group} {name}' for name in WITHIN[group]), 'or')}"
    elif word in SAVE:
        remedy = "no need: everything is saved as you type it"
    elif word in LEAVE:
        remedy = f"no game is open here; did you mean {SK}finish, which ends one early?"
    elif close := known.get(word) or close_command(typed):
        remedy = f"did you mean {SK}{close}?"
    else:
        remedy = f"see {SK}--help"
    return UsageError(f"there is no command {quoted(typed)}", remedy=remedy)


# ── commands as they are typed ───────────────────────────────────────────────────────────────

ON_WINDOWS = sys.platform == "win32"

_WORD = r"""(?:"[^"]*"|(?:(?<!\S)|(?<=["']))'[^']*'|\S)+"""
_QUOTED = r""""([^"]*)"|(?:^|(?<=["']))'([^']*)'"""


def split_words(line: str) -> list[str]:
    """The words of a line; quotes hold one together, but an apostrophe in a name isn't a quote.

    >>> split_words('''player rename O'Neil "Ann Lee"''')
    ['player', 'rename', "O'Neil", 'Ann Lee']
    """
    return [re.sub(_QUOTED, r"\1\2", word) for word in re.findall(_WORD, line)]


def command_in(line: str) -> list[str]:
    """The words of a line, or of the command it stands for: ``standings`` for ``Who won?``."""
    return split_words(STANDS_FOR.get(normalized(line), line))


SAYS_MORE = ("?", "help")  # before or after a command, these ask for its help

EXPLAINED = {*COMMANDS, *RARE, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have their own help."""


def asked_for_help(words: Sequence[str]) -> list[str]:
    """The help command that ``? fix``, ``?fix``, ``help fix`` or ``fix ?`` means; else empty."""
    if words[0].startswith("?") and words[0] not in SAYS_MORE:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in SAYS_MORE and words[1:]:
        return ["help", *words[1:]]
    command = " ".join(words[:-1]).casefold()
    is_asked = words[-1].casefold() in SAYS_MORE and command in EXPLAINED
    return [*command.split(), "--help"] if is_asked else []


def names_in(words: Iterable[str]) -> list[str]:
    """The names in a list as a person types it, several words each between commas or in quotes.

    >>> names_in(["Ann,", "Uncle", "Max,", "Bo", "and", "Zoe"])
    ['Ann', 'Uncle Max', 'Bo', 'Zoe']
    >>> names_in(["Ann & Bo", "Cy and Dee"]), names_in(["Ann", "and", "Bo"])
    (['Ann & Bo', 'Cy and Dee'], ['Ann', 'Bo'])
    >>> names_in(["Ann, Uncle Max", "Bo"])
    ['Ann', 'Uncle Max', 'Bo']
    """
    words = list(words)
    has_commas = any("," in word for word in words)
    names: list[list[str]] = [[]]
    for word in words:
        if " " in word and "," not in word.rstrip(","):
            names += [[word.rstrip(",")], []]
            continue
        for piece in re.findall(",|[^ ,]+", word):
            if piece in (",", "and", "&"):
                names.append([])
            elif has_commas:
                names[-1].append(piece)
            else:
                names.append([piece])
        if " " in word:  # quoted: the next word is another name
            names.append([])
    return [" ".join(name) for name in names if name]


def number_of(word: str, most: int) -> int | None:
    """The number from 1 to ``most`` that a word means, or None."""
    is_number = word.isascii() and word.isdigit() and len(word) < 10
    return int(word) if is_number and 1 <= int(word) <= most else None


def command_line(*words: str) -> str:
    """The command line of these words, quoted so that it can be typed again."""
    # A leading minus sign was a hyphen when it was typed.
    plain = ("-" + word[1:] if word.startswith("−") else word for word in words)
    # Some shells read a word that begins with = as a command.
    return " ".join(in_shell("total:" + word[1:] if word[:1] == "=" else word) for word in plain)


def command_line_of(context: Any, settled: Mapping[str, Any]) -> str:
    """The command line that Typer has read, so that it can be typed again, without its file.

    What was ``settled`` since then replaces what it said; a note comes last.
    """
    given = {**context.params, **settled}
    words: list[str] = context.command_path.split()[1:]
    options: list[str] = []
    for param in sorted(context.command.params, key=lambda param: param.name == "note"):
        value = given.get(param.name)
        if value is None or value is False or "--file" in param.opts:
            continue
        values = [str(each) for each in (value if isinstance(value, list | tuple) else [value])]
        if param.param_type_name == "argument":
            words += values
        elif value is True:
            words.append(param.opts[0])
        else:
            options += [word for each in values for word in (param.opts[0], each)]
    return command_line(*words, *options)


def with_file(text: str, file: str | None) -> str:
    """``text`` with its commands for the file that the person named, if they did.

    >>> with_file(f"correct it with {SK}fix 3s", "old/june.toml").replace(SK, "")
    'correct it with fix -f old/june.toml 3s'
    """
    if file is None or SK not in text:
        return text
    option = f" -f {shell_path(file)}"

    def named(match: re.Match[str]) -> str:
        return match[0] + (option if OF_NO_GAME.isdisjoint(match.groups()) else "")

    return re.sub(rf"{SK}(?:player )?([a-z]+)(?= (-[-a-z]+)|)", named, text)


def shell_path(file: object) -> str:
    """A whole path as it can be typed in a shell, safe to print."""
    return printable(in_shell(str(file)), limit=5_000)  # no system's paths are longer


def in_shell(word: str) -> str:
    """A word quoted for this system's shell; cmd and PowerShell share only double quotes."""
    if ON_WINDOWS:
        return word if re.fullmatch(r"[\w.:/\\=+-]+", word) else '"' + word.replace('"', '""') + '"'
    if "'" in word and not set('"$`!\\').intersection(word):
        return f'"{word}"'  # easier to read than what shlex makes of an apostrophe
    import shlex

    return shlex.quote(word)


# ── a line in the shape that the commands read ──────────────────────────────────────────────


def for_typer(words: list[str], flags: Container[str] = ()) -> list[str]:
    """The words in the form that Typer reads; ``flags`` are the command's options without a value.

    The hyphen of a negative entry, even in ``-2=72``, becomes a minus sign, so that it isn't taken
    for an option. The value of an option stays as typed.
    """
    if not any(word.startswith("-") or word.endswith("=") for word in words):
        return words  # most lines need none of the patterns, which take time to compile

    def takes_a_value(word: str) -> bool:
        return bool(re.fullmatch(r"--[a-z][a-z-]*|-[a-z]", word)) and word not in flags

    words = _joined(words, takes_a_value)
    return [
        "−" + word[1:] if re.match(r"-\d+(=|\Z)", word) and not takes_a_value(before) else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def _joined(words: list[str], takes_a_value: Callable[[str], bool]) -> list[str]:
    """The words with ``bo= 12`` as ``bo=12``: shells put a space after a word completed by TAB."""
    joined: list[str] = []
    for word in words:
        option, begun = ["", "", *joined[-2:]][-2:]
        is_begun = re.fullmatch("[^-=][^=]*=", begun)
        is_its_own = takes_a_value(option) and option != "--rule"  # --rule decks= 2
        if is_begun and not is_its_own and "=" not in word and not re.match("--|-[a-z]", word):
            joined[-1] += word
        else:
            joined.append(word)
    return joined
