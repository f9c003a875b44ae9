"""Reasons, undo, confirmations, rematch, the check of the luck, the tour."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit, play_together


@pytest.mark.journey
def test_an_illegal_click_is_answered_with_the_reason(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "random", first=1)
    anna.draw_pile.click()
    expect(anna.messages).to_contain_text("First choose which of the cars you drew to keep")
    anna.to_own_turn()
    anna.cars.first.click()
    expect(anna.messages).to_contain_text("You have not drawn a car yet")
    empty = anna.region("Face-up row").get_by_role("button", name=re.compile("empty")).first
    empty.click()
    expect(anna.messages).to_contain_text("No face-up card has this ability")
    anna.region("Puffing Billy’s train").get_by_role("button").first.click()
    expect(anna.messages).to_contain_text("You can only change your own")
    bo.watch(anna)
    bo.draw_pile.click()
    expect(bo.messages).to_contain_text("only players can move")
    assert anna.choices.first.inner_text() == "Draw a car"


def test_who_is_not_to_move_is_told_so(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1)
    bo.join(anna.invitation())
    expect(bo.page.get_by_text("It’s Anna’s turn")).to_be_visible()
    bo.draw_pile.click()
    expect(bo.messages).to_contain_text("It’s Anna’s turn, not yours.")
    bo.messages.get_by_role("button", name="Dismiss message").click()
    expect(bo.messages).not_to_contain_text("not yours")


def test_a_choice_can_be_taken_back_until_it_is_confirmed(anna: Person) -> None:
    anna.open_table("me", "random", first=1)
    undo = anna.button("Undo")
    expect(anna.choices.first).to_be_visible()
    expect(undo).to_be_disabled()
    before = (anna.choices.all_inner_texts(), anna.numbers())
    anna.choices.first.click()
    expect(anna.choices).to_have_count(7)
    undo.click()
    expect(anna.choices.first).to_have_text(re.compile("^Keep"))
    assert (anna.choices.all_inner_texts(), anna.numbers()) == before
    expect(undo).to_be_disabled()
    anna.to_own_turn()
    expect(undo).to_be_disabled()  # the car is in the train for all to see
    anna.choose("Draw a car")
    expect(anna.choices).to_have_count(7)
    expect(undo).to_be_disabled()  # what was seen cannot be unseen


@pytest.mark.journey
def test_resigning_asks_first(anna: Person) -> None:
    anna.open_table("me", "random", first=1)
    sure = anna.menu("Resign")
    expect(sure).to_contain_text("Do you really want to resign?")
    sure.get_by_role("button", name="Keep playing").click()
    expect(anna.choices.first).to_be_visible()
    expect(anna.finish).to_have_count(0)
    anna.resign()
    expect(anna.finish).to_have_text("Puffing Billy wins!")
    expect(anna.page.get_by_text("by resignation")).to_be_visible()


def test_after_the_end_the_luck_is_checked_and_both_meet_at_a_rematch(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.open_table("me", "friend", first=1, turns=2)
    bo.join(anna.invitation())
    for person in (anna, bo):
        person.page.get_by_text("Fair luck").click()
        person.button("Check this game").click()
        checked = person.page.get_by_role("dialog", name="Check this game")
        expect(checked).to_contain_text("The check can only be completed once")
        checked.get_by_role("button", name="Close").click()
    play_together(anna, bo)
    old = anna.page.url
    for person in (anna, bo):
        person.button("Check this game").click()
        checked = person.page.get_by_role("dialog", name="Check this game")
        expect(checked).to_contain_text("All in order: the luck of this game comes from")
        expect(checked).not_to_contain_text("doesn’t match")
        checked.get_by_role("button", name="Close").click()

    anna.button("Rematch").click()
    expect(anna.page.get_by_role("heading", name="Waiting for passengers")).to_be_visible()
    expect(anna.page.get_by_role("status").get_by_text("Still missing: Bo.")).to_be_visible()
    bo.page.get_by_role("link", name="Go to the rematch").click()
    expect(anna.choices.first).to_be_visible()
    expect(bo.page.get_by_text("It’s Anna’s turn")).to_be_visible()
    assert anna.page.url == bo.page.url != old
    play_together(anna, bo)


def test_the_tour_explains_by_doing_and_can_be_ended(anna: Person) -> None:
    anna.open_table("me", "random", first=1)
    tour = anna.page.get_by_role("complementary", name="First ride")
    expect(tour).to_contain_text("This is your train.")
    tour.get_by_role("button", name="Got it").click()
    expect(tour).to_contain_text("You have drawn cars for the setup.")
    anna.choose_well()
    expect(tour).to_contain_text("Click the car it should replace")
    anna.choose_well()
    expect(tour).to_contain_text("On your turn you do one of two things")
    anna.choose("Draw a car")
    expect(tour).to_contain_text("The car you drew must replace one of yours.")
    tour.get_by_role("button", name="End the tour").click()
    expect(tour).to_have_count(0)
    anna.page.reload()
    expect(anna.choices).to_have_count(7)
    expect(tour).to_have_count(0)
    anna.button("Settings").click()
    anna.button("Show the tour again").click()
    expect(tour).to_be_visible()


def test_colours_and_name_are_remembered(anna: Person) -> None:
    anna.lobby()
    assert anna.dark_or_light() == "light"
    anna.button("Settings").click()
    dialog = anna.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Dark").check()
    dialog.get_by_role("textbox", name="Your name").fill("Anna")
    dialog.get_by_role("button", name="Close").click()
    assert anna.dark_or_light() == "dark"
    anna.page.reload()
    expect(anna.page.get_by_role("textbox", name="Your name")).to_have_value("Anna")
    assert anna.dark_or_light() == "dark"
