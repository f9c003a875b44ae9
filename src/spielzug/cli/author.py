"""`spielzug new-game` and `spielzug check-game`, for authors of games."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.bots.names import LEVELS
from spielzug.cli.common import progress_bar
from spielzug.core.errors import UsageError
from spielzug.core.game_folders import game_folder, place_of
from spielzug.core.rules_mode import VARIABLE, uses_plain_rules

if TYPE_CHECKING:
    from spielzug.core.check import CheckSettings
    from spielzug.core.check.author import RandomGames
    from spielzug.core.game import Game
    from spielzug.lab.arena.standings import Meeting

TEMPLATE = Path(__file__).parent / "new_game"
TEMPLATE_NAME = "small_game"
FIRST_CHECKS = ("determinism", "choices")
"""Where one of these fails, the others say little."""
RANDOM_GAMES, PLAIN_GAMES, LEVEL_GAMES = 1000, 20, 100
LEVELS_COMPARED = LEVELS[:4]
"""Those above think for too long to be compared in passing."""
LEVEL_SECONDS = 60
"""The levels play no longer than this; finished games count."""
EFFORT: CheckSettings = {"games": 6, "worlds": 40, "samples": 200, "depth": 40}
"""How thorough the checks are: a few seconds for a small game."""


def new_game(
    name: Annotated[str, typer.Argument(help="The name of the game, such as last_train.")],
    out: Annotated[
        Path | None, typer.Option(help="The folder in which the game's folder is made.")
    ] = None,
) -> None:
    """Write the folder of a new game: a small one that runs, with its tests."""
    from spielzug.games import NAMES

    if not name.isidentifier() or name != name.lower():
        raise UsageError(
            f"{name!r} cannot be the name of a game: use small letters, digits and underscores"
        )
    if name in NAMES:
        raise UsageError(f"there is a game {name!r} already: choose another name")
    folder = (out or Path()) / name
    if folder.exists():
        raise UsageError(f"{folder} is there already: choose another name or folder")
    folder.mkdir(parents=True)
    for source in sorted(TEMPLATE.glob("*.txt")):
        file = folder / source.stem.replace(TEMPLATE_NAME, name)
        text = source.read_text(encoding="utf-8")
        title = name.replace("_", " ").title()
        file.write_text(
            text.replace(TEMPLATE_NAME, name).replace("Small Game", title), encoding="utf-8"
        )
        print(file)
    print(f"\nCheck it:  spielzug check-game {folder}")
    print(f"Play it:   SPIELZUG_GAMES={folder} spielzug serve")


def check_game(
    game: Annotated[str, typer.Argument(help="The folder of a game, or the name of one.")],
    games: Annotated[int, typer.Option(help="How many random games to play.")] = RANDOM_GAMES,
    levels: Annotated[
        int, typer.Option(help="Games of each level of bots against the one below; 0: none.")
    ] = LEVEL_GAMES,
) -> None:
    """Say what is missing or wrong in a game, then play random games and show their figures."""
    from spielzug.core.check.author import (
        cut_off,
        described,
        missing_texts,
        play_games,
        source_faults,
    )
    from spielzug.core.check.case import CheckFailed

    if games < 1:
        raise UsageError(f"--games {games}: play at least one")
    if levels < 0:
        raise UsageError(f"--levels {levels}: choose 0 or more games")
    found = _load(game)
    folder = game_folder(found.name)
    try:
        faults = list(source_faults(folder))
    except SyntaxError as error:
        raise UsageError(f"{place_of(error, folder)}: {error.msg}") from error
    problems = [*faults, *missing_texts(found)]
    if faults:  # then there is nothing to play
        _report(problems)
    try:
        found.ready()
    except Exception as error:
        raise UsageError(_why_not_compiled(folder, error)) from error
    try:
        begin = time.perf_counter()
        with progress_bar(f"{games} random games", games) as tick:
            played = play_games(found, games, tick)
        seconds = time.perf_counter() - begin
        print(_figures(found, played, seconds))
        problems += [*played.idle_seats, *cut_off(found, played)]
        if not problems:
            problems = _failed_checks(found)
    except CheckFailed as fault:  # without the compiler, it may have been an error with a place
        problems.append(_told_by_python(folder) or str(fault))
    except Exception as error:  # a rule or a text that fails
        problems.append(described(error, found))
    _report(problems)
    if levels > 0 and not uses_plain_rules():
        print(_levels(found, levels))
    print(f"✓ {found.title['en']} passes all checks")


def _report(problems: Sequence[str]) -> None:
    """Print what is wrong; if anything is, the command has failed."""
    for problem in problems:
        print(f"✗ {problem}")
    if problems:
        raise typer.Exit(1)


def _load(game: str) -> Game:
    """The game of this name, or the one in this folder."""
    from spielzug.games import NAMES, add_folder, get_game

    if game in NAMES and not Path(game).is_dir():
        return get_game(game)
    return get_game(add_folder(Path(game)))


def _why_not_compiled(folder: Path, error: Exception) -> str:
    """What is wrong with rules that cannot be compiled, in the words of Python if it can tell."""
    if told := _told_by_python(folder):
        return told
    said = re.sub(r"\x1b\[[\d;]*m", "", str(error)).splitlines()
    reason = next((line for line in said if line and not line.startswith("Failed in")), str(error))
    places = [match for line in said if (match := re.match(r'File "(.+)", (line \d+):', line))]
    own = [place for place in places if Path(place[1]).resolve().parent == folder]
    place = ", ".join(own[-1].groups()) if own else str(folder)
    return (
        f"{place}: Python carries this out, but it cannot be compiled ({reason.strip(' :')}); use "
        "numbers, fields of the state and other rules only"
    )


def _told_by_python(folder: Path) -> str:
    """What goes wrong in a few games of rules that are not compiled; empty if nothing does."""
    if uses_plain_rules():
        return ""
    code = f"from {__name__} import play_plain; play_plain({str(folder)!r})"
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, VARIABLE: "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (told.stdout.strip() or told.stderr.strip()) if told.returncode else ""


def play_plain(folder: str) -> None:
    """Play a few games of rules that were not compiled, and print what goes wrong."""
    from spielzug.core.check.author import described, play_games
    from spielzug.core.check.case import CheckFailed

    found = _load(folder)
    try:
        play_games(found, PLAIN_GAMES)
    except Exception as error:
        print(error if isinstance(error, CheckFailed) else described(error, found))
        sys.exit(1)


def _failed_checks(game: Game) -> list[str]:
    """What the checks that every game must pass say of this one, with what each is about."""
    from spielzug.core.check import CHECKS
    from spielzug.core.check import check_game as check
    from spielzug.core.check.author import EXPLANATIONS, described, read_default_observation
    from spielzug.core.check.case import CheckFailed
    from spielzug.core.default_words import DefaultWords

    checks = sorted(CHECKS, key=lambda name: name not in FIRST_CHECKS)
    if not isinstance(game.words, DefaultWords):
        checks.remove("completeness")  # only the game's own tests can read its observation back
    failed = []
    with progress_bar("checks", len(checks)) as tick:
        for name in checks:
            try:
                check(game, decode=read_default_observation(game), checks=[name], **EFFORT)
            except CheckFailed as fault:
                failed.append(f"{EXPLANATIONS[name]} {fault}")
            except Exception as error:  # a rule or a text that fails
                failed.append(f"{EXPLANATIONS[name]} {described(error, game)}")
            tick(1)
            if failed and name in FIRST_CHECKS:
                break
    return failed


def _levels(game: Game, games: int) -> str:
    """A short match of neighbouring levels, as lines of text, with those that are weaker."""
    from spielzug.bots.clock import Stop
    from spielzug.lab.arena.tournament import Arena, compete

    arena = Arena.make(game, LEVELS_COMPARED, games, "levels", neighbours=True, until_decided=True)
    stop = Stop()
    timer = threading.Timer(LEVEL_SECONDS, stop.set)
    with progress_bar("levels", arena.planned) as tick:

        def played(count: int) -> None:
            if not stop.is_set() and not timer.is_alive():
                timer.start()  # compiling came before the first game
            tick(count)

        try:
            standing = compete(arena, played, stop).standing
        finally:
            timer.cancel()
    return "\n".join(level_lines(arena.bots, standing.meetings))


def level_lines(levels: Sequence[str], meetings: Sequence[Meeting]) -> Iterator[str]:
    """How often each level beats the one below, and a warning where it clearly does not."""
    from spielzug.lab.measure.statistics import Z95, total, wilson

    warnings = []
    for meeting in meetings:
        lower, higher, games = levels[meeting.first], levels[meeting.second], len(meeting.scores)
        if not games:
            yield f"{higher:<8} against {lower}: not measured"
            continue
        won = games - total(meeting.counts)
        low, high = wilson(won, games, Z95)
        yield (
            f"{higher:<8} against {lower:<8} {won / games:4.0%} of {games} games "
            f"({low:.0%} to {high:.0%})"
        )
        if meeting.decided() and 2 * won < games:
            warnings.append(
                f"⚠ {higher} is weaker than {lower}: its playouts mislead it. Write `greedy`, so "
                "that they are sensible games, or `value`; until then do not offer this level"
            )
    yield from warnings


def _bound(game: Game) -> str:
    """The number of decisions after which a small game is cut off, for a line of figures."""
    most = game.declaration.most_decisions
    return f"; cut off after {most:,}" if most else ""


def _figures(game: Game, played: RandomGames, seconds: float) -> str:
    """What random games are like, as lines of text."""
    decisions = sorted(played.decisions)
    total = sum(decisions)
    endings = ", ".join(f"{name} {count}" for name, count in played.endings.most_common())
    wins = ", ".join(
        f"{seats} seats {' '.join(f'{share / sum(shares):.0%}' for share in shares)}"
        for seats, shares in sorted(played.wins.items())
    )
    unused = [band.name for band in game.declaration.actions.bands if not band.by_table]
    unused = [name for name in unused if name not in played.bands]
    lines = [
        f"{game.title['en']}: {played.games} random games in {seconds:.1f} s",
        f"decisions  {decisions[0]} to {decisions[-1]}, median {decisions[len(decisions) // 2]}"
        f"{_bound(game)}",
        f"choices    {played.choices / max(total, 1):.1f} at each decision",
        f"endings    {endings}",
        f"wins       {wins}",
    ]
    if unused:
        lines.append(f"never possible: {', '.join(unused)}")
    return "\n".join(lines)
