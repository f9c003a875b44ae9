"""`spielzug check`: verifies records, and compares them with what a player has saved."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import SetFile, counted, print_line, progress_bar, use_set
from spielzug.core.errors import CannotRead, SpielzugError, UsageError
from spielzug.core.rules_mode import use_plain_rules

if TYPE_CHECKING:
    from spielzug.core.luck import StartList
    from spielzug.core.match import Match

FEW = 20  # most records checked with the uncompiled rules; for more, compiling pays off


def check(
    files: Annotated[list[Path], typer.Argument(help="Records to verify.")],
    commitment: Annotated[str, typer.Option(help="The commitment you saw before the deal.")] = "",
    nonce: Annotated[
        list[str] | None, typer.Option(help="A nonce that your device kept; may be repeated.")
    ] = None,
    start: Annotated[
        Path | None, typer.Option("--list", help="A file with the start list you kept.")
    ] = None,
    set_file: SetFile = None,
) -> None:
    """Verify records: decisions, luck and result, and that they match what you kept."""
    if len(files) <= FEW:
        use_plain_rules()
    from spielzug.core.luck import TableLuck
    from spielzug.core.records import load_record
    from spielzug.games import get_game

    kept = bool(commitment or nonce or start)
    if kept and len(files) > 1:
        raise UsageError(
            "--commitment, --nonce and --list belong to one game: check its record alone"
        )
    use_set(set_file)
    wrong, tables, unproved = 0, 0, 0
    with progress_bar("records", len(files)) as tick:
        for path in files:
            try:
                match = load_record(path, get_game)
                tables += isinstance(match.luck, TableLuck)
                unproved += not isinstance(match.luck, TableLuck)
                fits = compare(match, path, commitment, nonce or (), start)
            except SpielzugError as error:
                wrong += 1
                what = str(error).removeprefix(f"{path}: ")
                print_line(f"INVALID  {path}: {what}", sys.stderr)
            except Exception as error:  # a broken file must not stop the check of the others
                wrong += 1
                what = f"{type(error).__name__}: {error}"
                print_line(f"INVALID  {path}: cannot be replayed ({what})", sys.stderr)
            else:
                if len(files) <= FEW:
                    print_line(f"ok  {path}  {_summary(match)}")
                for line in fits:
                    print_line(f"    {line}" if len(files) == 1 else f"    {path}: {line}")
            tick(1)
    print(f"{counted(len(files) - wrong, 'record')} valid, {wrong} invalid")
    if tables and not kept:
        print(
            "Only the records themselves were checked. To verify that they match what you were "
            "promised, add --commitment, --nonce or --list."
        )
    if unproved:
        print("Player names are not verified: in a seeded record the luck does not depend on them.")
    if wrong:
        raise typer.Exit(1)


def _summary(match: Match) -> str:
    outcome = match.outcome
    state = f"{outcome.text()} {outcome.reason}" if outcome else "running"
    return f"{counted(len(match.decisions), 'decision')}, {state}"


def compare(
    match: Match, path: Path, commitment: str, nonces: Sequence[str], start: Path | None
) -> list[str]:
    """Which saved things match the record, and what it does not prove.

    Raises `CannotRead` at the first thing that does not match.

    A host who changes secret, nonces and list together makes another consistent record. Only what
    players saved before the deal can expose that.
    """
    from spielzug.core.luck import TableLuck

    luck, fits = match.luck, _unproved(match)
    if match.origin is not None:
        if commitment or nonces or start:
            raise CannotRead(
                f"{path}: a practice game that starts from {match.origin}, not with a deal: "
                "there was nothing for a device to keep"
            )
        return [f"starts from {match.origin}, not with a deal", *fits]
    if not isinstance(luck, TableLuck):
        if commitment or nonces or start:
            raise CannotRead(f"{path}: its luck comes from a seed: there was no commitment")
        return fits
    if commitment:
        if _hex(commitment) != luck.secret.commitment:
            raise CannotRead(
                f"{path}: your commitment is {_hex(commitment)}, "
                f"the record's is {luck.secret.commitment}: not the one you saw"
            )
        fits.append("matches your commitment")
    for nonce in nonces:
        if _hex(nonce) not in luck.nonces:
            raise CannotRead(f"{path}: your nonce {_hex(nonce)} is not in the record")
        fits.append(f"matches your nonce (number {luck.nonces.index(_hex(nonce)) + 1})")
    if start is not None:
        fits.append(_check_start_list(path, start, luck.start))
    elif luck.start.removed:
        fits.append(
            "names were removed from this game of an earlier version: without --list, nothing "
            "shows that its table, void starts, players and devices are those of the sealed list"
        )
    elif luck.start.unnamed:
        fits.append(f"names were removed ({_seats(luck.start)}); nothing else was changed")
    if start is None and not luck.start.removed and (commitment or nonces):
        fits.append(
            "without --list, nothing shows that the other devices' nonces were fixed before yours"
        )
    return fits


def _unproved(match: Match) -> list[str]:
    undos = match.agreed_undos
    if not undos:
        return []
    named = "entry" if len(undos) == 1 else "entries"
    numbers = ", ".join(map(str, undos))
    return [f"nothing proves that everybody agreed to take something back ({named} {numbers})"]


def _seats(start: StartList) -> str:
    return "seats: " + ", ".join(str(seat + 1) for seat in start.unnamed)


def _hex(text: str) -> str:
    return text.strip().lower()


def _check_start_list(path: Path, kept: Path, start: StartList) -> str:
    """Compare line by line; if names were removed since, ignore them and check the fingerprint."""
    from spielzug.core.luck import list_fingerprint, without_names

    try:
        own = kept.read_text(encoding="utf-8").rstrip() + "\n"
    except (OSError, UnicodeDecodeError) as error:
        raise CannotRead(f"{kept}: cannot be read: {error}") from None
    if not start.unnamed:
        _check_same_list(path, own, start.text)
        return "matches your start list, line by line"
    bare = without_names if not start.removed else partial(_without_names, seats=start.removed)
    _check_same_list(path, bare(own), bare(start.text))
    if list_fingerprint(own) != start.fingerprint:
        raise CannotRead(
            f"{path}: its luck was made from a list with a different fingerprint: "
            "not the list you saw"
        )
    return f"matches your start list; names were removed later ({_seats(start)})"


def _without_names(text: str, seats: Sequence[int]) -> str:
    """A list of an earlier version without these names, and without the line that says so."""
    bare = re.sub(r"^Removed: .*\n", "", text, flags=re.MULTILINE)
    for seat in seats:
        bare = re.sub(rf"^(Seat {seat + 1}: \S+) .*$", r"\1", bare, flags=re.MULTILINE)
    return bare


def _check_same_list(path: Path, kept: str, told: str) -> None:
    own = kept.rstrip().split("\n")
    theirs = told.rstrip().split("\n")
    for number in range(max(len(own), len(theirs))):
        mine = own[number] if number < len(own) else "nothing more"
        other = theirs[number] if number < len(theirs) else "nothing more"
        if mine != other:
            raise CannotRead(
                f"{path}: line {number + 1} of your start list says {mine!r}, "
                f"the record's says {other!r}: not the list you saw"
            )
