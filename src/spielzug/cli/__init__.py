"""The command line. Each command imports its heavy modules itself, so that help is fast."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `spielzug`; expected errors are one line on stderr, never a traceback."""
    from spielzug.cli.app import app
    from spielzug.core.errors import SpielzugError, UsageError

    try:
        app()
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    except SpielzugError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:  # the reader of the output has closed it, as `| head` does
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # a full disk, a read-only file, a name that is too long
        named = f"{error.filename}: " if error.filename else ""
        print(f"error: {named}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)
    except MemoryError:
        print("error: not enough memory for this: ask for less", file=sys.stderr)
        sys.exit(1)
