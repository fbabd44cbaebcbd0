"""Every figure of a season against a second, plain count."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper import store
from scorekeeper.season import Span, find, season
from scorekeeper.season.figures import file_order
from scorekeeper.store import evenings
from tests.effort import examples
from tests.program import Run, facts
from tests.tools.plain_evenings import Facts
from tests.tools.plain_season import count_season
from tests.tools.seasons import SAME, believable, wild_season


def written(texts: dict[str, str], same: dict[str, str]) -> None:
    """Put ledgers into the current folder, with the file that joins their people."""
    for file, text in texts.items():
        Path(file).write_text(text, "utf-8")
    if same:
        lines = "".join(f'"{name}" = "{person}"\n' for name, person in same.items())
        Path("people.toml").write_text(f"[people]\n{lines}", "utf-8")


def told(run: Run) -> Facts:
    """What ``stats --json`` says about this folder."""
    found: Facts = facts(run, "stats")
    del found["evenings"]  # in words; test_every_evening_stands has the facts
    for left in found["left_out"]:
        if "valid TOML" in left["because"]:
            left["because"] = "broken"
    return found


def counted(texts: dict[str, str], same: dict[str, str]) -> Facts:
    return {key: facts for key, facts in count_season(texts, same).items() if key != "stands"}


@pytest.mark.parametrize("seed", range(examples(60)))
def test_every_figure_of_a_random_season_matches_a_plain_count(run: Run, seed: int) -> None:
    texts, same = wild_season(seed), SAME if seed % 3 == 0 else {}
    written(texts, same)
    assert told(run) == counted(texts, same)


def test_every_figure_of_a_family_matches_a_plain_count(run: Run) -> None:
    written(believable(), {})
    assert told(run) == counted(believable(), {})


@pytest.mark.parametrize("seed", range(examples(30)))
def test_every_evening_compares_as_a_plain_count_says(folder: Path, seed: int) -> None:
    texts = wild_season(seed) if seed else believable()
    written(texts, {})
    files = sorted(evenings.ledgers_in(folder), key=lambda path: file_order(path.name))
    found = find(files, lambda path: store.load(path).game, Span(), None)
    assert [stood(*row) for row in season(found).evenings] == count_season(texts)["stands"]


def stood(evening: Any, place: Any) -> tuple[Any, ...]:
    since = str(place.since) if place.since else None
    place_facts = (place.what, place.player, place.value, since, place.nth, place.among)
    return (Path(evening.file).name, *place_facts)
