"""check_game passes correct games and fails every broken one, each by the intended check."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import pytest

from spielzug.core.check import CHECKS, check_game
from spielzug.core.check.case import (
    MAX_CLOCK_DECISIONS,
    CheckCase,
    CheckFailed,
    named_options,
    play_out,
)
from spielzug.core.check.secrets import hidden_fields
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from toys.effort import QUICK
from toys.toy import BUGS, NEWER_TOY, SOUND_TOY, decode, toy

EFFORT: dict[str, Any] = {"games": 30, "worlds": 60, "samples": 600, "decode": decode}
MEANT_FOR = {
    "contradiction": "guesses", "option": "conservation", "old_version": "conservation",
    "unwritten": "observations", "out_of_range": "observations", "tells_card": "observations",
    "incomplete": "completeness", "spare": "completeness", "too_long": "termination",
    "truncations": "termination",
}  # fmt: skip
"""The checks of bugs that have no check of their own name."""
ELSEWHERE = ("sound", "jit_off", "bounds", "written_twice", "apart")
LOOK_AT_VIEWS = ("secrecy", "leaks_are_caught", "observed_leaks_are_caught")
NO_PROCESS = [name for name in CHECKS if name not in ("jit_off", "bounds")]


@pytest.mark.parametrize("name", NAMES)
def test_every_registered_game_is_checked(name: str) -> None:
    """Each in its own folder, where it can run beside the others."""
    theirs = Path(__file__).parents[1] / "games" / name / "test_check.py"
    assert "check_game(GAME" in theirs.read_text()


@pytest.mark.slow
def test_a_sound_toy_passes_every_check_but_bounds() -> None:
    check_game(SOUND_TOY, "toys.toy:SOUND_TOY", checks=QUICK["checks"], **EFFORT)


@pytest.mark.slow
def test_a_sound_toy_stays_within_bounds() -> None:
    check_game(SOUND_TOY, "toys.toy:SOUND_TOY", checks=["bounds"], **EFFORT)


def test_an_unknown_check_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no check luck, only conservation"):
        check_game(SOUND_TOY, "toys.toy:SOUND_TOY", checks=["luck"], **EFFORT)


@pytest.mark.parametrize("bug", [b for b in BUGS if b not in ELSEWHERE])
def test_a_toy_broken_for_one_check_fails_that_check(bug: str) -> None:
    broken = toy(BUGS.index(bug)).ready()
    case = CheckCase(broken, "toys.toy:SOUND_TOY", **EFFORT)
    families = {"facts": "facts_once", "notes": "notes", "visibility": "visibility"}
    own = families.get(bug.partition("_")[0], bug)
    check = MEANT_FOR.get(bug, own)
    with pytest.raises(CheckFailed):
        CHECKS[check](case)


@pytest.mark.parametrize(
    ("bug", "reason"),
    [
        ("facts_change", "game 0, decision 0, seat -1: the facts are others than at first"),
        ("facts_differ", "game 0, decision 0, seat 0: the facts are others than at first"),
        ("facts_twice", r"seat -1: \['wild'\] stand in the facts and in the view"),
        ("facts_unsendable", "game 0: the facts cannot be sent: .*set"),
        ("facts_altered", "game 0: the facts are others after sending"),
    ],
)
def test_what_is_told_once_must_be_the_same_for_all_and_for_good(bug: str, reason: str) -> None:
    case = CheckCase(toy(BUGS.index(bug)).ready(), "toys.toy:SOUND_TOY", **EFFORT)
    with pytest.raises(CheckFailed, match=reason):
        CHECKS["facts_once"](case)
    for name in NO_PROCESS:  # nothing else in them is wrong
        if name not in ("facts_once", *LOOK_AT_VIEWS):
            CHECKS[name](case)


@pytest.mark.slow
def test_a_game_is_checked_by_every_version_of_its_rules() -> None:
    check_game(NEWER_TOY, "toys.toy:NEWER_TOY", **EFFORT)
    older = toy(BUGS.index("old_version"), newest=2)
    with pytest.raises(CheckFailed, match="toy, rules version 1: conservation: game 0, decision"):
        check_game(older, "toys.toy:NEWER_TOY", **EFFORT)
    CHECKS["conservation"](CheckCase(older, "toys.toy:NEWER_TOY", **EFFORT))  # the newest is sound


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("check", "attribute"),
    [
        ("jit_off", "JIT_TOY"),
        ("bounds", "BOUNDS_TOY"),
        ("jit_off", "TWICE_TOY"),
        ("jit_off", "APART_TOY"),
    ],
)
def test_a_toy_broken_in_another_mode_fails_there(check: str, attribute: str) -> None:
    import toys.toy

    case = CheckCase(getattr(toys.toy, attribute).ready(), f"toys.toy:{attribute}", games=2)
    with pytest.raises(CheckFailed):
        CHECKS[check](case)


def test_the_other_checks_let_a_bug_of_another_kind_pass() -> None:
    """A check that fails everything would prove nothing."""
    unfair = toy(BUGS.index("guesses")).ready()
    for name in NO_PROCESS:
        if name != "guesses":
            CHECKS[name](CheckCase(unfair, "toys.toy:SOUND_TOY", **EFFORT))


@pytest.mark.parametrize(
    ("bug", "check", "reason"),
    [
        ("unwritten", "observations", "game 0, at the start: turns is not written"),
        ("out_of_range", "observations", "game 0, at the start: left is out of its range"),
        ("tells_card", "observations", "start: card is not the same from the hidden position"),
        ("tells_card", "secrecy", "the observations differ"),
        ("incomplete", "completeness", r"the observation gives other values back of \['gone'\]"),
        ("spare", "completeness", r"nobody needs these parts: \['spare'\]"),
        ("choices", "choices", "game 0, decision 0: action 1 is no choice"),
        ("too_long", "termination", "game 0: longer than the 1 decisions at most"),
        ("truncations", "termination", "'midnight' cuts a game off, but no game ends so"),
        ("notes_item", "notes", "game 0, the deal: drawn: there is no card 0"),
        ("notes_seat", "notes", "game 0, the deal: drawn of card .: by seat -1"),
        ("notes_deed", "notes", "there is no deed 3"),
        ("notes_many", "notes", "6 notes are too many"),
        ("notes_share", "notes", "card: opened cannot be a share of 'kept'"),
        ("notes_drawing", "notes", "card: not everything is drawn once"),
        ("notes_word", "notes", "winner: there is no word"),
        ("visibility_always", "visibility", "'gone' is not seen as declared: always"),
        ("visibility_owner", "visibility", "'card' is not seen as declared: owner"),
        ("visibility_never", "visibility", "'rng' is not seen as declared: never"),
        ("secrecy", "visibility", r"declared as hidden, but seen by all: \['card'\]"),
        ("notes_measure", "notes", r"measured are \['swaps'\], told of are"),
    ],
)
def test_a_failure_says_what_is_wrong(bug: str, check: str, reason: str) -> None:
    case = CheckCase(toy(BUGS.index(bug)).ready(), "", **EFFORT)
    with pytest.raises(CheckFailed, match=reason):
        CHECKS[check](case)


def test_an_observation_that_tells_of_a_hidden_field_must_be_noticed() -> None:
    nobody_looks = CheckCase(SOUND_TOY.ready(), "", **{**EFFORT, "worlds": 0})
    with pytest.raises(CheckFailed, match="observes the hidden field 'card' is not caught"):
        CHECKS["observed_leaks_are_caught"](nobody_looks)


def test_an_observation_that_nobody_reads_back_is_not_taken_for_complete() -> None:
    with pytest.raises(CheckFailed, match="it needs a `decode`"):
        CHECKS["completeness"](CheckCase(SOUND_TOY.ready(), ""))


def test_a_failure_names_the_game_and_the_check() -> None:
    with pytest.raises(CheckFailed, match="toy: conservation: game 0, decision"):
        check_game(toy(BUGS.index("conservation")), "toys.toy:SOUND_TOY", **EFFORT)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_with_secrets_hides_more_than_its_luck(name: str) -> None:
    game = get_game(name).ready()
    hidden = hidden_fields(CheckCase(game, f"spielzug.games.{name}:GAME"))
    assert "rng" in hidden
    assert (len(hidden) > 1) == game.secrets


@pytest.mark.parametrize("game", [SOUND_TOY, *map(get_game, NAMES)], ids=lambda game: game.name)
def test_the_games_are_spread_over_all_that_named_options_can_choose(game: Game) -> None:
    case, choices = CheckCase(game, ""), named_options(game)
    kinds = prod(map(len, choices.values()))
    met = {case.options(number) for number in range(kinds)}
    assert len(met) == kinds
    few = [case.options(number) for number in range(case.games)]
    for name, values in choices.items():
        assert {getattr(options, name) for options in few} == set(values)


def test_the_clock_of_a_checked_game_rings() -> None:
    game = get_game("zwergenzugfahrt").ready()
    case = CheckCase(game, "")
    timed = [n for n in range(30) if game.clock(case.options(n)) is not None]
    assert len(timed) > 5
    for number in timed:
        last = list(play_out(case, number))[-1]
        outcome = last.after.outcome
        assert outcome is not None
        assert last.number < MAX_CLOCK_DECISIONS
        assert outcome.reason in ("time", "ten_seats")
