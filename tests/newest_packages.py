"""`make test-newest`: the first tier and the GPU tests with the newest release of every package.

Ignores the pinned versions and the upper bounds in pyproject.toml. Run it with the Python of the
environment to install into; paths as arguments run only those tests.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "test.txt"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
EXTRAS, GROUPS = ("test", "docs"), ("build", "sources")
NAME = re.compile(r"([\w.-]+)(\[[^\]]*\])?")
MOST_BROKEN = 40  # tests that are named one by one


def plain_name(name: str) -> str:
    """The normalised name of a package: `PyYAML` and `pyyaml` are the same."""
    return re.sub(r"[-_.]+", "-", name).lower()


def without_upper_bound(requirement: str) -> str:
    """`numba>=0.68,<0.69` becomes `numba>=0.68`."""
    found = NAME.match(requirement)
    assert found is not None, requirement
    bounds = [bound.strip() for bound in requirement[found.end() :].split(",")]
    return found[0] + ",".join(bound for bound in bounds if bound.startswith(">"))


def wanted_packages(root: Path = ROOT) -> list[str]:
    """What the tests need, from pyproject.toml, each without its upper bound."""
    read = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project = read["project"]

    def expanded(requirements: Iterable[str]) -> Iterable[str]:
        for requirement in requirements:
            own = re.fullmatch(r"spielzug\[(.*)\]", requirement)
            for extra in own[1].split(",") if own else ():
                yield from expanded(project["optional-dependencies"][extra])
            if own is None:
                yield without_upper_bound(requirement)

    asked = [*project["dependencies"]]
    for extra in EXTRAS:
        asked += project["optional-dependencies"][extra]
    for group in GROUPS:
        asked += read["dependency-groups"][group]
    return sorted(set(expanded(asked)))


def locked_versions(text: str) -> dict[str, set[str]]:
    """The pinned versions of each package: one, or one for each kind of machine."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE):
        found.setdefault(plain_name(name), set()).add(version)
    return found


def installed_versions() -> dict[str, str]:
    return {plain_name(one.metadata["Name"]): one.version for one in distributions()}


def differences(locked: dict[str, set[str]], installed: dict[str, str]) -> list[str]:
    """One line for each package whose version differs from the pinned one."""
    lines = []
    for name, version in sorted(installed.items()):
        if name in ("pip", "spielzug") or version in locked.get(name, ()):
            continue
        lines.append(f"{name}: {' or '.join(sorted(locked.get(name, {'none'})))} → {version}")
    return lines


def broken_tests(report: Path) -> list[str]:
    """The tests that failed, each with the first line of the reason, from pytest's own report."""
    if not report.exists():
        return ["pytest ended before it could report anything"]
    lines = []
    for case in ElementTree.parse(report).iter("testcase"):
        for problem in [*case.findall("failure"), *case.findall("error")]:
            where = case.get("classname") or ""
            name = f"{where}::{case.get('name')}" if where else str(case.get("name"))
            text = (problem.text or problem.get("message") or "").strip().splitlines()
            told = [line[1:].strip() for line in text if line.startswith("E ")] or text
            lines.append(f"{name}: {told[-1] if told else 'no reason'}"[:300])
    return lines


def install() -> None:
    newest = (*PIP, "install", "--upgrade", "--upgrade-strategy", "eager")
    subprocess.run([*newest, *wanted_packages()], check=True)
    this = (*PIP, "install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    subprocess.run(this, check=True)


PARTS: dict[str, tuple[str, ...]] = {
    "tests": ("--tier=first", "-n", "auto", "--dist", "worksteal", "--ignore=tests/browser"),
    "browser tests": ("--tier=first", "-n", "auto", "tests/browser"),
    "GPU tests": ("--tier=all", "tests/envs/test_gpu.py"),
}
"""What is run if no paths are given."""


def run_tests(arguments: Iterable[str]) -> list[str]:
    """The tests that fail, each with its reason."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = [f"--junit-xml={report}", "--tb=short", "-q"]
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        done = subprocess.run(command, cwd=ROOT, check=False)
        if not done.returncode:
            return []
        return broken_tests(report) or [f"pytest ended with status {done.returncode}"]


def main(paths: list[str]) -> int:
    print("Installing the newest release of every package …", flush=True)
    install()
    parts = [("--tier=all", *paths)] if paths else PARTS.values()
    broken = [line for part in parts for line in run_tests(part)]
    changed = differences(locked_versions(LOCK.read_text("utf-8")), installed_versions())
    print(f"\nNewer than, or not in, {LOCK.relative_to(ROOT)}: {len(changed) or 'nothing'}")
    print("".join(f"  {line}\n" for line in changed), end="")
    if not broken:
        print("Nothing broke with these versions.")
        return 0
    print(f"Broken with these versions: {len(broken)} tests or files")
    print("".join(f"  {line}\n" for line in broken[:MOST_BROKEN]), end="")
    if len(broken) > MOST_BROKEN:
        print(f"  and {len(broken) - MOST_BROKEN} more")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
