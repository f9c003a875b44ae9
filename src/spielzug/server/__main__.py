"""``python -m spielzug.server``: the same as ``spielzug serve``, with a few switches for tests."""

from __future__ import annotations

import argparse
import logging
import sys
from pathlib import Path

from spielzug.core.errors import SpielzugError
from spielzug.server import DEFAULT_PORT, LOG_LINE, PER_ADDRESS, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m spielzug.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT)
    parser.add_argument("--database", type=Path)
    parser.add_argument("--browser", action="store_true", help="open the page by itself")
    parser.add_argument("--public-url", help="the address people use, if a proxy stands before us")
    parser.add_argument("--trust-proxy", action="store_true", help="believe X-Forwarded-* headers")
    parser.add_argument("--proxies", type=int, default=1, help="how many of them add to these")
    parser.add_argument("--connections", type=int, help="at once and in all")
    parser.add_argument("--connections-per-address", type=int, default=PER_ADDRESS)
    parser.add_argument("--no-limits", action="store_true", help="for load tests only")
    parser.add_argument("--log", action="store_true", help="write a line for every request")
    parser.add_argument("--set", type=Path, help="a file with other cards or boards of a game")
    parser.add_argument("--review-iterations", type=int, help="of a thought; for tests only")
    given = parser.parse_args()
    if given.log:
        logging.basicConfig(level=logging.INFO, format=LOG_LINE)
    try:
        run(
            given.host,
            given.port,
            given.database,
            given.browser,
            given.public_url,
            (given.set,) if given.set is not None else (),
            trust_proxy=given.proxies if given.trust_proxy else 0,
            limits=not given.no_limits,
            connections=given.connections,
            connections_per_address=given.connections_per_address,
            review_iterations=given.review_iterations,
        )
    except SpielzugError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
