"""Figures over HTTP: those that ship, with names in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from expectations import games_shipping
from server.helpers import Device
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game
from spielzug.school import answers
from spielzug.school import figures as shelf
from spielzug.school.errors import SchoolError, http_status
from spielzug.wire.learning import Figures
from wire_shapes import check_shape


def test_the_games_with_figures_are_listed(anna: Device) -> None:
    assert anna.get("figures") == games_shipping("figures")


@pytest.mark.parametrize("name", games_shipping("figures"))
def test_figures_are_told_in_every_language(name: str, anna: Device) -> None:
    kept = shelf.figures_of(get_game(name))
    assert kept is not None
    titles = set()
    for lang in LANGUAGES:
        told = anna.get(f"figures/{name}", lang=lang)
        check_shape(Figures, told)
        assert (told["game"], told["command"]) == (name, kept["command"])
        for table, own in zip(told["tables"], kept["tables"], strict=True):
            assert [row["rate"] for row in table["order"]] == [r["rate"] for r in own["order"]]
            assert own["openings"] is not None
            assert [row["chosen"] for row in table["openings"]["items"]] == [
                row["chosen"] for row in own["openings"]["items"]
            ]
            titles.add(" ".join(row["title"] for row in table["measures"]))
            for deed in (deed for kind in table["things"] for deed in kind["deeds"]):
                assert all(row["name"] for row in deed["items"])
    assert len(titles) == len(LANGUAGES)


def test_a_game_that_is_not_there_has_no_figures(anna: Device) -> None:
    refused = anna.get("figures/chess", status=404)
    assert refused["code"] == "no_game"
    assert "chess" in refused["detail"]


def test_a_game_may_come_without_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "file_of", lambda _: tmp_path / "none.json")
    assert answers.games_with_figures() == []
    with pytest.raises(SchoolError) as refused:
        answers.localized_figures("trains", "de")
    assert (http_status(refused.value.code), refused.value.code) == (404, "no_figures")
    assert "Zahlen" in refused.value.say("de")
