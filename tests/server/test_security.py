"""Origins, cookies, sizes, rates, headers: what browsers and strangers can and cannot do."""

from __future__ import annotations

import json
import logging
import re
import socket
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from server.helpers import (
    FRIEND,
    GAME,
    ME,
    RANDOM,
    Device,
    Running,
    running,
    stop_refilling,
    wait_for,
)
from spielzug.server.config.settings import Settings
from spielzug.server.identity import Identity, is_host
from spielzug.server.limits.rates import ADDRESS, DEVICE, Limits, network
from spielzug.server.web.middleware import BODY_BYTES

NEW = {"game": GAME, "seats": [ME, RANDOM]}


def set_cookie(answer: httpx2.Response) -> str:
    return str(answer.headers.get("set-cookie", ""))


# -- the cookie ----------------------------------------------------------------------------------


def test_the_cookie_and_its_flags(server: Running) -> None:
    device = server.device()
    first = device.http.get("/api/health")
    flags = set_cookie(first)
    assert re.match("spielzug-[0-9a-f]{12}=", flags)
    assert "HttpOnly" in flags
    assert "SameSite=Lax" in flags
    assert "Path=/" in flags
    assert "Secure" not in flags  # plain http: the browser would not send it back
    assert set_cookie(device.http.get("/api/health")) == ""
    assert set_cookie(device.http.get("/api/mine"))  # the lobby renews its time
    assert set_cookie(server.device().http.get("/assets/none.js")) == ""


def test_the_page_itself_names_a_device(server: Running) -> None:
    """It asks for several things at once: were each named anew, a table could belong to nobody."""
    device = server.device()
    assert set_cookie(device.http.get("/")).startswith("spielzug-")
    named = device.cookie
    table = device.table(ME, RANDOM)
    for path in ("games", "bots", "mine", "tables"):
        device.http.get(f"/api/{path}")
        assert device.cookie == named
    assert device.get(f"tables/{table['id']}")["seat"] == 0
    again = device.http.get("/", headers={"If-None-Match": device.http.get("/").headers["etag"]})
    assert (again.status_code, set_cookie(again)) == (304, "")
    device.http.cookies.clear()
    forgotten = device.http.get("/", headers={"If-None-Match": again.headers["etag"]})
    assert forgotten.status_code == 304
    assert set_cookie(forgotten)  # a kept page, but the cookies were cleared: named again


def test_a_forged_cookie_is_nobody(server: Running, anna: Device) -> None:
    table = anna.table(ME, RANDOM)
    called, _, value = anna.cookie.partition("=")
    name, _, signature = value.partition(".")
    wrong = ("B" if signature[0] == "A" else "A") + signature[1:]
    for forged in (name, f"{name}.{wrong}", f"x{name}.{signature}", "", '"', "\xe9"):
        cookie = f"spielzug={forged}; {called}={forged}".encode("latin-1")
        headers = {b"Cookie": cookie, b"Origin": server.url.encode()}
        with httpx2.Client(base_url=server.url, headers=headers) as thief:
            assert thief.get(f"/api/tables/{table['id']}").json()["seat"] == -1
            refused = thief.post(f"/api/tables/{table['id']}/resign", json={"seat": 0})
            assert refused.json()["code"] == "not_your_seat"


def test_two_servers_on_one_host_do_not_take_each_others_seats(
    server: Running, tmp_path: Path
) -> None:
    """A browser keeps cookies by host and name, whatever the port."""
    here = server.device()
    mine = here.table(ME, RANDOM)
    with running(tmp_path / "t.sqlite3") as other:
        there = other.device()
        there.http.cookies = here.http.cookies  # one browser
        yours = there.table(ME, RANDOM)
        here.http.cookies = there.http.cookies
        assert there.get(f"tables/{yours['id']}")["seat"] == 0
        assert here.get(f"tables/{mine['id']}")["seat"] == 0


def test_the_cookie_is_named_after_the_signing_key(server: Running) -> None:
    settings = Settings(Path("t.sqlite3"))
    names = {Identity(key, settings).cookie_name for key in (b"one", b"two")}
    assert len(names) == 2
    assert Identity(b"one", settings).cookie_name in names  # the same after a restart
    key = server.services.store.signing_key.hex()
    fingerprint = server.services.identity.cookie_name.removeprefix("spielzug-")
    assert fingerprint not in key


def test_a_cookie_of_an_earlier_version_is_still_good(server: Running, anna: Device) -> None:
    """It had the same name at every server; the next answer brings one of the present name."""
    table = anna.table(ME, RANDOM)
    called, _, value = anna.cookie.partition("=")
    old = server.device(Cookie=f"spielzug={value}")
    answer = old.http.get(f"/api/tables/{table['id']}")
    assert answer.json()["seat"] == 0
    assert set_cookie(answer).startswith(f"{called}={value};")
    both = server.device(Cookie=f"spielzug=of.another; {anna.cookie}")
    answer = both.http.get(f"/api/tables/{table['id']}")
    assert (answer.json()["seat"], set_cookie(answer)) == (0, "")


def test_cookies_of_other_programs_on_the_host_do_no_harm(server: Running, anna: Device) -> None:
    table = anna.table(ME, RANDOM)
    beside = server.device(Cookie=f'theme={{"dark": true}}; {anna.cookie}')
    assert beside.get(f"tables/{table['id']}")["seat"] == 0


# -- origins -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "//", "["]
)
def test_foreign_pages_are_refused(server: Running, anna: Device, origin: str) -> None:
    table = anna.table(ME, FRIEND)
    refused = anna.http.post("/api/tables", json=NEW, headers={"Origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_origin")
    with pytest.raises(InvalidStatus) as closed, anna.live(table["id"], origin=origin):
        pass
    assert closed.value.response.status_code == 403


def test_a_program_without_origin(server: Running) -> None:
    """Over plain http a missing Origin is no browser, unless the browser says it is one."""
    with httpx2.Client(base_url=server.url) as program:
        assert program.post("/api/tables", json=NEW).status_code == 201
        headers = {"Sec-Fetch-Site": "cross-site"}
        refused = program.post("/api/tables", json=NEW, headers=headers)
        assert refused.status_code == 403
        assert f"has to send the header “Origin: {server.url}”" in refused.json()["detail"]


def test_a_program_plays_as_the_docs_show(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "server.md"
    code = page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    client: dict[str, Any] = {}
    try:
        exec(code.replace("http://127.0.0.1:8765", server.url), client)
        assert capsys.readouterr().out.startswith("written by Spielzug ")
    finally:
        client["http"].close()


def test_another_address_of_the_local_network(tmp_path: Path) -> None:
    """A friend's phone: plain http, a host name that is not localhost."""
    with running(tmp_path / "t.sqlite3", host="127.0.0.2") as server:
        anna, berta = server.device(), server.device()
        table = anna.table(ME, FRIEND)
        assert table["invite_url_base"] == f"{server.url}/#/join/"
        joined = berta.join(table["seats"][1]["invitation"], "Berta")
        assert joined["status"] == "running"
        with berta.live(table["id"]) as live:
            assert live.receive()["seat"] == 1
        wrong = server.url.replace("127.0.0.2", "127.0.0.1")
        refused = berta.http.post("/api/tables", json=NEW, headers={"Origin": wrong})
        assert refused.status_code == 403
        # By a name instead of a number: what counts is that Origin and Host agree.
        named = {"Host": "eisenbahn.local:8765", "Origin": "http://eisenbahn.local:8765"}
        made = anna.http.post("/api/tables", json=NEW, headers=named)
        assert made.status_code == 201
        assert made.json()["invite_url_base"] == "http://eisenbahn.local:8765/#/join/"


def test_invitations_made_on_the_host_name_the_network_address(tmp_path: Path) -> None:
    where = ("http://192.168.1.7:8765", "http://10.0.0.7:8765")
    with running(tmp_path / "t.sqlite3", local_urls=where) as server:
        anna = server.device()
        table = anna.table(ME, FRIEND)
        assert table["invite_url_base"] == f"{where[0]}/#/join/"
        assert table["invite_url_others"] == [f"{where[1]}/#/join/"]
        path = f"tables/{table['id']}"
        assert server.device().get(path)["invite_url_others"] == []  # who only looks


@pytest.mark.parametrize(
    "headers",
    [{"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}, {"Host": "example.org"}],
)
def test_where_the_machine_lies_is_told_only_at_the_machine(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    """A proxy on the same machine brings strangers in, who may name any host."""
    with running(tmp_path / "t.sqlite3", local_urls=("http://10.0.0.7:8765",)) as server:
        origin = f"http://{headers.get('Host', server.url.removeprefix('http://'))}"
        with httpx2.Client(base_url=server.url, headers={**headers, "Origin": origin}) as stranger:
            made = stranger.post("/api/tables", json=NEW)
            assert made.status_code == 201
            assert "10.0.0.7" not in made.text
            assert made.json()["invite_url_base"] == f"{origin}/#/join/"


@pytest.mark.parametrize(
    "header",
    [
        "CF-Connecting-IP", "CF-Ray", "CDN-Loop", "True-Client-IP", "Fastly-Client-IP",
        "X-Client-IP", "X-Azure-ClientIP", "X-Real-IP", "X-Envoy-External-Address", "Via",
        "Forwarded", "X-Forwarded-Port",
    ],
)  # fmt: skip
def test_whatever_a_proxy_adds_shows_that_it_is_not_the_owner(header: str) -> None:
    """Some tell the visitor's address by a header of their own and by no other."""
    identity = Identity(b"key", Settings(Path("t.sqlite3"), lab=True))
    scope = {"client": ("127.0.0.1", 1), "scheme": "http"}
    local = {"host": "localhost:8765", "accept": "*/*"}
    assert identity.is_owner(scope, Headers(local))
    assert not identity.is_owner(scope, Headers({**local, header: "203.0.113.9"}))


def test_strict_behind_https(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", trust_proxy=True) as server:
        host = server.url.removeprefix("http://")
        tls = {"X-Forwarded-Proto": "https"}
        device = server.device(**tls)
        answer = device.http.get("/api/health")
        assert "; Secure" in set_cookie(answer)
        assert answer.headers["strict-transport-security"]
        right, wrong = f"https://{host}", f"http://{host}"
        post = device.http.post
        assert post("/api/tables", json=NEW, headers={"Origin": wrong}).status_code == 403
        made = post("/api/tables", json=NEW, headers={"Origin": right})
        assert made.status_code == 201
        assert made.json()["invite_url_base"] == f"{right}/#/join/"
        with httpx2.Client(base_url=server.url, headers=tls) as program:
            assert program.post("/api/tables", json=NEW).status_code == 403  # it must be there
        plain = server.device()
        assert "Secure" not in set_cookie(plain.http.get("/api/health"))


def seen_address(given: list[tuple[str, str]], proxies: int) -> tuple[str, bool]:
    """Which address counts, and whether it was https, for requests with these header lines."""
    headers = Headers(raw=[(name.encode(), value.encode()) for name, value in given])
    identity = Identity(b"key", Settings(Path("t.sqlite3"), trust_proxy=proxies))
    scope = {"client": ("10.9.9.9", 1), "scheme": "http"}
    return identity.address(scope, headers), identity.is_secure(scope, headers)


@pytest.mark.parametrize(
    ("lines", "one", "two"),
    [
        (["192.0.2.1"], "192.0.2.1", "192.0.2.1"),
        (["6.6.6.6, 192.0.2.1"], "192.0.2.1", "6.6.6.6"),
        (["6.6.6.6", "192.0.2.1"], "192.0.2.1", "6.6.6.6"),  # one line each
        (["6.6.6.6, 192.0.2.1, 10.0.0.2"], "10.0.0.2", "192.0.2.1"),
        (["6.6.6.6", "192.0.2.1", "10.0.0.2"], "10.0.0.2", "192.0.2.1"),
        (["6.6.6.6, 192.0.2.1", "10.0.0.2"], "10.0.0.2", "192.0.2.1"),
        (["192.0.2.1:4711"], "192.0.2.1", "192.0.2.1"),
        (["[2001:db8::1]:4711"], "2001:db8::1", "2001:db8::1"),
        (["2001:db8::1"], "2001:db8::1", "2001:db8::1"),
        ([], "10.9.9.9", "10.9.9.9"),
        ([""], "10.9.9.9", "10.9.9.9"),
    ],
)
def test_only_our_own_proxies_are_believed(lines: list[str], one: str, two: str) -> None:
    """Each adds what it saw at the end; whatever stands before that anybody has written."""
    given = [("x-forwarded-for", line) for line in lines]
    assert seen_address(given, 0)[0] == "10.9.9.9"
    assert seen_address(given, 1)[0] == one
    assert seen_address(given, 2)[0] == two


@pytest.mark.parametrize(
    ("lines", "one", "two"),
    [
        (["https"], True, True),
        (["http"], False, False),
        (["https", "http"], False, True),
        (["http", "https"], True, False),
        (["https, http"], False, True),
        (["https", "http", "http"], False, False),
    ],
)
def test_the_same_for_the_protocol(lines: list[str], one: bool, two: bool) -> None:
    given = [("x-forwarded-proto", line) for line in lines]
    assert [seen_address(given, proxies)[1] for proxies in (0, 1, 2)] == [False, one, two]


@pytest.mark.slow
def test_a_forged_line_does_not_change_who_somebody_is(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True, trust_proxy=1) as server:
        stop_refilling(server)
        for number in range(250):
            forged = [("X-Forwarded-For", f"6.6.6.{number}"), ("X-Forwarded-For", "192.0.2.1")]
            answer = httpx2.post(f"{server.url}/api/tables", json=NEW, headers=forged)
            if answer.status_code == 429:
                break
        assert number == ADDRESS["create"].burst
        assert answer.status_code == 429
        other = [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "192.0.2.2")]
        assert httpx2.post(f"{server.url}/api/tables", json=NEW, headers=other).status_code == 201


def test_proxy_headers_are_not_believed_by_default(server: Running) -> None:
    answer = server.device(**{"X-Forwarded-Proto": "https"}).http.get("/api/health")
    assert "Secure" not in set_cookie(answer)


def test_a_public_address(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", public_url="https://zug.example.org") as server:
        proxied = {"Host": "zug.example.org", "Origin": "https://zug.example.org"}
        with httpx2.Client(base_url=server.url, headers=proxied) as browser:
            made = browser.post("/api/tables", json=NEW)
            assert made.status_code == 201
            assert "; Secure" in set_cookie(made)
            assert made.json()["invite_url_base"] == "https://zug.example.org/#/join/"
            plain = {"Origin": "http://zug.example.org"}
            assert browser.post("/api/tables", json=NEW, headers=plain).status_code == 403


# -- sizes and rates -----------------------------------------------------------------------------


def test_large_bodies(anna: Device) -> None:
    large = b"x" * (BODY_BYTES + 1)
    assert anna.http.post("/api/tables", content=large).json()["code"] == "too_large"

    def pieces() -> list[bytes]:
        return [b"x" * 1000] * 20

    streamed = anna.http.post("/api/tables", content=iter(pieces()))
    assert (streamed.status_code, streamed.json()["code"]) == (413, "too_large")
    small = anna.http.post("/api/tables", content=iter([b'{"game":', b'"none","seats":[]}']))
    assert small.json()["code"] == "bad_request"


def raw_answer(server: Running, request: bytes) -> bytes:
    """Everything the server sends until it closes the connection."""
    url, said = httpx2.URL(server.url), b""
    with socket.create_connection((url.host, url.port or 80), timeout=60) as line:
        line.sendall(request)
        while piece := line.recv(65536):
            said += piece
    return said


@pytest.mark.parametrize(
    ("framing", "body", "status"),
    [
        (f"Content-Length: {BODY_BYTES + 1}", b"", 413),
        ("Transfer-Encoding: chunked", b"5000\r\n" + b"x" * 0x5000 + b"\r\n", 413),
        ("Transfer-Encoding: chunked\r\nContent-Length: 2", b"2\r\n{}\r\n0\r\n\r\n", 422),
    ],
)
def test_after_a_body_that_cannot_be_trusted_the_connection_ends(
    server: Running, framing: str, body: bytes, status: int
) -> None:
    """What follows on it could be read as a request that nobody sent."""
    host = server.url.removeprefix("http://")
    head = f"POST /api/tables HTTP/1.1\r\nHost: {host}\r\n{framing}\r\n\r\n".encode()
    head_said, _, _ = raw_answer(server, head + body).partition(b"\r\n\r\n")
    assert head_said.startswith(f"HTTP/1.1 {status} ".encode()), head_said
    assert b"\r\nconnection: close" in head_said.lower()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "burst"),
    [
        ("way-back", ADDRESS["guess"].burst),  # each device may have a code in the database
        ("passes", ADDRESS["code"].burst),  # a picture is drawn
        ("tables/none/pass", ADDRESS["code"].burst),
        ("forget-names", ADDRESS["names"].burst),  # all finished games are read
    ],
)
def test_what_costs_much_is_limited_however_many_devices_ask(
    tmp_path: Path, path: str, burst: float
) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        stop_refilling(server)
        passed = 0
        while (answer := httpx2.post(f"{server.url}/api/{path}", json={})).status_code != 429:
            passed += 1
            assert passed < 400
        assert answer.json()["code"] == "too_fast"
        assert passed == burst


def test_buckets() -> None:
    now = [0.0]
    limits = Limits(clock=lambda: now[0])
    burst = int(DEVICE["create"].burst)
    assert all(limits.allow("create", "a", "10.0.0.1") for _ in range(burst))
    assert not limits.allow("create", "a", "10.0.0.1")
    assert limits.allow("create", "b", "10.0.0.1")  # somebody else in the family
    now[0] += 1 / DEVICE["create"].per_second
    assert limits.allow("create", "a", "10.0.0.1")
    assert not limits.allow("create", "a", "10.0.0.1")


def test_new_devices_do_not_help_a_flood() -> None:
    limits = Limits(clock=lambda: 0.0)
    allowed = sum(limits.allow("create", f"device{n}", "10.0.0.2") for n in range(1000))
    assert allowed == int(ADDRESS["create"].burst)


def test_buckets_stay_few() -> None:
    limits = Limits(capacity=10)
    for n in range(100):
        limits.allow("look", f"d{n}", f"10.0.0.{n}")
    assert all(len(kept._kept) <= 11 for kept in limits._buckets.values())


def test_what_counts_as_one_client() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1")
    assert network("::ffff:10.0.0.1") == "10.0.0.1"
    assert network("nonsense") == "unknown"


def test_creating_too_many_tables(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        device = server.device()
        stop_refilling(server)
        answers = [device.http.post("/api/tables", json=NEW) for _ in range(20)]
        codes = [answer.status_code for answer in answers]
        assert codes[:10] == [201] * 10
        assert codes[-1] == 429
        assert answers[-1].json()["code"] == "too_fast"
        assert answers[-1].headers["retry-after"]
        assert device.get("mine")["running"]  # looking is another matter


@pytest.mark.slow
def test_too_many_open_tables(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", open_tables_per_device=2) as server:
        device = server.device()
        ids = [device.table(ME, FRIEND)["id"] for _ in range(2)]
        assert device.post("tables", NEW, 429)["code"] == "too_many_tables"
        device.post(f"tables/{ids[0]}/abandon")
        device.table(ME, FRIEND)


def test_live_messages_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        device = server.device()
        table = device.table(ME, {"kind": "local"})
        with device.live(table["id"]) as live:
            stop_refilling(server)
            for _ in range(int(DEVICE["play"].burst) + 10):
                live.send({"type": "why", "id": 1, "action": "+"})
            assert live.until(lambda m: m.get("code") == "too_fast")["detail"]


@pytest.mark.slow
def test_what_costs_much_has_a_rate_of_its_own(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", limits=True) as server:
        device = server.device()
        path = f"/api/tables/{device.table(ME, FRIEND)['id']}"
        stop_refilling(server)
        for what in ("replay", "proof", "record"):
            assert device.http.get(f"{path}/{what}").status_code in (200, 409)
        answers = [device.http.get(f"{path}/replay") for _ in range(int(DEVICE["costly"].burst))]
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"]
        assert device.get("mine")["running"]


# -- garbled things ------------------------------------------------------------------------------


NO_HOSTS = ["[::1", "[", "]", "a b", "a/b", "x@y", "a:b", "[x]", "a:1:2", "[::::::]", "[1.2.3.4]"]


@pytest.mark.parametrize("host", [*NO_HOSTS, "x" * 3000])
def test_a_host_that_is_none(server: Running, anna: Device, host: str) -> None:
    table = anna.table(ME, FRIEND)
    here = f"/api/tables/{table['id']}"
    for path in ("/", here, f"{here}/code?seat=1"):
        refused = anna.http.get(path, headers={"Host": host, "Accept-Language": "de"})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
        assert "Host" in refused.json()["detail"]


def test_hosts_that_are_some() -> None:
    for host in ("", "localhost", "[::1]", "[::1]:8765", "10.0.0.1:1", "zug.example.org", "bücher"):
        assert is_host(host), host


SURROGATE = chr(0xD800)


def test_halves_of_characters(server: Running, anna: Device) -> None:
    """JSON can name them, no text can hold them: refused wherever they stand, and no more."""
    table = anna.table(ME, FRIEND)
    path, half = f"/api/tables/{table['id']}", json.dumps(SURROGATE)
    friend = '{"kind":"friend"}'
    bodies = [
        (f"{path}/decide", f'{{"number":1,"seat":0,"action":{half}}}'),
        (f"{path}/decide", f'{{"number":1,"seat":0,"action":1,{half}:1}}'),
        (f"{path}/hash", f'{{"hash":{half}}}'),
        ("/api/tables", f'{{"game":{half},"seats":[{friend}]}}'),
        ("/api/tables", f'{{"game":"{GAME}","options":{{{half}:1}},"seats":[{friend}]}}'),
        ("/api/tables", f'{{"game":"{GAME}","seats":[{{"kind":"me","name":{half}}},{friend}]}}'),
        ("/api/invitation", f'{{"token":{half}}}'),
        ("/api/join", f'{{"token":"x","name":{half},"hash":"{"0" * 64}"}}'),
    ]
    for where, body in bodies:
        refused = anna.http.post(where, content=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_request"), body
    with anna.live(table["id"]) as live:
        for message in (
            {"type": "why", "id": SURROGATE, "action": 1},
            {"type": "why", "id": 1, "action": SURROGATE},
            {"type": "decide", "id": 2, "number": 1, "seat": 0, "action": SURROGATE},
            {"type": SURROGATE, "id": 3},
            {"type": "seat", "id": 4, "lang": SURROGATE},
        ):
            live.send(message)
            assert live.kind("error")["code"]
        live.send({"type": "seat", "seat": 0})
        assert live.kind("view")


@pytest.mark.parametrize("given", [2**53, -(10**30)])
def test_an_id_that_no_browser_can_count_to_is_not_sent_back(
    server: Running, anna: Device, given: int
) -> None:
    table = anna.table(ME, {"kind": "local"}, first=1)
    with anna.live(table["id"]) as live:
        live.kind("table")
        live.send({"type": "why", "id": given, "action": 1})
        assert live.kind("why")["id"] is None
        live.send({"type": "nothing", "id": given})
        assert live.kind("error")["id"] is None


def test_one_request_is_one_line_of_the_log(
    server: Running, anna: Device, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "spielzug.access")
    for hidden in ("%0a", "%0d%0a", "%1b[31m", "%e2%80%a8", "%c2%85", "%00", "%e2%80%ae"):
        assert anna.http.get(f"/api/a{hidden}GET /b").status_code == 404
    wait_for(lambda: len(caplog.records) >= 7)  # a line is written after its answer
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) == 7
    assert all(line.isprintable() and "/api/a" in line for line in lines)


# -- pages and headers ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/nothing.png", "/api/health", "/api/docs", "/api/no"])
def test_security_headers(server: Running, path: str) -> None:
    answer = server.device().http.get(path)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


def test_the_docs_page_needs_nothing_from_outside(server: Running) -> None:
    device = server.device()
    page = device.http.get("/api/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "://" not in page.text
    assert not re.search(r"<script(?![^>]*src)|\son\w+=|\sstyle=|<style", page.text)
    for name, kind in (("docs.js", "text/javascript"), ("docs.css", "text/css")):
        file = device.http.get(f"/api/docs/{name}")
        assert file.headers["content-type"].startswith(kind)
        assert "://" not in file.text
    assert device.get("docs/other.js", 404)["code"] == "not_found"
    described = device.get("openapi.json")
    assert "/api/tables/{table}/decide" in described["paths"]
    assert "Snapshot" in described["components"]["schemas"]


def test_without_a_built_client(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", static=tmp_path / "none") as server:
        page = server.device(**{"Accept-Language": "de"}).http.get("/")
        assert page.status_code == 503
        assert "make play" in page.text
        assert "Die Seite" in page.text


def test_the_built_client(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Zug</title>")
    (static / "assets" / "index-AbC_d-12.js").write_text("export {};" * 500)
    (static / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    with running(tmp_path / "t.sqlite3", static=static) as server:
        http = server.device().http
        index = http.get("/")
        assert (index.status_code, index.headers["cache-control"]) == (200, "no-cache")
        assert index.text.startswith("<!doctype")
        script = http.get("/assets/index-AbC_d-12.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["content-encoding"] == "gzip"
        plain = http.get("/assets/index-AbC_d-12.js", headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.text
        assert http.get("/icon.svg").headers["content-type"] == "image/svg+xml"
        again = http.get("/", headers={"If-None-Match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/%00",
        ):
            assert http.get(path).status_code == 404
        assert http.get("/other").status_code == 404


def test_the_log_holds_no_secrets(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "spielzug")
    with running(tmp_path / "t.sqlite3") as server:
        anna, berta = server.device(), server.device()
        table = anna.table(ME, FRIEND)
        token = table["seats"][1]["invitation"]
        berta.join(token, "Berta")
        with berta.live(table["id"], lang="de", seat=1) as live:
            live.receive()
        anna.get(f"tables/{table['id']}", lang="de")
    assert "/api/tables/" in caplog.text
    assert "WS /api/tables/" in caplog.text
    nonce = anna.nonces[table["id"]]
    for secret in (token, table["id"], anna.cookie, berta.cookie, nonce, "lang=", "seat=", "Berta"):
        assert secret not in caplog.text


def test_an_error_of_ours_says_nothing_about_us(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("inner workings")

    with running(tmp_path / "t.sqlite3") as server:
        device = server.device()
        table = device.table(ME, RANDOM)
        monkeypatch.setattr("spielzug.server.web.api.messages.snapshot", broken)
        answer = device.http.get(f"/api/tables/{table['id']}")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal")
        assert "inner workings" not in answer.text
        assert answer.headers["content-type"] == "application/problem+json"
        monkeypatch.undo()
        assert device.get(f"tables/{table['id']}")["status"] == "running"
    assert "inner workings" in caplog.text
