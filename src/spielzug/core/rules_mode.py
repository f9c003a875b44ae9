"""Whether a process plays by compiled rules or by the same rules as plain Python.

Both play exactly the same games. Plain rules are ready at once, compiled ones are some hundred
times as fast. The mode holds for the whole process and is set before a game is imported.
"""

from __future__ import annotations

import os
import sys

VARIABLE = "SPIELZUG_PLAIN"
NUMBAS_OWN = "NUMBA_DISABLE_JIT"  # numba's own variable, for debuggers and coverage


def uses_plain_rules() -> bool:
    return any(os.environ.get(name, "0") not in ("", "0") for name in (VARIABLE, NUMBAS_OWN))


def use_plain_rules() -> None:
    """Let this process play by plain rules, unless its rules are loaded already.

    For short tasks: plain rules are ready before compiled ones are loaded.
    """
    if "spielzug.core.jit" not in sys.modules:
        os.environ[VARIABLE] = "1"


def choose_rules_mode() -> None:
    """Use compiled rules if all of them are in the cache, otherwise plain ones, to avoid a wait."""
    from spielzug.core.cache import TABLE, all_games_prepared

    if not all_games_prepared(TABLE):
        use_plain_rules()


def compiled_rules_env() -> dict[str, str]:
    """The environment for a process that uses compiled rules, whatever this one does."""
    return {name: value for name, value in os.environ.items() if name != VARIABLE}
