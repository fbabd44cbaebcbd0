"""What an evening says for people: its rules, the next round, what a change did, how it ended."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper import games
from scorekeeper.cards import parse_cards, rank_label, spell
from scorekeeper.errors import count, listed, printable, times
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import row_typed
from scorekeeper.ledger.standings import (
    RoundCard,
    Standings,
    deciding,
    in_seat_order,
    next_round,
    placed,
    standings,
    total_again,
)
from scorekeeper.render.grid import Grid, columns_of, pad
from scorekeeper.render.standings import end_line
from scorekeeper.render.words import house_lines, of_rounds, person, round_lines, wild_of_card
from scorekeeper.rules.card_rules import CardRules


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
    from scorekeeper.render.words import rule_facts

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


# ── what can be typed next ───────────────────────────────────────────────────────────────────


MENDS = "correct a round; undo takes the last step back"

ELSE = ("?", "what else can be typed")


def example_cards(rules: CardRules) -> tuple[str, str]:
    """A hand that goes out as it can be typed, and its discard, of the cards that a game has."""
    if rules.has_gin:
        return "5s5h5d 7h8h9h qcqdqh2c", "kd"
    at = max(0, rules.ranks.find("5678"))
    low, middle, high, other = map(rank_label, rules.ranks[at : at + 4])
    first, second, third, fourth = list((rules.suits * 4)[:4].lower())
    discard = rank_label(next(rank for rank in rules.ranks if rank != "A"))
    run = f"{low}{middle}{high}{second}"
    return f"{run} {other}{first}{other}{fourth}{other}{third}", f"{discard}{third}"


def prompt_words(game: Game | None) -> str:
    """Where the table is, before every line: ``round 5, the sevens> ``."""
    if game is None:
        return "> "
    card = next_round(game)
    if card is None:
        return "game over> "
    return f"{'bonus round' if card.number is None else round_name(game.rules, card.number)}> "


def choices(game: Game | None) -> list[tuple[str, str]]:
    """The few lines that fit the moment, each with what it does."""
    if game is None:
        return [
            ("new", "start a game: it asks who plays and how"),
            ("new Ann Bo Cy", "the same at once, by the usual rules"),
            ("rules", "the games that are known here"),
            ("5h 6h 7h kd", "the fewest points that cards can be"),
            ELSE,
        ]
    card = next_round(game)
    if card is None:  # the game is over, or cannot go on
        tied = len(standings(game).winners) > 1 and game.rules.ties == "shared"
        play_off = ("playoff", "play off the tie in one more round")
        return [
            play_off if tied else ("sheet", "every round"),
            ("chart", "the totals round by round as lines"),
            ("again", "the next game: same people and rules, the next dealer"),
            ("new", "another game: it asks who plays and how"),
            ("games", "every evening here; open and a word of it opens one"),
            mending(game)[0],
            ELSE,
        ]
    seated = in_seat_order(game, card)
    scoring = game.rules.scoring
    entries = scoring.example(len(seated), goes_out=game.rules.goes_out)
    upcard = [("upcard 4s", "the card that is turned up")]
    judge = (" / ".join(example_cards(game.rules)), "may this go out? without / the fewest points")
    return [
        *_rare_choices(game, card),
        (entries, scoring.example_means or f"the points of {people(seated)}"),
        ("add", "the same, asked one by one"),
        mending(game)[0] if game.played else ("seats", "wrong seats or dealer?  seats, dealer"),
        judge if game.rules.plays_cards else ("sheet", "every round so far"),
        *(upcard if scoring.knocks and game.rules.reads_upcard else []),
        *([("dead", "nobody ended the hand, and it is dealt again")] if scoring.dead_hands else []),
        ELSE,
    ]


def _rare_choices(game: Game, card: RoundCard) -> list[tuple[str, str]]:
    """The lines that fit the moment in few games: what is drawn, words for points, who is out."""
    rules, found = game.rules_now, []
    if card.deal and rules.draws_in(card.number) and not card.wild:
        found.append(("wild 7", "the rank that was drawn to be wild, if cards are shown"))
    if rules.called:
        last = shell_name(in_seat_order(game, card)[-1], game.names)
        words = listed(rules.called, "or")
        found.append((f"{last} {next(iter(rules.called))}", f"behind a name: {words}"))
    if game.pool.lost and total_again(game):
        name = shell_name(next(iter(game.pool.lost)), game.names)
        found.append((f"rejoin {name}", "who is out comes in again"))
    return found


def example_fix(game: Game) -> str:
    """How the last round would be corrected: ``7s ann=12``; RoundError where none was played."""
    row = row_typed(game, "last")
    block, scores = row.block, row.block.scores
    left = [name for name in row.players if name not in block.out] or row.players or game.names
    name = next((player for player in left if scores.get(player)), left[0])
    word = shell_name(name, game.names)
    entry = block.called.get(name) or scores.get(name) or 5
    example = f"{row.word} {word}={entry}"
    if name not in block.out:
        return example
    # All went out, and points for one of them need --out as well.
    others = [shell_name(other, game.names) for other in block.out if other != name]
    return f"{example} --out {others[0] if others else '-'}"


def mending(game: Game) -> list[tuple[str, str]]:
    """The lines that mend a slip, each with what it does."""
    undo = ("undo", "take the last step back")
    return [(f"fix {example_fix(game)}", MENDS), undo] if game.played else [undo]


def choice_lines(found: Sequence[tuple[str, str]], width: int) -> list[str]:
    """The lines of ``choices``; on a narrow screen what each does stands below it."""
    widest = max(columns_of(line) for line, _ in found)
    if widest + 6 + max(columns_of(does) for _, does in found) <= width:
        return [f"  {pad(line, widest)}    {does}" for line, does in found]
    return [text for line, does in found for text in (f"  {line}", f"      {does}")]


def help_lines(game: Game | None, commands: Mapping[str, Iterable[str]], width: int) -> list[str]:
    """All that can be typed at the table; ``commands`` by occasion."""
    found = choices(game)[:-1]
    head = "What can be typed:" if game is None else "What can be typed now:"
    others = [(occasion.lower(), "  ".join(names)) for occasion, names in commands.items() if names]
    longest = max(len(occasion) for occasion, _ in others)
    return [
        head,
        *choice_lines(found, width),
        "",
        "And every command:",
        *(f"  {pad(occasion, longest)}    {names}" for occasion, names in others),
        "",
        "score, history, oops, save and the like are understood as well.",
        "? fix  says more of one command. quit or Ctrl-D leaves; everything is saved already.",
    ]
