"""The games for OpenSpiel: ``import spielzug.envs.openspiel``, then ``pyspiel.load_game``.

    pyspiel.load_game("spielzug_zwergenzugfahrt")
    pyspiel.load_game("spielzug_trains", {"seats": 3, "options": "turn_limit:40"})

Chance is explicit by default: a step that draws stops at each draw, and what it can draw are the
outcomes of a chance node (`core.chance`). With ``chance=sampled`` a step that needs luck is one
chance node, whose outcomes are keys of the generator. The deal is always one of ``deals``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.event_buffer import event_buffer
from spielzug.core.events import utility
from spielzug.core.game import PLAYING, Game
from spielzug.core.native_records import memory_of
from spielzug.core.position import Position
from spielzug.core.rng import TAPE_LENGTH, seed_key, stream
from spielzug.envs.env_setting import EnvSetting, MissingExtra
from spielzug.games import NAMES, get_game

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel", "openspiel") from None

EXPLICIT, SAMPLED = "explicit", "sampled"
MOST_OUTCOMES = 256
"""No draw of any game has more outcomes; a draw that has more raises."""
KEYS = 64
"""Outcomes of a chance node where luck is sampled."""
NEEDED = (*PLAYING, "step_quiet", "observe", "guess")
"""The rules that are called here."""
DEFAULTS: Mapping[str, int | str] = {
    "seats": 0,  # the fewest that the game allows
    "chance": EXPLICIT,
    "deals": 256,
    "seed": 1,
    "options": "",  # name:value, separated by spaces; OpenSpiel uses "=" itself
}


class LoadParameters(TypedDict):
    """The parameters of ``pyspiel.load_game``, see `DEFAULTS`."""

    seats: int
    chance: str
    deals: int
    seed: int
    options: str


class HistoryNode:
    """A position and the history that led to it. It never changes, so copies share it."""

    def __init__(
        self,
        parameters: GameParameters,
        position: Position,
        before: HistoryNode | None = None,
        seat: int = -1,
        action: int = -1,
    ) -> None:
        position.freeze()
        self.parameters = parameters
        self.position = position
        self.before = before
        self.seat = seat
        self.action = action
        self.digests: dict[int, bytes] = {}

    def __deepcopy__(self, memo: object) -> HistoryNode:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the position, and of the history only the digests."""
        ways = (
            [self.before.digest(seat) for seat in range(self.parameters.seats)]
            if self.before
            else []
        )
        return _rebuild_node, (self.parameters, self.position.bytes, self.seat, self.action, ways)

    def digest(self, seat: int) -> bytes:
        """A digest of all that a seat saw and did on the way here."""
        way: list[HistoryNode] = []
        here: HistoryNode | None = self
        while here is not None and seat not in here.digests:
            way.append(here)
            here = here.before
        known = here.digests[seat] if here is not None else b""
        for past in reversed(way):
            own = past.action if past.seat == seat else -1
            seen = past.position.seen(seat).observation.tobytes()
            known = hashlib.blake2b(known + b"%d " % own + seen, digest_size=12).digest()
            past.digests[seat] = known
        return known

    def resample(self, seat: int) -> HistoryNode:
        """Another position with the same history that this seat cannot distinguish from it."""
        guess = self.position.seen(seat).guess(self.parameters.next_key())
        guess.state.rng = 0
        return HistoryNode(self.parameters, guess, self.before, self.seat, self.action)


def _rebuild_node(
    parameters: GameParameters, data: bytes, seat: int, action: int, ways: list[bytes]
) -> HistoryNode:
    position = parameters.deal(0).with_bytes(bytearray(data))
    before = None
    if ways:
        before = HistoryNode(parameters, position)
        before.digests = dict(enumerate(ways))
    return HistoryNode(parameters, position, before, seat, action)


class SpielzugState(pyspiel.State):  # type: ignore[misc]
    """The state of a game, between two decisions or at a draw within a step."""

    def __init__(self, game: SpielzugGame) -> None:
        super().__init__(game)
        self._parameters = game.parameters
        self._past: HistoryNode | None = None  # None before the deal
        self._action = -1  # the step that waits for luck, -1 for none
        self._digits: tuple[int, ...] = ()
        self._limit = game.parameters.deals
        """The number of chance outcomes here, 0 if a player decides."""

    @property
    def position(self) -> Position:
        """A copy of the position; while a step waits for luck, of the one before it."""
        if self._past is None:
            raise UsageError("nothing is dealt yet: the first chance node is the deal")
        return self._past.position.copy()

    # -- OpenSpiel's interface ------------------------------------------------------------------

    def current_player(self) -> int:
        if self._limit or self._past is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._past.position.actor
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        assert self._past is not None
        return self._past.position.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(digit, 1.0 / self._limit) for digit in range(self._limit)]

    def is_terminal(self) -> bool:
        return not self._limit and self._past is not None and self._past.position.over

    def returns(self) -> list[float]:
        """All 0 before the end. A game that a limit ends has equal shares, as its result says."""
        parameters = self._parameters
        outcome = self._past.position.outcome if self.is_terminal() and self._past else None
        if outcome is None:
            return [0.0] * parameters.seats
        return [utility(share, parameters.seats) for share in outcome.shares]

    def _apply_action(self, action: int) -> None:
        # OpenSpiel does not check actions, and compiled rules trust them.
        if self._limit and not 0 <= action < self._limit:
            raise UsageError(f"chance has the outcomes 0 to {self._limit - 1}, not {action}")
        if self._past is not None and not self._limit and action not in self._past.position.legal:
            raise self._parameters.setting.illegal_action_error(
                self._past.position.state, 0, action
            )
        if self._past is None:
            self._past, self._limit = (
                HistoryNode(self._parameters, self._parameters.deal(action)),
                0,
            )
            return
        digits = (*self._digits, action) if self._limit else ()
        if not self._limit:
            self._action = action
        limit, after = self._parameters.step(
            self._past.position, self._action, digits, self.move_number()
        )
        if after is None:
            self._limit, self._digits = limit, digits
        else:
            past = self._past
            self._past = HistoryNode(
                self._parameters, after, past, past.position.actor, self._action
            )
            self._limit, self._action, self._digits = 0, -1, ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            game = self._parameters.game
            return game.words.notation(game.check_action(action))
        return f"deal {action}" if self._past is None else f"luck {action} of {self._limit}"

    def __str__(self) -> str:
        """The board as the seat to act sees it, and a digest of all that is hidden there."""
        if self._past is None:
            return "before the deal"
        position = self._past.position
        board = position.cached_value("board", lambda: str(position))
        waits = f" {self._parameters.game.words.notation(self._action)}" if self._limit else ""
        digits = "".join(f" {digit}" for digit in self._digits)
        return f"{board}\nposition {position.digest}{waits}{digits}"

    def undo_action(self, player: int, action: int) -> None:
        """Refused: OpenSpiel keeps the history of a state, and no game in Python can shorten it."""
        raise UsageError(
            "a game in Python cannot undo: OpenSpiel keeps the history itself. "
            "Keep a clone() of the state before the action, and go on from that"
        )

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielzugState:
        """A random state that the player cannot distinguish from this one, with the right odds."""
        other: SpielzugState = self.clone()
        if self._past is not None:
            if self._limit:  # a copy would reveal all that is hidden
                raise UsageError("a step waits for its luck: guess before it or after it")
            other._past = self._past.resample(player)
        return other

    # -- what a seat knows ----------------------------------------------------------------------

    def values(self, seat: int) -> NDArray[np.float32]:
        """An observation scaled to 0..1; zeros before the deal."""
        if self._past is None:
            return np.zeros(self._parameters.game.observation.size, np.float32)
        seen = self._past.position.seen(seat).observation
        scaled: NDArray[np.float32] = (seen - self._parameters.low) / self._parameters.span
        return scaled

    def known(self, seat: int) -> str:
        """The same as text: all parts by name, with their own numbers."""
        if self._past is None:
            return "before the deal"
        layout, seen = self._parameters.game.observation, self._past.position.seen(seat).observation
        parts = (
            f"{name} {' '.join(map(str, seen[at].tolist()))}" for name, at in layout.slices.items()
        )
        return f"seat {seat}; " + "; ".join(parts)

    def remembered(self, seat: int) -> str:
        """The same, and a digest of all that the seat saw and did before."""
        way = self._past.digest(seat).hex() if self._past is not None else ""
        return f"{self.known(seat)}; way {way}"


class Observer:
    """Gives OpenSpiel observations and information states.

    The numbers of both are the same: by our contract a hidden position holds what its seat may
    conclude from all that happened. As text an information state also distinguishes the history.
    """

    def __init__(self, parameters: GameParameters, kind: pyspiel.IIGObservationType | None) -> None:
        self._remembers = kind is not None and kind.perfect_recall
        layout = parameters.game.observation
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {name: layout.part(name, self.tensor) for name in layout.parts}

    def set_from(self, state: SpielzugState, player: int) -> None:
        self.tensor[:] = state.values(player)

    def string_from(self, state: SpielzugState, player: int) -> str:
        return state.remembered(player) if self._remembers else state.known(player)


# -- parameters ------------------------------------------------------------------------------------


class GameParameters:
    """The parameters of a loaded game: seats, options, and where its luck comes from."""

    def __init__(self, name: str, given: Mapping[str, int | str]) -> None:
        self._given = tuple(sorted(given.items()))
        chosen = {**DEFAULTS, **given}
        if odd := sorted(set(chosen) - set(DEFAULTS)):
            raise UsageError(f"there is no parameter {odd[0]!r}; there are {', '.join(DEFAULTS)}")
        pairs = dict(word.partition(":")[::2] for word in str(chosen["options"]).split())
        checked = cast(LoadParameters, chosen)  # `load_game` compares types with `DEFAULTS`
        self.setting = EnvSetting.of(name, checked["seats"] or None, pairs)
        self.game, self.seats = self.setting.game, self.setting.seats
        self.chance, self.deals = checked["chance"], checked["deals"]
        if self.chance not in (EXPLICIT, SAMPLED):
            raise UsageError(f"chance is {EXPLICIT} or {SAMPLED}, not {self.chance!r}")
        if self.deals < 1:
            raise UsageError(f"deals is the number of deals to choose among, not {self.deals}")
        self._keys = {
            purpose: seed_key(f"openspiel {purpose}", checked["seed"])
            for purpose in ("deal", "luck", "guess")
        }
        self._guesses = 0
        self.low = self.game.observation.low.astype(np.float32)
        high = self.game.observation.high.astype(np.float32)
        self.span = np.maximum(high - self.low, 1)
        self.game.ready(NEEDED)

    def __deepcopy__(self, memo: object) -> GameParameters:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return get_parameters, (self.game.name, self._given)

    @cached_property
    def info(self) -> pyspiel.GameInfo:
        seats = self.seats
        return pyspiel.GameInfo(
            num_distinct_actions=self.game.rules.N_CHOICES,
            max_chance_outcomes=max(self.deals, MOST_OUTCOMES),
            num_players=seats,
            min_utility=utility(0, seats),
            max_utility=utility(1, seats),
            utility_sum=None if self.game.all_can_lose else 0.0,
            max_game_length=self.game.longest(self.setting.options, seats),
        )

    def deal(self, number: int) -> Position:
        state = memory_of(self.game.blank()[0])
        key = np.uint64(stream(self._keys["deal"], np.uint64(number)))
        events = event_buffer(self.game.rules.MAX_EVENTS)
        self.game.native.rules.start(self.setting.facts, state, self.seats, key, events)
        dealt = Position(self.game, self.setting.options, self.setting.facts, state)
        dealt.state.rng = 0  # hides the luck to come
        return dealt

    def step(
        self, position: Position, action: int, digits: tuple[int, ...], moves: int
    ) -> tuple[int, Position | None]:
        """What a step draws next, or where it leads."""
        if self.chance == EXPLICIT:
            after = position.copy()
            _, limits = after.advance_with_digits(action, digits)
            if len(limits) == len(digits):
                return 0, after
            limit = limits[len(digits)]
            if limit > MOST_OUTCOMES:
                raise SpielzugError(f"a draw of {limit}, more than {MOST_OUTCOMES}")
            return limit, None
        after = position.copy()
        if digits:
            number = np.uint64(KEYS * moves + digits[0])
            after.state.rng = stream(self._keys["luck"], number)
        begin = int(after.state.rng)
        after.advance(action)
        if not digits and int(after.state.rng) != begin:
            return KEYS, None
        after.state.rng = 0
        return 0, after

    def next_key(self) -> np.uint64:
        """The key of the next guess."""
        self._guesses += 1
        return np.uint64(stream(self._keys["guess"], np.uint64(self._guesses)))


@cache
def get_parameters(name: str, given: tuple[tuple[str, int | str], ...]) -> GameParameters:
    """Games with equal parameters share one object."""
    return GameParameters(name, dict(given))


class SpielzugGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its parameters; each game has a subclass."""

    name: str
    kind: pyspiel.GameType

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        self.parameters = get_parameters(self.name, tuple(sorted((params or {}).items())))
        super().__init__(self.kind, self.parameters.info, dict(params or {}))

    def new_initial_state(self) -> SpielzugState:
        return SpielzugState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> Observer:
        if params:
            raise UsageError(f"observers take no parameters, not {params!r}")
        return Observer(self.parameters, iig_obs_type)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and for each decision no more draws than a tape can hold."""
        return 1 + int(self.max_game_length()) * TAPE_LENGTH


def kind_of(game: Game) -> pyspiel.GameType:
    made = pyspiel.GameType
    return made(
        short_name=f"spielzug_{game.name}",
        long_name=game.title["en"],
        dynamics=made.Dynamics.SEQUENTIAL,
        chance_mode=made.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            made.Information.IMPERFECT_INFORMATION
            if game.secrets
            else made.Information.PERFECT_INFORMATION
        ),
        utility=made.Utility.GENERAL_SUM if game.all_can_lose else made.Utility.ZERO_SUM,
        reward_model=made.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
    )


def register() -> None:
    """Register all games with OpenSpiel, each with a class of its own."""
    for name in NAMES:
        kind = kind_of(get_game(name))
        title = "".join(word.title() for word in name.split("_"))
        loaded = type(title, (SpielzugGame,), {"name": name, "kind": kind})
        globals()[title] = loaded  # where `pickle` looks for it
        pyspiel.register_game(kind, loaded)


register()
