"""What a line means: the command that somebody would have had to type, and how sure that is.

Nothing is carried out here. A command that is typed as it should be is that command, a round is an
``add``, and what people say besides stands in ``sayings``.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.cli.asking.confirm import refuse_so_far
from scorekeeper.cli.sayings import Found, Line, in_digits, said
from scorekeeper.cli.whose_entry import Said, look_like_totals, read_entries, said_in
from scorekeeper.errors import (
    SK,
    CardError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    count,
    printable,
    quoted,
)
from scorekeeper.games import games_among
from scorekeeper.ledger.entries import is_entry, parse_entry
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import find_player, is_whole_name, people, shell_name
from scorekeeper.ledger.phrases import called_in
from scorekeeper.ledger.rows import Row, next_row, row_typed
from scorekeeper.render.words import person
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.store.steps import history_of
from scorekeeper.terminal.choose import games_here
from scorekeeper.terminal.command_words import (
    COMMANDS,
    RARE,
    STANDS_FOR,
    WITHIN,
    as_said,
    close_command,
    no_command,
    rare_commands,
    split_words,
)
from scorekeeper.terminal.prompt import check_length

SAYS_MORE = ("?", "help")
"""Before or behind a command: what there is to know of it."""

ONLY_BEHIND_A_NAME = ("big", "big gin")
"""Entries that a line of their own would say of nobody."""

NAMES = ("sk", "scorekeeper")

EXPLAINED = {*COMMANDS, *RARE, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have a help of their own."""

READS = (
    *("next", "standings", "sheet", "rules", "help", "deadwood", "verify", "meld", "chart"),
    *("stats", "games"),
)
"""The commands that only look at the game, as ``house`` alone does."""

ASKS = ("new", "again", "finish", "misdeal", "delete")
"""The commands that begin, end or void something."""


class Heard(NamedTuple):
    """The ``words`` of the command that a line stands for.

    ``is_typed``: it is a command or a round as it should be typed. What was translated may ``says``
    more than the command does; ``trial`` is what is tried in its place to see whether it works.
    ``others`` are commands that could be meant as well.
    """

    words: list[str]
    is_typed: bool = False
    says: str = ""
    trial: list[str] | None = None
    others: tuple["Heard", ...] = ()

    @property
    def reads(self) -> bool:
        """Whether the command only looks at the game."""
        return self.words[:1] != [] and (self.words[0] in READS or self.words == ["house"])

    @property
    def is_done_at_once(self) -> bool:
        """Whether nobody needs to confirm it: one step back or forth says what came back."""
        return self.is_typed or self.reads or self.words in (["undo"], ["redo"])


def hear(line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()) -> Heard:
    """What a line stands for in the ``game`` in ``path``; there may be no game.

    ``in_shell`` are its words where a shell has read them. Raises the error that says what is
    missing where it can't be a command at all.
    """
    check_length(line)
    if command := STANDS_FOR.get(as_said(line)):
        return Heard([command], is_typed=True)
    words = list(in_shell) or split_words(line)
    if asked := _asked_for_help(words):
        return Heard(asked, is_typed=True)
    first = words[0].casefold()
    is_command = first in (*COMMANDS, *(rare_commands(game.rules) if game else ()))
    if is_command or first.startswith("--"):
        return Heard([first, *words[1:]], is_typed=True)
    if game is not None and game.rules.scoring.knocks:
        if first == "upcard":
            more = ["--upcard", *words[1:]] if words[1:] else []
            return Heard(["next", *more], is_typed=True)
        if [word.casefold() for word in words] == ["dead"]:
            return Heard(["add", "dead"], is_typed=True)
    try:
        return Heard(_round(words, game), is_typed=True)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(line):
        claim = _claim(line, game) if _go_out(line, game) else ["deadwood", "--", line]
        return Heard(claim, is_typed=True)
    if found := translated(words, game, path):
        return found
    raise _unclear(words, line, game, wrong)


def translated(words: Sequence[str], game: Game | None, path: Path | None) -> Heard | None:
    """What the words of a line mean in everyday English, None where nothing is known for them."""
    line = Line(words, game.names if game else (), _rules(game))
    if not line.words:  # nothing but courtesy
        return Heard([], says="type ? to see what can be typed")
    making = _Making(line, game, path)
    rows = (making.made(command, found) for command, found in line.meanings())
    if line.mends and (heard := next(filter(None, rows), None)):
        return heard
    if game and (spoken := _round_in_words(line, game)):
        named, others = games_among(words)
        if named and not others:  # three thirteen, at a table of two
            new = Heard(["new", f"--game={named[0]}", *game.at_the_table(len(game.played) + 1)])
            return Heard([], others=(Heard(spoken), new))
        if line.mends and game.played:  # it may be the last round, said anew
            return Heard([], others=(Heard(["fix", *_anew(spoken, game)]), Heard(spoken)))
        return Heard(spoken, is_typed=True)
    return next(filter(None, rows), None)


def _anew(spoken: Sequence[str], game: Game) -> list[str]:
    """The last round and an entry for each who played it, from the words of an ``add``."""
    row = row_typed(game, "last")
    entries = [word for word in spoken[1:] if "=" in word] or [
        f"{shell_name(name, game.names)}={word}"
        for name, word in zip(row.players, spoken[1:], strict=False)
    ]
    return [row.word, *entries]


def without_program(line: str, game: Game | None) -> str:
    """A line of the open game as without the program's name, with which it would begin in a shell.

    A player may be called so.
    """
    first, _, rest = line.partition(" ")
    is_player = is_whole_name(first, game.names if game else ())
    return rest.strip() if rest and first.casefold() in NAMES and not is_player else line


# ── rounds and cards ─────────────────────────────────────────────────────────────────────────


def _go_out(text: str, game: Game | None) -> bool:
    """Whether these are cards to go out with: laid out in groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), _rules(game)
    held = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and held == (rules.deal or 0) + 1)


def _claim(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` of cards in the round at hand, however many they are."""
    at_hand = []
    if game and _rules(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def _asked_for_help(words: Sequence[str]) -> list[str]:
    """The help asked for by ``? fix``, ``?fix``, ``help player join``, ``fix ?``; else nothing."""
    if words[0].startswith("?") and words[0] not in SAYS_MORE:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in SAYS_MORE and words[1:]:
        return ["help", *words[1:]]
    command = " ".join(words[:-1]).casefold()
    is_asked = words[-1].casefold() in SAYS_MORE and command in EXPLAINED
    return [*command.split(), "--help"] if is_asked else []


def _round(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` of a round, or ``verify`` of a player's cards with ``/`` between them.

    Raises what is wrong with the entries, or why there can be none.
    """
    if game is None:
        problem, remedy = "there is no game yet", f"start one: {SK}new"
        if any(not evening.is_over for evening in games_here(quiet=True)):
            problem = "several games here aren't over, and this could be for any of them"
            remedy = f"open one first, like {SK}open 1, or start another: {SK}new"
        raise UsageError(problem, remedy=remedy)
    row = next_row(game)
    said = said_in(words, game, row.rules)
    given = [entry if name is None else f"{name}={entry}" for name, entry in said]
    is_named = any(name is not None for name, _ in said)
    bare = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and not bare.isdisjoint(ONLY_BEHIND_A_NAME):
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        _refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and _go_out(said[0].entry, game):
        return _claim(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # All of these are asked about.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def _refuse_bare_words(said: Sequence[Said], rules: RoundRules | None, game: Game) -> None:
    """Raise EntryError for a word like ``drop`` without a name: alone it means something else."""
    for _, entry in said:
        if called_in(entry, rules):
            problem = f"{quoted(entry)} needs a name here"
            example = f"{shell_name(game.names[-1], game.names)} {entry}"
            raise EntryError(problem, remedy=f"name every entry, like {example}; or type add")


def _unclear(
    words: Sequence[str], line: str, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """What to say about a line that isn't a command or cards, and is ``wrong`` as a round."""
    if strange := _not_understood(words, game):
        return strange
    readable = [word for word in words if _is_readable(word, game)]
    # Several words before any game are rather names than one command with a slip.
    close = close_command(words[0]) if game or len(words) == 1 else None
    if close and (not readable or words[0].casefold() == close.split()[-1]):
        return no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    is_about_cards = all(map(are_cards, readable)) and re.search(r"\d", line)
    if is_about_cards and not isinstance(wrong, PlayerError):
        try:
            parse_groups(line)
        except CardError as error:
            return error
    if readable:
        return wrong
    # Where nothing is played these are rather those who would play.
    names = f" {printable(line)}" if "," in line else ""
    start = "" if game else f"start a game with {SK}new{names}, or "
    problem = f"{quoted(line)} isn't a command, a player, points or cards"
    return UsageError(problem, remedy=f"{start}type ? to see what can be typed")


def _not_understood(words: Sequence[str], game: Game | None) -> ScorekeeperError | None:
    """What there is to say of a sentence with a word in it that nobody here knows, else None."""
    line = Line(words, game.names if game else (), _rules(game))
    strange = [word.raw.rstrip(",") for word in line.words if not line.knows(word)]
    if not strange or not any(word.text in said()["known"] for word in line.words):
        return None
    if game:
        try:
            find_player(strange[0], line.names, "this game")
        except PlayerError as error:
            return error
    problem = f"{quoted(' '.join(strange))} isn't understood"
    return UsageError(problem, remedy="type ? to see what can be typed")


def _is_readable(word: str, game: Game | None) -> bool:
    """Whether a word alone could be an entry or a player."""
    if is_entry(word.rpartition("=")[2] or word, _rules(game)):
        return True
    with suppress(PlayerError):
        return bool(game and find_player(word.partition("=")[0], game.names, ""))
    return False


def _rules(game: Game | None) -> RoundRules | None:
    """The rules of the round to come, None where there is none or no cards are dealt."""
    try:
        return next_row(game).rules if game else None
    except RoundError:
        return None


# ── rounds in words ──────────────────────────────────────────────────────────────────────────


EVERYBODY = ("everyone", "everybody", "all", "each", "others", "rest")

BEHIND_EVERYBODY = (
    *("else", "others", "have", "has", "got", "gets", "had", "is", "are", "scored", "of", "us"),
)


NOBODY_OUT = r"(and )?(nobody|no one|no-one)( (went|goes|is|was|'s|out))*"


def _round_in_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` of a round that is said otherwise than ``add`` takes it, None where it is none.

    Numbers in words, ``12/0/5/21``, ``ann12 bob5``, ``everyone else 20``, and nobody who is out.
    """
    try:
        row = next_row(game)
    except RoundError:
        return None
    words, out = [word.raw.rstrip(",") for word in line.words], []
    said = " ".join(word.text for word in line.words)
    if nobody := re.match(rf"{NOBODY_OUT}|.*?(?= {NOBODY_OUT}$)", said):
        size, out = len(nobody[0].split()), ["--out", "-"]
        words = words[size:] if re.match(NOBODY_OUT, said) else words[:size]
    if len(words) == 1 and re.fullmatch(r"(\d+|o)(/(\d+|o))+", words[0]):
        words = words[0].split("/")
    glued = [re.fullmatch(r"([^\W\d_]+)(\d+|(?<=.)o)", word) for word in words]
    if all(glued) and not any(re.search(r"\d", name) for name in line.names):
        words = [part for found in glued if found for part in found.groups()]
    text = re.sub(r"(?i)\bout with (0|zero|nothing)\b", "out", " ".join(words))
    if game.rules.several_out:
        text = re.sub(r"(?i)\band (\w+) ((went )?out|o)\b", r"out \1 out", text)
    for spoken in in_digits(text.split(), 0, game.names) if words else ():
        with suppress(ScorekeeperError):
            found = _round(_for_all(spoken, row, game), game)
            if found[0] == "add":
                return [*found, *out]
    return None


def _for_all(words: list[str], row: Row, game: Game) -> list[str]:
    """A line with one entry for everybody, or everybody else, as one for each."""
    said = [word.casefold() for word in words]
    at = next((i for i, word in enumerate(said) if word in EVERYBODY), len(said))
    end = next((i for i in range(at + 1, len(said)) if said[i] not in BEHIND_EVERYBODY), 0)
    if not end:
        return words
    rest = [*(word for word in words[:at] if word not in ("the", "and")), *words[end + 1 :]]
    named = {name for name, _ in said_in(rest, game, row.rules)} if rest else set()
    if not named and {"else", "others", "rest"} & {*said}:
        return words
    return [*rest, *(f"{name}={words[end]}" for name in row.players if name not in named)]


# ── what was said, as a command ──────────────────────────────────────────────────────────────


class _Making:
    """What makes a command of a row that fits a line."""

    def __init__(self, line: Line, game: Game | None, path: Path | None) -> None:
        self.line, self.game, self.path = line, game, path

    def made(self, command: str, found: Found) -> Heard | None:
        """The command of a row, None where that fits the words and not the game."""
        first, *more = command.split(" ")
        work = getattr(self, f"_{first}", None)
        if command.startswith("undo") and found.get("number") == 1:
            return Heard(["undo"])
        if work is None:
            return Heard([first, *(self._filled(word, found) for word in more)])
        heard: Heard | None = work(command, found) if self.game or first in ("new",) else None
        return heard

    def _filled(self, word: str, found: Found) -> str:
        value = found.get(word[1:-1])
        is_player = word in ("{player}", "{other}")
        return word if value is None else self._who(value) if is_player else str(value)

    def _who(self, name: str) -> str:
        return shell_name(name, self.line.names).strip("\"'")

    @property
    def _here(self) -> Game:
        assert self.game is not None, "such a command is made for a game alone"
        return self.game

    def _left(self, number: int, name: str) -> str:
        """What a player has in a round on the sheet, as it is typed."""
        return str(self._here.unmelded(number, self._here.played[number - 1], name))

    # ── a round that is on the sheet ─────────────────────────────────────────────────────

    def _was(self, _: str, found: Found) -> Heard | None:
        """A correction: in the round that is named, else the last in which it was what is said."""
        was, named, entry = found.get("was"), found.get("round"), found.get("entry")
        scores = found.get("scores") or {found.get("player"): entry}
        played = range(len(self._here.played), 0, -1)
        if was is not None and was in (entry, *scores.values()):
            return Heard([], says=f"{was} instead of {was} changes nothing")
        if None in scores:  # it should be 15, not 5
            had = [(n, name) for n in played for name in self.line.names]
            had = [(n, name) for n, name in had if self._left(n, name) == was]
            if len([n for n, _ in had if n == had[0][0]]) != 1:
                return None
            named, scores = str(had[0][0]), {had[0][1]: entry}
        given = [f"{self._who(name)}={text}" for name, text in scores.items()]
        if named in ("now", str(len(played) + 1)):
            return Heard(["add", *given])
        name = next(iter(scores))
        if named is None and was is not None:
            named = next((str(n) for n in played if self._left(n, name) == was), None)
        row = row_typed(self._here, named or "last")
        stands = "" if row.bonus else self._left(row.number, name)
        is_other = was is not None and stands not in (was, "")
        says = f"{person(name)} had {stands}, not {was}, in {row.name}" if is_other else ""
        return Heard(["fix", row.word, *given], says=says)

    def _out(self, command: str, found: Found) -> Heard | None:
        row = row_typed(self._here, found.get("round", "last").replace("now", "last"))
        was = self._here.rounds[row.at].out
        if command.endswith("-"):
            if found.get("other", *was[:1]) not in was:
                return Heard([], says=f"{people(was) or 'nobody'} went out in {row.name}")
            return Heard(["fix", row.word, "--out", "-"])
        fixed = ["fix", row.word, "--out", self._who(found["player"])]
        if was and not (found["player"] in was or self._here.rules.several_out):
            points = " ".join(f"{self._who(name)}=POINTS" for name in was)
            says = f"{people(was)} went out in {row.name}, and needs points now:"
            return Heard([], says=f"{says}  {SK}{' '.join(fixed)} {points}")
        return Heard(fixed)

    def _fix(self, _: str, found: Found) -> Heard:
        return Heard(["fix", row_typed(self._here, found["round"]).word])

    def _void(self, _: str, found: Found) -> Heard | None:
        """A round taken back: only the last one can be void, and another can be corrected."""
        row = row_typed(self._here, found["round"])
        if row.at != len(self._here.rounds) - 1 or self.path is None:
            return Heard(["fix", row.word])
        changes = reversed(history_of(self.path).changes)
        back = next((n for n, change in enumerate(changes, 1) if change.added == row.at), 0)
        misdeal, undo = Heard(["misdeal", row.word]), Heard(["undo", "-n", str(back)])
        if back == 1:
            return Heard(["undo"])
        return Heard([], others=(misdeal, undo)) if back else misdeal

    def _sheet(self, _: str, found: Found) -> Heard:
        named = found.get("round")
        if named in ("now", str(len(self._here.played) + 1)):
            return Heard(["next"])
        return Heard(["sheet", *(["--round", row_typed(self._here, named).word] if named else [])])

    # ── people, and points beside the cards ──────────────────────────────────────────────

    def _adjust(self, command: str, found: Found) -> Heard | None:
        points: int = found["signed"] if "signed" in found else found["number"]
        points = -points if "-{" in command else points
        hurts = (points > 0) == (self._here.rules.winner == "low")
        who = self._who(found["player"])
        return Heard(["penalty" if hurts else "bonus", who, str(abs(points))]) if points else None

    def _player(self, command: str, found: Found) -> Heard | None:
        words = [self._filled(word, found) for word in command.split(" ")]
        if words[1] == "join" and "--points" not in words and self._here.played:
            return Heard(words, trial=[*words, "--points", "average"])
        can_drop = self.line.rules is not None and "drop" in self.line.rules.called
        if can_drop and self.line.words[0].text == "drop":
            return self._alone(found["player"], "drop", "")
        return Heard(words)

    def _alone(self, name: str, entry: str, says: str) -> Heard | None:
        """One player's entry in the round at hand; the others are asked for."""
        row = next_row(self._here)
        if row.rules and row.rules.has_gin:
            return None
        others = [f"{self._who(other)}=POINTS" for other in row.players if other != name]
        given = ["add", f"{self._who(name)}={entry}"]
        return Heard(given, says=says or "and asks for the others", trial=[*given, *others])

    def _sit(self, _: str, found: Found) -> Heard | None:
        name = found["player"]
        out = f"{person(name)} sits {next_row(self._here).name} out"
        return self._alone(name, "-", f"{out}, and has no place then unless points are given")

    def _pass(self, *_: Any) -> Heard:
        players = next_row(self._here).players
        heard = (self._sit("", {"player": name}) for name in players)
        return Heard([], others=tuple(filter(None, heard)))

    def _swap(self, _: str, found: Found) -> Heard | None:
        two = found["player"], found["other"]
        instead = dict(zip(two, reversed(two), strict=True))
        seated = self._here.seated(len(self._here.played) + 1)
        words = ["seats", *(self._who(instead.get(name, name)) for name in seated)]
        return Heard(words) if {*two} <= {*seated} and len({*two}) == 2 else None

    def _seats(self, _: str, found: Found) -> Heard:
        return Heard(["seats", *map(self._who, found["players"])])

    # ── rules, games, cards ──────────────────────────────────────────────────────────────

    def _house(self, command: str, found: Found) -> Heard | None:
        if "rule" not in found:
            return Heard(["house"])
        setting = found["rule"]["not" in command]
        return None if self.line.is_question else Heard(["house", *setting.split()])

    def _new(self, _: str, found: Found) -> Heard | None:
        game, names = found.get("game"), found.get("names", [])
        is_list = len(names) > 1 and not (self.game and len(self.line.words) == len(names))
        starts = self.line.words[0].text in ("new", "start", "play")
        if names and not (is_list or (game and (starts or names[1:]))):
            return None
        words = ["new", *([f"--game={game}"] if game else []), *names]
        return Heard(words, trial=None if names else [*words, "Ann", "Bo"])

    def _already(self, _: str, found: Found) -> Heard:
        return Heard([], says=f"{person(found['player'])} plays already")

    def _sum(self, _: str, found: Found) -> Heard | None:
        if self.line.rules is None:
            return None
        ranks = found["ranks"]
        sum_of = parse_entry("+".join(ranks), self.line.rules).points or 0
        melds = "to see what melds they make, type the suits as well: deadwood kh kd 5s 2c"
        return Heard(
            [], says=f"{' '.join(ranks).upper()} left over: {count(sum_of, 'point')}; {melds}"
        )

    def _verify(self, _: str, found: Found) -> Heard:
        who = f"{self._who(found['player'])}=" if "player" in found else ""
        return Heard(_claim(f"{who}{found['cards']}", self.game))
