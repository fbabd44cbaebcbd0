"""What is asked before something is written, where it may be a slip.

A person is asked about an entry that leaves a question open, about a 0 where nobody is said to
have gone out, and about a name that differs from another by one letter.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from scorekeeper.cli.asking.prompt import ask, ask_yes, is_waiting, refuse
from scorekeeper.cli.command_list import WORDS, as_said
from scorekeeper.cli.output import on_terminal, talk
from scorekeeper.errors import EntryError, PlayerError, UsageError, quoted
from scorekeeper.ledger.entries import PHRASES, Entry, parse_entry
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, near_names
from scorekeeper.ledger.rows import Row
from scorekeeper.ledger.scoring import nothing_left, points_of, record
from scorekeeper.render.words import person


def refuse_so_far(game: Game, row: Row, entries: Mapping[str, Entry]) -> None:
    """Raise what ``record`` does where these entries cannot be, all others being away as yet."""
    if any(not entry.absent for entry in entries.values()):
        away = {name: Entry("-", absent=True) for name in row.players if name not in entries}
        record(game, {**away, **entries})


# ── an entry ─────────────────────────────────────────────────────────────────────────────


def settle_doubts(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, asked about where a question is open, or the pad's sum does not come out.

    Nothing is asked where more was typed already: that would be no answer.
    """
    if is_waiting():
        return dict(entries)
    return {name: _settled(game, row, name, entry) for name, entry in entries.items()}


def _settled(game: Game, row: Row, name: str, entry: Entry) -> Entry:
    """An entry without a doubt: as it was typed, or as it is typed now."""
    try:
        points_of(game, row, name, entry)
    except EntryError as error:
        refuse(error)
        question, meant = f"  {person(name)}: ", None
    else:
        if not entry.doubt:
            return entry
        question, meant = whether(entry), entry._replace(doubt="")
    again = ask(
        question,
        lambda answer: meant if meant and not answer else parse_entry(answer, row.rules),
        ANOTHER if meant else f"  {ENTRY}",
        names=game.names,
    )
    return again if again is meant else _settled(game, row, name, again)


ENTRY = "an entry, like 12, o or -"

ANOTHER = f"  Enter: it is meant as it was typed · or {ENTRY}"
"""The answers to ``whether``."""


def whether(entry: Entry) -> str:
    """The question whether an entry is meant that leaves one open; an empty answer says so."""
    return f"  {entry.doubt}. [Enter] as typed, or type it again: "


# ── a zero ───────────────────────────────────────────────────────────────────────────────


def settle_who_went_out(game: Game, row: Row, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, asked about where nobody is noted as out and somebody has 0."""
    zeros = zeros_unsettled(game, row, entries)
    first = _ask_who_went_out(zeros) if zeros else None
    if first is None:
        return dict(entries)
    entry = entries[first]
    shown = entry._replace(typed=f"o:{entry.typed}", out=True)
    return {**entries, first: shown if entry.groups else Entry("o", out=True)}


def zeros_unsettled(game: Game, row: Row, entries: Mapping[str, Entry]) -> tuple[str, ...]:
    """Who may have gone out, though nobody typed so; raises as ``record`` does."""
    if not game.rules.plays_cards or any(entry.out for entry in entries.values()):
        return ()
    recorded = record(game, entries).game
    return nothing_left(recorded, row.number, recorded.rounds[row.at])


def _ask_who_went_out(zeros: Sequence[str]) -> str | None:
    """Who of those with nothing left went out first; None where nobody did."""
    if len(zeros) == 1:
        who = person(zeros[0])
        question = f"  Nobody went out? A 0 stands beside {who}."
        return zeros[0] if ask_yes(question, f"{who} went out", "nobody did") else None
    names = " or ".join(map(person, zeros))

    def first(answer: str) -> str | None:
        if answer.lower() in ("n", "no"):
            return ""
        with suppress(PlayerError):
            return find_player(answer, zeros, "")
        if answer:
            raise PlayerError(f"{quoted(answer)} is not one of them", remedy=f"type {names}, or n")
        return None

    question = f"  Who went out first, {names}? A name, or [n] nobody did: "
    answers = f"  {names}: went out first · n: nobody did"
    return ask(question, first, answers, names=zeros) or None


# ── a name ───────────────────────────────────────────────────────────────────────────────


def settle_names(names: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a person was asked about one of the ``new`` among the names of a table.

    It is asked about a name that is a word which the program listens to, and about two that
    differ by one letter. Off a terminal they are names, and that is said. UsageError where one
    is none, or the two are one person.
    """
    listed = {*WORDS, "and", *(phrase for phrases in PHRASES.values() for phrase in phrases)}
    words = [
        (f"{person(name)} is a word with a meaning here", "a player", "Is somebody called so?")
        for name in new
        if as_said(name) in listed
    ]
    pairs = [
        (
            f"{person(name)} and {person(other)} differ by one letter",
            "two people",
            "Are they two people?",
        )
        for name, other in near_names(names)
        if {name, other} & set(new)
    ]
    for remark, taken, question in [*words, *pairs]:
        if not on_terminal():
            talk(f"{remark}: taken as {taken}")
        elif not ask_yes(f"{remark}. {question}", usual=taken == "two people"):
            raise UsageError(remark, remedy="type the names again")
    return bool(words or pairs) and on_terminal()
