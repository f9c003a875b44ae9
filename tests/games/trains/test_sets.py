"""Custom sets: what a file may change, what it may not, and that nothing else changes."""

from __future__ import annotations

import copy
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from games.trains.decode import decode
from games.trains.island_set import FILE, ISLAND, OWN
from games.trains.typed_position import GAME
from spielzug.core.check import check_game
from spielzug.core.errors import DataError, OptionClash, RecordError
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.native_records import read_facts
from spielzug.core.position import Position
from spielzug.core.records import read_record, write_record
from spielzug.core.sets import change
from spielzug.games import get_game
from spielzug.games.trains.facts import RANDOM_SUPPLY, TrainsOptions
from spielzug.games.trains.facts.boards import BOARDS, MOST_ROOM, SPACE_NAMES, SPACES
from spielzug.games.trains.facts.sets import (
    BOARD_NAMES,
    CODES,
    EX,
    LR,
    MOST_OF_A_KIND,
    MOST_OWNED,
    MOST_WASTE,
    NT,
    PS,
    SE,
    SETS,
    WA,
)
from spielzug.games.trains.say.view import draw
from spielzug.lab.play.simulate import SimulationPlan, simulate

DATA: Any = yaml.safe_load(SETS.shipped_text())
parse = GAME.words.parse
ON_ISLAND = {"set": ISLAND.number, "supply": 6}


def own(name: str = "own", **entries: Any) -> Any:
    return {"game": "trains", "name": name, **entries}


def refused(data: Any) -> str:
    before = dict(SETS.names), dict(BOARD_NAMES)
    with pytest.raises(DataError) as caught:
        SETS.add(yaml.safe_dump(data, sort_keys=False), "own.yaml")
    assert (dict(SETS.names), dict(BOARD_NAMES)) == before  # nothing half loaded
    return str(caught.value)


def begun(seats: int = 2, seed: int = 1, **options: int) -> Position:
    return GAME.deal(seats, seed, TrainsOptions(**{**ON_ISLAND, "first": 1, **options}))[0]


def played(*actions: str, **options: int) -> Position:
    """On the island, from the first decision on."""
    position = begun(**options)
    for action in actions:
        position.step(action)
    return position


# -- what is left out ------------------------------------------------------------------------------


def test_a_file_says_only_what_is_different() -> None:
    found = SETS.add(own("little", cards=[{"code": "EX", "cost": 4}]), "little.yaml")
    plain, mine = GAME.facts(), GAME.facts(TrainsOptions(set=found.number))
    assert [int(mine.cost[EX]), int(plain.cost[EX])] == [4, 3]
    mine.cost[EX], mine["set"] = 3, 0
    assert mine == plain


def test_the_shipped_set_under_another_name_is_the_same_game() -> None:
    text = SETS.shipped_text().replace("\nname: shipped\n", "\nname: copy\n")
    found = SETS.add(text, "copy.yaml")
    for board in range(len(BOARDS)):
        mine = GAME.facts(TrainsOptions(set=found.number, board=board))
        mine["set"] = 0
        assert mine == GAME.facts(TrainsOptions(board=board))
    assert not found.warnings


def test_the_options_of_older_records_do_not_name_a_set() -> None:
    assert "set=" not in TrainsOptions().to_text()
    assert TrainsOptions.from_text("board=osaka").set == 0


def test_a_set_says_on_which_one_it_is_based() -> None:
    assert "own.yaml:3: base: 'shipped-7' is not possible" in refused(own(base="shipped-7"))


# -- boards ----------------------------------------------------------------------------------------


def test_the_first_board_of_the_file_is_played_on_unless_another_is_named() -> None:
    assert TrainsOptions(set=ISLAND.number).named()["board"] == "island"
    chosen = TrainsOptions.from_text(f"set={ISLAND.label} board=tokyo")
    assert GAME.facts(chosen).terrain.tolist() != GAME.facts().terrain.tolist()
    with pytest.raises(OptionClash, match="the set island@.* has no such board; use island, tokyo"):
        TrainsOptions.from_text(f"set={ISLAND.label} board=osaka")
    with pytest.raises(OptionClash, match="board=island: the set shipped has no such board"):
        TrainsOptions.from_text("board=island")


def test_t1_a_board_brings_its_supply_or_a_preset_or_a_lot() -> None:
    rows = {"a": ["plain"] * 4}
    boards = {
        "named": {"rows": rows, "supply": "holiday"},
        "osaka": {"rows": rows},
        "nothing": {"rows": rows},
    }
    found = SETS.add(own("supplies", boards=boards), "supplies.yaml")

    def kinds(board: str) -> list[str]:
        facts = GAME.facts(TrainsOptions.from_text(f"set={found.label} board={board}"))
        assert (facts.supply == RANDOM_SUPPLY) == (board == "nothing")
        return [CODES[kind] for kind in facts.named if kind]

    assert sorted(kinds("named")) == sorted(DATA["presets"]["holiday"])
    assert sorted(kinds("osaka")) == sorted(DATA["presets"]["osaka"])
    assert kinds("nothing") == []
    assert sorted(SETS.get(ISLAND.number).presets["tokyo"]) == sorted(
        ["BT", "FT", "SB", "IC", "GA", "SO", "TI", "WF"]
    )


def test_t3_a_hole_is_no_space() -> None:
    position = begun()
    starts = {position.notation(action)[1:] for action in position.legal}
    assert starts == {"a3", "b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "e2", "e3", "e7"}


# -- numbers ---------------------------------------------------------------------------------------


def test_t2_t8_deck_and_hand_are_those_of_the_set() -> None:
    position = begun()
    state = position.state
    assert [int(n) for n in state.hand_size[:2]] == [6, 6]
    assert [int(n) for n in state.stock[:2]] == [12, 12]
    assert int(state.tokens) == 14
    cards = state.hand[0] + state.draw[0]
    assert [int(cards[kind]) for kind in (NT, LR, SE)] == [6, 3, 1]
    assert [int(state.supply[kind]) for kind in (LR, SE, WA)] == [30 - 6, 20 - 2, 40]
    after = played("@c2", "@d3", ".")
    assert int(after.state.hand_size[0]) == 6
    assert int(after.state.turn) == 1


def test_t6_what_costs_nothing_can_be_bought_without_money_and_brings_its_waste() -> None:
    position = played("@c2", "@d3", "$AP")
    assert int(position.state.money) == 0
    assert int(position.state.aside[WA]) == 3
    assert GAME.facts().cheapest == 3 - 1  # shipped: nothing is for sale without money


def test_t11_a_rail_costs_what_the_set_says() -> None:
    facts = GAME.facts(TrainsOptions(**ON_ISLAND))
    extra = {name: int(facts.extra[SPACE_NAMES.index(name)]) for name in ("b3", "c3", "c4", "c1")}
    assert extra == {"b3": 2, "c3": 3, "c4": 0, "c1": 12}


def test_t15_three_empty_piles_end_the_game() -> None:
    position = played("@c2", "@d3")
    state = position.state
    for kind in (LR, SE):
        state.box[kind], state.supply[kind] = state.box[kind] + state.supply[kind], 0
    assert position.step(".")  # two are not enough
    assert not position.over
    state.box[EX], state.supply[EX] = state.supply[EX], 0
    events = position.step(".")
    assert position.outcome is not None
    assert position.outcome.reason == "four_piles"
    facts = read_facts(position.facts)
    assert "3 supply piles are empty: the game is over." in GAME.words.sentences(
        facts, events, ["Ada", "Bo"], "en"
    )
    assert "3 piles empty" in GAME.words.remark(facts, events)


def test_t16_cities_count_what_the_set_says() -> None:
    position = played("@b2", "@d3")
    position.state.stations[SPACE_NAMES.index("b2")] = 4
    assert position.seen(0).view["points"] == [10, 0]


# -- words -----------------------------------------------------------------------------------------


def test_every_word_about_a_card_is_that_of_the_game_at_hand() -> None:
    """Two sets at once in one process: nothing may be kept by the kind alone."""
    shipped = GAME.deal(2, 1, TrainsOptions(first=1, supply=6))[0]
    names = []
    for position in (begun(), shipped, begun()):
        for action in ("@c4", "@d3"):
            position.step(action)
        position.state.money = 4
        seen = position.seen(0)
        label = seen.label(parse("$EX"), "de")
        bought = GAME.words.sentences(
            read_facts(position.facts), position.step("$EX"), ["Ada", "Bo"], "en"
        )
        refusal = position.seen(0).why_not(parse("EX+"), "fr")
        cards: Any = seen.facts_view["cards"]
        names.append((label, bought[0], refusal, cards["EX"]["title"]["nl"]))
    assert names[0] == names[2] != names[1]
    assert "Eilzug" in names[0][0] and "Fernzug" in names[1][0]
    assert "Fast Train" in names[0][1] and "Express Train" in names[1][1]
    assert "Train rapide" in names[0][2] and "Train express" in names[1][2]
    assert [names[0][3], names[1][3]] == ["Spoedtrein", "Sneltrein"]


def test_every_word_about_a_place_is_that_of_the_board_at_hand() -> None:
    shipped = GAME.deal(2, 1, TrainsOptions(first=1))[0]
    assert "Brook (c4)" in begun().seen(0).label(parse("@c4"), "en")
    assert "c4, plain near Tokorozawa" in shipped.seen(0).label(parse("@c4"), "en")
    tokyo = begun(board=0)
    assert "c4, plain near Akihabara" in tokyo.seen(0).label(parse("@c4"), "en")
    bare = SETS.add(own("bare", boards={"bare": {"rows": {"a": ["plain"] * 4}}}), "bare.yaml")
    assert "a2" in begun(set=bare.number).seen(0).label(parse("@a2"), "en")


def test_a_board_shows_what_is_there() -> None:
    seen = begun().seen(0)
    told: dict[str, Any] = seen.facts_view
    assert told["board"]["title"]["de"] == "The Island"
    spaces = {space["name"]: space for space in told["board"]["spaces"]}
    assert (spaces["a1"]["terrain"], spaces["a4"]["terrain"]) == ("none", "sea")
    assert (spaces["b2"]["capacity"], spaces["c1"]["value"]) == (4, 12)
    assert told["city_points"] == [0, 1, 3, 6, 10]
    assert told["empty_piles"] == 3
    assert told["cards"]["EX"]["help"]["nl"] == "Brings 3 money."
    shown: Any = {**told, **seen.view}
    drawn = draw(shown, ["Ada", "Bo"], "en").plain
    assert "Ashford"[:7] in drawn
    assert "f1" not in drawn and "a1" not in drawn


# -- records, bots, checks -------------------------------------------------------------------------


def test_a_record_names_the_set_and_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = [Seat(f"Seat {i}", "random") for i in range(2)]
    match = Match(GAME, seats, SeedLuck("set"), TrainsOptions(set=ISLAND.number))
    match.from_outside(GAME.words.parse("!abandon"))
    text = write_record(match)
    assert f"board=island supply=board kinds=none turn_limit=off set={ISLAND.label}\n" in text
    assert read_record(text, get_game).position.facts.set == ISLAND.number
    monkeypatch.delitem(SETS.names, ISLAND.number)
    with pytest.raises(RecordError, match=f"set={ISLAND.label} is not loaded here: load its file"):
        read_record(text, get_game)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_set_of_ones_own_passes_every_check() -> None:
    check_game(
        OWN, "games.trains.island_set:OWN", decode=decode, games=3, worlds=20, samples=200, depth=40
    )


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("bot", ["random", "greedy", "mixed"])
def test_bots_play_it_and_every_step_is_verified(bot: str) -> None:
    found = simulate(SimulationPlan.make(OWN, 3, [bot], 60, "own", verify=True)).to_json()
    assert (found["games"], found["violations"]) == (60, 0)
    assert found["reasons"].get("turn_limit", 0) < 60


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    "text",
    [
        "cards: [{code: EX, cost: 0, money: 99}, {code: LE, cost: 99}]",
        "cards: [{code: LR, money: 5, waste: 9}, {code: SE, waste: 9}, {code: PS, draws: 20}]",
        "cards: [{code: WA, count: 0}, {code: EX, count: 200}, {code: LR, count: 180}]",
        "numbers: {hand: 1, cubes: 2, tokens: 1, empty_piles: 1, deck: {NT: 1, LR: 0, SE: 0}}",
        "numbers: {hand: 20, cubes: 76, tokens: 200, empty_piles: 15, city_points: [9, 5, 1, 0]}",
        "boards: {tiny: {rows: {h: [plain, river, mountain, plain]}}}",
        "boards: {wide: {rows: {d: [plain, city 4 A, remote 20 B, plain, plain, plain]}}}\n"
        "numbers: {city_points: [0, 0, 0, 0, 99]}",
    ],
)
def test_bots_play_the_ends_of_what_is_possible(text: str) -> None:
    found = SETS.add(f"game: trains\nname: edge\n{text}", "edge.yaml")
    game = replace(GAME, simulation={**GAME.simulation, "set": found.number})
    for bot in ("random", "greedy"):
        simulate(SimulationPlan.make(game, 4, [bot], 8, "edge", verify=True))


# -- what cannot be --------------------------------------------------------------------------------

TOO_MANY = [{"code": code, "count": 180} for code in ("EX", "LE", "LR")]

REFUSED: dict[str, tuple[str, str]] = {
    "an unknown card": (
        "cards:\n- code: XX\n", r"own.yaml:4: cards.XX.code: 'XX' is not possible; use NT, EX",
    ),
    "a card twice": (
        "cards:\n- {code: EX, cost: 2}\n- {code: EX, cost: 3}\n",
        r"own.yaml:5: cards.EX: EX appears twice.*\(T1\)",
    ),
    "a price that no byte holds": (
        "cards:\n- code: EX\n  cost: 300\n",
        r"own.yaml:5: cards.EX.cost: 300 is not possible; use 0 to 99 \(T6\)",
    ),
    "a price below nothing": ("cards:\n- {code: EX, cost: -1}\n", "use 0 to 99"),
    "a price that is no number": ("cards:\n- {code: EX, cost: dear}\n", "use 0 to 99"),
    "an ability": (
        "cards:\n- {code: EX, ability: CR}\n", "cards.EX.ability: there is no entry 'ability'",
    ),
    "another sort of card": (
        "cards:\n- code: EX\n  kinds: [rail]\n",
        r"own.yaml:5: cards.EX.kinds: .*which the program fixes.*use train \(T14\)",
    ),
    "other needs": ("cards:\n- {code: LR, needs: station}\n", r"use rail \(T14\)"),
    "no cards on a pile": (
        "cards:\n- {code: PS, count: 0}\n", r"cards.PS.count: 0 is .* use 1 or more \(T1, T2\)",
    ),
    "too few for four decks": (
        "cards:\n- {code: LR, count: 7}\n", r"4 players begin with 8; use 8 or more \(T1, T2\)",
    ),
    "a deck that the box has not": (
        "numbers: {deck: {SE: 6}}\n", r"own.yaml:3: numbers.deck: 20 is .* begin with 24",
    ),
    "no deck": (
        "numbers: {deck: {NT: 0, LR: 0, SE: 0}}\n", r"numbers.deck: a player starts .* \(T2\)",
    ),
    "more Waste than an action can return": (
        "cards:\n- {code: WA, count: 71}\n", r"an action returns 70 at most; use 0 to 70 \(T7\)",
    ),
    "money on what is never played": (
        "cards:\n- {code: AP, money: 1}\n", r"cards.AP.money: 1: it is never played; use 0 \(T5\)",
    ),
    "Waste that never comes": (
        "cards:\n- {code: PS, waste: 1}\n", r"cards.PS.waste: 1: only rail.* use 0 \(T6, T12\)",
    ),
    "drawing that never happens": (
        "cards:\n- {code: EX, draws: 1}\n", r"cards.EX.draws: 1: only CR, PS, SA .* \(T14\)",
    ),
    "more cards than the record has room for": (
        yaml.safe_dump({"cards": TOO_MANY}), r"might own \d+ cards; the record has room for 600",
    ),
    "a preset that is unknown": ("presets: {kyoto: []}\n", "presets.kyoto"),
    "a preset of seven": (
        "presets: {tokyo: [PS, HT, AM, CS, LF, DS, SB]}\n", "use at least 8 entries",
    ),
    "a preset with a kind twice": (
        "presets: {tokyo: [PS, HT, AM, CS, LF, DS, SB, PS]}\n", r"PS appears twice.* \(T1\)",
    ),
    "a preset with a common kind": (
        "presets: {tokyo: [EX, HT, AM, CS, LF, DS, SB, PS]}\n", "'EX' is not possible",
    ),
    "no board": ("boards: {}\n", "boards: there are 0; use 1 to 12"),
    "a board with an odd name": (
        "boards:\n  My Board: {rows: {a: [plain]}}\n", "'My Board' cannot name a board",
    ),
    "a board without rows": (
        "boards:\n  mine: {title: Mine}\n", r"own.yaml:4: boards.mine.rows: it is missing",
    ),
    "a row that is not in the grid": (
        "boards:\n  mine: {rows: {k: [plain]}}\n", r"own.yaml:4: boards.mine.rows.k",
    ),
    "a row that is too long": (
        f"boards:\n  mine:\n    rows:\n      b: [{', '.join(['plain'] * 10)}]\n",
        r"own.yaml:6: boards.mine.rows.b: there are 10 spaces; .* room for 9 .*\(T10\)",
    ),
    "a space that is no land": (
        "boards:\n  mine:\n    rows:\n      a: [plain, swamp]\n",
        r"own.yaml:6: boards.mine.rows.a.2: 'swamp' is not a space; write plain",
    ),
    "a city with five stations": (
        "boards:\n  mine: {rows: {a: [city 5 A]}}\n", "'city 5 A' is not a space",
    ),
    "a city without a name": (
        "boards:\n  mine: {rows: {a: [city 2]}}\n", "'city 2' is not a space",
    ),
    "a remote place that is too dear": (
        "boards:\n  mine: {rows: {a: [remote 21 A]}}\n", "'remote 21 A' is not a space",
    ),
    **{
        f"a remote place that counts {number[:6]}": (
            f'boards:\n  mine: {{rows: {{a: ["remote {number} A"]}}}}\n',
            f"'remote {number[:6]}.* is not a space",
        )
        for number in ("00209", "002099", "05", "0", "\u0663", "9" * 5000)
    },
    "a place with a name that moves the cursor": (
        'boards:\n  mine: {rows: {a: ["city 2 A\\e[2J"]}}\n',
        r"own.yaml:4: boards.mine.rows.a.1: 'A\\x1b\[2J' cannot name .* '\\x1b' cannot be shown",
    ),
    "a place with a name that turns the text around": (
        'boards:\n  mine: {rows: {a: ["remote 2 A\\u202e"]}}\n',
        r"the character '\\u202e' cannot be shown",
    ),
    "a place with an endless name": (
        f'boards:\n  mine: {{rows: {{a: ["city 2 {"x" * 100_000}"]}}}}\n',
        r"'x{56}… cannot name a place; use at most 40 characters, not 100000 \(T10\)",
    ),
    "a board with a line break in its name": (
        'boards:\n  "x\\n": {rows: {a: [plain]}}\n', r"'x\\n' cannot name a board",
    ),
    "a barrier between strangers": (
        "boards:\n  mine:\n    rows: {a: [plain, plain, plain, plain]}\n    barriers: [[a1, a3]]\n",
        r"own.yaml:6: boards.mine.barriers.1: a1, a3: name two spaces side by side \(T10\)",
    ),
    "no room for four to begin": (
        "boards:\n  mine: {rows: {a: [plain, plain, plain, remote 2 A, sea]}}\n",
        r"own.yaml:4: boards.mine: there are 3 spaces .* 4 players need 4 \(T3\)",
    ),
    "a city whose points are not told": (
        "boards:\n  mine: {rows: {a: [city 4 A, plain, plain, plain]}}\n",
        r"boards.mine: board mine has a city for 4 .* give it 5 numbers \(T16\)",
    ),
    "points for fewer stations than the shipped boards have": (
        "numbers: {city_points: [0, 2]}\n", r"numbers.city_points: board tokyo has a city for 3",
    ),
    "a supply that is unknown": (
        "boards:\n  mine: {supply: kyoto, rows: {a: [plain, plain, plain, plain]}}\n",
        "there is no supply 'kyoto'; use tokyo, osaka, tunneling, holiday, or a list of 8 codes",
    ),
    "a hand of none": ("numbers: {hand: 0}\n", r"numbers.hand: 0 is not possible; use 1 to 20"),
    "one rail": ("numbers: {cubes: 1}\n", "numbers.cubes: 1 is not possible; use 2 to 76"),
    "too many stations": ("numbers: {tokens: 201}\n", "numbers.tokens: 201 .* use 1 to 200"),
    "no empty pile": ("numbers: {empty_piles: 0}\n", "numbers.empty_piles: 0 .* use 1 to 15"),
    "an unknown number": ("numbers: {speed: 3}\n", "there is no entry 'speed'"),
    "half a shipped set": (
        "name: shipped\ncards: [{code: EX}]\n", "'shipped' is the name of a whole set",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_with_its_line(case: str) -> None:
    text, reason = REFUSED[case]
    head = "game: trains\n" if text.startswith("name:") else "game: trains\nname: own\n"
    before = dict(SETS.names), dict(BOARD_NAMES)
    with pytest.raises(DataError, match=reason):
        SETS.add(head + text, "own.yaml")
    assert (dict(SETS.names), dict(BOARD_NAMES)) == before  # nothing half loaded


WARNED = {
    "a price of nothing": ("cards:\n- {code: EX, cost: 0}\n", "own.yaml:4: cards.EX.cost: 0: .*T6"),
    "a price beyond the bots": ("cards:\n- {code: EX, cost: 25}\n", "no bot saves more than 24"),
    "points on a Train": ("cards:\n- {code: EX, points: 1}\n", "cards.EX.points: 1"),
    "a board without a city": (
        "boards:\n  mine: {rows: {a: [plain, plain, plain, plain]}}\n", "there is no city.*T13",
    ),
    "a board with few spaces": (
        "boards:\n  mine: {rows: {a: [plain, plain, plain, city 1 A]}}\n", "4 spaces for 20 .*T15",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WARNED)
def test_what_is_only_odd_is_told_and_played(case: str) -> None:
    text, reason = WARNED[case]
    found = SETS.add(f"game: trains\nname: odd\n{text}", "own.yaml")
    assert any(re.search(reason, warning) for warning in found.warnings)


# -- what sweeps change ----------------------------------------------------------------------------


def test_an_entry_is_found_by_the_code_of_its_card_and_by_the_name_of_its_board() -> None:
    data = change(copy.deepcopy(DATA), "cards.EX.cost", 5)
    data = change(data, "boards.tokyo.rows.a.2", "plain")
    data = change(data, "numbers.deck.LR", 3)
    found = SETS.add({**data, "name": "swept"}, "swept")
    facts = GAME.facts(TrainsOptions(set=found.number))
    assert (int(facts.cost[EX]), int(facts.terrain[1]), int(facts.deck[1])) == (5, 0, 3)


def test_a_file_is_loaded_once(tmp_path: Path) -> None:
    copied = tmp_path / "again.yaml"
    copied.write_bytes(FILE.read_bytes())
    assert SETS.load(copied) is ISLAND
    assert np.count_nonzero(GAME.facts(TrainsOptions(**ON_ISLAND)).points) > 0
    assert int(GAME.facts(TrainsOptions(**ON_ISLAND)).points[PS]) == 1


# -- the page --------------------------------------------------------------------------------------


def test_the_file_on_the_page_can_be_played_and_its_limits_are_these() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games" / "trains.md").read_text(encoding="utf-8")
    section = page.partition("## A set of your own")[2].partition("\n## ")[0]
    text = section.partition("```yaml\n")[2].partition("```")[0]
    found = SETS.add(text, "islands.yaml")
    assert TrainsOptions(set=found.number).named()["board"] == "ring"
    told = " ".join(section.split())
    assert (
        f"{SPACES} spaces, {MOST_OF_A_KIND} cards of one kind, {MOST_OWNED} cards that one player"
        in told
    )
    assert f"{MOST_WASTE} Waste (T7), four stations in a city" in told
    assert MOST_ROOM == 4
