"""What is shown below an evening that has just ended: its place in the season of its folder."""

from pathlib import Path

import pytest

from scorekeeper import codec
from scorekeeper.terminal import showing
from tests.effort import examples
from tests.program import Run, in_quotes, ledger, scores, seeded
from tests.tools.seasons import BELIEVABLE, believable

SHORT = '[rules]\ngame = "short"\ndecks = 2\nrounds = [{ deal = 3, wild = "3" }]\n'


def evening(folder: Path, file: str, *rounds: str) -> Path:
    return seeded(folder / file, ledger(*rounds, rules=SHORT))


def season_line(out: str) -> list[str]:
    return [line for line in out.splitlines() if "sk stats" in line]


def earlier(folder: Path) -> None:
    """Three evenings, on which Ann was best with 12, 9 and 11."""
    for number, points in enumerate((12, 9, 11), start=1):
        evening(folder, f"before-{number}.toml", scores("Bo", Ann=points, Bo=0, Cy=30))


@pytest.mark.slow
def test_the_line_says_what_the_season_says(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(showing, "PATIENCE", 60)
    lines = {}
    for file, text in believable(evenings=examples(BELIEVABLE)).items():
        game = codec.read(text)
        if game.finished:  # put away
            continue
        seeded(folder / file, codec.write_new(game._replace(rounds=game.rounds[:-1])))
        block = game.rounds[-1]
        entries = [f"{name}={points}" for name, points in block.scores.items()]
        said = run("add", *entries, *(f"--out={name}" for name in block.out), "-f", file)
        assert said.code == 0
        lines[file] = [line.replace("Zoë", "Zoe") for line in season_line(said.out)]
    # At the end Zoe has the name she had last.
    told = {row["file"]: row["says"] for row in run("stats", "--json").facts["evenings"]}
    assert lines == {
        file: [f"In the season: {says.replace('Zoë', 'Zoe')}   (sk stats)"] if says != FIRST else []
        for file, says in told.items()
    }


FIRST = "the first full game of its kind"


def test_a_game_that_ends_early_gets_the_line_as_well(run: Run, folder: Path) -> None:
    two = '[rules]\ngame = "short"\ndecks = 2\nrounds = [{ deal = 3 }, { deal = 3 }]\n'
    block = scores("Bo", Ann=3, Bo=0, Cy=5)
    for number in range(1, 4):
        seeded(folder / f"before-{number}.toml", ledger(block, block, rules=two))
    seeded(folder / "now.toml", ledger(block, rules=two))
    said = run("finish", "-f", "now.toml")
    assert said.said[-4:-2] == [
        "In the season: Bo won 4 times in a row, the longest streak so far   (sk stats)",
        "Look back?    sk chart -f now.toml     the totals round by round as lines",
    ]
    ann_wins = scores("Ann", Ann=0, Bo=3, Cy=5)
    seeded(folder / "now.toml", ledger(ann_wins, rules=two))
    said = run("finish", "-f", "now.toml")
    words = "it ended early, so its points aren't compared"
    assert season_line(said.out) == [f"In the season: {words}   (sk stats)"]
    seeded(folder / "now.toml", ledger(block, rules=two))
    assert season_line(run("finish", "--put-away", "-f", "now.toml").out) == []
    seeded(folder / "now.toml", ledger(rules=two))
    assert "chart" not in run("finish", "-f", "now.toml").out


def test_in_another_folder_the_line_names_it(run: Run, folder: Path) -> None:
    (folder / "our games").mkdir()
    earlier(folder / "our games")
    evening(folder / "our games", "now.toml")
    said = run("add", "8", "29", "o", "-f", "our games/now.toml")
    line = f"In the season: Ann's best ever   (sk stats {in_quotes('our games')})"
    assert season_line(said.out) == [line]


def test_if_reading_all_would_take_too_long_it_is_ranked_among_the_newest(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier(folder)
    text = (folder / "before-1.toml").read_text()
    seeded(folder / "old.toml", text.replace("date = 2", "date = 1"))
    evening(folder, "now.toml")
    ticks = iter(range(10))
    monkeypatch.setattr(showing, "process_time", lambda: next(ticks))
    monkeypatch.setattr(showing, "PATIENCE", 3.5)
    said = run("add", "8", "29", "o", "-f", "now.toml")
    assert season_line(said.out) == ["In the last 4 games: Ann's best ever   (sk stats)"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        pytest.param("people.toml", "[people]\nAnn = 3\n", id="names that can't be joined"),
        pytest.param("people.toml", '[people]\nAnn = "Bo"\n', id="two of one evening joined"),
        pytest.param("people.toml", "[[[", id="no TOML"),
    ],
)
def test_a_fault_in_the_season_is_not_blamed_on_a_round(
    run: Run, folder: Path, file: str, text: str
) -> None:
    earlier(folder)
    seeded(folder / file, text)
    evening(folder, "now.toml")
    said = run("add", "8", "29", "o", "-f", "now.toml")
    assert (said.err, said.code, season_line(said.out)) == ("", 0, [])


@pytest.mark.parametrize("text", ["schema = 1\n[game]\n[rules\n", "schema = 9\n[game]\n", "\x00"])
def test_a_ledger_that_cannot_be_read_is_passed_over(run: Run, folder: Path, text: str) -> None:
    earlier(folder)
    seeded(folder / "torn.toml", text)
    evening(folder, "now.toml")
    said = run("add", "8", "29", "o", "-f", "now.toml")
    assert (said.err, said.code) == ("", 0)
    assert season_line(said.out) == ["In the season: Ann's best ever   (sk stats)"]


def test_games_of_another_kind_and_unfinished_ones_get_no_line(run: Run, folder: Path) -> None:
    seeded(folder / "1.toml", ledger(scores("Bo", Ann=3, Bo=0, Cy=5)))
    evening(folder, "2.toml")
    evening(folder, "now.toml")
    said = run("add", "8", "29", "o", "-f", "now.toml")
    assert (said.err, said.code, season_line(said.out)) == ("", 0, [])


def test_programs_have_to_ask_for_the_season(run: Run, folder: Path) -> None:
    earlier(folder)
    evening(folder, "now.toml")
    said = run("add", "8", "29", "o", "--json", "-f", "now.toml")
    assert (said.err, said.code) == ("", 0)
    assert "season" not in said.out
