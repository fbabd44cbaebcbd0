"""The questions at a terminal before an evening and before a round; it asks, and writes nothing."""

from collections.abc import Sequence

from scorekeeper.errors import UsageError
from scorekeeper.ledger.names import PHRASES, folded, near_names
from scorekeeper.render.words import person
from scorekeeper.terminal import on_terminal, talk
from scorekeeper.terminal.command_words import WORDS, as_said


def settle_names(names: Sequence[str], before: Sequence[str] = ()) -> None:
    """Ask a person about names that weren't at the table ``before`` and may be a slip.

    The doubtful ones are names that are also words of the program, two that differ by one letter,
    and Max if Uncle Max plays. Off a terminal they are taken as names, and a remark says so.
    UsageError if one isn't a name, or two are one person.
    """
    new = [name for name in names if name not in before]
    words = {*WORDS, "and", "game"}.union(*PHRASES.values())
    remarks = [
        (f"{person(name)} also means something here", False)
        for name in new
        if as_said(name) in words
    ]
    remarks += [
        (f"{person(name)} and {person(other)} differ by one letter", True)
        for name, other in near_names(names)
        if {name, other} & set(new)
    ]
    remarks += [
        (f"{person(name)} was {person(other)} until now", True)
        for name in new
        for other in names
        if other not in new and folded(name) in folded(other).split()
    ]
    for remark, are_two in remarks:
        question = "Are they two people?" if are_two else "Is that somebody's name?"
        if not on_terminal():
            talk(f"{remark}: taken as {'two people' if are_two else 'a player'}")
            continue
        from scorekeeper.terminal.prompt import ask_yes  # few tables are asked

        if not ask_yes(f"{remark}. {question}", usual=are_two):
            raise UsageError(remark, remedy="type the names again")
