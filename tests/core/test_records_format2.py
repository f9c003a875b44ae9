"""Format 2 records: the start list, counted luck, marked undos, games from a position."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from spielzug.core.errors import RecordError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import NameSeal, SeedLuck, StartList, TableLuck, Void
from spielzug.core.match import AGREED, PRACTICE, Match, Seat
from spielzug.core.native_records import plain
from spielzug.core.records import read_record, record_checksum, write_record
from spielzug.core.records.writing import checksum
from spielzug.core.rng import below, new_rng
from spielzug.games import NAMES, get_game
from table_luck import table_luck, table_match

PEOPLE = [Seat("Käthe"), Seat("Bo")]
VOIDS = (Void(1, "silent", "ab" * 32), Void(0, "left", "cd" * 32))


def play_on(match: Match, until: int, seed: int = 5) -> Match:
    rng = new_rng(seed)
    while not match.over and len(match.log) < until:
        legal = match.legal
        match.play(legal[int(below(rng, len(legal)))])
    return match


def played(game: Game, until: int = 20, voids: tuple[Void, ...] = VOIDS) -> Match:
    return play_on(table_match(game, PEOPLE, game.options(first=1), voids=voids), until)


def sealed(text: str) -> str:
    """With a checksum that fits: what an attacker would do."""
    body = re.sub(r"^check .*\n\Z", "", text, flags=re.MULTILINE)
    return f"{body}check {checksum(body)}\n"


def refused(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        read_record(sealed(text), get_game)
    assert caught.value.line is not None


# -- the head --------------------------------------------------------------------------------------


def test_the_start_list_stands_in_the_record_line_by_line(game_of_trains: Game) -> None:
    match = played(game_of_trains)
    assert isinstance(match.luck, TableLuck)
    lines = write_record(match).splitlines()
    last = max(n for n, line in enumerate(lines) if line.startswith("Device "))
    told = "\n".join(["Spielzug start 2", *lines[1 : last + 1]]) + "\n"
    assert told == match.luck.start.text
    names = [line.partition(":")[0] for line in lines[: lines.index("")]]
    assert names == [
        "Spielzug record 2", "Game", "Rules", "Options", "Seats", "Seat 1", "Seat 2", "Chance",
        "Table", "Void 1", "Void 2", "Commitment", "Device 1", "Device 2", "Nonce 1", "Nonce 2",
        "Secret", "Result", "Reason",
    ]  # fmt: skip


def test_a_read_match_has_the_same_list_and_luck(game_of_trains: Game) -> None:
    match = played(game_of_trains)
    again = read_record(write_record(match), get_game)
    assert again.luck == match.luck
    assert again.log == match.log


def test_a_table_without_people_has_no_devices(game_of_trains: Game) -> None:
    bots = [Seat("A", "greedy"), Seat("B", "greedy")]
    match = play_on(table_match(game_of_trains, bots), 9)
    text = write_record(match)
    assert "Device" not in text
    assert write_record(read_record(text, get_game)) == text


def test_a_list_of_another_game_is_not_written(game_of_trains: Game) -> None:
    luck = table_luck(game_of_trains, PEOPLE, game_of_trains.options(first=1))
    for seats, first in ((PEOPLE[::-1], 1), (PEOPLE, 2)):
        match = Match(game_of_trains, seats, luck, game_of_trains.options(first=first))
        with pytest.raises(UsageError, match="the start list is one of another game: it says"):
            write_record(match)
    short = replace(luck.start, about=luck.start.about[:-1])
    match = Match(
        game_of_trains, PEOPLE, TableLuck(luck.secret, short, luck.nonces),
        game_of_trains.options(first=1),
    )  # fmt: skip
    with pytest.raises(UsageError, match="another game"):
        write_record(match)


HEX = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("^Game: .*", "Game: chess", "line 2: there is no game"),
        ("^Rules: 1", "Rules: 9", "line 3: played by rules version 9"),
        ("^Options: first=1", "Options: first=2", "line 21: it says"),
        ("^Options: first=1 turn_limit=off", "Options: first=1", "line 4: .* but it is written"),
        ("^Seats: 2", "Seats: 3", "no line 'Seat 3"),
        ("^Seats: 2", "Seats: 02", "line 5: not a number of seats"),
        ("^Seat 1: human", "Seat 1: wizard", "line 6: there is no player 'wizard'"),
        ("^Seat 1: human", "Seat 1: ", "line 6: there is no player ''"),
        ("^Seat 1: human", "Seat 1: \x1b[2J", r"line 6: there is no player '\\x1b\[2J'"),
        ("^Seat 1: human", "Seat 1: program:rm", "line 6: there is no player 'program:rm'"),
        ("^Seat 1: human", "Seat 1: search:", "line 6: there is no player 'search:'"),
        ("^Seat 1: human", "Seat 1: search:9+net=file", "line 6: there is no player"),
        ("^Seat 1: human", "Seat 1: greedy", "line 21: it says"),
        ("^(Seat 1: human).*", r"\1", "line 6: a seat is a player and a name"),
        ('^Seat 1: human "Käthe"', 'Seat 1: human "Kate"', "line 21: it says"),
        ('^Seat 1: human "Käthe"', r'Seat 1: human "K\\u00e4the"', "line 6: .* it is written"),
        (r"^(Seat 1: .*\n)(Seat 2: .*\n)", r"\2\1", "line 6: .* but it is written"),
        ("^Chance: table", "Chance: tables", "line 8: unknown source of chance"),
        ("^Chance: table", "Chance: seed", "no line 'Seed"),
        ("^Table: table", "Table: fable", "line 21: it says"),
        ("^Table: table", "Table: a table", "line 9: a table is called by letters"),
        (r"^Table: .*\n", "", "no line 'Table"),
        (r"^Void 1: .*\n", "", "line 10: the head has an unknown line 'Void 2"),
        (r"^Void 2: .*\n", "", "line 20: it says"),
        ("^Void 2: seat 1", "Void 2: seat 2", "line 21: it says"),
        ("^Void 2: seat 1", "Void 2: seat 3", "line 11: a void start is written"),
        ("^Void 2: seat 1 left", "Void 2: seat 1 slept", "line 11: a void start is written"),
        ("^Void 2: .* list cd", "Void 2: seat 1 left list ce", "line 21: it says"),
        ("^Commitment: .*", f"Commitment: {HEX}", "line 17: the secret does not fit the commitm"),
        ("^Commitment: .*", "Commitment: 12", "line 12: 64 small hexadecimal digits"),
        (r"^Commitment: .*\n", "", "no line 'Commitment"),
        ("^Device 1: .*", f"Device 1: seats 1 hash {HEX}", "line 15: this nonce does not fit"),
        ("^Device 1: seats 1", "Device 1: seats 3", "line 13: not seats of this table"),
        ("^Device 1: seats 1", "Device 1: seats 1,2", "line 14: not seats of this table, each"),
        ("^Device 1: seats 1", "Device 1: seats 1,1", "line 13: not seats of this table"),
        ("^Device 1: .*", "Device 1: mine", "line 13: a device is written"),
        (r"^Device 1: .*\n", "", "line 13: the head has an unknown line 'Nonce 1|'Device 2"),
        (r"^Device 2: .*\n", "", "line 15: the head has an unknown line 'Nonce 2"),
        ("^(Device 1: seats 1 hash (.*)\nDevice 2: seats 2 hash ).*", r"\1\2", "14: two devices"),
        ("^Nonce 1: .*", f"Nonce 1: {HEX}", "line 15: this nonce does not fit the hash .*device 1"),
        ("^Nonce 2: .*", f"Nonce 2: {HEX.upper()}", "line 16: 64 small hexadecimal digits"),
        (r"^Nonce 1: (.*)\nNonce 2: (.*)", r"Nonce 1: \2\nNonce 2: \1", "line 15: this nonce"),
        (r"^Nonce 2: .*\n", "", "no line 'Nonce 2"),
        ("^Secret: .*", f"Secret: {HEX}", "line 17: the secret does not fit the commitment"),
        ("^Secret: .*", "Secret: 0", "line 17: 64 small hexadecimal digits"),
        (r"^Secret: .*\n", "", "no line 'Secret: …': it is shown when the game is over"),
        (r"^Result: .*", "Result: 1-0", "breaks off"),
        (r"^Reason: .*", "Reason: luck", "line 19: the reason is running, not luck"),
    ],
)  # fmt: skip
def test_a_changed_line_of_the_head_is_found(
    game_of_trains: Game, old: str, new: str, message: str
) -> None:
    text = write_record(played(game_of_trains))
    assert re.search(old, text, re.MULTILINE)
    refused(re.sub(old, new, text, count=1, flags=re.MULTILINE), message)


def test_a_record_that_swapped_everything_is_right_in_itself(game_of_trains: Game) -> None:
    """Nobody can see that from the record alone: so devices keep their list, see `check`."""
    mine = played(game_of_trains)
    swapped = play_on(table_match(game_of_trains, PEOPLE, mine.options, "swapped"), 20)
    again = read_record(write_record(swapped), get_game)
    assert isinstance(again.luck, TableLuck)
    assert isinstance(mine.luck, TableLuck)
    assert again.luck.start.fingerprint != mine.luck.start.fingerprint


# -- the log ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_entry_with_luck_is_marked_with_its_number(name: str) -> None:
    game = get_game(name)
    seats = [Seat(f"P{n}") for n in range(game.seats[0])]
    match = play_on(table_match(game, seats, game.options(**game.simulation)), 40)
    lines = write_record(match).splitlines()
    log = lines[lines.index("") + 1 :]
    marks = [re.search(r"  #(\d+)$", log[entry.number]) for entry in match.log]
    for entry, mark in zip(match.log, marks, strict=True):
        assert (mark is not None) == entry.lucky
    assert [int(mark[1]) for mark in marks if mark] == list(range(sum(e.lucky for e in match.log)))


def with_undos(game: Game) -> Match:
    match = played(game, 8)
    while not match.log[-1].lucky:
        play_on(match, len(match.log) + 1)
    match.take_back(match.log[-1].seat, match.log[-1].number, AGREED)
    play_on(match, len(match.log) + 1)
    while match.log[-1].lucky:
        play_on(match, len(match.log) + 1)
    match.take_back(match.log[-1].seat, match.log[-1].number)
    match.take_back(0, 3, PRACTICE)
    return play_on(match, len(match.log) + 6)


def test_undos_are_marked_and_read(game_of_trains: Game) -> None:
    match = with_undos(game_of_trains)
    text = write_record(match)
    assert len(re.findall(r"  undo \d+ agreed$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"  undo \d+ practice$", text, re.MULTILINE)) == 1
    assert len(re.findall(r"  undo \d+$", text, re.MULTILINE)) == 1
    again = read_record(text, get_game)
    assert again.log == match.log
    assert write_record(again) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"(undo \d+) agreed", r"\1", "this takes back what was left to chance"),
        (r"(undo \d+)$", r"\1 agreed", "nothing that was shown is taken back here"),
        (r"(undo \d+) practice", r"\1 secretly", "not 'secretly'"),
        (r"\d(  undo \d+)$", r"-\1", "only a seat takes something back"),
        (r"  #1$", "", "it says"),
        (r"  #1$", "  #2", "it says"),
        (r"(  1  \S+ .*[^0-9 ])$", r"\1  #1", "it says"),
    ],
)
def test_a_mark_that_does_not_fit_is_found(
    game_of_trains: Game, old: str, new: str, message: str
) -> None:
    text = write_record(with_undos(game_of_trains))
    changed = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert changed != text
    refused(changed, message)


def test_by_whose_leave_luck_was_taken_back_is_told_and_not_proved(game_of_trains: Game) -> None:
    text = write_record(with_undos(game_of_trains)).replace(" agreed\n", " practice\n")
    assert [e.by for e in read_record(sealed(text), get_game).log if e.by] == [PRACTICE] * 2


def test_what_another_seat_showed_is_taken_back_only_with_a_mark(game_of_trains: Game) -> None:
    """Without luck, too, the log proves that a practice game took it back."""
    match = played(game_of_trains, 5)
    match.take_back(1 - match.log[1].seat, 1, PRACTICE)
    text = write_record(match)
    assert not any(entry.lucky for entry in match.log[1:])
    refused(text.replace(" practice\n", "\n"), "left to chance or shown by another seat")


def test_an_old_list_without_names_has_people_and_devices_that_fit(game_of_trains: Game) -> None:
    match = played(game_of_trains)
    assert isinstance(match.luck, TableLuck)
    line = f"Removed: seats 1 list {match.luck.start.fingerprint}"
    text = changed(write_record(match), "^(Table: .*)$", rf"\1\n{line}").replace("Käthe", "Guest")
    again = read_record(sealed(text), get_game)
    assert isinstance(again.luck, TableLuck)
    assert again.luck.start.unnamed == (0,)
    refused(changed(text, "^Seat 2: human", "Seat 2: greedy"), "the devices' seats are not those")
    refused(changed(text, "^Device 2: seats 2", "Device 2: seats 1"), "seats of this table")
    refused(changed(text, "^Seat 1: human", "Seat 1: greedy"), "with seats of people")


# -- sealed names ----------------------------------------------------------------------------------

SEALS = (NameSeal("01" * 16), NameSeal("02" * 16))
BESIDES = [
    (r"^Void 1: .*\nVoid 2: (.*)", r"Void 1: \1"), ("^Void 2: seat 1 left", "Void 2: seat 2 left"),
    ("^Table: table", "Table: fable"), ("^Device 1: seats 1", "Device 1: seats 1,2"),
    (r"^(Device 1: seats )1(.*\nDevice 2: seats )2", r"\g<1>2\g<2>1"),
    ("^(Options: .*)=off", r"\1=100"),
    ("^(Seat 2: human) .*", r'\1 "Bo" salt ' + "03" * 16),
    ("^(Seat 2: human) .*", r"\1 removed " + "ab" * 32), ("^(Seat 2: human) .*", r'\1 "Bo"'),
    ("^Seat 2: human .*", 'Seat 2: greedy "Bo"'),
]  # fmt: skip
"""Changes of a start list, apart from removing its first name."""


def sealed_match(game: Game, seals: Sequence[NameSeal] = SEALS) -> Match:
    seats = [replace(seat, seal=seal) for seat, seal in zip(PEOPLE, seals, strict=True)]
    return play_on(table_match(game, seats, game.options(first=1), voids=VOIDS), 20)


def with_removed_name(text: str) -> str:
    seal = SEALS[0].without('"Käthe"').of("")
    return text.replace(f'"Käthe" salt {SEALS[0].salt}', seal)


def changed(text: str, old: str, new: str) -> str:
    found = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert found != text
    return found


def test_a_sealed_name_can_be_removed_and_nothing_else(game_of_trains: Game) -> None:
    match = sealed_match(game_of_trains)
    text = write_record(match)
    removed = sealed(with_removed_name(text))
    assert "Käthe" not in removed
    assert SEALS[0].salt not in removed
    again = read_record(removed, get_game)
    assert again.log == match.log
    assert again.names == ["Seat 1", "Bo"]
    assert write_record(again) == removed
    assert isinstance(match.luck, TableLuck)
    assert isinstance(again.luck, TableLuck)
    assert again.luck.start.unnamed == (0,)
    assert again.luck.start.fingerprint == match.luck.start.fingerprint
    for old, new in BESIDES:
        with pytest.raises(RecordError):
            read_record(sealed(changed(removed, old, new)), get_game)
        with pytest.raises(RecordError):
            read_record(sealed(changed(text, old, new)), get_game)
    for other in ('"Eve"', f'"Eve" salt {SEALS[0].salt}', "removed " + "ab" * 32):
        refused(changed(text, "^(Seat 1: human) .*", rf"\1 {other}"), "it says")


def test_a_list_that_seals_names_is_not_shown_as_one_that_seals_none(game_of_trains: Game) -> None:
    """Else its fingerprint could stand in a line `Removed`, which binds nothing else."""
    match = sealed_match(game_of_trains)
    assert isinstance(match.luck, TableLuck)
    line = f"Removed: seats 1,2 list {match.luck.start.fingerprint}"
    text = changed(write_record(match), "^(Table: .*)$", rf"\1\n{line}")
    refused(text, "this list seals its names")
    refused(re.sub(" salt .*", "", text), "it says")


def test_only_people_at_a_table_have_sealed_names(game_of_trains: Game) -> None:
    text = write_record(sealed_match(game_of_trains))
    refused(changed(text, "^Seat 1: human", "Seat 1: greedy"), "only the name of a person")
    seeded = write_record(Match(game_of_trains, PEOPLE, SeedLuck("1")))
    refused(changed(seeded, '"Bo"$', f'"Bo" salt {SEALS[1].salt}'), "only a table seals names")
    refused(changed(seeded, "^Seat 2: human", "Seat 2: wizard"), "no player 'wizard'")


# -- from elsewhere --------------------------------------------------------------------------------


def from_entry(game: Game, luck: str = "table") -> Match:
    seats = [Seat(f"P{n}") for n in range(game.seats[0])]
    options = game.options(**game.simulation)
    source = play_on(table_match(game, seats, options), 24)
    start, origin = source.position_at(20), f"entry 20 of {record_checksum(write_record(source))}"
    if luck == "seed":
        match = Match(game, seats, SeedLuck("from"), options, start=start, origin=origin)
    else:
        match = table_match(game, seats, options, start=start, origin=origin)
    return play_on(match, 12)


@pytest.mark.parametrize("luck", ["seed", "table"])
@pytest.mark.parametrize("name", NAMES)
def test_a_game_from_an_entry_is_written_and_read(name: str, luck: str) -> None:
    match = from_entry(get_game(name), luck)
    text = write_record(match)
    assert re.search(r"^From: entry 20 of [0-9a-f]{16}\nPosition: \{\"rng\":0,", text, re.MULTILINE)
    assert re.search(r"^0    -  from$", text, re.MULTILINE)
    again = read_record(text, get_game)
    assert again.log == match.log
    assert again.position == match.position
    assert write_record(again) == text


def changed_position(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    found = re.search(r"^Position: (.*)$", text, re.MULTILINE)
    assert found
    fields = json.loads(found[1])
    change(fields)
    line = f"Position: {json.dumps(fields, separators=(',', ':'))}"
    return text.replace(found[0], line)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda p: p.update(rng=7), "'rng' is not 0"),
        (lambda p: p.pop("turn"), "'turn' is missing or unknown"),
        (lambda p: p.update(seats=3), "line 8: the start has 3 seats|not a possible position"),
        (lambda p: p.update(seats=2**70), "'seats' cannot be read"),
        (lambda p: p.update(turns=1.5), "'turns' cannot be read"),
        (lambda p: p.update(turns=float("nan")), "'turns' cannot be read"),
        (lambda p: p.update(row=[[1]]), "'row' cannot be read: shape|cannot be read"),
        (lambda p: p.update(row={"a": 1}), "'row' cannot be read"),
        (lambda p: p.update(turn=99), "the field 'turn' must be -1 to 3"),
        (lambda p: p.update(card=200), "the field 'card' must be 0 to 84"),
        (lambda p: p["row"][0].__setitem__(0, p["row"][0][1]), "not a possible position: G1"),
        (lambda p: p.update(turn=-1, phase=5, reason=4), "line 8: the game is over"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused(
    game_of_trains: Game, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    refused(changed_position(write_record(from_entry(game_of_trains)), change), message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("^From: .*", "From: a dream", "line 8: a game begins from"),
        (r"^From: .*\n", "", "unknown line 'Position"),
        (r"^Position: .*\n", "", "no line 'Position"),
        ("^Position: .*", "Position: [1]", "line 9: a position is written as JSON"),
        ("^Position: .*", "Position: " + "[" * 9000, "line 9: a position is written as JSON"),
        ("^Position: {", "Position: { ", "line 9: .* but it is written"),
    ],
)
def test_a_damaged_start_is_refused(game_of_trains: Game, old: str, new: str, message: str) -> None:
    text = write_record(from_entry(game_of_trains))
    refused(re.sub(old, new, text, count=1, flags=re.MULTILINE), message)


@pytest.mark.parametrize("name", NAMES)
def test_no_hostile_position_crashes_the_reader(name: str) -> None:
    """Any numbers in any field: refused in words, or played."""
    text = write_record(from_entry(get_game(name)))
    rng = random.Random(name)

    def spoil(value: Any) -> Any:
        if not isinstance(value, list):
            return rng.choice([-1, 0, 1, 2, 3, 7, 17, 63, 84, 127, 128, 200, 255, 65535])
        where = rng.randrange(len(value))
        return [spoil(v) if n == where else v for n, v in enumerate(value)]

    outcomes = set()
    for _ in range(150):

        def change(fields: dict[str, Any]) -> None:
            for field in rng.sample([f for f in fields if f != "rng"], 2):
                fields[field] = spoil(fields[field])

        try:
            read_record(sealed(changed_position(text, change)), get_game)
        except RecordError as error:
            outcomes.add(error.line is not None)
        else:
            outcomes.add(True)
    assert outcomes == {True}


def test_a_position_in_a_record_is_the_whole_position(game_of_trains: Game) -> None:
    match = from_entry(game_of_trains)
    found = re.search(r"^Position: (.*)$", write_record(match), re.MULTILINE)
    assert found
    assert json.loads(found[1]) == plain(match.position_after(0).state)
    assert isinstance(match.luck, TableLuck)
    assert isinstance(match.luck.start, StartList)
    assert found[0] in match.luck.start.text
