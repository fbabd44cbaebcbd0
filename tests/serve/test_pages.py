"""What the page says, without a browser: the state of a game as HTML."""

from datetime import date
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from scorekeeper import codec
from scorekeeper.games import game as packaged
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.written import Player
from scorekeeper.render.machine import Facts
from scorekeeper.serve import pages
from scorekeeper.serve.pages import seats, sheet_facts
from scorekeeper.serve.phones import Phones, row_to_enter
from tests.program import ledger, scores

FOUR = ("Ann", "Bo", "Uncle Cy", "Zoë")
WEIGHT = 60_000
POINTS = scores(Ann=12, Bo=7, Cy=0)


def state(game: Game, **more: object) -> Facts:
    """What all phones see of a game."""
    phones = Phones("", "", {game.names[0]: "x"})
    return {
        **sheet_facts(game, "thursday.toml"),
        **dict.fromkeys(("claim", "wrong", "writes_in", "asked", "waits")),
        **{"held": False, "chat": ["🏆 Bo wins"]},
        "seats": seats(row_to_enter(game), phones, lambda _: False),
        "look": False,
        "seen": 1,
        **more,
    }


def shown(text: str, view: pages.View = "phone", **more: object) -> str:
    """The page of a ledger."""
    game = codec.read(text)
    return pages.page(state(game, **more), game, view)


class Words(HTMLParser):
    """The words of a page without the elements around them, and the attributes of each element."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.words += data.split()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


@pytest.mark.parametrize("view", ["phone", "tv"])
def test_page_style_and_script_weigh_at_most_60_000_bytes_after_eleven_rounds(
    view: pages.View,
) -> None:
    points = '[rounds.scores]\nAnn = 112\nBo = 104\n"Uncle Cy" = 23\n"Zoë" = 105'
    files = sum(len(pages.sent(path).encode()) for _, path in pages.FILES.values())
    for many in (10, 11):  # the pad goes when the game ends, and the chart grows
        page = shown(ledger(*[points] * many, players=FOUR), view)
        assert len(page.encode()) + files < WEIGHT


@pytest.mark.parametrize("name", ["/page.js", "/page.css"])
def test_a_file_is_sent_without_its_lines_of_comment(name: str) -> None:
    _, path = pages.FILES[name]
    read, sent = path.read_text("utf-8").splitlines(), pages.sent(path).splitlines()
    # No text and no comment continues on the next line: it would lose its indentation.
    assert not [line for line in read if line.count("`") % 2 or line.count("/*") - line.count("*/")]
    assert sent == [line for line in map(str.strip, read) if line[:2] not in ("", "//", "/*")]


def test_standings_sheet_and_round_card_are_in_the_page_itself() -> None:
    page = Words(shown(ledger(POINTS, scores("Bo", Ann=30, Bo=0, Cy=41))))
    said = " ".join(page.words)
    assert "Round 3 of 11" in said
    assert "deal 5 each, fives are wild" in said
    assert "Cy deals. Ann begins." in said
    assert "1 ■ Bo 7 out · 7" in said
    assert "2 ▲ Cy 41 +34 41 · 0" in said
    assert "2 4s 30 42 out 7 41 41" in said


def test_notes_stand_below_the_sheet_on_pages_too() -> None:
    playoff = f'bonus = true\nnote = "at midnight"\n{scores(Ann=1, Bo=2)}'
    game = codec.read(ledger(POINTS, POINTS, playoff))
    game = game.with_round_at(0, game.rounds[0]._replace(misdeal="", dead=True))
    said = " ".join(Words(pages.page(state(game), game, "phone")).words)
    assert "* bonus round: at midnight dead hand, played again: round 1" in said


@pytest.mark.parametrize("view", ["phone", "tv"])
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(view: pages.View) -> None:
    page = Words(shown(ledger(POINTS), view))
    for tag, attributes in page.elements:
        assert tag != "style"
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for link in (attributes.get("src"), attributes.get("href")):
            assert link is None or link in pages.FILES
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", ["<b>Bo</b>", "'><script>", "مريم", "🦊 Füchsin", "{{ 7*7 }}"])
def test_a_name_is_text_wherever_it_stands(name: str) -> None:
    points = f'[rounds.scores]\nAnn = 1\n"{name}" = 2\nCy = 3'
    plain = Words(shown(ledger(POINTS)))
    page = Words(shown(ledger(points, players=("Ann", name, "Cy"))))
    assert [tag for tag, _ in page.elements] == [tag for tag, _ in plain.elements]
    assert name.split()[0] in page.words
    assert name in [found.get("data-seat") for _, found in page.elements]


def test_a_page_that_only_watches_counts_who_is_in_once_somebody_has_a_seat() -> None:
    game = codec.read(ledger())
    empty = seats(row_to_enter(game), Phones("", ""), lambda _: False)
    assert 'id="in"' in shown(ledger(), look=True)
    assert 'id="in"' in shown(ledger(), seats=empty)
    assert 'id="in"' not in shown(ledger(), look=True, seats=empty)


def test_a_full_table_says_what_else_a_phone_can_do() -> None:
    game = codec.read(ledger())
    full = Phones("", "", dict.fromkeys(game.names, "x"))
    page = shown(ledger(), seats=seats(row_to_enter(game), full, lambda _: False))
    assert "All seats are taken. You can watch" in page
    assert "All seats are taken" not in shown(ledger())


def test_a_taken_seat_is_shown_as_taken() -> None:
    page = shown(ledger())
    assert page.count("<small>taken</small>") == 1
    game = codec.read(ledger())
    silent = state(game)
    silent["seats"][0]["silent"] = True
    assert "taken, but silent: tap to take over" in pages.page(silent, game, "phone")


def test_phones_that_only_watch_and_televisions_have_no_pad() -> None:
    assert 'id="mine"' in shown(ledger())
    looking = shown(ledger(), look=True)
    assert 'id="mine"' not in looking
    assert "To enter points, ask the score keeper." in looking
    assert 'id="mine"' not in shown(ledger(), "tv")


def test_a_game_without_cards_has_a_number_pad_with_a_minus_and_no_cards() -> None:
    page = shown(ledger(rules='[rules]\ngame = "points"\nrounds = 0\n', game=""))
    assert 'data-key="-"' in page
    assert 'id="cards"' not in page


def test_the_end_says_who_has_won_and_that_nothing_is_left_to_enter() -> None:
    page = " ".join(Words(shown(ledger(*[POINTS] * 11))).words)
    assert "Cy wins" in page
    assert "Final standings" in page
    assert "Ready" not in page


def test_the_pad_has_the_cards_of_this_game_stars_and_jokers_too() -> None:
    rules = '[rules]\ngame = "five-crowns"\nsuits = "SHDCX"\nranks = "3456789TJQK"\njokers = 3\n'
    page = Words(shown(ledger(POINTS, rules=rules)))
    cards = [found for _, found in page.elements if "data-card" in found]
    assert len(cards) == 5 * 11 + 1
    assert {"4X", "JK"} < {found["data-card"] for found in cards}


# ── the curve ────────────────────────────────────────────────────────────────────────────


def drawn(*points: dict[str, int]) -> Facts | None:
    """The curve after rounds with these points."""
    return pages.curve(codec.read(ledger(*(scores(**row) for row in points))))


def test_before_the_first_round_there_is_no_chart() -> None:
    assert drawn() is None


def test_the_best_is_at_the_top_and_labels_are_in_that_order_and_apart() -> None:
    found = drawn({"Ann": 12, "Bo": 11, "Cy": 11})
    assert found
    assert [line["player"] for line in found["lines"]] == ["Bo", "Cy", "Ann"]
    labels = [line["label"] for line in found["lines"]]
    assert all(below - above >= 14.9 for above, below in pairwise(labels))
    assert max(labels) <= found["height"]


def test_a_line_begins_at_zero_and_has_a_point_for_each_round() -> None:
    found = drawn(*[{"Ann": 0, "Bo": 10, "Cy": 20}] * 11)
    assert found
    assert found["right"] == 172
    last = found["lines"][-1]
    assert last.pop("steps") == ["M0 0" + "l1 20" * 11]
    assert found["fit"] == "14.91 0 0 0.8182 8 10"
    assert last == {"player": "Cy", "total": 220, "right": 172, "end": 190, "label": 190}


def test_a_curve_begins_where_its_player_joined_and_ends_where_they_left() -> None:
    game = codec.read(ledger(scores(Ann=12, Bo=7, Cy=0), scores(Bo=2, Cy=3)))
    ann, bo, cy = game.players
    found = pages.curve(game._replace(players=(ann._replace(left=1), bo, cy._replace(joined=2))))
    assert found
    lines = {line["player"]: line for line in found["lines"]}
    assert lines["Cy"]["steps"][0].startswith("M1 ")
    assert lines["Ann"]["right"] == 23
    over = pages.curve(game._replace(finished=game.date))
    assert (over or {})["right"] == 172  # however few rounds were played


# ── what is another in a few games ───────────────────────────────────────────────────────


def of_game(name: str, *rounds: str, **rules: str) -> str:
    """The page of a packaged game of Ann and Bo with rounds in which these entries were typed."""
    own, players = packaged(name).replace(**rules), (Player("Ann"), Player("Bo"))
    game = Game("Thursday", date(2026, 3, 13), players, own, dealer="Ann")
    for line in rounds:
        row = next_row(game)
        entries = map(parse_entry, line.split(), [row.rules] * 2)
        game = record(game, dict(zip(row.players, entries, strict=True))).game
    return " ".join(Words(pages.page(state(game), game, "phone")).words)


def test_a_drawn_rank_that_nobody_has_typed_is_not_shown_as_none() -> None:
    assert "deal 13 each, the wild rank is drawn" in of_game("indian-rummy")


def test_in_a_match_the_sheet_says_who_scored_what_and_the_end_shows_the_settlement() -> None:
    page = of_game("gin", "o7 23", "12 o")
    assert "1 16 16 0 0" in page
    assert "37 · 0" in page
    assert "Final standings 1 ● Ann 430" in of_game("gin", "o7 23", "o 99")


def test_the_sheet_says_who_went_out_without_points_and_who_is_out_of_a_pool() -> None:
    page = of_game("points", "o 12", "0 o", winner="high", count="winner-takes")
    assert "1 12 12 0 0 2 0 12 out 0" in page
    assert "Bo out 160" in of_game("indian-rummy", "o 80", "o 80")
