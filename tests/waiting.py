"""Waits for other threads or processes, with a timeout."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "this never happened"
        time.sleep(0.01)


def has_exited(process: int) -> bool:
    """Whether it has ended, though perhaps nobody has asked yet how."""
    try:
        told = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return told.rpartition(")")[2].split()[0] == "Z"
