"""The user's folders for data and cache, as the operating system has them; and file locks."""

from __future__ import annotations

from pathlib import Path
from typing import IO

from platformdirs import user_cache_path, user_data_path

APP = "spielzug"


def data_folder(*inside: str) -> Path:
    """For what must not be lost: games, tables, the seats of programs."""
    return user_data_path(APP, appauthor=False).joinpath(*inside)


def cache_folder() -> Path:
    """For what can be made again."""
    return user_cache_path(APP, appauthor=False)


def try_lock(file: IO[str]) -> bool:
    """Lock an open file until it is closed or this process ends; False if it is locked."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows has no advisory locks
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
