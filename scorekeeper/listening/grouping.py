"""Whose entry is which in a round as people say it, once its words are players and entries.

A round is groups of parts, like a player with an entry, and no part may be left over.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.ledger.entries import parse_entry
from scorekeeper.ledger.rows import Row

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


class Part(NamedTuple):
    """A part of a round: a player, an entry, or a word like *each*."""

    kind: str
    text: str = ""
    by: str = ""  # the word before a player: and, or for


Parts = tuple[Part, ...]

NO_PART = Part("")  # before the first, and behind the last
NONE, OUT = Part("entry", "0"), Part("out", "o")

Given = list[tuple[str | None, str]]
"""Entries, with their players; None for entries in seat order."""


def assignments(parts: Parts, row: Row) -> Iterator[Given]:
    """Every way to say which entry is whose that leaves no part over.

    Entries without a name are those of the seats, *clockwise from bob* if that is said.
    """
    start = next((part.text for part in parts if part.kind == "from"), "")
    if start in row.players:
        at = row.players.index(start)
        order = row.players[at:] + row.players[:at]
        rest = tuple(part for part in parts if part.kind != "from")
        for given in assignments(rest, row._replace(players=order)):
            yield [(name or order[n], entry) for n, (name, entry) in enumerate(given)]
        return
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
    left = [Part("player", name) for name in row.players if name not in named]
    if left[1:] and not named:
        return parts
    is_clear = not left[1:] and [part.kind for part in parts].count("me") == 1
    myself = left if is_clear else []
    return tuple(each for part in parts for each in (myself if part.kind == "me" else [part]))


def _with_names_for_others(parts: Parts, row: Row) -> Parts:
    """The parts with a name for each entry in seat order: *ann out, the others 4, 9 and 16*."""
    named = [part.text for part in parts if part.kind == "player"]
    left = [Part("player", name) for name in row.players if name not in named]
    around = zip((NO_PART, *parts), parts, (*parts[1:], NO_PART), strict=False)

    def is_bare(before: Part, part: Part, after: Part) -> bool:
        is_behind_name = before.kind == "player" or after.by in ("for", "to")
        return part.kind in ENTRIES and not is_behind_name

    bare = [n for n, three in enumerate(around) if is_bare(*three)]
    is_one = len(named) == 1 and kinds_of(parts).startswith(("PV", "PW"))  # ann 5 7 9
    is_unclear = is_one and parts[1].text != "-"
    is_unclear |= any(part.kind in ("each", "all") for part in parts)
    if is_unclear or not named or len(left) != len(bare) or len(left) < 2:
        return parts
    given = dict(zip(bare, left, strict=True))
    whole = (filter(None, (given.get(n), part)) for n, part in enumerate(parts))
    return tuple(each for each in chain(*whole) if each.kind != "others")


def with_winner(parts: Parts, row: Row) -> Parts:
    """The parts in which the one player who is named is out: *cy again, the others 4 9 16*."""
    kinds = kinds_of(parts)
    is_apart = kinds.count("P") == 1 and any(part.kind == "others" for part in parts)
    if not is_apart or "O" in kinds or row.rules is None or row.rules.has_gin:
        return ()
    behind = kinds.index("P") + 1
    return (*parts[:behind], OUT, *parts[behind:])


def kinds_of(parts: Parts) -> str:
    """The letters of ``GROUPS`` for some parts."""
    return "".join(LETTERS.get(part.kind, part.kind[0].upper()) for part in parts)


def _without_winner(parts: Parts) -> Parts:
    """The parts without a player's win where points for it follow: bo won with 73."""
    found = re.fullmatch("(?:P[VW])*P(O+B?)V(?:P[VW])*", kinds_of(parts))
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
        # Bo closed, and bo has 7; the rest: ann 7, zoe 2.
        is_over = not row.rules and last.kind == "player" and texts.count(last.text) > 1
        if part.kind == "player" and (is_over or (last.kind == "others" and who.kind != "entry")):
            found.pop()
        is_told = last.kind == part.kind == "entry" and ("+" in last.text or last.text.isalpha())
        is_told |= (who.kind, how) == ("player", "entry") and last == part and more_than_all
        is_sum = is_told and part.text.isdecimal()
        if is_sum and parse_entry(last.text, row.rules).points == int(part.text):
            found.pop()  # two queens, so 20; a joker, 50
        elif (who.kind, last.kind) == ("entry", "mend") and part.kind == "entry":
            del found[-2:]  # 5, no, 6
            if re.fullmatch(r"o\d+", who.text) and part.text.isdecimal():
                part = Part("entry", f"o{part.text}")  # knocked with 6, no, 8
        elif [one.kind for one in found[-3:]] == ["entry", "player", "mend"] and who.by == "for":
            del found[-3], found[-1]  # 12 for ann, no, 13
        elif who.kind == "player" and part.kind == "out" and last in (NONE, part):
            found.pop()  # nothing, he went out
        elif (last.kind == "out" and part == NONE) or (more and last == part):
            continue  # out with nothing; bob had 9 too
        elif (part.kind, last.kind) == ("out", "player"):
            is_begun = [one.kind in ENTRIES for one in found[-4:-2]] in ([], [False, True])
            is_for = last.by == "for" or is_begun  # not: 12 6 nought, carl out
            told = [(one.text, other) for one, other in pairwise(found)]
            if who == NONE and is_for:
                del found[-2]  # nothing for bob, he went out
            elif (last.text, NONE) in told:  # mum 0, dad 25, and mum went out
                at = told.index((last.text, NONE))
                del found[at : at + 2]
        found.append(part)
    return tuple(found)


def _of_groups(parts: Parts, row: Row, left_out: Sequence[str]) -> Iterator[Given]:
    """The entries of the parts; those for all are everybody's who isn't named or ``left_out``."""
    kinds = kinds_of(parts)
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
        if shares and ((len(named) < len(row.players) and not for_all) or not is_joined):
            continue
        if is_clear and len({*named}) == len(named) and len(for_all) < 2:
            others = [name for name in row.players if name not in (*named, *left_out)]
            if for_all and not others:
                continue  # it would be lost
            yield [*given, *((name, entry) for entry in for_all for name in others)]


# ── a round among talk ───────────────────────────────────────────────────────────────────────

MOST_COST = 16  # of giving the entries in talk to the players: a word between them costs one
NUMBER_AS_TALK, WORD_AS_TALK = 6, 3  # to take an entry for talk, or keep one a better follows
INFERRED_OUT, NOBODY_OUT = 4, 8  # somebody is out of whom nobody says so, and nobody is


class Mention(NamedTuple):
    """A player or an entry in a line, with what lies between it and the one before.

    ``gap`` counts the words there, a stop as three more.
    """

    player: str = ""
    entry: str = ""
    gap: int = 0
    is_better: bool = False  # than the entry before: so 20
    is_for: bool = False  # 5 for ann
    is_denied: bool = False
    is_strange: bool = False  # of somebody who doesn't play
    is_out: bool = False


def matches(
    mentions: Sequence[Mention], players: Sequence[str], *, can_be_out: bool = False
) -> list[dict[str, str]]:
    """The ways to give each player one entry of those around their name, the likeliest first.

    The fewer words and stops lie between them the likelier. An entry may be talk instead, but
    hardly if it's a number. In a game in which players go out, that's whoever has no entry.
    """
    outs = {"o", *(one.entry for one in mentions if one.is_out)}
    not_out = {who.player for who, one in pairwise(mentions) if one.is_out and one.is_denied}
    mentions = [one for one in mentions if not (one.is_out and one.is_denied)]

    def ways(at: int, cost: int, given: dict[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
        at = next((n for n in range(at, len(mentions)) if mentions[n].entry), len(mentions))
        left = [name for name in players if name not in given]
        if at == len(mentions) and len(left) <= can_be_out and not_out.isdisjoint(left):
            is_open = can_be_out and not left and outs.isdisjoint(given.values())
            more = INFERRED_OUT * len(left) + NOBODY_OUT * is_open
            yield cost + more, {**given, **dict.fromkeys(left, "o")}
        if at == len(mentions) or cost > MOST_COST:
            return
        talk = _cost_of_talk(mentions, at)
        yield from ways(at + 1, cost + talk, given)
        for way in (range(at - 1, -1, -1), range(at + 1, len(mentions))):
            who = next((n for n in way if mentions[n].player), at)
            if mentions[who].player in left:
                more = sum(each.gap for each in mentions[min(who, at) + 1 : max(who, at) + 1])
                more += NUMBER_AS_TALK * (talk == 0)
                more += (1 - 2 * mentions[who].is_for) * (who > at)
                now = {**given, mentions[who].player: mentions[at].entry}
                yield from ways(at + 1, cost + more, now)

    return [given for cost, given in sorted(ways(0, 0, {}), key=itemgetter(0)) if cost <= MOST_COST]


def _cost_of_talk(mentions: Sequence[Mention], at: int) -> int:
    """What it costs to take an entry for talk: nothing if a better one follows."""
    before, one, after = [Mention(), *mentions, Mention()][at : at + 3]
    later = mentions[at + 1 :]
    is_number, is_away = one.entry.isdecimal(), one.entry == "-"
    is_again = bool(after.entry) or after.player == before.player  # zoe ten, no, zoe thirteen
    is_named_again = any(each.player == before.player for each in later) and bool(before.player)
    is_again |= is_named_again
    some = later if is_named_again else later[: 1 if after.entry else None]
    is_mended = any(each.is_better for each in some)
    if one.is_denied or (is_again and (is_mended or not (is_number or is_away or one.is_out))):
        return 0
    if one.entry == "0" and after.entry and not after.entry.isdecimal():
        return 0  # nothing, as she went out
    is_sure = is_number and bool(before.player or before.entry.isdecimal()) and not one.gap
    is_sure |= is_number and after.entry.isdecimal() and not after.gap
    plain = NUMBER_AS_TALK if is_number or is_away else WORD_AS_TALK
    return MOST_COST + 1 if one.is_strange or is_sure else plain


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
