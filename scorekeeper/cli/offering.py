"""A ready command for what somebody said: tried with nothing written, then offered."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import typer

from scorekeeper import games
from scorekeeper.cards import are_cards
from scorekeeper.cli.dispatch import carried_out, is_sentence, usage_error
from scorekeeper.errors import (
    SK,
    CardError,
    EntryError,
    Interrupted,
    PlayerError,
    RulesError,
    ScorekeeperError,
    UsageError,
    listed,
    printable,
    quoted,
    refuse_bytes,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import is_entry
from scorekeeper.ledger.names import UnknownPlayerError, UnreadRoundError
from scorekeeper.ledger.rows import next_row, row_typed, rows
from scorekeeper.listening import said
from scorekeeper.listening.line import EVERYBODY, Line
from scorekeeper.listening.making import ASKS, Heard, Making, asking_for_others
from scorekeeper.listening.meaning import NotUnderstoodError, hear, translated
from scorekeeper.listening.said_rounds import MOST_WORDS, rules_at_hand
from scorekeeper.render.words import person, square
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.store import durable, parsed
from scorekeeper.store.evenings import Evening, called
from scorekeeper.terminal import GameAtHand, as_typed_here, on_terminal, talk, voice
from scorekeeper.terminal.command_words import (
    COMMANDS,
    RARE,
    AnotherLine,
    as_said,
    is_yes,
    number_of,
    split_words,
    typed,
)
from scorekeeper.terminal.games import NoGameError, find_without_asking, games_here, load
from scorekeeper.terminal.prompt import ask, is_waiting

OWN_QUESTION = ("misdeal", "delete")
"""Commands that ask before they do anything, and do nothing unless somebody says yes."""

INSTEAD = {"add": ["player"], "next": ["add"], "edit": ["fix"], "delete": ["undo", "misdeal"]}
"""What people mean by a command that can't be typed so: ``add dave``, ``edit round 3``."""

NO_CHANGE = "changes nothing: it is like that already"

UNTRIED = ("edit", "serve", "open", "import", "export")
"""Commands that do more than write a game, and are not tried."""


UNREAD: dict[str, type[ScorekeeperError]] = {
    "deadwood": CardError,
    "fix": EntryError,
    "house": RulesError,
}
"""The error that a command ends with if its words are rather a sentence: house two jokers."""


class Rehearsed(NamedTuple):
    """What a command would say, the error that it would end with, and the game as it would be."""

    said: list[str]
    error: ScorekeeperError | None
    game: Game | None


def rehearse(words: Sequence[str], path: Path | None) -> Rehearsed:
    """What a command would do to the game in ``path``, with nothing written and nobody asked."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    error: ScorekeeperError | None = None
    remarks, at, voice.at = voice.remarks, voice.at, GameAtHand(is_open=True, path=path)
    with redirect_stdout(out), redirect_stderr(err), durable.rehearsal() as kept:
        try:
            carried_out([*words], voice.at)
        except ScorekeeperError as wrong:
            error = wrong
        except typer.TyperException as wrong:
            error = usage_error(wrong, words)
    voice.remarks, voice.at = remarks, at
    text = kept.get(durable.resolved(path)) if path and not error else None
    game = parsed(text.decode(), path) if path and text else None
    return Rehearsed(out.buffer.getvalue().decode().splitlines(), error, game)


# ── a line that fits nothing ─────────────────────────────────────────────────────────────


PARTS = (
    r"\s*[,.;:!?]+\s+|\s+(?:because|cause|cuz|since|so|but|and|please|pls)\s+"
    r"|\s+(?=(?:i|we|he|she|they|you|can|nobody)\s)"
)
"""What parts the clauses of a line."""

MOST_CLAUSES = 8
"""Clauses of a line that is read without some of them."""

BY_NAME = ("new", "open")
"""Commands with words that may be anything behind them, which a few words of a line don't mean:
a gin and tonic isn't a game, and *take that back* not one to open.
"""

WITHOUT_POINTS = ("player", "finish", "again", "undo", "seats", "dealer")
"""Commands that one clause may mean though another one has numbers."""

MOST_TALK = 25
"""Words of a line whose beginning and end are tried alone."""

MOST_READINGS = 24
"""How many shorter readings of a line are tried."""


def guesses(line: str, game: Game | None, path: Path | None) -> tuple[Heard, ...]:
    """The commands that a line may be about though it fits no row, the likeliest first.

    They leave something out that was said, or go by single words. Some may not work.
    """
    names, rules = game.names if game else (), rules_at_hand(game)
    reading, found = Line(split_words(line), names, rules), list[Heard]()
    if len(reading.words) > MOST_WORDS:
        return ()
    making = Making(reading, game, path)
    for question in _questions(line):
        with suppress(ScorekeeperError):
            heard = translated(split_words(question), game, path)
            if heard and heard.reads:
                return (heard,)
    for words, is_meant in islice(_shorter(line, names, rules), MOST_READINGS):
        with suppress(ScorekeeperError):
            heard = translated(words, game, path)
            all_heard = (heard, *heard.others) if heard else ()
            ready = [heard for heard in all_heard if heard.words and is_meant(heard.words[0])]
            found += [asking_for_others(h, game) if game else h for h in ready]
    if game is None:
        found += _in_open_games(line, reading)
    with suppress(ScorekeeperError):
        found += [*making.among_words(), *making.on_the_sheet()]
    for command, slots in reading.about() if not found else ():
        with suppress(ScorekeeperError):
            made = making.made(command, slots)
            found += [made] if made and made.words else []
    asks = reading.is_question and reading.without_frame is reading.words
    found = [heard for heard in found if heard.reads or heard.words[0] == "player" or not asks]
    texts = {word.text for word in reading.words}
    if texts & said()["doubles"]:  # Mia closed with 12, but it counts double
        found = [heard for heard in found if heard.words[0] != "add"]
    is_others = not texts.isdisjoint(EVERYBODY)
    unlike = {
        tuple(heard.words[:1] if heard.words[0] == "new" else heard.words): heard
        for heard in reversed(found)
        if not (is_others and heard.words[0] in ("penalty", "bonus", "player"))
    }
    return tuple(reversed(unlike.values()))[:3]


def _questions(line: str) -> Iterator[str]:
    """The question in a line in which somebody says more, alone and with what is before it."""
    asked, mark, more = line.partition("?")
    *before, alone = re.split(r"(?<=[.!;])\s+", asked)
    if mark and before:
        yield alone + mark
    if mark and more:
        yield asked + mark


def _in_open_games(line: str, reading: Line) -> Iterator[Heard]:
    """The round that a line would be in a game here that goes on, or how to open one it names."""
    here = [evening for evening in games_here(quiet=True) if not evening.is_over]
    for evening in here[:MOST_READINGS]:
        with suppress(ScorekeeperError):
            typed_words = split_words(line)
            rest = [word for word in typed_words if not _is_title(word, evening)]
            heard = hear(" ".join(rest or typed_words), load(evening.path).game, evening.path)
            if heard.words and not heard.reads:
                yield Heard([*heard.words, "-f", evening.path.name])
    for word in reading.words[:MOST_READINGS]:
        is_name = len(word.text) > 1 and word.text not in said()["noise"]
        if is_name and len(called(word.raw, here)) == 1:
            yield Heard(["open", word.raw])


def _is_title(word: str, evening: Evening) -> bool:
    """Whether a word is of the title of a game."""
    return word.casefold() in (evening.head.title or "").casefold().split()


def _shorter(
    line: str, names: Sequence[str], rules: RoundRules | None
) -> Iterator[tuple[list[str], Callable[[str], bool]]]:
    """The words of a line without some that may be mere talk, and which commands they may mean.

    A clause with numbers or cards isn't talk, nor is one that comes first and names a player.
    """

    def is_any(_: str) -> bool:
        return True

    def is_clear(command: str) -> bool:
        return command not in BY_NAME

    clauses = [clause for clause in re.split(PARTS, line) if clause.strip()]
    clauses = clauses if len(clauses) <= MOST_CLAUSES else [line]
    readings = [Line(split_words(clause), names, rules) for clause in clauses]
    says_much = [reading.has_entries for reading in readings]
    says_who = [reading.has_entries or bool(reading.named) for reading in readings]
    sizes = range(len(clauses), 0, -1)
    spans = [(at, at + size) for size in sizes for at in range(len(clauses) - size + 1)]
    kept = [clauses[at:end] for at, end in spans if not any(says_who[:at] + says_much[end:])]
    told = [clause for clause, is_more in zip(clauses, says_who, strict=True) if is_more]
    if (bare := re.sub(r"\([^()]*\)", " ", line)) != line:
        yield split_words(bare), is_any
    for some in filter(None, [*kept[:1], told, *kept[1:]]):
        words = split_words(", ".join(some))
        if some != clauses:
            yield words, is_any
        known = Line(words, names, rules).known
        if 1 < len(known) < len(words):
            yield known, is_clear
    yield from ((words, is_clear) for words in _begun_or_ended(split_words(line), names, rules))
    if len(clauses) > 1:
        yield from ((split_words(clause), WITHOUT_POINTS.__contains__) for clause in clauses)


def _begun_or_ended(
    words: Sequence[str], names: Sequence[str], rules: RoundRules | None
) -> Iterator[list[str]]:
    """The words of a line without some at its end or its beginning that are mere talk.

    What is left doesn't end with a number: *three dogs* isn't three.
    """

    def is_talk(some: Sequence[str]) -> bool:
        reading = Line(some, names, rules)
        is_no = not said()["not"].isdisjoint(word.text for word in reading.words)
        return not (reading.has_entries or reading.named or is_no)

    def says_enough(some: Sequence[str]) -> bool:
        texts = [word.text for word in Line(some, names, rules).words]
        return len([text for text in texts if text not in said()["noise"]]) > 1

    for size in range(len(words) - 1 if len(words) <= MOST_TALK else 0, 1, -1):
        begun, rest, before, ended = words[:size], words[size:], words[:-size], words[-size:]
        is_counted = Line(begun[-1:], names, rules).has_entries
        if is_talk(rest) and not is_counted and says_enough(begun):
            yield [*begun]
        if is_talk(before) and says_enough(ended):
            yield [*ended]


# ── a line that is meant as a command ────────────────────────────────────────────────────


def understood(
    line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()
) -> Heard:
    """What a line stands for; of a command that can't be typed so, what was meant; raises as hear.

    ``in_shell`` are its words where a shell has read them.
    """
    try:
        heard = hear(line, game, path, in_shell)
    except (NotUnderstoodError, UnknownPlayerError) as error:
        found = guesses(line, game, path)
        if not _is_talk(error, line, game):  # Bob is called Rob, with an r
            found = tuple(each for each in found if each.words[0] == "player")
        if found:
            return Heard([], others=found, unclear=error)
        raise
    except EntryError as error:  # a round with some talk in it
        rounds = tuple(h for h in guesses(line, game, path) if _is_whole_round(h, game))
        if not rounds:
            raise
        return Heard([], others=rounds, unclear=error)
    words, typed_words = heard.words, list(in_shell) or split_words(line)
    is_command = heard.is_typed and words[1:] and words[0] == typed_words[0].casefold()
    if not is_command or any(word.startswith("-") for word in words):
        return heard
    if is_sentence(words):
        if meant := translated(typed_words, game, path):
            return meant
        raise _no_players(words)
    plain = [word for word in words if word.casefold() not in said()["courtesy"]]
    if plain != words and rehearse(plain, path).error is None and rehearse(words, path).error:
        return Heard(plain)
    with suppress(ScorekeeperError):
        meant = translated(typed_words, game, path)
        says_new = words[0] == "new" and "me" not in words
        if meant and meant.words != words and (says_new or _fails(words, meant, path)):
            return meant
        is_loose = words[0] in ("finish", "again", "delete")
        wrong = rehearse(words, path).error if is_loose else None
        if isinstance(wrong, UsageError) and (found := guesses(line, game, path)):
            return Heard([], others=found, unclear=wrong)  # finish here please, we are tired
    return heard


def _is_whole_round(heard: Heard, game: Game | None) -> bool:
    """Whether a command enters everybody's points."""
    entries = [word for word in heard.words[1:] if not word.startswith("--")]
    return bool(game and heard.words[:1] == ["add"] and len(entries) == len(next_row(game).players))


def _is_talk(error: ScorekeeperError, line: str, game: Game | None) -> bool:
    """Whether a line isn't rather a round with a player whose name isn't known."""
    if not isinstance(error, UnknownPlayerError):
        return True
    reading = Line(split_words(line), game.names if game else (), rules_at_hand(game))
    return not (error.is_near or reading.has_entries)


def _no_players(words: Sequence[str]) -> UsageError:
    """What to do where the words behind ``new`` are rather a sentence than names."""
    problem = f"{quoted(' '.join(words[1:]))} isn't understood"
    return UsageError(problem, remedy=f"to start a game:  {SK}new, and the players clockwise")


def _fails(words: list[str], found: Heard, path: Path | None) -> bool:
    """Whether a command can't be typed so, whatever the game is."""
    if words[0] in UNTRIED or (words[0] == "add" and found.words[:1] != ["add"]):
        return True
    error = rehearse(words, path).error
    unread = UNREAD.get(words[0], UsageError)
    if unread is RulesError and "=" in "".join(words):
        return False
    return isinstance(error, unread | UsageError | PlayerError | UnreadRoundError | NoGameError)


def meant_in_shell(words: list[str], at: GameAtHand, none: ScorekeeperError) -> list[str]:
    """The command that is meant by the words behind ``sk``, of which the first is none.

    Raises the error ``none`` where nothing is known for them.
    """
    words = _without_file(words, at)
    game, path = _at_hand(at)
    line, is_command = " ".join(words), words[0] in {*COMMANDS, *RARE}
    none = _no_players(words) if is_sentence(words) else none
    try:
        heard = understood(line, game, path, words)
    except ScorekeeperError as error:
        raise (none if len(words) == 1 or is_command else error) from error
    if game and heard.is_typed:
        heard = asking_for_others(heard, game)  # sk mum 14
    if is_command and not _is_meant(words, heard, none, path):
        raise none
    if path:  # in a shell, rules alone lists the games
        here = Heard(["rules", "-f", str(path)])
        others = tuple(here if each.words == ["rules"] else each for each in heard.others)
        heard = here if heard.words == ["rules"] else heard._replace(others=others)
    return settled(heard._replace(is_typed=heard.reads and on_terminal()), line, game, path)


def _is_meant(words: list[str], heard: Heard, none: ScorekeeperError, path: Path | None) -> bool:
    """Whether a command that ended with the error ``none`` is meant as it is ``heard``.

    If not, its own error says more, or it would be heard again and again.
    """
    first, was = "".join(heard.words[:1]), words[0]
    if heard.words == words or (heard.is_typed and first == was):
        return False
    if first == "new" or (was == "delete" and heard.others and not heard.unclear):
        return True
    if first == was:
        says_more = heard.words != ["rules"] or not isinstance(none, UsageError)
    else:
        says_more = first in INSTEAD.get(was, ()) and not isinstance(none, PlayerError)
    if was == "add" and first == "player":
        says_more = says_more and heard.words[1] == "join" and not is_entry(heard.words[2], None)
    asks = first == "fix" and len(heard.words) == 2  # for the right points
    return says_more and (asks or not rehearse(heard.trial or heard.words, path).error)


def _without_file(words: list[str], at: GameAtHand) -> list[str]:
    """The words without ``-f FILE``, which names the game for whatever is meant."""
    places = [n for n, word in enumerate(words[:-1]) if n and word in ("-f", "--file")]
    if not places:
        return words
    at.named = words[places[0] + 1]
    return [*words[: places[0]], *words[places[0] + 2 :]]


def _at_hand(at: GameAtHand) -> tuple[Game | None, Path | None]:
    """The game that a line is about, and its file; None where it isn't clear, or can't be read."""
    path = None
    with suppress(ScorekeeperError):
        path = find_without_asking(at)
        return load(path).game, path
    return None, path


def is_line(answer: str) -> bool:
    """Whether an answer to some question is a whole line: a command, or everybody's entries."""
    game, path = _at_hand(voice.at)
    try:
        refuse_bytes(answer)
        heard = understood(answer, game, path)
    except ScorekeeperError:
        return False
    is_list = heard.words[:1] == ["new"] and len(heard.words) > len(
        answer.replace(",", " ").split()
    )
    is_step = heard.words in (["undo"], ["redo"])
    is_word = len(answer.split()) == 1 and not heard.is_typed  # a name, perhaps misspelt
    if are_cards(answer) or is_list or is_step or is_word:  # an answer, though perhaps a wrong one
        return False
    entries = [word for word in heard.words[1:] if not word.startswith("--")]
    seated = len(next_row(game).players) if game and heard.words[:1] == ["add"] else 0
    is_clear = bool(heard.words or heard.others) and not heard.unclear
    return is_clear and len(entries) >= seated


def settled(heard: Heard, line: str, game: Game | None, path: Path | None) -> list[str]:
    """The command to carry out, which a person has confirmed; Interrupted where they don't want it.

    Raises what is wrong with it, AnotherLine for another one that was typed instead, and off a
    terminal UsageError with the ready command.
    """
    ready, asks = heard.others or (heard,), on_terminal()
    if not heard.words and not heard.others:
        if not asks:
            raise UsageError(f"{quoted(line)} isn't a command", remedy=heard.says)
        talk(heard.says)
        return []
    if asks and heard.words and (heard.is_done_at_once or heard.words[0] in OWN_QUESTION):
        return heard.words
    if not asks and ready[0].words[:1] == ["new"] and ready[0].trial is not None and not game:
        problem = f"{quoted(line)} names no players"
        remedy = f"{SK}{typed(*ready[0].words)} and their names, clockwise"
        raise UsageError(problem, remedy=remedy)
    if not asks:  # where nobody can be asked for the rest, all of it must be typed
        ready = tuple(each._replace(words=each.trial or each.words) for each in ready)
    deeds = list(_deeds(ready, heard, game, path))
    lines = [f"{SK}{typed(*each.words)}   {deed}".rstrip() for each, deed in deeds]
    if asks and [deed for _, deed in deeds] == [NO_CHANGE]:
        talk(as_typed_here(lines[0], voice.at.named))
        return []
    if heard.unclear and not deeds:
        raise heard.unclear
    if not asks or is_waiting():  # keys typed before a question don't answer it
        problem = f"{quoted(line)} isn't a command"
        if heard.unclear or asks:
            problem = heard.unclear.said if heard.unclear else f"{quoted(line)} wasn't done"
        late = ": more was typed after it" if asks else ""
        raise UsageError(f"{problem}{late}", remedy=" or ".join(lines))
    lines = [as_typed_here(line, voice.at.named) for line in lines]
    ready = tuple(each for each, _ in deeds)
    if heard.unclear and len(ready) == 1 and ready[0].reads and ready[0].words[0] != "open":
        talk(f"{heard.unclear.problem}; the nearest thing is  {lines[0]}")
        return ready[0].words
    if heard.unclear:
        talk(f"{heard.unclear.problem}; did you mean this?")
    if len(ready) == 1:
        return _offered(ready[0], lines[0], is_open=game is not None, is_guess=bool(heard.unclear))
    head = [f"  {number}  {each}" for number, each in enumerate(lines, start=1)]

    def chosen(answer: str) -> list[str] | None:
        number = number_of(answer, len(ready))
        if is_yes(answer):
            return None  # to which of them?
        return ready[number - 1].words if number else _instead(answer)

    question = f"a number from 1 to {len(ready)} · < back: "
    return ask(question, chosen, "a number: does that line", head=head, ways=False)


def _deeds(
    ready: Sequence[Heard], heard: Heard, game: Game | None, path: Path | None
) -> Iterator[tuple[Heard, str]]:
    """Each command with what it would do, without the guesses that fail.

    Of several guesses those that change nothing are left out as well.
    """
    for each in ready:
        try:
            deed = _deed(each, game, path)
        except ScorekeeperError:
            if not heard.unclear:
                raise
        else:
            is_lone = len(ready) == 1 and each.words[0] != "fix"
            if deed != NO_CHANGE or not heard.unclear or is_lone:
                yield each, deed


def _offered(heard: Heard, line: str, *, is_open: bool, is_guess: bool) -> list[str]:
    """The command of one line, once somebody has said yes to it; to a guess by a typed y."""
    begins_first = heard.words[0] == "new" and not is_open
    needs_yes = is_guess or (heard.words[0] in ASKS and not begins_first)
    starts = heard.words[0] == "new" and not heard.trial and not is_open

    def confirmed(answer: str) -> list[str] | None:
        if is_yes(answer) or not (answer or needs_yes):
            return heard.words
        if starts:
            with suppress(ScorekeeperError):
                other = games.game_called(answer).game
                names = [word for word in heard.words[1:] if not word.startswith("--game=")]
                return ["new", f"--game={other}", *names]
        return _instead(answer)

    ways = "[y] yes · [Enter] no" if needs_yes else "[Enter] yes · < back"
    ways += " · another game: its name" if starts else ""
    answers = f"{'y' if needs_yes else 'Enter'}: does that · <: nothing happens"
    return ask(f"{line}   {ways}: ", confirmed, answers, ways=False)


def _instead(answer: str) -> list[str]:
    """Drop an offer: nothing happens, or what is another line is done instead."""
    if as_said(answer) in ("", "n", "no", "nope"):
        raise Interrupted
    raise AnotherLine(answer)


# ── what a command does, in a sentence ───────────────────────────────────────────────────────


def _deed(heard: Heard, game: Game | None, path: Path | None) -> str:
    """What a ready command would do; raises what is wrong with it."""
    words, asks = heard.words, on_terminal()
    if words[0] == "misdeal" and game and game.rounds:
        deed = f"makes {row_typed(game, 'last').name} void"
        return f"{deed}; if the cards were just dealt, only deal again" if not asks else deed
    if words[0] in OWN_QUESTION or (heard.reads and asks):
        return "asks first" if words[0] in OWN_QUESTION else ""
    if words[0] == "new" and heard.trial is not None and asks:
        return f"starts {'another' if game else 'a'} game, and asks who plays"
    if words[0] == "demo":
        return "opens an evening to try"
    if words[0] == "fix" and len(words) == 2 and game:
        return f"asks for the right points of {row_typed(game, words[1]).name}"
    tried = rehearse([word.replace("=POINTS", "=1") for word in heard.trial or words], path)
    if tried.error:
        raise tried.error
    if heard.reads:
        return ""
    lines = [line.strip() for line in tried.said if line.strip()]
    if words[0] in ("fix", "house", "dealer", "seats") and tried.game in (None, game):
        return NO_CHANGE
    if words[0] == "fix" and game and tried.game:
        deed = _changes(game, tried.game)
        return f"{deed} ({heard.says})" if heard.says else deed
    if words[0] == "undo":
        back = (
            line.partition(":")[2].split(" ") for line in lines if line.startswith("taken back")
        )
        return f"takes back {listed(' '.join(line).strip().removeprefix('sk ') for line in back)}"
    if words[0] == "finish" and game:
        return f"ends {printable(game.title)} here, with the places as they stand"
    if words[0] == "dealer" and tried.game:
        row = next_row(tried.game)
        return f"{person(str(tried.game.dealer_of(row.number)))} deals {row.name}"
    is_round = words[0] == "add" and words[1:] != ["dead"]
    if is_round and game and tried.game and not heard.says:
        return _entered(tried.game, lines, asks=asks and "--out" not in words)
    return heard.says or " ".join(lines[: 2 if lines[:1] and lines[0].endswith(":") else 1])


def _entered(game: Game, lines: Sequence[str], *, asks: bool) -> str:
    """What a round would hold; if it isn't clear who went out, that may be asked."""
    row = row_typed(game, "last")
    if game.rules.goes_out and asks and not game.rounds[-1].out:
        return f"enters {row.name}, and asks who went out"
    if game.rules.scoring.knocks:
        return f"enters {row.name}: {lines[1]}"  # Nora knocked with 6, Tom has 22
    squares = [f"{person(name)} {square(game, row, name)}" for name in row.players]
    return f"enters {row.name}: {', '.join(squares)}"


def _changes(before: Game, after: Game) -> str:
    """What a correction changes: ``changes Bo's 5 to 15 in round 3``."""
    for was, now in zip(rows(before), rows(after), strict=False):
        pairs = (
            (name, square(before, was, name), square(after, now, name)) for name in after.names
        )
        found = [f"{person(name)}'s {old} to {new}" for name, old, new in pairs if old != new]
        if found:
            return f"changes {listed(found)} in {was.name}"
    return "changes no points"
