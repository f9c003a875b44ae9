"""What the author of a game got wrong, in their own words: before and beside `check_game`.

Each function yields sentences that name the thing, the place, and the way out.
"""

from __future__ import annotations

import ast
import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from spielzug.core.check.case import CheckCase, CheckFailed
from spielzug.core.declaration import ALWAYS, fields_of
from spielzug.core.default_rules import OPTIONAL, REQUIRED, SEAT_FIELDS
from spielzug.core.default_words import DefaultWords, GameTexts
from spielzug.core.endings import REASONS, SENTENCES
from spielzug.core.events import Event, seat_bit
from spielzug.core.game import Game
from spielzug.core.game_folders import game_folder, place_of
from spielzug.core.observation import Observation, Observed
from spielzug.core.position import Position, Seen
from spielzug.core.record_types import Facts, Rng, State
from spielzug.core.rng import below, new_rng, seed_key, stream

EXPLANATIONS: Mapping[str, str] = {
    "conservation": "The audit found a position that cannot be.",
    "termination": "A game has to come to an end.",
    "past_positions": "A position that was left must not change any more.",
    "copies": "A copy of a position, or a step without events, has to go on the same way.",
    "save_and_load": "A record of the game could not be read back.",
    "determinism": "The same seed has to give the same game: take all luck from `below(state, n)`, "
    "never from elsewhere, and keep nothing outside the state.",
    "chance": "All luck has to come from `below(state, n)`, so that its odds can be computed.",
    "facts_once": "What boards get as facts must not change during a game.",
    "refusals": "An action that is not legal has to be refused with a reason, and nothing changes.",
    "notation": "Every action needs a notation of its own that reads back.",
    "choices": "`legal` may offer players' actions only, each once and in ascending order.",
    "jit_off": "Compiled and plain rules have to do the same: no number may leave its type.",
    "bounds": "A rule reads or writes beyond the end of a field.",
    "visibility": "A field is seen by others than its declaration says.",
    "secrecy": "A seat could find out what it must not know.",
    "leaks_are_caught": "The secrecy check must be able to fail for this game.",
    "guesses": "A guess of what is hidden has to fit what the seat sees, with the right odds.",
    "observations": "An observation has to stay within its declared bounds and tell no secret.",
    "observed_leaks_are_caught": "The check of observations must be able to fail for this game.",
    "completeness": "An observation has to tell everything that the seat may know.",
    "notes": "What the lab counts has to be among the declared things.",
}
"""What each check of `check_game` is about."""


# -- source ----------------------------------------------------------------------------------------


def source_faults(folder: Path) -> Iterator[str]:
    """Functions of a game that are no rules but should be, and a `legal` that counts nothing."""
    for path in sorted(folder.glob("*.py")):
        functions = [
            node
            for node in ast.parse(path.read_bytes(), str(path)).body
            if isinstance(node, ast.FunctionDef)
        ]
        rules = [f for f in functions if "rule" in map(ast.unparse, f.decorator_list)]
        if not rules:
            continue
        called = {
            node.id for f in rules for node in ast.walk(f) if isinstance(node, ast.Name)
        }.union(REQUIRED, OPTIONAL)
        for function in functions:
            place = f"{path}, line {function.lineno}"
            if function.name in called and not function.decorator_list:
                yield f"{place}: `{function.name}` is no rule yet: write @rule above it"
            if function.name == "legal" and not isinstance(function.body[-1], ast.Return):
                yield f"{place}: `legal` has to return how many actions it wrote to `out`"


# -- texts -----------------------------------------------------------------------------------------


def missing_texts(game: Game) -> Iterator[str]:
    """Texts that a small game lacks, or that name a value which is not there."""
    words = game.words
    if not isinstance(words, DefaultWords):
        return
    texts = words.texts
    for band in words.actions.bands:
        parts = {choice.name for choice in band.choices} | {part.name for part in band.offsets}
        if not band.by_table:
            yield from _text_errors("label", "labels", band.name, texts.labels, parts, texts)
    for kind in words.EVENTS.values():
        if kind.name in SENTENCES:
            continue
        values = {"name", *filter(None, (kind.a, kind.b))}
        yield from _text_errors("sentence", "sentences", kind.name, texts.sentences, values, texts)
    for ending in game.endings[1:]:
        if ending not in REASONS:
            yield from _text_errors("text", "endings", ending, texts.endings, set(), texts)
    for shown in words.shown:
        if shown.name not in texts.fields:
            yield f"the field {shown.name!r} is shown but has no name: add it to `fields`"
        if shown.shown == "marker" and shown.on not in words.fields:
            yield f"the marker {shown.name!r} stands on {shown.on!r}, which is no field: see `on`"
    known = {band.name for band in words.actions.bands}
    for name in [*texts.labels, *texts.refusals]:
        if name not in known:
            yield f"the text {name!r} belongs to no band of actions"


def _text_errors(
    what: str,
    where: str,
    name: str,
    given: Mapping[str, str | Mapping[str, str]],
    values: set[str],
    texts: GameTexts,
) -> Iterator[str]:
    if name not in given:
        yield f"there is no {what} for {name!r}: add it to `{where}`"
        return
    for text in set(texts.full(given[name]).values()):
        named = {key.split(":")[0] for _, key, _, _ in string.Formatter().parse(text) if key}
        for unknown in sorted(named - values):
            known = ", ".join(sorted(values)) or "none"
            yield (
                f"the {what} of {name!r} names {{{unknown}}}, which it does not have; it has: "
                f"{known}"
            )


# -- play ------------------------------------------------------------------------------------------


GAMES_WITH_SECRETS = 50
"""The first games, in which every event is compared with what the seats see."""


@dataclass
class RandomGames:
    """What random games were like."""

    games: int = 0
    decisions: list[int] = field(default_factory=list)
    choices: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    bands: Counter[str] = field(default_factory=Counter)
    """How often an action of each band was chosen."""
    wins: dict[int, list[float]] = field(default_factory=dict)
    """The sum of each seat's shares, by the number of seats."""
    acted: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often each seat decided, by the number of seats and the seat."""

    @property
    def idle_seats(self) -> Iterator[str]:
        """A sentence for each seat that never decides anything."""
        for seats in sorted(self.wins):
            for seat in range(seats):
                if not self.acted[seats, seat]:
                    yield (
                        f"with {seats} seats, seat {seat + 1} never decides anything: `step` has "
                        "to pass the turn on, as `next_turn(state)` does"
                    )


def cut_off(game: Game, played: RandomGames) -> Iterator[str]:
    """A sentence if every game had to be cut off."""
    if sum(played.endings[name] for name in game.truncations) == played.games:
        yield (
            f"no game ends within {max(played.decisions)} decisions: set `reason` to one of the "
            "endings at some time, or declare more with `most_decisions`"
        )


def play_games(
    game: Game, count: int, progress: Callable[[int], None] = lambda _: None
) -> RandomGames:
    """Play random games decision by decision; raises `CheckFailed` at the first fault."""
    played = RandomGames()
    for number in range(count):
        _play_game(game, number, played)
        progress(1)
    return played


def _play_game(game: Game, number: int, played: RandomGames) -> None:
    case = CheckCase(game, "")
    options, seats = case.options(number), case.seats(number)
    key = stream(seed_key("check", "games"), np.uint64(number))
    position, _ = game.deal(seats, key, options)
    rng = new_rng(stream(seed_key("check", "bots"), np.uint64(number)))
    most = game.longest(options, seats)
    place = f"game {number} ({seats} seats), after the deal"
    _require_possible(position, place)
    for decision in range(most + 1):
        if position.over:
            shares, reason = _require_result(position, place)
            sums = played.wins.setdefault(seats, [0.0] * seats)
            played.wins[seats] = [a + b for a, b in zip(sums, shares, strict=True)]
            played.endings[reason] += 1
            played.decisions.append(decision)
            break
        place = f"game {number} ({seats} seats), decision {decision}"
        action = _require_step(position, rng, place, played)
        played.bands[game.declaration.actions.read(action).band] += 1
    else:
        raise CheckFailed(
            f"game {number} ({seats} seats) does not end within the {most} decisions at most"
        )
    played.games += 1


def described(error: Exception, game: Game) -> str:
    """An error of a game's own code, with its place there."""
    return f"{type(error).__name__}: {error} ({place_of(error, game_folder(game.name))})"


def _require_possible(position: Position, place: str) -> None:
    layout = position.game.state_layout
    name = layout.range_error(position.data)
    if name is not None:
        low, high = layout.ranges[name]
        raise CheckFailed(
            f"{place}: the field {name!r} is {layout.get(position.data, name)}, but is declared "
            f"within {low} to {high}: mend the rule that changes it, or widen `within`"
        )
    if check := position.failed_check:
        raise CheckFailed(
            f"{place}: it no longer holds that {check}: a rule drops or doubles something, or "
            "puts it into a field that does not declare it"
        )


def _require_step(position: Position, rng: Rng, place: str, played: RandomGames) -> int:
    legal = position.legal
    if not legal:
        raise CheckFailed(
            f"{place}: nothing is legal, but the game is not over: `legal` has to offer something, "
            "or `step` has to set `reason`"
        )
    played.choices += len(legal)
    played.acted[position.seats, position.actor] += 1
    seen = position.seen(position.actor)
    if seen.legal != legal:
        odd = min(set(seen.legal) ^ set(legal))
        raise CheckFailed(
            f"{place}: whether {position.notation(odd)} is legal depends on something that the "
            "seat to act must not know: `legal` may only look at what that seat sees"
        )
    action = legal[int(below(rng, len(legal)))]
    before = position.copy()
    called = f"{position.notation(action)} ({seen.label(action, 'en')})"
    try:
        events = position.step_unchecked(action)
    except Exception as error:
        raise CheckFailed(
            f"{place}: `legal` offers {called}, but `step` fails: {described(error, before.game)}"
        ) from error
    layout, then, now = position.game.state_layout, before.data, position.data
    changed = (name for name in layout.fields if layout.get(then, name) != layout.get(now, name))
    if all(name == "decisions" for name in changed):  # it counts them all
        raise CheckFailed(
            f"{place}: `legal` offers {called}, but `step` does nothing with it: carry it out, or "
            "do not offer it"
        )
    _require_possible(position, place)
    if played.games < GAMES_WITH_SECRETS:
        _require_secrets(before, position, events, place)
    return action


def _require_secrets(
    before: Position, after: Position, events: Sequence[Event], place: str
) -> None:
    """Raise if an event tells a seat of an item that lies nowhere where the seat could see it."""
    words = before.game.words
    if not isinstance(words, DefaultWords):
        return
    for event in events:
        kind = words.EVENTS[event.kind]
        for name, value in kind.values(event).items():
            for seat in range(before.seats):
                if name not in words.items or not event.seen & seat_bit(seat) or not value:
                    continue
                if not any(_sees(words, one.seen(seat), name, value) for one in (before, after)):
                    raise CheckFailed(
                        f"{place}: the event {kind.name!r} tells seat {seat + 1} of {name} "
                        f"{words.face(name, value, 'en')}, which lies where that seat must not "
                        "see it: emit it for those who may know it, such as `only(seat)`"
                    )


def _sees(words: DefaultWords, seen: Seen, name: str, kind: int) -> bool:
    """Whether an item of this kind lies in any cell that the seat can see."""
    cells = (
        np.asarray(seen.hidden[f.name]).ravel().tolist()
        for f in words.fields.values()
        if f.items is words.items[name]
    )
    return any(kind in values for values in cells)


def _require_result(position: Position, place: str) -> tuple[Sequence[float], str]:
    outcome = position.outcome
    shares = outcome.shares if outcome is not None else ()
    if outcome is None or abs(sum(shares) - 1) > 1e-9 or min(shares) < 0:
        told = ", ".join(f"{share:g}" for share in shares) or "none"
        raise CheckFailed(
            f"{place}: the game ends ({outcome.reason if outcome else 'no reason'}) without a "
            f"result: the shares of the win are {told}; `result` has to write one for each seat, "
            "1 altogether"
        )
    return shares, outcome.reason


# -- reading observations back ---------------------------------------------------------------------


def read_default_observation(game: Game) -> Callable[[Facts, Observed, int, State], State]:
    """The hidden position that a default observation tells, for the check of completeness."""
    declared = [f for f in fields_of(game.declaration.state) if f.name != "rng"]
    layout: Observation = game.observation

    def decode(facts: Facts, observation: Observed, seat: int, like: State) -> State:
        seats = max(int(layout.part("seats", observation)), 1)
        for f in declared:
            values = np.array(layout.part(f.name, observation), np.int64)
            if f.seen != ALWAYS:
                values = np.where(values == layout.parts[f.name].low, f.unknown, values)
            if f.name in SEAT_FIELDS:
                values = np.where(values > 0, (seat + values - 1) % seats, -1)
            if f.by_seat:
                values[[(seat + i) % seats for i in range(seats)]] = values[:seats].copy()
            like[f.name] = values
        return like

    return decode
