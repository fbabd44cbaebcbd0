"""Where the machine is on its network: its names and addresses, and who has a port."""

import socket
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path

from scorekeeper.errors import ConflictError

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses to which the way leads over the networks that homes have; nothing is sent there."""


def addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that leads outside first."""
    found = []
    for far in ELSEWHERE:
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
            way.connect((far, 9))
            found.append(str(way.getsockname()[0]))
    with suppress(OSError):
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
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        holder = _holder(port)
        by = f" by {holder}" if holder else ""
        raise ConflictError(
            f"port {port} is taken{by}", remedy=f"choose another: sk serve --port {port + 1}"
        ) from error
    return listening


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
