"""The games as environments for learners: many at once (`Batch`), or one alone (`GameEnv`).

The modules `pettingzoo`, `gymnasium` and `openspiel` adapt them; each needs the library it is named
after.
"""

from __future__ import annotations

from spielzug.envs.batch import Batch, unpack
from spielzug.envs.env_setting import IllegalAction
from spielzug.envs.game_env import GameEnv

__all__ = ["Batch", "IllegalAction", "GameEnv", "unpack"]
