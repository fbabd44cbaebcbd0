"""Who may come in: hosts, tokens and cookies.

It keeps out other web pages, other users of this machine, and the curious on the network; not
somebody who listens on the Wi-Fi, since nothing is encrypted.
"""

import hmac
import secrets
from typing import Literal, NamedTuple

from scorekeeper.serve.drafts import Phones

Access = Literal["plays", "looks", "holds"]


KEYBOARD = "keyboard"
"""The name among phones of the score keeper's own keyboard, which alone holds the others back."""


class Visitor(NamedTuple):
    """A phone that was let in, and what it may do here."""

    phone: str
    access: Access


class Door:
    """Lets in whoever knows a token, and phones by their cookies later.

    Nothing is kept of a phone: its cookie holds its name, and the proof that it knew a token. A
    browser sends cookies to every port, so the port is in the name ``cookie``.
    """

    def __init__(self, phones: Phones) -> None:
        self.cookie = f"sk-{phones.port}"
        self._tokens: dict[Access, str] = {"plays": phones.token, "looks": phones.look}
        self._tokens["holds"] = phones.token + phones.look  # only who reads their file has both

    def access(self, token: str) -> Access | None:
        """What a token lets its bearer do, None for one that is none of ours."""
        found = [name for name, known in self._tokens.items() if _are_same(token, known)]
        return found[0] if found else None

    def new_cookie(self, access: Access) -> str:
        """The cookie for a phone that is new here, or for the keyboard."""
        phone = KEYBOARD if access == "holds" else secrets.token_hex(8)
        return f"{phone}.{self._proof(phone, access)}"

    def visitor(self, cookie: str) -> Visitor | None:
        """The phone with this cookie; None for one that is none of ours."""
        phone, _, proof = cookie.partition(".")
        for access in self._tokens:
            if _are_same(proof, self._proof(phone, access)):
                is_itself = (phone == KEYBOARD) == (access == "holds")
                return Visitor(phone, access) if is_itself else None
        return None

    def _proof(self, phone: str, access: Access) -> str:
        key, name = self._tokens[access].encode(), phone.encode(errors="replace")
        return hmac.new(key, name, "sha256").hexdigest()


def _are_same(given: str, known: str) -> bool:
    """Whether two texts are the same, in a time that tells nothing of where they part."""
    return hmac.compare_digest(given.encode(errors="replace"), known.encode())
