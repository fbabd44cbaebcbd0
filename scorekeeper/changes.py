"""The evenings that do not go by the book: people come and leave, misdeals, other rules.

Each function takes a game and returns the game as it shall be; what cannot be raises.
"""

import datetime
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.codec.encode import encode_rules
from scorekeeper.codec.written import literal
from scorekeeper.errors import PlayerError, RoundError, RulesError, UsageError, listed, printable
from scorekeeper.ledger import MOST_PLAYERS, Game, Player, Round, hand_cards
from scorekeeper.packs import too_many
from scorekeeper.people import check_names
from scorekeeper.rules import KEYS, RuleSet
from scorekeeper.standings import all_rounds_count, is_finished, placed, rank

# ── people ───────────────────────────────────────────────────────────────────────────────


def join(game: Game, name: str, after: str | None, start: int | None) -> Game:
    """``game`` with one more player from the next round on, to the left of ``after``.

    ``start`` is the points agreed for the rounds before, None where the game has not begun.
    Raises PlayerError for a name that cannot be, or a table that is full.
    """
    _refuse_when_over(game)
    checked = check_names([*game.names, name])[-1]
    most = game.rules.players[1] or MOST_PLAYERS
    number = len(game.played) + 1
    if len(game.seated(number)) >= most:
        raise PlayerError(
            f"{game.rules.title} is for at most {most} players", remedy="wait for a seat"
        )
    at = game.names.index(after) + 1 if after else len(game.players)
    player = Player(checked, joined=number, start=start if number > 1 else None)
    return replace(game, players=(*game.players[:at], player, *game.players[at:]))


def average_total(game: Game) -> int:
    """The average total of those placed, halves up; 0 before the first round."""
    totals = [game.total(name) for name in placed(game)]
    return (2 * sum(totals) + len(totals)) // (2 * len(totals)) if totals else 0


def worst_total(game: Game) -> int:
    """The worst total of those placed; 0 before the first round."""
    worst = max if game.rules.winner == "low" else min
    return worst((game.total(name) for name in placed(game)), default=0)


def packs_short(game: Game) -> int | None:
    """How many packs the rounds to come need, where those in play are too few."""
    number = len(game.played) + 1
    count = len(game.seated(number))
    needed = max((count * spec.deal + 1 for spec in game.rules.specs[number - 1 :]), default=0)
    pack = len(game.rules.pack)
    return -(-needed // pack) if needed > pack * game.decks else None


def leave(game: Game, name: str, after: int | None) -> Game:
    """``game`` with ``name`` leaving behind round ``after``, by default the last one played.

    The past stays. Raises PlayerError when later rounds have points of that player.
    """
    all_played = game.rules.last_round == len(game.played)
    if not all_played:  # behind the last round of all, leaving changes nothing
        _refuse_when_over(game)
    already = game.players[game.names.index(name)].left
    if already is not None and after is None:
        raise PlayerError(
            f"{printable(name)} left after round {already}",
            remedy="say --after which round, if that is not right",
        )
    last = len(game.played) if after is None else after
    if last > len(game.played) + 1:
        raise RoundError(
            f"round {last} is not played yet",
            remedy=f"give a round from 1 to {len(game.played) + 1}",
        )
    later = [
        n for n in range(last + 1, len(game.played) + 1) if game.cell(n, name).points is not None
    ]
    if later:
        raise PlayerError(
            f"{printable(name)} has points in round {listed(map(str, later))}",
            remedy=f"leave after round {later[-1]}, or correct those rounds with sk fix",
        )
    staying = [one for one in game.seated(len(game.played) + 1) if one != name]
    if not staying:
        raise PlayerError("nobody would be left at the table", remedy="end the game with sk finish")
    players = tuple(
        player._replace(left=last) if player.name == name else player for player in game.players
    )
    return _pass_the_deal(game, replace(game, players=players))


def _pass_the_deal(before: Game, after: Game) -> Game:
    """``after`` with the deal going to the next at the left where it was with who is not there."""
    number = len(after.played) + 1
    dealer = before.dealer_of(number)
    if dealer is None or dealer in after.seated(number):
        return after
    following = after.order_from(dealer, number)[0]
    if not after.played:
        return replace(after, dealer=following)
    return _dealt_by(after, following)


def rename(game: Game, name: str, new: str) -> Game:
    """``game`` with a player under another name, everywhere."""
    others = [one for one in game.names if one != name]
    checked = check_names([*others, new])[-1]

    def named(one: str | None) -> str | None:
        return checked if one == name else one

    def block(one: Round) -> Round:
        return one._replace(
            scores={named(key) or key: value for key, value in one.scores.items()},
            hands={named(key) or key: value for key, value in one.hands.items()},
            totals={named(key) or key: value for key, value in one.totals.items()},
            adjust={named(key) or key: value for key, value in one.adjust.items()},
            out=tuple(named(who) or who for who in one.out),
            absent=tuple(named(who) or who for who in one.absent),
            dealer=named(one.dealer),
        )

    return replace(
        game,
        players=tuple(
            player._replace(name=checked) if player.name == name else player
            for player in game.players
        ),
        rounds=tuple(map(block, game.rounds)),
        dealer=named(game.dealer),
        next_dealer=named(game.next_dealer),
    )


def reseat(game: Game, order: Sequence[str]) -> Game:
    """``game`` with its people in another order, clockwise, from the next round on.

    Everybody who plays on must be in ``order``; who has left may be. Who dealt the rounds that
    are on the sheet stays as it was.
    """
    seated = game.seated(len(game.played) + 1)
    missing = [name for name in seated if name not in order]
    if missing:
        raise PlayerError(
            f"{listed(map(printable, missing))} {'has' if len(missing) == 1 else 'have'} no seat",
            remedy="name everybody at the table, clockwise",
        )
    if len(set(order)) < len(order):
        raise PlayerError("a name is there twice", remedy="name everybody once, clockwise")
    names = [*order, *(name for name in game.names if name not in order)]
    by_name = {player.name: player for player in game.players}
    turned = replace(game, players=tuple(by_name[name] for name in names))
    return _keep_dealers(game, turned)


def _keep_dealers(before: Game, after: Game) -> Game:
    """``after`` with the dealers of ``before`` written into each round whose turn would change."""
    for number in range(1, len(before.played) + 1):
        dealer = before.dealer_of(number)
        if after.dealer_of(number) != dealer:
            index = after.block(number)
            after = after.with_block(index, after.rounds[index]._replace(dealer=dealer))
    if after.rounds and after.rounds[-1].misdeal is not None:
        # The round to be dealt again has its own dealer still.
        return _dealt_by(after, before.dealer_of(len(before.played) + 1))
    return after


def _dealt_by(game: Game, dealer: str | None) -> Game:
    """``game`` with the next round dealt by ``dealer``, written down only where it must be."""
    passed = replace(game, next_dealer=None)
    if passed.dealer_of(len(game.played) + 1) == dealer:
        return passed
    return replace(passed, next_dealer=dealer)


def name_dealer(game: Game, name: str) -> Game:
    """``game`` with ``name`` dealing the next round; the deal passes on from there."""
    _refuse_when_over(game)
    if game.rules.dealer == "none":
        raise UsageError("nobody deals in this game", remedy="play on without")
    if name not in game.seated(len(game.played) + 1):
        raise PlayerError(f"{printable(name)} has left the table", remedy="name somebody who plays")
    if not game.played:
        return replace(game, dealer=name)
    return replace(game, next_dealer=name)


# ── rounds ───────────────────────────────────────────────────────────────────────────────


def misdeal(game: Game, note: str) -> Game:
    """``game`` with its last round void: it will be dealt again under the same number."""
    if not game.rounds or not game.rounds[-1].counts:
        raise RoundError("no round was dealt that could be void", remedy="deal it again and go on")
    last = game.rounds[-1]
    voided = game.with_block(len(game.rounds) - 1, last._replace(misdeal=note))
    number = len(game.played)
    # Who came or left behind the void round now does so behind the one before it.
    players = tuple(
        player._replace(
            joined=number if player.joined == number + 1 else player.joined,
            left=number - 1 if player.left == number else player.left,
        )
        for player in game.players
    )
    voided = replace(voided, players=players)
    return _dealt_by(voided, game.dealer_of(len(game.played)))


def adjust(game: Game, name: str, points: int, note: str | None) -> Game:
    """``game`` with points added to a player's total beside the last round's cards."""
    if not game.played:
        raise RoundError(
            "no round is on the sheet yet", remedy="record the first round with sk add"
        )
    index = game.block(len(game.played))
    block = game.rounds[index]
    sums = {**block.adjust, name: block.adjust.get(name, 0) + points}
    adjusted = {one: sums[one] for one in game.names if sums.get(one)}
    if note:
        note = f"{block.note}; {note}" if block.note else note
    return game.with_block(index, block._replace(adjust=adjusted, note=note or block.note))


def finish(game: Game, today: datetime.date, *, put_away: bool) -> Game:
    """``game`` ended now: with places as they stand, or put away without a winner."""
    if is_finished(game):
        raise UsageError(
            f"{printable(game.title)} is over already", remedy="see it with sk standings"
        )
    return replace(game, finished=today, put_away=put_away)


def play_off(game: Game) -> Game:
    """``game`` with its tie for the first place to be played off."""
    first = [name for name, place in rank(game).items() if place == 1]
    if game.finished is not None:
        raise UsageError(
            f"{printable(game.title)} was ended early",
            remedy="take that back with sk undo, and play on",
        )
    if not all_rounds_count(game):
        raise UsageError(
            "a tie is played off when the last round is over", remedy="play on with sk next"
        )
    if len(first) < 2:
        raise UsageError("no tie is to be played off", remedy="see who has won with sk standings")
    return replace(game, rules=game.rules.replace(ties="bonus-round"))


# ── rules ────────────────────────────────────────────────────────────────────────────────


def change_rules(game: Game, rules: RuleSet) -> Game:
    """``game`` by other rules: shown hands are counted again, numbers stay.

    A note in the last round says what changed. Raises RulesError where the rounds played so far
    would not fit the rules.
    """
    last = rules.last_round
    if rules.plays_cards != game.rules.plays_cards:
        raise RulesError(
            "cards cannot come into a game, nor go", remedy="start another game with sk new"
        )
    if last is not None and last < len(game.played):
        raise RulesError(
            f"{len(game.played)} rounds are played, more than {last}",
            remedy="leave rounds as they are",
        )
    for number, block in enumerate(game.played, start=1):
        if block.hands and rules.specs[number - 1].deal != game.rules.specs[number - 1].deal:
            raise RulesError(
                f"round {number} was dealt otherwise, as the cards on the sheet show",
                remedy="leave the rounds that were played as they are",
            )
        hands = [card for text in block.hands.values() for card in hand_cards(text)]
        strange = any(card not in rules.held for card in hands)
        if strange or too_many(hands, rules, rules.decks_for(len(game.names))):
            raise RulesError(
                f"round {number} shows cards that the game would not hold",
                remedy="leave the packs as they are",
            )
    changed = replace(game, rules=rules)
    if not game.rounds or rules == game.rules:
        return changed
    index = len(game.rounds) - 1
    block = changed.rounds[index]
    said = "; ".join(
        filter(None, [block.note, f"house rules from here: {_difference(game.rules, rules)}"])
    )
    return changed.with_block(index, block._replace(note=said))


def _difference(old: RuleSet, new: RuleSet) -> str:
    was, now = encode_rules(old), encode_rules(new)
    keys = [key for key in KEYS if was.get(key) != now.get(key)]
    return ", ".join(f"{key}={_as_typed(now[key])}" if key in now else f"{key} off" for key in keys)


def _as_typed(value: object) -> str:
    """A rule's value as it is typed behind ``KEY=``."""
    return value if isinstance(value, str) else literal(value)


def _refuse_when_over(game: Game) -> None:
    if is_finished(game):
        raise UsageError(
            f"{printable(game.title)} is over", remedy="start another game with sk new or sk again"
        )
