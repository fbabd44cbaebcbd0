"""Commands as a person types them: those that were given, and those that help to go on."""

import re
import shlex

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


def typed(*words: str | None) -> str:
    """The words of a command, quoted so that they can be typed again; None is left out."""
    # A leading minus sign was a hyphen when it was typed.
    # And some shells read a word that begins with = as a command.
    plain = ("-" + word[1:] if word.startswith("−") else word for word in words if word is not None)
    return shlex.join("total:" + word[1:] if word.startswith("=") else word for word in plain)


def option(name: str, value: str | None) -> tuple[str, ...]:
    """An option and its value, nothing where it was not given."""
    return () if value is None else (name, value)


def sk(words: str, file: str | None) -> str:
    """A command that helps to go on, for the same file where the person named one."""
    command, _, rest = words.partition(" ")
    named = f" -f {shlex.quote(file)}" if file is not None else ""
    return f"sk {command}{named}{' ' + rest if rest else ''}"
