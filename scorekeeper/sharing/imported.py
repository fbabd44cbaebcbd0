"""Make a game from a foreign score sheet, and refuse one that can't have been played."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import lru_cache
from itertools import pairwise
from math import inf
from pathlib import Path

from scorekeeper import codec, games
from scorekeeper.audit import faults
from scorekeeper.cards import rank_label
from scorekeeper.codec.decode import findings_in_rules
from scorekeeper.errors import (
    FileError,
    RulesError,
    ScorekeeperError,
    count,
    listed,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.hands import hand_text
from scorekeeper.ledger.names import check_names, find_round, folded, round_subject, wild_called
from scorekeeper.ledger.standings import is_finished, leaders, rank
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import ROUND_KEYS, RuleChange, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import enough_packs
from scorekeeper.rules.rule_keys import MOST_PLAYERS, MOST_ROUNDS
from scorekeeper.rules.variations import vary
from scorekeeper.season.figures import label_of
from scorekeeper.sharing.cells import wrong
from scorekeeper.sharing.sheets import Sheet, Square, total_after
from scorekeeper.sharing.tables import sayings
from scorekeeper.store.evenings import Evening

AS_PLAYED = "correct it, or give the rules that were played, like --variation NAME or --game FILE"

Squares = dict[str, Square]  # a round, void or not: the square of each player


def rules_of(sheet: Sheet, given: RuleSet | None = None) -> RuleSet:
    """The rules on a sheet with its house rules, or those ``given``; the sheet says who wins."""
    if given:
        return given.replace(winner=sheet.winner or given.winner)
    return _rules_in(min(sheet.squares, key=lambda square: (square.bonus, square.round)), sheet)


def for_rules(sheet: Sheet, given: RuleSet | None) -> Sheet:
    """The sheet as it fits the rules ``given``, or those that it names.

    The name of its game becomes its title, and if no cards are played, nothing about cards is kept.
    """
    kind = (sheet.kind or sheet.title).casefold()
    usual = "" if given else games.played_for_points().get(kind, "")
    if given or usual:
        title = sheet.title or re.sub("^[0-9]+$", "", sheet.kind)
        squares = [square._replace(rules="" if given else square.rules) for square in sheet.squares]
        sheet = sheet._replace(squares=squares, title=title, winner=sheet.winner or usual)
    has_cards = any(square.out or square.deal or square.wild for square in sheet.squares)
    if not has_cards or rules_of(sheet, given).plays_cards:
        return sheet
    squares = [square._replace(out=False, deal="", wild="") for square in sheet.squares]
    headings = {key: sheet.columns.get(key, "") for key in ("deal", "wild", "went_out")}
    of_cards = [key if typed.isdigit() else typed for key, typed in headings.items() if typed]
    return sheet._replace(squares=squares, left_out=[*sheet.left_out, *of_cards])


def _rules_in(square: Square, sheet: Sheet) -> RuleSet:
    """The house rules of a square on top of the game's, or all rules of a table's own game."""
    try:
        document = codec.parse(f"rules = {{ {square.rules} }}")
    except ScorekeeperError as error:
        why = f"{quoted(square.rules)} isn't how rules are written"
        raise square.wrong("rules", why, "write them like jokers = 2, joker_points = 20") from error
    try:
        for finding in findings_in_rules(document):
            raise RulesError(finding.problem, remedy=finding.remedy)
        table = {**document["rules"], **({"winner": sheet.winner} if sheet.winner else {})}
        if "game" in table:
            return RuleSet(**{**table, "words": tuple(table.get("words", {}).items())})
        return vary(_game_named(sheet), table, [])
    except RulesError as error:
        why = f"{quoted(square.rules)}: {error.problem}"
        raise square.wrong("rules", why, error.marked_remedy) from error


def _changes(sheet: Sheet, rounds: Sequence[Squares]) -> tuple[RuleChange, ...]:
    """The rules that changed during the game, each from the first round that has it."""
    found: list[RuleChange] = []
    for squares in rounds:
        for square in squares.values():
            if square.rules != _first_of(squares).rules:
                why = "the rows of this round have different rules"
                raise square.wrong("rules", why, "write the same in all rows of a round")
    numbered = [square for square in map(_first_of, rounds) if not square.bonus]
    for before, square in pairwise(numbered):
        if before.rules == square.rules:
            continue
        was, now = _rules_in(before, sheet), _rules_in(square, sheet)
        values = {key: getattr(now, key) for key in ROUND_KEYS}
        if was.replace(**values) != now:
            why = f"{quoted(square.rules)} changes a rule of the whole game"
            raise square.wrong("rules", why, "write rules of the whole game in all its rows")
        other = {key: value for key, value in values.items() if value != getattr(was, key)}
        found.append(RuleChange(square.round, tuple(other.items())))
    return tuple(found)


def _game_named(sheet: Sheet) -> RuleSet:
    """The rules of the game that a sheet names, or of points; FileError for an unknown game."""
    dealt = any(square.deal for square in sheet.squares)
    is_number_game = "deal" in sheet.columns and not dealt
    named, _ = games.game_among([sheet.kind])  # in full: Wild may be any game
    is_of_points = sheet.kind.isdigit() or sheet.kind.casefold() in games.played_for_points()
    if not sheet.kind or is_number_game or (is_of_points and not named):
        return games.game("points")
    is_title = not dealt and sheet.kind == sheet.title.lower()  # of a game without cards
    try:
        rules = games.game(named or sheet.kind)
    except RulesError as error:
        if is_title:
            return games.game("points")
        other = "say which one it is with --game, or keep only its points with --game points"
        remedy = f"{error.marked_remedy}; {other}"
        raise wrong(sheet.line, sheet.columns["game"], error.problem, remedy) from error
    is_too_little = rules.unscorable_rule or rules.scoring.knocks
    return games.game("points") if is_title and is_too_little else rules


def _in_rounds(sheet: Sheet, rules: RuleSet) -> Sheet:
    """``sheet`` with a number for each round that is called by its wild or its deal.

    Deals count only from the game's first one on: 3, 4 and 5 are the first rounds of Three
    Thirteen, even before J, Q and K, but 1, 2 and 3 are numbers. FileError for an unknown round,
    and for a sheet that mixes wilds and numbers.
    """
    deals = [spec.deal for spec in rules.specs]
    numbers = {square.round for square in sheet.squares if not square.called and not square.bonus}
    is_by_deal = 1 not in numbers and sorted(numbers) == deals[: len(numbers)]
    unless_named = "" if deals else "name the game with --game, or "

    def number_of(square: Square) -> int:
        if not square.called:
            is_deal = is_by_deal and not square.bonus
            return deals.index(square.round) + 1 if is_deal else square.round
        if numbers and not is_by_deal:
            why = f"{quoted(square.called)} is a wild, but other rounds have numbers"
            raise square.wrong("round", why, f"{unless_named}write all rounds the same way")
        try:
            return find_round(rules, square.called, last=0)
        except ScorekeeperError as error:
            remedy = error.marked_remedy if deals else f"{unless_named}write its number"
            raise square.wrong("round", error.problem, remedy) from error

    return sheet._replace(squares=[s._replace(round=number_of(s)) for s in sheet.squares])


def game_of(sheet: Sheet, rules: RuleSet, today: date) -> Game:
    """The game on a sheet, under these rules; FileError with line and column if there isn't one.

    A game whose rules have no end is over unless it was played today. PlayerError if it isn't for
    so many players.
    """
    sheet = _in_rounds(sheet, rules)
    rounds = _rounds(sheet)
    rules = _for_players(rules, max(map(len, rounds)))
    if sheet.only_totals and rules.plays_cards:
        why = f"totals alone don't fill the rounds of {printable(rules.title)}"
        raise wrong(sheet.line, "", why, "leave --game out, to keep them as points")
    if not rules.scoring.own_points and "entry" not in sheet.columns:
        why = "points alone don't say what was left in the hands"
        remedy = "add a column called entry, with o7 or 23, or import it with --game points"
        raise wrong(sheet.line, sheet.columns.get("game", ""), why, remedy)
    played = _refuse_gaps(rounds, rules)
    names = _names(sheet, rounds)
    _refuse_doubtful_blanks(sheet, rounds, names)
    is_playoff = rules.ties == "shared" and any(square.bonus for square in sheet.squares)
    if is_playoff:
        rules = rules.replace(ties="bonus-round")
        if not rules.has_end:
            rules = rules.replace(rounds=played)
    day = sheet.day or today
    if day > today:
        why = f"{day} is in the future"
        raise wrong(sheet.line, sheet.columns.get("date", ""), why, "correct the date")
    is_over = not sheet.ended and not rules.has_end and day < today
    last = None if rules.is_pool else played
    game = Game(
        title=sheet.title or rules.title,
        date=day,
        players=tuple(_player(sheet, rounds, name, last) for name in names),
        rules=rules,
        rounds=tuple(_round_entered(squares, names, rules) for squares in rounds),
        finished=day if is_over else None,
        changes=_changes(sheet, rounds),
        playoff=is_playoff,
    )
    game = _in_a_pool(game, rounds) if rules.is_pool else game
    for name in {square.player for square in sheet.squares if square.after == "rejoined"}:
        player = game.player(name)
        game = game.with_player(player._replace(rejoined=(*player.rejoined, played + 1)))
    _refuse_other_deals(game, rounds)
    if rules.has_settlement and played > 1 and is_finished(game.before(played)):
        why = f"{printable(rules.title)} was over before round {played}"
        raise wrong(sheet.line, "", why, f"{AS_PLAYED}; several columns are --rule columns=3")
    _refuse_faults(sheet, game, rounds)
    _refuse_other_totals(sheet, game, rounds)
    return _ended(sheet, game)


@lru_cache(maxsize=20)  # most games of a file have the same rules
def _for_players(rules: RuleSet, players: int) -> RuleSet:
    """``rules`` with packs for these players; a sheet doesn't say who dealt."""
    rules = enough_packs(rules, players).replace(dealer="none")
    return rules.replace(decks=rules.decks_for(players)) if rules.plays_cards else rules


def _ended(sheet: Sheet, game: Game) -> Game:
    """``game``, ended or open as the sheet says; FileError if that can't be."""
    is_over = is_finished(game)
    if sheet.ended == "put away" or (sheet.ended == "yes" and not is_over):
        return game._replace(finished=game.date, put_away=sheet.ended == "put away")
    if sheet.ended == "no" and is_over:
        if game.rules.ties == "shared" and len(leaders(rank(game))) > 1:
            return game._replace(rules=game.rules.replace(ties="bonus-round"), playoff=True)
        why = f"{quoted(sheet.ended)}, but under its rules the game is over"
        raise wrong(sheet.line, sheet.columns["ended"], why, "write yes, or correct the rounds")
    return game


def numbers_of(game: Game) -> Hashable:
    """What a sheet can tell about a game, to compare it with the games that are here already."""
    rounds = []
    for number, round_ in game.numbered():
        names = {*round_.players, *round_.absent}  # if none, it has no rows in a sheet
        entries = ((n, game.points(number, round_, n), round_.adjust.get(n, 0)) for n in names)
        rounds += [(round_.bonus, round_.is_void, frozenset(entries))] if names else []
    return label_of(game), tuple(rounds)


# ── rounds and people ────────────────────────────────────────────────────────────────────


def _first_of(squares: Squares) -> Square:
    """A square of a round, for what is the same in all its squares."""
    return next(iter(squares.values()))


def _rounds(sheet: Sheet) -> list[Squares]:
    """The rounds in order, a misdeal before the round dealt in its place, bonus rounds last."""
    found: dict[tuple[bool, int, bool, int], Squares] = {}
    misdealt: Counter[tuple[bool, int, str]] = Counter()
    for square in sheet.squares:
        again = (square.bonus, square.round, square.player)  # a round may be misdealt twice
        key = (*again[:2], not square.misdeal, misdealt[again] if square.misdeal else 0)
        misdealt[again] += square.misdeal
        old = found.setdefault(key, {}).setdefault(square.player, square)
        if old is not square:
            why = f"{printable(square.player)} has points for this round in line {old.line} already"
            remedy = "take one of the two lines out, or put a second game in a file of its own"
            raise square.wrong("player", why, remedy)
    if len(found) > MOST_ROUNDS:
        why = f"there are {len(found)} rounds, more than {MOST_ROUNDS}"
        raise wrong(sheet.line, "", why, "split the game in two")
    return [found[key] for key in sorted(found)]


def _refuse_gaps(rounds: list[Squares], rules: RuleSet) -> int:
    """How many rounds count; FileError if one of them, or a bonus round, is missing."""
    expected = {False: 1, True: 1}
    for square in map(_first_of, rounds):
        number = expected[square.bonus]
        if square.round != number:
            kind = "bonus round" if square.bonus else "round"
            why = f"this is {kind} {square.round}, but {kind} {number} is missing"
            remedy = "add the round that is missing, or number them from 1"
            if number == 1 and not rules.plays_cards:
                like = f"like --game {RuleSet().game}"
                remedy = f"number them from 1, or name the game if they are the cards dealt, {like}"
            raise square.wrong("round", why, remedy)
        expected[square.bonus] += not square.misdeal
    return expected[False] - 1


def _refuse_doubtful_blanks(sheet: Sheet, rounds: list[Squares], names: Sequence[str]) -> None:
    """Raise if every round has one zero or blank, so that the blanks may mean who went out."""
    if not {"source", "entry", "after"}.isdisjoint(sheet.columns):
        return
    found: list[tuple[Square, str]] = []
    for squares in rounds:
        nothing = [name for name in names if name not in squares or squares[name].is_blank]
        if len(nothing) + sum(square.points == 0 for square in squares.values()) != 1:
            return
        found += [(squares.get(name, _first_of(squares)), name) for name in nothing]
    for square, name in found:
        why = f"{printable(name)} has nothing for round {square.round}, which may be a zero"
        raise wrong(square.line, "", why, "write 0, or absent for somebody who sat out")


def _names(sheet: Sheet, rounds: list[Squares]) -> tuple[str, ...]:
    """All players in seat order; a player who joined later sits where the later rounds say."""
    first = {square.player: square for square in reversed(sheet.squares)}
    if len(first) > MOST_PLAYERS:
        why = f"there are {len(first)} players, more than {MOST_PLAYERS}"
        raise wrong(sheet.line, "", why, "split the game in two")
    names: list[str] = []
    for squares in rounds:
        for before, name in pairwise(["", *squares]):
            if name not in names:
                behind = [names.index(other) for other in squares if other in names]
                at = names.index(before) + 1 if before else min(behind, default=len(names))
                names.insert(at, name)
    unchecked = iter(names)
    try:
        check_names(unchecked)
    except ScorekeeperError as error:
        square = first[names[-1 - len(list(unchecked))]]
        square = square if sheet.columns else square._replace(line=sheet.line)
        raise square.wrong("player", error.problem, error.marked_remedy) from error
    return tuple(names)


def _player(sheet: Sheet, rounds: list[Squares], name: str, played: int | None) -> Player:
    """A player with their rounds and the points they came with; ``played`` is None in a pool."""
    own = [squares[name] for squares in rounds if name in squares and not squares[name].bonus]
    if not own:
        square = next(square for square in sheet.squares if square.player == name)
        why = f"{printable(name)} plays off a tie, but isn't in any earlier round"
        raise square.wrong("player", why, "add the earlier rounds")
    counted = [square for square in own if not square.misdeal]
    after = next((square.after for square in own if square.after), "")
    for before, square in pairwise(counted):
        if played is not None and square.round != before.round + 1:
            raise _blank(rounds, name, before.round + 1)
    joined = own[0].round
    last = counted[-1].round if counted else joined - 1
    has_gone = played is not None and last < played
    if has_gone and not after and "after" in sheet.columns:
        raise _blank(rounds, name, last + 1)
    left = last if has_gone or after == "left" else None
    return Player(name=name, joined=joined, start=own[0].start, left=left)


def _blank(rounds: Sequence[Squares], name: str, number: int) -> FileError:
    """The error for a round in which somebody who plays on has nothing."""
    square = next(s for s in map(_first_of, rounds) if s.counts and s.round == number)
    why = f"{printable(name)} has nothing for round {number}, and a blank isn't a zero"
    is_matrix = square.columns["points"] == square.player
    column = name if is_matrix else square.columns["points"]
    return wrong(square.line, column, why, "write the points, or - for absent")


def _in_a_pool(game: Game, rounds: Sequence[Squares]) -> Game:
    """A pool with the players who rejoined, or left while they were in, as the rows show."""
    counted = [squares for squares in rounds if _first_of(squares).counts]
    for number, squares in enumerate(counted, start=1):
        for player in game.players:
            is_there, is_in = player.name in squares, player.name in game.seated(number)
            if is_there == is_in:
                continue
            goes_on = "after" in _first_of(squares).columns  # then it marks a player who left
            if is_in and (goes_on or any(player.name in later for later in counted[number:])):
                raise _blank(rounds, player.name, number)
            again = player._replace(rejoined=(*player.rejoined, number))
            game = game.with_player(player._replace(left=number - 1) if is_in else again)
    return game


# ── what a round says ────────────────────────────────────────────────────────────────────


def _round_entered(squares: Squares, names: Sequence[str], rules: RuleSet) -> Round:
    """A round of a sheet; FileError for an entry or a wild rank that isn't valid."""
    here = [squares[name] for name in names if name in squares]
    first, dealt = here[0], None
    wild = _drawn(first, rules)
    if rules.plays_cards and "entry" in first.columns:
        # A round beyond the last one is refused later.
        number = min(first.round, rules.last_round or first.round)
        of_round = (wild, first.knock)
        dealt = rules.bonus(*of_round) if first.bonus else rules.round(number, *of_round)
    most = (dealt.deal or 0) if dealt and dealt.has_gin else inf  # more cards are big gin
    entries = {square.player: _entry(square, dealt) for square in here}
    is_big = any(e.big or (e.out and len(e.cards) > most) for e in entries.values())
    hands = {name: entry.groups for name, entry in entries.items() if entry.groups}
    called = {name: entry.forfeit for name, entry in entries.items() if entry.forfeit}
    absent = tuple(name for name, entry in entries.items() if entry.absent)
    out = tuple(name for name, entry in entries.items() if entry.out)
    others = {*hands, *called, *absent}
    return Round(
        scores={name: entry.points or 0 for name, entry in entries.items() if name not in others},
        hands={name: hand_text(groups) for name, groups in hands.items()},
        adjust={square.player: square.adjust for square in here if square.adjust},
        forfeits=called,
        out=out,
        absent=absent,
        misdeal="" if first.misdeal else None,
        bonus=first.bonus,
        how="big-gin" if is_big else None,
        wild=wild,
        knock=first.knock,
        double=first.double,
    )


def _drawn(square: Square, rules: RuleSet) -> str | None:
    """The wild rank of a round in which it is drawn; None if the sheet doesn't say."""
    number = None if square.bonus else square.round
    if not (square.wild and rules.plays_cards and rules.draws_wild_in(number)):
        return None
    rank = wild_called(square.wild) or wild_called(f"{square.wild}s")
    if rank is None:
        raise square.wrong("wild", f"{quoted(square.wild)} isn't a rank", "write one like 7")
    return rank


def _entry(square: Square, rules: RoundRules | None) -> Entry:
    """A square's entry or points; FileError if it isn't one, or other columns contradict it."""
    if "entry" not in square.columns:
        return Entry("", points=square.points, out=square.out, absent=square.points is None)
    try:
        entry = parse_entry(square.entry, rules)
    except ScorekeeperError as error:
        raise square.wrong("entry", error.problem, error.marked_remedy) from error
    if entry.total is not None or entry.needs_answer:
        why = f"{quoted(square.entry)} doesn't say what was left"
        raise square.wrong("entry", why, "write points like 12, or what was entered")
    if entry.absent != (square.points is None):
        why = f"{quoted(square.entry)}, but the points say something else"
        raise square.wrong("entry", why, "write - and no points for a player who sat out")
    if "went_out" in square.columns and square.out != entry.out:
        why = f"{quoted(square.entry)} says {'yes' if entry.out else 'no'}"
        raise square.wrong("went_out", why, "correct one of the two")
    return entry


# ── what can't have been played ──────────────────────────────────────────────────────────


def _refuse_other_deals(game: Game, rounds: list[Squares]) -> None:
    """Raise if a deal, a wild or what an entry counts differs from the rules."""
    for (number, written), squares in zip(game.numbered(), rounds, strict=True):
        for name, square in squares.items():
            points = game.points(number, written, name) if square.entry else None
            if points not in (None, square.points):
                why = f"{square.points}, but {quoted(square.entry)} counts {points} here"
                raise square.wrong("points", why, AS_PLAYED)
        rules = game.round_rules(number, written)
        if rules is None:  # no cards, or a round beyond the last one, which is refused as that
            continue
        wild = rules.wild or ""
        wilds = {"", wild, rank_label(wild) if wild else ""}
        for square in squares.values():
            if square.deal not in ("", str(rules.deal)):
                dealt = f"{game.rules.title} deals {count(rules.deal or 0, 'card')}"
                why = f"{quoted(square.deal)}, but {dealt} here"
                raise square.wrong("deal", why, AS_PLAYED)
            if square.wild.upper() not in wilds:
                has = f"{rank_label(wild)}s are wild" if wild else "nothing is wild"
                why = f"{quoted(square.wild)}, but {has} here in {game.rules.title}"
                raise square.wrong("wild", why, AS_PLAYED)


CELL = {"scores": "points", "out": "went_out", "absent": "source", "hands": "entry", "how": "entry"}
"""The column of a sheet for a key of a ledger's round, if it has another name."""


def _refuse_faults(sheet: Sheet, game: Game, rounds: list[Squares]) -> None:
    """Raise the first error that ``check`` would find, but no warning."""
    for fault in faults(game):
        if fault.severity == "warning":
            continue
        if fault.path[0] != "rounds":
            raise wrong(sheet.line, "", fault.problem, AS_PLAYED)
        _, at, *where = fault.path
        squares = rounds[int(at)]
        if _first_of(squares).bonus and not game.rules.plays_cards:
            continue  # nobody says whether fewest or most points win, so anyone may have tied
        key, name = (*map(str, where), "", "")[:2]
        square = squares.get(name, _first_of(squares))
        column = CELL.get(key, key if key in square.columns else "round")
        raise square.wrong(column, fault.problem, AS_PLAYED)


def _refuse_other_totals(sheet: Sheet, game: Game, rounds: list[Squares]) -> None:
    """Raise if a running total, or one at the end, isn't what the rounds add up to."""
    remedy = "correct the total, or the points of one of the rounds"
    for (number, written), squares in zip(game.numbered(), rounds, strict=True):
        for name, square in squares.items():
            total = square.total
            if total is not None and total != (actual := total_after(game, number, written, name)):
                where = round_subject(game.rules, number) if written.counts else "here"
                why = f"{total}, but up to {where} {printable(name)} has {actual}"
                can_say = square.columns["player"] != name  # no matrix, where it is the heading
                if can_say and "start" not in square.columns and game.player(name).joined > 1:
                    came = "write the points that somebody came with in a column called start"
                    remedy = f"{came}, or {remedy}"
                raise square.wrong("total", why, remedy)
    for name, (line, written_total) in sheet.totals.items():
        if name not in game.names:
            why = f"{printable(name)} has a total, but no points in any round"
            raise wrong(line, name, why, "write them, or remove the total")
        if written_total != game.total(name):
            why = f"the total is {written_total}, but the rounds add up to {game.total(name)}"
            raise wrong(line, name, why, remedy)


# ── who wins ─────────────────────────────────────────────────────────────────────────────

MOST = {"low": "fewest", "high": "most"}


def with_winner_beside(sheet: Sheet) -> Sheet:
    """A sheet of points with who wins, if only a line beside the table says so."""
    if sheet.winner or not sheet.beside or rules_of(sheet).plays_cards:
        return sheet
    names = list(dict.fromkeys(square.player for square in sheet.squares))
    winners = (each.winner for each in sayings(sheet.beside, names))
    return sheet._replace(winner=next(filter(None, winners), ""))


def refuse_other_winners(sheet: Sheet, game: Game, *, is_said: bool) -> None:
    """Raise if the sheet names another winner or, unless that ``is_said``, may mean another."""
    found = list(sayings(sheet.beside, game.names))
    if sheet.only_totals and not (is_said or found or sheet.places):
        why = "totals alone don't say whether the most or the fewest points win"
        raise wrong(sheet.line, "", why, "add --rule winner=low or --rule winner=high")
    for each in found:
        if not (each.winner or each.names or is_said):
            why = f"{quoted(each.text)} seems to say who wins, but isn't clear"
            remedy = "say it with --rule winner=high or --rule winner=low, or remove the line"
            raise wrong(each.line, "", why, remedy)
    if differs := _other_winner(sheet, game):
        remedy = "correct it, or the points"
        way = "low" if game.rules.winner == "high" else "high"
        turned = game._replace(rules=game.rules.replace(winner=way))
        if not (game.rules.plays_cards or _other_winner(sheet, turned)):
            remedy = f"if the {MOST[way]} points win, add --rule winner={way}; if not, {remedy}"
        raise wrong(*differs, remedy)


def _other_winner(sheet: Sheet, game: Game) -> tuple[int, str, str] | None:
    """The line, the column and what is wrong, if the sheet names a winner who isn't the game's."""
    first = leaders(rank(game))
    totals = {str(abs(game.total(name))) for name in first}
    for each in sayings(sheet.beside, game.names):
        if each.winner not in ("", game.rules.winner):
            why = f"{quoted(each.text)}, but here the {MOST[game.rules.winner]} points win"
            return each.line, "", why
        if each.names and (set(each.names) != set(first) or not each.numbers <= totals):
            best = listed([f"{printable(name)} with {game.total(name)}" for name in first])
            return each.line, "", f"{quoted(each.text)}, but here {best or 'nobody'} is first"
    return _other_place(sheet, rank(game))


def _other_place(sheet: Sheet, places: Mapping[str, int]) -> tuple[int, str, str] | None:
    """The same for places, which may be 1, 1, 3 or 1, 1, 2."""
    stated = {}
    for name, (line, column, cell) in sheet.places.items():
        if cell.strip():
            if not (match := re.fullmatch(r"=? ?([0-9]{1,2})(\.|=|st|nd|rd|th)?", folded(cell))):
                return line, column, f"{quoted(cell.strip())} isn't a place"
            stated[name] = int(match[1])
    distinct = sorted(set(places.values()))
    without_gaps = {name: distinct.index(place) + 1 for name, place in places.items()}
    if all(without_gaps.get(name) == place for name, place in stated.items()):
        return None
    for name, place in stated.items():
        if places.get(name) != place:
            line, column, _ = sheet.places[name]
            has = f"place {places[name]}" if name in places else "no place"
            return line, column, f"place {place}, but here {printable(name)} has {has}"
    return None


def finder_of(evenings: Sequence[Evening]) -> Callable[[Game], Path | None]:
    """A function that finds the ledger of a game among ``evenings``; the ledger may say more."""
    unread: dict[Hashable, list[Evening]] = {}
    for evening in evenings:
        unread.setdefault((evening.head.title, evening.head.date), []).append(evening)
    known: dict[Hashable, Path] = {}

    def find(game: Game) -> Path | None:
        named = game.title, game.date
        for evening in unread.pop(named, ()):
            with suppress(FileError):  # a damaged one isn't this game
                known.setdefault((named, numbers_of(evening.game)), evening.path)
        return known.get((named, numbers_of(game))) if known else None

    return find
