"""Tables in a page: played, saved, found again, shared by two tabs, and moved as files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from page.fake_page import Page, PageStorage, Refused
from spielzug.core.records import read_record, written_by
from spielzug.core.version import program_version
from spielzug.games import NAMES, get_game

GOLDEN = Path(__file__).parent.parent / "golden" / "tables"
GAME = "zwergenzugfahrt"
SHORT = {"mode": "turns", "turns": 6}
WRITTEN_BY = written_by(program_version())


def run(work: Coroutine[object, None, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


async def turn(page: Page, table: str, seat: int = 0) -> dict[str, Any]:
    """The table once it is this seat's turn, or over."""
    for _ in range(2000):
        told: dict[str, Any] = await page.ask("GET", f"tables/{table}", seat=seat)
        if told["status"] == "over" or told["actor"] == seat:
            return told
        await asyncio.sleep(0.002)
    raise AssertionError("the bot does not move")


async def play_out(page: Page, told: dict[str, Any]) -> dict[str, Any]:
    channel = await page.connect(f"tables/{told['id']}/live", seat=0, from_=told["number"])
    while (told := await turn(page, told["id"]))["status"] != "over":
        action = told["choices"][0]["action"]
        answer = await page.say(
            channel, type="decide", id="1", number=told["number"], seat=0, action=action
        )
        assert answer == {"type": "ack", "number": told["number"], "duplicate": False, "id": "1"}
    return told


def test_a_game_against_a_bot_is_played_to_its_end_and_can_be_checked() -> None:
    async def work() -> None:
        page = Page()
        lobby = await page.connect("mine/live")
        table = await page.open(GAME, "club", options=SHORT)
        over = await play_out(page, table)
        name = over["id"]
        assert over["outcome"]["reason"] == "turns"
        assert page.told[lobby][-1]["table"]["status"] == "over"
        record = await page.ask("GET", f"tables/{name}/record")
        assert read_record(record, get_game).outcome is not None
        proof = await page.ask("GET", f"tables/{name}/proof")
        assert proof["word"]["ok"] is True
        replay = await page.ask("GET", f"tables/{name}/replay", seat=0)
        assert replay["total"] == over["number"] == len(replay["steps"])
        listed = await page.ask("GET", "mine")
        assert [one["id"] for one in listed["finished"]] == [name]

    run(work())


@pytest.mark.parametrize("game", NAMES)
def test_every_game_begins_and_takes_a_decision(game: str) -> None:
    async def work() -> None:
        page = Page()
        others = get_game(game).seats[0] - 1
        table = await page.open(game, *["greedy"] * others)
        channel = await page.connect(f"tables/{table['id']}/live", seat=0, from_=table["number"])
        told = await turn(page, table["id"])
        action = told["choices"][-1]["action"]
        answer = await page.say(
            channel, type="decide", id=7, number=told["number"], seat=0, action=action
        )
        assert answer["type"] == "ack"
        types = [message["type"] for message in page.told[channel]]
        assert types[:3] == ["hello", "facts", "table"] and "entry" in types

    run(work())


def test_a_page_that_is_loaded_again_goes_on_where_it_was() -> None:
    async def work() -> None:
        storage = PageStorage()
        page = Page(storage)
        table = await page.open(GAME, "local", options=SHORT)
        name = table["id"]
        for _ in range(4):
            seat = (await page.ask("GET", f"tables/{name}"))["actor"]
            told = await page.ask("GET", f"tables/{name}", seat=seat)
            choice = {
                "number": told["number"],
                "seat": seat,
                "action": told["choices"][0]["action"],
            }
            await page.ask("POST", f"tables/{name}/decide", choice)
        before = await page.ask("GET", f"tables/{name}", seat=0)
        after = await Page(storage).ask("GET", f"tables/{name}", seat=0)
        assert after == before

    run(work())


@pytest.mark.parametrize(("ending", "code"), [("full", "storage_full"), ("failed", "cannot_save")])
def test_what_cannot_be_saved_is_refused_and_not_shown(ending: Any, code: str) -> None:
    async def work() -> None:
        page = Page()
        table = await page.open(GAME, "local", options=SHORT)
        name, seat = table["id"], table["actor"]
        channel = await page.connect(f"tables/{name}/live", seat=seat, from_=table["number"])
        before = await page.ask("GET", f"tables/{name}", seat=seat)
        told = len(page.told[channel])
        choice = {
            "number": before["number"],
            "seat": seat,
            "action": before["choices"][0]["action"],
        }
        page.storage.fails = ending
        answer = await page.say(channel, type="decide", id=1, **choice)
        assert (answer["type"], answer["code"]) == ("error", code)
        assert [one["type"] for one in page.told[channel][told:]] == ["error"]
        assert await page.ask("GET", f"tables/{name}", seat=seat) == before
        page.storage.fails = None
        assert (await page.say(channel, type="decide", id=2, **choice))["type"] == "ack"

    run(work())


def test_two_tabs_show_one_game() -> None:
    async def work() -> None:
        storage = PageStorage()
        one, two = Page(storage), Page(storage)
        one.others, two.others = [two], [one]
        table = await one.open(GAME, "local", options=SHORT)
        name, seat = table["id"], table["actor"]
        channel = await two.connect(f"tables/{name}/live", seat=seat, from_=table["number"])
        told = await one.ask("GET", f"tables/{name}", seat=seat)
        choice = {"number": told["number"], "seat": seat, "action": told["choices"][0]["action"]}
        # Both tabs decide at the same moment: one is accepted, the other is told so, too.
        answers = await asyncio.gather(
            *(page.ask("POST", f"tables/{name}/decide", choice) for page in (one, two))
        )
        assert sorted(answer["duplicate"] for answer in answers) == [False, True]
        await asyncio.sleep(0.01)
        shown = [message for message in page_messages(two, channel) if message["type"] != "table"]
        assert shown[-1]["type"] in ("fresh", "entry")
        views = [await page.ask("GET", f"tables/{name}", seat=0) for page in (one, two)]
        for part in ("view", "choices", "number", "log"):
            assert views[0][part] == views[1][part]

    run(work())


def page_messages(page: Page, channel: int) -> list[dict[str, Any]]:
    return page.told[channel]


def test_a_bot_that_fails_is_replaced_by_the_quick_player() -> None:
    async def work() -> None:
        page = Page()

        def fail(job: str) -> str:
            raise RuntimeError("the worker died")

        page.thinks = fail
        table = await page.open(GAME, "expert", options=SHORT)
        over = await play_out(page, table)
        notes = [entry["note"] for entry in over["log"] if entry["note"]]
        assert notes and "simpler bot" in notes[0]

    run(work())


@pytest.mark.parametrize("iterations", [100, 99])
def test_the_log_says_that_a_bot_thinks_less_on_a_slow_device(iterations: int) -> None:
    async def work() -> None:
        page = Page()
        page.iterations = iterations
        over = await play_out(page, await page.open(GAME, "expert", options=SHORT))
        notes = {entry["note"] for entry in over["log"] if entry["note"]}
        assert any("this device is slow" in note for note in notes) == (iterations < 100)

    run(work())


def test_hints_undo_and_practice() -> None:
    async def work() -> None:
        page = Page()
        table = await page.open(GAME, "greedy", options=SHORT, practice=True, hints=True)
        name = table["id"]
        await page.connect(f"tables/{name}/live", seat=0, from_=table["number"])
        told = await turn(page, name)
        asked = {"number": told["number"], "seat": 0}
        advice = await page.ask("POST", f"tables/{name}/hint", asked)
        assert advice["hints"] and advice["sentence"]
        assert await page.ask("POST", f"tables/{name}/hint", asked) == advice
        choice = {**asked, "action": told["choices"][0]["action"]}
        await page.ask("POST", f"tables/{name}/decide", choice)
        again = await turn(page, name)
        await page.ask("POST", f"tables/{name}/undo", {"number": again["number"], "seat": 0})
        assert (await turn(page, name))["view"] == told["view"]

    run(work())


def test_everything_is_exported_and_read_back() -> None:
    async def work() -> None:
        page = Page()
        table = await page.open(GAME, "local", options=SHORT)
        saved = {"text": json.dumps(await page.ask("GET", "export"))}
        other = Page()
        assert await other.ask("POST", "import", saved) == {"tables": 1}
        assert await other.ask("POST", "import", saved) == {"tables": 0}
        there = await other.ask("GET", f"tables/{table['id']}", seat=0)
        assert there == await page.ask("GET", f"tables/{table['id']}", seat=0)
        damaged: list[list[object]] = [[{}], [{"table": 1, "seats": [], "entries": []}], ["x"]]
        for text in ("", "{}", "[]", *(json.dumps({"tables": wrong}) for wrong in damaged)):
            with pytest.raises(Refused) as refused:
                await other.ask("POST", "import", {"text": text})
            assert refused.value.code == "bad_export"

    run(work())


def test_a_table_is_deleted_also_while_its_bot_thinks() -> None:
    async def work() -> None:
        page = Page()
        table = await page.open(GAME, "club", options=SHORT, pace=20)
        lobby = await page.connect("mine/live")
        await page.connect(f"tables/{table['id']}/live", seat=0, from_=table["number"])
        assert await page.ask("POST", f"tables/{table['id']}/remove", {}) == {"ok": True}
        assert page.told[lobby][-1] == {"type": "gone", "table": table["id"]}
        assert await page.ask("GET", "mine") == {"running": [], "finished": []}
        await asyncio.sleep(0.1)
        for path in (f"tables/{table['id']}/remove", f"tables/{table['id']}/resign"):
            with pytest.raises(Refused) as refused:
                await page.ask("POST", path, {"seat": 0})
            assert refused.value.code == "no_table"

    run(work())


def test_a_record_is_opened_as_a_finished_game() -> None:
    async def work() -> None:
        page = Page()
        text = (GOLDEN / GAME / "2-turns.zug").read_text("utf-8")
        name = (await page.ask("POST", "records", {"text": text}))["table"]
        assert await page.ask("GET", f"tables/{name}/record") == text + WRITTEN_BY
        assert (await page.ask("GET", f"tables/{name}"))["status"] == "over"
        replay = await page.ask("GET", f"tables/{name}/replay")
        assert replay["names"] == ["Zoë", "Ben"]
        assert (await page.ask("POST", "records", {"text": text}))["table"] == name
        # It is still there for the next page.
        assert await Page(page.storage).ask("GET", f"tables/{name}/record") == text + WRITTEN_BY
        for wrong in ("", "x", text.replace("f5-f4", "a1-a2"), "Game: tictactoe\n"):
            with pytest.raises(Refused) as refused:
                await page.ask("POST", "records", {"text": wrong})
            assert refused.value.code == "bad_record"

    run(work())


def test_what_needs_a_server_or_is_not_there_is_refused_in_the_readers_language() -> None:
    async def work() -> None:
        page = Page()
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
        for path, body, code in (
            ("tables", {"game": GAME, "seats": seats}, "needs_server"),
            ("tables", {"game": "tictactoe", "seats": seats[:1] * 2}, "no_game"),
            ("tables/nowhere/resign", {"seat": 0}, "no_table"),
            ("nothing", {}, "no_page"),
        ):
            with pytest.raises(Refused) as refused:
                await page.ask("POST", path, body, lang="de")
            assert refused.value.code == code
            assert refused.value.detail.endswith(".")
        for path, code in (("figures/chess", "no_game"), (f"figures/{GAME}", "no_page")):
            with pytest.raises(Refused) as refused:
                await page.ask("GET", path)
            assert refused.value.code == code

    run(work())


def test_a_game_ends_when_its_own_clock_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        page = Page()
        monkeypatch.setattr("spielzug.tables.table.Table.time_left", lambda _: 0.05)
        table = await page.open(GAME, "local", options={"mode": "time", "minutes": 1})
        channel = await page.connect(f"tables/{table['id']}/live", seat=0, from_=table["number"])
        await asyncio.sleep(0.3)
        assert page.told[channel][-1]["outcome"]["reason"] == "time"

    run(work())


def test_what_is_stored_is_json_that_a_server_could_read() -> None:
    async def work() -> None:
        page = Page()
        table = await page.open(GAME, "local", options=SHORT)
        text = await page.storage.load(table["id"])
        assert text is not None
        stored = json.loads(text)
        assert stored["table"]["game"] == GAME and len(stored["entries"]) == table["number"]

    run(work())


@pytest.mark.parametrize("game", NAMES)
def test_every_golden_game_is_replayed_and_given_back_byte_for_byte(game: str) -> None:
    async def work() -> None:
        page = Page()
        for file in sorted((GOLDEN / game).glob("*.zug")):
            text = file.read_text("utf-8")
            table = (await page.ask("POST", "records", {"text": text}))["table"]
            replay = await page.ask("GET", f"tables/{table}/replay", seat=-1)
            assert all(step["sentences"] is not None for step in replay["steps"]), file.name
            assert await page.ask("GET", f"tables/{table}/record") == text + WRITTEN_BY, file.name

    run(work())
