"""What each seat is told: what the wire describes, and nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from spielzug.bots.advice import EVEN, QUICK, HintAdvice, HintChoice, LikelyReply
from spielzug.core.engine import Engine
from spielzug.core.events import SPECTATOR
from spielzug.core.game import PLAYING
from spielzug.core.match import Beginning
from spielzug.core.rng import new_rng, next_random
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES
from spielzug.tables import endings, messages, seat_changes, summary
from spielzug.tables.catalogue import all_bots, catalogue
from spielzug.tables.hints import advice_fields
from spielzug.tables.messages import Presence, Viewer
from spielzug.tables.proof import prove
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import seat_rows, table_row
from spielzug.tables.start import StartPosition, describe_position
from spielzug.tables.table import RUNNING, Table
from spielzug.tables.time_limit import TURN, TimeLimit
from spielzug.wire import live, parts, program, responses
from tables import stored_game
from tables.sitting import NoInvitations, deal, move, open_table, play_out, ready
from wire_shapes import check_shape

PRESENCE = Presence({"anna"}, 2)
NO_INVITATIONS = NoInvitations()


def table_of(name: str) -> Table:
    bots = ready(name).seats[0] - 2
    return open_table(ready(name), ["anna", "berta", *["bot:casual"] * bots], hints=True)


def told(table: Table) -> Iterator[tuple[object, Mapping[str, object] | None]]:
    """Everything about a table, as every viewer sees it now."""
    for device, seat in (("anna", 0), ("berta", 1), ("carla", SPECTATOR)):
        for lang in LANGUAGES:
            about = (table, device, lang, PRESENCE, NO_INVITATIONS)
            viewer, urls = Viewer(device, seat, lang), ["https://a", "https://b"]
            shown = messages.snapshot(table, viewer, PRESENCE, NO_INVITATIONS, urls)
            yield responses.Snapshot, shown
            yield responses.TablePart, messages.table_part(*about)
            yield live.LiveTable, messages.live_table(*about)
            if table.match is not None:
                yield parts.FactsMessage, messages.facts(table)
                yield live.LiveEntry, messages.live_entry(table, table.number - 1, seat, lang)
                yield live.LiveEntry, messages.earlier_entry(table, 0, seat, lang)
                yield live.LiveView, messages.live_view(table, seat, lang)
                yield live.LiveFresh, messages.live_fresh(table, seat, lang, 5)
                if (turn := messages.turn(table, seat, lang)) is not None:
                    yield program.Turn, turn


@pytest.mark.parametrize("name", NAMES)
def test_what_is_told_is_what_the_wire_describes(name: str) -> None:
    table = table_of(name)
    for shape, fields in told(table):
        check_shape(shape, fields)
    deal(table)
    for _ in range(12):
        move(table)
        for shape, fields in told(table):
            check_shape(shape, fields)
    play_out(table)
    for shape, fields in told(table):
        check_shape(shape, fields)
    for seat in range(-1, len(table.places)):
        check_shape(responses.Replay, messages.replay(table, seat, "fr"))


def test_so_are_the_rarer_parts_of_a_table() -> None:
    time = TimeLimit.chosen(TURN, 3600)
    game = ready("game_of_trains")
    table = deal(open_table(game, time_to_think=time, first=1))
    table.trouble, table.preparing = "cannot_save", 45
    assert table.times is not None
    table.times.ask(table.clock.steady())
    seat_changes.leave(table, "berta", 1, "casual")
    table.places[1].released = table.clock.now()
    for shape, fields in told(table):
        check_shape(shape, fields)
    endings.close(table, "late")
    for shape, fields in told(table):
        check_shape(shape, fields)
    check_shape(responses.PositionFound, describe_position(table.positions[-1]))
    begun = open_table(game, ["anna", "bot:casual"], practice=True, first=1)
    begun.start_from(StartPosition(Beginning(table.positions[0]), "anew", "other", 1))
    begun.deal_if_complete()
    for shape, fields in told(begun):
        check_shape(shape, fields)
    [sentence] = messages.entry(begun, 0, 0, "en")["sentences"]
    assert sentence.startswith("Practice: this game starts after step 1 of another game. Every")


def test_so_is_the_clock_of_a_game() -> None:
    table = deal(open_table(ready("zwergenzugfahrt"), mode="time", first="red"))
    assert messages.seconds_left(table) == table.game.clock(table.options)
    for shape, fields in told(table):
        check_shape(shape, fields)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_so_is_advice(lang: str) -> None:
    table = deal(open_table(ready("game_of_trains"), hints=True, first=1))
    move(table)
    seen = table.seen_by_actor()
    first, second = seen.legal[:2]
    reply = LikelyReply(1, 0, dict.fromkeys(LANGUAGES, "answer"))
    many = HintAdvice(
        0, 2, (HintChoice(first, 0.5, 99, EVEN, 1, reply), HintChoice(second, 0.5, 9, EVEN, 0))
    )
    quick = HintAdvice(0, 2, (HintChoice(first, 0.0, 0, QUICK),))
    for advice in (many, quick, HintAdvice(0, 1)):
        check_shape(responses.Advice, advice_fields(table.number, seen, advice, lang))


@pytest.mark.parametrize("name", [name for name in NAMES if ready(name).secrets])
def test_a_spectator_is_told_nothing_that_spectators_may_not_know(name: str) -> None:
    """In every deal that a spectator may think of, the message is the same."""
    table = deal(table_of(name))
    rng = new_rng(4)
    for _ in range(10):
        move(table)
        shown = messages.position(table, SPECTATOR, "en")
        assert (shown["choices"], shown["undo"], shown["forced"]) == ([], False, False)
        true = table.positions[-1]
        for _ in range(3):
            table.positions[-1] = true.seen(SPECTATOR).guess(next_random(rng))
            table.clear_seen_cache()
            assert messages.position(table, SPECTATOR, "en") == shown
        table.positions[-1] = true
        table.clear_seen_cache()


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_written_only_for_who_saw_all_its_events(name: str) -> None:
    table = deal(table_of(name))
    for _ in range(30):
        move(table)
    hidden = 0
    for entry in table.played().log[1:]:
        for seat in range(-1, len(table.places)):
            shown = messages.entry(table, entry.number, seat, "en")
            own = seat == entry.seat
            complete = own or len(shown["events"]) == len(entry.events) > 0
            hidden += not shown["notation"]
            assert bool(shown["notation"]) <= complete
            assert bool(messages.label(table, entry, seat, "en")) == own
            if own:
                assert shown["notation"] == table.game.words.notation(entry.action)
    assert hidden or not table.game.secrets


class TableRules:
    """An engine that has only the rules which are made ready for a table."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> object:
        assert name in (*PLAYING, "has", "ready"), f"{name} would be compiled while people wait"
        return getattr(self._engine, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_table_asks_only_for_rules_that_are_made_ready_for_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(name)
    monkeypatch.setitem(table.game.__dict__, "engine", TableRules(table.game.engine))
    deal(table)
    for number in range(60):
        if table.status != RUNNING:
            break
        for _ in told(table):
            pass
        if number % 10 == 5:
            seen = table.seen(table.number - 1, table.actor)
            for action in range(table.game.declaration.actions.count):
                seen.why_not(action)
        move(table)


@pytest.mark.parametrize("name", NAMES)
def test_lists_and_proofs_are_byte_for_byte_what_the_models_describe(name: str) -> None:
    game, entries = ready(name), []
    table = stored_game.open_game(game)

    def stored() -> StoredTable:
        entries.extend(table.take_changes().rows)
        return StoredTable(table_row(table), seat_rows(table), entries)

    states = [stored()]
    assert table.start.sealed is not None
    seat_changes.reveal(table, "anna", stored_game.NONCE, table.start.sealed.fingerprint)
    states.append(stored())
    move(table)
    endings.close(table, "")
    states.append(stored())
    for state in states:
        for lang in LANGUAGES:
            check_shape(responses.TableSummary, summary.summary(state, "anna", lang))
            check_shape(responses.Proof, prove(state, game, lang))
    mine = summary.mine(states, "anna", "en")
    check_shape(responses.Mine, mine)
    assert (len(mine["running"]), len(mine["finished"])) == (2, 1)


def test_the_catalogue_is_byte_for_byte_what_the_models_describe() -> None:
    for game in catalogue():
        check_shape(responses.Game, game)
    for bot in all_bots():
        check_shape(responses.BotInfo, bot)
