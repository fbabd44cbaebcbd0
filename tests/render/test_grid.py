"""How wide a text is on a terminal, and where a line that is too wide breaks."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.errors import PlayerError
from scorekeeper.ledger.names import check_names
from scorekeeper.render import Grid, columns_of, in_lines, wrapped
from tests.ledger.test_names import SCRIPTS, UNSEEN
from tests.tables import called, each


@each("text, columns", called(__file__, "grid.toml", "words"))
def test_a_text_takes_as_many_columns_as_a_terminal_gives_it(text: str, columns: int) -> None:
    assert columns_of(text) == columns


NAMES = st.text(max_size=8) | st.sampled_from(SCRIPTS).flatmap(
    lambda script: st.lists(st.sampled_from([*script, *UNSEEN]), max_size=8).map("".join)
)


@given(st.lists(NAMES, min_size=1, max_size=4))
def test_a_column_of_names_does_not_break_the_next_column(typed: list[str]) -> None:
    try:
        names = check_names(typed)
    except PlayerError:
        return
    rows = tuple((name, "12") for name in names)
    lines = in_lines(Grid(("player", "total"), rows, "lr"))
    assert len({columns_of(line) for line in lines}) == 1, names


@each("line, rows", called(__file__, "grid.toml", "lines"))
def test_a_line_continues_where_it_can_be_read(line: str, rows: list[str]) -> None:
    assert wrapped(line, 29) == rows


def test_nothing_is_lost_however_narrow_the_screen_is() -> None:
    line = "  Totals as before:  Zoë 34   Ann 36 (+2)   李小龍 40 (+6)"
    for width in range(1, 60):
        assert " ".join(wrapped(line, width)).split() == line.split()
