"""What the worker's JavaScript provides to Python: engines, storage, channels, thinking workers.

Records are passed as JSON text and positions as bytes, so that little has to be converted.
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

from spielzug.core.memory import Data

Saved = Literal["ok", "conflict", "full", "failed"]
"""Whether a change was saved; `conflict`: another tab has changed the table in the meantime."""


class JsBytes(Protocol):
    """A typed array, see Pyodide's `JsBuffer`."""

    def assign(self, data: bytes | Data, /) -> None: ...
    def assign_to(self, data: Data, /) -> None: ...
    def to_bytes(self) -> bytes: ...


class JsTree(Protocol):
    """The class `SearchTree` of `wasm/engine.ts`."""

    bytes: int
    used: int
    depth: int

    def setRoot(  # noqa: N802
        self, facts: JsBytes, hidden: JsBytes, seat: int, key: int, only: int | None, /
    ) -> None: ...
    def grow(self, iterations: int, /) -> JsBytes: ...
    def childrenAsJson(self, parent: int, /) -> str: ...  # noqa: N802
    def free(self) -> None: ...


class JsEngine(Protocol):
    """The class `Engine` of `wasm/engine.ts`."""

    def describe(self) -> str: ...
    def newBytes(self, size: int, /) -> JsBytes: ...  # noqa: N802
    def json(self, method: str, /, *given: Any) -> str: ...
    def has(self, function: str, /) -> bool: ...
    def actor(self, state: JsBytes, /) -> int: ...
    def over(self, state: JsBytes, /) -> bool: ...
    def advance(self, facts: JsBytes, state: JsBytes, action: int, /) -> None: ...
    def outside(self, facts: JsBytes, state: JsBytes, action: int, /) -> bool: ...
    def hide(self, facts: JsBytes, state: JsBytes, seat: int, /) -> None: ...
    def guess(self, facts: JsBytes, state: JsBytes, seat: int, key: int, /) -> None: ...
    def nobodyCanWin(self, facts: JsBytes, state: JsBytes, /) -> bool: ...  # noqa: N802
    def observe(self, facts: JsBytes, state: JsBytes, seat: int, /) -> JsBytes: ...
    def newTree(self, settings: str, /) -> JsTree: ...  # noqa: N802


class TableStorage(Protocol):
    """The tables of this browser, each a JSON object with the rows of a `StoredTable`."""

    @property
    def kept(self) -> bool:
        """False if nothing is kept once the page is closed."""

    async def list(self) -> str:
        """A JSON list of all tables, without their entries."""

    async def load(self, table: str) -> str | None: ...

    async def save(
        self, table: str, revision: int, row: str, seats: str | None, entries: str
    ) -> Saved:
        """Write in one transaction, if the stored revision is the given one (-1: not stored)."""

    async def remove(self, table: str) -> None: ...


class WorkerBridge(Protocol):
    @property
    def storage(self) -> TableStorage: ...

    def send(self, channel: int, text: str) -> None:
        """Send a message to a live channel of the page."""

    def changed(self, table: str, revision: int) -> None:
        """Tell the other tabs that a table was saved."""

    async def engine(self, game: str) -> JsEngine:
        """The loaded WebAssembly engine of a game."""

    async def load_nets(self, game: str) -> None:
        """Load a game's nets into the engine here, for hints and reviews; raises if that fails."""

    async def think(self, job: str, facts: bytes, hidden: bytes) -> str:
        """Have a thinking worker decide; the job and the answer are JSON."""

    def cancel(self, job: int) -> None: ...
