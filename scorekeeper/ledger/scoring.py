"""From entries to a round of the game: what can be, what is refused, and corrections."""

from collections.abc import Iterable

from scorekeeper.errors import SK, EntryError, PlayerError, printable, quoted
from scorekeeper.ledger.entries import Entries, Entry, each_entry, no_points
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.hands import countable, hand_text, not_down
from scorekeeper.ledger.judged import judged
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.ledger.typed_totals import before_row, refuse_open, refuse_other_total
from scorekeeper.ledger.written import Round


def record(
    game: Game,
    entries: Entries,
    out: Iterable[str] = (),
    note: str | None = None,
    *,
    partly: bool = False,
) -> Outcome:
    """``game`` with the next round, as entered.

    ``out`` names who went out beside the entries that say so. Who is away may only not have been
    asked yet where the round is entered ``partly``. Raises EntryError for an entry
    that cannot be or is missing, CardError for cards that the packs cannot hold, ClaimError
    for a hand that did not go out.
    """
    row = next_row(game)
    went_out = _who_went_out(row, entries, out)
    filled = {**{name: Entry("o", out=True) for name in went_out}, **entries}
    refuse_strangers_at_the_table(row, filled)
    missing = [name for name in row.players if name not in filled]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        problem = f"{people(missing)} {are} missing, and a blank is not a zero"
        raise EntryError(problem, remedy=each_entry(row.rules, "give an entry for everybody;"))
    if all(entry.absent for entry in filled.values()):
        raise EntryError("nobody played this round", remedy="record a round when it was played")
    block = row.block._replace(out=went_out, note=note or None)
    in_order = {name: filled[name] for name in row.players}
    block, found = _entered(row, block, in_order, partly=partly)
    return judged(row.written(block), found)


def correct(
    row: Row,
    entries: Entries,
    out: tuple[str, ...] | None = None,
    note: str | None = None,
) -> Outcome:
    """The game with a row on its sheet mended: only what is entered changes.

    ``out`` is who went out, () for nobody, None to leave that. One who is named out takes the
    place of who was, whose entry must then be given too. Raises as ``record`` does.
    """
    old = row.block
    # Who turns out to have been out of a pool may be taken off the sheet, and no more.
    off = {name for name in old.players.union(old.out) if name in entries and entries[name].absent}
    refuse_strangers_at_the_table(row, (*(set(entries) - off), *(out or ())))
    named = _who_went_out(row, entries, out or ())
    went_out = _who_is_out_now(row, entries, out, named)
    filled = {**{name: Entry("o", out=True) for name in named}, **entries}
    block, found = _entered(row, old._replace(out=went_out), filled)
    if set(block.absent) >= set(row.players):
        raise EntryError("nobody played this round", remedy=f"take the round back with {SK}undo")
    if note:
        block = block.noted(_with_what_was(row, block, note))
    return judged(row.written(block), found)


def refuse_strangers_at_the_table(row: Row, names: Iterable[str]) -> None:
    """Raise PlayerError for a name of somebody who does not play the round."""
    for name in names:
        if name not in row.players:
            is_lost = not row.bonus and name in row.game.at_the_table(row.number)
            how = "is out of the game" if is_lost else "was not at the table"
            problem = f"{printable(name)} {how} in {row.name}"
            raise PlayerError(problem, remedy=f"give entries for {people(row.players)}")


# ── who went out ─────────────────────────────────────────────────────────────────────────


def _who_went_out(row: Row, entries: Entries, out: Iterable[str]) -> tuple[str, ...]:
    """Those named out, in seat order; their entries must allow it."""
    game, named = row.game, {*out, *(name for name, entry in entries.items() if entry.out)}
    scoring = game.rules.scoring
    went_out = game.in_order(named)
    if went_out and not game.rules.goes_out:
        for entry in entries.values():
            if entry.out:
                raise no_points(entry.typed)
        raise EntryError("nobody goes out in this game", remedy="type points")
    if len(went_out) > 1 and not (game.rules.several_out and scoring.several_out):
        problem, remedy = scoring.two_out
        raise EntryError(f"{people(went_out)} {problem}", remedy=remedy)
    for name in _scoring(row, went_out, entries):
        remedy = f"type o for {printable(name)}, or somebody else is out"
        raise EntryError(_both(name, entries[name]), remedy=remedy)
    return went_out


def _who_is_out_now(
    row: Row, entries: Entries, out: tuple[str, ...] | None, named: tuple[str, ...]
) -> tuple[str, ...]:
    """Who is out after a correction of a row."""
    game, were_out = row.game, row.block.out
    scoring = _scoring(row, were_out, entries)
    if game.rules.several_out and game.rules.scoring.several_out and named and out != ():
        return game.in_order({*were_out, *named}.difference(scoring))
    if named:
        replaced = [name for name in were_out if name not in named and name not in entries]
        if replaced:
            problem = f"{people(replaced)} went out before, and needs points now"
            remedy = f"add {shell_name(replaced[0], game.names)}=POINTS to the line"
            raise EntryError(problem, remedy=remedy)
        return named
    if out == ():
        return ()
    for name in scoring:
        remedy = "add --out with who went out instead, or --out - for nobody"
        raise EntryError(_both(name, entries[name]), remedy=remedy)
    return were_out


def _both(name: str, entry: Entry) -> str:
    return f"{printable(name)} went out, which is 0 points, and not {quoted(entry.typed)}"


def _scoring(row: Row, out: tuple[str, ...], entries: Entries) -> list[str]:
    """Whose entry says something else than having gone out; of cards the claim is judged."""
    typed = [(name, entries[name]) for name in out if name in entries]
    may_leave = row.game.rules.scoring.out_leaves
    return [
        name
        for name, entry in typed
        if not entry.groups
        and (entry.absent or entry.called or (not may_leave and points_of(row, name, entry)))
    ]


def nothing_left(game: Game, number: int, block: Round) -> tuple[str, ...]:
    """Who may have gone out in a block, in seat order: with 0 points, or with all cards melded."""

    def is_so(name: str) -> bool:
        if name in block.scores or name in block.called:
            return block.scores.get(name) == 0
        rules = game.rules_of(number, block)
        hand = block.hands.get(name, "")
        return bool(rules and countable(hand, rules) and not not_down(hand, rules))

    return tuple(filter(is_so, game.names))


# ── the squares ──────────────────────────────────────────────────────────────────────────


def _entered(
    row: Row, block: Round, entries: Entries, *, partly: bool = False
) -> tuple[Round, Entries]:
    """``block`` with the entries in their squares; and these, with what is left in the hands."""
    game = row.game
    if game.rules.scoring.knocks:
        from scorekeeper.ledger.gin import ended  # few games come to this

        block, entries = ended(row, block, entries, partly=partly)
    scores, hands, absent = dict(block.scores), dict(block.hands), set(block.absent)
    called = {name: word for name, word in block.called.items() if name not in entries}
    for name, entry in entries.items():
        absent.discard(name)
        scores.pop(name, None)
        if entry.absent:
            absent |= {name} & set(row.players)
            hands.pop(name, None)
        elif entry.groups:
            hands[name] = hand_text(entry.groups)
        elif entry.called:
            called[name] = entry.called
        else:
            scores[name] = points_of(row, name, entry)
    block = block._replace(
        scores={name: scores[name] for name in game.in_order(scores)},
        hands={name: hands[name] for name in game.in_order(hands)},
        called={name: called[name] for name in game.in_order(called)},
        absent=game.in_order(absent),
    )
    return block, entries


def points_of(row: Row, name: str, entry: Entry) -> int:
    """The points of an entry that is no hand; a running total is turned into points.

    Raises EntryError where points and total do not agree, and for what may be two things. Where
    one player scores the difference it is what is left, and totals are looked at when both are in.
    """
    if entry.called and row.rules:
        return row.rules.called[entry.called]
    scoring = row.game.rules.scoring
    if entry.total is not None and not scoring.from_totals:
        problem = f"{quoted(entry.typed)} is a total, which does not say what is left in a hand"
        raise EntryError(problem, remedy="type what is left")
    refuse_open(row, name, entry)
    before = before_row(row, name)
    if entry.points is None:
        return 0 if entry.total is None or not scoring.adds else entry.total - before
    if scoring.adds:
        refuse_other_total(row, name, entry, entry.points)
    return entry.points


def _with_what_was(row: Row, new: Round, note: str) -> str:
    """The note on a correction of a row, behind what was there before it."""
    game, old = row.game, row.block

    def square(block: Round, name: str) -> tuple[object, ...]:
        written = block.scores.get(name), block.hands.get(name), block.called.get(name)
        return (*written, name in block.absent, name in block.out)

    was = []
    for name in game.names:
        if square(old, name) != square(new, name):
            left = game.left(row.number, old, name)
            said: object = "missing" if left is None else old.called.get(name, left)
            out = f"out with {left}" if left else "out"
            said = out if name in old.out else "absent" if name in old.absent else said
            was.append(f"{name} was {said}")
    return f"{', '.join(was)}: {note}" if was else note
