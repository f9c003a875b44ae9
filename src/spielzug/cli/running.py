"""What the commands that play many games share: which of them, who plays, and how it is told."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from spielzug.cli.common import AsJson

if TYPE_CHECKING:
    from spielzug.lab.play.workers import Crew

FirstGame = Annotated[
    int, typer.Option(help="The number of the first game, to play part of a run; see `merge`.")
]
Jobs = Annotated[
    int | None,
    typer.Option(help="How many games to play at once; one per core if not given."),
]
Ray = Annotated[
    str | None, typer.Option(help="Play on the Ray cluster at this address; `local` starts one.")
]
Untimed = Annotated[
    bool, typer.Option("--untimed", help="Leave timings out of the JSON.")
]  # fmt: skip


@dataclass(frozen=True)
class WorkerOptions:
    """The options of a run that say who plays its games."""

    jobs: Jobs = None
    ray: Ray = None
    as_json: AsJson = False

    def crew(self, compiled: bool) -> AbstractContextManager[Crew]:
        """Who plays, for one run; `compiled` tells whether whole games are."""
        from spielzug.lab.play.processes import hired
        from spielzug.lab.play.workers import refuse_jobs

        refuse_jobs(self.jobs)
        if self.ray is not None:
            from spielzug.lab.play.ray_cluster import Cluster

            return Cluster(self.ray, self.jobs)
        return hired(None, compiled, self.jobs)


@dataclass(frozen=True)
class RunOutput(WorkerOptions):
    """The options of a run that say nothing about its games; of a part of a run, see `merge`."""

    first_game: FirstGame = 0
    untimed: Untimed = False

    def written(self, figures: dict[str, Any]) -> str:
        """Figures as JSON."""
        from spielzug.lab.play.run_head import untimed, written

        return written(untimed(figures) if self.untimed else figures)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command with groups of options: a parameter that is a dataclass is given as options of its
    own, one for each field."""
    hints = get_type_hints(command, include_extras=True)
    parameters = inspect.signature(command).parameters
    groups = {name: hints[name] for name in parameters if is_dataclass(hints[name])}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            own = {field.name: given.pop(field.name) for field in fields(group)}
            given[name] = group(**own)
        command(**given)

    kept = [
        each.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)
        for name, each in parameters.items()
        if name not in groups
    ]
    more = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default,
            annotation=get_type_hints(group, include_extras=True)[field.name],
        )
        for group in groups.values()
        for field in fields(group)
    ]  # fmt: skip
    run.__signature__ = inspect.Signature([*kept, *more])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (*kept, *more)}
    return run
