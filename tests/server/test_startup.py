"""Starting and stopping the server as people do it."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import httpx2
import pytest

from server.helpers import Device, Running
from server.processes import free_port, started
from spielzug.core.cache import data_folder
from spielzug.core.errors import UsageError
from spielzug.server import DEFAULT_PORT
from spielzug.server.config.loading import load_config
from spielzug.server.config.settings import default_database
from spielzug.server.lifecycle.startup import bind, lan_addresses
from spielzug.server.web.pages import print_code


@pytest.mark.slow
def test_start_says_where_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    database, port = tmp_path / "games.sqlite3", free_port()
    with started(database, "--port", str(port)) as server:
        assert str(database) in server.text
        assert f"http://127.0.0.1:{port}" in server.text
        device = Device(f"http://127.0.0.1:{port}")
        assert device.get("health")["ok"]
        table = device.table({"kind": "me"}, {"kind": "friend"})
        with device.live(table["id"]) as live:
            live.receive()
            with started(database, "--port", "0") as second:  # the same file: refused
                assert second.process.wait() == 2
                assert "already using" in second.text
                assert f"http://127.0.0.1:{port}" in second.text
            assert server.interrupt() == 0
        device.http.close()
        assert "Goodbye" in server.text
        assert "Traceback" not in server.text


@pytest.mark.slow
def test_the_page_is_told_the_command_that_lets_others_in(tmp_path: Path) -> None:
    database, port = tmp_path / "games.sqlite3", free_port()
    with started(database, "--port", str(port), "--open-lobby"):
        device = Device(f"http://127.0.0.1:{port}")
        assert device.get("network-command") == (
            f"spielzug serve --host 0.0.0.0 --port {port} --database {database} "
            "--no-browser --open-lobby"
        )
        device.http.close()


@pytest.mark.parametrize("headers", [{"Host": "example.org"}, {"CF-Ray": "x"}], ids=str)
def test_the_command_that_lets_others_in_is_told_only_at_the_machine(
    server: Running, headers: dict[str, str]
) -> None:
    """It names files of the host."""
    told = server.device().get("network-command")
    assert told.startswith("spielzug serve --host 0.0.0.0 --port ")
    assert f" --database {server.services.settings.database}" in told
    refused = httpx2.get(f"{server.url}/api/network-command", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_at_host")


@pytest.mark.slow
def test_for_the_whole_network(tmp_path: Path) -> None:
    addresses = lan_addresses()
    with started(tmp_path / "t.sqlite3", "--host", "0.0.0.0", "--port", "0") as server:
        local = next(line for line in server.said if line.startswith("Play here"))
        port = local.rsplit(":", 1)[1]
        assert "http://localhost:" in local
        for address in addresses:
            link = f"http://{address}:{port}"
            assert f"On your network:  {link}" in server.text
            assert httpx2.get(f"{link}/api/health", verify=False).json()["ok"]
            device = Device(link)
            made = device.table({"kind": "me"}, {"kind": "friend"})
            assert made["invite_url_base"] == f"{link}/#/join/"
            device.http.close()
        if addresses:
            assert "█" in server.text or "▀" in server.text  # the QR code
        host = Device(f"http://127.0.0.1:{port}")
        made = host.table({"kind": "me"}, {"kind": "friend"})
        expected = addresses[0] if addresses else "127.0.0.1"
        assert made["invite_url_base"] == f"http://{expected}:{port}/#/join/"
        host.http.close()


def test_the_code_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    print_code("http://192.168.1.7:8765")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 10


def test_the_next_free_port_only_if_none_is_set() -> None:
    first = bind("127.0.0.3", None)
    second = bind("127.0.0.3", None)
    taken = socket.socket()
    taken.bind(("127.0.0.3", 0))
    taken.listen()
    try:
        assert second.getsockname()[1] == first.getsockname()[1] + 1
        with pytest.raises(UsageError, match="in use .* --port"):
            bind("127.0.0.3", taken.getsockname()[1])
        with pytest.raises(UsageError, match=f"port {DEFAULT_PORT} is in use"):
            bind("127.0.0.3", DEFAULT_PORT)  # set by the host, so that a proxy finds it there
        assert load_config({}).arguments()["port"] is None
        assert load_config({"port": str(DEFAULT_PORT)}).arguments()["port"] == DEFAULT_PORT
    finally:
        for listening in (first, second, taken):
            listening.close()


def test_an_address_that_is_not_ours() -> None:
    with pytest.raises(UsageError, match=r"cannot listen on 192\.0\.2\.1"):
        bind("192.0.2.1", 0)


def test_where_games_lie_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside what the command line keeps, in the folder of this system."""
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_database() == data_folder() / "tables.sqlite3"
    if sys.platform == "linux":
        assert default_database() == Path("/somewhere/spielzug/tables.sqlite3")


@pytest.mark.slow
def test_port_taken_says_so(tmp_path: Path) -> None:
    taken = bind("127.0.0.1", free_port())
    port = taken.getsockname()[1]
    try:
        with started(tmp_path / "t.sqlite3", "--port", str(port)) as server:
            assert server.process.wait() == 2
            assert f"port {port} is in use" in server.text
    finally:
        taken.close()


@pytest.mark.slow
def test_a_link_to_the_file_is_the_file(tmp_path: Path) -> None:
    """Two servers on one file gave one seat to two people."""
    real, folder = tmp_path / "games.sqlite3", tmp_path / "other"
    folder.mkdir()
    link, linked = folder / "link.sqlite3", tmp_path / "linked"
    link.symlink_to(real)
    linked.symlink_to(tmp_path, target_is_directory=True)
    with started(link, "--port", "0") as first:
        assert first.process.poll() is None
        for name in (real, linked / "games.sqlite3", link):
            with started(name, "--port", "0") as second:
                assert second.process.wait() == 2
                assert "already using" in second.text
                assert "http://127.0.0.1:" in second.text


@pytest.mark.slow
def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with started(tmp_path / "a", "--port", "0") as server:
        assert server.process.wait() == 2
        assert "cannot be written" in server.text
        assert "Traceback" not in server.text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit for the size of files")
@pytest.mark.parametrize("size", [0, 4096])
def test_a_full_disk_at_the_start(tmp_path: Path, size: int) -> None:
    """Nothing can be written: one sentence, no traceback. The same for a file that is there."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
    run = "import sys; from spielzug.server.__main__ import main; sys.exit(main())"
    full = [sys.executable, "-c", limit + run]
    database = tmp_path / "t.sqlite3"
    with started(database, "--port", "0", command=full) as server:
        assert server.process.wait() == 2
        assert "cannot be used as a database" in server.text
        assert "Traceback" not in server.text
    with started(database, "--port", "0") as server:  # with room again
        server.kill()
    with started(database, "--port", "0", command=full) as server:
        assert server.process.wait() == 2
        assert "cannot be used as a database" in server.text
        assert "Traceback" not in server.text
