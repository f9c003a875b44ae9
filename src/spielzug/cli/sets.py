"""`spielzug set`: exports a built-in set or its schema, or checks a user's set file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import check_writable
from spielzug.core.errors import UsageError
from spielzug.core.rules_mode import use_plain_rules

if TYPE_CHECKING:
    from spielzug.core.game import Game
    from spielzug.core.sets import Sets
    from spielzug.core.sets.model import SetModel

POINTER = "# yaml-language-server: $schema="
"""The start of a file's first line, where editors look for its schema."""


def set_(
    what: Annotated[str, typer.Argument(help="A game, or a set file to check.")],
    export: Annotated[
        Path | None, typer.Option(help="Write the shipped set, with notes, to a new file.")
    ] = None,
    schema: Annotated[
        Path | None, typer.Option(help="Write the JSON schema for set files, for text editors.")
    ] = None,
    which: Annotated[
        str,
        typer.Option(help="With --export: the set to write; shipped-1 and so on are older sets."),
    ] = "shipped",
) -> None:
    """Export a game's cards, boards and numbers to a file, or check your own file."""
    use_plain_rules()
    from spielzug.games import NAMES, get_game

    if what not in NAMES:
        if export is not None or schema is not None:
            raise UsageError(
                f"{what}: --export and --schema take a game; the games are: {', '.join(NAMES)}"
            )
        _check(Path(what))
        return
    game = get_game(what)
    sets = game.require_sets()
    if schema is not None:
        check_writable(schema, "--schema")
    if export is not None:
        beside = export.parent / f"{game.name}.schema.json"
        _export(sets, export, which, schema or (beside if beside.is_file() else None))
        if schema is None and not beside.is_file():
            print(f"For help in your editor: spielzug set {game.name} --schema {beside}")
            print(f"and this as the first line: {POINTER}{beside.name}")
    if schema is not None:
        text = json.dumps(sets.schema(), ensure_ascii=False, indent=2) + "\n"
        schema.write_text(text, encoding="utf-8")
        print(f"{schema}: the JSON schema for sets of {game.title['en']}")
    if export is None and schema is None:
        _show(game, sets)


def _check(path: Path) -> None:
    """Print which game a set file is for, and its warnings; errors are raised."""
    from spielzug.games import NAMES, load_set

    if not path.suffix and not path.exists():
        raise UsageError(f"{path}: neither a game nor a file; the games are: {', '.join(NAMES)}")
    game, loaded = load_set(path)
    print(f"{path}: a set of {game.title['en']}, {loaded.label}")
    for warning in loaded.warnings:
        print(f"warning: {warning}")
    assert game.sets is not None  # otherwise `load_set` has raised
    for number in sorted(game.sets.shipped):
        if (ours := game.sets.loaded(number)).has_same_content(loaded):
            print(f"It is the same as {ours.label}: nothing has been changed.")
    print(f"To play it: spielzug play {game.name} --set {path}")


def _export(sets: Sets[SetModel, object], file: Path, which: str, schema: Path | None) -> None:
    from spielzug.games.set_files import editable_copy

    if file.exists() and not file.is_dir():
        raise UsageError(f"--export {file}: this file already exists; name a new one")
    check_writable(file, "--export")
    name, text = editable_copy(sets, which, file.stem)
    head = ""
    if schema is not None:
        head = f"{POINTER}{Path(os.path.relpath(schema, file.parent)).as_posix()}\n"
    file.write_text(head + text, encoding="utf-8")
    print(f"{file}: the set {which} of {sets.game}, named {name}; change what you like")


def _show(game: Game, sets: Sets[SetModel, object]) -> None:
    from spielzug.core.sets.descriptions import entries_of

    names = ", ".join([*sets.names.values(), *sets.also])
    print(f"{game.title['en']} ships with these sets: {names}")
    print("A set file has these entries:")
    for entry in entries_of(sets.model):
        print(f"  {entry.name}: {entry.about} ({entry.values})")
    print(f"To start your own: spielzug set {game.name} --export mine.yaml")
