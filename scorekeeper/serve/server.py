"""The server as it runs: its thread, its limits, and the addresses of this machine."""

import asyncio
import logging
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.errors import ConflictError, printable
from scorekeeper.serve.app import Site
from scorekeeper.serve.door import Door
from scorekeeper.serve.drafts import Phones
from scorekeeper.serve.following import follow, go_along, ledgers_beside
from scorekeeper.serve.phones_file import load_phones, new_phones
from scorekeeper.serve.served_game import ServedGame
from scorekeeper.store.lock import locked

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses to which the way leads over the networks that homes have; nothing is sent there."""


def addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that leads outside first."""
    found = []
    for far in ELSEWHERE:
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
            way.connect((far, 9))
            found.append(str(way.getsockname()[0]))
    with suppress(OSError, UnicodeError):  # a name may be longer than any that can be looked up
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def names() -> list[str]:
    """What this machine is called."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return list(dict.fromkeys(["localhost", name, short, f"{short}.local"]))


class Hosts:
    """The Host headers that mean this machine; its addresses are read anew on a miss."""

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
            self._known = {*names(), *addresses()}
        return name in self._known


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; ConflictError, saying by whom, where the port is taken."""
    try:
        return socket.create_server((host, port))
    except OSError as error:
        holder = _holder(port)
        by = f" by {holder}" if holder else ""
        raise ConflictError(
            f"port {port} is taken{by}", remedy=f"choose another: sk serve --port {port + 1}"
        ) from error


def _holder(port: int) -> str | None:
    """The process that listens on a port, where this system and its owner let that be seen."""
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
                if any(str(way.readlink()) in sockets for way in (process / "fd").iterdir()):
                    words = (process / "cmdline").read_bytes().split(b"\0")
                    return f"{words[0].decode(errors='replace')} (process {process.name})"
    return None


# ── the server ───────────────────────────────────────────────────────────────────────────────


PATIENCE = 10.0
"""Seconds for the head of a request, and as many for its body."""

GRACE = 1
"""Seconds that answers get to come to their end."""

MOST_SOCKETS = 512

MOST_FROM_ONE = MOST_SOCKETS // 2
"""From one address: 64 phones behind it have four each, and as many have room beside it."""

TURN = 0.001
"""Seconds after which a thread that works lets the others go on, so that phones need not wait."""

LOST_MILLISECONDS = 40_000
"""A phone that takes nothing for so long is gone: its stream ends, and its seat is free soon."""

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class PatientProtocol(H11Protocol):
    """HTTP in which the head and the body of a request come in time, or the line is cut."""

    _deadline: asyncio.TimerHandle | None = None
    _awaited: object = None

    def connection_made(self, transport: Any) -> None:
        """Take a connection; where that is one too many, a stranger's ends, or else this one."""
        super().connection_made(transport)
        self._came, self._address = self.loop.time(), self.client and self.client[0]
        if crowd := self._crowd():
            strangers = (line for line in crowd if line.is_strange and line is not self)
            goes = min(strangers, key=lambda line: line._came, default=self)
            goes.transport.abort()
            if goes is self:
                return
        line = transport.get_extra_info("socket")
        # Else the body of an answer waits until the phone has confirmed its head.
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if sys.platform == "linux":
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_MILLISECONDS)
        self._await(h11.IDLE)

    @property
    def is_strange(self) -> bool:
        """Whether nobody who was let in has asked anything here."""
        return not self.scope or "visitor" not in self.scope

    def _crowd(self) -> "list[PatientProtocol]":
        """The connections of which there is one too many; none where there is room."""
        lines = [
            line
            for line in self.connections
            if isinstance(line, PatientProtocol) and not line.transport.is_closing()
        ]
        from_here = [line for line in lines if line._address == self._address]
        if len(from_here) > MOST_FROM_ONE:
            return from_here
        return lines if len(lines) > MOST_SOCKETS else []

    def data_received(self, data: bytes) -> None:
        """Take what came, and give what is still to come its own time."""
        super().data_received(data)
        if self.conn.their_state is not self._awaited:
            self._await(self.conn.their_state)

    def _await(self, state: object) -> None:
        """Wait for the rest of a head, or of a body, and no longer than that."""
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
        """Refuse what is no HTTP, unless it was answered already."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()


class Serving:
    """A game that is served until ``stop``; whatever it does for phones happens in its own thread.

    ``tell`` is called there, too. With ``goes_along`` the phones of a game that is over see
    the next of the same people. Raises ConflictError where the port is taken, and where the game
    is served already: the drafts of one would be lost beside those of the other.
    """

    def __init__(
        self,
        path: Path,
        tell: Callable[[str], None],
        *,
        port: int,
        is_lan: bool = False,
        is_look: bool = False,
        auto: bool = False,
        is_new: bool = False,
        goes_along: bool = False,
    ) -> None:
        with locked(path):  # another may begin at this moment
            known = load_phones(path, tell)
            if known and _are_served(known):
                raise ConflictError(
                    f"{printable(path.name)} is served already, on port {known.port}",
                    remedy="type qr there for its address, or off",
                )
            phones = new_phones() if is_new or known is None else known
            self.game = ServedGame(path, phones, tell, auto=auto)
            self._listening = bound(EVERYWHERE if is_lan else HERE, port)
            self.port = int(self._listening.getsockname()[1])
            self.game.phones = self.game.phones._replace(port=self.port)
            self.game.keep(path, self.game.phones)
        self.is_lan, self.is_look = is_lan, is_look
        self._known = ledgers_beside(path) if goes_along else None
        hosts = Hosts(self.port)
        site = Site(self.game, hosts.are_ours, is_look=is_look, is_lan=is_lan)
        logging.getLogger("uvicorn").setLevel(logging.CRITICAL + 1)
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
        sys.setswitchinterval(TURN)
        self._thread.start()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        following = asyncio.create_task(follow(self.game, self._known))
        await self._server.serve(sockets=[self._listening])
        async with self.game.writing:  # a round that is being written is told to its end
            following.cancel()

    def urls(self, *, look: bool = False) -> list[str]:
        """The addresses that let phones in, with ``look`` only to look; none without a network."""
        token = self.game.phones.look if look else self.game.phones.token
        hosts = addresses() if self.is_lan else [HERE]
        return [f"http://{host}:{self.port}/{token}" for host in hosts]

    def code(self, url: str) -> list[str]:
        """An address for the cameras of phones, in half blocks, white where paper would be."""
        import segno

        out = StringIO()
        segno.make(url, error="l", micro=False).terminal(out, border=2, compact=True)
        return out.getvalue().splitlines()

    def wait(self) -> None:
        """Come back when it has ended."""
        self._thread.join()

    def do(self, action: Callable[[], Any]) -> None:
        """Do something in the thread of the server, and come back when it is done and kept."""

        async def done() -> None:
            action()
            await self.game.save()

        asyncio.run_coroutine_threadsafe(done(), self._loop).result()

    def go_along(self, path: Path) -> None:
        """Show phones another game; the one that they have seen until now is served no more."""
        asyncio.run_coroutine_threadsafe(go_along(self.game, path), self._loop).result()

    def stop(self) -> None:
        """End it; what phones have sent stays beside the ledger."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end)
            self._thread.join()

    def _end(self) -> None:
        self.game.here.end()
        self._server.should_exit = True


def _are_served(phones: Phones) -> bool:
    """Whether a server that knows these phones answers where they came to last."""
    door = Door(phones)
    with suppress(OSError, HTTPException), closing(HTTPConnection(HERE, phones.port, 1)) as line:
        headers = {"Cookie": f"{door.cookie}={door.new_cookie('looks')}"}  # nobody new has come
        line.request("GET", f"/{phones.look}", headers=headers)
        return line.getresponse().status == 200
    return False
