"""`spielzug backup` and `spielzug restore`: a copy of all tables, also while servers run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from spielzug.cli.common import counted, progress_bar, refuse_file
from spielzug.core.plain import play_plainly

Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="The database file or address; if not given, as for `spielzug serve`."
    ),
]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The host's settings file (TOML).")
]


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
    config: Config = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy all tables to one file. Servers may keep running."""
    where = _database(database, config)
    if not file.exists():
        refuse_file(file, "backup")
    from spielzug.server.store.copying import back_up

    count = back_up(where, file, force, lambda rows: progress_bar("Copying", rows))
    print(f"Backed up {counted(count, 'table')} to {file}")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by `backup`.")],
    database: Database = None,
    config: Config = None,
) -> None:
    """Fill an empty database with the tables from a backup."""
    where = _database(database, config)
    from spielzug.server.config.settings import without_password
    from spielzug.server.store.copying import restore as fill

    count = fill(file, where, lambda rows: progress_bar("Copying", rows))
    print(f"Restored {counted(count, 'table')} to {without_password(str(where))}")


def _database(database: str | None, config: Path | None) -> Path | str:
    """Where a server that was started here would keep its tables."""
    play_plainly()
    from spielzug.server.config.loading import choose

    where: Any = choose({"database": database}, file=config)["database"]
    assert isinstance(where, Path | str)
    return where
