"""What pages say, in four languages; and the list of all text groups."""

from __future__ import annotations

from spielzug.core.texts import in_four as _t
from spielzug.server.texts.errors import ERRORS
from spielzug.server.texts.notifications import BODIES, MAILS, TITLES, TROUBLES

# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole


PAGES = {
    "not_built": _t(
        "Die Seite ist noch nicht gebaut. „make play“ im Ordner von Spielzug baut sie und öffnet sie.",
        "The page has not been built yet. “make play” in the Spielzug folder builds and opens it.",
        "La page n'est pas encore construite. « make play » dans le dossier de Spielzug la construit et l'ouvre.",
        "De pagina is nog niet gebouwd. “make play” in de map van Spielzug bouwt en opent haar.",
    ),
    "no_page": _t(
        "Diese Seite gibt es nicht.",
        "There is no such page.",
        "Cette page n'existe pas.",
        "Deze pagina bestaat niet.",
    ),
}

TEXTS = {
    "errors": ERRORS, "pages": PAGES,
    "titles": TITLES, "bodies": BODIES, "mails": MAILS, "troubles": TROUBLES,
}  # fmt: skip
"""All text groups of the server, for the test that finds missing translations."""
