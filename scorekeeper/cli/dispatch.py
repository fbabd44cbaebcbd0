"""Carries out a command line and returns its exit code, whatever goes wrong on the way."""

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
    """Write how a command is typed; in an open game without the program's name and options."""
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

    Every command has ``--json``, and ``invoke`` obeys it; a command that reads it declares it.
    """

    allow_extra_args = True
    format_usage = _write_usage

    def __init__(self, *args: Any, **attrs: Any) -> None:
        super().__init__(*args, **attrs)
        # Without this, Typer would cut it to one row on a narrow terminal.
        self.short_help = self.help
        self.options = {word for param in self.params for word in param.opts}
        if "--json" not in self.options and self.name not in NO_JSON:
            from scorekeeper.cli.commands import Json

            # Made from a function, because an option's constructor varies with Typer's version.
            def for_programs(json: Json = False) -> None: ...

            app = typer.Typer(add_completion=False)
            app.command()(for_programs)
            self.params += typer.main.get_command(app).params
        flags = [param for param in self.params if getattr(param, "is_flag", False)]
        self.flags = {word for param in flags for word in param.opts}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the command into ``ctx``; none may be left over."""
        extra = super().parse_args(ctx, for_typer(args, self.flags))
        if len(extra) == 1 and self._is_file(extra[0], ctx):
            ctx.ensure_object(terminal.Sitting).name(extra.pop())
        if extra and not ctx.resilient_parsing:
            from scorekeeper.cli.commands import see

            hint = "a note goes after --note, in quotes; " if "--note" in self.options else ""
            if self.name == "delete":
                hint = f"to delete a game, name its file with -f; {SK}misdeal voids a round; "
            command = ctx.command_path.partition(" ")[2]
            problem = f"{SK}{command} doesn't take {quoted(' '.join(extra))}"
            raise UsageError(problem, remedy=f"{hint}{see(command)}")
        return extra

    def _is_file(self, word: str, ctx: Any) -> bool:
        """Whether a single word after the command names its game: ``sk standings friday``."""
        if word.isdigit() or any(map(_is_argument, self.params)):
            return False
        from scorekeeper.store import is_there

        # To change a game, the word must be a file: undo bob isn't about Bob's evening.
        return is_there(Path(word)) or is_there(Path(f"{word}.toml")) or not ctx.meta.get("changes")

    def invoke(self, ctx: Any) -> int:
        """Run the command, print its answer or answers, and return the exit code."""
        is_declared = "--json" in self.options
        json = bool(ctx.params.get("json") if is_declared else ctx.params.pop("json", False))
        terminal.voice.remarks = [] if json and ctx.meta.get("changes") else None
        result, code = super().invoke(ctx), 0
        for answer in [result] if isinstance(result, terminal.Answer) else result:
            code = max(code, terminal.deliver(answer, json=json))
            terminal.flush()
        return code

    def collect_usage_pieces(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature is Typer's
        """How the command is typed: ``{needed}`` and ``[optional]`` words."""
        # Since 0.29, Typer's own method puts optional words in two pairs of brackets.
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
    """Whether the words are ``new`` and a sentence, not only names: *new totals 58 80 36*."""
    rest = [word.strip(",.:;!?") for word in words[1:]]
    has_scores = sum(map(str.isdecimal, rest)) > 2
    is_long = any(len(name.split()) > 3 and name not in rest for name in names_in(words[1:]))
    return words[0] == "new" and (has_scores or is_long or not GAME_WORDS.isdisjoint(rest))


class ByOccasion(Group):
    """The commands by occasion; each is loaded only when it is run or explained, to save time."""

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
    module_name, summary = RARE.get(name) or (COMMANDS[name], SUMMARIES[name])
    module = import_module(f"scorekeeper.cli.commands.{module_name}")
    command = getattr(module, f"{name}_command", None) or getattr(module, name)
    if not isinstance(command, typer.Typer):
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        app.command(name, cls=Command, help=summary)(command)
        return typer.main.get_command(app)
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
    """The whole program; a command line loads only the commands that it names."""
    # Longer lines of help are hard to read; Typer alone never makes them shorter than 50 columns.
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
    """Typer's error about a command line, in the program's own words."""
    context: Any = getattr(error, "ctx", None)
    command = words[0] if words and words[0] in COMMANDS else ""
    if context is not None:
        command = context.command_path.partition(" ")[2]
    from scorekeeper.cli.commands import lacks, see

    more = see(command)
    missing: Any = getattr(error, "param", None)
    if missing is not None:  # an argument: no option is required, and we read their values
        needed = missing.metavar.partition("...")[0]
        return lacks(command, needed, context.ensure_object(terminal.Sitting))
    name = getattr(error, "option_name", "")
    if context is None:  # the command has this option
        has_one = any(word.startswith(f"{name}=") for word in words)
        needs = "doesn't take a value" if has_one else "needs a value"
        return UsageError(f"option {quoted(name)} {needs}", remedy=more)
    options = [word for param in context.command.params for word in param.opts]
    # With their hyphens, all options would look alike.
    known = [word[2:] for word in options if word.startswith("--")]
    # Typer takes what follows a single hyphen apart, letter by letter.
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
        # TAB was pressed in the middle of a line, which nothing may disturb.
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
        sitting.named = terminal.voice.remarks = None  # they are for one line only


def _finish_word(sitting: terminal.Sitting) -> int:
    """Tell a shell how a word may continue, after ``--to=`` as well as after ``--to``."""
    if "COMP_CWORD" in os.environ:  # Bash splits a word at the =
        words, parted = re.subn(r"(\s--[\w-]+)\s=(?=\s)", r"\1", os.environ["COMP_WORDS"])
        at = int(os.environ["COMP_CWORD"]) - parted
        os.environ.update(COMP_WORDS=words, COMP_CWORD=str(at))
    begun = re.search(r"\s(--[\w-]+=)\S*$", os.environ.get("_TYPER_COMPLETE_ARGS", ""))
    with redirect_stdout(StringIO()) as output:
        code = carry_out([], sitting)
    lines = output.getvalue().splitlines(keepends=True)
    if begun and lines[0][:1] == "_":  # the function that Zsh completes the word with
        lines = ["compset -P '*='; ", *lines]
    elif begun:
        lines = [begun[1] + line for line in lines]
    sys.stdout.writelines(lines)
    return code


def _answer_the_first_tab() -> None:
    """Let the file that Zsh loads at the first TAB answer it; Typer's only defines a function."""
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
        if error.filename is None:  # Typer couldn't write its help to stdout
            raise terminal.write_error(error) from error
        raise
    if code == Interrupted.code:
        raise Interrupted  # Typer keeps Ctrl-C to itself
    return code if isinstance(code, int) else 0


LOOKS = READ_ONLY - {"open", "demo", "serve", "export"}
"""The commands that only look, and so don't end a question."""


def let_look(path: Path | None) -> None:
    """Let commands that only look, like ``standings``, be typed at this dialogue's questions."""
    from scorekeeper.terminal.prompt import look_with  # scripts aren't asked

    looking = terminal.Sitting(is_open=True, path=path)

    def look(line: str) -> bool:
        command, *words = command_in(line)
        if command.casefold() not in LOOKS:
            return False
        obey([command.casefold(), *words], looking)
        terminal.talk("")
        return True

    look_with(look)


def attempt(action: Callable[[], int], words: Sequence[str] = ()) -> int:
    """Run ``action`` and return its exit code; report an error, and return the error's code.

    ``words`` are the command line, which may be what is wrong.
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
        outcome = "nothing was changed" if is_no else f"stopped; {written or 'nothing was written'}"
        terminal.report("", outcome)
        return Interrupted.code
    except (terminal.ReaderGone, BrokenPipeError):
        return 0
    except (ScorekeeperError, OSError) as error:
        refused = error if isinstance(error, ScorekeeperError) else terminal.read_error(error)
        written = _what_was_written() if isinstance(refused, terminal.AnswerError) else None
        if written:  # a script that saw a failure would run the command again
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
    """What a command had written before it was stopped, in words; None for nothing."""
    from scorekeeper.store.durable import is_written, last_written

    for path, content in last_written.items():
        if not path.name.startswith(".") and is_written(path):  # hidden files are our own
            return f"{printable(path.name)} was {'written' if content else 'taken away'} already"
    return None
