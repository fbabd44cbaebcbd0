"""An evening on the command line: new, add, fix, next, standings, sheet."""

import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.store import load_ledger
from tests.program import ONE_ROUND, SOUND, TODAY, Run, ledger, refusal, scores, seeded
from tests.tables import rows
from tests.values import rounds


@pytest.fixture
def thursday(folder: Path) -> Path:
    """A game with one round, the only one in the folder."""
    return seeded(folder / "thursday.toml", SOUND)


# ── new ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (
            "five-crowns",
            "\n\nother house rules?      sk house\nwrong seats or dealer?  sk seats, sk dealer\n\n",
        ),
        (
            "three-thirteen-speed",
            "\n\nother house rules?  sk house\nwrong seats?        sk seats\n\n",
        ),
        ("points", "\n\nwrong seats?  sk seats\n\n"),
    ],
)
def test_new_says_how_to_correct_what_it_set_up(run: Run, game: str, lines: str) -> None:
    assert lines in run("new", "Ann", "Bo", "--game", game).out
    named = run("new", "Ann", "Bo", "--game", game, "-f", "other.toml").out
    assert "  sk seats -f other.toml" in named


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ([], f"three-thirteen-{TODAY}.toml"),
        (["--game", "points"], f"points-{TODAY}.toml"),
        (["--title", "Thursday at Ann's"], f"thursday-at-anns-{TODAY}.toml"),
        (["--title", "Zoë & 李: Größe"], f"zoe-李-grosse-{TODAY}.toml"),
        (["--title", "../etc"], f"etc-{TODAY}.toml"),
        (["--title", "!?"], f"game-{TODAY}.toml"),
        (["--title", "-5"], f"5-{TODAY}.toml"),
        (["-f", "my.toml"], "my.toml"),
        (["-f", "my.toml", "--title", "Friday"], "my.toml"),
    ],
)
def test_the_file_is_named_after_the_title_or_the_game_and_the_date(
    run: Run, folder: Path, words: list[str], name: str
) -> None:
    answer = run("new", "Ann", "Bo", *words)
    assert answer.code == 0
    assert f"Score sheet: {name}\n" in answer.out
    assert [path.name for path in folder.glob("*.toml")] == [name]
    if "--title" in words:
        assert load_ledger(folder / name).title == words[-1]


def test_the_ledger_holds_every_rule_written_out(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "--variation", "jokers", "--rule", "set_max=4", "-f", "a.toml")
    text = (folder / "a.toml").read_text("utf-8")
    assert text.startswith(f'schema = 1\n\n[game]\ntitle = "Three Thirteen"\ndate = {TODAY}\n')
    for line in ("jokers = 2", "joker_points = 20", "set_max = 4", "decks = 1", 'ties = "shared"'):
        assert f"\n{line}\n" in text


def test_without_a_dealer_it_draws_lots_and_says_who_deals(run: Run, folder: Path) -> None:
    dealers = set()
    for number in range(40):
        answer = run("new", "Ann", "Bo", "-f", f"{number}.toml")
        found = re.search(r"^Drawn by lot: (Ann|Bo) deals first\.$", answer.out, re.MULTILINE)
        assert found
        assert f'dealer = "{found.group(1)}"' in (folder / f"{number}.toml").read_text("utf-8")
        dealers.add(found.group(1))
    assert dealers == {"Ann", "Bo"}


@pytest.mark.parametrize(("words", "said"), rows(__file__, "evening.toml", "house_rules"))
def test_house_rules_are_shown_in_words(run: Run, words: list[str], said: str) -> None:
    answer = run("new", "Ann", "Bo", *words)
    assert answer.code == 0, answer.err
    assert said in answer.out


def test_a_table_writes_its_own_game_as_a_file(run: Run, folder: Path) -> None:
    seeded(folder / "house.toml", 'title = "House"\nbase = "points"\n[rules]\ntarget = 50\n')
    answer = run("new", "Ann", "Bo", "--game", "./house.toml")
    assert answer.out.startswith("House: a new game, 2 players\n")
    assert "a total reaches 50" in answer.out
    assert (folder / f"house-{TODAY}.toml").exists()
    assert run("new", "Ann", "Bo", "--game", "house.toml", "-f", "b.toml").code == 0


def test_names_that_differ_by_a_letter_are_mentioned(run: Run) -> None:
    answer = run("new", "Anna", "Anne")
    said = "Anna and Anne differ by one letter; they count as two people\n"
    assert (answer.code, answer.err) == (0, said)


# ── add ──────────────────────────────────────────────────────────────────────────────────


LINES = {
    "8 17 -": "Ann 8, Bo 17",
    "20 17 - --totals": "Ann 8, Bo 17",
    "k+9+2 w o": "Ann 21, Bo 4, Cy 0",
    **dict.fromkeys(
        [
            *("8 17 o", "ann=8 bo=17 cy=o", "cy=o b=17 Ann=8", "-- 8 17 o", "--round 2 8 17 o"),
            *("--round 4s 8 17 o", "--round fours 8 17 o", "8 17 0 --out cy"),
            *("ann=8 bo=17 --out cy", "=20 =17 o", "=20 =17 =5", "8 =17 0", "8=20 17 o"),
            *("8=20 17=17 0=5", "total:20 total:17 o", "ann==20 bo=17=17 cy=o"),
            *("ann==20 bo=17=17 cy=total:5", "20 17 5 --totals", "ann=20 bo=17 cy=5 --totals"),
            *("20 17 o --totals", "12+8 17 o --totals", "20 17 5 --totals --out cy"),
        ],
        "Ann 8, Bo 17, Cy 0",
    ),
}
"""Ways to type a round, and its scores."""


@pytest.mark.parametrize("line", LINES)
def test_every_way_to_type_a_round(run: Run, thursday: Path, line: str) -> None:
    assert run("add", *line.split()).code == 0
    written = rounds(thursday)[1]
    assert ", ".join(f"{name} {points}" for name, points in written.items()) == LINES[line]
    assert "totals" not in thursday.read_text("utf-8")


@pytest.mark.usefixtures("thursday")
@pytest.mark.parametrize("line", ["8 17 o", "o 5h6h7hkd 4h4d9skd", "o 0 0", "o - 0"])
def test_the_suggested_correction_can_be_typed(run: Run, line: str) -> None:
    said = run("add", *line.split()).out
    words = said.rpartition("     or     sk ")[2].split()
    assert run(*words).code == 0, words


def test_hands_are_kept_as_evidence_and_counted(run: Run, thursday: Path) -> None:
    answer = run("add", "5h 6h 7h kd", "out:4s9s9h/9d", "2c2d2h3s")
    assert answer.code == 0
    assert answer.out.splitlines()[1] == "  Bo 0   Cy 8 (+8)   Ann 22 (+22)"
    text = thursday.read_text("utf-8")
    assert text.endswith(
        '\n[[rounds]]\nout = "Bo"\n\n[rounds.hands]\n'
        'Ann = "5H 6H 7H KD"\nBo = "4S 9S 9H / 9D"\nCy = "2C 2D 2H 3S"\n'
    )


@pytest.mark.usefixtures("thursday")
def test_every_player_with_0_is_named(run: Run) -> None:
    said = run("add", "8", "0", "0").err.splitlines()
    assert "Bo and Cy have 0 and nobody went out; if Bo did:  sk fix 4s --out bo" in said


@pytest.mark.parametrize("value", ["ranks=345678", 'ranks="345678"', "ranks=345678TJ"])
def test_a_rule_value_without_quotes_may_look_like_a_number(
    run: Run, folder: Path, value: str
) -> None:
    words = ("--rule", "rounds=[{deal=3},{deal=4}]", "--rule", value, "-f", "t.toml")
    assert run("new", "Ann", "Bo", *words).code == 0
    written = load_ledger(folder / "t.toml").rules.ranks
    assert written == value.removeprefix("ranks=").strip('"')
    said = run("new", "Ann", "Bo", "--rule", "rounds=[{deal=3,wild=10}]").err
    quotes = 'wild in rounds needs quotes, like "10"'
    assert said == refusal("wild in rounds can't be a bare 10", quotes)


@pytest.mark.parametrize("entry", ["0", "5h6h7h8h", "=5"])
def test_a_zero_alone_puts_nobody_out_and_the_answer_says_how_that_is_done(
    run: Run, thursday: Path, entry: str
) -> None:
    answer = run("add", "8", "17", entry)
    assert answer.said[0] == "Thursday: round 2, the fours, is on the sheet. Nobody went out."
    assert "Cy has 0 and nobody went out; if Cy did:  sk fix 4s --out cy\n" in answer.err
    assert run("fix", "4s", "--out", "cy").code == 0
    assert load_ledger(thursday).rounds[1].out == ("Cy",)


@pytest.mark.usefixtures("thursday")
def test_a_player_left_with_cards_that_cost_nothing_has_not_gone_out(run: Run) -> None:
    assert run("house", "card_points={ 9 = 0 }").code == 0
    assert "Cy has 0" not in run("add", "8", "17", "5h6h7h9d").err


@pytest.mark.parametrize("option", ["--note", "--why"])
def test_a_note_stays_on_the_sheet(run: Run, thursday: Path, option: str) -> None:
    assert run("add", "8", "17", "o", option, "in a hurry").code == 0
    assert '\nnote = "in a hurry"\n' in thursday.read_text("utf-8")
    assert "* round 2: in a hurry" in run("sheet").said


def test_a_long_note_is_shown_whole(run: Run, thursday: Path) -> None:
    note = " ".join(f"reason {number}" for number in range(60))
    assert f"note: {note}" in run("fix", "3s", "--note", note).out
    assert note in thursday.read_text("utf-8")
    assert f"* round 1: {note}" in run("sheet").said
    assert run("misdeal", "--why", note).code == 0
    assert run("sheet").out.count(note) == 2


@pytest.mark.parametrize("note", ["-5", "-n", "=x", "--", "- -", "−5"])
def test_a_note_is_kept_as_it_was_typed(run: Run, thursday: Path, note: str) -> None:
    assert run("add", "8", "17", "o", f"--note={note}").code == 0
    assert load_ledger(thursday).rounds[1].note == note
    assert run("fix", "3s", "--note", "-5").code == 0
    assert load_ledger(thursday).rounds[0].note == "-5"


@pytest.mark.parametrize(
    ("last", "wins", "places"),
    [
        ("7 12 o", "BO wins with 12 points", ["1 Bo 12", "2 Ann 17", "3 Cy 50"]),
        ("2 12 o", "ANN and BO share the win with 12 points", ["1= Ann 12", "1= Bo 12", "3 Cy 50"]),
    ],
)
def test_after_the_last_round_the_winners_and_places_are_shown(
    run: Run, folder: Path, last: str, wins: str, places: list[str]
) -> None:
    seeded(folder / "a.toml", ledger(*[scores("Bo", Ann=1, Bo=0, Cy=5)] * 10))
    answer = run("add", *last.split())
    assert (answer.code, answer.err) == (0, "")
    assert answer.said[0] == "Thursday: round 11, the kings, is on the sheet. Cy went out."
    assert wins in answer.out
    rows = [line.split()[:3] for line in answer.said if re.match(r"\s+[123]=? +[ABC]", line)]
    assert [" ".join(row) for row in rows] == places
    assert f"wrong?  sk undo     or     sk fix Ks ann={last[0]}" in answer.out
    assert "Round 12" not in answer.out


def test_a_target_ends_the_game_after_the_round_that_reaches_it(run: Run, folder: Path) -> None:
    run("new", "Ann", "Bo", "--game", "points", "--rule", "target=100", "-f", "p.toml")
    assert "wins" not in run("add", "99", "0").out
    assert "BO wins with 1 point" in run("add", "1", "1").out
    assert run("add", "1", "1").err.startswith("error: Points is over after 2 rounds\n")
    assert len(rounds(folder / "p.toml")) == 2


@pytest.mark.parametrize(
    ("line", "square"),
    [
        ("add ann= 5 bo= o cy= -", 5),
        ("add ann= k+2 bo= 7 cy= o", 12),
        ("add ann=5 bo= 5h6h7h9s cy=o", 5),
    ],
)
def test_an_entry_may_be_apart_from_its_name_as_tab_leaves_it(
    run: Run, thursday: Path, line: str, square: int
) -> None:
    assert run(*line.split()).code == 0
    assert load_ledger(thursday).rounds[1].scores["Ann"] == square
    assert run("fix", "last", "ann=", "9").code == 0
    assert run("undo").out.startswith("Thursday\ntaken back:  sk fix last ann=9\n")


@pytest.mark.parametrize(
    "line", ["add ann= bo=5 cy=o", "add ann= --note 5 bo=5 cy=o", "fix 3s ann=", "add = 5 7 o"]
)
def test_a_name_alone_has_an_empty_entry(run: Run, thursday: Path, line: str) -> None:
    before = thursday.read_bytes()
    assert run(*line.split()).code == 2
    assert thursday.read_bytes() == before


def test_an_option_after_a_name_is_not_its_entry(run: Run, thursday: Path) -> None:
    seeded(thursday.parent / "friday.toml", thursday.read_text("utf-8"))
    said = run("fix", "3s", "ann=", "-f", thursday.name)
    assert said.err.startswith("error: an empty entry isn't a zero\n")


def test_a_note_that_ends_with_an_equals_sign_takes_no_entry(run: Run, thursday: Path) -> None:
    assert run("add", "--note", "x=", "8", "17", "o").code == 0
    assert load_ledger(thursday).rounds[1].note == "x="


@pytest.mark.parametrize(
    "words",
    [
        ["add", "-fgame", "-5", "3"],
        ["add", "-f", "game", "-5", "3"],
        ["add", "--file=game", "-5", "3"],
        ["add", "--note", "-1", "-5", "3", "-f", "game"],
        ["add", "-f", "game", "--totals", "-5", "3"],
        ["add", "-f", "game", "--", "-5", "3"],
    ],
    ids=" ".join,
)
def test_a_negative_number_is_an_entry_after_every_option(run: Run, words: list[str]) -> None:
    run("new", "Ann", "Bo", "--game", "points", "-f", "game")
    assert run(*words).code == 0
    assert run("pad", "-5", "3", "-f", "game").code == 0


@pytest.mark.parametrize(
    "words",
    [
        ["8", "17", "o"],
        ["5h 6h 7h kd", "17", "o"],
        ["=20", "=17", "o"],
        ["8=20", "17", "o"],
        ["ann==20", "bo=17", "cy=o"],
        ["8", "17", "o", "--note", "in a hurry"],
        pytest.param(
            ["8", "17", "o", "--note", "what? (a 'star' *) $HOME `x` \"y\" !"],
            marks=pytest.mark.posix("no quotes protect a dollar sign in every shell"),
        ),
        ["--", "8", "17", "o"],
        ["20", "17", "5", "--totals"],
        ["ann=8", "bo=17", "--out", "cy"],
        ["5♥/6♥ 7♥ kd", "17", "o"],
    ],
    ids=" ".join,
)
def test_what_undo_took_back_can_be_typed_again_in_any_shell(
    run: Run, thursday: Path, words: list[str]
) -> None:
    assert run("add", *words).code == 0
    after = load_ledger(thursday)
    [line] = [line for line in run("undo").said if line.startswith("taken back:  ")]
    command = line.removeprefix("taken back:  ")
    plain = re.sub(r"'[^']*'", "''", command)
    assert not re.search(r"[*?(`$!]|\s=", plain), command
    typed = (
        subprocess.run(["sh", "-c", f"printf '%s\\n' {command}"], capture_output=True, check=True)
        .stdout.decode()
        .split("\n")[:-1]
    )
    assert typed[0] == "sk"
    assert run(*typed[1:]).code == 0
    again = load_ledger(thursday)
    assert again.rounds[1].scores == after.rounds[1].scores
    assert again.rounds[1].hands == after.rounds[1].hands
    assert again.rounds[1].out == after.rounds[1].out


# ── fix ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("words", "line"), rows(__file__, "evening.toml", "corrected"))
def test_fix_says_which_squares_changed(
    run: Run, thursday: Path, words: list[str], line: str
) -> None:
    answer = run("fix", "3s", *words)
    assert answer.code == 0
    assert answer.said[1] == f"Round 1, the threes (3 cards each): {line}"
    assert thursday.read_text("utf-8") != SOUND


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["bo=o"], "the points are the same as before"),
        (["ann=16"], "the points are the same as before"),
        (["ann=3s5h9d"], "Ann 16 -> 17"),
        (["ann=2s5s9s"], "the cards changed"),
    ],
)
def test_fix_notices_other_cards_with_the_same_points(
    run: Run, folder: Path, words: list[str], line: str
) -> None:
    shown = 'out = "Bo"\n\n[rounds.hands]\nAnn = "2S 5H 9D"\nBo = "4S 4H 4D"\nCy = "5S 5H 9S"'
    seeded(folder / "thursday.toml", ledger(shown))
    assert run("fix", "3s", *words).said[1] == f"Round 1, the threes (3 cards each): {line}"


@pytest.mark.parametrize("word", ["1", "3s", "threes", "last", "THREES"])
def test_a_correction_leaves_no_trace_without_a_note_whatever_the_round_is_called(
    run: Run, thursday: Path, word: str
) -> None:
    answer = run("fix", word, "ann=21")
    assert (answer.code, answer.err) == (0, "")
    assert answer.said[3:] == [
        *("       before  now", "  Bo        0    0", "  Cy        5    5", "  Ann      12   21"),
        "thursday.toml changed.  sk undo takes this back.",
    ]
    assert thursday.read_text("utf-8") == SOUND.replace("Ann = 12", "Ann = 21")
    run("fix", word, "ann=12")
    assert thursday.read_text("utf-8") == SOUND


@pytest.mark.usefixtures("thursday")
def test_a_correction_says_what_it_does_to_the_lead(run: Run) -> None:
    answer = run("fix", "3s", "bo=7", "--out", "-")
    assert "  Cy        5    5  now 2 ahead (was behind)" in answer.said
    assert "  Bo        0    7  now behind (was 5 ahead)" in answer.said


def test_a_note_keeps_what_was_there_before(run: Run, thursday: Path) -> None:
    run("fix", "3s", "ann=21", "--why", "misheard, K and 2")
    assert '\nnote = "Ann was 12: misheard, K and 2"\n' in thursday.read_text("utf-8")
    run("fix", "3s", "ann=22", "--note", "again")
    note = "Ann was 12: misheard, K and 2; Ann was 21: again"
    assert f'\nnote = "{note}"\n' in thursday.read_text("utf-8")
    assert f"* round 1: {note}" in run("sheet").said


def test_repeating_what_the_sheet_says_changes_nothing(run: Run, thursday: Path) -> None:
    already = "the sheet already says that; nothing was changed"
    answer = run("fix", "3s", "ann=12")
    assert answer.code == 0
    assert answer.said[1:] == [f"Round 1, the threes (3 cards each): {already}"]
    assert thursday.read_text("utf-8") == SOUND
    assert run("undo").code == 2


# ── next, standings, sheet ───────────────────────────────────────────────────────────────


def test_the_sheet_shows_points_and_running_totals(run: Run, folder: Path) -> None:
    text = ledger(
        scores("Bo", Ann=12, Bo=0, Cy=5),
        "misdeal = 'Cy had 5 cards'\nscores = { Ann = 30, Bo = 2 }",
        "out = 'Cy'\nabsent = ['Ann']\nnote = 'Ann on the telephone'\n"
        "scores = { Bo = 17, Cy = 0 }\nadjust = { Bo = -20 }",
        day=TODAY.replace(year=2026, month=3, day=12),
    )
    seeded(folder / "thursday.toml", text)
    answer = run("sheet")
    assert answer.code == 0
    assert [" ".join(line.split()) for line in answer.said] == [
        "Thursday · Three Thirteen · Thursday 12 March 2026 · 2 of 11 rounds",
        "",
        "rd wild dealer Ann Bo Cy",
        answer.said[3].strip(),
        "1 3s Ann 12 12 out 0 5 5",
        "2 4s Bo 30 --- 2 --- ---",
        "2* 4s Bo - 12 17 17 out 5",
        "-20 -3",
        answer.said[8].strip(),
        "3 5s Cy deals - 1st 2nd",
        "",
        "* round 2: Ann on the telephone",
        "--- misdeal, doesn't count, played again: round 2: Cy had 5 cards",
    ]
    assert set(answer.said[3].strip()) == set(answer.said[8].strip()) == {"─"}


def test_without_points_for_every_round_there_is_no_place(run: Run, folder: Path) -> None:
    seeded(folder / "a.toml", ledger(scores("Bo", Ann=12, Bo=0), scores("Bo", Ann=1, Bo=0, Cy=2)))
    answer = run("standings")
    assert answer.code == 0
    rows = [" ".join(line.split()[:3]) for line in answer.said[3:6]]
    assert rows == ["1 Bo 0", "2 Ann 13", "- Cy 2"]
    assert "points missing in round 1" in answer.said[5]
    assert answer.err == "check found 1 thing in a.toml:  sk check a.toml\n"


@pytest.mark.parametrize(
    ("names", "word"),
    [
        pytest.param(("Uncle Bo", "Uncle Cy"), "cy", id="the word that tells them apart"),
        pytest.param(("Bo", "A"), '"A"', id="no card"),
        pytest.param(("Bo", "李"), '"李"', id="not in plain letters"),
    ],
)
def test_the_line_for_missing_points_names_the_player_who_lacks_them(
    run: Run, folder: Path, names: tuple[str, str], word: str
) -> None:
    played = f'out = "{names[0]}"\n[rounds.scores]\n"{names[0]}" = 0'
    seeded(folder / "a.toml", ledger(played, players=names, rules=ONE_ROUND, game=""))
    assert run("standings").said[-1].endswith(f":  sk fix 3s {word}=POINTS")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "standings",
            "  1   Bo          0           out  once\n  2   Cy          5      +5     5\n",
        ),
        ("sheet", "  1   3s    Ann       12 12  out 0  5 5\n"),
        ("next", "\ndeal 4 each, FOURS are wild\nBo deals. Cy begins, then Ann, Bo.\n"),
        ("deadwood 5h6h7hkd", "10 points     round 2, FOURS are wild · 4 of 4 cards\n"),
        ("verify 5h6h7h8hkd", "\n  discard  K♦\n"),
        ("meld 5h6h7h", "YES. 5♥ 6♥ 7♥ is a run.     round 2, FOURS are wild\n"),
    ],
)
def test_reading_commands_show_the_game_and_never_write(
    run: Run, thursday: Path, line: str, says: str
) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in thursday.parent.iterdir()}
    answer = run(*line.split())
    assert (answer.code, answer.err) == (0, "")
    assert says in answer.out
    assert {path.name: path.stat().st_mtime_ns for path in thursday.parent.iterdir()} == before
