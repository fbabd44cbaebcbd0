"""A row of the sheet that is filled in or corrected, its faults, and totals read from a pad."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.errors import (
    SK,
    CheckId,
    ConflictError,
    EntryError,
    PlayerError,
    RoundError,
    ScorekeeperError,
    Severity,
    count,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.names import (
    bonus_asked,
    find_round,
    people,
    round_name,
    round_subject,
    round_word,
    shell_name,
)
from scorekeeper.ledger.standings import Tie, is_finished, next_round, ties
from scorekeeper.ledger.written import Round
from scorekeeper.rules.card_rules import RoundRules

if TYPE_CHECKING:
    from scorekeeper.ledger.entries import Entry


class Row(NamedTuple):
    """The row of a game's sheet that entries go into: a round that is on it, or the next."""

    game: Game
    position: int  # in ``game.rounds``
    number: int  # for a bonus round, that of the last numbered round
    players: tuple[str, ...]  # who can have an entry, in seat order
    round_: Round  # as it is on the sheet, or what is known of the next one so far
    rules: RoundRules | None  # None without cards, or if the game has no such round
    tie: Tie | None = None  # what a bonus round plays off

    @property
    def bonus(self) -> bool:
        """Whether it is a bonus round."""
        return self.tie is not None

    def points(self, name: str) -> int | None:
        """What a player scores in the round; None if that isn't known."""
        return self.game.points(self.number, self.round_, name)

    def unmelded(self, name: str) -> int | None:
        """What a player has left in the round; None if that isn't known."""
        return self.game.unmelded(self.number, self.round_, name)

    def square_text(self, name: str) -> str:
        """What a player's square says about the hand, in a word or two: ``12``, ``out with 7``."""
        unmelded = self.unmelded(name)
        if name in self.round_.out:
            return f"out with {unmelded}" if unmelded else "out"
        if unmelded is None:
            is_away = name in self.round_.absent or name not in self.players
            return "absent" if is_away else "missing"
        return self.round_.forfeits.get(name) or str(unmelded)

    def with_round(self, round_: Round) -> "Row":
        """The row with this round in it, in a game that has it on its sheet."""
        if self.position == len(self.game.rounds):
            return self.in_game(self.game.with_round(round_))
        return self.in_game(self.game.with_round_at(self.position, round_))

    def in_game(self, game: Game) -> "Row":
        """The same row in another game, which has it on its sheet."""
        return self._replace(game=game, round_=game.rounds[self.position])

    @property
    def name(self) -> str:
        """The row by number and name: ``round 5, the sevens``, or ``the bonus round``."""
        if not self.bonus:
            return round_name(self.game.rules, self.number)
        bonus = self.game.bonus_rounds
        several = self.position in bonus and len(bonus) > 1
        return f"bonus round {bonus.index(self.position) + 1}" if several else "the bonus round"

    @property
    def subject(self) -> str:
        """The name as the subject of a sentence, with a comma: ``round 5, the sevens,``."""
        return self.name if self.bonus else round_subject(self.game.rules, self.number)

    @property
    def word(self) -> str:
        """What to type for a row."""
        if not self.bonus:
            return round_word(self.game.rules, self.number)
        bonus = self.game.bonus_rounds
        return f"bonus{bonus.index(self.position) + 1}" if self.position in bonus[:-1] else "bonus"


def next_row(game: Game) -> Row:
    """The row of the round to play next; RoundError if there is none."""
    card = next_round(game)
    if card is None and not is_finished(game):
        raise RoundError("all rounds are done", remedy=f"fill in the missing points with {SK}fix")
    if card is None:
        problem = f"{printable(game.title)} is over after {count(len(game.played), 'round')}"
        remedy = f"start a game with {SK}new"
        if game.played:
            remedy = f"play once more with {SK}again, or correct a round with {SK}fix ROUND"
        raise RoundError(problem, remedy=remedy)
    if card.number is None:
        return _row(game, len(game.rounds), len(game.played), Tie(card.players))
    return _row(game, len(game.rounds), card.number)


def row_of(game: Game, number: int) -> Row:
    """The row of a round on the sheet; RoundError if it wasn't played."""
    return _row(game, game.index_of(number), number)


def _row(game: Game, index: int, number: int, tie: Tie | None = None) -> Row:
    """The row of a round, or of a bonus round for the players who are tied or have points in it."""
    is_new, players = index == len(game.rounds), game.seated(number)
    round_ = game.upcoming_round(bonus=tie is not None) if is_new else game.rounds[index]
    if tie is not None:
        plays_off = game.rules.ties == "bonus-round" and tie.played and len(tie.first) > 1
        names = {*(tie.first if plays_off else ()), *round_.players, *round_.absent}
        players = game.in_order(names)
    return Row(game, index, number, players, round_, game.round_rules(number, round_), tie)


def rows(game: Game) -> Iterator[Row]:
    """The rows on the sheet that aren't void, in order."""
    tie_at = ties(game)
    for index, (number, round_) in enumerate(game.numbered()):
        if not round_.is_void:
            number = len(game.played) if round_.bonus else number
            yield _row(game, index, number, tie_at.get(index))


def row_typed(game: Game, typed: str) -> Row:
    """The row that a word means: a round, ``last``, ``bonus`` (the last one), ``bonus1``.

    RoundError if it isn't on the sheet.
    """
    bonus = game.bonus_rounds
    is_last = bonus and all(b.is_void for b in game.rounds[bonus[-1] + 1 :])
    asked = "" if typed.strip().casefold() == "last" and is_last else bonus_asked(typed)
    if asked is None:
        return row_of(game, find_round(game.rules, typed, len(game.played)))
    if not bonus:
        raise RoundError("no bonus round is on the sheet", remedy=f"see the rounds with {SK}sheet")
    which = int(asked or len(bonus))
    if not 1 <= which <= len(bonus):
        remedy = "type bonus" if len(bonus) == 1 else f"type bonus1 to bonus{len(bonus)}"
        raise RoundError(f"there is no bonus round {which}", remedy=remedy)
    index = bonus[which - 1]
    return _row(game, index, len(game.played), ties(game)[index])


def row_to_play(game: Game, typed: str | None) -> Row:
    """The row of the next round; ConflictError if it isn't the one ``typed``."""
    if typed is None:
        return next_row(game)
    number = game.coming
    is_next = f"{round_subject(game.rules, number)} is next"
    if bonus_asked(typed) is not None:
        row = next_row(game)
        if not row.bonus:
            raise ConflictError("the next round isn't a bonus round", remedy=is_next)
        return row
    wanted = find_round(game.rules, typed, number - 1)
    if wanted == number:
        return next_row(game)
    name = round_subject(game.rules, wanted)
    if wanted > number:
        raise ConflictError(f"{name} isn't next", remedy=is_next)
    remedy = f"correct it with {SK}fix {round_word(game.rules, wanted)}"
    raise ConflictError(f"{name} is already on the sheet", remedy=remedy)


def turns_left(player: str, rules: RoundRules, game: Game) -> tuple[str, ...]:
    """Who gets one more turn if ``player`` goes out, in order; PlayerError if they are away.

    If the rules have no round number, the next round counts, or after the end the last.
    """
    card = next_round(game)
    if rules.number:
        name, seated = round_name(game.rules, rules.number), game.present(rules.number)
    elif card or game.played:
        row = next_row(game) if card else row_typed(game, "last")
        name, seated = row.name, row.players
    else:
        name, seated = "this game", game.names
    if player not in seated:
        problem = f"{printable(player)} isn't at the table in {name}"
        raise PlayerError(problem, remedy=f"name who claims: {people(game.in_order(seated), 'or')}")
    return tuple(other for other in game.order_from(player, seated) if other != player)


def is_typed_twice(game: Game) -> bool:
    """Whether the last round is like the one before, entry for entry."""
    if len(game.played) < 2 or game.played[-1] is not game.rounds[-1]:
        return False
    before, last = game.played[-2:]
    return last._replace(dealer=before.dealer) == before


# ── what is wrong in a row ───────────────────────────────────────────────────────────────────


class Fault(NamedTuple):
    """Something in a row of the sheet that is wrong, or worth a look."""

    row: Row
    check: CheckId
    problem: str  # calls the row *this round*, and doesn't name the player
    remedy: str  # for somebody who is typing it
    key: str = ""  # its key in the round of a ledger
    name: str = ""  # the player in whose square it is; empty if it is about everybody
    mend: str = ""  # the remedy for somebody who finds it on the sheet, if it differs
    holders: tuple[str, ...] = ()  # the players who hold a card that is there too often
    severity: Severity = "error"
    kind: type[ScorekeeperError] = EntryError

    @property
    def squares(self) -> tuple[str, ...]:
        """The players in whose squares it is, if any."""
        return (self.name,) if self.name else self.holders

    @property
    def error(self) -> ScorekeeperError:
        """The error for an entry that would cause it, naming player and round."""
        problem = self.problem.replace("this round has", f"{self.row.subject} has")
        problem = problem.replace("this round", self.row.name)
        if self.name and self.check != "impossible-card":
            problem = f"{printable(self.name)} {problem}"
        return self.kind(problem, remedy=self.remedy)


def still_out(row: Row, name: str, entry: object) -> tuple[str, ...] | None:
    """Who else went out, if this entry means that the player didn't; None if it doesn't."""
    if name not in row.round_.out or entry in ("o", 0) or row.game.rules.scoring.knocks:
        return None
    return tuple(other for other in row.round_.out if other != name)


def fix(row: Row, name: str, entry: object) -> str:
    """The command that would fix a square; a player with points left didn't go out."""
    names, out = row.game.names, still_out(row, name, entry)
    option = "" if out is None else f" --out {shell_name(out[0], names) if out else '-'}"
    return f"{SK}fix {row.word}{option} {shell_name(name, names)}={entry}"


# ── totals read from a pad ───────────────────────────────────────────────────────────────────


class Slip(NamedTuple):
    """A slip on the pad that would explain a difference."""

    number: int | None  # of the round; None for a slip in the adding
    how: str
    meant: int | None = None  # what the round should say if the pad is right; None if unknown


def explain(pad: int, sheet: int, points: Sequence[int | None]) -> tuple[Slip, ...]:
    """Every single slip that would turn ``sheet`` into ``pad``, the likeliest kind first.

    ``points`` are the scores of the rounds so far, None for a round without. A slip is a score with
    its two digits swapped, a round counted twice or left out, or a carry too few or too many.
    """
    difference = pad - sheet
    if not difference:
        return ()
    scores = [(number, score) for number, score in enumerate(points, start=1) if score]
    slips = [
        Slip(number, f"{score} written as {swapped}", swapped)
        for number, score in scores
        if 0 < score < 100 and (swapped := score % 10 * 10 + score // 10) - score == difference
    ]
    for number, score in scores:
        if abs(score) == abs(difference):
            how = "counted twice" if score == difference else "left out"
            slips.append(Slip(number, f"{score} {how}"))
    if abs(difference) in (10, 100, 1000):
        slips.append(Slip(None, "a forgotten carry" if difference < 0 else "an extra carry"))
    return tuple(slips)


def refuse_ambiguous(row: Row, name: str, entry: "Entry") -> None:
    """Raise EntryError for an ambiguous entry, and for a total where totals aren't allowed."""
    if entry.needs_answer:
        problem = f"{printable(name)}: {quoted(entry.typed)} could mean two things: {entry.doubt}"
        raise EntryError(problem, remedy="type o for going out, - for not being here")
    if row.bonus and entry.total is not None:
        problem = f"{quoted(entry.typed)} is a total, but a bonus round has no totals"
        raise EntryError(problem, remedy="type the points")


def base_total(row: Row, name: str) -> int:
    """The running total that a round is added to, with any penalty noted in that round."""
    return row.game.total(name, row.number - 1) + row.round_.adjust.get(name, 0)


def total_mismatch(row: Row, name: str, pad: int) -> Fault | None:
    """The fault if the rounds don't add up to the total on a pad, with the likely slip, or None."""
    game = row.game
    # The points of a bonus round don't count in any total.
    before = game.total(name) if row.bonus else base_total(row, name)
    points = 0 if row.bonus else row.points(name) or 0
    if pad in (before + points, game.total(name, row.number)):
        return None
    scores = [game.square(number, name).points for number in range(1, row.number + 1)]
    hint, mend = "", "correct the paper's total, or the round that is wrong"
    for slip in explain(pad, before + points, scores)[:1]:
        where = f" in {round_subject(game.rules, slip.number)}" if slip.number else ""
        hint = f"; {slip.how}{where} would explain it"
        if slip.number and slip.meant is not None and game.rules.scoring.own_points:
            mend = f"correct the paper, or  {fix(row_of(game, slip.number), name, slip.meant)}"
    problem = f"had {before}, and {before} + {points} is {before + points}, not {pad}{hint}"
    return Fault(row, "total", problem, "look at the pad", "totals", name, mend=mend)


def refuse_wrong_total(row: Row, name: str, entry: "Entry") -> None:
    """Raise EntryError if a row doesn't add up to the total that was typed for it."""
    if entry.total is None or row.points(name) is None:
        return
    if mismatch := total_mismatch(row, name, entry.total):
        alone = entry.typed.partition("=")[0].strip() or "what is left"
        raise mismatch._replace(remedy=f"look at the pad, or type {alone} alone").error
