"""Names of players: which are allowed, and which player a typed beginning means."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from scorekeeper.errors import PlayerError, listed, meant, printable, quoted

LONGEST_NAME = 60

UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Invisible letters: two names could look the same."""

STYLE = (
    r"(?<=[©®\u2100-\u2bff\u3030-\u32ff\U0001f000-\U0001faff])[\ufe0e\ufe0f]"
    r"|(?<=[0-9#*])\ufe0f(?=\u20e3)"
)
"""Marks that turn the sign before them into a picture: ``❤️`` from ``❤``, ``1️⃣`` from ``1``."""

JOINERS = "\u200c\u200d"
"""Invisible marks that change how the letters beside them look."""

LETTERS_OF_CARDS = frozenset({"a", "t", "j", "q", "k", "w", "jk"})
"""Before ``=`` these are cards, not names."""


def people(names: Iterable[str], last: str = "and") -> str:
    """Names listed for a sentence, safe to print."""
    return listed(map(printable, names), last)


def folded(name: str) -> str:
    """``name`` as it is compared: without case, accents and joiners.

    >>> folded("Zoë") == folded("ZOE")
    True
    """
    if name.isascii():
        return name.strip().casefold()
    # Letter by letter: thousands of accents on one letter take minutes to put in order.
    apart = "".join(unicodedata.normalize("NFKD", letter) for letter in name.strip())
    plain = _plain(apart.casefold())
    return "".join(
        letter for letter in plain if letter not in JOINERS and not unicodedata.combining(letter)
    )


def _plain(name: str) -> str:
    """``name`` without the marks that turn signs into pictures."""
    return re.sub(STYLE, "", name) if "\ufe0e" in name or "\ufe0f" in name else name


def composed(name: str) -> str:
    """``name`` in its composed form; one that is far too long stays as it is."""
    # Thousands of accents on one letter take minutes to put in order.
    return (name if len(name) > 1000 else unicodedata.normalize("NFC", name)).strip()


def check_name(name: str) -> str:
    """``name`` in its composed form; PlayerError for a name that isn't allowed."""
    clean = composed(name)
    if not clean:
        raise PlayerError("a player needs a name", remedy="give a name like Ann")
    if len(clean) > LONGEST_NAME:
        problem = f"{quoted(clean, 20)} is longer than {LONGEST_NAME} characters"
        raise PlayerError(problem, remedy="give a shorter name")
    fault = _fault_of(clean)
    if fault:
        problem = f"{quoted(clean)} cannot be a name: {fault}"
        raise PlayerError(problem, remedy="choose another name")
    return clean


def _fault_of(name: str) -> str | None:
    if name.isdigit():
        return "digits alone are points"
    if "=" in name:
        return "= goes between a name and points"
    if name.startswith(("-", "−")):
        return "a leading - begins an option"
    if unicodedata.category(name[0]).startswith("M") and name[0] not in UNSEEN:
        return "it begins with a mark that belongs on a letter"
    if not UNSEEN.isdisjoint(_plain(name)) or printable(name) != name:
        return "it has an invisible character"
    if not folded(name):
        return "it has no letters"
    return None


def check_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of one table; PlayerError for a bad name, or one that sounds like another."""
    heard: dict[str, str] = {}
    for name in map(check_name, names):
        plain = folded(name)
        if plain in heard:
            problem = f"{quoted(heard[plain])} and {quoted(name)} are the same name at the table"
            raise PlayerError(problem, remedy="tell them apart, like Ann B and Ann M")
        heard[plain] = name
    return tuple(heard.values())


def is_whole_name(typed: str, names: Iterable[str]) -> bool:
    """Whether one of the names was typed in full."""
    return folded(typed) in map(folded, names)


def near_names(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ by one letter, so that one may be a typo for the other."""
    # They are equal once a letter is dropped from one or both.
    shortened: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        plain = folded(name)
        ways = {plain, *(plain[:i] + plain[i + 1 :] for i in range(len(plain)))}
        for other in sorted({other for way in ways for other in shortened.get(way, ())}):
            if _differ_by_a_letter(plain, folded(names[other])):
                yield names[other], name
        for way in ways:
            shortened.setdefault(way, []).append(at)


def _differ_by_a_letter(name: str, other: str) -> bool:
    shorter = min(len(name), len(other))
    if shorter < 3 or abs(len(name) - len(other)) > 1:
        return False
    start = next((i for i in range(shorter) if name[i] != other[i]), shorter)
    here, there = name[start:], other[start:]
    return here[1:] == there[1:] or here[1:] == there or here == there[1:]


class UnknownPlayerError(PlayerError, kind="player"):
    """A word that fits no player; ``is_near`` says that it is like the name of one."""

    is_near = False


def find_player(typed: str, names: Sequence[str], where: str) -> str:
    """The player that ``typed`` means: a whole name, else the beginning of a word in one.

    ``where`` says in the error what the names belong to. UnknownPlayerError if it fits nobody,
    PlayerError if it fits several.
    """
    wanted = folded(typed)
    whole = [name for name in names if folded(name) == wanted]
    if whole:
        return whole[0]
    found = [name for name in names if wanted and _begins(folded(name), wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        problem = f"{quoted(typed)} could be {people(found, 'or')}"
        raise PlayerError(problem, remedy="type more of the name")
    words = {printable(word): name for name in names for word in (name, *name.split())}
    guess = meant(typed, words, words.__getitem__)
    remedy = f"{guess} The players are" if guess else "the players are"
    remedy = f"{remedy} {people(names)}."
    problem = f"{quoted(typed)} isn't playing in {printable(where)}"
    nobody = UnknownPlayerError(problem, remedy=remedy)
    nobody.is_near = bool(guess)
    raise nobody


def shell_name(name: str, names: Sequence[str]) -> str:
    """What to type for a player in a shell: a word of plain letters where one will do.

    >>> shell_name("Uncle Cy", ["Ann", "Uncle Cy"]), shell_name("李", ["Ann", "李"])
    ('uncle', '"李"')
    >>> shell_name("Player 1", ["Player 1", "Player 2"]), shell_name("A$AP", ["A$AP"])
    ('"Player 1"', "'A$AP'")
    """
    words = ("".join(filter(str.isalnum, folded(word))) for word in name.split())
    for word in words:
        # Before = a number is points, and a letter of a card is that card.
        is_name = word.isascii() and word not in LETTERS_OF_CARDS and not word.isdigit()
        means = [other for other in names if folded(other) == word or _begins(folded(other), word)]
        if word and is_name and means == [name]:
            return word
    shown = printable(name)
    if not set(shown) & set('"\\$`!'):
        return f'"{shown}"'
    # A shell changes nothing between single quotes.
    return "'" + shown.replace("'", "'\"'\"'") + "'"


def _begins(name: str, typed: str) -> bool:
    """Whether ``typed`` begins the name, or the rest of it from one of its words."""
    words = name.split()
    return any(" ".join(words[i:]).startswith(typed) for i in range(len(words)))
