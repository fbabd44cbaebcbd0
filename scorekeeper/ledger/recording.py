"""Turns entries into a round on the sheet, or refuses them, and corrects rounds."""

from collections.abc import Iterable

from scorekeeper.errors import SK, EntryError, printable, quoted
from scorekeeper.ledger import Game, Outcome
from scorekeeper.ledger.entries import Entries, Entry, each_entry, not_a_number
from scorekeeper.ledger.faults import faults, refuse_nonplayers
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.names import people, shell_name
from scorekeeper.ledger.rows import Row, base_total, next_row, refuse_ambiguous, refuse_wrong_total
from scorekeeper.ledger.written import Round


def record(
    game: Game,
    entries: Entries,
    out: Iterable[str] = (),  # who went out, besides those whose entry says so
    note: str | None = None,
    *,
    partly: bool = False,  # absent players haven't been asked yet
) -> Outcome:
    """``game`` with the next round, as entered.

    EntryError for an entry that is wrong or missing, CardError for cards that the packs don't hold,
    ClaimError for a hand that isn't out.
    """
    row = next_row(game)
    went_out = _who_went_out(row, entries, out)
    filled = {**{name: Entry("o", out=True) for name in went_out}, **entries}
    refuse_nonplayers(row, filled)
    missing = [name for name in row.players if name not in filled]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        problem = f"{people(missing)} {are} missing, and a blank isn't a zero"
        raise EntryError(problem, remedy=each_entry(row.rules, "give an entry for everybody;"))
    round_ = row.round_._replace(out=went_out, note=note or None)
    in_order = {name: filled[name] for name in row.players}
    return _outcome(row, *_fill_row(row, round_, in_order, partly=partly))


def record_so_far(row: Row, entries: Entries) -> Outcome | None:
    """The game with these entries for its next ``row``, and everybody else away so far.

    None if everybody is away. Raises as ``record`` does.
    """
    if all(entry.absent for entry in entries.values()):
        return None
    away = {name: Entry("-", absent=True) for name in row.players if name not in entries}
    return record(row.game, {**away, **entries}, partly=True)


def correct(
    row: Row, entries: Entries, out: tuple[str, ...] | None = None, note: str | None = None
) -> Outcome:
    """The game with a row on its sheet corrected; only the squares that are entered change.

    ``out`` is who went out: () for nobody, None to leave it. If somebody else turns out to have
    gone out, the player who was out needs an entry too. Raises as ``record`` does.
    """
    old = row.round_
    # A player who was already out of the pool may be taken off the row, but gets no points.
    removed = {n for n in old.players.union(old.out) if n in entries and entries[n].absent}
    refuse_nonplayers(row, (*(set(entries) - removed), *(out or ())))
    newly_out = _who_went_out(row, entries, out or ())
    went_out = _who_is_out_now(row, entries, out, newly_out)
    filled = {**{name: Entry("o", out=True) for name in newly_out}, **entries}
    round_, entered = _fill_row(row, old._replace(out=went_out), filled)
    if note:
        round_ = round_.with_note(_with_old_entries(row, round_, note))
    return _outcome(row, round_, entered)


def _outcome(row: Row, round_: Round, entries: Entries) -> Outcome:
    """The game with ``round_`` in this row, and remarks; raises the first fault of the entries."""
    is_new = row.position == len(row.game.rounds)
    if round_.absent and set(round_.absent) >= set(row.players):
        undo = f"take the round back with {SK}undo"
        remedy = "record a round once it has been played" if is_new else undo
        raise EntryError("nobody played this round", remedy=remedy)
    after = row.with_round(round_)
    doubts = [
        f"{entry.typed} is taken as {entry.doubt}" if entry.letter else entry.doubt
        for entry in entries.values()
        if entry.doubt
    ]
    warnings = _check_faults(row, after, entries)
    return Outcome(after.game, (*doubts, *warnings, *_check_points(after, entries)))


def _check_faults(row: Row, after: Row, entries: Entries) -> list[str]:
    """Warnings about the entries in a row; raises the first fault that they cause.

    ``check`` reports older faults; they mustn't stop the correction that fixes them.
    """
    old_faults = faults(row, typed=True) if row.position < len(row.game.rounds) else ()
    old_problems = {fault.problem for fault in old_faults if not fault.squares}
    warnings: list[str] = []
    for fault in faults(after, typed=True):
        causes = [entries[name] for name in fault.squares if name in entries]
        if fault.key == "hands" and fault.check != "out-claim":  # only cards can have caused it
            causes = [entry for entry in causes if entry.groups]
        is_caused = bool(causes) if fault.squares else fault.problem not in old_problems
        if is_caused and fault.severity == "warning":
            warnings.append(f"{fault.error.problem}; it is saved as typed")
        elif is_caused:
            was_out = fault.name in row.round_.out and not row.game.rules.scoring.knocks
            if was_out and fault.check in ("out-score", "player"):
                remedy = "say who did with --out NAME, or --out - if nobody did"
                fault = fault._replace(remedy=remedy)
            raise fault.error
    return warnings


def _check_points(row: Row, entries: Entries) -> list[str]:
    """Remarks on points above the cap; EntryError if a total contradicts what is on the sheet."""
    remarks = []
    cap = row.rules.hand_cap if row.rules else 0
    for name, entry in entries.items():
        if not row.game.rules.scoring.own_points:
            refuse_wrong_total(row, name, entry)
        points = row.round_.scores.get(name, 0)
        if cap and points > cap:
            who = printable(name)
            if entry.total is not None:
                # The total includes these points already, and a hand adds at most the cap.
                problem = f"{who} can't have {points} points in {row.name}"
                problem += f": a hand costs at most {cap}"
                raise EntryError(problem, remedy="check for a typo")
            remarks.append(f"{who}: {points} counts as {cap}, the most a hand can cost")
    return remarks


# ── who went out ─────────────────────────────────────────────────────────────────────────────


def _who_went_out(row: Row, entries: Entries, out: Iterable[str]) -> tuple[str, ...]:
    """The players who went out, by ``out`` or by their entry, in seat order."""
    for entry in entries.values():
        if entry.out and not row.game.rules.goes_out:
            raise not_a_number(entry.typed)
    return row.game.in_order({*out, *(name for name, entry in entries.items() if entry.out)})


def _who_is_out_now(
    row: Row, entries: Entries, out: tuple[str, ...] | None, newly_out: tuple[str, ...]
) -> tuple[str, ...]:
    """Who is out in a corrected row, ``newly_out`` included; ``out`` as in ``correct``."""
    game, were_out = row.game, row.round_.out

    def has_points(name: str) -> bool:
        entry = entries.get(name)
        if entry is None or entry.groups:  # cards are judged later
            return False
        return bool(entry.absent or entry.forfeit or points_of(row, name, entry))

    if game.rules.several_out and game.rules.scoring.several_out and newly_out and out != ():
        return game.in_order({*were_out, *newly_out} - {*filter(has_points, were_out)})
    if newly_out:
        replaced = [name for name in were_out if name not in newly_out and name not in entries]
        if replaced:
            problem = f"{people(replaced)} went out in that round, so now needs points"
            remedy = f"add {shell_name(replaced[0], game.names)}=POINTS to the line"
            raise EntryError(problem, remedy=remedy)
        return newly_out
    return () if out == () else were_out


# ── the squares ──────────────────────────────────────────────────────────────────────────────


def _fill_row(
    row: Row, round_: Round, entries: Entries, *, partly: bool = False
) -> tuple[Round, Entries]:
    """``round_`` with these entries, and the entries; in gin, totals become points left."""
    game = row.game
    if game.rules.scoring.knocks:
        from scorekeeper.ledger.gin import end_hand  # few games need this

        round_, entries = end_hand(row, round_, entries, partly=partly)
    scores, hands, absent = dict(round_.scores), dict(round_.hands), set(round_.absent)
    forfeits = {name: word for name, word in round_.forfeits.items() if name not in entries}
    for name, entry in entries.items():
        absent.discard(name)
        scores.pop(name, None)
        if entry.absent:
            absent |= {name} & set(row.players)
            hands.pop(name, None)
        elif entry.groups:
            hands[name] = hand_text(entry.groups)
        elif entry.forfeit:
            forfeits[name] = entry.forfeit
        else:
            scores[name] = points_of(row, name, entry)
    round_ = round_._replace(
        scores=game.by_seat(scores),
        hands=game.by_seat(hands),
        forfeits=game.by_seat(forfeits),
        absent=game.in_order(absent),
    )
    return round_, entries


def points_of(row: Row, name: str, entry: Entry) -> int:
    """The points of an entry without cards; a running total is turned into points.

    In gin they are the points left, and ``_check_points`` compares the totals. EntryError if points
    and total disagree, or the entry could mean two things.
    """
    if entry.forfeit and row.rules:
        return row.rules.forfeits[entry.forfeit]
    scoring = row.game.rules.scoring
    if entry.total is not None and not (scoring.own_points or scoring.knocks):
        problem = f"{quoted(entry.typed)} is a total, which doesn't say what is left in a hand"
        raise EntryError(problem, remedy="type what is left")
    refuse_ambiguous(row, name, entry)
    if scoring.own_points and entry.total is not None:
        if entry.points is None:
            return entry.total - base_total(row, name)
        scores = {**row.round_.scores, name: entry.points}
        refuse_wrong_total(row.with_round(row.round_._replace(scores=scores)), name, entry)
    return entry.points or 0


def _with_old_entries(row: Row, new: Round, note: str) -> str:
    """The note on a correction, preceded by what the corrected squares said before."""
    game, old = row.game, row.round_

    def written_in(round_: Round, name: str) -> tuple[object, ...]:
        written = round_.scores.get(name), round_.hands.get(name), round_.forfeits.get(name)
        return (*written, name in round_.absent, name in round_.out)

    changed = [name for name in game.names if written_in(old, name) != written_in(new, name)]
    corrections = ", ".join(f"{name} was {row.square_text(name)}" for name in changed)
    return f"{corrections}: {note}" if changed else note
