"""The engines of a test run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for them, the same for all processes that run tests."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "engines"
