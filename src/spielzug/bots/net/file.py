"""Net files: tensors and a card in the safetensors format.

The card says what the net is for, how it was trained and how strong it is. Everything in a file is
checked when it is read, so a `Loaded` net can be evaluated without overflow.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from safetensors import SafetensorError, deserialize
from safetensors.numpy import save as to_bytes

from spielzug.bots.net.encoding import Encoding
from spielzug.bots.net.inference import MAX_ACTIVATION, MIDDLE, SHIFT, Layer, Net
from spielzug.core.errors import DataError
from spielzug.core.game import Game
from spielzug.core.sets.source import quoted

FORMAT = 1
"""The version of the file format: which tensors there are, and what is done with them."""


def printable(text: str) -> str:
    """Reject control characters: cards are printed in terminals."""
    if not all(line.isprintable() for line in text.split("\n")):
        raise ValueError("only characters that can be printed are allowed")
    return text


def one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("a single line is expected")
    return printable(text)


Word = Annotated[str, Field(max_length=100), AfterValidator(one_line)]
Text = Annotated[str, Field(max_length=4000), AfterValidator(printable)]
Chance = Annotated[float, Field(ge=0, le=1)]


class CardEntries(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class SetName(CardEntries):
    """The set of cards or boards it was trained with; both empty in a game without sets."""

    name: Word
    digest: Word


class TrainingInfo(CardEntries):
    """How the net was trained."""

    command: Text
    device: Word
    minutes: float = Field(ge=0)
    seed: Word
    decisions: int = Field(ge=0)
    games: int = Field(ge=0)
    versions: dict[Word, Word]
    """Of spielzug and of the libraries."""
    date: Word
    settings: dict[Word, object] = {}
    """Further settings of the training run."""


class Strength(CardEntries):
    """A result against one opponent."""

    against: Word
    games: int = Field(ge=1)
    rate: Chance
    """Its share of the wins."""
    low: Chance
    high: Chance
    """The 95 % interval of the true share."""
    luck_off: bool
    """Whether luck was removed from the rate, see `lab.measure.columns.without_luck`."""
    seats: int = Field(ge=2)


class NetCard(CardEntries):
    format: int
    game: Word
    rules_version: int
    set: SetName
    observation: Word
    """The version of the observation, `Encoding.digest`."""
    sizes: tuple[int, int, int]
    """The widths of the layers."""
    made: TrainingInfo
    seats: tuple[int, ...] = Field(min_length=1)
    """The numbers of seats it can play with."""
    options: dict[Word, int | Word] = {}
    """Options that were not at their defaults during training."""
    settings: tuple[Word, ...] = Field(("",), min_length=1, max_length=64)
    """The options it was trained with, see `fit.setting_of`; each has a row of the table after
    those of the observation."""
    strength: tuple[Strength, ...] = ()
    notes: Text = ""


Tensors = Mapping[str, NDArray[np.int8 | np.int32]]

MOST_BYTES = 32 << 20
"""The largest file that is read; shipped nets are far smaller."""
MULTIPLE, MOST_WIDE = 16, 4096
"""The width of a layer is a multiple of the first and at most the second."""
LIMIT = 2**31 - 1
KINDS: dict[str, np.dtype[np.int8 | np.int32]] = {"I8": np.dtype("<i1"), "I32": np.dtype("<i4")}
CARD = "card"


class StoredTensor(TypedDict):
    """A tensor as safetensors reads it."""

    dtype: str
    shape: list[int]
    data: bytes


@dataclass(frozen=True, eq=False)
class Loaded:
    """A checked net, ready to be evaluated, and its origin."""

    card: NetCard
    nets: tuple[Net, ...]
    """One for each setting of the card; they differ only in `bias`."""
    digest: str
    """Of the whole file."""
    source: str
    """The file's name, for messages."""

    @property
    def net(self) -> Net:
        """The net for the first setting."""
        return self.nets[0]


def shapes(
    game: Game, sizes: tuple[int, int, int], settings: int = 1
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The dtype and shape of each tensor of a net for this game."""
    first, second, third = sizes
    choices, seats = game.declaration.actions.choices, game.seats[-1] + 1
    return {
        "table": ("I8", (Encoding.of(game).rows + settings, first)),
        "bias1": ("I32", (first,)),
        "mult1": ("I32", (first,)),
        "weight2": ("I8", (second, first)),
        "bias2": ("I32", (second,)),
        "mult2": ("I32", (second,)),
        "weight3": ("I8", (third, second)),
        "bias3": ("I32", (third,)),
        "mult3": ("I32", (third,)),
        "policy": ("I8", (choices, third)),
        "policy_bias": ("I32", (choices,)),
        "policy_mult": ("I32", (1,)),
        "value": ("I8", (seats, third)),
        "value_bias": ("I32", (seats,)),
        "value_mult": ("I32", (1,)),
    }


# -- writing -------------------------------------------------------------------------------------


def save(path: Path, tensors: Tensors, card: NetCard, game: Game) -> Loaded:
    """Write a net atomically; returns it as it will be read."""
    given = {name: np.ascontiguousarray(array) for name, array in tensors.items()}
    data = to_bytes(given, {CARD: card.model_dump_json()})
    made = parse(data, game, path.name)  # checked first: an invalid file is never written
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return made


# -- reading -------------------------------------------------------------------------------------


def load(path: Path, game: Game) -> Loaded:
    """The net in a file, for this game. Raises `DataError` with the reason."""
    return parse(read_bytes(path), game, path.name)


def read_card(path: Path) -> NetCard:
    """The card of a file, for any game."""
    data = read_bytes(path)
    _tensors(data, path.name)
    return _card(data, path.name)


def read_bytes(path: Path) -> bytes:
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise DataError(f"{path}: this is a folder; name the file of a net (.safetensors)")
        if not stat.S_ISREG(found.st_mode):
            raise DataError(f"{path}: this is not a regular file")
        if found.st_size > MOST_BYTES:
            raise _size_error(path)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(f"{path}: cannot be read: {why}") from None
    if len(data) > MOST_BYTES:  # it has grown since `stat`
        raise _size_error(path)
    return data


def _size_error(path: Path) -> DataError:
    return DataError(f"{path}: larger than {MOST_BYTES >> 20} MB: too large for a net")


def parse(data: bytes, game: Game, source: str) -> Loaded:
    """The net in a file's bytes; `source` names the file in error messages."""
    found = _tensors(data, source)
    card = _card(data, source)
    if card.game != game.name:
        raise DataError(f"{source}: a net for {quoted(card.game)}, not for {game.name!r}")
    encoding = Encoding.of(game)
    if card.observation != encoding.digest:
        raise DataError(
            f"{source}: made for version {card.observation} of the observation of {game.name}; "
            f"this Spielzug has version {encoding.digest}. Train a new net for it"
        )
    if "seats" not in game.observation.parts:
        raise DataError(f"{source}: no net for {game.name}: its observation tells no seats")
    wanted = shapes(game, card.sizes, len(card.settings))
    if odd := sorted(found.keys() ^ wanted.keys()):
        what = "missing" if odd[0] in wanted else "not known"
        raise DataError(
            f"{source}: the tensor {quoted(odd[0])} is {what}; a net has {list(wanted)}"
        )
    tensors: dict[str, NDArray[np.int8 | np.int32]] = {}
    for name, (kind, shape) in wanted.items():
        has = found[name]
        if (has["dtype"], tuple(has["shape"])) != (kind, shape):
            raise DataError(
                f"{source}: the tensor {name!r} is {has['dtype']}{has['shape']}; "
                f"{kind}{list(shape)} is expected"
            )
        tensors[name] = np.frombuffer(has["data"], KINDS[kind]).reshape(shape)
    _check_overflow(tensors, encoding.most + 1, source)
    digest = hashlib.sha256(data).hexdigest()[:12]
    return Loaded(card, build_nets(tensors, game), digest, source)


def _tensors(data: bytes, source: str) -> dict[str, StoredTensor]:
    """The tensors of a file by name."""
    try:
        return dict(deserialize(data))  # type: ignore[no-untyped-call]
    except (SafetensorError, ValueError, OverflowError) as error:
        raise DataError(
            f"{source}: this is not a complete safetensors file, or it is damaged ({error})"
        ) from None


def _card(data: bytes, source: str) -> NetCard:
    """The card in a file's header: the library reads metadata only from a path, not from bytes."""
    size = int.from_bytes(data[:8], "little")
    try:
        text = json.loads(data[8 : 8 + size])["__metadata__"][CARD]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DataError(
            f"{source}: a safetensors file without a card: not a Spielzug net"
        ) from None
    try:
        card = NetCard.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = quoted(".".join(map(str, first["loc"]))) if first["loc"] else "its beginning"
        raise DataError(f"{source}: the card is wrong at {where}: {first['msg']}") from None
    if card.format != FORMAT:
        raise DataError(
            f"{source}: a net of format {card.format}; this Spielzug reads format {FORMAT}"
        )
    for size in card.sizes:
        if size % MULTIPLE or not 0 < size <= MOST_WIDE:
            raise DataError(
                f"{source}: a layer of {size}; the sizes are multiples of {MULTIPLE}, "
                f"at most {MOST_WIDE}"
            )
    return card


def _check_overflow(tensors: Tensors, most: int, source: str) -> None:
    """Raise `DataError` if a 32-bit sum could overflow in some position."""
    worst = {
        "bias1": np.abs(tensors["bias1"].astype(np.int64)) + most * MIDDLE,
        **{
            bias: np.abs(tensors[bias].astype(np.int64))
            + (MAX_ACTIVATION + MIDDLE) * np.abs(tensors[name].astype(np.int64)).sum(1)
            for name, bias in _BIASES.items()
        },
    }
    for name, sums in worst.items():
        if sums.max() > LIMIT:
            raise DataError(f"{source}: numbers in {name!r} are too large: a sum could overflow")
    for name in ("policy", "value"):
        factor = abs(int(tensors[f"{name}_mult"][0]))
        if int(worst[f"{name}_bias"].max()) * factor >> SHIFT >= LIMIT // 2:
            raise DataError(
                f"{source}: the number in '{name}_mult' is too large: an answer could overflow"
            )


_BIASES = {
    "weight2": "bias2", "weight3": "bias3", "policy": "policy_bias", "value": "value_bias",
}  # fmt: skip


def build_nets(tensors: Tensors, game: Game) -> tuple[Net, ...]:
    """The tensors of a file as `inference.ask` needs them, one net for each setting.

    A setting's row is part of every position's sum, so it is added to the bias once.
    """

    def layer(name: str, bias: str, multiplier: str) -> Layer:
        weights = tensors[name]
        taken = MIDDLE * weights.astype(np.int64).sum(1)
        return Layer(
            np.array(weights, np.int8),
            (tensors[bias] + taken).astype(np.int32),
            np.array(tensors[multiplier], np.int32),
        )

    rows = Encoding.of(game).rows
    table, settings = tensors["table"][:rows], tensors["table"][rows:]
    first = Net(
        plan=Encoding.of(game).plan,
        seats_at=np.array([game.observation.starts["seats"]], np.int64),
        table=np.concatenate([table, np.zeros((1, table.shape[1]), np.int8)]).astype(np.int8),
        bias=np.array(tensors["bias1"], np.int32),
        multiplier=np.array(tensors["mult1"], np.int32),
        second=layer("weight2", "bias2", "mult2"),
        third=layer("weight3", "bias3", "mult3"),
        policy=layer("policy", "policy_bias", "policy_mult"),
        value=layer("value", "value_bias", "value_mult"),
    )
    return tuple(first._replace(bias=(first.bias + row).astype(np.int32)) for row in settings)
