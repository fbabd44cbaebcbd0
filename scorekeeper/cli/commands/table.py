"""The commands for what else happens at the table: who plays, who deals, what doesn't count."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import typer

from scorekeeper.cli import commands as options
from scorekeeper.cli.commands import Note, ToCorrect, ToEnd, ToPlay, Who, argument, flag, option
from scorekeeper.cli.dispatch import Command, Group
from scorekeeper.errors import SK, RoundError, UsageError, count, printable, quoted
from scorekeeper.ledger import Game, Outcome, changes
from scorekeeper.ledger.changes import adjust, finish, misdeal, play_off, start_points
from scorekeeper.ledger.names import LONGEST_NAME, find_round, is_whole_name, round_name
from scorekeeper.ledger.rows import next_row, row_of, row_typed
from scorekeeper.ledger.standings import next_round, placed
from scorekeeper.render.evening import last_scores, totals_line
from scorekeeper.render.words import points, round_lines, seats_lines
from scorekeeper.terminal import Answer, Aside, can_ask, machine
from scorekeeper.terminal.command_words import command_line, number_of
from scorekeeper.terminal.games import settle_names, today
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand
from scorekeeper.terminal.prompt import ask, ask_yes, is_waiting
from scorekeeper.terminal.showing import CHART, season_lines, standings_lines

player = typer.Typer(cls=Group, rich_markup_mode=None)


@player.command("join", cls=Command)
def join_command(
    name: Annotated[str, argument("NAME")],
    after: Annotated[
        str | None,
        option("--after", "WHO", "To the left of WHO; by default at the end.", options.players),
    ] = None,
    start: Annotated[
        str | None, option("--points", "N|average|worst", "Points for the missed rounds.")
    ] = None,
    *,
    ledger: ToPlay,
) -> Answer:
    """A player joins, from the next round on."""
    seen = ledger.load().game

    def edit(game: Game) -> Game:
        neighbour = ledger.player(after, game) if after else None
        return changes.join(game, name, neighbour, start_points(game, start))

    settle_names(edit(seen).names, seen.names)  # if they can't join, ask nothing
    if start is None and seen.played:
        start = _ask_points(seen, name)
    before, game = ledger.change(edit, start=start)
    new = next(player for player in game.players if player.name not in before.names)
    start_text = f", with {points(new.start)}" if new.start is not None else ""
    line = f"{printable(new.name)} plays from {round_name(game.rules, new.joined)}{start_text}."
    remark = ""
    if needed := changes.packs_short(game):
        remark = f"{count(game.decks, 'pack')} won't be enough for all rounds:"
        remark += f" play with {needed},  {SK}house decks={needed}"
    return ledger.answer_change(game, line, *seats_lines(game), remark=remark)


def _ask_points(game: Game, name: str) -> str:
    """Ask what a newcomer starts with; UsageError off a terminal."""
    average, worst = changes.average_and_worst(game)
    if not can_ask():
        problem = f"{printable(name)} needs points for the missed rounds"
        remedy = f"give --points average ({average}), worst ({worst}), or a number"
        raise UsageError(problem, remedy=remedy)
    joins = f"{printable(name)} will join in {round_name(game.rules, len(game.played) + 1)}."
    have = "  ".join(f"{printable(other)} {game.total(other)}" for other in placed(game))
    choices = f"[a] average {average}   [w] the same as last place, {worst}   [0] none"

    def agreed(answer: str) -> str | None:
        if answer:
            start_points(game, answer)
        return answer or None

    answers = "a: the average of the others · w: the same as last place · or a number of points"
    head = [joins, f"  the others have  {have}"]
    return ask(f"  {choices}   or a number: ", agreed, answers, head=head)


@player.command("leave", cls=Command)
def leave_command(
    who: Who,
    after: Annotated[str | None, option("--after", "ROUND", "The last round played.")] = None,
    *,
    ledger: ToPlay,
) -> Answer:
    """A player leaves; their rounds stay on the sheet."""

    def edit(game: Game) -> Game:
        last = find_round(game.rules, after, len(game.played)) if after else None
        return changes.leave(game, ledger.player(who, game), last)

    before, game = ledger.change(edit)
    name = ledger.player(who, before)
    gone = game.players[game.names.index(name)]
    last = game.pool.eliminated_in.get(name, gone.left or 0)
    after = f" after {round_name(game.rules, last)}" if last >= gone.joined else ""
    total = game.total(name)
    stay = f"{points(total)} {'stays' if abs(total) == 1 else 'stay'} on the sheet"
    # Players who stayed to the end, or are out of a pool, are placed like everybody else.
    stay += "" if name in placed(game) else f", but {printable(name)} won't be ranked"
    line = f"{printable(name)} leaves{after}." + (f" {stay}." if after or total else "")
    return ledger.answer_change(game, line, *seats_lines(game), f"wrong?  {SK}undo")


@player.command("rename", cls=Command)
def rename_command(
    who: Who, name: Annotated[list[str], argument("NAME")], *, ledger: ToPlay
) -> Answer:
    """A player gets another name, everywhere on the sheet."""
    seen = ledger.load().game
    who, new = _who_and_name([who, *name], seen.names)

    def edit(game: Game) -> Game:
        return changes.rename(game, ledger.player(who, game), new)

    settle_names(edit(seen).names, seen.names)
    before, game = ledger.change(edit, who=who, name=new)
    old_name = ledger.player(who, before)
    new_name = game.names[before.names.index(old_name)]
    line = f"{printable(old_name)} is now {printable(new_name)}, on the whole sheet."
    return ledger.answer_change(game, line)


def _who_and_name(words: list[str], names: Sequence[str]) -> tuple[str, str]:
    """The player, by full name or first word, and the new name; UsageError if it's unclear."""
    ends = range(min(len(words) - 1, LONGEST_NAME), 0, -1)
    whole = [end for end in ends if is_whole_name(" ".join(words[:end]), names)]
    if len(whole) > 1:
        first, other = (quoted(" ".join(words[:end])) for end in whole[-2:])
        remedy = f"put names of several words in quotes, like {SK}player rename {first} NAME"
        raise UsageError(f"this could be {other} or {first}", remedy=remedy)
    end = whole[0] if whole else 1
    is_to = words[end].casefold() == "to" and end + 1 < len(words)
    return " ".join(words[:end]), " ".join(words[end + is_to :])


def seats(
    names: Annotated[list[str] | None, argument("[NAME...]", "Clockwise.", options.players)] = None,
    *,
    ledger: ToPlay,
) -> Answer:
    if names:
        _, game = ledger.change(
            lambda now: changes.reseat(now, [ledger.player(name, now) for name in names])
        )
        return ledger.answer_change(game, *seats_lines(game))
    game = ledger.read()
    return Answer([*ledger.sitting.title(game), *seats_lines(game)], lambda: machine.seats(game))


def dealer(who: Who, *, ledger: ToPlay) -> Answer:
    _, game = ledger.change(lambda now: changes.name_dealer(now, ledger.player(who, now)))
    return ledger.answer_change(game, *seats_lines(game))


def rejoin_command(who: Who, *, ledger: ToPlay) -> Answer:
    _, game = ledger.change(lambda now: changes.rejoin(now, ledger.player(who, now)))
    name = ledger.player(who, game)
    again = round_name(game.rules, len(game.played) + 1)
    return ledger.answer_change(
        game,
        f"{printable(name)} is back in from {again} on, with {points(game.total(name))}.",
        totals_line(game),
        *round_lines(game),
        f"wrong?  {SK}undo",
    )


# ── what doesn't go by the book ──────────────────────────────────────────────────────────────


def misdeal_command(
    round_typed: Annotated[
        str | None, argument("[ROUND]", "Only the last round can be voided.")
    ] = None,
    note: Note = None,
    *,
    ledger: ToPlay,
) -> Iterator[Answer]:
    def edit(game: Game) -> Outcome:
        if round_typed is not None:
            row = row_typed(game, round_typed)
            if row.position != len(game.rounds) - 1:
                problem = f"{row.subject} isn't the last round, and only the last can be voided"
                raise RoundError(problem, remedy=f"correct it with {SK}fix {row.word}")
        return misdeal(game, note or "")

    if round_typed is None and can_ask():
        # People mean the cards on the table, which aren't on the sheet yet.
        seen = ledger.load().game
        if next_round(seen):
            yield Answer([f"Nothing is on the sheet for {next_row(seen).name}: just deal again."])
            if not seen.rounds or seen.rounds[-1].is_void:
                return
        edit(seen)  # if the round can't be voided, ask nothing
        row = row_typed(seen, "last")
        if is_waiting():  # keys typed before the question don't answer it
            yield Answer([Aside(f"To void {row.name}:  {SK}misdeal {row.word}")])
            return
        void = "Or void" if next_round(seen) else "Void"
        question = f"{void} {row.name}: {', '.join(last_scores(seen))}?"
        if not ask_yes(question, "void it", "keep it", usual=False):
            yield Answer(["Nothing was changed."])
            return
    before, game = ledger.change(edit, round_typed=None)
    row, round_ = row_typed(before, "last"), before.rounds[-1]
    name = row.subject
    lost = [f"{printable(player)} {number:+}" for player, number in round_.adjust.items()]
    yield ledger.answer_change(
        game,
        f"{name[0].upper()}{name[1:]} doesn't count. It stays on the sheet, crossed out:",
        f"  {'   '.join(last_scores(before))}",
        *([f"Its bonuses and penalties don't count either:  {'   '.join(lost)}"] if lost else []),
        f"Totals as before:  {totals_line(game).strip()}",
        *(f"Again: {line}" for line in round_lines(game)),
        f"wrong?  {SK}undo",
        row=row,
    )


Points = Annotated[str, argument("POINTS", "How many.")]


def penalty(who: Who, number: Points, note: Note = None, *, ledger: ToPlay) -> Answer:
    return _adjust("penalty", who, number, note, ledger)


def bonus(who: Who, number: Points, note: Note = None, *, ledger: ToPlay) -> Answer:
    return _adjust("bonus", who, number, note, ledger)


MOST_POINTS = 1_000_000  # of a penalty or a bonus


def _adjust(
    kind: Literal["penalty", "bonus"], who: str, number: str, note: str | None, ledger: LedgerAtHand
) -> Answer:
    if not number_of(number, MOST_POINTS):
        problem = f"{quoted(number)} isn't a number of points for a {kind}"
        remedy = "give a number above 0, like 20"
        if number_of(who, MOST_POINTS) and not re.search(r"\d", number):
            remedy = f"the player comes first: {SK}{command_line(kind, number, who)}"
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
    line = f"A {kind} of {points(int(number))} for {printable(name)}: {totals}"
    row = row_of(game, changes.round_to_adjust(game, name))
    return ledger.answer_change(game, line, totals_line(game), row=row)


def playoff(*, ledger: ToCorrect) -> Answer:
    _, game = ledger.change(play_off)
    return ledger.answer_change(game, *round_lines(game), "Its points only break the tie.")


def finish_command(
    put_away: Annotated[bool, flag("--put-away", "Put the game away without a winner.")] = False,
    *,
    ledger: ToEnd,
) -> Answer:
    _, game = ledger.change(lambda now: finish(now, today(), put_away=put_away))

    def lines() -> Iterator[str]:
        yield from standings_lines(game)
        yield from [*season_lines(game, ledger.path), *([CHART] if game.played else [])]
        yield from ["", f"wrong?  {SK}undo     and the game goes on"]

    return ledger.answer_change(game, instead=lines())
