"""Notifications by mail: only to confirmed addresses, and useless for pestering others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from server.helpers import Device, Running, running, wait_for
from server.notification_receivers import Mailbox, mailbox
from server.test_notifications import PAUSE, play_until_turn_of_other, two, whose
from spielzug.core.errors import UsageError
from spielzug.server.config.settings import Settings
from spielzug.server.notifications.mail import is_mail_address, server_of

SITE = "https://games.example.org"
ADDRESS = "anna@example.org"


@pytest.fixture
def post() -> Iterator[Mailbox]:
    with mailbox() as made:
        yield made


def choices(post: Mailbox, **others: Any) -> dict[str, Any]:
    return {
        "mail_host": "127.0.0.1", "mail_port": post.port, "mail_tls": "none",
        "mail_from": "games@example.org", "public_url": SITE, "notice_pause": PAUSE, **others,
    }  # fmt: skip


@pytest.fixture
def private_server(tmp_path: Path, post: Mailbox) -> Iterator[Running]:
    with running(tmp_path / "t.sqlite3", **choices(post)) as made:
        yield made


def text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def link(mail: EmailMessage, what: str) -> str:
    """The token of a link."""
    found = re.search(rf"^{SITE}/#/notifications/{what}/(\S+)$", text(mail), re.MULTILINE)
    assert found is not None, text(mail)
    return found[1]


def confirm_address(
    device: Device, post: Mailbox, address: str = ADDRESS, lang: str = "en"
) -> None:
    count = len(post.mails)
    device.post("notifications/mail", {"address": address}, lang=lang)
    token = link(post.wait(count + 1), "confirm")
    device.post("notifications/confirm", {"token": token})


def test_who_said_yes_by_mail_is_told_in_their_language(
    private_server: Running, post: Mailbox
) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    shown = waiter.post("notifications/mail", {"address": ADDRESS}, lang="fr")["contacts"]
    assert [(one["shown"], one["confirmed"]) for one in shown] == [(ADDRESS, False)]
    asked = post.wait()
    assert asked["To"] == ADDRESS
    assert asked["List-Unsubscribe"] is None
    phone = private_server.device()  # the mail is read elsewhere
    phone.post("notifications/confirm", {"token": link(asked, "confirm")})
    assert waiter.get("notifications")["contacts"][0]["confirmed"]
    play_until_turn_of_other(mover, table["id"])
    mail = post.wait(2)
    assert mail["Subject"] == "Spielzug: À vous de jouer"
    assert "c’est à vous de jouer" in text(mail).replace("'", "’")
    assert f"{SITE}/#/t/{table['id']}" in text(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_who_did_not_say_yes_is_told_nothing(private_server: Running, post: Mailbox) -> None:
    anna, berta = private_server.device(), private_server.device()
    table = two(anna, berta)
    mover, waiter = whose(table, anna, berta)
    contact = waiter.post("notifications/mail", {"address": ADDRESS})["contacts"][0]
    post.wait()
    assert (
        waiter.post("notifications/test", {"contact": contact["id"]}, 409)["code"]
        == "not_confirmed"
    )
    play_until_turn_of_other(mover, table["id"])
    confirm_address(mover, post, "berta@example.org")
    mover.post("notifications/test", {"contact": mover.get("notifications")["contacts"][0]["id"]})
    wait_for(lambda: len(post.mails) >= 3)
    assert [mail["To"] for mail in post.mails] == [
        ADDRESS,
        "berta@example.org",
        "berta@example.org",
    ]


def test_one_click_stops_it_from_anywhere_and_looking_does_not(
    private_server: Running, post: Mailbox
) -> None:
    anna = private_server.device()
    confirm_address(anna, post)
    anna.post("notifications/test", {"contact": anna.get("notifications")["contacts"][0]["id"]})
    mail = post.wait(2)
    path = str(mail["List-Unsubscribe"]).strip("<>").removeprefix(SITE)
    # A mail program: no cookie, the origin of somebody else, and a form.
    program = private_server.device(Origin="https://mail.example.com").http
    looked = program.get(path)
    assert (looked.status_code, looked.headers["location"]) == (
        303,
        f"{SITE}/#/notifications/stop/{link(mail, 'stop')}",
    )
    assert len(anna.get("notifications")["contacts"]) == 1
    for _ in range(2):  # asked twice it is fine as well
        done = program.post(path, data={"List-Unsubscribe": "One-Click"})
        assert done.status_code == 200, done.text
        assert anna.get("notifications")["contacts"] == []


def test_a_link_is_good_for_one_contact_and_one_thing(
    private_server: Running, post: Mailbox
) -> None:
    anna, berta = private_server.device(), private_server.device()
    confirm_address(anna, post)
    berta.post("notifications/mail", {"address": "berta@example.org"})
    asked = post.wait(2)
    confirm, refuse = link(asked, "confirm"), link(asked, "refuse")
    table = anna.table({"kind": "me", "name": "Anna"}, {"kind": "friend"})
    invitation = table["seats"][1]["invitation"]
    for wrong in (confirm, refuse, invitation, confirm[:-2] + "xx", "nonsense"):
        assert anna.http.post(f"/api/notifications/stop/{wrong}").status_code == 404
    for wrong in (refuse, invitation, "nonsense"):
        assert anna.post("notifications/confirm", {"token": wrong}, 404)["code"] == "no_contact"
    assert [one["confirmed"] for one in anna.get("notifications")["contacts"]] == [True]
    assert [one["confirmed"] for one in berta.get("notifications")["contacts"]] == [False]


def test_all_other_requests_from_foreign_pages_are_refused_still(private_server: Running) -> None:
    foreign = private_server.device(Origin="https://evil.example.com")
    for path in (
        "notifications/forget",
        "notifications/confirm",
        "notifications/mail",
        "notifications/stopping",
    ):
        assert foreign.post(path, {"token": "x"}, 403)["code"] == "wrong_origin"


def test_nobody_can_be_flooded(private_server: Running, post: Mailbox) -> None:
    """However many devices ask, one address hears three times a day, and then never if it likes."""
    for count in range(1, 4):
        private_server.device().post("notifications/mail", {"address": ADDRESS})
        post.wait(count)
    for address in (ADDRESS, ADDRESS.upper()):
        refused = private_server.device().post("notifications/mail", {"address": address}, 429)
        assert refused["code"] == "mail_too_often"
    # From one network ten in all, whatever the addresses.
    for count in range(4, 11):
        private_server.device().post(
            "notifications/mail", {"address": f"person{count}@example.org"}
        )
        post.wait(count)
    refused = private_server.device().post(
        "notifications/mail", {"address": "eleven@example.org"}, 429
    )
    assert refused["code"] == "mail_too_often"
    assert len(post.mails) == 10


def test_who_wants_never_to_be_asked_is_not(tmp_path: Path, post: Mailbox) -> None:
    for _ in range(2):  # also after a restart
        with running(tmp_path / "t.sqlite3", **choices(post)) as private_server:
            if not post.mails:
                private_server.device().post("notifications/mail", {"address": ADDRESS})
                private_server.device().post(
                    "notifications/refuse", {"token": link(post.wait(), "refuse")}
                )
            refused = private_server.device().post("notifications/mail", {"address": ADDRESS}, 429)
            assert refused["code"] == "mail_too_often"
    assert len(post.mails) == 1


@pytest.mark.slow
def test_the_address_of_a_link_is_the_hosts_own(private_server: Running, post: Mailbox) -> None:
    """A request that claims to have come to another server gets no link to that into a mail."""
    device = private_server.device(Host="evil.example.com", Origin="http://evil.example.com")
    device.post("notifications/mail", {"address": ADDRESS})
    mail = post.wait()
    assert "evil" not in mail.as_string()


def test_an_address_is_one_address() -> None:
    fine = ("a@example.org", "a.b+c@mail.example.co.uk", "o'neil@example.org")
    wrong = (
        "", "a", "a@b", "a@example.org, b@example.org", "a@example.org\nBcc: b@example.org",
        "<a@example.org>", '"a b"@example.org', "a@example.org ", "a@[127.0.0.1]", "ä@example.org",
        "a@" + "b" * 250 + ".org", "a@-.org\r\n",
        "=?utf-8?q?a?=@example.org", "=?utf-8?q?b=40example.org=2Ca?=@example.org",
    )  # fmt: skip
    assert [is_mail_address(one) for one in fine] == [True] * len(fine)
    assert [one for one in wrong if is_mail_address(one)] == []


def test_the_mail_server_that_refuses_is_asked_again(
    private_server: Running, post: Mailbox
) -> None:
    anna = private_server.device()
    confirm_address(anna, post)
    post.refusals = ["451 later"]
    anna.post("notifications/test", {"contact": anna.get("notifications")["contacts"][0]["id"]})
    post.wait(2)
    wait_for(lambda: anna.get("notifications")["contacts"][0]["told"])


def test_without_a_mail_server_mail_is_not_offered(server: Running) -> None:
    anna = server.device()
    assert anna.get("notifications")["offers"]["mail"] is False
    refused = anna.post("notifications/mail", {"address": ADDRESS}, 403)
    assert refused["code"] == "mail_not_offered"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"mail_from": None}, "mail-from"),
        ({"mail_from": "nobody"}, "mail-from"),
        ({"mail_tls": "ssl"}, "starttls, tls or none"),
        ({"public_url": None}, "public-url"),
        (
            {"mail_host": "mail.example.org", "mail_tls": "none", "mail_password": "x"},
            "sent unencrypted",
        ),
    ],
)
def test_what_is_half_said_is_refused_at_the_start(
    tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    given = {
        "mail_host": "127.0.0.1", "mail_from": "games@example.org", "public_url": SITE, **wrong,
    }  # fmt: skip
    with pytest.raises(UsageError, match=said):
        server_of(Settings(tmp_path / "t.sqlite3", **given))


def test_the_password_is_shown_nowhere(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "t.sqlite3", mail_password="hunter2")
    assert "hunter2" not in repr(settings)
