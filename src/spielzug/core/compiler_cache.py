"""Where numba keeps compiled code: in folders named after the sources it was made from."""

from __future__ import annotations

import hashlib
from pathlib import Path
from types import FunctionType
from typing import Self

from numba import config
from numba.core.caching import _CacheLocator

from spielzug.core.cache import cache_root, remove_stale_caches, source_stamp

cached_modules: set[str] = set()
"""Modules with an entry or a kernel: their code is kept here."""


def variant() -> str:
    """Keeps bounds-checked code apart from ordinary code in the cache."""
    return "bounds" if config.BOUNDSCHECK else "fast"


class StampedLocator(_CacheLocator):
    """Puts a function's compiled code into a folder named after the stamp of its sources.

    The stamp is in the path, not only in numba's index: numba writes the index before the code, so
    a process killed between the two would leave a fresh index that points at old rules. Each game's
    kernels have a folder of their own, or processes that compile different games would write the
    same index.
    """

    def __init__(self, module_file: str, game_file: str | None) -> None:
        self._stamp = source_stamp(module_file, game_file)
        where = hashlib.sha256(f"{module_file} {game_file or ''}".encode()).hexdigest()[:8]
        names = [Path(f).parent.name for f in (module_file, game_file) if f is not None]
        self._name = "-".join((*names, where, variant()))

    @classmethod
    def from_function(cls, py_func: FunctionType, py_file: str) -> Self | None:
        if py_func.__module__ not in cached_modules:
            return None
        return cls(py_file, getattr(py_func, "game_file", None))

    def get_cache_path(self) -> str:
        return str(cache_root() / self._name / self._stamp)

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return variant()

    def ensure_cache_path(self) -> None:
        remove_stale_caches(Path(self.get_cache_path()))
        super().ensure_cache_path()


config.CACHE_LOCATOR_CLASSES = (
    f"{StampedLocator.__module__}.StampedLocator,InTreeCacheLocator,UserWideCacheLocator"
)
