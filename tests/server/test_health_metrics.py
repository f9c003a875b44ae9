"""Health, readiness and metrics."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy.exc import OperationalError

from server.helpers import ME, RANDOM, Running, running, wait_for
from server.processes import started
from spielzug.core.errors import UsageError
from spielzug.server.config.loading import load_config
from spielzug.server.lifecycle.startup import metrics_address
from spielzug.server.monitoring import Histogram
from spielzug.server.web.metrics import listen

DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("measured")
    with running(folder / "tables.sqlite3", metrics="127.0.0.1:0") as made:
        yield made


def numbers(server: Running) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """All samples, by name and labels."""
    assert server.services.metrics_url is not None
    told = httpx2.get(server.services.metrics_url, verify=False)
    assert told.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(told.text)
        for sample in family.samples
    }


def number(server: Running, name: str, **labels: str) -> float:
    return numbers(server).get((f"spielzug_{name}", frozenset(labels.items())), 0.0)


# -- health ----------------------------------------------------------------------------------------


def test_it_lives_and_is_ready(server: Running) -> None:
    for path in ("/health", "/health/ready"):
        told = httpx2.get(server.url + path, verify=False)
        assert told.status_code == 200, told.text
        assert "set-cookie" not in told.headers  # a watcher is no visitor
        assert told.headers["cache-control"] == "no-store"
        assert httpx2.head(server.url + path, verify=False).status_code == 200


def test_it_is_not_ready_without_its_data_and_lives_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "t.sqlite3") as server:

        def broken(work: Any) -> Any:
            raise OperationalError("SELECT", {}, Exception("gone"))

        monkeypatch.setattr(server.services.store, "_read", broken)
        told = httpx2.get(f"{server.url}/health/ready", verify=False)
        assert told.status_code == 503
        assert told.json()["code"] == "no_data"
        assert told.headers["retry-after"]
        assert httpx2.get(f"{server.url}/health", verify=False).status_code == 200
        monkeypatch.undo()
        ready = lambda: httpx2.get(f"{server.url}/health/ready", verify=False).status_code == 200  # noqa: E731
        assert wait_for(ready)


def test_data_that_do_not_answer_are_not_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = threading.Event()
    with running(tmp_path / "t.sqlite3") as server:
        monkeypatch.setattr("spielzug.server.services.DATABASE_TIMEOUT", 0.2)
        monkeypatch.setattr(server.services.store, "_read", lambda _: answered.wait(60))
        try:
            told = httpx2.get(f"{server.url}/health/ready", verify=False)
        finally:
            answered.set()
        assert (told.status_code, told.json()["code"]) == (503, "no_data")


def test_whoever_stops_is_not_ready(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite3") as server:
        server.services.ready.stopping = True
        told = httpx2.get(f"{server.url}/health/ready", verify=False)
        assert (told.status_code, told.json()["code"]) == (503, "stopping")


# -- metrics ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_requests_are_counted_by_route_and_never_by_table(measured: Running) -> None:
    device = measured.device()
    table = device.table(ME, RANDOM)
    labels = {"method": "GET", "route": "/api/tables/{table}", "status": "200"}
    before = number(measured, "requests_total", **labels)
    device.get(f"tables/{table['id']}")
    device.get("tables/nothing", 404)
    assert number(measured, "requests_total", **labels) == before + 1
    assert number(measured, "requests_total", **{**labels, "status": "404"}) >= 1
    httpx2.request("BREW", f"{measured.url}/api/pot", verify=False)
    everything = "".join(str(key) for key in numbers(measured))
    assert "BREW" not in everything
    for secret in (table["id"], table["id"][:4], "nothing", "Anna", device.cookie[:20]):
        assert secret not in everything


def test_decisions_and_their_way_to_the_disk_are_counted(measured: Running) -> None:
    device = measured.device()
    name = "decision_to_disk_seconds_count"
    table = device.table(ME, RANDOM)
    path = f"tables/{table['id']}"
    now = wait_for(lambda: (t := device.get(path))["choices"] and t)
    before, decided = number(measured, name), number(measured, "entries_total", kind="decision")
    batches = number(measured, "write_batch_size_count")
    wanted = {"number": now["number"], "seat": now["seat"], "action": now["choices"][0]["action"]}
    device.post(f"{path}/decide", wanted)
    assert number(measured, name) > before
    assert number(measured, "entries_total", kind="decision") > decided
    assert number(measured, "write_batch_size_count") > batches
    assert number(measured, "tables_in_memory") >= 1


def test_live_connections_are_counted(measured: Running) -> None:
    device = measured.device()
    table = device.table(ME, {"kind": "friend"})
    with device.live(table["id"]) as live:
        live.receive()
        assert number(measured, "live_connections", about="table") == 1
        assert number(measured, "live_connections", about="lobby") == 0
    wait_for(lambda: number(measured, "live_connections", about="table") == 0)
    assert number(measured, "live_connections_opened_total", about="table") >= 1


def test_trouble_and_errors_are_told(measured: Running) -> None:
    assert number(measured, "trouble") == 0
    measured.services.tables.trouble = "cannot_save"
    try:
        assert number(measured, "trouble") == 1
    finally:
        measured.services.tables.trouble = None
    before = number(measured, "logged_problems_total", logger="spielzug.server", level="error")
    from spielzug.server import services

    services.log.error("a test")
    after = number(measured, "logged_problems_total", logger="spielzug.server", level="error")
    assert after == before + 1
    wait_for(lambda: number(measured, "loop_lag_seconds_count") > 0)
    assert number(measured, "bot_jobs_waiting", queue="deep") == 0


def test_every_number_is_documented_and_there_is_no_other(measured: Running) -> None:
    assert measured.services.metrics_url is not None
    text = httpx2.get(measured.services.metrics_url, verify=False).text
    told = set(re.findall(r"^# TYPE (spielzug_\w+)", text, re.MULTILINE))
    written = set(re.findall(r"`(spielzug_\w+)`", DOCS.read_text(encoding="utf-8")))
    assert {name.removesuffix("_created") for name in told} == written


def test_they_are_not_on_the_public_port_and_not_there_unless_asked_for(
    measured: Running, server: Running
) -> None:
    assert httpx2.get(f"{measured.url}/metrics", verify=False).status_code == 404
    assert server.services.metrics_url is None


def test_where_numbers_may_be_told() -> None:
    with listen("0") as here:
        assert here.getsockname()[0] == "127.0.0.1"
        port = here.getsockname()[1]
        with pytest.raises(UsageError, match=f"cannot listen on port {port}"):
            listen(str(port))
        with pytest.raises(UsageError, match="cannot listen on port"):
            listen(f"127.0.0.1:{port - 1}", worker=1)
    # Servers that share one settings file serve their metrics on different ports.
    assert metrics_address("127.0.0.1:+1000", 8766) == "127.0.0.1:9766"
    assert metrics_address(load_config({"metrics": "+1000"})["metrics"], 8765) == "9765"
    assert metrics_address("9464", 8766) == "9464"
    for wrong in ("x", "127.0.0.1:", "1:2:3", "127.0.0.1:99999", ""):
        with pytest.raises(UsageError, match="--metrics"):
            listen(wrong)


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_one_sentence(tmp_path: Path) -> None:
    with listen("0") as taken:
        port = str(taken.getsockname()[1])
        with started(tmp_path / "t.sqlite3", "--port", "0", "--metrics", port) as server:
            assert server.process.wait() == 2
            assert f"--metrics {port}: cannot listen on port {port}" in server.text
            assert "Traceback" not in server.text


def test_the_start_says_where_and_the_end_is_clean(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite3", "--port", "0", "--metrics", "0") as server:
        said = re.search(r"Metrics: +(\S+)", server.text)
        assert said is not None
        assert "spielzug_build_info" in httpx2.get(said[1], verify=False).text
        assert server.interrupt() == 0
        assert "Traceback" not in server.text


def test_how_large_things_were() -> None:
    spread = Histogram((1, 2))
    for value in (0.5, 1, 1.5, 7):
        spread.add(value)
    assert spread.cumulative_buckets() == [("1", 2.0), ("2", 3.0), ("+Inf", 4.0)]
    assert spread.sum == 10
