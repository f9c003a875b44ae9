"""A table without a server: playing, undo and its limits, practice, hints, time and the end."""

from __future__ import annotations

import pytest

from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.core.match import PRACTICE, UNDO
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES
from spielzug.tables import endings, messages, seat_changes, time_limit
from spielzug.tables import table as limits
from spielzug.tables.errors import TableError
from spielzug.tables.hints import check_hint_allowed
from spielzug.tables.seats import GONE, LATE
from spielzug.tables.table import OVER, RUNNING, WAITING, Table
from spielzug.tables.time_limit import TURN, TimeLimit
from tables.sitting import HandClock, deal, move, open_table, play_out, ready

CARS = "game_of_trains"
HOUR = 3600.0


def first_move(table: Table, device: str, action: str = "k1") -> None:
    table.decide(device, table.number, table.actor, action, "en")


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_without_a_server(name: str) -> None:
    table = open_table(ready(name), seats_for(name))
    play_out(deal(table))
    assert table.status == OVER
    assert table.result is not None
    assert sum(table.result) == pytest.approx(1) or not any(table.result)
    assert len(table.changes.entries) == table.number == len(table.positions)
    for lang in LANGUAGES:
        outcome = messages.outcome(table, lang)
        assert outcome is not None
        assert outcome["reason_text"] == table.game.reasons[outcome["reason"]][lang]
    with pytest.raises(TableError, match="over"):
        table.decide("anna", table.number, 0, 0, "en")


def seats_for(name: str) -> list[str]:
    bots = ready(name).seats[0] - 2
    return ["anna", "berta", *["bot:random"] * bots]


def test_a_decision_sent_twice_counts_once_and_a_late_one_not_at_all() -> None:
    table = deal(open_table(ready(CARS), first=1))
    number = table.number
    assert table.decide("anna", number, 0, "k1", "en") == (number, False)
    assert table.decide("anna", number, 0, "k1", "en") == (number, True)
    with pytest.raises(TableError, match="too_late"):
        table.decide("anna", number, 0, "k2", "en")


def test_what_is_not_allowed_is_refused_with_its_reason() -> None:
    table = deal(open_table(ready(CARS), first=1))
    with pytest.raises(TableError, match="not_your_seat"):
        table.decide("berta", table.number, 0, "k1", "en")
    with pytest.raises(TableError, match="not_your_turn"):
        table.decide("berta", table.number, 1, "k1", "en")
    with pytest.raises(TableError, match="cannot_read") as unread:
        table.decide("anna", table.number, 0, "nonsense", "en")
    assert "nonsense" in unread.value.say("de")
    with pytest.raises(TableError, match="not_allowed") as refused:
        table.decide("anna", table.number, 0, "@1", "en")
    assert "(G4)" in refused.value.say("en")
    assert len({unread.value.say(lang) for lang in LANGUAGES}) == len(LANGUAGES)


def test_beside_a_person_only_what_nobody_has_answered_is_taken_back() -> None:
    table = deal(open_table(ready(CARS), first=1))
    with pytest.raises(TableError, match="nothing_to_undo"):
        table.undo("anna", table.number, 0)
    before = table.positions[-1]
    first_move(table, "anna")
    table.undo("anna", table.number, 0)
    assert table.played().now == before
    first_move(table, "anna")
    while table.actor == 0:
        move(table)
    move(table)
    assert not table.can_undo(0)


def test_beside_bots_their_answers_are_taken_back_too() -> None:
    table = deal(open_table(ready("zwergenzugfahrt"), ["anna", "bot:random"], first=1))
    while table.actor == 0:
        move(table)
    before = table.number
    move(table)
    assert table.can_undo(0)
    table.undo("anna", table.number, 0)
    undo = table.played().log[-1]
    assert (undo.kind, undo.by) == (UNDO, None)
    assert undo.action < before


@pytest.mark.parametrize(
    ("limit", "most", "code"), [("UNDOS", 2, "too_many_undos"), ("LOG_LENGTH", 6, "log_too_long")]
)
def test_taking_back_has_an_end_and_deciding_has_none(
    monkeypatch: pytest.MonkeyPatch, limit: str, most: int, code: str
) -> None:
    monkeypatch.setattr(limits, limit, most)
    table = deal(open_table(ready(CARS), first=1))
    for _ in range(2):
        first_move(table, "anna")
        table.undo("anna", table.number, 0)
    first_move(table, "anna")
    assert not table.can_undo(0)
    with pytest.raises(TableError, match=code) as refused:
        table.undo("anna", table.number, 0)
    assert str(most) in refused.value.say("en")
    move(table)


def test_in_practice_even_luck_is_taken_back_and_comes_again() -> None:
    table = deal(open_table(ready(CARS), ["anna", "bot:random"], practice=True, first=1))
    lucky = None
    while lucky is None:
        move(table)
        last = table.played().log[-1]
        lucky = last if last.lucky and last.seat == 0 else None
    table.undo("anna", table.number, 0)
    undo = table.played().log[-1]
    assert (undo.action, undo.by) == (lucky.number, PRACTICE)
    table.decide("anna", table.number, 0, lucky.action, "en")
    assert table.played().log[-1].events == lucky.events


def test_a_hint_is_for_whoever_decides_at_a_table_that_allows_hints() -> None:
    table = deal(open_table(ready(CARS), hints=True, first=1))
    check_hint_allowed(table, "anna", table.number, 0)
    for device, seat, behind, code in (
        ("berta", 0, 0, "not_your_seat"), ("berta", 1, 0, "not_your_turn"),
        ("anna", 0, 1, "too_late"),
    ):  # fmt: skip
        with pytest.raises(TableError, match=code):
            check_hint_allowed(table, device, table.number - behind, seat)
    seat_changes.leave(table, "anna", 0, "random")
    with pytest.raises(TableError, match="seat_left"):
        check_hint_allowed(table, "anna", table.number, 0)
    with pytest.raises(TableError, match="no_hints"):
        check_hint_allowed(deal(open_table(ready(CARS), first=1)), "anna", 1, 0)


def test_a_bot_plays_for_who_has_left_until_they_come_back() -> None:
    table = deal(open_table(ready(CARS), first=1))
    seat_changes.leave(table, "anna", 0, "random")
    assert (table.bot_to_move, table.places[0].why) == ("random", GONE)
    with pytest.raises(TableError, match="seat_left"):
        first_move(table, "anna")
    assert table.changes.handed_over == {0}
    seat_changes.come_back(table, "anna", 0)
    assert not table.decide_for_bot(table.number, 0, table.played().legal[0])
    first_move(table, "anna")


def test_time_runs_only_as_far_as_the_clock_that_is_handed_in() -> None:
    time = TimeLimit.chosen(TURN, int(HOUR))
    table = deal(open_table(ready(CARS), time_to_think=time, first=1))
    clock = table.clock
    assert isinstance(clock, HandClock)
    assert table.deadline == clock.time + HOUR
    assert time_limit.process_deadline(table) == table.deadline
    clock.time += HOUR
    time_limit.process_deadline(table)
    asked = messages.asked_part(table)
    assert asked == {"seconds": float(time.grace), "heres": 3}
    time_limit.confirm_presence(table, "anna", 0)
    clock.time += time.grace
    time_limit.process_deadline(table)
    assert table.places[0].why == LATE


def test_a_game_without_an_end_is_called_off_by_its_creator_only() -> None:
    table = deal(open_table(ready(CARS)))
    with pytest.raises(TableError, match="not_creator"):
        table.abandon("berta")
    table.abandon("anna")
    assert (table.status, table.reason) == (OVER, endings.ABANDONED)
    again = endings.rematch(table, "berta")
    assert again is not None
    assert (again.status, again.id) == (WAITING, table.rematch)
    assert endings.rematch(table, "anna") is None


def test_the_deal_waits_for_every_nonce_and_refuses_a_wrong_one() -> None:
    table, nonce = open_table(ready(CARS)), fresh_nonce()
    seat_changes.give_hash(table, "anna", nonce_hash(nonce))
    assert table.start.sealed is None
    with pytest.raises(TableError, match="same_hash"):
        seat_changes.give_hash(table, "berta", nonce_hash(nonce))
    seat_changes.give_hash(table, "berta", nonce_hash(fresh_nonce()))
    sealed = table.start.sealed
    assert sealed is not None
    with pytest.raises(TableError, match="wrong_nonce"):
        seat_changes.reveal(table, "anna", fresh_nonce(), sealed.fingerprint)
    seat_changes.reveal(table, "anna", nonce, sealed.fingerprint)
    assert (table.status, table.start.awaited) == (WAITING, [1])
    seat_changes.give_hash(table, "berta", nonce_hash(fresh_nonce()))
    assert [one.void.seat for one in table.start.voids] == [1]


def test_a_match_goes_on_at_a_table_with_all_its_positions() -> None:
    table = deal(open_table(ready(CARS), first=1))
    first_move(table, "anna")
    table.undo("anna", table.number, 0)
    first_move(table, "anna")
    match = table.played()
    again = Table.resume(match, table.places, "anna", HandClock())
    assert again.positions == table.positions
    assert (again.status, again.number, again.undos) == (RUNNING, table.number, 1)
    assert not again.practice
