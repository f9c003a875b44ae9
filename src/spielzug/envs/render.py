"""How an environment shows its game: as text, as pixels, or at a table in the browser."""

from __future__ import annotations

from typing import Any

from spielzug.core.events import SPECTATOR
from spielzug.envs.setting import Setting
from spielzug.envs.table import Table

RENDER_MODES = ("ansi", "rgb_array")


class Renderer:
    """Shows what a spectator sees."""

    def __init__(self, setting: Setting, mode: str | None) -> None:
        self.setting, self.mode = setting, mode

    def begin(self, seed: int | str, number: int) -> None:
        """Another game begins."""

    def render(self, table: Table) -> Any:
        if self.mode is None:
            import warnings

            warnings.warn(
                "render() does nothing without a render_mode: choose one when the environment is "
                "made", stacklevel=3,
            )  # fmt: skip
            return None
        seen = table.position.seen(SPECTATOR)
        if self.mode == "rgb_array":
            from spielzug.envs.picture import pixels

            return pixels(seen.picture())
        return f"{seen}\n"

    def close(self) -> None:
        pass
