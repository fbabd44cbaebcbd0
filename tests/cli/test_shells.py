"""TAB in real shells: names are offered, and none of them is ever run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect  # type: ignore[import-untyped]
import pytest

from tests.effort import some
from tests.fork_server import PATIENCE
from tests.program import clean_environment, ledger, scores, seeded

pytestmark = pytest.mark.slow

GAME = ledger(scores("Bo", Ann=12, Bo=0, Cy=5), players=("Annabel", "Bo", "Zora"), game="")

HOSTILE = (
    *("$(touch x)", "\\\\$(touch x)", "`touch x`", "\\\\`touch x\\\\`", "'; touch x; '"),
    *('\\"; touch x; \\"', "; touch x", "| touch x", "> x", "${x:=$(touch x)}", "<(touch x)"),
    *("!touch x", "*", "~root", "(touch x)", "[$(touch x)]", "a\\u0003b", "a\\ttouch x"),
    "a:touch x",
)

BROKEN = {
    "syntax": GAME + "\n[[[",
    "brackets": "schema = 1\n[game]\nx = " + "[" * 5_000,
    "newer": GAME.replace("schema = 1", "schema = 9"),
}

PROMPT = "ready> "


SCRIPTS: dict[str, str] = {}
"""What the program gives each shell to read, asked for once."""


class Shell:
    """A shell with completion for ``sk`` switched on; the folder ``played`` is the current one."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder / "played"
        self.home = folder / "home"
        for place in (self.folder, self.home, self.home / "bin"):
            place.mkdir()
        program = self.home / "bin" / "sk"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorekeeper "$@"\n')
        program.chmod(0o755)
        home = str(self.home)
        self.environment = clean_environment(
            PATH=f"{program.parent}{os.pathsep}{os.environ['PATH']}",
            HOME=home,
            ZDOTDIR=home,
            XDG_CONFIG_HOME=f"{home}/.config",
            XDG_DATA_HOME=home,
            TERM="dumb",
        )
        if name not in SCRIPTS:
            SCRIPTS[name] = self.run("sk", _SK_COMPLETE=f"source_{name}")
        (self.home / "completion").write_text(SCRIPTS[name])

    def run(self, *words: str, **environment: str) -> str:
        """What a program says; it must print nothing on stderr."""
        done = subprocess.run(
            words,
            env={**self.environment, **environment},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout

    def offers(self, line: str) -> set[str]:
        """What the shell itself is offered for the last word of ``line``."""
        words = line.split(" ")
        listed = " ".join(map(shlex.quote, words))
        asked = {
            "bash": f". ~/completion; COMP_WORDS=({listed}); COMP_CWORD={len(words) - 1};"
            " _sk_completion sk; printf '%s\\n' \"${COMPREPLY[@]}\"",
            "zsh": 'compdef() { }; _files() { }; _arguments() { print -r -- "$*" };'
            " _describe() { print -rl -- ${(P)2} };"
            f" . ~/completion; words=({listed}); CURRENT={len(words)}; _sk_completion",
            "fish": f". ~/completion; complete -C {_quoted(line)}",
        }[self.name]
        said = self.run(self.name, "-c", asked)
        if self.name == "zsh":
            return set(re.findall(r'[( ]"([^"]*)"', said))
        return {line.split("\t")[0] for line in said.splitlines() if line}

    def tab(self, *lines: tuple[str, str]) -> str:
        """What a person sees after each line and TAB, up to the text that comes with the line."""
        arguments, setup = {
            "bash": (
                ["--norc", "--noprofile"],
                f"PS1='{PROMPT[:3]}''{PROMPT[3:]}'; bind 'set bell-style none'"
                " 'set completion-query-items 0' 'set page-completions off'; . ~/completion",
            ),
            "zsh": (
                ["-f"],
                f"PROMPT='{PROMPT[:3]}''{PROMPT[3:]}'; autoload -U compinit; compinit -u;"
                " . ~/completion; compdef _sk_completion sk",
            ),
            "fish": (
                ["--no-config"],
                f"function fish_prompt; printf '%s%s' {PROMPT[:3]} '{PROMPT[3:]}'; end;"
                " . ~/completion",
            ),
        }[self.name]
        seen = ""
        with self.at_the_terminal(*arguments) as child:
            child.sendline(setup)
            for line, until in lines:
                child.expect_exact(PROMPT)
                child.send(line + "\t")
                child.expect_exact(until)
                seen += child.before + until
                child.send("\x15\r")  # Ctrl-U clears the line
        return seen

    @contextmanager
    def at_the_terminal(self, *arguments: str) -> Iterator[Any]:
        """The shell itself, with somebody who types."""
        child = pexpect.spawn(
            self.name,
            list(arguments),
            cwd=str(self.folder),
            env=self.environment,
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, 200),
        )
        try:
            yield child
        finally:
            child.close(force=True)


def _quoted(text: str) -> str:
    """A text in quotes for fish, where a backslash counts even in quotes."""
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest, folder: Path) -> Shell:
    """Each shell that is installed."""
    if sys.platform == "win32":
        pytest.skip("Windows has no pseudo-terminals")
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    return Shell(request.param, folder)


def test_the_names_of_those_who_play_are_offered(shell: Shell) -> None:
    seeded(shell.folder / "t.toml", GAME)
    assert shell.offers("sk add --out ") == {"Annabel", "Bo", "Zora"}
    assert shell.offers("sk dealer Zo") == {"Zora"}
    assert shell.offers("sk standi") == {"standings"}


def test_tab_completes_the_last_word(shell: Shell) -> None:
    seeded(shell.folder / "thursday.toml", GAME)
    (shell.folder / "old evenings").mkdir()
    (shell.folder / "people.toml").write_text('[people]\n"Annie" = "Ann"\n')
    (shell.folder / ".thursday.toml.history").touch()
    lines = [
        ("sk sheet -f th", "thursday.toml"),
        ("sk standings --file=thu", "thursday.toml"),
        ("sk add --out Ann", "Annabel"),
        ("sk player rename Zo", "Zora"),
        ("sk stats ol", "evenings"),
        ("sk check thu", "thursday.toml"),
        ("sk player ren", "rename"),
        ("sk help hou", "house"),
        ("sk export --to=cs", "csv"),
        ("sk people --apart Ann", "Annie"),
    ]
    seen = shell.tab(*some(lines, 2))
    assert "error" not in seen


def test_once_it_is_installed_every_new_shell_completes_words(shell: Shell) -> None:
    seeded(shell.folder / "t.toml", GAME)
    (shell.home / ".zshrc").touch()  # without one, zsh asks about it first
    (shell.home / "fish" / "generated_completions").mkdir(parents=True)  # else fish reads man pages
    with shell.at_the_terminal("-i") as child:
        child.sendline("sk --install-completion; exit")
        child.expect_exact(f"{shell.name} completion installed")
        child.expect(pexpect.EOF)
    with shell.at_the_terminal("-i") as child:
        child.sendline("echo ne''w")
        child.expect_exact("new")
        child.send("sk dealer Zo\t")
        child.expect(r"Zo\S*ra")


def test_no_name_is_ever_run(shell: Shell) -> None:
    seeded(shell.folder / "t.toml", ledger(players=("Annabel", *HOSTILE), game=""))
    lines = ("add --out ", "add --out $", "add --out \\", "add --out `", "add '", "dealer ")
    for line in some(lines, 3):
        offered = shell.offers(f"sk {line}")
        assert not {word for word in offered if "touch" in word or "`" in word or ";" in word}
    shell.tab(("sk add --out \t", "Annabel"))
    assert [file.name for file in shell.folder.iterdir()] == ["t.toml"]
    assert not (shell.home / "x").exists()


def test_broken_ledgers_in_the_folder_disturb_nothing(shell: Shell) -> None:
    seeded(shell.folder / "t.toml", GAME)
    for name, text in BROKEN.items():
        seeded(shell.folder / f"{name}.toml", text)
    assert shell.offers("sk add --out Anna") == {"Annabel"}
