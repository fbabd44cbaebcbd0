"""Questions about hands that need runs, in a round whose wild rank is drawn."""

from tests.program import Run

HAND = "8c9ctc jhqhjk asadac 4shdc"


def test_the_least_deadwood_names_the_pure_run(run: Run) -> None:
    answer = run("deadwood", HAND, "--game", "indian-rummy", "--wild", "7")
    assert answer.out == (
        "0 points     round 1, SEVENS are wild · 13 of 13 cards\n\n"
        "  pure run 8♣ 9♣ 10♣\n"
        "  run      J♥ Q♥ jk     jk is the K♥\n"
        "  set      A♠ A♦ A♣\n"
        "  set      4♠ 4♥ 4♦ 4♣\n"
        "  nothing is left: every card is melded\n"
    )


def test_a_hand_without_its_runs_says_why_so_much_counts(run: Run) -> None:
    hand = "kskhkdkc qshdc 9shdc 4s"
    answer = run("deadwood", hand, "--game", "indian", "--wild", "2")
    assert answer.out.startswith("80 points     round 1, TWOS are wild")
    assert " = 120, counted as 80\n" in answer.out
    assert answer.out.endswith("A hand needs 2 runs, 1 of them pure.\n")


def test_a_drawn_joker_makes_aces_wild(run: Run) -> None:
    for typed in ("jk", "Joker", "A", "aces"):
        answer = run("deadwood", HAND, "--game", "indian", "--wild", typed)
        assert "round 1, ACES are wild" in answer.out


def test_the_number_of_a_round_may_come_with_the_rank_that_was_drawn(run: Run) -> None:
    asked = ("--game", "indian", "--round", "1", "--wild", "7")
    answer = run("deadwood", "8c9ctc jhqhjk", *asked)
    assert answer.out.startswith("0 points     round 1, SEVENS are wild · 6 of 13 cards")
    # One run is not enough to be down.
    answer = run("deadwood", "8c9ctc", *asked)
    assert answer.out.startswith("27 points     round 1, SEVENS are wild · 3 of 13 cards")


def test_a_verdict_says_which_run_is_missing(run: Run) -> None:
    laid = "8c9cjk / jhqhjk / asadac / 4shdc / kd"
    answer = run("verify", laid, "--game", "indian", "--wild", "7")
    assert answer.code == 1
    assert "  no pure run\n  would work: a run with no card standing in for another\n" in answer.out
    answer = run("verify", "8c9ctc jhjcjs asadac 4shdc kd", "--game", "indian", "--wild", "7")
    assert "  a second run is missing\n  would work: 2 runs among the melds\n" in answer.out


def test_json_says_which_melds_are_pure_runs(run: Run) -> None:
    asked = ("deadwood", "8c9ctc jhqhjk", "--json")
    facts = run(*asked, "--game", "indian", "--wild", "7").facts
    assert [(meld["kind"], meld["pure"]) for meld in facts["melds"]] == [
        ("run", True),
        ("run", False),
    ]
    facts = run("deadwood", "8c9ctc", "--wild", "7", "--json").facts
    assert "pure" not in facts["melds"][0]


def test_a_meld_of_one_card_and_wilds_is_a_run(run: Run) -> None:
    asked = ("--game", "indian", "--wild", "7")
    impure = run("meld", "khjkjk", *asked).out
    assert impure.startswith("YES. jk K♥ jk is a run, but not a pure one.")
    assert run("meld", "6s7s8s", *asked).out.startswith("YES. 6♠ 7♠ 8♠ is a pure run.")


def test_outs_keep_the_runs(run: Run) -> None:
    asked = ("outs", f"{HAND} kd", "--game", "indian", "--wild", "7", "--decks", "2")
    assert "  4♠         10    20   21.7%\n" in run(*asked).out
