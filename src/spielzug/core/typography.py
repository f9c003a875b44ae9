"""How texts are set and how French elides; the client does the same (`lib/typography.ts`).

Texts are written with plain spaces and apostrophes, so that nobody has to see or type signs that
cannot be seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

NARROW = "\u202f"
APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|\{)")
HIGH_SIGN = re.compile(r" (?=[;:!?»])")
ELISION = re.compile(r"(?<!\w)([Dd])e (?=\{(\w+)\})")
VOWEL = re.compile(r"[aeiouœæ]|y[^aeiou]")
SILENT_H = re.compile(
    r"h(adrien|ector|elen|elois|enri|ercule|ermin|erv|ilaire|ippolyt|onor|orace|ortens|ubert|ugue"
    r"|yacinth)"
)
"""Names whose h is not heard: "d’Hélène", but "de Hans"."""


def typeset(text: str, lang: str) -> str:
    """A text before its values are put in: names of people stay as they are written."""
    said = APOSTROPHE.sub("’", text).replace(" %", "%" if lang == "en" else "\u00a0%")
    if lang != "fr":
        return said
    return HIGH_SIGN.sub(NARROW, said).replace("« ", f"«{NARROW}")


def elides(word: str) -> bool:
    """Whether "de" loses its e before it; a field like A3 is spelled, not said as a word."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    plain = plain.lower()
    if not plain[:2].isalpha() or len(plain) < 2:
        return False
    return bool(VOWEL.match(plain) or SILENT_H.match(plain))


def elide(text: str, values: Mapping[str, object]) -> str:
    """``de {name}`` becomes ``d’{name}`` where that name begins with a vowel."""
    return ELISION.sub(
        lambda found: f"{found[1]}’" if elides(str(values.get(found[2], ""))) else found[0], text
    )
