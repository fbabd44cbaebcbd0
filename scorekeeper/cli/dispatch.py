"""From a command line to an exit code, whatever happens on the way."""

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from scorekeeper import __version__, terminal
from scorekeeper.errors import (
    SK,
    CardError,
    Declined,
    Interrupted,
    ProgramError,
    ScorekeeperError,
    UsageError,
    did_you_mean,
    printable,
    program_error,
    quoted,
    refuse_bytes,
)
from scorekeeper.terminal.command_words import (
    COMMANDS,
    EXAMPLES,
    LOOSE,
    NEEDED,
    NO_JSON,
    RARE,
    READ_ONLY,
    SUMMARIES,
    WORDS,
    AnotherLine,
    command_in,
    for_typer,
    names_in,
    no_command,
    normalized,
)


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    """Write how a command is typed; in the open game that is without the program and options."""
    pieces: list[str] = command.collect_usage_pieces(ctx)
    typed = ctx.command_path.partition(" ")[2]
    if not _in_open_game(ctx):
        formatter.write_usage(ctx.command_path, " ".join(pieces))
    elif pieces[1:]:
        formatter.write_usage(typed, " ".join(pieces[1:]), prefix="")
    else:
        formatter.write(f"{typed}\n")


class Command(TyperCommand):
    """A command that refuses extra words itself.

    Every command has ``--json``, and ``invoke`` obeys it; a command that needs to know declares it.
    """

    allow_extra_args = True
    format_usage = _write_usage

    def __init__(self, *args: Any, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        # Left alone, it is cut to one row where the terminal is narrow.
        self.short_help = self.help
        self.options = {word for param in self.params for word in param.opts}
        if "--json" not in self.options and self.name not in NO_JSON:
            from scorekeeper.cli.commands import Json

            # By a function, as each version of Typer makes its options from other arguments.
            def for_programs(json: Json = False) -> None: ...

            alone = typer.Typer(add_completion=False)
            alone.command()(for_programs)
            self.params += typer.main.get_command(alone).params
        flags = [param for param in self.params if getattr(param, "is_flag", False)]
        self.flags = {word for param in flags for word in param.opts}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command into ``ctx``; none may be left over."""
        extra = super().parse_args(ctx, for_typer(args, self.flags))
        if len(extra) == 1 and self._is_file(extra[0], ctx):
            ctx.ensure_object(terminal.Sitting).name(extra.pop())
        if extra and not ctx.resilient_parsing:
            from scorekeeper.cli.commands import see

            note = "a note goes after --note, in quotes; " if "--note" in self.options else ""
            if self.name == "delete":
                note = f"to delete a game, name its file with -f; {SK}misdeal voids a round; "
            command = ctx.command_path.partition(" ")[2]
            problem = f"{SK}{command} doesn't take {quoted(' '.join(extra))}"
            raise UsageError(problem, remedy=f"{note}{see(command)}")
        return extra

    def _is_file(self, word: str, ctx: Any) -> bool:
        """Whether a single word after the command names its game: ``sk standings friday``."""
        if word.isdigit() or any(map(_is_argument, self.params)):
            return False
        from scorekeeper.store import is_there

        # For a change the word must be a file: undo bob isn't about Bob's evening.
        return is_there(Path(word)) or is_there(Path(f"{word}.toml")) or not ctx.meta.get("changes")

    def invoke(self, ctx: Any) -> int:
        """Run the command, print its answer or answers, and return the exit code."""
        is_known = "--json" in self.options
        json = bool(ctx.params.get("json") if is_known else ctx.params.pop("json", False))
        terminal.voice.remarks = [] if json and ctx.meta.get("changes") else None
        result, code = super().invoke(ctx), 0
        for answer in [result] if isinstance(result, terminal.Answer) else result:
            code = max(code, terminal.deliver(answer, json=json))
            terminal.flush()
        return code

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """How the command is typed: ``{needed}`` and ``[optional]`` words."""
        # Typer's own from 0.29 on brackets the optional ones twice.
        pieces = ["[OPTIONS]"]
        for word in filter(_is_argument, self.params):
            typed = word.metavar or ""
            framed = f"{{{typed}}}" if word.required else f"[{typed}]"
            pieces.append(typed if typed.startswith("[") else framed)
        return pieces

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what the command does, and an example of one that needs more words."""
        super().format_help_text(ctx, formatter)
        program, _, command = ctx.command_path.partition(" ")
        if command in EXAMPLES:
            from scorekeeper.cli.commands import example_of

            example = example_of(command, ctx.ensure_object(terminal.Sitting))
            formatter.write_paragraph()
            with formatter.indentation():
                shown = example if _in_open_game(ctx) else f"{program} {example}"
                formatter.write_text(f"Example: {shown}")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what the command's arguments and options mean."""
        left_out = {"--json", "--help", "--file"} if _in_open_game(ctx) else set()
        shown: Any = [param for param in self.get_params(ctx) if left_out.isdisjoint(param.opts)]
        words = [(word.metavar, word.help) for word in shown if _is_argument(word) and word.help]
        options = (param.get_help_record(ctx) for param in shown if not _is_argument(param))
        for title, rows in (("Arguments", words), ("Options", list(filter(None, options)))):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _in_open_game(ctx: Any) -> bool:
    return bool(ctx.ensure_object(terminal.Sitting).is_open)


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


class Group(TyperGroup):
    """A group of commands, such as ``player``; alone it shows its help."""

    format_usage = _write_usage

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command's name into ``ctx``."""
        return super().parse_args(ctx, for_typer(args) if {*args} - {"--"} else ["--help"])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names, or that the whole line means."""
        is_plain = not any(word.startswith("-") for word in args)
        is_unknown = self.get_command(ctx, args[0]) is None or (is_plain and is_sentence(args))
        if is_unknown and not ctx.resilient_parsing:
            line = normalized(" ".join(args))
            unknown = no_command(line if line in WORDS else args[0], ctx.info_name)
            sitting = ctx.ensure_object(terminal.Sitting)
            if ctx.info_name != "sk" or (line in WORDS and not args[1:]) or sitting.listen is None:
                raise unknown
            args = sitting.listen(args, sitting, unknown)
            if not args:  # it was answered
                raise typer.Exit
        return super().resolve_command(ctx, args)


GAME_WORDS = frozenset(
    {"game", "games", "with", "same", "without", "for", "of", "pls", "please", "order", "cards"}
    | {"deck", "decks", "card", "round", "deal", "dealer", "rule", "rules", "score", "players"}
    | {"people", "person", "he's", "she's", "starting", "joining", "wants", "joins", "give", "her"}
    | {"deals", "dealing", "first", "him", "them", "wild", "totals", "girl", "bloke", "lad"}
    | {"before", "after", "between", "goes", "sits", "comes"}
)
"""Words after ``new`` that belong to a sentence; they aren't names of players."""


def is_sentence(words: Sequence[str]) -> bool:
    """Whether these are ``new`` and words that aren't only names: *new totals 58 80 36*."""
    rest = [word.strip(",.:;!?") for word in words[1:]]
    has_scores = sum(map(str.isdecimal, rest)) > 2
    is_long = any(len(name.split()) > 3 and name not in rest for name in names_in(words[1:]))
    return words[0] == "new" and (has_scores or is_long or not GAME_WORDS.isdisjoint(rest))


class ByOccasion(Group):
    """The commands by occasion; each is loaded, which takes time, when it is run or explained."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """Every command, by occasion."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        if cmd_name in {*COMMANDS, *RARE} and cmd_name not in self.commands:
            self.commands[cmd_name] = _load(cmd_name)
        return super().get_command(ctx, cmd_name)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands that an evening needs, where the others are, and the options."""
        rows = [(name, SUMMARIES[name]) for name in NEEDED]
        more = [("everything:", f"{SK}help commands"), ("the manual:", f"{SK}help")]
        rows += [(what, terminal.rendered(command, None)) for what, command in more]
        params = [param for param in self.get_params(ctx) if "completion" not in str(param.name)]
        options = filter(None, (param.get_help_record(ctx) for param in params))
        for title, shown in (("An evening", rows), ("Options", list(options))):
            with formatter.section(title):
                formatter.write_dl(shown)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What TAB offers for the name of a command; for that, empty commands are enough."""
        empty = {name: TyperCommand(name, short_help=SUMMARIES[name]) for name in COMMANDS}
        self.commands = {**empty, **self.commands}
        return super().shell_complete(ctx, incomplete)


@cache  # an open game obeys line after line
def _load(name: str) -> Any:
    """The command of that name, from its module."""
    home, summary = RARE.get(name) or (COMMANDS[name], SUMMARIES[name])
    module = import_module(f"scorekeeper.cli.commands.{home}")
    command = getattr(module, f"{name}_command", None) or getattr(module, name)
    if not isinstance(command, typer.Typer):
        alone = typer.Typer(rich_markup_mode=None, add_completion=False)
        alone.command(name, cls=Command, help=summary)(command)
        return typer.main.get_command(alone)
    loaded = typer.main.get_group(command)
    loaded.name, loaded.help = name, summary
    return loaded


def _version(asked: bool) -> None:
    if asked:
        typer.echo(__version__)
        raise typer.Exit


def _program(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    ascii_only: Annotated[
        bool, typer.Option("--ascii", help="Letters for suits, and nothing beyond ASCII.")
    ] = False,
) -> None:
    """Score sheet and referee for card games played with real cards on a real table.
    At a terminal, sk alone keeps the game open: then just type a line.
    """  # noqa: D205 - one paragraph leaves room for the commands


def program() -> Any:
    """The whole program, of which a command line loads what it names."""
    # Longer lines of help are hard to read; left alone, they are never below 50 columns.
    return _program_of(min(terminal.width(), 90) - 2)


@cache  # an open game asks for it line after line
def _program_of(columns: int) -> Any:
    app = typer.Typer(
        cls=ByOccasion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "terminal_width": columns},
    )
    app.callback()(_program)
    return typer.main.get_command(app)


def usage_error(error: typer.TyperException, words: Sequence[str]) -> UsageError:
    """What Typer has against a command line of these words, in the program's words."""
    context: Any = getattr(error, "ctx", None)
    command = words[0] if words and words[0] in COMMANDS else ""
    if context is not None:
        command = context.command_path.partition(" ")[2]
    from scorekeeper.cli.commands import lacks, see

    more = see(command)
    missing: Any = getattr(error, "param", None)
    if missing is not None:  # what has a value was read by ourselves, and no option is needed
        needed = missing.metavar.partition("...")[0]
        return lacks(command, needed, context.ensure_object(terminal.Sitting))
    name = getattr(error, "option_name", "")
    if context is None:  # the command has this option
        has_one = any(word.startswith(f"{name}=") for word in words)
        needs = "doesn't take a value" if has_one else "needs a value"
        return UsageError(f"option {quoted(name)} {needs}", remedy=more)
    options = [word for param in context.command.params for word in param.opts]
    # The hyphens alone would make every option near.
    known = [word[2:] for word in options if word.startswith("--")]
    # What follows one hyphen is taken apart letter by letter.
    taken_apart = (word for word in words if re.match("-[^-]", word) and name[1:] in word)
    typed = name if name.startswith("--") else next(taken_apart, name)
    problem = f"there is no option {quoted(typed)}"
    return UsageError(problem, remedy=did_you_mean(name.strip("-"), known, "--{}".format) or more)


# ── carrying out a line ──────────────────────────────────────────────────────────────────────

CALLED = "scorekeeper" if Path(sys.argv[0]).stem == "scorekeeper" else "sk"
"""The name of the program as it was typed: shells complete what follows it."""


def obey(words: list[str], sitting: terminal.Sitting) -> int:
    """Carry out one command line, report its answer or its error, and return its exit code."""
    if os.environ.get(f"_{CALLED}_COMPLETE".upper(), "").startswith("complete_"):
        # TAB is pressed in the middle of a line, which nothing must disturb.
        with suppress(Exception):
            return _finish_word(sitting)
        return 0

    def command() -> int:
        refuse_bytes("".join(words))
        try:
            return carry_out(words, sitting)
        except ScorekeeperError as error:
            is_talk = words[0] in LOOSE and words[1:] and not any(w.startswith("-") for w in words)
            says_why = isinstance(error, CardError) or error.code not in (2, 3)
            if sitting.is_open or sitting.listen is None or not is_talk or says_why:
                raise
            sitting.named = None  # a word of the sentence was taken for a game
            meant = sitting.listen(words, sitting, error)
            return carry_out(meant, sitting) if meant else 0

    try:
        return attempt(command, words)
    except AnotherLine as other:
        if sitting.is_open:
            raise
        return obey(command_in(str(other)), sitting)
    finally:
        sitting.named = terminal.voice.remarks = None  # they hold for one line


def _finish_word(sitting: terminal.Sitting) -> int:
    """Tell a shell what may follow, behind ``--to=`` as behind ``--to``."""
    if "COMP_CWORD" in os.environ:  # Bash takes a word apart at the sign
        words, parted = re.subn(r"(\s--[\w-]+)\s=(?=\s)", r"\1", os.environ["COMP_WORDS"])
        at = int(os.environ["COMP_CWORD"]) - parted
        os.environ.update(COMP_WORDS=words, COMP_CWORD=str(at))
    begun = re.search(r"\s(--[\w-]+=)\S*$", os.environ.get("_TYPER_COMPLETE_ARGS", ""))
    with redirect_stdout(StringIO()) as said:
        code = carry_out([], sitting)
    lines = said.getvalue().splitlines(keepends=True)
    if begun and lines[0][:1] == "_":  # the function with which Zsh finishes the word
        lines = ["compset -P '*='; ", *lines]
    elif begun:
        lines = [begun[1] + line for line in lines]
    sys.stdout.writelines(lines)
    return code


def _answer_the_first_tab() -> None:
    """Let the file that zsh loads at the first TAB answer it; Typer's only makes a function."""
    from typer import _completion_shared as shared

    calls = 'if [[ $zsh_eval_context[-1] == loadautofunc ]]; then %(complete_func)s "$@"; fi\n'
    shared._completion_scripts["zsh"] = shared.COMPLETION_SCRIPT_ZSH + calls


def carry_out(words: list[str], sitting: terminal.Sitting) -> int:
    """Carry out one command line and return its exit code; help is an answer like any other."""
    if any(word in words for word in ("--install-completion", "--show-completion")):
        _answer_the_first_tab()
    try:
        code = program()(words, prog_name=CALLED, standalone_mode=False, obj=sitting)
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):
            return 0  # Typer leaves like this when nobody reads its help
        return leaving.code if isinstance(leaving.code, int) else 0
    except OSError as error:
        if error.filename is None:  # it is stdout, to which Typer writes its help
            raise terminal.write_error(error) from error
        raise
    if code == Interrupted.code:
        raise Interrupted  # Typer keeps Ctrl-C to itself
    return code if isinstance(code, int) else 0


LOOKS = READ_ONLY - {"open", "demo", "serve", "export"}
"""The commands that only look, and so don't end a question."""


def let_look(path: Path | None) -> None:
    """Obey commands that only look at the questions of this dialogue, which go on after them."""
    from scorekeeper.terminal.prompt import look_with  # scripts aren't asked

    seen = terminal.Sitting(is_open=True, path=path)

    def look(line: str) -> bool:
        command, *words = command_in(line)
        if command.casefold() not in LOOKS:
            return False
        obey([command.casefold(), *words], seen)
        terminal.talk("")
        return True

    look_with(look)


def attempt(action: Callable[[], int], words: Sequence[str] = ()) -> int:
    """Run ``action`` and return its exit code; report an error in it, and return that one's.

    ``words`` are those of the command line, in case they are what is wrong.
    """
    json = "--json" in words
    try:
        code = action()
        terminal.flush()
        return code
    except AnotherLine:
        raise
    except typer.TyperException as error:
        terminal.complain(usage_error(error, words), json=json)
        return 2
    except (KeyboardInterrupt, Interrupted, typer.Abort) as stop:
        written = _what_was_written()
        is_no = isinstance(stop, Declined) and not written
        said = "nothing was changed" if is_no else f"stopped; {written or 'nothing was written'}"
        terminal.report("", said)
        return Interrupted.code
    except (terminal.ReaderGone, BrokenPipeError):
        return 0
    except (ScorekeeperError, OSError) as error:
        refused = error if isinstance(error, ScorekeeperError) else terminal.read_error(error)
        written = _what_was_written() if isinstance(refused, terminal.AnswerError) else None
        if written:  # a script that saw a failure would type it again
            terminal.report(f"{written}; {refused.problem}")
            return 0
        terminal.complain(refused, json=json)
        return refused.code
    except Exception as error:
        terminal.complain(program_error(error, _what_was_written()), json=json)
        if os.environ.get("SCOREKEEPER_DEBUG"):
            raise
        return ProgramError.code


def _what_was_written() -> str | None:
    """What a command that was stopped has done until then, None for nothing."""
    from scorekeeper.store.durable import is_written, last_written

    for path, content in last_written.items():
        if not path.name.startswith(".") and is_written(path):  # hidden files are our own
            return f"{printable(path.name)} was {'written' if content else 'taken away'} already"
    return None
