"""The page and the picture of a game: complete, self-contained and safe, whatever the names."""

import re
import sys
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.render.standings import sheet_rows
from scorekeeper.sharing.page import MARKS, html, picture, png, svg
from tests.program import TODAY, Run, refusal
from tests.sharing.sharable import SAMPLES, STRANGE, Elements, sample, whole
from tests.tables import each
from tests.values import POINTS, game, row

SVG = "{http://www.w3.org/2000/svg}"

GAMES = {
    **{path.stem: sample(path) for path in SAMPLES},
    "strange names": game(
        Round(scores=dict.fromkeys(STRANGE, 5), note="<i>a note</i>", misdeal="<b>why</b>"),
        Round(scores=dict.fromkeys(STRANGE, 7), note="<i>a note</i>"),
        players=STRANGE,
        title="<script>alert('7')</script>",
    ),
    "not begun": game(),
    "nobody there": Game("Nothing", TODAY, (), POINTS),
    "the most points win": game(row(-5, 3, 0), rules=POINTS.replace(winner="high")),
    "twenty players": whole(20),
    "sixty rounds": whole(5, 60),
    "people come and go": game(
        row(5, 9),
        row(5, 9, 0),
        players=("Ann", Player("Bo", left=1), Player("Cy", joined=2, start=31)),
    ),
}

each_game = each("evening", [pytest.param(game, id=name) for name, game in GAMES.items()])


@each_game
def test_a_page_is_well_formed_and_has_a_language_headings_and_named_columns(evening: Game) -> None:
    page = Elements(html(evening, "game.toml"))
    assert page.found[0].attributes == {"lang": "en"}
    headings = [element.name for element in page.found if re.fullmatch("h[1-6]", element.name)]
    assert headings[0] == "h1"
    assert set(headings[1:]) == {"h2"}
    assert len(page.called("caption")) == len(page.called("table")) > 0
    assert all(caption.said for caption in page.called("caption"))
    heads = page.called("th")
    assert {head.attributes["scope"] for head in heads} <= {"col", "row"}


@each_game
def test_a_picture_is_well_formed_and_has_a_title_and_a_description(evening: Game) -> None:
    root = ElementTree.fromstring(svg(evening, "game.toml"))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title, text = (root.find(f"{SVG}{name}") for name in ("title", "desc"))
    assert title is not None
    assert text is not None
    assert f"{title.get('id')} {text.get('id')}" == root.get("aria-labelledby")
    assert "{" not in (title.text or "").replace("{{ 7 * 7 }}", "")


@each_game
@pytest.mark.parametrize("made", [html, svg])
def test_nothing_is_fetched_from_elsewhere_and_nothing_runs(evening: Game, made: object) -> None:
    assert callable(made)
    text = made(evening, "game.toml").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//|\burl\(|@import|\b(?:src|href|on\w+)=", text)
    names = {element.name for element in Elements(text).found}
    assert not names & {"script", "link", "img", "iframe", "object", "image", "use", "b", "i"}


@each_game
@pytest.mark.parametrize("made", [html, svg])
def test_the_same_game_makes_the_same_file(evening: Game, made: object) -> None:
    assert callable(made)
    assert made(evening, "game.toml") == made(evening, "game.toml")


@each_game
def test_every_square_of_the_sheet_is_on_the_page(evening: Game) -> None:
    squares = [
        " ".join(filter(None, square)) for _, squares in sheet_rows(evening) for square in squares
    ]
    page = html(evening, "game.toml")
    sheet = page[page.index("<h2>Score sheet") :]
    sheet = sheet[: sheet.index("</section>")]
    cells = [cell.said for cell in Elements(sheet).called("td")]
    for square in set(squares) - {""}:
        assert cells.count(square) >= squares.count(square)


def test_every_name_and_the_title_stand_on_the_page_as_they_are() -> None:
    page = Elements(html(GAMES["strange names"], "game.toml"))
    said = [element.said for element in page.called("bdi")]
    assert set(STRANGE) < set(said)
    assert "<script>alert('7')</script>" in said[0]
    assert any("<i>a note</i>" in line.said for line in page.called("li"))


def test_many_players_are_split_over_sheets_that_each_fit_a_page() -> None:
    page = Elements(html(GAMES["twenty players"], "game.toml"))
    sheets = [t for t in page.called("table") if t.attributes.get("class") == "sheet"]
    assert len(sheets) == 2
    names = {element.said for element in page.called("bdi")}
    assert names >= {f"Player {n}" for n in range(1, 21)}
    assert max(sheet.said.count("Player") for sheet in sheets) == 10 + 11  # the dealers


def test_hands_are_laid_with_suits_as_signs_and_in_colour() -> None:
    page = Elements(html(sample(SAMPLES[0]), "game.toml"))
    [hands] = [t for t in page.called("table") if t.attributes.get("class") == "hands"]
    assert "10♠ 10★ 9♣" in hands.said
    suits = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs", "★": "stars"}
    styles = [(e.said, (e.attributes["class"] or "").split()) for e in page.called("span")]
    cards = [(card, style) for card, style in styles if style[0] in (*suits.values(), "joker")]
    assert {card[-1] for card, _ in cards} == {*suits, "k"}
    for card, style in cards:
        assert style[0] == suits.get(card[-1], "joker")


def test_a_hand_that_cannot_be_counted_stays_as_typed() -> None:
    evening = game(Round(hands={"Ann": "3S 3H 3D KS"}, scores={"Bo": 3, "Cy": 4}))
    page = Elements(html(evening, "game.toml"))
    [hands] = [t for t in page.called("table") if t.attributes.get("class") == "hands"]
    assert hands.said.endswith("3♠ 3♥ 3♦ K♠ ?")


def test_games_won_by_the_most_points_have_no_costliest_round() -> None:
    assert "Costliest" not in html(GAMES["the most points win"], "game.toml")


def test_the_five_costliest_rounds_are_on_the_page() -> None:
    page = html(game(row(9, 7, 5), row(8, 6, 4), rules=POINTS), "game.toml")
    dear = page[page.index("<h2>Costliest rounds") :]
    cells = [cell.said for cell in Elements(dear[: dear.index("</section>")]).called("td")]
    assert cells[::2] == ["9", "8", "7", "6", "5"]


def test_hands_of_a_bonus_round_are_named_after_it() -> None:
    shown = Round(hands={"Ann": "3S 3H 3D"}, scores={"Bo": 3, "Cy": 4}, bonus=True)
    page = Elements(html(game(row(0, 0, 9), shown), "game.toml"))
    [hands] = [t for t in page.called("table") if t.attributes.get("class") == "hands"]
    assert "Ann bonusKs 3♠ 3♥ 3♦" in hands.said


# ── what makes it worth keeping ──────────────────────────────────────────────────────────


def crowns() -> Game:
    """An evening that somebody left, with hands shown and a tie for second place."""
    return sample(next(path for path in SAMPLES if path.stem == "five-crowns-saturday"))


def test_the_winner_and_the_margin_come_first_and_the_day_stands_apart_from_the_title() -> None:
    page = Elements(html(crowns(), "game.toml"))
    assert [title.said for title in page.called("h1")] == ["Five Crowns Saturday"]
    about, margin, *_ = page.called("p")
    assert about.said == "Five Crowns · Saturday 14 March 2026 · final"
    assert page.called("h2")[0].said == "Fay wins with 88 points."
    assert margin.said == (
        "57 ahead of Bo and Oma Jutta. Decided in round 5, the sevens: that put Fay ahead for good."
    )
    medals = [e for e in page.called("span") if "medal" in (e.attributes["class"] or "")]
    assert [medal.said for medal in medals] == ["1", "2=", "2="]


def test_an_exported_evening_does_not_show_its_last_round_as_news() -> None:
    evening = game(row(9, 7, 5), row(1, 6, 9), rules=POINTS)
    for finished, more in ((None, ["last", "remark"]), (TODAY, [])):
        page = Elements(html(evening._replace(finished=finished), "game.toml"))
        heads = page.called("thead")[0].said
        assert heads == " ".join(["place", "player", "total", "behind", *more])
        assert ("up 2" in page.called("table")[0].said) == (finished is None)


def test_after_a_settlement_the_margin_is_that_of_the_settled_totals() -> None:
    gin = sample(next(path for path in SAMPLES if path.stem == "gin-by-the-fire"))
    page = Elements(html(gin, "game.toml"))
    assert page.called("h2")[0].said == "Uncle Cy wins with 310 points."
    assert page.called("p")[1].said.startswith("151 ahead of Ann. ")
    assert "wild" not in [head.said for head in page.called("th")]


def test_a_game_that_goes_on_has_no_winner_on_its_page() -> None:
    evening = sample(next(path for path in SAMPLES if path.stem == "rainy-sunday"))
    page = Elements(html(evening, "game.toml"))
    assert page.called("h2")[0].said == "Standings"
    styles = [e.attributes.get("class") for e in (*page.called("section"), *page.called("span"))]
    assert not {"result", "medal medal-1"} & set(styles)


def test_a_player_has_the_colour_of_the_curve_on_the_sheet_and_in_the_standings() -> None:
    evening = crowns()
    lines = {line["name"]: line["seat"] for line in picture(evening)["lines"]}
    page = Elements(html(evening, "game.toml"))
    heads = [head for head in page.called("th") if "seat" in (head.attributes.get("class") or "")]
    assert len(heads) == 2 * len(lines)
    for head in heads:
        assert (head.attributes["class"] or "").endswith(f"seat {lines[head.said]}")


def test_wilds_are_marked_in_the_hands() -> None:
    page = Elements(html(crowns(), "game.toml"))
    wilds = [e.said for e in page.called("span") if " wild" in (e.attributes["class"] or "")]
    assert wilds[0] == "7♦"  # in the round of the sevens
    assert "jk" in wilds
    assert "9♠" in wilds


LONG = [f"Great-Great-Uncle Bartholomew {n}" for n in range(12)]


def test_long_names_lose_their_middle_if_many_play() -> None:
    evening = game(row(*range(12)), players=LONG, rules=POINTS)
    said = {element.said for element in Elements(html(evening, "game.toml")).called("bdi")}
    assert {"Great-G…olomew 3", "Great-G…lomew 11"} <= said
    assert not said & set(LONG)


# ── the picture ──────────────────────────────────────────────────────────────────────────


@each("evening", [whole(2), whole(7), whole(50), whole(4, 60)])
def test_labels_do_not_overlap_and_stay_inside_the_picture(evening: Game) -> None:
    drawn = picture(evening)
    heights = sorted(line["y"] for line in drawn["lines"])
    assert all(later - y >= 16.9 for y, later in pairwise(heights))
    assert heights[0] >= 0
    assert heights[-1] <= drawn["height"]


def test_no_two_lines_look_the_same() -> None:
    lines = picture(whole(50))["lines"]
    assert len({(line["seat"], line["mark"]) for line in lines}) == 50
    assert len(set(MARKS)) == len(MARKS)


def test_the_winner_is_bold_and_a_player_who_left_is_grey() -> None:
    lines = {line["name"]: line["seat"].split()[1:] for line in picture(crowns())["lines"]}
    assert lines.pop("Fay") == ["winner"]
    assert lines.pop("Eli") == ["gone"]
    assert set(map(tuple, lines.values())) == {()}


def test_a_long_title_continues_on_another_line() -> None:
    evening = game(row(1, 2), rules=POINTS, title="The very long evening " * 8)
    root = ElementTree.fromstring(svg(evening, "game.toml"))
    lines = [text.text or "" for text in root.iter(f"{SVG}text") if text.get("class") == "heading"]
    assert len(lines) == 3
    assert max(map(len, lines)) <= 90
    assert [text.get("y") for text in root.iter(f"{SVG}text")][:3] == ["24", "44", "64"]


@pytest.mark.parametrize(("winner", "first"), [("low", "Bo"), ("high", "Cy")])
def test_the_side_of_the_winner_is_up(winner: str, first: str) -> None:
    evening = game(row(5, -2, 9), rules=POINTS.replace(winner=winner))
    assert min(picture(evening)["lines"], key=lambda line: line["y"])["name"] == first


def test_where_lines_overlap_they_take_turns() -> None:
    ann, bo, cy = picture(game(row(5, 5, 9), row(5, 5, 0), rules=POINTS))["lines"]
    assert [len(line["together"]) for line in (ann, bo, cy)] == [2, 2, 0]
    (path, gap, offset), (same, as_wide, after) = ann["together"][0], bo["together"][0]
    assert (path, gap) == (same, as_wide)
    assert offset - after == gap == 7
    assert not ann["path"]
    assert not bo["path"]


def test_a_leaving_players_line_ends_with_their_last_round() -> None:
    evening = game(row(5, 7), row(5), players=("Ann", Player("Bo", left=1)), rules=POINTS)
    ann, bo = picture(evening)["lines"]
    assert (ann["end"][:4], bo["end"]) == ("590,", None)
    assert bo["path"].rpartition("L")[2].startswith("320,")


def test_a_late_players_line_begins_with_the_round_before_theirs() -> None:
    later = Player("Cy", joined=2, start=6)
    ann, cy = picture(game(row(5), row(5, 7), players=("Ann", later), rules=POINTS))["lines"]
    assert ann["path"].startswith("M50,")
    assert cy["path"].startswith("M320,")


@pytest.mark.parametrize(("rounds", "last"), [(11, "Ks"), (60, "60")])
def test_the_rounds_that_fit_appear_below_the_picture(rounds: int, last: str) -> None:
    places, words = zip(*picture(whole(3, rounds))["rounds"], strict=True)
    assert (places[-1], words[-1]) == (590, last)
    assert all(later - place >= 28 for place, later in pairwise((50, *places)))


def test_a_picture_in_pixels_has_its_size_and_the_colours_of_paper(run: Run, folder: Path) -> None:
    pytest.importorskip("resvg_py")
    (folder / "t.toml").write_bytes(SAMPLES[0].read_bytes())
    assert run("export", "--to", "png", "-o", "t.png").said == ["t.png written."]
    written = (folder / "t.png").read_bytes()
    assert written[:8] == b"\x89PNG\r\n\x1a\n"
    drawn = ElementTree.fromstring(svg(crowns(), ""))
    size = [2 * int(drawn.get(side) or 0) for side in ("width", "height")]
    assert [int.from_bytes(written[at : at + 4], "big") for at in (16, 20)] == size
    answer = run("export", "--to", "png")
    assert answer.err == refusal("a picture can't be shown here", "give a file name after -o")
    assert run("export", "--to", "png", "-o", "t.png").code == 4


def test_the_renderer_of_pixels_gets_plain_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, str] = {}

    def drawn(svg_string: str, zoom: int) -> list[int]:
        given["svg"] = svg_string
        return [zoom]

    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=drawn))
    assert png(crowns(), "") == b"\x02"
    style = given["svg"].partition("<style>")[2].partition("</style>")[0]
    assert "var(" not in style
    assert "@media" not in style
    assert ".colour-0 { color: #0072b2; }" in style
    assert "stroke: currentColor" in style


def test_without_the_renderer_the_refusal_says_how_to_install_it(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    (folder / "t.toml").write_bytes(SAMPLES[0].read_bytes())
    answer = run("export", "--to", "png", "-o", "t.png")
    assert answer.code == 2
    assert "install resvg-py, or say --to svg" in answer.err
    assert not (folder / "t.png").exists()


def test_the_templates_come_with_the_program() -> None:
    import scorekeeper.sharing as room

    folder = Path(room.__file__).parent / "templates"
    assert {path.suffix for path in folder.iterdir()} == {".html", ".svg", ".css"}
