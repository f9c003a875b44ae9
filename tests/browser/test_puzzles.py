"""Puzzles in the browser: tried, solved, shown; by keyboard, on a phone, and after a reload."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.person import DWARVES, TRAINS, Person, Visit
from browser.test_accessibility import look_at_all
from browser.test_screen_sizes import PHONE, check_fits_width
from spielzug.core.game import Game
from spielzug.games import NAMES, get_game
from spielzug.school.puzzles import Puzzle, attempt, puzzles_of


def single(game: Game) -> list[Puzzle]:
    """Puzzles that one choice solves."""
    return [one for one in puzzles_of(game) if all(len(way) == 1 for way in one.ways)]


def label(game: Game, puzzle: Puzzle, sign: str) -> str:
    """A choice as the page calls it."""
    return attempt(game, puzzle, []).seen("en").label(game.words.parse(sign), "en")


def right_of(puzzle: Puzzle) -> str:
    return min(puzzle.right)


def wrong_of(puzzle: Puzzle) -> str:
    """The worst choice."""
    wrong = [sign for sign in puzzle.chances if sign not in puzzle.right]
    return min(wrong, key=lambda sign: puzzle.chances[sign])


class Solver:
    """A person at a puzzle."""

    def __init__(self, person: Person, game: str = "game_of_trains") -> None:
        self.person, self.game = person, get_game(game)
        self.page: Page = person.page

    def open(self, puzzle: Puzzle) -> Solver:
        self.page.goto(f"{self.person.url}/#/puzzles/{puzzle.game}/{puzzle.id}")
        expect(self.person.choices).to_have_count(len(puzzle.chances))
        return self

    @property
    def reply(self) -> Locator:
        return self.page.locator(".reply")

    @property
    def worth(self) -> Locator:
        return self.person.region("What every choice is worth")

    @property
    def onward(self) -> Locator:
        return self.page.get_by_role("link", name="Next puzzle")

    def choice(self, puzzle: Puzzle, sign: str) -> Locator:
        """The n-th of the list: two choices may be called alike."""
        legal = attempt(self.game, puzzle, []).position.legal
        return self.person.choices.nth(legal.index(self.game.words.parse(sign)))

    def try_(self, puzzle: Puzzle, sign: str, told: str) -> None:
        """Makes the choice, confirms it if it costs something, and waits for the answer."""
        self.choice(puzzle, sign).click()
        answer = self.reply.filter(has_text=told)
        yes = self.page.get_by_role("dialog").get_by_role("button").last
        expect(answer.or_(yes).first).to_be_visible()
        if yes.is_visible():
            yes.click()
        expect(answer).to_be_visible()

    def overview(self) -> Solver:
        self.page.goto(f"{self.person.url}/#/puzzles")
        expect(self.page.get_by_role("article", name=TRAINS)).to_be_visible()
        return self

    def figure(self, text: str) -> Locator:
        score = self.person.region("Your score on this device")
        return score.locator("p").filter(has_text=text)


@pytest.fixture
def solver(anna: Person) -> Solver:
    return Solver(anna)


@pytest.mark.journey
def test_a_wrong_try_then_the_right_one_then_the_next_and_the_score_stays(solver: Solver) -> None:
    page, game = solver.page, solver.game
    puzzle, other = single(game)[0], single(game)[1]
    solver.person.lobby()
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", name="Puzzles", exact=True)).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(len(NAMES))

    solver.open(puzzle)
    expect(page.get_by_text("What would you do?")).to_be_visible()
    expect(solver.worth).to_have_count(0)
    solver.try_(puzzle, wrong_of(puzzle), "Not quite.")
    said = attempt(game, puzzle, [wrong_of(puzzle)]).sentence("en")
    expect(solver.reply).to_contain_text(re.compile(re.escape(said).replace(r"\ ", r"\s")))
    expect(solver.worth).to_have_count(0)  # nothing of the solution yet
    expect(solver.person.choices).to_have_count(len(puzzle.chances))

    solver.try_(puzzle, right_of(puzzle), "Well done!")
    rows = solver.worth.get_by_role("row")
    expect(rows.nth(1)).to_contain_text(re.compile(rf"{round(100 * puzzle.best)}%"))
    expect(rows.nth(1)).to_contain_text("right")
    levels = solver.worth.get_by_role("listitem")
    expect(levels.filter(has_text="misses it")).to_have_count(puzzle.grade)
    expect(levels.filter(has_text="finds it")).to_have_count(6 - puzzle.grade)
    expect(solver.onward).to_be_focused()
    solver.onward.click()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(page.get_by_text("What would you do?")).to_be_visible()

    # Solved, but not at the first try; the other one is.
    solver.open(other).try_(other, right_of(other), "Well done!")
    solver.overview()
    expect(solver.figure("puzzles solved")).to_contain_text("2")
    expect(solver.figure("in a row on the first try")).to_contain_text("1")
    page.reload()
    expect(solver.figure("puzzles solved")).to_contain_text("2")
    expect(solver.figure("in a row on the first try")).to_contain_text("1")


def test_whoever_asks_is_shown_the_solution_and_plays_on_from_there(solver: Solver) -> None:
    page, puzzle = solver.page, single(solver.game)[2]
    solver.open(puzzle)
    solver.person.button("Show solution").click()
    expect(solver.reply).to_contain_text("The solution:")
    expect(solver.reply).to_contain_text(label(solver.game, puzzle, right_of(puzzle)))
    expect(solver.worth).to_be_visible()
    expect(solver.person.button("Show solution")).to_be_disabled()
    solver.overview()
    expect(solver.figure("puzzles solved")).to_contain_text("0")
    solver.open(puzzle)
    solver.person.button("Show solution").click()
    solver.person.button("Play from here").click()
    page.get_by_role("dialog", name="Play from here").get_by_role("button", name="Begin").click()
    expect(page).to_have_url(re.compile("#/t/"))


def test_a_puzzle_by_keys_alone(solver: Solver) -> None:
    puzzle = single(solver.game)[0]
    solver.open(puzzle)
    solver.choice(puzzle, wrong_of(puzzle)).focus()
    solver.page.keyboard.press("Enter")
    expect(solver.reply).to_contain_text("Not quite.")
    solver.choice(puzzle, right_of(puzzle)).focus()
    solver.page.keyboard.press("Enter")
    expect(solver.reply).to_contain_text("Well done!")
    expect(solver.onward).to_be_focused()
    solver.page.keyboard.press("Enter")
    expect(solver.page).not_to_have_url(re.compile(puzzle.id))


def test_the_puzzle_of_the_day_counts_the_days(anna: Person) -> None:
    solver = Solver(anna, "zwergenzugfahrt").overview()
    card = solver.page.get_by_role("article", name=DWARVES)
    card.get_by_role("link", name="Puzzle of the day").click()
    expect(solver.page.get_by_text("Puzzle of the day")).to_be_visible()
    name = solver.page.url.rsplit("/", 1)[1]
    puzzle = next(one for one in puzzles_of(solver.game) if one.id == name)
    done: list[str] = []
    for move in puzzle.ways[0]:
        if move.own:
            legal = attempt(solver.game, puzzle, done).position.legal
            expect(anna.choices).to_have_count(len(legal))
            anna.choices.nth(legal.index(solver.game.words.parse(move.signs[0]))).click()
            done.append(move.signs[0])
    expect(solver.reply).to_contain_text("Well done!")
    solver.overview()
    solved = re.compile("^Puzzle of the day ?, solved$")
    expect(card.get_by_role("link", name=solved)).to_be_visible()
    expect(solver.figure("day in a row")).to_contain_text("1")


def test_what_there_is_none_of(solver: Solver) -> None:
    solver.page.goto(f"{solver.person.url}/#/puzzles/game_of_trains/00000000")
    expect(solver.page.get_by_role("alert")).to_contain_text("doesn’t exist")
    solver.page.get_by_role("link", name="All puzzles").click()
    expect(solver.page.get_by_role("article", name=TRAINS)).to_be_visible()


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_of_every_game_on_a_phone(visit: Visit, name: str) -> None:
    solver = Solver(visit("Anna", **PHONE), name)
    puzzle = single(solver.game)[-1]
    solver.open(puzzle)
    check_fits_width(solver.person)
    solver.try_(puzzle, wrong_of(puzzle), "Not quite.")
    check_fits_width(solver.person)
    solver.try_(puzzle, right_of(puzzle), "Well done!")
    expect(solver.worth).to_be_visible()
    check_fits_width(solver.person)


def test_axe_finds_nothing_grave(solver: Solver) -> None:
    puzzle = single(solver.game)[0]
    solver.open(puzzle)
    solver.try_(puzzle, wrong_of(puzzle), "Not quite.")
    look_at_all(solver.person, "a wrong try")
    solver.person.button("Show solution").click()
    expect(solver.worth).to_be_visible()
    look_at_all(solver.person, "the solution")
    solver.overview()
    look_at_all(solver.person, "all puzzles")
