"""The evenings in ``sample_games/season/``, which ``sk demo`` unpacks, played card by card.

``python -m tests.tools.deal_season`` deals and writes them: a dozen finished Fridays, and one that
has got to round 8 of 11. The same seeds always deal the same evenings.
"""

import sys
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from tests.tools.deal_samples import FOLDER as SAMPLES
from tests.tools.deal_samples import Evening, Newcomer, Penalty, main

FOLDER = SAMPLES / "season"
FIRST_DAY = date(2026, 1, 9)

FOUR = ("Ann", "Bo", "Uncle Cy", "Zoë")
FIVE = ("Ann", "Bo", "Fay", "Uncle Cy", "Zoë")

OPEN = "friday-night.toml"
"""The evening that goes on."""


def friday(week: int, names: Sequence[str], **facts: Any) -> Evening:
    """One week's evening, Three Thirteen by default; everybody deals first in turn."""
    usual = {"title": "Friday at ours", "dealer": names[week % len(names)], "seed": 3130 + week}
    day = FIRST_DAY + timedelta(weeks=week)
    return Evening(day=day, names=names, **{**usual, **facts})


SKYJO = {"title": "Skyjo", "game": "points", "dealer": None, "settings": {"target": 100}}
CROWNS = {"title": "Five Crowns", "game": "five-crowns"}

EVENINGS = (
    friday(0, ("Ann", "Bo", "Uncle Cy", "Zoe"), shown=0.2),  # Zoë, at first
    friday(1, FOUR, notes={6: "pizza"}),
    friday(2, ("Ann", "Bo", "Zoë"), **CROWNS),
    friday(3, FIVE),
    friday(4, ("Bo", "Fay", "Zoë"), **SKYJO),
    friday(5, FOUR, shown=0.3),
    friday(6, ("Ann", "Bo", "Cy", "Fay")),  # Uncle Cy, to those who are not his nieces
    friday(7, FIVE, **CROWNS, shown=0.2),
    friday(8, ("Ann", "Uncle Cy", "Zoë"), newcomers={3: Newcomer("Bo", after="Ann")}),
    friday(9, FOUR, **SKYJO, penalties={2: Penalty("Zoë", 5, "looked under a card")}),
    friday(10, FIVE, shown=0.2),
    # Every hand is shown. Found by trying: four house rules would have made somebody else win.
    friday(11, FOUR, seed=46, shown=1.0, notes={11: "past midnight"}),
)

SEASON = {
    **{f"{each.title.lower().replace(' ', '-')}-{each.day}.toml": each for each in EVENINGS},
    # Found by trying: close, and Bo has an odd number in the last round.
    OPEN: friday(12, FOUR, title="Friday night", rounds=7, seed=14, shown=0.85),
}


if __name__ == "__main__":
    sys.exit(main(FOLDER, SEASON))
