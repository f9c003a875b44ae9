"""A training run: a model, the tables it plays at, and all that is kept of it in a folder.

It may be killed at any moment: the files in the folder are always complete, and a run resumes from
its last checkpoint, at most a minute or two back.
"""

from __future__ import annotations

import copy
import logging
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from pickle import UnpicklingError
from typing import TypedDict

import numpy as np
import torch
from torch import Tensor

from spielzug import __version__
from spielzug.bots.clock import Stop
from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.file import FORMAT, NetCard, SetName, Strength, TrainingInfo, save
from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.lab.play.workers import WorkerPool, cores
from spielzug.learn.model import Model, Sizes, Tensors, quantised
from spielzug.learn.plan import TrainingPlan
from spielzug.learn.ppo import (
    Hyperparameters,
    League,
    LeagueState,
    compute_advantages,
    imitate,
    learn,
    play,
)
from spielzug.learn.strength import (
    QUICK,
    BackgroundGauge,
    Curve,
    Gauge,
    Point,
    Rival,
    StrengthScore,
)
from spielzug.learn.training_tables import TrainingTables, build_training_rows, learning

SMOOTH = 0.99  # how much of the moving average stays after an update
KEPT_EVERY = 40  # updates between two versions that are kept for the league
DRAWN_EVERY = 5
TEACHER = "policy"
OWN_DECISION_SHARE = 0.1  # of the decisions while imitating are the net's own
SAMPLE = 20_000  # observations that the scales are chosen from


class TrainingState(TypedDict):
    """What a checkpoint holds of a `Training`."""

    model: dict[str, Tensor]
    smooth: dict[str, Tensor]
    optimiser: dict[str, object]
    league: LeagueState | None
    seen: tuple[Tensor, Tensor] | None
    counts: tuple[int, int, int, int]
    """Updates, decisions, updates of both kinds, games."""
    torch: Tensor
    cuda: Tensor | None


class Training:
    """Trains one net: call `update` until the time is up."""

    def __init__(
        self, game: Game, *, seats: Sequence[int] = (), device: str = "cpu", size: int = 0,
        seed: int = 1, hyperparameters: Hyperparameters | None = None, sizes: Sizes | None = None,
    ) -> None:  # fmt: skip
        self.game, self.device, self.seed = game, device, seed
        self.hyperparameters = hyperparameters or Hyperparameters(
            **learning(game).get("hyperparameters", {})
        )
        self.size = size or (16_384 if device == "cuda" else 512)
        torch.manual_seed(seed)
        if device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.training_rows, self.settings = build_training_rows(game, seats)
        self.model = Model(game, len(self.settings), sizes).to(device)
        self.averaged_model = copy.deepcopy(self.model).requires_grad_(False)
        """The moving average of the model, which plays better than any single version."""
        self.optimiser = torch.optim.Adam(
            self.model.parameters(), lr=self.hyperparameters.rate, eps=1e-5
        )
        self._tables: TrainingTables | None = None
        self._league: League | None = None
        self._imitation_tables: TrainingTables | None = None
        self.updates = self.decisions = 0
        self._lessons = self._before = 0  # updates of both kinds; games of earlier runs
        self._seen: tuple[Tensor, Tensor] | None = None

    # -- playing -----------------------------------------------------------------------------------

    @property
    def tables(self) -> TrainingTables:
        if self._tables is None:
            self._tables = self._make_tables(self.device, "learn")
        return self._tables

    @property
    def imitation_tables(self) -> TrainingTables:
        """Tables for imitation, on the CPU: not every game's quick player runs on a GPU."""
        if self._imitation_tables is None:
            self._imitation_tables = self._make_tables("cpu", "teacher")
        return self._imitation_tables

    def _make_tables(self, device: str, what: str) -> TrainingTables:
        """Tables with new games: a resumed run must not replay earlier deals."""
        seed = f"{what} {self.seed} {self._lessons}"
        return TrainingTables(self.game, self.training_rows, self.size, device, self.device, seed)

    def ready(self, imitate: bool) -> None:
        """Compile and deal."""
        if imitate:
            self.imitation_tables.advice(TEACHER)
        _ = self.league

    @property
    def league(self) -> League:
        if self._league is None:
            self._league = League(self.model, self.tables, seed=self.seed)
        return self._league

    @property
    def games(self) -> int:
        here = (t.games for t in (self._tables, self._imitation_tables) if t is not None)
        return self._before + sum(here)

    def imitate(self, rate: float | None = None) -> dict[str, float]:
        """One update from games that the game's own quick player plays."""
        imitation_tables = self.imitation_tables

        def decide(
            seen: Tensor, logits: Tensor, actor: Tensor, taken: Tensor
        ) -> tuple[Tensor, Tensor]:
            told = imitation_tables.advice(TEACHER)
            free = torch.rand(len(taken), device=taken.device) < OWN_DECISION_SHARE
            action = torch.where(free, taken, told)
            return action, action == told

        self._rate(self.hyperparameters.rate if rate is None else rate)
        rollout = play(self.model, imitation_tables, self.hyperparameters.rounds, decide)
        experience = compute_advantages(self.model, imitation_tables, rollout, 1.0)
        told = imitate(self.model, self.optimiser, experience, self.hyperparameters)
        self._count_played(rollout.seen, imitation_tables)
        return told

    def update(self, progress: float) -> dict[str, float]:
        """Play for a while and learn from it; `progress` is the part of the time passed."""
        hyperparameters, tables, league = self.hyperparameters, self.tables, self.league
        if self.updates % KEPT_EVERY == 0:
            league.keep(self.model)
        if self.updates % DRAWN_EVERY == 0:
            league.draw()
        left = 1 - min(1.0, progress)
        self._rate(hyperparameters.rate * max(0.05, left))
        rollout = play(self.model, tables, hyperparameters.rounds, league.decide)
        experience = compute_advantages(self.model, tables, rollout, hyperparameters.trace)
        told = learn(
            self.model,
            self.optimiser,
            experience,
            hyperparameters,
            hyperparameters.entropy * max(0.1, left),
        )
        self.updates += 1
        self._count_played(rollout.seen, tables)
        return told

    def _rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    @torch.no_grad()
    def _count_played(self, seen: Tensor, tables: TrainingTables) -> None:
        self.decisions += seen.shape[0] * seen.shape[1]
        self._lessons += 1
        # At first there are few versions to average, and the first one was untrained.
        stays = min(SMOOTH, self._lessons / (10 + self._lessons))
        for mean, own in zip(
            self.averaged_model.parameters(), self.model.parameters(), strict=True
        ):
            mean.lerp_(own, 1 - stays)
        pick = torch.randint(0, seen.shape[0] * seen.shape[1], (SAMPLE,), device=seen.device)
        self._seen = (
            seen.flatten(0, 1)[pick],
            tables.setting.expand(seen.shape[0], -1).flatten()[pick],
        )

    # -- saving ------------------------------------------------------------------------------------

    def tensors(self) -> Tensors:
        """The tensors of the net as it ships."""
        assert self._seen is not None, "nothing was learned yet"
        return quantised(self.averaged_model, *self._seen)

    def state(self) -> TrainingState:
        """All that is needed to resume, except the games at the tables: new ones are dealt."""
        return {
            "model": self.model.state_dict(),
            "smooth": self.averaged_model.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "league": None if self._league is None else self._league.state(),
            "seen": self._seen,
            "counts": (self.updates, self.decisions, self._lessons, self.games),
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state() if self.device == "cuda" else None,
        }

    def load(self, state: TrainingState) -> None:
        self.model.load_state_dict(state["model"])
        self.averaged_model.load_state_dict(state["smooth"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.updates, self.decisions, self._lessons, self._before = state["counts"]
        if state["league"] is not None:
            self.league.load(state["league"])
        self._seen = state["seen"]
        torch.set_rng_state(state["torch"].cpu())
        if self.device == "cuda" and state["cuda"] is not None:
            torch.cuda.set_rng_state(state["cuda"].cpu())


log = logging.getLogger(__name__)

CHECKPOINT, NET, NETS = "checkpoint.pt", "net.safetensors", "nets"
CHECKPOINT_FORMAT = 1
SAVED_EVERY = 60.0  # seconds at least, and
SAVED_PART = 0.02  # no more than this part of the time
MEASURED = 30  # times in the whole run, if that is not too often
MEASURED_EVERY = 15.0  # seconds at least
MEASURED_BY_DECISIONS = 10  # times in a run of so many decisions, which waits for each result
IMITATED = 0.1
"""The part of the run for learning from the quick player, unless a game sets it."""
CPU_PART, CPU_SIZES, CPU_BATCH_SIZE = 1024, Sizes(128, 64, 64), 128
WAIT_SECONDS = 0.1  # between checks whether a measurement is done
FINAL_GAMES_FACTOR = 5
"""The last measurement plays this many times as many games as earlier ones."""


@dataclass(frozen=True)
class TrainingProgress:
    """The progress of a run."""

    done: float
    """The part of the run."""
    decisions: int
    rate: float
    """Decisions per second since the run was started or resumed, including all other work."""
    point: Point | None
    """The last one that was measured."""


def training_for(plan: TrainingPlan) -> Training:
    """A training that suits the device: on a CPU a small net that learns from small batches."""
    game = plan.found
    if plan.decisions and plan.device == "cpu":  # the same bits on any number of cores
        torch.set_num_threads(1)
    if plan.device == "cuda":
        return Training(game, seats=plan.seats, device="cuda", size=plan.size, seed=plan.seed)
    own = learning(game).get("hyperparameters", {})
    hyperparameters = replace(Hyperparameters(**own), part=CPU_PART)
    return Training(
        game, seats=plan.seats, size=plan.size or CPU_BATCH_SIZE, seed=plan.seed,
        hyperparameters=hyperparameters,
        sizes=CPU_SIZES,
    )  # fmt: skip


class TrainingRun:
    def __init__(self, plan: TrainingPlan, folder: Path) -> None:
        self.plan, self.folder, self.game = plan, folder, plan.found
        self.training = training_for(plan)
        self.curve = Curve(self.game.name, self.game.title["en"])
        self.seconds = 0.0
        """Time spent learning so far."""
        lesson = max(self.training.training_rows, key=lambda one: one.share)
        self.gauge = Gauge(
            self.game, lesson.seats, lesson.options, plan.games, f"train {plan.seed}"
        )
        self._saved = (-SAVED_EVERY, 0.0)
        """When it was last saved, and how long that took; the first save happens at once."""
        self._load()

    # -- learning ----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.done >= 1.0

    @property
    def done(self) -> float:
        """The part of the run."""
        return self._done(self.seconds / 60, self.training.decisions)

    def _done(self, minutes: float, decisions: int) -> float:
        plan = self.plan
        return decisions / plan.decisions if plan.decisions else minutes / plan.minutes

    def ready(self) -> None:
        """Compile the rules; this time does not count as learning."""
        self.training.ready(self.plan.imitate)

    def run(
        self, stop: Stop, on_progress: Callable[[TrainingProgress], None] = lambda _: None
    ) -> None:
        """Learn until the plan's end, or until stopped; measure from time to time.

        A run of so many decisions waits for each measurement, so that nothing depends on the clock.
        """
        workers = max(1, cores() // (2 if self.plan.device == "cuda" else 4))
        beside = BackgroundGauge(self.gauge, workers)
        by_decisions = self.plan.decisions > 0
        every = max(1 / MEASURED, MEASURED_EVERY / 60 / self.plan.minutes)
        if by_decisions:
            every = 1 / MEASURED_BY_DECISIONS
        began, decisions, before = time.monotonic(), self.training.decisions, self.seconds
        waiting: Point | None = None
        newest = self.curve.points[-1] if self.curve.points else None
        last = self._done(newest.minutes, newest.decisions) if newest is not None else -every
        try:
            while not self.over and not stop.is_set():
                self._learn()
                self.seconds = before + time.monotonic() - began
                due = self.done - last >= every
                if by_decisions and (due or self.over):
                    while beside.measuring and not stop.wait(WAIT_SECONDS):
                        pass
                if waiting is not None and not beside.measuring:
                    try:
                        if (found := beside.ask()) is not None:
                            self._add(waiting, found)
                    except Exception:  # a failed measurement must not end hours of learning
                        log.exception("could not measure a net; training continues")
                    waiting = None
                if waiting is None and due and not self.over:
                    waiting, last = self._point(), self.done
                    beside.begin(self.folder / waiting.net, self._rivals())
                if self._due():
                    self.save()
                spent = max(1e-9, self.seconds - before)
                rate = (self.training.decisions - decisions) / spent
                point = self.curve.points[-1] if self.curve.points else None
                on_progress(TrainingProgress(self.done, self.training.decisions, rate, point))
            self.save()
        finally:
            beside.close()

    def _learn(self) -> None:
        progress = self.done
        first = learning(self.game).get("imitated", IMITATED)
        if self.plan.imitate and progress < first and not self.training.updates:
            self.training.imitate()  # only before self-play has begun
        else:
            self.training.update(progress)

    # -- measuring ---------------------------------------------------------------------------------

    def _point(self) -> Point:
        """The current net, saved to a file, not measured yet."""
        name = f"{NETS}/{len(self.curve.points):03}.safetensors"
        training = self.training
        point = Point(
            self.seconds / 60, training.decisions, training.games, training.updates, name, ()
        )
        (self.folder / NETS).mkdir(exist_ok=True)
        self._write(self.folder / name, training.tensors(), point)
        return point

    def _rivals(self) -> list[Rival]:
        quick = [r for r in QUICK if r.name == "greedy" or hasattr(self.game.rules, r.name)]
        if not self.curve.points:
            return quick
        before = self.folder / self.curve.points[-1].net
        return [*quick, Rival("the net before", f"net:{before.resolve()}")]

    def _add(self, point: Point, scores: list[StrengthScore]) -> None:
        """Add a measured point, and update curve, picture and net."""
        measured = Point(**{**vars(point), "scores": tuple(scores)})
        self.curve.points.append(measured)
        self.curve.save(self.folder)
        self._write(self.folder / NET, self._tensors(measured), measured)

    def finish(self, pool: WorkerPool, stop: Stop, tick: Callable[[int], None]) -> Point:
        """Measure the last net with more games, and write the best one with its card.

        The last one is the best unless an earlier one is significantly better.
        """
        last = self._point()
        gauge = Gauge(
            self.gauge.game, self.gauge.seats, self.gauge.options,
            FINAL_GAMES_FACTOR * self.plan.games,
            f"train {self.plan.seed} end",
        )  # fmt: skip
        rivals = [rival for rival in self._rivals() if rival in QUICK]
        scores = gauge.measure(self.folder / last.net, rivals, pool, stop, tick)
        self._add(last, scores)
        best = self.curve.points[-1]
        for point in self.curve.points[:-1]:
            if point.clearly_better(best):
                best = point
        self._write(self.folder / NET, self._tensors(best), best)
        return best

    @property
    def final_game_count(self) -> int:
        quick = [rival for rival in self._rivals() if rival in QUICK]
        return FINAL_GAMES_FACTOR * self.plan.games * len(quick)

    # -- files -------------------------------------------------------------------------------------

    def _tensors(self, point: Point) -> Tensors:
        from safetensors.numpy import load_file

        found: Tensors = load_file(self.folder / point.net)
        return found

    def _write(self, path: Path, tensors: Tensors, point: Point) -> None:
        save(path, tensors, self._card(point), self.game)

    def _card(self, point: Point) -> NetCard:
        plan, training = self.plan, self.training
        position, _ = self.game.deal(self.gauge.seats, np.uint64(1), self.gauge.options)
        sets = self.game.sets
        loaded = None if sets is None else sets.loaded(getattr(position.options, "set", 0), None)
        sizes = training.model.sizes
        made = TrainingInfo(
            command=plan.line, device=_device(plan.device), minutes=round(point.minutes, 2),
            seed=str(plan.seed), decisions=point.decisions, games=point.games,
            versions={
                "spielzug": __version__, "torch": torch.__version__, "numpy": np.__version__,
                "python": platform.python_version(),
            },
            date=datetime.now(UTC).date().isoformat(),
            settings={"size": training.size, **vars(training.hyperparameters)},
        )  # fmt: skip
        return NetCard(
            format=FORMAT, game=self.game.name, rules_version=self.game.rules_version,
            set=SetName(
                name=loaded.name if loaded is not None else "",
                digest=loaded.digest if loaded is not None else "",
            ),
            observation=Encoding.of(self.game).digest,
            sizes=(sizes.first, sizes.second, sizes.third), made=made,
            settings=tuple(training.settings),
            seats=tuple(sorted({lesson.seats for lesson in training.training_rows})),
            strength=tuple(
                Strength(**asdict(score))
                for score in point.scores if score.against in [rival.name for rival in QUICK]
            ),
        )  # fmt: skip

    def _due(self) -> bool:
        at, took = self._saved
        return self.seconds - at >= max(SAVED_EVERY, took / SAVED_PART)

    def save(self) -> None:
        """Write a checkpoint atomically: if it fails, the one before stays."""
        begin, path = time.monotonic(), self.folder / CHECKPOINT
        part = path.with_name(f"{CHECKPOINT}.part")
        kept = {
            "format": CHECKPOINT_FORMAT, "seconds": self.seconds, "training": self.training.state()
        }  # fmt: skip
        with part.open("wb") as file:
            torch.save(kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
        self._saved = (self.seconds, time.monotonic() - begin)

    def _load(self) -> None:
        path = self.folder / CHECKPOINT
        if not path.exists():
            return
        try:
            kept = torch.load(path, map_location=self.plan.device, weights_only=True)
            if kept["format"] != CHECKPOINT_FORMAT:
                raise CannotRead(f"{path}: made by another version of Spielzug")
            self.training.load(kept["training"])
            self.seconds = float(kept["seconds"])
            self._saved = (self.seconds, 0.0)
        except (
            OSError, RuntimeError, KeyError, TypeError, ValueError, EOFError, UnpicklingError
        ) as error:  # fmt: skip
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise CannotRead(f"{path}: cannot be read: {why}") from None
        self.curve.load(self.folder, self.training.decisions)


def _device(name: str) -> str:
    if name == "cuda":
        return str(torch.cuda.get_device_name())
    return f"{platform.machine()} processor, {cores()} cores"
