"""The architecture: imports run one way, names mean one thing, modules have a useful size."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

from expectations import SHIPPED, expected_of, games_shipping
from layers import LAYERS, SERVER, below, diagram

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "spielzug"
PACKAGE_MAY_IMPORT = {"core", "games", "bots"}
"""What `spielzug/__init__.py` may import."""
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(text_of(path))))


def imported_subpackages(path: Path) -> set[str]:
    """The packages that a module imports, anywhere in it."""
    found = set()
    for node in nodes_of(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            pytest.fail(f"{path}: imports are absolute here")
        found |= {name.split(".")[1] for name in names if name.startswith("spielzug.")}
    return found & set(LAYERS)


def subpackage_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


def test_imports_run_one_way() -> None:
    for path in MODULES:
        if path == PACKAGE / "__main__.py":
            allowed = {"cli"}
        else:
            allowed = PACKAGE_MAY_IMPORT if path.parent == PACKAGE else below(subpackage_of(path))
        assert imported_subpackages(path) <= allowed, path


def test_a_wrong_import_would_be_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def f():\n    from spielzug.server import app\n")
    assert imported_subpackages(module) == {"server"}


def test_every_folder_is_a_layer() -> None:
    folders = {p.name for p in PACKAGE.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == set(LAYERS)


def server_arrows(path: Path, module: str) -> set[tuple[str, str]]:
    """From which part of the server to which other part a module's imports lead."""
    server = PACKAGE / "server"
    part = {p.stem for p in server.iterdir() if p.name != "__pycache__"}
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                parts = f"{node.module}.{alias.name}".split(".")
                if parts[:2] == ["spielzug", "server"] and len(parts) > 2:
                    found.add((module, parts[2] if parts[2] in part else "__init__"))
    return {(here, there) for here, there in found if here != there}


def test_no_import_runs_up_inside_the_server() -> None:
    place = {part: number for number, part in enumerate(SERVER)}
    server = PACKAGE / "server"
    for path in server.rglob("*.py"):
        part = path.relative_to(server).parts[0].removesuffix(".py")
        up = {(a, b) for a, b in server_arrows(path, part) if place[a] < place[b]}
        assert not up, path


def test_an_import_that_runs_up_would_be_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def f():\n    from spielzug.server.web.app import build_app\n")
    assert server_arrows(module, "tables") == {("tables", "web")}
    assert SERVER.index("tables") < SERVER.index("web")


def imports_at_load(modules: dict[str, str]) -> dict[str, set[str]]:
    """Module by name -> the modules it imports when it is loaded; functions do not count."""
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, text in modules.items():
        waiting: list[ast.AST] = [ast.parse(text)]
        while waiting:
            for node in ast.iter_child_nodes(waiting.pop()):
                if isinstance(node, ast.ImportFrom) and node.module:
                    for alias in node.names:
                        whole = f"{node.module}.{alias.name}"
                        found[name] |= {whole if whole in modules else node.module} & set(modules)
                elif isinstance(node, ast.Import):
                    found[name] |= {alias.name for alias in node.names} & set(modules)
                elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
                    continue
                elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    waiting.append(node)
        found[name].discard(name)
    return found


def circle_in(arrows: dict[str, set[str]]) -> list[str]:
    """Modules that stay when those that need nothing else are taken away again and again."""
    left = {name: set(needed) for name, needed in arrows.items()}
    while free := {name for name, needed in left.items() if not needed & left.keys()}:
        left = {name: needed for name, needed in left.items() if name not in free}
    return sorted(left)


def test_no_modules_import_each_other_in_a_circle() -> None:
    names = {
        ".".join(p.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): p
        for p in MODULES
    }
    assert circle_in(imports_at_load({name: text_of(p) for name, p in names.items()})) == []


def test_a_circle_would_be_found() -> None:
    modules = {
        "a": "from b import x",
        "b": "class B:\n    import c",
        "c": "import a",
        "d": "def f():\n    import a",
    }
    assert circle_in(imports_at_load(modules)) == ["a", "b", "c"]


SHARED_NAMES = {
    "Game": "the wire's form of a game",
    "Seat": "the wire's form of a seat",
    "Position": "the wire's form of a position",
    "Event": "the wire's form of an event",
    "Outcome": "the wire's form of an outcome",
}
"""Class names that are used twice, and why; no more than five."""
DECLARED_BY_EVERY_GAME = ("State", "Facts")
"""The records of a game; those of `core.record_types` stand for the ones of any game."""


def test_a_class_name_is_used_once() -> None:
    places: dict[str, list[Path]] = {}
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.relative_to(PACKAGE))
    for name in DECLARED_BY_EVERY_GAME:
        places[name] = [path for path in places[name] if path.parts[0] != "games"]
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert twice.keys() == SHARED_NAMES.keys(), twice
    assert all(
        len(found) == 2 and "wire" in {p.parts[0] for p in found} for found in twice.values()
    )
    assert len(SHARED_NAMES) <= 5


@pytest.mark.parametrize("package", ["server", "lab"])
def test_few_modules_lie_beside_the_packages(package: str) -> None:
    loose = {p.stem for p in (PACKAGE / package).glob("*.py")} - {"__init__", "__main__"}
    assert len(loose) <= 8, loose


def test_hardly_any_module_is_tiny() -> None:
    """Those that every game has may be: what is the same in all games is in core."""
    tiny = [
        path
        for path in MODULES
        if path.name not in ("__init__.py", "__main__.py")
        and path.relative_to(PACKAGE).parts[0] != "games"
        and len(text_of(path).splitlines()) < 60
    ]
    assert len(tiny) < 16, tiny


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/contract.md"])
def test_the_layers_are_drawn_as_they_are_enforced(page: str) -> None:
    assert diagram() in (ROOT / page).read_text(encoding="utf-8")


def defined_in(module: str) -> set[str] | None:
    """The names at the top of one of our modules, and its submodules; None: there is no such."""
    path = ROOT / "src" / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not file.is_file():
        return None
    found = {child.stem for child in path.iterdir()} if path.is_dir() else set()
    for node in nodes_of(file):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
    return found


def missing_names(path: Path) -> list[str]:
    """What a file takes from our modules that is not there."""
    wrong, modules = [], {}
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spielzug"):
            known = defined_in(node.module or "")
            for alias in node.names:
                if known is None or alias.name not in known:
                    wrong.append(f"{path.name}:{node.lineno} {node.module}.{alias.name}")
                elif (inside := defined_in(f"{node.module}.{alias.name}")) is not None:
                    modules[alias.asname or alias.name] = inside
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            inside = modules.get(node.value.id, {node.attr})
            if node.attr not in inside and not node.attr.startswith("__"):
                wrong.append(f"{path.name}:{node.lineno} {node.value.id}.{node.attr}")
    return wrong


@pytest.mark.parametrize("folder", ["bench", "docs/parts", "docs", "web"])
def test_what_benches_and_docs_take_from_us_is_there(folder: str) -> None:
    """They run rarely, and no type checker reads them."""
    files = sorted((ROOT / folder).glob("*.py"))
    assert files
    assert [name for path in files for name in missing_names(path)] == []


def test_a_name_that_is_not_there_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "old.py"
    path.write_text(
        "from spielzug.envs import Batch, Bunch\n"
        "from spielzug.core import match, mismatch\n"
        "match.Match, match.Mismatch\n"
    )
    wrong = ["1 spielzug.envs.Bunch", "2 spielzug.core.mismatch", "3 match.Mismatch"]
    assert missing_names(path) == [f"old.py:{name}" for name in wrong]


def test_games_do_not_import_each_other() -> None:
    games = PACKAGE / "games"
    for path in games.rglob("*.py"):
        if path.parent == games:
            continue
        own = path.relative_to(games).parts[0]
        text = path.read_text(encoding="utf-8")
        others = set(re.findall(r"spielzug\.games\.(\w+)", text)) - {own}
        assert not others, f"{path} imports {others}"


def test_no_game_is_named_outside_its_own_folder() -> None:
    games = {p.name for p in (PACKAGE / "games").iterdir() if p.is_dir()} - {"__pycache__"}
    name = rf"[\"'](?:{'|'.join(sorted(games))})[\"']"
    compares = re.compile(rf"==\s*{name}|{name}\s*==")
    for path in MODULES:
        if "games" not in path.relative_to(PACKAGE).parts:
            found = compares.search(text_of(path))
            assert found is None, f"{path} asks which game it is: {found}"


def test_modules_stay_under_600_lines() -> None:
    assert [path for path in MODULES if len(text_of(path).splitlines()) >= 600] == []


MOST_PARAMETERS = 12


def too_many_parameters(path: Path) -> list[str]:
    """The functions of a module that take more than anyone can keep in mind."""
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            a = node.args
            if len([*a.posonlyargs, *a.args, *a.kwonlyargs]) > MOST_PARAMETERS:
                found.append(node.name)
    return found


def test_no_function_takes_more_than_twelve_parameters() -> None:
    for path in MODULES:
        assert too_many_parameters(path) == [], path


def test_a_function_with_thirteen_parameters_would_be_found(tmp_path: Path) -> None:
    few, many = (", ".join(f"a{i}" for i in range(count)) for count in (12, 13))
    module = tmp_path / "module.py"
    module.write_text(f"def few({few}): ...\n\ndef many({many}): ...\n")
    assert too_many_parameters(module) == ["many"]


def tracked_files() -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    names = [name for name in done.stdout.split("\0") if name]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    # Written in pieces so that this file does not find itself.
    wrong = re.compile(
        "|".join(("registry" + r"\.npmjs", "pypi" + r"\.org", "/ro" + "ot/", "/wo" + "rk/"))
    )
    for path in tracked_files():
        if path.suffix in (".png", ".ico", ".woff2"):
            continue
        found = wrong.search(path.read_text(encoding="utf-8", errors="ignore"))
        assert found is None, f"{path}: {found}"


def test_only_the_compiler_and_the_lowering_touch_numba() -> None:
    imports = re.compile(r"^\s*(import|from) (numba|llvmlite)", re.MULTILINE)
    found = {path.stem for path in MODULES if imports.search(text_of(path))}
    assert found == {"compiler", "compiler_cache", "lowering"}


# -- the same rooms in every game ------------------------------------------------------------------

GAME_ROOMS = {
    "__init__", "data", "facts", "set_file", "state", "rules", "knowledge", "observation", "audit",
    "say", "play", "things", "study", "lessons",
}  # fmt: skip
SAYS = {"__init__", "texts", "refusals", "view", "view_types", "words"}
PLAYS = {"__init__", "greedy", "value", "weights", "levels"}
GAME_FOLDERS = sorted(p for p in (PACKAGE / "games").iterdir() if (p / "__init__.py").exists())


def modules_in(folder: Path) -> set[str]:
    """A room is a module or a folder of its name."""
    return {p.stem for p in folder.iterdir() if p.name != "__pycache__"}


@pytest.mark.parametrize("folder", GAME_FOLDERS, ids=lambda p: p.name)
def test_every_game_has_the_same_modules(folder: Path) -> None:
    assert modules_in(folder) - {"puzzles"} == GAME_ROOMS
    assert modules_in(folder / "say") == SAYS
    # A policy, and what it reckons with, only where the quick player is not enough for the search.
    assert modules_in(folder / "play") >= PLAYS
    shipped = {what for what, path in SHIPPED.items() if (folder / path).exists()}
    assert shipped == expected_of(folder.name).ships
    # Cards and boards that a person can read, besides figures and a net; JSON is prepared of them.
    data = {p.name for p in (folder / "data").iterdir()} - {"figures.json", "net.safetensors"}
    texts = {name for name in data if name.endswith(".yaml")}
    assert texts and data - texts <= {name.replace(".yaml", ".json") for name in texts}
    assert "first.yaml" in {p.name for p in (folder / "lessons").iterdir()}


def test_a_game_that_ships_a_net_has_its_choices_recorded() -> None:
    for name in games_shipping("net"):
        told = expected_of(name)
        assert told.planted is not None, name
        assert told.search_moves and told.net_moves, name


def test_every_game_is_registered_and_has_a_board() -> None:
    from spielzug.games import NAMES

    assert {p.name for p in GAME_FOLDERS} == set(NAMES)
    boards = ROOT / "web" / "src" / "games"
    for name in NAMES:
        assert {"index.ts", "Board.svelte", "Poster.svelte"} <= {
            p.name for p in (boards / name).iterdir()
        }, name


def test_what_a_game_needs_to_know_it_says_itself() -> None:
    """A new game is a folder here, a folder there and one line: nobody else names one."""
    named = [
        path.relative_to(ROOT)
        for path in (ROOT / "web" / "src").rglob("*.*")
        if path.suffix in (".ts", ".svelte")
        and "games" not in path.relative_to(ROOT / "web" / "src").parts[:1]
        and not path.name.endswith((".test.ts", ".fixture.ts"))
        and re.search(r"game_of_trains|zwergenzugfahrt|zugraub", path.read_text(encoding="utf-8"))
    ]
    assert named == []


# -- learning has an environment of its own --------------------------------------------------------


def installed_with(extra: str) -> set[str]:
    """The packages that an extra names, with those of the extras that it takes in."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: set[str] = set()
    for line in project["optional-dependencies"][extra]:
        own = re.fullmatch(r"spielzug\[(.*)\]", line)
        if own:
            found = found.union(*map(installed_with, own[1].split(",")))
        else:
            found.add(re.split(r"[^\w-]", line)[0])
    return found


@pytest.mark.parametrize("extra", ["test", "docs", "report"])
def test_torch_is_never_installed_to_play_or_to_test(extra: str) -> None:
    heavy = {"torch", "sb3-contrib"}
    assert heavy <= installed_with("learn-test")
    assert not heavy & installed_with(extra)


@pytest.mark.parametrize(("target", "tier"), [("test", "first"), ("test-rest", "second")])
def test_each_tier_ends_with_what_it_left_out(target: str, tier: str) -> None:
    from skipped_report import not_run

    assert "make learn" in not_run(tier)[-1]
    assert ("make test-rest" in not_run(tier)[-2]) == (tier == "first")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    steps = re.search(rf"^{target}: setup\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert steps and steps[1].splitlines()[-1].endswith(f"tests/skipped_report.py {tier}")


def test_only_learning_touches_torch_as_it_is_imported() -> None:
    """Elsewhere it may be asked for where somebody has brought an array of it."""
    imports = re.compile(r"^(import|from) torch\b", re.MULTILINE)
    assert {subpackage_of(path) for path in MODULES if imports.search(text_of(path))} == {"learn"}
