"""What could have been, as it was dealt or under other rules, for people and for programs."""

from collections import Counter
from collections.abc import Sequence

from scorekeeper.cards import JOKER, parse_groups, rank_label, spell
from scorekeeper.errors import count, listed, printable
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rescore import Rescore, Square
from scorekeeper.ledger.review import Review, Shown
from scorekeeper.render.grid import Grid
from scorekeeper.render.hands import short_answer
from scorekeeper.render.machine_cards import Facts, deadwood, round_facts
from scorekeeper.render.words import person, points


def review_facts(game: Game, file: str, found: Sequence[Review]) -> Facts:
    """The answer to ``review``."""
    return {"title": game.title, "file": file, "players": list(map(_player_facts, found))}


def _player_facts(found: Review) -> Facts:
    laid, left = found.worst_laid, found.dearest
    return {
        "player": found.player,
        "hands": len(found.hands),
        "rounds": found.rounds,
        "given_away": found.given_away,
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
            for hand in found.near
        ],
        "dearest_card": left
        and {"round": round_facts(left.hand.rules), "card": str(left.card), "points": left.points},
    }


def no_hands_line(game: Game) -> str:
    """That there is nothing to look at, and how there would be."""
    if not game.rules.plays_cards:
        return f"{printable(game.title)} is played without cards: there is nothing to review."
    word = shell_name(game.names[0], game.names) if game.names else "ann"
    example = f"sk fix last {word}=HAND" if game.played else f"sk add {word}=HAND ..."
    return f"No cards are on the sheet. A hand in place of points shows them:  {example}"


def review_grid(found: Sequence[Review]) -> Grid:
    """A row for each player."""
    rows = [
        (
            person(each.player),
            f"{len(each.hands)} of {each.rounds}",
            str(each.given_away) if each.hands else "",
            str(len(each.near)) if each.hands else "",
            f"{spell(each.dearest.card)} {each.dearest.points}" if each.dearest else "",
        )
        for each in found
    ]
    header = ("player", "hands shown", "given away", "one card from out", "dearest card")
    return Grid(header, tuple(rows), "lrrrl")


def review_notes(found: Sequence[Review]) -> list[str]:
    """The worst laying of each player, the hands that were near, and the dearest cards."""
    lines: list[str] = []
    for each in found:
        if hand := each.worst_laid:
            counted = f"{points(hand.points)} counted, {hand.best.points} at best"
            laid = " / ".join(map(spell, parse_groups(hand.laid)))
            lines.append(f"{_where(hand)}: {counted}")
            lines += [f"  shown  {laid}", f"  best   {short_answer(hand.best)}"]
        for hand in each.near:
            would = f"{count(sum(hand.outs.values()), 'card')} would have done it"
            which = f"one card from out, {would}: {_any_of(hand)}"
            if not hand.best.deadwood:
                which = "all melded, and any card would have done it"
            lines.append(f"{_where(hand)}: {which}")
        if each.dearest:
            cost, card, hand = each.dearest
            lines.append(f"{_where(hand)}: {spell(card)} left over cost {points(cost)}")
    return lines


def _any_of(hand: Shown) -> str:
    """The outs of a hand by rank where every suit does: ``any 7 or 10, 2♥ 4♥, a joker``."""
    ranks = Counter(card.rank for card in hand.outs)
    whole = [rank for rank in hand.rules.ranks if ranks[rank] == len(hand.rules.suits)]
    others = [card for card in hand.outs if card.rank not in whole and card != JOKER]
    parts = [f"any {listed(map(rank_label, whole), 'or')}"] if whole else []
    parts += [spell(others)] if others else []
    parts += ["a joker"] if JOKER in hand.outs else []
    return ", ".join(parts)


def _where(square: Shown | Square) -> str:
    return f"{person(square.player)}, {square.row.name}"


# ── under other rules ────────────────────────────────────────────────────────────────────


def rescore_facts(game: Game, file: str, found: Rescore) -> Facts:
    """The answer to ``rescore``."""
    return {
        "title": game.title,
        "file": file,
        "players": [each._asdict() for each in found.players],
        "winners": {"before": found.before, "after": found.after},
    }


def rescore_grid(found: Rescore) -> Grid:
    """Each total before and after, or between what bounds it would have been."""
    rows = tuple(
        (person(name), str(before), f"{least} to {most}" if after is None else str(after))
        for name, before, after, least, most in found.players
    )
    return Grid(("player", "before", "after"), rows, "lrr")


def rescore_notes(found: Rescore) -> list[str]:
    """Who would have won, who would not have gone out, and what cannot be known."""
    lines = [_winners_line(found)] if found.before or found.after != () else []
    for square in found.squares:
        if square.fell:
            but = f"went out, and by these rules does not: {points(square.least)}"
            lines.append(f"{_where(square)}: {but}")
    strange = [
        f"{person(square.player)} in {square.row.name}"
        for square in found.squares
        if square.strange
    ]
    if strange:
        hands = count(len(strange), "hand")
        lines.append(f"{hands} with cards that the other game does not have: {', '.join(strange)}.")
    unknown = sum(not square.is_known for square in found.squares)
    if unknown:
        those = f"{unknown} of {count(len(found.squares), 'square')} on the sheet"
        lines.append(
            f"For {those} there is only a number: what those cards would have cost cannot be known."
        )
    open_total = next((each for each in found.players if each.after is None), None)
    if open_total:
        name, _, _, least, most = open_total
        lines.append(
            f"{least} to {most} means that {person(name)} would have {least} at least and {most} at"
            " most, if the table counted right."
        )
    return lines


def _winners_line(found: Rescore) -> str:
    before = f"{people(found.before)} won" if found.before else "Nobody won"
    if found.after is None:
        return f"{before}; who would have by these rules cannot be known."
    if found.after == found.before:
        return f"{people(found.after)} would have won by these rules as well."
    return f"{before}; by these rules it would have been {people(found.after) or 'nobody'}."
