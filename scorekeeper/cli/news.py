"""What happens beside the keyboard, said where it disturbs no answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.cli.output import talk


class News:
    """Lines from another thread: said at once while somebody types, else before the next time."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._is_read = False

    def say(self, line: str) -> None:
        """Say a line, now or soon."""
        if self._is_read:
            talk(line)
        else:
            self._kept.append(line)

    @contextmanager
    def told(self) -> Iterator[None]:
        """While this lasts a line is typed, and news stand above it."""
        self._is_read = True
        while self._kept:
            talk(self._kept.pop(0))
        try:
            yield
        finally:
            self._is_read = False


news = News()
