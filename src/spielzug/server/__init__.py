"""The table server, where people and bots play in the browser.

Importing this package is cheap; the heavy modules are imported by the first call.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spielzug.server.config import DEFAULT_PORT

if TYPE_CHECKING:
    from fastapi import FastAPI

    from spielzug.server.config.loading import ServerConfig


def run(
    host: str = "127.0.0.1",
    port: int | None = None,
    database: Path | str | None = None,
    open_browser: bool = True,
    public_url: str | None = None,
    sets: tuple[Path, ...] = (),
    **settings: Any,
) -> None:
    """Serve until Ctrl-C; prints the path of the database and the address to play at.

    Without a `port` it is `DEFAULT_PORT`, or the next one that is free.

    This process never compiles: it uses plain rules, or compiled ones if an earlier run has left
    all of them in the cache.
    """
    from spielzug.core.rules_mode import choose_rules_mode

    choose_rules_mode()
    from spielzug.core.game_folders import other_games
    from spielzug.games import load_set
    from spielzug.server.config.settings import default_database
    from spielzug.server.lifecycle.startup import serve

    for name, folder in other_games.items():
        print(
            f"spielzug: the game {name} comes from {folder}; its code may do whatever this server "
            "may",
            file=sys.stderr,
            flush=True,
        )
    for path in sets:
        for line in load_set(path)[1].warning_lines(path):
            print(f"spielzug: {line}", file=sys.stderr, flush=True)
    settings["sets"] = sets
    serve(host, port, database or default_database(), open_browser, public_url, **settings)


def run_from_config(chosen: ServerConfig, **settings: Any) -> None:
    """Serve with the host's configuration; `settings` override it."""
    from spielzug.server.monitoring import set_up_log

    set_up_log(chosen["log_format"], chosen["log"])
    run(**{**chosen.arguments(), **settings})


def create_app(database: Path | str, **settings: Any) -> FastAPI:
    """The ASGI application alone, for tests and for other web servers."""
    from spielzug.server.web.app import app_for

    return app_for(database, **settings)


__all__ = ["DEFAULT_PORT", "create_app", "run", "run_from_config"]
