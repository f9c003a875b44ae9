"""The options of a new table: reading what somebody chose, and naming options for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from spielzug.core.errors import OptionClash, OptionError
from spielzug.core.game import Game
from spielzug.core.options import WORDS, Options, bounds
from spielzug.core.texts import LANGUAGES
from spielzug.tables.errors import TableError


def option_words(game: Game) -> dict[str, Mapping[str, str]]:
    """Titles of options and values: common ones, those of loaded sets, and the game's own."""
    common = {
        f"{f.name}={name}": WORDS[name]
        for f in fields(game.options)
        for name in f.metadata["names"].values()
        if name in WORDS
    }
    sets = game.sets.words if game.sets is not None else {}
    loaded = {f"set={label}": said for label, said in sets.items()}
    boards = {  # a board without a title in its file is shown by its name
        f"{f.name}={name}": f.metadata["titles"]().get(name) or dict.fromkeys(LANGUAGES, name)
        for f in fields(game.options)
        if "of_set" in f.metadata
        for name in f.metadata["names"].values()
    }
    return {**common, **loaded, **boards, **game.option_words}


def _named(game: Game, name: str) -> dict[str, str]:
    """An option's title and, in parentheses, its name."""
    words = game.option_words.get(name)
    return {lang: f"{words[lang]} ({name})" if words else name for lang in LANGUAGES}


def _possible(game: Game, name: str, values: str) -> dict[str, str]:
    """The values of an option in words; for a selection among many, in the notation."""
    about = next(f.metadata for f in fields(game.options) if f.name == name)
    if about.get("of"):
        return dict.fromkeys(LANGUAGES, values)
    words, (low, high) = option_words(game), bounds(about)
    first = next((n for n in range(low, high + 1) if n not in about["names"]), None)
    span = [] if first is None else [f"{first}–{high}"]
    return {
        lang: ", ".join(
            [words.get(f"{name}={one}", {}).get(lang, one) for one in about["names"].values()]
            + span
        )
        for lang in LANGUAGES
    }


def read_options(game: Game, given: Mapping[str, int | str], seats: int) -> Options:
    """Parse the options, first one by one, so that the error names the wrong one."""
    known = {described["name"]: described for described in game.options.describe()}
    for name, value in given.items():
        if name not in known:
            raise TableError("no_option", name=name[:40])
        try:
            game.options.read(name, value)
        except OptionError:
            raise TableError(
                "bad_option", name=_named(game, name), value=str(value)[:40],
                values=_possible(game, name, known[name]["values"]),
            ) from None  # fmt: skip
    try:
        options: Options = game.options.parse(given)
    except OptionClash as clash:
        clashing = [_named(game, name) for name in clash.names]
        names = {lang: ", ".join(name[lang] for name in clashing) for lang in LANGUAGES}
        raise TableError("options_clash", names=names) from None
    try:
        options.check_for_seats(seats)
    except OptionError:
        raise TableError("options_and_seats", count=seats) from None
    return options
