"""One of several server processes: ``python -m spielzug.server.lifecycle.worker``.

It gets its arguments from its parent (`supervisor.py`) and prints one line once it is serving.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import threading

from spielzug.core.errors import SpielzugError
from spielzug.server.lifecycle.supervisor import READY, WorkerProcess


def main() -> int:
    given = sys.stdin.buffer
    work: WorkerProcess = pickle.loads(given.read(int.from_bytes(given.read(4), "big")))
    threading.Thread(target=_watch, args=(given.fileno(),), name="parent", daemon=True).start()
    try:
        _serve(work)
    except SpielzugError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _watch(pipe: int) -> None:
    """Stop this process when the pipe closes, that is, when the parent has died."""
    os.read(pipe, 1)  # not through a file object: Python could not close that while it is read
    os.kill(os.getpid(), signal.SIGTERM)


def _serve(work: WorkerProcess) -> None:
    from spielzug.core.rules_mode import choose_rules_mode

    choose_rules_mode()
    from spielzug.games import load_set
    from spielzug.server.lifecycle.startup import TableServer, server_config, tune_gc
    from spielzug.server.limits.connections import raise_file_limit
    from spielzug.server.monitoring import PLAIN, install_log_throttle, set_up_log
    from spielzug.server.web.app import app_for

    set_up_log(work.settings.get("log_format", PLAIN), work.log)
    install_log_throttle()
    raise_file_limit()
    for path in work.settings["sets"]:
        load_set(path)

    def started() -> None:
        tune_gc()
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()

    with socket.socket(fileno=work.listening) as listening:
        app = app_for(
            work.database,
            public_url=work.public_url,
            local_urls=work.local_urls,
            on_started=started,
            **work.settings,
        )
        TableServer(server_config(app), app.state.services).run(sockets=[listening])


if __name__ == "__main__":
    sys.exit(main())
