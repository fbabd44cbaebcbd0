"""What phones and televisions show: the state as data, the pages, and who has one open."""

import asyncio
import json
import re
import time
from base64 import b64encode
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal
from zlib import crc32

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from scorekeeper.cards import JOKER, RANK_NAMES, SUIT_NAMES, SYMBOLS, Card, plural_of, rank_label
from scorekeeper.errors import ScorekeeperError, UsageError, count, listed, printable
from scorekeeper.ledger import Game
from scorekeeper.ledger.entries import Entry, parse_entry
from scorekeeper.ledger.names import forfeit_in, sayings
from scorekeeper.ledger.recording import record_so_far
from scorekeeper.ledger.rows import Row, rows
from scorekeeper.ledger.standings import next_round
from scorekeeper.render import machine
from scorekeeper.render.chart import plotted, race_of
from scorekeeper.render.machine import Facts
from scorekeeper.render.standings import sheet_notes
from scorekeeper.render.words import aim, gap, ordinal, points
from scorekeeper.rules.card_rules import RoundRules
from scorekeeper.serve.phones import Phones, entries_of, round_number, row_to_enter
from scorekeeper.solver import best_arrangement


def printable_facts(facts: Any) -> Any:
    """``facts`` with every text in them, keys included, safe to print."""
    if isinstance(facts, str):
        return printable(facts, limit=len(facts))
    if isinstance(facts, Mapping):
        return {printable_facts(key): printable_facts(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return list(map(printable_facts, facts))
    return facts


def sheet_facts(game: Game, file: str) -> Facts:
    """The sheet and the next deal; the same for everybody."""
    facts, card = machine.standings(game, file), next_round(game)
    rules, row = game.rules_now, row_to_enter(game) or (None, *rows(game))[-1]
    has_deck = card.deal if card else rules.plays_cards
    words = sayings(row.rules) if row else {}  # each with whether points follow it
    if row and rules.goes_out and not rules.plays_cards:
        words = {"out": False, **words}
    keys = ("title", "file", "finished", "rounds_played", "rounds", "winners")
    sheet = {
        "game": {"game": game.rules.game, **{key: facts[key] for key in keys}},
        "standings": facts["standings"],
        "next": machine.round_card(card, "stock"),
        "sheet": machine.sheet(game, file),
        "deck": {
            "suits": rules.suits,
            "ranks": rules.ranks,
            "jokers": rules.jokers * game.decks,
            "decks": game.decks,
            "gin": rules.has_gin,
            "draws": card is not None and game.rules.draws_wild_in(card.number),
        }
        if has_deck
        else None,
        "words": [
            {"word": word, "left": has_points, "points": _cost(word, row)}
            for word, has_points in words.items()
        ],
    }
    return dict(printable_facts(sheet))


def _cost(word: str, row: Row | None) -> int | None:
    """The points that a word costs by the rules; None if they aren't fixed."""
    rules = row.rules if row else None
    forfeit = forfeit_in(word, rules)
    return rules.forfeits[forfeit] if rules and forfeit else None


def seats(row: Row | None, phones: Phones, is_silent: Callable[[str], bool]) -> list[Facts]:
    """Whose seats are taken, who is in and who is out; the same for everybody."""
    ready = phones.ready()
    entries = entries_of(row, phones) if row else {}
    return [
        {
            "player": player,
            "taken": player in phones.seats,
            "ready": player in ready,
            "out": player in entries and entries[player].out,
            "says": _says(entries[player], row.rules) if row and player in entries else None,
            "silent": player in phones.seats and is_silent(phones.seats[player]),
        }
        for player in (row.players if row else ())
    ]


def _says(entry: Entry, rules: RoundRules | None) -> str:
    """What an entry says of its player: ``in``, ``out``, or how they ended a hand of gin."""
    if not entry.out or not rules or not rules.has_gin:
        return "out" if entry.out else "in"
    if entry.points or (entry.cards and _best_arrangement(entry.cards, rules).points):
        return "knocked"
    return "big gin" if entry.big or len(entry.cards) > (rules.deal or 0) else "gin"


def own_facts(row: Row | None, last: Mapping[str, Row], phones: Phones, phone: str) -> Facts:
    """What only one phone sees: its seats, their drafts, and the round that each may correct."""

    def own(player: str) -> Facts:
        draft, shown = phones.drafts.get(player), None
        if row and draft:
            shown = {**draft._asdict(), "counted": _counted(row, phones, player)}
        return {"player": player, "draft": shown}

    players = phones.players(phone)
    me, also = (*map(own, players), None, None)[:2]
    last_of = [(name, last[name]) for name in players if name in last]
    mends = {name: {"round": round_number(at), "name": at.name} for name, at in last_of}
    facts = {"me": me, "also": also, "mends": mends, "note": phones.notes.get(phone)}
    return dict(printable_facts(facts)) if any(facts.values()) else facts


def _counted(row: Row, phones: Phones, player: str) -> Facts | None:
    """The least deadwood of a player's cards, without those laid off; None if nobody is out."""
    ready = phones.ready().get(player)
    cards = parse_entry(ready.entry, row.rules).cards if ready else ()
    entries = entries_of(row, phones) if cards else {}
    if row.rules is None or not any(entry.out for entry in entries.values()):
        return None
    if row.rules.lay_off:
        try:
            outcome = record_so_far(row, entries)
        except ScorekeeperError:
            return None  # the round can't be written like this
        hand = outcome and outcome.game.gin_hand(row.number, outcome.game.rounds[row.position])
        if hand and player == hand.other:
            laid_off = [laid.card for laid in hand.laid_off]
            cards = tuple(card for card in cards if card not in laid_off)
    return machine.deadwood(_best_arrangement(cards, row.rules), row.rules)


def for_script(facts: Facts) -> Facts:
    """What the page's script needs of the public facts; the page itself says the rest."""
    sheet, coming = facts["sheet"], facts["next"]
    rounds = {name: sheet[name] for name in ("rounds", "bonus_rounds", "misdeals")}
    return {
        **_picked(facts, "version", "words", "claim", "trouble"),
        "game": _picked(facts["game"], "title", "file", "finished"),
        "next": coming and _picked(coming, "number", "deal", "wild", "players"),
        "deck": facts["deck"] and _picked(facts["deck"], "gin"),
        "seats": [_picked(seat, "player", "ready", "says") for seat in facts["seats"]],
        "written": {name: len(blocks) for name, blocks in rounds.items()},
        "stamp": crc32(json.dumps(sheet).encode()),
    }


def _picked(facts: Facts, *names: str) -> Facts:
    return {name: facts[name] for name in names if name in facts}


_best_arrangement = lru_cache(maxsize=64)(best_arrangement)  # every page asks after each event


# ── the pages ────────────────────────────────────────────────────────────────────────────────

View = Literal["phone", "tv"]
FOLDER = Path(__file__).parent

FILES = {
    "/page.css": ("text/css", FOLDER / "page.css"),
    "/page.js": ("text/javascript", FOLDER / "page.js"),
    "/icon.svg": ("image/svg+xml", FOLDER / "icon.svg"),
}
"""The files that a page loads: address, media type, path."""


def sent(path: Path) -> str:
    """A file as pages load it, without indentation and lines of comment."""
    lines = map(str.strip, path.read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if not re.fullmatch(r"(//.*|/\*[^*]*\*/)?", line))


MARKS = "●■▲◆▼★✚"  # these tell the lines of the curve apart, besides their colours
COLOURS = 8


def page(
    state: Facts,
    game: Game,
    view: View,
    join: Facts | None = None,
    kept: dict[str, Any] | None = None,
) -> str:
    """The page of a state; on a television it has the code to ``join`` until the game begins.

    Whatever changes only with the sheet is ``kept`` from one page to the next.
    """
    kept = {} if kept is None else kept
    if kept.get("sheet") is not state["sheet"]:
        kept.clear()
        kept |= {"sheet": state["sheet"], "each": of_each(state, game)}

    def keep(name: str, caller: Callable[[], str]) -> Any:
        if f"<{name}>" not in kept:
            kept[f"<{name}>"] = caller()
        return kept[f"<{name}>"]

    is_early = view == "tv" and not (state["look"] or state["sheet"]["rounds"])
    free = [seat["player"] for seat in state["seats"] if not seat["taken"]] if is_early else []

    names, newest = state["sheet"]["players"], state["sheet"]["rounds"][-3:][::-1]
    margins = [found["margin"] for found in kept["each"].values() if found["won"]]
    return TEMPLATES.get_template("page.html").render(
        **state,
        view=view,
        free=free,
        join=join,
        wants="Points left in your hand" if game.rules.goes_out else "Your points",
        aim=None if state["deck"] else aim(game.rules),
        margin=margins[0] if len(margins) == 1 else "",
        gap=lambda behind: gap(behind, game.rules),
        curve_of=partial(curve, game, view),
        keep=keep,
        notes=sheet_notes(game),
        last_rounds={name: [_written(round_, name) for round_ in newest] for name in names},
        marks={name: (i % COLOURS, MARKS[i % len(MARKS)]) for i, name in enumerate(names)},
    )


def _written(round_: Facts, player: str) -> str:
    scored = round_["points"][player]
    if player in round_["out"] and not scored and "how" not in round_:  # in gin that may score 0
        return "out"
    return "–" if scored is None else str(scored)


def of_each(state: Facts, game: Game) -> dict[str, Facts]:
    """What each player's phone says: how the last round went for them, and where they stand."""
    left = printable_facts({player.name: player.left for player in game.players})
    newest, undercut = state["sheet"]["rounds"][-1:], {}
    if newest and newest[0].get("undercut"):
        (knocker,) = newest[0]["out"]
        (other,) = {*left} - {knocker}  # two play a game with knocks
        undercut = {knocker: f"knocked, but {other} undercut: ", other: f"undercut {knocker}: "}
    words, sheet = stands(state["standings"], left), state["sheet"]
    (entered,) = [*sheet["rounds"], *sheet["bonus_rounds"]][-1:] or [{"points": {}}]
    noted = {**entered["points"], **entered.get("left", {})}

    def of(line: Facts) -> Facts:
        name, is_lost = line["player"], bool(line.get("lost"))
        last = _written(newest[0], name) if newest else ""
        texts = {"out": "went out", "–": "" if left[name] or is_lost else "sat out"}
        return {
            "came": undercut.get(name, "") + texts.get(last, last if "-" in last else f"+{last}"),
            "stands": words[name],
            "margin": words[name].partition(", ")[2],
            "won": line["place"] == 1,
            "lost": is_lost,
            "left": bool(left[name]) and not line["place"],
            "noted": noted.get(name),
        }

    return {line["player"]: of(line) for line in state["standings"]}


def refused(*said: object) -> tuple[str, str]:
    """A refusal as a page, and the content policy that allows nothing but its own style."""
    page = TEMPLATES.get_template("refused.html").render(said=printable_facts(said))
    style = sha256(page.partition("<style>")[2].partition("</style>")[0].encode()).digest()
    allowed = f"'sha256-{b64encode(style).decode()}'"
    return page, f"default-src 'none'; style-src {allowed}; frame-ancestors 'none'"


def stands(lines: Sequence[Facts], left: Mapping[str, int | None]) -> dict[str, str]:
    """Everybody's place and gap to the next in front, or to the next behind: ``3rd, 8 behind Bo``.

    Players without a place have their total, and the round after which they ``left``.
    """
    placed, words = [line for line in lines if line["place"]], dict[str, str]()
    for line in lines:
        last = left[line["player"]]
        since = f"left after round {last} with" if last else "not ranked, with"
        words[line["player"]] = f"{since} {points(line['total'])}"
    for line in placed:
        place = line["place"]
        level = [o["player"] for o in placed if o["place"] == place and o is not line]
        front = [other for other in placed if other["place"] < place][-1:]
        after = [other for other in placed if other["place"] > place][:1]
        text = ""
        if level:
            text = f", level with {listed(level) if len(level) < 3 else count(len(level), 'other')}"
        elif front or after:
            first, second = [*front, line, *after][:2]
            is_settled = first.get("final") is not None
            margin = second["behind"] - first["behind"]
            margin = first["final"] - second["final"] if is_settled else margin
            # Places need not follow the numbers: in a pool, whoever was out first is behind.
            how = f"{max(margin, 0) or ''} {'behind' if front else 'ahead of'}"
            text = f", {how} {(front or after)[0]['player']}"
        words[line["player"]] = ordinal(place) + text.replace("  ", " ")
    return words


def _face(card: str) -> dict[str, str]:
    """How a card is drawn, and its name.

    >>> _face("TH")
    {'suit': 'H', 'rank': '10', 'symbol': '♥', 'name': 'ten of hearts'}
    """
    if card == str(JOKER):
        return {"suit": "joker", "rank": "joker", "symbol": "🃏", "name": "joker"}
    rank, suit = Card(*card)
    name = f"{RANK_NAMES[rank]} of {SUIT_NAMES[suit]}"
    return {"suit": suit, "rank": rank_label(rank), "symbol": SYMBOLS[suit], "name": name}


def _stands_for(card: str, other: str) -> str:
    """The card that a wild stands for, as people write it; empty for a card that is itself.

    >>> _stands_for("8H", "TH"), _stands_for("8H", "6"), _stands_for("9S", "9S")
    ('10♥', '6', '')
    """
    if other in (card, card[0]):
        return ""
    return rank_label(other[0]) + SYMBOLS.get(other[1:], "")


TEMPLATES = Environment(
    loader=FileSystemLoader(FOLDER),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)
TEMPLATES.filters |= {"count": count, "listed": listed, "ordinal": ordinal, "card": _face}
TEMPLATES.filters |= {"plural": plural_of, "label": rank_label}
TEMPLATES.globals |= {"stands_for": _stands_for, "written": _written}


def curve(game: Game, view: View = "phone") -> Facts | None:
    """The running totals round by round as lines, the best on top; None before the first round.

    During the game, the scale reaches to the last round, to show how far the evening has come.
    Labels are pushed apart, the winner's on top. On a television it fills what the sheet leaves.
    """
    if not game.played:
        return None
    # With many columns a row of the sheet may have two lines.
    row, low = (19, 150) if len(game.players) < 6 else (25, 100)
    left = max(low, 320 - row * len(game.played))
    step, (width, least) = 15, (332, 200) if view == "phone" else (450, left)
    height = max(least, step * len(game.players) + 20)
    rounds = (next_round(game) and game.rules.last_round) or 0
    plot = plotted(race_of(game), (8, width - 160), (10, height - 10), 1, rounds)
    labels = plot.labels(step, height - 8)
    lines = [
        {
            "player": printable_facts(game.names[seat]),
            "total": plot.race.curves[seat].total,
            "steps": list(map(_steps, plot.race.curves[seat].pieces)),
            "right": round(plot.x(max(plot.race.curves[seat].pieces[-1]))),
            "end": round(plot.y(plot.race.curves[seat].total)),
            "label": round(labels[seat]),
        }
        for seat in plot.race.order
    ]
    right = round(plot.x(len(game.played)))  # where the lines end
    # The lines are drawn in rounds and totals; this puts them on the picture.
    fit = f"{plot.column:.4g} 0 0 {plot.y(1) - plot.y(0):.4g} {plot.left} {plot.y(0):.4g}"
    return {"width": width, "height": height, "right": right, "fit": fit, "lines": lines}


def _steps(piece: Mapping[int, int]) -> str:
    """A line from one total to the next, each given by what it adds, which takes fewest bytes.

    >>> _steps({0: 0, 1: 12, 2: 30})
    'M0 0l1 12l1 18'
    """
    (begin, total), *_ = piece.items()
    steps = (f"l{m - n} {after - now}" for (n, now), (m, after) in pairwise(piece.items()))
    return f"M{begin} {total}{''.join(steps)}"


# ── what is sent of a page ───────────────────────────────────────────────────────────────────

PART = re.compile(r'<(section|details) id="(\w+)".*?</\1>', re.DOTALL)  # none has one in it
ROW = re.compile(r'<tr id="(\w+)">.*?</tr>', re.DOTALL)  # of the sheet: most rows stay as they are
COLUMNS = ("play", "follow")  # the elements that hold the parts, in their order on the page


class Rendering:
    """A page as it was last written; ``seen`` grows with each writing, even across a restart."""

    def __init__(self) -> None:
        self.text, self.seen = "", time.time_ns() // 1_000_000
        self.version, self.written_at = 0, 0.0  # for whoever calls write()
        self.for_script: Facts = {}  # likewise
        self.kept: dict[str, Any] = {}  # likewise; see page()
        self._parts: dict[str, list[str]] = {}
        self._texts: dict[str, str] = {}  # of the parts, and of the rows in them
        self._changed: dict[str, int] = {}

    def write(self, page: Callable[[int], str]) -> None:
        """Write the page again; ``page`` gets the number that it will be known by."""
        self.seen += 1
        self.text = page(self.seen)
        before, self._texts = self._texts, {}
        halves = self.text.partition(f'<div id="{COLUMNS[1]}"')
        for column, half in zip(COLUMNS, halves[::2], strict=True):
            parts = {found[2]: found[0] for found in PART.finditer(half)}
            self._parts[column] = list(parts)
            self._texts |= parts
        self._texts |= {found[1]: found[0] for found in ROW.finditer(self.text)}
        changed = (name for name, text in self._texts.items() if before.get(name) != text)
        self._changed.update(dict.fromkeys(changed, self.seen))
        self.news = lru_cache(maxsize=8)(self._news)  # many ask for the same

    def _news(self, seen: int) -> str:
        """The news for everybody whose page is the writing ``seen``, as JSON."""
        news = {"since": seen, "seen": self.seen, "page": self.since(seen)}
        return json.dumps({**self.for_script, **news}, ensure_ascii=False)

    def since(self, seen: int) -> dict[str, dict[str, str | None]]:
        """The parts in order, by column; None for a part, or an empty row, if it is unchanged."""

        def row(found: re.Match[str]) -> str:
            return found[0] if self._changed[found[1]] > seen else f'<tr id="{found[1]}"></tr>'

        def part(name: str) -> str | None:
            return ROW.sub(row, self._texts[name]) if self._changed[name] > seen else None

        return {column: {n: part(n) for n in names} for column, names in self._parts.items()}


# ── who has a page open ──────────────────────────────────────────────────────────────────────

SILENT_SECONDS = 60.0  # after so long another phone may take over a silent phone's seat
MOST_PHONES = 64
MOST_STREAMS = 4
MOST_A_SECOND = 20
KEEP_ALIVE_SECONDS = 20.0
EVENTS_APART = 0.02  # seconds between two events; all that happens meanwhile is one


class TooMuchError(UsageError, kind="too-much"):
    """Too many phones, or too many requests from one."""

    status = 429


class Presence:
    """The phones that are here, those ``known`` as if just seen, and the version of the pages."""

    def __init__(
        self, known: Iterable[str] = (), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._asked = {phone: deque([now()], MOST_A_SECOND) for phone in known}
        self._streams: defaultdict[str, list[asyncio.Event]] = defaultdict(list)
        self._is_closing, self._wakes_at = False, 0.0
        self.version = int(time.time())  # from the clock, so that it grows over a restart too

    def greet(self, phone: str, seated: Collection[str] = (), *, counts: bool = True) -> None:
        """Note a request from a phone; TooMuchError if there are too many.

        A new phone replaces the one that has been quiet longest and isn't listening or ``seated``.
        The page's own files don't count: somebody may reload it and go on typing.
        """
        now = self._now()
        asked = self._asked.get(phone)
        if asked is None:
            if len(self._asked) >= MOST_PHONES:
                idle = [p for p in self._asked if p not in seated and not self.listens(p)]
                if not idle:
                    problem = f"{MOST_PHONES} phones are connected already, and that's the limit"
                    raise TooMuchError(problem, remedy="close the page on a phone that has no seat")
                del self._asked[min(idle, key=lambda other: self._asked[other][-1])]
            asked = self._asked[phone] = deque(maxlen=MOST_A_SECOND)
        if not counts and asked:
            return
        if len(asked) == MOST_A_SECOND and now - asked[0] < 1:
            problem = f"this phone sent more than {MOST_A_SECOND} requests in a second"
            raise TooMuchError(problem, remedy="wait a second and try again")
        asked.append(now)

    def is_silent(self, phone: str) -> bool:
        """Whether a phone isn't listening and has asked for nothing for a minute."""
        asked = self._asked.get(phone)
        is_quiet = not asked or self._now() - asked[-1] >= SILENT_SECONDS
        return is_quiet and not self.listens(phone)

    def listens(self, phone: str) -> bool:
        """Whether a page of this phone is open."""
        return bool(self._streams.get(phone))

    def news(self) -> None:
        """Tell all pages that listen, at the same time, that something has changed."""
        self.version += 1
        loop = asyncio.get_running_loop()
        if self._wakes_at <= loop.time():  # otherwise they will hear of it then
            self._wakes_at = max(loop.time(), self._wakes_at + EVENTS_APART)
            loop.call_at(self._wakes_at, self._wake)

    def end(self) -> None:
        """End every stream; the pages open them again once a server is back."""
        self._is_closing = True
        self._wake()

    def _wake(self) -> None:
        for streams in self._streams.values():
            for wakes in streams:
                wakes.set()

    async def events(self, phone: str) -> AsyncGenerator[str]:
        """The version right away and after each change; a phone's fifth stream ends its first."""
        wakes, streams = asyncio.Event(), self._streams[phone]
        streams.append(wakes)
        if len(streams) > MOST_STREAMS:
            streams.pop(0).set()
        sent = 0
        try:
            yield "retry: 1000\n\n"
            while wakes in streams and not self._is_closing:
                if self.version != sent:
                    sent = self.version
                    yield f'event: state\nid: {sent}\ndata: {{"version": {sent}}}\n\n'
                try:
                    async with asyncio.timeout(KEEP_ALIVE_SECONDS):
                        await wakes.wait()
                except TimeoutError:
                    yield ": still here\n\n"
                wakes.clear()
            if wakes not in streams:
                yield "event: bye\ndata: {}\n\n"
        finally:
            if wakes in streams:
                streams.remove(wakes)
            if self._streams.get(phone) == []:  # its silence begins now
                self._asked.get(phone, deque[float]()).append(self._now())
                del self._streams[phone]
