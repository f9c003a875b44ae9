"""The `spielzug` application, with its smaller commands; larger ones have their own modules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from spielzug.cli import common
from spielzug.cli.arena import arena
from spielzug.cli.author import check_game, new_game
from spielzug.cli.bot import bot
from spielzug.cli.check import check
from spielzug.cli.compare import compare
from spielzug.cli.hosting import admin, backup, restore, serve
from spielzug.cli.learn import learn, solve
from spielzug.cli.puzzles import puzzles
from spielzug.cli.review import review
from spielzug.cli.sets import set_
from spielzug.cli.simulate import figures, merge, simulate
from spielzug.cli.sweep import sweep
from spielzug.cli.train import net, train
from spielzug.cli.tune import tune
from spielzug.core.errors import UsageError
from spielzug.core.rules_mode import use_plain_rules

MOST_MEMORY = 1 << 20  # megabytes for a search tree; more must be a typo

app = typer.Typer(
    rich_markup_mode=None,  # boxes around the help would take a quarter of its time
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Four railway board games to play, study and simulate.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from spielzug.core.version import program_version

        print(f"spielzug {program_version()}")
        raise typer.Exit


@app.callback()
def spielzug(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Four railway board games to play, study and simulate."""


@app.command()
def games(as_json: common.AsJson = False) -> None:
    """List the games with their seats and options."""
    use_plain_rules()
    from spielzug.games import all_games

    listed = [
        {
            "name": game.name,
            "title": dict(game.title),
            "seats": list(game.seats),
            "rules_version": game.rules_version,
            "options": game.options.describe(),
        }
        for game in all_games()
    ]
    if as_json:
        print(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    for game in all_games():
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low} to {high}" if low < high else f"{low}"
        print(f"{game.name}: {game.title['en']}, {seats} seats")
        for option in game.options.describe():
            print(f"  {option['name']}={option['default']}  {option['help']['en']} "
                  f"({option['values']})")  # fmt: skip


@app.command()
def bots(as_json: common.AsJson = False) -> None:
    """List the bots, and how long each level thinks in each game."""
    use_plain_rules()
    from spielzug.bots import BOTS
    from spielzug.bots.names import LEVELS, WAYS
    from spielzug.bots.search.levels import effort
    from spielzug.games import all_games

    efforts = {level: {g.name: effort(g, level) for g in all_games()} for level in LEVELS}
    if as_json:
        rows: list[dict[str, object]] = []
        for name in BOTS:
            each = efforts.get(name, {}).items()
            iterations = {game: e.iterations for game, e in each} or None
            slips = {game: round(e.slips_in_64 / 64, 3) for game, e in each} or None
            rows.append({"bot": name, "iterations": iterations, "slips": slips})
        print(json.dumps(rows))
        return
    for name in BOTS:
        print(f"{name}: {ABOUT_BOTS.get(name, 'a level of the search bot')}")
        if name in efforts:
            each = efforts[name].items()
            per = ", ".join(f"{game} {e.iterations:,}" for game, e in each)
            print(f"  iterations per decision: {per}")
            per = ", ".join(f"{game} {e.slips_in_64 / 64:.0%}" for game, e in each if e.slips_in_64)
            if per:
                print(f"  decisions left to chance: {per}")
    print("A game's net, playing without search: net; a net of your own: net:FILE")
    print(f"A custom search: {WAYS}")


ABOUT_BOTS = {
    "random": "plays any legal choice",
    "greedy": "plays the best-looking choice, without thinking ahead",
}


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game.")] = "game_of_trains",
    seats: Annotated[
        str, typer.Option(help="Who sits where: me, a bot's name, or program:COMMAND.")
    ] = "",
    seed: Annotated[str | None, typer.Option(help="Play a repeatable game.")] = None,
    lang: common.Language = "",
    resume: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    source: Annotated[
        Path | None, typer.Option("--from", help="Practise from a position or a record.")
    ] = None,
    entry: Annotated[
        int | None, typer.Option(help="With --from and a record: start after this entry.")
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="With --from: deal again what you cannot see.")
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Where to save the game.")] = None,
    program_seconds: common.ProgramSeconds = None,
    set_file: common.SetFile = None,
    option: common.OptionPairs = None,
) -> None:
    """Play in the terminal."""
    use_plain_rules()
    from spielzug.bots import DEFAULT_BOT, PROGRAM
    from spielzug.bots.net import NET_FILE
    from spielzug.cli.terminal import Terminal, new_match, resume_match
    from spielzug.lab.play.game_spec import check_seed

    language = common.read_language(lang)
    if save is not None:
        common.check_writable(save, "--save")
    if seed is not None:
        check_seed(seed)
    if entry is not None and source is None:
        raise UsageError("--entry needs --from with a record to start from")
    if anew and source is None:
        raise UsageError("--anew needs --from: a new game is always dealt fresh")
    if resume is not None:
        common.use_set(set_file)
        match, path = resume_match(resume), save or resume
    elif source is not None:
        from spielzug.cli.terminal import find_start, practice_match

        start = find_start(source, entry, game, option, set_file)
        match = practice_match(start, seats.split(",") if seats else (), seed, language, anew)
    else:
        found = common.find_game(game)
        options = common.read_options(found, option, common.use_set(set_file, found))
        players = seats or ",".join(["me", *[DEFAULT_BOT] * (found.seats[0] - 1)])
        match = new_match(found, players.split(","), seed, options, language)
    words = [word.strip() for word in seats.split(",")]
    programs = {
        seat: word for seat, word in enumerate(words) if word.startswith((PROGRAM, NET_FILE))
    }
    kept = save if resume is None else path
    sets = (set_file,) if set_file is not None else ()
    limit = common.program_limit(program_seconds)
    Terminal(match, language, kept, programs=programs, sets=sets, program_seconds=limit).run()


app.command()(serve)
app.add_typer(admin, name="admin")
app.command()(backup)
app.command()(restore)
app.command()(simulate)
app.command()(arena)
app.command()(compare)
app.command()(figures)
app.command()(sweep)
app.command()(tune)
app.command()(train)
app.command()(merge)
app.command()(bot)
app.command()(net)
app.command("set")(set_)
app.command()(check)
app.command()(review)
app.command()(learn)
app.command()(puzzles)
app.command()(solve)
app.command()(new_game)
app.command()(check_game)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    at: Annotated[
        int | None, typer.Option(help="Show only the position after this decision.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Show what this seat saw; 0 for a spectator.")] = 0,
    lang: common.Language = "",
    set_file: common.SetFile = None,
) -> None:
    """Show a game step by step."""
    use_plain_rules()
    from spielzug.cli.terminal import TerminalReplay
    from spielzug.core.records import load_record
    from spielzug.games import get_game

    language = common.read_language(lang)
    common.use_set(set_file)
    shown = TerminalReplay(load_record(file, get_game), language, seat - 1)
    shown.tell_agreed()
    if at is not None:
        shown.show(at)
    else:
        shown.run()


@app.command()
def bench(
    game: common.GameName,
    seats: common.Seats = None,
    bot: Annotated[bool, typer.Option("--bot", help="Measure the search, not the engine.")] = False,
    memory: Annotated[int, typer.Option(help="With --bot: megabytes for the search tree.")] = 64,
    as_json: common.AsJson = False,
) -> None:
    """Measure how fast the engine is or, with --bot, the search."""
    from spielzug.lab.measure.bench import bench as run
    from spielzug.lab.measure.bench import bench_bot

    found = common.find_game(game)
    count = common.resolve_seats(found, seats)
    if not 1 <= memory <= MOST_MEMORY:
        raise UsageError(f"--memory {memory}: give 1 to {MOST_MEMORY} megabytes")

    def now(what: str) -> None:
        print(f"measuring: {what}", file=sys.stderr)

    figures = bench_bot(found, count, memory << 20, now) if bot else run(found, count, now)
    if as_json:
        print(json.dumps(figures, indent=2))
    else:
        from spielzug.cli.show import show_figures

        show_figures(figures)


@app.command()
def perft(
    game: common.GameName,
    depth: Annotated[int, typer.Option(help="How many decisions deep to count.")] = 6,
    seats: common.Seats = None,
    seed: Annotated[str, typer.Option(help="Which deal to start from.")] = "1",
    position: Annotated[Path | None, typer.Option(help="Start from this position instead.")] = None,
    option: common.OptionPairs = None,
    as_json: common.AsJson = False,
) -> None:
    """Count decision sequences exactly, with every outcome of chance.

    A line has the number of decisions, the leaves, and how many of these are games that ended
    earlier. A leaf is a sequence of so many decisions, the last of which is not carried out, or
    such a game. Chance branches at every decision but the last.
    """
    from spielzug.lab.measure.bench import MOST_DEPTH
    from spielzug.lab.measure.bench import perft as run

    if not 1 <= depth <= MOST_DEPTH:
        raise UsageError(f"--depth {depth}: choose 1 to {MOST_DEPTH} decisions")
    found = common.find_game(game)
    chosen = common.read_options(found, option) if option or position is None else None
    earlier: list[int] = []

    def show(count: int, ended: int) -> None:
        earlier.append(ended)
        if not as_json:
            print(f"{len(earlier):>3} {count:>16,} {ended:>16,}", flush=True)

    counts = run(found, depth, common.resolve_seats(found, seats), seed, position, chosen, show)
    if as_json:
        print(json.dumps({"game": found.name, "counts": counts, "ended": earlier}))


@app.command()
def engine(
    game: common.GameName,
    out: Annotated[Path, typer.Option(help="The folder that gets the files.")],
) -> None:
    """Compile a game to WebAssembly, with a TypeScript class to use it."""
    from spielzug.core.jit import PLAIN

    if PLAIN:
        raise UsageError("a browser engine is made of compiled rules: unset SPIELZUG_PLAIN")
    from spielzug.wasm.build import STEPS, build

    found = common.find_game(game)
    common.create_folder(out, "--out")
    with common.progress_bar(f"compiling {found.title['en']}", STEPS) as tick:
        made = build(found, tick)
    for name, data in made.named(found.name).items():
        (out / name).write_bytes(data)
        print(f"{out / name} ({len(data) / 1000:.0f} kB)")


@app.command()
def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Delete all compiled rules.")] = False,
    fill: Annotated[
        bool, typer.Option("--fill", help="Compile everything that tables need, right now.")
    ] = False,
    lab: Annotated[
        bool,
        typer.Option("--lab", help="With --fill: also compile what simulations and reports need."),
    ] = False,
) -> None:
    """Show, fill or clear the cache of compiled rules."""
    from spielzug.core.cache import cache_root, clear_cache

    if lab and not fill:
        raise UsageError("--lab only works with --fill: run `spielzug cache --fill --lab`")
    if fill:
        from spielzug.games import NAMES
        from spielzug.lab.play.precompile import fill_cache, parts_of

        with common.progress_bar("compiling", len(parts_of(NAMES, lab=lab))) as tick:
            for name, part, seconds in fill_cache(NAMES, lab=lab):
                tick(1)
                print(f"{name}: {part} ready after {seconds:.1f} CPU s")
    elif clear:
        folder, size = clear_cache()
        print(f"cleared {folder} ({size / 1e6:.1f} MB)")
    else:
        print(cache_root())
