"""Types: the public interface has no `Any`, and the type checker finds the mistakes it is for."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import pytest
from mypy import api

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"

# -- the public interface ------------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign
NUMPY_NUMBERS = ("integer", "floating", "number")
"""In `np.integer[Any]` the width of the number is Any: it is a whole number nevertheless."""


@cache
def statements_of(path: Path) -> list[ast.stmt]:
    return list(flatten_ifs(ast.parse(path.read_text(encoding="utf-8")).body))


def flatten_ifs(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, with those inside of `if TYPE_CHECKING:` and the like."""
    for statement in statements:
        if isinstance(statement, ast.If):
            yield from flatten_ifs([*statement.body, *statement.orelse])
        else:
            yield statement


def file_of(module: str) -> Path | None:
    place = SOURCE / module.replace(".", "/")
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


def find_definition(path: Path, name: str) -> tuple[Path, Definition] | None:
    """Where a name of a module is defined, which may be another module of Spielzug."""
    for statement in statements_of(path):
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                file = file_of(statement.module or "")
                if (alias.asname or alias.name) == name and file is not None:
                    return find_definition(file, alias.name)
        elif name in names_defined_by(statement):
            assert isinstance(statement, Definition)
            return path, statement
    return None


def names_defined_by(statement: ast.stmt) -> list[str]:
    if isinstance(statement, Function | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def mentions_any(annotation: ast.expr, path: Path, followed: frozenset[str] = frozenset()) -> bool:
    """Whether a type contains `Any`, itself or behind an alias of Spielzug."""
    match annotation:
        case ast.Name("Any") | ast.Attribute(attr="Any"):
            return True
        case ast.Subscript(ast.Attribute(ast.Name("np"), attr=number)) if number in NUMPY_NUMBERS:
            return False
        case ast.Subscript(ast.Name("Literal")):
            return False
        case ast.Constant(str(text)):
            return mentions_any(ast.parse(text, mode="eval").body, path, followed)
        case ast.Name(name) if name not in followed:
            match find_definition(path, name):
                case file, ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                    return mentions_any(value, file, followed | {name})
            return False
    parts = (part for part in ast.iter_child_nodes(annotation) if isinstance(part, ast.expr))
    return any(mentions_any(part, path, followed) for part in parts)


def annotations_of(function: Function) -> Iterator[ast.expr]:
    arguments = function.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    yield from (one.annotation for one in every if one.annotation is not None)
    if function.returns is not None:
        yield function.returns


def types_of_members(path: Path, kind: ast.ClassDef) -> dict[str, list[tuple[Path, ast.expr]]]:
    """The types in the signatures of public methods, properties and attributes, with bases."""
    found: dict[str, list[tuple[Path, ast.expr]]] = {}
    for base in kind.bases:
        if isinstance(base, ast.Name):
            match find_definition(path, base.id):
                case file, ast.ClassDef() as definition:
                    found |= types_of_members(file, definition)
    own: dict[str, list[tuple[Path, ast.expr]]] = {}
    for statement in flatten_ifs(kind.body):
        if isinstance(statement, Function):
            types = [(path, annotation) for annotation in annotations_of(statement)]
            own.setdefault(statement.name, []).extend(types)
            for node in ast.walk(statement):
                match node:
                    case ast.AnnAssign(ast.Attribute(ast.Name("self"), attr=name)):
                        own.setdefault(name, []).append((path, node.annotation))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            own.setdefault(statement.target.id, []).append((path, statement.annotation))
    found |= own
    return {name: types for name, types in found.items() if is_public(name)}


def is_public(name: str) -> bool:
    return not name.startswith("_") or name == "__init__"


def public_names(path: Path) -> list[str]:
    """The names in a module's `__all__`."""
    match find_definition(path, "__all__"):
        case _, ast.Assign(value=value):
            return list(ast.literal_eval(value))
    raise AssertionError(f"{path} has no __all__")


def vague_signatures(path: Path) -> list[str]:
    """All public functions and members of public classes of a module that mention `Any`."""
    found = []
    for name in public_names(path):
        match find_definition(path, name):
            case file, ast.ClassDef() as kind:
                for member, types in types_of_members(file, kind).items():
                    if any(mentions_any(annotation, where) for where, annotation in types):
                        found.append(f"{name}.{member}")
            case file, (ast.FunctionDef() | ast.AsyncFunctionDef()) as function:
                if any(mentions_any(annotation, file) for annotation in annotations_of(function)):
                    found.append(name)
            case None:
                raise AssertionError(f"{path}: {name} is defined nowhere")
    return found


@pytest.mark.parametrize("package", ["spielzug", "spielzug.envs"])
def test_nothing_public_takes_or_returns_any(package: str) -> None:
    path = file_of(package)
    assert path is not None
    vague = vague_signatures(path)
    assert not vague, f"Any in {package}: {', '.join(vague)}"


SAMPLE = """
__all__ = ["Sample", "Seat", "clear", "vague"]

if TYPE_CHECKING:
    from spielzug import Seat

Hidden = list["Parts"]
Parts = dict[str, Any]

def clear(number: int | np.integer[Any], word: Literal["Any"]) -> Sample: ...
def vague(*numbers: int, **named: Any) -> None: ...

class Base:
    inherited: Any
    replaced: Any

class Sample(Base):
    replaced: int
    attribute: list[Any]
    good: list[int]
    _own: Any

    def __init__(self) -> None:
        self.kept: typing.Any = None
        self._kept: Any = None

    def takes(self, given: "Any") -> None: ...
    def returns(self) -> Hidden: ...
    def fine(self, given: object) -> Seat: ...
    def _hidden(self) -> Any: ...
    def __reduce__(self) -> Any: ...

    @property
    def value(self) -> Any | None: ...
"""


def test_any_in_a_public_signature_would_be_found(tmp_path: Path) -> None:
    module = tmp_path / "sample.py"
    module.write_text(SAMPLE, encoding="utf-8")
    members = ["inherited", "attribute", "kept", "takes", "returns", "value"]
    assert vague_signatures(module) == [*(f"Sample.{name}" for name in members), "vague"]


# -- mistakes that the type checker finds --------------------------------------------------------

MARK = "# error: "
SNIPPETS = {
    "a bot is given what its seat sees": """
        from spielzug import Position, bot
        from spielzug.bots import Bot

        def decide(position: Position, player: Bot) -> int:
            return player.choose(position.seen(position.actor))

        def see_all(position: Position, player: Bot) -> int:
            return player.choose(position)  # error: arg-type

        def see_all_by_name(position: Position) -> int:
            return bot("master").choose(position)  # error: arg-type
    """,
    "a compiled function is given arrays of its types": """
        import numpy as np
        from spielzug.core.record_types import Actions, Counts, Rng
        from spielzug.envs.rows import allowed, first_illegal_row, pick

        def find(legal: Actions, counts: Counts, chosen: Counts, rng: Rng) -> int:
            pick(legal, counts, rng, chosen)
            return first_illegal_row(legal, counts, chosen)

        def find_in_floats(counts: Counts, chosen: Counts, rng: Rng) -> int:
            floats = np.zeros((4, 4))
            pick(floats, counts, rng, chosen)  # error: arg-type
            return first_illegal_row(floats, counts, chosen)  # error: arg-type

        def is_legal(legal: Actions, counts: Counts) -> bool:
            return allowed(counts, 4, 0) or allowed(legal, 4, 0)  # error: arg-type
    """,
    "a rule is given the facts and the state": """
        import numpy as np
        from spielzug.core.record_types import Events
        from spielzug.core.rng import new_rng
        from spielzug.games.game_of_trains.facts import Facts
        from spielzug.games.game_of_trains.rules import step
        from spielzug.games.game_of_trains.state import State
        from spielzug.games.zwergenzugfahrt.state import State as OtherState

        def play(facts: Facts, state: State, events: Events, other: OtherState) -> None:
            step(facts, state, 1, events)
            step(facts, facts, 1, events)  # error: arg-type
            step(state, state, 1, events)  # error: arg-type
            step(facts, other, 1, events)  # error: arg-type
            step(facts, new_rng(1), 1, events)  # error: arg-type
            step(facts, state, 1, np.zeros((8, 5)))  # error: arg-type
            step(facts, state, 1.5, events)  # error: arg-type
    """,
    "a record has the fields that it declares": """
        from spielzug.core.declaration import Plain
        from spielzug.games.game_of_trains.facts import Facts
        from spielzug.games.game_of_trains.state import State

        def rule(facts: Facts, state: State) -> None:
            state.row[0, 1] = facts.rank[state.card]
            state.rwo[0, 1] = 1  # error: attr-defined
            state.pahse = 1  # error: attr-defined
            state.phase = "turn"  # error: assignment

        def words(facts: Facts[Plain], state: State[Plain]) -> int:
            state.row[0, 1]  # error: call-overload
            facts.rnak[1]  # error: attr-defined
            return state.row[0][1] + facts.rank[state.card] + state.card

        def mix(facts: Facts[Plain], state: State) -> None:
            words(facts, state)  # error: arg-type
    """,
    "a compiled function keeps its signature": """
        from spielzug.core.jit import entry, rule
        from spielzug.core.record_types import Actions, Facts, State

        @rule
        def count(facts: Facts, state: State, out: Actions) -> int:
            return len(out)

        @entry
        def twice(facts: Facts, state: State, out: Actions) -> int:
            wrong: str = count(facts, state, out)  # error: assignment
            return 2 * count(state, facts, out)  # error: arg-type

        def ask(facts: Facts, state: State, out: Actions) -> None:
            twice(facts, state)  # error: call-arg
    """,
}
"""Programs to check, with a mark at each line that has a mistake."""


@pytest.fixture(scope="module")
def checked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[int, str]]:
    """The mistakes that mypy finds in each program: line and code. Kept from run to run."""
    folder = tmp_path_factory.mktemp("snippets")
    files = {name: folder / f"{name.replace(' ', '_')}.py" for name in SNIPPETS}
    for name, file in files.items():
        file.write_text(dedent(SNIPPETS[name]), encoding="utf-8")
    cache = getattr(request.config, "cache", None)  # not there with -p no:cacheprovider
    cache_dir = tmp_path_factory.mktemp("mypy") if cache is None else cache.mkdir("mypy")
    options = ["--config-file", "pyproject.toml", "--cache-dir", str(cache_dir), "--no-pretty"]
    with chdir(ROOT):  # the paths in pyproject.toml start here
        report, trouble, _ = api.run([*options, *map(str, files.values())])
    assert not trouble
    found: dict[str, dict[int, str]] = {name: {} for name in SNIPPETS}
    # Mistakes that mypy kept from an earlier run have the folder of that run.
    names = {file.name: name for name, file in files.items()}
    for line in (line for line in report.splitlines()[:-1] if ": note: " not in line):
        told = re.fullmatch(r"(.+):(\d+): error: .+  \[([a-z-]+)\]", line)
        assert told is not None and Path(told[1]).name in names, report
        found[names[Path(told[1]).name]][int(told[2])] = told[3]
    return found


@pytest.mark.parametrize("name", SNIPPETS)
def test_mypy_finds_every_mistake(name: str, checked: dict[str, dict[int, str]]) -> None:
    lines = enumerate(SNIPPETS[name].splitlines(), 1)
    marked = {number: line.partition(MARK)[2] for number, line in lines if MARK in line}
    assert marked
    assert checked[name] == marked


# -- the client's type checker -------------------------------------------------------------------

PLANTED = 'export const seats: number = "two";\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("planted.ts", PLANTED),
        ("Planted.svelte", f'<script lang="ts" module>\n{PLANTED}</script>\n'),
    ],
)
def test_a_type_error_planted_in_the_client_is_found(name: str, text: str) -> None:
    """As `make test` asks for it; svelte-check has passed silently with a newer TypeScript."""
    web = ROOT / "web"
    with TemporaryDirectory(dir=web, prefix="planted-") as folder:
        (Path(folder) / name).write_text(text, encoding="utf-8")
        settings = {"extends": "../tsconfig.json", "include": ["./*.ts", "./*.svelte"]}
        (Path(folder) / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        script = json.loads((web / "package.json").read_text(encoding="utf-8"))["scripts"]["check"]
        program, *options = script.replace("./tsconfig.json", f"{folder}/tsconfig.json").split()
        checker = web / "node_modules" / ".bin" / program
        environment = {**os.environ, "PATH": f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}"}
        done = subprocess.run(
            [checker, *options],
            cwd=web,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode != 0, done.stdout
    assert "Type 'string' is not assignable to type 'number'" in done.stdout
