"""The bodies of HTTP responses."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from spielzug.core.table_values import Hidden, Right, Status, Why
from spielzug.wire.parts import ByLang, Choice, Entry, Outcome, View, WireModel
from spielzug.wire.review import Review, ReviewWords

# -- server and lobby ----------------------------------------------------------------------------


class Health(WireModel):
    ok: bool
    version: str
    rules: Literal["plain", "compiled"] = Field(description="how this process runs the rules")
    open_lobby: bool = Field(description="whether this server allows open tables")


class OptionEntry(WireModel):
    """One entry of the list that a selection chooses from."""

    code: str
    titles: ByLang


class Option(WireModel):
    name: str
    default: int | str
    values: str
    low: int
    high: int
    names: dict[str, str] = Field(description="values that have a name, e.g. 0 is `random`")
    help: ByLang
    choose: int | None = Field(
        None,
        description="for a selection: how many entries of `of` to choose; the value is their codes "
        "joined with dashes",
    )
    of: list[OptionEntry] | None = None
    only: dict[str, list[str]] | None = Field(
        None,
        description="the values allowed with each value of the option `set`, the default first; "
        "null if every value goes with every set",
    )
    renamed: dict[str, dict[str, ByLang]] | None = Field(
        None,
        description="for a selection: other names that a value of the option `set` gives to "
        "entries of `of`, by code",
    )


class Game(WireModel):
    name: str
    title: ByLang
    credit: str = Field(description="the designer and the publisher; empty if nobody is named")
    about: ByLang | None = Field(description="what the game is about, in a sentence")
    seats: list[int]
    seat_names: list[ByLang] = Field(description="the names of the seats, if they differ")
    options: list[Option]
    option_words: dict[str, ByLang] = Field(
        description="display names of the options (`first`) and their named values (`first=random`)"
    )
    hidden: bool = Field(description="whether players can know things that others cannot")


class BotInfo(WireModel):
    name: str
    title: ByLang = Field(description="the bot's display name")
    usual: bool = Field(description="whether it is the default opponent")
    games: list[str] = Field(description="the games it can play")


class TimeToThink(WireModel):
    """How long people may take to decide."""

    kind: Literal["turn", "budget"] = Field(
        description="a limit for every turn, or for the whole game"
    )
    seconds: int
    increment: int = Field(description="seconds added to a budget with every turn")
    grace: int = Field(
        description="seconds between asking whether someone is still there and a bot taking over"
    )


class TableSummary(WireModel):
    id: str
    game: str
    status: Status
    names: list[str]
    players: list[str] = Field(description="by seat: human, program, or the name of a bot")
    left: list[bool] = Field(
        description="by seat: a bot plays because the person left or stayed away"
    )
    your_seats: list[int]
    your_turn: bool = Field(
        description="whether it is this device's turn, and no bot is playing for it"
    )
    turn: int
    result: list[float] | None
    reason: str | None
    created: str
    updated: str
    ended: str | None = Field(description="when the game ended, regardless of later changes")
    awaited: bool = Field(
        description="before the deal: whether this device still has to send a hash or a nonce"
    )
    practice: bool = Field(description="a practice table, where even luck may be taken back")
    time: TimeToThink | None = Field(description="null for live play")
    deadline: str | None = Field(
        description="when the time of the person to move runs out or, once they are asked, when a "
        "bot takes over; null without a limit"
    )
    asked: bool = Field(description="the time ran out, and the person has been asked to decide")


class Mine(WireModel):
    running: list[TableSummary]
    finished: list[TableSummary]


# -- a table -------------------------------------------------------------------------------------


class Seat(WireModel):
    name: str
    player: str = Field(description="human, or the name of a bot")
    yours: bool
    empty: bool
    connected: bool
    away: float | None = Field(
        description="seconds since the person was last here or, if less, since their turn began; "
        "null if they are here or nobody is waiting for them"
    )
    left: bool = Field(description="a bot plays because the person left or stayed away")
    why: Why | None = Field(
        description="why a bot is playing: the person left, was away too long, or ran out of time "
        "to think; null if no bot is playing or the reason is unknown"
    )
    seconds_left: float | None = Field(
        description="seconds of the person's time to think left now; null if there is no limit"
    )
    program: bool = Field(description="an external program plays here")
    offered: bool = Field(
        description="the person is gone and the seat is offered to someone new; a bot plays until "
        "then"
    )
    since: int | None = Field(
        description="the entry from which someone new has played here; null if nobody has"
    )
    invitation: str | None = Field(
        description="only for the creator, while the seat is empty or offered"
    )


class Position(WireModel):
    """The board now, and what the viewing seat may do."""

    view: View | None = Field(description="null before the deal")
    choices: list[Choice]
    actor: int = Field(description="the seat to move, -1 for nobody")
    undo: bool = Field(description="whether the viewing seat may take back its last choice")
    forced: bool = Field(
        description="the viewing seat has only one choice, which does not end the game, involve "
        "luck or reveal anything, so a client may make it automatically"
    )
    nobody_can_win: bool = Field(
        description="everyone can know that nobody can win any more, so the game may be called off"
    )


class VoidPart(WireModel):
    """A start that became void after its list was sent."""

    seat: int
    name: str
    why: Literal["left", "lost", "silent", "sent"]
    fingerprint: str = Field(description="the fingerprint of the void list")


class StartPart(WireModel):
    """What is fixed before the deal. Store the list before revealing the nonce."""

    text: str | None = Field(description="the start list, byte for byte; null until it is sealed")
    fingerprint: str | None = Field(description="SHA-256 of that text")
    awaited: list[int] = Field(
        description="seats whose device still has to send its hash or, once sealed, its nonce"
    )
    free_in: float | None = Field(
        description="seconds until those who have revealed may free a silent seat; null if nobody "
        "may"
    )
    voids: list[VoidPart]


class AskedPart(WireModel):
    """The time of the person to move has run out, and they are asked whether they are there."""

    seconds: float = Field(description="until a bot takes the seat")
    heres: int = Field(
        description="how many more times the person may say that they are still thinking"
    )


class TablePart(WireModel):
    """Everything besides the position; it may change without a log entry."""

    status: Status
    seats: list[Seat]
    invitation: str | None = Field(
        description="for any free seat; only for the creator, while the table waits for players"
    )
    outcome: Outcome | None
    secret: str | None = Field(description="shown when the game is over")
    rematch: str | None
    pace: int
    practice: bool = Field(
        description="a practice table for one person with bots, where even luck may be taken back"
    )
    grace: int | None = Field(
        description="seconds to wait for someone who is away before others may let a bot play; "
        "null for no limit"
    )
    time: TimeToThink | None = Field(description="null for live play")
    asked: AskedPart | None = Field(description="null while the person to move has time")
    open: bool = Field(description="anyone who finds the table in the open lobby may sit down")
    preparing: int | None = Field(
        description="percent compiled before bots can think here; -1 if they never can; null once "
        "they can"
    )
    trouble: str | None = Field(description="a current problem that affects all tables, in words")
    hints: bool = Field(description="whether hints are allowed at this table")
    may: list[Right] = Field(description="what this device may do with the table now")
    calling_off: list[int] = Field(
        description="seats that want to end a game that nobody can win any more"
    )
    spectators: int
    commitment: str = Field(description="SHA-256 of the host's secret")
    hash: str | None = Field(description="the hash of this device's nonce, as known at the table")
    hash_needed: bool = Field(description="this device still has to send the hash of its nonce")
    start: StartPart
    seconds_left: float | None = Field(
        description="seconds left on the table's clock; null without one"
    )


class Origin(WireModel):
    """Where a practice game started that was not dealt."""

    table: str | None = Field(
        description="the finished game it started from; null for a position as text"
    )
    entry: int | None = Field(description="the entry of that game's log after which it started")
    hidden: Hidden = Field(
        description="whether what the person did not know stayed the same or was dealt again"
    )


class Snapshot(TablePart, Position):
    id: str
    game: str
    options: dict[str, str]
    number: int = Field(description="the number of the next log entry")
    seat: int = Field(description="the viewing seat, -1 for a spectator")
    facts: dict[str, object] | None = Field(
        description="what never changes after the deal; null before it"
    )
    log: list[Entry]
    origin: Origin | None = Field(description="null if the game was dealt")
    creator: bool
    invite_url_base: str = Field(description="an invitation link is this plus the token")
    invite_url_others: list[str] = Field(
        description="the same for other addresses of the server's machine; only for a browser on it"
    )


class PositionFound(WireModel):
    """Which game a position given as text belongs to."""

    game: str
    options: dict[str, str]
    seats: int
    actor: int = Field(description="the seat to move")


class Invitation(WireModel):
    table: str
    game: str
    seat: int = Field(
        description="the seat it is for; if it is for any free seat, this device's own or the "
        "first free one; -1 if there is none"
    )
    free: list[int] = Field(description="the seats to choose from")
    names: list[str]
    commitment: str
    taken: bool = Field(description="nobody can sit down here any more")
    yours: bool = Field(description="this device already has a seat")
    over: bool = Field(description="the game has ended")
    time: TimeToThink | None = Field(description="null for live play")


class Done(WireModel):
    ok: bool


class Rematch(WireModel):
    table: str


# -- playing -------------------------------------------------------------------------------------


class Accepted(WireModel):
    accepted: bool
    number: int
    duplicate: bool = Field(description="this decision had already been made")


class Reply(WireModel):
    seat: int
    label: str


class Hint(WireModel):
    """One choice that the advice mentions, and how good it is."""

    action: int
    notation: str
    label: str
    percent: int | None = Field(
        description="estimated chance of winning; 100 only if proven; null for a quick hint, or if "
        "nobody can win any more"
    )
    visits: int = Field(description="how often the search visited it")
    kind: Literal[
        "certain",
        "best",
        "better",
        "slight",
        "even",
        "weaker",
        "perhaps",
        "perhaps_weaker",
        "lost",
        "quick",
    ]
    than: int | None = Field(description="the index of the hint that it is compared with")
    reply: Reply | None = Field(description="the most likely decision after it, if one stands out")
    sentence: str


class Advice(WireModel):
    number: int
    seat: int
    sentence: str
    hints: list[Hint] = Field(description="best first; empty if there is nothing to choose")


# -- after the game ------------------------------------------------------------------------------


class ProofStep(WireModel):
    text: str
    ok: bool | None


class ProofKey(WireModel):
    """The key of an entry that involved luck."""

    entry: int
    luck: int = Field(
        description="its number among the entries with luck that still count; the deal is 0"
    )
    key: str = Field(description="64 bits, as a decimal number")


class HostsWord(WireModel):
    """What the server found when it replayed the game; trust it as far as you trust the host."""

    ok: bool | None = Field(description="null if nothing can be said yet")
    steps: list[ProofStep]


class Proof(WireModel):
    """Everything needed to check the luck of a game without trusting the server."""

    format: int = Field(description="the format of the record; 1 has no start list")
    dealt: bool = Field(
        description="false for practice that started from a position; no device added to its luck, "
        "and its start list is sent after the end"
    )
    start: str | None = Field(description="the start list, byte for byte")
    commitment: str
    secret: str | None = Field(description="shown when the game is over")
    nonces: list[str] = Field(
        description="in the order of the devices on the list; empty before the deal"
    )
    voids: list[VoidPart]
    keys: list[ProofKey] = Field(description="empty before the end")
    word: HostsWord


class Step(Entry):
    label: str = Field(description="the choice in words, as offered to the player who made it")
    view: View


class Replay(WireModel):
    """Part of a replay."""

    game: str
    names: list[str]
    players: list[str] = Field(description="by seat: human, or the name of a bot")
    facts: dict[str, object] = Field(description="what never changes after the deal")
    first: int = Field(description="the number of the first of these steps")
    total: int = Field(description="the number of steps in the whole game")
    practice: bool = Field(description="practice, which does not count in statistics")
    origin: Origin | None = Field(description="null if the game was dealt")
    steps: list[Step] = Field(description="at most 200")


class ReviewProgress(WireModel):
    done: int = Field(
        description="progress towards `total`, weighted by time; both are 0 before it starts"
    )
    total: int


class ReviewMarks(WireModel):
    """A decision for the board to show: what was chosen, and what was better."""

    entry: int
    taken: Choice
    best: Choice


class ReviewAnswer(WireModel):
    """The status of a review, and the review itself once it is ready."""

    state: Literal["none", "waiting", "running", "ready", "failed"]
    progress: ReviewProgress | None = Field(description="while the review is waiting or running")
    trouble: str | None = Field(description="why it failed, in a sentence")
    review: Review | None
    words: ReviewWords | None
    marks: list[ReviewMarks] = Field(description="one for each decision, in the same order")


# -- errors --------------------------------------------------------------------------------------


class ProblemBody(WireModel):
    type: str
    title: str
    status: int
    code: str
    detail: str
