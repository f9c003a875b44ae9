"""The collector of cycles, held so that it holds nobody up.

Left to itself Python looks at everything it keeps again and again: with some hundred tables in
memory that stopped the server for a fifth of a second at a time and cost a tenth of its processor
time and more. What we drop has no cycles, and what libraries drop with cycles in it is young; so
the old is looked at only now and then.
"""

from __future__ import annotations

import asyncio
import gc

YOUNG, MIDDLE = 10_000, 20
"""New objects before the young are looked at, and how often that before the middle ones are."""
NEVER = 1_000_000
SECONDS = 600.0  # between two looks at everything


def tune_gc() -> None:
    """Once everything is loaded, in the loop of a server that has its process for itself."""
    gc.collect()
    gc.freeze()  # what is there now stays
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    asyncio.get_running_loop().call_later(SECONDS, _look_at_all)


def _look_at_all() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(SECONDS, _look_at_all)
