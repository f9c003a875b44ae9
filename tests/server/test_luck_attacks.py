"""Attacks by a host that wants to choose the cards, and the protections that stop them.

Every attack is run twice: without its protection, where it succeeds, and with it, where it fails.
The friend's device is `SavedStart`, which `spielzug bot` uses; the page does the same in
TypeScript.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from server.helpers import FRIEND, ME, Device, Json, Running, running
from spielzug.bots.external import ProgramError
from spielzug.cli.bot_bridge import SavedStart
from spielzug.cli.check import compare
from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.luck import UNSEALED, Luck, Secret, fresh_nonce, nonce_hash
from spielzug.core.match import Match, Seat
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.server.tables.server_table import CLOCK, ServerTable
from spielzug.tables import seat_changes
from spielzug.tables.seats import Place
from spielzug.tables.table import RUNNING
from table_luck import UnprotectedLuck

SEATS = [Seat("Host"), Seat("Friend")]
TRIES = 400


@pytest.fixture(scope="module")
def game() -> Game:
    return get_game("game_of_trains").ready()


def dealt(game: Game, luck: Luck) -> list[int]:
    """The cars that were dealt, in order: what a host would like to choose."""
    match = Match(game, SEATS, luck, game.options(first=1))
    return [event.a for event in match.log[0].events]


def wished(cars: list[int]) -> bool:
    """A deal with a probability of about 1/30: the host may keep one of the lowest cars."""
    return cars[-3] < 4


# -- nonce last ----------------------------------------------------------------------------------


def test_who_gave_its_nonce_last_chose_the_deal(game: Game) -> None:
    secret, friend = Secret.fresh(), fresh_nonce()
    tries = (fresh_nonce() for _ in range(TRIES))
    assert any(wished(dealt(game, UnprotectedLuck(secret, (mine, friend)))) for mine in tries)


def test_who_reveals_last_has_nothing_to_choose(server: Running) -> None:
    anna, berta = server.device(), server.device()
    table = anna.table(ME, FRIEND, reveal=False)
    told = berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
    berta.reveal(told)  # now the host knows secret and nonce of the friend
    path = f"tables/{table['id']}"
    for _ in range(20):
        other = {"nonce": fresh_nonce(), "fingerprint": told["start"]["fingerprint"]}
        assert anna.post(f"{path}/reveal", other, 422)["code"] == "wrong_nonce"
    # Another hash is another start: it is counted, and the secret is a new one.
    now = anna.post(f"{path}/hash", {"hash": nonce_hash(fresh_nonce())})
    assert [one["why"] for one in now["start"]["voids"]] == ["lost"]
    assert now["commitment"] != told["commitment"]
    assert now["start"]["text"] is None


# -- undo re-keys luck ---------------------------------------------------------------------------


def next_card(game: Game, protected: bool, undos: int, secret: Secret, nonce: str) -> int:
    """The car that the first player draws after so many harmless choices taken back."""
    places = [Place("me", "Host", device="h"), Place("local", "Friend", device="h")]
    table = ServerTable(game, game.options(first=1), places, "h", 0, "attacked", clock=CLOCK)
    table.start.secret, table.start.seals = secret, [UNSEALED, UNSEALED]
    if not protected:
        table.match = Match(game, SEATS, UnprotectedLuck(secret, (nonce,)), table.options)
        table.status = RUNNING
        table.follow(table.played().log[0])
    else:
        seat_changes.give_hash(table, "h", nonce_hash(nonce))
        assert table.start.sealed is not None
        seat_changes.reveal(table, "h", nonce, table.start.sealed.fingerprint)
    for _ in range(undos):
        table.decide("h", table.number, 0, "k1", "en")
        table.undo("h", table.number, 0)
    for action in ("k1", "@1", "k1", "@1", "+"):
        table.decide("h", table.number, table.actor, action, "en")
    return table.played().log[-1].events[0].a


@pytest.mark.parametrize("protected", [False, True])
def test_taking_back_what_needed_no_luck(game: Game, protected: bool) -> None:
    secret, nonce = Secret.fresh(), fresh_nonce()
    cards = {next_card(game, protected, undos, secret, nonce) for undos in range(12)}
    assert (len(cards) == 1) is protected


# -- swapped promise -----------------------------------------------------------------------------


def swap(database: Path, table: str, **values: str) -> None:
    """The host changes its database: other values, and a list that fits them."""
    with sqlite3.connect(database) as file:
        (start,) = file.execute("SELECT start FROM game_table WHERE id = ?", (table,)).fetchone()
        if secret := values.get("secret"):
            fresh = Secret.from_hex(secret).commitment
            (old,) = file.execute(
                "SELECT commitment FROM game_table WHERE id = ?", (table,)
            ).fetchone()
            file.execute(
                "UPDATE game_table SET secret = ?, commitment = ?, start = ? WHERE id = ?",
                (secret, fresh, start.replace(old, fresh), table),
            )
        if nonce := values.get("nonce"):
            query = "SELECT hash FROM seat WHERE table_id = ? AND number = 1"
            (old,) = file.execute(query, (table,)).fetchone()
            file.execute(
                "UPDATE seat SET hash = ?, nonce = ? WHERE table_id = ? AND number = 1",
                (nonce_hash(nonce), nonce, table),
            )
            text = start.replace(old, nonce_hash(nonce))
            file.execute("UPDATE game_table SET start = ? WHERE id = ?", (text, table))
    file.close()


@pytest.fixture
def friend(tmp_path: Path) -> SavedStart:
    kept = SavedStart(tmp_path / "friend.luck")
    kept.save()
    return kept


class Swapped:
    """A table whose file was changed between the list and the last nonce."""

    def __init__(self, database: Path, friend: SavedStart, **values: str) -> None:
        self.database = database
        with running(database) as server:
            anna, berta = server.device(), server.device()
            table = anna.table(ME, FRIEND, reveal=False)
            self.id = table["id"]
            berta.nonces[self.id] = friend.nonce
            self.told = berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
            self.nonces = [anna.nonces, berta.nonces]
            self.cookies = [anna.cookie, berta.cookie]
        swap(database, self.id, **values)

    def again(self) -> Iterator[tuple[Device, Device]]:
        with running(self.database) as server:
            devices = [server.device(Cookie=cookie) for cookie in self.cookies]
            for device, nonces in zip(devices, self.nonces, strict=True):
                device.nonces = nonces
            yield devices[0], devices[1]


def caught(record: str, table: Json, friend: SavedStart, tmp_path: Path) -> str:
    """What `spielzug check --list` says about a record that the server calls valid."""
    kept = tmp_path / "kept.list"
    kept.write_text(table["start"]["text"], "utf-8")
    with pytest.raises(CannotRead, match="not the list you saw") as error:
        compare(read_record(record, get_game), tmp_path / "game.zug", "", (), kept)
    return str(error.value)


def test_a_promise_swapped_before_the_deal(tmp_path: Path, friend: SavedStart) -> None:
    case = Swapped(tmp_path / "t.sqlite3", friend, secret=Secret.fresh().hex)
    friend.set_commitment(case.told["commitment"])
    friend.take(case.told["start"]["text"], case.id)
    for anna, berta in case.again():
        now = anna.get(f"tables/{case.id}")
        assert now["commitment"] != case.told["commitment"]
        # The friend shows its nonce for the list that it has kept, and for no other.
        assert berta.reveal(case.told, 409)["code"] == "other_list"
        with pytest.raises(ProgramError, match="a different list was sent"):
            friend.take(now["start"]["text"], case.id)
        # Without that: the deal of the host's choice, and the host's own check finds all in order.
        berta.reveal(now)
        assert anna.reveal(now)["status"] == "running"
        anna.post(f"tables/{case.id}/abandon")
        assert berta.get(f"tables/{case.id}/proof")["word"]["ok"] is True
        # Who kept the list sees it even then.
        record = berta.get(f"tables/{case.id}/record")
        assert "'Commitment: " in caught(record, case.told, friend, tmp_path)


def test_a_promise_swapped_before_the_list(tmp_path: Path, friend: SavedStart) -> None:
    """The friend has seen a commitment with its hash; the first list that it sees has another."""
    case = Swapped(tmp_path / "t.sqlite3", friend, secret=Secret.fresh().hex)
    friend.set_commitment(case.told["commitment"])
    for anna, _ in case.again():
        now = anna.get(f"tables/{case.id}")
        with pytest.raises(ProgramError, match="commitment has changed"):
            friend.take(now["start"]["text"], case.id)


# -- a swapped nonce of another device -----------------------------------------------------------


@pytest.mark.slow
def test_the_nonce_of_a_friend_swapped_with_its_hash(tmp_path: Path, friend: SavedStart) -> None:
    case = Swapped(tmp_path / "t.sqlite3", friend, nonce=fresh_nonce())
    for anna, berta in case.again():
        now = anna.get(f"tables/{case.id}")
        with pytest.raises(ProgramError, match="does not contain our hash"):
            friend.take(now["start"]["text"], case.id)
        assert berta.reveal(now, 422)["code"] == "wrong_nonce"
        # Where nobody looks it is dealt without the friend, and the host says that all is well.
        assert anna.reveal(now)["status"] == "running"
        anna.post(f"tables/{case.id}/abandon")
        assert berta.get(f"tables/{case.id}/proof")["word"]["ok"] is True
        record = berta.get(f"tables/{case.id}/record")
        assert "'Device 2: " in caught(record, case.told, friend, tmp_path)
        match = read_record(record, get_game)
        with pytest.raises(CannotRead, match="is not in the record"):
            compare(match, tmp_path / "game.zug", "", (friend.nonce,), None)


@pytest.mark.slow
def test_a_nonce_alone_cannot_be_swapped(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        anna, berta = server.device(), server.device()
        table = anna.table(ME, FRIEND)
        berta.join(table["seats"][1]["invitation"], "Berta")
        anna.post(f"tables/{table['id']}/abandon")
    with sqlite3.connect(database) as file:
        file.execute("UPDATE seat SET nonce = ? WHERE number = 1", (fresh_nonce(),))
    file.close()
    with running(database) as server:
        word = server.device().get(f"tables/{table['id']}/proof", lang="en")["word"]
        assert word["ok"] is False
        assert "do not match" in word["steps"][-1]["text"]


# -- a second device of the host, a refusal to reveal ---------------------------------------------


def test_devices_that_may_stay_silent_choose_among_many_deals(game: Game) -> None:
    """Where it is dealt without the silent ones: k devices of one person, 2^k deals."""
    secret, friend, own = Secret.fresh(), fresh_nonce(), [fresh_nonce() for _ in range(6)]
    deals = [
        dealt(game, UnprotectedLuck(secret, (friend, *some)))
        for count in range(len(own) + 1)
        for some in combinations(own, count)
    ]
    assert len({tuple(cars) for cars in deals}) == 2 ** len(own)


def test_a_second_device_of_the_host_gives_one_deal_or_a_void_one(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3", reveal_seconds=0) as server:
        host, second, friend = (server.device() for _ in range(3))
        table = host.table(ME, FRIEND, FRIEND, reveal=False)
        second.join(table["seats"][1]["invitation"], "Second", reveal=False)
        told = friend.join(table["seats"][2]["invitation"], "Friend", reveal=False)
        friend.reveal(told)
        host.reveal(told)  # it knows all nonces and the deal now; the second device stays silent
        path = f"tables/{told['id']}"
        assert friend.get(path)["status"] == "waiting"
        host.post(f"{path}/fill", {"seat": 1, "bot": "random"}, 409)
        host.post(f"{path}/void", {"seat": 1})
        now = friend.get(path)
        assert [one["why"] for one in now["start"]["voids"]] == ["silent"]
        assert now["commitment"] != told["commitment"]
        assert now["hash_needed"]


@pytest.mark.slow
def test_a_void_start_cannot_be_hidden_from_who_kept_its_list(
    tmp_path: Path, friend: SavedStart
) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        host, berta = server.device(), server.device()
        table = host.table(ME, FRIEND, reveal=False)
        berta.nonces[table["id"]] = friend.nonce
        told = berta.join(table["seats"][1]["invitation"], "Berta", reveal=False)
        friend.set_commitment(told["commitment"])
        friend.take(told["start"]["text"], table["id"])
        berta.reveal(told)
        host.post(f"tables/{table['id']}/hash", {"hash": nonce_hash(fresh_nonce())})
        cookies = [host.cookie, berta.cookie]
    with sqlite3.connect(database) as file:
        file.execute("UPDATE game_table SET voids = NULL")
    file.close()
    with running(database) as server:
        berta = server.device(Cookie=cookies[1])
        friend.renew()
        now = berta.post(f"tables/{table['id']}/hash", {"hash": friend.hash})
        assert now["start"]["voids"] == []
        friend.set_commitment(now["commitment"])
        with pytest.raises(ProgramError, match="leaves out an earlier start that was void"):
            friend.take(now["start"]["text"], table["id"])


def test_what_a_device_keeps_it_knows_again(game: Game, friend: SavedStart, tmp_path: Path) -> None:
    places = [Place("me", "Host", device="h"), Place("friend", "Friend", device="f")]
    table = ServerTable(game, game.options(), places, "h", 0, clock=CLOCK)
    seat_changes.give_hash(table, "h", nonce_hash(fresh_nonce()))
    seat_changes.give_hash(table, "f", friend.hash)
    assert table.start.sealed is not None
    friend.take(table.start.sealed.text, table.id)
    again = SavedStart(tmp_path / "friend.luck")
    assert (again.nonce, again.has_list) == (friend.nonce, True)
    again.take(table.start.sealed.text, table.id)  # told once more
    assert again.list_file.read_text("utf-8") == table.start.sealed.text
    with pytest.raises(ProgramError, match="not a list for this table"):
        SavedStart(tmp_path / "other.luck").take(table.start.sealed.text, "another")
