"""Writes web/src/games/*/view_types.ts: what a board is sent, from the types in Python.

python web/views.py            write the files
python web/views.py --check    only say which are out of date

A game's `say/view_types.py` holds TypedDicts and aliases, with a comment beside a field or below an
alias that needs one. A closed list of words or numbers that exists as a constant is not repeated:
`Annotated[str, WORDS]`, `Annotated[int, range(2)]`. A list of fixed length is `Annotated[list[int],
2]`. The kinds of events and the names of their values come from `EVENTS`.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from spielzug.core.events import EventKind
from spielzug.core.texts import ByLanguage
from spielzug.games import NAMES, get_game

GENERIC = "generic"
"""The folder of the board for games that have none of their own."""
GAMES = Path(__file__).resolve().parent / "src" / "games"
PLAIN = {int: "number", str: "string", bool: "boolean", NoneType: "null", ByLanguage: "ByLang"}
ALIASES = (Annotated, Literal, Union, UnionType)
WIDTH = 110
"""As in .prettierrc: the files need no formatting."""


def view_types(game: str) -> str:
    """The module in TypeScript of a game's board, or of the generic one."""
    own = game != GENERIC
    source = f"spielzug.games.{game}.say.view_types" if own else "spielzug.core.default_view_types"
    module = import_module(source)
    types = TypeWriter(module)
    parts = [types.declaration(name, value) for name, value in vars(module).items()]
    if own:
        parts.append(event_values(get_game(game).words.EVENTS.values()))
    text = "\n".join(part for part in parts if part)
    imports = 'import type { ByLang } from "../../lib/types";\n' if "ByLang" in text else ""
    head = f"// Generated from {source.replace('.', '/')}.py by views.py (`make wire`)."
    return f"{head}\n{imports}\n{text}"


class TypeWriter:
    def __init__(self, module: ModuleType) -> None:
        self.module, named = module, vars(module).items()
        self.aliases = {hint: name for name, hint in named if get_origin(hint) in ALIASES}
        self.constants = {value: name for name, value in named if isinstance(value, tuple)}
        self.comments, self.bases = read_source(inspect.getsource(module))

    def declaration(self, name: str, value: Any) -> str:
        """An interface or a type; empty for what is neither."""
        if is_typeddict(value):
            return comment(self.comments.get(name)) + self.interface(name, value)
        if get_origin(value) not in ALIASES:
            return ""
        about, metadata = comment(self.comments.get(name)), get_args(value)[-1]
        if get_origin(value) is Annotated and metadata in self.constants:
            constant = self.constants[metadata]
            start, end = f"export const {constant} = [", "] as const;"
            words = [json.dumps(word) for word in metadata]
            several = "\n".join([start, *(f"  {word}," for word in words), end])
            written = wrapped(f"{start}{', '.join(words)}{end}", several)
            return f"{written}{about}export type {name} = (typeof {constant})[number];\n"
        start, members = f"export type {name} =", self.members(value)
        several = "\n".join([start, *(f"  | {member}" for member in members)])
        return about + wrapped(f"{start} {' | '.join(members)};", f"{several};")

    def interface(self, name: str, shape: type) -> str:
        hints = get_type_hints(shape, include_extras=True)
        bases = self.bases[name]
        inherited = {field for base in bases for field in vars(self.module)[base].__annotations__}
        extends = f" extends {', '.join(bases)}" if bases else ""
        lines = [
            comment(self.comments.get(f"{name}.{field}"), "  ")
            + f"  {field}: {self.expression(hint)};\n"
            for field, hint in hints.items()
            if field not in inherited
        ]
        body = "".join(["\n", *lines]) if lines else ""
        return f"export interface {name}{extends} {{{body}}}\n"

    def expression(self, hint: Any) -> str:
        if hint in PLAIN:
            return PLAIN[hint]
        if hint in self.aliases:
            return self.aliases[hint]
        if get_origin(hint) in ALIASES:
            return " | ".join(self.members(hint))
        if get_origin(hint) is dict:
            key, value = map(self.expression, get_args(hint))
            return f"Record<{key}, {value}>"
        if get_origin(hint) is list:
            item, (of,) = self.expression(get_args(hint)[0]), get_args(hint)
            is_union = get_origin(of) in ALIASES and item == " | ".join(self.members(of))
            return f"({item})[]" if is_union and " | " in item else f"{item}[]"
        assert is_typeddict(hint), f"views.py does not know how to write {hint}"
        return str(hint.__name__)

    def members(self, hint: Any) -> list[str]:
        """The types of which a union consists."""
        if get_origin(hint) is not Annotated:
            literal = get_origin(hint) is Literal
            return [json.dumps(one) if literal else self.expression(one) for one in get_args(hint)]
        base, metadata = get_args(hint)
        if get_origin(base) is not list:
            return [json.dumps(one) for one in metadata]
        item = self.expression(get_args(base)[0])
        return [f"[{', '.join([item] * metadata)}]"]


def event_values(kinds: Iterable[EventKind]) -> str:
    lines = [
        f"  {kind.name}: {' | '.join(json.dumps(name) for name in kind[1:] if name) or 'never'};\n"
        for kind in kinds
    ]
    about = comment("The kinds of events, each with the names of its values.")
    return f"{about}export interface EventValues {{\n{''.join(lines)}}}\n"


def wrapped(line: str, several: str) -> str:
    """The line if it fits, else the lines that Prettier makes of it."""
    return f"{line if len(line) <= WIDTH else several}\n"


def comment(text: str | None, indent: str = "") -> str:
    """A comment in Python as a sentence above what it is about."""
    if not text:
        return ""
    ended = text if text.endswith(".") else f"{text}."
    return f"{indent}/** {ended[0].upper()}{ended[1:]} */\n"


def read_source(source: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """What is said about classes, fields and aliases, each by name, and the bases of classes."""
    lines, comments, bases = source.splitlines(), dict[str, str](), dict[str, list[str]]()
    body = ast.parse(source).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef):
            comments[node.name] = ast.get_docstring(node) or ""
            names = [ast.unparse(base) for base in node.bases]
            bases[node.name] = [name for name in names if name != "TypedDict"]
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and field.end_lineno:
                    rest = lines[field.end_lineno - 1].encode()[field.end_col_offset :].decode()
                    comments[f"{node.name}.{ast.unparse(field.target)}"] = rest.strip(" #")
        elif isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
            bases[name] = []
            if isinstance(following, ast.Expr):
                comments[name] = str(ast.literal_eval(following.value))
    return comments, bases


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    is_old = False
    for game in (*NAMES, GENERIC):
        file, new = GAMES / game / "view_types.ts", view_types(game)
        if file.exists() and file.read_text("utf-8") == new:
            continue
        is_old = True
        print(f"{'out of date' if arguments else 'written'}: web/src/games/{game}/view_types.ts")
        if not arguments:
            file.write_text(new, "utf-8")
    return 1 if arguments and is_old else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
