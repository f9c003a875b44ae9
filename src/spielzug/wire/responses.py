"""The bodies of HTTP responses."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from spielzug.core.table_values import Hidden, Right, Status, Why
from spielzug.wire.parts import ByLang, Choice, Entry, Outcome, View, doc
from spielzug.wire.review import Review, ReviewWords

# -- server and lobby ----------------------------------------------------------------------------


class Health(TypedDict):
    ok: bool
    version: str
    rules: Annotated[Literal["plain", "compiled"], doc("how this process runs the rules")]
    open_lobby: Annotated[bool, doc("whether this server allows open tables")]


class OptionEntry(TypedDict):
    """One entry of the list that a selection chooses from."""

    code: str
    titles: ByLang


class Option(TypedDict):
    name: str
    default: int | str
    values: str
    low: int
    high: int
    names: Annotated[dict[str, str], doc("values that have a name, e.g. 0 is `random`")]
    help: ByLang
    choose: Annotated[
        int | None,
        doc(
            "for a selection: how many entries of `of` to choose; the value is their codes "
            "joined with dashes"
        ),
    ]
    of: list[OptionEntry] | None
    only: Annotated[
        dict[str, list[str]] | None,
        doc(
            "the values allowed with each value of the option `set`, the default first; "
            "null if every value goes with every set"
        ),
    ]
    renamed: Annotated[
        dict[str, dict[str, ByLang]] | None,
        doc(
            "for a selection: other names that a value of the option `set` gives to "
            "entries of `of`, by code"
        ),
    ]


class Game(TypedDict):
    name: str
    title: ByLang
    credit: Annotated[str, doc("the designer and the publisher; empty if nobody is named")]
    about: Annotated[ByLang | None, doc("what the game is about, in a sentence")]
    seats: list[int]
    seat_names: Annotated[list[ByLang], doc("the names of the seats, if they differ")]
    options: list[Option]
    option_words: Annotated[
        dict[str, ByLang],
        doc("display names of the options (`first`) and their named values (`first=random`)"),
    ]
    hidden: Annotated[bool, doc("whether players can know things that others cannot")]
    languages: Annotated[
        list[str], doc("the languages of its texts; in others they appear in one of these")
    ]
    rules: Annotated[list[ByLang], doc("the rules in paragraphs, if the page has no others")]


class BotInfo(TypedDict):
    name: str
    title: Annotated[ByLang, doc("the bot's display name")]
    usual: Annotated[bool, doc("whether it is the default opponent")]
    games: Annotated[list[str], doc("the games it can play")]


class TimeToThink(TypedDict):
    """How long people may take to decide."""

    kind: Annotated[Literal["turn", "budget"], doc("a limit for every turn, or for the whole game")]
    seconds: int
    increment: Annotated[int, doc("seconds added to a budget with every turn")]
    grace: Annotated[
        int, doc("seconds between asking whether someone is still there and a bot taking over")
    ]


class TableSummary(TypedDict):
    id: str
    game: str
    status: Status
    names: list[str]
    players: Annotated[list[str], doc("by seat: human, program, or the name of a bot")]
    left: Annotated[list[bool], doc("by seat: a bot plays because the person left or stayed away")]
    your_seats: list[int]
    your_turn: Annotated[
        bool, doc("whether it is this device's turn, and no bot is playing for it")
    ]
    turn: int
    result: list[float] | None
    reason: str | None
    created: str
    updated: str
    ended: Annotated[str | None, doc("when the game ended, regardless of later changes")]
    awaited: Annotated[
        bool, doc("before the deal: whether this device still has to send a hash or a nonce")
    ]
    practice: Annotated[bool, doc("a practice table, where even luck may be taken back")]
    time: Annotated[TimeToThink | None, doc("null for live play")]
    deadline: Annotated[
        str | None,
        doc(
            "when the time of the person to move runs out or, once they are asked, when a "
            "bot takes over; null without a limit"
        ),
    ]
    asked: Annotated[bool, doc("the time ran out, and the person has been asked to decide")]


class Mine(TypedDict):
    running: list[TableSummary]
    finished: list[TableSummary]


# -- a table -------------------------------------------------------------------------------------


class Seat(TypedDict):
    name: str
    player: Annotated[str, doc("human, or the name of a bot")]
    yours: bool
    empty: bool
    connected: bool
    away: Annotated[
        float | None,
        doc(
            "seconds since the person was last here or, if less, since their turn began; "
            "null if they are here or nobody is waiting for them"
        ),
    ]
    left: Annotated[bool, doc("a bot plays because the person left or stayed away")]
    why: Annotated[
        Why | None,
        doc(
            "why a bot is playing: the person left, was away too long, or ran out of time "
            "to think; null if no bot is playing or the reason is unknown"
        ),
    ]
    seconds_left: Annotated[
        float | None,
        doc("seconds of the person's time to think left now; null if there is no limit"),
    ]
    program: Annotated[bool, doc("an external program plays here")]
    offered: Annotated[
        bool,
        doc("the person is gone and the seat is offered to someone new; a bot plays until then"),
    ]
    since: Annotated[
        int | None, doc("the entry from which someone new has played here; null if nobody has")
    ]
    invitation: Annotated[
        str | None, doc("only for the creator, while the seat is empty or offered")
    ]


class Position(TypedDict):
    """The board now, and what the viewing seat may do."""

    view: Annotated[View | None, doc("null before the deal")]
    choices: list[Choice]
    actor: Annotated[int, doc("the seat to move, -1 for nobody")]
    undo: Annotated[bool, doc("whether the viewing seat may take back its last choice")]
    forced: Annotated[
        bool,
        doc(
            "the viewing seat has only one choice, which does not end the game, involve "
            "luck or reveal anything, so a client may make it automatically"
        ),
    ]
    nobody_can_win: Annotated[
        bool, doc("everyone can know that nobody can win any more, so the game may be called off")
    ]


class VoidPart(TypedDict):
    """A start that became void after its list was sent."""

    seat: int
    name: str
    why: Literal["left", "lost", "silent", "sent"]
    fingerprint: Annotated[str, doc("the fingerprint of the void list")]


class StartPart(TypedDict):
    """What is fixed before the deal. Store the list before revealing the nonce."""

    text: Annotated[str | None, doc("the start list, byte for byte; null until it is sealed")]
    fingerprint: Annotated[str | None, doc("the list's fingerprint, see Records")]
    awaited: Annotated[
        list[int], doc("seats whose device still has to send its hash or, once sealed, its nonce")
    ]
    free_in: Annotated[
        float | None,
        doc("seconds until those who have revealed may free a silent seat; null if nobody may"),
    ]
    voids: list[VoidPart]


class AskedPart(TypedDict):
    """The time of the person to move has run out, and they are asked whether they are there."""

    seconds: Annotated[float, doc("until a bot takes the seat")]
    heres: Annotated[
        int, doc("how many more times the person may say that they are still thinking")
    ]


class TablePart(TypedDict):
    """Everything besides the position; it may change without a log entry."""

    status: Status
    seats: list[Seat]
    invitation: Annotated[
        str | None,
        doc("for any free seat; only for the creator, while the table waits for players"),
    ]
    outcome: Outcome | None
    secret: Annotated[str | None, doc("shown when the game is over")]
    rematch: str | None
    pace: int
    practice: Annotated[
        bool, doc("a practice table for one person with bots, where even luck may be taken back")
    ]
    grace: Annotated[
        int | None,
        doc(
            "seconds to wait for someone who is away before others may let a bot play; "
            "null for no limit"
        ),
    ]
    time: Annotated[TimeToThink | None, doc("null for live play")]
    asked: Annotated[AskedPart | None, doc("null while the person to move has time")]
    open: Annotated[bool, doc("anyone who finds the table in the open lobby may sit down")]
    preparing: Annotated[
        int | None,
        doc(
            "percent compiled before bots can think here; -1 if they never can; null once they can"
        ),
    ]
    trouble: Annotated[str | None, doc("a current problem that affects all tables, in words")]
    hints: Annotated[bool, doc("whether hints are allowed at this table")]
    may: Annotated[list[Right], doc("what this device may do with the table now")]
    calling_off: Annotated[
        list[int], doc("seats that want to end a game that nobody can win any more")
    ]
    spectators: int
    commitment: Annotated[str, doc("SHA-256 of the host's secret")]
    hash: Annotated[str | None, doc("the hash of this device's nonce, as known at the table")]
    hash_needed: Annotated[bool, doc("this device still has to send the hash of its nonce")]
    start: StartPart
    seconds_left: Annotated[
        float | None, doc("seconds left on the table's clock; null without one")
    ]


class Origin(TypedDict):
    """Where a practice game started that was not dealt."""

    table: Annotated[
        str | None, doc("the finished game it started from; null for a position as text")
    ]
    entry: Annotated[int | None, doc("the entry of that game's log after which it started")]
    hidden: Annotated[
        Hidden, doc("whether what the person did not know stayed the same or was dealt again")
    ]


class Snapshot(TablePart, Position):
    id: str
    game: str
    options: dict[str, str]
    number: Annotated[int, doc("the number of the next log entry")]
    seat: Annotated[int, doc("the viewing seat, -1 for a spectator")]
    facts: Annotated[
        dict[str, object] | None, doc("what never changes after the deal; null before it")
    ]
    log: list[Entry]
    origin: Annotated[Origin | None, doc("null if the game was dealt")]
    creator: bool
    invite_url_base: Annotated[str, doc("an invitation link is this plus the token")]
    invite_url_others: Annotated[
        list[str],
        doc("the same for other addresses of the server's machine; only for a browser on it"),
    ]


class PositionFound(TypedDict):
    """Which game a position given as text belongs to."""

    game: str
    options: dict[str, str]
    seats: int
    actor: Annotated[int, doc("the seat to move")]


class Invitation(TypedDict):
    table: str
    game: str
    seat: Annotated[
        int,
        doc(
            "the seat it is for; if it is for any free seat, this device's own or the "
            "first free one; -1 if there is none"
        ),
    ]
    free: Annotated[list[int], doc("the seats to choose from")]
    names: list[str]
    commitment: str
    taken: Annotated[bool, doc("nobody can sit down here any more")]
    yours: Annotated[bool, doc("this device already has a seat")]
    over: Annotated[bool, doc("the game has ended")]
    time: Annotated[TimeToThink | None, doc("null for live play")]


class Done(TypedDict):
    ok: bool


class Rematch(TypedDict):
    table: str


# -- playing -------------------------------------------------------------------------------------


class Accepted(TypedDict):
    accepted: bool
    number: int
    duplicate: Annotated[bool, doc("this decision had already been made")]


class Reply(TypedDict):
    seat: int
    label: str


class Hint(TypedDict):
    """One choice that the advice mentions, and how good it is."""

    action: int
    notation: str
    label: str
    percent: Annotated[
        int | None,
        doc(
            "estimated chance of winning; 100 only if proven; null for a quick hint, or if "
            "nobody can win any more"
        ),
    ]
    visits: Annotated[int, doc("how often the search visited it")]
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
    than: Annotated[int | None, doc("the index of the hint that it is compared with")]
    reply: Annotated[Reply | None, doc("the most likely decision after it, if one stands out")]
    sentence: str


class Advice(TypedDict):
    number: int
    seat: int
    sentence: str
    hints: Annotated[list[Hint], doc("best first; empty if there is nothing to choose")]


# -- after the game ------------------------------------------------------------------------------


class ProofStep(TypedDict):
    text: str
    ok: bool | None


class ProofKey(TypedDict):
    """The key of an entry that involved luck."""

    entry: int
    luck: Annotated[
        int, doc("its number among the entries with luck that still count; the deal is 0")
    ]
    key: Annotated[str, doc("64 bits, as a decimal number")]


class HostsWord(TypedDict):
    """What the server found when it replayed the game; trust it as far as you trust the host."""

    ok: Annotated[bool | None, doc("null if nothing can be said yet")]
    steps: list[ProofStep]


class Proof(TypedDict):
    """Everything needed to check the luck of a game without trusting the server."""

    format: Annotated[int, doc("the format of the record; 1 has no start list")]
    dealt: Annotated[
        bool,
        doc(
            "false for practice that started from a position; no device added to its luck, "
            "and its start list is sent after the end"
        ),
    ]
    start: Annotated[str | None, doc("the start list, byte for byte")]
    commitment: str
    secret: Annotated[str | None, doc("shown when the game is over")]
    nonces: Annotated[
        list[str], doc("in the order of the devices on the list; empty before the deal")
    ]
    voids: list[VoidPart]
    keys: Annotated[list[ProofKey], doc("empty before the end")]
    word: HostsWord


class Step(Entry):
    label: Annotated[str, doc("the choice in words, as offered to the player who made it")]
    view: View


class Replay(TypedDict):
    """Part of a replay."""

    game: str
    names: list[str]
    players: Annotated[list[str], doc("by seat: human, or the name of a bot")]
    facts: Annotated[dict[str, object], doc("what never changes after the deal")]
    first: Annotated[int, doc("the number of the first of these steps")]
    total: Annotated[int, doc("the number of steps in the whole game")]
    practice: Annotated[bool, doc("practice, which does not count in statistics")]
    origin: Annotated[Origin | None, doc("null if the game was dealt")]
    steps: Annotated[list[Step], doc("at most 200")]


class ReviewProgress(TypedDict):
    done: Annotated[
        int, doc("progress towards `total`, weighted by time; both are 0 before it starts")
    ]
    total: int


class ReviewMarks(TypedDict):
    """A decision for the board to show: what was chosen, and what was better."""

    entry: int
    taken: Choice
    best: Choice


class ReviewAnswer(TypedDict):
    """The status of a review, and the review itself once it is ready."""

    state: Literal["none", "waiting", "running", "ready", "failed"]
    progress: Annotated[ReviewProgress | None, doc("while the review is waiting or running")]
    trouble: Annotated[str | None, doc("why it failed, in a sentence")]
    review: Review | None
    words: ReviewWords | None
    marks: Annotated[list[ReviewMarks], doc("one for each decision, in the same order")]


# -- errors --------------------------------------------------------------------------------------


class ProblemBody(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
