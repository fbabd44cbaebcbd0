"""From entries to a round of the game: what can be, what is refused, and corrections."""

from collections.abc import Iterable, Mapping

from scorekeeper.cards import MOST_CARDS, parse_cards
from scorekeeper.errors import ClaimError, EntryError, PlayerError, count, listed, printable, quoted
from scorekeeper.ledger.entries import Entry, each_entry
from scorekeeper.ledger.game import Game, Outcome
from scorekeeper.ledger.hands import countable, hand_text, not_down
from scorekeeper.ledger.people import shell_name
from scorekeeper.ledger.rows import Row, next_row, row_name, row_subject
from scorekeeper.ledger.typed_totals import before_row, refuse_open, refuse_other_total
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import (
    dearest_hand,
    dearest_melded_hand,
    refuse_strangers,
    refuse_too_many,
)

Entries = Mapping[str, Entry]
"""What was typed for the players of a round, by their names."""


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
    went_out = _who_went_out(game, row, entries, out)
    filled = {**{name: Entry("o", out=True) for name in went_out}, **entries}
    _refuse_strangers_at_the_table(game, row, filled)
    missing = [name for name in row.players if name not in filled]
    if missing:
        raise EntryError(
            f"{listed(map(printable, missing))} {'is' if len(missing) == 1 else 'are'} missing,"
            " and a blank is not a zero",
            remedy=each_entry(row.rules, "give an entry for everybody;"),
        )
    if all(entry.absent for entry in filled.values()):
        raise EntryError("nobody played this round", remedy="record a round when it was played")
    block = game.coming(bonus=row.bonus)._replace(out=went_out, note=note or None)
    in_order = {name: filled[name] for name in row.players}
    if game.rules.count == "difference":
        from scorekeeper.ledger.knocks import ended

        block, in_order = ended(game, row, block, in_order, partly=partly)
    return _judged(game.with_round(_entered(game, row, block, in_order)), row, in_order)


def correct(
    game: Game,
    row: Row,
    entries: Entries,
    out: tuple[str, ...] | None = None,
    note: str | None = None,
) -> Outcome:
    """``game`` with a round on the sheet mended: only what is entered changes.

    ``out`` is who went out, () for nobody, None to leave that. One who is named out takes the
    place of who was, whose entry must then be given too. Raises as ``record`` does.
    """
    old = game.rounds[row.at]
    _refuse_strangers_at_the_table(game, row, (*entries, *(out or ())))
    named = _who_went_out(game, row, entries, out or ())
    went_out = _who_is_out_now(game, row, entries, out, named)
    filled = {**{name: Entry("o", out=True) for name in named}, **entries}
    block = old._replace(out=went_out)
    if game.rules.count == "difference":
        from scorekeeper.ledger.knocks import ended

        block, filled = ended(game, row, block, filled)
    block = _entered(game, row, block, filled)
    if set(block.absent) >= set(row.players):
        raise EntryError("nobody played this round", remedy="take the round back with sk undo")
    if note:
        block = block.noted(_with_what_was(game, row.number, old, block, note))
    return _judged(game.with_block(row.at, block), row, filled)


def _refuse_strangers_at_the_table(game: Game, row: Row, entries: Iterable[str]) -> None:
    for name in entries:
        if name not in row.players:
            is_lost = not row.bonus and name in game.at_the_table(row.number)
            how = "is out of the game" if is_lost else "was not at the table"
            raise PlayerError(
                f"{printable(name)} {how} in {row_name(game, row)}",
                remedy=f"give entries for {listed(map(printable, row.players))}",
            )


# ── who went out ─────────────────────────────────────────────────────────────────────────


def _who_went_out(game: Game, row: Row, entries: Entries, out: Iterable[str]) -> tuple[str, ...]:
    """Those named out, in seat order; their entries must allow it."""
    named = {*out, *(name for name, entry in entries.items() if entry.out)}
    went_out = tuple(name for name in game.names if name in named)
    if went_out and not game.rules.plays_cards:
        raise EntryError("nobody goes out in this game", remedy="type points")
    if len(went_out) > 1 and game.rules.count == "difference":
        raise EntryError(
            f"{listed(map(printable, went_out))} cannot both have ended the hand",
            remedy="type o or o7 for the one who did, and what the other has left",
        )
    if len(went_out) > 1 and not game.rules.several_out:
        raise EntryError(
            f"{listed(map(printable, went_out))} cannot all have gone out first",
            remedy="type o for the one who went out first, 0 for others with nothing left",
        )
    for name in _scoring(game, row, went_out, entries):
        raise EntryError(
            f"{printable(name)} went out, which is 0 points, and not {quoted(entries[name].typed)}",
            remedy=f"type o for {printable(name)}, or somebody else is out",
        )
    return went_out


def _who_is_out_now(
    game: Game, row: Row, entries: Entries, out: tuple[str, ...] | None, named: tuple[str, ...]
) -> tuple[str, ...]:
    """Who is out after a correction of a row."""
    were_out = game.rounds[row.at].out
    scoring = _scoring(game, row, were_out, entries)
    if game.rules.several_out and named and out != ():
        still_out = {*were_out, *named}.difference(scoring)
        return tuple(name for name in game.names if name in still_out)
    if named:
        replaced = [name for name in were_out if name not in named and name not in entries]
        if replaced:
            raise EntryError(
                f"{listed(map(printable, replaced))} went out before, and needs points now",
                remedy=f"add {shell_name(replaced[0], game.names)}=POINTS to the line",
            )
        return named
    if out == ():
        return ()
    for name in scoring:
        raise EntryError(
            f"{printable(name)} went out, which is 0 points, and not {quoted(entries[name].typed)}",
            remedy="add --out with who went out instead, or --out - for nobody",
        )
    return were_out


def _scoring(game: Game, row: Row, out: tuple[str, ...], entries: Entries) -> list[str]:
    """Whose entry says something else than having gone out; of cards the claim is judged."""
    typed = [(name, entries[name]) for name in out if name in entries]
    return [
        name
        for name, entry in typed
        if not entry.groups
        and (entry.absent or (game.rules.count == "own" and points_of(game, row, name, entry) != 0))
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


def _entered(game: Game, row: Row, block: Round, entries: Entries) -> Round:
    """``block`` with the entries in their squares."""
    scores, hands, absent = dict(block.scores), dict(block.hands), set(block.absent)
    called = {name: word for name, word in block.called.items() if name not in entries}
    for name, entry in entries.items():
        absent.discard(name)
        scores.pop(name, None)
        if entry.absent:
            absent.add(name)
            hands.pop(name, None)
        elif entry.groups:
            hands[name] = hand_text(entry.groups)
        elif entry.called:
            called[name] = entry.called
        else:
            scores[name] = points_of(game, row, name, entry)
    return block._replace(
        scores={name: scores[name] for name in game.names if name in scores},
        hands={name: hands[name] for name in game.names if name in hands},
        called={name: called[name] for name in game.names if name in called},
        absent=tuple(name for name in game.names if name in absent),
    )


def lacks_wild(game: Game, row: Row, entries: Entries) -> bool:
    """Whether entries show cards, and nobody has said yet which rank was drawn to be wild."""
    is_drawn = row.rules is not None and game.rules.draws_in(row.rules.number)
    is_shown = any(entry.groups for entry in entries.values())
    return bool(is_drawn and is_shown and row.rules and row.rules.wild is None)


def points_of(game: Game, row: Row, name: str, entry: Entry) -> int:
    """The points of an entry that is no hand; a running total is turned into points.

    Raises EntryError where points and total do not agree, and for what may be two things. Where
    one player scores the difference it is what is left, and totals are looked at when both are in.
    """
    if entry.called and row.rules:
        return row.rules.called[entry.called]
    if game.rules.count == "winner-takes" and entry.total is not None:
        problem = f"{quoted(entry.typed)} is a total, which does not say what is left in a hand"
        raise EntryError(problem, remedy="type what is left")
    refuse_open(row, name, entry)
    before = before_row(game, row, name)
    if entry.points is None:
        return 0 if entry.total is None or game.rules.count != "own" else entry.total - before
    if game.rules.count == "own":
        refuse_other_total(game, row, name, entry, entry.points)
    return entry.points


def _with_what_was(game: Game, number: int, old: Round, new: Round, note: str) -> str:
    """The note on a correction, behind what was there before it."""

    def square(block: Round, name: str) -> tuple[object, ...]:
        written = block.scores.get(name), block.hands.get(name), block.called.get(name)
        return (*written, name in block.absent, name in block.out)

    was = []
    for name in game.names:
        if square(old, name) != square(new, name):
            left = game.left(number, old, name)
            said: object = "missing" if left is None else old.called.get(name, left)
            out = f"out with {left}" if left else "out"
            said = out if name in old.out else "absent" if name in old.absent else said
            was.append(f"{name} was {said}")
    return f"{', '.join(was)}: {note}" if was else note


# ── what cannot be ───────────────────────────────────────────────────────────────────────


def _judged(game: Game, row: Row, entries: Entries) -> Outcome:
    """``game`` with what is remarkable in a row; raises for what cannot be."""
    remarks = [entry.remark for entry in entries.values() if entry.doubt]
    block = game.rounds[row.at]
    if row.rules is not None:
        _judge_hands(game, row, row.rules, entries)
        for name in entries:
            if name in block.scores:
                remarks += _judge_points(game, row, row.rules, name)
        if game.rules.count == "difference":
            from scorekeeper.ledger.knocks import judge_ending

            judge_ending(game, row, row.rules, entries)
    return Outcome(game, tuple(remarks))


def _judge_hands(game: Game, row: Row, rules: RoundRules, entries: Entries) -> None:
    """Raise for cards that cannot be, and for a claim to have gone out that does not stand.

    What the sheet showed before is for ``check``: it must not stand in the way of its own remedy.
    """
    if lacks_wild(game, row, entries):
        problem = f"the wild rank of {row_name(game, row)} is drawn, and not told"
        raise EntryError(problem, remedy="say which it is, like --wild 7, or type points")
    block = game.rounds[row.at]
    shown = {name: entry.cards for name, entry in entries.items() if entry.cards}
    for name, cards in shown.items():
        refuse_strangers(cards, rules)
        is_big = game.rules.count == "difference" and name in block.out
        if len(cards) not in (rules.deal, (rules.deal or 0) + is_big):
            dealt = count(rules.deal or 0, "card")
            raise EntryError(
                f"{printable(name)} has {count(len(cards), 'card')},"
                f" and {row_subject(game, row)} has {rules.deal}",
                remedy=f"type the {dealt} without the discard, or the points",
            )
        if len(cards) > MOST_CARDS:
            problem = f"{len(cards)} cards, and at most {MOST_CARDS} can be counted"
            raise EntryError(f"{printable(name)} has {problem}", remedy="type the points")
    typed = {card for cards in shown.values() for card in cards}
    held = (card for text in block.hands.values() for card in parse_cards(text))
    refuse_too_many((card for card in held if card in typed), rules, game.decks)
    for name in block.out if game.rules.count != "difference" else ():
        why = not_down(block.hands[name], rules) if name in entries and name in block.hands else ""
        if why:
            problem = f"{printable(name)} did not go out: {why}"
            raise ClaimError(problem, remedy="see why with sk verify, or type the hand without o")


def _judge_points(game: Game, row: Row, rules: RoundRules, name: str) -> list[str]:
    points, dearest = game.rounds[row.at].scores[name], dearest_hand(rules, game.decks)
    if not 0 <= points <= dearest:
        raise EntryError(
            f"{printable(name)} cannot have {points} points in {row_name(game, row)}:"
            f" {'1 card costs' if rules.deal == 1 else f'{rules.deal} cards cost'} 0 to {dearest}",
            remedy="look for a slip of a key",
        )
    usual = dearest_melded_hand(rules)
    if rules.hand_cap and points > rules.hand_cap:
        most = f"{points} counts as {rules.hand_cap}, the most that a hand can cost"
        return [f"{printable(name)}: {most}"]
    if usual is not None and points > usual:
        return [
            f"{printable(name)}: no {rules.deal} cards melded as well as they can be leave more"
            f" than {usual}; {points} is written as it is"
        ]
    return []
