"""When nobody can win any more, the table says so, and the players may end the game."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.person import Person, Visit
from server.helpers import FRIEND, ME, Device, Json, Running, running, wait_for
from server.test_agreed_end import BOT, set_position

OPEN = """async (seats) => {
  const answer = await fetch("api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game: "zugraub", options: { first: 1 }, seats, pace: 0 }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const table = await answer.json();
  location.hash = `#/t/${table.id}`;
  return table;
}"""


@pytest.fixture
def private_server(own: ExitStack, tmp_path: Path) -> Running:
    """A server whose tables can be put into any position."""
    return own.enter_context(running(tmp_path / "tables.sqlite3"))


def at_table(person: Person, *others: Json) -> Json:
    person.page.goto(person.url)
    person.page.evaluate(
        "localStorage.setItem('spielzug.settings', JSON.stringify({ toured: ['zugraub'] }))"
    )
    person.page.reload()
    table: Json = person.page.evaluate(OPEN, [ME, *others])
    return table


def lose_all_brains(private_server: Running, person: Person, table: Json) -> None:
    """Removes all brains; the page then reloads the table, as after a lost connection."""
    device = Device(private_server.url)
    wait_for(lambda: device.get(f"tables/{table['id']}")["status"] == "running")
    device.http.close()
    expect(person.page.get_by_text("Your turn").first).to_be_visible()
    expect(person.page.get_by_text("Nobody can win")).to_have_count(0)
    set_position(private_server, table, brain="Surplus_Cheddar")
    person.page.reload()
    expect(person.page.get_by_text("Nobody can win this game any more.")).to_be_visible()


@pytest.mark.journey
def test_one_person_among_bots_ends_it_with_one_click(
    private_server: Running, visit: Visit
) -> None:
    anna = visit(url=private_server.url)
    lose_all_brains(private_server, anna, at_table(anna, BOT, BOT))
    anna.page.get_by_role("button", name="End it without a result").click()
    expect(anna.page.get_by_text("called off").first).to_be_visible()
    expect(anna.page.get_by_text("Nobody can win")).to_have_count(0)


def test_two_people_have_to_agree(private_server: Running, visit: Visit) -> None:
    anna, berta = visit(url=private_server.url), private_server.device()
    table = at_table(anna, FRIEND, BOT)
    berta.join(table["seats"][1]["invitation"], "Berta")
    path = f"tables/{table['id']}"
    wait_for(lambda: berta.attend(berta.get(path))["status"] == "running")
    lose_all_brains(private_server, anna, table)
    anna.page.get_by_role("button", name="End it without a result").click()
    expect(anna.page.get_by_text("Waiting for Berta.")).to_be_visible()
    berta.post(f"{path}/call-off", {"seat": 1})
    expect(anna.page.get_by_text("called off").first).to_be_visible()
