"""A name that differs from another by a letter: a person is asked whether it is a slip."""

from collections.abc import Sequence

from scorekeeper.cli.asking.prompt import ask_yes
from scorekeeper.cli.output import on_terminal, talk
from scorekeeper.errors import UsageError
from scorekeeper.ledger.people import near_names
from scorekeeper.render.words import person


def settle_near_names(names: Sequence[str], new: Sequence[str]) -> bool:
    """Whether a person was asked about one of the ``new`` among the names of a table.

    Off a terminal they are two people, and that is said. UsageError where they are one.
    """
    pairs = [pair for pair in near_names(names) if set(pair) & set(new)]
    for one, other in pairs:
        question = f"{person(one)} and {person(other)} differ by one letter"
        if not on_terminal():
            talk(f"{question}: taken as two people")
        elif not ask_yes(f"{question}. Are they two people?"):
            raise UsageError(question, remedy="type the names again")
    return bool(pairs) and on_terminal()
