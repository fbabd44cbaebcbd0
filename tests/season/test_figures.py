"""Every figure of a season against a second, plain counting."""

import json
from typing import Any

import pytest

from tests.program import Run
from tests.season.plain import count_season
from tests.season.seasons import SAME, believable, wild_season


def told(run: Run, texts: dict[str, str], same: dict[str, str] | None = None) -> dict[str, Any]:
    """What ``stats --json`` says of these ledgers, as far as it is counted twice."""
    from pathlib import Path

    for file, text in texts.items():
        Path(file).write_text(text, "utf-8")
    if same:
        lines = "".join(f'"{name}" = "{person}"\n' for name, person in same.items())
        Path("people.toml").write_text(f"[people]\n{lines}", "utf-8")
    answer = run("stats", "--json")
    assert (answer.err, answer.code) == ("", 0)
    found: dict[str, Any] = json.loads(answer.out)
    del found["evenings"]
    for kind in found["kinds"].values():
        del kind["records"]
    for left in found["left_out"]:
        if "no TOML" in left["because"]:
            left["because"] = "broken"
    return found


@pytest.mark.parametrize("seed", range(120))
def test_every_figure_of_a_wild_season_is_what_a_plain_counting_finds(run: Run, seed: int) -> None:
    texts = wild_season(seed)
    same = SAME if seed % 3 == 0 else {}
    assert told(run, texts, same) == count_season(texts, same)


def test_every_figure_of_a_family_is_what_a_plain_counting_finds(run: Run) -> None:
    texts = believable()
    assert told(run, texts) == count_season(texts)
