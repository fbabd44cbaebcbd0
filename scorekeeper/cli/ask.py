"""Questions at a terminal: one for each player of a round, and the few others there are.

Whatever is asked, nothing is written before the last answer, and Ctrl-C or the end of the input
writes nothing at all.
"""

from collections.abc import Mapping

from scorekeeper.cards import plural_of
from scorekeeper.cli.output import talk
from scorekeeper.cli.prompt import read_answer
from scorekeeper.entries import Entry, parse_entry
from scorekeeper.errors import PlayerError, ScorekeeperError
from scorekeeper.ledger import Game
from scorekeeper.people import find_player
from scorekeeper.render.grid import columns_of, pad
from scorekeeper.render.hands import short_answer
from scorekeeper.render.words import of_rounds, person
from scorekeeper.rules import RoundRules
from scorekeeper.scoring import Row, record
from scorekeeper.solver import best_arrangement

BACK = "<"
HELP = (
    "points: 12 · went out first: o · a sum: k+9+2, w a wild, jk a joker",
    "cards: 567s qshd 2c · as the pad says: 12=74, or =74 · not here: -",
    "back to the one before: < · stop and write nothing: Ctrl-C",
)


def ask_entries(
    game: Game, row: Row, known: Mapping[str, Entry], out: str | None, *, totals: bool = False
) -> dict[str, Entry]:
    """The entries of a round: those ``known``, and an answer for everybody else in seat order.

    ``out`` went out, as the command line says. ``<`` steps back, an entry that cannot be is
    asked for again.
    """
    to_ask = [name for name in row.players if name not in known and name != out]
    talk(_head(game, row))
    entries = dict(known)
    if out and out not in entries:
        entries[out] = Entry("o", out=True)
    at = 0
    while at < len(to_ask):
        name = to_ask[at]
        answer = read_answer(_prompt(game, row, name))
        if totals:
            answer = _as_totals(answer)
        if answer == BACK:
            at = max(0, at - 1)
            entries.pop(to_ask[at], None)
        elif answer == "?":
            talk([f"  {line}" for line in HELP])
        else:
            line = _whole_line(answer, to_ask, row.rules) if at == 0 and len(to_ask) > 1 else None
            if line and (_can_be(game, {**entries, **line}) or not _is_entry(answer, row.rules)):
                if _answered(game, row, {**entries, **line}):
                    entries.update(line)
                    at = len(to_ask)
                continue
            entry = _judged(game, row, name, answer, entries)
            if entry is not None:
                entries[name] = entry
                at += 1
    return _settle_who_went_out(game, row, entries)


def _as_totals(answer: str) -> str:
    """An answer whose plain numbers are running totals."""
    words = answer.split()
    return " ".join(f"={word}" if word.lstrip("-").isdigit() else word for word in words)


def _head(game: Game, row: Row) -> list[str]:
    line = "The bonus round" if row.bonus else f"Round {row.number}{of_rounds(game)}"
    if row.rules is not None:
        name = f"the {plural_of(row.rules.wild)}, " if row.rules.wild else ""
        line += f": {name}{row.rules.deal} cards each."
    dealer = None if row.bonus else game.dealer_of(row.number)
    line += f" {person(dealer)} dealt." if dealer else ""
    short = "12 · o went out · k+9+2 · or cards · - not here · < back · ? help"
    return [line, short if row.rules is not None else "12 · - not here · < back · ? help"]


def _prompt(game: Game, row: Row, name: str) -> str:
    width = max(columns_of(person(one)) for one in row.players)
    if row.bonus:
        return f"  {pad(person(name), width)}  "
    return f"  {pad(person(name), width)}  {game.total(name, row.number - 1):>4} + "


def _whole_line(answer: str, names: list[str], rules: RoundRules | None) -> dict[str, Entry] | None:
    """The entries for everybody, where one line holds as many as there are players."""
    words = answer.split()
    if len(words) != len(names):
        return None
    try:
        return {name: parse_entry(word, rules) for name, word in zip(names, words, strict=True)}
    except ScorekeeperError:
        return None


def _can_be(game: Game, entries: Mapping[str, Entry]) -> bool:
    """Whether the round could be written with these entries."""
    try:
        record(game, entries)
    except ScorekeeperError:
        return False
    return True


def _is_entry(answer: str, rules: RoundRules | None) -> bool:
    """Whether a whole line can be read as the entry of one player."""
    try:
        parse_entry(answer, rules)
    except ScorekeeperError:
        return False
    return True


def _answered(game: Game, row: Row, entries: Mapping[str, Entry]) -> bool:
    """Whether a whole line can be; what its hands come to is shown, or what is wrong with it."""
    try:
        record(game, entries)
    except ScorekeeperError as error:
        talk([f"  {error.problem}", f"    try: {error.remedy}"])
        return False
    for name, entry in entries.items():
        _show_hand(entry, row.rules, f"{person(name)}  ")
    return True


def _show_hand(entry: Entry, rules: RoundRules | None, before: str = "") -> None:
    """Say at once what shown cards come to."""
    if entry.cards and rules is not None:
        found = best_arrangement(entry.cards, rules)
        talk(f"  {before}{short_answer(found)} = {found.points}")


def _judged(
    game: Game, row: Row, name: str, answer: str, entries: Mapping[str, Entry]
) -> Entry | None:
    """The entry of one player, or None when it has to be asked for again."""
    try:
        entry = parse_entry(answer, row.rules)
        # Whether it can be is asked of the whole round, those still to be asked being away.
        away = {one: Entry("-", absent=True) for one in row.players if one not in entries}
        if not entry.absent:
            record(game, {**away, **entries, name: entry})
    except ScorekeeperError as error:
        talk([f"  {error.problem}", f"    try: {error.remedy}"])
        return None
    if entry.doubt:
        again = read_answer(f"  {entry.doubt}. [Enter] as typed, or type it again: ")
        if again:
            return _judged(game, row, name, again, entries)
    _show_hand(entry, row.rules)
    return entry


def _settle_who_went_out(game: Game, row: Row, entries: dict[str, Entry]) -> dict[str, Entry]:
    """Ask who went out when nobody is noted and somebody has 0."""
    if not game.rules.plays_cards or any(entry.out for entry in entries.values()):
        return entries
    zeros = [name for name in row.players if entries[name].points == 0]
    if not zeros:
        return entries
    if len(zeros) == 1:
        who = person(zeros[0])
        question = (
            f"Nobody went out? A 0 stands beside {who}. [Enter] {who} went out, [n] nobody did: "
        )
        if read_answer(question).lower() in ("n", "no"):
            return entries
        return {**entries, zeros[0]: Entry("o", out=True)}
    while True:
        names = " or ".join(map(person, zeros))
        answer = read_answer(f"Who went out first, {names}? A name, or [n] nobody did: ")
        if answer.lower() in ("n", "no"):
            return entries
        try:
            return {**entries, find_player(answer, zeros, "that"): Entry("o", out=True)}
        except PlayerError as error:
            talk([f"  {error.problem}", f"    try: {error.remedy}"])
