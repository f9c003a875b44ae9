"""The command line. Each command imports its heavy modules itself, so that help is fast."""

from __future__ import annotations

import sys


def main() -> None:
    """Run `spielzug`; expected errors are one line on stderr, never a traceback."""
    from spielzug.cli.app import app
    from spielzug.core.errors import SpielzugError, UsageError
    from spielzug.core.texts import LINE_BREAK, printable

    def report(error: object) -> None:
        print(f"error: {printable(str(error), keep=LINE_BREAK)}", file=sys.stderr)

    try:
        app()
    except UsageError as error:
        report(error)
        sys.exit(2)
    except SpielzugError as error:
        report(error)
        sys.exit(1)
    except BrokenPipeError:  # the reader of the output has closed it, as `| head` does
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # a full disk, a read-only file, a name that is too long
        named = f"{error.filename}: " if error.filename else ""
        report(f"{named}{error.strerror or error}")
        sys.exit(1)
    except MemoryError:
        print("error: not enough memory for this: ask for less", file=sys.stderr)
        sys.exit(1)
