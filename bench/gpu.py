"""Checks that games on a GPU are the same as on the CPU, and measures their speed.

    python bench/gpu.py --check            compare games with the CPU, position by position
    python bench/gpu.py --speed            decisions a second
    python bench/gpu.py --out gpu.json     both, in full, with the figures in a file

Each game has its own process. They compile in parallel, but wait for exclusive use of the GPU
before anything is timed; if one fails, the others continue. pgx, if it is installed, is measured in
the same run after all games: JAX tries its kernels out on the GPU while it compiles them.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from spielzug.core import compiler as c
from spielzug.core import device as devices
from spielzug.core.device import GpuKernel
from spielzug.core.events import MAX_SEATS
from spielzug.core.jit import rule
from spielzug.core.lowering import Pointer, Scratch
from spielzug.core.rng import RNG, below, mix, next_random
from spielzug.envs import Batch, gpu, unpack
from spielzug.envs.env_setting import EnvSetting
from spielzug.games import get_game

GAMES = {"game_of_trains": 2, "zwergenzugfahrt": 2, "zugraub": 4, "trains": 2}
"""And how many seats are measured."""
PGX = ("backgammon", "go_9x9", "gardner_chess", "hex", "2048", "leduc_holdem")
SIZES = (1 << 18, 1 << 19)
REGISTERS = (255, 128, 64)
"""The most that a thread has."""
STEPS_PER_CALL = 64  # steps in one call
SECONDS = 0.6  # that each figure is measured
NOT_MEASURED = "not measured"
Json = dict[str, Any]


# -- a process for each game -----------------------------------------------------------------------


class Report:
    """The results so far, saved after each step, so that an aborted run is not lost."""

    def __init__(self, path: Path, name: str) -> None:
        self.path, self.name = path, name
        self.found: Json = {"name": name}

    def say(self, key: str, value: Any) -> None:
        self.found[key] = value
        self.path.write_text(json.dumps(self.found))
        print(f"{self.name}: {key} {value}", flush=True)

    @contextlib.contextmanager
    def trying(self, what: str) -> Iterator[None]:
        begin = time.perf_counter()
        try:
            yield
        except Exception:
            self.say(f"{what} failed", traceback.format_exc()[-1500:])
        self.say(f"{what} took", round(time.perf_counter() - begin, 1))


@contextlib.contextmanager
def gpu_alone(lock: str) -> Iterator[None]:
    """Exclusive use of the GPU for timing."""
    with open(lock, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


def rate(step: Callable[[], int], seconds: float = SECONDS) -> float:
    """Decisions a second; `step` waits until they are made and says how many."""
    step()
    count, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        count += step()
    return count / (time.perf_counter() - begin)


def copy_speed() -> float:
    """Bytes a second, read and written, of a large copy on the GPU."""
    from cuda.bindings import driver

    device = devices.gpu()
    source, target = device.zeros(1 << 28, np.float64), device.zeros(1 << 28, np.float64)
    size = 8 * source.shape[0]

    def once() -> int:
        for _ in range(8):
            driver.cuMemcpyDtoDAsync(target.address, source.address, size, devices.LEGACY_STREAM)
        device.wait()
        return 8 * 2 * size

    return rate(once)


# -- kernels of this file --------------------------------------------------------------------------


@rule
def play_rules_only(
    rules: Any, i: int, facts: Any, words: Any, luck: Any, counts: Any, seats: int, rounds: int,
    own: Any, rngs: Any, actions: Any,
) -> None:  # fmt: skip
    """Random play that writes only the position: the cost of the rules."""
    mine = own.view(np.uint64)
    gpu.load_words(mine, words, i)
    rngs[0].rng = luck[i]
    decided = 0
    for _ in range(rounds):
        if rules.actor(own[0]) < 0:
            for k in range(mine.shape[0]):
                mine[k] = 0
            rules.start(facts, own[0], seats, next_random(rngs[0]), None)
        count = rules.legal(facts, own[0], actions)
        at = 0
        if count > 1:
            at = below(rngs[0], count)
            decided += 1
        rules.step(facts, own[0], np.int64(actions[at]))
    gpu.store_words(mine, words, i)
    luck[i] = rngs[0].rng
    counts[i] = decided


@rule
def judge(rules: Any, i: int, facts: Any, words: Any, out: Any, own: Any, shares: Any) -> None:
    """The game's `value` for the position of each row."""
    mine = own.view(np.uint64)
    gpu.load_words(mine, words, i)
    rules.value(facts, own[0], shares)
    for seat in range(out.shape[1]):
        out[i, seat] = shares[seat]


@rule
def mark(i: int, words: Any, observation: Any, mask: Any, out: Any) -> None:
    out[i] = fingerprint(words[i], observation[i], mask[i])


class ValueRules(NamedTuple):
    value: Any


def numbers(kind: Any, *shape: int | None) -> Pointer:
    """Arrays of all rows, as on the GPU."""
    return Pointer(np.dtype(kind), shape, transposed=len(shape) > 1)


def rules_only_kernel(setting: EnvSetting) -> GpuKernel:
    rules = setting.game.rules
    return GpuKernel(
        play_rules_only,
        (
            c.LinkedRules(gpu.needed_rules(setting)), c.INT, Pointer(rules.FACTS),
            numbers(np.uint64, None, rules.STATE.itemsize // 8), numbers(np.uint64, None),
            numbers(np.int64, None), c.INT, c.INT, Scratch(rules.STATE, (1,)),
            Scratch(np.dtype(RNG), (1,)), Scratch(np.dtype(np.int32), (rules.MAX_LEGAL,)),
        ),
        registers=64,
    )  # fmt: skip


def value_kernel(setting: EnvSetting) -> GpuKernel:
    rules = setting.game.rules
    return GpuKernel(
        judge,
        (
            c.LinkedRules(ValueRules(rules.value)), c.INT, Pointer(rules.FACTS),
            numbers(np.uint64, None, rules.STATE.itemsize // 8),
            numbers(np.float64, None, setting.seats), Scratch(rules.STATE, (1,)),
            Scratch(np.dtype(np.float64), (MAX_SEATS,)),
        ),
    )  # fmt: skip


def mark_kernel(batch: Batch) -> GpuKernel:
    shapes = (batch._engine._kept.words, batch.observation, batch.mask)
    arrays = (numbers(array.dtype, None, array.shape[1]) for array in shapes)
    return GpuKernel(mark, (c.INT, *arrays, numbers(np.uint64, None)))


@rule
def fingerprint(words: Any, observation: Any, mask: Any) -> Any:
    """A hash of a position, or of what is seen of it."""
    found = np.uint64(1)
    for k in range(words.shape[0]):
        found = mix(found + words[k])
    for k in range(observation.shape[0]):
        found = mix(found + np.uint64(np.int64(observation[k]) + 32768))
    for k in range(mask.shape[0]):
        found = mix(found + np.uint64(np.int64(mask[k]) + 2147483648))
    return found


@rule
def all_marks(words: Any, observation: Any, mask: Any, out: Any, first: int, last: int) -> None:
    for i in range(first, last):
        out[i] = fingerprint(words[i], observation[i], mask[i])


# -- the same as on the processor ------------------------------------------------------------------


class Pair:
    """The same batch on the processor and on the GPU."""

    def __init__(self, game: str, seats: int, size: int, opponents: Any = None) -> None:
        given = {"seats": seats, "opponents": opponents, "seed": 7}
        self.cpu = Batch(game, size, **given)
        self.gpu = Batch(game, size, device="cuda", **given)
        self.size = size
        self.pool = ThreadPoolExecutor(8)
        device = devices.gpu()
        self.mark = device.load([mark_kernel(self.gpu)])["mark"]
        self.out = device.zeros(size, np.uint64)

    def difference(self) -> str:
        """What differs, if anything does."""
        engine = self.gpu._engine
        self.mark(self.size, engine._kept.words, self.gpu.observation, self.gpu.mask, self.out)
        rows = self.cpu._engine.rows
        words = rows.states.view(np.ndarray).view(np.uint64).reshape(self.size, -1)
        ours = np.zeros(self.size, np.uint64)
        ends = [self.size * k // 8 for k in range(9)]
        list(
            self.pool.map(
                lambda k: all_marks(words, rows.observation, rows.mask, ours, ends[k], ends[k + 1]),
                range(8),
            )
        )
        theirs = self.out.read()
        if not np.array_equal(ours, theirs):
            row = int(np.argmax(ours != theirs))
            state = engine.state(row)
            own = rows.states[row]
            parts = [
                name for name in state.dtype.names if not np.array_equal(state[name], own[name])
            ]
            return f"{int((ours != theirs).sum())} rows, first {row}: {parts or 'what is seen'}"
        for name in ("actor", "reward", "done", "episode", "length"):
            if not np.array_equal(getattr(self.cpu, name), np.asarray(getattr(self.gpu, name))):
                return name
        return ""


def compare(report: Report, what: str, pair: Pair, games: int, seconds: float) -> None:
    """Compares step by step until that many games have ended, or the time is over."""
    report.say(f"{what}: first positions", pair.difference() or "the same")
    begin, steps, ended = time.perf_counter(), 0, 0
    while ended < games and time.perf_counter() - begin < seconds:
        here, there = pair.cpu.step_randomly(1), pair.gpu.step_randomly(1)
        steps += 1
        ended += here
        wrong = pair.difference() if here == there else f"{here} games ended, not {there}"
        if wrong:
            report.say(f"{what}: DIFFERENT", f"step {steps}: {wrong}")
            return
    told = {"rows": pair.size, "steps": steps, "games": ended, "positions": steps * pair.size}
    report.say(f"{what}: the same", told)


def check_values(report: Report, pair: Pair) -> None:
    game, engine = pair.cpu.game, pair.gpu._engine
    game.ready(("value",))
    device = devices.gpu()
    out = device.zeros((pair.size, pair.cpu.seats), np.float64)
    judge_rows = device.load([value_kernel(pair.cpu.setting)])["judge"]
    judge_rows(pair.size, engine._facts, engine._kept.words, out)
    theirs = np.asarray(out)
    few = min(pair.size, 20_000)
    ours, shares = np.zeros((few, pair.cpu.seats)), np.zeros(MAX_SEATS)
    facts = pair.cpu.setting.facts.record
    for row in range(few):
        game.rules.value(facts, pair.cpu._engine.rows.states[row], shares)
        ours[row] = shares[: pair.cpu.seats]
    apart = float(np.abs(ours - theirs[:few]).max())
    report.say("value: farthest apart", apart)
    report.say("value: within 1e-9", bool(apart < 1e-9))


def check_interfaces(report: Report, batch: Any) -> None:
    """Passes the arrays to other libraries, each on its own."""
    truth = np.asarray(batch.observation)

    def torch_tensor() -> Any:
        import torch

        return torch.as_tensor(batch.observation, device="cuda").cpu().numpy()

    def torch_dlpack() -> Any:
        import torch

        return torch.from_dlpack(batch.observation).cpu().numpy()

    def cupy_array() -> Any:
        import cupy

        return cupy.asarray(batch.observation).get()

    def cupy_dlpack() -> Any:
        import cupy

        return cupy.from_dlpack(batch.observation).get()

    def jax_dlpack() -> Any:
        import jax

        return np.asarray(jax.dlpack.from_dlpack(batch.observation))

    def torch_actions() -> Any:
        import torch

        legal = unpack(torch.as_tensor(batch.mask, device="cuda"), batch.n_actions)
        batch.step(torch.multinomial(legal.float(), 1)[:, 0])
        return truth

    for take in (torch_tensor, torch_dlpack, cupy_array, cupy_dlpack, jax_dlpack, torch_actions):
        with report.trying(take.__name__):
            report.say(take.__name__, "equal" if np.array_equal(take(), truth) else "NOT equal")


# -- how fast --------------------------------------------------------------------------------------


def bytes_written(batch: Any) -> int:
    """Bytes per row in the arrays of a batch."""
    names = ("observation", "mask", "actor", "reward", "done", "episode", "length")
    return sum(
        int(np.prod(a.shape[1:])) * a.dtype.itemsize for a in (getattr(batch, n) for n in names)
    )


def speed_of_rows(report: Report, lock: str, game: str, seats: int) -> None:
    """Random play in the kernel, and through `step`; observation and mask written each time."""
    found: list[Json] = []
    for registers in REGISTERS:
        is_usual = registers == get_game(game).gpu_registers
        for size in SIZES if is_usual else SIZES[1:]:
            batch = Batch(game, size, seats, device="cuda")
            if not is_usual:
                kernel = gpu.play_kernel(batch.setting, False, registers)
                batch._engine._kernels = devices.gpu().load([kernel])
            row: Json = {"size": size, "registers": registers}
            time_rows(batch, row, lock, is_usual)
            found.append(row)
            report.say("speed", found)
    report.say("best_in_kernel", max(row["in_kernel"] for row in found))


def time_rows(batch: Batch, row: Json, lock: str, by_step: bool) -> None:
    def step_randomly() -> int:
        batch.step_randomly(STEPS_PER_CALL)
        return batch.size * STEPS_PER_CALL

    def step() -> int:
        batch.step(batch.sample())
        return batch.size

    for _ in range(4):  # into the middle of the games
        step_randomly()
    with gpu_alone(lock):
        row["in_kernel"] = rate(step_randomly)
        if by_step:
            row["by_step"] = rate(step)


def speed_of_rules(report: Report, lock: str, game: str, seats: int) -> None:
    """The rules alone."""
    setting, device = EnvSetting.of(game, seats), devices.gpu()
    size = SIZES[0]
    facts = device.copy(np.array([setting.facts.record], setting.game.rules.FACTS))
    words = device.copy(first_words(setting, size))
    luck = device.copy(np.arange(size, dtype=np.uint64) << np.uint64(32))
    counts = device.zeros(size, np.int64)
    play = device.load([rules_only_kernel(setting)])["play_rules_only"]

    def once() -> int:
        play(size, facts, words, luck, counts, seats, 200)
        return int(np.asarray(counts).sum())

    once()
    with gpu_alone(lock):
        report.say("rules", [{"size": size, "rules_alone": rate(once)}])


def first_words(setting: Any, size: int) -> Any:
    """Dealt positions as words."""
    batch = Batch(setting.game, size, setting.seats)
    return batch._engine.rows.states.view(np.ndarray).view(np.uint64).reshape(size, -1)


def one_game(arguments: Any) -> None:
    report = Report(Path(arguments.report), arguments.game)
    game, seats = arguments.game, GAMES[arguments.game]
    everything = not (arguments.check or arguments.speed)
    with report.trying("begin"):
        batch = Batch(game, 4096, seats, device="cuda")
        batch.step_randomly(2)
        report.say("bytes_written", bytes_written(batch))
        report.say("bytes_of_a_position", batch.game.rules.STATE.itemsize)
        if game == next(iter(GAMES)):  # once is enough
            with gpu_alone(arguments.lock):
                report.say("copy_bytes_a_second", copy_speed())
            check_interfaces(report, batch)
    if arguments.speed or everything:
        with report.trying("speed"):
            speed_of_rows(report, arguments.lock, game, seats)
    if arguments.check or everything:
        if not arguments.no_random:
            with report.trying("random"):
                pair = Pair(game, seats, arguments.rows)
                compare(report, "random", pair, arguments.rows, arguments.seconds)
                check_values(report, pair)
        for bot in arguments.bots:
            with report.trying(bot):
                bots = Pair(game, seats, arguments.rows // 4, (None, *(bot,) * (seats - 1)))
                compare(report, bot, bots, arguments.rows, arguments.seconds)
    if arguments.speed or everything:
        with report.trying("rules"):
            speed_of_rules(report, arguments.lock, game, seats)


# -- pgx -------------------------------------------------------------------------------------------


def measure_pgx(arguments: Any) -> None:
    """Random legal play, a step for each of many games at once, as its own benchmark does it."""
    report = Report(Path(arguments.report), "pgx")
    try:
        import jax
        import jax.numpy as jnp
        import pgx
    except ImportError as missing:
        report.say(NOT_MEASURED, f"{missing.name} is not installed: pip install 'jax[cuda13]' pgx")
        return
    report.say("versions", {"jax": jax.__version__, "pgx": pgx.__version__})
    found: Json = {}
    for name in PGX:
        with report.trying(name):
            env = pgx.make(name)
            step, begin = jax.vmap(env.step), jax.jit(jax.vmap(env.init))

            def turn(carry: Any, key: Any, step: Any = step, env: Any = env) -> Any:
                state = carry
                logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
                action = jax.random.categorical(key, logits, axis=-1)
                fresh = jax.vmap(env.init)(jax.random.split(key, action.shape[0]))
                after = step(state, action, jax.random.split(key, action.shape[0]))
                ended = after.terminated | after.truncated

                def either(new: Any, old: Any) -> Any:
                    return jnp.where(ended.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

                return jax.tree.map(either, fresh, after), None

            run = jax.jit(lambda s, k, turn=turn: jax.lax.scan(turn, s, jax.random.split(k, 32))[0])
            best = 0.0
            for size in (1 << 13, 1 << 15, 1 << 17):
                state = begin(jax.random.split(jax.random.key(0), size))
                state = jax.block_until_ready(run(state, jax.random.key(1)))
                with gpu_alone(arguments.lock):

                    def once(state: Any = state, size: int = size, run: Any = run) -> int:
                        jax.block_until_ready(run(state, jax.random.key(2)))
                        return 32 * size

                    best = max(best, rate(once))
            found[name] = best
            report.say("steps_a_second", found)


# -- all together ----------------------------------------------------------------------------------


def table(found: dict[str, Json]) -> None:
    copied = found.get("game_of_trains", {}).get("copy_bytes_a_second", 0.0)
    print(f"\ncopy on this GPU: {copied / 1e12:.2f} TB/s, bytes read and written")
    print("game                 rules alone  observed  by step   bytes  of the copy's speed")
    for name in GAMES:
        game = found.get(name, {})
        alone = max((r["rules_alone"] for r in game.get("rules", ())), default=0.0)
        rules = "failed" if "rules failed" in game else f"{alone / 1e9:.2f} G"
        inside = game.get("best_in_kernel", 0.0)
        step = max((r.get("by_step", 0.0) for r in game.get("speed", ())), default=0.0)
        written = game.get("bytes_written", 0)
        share = inside * written / copied if copied else 0.0
        print(
            f"{name:20} {rules:>10}  {inside / 1e9:6.2f} G {step / 1e9:6.2f} G"
            f" {written:7} {share:10.0%}"
        )
    for name, speed in found.get("pgx", {}).get("steps_a_second", {}).items():
        print(f"pgx {name:16} {speed / 1e9:8.3f} G")
    told = ("failed", "DIFFERENT", ": the same", "value:", NOT_MEASURED)
    for name, game in found.items():
        for key, value in game.items():
            if any(word in key for word in told):
                print(f"{name}: {key} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--games", nargs="*", default=[*GAMES])
    parser.add_argument("--bots", nargs="*", default=["greedy", "policy"], help="to compare")
    parser.add_argument("--no-random", action="store_true", help="compare the bots only")
    parser.add_argument("--no-pgx", action="store_true")
    parser.add_argument("--rows", type=int, default=100_000, help="games to compare")
    parser.add_argument("--seconds", type=float, default=40.0, help="for each comparison, at most")
    parser.add_argument("--limit", type=float, default=460.0, help="seconds for everything")
    parser.add_argument("--out", default="", help="a file for all figures")
    parser.add_argument("--game", help=argparse.SUPPRESS)
    parser.add_argument("--report", help=argparse.SUPPRESS)
    parser.add_argument("--lock", help="a lock file: whoever holds it has the GPU")
    arguments = parser.parse_args()
    if arguments.game:
        (measure_pgx if arguments.game == "pgx" else one_game)(arguments)
        return
    with tempfile.TemporaryDirectory() as folder:
        wanted = [*arguments.games, *([] if arguments.no_pgx else ["pgx"])]
        found = run_all(arguments, wanted, Path(folder))
    table(found)
    if arguments.out:
        Path(arguments.out).write_text(json.dumps(found, indent=1))


def run_all(arguments: Any, wanted: list[str], folder: Path) -> dict[str, Json]:
    kept = [a for a in sys.argv[1:] if a in ("--check", "--speed", "--no-random")]
    kept += [
        "--bots",
        *arguments.bots,
        "--rows",
        str(arguments.rows),
        "--seconds",
        str(arguments.seconds),
    ]
    calm = {**os.environ, "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}

    def start(name: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, __file__, "--game", name, "--report", str(folder / name),
             "--lock", arguments.lock or str(folder / "lock"), *kept],
            env=calm,
        )  # fmt: skip

    end = time.monotonic() + arguments.limit
    running = {}
    for group in ([name for name in wanted if name != "pgx"], [n for n in wanted if n == "pgx"]):
        started = {name: start(name) for name in group}
        for process in started.values():
            try:
                process.wait(max(0.1, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        running |= started
    found = {n: json.loads((folder / n).read_text()) for n in wanted if (folder / n).exists()}
    for name, process in running.items():
        found.setdefault(name, {"name": name})["exit"] = process.returncode
    return found


if __name__ == "__main__":
    main()
