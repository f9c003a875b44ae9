"""The same games, hints, lessons and puzzles as on a server, in a page without one.

Tests of pages that a server hosts run here again, unchanged: no page knows who runs its tables.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit
from browser.test_figures import (
    test_a_game_that_is_not_there_says_so,
    test_figures_fit_on_a_phone_and_axe_finds_nothing_grave,
    test_from_the_rules_to_the_figures_by_keys,
)
from browser.test_games import (
    test_a_game_with_a_turn_limit_and_all_movement_ends_as_it_says,
    test_a_whole_game_against_a_bot_is_played_to_the_end,
    test_one_click_in_the_lobby_starts_a_game_against_a_bot,
)
from browser.test_hints import test_hints_show_chances_and_a_reason_and_play_nothing
from browser.test_hot_seat import (
    test_at_the_end_of_a_shared_game_nobody_is_called_you,
    test_the_device_is_passed_on_behind_a_curtain_that_hides_the_cards,
    test_who_plays_openly_is_not_asked_again,
)
from browser.test_languages import test_the_language_can_be_changed_and_is_remembered
from browser.test_learn import (
    pupil,
    test_a_whole_lesson_by_mouse_with_wrong_tries_and_then_the_first_game,
    test_every_lesson_on_a_phone,
    test_what_the_rules_forbid_is_answered_on_the_board,
)
from browser.test_puzzles import (
    solver,
    test_a_puzzle_of_every_game_on_a_phone,
    test_a_wrong_try_then_the_right_one_then_the_next_and_the_score_stays,
    test_the_puzzle_of_the_day_counts_the_days,
    test_what_there_is_none_of,
    test_whoever_asks_is_shown_the_solution_and_plays_on_from_there,
)
from browser.test_review import made
from browser.test_solo import (
    test_a_practice_table_takes_luck_back_and_says_so,
    test_single_choices_wait_where_that_is_wished,
    test_undo_beside_a_bot_takes_its_answer_back,
)
from browser.test_table_actions import (
    test_a_choice_can_be_taken_back_until_it_is_confirmed,
    test_the_tour_explains_by_doing_and_can_be_ended,
)
from browser.test_trains import (
    test_a_whole_game_against_a_bot_is_played_with_the_mouse,
    test_eight_kinds_are_chosen_for_the_supply,
)
from browser.test_whatif import test_a_position_is_copied_and_played_from
from browser.test_zwergenzugfahrt import test_a_whole_game_is_played_to_its_last_turn_by_clicking
from browser.zugraub_player import TITLE, ZugraubPlayer

pytestmark = pytest.mark.slow
ON_SITE = True
__all__ = (
    "pupil",
    "solver",
    "test_a_choice_can_be_taken_back_until_it_is_confirmed",
    "test_a_game_that_is_not_there_says_so",
    "test_a_game_with_a_turn_limit_and_all_movement_ends_as_it_says",
    "test_a_position_is_copied_and_played_from",
    "test_a_practice_table_takes_luck_back_and_says_so",
    "test_a_puzzle_of_every_game_on_a_phone",
    "test_a_whole_game_against_a_bot_is_played_to_the_end",
    "test_a_whole_game_against_a_bot_is_played_with_the_mouse",
    "test_a_whole_game_is_played_to_its_last_turn_by_clicking",
    "test_a_whole_lesson_by_mouse_with_wrong_tries_and_then_the_first_game",
    "test_a_wrong_try_then_the_right_one_then_the_next_and_the_score_stays",
    "test_at_the_end_of_a_shared_game_nobody_is_called_you",
    "test_eight_kinds_are_chosen_for_the_supply",
    "test_every_lesson_on_a_phone",
    "test_figures_fit_on_a_phone_and_axe_finds_nothing_grave",
    "test_from_the_rules_to_the_figures_by_keys",
    "test_hints_show_chances_and_a_reason_and_play_nothing",
    "test_one_click_in_the_lobby_starts_a_game_against_a_bot",
    "test_single_choices_wait_where_that_is_wished",
    "test_the_device_is_passed_on_behind_a_curtain_that_hides_the_cards",
    "test_the_language_can_be_changed_and_is_remembered",
    "test_the_puzzle_of_the_day_counts_the_days",
    "test_the_tour_explains_by_doing_and_can_be_ended",
    "test_undo_beside_a_bot_takes_its_answer_back",
    "test_what_the_rules_forbid_is_answered_on_the_board",
    "test_what_there_is_none_of",
    "test_who_plays_openly_is_not_asked_again",
    "test_whoever_asks_is_shown_the_solution_and_plays_on_from_there",
)


def test_a_game_of_four_zombies_is_played_to_its_last_turn_by_clicking(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="no-preference")
    anna.open_table("me", "random", "random", "random", game=TITLE, first=1, turns=12)
    player = ZugraubPlayer(anna)
    expect(player.spaces).to_have_count(36)
    anna.button("End the tour").click()
    player.play()
    assert player.state() == "over"
    expect(anna.page.get_by_text("turn limit reached").first).to_be_visible()
    expect(anna.region("The cleverest zombies").get_by_role("listitem")).to_have_count(4)


def test_a_game_is_replayed_and_reviewed(anna: Person) -> None:
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    last_words = anna.sentences()[-1]
    anna.page.get_by_role("link", name="Review this game").click()
    graph = made(anna)
    panel = anna.region("Review")
    expect(panel).to_contain_text(re.compile("You played|There was a lot more to gain"))
    expect(panel).to_contain_text("Anna")
    graph.focus()
    anna.page.keyboard.press("Enter")
    step = anna.page.get_by_role("slider", name="Position in the game")
    expect(step).to_have_value(graph.get_attribute("aria-valuenow") or "")
    step.fill(step.get_attribute("max") or "")
    anna.page.get_by_role("tab", name="What happened").click()
    expect(anna.page.get_by_text(last_words).first).to_be_visible()


def test_a_rematch_begins_with_the_other_seat(anna: Person) -> None:
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    table = anna.page.url
    anna.button("Rematch").click()
    expect(anna.page).not_to_have_url(table)
    assert anna.state() in ("choose", "wait")


def test_the_luck_of_a_game_is_checked_by_the_page_itself(anna: Person) -> None:
    anna.open_table("me", "random", first=1, turns=4)
    anna.play()
    anna.page.get_by_text("Fair luck").first.click()
    anna.button("Check this game").click()
    expect(anna.page.get_by_role("dialog")).to_contain_text("Found by replaying the game")
