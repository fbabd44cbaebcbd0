"""What could have been: outs, hands that were shown, other rules."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.cards import JOKER, Card, parse_groups, rank_label, spell
from scorekeeper.errors import SK, count, listed, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.looking_back import Rescore, RescoredSquare, Review, ShownHand, Values
from scorekeeper.ledger.names import people, shell_name
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render import Grid, in_lines
from scorekeeper.render.hands import short_answer
from scorekeeper.render.machine import Facts, asked, deadwood, round_facts
from scorekeeper.render.rules import way_words
from scorekeeper.render.words import points, the_round
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.variations import in_switches
from scorekeeper.solver.outs import Discard

# ── for programs ─────────────────────────────────────────────────────────────────────────


def before_the_draw(
    hand: Sequence[Card], rules: RoundRules, drawn: Mapping[Card, Card], unseen: Counter[Card]
) -> Facts:
    """The answer to ``outs`` before the draw."""
    return {
        **asked(hand, rules),
        "outs": [
            {"card": str(card), "discard": str(discard), "unseen": unseen[card]}
            for card, discard in drawn.items()
        ],
        "unseen": unseen.total(),
        "chance": round(_odds(drawn, unseen)[1], 4),
    }


def after_the_draw(
    held: Sequence[Card],
    rules: RoundRules,
    ways: Iterable[Card],
    discards: Iterable[Discard],
    unseen: Counter[Card],
) -> Facts:
    """The answer to ``outs`` after the draw."""
    return {
        **asked(held, rules),
        "goes_out": list(map(str, ways)),
        "discards": [
            {
                "card": str(discard.card),
                "points": discard.points,
                "outs": copies,
                "chance": round(chance, 4),
            }
            for discard in discards
            for copies, chance in [_odds(discard.outs, unseen)]
        ],
        "unseen": unseen.total(),
    }


def _odds(cards: Iterable[Card], unseen: Counter[Card]) -> tuple[int, float]:
    """How many copies of the cards are unseen, and the chance to draw one."""
    copies = sum(unseen[card] for card in cards)
    return copies, copies / (unseen.total() or 1)


# ── for people ───────────────────────────────────────────────────────────────────────────


def draw_lines(rules: RoundRules, drawn: Mapping[Card, Card], unseen: Counter[Card]) -> list[str]:
    """The cards that help, and what to discard for each; those with no copy unseen count 0."""
    where = f"{the_round(rules)} · {rules.deal} cards, before the draw"
    if not drawn:
        return [f"No card lets this hand {'knock' if rules.knock else 'go out'}.     {where}"]
    copies, chance = _odds(drawn, unseen)
    cards_of = f"{copies} of {count(unseen.total(), 'unseen card')}"
    after: dict[str, dict[int, list[Card]]] = {}
    for card, discard in drawn.items():
        then = "that card" if card == discard else spell(discard)
        after.setdefault(then, {}).setdefault(unseen[card], []).append(card)
    rows = [
        (then, ", ".join(f"{left} × {spell(cards[left])}" for left in sorted(cards)[::-1]))
        for then, cards in after.items()
    ]
    grid = Grid(("discard", "after one of"), rows, "ll")
    goes = "Knocks" if rules.knock else "Goes out"
    return [f"{goes} with {cards_of}: {_percent(chance)}     {where}", "", *in_lines(grid)]


def discard_lines(
    rules: RoundRules, ways: Sequence[Card], discards: Iterable[Discard], unseen: Counter[Card]
) -> list[str]:
    """Whether the hand goes out now, and what each discard leaves and keeps."""
    where = f"{the_round(rules)} · {(rules.deal or 0) + 1} cards, after the draw"
    goes, go = ("Knocks", "knock") if rules.knock else ("Goes out", "go out")
    head = f"Doesn't {go} now."
    if ways:
        head = f"{goes} now: discard {listed(map(spell, ways), 'or')}."
    rows = [
        (spell(discard.card), str(discard.points), str(copies), _percent(chance))
        for discard in discards
        for copies, chance in [_odds(discard.outs, unseen)]
    ]
    grid = Grid(("discard", "left", "outs", "chance"), rows, "lrrr")
    outs = f"outs: how many of {count(unseen.total(), 'unseen card')} let it {go} next time"
    return [f"{head}     {where}", "", *in_lines(grid), "", outs]


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


# ── what could have been ─────────────────────────────────────────────────────────────────────


def review_facts(game: Game, file: str, reviews: Sequence[Review]) -> Facts:
    """The answer to ``review``."""
    return {"title": game.title, "file": file, "players": list(map(_player_facts, reviews))}


def _player_facts(review: Review) -> Facts:
    laid, costliest = review.worst_laid, review.costliest
    return {
        "player": review.player,
        "hands": len(review.hands),
        "rounds": review.rounds,
        "given_away": review.given_away,
        "worst_laid": laid
        and {
            "round": round_facts(laid.rules),
            "points": laid.points,
            "laid": [list(map(str, group)) for group in parse_groups(laid.laid)],
            "best": deadwood(laid.best, laid.rules),
        },
        "one_card_from_out": [
            {
                "round": round_facts(hand.rules),
                "cards": list(map(str, hand.outs)),
                "unseen": sum(hand.outs.values()),
            }
            for hand in review.near
        ],
        "dearest_card": costliest
        and {
            "round": round_facts(costliest.hand.rules),
            "card": str(costliest.card),
            "points": costliest.points,
        },
    }


def no_hands_line(game: Game) -> str:
    """Why there is nothing to review, and what would change that."""
    if not game.rules.plays_cards:
        return f"{printable(game.title)} has no cards, so there is nothing to review."
    word = shell_name(game.names[0], game.names)
    example = f"{SK}fix last {word}=HAND" if game.played else f"{SK}add {word}=HAND ..."
    return f"No cards are on the sheet. To show them, type a hand in place of points:  {example}"


def review_grid(reviews: Sequence[Review]) -> Grid:
    """A row for each player."""
    rows = [
        (
            printable(review.player),
            f"{len(review.hands)} of {review.rounds}",
            str(review.given_away) if review.hands else "",
            str(len(review.near)) if review.hands else "",
            f"{spell(review.costliest.card)} {review.costliest.points}" if review.costliest else "",
        )
        for review in reviews
    ]
    header = ("player", "hands shown", "given away", "one card from going out", "costliest card")
    return Grid(header, rows, "lrrrl")


def review_notes(reviews: Sequence[Review]) -> list[str]:
    """Worst layouts, hands one card from going out, and costliest cards, round by round."""
    notes = defaultdict[int, list[str]](list)
    for review in reviews:
        if hand := review.worst_laid:
            counted = f"{points(hand.points)} counted, {hand.best.points} at best"
            laid = " / ".join(map(spell, parse_groups(hand.laid)))
            shown = [f"  shown  {laid}", f"  best   {short_answer(hand.best)}"]
            notes[hand.row.number] += [f"{_where(hand)}: {counted}", *shown]
        for hand in review.near:
            would = f"{count(sum(hand.outs.values()), 'card')} would have done it"
            which = f"one card from going out, {would}: {_any_of(hand)}"
            if not hand.best.deadwood:
                which = "all melded, so any card would have done it"
            notes[hand.row.number].append(f"{_where(hand)}: {which}")
        if review.costliest:
            cost, card, hand = review.costliest
            which = f"{spell(card)} left over cost {points(cost)}"
            notes[hand.row.number].append(f"{_where(hand)}: {which}")
    return [line for number in sorted(notes) for line in notes[number]]


def _any_of(hand: ShownHand) -> str:
    """The outs of a hand, by rank if all suits help: ``any 7 or 10, 2♥ 4♥, a joker``."""
    ranks = Counter(card.rank for card in hand.outs)
    whole = [rank for rank in hand.rules.ranks if ranks[rank] == len(hand.rules.suits)]
    others = [card for card in hand.outs if card.rank not in whole and card != JOKER]
    parts = [f"any {listed(map(rank_label, whole), 'or')}"] if whole else []
    parts += [spell(others)] if others else []
    parts += ["a joker"] if JOKER in hand.outs else []
    return ", ".join(parts)


def _where(square: ShownHand | RescoredSquare) -> str:
    return f"{printable(square.player)}, {square.row.name}"


# ── under other rules ────────────────────────────────────────────────────────────────────


def rescore_facts(game: Game, file: str, rescored: Rescore) -> Facts:
    """The answer to ``rescore``."""
    return {
        "title": game.title,
        "file": file,
        "players": [player._asdict() for player in rescored.players],
        "winners": {"before": rescored.before, "after": rescored.after},
    }


def rescore_grid(rescored: Rescore) -> Grid:
    """Each total before and after, or the least and the most that it would be."""
    rows = [
        (printable(name), str(before), f"{least} to {most}" if after is None else str(after))
        for name, before, after, least, most in rescored.players
    ]
    return Grid(("player", "before", "after"), rows, "lrr")


def rescore_notes(rescored: Rescore) -> list[str]:
    """Who would have won, who wouldn't have gone out, and what nobody can tell."""
    lines = [_winners_line(rescored)] if rescored.before or rescored.after != () else []
    for square in rescored.squares:
        if square.no_longer_out:
            but = f"went out, but couldn't under these rules: {points(square.least)}"
            lines.append(f"{_where(square)}: {but}")
    if foreign := [square for square in rescored.squares if square.foreign]:
        hands = count(len(foreign), "hand")
        where = ", ".join(f"{printable(square.player)} in {square.row.name}" for square in foreign)
        lines.append(f"{hands} with cards that the other game doesn't have: {where}.")
    lines += _only_numbers([rescored])
    open_totals = [player for player in rescored.players if player.after is None]
    for name, _, _, least, most in open_totals[:1]:
        would = f"{printable(name)} would have at least {least} and at most {most}"
        lines.append(f"{least} to {most}: {would}, if the table counted right.")
    return lines


def _only_numbers(rescores: Sequence[Rescore]) -> list[str]:
    unknown = max(sum(not square.is_known for square in one.squares) for one in rescores)
    squares = f"{unknown} of {count(len(rescores[0].squares), 'square')} on the sheet"
    have = "has" if unknown == 1 else "have"
    return [f"{squares} {have} only points, not cards."] if unknown else []


Ways = Sequence[tuple[Values, Rescore]]


def each_facts(game: Game, file: str, ways: Ways) -> Facts:
    """The answer to ``rescore --each``."""
    rules = [
        {"rule": " ".join(in_switches(way)), "winners": rescored.after, "margin": rescored.margin}
        for way, rescored in ways
    ]
    return {"title": game.title, "file": file, "winners": ways[0][1].before, "rules": rules}


def each_lines(game: Game, ways: Ways) -> list[str]:
    """Who would have won under each house rule, one a line, and where nobody can tell."""
    is_over, rows = is_finished(game) and not game.put_away, []
    for way, rescored in ways:
        wins = f"{'' if rescored.changes else 'still '}{people(rescored.after or ()) or 'nobody'}"
        wins += f" by {rescored.margin}" if rescored.margin else ""
        wins = "nobody can tell" if rescored.after is None else wins
        rows.append((wins, way_words(way, game.rules)))
    grid = Grid(("winner" if is_over else "in front", "with this house rule"), rows, "ll")
    before, changed = ways[0][1].before, sum(rescored.changes for _, rescored in ways)
    here = "won" if is_over else f"{'are' if len(before) > 1 else 'is'} in front"
    rules = f"{changed} of these rules would" if changed else "no house rule is known to"
    line = f"{people(before) or 'Nobody'} {here}; {rules} change that."
    hint = f"All totals under one of them:  {SK}rescore {' '.join(in_switches(ways[0][0]))}"
    return [*in_lines(grid), "", line, *_only_numbers([rescored for _, rescored in ways]), hint]


def _winners_line(rescored: Rescore) -> str:
    before = f"{people(rescored.before)} won" if rescored.before else "Nobody won"
    if rescored.after is None:
        return f"{before}; nobody can tell who would have won under these rules."
    if rescored.after == rescored.before:
        return f"{people(rescored.after)} would have won under these rules too."
    return f"{before}; under these rules it would have been {people(rescored.after) or 'nobody'}."
