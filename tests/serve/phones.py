"""A game that is served in this process, and phones that send requests as browsers do."""

import json
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.serve.server import Serving
from scorekeeper.sharing.texts import message


class Reply(NamedTuple):
    """An answer: the status, the headers with names in lower case, and the text."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def problem(self) -> str:
        """What was wrong, as the error object says."""
        return str(self.json["error"]["problem"])


class Phone:
    """A phone that came by an address with a token, or with None."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.cookie = ""
        if token:
            self.cookie = self.asks("GET", f"/{token}").headers["set-cookie"].partition(";")[0]

    def asks(
        self, method: str, path: str, body: object = None, /, raw: bytes = b"", **headers: str
    ) -> Reply:
        """The answer to one request; in headers ``_`` stands for ``-``, and "" leaves one out."""
        content = json.dumps(body).encode() if body is not None else raw
        sent = {"host": self.host, "cookie": self.cookie}
        if method not in ("GET", "HEAD"):
            sent |= {"origin": f"http://{self.host}", "content-type": "application/json"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        line = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            line.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value:
                    line.putheader(name, value)
            if content:
                line.putheader("content-length", str(len(content)))
            line.endheaders(content or None)
            answer = line.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, told, answer.read().decode())
        finally:
            line.close()

    def state(self) -> Any:
        return self.asks("GET", "/api/state").json

    def sits(self, player: str) -> Reply:
        return self.asks("PUT", "/api/seat", {"player": player})

    def sends(self, entry: str, number: int | None = 1, *, ready: bool = True) -> Reply:
        body = {"round": number, "entry": entry, "ready": ready}
        return self.asks("PUT", "/api/draft", body)

    def claims(self, cards: str, discard: str | None = None, number: int = 1) -> Reply:
        body = {"round": number, "cards": cards, "discard": discard}
        return self.asks("POST", "/api/claim", body)


class Served:
    """A game that is served: what it said on the terminal, and phones that come to it."""

    def __init__(self, path: Path, **more: Any) -> None:
        self.path = path
        self.told: list[str] = []
        self.serving = Serving(path, self.told.append, message, **{"port": 0, **more})

    @property
    def port(self) -> int:
        return self.serving.port

    @property
    def url(self) -> str:
        return self.serving.urls()[0]

    def phone(self, player: str | None = None, *, look: bool = False) -> Phone:
        """A phone that is let in, with a player's seat if one is named."""
        phones = self.serving.game.phones
        phone = Phone(self.port, phones.look if look else phones.token)
        if player:
            assert phone.sits(player).status == 200
        return phone


Serves = Callable[..., Served]


class Page:
    """A page that listens: the events of its stream, one after the other."""

    def __init__(self, phone: Phone, asks: str = "") -> None:
        self._line = HTTPConnection("127.0.0.1", phone.port, timeout=60)
        self._line.request("GET", f"/api/events{asks}", headers={"cookie": phone.cookie})
        self._answer = self._line.getresponse()

    def hears(self) -> dict[str, str]:
        """The fields of the next event; none if the stream has ended."""
        fields: dict[str, str] = {}
        while line := self._answer.readline().decode().rstrip("\n"):
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields

    def goes_on(self) -> bool:
        """Whether the stream is still open after everything that came."""
        self._line.sock.settimeout(0.5)
        with suppress(TimeoutError):
            while self.hears():
                pass
            return False
        return True

    def closes(self) -> None:
        self._answer.close()
        self._line.close()
