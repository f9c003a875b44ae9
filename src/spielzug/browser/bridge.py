"""What the worker's JavaScript gives to Python: live channels, storage, and thinking workers.

Records travel as JSON text and positions as bytes, so that little has to be converted.
"""

from __future__ import annotations

from typing import Literal, Protocol

from spielzug.browser.engine import JsEngine

Saved = Literal["ok", "conflict", "full", "failed"]
"""Whether a change was saved; `conflict`: another tab has changed the table meanwhile."""


class TableStorage(Protocol):
    """The tables of this browser, each a JSON object with the rows of a `StoredTable`."""

    @property
    def kept(self) -> bool:
        """False where nothing outlives the page."""

    async def list(self) -> str:
        """A JSON list of all tables, without their entries."""

    async def load(self, table: str) -> str | None: ...

    async def save(
        self, table: str, revision: int, row: str, seats: str | None, entries: str
    ) -> Saved:
        """Write in one transaction, if the stored revision is the given one (-1: none yet)."""

    async def remove(self, table: str) -> None: ...


class WorkerBridge(Protocol):
    @property
    def storage(self) -> TableStorage: ...

    def send(self, channel: int, text: str) -> None:
        """Send a message to a live channel of the page."""

    def close_channel(self, channel: int) -> None: ...

    def changed(self, table: str, revision: int) -> None:
        """Tell the other tabs that a table was saved."""

    async def engine(self, game: str) -> JsEngine:
        """The loaded WebAssembly engine of a game."""

    async def think(self, job: str, facts: bytes, hidden: bytes) -> str:
        """Let a thinking worker decide; the job and the answer are JSON."""

    def cancel(self, job: int) -> None: ...
