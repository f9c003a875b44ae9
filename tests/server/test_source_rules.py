"""Conventions for the server's own source and texts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import spielzug.games
import spielzug.server
from spielzug.core.texts import Texts, missing
from spielzug.server.problems import accepted_language
from spielzug.server.texts.errors import ERRORS, PAGES
from spielzug.server.texts.notifications import BODIES, MAILS, TITLES, TROUBLES
from spielzug.tables.errors import REFUSALS, STATUS

FOLDER = Path(spielzug.server.__file__).parent
SOURCES = sorted(FOLDER.rglob("*.py"))
TABLES = sorted((FOLDER.parent / "tables").rglob("*.py"))


@pytest.mark.parametrize("texts", [ERRORS, PAGES, TITLES, BODIES, MAILS, TROUBLES])
def test_every_text_in_four_languages(texts: Texts) -> None:
    assert missing(texts) == []


def test_every_code_has_a_sentence() -> None:
    import re

    used = set()
    for source in SOURCES:
        used |= set(re.findall(r'Problem\(\s*\d+,\s*"(\w+)"', source.read_text("utf-8")))
    assert used - set(ERRORS) == set()


def test_every_status_belongs_to_an_error_of_a_table() -> None:
    assert set(STATUS) <= set(REFUSALS)


def test_no_game_is_named() -> None:
    for source in (*SOURCES, *TABLES):
        text = source.read_text("utf-8")
        for name in spielzug.games.NAMES:
            assert f'"{name}"' not in text, source


def test_importing_the_room_is_cheap() -> None:
    code = "import sys, json, spielzug.server; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numba", "fastapi", "sqlalchemy", "uvicorn"} & set(json.loads(done.stdout))


def test_languages() -> None:
    assert accepted_language("") == "en"
    assert accepted_language("fr-CA, nl;q=0.9") == "fr"
    assert accepted_language("pt, nl;q=0.2, de;q=0.8") == "de"
