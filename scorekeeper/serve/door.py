"""Which phones may come in: tokens and cookies.

This keeps out other web pages, other users of this machine and curious people on the network. It
doesn't keep out somebody who listens on the Wi-Fi, since nothing is encrypted.
"""

import hmac
import secrets
from typing import Literal, NamedTuple

from scorekeeper.serve.drafts import Phones

Access = Literal["plays", "looks", "holds"]


KEYBOARD = "keyboard"
"""The score keeper's own keyboard goes by this name among the phones; only it holds them back."""


class Visitor(NamedTuple):
    """A phone that was let in, and what it may do."""

    phone: str
    access: Access


class Door:
    """Lets phones in: by a token first, and by their cookies later.

    Nothing is stored about a phone: its cookie holds its name and the proof that it knew a token.
    A browser sends cookies to every port of a host, so ``cookie``, their name, has the port in it.
    """

    def __init__(self, phones: Phones) -> None:
        self.cookie = f"sk-{phones.port}"
        self._tokens: dict[Access, str] = {"plays": phones.token, "looks": phones.look}
        self._tokens["holds"] = phones.token + phones.look  # only the owner of the file has both

    def access(self, token: str) -> Access | None:
        """What a token allows; None if it isn't one of ours."""
        return next((a for a, known in self._tokens.items() if _are_same(token, known)), None)

    def new_cookie(self, access: Access) -> str:
        """The cookie for a new phone, or for the keyboard."""
        phone = KEYBOARD if access == "holds" else secrets.token_hex(8)
        return f"{phone}.{self._proof(phone, access)}"

    def visitor(self, cookie: str) -> Visitor | None:
        """The phone with this cookie; None if it isn't one of ours."""
        phone, _, proof = cookie.partition(".")
        for access in self._tokens:
            if _are_same(proof, self._proof(phone, access)):
                is_genuine = (phone == KEYBOARD) == (access == "holds")
                return Visitor(phone, access) if is_genuine else None
        return None

    def _proof(self, phone: str, access: Access) -> str:
        key, name = self._tokens[access].encode(), phone.encode(errors="replace")
        return hmac.new(key, name, "sha256").hexdigest()


def _are_same(given: str, known: str) -> bool:
    """Whether two texts are equal, in a time that doesn't reveal where they differ."""
    return hmac.compare_digest(given.encode(errors="replace"), known.encode())
