"""The addresses that phones request, and the answers; every refusal is the error object."""

import json
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, suppress
from functools import partial
from types import NoneType
from typing import Any, TypeVar

import segno
from h11 import LocalProtocolError
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from scorekeeper.errors import (
    SK,
    ConflictError,
    FileError,
    ScorekeeperError,
    UsageError,
    program_error,
)
from scorekeeper.render.machine import Facts
from scorekeeper.serve import pages
from scorekeeper.serve.pages import Rendering, own_facts, printable_facts
from scorekeeper.serve.phones import Access, Door, Visitor
from scorekeeper.serve.served_game import ServedGame


class Refused(UsageError):  # noqa: N818 - an answer like any other
    """A request that is refused with this status."""

    def __init__(self, status: int, problem: str, remedy: str) -> None:
        super().__init__(problem, remedy=remedy)
        self.status = status


KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("player", "cards", "entry"), (str,)),
    **dict.fromkeys(("for", "discard"), (str, NoneType)),
    **dict.fromkeys(("also", "ready"), (bool,)),
    "round": (int, NoneType),
}
REFUSALS: Mapping[type, tuple[str, str]] = {
    str: ("{} is missing or isn't text", "send {} as text"),
    bool: ("{} is neither true nor false", "send true or false"),
    int: ("{} isn't a number", "send the round's number, null for a bonus round"),
}
"""The types of value that a phone may send for each key, and how any other value is refused."""


async def body_of(request: Request, *needed: str) -> dict[str, Any]:
    """The JSON object in a body, with one of the ``needed`` keys; Refused for anything else."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "this isn't JSON", "send application/json")
    content = b""
    try:
        async for piece in request.stream():
            content += piece
            if len(content) > 8192:
                raise Refused(413, "that is too long", "send at most 8 kB")
        body = json.loads(content)
        json.dumps(body, ensure_ascii=False).encode()  # ValueError for half a character
    except (ClientDisconnect, ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refused(400, "this isn't a JSON object", 'send something like {"player": "Ann"}')
    wanted = next((key for key in needed if key in body), needed[-1])
    for key, kinds in KINDS.items():
        # For isinstance() true would be a number.
        if key in {*body, wanted} and type(body.get(key)) not in kinds:
            raise Refused(400, *(text.format(key) for text in REFUSALS[kinds[0]]))
    return body


# ── the addresses ────────────────────────────────────────────────────────────────────────────

POLICY = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""Headers of every answer."""


def not_here() -> Refused:
    """The answer to everything that isn't here; a new error each time, for its traceback."""
    return Refused(404, "there is nothing here without the code", "ask for the code at the laptop")


def refusal(request: Request, error: ScorekeeperError) -> Response:
    """The error object, or sentences for a browser, with the status that fits."""
    status = getattr(error, "status", 409 if isinstance(error, ConflictError | FileError) else 422)
    facts = error.facts
    if SK in error.marked_remedy:
        facts["try"] = "ask the score keeper"  # a phone takes no commands
    if "text/html" in request.headers.get("accept", ""):
        page, policy = pages.refused(facts["problem"], facts["try"])
        return HTMLResponse(page, status, {"content-security-policy": policy})
    return JSONResponse(printable_facts({"error": facts}), status)


def qr_code(url: str) -> Any:
    """The QR code of an address."""
    return segno.make(url, error="l", micro=False)


LONGEST_NEWS = 2_900  # bytes of news that an event brings; a page has to ask for longer news


Shown = TypeVar("Shown")


class Site:
    """The web application."""

    def __init__(
        self,
        served: ServedGame,
        is_ours: Callable[[str], bool],  # whether a Host header names this machine
        join: str | None,  # the address that lets phones in; None if they can't reach us
        *,
        is_look: bool = False,  # nobody may enter anything
        is_lan: bool = False,
    ) -> None:
        self.served, self._is_ours = served, is_ours
        code = qr_code(join).svg_inline(omitsize=True) if join else ""
        self._join = {"url": join, "code": code} if join else None
        self._is_look, self._is_lan = is_look, is_lan
        self._door = Door(served.phones)
        self._pages = defaultdict[tuple[pages.View, bool], Rendering](Rendering)
        routes = [
            Route("/", self._page),
            Route("/tv", self._page),
            Route("/api/state", self._state),
            Route("/api/news", self._news),
            Route("/api/events", self._events),
            Route("/api/seat", self._sit, methods=["PUT"]),
            Route("/api/seat", self._leave, methods=["DELETE"]),
            Route("/api/draft", self._send, methods=["PUT"]),
            Route("/api/draft", self._withdraw, methods=["DELETE"]),
            Route("/api/claim", self._claim, methods=["POST"]),
            Route("/api/wait", self._wait, methods=["POST"]),
            Route("/api/request", self._request, methods=["POST"]),
            *(Route(address, _file) for address in pages.FILES),
        ]
        handlers: Mapping[Any, Any] = {
            HTTPException: _by_status,
            ScorekeeperError: refusal,
            Exception: self._own_fault,
        }
        site = Starlette(routes=routes, exception_handlers=handlers)
        site.router.redirect_slashes = False
        self._inside = GZipMiddleware(site, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = Headers(raw=message.get("headers", []))
                MutableHeaders(scope=message).update({**POLICY, **headers})
            # If the body broke off in the middle, the protocol itself has answered already.
            with suppress(LocalProtocolError):
                await send(message)

        request = Request(scope)
        try:
            response = self._at_the_door(request)
        except ScorekeeperError as error:
            response = refusal(request, error)
        await (response or self._inside)(scope, receive, answer)

    # ── the door ─────────────────────────────────────────────────────────────────────────

    def _at_the_door(self, request: Request) -> Response | None:
        """The answer to a visitor with a token, None for a known phone; Refused for others."""
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            if self._is_lan:
                raise not_here()
            raise Refused(421, "the game isn't at this address", "use the one at the laptop")
        visitor = self._door.visitor(request.cookies.get(self._door.cookie, ""))
        _, token, *rest = f"{request.scope['path']}/".split("/")
        access = self._door.access(token)
        if access and request.method in ("GET", "HEAD") and rest in ([""], ["tv", ""]):
            return self._welcome(access, visitor, "/".join(["", *rest[:-1]]), request)
        if visitor is None:
            raise not_here()
        if visitor.access != "holds":
            seated = self.served.phones.seats.values()
            counts = request.scope["path"] not in pages.FILES
            self.served.presence.greet(visitor.phone, seated, counts=counts)
        request.scope["visitor"] = visitor
        if request.method not in ("GET", "HEAD"):
            if request.headers.get("origin") != f"http://{host}":
                raise Refused(403, "another page sent this", "use the score keeper's page")
            if self._only_looks(visitor):
                remedy = "ask for the code to enter points"
                raise Refused(403, "this page is only for watching", remedy)
        return None

    def _welcome(
        self, access: Access, visitor: Visitor | None, address: str, request: Request
    ) -> Response:
        """Set a cookie and go on to the page without the token in its address.

        This isn't a redirect: after a link in a messenger a redirect would lose a Strict cookie.
        """
        head = f'<meta http-equiv="refresh" content="0;url={address or "/"}">'
        response = HTMLResponse(f"<!doctype html><title>scorekeeper</title>{head}")
        if visitor is None or visitor.access != access:
            response.set_cookie(
                self._door.cookie,
                self._door.new_cookie(access),
                max_age=30 * 24 * 3600,
                httponly=True,
                samesite="strict",
            )
            self.served.tell(f"a phone has joined ({(request.client or ['?'])[0]})")
        return response

    def _only_looks(self, visitor: Visitor) -> bool:
        return self._is_look or visitor.access != "plays"

    # ── looking ──────────────────────────────────────────────────────────────────────────

    async def _page(self, request: Request) -> Response:
        view: pages.View = "tv" if request.scope["path"] == "/tv" else "phone"
        return HTMLResponse(await self._shown(lambda: self._rendering(request, view).text))

    async def _news(self, request: Request) -> Response:
        seen = request.query_params.get("seen", "")
        *_, news = await self._shown(partial(self._since, request, seen))
        return Response(news, media_type="application/json")

    async def _shown(self, make: Callable[[], Shown]) -> Shown:
        """What ``make`` returns for the game as it is now, once that is on the disk if possible."""
        made = make()
        try:
            await self.served.save()
        except ScorekeeperError:
            made = make()  # what couldn't be saved doesn't count
        return made

    def _since(self, request: Request, seen: str) -> tuple[int, str, str]:
        """What a page's script needs: version, number, and as JSON what changed since ``seen``."""
        view: pages.View = "tv" if request.query_params.get("view") == "tv" else "phone"
        shown = self._rendering(request, view)
        number = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 20 else 0
        facts = {"changes": self.served.changes, **self._own(request)}
        sits = [seat["player"] for seat in (facts["me"], facts["also"]) if seat]
        facts["own"] = {player: shown.kept["each"][player] for player in sits}
        own = json.dumps(facts, ensure_ascii=False)
        everybodys = shown.news(number if number <= shown.seen else 0)
        return shown.version, str(shown.seen), f"{everybodys[:-1]},{own[1:]}"

    async def _state(self, request: Request) -> Response:
        return JSONResponse(
            await self._shown(lambda: self.served.public_facts() | self._own(request))
        )

    def _own(self, request: Request) -> Facts:
        """What only this phone sees."""
        visitor, served = request.scope["visitor"], self.served
        own = own_facts(served.row, served.last, served.phones, visitor.phone)
        due = served.writes_at and served.writes_at - time.monotonic()
        return {**own, "look": self._only_looks(visitor), "writes_in": due}

    def _rendering(self, request: Request, view: pages.View) -> Rendering:
        """A page as it is now, the same for everybody; written once for many changes at once."""
        look = self._only_looks(request.scope["visitor"])

        def page(seen: int) -> str:
            own = {"me": None, "look": look, "seen": seen}
            facts = {**self.served.public_facts(), **own}
            shown.for_script = pages.for_script(facts)
            return pages.page(facts, self.served.game, view, self._join, shown.kept)

        shown, presence = self._pages[view, look], self.served.presence
        now = time.monotonic()
        if shown.version != presence.version or int(shown.written_at) != int(now):
            shown.write(page)
            shown.version, shown.written_at = presence.version, now
        return shown

    async def _events(self, request: Request) -> Response:
        return StreamingResponse(self._stream(request), media_type="text/event-stream")

    async def _stream(self, request: Request) -> AsyncGenerator[str]:
        """The events for a phone; its page gets what changed since the last one too, if short."""
        (phone, access), served = request.scope["visitor"], self.served
        query, seen = request.query_params, request.query_params.get("seen", "")
        stream = served.hold() if access == "holds" else served.presence.events(phone)
        async with aclosing(stream) as events:
            async for event in events:
                if event.startswith("event: state") and "view" in query:
                    version, seen, news = await self._shown(partial(self._since, request, seen))
                    if len(news.encode()) > LONGEST_NEWS:
                        news = f'{{"version": {version}}}'
                    event = f"event: state\nid: {version}\ndata: {news}\n\n"
                yield event

    # ── entering ─────────────────────────────────────────────────────────────────────────

    async def _sit(self, request: Request) -> Response:
        body, phone = await body_of(request, "player"), request.scope["visitor"].phone
        self.served.sit(phone, body["player"], also=body.get("also", False))
        return await self._saved({"player": body["player"]})

    async def _leave(self, request: Request) -> Response:
        self.served.leave(request.scope["visitor"].phone, request.query_params.get("for"))
        return await self._saved({"player": None})

    async def _send(self, request: Request) -> Response:
        body, phone = await body_of(request, "cards", "entry"), request.scope["visitor"].phone
        entry = body["cards" if "cards" in body else "entry"]
        ready, whose = body.get("ready", False), _round_of(body)
        return await self._saved(self.served.send(phone, *whose, entry, ready=ready)._asdict())

    async def _withdraw(self, request: Request) -> Response:
        self.served.withdraw(request.scope["visitor"].phone, request.query_params.get("for"))
        return await self._saved({"draft": None})

    async def _claim(self, request: Request) -> Response:
        body, phone = await body_of(request, "cards"), request.scope["visitor"].phone
        cards, discard = body["cards"], body.get("discard")
        return await self._saved(await self.served.claim(phone, *_round_of(body), cards, discard))

    async def _wait(self, request: Request) -> Response:
        self.served.wait(request.scope["visitor"].phone)
        return JSONResponse({"writes_in": None})

    async def _request(self, request: Request) -> Response:
        body, phone = await body_of(request, "entry"), request.scope["visitor"].phone
        return await self._saved(self.served.ask(phone, *_round_of(body), body["entry"]))

    async def _saved(self, facts: dict[str, Any]) -> Response:
        """The answer, once what was sent is on the disk."""
        await self.served.save()
        return JSONResponse(printable_facts(facts))

    async def _own_fault(self, _: Request, error: Exception) -> Response:
        """Report a fault of the program on the terminal."""
        fault = program_error(error)
        self.served.tell(f"{fault.problem}; {fault.remedy}")
        return JSONResponse({}, 500)


def _round_of(body: Mapping[str, Any]) -> tuple[str | None, int | None]:
    """For which player and round this is: None for the phone's own, and for a bonus round."""
    return body.get("for"), body.get("round", 0)


def _by_status(request: Request, error: HTTPException) -> Response:
    """The answer to an unknown address, or to a method that an address doesn't take."""
    wrong_method = Refused(405, "that can't be done here", "look at the page")
    response = refusal(request, wrong_method if error.status_code == 405 else not_here())
    response.headers.update(error.headers or {})
    return response


async def _file(request: Request) -> Response:
    media_type, path = pages.FILES[request.scope["path"]]
    return Response(pages.sent(path), media_type=media_type)
