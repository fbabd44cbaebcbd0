"""Turns a sentence into a ready command: tries it with nothing written, then offers it."""

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import NamedTuple

import typer

from scorekeeper import games
from scorekeeper.cards import are_cards, rank_label
from scorekeeper.cli.dispatch import carry_out, is_sentence, usage_error
from scorekeeper.errors import (
    SK,
    CardError,
    Declined,
    EntryError,
    FileError,
    PlayerError,
    RoundError,
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
from scorekeeper.ledger.names import (
    SeveralPlayersError,
    UnknownPlayerError,
    UnreadRoundError,
    people,
    round_subject,
)
from scorekeeper.ledger.rows import next_row, row_typed, rows
from scorekeeper.ledger.standings import is_finished
from scorekeeper.listening import (
    Heard,
    NotUnderstoodError,
    clauses,
    guessing,
    meaning,
    said,
    without_pictures,
)
from scorekeeper.listening.said_rounds import asking_for_others, is_whole_round
from scorekeeper.listening.starts import MYSELF
from scorekeeper.render.rules import rule_change_lines
from scorekeeper.render.words import square_text
from scorekeeper.store import durable, parsed
from scorekeeper.terminal import Sitting, can_ask, command_words, rendered, talk, voice
from scorekeeper.terminal.games import NoGameError, find_ledger, load
from scorekeeper.terminal.prompt import ask, is_waiting, numbered

OWN_QUESTION = ("misdeal", "delete")
"""Commands that ask before they do anything, and do nothing unless somebody says yes."""

NEEDS_YES = ("new", "again", "finish")
"""Commands that begin or end something without their own question: Enter isn't enough."""

CHANGES = ["add", "player", "penalty", "bonus", "house", "dealer", "again", "misdeal"]

INSTEAD = dict.fromkeys(("add", "next", "new"), CHANGES)
INSTEAD |= {"edit": ["fix"], "delete": ["undo", "misdeal"], "wild": ["next", "house", "rules"]}
"""What people may mean by the command that they type: ``add dave``, ``edit round 3``."""

MOST_EXACT = 5
"""The most words of a command that was surely typed as one; a longer line may be a sentence."""

NO_CHANGE = "changes nothing: it's already like that"

SURELY_TALK = 0.9
"""A line more likely than this to be mere talk isn't asked about, whatever else it may mean."""

UNTRIED = ("edit", "serve", "open", "import", "export")
"""Commands that are never rehearsed, because they do more than write a game."""

UNREAD: dict[str, type[ScorekeeperError]] = dict.fromkeys(("add", "fix", "pad"), EntryError)
UNREAD |= {"check": FileError, "deadwood": CardError, "delete": FileError, "house": RulesError}
"""The error that a command ends with if its words are a sentence: ``house two jokers``."""


class Rehearsed(NamedTuple):
    """What a command would say, the error that it would end with, and the game as it would be."""

    lines: list[str]
    error: ScorekeeperError | None
    game: Game | None


def rehearse(words: Sequence[str], path: Path | None) -> Rehearsed:
    """Try a command on the game in ``path``, with nothing written and nobody asked."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    error: ScorekeeperError | None = None
    remarks, sitting = voice.remarks, voice.sitting
    voice.sitting = Sitting(is_open=True, path=path)
    with redirect_stdout(out), redirect_stderr(err), durable.rehearsal() as unwritten:
        try:
            carry_out([*words], voice.sitting)
        except ScorekeeperError as wrong:
            error = wrong
        except typer.TyperException as wrong:
            error = usage_error(wrong, words)
    voice.remarks, voice.sitting = remarks, sitting
    text = unwritten.get(durable.resolved(path)) if path and not error else None
    game = parsed(text.decode(), path) if path and text else None
    return Rehearsed(out.buffer.getvalue().decode().splitlines(), error, game)


# ── a line that is meant as a command ────────────────────────────────────────────────────


def interpret(
    line: str, game: Game | None, path: Path | None, in_shell: Sequence[str] = ()
) -> Heard:
    """The command that a line means, even if it is a command that was typed wrong.

    ``in_shell`` has its words if a shell has split them. Raises as ``meaning.hear`` does.
    """
    line = without_pictures(line)
    if not line.strip(" ()[]{}\"'"):
        remedy = f"{SK}help lists what you can type"
        raise NotUnderstoodError(f"can't make sense of {quoted(line)}", remedy=remedy)
    try:
        heard = meaning.hear(line, game, path, in_shell)
        if heard.reads and not heard.is_typed:
            return guessing.likelier(line, heard, game, path)
        if not heard.is_typed:
            heard = meaning.fuller(heard, line, game, path)
    except (NotUnderstoodError, UnknownPlayerError, RoundError) as error:
        return _guessed(error, line, game, path)
    except EntryError as error:  # a round with some talk in it
        if guesses := guessing.whole_rounds(line, game, path):
            return Heard([], others=guesses, unclear=_with_strange_words(error, line, game))
        raise
    except SeveralPlayersError as error:
        others = tuple(guessing.with_each(error, line, game, path))
        if guesses := others or guessing.guesses(line, game, path):
            doubt = error if others else _with_strange_words(error, line, game)
            return Heard([], others=guesses, unclear=doubt)
        raise
    typed = list(in_shell) or command_words.split_words(line)
    is_command = heard.is_typed and heard.words[1:] and heard.words[0] == typed[0].casefold()
    if not is_command or any(word.startswith("-") for word in heard.words):
        return heard
    return _instead_of_command(heard.words, typed, line, game, path) or heard


def _instead_of_command(
    words: list[str], typed: list[str], line: str, game: Game | None, path: Path | None
) -> Heard | None:
    """What a line means that begins like a command but isn't one; None if it is one."""
    if is_sentence(words):
        if meant := meaning.translated(typed, game, path):
            return meant
        raise _no_players(words)
    plain = [word for word in words if word.casefold() not in said()["courtesy"]]
    may_try = plain != words and words[0] not in UNTRIED
    if may_try and not rehearse(plain, path).error and rehearse(words, path).error:
        return Heard(plain)
    with suppress(ScorekeeperError):
        meant = meaning.translated(typed, game, path)
        says_new = words[0] == "new" and "me" not in words and meant and meant.words[1:]
        if meant and meant.words != words and (says_new or _fails(words, meant, path)):
            return meant
        is_loose = words[0] in ("finish", "again", "delete", "undo") or len(words) > MOST_EXACT
        error = rehearse(words, path).error if is_loose else None
        unread = EntryError | UnreadRoundError if words[0] in ("add", "fix") else UsageError
        is_talk = isinstance(error, unread) and not all(is_entry(word, None) for word in words[1:])
        guesses = guessing.guesses(line, game, path) if is_talk else ()
        if guesses := tuple(guess for guess in guesses if guess.words[:1] not in ([], ["add"])):
            return Heard([], others=guesses, unclear=error)  # finish here please, we are tired
    return None


def _guessed(error: ScorekeeperError, line: str, game: Game | None, path: Path | None) -> Heard:
    """What a line that isn't understood may mean; raises the ``error`` if nothing comes near."""
    if several := guessing.one_by_one(line, game, path):
        return several
    is_over = isinstance(error, RoundError)
    if not is_over and game and (about_me := guessing.with_myself(line, game, path)):
        return about_me
    guesses = guessing.guesses(line, game, path)
    if isinstance(error, UnknownPlayerError) and _is_round(error, line, game):
        fit = clauses.WITHOUT_POINTS
        guesses = tuple(g for g in guesses if fit & {*g.words[:1]} or is_whole_round(g, game))
    if is_over:
        guesses = guessing.once_over(guesses, line, game)
    if respelled := game and guessing.respelled(command_words.split_words(line), game):
        guesses = (respelled, *(g for g in guesses if g.words != respelled.words))[:3]
    if guessing.likely_talk(line, game) > (SURELY_TALK if guesses else 0):
        return Heard([], says=said()["answers"]["chat"].format(sk=SK))
    if not guesses:
        raise error
    if not guesses[0].words:
        return guesses[0]
    is_new = getattr(error, "typed", "") in guesses[0].words  # it's Ann with an e: Anne
    is_nobody = isinstance(error, UnknownPlayerError) and not error.near
    unclear = _with_strange_words(error, line, game) if is_new or is_nobody else error
    return Heard([], others=guesses, unclear=unclear)


def _with_strange_words(
    error: ScorekeeperError, line: str, game: Game | None
) -> NotUnderstoodError:
    """The ``error`` of a line that does have a meaning, with its words that mean nothing."""
    strange = clauses.strange_words(meaning.reading_of(line, game))
    return NotUnderstoodError(error.marked_problem, remedy=error.marked_remedy, strange=strange)


def _doubt(unclear: ScorekeeperError, question: str = "") -> str:
    """What isn't understood, followed by a player with a similar name, or the ``question``."""
    near = getattr(unclear, "near", "")
    question = f"did you mean {printable(near)}?" if near else question
    problem = unclear.marked_problem
    return problem if problem.endswith("?") else "; ".join(filter(None, [problem, question]))


def _is_round(error: UnknownPlayerError, line: str, game: Game | None) -> bool:
    """Whether a line with an unknown player is a round, rather than talk: Rob may be Bob."""
    reading = meaning.reading_of(line, game)
    if any(word.raw == error.typed and not reading.is_newcomer(word) for word in reading.words):
        return False  # a verb
    return bool(error.near) or clauses.has_entry_after(reading, error.typed)


def _no_players(words: Sequence[str]) -> UsageError:
    """The error if the words after ``new`` are a sentence rather than names."""
    problem = f"can't make sense of {quoted(' '.join(words[1:]))}"
    return UsageError(problem, remedy=f"to start a game:  {SK}new, and the players clockwise")


def _fails(words: list[str], meant: Heard, path: Path | None) -> bool:
    """Whether a command can't be typed like this, so that ``meant`` may be right instead."""
    if words[0] in UNTRIED or (words[0] == "add" and meant.words[:1] != ["add"]):
        return True
    error = rehearse(words, path).error
    unread = UNREAD.get(words[0], UsageError)
    if unread is RulesError and "=" in "".join(words):
        return False
    return isinstance(error, unread | UsageError | PlayerError | UnreadRoundError | NoGameError)


def meant_in_shell(words: list[str], sitting: Sitting, refusal: ScorekeeperError) -> list[str]:
    """The command that words refused after ``sk`` mean; raises the ``refusal`` if there is none."""
    words = _without_file(words, sitting)
    game, path = _game_and_path(sitting)
    line, is_command = " ".join(words), words[0] in {*command_words.COMMANDS, *command_words.RARE}
    refusal = _no_players(words) if is_sentence(words) else refusal
    try:
        heard = interpret(line, game, path, words)
    except ScorekeeperError as error:
        raise (refusal if len(words) == 1 or is_command else error) from error
    if game and heard.is_typed:
        heard = asking_for_others(heard, game)  # sk mum 14
    if is_command and not _is_meant(words, heard, refusal, path):
        raise refusal
    if path:  # in a shell, rules alone lists the games
        here = Heard(["rules", "-f", str(path)])
        others = tuple(here if each.words == ["rules"] else each for each in heard.others)
        heard = here if heard.words == ["rules"] else heard._replace(others=others)
    return confirm(heard._replace(is_typed=heard.reads and can_ask()), line, game, path)


def _is_meant(words: list[str], heard: Heard, refusal: ScorekeeperError, path: Path | None) -> bool:
    """Whether a refused command means what was ``heard``.

    If not, the refusal says more, or the same command would be heard again and again.
    """
    command, typed = "".join(heard.words[:1]), words[0]
    if heard.words == words or (heard.is_typed and command == typed):
        return False
    alike = heard.others and all(each.words[0] == typed for each in heard.others)
    if alike or command == "new" or (heard.is_answer and words[2:]):
        return True  # finish the darts game; penalty for bob
    if typed == "delete" and heard.others and not heard.unclear:
        return True
    if command == typed:
        says_more = heard.words != ["rules"] or not isinstance(refusal, UsageError)
    elif command == "player" and (heard.words[1:2] != ["join"] or is_entry(heard.words[2], None)):
        return False
    else:
        says_more = command in INSTEAD.get(typed, ()) and not isinstance(refusal, PlayerError)
    asks = command == "fix" and len(heard.words) == 2  # for the right points
    return says_more and (asks or not rehearse(heard.trial or heard.words, path).error)


def _without_file(words: list[str], sitting: Sitting) -> list[str]:
    """The words without ``-f FILE``, which names the game for whatever is meant."""
    places = [n for n, word in enumerate(words[:-1]) if n and word in ("-f", "--file")]
    if not places:
        return words
    sitting.named = words[places[0] + 1]
    return [*words[: places[0]], *words[places[0] + 2 :]]


def _game_and_path(sitting: Sitting) -> tuple[Game | None, Path | None]:
    """The game that a line is about, and its file; None for what is unclear or can't be read."""
    path = None
    with suppress(ScorekeeperError):
        path = find_ledger(sitting, "to read", asks=False)
        return load(path).game, path
    return None, path


def is_line(answer: str) -> bool:
    """Whether an answer to some question is a whole line: a command, or everybody's entries."""
    game, path = _game_and_path(voice.sitting)
    try:
        refuse_bytes(answer)
        heard = interpret(answer, game, path)
    except ScorekeeperError:
        return False
    is_list = heard.words[:1] == ["new"] and len(heard.words) > len(re.split(r"[\s,]+", answer))
    is_word = len(answer.split()) == 1 and not heard.is_typed  # a name, perhaps misspelt
    is_part = game and heard.words[:1] == ["add"] and not is_whole_round(heard, game)
    if are_cards(answer) or heard.words in (["undo"], ["redo"]) or is_list or is_word or is_part:
        return False  # an answer, though perhaps a wrong one
    return bool(heard.words or heard.others) and not heard.unclear


def confirm(heard: Heard, line: str, game: Game | None, path: Path | None) -> list[str]:
    """The command to carry out, once a person has confirmed it; empty if there is nothing to do.

    Raises what is wrong with it, Declined for a no, AnotherLine for what was typed instead, and
    off a terminal UsageError with the ready command.
    """
    asks = can_ask()
    if not heard.words and not heard.others:
        if not asks:
            raise UsageError(f"{quoted(line)} doesn't work as typed", remedy=heard.says)
        talk(heard.says)
        return []
    ready = heard.others or (heard,)
    if asks and heard.words and (heard.is_done_at_once or heard.words[0] in OWN_QUESTION):
        return heard.words
    if asks and ready[0].words == ["misdeal"] and game and not game.rounds:
        return ready[0].words  # there is nothing to void
    ready = ready if asks else _all_typed(ready, line, game)
    offers = list(_with_effects(ready, heard, game, path))
    if heard.unclear and not offers:
        raise heard.unclear
    lines = []
    for each, effect in offers:
        command = command_words.command_line(*each.words).removesuffix(" -n 1")  # plain undo
        lines.append(f"{SK}{command}   {effect}".rstrip())
    shown = [rendered(each, voice.sitting.named) for each in lines]
    if asks and [effect for _, effect in offers] == [NO_CHANGE]:
        talk(shown)
        return []
    after = _next_command(heard, game, path) if heard.then else ""
    if not asks or is_waiting():  # keys typed before a question don't answer it
        why_not = "wasn't done: more was typed after it" if asks else "doesn't work as typed"
        unclear = None if asks else heard.unclear
        problem = _doubt(unclear) if unclear else f"{quoted(line)} {why_not}"
        raise UsageError(problem, remedy=" or ".join(lines) + (after and f"   then  {after}"))
    if after and voice.stays_open:
        talk(f"First this, then {quoted(heard.then)}:")
    elif after:
        talk(f"First this; then type  {rendered(after, None)}")
    return _chosen(heard, [each for each, _ in offers], shown, game)


def _all_typed(ready: Sequence[Heard], line: str, game: Game | None) -> tuple[Heard, ...]:
    """The commands with what a terminal would ask for filled in; UsageError if that is names."""
    first = ready[0]
    if first.words[:1] == ["new"] and first.trial is not None and not game:
        remedy = f"{SK}{command_words.command_line(*first.words)} and their names, clockwise"
        raise UsageError(f"{quoted(line)} names no players", remedy=remedy)
    return tuple(each._replace(words=each.trial or each.words) for each in ready)


def _next_command(heard: Heard, game: Game | None, path: Path | None) -> str:
    """The rest of a line as a command, to be done after the first one."""
    after, words = rehearse(heard.words, path).game or game, [heard.then]
    with suppress(ScorekeeperError):
        words = interpret(heard.then, after, path).words or words
    return f"{SK}{command_words.command_line(*words)}"


def _chosen(
    heard: Heard, ready: Sequence[Heard], shown: Sequence[str], game: Game | None
) -> list[str]:
    """The one of the ``ready`` commands that a person chooses from the lines ``shown``."""
    if heard.unclear:
        is_look = len(ready) == 1 and ready[0].reads and ready[0].words[0] != "open"
        what = "this" if len(ready) == 1 else "one of these"
        guess = f"it sounds like you want  {shown[0]}" if is_look else f"did you mean {what}?"
        strange = getattr(heard.unclear, "strange", None)
        if strange is None:
            talk(_doubt(heard.unclear, guess))
        elif left_out := [word for word in strange if word not in " ".join(shown)]:
            talk(f"Ignoring {listed(map(quoted, left_out))}: {guess}")
        else:
            talk(guess[0].upper() + guess[1:])
        if is_look:
            return ready[0].words
    if len(ready) == 1:
        return _offered(ready[0], shown[0], game, is_guess=heard.unclear is not None)

    def chosen(answer: str) -> list[str] | None:
        number = command_words.number_of(answer, len(ready))
        if command_words.yes_or_no(answer):
            return None  # yes to which of them?
        if not number:
            return _instead(answer)
        one, line = ready[number - 1], shown[number - 1]
        return _offered(one, line, game) if _needs_yes(one, game) else one.words

    numbers = listed(map(str, range(1, len(ready) + 1)), "or")
    answers = f"type {numbers}"
    return ask(f"{numbers} · < back: ", chosen, answers, head=numbered(shown), ways=False)


def _with_effects(
    ready: Sequence[Heard], heard: Heard, game: Game | None, path: Path | None
) -> Iterator[tuple[Heard, str]]:
    """Each command with what it would do, without the guesses that fail.

    Of several guesses those that change nothing are left out as well.
    """
    for each in ready:
        try:
            effect = _effect(each, game, path)
        except ScorekeeperError:
            if not heard.unclear:
                raise
        else:
            is_lone = len(ready) == 1 and each.words[0] != "fix"
            if effect != NO_CHANGE or not heard.unclear or is_lone:
                yield each, effect


def _needs_yes(heard: Heard, game: Game | None) -> bool:
    """Whether Enter alone isn't enough: it ends something, or begins another game."""
    return heard.words[0] in NEEDS_YES and (game is not None or heard.words[0] != "new")


def _offered(heard: Heard, line: str, game: Game | None, *, is_guess: bool = False) -> list[str]:
    """The command offered in a line, once somebody says yes to it; a guess needs a typed y."""
    starts_first = heard.words[0] == "new" and game is None
    needs_yes = is_guess or _needs_yes(heard, game)
    has_players = starts_first and not heard.trial
    myself = {*MYSELF}.intersection(heard.words) if has_players else set()

    def confirmed(answer: str) -> list[str] | None:
        if command_words.yes_or_no(answer) or not (answer or needs_yes):
            return heard.words
        if has_players:
            with suppress(ScorekeeperError):
                other = games.game_called(answer).game
                names = [word for word in heard.words[1:] if not word.startswith("--game=")]
                return ["new", f"--game={other}", *names]
        if answer and starts_first and heard.trial:
            with suppress(ScorekeeperError):
                players = meaning.hear(answer, None, None).words
                if players[:1] == ["new"] and not any(w.startswith("-") for w in players):
                    return [*heard.words, *players[1:]]
        is_name = answer.isalpha() and answer not in command_words.COMMANDS
        if myself and is_name and command_words.yes_or_no(answer) is not False:
            return [answer if word in myself else word for word in heard.words]
        return _instead(answer)

    ways = "[y] yes · [Enter] no" if needs_yes else "[Enter] yes · < back"
    ways += " · another game: its name" if has_players else ""
    ways += f" · instead of {''.join(myself)}: your name" if myself else ""
    answers = f"{'y' if needs_yes else 'Enter'}: do it · <: drop it"
    return ask(f"{line}   {ways}: ", confirmed, answers, ways=False)


def _instead(answer: str) -> list[str]:
    """Drop an offer: raise Declined for a no, or AnotherLine to do what was typed instead."""
    if not answer or command_words.yes_or_no(answer) is False:
        raise Declined
    raise command_words.AnotherLine(answer)


# ── what a command does, in a sentence ───────────────────────────────────────────────────────


def _effect(heard: Heard, game: Game | None, path: Path | None) -> str:
    """What a ready command would do; raises what is wrong with it."""
    words, asks = heard.words, can_ask()
    if game is None and words[-2:-1] == ["-f"]:  # a game that isn't open
        game, path = load(Path(words[-1])).game, Path(words[-1])
    if words[0] == "misdeal" and game:
        name = row_typed(game, "last").name if game.rounds else ""
        void = f"voids {name}; if you've only just dealt, just deal again"
        void = f"you'll be asked: just deal again, or void {name}" if asks else void
        return void if name else "nothing is on the sheet yet: just deal again"
    if words[0] in OWN_QUESTION:
        return "you'll be asked first"
    if heard.reads and asks:
        return ""
    if words[0] == "new" and heard.trial is not None and asks:
        return f"starts {'another' if game else 'a'} game; you'll be asked who plays"
    if words[0] == "demo":
        return "opens an evening to try"
    if words[0] == "fix" and len(words) == 2 and game:
        name = row_typed(game, words[1]).name
        return heard.says or f"you'll be asked for the right points of {name}"
    tried = rehearse([word.replace("=POINTS", "=1") for word in heard.trial or words], path)
    if tried.error:
        raise tried.error
    if heard.reads:
        return ""
    effect = _effect_of_trial(heard, game, tried)
    if not (game and tried.game) or words[0] in ("finish", "undo"):
        return effect
    return effect + _consequences(game, tried.game)


def _effect_of_trial(heard: Heard, game: Game | None, tried: Rehearsed) -> str:
    """What a command that was tried does to the game."""
    words, after = heard.words, tried.game
    lines = [line.strip() for line in tried.lines if line.strip()]
    if words[0] in ("fix", "house", "dealer", "seats") and after in (None, game):
        return NO_CHANGE
    if words[0] == "undo":
        back = [line.partition(":")[2].strip() for line in lines if line.startswith("taken back")]
        return f"takes back  {listed(line.removeprefix('sk ') for line in back)}"
    if words[0] == "new" and "--game=points" in words:
        winner = next((line for line in lines if line.startswith("winner ")), "")
        return f"{lines[0]}, {winner[6:].strip().partition(';')[0]}"
    if not (game and after):
        return heard.says or lines[0]
    if words[0] == "fix":
        effect = _changes(game, after)
        if game.rules.scoring.knocks:  # the sheet has only the winner's points of a hand
            hands = [line.partition(":")[0] for line in lines if re.search(":.*[.]$", line)]
            effect = ": ".join([effect, *hands[:1]])
        return f"{effect} ({heard.says})" if heard.says else effect
    if words[0] == "house":
        return _rules_changed(game, after, words)
    if words[0] == "finish":
        places = "without a winner" if words[1:] else "with the places as they stand"
        return f"ends {printable(game.title)} here, {places}"
    if words[0] in ("dealer", "seats"):
        row = next_row(after)
        dealer = after.dealer_of(row.number)
        deals = f"{printable(dealer)} deals {row.name}"
        if words[0] == "dealer":
            return deals
        return lines[0] if dealer in (None, game.dealer_of(row.number)) else f"{lines[0]}; {deals}"
    if words[0] == "add" and words[1:] != ["dead"] and not heard.says:
        return _entered(after, lines, asks=can_ask() and "--out" not in words)
    return heard.says or lines[0]


def _rules_changed(before: Game, after: Game, words: Sequence[str]) -> str:
    """What a house rule changes in the whole game, and what from the next round on.

    A setting that the ``words`` of the command show isn't repeated.
    """
    in_game = rule_change_lines(before.rules, after.rules, mentioned=words)
    now = rule_change_lines(before.rules_now, after.rules_now, in_game, words)
    since = round_subject(after.rules, len(after.played) + 1)
    return ", ".join([*in_game, *([f"from {since} on: {now[0]}"] if now else []), *now[1:]])


def _consequences(before: Game, after: Game) -> str:
    """Who a change puts out of a pool, and whether it ends the game, for the end of a sentence."""
    out = [name for name in after.names if not after.is_in(name, len(after.played) + 1)]
    out = [n for n in out if n in before.names and before.is_in(n, len(before.played) + 1)]
    gone = f"; {people(out)} {'is' if len(out) == 1 else 'are'} out of the game" if out else ""
    ends = is_finished(after) and not is_finished(before)
    return f"{gone}; that ends the game" if ends else gone


def _entered(game: Game, lines: Sequence[str], *, asks: bool) -> str:
    """The round as it would be entered; with ``asks``, you may be asked who went out instead."""
    row = row_typed(game, "last")
    if game.rules.goes_out and asks and not game.rounds[-1].out:
        return f"enters {row.name}; you'll be asked who went out"
    if game.rules.scoring.knocks:
        return f"enters {row.name}: {lines[1]}"  # Nora knocked with 6, Tom has 22
    squares = [f"{printable(name)} {square_text(row, name)}" for name in row.players]
    return f"enters {row.name}: {', '.join(squares)}"


def _changes(before: Game, after: Game) -> str:
    """What a correction changes: ``changes Bo's 5 to 15 in round 3``."""
    for old, new in zip(rows(before), rows(after), strict=False):
        changed = []
        for name in after.names:
            was, now = square_text(old, name), square_text(new, name)
            whose = f"{printable(name)} from" if "out" in (was, now) else f"{printable(name)}'s"
            changed += [f"{whose} {was} to {now}"] if was != now else []
        if changed:
            return f"changes {listed(changed)} in {old.name}"
        if old.rules and new.rules and old.rules.wild != new.rules.wild:
            wilds = (rules.wild for rules in (old.rules, new.rules))
            labels = (rank_label(wild) if wild else "nothing" for wild in wilds)
            return f"changes the wild of {old.name} from {' to '.join(labels)}"
    return "changes no points"
