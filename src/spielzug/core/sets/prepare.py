"""Prepare the YAML files of games as JSON, for processes without PyYAML and pydantic.

The build of the package calls this before anything of the package can be imported, so only PyYAML
is needed here. In a checkout it is `python -m spielzug.core.sets.prepare`. What it writes lies
beside the files and belongs to no commit.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import yaml

GAMES = Path(__file__).parents[2] / "games"
FOLDERS = ("data", "lessons")
"""In a game's folder: those with YAML files."""


def prepare(games: Path = GAMES) -> list[Path]:
    """Write the JSON of every file of the games in this folder; returns what was written."""
    return [
        prepare_file(path)
        for folder in FOLDERS
        for path in sorted(games.glob(f"*/{folder}/*.yaml"))
    ]


def prepare_file(path: Path) -> Path:
    """Write the text and the entries of a YAML file beside it; returns the new file."""
    text = path.read_bytes().decode("utf-8-sig")
    data = yaml.safe_load(text)
    written = json.dumps({"text": text, "data": data}, ensure_ascii=False, allow_nan=False)
    if json.loads(written)["data"] != data:
        raise ValueError(f"{path}: JSON cannot hold all of its values")
    made = path.with_suffix(".json")
    part = made.with_suffix(f".json.{os.getpid()}")
    part.write_text(written + "\n", encoding="utf-8", newline="\n")
    part.replace(made)  # a reader sees a whole file
    return made


if __name__ == "__main__":
    for _path in prepare(*map(Path, sys.argv[1:2])):
        print(_path)
