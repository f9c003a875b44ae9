"""Where things of people lie: one folder, wherever their system keeps such things."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

APP = "spielzug"


def data_folder(*inside: str) -> Path:
    """For what must not be lost: games, tables, the seats of programs."""
    return user_data_path(APP, appauthor=False).joinpath(*inside)


def cache_folder() -> Path:
    """For what can be made again."""
    return user_cache_path(APP, appauthor=False)
