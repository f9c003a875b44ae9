"""A record, step by step."""

from __future__ import annotations

import sys

from rich.console import Console

from spielzug.cli.texts import TERMINAL
from spielzug.core.errors import UsageError
from spielzug.core.match import Match
from spielzug.core.texts import say


class TerminalReplay:
    def __init__(self, match: Match, lang: str, seat: int, console: Console | None = None) -> None:
        if not -1 <= seat < len(match.seats):
            raise UsageError(
                f"there is no seat {seat + 1}; choose 0 (spectator) to {len(match.seats)}"
            )
        self.match = match
        self.lang = lang
        self.seat = seat
        self.console = console or Console(highlight=False)

    @property
    def last(self) -> int:
        return len(self.match.decisions)

    def show(self, at: int) -> None:
        """The position after decision `at`, and what that decision did."""
        match = self.match
        seen = match.position_after(at).seen(self.seat, match.names)
        entry = match.decisions[at - 1] if at else match.log[0]
        what = match.game.words.notation(entry.action) if at else ""
        who = match.names[entry.seat] if entry.seat >= 0 else ""
        self.console.rule(f"{at}/{self.last}  {who}  {what}".rstrip(), align="left", style="dim")
        for sentence in match.sentences(entry, self.lang, self.seat):
            self.console.print(f"  {sentence}", markup=False)
        self.console.print(seen.picture(self.lang))

    def run(self) -> None:
        at = 0
        self.show(at)
        if not sys.stdin.isatty():  # a pipe: everything at once
            for number in range(1, self.last + 1):
                self.show(number)
            return
        self.console.print(say(TERMINAL, "replay_help", self.lang), style="dim")
        while True:
            try:
                text = self.console.input("> ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if text == "q":
                return
            wanted = int(text) if text.isdecimal() else at + (-1 if text == "b" else 1)
            at = max(0, min(self.last, wanted))
            self.show(at)
