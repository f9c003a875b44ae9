"""Settings: where they can be set, which source wins, and what is rejected."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.helpers import Device
from server.processes import free_port, started
from spielzug.cli.app import app
from spielzug.core.errors import UsageError
from spielzug.server import DEFAULT_PORT
from spielzug.server.config import loading as module
from spielzug.server.config import settings as options
from spielzug.server.config.loading import load_config
from spielzug.server.config.settings import (
    SERVER_OPTIONS,
    ServerOption,
    Settings,
    default_database,
    network_command,
    read_database,
    without_password,
)
from spielzug.server.store.postgres import PostgreSQL, error_summary, url_of
from spielzug.server.store.store import Store

NAMES = {choice.name for choice in SERVER_OPTIONS}


def written(folder: Path, text: str) -> Path:
    path = folder / "host.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(said: dict[str, Any], environ: dict[str, str], file: Path | None = None) -> str:
    with pytest.raises(UsageError) as refused:
        load_config(said, environ, file)
    return str(refused.value)


@pytest.fixture
def secret(monkeypatch: pytest.MonkeyPatch) -> ServerOption:
    made = ServerOption("sample_password", str, "For a test.", "TEXT", secret=True)
    monkeypatch.setattr(module, "SERVER_OPTIONS", (*SERVER_OPTIONS, made))
    return made


def test_nothing_said_gives_the_defaults_of_the_settings() -> None:
    found = load_config({}, {})
    for field in fields(Settings):
        if field.name in NAMES and field.name != "database":
            assert found[field.name] == field.default, field.name
    assert set(found.sources.values()) == {"default"}
    made = Settings(**{k: v for k, v in found.arguments().items() if k in known_settings()})
    assert made == Settings(database=made.database)


def known_settings() -> set[str]:
    return {field.name for field in fields(Settings)}


def test_the_command_line_counts_before_the_environment_before_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1\nproxies = 2\nhost = 'a'\n")
    environ = {"SPIELZUG_PORT": "3", "SPIELZUG_PROXIES": "4", "SPIELZUG_CONFIG": str(file)}
    found = load_config({"port": "5"}, environ)
    assert (found["port"], found["proxies"], found["host"]) == (5, 4, "a")
    assert found.sources["port"] == "the command line"
    assert found.sources["proxies"] == "SPIELZUG_PROXIES"
    assert found.sources["host"] == str(file)
    other = tmp_path / "other.toml"
    other.write_text("host = 'b'\n")
    assert load_config({}, environ, other)["host"] == "b"  # --config before SPIELZUG_CONFIG


def test_what_was_said_can_be_said_again(tmp_path: Path) -> None:
    """What a file or nobody said is left out: the file is named instead."""
    file = written(tmp_path, "open_lobby = true\nmail_password = 'hush'\nlog = true\n")
    said = {"host": "127.0.0.1", "port": "9000", "database": "a.sqlite3", "log": False,
            "set": ["a b.yaml", "c.yaml"], "keep": ["bots=2"]}  # fmt: skip
    environ = {"SPIELZUG_CONFIG": str(file), "SPIELZUG_METRICS": "9464"}
    found = load_config(said, environ)
    assert found.options() == (
        "--config", str(file), "--no-log", "--metrics", "9464", "--keep", "bots=2",
        "--set", "a b.yaml", "--set", "c.yaml",
    )  # fmt: skip
    again = CliRunner().invoke(app, ["serve", "--show-config", *found.options()])
    assert again.exit_code == 0, again.output
    for line in ("open_lobby = true", "log = false", 'metrics = "9464"', 'set = ["a b.yaml", '):
        assert line in again.output
    assert load_config({}, {}).options() == ()


def test_the_command_for_the_network_keeps_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["spielzug"])
    usual = Settings(default_database())
    assert network_command(usual, DEFAULT_PORT) == "spielzug serve --host 0.0.0.0"
    named = Settings(Path("my games.sqlite3"), options=("--open-lobby",))
    assert network_command(named, 9000) == (
        "spielzug serve --host 0.0.0.0 --port 9000 --database 'my games.sqlite3' --open-lobby"
    )
    secret = Settings("postgresql://me:hush@host/games")
    assert "hush" not in network_command(secret, DEFAULT_PORT)
    here = tmp_path / "spielzug"
    here.touch()
    monkeypatch.setattr("sys.argv", [str(here)])  # not on the path: as it was called
    assert network_command(usual, DEFAULT_PORT) == f"{here} serve --host 0.0.0.0"


def test_switches_lists_and_paths(tmp_path: Path) -> None:
    file = written(
        tmp_path, "trust_proxy = true\nset = ['a.yaml', '/b.yaml']\ndatabase = 'games.sqlite3'\n"
    )
    found = load_config({"trust_proxy": False}, {}, file)
    assert found["trust_proxy"] is False
    assert found["set"] == (tmp_path / "a.yaml", Path("/b.yaml"))
    assert found["database"] == tmp_path / "games.sqlite3"
    assert load_config({}, {"SPIELZUG_TRUST_PROXY": "on"}).arguments()["trust_proxy"] == 1
    outside = load_config({}, {"SPIELZUG_SET": "a.yaml, b.yaml", "SPIELZUG_PORT": ""})
    assert outside.arguments()["sets"] == (Path("a.yaml"), Path("b.yaml"))
    assert outside.sources["port"] == "default"  # empty says nothing


def test_days_that_are_not_said_stay_as_they_are() -> None:
    found = load_config({"keep": ["bots=2"]}, {"SPIELZUG_KEEP": "waiting=1"})
    assert found["keep"] == ("waiting=14", "bots=2", "running=365", "finished=0")
    assert found.arguments()["bots_days"] == 2
    assert found.arguments()["finished_days"] is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 9000", r"host.toml: prot is not a setting: did you mean port?"),
        ("colour = 'red'", "choose one of browser, connections"),
        ("port = '9000'", "port 9000: expected a whole number from 0 to 65535"),
        ("port = 70000", "port 70000: expected a whole number from 0 to 65535"),
        ("port = true", "port true: expected a whole number from 0 to 65535"),
        ("log = 'yes'", "log yes: expected true or false"),
        ("set = 'a.yaml'", "set: expected a list of texts"),
        ("keep = ['never=1']", "keep never=1: expected waiting, bots, running or finished"),
        ("public_url = 'games'", "expected an address such as https://"),
        ("[port]\nnumber = 1", "port"),
        ("port = ", "host.toml is not valid TOML"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    tmp_path: Path, text: str, told: str
) -> None:
    said = refusal({}, {}, written(tmp_path, text + "\n"))
    assert told in said
    assert str(tmp_path / "host.toml") in said


def test_a_file_may_be_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "settings"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as writer:
        writer.submit(pipe.write_text, "port = 9002\n")
        assert load_config({}, {}, pipe)["port"] == 9002


def test_names_in_another_case_are_other_names(tmp_path: Path) -> None:
    assert load_config({}, {"spielzug_port": "9"})["port"] == DEFAULT_PORT
    assert "unknown environment variable SPIELZUG_Port" in refusal({}, {"SPIELZUG_Port": "9"})
    assert "PORT is not a setting" in refusal({}, {}, written(tmp_path, "PORT = 9\n"))


def test_help_does_not_load_the_library_that_reads_settings() -> None:
    """It would take longer than all the rest of `spielzug --help`."""
    code = (
        "import sys\nfrom spielzug.cli.app import app\n"
        "app(['serve', '--help'], standalone_mode=False)\n"
        "sys.exit('pydantic_settings' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "none.toml cannot be read: No such file" in refusal({}, {}, tmp_path / "none.toml")


def test_what_is_wrong_outside_is_told_with_its_variable() -> None:
    assert "variable SPIELZUG_PROT: did you mean SPIELZUG_PORT?" in refusal(
        {}, {"SPIELZUG_PROT": "1"}
    )
    assert "SPIELZUG_LOG perhaps: expected true or false" in refusal(
        {}, {"SPIELZUG_LOG": "perhaps"}
    )
    assert "--port x: expected a whole number" in refusal({"port": "x"}, {})
    # A mistake is told even where something else counts.
    assert "SPIELZUG_PORT x" in refusal({"port": "1"}, {"SPIELZUG_PORT": "x"})


def test_other_variables_of_the_program_are_no_mistakes() -> None:
    source = "".join(
        path.read_text(encoding="utf-8")
        for folder in ("src", "tests", "bench")
        for path in (Path(__file__).parents[2] / folder).rglob("*.py")
    )
    for name in options.OTHERS - {options.CONFIG}:
        assert name in source, name  # else it is none of the program any more
        load_config({}, {name: "x"})


def test_secrets_come_from_files_and_are_never_shown(tmp_path: Path, secret: ServerOption) -> None:
    (tmp_path / "word").write_text("hidden\n")
    found = load_config({}, {"SPIELZUG_SAMPLE_PASSWORD_FILE": str(tmp_path / "word")})
    assert found["sample_password"] == "hidden"
    assert 'sample_password = "***"' in found.shown()
    assert "hidden" not in found.shown()
    in_file = load_config({}, {}, written(tmp_path, "sample_password_file = 'word'\n"))
    assert in_file["sample_password"] == "hidden"
    both = {
        "SPIELZUG_SAMPLE_PASSWORD_FILE": str(tmp_path / "word"),
        "SPIELZUG_SAMPLE_PASSWORD": "x",
    }
    assert "given twice" in refusal({}, both)
    assert "none cannot be read" in refusal({}, {"SPIELZUG_SAMPLE_PASSWORD_FILE": "none"})
    assert "--sample-password" not in CliRunner().invoke(app, ["serve", "--help"]).output


def test_a_password_in_an_address_is_not_shown_either() -> None:
    shown = load_config({"database": "postgresql://me:hidden@example.org/games"}, {}).shown()
    assert 'database = "postgresql://me:***@example.org/games"' in shown
    shown = load_config({"database": "postgresql:///games?password=hidden&x=1"}, {}).shown()
    assert 'database = "postgresql:///games?password=***&x=1"' in shown


def test_what_is_shown_is_a_file_that_says_the_same(tmp_path: Path) -> None:
    said = {"port": "9000", "keep": ["bots=2"], "trust_proxy": True, "set": ['a"b.yaml']}
    found = load_config(said, {})
    again = load_config({}, {}, written(tmp_path, found.shown()))
    differs = {"set": (tmp_path / 'a"b.yaml',)}
    assert {**found.values, **differs} == dict(again.values)
    assert set(tomllib.loads(found.shown())) <= NAMES


def test_the_command_shows_what_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELZUG_PORT", "9001")
    done = CliRunner().invoke(app, ["serve", "--show-config", "--no-browser"])
    assert done.exit_code == 0
    assert "port = 9001  # SPIELZUG_PORT" in done.output
    assert "browser = false  # the command line" in done.output


@pytest.mark.slow
def test_a_server_listens_where_its_file_says(tmp_path: Path) -> None:
    port = free_port()
    file = written(tmp_path, f"port = {port}\n")
    with started(tmp_path / "t.sqlite3", "--config", str(file)) as server:
        device = Device(f"http://127.0.0.1:{port}")
        assert device.get("health")["ok"]
        device.http.close()
        assert server.interrupt() == 0


def test_no_part_of_a_password_is_shown() -> None:
    """Also of one with an @ in it, which should have been written as %40."""
    for text in ("me:se@cret@host/games", "me:s/e:c?r#et@host/games", "me:s%40t@host/games"):
        assert without_password(f"at postgresql://{text}: no") == (
            "at postgresql://me:***@host/games: no"
        )


@pytest.mark.parametrize(
    "text",
    [
        "me:my secret@host/games",
        "me:my%20secret@host/games",
        "me@corp:my secret@host/games",
        "me@corp.example:secret@host/games",
        ":my secret@host/games",
        "host/games?user=me&password=my secret",
        "host/games?password=my%20secret&sslmode=require",
        "host/games?sslmode=require&sslpassword=my+secret",
    ],
)
def test_no_space_and_no_name_lets_a_password_be_seen(text: str) -> None:
    address = f"postgresql://{text}"
    for shown in (
        without_password(address),
        load_config({"database": address}, {}).shown(),
        PostgreSQL(address).shown,
    ):
        assert "***" in shown
        assert "secret" not in shown


@pytest.mark.parametrize("address", ["postgresql://me:se@cret@host/games", "postgresql:/me:cret@h"])
def test_an_address_that_would_be_taken_wrongly_is_refused(address: str) -> None:
    """Its password would be part of the name of the host, or of a file."""
    with pytest.raises(UsageError, match="is not valid: write it like") as refused:
        Store(read_database(address))
    assert "cret" not in str(refused.value)
    assert "me:" not in str(refused.value)


def test_what_a_database_says_does_not_show_a_password_either() -> None:
    url = url_of("postgresql://me:my%20secret@host/games?sslpassword=other%2Fone")
    said = "cannot log in with 'my secret', my%20secret,\n my+secret, other/one, other%2Fone"
    shown = error_summary(url, RuntimeError(said))
    assert shown == "cannot log in with '***', ***, ***, ***, ***"
