"""The rules that a small game leaves out, made from its declaration.

A small game writes `start`, `legal`, `step` and `result` as rules in its module `rules`, and any of
the others that `core.game.Rules` names. The rest is made here: copies of the templates below, which
call the game's own rules, and rules that go through its fields, whose source is written for it.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from textwrap import indent
from typing import TYPE_CHECKING, Any

import numpy as np

from spielzug.core.declaration import ALWAYS, NEVER, OWNER, SOMETIMES, Field, fields_of
from spielzug.core.endings import TableEndings
from spielzug.core.entries import ENTRY_NAMES, copy_rule, end_by_table, make_entries, share_win
from spielzug.core.errors import UsageError
from spielzug.core.items import UNKNOWN, Items
from spielzug.core.jit import as_plain, entry, rule, scratch
from spielzug.core.keys import SplitMix64
from spielzug.core.native_records import dtype_of
from spielzug.core.observation import CODE, MOST, Observed, Part, capped, relative_seat, seat_after
from spielzug.core.record_types import (
    Actions,
    Counts,
    Events,
    Facts,
    Key,
    Noted,
    Number,
    Rng,
    Shares,
    State,
    States,
)
from spielzug.core.rng import below

if TYPE_CHECKING:
    from spielzug.core.game import Declaration

REQUIRED = ("start", "legal", "step", "result")
TRIES = 32
"""How often hidden items are dealt anew while the seat could tell the guess from what it sees."""
MAX_KINDS = UNKNOWN + 1

OwnRules = Mapping[str, Callable[..., Any]]


OPTIONAL = (
    "hide", "guess", "audit", "greedy", "observe", "note", "policy", "value", "ordered",
    "nobody_can_win", "exchange",
)  # fmt: skip


def rules_in(module: object) -> OwnRules:
    """The rules that the module of a small game has written."""
    return {name: given for name, given in vars(module).items() if name in REQUIRED + OPTIONAL}


def complete_rules(package: str, declaration: Declaration, own: OwnRules) -> dict[str, object]:
    """All that `core.game.Rules` asks for, from the rules that the game has written."""
    if missing := [name for name in REQUIRED if name not in own]:
        raise UsageError(
            f"the game {package.rpartition('.')[2]!r} has no {missing[0]!r} in its module 'rules': "
            f"a game needs {', '.join(REQUIRED[:-1])} and {REQUIRED[-1]}"
        )
    fields = fields_of(declaration.state)
    actions = declaration.actions
    endings = TableEndings.of(actions, declaration.endings, declaration.events)
    items = [f.items for f in fields if f.items is not None]
    names: dict[str, object] = {
        **{f"own_{name}": function for name, function in own.items()},
        "CHOICES": actions.choices, "ENDINGS": endings,
        "MOST_DECISIONS": declaration.most_decisions,
        "ITEM_CHECKS": len(dict.fromkeys(items)),
        "state_copy": scratch(1, dtype_of(declaration.state)),
        "another_copy": scratch(1, dtype_of(declaration.state)),
        "some_actions": scratch(actions.choices, np.int32),
    }  # fmt: skip
    like = own["step"]
    for name, source in _field_rules(fields).items():
        names[name] = rule(_from_source(name, source, like))
    if "hide" not in own:
        _require_clear_visibility(fields)
        names["own_hide"] = rule(copy_rule(hide_by_declaration, like, names))
    if "guess" not in own:
        _require_guessable(fields)
    names["set_up"] = rule(copy_rule(set_up, like, names))
    names["carry_out"] = rule(copy_rule(carry_out, like, names))
    made: Any = names
    entries = make_entries(made["set_up"], made["carry_out"], endings)
    found: dict[str, Callable[..., Any]] = dict(zip(ENTRY_NAMES, entries, strict=True))
    templates = (legal, result, hide, guess, audit, greedy, observe, note)
    chosen = {template.__name__: template for template in templates}
    if "hide" in own:
        chosen["guess"] = guess_until_alike
    for name, template in chosen.items():
        own_one = own.get(name) if name not in (*REQUIRED, "hide") else None
        found[name] = entry(
            copy_rule(template, like, names) if own_one is None else as_entry(own_one)
        )
    found |= {
        name: entry(as_entry(own[name]))
        for name in ("policy", "value", "ordered", "nobody_can_win")
        if name in own
    }
    return found | {
        "exchange": own.get("exchange", partial(_exchange, fields, found["hide"])),
        "MAX_LEGAL": actions.choices,
        "MAX_EVENTS": declaration.max_events,
        "MAX_NOTES": 1,
        "THINGS": (),
        "CHECKS": [f"every {one.name} is in one place" for one in dict.fromkeys(items)],
        "OBSERVATION": _parts(fields),
    }


def as_entry(function: Callable[..., Any]) -> Callable[..., Any]:
    """A copy of a rule that Python may call."""
    plain: Any = as_plain(function)
    return copy_rule(plain, plain, plain.__globals__)


def _from_source(name: str, source: str, like: Callable[..., Any]) -> Callable[..., Any]:
    """The function with this source, which tracebacks show."""
    game: Any = as_plain(like)
    file = f"<{game.__module__}: {name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {
        "np": np, "below": below, "capped": capped, "seat_after": seat_after,
        "relative_seat": relative_seat, "counts_of_kinds": scratch(MAX_KINDS, np.int64),
        "__name__": game.__module__,
    }  # fmt: skip
    exec(compile(source, file, "exec"), names)
    made: Callable[..., Any] = names[name]
    return made


# -- templates -------------------------------------------------------------------------------------
# The names in capitals, and those that begin with `own_`, are put in by `complete_rules`.

if TYPE_CHECKING:
    CHOICES, ITEM_CHECKS, MOST_DECISIONS = 0, 0, 0
    ENDINGS = TableEndings(*[0] * 8)

    def own_start(facts: Facts, state: State, events: Events) -> None: ...
    def own_step(facts: Facts, state: State, action: Number, events: Noted) -> None: ...
    def own_legal(facts: Facts, state: State, out: Actions) -> int: ...
    def own_result(facts: Facts, state: State, out: Shares) -> None: ...
    def own_hide(facts: Facts, state: State, seat: Number) -> None: ...
    def hide_fields(state: State, seat: Number) -> None: ...
    def deal_hidden(state: State) -> None: ...
    def failed_item_check(state: State) -> int: ...
    def write_fields(state: State, seat: Number, out: Observed) -> None: ...
    def state_copy() -> States: ...
    def another_copy() -> States: ...
    def some_actions() -> Actions: ...


def set_up(facts: Facts, state: State, events: Events) -> None:
    own_start(facts, state, events)


def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None:
    if action < CHOICES:
        own_step(facts, state, action, events)
        state.decisions += 1
        if state.reason == 0 and state.decisions >= MOST_DECISIONS:
            state.reason = ENDINGS.decision_limit
    else:
        state.winner = end_by_table(state, action, ENDINGS, events)
    if state.reason != 0:
        state.turn = -1


def legal(facts: Facts, state: State, out: Actions) -> int:
    if state.reason != 0:
        return 0
    return own_legal(facts, state, out)


def result(facts: Facts, state: State, out: Shares) -> Number:
    if state.reason == ENDINGS.resigned:
        share_win(state, 1 << state.winner, out)
    elif 0 < state.reason < ENDINGS.decision_limit:
        own_result(facts, state, out)
    else:
        share_win(state, 0, out)
    return np.int64(state.reason)


def hide_by_declaration(facts: Facts, state: State, seat: Number) -> None:
    state.rng = np.uint64(0)
    hide_fields(state, seat)


def hide(facts: Facts, state: State, seat: int) -> None:
    own_hide(facts, state, seat)


def guess(facts: Facts, state: State, seat: int, key: Key) -> None:
    state.rng = key
    deal_hidden(state)


def guess_until_alike(facts: Facts, state: State, seat: int, key: Key) -> None:
    """Deals until the game's own `hide` shows the seat the same position again."""
    state.rng = key
    known, tried = state_copy(), another_copy()
    known[0] = state
    for _ in range(TRIES):
        luck = state.rng
        tried[0] = state
        deal_hidden(tried[0])
        after = tried[0].rng
        own_hide(facts, tried[0], seat)
        tried[0].rng = known[0].rng
        if same_records(known, tried):
            state.rng = luck
            break
        state.rng = after
    deal_hidden(state)


@rule
def same_records(a: States, b: States) -> bool:
    """Whether two records, each in an array of one, have the same bytes."""
    x, y = a.view(np.uint64), b.view(np.uint64)
    for k in range(a.itemsize >> 3):
        if x[k] != y[k]:
            return False
    return True


def audit(facts: Facts, before: State, action: int, after: State, counts: Counts) -> int:
    for check in range(ITEM_CHECKS):
        counts[check] += 1
    return failed_item_check(after)


def greedy(facts: Facts, state: State, rng: Rng) -> Number:
    """Any legal action: the playouts of the search are random."""
    actions = some_actions()
    return np.int64(actions[below(rng, own_legal(facts, state, actions))])


def observe(facts: Facts, state: State, seat: int, out: Observed) -> None:
    hidden = state_copy()
    hidden[0] = state
    own_hide(facts, hidden[0], seat)
    write_fields(hidden[0], seat, out)


def note(
    facts: Facts, before: State, action: int, after: State, events: Events, out: Events
) -> int:
    """Nothing that the lab could follow."""
    return 0


# -- rules for the fields of one game --------------------------------------------------------------


def _field_rules(fields: Sequence[Field]) -> dict[str, str]:
    """The source of the rules that go through the fields of a state."""
    return {
        "hide_fields": _hide_fields(fields),
        "deal_hidden": _deal_hidden(fields),
        "failed_item_check": _failed_item_check(fields),
        "write_fields": _write_fields(fields),
    }


def _for_each_cell(field: Field, body: str) -> str:
    """Loops over the cells of a field; `CELL` in the body is the cell, `i` its first index."""
    letters = "ijk"[: len(field.shape)]
    cell = f"state.{field.name}" + (f"[{', '.join(letters)}]" if letters else "")
    source = body.replace("CELL", cell)
    for letter, size in reversed(list(zip(letters, field.shape, strict=True))):
        source = f"for {letter} in range({size}):\n{indent(source, '    ')}"
    return source


def _function(head: str, parts: Sequence[str]) -> str:
    return f"def {head}:\n{indent(''.join(part.rstrip() + chr(10) for part in parts), '    ')}"


def _hide_fields(fields: Sequence[Field]) -> str:
    parts = []
    for field in fields:
        if field.seen == ALWAYS or field.name == "rng":
            continue
        blank = f"CELL = {field.unknown}"
        if field.items is not None:
            blank = f"if CELL != 0:\n    {blank}"
        elif field.by_seat:
            blank = f"if i < state.seats:\n    {blank}"
        if field.seen != NEVER:
            blank = f"if i != seat:\n{indent(blank, '    ')}"
        parts.append(_for_each_cell(field, blank))
    return _function("hide_fields(state, seat)", [*parts, "return"])


def _by_items(fields: Sequence[Field]) -> dict[Items, list[Field]]:
    """The fields in which each kind of items lies."""
    found: dict[Items, list[Field]] = {}
    for field in fields:
        if field.items is not None:
            found.setdefault(field.items, []).append(field)
    return found


def _deal_hidden(fields: Sequence[Field]) -> str:
    """Puts the items that are nowhere to be seen into the hidden cells; each order is as likely."""
    parts = ["left = counts_of_kinds()"]
    for items, places in _by_items(fields).items():
        parts += [f"left[{kind}] = {count}" for kind, count in enumerate(items.copies)]
        parts.append(f"total = {items.count}")
        seen = f"if CELL != 0 and CELL != {UNKNOWN}:\n    left[CELL] -= 1\n    total -= 1"
        parts += [_for_each_cell(field, seen) for field in places]
        fill = (
            f"if CELL == {UNKNOWN}:\n"
            "    kind = 1\n"
            "    if total > 0:\n"
            "        chosen = below(state, total)\n"
            f"        while kind < {items.kinds} and chosen >= left[kind]:\n"
            "            chosen -= left[kind]\n"
            "            kind += 1\n"
            "    left[kind] -= 1\n"
            "    total -= 1\n"
            "    CELL = kind"
        )
        parts += [_for_each_cell(field, fill) for field in places if field.seen != ALWAYS]
    return _function("deal_hidden(state)", [*parts, "return"])


def _failed_item_check(fields: Sequence[Field]) -> str:
    """Finds the first kind of items of which there are more or fewer than declared."""
    parts = ["left = counts_of_kinds()"]
    for number, (items, places) in enumerate(_by_items(fields).items(), start=1):
        parts.append(f"for kind in range({MAX_KINDS}):\n    left[kind] = 0")
        count = f"if CELL < 0 or CELL > {items.kinds}:\n    return {number}\nleft[CELL] += 1"
        parts += [_for_each_cell(field, count) for field in places]
        wrong = [f"left[{kind}] != {count}" for kind, count in enumerate(items.copies) if kind]
        parts.append("\n".join(f"if {one}:\n    return {number}" for one in wrong))
    return _function("failed_item_check(state)", [*parts, "return 0"])


SEAT_FIELDS = ("turn", "winner")
"""The fields of every small game that hold a seat, which an observation counts from its own."""


def _observed(fields: Sequence[Field]) -> list[Field]:
    return [field for field in fields if field.name != "rng"]


def _parts(fields: Sequence[Field]) -> list[Part]:
    """The parts of the observation: the fields of the hidden position."""
    parts = []
    for field in _observed(fields):
        if field.name in SEAT_FIELDS:
            parts.append(Part.of_seat(field, "a seat, counted from the observing one"))
        else:
            kind = CODE if field.items is not None else "count"
            low, most = max(_least(field), -MOST), (field.within or field.limits)[1]
            about = "by seat, from the observing one" if field.by_seat else "as declared"
            parts.append(Part(field.name, field.shape, low, min(most, MOST), about, kind))
    return parts


def _least(field: Field) -> int:
    """The lowest value in an observation: in a hidden field, that of what the seat cannot see."""
    return (field.within or field.limits)[0] - (field.seen != ALWAYS)


def _write_fields(fields: Sequence[Field]) -> str:
    """Writes the hidden position; seats come in the order of the table from the observing one."""
    parts = ["at = 0"]
    for field in _observed(fields):
        if field.name in SEAT_FIELDS:
            value = f"relative_seat(seat, state.{field.name}, state.seats)"
        else:
            value = "CELL" if field.items is not None else "capped(CELL)"
            if field.seen != ALWAYS:
                value = f"{_least(field)} if CELL == {field.unknown} else {value}"
        if field.by_seat:  # `i` is then the distance from the observing seat
            value = value.replace("CELL", "OTHERS")
            index = ", ".join(["seat_after(seat, i, state.seats)", *"jk"[: len(field.shape) - 1]])
            value = value.replace("OTHERS", f"state.{field.name}[{index}]")
        parts.append(_for_each_cell(field, f"out[at] = {value}\nat += 1"))
    return _function("write_fields(state, seat, out)", [*parts, "return"])


def _exchange(
    fields: Sequence[Field],
    hide: Callable[..., Any],
    facts: Facts,
    state: State,
    seat: int,
    key: Key,
) -> None:
    """Swaps two different items that the seat does not know, for the secrecy check.

    What is hidden of a field that is seen sometimes, only the game's own `hide` knows. There, items
    are swapped only if the position looks the same to the seat afterwards.
    """

    def look() -> State:
        copy: State = state.copy()
        hide(facts, copy, seat)
        copy.rng = 0
        return copy

    rng = SplitMix64(int(key))
    state.rng = key
    seen = look() if any(f.seen == SOMETIMES for f in fields) else None
    for places in _by_items(fields).values():
        hidden = [
            (f, at)
            for f in places
            for at in np.ndindex(f.shape)
            if state[f.name][at] and _is_hidden(f, at, seat, seen)
        ]
        if len(hidden) < 2:
            continue
        (one, here) = hidden.pop(rng.below(len(hidden)))
        (other, there) = hidden[rng.below(len(hidden))]
        values = int(state[one.name][here]), int(state[other.name][there])
        state[other.name][there], state[one.name][here] = values
        unsure = SOMETIMES in (one.seen, other.seen)
        if unsure and seen is not None and look().tobytes() != seen.tobytes():
            state[one.name][here], state[other.name][there] = values


def _is_hidden(field: Field, at: tuple[int, ...], seat: int, seen: State | None) -> bool:
    if field.seen == SOMETIMES:
        return seen is not None and bool(seen[field.name][at] == UNKNOWN)
    return field.seen == NEVER or (field.seen == OWNER and at[0] != seat)


def _require_clear_visibility(fields: Sequence[Field]) -> None:
    if unclear := [field.name for field in fields if field.seen == SOMETIMES]:
        raise UsageError(
            f"the field {unclear[0]!r} is seen sometimes, so the game has to say when: write "
            "`hide(facts, state, seat)` in its module 'rules', or declare who sees the field"
        )


def _require_guessable(fields: Sequence[Field]) -> None:
    hidden = [f.name for f in fields if f.seen != ALWAYS and f.items is None and f.name != "rng"]
    if hidden:
        raise UsageError(
            f"the field {hidden[0]!r} is hidden but holds no items, so nothing says what it may "
            "be: write `guess(facts, state, seat, key)` in the module 'rules', or declare `items`"
        )
