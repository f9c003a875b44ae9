"""The server sends no requests to internal addresses, whatever a web hook's address resolves to."""

from __future__ import annotations

import asyncio
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from server.helpers import Running
from server.notification_receivers import Browser, Receiver, receiver
from spielzug.server.notifications import http_post
from spielzug.server.notifications.http_post import AddressRefused, HttpPoster, is_public

INSIDE = (
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1",
    "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
    "::ffff:169.254.169.254", "::ffff:10.0.0.1", "::127.0.0.1", "fe80::1", "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254", "fec0::1", "ff02::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1", "2002:7f00:1::1", "2001:0:7f00:1::1", "2001:db8::1", "nonsense",
)  # fmt: skip
OUTSIDE = ("9.9.9.9", "1.1.1.1", "2606:4700:4700::1111", "::ffff:9.9.9.9", "64:ff9b::909:909")
REFUSED = {
    "http://example.org/": "needs_https",
    "ftp://example.org/": "needs_https",
    "file:///etc/passwd": "needs_https",
    "//example.org/": "needs_https",
    "https://": "bad_address",
    "https://user@example.org/": "bad_address",
    "https://user:word@example.org/": "bad_address",
    "https://example.org:25/": "bad_address",
    "https://example.org:99999/": "bad_address",
    "https://exam ple.org/": "bad_address",
    "https://example.org/\r\nX: y": "bad_address",
    "https://exämple.org/": "bad_address",
    "https://[::1/": "bad_address",
    "https://example.org/" + "a" * 1000: "bad_address",
    "https://localhost/": "private_address",
    "https://LOCALHOST./": "private_address",
    "https://router/": "private_address",
    "https://printer.local/": "private_address",
    "https://metadata.google.internal/": "private_address",
    "https://127.0.0.1/": "private_address",
    "https://127.1/": "private_address",
    "https://2130706433/": "private_address",
    "https://0x7f000001/": "private_address",
    "https://0x7f.0x0.0x0.0x1/": "private_address",
    "https://0177.0.0.1/": "private_address",
    "https://[::1]/": "private_address",
    "https://[::ffff:127.0.0.1]/": "private_address",
    "https://169.254.169.254/latest/meta-data": "private_address",
}


@pytest.fixture
def inbox() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_of_the_inside_is_none_of_the_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_of_the_internet_is(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("url", REFUSED)
def test_what_can_be_seen_without_looking_it_up(url: str) -> None:
    async def never(host: str, port: int) -> list[str]:
        raise AssertionError("looked up")

    with pytest.raises(AddressRefused) as refused:
        asyncio.run(http_post.resolve_url(url, lookup=never))
    assert refused.value.code == REFUSED[url]


@pytest.mark.parametrize("found", [["10.0.0.1"], ["9.9.9.9", "127.0.0.1"], ["::ffff:10.0.0.1"], []])
def test_a_name_that_leads_inside_is_refused(found: list[str]) -> None:
    """One bad address among good ones is enough."""

    async def lookup(host: str, port: int) -> list[str]:
        return found

    with pytest.raises(AddressRefused) as refused:
        asyncio.run(http_post.resolve_url("https://example.org/", lookup=lookup))
    assert refused.value.code == ("private_address" if found else "not_found_there")


def test_a_name_is_looked_up_once_and_what_was_found_is_connected_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A name that means this machine a moment later (DNS rebinding) gains nothing."""
    answers = [["9.9.9.9"], ["127.0.0.1"]]
    connected: list[tuple[str, int, str]] = []

    async def lookup(host: str, port: int) -> list[str]:
        return answers.pop(0)

    async def connect(
        host: str, port: int, ssl: ssl.SSLContext, server_hostname: str, **_: int
    ) -> None:
        assert ssl.check_hostname
        connected.append((host, port, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(AddressRefused) as refused:
        asyncio.run(HttpPoster(lookup=lookup).post("https://rebind.example.org/x", {}, b"{}"))
    assert refused.value.code == "no_answer"
    assert connected == [("9.9.9.9", 443, "rebind.example.org")]
    assert len(answers) == 1


def test_the_certificate_must_be_of_that_name(inbox: Receiver) -> None:
    """What speaks no TLS, or with another's certificate, gets nothing."""
    address = inbox.url.replace("http://", "https://")
    with pytest.raises(AddressRefused) as refused:
        asyncio.run(HttpPoster(private=True).post(address, {}, b"{}"))
    assert refused.value.code == "no_answer"
    assert inbox.heard == []


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(inbox: Receiver, status: int) -> None:
    inbox.answers = [(status, {"Location": f"{inbox.url}/inside"})]
    answer = asyncio.run(HttpPoster(private=True).post(f"{inbox.url}/", {}, b"{}"))
    assert answer.status == status
    assert [one.path for one in inbox.heard] == ["/"]


def test_an_answer_without_end_is_not_read_to_its_end() -> None:
    """Headers that never stop: some kilobytes are enough."""
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n")
        try:
            while True:
                writer.write(b"X-Long: " + b"a" * 4000 + b"\r\n")
                await writer.drain()
        except OSError:
            writer.close()

    async def talk() -> None:
        server = await asyncio.start_server(serve, sock=listening)
        try:
            with pytest.raises(AddressRefused) as refused:
                await HttpPoster(private=True).post(f"http://127.0.0.1:{port}/", {}, b"{}")
            assert refused.value.code == "bad_answer"
        finally:
            server.close()

    asyncio.run(talk())


@pytest.mark.parametrize("url", [url for url, code in REFUSED.items() if code == "private_address"])
def test_people_are_told_why(server: Running, url: str) -> None:
    """By default a server sends nothing inside, by neither way."""
    anna = server.device()
    assert anna.post("notifications/hook", {"url": url}, 422)["code"] == "private_address"
    assert (
        anna.post("notifications/push", Browser(url).subscription, 422)["code"] == "private_address"
    )
    assert anna.get("notifications")["contacts"] == []


def test_a_contact_that_leads_inside_later_is_sent_nothing(
    inbox: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is looked at before every message, not only when it is given."""

    async def lookup(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    port = inbox.url.rpartition(":")[2]
    with pytest.raises(AddressRefused) as refused:
        asyncio.run(HttpPoster(lookup=lookup).post(f"https://example.org:{port}/", {}, b"{}"))
    assert refused.value.code == "private_address"
    assert inbox.heard == []


def test_a_long_name_that_is_none_is_refused_at_once() -> None:
    """In a process of its own: what tries every way to read it would never come to an end."""
    said = """
from spielzug.server.notifications import http_post
for name in ("a" * 60 + "_", "a" * 600 + "_", "a." * 300 + "_", "a-" * 300 + "!"):
    try:
        http_post.parse_url(f"https://{name}/")
    except http_post.AddressRefused as error:
        print(error.code)
"""
    done = subprocess.run(
        [sys.executable, "-c", said], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["bad_address"] * 4


def test_a_name_server_that_is_silent_keeps_nobody_else_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    enough = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: enough.wait(30) and [])

    async def look() -> str:
        looking = [asyncio.create_task(http_post.look_up("silent.example", 443)) for _ in range(60)]
        await asyncio.sleep(0.1)
        try:
            async with asyncio.timeout(10):  # as a table that is read
                return await asyncio.to_thread(lambda: "read")
        finally:
            enough.set()
            await asyncio.gather(*looking)

    assert asyncio.run(look()) == "read"
