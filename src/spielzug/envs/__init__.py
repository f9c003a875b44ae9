"""The games as environments for learners: many at once (`Batch`), one alone (`GameEnv`).

What other libraries expect has a module each, which needs that library: `pettingzoo`, `gymnasium`.
"""

from __future__ import annotations

from spielzug.envs.batch import Batch, unpack
from spielzug.envs.env_setting import IllegalAction
from spielzug.envs.game_env import GameEnv

__all__ = ["Batch", "IllegalAction", "GameEnv", "unpack"]
