"""`spielzug compare`: its tables, its files, its errors."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from cli.test_commands import run
from lab.test_compare import ctrl_c_after
from spielzug.cli.app import app
from spielzug.cli.compare import CompareOutput, read_close
from spielzug.cli.show import COMPARE, show_comparison
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.texts import LANGUAGES, missing
from spielzug.lab.compare.comparison import columns, compare, write_csv, write_parquet
from spielzug.lab.compare.comparison_result import ComparisonPlan
from spielzug.lab.compare.variants import sides

ROOT = Path(__file__).resolve().parent.parent.parent
SMALL = ("compare", "game_of_trains", "shipped", "turn_limit=14", "--bots", "greedy")


@pytest.fixture(scope="module")
def small(game_of_trains: Game) -> Any:
    two = sides(game_of_trains, ["shipped", "turn_limit=14"])
    return compare(ComparisonPlan.make(game_of_trains, two, ["greedy"], 80, [2, 3]))


def shown(figures: Mapping[str, Any], width: int = 140) -> str:
    console = Console(width=width, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    show_comparison(figures, console)
    console.file.close()
    return console.export_text()


@pytest.mark.slow
@pytest.mark.compiled
def test_a_comparison_is_told_and_written(tmp_path: Path) -> None:
    files = {name: tmp_path / f"out.{name}" for name in ("html", "csv", "parquet")}
    asked = [word for name, file in files.items() for word in (f"--{name}", str(file))]
    done = run(*SMALL, "--games", "30", "--seats", "2-3", *asked)
    assert done.returncode == 0, done.stderr
    assert "2 seats: 30 deals, played by both sides (greedy, seed 1)" in done.stdout
    assert "3 seats: 30 deals" in done.stdout
    assert "Length in turns" in done.stdout
    assert re.search(r"Different: \d+\. Close enough: \d+\. Undecided: \d+\.", done.stdout)
    assert files["html"].read_text(encoding="utf-8").startswith("<!doctype html>")
    with files["csv"].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 2 * 30
    assert {row["label"] for row in rows} == {"shipped", "turn_limit=14"}
    from pyarrow import parquet

    table = parquet.read_table(files["parquet"])
    assert table.num_rows == len(rows)
    assert table.column_names == list(rows[0])
    assert b"spielzug compare game_of_trains" in table.schema.metadata[b"spielzug"]


@pytest.mark.slow
@pytest.mark.compiled
def test_as_json_it_is_all_that_is_known() -> None:
    done = run(*SMALL, "--games", "10", "--json", "--jobs", "1", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["tables"][0]["games"] == 10
    assert figures["lang"] == "fr"


def test_ctrl_c_keeps_what_was_played(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(plan: ComparisonPlan, *_: Any) -> Any:
        return compare(plan, ctrl_c_after(4))

    monkeypatch.setattr("spielzug.lab.compare.comparison.compare", pressed)
    file = tmp_path / "rows.csv"
    asked = [*SMALL, "--games", "100000", "--json", "--csv", str(file)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 130
    assert json.loads(done.stdout)["stopped"]
    assert "the figures cover those" in done.stderr
    assert len(file.read_text(encoding="utf-8").splitlines()) > 4


# -- the tables ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_languages_tell_it(small: Any, lang: str) -> None:
    comparison = replace(small, plan=replace(small.plan, lang=lang))
    text = shown(comparison.to_json())
    assert "{" not in text
    assert "B − A" in text
    for mark in "●=?":
        assert mark in text


def test_every_text_is_there_in_every_language() -> None:
    assert missing(COMPARE) == []


@pytest.mark.slow
def test_a_narrow_terminal_loses_nothing(small: Any) -> None:
    text = shown(small.to_json(), 60)
    assert "●" in text
    assert max(map(len, text.splitlines())) <= 60


def test_names_from_files_are_not_read_as_markup(small: Any) -> None:
    figures = small.to_json()
    figures["sides"][0]["label"] = "[red]x[/red]"
    for things in figures["tables"][0]["things"]:
        for item in things["items"]:
            item["name"] = "[bold]car[/bold]"
    text = shown(figures)
    assert "[red]x[/red]" in text
    assert "[bold]" in text or "biggest changes" not in text


def test_one_side_has_its_measures_alone(game_of_trains: Game) -> None:
    plan = ComparisonPlan.make(game_of_trains, sides(game_of_trains, ["shipped"]), ["greedy"], 20)
    text = shown(compare(plan).to_json())
    assert "2 seats: 20 games" in text
    assert "Length in turns" in text
    assert "B − A" not in text
    assert "Each interval holds on its own" in text


def test_a_run_without_games_says_so(small: Any) -> None:
    figures = small.to_json()
    figures["tables"][1] = {"seats": 3, "games": 0}
    assert "3 seats: no games were finished" in shown(figures)


def test_rows_have_words_instead_of_numbers(small: Any, tmp_path: Path) -> None:
    made = columns(small)
    assert set(made["reason"]) <= {"own_turn", "turn_limit", "other_turn"}
    assert len(made["label"]) == 2 * 2 * 80
    write_csv(small, tmp_path / "rows.csv")
    write_parquet(small, tmp_path / "rows.parquet")
    head = (tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert head[:4] == ["label", "side", "seats", "number"]


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("compare", "chess", "shipped"), "there is no game 'chess'"),
        (("compare", "trains", "shipped", "shipped"), "are the same"),
        (("compare", "trains", "nonsense"), "there is no side 'nonsense'"),
        (("compare", "trains", "board=paris"), "option board=paris"),
        (("compare", "trains", "none.yaml"), "the set cannot be opened"),
        (("compare", "trains", "shipped", "--seats", "9"), "is for 2 to 4 seats, not 9"),
        (("compare", "trains", "shipped", "--bots", "nobody"), "nobody"),
        (("compare", "trains", "shipped", "--games", "0"), "--games 0: ask for at least 1"),
        (("compare", "trains", "shipped", "--jobs", "0"), "--jobs 0: choose 1 to"),
        (("compare", "trains", "shipped", "--until-decided"), "nothing to decide"),
        (("compare", "trains", "shipped", "--close", "turns"), "write it as NAME=AMOUNT"),
        (("compare", "trains", "shipped", "--lang", "it"), "no language 'it'"),
        (("compare", "trains", "shipped", "--html", "no/such/place.html"), "there is no folder"),
        (("compare", "trains", "shipped", "--csv", "."), "this is a folder"),
    ],
)
def test_what_cannot_be_compared_is_refused(asked: tuple[str, ...], reason: str) -> None:
    done = run(*asked)
    assert done.returncode in (1, 2)
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


def test_amounts_that_do_not_matter() -> None:
    assert read_close(["turns=2", "ending.turn_limit=0.01"]) == {
        "turns": 2.0, "ending.turn_limit": 0.01,
    }  # fmt: skip
    assert read_close(None) == {}


@pytest.mark.parametrize(
    ("package", "asked", "extra"),
    [("pyarrow", "parquet", "lab"), ("matplotlib", "html", "report")],
)
def test_what_is_not_installed_is_named_before_the_first_game(
    package: str, asked: str, extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UsageError, match=rf"pip install 'spielzug\[{extra}\]'"):
        CompareOutput(**{asked: tmp_path / "out"}).check_files()  # type: ignore[arg-type]


def names_in(figures: Any) -> set[str]:
    """The names of all fields, but not of measures, words and things, which are data."""
    if isinstance(figures, list):
        return {name for one in figures for name in names_in(one)}
    if not isinstance(figures, dict):
        return set()
    data = {"options", "histograms", "drawing"}
    deeper = [value for name, value in figures.items() if name not in data]
    return set(figures) | {name for value in deeper for name in names_in(value)}


def test_every_figure_is_documented(small: Any) -> None:
    figures = small.to_json()
    deeds = {
        deed["name"]
        for table in figures["tables"]
        for things in table["things"]
        for deed in things["deeds"]
    }
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    section = page.split("## spielzug compare")[1].split("\n## ")[0]
    for name in names_in(figures) - deeds:
        assert f"`{name}`" in section, name
