"""Games at the terminal: playing with a clock and undo, replaying records, practice games.

A practice game starts from a saved position or from any entry of a record. A game is saved after
every decision.
"""

from __future__ import annotations

import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from spielzug.bots import BOTS, DEFAULT_BOT, PROGRAM, get_bot
from spielzug.bots.clock import Clock, TurnTime
from spielzug.bots.external import program
from spielzug.bots.names import FAILED, PROGRAM_SECONDS, is_thinking_bot
from spielzug.bots.net import NET, NET_FILE
from spielzug.bots.thinking.compilation import AT_TABLE
from spielzug.bots.thinking.fallback import BotDecision
from spielzug.cli.bot_processes import BotProcesses
from spielzug.cli.common import ask_line, find_game, literal_console, read_options, use_set
from spielzug.cli.texts import TERMINAL
from spielzug.core.cache import data_folder
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import (
    Device,
    Luck,
    Secret,
    SeedLuck,
    StartList,
    TableLuck,
    fresh_nonce,
    nonce_hash,
)
from spielzug.core.match import FROM, UNDO, Beginning, LogEntry, Match, Seat
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.records import (
    SUFFIX,
    about_lines,
    is_record,
    load_record,
    record_checksum,
    save_record,
)
from spielzug.core.rng import new_rng, seed_key
from spielzug.core.texts import say
from spielzug.games import get_game
from spielzug.lab.play.game_spec import OUTSIDE, OWN_NET, check_bot, check_nets
from spielzug.tables import messages
from spielzug.tables.errors import TableError
from spielzug.tables.hints import advice_fields, check_hint_allowed
from spielzug.tables.messages import Viewer
from spielzug.tables.seats import HUMAN, Place
from spielzug.tables.table import Table, TableClock
from spielzug.tables.texts import SENTENCES

if TYPE_CHECKING:
    from rich.console import Console

    from spielzug.wire import parts


class TimeExpired(Exception):
    """The time of this game is up."""


def _raise_time_expired(*_: object) -> NoReturn:
    raise TimeExpired


@contextmanager
def raise_after(seconds: float) -> Iterator[None]:
    """Raise `TimeExpired` after that time, even while waiting for input.

    Without such an alarm (on Windows, or outside the main thread) nothing is raised, and the caller
    has to check the time after the input.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_time_expired)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))  # 0 would mean: no alarm
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


DEVICE = "terminal"
"""The device of everybody at this keyboard."""
GAMES = "games"  # the folder of games played here, unless the player names a file


class TerminalClock(TableClock):
    """The machine's time; durations do not depend on the date that it shows."""

    def now(self) -> float:
        return time.time()

    def steady(self) -> float:
        return time.monotonic()


def new_match(
    game: Game, players: Sequence[str], seed: str | None, options: Options, lang: str
) -> Match:
    """A game that starts with the deal."""
    seats = parse_seats(players, lang)
    game.check_seats(len(seats))
    options.check_for_seats(len(seats))
    about = about_lines(game, game.rules_version, options, seats)
    return Match(game.ready(AT_TABLE), seats, make_luck(seed, about, seats), options)


def parse_seats(players: Sequence[str], lang: str) -> list[Seat]:
    """Seats from words: `me` for a person, otherwise the name of a bot."""
    seats = []
    for number, word in enumerate(players, 1):
        player = word.strip()
        if player == "me":
            seats.append(Seat(say(TERMINAL, "player", lang, n=number), HUMAN))
        elif player in BOTS or player == NET:
            seats.append(Seat(f"{player.capitalize()} {number}", player))
        elif player.startswith(NET_FILE):
            seats.append(Seat(f"{NET.capitalize()} {number}", OWN_NET))
        elif player.startswith(PROGRAM):
            seats.append(Seat(f"{OUTSIDE.capitalize()} {number}", OUTSIDE))
        else:
            raise UsageError(
                f"there is no player {player!r}: a seat is `me`, a bot ({', '.join(BOTS)}, {NET}), "
                f"your own net ({NET_FILE}my.safetensors) or program ({PROGRAM}./my_bot.py)"
            )
    return seats


def make_luck(seed: str | None, about: tuple[str, ...], seats: Sequence[Seat]) -> Luck:
    """Luck from a seed; without one, like a table whose host and only device is this terminal."""
    if seed is not None:
        return SeedLuck(seed)
    secret, nonce = Secret.fresh(), fresh_nonce()
    people = tuple(number for number, seat in enumerate(seats) if seat.player == HUMAN)
    devices = (Device(people, nonce_hash(nonce)),) if people else ()
    start = StartList(about, secrets.token_urlsafe(15), secret.commitment, devices)
    return TableLuck(secret, start, (nonce,) if people else ())


def resume_match(path: Path) -> Match:
    return load_record(path, get_game)


def programs_of(
    match: Match, named: Mapping[int, str], program_seconds: float = PROGRAM_SECONDS
) -> dict[int, str]:
    """The command or net file of each seat played by a program or a net, which records do not
    contain."""
    own = (OUTSIDE, OWN_NET)
    needed = [n for n, s in enumerate(match.seats) if s.player.startswith(own)]
    for seat in needed:
        if seat not in named:
            raise UsageError(
                f"seat {seat + 1} is played by a program or a net that the record does not name: "
                f"name it with --seats, as in --seats me,{PROGRAM}./my_bot.py"
            )
        check_nets([named[seat]], match.now)
        # Report now what cannot be started, not in the middle of a game.
        check_bot(named[seat], program_seconds)
    return {seat: named[seat] for seat in needed}


def sit_down(match: Match) -> Table:
    """A table for the match, with everybody at this keyboard as one device."""
    places = [
        Place(
            "local", name, seat.player, DEVICE if seat.player == HUMAN else None, shown=name,
        )
        for seat, name in zip(match.seats, match.names, strict=True)
    ]  # fmt: skip
    table = Table.resume(match, places, DEVICE, TerminalClock())
    table.hints = True
    return table


class Terminal:
    """One match between people at this keyboard and bots."""

    def __init__(
        self,
        match: Match,
        lang: str,
        path: Path | None,
        console: Console | None = None,
        programs: Mapping[int, str] | None = None,
        sets: Sequence[Path] = (),
        program_seconds: float = PROGRAM_SECONDS,
    ) -> None:
        self.match = match
        self.program_seconds = program_seconds
        check_nets([s.player for s in match.seats if s.player != OWN_NET], match.now)
        self.programs = programs_of(match, programs or {}, program_seconds)
        self.lang = lang
        self.console = console or literal_console()
        self.path = path or self._fresh_path()
        self.entries_shown = 0  # log entries already printed
        self.last_viewer = -2  # the seat that last used the screen
        self.table = sit_down(match)
        self.humans = [i for i, s in enumerate(match.seats) if s.player == HUMAN]
        luck = match.luck
        key = secrets.randbits(64)
        self.turn_time: TurnTime | None = TurnTime()
        if isinstance(luck, SeedLuck):
            key = int(seed_key("bots", luck.seed))
            self.turn_time = None  # a repeatable game must not depend on time
        self.rng = new_rng(key)
        self.bot_pool = BotProcesses(match.game, sets)
        self.stand_in_active = False
        """Whether the quick player plays for bots that are not ready."""

    def _fresh_path(self) -> Path:
        folder = data_folder(GAMES)
        folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        number = 0
        while True:
            extra = f"-{number}" if number else ""
            path = folder / f"{self.match.game.name}-{stamp}{extra}{SUFFIX}"
            if not path.exists():
                return path
            number += 1

    def say(self, key: str, **values: object) -> str:
        return say(TERMINAL, key, self.lang, **values)

    # -- the course of the game -------------------------------------------------------------------

    def run(self) -> None:
        if self.match.over:
            self.console.print(self.say("already_over"))
            self.tell(self.viewing_seat())
            self.finish()
            return
        if isinstance(self.match.luck, TableLuck):
            start = self.match.luck.secret.commitment[:16]
            self.console.print(self.say("commitment", hash=start), style="dim")
        if self.table.practice:
            self.console.print(self.say("practice", origin=self.match.origin), style="dim")
        save_record(self.match, self.path)
        try:
            if any(is_thinking_bot(seat.player) for seat in self.match.seats):
                self.bot_pool.begin()
            while not self.match.over:
                self.one_decision()
        except (EOFError, KeyboardInterrupt):
            self.console.print("\n" + self.say("saved", path=self.path), soft_wrap=True)
            return
        except SpielzugError:  # e.g. a user's program that fails
            self.console.print(self.say("saved", path=self.path), soft_wrap=True)
            raise
        finally:
            self.bot_pool.close()
        self.tell(self.viewing_seat())
        self.finish()

    def one_decision(self) -> None:
        number, seat = self.table.number, self.table.actor
        try:
            self.check_time()
            decided = self.next_decision()
            self.check_time()
        except TimeExpired:
            self.table.expire_clock()
        else:
            if decided is not None and self.table.bot_to_move is None:
                self.table.decide(DEVICE, number, seat, decided.action, self.lang)
            elif decided is not None:
                self.table.decide_for_bot(number, seat, decided.action, decided.instead)
        save_record(self.match, self.path)

    def next_decision(self) -> BotDecision | None:
        """The choice of the seat to act; None after an undo."""
        match, actor = self.match, self.match.actor
        player = match.seats[actor].player
        if player == HUMAN:
            legal, undone = match.legal, match.log[-1].kind == UNDO
            # After an undo even a single choice is asked for, so that more can be taken back.
            action = legal[0] if len(legal) == 1 and not undone else self.ask(actor)
            return None if action is None else BotDecision(action)
        if self.turn_time is not None:
            self.turn_time.begin(actor, len(match.log))
        name = self.programs.get(actor, player)
        if not is_thinking_bot(player):
            bot = get_bot(name, self.rng, self.program_seconds)
            return BotDecision(bot.choose(match.seen(actor), Clock(self.turn_time)))
        if self.turn_time is None:  # in a repeatable game no quick player may sit in
            self.bot_pool.wait(self.console, self.say("getting_ready", name=match.names[actor]))
        decided = self.bot_pool.decide(name, match.seen(actor), self.rng, Clock(self.turn_time))
        self.announce_stand_in(actor, decided)
        return decided

    def announce_stand_in(self, seat: int, decided: BotDecision) -> None:
        """Say when the quick player starts and stops sitting in for a bot."""
        name, now = self.match.names[seat], decided.instead is not None
        if decided.instead == FAILED:
            self.console.print(self.say("no_answer", name=name), style="yellow")
        elif now and not self.stand_in_active:
            percent = round(100 * self.bot_pool.share)
            self.console.print(self.say("sits_in", name=name, percent=percent), style="yellow")
        elif self.stand_in_active and not now:
            self.console.print(self.say("plays_on", name=name), style="dim")
        self.stand_in_active = now and decided.instead != FAILED

    def check_time(self) -> None:
        """Raise `TimeExpired` if the time is up."""
        if self.table.time_left() == 0:
            raise TimeExpired

    def read(self, prompt: str) -> str:
        """Read a line; raises `TimeExpired` if it comes too late."""
        left = self.table.time_left()
        if left is None:
            return ask_line(self.console, prompt)
        try:
            with raise_after(left):
                text = ask_line(self.console, prompt)
        except TimeExpired:
            self.console.print()  # leave the line with the question
            raise
        self.check_time()
        return text

    def viewing_seat(self) -> int:
        """The seat whose view is shown between turns: the only person, else a spectator."""
        return self.humans[0] if len(self.humans) == 1 else -1

    def tell(self, seat: int) -> None:
        """Print what has happened since the last call, as this seat may know it."""
        for entry in self.match.log[self.entries_shown :]:
            self.tell_entry(entry, seat)
        self.entries_shown = len(self.match.log)

    def tell_entry(self, entry: LogEntry, seat: int) -> None:
        if entry.kind in (FROM, UNDO):
            return  # said when the game began, and when it was taken back
        style = "bold" if entry.number == 0 else ""
        for sentence in messages.sentences(self.table, entry, seat, self.lang):
            self.console.print(f"  {sentence}", style=style)

    def board(self, seat: int) -> None:
        self.console.print()
        self.console.print(self.match.seen(seat).picture(self.lang))

    def finish(self) -> None:
        outcome = messages.outcome(self.table, self.lang)
        assert outcome is not None
        for seat, name in self.programs.items():
            if name.startswith(PROGRAM):
                bot = program(name.removeprefix(PROGRAM), self.program_seconds)
                bot.tell_outcome(self.match.seen(seat), outcome)
        self.board(self.viewing_seat())
        names = [self.match.names[seat] for seat in outcome["winners"]]
        result = self.say("won", name=", ".join(names)) if names else self.say("draw")
        over = self.say("over", result=result, reason=outcome["reason_text"])
        self.console.print(over, style="bold green")
        self.console.print(self.say("record", path=self.path), style="dim", soft_wrap=True)

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, seat: int) -> int | None:
        """A person's choice; None after an undo."""
        if len(self.humans) > 1 and self.last_viewer not in (seat, -2):
            self.console.clear()
            self.read(self.say("pass_on", name=self.match.names[seat]) + " ")
        self.last_viewer = seat
        self.tell(seat)
        self.board(seat)
        offered = messages.choices(self.table, seat, self.lang)
        self.choices(seat, offered)
        while True:
            text = self.read(f"{self.say('prompt')}> ").strip()
            answer = self.parse_choice(seat, offered, text)
            if answer is not None:
                return answer if answer >= 0 else None

    def choices(self, seat: int, offered: Sequence[parts.Choice]) -> None:
        self.console.print(self.say("your_turn", name=self.match.names[seat]), style="bold")
        if (seconds := self.table.time_left()) is not None:
            left = round(seconds)
            clock = f"{left // 60}:{left % 60:02d}"
            self.console.print(self.say("time_left", clock=clock), style="dim")
        for number, choice in enumerate(offered, 1):
            line = f"  {number}  {choice['label']}  "
            self.console.print(line, choice["notation"], sep="", style="")

    def parse_choice(self, seat: int, offered: Sequence[parts.Choice], text: str) -> int | None:
        """An action, -1 after an undo, None to ask again."""
        commands: dict[str, Callable[[int, Sequence[parts.Choice]], None]] = {
            "?": self._help, "h": self._hint, "l": self._log, "b": self._table,
        }  # fmt: skip
        if text in commands:
            commands[text](seat, offered)
            return None
        if text == "q":
            raise EOFError
        if text == "u":
            return self._undo(seat)
        if text.isdecimal() and not 1 <= int(text) <= len(offered):
            self.console.print(self.say("no_number", count=len(offered)), style="red")
            return None
        if text.isdecimal():
            return offered[int(text) - 1]["action"]
        return self._sign(seat, offered, text)

    def _sign(self, seat: int, offered: Sequence[parts.Choice], text: str) -> int | None:
        try:
            action = self.table.read_action(text)
        except TableError:
            shown = repr(text)
            self.console.print(
                self.say("cannot_read", text=shown, count=len(offered)), style="red", markup=False
            )
            return None
        reason = messages.why(self.table, Viewer(DEVICE, seat, self.lang), action)
        if not reason:
            return action
        self.console.print(self.say("not_allowed", reason=reason), style="red")
        return None

    def _undo(self, seat: int) -> int | None:
        try:
            self.table.undo(DEVICE, self.table.number, seat)
        except TableError:
            self.console.print(self.say("cannot_undo"), style="red")
            return None
        self.entries_shown = self.table.number
        self.console.print(self.say("undone"))
        return -1

    def _help(self, seat: int, offered: Sequence[parts.Choice]) -> None:
        self.console.print(self.say("help", sign=offered[0]["notation"]))

    def _hint(self, seat: int, offered: Sequence[parts.Choice]) -> None:
        """Print a hint from what the seat sees; does not touch the game's random numbers."""
        number = self.table.number
        check_hint_allowed(self.table, DEVICE, number, seat)
        seen = self.match.seen(seat)
        self.console.print(self.say("hint_thinking"), style="dim")
        self.bot_pool.begin()
        advice = advice_fields(number, seen, self.bot_pool.advise(seen), self.lang)
        numbers = {choice["action"]: number for number, choice in enumerate(offered, 1)}
        for hint in advice["hints"]:
            share = "     " if hint["percent"] is None else f"{hint['percent']:4d}%"
            line = f"  {share}  {numbers[hint['action']]:2d}  {hint['label']}"
            self.console.print(line)
        self.console.print(advice["sentence"])

    def _log(self, seat: int, offered: Sequence[parts.Choice]) -> None:
        for entry in (self.match.log[0], *self.match.decisions):
            self.tell_entry(entry, seat)

    def _table(self, seat: int, offered: Sequence[parts.Choice]) -> None:
        self.board(seat)
        self.choices(seat, offered)


class TerminalReplay:
    def __init__(self, match: Match, lang: str, seat: int, console: Console | None = None) -> None:
        if not -1 <= seat < len(match.seats):
            raise UsageError(
                f"there is no seat {seat + 1}; choose 0 (spectator) to {len(match.seats)}"
            )
        self.match = match
        self.lang = lang
        self.seat = seat
        self.console = console or literal_console()

    @property
    def last(self) -> int:
        return len(self.match.decisions)

    def show(self, at: int) -> None:
        """The position after decision `at`, and what that decision did."""
        match = self.match
        seen = match.position_after(at).seen(self.seat, match.names)
        entry = match.decisions[at - 1] if at else match.log[0]
        what = match.game.words.notation(entry.action) if at else ""
        who = match.names[entry.seat] if entry.seat >= 0 else ""
        self.console.rule(f"{at}/{self.last}  {who}  {what}".rstrip(), align="left", style="dim")
        for sentence in match.sentences(entry, self.lang, self.seat):
            self.console.print(f"  {sentence}")
        self.console.print(seen.picture(self.lang))

    def tell_agreed(self) -> None:
        """Name the undos marked as agreed: what they took back is not shown."""
        for number in self.match.agreed_undos:
            name = self.match.names[self.match.log[number].seat]
            told = say(SENTENCES, "took_back_agreed", self.lang, name=name)
            self.console.print(f"{number}: {told}", style="yellow")

    def run(self) -> None:
        at = 0
        self.show(at)
        if not sys.stdin.isatty():  # a pipe: everything at once
            for number in range(1, self.last + 1):
                self.show(number)
            return
        self.console.print(say(TERMINAL, "replay_help", self.lang), style="dim")
        while True:
            try:
                text = self.console.input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if text == "q":
                return
            wanted = int(text) if text.isdecimal() else at + (-1 if text == "b" else 1)
            at = max(0, min(self.last, wanted))
            self.show(at)


def find_start(
    path: Path, entry: int | None, game: str, pairs: list[str] | None, set_file: Path | None
) -> Beginning:
    """The start position; a record contains its game and options, a position may."""
    if is_record(path):
        if pairs:
            raise UsageError(f"{path}: a record has its own options; leave out --option")
        use_set(set_file)
        return _from_record(path, entry)
    if entry is not None:
        raise UsageError(f"{path}: only a record has entries; leave out --entry")
    found = find_game(game)
    base = use_set(set_file, found)
    options = read_options(found, pairs, base) if pairs or base else None
    return Beginning(Position.read(found, path, options))


def _from_record(path: Path, entry: int | None) -> Beginning:
    match = load_record(path, find_game)
    number = len(match.log) - 1 if entry is None else entry
    check = record_checksum(path.read_text(encoding="utf-8"))
    return Beginning(match.position_at(number), f"entry {number} of {check}")


def practice_match(
    start: Beginning, players: Sequence[str], seed: str | None, lang: str, anew: bool = False
) -> Match:
    """A game from that position; by default a person has the seat to act.

    `anew`: deal again what the only person does not know.
    """
    usual = [
        "me" if seat == start.position.actor else DEFAULT_BOT
        for seat in range(start.position.seats)
    ]
    seats = parse_seats(players or usual, lang)
    if anew:
        people = [number for number, seat in enumerate(seats) if seat.player == HUMAN]
        if len(people) != 1:
            raise UsageError(
                f"--anew needs exactly one person, and here there are {len(people)}: "
                "give one seat to `me` with --seats and the rest to bots, or leave out --anew"
            )
        key = secrets.randbits(64) if seed is None else int(seed_key("anew", seed))
        start = start.redealt(people[0], key)
    position, origin = start
    game = position.game.ready(AT_TABLE)
    about = about_lines(game, position.version, position.options, seats, position, origin)
    luck = make_luck(seed, about, seats)
    return Match(
        game, seats, luck, position.options, position.version, start=position, origin=origin
    )
