"""The pinned packages: each by version and hash, as pyproject.toml asks, for every Python."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import newest_packages

ROOT = Path(__file__).parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = {
    "play": [],
    "lab": ["report"],
    "host": ["postgres", "push"],
    "test": ["test", "docs"],
}
GROUPS = {
    "play": ["build"],
    "lab": ["build"],
    "test": ["build", "sources"],
    "build": ["build", "sources"],
    "node": ["node"],
    "uv": ["uv"],
    "release": ["release"],
}
PUBLISHED_AS = {"open_spiel": "open-spiel", "pyspiel": "open-spiel"}


def read(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def asked(lines: list[str]) -> list[Requirement]:
    """What these lines of pyproject.toml ask for, with that of our own extras."""
    found = []
    for requirement in map(Requirement, lines):
        if requirement.name == "spielzug":
            for extra in requirement.extras:
                found += asked(PROJECT["project"]["optional-dependencies"][extra])
        else:
            found.append(requirement)
    return found


def asked_by(name: str) -> list[Requirement]:
    lines = list(PROJECT["project"]["dependencies"]) if name in EXTRAS else []
    for extra in EXTRAS.get(name, ()):
        lines += PROJECT["project"]["optional-dependencies"][extra]
    for group in GROUPS.get(name, ()):
        lines += PROJECT["dependency-groups"][group]
    return asked(lines)


def test_these_are_all_locks() -> None:
    assert {path.stem for path in LOCKS} == {*EXTRAS, *GROUPS}


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_package_is_pinned_with_hashes_and_nothing_else_is_said(path: Path) -> None:
    text = re.sub(r" \\\n\s+", " ", path.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        pin = r"[\w.-]+(\[[\w,]+\])?==[^\s;]+( ; [^-]+?)?( --hash=sha256:[0-9a-f]{64})+"
        assert re.fullmatch(pin, line), line[:80]
    assert not re.search(r"https?://|file:|--\w*-?index|--find-links", text)


@pytest.mark.parametrize("name", sorted({*EXTRAS, *GROUPS}))
def test_a_lock_has_what_pyproject_asks_for(name: str) -> None:
    locked = newest_packages.locked_versions(read(name))
    for requirement in asked_by(name):
        versions = locked.get(newest_packages.plain_name(requirement.name))
        assert versions, f"{requirement} is not in requirements/{name}.txt: run `make lock`"
        for version in versions:
            assert version in requirement.specifier, f"{requirement}: {version}: run `make lock`"


@pytest.mark.parametrize("name", ["play", "lab", "host", "build"])
def test_what_is_installed_is_what_was_tested(name: str) -> None:
    tested = newest_packages.locked_versions(read("test"))
    for package, versions in newest_packages.locked_versions(read(name)).items():
        assert versions <= tested[package], package


def test_to_play_nothing_is_installed_that_only_reports_need() -> None:
    assert (
        not {"matplotlib", "pillow", "scipy", "pyarrow"}
        & newest_packages.locked_versions(read("play")).keys()
    )


# -- bounds ----------------------------------------------------------------------------------------


def private_parts(text: str) -> set[str]:
    """The packages of others of which a module imports something with an underscore before it."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [*node.module.split("."), *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [part for alias in node.names for part in alias.name.split(".")]
        else:
            continue
        if any(re.match("_[a-z]", name, re.IGNORECASE) for name in names[1:]):
            found.add(names[0])
    return found - {"spielzug"}


def test_a_private_import_would_be_found() -> None:
    assert private_parts("from numba import _dynfunc") == {"numba"}
    assert private_parts("from numpy._core import x\nimport a._b") == {"numpy", "a"}
    assert private_parts("from __future__ import annotations\nimport a.b\n") == set()


def test_packages_whose_private_parts_are_used_have_an_upper_bound() -> None:
    used = {"alembic", "llvmlite", "numba", "open-spiel", "pydantic-settings", "uvicorn"}
    for path in (ROOT / "src").rglob("*.py"):
        used |= {PUBLISHED_AS.get(name, name) for name in private_parts(path.read_text("utf-8"))}
    used -= {"asyncio", "ctypes", "os", "sys", "threading"}
    extras = [f"spielzug[{extra}]" for extra in PROJECT["project"]["optional-dependencies"]]
    bounded = {
        newest_packages.plain_name(requirement.name)
        for requirement in asked([*PROJECT["project"]["dependencies"], *extras])
        if any(bound.operator == "<" for bound in requirement.specifier)
    }
    assert used <= bounded
    page = (ROOT / "docs" / "libraries.md").read_text(encoding="utf-8").lower()
    table = page.split("### upper bounds")[1]
    for name in bounded:
        assert re.search(rf"{name.replace('open-', 'open')} < [\d.]+", table), name


def test_the_pythons_are_the_same_everywhere() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    tested = re.search(r"^PYTHONS \?= (.*)$", makefile, re.MULTILINE)
    assert tested is not None
    versions = re.findall(r"python(3\.\d+)", tested[1])
    classifier = "Programming Language :: Python :: "
    named = [c.removeprefix(classifier) for c in PROJECT["project"]["classifiers"]]
    assert [name for name in named if re.fullmatch(r"3\.\d+", name)] == versions
    allowed = SpecifierSet(PROJECT["project"]["requires-python"])
    assert [f"3.{n}" for n in range(30) if f"3.{n}" in allowed] == versions


# -- the newest releases ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("requirement", "free"),
    [
        ("numba>=0.68,<0.69", "numba>=0.68"),
        ("psycopg[binary]>=3.2.4", "psycopg[binary]>=3.2.4"),
        ("open_spiel>=2.0,<3", "open_spiel>=2.0"),
        ("uv", "uv"),
    ],
)
def test_the_newest_releases_have_no_upper_bound(requirement: str, free: str) -> None:
    assert newest_packages.without_upper_bound(requirement) == free


def test_the_newest_releases_are_those_of_all_that_tests_need() -> None:
    names = {
        newest_packages.plain_name(Requirement(one).name)
        for one in newest_packages.wanted_packages()
    }
    assert names == {
        newest_packages.plain_name(requirement.name) for requirement in asked_by("test")
    }


def test_the_versions_are_those_of_the_environment_that_asks() -> None:
    assert newest_packages.installed_versions()["pytest"] == pytest.__version__


def test_what_differs_from_the_lock_is_named() -> None:
    locked = {"numpy": {"2.4.6"}, "scipy": {"1.17.1", "1.18.1"}, "idna": {"3.20"}}
    installed = {"numpy": "2.5.4", "scipy": "1.18.1", "new": "1.0", "pip": "26", "idna": "3.20"}
    assert newest_packages.differences(locked, installed) == [
        "new: none → 1.0",
        "numpy: 2.4.6 → 2.5.4",
    ]


def test_what_broke_is_named_with_its_reason(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="tests.core.test_a" name="test_b">'
        '<failure message="m">def f():\nE   AssertionError: first\nE   no row_stack</failure>'
        '</testcase><testcase classname="tests.core.test_a" name="test_c"/>'
        '<testcase classname="" name="tests.envs.test_d"><error message="collection failure">'
        "ImportError: gone</error></testcase></testsuite></testsuites>"
    )
    assert newest_packages.broken_tests(report) == [
        "tests.core.test_a::test_b: no row_stack",
        "tests.envs.test_d: ImportError: gone",
    ]
    assert newest_packages.broken_tests(tmp_path / "none.xml") == [
        "pytest ended before it could report anything"
    ]
