"""Packages that not everybody needs."""

from __future__ import annotations

from spielzug.core.errors import UsageError


class MissingExtra(UsageError, ImportError):
    """A package that is not installed here; says how to get it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        super().__init__(
            f"this needs {package}, which is not installed: pip install 'spielzug[{extra}]'"
        )
