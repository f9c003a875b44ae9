"""Records: written, read, and rejected at the line that is wrong."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from spielzug.core.errors import CannotRead, RecordError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import Luck, SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.native_records import plain
from spielzug.core.position import Position
from spielzug.core.position_data import from_plain
from spielzug.core.records import (
    load_record,
    position_digest,
    read_record,
    save_record,
    write_record,
    written_by,
)
from spielzug.core.rng import below, new_rng
from spielzug.games import get_game
from table_luck import table_luck

SEED = SeedLuck("7", 3)
TABLE = "table"
"""The luck of a table."""


def random_match(
    game: Game,
    seats: int = 2,
    luck: Luck | str = SEED,
    decisions: int = 10_000,
    limit: int = 30,
) -> Match:
    people = [Seat(f'Käthe "{n}"') for n in range(seats)]
    options = game.options(turn_limit=limit)
    chosen = table_luck(game, people, options) if isinstance(luck, str) else luck
    match = Match(game, people, chosen, options)
    rng = new_rng(5)
    while not match.over and len(match.log) <= decisions:
        legal = match.legal
        entry = match.play(legal[int(below(rng, len(legal)))])
        if match.undo_point(entry.seat) and int(below(rng, 4)) == 0:
            match.undo(entry.seat)
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("luck", [SeedLuck("x y", 12), TABLE])
def test_write_read_and_replay_give_the_same_bytes(
    game_of_trains: Game, seats: int, luck: Luck | str
) -> None:
    match = random_match(game_of_trains, seats, luck)
    assert write_record(match).startswith("Spielzug record 2\n")
    again = read_record(write_record(match), get_game)
    assert again.position.state.tobytes() == match.position.state.tobytes()
    assert write_record(again) == write_record(match)
    assert position_digest(again) == position_digest(match)


@pytest.mark.parametrize("luck", [SEED, TABLE])
def test_lines_may_end_as_windows_ends_them(
    game_of_trains: Game, tmp_path: Path, luck: Luck | str
) -> None:
    text = write_record(random_match(game_of_trains, 2, luck))
    path = tmp_path / "windows.zug"
    path.write_bytes(text.replace("\n", "\r\n").encode())
    assert write_record(load_record(path, get_game)) == text
    lines = text.split("\n")
    lines[-3] += "0"
    with pytest.raises(RecordError) as caught:
        read_record("\r\n".join(lines), get_game)
    assert caught.value.line == len(lines) - 2


def test_a_running_game_can_be_saved_and_goes_on_the_same(game_of_trains: Game) -> None:
    match = random_match(game_of_trains, 2, TABLE, decisions=12)
    again = read_record(write_record(match), get_game)
    assert not again.over
    assert again.legal == match.legal
    action = match.legal[0]
    assert again.play(action) == match.play(action)


def test_a_running_record_keeps_the_secret_unless_it_is_the_hosts_own(game_of_trains: Game) -> None:
    match = random_match(game_of_trains, 2, TABLE, decisions=8)
    assert "Secret:" not in write_record(match, reveal=False)
    with pytest.raises(RecordError, match="no line 'Secret"):
        read_record(write_record(match, reveal=False), get_game)


def test_every_chance_outcome_stands_beside_its_decision(game_of_trains: Game) -> None:
    text = write_record(random_match(game_of_trains))
    draws = [line for line in text.splitlines() if re.match(r"\d+ +\d  \+", line)]
    assert draws
    assert all(re.search(r"draws \d+", line) for line in draws)


def lines_with_digits(text: str) -> list[tuple[int, int]]:
    """Every place in a decision, card or result that can be changed to another digit."""
    lines = text.splitlines()
    first = lines.index("")
    wanted = [
        n for n, line in enumerate(lines)
        if n > first or line.startswith(("Result", "Reason"))
    ]  # fmt: skip
    return [(n, i) for n in wanted for i, c in enumerate(lines[n]) if c.isalnum() or c in "+<>#@-"]


@pytest.mark.parametrize("seed", range(40))
def test_one_changed_character_is_found(game_of_trains: Game, seed: int) -> None:
    rng = random.Random(seed)
    text = write_record(random_match(game_of_trains, 2 + seed % 3, SeedLuck("tamper", seed)))
    lines = text.splitlines()
    number, at = rng.choice(lines_with_digits(text))
    other = rng.choice([c for c in "0123456789abkx+<>#@-" if c != lines[number][at]])
    lines[number] = lines[number][:at] + other + lines[number][at + 1 :]
    with pytest.raises(RecordError) as caught:
        read_record("\n".join(lines) + "\n", get_game)
    assert caught.value.line is not None
    # Another entry to take back to may be as right as the true one, until the next decision.
    if lines[number][:1].isdigit() and "undo" not in lines[number]:
        assert caught.value.line <= number + 1  # the line itself, or the head it contradicts


def test_a_changed_decision_is_named_by_its_own_line(game_of_trains: Game) -> None:
    text = write_record(random_match(game_of_trains))
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if re.match(r"\d+ +\d  @3", line))
    lines[number] = lines[number].replace("@3", "@4")
    with pytest.raises(RecordError) as caught:
        read_record("\n".join(lines) + "\n", get_game)
    assert caught.value.line == number + 1


def mangle(text: str, old: str, new: str) -> str:
    assert re.search(old, text, re.MULTILINE)
    return re.sub(old, new, text, count=1, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"^Spielzug record 2", "Spielzug record 3", r"line 1: written in record format 3.*update"),
        (
            r"^Spielzug record 2",
            "Spielzug record 0",
            "line 1: written in record format 0 by",
        ),
        (r"^Spielzug record 2", "Once upon a time", "line 1: this is not a Spielzug record"),
        (r"^Game: .*", "Game: chess", "line 2: there is no game 'chess'"),
        (r"^Rules: 1", "Rules: 99", "line 3: played by rules version 99"),
        (r"^Options: .*", "Options: speed=9", "line 4: there is no option 'speed'"),
        (r"^Options: .*", "Options: first", "line 4: cannot read the option 'first'"),
        (r"^Options: .*", "Options: first=4 turn_limit=30", "line 4: .*names a seat"),
        (r"^Options: .*", "Options: first=x", "line 4: option first=x cannot be read"),
        (r"^Options: .*", "Options: first=9", "line 4: option first=9 is out of range"),
        (r"^Seats: 2", "Seats: two", "line 5: not a number of seats"),
        (r"^Seat 2: .*\n", "", "no line 'Seat 2"),
        (r"^Seat 1: .*", "Seat 1: random Anna", "line 6: a name or seed stands in double quotes"),
        (r"^Chance: seed", "Chance: dice", "line 8: unknown source of chance 'dice'"),
        (r"^Number: 3", "Number: three", "line 10: not the number of a game"),
        (r"^Number: 3", "Number: " + "9" * 5000, "line 10: not the number of a game"),
        (r"^Seat 1: .*", 'Seat 1: random "\\\\ud800"', "line 6: there is half a character"),
        (r"^Number: 3", "Number: 3\nWeather: fine", "line 11: the head has an unknown line"),
        (r"^Number: 3", "Number: 3\nNumber: 3", "line 11: not a line of the head"),
        (r"^Result: .*", "Result: 1-0", r"line 11: the result is .*, not 1-0"),
        (r"^Reason: .*", "Reason: luck", "line 12: the reason is .*, not luck"),
        (r"^1 .*", "1 something else entirely, long", "line 15: cannot read this entry"),
        (r"^1 .*", "1    1  zz", "line 15: zz: cannot read 'zz' as an action"),
        (r"^1 .*", "1    1  +", r"line 15: \+: First choose which of .* to keep \(G4\)"),
        (r"^1 .*", "1    1  undo 7", "line 15: undo 7: entry 7 does not count"),
        (r"^1 .*", "1    1  undo " + "7" * 5000, "line 15: cannot read this entry"),
        (r"^end .*\n", "", "it says"),
        (r"^end .*", "end  0-0", "it says 'end  0-0'"),
        (r"^check .*", "check 0000000000000000", "the checksum does not match"),
        (r"^check .*\n", "", "only the line 'check …' may follow"),
        (r"\Z", "more\n", "text after the end"),
        (r"\Z", "written by Spielzug \x1b[2J\n", "text after the end"),
        (r'"7"', '"8"', "line 14: it says"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_reason(
    game_of_trains: Game, old: str, new: str, message: str
) -> None:
    text = mangle(write_record(random_match(game_of_trains)), old, new)
    with pytest.raises(RecordError, match=message):
        read_record(text, get_game)


def test_a_record_may_say_what_wrote_it(game_of_trains: Game) -> None:
    text = write_record(random_match(game_of_trains))
    assert write_record(read_record(text + written_by("0.1.0+1a2b3c4d5e"), get_game)) == text


def test_a_record_from_before_the_first_release_is_refused(
    game_of_trains: Game, tmp_path: Path
) -> None:
    """It says what wrote the file and what to do, and the file stays as it is."""
    path, text = tmp_path / "old.zug", write_record(random_match(game_of_trains))
    path.write_text(text.replace("Spielzug record 2", "Spielzug record 1"), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(RecordError) as caught:
        load_record(path, get_game)
    assert str(caught.value) == (
        f"{path}: line 1: written in record format 1 by a Spielzug from before its first release; "
        "this one reads format 2: open it with the Spielzug that wrote it"
    )
    assert path.read_bytes() == before


def test_a_record_of_rules_from_before_the_first_release_is_refused() -> None:
    game = get_game("zugraub").ready(PLAYING)
    match = Match(game, [Seat("a"), Seat("b"), Seat("c")], SEED)
    text = write_record(match).replace("\nRules: 2\n", "\nRules: 1\n")
    with pytest.raises(RecordError) as caught:
        read_record(text, get_game)
    assert str(caught.value) == (
        "line 3: played by rules version 1, from before the first release; this Spielzug knows "
        "version 2 of zugraub: open it with the Spielzug that wrote it"
    )


@pytest.mark.parametrize("keep", [1, 4, 12, 13, 14, 15, 20])
def test_a_truncated_record_is_refused(game_of_trains: Game, keep: int) -> None:
    text = "\n".join(write_record(random_match(game_of_trains)).splitlines()[:keep]) + "\n"
    with pytest.raises(RecordError) as caught:
        read_record(text, get_game)
    assert caught.value.line is not None


def test_a_file_error_names_the_file_and_leaves_it_alone(
    game_of_trains: Game, tmp_path: Path
) -> None:
    path = tmp_path / "game.zug"
    with pytest.raises(RecordError, match="game.zug: cannot be opened"):
        load_record(path, get_game)
    path.write_bytes(b"Spielzug record 1\n\xff\xfe")
    with pytest.raises(RecordError, match=r"game.zug: line 2: not a text file"):
        load_record(path, get_game)
    assert path.read_bytes() == b"Spielzug record 1\n\xff\xfe"
    path.write_text("hello\n")
    with pytest.raises(RecordError, match=r"game.zug: line 1: this is not a Spielzug record"):
        load_record(path, get_game)
    assert path.read_text() == "hello\n"


def test_saving_is_whole_or_not_at_all(
    game_of_trains: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.zug"
    match = random_match(game_of_trains, decisions=5)
    save_record(match, path)
    before = path.read_text()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        save_record(match, path)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]


def test_chance_that_cannot_be_told_is_refused(game_of_trains: Game) -> None:
    class Odd:
        keeps_rng_state = True

        def key(self, entry: int, drawn: int) -> object:
            return SeedLuck("1").key(0, 0)

    match = Match(game_of_trains, [Seat("a"), Seat("b")], Odd())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no record can tell"):
        write_record(match)


def test_positions_come_back_from_text(game_of_trains: Game, tmp_path: Path) -> None:
    match = random_match(game_of_trains, 3, decisions=20)
    path = tmp_path / "position.json"
    path.write_text(match.position.save())
    again = Position.read(game_of_trains, path, match.options)
    assert again == match.position
    assert again.state.tobytes() == match.position.state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"game": "game_of_trains"', '"game": "chess"', "a position of 'chess'"),
        ('"rules": 1', '"rules": 7', "rules version 7"),
        ('"seats": 2', '"seats": 300', "'seats' cannot be read: values must be 0 to"),
        ('"seats": 2', '"seats": "two"', "'seats' cannot be read"),
        ('"seats": 2', '"seats": [2, 2]', "'seats' cannot be read: shape"),
        ('"seats": 2', '"chairs": 2', "missing or unknown"),
        ('"position"', '"place"', "not a position file"),
        ('"options"', '"choices"', "names no options: it was written by a Spielzug from before"),
        ('"rules": 1', '"rules": "1"', "the version of the rules is a number, not '1'"),
        ('"rules": 1', '"rules": 0', "rules version 0, from before the first release; .*: open it"),
    ],
)
def test_a_damaged_position_is_refused(
    game_of_trains: Game, old: str, new: str, message: str
) -> None:
    position = random_match(game_of_trains, 2, decisions=9).position
    if "300" in new and position.state.dtype["seats"].itemsize == 8:
        new, message = '"seats": 99999999999999999999', "'seats' cannot be read"
    text = position.save()
    assert old in text
    with pytest.raises(CannotRead, match=rf"^p\.json: .*{message}"):
        Position.load(game_of_trains, text.replace(old, new), source="p.json")


def test_a_position_file_that_is_missing_or_no_text_is_refused(
    game_of_trains: Game, tmp_path: Path
) -> None:
    with pytest.raises(CannotRead, match="cannot be read"):
        Position.read(game_of_trains, tmp_path / "none.json")
    with pytest.raises(CannotRead, match="not a position file"):
        Position.load(game_of_trains, "[1, 2")


def test_plain_values_make_the_same_position(game_of_trains: Game) -> None:
    state = random_match(game_of_trains, 2, decisions=9).position.state
    assert bytes(from_plain(game_of_trains, plain(state)).data) == state.tobytes()
