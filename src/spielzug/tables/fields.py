"""The messages of a table as plain fields, in the order in which they are sent.

`spielzug.wire` describes the same messages as models, with their documentation; tests compare the
two.
"""

from __future__ import annotations

from typing import Literal, TypedDict

from spielzug.bots.message_fields import ChoiceFields, EventFields
from spielzug.core.table_values import Right, Status


class FactsFields(TypedDict):
    """What never changes after the deal."""

    type: Literal["facts"]
    facts: dict[str, object]


class EntryFields(TypedDict):
    """A log entry, as the viewing seat saw it."""

    number: int
    seat: int
    kind: str
    notation: str
    back_to: int | None
    sentences: list[str]
    note: str | None
    events: list[EventFields]


class PositionFields(TypedDict):
    """The board now, and what the viewing seat may do."""

    view: dict[str, object] | None
    choices: list[ChoiceFields]
    actor: int
    undo: bool
    forced: bool
    nobody_can_win: bool


class LiveEntryFields(EntryFields, PositionFields):
    """A new log entry and the position it led to."""

    type: Literal["entry"]
    next: int


class LiveViewFields(PositionFields):
    """Another viewing seat or other choices, without a new entry."""

    type: Literal["view"]
    number: int
    seat: int


class LiveFreshFields(PositionFields):
    """The current position and the last log entries."""

    type: Literal["fresh"]
    number: int
    seat: int
    log: list[EntryFields]


class TurnFields(TypedDict):
    """The request to decide for a program."""

    number: int
    view: dict[str, object]
    choices: list[ChoiceFields]
    seconds: float | None


class SeatFields(TypedDict):
    name: str
    player: str
    yours: bool
    empty: bool
    connected: bool
    away: float | None
    left: bool
    why: str | None
    seconds_left: float | None
    program: bool
    offered: bool
    since: int | None
    invitation: str | None


class OutcomeFields(TypedDict):
    shares: list[float]
    reason: str
    reason_text: str
    winners: list[int]


class TimeFields(TypedDict):
    kind: str
    seconds: int
    increment: int
    grace: int


class AskedFields(TypedDict):
    """The time of the person to move has run out, and they are asked whether they are there."""

    seconds: float
    heres: int


class VoidFields(TypedDict):
    """A start that became void after its list was sent."""

    seat: int
    name: str
    why: str
    fingerprint: str


class StartFields(TypedDict):
    """What is fixed before the deal."""

    text: str | None
    fingerprint: str | None
    awaited: list[int]
    free_in: float | None
    voids: list[VoidFields]


class TableFields(TypedDict):
    """Everything besides the position; it may change without a log entry."""

    status: Status
    seats: list[SeatFields]
    invitation: str | None
    outcome: OutcomeFields | None
    secret: str | None
    rematch: str | None
    pace: int
    practice: bool
    grace: int | None
    time: TimeFields | None
    asked: AskedFields | None
    open: bool
    preparing: int | None
    trouble: str | None
    hints: bool
    may: list[Right]
    calling_off: list[int]
    spectators: int
    commitment: str
    hash: str | None
    hash_needed: bool
    start: StartFields
    seconds_left: float | None


class LiveTableFields(TableFields):
    """Something other than the position has changed."""

    type: Literal["table"]


class OriginFields(TypedDict):
    """Where a practice game started that was not dealt."""

    table: str | None
    entry: int | None
    hidden: str


class SnapshotFields(PositionFields, TableFields):
    """The whole table as one viewer sees it."""

    id: str
    game: str
    options: dict[str, str]
    number: int
    seat: int
    facts: dict[str, object] | None
    log: list[EntryFields]
    origin: OriginFields | None
    creator: bool
    invite_url_base: str
    invite_url_others: list[str]


class PositionFoundFields(TypedDict):
    """Which game a position given as text belongs to."""

    game: str
    options: dict[str, str]
    seats: int
    actor: int


class StepFields(EntryFields):
    """An entry of a replay."""

    label: str
    view: dict[str, object]


class ReplayFields(TypedDict):
    """Part of a replay."""

    game: str
    names: list[str]
    players: list[str]
    facts: dict[str, object]
    first: int
    total: int
    practice: bool
    origin: OriginFields | None
    steps: list[StepFields]


class ReplyFields(TypedDict):
    seat: int
    label: str


class HintFields(TypedDict):
    """One choice that the advice mentions, and how good it is."""

    action: int
    notation: str
    label: str
    percent: int | None
    visits: int
    kind: str
    than: int | None
    reply: ReplyFields | None
    sentence: str


class AdviceFields(TypedDict):
    number: int
    seat: int
    sentence: str
    hints: list[HintFields]


# -- lists ---------------------------------------------------------------------------------------

Translations = dict[str, str]
"""A text in every language."""


class TableSummaryFields(TypedDict):
    """A table in a list; times are in UTC as in ISO 8601."""

    id: str
    game: str
    status: Status
    names: list[str]
    players: list[str]
    left: list[bool]
    your_seats: list[int]
    your_turn: bool
    turn: int
    result: list[float] | None
    reason: str | None
    created: str
    updated: str
    ended: str | None
    awaited: bool
    practice: bool
    time: TimeFields | None
    deadline: str | None
    asked: bool


class MineFields(TypedDict):
    """The tables of a device."""

    running: list[TableSummaryFields]
    finished: list[TableSummaryFields]


class OptionEntryFields(TypedDict):
    """One entry of the list that a selection chooses from."""

    code: str
    titles: Translations


class OptionFields(TypedDict):
    name: str
    default: int | str
    values: str
    low: int
    high: int
    names: dict[str, str]
    help: Translations
    choose: int | None
    of: list[OptionEntryFields] | None
    only: dict[str, list[str]] | None
    renamed: dict[str, dict[str, Translations]] | None


class GameFields(TypedDict):
    name: str
    title: Translations
    credit: str
    about: Translations | None
    seats: list[int]
    seat_names: list[Translations]
    options: list[OptionFields]
    option_words: dict[str, Translations]
    hidden: bool


class BotFields(TypedDict):
    name: str
    title: Translations
    usual: bool
    games: list[str]


# -- after the game ------------------------------------------------------------------------------


class ProofStepFields(TypedDict):
    text: str
    ok: bool | None


class ProofKeyFields(TypedDict):
    """The key of an entry that involved luck."""

    entry: int
    luck: int
    key: str


class HostsWordFields(TypedDict):
    """What was found when the game was replayed."""

    ok: bool | None
    steps: list[ProofStepFields]


class ProofFields(TypedDict):
    """Everything needed to check the luck of a game."""

    format: int
    dealt: bool
    start: str | None
    commitment: str
    secret: str | None
    nonces: list[str]
    voids: list[VoidFields]
    keys: list[ProofKeyFields]
    word: HostsWordFields
