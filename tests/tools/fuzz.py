"""Words, entries, ledgers and command lines at random. ``python -m tests.tools.fuzz --minutes 10``.

Whatever goes in, an answer or a refusal comes out: never a crash, never a character that acts on a
terminal, never a ledger that can't be read; and after a refusal the files are unchanged. Whatever
it finds becomes a plain test in ``test_hostile``.
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import datetime

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from scorekeeper import codec, games
from scorekeeper.audit import audit
from scorekeeper.cards import parse_groups, spell
from scorekeeper.errors import LedgerError, ScorekeeperError
from scorekeeper.ledger.entries import parse_entry, split_name
from scorekeeper.ledger.written import Round
from scorekeeper.melds import judge_meld
from scorekeeper.referee import judge_going_out
from scorekeeper.terminal.command_words import COMMANDS
from tests.cli.test_hostile import acts
from tests.effort import is_soon
from tests.melds.test_remedies import false_remedies
from tests.program import Answer, answered, elsewhere, files, ledger, scores
from tests.tools.long_run import verdict_differences
from tests.tools.random_hands import wild_deals

SOUND = ledger(
    scores("Bo", Ann=12, Bo=0, Cy=5),
    'out = "Cy"\nnote = "a \\"note\\""\n\n[rounds.scores]\nAnn = 3\n\n[rounds.hands]\n'
    'Bo = "3S 4S 5S KD"\nCy = "4S 4H 4D 4C"\n\n[rounds.totals]\nAnn = 15\n\n'
    "[rounds.adjust]\nBo = -20",
    'misdeal = ""\n\n[rounds.scores]\nAnn = 5',
)

POINTS = ledger(
    "[rounds.scores]\nAnn = 3\nBo = 4",
    players=("Ann", "Bo"),
    rules='[rules]\ngame = "points"\nrounds = 0\ndealer = "none"\n',
    game="",
)

LEDGERS = (SOUND, POINTS, ledger(), SOUND.replace("\n", "\r\n"), "\ufeff" + SOUND)

RULES = [games.game("three-thirteen").round(number) for number in range(1, 12)]
RULES += [games.game("five-crowns").round(5)]

# ── what goes in ─────────────────────────────────────────────────────────────────────────

ODD = "\x00\x07\x1b\x7f\x85\x9b\u061c\u200f\u202e\u2028\u2066\ufeff\ufe0f\u0308\ud800"
ODD += "²٣½Ⅷ１ſıİßK♠♥★🃏🂱🃟"

PIECES = r"""
0 1 7 10 12 31 74 99 - -- + = == / : , . o out o: out: w jk a t j q k x 5h 5H ♥5 567h 7shd 10h
5x 5★ jkjk 3s3h3d 4h5h6h ann Ann bo cy dee uncle last 3s 4s sevens kings none points
three-thirteen five-crowns jokers ace_runs=both decks=3 rounds=2 wild_limit=half card_points=
t.toml . .. /dev/null average worst --out --note --round --totals --wild --rule --game --decks
--json --ascii --variation --dealer --title --points --after --melds --discard --off --diff
--keys --strict -f -n --help { } [ ] " ' ` $ * ? ( ) ; & | \ % {0} %s [red] [/] # @ ~
"""
pieces = st.sampled_from(PIECES.split())
letters = st.text(st.sampled_from("0123456789atjqkwshdcxjo-+=/:,. " + ODD) | st.characters())
texts = st.one_of(
    st.lists(pieces, max_size=4).map("".join),
    letters,
    st.tuples(pieces, letters).map("".join),
    st.integers().map(str),
    st.sampled_from(("", " ", "x" * 5_000, "9" * 5_000, "5h" * 3_000, "[" * 500)),
)

lines = st.sampled_from(
    (
        *("[game]", "[rules]", "[[players]]", "[[rounds]]", "[rounds.scores]", "[rounds.hands]"),
        *("rounds = []", "rounds = 5", "a.b = 1", "game.date = 5", 'name = "Ann"', "joined = -3"),
        *("left = 0", "start = 9223372036854775807", 'out = ["Ann", "Bo"]', "bonus = true"),
        *('misdeal = "x"', 'absent = "Ann"', "Ann = -9223372036854775808", "Ann = 0x10"),
        *('Ann = "JK JK 5H"', "decks = 1", "jokers = 4", 'wild_limit = "half"', "rounds = 3"),
        *('rounds = [{ deal = 1, wild = "3" }]', 'suits = "S"', 'ranks = "A23"', "target = 5"),
        *('winner = "high"', 'ties = "bonus-round"', "several_out = true", "finished = 2020-01-01"),
        *("put_away = true", 'next_dealer = "Bo"', 'dealer = "Cy"', "card_points = { Q = 25 }"),
        *(
            '"" = 1',
            '"a.b" = 1',
            "'''",
            '"""',
            "schema = 2",
            "schema = 3",
            "[[changes]]",
            "from = 2",
            "date = 2020-01-01T00:00:00Z",
        ),
    )
)


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """A ledger with some stretches removed, doubled or replaced."""
    text = draw(st.sampled_from(LEDGERS))
    for _ in range(draw(st.integers(0, 4))):
        what = draw(st.sampled_from(("line", "value", "cut", "text", "swap")))
        rows = text.split("\n")
        at = draw(st.integers(0, len(rows) - 1))
        if what == "line":
            rows.insert(at, draw(lines))
            text = "\n".join(rows)
        elif what == "swap":
            other = draw(st.integers(0, len(rows) - 1))
            rows[at], rows[other] = rows[other], rows[at]
            text = "\n".join(rows)
        elif what == "value" and "=" in rows[at]:
            value = draw(
                st.sampled_from(
                    ("0", "-1", "true", "nan", "1.5", "[]", "{}", '""', '"Bo"', "2020-01-01", "1e9")
                )
            )
            rows[at] = f"{rows[at].split('=')[0]}= {value}"
            text = "\n".join(rows)
        else:
            start = draw(st.integers(0, len(text)))
            stop = draw(st.integers(start, min(len(text), start + 30)))
            text = text[:start] + (draw(texts) if what == "text" else "") + text[stop:]
    return text


# ── what must hold ───────────────────────────────────────────────────────────────────────


def cards(text: str) -> None:
    try:
        groups = parse_groups(text)
    except ScorekeeperError as error:
        _is_sentence(error)
        return
    for group in groups:
        again = parse_groups(spell(group))
        assert [card for others in again for card in others] == list(group)


def entries(text: str, number: int) -> None:
    rules = None if number < 0 else RULES[number]
    name, rest = split_name(text, sums=rules is not None)
    assert name is None or "=" in text
    try:
        entry = parse_entry(rest, rules)
    except ScorekeeperError as error:
        _is_sentence(error)
        return
    said = [entry.points is not None or entry.total is not None, bool(entry.groups), entry.absent]
    assert sum(said) == 1 or (entry.out and sum(said) <= 1)


def claims(number: int) -> None:
    """Hands full of wilds: judged as the brute force says, and the largest at once."""
    for dealt in wild_deals(f"fuzz {number}", 8, 4, 8):
        assert not verdict_differences(*dealt), str(dealt)
        assert not false_remedies(dealt), str(dealt)
    for dealt in wild_deals(f"fuzz large {number}", 8, 20, 22):
        began = time.process_time()
        judge_going_out(*dealt)
        judge_meld(*dealt)
        assert is_soon(time.process_time() - began), str(dealt)


def ledgers(text: str) -> None:
    findings = audit(text)
    last = text.count("\n") + 1
    assert all(1 <= finding.line <= last for finding in findings)
    try:
        game = codec.read(text)
    except LedgerError as error:
        _is_sentence(error)
        assert any(finding.severity == "error" for finding in findings)
        return
    longer = game.with_round(Round())
    written = codec.write_new(game)
    assert codec.write_new(codec.read(written)) == written
    try:
        added = codec.rewrite(text, game, longer)
    except LedgerError as error:
        _is_sentence(error)
        return
    assert codec.read(added) == longer
    assert codec.read(codec.rewrite(added, longer, game)) == game


def _is_sentence(error: ScorekeeperError) -> None:
    assert error.problem
    assert error.remedy
    assert len(error.problem) < 1_000
    assert not acts(Answer(error.problem, error.remedy, error.code))


def command_lines(text: str, words: list[list[str]], stdin: str) -> None:
    """An evening of command lines about one ledger, all in this process."""
    with elsewhere(EDITOR="true") as folder:
        (folder / "t.toml").write_bytes(text.encode(errors="replace"))
        for line in words:
            before = files(folder)
            began = time.process_time()
            answer = answered(line, stdin)
            assert answer.code in (0, 1, 2, 3, 4), (line, answer)
            assert not acts(answer), (line, answer)
            assert is_soon(time.process_time() - began), line
            if answer.code > 1:
                assert files(folder) == before, line
            changed = files(folder)
            if changed.get("t.toml") != before.get("t.toml"):
                codec.read(changed["t.toml"].decode())
                if line[0] not in ("undo", "redo"):
                    assert answered(["undo", "-f", "t.toml"], "").code == 0, line
                    assert files(folder)["t.toml"] == before["t.toml"], line
                    assert answered(["redo", "-f", "t.toml"], "").code == 0, line
                    assert files(folder)["t.toml"] == changed["t.toml"], line
            assert not [name for name in changed if name.endswith(".tmp")], line


# ── running ──────────────────────────────────────────────────────────────────────────────

FORFEIT_PHRASES = sorted({*COMMANDS} - {"serve"})  # which ends only when somebody ends it
command = st.tuples(st.sampled_from(FORFEIT_PHRASES), st.lists(texts, max_size=5)).map(
    lambda typed: [typed[0], *(word for word in typed[1] if "\x00" not in word)]
)
LIKELY = """
add 1 2 o; add 5 - o; add 1 2 3; add ann=3 bo=o cy=2; add 1 2; fix 1 ann=4; fix last bo=-
fix 1 --out cy; fix 1 ann=4 bo=5; undo; redo; undo -n 2; misdeal; misdeal --note x; penalty ann 5
bonus bo 5; player join Dee --points 5; player leave cy; player rename ann Zoë; seats cy ann bo
dealer cy; playoff; finish; house jokers; house decks=3; house --off jokers; again; check
standings; standings --json; sheet; sheet --json; next; next --json; pad 1 2 3; rules t.toml
"""
likely = st.sampled_from([line.split() for line in LIKELY.strip().replace("\n", ";").split(";")])

TARGETS: dict[str, Callable[[], Callable[[], None]]] = {
    "cards": lambda: given(texts)(cards),
    "entries": lambda: given(texts, st.integers(-1, len(RULES) - 1))(entries),
    "claims": lambda: given(st.integers(0))(claims),
    "ledgers": lambda: given(mangled())(ledgers),
    "command lines": lambda: given(
        st.one_of(st.sampled_from(LEDGERS), mangled()),
        st.lists(st.one_of(command, likely), min_size=1, max_size=6),
        texts,
    )(command_lines),
}


def run(minutes: float, begin: int) -> int:
    """Fuzz every target in turn until the time is up; returns how many cases were found."""
    end = time.monotonic() + minutes * 60
    counts = dict.fromkeys(TARGETS, 0)
    found: dict[str, str] = {}
    at = begin
    while time.monotonic() < end:
        for name, target in TARGETS.items():
            at += 1
            count = 50 if name in ("command lines", "claims") else 300
            case = settings(
                max_examples=count,
                deadline=None,
                database=None,
                phases=[Phase.generate, Phase.shrink],
                suppress_health_check=list(HealthCheck),
            )(seed(at)(target()))
            try:
                case()
            except Exception as error:
                message = f"{type(error).__name__}: {str(error)[:1500]}"
                place = error.__traceback__
                while place and place.tb_next:
                    place = place.tb_next
                where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place else ""
                if where + message[:60] not in found:
                    notes = "\n".join(getattr(error, "__notes__", []))
                    found[where + message[:60]] = notes
                    print(f"{name}, seed {at}: {where}\n  {message}\n  {notes}\n", flush=True)
            counts[name] += count
    tried = ", ".join(f"{count} {name}" for name, count in counts.items())
    print(f"{datetime.now():%Y-%m-%d %H:%M}  {minutes:g} minutes: {tried}, {len(found)} found")
    return len(found)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    given_words = parser.parse_args()
    sys.exit(1 if run(given_words.minutes, given_words.seed) else 0)
