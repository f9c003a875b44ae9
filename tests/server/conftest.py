from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.helpers import Device, Running, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that need nothing special."""
    with running(tmp_path_factory.mktemp("server") / "tables.sqlite3") as made:
        yield made


@pytest.fixture
def anna(server: Running) -> Device:
    return server.device()


@pytest.fixture
def berta(server: Running) -> Device:
    return server.device()
