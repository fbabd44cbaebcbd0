"""Edits of ledgers in every layout that TOML allows, drawn at random."""

import re
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper import codec
from scorekeeper.codec.encode import encode
from scorekeeper.errors import LedgerError
from scorekeeper.ledger import Game
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import RuleChange, RuleSet
from scorekeeper.rules.rule_keys import key_text, literal
from tests.effort import examples
from tests.program import TODAY

NAMES = (
    "Ann",
    "Bo",
    "Uncle Cy",
    "Zoë",
    "李",
    "[red]Bob",
    "O'Neil",
    'Q "the Ace"',
    "b\\s",
    "a.b",
    "#1",
)
HANDS = ("3S 3H 3D", "5H 6H 7H / KD", "2S 9D")
NOTES = (
    "late",
    "[[rounds]]",
    "Ann = 12",
    'a "b" \\ c',
    "l1\nl2",
    "# no comment",
    "'''",
    '"""',
    "\t",
    "é→李",
)

some_names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5, unique=True)


@st.composite
def rounds(draw: st.DrawFn, names: list[str]) -> Round:
    """A round of any shape, sensible or not."""
    who = st.sampled_from(names)
    return Round(
        scores=draw(st.dictionaries(who, st.integers(-300, 300))),
        hands=draw(st.dictionaries(who, st.sampled_from(HANDS), max_size=2)),
        totals=draw(st.dictionaries(who, st.integers(0, 999), max_size=1)),
        adjust=draw(st.dictionaries(who, st.integers(-50, 50), max_size=1)),
        out=tuple(draw(st.lists(who, max_size=2, unique=True))),
        absent=tuple(draw(st.lists(who, max_size=2, unique=True))),
        note=draw(st.none() | st.sampled_from(NOTES)),
        misdeal=draw(st.none() | st.sampled_from(("", *NOTES))),
        bonus=draw(st.booleans()),
    )


some_changes = st.dictionaries(
    st.integers(1, 11),
    st.sampled_from(
        (
            (("wild_limit", "one"),),
            (("card_points", (("Q", 25),)), ("jokers", 2)),
            (("ace_runs", "both"), ("ace_points", 15), ("set_max", 4)),
        )
    ),
    max_size=3,
).map(lambda drawn: tuple(RuleChange(since, drawn[since]) for since in sorted(drawn)))


@st.composite
def evenings(draw: st.DrawFn) -> Game:
    names = draw(some_names)
    return Game(
        title=draw(st.sampled_from(("Thursday", *NOTES))),
        date=TODAY,
        players=tuple(
            Player(name, joined=draw(st.integers(1, 3)), start=draw(st.none() | st.integers(0, 99)))
            for name in names
        ),
        rules=RuleSet(decks=2),
        rounds=tuple(draw(st.lists(rounds(names), max_size=3))),
        dealer=draw(st.none() | st.sampled_from(names)),
        changes=draw(some_changes),
        playoff=draw(st.booleans()),
    )


# ── a person's layout ────────────────────────────────────────────────────────────────────


class Layout:
    """Writes a document as a person might, with whims that Hypothesis doesn't draw.

    A document has a hundred of them; drawing them would take longer than the whole test.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.comments = 0

    def one_of(self, *choices: str) -> str:
        return self.random.choice(choices)

    def comment(self) -> str:
        """A comment after a value, or nothing."""
        if self.random.randrange(5):
            return ""
        self.comments += 1
        return self.one_of(" ", "", "\t") + f'# note {self.comments} "[[rounds]]"'

    def between(self) -> list[str]:
        """What is between two lines: usually nothing."""
        drawn = self.random.randrange(10)
        if drawn == 0:
            self.comments += 1
            return [f"  # note {self.comments} [x] = '''"]
        return [""] if drawn == 1 else []

    def key(self, name: str) -> str:
        plain = re.fullmatch(r"[A-Za-z0-9_-]+", name)
        literally = "'" not in name
        choices = [key_text(name)]
        choices += [f'"{name}"'] if plain else []
        choices += [f"'{name}'"] if literally else []
        return self.one_of(*choices)

    def value(self, value: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, (int, str, list, dict)):
            return literal(value)
        if isinstance(value, int):
            return self.one_of(str(value), f"{value:+}", *([hex(value)] if value >= 0 else []))
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            inside = ", ".join(f"{self.key(k)}={self.value(v)}" for k, v in value.items())
            return self.one_of(f"{{{inside}}}", f"{{ {inside} }}")
        return self.members(value)

    def text(self, value: str) -> str:
        choices = [literal(value)]
        if not re.search(r"['\n\r\t]", value):
            choices.append(f"'{value}'")
        if "'''" not in value and not value.endswith("'") and "\t" not in value:
            choices.append(f"'''{value}'''")
        if not re.search(r'["\\]', value):
            choices.append(f'"""\n{value}"""')
        return self.one_of(*choices)

    def members(self, value: list[Any]) -> str:
        inside = [self.value(member) for member in value]
        if any("\n" in member for member in inside) or not inside:
            return f"[{', '.join(inside)}]"
        spread = "[\n" + "".join(f"  {member},{self.comment()}\n" for member in inside) + "]"
        return self.one_of(f"[{','.join(inside)}]", f"[ {', '.join(inside)}, ]", spread)

    def table(self, header: str, table: dict[str, Any], *, array: bool = False) -> list[str]:
        name = self.one_of(header, f" {header} ")
        lines = [(f"[[{name}]]" if array else f"[{name}]") + self.comment()]
        below: list[str] = []
        for key, value in table.items():
            lines += self.between()
            shape = self.one_of("table", "inline", "dotted") if isinstance(value, dict) else ""
            if shape == "table":
                below += ["", *self.table(f"{header}.{key}", value)]
            elif shape == "dotted":
                lines += [
                    f"{key}.{self.key(k)} = {self.value(v)}{self.comment()}"
                    for k, v in value.items()
                ]
            else:
                equals = self.one_of(" = ", "=", "  =  ")
                lines.append(f"{self.key(key)}{equals}{self.value(value)}{self.comment()}")
        return lines + below

    def document(self, document: dict[str, Any]) -> str:
        lines = [f"schema = {document['schema']}"]
        inline = self.random.randrange(6) == 0
        if inline:
            lines.append(f"rounds = {self.members(document['rounds'])}")
        parts = [self.table("game", document["game"])]
        parts += [self.table("players", player, array=True) for player in document["players"]]
        rules = {key: document["rules"][key] for key in ("game", "decks", "players", "card_points")}
        parts.append(self.table("rules", rules))
        if document["changes"] and self.random.random() < 0.5:
            lines.append(f"changes = {self.members(document['changes'])}")
        else:
            parts += [self.table("changes", block, array=True) for block in document["changes"]]
        if not inline:
            parts += [self.table("rounds", block, array=True) for block in document["rounds"]]
        if self.random.random() < 0.5:
            parts.append(["[family]", 'cat = "Tom"'])
        for part in parts:
            lines += [*self.between(), *([""] if self.random.random() < 0.5 else []), *part]
        text = "\n".join(lines) + self.one_of("\n", "", "\n\n", "\n# the end", "\n# the end\n")
        if self.random.random() < 0.5:
            text = re.sub(r"\r?\n", "\r\n", text)
        return self.one_of("", "\ufeff") + text


@st.composite
def layouts(draw: st.DrawFn) -> tuple[str, Game]:
    """A ledger in some person's layout, and the game that it means."""
    random = Random(draw(st.integers(0, 2**32)))
    text = Layout(random).document(encode(draw(evenings())))
    return text, codec.read(text)


@st.composite
def changed(draw: st.DrawFn, old: Game) -> Game:
    """The game after something that a command could do to it."""
    names = list(old.names)
    what = draw(
        st.sampled_from(("add", "score", "block", "drop", "left", "end", "rule", "title", "house"))
    )
    if what == "add":
        return old.with_round(draw(rounds(names)))
    if what == "left":
        players = list(old.players)
        players[0] = players[0]._replace(left=draw(st.none() | st.integers(1, 9)))
        return old._replace(players=tuple(players))
    if what == "end":
        return old._replace(finished=TODAY, put_away=draw(st.booleans()))
    if what == "rule":
        return old._replace(rules=old.rules.replace(jokers=2, card_points={"Q": 25}))
    if what == "house":
        return old._replace(changes=draw(some_changes), playoff=draw(st.booleans()))
    if what == "title" or not old.rounds:
        return old._replace(title=draw(st.sampled_from(NOTES)))
    at = draw(st.integers(0, len(old.rounds) - 1))
    if what == "score":
        scores = {**old.rounds[at].scores, draw(st.sampled_from(names)): 7}
        return old.with_round_at(at, old.rounds[at]._replace(scores=scores))
    if what == "drop":
        return old._replace(rounds=old.rounds[:-1])
    return old.with_round_at(at, draw(rounds(names)))


# ── what holds for all ───────────────────────────────────────────────────────────────────


@settings(max_examples=examples(80))
@given(evenings())
def test_every_game_is_read_back_as_it_was_written(evening: Game) -> None:
    assert codec.read(codec.write_new(evening)) == evening


def comments(text: str) -> Counter[str]:
    return Counter(re.findall(r"# (?:note \d+|the end)", text))


@settings(max_examples=examples(100))
@given(st.data())
def test_an_edit_of_any_layout_means_what_was_intended_and_keeps_the_rest(
    data: st.DataObject,
) -> None:
    text, old = data.draw(layouts())
    new = data.draw(changed(old))
    found = codec.rewrite(text, old, new)
    assert codec.read(found) == new
    assert found.startswith("\ufeff") == text.startswith("\ufeff")
    assert ("[family]" in found) == ("[family]" in text)
    if "\r\n" in text:
        assert not re.search(r"(?<!\r)\n", found)
    fewer = {change.since for change in old.changes} - {change.since for change in new.changes}
    if (
        not fewer
        and len(new.rounds) >= len(old.rounds)
        and new.rounds[: len(old.rounds)] == old.rounds
    ):
        assert comments(found) == comments(text)


@settings(max_examples=examples(60))
@given(layouts())
def test_one_number_is_one_line_whatever_the_layout(layout: tuple[str, Game]) -> None:
    text, old = layout
    places = [(i, name) for i, round_ in enumerate(old.rounds) for name in round_.scores]
    for at, name in places[:2]:
        scores = {**old.rounds[at].scores, name: 77}
        new = old.with_round_at(at, old.rounds[at]._replace(scores=scores))
        found = codec.rewrite(text, old, new)
        assert len(found.split("\n")) == len(text.split("\n"))
        pairs = zip(text.split("\n"), found.split("\n"), strict=True)
        assert sum(line != other for line, other in pairs) == (old != new)


@settings(max_examples=examples(60))
@given(layouts(), st.data())
def test_an_addition_only_adds_and_can_be_taken_out_again(
    layout: tuple[str, Game], data: st.DataObject
) -> None:
    text, old = layout
    new = old.with_round(data.draw(rounds(list(old.names))))
    added = codec.rewrite(text, old, new)
    assert codec.read(codec.rewrite(added, new, old)) == old
    if "\nrounds" not in text:  # all rounds in one list are one line, which must change
        after = iter(added.splitlines())
        assert all(line in after for line in text.splitlines())


@settings(max_examples=examples(75))
@given(layouts(), st.data())
def test_a_mangled_ledger_is_read_or_refused_and_never_crashes(
    layout: tuple[str, Game], data: st.DataObject
) -> None:
    text, _ = layout
    at = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(at, min(len(text), at + 40)))
    put = data.draw(
        st.sampled_from(("", "\n", "=", "[", '"', "Ann = 3\n", "[[rounds]]\n", "\x00", "9" * 5000))
    )
    mangled = text[:at] + put + text[stop:]
    last = mangled.count("\n") + 1
    try:
        found, findings = codec.read_all(mangled)
    except LedgerError as error:
        found, lines = None, [error.line]
    else:
        lines = [finding.line for finding in findings]
        assert (found is None) == any(finding.fatal for finding in findings)
    assert found is not None or lines
    assert all(line is None or 1 <= line <= last for line in lines)
