"""Who may do what: for each promise, somebody who tries to break it."""

import gc
import hmac
import re
import socket
from base64 import b64encode
from contextlib import ExitStack, suppress
from hashlib import sha256

import pytest
from starlette.requests import Request

from scorekeeper import codec
from scorekeeper.ledger.written import Round
from scorekeeper.serve import server
from scorekeeper.serve.pages import MOST_A_SECOND, MOST_PHONES
from scorekeeper.serve.phones import KEYBOARD, Door
from scorekeeper.serve.server import Hosts, addresses
from tests.program import files, ledger, names, scores
from tests.serve.phones import Page, Phone, Serves
from tests.values import game

ADDRESSES = (
    *("/", "/tv", "/page.css", "/page.js", "/icon.svg", "/favicon.ico", "/api/state", "/nothing"),
    *("/api/events", "/api/seat", "/api/draft", "/api/claim", "/api/wait", "/../thursday.toml"),
    *("/api/request", "/api/news"),
)


# ── without a token ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "TRACE"])
def test_without_a_token_every_address_gives_the_same_answer(serves: Serves, method: str) -> None:
    stranger = Phone(serves().port)
    answers = {stranger.asks(method, path).text for path in ADDRESSES}
    assert len(answers) == 1
    assert {stranger.asks(method, path).status for path in ADDRESSES} == {404}


def test_a_browser_without_the_code_reads_the_same_advice_at_every_address(serves: Serves) -> None:
    stranger = Phone(serves().port)
    answers = [stranger.asks("GET", path, accept="text/html,*/*;q=0.8") for path in ADDRESSES]
    assert {answer.status for answer in answers} == {404}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].headers["content-type"].startswith("text/html")
    assert "<p>Ask for the code at the laptop.</p>" in answers[0].text
    style = answers[0].text.partition("<style>")[2].partition("</style>")[0]
    allowed = b64encode(sha256(style.encode()).digest()).decode()
    policy = answers[0].headers["content-security-policy"]
    assert policy == f"default-src 'none'; style-src 'sha256-{allowed}'; frame-ancestors 'none'"
    assert stranger.asks("GET", "/").json["error"]["try"] == "ask for the code at the laptop"


def test_what_somebody_asked_for_is_text_in_a_refusal(serves: Serves) -> None:
    page = serves().phone().asks("GET", "/<script>", accept="text/html")
    assert page.status == 404
    assert "<script>" not in page.text


def test_a_visitor_without_a_token_leaves_nothing_in_memory(serves: Serves) -> None:
    stranger = Phone(serves().port)
    for _ in range(20):
        stranger.asks("GET", "/")
    gc.collect()
    assert sum(type(thing) is Request for thing in gc.get_objects()) < 10


def test_a_token_has_128_bits_and_its_beginning_opens_nothing(serves: Serves) -> None:
    served = serves()
    token = served.serving.game.phones.token
    assert len(token) == 22
    for wrong in (token[:-1], token[:-1] + "é", token + "x", token.swapcase(), "", "x" * 5000):
        assert Phone(served.port).asks("GET", f"/{wrong!a}"[:4000]).status == 404


def test_a_token_works_only_with_get(serves: Serves) -> None:
    served = serves()
    answer = Phone(served.port).asks("PUT", f"/{served.serving.game.phones.token}")
    assert (answer.status, answer.headers.get("set-cookie")) == (404, None)


@pytest.mark.parametrize("cookie", ["", "{phone}.", "{phone}.{other}", "{proof}", "x.{proof}"])
def test_a_cookie_from_elsewhere_opens_nothing(serves: Serves, cookie: str) -> None:
    served = serves()
    name, _, value = served.phone().cookie.partition("=")
    phone, _, proof = value.partition(".")
    other = served.phone().cookie.partition(".")[2]
    stranger = Phone(served.port)
    stranger.cookie = f"{name}={cookie.format(phone=phone, proof=proof, other=other)}"
    assert stranger.asks("GET", "/api/state").status == 404


def test_the_first_visit_gives_a_cookie_and_goes_on_without_the_token(serves: Serves) -> None:
    served = serves()
    token = served.serving.game.phones.token
    answer = Phone(served.port).asks("GET", f"/{token}")
    assert answer.status == 200
    name, *facts = answer.headers["set-cookie"].split("; ")
    assert name.startswith(f"sk-{served.port}=")
    assert {"HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={30 * 24 * 3600}"} <= set(facts)
    assert not any(fact.lower() == "secure" for fact in facts)
    assert 'content="0;url=/"' in answer.text
    assert token not in answer.text


def test_a_phone_that_opens_the_address_again_keeps_the_seat(serves: Serves) -> None:
    served = serves()
    phone = served.phone("Bo")
    again = phone.asks("GET", f"/{served.serving.game.phones.token}")
    assert "set-cookie" not in again.headers
    assert phone.state()["me"]["player"] == "Bo"


def test_a_new_token_drops_all_phones(serves: Serves) -> None:
    served = serves()
    phone = served.phone("Bo")
    port = served.port
    served.serving.stop()
    again = serves(port=port, is_new=True)
    assert phone.asks("GET", "/api/state").status == 404
    assert again.serving.game.phones.seats == {}


# ── other pages, other names ─────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "https://{host}", "http://127.0.0.1", "{host}"]
)
def test_another_page_writes_nothing(serves: Serves, origin: str) -> None:
    served = serves()
    phone = served.phone("Bo")
    before = files(served.path.parent)
    for method, path, body in (
        ("PUT", "/api/seat", {"player": "Cy"}),
        ("DELETE", "/api/seat", None),
        ("PUT", "/api/draft", {"round": 1, "entry": "5", "ready": True}),
        ("DELETE", "/api/draft", None),
        ("POST", "/api/claim", {"round": 1, "cards": "4h5h6h", "discard": "kd"}),
        ("POST", "/api/wait", None),
        ("POST", "/api/request", {"round": 1, "entry": "5"}),
    ):
        origins = origin.format(host=phone.host)
        assert phone.asks(method, path, body, origin=origins).status == 403
    assert files(served.path.parent) == before


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.evil:{port}"],
)
def test_a_foreign_host_name_is_not_this_machine(serves: Serves, host: str) -> None:
    served = serves()
    phone = served.phone()
    meant = host.format(port=served.port)
    # Without any Host the request is none.
    assert phone.asks("GET", "/api/state", host=meant).status == (421 if meant else 400)


def test_on_the_network_another_name_finds_nothing(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "EVERYWHERE", "127.0.0.1")
    served = serves(is_lan=True)
    answer = served.phone().asks("GET", "/api/state", host=f"evil.example:{served.port}")
    assert answer == Phone(served.port).asks("GET", "/api/state")._replace(headers=answer.headers)


def test_this_machine_answers_to_its_own_names_and_addresses() -> None:
    hosts = Hosts(8313)
    name = socket.gethostname().lower()
    for ours in ("localhost", "127.0.0.1", name, f"{name.partition('.')[0]}.local", *addresses()):
        assert hosts.are_ours(f"{ours}:8313"), ours
        assert not hosts.are_ours(f"{ours}:8314"), ours


def test_a_machine_with_an_unknown_name_refuses_other_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "x" * 64)
    assert not Hosts(8313).are_ours("evil.example:8313")


def test_invalid_json_is_refused(serves: Serves) -> None:
    phone = serves().phone("Bo")
    for kind in ("", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = phone.asks("PUT", "/api/seat", {"player": "Cy"}, content_type=kind)
        assert answer.status == 415


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/seat", b""),
        ("/api/seat", b"{"),
        ("/api/seat", b"[]"),
        ("/api/seat", b'"Bo"'),
        ("/api/seat", b"null"),
        ("/api/seat", b"\xff"),
        ("/api/seat", b'{"player": "\\ud800"}'),
        ("/api/seat", b"[" * 8000),
        ("/api/seat", b"9" * 8000),
        ("/api/seat", {}),
        ("/api/seat", {"player": 7}),
        ("/api/seat", {"player": ["Bo"]}),
        ("/api/draft", {"round": 1}),
        ("/api/draft", {"round": 1, "entry": 5}),
        ("/api/draft", {"round": "1", "entry": "5"}),
        ("/api/draft", {"round": True, "entry": "5"}),
        ("/api/draft", {"round": 1, "entry": "5", "ready": "yes"}),
    ],
)
def test_only_a_json_object_with_what_is_asked_for_is_accepted(
    serves: Serves, path: str, body: object
) -> None:
    phone = serves().phone("Bo")
    sent = (None, body) if isinstance(body, bytes) else (body, b"")
    assert phone.asks("PUT", path, sent[0], raw=sent[1]).status == 400


def test_a_large_body_is_refused(serves: Serves) -> None:
    phone = serves().phone("Bo")
    assert phone.asks("PUT", "/api/seat", {"player": "x" * 9000}).status == 413


def test_every_answer_has_the_policy(serves: Serves) -> None:
    served = serves()
    phone = served.phone("Bo")
    for answer in (
        phone.asks("GET", "/"),
        phone.asks("GET", "/api/state"),
        phone.asks("GET", "/page.js"),
        phone.asks("GET", "/nothing"),
        phone.asks("PUT", "/api/seat", {"player": "Nobody"}),
        Phone(served.port).asks("GET", "/"),
        Phone(served.port).asks("GET", f"/{served.serving.game.phones.token}"),
    ):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


# ── who looks, and who sits elsewhere ────────────────────────────────────────────────────


def writes(phone: Phone) -> set[int]:
    return {
        phone.sits("Ann").status,
        phone.sends("5").status,
        phone.claims("4h5h6h", "kd").status,
        phone.asks("POST", "/api/wait").status,
        phone.asks("DELETE", "/api/seat").status,
    }


def test_the_second_token_is_only_for_watching(serves: Serves) -> None:
    served = serves()
    phone, page = served.phone(look=True), 'id="seats"'
    assert phone.state()["look"] is True
    assert writes(phone) == {403}
    assert page not in phone.asks("GET", "/").text
    assert page in served.phone().asks("GET", "/").text


def test_with_the_look_option_nobody_can_enter(serves: Serves) -> None:
    phone = serves(is_look=True).phone()
    assert phone.state()["look"] is True
    assert writes(phone) == {403}


def test_a_phone_without_a_seat_enters_nothing(serves: Serves) -> None:
    served = serves()
    phone = served.phone()
    assert (phone.sends("5").status, phone.claims("4h5h6h", "kd").status) == (409, 409)
    assert served.serving.game.phones.drafts == {}


def test_a_phone_cannot_pretend_to_be_the_keyboard(serves: Serves) -> None:
    served = serves()
    phones, bo = served.serving.game.phones, served.phone("Bo")
    forged = Phone(served.port)
    for token in (phones.token, phones.look):
        proof = hmac.new(token.encode(), KEYBOARD.encode(), "sha256").hexdigest()
        forged.cookie = f"sk-{served.port}={KEYBOARD}.{proof}"
        assert forged.asks("GET", "/api/events").status == 404
    forged.cookie = f"sk-{served.port}={Door(phones).new_cookie('holds')}"
    assert forged.sits("Ann").status == 403
    assert bo.sends("12").status == 200


def test_players_cannot_take_or_use_each_others_seats(serves: Serves) -> None:
    served = serves()
    bo, other = served.phone("Bo"), served.phone("Cy")
    bo.sends("12")
    assert other.sits("Bo").status == 409
    other.asks("PUT", "/api/draft", {"round": 1, "player": "Bo", "entry": "30", "ready": True})
    drafts = served.serving.game.phones.drafts
    assert {player: draft.entry for player, draft in drafts.items()} == {"Bo": "12", "Cy": "30"}


def test_players_cannot_see_each_others_drafts(serves: Serves) -> None:
    served = serves()
    bo, cy = served.phone("Bo"), served.phone("Cy")
    bo.sends("27")
    for phone in (cy, served.phone(), served.phone(look=True)):
        answer = phone.asks("GET", "/api/state").text + phone.asks("GET", "/").text
        # Whole numbers: a page's long version may hold these two digits.
        assert "27" not in re.findall(r"\d+", answer)
    assert bo.state()["me"]["draft"]["entry"] == "27"
    assert [seat["ready"] for seat in cy.state()["seats"]] == [False, True, False]


def test_a_phone_reaches_no_older_round_no_rule_and_no_file(serves: Serves) -> None:
    served = serves(ledger(scores("Bo", Ann=12, Bo=0, Cy=5)))
    before = served.path.read_bytes()
    phone = served.phone("Bo")
    assert {phone.sends("5", number).status for number in (0, 1, 3, -1, None)} == {409}
    body = {"round": 2, "entry": "5", "ready": True, "file": "x.toml", "rules": {}, "out": "Ann"}
    assert phone.asks("PUT", "/api/draft", body).status == 200
    assert phone.asks("PUT", "/api/seat", {"player": "../x"}).status == 422
    assert served.path.read_bytes() == before
    assert sorted(names(served.path.parent)) == [".thursday.toml.phones", "thursday.toml"]


def test_the_tokens_are_for_their_owner_alone(serves: Serves) -> None:
    served = serves()
    path = served.path.with_name(".thursday.toml.phones")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    served.phone("Bo").sends("12")
    assert path.stat().st_mode & 0o777 == 0o600


def test_names_are_text_everywhere(serves: Serves) -> None:
    name = "<img src=x onerror=alert(1)>"
    served = serves(ledger(players=(name, "Bo", "Cy"), game=""))
    assert "<img src=x" not in served.phone(name).asks("GET", "/").text


def test_characters_that_nobody_sees_are_written_out_for_phones(serves: Serves) -> None:
    names = ("A\x00nn\x1b[2J", "B\u202eo")
    block = Round(scores=dict.fromkeys(names, 5), note=names[0])
    served = serves(codec.write_new(game(block, players=names)._replace(title=names[1])))
    phone = served.phone(r"B\u202eo")
    assert phone.sends("7", 2).json["player"] == r"B\u202eo"
    assert served.serving.game.phones.drafts.keys() == {names[1]}
    state = phone.state()
    assert state["me"]["player"] == state["game"]["title"] == r"B\u202eo"
    assert state["sheet"]["rounds"][0]["points"] == {r"A\x00nn\x1b[2J": 5, r"B\u202eo": 5}
    for path in ("/", "/tv", "/api/state"):
        text = phone.asks("GET", path).text
        assert {letter for letter in text if not letter.isprintable()} <= {"\n"}
        assert "u202eo" in text
    assert r"has B\u202eo's seat" in served.phone().sits(r"B\u202eo").problem


# ── too much, too slow ───────────────────────────────────────────────────────────────────


def test_twenty_requests_are_served_in_a_second_and_more_in_the_next(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, clock = serves(), [0.0]
    monkeypatch.setattr(served.serving.game.presence, "_now", lambda: clock[0])
    phone = served.phone()
    for clock[0], served_then in ((0.0, MOST_A_SECOND), (0.9, 0), (1.0, MOST_A_SECOND), (1.9, 0)):
        answers = [phone.asks("GET", "/api/state").status for _ in range(MOST_A_SECOND + 2)]
        assert answers == [200] * served_then + [429] * (MOST_A_SECOND + 2 - served_then)
    assert served.phone().asks("GET", "/api/state").status == 200


def test_the_files_of_the_page_are_not_counted(serves: Serves) -> None:
    phone = serves().phone()
    files = [phone.asks("GET", "/page.js").status for _ in range(3 * MOST_A_SECOND)]
    assert set(files) == {200}
    assert phone.asks("GET", "/api/state").status == 200


def test_64_phones_are_served(serves: Serves) -> None:
    served = serves()
    phones = [served.phone() for _ in range(MOST_PHONES + 1)]
    pages = [Page(phone) for phone in phones[:-1]]
    assert [page.hears()["retry"] for page in pages] == ["1000"] * MOST_PHONES
    assert [phone.asks("GET", "/page.js").status for phone in phones] == [200] * MOST_PHONES + [429]
    for page in pages:
        page.closes()


def test_an_answer_does_not_wait_until_its_head_is_confirmed(serves: Serves) -> None:
    served = serves()
    page = Page(served.phone())
    page.hears()
    lines = list(served.serving._server.server_state.connections)
    sockets = [line.transport.get_extra_info("socket") for line in lines]
    at_once = [way.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for way in sockets]
    assert at_once
    assert all(at_once)
    page.closes()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: ",
        b"PUT /api/seat HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nOrigin: http://{host}\r\n"
        b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_slow_client_is_cut_off(
    serves: Serves, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    served = serves()
    phone = served.phone()
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    for name, value in ((b"{host}", phone.host), (b"{cookie}", phone.cookie)):
        begun = begun.replace(name, value.encode())
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(begun)
        with suppress(ConnectionResetError):
            assert line.recv(100) == b""
    monkeypatch.setattr(server, "PATIENCE", 60)
    assert phone.asks("GET", "/api/state").status == 200


@pytest.mark.parametrize("most", ["MOST_SOCKETS", "MOST_FROM_ONE"])
def test_connections_beyond_the_limit_are_cut_at_once(
    serves: Serves, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    monkeypatch.setattr(server, most, 3)
    served = serves()
    pages = [Page(served.phone()) for _ in range(3)]
    where = ("127.0.0.1", served.port)
    with socket.create_connection(where, 60) as line, suppress(ConnectionResetError):
        assert line.recv(1) == b""
    assert [page.hears()["retry"] for page in pages] == ["1000"] * 3
    for page in pages:
        page.closes()


@pytest.mark.parametrize("most", ["MOST_SOCKETS", "MOST_FROM_ONE"])
def test_unfinished_requests_by_strangers_make_room_for_a_phone(
    serves: Serves, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    served = serves()
    phone = served.phone()
    monkeypatch.setattr(server, most, 4)
    page = Page(phone)
    where = ("127.0.0.1", served.port)
    with ExitStack() as many:
        lines = [many.enter_context(socket.create_connection(where, 60)) for _ in range(3)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert phone.asks("GET", "/api/state").status == 200
        with suppress(ConnectionResetError):
            assert lines[0].recv(1) == b""
    assert page.hears()["retry"] == "1000"
    page.closes()


def test_one_address_cannot_take_all_the_connections(
    serves: Serves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_FROM_ONE", 2)
    served = serves()
    where = ("127.0.0.1", served.port)
    with ExitStack() as many:
        near, *_ = [many.enter_context(socket.create_connection(where, 60)) for _ in range(2)]
        near.settimeout(0.2)
        for _ in range(3):
            far = socket.create_connection(where, 60, ("127.0.1.2", 0))
            many.enter_context(far)
        with pytest.raises(TimeoutError):
            near.recv(1)


def test_a_visitor_is_named_by_its_address(serves: Serves) -> None:
    served = serves()
    token = served.serving.game.phones.token
    Phone(served.port).asks("GET", f"/{token}", x_forwarded_for="192.168.1.99")
    assert served.told == ["a phone has joined (127.0.0.1)"]


def test_a_broken_body_is_refused_and_the_terminal_says_nothing(
    serves: Serves, capfd: pytest.CaptureFixture[str]
) -> None:
    served = serves()
    phone = served.phone()
    head = (
        f"PUT /api/seat HTTP/1.1\r\nHost: {phone.host}\r\nCookie: {phone.cookie}\r\n"
        f"Origin: http://{phone.host}\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n"
    )
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as line:
        line.sendall(head.encode())
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")
    assert phone.asks("GET", "/api/state").status == 200
    assert capfd.readouterr() == ("", "")
    assert not any("mistake" in line for line in served.told)


def test_a_method_that_an_address_does_not_take_gets_its_status(serves: Serves) -> None:
    phone = serves().phone("Bo")
    answer = phone.asks("POST", "/api/state")
    assert (answer.status, set(answer.json["error"])) == (405, {"kind", "problem", "try", "code"})
    assert phone.asks("PUT", "/nothing", {}).status == 404
    assert {phone.asks("DELETE", path).status for path in ("/", "/api/events")} == {405}
