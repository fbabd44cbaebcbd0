"""Questions about cards on the command line: deadwood, verify, meld, and many hands at once."""

import json
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.program import (
    PROGRAM,
    ROUND,
    TODAY,
    Answer,
    Run,
    clean_environment,
    facts,
    ledger,
    refusal,
    scores,
    seeded,
)
from tests.tables import rows

EIGHTS_NEXT = ledger(
    *[ROUND] * 5, players=("Ann", "Bo", "Uncle Cy"), game='dealer = "Bo"\n'
).replace("Cy = 5", '"Uncle Cy" = 5')
"""Round 6, the eights, is next; Uncle Cy deals it."""


@pytest.fixture
def eights(folder: Path) -> Path:
    return seeded(folder / "thursday.toml", EIGHTS_NEXT)


# ── deadwood ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("command", "most"), [("deadwood", 21), ("verify", 22), ("meld", 22)])
def test_a_hand_has_at_most_21_cards_and_one_more_that_was_drawn(
    run: Run, folder: Path, command: str, most: int
) -> None:
    seeded(folder / "a.toml", ledger())
    pack = [f"{rank}{suit}" for suit in "shd" for rank in "a23456789tjqk"]
    game = ("--game", "three-thirteen", "--wild", "none")
    assert run(command, *pack[:most], *game).code in (0, 1)
    answer = run(command, *pack[: most + 1], *game)
    problem = f"a hand can't have {most + 1} cards"
    assert answer == Answer("", refusal(problem, f"type one hand, of {most} cards at most"), 2)


@pytest.mark.usefixtures("eights")
def test_deadwood_shows_melds_wilds_and_what_is_left(run: Run) -> None:
    answer = run("deadwood", "567s6hc8dkd2c")
    assert (answer.code, answer.err) == (0, "")
    assert answer.said[0] == "Thursday"
    assert answer.said[1].startswith("12 points")
    assert "round 6, EIGHTS are wild · 8 of 8 cards" in answer.said[1]
    assert "left" in answer.out
    assert "K♦ 2♣     10 + 2 = 12" in answer.out


def test_several_words_make_one_hand(run: Run) -> None:
    hands = (["5h 6h 7h kd"], ["5h", "6h", "7h", "kd"], ["5h,6h,7h", "kd"], ["567h", "kd"])
    answers = {run("deadwood", "--wild", "none", *hand) for hand in hands}
    assert len(answers) == 1
    assert answers.pop().out.startswith("10 points     nothing is wild · 4 cards read\n")


@pytest.mark.parametrize(
    ("words", "where"),
    [
        (["3h4h5h"], "round 1, THREES are wild · 3 of 3 cards"),
        (["3h4h5hkd"], "round 2, FOURS are wild · 4 of 4 cards"),
        (["--round", "1", "3h4h5hkd"], "round 1, THREES are wild · 4 of 3 cards"),
        (["--round", "kings", "3h4h5hkd"], "round 11, KINGS are wild · 4 of 13 cards"),
        (["--wild", "k", "3h4h5hkd"], "KINGS are wild · 4 cards read"),
        (["--wild", "10", "3h4h5hkd"], "TENS are wild · 4 cards read"),
        (["--wild", "none", "3h4h5hkd"], "nothing is wild · 4 cards read"),
    ],
)
def test_without_a_ledger_the_number_of_cards_decides_the_round(
    run: Run, words: list[str], where: str
) -> None:
    answer = run("deadwood", *words)
    assert answer.code == 0
    assert where in answer.said[0]


@pytest.mark.parametrize(
    ("hand", "where", "note"),
    [
        pytest.param("2s4s6s9sjhqhkhac", "round 6, EIGHTS", "", id="the current round fits"),
        pytest.param("2s4s6s9sjhqhkh", "round 5, SEVENS", "", id="the last one written fits"),
        pytest.param(
            "2s4s6s",
            "round 6, EIGHTS",
            "3 cards, but round 6, the eights, has 8",
            id="neither fits: the current round with a note",
        ),
    ],
)
@pytest.mark.usefixtures("eights")
def test_with_a_ledger_the_current_round_comes_first(
    run: Run, hand: str, where: str, note: str
) -> None:
    answer = run("deadwood", hand)
    assert answer.code == 0
    assert where in answer.said[1]
    assert answer.said[2] == note


def test_an_answer_names_both_the_round_and_the_wild_rank_of_a_number(run: Run) -> None:
    answer = run("deadwood", "--round", "7", "2s4s6s9sjhqhkh")
    assert answer.code == 0
    assert "7 cards, but round 7, the nines, has 9" in answer.out
    assert "for round 5, the sevens, type --round 7s" in answer.out
    claim = run("verify", "--round", "7", "2s4s6s9sjhqhkhac")
    assert claim.code == 1
    assert "round 5, the sevens" in claim.out
    assert "--round 7s" in claim.out


def test_without_a_ledger_no_limit_of_packs_applies(run: Run) -> None:
    assert run("deadwood", "5h5h5h").code == 0
    assert run("deadwood", "--decks", "3", "5h5h5h").code == 0


@pytest.mark.parametrize(
    ("words", "points"),
    [
        (["kd2s5h"], 17),
        (["--rule", "face_points=rank", "kd2s5h"], 20),
        (["--variation", "face-cards-11-12-13", "kd2s5h"], 20),
        (["--rule", "card_points={ K = 25 }", "kd2s5h"], 32),
        (["--variation", "aces-high-or-low", "ad2s5h"], 22),
        (["--variation", "aces-high-or-low", "ad", "kd", "qd"], 0),
        (["--variation", "jokers", "jk2s5h"], 27),
        (["--variation", "jokers", "jk2s2h"], 0),
        (["--rule", "wild_points=20", "3d2s5h"], 27),
        (["--variation", "one-natural", "3d3s3h"], 9),
    ],
)
def test_house_rules_in_a_question_come_on_top(run: Run, words: list[str], points: int) -> None:
    assert run("deadwood", "--json", *words).facts["points"] == points


def test_wilds_and_jokers_for_programs(run: Run) -> None:
    found = facts(run, "deadwood", "--round", "3s", "--variation", "jokers", "th jk 9h 3c")
    assert found["hand"] == ["9H", "TH", "3C", "JK"]
    assert found["round"] == {"number": 1, "deal": 3, "wild": "3"}
    [meld] = found["melds"]
    assert meld["kind"] in ("run", "set")
    assert sorted(meld["cards"]) == ["3C", "9H", "JK", "TH"]
    assert len(meld["as"]) == 4
    [meld] = facts(run, "deadwood", "3h3s3d")["melds"]
    assert meld == {"kind": "wilds", "cards": ["3S", "3H", "3D"], "as": ["3S", "3H", "3D"]}
    named = facts(run, "deadwood", "--wild", "9", "5s 6s 7s 6h 6c")
    assert (named["round"], named["tied"]) == ({"number": None, "deal": None, "wild": "9"}, True)


# ── verify ───────────────────────────────────────────────────────────────────────────────

YES = "cy=9s8h8cqs / 5shdc / 2d"
NO = "ann=4h5h7sh / qsd7cd / 2c"


@pytest.mark.usefixtures("eights")
@pytest.mark.parametrize("hand", ["9s8h8cqs / 5shdc / 2d", "9s10sjs 5shdc 8h 2d"])
def test_the_cards_of_a_claim_can_be_kept_as_they_are_printed(run: Run, hand: str) -> None:
    answer = run("verify", *f"cy={hand}".split())
    says, entry = answer.said[-1].split("  ")
    assert says == "To keep the cards on the sheet:"
    played = run("add", entry, "ann=3", "bo=4")
    assert (played.code, played.err) == (0, "")
    assert run("sheet", "--json").facts["rounds"][-1]["out"] == ["Uncle Cy"]


@pytest.mark.usefixtures("eights")
@pytest.mark.parametrize(
    ("words", "round_said"),
    [
        pytest.param(["cy=5h6h7h8hkdksks"], "round 5, SEVENS are wild", id="written last"),
        pytest.param(["--round", "3s", "cy=5h6h7hkd"], "round 1, THREES are wild", id="named"),
    ],
)
def test_a_claim_in_a_round_on_the_sheet_is_not_told_to_add_it(
    run: Run, words: list[str], round_said: str
) -> None:
    answer = run("verify", *words)
    assert answer.said[1].startswith("YES. Uncle Cy goes out.")
    assert round_said in answer.said[1]
    assert "sk add" not in answer.out
    assert "keep the cards" not in answer.out


def test_the_third_answer_says_how_to_lay_the_cards(run: Run) -> None:
    answer = run("verify", "--round", "7s", "--variation", "one-natural", "7shd / qshdc / 3c")
    assert (answer.code, answer.err) == (1, "")
    assert answer.said[0].startswith("NOT LIKE THIS, BUT THE HAND GOES OUT.")
    for words in ("nothing but wilds", "Q♠ Q♥ Q♦ Q♣ 7♠ 7♥ 7♦", "discard  3♣"):
        assert words in answer.out


@pytest.mark.parametrize(
    "words",
    [
        ["4h5h6h / 9s9d9c / kd", "--wild", "none"],
        ["--melds", "4h5h6h / 9s9d9c", "--discard", "kd", "--wild", "none"],
        ["4h5h6h9s9d9ckd", "--melds", "4h5h6h / 9s9d9c", "--wild", "none"],
        ["4h5h6h9s9d9ckd", "--discard", "kd", "--wild", "none"],
        ["kd / 4h5h6h / 9s9d9c", "--wild", "none"],
        ["4h5h6h9s9d9ckd", "--wild", "none"],
    ],
    ids=" ".join,
)
def test_a_table_is_judged_as_laid_however_it_is_typed(run: Run, words: list[str]) -> None:
    answer = run("verify", "--json", *words)
    assert answer.code == 0, answer.err
    found = answer.facts
    assert (found["stands"], found["discards"][0]["card"]) == (True, "KD")
    assert [meld["cards"] for meld in found["discards"][0]["melds"]] == [
        ["9S", "9D", "9C"],
        ["4H", "5H", "6H"],
    ]


@pytest.mark.usefixtures("eights")
def test_the_verdict_for_programs_has_every_key(run: Run) -> None:
    found = run("verify", "--json", *YES.split()).facts
    assert {key: found[key] for key in ("stands", "hand_goes_out", "player", "last_turns")} == {
        "stands": True,
        "hand_goes_out": True,
        "player": "Uncle Cy",
        "last_turns": ["Ann", "Bo"],
    }
    assert found["held"] == ["5S", "9S", "QS", "5H", "8H", "2D", "5D", "5C", "8C"]
    assert found["round"] == {"number": 6, "deal": 8, "wild": "8"}
    assert found["objections"] == []
    assert found["discards"] == [
        {
            "card": "2D",
            "melds": [
                {"kind": "set", "cards": ["5S", "5H", "5D", "5C"], "as": ["5S", "5H", "5D", "5C"]},
                {"kind": "run", "cards": ["9S", "8H", "8C", "QS"], "as": ["9S", "TS", "JS", "QS"]},
            ],
        }
    ]
    assert found["best"]["discard"] == "2D"
    best = {"hand", "round", "points", "melds", "deadwood", "tied", "discard"}
    assert set(found["best"]) == best


@pytest.mark.usefixtures("eights")
def test_a_no_for_programs_names_rules_and_readings(run: Run) -> None:
    found = run("verify", "--json", *NO.split()).facts
    assert (found["stands"], found["hand_goes_out"], found["discards"]) == (False, False, [])
    assert {objection["rule"] for objection in found["objections"]} >= {"run-suit", "set-rank"}
    assert all(objection["because"] for objection in found["objections"])
    assert "previous-wild" in found["would_stand"]
    assert (found["best"]["discard"], found["best"]["points"]) == ("QS", 21)
    assert (found["player"], found["last_turns"]) == ("Ann", [])


def test_the_discard_may_have_been_made_already_if_the_round_is_known(run: Run) -> None:
    found = facts(run, "verify", "--round", "3s", "5h6h7h")
    assert (found["stands"], [way["card"] for way in found["discards"]]) == (True, [None])
    assert found["best"]["discard"] is None
    assert (found["player"], found["last_turns"]) == (None, [])


@pytest.mark.usefixtures("eights")
def test_if_the_discard_is_gone_the_best_is_with_every_card(run: Run) -> None:
    """Nobody may throw a second card: Q Q Q and 6 7 8 leave 2 and 6 beside them."""
    answer = run("verify", "qhqsqd", "6c7c8c", "6d", "2d")
    assert (answer.code, answer.err) == (1, "")
    best = "The best these 8 cards can do: keep Q♠ Q♥ Q♦ / 6♣ 7♣ 8♣,\nleaving 2♦ 6♦ = 8.\n"
    assert best in answer.out


def test_the_best_of_a_long_hand_fits_the_lines_of_a_terminal(run: Run) -> None:
    said = run("verify", "--round", "10s", "4h5h6h", "9s9d10c", "qsqhqdkc", "2d").said
    place = said.index("The best these 11 cards can do: discard K♣,")
    assert said[place + 1] == "keep 9♠ 9♦ 10♣ / Q♠ Q♥ Q♦ / 4♥ 5♥ 6♥, leaving 2♦ = 2."


@pytest.mark.usefixtures("eights")
@pytest.mark.parametrize(
    ("words", "number", "stands"),
    [
        (["5s5h5d/8h9h7cjh/2d"], 5, True),
        (["ann=5s5h5d/8h9h7cjh", "/", "2d"], 5, True),
        (["5s5h5d8h9h7cjh2d", "--discard", "2d"], 5, True),
        (["5s5h5d8h9h7cjh2d"], 6, False),
        (["5s5h5d/9htjqkh"], 6, True),
        (["5s5h5d/9htjqkh/2d"], 6, True),
    ],
)
def test_cards_and_their_discard_together_are_the_hand(
    run: Run, words: list[str], number: int, stands: bool
) -> None:
    found = run("verify", "--json", *words).facts
    assert (found["round"]["number"], found["stands"]) == (number, stands)


@pytest.mark.parametrize(
    ("words", "discards"),
    [
        (["5h5s5d5c"], ["5S", "5H", "5D", "5C"]),
        (["5h5h5h5h"], ["5H"]),
        (["5h5s5d5c", "--discard", "5d"], ["5D"]),
        (["5h5s5d / 5c"], ["5C"]),
    ],
)
def test_every_discard_that_goes_out_is_listed_once_and_a_named_one_alone(
    run: Run, words: list[str], discards: list[str]
) -> None:
    found = run("verify", "--json", "--wild", "none", *words).facts
    assert [way["card"] for way in found["discards"]] == discards
    assert found["stands"] is True


def test_the_screen_lists_the_discard_first_that_a_player_would_choose(run: Run) -> None:
    words = ("verify", "--round", "3s", "5h 6h 7h 3c")
    cards = [way["card"] for way in facts(run, *words)["discards"]]
    assert cards == ["5H", "6H", "7H", "3C"]
    [line] = [line for line in run(*words).said if line.startswith("  discard")]
    assert " ".join(line.split()) == "discard 7♥ or 6♥, 5♥ or 3♣"


@pytest.mark.usefixtures("eights")
def test_a_player_who_has_left_claims_only_in_a_round_that_they_played(run: Run) -> None:
    run("player", "leave", "cy")
    refused = run("verify", *YES.split())
    assert refused == Answer(
        "",
        refusal("Uncle Cy isn't at the table in round 6, the eights", "name who claims: Ann or Bo"),
        2,
    )
    assert run("verify", "--round", "5", "cy=3h4h5h6h8s8h8d2c").said[1].startswith("YES. Uncle Cy")


def test_a_claim_can_be_judged_in_a_game_that_was_ended_after_a_misdeal(
    run: Run, folder: Path
) -> None:
    void = f"misdeal = ''\n\n{scores('Bo', Ann=1, Bo=0, Cy=2)}"
    seeded(folder / "thursday.toml", ledger(void, game=f"finished = {TODAY}\n"))
    answer = run("verify", "ann=5h6h7h2d", "--wild", "3")
    assert answer.said[1].startswith("YES. Ann goes out.")


@pytest.mark.parametrize("command", ["verify", "deadwood"])
def test_one_card_is_not_a_hand(run: Run, command: str) -> None:
    said = run(command, "5h", "--round", "3s", "--game", "three-thirteen")
    assert "1 card" in said.out + said.err
    assert "1 cards" not in said.out + said.err


# ── meld ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("words", "code", "begins"), rows(__file__, "hand.toml", "melds"))
def test_one_meld_is_judged(run: Run, words: list[str], code: int, begins: str) -> None:
    answer = run("meld", *words)
    assert (answer.code, answer.err) == (code, "")
    assert answer.out.startswith(begins)


@pytest.mark.usefixtures("eights")
def test_a_meld_is_judged_by_the_current_round(run: Run) -> None:
    answer = run("meld", "5s", "8h", "7s")
    assert answer.said[:2] == ["Thursday", "YES. 5♠ 8♥ 7♠ is a run.     round 6, EIGHTS are wild"]


def test_a_meld_for_programs(run: Run) -> None:
    found = run("meld", "--json", "--wild", "8", "5s 8h 7s").facts
    assert {key: found[key] for key in ("meld", "kind", "cards", "as", "objections")} == {
        "meld": True,
        "kind": "run",
        "cards": ["5S", "8H", "7S"],
        "as": ["5S", "6S", "7S"],
        "objections": [],
    }
    answer = run("meld", "--json", "5s 6s 8s")
    assert answer.code == 1
    assert answer.facts["objections"][0]["rule"] in ("set-rank", "run-gap")


# ── many hands at once ───────────────────────────────────────────────────────────────────

HANDS = """\
5h6h7h

# a comment
3s: kd 2s 5h
5h6
7s: 2s4s6s9sjhqhkh
"""


def test_every_line_gets_one_line_of_answer(run: Run) -> None:
    answer = run("deadwood", "-", stdin=HANDS)
    assert (answer.code, answer.err) == (2, "")
    assert answer.said == [
        "0  5♥ 6♥ 7♥ |",
        "17   | 2♠ 5♥ K♦",
        "error: '6' in '5h6' has no suit; every card needs a rank and a suit,"
        " like 5h; 567h and 7shd are three cards each",
        "21  J♥ Q♥ K♥ | 2♠ 4♠ 6♠ 9♠",
    ]


def test_the_round_in_a_line_goes_before_the_wild_rank_given_for_all_lines(run: Run) -> None:
    lines = "3s: 3h kd 3d\n9h kd 9d\n"
    answer = run("deadwood", "-", "--wild", "9", stdin=lines)
    assert answer == Answer("0  3♥ 3♦ K♦ |\n0  9♥ 9♦ K♦ |\n", "", 0)


def test_every_line_gets_one_object(run: Run) -> None:
    answer = run("deadwood", "-", "--json", stdin=HANDS)
    assert (answer.code, answer.err) == (2, "")
    found = [json.loads(line) for line in answer.said]
    assert [hand.get("points") for hand in found] == [0, 17, None, 21]
    assert set(found[2]) == {"error", "line"}
    error = found[2]["error"]
    assert (found[2]["line"], error["kind"], error["code"]) == (5, "card", 2)
    assert found[3]["round"] == {"number": 5, "deal": 7, "wild": "7"}


def test_if_every_line_could_be_read_the_exit_code_is_0_whatever_the_answers(run: Run) -> None:
    answer = run("verify", "-", stdin="5h6h7hkd\n5h6h9ckd\n3s: 5h6h7h\n")
    assert (answer.code, answer.err) == (0, "")
    assert [line.split()[0] for line in answer.said] == ["yes", "no", "yes"]
    answer = run("verify", "-", "--json", stdin="5h6h7hkd\n5h6h9ckd\n")
    assert answer.code == 0
    assert [json.loads(line)["stands"] for line in answer.said] == [True, False]


def test_no_lines_get_no_answer(run: Run) -> None:
    assert run("deadwood", "-", stdin="") == Answer("", "", 0)
    assert run("deadwood", "-", stdin="\n  \n# x\n") == Answer("", "", 0)


@pytest.mark.parametrize(
    "line", ["14: 5h6h7h", "foo: 5h", ":", "x:y:z", "\x00", "5h\udcff", "[red]"]
)
@pytest.mark.parametrize("command", ["deadwood", "verify"])
def test_an_unreadable_line_does_not_end_the_answers(run: Run, command: str, line: str) -> None:
    answer = run(command, "-", stdin=f"{line}\n5h6h7hkd\n")
    assert answer.code == 2
    assert len(answer.said) == 2
    assert answer.said[0].startswith("error: ")
    assert not answer.said[1].startswith("error")


def test_answers_come_at_once_and_not_at_the_end(folder: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "deadwood", "-"],
        cwd=folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for hand, said in (("5h6h7h", "0  5♥ 6♥ 7♥ |"), ("kd2s5h", "17   | 2♠ 5♥ K♦")):
            program.stdin.write(hand + "\n")
            program.stdin.flush()
            assert program.stdout.readline() == said + "\n"
        program.stdin.close()
        assert program.wait() == 0


@pytest.mark.parametrize(
    "line",
    ["deadwood -", "verify - --json", "rules", "--help", "add --help", "player", "--version"],
)
def test_a_reader_that_stops_is_not_a_fault(folder: Path, line: str) -> None:
    with subprocess.Popen(
        [*PROGRAM, *line.split()],
        cwd=folder,
        env=clean_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        with suppress(BrokenPipeError):
            program.stdin.write(b"5h6h7hkd\n" * 20_000)
            program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_a_line_that_is_not_text_is_an_ordinary_error(folder: Path, encoding: str) -> None:
    done = subprocess.run(
        [*PROGRAM, "deadwood", "-"],
        cwd=folder,
        env=clean_environment(PYTHONIOENCODING=encoding),
        input=b"5h6h7h\n\xff\xfe\nkhkdks\n",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert [line[:2] for line in done.stdout.splitlines()] == [b"0 ", b"er", b"0 "]
    assert done.stderr == b""


def test_lines_as_windows_pipes_them_are_read(run: Run) -> None:
    lines = "\ufeff5h6h7h\r\nkhkdks\r\n"
    assert run("deadwood", "-", stdin=lines).out == "0  5♥ 6♥ 7♥ |\n0  K♠ K♥ K♦ |\n"
