from abc import abstractmethod
from contextlib import AbstractContextManager
from typing import Any, TypeVar

class Event:
    @property
    def data(self) -> dict[str, Any]: ...

class Listener:
    @abstractmethod
    def on_start(self, event: Event) -> None: ...
    @abstractmethod
    def on_end(self, event: Event) -> None: ...

L = TypeVar("L", bound=Listener)

def install_listener(kind: str, listener: L) -> AbstractContextManager[L]: ...
