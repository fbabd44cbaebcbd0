"""Cards that somebody asks about, and house rules in any words, which are mostly about cards."""

from collections.abc import Sequence
from itertools import cycle

from scorekeeper.cards import are_cards, parse_cards, parse_groups
from scorekeeper.errors import SK, count
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import parse_entry
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
    cards = " ".join(rank if has_suit(rank) else rank + suit for rank, suit in pairs)
    if rules:
        check_cards_in_pack(parse_cards(cards), rules)
    return cards


def claim_or_meld(line: Line, game: Game | None, cards: str, who: str) -> Heard:
    """The claim that cards go out, if somebody's or as many as a hand, or whether they are a meld.

    ``who`` is whose they are, as it stands before an entry.
    """
    is_claim = line.texts & said()["claiming"] and not line.texts & {"lay", "put"}
    if not (who or is_claim or _is_hand(cards, line.rules)):
        return Heard(["meld", "--", cards])
    return Heard(claim_of(f"{who}{cards}", game))


def meld_asked(line: Line, game: Game | None, cards: str) -> Heard | None:
    """Whether cards are a meld, unless somebody asks how many points they are."""
    texts, kinds = line.texts, said()["classes"]["meld"].split("|")
    if texts & said()["claiming"] and _is_hand(cards, line.rules):
        return claim_or_meld(line, game, cards, "")  # ten cards, is that gin
    is_sum = texts & {"much", "many", "worth", "points"}
    if is_sum or ("what" in texts and texts.isdisjoint(kinds)):
        return None
    return Heard(["meld", "--", cards])


def _is_hand(cards: str, rules: RoundRules | None) -> bool:
    """Whether somebody can hold no more cards than these."""
    return len(parse_cards(cards)) >= ((rules.deal if rules else None) or 0)


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
    plain, line.words, at = line.words, words, 0
    rest, found = list[Word](), list[Found]()
    while at < len(words):
        ways = [way for way in line.ways(pieces(pattern), at) if way[0] > at]
        ways = [way for way in ways if way[1].get("number") != 1]  # one wild in a set
        end, slots = max(ways, key=lambda way: way[0], default=(at, Found()))
        rest, found = rest + words[at : at + (end == at)], found + [slots] * (end > at)
        at = max(end, at + 1)
    line.words = plain
    return Words(rest), found


def rule_said(line: Line, words: Words, *, is_off: bool = False) -> tuple[str, Words] | None:
    """The house rule that words are about, in any order, and the words beside it.

    None if a player, a number or a card is among these: then somebody says more.
    """
    for parts, values in said()["abouts"].items() if words.texts & said()["ruled"] else ():
        rest, found = words, list[Found]()
        for part in parts.split(" & "):
            rest, some = without(line, rest, part)
            found = [*found, *some] if some else []
            if not some:
                break
        numbers = {slots["number"] for slots in found if "number" in slots}
        if found:
            is_off |= bool(without(line, rest, "<off>|never|nobody|any more")[1])
            value = values[is_off].format(number=next(iter(numbers), ""))
            says_more = without(line, rest, "{player}|{number}")[1] or cards_in(rest)
            return (value, rest) if value and not says_more and len(numbers) < 2 else None
    return None


def house_said(line: Line, game: Game | None) -> Heard | None:
    """A house rule that somebody sets in any words, or would have liked to have had.

    Who says so, and the value that it had, may be in the line as well. None for a question.
    """
    if game is None:
        return None
    tries = without(line, line.words, "<whatif>")[1] if line.texts & said()["ruled"] else []
    words, voices = without(line, line.words, "{player}" if tries else "<voice>")
    words, dislikes = without(line, words, "{player} does not (like|want)")
    words, was = without(line, words, "<old>")
    words, new = without(line, words, "<new>")
    if new:  # 50 is daft, make it 25
        number = Word(str(new[-1]["number"]), "")
        words = Words([*without(line, words, "{number}")[0], number])
    found = rule_said(line, words, is_off=bool(dislikes))
    if not found or (line.is_question and not (tries or line.says("<wish>"))):
        return None
    setting, rest = found
    if tries:
        return None if setting.startswith("--") else Heard(["rescore", setting])
    bare, _ = without(line, rest, "<costs>|<agree>|<fromnow>|<off>|<stuck>|with us")
    is_plain = said()["noise"].issuperset(bare.texts) and (rest or not game.rules.has_gin)
    is_settled = was or new or voices or line.mends or is_plain  # though not 20, big gin
    is_settled = is_settled or line.says("<settled>|<fromnow>|<ours>|<wish>")
    return Heard(["house", *setting.split()]) if is_settled else None
