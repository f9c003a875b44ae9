"""How cards move between hand, piles and supply, and what everybody knows about their places.

A draw pile has no order: its cards are picked at random when drawn. Only cards that somebody put
there lie in order on `top`, each marked with who knows it: everybody (PUBLIC), its owner (PRIVATE),
or a GROUP whose cards everybody saw but whose order only the owner knows (T14, Information
Central). Once part of a group is drawn, the rest is SPLIT: `loose` counts the whole group, and
everybody knows only that it is partly in the hand and partly on the pile. Finer knowledge is
dropped, so that no secret can be inferred from what is kept here.
"""

from __future__ import annotations

from spielzug.core.declaration import Integers
from spielzug.core.event_buffer import emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import rule
from spielzug.core.record_types import Actions, Noted, Number
from spielzug.core.rng import below
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, Facts
from spielzug.games.trains.facts.sets import WA
from spielzug.games.trains.state import State

# -- public knowledge ----------------------------------------------------------------------------


@rule
def hide_split_group(state: State, seat: Number) -> None:
    """Mark the split group as private: only the owner can still tell where its cards are."""
    for slot in range(SLOTS):
        state.loose[seat, slot] = 0
    top = state.top[seat]
    for i in range(state.top_size[seat]):
        if top[i] & s.KNOWN_BY_MASK == s.SPLIT:
            top[i] = (top[i] & s.SLOT) | s.PRIVATE


@rule
def resolve_split_group(state: State, seat: Number) -> None:
    """Make a split group public if it is all in the hand or all of one kind."""
    top = state.top[seat]
    on_top = 0
    for i in range(state.top_size[seat]):
        on_top += top[i] & s.KNOWN_BY_MASK == s.SPLIT
    kinds = 0
    for slot in range(SLOTS):
        kinds += state.loose[seat, slot] > 0
    if on_top > 0 and kinds > 1:
        return
    for i in range(state.top_size[seat]):
        if top[i] & s.KNOWN_BY_MASK == s.SPLIT:
            top[i] = (top[i] & s.SLOT) | s.PUBLIC
            state.loose[seat, top[i]] -= 1
    for slot in range(SLOTS):
        state.known[seat, slot] += state.loose[seat, slot]
        state.loose[seat, slot] = 0


@rule
def split_group(state: State, seat: Number, drawn: int) -> None:
    """Mark a group as split after its topmost card went into the hand."""
    hide_split_group(state, seat)  # only one group can be split at a time
    state.loose[seat, drawn] += 1
    top = state.top[seat]
    i = state.top_size[seat] - 1
    while i >= 0:
        card = top[i]
        state.loose[seat, card & s.SLOT] += 1
        top[i] = (card & s.SLOT) | s.SPLIT
        if card & s.LAST:
            break
        i -= 1
    resolve_split_group(state, seat)


@rule
def update_shown_group(state: State, seat: Number) -> None:
    """After the topmost card of a group was shown: a rest of one kind becomes public."""
    top = state.top[seat]
    high = state.top_size[seat] - 1
    low = high
    same = True
    while low >= 0:
        same = same and top[low] & s.SLOT == top[high] & s.SLOT
        if top[low] & s.LAST:
            break
        low -= 1
    if same:
        for i in range(max(low, 0), high + 1):
            top[i] = (top[i] & s.SLOT) | s.PUBLIC


@rule
def leave_hand(state: State, seat: Number, slot: int) -> None:
    """A card leaves the hand publicly; a known one of its kind if there is one."""
    state.hand[seat, slot] -= 1
    state.hand_size[seat] -= 1
    if state.known[seat, slot] > 0:
        state.known[seat, slot] -= 1
    elif state.loose[seat, slot] > 0:
        hide_split_group(state, seat)


@rule
def show(state: State, seat: Number, slot: int) -> None:
    """Show a card that stays in the hand."""
    if state.known[seat, slot] == 0:
        if state.loose[seat, slot] > 0:
            hide_split_group(state, seat)
        state.known[seat, slot] = 1


@rule
def add_to_hand(state: State, seat: Number, slot: int) -> None:
    """Add a card to a hand publicly."""
    state.hand[seat, slot] += 1
    state.hand_size[seat] += 1
    state.known[seat, slot] += 1


# -- the draw pile -------------------------------------------------------------------------------


@rule
def forget_lowest(state: State, seat: Number) -> None:
    """Make room in `top`: the lowest known card joins the pile below."""
    top = state.top[seat]
    size = state.top_size[seat]
    if top[0] & s.KNOWN_BY_MASK == s.SPLIT:
        hide_split_group(state, seat)
    elif top[0] & s.KNOWN_BY_MASK == s.GROUP:  # the rest of its group above it becomes private
        i = 1
        while i < size and top[i] & s.KNOWN_BY_MASK == s.GROUP and top[i] & s.LAST == 0:
            top[i] = (top[i] & s.SLOT) | s.PRIVATE
            i += 1
    state.draw[seat, top[0] & s.SLOT] += 1
    state.draw_size[seat] += 1
    for i in range(1, size):
        top[i - 1] = top[i]
    top[size - 1] = 0
    state.top_size[seat] -= 1


@rule
def put_on_top(state: State, seat: Number, card: Number) -> None:
    """Put a card on the pile; `card` is a slot with the mark of who knows it."""
    if state.top_size[seat] == s.MAX_TOP:
        forget_lowest(state, seat)
    state.top[seat, state.top_size[seat]] = card
    state.top_size[seat] += 1


@rule
def take_top(state: State, seat: Number) -> int:
    """Take the topmost known card, with its mark."""
    state.top_size[seat] -= 1
    card = state.top[seat, state.top_size[seat]]
    state.top[seat, state.top_size[seat]] = 0
    return card


@rule
def take_random(state: State, seat: Number) -> int:
    """Take a random card from the unordered part of the pile; returns its slot."""
    chosen = below(state, state.draw_size[seat])
    draw = state.draw[seat]
    slot = 0
    while chosen >= draw[slot]:
        chosen -= draw[slot]
        slot += 1
    draw[slot] -= 1
    state.draw_size[seat] -= 1
    return slot


@rule
def can_draw(state: State, seat: Number) -> bool:
    """Whether a card can be drawn, from the draw pile or after a shuffle (T8)."""
    if state.top_size[seat] > 0 or state.draw_size[seat] > 0:
        return True
    size = 0
    for slot in range(SLOTS):
        size += state.discard[seat, slot]
    return size > 0


@rule
def reshuffle(state: State, seat: Number, events: Noted) -> None:  # T8
    size = 0
    for slot in range(SLOTS):
        count = state.discard[seat, slot]
        state.draw[seat, slot] = count
        state.discard[seat, slot] = 0
        size += count
        # The pile was empty, so everybody can tell which cards are in the hand.
        state.known[seat, slot] = state.hand[seat, slot]
    state.draw_size[seat] = size
    emit(events, s.RESHUFFLED, seat, size, 0, EVERYONE)


@rule
def prepare_draw(state: State, seat: Number, events: Noted) -> bool:
    """Shuffle the discards if the draw pile is empty; False if there is no card at all."""
    if state.top_size[seat] > 0 or state.draw_size[seat] > 0:
        return True
    if not can_draw(state, seat):
        return False
    reshuffle(state, seat, events)
    return True


@rule
def draw_card(state: State, seat: Number, event: int, events: Noted) -> bool:
    """Draw a card into the hand; False if there is none, which is allowed (T5)."""
    if not prepare_draw(state, seat, events):
        return False
    if state.top_size[seat] > 0:
        card = take_top(state, seat)
        slot = card & s.SLOT
        how = card & s.KNOWN_BY_MASK
        if how == s.PUBLIC:
            add_to_hand(state, seat, slot)
            emit(events, event, seat, state.kind[slot], 1, EVERYONE)
            return True
        state.hand[seat, slot] += 1
        state.hand_size[seat] += 1
        if how == s.GROUP:
            split_group(state, seat, slot)
        elif how == s.SPLIT:
            resolve_split_group(state, seat)
        emit(events, event, seat, state.kind[slot], 1, 1 << seat)
        return True
    slot = take_random(state, seat)
    state.hand[seat, slot] += 1
    state.hand_size[seat] += 1
    emit(events, event, seat, state.kind[slot], 0, 1 << seat)
    return True


@rule
def draw_cards(state: State, seat: Number, count: int, events: Noted) -> None:
    for _ in range(count):
        if not draw_card(state, seat, s.DREW, events):
            return


@rule
def uncover_top(state: State, seat: Number) -> int:
    """Take the topmost known card off the pile publicly; returns its slot."""
    card = take_top(state, seat)
    slot = card & s.SLOT
    how = card & s.KNOWN_BY_MASK
    if how == s.GROUP:
        update_shown_group(state, seat)
    elif how == s.SPLIT:
        state.loose[seat, slot] -= 1
        resolve_split_group(state, seat)
    return slot


@rule
def reveal_card(state: State, seat: Number, events: Noted) -> int:
    """Take the top card of the draw pile and show it to all; NOTHING if there is none."""
    if not prepare_draw(state, seat, events):
        return s.NOTHING
    if state.top_size[seat] > 0:
        slot = uncover_top(state, seat)
        emit(events, s.REVEALED, seat, state.kind[slot], 1, EVERYONE)
        return slot
    slot = take_random(state, seat)
    emit(events, s.REVEALED, seat, state.kind[slot], 0, EVERYONE)
    return slot


# -- Waste ---------------------------------------------------------------------------------------


@rule
def gain_waste(state: State, cause: int, events: Noted) -> None:
    """Set one Waste aside, unless Dump Site prevents it or the pile is empty (T5)."""
    if state.effects & s.DUMPING or state.supply[WA] == 0:
        emit(events, s.NO_WASTE, state.turn, 1, cause, EVERYONE)
        return
    state.supply[WA] -= 1
    state.aside[WA] += 1
    emit(events, s.WASTED, state.turn, 1, cause, EVERYONE)


@rule
def return_waste(state: State, count: int, events: Noted) -> None:
    """Return Waste from the hand to its pile."""
    for _ in range(count):
        leave_hand(state, state.turn, WA)
        state.supply[WA] += 1
    emit(events, s.RETURNED, state.turn, count, 0, EVERYONE)


@rule
def slot_of(state: State, kind: Number) -> int:
    """The slot of a kind; SLOTS if the kind is not in this game."""
    for slot in range(SLOTS):
        if state.kind[slot] == kind:
            return slot
    return SLOTS


@rule
def earn(state: State, amount: int, kind: int, events: Noted) -> None:
    """Add money beyond what is printed on a played card."""
    if amount > 0:
        state.money += amount
        emit(events, s.MONEY, state.turn, amount, kind, EVERYONE)


@rule
def discard_from_hand(state: State, slot: int, events: Noted) -> None:
    leave_hand(state, state.turn, slot)
    state.discard[state.turn, slot] += 1
    emit(events, s.DISCARDED, state.turn, state.kind[slot], 1, EVERYONE)


@rule
def each_in_hand(state: State, first: int, out: Actions) -> int:
    """Write an action for every kind in hand, ascending."""
    hand = state.hand[state.turn]
    n = 0
    for slot in range(SLOTS):
        out[n] = first + state.kind[slot]
        n += hand[slot] > 0
    return n


@rule
def each_train(facts: Facts, state: State, cards: Integers, first: int, out: Actions) -> int:
    """Write an action for every kind of Train among the cards, ascending."""
    n = 0
    for slot in range(SLOTS):
        kind = state.kind[slot]
        if cards[slot] > 0 and facts.train[kind]:
            out[n] = first + kind
            n += 1
    return n


@rule
def has_train(facts: Facts, state: State, cards: Integers) -> bool:
    for slot in range(SLOTS):
        if cards[slot] > 0 and facts.train[state.kind[slot]]:
            return True
    return False
