"""Rules versions: a game is played, saved and read by the version it started with."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from spielzug.bots import get_bot
from spielzug.core.check import CHECKS
from spielzug.core.check.case import CheckCase, CheckFailed
from spielzug.core.errors import CannotRead, RecordError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position, Seen
from spielzug.core.records import read_record, write_record
from spielzug.core.rng import new_rng
from spielzug.games import all_games
from toys.toy import MORE_TURNS, NEWER_TOY, SOUND_TOY, TURNS, decode

LENGTHS = {1: TURNS, 2: MORE_TURNS}
"""How many decisions a game has, by the version of its rules."""
UNKNOWN = r"rules version 3; this Spielzug knows version 1, 2"


@pytest.fixture(params=LENGTHS)
def version(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


def whole(game: Game, version: int | None) -> Match:
    """A complete game of two greedy players."""
    match = Match(game.ready(), [Seat("Ada"), Seat("Ben")], SeedLuck("versions"), version=version)
    greedy = get_bot("greedy", new_rng(1))
    while not match.over:
        match.play(greedy.choose(match.seen(match.actor)))
    return match


def newer(name: str) -> Game:
    """The toy game of a program that has both versions."""
    assert name == NEWER_TOY.name
    return NEWER_TOY


def test_a_game_is_played_by_the_version_it_began_with(version: int) -> None:
    match = whole(NEWER_TOY, version)
    assert match.version == match.position.version == match.seen(0).version == version
    assert len(match.decisions) == LENGTHS[version]


def test_a_new_game_is_played_by_the_newest() -> None:
    assert list(NEWER_TOY.versions) == [1, 2]
    assert whole(NEWER_TOY, None).version == NEWER_TOY.start().version == 2
    assert whole(SOUND_TOY, None).version == SOUND_TOY.start().version == 1


def test_a_record_of_each_version_is_read_back_byte_for_byte(version: int) -> None:
    match = whole(NEWER_TOY, version)
    text = write_record(match)
    assert f"\nRules: {version}\n" in text
    again = read_record(text, newer)
    assert again.version == version
    assert again.position == match.position
    assert write_record(again) == text


def test_a_record_from_before_the_newer_version_stays_what_it_is() -> None:
    """Written by a program that knows version 1 only, read by one that knows both."""
    text = write_record(whole(SOUND_TOY, None))
    again = read_record(text, newer)
    assert (again.version, len(again.decisions)) == (1, TURNS)
    assert write_record(again) == text
    assert again.position != whole(NEWER_TOY, 2).position


def test_a_record_that_claims_another_version_is_found_out() -> None:
    text = write_record(whole(NEWER_TOY, 2)).replace("Rules: 2", "Rules: 1")
    with pytest.raises(
        RecordError, match=f"it says '{TURNS} .* kept 0 0', but the rules give .*; shown"
    ):
        read_record(text, newer)


def test_a_position_of_each_version_is_saved_and_goes_on_by_it(version: int) -> None:
    position, _ = NEWER_TOY.ready().deal(2, 5, version=version)
    position.step("k")
    again = Position.load(NEWER_TOY, position.save())
    assert again == position
    assert again.version == version
    while not again.over:
        again.step("k")
    assert again.state.turns == LENGTHS[version]
    other, _ = NEWER_TOY.deal(2, 5, version=3 - version)
    other.step("k")
    assert other != position


def test_what_a_seat_knows_says_by_which_version(version: int) -> None:
    position, _ = NEWER_TOY.ready().deal(2, 5, version=version)
    seen = position.seen(position.actor)
    there = Seen.from_json(json.loads(json.dumps(seen.to_json())), newer)
    assert there == seen
    assert there.version == there.guess(1).version == version


def test_bots_think_by_the_version_of_the_game(version: int) -> None:
    match = Match(NEWER_TOY.ready(), [Seat("Ada"), Seat("Ben")], SeedLuck("3"), version=version)
    bot = get_bot("search:60", new_rng(1))
    while not match.over:
        match.play(bot.choose(match.seen(match.actor)))
    assert len(match.decisions) == LENGTHS[version]


@pytest.mark.slow
@pytest.mark.parametrize("name", CHECKS)
def test_every_check_can_be_made_by_a_version(name: str, version: int) -> None:
    case = CheckCase(
        NEWER_TOY.ready(), "toys.toy:NEWER_TOY", games=4, samples=200, version=version,
        decode=decode,
    )  # fmt: skip
    CHECKS[name](case)


def test_a_check_in_another_process_plays_by_the_same_version() -> None:
    """The other process has the toy that knows version 1 only."""
    CHECKS["jit_off"](CheckCase(NEWER_TOY.ready(), "toys.toy:SOUND_TOY", games=2, version=1))
    with pytest.raises(CheckFailed, match="rules version 2; .* knows version 1 of toy"):
        CHECKS["jit_off"](CheckCase(NEWER_TOY.ready(), "toys.toy:SOUND_TOY", games=2, version=2))


def test_a_version_that_nobody_knows_is_refused_in_a_clear_sentence() -> None:
    match = whole(NEWER_TOY, 2)
    with pytest.raises(UsageError, match=f"{UNKNOWN} of toy"):
        NEWER_TOY.facts(version=3)
    with pytest.raises(UsageError, match=f"{UNKNOWN} of toy"):
        Match(NEWER_TOY, match.seats, match.luck, version=3)
    with pytest.raises(RecordError, match=f"line 3: played by {UNKNOWN} of toy"):
        read_record(write_record(match).replace("Rules: 2", "Rules: 3"), newer)
    text = match.position.save().replace('"rules": 2', '"rules": 3')
    with pytest.raises(CannotRead, match=f"^here.json: played by {UNKNOWN}"):
        Position.load(NEWER_TOY, text, source="here.json")
    with pytest.raises(UsageError, match=UNKNOWN):
        Seen.from_json(match.seen(0).to_json() | {"rules": 3}, newer)
    with pytest.raises(RecordError, match="rules version 0"):
        read_record(write_record(match).replace("Rules: 2", "Rules: 0"), newer)


def test_a_version_from_before_the_first_release_is_refused_with_the_way_out() -> None:
    released = replace(NEWER_TOY, oldest_rules_version=2)
    assert list(released.versions) == [2]
    old = whole(NEWER_TOY, 1)
    said = (
        "played by rules version 1, from before the first release; this Spielzug knows version 2 "
        "of toy: open it with the Spielzug that wrote it"
    )
    with pytest.raises(RecordError, match=f"line 3: {said}"):
        read_record(write_record(old), lambda _: released)
    with pytest.raises(CannotRead, match=f"^here.json: {said}"):
        Position.load(released, old.position.save(), source="here.json")
    assert read_record(write_record(whole(NEWER_TOY, 2)), lambda _: released).version == 2


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_facts_of_one_version_do_not_change_those_of_another(game: Game) -> None:
    """Also where a game keeps parts of its facts for the next time."""
    now = game.rules_version
    future = replace(game, rules_version=now + 1)
    newest, old = future.facts(version=future.rules_version), future.facts(version=now)
    assert (int(newest.rules_version), int(old.rules_version)) == (future.rules_version, now)
    assert int(game.facts().rules_version) == game.rules_version
