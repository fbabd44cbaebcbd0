"""What is wrong in a ledger: one reproducer for each check, found with its line and alone."""

from pathlib import Path
from typing import Any

import pytest

from scorekeeper.audit import Finding, audit
from tests.program import Run, ledger, scores

LEDGERS = Path(__file__).parent / "ledgers"
REPRODUCERS = sorted(path for path in LEDGERS.glob("*.toml") if path.stem != "sound")

CHECKS = {
    "syntax",
    "schema",
    "key",
    "value",
    "player",
    "missing",
    "hand-size",
    "impossible-card",
    "out-score",
    "out-claim",
    "score-hand",
    "score-range",
    "total",
    "nobody-out",
    "rounds",
}

WARNINGS = {"score-hand", "nobody-out", "score-range--unusual"}


def stem(path: Path) -> str:
    return path.stem


def marked(text: str) -> int:
    """The number of the line that ends in ``# here``."""
    return 1 + next(i for i, line in enumerate(text.splitlines()) if line.endswith("# here"))


def test_every_check_has_a_reproducer() -> None:
    assert {path.stem.split("--")[0] for path in REPRODUCERS} == CHECKS


@pytest.mark.parametrize("path", REPRODUCERS, ids=stem)
def test_a_reproducer_is_found_with_its_line_and_nothing_else_is(path: Path) -> None:
    text = path.read_text("utf-8")
    [found] = audit(text)
    assert (found.check, found.line) == (path.stem.split("--")[0], marked(text))
    assert found.severity == ("warning" if path.stem in WARNINGS else "error")
    assert found.message
    assert found.remedy


@pytest.mark.parametrize("path", REPRODUCERS, ids=stem)
def test_line_ends_and_a_byte_order_mark_move_no_line(path: Path) -> None:
    text = path.read_text("utf-8")
    [found] = audit(text)
    assert audit("\ufeff" + text.replace("\n", "\r\n")) == (found,)


def test_a_sound_ledger_has_no_finding() -> None:
    assert audit((LEDGERS / "sound.toml").read_text("utf-8")) == ()


def test_an_empty_file_is_no_ledger() -> None:
    [found] = audit("")
    assert (found.check, found.line) == ("schema", 1)


MESSAGES = {
    "syntax": ("this is no TOML: invalid value", "mend that line"),
    "schema": ("the ledger has schema '2', this program knows 1", "get a newer scorekeeper"),
    "key": ("nobody knows the key 'tilte' here", "did you mean title?"),
    "value": ("rounds.scores.Cy cannot be '5'", "rounds.scores.Cy is a whole number"),
    "player": (
        "nobody called 'Dee' plays in this game",
        "take the line out, or write the name as above",
    ),
    "player--left": (
        "round 2 (the fours), Cy: was not at the table in this round",
        "correct joined or left",
    ),
    "missing": (
        "round 1 (the threes), Cy: there is neither a score nor a hand",
        "sk fix 3s cy=POINTS, or - for absent",
    ),
    "hand-size": (
        "round 1 (the threes), Ann: 4 cards, and 3 were dealt",
        "correct the hand, or write the points",
    ),
    "impossible-card": (
        "round 1 (the threes), Ann: there is no 7★ in this game",
        "its packs hold A23456789TJQK in spades, hearts, diamonds and clubs",
    ),
    "impossible-card--too-often": (
        "round 1 (the threes): 5♥ is there 3 times, the packs hold it 2 times",
        "look for a typing mistake at 5♥",
    ),
    "out-score": (
        "round 1 (the threes), Bo: went out, which is 0 points, and has 3",
        "sk fix 3s bo=o, or correct who went out",
    ),
    "out-score--two": (
        "round 1 (the threes): Ann and Bo went out",
        "name the one who was first",
    ),
    "out-claim": (
        "round 1 (the threes), Bo: the cards do not go out, 4♥ 5♥ K♦ stays",
        "correct the hand, or who went out",
    ),
    "score-hand": (
        "round 1 (the threes), Ann: the sheet says 12, the cards cost 16: left 2♠ 5♥ 9♦",
        "sk fix 3s ann=16, or leave it: what the table decided counts",
    ),
    "score-range": (
        "round 1 (the threes), Ann: 31 points, and 3 cards cost 0 to 30",
        "sk fix 3s ann=POINTS",
    ),
    "score-range--unusual": (
        "round 1 (the kings), Ann: 115 points, and no 13 cards need leave 115",
        "look at it once more; what the table decided counts",
    ),
    "total": (
        "round 2 (the fours), Ann: the paper says 29, the rounds add up to 20;"
        " 12 written as 21 in round 1 would explain the 9",
        "correct the paper, or  sk fix 3s ann=21",
    ),
    "nobody-out": (
        "round 1 (the threes): nobody went out, and nobody has 0 points",
        "look whether a 0 is missing; a round may end so",
    ),
    "rounds": ("round 3: the game has 2 rounds", "take the round out, or correct the rules"),
}


@pytest.mark.parametrize(("name", "said"), MESSAGES.items(), ids=MESSAGES)
def test_a_finding_says_what_is_wrong_and_what_would_mend_it(
    name: str, said: tuple[str, str]
) -> None:
    [found] = audit((LEDGERS / f"{name}.toml").read_text("utf-8"))
    message, remedy = said
    assert found.message == message
    assert found.remedy.startswith(remedy)


# ── several at once, and none where none is ──────────────────────────────────────────────


def ids(*rounds: str, **more: Any) -> list[tuple[str, int]]:
    return [(found.check, found.line) for found in audit(ledger(*rounds, **more))]


def test_all_findings_come_in_the_order_of_their_lines() -> None:
    text = ledger(scores(None, Ann=31, Bo=2), title="x").replace("dealer = ", "deeler = ")
    found = audit(text)
    assert [one.check for one in found] == ["key", "missing", "score-range"]
    assert [one.line for one in found] == sorted(one.line for one in found)


def test_the_hands_of_a_misdeal_and_its_scores_are_not_judged() -> None:
    assert ids("misdeal = 'x'\nscores = { Ann = 999 }\nhands = { Bo = '5H 5H 5H 5H' }") == []


def test_a_bonus_round_counts_in_no_total_and_is_no_missing_round() -> None:
    rules = "[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n"
    tied = scores("Ann", Ann=0, Bo=0, Cy=5)
    assert ids(tied, "bonus = true\nout = 'Bo'\nscores = { Ann = 9, Bo = 0 }", rules=rules) == []


def test_one_who_scored_nothing_may_not_have_gone_out() -> None:
    assert ids(scores(None, Ann=12, Bo=0, Cy=5)) == []


def test_a_round_with_a_hand_of_nothing_left_is_no_round_without_a_zero() -> None:
    assert ids("scores = { Ann = 12, Cy = 5 }\nhands = { Bo = '3S 3H 3D' }") == []


def test_a_game_without_cards_has_no_range_and_nobody_out() -> None:
    rules = "[rules]\nrounds = 0\ndealer = 'none'\n"
    assert ids(scores(None, Ann=-900, Bo=12_000, Cy=5), rules=rules, game="") == []


def test_several_may_go_out_where_the_rules_say_so() -> None:
    rules = "[rules]\ndecks = 4\nseveral_out = true\n"
    assert ids("out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0, Cy = 5 }", rules=rules) == []


def test_a_hand_for_the_one_who_went_out_must_go_out_and_a_zero_beside_it_is_judged_too() -> None:
    assert [check for check, _ in ids("out = 'Bo'\nscores = { Ann = 1, Bo = 0, Cy = 5 }\n"
        "hands = { Bo = '4H 5H KD' }")] == ["score-hand", "out-claim"]  # fmt: skip


def test_paper_totals_count_start_and_adjustments() -> None:
    players = ledger(
        "scores = { Ann = 1, Bo = 0 }\n",
        "scores = { Ann = 1, Bo = 0, Cy = 5 }\nadjust.Ann = -5\ntotals = { Ann = -3, Cy = 36 }",
    ).replace('name = "Cy"', 'name = "Cy"\njoined = 2\nstart = 31')
    assert audit(players) == ()


def test_a_finding_is_a_value() -> None:
    assert Finding("total", "error", 3, "a", "b") == Finding("total", "error", 3, "a", "b")


# ── no reproducer brings another command down ────────────────────────────────────────────


@pytest.mark.parametrize("path", [*REPRODUCERS, LEDGERS / "sound.toml"], ids=stem)
@pytest.mark.parametrize(
    "words",
    [
        ["standings"],
        ["standings", "--json"],
        ["sheet"],
        ["sheet", "--totals"],
        ["sheet", "--json"],
        ["next"],
        ["next", "--json"],
        ["deadwood", "5h5s5dkd"],
        ["verify", "5h5s5dkd"],
        ["add", "1", "o", "3"],
        ["fix", "1", "ann=3"],
    ],
    ids=" ".join,
)
def test_a_ledger_with_findings_is_read_or_refused_but_never_a_crash(
    run: Run, folder: Path, path: Path, words: list[str]
) -> None:
    copy = folder / "thursday.toml"
    copy.write_bytes(path.read_bytes())
    answer = run(*words, "-f", "thursday.toml")
    assert answer.code in (0, 1, 2, 3, 4), answer.err
    if words[0] not in ("add", "fix"):
        stopped = path.stem.startswith(("syntax", "schema", "value"))
        assert answer.code == 3 if stopped and "date" not in path.stem else answer.code in (0, 1, 2)
