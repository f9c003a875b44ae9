"""What `make test` left out: said as its last words, so that nobody takes silence for a pass."""

from __future__ import annotations

import postgres
from browser.chromium import NAMES, find_chromium

LEARNING = "Not run: the tests of learning: `make learn` sets torch up and runs them."
"""Never part of `make test`: torch is larger than all the rest together."""


def without_browser() -> list[str]:
    if find_chromium() is not None:
        return []
    names = ", ".join(NAMES)
    return [f"Not run: the browser tests, because no Chromium was found (looked for {names})."]


def without_postgres() -> list[str]:
    return [] if postgres.is_there() else [postgres.NOT_RUN]


def not_run() -> list[str]:
    return [*without_browser(), *without_postgres(), LEARNING]


if __name__ == "__main__":
    for line in not_run():
        print(line)
