"""Bot programs for tests, including those shown in the documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots-outside.md"


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.M)
    assert found, language
    return found[1]


def example(folder: Path) -> Path:
    """The example bot from the documentation."""
    file = folder / "my_bot.py"
    file.write_text(block("python"), "utf-8")
    return file


def transcript() -> list[tuple[str, dict[str, Any]]]:
    """The conversation shown in the documentation: who said what."""
    lines = [line.split(maxsplit=1) for line in block("text").splitlines()]
    return [(who, json.loads(message)) for who, message in lines]


HEAD = """
import json, os, sys, time

log = open({log!r}, "a", encoding="utf-8")

def say(**message):
    print(json.dumps(message), flush=True)

def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    log.write(line)
    log.flush()
    return json.loads(line)

def play(turn, action=None, late=0):
    action = turn["choices"][0]["action"] if action is None else action
    say(type="play", number=turn["number"] - late, action=action)

def begin():
    assert hear()["type"] == "hello"
    say(type="ready", name="test")

def asked():
    while True:
        message = hear()
        if message["type"] == "turn":
            return message

"""


def written(folder: Path, body: str) -> tuple[Path, Path]:
    """Writes a program with some helpers; returns it and the file in which it logs its input."""
    file, log = folder / "program.py", folder / "heard.jsonl"
    file.write_text(HEAD.format(log=str(log)) + dedent(body), "utf-8")
    return file, log


def heard(log: Path) -> list[dict[str, Any]]:
    """The input it has logged so far; the last line may be incomplete."""
    whole = log.read_text("utf-8").rpartition("\n")[0] if log.exists() else ""
    return [json.loads(line) for line in whole.splitlines()]
