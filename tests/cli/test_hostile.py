"""Files and words made to do harm: each is soon answered in a line, and none acts on the screen."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec
from scorekeeper.terminal.command_words import COMMANDS
from tests.effort import is_soon, some
from tests.program import SOUND, Answer, Run, files, ledger, names, scores, seeded

pytestmark = pytest.mark.slow

TURNING = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
"""The characters that turn the direction of writing round."""

ACTING = {*range(0x20), *range(0x7F, 0xA0), 0x200B, 0x2028, 0x2029, *TURNING} - {0x0A}
"""Everything that can act on a terminal, or isn't seen; a line break is what ends a line."""

LINES = {
    line.split()[0]: line
    for line in (
        *("new Ann Bo", "again", "rules", "house", "next", "add 8 17 o", "verify 3s3h3dkd"),
        *("meld 3s3h3d", "deadwood 3s3h3d", "pad 12 0 5", "fix 1 ann=13", "undo", "redo"),
        *("misdeal", "penalty ann 5", "bonus ann 5", "edit", "delete", "player leave cy"),
        *("seats", "dealer bo", "standings", "sheet", "playoff", "finish", "games", "open"),
        *("stats", "people", "check", "outs 3s3h3d", "review", "rescore one-wild"),
        *("export --to csv", "chart", "import"),
    )
}
"""A command line of every command, to which ``-f FILE`` or FILE is added."""

NO_OPTION = {
    **dict.fromkeys(("check", "rules", "games", "open", "stats", "people", "import"), ()),
    "new": ("--game",),
}

READ_ONLY_TOO = ("house jokers=2", "seats cy ann bo", "player join Dee")

JSON = "next standings sheet deadwood verify meld pad house outs review rescore export chart"


def on(name: str, line: str) -> list[str]:
    """A command line about the file ``name``."""
    words = line.split()
    return [*words, *NO_OPTION.get(words[0], ("-f",)), name]


def all_lines(name: str) -> list[list[str]]:
    """Every command about the file ``name``."""
    lines = [on(name, line) for line in (*LINES.values(), *READ_ONLY_TOO)]
    return [*lines, *([*on(name, LINES[word]), "--json"] for word in JSON.split())]


def acts(answer: Answer) -> set[str]:
    """The parts of an answer that could act on a terminal."""
    return {hex(ord(char)) for char in answer.out + answer.err if ord(char) in ACTING}


def wrong_with(answer: Answer, *codes: int) -> list[str]:
    """What a refusal lacks: the exit code, a line for what is wrong and one for what helps."""
    wrong = []
    if answer.code not in codes:
        wrong.append(f"exit code {answer.code}")
    if answer.out:
        wrong.append("words on stdout")
    lines = answer.err.split("\n")
    if lines[0].startswith('{"error": {"kind": '):
        right = len(lines) == 2 and not lines[1]
    else:
        shape = [line[:7] for line in lines]
        right = shape == ["error: ", "  try: ", ""] and len(lines[0]) < 600 > len(lines[1])
    if not right:
        wrong.append("not one line and its try")
    if acts(answer):
        wrong.append(f"characters that act: {acts(answer)}")
    return [*wrong, answer.err[:300]] if wrong else []


def timed(run: Run, *words: str) -> tuple[Answer, float]:
    began = time.process_time()
    answer = run(*words)
    return answer, time.process_time() - began


def test_every_command_that_looks_at_a_game_has_a_line_here() -> None:
    # help and demo take no game, and serve goes on until it is ended.
    assert set(LINES) == set(COMMANDS) - {"help", "demo", "serve"}


# ── files that are no ledger ─────────────────────────────────────────────────────────────


def with_line(line: str) -> str:
    """A sound ledger with one more line in its first table."""
    return SOUND.replace("[game]\n", f"[game]\n{line}\n")


DEEP = "[" * 500

NO_LEDGERS: dict[str, str] = {
    "an integer of 5,000 digits": ledger("[rounds.scores]\nAnn = " + "9" * 5000),
    "an integer of 5,000 hexadecimal digits": ledger("[rounds.scores]\nAnn = 0x" + "f" * 5000),
    "an integer beyond 64 bits": ledger("[rounds.scores]\nAnn = 9223372036854775808"),
    "a schema of 5,000 digits": SOUND.replace("schema = 1", "schema = " + "1" * 5000),
    "500 open brackets": with_line("title2 = " + DEEP),
    "500 open braces": with_line("title2 = " + "{a = " * 500),
    "a megabyte of open brackets": with_line("title2 = " + "[" * 1_000_000),
    "500 brackets inside each other": with_line(f"title2 = {DEEP}{']' * 500}"),
    "booleans for points": ledger("[rounds.scores]\nAnn = true\nBo = false"),
    "a fraction for points": ledger("[rounds.scores]\nAnn = 1.0"),
    "nan for points": ledger("[rounds.scores]\nAnn = nan"),
    "infinity for points": ledger("[rounds.totals]\nAnn = inf"),
    "a text for points": ledger('[rounds.scores]\nAnn = "12"'),
    "a list for points": ledger("[rounds.scores]\nAnn = [12]"),
    "a time for points": ledger("[rounds.scores]\nAnn = 12:00:00"),
    "a date for a name": SOUND.replace('name = "Ann"', "name = 2026-03-12"),
    "a number for a name": SOUND.replace('name = "Ann"', "name = 5"),
    "an empty name": SOUND.replace('name = "Ann"', 'name = " "'),
    "a date for who went out": ledger("out = 2026-03-12"),
    "a date for a note": ledger("note = 2026-03-12"),
    "a number for a hand": ledger("[rounds.hands]\nAnn = 5"),
    "a hand that is none": ledger('[rounds.hands]\nAnn = "\\u001b[31m"'),
    "a hand of 100,000 letters": ledger(f'[rounds.hands]\nAnn = "{"5h" * 50_000}"'),
    "a table for a title": SOUND.replace('title = "Thursday"', "title = { a = 1 }"),
    "a text for a date": SOUND.replace("date = ", 'date = "tomorrow\\u0007" # '),
    "rounds that are no tables": SOUND.split("[[rounds]]")[0] + "\n[rounds]\na = 1\n",
    "players that are no tables": SOUND.replace("schema = 1", "schema = 1\nplayers = 5"),
    "nobody": ledger(players=(), game=""),
    "the same name twice": ledger(players=("Ann", "Ann"), game=""),
    "the same name in another normal form": ledger(players=("Zo\u00eb", "Zoe\u0308"), game=""),
    "the same name in another case": ledger(players=("Ann", "ANN"), game=""),
    "the same name with an accent": ledger(players=("Zoe", "zo\u00eb"), game=""),
    "an escape in the name of a stranger": ledger('[rounds.scores]\n"\\u001b[31m\\u202e" = true'),
    "a stranger of 100,000 letters": ledger(f"[rounds.scores]\n{'a' * 100_000} = true"),
    "an escape in a word of the rules": SOUND.replace(
        "decks = 2", 'decks = 2\nwords = { "\\u001b[31m" = 5 }'
    ),
    "no text": "\x00" * 5000,
    "an escape in a key": SOUND + "\n\x1b[31m = 5\n",
    "a carriage return alone": SOUND + "\nnote = 5\rnote = 6\n",
    "the same key twice": SOUND.replace("date = ", "date = 2020-01-01\ndate = "),
    "rules that are a number": SOUND.split("[rules]")[0].replace(
        "schema = 1", "schema = 1\nrules = 5"
    ),
    "a rule of a billion rounds": SOUND.replace("decks = 2", "decks = 2\nrounds = 999999999"),
    "a billion decks": SOUND.replace("decks = 2", "decks = 999999999"),
    "a deal of a billion": SOUND.replace(
        "decks = 2", 'decks = 2\nrounds = [{ deal = 999999999, wild = "3" }]'
    ),
    "501 rounds": ledger(*[scores("Bo", Ann=1, Bo=0, Cy=2)] * 501),
    "51 players": ledger(players=[f"P{number}" for number in range(51)], game=""),
    "another schema": SOUND.replace("schema = 1", "schema = 3"),
}


def not_refused(
    run: Run, lines: Sequence[list[str]], *answers: tuple[str, Answer]
) -> dict[str, Any]:
    """The commands that don't refuse the file t.toml soon and in one line, with what each says.

    Some have their own way to say no, which is the answer named with them.
    """
    own = dict(answers)
    wrong: dict[str, Any] = {}
    for words in lines:
        answer, took = timed(run, *words)
        if words[0] == "check":
            found = acts(answer) or answer.code != 1 or not answer.out.startswith("t.toml:")
            lacks = [f"exit {answer.code}: {answer.out[:300]!r} {acts(answer)}"] if found else []
        elif words[0] in own:
            lacks = [] if answer == own[words[0]] else [str(answer)]
        else:
            lacks = wrong_with(answer, *((2, 3) if words[0] in MAY_NOT_READ else (3,)))
        if not is_soon(took):
            lacks.append(f"{took:.1f} seconds")
        if lacks:
            wrong[" ".join(words)] = lacks
    return wrong


MAY_NOT_READ = ("new", "rules", "undo", "redo")

LEFT_OUT = Answer("no finished games\n1 game not counted: unreadable\n", "", 0)


@pytest.mark.parametrize("kind", NO_LEDGERS)
def test_a_file_that_is_not_a_ledger_ends_every_command_with_one_line(
    run: Run, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    path = seeded(folder / "t.toml", NO_LEDGERS[kind])
    before = path.read_bytes()
    edited = Answer("Nothing was changed.\n", "", 0)
    lines = some(all_lines("t.toml"), first=[*NO_LEDGERS].index(kind))
    assert not_refused(run, lines, ("stats", LEFT_OUT), ("edit", edited)) == {}
    assert files(folder) == {"t.toml": before}


@pytest.mark.parametrize("text", [SOUND, ""], ids=["a ledger", "nothing"])
def test_a_hundred_megabytes_are_never_read(sk: Run, run: Run, folder: Path, text: str) -> None:
    with seeded(folder / "t.toml", text).open("ab") as file:
        file.truncate(100 << 20)
    assert not_refused(run, all_lines("t.toml"), ("stats", LEFT_OUT)) == {}
    assert "is too large: " in run("check", "t.toml").out
    for command in ("undo", "redo", "standings"):
        assert sk(command, "-f", "t.toml").code == 3
    assert names(folder) == {"t.toml"}


LONG_TEXTS = {
    "dots": 'note = "' + "wait... " * 500 + '"',
    "commas": "note = '" + ", " * 50_000 + "'",
    "dots in lines": 'note = """\n' + 'a."b".c\\"\n' * 500 + '"""',
    "dots in plain lines": "note = '''" + "a.b\n" * 500 + "'''",
    "dots in a comment": "# " + "." * 50_000,
    "dots behind a backslash": 'note = "\\\\' + "." * 500 + "\" # '''",
}


@pytest.mark.parametrize("kind", LONG_TEXTS)
def test_dots_and_commas_in_strings_and_comments_do_not_count(kind: str) -> None:
    assert codec.read(ledger(LONG_TEXTS[kind])).title == "Thursday"


# ── ledgers that are sound, as far as the program cares ──────────────────────────────────

DIRTY = "B\x1b[31mo\x07\x9b\u202e\u2066\u200f\u061c\u2028\u200b\x7f[bold]$(x)`y`\n\r\t"


def toml(text: str) -> str:
    """A text of TOML with everything escaped."""
    return '"' + "".join(f"\\U{ord(char):08x}" for char in text) + '"'


def dirty_ledger() -> str:
    """A ledger in which every free text is full of characters that could act on a terminal."""
    name = toml(DIRTY)
    text = ledger(
        f"out = {name}\nnote = {name}\n{name} = 5\n"
        f"[rounds.scores]\n{name} = 0\nAnn = 12\n{toml(DIRTY + 'x')} = 5\n"
        "[rounds.totals]\nAnn = 13",
        f"misdeal = {name}\n[rounds.scores]\nAnn = 5",
        f"dealer = {name}\nabsent = [{name}]\n[rounds.scores]\nAnn = 7\n[rounds.adjust]\nAnn = 5",
        players=("Ann", "@@"),
        game=f'dealer = "Ann"\nnext_dealer = {name}\n{name} = 3\n',
        rules=f"[rules]\ngame = {name}\ntitle = {name}\ndecks = 2\n{name} = 5\n",
    )
    return text.replace('"@@"', name).replace('title = "Thursday"', f"title = {name}")


@pytest.mark.parametrize("name", ["t.toml", "\x1b[31m\x9b\u202e\n.toml"])
def test_nothing_in_a_ledger_or_its_name_acts_on_a_screen(
    run: Run, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "true")
    lines = [*all_lines(name), ["check", name, "--json"], ["standings"], ["add", "1", "x=2"]]
    more = ("add zz=4", "fix 9 zz=4", "pad zz=4", "player leave zz", "verify zz=5h")
    lines += [*(on(name, line) for line in more), ["again"]]
    wrong = {}
    for words in lines:
        for file in folder.iterdir():
            file.unlink()
        seeded(folder / name, dirty_ledger())
        answer = run(*words)
        if answer.code not in (0, 1, 2, 3) or acts(answer):
            wrong[" ".join(words)] = f"exit {answer.code}, {acts(answer)}"
        if answer.err.startswith("error: ") and wrong_with(answer, answer.code):
            wrong[" ".join(words)] = str(wrong_with(answer, answer.code))
    assert wrong == {}


def test_a_game_with_dirty_texts_in_a_list_of_games_does_not_act(run: Run, folder: Path) -> None:
    seeded(folder / "a\x1b[31m.toml", dirty_ledger())
    seeded(folder / "b\u202e.toml", dirty_ledger())
    seeded(folder / "c\n.toml", dirty_ledger() + "[[")
    answer = run("standings")
    assert answer.code == 3
    assert acts(answer) == set()
    assert "there are 2 open games in this folder" in answer.err


# ── words ────────────────────────────────────────────────────────────────────────────────

LONG = "x" * 10_000
DIGITS = "9" * 5_000
ZEROS = "0" * 11 + "1" + "9" * 5_000
CARDS = "5h" * 60_000

WORDS: dict[str, str] = {
    "an escape": "\x1b[31m\x07\x9b\x1b]0;title\x07",
    "a right-to-left override": "\u202ea\u2066b",
    "markup": "[/red][bold]",
    "a leading dash": "-x",
    "two leading dashes": "--" + "x" * 50,
    "10,000 characters": LONG,
    "5,000 digits": DIGITS,
    "5,000 digits behind zeros": ZEROS,
    "5,000 digits below zero": "-" + DIGITS,
    "5,000 digits of another script": "٣" * 5_000,
    "a digit that is no number": "²",
    "120,000 letters of cards": CARDS,
    "500 brackets": DEEP,
    "a line break": "Bo\nerror: x",
    "half a character": "\udcff",
    "a path": "../../etc/passwd",
    "a shell's command": "$(touch x)`touch x`;touch x",
    "a format": "%s{0}{x!r}%n",
    "a separator": "/",
    "an equals sign": "=",
    "a sum without end": "+".join("9" * 5_000),
    "spaces": " " * 5_000,
    "marks without a letter": "\u0308" * 500,
    "a letter with 5,000 marks": "a" + "\u0308" * 5_000,
}

PLACES = (
    *("@", "standings --@", "new Ann @ -f new.toml", "new @ @ -f new.toml"),
    *("new Ann Bo --title @", "new Ann Bo -f new.toml --dealer @", "new Ann Bo -f @"),
    *("new Ann Bo -f new.toml --game @", "new Ann Bo -f new.toml --rule @"),
    *("new A B -f n.toml --rule rounds=@", "new A B -f n.toml --rule decks=@"),
    *("new Ann Bo -f new.toml --rule card_points={~Q~=~@~}", "new Ann Bo -f new.toml --decks @"),
    *("add 1 2 @", "add @=5", "add ann=@", "add --totals @ @ @", "add 1 2 o:@"),
    *("add 1 2 o --round @", "add 1 2 0 --out @", "add 1 2 o --note @"),
    *("fix @ ann=5", "fix 1 ann=@", "fix 1 --note @", "undo -n @"),
    *("deadwood @", "deadwood 5h --wild @", "deadwood 5h --rule @", "meld @"),
    *("verify 3s3h3d @", "verify @=3s3h3dkd", "verify 3s3h3dkd --melds @"),
    *("new A B -f n.toml --variation @", "verify ann=5h6h7h@", "deadwood 5h6h@"),
    *("verify 3s3h3dkd --discard @", "check @", "rules @", "rules --diff @ three-thirteen"),
    *("house @", "house --off @", "player join @ --points 5", "player join Dee --points @"),
    *("player leave @", "player rename ann @", "seats @ ann bo", "dealer @"),
    *("misdeal @", "misdeal --note @", "penalty @ 5", "penalty ann @", "bonus ann @"),
    *("pad 1 2 @", "again --title @", "standings -f @"),
)
"""Lines in which a word stands for ``@``; ``~`` is a space within one."""


@pytest.mark.parametrize("place", PLACES)
def test_a_word_made_to_do_harm_is_answered_in_a_line(run: Run, folder: Path, place: str) -> None:
    wrong = {}
    for kind, word in some([*WORDS.items()], first=PLACES.index(place)):
        for file in folder.iterdir():
            file.unlink()
        seeded(folder / "t.toml", SOUND)
        line = [part.replace("~", " ").replace("@", word) for part in place.split(" ")]
        answer, took = timed(run, *line)
        lacks = []
        if answer.code not in (0, 1, 2, 3, 4) or acts(answer):
            lacks.append(f"exit {answer.code}, {acts(answer)}: {answer.err[:300]}")
        if answer.code > 1 or answer.err.startswith("error: "):
            lacks += wrong_with(answer, 1, 2, 3, 4)
        if answer.code > 1 and names(folder) != {"t.toml"}:
            lacks.append("something was written")
        if not is_soon(took):
            lacks.append(f"{took:.1f} seconds")
        if lacks:
            wrong[kind] = lacks
    assert wrong == {}


@pytest.mark.parametrize("command", ["deadwood", "verify"])
@pytest.mark.parametrize(
    "line",
    ["5h" * 500_000, "5" * 1_000_000, "jk " * 330_000, "/" * 1_000_000, "9" * 1_000_000],
    ids=["cards", "ranks", "jokers", "slashes", "digits"],
)
def test_cards_of_a_megabyte_are_refused_in_a_line(run: Run, command: str, line: str) -> None:
    began = time.process_time()
    for words in ([command, "-"], [command, "-", "--json"]):
        answer = run(*words, stdin=f"{line}\n3s3h3d\n")
        assert answer.code == 2
        assert len(answer.said) == 2
        assert "error" in answer.said[0]
        assert len(answer.said[0]) < 600
    assert is_soon(time.process_time() - began)


@pytest.mark.parametrize("line", some(["check 5h 3s", "player rename ann 5"], 2))
def test_a_hundred_thousand_words_are_refused_soon(run: Run, folder: Path, line: str) -> None:
    seeded(folder / "t.toml", SOUND)
    words = line.split()
    answer, took = timed(run, *words, *words[-2:] * 50_000)
    assert wrong_with(answer, 2) == []
    assert is_soon(took, 5)


# ── a history made to harm ───────────────────────────────────────────────────────────────

HISTORIES = {
    "brackets": "[" * 500_000,
    "5,000 digits": '{"changes": ' + DIGITS + ', "undone": []}',
    "half a character": '{"changes": [{"command": "x", "before": "\\ud800"}], "undone": []}',
    "half a character to go back to": (
        '{"changes": [{"command": "x", "before": "\\ud800", "after": @}], "undone": []}'
    ),
    "half a character to make again": (
        '{"changes": [], "undone": [{"command": "x", "before": @, "after": "\\ud800"}]}'
    ),
    "nothing to make again": '{"changes": [], "undone": [{"command": "x", "before": @}]}',
    "half a character in a command": (
        '{"changes": [{"command": "\\ud800\\u001b[31m\\u202e", "before": #, "after": @}],'
        ' "undone": []}'
    ),
    "steps that are none": '{"changes": [[], 5, null], "undone": {"a": 5}}',
    "texts for changes": '{"changes": "abc", "undone": "abc"}',
    "nan": '{"changes": NaN, "undone": Infinity}',
}


@pytest.mark.parametrize("kind", HISTORIES)
def test_a_history_made_to_do_harm_costs_only_undo(run: Run, folder: Path, kind: str) -> None:
    for line in ("undo", "redo", "add 8 17 o", "undo -n 3"):
        path = seeded(folder / "t.toml", SOUND)
        text = HISTORIES[kind].replace("@", json.dumps(SOUND)).replace("#", json.dumps(ledger()))
        seeded(folder / ".t.toml.history", text)
        answer, took = timed(run, *line.split())
        assert answer.code in (0, 2, 3, 4), answer
        assert acts(answer) == set()
        assert is_soon(took)
        if answer.code:
            assert wrong_with(answer, 2, 3, 4) == []
            assert path.read_text("utf-8") == SOUND
        assert run("standings").code == 0
