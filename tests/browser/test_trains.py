"""Trains – Die Bahn kommt! in a browser: whole games by mouse, keys and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.person import Person, Visit
from browser.test_accessibility import look_at, look_at_all
from browser.test_keyboard import Keys
from browser.test_screen_sizes import PHONE, check_fits_width
from browser.trains_player import GAME, TrainsPlayer
from server.helpers import ME, RANDOM, Device


@pytest.fixture(scope="module", autouse=True)
def compiled(server: str) -> None:
    """These rules take minutes to compile the very first time; a page is not waited for so long."""
    device = Device(server)
    device.http.timeout = 900
    wanted = {"game": "trains", "seats": [ME, RANDOM], "pace": 0, "options": {}}
    device.post("tables", wanted, 201)
    device.http.close()


def test_a_whole_game_against_a_bot_is_played_with_the_mouse(visit: Visit) -> None:
    anna = visit("Anna", viewport={"width": 1280, "height": 800})
    table = TrainsPlayer(anna).open("greedy", turns=8)
    expect(table.map.get_by_role("button")).to_have_count(76)
    expect(table.supply).to_have_count(17)  # sixteen piles, and the help
    table.begin()
    rounds = 0
    while table.wait() == "turn":
        table.take_turn()
        rounds += 1
    assert rounds == 4
    expect(anna.page.get_by_text("turn limit reached")).to_be_visible()
    totals = table.scoring.locator("tbody tr").all()
    assert len(totals) == 2
    expect(anna.choices).to_have_count(0)


@pytest.mark.journey
def test_what_a_rail_costs_is_told_before_the_click(anna: Person) -> None:
    table = TrainsPlayer(anna).open("random", turns=12)
    table.begin()
    while table.wait() == "turn":
        table.play_trains()
        if not table.use("Lay Rails"):
            table.end_turn()
            continue
        expect(table.spaces.first).to_have_accessible_name(
            re.compile(r"you can lay a rail: (free|costs \d+)")
        )
        names = table.spaces.evaluate_all("all => all.map(one => one.ariaLabel)")
        assert len(names) == len(set(names)) == anna.choices.count()
        before = table.money
        free = [name for name in names if "a rail: free" in name]
        chosen = free[0] if free else names[0]
        cost = 0 if free else int(re.findall(r"costs (\d+)", chosen)[0])
        table.map.get_by_role("button", name=chosen, exact=True).click()
        # Nothing is offered while the choice is on its way: only then it is paid.
        expect(table.purse).to_have_accessible_name(re.compile(rf"\b{before - cost} money"))
        expect(table.spaces).to_have_count(0)
        return
    raise AssertionError("in six turns no rail could be laid")


@pytest.mark.journey
def test_all_trains_are_played_with_one_click_and_a_card_is_bought(anna: Person) -> None:
    table = TrainsPlayer(anna).open("random", turns=6)
    table.begin()
    table.wait()
    trains = re.findall(
        r"^Normal Train.*?(\d+) times", table.hand.first.locator(".sr-only").text_content() or ""
    )
    table.play_trains()
    assert table.money == int(trains[0] if trains else 1)
    before = table.money
    table.for_sale.first.click()
    expect(anna.region("New this turn").get_by_role("listitem").first).to_be_visible()
    assert table.money < before


def test_the_reason_stands_on_the_ticket_if_an_ability_cannot_be_used(anna: Person) -> None:
    """Before any train is played Lay Rails may be too dear, and Waste cannot be played at all."""
    table = TrainsPlayer(anna).open("random", turns=30, Cards_in_the_supply="Osaka")
    # Far up in the mountains every rail costs money.
    table.map.get_by_role("button", name=re.compile(r"^b1, mountain")).click()
    while table.wait() == "turn":
        card = anna.region("Your hand").get_by_role("button", name=re.compile("^Lay Rails,"))
        if card.count():
            card.click()
            blocked = table.ticket.get_by_role("button", name="Can’t use the ability now")
            expect(blocked).to_be_visible()
            expect(table.ticket.get_by_role("status")).to_contain_text(re.compile(r"T\d"))
            anna.page.keyboard.press("Escape")
            expect(table.ticket).to_be_hidden()
            return
        table.end_turn()
    raise AssertionError("no Lay Rails in fifteen turns")


@pytest.mark.journey
def test_a_turn_is_played_with_keys_alone(anna: Person) -> None:
    table = TrainsPlayer(anna).open("random", turns=4)
    keys = Keys(anna)
    first = table.map.locator("[tabindex='0']")
    keys.go_to(first)
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        keys.press(key)
    anna.page.keyboard.press("Enter")
    table.wait()
    # The hand, and all trains.
    keys.press("h")
    expect(anna.region("Your hand").locator("button:focus")).to_have_count(1)
    anna.page.keyboard.press("t")
    expect(anna.button(re.compile("^Play all trains"))).to_have_count(0)
    assert table.money >= 1
    # The supply: along the piles to one that can be bought.
    keys.go_to(table.map.locator("[tabindex='0']"), "Shift+Tab")
    keys.press("s")
    piles = anna.region("Supply")
    for _ in range(20):
        name = piles.locator("button:focus .sr-only").text_content() or ""
        if "can be bought" in name:
            break
        keys.press("ArrowRight")
    else:
        keys.press("Home")
    if "can be bought" in name:
        anna.page.keyboard.press("Enter")
        expect(anna.region("New this turn").get_by_role("listitem").first).to_be_visible()
    # The help to a card, and out again.
    keys.press("s")
    expect(piles.locator("button:focus")).to_have_count(1)
    anna.page.keyboard.press("?")
    help_ = anna.page.get_by_role("dialog", name="Card help")
    expect(help_.get_by_role("article")).to_have_count(17)
    anna.page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    anna.page.keyboard.press("e")
    table.wait()
    expect(anna.log).to_contain_text("Anna")


def test_ending_a_turn_by_accident_is_asked_about_wherever_it_is_chosen(anna: Person) -> None:
    table = TrainsPlayer(anna).open("random", turns=4)
    table.begin()
    table.wait()
    anna.choose("End the turn")
    question = anna.page.get_by_role("dialog", name="End the turn")
    expect(question).to_contain_text("You can still play")
    question.get_by_role("button", name="Back").click()
    expect(question).to_be_hidden()
    # The keys on the buttons work wherever the focus is at the table, or nowhere.
    anna.page.reload()
    expect(anna.button(re.compile("^End turn"))).to_be_visible()
    anna.page.keyboard.press("e")
    sure = anna.page.get_by_role("alertdialog")
    expect(sure).to_contain_text("You can still play")
    sure.get_by_role("button", name="Back").click()
    anna.choices.first.focus()
    anna.page.keyboard.press("t")
    expect(anna.button(re.compile("^Play all trains"))).to_have_count(0)


def test_a_phone_shows_everything_and_a_finger_points_before_it_builds(visit: Visit) -> None:
    anna = visit("Anna", **PHONE)
    table = TrainsPlayer(anna).open("random", "random", "random", turns=8)
    check_fits_width(anna)
    space = table.map.get_by_role("button", name=re.compile("^Kichijoji"))
    space.tap()
    begin = anna.button("Begin here")
    expect(begin).to_be_visible()
    check_fits_width(anna)
    begin.tap()
    table.wait()
    check_fits_width(anna)
    # Nearer: names can be read, and the map can be pushed about.
    name = table.map.get_by_text("Kichijoji")
    expect(name).to_have_count(0)
    anna.button("Zoom in").tap()
    anna.button("Zoom in").tap()
    expect(name).to_have_count(1)
    anna.button("Whole map").tap()
    expect(name).to_have_count(0)
    table.play_trains()
    check_fits_width(anna)
    table.answer_all()
    expect(table.scoring).to_be_visible()
    check_fits_width(anna)


def test_eight_kinds_are_chosen_for_the_supply(anna: Person) -> None:
    anna.lobby()
    dialog = anna.set_up(GAME)
    supply = dialog.get_by_role("combobox", name="Cards in the supply")
    expect(supply).to_be_visible()  # without a look at the options
    expect(supply.get_by_role("option")).to_contain_text(
        ["at random (normal game)", "list for a first game"], use_inner_text=True
    )
    dialog.get_by_text("Options", exact=True).click()
    chooser = dialog.get_by_role("group", name="The eight kinds")
    expect(chooser).to_have_count(0)
    expect(dialog.get_by_role("combobox", name="Cards in the supply")).to_have_count(1)
    supply.select_option("your own choice")
    boxes = chooser.get_by_role("checkbox")
    expect(boxes).to_have_count(30)
    open_table = dialog.get_by_role("button", name="Open the table")
    expect(open_table).to_be_disabled()
    for title in ("Tunnel", "Garage"):
        chooser.get_by_role("checkbox", name=title, exact=True).check()
    chooser.get_by_role("button", name="Fill at random").click()
    expect(chooser).to_contain_text("8 of 8 chosen")
    look_at(anna, "the eight kinds")
    dialog.get_by_role("combobox", name="Who sits in seat 2?").select_option("A bot")
    open_table.click()
    expect(TrainsPlayer(anna).map).to_be_visible()
    for title in ("Tunnel", "Garage"):
        pile = anna.region("Supply").get_by_role("button", name=re.compile(f"^{title},"))
        expect(pile).to_be_visible()


def check_tip(page: Page, card: Locator) -> None:
    """The card's tooltip is there, and the whole of it is inside the window."""
    title = (card.locator(".sr-only").text_content() or "").split(",")[0]
    tip = page.locator(".tip")
    expect(tip).to_have_text(re.compile(rf"^\s*{title}: \w"))
    expect(tip).to_be_in_viewport(ratio=1)


def test_a_card_tells_what_it_does_wherever_it_lies(visit: Visit) -> None:
    anna = visit("Anna", viewport={"width": 1366, "height": 650})
    page, table = anna.page, TrainsPlayer(anna).open("random", turns=8)
    table.begin()
    table.wait()
    tip = page.locator(".tip")
    for size in ({"width": 1366, "height": 650}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.mouse.click(5, 5)  # tooltips are quiet until the pointer moves on
        for card in (table.hand.first, table.supply.nth(1), table.supply.nth(16)):
            card.hover()
            check_tip(page, card)
        for key, cards in (("h", table.hand), ("s", table.supply)):
            page.mouse.move(5, 5)
            expect(tip).to_be_hidden()
            page.keyboard.press(key)
            check_tip(page, cards.and_(page.locator(":focus")))
            page.keyboard.press("Escape")
            expect(tip).to_be_hidden()
            page.locator(":focus").blur()
    page.goto(anna.url + "#/learn/trains")
    for group in ("hand", "supply"):
        card = page.locator(f"[data-group={group}] [data-kind]").first
        card.hover()
        check_tip(page, card)


def test_a_long_press_on_a_phone_tells_what_a_card_does_until_the_next_touch(visit: Visit) -> None:
    anna = visit("Anna", **PHONE)
    page, table = anna.page, TrainsPlayer(anna).open("random", turns=8)
    table.map.get_by_role("button", name=re.compile("^Kichijoji")).tap()
    anna.button("Begin here").tap()
    table.wait()
    touch = page.context.new_cdp_session(page)
    offered = anna.choices.count()
    for card in (table.hand.first, table.supply.nth(6)):
        card.scroll_into_view_if_needed()
        box = card.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 4}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        check_tip(page, card)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        check_tip(page, card)
        page.touchscreen.tap(5, 5)
        expect(page.locator(".tip")).to_be_hidden()
    expect(anna.choices).to_have_count(offered)  # nothing was played
    expect(table.ticket).to_have_count(0)


def test_what_the_others_did_is_shown_again_and_their_cards_can_be_looked_at(anna: Person) -> None:
    table = TrainsPlayer(anna).open("greedy", turns=6)
    table.begin()
    table.wait()
    table.end_turn()
    table.wait()
    # One sentence in sight, for the whole of the turn, and an outline for everything in it.
    news = anna.page.locator(".sign .summary")
    expect(news).to_have_text(re.compile(r"^Beatrix (builds and|lays|buys) .+\.$"))
    expect(news).to_be_in_viewport(ratio=1)
    outlined = anna.page.locator(".pile.fresh, svg .fresh")
    assert (outlined.count() == 0) == ("nothing" in news.inner_text())
    anna.button("Show again").click()
    expect(anna.page.get_by_text("Beatrix again")).to_be_visible()
    anna.button("Stop").click()
    expect(anna.button("Show again")).to_be_visible()
    expect(anna.choices.first).to_be_visible()
    anna.page.reload()
    expect(anna.button("Show again")).to_be_visible()
    table.play_trains()
    expect(news).to_be_visible()
    anna.button(re.compile("^Beatrix: look at the cards")).click()
    cards = anna.page.get_by_role("dialog", name="Beatrix’s cards")
    expect(cards.get_by_role("region", name=re.compile(r"^All cards \(1[0-9]\)"))).to_be_visible()


def test_axe_finds_nothing_grave(anna: Person) -> None:
    table = TrainsPlayer(anna).open("greedy", turns=4)
    look_at_all(anna, "the start")
    table.begin()
    table.wait()
    look_at_all(anna, "a turn")
    anna.region("Your hand").get_by_role("button").first.focus()
    anna.page.keyboard.press("?")
    look_at_all(anna, "what cards do")
    anna.page.keyboard.press("Escape")
    if table.use("Lay Rails") or table.use("Station Expansion"):
        expect(table.spaces.first).to_be_visible()
        look_at_all(anna, "where to build")
    table.answer_all()
    expect(table.scoring).to_be_visible()
    look_at_all(anna, "the end")
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.page.get_by_role("slider", name="Position in the game")).to_be_visible()
    look_at_all(anna, "replay")
