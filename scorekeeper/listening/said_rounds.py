"""Turn a round or a claim, typed or said, into the command for it.

``whose_entry`` reads a round that is typed. One that is said, like *Ann out, 12 for Bob, the rest
five each*, consists of players, entries, and words that say nothing; everybody's entry is right
before or after their name. The ways to say an entry are in ``sayings.toml``.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, cycle, islice, pairwise

from scorekeeper.cards import are_cards, parse_cards, parse_groups
from scorekeeper.errors import (
    SK,
    EntryError,
    RoundError,
    ScorekeeperError,
    UsageError,
    count,
    listed,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import ends_a_hand, is_entry, parse_entry
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.names import (
    find_player,
    forfeit_in,
    is_whole_name,
    players_meant,
    shell_name,
    wild_called,
)
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.listening import Found, Heard, Word, Words, cards_in, has_suit, readings, said
from scorekeeper.listening.grouping import (
    NO_PART,
    NONE,
    OUT,
    Assignment,
    Mention,
    Part,
    Parts,
    assignments,
    kinds_of,
    matches,
    with_winner,
)
from scorekeeper.listening.line import Line
from scorekeeper.listening.starts import at_the_table, open_titles, without
from scorekeeper.listening.whose_entry import (
    as_typed,
    can_be_totals,
    is_to_come,
    look_like_totals,
    read_entries,
    refuse_bare_words,
    refuse_so_far,
    rules_at_hand,
    said_in,
    with_discard,
    with_zeros,
)
from scorekeeper.melds import Meld, judge_meld
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import check_cards_in_pack

MOST_WORDS = 60  # of a sentence; rounds may have more


MYSELF = frozenset(("i", "me", "mine"))  # whoever is typing
MAYBE_CARDS = ("a", "with", "/")  # noise beside names; without names they may belong to an entry


def round_of(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` for a round, or the ``verify`` for cards that somebody goes out with.

    Raises the error in the entries, or the reason why no round can be entered.
    """
    if game is None:
        problem, remedy = "there is no game yet", f"start one: {SK}new"
        if titles := open_titles():
            problem = f"{listed(titles)} aren't over: which one is this for?"
            remedy = f"open one first, like {SK}open 1, or start another: {SK}new"
        raise UsageError(problem, remedy=remedy)
    row = next_row(game)
    said = said_in(with_discard(words), game, row.rules)
    given = [as_typed(name, entry, game) for name, entry in said]
    is_named = any(name is not None for name, _ in said)
    unnamed = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and unnamed & {"big", "big gin"}:
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and can_go_out(said[0].entry, game):
        return claim_of(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # The player is asked about these, so they aren't errors yet.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def asking_for_others(heard: Heard, game: Game | None) -> Heard:
    """What was heard; if it's a round without everybody's entry, it asks for the others."""
    typed = [word.partition("=") for word in heard.entries]
    if not game or heard.words[:1] != ["add"] or not all(entry for _, _, entry in typed):
        return heard
    with suppress(ScorekeeperError):
        given = {find_player(name, game.names, "") for name, _, _ in typed}
        lacking = [name for name in next_row(game).players if name not in given]
        others = [as_typed(name, "POINTS", game) for name in lacking]
        says = heard.says or ("you'll be asked for the others" if others else "")
        return heard._replace(trial=[*heard.words, *others], says=says)
    return heard


def is_whole_round(heard: Heard, game: Game | None) -> bool:
    """Whether a command enters everybody's points."""
    return bool(game and heard.entries and len(heard.entries) >= len(next_row(game).players))


# ── a round as people say it ─────────────────────────────────────────────────────────────────


def round_in_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` for a round in words that ``add`` itself can't read; None for other lines."""
    rounds = (_added(line, game, *each) for each in _rounds_in(line, game))
    return _totals_and_out(line, game) or next(filter(None, rounds), None)


def _totals_and_out(line: Line, game: Game) -> list[str] | None:
    """The ``add`` for a line with everybody's totals and who went out; None for other lines."""
    who_is_out = "[and] (nobody|no one|{player}) [is] [the one] [who|that] <isout> [first]"
    rest, out = without(line, line.words, who_is_out)
    if len(out) != 1 or not (rest and line.rules and line.says("<now>")):
        return None
    totals = line.with_only(rest)
    rounds = filter(None, (_added(totals, game, *each) for each in _rounds_in(totals, game)))
    whole = next((each for each in rounds if is_whole_round(Heard(each), game)), [""])
    winner = as_typed(out[0].get("player", "-"), "", game).rstrip("=")
    return [*whole, "--out", winner] if whole[-1] == "--totals" else None


def _added(line: Line, game: Game, typed: list[str], options: list[str]) -> list[str] | None:
    """The ``add`` for entries and options; None if the entries are refused or are a claim.

    Entries that the line calls totals are totals if nobody has less than before. In a game without
    cards that the fewest points win, going out counts as 0 points but stays ``=o``.
    """
    only_points = rules_at_hand(game) is None and game.rules.winner == "low"
    with suppress(ScorekeeperError):
        counted = with_zeros(typed) if only_points else typed
        if round_of(counted, game)[0] == "add":  # not a hand to go out with
            are_totals = line.says("<now>") and not options and can_be_totals(counted, game)
            if are_totals and not is_whole_round(Heard(["add", *typed]), game):
                return None  # ann is on 25
            return ["add", *typed, *options, *["--totals"] * are_totals]
    return None


def round_among_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` for entries in a line whose other words may be talk; None if there are too few.

    If more than three people play, one of them may be missing.
    """
    if line.asks or (not line.named and line.says("<rule>")):
        return None  # court cards all count ten
    found = chain(_among_talk(line, game), _rounds_in(line, game, loosely=True))
    rounds = filter(None, (_added(line, game, *each) for each in found))
    least = min(seated := len(at_the_table(game)), max(3, seated - 1))
    return next((words for words in rounds if len(Heard(words).entries) >= least), None)


def _among_talk(line: Line, game: Game) -> Iterator[tuple[list[str], list[str]]]:
    """Everybody's entries among words that may be talk, as they are typed, the likeliest first."""
    row, apart = next_row(game), _split(line.words, line, most_wins=False)
    line = line if [*line.words] == apart else line.with_only(apart)
    if {*row.players} <= {*line.named} and not line.says("each|apiece|both"):
        can_be_out = row.rules is not None and not row.rules.has_gin
        for given in matches([*mentions(line, row)], row.players, can_be_out=can_be_out):
            yield [as_typed(name, entry, game) for name, entry in given.items()], []


def mentions(line: Line, row: Row) -> Iterator[Mention]:
    """The players and the entries in a line; *one* is an entry only right after a name."""
    at, words, between = 0, line.words, list[Word]()
    before = Mention()
    while at < len(words):
        player, ends = next(line.player(at), None), _entries(line, at, row)
        end = player[0] if player else max(ends, default=at + 1)
        if player or (ends and (words[at].text != "one" or (before.player and not between))):
            stops = sum(word.raw[-1:] == "," for word in words[max(at - 1 - len(between), 0) : at])
            said_between = {word.text for word in (between if player else between[-2:])}
            entry = _entry(ends[end], row) if ends else NO_PART
            is_better = bool(said_between & said()["better"] or (line.mends and before.entry))
            is_instead = is_better and before.entry and not player  # 8, no, he had a queen, 18
            is_out = not player and entry.kind == "out" and row.rules is not None
            is_denied = not said()["not"].isdisjoint(word.text for word in between[-3:])
            before = Mention(
                player[1] if player else "",
                "" if player else entry.text,
                1 if is_instead else len(between) + 3 * stops,
                is_out=is_out,
                is_denied=is_denied or (is_out and before.is_denied),  # it wasn't ann who went out
                is_strange=any(map(line.is_newcomer, between[-1:])),  # grandpa 15
                is_better=is_better,
                is_for=not said_between.isdisjoint(("for", "to")),
            )
            yield before
            between = []
        else:
            between += words[at:end]
        at = end


def refuse_round_in_words(line: Line, game: Game) -> None:
    """Raise the first error in everybody's entries, if the line holds any."""
    for typed, _ in _rounds_in(line, game):
        round_of(typed, game)


def _rounds_in(
    line: Line, game: Game, *, loosely: bool = False
) -> Iterator[tuple[list[str], list[str]]]:
    """The entries that a line may hold, as they are typed, with the options of the round.

    If ``loosely``, most words that are neither a name nor an entry are ignored as talk.
    """
    try:
        row = next_row(game)
    except RoundError:
        return
    plain, unframed = line.words, line.without_frame
    most_wins = row.rules is None and game.rules.winner == "high" and len({*line.named}) != 1
    if line.is_question and unframed is plain:  # is ann on 12?
        return
    framed = [plain] if unframed is not plain and not line.is_question else []  # i have 14, ann 8
    for words in chain([unframed], framed, _without_round(line, game)):
        line.words = Words(_split(words, line, most_wins=most_wins))
        parts_at = partial(_parts, line, row=row, loosely=loosely)
        may_be_round = line.has_entries or (row.rules is None and line.says("bust|busts|busted"))
        parsed = [*readings(parts_at, len(line.words))] if may_be_round else []
        line.words = plain
        for reading in parsed:
            parts = tuple(part for part in reading if part.kind[0] != "-")
            if loosely and re.fullmatch(rf"[VOW]{{{len(row.players)}}}P+", kinds_of(parts)):
                parts = parts[: len(row.players)]  # 12 o 5 9, poor ann
            options = " ".join(part.kind for part in reading if part.kind[0] == "-").split()
            if "-" in options and any(part.kind == "out" for part in parts):
                continue
            inferred = with_winner(parts, row) if loosely else ()
            for pairs in chain(assignments(parts, row), assignments(inferred, row)):
                if _is_round(pairs, line):
                    yield [as_typed(name, entry, game) for name, entry in pairs], options


def _without_round(line: Line, game: Game) -> Iterator[list[Word]]:
    """The words without the round that they name, if that's the round at hand; else nothing."""
    if len(line.words) <= MOST_WORDS:
        now = (words for words, found in line.rounds_named if is_to_come(game, found["round"]))
        yield from islice(now, 1)


def _is_round(assignment: Assignment, line: Line) -> bool:
    """Whether entries make a round; a single one must be points, without ``+`` or *only*."""
    is_nameless = any(name is None for name, _ in assignment)
    texts = [word.text for word in line.words]
    kept = [w for w, after in zip(texts, [*texts[1:], ""], strict=True) if after != "hundred"]
    if any(("+" in entry and is_nameless) or "/" in entry for _, entry in assignment):
        return False  # jacks queens and kings are 11 12 13; ann lays down 5h 6h 7h / 9c 9d 9s
    is_slashed = all(re.fullmatch(r"\d+|o|out|/", word) for word in texts)
    if is_nameless and any(word in MAYBE_CARDS for word in kept) and not is_slashed:
        return False
    if len(assignment) != 1:
        return len(assignment) > 1
    ((_, entry),) = assignment
    is_more = any(w[:1] == "+" or w in ("only", "just", "another") for w in texts)
    is_points = entry.removeprefix("-").isdecimal() or "+" in entry
    is_points |= line.rules is None and with_zeros([entry]) == ["0"]
    is_ending = forfeit_in(entry, line.rules) or ends_a_hand(entry, line.rules)
    return bool(is_points or is_ending) and not (is_more and len(line.names) > 1)


# ── the parts of a line ──────────────────────────────────────────────────────────────────────


def _split(words: Sequence[Word], line: Line, *, most_wins: bool) -> list[Word]:
    """The words, split where several are typed as one: ``12/0/5/21``, ``ann12 bob5``.

    If the most points win, *lost 5* is minus 5.
    """
    if most_wins:
        words = [Word("minus", w.raw) if w.text in ("lost", "loses") else w for w in words]
    raw = [word.raw.rstrip(",") for word in words]
    dash = "" if line.rules is None else "-?"  # in a card game it isn't a minus
    glued = [re.fullmatch(rf"([^\W\d_]+){dash}(\d+|(?<=.)o|out)", text) for text in raw]
    initials = {name[0].casefold(): name for name in line.names}

    def is_somebody(typed: str, entry: str) -> bool:
        if not entry.isdecimal():
            return is_whole_name(typed, line.names)  # not the about of Abby
        return typed.casefold() in initials or len(players_meant(typed, line.names)) == 1

    known = [found is None or is_somebody(*found.groups()) for found in glued]
    is_clear = all(glued) or (len(raw) > 1 and all(known))  # ann8 bob14 zoe out
    if any(glued) and is_clear and not any(re.search(r"\d", name) for name in line.names):
        pairs = zip(raw, glued, strict=True)
        apart = ((initials.get(f[1].casefold(), f[1]), f[2]) if f else (text,) for text, f in pairs)
        raw = [*chain(*apart)]
        words = [Word(part.casefold(), part) for part in raw]
    spelled = [at for at, word in enumerate(words) if len(word.text) > 1]
    named = {name for at in spelled for _, name in line.named_at(words, at)}
    unnamed = {letter: name for letter, name in initials.items() if name not in named}
    letters = sorted(word.text for word in words if word.text in unnamed)
    is_enough = bool(letters[not any(glued) :])
    if len(initials) == len(line.names) and is_enough and letters == sorted(unnamed):  # a 7, b o
        return [Word(n.casefold(), n) for n in (unnamed.get(w.text, w.raw) for w in words)]
    if raw and re.fullmatch(r"(\d+|o|out)([/-](\d+|o|out))+", raw[0]):
        return [*(Word(part, part) for part in re.split("[/-]", raw[0])), *words[1:]]
    return [*words]


def _parts(line: Line, at: int, row: Row, *, loosely: bool = False) -> dict[int, Parts]:
    """The parts that may begin at a word, by where they end; empty for words that say nothing."""
    if player := next(line.player(at), None):
        return {player[0]: (Part("player", player[1], line.words[at - 1].text if at else ""),)}
    ends: dict[int, Parts] = {}
    items, wild = line.items_at("in_rounds", at), row.rules and row.rules.wild
    is_counted = line.words[at].text in ("a", *["joker"] * bool(wild))  # a joker and a five
    fitting = [each for each in items if not (is_counted and each[0][0] == "--wild {rank}")]
    for (kind, _), end, slots in fitting:
        if kind == fitting[0][0][0]:  # the first that fits
            ends.setdefault(end, _parts_of(kind, slots, row))
    text, before = line.words[at].text, line.words[at - 1].text if at else ""
    if text.isdecimal() and before == text and row.rules and any(line.player(max(at - 2, 0))):
        return {}  # ann 5 5
    if ends and text != "put":  # put down everything
        return ends
    if text in MYSELF:
        return {at + 1: (Part("me"),)}
    after = " ".join(word.text for word in line.words[at + 1 : at + 3])
    is_of_all = before in ("all", "everyone", "everybody", "both") or after == "all round"
    is_plural = is_of_all and re.fullmatch("[a-z]+s", text)
    typed = f"{wild_called(text)}s" if is_plural else text  # all fives
    beside = (before, *(word.text for word in line.words[at + 1 : at + 2]))  # 7s 8s is a hand
    if (plural := re.fullmatch(r"(\d+)s|\+(\d+)", typed)) and not any(map(has_suit, beside)):
        return {at + 1: (Part("entry", plural[1] or plural[2]),)}  # all 10s; tim +20
    found: dict[int, Parts] = {end: (_entry(e, row),) for end, e in _entries(line, at, row).items()}
    if text == "=" and any(line.entry(at + 1)):
        return {at + 1: ()}  # ann = 12 isn't a total
    is_dash = line.words[at].raw in ("-", "–") and not before.isdecimal()  # 19 - 8
    if is_dash and (any(line.entry(at + 1)) or any(line.player(at + 1))):
        return {**found, at + 1: ()}  # ann - 12
    return {**found, **ends} or ({at + 1: ()} if _is_silent(line, at, loosely=loosely) else {})


def _is_silent(line: Line, at: int, *, loosely: bool) -> bool:
    """Whether a word says nothing in a round, such as a verb between a name and an entry."""
    word, before = line.words[at], line.words[max(at - 1, 0)]
    if word.text in said()["noise"] | said()["between"]:
        return not (at + 1 == len(line.words) and word.text in MAYBE_CARDS) or loosely
    has_comma, is_before_entry = word.raw[-1] == ",", any(line.entry(at + 1))
    is_verb = word.text == "plus" or (word.text.endswith("ed") and not line.knows(word))
    if at and line.is_name(before.raw) and is_verb and not has_comma:  # ann pegged 12
        return is_before_entry or any(line.entry(at + 2)) or loosely
    is_somebody = line.is_newcomer(word) and not has_comma and is_before_entry
    return loosely and not (word.text in said()["not"] | said()["mends"] | MYSELF or is_somebody)


def _parts_of(kind: str, slots: Found, row: Row) -> Parts:
    """The parts that a row of the file stands for in a round; none if it is mere talk."""
    match kind:
        case "closed" if row.rules and not row.rules.has_gin:
            return (OUT,)
        case "so far" | "talk" | "closed" | "end" | "aside":
            return ()
        case "nothing":
            return (NONE,)
        case "nobody else" | "nothing else":
            return () if row.rules and kind == "nobody else" else (Part("others"), NONE)
        case "others 0 {player}" | "others o {player}":
            return (Part("others"), _entry(kind[7], row), Part("player", slots["player"]))
        case "so {player}":
            return (Part("same"), Part("player", slots["player"]))
    return (Part(kind.format(**slots), slots.get("player", "")),)


def _entries(line: Line, at: int, row: Row) -> dict[int, str]:
    """The entries that may begin at a word, by where they end."""
    entries = dict(line.entry(at))
    texts = [word.text for word in line.words]
    for end, ranks in line.hand(at):  # zoe is left with q 4 a; a 10 isn't an ace and a ten
        plain = [r[:-1] if has_suit(r) and r != "jk" else r for r in ranks]
        wild = (row.rules.wild or "").lower() if row.rules else ""
        typed = "+".join("w" if wild == r and is_entry("w", row.rules) else r for r in plain)
        pairs = pairwise(line.words[at:end])
        is_article = ranks[-1] == "a" and any(line.number(end))
        if is_article or any(one.raw[-1:] == "," and other.text == "a" for one, other in pairs):
            continue  # ann 2, a 5 for bob
        is_bare_a = (texts[at + (texts[at] == "with")], ranks[0]) == ("a", "a")  # stuck with a 4
        if not is_bare_a and not "".join(ranks).isdecimal():
            entries |= {end: typed} if is_entry(typed, line.rules) else {}
    for (entry, _), end, slots in line.items_at("entries", at):
        ends_there = end == len(texts) or any(line.player(end))
        if not MYSELF.isdisjoint(texts[at:end]) or (texts[at] == "ate" and not ends_there):
            continue  # and i went out; ann ate a king
        typed = entry.format(**slots, cap=row.rules and row.rules.hand_cap)
        typed = "0" if typed == "bust" and not row.rules else typed
        lays_down = typed == "o" and any(word.text == "down" for word in line.words[at:end])
        if lays_down and row.rules and row.rules.has_gin:
            continue  # it may be gin or a knock
        if is_entry(typed, line.rules):
            entries.setdefault(end, typed)
    for end, entry in list(entries.items()):  # 4 plus 7
        joiner, is_card = texts[end : end + 1], entry.isdecimal() and int(entry) <= 10 and row.rules
        # Ann 3 and 4.
        is_pair = is_card and joiner == ["and"] and at > 0 and any(line.player(at - 1))
        for last, more in line.entry(end + 1) if is_pair or joiner in (["plus"], ["+"]) else ():
            is_end = not is_pair or last == len(texts) or any(line.player(last))
            if is_end and is_entry(f"{entry}+{more}", line.rules):
                entries.setdefault(last, f"{entry}+{more}")
        is_doubled = {w.text for w in line.words[end : end + 1]} & said()["doubles"]
        if is_doubled and entry.isdecimal():
            entries[end + 1] = str(2 * int(entry))
    return entries


def _entry(typed: str, row: Row) -> Part:
    read = parse_entry(typed, row.rules)
    if read.out and read.points is None:
        return Part("out", typed)
    if read.points == 0 and typed.isalpha():
        return Part("entry", "0")
    return Part("entry" if re.search(r"\d|[+]", typed) or are_cards(typed) else "word", typed)


# ── cards that somebody asks about ───────────────────────────────────────────────────────────


def can_go_out(text: str, game: Game | None) -> bool:
    """Whether a text lists cards to go out with: several groups, or a hand after the draw."""
    if not are_cards(text):
        return False
    groups, rules = parse_groups(text), rules_at_hand(game)
    size = sum(map(len, groups))
    return len(groups) > 1 or (rules is not None and size == (rules.deal or 0) + 1)


def claim_of(cards: str, game: Game | None) -> list[str]:
    """The ``verify`` for cards in the round at hand, however many there are."""
    at_hand = []
    if game and rules_at_hand(game):
        row = next_row(game)
        at_hand = ["--round", "bonus" if row.bonus else row.word]
    return ["verify", *at_hand, "--", cards]


def suited(ranks: Sequence[str], rules: RoundRules | None) -> str:
    """Cards of these ranks, with suits that make them a meld if any suits do.

    Raises CardError if the game has no such cards.
    """
    is_run = len({*ranks}) == len(ranks)
    pairs = zip(ranks, cycle("h" if is_run else "hsdc"), strict=False)
    cards = " ".join(rank if has_suit(rank) or rank == "/" else rank + suit for rank, suit in pairs)
    if rules:
        check_cards_in_pack(parse_cards(cards), rules)
    return cards


def hand_asked(line: Line, game: Game | None) -> Heard | None:
    """The command for what a line asks about all the cards in it, whatever its other words.

    It asks for their points, for cards that help, or whether they are a meld or go out. None if
    fewer than two cards have a suit, or the line doesn't say what it asks.
    """
    if any(map(line.is_newcomer, line.words[line.asks :][:1])) or not (hand := _hand_in(line)):
        return None  # is dave out with 5h 6h 7h
    cards, named, wild = hand
    known = [card for card in cards if are_cards(card)]
    number = cards_in(line.words) - bool(wild)  # jokers are 9s; 8 is joker
    has_all = sum(len(parse_cards(card)) for card in known) >= max(2, number)
    is_rule = line.says("in (same|one) (<meld>|meld|book)")  # two jokers in one book
    if is_rule or not has_all or named[1:] or (line.texts & said()["not"] and not line.is_question):
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
    """All the cards of a line, a discard last; the players, and the wild rank if it's named.

    None if there are other numbers, or cards that somebody may have instead.
    """
    cards, named, wild, discard, at, is_other = list[str](), list[str](), "", list[str](), 0, False
    while at < len(line.words):
        text, begins = line.words[at].text, at + (line.words[at].text == "/")
        like = [end for end, _ in line.ranks(at + 1)] if text in ("as", "for") else []
        typed = ((end, hand.replace("/", " / ").split()) for end, hand in line.cards(begins))
        ways = [*typed, *line.hand(begins)][:1] if text not in ("and", "with") else []
        may_be_wild = line.texts & {"is", "are", "was", "as"}  # the joker, 5s
        if wilds := [*line.fits("<iswild>", at)] if may_be_wild else []:
            at, wild = wilds[0][0], wilds[0][1]["rank"]
        elif who := next(line.player(at), None):
            is_whose = not (is_other or who[1] in named)  # legit, or is dad dreaming
            at, named = who[0], [*named, *[who[1]] * is_whose]
        elif ends := like or [end for end, _ in line.fits("<meld>", at)]:
            at = ends[0]  # count as three queens; three of a kind
        elif (ways and is_other) or (not ways and text != "one" and any(line.number(at))):
            return None
        elif ways and text == "/" and not cards:
            at, discard = begins + 1, ["/", line.words[begins].text]
        elif ways:
            at, cards = ways[0][0], [*cards, *["/"] * (text == "/"), *ways[0][1]]
        else:
            at, is_other = at + 1, is_other or (text == "or" and bool(cards))
    return [*cards, *discard], named, wild


def answer_without_suits(line: Line, game: Game | None, ranks: Sequence[str]) -> Heard | None:
    """The answer about cards that don't all have a suit; None for a question about points."""
    is_sum = line.texts & {"much", "many", "worth"}
    if is_sum or (game and not game.rules.specs):
        return None
    command, cards = "meld" if len(ranks) < 4 else "verify", suited(ranks, line.rules)
    is_meld = line.rules is None or isinstance(judge_meld(parse_cards(cards), line.rules), Meld)
    if command == "meld" and not is_meld and "out" not in line.texts:
        return Heard(["meld", "--", cards])  # no suits make them a meld
    return Heard([], says=f"that may depend on the suits; {_hint(command, ranks, line, game)}")


def sum_of(line: Line, game: Game | None, ranks: Sequence[str]) -> Heard | None:
    """What cards of these ranks cost in points; None in a game without cards."""
    if line.rules is None:
        return None
    if ranks[0] == "a" and len(ranks) == 2 and not line.says("ace|and"):
        return Heard(["rules"])  # a 2 is one card here, not an ace and a two
    plain = [rank.rstrip("shdcx") for rank in ranks]
    points = count(points_of(plain, line.rules), "point")
    wild = (line.rules.wild or "").lower()
    hint = _hint("deadwood", [wild if rank == "w" else rank for rank in ranks], line, game)
    return Heard([], says=f"{' '.join(plain).upper()}: {points}; to see the melds in them, {hint}")


def points_of(ranks: Sequence[str], rules: RoundRules) -> int:
    """The points of cards left in a hand, by their ranks; those of the wild rank count as wild."""
    plain, wild = [(wild_called(rank) or rank).lower() for rank in ranks], rules.wild or ""
    typed = "+".join("w" if rank == wild.lower() else rank for rank in plain)
    return parse_entry(typed, rules).points or 0


def _hint(command: str, ranks: Sequence[str], line: Line, game: Game | None) -> str:
    """How to type a command with cards of these ranks; CardError if the game has no such cards."""
    cards = suited(ranks, line.rules)
    if game and game.rules.draws_wild and not game.next_wild:
        return f"type the suits and what is wild as well: {SK}{command} {cards} --wild 7"
    return f"type the suits as well: {SK}{command} {cards}"
