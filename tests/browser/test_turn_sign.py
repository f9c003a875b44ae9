"""The turn indicator and the page title always show whose turn it is."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.person import Visit

WATCH = """
(() => {
  // What the server said, and what was sent to it: whose turn it truly is for this seat.
  const truth = { seat: -1, mine: false, known: false };
  const lies = (window.lies = []);
  const heard = (window.heard = []);
  window.frames = 0;
  const hear = (message) => {
    if (message.type === "hello") truth.seat = message.seat;
    if (message.actor === undefined) return;
    truth.mine = message.actor === truth.seat;
    truth.known = true;
  };
  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    const told = await answer.clone().json().catch(() => null);
    // The first answer tells how the table stands; after it the live line knows better.
    if (told?.actor >= 0 && !truth.known) {
      truth.seat = told.seat;
      hear(told);
    }
    return answer;
  };
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    }
    send(text) {
      if (JSON.parse(text).type === "decide") truth.mine = false;
      super.send(text);
    }
  };
  const look = (where, text) => {
    if (text.includes("Your turn") && !truth.mine) lies.push(`${where}: ${text}`);
  };
  const frame = () => {
    window.frames += 1;
    const sign = document.querySelector(".sign");
    if (sign) {  // at the table: the lobby has a title of its own
      look("title", document.title);
      look("sign", sign.textContent);
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new MutationObserver(() => {
    const text = document.querySelector(".sign [role=status]")?.textContent.trim() ?? "";
    if (text && text !== heard.at(-1)) heard.push(text);
    look("read out", text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})();
"""


def watched(page: Page) -> list[str]:
    lies: list[str] = page.evaluate("window.lies")
    return lies


def test_the_sign_never_says_your_turn_when_it_is_not(visit: Visit) -> None:
    """Looked at in every frame of a game with all its movement, and compared with the messages."""
    anna = visit("Anna", reduced_motion="no-preference")
    anna.page.add_init_script(WATCH)
    anna.open_table("me", "random", first=1, pace="Quick")
    for _ in range(8):
        anna.choose_well()
        # The choice is on its way or done: the next one comes only after its movement.
        expect(anna.page.locator(".sign.go")).to_be_visible()
    assert watched(anna.page) == []
    assert anna.page.evaluate("window.frames") > 8  # a busy machine draws few
    heard = anna.page.evaluate("window.heard")
    assert any(text.startswith("Your turn") for text in heard)
    assert any(text.startswith("Puffing Billy is thinking") for text in heard)
    # That somebody moves is told by the log in more words, and by what is said of the last turns.
    assert not any("moves" in text.split("Since your last turn")[0] for text in heard)


def test_a_sign_that_lies_would_be_found(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.page.add_init_script(WATCH)
    anna.open_table("me", "friend", first=2)
    bo.join(anna.invitation())  # who never moves: it stays somebody else's turn
    expect(anna.page.locator(".sign.wait")).to_be_visible()
    anna.page.evaluate("document.title = 'Your turn'")
    anna.page.wait_for_function("window.lies.length > 0")
