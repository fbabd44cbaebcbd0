"""Every command that writes, on ledgers in every layout that TOML allows, drawn at random.

The second witness is the same command over the same game in the program's own layout.
"""

import difflib
import re
import shlex
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from scorekeeper import codec
from scorekeeper.ledger import Game
from scorekeeper.terminal.command_words import COMMANDS, READ_ONLY
from tests.codec.test_at_random import comments, layouts
from tests.effort import examples
from tests.program import Answer, answered, elsewhere

APPENDING = """sh -c 'echo "# edited" >> "$1"' sh"""
"""An editor that adds a comment at the end."""

NEW_NAME = 'The "new" [[one]]'


WRITING = {
    "add": "add ALL --note '[[rounds]] # 5'",
    "add with who went out": "add NONE --out FIRST",
    "fix": "fix 1 FIRST=7",
    "fix with a note": "fix last LAST=9 --why 'a \"b\" # c'",
    "fix who went out": "fix 1 --out -",
    "fix an absence": "fix last FIRST=-",
    "fix with a hand": "fix 1 FIRST=3s3h3d",
    "misdeal": "misdeal --why 'was ''mis'' \"dealt\"'",
    "penalty": "penalty FIRST 5",
    "bonus": "bonus LAST 10 --why [x]",
    "player join": "player join NEW --points 5",
    "player join in between": "player join NEW --after FIRST --points 0",
    "player leave": "player leave FIRST",
    "player rename": "player rename FIRST NEW",
    "seats": "seats TURNED",
    "dealer": "dealer LAST",
    "house": "house jokers 'card_points={ K = 13, Q = 25 }'",
    "house --off": "house --off decks --off card_points",
    "house --from": "house one-wild ace_runs=low --from 1",
    "playoff": "playoff",
    "finish": "finish",
    "finish --put-away": "finish --put-away",
    "edit": "edit",
}
"""A command line of each kind of change, with words for the players of a game."""

STARTING = {"new", "again", "import", "demo"}
BACK_AND_FORTH = {"undo", "redo"}
ASKING = {"delete"}
"""What does nothing where nobody can be asked."""


def test_every_command_that_writes_is_here() -> None:
    others = READ_ONLY | STARTING | BACK_AND_FORTH | ASKING
    assert {kind.split()[0] for kind in WRITING} == set(COMMANDS) - others


def words_for(kind: str, game: Game) -> list[str]:
    """A command line of this kind, for the players of ``game``."""
    seated = game.seated(len(game.played) + 1)
    meant = {
        "ALL": [f"{name}=5" for name in seated],
        "NONE": [f"{name}=0" for name in seated],
        "TURNED": list(reversed(game.names)),
    }
    single = {"FIRST": game.names[0], "LAST": game.names[-1], "NEW": NEW_NAME}
    words: list[str] = []
    for word in shlex.split(WRITING[kind]):
        name, *entry = word.partition("=")
        words += meant.get(word, [single.get(name, name) + "".join(entry)])
    return words


def changed_by(path: Path, text: str, words: list[str]) -> tuple[Answer, str]:
    """What a command says about a ledger with ``text``, and the text afterwards."""
    path.write_bytes(text.encode())
    answer = answered([*words, "-f", path.name])
    return answer, path.read_bytes().decode()


def lines_that_differ(one: str, other: str) -> tuple[int, int]:
    """How many lines of ``one`` are not in ``other``, and the other way round."""
    marks = [line[0] for line in difflib.ndiff(one.split("\n"), other.split("\n"))]
    return marks.count("-"), marks.count("+")


def lines_of_a_value(text: str) -> int:
    """The most lines that a value may have that is one line in the program's own layout."""
    return 7 if re.search(r'''(\[|""")\r?\n''', text) else 1


# Five layouts a kind are more than a hundred; test_every_change has one for each with its lines.
@pytest.mark.parametrize("kind", WRITING)
@settings(max_examples=examples(5), phases=[Phase.generate])
@given(layout=layouts())
def test_a_command_changes_what_it_must_and_undo_restores_the_bytes(
    kind: str, layout: tuple[str, Game]
) -> None:
    text, game = layout
    words = words_for(kind, game)
    own = codec.write_new(game)
    with elsewhere(EDITOR=APPENDING) as folder:
        wanted, own_after = changed_by(folder / "own.toml", own, words)
        answer, after = changed_by(folder / "t.toml", text, words)
        if "can't be edited safely" in answer.err:
            assert (answer.code, after) == (3, text)
            assert re.match(r"error: t.toml:\d+: ", answer.err)
            assert re.search("^rounds *= *\\[", text, re.MULTILINE)  # comments inside of a line
            return
        assert answer.code == wanted.code
        assert codec.read(after) == codec.read(own_after)
        if after == text:
            assert own_after == own
            return
        assert after.startswith("\ufeff") == text.startswith("\ufeff")
        left = {change.since for change in codec.read(after).changes}
        if any(change.since not in left for change in game.changes):
            assert comments(after) <= comments(text)  # a removed table takes its own along
        else:
            assert comments(after) == comments(text)
        if kind != "seats":  # there whole tables change places, with their comments
            gone, _ = lines_that_differ(text, after)
            assert gone <= sum(lines_that_differ(own, own_after)) * lines_of_a_value(text)
        assert answered(["undo", "-f", "t.toml"]).code == 0
        assert (folder / "t.toml").read_bytes() == text.encode()
        assert answered(["redo", "-f", "t.toml"]).code == 0
        assert (folder / "t.toml").read_bytes() == after.encode()
