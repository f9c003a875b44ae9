"""Which rules a process plays by: compiled, or the plain Python that they are.

Both play the very same games. Plain rules are ready at once, compiled ones are some hundred times
as fast. What is said here counts for the whole process and is said before a game is imported.
"""

from __future__ import annotations

import os
import sys

from spielzug.core.cache import TABLE, all_games_prepared

VARIABLE = "SPIELZUG_PLAIN"
NUMBAS_OWN = "NUMBA_DISABLE_JIT"  # known to whoever uses numba: for the debugger, for coverage


def uses_plain_rules() -> bool:
    return any(os.environ.get(name, "0") not in ("", "0") for name in (VARIABLE, NUMBAS_OWN))


def use_plain_rules() -> None:
    """From here on this process plays by plain rules; one that has its rules already keeps them.

    For what needs them a few times only: plain rules are there before compiled ones are loaded.
    """
    if "spielzug.core.jit" not in sys.modules:
        os.environ[VARIABLE] = "1"


def choose_rules_mode() -> None:
    """By compiled rules if all of them lie in the cache, otherwise by plain ones: nobody waits."""
    if not all_games_prepared(TABLE):
        use_plain_rules()


def compiled_rules_env() -> dict[str, str]:
    """For a process that shall play by compiled rules, whatever this one does."""
    return {name: value for name, value in os.environ.items() if name != VARIABLE}
