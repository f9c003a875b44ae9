from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2._config import DEFAULT_TIMEOUT_CONFIG

import postgres
from server.helpers import SLOW_MACHINE, Device, Running, running

KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))

# For requests without a `Device`, too: httpx2 would give up after five seconds.
for part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, part, SLOW_MACHINE)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A file with ``ON_BOTH = True`` runs its tests with either kind of database."""
    if getattr(metafunc.module, "ON_BOTH", False) and "server" in metafunc.fixturenames:
        metafunc.parametrize("server", KINDS, indirect=True, scope="session")


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """A database for tables, of either kind."""
    if request.param == "sqlite":
        yield tmp_path / "t.sqlite3"
        return
    _skip_without_postgres()
    with postgres.fresh_database() as address:
        yield address


@pytest.fixture
def shared_database() -> Iterator[str]:
    """A PostgreSQL database that several servers can share."""
    _skip_without_postgres()
    with postgres.fresh_database() as address:
        yield address


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """One server for all tests that need nothing special."""
    with serving(getattr(request, "param", "sqlite"), tmp_path_factory) as made:
        yield made


@contextmanager
def serving(
    kind: str, tmp_path_factory: pytest.TempPathFactory, **settings: Any
) -> Iterator[Running]:
    """A server with a database of this kind."""
    if kind == "sqlite":
        with running(tmp_path_factory.mktemp("server") / "tables.sqlite3", **settings) as made:
            yield made
        return
    _skip_without_postgres()
    with postgres.fresh_database() as address, running(address, **settings) as made:
        yield made


def _skip_without_postgres() -> None:
    if not postgres.is_there():
        pytest.skip(postgres.NOT_RUN)


@pytest.fixture
def anna(server: Running) -> Device:
    return server.device()


@pytest.fixture
def berta(server: Running) -> Device:
    return server.device()


@pytest.fixture
def carla(server: Running) -> Device:
    return server.device()
