"""Cards that somebody asks about, and house rules in any words, which are mostly about cards."""

from collections.abc import Sequence
from itertools import cycle

from scorekeeper.cards import are_cards, parse_cards, parse_groups
from scorekeeper.errors import SK, count
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.names import shell_name
from scorekeeper.ledger.rows import next_row
from scorekeeper.listening import Found, Heard, Word, Words, cards_in, has_suit, pieces, said
from scorekeeper.listening.line import Line
from scorekeeper.listening.whose_entry import rules_at_hand
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack


def can_go_out(text: str, game: Game | None) -> bool:
    """Whether these are cards to go out with: laid out in groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), rules_at_hand(game)
    held = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and held == (rules.deal or 0) + 1)


def claim_of(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` of cards in the round at hand, however many they are."""
    at_hand = []
    if game and rules_at_hand(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def suited(ranks: Sequence[str], rules: RoundRules | None) -> str:
    """Cards of these ranks, with suits that make a meld if any do.

    Raises CardError if the game has no such cards.
    """
    is_run = len({*ranks}) == len(ranks)
    pairs = zip(ranks, cycle("h" if is_run else "hsdc"), strict=False)
    cards = " ".join(rank if has_suit(rank) or rank == "/" else rank + suit for rank, suit in pairs)
    if rules:
        check_cards_in_pack(parse_cards(cards), rules)
    return cards


def hand_asked(line: Line, game: Game | None) -> Heard | None:
    """What a line asks about all the cards in it, whatever the words around them.

    That is their points, whether they are a meld, or whether they go out; None where the line has
    fewer than two cards with a suit, or doesn't say which.
    """
    if any(map(line.is_newcomer, line.words[line.asks :][:1])) or not (held := _hand_in(line)):
        return None  # is dave out with 5h 6h 7h
    cards, named, wild = held
    known = [card for card in cards if are_cards(card)]
    number = cards_in(line.words) - bool(wild)  # jokers are 9s; 8 is joker
    is_told = sum(len(parse_cards(card)) for card in known) >= max(2, number)
    if not is_told or named[1:] or (line.texts & said()["not"] and not line.is_question):
        return None  # it isn't one hand, or not cards that somebody has
    if len(known) < len(cards) - cards.count("/"):
        return answer_without_suits(line, game, cards)
    text, drawn = " ".join(cards), [f"--wild={wild}"] if game and game.rules.draws_wild else []
    options = drawn if wild else []
    for command, pattern in {"outs": "<waits>", "deadwood": "<tallies>"}.items():
        if "/" not in cards and line.says(pattern):
            return Heard([command, *options, "--", text])
    is_meld = line.says("<meld>|together")
    is_said = is_meld or line.is_question or line.says("<claims>|<ok>")
    dealt = (line.rules.deal if line.rules else None) or 0
    is_claim = is_said and not is_meld and (named or len(parse_cards(text)) >= dealt)
    if "/" in cards or line.texts & said()["claiming"] or is_claim:
        who = [shell_name(name, line.names).strip("\"'") + "=" for name in named]
        verify, *rest = claim_of("".join(who) + text, game)
        return Heard([verify, *options, *rest])
    return Heard(["meld", *options, "--", text]) if is_said or "lay" in line.texts else None


def _hand_in(line: Line) -> tuple[list[str], list[str], str] | None:
    """All the cards of a line in order, a discard last; the players, and the rank that is wild.

    None if there are other numbers, or cards that somebody may have instead.
    """
    cards, named, wild, thrown, at, is_other = list[str](), list[str](), "", list[str](), 0, False
    while at < len(line.words):
        text, begins = line.words[at].text, at + (line.words[at].text == "/")
        like = [end for end, _ in line.ranks(at + 1)] if text in ("as", "for") else []
        typed = ((end, held.replace("/", " / ").split()) for end, held in line.cards(begins))
        ways = [*typed, *line.hand(begins)][:1] if text not in ("and", "with") else []
        ways = [] if text == "as" and ways[:1] == [(at + 1, ["as"])] else ways
        is_told = line.texts & {"is", "are", "was", "as"}  # the joker, 5s
        if wilds := [*line.ways(pieces("<iswild>"), at)] if is_told else []:
            at, wild = wilds[0][0], wilds[0][1]["rank"]
        elif who := next(line.player(at), None):
            at, named = who[0], [*named, *[who[1]] * (who[1] not in named)]
        elif ends := like or [end for end, _ in line.ways(pieces("<meld>"), at)]:
            at = ends[0]  # count as three queens; three of a kind
        elif (ways and is_other) or (not ways and text != "one" and any(line.number(at))):
            return None
        elif ways and text == "/" and not cards:
            at, thrown = begins + 1, ["/", line.words[begins].text]
        elif ways:
            at, cards = ways[0][0], [*cards, *["/"] * (text == "/"), *ways[0][1]]
        else:
            at, is_other = at + 1, is_other or (text == "or" and bool(cards))
    return [*cards, *thrown], named, wild


def answer_without_suits(line: Line, game: Game | None, ranks: Sequence[str]) -> Heard | None:
    """What can be said of cards of which not all have a suit; None if it's about their points."""
    is_sum = line.texts & {"much", "many", "worth"}
    if is_sum or (game and not game.rules.specs):
        return None
    command, cards = "meld" if len(ranks) < 4 else "verify", suited(ranks, line.rules)
    is_meld = line.rules is None or isinstance(judge_meld(parse_cards(cards), line.rules), Meld)
    if command == "meld" and not is_meld and "out" not in line.texts:
        return Heard(["meld", "--", cards])  # nor with any other suits
    return Heard([], says=f"that may depend on the suits; {_in_full(command, ranks, line, game)}")


def sum_of(line: Line, game: Game | None, ranks: Sequence[str]) -> Heard | None:
    """What cards of these ranks cost; None in a game without cards."""
    if line.rules is None:
        return None
    if ranks[0] == "a" and len(ranks) == 2 and not line.says("ace|and"):
        return Heard(["rules"])  # a 2 is rather one card than an ace and a two
    plain = [rank.rstrip("shdcx") for rank in ranks]
    cards = [(line.rules.wild or "").lower() if rank == "w" else rank for rank in ranks]
    points = count(parse_entry("+".join(plain), line.rules).points or 0, "point")
    melds = f"to see what melds they make, {_in_full('deadwood', cards, line, game)}"
    return Heard([], says=f"{' '.join(plain).upper()}: {points}; {melds}")


def _in_full(command: str, ranks: Sequence[str], line: Line, game: Game | None) -> str:
    """How to type a command with cards of these ranks; CardError if the game has none such."""
    cards = suited(ranks, line.rules)
    if game and game.rules.draws_wild and not game.next_wild:
        return f"type the suits and what is wild as well: {SK}{command} {cards} --wild 7"
    return f"type the suits as well: {SK}{command} {cards}"


# ── a house rule in any words ────────────────────────────────────────────────────────────────


def without(line: Line, words: Words, pattern: str) -> tuple[Words, list[Found]]:
    """Words without all that fits a pattern, and what stood in its slots each time."""
    if not words.places(pattern):
        return words, []
    plain, line.words, at = line.words, words, 0
    rest, found = list[Word](), list[Found]()
    while at < len(words):
        ways = [way for way in line.ways(pieces(pattern), at) if way[0] > at]
        ways = [way for way in ways if way[1].get("number") != 1]  # one wild in a set
        end, slots = max(ways, key=lambda way: way[0], default=(at, Found()))
        rest, found = rest + words[at : at + (end == at)], found + [slots] * (end > at)
        at = max(end, at + 1)
    line.words = plain
    return (Words(rest) if found else words), found


def rule_said(line: Line, words: Words, *, is_off: bool = False) -> tuple[str, Words] | None:
    """The house rule that words are about, in any order, and the words beside it.

    None if a player, a number or a card is among these: then somebody says more; nor has a rule
    a number below zero.
    """
    if words.texts & {"minus", "negative"}:
        return None
    for parts, values in said()["abouts"].items() if words.texts & said()["ruled"] else ():
        rest, found = words, list[Found]()
        for part in parts.split(" & "):
            rest, some = without(line, rest, part)
            found = [*found, *some] if some else []
            if not some:
                break
        numbers = {slots["number"] for slots in found if "number" in slots}
        if found:
            is_limit = [word.text for word in words[-2:]] == ["no", "more"] and words[:-2]
            rest = Words(rest[:-2]) if is_limit and words[-3].raw[-1:] == "," else rest
            is_off |= bool(without(line, rest, "<off>|never|nobody|any more")[1])
            value = values[is_off].format(number=next(iter(numbers), ""))
            says_more = without(line, rest, "{player}|{number}")[1] or cards_in(rest)
            return (value, rest) if value and not says_more and len(numbers) < 2 else None
    return None


def house_said(line: Line, game: Game | None) -> Heard | None:
    """A house rule that somebody sets in any words, or would have liked to have had.

    Who says so, and the value that it had, may be in the line as well. None for a question.
    """
    if game is None or (game.rules.draws_wild and line.says("<iswild>")):
        return None
    tries = without(line, line.words, "<whatif>")[1] if line.texts & said()["ruled"] else []
    words, voices = without(line, line.words, "{player}" if tries else "<voice>")
    words, dislikes = without(line, words, "{player} does not (like|want)")
    words, was = without(line, words, "<old>")
    words, new = without(line, words, "<new>")
    if new:  # 50 is daft, make it 25
        number = Word(str(new[-1]["number"]), "")
        words = Words([*without(line, words, "{number}")[0], number])
    words, since = without(line, words, "<fromstart>")
    found = rule_said(line, words, is_off=bool(dislikes))
    if not found or (line.is_question and not (tries or line.says("<wish>"))):
        return None
    setting, rest = found
    if tries:
        return None if setting.startswith("--") else Heard(["rescore", setting])
    bare, _ = without(line, rest, "<costs>|<agree>|<fromnow>|<off>|<stuck>|with us")
    is_plain = said()["noise"].issuperset(bare.texts) and (rest or not game.rules.has_gin)
    is_settled = was or new or voices or since or line.mends or is_plain  # though not 20, big gin
    is_settled = is_settled or line.says("<settled>|<fromnow>|<ours>|<wish>")
    return house_of(setting, line) if is_settled else None


def house_of(setting: str, line: Line) -> Heard:
    """The ``house`` of a setting, which holds from round 1 on where a line says that."""
    return Heard(["house", *setting.split(), *["--from", "1"] * line.says("<fromstart>")])
