"""A game in the terminal, played by typing."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from spielzug.bots.clock import Clock, TurnTime
from spielzug.cli import terminal as terminal_module
from spielzug.cli.bot_processes import BotProcesses
from spielzug.cli.terminal import Terminal, find_start, new_match, practice_match, resume_match
from spielzug.cli.texts import TERMINAL
from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import TableLuck
from spielzug.core.match import Match
from spielzug.core.position import Seen
from spielzug.core.records import read_record, write_record
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import get_game


class Typist(Console):
    """A console that types prepared lines and remembers what it was shown."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(file=io.StringIO(), width=100, highlight=False, markup=False, emoji=False)
        self.lines = lines

    def input(self, prompt: object = "", **_: object) -> str:
        self.print(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def sit(
    match: Match, path: Path, *lines: str, lang: str = "en", endless: str = ""
) -> tuple[Terminal, Typist]:
    def typing() -> Iterator[str]:
        yield from lines
        while endless:
            yield endless

    console = Typist(typing())
    terminal = Terminal(match, lang, path, console)
    terminal.run()
    return terminal, console


def fresh(game: Game, *players: str, seed: str | None = "3", **options: int) -> Match:
    return new_match(game, players or ("me", "greedy"), seed, game.options(**options), "en")


def test_every_text_of_the_terminal_exists_in_four_languages() -> None:
    assert missing(TERMINAL) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_can_be_played_by_typing_ones(
    game_of_trains: Game, tmp_path: Path, lang: str
) -> None:
    path = tmp_path / "game.zug"
    terminal, console = sit(fresh(game_of_trains), path, lang=lang, endless="1")
    assert terminal.match.over
    assert str(path) in console.shown
    assert resume_match(path).position == terminal.match.position


def test_quitting_loses_nothing_and_resuming_goes_on(game_of_trains: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.zug"
    first, console = sit(fresh(game_of_trains, seed=None), path, "1", "q")
    assert "Saved. Continue with" in console.shown
    assert "fingerprint" in console.shown
    again = resume_match(path)
    assert again.position == first.match.position
    second, _ = sit(again, path, endless="1")
    assert second.match.over


def test_a_finished_game_can_be_looked_at_again(game_of_trains: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.zug"
    sit(fresh(game_of_trains), path, endless="1")
    _, console = sit(resume_match(path), path)
    assert "This game is over." in console.shown


def test_an_impossible_choice_is_answered_with_its_reason(
    game_of_trains: Game, tmp_path: Path
) -> None:
    lines = ("@1", "nonsense [b]", "99", "0", "?", "b", "l", "u", "q")
    _, console = sit(fresh(game_of_trains), tmp_path / "g.zug", *lines)
    for expected in (
        "Not possible: First choose which of the cars you drew to keep (G4).",
        "'nonsense [b]' is not a choice",
        "Choose a number from 1 to 2.",
        "your game is always saved",
        "You can’t undo here",
    ):
        assert expected in console.shown


def test_undo_takes_back_the_own_choice_only(game_of_trains: Game, tmp_path: Path) -> None:
    terminal, console = sit(fresh(game_of_trains), tmp_path / "g.zug", "1", "u", "2", "q")
    assert "Taken back." in console.shown
    kinds = [entry.kind for entry in terminal.match.log if entry.seat == 0]
    assert kinds == ["decision", "undo", "decision"]


def test_the_terminal_is_host_and_device_of_its_table(game_of_trains: Game) -> None:
    people = fresh(game_of_trains, "me", "greedy", "me", seed=None)
    assert isinstance(people.luck, TableLuck)
    assert [device.seats for device in people.luck.start.devices] == [(0, 2)]
    assert people.luck != fresh(game_of_trains, "me", "greedy", "me", seed=None).luck
    bots = fresh(game_of_trains, "greedy", "random", seed=None)
    assert isinstance(bots.luck, TableLuck)
    assert bots.luck.start.devices == ()
    assert write_record(people).startswith("Spielzug record 2\n")


def practice(path: Path, entry: int | None, *players: str) -> Match:
    start = find_start(path, entry, "game_of_trains", None, None)
    return practice_match(start, players, "7", "en")


def test_practice_goes_on_from_an_entry_of_a_record(game_of_trains: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.zug"
    first, _ = sit(fresh(game_of_trains), path, endless="1")
    check = path.read_text().split()[-1]
    match = practice(path, 6)
    assert match.origin == f"entry 6 of {check}"
    assert match.position.legal == first.match.position_at(6).legal
    assert [seat.player == "human" for seat in match.seats].index(True) == match.actor
    with pytest.raises(UsageError, match="the game is over"):
        practice(path, None)
    with pytest.raises(UsageError, match="there is no entry 9999"):
        practice(path, 9999)
    with pytest.raises(UsageError, match="leave out --option"):
        find_start(path, 6, "game_of_trains", ["first=1"], None)


def test_practice_goes_on_from_a_saved_position(game_of_trains: Game, tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    position = fresh(game_of_trains).position
    path.write_text(position.save())
    match = practice(path, None, "me", "me")
    assert match.origin == "position"
    assert match.position.legal == position.legal
    with pytest.raises(UsageError, match="only a record has entries"):
        practice(path, 3)
    path.write_text(position.save().replace('"card": 0', '"card": 200'))
    with pytest.raises(CannotRead, match="position.json: the field 'card' must be 0 to 84"):
        practice(path, None)


def test_practice_can_be_dealt_anew_as_fits_what_the_only_person_knew(
    game_of_trains: Game, tmp_path: Path
) -> None:
    path = tmp_path / "game.zug"
    first, _ = sit(fresh(game_of_trains), path, endless="1")
    start = find_start(path, 6, "game_of_trains", None, None)
    match = practice_match(start, ("me", "greedy"), "7", "en", anew=True)
    assert str(match.origin).endswith(" as seat 1 knew it")
    assert match.seen(0).view == first.match.position_at(6).seen(0).view
    assert read_record(write_record(match), get_game).origin == match.origin
    with pytest.raises(UsageError, match="here there are 2"):
        practice_match(start, ("me", "me"), "7", "en", anew=True)


def test_in_practice_luck_can_be_taken_back_and_comes_again(
    game_of_trains: Game, tmp_path: Path
) -> None:
    source, path = tmp_path / "game.zug", tmp_path / "practice.zug"
    sit(fresh(game_of_trains), source, endless="1")
    log = resume_match(source).log
    turn = next(e.number for e in log if e.lucky and e.number and e.seat == 0) - 1
    terminal, console = sit(practice(source, turn), path, "+", "u", "+", "q")
    assert "A practice game" in console.shown
    assert "Taken back." in console.shown
    drawn, undo, again = terminal.match.log[1:4]
    assert (undo.by, undo.action) == ("practice", drawn.number)
    assert (again.events, again.drawn) == (drawn.events, drawn.drawn)
    assert resume_match(path).log == terminal.match.log


def test_two_people_pass_the_keyboard_and_see_only_their_own_cards(
    game_of_trains: Game, tmp_path: Path
) -> None:
    match = fresh(game_of_trains, "me", "me", first=1, turn_limit=6)
    _, console = sit(match, tmp_path / "g.zug", "1", "", "1", "1", endless="1")
    assert "Pass the keyboard to Player 2 and press Enter." in console.shown


def test_games_are_kept_in_the_data_folder_unless_told_otherwise(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first = Terminal(fresh(game_of_trains), "en", None, Typist(iter(())))
    first.run()
    second = Terminal(fresh(game_of_trains), "en", None, Typist(iter(())))
    assert first.path.parent == tmp_path / "spielzug" / "games"
    assert first.path.exists()
    assert second.path != first.path


def test_a_seed_gives_the_same_deal_again(game_of_trains: Game) -> None:
    assert fresh(game_of_trains).position == fresh(game_of_trains).position
    assert fresh(game_of_trains, seed="4").position != fresh(game_of_trains).position


class TimedBot:
    """A bot that remembers the time it was given, and may be interrupted."""

    def __init__(self, interrupted: bool = False) -> None:
        self.clocks: list[TurnTime | None] = []
        self.interrupted = interrupted

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        assert clock is not None
        self.clocks.append(clock.turn)
        if self.interrupted:
            raise KeyboardInterrupt
        return seen.legal[0]


def with_bot(monkeypatch: pytest.MonkeyPatch, bot: TimedBot) -> TimedBot:
    monkeypatch.setattr(terminal_module, "get_bot", lambda *_: bot)
    return bot


def test_a_bot_has_one_clock_for_the_table_but_none_in_a_game_to_be_repeated(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = with_bot(monkeypatch, TimedBot())
    sit(fresh(game_of_trains, seed=None, turn_limit=4), tmp_path / "a.zug", endless="1")
    assert len(bot.clocks) > 1
    assert isinstance(bot.clocks[0], TurnTime)
    assert {id(clock) for clock in bot.clocks} == {id(bot.clocks[0])}
    bot.clocks.clear()
    sit(fresh(game_of_trains, turn_limit=4), tmp_path / "b.zug", endless="1")
    assert set(bot.clocks) == {None}


def test_ctrl_c_while_a_bot_thinks_loses_nothing(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_bot(monkeypatch, TimedBot(interrupted=True))
    path = tmp_path / "g.zug"
    first, console = sit(fresh(game_of_trains, seed=None), path, endless="1")
    assert "Saved. Continue with" in console.shown
    assert resume_match(path).position == first.match.position


def test_a_hint_names_choices_of_the_list_and_changes_nothing(
    game_of_trains: Game, tmp_path: Path
) -> None:
    console = Typist(iter(("h", "1", "h", "1", "q")))
    asked = Terminal(fresh(game_of_trains), "en", tmp_path / "a.zug", console)
    # A search that is not there yet leaves hints to the quick player, who knows no chances.
    asked.bot_pool.wait(console, "")
    asked.run()
    plain, _ = sit(fresh(game_of_trains), tmp_path / "b.zug", "1", "1", "q")
    assert asked.match.log == plain.match.log
    assert asked.match.position == plain.match.position
    assert (tmp_path / "a.zug").read_text() == (tmp_path / "b.zug").read_text()
    hints = re.findall(r"^ +(\d+)%  +(\d+)  (.+?) *$", console.shown, re.MULTILINE)
    assert len(hints) >= 2
    for percent, number, label in hints:
        assert 1 <= int(percent) <= 100
        assert re.search(rf"^  {number}  {re.escape(label)}  ", console.shown, re.MULTILINE)
    assert "Looking ahead" in console.shown


def test_ctrl_c_while_a_hint_is_thought_about_loses_nothing(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(BotProcesses, "advise", interrupted)
    path = tmp_path / "g.zug"
    first, console = sit(fresh(game_of_trains), path, "h")
    assert "Saved. Continue with" in console.shown
    assert resume_match(path).position == first.match.position


def test_beside_bots_a_choice_is_taken_back_with_their_answers(tmp_path: Path) -> None:
    game = get_game("zwergenzugfahrt")
    match = fresh(game, "me", "greedy", first=1)

    def typing() -> Iterator[str]:
        while match.log[-1].seat != 1:
            yield "1"
        yield from ("u", "q")

    console, log = Typist(typing()), match.log
    Terminal(match, "en", tmp_path / "g.zug", console).run()
    assert "Taken back." in console.shown
    undo = next(entry for entry in log if entry.kind == "undo")
    undone = {entry.seat for entry in log[undo.action : undo.number]}
    assert (log[undo.action].seat, undone) == (0, {0, 1})
    assert read_record(write_record(match), get_game).log == log
