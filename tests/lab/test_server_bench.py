"""`bench/server.py` on a busy machine."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from lab.bench_modules import import_bench

saturate, visitor = import_bench("saturate"), import_bench("server_process")


def test_a_busy_server_has_minutes_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as an answer took in the measurements of a busy machine, and more."""
    games = [{"name": "one", "seats": [3, 4]}, {"name": "other", "seats": [2]}]

    def slow(url: str, timeout: float = 5.0, **_: Any) -> httpx2.Response:
        if timeout < 60:
            raise httpx2.ReadTimeout("timed out")
        request = httpx2.Request("GET", url)
        return httpx2.Response(200, json=games, request=request)

    monkeypatch.setattr(httpx2, "get", slow)
    assert saturate.fewest_seats("http://127.0.0.1:9", "one") == 3
    monkeypatch.setattr(visitor, "connect", lambda _, **given: given)
    assert visitor.live("http://127.0.0.1:9", "x")["open_timeout"] >= 60
    assert visitor.live("http://127.0.0.1:9", "x", open_timeout=20)["open_timeout"] == 20
