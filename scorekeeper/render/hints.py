"""What fits the moment: the commands that somebody at the table may want next, and all of them."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.cards import rank_label
from scorekeeper.errors import listed
from scorekeeper.ledger.game import Game
from scorekeeper.ledger.people import people, shell_name
from scorekeeper.ledger.rounds import round_name
from scorekeeper.ledger.rows import row_typed
from scorekeeper.ledger.standings import (
    RoundCard,
    in_seat_order,
    next_round,
    standings,
    total_again,
)
from scorekeeper.render.grid import columns_of, pad
from scorekeeper.rules.card_rules import CardRules

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
