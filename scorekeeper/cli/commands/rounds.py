"""Records and corrects a round; the options of ``add`` are in ``add``, so that TAB loads fast."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from scorekeeper.cards import plural_of, rank_label
from scorekeeper.cli import commands as options
from scorekeeper.cli.commands import DrawnWild, Note, OutOrNobody, ToCorrect, Upcard, argument
from scorekeeper.cli.dispatch import let_look
from scorekeeper.errors import SK, EntryError, ScorekeeperError, UsageError, printable, quoted
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.entries import Entries, Entry, parse_entry
from scorekeeper.ledger.names import is_whole_name, people, shell_name
from scorekeeper.ledger.recording import correct, record
from scorekeeper.ledger.rows import Row, next_row, row_to_play, row_typed
from scorekeeper.ledger.standings import is_finished
from scorekeeper.ledger.standings import standings as standings_of
from scorekeeper.listening import numbers_said, whose_entry
from scorekeeper.render import evening, standings
from scorekeeper.render.words import round_lines
from scorekeeper.terminal import Answer, can_ask, talk
from scorekeeper.terminal.command_words import command_line, split_words
from scorekeeper.terminal.ledger_at_hand import LedgerAtHand, with_drawn_cards
from scorekeeper.terminal.prompt import DeadHand, ask, is_waiting
from scorekeeper.terminal.showing import CHART, one_round, places_lines, season_lines


class Typed(NamedTuple):
    """What was typed after ``add``; ``wild`` is a drawn rank, ``upcard`` the card turned up."""

    words: list[str]
    round: str | None
    out: str | None
    note: str | None
    totals: bool
    wild: str | None
    upcard: str | None


def record_round(line: Typed, ledger: LedgerAtHand) -> Answer:
    """Record the next round as typed after ``add``; a person is asked for the rest."""
    if " ".join(line.words).casefold() == "dead":
        return _record_dead(line, ledger)
    seen = ledger.load().game
    drawn, answers = line.wild, None
    if can_ask():
        if line.upcard is None and seen.lacks_upcard and not is_finished(seen) and not is_waiting():
            from scorekeeper.asking import ask_upcard  # few games ask for it

            line = line._replace(upcard=str(ask_upcard(seen)))
        try:
            answers, drawn = _asked(with_drawn_cards(seen, drawn, line.upcard), line, ledger)
        except DeadHand:
            return _record_dead(line, ledger)
        drawn = None if drawn == seen.next_wild else drawn

    def edit(game: Game) -> Outcome:
        game = with_drawn_cards(game, drawn, line.upcard)
        row = row_to_play(game, line.round)
        typed_entries = whose_entry.said_in(line.words, game, row.rules, str(ledger.path))
        entries = answers or whose_entry.read_entries(row, typed_entries, totals=line.totals)
        with whose_entry.with_totals_in_mind(game, row, entries):
            outcome = record(game, entries, _named_out(line.out, game, ledger), line.note)
        if answers or not whose_entry.look_like_totals(game, row, entries):
            return outcome
        remark = f"are these running totals? Then {SK}undo, and type them again with --totals"
        return outcome._replace(remarks=(*outcome.remarks, remark))

    answered: dict[str, Any] = {"wild": drawn and rank_label(drawn), "upcard": line.upcard}
    if answers is not None:
        entries = [answers[name].typed for name in next_row(seen).players]
        answered |= {"entries": entries, "out": None, "totals": False}
    before, after = ledger.change(edit, round_typed=None, **answered)
    nobody_out = "" if answers or line.out else evening.nobody_out_remark(after)
    remark = evening.typed_twice_remark(after) + nobody_out
    lines = _recorded_lines(before, after, ledger)
    return ledger.answer_change(after, instead=lines, row=row_typed(after, "last"), remark=remark)


def _record_dead(line: Typed, ledger: LedgerAtHand) -> Answer:
    """Record a hand that ended because the stock ran out: nobody scores."""
    from scorekeeper.ledger.gin import dead_hand  # few hands end like this

    if line.out is not None or line.totals or line.round is not None:
        problem = "nobody ends a dead hand, so it has no points"
        raise UsageError(problem, remedy=f"type only {SK}add dead")
    _, after = ledger.change(
        lambda game: dead_hand(with_drawn_cards(game, None, line.upcard), line.note),
        entries=["dead"],
        wild=None,
        upcard=line.upcard,
    )
    return ledger.answer_change(
        after,
        "The hand is dead, and nobody scores. It stays on the sheet, crossed out.",
        f"Totals as before:  {evening.totals_line(after).strip()}",
        *(f"Again: {line}" for line in round_lines(after)),
        f"wrong?  {SK}undo",
    )


def _named_out(out: str | None, game: Game, ledger: LedgerAtHand) -> tuple[str, ...]:
    """The player that ``--out`` names, if any; - means nobody."""
    return () if out in (None, "-") else (ledger.player(str(out), game),)


def _asked(game: Game, line: Typed, ledger: LedgerAtHand) -> tuple[Entries | None, str | None]:
    """The entries of a round after all questions (None if none were asked), and its drawn wild."""
    row = row_to_play(game, line.round)
    typed_entries = whose_entry.said_in(line.words, game, row.rules, str(ledger.path))
    is_named = not typed_entries or typed_entries[0].name is not None
    has_out = line.out not in (None, "-") and is_named
    is_partial = len(typed_entries) + has_out < len(row.players)
    if not is_partial and is_waiting():  # lines typed before the questions aren't answers
        return None, game.next_wild
    from scorekeeper import asking

    let_look(ledger.path)  # at the sheet, which doesn't have this round yet
    questions = asking.RoundQuestions(ledger.sitting.confirmed, row, totals=line.totals)
    read = whose_entry.read_entries(row, typed_entries, totals=line.totals, partly=is_partial)
    sent = {} if typed_entries or line.out or line.totals else _sent_by_phones(game, row, ledger)
    known = questions.settled({**sent, **read})
    game, row = questions.game, questions.row
    went_out = {name: Entry("o", out=True) for name in _named_out(line.out, game, ledger)}
    if is_partial:
        known = questions.ask_all({**went_out, **known})
    else:
        may_be_totals = whose_entry.look_like_totals(game, row, known)
        known = asking.settle_totals(row, known)
        if line.out is None and asking.is_nobody_out(game, known):
            known = asking.settle_who_ended(row, known)
        elif known == read and not may_be_totals:
            return None, game.next_wild
    talk("")
    return {**went_out, **known}, questions.game.next_wild


def _sent_by_phones(game: Game, row: Row, ledger: LedgerAtHand) -> Entries:
    """The entries for this round that phones have sent as ready, in seat order."""
    from scorekeeper.serve import ready_entries

    sent = ready_entries(ledger.path, game, talk)
    talk(f"by phone: {people(sent)}" if sent else [])
    return {name: parse_entry(text, row.rules) for name, text in sent.items()}


def _recorded_lines(before: Game, game: Game, ledger: LedgerAtHand) -> Iterator[str]:
    """What an added round did: totals, gaps, who is out, what comes next, how to correct it."""
    row, round_ = row_typed(game, "last"), game.rounds[-1]
    name = row.subject
    title = ledger.sitting.title(game)
    head = f"{title[0]}: {name}" if title else name[0].upper() + name[1:]
    who_went_out = ""
    if game.rules.goes_out and not game.rules.scoring.knocks:
        who_went_out = f" {people(round_.out) or 'Nobody'} went out."
    head = f"{head} is on the sheet.{who_went_out}"
    yield from [head, *standings.hand_lines(game, row.number, round_), evening.totals_line(game)]
    yield from [*standings.put_out_lines(before, game), *standings.sat_out_lines(before, game)]
    if is_finished(game):
        yield from _end_lines(game, ledger.path)
    elif lines := round_lines(game):
        yield from ["", *lines]
    yield f"wrong?  {SK}undo     or     {SK}fix {evening.example_fix(game)}"


def _end_lines(game: Game, path: Path) -> Iterator[str]:
    """How the evening ended: winners, places, the story, and what can follow."""
    winners = standings_of(game).winners
    yield from ["", f"   =====  {standings.winners_line(game).rstrip('.')}  =====", ""]
    yield from places_lines(game)
    dealer = game.dealer_of(len(game.played) + 1)
    deals = f", {printable(dealer)} deals first" if dealer else ""
    can_follow = [CHART, f"Again?        {SK}again     same players and rules{deals}"]
    if len(winners) > 1 and game.rules.ties == "shared":
        wild = game.rules.bonus().wild if game.rules.plays_cards else None
        kind = f"{plural_of(wild)} round" if wild else "round"
        only = f"one more {kind}, {people(winners)} only"
        can_follow.insert(0, f"Play it off?  {SK}playoff   {only}")
    story = [*standings.settled_lines(game), *evening.story(game), *season_lines(game, path)]
    yield from ["", *story, "", *can_follow]


def fix(
    round_typed: Annotated[
        str | None, argument("ROUND", "5, 7s, sevens, bonus or last.", options.rounds)
    ] = None,
    entries: Annotated[
        list[str] | None, argument("[WHO=ENTRY...]", "What it should be.", options.entries)
    ] = None,
    out: OutOrNobody = None,
    note: Note = None,
    wild: DrawnWild = None,
    upcard: Upcard = None,
    *,
    ledger: ToCorrect,
) -> Answer:
    has_options = (out, note, wild, upcard) != (None, None, None, None)
    if round_typed is None and (has_options or not can_ask()):
        raise options.lacks("fix", "ROUND", ledger.sitting)
    round_typed, words = _round_and_entries(round_typed or "last", entries or [])
    if not words and not has_options:
        words = _ask_what_is_right(ledger.load().game, round_typed)

    def read(game: Game) -> tuple[Row, Entries]:
        drawn, others = wild, words
        # People type fix 2 wild 9, unless a player is called Wild.
        says_wild = game.rules.draws_wild and words[1:] and words[0].casefold() == "wild"
        if says_wild and not is_whole_name(words[0], game.names):
            drawn, others = words[1], words[2:]
        game = with_drawn_cards(game, drawn, upcard, row_typed(game, round_typed))
        row = row_typed(game, round_typed)
        return row, _corrections(row, others, note, str(ledger.path))

    answers: Entries = {}
    if can_ask():
        from scorekeeper.asking import RoundQuestions, ask_who_instead

        row, typed = read(ledger.load().game)
        settled = RoundQuestions(ledger.sitting.confirmed, row).settled(typed)
        answers = settled if settled != typed else {}
        out = out or ask_who_instead(row, settled)

    def edit(game: Game) -> Outcome:
        row, typed = read(game)
        named = None if out is None else _named_out(out, game, ledger)
        return correct(row, answers or typed, named, note)

    answered = [f"{name}={entry.typed}" for name, entry in answers.items()] or words
    before, after = ledger.change(edit, round_typed=round_typed, entries=answered, out=out)
    row = row_typed(after, round_typed)
    lines = evening.corrected_lines(before, after, row)
    if before != after:
        lines.append(f"{printable(ledger.path)} changed.  {SK}undo takes this back.")
    return ledger.answer_change(after, *lines, row=row)


def _round_and_entries(round_typed: str, entries: list[str]) -> tuple[str, list[str]]:
    """The round and the entries of a correction, even if it begins ``round three``."""
    if round_typed.casefold() == "round" and entries:
        round_typed, *entries = entries
        for number, _ in numbers_said([round_typed.casefold()]):  # three; threes is still a wild
            round_typed = str(number)
    if "=" in round_typed:
        remedy = f"name the round first, like {SK}{command_line('fix', 'last', round_typed)}"
        raise UsageError(f"{quoted(round_typed)} isn't a round", remedy=remedy)
    return round_typed, entries


def _corrections(row: Row, words: list[str], note: str | None, where: str) -> Entries:
    """The entries in the words of a correction, each with its player."""
    try:
        typed = whose_entry.said_in(words, row.game, row.rules, where)
        for entry in (entry for name, entry in typed if name is None):
            parse_entry(entry, row.rules)  # if it isn't an entry, say that first
            who = shell_name(row.game.names[:2][-1], row.game.names)
            remedy = f"name the player, like {who}={printable(entry, 20)}"
            raise EntryError(f"Whose is {quoted(entry)}?", remedy=remedy)
    except ScorekeeperError as error:
        stray = [word for word in words if "=" not in word]
        if note is None or not stray:
            raise
        remedy = f'put the note in quotes: --note "{printable(" ".join([note, *stray]))}"'
        raise EntryError(error.problem, remedy=remedy) from error
    return whose_entry.read_entries(row, typed)


def _ask_what_is_right(game: Game, round_typed: str) -> list[str]:
    """Show a round on the sheet, and ask for names and entries; UsageError off a terminal."""
    example = evening.example_fix(game, round_typed)
    if not can_ask():
        remedy = f"type what it should be, like {SK}fix {example}"
        raise UsageError("nothing to correct", remedy=remedy)
    row = row_typed(game, round_typed)
    names_entry = example.rpartition(" ")[2]

    def read(answer: str) -> list[str] | None:
        typed = whose_entry.said_in(split_words(answer), game, row.rules)
        is_named = typed and all(name is not None for name, _ in typed)
        return [f"{name}={entry}" for name, entry in typed] if is_named else None

    head = [*one_round(game, round_typed), f"What should it be?   like {names_entry}"]
    return ask("name and points: ", read, f"a name and what it should be: {names_entry}", head=head)
