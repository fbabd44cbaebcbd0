"""A round or a claim as somebody types or says it, as the command for it.

A round as it is typed is read by ``whose_entry``. One that is said, like *Ann out, 12 for Bob, the
rest five each*, is players, entries, and words that say nothing: everybody's entry stands right
before or behind the name, and how people say an entry is in ``sayings.toml``.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice, pairwise
from typing import NamedTuple

from scorekeeper.cards import are_cards
from scorekeeper.errors import (
    SK,
    EntryError,
    RoundError,
    ScorekeeperError,
    UsageError,
    listed,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import ends_a_hand, is_entry, parse_entry
from scorekeeper.ledger.faults import lacks_wild
from scorekeeper.ledger.names import find_player, forfeit_in, is_whole_name, wild_called
from scorekeeper.ledger.rows import Row, next_row
from scorekeeper.listening import Heard, Word, Words, has_suit, readings, said
from scorekeeper.listening.line import Line
from scorekeeper.listening.said_cards import can_go_out, claim_of, without
from scorekeeper.listening.starts import open_titles
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

MOST_WORDS = 60  # of a sentence; rounds may have more
MOST_TILINGS = 100  # ways to say which entry is whose that are tried for one reading

GROUPS = (
    *(r"[PA]E?[VOW]", r"AE?[VOW]E", r"[VOW]E?[PA]", r"[VOW]E?AE"),  # ann 5; 5 for ann
    *(r"E?PP+[EA][VOW]E?", r"EPP+[VOW]", r"PP+[VOW]E"),  # ann and bob 5 each
    *(r"[VOW]E?PP+E", r"[VOW]EPP+", r"PP+[OW]"),  # 5 each for ann and bob; ann and bob out
    r"VE",  # 10 each, and bob out
)
"""What belongs together: P a player, A all of them, V points, O somebody out, E each or both.

W is an entry in words, like a drop.
"""

WHOLE = (*GROUPS, r"PP+V", r"VPP+")  # if everybody has an entry then: ann and bob 5, cy 12, zoe out
LETTERS = {"others": "A", "entry": "V"}  # another part has its own first letter

ENTRIES = ("entry", "word", "out")  # the parts that are entries

MYSELF = frozenset(("i", "me", "mine"))  # whoever types
CARDS_TOO = ("a", "with", "/")  # say nothing beside names, and alone may be meant as an entry


def round_of(words: Sequence[str], game: Game | None) -> list[str]:
    """The ``add`` of a round, or ``verify`` of a player's cards with ``/`` between them.

    Raises what is wrong with the entries, or why there can be none.
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
    bare = {entry.casefold() for name, entry in said if name is None}
    if row.rules and row.rules.has_gin and bare & {"big", "big gin"}:  # of nobody
        problem = f"{quoted(' '.join(words))} does not say whose it is"
        raise EntryError(problem, remedy="name who it was, like {} big, {} 20".format(*row.players))
    if not is_named:
        refuse_bare_words(said, row.rules, game)
    elif len(said) == 1 and can_go_out(said[0].entry, game):
        return claim_of(given[0], game)
    entries = read_entries(row, said, partly=is_named)
    # All of these are asked about.
    lacks = lacks_wild(row, entries) or game.lacks_upcard
    if not (look_like_totals(game, row, entries) or lacks):
        refuse_so_far(game, row, entries)
    return ["add", *given]


def asking_for_others(heard: Heard, game: Game) -> Heard:
    """A round in which not everybody has an entry, as one that asks for the others."""
    typed = [word.partition("=") for word in heard.entries]
    if heard.words[:1] != ["add"] or not all(entry for _, _, entry in typed):
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


class Part(NamedTuple):
    """A part of a round: a player, an entry, or a word like *each*."""

    kind: str
    text: str = ""
    by: str = ""  # the word before a player: and, or for


Parts = tuple[Part, ...]

NO_PART = Part("")  # before the first, and behind the last

Given = list[tuple[str | None, str]]
"""Entries, with their players; None for entries in seat order."""


def round_in_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` of a round that isn't said as ``add`` takes it; None for other lines."""
    rounds = (_added(line, game, *each) for each in _rounds_in(line, game))
    return _totals_and_out(line, game) or next(filter(None, rounds), None)


def _totals_and_out(line: Line, game: Game) -> list[str] | None:
    """Everybody's running totals beside who went out, who has one too; None for other lines."""
    who_is_out = "[and] (nobody|no one|{player}) [who] <isout> [first]"
    rest, out = without(line, line.words, who_is_out)
    if len(out) != 1 or not (rest and line.rules and line.says("<sofar>")):
        return None
    totals = Line([word.raw for word in rest], line.names, line.rules)
    rounds = filter(None, (_added(totals, game, *each) for each in _rounds_in(totals, game)))
    whole = next((each for each in rounds if is_whole_round(Heard(each), game)), [""])
    who = as_typed(out[0].get("player", "-"), "", game).rstrip("=")
    return [*whole, "--out", who] if whole[-1] == "--totals" else None


def _added(line: Line, game: Game, typed: list[str], options: list[str]) -> list[str] | None:
    """The ``add`` of a round as it was said; None if its entries are refused.

    What may be running totals is read as that where nobody has less than before. In a game in
    which only points count and the fewest win, going out stays ``=o``.
    """
    has_none = rules_at_hand(game) is None and game.rules.winner == "low"
    with suppress(ScorekeeperError):
        counted = with_zeros(typed) if has_none else typed
        if round_of(counted, game)[0] == "add":
            are_totals = line.says("<sofar>") and not options and can_be_totals(counted, game)
            return ["add", *typed, *options, *(["--totals"] if are_totals else [])]
    return None


def round_among_words(line: Line, game: Game) -> list[str] | None:
    """The ``add`` of the entries in a line: the last ones, or all if the rest is talk.

    One of more than three may be missing.
    """
    if line.asks or (not line.named and line.says("<rule>")):
        return None  # court cards all count ten
    found = chain(_last_said(line, game), _rounds_in(line, game, loosely=True))
    rounds = filter(None, (_added(line, game, *each) for each in found))
    least = min(seated := len(game.at_the_table(len(game.played) + 1)), max(3, seated - 1))
    return next((words for words in rounds if len(Heard(words).entries) >= least), None)


def _last_said(line: Line, game: Game) -> Iterator[tuple[list[str], list[str]]]:
    """The last entry of each player, as somebody would type it; none unless everybody has one.

    A second entry of a player counts if a word says that it's better, or if the first was cards.
    One who is named without an entry is out, if all the others have one.
    """
    if line.says("each|apiece|both"):
        return
    row = next_row(game)
    given, waiting, who, at, words = dict[str | None, str](), "", None, 0, line.words
    is_better = True
    while at < len(words):
        name, ends = next(line.player(at), None), _entries(line, at, row)
        is_denied = not said()["not"].isdisjoint(word.text for word in words[max(at - 3, 0) : at])
        if name:
            at, who = name
            is_better |= who not in given
            if waiting:
                given[who], waiting, is_better = waiting, "", False
        elif ends and words[at].text != "one" and not is_denied:
            is_apart = at > 0 and (words[at - 1].raw[-1] == "," or who in given)  # 8 ann, 11 bob
            at, entry = max(ends), _entry(ends[max(ends)], row).text
            is_whose = line.raw(at, at + 1).lower() in ("for", "to") and any(line.player(at + 1))
            if is_whose or (is_apart and words[at - 1].raw[-1] != "," and any(line.player(at))):
                waiting = entry
            elif who is None:
                return
            elif {given.get(who), entry} == {"0", "o"}:  # nothing, as she went out
                given[who] = "o"
            elif who in given and not (is_better or "+" in given[who]):
                return
            else:
                given[who], is_better = entry, False
        else:
            is_better |= words[at].text in said()["better"]
            at += 1
    left = [name for name in row.players if name not in given]
    if len(left) == 1 and left[0] in line.named and row.rules and not row.rules.has_gin:
        given[left[0]] = "o"
    if {*given} == {*row.players}:
        yield [as_typed(name, entry, game) for name, entry in given.items()], []


def _comes_to(cards: str, points: str, row: Row) -> bool:
    """Whether an entry is the sum of the cards before it: two queens, so 20."""
    return points.isdecimal() and parse_entry(cards, row.rules).points == int(points)


def refuse_round_in_words(line: Line, game: Game) -> None:
    """Raise what is wrong with everybody's entries, if that's what a line holds."""
    for typed, _ in _rounds_in(line, game):
        round_of(typed, game)


def _rounds_in(
    line: Line, game: Game, *, loosely: bool = False
) -> Iterator[tuple[list[str], list[str]]]:
    """The entries that a line may hold, as they are typed, with the options of the round.

    If it is read ``loosely``, most words that are neither a name nor an entry are mere talk.
    """
    try:
        row = next_row(game)
    except RoundError:
        return
    plain, bare = line.words, line.without_frame
    most_wins = row.rules is None and game.rules.winner == "high" and len({*line.named}) != 1
    if line.is_question and bare is plain:  # is ann on 12?
        return
    in_full = [plain] if bare is not plain and not line.is_question else []  # i have 14, ann 8
    for words in chain([bare], in_full, _without_round(line, game)):
        line.words = Words(_apart(words, line, most_wins=most_wins))
        parts_at = partial(_parts, line, row=row, loosely=loosely)
        is_told = line.has_entries or (row.rules is None and line.says("bust|busts|busted"))
        some = [*readings(parts_at, len(line.words))] if is_told else []
        line.words = plain
        for every in some:
            parts = tuple(part for part in every if part.kind[0] != "-")
            options = " ".join(part.kind for part in every if part.kind[0] == "-").split()
            if "-" in options and any(part.kind == "out" for part in parts):
                continue
            for given in _assignments(parts, row):
                if _is_round(given, line):
                    yield [as_typed(name, entry, game) for name, entry in given], options


def _without_round(line: Line, game: Game) -> Iterator[list[Word]]:
    """The words without the round that they name, if that's the one at hand."""
    if len(line.words) <= MOST_WORDS:
        now = (words for words, found in line.with_round if is_to_come(game, found["round"]))
        yield from islice(now, 1)


def _is_round(given: Given, line: Line) -> bool:
    """Whether entries are enough for a round: one player needs points, no ``+`` or *only*."""
    is_plain = all(
        entry.removeprefix("-").isdecimal()
        or "+" in entry
        or forfeit_in(entry, line.rules)
        or ends_a_hand(entry, line.rules)
        or (line.rules is None and with_zeros([entry]) == ["0"])
        for _, entry in given
    )
    is_more = any(w[:1] == "+" or w in ("only", "just", "another") for w in line.texts)
    is_more &= len(given) < len(line.names)
    is_bare = any(name is None for name, _ in given)
    texts = [word.text for word in line.words]
    alone = [w for w, after in zip(texts, [*texts[1:], ""], strict=True) if after != "hundred"]
    if any(("+" in entry and is_bare) or "/" in entry for _, entry in given):
        return False  # jacks queens and kings are 11 12 13; ann lays down 5h 6h 7h / 9c 9d 9s
    is_slashed = all(re.fullmatch(r"\d+|o|out|/", word) for word in texts)
    if is_bare and any(word in CARDS_TOO for word in alone) and not is_slashed:
        return False
    return len(given) > 1 or (bool(given) and is_plain and not is_more)


# ── the parts of a line ──────────────────────────────────────────────────────────────────────


def _apart(words: Sequence[Word], line: Line, *, most_wins: bool) -> list[Word]:
    """The words, with what is written as one taken apart: ``12/0/5/21``, ``ann12 bob5``.

    Where the most points win, whoever lost some has that much less.
    """
    if most_wins:
        words = [Word("minus", w.raw) if w.text in ("lost", "loses") else w for w in words]
    raw = [word.raw.rstrip(",") for word in words]
    glued = [re.fullmatch(r"([^\W\d_]+)(\d+|(?<=.)o|out)", text) for text in raw]
    known = [found is None or is_whole_name(found[1], line.names) for found in glued]
    is_clear = all(glued) or (len(raw) > 1 and all(known))  # ann8 bob14 zoe out
    if any(glued) and is_clear and not any(re.search(r"\d", name) for name in line.names):
        pairs = zip(raw, glued, strict=True)
        raw = [part for text, found in pairs for part in (found.groups() if found else [text])]
        words = [Word(part.casefold(), part) for part in raw]
    initials = {name[0].casefold(): name for name in line.names}
    letters = sorted(word.text for word in words if word.text in initials)
    if len(initials) == len(line.names) > 1 and letters == sorted(initials):  # a 7, b o, c 12
        return [Word(n.casefold(), n) for n in (initials.get(w.text, w.raw) for w in words)]
    if raw and re.fullmatch(r"(\d+|o)([/-](\d+|o))+", raw[0]):
        return [*(Word(part, part) for part in re.split("[/-]", raw[0])), *words[1:]]
    return list(words)


def _parts(line: Line, at: int, row: Row, *, loosely: bool = False) -> dict[int, Parts]:
    """What may begin at a word, by where it ends; no part for words that say nothing."""
    if named := next(line.player(at), None):
        return {named[0]: (Part("player", named[1], line.words[at - 1].text if at else ""),)}
    ends: dict[int, Parts] = {}
    is_counted = line.words[at].text == "a"  # a joker and a five
    held = line.held("in_rounds", at)
    fitting = [each for each in held if not (is_counted and each[0][0] == "--wild {rank}")]
    for (kind, _), end, slots in fitting:
        if kind == fitting[0][0][0]:  # the first that fits
            parts: Parts = (Part(kind.format(**slots), slots.get("player", "")),)
            if kind == "closed" and row.rules and not row.rules.has_gin:
                parts = (Part("out", "o"),)
            elif kind in ("so far", "talk", "closed", "end", "aside") or (
                kind == "nobody else" and row.rules
            ):
                parts = ()
            elif kind in ("nothing", "nothing else", "nobody else"):
                parts = (*[Part("others")] * ("else" in kind), Part("entry", "0"))
            elif kind.endswith("{player}"):  # others 0 {player}, others o {player}; so {player}
                front = [Part("others"), _entry(kind[7], row)] if kind[0] == "o" else [Part("same")]
                parts = (*front, Part("player", slots["player"]))
            ends.setdefault(end, parts)
    text, before = line.words[at].text, line.words[at - 1].text if at else ""
    if text.isdecimal() and before == text and row.rules and any(line.player(max(at - 2, 0))):
        return {}  # ann 5 5
    if ends and text != "put":  # put down everything
        return ends
    if text in MYSELF:
        return {at + 1: (Part("me"),)}
    is_of_all = before in ("all", "everyone", "everybody", "both") and re.fullmatch("[a-z]+s", text)
    typed = f"{wild_called(text)}s" if is_of_all else text  # all fives
    beside = (before, *(word.text for word in line.words[at + 1 : at + 2]))  # 7s 8s is a hand
    if (plural := re.fullmatch(r"(\d+)s|\+(\d+)", typed)) and not any(map(has_suit, beside)):
        return {at + 1: (Part("entry", plural[1] or plural[2]),)}  # all 10s; tim +20
    found: dict[int, Parts] = {end: (_entry(e, row),) for end, e in _entries(line, at, row).items()}
    if text == "=" and any(line.entry(at + 1)):
        return {at + 1: ()}  # ann = 12 isn't a total
    is_dash = line.words[at].raw in ("-", "–") and at + 1 < len(line.words)
    if is_dash and (any(line.entry(at + 1)) or any(line.player(at + 1))):
        return {**found, at + 1: ()}  # ann - 12
    is_end = at + 1 == len(line.words) and text in CARDS_TOO
    word, is_behind = line.words[at], at > 0 and line.is_name(line.words[at - 1].raw)
    is_verb = (
        is_behind
        and word.raw[-1] != ","
        and (text == "plus" or (text.endswith("ed") and not line.knows(word)))
    )
    is_silent = text in said()["noise"] | said()["between"] and not is_end
    is_somebody = line.is_newcomer(word) and any(line.entry(at + 1))  # bobb 7
    tells = word.text in said()["not"] | said()["mends"] | MYSELF or is_somebody
    is_silent |= loosely and not tells
    is_silent |= is_verb and any(any(line.entry(to)) for to in (at + 1, at + 2))  # ann pegged 12
    return {**found, **ends} or ({at + 1: ()} if is_silent else {})


def _entries(line: Line, at: int, row: Row) -> dict[int, str]:
    """The entries that may begin at a word, by where they end."""
    entries = dict(line.entry(at))
    texts = [word.text for word in line.words]
    if texts[at : at + 2] == ["gone", "out"] and is_entry("o", line.rules):
        return {at + 2: "o"}
    for end, ranks in line.hand(at):  # zoe is left with q 4 a; a 10 isn't an ace and a ten
        plain = [r[:-1] if has_suit(r) and r != "jk" else r for r in ranks]
        wild = (row.rules.wild or "").lower() if row.rules else ""
        typed = "+".join("w" if wild == r and is_entry("w", row.rules) else r for r in plain)
        pairs = pairwise(line.words[at:end])
        is_article = ranks[-1] == "a" and any(line.number(end))
        if is_article or any(one.raw[-1:] == "," and other.text == "a" for one, other in pairs):
            continue  # ann 2, a 5 for bob
        if (line.words[at].text, ranks[0]) != ("a", "a") and not "".join(ranks).isdecimal():
            entries |= {end: typed} if is_entry(typed, line.rules) else {}
    for (entry, _), end, slots in line.held("entries", at):
        if not MYSELF.isdisjoint(texts[at:end]):
            continue  # and i went out
        typed = entry.format(**slots, cap=row.rules and row.rules.hand_cap)
        typed = "0" if typed == "bust" and not row.rules else typed
        lays_down = typed == "o" and any(word.text == "down" for word in line.words[at:end])
        if lays_down and row.rules and row.rules.has_gin:
            continue  # gin, or a knock
        if is_entry(typed, line.rules):
            entries.setdefault(end, typed)
    for end, entry in list(entries.items()):  # 4 plus 7
        if [word.text for word in line.words[end : end + 1]] == ["plus"]:
            sums = {last: f"{entry}+{more}" for last, more in line.entry(end + 1)}
            entries |= {last: each for last, each in sums.items() if is_entry(each, line.rules)}
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


# ── whose entry each is ──────────────────────────────────────────────────────────────────────


def _assignments(parts: Parts, row: Row) -> Iterator[Given]:
    """Every way to say which entry is whose that leaves no part over."""
    parts = _with_names_for_others(_settled(_with_myself(parts, row), row), row)
    parts = parts if row.rules else _without_winner(parts)
    plain = tuple(part for part in parts if part.kind != "but")
    yield from _of_groups(plain, row, ())
    left_out = [two for one, two in pairwise(parts) if (one.kind, two.kind) == ("but", "player")]
    if left_out:  # all but bob 10, bob out
        kept = tuple(two for two in plain if not any(two is part for part in left_out))
        yield from _of_groups(kept, row, [part.text for part in left_out])


def _with_myself(parts: Parts, row: Row) -> Parts:
    """The parts with *i* as the one player who isn't named; it says nothing if that isn't clear."""
    named = {part.text for part in parts if part.kind == "player"}
    left = [name for name in row.players if name not in named]
    me = [part for part in parts if part.kind == "me"]
    if left[1:] or len(me) != 1:
        return parts if left[1:] and not named else tuple(p for p in parts if p.kind != "me")
    myself = tuple(Part("player", name) for name in left)
    return tuple(each for part in parts for each in (myself if part.kind == "me" else (part,)))


def _with_names_for_others(parts: Parts, row: Row) -> Parts:
    """The parts with a name for each entry in seat order: *ann out, the others 4, 9 and 16*."""
    named = [part.text for part in parts if part.kind == "player"]
    left = [Part("player", name) for name in row.players if name not in named]
    around = zip((NO_PART, *parts), parts, (*parts[1:], NO_PART), strict=False)
    bare = [
        n
        for n, (before, part, after) in enumerate(around)
        if part.kind in ENTRIES and before.kind != "player" and after.by not in ("for", "to")
    ]
    is_unclear = len(named) == 1 and _kinds(parts).startswith(("PV", "PW"))  # ann 5 7 9
    is_unclear = is_unclear and parts[1].text != "-"
    is_unclear = is_unclear or any(part.kind in ("each", "all") for part in parts)
    if is_unclear or not named or len(left) != len(bare) or len(left) < 2:
        return parts
    given = dict(zip(bare, left, strict=True))
    whole = (filter(None, (given.get(n), part)) for n, part in enumerate(parts))
    return tuple(each for each in chain(*whole) if each.kind != "others")


def _kinds(parts: Parts) -> str:
    """The letters of ``GROUPS`` for some parts."""
    return "".join(LETTERS.get(part.kind, part.kind[0].upper()) for part in parts)


def _without_winner(parts: Parts) -> Parts:
    """The parts without a player's win where points for it follow: bo won with 73."""
    found = re.fullmatch("(?:P[VW])*P(O+B?)V(?:P[VW])*", _kinds(parts))
    if not found or parts[found.end(1)].text == "1":  # he finally won one
        return parts
    return (*parts[: found.start(1)], *parts[found.end(1) :])


def _settled(parts: Parts, row: Row) -> Parts:
    """The parts in which *the same* is an entry, and no entry is said twice or taken back."""
    found: list[Part] = []
    texts = [part.text for part in parts if part.kind == "player"]
    more_than_all = sum(part.kind in ENTRIES for part in parts) > len(row.players)  # 28 is 28
    for part in parts:
        entries = [one for one in found if one.kind in ENTRIES]
        how, *more = part.kind.split()
        if how in ("same", "twice", "half", "more") and (entries or part.text):
            pairs = pairwise((*parts, *found))  # what is settled comes last
            had = {who.text: what for who, what in pairs if what.kind in ENTRIES}
            one = had.get(part.text, part) if part.text else entries[-1]
            if how == "same":
                part = one
            elif one.text.isdecimal():  # nobody has twice as much as whoever is out
                times = {"twice": 2.0, "half": 0.5}.get(how, 1.0)
                part = Part("entry", f"{times * int(one.text) + sum(map(int, more)):g}")
        who, last = [NO_PART, NO_PART, *found][-2:]
        if (last.kind, part.kind) == ("others", "all"):
            continue  # the rest have all got ten
        is_over = (
            not row.rules and last.kind == "player" and texts.count(last.text) > 1
        )  # bo closed
        if part.kind == "player" and (is_over or (last.kind == "others" and who.kind != "entry")):
            found.pop()  # the rest: ann 7, zoe 2
        is_told = last.kind == part.kind == "entry" and ("+" in last.text or last.text.isalpha())
        is_told |= (who.kind, how) == ("player", "entry") and last == part and more_than_all
        if is_told and _comes_to(last.text, part.text, row):
            found.pop()  # two queens, so 20; a joker, 50
        elif (who.kind, last.kind) == ("entry", "mend") and part.kind == "entry":
            found = found[:-2]  # 5, no, 6
        elif who.kind == "player" and part.kind == "out" and last in (Part("entry", "0"), part):
            found = found[:-1]  # nothing, he went out
        elif (last.kind == "out" and part == Part("entry", "0")) or (more and last == part):
            continue  # out with nothing; bob had 9 too
        elif (part.kind, last.kind, who) == ("out", "player", Part("entry", "0")) and (
            not found[:-2] or found[-3].kind in ENTRIES
        ):
            found = [*found[:-2], last]  # nothing for bob, he went out
        elif (part.kind, last.kind) == ("out", "player"):  # mum 0, dad 25, and mum went out
            told = ((one.text, other) for one, other in pairwise(found))
            nil = [n for n, two in enumerate(told) if two == (last.text, Part("entry", "0"))]
            found = found[: nil[0]] + found[nil[0] + 2 :] if nil else found
        found.append(part)
    return tuple(found)


def _of_groups(parts: Parts, row: Row, left_out: Sequence[str]) -> Iterator[Given]:
    """The entries of the parts; those for all are everybody's who isn't named or ``left_out``."""
    kinds = _kinds(parts)
    yield from _in_seat_order(parts, kinds, row)
    whole = _tilings(kinds, 0, WHOLE) if len(row.players) > 2 else ()
    ways = [*islice(chain(_tilings(kinds, 0, GROUPS), whole), MOST_TILINGS)]
    for_whom = {
        n for n, part in enumerate(parts) if part.by in ("for", "to") and kinds[n - 1] in "VOW"
    }
    for groups in sorted(ways, key=lambda groups: len(for_whom & {at for at, _ in groups})):
        given: Given = []
        for_all: list[str] = []
        for at, end in groups:
            entries = [part.text for part in parts[at:end] if part.kind in ENTRIES]
            names = [part.text for part in parts[at:end] if part.kind == "player"]
            for_all += [] if names else entries
            given += zip(names, entries * len(names) if len(entries) == 1 else entries, strict=True)
        named = [name for name, _ in given]
        is_clear = named or not any(part.kind == "others" for part in parts)
        spans = [(at, end) for at, end in groups if re.fullmatch("PP+V|VPP+", kinds[at:end])]
        shares = [kinds.rindex("P", at, end) for at, end in spans]
        is_joined = all(parts[n].by in ("and", "&") for n in shares)
        if shares and (len(named) < len(row.players) or not is_joined):
            continue
        if is_clear and len({*named}) == len(named) and len(for_all) < 2:
            others = [name for name in row.players if name not in (*named, *left_out)]
            if for_all and not others:
                continue  # it would be lost
            yield [*given, *((name, entry) for entry in for_all for name in others)]


def _tilings(kinds: str, at: int, known: Sequence[str]) -> Iterator[list[tuple[int, int]]]:
    """The ``known`` groups that the parts fall into from one on, with none left over."""
    if at == len(kinds):
        yield []
    sizes = range(len(kinds) - at, 0, -1)
    ends = [at + n for g in known for n in sizes if re.fullmatch(g, kinds[at : at + n])]
    for pattern in ("(PP+)([VO]+)", "(VV+)(PP+)"):  # ann and bob 5 and 6; 12 and 30 for ann and bob
        both = re.compile(pattern).match(kinds, at)
        ends += [at + 2 * len(both[1])] if both and len(both[2]) >= len(both[1]) else []
    for end in dict.fromkeys(ends):
        yield from ([(at, end), *rest] for rest in _tilings(kinds, end, known))


def _in_seat_order(parts: Parts, kinds: str, row: Row) -> Iterator[Given]:
    """Entries in seat order, of which one may be named: ``bo out, 12 5 9``; ``12, bo 5, 9``."""
    entries = [part.text for part in parts if part.kind in ENTRIES]
    if not kinds.strip("VOW"):
        yield [(None, entry) for entry in entries]
    if kinds.strip("VOW") != "P":
        return
    at, who = kinds.index("P"), parts[kinds.index("P")].text
    if at and [who, len(entries)] == [*row.players[at : at + 1], len(row.players)]:
        yield [(None, entry) for entry in entries]  # 12, dad wasn't there, 6
    out = next((n for n in (at + 1, at - 1) if kinds[n : n + 1] == "O"), None)
    if out is None or who not in row.players:
        return
    entries.pop(out - (out > at))
    seat = row.players.index(who)
    if len(entries) == len(row.players) and entries[seat] in ("0", "o"):  # 7 0 12 4, and bo out
        entries.pop(seat)
    if len(entries) == len(row.players) - 1:
        entries.insert(seat, parts[out].text)
        yield list(zip(row.players, entries, strict=True))
