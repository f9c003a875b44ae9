"""`spielzug bot`: a program at a table of a running server, with network failures."""

from __future__ import annotations

import json
import shlex
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bots.programs import example, heard, written
from server.helpers import FRIEND, ME, RANDOM, Device, Running, play_out, running, wait_for
from spielzug.bots.external import ExternalProcess, ProgramError, with_interpreter
from spielzug.cli.bot_bridge import Bridge
from spielzug.cli.bot_bridge import ProgramSeat as FarSeat
from spielzug.core.errors import UsageError
from spielzug.core.records.writing import checksum
from spielzug.server.live.client import TRY_LATER
from spielzug.wire.program import Over

SPIELZUG = [sys.executable, "-c", "from spielzug.cli import main; main()"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("server") / "tables.sqlite3") as made:
        yield made


@pytest.fixture
def anna(server: Running) -> Device:
    return server.device()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "spielzug" / "bots"


def link(table: dict[str, Any], seat: int) -> str:
    return str(table["invite_url_base"] + table["seats"][seat]["invitation"])


def bot(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*SPIELZUG, "bot", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


# -- a whole game --------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_bot_of_the_documentation_plays_at_a_table(anna: Device, tmp_path: Path) -> None:
    table = anna.table(RANDOM, FRIEND, turn_limit=30)
    file = example(tmp_path)
    done = bot("--table", link(table, 1), "--", sys.executable, str(file))
    assert done.returncode == 0, done.stderr
    now = anna.get(f"tables/{table['id']}")
    assert now["status"] == "over"
    assert done.stdout.strip().endswith(now["outcome"]["reason_text"])
    assert "playing game_of_trains at seat 2 as my_bot" in done.stderr
    assert now["seats"][1]["name"] == "Sorter"  # as it calls itself
    assert now["seats"][1]["program"]


@pytest.mark.slow
def test_two_programs_on_one_machine(anna: Device, tmp_path: Path) -> None:
    table = anna.table(FRIEND, FRIEND, turn_limit=20)
    file = example(tmp_path)
    games = [
        subprocess.Popen(
            [*SPIELZUG, "bot", "--table", link(table, seat), "--name", f"B{seat}", "--", str(file)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for seat in (0, 1)
    ]  # fmt: skip
    said = [game.communicate() for game in games]
    assert [game.returncode for game in games] == [0, 0], said
    assert said[0][0] == said[1][0]
    assert [seat["name"] for seat in anna.get(f"tables/{table['id']}")["seats"]] == ["B0", "B1"]


# -- the network ---------------------------------------------------------------------------------


class BridgeThread(threading.Thread):
    """A bridge in a thread."""

    def __init__(self, command: list[str], where: str) -> None:
        super().__init__()
        self.process = ExternalProcess(with_interpreter(command))
        seat = FarSeat(where)
        self.table = seat.take("Sorter")
        self.told: list[str] = []
        self.failed: ProgramError | None = None
        self.over: Over | None = None
        self._bridge = Bridge(self.process, seat, "en", self.told.append, pauses=(0.01, 0.02))

    def run(self) -> None:
        try:
            self.over = self._bridge.run()
        except ProgramError as error:
            self.failed = error
        finally:
            self.process.close()


def cut(server: Running, table: str) -> bool:
    """Break all connections of the table; whether there were any."""
    clients, loop = server.services.hub._clients(table), server.services.games._loop
    assert loop is not None
    for client in clients:
        loop.call_soon_threadsafe(client.disconnect, TRY_LATER)
    return bool(clients)


def test_the_program_does_not_notice_that_the_connection_breaks(
    anna: Device, server: Running, tmp_path: Path
) -> None:
    file, log = written(tmp_path, "begin()\nwhile True: play(asked())")
    table = anna.table(ME, FRIEND, turn_limit=10)
    thread = BridgeThread([str(file)], link(table, 1))
    thread.start()
    anna.all_attend(table["id"])
    path = f"tables/{table['id']}"
    cuts, known = 0, -1
    while (now := anna.get(path))["status"] != "over":
        if now["number"] != known:  # once at each entry: cut all the time, no answer gets through
            known, cuts = now["number"], cuts + cut(server, table["id"])
        if now["choices"]:
            choice = now["choices"][0]["action"]
            anna.post(f"{path}/decide", {"number": now["number"], "seat": 0, "action": choice})
    thread.join()
    assert thread.failed is None
    assert thread.over is not None
    assert cuts > 3
    messages = heard(log)
    kinds = [m["type"] for m in messages]
    assert (kinds.count("hello"), kinds.count("facts")) == (1, 1)
    told = [m["number"] for m in messages if m["type"] == "entry"]
    assert told == list(range(len(told)))  # each once, none left out
    asked = [m["number"] for m in messages if m["type"] == "turn"]
    assert asked == sorted(set(asked))
    assert not [m for m in messages if m["type"] in ("error", "ping")]
    assert "connection lost" in thread.told[0]


class RecordedConnection:
    """A connection that remembers what was sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.sent.append(json.loads(text))


@pytest.mark.parametrize("connected", [True, False])
def test_ready_is_said_once_over_each_connection(connected: bool) -> None:
    """Whether the program or the greeting comes first, and wherever the connection breaks."""
    nothing: Any = None
    bridge = Bridge(nothing, nothing, "en", lambda _: None)
    first, second = RecordedConnection(), RecordedConnection()
    ready, hello = {"type": "ready", "name": "Bo"}, {"type": "hello"}
    bridge._use(first if connected else None)  # type: ignore[arg-type]
    assert bridge._handle_ready(json.dumps(ready))
    bridge._should_forward(first, hello)  # type: ignore[arg-type]
    assert first.sent == [ready]
    bridge._should_forward(first, {"type": "entry", "number": 6})  # type: ignore[arg-type]
    bridge._should_forward(second, hello)  # type: ignore[arg-type]
    assert second.sent == [{**ready, "since": 7}]
    assert not bridge._handle_ready(json.dumps(ready))  # said twice: the server's to refuse


@pytest.mark.slow
def test_stopped_and_started_again_the_game_goes_on(
    anna: Device, tmp_path: Path, own_folder: Path
) -> None:
    table = anna.table(ME, FRIEND, turn_limit=6, first=1)
    where, file = link(table, 1), example(tmp_path)
    command = [*SPIELZUG, "bot", "--table", where, "--", str(file)]
    first = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert first.stderr is not None
    with first.stderr:
        assert "playing" in first.stderr.readline()
        wait_for(lambda: anna.get(f"tables/{table['id']}")["seats"][1]["program"])
        first.send_signal(signal.SIGINT)
        assert "the seat is kept" in first.stderr.read()
    assert first.wait() == 130
    kept = sorted(own_folder.iterdir())
    assert [file.suffix for file in kept] == [".cookie", ".list", ".luck"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in kept)
    now = anna.get(f"tables/{table['id']}")
    assert kept[1].read_text("utf-8") == now["start"]["text"]
    anna.attend(now)
    stranger = subprocess.run(
        command, capture_output=True, text=True, check=False,
        env={"XDG_DATA_HOME": str(tmp_path / "other")},
    )  # fmt: skip
    assert stranger.returncode == 1
    assert "refused the seat: " in stranger.stderr
    again = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    play_out(anna, table)
    out, err = again.communicate()
    assert again.returncode == 0, err
    assert out


# -- being wrong ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_program_that_is_wrong_too_often(anna: Device, tmp_path: Path) -> None:
    file, _ = written(tmp_path, "begin()\nwhile True: play(asked(), '+')")
    table = anna.table(RANDOM, FRIEND, first=2)
    done = bot("--table", link(table, 1), "--", str(file))
    assert done.returncode == 1
    assert "not_allowed: First choose which of the cars you drew to keep (G4)." in done.stderr
    assert "was disconnected by the server" in done.stderr
    assert "its seat is kept" in done.stderr


def test_a_program_that_ends_too_early(anna: Device, tmp_path: Path) -> None:
    file, _ = written(tmp_path, "begin()\nasked()\nsys.exit(4)")
    table = anna.table(RANDOM, FRIEND, first=2)
    done = bot("--table", link(table, 1), "--", str(file))
    assert done.returncode == 1
    assert "ended with exit code 4" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_nonce_that_was_shown_is_never_given_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that offers the seat anew would know what we add to its luck."""
    answers = {"taken": True}
    hashes: list[str] = []

    def post(seat: FarSeat, path: str, body: dict[str, Any]) -> dict[str, Any]:
        if path == "invitation":
            return answers
        hashes.append(body["hash"])
        return {"id": "t", "seat": 1, "status": "running"}

    monkeypatch.setattr(FarSeat, "_post", post)
    where = "http://127.0.0.1:1/#/join/token"
    first = FarSeat(where, folder=tmp_path)
    first.take("Bot")
    known = json.loads((file := next(tmp_path.glob("*.luck"))).read_text("utf-8"))
    file.write_text(json.dumps({**known, "list": "a list"}), "utf-8")
    FarSeat(where, folder=tmp_path).take("Bot")  # back at a seat that is ours
    answers["taken"] = False
    FarSeat(where, folder=tmp_path).take("Bot")
    assert hashes[0] == hashes[1] != hashes[2]
    assert json.loads(file.read_text("utf-8"))["earlier"] == [sha256(b"a list").hexdigest()]


def test_links_that_lead_nowhere(anna: Device, server: Running) -> None:
    for wrong in ("", "nothing", f"{server.url}/#/table/x", "ftp://x/#/join/y"):
        with pytest.raises(UsageError, match="not an invitation"):
            FarSeat(wrong)
    with pytest.raises(ProgramError, match="refused the seat: "):
        FarSeat(f"{server.url}/#/join/forged").take("Sorter")
    with pytest.raises(ProgramError, match="cannot be reached: .*; is the server running"):
        FarSeat("http://127.0.0.1:9/#/join/x").take("Sorter")


@pytest.mark.slow
def test_wrong_use_is_told_in_a_line() -> None:
    done = bot()
    assert done.returncode == 2
    told = "error: name a table and a program: spielzug bot --table LINK -- python bot.py\n"
    assert done.stderr == told
    assert bot("--table", "x", "--", "true").returncode == 2


def test_the_schema_is_printed() -> None:
    schema = json.loads(bot("--schema").stdout)
    assert schema["protocol"] == 2
    told = schema["to_program"]["discriminator"]["mapping"]
    assert set(told) == {"hello", "start", "facts", "turn", "entry", "over", "error", "ping"}
    assert set(schema["from_program"]["discriminator"]["mapping"]) == {"ready", "play", "resign"}


# -- in the terminal -----------------------------------------------------------------------------


def play(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [*SPIELZUG, "play", "game_of_trains", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, input="")


def test_a_program_at_a_seat_of_the_terminal(tmp_path: Path) -> None:
    file, record = example(tmp_path), tmp_path / "game.zug"
    seats = f"program:{shlex.quote(str(file))},random"
    done = play("--seats", seats, "--save", str(record), "-o", "turn_limit=10")
    assert done.returncode == 0, done.stderr
    assert 'Seat 1: program "Program 1"\n' in record.read_text("utf-8")


@pytest.mark.slow
def test_a_record_never_starts_a_program(tmp_path: Path) -> None:
    record, done = tmp_path / "game.zug", tmp_path / "done"
    file, _ = written(tmp_path, f"open({str(done)!r}, 'w').close()\nsys.exit(1)")
    # The luck of a seed: a start list would not let a seat be rewritten.
    seats = ("--seats", f"program:{file},random", "--seed", "1")
    failed = play(*seats, "--save", str(record), "-o", "first=1")
    assert failed.returncode == 1
    assert "ended with exit code 1" in failed.stderr
    assert "Saved. Continue with" in failed.stdout  # nothing was lost
    done.unlink()
    text = record.read_text("utf-8")
    assert "Seat 1: program " in text
    for player, code, said in (
        (f"program:{file}", 1, "line 6: there is no player 'program:"),
        ("program", 2, "seat 1 is played by a program or a net that the record does not name"),
    ):
        body = text.replace("1: program ", f"1: {player} ").rpartition("check ")[0]
        record.write_text(f"{body}check {checksum(body)}\n", "utf-8")
        refused = play("--resume", str(record))
        assert refused.returncode == code
        assert said in refused.stderr
        assert not done.exists()
    better = example(tmp_path)
    again = play("--resume", str(record), "--seats", f"program:{better},random")
    assert again.returncode == 0, again.stderr
