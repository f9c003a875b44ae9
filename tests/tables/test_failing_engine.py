"""An engine that fails at a table: nothing has happened there, and the next try goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from spielzug.core.engine import Engine
from spielzug.core.game import Game
from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.tables import seat_changes
from spielzug.tables.table import OVER, RUNNING, Table
from spielzug.tables.time_limit import TURN, TimeLimit
from tables.sitting import deal, move, open_table, ready


class EngineStopped(Exception):
    """What an engine raises whose process is gone."""


class FailingEngine:
    """Fails at one question, after it has changed the memory that it was given."""

    def __init__(self, sound: Engine, answers: int) -> None:
        self.sound = sound
        self.answers = answers
        self.failed_at: str | None = None

    def __getattr__(self, method: str) -> Callable[..., Any]:
        def ask(*arguments: Any) -> Any:
            answer = getattr(self.sound, method)(*arguments)
            self.answers -= 1
            if self.answers < 0:
                self.failed_at = method
                raise EngineStopped
            return answer

        return ask


@pytest.fixture
def game() -> Iterator[Game]:
    game = ready("game_of_trains")
    sound = game.engine
    yield game
    game.use_engine(sound)


def fail_everywhere(table: Table, act: Callable[[], object]) -> set[str]:
    """Try with an engine that fails at its first question, then at its second, until it need not.

    Gives the questions at which it failed.
    """
    sound, before = table.game.engine, state_of(table)
    failed = set()
    for answers in range(100):
        engine = FailingEngine(sound, answers)
        table.game.use_engine(engine)
        try:
            act()
        except EngineStopped:
            table.game.use_engine(sound)
            assert state_of(table) == before
            assert engine.failed_at is not None
            failed.add(engine.failed_at)
        else:
            table.game.use_engine(sound)
            return failed
    raise AssertionError("it never went through")


def state_of(table: Table) -> tuple[object, ...]:
    match = table.match
    played = match and (list(match.log), match.now.bytes, match.actor, match.legal, match.outcome)
    return (
        played, len(table.positions), list(table.changes.entries), table.status, table.number,
        table.actor, table.deadline, table.result, table.dealt,
    )  # fmt: skip


def timed_table(game: Game) -> Table:
    return open_table(game, time_to_think=TimeLimit.chosen(TURN, 3600), first=1)


def test_a_decision_is_made_wholly_or_not_at_all(game: Game) -> None:
    table = deal(timed_table(game))
    for number in range(1, 6):
        failed = fail_everywhere(table, lambda: move(table))
        assert {"step", "actor", "result"} <= failed
        assert table.number == number + 1 == len(table.positions) == len(table.changes.entries)


def test_so_is_an_undo_or_a_resignation(game: Game) -> None:
    table = deal(timed_table(game))
    move(table)
    fail_everywhere(table, lambda: table.undo("anna", table.number, 0))
    assert table.played().log[-1].kind == "undo"
    assert {"outside", "step", "result"} <= fail_everywhere(table, lambda: table.resign("anna", 0))
    assert table.status == OVER


def test_after_a_deal_that_failed_the_last_nonce_may_be_revealed_again(game: Game) -> None:
    table, nonces = timed_table(game), {"anna": fresh_nonce(), "berta": fresh_nonce()}
    for device, nonce in nonces.items():
        seat_changes.give_hash(table, device, nonce_hash(nonce))
    assert table.start.sealed is not None
    fingerprint = table.start.sealed.fingerprint
    seat_changes.reveal(table, "anna", nonces["anna"], fingerprint)
    failed = fail_everywhere(
        table, lambda: seat_changes.reveal(table, "berta", nonces["berta"], fingerprint)
    )
    assert {"start", "actor", "result"} <= failed
    assert table.status == RUNNING
    move(table)
