"""Ledgers as text: what is written, what is read, and the smallest edit of what people wrote."""

import difflib
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import codec, games
from scorekeeper.codec.decode import decode
from scorekeeper.errors import LedgerError
from scorekeeper.ledger import Game
from scorekeeper.ledger.changes import rename
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import KEYS, RuleChange, RuleSet
from tests.program import RULES, SOUND, TODAY, ledger
from tests.tables import called, each, rows
from tests.values import DEFAULT, POINTS, game, row

Edit = Callable[[Game], Game]

# ── what is written ──────────────────────────────────────────────────────────────────────

EVENING = Game(
    title="Thursday at Ann's",
    date=date(2026, 3, 12),
    finished=date(2026, 3, 13),
    put_away=True,
    dealer="Ann",
    next_dealer="Bo",
    players=(
        Player("Ann"),
        Player("Bo"),
        Player("Uncle Cy", joined=2, start=12, left=9),
        Player("李", start=0),
    ),
    rules=RuleSet(decks=2, rounds=({"deal": 3, "wild": "3"}, {"deal": 4}), card_points={"Q": 25}),
    rounds=(
        Round(
            out=("Bo",),
            note="Bo cut the exact number",
            dealer="Bo",
            absent=("Ann",),
            scores={"李": 12},
            hands={"Bo": "3S 3H 3D"},
            totals={"李": 12},
            adjust={"Bo": -20, "Uncle Cy": 5},
        ),
        Round(misdeal="Uncle Cy had 9 cards", scores={"Ann": 3}),
        Round(bonus=True, scores={"Ann": 3, "Bo": 0}, out=("Ann", "Bo")),
        Round(misdeal=""),
    ),
)

WRITTEN = Path(__file__).with_name("evening.toml").read_text("utf-8")


def test_a_new_ledger_has_one_key_a_line_and_a_block_for_each_thing() -> None:
    assert codec.write_new(EVENING) == WRITTEN


def test_a_written_game_is_read_back_the_same() -> None:
    assert codec.read(WRITTEN) == EVENING


@each("name", games.names())
def test_every_game_is_read_back_with_the_same_rules(name: str) -> None:
    evening = game(rules=games.game(name))
    assert codec.read(codec.write_new(evening)) == evening


@each("text", rows(__file__, "codec.toml", "texts"))
def test_names_and_notes_are_text(text: str) -> None:
    evening = game(
        Round(
            scores={text: 3, "Bo": 0},
            hands={text: "3S 3H 3D"},
            out=("Bo",),
            dealer=text,
            note=f"{text}\n[[rounds]]\r\n\t{text} \u202e \"\"\" ''' \\",
        ),
        players=(text, "Bo"),
        title=text,
    )
    assert codec.read(codec.write_new(evening)) == evening


def test_keys_of_a_few_games_are_written_only_if_the_game_sets_them() -> None:
    few = [key for key, field in KEYS.items() if field.metadata["few"]]
    assert not [key for key in few if f"\n{key} = " in codec.write_new(game())]
    text = codec.write_new(game(rules=games.game("gin")))
    written = [key for key in few if f"\n{key} = " in text]
    assert written[:5] == ["knock", "lay_off", "gin_bonus", "big_gin_bonus", "undercut_bonus"]
    assert written[5:] == ["repeats", "count", "game_bonus", "box_bonus", "shutout"]
    text = codec.write_new(game(rules=games.game("indian-rummy")))
    written = [key for key in few if f"\n{key} = " in text]
    assert written[:3] == ["sequences", "pure_sequences", "hand_cap"]
    assert written[3:6] == ["first_drop", "middle_drop", "wrong_show"]
    assert written[6:] == ["repeats", "reaching", "rejoin_limit"]


def test_a_key_of_a_few_games_leaves_the_ledger_when_it_is_unset() -> None:
    knocking = game(rules=RuleSet(knock=10, decks=1))
    text = codec.write_new(knocking)
    without = codec.rewrite(text, knocking, knocking._replace(rules=RuleSet(decks=1)))
    assert without == text.replace("knock = 10\n", "").replace("schema = 2", "schema = 1")


def test_a_game_without_cards_writes_no_keys_of_cards() -> None:
    text = codec.write_new(game(rules=POINTS))
    rules = text[text.index("[rules]") :]
    assert rules == (
        '[rules]\ngame = "points"\nplayers = [1, 0]\nrounds = 0\ntarget = 0\nwinner = "low"\n'
        'ties = "shared"\ndealer = "none"\n'
    )


# ── what is read ─────────────────────────────────────────────────────────────────────────


@each(
    "text, other",
    [
        pytest.param("date = 2026-03-12", 'date = "2026-03-12"', id="a date in quotes"),
        pytest.param("date = 2026-03-12", "date = 2026-03-12T20:00:00Z", id="a date with a time"),
        pytest.param('out = "Bo"\n', 'out = ["Bo"]\n', id="a list of one who went out"),
        pytest.param('hands]\nBo = "3S 3H 3D"', "hands]\nBo = '3s3h 3♦'", id="any notation"),
        pytest.param("\n", "\r\n", id="line ends of Windows"),
        pytest.param("schema", "\ufeffschema", id="a byte order mark"),
        pytest.param("Ann = 3\nBo = 0", "Ann = 0x3\nBo = +0", id="any number of TOML"),
        pytest.param('ace_runs = "low"\n', "", id="a rule key with its default left out"),
    ],
)
def test_other_ways_to_write_toml_mean_the_same(text: str, other: str) -> None:
    assert text in WRITTEN
    assert codec.read(WRITTEN.replace(text, other)) == EVENING


def test_a_ledger_without_a_title_is_called_as_its_game() -> None:
    text = ledger().replace('title = "Thursday"\n', "")
    assert codec.read(text).title == "Three Thirteen"


def test_rules_in_the_ledger_count_and_the_label_does_not() -> None:
    text = ledger(rules='[rules]\ngame = "five-crowns"\nwild_points = 20\n')
    assert codec.read(text).rules.wild_points == 20
    assert codec.read(text).rules.jokers == 0


# ── what is wrong ────────────────────────────────────────────────────────────────────────


def lines(*changes: tuple[int, str], text: str = SOUND) -> str:
    """``text`` with other lines at these numbers."""
    found = text.splitlines()
    for number, line in changes:
        found[number - 1] = line
    return "\n".join(found) + "\n"


@each("changes, line, problem, remedy", called(__file__, "faults.toml", "faults"))
def test_a_fault_stops_the_reading_and_names_its_line(
    changes: list[tuple[int, str]], line: int, problem: str, remedy: str
) -> None:
    refuses(lines(*changes), line, problem, remedy)


@each(
    "text, line, problem, remedy",
    [
        pytest.param(
            lines((25, f"Ann = {'1' * 5000}")),
            25,
            "this isn't valid TOML: a number with thousands of digits",
            "fix that line and try again",
            id="thousands of digits",
        ),
        pytest.param(
            lines((25, f"Ann = {'[' * 2000}")),
            None,
            "this isn't valid TOML: the brackets are too deeply nested",
            "fix that line and try again",
            id="too deep",
        ),
        pytest.param(
            "title = 1\n",
            1,
            "this isn't a game file: it has no schema = 1 and [game]",
            "start a game with sk new",
            id="no ledger",
        ),
        pytest.param(
            "schema = 1\n",
            1,
            "this isn't a game file: it has no schema = 1 and [game]",
            "start a game with sk new",
            id="no [game]",
        ),
        pytest.param(
            lines((1, f"schema = 0x{'f' * 5000}")),
            1,
            "the file has schema 'a number of thousands of digits'; this program reads 1 to 2",
            "get a newer scorekeeper",
            id="a schema of thousands of digits",
        ),
    ],
)
def test_a_fault_in_the_whole_of_a_text_stops_the_reading(
    text: str, line: int | None, problem: str, remedy: str
) -> None:
    refuses(text, line, problem, remedy)


def refuses(text: str, line: int | None, problem: str, remedy: str) -> None:
    with pytest.raises(LedgerError) as refused:
        codec.read(text)
    assert (refused.value.problem, refused.value.line) == (problem, line)
    assert (refused.value.remedy, refused.value.code) == (remedy, 3)


@each("changes, line, check, problem, remedy", called(__file__, "faults.toml", "findings"))
def test_a_finding_still_leaves_a_game_and_names_its_line(
    changes: list[tuple[int, str]], line: int, check: str, problem: str, remedy: str
) -> None:
    found, findings = codec.read_all(lines(*changes))
    assert found is not None
    [finding] = findings
    assert (finding.check, finding.problem, finding.line) == (check, problem, line)
    assert finding.remedy == remedy


def test_equal_rules_are_read_once_and_rules_that_only_look_equal_are_not() -> None:
    again = codec.read(SOUND.replace("Thursday", "Friday")).rules
    assert again is codec.read(SOUND.replace("Thursday", "Saturday")).rules
    assert codec.read(lines((19, "jokers = 1"))).rules.jokers == 1
    for typed in ("true", "1.0"):
        jokers = lines((19, f"jokers = {typed}"))
        refuses(jokers, 19, f"jokers can't be '{typed}'", "jokers is 0 to 100")
    for title in ("Friday", "Saturday"):
        text = lines((4, f'title = "{title}"'), (19, "ace_point = 15"))
        assert [finding.check for finding in codec.read_all(text)[1]] == ["key"]


def test_the_least_integer_of_64_bits_is_read() -> None:
    game = codec.read(SOUND.replace("Ann = 12", f"Ann = {-(2**63)}"))
    assert game.rounds[0].scores["Ann"] == -(2**63)


def test_too_many_players_or_rounds_are_refused() -> None:
    crowd = ledger(players=[f"P{n}x" for n in range(51)])
    with pytest.raises(LedgerError, match="there are 51 players, more than 50"):
        codec.read(crowd)
    with pytest.raises(LedgerError, match="there are 501 rounds, more than 500"):
        codec.read(ledger(*[""] * 501))


def test_a_ledger_without_players_is_not_a_ledger() -> None:
    with pytest.raises(LedgerError, match="the game has no players"):
        codec.read(ledger(players=()))


# ── the smallest edit ────────────────────────────────────────────────────────────────────


def difference(old: str, new: str) -> list[str]:
    """The lines removed and added, with ``-`` and ``+`` before them."""
    compared = difflib.ndiff(old.splitlines(), new.splitlines())
    return [line[0] + line[2:] for line in compared if line[0] in "+-"]


def edited(text: str, edit: Edit) -> str:
    """``text`` after a change, which must mean exactly what was intended."""
    old = codec.read(text)
    new = edit(old)
    found = codec.rewrite(text, old, new)
    assert codec.read(found) == new
    return found


def block(number: int, **values: Any) -> Edit:
    """The edit that gives a round (1-based) other values."""
    return lambda old: old.with_round_at(number - 1, old.rounds[number - 1]._replace(**values))


def ann(points: int) -> Edit:
    """The edit that gives Ann other points in the first round."""
    return lambda old: block(1, scores={**old.rounds[0].scores, "Ann": points})(old)


def ann_away(old: Game) -> Game:
    scores = {name: points for name, points in old.rounds[0].scores.items() if name != "Ann"}
    return block(1, scores=scores, absent=("Ann",))(old)


def one_more(old: Game) -> Game:
    return old.with_round(row(8, 17, 0, out="Cy"))


ONE_MORE = [
    "+",
    "+[[rounds]]",
    '+out = "Cy"',
    "+",
    "+[rounds.scores]",
    "+Ann = 8",
    "+Bo = 17",
    "+Cy = 0",
]


def round_of(*lines: str, after: str = "") -> str:
    return ledger("\n".join(lines)) + after


EDITS: dict[str, Edit] = {
    "ann 21": ann(21),
    "ann away": ann_away,
    "note late": block(1, note="late"),
    "nobody out": block(1, out=()),
    "bo's hand": block(1, hands={"Bo": "3S 3H 3D"}),
    "no hands": block(1, hands={}),
}


def edits() -> Iterator[Any]:
    """The lines of each round in ``edits.txt`` before and after, and the edit between them."""
    text = Path(__file__).with_name("edits.txt").read_text("utf-8")
    for section in text.split("\n== ")[1:]:
        head, *rows = section.removesuffix("\n").split("\n")
        what, _, edit = head.rpartition(": ")
        before, after = ([row[1:] for row in rows if row[0] in f" {sign}"] for sign in "-+")
        yield pytest.param(before, EDITS[edit], after, id=what)


@each("before, edit, after", list(edits()))
def test_an_edit_of_a_round_leaves_every_other_line(
    before: list[str], edit: Edit, after: list[str]
) -> None:
    assert edited(round_of(*before), edit) == round_of(*after)


@each(
    "text, edit, changed",
    [
        pytest.param(SOUND, ann(21), ["-Ann = 12", "+Ann = 21"], id="a table"),
        pytest.param(SOUND, block(1, note="late"), ['+note = "late"'], id="a note"),
        pytest.param(
            SOUND,
            block(1, hands={"Bo": "3S 3H 3D"}),
            ["+", "+[rounds.hands]", '+Bo = "3S 3H 3D"'],
            id="a new table",
        ),
        pytest.param(
            SOUND, lambda old: old._replace(finished=TODAY), [f"+finished = {TODAY}"], id="the end"
        ),
        pytest.param(
            SOUND,
            lambda old: old._replace(players=(*old.players[:2], old.players[2]._replace(left=1))),
            ["+left = 1"],
            id="somebody leaves",
        ),
        pytest.param(
            SOUND.replace(RULES, RULES + "wild_points = 20 # ours\n"),
            lambda old: old._replace(rules=old.rules.replace(wild_points=15)),
            ["-wild_points = 20 # ours", "+wild_points = 15 # ours"],
            id="a rule",
        ),
        pytest.param(SOUND, one_more, ONE_MORE, id="one more round"),
        pytest.param(ledger(), one_more, ONE_MORE, id="the first round"),
        pytest.param(SOUND.rstrip("\n"), one_more, ONE_MORE, id="no line end at the end"),
        pytest.param(SOUND + "\n\n", one_more, ONE_MORE[1:], id="blank lines at the end"),
        pytest.param(SOUND + "# so far\n", one_more, ONE_MORE, id="a comment at the end"),
        pytest.param(
            SOUND + '\n[family]\ncat = "Tom"\n',
            one_more,
            [*ONE_MORE[1:], "+"],
            id="a strange table at the end",
        ),
        pytest.param(
            ledger() + '\n[family]\ncat = "Tom"\n',
            one_more,
            ONE_MORE,
            id="a strange table before the first round",
        ),
        pytest.param(
            SOUND,
            lambda old: old._replace(rounds=()),
            ["-" + line for line in SOUND.splitlines()[19:]],
            id="the only round out",
        ),
    ],
)
def test_an_edit_touches_only_the_lines_that_it_must(
    text: str, edit: Edit, changed: list[str]
) -> None:
    found = difference(text, edited(text, edit))
    assert sorted(found) == sorted(changed)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(ann(21), id="a score"),
        pytest.param(ann_away, id="somebody absent"),
        pytest.param(one_more, id="a round"),
        pytest.param(block(1, hands={"Bo": "3S 3H 3D"}), id="a hand"),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "a byte order mark"])
def test_line_ends_and_the_byte_order_mark_stay(mark: str, edit: Edit) -> None:
    text = mark + SOUND.replace("\n", "\r\n")
    found = edited(text, edit)
    assert found.startswith(mark + "schema")
    assert found.count("\n") == found.count("\r\n")


def test_a_new_round_goes_after_the_last_one_and_before_the_tables_that_follow() -> None:
    found = edited(SOUND + '\n[family]\ncat = "Tom"\n', one_more)
    assert found.index("Cy = 5") < found.index("Bo = 17") < found.index("[family]")


def in_one_list(block: str) -> str:
    """A ledger with this one round in a list at its top."""
    return ledger().replace("schema = 1", f"schema = 1\nrounds = [{block}]", 1)


def test_all_the_rounds_in_one_list_are_edited_too() -> None:
    text = in_one_list("{ scores = { Ann = 12 } }")
    after = edited(edited(text, ann(21)), one_more)
    added = '{ out = "Cy", scores = { Ann = 8, Bo = 17, Cy = 0 } }'
    assert difference(text, after) == [
        "-rounds = [{ scores = { Ann = 12 } }]",
        f"+rounds = [{{ scores = {{ Ann = 21 }} }}, {added}]",
    ]


@each(
    "edit, after",
    [
        (ann(21), "scores.Ann = 21, note = 'x', scores.Bo = 0"),
        (block(1, scores={"Ann": 12}), "scores.Ann = 12, note = 'x'"),
        (block(1, scores={}), "note = 'x'"),
        (
            block(1, scores={"Ann": 12, "Bo": 0, "Cy": 5}),
            "scores.Ann = 12, note = 'x', scores.Bo = 0, scores.Cy = 5",
        ),
    ],
)
def test_dotted_keys_inside_of_a_list_are_edited_too(edit: Edit, after: str) -> None:
    before = "scores.Ann = 12, note = 'x', scores.Bo = 0"
    text = ledger().replace("\n", f"\nrounds = [{{ {before} }}]\n", 1)
    assert edited(text, edit) == text.replace(before, after)


def test_a_change_that_changes_nothing_leaves_the_text() -> None:
    assert edited(SOUND, lambda old: old) == SOUND


def test_the_block_that_an_addition_wrote_can_be_taken_out_again() -> None:
    once = edited(SOUND, one_more)
    assert edited(once, lambda old: old._replace(rounds=old.rounds[:-1])) == SOUND


@each("above", ["# the\n  # host\n", 'x = """\n# text"""\n', "\n", ""])
def test_a_comment_above_a_player_stays_when_somebody_joins_before_them(above: str) -> None:
    bo = '[[players]]\nname = "Bo"\n'
    text = SOUND.replace(f"\n{bo}", above + bo)
    found = edited(
        text,
        lambda old: old._replace(
            players=(old.players[0], Player("Dee", joined=2), *old.players[1:])
        ),
    )
    dee = '[[players]]\nname = "Dee"\njoined = 2\n\n'
    comment = above if above.startswith("#") else ""
    assert found == text.replace(comment + bo, dee + comment + bo)


def turned(old: Game) -> Game:
    return old._replace(players=old.players[::-1])


ANN, BO, CY = (f'[[players]]\nname = "{name}"' for name in ("Ann", "Bo", "Cy"))


@each(
    "seats, after",
    [
        pytest.param(
            f"{ANN} # host\n\n# left-handed\n# and how\n  {BO}\n\n{CY}\n",
            f"{CY}\n\n# left-handed\n# and how\n  {BO}\n\n{ANN} # host\n",
            id="above a table and behind a value",
        ),
        pytest.param(
            f"# host\n{ANN}\n# sits at the door\n\n{BO}\n# is late\n{CY}\n",
            f"# is late\n{CY}\n\n{BO}\n# host\n{ANN}\n# sits at the door\n",
            id="above and below a table",
        ),
        pytest.param(
            f"# clockwise\n{ANN}\n# the\n# host\n\n{BO}\n\n# who was last\n\n{CY}\n",
            f"# clockwise\n{CY}\n\n{BO}\n\n# who was last\n\n{ANN}\n# the\n# host\n",
            id="alone above the first, it is about them all",
        ),
        pytest.param(
            'players = [ # clockwise\n  { name = "Ann" },\n  # late\n  { name = "Bo" },'
            ' # tired\n  { name = "Cy" } # out\n]\n',
            'players = [ # clockwise\n  { name = "Cy" }, # out\n  # late\n  { name = "Bo" },'
            ' # tired\n  { name = "Ann" }\n]\n',
            id="in a list",
        ),
    ],
)
def test_comments_stay_with_their_players_when_seats_change(seats: str, after: str) -> None:
    text = f"schema = 1\n{seats}\n[game]\ndate = 2026-03-12\n"
    assert edited(text, turned) == text.replace(seats, after)


def test_a_newcomer_in_a_list_does_not_part_a_player_from_the_comment() -> None:
    head = 'schema = 1\nplayers = [\n  { name = "Ann" }, # host\n'
    text = head + '  # left-handed\n  { name = "Bo" } # late\n]\n\n[game]\ndate = 2026-03-12\n'
    ann, bo = codec.read(text).players
    dee = Player("Dee", joined=2)
    line = '  { name = "Dee", joined = 2 }'
    assert edited(text, lambda old: old._replace(players=(ann, dee, bo))) == text.replace(
        head, f"{head}{line},\n"
    )
    assert edited(text, lambda old: old._replace(players=(ann, bo, dee))) == text.replace(
        "} # late\n", f"}}, # late\n{line}\n"
    )


def test_the_first_item_of_a_list_keeps_its_comment() -> None:
    text = f"schema = 1\nrounds = [ # none yet\n]\n{ANN}\n\n[game]\ndate = 2026-03-12\n"
    after = edited(text, lambda old: old.with_round(Round(note="late")))
    assert after == text.replace("\n]", '\n{ note = "late" }]')


def test_players_below_the_rounds_do_not_matter() -> None:
    seat = '[[players]]\nname = "Cy"\n'
    text = round_of("[rounds.scores]", "Ann = 12", "Bo = 0").replace(seat, "") + f"\n{seat}"
    assert codec.read(text).names == ("Ann", "Bo", "Cy")
    after = edited(text, ann(21))
    assert difference(text, after) == ["-Ann = 12", "+Ann = 21"]


@each(
    "edit, changed",
    [
        pytest.param(block(1, absent=("Ann",)), '["Ann", "Boo"]', id="one of the game goes"),
        pytest.param(block(1, absent=()), '["Boo"]', id="all of the game go"),
        pytest.param(
            block(1, absent=("Ann", "Bo", "Cy")), '["Ann", "Bo", "Cy", "Boo"]', id="one comes"
        ),
    ],
)
def test_an_unknown_name_in_a_list_of_names_stays(edit: Edit, changed: str) -> None:
    text = round_of('absent = ["Ann", "Boo", "Cy"]', "scores.Bo = 0")
    found = edited(text, edit)
    assert found == text.replace('["Ann", "Boo", "Cy"]', changed)


# ── the edit that can't be made ─────────────────────────────────────────────────────────


def refused_edit(text: str, edit: Edit) -> LedgerError:
    """The error for a change that can't be made in a text."""
    old = codec.read(text)
    with pytest.raises(LedgerError, match="this file can't be edited safely") as refused:
        codec.rewrite(text, old, edit(old))
    return refused.value


def test_a_shape_that_allows_no_safe_edit_is_named_with_its_line() -> None:
    text = ledger() + "\n[[rules.rounds]]\ndeal = 3\n\n[[rules.rounds]]\ndeal = 4\n"
    others = [{"deal": 3}, {"deal": 5}]
    refused = refused_edit(text, lambda old: old._replace(rules=old.rules.replace(rounds=others)))
    assert refused.problem.endswith("can't be edited safely at rules.rounds.1")
    assert refused.remedy == "change that line by hand, or write the table on lines of its own"
    assert refused.line == len(text.splitlines()) - 1


def test_a_rule_agreed_between_two_others_that_change_as_well_is_written_before_them() -> None:
    one, points = (("wild_limit", "one"),), (("card_points", (("Q", 25),)), ("jokers", 2))
    old = game()._replace(changes=(RuleChange(1, one), RuleChange(8, points)))
    new = old._replace(changes=(RuleChange(1, points), RuleChange(2, one), RuleChange(8, one)))
    assert codec.read(codec.rewrite(codec.write_new(old), old, new)) == new


MANY = 300
PLAYED = game(*[row(0, 5, 7, out="Ann"), row(0, 5, 7, out="Ann", dealer="Cy")] * (MANY // 2))
RULED = PLAYED._replace(
    changes=tuple(RuleChange(at, (("set_max", 4 + at % 2),)) for at in range(2, MANY))
)


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        pytest.param(
            PLAYED,
            PLAYED._replace(rounds=tuple(each._replace(dealer="Bo") for each in PLAYED.rounds)),
            {'dealer = "Bo"'},
            id="a key that half of the rounds have",
        ),
        pytest.param(
            RULED, RULED._replace(changes=()), {"schema = 1"}, id="every change of rules gone"
        ),
    ],
)
def test_a_text_with_hundreds_of_edits_is_read_again_only_a_few_times(
    before: Game, after: Game, new: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text, readings, loads = codec.write_new(before), [0], tomllib.loads

    def counted(text: str) -> dict[str, Any]:
        readings[0] += 1
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", counted)
    edited = codec.rewrite(text, before, after)
    assert codec.read(edited) == after
    assert set(edited.splitlines()) - set(text.splitlines()) == new
    assert readings[0] < 30


def test_the_one_impossible_change_of_many_is_named() -> None:
    text = round_of("scores.Ann = 12", "", "[[rounds]]", "scores.Ann = 1", "scores.Dee = 3")
    refused = refused_edit(text, lambda old: rename(old, "Ann", "Dee"))
    assert refused.problem.endswith("can't be edited safely at rounds.1.scores.Ann")
    assert refused.line == text.splitlines().index("scores.Ann = 1") + 1


def test_an_edit_that_would_mean_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.codec.encode.put_in", lambda spans, *_: spans.text)
    refused = refused_edit(SOUND, block(1, note="late"))
    assert refused.problem.endswith("can't be edited safely at rounds.0.note")


# ── what a person wrote ──────────────────────────────────────────────────────────────────


def test_a_wild_rank_that_no_pack_holds_is_a_fault_of_the_rounds() -> None:
    text = lines((19, 'ranks = "345678"\nrounds = [{ deal = 3, wild = "K" }]'))
    with pytest.raises(LedgerError) as refused:
        codec.read(text)
    assert refused.value.problem == "kings can't be wild: the packs have none"
    assert refused.value.line == 20


def test_unknown_keys_are_kept() -> None:
    text = SOUND.replace('out = "Bo"', 'out = "Bo"\ncolour = "red"') + '\n[family]\ncat = "Tom"\n'
    after = edited(edited(text, ann(21)), one_more)
    assert 'colour = "red"' in after
    assert '[family]\ncat = "Tom"' in after
    assert DEFAULT.decks == codec.read(after).rules.decks


LISTED = """\
[[rounds]]
out = [ # whoever
  "Ann", # dealt badly
  "Bo", # cut
]
absent = [
  "Cy", # at the dentist
] # until nine
"""


@each(
    "edit, lines",
    [
        (block(1, out=("Ann",)), ['-  "Bo", # cut', "+   # cut"]),
        (block(1, out=("Bo",)), ['-  "Ann", # dealt badly', "+   # dealt badly"]),
        (block(1, out=("Cy", "Bo")), ['-  "Ann", # dealt badly', '+  "Cy", # dealt badly']),
        (
            block(1, out=()),
            [
                "-out = [ # whoever",
                '-  "Ann", # dealt badly',
                '-  "Bo", # cut',
                "-]",
                "+# whoever",
                "+# dealt badly",
                "+# cut",
            ],
        ),
        (
            block(1, absent=()),
            [
                "-absent = [",
                '-  "Cy", # at the dentist',
                "-] # until nine",
                "+# at the dentist",
                "+# until nine",
            ],
        ),
        (block(1, absent=("Cy", "Bo")), ['+  "Bo",']),
    ],
)
def test_comments_between_the_members_of_a_list_stay(edit: Edit, lines: list[str]) -> None:
    text = ledger().rstrip() + "\n\n" + LISTED
    found = edited(text, edit)
    assert sorted(difference(text, found)) == sorted(lines)


FEW = Path(__file__).with_name("of_a_few_games.toml").read_text("utf-8")


def test_keys_of_a_few_games_are_read_back_as_written() -> None:
    there = codec.read(FEW)
    assert (there.next_wild, there.next_upcard) == ("T", "4S")
    assert there.players[0].rejoined == (3,)
    first, dead = there.rounds
    assert first == row(0, out="Ann", how="big-gin", wild="T", knock=4, double=True)._replace(
        forfeits={"Bo": "drop"}
    )
    assert (dead.misdeal, dead.dead, dead.counts) == ("", True, False)
    assert codec.read(codec.write_new(there)) == there
    assert codec.write_new(there).endswith(FEW[FEW.index("[[rounds]]") :])


@each(
    "old, new",
    [
        ('Bo = "drop"', 'Bo = "dropped"'),
        ('how = "big-gin"', 'how = "gin"'),
        ('wild = "10"\nknock', 'wild = "X"\nknock'),
        ('"4S"', '"4S 5S"'),
        ("[3]", '["3"]'),
        ("[3]", "3"),
    ],
)
def test_keys_of_a_few_games_refuse_impossible_values(old: str, new: str) -> None:
    with pytest.raises(LedgerError):
        codec.read(FEW.replace(old, new))


@pytest.mark.parametrize("scores", ["Zed = 3", 'Zed = "drop"'])
def test_an_unknown_player_is_reported_once_in_a_game_of_schema_2(scores: str) -> None:
    game, findings = codec.read_all(FEW.replace('Bo = "drop"', f'Bo = "drop"\n{scores}'))
    assert game == codec.read(FEW)
    [finding] = findings
    assert finding.problem == "nobody called 'Zed' plays in this game"


@each("scores", ["scores = 5", "scores.Bo = true", "scores.Bo = [0]"])
def test_impossible_points_are_reported_once_in_a_game_of_schema_2(scores: str) -> None:
    game, findings = codec.read_all(FEW.replace('[rounds.scores]\nAnn = 0\nBo = "drop"', scores))
    assert game is None
    assert len(findings) == 1


def test_schema_1_knows_nothing_of_a_few_games() -> None:
    game, findings = decode(tomllib.loads(FEW.replace("schema = 2", "schema = 1")))
    assert game is None  # points that are a word
    assert {finding.path[-1] for finding in findings if finding.check == "key"} == {
        *(
            "upcard_knock",
            "spades_double",
            "repeats",
            "next_wild",
            "next_upcard",
            "rejoined",
            "how",
            "wild",
            "knock",
            "double",
            "dead",
        )
    }


def test_a_drawn_rank_is_wild_in_its_round_and_in_the_next_if_drawn_ahead() -> None:
    there = codec.read(FEW)
    first = there.round_rules(1, there.rounds[0])
    assert first is not None
    assert (first.wild, first.deal, first.knock) == ("T", 13, 4)
    coming = there.upcoming_round()
    assert coming == Round(wild="T", knock=4, double=True)
    rules = there.round_rules(2, coming)
    assert rules is not None
    assert (rules.number, rules.wild, rules.knock) == (2, "T", 4)
    assert there.with_round(coming).upcoming_round() == Round()
