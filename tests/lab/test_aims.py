"""Aims and knobs: what a file may ask for, what is rejected with its line, what is met."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import yaml

from spielzug.bots.clock import Stop
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import Game
from spielzug.games import get_game
from spielzug.lab.measure.jobs import Order
from spielzug.lab.measure.measure_loop import SEATS_WITH, WITH_BASE
from spielzug.lab.measure.measures import GameMeasurer, MeasuredGames
from spielzug.lab.play.workers import Threads
from spielzug.lab.tune import tuning_run
from spielzug.lab.tune.aims import (
    MET,
    MISSED,
    NOT_SURE,
    Aim,
    make_aims,
    measure_names,
    needs_luck,
    read_aims,
    schema_of,
    total,
)
from spielzug.lab.tune.knobs import BaseGame, Values, edit_set_text, matching
from spielzug.lab.tune.search import Trials, Tuning
from spielzug.lab.tune.tuning_run import (
    GameTrialPlayer,
    TuningPlan,
    TuningSetup,
    measure,
    outcome_of,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "aims" / "zugraub.yaml"
HEAD = "game: zugraub\nseats: [4]\nvary:\n  - {address: cards.Regina.cost, between: [3, 8]}\n"


@pytest.fixture(scope="module")
def zugraub() -> Game:
    return get_game("zugraub")


def aims_of(game: Game, lines: str, head: str = HEAD) -> list[Aim]:
    file, source = read_aims(f"{head}aims:\n{lines}", "aims.yaml", game)
    names = {kind.name: [f"{kind.name} {i}" for i in range(kind.count)] for kind in game.things}
    return make_aims(file, source, game, names)


def played(game: Game, games: int, seats: int = 4, **columns: Any) -> MeasuredGames:
    """Games in which only the given things happened."""
    names = ["number", "reason", "turns"]
    for seat in range(1, seats + 1):
        names += [f"share_{seat}", f"luck_{seat}"]
    names += [f"m_{measure.name}" for measure in game.measures]
    rows = np.zeros(games, [(name, np.int64) for name in names])
    rows["number"] = np.arange(games)
    for name, values in columns.items():
        rows[name] = values
    deeds = [np.zeros((len(k.deeds), k.count, 4), np.int64) for k in game.things]
    return MeasuredGames(rows, deeds)


def verdict(aim: Aim, measured: MeasuredGames) -> str:
    found = aim.judge({4: measured})
    assert found is not None
    return found.verdict


# -- the file ----------------------------------------------------------------------------------


def test_the_example_is_right(zugraub: Game) -> None:
    file, source = read_aims(EXAMPLE.read_text(encoding="utf-8"), EXAMPLE.name, zugraub)
    names = {kind.name: [""] * kind.count for kind in zugraub.things}
    aims = make_aims(file, source, zugraub, names)
    assert [aim.text for aim in aims] == [
        "ending.all_lose ≤ 0.05",
        "ending.all_lose+turn_limit ≤ 0.06",
        "seat_rate ≤ 1.1 of fair",
        "card.installed ≥ 0.05",
        "12 ≤ median of turns_each ≤ 18",
    ]
    assert needs_luck(aims) and not needs_luck(aims[3:])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            "  - {measure: ending.all_loose, at_most: 0.1}",
            r"aims.yaml:6: .*did you mean 'all_lose'",
        ),
        ("  - {measure: card.instaled, at_most: 0.1}", r":6: .*did you mean 'card.installed'"),
        ("  - {measure: turns, at_most: much}", r":6: aims.1.at_most: 'much' .*use a number"),
        (
            "  - {measure: turns, at_most: .nan}",
            r":6: aims.1.at_most: nan .*use a number that is not infinite",
        ),
        ("  - {measure: turns, median: [3, .inf]}", r":6: aims.1.median.2: inf .*not infinite"),
        ("  - {measure: turns}", r":6: aims.1: name its bounds"),
        ("  - {measure: turns, at_most: 1, median: [1, 2]}", r":6: aims.1: name its bounds"),
        ("  - {measure: turns, median: [18, 12]}", r":6: .*the lower one first"),
        ("  - {measure: turns, median: [18]}", r":6: .*at least 2 entries"),
        ("  - {measure: turns, at_most_of_fair: 1.1}", r":6: .*has no such thing"),
        ("  - {measure: seat_rate, median: [0, 1]}", r":6: .*has no such thing"),
        ("  - measure: turns\n    at_most: 3\n    seats: [5]", r":8: aims.1.seats: 5 is none"),
        ("  - {measure: turns, at_most: 3, wait: 2}", r":6: .*no entry 'wait'; an aim has"),
        ("  - {measure: card.installed, at_most: 1, only: [Zoe]}", r":6: .*no 'Zoe'"),
        ("  []", r":5: aims: .*at least 1 entries"),
    ],
)
def test_a_wrong_aim_is_refused_with_its_line(zugraub: Game, lines: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        aims_of(zugraub, lines)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("zugraub", "trains", r"aims.yaml:1: game: aims for 'trains'"),
        ("[4]", "[4, 9]", r":2: seats.2: 9 is not possible; use each of 3, 4, 5, 6, 7"),
        ("[4]", "[4, 4]", r":2: seats.2: 4 is not possible"),
        ("[3, 8]", "[8, 3]", r":4: vary.1.between: .*the lower one comes first"),
        ("between", "betwixt", r":4: .*no entry 'betwixt'"),
        (", between: [3, 8]", "", r":4: vary.1: name one of between, by and values"),
        ("[3, 8]", "[3, 800]", r":4: vary.1.between: .*more than 100 values; use a larger step"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    zugraub: Game, old: str, new: str, told: str
) -> None:
    with pytest.raises(DataError, match=told):
        aims_of(zugraub, "  - {measure: turns, at_most: 3}", HEAD.replace(old, new))


def test_the_schema_knows_the_game_and_its_measures(zugraub: Game) -> None:
    schema: Any = schema_of(zugraub)
    assert schema["properties"]["game"]["const"] == "zugraub"
    known = schema["$defs"]["AimEntry"]["properties"]["measure"]["examples"]
    assert known == measure_names(zugraub)
    assert {"ending.all_lose", "seat_rate", "turns_each", "card.installed", "luck_share"} <= set(
        known
    )
    for entry in schema["$defs"].values():
        assert all("description" in field for field in entry["properties"].values())


# -- verdicts ----------------------------------------------------------------------------------


def test_an_aim_is_met_missed_or_not_sure(zugraub: Game) -> None:
    (aim,) = aims_of(zugraub, "  - {measure: ending.all_lose, at_most: 0.05}")
    lose = zugraub.rules.REASONS.index("all_lose")
    for games, times, told in ((1000, 20, MET), (1000, 90, MISSED), (100, 5, NOT_SURE)):
        reasons = np.where(np.arange(games) < times, lose, lose + 1)
        assert verdict(aim, played(zugraub, games, reason=reasons)) == told


def test_a_median_is_judged_by_its_own_interval(zugraub: Game) -> None:
    (aim,) = aims_of(zugraub, "  - {measure: turns, median: [120, 180]}")
    turns = np.arange(405) % 81  # a median of 40, give or take five
    for more, told in ((110, MET), (200, MISSED), (138, NOT_SURE), (142, NOT_SURE)):
        assert verdict(aim, played(zugraub, 405, turns=turns + more)) == told, more


def test_seats_are_judged_by_what_is_fair_and_luck_is_taken_off(zugraub: Game) -> None:
    (aim,) = aims_of(zugraub, "  - {measure: seat_rate, at_most_of_fair: 1.1}")
    games = 400
    winner = np.random.default_rng(3).integers(0, 4, games)
    shares = {f"share_{s + 1}": (winner == s) * 1_000_000 for s in range(4)}
    luck = {f"luck_{s + 1}": (winner == s) * 1_000_000 - 250_000 for s in range(4)}
    assert verdict(aim, played(zugraub, games, **shares)) == NOT_SURE
    assert verdict(aim, played(zugraub, games, **shares, **luck)) == MET
    assert verdict(aim, played(zugraub, games, share_1=1_000_000)) == MISSED


def test_every_card_counts_of_those_who_drew_it(zugraub: Game) -> None:
    line = "  - {measure: card.installed, at_least: 0.05}"
    (aim,) = aims_of(zugraub, line)
    names = [deed.name for deed in zugraub.things[0].deeds]
    drawn, installed = names.index("drawn"), names.index("installed")

    def cards(*counts: tuple[int, int]) -> MeasuredGames:
        measured = played(zugraub, 1000)
        for item, (base, hits) in enumerate(counts, 1):
            measured.deeds[0][drawn, item, SEATS_WITH] = base
            measured.deeds[0][installed, item, WITH_BASE] = hits
        return measured

    assert verdict(aim, cards((900, 200), (900, 100))) == MET
    assert verdict(aim, cards((900, 200), (900, 3))) == MISSED
    # One of fifty looks missed now and then without being so.
    assert verdict(aim, cards((900, 30))) == MISSED
    assert verdict(aim, cards(*[(900, 200)] * 49, (900, 30))) == NOT_SURE
    judged = aim.judge({4: cards((900, 200), (900, 40), (0, 0))})
    assert judged is not None
    assert (judged.verdict, judged.place, judged.places) == (NOT_SURE, "card 2, 4 seats", 2)
    (together,) = aims_of(zugraub, line.replace("}", ", every: false}"))
    assert verdict(together, cards((900, 200), (900, 3))) == MET
    (but,) = aims_of(zugraub, line.replace("}", ", but: [card 2]}"))
    assert verdict(but, cards((900, 200), (900, 3))) == MET
    assert aim.penalty({4: cards((900, 200), (900, 3))}) > 0
    assert aim.penalty({4: cards((900, 200), (900, 100))}) == 0


def test_the_nearer_an_aim_is_the_smaller_its_penalty(zugraub: Game) -> None:
    light, heavy = aims_of(
        zugraub,
        "  - {measure: turns, median: [12, 18]}\n  - {measure: turns, median: [12, 18], weight: 3}",
    )
    turns = np.arange(400) % 9 + 11
    seen = [{4: played(zugraub, 400, turns=turns + more)} for more in (0, 5, 9)]
    far = [light.penalty(each) for each in seen]
    assert far[0] == 0 < far[1] < far[2]
    assert heavy.penalty(seen[2]) == pytest.approx(3 * far[2])
    assert total([light, heavy], seen[2]) == pytest.approx(4 * far[2])


# -- knobs -------------------------------------------------------------------------------------

DATA = {
    "game": "toy",
    "name": "mine",
    "cards": [
        {"name": "Regina", "cost": 7, "iq": 144},
        {"name": "Mr. Frost", "cost": 3, "iq": 66},
        {"name": "Brie", "cost": 0, "cheese": True},
    ],
    "cars": [[{"name": "mail", "brains": 3}, {"name": "bank", "brains": 4}]],
}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3:5", (3, 4, 5)), ("3:9:3", (3, 6, 9)), ("-1:1", (-1, 0, 1)), ("4", (4,)),
        ("two_cards,keeps_hand", ("two_cards", "keeps_hand")), ("2,2,3", (2, 3)),
        ("true,false", (True, False)),
    ],
)  # fmt: skip
def test_values_are_read_as_people_write_them(text: str, values: tuple[Any, ...]) -> None:
    assert Values.read(text).each == values
    assert Values.read(f"by {text}").steps if type(values[0]) is int else True


@pytest.mark.parametrize("text", ["8:3", "3:8:0", "1:2:3:4", "a:b", "3,,4", "by a,b", "0:100000"])
def test_values_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Values.read(text)


def test_a_star_stands_for_every_entry() -> None:
    assert matching(DATA, "cards.*.cost") == [
        "cards.Regina.cost",
        "cards.Mr. Frost.cost",
        "cards.Brie.cost",
    ]
    assert matching(DATA, "cards.*.cost", {"iq": [60, 100]}) == ["cards.Mr. Frost.cost"]
    assert matching(DATA, "cards.*.cost", {"cheese": True}) == ["cards.Brie.cost"]
    assert matching(DATA, "cards.*.cheese") == ["cards.Brie.cheese"]
    assert matching(DATA, "cars.*.brains") == ["cars.mail.brains", "cars.bank.brains"]
    for wrong, told in (
        ("cards.Regna.cost", "Regina"), ("cards.*.price", "cost"), ("card.*.cost", "cards"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=told):
            matching(DATA, wrong)
    with pytest.raises(UsageError, match="no entry matches"):
        matching(DATA, "cards.*.cost", {"iq": 1})


def test_knobs_turn_one_entry_or_all_of_a_pattern_together(zugraub: Game) -> None:
    base_game = BaseGame(zugraub, DATA, zugraub.options())
    steps = Values((-1, 0, 1), steps=True)
    (all_,) = base_game.knobs("cards.*.cost", steps, {"iq": [1, 200]})
    assert (all_.base, [s.label for s in all_.settings]) == (1, ["-1", "+0", "+1"])
    data, options = base_game.apply_settings([all_.settings[2]], "turned")
    cards: Any = data["cards"]
    assert [card["cost"] for card in cards] == [8, 4, 0]
    assert data["name"] == "turned" and DATA["name"] == "mine"
    assert options == base_game.options
    each = base_game.knobs("cards.*.cost", steps, None, together=False, keep=["cards.Regina"])
    assert [knob.name for knob in each] == ["cards.Mr. Frost.cost", "cards.Brie.cost"]
    same, _ = base_game.apply_settings([all_.settings[1]], "turned")
    assert same is base_game.data


def test_an_option_is_a_knob_too(zugraub: Game) -> None:
    base_game = BaseGame(zugraub, DATA, zugraub.options())
    (knob,) = base_game.knobs("option.spoils_to_head", Values.read("no,yes"))
    assert [setting.label for setting in knob.settings] == ["no", "yes"]
    _, options = base_game.apply_settings([knob.settings[1]], "turned")
    assert options.named()["spoils_to_head"] == "yes"
    with pytest.raises(UsageError, match="spoils_to_head"):
        base_game.knobs("option.spoil_to_head", Values.read("no,yes"))
    with pytest.raises(UsageError, match="maybe"):
        base_game.knobs("option.spoils_to_head", Values.read("no,maybe"))


# -- files -------------------------------------------------------------------------------------


def test_a_set_is_typed_anew_where_it_changed_and_nowhere_else(zugraub: Game) -> None:
    assert zugraub.sets is not None
    text = zugraub.sets.shipped_text("shipped-1")
    made = edit_set_text(
        text, {"cards.Regina.cost": 5, "name": "tuned"}, ["Found.", "  cost: 7 -> 5"]
    )
    before, after = text.splitlines(), made.splitlines()
    assert after[:2] == ["# Found.", "#   cost: 7 -> 5"]
    changed = [(a, b) for a, b in zip(before, after[2:], strict=True) if a != b]
    assert len(changed) == 2
    assert changed[1][1] == changed[1][0].replace("cost: 7", "cost: 5")
    assert zugraub.sets.add(made, "made.yaml").name == "tuned"


def test_what_has_no_place_of_its_own_is_written_all_the_same() -> None:
    made = edit_set_text("a: {b: 1}  # note\n", {"a.c": 2, "a.b": "x: y"})
    assert yaml.safe_load(made) == {"a": {"b": "x: y", "c": 2}}
    assert edit_set_text("a: {b: 1}  # note\n", {"a.b": "x, y"}) == "a: {b: 'x, y'}  # note\n"


# -- a workshop --------------------------------------------------------------------------------


def shop(vary: str, keep: str = "[]") -> TuningSetup:
    aims = "[{measure: turns, at_most: 9}]"
    text = f"game: zugraub\nseats: [4]\nvary:\n{vary}\nkeep: {keep}\naims: {aims}"
    return TuningSetup(
        TuningPlan("zugraub", text, "aims.yaml", None, {}, ("greedy",), 8, 8, "1", "spielzug")
    )


def test_values_that_the_game_cannot_play_are_left_out() -> None:
    found = shop("  - {address: cards.Uther.cost, by: [-30, 2]}")
    (knob,) = found.knobs
    labels = [int(setting.label) for setting in knob.settings]
    assert labels[0] >= 0 and labels[-1] == 12
    assert knob.base is not None and labels[knob.base] == 10


@pytest.mark.parametrize(
    ("vary", "keep", "told"),
    [
        ("  - {address: cards.Regna.cost, by: [0, 1]}", "[]", r"aims.yaml:4: .*Regina"),
        ("  - {address: cards.Regina.cost, values: [7]}", "[]", r":4: .*nothing to change"),
        ("  - {address: cards.Regina.cost, values: [900, 901]}", "[]", r":4: .*change: .*900"),
        ("  - {address: cards.Regina.cost, by: [0, 1]}", "[cards.Regna]", r":5: keep.*Regina"),
        (
            "  - {address: cards.Regina.cost, by: [0, 1]}\n  - {address: cards.*.cost, by: [0, 1]}",
            "[]", r":5: vary.2: cards.Regina.cost is also changed by entry 1",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_turned_is_refused_with_its_line(vary: str, keep: str, told: str) -> None:
    with pytest.raises(DataError, match=told):
        shop(vary, keep)


def test_what_is_kept_is_not_touched() -> None:
    found = shop("  - {address: cards.*.cost, by: [0, 1]}", "[cards.Uther, cards.Nesbith.cost]")
    names = [knob.name for knob in found.knobs]
    assert "cards.Regina.cost" in names
    assert not {"cards.Uther.cost", "cards.Nesbith.cost"} & set(names)


def test_the_best_is_measured_on_deals_that_no_trial_has_played(
    zugraub: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds: list[str] = []

    def play(orders: Sequence[Order[MeasuredGames]], *_: object) -> list[MeasuredGames]:
        seeds.extend(cast(GameMeasurer, order.player).seating.seed for order in orders)
        return [played(zugraub, 20, turns=7) for _ in orders]

    monkeypatch.setattr(tuning_run, "run_orders", play)
    found = shop("  - {address: cards.Regina.cost, by: [-3, 3]}")
    trials = Trials(found.knobs, "1")
    with Threads(1) as pool:
        Tuning(trials, GameTrialPlayer(found, pool, "tune"), 8).run(most=2)
        tried = set(seeds)
        seeds.clear()
        outcome = outcome_of(found, trials)
        measure(outcome, pool, Stop())
    assert tried and seeds and not tried & set(seeds)
    assert [each.verdict for each in outcome.after if each is not None] == [MET]
    assert outcome.penalties == (0, 0)
