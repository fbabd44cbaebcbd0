"""The commands for rounds and games that don't go by the book."""

import re
from typing import Annotated, Literal

from scorekeeper.cli.ledger_at_hand import LedgerAtHand, ToEnd, ToMend, ToPlay
from scorekeeper.cli.options import Note, Who, argument, flag
from scorekeeper.errors import SK, RoundError, UsageError, quoted
from scorekeeper.ledger.changes import adjust, adjusted, finish, misdeal, play_off
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.rows import next_row, row_of, row_typed
from scorekeeper.ledger.standings import next_round
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import person, points, round_lines
from scorekeeper.terminal import show
from scorekeeper.terminal.answer import Answer
from scorekeeper.terminal.choose import today
from scorekeeper.terminal.command_words import typed
from scorekeeper.terminal.output import on_terminal, say, talk
from scorekeeper.terminal.prompt import ask_yes, is_waiting


def misdeal_command(
    round_typed: Annotated[
        str | None, argument("[ROUND]", "Only the last one can be void.")
    ] = None,
    note: Note = None,
    *,
    ledger: ToPlay,
) -> Answer:
    def edit(game: Game) -> Outcome:
        if round_typed is not None:
            row = row_typed(game, round_typed)
            if row.at != len(game.rounds) - 1:
                problem = f"{row.subject} isn't the last round, and only that one can be void"
                raise RoundError(problem, remedy=f"correct it with {SK}fix {row.word}")
        return misdeal(game, note or "")

    if round_typed is None and on_terminal():
        # People mean the cards on the table, which aren't on the sheet yet.
        seen = ledger.load().game
        if next_round(seen):
            say(f"Nothing is on the sheet for {next_row(seen).name}: just deal again.")
            if not seen.rounds or seen.rounds[-1].misdeal is not None:
                return Answer()
        edit(seen)  # if it can't be void, ask nothing
        row = row_typed(seen, "last")
        if is_waiting():  # keys typed before the question don't answer it
            talk(f"To void {row.name}:  {SK}misdeal {row.word}")
            return Answer()
        question = f"Void {row.name}: {', '.join(_last_scores(seen))}?"
        if not ask_yes(question, "void it", "keep it", usual=False):
            return Answer(["Nothing was changed."])
    before, game = ledger.change(edit, round_typed=None)
    row, round_ = row_typed(before, "last"), before.rounds[-1]
    name = row.subject
    also = [f"{person(player)} {number:+}" for player, number in round_.adjust.items()]
    return ledger.answer(
        game,
        f"{name[0].upper()}{name[1:]} doesn't count. It stays on the sheet, crossed out:",
        f"  {'   '.join(_last_scores(before))}",
        *([f"Nor do its bonuses and penalties:  {'   '.join(also)}"] if also else []),
        f"Totals as before:  {totals_line(game).strip()}",
        *(f"Again: {line}" for line in round_lines(game)),
        f"wrong?  {SK}undo     if the round isn't on the sheet yet, just deal again",
        row=row,
    )


def _last_scores(game: Game) -> list[str]:
    """What each has in the last round."""
    row, round_ = row_typed(game, "last"), game.rounds[-1]
    scores = ((name, game.points(row.number, round_, name)) for name in game.names)
    return [f"{person(name)} {score}" for name, score in scores if score is not None]


Points = Annotated[str, argument("POINTS", "How many.")]


def penalty(who: Who, number: Points, note: Note = None, *, ledger: ToPlay) -> Answer:
    return _adjust("penalty", who, number, note, ledger)


def bonus(who: Who, number: Points, note: Note = None, *, ledger: ToPlay) -> Answer:
    return _adjust("bonus", who, number, note, ledger)


def _is_number(word: str) -> bool:
    """Whether a word can be the points of a penalty or a bonus."""
    return bool(re.fullmatch(r"\d{1,12}", word, re.ASCII)) and 1 <= int(word) <= 1_000_000


def _adjust(
    kind: Literal["penalty", "bonus"],
    who: str,
    number: str,
    note: str | None,
    ledger: LedgerAtHand,
) -> Answer:
    if not _is_number(number):
        problem = f"{quoted(number)} isn't a number of points for a {kind}"
        remedy = "give a number like 20"
        if _is_number(who) and not re.search(r"\d", number):
            remedy = f"the player comes first: {SK}{typed(kind, number, who)}"
        raise UsageError(problem, remedy=remedy)

    def edit(game: Game) -> Game:
        name = ledger.player(who, game)
        # A bonus is negative if the fewest points win.
        sign = 1 if (kind == "bonus") == (game.rules.winner == "high") else -1
        reason = f"{name} {kind} {number}" + (f": {note}" if note else "")
        return adjust(game, name, sign * int(number), reason)

    before, game = ledger.change(edit)
    name = ledger.player(who, game)
    totals = f"{before.total(name)} -> {game.total(name)}"
    line = f"A {kind} of {points(int(number))} for {person(name)}: {totals}"
    return ledger.answer(game, line, totals_line(game), row=row_of(game, adjusted(game, name)))


def playoff(*, ledger: ToMend) -> Answer:
    _, game = ledger.change(play_off)
    return ledger.answer(game, *round_lines(game), "Its points break the tie and enter no total.")


def finish_command(
    put_away: Annotated[bool, flag("--put-away", "Put the game away without a winner.")] = False,
    *,
    ledger: ToEnd,
) -> Answer:
    _, game = ledger.change(lambda now: finish(now, today(), put_away=put_away))
    from scorekeeper.cli.afterwards import CHART, season_lines

    def shows() -> None:
        show.standings(game)
        say([*season_lines(game, ledger.path), *([CHART] if game.played else [])])
        say(["", f"wrong?  {SK}undo     and the game goes on"])

    return ledger.answer(game, shows=shows)
