"""Every change to a game except to points and cards: people, seats, deal, rules and end."""

import datetime
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from math import inf
from typing import Any

from scorekeeper.cards import JOKER, parse_cards
from scorekeeper.errors import SK, PlayerError, RoundError, RulesError, UsageError, count, printable
from scorekeeper.ledger import Game, Outcome, standings
from scorekeeper.ledger.entries import not_a_number
from scorekeeper.ledger.hands import least_points
from scorekeeper.ledger.names import (
    check_names,
    folded,
    people,
    round_name,
    round_subject,
    shell_name,
)
from scorekeeper.ledger.rows import Row, next_row, rows
from scorekeeper.ledger.written import Player, Round
from scorekeeper.rules import ROUND_KEYS, RuleChange, RuleSet
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import excess, largest_deal, refuse_large_deals
from scorekeeper.rules.rule_keys import MOST_PLAYERS
from scorekeeper.rules.variations import as_setting, differences, rules_table

FROM_START = "add --from 1 to change the rounds played so far as well"


def misdeal(game: Game, note: str) -> Outcome:
    """``game`` with its last round void, to be dealt again; with remarks on who joined after it."""
    if not game.rounds or game.rounds[-1].is_void:
        remedy = "if the round isn't on the sheet yet, just deal again"
        raise RoundError("there is no round on the sheet to void", remedy=remedy)
    index = len(game.rounds) - 1
    last, dealer = game.rounds[index], game.dealer_at(index)
    voided = game.with_round_at(index, last._replace(misdeal=note))
    if last.bonus:
        # A correction may have broken the tie since.
        return Outcome(dealt_by(voided, dealer) if standings.next_round(voided) else voided)
    number = len(game.played)
    again = voided._replace(
        players=tuple(_one_round_earlier(player, number) for player in game.players)
    )
    rejoined = [p.name for p in game.players if game.rules.is_pool and number + 1 in p.rejoined]
    still_in = [name for name in rejoined if again.is_in(name, number)]
    for player in map(again.player, rejoined):
        if player.name not in still_in:
            again = again.with_player(player._replace(rejoined=(*player.rejoined, number)))
    remarks = [
        f"{printable(player.name)} plays from {round_name(game.rules, number)},"
        f" {'without' if number == 1 else 'still with'} the {count(player.start, 'point')}"
        " agreed for the earlier rounds"
        for player in game.players
        if player.joined == number + 1 and player.start is not None
    ]
    remarks += [f"{printable(name)} is playing without having rejoined" for name in still_in]
    # The dealer may have left since.
    return Outcome(dealt_by(again, _or_next(again, dealer)), tuple(remarks))


def _one_round_earlier(player: Player, number: int) -> Player:
    """``player``, joining or leaving one round earlier if they did so after void round ``number``.

    A comeback after that round no longer counts.
    """
    player = player._replace(rejoined=tuple(n for n in player.rejoined if n <= number))
    if player.joined == number + 1:
        # Joining in round 1, a player has missed nothing.
        player = player._replace(joined=number, start=None if number == 1 else player.start)
    return player._replace(left=number - 1) if player.left == number else player


def draw_wild(game: Game, rank: str | None, row: Row | None = None) -> Game:
    """``game`` with the rank drawn for the coming round, or for a ``row`` on the sheet.

    A joker makes aces wild; None means not known yet. Raises RulesError for an impossible rank,
    and RoundError if no round is left.
    """
    if not game.rules.draws_wild:
        problem = f"no wild rank is drawn in {game.rules.title}"
        raise RulesError(problem, remedy=f"{SK}next says what is wild")
    row = row or next_row(game)
    round_ = row.round_._replace(wild="A" if rank == JOKER.rank else rank)
    _ = game.round_rules(row.number, round_)  # raises for a rank without cards
    if row.position == len(game.rounds):
        return game._replace(next_wild=round_.wild)
    return game.with_round_at(row.position, round_)


def finish(game: Game, today: datetime.date, *, put_away: bool) -> Game:
    """``game`` ended now: with places as they stand, or put away without a winner."""
    if standings.is_finished(game):
        problem = f"{printable(game.title)} is over already"
        raise UsageError(problem, remedy=f"see it with {SK}standings")
    return game._replace(finished=today, put_away=put_away)


def play_off(game: Game) -> Game:
    """``game`` with its tie for first to be played off; UsageError if that can't be done."""
    first = standings.leaders(standings.rank(game))
    if game.finished is not None:
        problem = f"{printable(game.title)} was ended early"
        raise UsageError(problem, remedy=f"take that back with {SK}undo, and play on")
    if not standings.all_rounds_count(game):
        problem = "a tie is played off after the last round"
        raise UsageError(problem, remedy=f"record the next round with {SK}add")
    if len(first) < 2:
        problem = "there is no tie to play off"
        raise UsageError(problem, remedy=f"see who has won with {SK}standings")
    if game.rules.ties == "bonus-round":
        return game
    return game._replace(rules=game.rules.replace(ties="bonus-round"), playoff=True)


# ── rules ────────────────────────────────────────────────────────────────────────────────────


def change_rules(game: Game, values: Mapping[str, Any], *, from_start: bool = False) -> Game:
    """``game`` with new ``values`` for some rules.

    ``ROUND_KEYS`` apply from the coming round on; UsageError if there is none. Before the first
    round, or ``from_start``, they apply to every round: shown hands are counted again, and a 0 is
    written for players who went out with one. Other keys change the whole game, and a note in the
    last round says how. RulesError if a round that fitted the old rules doesn't fit the new ones.
    """
    round_values = {key: value for key, value in values.items() if key in ROUND_KEYS}
    game_values = {key: value for key, value in values.items() if key not in ROUND_KEYS}
    rules = game.rules.replace(**game_values)
    _refuse_another_game(game, rules)
    changed = game._replace(rules=rules, playoff=game.playoff and rules.ties == "bonus-round")
    if rules != game.rules:
        last = rules.last_round or inf
        later_changes = tuple(change for change in game.changes if change.since <= last)
        changed = changed._replace(changes=later_changes)
        if game.rounds:
            note = f"house rules for the whole game: {_difference(game.rules, rules)}"
            changed = changed.with_round_at(len(game.rounds) - 1, game.rounds[-1].with_note(note))
    if from_start or not game.played:
        changes = _without(changed.changes, round_values)
        changed = changed._replace(rules=rules.replace(**round_values), changes=changes)
    elif any(getattr(game.rules_now, key) != value for key, value in round_values.items()):
        changed = changed._replace(changes=_from_now_on(changed, round_values))
    _ = changed.all_rules  # raises if values contradict each other
    for old, new in zip(rows(game), rows(changed), strict=True):
        _refuse_other_cards(old, new)
        out = old.round_.out
        if len(out) > 1 and game.rules.several_out and not rules.several_out:
            problem = f"{people(out)} went out in {new.name}"
            remedy = f"leave several_out as it is, or correct that round with {SK}fix"
            raise RulesError(problem, remedy=remedy)
        if new.bonus and not from_start and changed.changes != game.changes:
            raise RulesError(f"{new.name} was played by the old rules", remedy=FROM_START)
        if old.rules != new.rules:
            changed = _keep_who_went_out(old, changed)
    return changed


def _refuse_another_game(game: Game, rules: RuleSet) -> None:
    """Raise RulesError for rules that the game can't go on under."""
    last = rules.last_round
    if rules.plays_cards != game.rules.plays_cards:
        problem = "a game can't gain or lose its cards midway"
        raise RulesError(problem, remedy=f"start another game with {SK}new")
    rounds_changed = (rules.rounds, last) != (game.rules.rounds, game.rules.last_round)
    if last is not None and last < len(game.played) and rounds_changed:
        problem = f"{len(game.played)} rounds have been played already, more than {last}"
        raise RulesError(problem, remedy="leave rounds as they are")
    if largest_deal(rules) > largest_deal(game.rules):
        refuse_large_deals(rules)


def _from_now_on(game: Game, values: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    """The rule changes of ``game``, with any new ``values`` applying from the coming round on."""
    card = standings.next_round(game)
    if card is None or card.number is None:
        raise UsageError("there is no round left for a new rule", remedy=FROM_START)
    number = card.number
    before = game.rules_in(number - 1)
    new = {key: value for key, value in values.items() if getattr(before, key) != value}
    kept = _without(game.changes, values, number)
    if not new:
        return kept
    place = next((i for i, change in enumerate(kept) if change.since >= number), len(kept))
    earlier, later = kept[:place], kept[place:]
    if later and later[0].since == number:
        new, later = {**dict(later[0].values), **new}, later[1:]
    in_order = tuple((key, new[key]) for key in ROUND_KEYS if key in new)
    return (*earlier, RuleChange(number, in_order), *later)


def _without(
    changes: Iterable[RuleChange], keys: Container[str], since: int = 1
) -> tuple[RuleChange, ...]:
    """The changes without these keys from round ``since`` on; empty changes are dropped."""
    remaining = []
    for change in changes:
        rest = tuple(pair for pair in change.values if pair[0] not in keys)
        if change.since < since or rest == change.values:
            remaining.append(change)
        elif rest:
            remaining.append(change._replace(values=rest))
    return tuple(remaining)


def _keep_who_went_out(old: Row, changed: Game) -> Game:
    """``changed`` with a 0 written for players who went out with a hand under the old rules.

    For a knock that the new rules don't allow, what was left in both hands is written.
    """
    game, round_ = old.game, old.round_
    shown = {name: round_.hands[name] for name in round_.out if name in round_.hands}
    kept = {name: 0 for name, hand in shown.items() if least_points(hand, old.rules) == 0}
    if (hand := game.gin_hand(old.number, round_)) and changed.gin_hand(old.number, round_) is None:
        kept |= {name: hand.unmelded(name) for name in (hand.ended, hand.other)}
    scores = game.by_seat({**kept, **round_.scores})
    return changed.with_round_at(old.position, changed.rounds[old.position]._replace(scores=scores))


def _refuse_other_cards(old: Row, new: Row) -> None:
    """Raise RulesError if the hands of a row are impossible under the new rules."""
    if not old.round_.hands or old.rules is None or new.rules is None:
        return
    if new.rules.deal != old.rules.deal:
        problem = f"{new.subject} was dealt a different number of cards"
        raise RulesError(problem, remedy="leave the rounds that were played as they are")
    if _are_in_packs(old, old.rules) and not _are_in_packs(new, new.rules):
        problem = f"{new.subject} shows cards that the new rules don't have"
        raise RulesError(problem, remedy="leave the packs as they are")


def _are_in_packs(row: Row, rules: RoundRules) -> bool:
    """Whether the packs under these rules hold all the cards that are shown in a row."""
    cards = [card for text in row.round_.hands.values() for card in parse_cards(text)]
    return rules.cards.issuperset(cards) and excess(cards, rules, row.game.decks) is None


def _difference(old: RuleSet, new: RuleSet) -> str:
    """The changes to the rules of a whole game, as settings."""
    was, now = rules_table(old), rules_table(new)
    last = new.last_round
    is_usual = last is not None and new.replace(rounds=last).rounds == new.rounds
    short = {"rounds": f"rounds={last}"} if is_usual else {}  # rather than every deal
    return ", ".join(
        short.get(key) or (as_setting(key, now[key]) if key in now else f"{key} off")
        for key in differences(was, now)
    )


# ── bonuses and penalties ────────────────────────────────────────────────────────────────────


def round_to_adjust(game: Game, name: str) -> int:
    """The round that a player's bonus or penalty is noted in: the last one they could play."""
    played, last_round = len(game.played), game.player(name).left
    last = game.pool.eliminated_in.get(name, played)
    return last if last_round is None else max(1, min(last, last_round))


def adjust(game: Game, name: str, points: int, note: str | None) -> Game:
    """``game`` with a bonus or penalty noted in a player's last round; RoundError before the first.

    UsageError if it would put the player back into rounds played without them, or have no effect
    because they rejoin right after.
    """
    if not game.played:
        problem = "no round is on the sheet yet"
        raise RoundError(problem, remedy=f"record the first round with {SK}add")
    number = round_to_adjust(game, name)
    index = game.index_of(number)
    round_ = game.rounds[index]
    sums = {**round_.adjust, name: round_.adjust.get(name, 0) + points}
    kept = {who: sums[who] for who in game.names if sums.get(who)}
    changed = game.with_round_at(index, round_._replace(adjust=kept).with_note(note))
    if number < len(game.played) and name in changed.seated(number + 1):
        where = round_name(game.rules, number + 1)
        problem = f"{printable(name)} would be in the game in {where}, but was out by then"
        raise UsageError(problem, remedy=f"give fewer points, or correct the rounds with {SK}fix")
    if (total := game.total(name)) == changed.total(name):
        problem = f"{printable(name)} comes back in with {total} points, whatever came before"
        raise UsageError(problem, remedy="give the points when the next round is on the sheet")
    return changed


# ── players, seats and the deal ──────────────────────────────────────────────────────────────


def join(game: Game, name: str, after: str | None, start: int | None) -> Game:
    """``game`` with one more player from the next round on, to the left of ``after``.

    ``start`` is the points agreed for earlier rounds. Raises PlayerError for a bad name or a full
    table, RoundError if no round is left.
    """
    _round_to_come(game)
    for player in game.players:
        if player.left is not None and folded(player.name) == folded(name):
            problem = f"{printable(player.name)} is on the sheet already, as a player who left"
            back = f"if leaving was the last change, {SK}undo takes it back"
            raise PlayerError(problem, remedy=f"join as {printable(player.name)} II; {back}")
    checked = check_names([*game.names, name])[-1]
    _refuse_full_table(game)
    if 0 < game.rules.target <= (start or 0):
        who, what = (printable(checked), "out") if game.rules.is_pool else ("the game", "over")
        problem = f"{who} would be {what} right away with {start} points"
        raise PlayerError(problem, remedy=f"agree on less than {game.rules.target}")
    place = game.names.index(after) + 1 if after else len(game.players)
    player = Player(checked, joined=game.coming, start=start if game.played else None)
    joined = game._replace(players=(*game.players[:place], player, *game.players[place:]))
    return _dealt_again(game, joined)


def _refuse_full_table(game: Game) -> None:
    """Raise PlayerError if nobody else can join the game."""
    most = game.rules.players[1] or MOST_PLAYERS
    if len(game.at_the_table(game.coming)) >= most:
        problem = f"{game.rules.title} is for at most {most} players"
        leaver = shell_name(game.names[-1], game.names)
        remedy = f"somebody has to leave first, like {SK}player leave {leaver}"
        if game.rules.scoring.two_players_only:
            remedy = f"end this game with {SK}finish, and start another with {SK}new"
        raise PlayerError(problem, remedy=remedy)
    if len(game.players) >= MOST_PLAYERS:
        problem = f"{MOST_PLAYERS} players are on the sheet already, including those who left"
        raise PlayerError(problem, remedy=f"start another game with {SK}new")


def average_and_worst(game: Game) -> tuple[int, int]:
    """The average (halves round up) and worst totals of those placed and still in; 0 for nobody."""
    still_in = (name for name in standings.placed(game) if name not in game.pool.eliminated_in)
    totals = [game.total(name) for name in still_in] or [0]
    worst = max if game.rules.winner == "low" else min
    return (2 * sum(totals) + len(totals)) // (2 * len(totals)), worst(totals)


def start_points(game: Game, typed: str | None) -> int | None:
    """The points ``typed`` for missed rounds; None without any, UsageError if unreadable."""
    if typed is None or not game.played:
        return None
    digits = typed.strip().casefold().replace("−", "-")
    digits = re.sub(r"^(as many as|same as|with|the)( the)? | (points|pts|please)$", "", digits)
    average, worst = average_and_worst(game)
    if digits in ("average", "a"):
        return average
    if digits in ("worst", "w"):
        return worst
    if not re.fullmatch(r"-?\d{1,9}", digits, re.ASCII):
        raise UsageError(not_a_number(typed).problem, remedy="give a number, average or worst")
    return int(digits)


def packs_short(game: Game) -> int | None:
    """How many packs the coming rounds need; None if those in play are enough."""
    rules, players = game.rules, len(game.seated(game.coming))
    numbers = range(game.coming, max(len(rules.specs), game.coming) + 1)
    dealt = ((spec.deal, rules.cards_turned_up_in(n)) for n in numbers if (spec := rules.spec(n)))
    needed = max((players * deal + turned_up for deal, turned_up in dealt), default=0)
    pack = len(game.rules_now.pack)
    return -(-needed // pack) if needed > pack * game.decks else None


def leave(game: Game, name: str, after: int | None) -> Game:
    """``game`` with ``name`` leaving after round ``after``, by default the last one played.

    PlayerError if the player has points in later rounds or nobody would be left, RoundError for a
    round that isn't played yet, and if the game is over.
    """
    player = game.player(name)
    if player.left is None and (after is None or after >= len(game.played)):
        _round_to_come(game)
    elif standings.is_finished(game) and game.rules.last_round != len(game.played):
        next_row(game)  # raises; after the last round the past can still be corrected
    if player.left is not None and after is None:
        problem = f"{printable(name)} left after {round_name(game.rules, player.left)}"
        raise PlayerError(problem, remedy="if that's wrong, give the round with --after")
    last = max(len(game.played), player.joined - 1) if after is None else after
    _refuse_last_round(game, player, last)
    rejoined = tuple(number for number in player.rejoined if number <= last)
    without = game.with_player(player._replace(left=last, rejoined=rejoined))
    # Players may join or leave at the next round, so look two rounds ahead.
    if not all(without.seated(len(game.played) + coming) for coming in (1, 2)):
        problem = "nobody would be left at the table"
        raise PlayerError(problem, remedy=f"end the game with {SK}finish")
    if game.rules.scoring.two_players_only:
        problem = f"{printable(game.rules.title)} is for two, and only one would be left"
        raise PlayerError(problem, remedy=f"end the game with {SK}finish")
    dealer = game.dealer_of(game.coming)
    following = _or_next(without, dealer)
    if following == dealer:
        return _dealt_again(game, without)
    if not without.played:
        return without._replace(dealer=following, next_dealer=None)
    return dealt_by(without, following)


def _refuse_last_round(game: Game, player: Player, last: int) -> None:
    """Raise RoundError if a player can't leave after that round, PlayerError for later points."""
    name = printable(player.name)
    if last > game.coming:
        problem = f"{round_subject(game.rules, last)} hasn't been played yet"
        raise RoundError(problem, remedy=f"give a round from 1 to {game.coming}")
    if last < player.joined - 1:
        problem = f"{name} only joined in {round_name(game.rules, player.joined)}"
        raise RoundError(problem, remedy=f"leave --after out, or undo the return with {SK}undo")
    later = [n for n in game.numbers[last:] if game.square(n, player.name).points is not None]
    if later:
        rounds = [round_name(game.rules, n) for n in later]
        remedy = f"leave after {rounds[-1]}, or correct the points with {SK}fix"
        raise PlayerError(f"{name} has points in {', and '.join(rounds)}", remedy=remedy)


def _or_next(game: Game, dealer: str | None) -> str | None:
    """``dealer`` if they play the coming round, else the next in turn who does; None for nobody."""
    seated = game.seated(game.coming)
    if dealer is None or dealer in seated:
        return dealer
    return next(iter(game.order_from(dealer, seated)), None)  # in an edited file all may have left


def rejoin(game: Game, name: str) -> Game:
    """``game`` with a player who was out back in, one point above the highest total still in play.

    Raises PlayerError for a player who is in or has left, UsageError if nobody may come back,
    RoundError if no round is left.
    """
    limit, number = game.rules.rejoin_limit, _round_to_come(game)
    if not (game.rules.is_pool and limit):
        problem = "nobody can rejoin this game"
        raise UsageError(problem, remedy=f"play on, or add somebody new with {SK}player join")
    if name in game.seated(number):
        remedy = "name somebody who is out, or play on"
        raise PlayerError(f"{printable(name)} is still in the game", remedy=remedy)
    player = game.player(name)
    if not player.is_at_the_table(number):
        raise PlayerError(f"{printable(name)} has left the table", remedy="play on")
    if standings.rejoin_total(game) is None:
        highest = max(game.seated(number), key=game.total)
        only = f"players can rejoin only while nobody has more than {limit}"
        problem = f"{printable(highest)} has {game.total(highest)}, and {only}"
        raise UsageError(problem, remedy="play on")
    again = game.with_player(player._replace(rejoined=(*player.rejoined, number)))
    return _dealt_again(game, again)


def rename(game: Game, name: str, new: str) -> Game:
    """``game`` with a player under another name, everywhere."""
    checked = check_names([*(other for other in game.names if other != name), new])[-1]

    def named(who: str) -> str:
        return checked if who == name else who

    def renamed(round_: Round) -> Round:
        facts = {**round_._asdict(), "dealer": round_.dealer and named(round_.dealer)}
        for key, value in facts.items():
            if isinstance(value, Mapping):
                facts[key] = {named(who): square for who, square in value.items()}
            elif isinstance(value, tuple):
                facts[key] = tuple(map(named, value))
        return Round(**facts)

    return game._replace(
        players=tuple(player._replace(name=named(player.name)) for player in game.players),
        rounds=tuple(map(renamed, game.rounds)),
        dealer=game.dealer and named(game.dealer),
        next_dealer=game.next_dealer and named(game.next_dealer),
    )


def reseat(game: Game, order: Sequence[str]) -> Game:
    """``game`` with its players in another order, clockwise, from the next round on.

    ``order`` must name everybody at the table. The dealers of the rounds on the sheet stay.
    """
    missing = [name for name in game.at_the_table(game.coming) if name not in order]
    if missing:
        are = "is" if len(missing) == 1 else "are"
        problem = f"{people(missing)} {are} missing from the seats"
        raise PlayerError(problem, remedy="name everybody at the table, clockwise")
    if len(set(order)) < len(order):
        raise PlayerError("a name appears twice", remedy="name everybody once, clockwise")
    names = [*order, *(name for name in game.names if name not in order)]
    after = game._replace(players=tuple(map(game.player, names)))
    for index, round_ in enumerate(game.rounds):
        dealer = game.dealer_at(index)
        if not round_.is_void and after.dealer_at(index) != dealer:
            after = after.with_round_at(index, round_._replace(dealer=dealer))
    return _dealt_again(game, after)


def _dealt_again(before: Game, after: Game) -> Game:
    """``after`` with the next dealer of ``before``, if a void round has to be dealt again."""
    if after.rounds and after.rounds[-1].is_void:
        return dealt_by(after, _deals_next(before))
    return after


def _deals_next(game: Game) -> str | None:
    """The dealer of the next round, bonus rounds included."""
    card = standings.next_round(game)
    return card.dealer if card else game.dealer_of(game.coming)


def dealt_by(game: Game, dealer: str | None) -> Game:
    """``game`` with the next round dealt by ``dealer``, written down only if out of turn."""
    in_turn = game._replace(next_dealer=None)
    return in_turn if _deals_next(in_turn) == dealer else in_turn._replace(next_dealer=dealer)


def name_dealer(game: Game, name: str) -> Game:
    """``game`` with ``name`` dealing the next round; the deal passes on from there."""
    row = next_row(game)
    if game.rules.dealer == "none":
        remedy = f"just play on, or let the deal pass: {SK}house dealer=passes"
        raise UsageError("nobody deals in this game", remedy=remedy)
    if row.bonus and name not in row.players:
        remedy = f"name {people(row.players, 'or')}"
        raise PlayerError(f"{printable(name)} isn't playing in the bonus round", remedy=remedy)
    if name not in row.players:
        raise PlayerError(f"{printable(name)} has left the table", remedy="name somebody who plays")
    if not game.played:
        return game._replace(dealer=name, next_dealer=None)
    return game._replace(next_dealer=name)


def _round_to_come(game: Game) -> int:
    """The number of the next round; RoundError if there is none, UsageError if it has no number."""
    row = next_row(game)
    if row.bonus:
        problem = "only the bonus round is left to play"
        raise UsageError(problem, remedy=f"play it, or let them share the win with {SK}finish")
    return row.number
