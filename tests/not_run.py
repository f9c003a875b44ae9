"""What a tier of the tests left out: said last, so that nobody takes silence for a pass."""

from __future__ import annotations

import shutil
import sys

import postgres
from browser.chromium import NAMES, find_chromium

BUILDERS = ("podman", "docker", "buildah")
LEARNING = "Not run: the tests of learning: `make learn` sets torch up and runs them."
"""Never part of `make test`: torch is larger than all the rest together."""


def without_browser() -> list[str]:
    if find_chromium() is not None:
        return []
    names = ", ".join(NAMES)
    return [f"Not run: the browser tests, because no Chromium was found (looked for {names})."]


def without_postgres() -> list[str]:
    return [] if postgres.is_there() else [postgres.NOT_RUN]


def without_programs() -> list[str]:
    """The files of deploy/ are then only read, as strictly as we can."""
    tried = {
        "the container, which was not built": BUILDERS,
        "the units, which systemd did not see": ("systemd-analyze",),
        "nginx.conf, which nginx did not see": ("nginx",),
        "Caddyfile, which Caddy did not see": ("caddy",),
    }
    return [
        f"Not run: {what}, because there is no {' or '.join(names)}."
        for what, names in tried.items()
        if not any(map(shutil.which, names))
    ]


SECOND_TIER = "Not run: the second tier of tests: `make test-rest` runs it."


def not_run(tier: str) -> list[str]:
    if tier == "first":
        return [*without_browser(), SECOND_TIER, LEARNING]
    return [*without_browser(), *without_postgres(), *without_programs(), LEARNING]


if __name__ == "__main__":
    for line in not_run(sys.argv[1]):
        print(line)
