"""Texts in four languages: lookup with an error that names a missing text, plurals, typography.

French typography and elision follow the same rules as in the client (`lib/typography.ts`). Texts
are written with plain spaces and apostrophes, so that authors need no invisible characters.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, ClassVar

from spielzug.core.errors import UsageError

if TYPE_CHECKING:
    from rich.text import Text

LANGUAGES = ("de", "en", "fr", "nl")
ByLanguage = dict[Annotated[str, LANGUAGES], str]
"""A text in every language."""
NARROW = "\u202f"
APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_]|\{)")
HIGH_SIGN = re.compile(r" (?=[;:!?»])")
ELISION = re.compile(r"(?<!\w)([Dd])e (?=\{(\w+)\})")
VOWEL = re.compile(r"[aeiouœæ]|y[^aeiou]")
SILENT_H = re.compile(
    r"h(adrien|ector|elen|elois|enri|ercule|ermin|erv|ilaire|ippolyt|onor|orace|ortens|ubert|ugue"
    r"|yacinth)"
)
"""Names with a silent h: "d’Hélène", but "de Hans"."""
UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, line breaks, changes of the writing direction, and half characters."""

LINE_BREAK = "\n"


def printable(text: str, keep: str = "") -> str:
    """The text with its control characters, except those to `keep`, written as escapes.

    So text from a file cannot move a terminal's cursor, recolour it, or add lines of its own.
    """
    return UNPRINTABLE.sub(
        lambda found: found[0] if found[0] in keep else found[0].encode("unicode_escape").decode(),
        text,
    )


def typeset(text: str, lang: str) -> str:
    """Set a text before values are inserted: people's names stay as they are written."""
    said = APOSTROPHE.sub("’", text).replace(" %", "%" if lang == "en" else "\u00a0%")
    if lang != "fr":
        return said
    return HIGH_SIGN.sub(NARROW, said).replace("« ", f"«{NARROW}")


def elides(word: str) -> bool:
    """Whether "de" loses its e before this word; a field like A3 is spelled out, so it does not."""
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


Texts = Mapping[str, Mapping[str, str]]
ONE = {lang: (0, 1) if lang == "fr" else (1,) for lang in LANGUAGES}
"""The numbers that take the singular."""
COUNTED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}]*)\}")


Piece = tuple[str, str, str, str]
"""A format string, and what follows it: the name of a number, its singular, its plural."""


@lru_cache(maxsize=4096)
def _pieces(text: str, lang: str) -> tuple[Piece, ...]:
    """The text, typeset and split after each word that depends on a number."""
    text = typeset(text, lang)
    pieces: list[Piece] = []
    end = 0
    for match in COUNTED.finditer(text):
        number, one, many = match.groups()
        pieces.append((text[end : match.start()], number, one, many))
        end = match.end()
    return (*pieces, (text[end:], "", "", ""))


def say(texts: Texts, key: str, lang: str, **values: object) -> str:
    """A text with its values; ``{n:step|steps}`` in it is singular or plural by ``n``."""
    pieces = _pieces(texts[key][lang], lang)
    if len(pieces) == 1 and lang != "fr":  # nearly always
        return pieces[0][0].format_map(values)
    said = ""
    for piece, number, one, many in pieces:
        said += (elide(piece, values) if lang == "fr" else piece).format_map(values)
        if number:
            said += one if values[number] in ONE[lang] else many
    return said


def require_language(lang: str) -> str:
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise UsageError(f"no language {lang!r}; choose one of: {', '.join(LANGUAGES)}")
    return lang


AND = {"de": "und", "en": "and", "fr": "et", "nl": "en"}


def listing(items: Sequence[object], lang: str) -> str:
    """``1``, ``1 and 2``, ``1, 2 and 3`` in the language."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {AND[lang]} {words[-1]}"


OF = {"de": "von", "fr": "de", "nl": "van"}


def of(name: str, lang: str) -> str:
    """The possessive: ``Bo’s``, ``von Bo``; French elides before a vowel, ``d’Anna``."""
    if lang == "en":
        return f"{name}’s"
    if lang == "fr" and elides(name):
        return f"d’{name}"
    return f"{OF[lang]} {name}"


def missing(texts: Texts) -> list[str]:
    """Keys that lack a language or whose placeholders differ between languages."""
    found = []
    for key, by_lang in texts.items():
        if set(by_lang) != set(LANGUAGES):
            found.append(key)
            continue
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(t) if name}
            for t in by_lang.values()
        ]
        if any(f != fields[0] for f in fields):
            found.append(key)
    return found


def in_four(de: str, en: str, fr: str, nl: str) -> dict[str, str]:
    return {"de": de, "en": en, "fr": fr, "nl": nl}


def in_all_languages(given: Mapping[str, str]) -> Mapping[str, str]:
    """The text in every language; English, or the first one given, replaces a missing one."""
    usual = given.get("en", next(iter(given.values()), ""))
    return {lang: given.get(lang, usual) for lang in LANGUAGES}


def rich_text(text: str = "", style: str = "") -> Text:
    """A text with colours, for a terminal; rich is imported only where one is drawn."""
    from rich.text import Text

    return Text(text, style=style)


def pick(texts: Texts, *keys: str) -> dict[str, Mapping[str, str]]:
    """Some of the texts, in this order."""
    return {key: texts[key] for key in keys}


def localized(text: str | Mapping[str, str]) -> Mapping[str, str]:
    """A text in each language: given once for all of them, or one for each."""
    return text if isinstance(text, Mapping) else dict.fromkeys(LANGUAGES, text)


LINE: Texts = {
    "line": in_four(
        "Danach am ehesten: {steps}.",
        "Most likely to follow: {steps}.",
        "Ensuite, sans doute : {steps}.",
        "Daarna waarschijnlijk: {steps}.",
    ),
    "step": in_four(
        "{name} „{label}“", "{name} “{label}”", "{name} « {label} »", "{name} “{label}”"
    ),
}
"""What likely follows a choice, in reviews and puzzles: a line of choices, and each of them."""

NO_GAME: Texts = {
    "no_game": in_four(
        "Das Spiel „{name}“ gibt es hier nicht.",
        "There is no game called “{name}” here.",
        "Le jeu « {name} » n'existe pas ici.",
        "Het spel “{name}” is hier niet.",
    ),
}
"""An error of whatever can be asked about a game."""


class CodedError(Exception):
    """Something that is not possible, as a stable code for programs and a sentence for people.

    `detail` is a text of the game, which replaces the code's sentence. A value that differs by
    language is a mapping from language to text.
    """

    TEXTS: ClassVar[Texts] = {}
    """The sentence of each code."""

    def __init__(self, code: str, detail: str | None = None, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.values = values

    def say(self, lang: str) -> str:
        if self.detail:
            return self.detail
        told = {k: v[lang] if isinstance(v, Mapping) else v for k, v in self.values.items()}
        return say(self.TEXTS, self.code, lang, **told)


def as_text(picture: Text) -> str:
    """What a terminal would show, without its colours."""
    from rich.console import Console

    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(picture)
    return "\n".join(line.rstrip() for line in capture.get().rstrip().split("\n"))
