"""`spielzug serve`: runs the server; its options come from server/config/settings.py."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import typer

from spielzug.server.config.settings import SERVER_OPTIONS, ServerOption


def serve(**given: Any) -> None:
    """Run the server, to play with bots and friends in the browser."""
    from spielzug.server.config.loading import load_config

    show, file = given.pop("show_config"), given.pop("config")
    chosen = load_config(given, file=file)
    if show:
        print(chosen.shown())
        return
    from spielzug.server import run_from_config

    run_from_config(chosen)


def _parameter(choice: ServerOption) -> tuple[str, Any]:
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


def _options() -> dict[str, Any]:
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
