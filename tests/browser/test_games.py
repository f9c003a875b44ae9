"""Whole games, played by clicking."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit


@pytest.mark.journey
def test_one_click_in_the_lobby_starts_a_game_against_a_bot(anna: Person) -> None:
    anna.play_now()
    expect(anna.page.get_by_text("Your turn", exact=True)).to_be_visible()
    expect(anna.region("Adler’s train")).to_be_visible()
    expect(anna.region("Adler’s train").get_by_text("Casual bot")).to_be_visible()
    expect(anna.cars).to_have_count(7)
    kept = anna.choose_well().removeprefix("Keep ")
    expect(anna.page.get_by_role("log")).to_contain_text(f"Guest keeps {kept}.")  # is spoken
    anna.resign()
    expect(anna.finish).to_have_text("Adler wins!")


def test_a_whole_game_against_a_bot_is_played_to_the_end(anna: Person) -> None:
    anna.open_table("me", "random")
    moves = anna.play(most=150)
    if moves == 150:  # the luck of the cards has no limit, this test has
        anna.resign()
    else:
        expect(anna.page.get_by_text(re.compile("^an ascending train"))).to_be_visible()
    expect(anna.finish).to_be_visible()
    expect(anna.choices).to_have_count(0)
    expect(anna.button("Rematch")).to_be_visible()
    anna.page.get_by_role("link", name="Spielzug, go to the lobby").click()
    expect(anna.page.get_by_role("link", name="Replay the game with Puffing Billy")).to_be_visible()


@pytest.mark.journey
def test_a_game_with_a_turn_limit_and_all_movement_ends_as_it_says(visit: Visit) -> None:
    anna = visit("Anna", reduced_motion="no-preference")
    anna.open_table("me", "random", "greedy", first=1, turns=4)
    anna.play()
    expect(anna.finish).to_have_text("Nobody wins")
    expect(anna.page.get_by_text("turn limit reached")).to_be_visible()
    assert len(anna.numbers()) == 7
    expect(anna.choices).to_have_count(0)
    expect(anna.button("Rematch")).to_be_visible()


@pytest.mark.journey
def test_two_browsers_play_and_a_third_watches_without_learning_a_secret(visit: Visit) -> None:
    anna, bo, cleo = visit("Anna"), visit("Bo"), visit("Cleo")
    anna.open_table("me", "friend", first=1, turns=3)
    expect(anna.page.get_by_role("heading", name="Waiting for passengers")).to_be_visible()
    bo.join(anna.invitation())
    expect(anna.region("Bo’s train")).to_be_visible()
    expect(bo.region("Anna’s train")).to_be_visible()
    cleo.watch(anna)

    # The cards of the set-up are known to their owner alone.
    for owner, others in ((anna, (bo, cleo)), (bo, (anna, cleo))):
        hand = owner.region("Your pick").get_by_role("button")
        expect(hand.first).to_be_visible()
        for card in read_cards(hand.evaluate_all("all => all.map(one => one.ariaLabel)")):
            for other in others:
                assert card not in other.cars_told()
        owner.choose_often(2)

    for actor, other in ((anna, bo), (bo, anna), (anna, bo)):
        actor.choose("Draw a car")
        expect(actor.region("Drawn").get_by_role("img")).to_have_accessible_name(
            re.compile(r"^Drawn: \d+")
        )
        card = read_cards([actor.choices.first.inner_text()])[0]
        for person in (other, cleo):
            hidden = person.region("Drawn").get_by_role("img", name="face-down car")
            expect(hidden).to_be_visible()
            assert card not in person.cars_told(), f"{person.name} sees the car that was drawn"
        actor.choose_well()
        for person in (other, cleo):
            placed = re.compile(rf"{actor.name} replaces \d+ with {card}\.")
            expect(person.log).to_contain_text(placed)
    for person in (anna, bo, cleo):
        expect(person.finish).to_have_text("Nobody wins")


def read_cards(texts: list[str]) -> list[str]:
    """The number of the car in hand, from what a button is called."""
    return [re.findall(r"(?:Drawn: |Position \d: )(\d+)", text)[0] for text in texts]
