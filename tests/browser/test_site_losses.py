"""What can go wrong with a page that keeps its own games: it says so, and nothing is lost."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from browser.person import DWARVES, Person, Visit
from browser.site_folder import NOTE, publish, served
from browser.zwergen_player import ZwergenPlayer

pytestmark = pytest.mark.slow
ON_SITE = True

INSTALLED = "navigator.serviceWorker.ready.then(() => true)"
# Gives the test the page's workers, and the watchdog's check to run whenever it wants.
WATCH = """
window.workers = [];
window.looks = [];
const PlainWorker = window.Worker;
window.Worker = class extends PlainWorker {
  constructor(...given) {
    super(...given);
    window.workers.push(this);
  }
};
const plain = window.setInterval;
window.setInterval = (work, milliseconds, ...rest) => {
  if (milliseconds !== 5000) return plain(work, milliseconds, ...rest);
  window.looks.push(work);
  return plain(() => undefined, 1e9);
};
"""
FAIL = """() => {
  const worker = window.workers.at(-1);
  worker.terminate();
  worker.dispatchEvent(new ErrorEvent("error", { message: "out of luck" }));
}"""
HANG = "() => window.workers.at(-1).terminate()"
LOOK = "() => window.looks.at(-1)()"
WORKERS = "() => window.workers.length"
LOOKS = 16
"""After so many checks without an answer a worker counts as dead."""
CHANGE = """([field, value]) => new Promise((done, failed) => {
  const asked = indexedDB.open("spielzug");
  asked.onerror = () => failed(asked.error);
  asked.onsuccess = () => {
    const db = asked.result;
    const work = db.transaction("tables", "readwrite");
    const tables = work.objectStore("tables");
    tables.openCursor().onsuccess = (event) => {
      const cursor = event.target.result;
      if (!cursor) return;
      const row = { ...JSON.parse(cursor.value.row), [field]: value };
      cursor.update({ ...cursor.value, row: JSON.stringify(row) });
      cursor.continue();
    };
    work.oncomplete = () => { db.close(); done(); };
    work.onerror = () => failed(work.error);
  };
})"""
NO_DATABASE = 'Object.defineProperty(self, "indexedDB", { get: () => undefined });\n'
FULL_STORAGE = """
let full = false;
new BroadcastChannel("test").onmessage = ({ data }) => { full = data; };
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  if (full) throw new DOMException("no room", "QuotaExceededError");
  return put.apply(this, given);
};
"""
FILL = "(full) => new BroadcastChannel('test').postMessage(full)"
NO_WEBASSEMBLY = "delete window.WebAssembly"
STOPPED = "Something went wrong, so Spielzug is restarting. Nothing is lost."
FULL = re.compile("^This browser has no room left for your games.")
NOT_YET = re.compile("That was not saved, because this browser.s storage is full.")
NOT_KEPT = re.compile("^Nothing is saved in this window")


def sit_down(anna: Person, turns: int = 40) -> ZwergenPlayer:
    """A game in which the person has moved twice, and the bot has replied."""
    player = ZwergenPlayer(anna).open_table("me", "greedy", turns=turns)
    player.end_tour()
    for _ in range(2):
        player.choose()
        player.wait()
    return player


def check_same(player: ZwergenPlayer, told: list[str]) -> None:
    """The log says what it said before, and the game goes on."""
    expect(player.announcement).to_have_count(len(told))
    assert player.person.sentences() == told
    player.wait()
    player.choose()
    player.wait()


def change_worker(person: Person, script: str) -> None:
    """Run this in the worker of the tables before its own script."""

    def changed(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=script + found.text())

    person.context.route(re.compile(r"assets/table_worker-.*\.js"), changed)


def alert(person: Person, text: str | re.Pattern[str]) -> Locator:
    return person.page.get_by_text(text).first


# -- the worker ----------------------------------------------------------------------------------


def test_a_worker_that_fails_in_mid_game_is_started_again(anna: Person) -> None:
    anna.page.add_init_script(WATCH)
    player = sit_down(anna)
    told = anna.sentences()
    anna.page.evaluate(FAIL)
    expect(alert(anna, STOPPED)).to_be_visible()
    expect(alert(anna, STOPPED)).to_be_hidden()
    assert anna.page.evaluate(WORKERS) == 2
    check_same(player, told)


def test_a_worker_that_hangs_is_replaced_and_the_choice_counts_once(anna: Person) -> None:
    anna.page.add_init_script(WATCH)
    player = sit_down(anna)
    told = anna.sentences()
    anna.page.evaluate(HANG)
    field = player.called(", can move")[0]
    player.field(field).click()
    goal = (player.called(", walk here") or player.called(", sit down"))[0]
    player.field(goal).click()
    # The page first waits for an answer to its message and then sends a request; only for the
    # request does the watchdog expect an answer.
    for _ in range(200):
        anna.page.evaluate(LOOK)
        if anna.page.evaluate(WORKERS) > 1:
            break
        anna.page.wait_for_timeout(100)
    expect(alert(anna, STOPPED)).to_be_hidden()
    expect(player.announcement).not_to_have_count(len(told))
    player.wait()
    own = [said for said in anna.sentences()[len(told) :] if said.startswith("Anna ")]
    assert len(own) == 1


# -- the browser's storage -----------------------------------------------------------------------


def test_two_tabs_show_one_game_and_either_plays_it(visit: Visit) -> None:
    anna = visit("Anna")
    player = sit_down(anna)
    other = Person("Anna", anna.context, anna.url)
    other.page.goto(anna.page.url)
    again = ZwergenPlayer(other, seed=2)
    again.wait()
    assert other.sentences() == anna.sentences()
    for here, there in ((again, player), (player, again)):
        here.choose()
        here.wait()
        expect(there.announcement).to_have_count(here.announcement.count())
        there.wait()
        assert there.person.sentences() == here.person.sentences()
    assert other.trouble == []


def test_a_move_that_finds_the_storage_full_counts_once_there_is_room(visit: Visit) -> None:
    anna = visit("Anna")
    change_worker(anna, FULL_STORAGE)
    player = sit_down(anna)
    told = anna.sentences()
    anna.page.evaluate(FILL, True)
    start = player.called(", can move")[0]
    player.field(start).click()
    goal = (player.called(", walk here") or player.called(", sit down"))[0]
    player.field(goal).click()
    expect(alert(anna, NOT_YET)).to_be_visible()
    expect(alert(anna, FULL)).to_be_visible()
    assert anna.sentences() == told
    anna.page.evaluate(FILL, False)
    check_same(player, told)
    expect(alert(anna, FULL)).to_be_hidden()


def test_a_game_whose_data_was_deleted_says_so(anna: Person) -> None:
    player = sit_down(anna)
    browser = anna.context.new_cdp_session(anna.page)
    browser.send("Storage.clearDataForOrigin", {"origin": anna.url, "storageTypes": "indexeddb"})
    table = anna.page.url
    anna.page.goto("about:blank")
    with anna.expected("404"):
        anna.page.goto(table)
        expect(anna.page.get_by_role("alert")).to_have_text(
            "This browser has no such table. Perhaps the data of this site was deleted."
        )
    player.open_table("me", "greedy", turns=12)
    player.choose()


def test_data_that_is_deleted_in_mid_game_stops_nobody(anna: Person) -> None:
    player = sit_down(anna)
    browser = anna.context.new_cdp_session(anna.page)
    browser.send(
        "Storage.clearDataForOrigin",
        {"origin": anna.url, "storageTypes": "indexeddb,cache_storage"},
    )
    start = player.called(", can move")[0]
    player.field(start).click()
    goal = (player.called(", walk here") or player.called(", sit down"))[0]
    player.field(goal).click()
    expect(alert(anna, re.compile("no such table|could not save that"))).to_be_visible()
    player.open_table("me", "greedy", turns=12)
    player.choose()
    player.wait()


def test_a_window_that_keeps_nothing_says_so_before_the_first_move(visit: Visit) -> None:
    anna = visit("Anna")
    change_worker(anna, NO_DATABASE)
    anna.lobby()
    expect(alert(anna, NOT_KEPT)).to_be_visible()
    sit_down(anna)
    expect(alert(anna, NOT_KEPT)).to_be_visible()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("rules_version", 99, "version 99 of the rules"),
        ("format", 99, "format 99"),
        ("options", "turns=40 nonsense=1", "nonsense"),
        ("options", "set=atlantis", "atlantis|set"),
    ],
)
def test_a_saved_game_that_this_version_does_not_know_says_so(
    anna: Person, field: str, value: object, said: str
) -> None:
    sit_down(anna)
    table = anna.page.url
    anna.page.goto("about:blank")
    anna.page.goto(anna.url)
    anna.page.evaluate(CHANGE, [field, value])
    anna.page.goto("about:blank")
    with anna.expected("40[49]"):
        anna.page.goto(table)
        expect(anna.page.get_by_role("alert")).to_contain_text(re.compile(said))
    anna.page.get_by_role("link", name="lobby").last.click()
    expect(anna.poster().get_by_role("button").first).to_be_visible()


@pytest.mark.parametrize("page", ["t", "r", "review"])
def test_a_game_that_is_not_here_says_so(anna: Person, page: str) -> None:
    anna.page.goto(f"{anna.url}/#/{page}/nothing1234")
    expect(anna.page.get_by_role("alert")).to_have_text(
        "This browser has no such table. Perhaps the data of this site was deleted."
    )


# -- versions and browsers -----------------------------------------------------------------------


def test_a_new_version_waits_for_whoever_plays(
    site: Path, site_visit: Visit, tmp_path: Path
) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    with served(folder) as url:
        anna = site_visit("Anna", url=url)
        anna.lobby()
        assert anna.page.evaluate(INSTALLED)
        anna.page.goto("about:blank")
        player = sit_down(anna)
        told = anna.sentences()
        publish(folder, "the next version")
        anna.page.evaluate("navigator.serviceWorker.ready.then((it) => it.update()).then(() => 1)")
        expect(alert(anna, "There is a new version of Spielzug.")).to_be_visible()
        check_same(player, told)
        told = anna.sentences()
        anna.button("Reload").click()
        expect(alert(anna, "There is a new version of Spielzug.")).to_be_hidden()
        expect(player.announcement).to_have_count(len(told))
        expect(anna.page.locator(NOTE)).to_have_attribute("content", "the next version")
        check_same(player, told)


def test_a_page_that_needs_a_part_of_an_older_version_offers_the_newer_one(
    site: Path, site_visit: Visit, tmp_path: Path
) -> None:
    folder = shutil.copytree(site, tmp_path / "site")
    with served(folder) as url:
        anna = site_visit("Anna", url=url)
        player = sit_down(anna)
        told, table = anna.sentences(), anna.page.url
        engine = folder / "engines" / "game_of_trains.json"
        engine.write_text(f"{engine.read_text('utf-8')}\n", "utf-8")
        publish(folder, "the next version")
        anna.lobby()
        with anna.expected("outdated"):
            anna.poster("Game of Trains").get_by_role(
                "button", name="Play against bots now"
            ).click()
            expect(
                alert(anna, re.compile("this page still needs a file of the old one"))
            ).to_be_visible()
        anna.button("Reload").click()
        expect(anna.page.locator(NOTE)).to_have_attribute("content", "the next version")
        anna.play_now("Game of Trains")
        anna.page.goto(table)
        check_same(player, told)


def test_a_browser_without_webassembly_says_what_is_missing(anna: Person) -> None:
    anna.page.add_init_script(NO_WEBASSEMBLY)
    anna.page.goto(anna.url)
    said = alert(anna, re.compile("it lacks WebAssembly. Please try a newer one"))
    expect(said).to_be_visible()
    anna.page.goto(f"{anna.url}/#/figures/zugraub")  # pages to read are still there
    expect(anna.page.get_by_role("region", name="Length and endings")).to_be_visible()


def test_a_first_visit_that_breaks_off_is_told_and_goes_on_by_itself(anna: Person) -> None:
    with anna.expected("ERR_FAILED|Failed|failed|no_files"):
        anna.context.route("**/python/spielzug.zip", lambda route: route.abort())
        anna.lobby()
        expect(alert(anna, re.compile("^Part of Spielzug couldn’t be loaded"))).to_be_visible()
        anna.context.unroute("**/python/spielzug.zip")
        sit_down(anna)
    expect(alert(anna, re.compile("^Part of Spielzug couldn’t be loaded"))).to_be_hidden()


def test_a_game_that_was_never_loaded_offline_is_told(site: Path, site_visit: Visit) -> None:
    with served(site) as url:
        anna = site_visit("Anna", url=url)
        sit_down(anna)
        assert anna.page.evaluate(INSTALLED)
        anna.context.set_offline(True)
    with anna.broken_line(), anna.expected("no_files|Failed to fetch|Failed to load"):
        anna.page.goto("about:blank")
        anna.lobby()
        anna.poster("Game of Trains").get_by_role("button", name="Play against bots now").click()
        expect(alert(anna, re.compile("Are you online"))).to_be_visible()
        anna.poster(DWARVES).get_by_role("button", name="Play against bots now").click()
        expect(anna.choices.first).to_be_visible()
