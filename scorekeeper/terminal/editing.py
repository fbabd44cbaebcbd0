"""Reads lines with editing, history and completion, by means of prompt_toolkit."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property
from itertools import groupby

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import Completer, WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import DummyHistory, History, InMemoryHistory
from prompt_toolkit.input import create_input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.shortcuts import CompleteStyle

from scorekeeper.terminal import colours, displayable, voice
from scorekeeper.terminal.prompt import LONGEST_LINE, LineReader, cleaned, news


class EditingReader(LineReader):
    """Reads lines that can be edited; ``completions`` returns what the last word may become."""

    def __init__(self, completions: Callable[[str], list[str]]) -> None:
        super().__init__()
        self._input = create_input(sys.stdin)
        read_keys = self._input.read_keys
        setattr(self._input, "read_keys", lambda: lumped(read_keys()))  # noqa: B010
        self._output = create_output(sys.stdout)
        if isinstance(self._output, Vt100_Output):
            # Nothing here needs the cursor's position, and not every terminal reports it.
            self._output.enable_cpr = False
        self._pasted: deque[str] = deque()
        self._begun = ""
        completer = WordCompleter(
            lambda: completions(get_app().current_buffer.document.text_before_cursor),
            ignore_case=True,
            WORD=True,
        )
        self._lines = self._session(InMemoryHistory(), completer, self._bindings())

    @cached_property
    def _answers(self) -> PromptSession[str]:
        """The reader of answers, made when the first question is asked."""
        keys = self._bindings()
        keys.add(Keys.Escape)(_leave)
        keys.add(Keys.Escape, Keys.Enter)(_leave)  # pressed so fast that they are one key
        return self._session(DummyHistory(), None, keys)

    def _session(
        self, history: History, completer: Completer | None, keys: KeyBindings
    ) -> PromptSession[str]:
        return PromptSession(
            history=history,
            completer=completer,
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            key_bindings=keys,
            enable_suspend=True,
            input=self._input,
            output=self._output,
            color_depth=None if colours() else ColorDepth.MONOCHROME,
        )

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            first, *more = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            first, buffer = first[: LONGEST_LINE + 1], event.current_buffer
            if not more:
                buffer.insert_text(first[: max(LONGEST_LINE + 1 - len(buffer.text), 0)])
                return
            *whole, begun = more
            self._pasted.extend(whole)
            self._begun = begun + buffer.delete(len(buffer.document.text_after_cursor))
            buffer.insert_text(first)
            buffer.validate_and_handle()

        is_too_long = Condition(lambda: len(get_app().current_buffer.text) > LONGEST_LINE)

        @bindings.add(Keys.Any, filter=is_too_long, save_before=lambda _: False)
        @bindings.add(Keys.Vt100MouseEvent)  # a stray escape may look like a mouse
        def _(event: KeyPressEvent) -> None:
            """Take no more letters: each would store the whole line for undo."""

        return bindings

    @contextmanager
    def at_the_keys(self) -> Iterator[None]:
        """While this lasts, keys typed early don't show in the wrong place, and none are lost."""
        try:
            import termios
        except ImportError:  # this system has no such switches
            yield
            return
        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        flags = before[3] & ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(terminal, termios.TCSANOW, [*before[:3], flags, *before[4:]])
        try:
            yield
        finally:
            termios.tcsetattr(terminal, termios.TCSANOW, before)

    def aside(self) -> AbstractContextManager[None]:
        """While this lasts, another program has the terminal in its normal state."""
        return self._input.cooked_mode()

    def read(self, prompt: str) -> str:
        """The next answer; KeyboardInterrupt for Ctrl-C, EOFError when there is no more."""
        return self._read(self._answers, prompt)

    def read_line(self, prompt: str) -> str:
        """The next line of the open game."""
        return self._read(self._lines, prompt)

    def _read(self, session: PromptSession[str], prompt: str) -> str:
        shown = displayable(prompt)
        sys.stderr.flush()
        if self._pasted:
            line = self._pasted.popleft()
            print(f"{shown}{displayable(cleaned(line))}", flush=True)
            session.history.append_string(line)
            return line
        begun, self._begun = self._begun, ""
        above = patch_stdout(raw=True) if voice.sitting.serving else nullcontext()
        with above, news.shown():
            return session.prompt(shown, default=begun)

    def is_waiting(self) -> bool:
        """Whether more was typed or pasted already."""
        keys = get_typeahead(self._input)
        store_typeahead(self._input, keys)
        return bool(self._pasted or keys) or super().is_waiting()

    def drop_pasted(self) -> int:
        """Forget the pasted lines that nobody has read yet, and count them."""
        count = len(self._pasted)
        self._pasted.clear()
        self._begun = ""
        return count


def lumped(keys: list[KeyPress]) -> list[KeyPress]:
    """Keys that came together, a long run of letters as one paste: each key takes 0.1 ms."""
    lumps: list[KeyPress] = []
    for is_special, group in groupby(keys, lambda key: isinstance(key.key, Keys)):
        run = [*group]
        if not is_special and len(run) > 100:
            run = [KeyPress(Keys.BracketedPaste, "".join(key.data for key in run))]
        lumps += run
    return lumps


def _leave(event: KeyPressEvent) -> None:
    event.current_buffer.text = "<"
    event.current_buffer.validate_and_handle()
