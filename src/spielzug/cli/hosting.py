"""The commands of a host: `serve`, and `admin`, `backup` and `restore` beside running servers.

The options of `serve` come from server/config/settings.py.
"""

from __future__ import annotations

import getpass
import inspect
import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from spielzug.cli.common import check_writable, counted, progress_bar
from spielzug.core.errors import UsageError
from spielzug.core.rules_mode import use_plain_rules
from spielzug.server.config.settings import SERVER_OPTIONS, ServerOption

if TYPE_CHECKING:
    from spielzug.server.config.loading import ServerConfig
    from spielzug.server.ops.host_actions import HostActions

DAY = 24 * 3600.0
STATES = ("waiting", "running", "over")

admin = typer.Typer(
    no_args_is_help=True,
    help="Manage a host's tables, even while servers are running.",
)

NAMED = {"ignore_unknown_options": True}
"""Context settings of commands that take a table's id: one id in 64 starts with a dash."""

Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="The database file or address; if not given, as for `spielzug serve`."
    ),
]
Config = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The host's settings file (TOML).")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Name = Annotated[str, typer.Argument(help="A table's name, or its first few characters.")]


@admin.command()
def tables(
    status: Annotated[
        str | None, typer.Option(help="Only tables with this status: waiting, running or over.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Only tables of this game.")] = None,
    older_than: Annotated[
        float | None,
        typer.Option(metavar="DAYS", help="Only tables that have been idle for this many days."),
    ] = None,
    limit: Annotated[
        int, typer.Option(min=0, help="How many tables to list at most; 0 lists all.")
    ] = 100,
    as_json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """List tables, the most recently active first."""
    if status is not None and status not in STATES:
        raise UsageError(f"--status {status}: use {', '.join(STATES[:-1])} or {STATES[-1]}")
    with _open_host_actions(database, config) as (actions, _):
        from spielzug.server.ops.host_actions import Filter

        before = None if older_than is None else time.time() - older_than * DAY
        found = actions.tables(Filter(status, _check_game(game), before, limit or None))
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for row in found:
        names = ", ".join(seat["name"] or "–" for seat in row["seats"])
        state = f"{row['status']} ({row['reason']})" if row["reason"] else row["status"]
        trouble = f"  cannot be opened: {row['trouble']}" if row["trouble"] else ""
        print(f"{row['id']}  {_when(row['updated'])}  {row['game']}  {state}  {names}{trouble}")
    if limit and len(found) == limit:
        print(f"There may be more than these {limit}: --limit 0 lists all.", file=sys.stderr)


@admin.command(context_settings=NAMED)
def export(
    names: Annotated[list[str], typer.Argument(metavar="TABLE...", help="Finished tables.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write to.")] = Path(),
    database: Database = None,
    config: Config = None,
) -> None:
    """Write the records of finished games."""
    with _open_host_actions(database, config) as (actions, _):
        for table in [actions.find(name) for name in names]:
            file, text = actions.record(table)
            check_writable(out / file, "--out")
            (out / file).write_text(text, encoding="utf-8")
            print(out / file)


@admin.command(context_settings=NAMED)
def close(
    name: Name,
    reason: Annotated[str, typer.Option(help="What the players are told.")] = "",
    yes: Yes = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """End a game without a result; its players are told that the host ended it, and why."""
    with _open_host_actions(database, config) as (actions, _):
        table = actions.find(name)
        _ask(f"End the game at table {table}?", yes)
        actions.close(table, " ".join(reason.split()))
        print(f"Closed table {table}.")


@admin.command("forget-name", context_settings=NAMED)
def forget_name(
    name: Name,
    seat: Annotated[int, typer.Argument(min=1, help="Which seat, counting from 1.")],
    yes: Yes = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Permanently remove the name at a seat of a finished game."""
    with _open_host_actions(database, config) as (actions, _):
        table = actions.find(name)
        _ask(f"Permanently remove the name at seat {seat} of table {table}?", yes)
        gone = actions.forget_name(table, seat - 1)
        print(f"{table}: {'name removed.' if gone else 'there was no name at that seat.'}")


@admin.command(context_settings=NAMED)
def delete(name: Name, yes: Yes = False, database: Database = None, config: Config = None) -> None:
    """Delete a finished table with its log and its reviews."""
    with _open_host_actions(database, config) as (actions, _):
        table = actions.find(name)
        _ask(f"Permanently delete table {table}?", yes)
        actions.delete(table)
        print(f"Deleted table {table}.")


@admin.command()
def prune(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show how much would be deleted.")
    ] = False,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND=DAYS", help="Days to keep tables in this run; as for `serve`."),
    ] = None,
    yes: Yes = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Delete now what a server would delete over time: old tables and other old data."""
    with _open_host_actions(database, config, keep) as (actions, chosen):
        from spielzug.server.config.settings import Settings, parse_retention

        days: dict[str, Any] = dict(parse_retention(chosen["keep"]))
        settings = Settings(chosen["database"], **days)
        total, others = 0, 0
        for kind, count in actions.to_prune(settings):
            whose = "with people" if kind.people else "bots only or never dealt"
            print(f"{kind.status}, {whose}, older than {kind.days:g} days: {count}")
            total += count
        for told, count in actions.rows_to_prune():
            print(f"{told}: {count}")
            others += count
        if dry_run or not total + others:
            return
        _ask(f"Permanently delete {_prune_summary(total, others)}?", yes)
        print(f"Deleted {_prune_summary(*actions.prune(settings))}.")


@admin.command()
def log(
    limit: Annotated[int, typer.Option(min=1, help="How many entries to list at most.")] = 100,
    as_json: AsJson = False,
    database: Database = None,
    config: Config = None,
) -> None:
    """Show who used these commands, when, and what they did, the latest first."""
    with _open_host_actions(database, config) as (actions, _):
        found = actions.audit_log(limit)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
        return
    for row in found:
        said = " ".join(filter(None, (row["what"], row["table_id"], row["note"])))
        print(f"{_when(row['at'])}  {row['who']}  {said}")


# -- shared helpers ------------------------------------------------------------------------------


@contextmanager
def _open_host_actions(
    database: str | None, config: Path | None, keep: list[str] | None = None
) -> Iterator[tuple[HostActions, ServerConfig]]:
    """Actions on the database that a server started here would use."""
    use_plain_rules()
    from spielzug.games import load_set
    from spielzug.server.config.loading import load_config
    from spielzug.server.config.settings import is_database_url
    from spielzug.server.ops.host_actions import HostActions
    from spielzug.server.store.store import Store

    chosen = load_config({"database": database, "keep": keep}, file=config)
    where: Path | str = chosen["database"]
    if not is_database_url(where) and not Path(where).is_file():
        raise UsageError(f"there is no database {where}: name one with --database")
    for path in chosen["set"]:
        load_set(path)
    store = Store(where)
    try:
        yield HostActions(store, getpass.getuser()), chosen
    finally:
        store.close()


def _check_game(name: str | None) -> str | None:
    if name is not None:
        from spielzug.games import get_game

        get_game(name)
    return name


def _ask(question: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("cannot ask for confirmation here: add --yes")
    typer.confirm(question, abort=True)


def _prune_summary(tables: int, rows: int) -> str:
    """What `prune` deletes, in words."""
    more = f" and {counted(rows, 'other row')}" if rows else ""
    return f"{counted(tables, 'table')}{more}"


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    database: Database = None,
    config: Config = None,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Copy all tables to one file. Servers may keep running."""
    where = _database(database, config)
    if not file.exists():
        check_writable(file, "backup")
    from spielzug.server.ops.backup import back_up

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
    from spielzug.server.ops.backup import owner_to_be
    from spielzug.server.ops.backup import restore as fill

    count = fill(file, where, lambda rows: progress_bar("Copying", rows))
    print(f"Restored {counted(count, 'table')} to {without_password(str(where))}")
    if isinstance(where, Path) and (command := owner_to_be(where)):
        print(f"The file must belong to whom its folder belongs to:\n  {command}")


def _database(database: str | None, config: Path | None) -> Path | str:
    """The database that a server started here would use."""
    use_plain_rules()
    from spielzug.server.config.loading import load_config

    where: Path | str = load_config({"database": database}, file=config)["database"]
    return where


def serve(*, config: Path | None, show_config: bool, **given: object) -> None:
    """Run the server, to play with bots and friends in the browser."""
    from spielzug.server.config.loading import load_config

    chosen = load_config(given, file=config)
    if show_config:
        print(chosen.shown())
        return
    from spielzug.server import run_from_config

    run_from_config(chosen)


def _parameter(choice: ServerOption) -> tuple[str, object]:
    """Its name and type; values stay unchecked, as `load_config` checks those of all sources."""
    if choice.kind is bool:
        switch = f"{choice.option}/--no-{choice.option[2:]}"
        return choice.name, Annotated[
            bool | None, typer.Option(switch, help=choice.help, show_default=False)
        ]
    option = typer.Option(
        choice.option, help=choice.help, metavar=choice.word, show_default=_default(choice)
    )
    kind = list[str] | None if choice.several else str | None
    return choice.name, Annotated[kind, option]


def _default(choice: ServerOption) -> str | bool:
    default = choice.default
    if callable(choice.given) or default is None or default == ():
        return False
    return str(default)


CONFIG = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="A file with these settings (TOML)."),
]
SHOW = Annotated[
    bool,
    typer.Option("--show-config", help="Show every setting and where it comes from, then exit."),
]


def _options() -> dict[str, object]:
    listed = [_parameter(choice) for choice in SERVER_OPTIONS if not choice.secret]
    return {**dict(listed), "config": CONFIG, "show_config": SHOW}


def _give_options() -> None:
    keyword = inspect.Parameter.KEYWORD_ONLY
    made = [
        inspect.Parameter(
            name, keyword, default=False if name == "show_config" else None, annotation=annotation
        )
        for name, annotation in _options().items()
    ]
    serve.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    serve.__annotations__ = {p.name: p.annotation for p in made}


_give_options()
