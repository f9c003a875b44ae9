"""The cards of the "Trains" reference: one small function per card with an ability (T14).

An ability that asks something is a generator: it yields a question (the phase and the choices) and
gets the choice back. ``needs`` says when an ability can be used at all (T5: every part of it, or
nothing); it is asked when the card lies in the play area and has given its money.
"""

from collections.abc import Callable, Generator

from reference.trains_facts import CARDS
from reference.trains_table import WASTE, ReferenceTable, is_a, kinds_in, take_from, trains_in

Question = tuple[str, set[str]]
Asking = Generator[Question, str, None]
Ability = Callable[[ReferenceTable], Asking | None]
Need = Callable[[ReferenceTable], bool]

ABILITIES: dict[str, Ability] = {}
NEEDS: dict[str, Need] = {}


def always(table: ReferenceTable) -> bool:
    return True


def card(code: str, needs: Need = always) -> Callable[[Ability], Ability]:
    def enter(ability: Ability) -> Ability:
        ABILITIES[code] = ability
        NEEDS[code] = needs
        return ability

    return enter


def named(sign: str, things: list[str]) -> set[str]:
    return {sign + thing for thing in things}


# -------------------------------------------------------------------- rails and stations


def a_rail(waiver: str = "") -> Need:
    """T10, T12: a space that can be paid, the card's own waiver counted, and a cube for it."""
    return lambda table: bool(table.rail_spaces(waiver))


def waste_waiver_rail(table: ReferenceTable, waiver: str = "") -> Asking:
    """T12: Waste, the waiver for the turn, then the rail, which profits from the waiver."""
    table.gain_waste()
    if waiver:
        table.put_in_force(waiver)
    answer = yield "rail", named("=", table.rail_spaces())
    table.lay_rail(answer[1:])


@card("LR", needs=a_rail())
def lay_rails(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table)


@card("CO", needs=a_rail("collaboration"))
def collaboration(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table, "collaboration")


@card("SB", needs=a_rail("steel_bridge"))
def steel_bridge(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table, "steel_bridge")


@card("TU", needs=a_rail("tunnel"))
def tunnel(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table, "tunnel")


@card("VI", needs=a_rail("viaduct"))
def viaduct(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table, "viaduct")


@card("SU", needs=a_rail("subway_excavation"))
def subway_excavation(table: ReferenceTable) -> Asking:
    return waste_waiver_rail(table, "subway_excavation")


@card("SE", needs=lambda table: bool(table.station_spaces()))
def station_expansion(table: ReferenceTable) -> Asking:
    """T13: the Waste first, then the token."""
    table.gain_waste()
    answer = yield "station", named("^", table.station_spaces())
    table.stations[answer[1:]] += 1


# -------------------------------------------------------------------- trains with an action


@card("BT", needs=lambda table: table.play_area["NT"] > 0)
def bullet_train(table: ReferenceTable) -> None:
    """One more money, however many Normal Trains are in play."""
    table.money += 1


@card("ET")
def early_train(table: ReferenceTable) -> None:
    """Bought cards may go on the draw pile; see the buying in the turn."""
    table.put_in_force("early_train")


@card("FT")
def freight_train(table: ReferenceTable) -> Asking:
    """Any number of Waste back to its pile, one money each."""
    answer = yield "freight", {f"#{number}" for number in range(table.hand[WASTE] + 1)}
    table.return_waste(int(answer[1:]))
    table.money += int(answer[1:])


@card("MT")
def mail_train(table: ReferenceTable) -> Asking:
    """Any cards to the discard pile, one money each."""
    while table.hand.total():
        answer = yield "mail", named("-", kinds_in(table.hand)) | {"/"}
        if answer == "/":
            return
        table.discard(answer[1:])
        table.money += 1


@card("TT")
def tourist_train(table: ReferenceTable) -> None:
    table.track[table.actor] += 1


# -------------------------------------------------------------------- actions: money and Waste


@card("AM", needs=lambda table: bool(trains_in(table.play_area)))
def amusement_park(table: ReferenceTable) -> Asking:
    """The printed money of a Train in play once more."""
    answer = yield "park", named("&", trains_in(table.play_area))
    table.money += CARDS[answer[1:]].money


@card("DS")
def dump_site(table: ReferenceTable) -> None:
    table.put_in_force("dump_site")


@card("HT")
def holiday_timetable(table: ReferenceTable) -> None:
    """Trash this card (the Office, if that copies it) for three money."""
    take_from(table.play_area, table.played)
    table.box[table.played] += 1
    table.money += 3


@card("IW")
def ironworks(table: ReferenceTable) -> None:
    table.put_in_force("ironworks")


@card("LF")
def landfill(table: ReferenceTable) -> None:
    """All Waste in hand goes back; without any it does nothing (T5)."""
    table.return_waste(table.hand[WASTE])


@card("SC")
def station_crew(table: ReferenceTable) -> Asking:
    """Exactly one of three."""
    waste = {":waste"} if table.hand[WASTE] else set()
    answer = yield "crew", {":draw", ":money"} | waste
    if answer == ":draw":
        table.draw(1)
    elif answer == ":money":
        table.money += 1
    else:
        table.return_waste(1)


# -------------------------------------------------------------------- actions: drawing and looking


@card("PS")
def passing_station(table: ReferenceTable) -> None:
    table.draw(1)


@card("SA")
def signaling_area(table: ReferenceTable) -> None:
    table.draw(2)


@card("CR")
def control_room(table: ReferenceTable) -> None:
    table.draw(3)


@card("CS")
def conductors_station(table: ReferenceTable) -> Asking:
    """Discard any number, then draw as many; the discards may come back by a shuffle."""
    discarded = 0
    while table.hand.total():
        answer = yield "conductor", named("-", kinds_in(table.hand)) | {"/"}
        if answer == "/":
            break
        table.discard(answer[1:])
        discarded += 1
    table.draw(discarded)


@card("GA", needs=lambda table: table.hand.total() + min(2, table.drawable()) >= 2)
def garage(table: ReferenceTable) -> Asking:
    """Draw two, then discard exactly two."""
    table.draw(2)
    for _ in range(2):
        answer = yield "garage", named("-", kinds_in(table.hand))
        table.discard(answer[1:])


@card("SI")
def signals(table: ReferenceTable) -> Asking:
    """Draw one, look at the next: discard it or put it back."""
    table.draw(1)
    for looked_at in table.reveal(1):  # T5: none, if there is none
        table.look = looked_at
        answer = yield "signals", {"-", "^"}
        table.look = ""
        if answer == "-":
            table.discard_pile[looked_at] += 1
        else:
            table.put_on_top(looked_at)


@card("CC")
def command_central(table: ReferenceTable) -> Asking:
    """Draw one, name a kind of this game, reveal: to hand if it is that, else back on top."""
    table.draw(1)
    if not table.drawable():
        return
    answer = yield "name", named("?", [*table.supply, "NT"])
    for revealed in table.reveal(1):
        if revealed == answer[1:]:
            table.hand[revealed] += 1
        else:
            table.put_on_top(revealed)


@card("IC")
def information_central(table: ReferenceTable) -> Asking:
    """Reveal four, take one or none, put the rest back in any order.

    An order is chosen only where it makes a difference: not among equal cards.
    """
    table.row = table.reveal(4)
    if table.row:
        answer = yield "reveal", named(">", table.row) | {"/"}
        if answer != "/":
            table.row.remove(answer[1:])
            table.hand[answer[1:]] += 1
    table.arranged = False
    while len(set(table.row)) > 1:
        answer = yield "order", {f"^{place}" for place in range(1, len(table.row) + 1)}
        table.put_on_top(table.row.pop(int(answer[1:]) - 1))
    while table.row:
        table.put_on_top(table.row.pop())


@card("TI")
def temporary_timetable(table: ReferenceTable) -> None:
    """Reveal until there are two Trains, these to hand; only then the others are discarded."""
    trains: list[str] = []
    others: list[str] = []
    while len(trains) < 2 and (revealed := table.next_card()) is not None:
        (trains if is_a("train", revealed) else others).append(revealed)
    table.hand.update(trains)
    table.discard_pile.update(others)


# -------------------------------------------------------------------- actions: Trains moved about


@card("SW", needs=lambda table: bool(trains_in(table.play_area)))
def switchback(table: ReferenceTable) -> Asking:
    """A Train in play goes on the draw pile; what it gave stays."""
    answer = yield "switch", named("&", trains_in(table.play_area))
    take_from(table.play_area, answer[1:])
    table.put_on_top(answer[1:])


@card("PU", needs=lambda table: bool(trains_in(table.discard_pile)))
def pulling(table: ReferenceTable) -> Asking:
    """A Train from the discard pile to hand."""
    answer = yield "pull", named("&", trains_in(table.discard_pile))
    take_from(table.discard_pile, answer[1:])
    table.hand[answer[1:]] += 1


@card("MF", needs=lambda table: bool(trains_in(table.hand)))
def maintenance_factory(table: ReferenceTable) -> Asking:
    """Show a Train in hand, gain one like it; T5: nothing, if the supply has none."""
    answer = yield "maintain", named("&", trains_in(table.hand))
    if table.supply[answer[1:]]:
        table.gain(answer[1:])


def trains_for(table: ReferenceTable, old: str) -> list[str]:
    """Wagon Factory: Trains in the supply that cost at most three more."""
    return [new for new in trains_in(table.supply) if CARDS[new].cost <= CARDS[old].cost + 3]


def trains_to_trash(table: ReferenceTable) -> list[str]:
    return [old for old in trains_in(table.hand) if trains_for(table, old)]


@card("WF", needs=lambda table: bool(trains_to_trash(table)))
def wagon_factory(table: ReferenceTable) -> Asking:
    """Trash a Train from hand, take a fitting one to hand."""
    answer = yield "trash", named("&", trains_to_trash(table))
    old = answer[1:]
    take_from(table.hand, old)
    table.box[old] += 1
    answer = yield "wagon", named(">", trains_for(table, old))
    take_from(table.supply, answer[1:])
    table.hand[answer[1:]] += 1


# -------------------------------------------------------------------- the copy


def cards_to_copy(table: ReferenceTable) -> list[str]:
    """T14: cards with the action symbol in hand, usable now, never another Office."""
    return [
        code
        for code in kinds_in(table.hand)
        if is_a("action", code) and code != "SO" and NEEDS[code](table)
    ]


@card("SO", needs=lambda table: bool(cards_to_copy(table)))
def stationmasters_office(table: ReferenceTable) -> Asking:
    """Carry out the ability of a card in hand, which stays there; no printed money."""
    answer = yield "office", named("&", cards_to_copy(table))
    asking = ABILITIES[answer[1:]](table)
    if asking is not None:
        yield from asking
