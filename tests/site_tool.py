"""The program that builds the static site; it lies beside the client."""

from __future__ import annotations

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

PROGRAM = Path(__file__).parents[1] / "web" / "build_site.py"


@cache
def site_tool() -> ModuleType:
    spec = spec_from_file_location("build_site", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
