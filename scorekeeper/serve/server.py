"""The running server: this machine's addresses, the ledger that it follows, and its limits."""

import asyncio
import logging
import shlex
import socket
import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection, HTTPException
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper import store
from scorekeeper.errors import SK, ConflictError, ScorekeeperError, printable, program_error
from scorekeeper.ledger import Game
from scorekeeper.ledger.rows import next_row
from scorekeeper.ledger.standings import is_finished
from scorekeeper.render.evening import totals_line
from scorekeeper.render.words import round_lines
from scorekeeper.serve import load_phones, phones_path
from scorekeeper.serve.app import Site, qr_code
from scorekeeper.serve.phones import Door, Phones, new_phones, record_sent
from scorekeeper.serve.served_game import ServedGame, file_stamp, read
from scorekeeper.store import is_there
from scorekeeper.store.history import locked

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses on the kinds of network that homes have; nothing is sent there."""


def addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that leads outside first."""
    own = []
    for target in ELSEWHERE:
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            probe.connect((target, 9))
            own.append(str(probe.getsockname()[0]))
    with suppress(OSError, UnicodeError):  # the name may be too long to look up
        own += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(own) if not address.startswith("127.")]


class Hosts:
    """The Host headers that name this machine; its addresses are looked up again on a miss."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._known: set[str] = set()

    def are_ours(self, host: str) -> bool:
        """Whether a Host header names this machine and the port."""
        name, _, port = host.lower().rpartition(":")
        if port != str(self._port):
            return False
        with suppress(ValueError):
            if ip_address(name).is_loopback:
                return True
        if name not in self._known:
            own = socket.gethostname().lower()
            short = own.partition(".")[0]
            self._known = {"localhost", own, short, f"{short}.local", *addresses()}
        return name in self._known


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; ConflictError, which says by whom, if the port is taken."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        holder = _holder(port)
        by = f" by {holder}" if holder else ""
        remedy = f"choose another: {SK}serve --port {port + 1}"
        raise ConflictError(f"port {port} is taken{by}", remedy=remedy) from error


def _holder(port: int) -> str | None:
    """The process that listens on a port, if this system lets us see it."""
    with suppress(OSError, ValueError):
        lines = Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]
        rows = [line.split() for line in lines]
        sockets = {
            f"socket:[{row[9]}]"
            for row in rows
            if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port
        }
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if any(str(link.readlink()) in sockets for link in (process / "fd").iterdir()):
                    program = (process / "cmdline").read_bytes().split(b"\0")[0]
                    return f"{program.decode(errors='replace')} (process {process.name})"
    return None


# ── following the ledger ─────────────────────────────────────────────────────────────────────

LOOK_SECONDS = 0.25  # how often the ledger's time and size are checked


async def follow(served: ServedGame, known: Collection[Path] | None = None) -> None:
    """Show every change to the ledger, and write rounds that are due.

    With ``known``, the files there at the start, phones move to the next game of the same people.
    """
    served.tell_requests()
    served.settle()
    before = served.path
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            if served.stamp != file_stamp(served.path):
                await _reread(served)
            served.check_on_phones()
            if served.writes_at is not None and time.monotonic() >= served.writes_at:
                async with served.writing:  # meanwhile phones can't change the round
                    await _write(served)
            if known and (path := await asyncio.to_thread(_next_game, served, before, known)):
                before = served.path
                served.tell(f"the next game is {printable(path.name)}")
                await move_to(served, path)
        except Exception as error:
            fault = program_error(error)
            served.tell(f"{fault.problem}; {fault.remedy}")


async def _reread(served: ServedGame) -> None:
    """Read the ledger; if that fails, say so and leave the game as it was."""
    path, served.stamp = served.path, file_stamp(served.path)
    try:
        game, sheet = await asyncio.to_thread(read, path)
    except ScorekeeperError as error:
        if path != served.path:
            return
        if str(served.trouble) != str(error):
            served.tell(f"phones still show the game as it was: {error.problem}")
        served.trouble = error
        served.settle()
        served.presence.news()
    else:
        if path == served.path:  # the phones may have moved to another game meanwhile
            served.take(game, sheet)


def _next_game(served: ServedGame, before: Path, known: Collection[Path]) -> Path | None:
    """The game that phones should move to; None if they should stay.

    Once this game is over, it is the one new game of the same people in the folder; None if there
    are several. If ``undo`` took this game away, it is the one ``before``.
    """
    if not is_there(served.path):
        return before if is_there(before) else None
    if not is_finished(served.game):
        return None
    people = set(served.game.at_the_table(len(served.game.played) + 1))
    next_games = []
    for path in set(served.path.parent.glob("*.toml")) - set(known):
        with suppress(ScorekeeperError):
            game = store.load(path).game
            has_phones = load_phones(path) is not None  # it is or was served by itself
            if set(game.names) == people and not (is_finished(game) or has_phones):
                next_games.append(path)
    return next_games[0] if len(next_games) == 1 else None


async def move_to(served: ServedGame, path: Path) -> None:
    """Show phones another game, once no round is being written, and clean up after the last."""
    async with served.writing:
        before = served.path
        if path.resolve() == before.resolve():
            return
        served.move_to(path)
    await served.save()
    with suppress(OSError):
        phones_path(before).unlink()


async def _write(served: ServedGame) -> None:
    """Write the round that phones sent, as ``add`` would without asking."""
    command, edit = shlex.join(served.command()), partial(record_sent, served.phones)
    served.writes_at = None
    try:
        before, (after, _) = await asyncio.to_thread(store.change, served.path, command, edit)
    except ScorekeeperError as error:
        served.tell(f"the round wasn't written: {error.problem}")
        served.presence.news()
        return
    served.tell(f"{next_row(before).subject} is on the sheet, as phones sent it.")
    served.tell(totals_line(after))
    served.tell("".join(round_lines(after)) or "The game is over.")
    await _reread(served)


# ── the server ───────────────────────────────────────────────────────────────────────────────

PATIENCE = 10.0  # seconds that a request has to send its head, and again for its body
GRACE = 1  # second that answers get to finish when the server stops
MOST_SOCKETS = 512
MOST_FROM_ONE = MOST_SOCKETS // 2  # enough for four streams on each of 64 phones
HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class PatientProtocol(H11Protocol):
    """HTTP that cuts the connection if the head or the body of a request takes too long."""

    _deadline: asyncio.TimerHandle | None = None
    _awaited: object = None

    def connection_made(self, transport: Any) -> None:
        """Accept a connection; if there are too many, end the oldest stranger's, or this one."""
        super().connection_made(transport)
        self._came, self._address = self.loop.time(), self.client and self.client[0]
        if crowd := self._crowd():
            # No phone that was let in has asked for anything on a stranger's connection.
            others = (other for other in crowd if other is not self)
            strangers = [other for other in others if "visitor" not in (other.scope or ())]
            ended = min(strangers, key=lambda stranger: stranger._came, default=self)
            ended.transport.abort()
            if ended is self:
                return
        sock = transport.get_extra_info("socket")
        # Otherwise the body of an answer waits until the phone has confirmed its head.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if sys.platform == "linux":  # a phone that got nothing for 40 seconds is gone
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 40_000)
        self._await(h11.IDLE)

    def _crowd(self) -> "list[PatientProtocol]":
        """The connections of which one is too many; none if there is room."""
        everybody = [
            other
            for other in self.connections
            if isinstance(other, PatientProtocol) and not other.transport.is_closing()
        ]
        from_here = [other for other in everybody if other._address == self._address]
        if len(from_here) > MOST_FROM_ONE:
            return from_here
        return everybody if len(everybody) > MOST_SOCKETS else []

    def data_received(self, data: bytes) -> None:
        """Take what arrived, and time what comes next."""
        super().data_received(data)
        if self.conn.their_state is not self._awaited:
            self._await(self.conn.their_state)

    def _await(self, state: object) -> None:
        """Start the time for a head or a body; in any other state there is no limit."""
        if self._deadline:
            self._deadline.cancel()
        self._awaited, self._deadline = state, None
        if state in (h11.IDLE, h11.SEND_BODY):
            self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        self._await(None)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse whatever isn't HTTP, unless it has been answered already."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()


class Serving:
    """A game that is served until ``stop``, in a thread of its own; ``tell`` is called there too.

    ConflictError if the port is taken, or the game is served already: two servers would lose each
    other's drafts.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[str], None],
        message: Callable[[Game, str], str],
        *,
        port: int,
        is_lan: bool = False,
        is_look: bool = False,
        auto: bool = False,
        is_new: bool = False,
        follows_on: bool = False,  # to the next game of the same people
    ) -> None:
        with locked(path):  # another server may be starting
            known = load_phones(path, tell)
            if known and _are_served(known):
                problem = f"{printable(path.name)} is already being served, on port {known.port}"
                raise ConflictError(problem, remedy="type qr there for its address, or off")
            phones = new_phones() if is_new or known is None else known
            self.game = ServedGame(path, phones, tell, message, auto=auto)
            self._listening = bound(EVERYWHERE if is_lan else HERE, port)
            self.port = int(self._listening.getsockname()[1])
            self.game.phones = self.game.kept = self.game.phones._replace(port=self.port)
            self.game.keep(path, self.game.phones)
        self.is_lan, self.is_look = is_lan, is_look
        self._known = set(path.parent.glob("*.toml")) if follows_on else None
        hosts = Hosts(self.port)
        join = self.urls()[0] if is_lan and not is_look and self.urls() else None
        site = Site(self.game, hosts.are_ours, join, is_look=is_look, is_lan=is_lan)
        self._server = uvicorn.Server(
            uvicorn.Config(
                site,
                http=PatientProtocol,
                ws="none",
                loop="asyncio",
                lifespan="off",
                log_config=None,
                log_level=logging.CRITICAL + 1,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        sys.setswitchinterval(0.0001)  # a busy thread lets others go on, so phones don't wait
        self._thread.start()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        following = asyncio.create_task(follow(self.game, self._known))
        await self._server.serve(sockets=[self._listening])
        async with self.game.writing:  # let a round that is being written finish
            following.cancel()

    def urls(self, *, look: bool = False) -> list[str]:
        """The addresses for phones, with ``look`` only for watching; none without a network."""
        token = self.game.phones.look if look else self.game.phones.token
        hosts = addresses() if self.is_lan else [HERE]
        return [f"http://{host}:{self.port}/{token}" for host in hosts]

    def code(self, url: str) -> list[str]:
        """The QR code of an address, as lines of half blocks, white where paper would be."""
        out = StringIO()
        qr_code(url).terminal(out, border=2, compact=True)
        return out.getvalue().splitlines()

    def wait(self) -> None:
        """Return when the server has ended."""
        self._thread.join()

    def do(self, action: Callable[[], Any]) -> Any:
        """Do something in the server's thread; return what it returns when that is saved."""

        async def done() -> Any:
            result = action()
            await self.game.save()
            return result

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    def granted(self, line: str) -> str:
        """The command for a phone's request if ``line`` is its number; otherwise empty."""
        is_known = line in {str(request.number) for request in self.game.phones.requests}
        return str(self.do(lambda: self.game.grant(int(line)))) if is_known else ""

    def move_to(self, path: Path) -> None:
        """Show phones another game instead of this one."""
        asyncio.run_coroutine_threadsafe(move_to(self.game, path), self._loop).result()

    def stop(self) -> None:
        """End the server; what phones have sent stays in the file beside the ledger."""

        def end() -> None:
            self.game.presence.end()
            self._server.should_exit = True

        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(end)
            self._thread.join()


def _are_served(phones: Phones) -> bool:
    """Whether a server that knows these phones answers on the port they last used."""
    door = Door(phones)
    connection = HTTPConnection(HERE, phones.port, timeout=1)
    with suppress(OSError, HTTPException), closing(connection):
        headers = {"Cookie": f"{door.cookie}={door.new_cookie('looks')}"}  # so it isn't a new phone
        connection.request("GET", f"/{phones.look}", headers=headers)
        return connection.getresponse().status == 200
    return False
