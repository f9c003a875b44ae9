"""What a host may choose, each default stated once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    database: Path
    public_url: str | None = None
    """The address people use when a proxy stands in front, e.g. https://games.example.org."""
    trust_proxy: bool = False
    """Believe X-Forwarded-Proto and X-Forwarded-For. Only right behind a proxy that sets them."""
    limits: bool = True
    """Rate limits; off for load tests only."""
    local_url: str | None = None
    """Where the machine is reached from the network, for invitations made on the host itself."""
    static: Path = field(default=Path(__file__).with_name("static"))
    tables_in_memory: int = 512
    queue_length: int = 256
    """Messages that may wait for one slow client before it is sent away."""
    ping_seconds: float = 20.0
    open_tables_per_device: int = 100
    warm_up: bool = True
    """Compile in the background from the start on, instead of from the first table on."""
    sets: tuple[Path, ...] = ()
    """Files with other cards or boards: the processes that think must read them, too."""
    program_seconds: float = 60.0
    """How long a table waits for a program's answer before the quick player decides for it."""
    reveal_seconds: float = 60.0
    """How long a device may be silent before the deal until the others may do without it."""
    waiting_days: float | None = 14
    """How long a table is kept that waits for people; None: for ever."""
    bots_days: float | None = 30
    """How long one of bots alone, or one that ended before the deal."""
    finished_days: float | None = None
    """How long a game that people played to its end."""
    on_started: Callable[[], None] | None = None

    @property
    def behind_https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")
