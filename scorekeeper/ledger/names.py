"""The names of players and rounds, which one a word means, and words that stand for an entry."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from scorekeeper.cards import RANKS, plural_of, rank_called, rank_label
from scorekeeper.errors import SK, PlayerError, RoundError, listed, nearest, printable, quoted
from scorekeeper.rules import RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.rule_keys import Forfeit

LONGEST_NAME = 60

UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
).union(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Invisible letters, which could make two different names look the same."""

STYLE = (
    r"(?<=[©®\u2100-\u2bff\u3030-\u32ff\U0001f000-\U0001faff])[\ufe0e\ufe0f]"
    r"|(?<=[0-9#*])\ufe0f(?=\u20e3)"
)
"""Marks that turn the sign before them into a picture: ``❤️`` from ``❤``, ``1️⃣`` from ``1``."""

JOINERS = "\u200c\u200d"  # invisible marks that change how the letters beside them look

SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

LETTERS_OF_CARDS = frozenset({"a", "t", "j", "q", "k", "w", "jk"})  # never names before ``=``


def people(names: Iterable[str], conjunction: str = "and") -> str:
    """Names listed for a sentence, safe to print."""
    return listed(map(printable, names), conjunction)


@lru_cache(maxsize=2000)  # asked for each name at each word of a line
def folded(name: str) -> str:
    """``name`` as it is compared: without case, accents and joiners, so Zoë and ZOE are equal."""
    if name.isascii():
        return name.strip().casefold()
    # Letter by letter: thousands of accents on one letter take minutes to put in order.
    apart = "".join(unicodedata.normalize("NFKD", letter) for letter in name.strip())
    plain = _plain(apart.casefold())
    return "".join(c for c in plain if c not in JOINERS and not unicodedata.combining(c))


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
    if fault := _fault_of(clean):
        raise PlayerError(f"{quoted(clean)} can't be a name: {fault}", remedy="choose another name")
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
    seen: dict[str, str] = {}
    for name in map(check_name, names):
        plain = folded(name)
        if plain in seen:
            both = f"{quoted(seen[plain])} and {quoted(name)} are the same name at the table"
            problem = f"{quoted(name)} is at the table already" if seen[plain] == name else both
            raise PlayerError(problem, remedy="tell them apart, like Ann B and Ann M")
        seen[plain] = name
    return tuple(seen.values())


def is_whole_name(typed: str, names: Iterable[str]) -> bool:
    """Whether one of the names was typed in full."""
    return folded(typed) in map(folded, names)


def near_names(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that differ by one letter, so that one may be a typo for the other."""
    # Both read alike with a gap for the letter that is different or missing: A_n for Ann and An.
    with_gap: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        plain = folded(name)
        if len(plain) < 3:
            continue
        gaps = {plain[:i] + "_" + plain[j:] for i in range(len(plain) + 1) for j in (i, i + 1)}
        for other in sorted({other for gap in gaps for other in with_gap.get(gap, ())}):
            yield names[other], name
        for gap in gaps:
            with_gap.setdefault(gap, []).append(index)


class SeveralPlayersError(PlayerError, kind="player"):
    """What was ``typed`` fits several ``players``."""

    def __init__(self, typed: str, players: Sequence[str]) -> None:
        problem = f"{quoted(typed)} could be {people(players, 'or')}"
        super().__init__(problem, remedy="type more of the name")
        self.typed, self.players = typed, players


class UnknownPlayerError(PlayerError, kind="player"):
    """A word that fits no player; ``near`` is one with a similar name and first letter, or ""."""

    typed = near = ""


@lru_cache(maxsize=2000)  # asked several times for each word of a line
def players_meant(typed: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The players that ``typed`` may mean: a whole name, else the beginning of a word in one.

    A name of two words may be typed as one: ``marybeth``. An umlaut may be two letters: ``joerg``.
    """
    wanted = folded(typed)
    if whole := tuple(name for name in names if folded(name) == wanted):
        return whole[:1]
    spelled_out = {name: composed(name).casefold().translate(SPELLED_OUT) for name in names}
    as_one = [n for n in names if wanted in (folded(n).replace(" ", ""), spelled_out[n])]
    return tuple(as_one or [name for name in names if wanted and _begins(name, wanted)])


def find_player(typed: str, names: Sequence[str], where: str) -> str:
    """The one player that ``typed`` means.

    ``where`` is what the error says they play in; it suggests that somebody new joins, except in
    *these games* or *the new game*. UnknownPlayerError for nobody, SeveralPlayersError for several.
    """
    wanted, matches = folded(typed), players_meant(typed, tuple(names))
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise SeveralPlayersError(typed, matches)
    words = {printable(word): name for name in names for word in (name, *name.split())}
    guess = words.get(nearest(typed, words) or "", "")
    remedy = f"did you mean {printable(guess)}? The players are" if guess else "the players are"
    is_name = typed.replace("-", "").isalpha() and len(typed) <= LONGEST_NAME
    if is_name and not guess and where not in ("these games", "the new game"):
        remedy = f"{SK}player join {typed} for somebody new; {remedy}"
    problem = f"{quoted(typed)} isn't playing in {printable(where)}"
    unknown = UnknownPlayerError(problem, remedy=f"{remedy} {people(names)}.")
    begins_alike = len(wanted) < 3 or any(wanted[0] == folded(word)[:1] for word in words)
    unknown.typed, unknown.near = typed, guess if begins_alike else ""
    raise unknown


def shell_name(name: str, names: Sequence[str]) -> str:
    """What to type for a player in a shell: a word of plain letters where one will do.

    >>> shell_name("Uncle Cy", ["Ann", "Uncle Cy"]), shell_name("李", ["Ann", "李"])
    ('uncle', '"李"')
    >>> shell_name("Jo", ["Jo", "Josh"])  # a full name beats a beginning
    'jo'
    >>> shell_name("Player 1", ["Player 1", "Player 2"]), shell_name("A$AP", ["A$AP"])
    ('"Player 1"', "'A$AP'")
    """
    for word in ("".join(filter(str.isalnum, folded(word))) for word in name.split()):
        # Before = a number is points, and a letter of a card is that card.
        is_name = word.isascii() and word not in LETTERS_OF_CARDS and not word.isdigit()
        means = [other for other in names if _begins(other, word)]
        if word and is_name and (means == [name] or folded(name) == word):
            return word
    shown = printable(name)
    if not set(shown) & set('"\\$`!'):
        return f'"{shown}"'
    # A shell changes nothing between single quotes.
    return "'" + shown.replace("'", "'\"'\"'") + "'"


def _begins(name: str, typed: str) -> bool:
    """Whether ``typed`` begins the name, or the rest of it from one of its words."""
    return f" {typed}" in f" {' '.join(folded(name).split())}"


# ── rounds ───────────────────────────────────────────────────────────────────────────────────


class UnreadRoundError(RoundError, kind="round"):
    """What was typed isn't a round of any game, as in ``fix bo``."""


def not_on_the_sheet(rules: RuleSet, number: int, played: int) -> RoundError:
    """The error for a round after those that were ``played``."""
    remedy = _choices(rules, played) if played else f"record the first round with {SK}add"
    return RoundError(f"{round_subject(rules, number)} isn't on the sheet", remedy=remedy)


def wild_of(rules: RuleSet, number: int) -> str | None:
    """The wild rank of round ``number``; None if there is none, or no cards are dealt."""
    return spec.known_wild if (spec := rules.spec(number)) else None


def wild_label(wild: str | None) -> str:
    """The wild rank in a column: ``3s``, ``10s``, ``Ks``, or a hyphen."""
    return f"{rank_label(wild)}s" if wild else "-"


def round_name(rules: RuleSet, number: int) -> str:
    """A round by number and name: ``round 5, the sevens``."""
    wild = wild_of(rules, number)
    return f"round {number}, the {plural_of(wild)}" if wild else f"round {number}"


def round_subject(rules: RuleSet, number: int) -> str:
    """The same before a verb: ``round 5, the sevens,``, or ``round 5`` if it has no name."""
    name = round_name(rules, number)
    return f"{name}," if "," in name else name


def round_word(rules: RuleSet, number: int) -> str:
    """What to type for a round: its wild if only one round has it, otherwise its number."""
    wild = wild_of(rules, number)
    is_unique = [spec.wild for spec in rules.specs].count(wild) == 1
    return wild_label(wild) if wild and is_unique else str(number)


def bonus_asked(typed: str) -> str | None:
    """The digits in a word for a bonus round: "2" in ``bonus2``, "" in ``bonus``; or None."""
    asked = re.fullmatch(r"bonus(\d{0,3})", typed.strip(), re.ASCII | re.IGNORECASE)
    return asked[1] if asked else None


@lru_cache(maxsize=2000)  # asked several times for each word of a line
def wild_called(typed: str) -> str | None:
    """The wild rank that a round may be called by: ``10s``, *Kings*; None for another word."""
    word = typed.strip().casefold()
    labels = {label.casefold(): rank for rank in RANKS for label in (wild_label(rank), f"{rank}s")}
    return labels.get(word) or rank_called(word)


def find_round(rules: RuleSet, typed: str, last: int) -> int:
    """The round meant by a number, a wild (``7s``), a name (``sevens``) or ``last`` (0: none yet).

    RoundError for a word that means no round, or several.
    """
    word, remedy = typed.strip().casefold(), _choices(rules, rules.last_round)
    if word == "last":
        if not last:
            raise RoundError("no round is on the sheet yet", remedy=f"record one with {SK}add")
        return last
    if word.isascii() and word.isdigit() and len(word) < 5:
        number = int(word)
        if number < 1 or (rules.last_round is not None and number > rules.last_round):
            raise RoundError(f"there is no round {number}", remedy=remedy)
        return number
    rank = wild_called(word)
    numbers = [n for n, spec in enumerate(rules.specs, start=1) if rank and spec.wild == rank]
    if len(numbers) == 1:
        return numbers[0]
    if numbers:
        problem = f"{quoted(typed)} could be round {listed(map(str, numbers), 'or')}"
        raise RoundError(problem, remedy="give the number of the round")
    raise UnreadRoundError(f"there is no round {quoted(typed)}", remedy=remedy)


def _choices(rules: RuleSet, last: int | None) -> str:
    special = {None: "give the number of a round", 1: f"there is only {round_name(rules, 1)}"}
    return special.get(last, f"choose a round from 1 to {last}")


# ── words that stand for an entry ────────────────────────────────────────────────────────────

PHRASES = {
    "o": ("o", "out", "went out", "goes out", "is out", "won", "wins"),
    "0": ("nothing", "none", "nil", "zero"),
    "-": ("-", "absent", "away", "not here", "sat out"),
    "went out, or not here": ("gone",),
}
"""What people say for going out, for 0, for being absent, and what could mean two of them."""

FORFEIT_PHRASES: Mapping[str, Forfeit] = {
    **dict.fromkeys(("drop", "drops", "dropped", "first drop"), "drop"),
    **dict.fromkeys(("middle", "middle drop"), "middle"),
    **dict.fromkeys(("wrong", "wrong show"), "wrong"),
}
"""What people say for each forfeit, the whole phrase last."""

_SAID = {phrase: meaning for meaning, phrases in PHRASES.items() for phrase in phrases}


def meaning_of(text: str) -> str | None:
    """What a phrase means: ``o``, ``0``, ``-``, or the question that it leaves open; or None."""
    return _SAID.get(" ".join(text.casefold().split()))


def forfeit_in(text: str, rules: RoundRules | None) -> Forfeit | None:
    """The forfeit that a text means, like *drop*; None if it means none that the round has."""
    forfeit = FORFEIT_PHRASES.get(" ".join(text.casefold().split()))
    return forfeit if rules and forfeit in rules.forfeits else None


def sayings(rules: RoundRules | None) -> dict[str, bool]:
    """Phrases that are entries in a round, besides going out, and whether points follow them."""
    if rules is None or not rules.has_gin:
        phrases = {forfeit: phrase for phrase, forfeit in FORFEIT_PHRASES.items()}
        forfeits = [phrases[forfeit] for forfeit in rules.forfeits] if rules else []
        return dict.fromkeys((*forfeits, PHRASES["-"][-1]), False)
    big = {"big gin": False} if rules.big_gin_bonus else {}
    return {"gin": False, **big, **({"knock": True} if rules.knock else {})}
