"""Hints: their reasons, their wording, and that they use only what the seat knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple

import numpy as np
import pytest

from games.zugraub import typed_position as zugraub
from raw_records import acting
from spielzug.bots import advice as kinds
from spielzug.bots import get_bot
from spielzug.bots.advice import SENTENCES, HintAdvice, HintChoice, LikelyReply, sentence
from spielzug.bots.clock import Stop
from spielzug.bots.hints import (
    advice_from,
    advise,
    begin_advice,
    explain_candidates,
    likely_reply,
)
from spielzug.bots.search.thinker import Budget, Candidate, SearchResult
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position, Seen
from spielzug.core.rng import new_rng, stream
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import NAMES, get_game

KEY = 20261115
QUICK = Budget(iterations=120)


def match_of(game: Game, seed: str) -> Match:
    seats = [Seat(f"Player {n + 1}", "greedy") for n in range(game.seats[0])]
    return Match(game, seats, SeedLuck(seed), game.options(**game.simulation))


def positions(game: Game, count: int, every: int = 5) -> list[Position]:
    """Positions with a real choice, from games of greedy players; with all that is hidden."""
    found: list[Position] = []
    greedy = get_bot("greedy", new_rng(5))
    for number in range(count):
        match = match_of(game, str(number))
        for decision in range(60):
            if match.over or len(found) == count:
                break
            if decision % every == 1 and len(match.legal) > 1:
                found.append(match.position)
            match.play(greedy.choose(match.seen(match.actor)))
    assert len(found) == count
    return found


def names(position: Position) -> list[str]:
    return [f"Player {n + 1}" for n in range(position.seats)]


def quick(seen: Seen) -> HintAdvice:
    return advise(seen, new_rng(KEY), seconds=None, budget=QUICK)


def honest(position: Position) -> bytes:
    """Everything a hint says, as bytes, in every language."""
    return advice_bytes(acting(position, names(position)))


def cheating(position: Position) -> bytes:
    """The same for a bot that sees the others' cards."""
    whole = position.copy()
    whole.state.rng = 0
    return advice_bytes(
        Seen(whole.game, whole.options, whole.facts, whole.state, whole.actor, names(whole))
    )


def advice_bytes(seen: Seen) -> bytes:
    advice = quick(seen)
    words = [
        sentence(seen, advice, lang, index)
        for lang in LANGUAGES
        for index in range(max(1, len(advice.hints)))
    ]
    return repr((astuple(advice), words)).encode()


def differing(game: Game, adviser: Callable[[Position], bytes], count: int) -> int:
    """The number of positions where the hint changes with what the seat cannot know."""
    found = redealt = 0
    for number, position in enumerate(positions(game, count)):
        other = acting(position).guess(stream(np.uint64(9), np.uint64(number)))
        redealt += other != position
        found += adviser(position) != adviser(other)
    assert redealt == count  # at the least the luck to come is another
    return found


@pytest.mark.parametrize("name", NAMES)
def test_advice_knows_nothing_that_the_seat_cannot_know(name: str) -> None:
    """Two worlds that look the same to the seat get the same advice, byte for byte."""
    assert differing(get_game(name).ready(), honest, 24) == 0


@pytest.mark.parametrize("name", [name for name in NAMES if get_game(name).secrets])
def test_somebody_who_looked_at_the_cards_is_found_out(name: str) -> None:
    assert differing(get_game(name).ready(), cheating, 12) > 0


@pytest.mark.parametrize("name", NAMES)
def test_advice_is_legal_and_its_replies_are_possible(name: str) -> None:
    game = get_game(name).ready()
    replies = 0
    for position in positions(game, 12):
        advice = quick(acting(position))
        assert advice.choices == len(position.legal) > 1
        assert {hint.action for hint in advice.hints} <= set(position.legal)
        assert len({hint.action for hint in advice.hints}) == len(advice.hints) <= 3
        for hint in advice.hints:
            assert 0 <= hint.chance <= 1
            if hint.reply is None:
                continue
            replies += 1
            after = position.copy()  # the truth, which advice has never seen
            after.step(hint.action)
            assert after.actor == hint.reply.seat
            assert hint.reply.action in after.legal
    assert replies > 0


# -- reasons -------------------------------------------------------------------------------------


def thought(*known: tuple[int, float], certain: bool = False) -> SearchResult:
    """A search result from visits and chances; the actions are 0, 1, 2 …"""
    candidates = [Candidate(n, visits, chance) for n, (visits, chance) in enumerate(known)]
    return SearchResult(candidates, 100, 0.1, 100, 3, certain)


def reasons(*known: tuple[int, float], certain: bool = False) -> list[tuple[int, str, int | None]]:
    found = explain_candidates(thought(*known, certain=certain))
    return [(candidate.action, kind, than) for candidate, kind, than in found]


def test_a_certain_win_needs_no_other_hint() -> None:
    assert reasons((0, 1.0), certain=True) == [(0, kinds.CERTAIN, None)]


def test_where_nobody_can_win_the_way_to_the_end_is_told_without_chances() -> None:
    table = zugraub.position("""
        active 1  phase move  reach 9
        train: mail- engine
        1: 2a2
        2: 1b2
        3: 1c2
    """)
    seen = table.position.seen(0)
    advice = quick(seen)
    assert [(hint.kind, hint.percent) for hint in advice.hints] == [(kinds.LOST, None)]
    assert "brake" in seen.label(advice.hints[0].action)
    assert sentence(seen, advice, "en").startswith("Nobody can win any more")


def test_a_clear_difference_a_small_one_and_none() -> None:
    assert reasons((5000, 0.62), (800, 0.48)) == [(0, kinds.BETTER, 1), (1, kinds.WEAKER, 0)]
    assert reasons((5000, 0.62), (2000, 0.57)) == [(0, kinds.SLIGHT, 1), (1, kinds.WEAKER, 0)]
    assert reasons((5000, 0.62), (4000, 0.61)) == [(0, kinds.EVEN, 1), (1, kinds.EVEN, 0)]


def test_what_may_be_noise_is_said_with_doubt_and_never_called_even() -> None:
    doubt = [(0, kinds.PERHAPS, 1), (1, kinds.PERHAPS_WEAKER, 0)]
    assert reasons((40, 0.62), (36, 0.55)) == doubt
    assert reasons((4000, 0.62), (3600, 0.55))[0] == (0, kinds.SLIGHT, 1)


def test_the_percentages_decide_and_three_hints_are_enough() -> None:
    found = reasons((5000, 0.6), (900, 0.4), (800, 0.5), (700, 0.3))
    assert [action for action, _, _ in found] == [0, 2, 1]
    # Looked at less, but luckier so far.
    assert reasons((40, 0.55), (30, 0.60)) == [
        (1, kinds.PERHAPS, 1),
        (0, kinds.PERHAPS_WEAKER, 0),
    ]
    assert reasons((4000, 0.55), (300, 0.57)) == [(1, kinds.EVEN, 1), (0, kinds.EVEN, 0)]


def test_among_equal_percentages_comes_first_what_the_search_would_do() -> None:
    found = reasons((3000, 0.981), (2900, 0.984), (2800, 0.979))
    assert [action for action, _, _ in found] == [0, 1, 2]


def test_a_choice_that_was_hardly_looked_at_is_not_compared() -> None:
    assert reasons((5000, 0.62), (3, 0.99)) == [(0, kinds.BEST, None)]


def test_without_time_to_think_there_is_no_advice() -> None:
    assert explain_candidates(SearchResult([Candidate(4, 0, float("nan"))], 0, 0.0, 0, 0)) == []
    assert reasons((9, 0.9), (8, 0.1)) == []


def test_only_what_is_proven_gets_a_hundred_percent() -> None:
    assert HintChoice(1, 1.0, 0, kinds.CERTAIN).percent == 100
    assert HintChoice(1, 0.9999, 900, kinds.BEST).percent == 99
    assert HintChoice(1, 0.0, 900, kinds.BEST).percent == 1


def test_the_same_generator_gives_the_same_advice(game_of_trains: Game) -> None:
    seen = acting(positions(game_of_trains, 1)[0])
    assert quick(seen) == quick(seen)


def test_a_single_choice_needs_no_thought(game_of_trains: Game) -> None:
    match = match_of(game_of_trains, "1")
    greedy = get_bot("greedy", new_rng(1))
    while len(match.legal) > 1:
        match.play(greedy.choose(match.seen(match.actor)))
    seen = match.seen(match.actor)
    advice = quick(seen)
    assert (advice.choices, advice.hints) == (1, ())
    said = sentence(seen, advice, "en")
    assert said == "There is only one choice here."


def test_who_is_stopped_says_nothing(game_of_trains: Game) -> None:
    seen = acting(positions(game_of_trains, 1)[0], ["A", "B"])
    stop = Stop()
    stop.set()
    advice = advise(seen, new_rng(1), stop=stop)
    assert advice.hints == ()
    assert sentence(seen, advice, "en").startswith("This is too close to call")


# -- progress -------------------------------------------------------------------------------------


@pytest.mark.compiled
@pytest.mark.parametrize("cars", ["", "mail- ", "mail- cattle- circus- "])
def test_who_follows_the_best_hint_finishes_a_won_game(cars: str) -> None:
    """Der große Zugraub, the only brain far ahead of empty heads, four steps from a brake."""
    train = f"{cars}engine"
    at = train.count(" ") + 1
    table = zugraub.position(f"""
        active 1  phase discard
        train: {train}
        1: {at}b2  points 3  head Agnes  hand Old_Glory_Orange
        2: 1b2  points 1
        3: 1c2
    """)
    now, rng, own = table.position.copy(), new_rng(3), 0
    random = get_bot("random", new_rng(4))
    while not now.over and own < 40:
        seen = acting(now)
        if now.actor == 0 and len(seen.legal) > 1:
            own += 1
            advice = advise(seen, rng, seconds=None, budget=Budget(iterations=400))
            now.step(advice.hints[0].action)
        else:
            now.step(random.choose(seen))
    assert now.outcome is not None and now.outcome.reason == "won"


# -- words ---------------------------------------------------------------------------------------


def test_every_sentence_exists_in_four_languages() -> None:
    assert missing(SENTENCES) == []


def test_sentences_compare_and_tell_the_answer(game_of_trains: Game) -> None:
    seen = acting(positions(game_of_trains, 1)[0], ["Player 1", "Player 2"])
    seat, (first, second) = seen.seat, seen.legal[:2]
    labels = {lang: f"something in {lang}" for lang in LANGUAGES}
    advice = HintAdvice(
        seat,
        2,
        (
            HintChoice(first, 0.62, 900, kinds.BETTER, 1, LikelyReply(1 - seat, 7, labels)),
            HintChoice(second, 0.48, 300, kinds.WEAKER, 0, LikelyReply(seat, 7, labels)),
        ),
    )

    def said(lang: str, index: int) -> str:
        return sentence(seen, advice, lang, index)

    label = seen.label(second, "en")
    assert said("en", 0) == (
        f"Clearly better than “{label}”: 62% against 48%. "
        f"Player {2 - seat}’s most likely reply: “something in en”."
    )
    assert said("de", 1).endswith("Danach am ehesten: „something in de“.")
    for lang in LANGUAGES:
        gap = "" if lang == "en" else "\u00a0"
        assert f"62{gap}%" in said(lang, 0) and f"48{gap}%" in said(lang, 0)


def test_an_answer_that_hangs_on_luck_is_not_told(game_of_trains: Game) -> None:
    """After drawing one puts the car somewhere: which one it is nobody knows yet."""
    match = match_of(game_of_trains, "2")
    greedy = get_bot("greedy", new_rng(1))
    draw = game_of_trains.words.parse("+")
    while draw not in match.legal:
        match.play(greedy.choose(match.seen(match.actor)))
    seen = match.seen(match.actor)
    after = seen.guess(1)
    after.step(draw)
    drawn = Candidate(draw, 500, 0.5, (match.actor, after.legal[0]))
    assert likely_reply(seen, drawn, SplitMix64(1)) is None


def test_advice_thought_out_in_slices_is_the_same() -> None:
    match, rng = match_of(get_game("game_of_trains"), "2"), SplitMix64(KEY)
    seen = match.seen(match.actor)
    thought = begin_advice(seen, rng, QUICK)
    while not thought.done:
        thought.continue_for(17)
    assert advice_from(seen, thought.result(), rng) == quick(seen)
