"""The words of a small game: its texts, and what follows from them and the declaration.

`core.game.Words` asks for notation, labels, sentences, refusals and views; a small game gives texts
in one language or more, and this module does the rest. Everything a board needs is in the view, see
`facts_view`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from spielzug.core.declaration import ALWAYS, Field, fields_of
from spielzug.core.endings import (
    BANDS,
    LABELS,
    SENTENCES,
    common_refusal,
    common_refusals,
    ending_label,
)
from spielzug.core.events import Event
from spielzug.core.texts import LANGUAGES, Texts, in_all_languages, in_four, say

if TYPE_CHECKING:
    from rich.text import Text

    from spielzug.core.default_view_types import (
        FieldView,
        GenericFactsView,
        GenericStateView,
        GenericTarget,
        PieceTarget,
    )
    from spielzug.core.game import Declaration, Game

GivenText = str | Mapping[str, str]
"""A text in one language, or in several by language."""
REFUSALS: Texts = {
    **common_refusals(),
    "resign_many": in_four(
        "Nur zu zweit kann man aufgeben: Verlasse den Tisch, dann spielt ein Bot für dich weiter.",
        "You can only resign in a game for two: leave the table and a bot will play on for you.",
        "On n'abandonne qu'à deux : quittez la table, et un bot jouera à votre place.",
        "Opgeven kan alleen met twee: verlaat de tafel, dan speelt een bot voor je verder.",
    ),
    "not_now": in_four(
        "Das geht jetzt nicht. Möglich ist: {possible}.",
        "That is not possible now. You can: {possible}.",
        "Ce n'est pas possible maintenant. Vous pouvez : {possible}.",
        "Dat kan nu niet. Mogelijk is: {possible}.",
    ),
}
FACE_DOWN_TEXT = {
    "face_down": in_four(
        "eine verdeckte Karte", "a hidden card", "une carte cachée", "een gedekte kaart"
    )
}
HIDDEN = "?"
"""Stands in texts for a number that the reader may not know."""
MOST_NAMED = 6
"""The most choices that a refusal lists."""


@dataclass(frozen=True)
class GameTexts:
    """The texts of a small game, each in one language or in several.

    A label may name the parts of its action; a part that is a cell stands for what lies in it, or
    in a grid for its place, such as B2. A sentence may name the values of its event, and the
    player as `name`.
    """

    title: GivenText
    labels: Mapping[str, GivenText]
    """By band of actions."""
    sentences: Mapping[str, GivenText]
    """By kind of event; with ``_hidden`` for those who may not know its values."""
    endings: Mapping[str, GivenText]
    about: GivenText = ""
    rules: Sequence[GivenText] = ()
    """What players read, a paragraph each."""
    fields: Mapping[str, GivenText] = field(default_factory=dict)
    """The names of the fields on the board."""
    refusals: Mapping[str, GivenText] = field(default_factory=dict)
    """By band of actions: why one of them may not be possible."""
    credit: str = ""
    language: str = "en"
    """The language of texts that are given in one only."""

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which every text is there."""
        texts = [text for text in self._all if text]
        return tuple(
            lang
            for lang in LANGUAGES
            if all(lang in t if isinstance(t, Mapping) else lang == self.language for t in texts)
        )

    @property
    def _all(self) -> Iterator[GivenText]:
        yield from (self.title, self.about, *self.rules)
        for texts in (self.labels, self.sentences, self.endings, self.fields, self.refusals):
            yield from texts.values()

    def full(self, text: GivenText) -> Mapping[str, str]:
        """The text in all languages; a missing one is replaced."""
        given = text if isinstance(text, Mapping) else {self.language: text}
        return in_all_languages(given)

    def table(self, texts: Mapping[str, GivenText]) -> Texts:
        return {key: self.full(text) for key, text in texts.items()}


class DefaultWords:
    """The words of a small game, see `core.game.Words`."""

    def __init__(self, declaration: Declaration, texts: GameTexts) -> None:
        self.EVENTS = declaration.events
        self.actions = declaration.actions
        self.endings = declaration.endings
        self.texts = texts
        self.fields = {f.name: f for f in fields_of(declaration.state)}
        self.game: Game
        """The whole game, which `simple_game` gives."""
        self.items = {f.items.name: f.items for f in self.fields.values() if f.items is not None}
        self._labels = {**LABELS, **texts.table(texts.labels)}
        self._sentences = {**SENTENCES, **texts.table(texts.sentences)}
        self._refusals = texts.table(texts.refusals)

    # -- notation ----------------------------------------------------------------------------------

    def notation(self, action: int) -> str:
        return self.actions.notation(action)

    def parse(self, text: str) -> int:
        return self.actions.parse(text)

    # -- what happened -----------------------------------------------------------------------------

    def remark(self, facts: object, events: Sequence[Event]) -> str:
        return "; ".join(
            " ".join(
                [
                    *([f"seat {event.seat + 1}"] if event.seat >= 0 else []),
                    kind.name.replace("_", " "),
                    *(
                        HIDDEN if v < 0 else str(v)
                        for n, v in ((kind.a, event.a), (kind.b, event.b))
                        if n
                    ),
                ]
            )
            for event in events
            for kind in (self.EVENTS[event.kind],)
        )

    def sentences(
        self, facts: object, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]:
        return [self._sentence(event, names, lang) for event in events]

    def _sentence(self, event: Event, names: Sequence[str], lang: str) -> str:
        kind = self.EVENTS[event.kind]
        values = kind.values(event)
        hidden = len(values) < bool(kind.a) + bool(kind.b)
        key = (
            f"{kind.name}_hidden"
            if hidden and f"{kind.name}_hidden" in self._sentences
            else kind.name
        )
        name = names[event.seat] if event.seat >= 0 else ""
        if key not in self._sentences:
            told = " ".join([kind.name.replace("_", " "), *map(str, values.values())])
            return f"{name}: {told}" if name else told
        said = {n: self._value(n, value, lang) for n, value in values.items()}
        for part in filter(None, (kind.a, kind.b)):
            back = say(FACE_DOWN_TEXT, "face_down", lang) if part in self.items else HIDDEN
            said.setdefault(part, back)
        return say(self._sentences, key, lang, name=name, **said)

    def _value(self, name: str, value: int, lang: str) -> object:
        """The value of an event: the face of an item, or the place of a cell in a grid."""
        for choice in (choice for band in self.actions.bands for choice in band.choices):
            on = self.fields.get(choice.at)
            if choice.name == name and name not in self.items and on and on.shown == "grid":
                return grid_place(value, on.shape[-1])
        return self.face(name, value, lang)

    def face(self, item: str, kind: int, lang: str) -> object:
        """The text on an item of this kind; a number that counts something else stays as it is."""
        items = self.items.get(item)
        if items is None or not 0 <= kind <= items.kinds:
            return kind
        return self.texts.full(items.faces[kind])[lang]

    # -- choices -----------------------------------------------------------------------------------

    def label(
        self, facts: object, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        band, parts = self.actions.read(action)
        if band in BANDS:
            return ending_label(self._labels, band, parts, lang, names)
        if band not in self._labels:
            return self.notation(action)
        values: dict[str, object] = {**parts}
        for part in self.actions.band(band).choices:
            if part.at:
                cell = part.values.index(parts[part.name])
                values[part.name] = self._cell_text(state, self.fields[part.at], cell, lang)
        return say(self._labels, band, lang, **values)

    def _cells(self, state: Any, field: Field) -> list[int]:
        """The cells among which an action chooses: in a field by seat, those of the seat to act."""
        values = getattr(state, field.name)
        if field.by_seat:
            values = values[max(state.turn, 0)]
        return list(_flat(values))

    def _cell_text(self, state: Any, field: Field, cell: int, lang: str) -> object:
        if field.shown == "grid":
            return grid_place(cell, field.shape[-1])
        if field.items is None:
            return cell + 1
        kind = self._cells(state, field)[cell]
        if kind == field.unknown:
            return say(FACE_DOWN_TEXT, "face_down", lang)
        return self.face(field.items.name, kind, lang) if kind else cell + 1

    def target(self, facts: object, state: Any, action: int) -> dict[str, object]:
        name, parts = self.actions.read(action)
        band = self.actions.band(name)
        pieces = [
            self._piece(state, part.at, part.values.index(parts[part.name]))
            for part in band.choices
            if part.at
        ]
        if band.at:
            pieces.append(self._piece(state, band.at, None))
        about: GenericTarget = {"kind": "outside" if band.by_table else name, "pieces": pieces}
        return {**about}

    def _piece(self, state: Any, name: str, index: int | None) -> PieceTarget:
        field = self.fields[name]
        return {"field": name, "seat": state.turn if field.by_seat else None, "index": index}

    def why_not(
        self, facts: Any, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        legal = self.game.engine.legal(facts, state)
        if action in legal:
            return ""
        if common := common_refusal(self.actions, state, action):
            return say(REFUSALS, common, lang)
        band = self.actions.read(action).band
        if band in self._refusals:
            return say(self._refusals, band, lang)
        labels = [self.label(facts, state, one, lang, names) for one in legal]
        shown = labels[:MOST_NAMED] + (["…"] if len(labels) > MOST_NAMED else [])
        return say(REFUSALS, "not_now", lang, possible=", ".join(shown))

    # -- views -------------------------------------------------------------------------------------

    @property
    def shown(self) -> list[Field]:
        """The fields that a board draws."""
        return [field for field in self.fields.values() if field.shown is not None]

    def facts_view(self, facts: object, state: Any) -> dict[str, object]:
        """What the generic board draws: the fields with their kinds and names, and the faces."""
        full, names = self.texts.full, self.texts.fields
        shown: GenericFactsView = {
            "seats": state.seats,
            "languages": list(self.texts.languages),
            "items": {
                name: {"faces": [dict(full(face)) for face in items.faces]}
                for name, items in self.items.items()
            },
            "fields": [
                {
                    "name": f.name,
                    "kind": f.shown,
                    "title": dict(full(names.get(f.name, f.name.replace("_", " ").capitalize()))),
                    "by_seat": f.by_seat,
                    "items": f.items.name if f.items is not None else None,
                    "on": f.on or None,
                    "means": self._meanings.get(f.name),
                }
                for f in self.shown
                if f.shown is not None
            ],
        }
        return {**shown}

    @cached_property
    def _meanings(self) -> dict[str, str | list[str]]:
        """By field the notation of an action for each cell, or for all of it.

        It is asked about when a player clicks on a piece that is not among the choices.
        """
        found: dict[str, str | list[str]] = {}
        for band in self.actions.bands:
            start = self.actions.start(band.name)
            if band.at:
                found.setdefault(band.at, self.notation(start))
            for part in band.choices:
                if part.at and part.at not in found:
                    values = [band.parts(index)[part.name] for index in range(band.count)]
                    found[part.at] = [
                        self.notation(start + values.index(value)) for value in part.values
                    ]
        return found

    def view(self, facts: Any, state: Any, seat: int) -> dict[str, object]:
        shown: GenericStateView = {
            "you": seat,
            "turn": state.turn,
            "turns": state.turns,
            "reason": self.endings[state.reason],
            "winners": self._winners(facts, state),
            "values": {f.name: self._shown_values(f, state) for f in self.shown},
        }
        return {**shown}

    def _winners(self, facts: Any, state: Any) -> list[int]:
        reason, shares = self.game.engine.result(facts, state)
        here = shares[: state.seats]
        if not reason or len(set(here)) == 1:
            return []
        return [seat for seat, share in enumerate(here) if share == max(here)]

    def _shown_values(self, field: Field, state: Any) -> FieldView:
        values = getattr(state, field.name)
        shown: FieldView = (
            [self._shown_cells(field, row) for row in values[: state.seats]]
            if field.by_seat
            else self._shown_cells(field, values)
        )
        return shown

    def _shown_cells(self, field: Field, cells: Any) -> Any:
        if field.seen != ALWAYS:
            cells = _each(cells, lambda value: None if value == field.unknown else value)
        if field.shown == "pile":
            there = [kind for kind in cells if kind != 0]
            return {"count": len(there), "top": there[-1] if there else None}
        if field.shown in ("row", "hand") and field.items is not None:
            last = max((i for i, kind in enumerate(cells) if kind != 0), default=-1)
            return cells[: last + 1]
        return cells

    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
        """The position for a terminal: a line for each field, by seat below the players' names."""
        from rich.text import Text

        text = Text()
        for shown in view["fields"]:
            if not shown["by_seat"]:
                text.append(f" {shown['title'][lang]}: ", style="bold")
                text.append(self._drawn(view, shown, view["values"][shown["name"]], lang) + "\n")
        for seat, name in enumerate(names[: view["seats"]]):
            text.append(" ▶ " if view["turn"] == seat else "   ", style="bold red")
            text.append(name, style="bold" if view["turn"] == seat else "")
            text.append("  ★\n" if seat in view["winners"] else "\n", style="bold yellow")
            for shown in view["fields"]:
                if shown["by_seat"]:
                    text.append(f"     {shown['title'][lang]}: ", style="dim")
                    here = view["values"][shown["name"]][seat]
                    text.append(self._drawn(view, shown, here, lang) + "\n")
        return text

    def _drawn(
        self, view: Mapping[str, Any], shown: Mapping[str, Any], value: Any, lang: str
    ) -> str:
        if shown["kind"] == "pile":
            top = "" if value["top"] is None else f" ({value['top']})"
            return f"{value['count']}{top}"
        faces = view["items"][shown["items"]]["faces"] if shown["items"] else None

        def drawn(kind: int | None) -> str:
            if kind is None:
                return HIDDEN
            return (faces[kind][lang] if kind else "·") if faces else str(kind)

        if value is None or isinstance(value, int):
            return drawn(value)
        if value and isinstance(value[0], list):
            return "".join(f"\n       {' '.join(map(drawn, row))}" for row in value)
        return " ".join(map(drawn, value)) or "–"


def grid_place(cell: int, columns: int) -> str:
    """The name of a cell of a grid: A1 for the first, B1 for the next in its row."""
    row, column = divmod(cell, columns)
    return (
        f"{ascii_uppercase[column]}{row + 1}" if columns <= len(ascii_uppercase) else f"{cell + 1}"
    )


def _flat(values: Any) -> Iterator[int]:
    if isinstance(values, int):
        yield values
    else:
        for value in values:
            yield from _flat(value)


def _each(values: Any, change: Any) -> Any:
    return change(values) if isinstance(values, int) else [_each(value, change) for value in values]
