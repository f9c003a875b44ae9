"""The folder of a run that takes long: what was asked, and whatever was found so far.

One process at a time works in it, and may be killed at any moment: what was finished is there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.folders import lock
from spielzug.core.records import save_text

ASKED, LOCK = "asked.json", "lock"


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else works in this folder meanwhile."""
    with (folder / LOCK).open("a") as file:
        if not lock(file):
            raise UsageError(
                f"{folder}: another process is using this folder: wait for it, or name "
                "another folder"
            )
        yield


def begin(folder: Path, asked: Mapping[str, Any]) -> None:
    """A new folder for what was asked; one that is in use is never written over."""
    if (folder / ASKED).exists():
        raise UsageError(
            f"{folder}: there is already a run here: continue it with --resume {folder}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder}: this folder is not empty: name a new one")
        save_text(json.dumps(asked, indent=1, ensure_ascii=False), folder / ASKED)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from None


def keep_asked(folder: Path, asked: Mapping[str, Any]) -> None:
    """What is asked of a run from now on: longer than before, say."""
    try:
        save_text(json.dumps(asked, indent=1, ensure_ascii=False), folder / ASKED)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from None


def asked_in(folder: Path) -> dict[str, Any]:
    """What was asked when the run in this folder was begun."""
    try:
        found = json.loads((folder / ASKED).read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("no object")
    except FileNotFoundError:
        raise CannotRead(f"{folder}: there is no run here; start one with --out {folder}") from None
    except (OSError, ValueError) as error:
        raise CannotRead(f"{folder / ASKED}: cannot be read: {error}") from None
    return found
