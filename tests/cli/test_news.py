"""News from elsewhere doesn't wait for the keyboard, and none of it is lost."""

import pytest

from scorekeeper.terminal import prompt
from scorekeeper.terminal.prompt import News


def test_news_appear_before_the_next_line_or_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(prompt, "talk", told.append)
    lines = News()
    lines.say("Bo has a phone")
    lines.say("Bo's phone: 12")
    assert told == []
    with lines.shown():
        assert told == ["Bo has a phone", "Bo's phone: 12"]
        lines.say("Cy has a phone")
        assert told[-1] == "Cy has a phone"
    lines.say("Cy's phone: 5")
    assert told[-1] == "Cy has a phone"
