"""The life of seats and drafts, as values without a server."""

import pytest

from scorekeeper import games
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import draw_wild
from scorekeeper.ledger.recording import record
from scorekeeper.ledger.rows import next_row
from scorekeeper.rules import RuleSet
from scorekeeper.serve.phones import (
    Draft,
    Phones,
    entries_of,
    is_as_sent,
    judge_claim,
    refuse_draft,
)
from tests.serve.phones import Serves
from tests.tables import each
from tests.values import POINTS, entries, game, row

BEGUN = game(row(12, 0, 5, out="Bo"))

AT_THE_FOURS = Phones("token", "look", block=1, names=BEGUN.names)


def draft(player: str, entry: str, *, ready: bool = True) -> Draft:
    return Draft(2, player, entry, ready, 0)


def refused(evening: Game, player: str, entry: str, *, ready: bool = True) -> str:
    """Why a draft is impossible, "" if it isn't."""
    try:
        refuse_draft(next_row(evening), draft(player, entry, ready=ready))
    except ScorekeeperError as error:
        return error.problem
    return ""


# ── seats ────────────────────────────────────────────────────────────────────────────────


def test_a_phone_has_one_seat_and_leaves_another_for_it() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False).sent(draft("Ann", "12"))
    moved = phones.seated("a", "Bo", silent=False)
    assert (dict(moved.seats), dict(moved.drafts)) == ({"Bo": "a"}, {})


def test_a_phone_reads_why_it_lost_its_seat_until_it_sits_down_again() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False)
    taken = phones.seated("b", "Ann", silent=True)
    lost = "Another phone took over Ann's seat because this one was silent for over a minute."
    assert taken.notes == {"a": f"{lost} What you entered here is gone."}
    assert taken.fitted_to(game()).seated("a", "Bo", silent=False).notes == {}
    freed = phones.free("Ann", "The score keeper freed it.")
    assert freed.notes == {"a": "The score keeper freed it."}
    assert AT_THE_FOURS.free("Ann", "Nobody sits there.").notes == {}


def test_whoever_takes_over_a_seat_reads_that_its_draft_is_gone_until_they_send_one() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False).sent(draft("Ann", "12"))
    taken = phones.seated("b", "Ann", silent=True)
    note = "You took over Ann's seat. Please enter again what was entered there."
    assert taken.notes["b"] == note
    assert taken.sent(draft("Ann", "1", ready=False)).notes["b"] == note
    assert taken.sent(draft("Ann", "12")).notes.keys() == {"a"}
    assert taken.fitted_to(record(BEGUN, entries(BEGUN, "12 o 5")).game).notes.keys() == {"a"}


@each("names", ["Ann Robert", "Robert Ann Cy", "Dee Robert Eve", "Ann Bo Cy Di"])
def test_people_of_another_game_are_not_renamed_players(names: str) -> None:
    phones = AT_THE_FOURS.seated("a", "Bo", silent=False).seated("c", "Cy", silent=False)
    staying = {name: phone for name, phone in phones.seats.items() if name in names.split()}
    assert phones.fitted_to(game(players=names.split())).seats == staying


def test_sitting_down_twice_changes_nothing() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False).sent(draft("Ann", "12"))
    assert phones.seated("a", "Ann", silent=False) == phones


def test_a_player_who_leaves_the_seat_takes_the_draft() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False).sent(draft("Ann", "12"))
    assert phones.free("Ann") == AT_THE_FOURS
    assert phones.free("Bo") == phones


# ── drafts ───────────────────────────────────────────────────────────────────────────────


def test_a_word_for_points_is_a_draft_if_the_rules_have_some() -> None:
    pool = game(rules=games.game("indian-rummy"))
    assert refused(pool, "Ann", "drop") == refused(pool, "Ann", "wrong") == ""
    assert refused(BEGUN, "Ann", "drop") != ""
    hand = "4s5s6s7s2h3h9cqdqskckd5c8d"
    assert refused(pool, "Ann", hand) == "round 1's wild rank was drawn, but nobody typed it"
    phones = Phones("token", "look")
    for player, entry in (("Ann", "o"), ("Bo", "drop"), ("Cy", "12")):
        phones = phones.sent(Draft(1, player, entry, True, 0))
    there = next_row(pool)
    written = record(pool, entries_of(there, phones)).game
    assert is_as_sent(there, phones, written)
    mended = written.rounds[0]._replace(forfeits={"Bo": "middle"})
    assert not is_as_sent(there, phones, written.with_round_at(0, mended))


def test_a_draft_counts_once_it_is_ready() -> None:
    phones = AT_THE_FOURS.sent(draft("Ann", "1", ready=False))
    assert phones.ready() == {}
    assert list(phones.sent(draft("Ann", "12")).ready()) == ["Ann"]
    assert phones.sent(draft("Ann", "12")).sent(draft("Ann", "1", ready=False)).ready() == {}


def test_a_written_round_drops_all_drafts_and_keeps_the_seats() -> None:
    phones = AT_THE_FOURS.seated("a", "Ann", silent=False).sent(draft("Ann", "12"))
    written = record(BEGUN, entries(BEGUN, "12 o 5")).game
    assert phones.fitted_to(written) == AT_THE_FOURS._replace(seats={"Ann": "a"}, block=2)
    assert phones.fitted_to(game()).drafts == {}  # it was taken back


def test_a_correction_of_an_older_round_leaves_drafts_as_they_are() -> None:
    phones = AT_THE_FOURS.sent(draft("Ann", "12"))
    assert phones.fitted_to(game(row(13, 0, 5, out="Bo"))) == phones


def test_new_rules_drop_drafts_that_are_no_longer_possible() -> None:
    jokers = game(row(12, 0, 5, out="Bo"), rules=RuleSet(decks=2, jokers=2))
    phones = AT_THE_FOURS.sent(draft("Ann", "jk")).sent(draft("Bo", "12"))
    assert phones.fitted_to(jokers) == phones
    assert list(phones.fitted_to(BEGUN).drafts) == ["Bo"]


def test_a_player_who_left_has_no_seat() -> None:
    phones = AT_THE_FOURS.seated("a", "Cy", silent=False).sent(draft("Cy", "12"))
    two = game(row(12, 0, out="Bo"), players=("Ann", "Bo"))
    assert phones.fitted_to(two) == AT_THE_FOURS._replace(names=two.names)


@each("entry", ["12", "0", "o", "k+9", "-", "12=24", "=24", "4h 5h 6h 8d"])
def test_what_add_takes_is_a_draft(entry: str) -> None:
    assert refused(BEGUN, "Ann", entry) == ""


@each(
    "entry, problem",
    [
        ("", "an empty entry isn't a zero"),
        ("500", "Ann can't have 500 points in round 2, the fours: 4 cards cost 0 to 40"),
        ("-5", "Ann can't have -5 points in round 2, the fours: 4 cards cost 0 to 40"),
        ("13=24", "Ann had 12, and 12 + 13 is 25, not 24"),
        ("4h 5h 6h", "Ann has 3 cards, but round 2, the fours, has 4"),
        ("4h 4h 4h 5h", "4♥ appears 3 times, but 2 packs hold it twice"),
        ("gone", "Ann: 'gone' could mean two things: went out, or not here"),
        ("x" * 300, "'xxxxxxxxxxxxxxxxxxx…' is longer than any entry"),
    ],
)
def test_an_impossible_entry_is_refused_when_it_is_ready(entry: str, problem: str) -> None:
    assert refused(BEGUN, "Ann", entry).startswith(problem)


def test_half_a_hand_is_accepted_and_a_card_held_too_often_is_not() -> None:
    assert refused(BEGUN, "Ann", "4h 4h", ready=False) == ""
    assert "2 packs hold it twice" in refused(BEGUN, "Ann", "4h 4h 4h", ready=False)
    assert refused(BEGUN, "Ann", "jk", ready=False) == "'jk' has a joker, but this game has none"


def test_cards_that_go_out_are_claimed_and_not_sent_quietly() -> None:
    for ready in (True, False):
        problem = refused(BEGUN, "Ann", "out:4h5h6h7h", ready=ready)
        assert problem == "cards that go out must be shown to everybody"
    refuse_draft(next_row(BEGUN), draft("Ann", "out:4h5h6h7h"), is_judged=True)


def test_only_players_at_the_table_can_send() -> None:
    assert refused(BEGUN, "Dee", "12") == "Dee isn't at the table in round 2, the fours"


def test_a_game_without_cards_takes_numbers() -> None:
    points = game(rules=POINTS)
    assert refused(points, "Ann", "-12") == ""
    assert refused(points, "Ann", "o") == "'o' isn't a number of points"


def test_ready_drafts_become_the_entries_of_a_round() -> None:
    phones = AT_THE_FOURS
    for player, entry in (("Cy", "5"), ("Ann", "4h 5h 6h kd"), ("Bo", "o")):
        phones = phones.sent(draft(player, entry))
    recorded = record(BEGUN, entries_of(next_row(BEGUN), phones)).game
    assert recorded.rounds[1].out == ("Bo",)
    assert recorded.square(2, "Ann").points == 10


# ── claims ───────────────────────────────────────────────────────────────────────────────


def test_the_discard_may_be_among_the_cards_or_apart_from_them() -> None:
    row = next_row(BEGUN)
    among = judge_claim(row, "Ann", "4h 5h 6h 7h kd", "KD")
    assert among == judge_claim(row, "Ann", "4h 5h 6h 7h", "KD")
    assert among == judge_claim(row, "Ann", "4h5h6h7h / kd", None)


def test_a_refused_claim_gets_no_hint() -> None:
    row = next_row(BEGUN)
    for cards, discard in (("9c 5h 6d 7h", "KD"), ("5h 6h 7h kd", "8H")):
        facts, entry = judge_claim(row, "Ann", cards, discard)
        assert (facts["stands"], entry) == (False, None)
        keys = ("best", "discards", "would_stand", "would_fall")
        assert [facts[key] for key in keys] == [None] * 4
        assert facts["objections"]
        assert all("K♦" not in objection["would_do"] for objection in facts["objections"])


def test_a_remedy_takes_no_card_that_the_packs_do_not_hold() -> None:
    by_players = game(rules=RuleSet())
    facts, _ = judge_claim(next_row(by_players), "Ann", "qshdc qshdc 5s / 6h7h8h / kd", None)
    offered = [each["would_do"] for each in facts["objections"] if each["rule"] == "set-rank"]
    assert offered == ["a 3 in its place"]


def test_a_claim_with_more_of_a_card_than_the_packs_hold_is_refused() -> None:
    with pytest.raises(ScorekeeperError, match="5♥ appears 3 times, but 2 packs hold it twice"):
        judge_claim(next_row(BEGUN), "Ann", "5h 5h 5h 6h", "KD")


def test_in_a_game_without_cards_nobody_claims() -> None:
    points = game(rules=POINTS)
    with pytest.raises(ScorekeeperError, match="nobody goes out in this game"):
        judge_claim(next_row(points), "Ann", "4h 5h 6h", None)


def test_a_show_of_indian_rummy_is_judged_by_the_drawn_rank_and_ends_the_round() -> None:
    pool = game(rules=games.game("indian-rummy"))
    hand = "8C9CTC JHQHJK ASADAC 4S4D4C4H"
    told = "ask the score keeper to type it, like wild 7"
    with pytest.raises(ScorekeeperError, match="round 1's wild rank was drawn") as refused:
        judge_claim(next_row(pool), "Ann", hand, None)
    assert refused.value.remedy == told
    with pytest.raises(ScorekeeperError, match="round 1's wild rank was drawn") as refused:
        refuse_draft(next_row(pool), Draft(1, "Ann", hand, True, 0))
    assert refused.value.remedy == f"{told}; or send points"
    pool = draw_wild(pool, "7")
    facts, entry = judge_claim(next_row(pool), "Ann", hand, None)
    assert (facts["stands"], facts["last_turns"], bool(entry)) == (True, [], True)


def test_a_phone_is_offered_no_command_of_the_terminal(serves: Serves) -> None:
    reply = serves().phone("Ann").sends("jk", ready=False)
    assert reply.problem == "'jk' has a joker, but this game has none"
    assert reply.json["error"]["try"] == "ask the score keeper"
