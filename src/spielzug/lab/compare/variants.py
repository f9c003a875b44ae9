"""Parses variants: a game as it ships, or with another set, board, option or older rules.

A variant is one word, or several joined with a plus or a comma:

- ``shipped``: as it ships; ``shipped-1``: as it shipped with version 1 of its rules and set;
- ``box.yaml``: with the set in this file;
- ``board=osaka``: with this option; ``rules=1``: with this version of the rules.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.memory import PlainRecord
from spielzug.core.options import Options
from spielzug.core.sets import LoadedSet
from spielzug.games import load_set
from spielzug.games.set_files import SetChange, set_changes
from spielzug.lab.compare.figure_types import VariantFigures

SHIPPED = "shipped"
RULES = "rules"
"""Accepted beside the game's options: the version of its rules."""
BETWEEN = re.compile(r"[,+]")
_FILES = (".yaml", ".yml")


@dataclass(frozen=True)
class Variant:
    """A game with its options and rules version."""

    label: str
    game: Game
    options: Options
    version: int
    """Of the rules."""
    written: str = ""
    """As written in a command."""
    warnings: tuple[str, ...] = ()
    """Warnings about its set file."""
    file: str = ""
    """The name of its set file; empty for a shipped set."""

    @property
    def played_set(self) -> LoadedSet[Any] | None:
        """The set it is played with; None if its game has no sets."""
        if self.game.sets is None:
            return None
        return self.game.sets.loaded(getattr(self.options, "set", 0), self.version)

    @property
    def set_label(self) -> str:
        found = self.played_set
        return SHIPPED if found is None else str(found.label)

    @property
    def reading(self) -> PlainRecord:
        """The facts as a readable record."""
        return self.game.facts_memory(self.options, self.version).as_facts

    def same(self, other: Variant) -> bool:
        """Whether the same is played, under any label."""
        mine, its = self.played_set, other.played_set
        return (
            (self.game, self.version) == (other.game, other.version)
            and _but_set(self.options) == _but_set(other.options)
            and (
                mine is its or (mine is not None and its is not None and mine.has_same_content(its))
            )
        )

    def changes(self, lang: str = "en") -> list[SetChange]:
        """What its file changes in the shipped set."""
        found, sets = self.played_set, self.game.sets
        if not self.file or found is None or sets is None:
            return []
        return set_changes(sets, found, self.version, lang)

    def to_json(self, lang: str = "en") -> VariantFigures:
        return {
            "label": self.label,
            "options": self.options.named(),
            "set": self.set_label,
            "file": self.file or None,
            "changes": [str(change) for change in self.changes(lang)],
            "rules_version": self.version,
            "warnings": list(self.warnings),
        }


def variant(game: Game, text: str) -> Variant:
    """Parse a variant; raises `UsageError` that names the possible values."""
    words = [text] if _is_file(text) else [word.strip() for word in BETWEEN.split(text)]
    if not all(words):
        raise UsageError(f"the side {text!r} is missing a word: write {_possible(game)}")
    chosen = _Chosen(game)
    for word in words:
        chosen.read(word)
    return chosen.variant(text)


def sides(game: Game, texts: Sequence[str]) -> list[Variant]:
    """One or two variants; raises `UsageError` if two are the same."""
    found = [variant(game, text) for text in texts]
    if len(found) == 2 and found[0].same(found[1]):
        if found[0].set_label != found[1].set_label:
            one, other = texts if found[1].set_label.startswith(SHIPPED) else reversed(texts)
            raise UsageError(f"{one} is the same as {other}; did you save it?")
        raise UsageError(
            f"{texts[0]} and {texts[1]} are the same: there is nothing to compare; name something "
            "else for one of them, or name only one to see its measures"
        )
    if len(found) == 2 and found[0].label == found[1].label:
        found = [replace(one, label=f"{one.label} ({one.set_label})") for one in found]
    return found


def _but_set(options: Options) -> dict[str, str]:
    return {name: value for name, value in options.named().items() if name != "set"}


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # not a valid file name
        return False


class _Chosen:
    """The parts of a variant read so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.labels: list[str] = []
        self.values: dict[str, int] = {}
        self.version: int | None = None
        self.warnings: tuple[str, ...] = ()
        self.file = ""
        self.set_word = SHIPPED

    def read(self, word: str) -> None:
        name, equals, value = word.partition("=")
        if _is_file(word) or (name == "set" and _is_file(value)):
            self._load(Path(word if _is_file(word) else value))
        elif word == SHIPPED:
            self.labels.append(word)
        elif found := re.fullmatch(rf"{SHIPPED}-(\d{{1,9}})", word):
            self._choose_rules(int(found[1]), word)
        elif equals and name == RULES:
            if not re.fullmatch(r"\d{1,9}", value):
                raise UsageError(f"{word}: the version of the rules is {self.game.versions_text}")
            self._choose_rules(int(value), word)
        elif equals:
            self._choose(name, self.game.options.read(name, value), word)
            if name == "set":
                self.set_word = value
        elif word.endswith(_FILES) or "/" in word:
            self._load(Path(word))  # raises with the reason
        else:
            raise self._unknown(word)

    def _load(self, path: Path) -> None:
        game, loaded = load_set(path)
        if game is not self.game:
            raise UsageError(
                f"{path}: this is a set of {game.title['en']}, not of {self.game.title['en']}"
            )
        self.warnings, self.file = loaded.warnings, path.name
        self._choose("set", loaded.number, path.name)

    def _choose(self, name: str, value: int, label: str) -> None:
        if self.values.get(name, value) != value:
            raise UsageError(f"{name} is given twice for one side: give it once")
        self.values[name] = value
        self.labels.append(label)

    def _choose_rules(self, version: int, label: str) -> None:
        if version not in self.game.versions:
            sets = self.game.sets
            named = sets is not None and label in sets.names.values()
            hint = f" (set={label} plays that set by them)" if named else ""
            raise UsageError(
                f"{label}: {self.game.title['en']} has no version {version} of its rules; "
                f"there is {self.game.versions_text}{hint}"
            )
        if self.version not in (None, version):
            raise UsageError("the rules are given twice for one side: give them once")
        self.version = version
        self.labels.append(label)

    def variant(self, written: str) -> Variant:
        version = self.game.rules_version if self.version is None else self.version
        self._check_set_version(version)
        before = {
            f.name: _default(f.metadata["was"], version)
            for f in fields(self.game.options)
            if any(version <= until for until in f.metadata.get("was", {}))
        }
        options = self.game.options(**{**before, **self.game.simulation, **self.values})
        label = "+".join(self.labels)
        return Variant(label, self.game, options, version, written, self.warnings, self.file)

    def _check_set_version(self, version: int) -> None:
        """Refuse the newest set with older rules, which would play the set of their own time.

        The newest set has no number of its own.
        """
        sets, word = self.game.sets, self.set_word
        if sets is None or word not in sets.also:
            return
        then = sets.loaded(sets.also[word], version)
        if then is not sets.loaded(sets.also[word]):
            raise UsageError(
                f"set={word} is newer than version {version} of the rules, which play "
                f"{then.label}: leave one of them out, or write the set into a file of your own "
                f"(spielzug set {self.game.name} --export mine.yaml) and name that"
            )

    def _unknown(self, word: str) -> UsageError:
        """Suggests what may be meant: a value without its option, or a similar word."""
        values = [
            f"{f.name}={value}"
            for f in fields(self.game.options)
            if f.name != "set"  # its values are words of their own
            for value in f.metadata["names"].values()
        ]
        meant = [pair for pair in values if pair.partition("=")[2] == word]
        meant += [word + ending for ending in _FILES if _is_file(word + ending)]
        near = meant or difflib.get_close_matches(word, [SHIPPED, *values], 3, 0.6)
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        return UsageError(
            f"there is no side {word!r}, and no such file: {hint}write {_possible(self.game)}"
        )


def _default(was: dict[int, int], version: int) -> int:
    """An option's default in this older version of the rules."""
    return next(was[until] for until in sorted(was) if version <= until)


def _possible(game: Game) -> str:
    older = "".join(f", {SHIPPED}-{version}" for version in game.versions)
    names = ", ".join(f.name for f in fields(game.options))
    file = ", a FILE with a set" if game.sets is not None else ""
    option = f", or NAME=VALUE with one of the options {names}" if names else ""
    return f"{SHIPPED}{older}{file}{option}"


def read_seats(game: Game, text: str | None) -> list[int]:
    """``4``, ``2-4``, ``3,5``: numbers of seats; the game's smallest if None."""
    if text is None:
        return [game.seats[0]]
    found: list[int] = []
    for part in text.split(","):
        numbers = re.fullmatch(r"\s*(\d{1,3})\s*(?:-\s*(\d{1,3})\s*)?", part)
        if numbers is None:
            raise UsageError(f"--seats {text}: write a number, 2-4, or 3,5")
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if last < first:
            raise UsageError(f"--seats {text}: the smaller number comes first")
        for count in range(first, last + 1):
            game.check_seats(count)
            found.append(count)
    return sorted(set(found))
