"""Which program this is: its version and, where that is known, the commit it was built from.

Only the standard library is imported: the build hook runs this file before anything is installed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

DIGITS = 10  # of a commit: enough for git to find it
PACKAGE = Path(__file__).resolve().parent.parent
COMMIT_FILE = "commit.txt"
"""In a wheel, in the package's folder: the build hook has written it."""


@cache
def program_version() -> str:
    """Such as ``0.1.0+1a2b3c4d5e``; of a checkout that somebody has edited, its last commit."""
    from spielzug import __version__

    commit = commit_of(PACKAGE.parent.parent) or _text(PACKAGE / COMMIT_FILE)
    return f"{__version__}+{commit}" if commit else __version__


def commit_of(checkout: Path) -> str:
    """The commit of a checkout, read without running git; empty if there is none."""
    git = checkout / ".git"
    if git.is_file():  # a worktree or a submodule
        git = checkout / _text(git).removeprefix("gitdir: ")
    head = _text(git / "HEAD")
    ref = head.removeprefix("ref: ")
    if ref != head:
        common = git / _text(git / "commondir")
        packed = re.search(rf"^(\w+) {re.escape(ref)}$", _text(common / "packed-refs"), re.M)
        head = _text(common / ref) or (packed[1] if packed else "")
    return head[:DIGITS]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
