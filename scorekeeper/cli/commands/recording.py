"""Recording a round from the command line: the questions, the change, what it comes to."""

from pathlib import Path

from scorekeeper import store
from scorekeeper.cards import plural_of
from scorekeeper.cli import show
from scorekeeper.cli.asking.prompt import is_waiting
from scorekeeper.cli.choose import find_ledger
from scorekeeper.cli.command_words import option, sk, typed
from scorekeeper.cli.entered import read_entries
from scorekeeper.cli.game_at_hand import GameAtHand
from scorekeeper.cli.output import on_terminal, say, talk
from scorekeeper.cli.show import mention_findings
from scorekeeper.errors import ConflictError, printable
from scorekeeper.ledger.entries import Entry, split_name
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.people import find_player, shell_name
from scorekeeper.ledger.rounds import bonus_asked, find_round, round_subject, round_word
from scorekeeper.ledger.rows import Row, next_row, row_name, row_typed, row_word
from scorekeeper.ledger.scoring import nothing_left, record
from scorekeeper.ledger.standings import in_seat_order, is_finished, next_round, standings
from scorekeeper.render.evening import story, totals_line
from scorekeeper.render.hints import example_fix
from scorekeeper.render.standings import winners_line
from scorekeeper.render.words import people, person, round_line


def record_round(
    words: list[str],
    round_typed: str | None,
    out: str | None,
    note: str | None,
    *,
    totals: bool,
    at: GameAtHand,
) -> None:
    """Record the next round as it was typed behind ``add``; a person is asked for the rest."""
    path = find_ledger(at)
    loaded = store.load(path)

    def edit(game: Game, given: dict[str, Entry] | None = None) -> Outcome:
        row = _row_to_play(game, round_typed)
        if given is None:
            given = read_entries(game, row, words, str(path), totals=totals)
        named = [] if out is None else [find_player(out, game.names, str(path))]
        return record(game, given, named, note)

    given = _asked(loaded.game, path, words, round_typed, out, totals=totals)
    if given is None:
        options = ("--totals" if totals else None, *option("--out", out), *option("--note", note))
        _, after = show.change(path, typed("add", *words, *options), edit)
    else:
        row = _row_to_play(loaded.game, round_typed)
        answers = (given[name].typed for name in row.players)
        command = typed("add", *answers, *option("--note", note))
        _, after = show.change(path, command, lambda now: edit(now, given), loaded.text)
    _say_recorded(after, at, asked=given is not None)
    mention_findings(path)


def _asked(
    game: Game,
    path: Path,
    words: list[str],
    round_typed: str | None,
    out: str | None,
    *,
    totals: bool,
) -> dict[str, Entry] | None:
    """The entries of a round after all that is to be asked; None where nothing is.

    A person is asked for what is missing, about what may be a slip, and who went out where nobody
    is named and somebody has 0, unless more was typed behind the line already: that would be no
    answer.
    """
    if not on_terminal():
        return None
    lacks = _lacks_entries(game, words, out)
    if not lacks and is_waiting():
        return None
    from scorekeeper.cli.asking.doubts import settle_doubts
    from scorekeeper.cli.asking.zeros import settle_who_went_out, zeros_unsettled

    row = _row_to_play(game, round_typed)
    read = read_entries(game, row, words, str(path), totals=totals, partly=lacks)
    known = settle_doubts(game, row, read)
    named = None if out is None else find_player(out, game.names, str(path))
    if lacks:
        from scorekeeper.cli.asking.round import ask_entries

        given = ask_entries(game, row, known, named, totals=totals)
    elif named is None and zeros_unsettled(game, row, known):
        given = settle_who_went_out(game, row, known)
    elif known != read:
        given = known if named is None else {named: Entry("o", out=True), **known}
    else:
        return None
    talk("")
    return given


def _lacks_entries(game: Game, words: list[str], out: str | None) -> bool:
    """Whether somebody who plays the next round has no entry on the command line."""
    card = next_round(game)
    sums = game.rules.plays_cards
    named = [word for word in words if split_name(word, sums=sums, names=game.names)[0] is not None]
    seated = in_seat_order(game, card) if card else ()
    return len(words) + bool(out is not None and (named or not words)) < len(seated)


def _row_to_play(game: Game, typed: str | None) -> Row:
    """The row of the next round; ConflictError when it is not the one that was ``typed``."""
    bonus = typed is not None and bonus_asked(typed) is not None
    if typed is not None and not bonus:
        _refuse_another(game, typed)
    row = next_row(game)
    if bonus and not row.bonus:
        raise ConflictError(
            "no bonus round is next", remedy=f"{round_subject(game.rules, row.number)} is next"
        )
    return row


def _refuse_another(game: Game, typed: str) -> None:
    """Raise ConflictError for a round that is not the next with a number."""
    number = len(game.played) + 1
    wanted = find_round(game.rules, typed, number - 1)
    name = round_subject(game.rules, wanted)
    if wanted < number:
        raise ConflictError(
            f"{name} is on the sheet already",
            remedy=f"correct it with sk fix {round_word(game.rules, wanted)}",
        )
    if wanted > number:
        raise ConflictError(
            f"{name} is not next", remedy=f"{round_subject(game.rules, number)} is next"
        )


def _say_recorded(game: Game, at: GameAtHand, *, asked: bool) -> None:
    """Say what an added round comes to: totals, gaps, what is next, how to mend it.

    A 0 of which somebody was ``asked`` is not remarked upon again.
    """
    row, block = row_typed(game, "last"), game.rounds[-1]
    name = row_name(game, row)
    head = f"{printable(game.title)}: {name}" if at.is_titled else name[0].upper() + name[1:]
    comma = "," if "," in name else ""
    out = ""
    if game.rules.plays_cards:
        out = f" {people(block.out)} went out." if block.out else " Nobody went out."
    lines = [f"{head}{comma} is on the sheet.{out}", totals_line(game)]
    may_ask = game.rules.plays_cards and not block.out and not asked
    zeros = nothing_left(game, row.number, block) if may_ask else ()
    if zeros:
        fix = sk(f"fix {row_word(game, row)} --out {shell_name(zeros[0], game.names)}", at)
        one = len(zeros) == 1
        have, so = ("has", "if so") if one else ("have", f"if {person(zeros[0])} is")
        lines.append(f"{people(zeros)} {have} 0 and nobody is out; {so}:  {fix}")
    say(lines)
    card = next_round(game)
    if is_finished(game):
        _say_end(game, at)
    elif card is not None:
        say(["", round_line(game, card)])
    say(f"wrong?  {sk('undo', at)}     or     {sk(f'fix {example_fix(game)}', at)}")


def _say_end(game: Game, at: GameAtHand) -> None:
    """Say how the evening ended: winners, places, what it was like, and what can follow."""
    table = standings(game)
    say(["", f"   =====  {winners_line(game, table).rstrip('.')}  =====", ""])
    show.rows(game, table)
    say(["", *story(game), "", *_what_now(game, at)])


def _what_now(game: Game, at: GameAtHand) -> list[str]:
    """What can be done when the last round is over."""
    winners = standings(game).winners
    dealer = game.dealer_of(len(game.played) + 1)
    deals = f", {person(dealer)} deals first" if dealer else ""
    lines = [f"Again?        {sk('again', at)}     same players and rules{deals}"]
    if len(winners) > 1 and game.rules.ties == "shared":
        wild = game.rules.bonus().wild if game.rules.plays_cards else None
        kind = f"{plural_of(wild)} round" if wild else "round"
        one_more = f"one more {kind}, {people(winners)} only"
        lines.insert(0, f"Play it off?  {sk('playoff', at)}   {one_more}")
    return lines
