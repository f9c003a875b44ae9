"""Games that are measured from beginning to end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.games import NAMES, get_game
from spielzug.lab.watch import Watched, Watcher, measures_of, values
from toys.toy import SOUND_TOY


def watched(game: Any, games: int, seats: int | None = None, **how: Any) -> Watched:
    bots = how.pop("bots", ("greedy",))
    watcher = Watcher(game, None, None, seats or game.seats[0], bots, "watch", **how)
    return watcher.play((0, games), Stop())


def test_a_game_is_measured_as_it_was_played() -> None:
    rows = watched(SOUND_TOY, 20, luck=0).rows
    assert rows["number"].tolist() == list(range(20))
    assert (rows["decisions"] == 4).all()
    assert (rows["turns"] == 4).all()
    assert (rows["choices"] == 4).all()
    assert (rows["options"] == 8).all()
    assert (rows["share_1"] + rows["share_2"] == 1_000_000).all()
    assert (rows["decided"] + rows["dragged"] == rows["turns"]).all()
    assert (rows["luck_1"] == 0).all()


def test_parts_of_a_run_add_up_to_the_whole() -> None:
    watcher = Watcher(SOUND_TOY, None, None, 2, ("greedy", "random"), "parts", luck=4)
    whole, parts = watcher.play((0, 30), Stop()), watcher.blank()
    for games in ((20, 30), (0, 7), (7, 20)):
        parts.add(watcher.play(games, Stop()))
    assert (parts.rows == whole.rows).all()
    for ours, theirs in zip(parts.deeds, whole.deeds, strict=True):
        assert (ours == theirs).all()
    with pytest.raises(ValueError, match="already"):
        parts.add(watcher.play((3, 4), Stop()))


def test_deeds_count_times_seats_winners_and_the_share_of_another_deed() -> None:
    (card,) = watched(SOUND_TOY, 200, luck=0).deeds
    drawn, opened, shown = card.sum(axis=1).tolist()
    assert drawn[0] == drawn[1] == drawn[3]  # nobody draws a card twice: it lies open then
    assert drawn[0] == opened[0] + 400  # the last two are held
    assert opened[3] == opened[1] == opened[0]  # all that are opened were drawn
    assert shown == [400, 400, 0, 400]  # by the table: no seat, no winner
    assert card[0, 6, 2] == card[2, 6, 0]  # who has the six to the end wins


@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_watched(name: str) -> None:
    game = get_game(name)
    found = watched(game, 20, luck=2)
    assert len(found.rows) == 20
    assert (found.rows["turns"] > 0).all()
    assert (found.rows["pace"] > 0).all()
    assert [deeds.shape[:2] for deeds in found.deeds] == [
        (len(things.deeds), things.count) for things in game.things
    ]
    for measure in measures_of(game):
        assert np.isfinite(values(measure, found.rows)).all()
