"""How much a browser downloads before it shows the lobby."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import spielzug.server
from spielzug.core.texts import LANGUAGES

STATIC = Path(spielzug.server.__file__).with_name("static")
MOST = 60_000  # bytes, compressed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_is_small_in_every_language(lang: str) -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    files = [STATIC / name for name in re.findall(r'(?:src|href)="\./(assets/[^"]+)"', page)]
    texts = [*STATIC.glob(f"assets/{lang}-*.js")]
    assert len(files) == 2 and len(texts) == 1  # the script, its style, and one language
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in [*files, *texts]}
    assert sum(sizes.values()) <= MOST, sizes
