"""Evenings of Indian rummy on the command line: drawn ranks, drops, pools, and what it says."""

import csv
from pathlib import Path

import pytest

from scorekeeper.ledger import Game
from scorekeeper.store import load_ledger
from tests.cli.test_completion import offered
from tests.program import Answer, Run, refusal

HANDS = {
    "8C9CTC JHQHJK ASADAC 4S4D4C4H": ("7", 0, 0, 0),
    "4S5S6S7S 2H3H 9C QDQS KCKD 5C 8D": ("9", 38, 38, 38),
    "2H3H4H 8S8C8D 3S3D3C 5D QC 9S 6C": ("7", 72, 30, 63),
    "4S5H JK 2C3D2H KS8D9H6D7C JC QD": ("A", 76, 76, 76),
    "5C6C7C 2D3DJK TSTHTD KSKDKC 9H": ("6", 9, 9, 9),
    "4S5S6S7S 2H3H4H QDQDQC 9C9D9S": ("8", 30, 30, 30),
}
"""Six hands, the rank that was drawn, and what they cost by three readings, worked out by hand."""

OUT = "8c9ctc jhqhjk asadac 4s4d4c4h"


def kept(folder: Path) -> Game:
    return load_ledger(folder / "pool.toml")


@pytest.fixture
def pool(run: Run) -> Run:
    """Runs a command for a new pool of Ann, Bo, Cy and Dee."""
    new = ("new", "Ann", "Bo", "Cy", "Dee", "--game", "indian-rummy", "--dealer", "Ann")
    assert run(*new, "-f", "pool.toml").code == 0

    def for_pool(*words: str, stdin: str = "") -> Answer:
        return run(*words, "-f", "pool.toml", stdin=stdin)

    return for_pool


def test_a_round_with_a_drop_and_a_drawn_rank(pool: Run, run: Run, folder: Path) -> None:
    answer = pool("add", "--wild", "7", "o", "23", "drop", "wrong")
    assert (answer.code, answer.err) == (0, "")
    assert answer.said[0] == "Round 1 is on the sheet. Ann went out."
    written = '[rounds.scores]\nAnn = 0\nBo = 23\nCy = "drop"\nDee = "wrong"\n'
    text = (folder / "pool.toml").read_text("utf-8")
    assert text.endswith(f'[[rounds]]\nout = "Ann"\nwild = "7"\n\n{written}')
    row = pool("sheet").said[4]
    assert row == "  1   7s    Ann       out 0  23 23  drop 20  wrong 80"
    assert run("check") == Answer("", "", 0)
    table = pool("standings").said
    assert table[0] == "Indian Rummy · after round 1 · out at 101, the last player in wins"
    assert table[6].split() == ["4", "Dee", "80", "+80", "wrong", "21", "more", "and", "out"]


@pytest.mark.parametrize("reading", ["all", "pure", "first"])
def test_six_hands_cost_what_was_worked_out_by_hand(reading: str, run: Run) -> None:
    for number, (hand, (wild, *points)) in enumerate(HANDS.items()):
        file = f"{number}.toml"
        rule = ("--rule", f"without_sequences={reading}")
        run("new", "Ann", "Bo", "--game", "indian-rummy", *rule, "-f", file)
        assert run("add", "--wild", wild, "0", hand.lower(), "-f", file).code == 0
        table = run("standings", "--json", "-f", file).facts["standings"]
        totals = {line["player"]: line["total"] for line in table}
        assert totals == {"Ann": 0, "Bo": points[["all", "pure", "first"].index(reading)]}
        sheet = run("sheet", "--json", "-f", file).facts
        assert sheet["rounds"][0]["wild"] == wild


def test_a_flat_hand_costs_the_cap(run: Run) -> None:
    rule = ("--rule", "without_sequences=flat")
    run("new", "Ann", "Bo", "--game", "indian-rummy", *rule, "-f", "flat.toml")
    run("add", "--wild", "jk", "0", "4s5hjk2c3d2hks8d9h6d7cjcqd", "-f", "flat.toml")
    table = run("standings", "--json", "-f", "flat.toml").facts["standings"]
    assert [line["total"] for line in table] == [0, 80]


def test_a_claim_is_judged_with_the_required_runs(pool: Run) -> None:
    answer = pool("add", "--wild", "7", f"o:{OUT}", "23", "5", "6")
    assert answer.code == 0
    without = "8c8d8s jhqhjk asadac 4s4d4c4h"
    answer = pool("add", "--wild", "7", f"o:{without}", "23", "5", "6")
    assert (answer.code, answer.err) == (
        1,
        refusal(
            "Ann didn't go out: no pure run and a second run is missing",
            "see why with sk verify -f pool.toml, or type the hand without o",
        ),
    )


def test_the_rank_that_was_drawn_need_not_be_typed_again(pool: Run) -> None:
    asked = ("deadwood", "8c9ctc jhqhjk")
    assert pool(*asked).code == 2
    assert pool("wild", "7").said[0].startswith("Round 1: deal 13 each, SEVENS are wild.")
    assert pool(*asked).out.startswith("0 points     round 1, SEVENS are wild")
    assert pool("verify", OUT, "kd").out.startswith("YES. This hand goes out.     round 1, SEVENS")
    assert pool("meld", "6s7d8s").out.startswith("YES. 6♠ 7♦ 8♠ is a run, but not a pure one.")
    assert "4♠" in pool("outs", OUT, "kd").out
    assert pool("next", "--json").facts["wild"] == "7"
    assert pool("undo").code == 0
    assert pool("next", "--json").facts["wild"] is None
    assert "Say which rank was drawn, like  sk wild -f pool.toml 7" in pool("next").out
    pool("wild", "9")
    pool("add", "o", "5", "6", "7")
    assert pool("deadwood", "8c9ctc", "--round", "1").out.startswith("18 points     round 1, NINES")
    assert pool("deadwood", "8c", "--wild", "8").out.startswith("0 points     round 2, EIGHTS")


@pytest.mark.parametrize("none", ["none", "-"])
def test_a_rank_that_was_given_too_early_can_be_undone(pool: Run, none: str) -> None:
    pool("wild", "7")
    assert "the wild rank is drawn" in pool("wild", none).said[0]
    assert pool("next", "--json").facts["wild"] is None
    assert pool("undo").code == 0
    assert pool("next", "--json").facts["wild"] == "7"


def test_a_meld_without_wilds_is_a_meld_whatever_rank_is_drawn(run: Run) -> None:
    game = ("--game", "indian-rummy")
    ranks = (*"a4568", "10", "k", "jk")
    for cards in ("8c9ctc", "4s4h4d", "4s jk 6s"):
        assert run("meld", cards, *game).said[0].endswith("  whatever is wild")
        assert not any(run("meld", cards, *game, "--wild", rank).code for rank in ranks)
    for cards, *rule in (["8c9cjc"], ["7s7h7d", "one"], ["7s8sjk", "half"]):  # a 7 spoils these two
        asked = ("meld", cards, *game, *(f"--rule=wild_limit={limit}" for limit in rule))
        assert "nobody has said which rank was drawn as wild" in run(*asked).err
        assert run(*asked, "--wild", "7").code == 1
        assert run(*asked, "--wild", "2").code == (0 if rule else 1)


def test_melds_are_shown_with_the_pure_runs_first_then_the_runs_then_the_sets(run: Run) -> None:
    kinds = ["run", "run", "run", "set"]
    laid = "8c8d8s / ah2h9c / jhqhkh / 2s3s4s5s / kd"
    game = ("--game", "indian-rummy", "--wild", "9")
    for words in ((laid,), (laid.replace("/", ""),)):
        melds = run("verify", *words, *game, "--json").facts["discards"][0]["melds"]
        assert [meld["kind"] for meld in melds] == kinds
        assert [meld["pure"] for meld in melds] == [True, True, False, False]
    said = [line[:10].strip() for line in run("verify", laid, *game).said[2:6]]
    assert said == ["pure run", "pure run", "run", "set"]
    found = run("deadwood", "8c8d8s ah2h9c jhqhkh 2s3s4s5s", *game, "--json").facts
    assert [meld["pure"] for meld in found["melds"]] == [True, True, False, False]


def test_the_lowest_total_still_in_wins_a_pool_that_ends_early(pool: Run) -> None:
    pool("add", "o", "80", "20", "80")
    pool("add", "o", "5", "20", "30")
    said = pool("finish").said
    assert "Indian Rummy · final, 2 rounds · out at 101, the last player in wins" in said
    assert [line.split()[:3] for line in said[3:7]] == [
        ["1", "Ann", "0"],
        ["2", "Cy", "40"],
        ["3", "Bo", "85"],
        ["4", "Dee", "110"],
    ]
    assert said[6].endswith("out of the game after round 2")
    assert "ANN wins with 0 points." in said
    refused = pool("rejoin", "dee")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("error: Indian Rummy is over after 2 rounds\n")
    facts = pool("standings", "--json").facts
    assert (facts["finished"], facts["winners"], facts["next"]) == (True, ["Ann"], None)
    assert pool("undo").code == 0
    assert "Bo has 85, and players can rejoin only" in pool("rejoin", "dee").err


def test_players_who_are_level_in_a_pool_that_is_finished_early_share_the_win(pool: Run) -> None:
    pool("add", "o", "80", "0", "80")
    pool("add", "0", "30", "o", "30")
    assert "ANN and CY share the win with 0 points." in pool("finish").said


def test_the_line_that_corrects_a_round_shows_the_word_on_the_sheet(pool: Run) -> None:
    said = pool("add", "o", "drop", "0", "wrong").said[-1]
    assert said.endswith("sk fix -f pool.toml 1 bo=drop")


def test_nobody_has_another_turn_after_a_show(pool: Run) -> None:
    pool("wild", "7")
    facts = pool("verify", f"ann={OUT} kd", "--json").facts
    assert (facts["stands"], facts["last_turns"]) == (True, [])


def test_fix_corrects_the_rank_that_was_drawn_and_a_word(pool: Run, folder: Path) -> None:
    hand = "4s5s6s7s2h3h9cqdqskckd5c8d"
    pool("add", "--wild", "8", "o", hand, "drop", "7")
    assert kept(folder).total("Bo") != 38
    said = pool("fix", "1", "--wild", "9").said[0]
    assert said == "Round 1 (13 cards each): 9s are wild, Bo 39 -> 38"
    assert kept(folder).total("Bo") == 38
    assert "Cy drop -> middle" in pool("fix", "1", "cy=middle").said[0]
    assert pool("fix", "1", "cy=5", "--why", "misread").code == 0
    assert kept(folder).rounds[0].note == "Cy was middle: misread"


def test_fix_takes_the_drawn_rank_in_words(pool: Run, run: Run, folder: Path) -> None:
    pool("add", "--wild", "8", "o", "4s5s6s7s2h3h9cqdqskckd5c8d", "drop", "7")
    assert pool("fix", "1", "wild", "9").said[0].startswith("Round 1 (13 cards each): 9s are wild")
    pool("fix", "1", "wild", "10", "cy=5")
    assert (kept(folder).rounds[0].wild, kept(folder).total("Cy")) == ("T", 5)
    # A player may be called so.
    run("new", "Wild", "Bo", "--game", "indian-rummy", "-f", "wild.toml")
    run("add", "5", "o", "-f", "wild.toml")
    assert run("fix", "1", "wild", "9", "-f", "wild.toml").said[0].endswith("Wild 5 -> 9")


def test_a_player_who_is_out_rejoins_and_undo_takes_it_back(pool: Run, folder: Path) -> None:
    pool("add", "o", "20", "20", "wrong")
    pool("add", "o", "drop", "5", "30")
    assert pool("standings").said[6].endswith("   out of the game after round 2")
    answer = pool("rejoin", "dee")
    assert answer.said[0] == "Dee is back in from round 3 on, with 41 points."
    assert "rejoined = [3]" in (folder / "pool.toml").read_text("utf-8")
    assert pool("sheet").said[6].split() == ["back", "in", "41"]
    facts = pool("standings", "--json").facts
    assert [line["lost"] for line in facts["standings"]] == [None] * 4
    assert pool("undo").code == 0
    assert kept(folder).players[3].rejoined == ()
    note = "out: Dee reached 101 in round 2"
    assert note in pool("sheet").said
    pool("add", "o", "5", "6")
    assert pool("sheet").said[6].split()[-1] == "lost"
    again = pool("again")
    assert again.said[2].startswith("  seats      Ann (deals first) -> Bo -> Cy -> Dee ")


def test_the_answer_says_who_is_out_and_how_to_rejoin(pool: Run) -> None:
    pool("add", "o", "20", "20", "wrong")
    assert pool("add", "o", "drop", "5", "30").said[1:4] == [
        "  Ann 0   Cy 25 (+25)   Bo 40 (+40)   Dee 110 (+110)",
        "Dee is out of the game with 110 points; "
        "to come back in with 41:  sk rejoin -f pool.toml dee",
        "",
    ]
    pool("rejoin", "dee")
    taken_back = pool("undo").said
    assert taken_back[2].startswith(
        "Dee is out of the game with 110 points; to come back in with 41:  "
    )
    pool("fix", "2", "dee=20")
    moved = pool("fix", "2", "bo=80", "cy=79").said
    assert moved[-1].startswith("pool.toml changed.")
    assert pool("fix", "2", "bo=81", "cy=70", "dee=21").said[-1] == (
        "Dee is out of the game with 101 points."
    )
    renamed = pool("player", "rename", "Dee", "Didi").said
    assert not any("out of the game" in line for line in renamed)


def test_the_card_that_is_drawn_to_be_wild_is_not_in_the_stock(pool: Run) -> None:
    """It lies face up like the first card of the discard pile."""
    assert pool("next").said[-1] == "2 packs: 106 cards, 52 dealt, 2 turned up, 52 to draw"
    assert pool("next", "--json").facts["stock"] == 52


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("all", "a hand without them counts all its cards"),
        ("pure", "with a pure run only unmelded cards count, without one all cards"),
        ("first", "a pure run alone spares only its own cards; without one all cards count"),
        ("flat", "a hand without them counts 80"),
    ],
)
def test_the_rules_say_beforehand_what_counts_without_runs(
    reading: str, words: str, run: Run
) -> None:
    rule = ("--game", "indian-rummy", "--rule", f"without_sequences={reading}", "-f", "p.toml")
    said = run("new", "Ann", "Bo", *rule).said
    at = said.index("  going out  takes 2 runs, 1 of them pure: no card stands in for another")
    assert said[at + 1] == f"             {words}"
    assert f"             {words}" in run("rules", "p.toml").said


def test_the_rules_list_the_ways_to_play(run: Run) -> None:
    said = run("rules", "indian-rummy").said
    at = said.index("  WAYS TO PLAY IT")
    assert said[at + 1 : at + 5] == [
        "  pool-201  a pool: out on reaching 201; a drop costs 25, later 50",
        "  one-deal  one deal: the player who goes out scores what the others have left",
        "  deals-2   two such deals, most points win; a tie means one more",
        "  deals-3   three such deals, most points win; a tie means one more",
    ]
    assert "WAYS" not in run("rules", "three-thirteen").out


def test_changing_to_another_pool_half_way_says_what_holds_from_when(pool: Run) -> None:
    """Who is out is a rule of the whole game; what a drop costs stays as it was on the sheet."""
    pool("add", "o", "20", "drop", "wrong")
    assert pool("house", "pool-201").said[:6] == [
        "From round 2 on:",
        "  a drop costs 25  (first_drop=25)",
        "  a later drop costs 50  (middle_drop=50)",
        "Earlier rounds stay as they are. If you meant all rounds:"
        "  sk house -f pool.toml pool-201 --from 1",
        "a total of 201 ends the game  (target=201)",
        "rejoin while nobody still in has more than 174  (rejoin_limit=174)",
    ]


def test_a_player_who_was_out_earlier_can_be_taken_off_the_later_rounds(
    pool: Run, run: Run, folder: Path
) -> None:
    """A correction puts Dee out in round 2, and she has points in 3 and went out in 4."""
    for line in ("o 5 5 50", "o 5 5 40", "o 5 5 6", "5 5 5 o"):
        pool("add", *line.split())
    pool("fix", "1", "dee=80")
    away = "is out of the game in this round\n    try: "
    assert f"round 3, Dee: {away}take it out with sk fix 3 dee=-, or correct a round before" in (
        run("check").out
    )
    assert f"{away}take it out with sk fix 4 --out - dee=-, or" in run("check").out
    assert pool("fix", "3", "dee=-").said[0] == "Round 3 (13 cards each): Dee 6 -> absent"
    assert pool("fix", "4", "dee=-", "ann=o").said[0].endswith("Ann 5 -> out, Dee out -> absent")
    assert "is out of the game in this round" not in run("check").out
    evening = kept(folder)
    assert [round_.absent for round_ in evening.rounds] == [()] * 4
    assert evening.total("Dee") == 120
    refused = pool("fix", "3", "dee=5")
    assert refused.err.startswith("error: Dee is out of the game in round 3\n")


def test_points_above_the_cap_are_capped_and_a_total_is_not(pool: Run) -> None:
    """Points above the cap count as the cap; a total on a pad means what it says."""
    capped = pool("add", "o", "90", "20", "30")
    assert capped.err == "Bo: 90 counts as 80, the most a hand can cost\n"
    assert pool("add", "o", "=80", "=100", "=30").code == 0


def test_totals_above_the_cap_are_taken_for_a_slip(pool: Run) -> None:
    pool("add", "o", "70", "75", "20")
    remark = (
        "are these running totals? Then sk undo -f pool.toml, and type them again with --totals"
    )
    assert remark in pool("add", "0", "81", "90", "30").err.splitlines()


def test_the_commands_of_a_pool_answer_programs(pool: Run) -> None:
    told = pool("wild", "7", "--json").facts
    assert (told["command"], told["changed"], told["next"]["wild"]) == ("wild", True, "7")
    pool("add", "o", "20", "20", "wrong")
    pool("add", "o", "drop", "5", "30")
    told = pool("rejoin", "dee", "--json").facts
    assert (told["command"], told["next"]["players"]) == ("rejoin", ["Dee", "Ann", "Bo", "Cy"])


def test_a_family_does_not_see_the_variations_of_such_a_game(run: Run) -> None:
    for words in (["rules", "three-thirteen", "--keys"], ["rules", "five-crowns", "--keys"]):
        assert "pool-101" not in run(*words).out
    assert "  deals-2 " in run("rules", "indian-rummy", "--keys").out
    assert "wild" not in run("add", "--help").out
    assert "rejoin" not in run("--help").out


def test_the_rules_say_what_words_cost_and_who_is_out(run: Run) -> None:
    said = run("rules", "indian-rummy").said
    assert "  entries    o, points or cards; drop 20, middle 40, wrong 80" in said
    back = "             back in with rejoin WHO while nobody still in has more than 79"
    assert said[said.index("  end        a player is out at 101") + 1] == back
    assert said[-2] == "Start it:  sk new Ann Bo Cy --game indian-rummy --variation pool-201"
    run("new", "Ann", "Bo", "--game", "indian-rummy", "--variation", "one-deal", "-f", "one.toml")
    said = run("rules", "one.toml").said
    assert "  scoring    whoever goes out scores what the others have left" in said


def test_the_sheet_of_deals_shows_what_was_left_and_what_the_winner_takes(run: Run) -> None:
    run("new", "Ann", "Bo", "Cy", "--game", "indian", "--variation", "deals-2", "-f", "d.toml")
    run("add", "o", "23", "drop", "-f", "d.toml")
    run("add", "38", "o", "5", "-f", "d.toml")
    facts = run("sheet", "--json", "-f", "d.toml").facts["rounds"]
    assert facts[0]["points"] == {"Ann": 43, "Bo": 0, "Cy": 0}
    assert facts[0]["left"] == {"Ann": 0, "Bo": 23, "Cy": 20}
    assert facts[0]["called"] == {"Cy": "drop"}
    table = run("standings", "--json", "-f", "d.toml").facts
    assert [(line["player"], line["rounds"]) for line in table["standings"]] == [
        ("Ann", [43, 0]),
        ("Bo", [0, 43]),
        ("Cy", [0, 0]),
    ]
    assert table["winners"] == []
    assert table["next"]["bonus"]
    assert run("add", "drop", "o", "-f", "d.toml").code == 0
    assert run("standings", "--json", "-f", "d.toml").facts["winners"] == ["Bo"]


@pytest.mark.parametrize("form", ["csv", "json", "md", "chat", "html", "svg"])
def test_a_pool_can_be_exported(form: str, pool: Run) -> None:
    pool("add", "--wild", "7", "o", OUT.replace("8c", "2d"), "drop", "wrong")
    pool("add", "o", "5", "6", "30")
    pool("rejoin", "dee")
    answer = pool("export", "--to", form)
    assert (answer.code, answer.err) == (0, "")
    assert "Dee" in answer.out


def test_a_player_who_rejoined_survives_export_and_import(
    run: Run, pool: Run, folder: Path
) -> None:
    pool("add", "--wild", "7", "o", "23", "drop", "wrong")
    pool("add", "o", "=80", "5", "30")
    pool("rejoin", "dee")
    pool("add", "o", "drop", "-", "middle")
    before = kept(folder)
    text = pool("export", "--to", "csv").out
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["entry"] for row in rows[:4]] == ["o", "23", "drop", "wrong"]
    (folder / "x.csv").write_text(text, "utf-8")
    here = "already here, and left alone:  pool.toml"
    assert run("import", "x.csv", "--yes").said[0] == here
    (folder / "pool.toml").unlink()
    assert run("import", "x.csv", "--yes").code == 0
    [path] = folder.glob("*.toml")
    path.rename(folder / "pool.toml")
    assert kept(folder).rounds == before.rounds
    assert kept(folder).players == before.players
    assert run("check") == Answer("", "", 0)


def test_a_pool_without_its_rules_is_refused_and_read_with_its_variation(
    run: Run, folder: Path
) -> None:
    new = ("new", "Ann", "Bo", "--game", "indian", "--variation", "pool-201")
    run(*new, "-f", "p.toml")
    run("add", "o", "drop", "-f", "p.toml")
    lines = run("export", "p.toml", "--to", "csv").said
    bare = [line.partition(",low,")[0].removesuffix(",winner,rules,ended,start,after")
            for line in lines]  # fmt: skip
    (folder / "x.csv").write_text("\n".join(bare), "utf-8")
    (folder / "p.toml").unlink()
    refused = run("import", "x.csv", "--yes")
    problem = "x.csv:3: column points: 25, but 'drop' counts 20 here"
    remedy = "correct it, or give the rules that were played, like --variation NAME or --game FILE"
    assert refused == Answer("", refusal(problem, remedy), 3)
    assert run("import", "x.csv", "--yes", "--variation", "pool-201").code == 0


def test_a_table_of_a_pool_without_entries_is_read_as_points(run: Run, folder: Path) -> None:
    (folder / "x.csv").write_text("round,Ann,Bo,Cy\n1,0,80,20\n2,0,30,5\n3,0,,10\n", "utf-8")
    words = ("--game", "indian-rummy", "--date", "2026-03-06", "--title", "A", "--yes")
    assert run("import", "x.csv", *words).code == 0
    facts = run("standings", "--json", "-f", "a-2026-03-06.toml").facts
    assert [(line["player"], line["lost"]) for line in facts["standings"]] == [
        *(("Ann", None), ("Cy", None), ("Bo", 2))
    ]
    blank = "round,Ann,Bo,Cy\n1,0,80,20\n2,0,,5\n3,0,5,10\n"
    (folder / "y.csv").write_text(blank, "utf-8")
    refused = run("import", "y.csv", *words)
    problem = "y.csv:3: column Bo: Bo has nothing for round 2, and a blank isn't a zero"
    assert refused == Answer("", refusal(problem, "write the points, or - for absent"), 3)


def test_tab_offers_the_variations_of_the_game_that_is_named(folder: Path) -> None:
    assert "pool-201" in offered(folder, "sk new Ann --game indian-rummy --variation ").split()
    assert "pool-201" not in offered(folder, "sk new Ann --variation ").split()


def test_a_pool_with_all_out_and_points_missing_is_shown(pool: Run, folder: Path) -> None:
    blocks = "\n[[rounds]]\n[rounds.scores]\nAnn = 60\n" + 2 * (
        "\n[[rounds]]\n[rounds.scores]\n"
        + "".join(f"{who} = 70\n" for who in ["Ann", "Bo", "Cy", "Dee"])
    )
    path = folder / "pool.toml"
    path.write_text(path.read_text("utf-8") + blocks, "utf-8")
    for words in ("standings", "sheet", "export --to html", "standings --json"):
        assert pool(*words.split()).code == 0
    assert pool("house", "target=100").code == 0
    said = pool("rejoin", "ann")
    remedy = "fill in the missing points with sk fix -f pool.toml"
    assert said == Answer("", refusal("all rounds are done", remedy), 2)


def test_a_player_who_is_out_of_a_pool_and_leaves_keeps_the_place_and_the_last_round(
    pool: Run,
) -> None:
    for entries in (["wrong", "o", "5", "wrong"], ["5", "o", "8", "30"], ["7", "o", "5"]):
        assert pool("add", *entries).code == 0
    said = pool("player", "leave", "dee").said[0]
    assert said == "Dee leaves after round 2. 110 points stay on the sheet."
    places = pool("standings", "--json").facts["standings"]
    assert [row["place"] for row in places if row["player"] == "Dee"] == [4]


def test_nobody_rejoins_while_the_last_player_lacks_points(pool: Run) -> None:
    for entries in (["wrong", "o", "5", "wrong"], ["30", "o", "wrong", "wrong"], ["o", "wrong"]):
        assert pool("add", *entries).code == 0
    assert pool("fix", "2", "ann=20").code == 0
    assert pool("add", "30", "o").code == 0  # Ann is out now, and nobody knows of her round 3
    remedy = "fill in the missing points with sk fix -f pool.toml"
    for words in (["rejoin", "cy"], ["add", "o"]):
        assert pool(*words) == Answer("", refusal("all rounds are done", remedy), 2)
    missing = "All rounds are done, but Ann has no points in round 3"
    assert pool("next").out.startswith(missing)


@pytest.mark.parametrize("key", ["knock = 4", "double = true", 'how = "big-gin"'])
def test_gins_keys_in_another_game_are_a_finding_and_block_no_command(
    key: str, pool: Run, run: Run, folder: Path
) -> None:
    assert pool("add", "wrong", "o", "5", "20").code == 0
    path = folder / "pool.toml"
    path.write_text(path.read_text("utf-8").replace("[[rounds]]", f"[[rounds]]\n{key}"), "utf-8")
    for words in ("standings", "sheet", "next"):
        assert pool(words).code == 0
    found = run("check", "pool.toml")
    problem = f"round 1: {key.split()[0]} is set, but nobody knocks in this game"
    assert (found.code, problem in found.out) == (1, True)
