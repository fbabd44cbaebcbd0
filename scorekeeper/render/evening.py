"""What an evening says for people: its rules, the next round, what a change did, how it ended."""

from scorekeeper import games
from scorekeeper.cards import parse_cards, spell
from scorekeeper.errors import count, printable, times
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.standings import (
    Standings,
    deciding,
    in_seat_order,
    next_round,
    placed,
    standings,
)
from scorekeeper.render.grid import Grid
from scorekeeper.render.standings import end_line
from scorekeeper.render.words import (
    house_lines,
    of_rounds,
    person,
    round_lines,
    wild_of_card,
)


def mending_lines(game: Game) -> list[str]:
    """The commands for whoever sees that what ``new`` set up is not what the table wants."""
    seats = ("wrong seats or dealer?", "sk seats, sk dealer")
    found = [seats if game.dealer else ("wrong seats?", "sk seats")]
    if game.rules.plays_cards:
        found = [("other house rules?", "sk house"), *found]
    widest = max(len(question) for question, _ in found)
    return [f"{question:<{widest}}  {commands}" for question, commands in found]


def new_lines(game: Game, file: str) -> list[str]:
    """What ``new`` set up, in words, and how it can be mended."""
    from scorekeeper.render.rule_words import rule_facts

    rules = game.rules
    last = f", {count(rules.last_round, 'round')}" if rules.last_round else ""
    head = f"{printable(game.title)}: a new game of {printable(rules.title)}"
    lines = [f"{head}, {count(len(game.names), 'player')}{last}", ""]
    first = {game.dealer: " (deals first)"}
    seats = [f"{person(name)}{first.get(name, '')}" for name in game.names]
    facts = [("seats", f"{' -> '.join(seats)}       clockwise"), *rule_facts(rules, game.decks)]
    lines += [f"  {name:<10} {text}" for name, text in facts]
    lines += ["", *mending_lines(game), ""]
    return [*lines, *round_lines(game), f"Score sheet: {printable(file)}"]


def next_lines(game: Game) -> list[str]:
    """The round card in lines, without its frame."""
    card = next_round(game)
    if card is None:
        return [end_line(game)]
    head = "BONUS ROUND" if card.bonus else f"ROUND {card.number}{of_rounds(game)}"
    lines = [head]
    if card.deal:
        lines.append(f"deal {card.deal} each, {wild_of_card(game, card)}")
        if game.rules.draws and not card.wild:
            lines.append("which it is:  sk wild 7")
        lines += games.turn(game.rules)
    if card.bonus:
        lines.append(f"Only {people(in_seat_order(game, card))} play it.")
    if card.dealer and card.begins:
        others = ", ".join(map(person, card.players[1:]))
        then = f", then {others}" if len(card.players) > 2 else ""
        lines.append(f"{person(card.dealer)} deals. {person(card.begins)} begins{then}.")
    if card.decks and card.deal:
        rules = game.rules_in(card.number) if card.number else game.rules_now
        cards = len(rules.pack) * card.decks
        dealt = card.deal * len(card.players)
        packs = count(card.decks, "deck")
        line = f"{packs}: {cards} cards, {dealt} dealt"
        turned_up = game.rules.turned_up_in(card.number)
        if dealt + turned_up > cards:
            line = f"{packs}: {cards} cards, too few for {dealt} dealt and {turned_up} turned up"
        elif card.stock is not None:
            line += f", {turned_up} turned up, {card.stock} to draw"
        lines.append(line)
    if game.rules.reads_upcard and not card.bonus:
        lines.append(_upcard_line(game))
    return lines + house_lines(game)


def _upcard_line(game: Game) -> str:
    """What the card that was turned up says, or how it is told."""
    if game.next_upcard is None:
        return "Which card is turned up?  sk next --upcard 4s"
    rules = game.rules_now
    knock, double = rules.turned_up(game.next_upcard)
    limit = rules.knock if knock is None else knock
    said = f"a knock may leave {limit}" if limit else "only gin ends the hand"
    twice = ", and points count twice" if double else ""
    return f"{spell(parse_cards(game.next_upcard))} is turned up: {said}{twice}."


def totals_line(game: Game) -> str:
    """All totals, the best first, with the gaps to the best; then those without a place."""
    parts = []
    lines, counts = standings(game).lines, deciding(game)
    for line in lines:
        gap = f" (+{line.behind})" if line.behind else ""
        # A small total behind larger ones would look like a mistake.
        if line.place is None and lines[0].place is not None:
            gap = " (no place)"
        parts.append(f"{person(line.player)} {counts[line.player]}{gap}")
    return "  " + "   ".join(parts)


def change_grid(old: Game, new: Game) -> Grid:
    """Totals before and after a correction, with what it did to the lead."""
    places = standings(new)
    then, now = _in_front(standings(old)), _in_front(places)
    totals, counts = deciding(old), deciding(new)
    rows = []
    for name in (line.player for line in places.lines):
        lead = ""
        if then.get(name) != now.get(name):
            lead = f"{now.get(name, 'no longer in front')}, before {then.get(name, 'behind')}"
        rows.append((person(name), str(totals.get(name, 0)), str(counts[name]), lead))
    return Grid(("", "before", "now", ""), tuple(rows), "lrrl")


def _in_front(places: Standings) -> dict[str, str]:
    """How each of those in front is there: alone, or level with whom."""
    first = [line.player for line in places.lines if line.place == 1]
    if len(first) > 1:
        others = {name: people(other for other in first if other != name) for name in first}
        return {name: f"level with {level}" for name, level in others.items()}
    # Who lost the bonus round alone is behind by no points.
    rest = (line.behind for line in places.lines if line.player not in first)
    gap = min((behind for behind in rest if behind is not None), default=0)
    alone = f"alone in front by {gap}" if gap else "alone in front"
    return dict.fromkeys(first, alone)


def story(game: Game) -> list[str]:
    """Who of those placed led at some time, how often that changed, the dearest round."""
    from scorekeeper.ledger.course import dearest, in_front, lead_changes

    fronts = in_front(game, placed(game))
    changes = lead_changes(fronts)
    led = [name for name in game.names if any(name in front for front in fronts)]
    alone = next((front[0] for front in fronts if len(front) == 1), None)
    level = [name for name in led if changes or name != alone]
    who = f"All {len(level)}" if len(level) == len(game.names) > 2 else people(level)
    lines = []
    if changes:
        lines.append(f"{who} were in front at some time; the lead changed hands {times(changes)}.")
    elif level:
        led_alone = f"only {person(alone)} was ever" if alone else "nobody was ever"
        lines.append(f"{who} shared the lead at some time; {led_alone} alone in front.")
    elif alone:
        lines.append(f"{person(alone)} was in front all the way.")
    for worst, number, name in dearest(game)[:1]:
        where = round_name(game.rules, number).rpartition(", ")[2]
        lines.append(f"Dearest round: {person(name)}, {worst} in {where}.")
    return lines
