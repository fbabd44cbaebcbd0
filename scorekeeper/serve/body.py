"""What a request holds: one object in JSON, small, with texts and numbers where they belong."""

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request

from scorekeeper.errors import UsageError

LARGEST_BODY = 8192


class Refused(Exception):  # noqa: N818 - an answer like any other
    """A request that is answered by this error with this status."""

    def __init__(self, status: int, problem: str, remedy: str) -> None:
        self.status, self.error = status, UsageError(problem, remedy=remedy)


async def body_of(request: Request) -> dict[str, Any]:
    """The object in a body; Refused where it is too large, or no object in JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "this is not sent as JSON", "send application/json")
    content = b""
    try:
        async for piece in request.stream():
            content += piece
            if len(content) > LARGEST_BODY:
                raise Refused(413, "that is more than anybody sends", "send 8 kB at most")
        body = json.loads(content)
        json.dumps(body, ensure_ascii=False).encode()  # half a character is no text
    except (ClientDisconnect, ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refused(400, "this is no object in JSON", 'send something like {"player": "Ann"}')
    return body


def text_in(body: dict[str, Any], key: str) -> str:
    """The text that stands behind a key; Refused where none does."""
    if not isinstance(body.get(key), str):
        raise Refused(400, f"{key} is missing, or is no text", f"send {key} as a text")
    text: str = body[key]
    return text


def round_in(body: dict[str, Any]) -> int | None:
    """The number of the round that is meant, None for a bonus round."""
    number = body.get("round", 0)
    if number is None or (isinstance(number, int) and not isinstance(number, bool)):
        return number
    raise Refused(400, "round is no number", "send the round's number, null for a bonus round")
