"""What a claim looks like on every screen, and how it makes room once it has been read."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from scorekeeper import codec, parse_cards
from scorekeeper.cards import spell
from scorekeeper.errors import listed
from scorekeeper.render.machine import Facts
from scorekeeper.serve.phones import judge_claim, row_to_enter
from tests.browser import barriers
from tests.program import Run, ledger, scores
from tests.serve.people import Phone
from tests.serve.phones import Served, Serves
from tests.serve.test_steady_pad import aimed
from tests.serve.test_views import box
from tests.serve.test_words_of_a_game import begun


def claimed(cards: str, discard: str) -> tuple[Facts, str | None]:
    """The verdict on a claim in the second round, and the entry for it."""
    row = row_to_enter(codec.read(ledger(scores(Ann=12, Bo=7, Cy=0))))
    assert row
    return judge_claim(row, "Ann", cards, discard)


def refused(cards: str, discard: str) -> tuple[list[str], list[str], str | None]:
    """What a refused claim shows: the cards kept, those left over, and the discard."""
    facts, entry = claimed(cards, discard)
    assert entry is None
    return facts["kept"], facts["left_over"], facts["discard"]


def test_a_refused_claim_shows_the_discard_and_what_it_leaves_over() -> None:
    assert refused("5s 5h 9d tc", "kh") == ([], ["5S", "5H", "9D", "TC"], "KH")
    assert refused("5s 5h 5d tc", "kh") == (["5S", "5H", "5D"], ["TC"], "KH")
    assert refused("5s 5s 5d 9c", "9c") == (["5S", "5S", "5D"], ["9C"], "9C")


@pytest.mark.parametrize(
    ("cards", "discard", "left"),
    [
        ("5s 5h 5d tc", "kh", "10♣"),
        ("js qs jc 4h", "jd", "J♣"),  # another discard would do, and Q♠ counts as much
    ],
)
def test_a_refused_claim_marks_what_its_reason_names(cards: str, discard: str, left: str) -> None:
    facts, _ = claimed(cards, discard)
    [objection] = facts["objections"]
    assert f"leaves {left} unmelded" in objection["because"]
    assert listed(map(spell, parse_cards(" ".join(facts["left_over"])))) == left


def test_if_the_reason_names_no_card_nothing_shows_which_discard_goes_out(run: Run) -> None:
    assert refused("5s 5h / 9d tc", "kh")[1:] == ([], "KH")
    row = row_to_enter(codec.read(begun(run, "gin")))
    assert row
    facts, _ = judge_claim(row, "Ann", "5s 5h 5d 7c 8c 9c kh 2d 3h ac", "as")
    assert facts["hand_goes_out"]
    assert facts["left_over"] == []


def test_a_claim_folds_to_its_verdict_once_it_has_been_read_and_moves_no_key(
    browser: Browser, served: Served
) -> None:
    with Phone(browser, served.url) as bo, Phone(browser, f"{served.url}/tv") as screen:
        bo.sits("Bo")
        for phone in (bo, screen):
            phone.is_spoilt = True
            phone.page.clock.install()
        served.phone("Ann").claims("5s 5h 5d tc", "kh", 2)
        for phone in (bo, screen):
            phone.sees("#claim[open]", "No. Ann doesn't go out.", "left over", "discard")
        tap = aimed(bo, "5")
        for phone in (bo, screen):
            phone.page.clock.fast_forward(20_000)
            expect(phone.page.locator("#claim .meld").first).to_be_hidden()
            phone.shows("#claim h2")
        assert box(bo, "#claim h2").height < 30  # one line
        tap()
        bo.sees("#typed", "5")
        screen.shows("#sheet")
        bo.page.locator("#claim summary").tap()
        bo.shows("#claim .left-over")
        assert barriers(bo.page) == []
        cy = served.phone("Cy")
        cy.claims("9h 9s 9d 2h", "2c", 2)
        screen.sees("#claim[open]", "No. Cy doesn't go out.")
        cy.sends("o", 2)  # everybody saw the cards
        assert cy.state()["claim"] is None


def test_if_most_points_win_the_gap_is_a_minus(browser: Browser, serves: Serves, run: Run) -> None:
    served = serves(begun(run, "gin"))
    assert run("add", "o7", "26", "-f", str(served.path)).code == 0
    with Phone(browser, served.url) as ann:
        ann.sees("#standings", "−19")


def test_a_verdict_breaks_no_name_that_fits_into_a_line(
    browser: Browser, serves: Serves, run: Run
) -> None:
    assert run("new", "Uncle Cy", "Bo", "--dealer", "bo", "-f", "cy.toml").code == 0
    served = serves(Path("cy.toml").read_text("utf-8"))
    with Phone(browser, served.url, screen=(360, 740)) as cy:
        cy.sits("Uncle Cy")
        cy.taps("I went out")
        cy.picks(list(parse_cards("5s 5h 5d 2d")), "3")
        cy.taps("Show everybody")
        cy.sees("#claim h2", "Yes. Uncle Cy goes out.")
        text = "text = document.createRange(), text.selectNodeContents(name)"
        lines = f"name => ({text}, text.getClientRects().length)"
        assert cy.page.locator("#claim h2 bdi").evaluate(lines) == 1
