"""Positions and `Seen` are values: compared, copied, saved, printed, kept apart."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from raw_records import plain_record
from spielzug.core.errors import CannotRead, NotAllowed, OptionError, SpielzugError, UsageError
from spielzug.core.events import SPECTATOR
from spielzug.core.game import Game
from spielzug.core.jit import fields
from spielzug.core.native_engine import direct
from spielzug.core.native_records import memory_of, plain, read_facts
from spielzug.core.position import Position, Seen
from spielzug.core.rng import below, new_rng
from spielzug.core.texts import LANGUAGES
from spielzug.games import all_games, get_game
from toys.toy import SOUND_TOY

ROOT = Path(__file__).parents[2]
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gero")


@pytest.fixture(params=all_games(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def played(game: Game, decisions: int = 12, seed: int | str = "positions") -> Position:
    """A position in the midst of a random game."""
    position = game.start(seed=seed, **game.simulation)
    rng = new_rng(7)
    for _ in range(decisions):
        legal = position.legal
        position.step(legal[int(below(rng, len(legal)))])
    return position


def everybody(position: Position) -> Iterator[Seen]:
    """What each seat knows, and a spectator."""
    for seat in range(SPECTATOR, position.seats):
        yield position.seen(seat, NAMES[: position.seats])


# -- positions -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game_and_another_seed_another(game: Game) -> None:
    assert played(game) == played(game)
    assert game.start(seed=1) != game.start(seed=2)
    assert game.start(seed=1) == game.start(seed="1") == game.start()


def test_a_new_game_takes_options_by_name_and_refuses_what_cannot_be(game: Game) -> None:
    option = game.options.describe()[0]
    chosen = {option["name"]: option["default"]}
    assert game.start(game.seats[-1], 1, **chosen).seats == game.seats[-1]
    assert game.start(None, 1, **chosen).options == game.options()
    with pytest.raises(OptionError, match="there is no option 'weather' here"):
        game.start(weather="fine")
    with pytest.raises(UsageError, match="seats, not 9"):
        game.start(9)


def test_a_limited_game_has_the_options_of_simulations(game: Game) -> None:
    limited = game.start(seed=1, limited=True)
    assert limited.options == game.options(**game.simulation)
    first = game.start(seed=1, limited=True, first=1)
    assert first.options == game.options(**game.simulation, first=1)


BAD_SEATS: tuple[Any, ...] = (-2, 7, 99, 1 << 70, None, 0.0, True, "0", [0])
BAD_KEYS: tuple[Any, ...] = (-1, 1 << 64, None, 1.0, "7", False)


def test_seats_keys_and_actions_that_do_not_fit_are_refused(game: Game) -> None:
    position = game.start(seed=1, limited=True)
    seen, before = position.seen(0), position.save()
    told = json.loads(json.dumps(seen.to_json()))
    for seat in (*BAD_SEATS, position.seats):
        with pytest.raises(UsageError, match="there is no seat .*: use 0 to .*, or -1"):
            position.seen(seat)
        with pytest.raises(SpielzugError):
            Seen.from_json({**told, "seat": seat}, get_game)
    for key in BAD_KEYS:
        with pytest.raises(UsageError, match=r"a key is a whole number from 0 to 2\*\*64 - 1, not"):
            seen.guess(key)
        with pytest.raises(UsageError, match="a key is"):
            position.set_rng(key)
    actions: tuple[Any, ...] = (-1, -100, 99_999, 1 << 70, None, 1.0, True)
    for action in actions:
        for function in (position.notation, seen.label, seen.target, position.advance):
            with pytest.raises(UsageError, match="there is no action"):
                function(action)
        with pytest.raises((NotAllowed, UsageError), match="action"):
            position.step(action)
        assert not position.can_table_act(action)
    for seats in (1, 8, 2.0, True, None, "2"):
        with pytest.raises(UsageError, match="seats, not"):
            game.check_seats(seats)  # type: ignore[arg-type]
    assert position.seen(np.int64(0)) == seen  # type: ignore[arg-type]
    assert position.save() == before


def test_what_a_seat_sees_elsewhere_has_values_in_range(game: Game) -> None:
    told = game.start(seed=1).seen(0).to_json()
    for name, (_, high) in game.state_layout.ranges.items():
        spoilt = json.loads(json.dumps(told))
        spoilt["hidden"][name] = _with_first(spoilt["hidden"][name], high + 1)
        with pytest.raises(CannotRead, match=f"the field '{name}'"):
            Seen.from_json(spoilt, get_game)


def _with_first(value: Any, number: int) -> Any:
    return [_with_first(value[0], number), *value[1:]] if isinstance(value, list) else number


def test_facts_are_part_of_a_position(game: Game) -> None:
    """The same pieces on the table are another position in a game with other options."""
    position = game.start(seed=4)
    other = Position.load(game, position.save(), game.options(first=1))
    assert plain(other.state) == plain(position.state)
    assert other != position


def test_positions_of_two_games_or_of_anything_else_differ(game: Game) -> None:
    position = played(game)
    assert position != played(next(other for other in all_games() if other is not game))
    assert position != position.seen(0)
    assert position != plain(position.state)


def test_what_a_settled_position_remembers_is_what_it_would_find_again(game: Game) -> None:
    position = game.start(seed=5)
    while not position.over:
        position.step(position.legal[len(position.legal) // 2])
        settled = position.copy()
        settled.freeze()
        for _ in range(2):
            assert (settled.actor, settled.over) == (position.actor, position.over)
            assert (settled.legal, settled.outcome) == (position.legal, position.outcome)
            assert settled.digest == position.digest
        settled.legal.append(-7)  # whoever gets the list may do with it what they like
        assert settled.legal == position.legal
        turns: Any = position.copy().seen(0).view["turns"]
        if turns > 12:
            break
    text = json.dumps(plain(position.state), sort_keys=True)
    assert position.digest == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_a_reading_says_what_the_record_says(game: Game) -> None:
    position = played(game)
    for record, reading in (
        (position.state, plain_record(position.state)),
        (position.facts, read_facts(position.facts)),
    ):
        for name in fields(record.dtype):
            assert np.array_equal(record[name], getattr(reading, name))
            assert type(getattr(reading, name)) in (int, list)
        assert bytes(reading.data) == record.tobytes()
    assert read_facts(game.facts(position.options)) is position.facts_reading


def test_a_copy_of_memory_lies_elsewhere(game: Game) -> None:
    position = played(game)
    first = memory_of(position.state)
    second = first.copy()
    third = second.copy()
    assert second.record.tobytes() == third.record.tobytes() == position.state.tobytes()
    seats = int(position.state.seats)
    third.record["seats"] = seats + 1
    assert int(second.record["seats"]) == int(position.state.seats) == seats
    assert bytes(third.data) == third.record.tobytes()


def test_rules_called_directly_do_the_same(game: Game) -> None:
    position = played(game)
    by_name = np.zeros(game.rules.MAX_LEGAL, np.int32)
    directly = by_name.copy()
    count = game.rules.legal(position.facts, position.state, by_name)
    facts, state = memory_of(position.facts), memory_of(position.state)
    assert direct(game.rules.legal)(facts, state, directly) == count
    assert (by_name == directly).all()
    assert game.native.rules.actor(state) == game.rules.actor(position.state)


def test_what_can_change_is_no_key_of_a_dictionary(game: Game) -> None:
    position = played(game)
    for thing in (position, position.seen(0)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)


def test_a_copy_is_equal_and_goes_its_own_way(game: Game) -> None:
    position = played(game)
    twin = position.copy()
    before = position.save()
    assert twin == position
    twin.step(twin.legal[0])
    assert twin != position
    assert position.save() == before


def test_a_position_comes_back_from_its_text(game: Game, tmp_path: Path) -> None:
    position = played(game)
    again = Position.load(game, position.save(), position.options)
    assert again == position
    assert again.save() == position.save()
    assert again.version == position.version == game.rules_version
    again.step(again.legal[-1])
    position.step(position.legal[-1])
    assert again == position  # the luck to come was saved too
    path = tmp_path / "position.json"
    path.write_text(position.save(), encoding="utf-8")
    assert Position.read(game, path, position.options) == position
    assert Position.read(game, path) == position  # its options are told
    before = re.sub('"options": .*\n', "", position.save())
    assert Position.load(game, before, position.options) == position
    with pytest.raises(CannotRead, match="option"):
        Position.load(game, position.save().replace('"options": "', '"options": "odd=1 '))


def test_who_acts_what_is_legal_and_how_it_ended(game: Game) -> None:
    position, rng = played(game, 0), new_rng(3)
    while not position.over:
        legal = position.legal
        assert position.actor in range(position.seats)
        assert legal and legal == sorted(set(legal))
        assert position.outcome is None
        position.step(legal[int(below(rng, len(legal)))])
    outcome = position.outcome
    assert outcome is not None
    assert len(outcome.shares) == position.seats
    assert outcome.reason in game.reasons
    assert (position.actor, position.legal) == (-1, [])
    with pytest.raises(NotAllowed, match="over"):
        position.step(0)


def test_a_step_tells_what_happened(game: Game) -> None:
    position = played(game)
    twin = position.copy()
    action = position.legal[0]
    events = position.step(action)
    assert events
    assert {event.kind for event in events} <= set(game.words.EVENTS)
    twin.advance(action)  # the same, but nobody is told
    assert twin == position


def test_a_step_takes_what_people_write(game: Game) -> None:
    position = played(game)
    twin = position.copy()
    action = position.legal[-1]
    assert position.parse(position.notation(action)) == action
    assert twin.step(position.notation(action)) == position.step(action)
    assert twin == position
    twin.step("!abandon")  # only the table does this, and a position is moved by the table
    assert twin.over


def test_what_is_not_allowed_is_refused_with_a_reason_and_changes_nothing(game: Game) -> None:
    position = played(game)
    before = position.copy()
    illegal = [
        action
        for action in range(game.rules.N_ACTIONS)
        if action not in position.legal and not position.can_table_act(action)
    ]
    seen = position.seen(position.actor)
    for action in illegal[:: max(1, len(illegal) // 20)]:
        with pytest.raises(NotAllowed) as refused:
            position.step(action)
        assert str(refused.value) == seen.why_not(action) != ""
    with pytest.raises(NotAllowed):
        position.step(position.notation(illegal[0]))
    with pytest.raises(CannotRead, match="cannot read 'nonsense'"):
        position.step("nonsense")
    assert position == before
    assert position.state.tobytes() == before.state.tobytes()


# -- what a seat knows ---------------------------------------------------------------------------


def test_only_who_is_to_act_has_choices(game: Game) -> None:
    position = played(game)
    for seen in everybody(position):
        assert seen.actor == position.actor
        assert seen.legal == (position.legal if seen.seat == position.actor else [])


def test_what_a_seat_knows_is_the_same_in_every_world_that_it_thinks_possible(game: Game) -> None:
    """All that can be asked of it: there is nothing else in it that could tell."""
    position = played(game)
    for seen in everybody(position):
        worlds = [seen.guess(key) for key in range(5)]
        assert len({world.save() for world in worlds}) == 5  # at the least the luck to come
        for world in worlds:
            again = world.seen(seen.seat, seen.names)
            assert again == seen
            assert again.hidden.tobytes() == seen.hidden.tobytes()
            assert str(again) == str(seen)
            assert again.to_json() == seen.to_json()


def test_nothing_that_a_seat_knows_leads_back_to_the_position(game: Game) -> None:
    """It holds what is fixed, a record with blanks, a seat and names; and the record is its own."""
    position = played(game)
    held = {name for kind in Seen.__mro__ for name in getattr(kind, "__slots__", ())}
    assert held == {"game", "options", "_facts", "_memory", "_kept", "seat", "names"}
    settled = position.copy()
    settled.freeze()
    assert settled.legal
    for seen in everybody(settled):
        assert seen._kept == {"actor": position.actor}
    for seen in everybody(position):
        assert not hasattr(seen, "__dict__")
        assert not hasattr(seen, "state")
        assert not hasattr(seen, "step")
        assert int(seen.hidden.rng) == 0  # nobody knows the luck to come
        before = seen.hidden.tobytes()
        moved = position.copy()
        assert moved.seen(seen.seat) == seen
        moved.step(moved.legal[0])
        assert seen.hidden.tobytes() == before


@pytest.mark.parametrize("name", [game.name for game in all_games() if game.secrets])
def test_in_a_game_with_secrets_seats_know_different_things(name: str) -> None:
    position = played(get_game(name))
    known = [plain(seen.hidden) for seen in everybody(position)]
    assert all(one != plain(position.state) for one in known)
    assert any(one != known[0] for one in known)


def test_the_same_knowledge_of_another_seat_is_not_the_same(game: Game) -> None:
    position = played(game)
    seats = list(everybody(position))
    for index, seen in enumerate(seats):
        assert [seen == other for other in seats].index(True) == index
        assert seen == position.seen(seen.seat)  # what the players are called is no matter


def test_what_a_seat_knows_travels_by_value(game: Game) -> None:
    for seen in everybody(played(game)):
        sent = json.loads(json.dumps(seen.to_json()))
        there = Seen.from_json(sent, get_game)
        assert there == seen
        assert (there.seat, there.names) == (seen.seat, seen.names)
        assert (there.options, there.version) == (seen.options, seen.version)
        assert there.legal == seen.legal
        assert there.view == seen.view


def test_choices_reasons_and_events_are_told_in_words(game: Game) -> None:
    position = played(game)
    seen = position.seen(position.actor, NAMES[: position.seats])
    for lang in LANGUAGES:
        labels = [seen.label(action, lang) for action in seen.legal]
        assert all(labels)
        assert not any(seen.why_not(action, lang) for action in seen.legal)
    assert all(seen.target(action)["kind"] for action in seen.legal)
    unnamed = position.seen(position.actor)
    for lang in LANGUAGES:
        events = position.copy().step(position.legal[0])
        assert seen.sentences(events, lang)
        assert len(unnamed.sentences(events, lang)) == len(seen.sentences(events, lang))


def test_both_show_a_board_when_they_are_printed(game: Game) -> None:
    position = played(game)
    assert str(position) == str(position.seen(position.actor))
    for seen in everybody(position):
        board = str(seen)
        assert len(board.splitlines()) > 3
        assert "\x1b" not in board
        if game.secrets:  # a game whose seats have names of their own shows those
            assert "Ada" in board


def test_both_say_what_they_are(game: Game) -> None:
    position = played(game)
    assert f"Position of {game.name}: {position.seats} seats" in repr(position)
    assert repr(position.seen(1)) == f"<Seen of {game.name}: what seat 1 may know>"
    assert "what a spectator may know" in repr(position.seen(SPECTATOR))


def test_a_game_needs_no_place_in_the_registry() -> None:
    position = SOUND_TOY.start(seed=3)
    position.step("s")
    assert Position.load(SOUND_TOY, position.save()) == position
    seen = position.seen(1)
    assert Seen.from_json(seen.to_json(), lambda _: SOUND_TOY) == seen


def test_a_message_without_a_position_is_refused() -> None:
    with pytest.raises(CannotRead, match="not what a seat sees"):
        Seen.from_json({"game": "trains", "seat": 0}, get_game)


def test_a_game_takes_no_options_of_another() -> None:
    with pytest.raises(UsageError, match="options of another game, not of trains: ToyOptions"):
        get_game("trains").facts(SOUND_TOY.options())


# -- types ---------------------------------------------------------------------------------------

HANDED_OVER = """
import spielzug
from spielzug.bots import get_bot
from spielzug.bots.hints import advise
from spielzug.core.rng import new_rng

position: spielzug.Position = spielzug.game("trains").start(seats=2, seed=1)
seen: spielzug.Seen = position.seen(0)
get_bot("greedy").choose(seen)
advise(seen, new_rng(1))
match: spielzug.Match = spielzug.read_record("game.zug")
spielzug.bot("greedy", 1).choose(match.seen(0))

get_bot("greedy").choose(position)
advise(position, new_rng(1))
spielzug.bot("greedy").choose(match.position)
spielzug.nothing
"""
REFUSED = """\
program.py:13: error: Argument 1 to "choose" of "Bot" has incompatible type "Position"; \
expected "Seen"  [arg-type]
program.py:14: error: Argument 1 to "advise" has incompatible type "Position"; \
expected "Seen"  [arg-type]
program.py:15: error: Argument 1 to "choose" of "Bot" has incompatible type "Position"; \
expected "Seen"  [arg-type]
program.py:16: error: Module has no attribute "nothing"  [attr-defined]
"""


@pytest.mark.slow
def test_a_whole_position_handed_to_a_bot_is_refused_before_the_program_runs(
    tmp_path: Path,
) -> None:
    program = tmp_path / "program.py"
    program.write_text(HANDED_OVER.lstrip(), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--no-pretty"]
    command += ["--no-error-summary", "--cache-dir", str(tmp_path / "cache"), str(program)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.replace(str(program), "program.py") == REFUSED, done.stderr
