"""Things that are known by numbers."""

from collections.abc import Hashable
from itertools import count
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Numbered(Generic[Thing]):
    """Things by number, and the number of each; the first is 0.

    What is kept in numbers alone costs Python's garbage collector nothing.
    """

    __slots__ = ("_numbers", "number_of", "things")

    def __init__(self, first: Thing) -> None:
        self.things = {0: first}
        self.number_of = {first: 0}
        self._numbers = count(1)

    def __getitem__(self, number: int) -> Thing:
        return self.things[number]

    def number(self, thing: Thing) -> int:
        """The number of a thing, a new one if it was not met before."""
        number = self.number_of.get(thing)
        if number is None:
            # Two threads that meet a thing at once agree on its number, and know it by that.
            number = next(self._numbers)
            self.things[number] = thing
            number = self.number_of.setdefault(thing, number)
        return number
