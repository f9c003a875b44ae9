"""A tuning run of a game: its aims and knobs, how trials are played, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict

import spielzug
from spielzug.bots.clock import Stop
from spielzug.core.errors import CannotRead, DataError, OptionError, SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.options import Options
from spielzug.core.records import save_text
from spielzug.core.sets.entries import path_of
from spielzug.games import get_game
from spielzug.lab.measure.jobs import Order, merge_measured, run_orders
from spielzug.lab.measure.measures import REDRAWS, GameMeasurer, MeasuredGames
from spielzug.lab.play.game_spec import CodeMismatch, check_games, source_code
from spielzug.lab.play.loops import POLICIES
from spielzug.lab.play.one_game import Forfeits
from spielzug.lab.play.workers import Processes, Range, Threads, WorkerPool, cores
from spielzug.lab.tune.aims import (
    Aim,
    JudgedAim,
    JudgedAimFigures,
    Seen,
    VaryEntry,
    make_aims,
    needs_luck,
    read_aims,
    total,
)
from spielzug.lab.tune.knobs import OPTION, BaseGame, Knob, KnobSetting, Values, edit_set_text
from spielzug.lab.tune.search import BEST, Trials, Tuning, TuningStopped, legs

NAME = "tuned"


@dataclass(frozen=True)
class TuningPlan:
    """The request: only text and numbers, so that it can be kept in a folder."""

    game: str
    aims: str
    """The text of the aims file."""
    aims_name: str
    set_text: str | None
    """The text of the set file to tune; None: the shipped set."""
    options: Mapping[str, str]
    bots: tuple[str, ...]
    games: int
    """Of a trial, for each number of seats."""
    check: int
    """Fresh games at the end, for each number of seats."""
    seed: str
    line: str
    """The command."""
    code: str = ""
    set_name: str = "the set"
    """The name of the set file."""

    def to_json(self) -> dict[str, object]:
        return {**vars(self), "options": dict(self.options), "bots": list(self.bots)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], folder: Path) -> TuningPlan:
        try:
            plan = cls(**{**data, "bots": tuple(data["bots"])})
        except (KeyError, TypeError):
            raise CannotRead(f"{folder}: the options of this run cannot be read") from None
        own = source_code(get_game(plan.game))
        if plan.code != own:
            raise CodeMismatch(
                f"{folder}: its trials were played with other sources ({plan.code}) than those "
                f"installed here ({own}), so new ones cannot be compared with them: "
                "start a new run"
            )
        return plan


class TuningSetup:
    """A prepared plan: the game, its knobs and aims."""

    def __init__(self, plan: TuningPlan) -> None:
        check_games(plan.games)
        legs(plan.games)
        check_games(plan.check)
        self.plan = plan
        self.game: Game = get_game(plan.game)
        sets = self.game.sets
        chosen: dict[str, int] = dict(self.game.simulation)
        chosen |= {name: self.game.options.read(name, text) for name, text in plan.options.items()}
        base = None
        if sets is not None:
            if plan.set_text is not None:
                chosen["set"] = sets.add(plan.set_text, plan.set_name).number
            base = sets.loaded(chosen.get("set", 0))
        self.text = base.text if base is not None else ""
        self.base_game = BaseGame(
            self.game, base.data if base is not None else {}, self.game.options(**chosen)
        )
        self.file, self.source = read_aims(plan.aims, plan.aims_name, self.game)
        self.knobs = self._knobs()

    def ready(self) -> TuningSetup:
        """Parse the aims too; raises if their file has errors."""
        _ = self.aims
        return self

    @cached_property
    def aims(self) -> list[Aim]:
        seats = self.file.seats[0]
        measurer = self.measurer(self.base_game.options, seats, "names", 0)
        names = {kind.name: kind.names(measurer.reading, "en") for kind in self.game.things}
        return make_aims(self.file, self.source, self.game, names)

    @property
    def compiled(self) -> bool:
        """Whether whole games run compiled."""
        return all(bot in POLICIES for bot in self.plan.bots)

    def measurer(
        self, options: Options, seats: int, deals: str, luck: int | None = None
    ) -> GameMeasurer:
        redraws = (REDRAWS if needs_luck(self.aims) else 0) if luck is None else luck
        seed = f"{deals} {self.plan.seed}"
        return GameMeasurer(self.game, options, None, seats, self.plan.bots, seed, redraws)

    def warm_up(self) -> None:
        """Compile before workers start: each of them would do it again."""
        self.measurer(self.base_game.options, self.file.seats[0], "names").warm_up()

    # -- knobs -------------------------------------------------------------------------------------

    def _knobs(self) -> list[Knob]:
        keep = self._kept()
        turned: dict[str, int] = {}
        knobs: list[Knob] = []
        for at, entry in enumerate(self.file.vary):
            place = ("vary", at)
            try:
                found = self.base_game.knobs(
                    entry.address, _values(entry), entry.where, entry.together, keep
                )
            except (UsageError, DataError) as error:
                raise self.source.error_at((*place, "address"), str(error)) from None
            for knob in found:
                for address in {a for setting in knob.settings for a, _ in setting.changes}:
                    if address in turned:
                        raise self.source.error_at(
                            place,
                            f"{address} is also changed by entry {turned[address] + 1} of `vary`",
                        )
                    turned[address] = at
            possible = [self._possible(knob) for knob in found]
            if not any(len(knob.settings) > 1 for knob in possible):
                raise self.source.error_at(place, f"there is nothing to change: {self._why(found)}")
            # Two entries may vary the same pattern under different conditions.
            taken = {knob.name for knob in knobs}
            knobs += [
                knob if knob.name not in taken else replace(knob, name=f"{knob.name} ({at + 1})")
                for knob in possible
                if len(knob.settings) > 1
            ]
        return knobs

    def _kept(self) -> list[str]:
        for at, address in enumerate(self.file.keep):
            try:
                path_of(self.base_game.data, address)
            except UsageError as error:
                raise self.source.error_at(("keep", at), str(error)) from None
        return self.file.keep

    def _setting_error(self, setting: KnobSetting) -> str:
        """Why a setting alone is not possible, "" if it is."""
        try:
            data, _ = self.base_game.apply_settings([setting], NAME)
            if self.game.sets is not None and data is not self.base_game.data:
                self.game.sets.check(data, NAME)
        except (DataError, OptionError) as error:
            return str(error)
        return ""

    def _possible(self, knob: Knob) -> Knob:
        """The knob without settings that the game cannot play: a range may go too far."""
        kept = [i for i, setting in enumerate(knob.settings) if not self._setting_error(setting)]
        base = kept.index(knob.base) if knob.base in kept else None
        return Knob(knob.name, tuple(knob.settings[i] for i in kept), knob.ordered, base)

    def _why(self, found: Sequence[Knob]) -> str:
        reasons = [self._setting_error(setting) for knob in found for setting in knob.settings]
        return next(filter(None, reasons), "name more than one value")

    # -- a variant ---------------------------------------------------------------------------------

    def options(self, settings: Sequence[KnobSetting]) -> Options:
        """The options to play with after these settings."""
        return self.base_game.options_after(settings, NAME)

    def changes(self, settings: Sequence[KnobSetting]) -> list[tuple[str, object, object]]:
        """Each changed address with its old and new value."""
        return [
            (address, self.said(address, before), self.said(address, value))
            for setting in settings
            for address, value in setting.changes
            if (before := self.base_game.now(address)) != value
        ]

    def said(self, address: str, value: object) -> object:
        """A value as people write it: options have named values."""
        if not address.startswith(OPTION):
            return value
        options, name = self.base_game.options, address.removeprefix(OPTION)
        return type(options)(**{**vars(options), name: value}).named()[name]


def _values(entry: VaryEntry) -> Values:
    if entry.values is not None:
        return Values(tuple(entry.values))
    low, high = entry.between or entry.by or [0, 0]
    return Values(tuple(range(low, high + 1, entry.step)), steps=entry.by is not None)


# -- playing ---------------------------------------------------------------------------------------


@dataclass
class GameTrialPlayer:
    """Plays the trials of a game with bots, for each number of seats."""

    setup: TuningSetup
    pool: WorkerPool
    deals: str
    tick: Callable[[int], None] = lambda _: None
    forfeits: Forfeits = field(default_factory=lambda: Forfeits(lambda _: None))

    def play(
        self, settings: Sequence[KnobSetting], games: Sequence[Range], stop: Stop
    ) -> list[dict[int, MeasuredGames]]:
        options, seats = self.setup.options(settings), self.setup.file.seats
        measurers = {count: self.setup.measurer(options, count, self.deals) for count in seats}
        orders = [Order(measurers[count], each) for each in games for count in seats]
        found = run_orders(orders, merge_measured, self.pool, stop, self.tick)
        if stop.is_set():
            raise TuningStopped
        self.forfeits.add_all(each for part in found for each in part.forfeits)
        played = iter(found)
        return [{count: next(played) for count in seats} for _ in games]

    def add(self, parts: Sequence[dict[int, MeasuredGames]]) -> dict[int, MeasuredGames]:
        return {
            count: merge_measured([part[count] for part in parts])
            for count in self.setup.file.seats
        }

    def penalty(self, played: Seen) -> float:
        for seats, measured in played.items():
            if not len(measured.rows):
                raise SpielzugError(f"no game with {seats} seats was finished")
        return total(self.setup.aims, played)


def start_pool(compiled: bool, jobs: int | None) -> WorkerPool:
    """Workers on this machine for many short runs in a row."""
    workers = jobs if jobs is not None else cores()
    return Threads(workers) if compiled or workers == 1 else Processes(workers)


# -- the result ------------------------------------------------------------------------------------


ChangeFigures = TypedDict("ChangeFigures", {"address": str, "from": object, "to": object})
"""A changed value."""


class AimFigures(TypedDict):
    """An aim, and how the original values and the best ones meet it."""

    aim: str
    weight: float
    before: JudgedAimFigures | None
    now: JudgedAimFigures | None


class TuningFigures(TypedDict):
    command: str
    line: str
    version: str
    code: str
    game: str
    seats: list[int]
    bots: list[str]
    seed: str
    games: int
    check: int
    knobs: int
    trials: int
    given_up: int
    refused: int
    changes: list[ChangeFigures]
    penalty_tuned: float | None
    penalty_before: float | None
    penalty: float | None
    aims: list[AimFigures]
    stopped: bool


@dataclass
class TuningOutcome:
    """The best trial, measured on fresh deals beside the original values."""

    setup: TuningSetup
    trials: Trials
    settings: list[KnobSetting]
    before: list[JudgedAim | None] = field(default_factory=list)
    after: list[JudgedAim | None] = field(default_factory=list)
    penalties: tuple[float, float] | None = None
    """On fresh deals: of the original, and of the best."""
    stopped: bool = False

    @property
    def checked(self) -> bool:
        return bool(self.after)

    def to_json(self) -> TuningFigures:
        plan, trials = self.setup.plan, self.trials
        best, step = trials.best, Tuning.count(trials)
        return {
            "command": "tune",
            "line": plan.line,
            "version": spielzug.__version__,
            "code": plan.code,
            "game": plan.game,
            "seats": self.setup.file.seats,
            "bots": list(plan.bots),
            "seed": plan.seed,
            "games": plan.games,
            "check": plan.check,
            "knobs": len(self.setup.knobs),
            "trials": step.trials,
            "given_up": step.given_up,
            "refused": step.refused,
            "changes": [
                {"address": address, "from": before, "to": after}
                for address, before, after in self.setup.changes(self.settings)
            ],
            "penalty_tuned": best.value if best is not None else None,
            "penalty_before": self.penalties[0] if self.penalties else None,
            "penalty": self.penalties[1] if self.penalties else None,
            "aims": [
                {
                    "aim": aim.text,
                    "weight": aim.weight,
                    "before": before.to_json() if before is not None else None,
                    "now": after.to_json() if after is not None else None,
                }
                for aim, before, after in self._rows()
            ],
            "stopped": self.stopped,
        }

    def _rows(self) -> Iterator[tuple[Aim, JudgedAim | None, JudgedAim | None]]:
        none: list[JudgedAim | None] = [None] * len(self.setup.aims)
        return zip(self.setup.aims, self.before or none, self.after or none, strict=True)

    # -- the file ----------------------------------------------------------------------------------

    def set_text(self) -> str:
        """The best set as a valid file, with its changes and results in comments."""
        changes = self.setup.changes(self.settings)
        own = {address: after for address, _, after in changes if not address.startswith(OPTION)}
        own["name"] = NAME
        return edit_set_text(self.setup.text, own, [*self._comments(changes), ""])

    def _comments(self, changes: Sequence[tuple[str, object, object]]) -> Iterator[str]:
        plan, best = self.setup.plan, self.trials.best
        step = Tuning.count(self.trials)
        yield f"A set found by tuning, the best of {step.trials} trials. The command was:"
        yield f"  {plan.line}"
        yield f"with spielzug {spielzug.__version__}, sources {plan.code}, seed {plan.seed}."
        yield ""
        yield "Changed:" if changes else "Nothing has changed: nothing better was found."
        for address, before, after in changes:
            if address.startswith(OPTION):
                pair = f"{address.removeprefix(OPTION)}={after}"
                yield f"  {address}: {before} -> {after} (an option: play with -o {pair})"
            else:
                yield f"  {address}: {before} -> {after}"
        yield ""
        if not self.checked:
            value = (
                f"{best.value:.4g}" if best is not None and best.value is not None else "unknown"
            )
            yield (
                f"Its penalty is {value} on the deals it was chosen by, where it looks better than "
                "it is. It was not measured on fresh ones yet: go on with --resume."
            )
            return
        yield f"On {plan.check} fresh deals for each number of seats, with {', '.join(plan.bots)}:"
        for aim, before, after in self._rows():
            yield f"  {aim.text}: {_said(after)}; before: {_said(before)}"

    def save(self, folder: Path) -> Path:
        path = folder / BEST
        save_text(self.set_text(), path)
        return path


def _said(judged: JudgedAim | None) -> str:
    if judged is None:
        return "not measured"
    f = judged.figure
    return f"{judged.verdict}, {f.value:.3g} ({f.low:.3g} to {f.high:.3g}) for {judged.place}"


def outcome_of(setup: TuningSetup, trials: Trials) -> TuningOutcome:
    """The best so far, not yet measured on fresh deals."""
    best = trials.best
    settings = []
    if best is not None:
        settings = [knob.settings[int(best.params[knob.name])] for knob in setup.knobs]
    return TuningOutcome(setup, trials, settings)


def measure(
    outcome: TuningOutcome,
    pool: WorkerPool,
    stop: Stop,
    tick: Callable[[int], None] = lambda _: None,
) -> None:
    """Judge the best trial and the original on deals that no trial has played."""
    setup = outcome.setup
    trial_player = GameTrialPlayer(setup, pool, "fresh", tick)
    games = [(0, setup.plan.check)]
    try:
        (after,) = trial_player.play(outcome.settings, games, stop)
        (before,) = trial_player.play([], games, stop)
    except TuningStopped:
        outcome.stopped = True
        return
    outcome.after = [aim.judge(after) for aim in setup.aims]
    outcome.before = [aim.judge(before) for aim in setup.aims]
    outcome.penalties = (trial_player.penalty(before), trial_player.penalty(after))
