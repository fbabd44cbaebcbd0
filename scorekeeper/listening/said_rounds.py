"""A round or a claim as somebody types or says it, as the command for it."""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.errors import (
    SK,
    EntryError,
    RoundError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.names import called_in, shell_name
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.listening.sayings import Line, cards_counted, in_digits
from scorekeeper.listening.sayings import said as sayings
from scorekeeper.listening.whose_entry import (
    Said,
    look_like_totals,
    read_entries,
    refuse_so_far,
    said_in,
)
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.terminal.choose import games_here

ONLY_BEHIND_A_NAME = ("big", "big gin")
"""Entries that a line of their own would say of nobody."""


def can_go_out(text: str, game: Game | None) -> bool:
    """Whether these are cards to go out with: laid out in groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), rules_at_hand(game)
    held = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and held == (rules.deal or 0) + 1)


def claim_of(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` of cards in the round at hand, however many they are."""
    at_hand = []
    if game and rules_at_hand(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def round_of(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` of a round, or ``verify`` of a player's cards with ``/`` between them.

    Raises what is wrong with the entries, or why there can be none.
    """
    if game is None:
        problem, remedy = "there is no game yet", f"start one: {SK}new"
        if titles := open_titles():
            problem = f"{listed(titles)} aren't over: which one is this for?"
            remedy = f"open one first, like {SK}open 1, or start another: {SK}new"
        raise UsageError(problem, remedy=remedy)
    row = next_row(game)
    said = said_in(words, game, row.rules)
    given = [entry if name is None else f"{name}={entry}" for name, entry in said]
    is_named = any(name is not None for name, _ in said)
    bare = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and not bare.isdisjoint(ONLY_BEHIND_A_NAME):
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        _refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and can_go_out(said[0].entry, game):
        return claim_of(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # All of these are asked about.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def open_titles() -> list[str]:
    """The games here that go on, where none of them is the one at hand."""
    going_on = (evening for evening in games_here(quiet=True) if not evening.is_over)
    return [printable(evening.head.title or evening.path.name) for evening in going_on]


def _refuse_bare_words(said: Sequence[Said], rules: RoundRules | None, game: Game) -> None:
    """Raise EntryError for a word like ``drop`` without a name: alone it means something else."""
    for _, entry in said:
        if called_in(entry, rules):
            problem = f"{quoted(entry)} needs a name here"
            example = f"{shell_name(game.names[-1], game.names)} {entry}"
            raise EntryError(problem, remedy=f"name every entry, like {example}; or type add")


def rules_at_hand(game: Game | None) -> RoundRules | None:
    """The rules of the round to come, None where there is none or no cards are dealt."""
    try:
        return next_row(game).rules if game else None
    except RoundError:
        return None


NOBODY_OUT = (
    r"(and )?(nobody|no one|no-one|none of us)"
    r"( (went|go|goes|going|got|is|was|'s|could|managed|to|out|laid|down|this|time|round|one))*"
)


MOST_WAYS = 16
"""Ways of putting number words together that are tried."""


def round_in_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` of a round that is said otherwise than ``add`` takes it, None where it is none.

    Numbers in words, ``12/0/5/21``, ``ann12 bob5``, ``everyone else 20``, and nobody who is out.
    """
    try:
        row = next_row(game)
    except RoundError:
        return None
    asked = line.without_frame
    words, out = [word.raw.rstrip(",") for word in asked], []
    said = " ".join(word.text for word in asked)
    if nobody := re.match(rf"{NOBODY_OUT}|.*?(?= {NOBODY_OUT}$)", said):
        size, out = len(nobody[0].split()), ["--out", "-"]
        words = words[size:] if re.match(NOBODY_OUT, said) else words[:size]
    if words and re.fullmatch(r"(\d+|o)([/-](\d+|o))+", words[0]):
        words = [*re.split("[/-]", words[0]), *words[1:]]
    glued = [re.fullmatch(r"([^\W\d_]+)(\d+|(?<=.)o)", word) for word in words]
    if all(glued) and not any(re.search(r"\d", name) for name in line.names):
        words = [part for found in glued if found for part in found.groups()]
    names = {f"{name}s".casefold(): name for name in line.names}  # bobs out
    words = _cards_summed([names.get(word, word) for word in words if word != "'s"], line)
    text = " ".join(words)
    for pattern, instead in sayings()["spoken"].items():
        text = re.sub(rf"(?i){pattern}", instead, text)
    if game.rules.several_out:
        text = re.sub(r"(?i)\band (\w+) ((went )?out|o)\b", r"out \1 out", text)
    typed_ways = in_digits(text.split(), 0, game.names) if words else iter(())
    for typed in islice(typed_ways, MOST_WAYS):
        with suppress(ScorekeeperError):
            digits = re.sub(r"\b(minus|negative) (?=\d)", "-", " ".join(typed)).split()
            found = round_of(_and_one_out(_for_all(digits, row, game), row, game), game)
            if found[0] == "add":
                return [*found, *out]
    return None


def _cards_summed(words: list[str], line: Line) -> list[str]:
    """A line with cards that are counted out as sums: ``ann two kings and a five`` is k+k+5."""
    found: list[str] = []
    at = 0
    while at < len(words):
        terms, end = list[str](), at
        while counted := cards_counted(words, end, line.names):
            terms, last = [*terms, *counted[0]], counted[1]
            end = last + (words[last : last + 1] == ["and"])
        found += ["+".join(terms)] if terms else [words[at]]
        at = last if terms else at + 1
    return found


def with_discard(words: Sequence[str]) -> list[str]:
    """A line with ``/`` before a card that somebody discards: *and throwing the kd*."""
    found: list[str] = []
    discards = sayings()["discards"]
    for at, word in enumerate(words):
        rest = [w for w in words[at + 1 :] if w not in ("a", "an", "the")]
        if word.casefold() in discards and rest and are_cards(rest[0].rstrip(",.")):
            found += ["/"]
        elif found[-1:] != ["/"] or word not in ("a", "an", "the"):
            found += [word]
    return [
        w for w, after in zip(found, [*found[1:], ""], strict=True) if (w, after) != ("and", "/")
    ]


def _for_all(words: list[str], row: Row, game: Game) -> list[str]:
    """A line with one entry for everybody, or everybody else, as one for each."""
    everybody, behind = sayings()["everybody"], sayings()["behind_everybody"]
    said = [word.casefold() for word in words]
    at = next((i for i, word in enumerate(said) if word in everybody), len(said))
    end = next((i for i in range(at + 1, len(said)) if said[i] not in behind), 0)
    if not end:
        return words
    rest = [*(word for word in words[:at] if word not in ("the", "and")), *words[end + 1 :]]
    named = {name for name, _ in said_in(rest, game, row.rules)} if rest else set()
    if not named and {"else", "others", "rest"} & {*said}:
        return words
    return [*rest, *(f"{name}={words[end]}" for name in row.players if name not in named)]


def _and_one_out(words: list[str], row: Row, game: Game) -> list[str]:
    """A line in seat order in which only the player who went out has a name: ``bo out, 12 5 9``."""
    said = said_in(words, game, row.rules, mixed=True)
    named = {name: entry for name, entry in said if name is not None}
    bare = [entry for name, entry in said if name is None]
    others = [name for name in row.players if name not in named]
    if len(named) != 1 or not bare:
        return words
    [(who, entry)] = named.items()
    if who not in row.players or not parse_entry(entry, row.rules).out:
        return words
    if len(bare) == len(row.players):  # 7 0 12 4, and bo went out
        at = row.players.index(who)
        return [*bare[:at], "o", *bare[at + 1 :]] if bare[at] in ("0", "o") else words
    if len(bare) != len(others):
        return words
    given = {**named, **dict(zip(others, bare, strict=True))}
    return [f"{name}={given[name]}" for name in row.players]
