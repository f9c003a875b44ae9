"""The user's folders, file locks, and the cache of compiled code with its source stamps.

numba itself watches only the file that defines a function and would keep playing old rules after an
edit elsewhere, so all code is stored under a stamp of every source and data file that can change
its meaning. This module does not import numba, so a process that plays by plain rules can use it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO

from platformdirs import user_cache_path, user_data_path

from spielzug.core.errors import UsageError
from spielzug.core.game_folders import GAMES, game_folder, other_games

APP = "spielzug"


def data_folder(*inside: str) -> Path:
    """For what must not be lost: games, tables, the seats of programs."""
    return user_data_path(APP, appauthor=False).joinpath(*inside)


def try_lock(file: IO[str], without_locks: bool = False) -> bool:
    """Lock an open file until it is closed or this process ends; False if it is locked.

    `without_locks` is the answer where the file system has none.
    """
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows has no advisory locks
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return without_locks
    return True


PACKAGE = Path(__file__).resolve().parent.parent
SOURCE_PACKAGES = {
    "core": ("core",),
    "bots": ("core", "bots"),
    "lab": ("core", "bots", "lab"),
    "envs": ("core", "envs"),
}
"""The packages with compiled code that belongs to no game, and the packages it is made from."""
SOURCE_SUFFIXES = (".py", ".yaml")
LESSONS = "lessons"
"""A game's folder of lessons: it changes no rule, so no stamp includes it."""
RULES, NET, JUDGEMENT, TABLE = "rules", "net", "judgement", "table"
"""The parts of a game that are compiled in parallel, see `bots.thinking.compilation`."""
KEPT_CACHES = 3  # per module: the code of its present sources and of the latest earlier ones


def cache_root() -> Path:
    """The folder of compiled code; a temporary one if the usual one cannot be written."""
    chosen = os.environ.get("SPIELZUG_CACHE_DIR")
    usual = Path(chosen) if chosen else user_cache_path(APP, appauthor=False)
    user = os.getuid() if hasattr(os, "getuid") else "user"
    for temporary in (False, True):
        with contextlib.suppress(OSError):  # on a full disk the temporary folder fails, too
            folder = Path(tempfile.gettempdir()) / f"spielzug-{user}" if temporary else usual
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            return folder
    raise UsageError(f"no folder for compiled code can be written, neither {usual} nor another")


def clear_cache() -> tuple[Path, int]:
    """Delete all compiled code; returns the folder and how many bytes it held."""
    root = cache_root()
    size = sum(f.stat().st_size for f in root.rglob("*") if f.is_file())
    shutil.rmtree(root, ignore_errors=True)
    return root, size


# -- stamps --------------------------------------------------------------------------------------


def source_files(module_file: str | Path, game_file: str | Path | None = None) -> list[Path]:
    """Every file that can change what a compiled function of this module does.

    For a game's rules: `core` and the game's own folder. For a loop over any game's rules: the
    packages of `SOURCE_PACKAGES` and the folder of the game that the loop was compiled for.
    """
    path = Path(module_file).resolve()
    if GAMES in path.parents and path.parent != GAMES:
        folders = [PACKAGE / "core", GAMES / path.relative_to(GAMES).parts[0]]
    elif PACKAGE in path.parents:
        own = path.relative_to(PACKAGE).parts[0]
        folders = [PACKAGE / package for package in SOURCE_PACKAGES[own]]
    else:  # a game outside the package, for example in a test
        folders = [PACKAGE / "core", _outermost(path.parent)]
    found = {
        f
        for folder in folders
        for f in folder.rglob("*")
        if f.suffix in SOURCE_SUFFIXES and f.parent.name != LESSONS
    }
    if game_file is not None:
        found |= set(source_files(game_file))
    return sorted(found)


def _outermost(folder: Path) -> Path:
    """The outermost package that contains this folder."""
    while (folder / "__init__.py").exists() and (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def source_stamp(module_file: str | Path, game_file: str | Path | None = None) -> str:
    """A hash of `source_files` and of the versions of numba and NumPy."""
    names = tuple(source_files(module_file, game_file))
    state = tuple((s.st_mtime_ns, s.st_size) for s in (f.stat() for f in names))
    return _hash_files(names, state)


@lru_cache(maxsize=64)
def _hash_files(names: tuple[Path, ...], state: tuple[tuple[int, int], ...]) -> str:
    from importlib.metadata import version  # not needed by most commands, and not cheap to import

    digest = hashlib.sha256(f"{version('numba')} {version('numpy')}".encode())
    for name in names:
        digest.update(str(name).encode() + b"\0" + hashlib.sha256(name.read_bytes()).digest())
    return digest.hexdigest()[:20]


def remove_stale_caches(folder: Path) -> None:
    """Delete code of much earlier sources, before a new folder of code is made."""
    if not folder.exists():
        # A program that started with earlier sources may still be running and writing there.
        newest_first = sorted(folder.parent.glob("*"), key=_age)
        for old in newest_first[KEPT_CACHES - 1 :]:
            if old.is_dir():
                shutil.rmtree(old, ignore_errors=True)
            else:
                old.unlink(missing_ok=True)


def _age(path: Path) -> float:
    try:
        return -path.stat().st_mtime
    except OSError:  # another process was quicker
        return 0.0


# -- what is compiled already --------------------------------------------------------------------


def _marker_file(game: str, part: str) -> Path:
    """The file that marks this part of the game as compiled from these sources on this machine.

    Its name includes the machine, as a shared home folder may hold code for several processors.
    """
    stamp = source_stamp(PACKAGE / "lab" / "loops.py", game_folder(game) / "__init__.py")
    how = os.environ.get("NUMBA_BOUNDSCHECK", "")
    where = f"{platform.node()} {platform.machine()} {platform.python_version()} {how}"
    name = f"{stamp}-{hashlib.sha256(where.encode()).hexdigest()[:8]}"
    return cache_root() / "ready" / f"{game}-{part}" / name


def all_games_prepared(part: str) -> bool:
    """Whether this part of every game was compiled before. Imports no game."""
    shipped = (path.parent.name for path in GAMES.glob("*/__init__.py"))
    return all(is_prepared(name, part) for name in (*shipped, *other_games))


def is_prepared(game: str, part: str) -> bool:
    """Whether this part was compiled before, so that it only has to be loaded."""
    return _marker_file(game, part).exists()


LOCK_INTERVAL = 0.5  # seconds between two attempts to lock


@contextlib.contextmanager
def compile_lock(
    game: str, part: str, tell: Callable[[float], None]
) -> Iterator[Callable[[float], None]]:
    """Held by the one process that compiles this part; others wait, and tell its progress.

    Gives the function that tells the progress of this process, from 0 to 1.
    """
    file = cache_root() / "compiling" / f"{game}-{part}-{_marker_file(game, part).name}"
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+", encoding="utf-8") as lock:

        def share(done: float) -> None:
            lock.truncate(0)
            lock.write(f"{done:.3f}")
            lock.flush()
            tell(done)

        while not try_lock(lock, without_locks=True):
            lock.seek(0)
            tell(float(lock.read() or 0.0))
            time.sleep(LOCK_INTERVAL)
        try:
            yield share
        finally:
            file.unlink(missing_ok=True)


def mark_prepared(game: str, part: str) -> None:
    mark = _marker_file(game, part)
    mark.parent.mkdir(parents=True, exist_ok=True)
    remove_stale_caches(mark)
    mark.touch()
