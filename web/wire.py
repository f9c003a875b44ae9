"""Writes web/src/lib/wire.ts: the client's types, from the server's own description.

python web/wire.py            write the file
python web/wire.py --check    only say whether it is out of date
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent
FILE = WEB / "src" / "lib" / "wire.ts"
TOOL = WEB / "node_modules" / ".bin" / "openapi-typescript"
OPTIONS = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false")


def description() -> dict[str, Any]:
    """The types alone: the client writes its addresses itself."""
    from spielzug.server import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder) / "tables.sqlite3")
        made = app.openapi()
        app.state.services.store.close()
    kept: dict[str, Any] = without_titles({**made, "paths": {}})
    return kept


def without_titles(schema: Any) -> Any:
    """A name of a field in other letters says nothing."""
    if isinstance(schema, list):
        return [without_titles(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: without_titles(one)
        for name, one in schema.items()
        if name != "title" or not isinstance(one, str)
    }


def generated() -> str:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder) / "openapi.json", Path(folder) / "wire.ts"
        given.write_text(json.dumps(description()), "utf-8")
        command = [str(TOOL), str(given), "-o", str(made), *OPTIONS]
        subprocess.run(
            command, check=True, cwd=WEB, env={**os.environ, "PATH": path}, capture_output=True
        )
        return made.read_text("utf-8")


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    new = generated()
    if FILE.exists() and FILE.read_text("utf-8") == new:
        return 0
    print(f"{'out of date' if arguments else 'written'}: web/src/lib/wire.ts")
    if not arguments:
        FILE.write_text(new, "utf-8")
    return 1 if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
