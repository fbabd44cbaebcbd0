"""Everything that is refused: the sentence, the remedy, the exit code, and untouched files."""

import json
import os
import time
from pathlib import Path

import pytest

from tests.program import TODAY, Answer, Run, files, ledger, refusal, scores, seeded

PLAYED = ledger(scores("Bo", Ann=12, Bo=0, Cy=5))
FULL = ledger(*[scores("Bo", Ann=1, Bo=0, Cy=2)] * 11)
POINTS = ledger(
    scores(None, Ann=1, Bo=0, Cy=2), rules="[rules]\nrounds = 0\ndealer = 'none'\n", game=""
)
ONLY_ONE = ledger(
    "[rounds.hands]\nAnn = '5H 5C 9D'\nBo = '3S 4S 5S'\nCy = '6H 6C 8D'",
    rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\n",
)
PLAYED_OFF = ledger(
    scores("Bo", Ann=0, Bo=0, Cy=5),
    "bonus = true\nscores = { Bo = 0 }\nhands = { Ann = '5H 5C KD' }",
    rules="[rules]\nrounds = [{ deal = 3, wild = '3' }]\nties = 'bonus-round'\n",
)
SEVERAL_OUT = ledger(
    "out = ['Ann', 'Bo']\n" + scores(None, Ann=0, Bo=0, Cy=5),
    rules="[rules]\ngame = 'three-thirteen'\nseveral_out = true\n",
)
THE_PLAYERS = "The players are Ann, Bo and Cy."
TWO_OPEN = ledger(players=("Ann", "Andy", "Uncle Al"))

ONE_FOR_EACH = "give one entry for each, - for somebody who sat the round out"
FOR_EVERYBODY = "give an entry for everybody; - for somebody who sat the round out"
ANY_ENTRY = (
    "type points like 12, o for going out, a sum like k+9+2, cards like 567s, or - for absent"
)
NUMBERS = "type points like 12, or - for somebody who sat the round out"
ROUNDS = "choose a round from 1 to 11, or by its wild, 3s to Ks"
SLIP = "look for a slip of a key"


def refused(run: Run, folder: Path, *words: str) -> Answer:
    """The answer to a command that must leave every file as it is."""
    before = files(folder)
    answer = run(*words)
    assert files(folder) == before
    return answer


@pytest.mark.parametrize(
    ("text", "words", "code", "problem", "remedy"),
    [
        # somebody is missing, somebody is unknown
        (PLAYED, "add", 2, "Ann, Bo and Cy are missing, and a blank is not a zero", FOR_EVERYBODY),
        (PLAYED, "add 8 17", 2, "Cy is missing, and the order is Ann, Bo and Cy", ONE_FOR_EACH),
        (
            PLAYED,
            "add 8",
            2,
            "Bo and Cy are missing, and the order is Ann, Bo and Cy",
            ONE_FOR_EACH,
        ),
        (PLAYED, "add ann=8 cy=o", 2, "Bo is missing, and a blank is not a zero", FOR_EVERYBODY),
        (
            PLAYED,
            "add --out cy",
            2,
            "Ann and Bo are missing, and a blank is not a zero",
            FOR_EVERYBODY,
        ),
        (
            PLAYED,
            "add 8 17 o 3",
            2,
            "these are 4 entries for 3 players, and the order is Ann, Bo and Cy",
            ONE_FOR_EACH,
        ),
        (
            PLAYED,
            "add Anne=8 bo=1 cy=o",
            2,
            "'Anne' does not play in thursday.toml",
            "did you mean Ann? The players are Ann, Bo and Cy.",
        ),
        (
            PLAYED,
            "fix 3s xerxes=8",
            2,
            "'xerxes' does not play in thursday.toml",
            "The players are Ann, Bo and Cy.",
        ),
        (
            PLAYED,
            "add 8 17 0 --out Anne",
            2,
            "'Anne' does not play in thursday.toml",
            "did you mean Ann? The players are Ann, Bo and Cy.",
        ),
        (
            TWO_OPEN,
            "add an=1 andy=2 al=o",
            2,
            "'an' can be Ann or Andy",
            "type more of the name",
        ),
        (
            PLAYED,
            "add ann=8 an=9 bo=o",
            2,
            "Ann has two entries: '8', '9'",
            "give one entry for each player",
        ),
        (
            PLAYED,
            "add ann=8 17 o",
            2,
            "'17' has no name, and other entries have",
            "name every entry, like bo=12, or none, in seat order",
        ),
        (PLAYED, "fix 3s 21", 2, "'21' has no name", "say whose it is, like bo=21"),
        (PLAYED, "fix 3s bo", 2, "'bo' has no entry", "type it behind the name, like bo 3"),
        (
            PLAYED,
            "fix 3s bo 4",
            2,
            "Bo went out, which is 0 points, and not '4'",
            "add --out with who went out instead, or --out - for nobody",
        ),
        (
            PLAYED,
            "fix 3s cy=5 --why misheard, K and 2",
            2,
            "'K' has no name, and other entries have",
            'put the note in quotes: --note "misheard, K and 2"',
        ),
        # cards
        (
            PLAYED,
            "add h5 17 o",
            2,
            "Ann has 1 card, and round 2, the fours, has 4",
            "type the 4 cards without the discard, or the points",
        ),
        (
            PLAYED,
            "add 5h6h7h 17 o",
            2,
            "Ann has 3 cards, and round 2, the fours, has 4",
            "type the 4 cards without the discard, or the points",
        ),
        (
            PLAYED,
            "add 5h6h7h8h9h 17 o",
            2,
            "Ann has 5 cards, and round 2, the fours, has 4",
            "type the 4 cards without the discard, or the points",
        ),
        (
            PLAYED,
            "fix 3s ann=5h6h",
            2,
            "Ann has 2 cards, and round 1, the threes, has 3",
            "type the 3 cards without the discard, or the points",
        ),
        (
            PLAYED,
            "add 5h6h7h8x 17 o",
            2,
            "there is no 8★ in this game",
            "its packs hold A23456789TJQK in spades, hearts, diamonds and clubs",
        ),
        (
            PLAYED,
            "add 5h6h7hjk 17 o",
            2,
            "there are no jokers in this game",
            "jokers come in with sk house jokers; a question takes --variation jokers",
        ),
        (
            PLAYED,
            "add jk+2 17 o",
            2,
            "'jk+2' has a joker, and this game has none",
            "jokers come in with sk house jokers",
        ),
        (
            PLAYED,
            "add 5h5h5hkd 17 o",
            2,
            "5♥ is there 3 times, 2 packs hold it 2 times",
            "look for a typing mistake at 5♥",
        ),
        (
            PLAYED,
            "add 5h5h9cqd 5h2s7dks o",
            2,
            "5♥ is there 3 times, 2 packs hold it 2 times",
            "look for a typing mistake at 5♥",
        ),
        (
            PLAYED,
            "add 7sh5 17 o",
            2,
            "'5' in '7sh5' has no suit",
            "every card needs rank and suit, like 5h; 567h and 7shd are short for three",
        ),
        (PLAYED, "add x 17 o", 2, "'x' is no entry", ANY_ENTRY),
        # points
        (
            PLAYED,
            "add 41 17 o",
            2,
            "Ann cannot have 41 points in round 2, the fours: 4 cards cost 0 to 40",
            f"{SLIP}; a running total is =74, and --totals says that all are",
        ),
        (
            PLAYED,
            "add -5 17 o",
            2,
            "Ann cannot have -5 points in round 2, the fours: 4 cards cost 0 to 40",
            SLIP,
        ),
        (
            PLAYED,
            "fix 3s ann=31",
            2,
            "Ann cannot have 31 points in round 1, the threes: 3 cards cost 0 to 30",
            SLIP,
        ),
        (
            PLAYED,
            "add 99999999999999999999 17 o",
            2,
            "'99999999999999999999' is more than anybody ever scored",
            "look for a slip",
        ),
        (
            PLAYED,
            "add 8=74 17 o",
            2,
            "Ann had 12, and 12 + 8 is 20, not 74",
            "look at the pad, or type 8 alone",
        ),
        (
            PLAYED,
            "add 8=29 17 o",
            2,
            "Ann had 12, and 12 + 8 is 20, not 29;"
            " 12 written as 21 in round 1, the threes, would explain it",
            "look at the pad, or type 8 alone",
        ),
        # who went out
        (
            PLAYED,
            "add 8 17 3 --out cy",
            2,
            "Cy went out, which is 0 points, and not '3'",
            "type o for Cy, or somebody else is out",
        ),
        (
            PLAYED,
            "add 8 - 3 --out bo",
            2,
            "Bo went out, which is 0 points, and not '-'",
            "type o for Bo, or somebody else is out",
        ),
        (
            PLAYED,
            "add o 17 o",
            2,
            "Ann and Cy cannot all have gone out first",
            "type o for the one who went out first, 0 for others with nothing left",
        ),
        (
            PLAYED,
            "add 8 17 out:4h5hkdqd",
            1,
            "Cy did not go out: 5♥ cannot be melded",
            "see why with sk verify, or type the hand without o",
        ),
        (
            PLAYED,
            "add 8 17 5h6h9dkd --out cy",
            1,
            "Cy did not go out: 5♥ 6♥ 9♦ K♦ cannot be melded",
            "see why with sk verify, or type the hand without o",
        ),
        (
            PLAYED,
            "fix 3s bo=5",
            2,
            "Bo went out, which is 0 points, and not '5'",
            "add --out with who went out instead, or --out - for nobody",
        ),
        (
            PLAYED,
            "fix 3s --out cy",
            2,
            "Bo went out before, and needs points now",
            "add bo=POINTS to the line",
        ),
        (
            PLAYED,
            "fix 3s bo=7 cy=3 --out cy",
            2,
            "Cy went out, which is 0 points, and not '3'",
            "type o for Cy, or somebody else is out",
        ),
        (
            PLAYED,
            "fix 3s bo=4h5hkd",
            1,
            "Bo did not go out: 4♥ 5♥ K♦ cannot be melded",
            "see why with sk verify, or type the hand without o",
        ),
        (PLAYED, "add - - -", 2, "nobody played this round", "record a round when it was played"),
        # rounds
        (
            FULL.replace("Ann = 1\n", "", 1),
            "add 8 17 o",
            2,
            "all rounds are played",
            "give the points that are missing with sk fix",
        ),
        (
            FULL,
            "add 8 17 o",
            2,
            "Thursday is over after 11 rounds",
            "correct a round with sk fix ROUND, or start a game with sk new",
        ),
        (
            PLAYED,
            "add 8 17 o --round 3",
            4,
            "round 3, the fives, is not next",
            "round 2, the fours, is next",
        ),
        (
            PLAYED,
            "add 8 17 o --round last",
            4,
            "round 1, the threes, is on the sheet already",
            "correct it with sk fix 3s",
        ),
        (PLAYED, "add 8 17 o --round 12", 2, "there is no round 12", ROUNDS),
        (PLAYED, "add 8 17 o --round 2s", 2, "there is no round '2s'", ROUNDS),
        (
            PLAYED,
            "fix 2 ann=5",
            2,
            "round 2, the fours, is not on the sheet",
            "there is only round 1, the threes",
        ),
        (PLAYED, "fix 14 ann=5", 2, "there is no round 14", ROUNDS),
        (PLAYED, "fix foo ann=5", 2, "there is no round 'foo'", ROUNDS),
        (ledger(), "fix last ann=5", 2, "no round is on the sheet yet", "record one with sk add"),
        (
            ledger(),
            "fix 1 ann=5",
            2,
            "round 1, the threes, is not on the sheet",
            "record the first round with sk add",
        ),
        (
            ledger(game=f'dealer = "Ann"\nfinished = {TODAY}\n'),
            "add 12 o 5 -f thursday.toml",
            2,
            "Thursday is over after 0 rounds",
            "start a game with sk new",
        ),
        (
            PLAYED,
            "fix 3s",
            2,
            "nothing is to be corrected",
            "say what is right, like sk fix 3s bo=12",
        ),
        *(
            (PLAYED, line, 2, "'bo=7' is no round", "name the round first, like sk fix last bo=7")
            for line in ("fix bo=7", "fix bo=7 ann=o", "fix bo=7 --out ann")
        ),
        (
            PLAYED,
            "penalty 10 bo",
            2,
            "'bo' is no number of points for a penalty",
            "name who it is first: sk penalty bo 10",
        ),
        *(
            (
                PLAYED,
                f"penalty {line}",
                2,
                f"'{line.split()[1]}' is no number of points for a penalty",
                "give a number like 20",
            )
            for line in ("10 0", "1 2000000", "bo twenty", "٣ bo", "2000000 bo")
        ),
        (
            PLAYED,
            "fix Js bo=4",
            2,
            "round 9, the jacks, is not on the sheet",
            "there is only round 1, the threes",
        ),
        (ONLY_ONE, "fix Ks bo=4", 2, "there is no round 'Ks'", "there is only round 1, the threes"),
        (
            ONLY_ONE,
            "house rounds=[{deal=4}]",
            2,
            "round 1 was dealt otherwise, as its cards show",
            "leave the rounds that were played as they are",
        ),
        (
            PLAYED_OFF,
            "house bonus_round={deal=4}",
            2,
            "the bonus round was dealt otherwise, as its cards show",
            "leave the rounds that were played as they are",
        ),
        (
            PLAYED_OFF,
            "house ranks=3456789 --from 1",
            2,
            "the bonus round shows cards that the game would not hold",
            "leave the packs as they are",
        ),
        (
            PLAYED_OFF,
            "house one-wild",
            2,
            "no round is left to play that another rule could hold from",
            "--from 1",
        ),
        (
            PLAYED,
            "house one-wild --from 3",
            2,
            "a rule cannot hold from '3' on",
            "leave --from out, and it holds from the round to come; or --from 1",
        ),
        (
            PLAYED,
            "house --from 1",
            2,
            "--from 1 names no rule",
            "name one, like sk house one-natural --from 1",
        ),
        (
            PLAYED,
            "rules five-crowns -f thursday.toml",
            2,
            "a game's name and -f name two games",
            "give one of the two",
        ),
        (
            SEVERAL_OUT,
            "house --off several_out",
            2,
            "Ann and Bo went out in round 1, the threes",
            "leave several_out as it is, or correct that round with sk fix",
        ),
        # nobody is for a correction alone
        (PLAYED, "add 8 17 0 --out -", 2, "'-' does not play in thursday.toml", THE_PLAYERS),
        # a game without cards
        (POINTS, "add k+9 0 1", 2, "'k+9' is no number of points", NUMBERS),
        (POINTS, "add w 0 1", 2, "'w' is no number of points", NUMBERS),
        (POINTS, "add o 0 1", 2, "'o' is no number of points", NUMBERS),
        (POINTS, "add 5h5s5d 0 1", 2, "'5h5s5d' is no number of points", NUMBERS),
        (POINTS, "add 1 2 3 --out bo", 2, "nobody goes out in this game", "type points"),
        # undo
        (
            PLAYED,
            "undo",
            2,
            "there is nothing to be taken back",
            "see what the sheet says with sk sheet",
        ),
        (PLAYED, "redo", 2, "there is nothing to be made again", "sk redo follows sk undo"),
        # words that are none
        (PLAYED, "stand", 2, "there is no command 'stand'", "did you mean sk standings?"),
        (PLAYED, "ad 1 2", 2, "there is no command 'ad'", "did you mean sk add?"),
        (PLAYED, "leave cy", 2, "there is no command 'leave'", "did you mean sk player leave?"),
        (
            PLAYED,
            "player remove cy",
            2,
            "there is no command 'remove'",
            "type sk player join, sk player leave or sk player rename",
        ),
        (
            PLAYED,
            "penalty bo 10 peeked",
            2,
            "'peeked' is more than sk penalty can take",
            "a note goes behind --note, in quotes; see sk penalty --help",
        ),
        (PLAYED, "frob", 2, "there is no command 'frob'", "see sk --help"),
        (PLAYED, "add 8 17 o --nota x", 2, "there is no option '--nota'", "did you mean --note?"),
        (PLAYED, "fix", 2, "sk fix needs ROUND", "say it like sk fix 5s bo=12; see sk fix --help"),
        (
            PLAYED,
            "penalty bo",
            2,
            "sk penalty needs POINTS",
            "say it like sk penalty bo 10; see sk penalty --help",
        ),
        (PLAYED, "pad", 2, "sk pad needs TOTAL", "say it like sk pad 51 63 64; see sk pad --help"),
        (PLAYED, "undo 3 4", 2, "'3 4' is more than sk undo can take", "see sk undo --help"),
        (PLAYED, "standings --frob", 2, "there is no option '--frob'", "see sk standings --help"),
        # no option is near that shares only the hyphens and a letter or two
        (PLAYED, "house --rule x", 2, "there is no option '--rule'", "see sk house --help"),
        (PLAYED, "add --bogus", 2, "there is no option '--bogus'", "see sk add --help"),
        (PLAYED, "--frob standings", 2, "there is no option '--frob'", "see sk --help"),
        (
            PLAYED,
            "add --totals=yes",
            2,
            "option '--totals' does not take a value",
            "see sk add --help",
        ),
        # as it was typed, though it was taken apart
        (PLAYED, "deadwood --ascii -5h", 2, "there is no option '-5h'", "see sk deadwood --help"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    run: Run, folder: Path, text: str, words: str, code: int, problem: str, remedy: str
) -> None:
    seeded(folder / "thursday.toml", text)
    answer = refused(run, folder, *words.split())
    assert answer == Answer("", refusal(problem, remedy), code)


def test_an_empty_entry_is_never_a_zero(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", PLAYED)
    problem = "an entry is empty, and a blank is not a zero"
    for words in (("add", "", "17", "o"), ("add", "ann=", "bo=17", "cy=o"), ("fix", "3s", "ann=")):
        assert refused(run, folder, *words) == Answer("", refusal(problem, ANY_ENTRY), 2)


def test_an_empty_name_is_nobody(run: Run, folder: Path) -> None:
    seeded(folder / "thursday.toml", PLAYED)
    for words in (("add", "8", "17", "0", "--out", ""), ("fix", "3s", "--out", "")):
        answer = refused(run, folder, *words)
        assert (answer.out, answer.code) == ("", 2)
        assert "'' does not play in thursday.toml" in answer.err


@pytest.mark.parametrize("entry", ["/", ",", "- -", "\ufe0f"])
def test_separators_alone_are_never_a_zero(run: Run, folder: Path, entry: str) -> None:
    seeded(folder / "thursday.toml", PLAYED)
    assert refused(run, folder, "add", entry, "17", "o").code == 2


# ── starting a game ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "code", "problem", "remedy"),
    [
        ("", 2, "a game needs players", "name them clockwise: sk new Ann Bo Cy"),
        (
            "Ann",
            2,
            "Three Thirteen needs 2 players or more, and this is 1",
            "name all who play, clockwise",
        ),
        (
            "Ann Bo ann",
            2,
            "'Ann' and 'ann' are the same name at the table",
            "tell them apart, like Ann B and Ann M",
        ),
        (
            "Ann 12",
            2,
            "'12' cannot be a name: digits alone are points",
            "choose another name",
        ),
        (
            "Ann B=o",
            2,
            "'B=o' cannot be a name: = stands between a name and points",
            "choose another name",
        ),
        (
            "Ann Bo Cy Dee Eli --decks 1",
            2,
            "5 players need 66 cards in the largest round, and 1 pack has 52",
            "2 packs would do: --decks 2",
        ),
        (
            "Ann Bo --rule wild_limits=half",
            2,
            "there is no rule 'wild_limits'",
            "did you mean wild_limit?",
        ),
        (
            "Ann Bo --rule wild_limit=some",
            2,
            "wild_limit cannot be 'some'",
            "wild_limit is any, natural, half or one",
        ),
        ("Ann Bo --rule jokers=-1", 2, "jokers cannot be '-1'", "jokers is 0 to 100"),
        ("Ann Bo --rule jokers=two", 2, "jokers cannot be 'two'", "jokers is 0 to 100"),
        ("Ann Bo --rule jokers", 2, "'jokers' is no rule", "write KEY=VALUE, like --rule jokers=2"),
        (
            "Ann Bo --rule set_max=2",
            2,
            "set_max cannot be '2'",
            "set_max is 0 for no cap, or 3 and more",
        ),
        (
            "Ann Bo --variation jokrs",
            2,
            "there is no variation 'jokrs'",
            "did you mean jokers?",
        ),
        (
            "Ann Bo --variation one-wild --variation one-natural",
            2,
            "one-wild and one-natural set wild_limit differently",
            "choose one of the two",
        ),
        (
            "Ann Bo --decks 2 --rule decks=3",
            2,
            "--decks and --rule decks say the same twice",
            "give one of the two",
        ),
        ("Ann Bo --dealer Cy", 2, "'Cy' does not play in this game", "The players are Ann and Bo."),
        (
            "Ann Bo --game points --dealer Ann",
            2,
            "nobody deals in this game",
            "leave --dealer out",
        ),
        (
            "Ann Bo --game none.toml",
            3,
            "there is no file none.toml",
            "look for a slip in the name of your rules",
        ),
        ("Ann Bo --game broken.toml", 3, "broken.toml:2: this is no TOML: invalid value", None),
        (
            "Ann Bo --game wrong.toml",
            3,
            "1 mistake in these rules:\n"
            "  wrong.toml:2: jokers cannot be 'many'; jokers is 0 to 100",
            "correct the file",
        ),
        (
            "Ann Bo -f here.toml",
            4,
            "here.toml is there already",
            "choose another name with -f, or go on with that game",
        ),
        ("Ann Bo -f none/a.toml", 3, "there is no folder none", None),
    ],
)
def test_a_game_that_cannot_be_is_not_started(
    run: Run, folder: Path, words: str, code: int, problem: str, remedy: str | None
) -> None:
    seeded(folder / "here.toml", "anything")
    seeded(folder / "broken.toml", "[rules]\njokers = many\n")
    seeded(folder / "wrong.toml", '[rules]\njokers = "many"\n')
    answer = refused(run, folder, "new", *words.split())
    assert (answer.out, answer.code) == ("", code)
    assert answer.err.startswith(f"error: {problem}\n  try: ")
    if remedy is not None:
        assert answer.err == refusal(problem, remedy)


def test_there_is_no_such_game(run: Run, folder: Path) -> None:
    answer = refused(run, folder, "new", "Ann", "Bo", "--game", "three-thirten")
    assert answer.code == 2
    said = "there is no game 'three-thirten'\n  try: did you mean three-thirteen? The games are "
    assert answer.err.startswith(f"error: {said}")


def test_a_game_of_the_same_day_and_title_is_not_written_over(run: Run, folder: Path) -> None:
    name = f"three-thirteen-{TODAY}"
    assert run("new", "Ann", "Bo").code == 0
    text = (folder / f"{name}.toml").read_bytes()
    assert f"Score sheet: {name}-2.toml" in run("new", "Cy", "Dee").out
    assert (folder / f"{name}.toml").read_bytes() == text
    answer = refused(run, folder, "new", "Ann", "Bo", "-f", f"{name}.toml")
    assert answer.code == 4
    assert answer.err.startswith(f"error: {name}.toml is there already\n  try: ")


@pytest.mark.parametrize("seconds", [3e11, 1e20, -1e12])
@pytest.mark.parametrize(
    "words",
    [
        *("new Ann Bo", "new Ann Bo --date 2026-01-02", "games", "standings"),
        *("again -f a.toml", "finish -f a.toml", "serve -f a.toml"),
    ],
)
def test_a_clock_without_a_calendar_is_refused_in_words(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: str, seconds: float
) -> None:
    seeded(folder / "a.toml", PLAYED)
    seeded(folder / "b.toml", PLAYED)
    before = files(folder)
    monkeypatch.setattr(time, "time", lambda: seconds)
    answer = run(*words.split())
    problem = "this computer's clock isn't between the years 1 and 9999"
    assert answer == Answer("", refusal(problem, "set the clock, and try again"), 2)
    assert files(folder) == before


# ── files that are no ledgers ────────────────────────────────────────────────────────────

COMMANDS = (
    ("add", "8", "17", "o"),
    ("fix", "3s", "ann=21"),
    ("undo",),
    ("redo",),
    ("next",),
    ("next", "--json"),
    ("standings",),
    ("sheet",),
    ("deadwood", "5h6h7h"),
    ("verify", "5h6h7hkd"),
    ("meld", "5h6h7h"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("dear diary\n", "a.toml:1: this is no TOML: expected '=' after a key in a key/value pair"),
        ('title = "x"\n', "a.toml:1: this is no ledger: it has no schema = 1 and [game]"),
        (
            PLAYED.replace("schema = 1", "schema = 3"),
            "a.toml:1: the ledger has schema '3', this program knows 2",
        ),
        (
            PLAYED.replace("Ann = 12", 'Ann = "12"'),
            "a.toml:25: rounds.scores.Ann cannot be '12'",
        ),
        (
            PLAYED.replace("Ann = 12", "Ann = twelve"),
            "a.toml:25: this is no TOML: invalid value",
        ),
        ("", "a.toml:1: this is no ledger: it has no schema = 1 and [game]"),
    ],
    ids=["no TOML", "no ledger", "newer", "wrong type", "broken", "empty"],
)
def test_a_file_that_is_no_ledger_stops_every_command(
    run: Run, folder: Path, words: tuple[str, ...], text: str, problem: str
) -> None:
    seeded(folder / "a.toml", text)
    if words[0] in ("undo", "redo"):
        return  # these put texts back, whatever the text is now
    answer = refused(run, folder, *words, "-f", "a.toml")
    assert (answer.out, answer.code) == ("", 3)
    said = json.loads(answer.err)["error"]["problem"] if "--json" in words else answer.err
    assert problem in said


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_file_that_is_not_there_or_no_file_stops_every_command(
    run: Run, folder: Path, words: tuple[str, ...]
) -> None:
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    for name in ("none.toml", "folder", "pipe", "a\0b", "x" * 300):
        answer = refused(run, folder, *words, "-f", name)
        assert (answer.out, answer.code) == ("", 3), name
        assert "error" in answer.err


def test_a_name_that_is_too_long_for_a_file_is_no_crash(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused(run, folder, "check", "x" * 300).code == 3
    assert refused(run, folder, "new", "Ann", "Bo", "--game", f"./{'x' * 300}").code == 3
    monkeypatch.setenv("SCOREKEEPER_FILE", "x" * 300)
    assert refused(run, folder, "standings").code == 3


def test_undo_of_a_ledger_that_cannot_be_read_does_not_advise_undo(run: Run, folder: Path) -> None:
    path = seeded(folder / "a.toml", PLAYED)
    run("fix", "3s", "ann=13")
    seeded(path, PLAYED.replace("Ann = 12", "Ann = twelve"))
    answer = refused(run, folder, "undo", "-f", "a.toml")
    assert (answer.out, answer.code) == ("", 3)
    assert "sk undo" not in answer.err


# ── the same for programs ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "kind", "code"),
    [
        (("standings", "--json", "-f", "none.toml"), "file", 3),
        (("standings", "--json", "-f", "broken.toml"), "ledger", 3),
        (("next", "--json"), "choice", 3),
        (("deadwood", "--json", "5h6"), "card", 2),
        (("verify", "--json", "5h6"), "card", 2),
        (("meld", "--json", "5h6"), "card", 2),
        (("deadwood", "--json", "--round", "14", "5h"), "round", 2),
        (("deadwood", "--json", "--rule", "x=1", "5h"), "rule", 2),
        (("sheet", "--json", "--frob"), "usage", 2),
        (("check", "--json", "none.toml"), "file", 3),
        (("rules", "--json", "none"), "rule", 2),
        (("verify", "--json", "ann=5h6h7h8h"), "player", 2),
    ],
)
def test_errors_for_programs_are_one_object_on_stderr(
    run: Run, folder: Path, words: tuple[str, ...], kind: str, code: int
) -> None:
    (folder / "nothing").mkdir()
    os.chdir(folder / "nothing")
    seeded(folder / "nothing" / "broken.toml", "dear diary\n")
    answer = run(*words)
    assert (answer.out, answer.code) == ("", code)
    facts = json.loads(answer.err)["error"]
    assert set(facts) == {"kind", "problem", "try", "code"}
    assert (facts["kind"], facts["code"]) == (kind, code)
    assert facts["problem"]
    assert facts["try"]
