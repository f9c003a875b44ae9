"""A training: a model, the tables it plays at, and all that goes on from update to update."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from spielzug.core.game import Game
from spielzug.learn.model import Model, Sizes, Tensors, quantised
from spielzug.learn.ppo import Habits, League, imitate, learn, play, reckon
from spielzug.learn.tables import TrainingTables, learning, lessons

SMOOTH = 0.99  # how much of the mean of earlier selves stays after an update
KEPT_EVERY = 40  # updates between two selves that are remembered
DRAWN_EVERY = 5
TEACHER = "policy"
FREELY = 0.1  # of the decisions of a lesson from a teacher are the net's own
SAMPLE = 20_000  # observations by which scales are chosen


class Training:
    """Teaches one net. `update` until there is no time left."""

    def __init__(
        self, game: Game, *, seats: Sequence[int] = (), device: str = "cpu", size: int = 0,
        seed: int = 1, habits: Habits | None = None, sizes: Sizes | None = None,
    ) -> None:  # fmt: skip
        self.game, self.device, self.seed = game, device, seed
        self.habits = habits or Habits(**learning(game).get("habits", {}))
        self.size = size or (16_384 if device == "cuda" else 512)
        torch.manual_seed(seed)
        if device == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.taught, self.settings = lessons(game, seats)
        self.model = Model(game, len(self.settings), sizes).to(device)
        self.smooth = copy.deepcopy(self.model).requires_grad_(False)
        """The mean of the last selves, which plays better than any of them."""
        self.optimiser = torch.optim.Adam(self.model.parameters(), lr=self.habits.rate, eps=1e-5)
        self._tables: TrainingTables | None = None
        self._league: League | None = None
        self._pupils: TrainingTables | None = None
        self.updates = self.decisions = 0
        self._lessons = self._before = 0  # updates of both kinds; games of earlier runs
        self._seen: tuple[Tensor, Tensor] | None = None

    # -- playing -----------------------------------------------------------------------------------

    @property
    def tables(self) -> TrainingTables:
        if self._tables is None:
            self._tables = self._laid(self.device, "learn")
        return self._tables

    @property
    def pupils(self) -> TrainingTables:
        """Where the quick player teaches, which not every game has on a GPU."""
        if self._pupils is None:
            self._pupils = self._laid("cpu", "teacher")
        return self._pupils

    def _laid(self, device: str, what: str) -> TrainingTables:
        """Tables with games that were never played: who goes on after a break has new deals."""
        seed = f"{what} {self.seed} {self._lessons}"
        return TrainingTables(self.game, self.taught, self.size, device, self.device, seed)

    def ready(self, imitate: bool) -> None:
        """Compile and deal."""
        if imitate:
            self.pupils.advice(TEACHER)
        _ = self.league

    @property
    def league(self) -> League:
        if self._league is None:
            self._league = League(self.model, self.tables, seed=self.seed)
        return self._league

    @property
    def games(self) -> int:
        here = (t.games for t in (self._tables, self._pupils) if t is not None)
        return self._before + sum(here)

    def imitate(self, rate: float | None = None) -> dict[str, float]:
        """One update from games that the game's own quick player plays."""
        pupils = self.pupils

        def decide(
            seen: Tensor, logits: Tensor, actor: Tensor, taken: Tensor
        ) -> tuple[Tensor, Tensor]:
            told = pupils.advice(TEACHER)
            free = torch.rand(len(taken), device=taken.device) < FREELY
            action = torch.where(free, taken, told)
            return action, action == told

        self._rate(self.habits.rate if rate is None else rate)
        rollout = play(self.model, pupils, self.habits.rounds, decide)
        lot = reckon(self.model, pupils, rollout, 1.0)
        told = imitate(self.model, self.optimiser, lot, self.habits)
        self._went_on(rollout.seen, pupils)
        return told

    def update(self, progress: float) -> dict[str, float]:
        """Play for a while and learn from it; `progress` is how much of the time has passed."""
        habits, tables, league = self.habits, self.tables, self.league
        if self.updates % KEPT_EVERY == 0:
            league.keep(self.model)
        if self.updates % DRAWN_EVERY == 0:
            league.draw()
        left = 1 - min(1.0, progress)
        self._rate(habits.rate * max(0.05, left))
        rollout = play(self.model, tables, habits.rounds, league.decide)
        lot = reckon(self.model, tables, rollout, habits.trace)
        told = learn(self.model, self.optimiser, lot, habits, habits.entropy * max(0.1, left))
        self.updates += 1
        self._went_on(rollout.seen, tables)
        return told

    def _rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    @torch.no_grad()
    def _went_on(self, seen: Tensor, tables: TrainingTables) -> None:
        self.decisions += seen.shape[0] * seen.shape[1]
        self._lessons += 1
        # At first there are few selves to take the mean of, and the first one knew nothing.
        stays = min(SMOOTH, self._lessons / (10 + self._lessons))
        for mean, own in zip(self.smooth.parameters(), self.model.parameters(), strict=True):
            mean.lerp_(own, 1 - stays)
        pick = torch.randint(0, seen.shape[0] * seen.shape[1], (SAMPLE,), device=seen.device)
        self._seen = (
            seen.flatten(0, 1)[pick],
            tables.setting.expand(seen.shape[0], -1).flatten()[pick],
        )

    # -- keeping -----------------------------------------------------------------------------------

    def tensors(self) -> Tensors:
        """The net as it ships."""
        assert self._seen is not None, "nothing was learned yet"
        return quantised(self.smooth, *self._seen)

    def state(self) -> dict[str, Any]:
        """All that is needed to go on, but the games at the tables: those begin anew."""
        return {
            "model": self.model.state_dict(),
            "smooth": self.smooth.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "league": None if self._league is None else self._league.state(),
            "seen": self._seen,
            "counts": (self.updates, self.decisions, self._lessons, self.games),
            "torch": torch.get_rng_state(),
            "cuda": torch.cuda.get_rng_state() if self.device == "cuda" else None,
        }

    def load(self, state: dict[str, Any]) -> None:
        self.model.load_state_dict(state["model"])
        self.smooth.load_state_dict(state["smooth"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.updates, self.decisions, self._lessons, self._before = state["counts"]
        if state["league"] is not None:
            self.league.load(state["league"])
        self._seen = state["seen"]
        torch.set_rng_state(state["torch"].cpu())
        if self.device == "cuda" and state["cuda"] is not None:
            torch.cuda.set_rng_state(state["cuda"].cpu())
