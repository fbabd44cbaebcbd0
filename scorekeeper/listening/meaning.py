"""What a line means: the command that somebody would have had to type, and how sure that is.

Nothing is carried out here. A command that is typed as it should be is that command, a round is an
``add``, and what people say besides stands in ``sayings``.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.cards import are_cards, parse_groups
from scorekeeper.errors import (
    SK,
    CardError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    UsageError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.games import games_among
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import is_entry, parse_entry
from scorekeeper.ledger.names import (
    UnknownPlayerError,
    find_player,
    is_whole_name,
    people,
    shell_name,
    wild_called,
)
from scorekeeper.ledger.rows import next_row, row_typed
from scorekeeper.listening.said_rounds import (
    can_go_out,
    claim_of,
    open_titles,
    round_of,
    rules_at_hand,
    with_discard,
)
from scorekeeper.listening.sayings import Found, Line
from scorekeeper.listening.sayings import said as sayings
from scorekeeper.listening.spoken import round_in_words
from scorekeeper.listening.whose_entry import Said, read_entries
from scorekeeper.render.evening import example_fix
from scorekeeper.render.words import person
from scorekeeper.store.steps import history_of
from scorekeeper.terminal import on_terminal
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


NAMES = ("sk", "scorekeeper")

EXPLAINED = {*COMMANDS, *RARE, *(f"{group} {name}" for group in WITHIN for name in WITHIN[group])}
"""The commands that have a help of their own."""

READS = (
    *("next", "standings", "sheet", "rules", "help", "deadwood", "verify", "meld", "chart"),
    *("stats", "games", "open", "rescore", "review"),
)
"""The commands that only look at the game, as ``house`` alone does."""

ASKS = ("new", "again", "finish", "misdeal", "delete")
"""The commands that begin, end or void something."""


ASIDE = ("house", "player", "dealer")
"""The commands that nobody means with a question, but for *can dave join*."""


MOST_WORDS = 60
"""Words of a sentence; rounds may have more."""


class NotUnderstoodError(UsageError):
    """A line that fits nothing that people say."""


class Heard(NamedTuple):
    """The ``words`` of the command that a line stands for.

    ``is_typed``: it is a command or a round as it should be typed. What was translated may ``says``
    more than the command does; ``trial`` is what is tried in its place to see whether it works.
    ``others`` are commands that could be meant as well. If the line fits no row they are guesses,
    and ``unclear`` says what isn't understood.
    """

    words: list[str]
    is_typed: bool = False
    says: str = ""
    trial: list[str] | None = None
    others: tuple["Heard", ...] = ()
    unclear: UsageError | None = None

    @property
    def reads(self) -> bool:
        """Whether the command only looks at the game."""
        is_look = self.words in (["house"], ["seats"])
        return is_look or (self.words[:1] != [] and self.words[0] in READS)

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
            return Heard(["next", *(["--upcard"] if words[1:] else []), *words[1:]], is_typed=True)
        if " ".join(words).casefold() in ("dead", "dead hand"):
            return Heard(["add", "dead"], is_typed=True)
    try:
        return Heard(round_of(words, game), is_typed=True)
    except ScorekeeperError as error:
        wrong = error
    if are_cards(line) and not sayings()["courtesy"].issuperset(map(str.casefold, words)):
        claim = claim_of(line, game) if can_go_out(line, game) else ["deadwood", "--", line]
        return Heard(claim, is_typed=True)
    if found := translated(words, game, path):
        return found
    raise _unclear(words, line, game, wrong)


def translated(words: Sequence[str], game: Game | None, path: Path | None) -> Heard | None:
    """What the words of a line mean in everyday English, None where nothing is known for them."""
    line = Line(with_discard(words), game.names if game else (), rules_at_hand(game))
    if not line.words:  # nothing but courtesy
        return Heard([], says=f"{SK}help lists what you can type")
    making = Making(line, game, path)
    meanings = line.meanings() if len(line.words) <= MOST_WORDS else ()
    rows = (making.made(command, found) for command, found in meanings)
    if line.mends and (heard := next(filter(None, rows), None)):
        return heard
    is_round = game and len(line.words) <= 5 * MOST_WORDS  # fifty players, six words each
    if game and is_round and (spoken := round_in_words(line, game)):
        named, others = games_among(words)
        if named and not others:  # three thirteen, at a table of two
            new = Heard(["new", f"--game={named[0]}", *game.at_the_table(len(game.played) + 1)])
            return Heard([], others=(Heard(spoken), new))
        if line.mends and game.played:  # it may be the last round, said anew
            anew = making.made("anew", {"round": "last", "entries": spoken[1:]})
            return Heard([], others=tuple(filter(None, (anew, Heard(spoken)))))
        return Heard(spoken, is_typed=True)
    heard = next(filter(None, rows), None)
    if heard is None and (better := line.corrected()):
        heard = translated(better, game, path)
    return heard and heard._replace(is_typed=False)


def asking_for_others(heard: Heard, game: Game) -> Heard:
    """A round in which not everybody has an entry, as one that asks for the others."""
    typed = [word.partition("=") for word in heard.words[1:]]
    if heard.words[:1] != ["add"] or not all(entry for _, _, entry in typed):
        return heard
    with suppress(ScorekeeperError):
        given = {find_player(name, game.names, "") for name, _, _ in typed}
        lacking = [name for name in next_row(game).players if name not in given]
        others = [f"{shell_name(name, game.names)}=POINTS" for name in lacking]
        says = heard.says or ("and asks for the others" if others else "")
        return heard._replace(trial=[*heard.words, *others], says=says)
    return heard


def without_program(line: str, game: Game | None) -> str:
    """A line of the open game as without the program's name, with which it would begin in a shell.

    A player may have that name.
    """
    first, _, rest = line.partition(" ")
    is_player = is_whole_name(first, game.names if game else ())
    return rest.strip() if rest and first.casefold() in NAMES and not is_player else line


# ── what isn't understood ───────────────────────────────────────────────────────────────


def _asked_for_help(words: Sequence[str]) -> list[str]:
    """The help asked for by ``? fix``, ``?fix``, ``help player join``, ``fix ?``; else nothing."""
    if words[0].startswith("?") and words[0] not in SAYS_MORE:
        words = ["?", words[0][1:], *words[1:]]
    if words[0].casefold() in SAYS_MORE and words[1:]:
        return ["help", *words[1:]]
    command = " ".join(words[:-1]).casefold()
    is_asked = words[-1].casefold() in SAYS_MORE and command in EXPLAINED
    return [*command.split(), "--help"] if is_asked else []


def _unclear(
    words: Sequence[str], line: str, game: Game | None, wrong: ScorekeeperError
) -> ScorekeeperError:
    """What to say about a line that isn't a command or cards, and is ``wrong`` as a round."""
    if game is None and isinstance(wrong, UsageError):  # for which of several games?
        wrong = NotUnderstoodError(wrong.said, remedy=wrong.advice)
    reading = Line(words, game.names if game else (), rules_at_hand(game))
    strange = [word.raw.rstrip(",") for word in reading.words if not reading.knows(word)]
    readable = [word for word in words if _is_readable(word, game)]
    others = len(words) - len(readable)
    has_meaning = words[0] in readable and not are_cards(words[0])
    is_strange = any(are_cards(w.raw) or not reading.knows(w) for w in reading.words[:1])
    is_slip = close_command(words[0]) and is_strange and not has_meaning
    is_part = any(words[0].casefold() in names for names in WITHIN.values())
    if is_part or (is_slip and game and others < 2) or (len(words) == 1 and is_slip):
        return no_command(words[0])
    # Nothing but cards, and what is probably a slip in one: 5-7h.
    if (
        (readable or others == 1) and all(map(are_cards, readable)) and re.search(r"\d", line)
    ) and not isinstance(wrong, PlayerError):
        try:
            parse_groups(line)
        except CardError as error:
            return error
    is_silly = isinstance(wrong, UnknownPlayerError) and not strange  # a word like is
    if readable and others <= max(1, 0.3 * len(words)) and not is_silly:
        return wrong
    is_open = game is None and len(strange) < len(words) and open_titles()
    if game is None and (is_open or re.search(r"\d", line)):
        return wrong
    return _not_understood(words, line, game, reading, strange)


def _not_understood(
    words: Sequence[str], line: str, game: Game | None, reading: Line, strange: Sequence[str]
) -> ScorekeeperError:
    """The ``strange`` words of a line, or all of it, and what it may be about."""
    problem = f"{quoted(line)} isn't understood"
    if strange and len(strange) < len(reading.words):
        verb = "isn't" if len(strange) == 1 else "aren't"
        problem = f"{listed(map(quoted, strange))} {verb} understood"
    here = [name for at in range(len(reading.words)) for _, name in reading.player(at)]
    if game and strange:
        other = next((name for name in game.names if name not in here), game.names[0])
        instead = [other if word.strip(",?!.") == strange[0] else word for word in words]
        try:
            find_player(strange[0], game.names, "this game")
        except UnknownPlayerError as error:
            if error.is_near or translated(instead, game, None):
                return error
    # Where nothing is played these are rather those who would play.
    names = f" {printable(line)}" if "," in line and not game else ""
    start = "" if game else f"start a game with {SK}new{names}, or "
    who = shell_name(here[0], reading.names) if here else ""
    behind = f"to enter points, type them behind the name, like {who} 12; " if who else ""
    more = f"{SK}help lists what you can type"
    return NotUnderstoodError(problem, remedy=f"{start}{behind}{more}")


def _is_readable(word: str, game: Game | None) -> bool:
    """Whether a word alone could be an entry or a player."""
    if is_entry(word.rpartition("=")[2] or word, rules_at_hand(game)):
        return True
    with suppress(PlayerError):
        return bool(game and find_player(word.partition("=")[0], game.names, ""))
    return False


# ── what was said, as a command ──────────────────────────────────────────────────────────────


class Making:
    """What makes a command of a row that fits a line."""

    def __init__(self, line: Line, game: Game | None, path: Path | None) -> None:
        self.line, self.game, self.path = line, game, path

    def made(self, command: str, found: Found) -> Heard | None:
        """The command of a row, None where that fits the words and not the game."""
        first, line = command.split(" ")[0], self.line
        if answer := sayings()["answers"].get(first):
            here = example_fix(self.game) if self.game and self.game.played else ""
            who = found.get("player") or (line.names or ("",))[-1]
            return Heard(
                [], says=answer.format(sk=SK, fix=here, who=self._who(who), name=person(who))
            )
        work = getattr(self, f"_{first}", None)
        needs_game = "{round}" in command or first in RARE or (work and first != "new")
        wonders = "leave" in command and line.words[0].text in (
            "is",
            "will",
            "would",
            "does",
            "did",
        )
        is_asked_for = first == "player" and line.asks and not wonders
        is_aside = first in ASIDE and line.is_question and not is_asked_for
        is_none = first in RARE and self.game and first not in rare_commands(self.game.rules)
        if is_aside or is_none or (needs_game and self.game is None):
            return None
        if work:
            heard: Heard | None = work(command, found)
            return heard
        words = self._words(command, found)
        return Heard(["undo"] if words == ["undo", "-n", "1"] and "number" in found else words)

    def _words(self, command: str, found: Found) -> list[str]:
        """A command with what is in its slots; a part in brackets only where something is."""
        parts = re.findall(r"\[[^]]*\]|\S+", command)
        slots = {part: re.findall(r"\{(\w+)\}", part) for part in parts}
        kept = " ".join(p.strip("[]") for p in parts if p[0] != "[" or found.keys() >= {*slots[p]})
        return [word for slot in kept.split() for word in self._filled(slot, found)]

    def _filled(self, slot: str, found: Found) -> list[str]:
        value = found.get(slot[1:-1])
        if value is None:
            return [slot]
        if slot == "{round}":
            return [row_typed(self._here, value).word]
        names = {"{player}": [value], "{other}": [value], "{players}": value}.get(slot)
        return [str(value)] if names is None else [*map(self._who, names)]

    def _who(self, name: str) -> str:
        return shell_name(name, self.line.names).strip("\"'")

    @property
    def _here(self) -> Game:
        assert self.game is not None, "such a command is made for a game alone"
        return self.game

    def _left(self, number: int, name: str) -> str:
        """What a player has in a round on the sheet, as it is typed."""
        return str(self._here.unmelded(number, self._here.played[number - 1], name))

    def _is_to_come(self, named: str | None) -> bool:
        """Whether a round is the one at hand, which isn't on the sheet."""
        if wild := wild_called(named or ""):
            with suppress(RoundError):
                return wild == wild_called(next_row(self._here).word)
        return named in ("now", str(len(self._here.played) + 1))

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
                return None if had else Heard([], says=f"nobody has {was} in any round")
            named, scores = str(had[0][0]), {had[0][1]: entry}
        given = [f"{self._who(name)}={text}" for name, text in scores.items()]
        if self._is_to_come(named):
            return Heard(["add", *given])
        with suppress(RoundError):  # last round: ann 5, bo out
            is_whole = len(scores) > 1 and scores.keys() == {*next_row(self._here).players}
            if named == "last" and was is None and is_whole and not self.line.mends:
                last = Heard(["fix", row_typed(self._here, named).word, *given])
                return Heard([], others=(Heard(["add", *given]), last))
        name = next(iter(scores))
        if named is None and was is not None:
            named = next((str(n) for n in played if self._left(n, name) == was), None)
        row = row_typed(self._here, named or "last")
        stands = "" if row.bonus else self._left(row.number, name)
        is_other = was is not None and stands not in (was, "")
        says = f"{person(name)} had {stands}, not {was}, in {row.name}" if is_other else ""
        return Heard(["fix", row.word, *given], says=says)

    def _anew(self, _: str, found: Found) -> Heard | None:
        """All the entries of a round, as it should have been."""
        named, entries = found["round"], found["entries"]
        if self._is_to_come(named) or "=" in entries[0]:
            row = [] if self._is_to_come(named) else [row_typed(self._here, named).word]
            return Heard(["fix" if row else "add", *row, *entries])
        read = read_entries(row_typed(self._here, named), [Said(None, e) for e in entries])
        return self._was("", {"round": named, "scores": {n: e.typed for n, e in read.items()}})

    def _out(self, command: str, found: Found) -> Heard | None:
        """Who went out after all; ``?`` asks who did, or in a game of lives who is still in."""
        rules, played, what = self._here.rules, self._here.played, command.split()[1]
        if what == "?" and (rules.is_pool or not (rules.goes_out and played)):
            return Heard(["standings"])
        row = row_typed(self._here, found.get("round", "last").replace("now", "last"))
        was = self._here.rounds[row.at].out
        if what == "?" or (what == "-" and found.get("other", *was[:1]) not in was):
            return Heard([], says=f"{people(was) or 'nobody'} went out in {row.name}")
        who = "-" if what == "-" else found["player"]
        fixed = ["fix", row.word, "--out", who if who == "-" else self._who(who)]
        if was and who not in ("-", *was) and not rules.several_out:
            points = " ".join(f"{self._who(name)}=POINTS" for name in was)
            says = f"{people(was)} went out in {row.name}, and needs points now:"
            return Heard([], says=f"{says}  {SK}{' '.join(fixed)} {points}")
        return Heard(fixed)

    def _exchange(self, _: str, found: Found) -> Heard | None:
        """Two players' entries in a round that belong to each other."""
        row = row_typed(self._here, found.get("round", "last"))
        one, other = found["player"], found["other"]
        scores = {one: self._left(row.number, other), other: self._left(row.number, one)}
        words = ["fix", row.word, *(f"{self._who(name)}={left}" for name, left in scores.items())]
        out = [name for name in scores if self._here.rounds[row.at].out == (name,)]
        return Heard(
            [*words, *(["--out", self._who(other if out == [one] else one)] if out else [])]
        )

    def _void(self, command: str, found: Found) -> Heard | None:
        """A round that goes: only the last one can be void, and another can be corrected."""
        if self._is_to_come(found["round"]):
            return Heard(["misdeal"])
        row = row_typed(self._here, found["round"])
        if row.at != len(self._here.rounds) - 1 or self.path is None:
            return Heard(["fix", row.word])
        changes = reversed(history_of(self.path).changes)
        back = next((n for n, change in enumerate(changes, 1) if change.added == row.at), 0)
        misdeal, undo = Heard(["misdeal"]), Heard(["undo", "-n", str(back)])
        if back == 1 and "misdeal" not in command:
            return Heard(["undo"])
        return Heard([], others=(misdeal, undo)) if back > 1 else misdeal

    def _ends(self, *_: Any) -> Heard:
        """Whether this is the last round: the card of the round at hand says it."""
        return Heard(["next"])

    def _sheet(self, _: str, found: Found) -> Heard:
        named = found.get("round")
        if self._is_to_come(named):
            return Heard(["next"])
        return Heard(["sheet", *(["--round", row_typed(self._here, named).word] if named else [])])

    # ── people, and points beside the cards ──────────────────────────────────────────────

    def _adjust(self, command: str, found: Found) -> Heard | None:
        points: int = found["signed"] if "signed" in found else found["number"]
        points = -points if "-{" in command else points
        hurts = (points > 0) == (self._here.rules.winner == "low")
        why = self._words("[--why {why}]", found)
        words = [self._who(found["player"]), str(abs(points)), *why]
        return Heard(["penalty" if hurts else "bonus", *words]) if points else None

    def _player(self, command: str, found: Found) -> Heard | None:
        words = self._words(command, found)
        if words[1] == "join" and "--points" not in words and self._here.played:
            says = (
                f"{words[2]} joins in {next_row(self._here).name}; you'll be asked for the points"
            )
            trial = [*words, "--points", "average"]
            return Heard(words, trial=trial, says=says if on_terminal() else "")
        can_drop = self.line.rules is not None and "drop" in self.line.rules.called
        if can_drop and self.line.words[0].text == "drop":
            return self._alone(found["player"], "drop", "")
        return Heard(words)

    def _enter(self, *_: Any) -> Heard:
        """A round whose entries are all asked for."""
        return asking_for_others(Heard(["add"], says="asks for everybody's points"), self._here)

    def _suits(self, _: str, found: Found) -> Heard:
        cards = self._with_suits(found["ranks"])
        return Heard([], says=f"that may depend on the suits; type them as well: {SK}meld {cards}")

    def _back(self, _: str, found: Found) -> Heard | None:
        """Somebody who is out of a pool comes back in; who has left plays on under a new name."""
        player = self._here.player(found["player"])
        if self._here.rules.is_pool:
            return Heard(["rejoin", self._who(player.name)])
        again = f"{player.name} II"
        if player.left is None:
            return Heard([], says=f"{person(player.name)} is still playing")
        says = f"{person(player.name)} has left; to come back on a new line:"
        return Heard([], says=f"{says}  {SK}player join {quoted(again)}")

    def _each(self, command: str, found: Found) -> Heard:
        """One command for each of several players: only one can be done at a time."""
        each = (["player", command.split()[1], self._who(name)] for name in found["players"])
        return Heard([], others=tuple(map(Heard, each)))

    def _alone(self, name: str, entry: str, says: str) -> Heard | None:
        """One player's entry in the round at hand; the others are asked for."""
        row = next_row(self._here)
        if row.rules and row.rules.has_gin:
            return None
        others = [f"{self._who(other)}=POINTS" for other in row.players if other != name]
        given = ["add", f"{self._who(name)}={entry}"]
        return Heard(given, says=says or "and asks for the others", trial=[*given, *others])

    def _sit(self, _: str, found: Found) -> Heard | None:
        name, named = found["player"], found.get("round", "now")
        if not self._is_to_come(named):
            return self._was("", {"round": named, "scores": {name: "-"}})
        out = f"{person(name)} sits out {next_row(self._here).name}"
        return self._alone(name, "-", f"{out}, and has no place unless you give points")

    def _pass(self, *_: Any) -> Heard:
        heard = (self._sit("", {"player": name}) for name in next_row(self._here).players)
        return Heard([], others=tuple(filter(None, heard)))

    def _swap(self, _: str, found: Found) -> Heard | None:
        two = found["player"], found["other"]
        instead = dict(zip(two, reversed(two), strict=True))
        seated = self._here.seated(len(self._here.played) + 1)
        words = ["seats", *(self._who(instead.get(name, name)) for name in seated)]
        return Heard(words) if {*two} <= {*seated} and len({*two}) == 2 else None

    # ── rules, games, cards ──────────────────────────────────────────────────────────────

    def _house(self, command: str, found: Found) -> Heard | None:
        return Heard(["house", *found["rule"]["not" in command].split()])

    def _new(self, command: str, found: Found) -> Heard | None:
        game, names = found.get("game"), found.get("names", [])
        starts = self.line.words[0].text in ("new", "start", "play")
        is_list = len(names) > 1 and (starts or not self.game)
        if "without" in command or "plus" in command:
            if self.game is None:
                return None
            last = self.game
            names = [n for n in last.at_the_table(len(last.played) + 1) if n != found.get("player")]
            names, game = [*names, *filter(None, [found.get("name")])], last.rules.game
            is_list = True
        if found.get("names") == [] or (names and self.line.is_question):
            return None
        if names and not (is_list or (game and (starts or (names[1:] and not self.game)))):
            return None
        if len(names) < 2 or (starts and not sayings()["nobody"].isdisjoint(names)):
            names = []  # all of them are asked for
        words = ["new", *([f"--game={game}"] if game else []), *names]
        here = self.game.at_the_table(len(self.game.played) + 1) if self.game else ()
        return Heard(words, trial=None if names else [*words, *here])

    def _sum(self, _: str, found: Found) -> Heard | None:
        if self.line.rules is None:
            return None
        ranks: list[str] = found["ranks"]
        points = count(parse_entry("+".join(ranks), self.line.rules).points or 0, "point")
        cards = self._with_suits(ranks)
        melds = f"to see what melds they make, type the suits as well: {SK}deadwood {cards}"
        return Heard([], says=f"{' '.join(ranks).upper()}: {points}; {melds}")

    @staticmethod
    def _with_suits(ranks: Sequence[str]) -> str:
        """Cards of these ranks, as an example."""
        pairs = zip(ranks, cycle("hsdc"), strict=False)
        return " ".join(rank if rank == "jk" else rank + suit for rank, suit in pairs)

    def _verify(self, _: str, found: Found) -> Heard:
        who = f"{self._who(found['player'])}=" if "player" in found else ""
        return Heard(claim_of(f"{who}{found['cards']}", self.game))
