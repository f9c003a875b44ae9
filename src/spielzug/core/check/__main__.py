"""``python -m spielzug.core.check ORIGIN GAMES [VERSION]`` prints digests, see `check.modes`."""

from __future__ import annotations

import json
import sys

from spielzug.core.check.case import CheckCase
from spielzug.core.check.modes import digest, find_origin


def main(origin: str, games: str, version: str = "") -> None:
    case = CheckCase(find_origin(origin).ready(), origin, version=int(version) if version else None)
    json.dump([digest(case, number) for number in range(int(games))], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
