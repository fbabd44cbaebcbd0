"""Commands as a person types them: those that were given, and those that help to go on."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

# What quotes words for a shell is loaded where that is done: most commands quote none.
from scorekeeper.errors import printable

LONGEST_PATH = 5_000
"""Characters of the longest path that a system takes."""

_PIECES = r"""(?:"[^"]*"|(?:(?<!\S)|(?<=["']))'[^']*'|\S)+"""
_PIECE = r"""("[^"]*")|((?:^|(?<=["']))'[^']*')|(.)"""


def split_words(line: str) -> list[str]:
    """The words of a line; quotes hold one together, and the apostrophe in a name is no quote.

    >>> split_words('''player rename O'Neil "Ann Lee"''')
    ['player', 'rename', "O'Neil", 'Ann Lee']
    """
    return [
        "".join(
            double[1:-1] if double else single[1:-1] if single else letter
            for double, single, letter in re.findall(_PIECE, word, re.DOTALL)
        )
        for word in re.findall(_PIECES, line)
    ]


def names_in(words: Iterable[str]) -> list[str]:
    """The names in a list as a person types it; between commas a name may be several words.

    A quoted word without a comma is one name.

    >>> names_in(["Ann,", "Uncle", "Max,", "Bo", "and", "Zoe"])
    ['Ann', 'Uncle Max', 'Bo', 'Zoe']
    >>> names_in(["Ann & Bo", "Cy and Dee"]), names_in(["Ann", "and", "Bo"])
    (['Ann & Bo', 'Cy and Dee'], ['Ann', 'Bo'])
    >>> names_in(["Ann, Uncle Max", "Bo"])
    ['Ann', 'Uncle Max', 'Bo']
    """
    words = list(words)
    has_commas = any("," in word for word in words)
    found: list[list[str]] = [[]]
    for word in words:
        if " " in word and "," not in word.rstrip(","):
            found += [[word.rstrip(",")], []]
            continue
        for piece in re.findall(",|[^ ,]+", word):
            if piece in (",", "and", "&"):
                found.append([])
            elif has_commas:
                found[-1].append(piece)
            else:
                found.append([piece])
        if " " in word:  # quoted: the next word is another name
            found.append([])
    return [" ".join(name) for name in found if name]


def number_of(word: str, most: int) -> int | None:
    """The number from 1 to ``most`` that a word is; None where it is none of them."""
    is_number = word.isascii() and word.isdigit() and len(word) < 10
    return int(word) if is_number and 1 <= int(word) <= most else None


def typed(*words: str) -> str:
    """The words of a command line, quoted as they can be typed again."""
    # A leading minus sign was a hyphen when it was typed.
    plain = ("-" + word[1:] if word.startswith("−") else word for word in words)
    # Some shells read a word that begins with = as a command.
    import shlex

    return shlex.join("total:" + word[1:] if word.startswith("=") else word for word in plain)


def typed_again(context: Any, settled: Mapping[str, Any]) -> str:
    """The command line that Typer has read, as it can be typed again.

    What was ``settled`` since takes the place of what it says; its file is left out, and a note
    stands last.
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
    return typed(*words, *options)


_AT_THE_GAME = (
    r"(?<![\w'\"-])sk (?!(?:new|rules|check|games|open|stats|people|import|help)\b)"
    r"(?:player )?+[a-z]++(?! -f\b| --(?:help|game|blank)\b)"
)
"""The commands in a text that work on one game and name none yet, as those behind --game do.

What stands in quotes is what somebody typed.
"""


def for_file(text: str, file: str | None) -> str:
    """``text`` with its commands for the file that the person named, if they did.

    >>> for_file("correct it with sk fix 3s", "old/june.toml")
    'correct it with sk fix -f old/june.toml 3s'
    >>> for_file("sk player rename Won NAME; see sk player rename --help", "june.toml")
    'sk player rename -f june.toml Won NAME; see sk player rename --help'
    """
    if file is None:
        return text
    return re.sub(_AT_THE_GAME, lambda found: f"{found[0]} -f {shell_path(file)}", text)


def shell_path(file: str) -> str:
    """A path as it can be typed in a shell, all of it, and safe to print."""
    import shlex

    return printable(shlex.quote(file), limit=LONGEST_PATH)
