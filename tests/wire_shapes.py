"""Checks that a message has exactly the fields that the wire describes."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import TypeAdapter


@cache
def adapter_of(shape: Any) -> TypeAdapter[Any]:
    return shape if isinstance(shape, TypeAdapter) else TypeAdapter(shape)


def check_shape(shape: Any, sent: object) -> None:
    """Read and written again it is the same: nothing unknown in it, and nothing left out."""
    adapter, text = adapter_of(shape), json.dumps(sent)
    assert json.loads(adapter.dump_json(adapter.validate_json(text))) == json.loads(text)
