"""The compiled loop that measures whole games."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.core.events import MAX_SEATS, Event
from spielzug.core.rng import stream
from spielzug.games import NAMES, get_game
from spielzug.lab.measure.columns import shares_and_luck, without_luck
from spielzug.lab.measure.measure_loop import DECIDED, LEAD, SEATS_WITH, WITH_BASE
from spielzug.lab.measure.measures import (
    DRAGS_ON,
    PACE,
    REDRAWS,
    GameMeasurer,
    MeasuredGames,
    Pace,
    luck_and_play,
    measures_of,
    values,
)
from spielzug.lab.play.one_game import Seating
from toys.toy import SOUND_TOY


def measured(game: Any, games: int, seats: int | None = None, **how: Any) -> MeasuredGames:
    bots = how.pop("bots", ("greedy",))
    measurer = GameMeasurer(game, None, None, seats or game.seats[0], bots, "watch", **how)
    return measurer.play((0, games), Stop())


@pytest.mark.slow
def test_a_game_is_measured_as_it_was_played() -> None:
    rows = measured(SOUND_TOY, 20, luck=0).rows
    assert rows["number"].tolist() == list(range(20))
    assert (rows["decisions"] == 4).all()
    assert (rows["turns"] == 4).all()
    assert (rows["choices"] == 4).all()
    assert (rows["options"] == 8).all()
    assert (rows["share_1"] + rows["share_2"] == 1_000_000).all()
    assert (rows["decided"] + rows["dragged"] == rows["turns"]).all()
    assert (rows["luck_1"] == 0).all()


@pytest.mark.slow
def test_parts_of_a_run_add_up_to_the_whole() -> None:
    measurer = GameMeasurer(SOUND_TOY, None, None, 2, ("greedy", "random"), "parts", luck=4)
    whole, parts = measurer.play((0, 30), Stop()), measurer.blank()
    for games in ((20, 30), (0, 7), (7, 20)):
        parts.add(measurer.play(games, Stop()))
    assert (parts.rows == whole.rows).all()
    for ours, theirs in zip(parts.deeds, whole.deeds, strict=True):
        assert (ours == theirs).all()
    with pytest.raises(ValueError, match="already"):
        parts.add(measurer.play((3, 4), Stop()))


@pytest.mark.slow
def test_deeds_count_times_seats_winners_and_the_share_of_another_deed() -> None:
    (card,) = measured(SOUND_TOY, 200, luck=0).deeds
    drawn, opened, shown = card.sum(axis=1).tolist()
    assert drawn[0] == drawn[1] == drawn[3]  # nobody draws a card twice: it lies open then
    assert drawn[0] == opened[0] + 400  # the last two are held
    assert opened[3] == opened[1] == opened[0]  # all that are opened were drawn
    assert shown == [400, 400, 0, 400]  # by the table: no seat, no winner
    assert card[0, 6, 2] == card[2, 6, 0]  # who has the six to the end wins


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_watched(name: str) -> None:
    game = get_game(name)
    found = measured(game, 20, luck=2)
    assert len(found.rows) == 20
    assert (found.rows["turns"] > 0).all()
    assert (found.rows["pace"] > 0).all()
    assert [deeds.shape[:2] for deeds in found.deeds] == [
        (len(things.deeds), things.count) for things in game.things
    ]
    for measure in measures_of(game):
        assert np.isfinite(values(measure, found.rows)).all()


# -- the same again, slowly ------------------------------------------------------------------------


@dataclass
class GameTrace:
    """A game as anybody could follow it: positions, events, and what the judge says each turn."""

    measurer: GameMeasurer
    number: int
    events: list[Event] = field(default_factory=list)
    decisions: list[tuple[int, int]] = field(default_factory=list)
    """Who decided, among how many possibilities."""
    judged: list[tuple[int, list[float]]] = field(default_factory=list)
    """How many turns were over, and each seat's chance; the last one is how it ended."""

    def __post_init__(self) -> None:
        seating = self.measurer.seating
        ((_, whole),) = seating.whole_games(self.number, self.number + 1, Stop())
        key = stream(self.measurer.keys.games, np.uint64(self.number))
        position, dealt = seating.game.deal(seating.seats, key, seating.options)
        self.events += dealt
        for action in whole.actions:
            turns = int(position.state.turns)
            self.decisions.append((position.actor, len(position.legal)))
            self.events += position.step(action)
            if position.state.turns != turns and not position.over:
                shares = np.zeros(MAX_SEATS)
                rules: Any = seating.game.rules
                rules.value(position.facts, position.state, shares)
                self.judged.append((int(position.state.turns), list(shares[: seating.seats])))
        assert position.outcome is not None
        self.judged.append((int(position.state.turns), list(position.outcome.shares)))

    @property
    def pace(self) -> int:
        table = self.measurer.pace.table(self.measurer.game.rules.MAX_LEGAL)
        changes = sum(a[0] != b[0] for a, b in pairwise(self.decisions))
        return int(changes * table[0] + sum(table[count] for _, count in self.decisions))

    @property
    def leaders(self) -> list[int]:
        """After each turn and at the end, if somebody won alone."""
        found, leader = [], -1
        told = self.judged if max(self.judged[-1][1]) == 1 else self.judged[:-1]
        for _, shares in told:
            best = shares.index(max(shares))
            other = shares[leader] if leader >= 0 else sorted(shares)[-2]
            if shares[best] >= other + LEAD:
                leader = best
            found.append(leader)
        return found

    @property
    def decided(self) -> int:
        turns, last = self.judged[-1]
        if max(last) < 1:
            return turns
        winner, since = last.index(1), turns
        for turn, shares in reversed(self.judged):
            if shares[winner] < DECIDED:
                break
            since = turn
        return since


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "games"), [("game_of_trains", 3, 12), ("zugraub", 4, 5)])
def test_the_loop_measures_what_anybody_would(name: str, seats: int, games: int) -> None:
    measurer = GameMeasurer(get_game(name), None, None, seats, ("greedy",), "slowly", luck=0)
    rows = measurer.play((0, games), Stop()).rows
    for number, row in enumerate(rows):
        story = GameTrace(measurer, number)
        counts = [count for _, count in story.decisions if count > 1]
        leaders = [leader for leader in story.leaders if leader >= 0]
        assert row["decisions"] == len(story.decisions)
        assert row["choices"] == len(counts)
        assert row["options"] == sum(counts)
        assert row["turns"] == story.judged[-1][0]
        assert row["pace"] == story.pace
        assert row["lead_changes"] == sum(a != b for a, b in pairwise(leaders))
        assert row["decided"] == story.decided
        assert row["dragged"] == row["turns"] - story.decided
        half = row["turns"] / 2
        late = {
            leader
            for (turn, _), leader in zip(story.judged, story.leaders, strict=False)
            if turn >= half
        }
        turns = [turn for turn, _ in story.judged]
        first = story.leaders[turns.index(min(turn for turn in turns if turn >= half))]
        at_half = [lead for turn, lead in zip(turns, story.leaders, strict=False) if turn <= half]
        alone = max(story.judged[-1][1]) == 1
        held = bool(at_half) and late == {first} and at_half[-1] == first
        assert row["runaway"] == (alone and held)


@pytest.mark.slow
def test_who_installs_what_they_drew_is_counted_by_seat() -> None:
    game = get_game("zugraub")
    measurer = GameMeasurer(game, None, None, 4, ("greedy",), "brains", luck=0)
    things = {kind.name: i for i, kind in enumerate(game.things)}
    deeds = {deed.name: i for i, deed in enumerate(game.things[things["card"]].deeds)}
    found = measurer.play((0, 10), Stop()).deeds[things["card"]]
    drawn, installed = Counter[int](), Counter[int]()
    kinds = {kind.name: number for number, kind in game.words.EVENTS.items()}
    for number in range(10):
        had, put = set(), set()
        for event in GameTrace(measurer, number).events:
            if event.kind in (kinds["dealt"], kinds["drew"]):
                had.add((event.seat, event.a))
            elif event.kind == kinds["installed"]:
                put.add((event.seat, event.a))
        drawn.update(card for _, card in had)
        installed.update(card for _, card in had & put)
    for card in range(1, game.things[things["card"]].count):
        assert found[deeds["drawn"], card, SEATS_WITH] == drawn[card]
        assert found[deeds["installed"], card, WITH_BASE] == installed[card]
    assert sum(installed.values()) > 20


# -- luck ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seats", "games", "left"),
    [("game_of_trains", 2, 400, 0.4), ("zugraub", 4, 150, 0.85)],
)
def test_luck_is_nothing_in_the_mean_and_takes_spread_off(
    name: str, seats: int, games: int, left: float
) -> None:
    """In all games of this seed, so nothing here is left to chance."""
    rows = measured(get_game(name), games, seats, luck=8).rows
    for seat in range(1, seats + 1):
        luck = rows[f"luck_{seat}"] / 1e6
        assert abs(luck.mean()) < 3 * luck.std() / games**0.5
    won, rest = shares_and_luck(rows)[0], without_luck(rows)
    assert rest.var(axis=0).sum() < left * won.var(axis=0).sum()
    error = 3 * won.std(axis=0) / games**0.5
    assert (np.abs(rest.mean(axis=0) - won.mean(axis=0)) < error).all()
    luck_share, play = luck_and_play(rows)
    assert luck_share > 1 - left
    assert luck_share + play == pytest.approx(1)


def test_who_knows_nothing_of_luck_sees_none() -> None:
    rows = measured(SOUND_TOY, 50, luck=0).rows
    assert luck_and_play(rows) == (0.0, 1.0)


# -- whoever plays, wherever -----------------------------------------------------------------------


def test_bots_that_think_are_watched_by_the_same_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    measurer = GameMeasurer(get_game("game_of_trains"), None, None, 2, ("greedy",), "both", luck=2)
    compiled = measurer.play((0, 5), Stop())
    monkeypatch.setattr(Seating, "compiled", property(lambda _: False))
    assert (measurer.play((0, 5), Stop()).rows == compiled.rows).all()


def test_another_process_watches_the_same() -> None:
    measurer = GameMeasurer(get_game("game_of_trains"), None, None, 2, ("greedy",), "there", luck=2)
    task = measurer.task
    assert task.remote_task is not None
    there = pickle.loads(pickle.dumps(task.remote_task))((3, 8))
    assert (there.rows == measurer.play((3, 8), Stop()).rows).all()
    assert GameMeasurer(SOUND_TOY, None, None, 2, ("greedy",), "1").task.remote_task is None


def test_a_run_that_is_stopped_has_what_was_finished() -> None:
    stop = Stop()
    stop.set()
    measurer = GameMeasurer(SOUND_TOY, None, None, 2, ("greedy",), "1", luck=0)
    assert len(measurer.play((0, 5), stop).rows) == 0


# -- pace ------------------------------------------------------------------------------------------


def test_a_choice_takes_longer_by_the_same_time_whenever_possibilities_double() -> None:
    table = Pace(forced=1, choice=2, doubling=1.5, take_over=3).table(8)
    assert table.tolist()[:3] == [3000, 1000, 3500]
    assert table[4] - table[2] == table[8] - table[4] == 1500


def test_another_pace_is_another_time_and_nothing_else() -> None:
    usual, slow = measured(SOUND_TOY, 5).rows, measured(SOUND_TOY, 5, pace=Pace(forced=9)).rows
    assert (usual["pace"] == slow["pace"]).all()  # every decision of the toy is a choice
    slow = measured(SOUND_TOY, 5, pace=Pace(choice=9)).rows
    assert (slow["pace"] - usual["pace"] == 7000 * usual["choices"]).all()
    assert (slow["luck_1"] == usual["luck_1"]).all()


def test_the_page_about_measures_has_the_numbers_of_the_code() -> None:
    page = (Path(__file__).parents[2] / "docs" / "measures.md").read_text("utf-8")
    for told in (
        f"{PACE.forced:g} s for a decision without",
        f"{PACE.choice:g} s for a choice, and {PACE.doubling:g} s more",
        f"and {PACE.take_over:g} s to see what others did",
        f"{REDRAWS} times it goes back to the position",
    ):
        assert told in " ".join(page.split())
    assert (LEAD, DECIDED, DRAGS_ON) == (0.05, 0.8, 0.25)  # there in words
