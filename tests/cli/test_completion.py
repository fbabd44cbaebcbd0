"""What TAB offers in each shell, and what it never hands to one."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.cli import commands as options
from tests.program import TODAY, Answer, clean_environment, ledger, scores, seeded, start

GAME = ledger(scores("Bo", Ann=12, Bo=0, Cy=5), players=("Ann", "Bo", "Cy", "Zoë"))


def offered(folder: Path, line: str, shell: str = "bash") -> str:
    """What a shell is given for ``line`` up to the cursor at its end."""
    words = line.split(" ")
    there = clean_environment(
        _SK_COMPLETE=f"complete_{shell}",
        _TYPER_COMPLETE_ARGS=line,
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        COMP_WORDS=line,
        COMP_CWORD=str(len(words) - 1),
    )
    answer = start([], folder, environment=there)
    assert answer.err == ""
    return answer.out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sk stan", {"standings"}),
        ("sk ad", {"add"}),
        ("sk new --game five", {"five-crowns"}),
        ("sk new --variation one", {"one-natural", "one-wild"}),
        ("sk new --rule wild_l", {"wild_limit="}),
        ("sk add --out ", {"Ann", "Bo", "Cy", "Zoë"}),
        ("sk add --out z", {"zoë"}),
        ("sk add a", {"ann="}),
        ("sk fix 3s B", {"Bo="}),
        ("sk fix 7", {"7s"}),
        ("sk verify z", {"zoë="}),
        ("sk pad z", {"zoë="}),
        ("sk add -f other.toml ", {"Dee=", "Eli="}),
        ("sk player leave --file other.toml ", {"Dee", "Eli"}),
        ("sk add --file=other.toml d", {"dee="}),
        ("sk add -f nothing.toml ", set()),
        ("sk export --to c", {"csv", "chat"}),
    ],
)
def test_tab_offers_what_goes_on_as_typed(folder: Path, line: str, words: set[str]) -> None:
    seeded(folder / "a.toml", GAME)
    if "other" in line:
        seeded(folder / "other.toml", ledger(players=("Dee", "Eli")))
    assert set(offered(folder, line).split()) == words


@pytest.mark.parametrize("command", ["sheet -f", "sheet", "chart", "review", "stats", "check"])
def test_tab_offers_the_games_and_the_folders_for_a_file(folder: Path, command: str) -> None:
    assert offered(folder, f"sk {command} ").split() == []  # the shell finishes it by itself
    (folder / "old").mkdir()
    for name in ("a.toml", "old/b.toml", "two words.toml", "$(x).toml"):
        seeded(folder / name, GAME)
    for name in (".a.toml.history", ".hidden.toml", "people.toml", "notes.txt"):
        (folder / name).touch()
    for begun, words in (("", {"a.toml", "old/"}), ("a", {"a.toml"}), ("old/", {"old/b.toml"})):
        assert set(offered(folder, f"sk {command} {begun}").split()) == words
    for begun in ("ol", "two", ".", "nowhere/", "~/"):
        assert offered(folder, f"sk {command} {begun}").split() == []


SKYJO = """[rules]
game = "points"
rounds = 1
dealer = "none"
players = [1, 0]
"""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("sk stats --player ", {"Ann", "Annie", "uncle", "Zoë"}),
        ("sk stats --player an", {"ann", "annie"}),
        ("sk stats --game ", {"three-thirteen", "phase-10"}),
        ("sk stats --game ph", {"phase-10"}),
        ("sk stats --to ", {"csv", "html", "md"}),
        ("sk people ", {"Ann=", "Anne=", "Annie=", "Zoe="}),
        ("sk people a", {"ann=", "anne=", "annie="}),
    ],
)
def test_tab_offers_the_people_and_kinds_of_a_season(
    folder: Path, line: str, words: set[str]
) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", "Uncle Cy", "Zoe")))
    hands = 'out = "Annie"\n[rounds.hands]\nAnnie = "QS QH QD"\nZoe = "2S 4H 9D"'
    seeded(folder / "b.toml", ledger(hands, players=("Annie", "Zoe"), game=""))
    seeded(folder / "c.toml", ledger(rules=SKYJO, title="Phase 10", players=("Anne",), game=""))
    seeded(folder / "d.toml", "schema = 1\n[game]\n[[")
    seeded(folder / "people.toml", '[people]\nAnne = "Ann"\nzoe = "Zoë"\n')
    assert set(offered(folder, line).split()) == words


def test_tab_reads_only_the_newest_games_for_their_kinds(folder: Path) -> None:
    for day in range(options.NEWEST + 1):
        title = "Skyjo" if day else "Phase 10"
        text = ledger(rules=SKYJO, title=title, game="", day=TODAY + timedelta(days=day))
        seeded(folder / f"{day}.toml", text)
    assert offered(folder, "sk stats --game ") == "skyjo\n"


def test_a_name_of_several_words_is_joined_if_the_shell_quotes_it(folder: Path) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", "Uncle Cy")))
    assert offered(folder, "sk people U").strip() == ""
    assert "Uncle Cy=" in offered(folder, "sk people U", "zsh")


@pytest.mark.parametrize("option", ["stats --player", "stats --game", "people"])
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_season_never_offers_what_a_shell_could_run(
    folder: Path, option: str, shell: str
) -> None:
    for number, name in enumerate(HOSTILE):
        text = ledger(players=("Ann", name), rules=SKYJO, title=name, game="")
        seeded(folder / f"{number}.toml", text)
    said = offered(folder, f"sk {option} ", shell)
    for letter in ("touch", "$(", "`", "a;b", "a'b", "a|b", "a*", "[red]", "\x07"):
        assert letter not in said


def test_bash_gets_one_word_for_a_name_of_several(folder: Path) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", "Uncle Cy", "Player 1", "Player 2")))
    assert offered(folder, "sk player leave U") == "Uncle\n"
    assert offered(folder, "sk add unc") == "uncle=\n"
    assert offered(folder, "sk player leave P").strip() == ""
    assert "Uncle Cy" in offered(folder, "sk player leave U", "zsh")  # which puts quotes around it


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_served(folder: Path, shell: str) -> None:
    seeded(folder / "a.toml", GAME)
    assert "standings" in offered(folder, "sk stan", shell)
    assert "Ann" in offered(folder, "sk add --out A", shell)


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"COMP_WORDS": "sk add"},
        {"COMP_CWORD": "1"},
        {"COMP_WORDS": "sk add", "COMP_CWORD": "one"},
        {"COMP_WORDS": "", "COMP_CWORD": "5" * 5_000},
        {"COMP_WORDS": "sk --game", "COMP_CWORD": "-1"},
    ],
)
def test_a_shell_that_does_not_say_what_was_typed_is_offered_nothing_in_silence(
    typed: dict[str, str], sk_completing: Callable[..., Answer]
) -> None:
    answer = sk_completing(**typed)
    assert (answer.err, answer.code) == ("", 0)
    assert "Traceback" not in answer.out


@pytest.fixture
def sk_completing(folder: Path) -> Callable[..., Answer]:
    """The program as bash calls it for TAB, with these words of the line."""
    return lambda **typed: start(
        [], folder, environment=clean_environment(_SK_COMPLETE="complete_bash", **typed)
    )


HOSTILE = (
    "$(touch oops)",
    "`touch oops`",
    "a;b",
    "a'b",
    'a\\"b',
    "a|b",
    "a*",
    "[red]",
    "a\\u0007b",
)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_name_that_a_shell_could_run_is_not_offered(folder: Path, shell: str) -> None:
    seeded(folder / "a.toml", ledger(players=("Ann", *HOSTILE), game=""))
    said = offered(folder, "sk add --out ", shell)
    assert "Ann" in said
    for letter in ("touch", "$(", "`", "a;b", "a'b", "a|b", "a*", "[red]", "\x07"):
        assert letter not in said


@pytest.mark.parametrize(
    "text", ["dear diary", "", "\x00", "schema = 1\n[game]\nx =", "[" * 100_000]
)
def test_a_ledger_that_cannot_be_read_offers_nothing(folder: Path, text: str) -> None:
    seeded(folder / "a.toml", text)
    assert offered(folder, "sk add --out ").split() == []


def test_without_a_game_or_with_several_no_names_are_offered(folder: Path) -> None:
    assert offered(folder, "sk add --out ").split() == []
    seeded(folder / "a.toml", GAME)
    seeded(folder / "b.toml", GAME)
    assert offered(folder, "sk add --out ").split() == []
