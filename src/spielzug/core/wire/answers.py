"""What is answered over HTTP."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from spielzug.core.wire.parts import ByLang, Choice, Entry, Outcome, Status, Told, View
from spielzug.core.wire.review import Review, ReviewWords

# -- the house -----------------------------------------------------------------------------------


class Health(Told):
    ok: bool
    version: str
    rules: Literal["plain", "compiled"] = Field(description="which of them this process plays by")
    open_lobby: bool = Field(description="whether tables may be open to anybody here")


class OptionEntry(Told):
    """One of the list of which a selection takes some."""

    code: str
    titles: ByLang


class Option(Told):
    name: str
    default: int | str
    values: str
    low: int
    high: int
    names: dict[str, str] = Field(description="values with a name, e.g. 0 is `random`")
    help: ByLang
    choose: int | None = Field(
        None,
        description="of a selection: how many of `of` are to be chosen, written with dashes "
        "between the codes",
    )
    of: list[OptionEntry] | None = None
    only: dict[str, list[str]] | None = Field(
        None,
        description="the values that each value of the option `set` has, the first one is meant "
        "where none is said; null where all go with every set",
    )
    renamed: dict[str, dict[str, ByLang]] | None = Field(
        None,
        description="of a selection: what a value of the option `set` calls entries of `of` "
        "otherwise, by their code",
    )


class Game(Told):
    name: str
    title: ByLang
    credit: str = Field(description="who made and who published it; empty where nobody is named")
    about: ByLang | None = Field(description="what one does in it, in a sentence")
    seats: list[int]
    seat_names: list[ByLang] = Field(description="what the seats are called, where they differ")
    options: list[Option]
    option_words: dict[str, ByLang] = Field(
        description="what people call the options (`first`) and their named values (`first=random`)"
    )
    hidden: bool = Field(description="whether players can know things that others may not")


class Bot(Told):
    name: str
    title: ByLang = Field(description="what people call it")
    usual: bool = Field(description="who sits opposite unless somebody else is asked for")
    games: list[str] = Field(description="what it can play")


class TimeToThink(Told):
    """How long people may think."""

    kind: Literal["turn", "budget"] = Field(description="for every turn, or for the whole game")
    seconds: int
    increment: int = Field(description="seconds that a budget gains with every turn")
    grace: int = Field(
        description="seconds from the question whether somebody is still there to a bot in the seat"
    )


class TableSummary(Told):
    id: str
    game: str
    status: Status
    names: list[str]
    players: list[str] = Field(description="by seat: human, program, or the name of a bot")
    left: list[bool] = Field(description="by seat: the person left or stayed away, a bot plays on")
    your_seats: list[int]
    your_turn: bool = Field(description="whether this device is to decide, and no bot for it")
    turn: int
    result: list[float] | None
    reason: str | None
    created: str
    updated: str
    ended: str | None = Field(description="when the game was over, whatever came later")
    awaited: bool = Field(
        description="before the deal: whether a hash or a nonce of this device is missing"
    )
    practice: bool = Field(description="luck may be taken back there: a win is practice")
    time: TimeToThink | None = Field(description="null: people play without a pause")
    deadline: str | None = Field(
        description="until when the person who is to decide has time; once asked: when a bot sits "
        "down there; null without a limit"
    )
    asked: bool = Field(description="that time was over, and the person is asked to decide")


class Mine(Told):
    running: list[TableSummary]
    finished: list[TableSummary]


# -- a table -------------------------------------------------------------------------------------


class Seat(Told):
    name: str
    player: str = Field(description="human, or the name of a bot")
    yours: bool
    empty: bool
    connected: bool
    away: float | None = Field(
        description="seconds since its person was here, or since it is to decide if that is less; "
        "null where somebody is, or nobody is missed"
    )
    left: bool = Field(description="the person left or stayed away, a bot plays on")
    why: Literal["left", "away", "time"] | None = Field(
        description="why a bot plays on: the person left, was missed by the others, or let the "
        "time to think pass; null where none does or nobody knows"
    )
    seconds_left: float | None = Field(
        description="of the person's time to think, at this moment; null where none is counted"
    )
    program: bool = Field(description="a program from outside plays here")
    offered: bool = Field(
        description="the person is gone and somebody new is invited; until then a bot plays"
    )
    since: int | None = Field(
        description="from which entry on somebody else plays here than before; null: nobody else"
    )
    invitation: str | None = Field(description="only for the creator, while empty or offered")


class Position(Told):
    """The board now, and what the looking seat may do."""

    view: View | None = Field(description="null before the deal")
    choices: list[Choice]
    actor: int = Field(description="who is to decide, -1 for nobody")
    undo: bool = Field(description="whether the looking seat may take its last choice back")
    forced: bool = Field(
        description="the looking seat has one choice only, which neither ends the game nor needs "
        "luck nor shows anything: a client may make it by itself"
    )
    nobody_can_win: bool = Field(
        description="everybody can know that nobody can win any more: the game may be called off"
    )


class VoidPart(Told):
    """A start that came to nothing after its list was told."""

    seat: int
    name: str
    why: Literal["left", "lost", "silent", "sent"]
    fingerprint: str = Field(description="of the list that came to nothing")


class StartPart(Told):
    """What is fixed before the deal. Keep the list before the nonce is revealed."""

    text: str | None = Field(description="the start list, byte for byte; null until it is sealed")
    fingerprint: str | None = Field(description="SHA-256 of that text")
    awaited: list[int] = Field(
        description="seats whose device has still to give its hash, or, once sealed, its nonce"
    )
    free_in: float | None = Field(
        description="seconds until those who have revealed may free a silent seat; null if not due"
    )
    voids: list[VoidPart]


Right = Literal["abandon", "fill", "pace"]


class AskedPart(Told):
    """The time of the person who is to decide is over, and nothing has happened yet."""

    seconds: float = Field(description="until a bot takes the seat")
    heres: int = Field(description="how often the person may still say that they are thinking")


class TablePart(Told):
    """What is not the position: it may change without an entry of the log."""

    status: Status
    seats: list[Seat]
    invitation: str | None = Field(
        description="to any free seat; only for the creator, while the table waits for somebody"
    )
    outcome: Outcome | None
    secret: str | None = Field(description="shown when the game is over")
    rematch: str | None
    pace: int
    practice: bool = Field(description="a person alone with bots: luck may be taken back, too")
    grace: int | None = Field(
        description="seconds that one who is away is waited for; after that others may let a bot "
        "play; null: for ever"
    )
    time: TimeToThink | None = Field(description="null: people play without a pause")
    asked: AskedPart | None = Field(description="null: the person who is to decide has time")
    open: bool = Field(description="anybody may sit down who finds it in the open lobby")
    preparing: int | None = Field(
        description="percent compiled before bots can think here, -1: never; null when they can"
    )
    trouble: str | None = Field(description="what goes wrong for all tables just now, in words")
    hints: bool = Field(description="whether people at this table may ask what to do")
    may: list[Right] = Field(description="what this device may do with the table just now")
    calling_off: list[int] = Field(
        description="seats that want to end a game that nobody can win any more"
    )
    spectators: int
    commitment: str = Field(description="SHA-256 of the host's secret")
    hash: str | None = Field(description="of this device's nonce, as the table knows it")
    hash_needed: bool = Field(description="this device has still to give the hash of its nonce")
    start: StartPart
    seconds_left: float | None = Field(description="of the table's clock, null without one")


class Origin(Told):
    """Where a practice game began that was not dealt."""

    table: str | None = Field(description="the finished game that it began in; null: a position")
    entry: int | None = Field(description="after which entry of that game's log")
    hidden: Literal["as_was", "anew"] = Field(
        description="what the person did not know: as it lay there, or dealt anew"
    )


class Snapshot(TablePart, Position):
    id: str
    game: str
    options: dict[str, str]
    number: int = Field(description="the number of the next log entry")
    seat: int = Field(description="the seat looked as, -1 for a spectator")
    facts: dict[str, Any] | None = Field(
        description="what never changes after the deal; null before it"
    )
    log: list[Entry]
    origin: Origin | None = Field(description="null: the game was dealt")
    creator: bool
    invite_url_base: str = Field(description="an invitation link is this and the token")
    invite_url_others: list[str] = Field(
        description="the same by other addresses of the host's machine, for whoever sits at it"
    )


class PositionFound(Told):
    """What a position as text is one of."""

    game: str
    options: dict[str, str]
    seats: int
    actor: int = Field(description="who is to decide")


class Invitation(Told):
    table: str
    game: str
    seat: int = Field(
        description="the seat it is for; where it is for any free one: this device's own, else the "
        "first that is free, -1 where none is"
    )
    free: list[int] = Field(description="the seats among which whoever follows it can choose")
    names: list[str]
    commitment: str
    taken: bool = Field(description="nobody can sit down here any more")
    yours: bool = Field(description="this device has a seat already")
    over: bool = Field(description="the game has ended")
    time: TimeToThink | None = Field(description="null: people play without a pause")


class Done(Told):
    ok: bool


class Rematch(Told):
    table: str


# -- playing -------------------------------------------------------------------------------------


class Accepted(Told):
    accepted: bool
    number: int
    duplicate: bool = Field(description="it was there already")


class Reply(Told):
    seat: int
    label: str


class Hint(Told):
    """One choice that advice names, and what it promises."""

    action: int
    notation: str
    label: str
    percent: int | None = Field(
        description="estimated chance of winning; 100 only if it is proven, null for a quick one "
        "and where nobody can win any more"
    )
    visits: int = Field(description="how often the search looked at it")
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
    than: int | None = Field(description="the index of the hint it is compared with")
    reply: Reply | None = Field(description="the likeliest decision after it, where one is clear")
    sentence: str


class Advice(Told):
    number: int
    seat: int
    sentence: str
    hints: list[Hint] = Field(description="best first; empty where there is nothing to choose")


# -- afterwards ----------------------------------------------------------------------------------


class ProofStep(Told):
    text: str
    ok: bool | None


class ProofKey(Told):
    """The key of an entry in which chance decided something."""

    entry: int
    luck: int = Field(description="its number among those with luck that count; the deal is 0")
    key: str = Field(description="64 bits, as a decimal number")


class HostsWord(Told):
    """What the server itself found when it played the game again: believe it as far as the host."""

    ok: bool | None = Field(description="null where nothing can be found yet")
    steps: list[ProofStep]


class Proof(Told):
    """What is needed to check the luck of a game without believing the server."""

    format: int = Field(description="of the record; 1 has no start list")
    dealt: bool = Field(
        description="false: practice that began in a position; no device added to its luck, and "
        "its start list is told after the end"
    )
    start: str | None = Field(description="the start list, byte for byte")
    commitment: str
    secret: str | None = Field(description="shown when the game is over")
    nonces: list[str] = Field(
        description="in the order of the list's devices; none before the deal"
    )
    voids: list[VoidPart]
    keys: list[ProofKey] = Field(description="none before the end")
    word: HostsWord


class Step(Entry):
    label: str = Field(description="the choice in words, for the one who made it")
    view: View


class Replay(Told):
    """A piece of a replay."""

    game: str
    names: list[str]
    players: list[str] = Field(description="by seat: human, or the name of a bot")
    facts: dict[str, Any] = Field(description="what never changes after the deal")
    first: int = Field(description="the number of the first of these steps")
    total: int = Field(description="how many steps the whole game has")
    practice: bool = Field(description="it counts in no statistics")
    origin: Origin | None = Field(description="null: the game was dealt")
    steps: list[Step] = Field(description="at most 200")


class ReviewProgress(Told):
    done: int = Field(description="of `total`, by how long it takes; both 0 before it begins")
    total: int


class ReviewMarks(Told):
    """A decision as the board shows it: what was chosen, and what was better."""

    entry: int
    taken: Choice
    best: Choice


class ReviewAnswer(Told):
    """How it stands with a review, and when it is ready the review itself."""

    state: Literal["none", "waiting", "running", "ready", "failed"]
    progress: ReviewProgress | None = Field(description="while it is waited for")
    trouble: str | None = Field(description="why it failed, in a sentence")
    review: Review | None
    words: ReviewWords | None
    marks: list[ReviewMarks] = Field(description="of the decisions, in their order")


# -- refusals ------------------------------------------------------------------------------------


class ProblemBody(Told):
    type: str
    title: str
    status: int
    code: str
    detail: str
