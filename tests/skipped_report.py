"""Lists what a tier of tests left out, at the end, so that nobody takes silence for a pass."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache

import postgres
from browser.chromium import NAMES, find_chromium
from browser.webdriver import BROWSERS, missing

BUILDERS = ("podman", "docker", "buildah")
INFO_SECONDS = 30.0  # for a daemon to answer
LEARNING = "Not run: the tests of learning: `make learn` sets torch up and runs them."
"""Never part of `make test`: torch is larger than all the rest together."""


def without_browser() -> list[str]:
    if find_chromium() is not None:
        return []
    names = ", ".join(NAMES)
    return [f"Not run: the browser tests, because no Chromium was found (looked for {names})."]


def without_other_browsers() -> list[str]:
    lacking = [name for name in map(missing, BROWSERS) if name is not None]
    if not lacking:
        return []
    return [
        f"Not run: the journeys in other browsers, because there is no {' and no '.join(lacking)}."
    ]


def without_postgres() -> list[str]:
    return [] if postgres.is_there() else [postgres.NOT_RUN]


@cache
def container_builder() -> str | None:
    """A program that can build containers now: a client whose daemon does not run cannot."""
    return next((name for name in BUILDERS if shutil.which(name) and _answers(name)), None)


def _answers(builder: str) -> bool:
    try:
        done = subprocess.run(
            [builder, "info"], capture_output=True, check=False, timeout=INFO_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def without_container() -> list[str]:
    if container_builder() is not None:
        return []
    there = [f"`{name} info` fails" for name in BUILDERS if shutil.which(name)]
    why = " and ".join(there) or f"there is no {' or '.join(BUILDERS)}"
    return [f"Not run: the container, which was not built, because {why}."]


def without_programs() -> list[str]:
    """The files of deploy/ are then only read, as strictly as we can."""
    tried = {
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
    here = [*without_browser(), *without_programs()]
    if tier == "first":
        return [*here, SECOND_TIER, LEARNING]
    return [*here, *without_other_browsers(), *without_postgres(), *without_container(), LEARNING]


if __name__ == "__main__":
    for line in not_run(sys.argv[1]):
        print(line)
