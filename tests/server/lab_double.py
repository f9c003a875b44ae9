"""A fake comparison: speaks like `spielzug.lab.compare.worker`, but plays nothing.

The number of games it is asked for decides how it behaves; see `test_lab`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from spielzug.core.rules_mode import uses_plain_rules

REFUSED, BROKEN, ENDLESS, LONG, NONSENSE, DEAF, LEAVES = 3, 4, 5, 6, 7, 8, 9


def main() -> None:
    wanted = json.loads(sys.stdin.readline())
    folder = Path(wanted["folder"])

    def say(**told: object) -> None:
        print(json.dumps(told), flush=True)

    told = threading.Event()

    def listen() -> None:
        for line in sys.stdin:
            if line.strip() == "stop":
                told.set()
        os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    if wanted["games"] == REFUSED:
        say(kind="refused", text="mine.yaml:12: cards.Regina.cost: 11 is not possible")
        return
    say(kind="plan", title=f"{' – '.join(wanted['sides'])} {os.getpid()}", planned=20)
    say(kind="progress", done=5, left=None)
    say(kind="told", text=", ".join(sorted(os.listdir(folder))))
    if wanted["games"] == BROKEN:
        sys.exit(3)
    if wanted["games"] == LONG:
        say(kind="told", text="x" * 100_000)
    if wanted["games"] == NONSENSE:
        print("nonsense", flush=True)
    if wanted["games"] == DEAF:
        threading.Event().wait()
    if wanted["games"] == LEAVES:  # somebody who works for it, without a word
        nothing = subprocess.DEVNULL
        left = subprocess.Popen(["sleep", "600"], stdin=nothing, stdout=nothing, stderr=nothing)
        (folder.parent / "left").write_text(str(left.pid))
        os._exit(3)
    if wanted["games"] == ENDLESS:
        told.wait()
    say(kind="writing")
    rules = "plain" if uses_plain_rules() else "compiled"
    page = f"<!doctype html><p>{rules} {wanted['lang']}"
    if wanted["games"] == ENDLESS:  # one that a browser can show
        sys.path.insert(0, str(Path(__file__).parents[1]))
        from lab.sample_figures import figures
        from spielzug.lab.report import render_report

        page = render_report(figures(seats=(4,)), wanted["lang"])
    (folder / "report.html").write_text(page, "utf-8")
    say(kind="done", file="report.html", games=20, stopped=told.is_set())


if __name__ == "__main__":
    main()
