"""Read who has which entry in a line: ``12 o 5``, ``bo=12``, ``Ann has 12, Bo went out``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.cards import MOST_CARDS, are_cards, is_called_a_card, parse_cards, rank_called
from scorekeeper.errors import (
    EntryError,
    RoundError,
    ScorekeeperError,
    count,
    nearest,
    printable,
    quoted,
)
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import (
    Entry,
    each_entry,
    ends_a_hand,
    is_entry,
    is_sum,
    parse_as_total,
    parse_entry,
    split_name,
)
from scorekeeper.ledger.names import (
    find_player,
    folded,
    forfeit_in,
    is_whole_name,
    meaning_of,
    people,
    players_meant,
    shell_name,
    wild_called,
)
from scorekeeper.ledger.rows import Row, next_row, row_typed
from scorekeeper.listening import said as sayings
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.rules.packs import costliest_hand, costliest_melded_hand

EARLY_ROUNDS = 3  # of a game without cards; later nobody scores their whole total in one round


def rules_at_hand(game: Game | None) -> RoundRules | None:
    """The rules of the next round; None if there is no next round or it is played without cards."""
    try:
        return next_row(game).rules if game else None
    except RoundError:
        return None


def is_to_come(game: Game, named: str | None) -> bool:
    """Whether a line names the round at hand, which isn't on the sheet yet."""
    if wild := wild_called(named or ""):
        with suppress(RoundError):
            return wild == wild_called(next_row(game).word)
    return named in ("now", str(len(game.played) + 1))


def is_on_sheet(game: Game, named: str) -> bool:
    """Whether the round with this number or these wild cards has been played."""
    if named in ("now", "last") or named.startswith("-") or is_to_come(game, named):
        return False
    with suppress(ScorekeeperError):
        return row_typed(game, named).position < len(game.rounds)
    return False


def as_typed(name: str | None, entry: str, game: Game) -> str:
    """An entry as it is typed for a player, like ``bo=12``; just the entry if no name is given."""
    if name is None:
        return entry
    with suppress(ScorekeeperError):
        read = parse_entry(entry, rules_at_hand(game))
        if read.out and " " in entry and not read.big:  # went out, knocked with 9
            entry = f"o{read.points or ''}"
    return shell_name(name, game.names).strip("\"'") + f"={entry.strip()}"


def with_zeros(typed: Sequence[str]) -> list[str]:
    """Entries as typed, with 0 points for whoever goes out or sits out."""
    entries: list[str] = []
    for who, equals, entry in (word.rpartition("=") for word in typed):
        read = parse_entry(entry, None) if is_entry(entry, None) else None
        entries.append(f"{who}{equals}{'0' if read and (read.absent or read.out) else entry}")
    return entries


def look_like_totals(game: Game, row: Row, entries: Mapping[str, Entry]) -> bool:
    """Whether the numbers of a round look like running totals instead of points.

    Each must be a total that the player can have after this round. Besides, one must be too high
    for the points of a round, or nobody went out and somebody's total is unchanged. False in
    games where players don't score the points that they have left.
    """
    numbers = {name: entry.points for name, entry in entries.items() if entry.points is not None}
    typed = [entry.typed.strip() for entry in entries.values() if entry.points is not None]
    has_points = game.rules.scoring.own_points and not row.bonus
    if not (has_points and numbers and all(map(str.isdigit, typed))):
        return False
    before = {name: game.total(name, row.number - 1) for name in numbers}
    added = [points - before[name] for name, points in numbers.items()]
    if min(added) < 0 or not any(before.values()):
        return False
    if row.rules is None:
        return row.number > EARLY_ROUNDS and len(numbers) > 1 and min(before.values()) > 0
    costliest, usual = costliest_hand(row.rules, game.decks), costliest_melded_hand(row.rules)
    costliest = min(costliest, row.rules.hand_cap or costliest)
    if max(added) > costliest:
        return False
    if max(numbers.values()) > (costliest if usual is None else usual):
        return True
    is_nobody_out = all(numbers.values()) and not any(entry.out for entry in entries.values())
    return is_nobody_out and 0 in added and len(numbers) > 1


def can_be_totals(typed: Sequence[str], game: Game) -> bool:
    """Whether nobody's number is below their total so far; whoever is out doesn't count."""
    row = next_row(game)
    entries = read_entries(row, said_in(typed, game, row.rules), partly=True)
    before = {name: game.total(name, row.number - 1) for name in entries}
    totals = {name: entry.typed for name, entry in entries.items() if not entry.out}
    return all(text.isdecimal() and int(text) >= before[name] for name, text in totals.items())


@contextmanager
def with_totals_in_mind(game: Game, row: Row, entries: Mapping[str, Entry]) -> Iterator[None]:
    """Make an error about impossible points also say how to type running totals."""
    try:
        yield
    except EntryError as error:
        if not look_like_totals(game, row, entries):
            raise
        totals = "type a running total as =74, and if all are totals, add --totals"
        raise EntryError(error.problem, remedy=f"check for a typo; {totals}") from error


def refuse_so_far(game: Game, row: Row, entries: Mapping[str, Entry]) -> None:
    """Raise what ``record`` would for these entries, as if all other players were absent."""
    from scorekeeper.ledger.recording import record_so_far  # questions about cards don't need it

    known = {name: entry for name, entry in entries.items() if not entry.needs_answer}
    with with_totals_in_mind(game, row, known):
        record_so_far(row, known)


# ── whose entry ──────────────────────────────────────────────────────────────────────────────


AND = ("and", "&")  # between entries, like a comma
HAS = ("has", "had", "got", "gets", "scored", "=")  # between a name and its entry
FOR = ("for",)  # between an entry and its name: 12 for Ann
POINTS = ("points", "point", "pts", "pt", "left")  # after a number
NO = ("no", "not")  # after an entry they take it back, and don't begin a name

LONGEST = 3 * MOST_CARDS  # words of an entry: a hand of cards like 10 of hearts
MOST_WORDS = 600  # of a line: fourteen people who all spell out their cards like that
LONGEST_PHRASE = 3  # words of a phrase: went big gin, knocked with 7


class Said(NamedTuple):
    """An entry and its player; ``name`` is None if nobody is named."""

    name: str | None
    entry: str


def said_in(
    words: Sequence[str], game: Game, rules: RoundRules | None, where: str = "this game"
) -> list[Said]:
    """The entries in the words of a line, in order; every word is used.

    A name comes before its entry, or after it and ``for``; an entry takes as many words as it can.
    A full name wins over another meaning of the word, but the beginning of a name never does.
    Raises PlayerError for an unknown name, and says ``where`` it isn't known. Raises EntryError if
    a name has no entry or two, or if only some entries have a name.
    """
    if (size := len(re.findall(r"[^\s,:=]+", " ".join(words)))) > MOST_WORDS:
        problem = f"that's {size} words, too many for a round"
        raise EntryError(problem, remedy=each_entry(rules))
    said = [*_Line(words, game, rules, where).read()]
    unnamed = [entry for name, entry in said if name is None]
    if unnamed and len(unnamed) < len(said):
        problem = f"Whose is {quoted(unnamed[0])}? Other entries have a name"
        who = shell_name(game.names[:2][-1], game.names)
        raise EntryError(problem, remedy=f"name every entry, like {who}=12, or none, in seat order")
    given: dict[str | None, str] = {}
    for name, entry in said:
        if name is not None and name in given:
            problem = f"{printable(name)} has two entries: {quoted(given[name])}, {quoted(entry)}"
            raise EntryError(problem, remedy="give one entry for each player")
        given[name] = entry
    return said


def refuse_bare_words(said: Sequence[Said], rules: RoundRules | None, game: Game) -> None:
    """Raise EntryError for a word like ``drop`` without a name; alone it means something else."""
    for _, entry in said:
        if forfeit_in(entry, rules):
            problem = f"{quoted(entry)} needs a name here"
            example = f"{shell_name(next_row(game).players[-1], game.names)} {entry}"
            raise EntryError(problem, remedy=f"name every entry, like {example}; or type add")


def read_entries(
    row: Row, said: Sequence[Said], *, totals: bool = False, partly: bool = False
) -> dict[str, Entry]:
    """The entries of a line by player; without names they are in seat order.

    ``totals`` reads them as running totals. Raises EntryError if there are more entries than
    players, or, unless ``partly``, too few.
    """
    seated = row.players
    unnamed = [entry for name, entry in said if name is None]
    missing = seated[len(unnamed) :]
    if len(unnamed) > len(seated) or (unnamed and missing and not partly):
        problem = f"that's {len(unnamed)} entries for {count(len(seated), 'player')}"
        is_several_rounds = len(unnamed) > len(seated) and len(unnamed) % len(seated) == 0
        remedy = "type one round a line" if is_several_rounds else "give one entry for each player"
        if missing:
            problem = f"{people(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            remedy = each_entry(row.rules)
        raise EntryError(f"{problem}; the order is {people(seated)}", remedy=remedy)
    read = parse_as_total if totals else parse_entry
    return {name or seated[i]: read(entry, row.rules) for i, (name, entry) in enumerate(said)}


# ── a line, word by word ─────────────────────────────────────────────────────────────────


class _Word(NamedTuple):
    """A word of a line; ``is_name`` if ``=`` or ``:`` follows it and a name therefore ends here."""

    text: str
    is_name: bool = False
    has_comma: bool = False


class _Line:
    """The words of a line, read from left to right."""

    def __init__(
        self, words: Sequence[str], game: Game, rules: RoundRules | None, where: str
    ) -> None:
        self.names, self.rules, self.where = game.names, rules, where
        self.full_names = {folded(name) for name in game.names}
        self.longest_name = max(len(name.split()) for name in game.names)
        self.words: list[_Word] = []
        if len(words) > 1 and words[-1].endswith("?"):
            words = [*words[:-1], *filter(None, [words[-1].rstrip("?")])]
        for typed in words:
            for word in self._split(typed):
                self.words.append(word)
                is_number = len(self.words) > 1 and self.words[-2].text[-1:].isdigit()
                if is_number and self._is(len(self.words) - 1, POINTS):
                    self.words.pop()
            if self.words and typed.endswith(","):
                self.words[-1] = self.words[-1]._replace(has_comma=True)
        self.fors = [at for at in range(len(self.words)) if self._is(at, FOR)]

    def read(self) -> Iterator[Said]:
        """The entries, each with its player."""
        at = 0
        while at < len(self.words):
            name, end = self._name_at(at)
            if name is not None:
                entry, at = self._entry_of(at, end)
                yield Said(name, entry)
            elif self.words[at].text.casefold() in AND and 0 < at < len(self.words) - 1:
                at += 1
            else:
                said, at = self._without_name(at)
                yield said

    @cached_property
    def _is_all_cards(self) -> bool:
        """Whether the whole line is one hand of cards."""
        return are_cards(self._text(0, len(self.words)))

    # ── words ────────────────────────────────────────────────────────────────────────────

    def _split(self, typed: str) -> Iterator[_Word]:
        """The words in one that was typed: a name, and what commas and spaces separate."""
        head = re.split("[=:]", typed, maxsplit=1)[0]
        while "," in head and head != typed and not self._is_full_name(head):  # 12,Bo: o
            piece, _, typed = typed.partition(",")
            if piece.strip():
                yield from self._split(piece)
            if not typed.strip():
                return
            head = re.split("[=:]", typed, maxsplit=1)[0]
        knocks = self.rules is not None and self.rules.has_gin
        name, text = split_name(typed, sums=self.rules is not None, knocks=knocks, names=self.names)
        before, colon, after = typed.partition(":")
        if name is None and colon and not (after and before[:1].isdigit()):
            is_entry_itself = before.casefold() in ("o", "out", "total")
            name, text = (None, typed) if is_entry_itself else (before, after)
        if name is not None:
            yield _Word(name, is_name=True)
        for part in text.split(",") if "," in text and not are_cards(text) else [text]:
            piece = part.strip(" ,")
            is_whole = not typed.strip() or is_entry(piece, self.rules) or self._is_full_name(piece)
            # A quoted line is read word by word: each word may be a name with its entry.
            for word in [piece] if is_whole else piece.split():
                yield from [_Word(word)] if is_whole or word == typed else self._split(word)

    def _is(self, at: int, words: Sequence[str]) -> bool:
        """Whether a word is one of these and isn't a name."""
        return not self._is_somebody(at) and self.words[at].text.casefold() in words

    def _is_full_name(self, typed: str) -> bool:
        return folded(typed) in self.full_names

    def _text(self, at: int, end: int) -> str:
        return " ".join(word.text for word in self.words[at:end])

    # ── names ────────────────────────────────────────────────────────────────────────────

    def _name_at(self, at: int) -> tuple[str | None, int]:
        """The player with the longest name that begins at a word, or None, and where it ends."""
        for end in range(min(len(self.words), at + self.longest_name), at, -1):
            *before, last = self.words[at:end]
            may_be_name = last.is_name or self._can_be_name(at, end)
            if not may_be_name or any(word.is_name for word in before):
                continue
            typed = self._text(at, end)
            if (last.is_name and not before) or len(players_meant(typed, self.names)) == 1:
                return find_player(typed, self.names, self.where), end
        return None, at

    def _can_be_name(self, at: int, end: int) -> bool:
        """Whether words can be a player's name without an ``=``.

        Words with another meaning must be a full name before an entry or after ``for``. A jack
        with its suit is a card.
        """
        following = self._text(end, end + 1)
        is_no = at > 0 and end == at + 1 and self._is(at, NO)  # max 16, no 6
        if is_no or is_called_a_card(self.words[end - 1].text, following):
            return False
        if not any(self._has_a_meaning(word.text) for word in self.words[at:end]):
            return True
        is_before_entry = bool(following) and not self._is_somebody(end)
        is_after_for = at > 0 and self._is(at - 1, FOR)
        return self._is_full_name(self._text(at, end)) and (is_before_entry or is_after_for)

    def _has_a_meaning(self, text: str) -> bool:
        """Whether a word also means something else: an entry, cards, or a word like *and*."""
        is_word = text.casefold() in (*AND, *HAS, *FOR, *POINTS) or meaning_of(text) is not None
        return is_word or text.isdigit() or is_sum(text) or is_entry(text, self.rules)

    def _is_somebody(self, at: int) -> bool:
        """Whether a word is a player's full name and isn't a card."""
        word = self.words[at]
        is_card = is_called_a_card(word.text, self._text(at + 1, at + 2))
        return word.is_name or (self._is_full_name(word.text) and not is_card)

    # ── entries ──────────────────────────────────────────────────────────────────────────

    def _entry_of(self, at: int, end: int) -> tuple[str, int]:
        """The entry for the name from ``at`` to ``end``, and where the next words begin."""
        start = self._after_has(end)
        # bo=won is complete even if somebody is called Won; a space followed bo=.
        has_equals, is_last = self.words[end - 1].is_name, start == len(self.words)
        if has_equals and (is_last or self.words[start].is_name):
            return "", start
        if is_last or (self._is_taken(start) and not has_equals):
            raise _no_entry(self._text(at, end))
        furthest = min(len(self.words), start + LONGEST)
        next_name = next(filter(self._is_somebody, range(start + 1, furthest)), furthest)
        next_for = next((at for at in self.fors if start < at < next_name), None)
        limit = next_name if next_for is None else self._end_of_first(start, next_for)
        for last in range(limit, start + 1, -1):
            if not self._is(last - 1, AND) and self._is_one_entry(start, last):
                return self._joined(start, last), last
        return self.words[start].text, start + 1

    def _after_has(self, at: int) -> int:
        """Where the words like *has* between a name and its entry end."""
        while at < len(self.words) and self._is(at, HAS):
            at += 1
        return at

    def _end_of_first(self, at: int, end: int) -> int:
        """Where the first of two entries ends if the name of the second follows them both.

        The likeliest end is at a comma or an *and*, and leaves two hands of about the same size.
        """

        def order(middle: int) -> tuple[bool, int, bool]:
            at_comma, at_and = self.words[middle - 1].has_comma, self._is(middle, AND)
            entries = (self._joined(*span) for span in ((at, middle), (middle, end)))
            sizes = [len(parse_cards(text)) if are_cards(text) else 1 for text in entries]
            return not (at_comma or at_and), abs(sizes[0] - sizes[1]), not at_comma

        middles = range(at + 1, end)
        ends = (n for n in middles if self._is_one_entry(at, n) and self._is_one_entry(n, end))
        return min(ends, key=order, default=end - 1)

    def _without_name(self, at: int) -> tuple[Said, int]:
        """An entry with no name before it, as in ``12 for bo``, and where the rest begins."""
        after = next((i for i in self.fors if at < i < len(self.words) - 1), at)
        if after > at and self._is_one_entry(at, after):
            name, end = self._name_at(after + 1)
            name = name or find_player(self.words[after + 1].text, self.names, self.where)
            return Said(name, self._joined(at, after)), max(end, after + 2)
        for end in range(min(len(self.words), at + LONGEST_PHRASE), at, -1):
            text = self._text(at, end)
            is_phrase = meaning_of(text) is not None or ends_a_hand(text, self.rules)
            if is_phrase and not any(map(self._is_taken, range(at, end))):
                return Said(None, text), end
        if self._is_taken(at):
            raise _no_entry(self.words[at].text)
        self._refuse_stranger(at)
        return Said(None, self.words[at].text), at + 1

    def _is_taken(self, at: int) -> bool:
        """Whether a word is somebody's name and isn't also a card, a number or ``o``."""
        text = self.words[at].text
        is_said = meaning_of(text) is not None and len(text) > 1
        return self._is_somebody(at) and (is_said or not is_entry(text, self.rules))

    def _is_one_entry(self, at: int, end: int) -> bool:
        """Whether all of the words are one entry without a name.

        A hyphen between cards separates them; before or after them it says that somebody was
        absent.
        """
        has_name = any(map(self._is_somebody, range(at + 1, end)))
        is_away = "-" in (self.words[at].text, self.words[end - 1].text) and end > at + 1
        return not (has_name or is_away) and is_entry(self._joined(at, end), self.rules)

    def _joined(self, at: int, end: int) -> str:
        """The words without each *and*: ``5h, 6h and 9d`` is one hand."""
        return " ".join(word.text for word in self.words[at:end] if word.text.casefold() not in AND)

    def _refuse_stranger(self, at: int) -> None:
        """Raise PlayerError if an entry follows a name that no player has."""
        typed, after = self.words[at].text, self._after_has(at + 1)
        following = self._text(after, after + 1)
        is_before_entry = is_entry(following, self.rules) or meaning_of(following) is not None
        if not (typed[:1].isalpha() and is_before_entry) or self._has_a_meaning(typed):
            return
        if are_cards(following) and are_cards(f"j{typed[1:]}"):
            return  # the letter of a court card in another language: Vh 5h 6h
        # It's more likely a slip in one of everybody's entries, or in a hand.
        is_for_everybody = len(self.words) == len(self.names) and not nearest(typed, self.names)
        if not is_for_everybody and not self._is_all_cards:
            find_player(typed, self.names, self.where)


ARTICLES = ("a", "an", "the", "away", "my", "his", "her", "their")
"""Words between a word for discarding and the card: *throw away the 2d*."""


def with_discard(words: Sequence[str]) -> list[str]:
    """The words of a line with ``/`` before a card that is discarded: *and throwing the kd*."""
    found: list[str] = []
    if len([w for w in words if w not in ARTICLES and are_cards(w.rstrip(",."))]) < 2:
        return [*words]  # can i discard a joker
    for at, word in enumerate(words):
        rest = [w for w in words[at + 1 : at + 6] if w not in ARTICLES]
        cards = [" ".join(rest[:size]).rstrip(",.?!") for size in (1, 3)]
        is_rid = [w.casefold() for w in words[max(at - 1, 0) : at + 1]] == ["rid", "of"]
        is_thrown = is_rid or _is_discard(word.casefold())
        if is_thrown and any(are_cards(card) and len(parse_cards(card)) == 1 for card in cards):
            found = found[: len(found) - 2 * is_rid]  # get rid
            while found[-1:] and found[-1].casefold() in sayings()["leads"]:
                found.pop()  # if she throws the 3s
            found += ["/"]
        elif is_thrown and rest[:1] == [*words[-1:]] and rank_called(rest[0]):
            return [*found, "/", f"{rank_called(rest[0])}s"]  # throws the king, of whatever suit
        elif found[-1:] != ["/"] or word not in ARTICLES:
            found += [word]
    return found


def _is_discard(word: str) -> bool:
    """Whether a word means discarding: *ditch*, *ditching*, *binned*."""
    known, stem = sayings()["discards"], re.sub("(ing?|e?[sd])$", "", word)
    return not known.isdisjoint((word, stem, f"{stem}e", stem[:-1]))


def spelled_out(words: Sequence[str], game: Game | None) -> list[str]:
    """The words of a line, split at ``/``, ``+`` or ``&`` before a name: ``14/lee``.

    Where only points count, ``1,040`` after a name is one number. Initials become the name (``BJ``
    for Betty Jo), *same as last time* becomes the entry, and players left out get a dash.
    """
    found: list[str] = []
    if game and game.played and "same" in words:
        words = _with_repeats(" ".join(words), game).split()
    words = [_full_name(word, words, game) for word in words] if game else words
    for word in _with_absences(words, game) if game else words:
        is_named = game and is_whole_name("".join(found[-1:]), game.names)
        if is_named and not rules_at_hand(game) and re.fullmatch(r"\d{1,3},\d{3},?", word):
            word = word.replace(",", "", 1)
        *before, name = re.split("[/+&]", word)
        meant = players_meant(name, game.names) if game and any(before) else ()
        found += [*before, *meant] if len(meant) == 1 else [word]
    return found


def _with_repeats(line: str, game: Game) -> str:
    """A line with the player's last entry for words like *same as last time*."""
    last = game.played[-1]

    def again(found: re.Match[str]) -> str:
        meant = players_meant(found[1], game.names)
        if len(meant) != 1 or game.rules.scoring.knocks:
            return found[0]
        unmelded = game.unmelded(len(game.played), last, meant[0])
        entry = "out" if meant[0] in last.out else "-" if unmelded is None else unmelded
        return f"{found[1]} {entry}{found[2]}"

    return re.sub(sayings()["asked"]["again"], again, line, flags=re.IGNORECASE)


def _with_absences(words: Sequence[str], game: Game) -> list[str]:
    """The words of a round with a dash for each player whom a clause of its own leaves out.

    *Ann and Bo are at the shop so leave them out. 12 0 5 for the rest*.
    """
    ends = [at for at, word in enumerate(words, 1) if word[-1:] in ",.;:!"]
    if not ends:
        return [*words]
    from scorekeeper.listening.line import Line  # most lines don't need it

    rules, found, before, size = rules_at_hand(game), list[str](), list[str](), 0
    for clause in (words[at:end] for at, end in pairwise([0, *ends, len(words)]) if at < end):
        line, named = Line(clause, game.names, rules), list[str]()
        joins, is_no = (*AND, "no"), clause[0].casefold() == "no"
        at = int(line.raw(0, 1).casefold() in joins)
        while player := next(line.player(at), None):  # ann and bo, at the start
            named, at = [*named, player[1]], player[0]
            at += line.raw(at, at + 1).casefold() in joins
        is_no &= line.raw(at, at + 1).casefold() in ("", "this", "that", "for", "here")
        only_names = {*named} == {*line.named} and not line.anywhere()["numbers"]
        is_away = only_names and (is_no or line.says("<isaway>"))
        if is_away and not named and found[-1:] and found[-1][-2:] == "-,":
            continue  # he was at the bar, no score
        absent = (named or before) if is_away else []
        found = found[: len(found) - size] if absent and not named else found
        rounds = [where["round"] for _, where in line.rounds_named if where["round"][-1] == "s"]
        found += ["in", "the", f"{rounds[0]},"] if absent and rounds else []
        found += [word for name in absent for word in (name, "-,")] or clause
        is_open = only_names and not (absent or line.says("(went|goes|is|was) out"))
        before, size = (named, len(clause)) if is_open else ([], 0)
    return found


def _full_name(word: str, line: Sequence[str], game: Game) -> str:
    """The one name that a word stands for, by initials or as *mom* for Mum; else the word."""
    typed = word.strip(",.;:!?")
    text = typed.casefold().replace(".", "")
    initials = {name: "".join(w[0] for w in folded(name).split()) for name in game.names}
    kin = sayings()["kinds_of_kin"]
    meant = [n for n, short in initials.items() if " " in n and text == short]
    meant += [n for n in game.names if text in kin and kin[text] == kin.get(folded(n))]
    is_named = {*folded(" ".join(meant)).split()} & {*map(folded, line)}  # mary ann is ma
    if len(meant) != 1 or is_named or is_whole_name(typed, game.names):
        return word
    has_meaning = any(text in sayings()[kind] for kind in ("meaning", "noise", "courtesy", "short"))
    has_meaning |= text not in kin and is_readable(typed, game.names, rules_at_hand(game))
    return word if has_meaning else word.replace(typed, meant[0])


def nicknamed(word: str, names: Sequence[str]) -> str:
    """The only player with this nickname: Bob for *Bobby*, Bev for *Beverley*; else empty."""
    text = folded(word)
    short = re.sub(r"(.)\1?(y|ie|ey|s|o)$", r"\1", text)
    parts = {name: [part for part in folded(name).split() if len(part) > 2] for name in names}
    like = [n for n in names if any(text.startswith(p) or p.startswith(short) for p in parts[n])]
    return like[0] if len(like) == 1 and len(short) > 2 else ""


def is_readable(word: str, names: Sequence[str], rules: RoundRules | None) -> bool:
    """Whether a word by itself could be an entry or a player."""
    is_player = len(players_meant(word.partition("=")[0], tuple(names))) == 1
    return is_player or is_entry(word.rpartition("=")[2] or word, rules)


def _no_entry(typed: str) -> EntryError:
    remedy = f"type it after the name, like {printable(typed, 20)} 3"
    return EntryError(f"{quoted(typed)} has no entry", remedy=remedy)
