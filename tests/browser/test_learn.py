"""A lesson by mouse with wrong tries, by keyboard, on a phone, and after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.person import DWARVES, TRAINS, Person, Visit
from browser.test_accessibility import look_at_all
from browser.test_screen_sizes import PHONE, check_fits_width
from spielzug.core.texts import typeset
from spielzug.games import all_games, get_game
from spielzug.school import LessonFile, LessonStep, TryResult, attempt, find_lesson, lessons_of

FIRST = find_lesson(get_game("game_of_trains"), "first")
LESSONS = [(game.name, lesson.name) for game in all_games() for lesson in lessons_of(game)]
LEADS_ON = re.compile("^Try this: ")
MARK = """document.querySelectorAll('.reply p:not(.shown)')
  .forEach((one) => one.classList.add('before'))"""


def here(lesson: LessonFile, step: LessonStep, *signs: str) -> TryResult:
    return attempt(get_game(lesson.game), lesson, step, list(signs))


def label(came: TryResult, sign: str) -> str:
    """A choice as the page calls it."""
    return came.seen("en").label(came.game.words.parse(sign), "en")


def signs_of(step: LessonStep) -> list[str]:
    """The learner's choices on the first solution."""
    return [move.signs[0] for move in step.ways[0] if move.own]


def wrong_sign(lesson: LessonFile, step: LessonStep) -> str | None:
    """A legal first choice that does not lead to the goal."""
    begun = here(lesson, step)
    others = [action for action in begun.position.legal if action not in begun.wanted]
    return begun.game.words.notation(others[0]) if others else None


class Pupil:
    """A person in a lesson."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page: Page = person.page

    def open(self, lesson: LessonFile, step: LessonStep | None = None) -> Pupil:
        path = [lesson.game, lesson.name, (step or lesson.steps[0]).name]
        self.page.goto(f"{self.person.url}/#/learn/{'/'.join(path)}")
        expect(self.choices.first).to_be_visible()
        return self

    @property
    def choices(self) -> Locator:
        return self.person.choices

    def choice(self, name: str) -> Locator:
        if self.person.unfold.is_visible():
            self.person.unfold.click()
        return self.person.region("Your choices").get_by_role("button", name=name, exact=True)

    @property
    def reply(self) -> Locator:
        return self.page.locator(".reply")

    @property
    def onward(self) -> Locator:
        return self.page.get_by_role("link", name="Next step")

    @property
    def stations(self) -> Locator:
        nav = self.page.get_by_role("navigation", name="Steps of the lesson")
        return nav.get_by_role("link")

    def try_(self, came: TryResult, sign: str, told: str = "Not quite.") -> None:
        """Makes the choice, confirms it if it costs something, and waits for the answer."""
        answer = self.reply.filter(has_text=told)
        price = self.page.get_by_role("dialog").get_by_role("button").last
        # The answer to the choice before may read the same; it is another paragraph.
        self.page.evaluate(MARK)
        self.choice(label(came, sign)).first.click()
        expect(answer.or_(price).first).to_be_visible()
        if price.is_visible():
            price.click()
        expect(self.page.locator(".reply p.before")).to_have_count(0)
        expect(answer).to_be_visible()

    def do(self, lesson: LessonFile, step: LessonStep) -> None:
        """Plays a step from its beginning to its goal."""
        done: list[str] = []
        for sign in signs_of(step):
            last = len(done) == len(signs_of(step)) - 1
            told = "Well done!" if last else "Right so far. Keep going."
            self.try_(here(lesson, step, *done), sign, told)
            done.append(sign)


@pytest.fixture
def pupil(anna: Person) -> Pupil:
    return Pupil(anna)


def test_a_whole_lesson_by_mouse_with_wrong_tries_and_then_the_first_game(pupil: Pupil) -> None:
    page, anna = pupil.page, pupil.person
    anna.lobby()
    anna.poster().get_by_role("link", name="New to this game? Learn it in 5 minutes").click()
    for number, step in enumerate(FIRST.steps, 1):
        expect(page.get_by_text(f"Step {number} of 8", exact=True)).to_be_visible()
        begun = here(FIRST, step)
        expect(page.get_by_text(typeset(step.idea["en"], "en"))).to_be_visible()
        expect(pupil.choices).to_have_count(len(begun.position.legal))
        wrong = wrong_sign(FIRST, step)
        assert wrong is not None
        pupil.try_(begun, wrong)
        expect(pupil.reply).to_contain_text(here(FIRST, step, wrong).sentence("en"))
        expect(pupil.choices).to_have_count(len(begun.position.legal))
        pupil.do(FIRST, step)
        expect(pupil.reply).to_contain_text(typeset(step.done["en"], "en"))
        expect(pupil.stations.nth(number - 1)).to_have_accessible_name(f"Step {number} of 8, done")
        if number < 8:
            pupil.onward.click()
    expect(page.get_by_role("heading", name="That’s the end of the lesson.")).to_be_visible()
    anna.button("Play your first game").click()
    expect(anna.train).to_be_visible()
    expect(page.get_by_text("Beginner bot").first).to_be_visible()


@pytest.mark.journey
def test_two_tries_in_vain_show_the_way_and_so_does_a_click(pupil: Pupil) -> None:
    step = FIRST.steps[1]
    pupil.open(FIRST, step)
    begun, wrong = here(FIRST, step), wrong_sign(FIRST, step)
    assert wrong is not None
    pupil.try_(begun, wrong)
    expect(pupil.page.get_by_text(LEADS_ON)).to_have_count(0)
    pupil.try_(begun, wrong)
    way = label(begun, signs_of(step)[0])
    expect(pupil.page.get_by_text(f"Try this: {way}")).to_be_visible()
    pupil.person.button("Start over").click()
    expect(pupil.page.get_by_text(LEADS_ON)).to_have_count(0)
    pupil.person.button("Show me").click()
    expect(pupil.page.get_by_text(f"Try this: {way}")).to_be_visible()
    expect(pupil.person.button("Show me")).to_be_disabled()


def test_what_the_rules_forbid_is_answered_on_the_board(pupil: Pupil) -> None:
    """A click on a car before anything was drawn: the game itself says why not."""
    pupil.open(FIRST)
    pupil.person.cars.first.click()
    expect(pupil.reply).to_contain_text("That’s not possible.")
    expect(pupil.reply).to_contain_text("You have not drawn a car yet")


def test_the_board_plays_too(pupil: Pupil) -> None:
    pupil.open(FIRST)
    pupil.person.draw_pile.click()
    expect(pupil.reply).to_contain_text("Right so far. Keep going.")
    pupil.person.cars.nth(2).click()
    expect(pupil.reply).to_contain_text("Well done!")


@pytest.mark.journey
def test_a_step_by_keys_alone(pupil: Pupil) -> None:
    step = FIRST.steps[0]
    pupil.open(FIRST, step)
    keys, page = pupil.page.keyboard, pupil.page
    pupil.choices.first.focus()
    keys.press("Enter")  # to draw
    expect(pupil.choices).to_have_count(7)
    expect(pupil.choices.first).to_be_focused()
    keys.press("Enter")  # place 1: wrong, and the focus stays
    expect(pupil.reply).to_contain_text("Not quite.")
    expect(pupil.choices.first).to_be_focused()
    keys.press("Tab")
    keys.press("Tab")
    expect(pupil.choices.nth(2)).to_be_focused()
    keys.press("Enter")
    expect(pupil.onward).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_text("Step 2 of 8", exact=True)).to_be_visible()


def test_progress_is_kept_and_goes_on_where_it_was_left(pupil: Pupil) -> None:
    page = pupil.page
    pupil.open(FIRST)
    pupil.do(FIRST, FIRST.steps[0])
    expect(pupil.onward).to_be_visible()
    page.reload()
    expect(pupil.stations.first).to_have_accessible_name("Step 1 of 8, done")
    expect(pupil.stations.nth(1)).to_have_accessible_name("Step 2 of 8")
    page.goto(f"{pupil.person.url}/#/learn")
    card = page.get_by_role("article", name=TRAINS)
    expect(card.get_by_role("progressbar")).to_have_accessible_name("1 of 8 steps done")
    card.get_by_role("link", name=re.compile("^Continue")).click()
    expect(page.get_by_text("Step 2 of 8", exact=True)).to_be_visible()
    pupil.stations.nth(4).click()  # any step can be gone to
    expect(page.get_by_text("Step 5 of 8", exact=True)).to_be_visible()
    expect(pupil.stations.nth(4)).to_have_attribute("aria-current", "step")


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_lesson_on_a_phone(visit: Visit, game: str, name: str) -> None:
    """Nothing sticks out, and each step can be done by touch."""
    anna = visit("Anna", **PHONE)
    pupil, lesson = Pupil(anna), find_lesson(get_game(game), name)
    for step in lesson.steps:
        pupil.open(lesson, step)
        check_fits_width(anna)
        wrong = wrong_sign(lesson, step)
        if wrong is not None:
            pupil.try_(here(lesson, step), wrong)
            check_fits_width(anna)
        pupil.do(lesson, step)
        check_fits_width(anna)


def test_another_language_in_the_middle(pupil: Pupil) -> None:
    step = FIRST.steps[1]
    pupil.open(FIRST, step)
    pupil.try_(here(FIRST, step), signs_of(step)[0], "Right so far. Keep going.")
    pupil.page.get_by_role("combobox", name="Language").select_option("de")
    expect(pupil.reply).to_contain_text("So weit richtig. Weiter!")
    expect(pupil.page.get_by_text(step.idea["de"])).to_be_visible()
    german = here(FIRST, step, signs_of(step)[0])
    way = german.seen("de").label(german.game.words.parse(signs_of(step)[1]), "de")
    pupil.page.get_by_role("button", name=way, exact=True).first.click()
    expect(pupil.reply).to_contain_text("Gut gemacht!")


@pytest.mark.parametrize("path", ["chess", "game_of_trains/second", "game_of_trains/first/nowhere"])
def test_what_there_is_none_of_is_said_with_a_way_on(anna: Person, path: str) -> None:
    with anna.expected("404"):
        anna.page.goto(f"{anna.url}/#/learn/{path}")
        expect(anna.page.get_by_role("alert")).to_be_visible()
        expect(anna.page.get_by_role("link", name=re.compile("lobby|lessons")).last).to_be_visible()


def test_axe_finds_nothing_grave_where_one_learns(pupil: Pupil) -> None:
    anna = pupil.person
    anna.page.goto(f"{anna.url}/#/learn")
    expect(anna.page.get_by_role("article", name=DWARVES)).to_be_visible()
    look_at_all(anna, "lessons")
    step = FIRST.steps[1]
    pupil.open(FIRST, step)
    look_at_all(anna, "a step")
    wrong = wrong_sign(FIRST, step)
    assert wrong is not None
    for _ in range(2):
        pupil.try_(here(FIRST, step), wrong)
    expect(anna.page.get_by_text(LEADS_ON)).to_be_visible()
    look_at_all(anna, "a wrong try")
    last = FIRST.steps[-1]
    pupil.open(FIRST, last)
    pupil.do(FIRST, last)
    expect(anna.button("Play your first game")).to_be_visible()
    look_at_all(anna, "the end of a lesson")


def test_the_rules_at_a_table_lead_to_the_lesson(anna: Person) -> None:
    anna.play_now()
    anna.button("Rules").click()
    rules = anna.page.get_by_role("dialog", name="Rules")
    rules.get_by_role("link", name=re.compile("^New to this game")).click()
    expect(anna.page.get_by_text("Step 1 of 8", exact=True)).to_be_visible()
