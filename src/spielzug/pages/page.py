"""Self-contained HTML pages: a template in a common frame, with style and script inlined.

Also the texts that stand on every page, in four languages.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from spielzug.core.texts import Texts, say
from spielzug.core.texts import in_four as _t
from spielzug.pages.numbers import NumberFormat

TEXTS = {
    "skip": _t("Zum Inhalt", "Skip to the content", "Aller au contenu", "Naar de inhoud"),
    "made": _t(
        "Wie das entstand",
        "How this was made",
        "Comment cela a été obtenu",
        "Hoe dit tot stand kwam",
    ),
    "seed": _t("Startzahl", "Seed", "Graine", "Startgetal"),
    "version": _t("Version", "Version", "Version", "Versie"),
    "took": _t("Dauer", "Took", "Durée", "Duur"),
    "fan": _t(
        "Inoffizielle Fanarbeit.",
        "Unofficial fan work.",
        "Travail de fan non officiel.",
        "Onofficieel fanwerk.",
    ),
}


HERE = Path(__file__).parent


@dataclass(frozen=True)
class PageTemplates:
    """The templates of one kind of pages, with their own style, script and texts."""

    folder: Path
    look: str
    texts: Texts
    script: str = ""

    def page(self, template: str, title: str, lang: str, **values: object) -> str:
        """Render a template of this folder that extends ``frame.html``.

        Besides the values of the template itself, the frame needs the `version` of Spielzug.
        """

        def told(key: str, **inside: object) -> str:
            return say(self.texts if key in self.texts else TEXTS, key, lang, **inside)

        style = f"{_read(HERE / 'base.css')}\n{_read(self.folder / self.look)}"
        script = _read(self.folder / self.script) if self.script else ""
        made = _environment(self.folder).get_template(template)
        return made.render(
            lang=lang,
            t=told,
            numbers=NumberFormat(lang),
            title=title,
            style=Markup(style),
            script=Markup(script),
            policy=_policy(style, script),
            **values,
        )


@lru_cache
def _environment(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader([folder, HERE]),
        autoescape=True,  # names come from untrusted files
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _read(file: Path) -> str:
    return file.read_text("utf-8").strip()


def _policy(style: str, script: str) -> str:
    """The content security policy: nothing is loaded, only the inlined style and script apply."""
    runs = _hash(script) if script else "'none'"
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {runs}; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
