"""``python -m spielzug.server``: the same as ``spielzug serve``, with a few switches for tests."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from spielzug.core.errors import SpielzugError
from spielzug.server import run_from_config
from spielzug.server.config.loading import load_config
from spielzug.server.config.settings import SERVER_OPTIONS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m spielzug.server")
    for choice in SERVER_OPTIONS:
        if choice.secret:
            continue
        if choice.kind is bool:
            switch = argparse.BooleanOptionalAction
            parser.add_argument(choice.option, action=switch, default=None)
        else:
            action = "append" if choice.several else "store"
            parser.add_argument(choice.option, action=action, metavar=choice.word)
    parser.set_defaults(browser=False)  # tests open no browser
    parser.add_argument("--config", type=Path)
    parser.add_argument("--no-limits", action="store_true", help="for load tests only")
    parser.add_argument(
        "--review-iterations", type=int, help="iterations per search in a review; for tests only"
    )
    given = vars(parser.parse_args())
    file = given.pop("config")
    for_tests = {
        "limits": not given.pop("no_limits"),
        "review_iterations": given.pop("review_iterations"),
    }
    try:
        run_from_config(load_config(given, file=file), **for_tests)
    except SpielzugError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
