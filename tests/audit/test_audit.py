"""What is wrong in a ledger: for each check, an example in which it finds one line and no more.

Next to each is a file with what ``sk check`` says about it. After a change of wording, ``python -m
tests.audit.test_audit`` writes these files again. Read the difference before you commit it.
"""

import re
import shutil
from pathlib import Path
from typing import Any, get_args

import pytest

from scorekeeper.audit import audit, faults
from scorekeeper.errors import SK, CheckId
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Round
from scorekeeper.render.standings import standings_grid
from tests.program import Answer, Run, ledger, scores, seeded, start
from tests.tables import each, rows
from tests.values import POINTS, game

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

STOPS_NOTHING = {
    "value--change-round-0",
    "value--change-twice",
    "value--joined",
    "value--left",
    "value--no-date",
}
"""Values that a game can be read with."""


def test_the_checks_are_those_that_their_type_lists() -> None:
    assert set(get_args(CheckId)) == CHECKS


def stem(path: Path) -> str:
    return path.stem


def golden(path: Path) -> Path:
    """The file that says what ``sk check`` finds in a ledger."""
    return path.with_suffix(".txt")


def marked(text: str) -> int:
    """The number of the line that ends in ``# here``."""
    return 1 + next(i for i, line in enumerate(text.splitlines()) if line.endswith("# here"))


def test_every_check_has_a_reproducer() -> None:
    assert {path.stem.split("--")[0] for path in REPRODUCERS} == CHECKS


@each("path", REPRODUCERS, stem)
def test_a_reproducer_is_found_with_its_line_and_nothing_else_is(path: Path) -> None:
    text = path.read_text("utf-8")
    [found] = audit(text)
    assert (found.check, found.line) == (path.stem.split("--")[0], marked(text))
    assert found.severity == ("warning" if path.stem in WARNINGS else "error")
    assert found.problem
    assert found.remedy


@each("path", REPRODUCERS, stem)
def test_line_ends_and_a_byte_order_mark_move_no_line(path: Path) -> None:
    text = path.read_text("utf-8")
    [found] = audit(text)
    assert audit("\ufeff" + text.replace("\n", "\r\n")) == (found,)


def test_a_sound_ledger_has_no_finding() -> None:
    assert audit((LEDGERS / "sound.toml").read_text("utf-8")) == ()


def test_an_empty_file_is_not_a_ledger() -> None:
    [found] = audit("")
    assert (found.check, found.line) == ("schema", 1)


@each("path", REPRODUCERS, stem)
def test_check_says_about_each_ledger_what_is_written_beside_it(run: Run, path: Path) -> None:
    shutil.copy(path, path.name)
    answer = run("check", path.name)
    assert (answer.err, answer.code) == ("", 0 if path.stem in WARNINGS else 1)
    assert answer.out == golden(path).read_text("utf-8")


def test_all_reproducers_are_found_at_once(run: Run) -> None:
    for path in REPRODUCERS:
        shutil.copy(path, path.name)
    answer = run("check", *(path.name for path in REPRODUCERS))
    wanted = [golden(path).read_text("utf-8").splitlines()[:-1] for path in REPRODUCERS]
    assert answer.said[:-1] == [line for lines in wanted for line in lines]
    assert {path.stem for path in LEDGERS.glob("*.txt")} == {path.stem for path in REPRODUCERS}


# ── several at once, and none where none is ──────────────────────────────────────────────


def ids(*rounds: str, **more: Any) -> list[tuple[str, int]]:
    return [(found.check, found.line) for found in audit(ledger(*rounds, **more))]


def test_all_findings_come_in_the_order_of_their_lines() -> None:
    text = ledger(scores(None, Ann=31, Bo=2), title="x").replace("dealer = ", "deeler = ")
    found = audit(text)
    assert [finding.check for finding in found] == ["key", "missing", "score-range"]
    assert [finding.line for finding in found] == sorted(finding.line for finding in found)


def test_the_hands_of_a_misdeal_and_its_scores_are_not_judged() -> None:
    assert ids("misdeal = 'x'\nscores = { Ann = 999 }\nhands = { Bo = '5H 5H 5H 5H' }") == []


def test_a_bonus_round_adds_to_no_total_and_is_not_missing() -> None:
    rules = "[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n"
    tied = scores("Ann", Ann=0, Bo=0, Cy=5)
    assert ids(tied, "bonus = true\nout = 'Bo'\nscores = { Ann = 9, Bo = 0 }", rules=rules) == []


BONUS_RULES = "[rules]\ndecks = 1\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n"
LEVEL = "out = 'Ann'\nscores = { Ann = 0, Bo = 0, Cy = 5 }"
"""Ann and Bo are level in front, and play it off with three cards of one pack."""


@each("block, check, message", rows(__file__, "audit.toml", "play_off"))
def test_a_round_that_plays_off_a_tie_is_judged_as_any_round(
    block: str, check: str, message: str
) -> None:
    [found] = audit(ledger(LEVEL, f"bonus = true\n{block}", rules=BONUS_RULES))
    assert found.check == check
    assert found.problem.startswith("the bonus round")
    assert message in found.problem
    assert f"{SK}fix" not in found.remedy or f"{SK}fix bonus" in found.remedy


def test_each_of_several_bonus_rounds_is_judged_by_its_own_tie() -> None:
    again = "bonus = true\nout = 'Ann'\nscores = { Ann = 0, Bo = 0 }"
    last = "bonus = true\nout = 'Ann'\nscores = { Ann = 0, Bo = 40 }"
    [found] = audit(ledger(LEVEL, again, last, rules=BONUS_RULES))
    assert found.problem.startswith("bonus round 2, Bo: can't have 40 points")
    assert found.remedy == f"{SK}fix bonus bo=POINTS"
    [found] = audit(ledger(LEVEL, last.replace("40", "4"), again, rules=BONUS_RULES))
    assert (found.check, found.problem) == ("rounds", "bonus round 2: there was no tie for first")


@pytest.mark.parametrize("between", [0, 2])
def test_a_play_off_of_any_length_is_worked_out_once(
    between: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    points, asked = Game.points, []

    def counted(*facts: Any) -> int | None:
        asked.append(facts)
        return points(*facts)

    monkeypatch.setattr(Game, "points", counted)

    def calls(bonus_rounds: int) -> int:
        level = Round(scores={"Ann": 0, "Bo": 0, "Cy": 0})
        rules = POINTS.replace(rounds=1, ties="bonus-round")
        play_off = [level._replace(bonus=True)] * bonus_rounds
        asked.clear()
        evening = game(level, *play_off, *[level] * between, *play_off, rules=rules)
        list(faults(evening))
        standings_grid(evening, bars=False)
        return len(asked)

    assert calls(20) - calls(10) == calls(30) - calls(20)


def test_a_bonus_round_without_a_tie_can_be_made_void(run: Run, folder: Path) -> None:
    bonus = "bonus = true\nout = 'Ann'\nscores = { Ann = 0, Bo = 4 }"
    untied = ledger(LEVEL, bonus, rules=BONUS_RULES).replace("Bo = 0,", "Bo = 3,")
    seeded(folder / "t.toml", untied)
    assert run("check").said[1].endswith("or make it void with sk misdeal")
    assert run("misdeal", "-f", "t.toml").code == 0
    assert run("check") == Answer("", "", 0)


def test_a_player_who_sat_out_a_bonus_round_is_not_missing() -> None:
    block = "bonus = true\nabsent = ['Bo']\nscores.Ann = 0"
    assert ids(LEVEL, block, rules=BONUS_RULES) == []


def test_a_player_away_from_the_table_did_not_go_out() -> None:
    text = ledger("scores = { Ann = 3, Bo = 0 }\nout = 'Cy'").replace(
        'name = "Cy"', 'name = "Cy"\njoined = 2'
    )
    [found] = audit(text)
    assert (found.check, found.line) == ("player", 1 + text.split("\n").index("out = 'Cy'"))
    assert found.problem == "round 1 (the threes), Cy: wasn't at the table in this round"


@each("block, check, message", rows(__file__, "audit.toml", "without_cards"))
def test_a_game_without_cards_has_no_hands_and_nobody_goes_out(
    block: str, check: str, message: str
) -> None:
    rules = "[rules]\nrounds = 1\ndealer = 'none'\nties = 'bonus-round'\n"
    [found] = audit(ledger(block, rules=rules, game=""))
    assert (found.check, found.problem) == (check, message)


def test_a_player_with_0_has_not_necessarily_gone_out() -> None:
    assert ids(scores(None, Ann=12, Bo=0, Cy=5)) == []


def test_a_round_with_an_empty_hand_has_its_zero() -> None:
    assert ids("scores = { Ann = 12, Cy = 5 }\nhands = { Bo = '3S 3H 3D' }") == []


def test_a_game_without_cards_has_no_range_and_nobody_out() -> None:
    rules = "[rules]\nrounds = 0\ndealer = 'none'\n"
    assert ids(scores(None, Ann=-900, Bo=12_000, Cy=5), rules=rules, game="") == []


def test_several_may_go_out_if_the_rules_say_so() -> None:
    rules = "[rules]\ndecks = 4\nseveral_out = true\n"
    assert ids("out = ['Ann', 'Bo']\nscores = { Ann = 0, Bo = 0, Cy = 5 }", rules=rules) == []


def test_a_hand_of_a_player_who_went_out_must_go_out() -> None:
    round_ = "out = 'Bo'\nscores = { Ann = 1, Bo = 0, Cy = 5 }\nhands = { Bo = '4H 5H KD' }"
    assert [(found.check, found.remedy) for found in audit(ledger(round_))] == [
        ("out-claim", f"{SK}fix 3s --out - bo=19, or correct the hand, or who went out")
    ]


def test_points_on_the_sheet_do_not_make_up_for_a_wrong_hand() -> None:
    round_ = "out = 'Bo'\nhands = { Ann = '5H 6H' }\nscores = { Bo = 0, Cy = 5 }"
    assert [finding.remedy for finding in audit(ledger(round_))] == [
        "correct the hand, or write the points"
    ]
    written = round_.replace("Bo = 0", "Ann = 11, Bo = 0")
    assert [finding.remedy for finding in audit(ledger(written))] == [
        "correct the hand, or take it out, the points count"
    ]


@pytest.mark.parametrize("several", ["false", "true"])
@pytest.mark.parametrize(
    "block",
    [
        "out = 'Bo'\nscores = { Ann = 1 }",
        "out = 'Bo'\nscores = { Ann = 1, Bo = 31 }",
        "out = 'Bo'\nscores = { Ann = 1, Bo = -3 }",
        "out = 'Bo'\nscores = { Ann = 1, Bo = 0 }\nhands = { Bo = '4S 5H 9S' }",
        "out = ['Bo', 'Ann']\nscores = { Ann = 0, Bo = 0 }\nhands = { Bo = '4S 5H 9S' }",
        "out = ['Bo', 'Ann']\nscores = { Ann = 0, Bo = 12 }",
        "scores = { Ann = 31, Bo = 0 }",
        "scores = { Ann = 9, Bo = 0 }\nhands = { Ann = 'KS KD 4D' }",
        "out = 'Bo'\nscores = { Ann = 12, Bo = 0 }\ntotals = { Ann = 21 }",
    ],
)
@pytest.mark.parametrize("bonus", ["", "bonus = true\n"], ids=["a round", "a bonus round"])
def test_the_remedy_of_check_removes_its_finding(
    bonus: str, block: str, several: str, run: Run, folder: Path
) -> None:
    rules = f"[rules]\ndecks = 1\nrounds = [{{ deal = 3, wild = '3' }}]\nseveral_out = {several}\n"
    level = "out = 'Ann'\nscores = { Ann = 0, Bo = 0 }"
    blocks = [level, bonus + block] if bonus else [block]
    text = ledger(*blocks, players=("Ann", "Bo"), rules=rules + "ties = 'bonus-round'\n")
    offered = [
        (found, command)
        for found in audit(text)
        for command in re.findall(f"{SK}(fix [^,]*)", found.remedy)
    ]
    by_hand = "['Bo', 'Ann']" in block or "totals" in block  # nobody can tell what was meant
    assert offered or by_hand
    for found, command in offered:
        path = seeded(folder / "t.toml", text)
        words = command.replace("POINTS", "5").split()
        assert run(*words, "-f", "t.toml").code == 0, command
        left = [(finding.check, finding.problem) for finding in audit(path.read_text("utf-8"))]
        assert (found.check, found.problem) not in left


def test_paper_totals_count_start_and_adjustments() -> None:
    players = ledger(
        "scores = { Ann = 1, Bo = 0 }\n",
        "scores = { Ann = 1, Bo = 0, Cy = 5 }\nadjust.Ann = -5\ntotals = { Ann = -3, Cy = 36 }",
    ).replace('name = "Cy"', 'name = "Cy"\njoined = 2\nstart = 31')
    assert audit(players) == ()


# ── no reproducer brings another command down ────────────────────────────────────────────


@each("path", [*REPRODUCERS, LEDGERS / "sound.toml"], stem)
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
        is_read = not stopped or path.stem in STOPS_NOTHING
        assert answer.code in (0, 1, 2) if is_read else answer.code == 3


def main() -> None:
    """Write beside each reproducer what ``sk check`` now says about it."""
    for path in REPRODUCERS:
        golden(path).write_text(start(["check", path.name], LEDGERS).out, "utf-8")


if __name__ == "__main__":
    main()
