"""What a run on a Ray cluster prints, and where; with a fake Ray that starts no machines."""

from __future__ import annotations

import os
from typing import Any

import pytest

from spielzug.core.errors import UsageError
from spielzug.lab.play import ray_cluster
from spielzug.lab.play.ray_cluster import Cluster


class TalkativeRay:
    """Like the real one: both Python and the C++ code below it write to the same file."""

    def __init__(self, cores: int) -> None:
        self.cores = cores

    def init(self, **_: Any) -> None:
        print("connected to a cluster")
        os.write(1, b"raylet started\n")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, **_: Any) -> Any:
        return lambda function: function

    def shutdown(self) -> None:
        print("the cluster is gone")


def test_only_the_result_of_a_run_comes_on_stdout(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray_cluster, "_ray", lambda: TalkativeRay(2))
    print("before")
    with Cluster("local") as pool:
        assert pool.workers == 2
    print("{}")
    out, error = capfd.readouterr()
    assert out == "before\n{}\n"
    assert sorted(error.splitlines()) == [
        "connected to a cluster", "raylet started", "the cluster is gone",
    ]  # fmt: skip


def test_a_cluster_without_cores_is_left_with_stdout_as_it_was(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ray_cluster, "_ray", lambda: TalkativeRay(0))
    with pytest.raises(UsageError, match="has no CPUs"), Cluster("local"):
        pass
    print("afterwards")
    out, error = capfd.readouterr()
    assert out == "afterwards\n"
    assert "the cluster is gone" in error
