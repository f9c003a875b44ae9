"""`spielzug sweep` and `spielzug tune`, as people run them."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from spielzug.cli.app import app
from spielzug.core.errors import SpielzugError
from spielzug.core.sets import find
from spielzug.games import load_set
from spielzug.games.trains.facts.sets import SETS
from waiting import wait_for

SHIPPED_TRAINS = SETS.shipped_text()
ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "aims" / "zugraub.yaml"
SMALL = """\
game: zugraub
seats: [3]
vary:
  - {address: cards.Regina.cost, between: [1, 10]}
  - {address: cards.Stella.cost, by: [-6, 3]}
  - {address: option.spoils_to_head, values: [no, yes]}
aims:
  - {measure: card.installed, at_least: 0.2, only: [Regina, Stella]}
  - {measure: turns_each, median: [5, 40]}
"""


def command(*words: object) -> list[str]:
    code = "from spielzug.cli import main; main()"
    return [sys.executable, "-c", code, *map(str, words)]


def run(*words: object) -> str:
    """What a command prints, run here."""
    done = CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def refused(*words: object) -> str:
    """Why a command is refused."""
    with pytest.raises(SpielzugError) as error:
        run(*words)
    return str(error.value)


def tune(*words: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("tune", "zugraub", *words, "--json"))
    return found


@pytest.fixture
def aims(tmp_path: Path) -> Path:
    file = tmp_path / "aims.yaml"
    file.write_text(SMALL, encoding="utf-8")
    return file


@pytest.mark.slow
def test_the_example_is_tuned_a_little(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    few = ("--bots", "greedy", "--games", 12, "--trials", 3, "--out", folder)
    figures = tune("--aim", EXAMPLE, *few)
    assert (figures["trials"], figures["seats"], figures["check"]) == (3, [3, 4, 7], 36)
    assert len(figures["aims"]) == 5
    assert all(row["now"]["verdict"] in ("met", "missed", "not sure") for row in figures["aims"])
    assert all(row["before"] is not None for row in figures["aims"])
    _, best = load_set(folder / "best.yaml")
    assert best.name == "tuned"
    for change in figures["changes"]:
        if not change["address"].startswith("option."):
            assert find(best.data, change["address"]) == change["to"] != change["from"]
    text = (folder / "best.yaml").read_text(encoding="utf-8")
    assert "On 36 fresh deals" in text and "spielzug" in text.splitlines()[1]


@pytest.mark.slow
def test_a_run_that_was_killed_is_resumed_and_tries_what_it_would_have_tried(
    tmp_path: Path, aims: Path
) -> None:
    asked = ("--bots", "greedy", "--games", 24, "--seed", "7", "--jobs", 1)
    killed = tmp_path / "killed"
    words = ("tune", "zugraub", "--aim", aims, *asked, "--trials", 100_000, "--out", killed)
    process = subprocess.Popen(
        command(*words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for((killed / "best.yaml").exists, 300)
        assert "another process is using" in refused("tune", "zugraub", "--resume", killed)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    load_set(killed / "best.yaml")
    again = tune("--resume", killed, "--trials", 8)
    assert again["trials"] >= 8
    whole = tune("--aim", aims, *asked, "--trials", again["trials"], "--out", tmp_path / "whole")
    for name in ("trials", "changes", "penalty", "penalty_tuned", "given_up", "aims"):
        assert again[name] == whole[name], name
    assert "there is already a run here" in refused(*words)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_stopped_tells_the_best_so_far(
    tmp_path: Path, aims: Path, sign: signal.Signals
) -> None:
    folder = tmp_path / "run"
    words = ("tune", "zugraub", "--aim", aims, "--bots", "greedy", "--games", 24, "--trials", 10**6)
    process = subprocess.Popen(
        command(*words, "--out", folder, "--json"),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        wait_for((folder / "best.yaml").exists, 300)
        os.kill(process.pid, sign)
        out, error = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130, error
    figures = json.loads(out)
    assert figures["stopped"] and figures["trials"] >= 1
    assert "fresh deals" in (folder / "best.yaml").read_text(encoding="utf-8")


def test_what_tune_cannot_do_is_refused_before_there_is_a_folder(
    tmp_path: Path, aims: Path
) -> None:
    folder = tmp_path / "run"
    other = tmp_path / "other.yaml"
    other.write_text(SHIPPED_TRAINS.replace("name: shipped-1", "name: other"), encoding="utf-8")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(SMALL.replace("Regina.cost", "Regna.cost"), encoding="utf-8")
    new = ("--out", folder)
    for words, told in (
        (new, "--aim FILE"),
        (("--aim", wrong, *new), "wrong.yaml:4: vary.1.address: "),
        (("--aim", tmp_path / "none.yaml", *new), "the file of aims cannot be opened"),
        (("--aim", aims, "--games", 3, *new), "at least 8"),
        (("--aim", aims, "--bots", "nobody", *new), "nobody"),
        (("--aim", aims, "--option", "cheese=5", *new), "cheese"),
        (
            ("--aim", aims, "--set", other, *new),
            "other.yaml:7: game: this is a set of 'trains', not of 'zugraub'",
        ),
        (("--resume", tmp_path), "there is no run here"),
        (("--resume", tmp_path, "--aim", aims), "--resume continues with"),
    ):
        assert told in refused("tune", "zugraub", *words)
        assert not folder.exists()


@pytest.mark.slow
def test_games_that_a_program_breaks_off_are_told_and_do_not_count(
    tmp_path: Path, aims: Path
) -> None:
    broken = ("--bots", "program:false", "--games", 8, "--jobs", 1)
    told = refused("tune", "zugraub", "--aim", aims, *broken, "--out", tmp_path / "run")
    assert told == "no game with 3 seats was finished"
    vary = ("--vary", "option.spoils_to_head=no,yes")
    figures = json.loads(run("sweep", "zugraub", *vary, *broken, "--json"))
    assert figures["tables"] == [{"seats": 3, "games": [0, 0], "measures": []}]


def test_the_schema_of_aims_is_written(tmp_path: Path) -> None:
    run("tune", "zugraub", "--schema", tmp_path / "aims.json")
    assert json.loads((tmp_path / "aims.json").read_text(encoding="utf-8"))["$defs"]["AimEntry"]


# -- sweep ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_sweep_tells_every_value_on_the_same_deals_whoever_plays(tmp_path: Path) -> None:
    table, page = tmp_path / "sweep.csv", tmp_path / "sweep.html"
    vary = ("--vary", "cards.Regina.cost=by -4,0", "--vary", "option.spoils_to_head=no,yes")
    words = (
        "sweep", "zugraub", *vary, "--bots", "greedy", "--games", 100, "--seats", 3, "--json",
        "--option", "spoils_to_head=no",
    )  # fmt: skip
    told = [
        json.loads(run(*words, "--jobs", 1, "--csv", table, "--html", page)),
        json.loads(run(*words, "--jobs", 2)),
    ]
    for each in told:
        del each["seconds"], each["line"]
    assert told[0] == told[1]
    figures = told[0]
    cheap, now = figures["vary"][0]["values"]
    assert int(cheap) == int(now) - 4
    labels = [f"{cheap}, no", f"{cheap}, yes", f"{now}, no", f"{now}, yes"]
    assert [point["label"] for point in figures["points"]] == labels
    assert figures["beside"] == 2  # as it is
    measures = {m["name"]: m["points"] for m in figures["tables"][0]["measures"]}
    installed = measures["card.installed Regina"]
    assert installed[2]["difference"] is None
    assert installed[0]["difference"]["decided"]
    assert installed[0]["value"] > installed[2]["value"]
    assert {"turns", "ending.all_lose", "seat.1"} <= set(measures)
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * len(measures)
    assert rows[0]["cards.Regina.cost"] == cheap
    text = page.read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;" in text and text.count("<svg") == len(measures)


@pytest.mark.parametrize(
    ("vary", "told"),
    [
        ((), "--vary"),
        (("cards.Regna.cost=3:8",), "Regina"),
        (("cards.Regina.price=3:8",), "cost"),
        (("option.spoil_to_head=no",), "spoils_to_head"),
        (("cards.Regina.cost",), "ADDRESS=VALUES"),
        (("cards.Regina.cost=8:3",), "the lower one first"),
        (("cards.Regina.cost=1000",), "1000 is not possible"),
        (("cards.Regina.cost=3:8", "cards.Regina.cost=3"), "given twice"),
        (("cards.Regina.cost=1:60", "cards.Stella.cost=1:60"), "60 × 60 = 3600 points"),
    ],
)  # fmt: skip
def test_a_sweep_that_cannot_be_is_refused(vary: tuple[str, ...], told: str) -> None:
    words = [word for each in vary for word in ("--vary", each)]
    assert told in refused("sweep", "zugraub", "--bots", "greedy", *words)


def test_a_sweep_that_could_not_be_drawn_is_refused_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = str(tmp_path / "sweep.html")
    words = ["sweep", "zugraub", "--vary", "option.spoils_to_head=yes,no", "--html", page]
    done = CliRunner().invoke(app, words)
    assert "pip install 'spielzug[report]'" in str(done.exception)
