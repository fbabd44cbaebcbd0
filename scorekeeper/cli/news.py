"""What happens beside the keyboard, said where it disturbs no answer."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from scorekeeper.cli.output import talk


class News:
    """Lines from another thread: said at once while somebody types, else before the next time."""

    def __init__(self) -> None:
        self._kept: deque[str] = deque()
        self._is_read = False

    def say(self, line: str) -> None:
        """Say a line, now or soon."""
        self._kept.append(line)
        if self._is_read:
            self._tell()

    def _tell(self) -> None:
        with suppress(IndexError):  # two threads may tell at once, and none keeps a line back
            while True:
                talk(self._kept.popleft())

    @contextmanager
    def told(self) -> Iterator[None]:
        """While this lasts a line is typed, and news stand above it."""
        self._is_read = True
        self._tell()
        try:
            yield
        finally:
            self._is_read = False


news = News()
