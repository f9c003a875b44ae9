"""`spielzug bot`: seats a user's own program at a server's table."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer


def bot(
    command: Annotated[
        list[str] | None,
        typer.Argument(help="Your program, after `--`, such as: -- python my_bot.py"),
    ] = None,
    table: Annotated[str, typer.Option(help="The table's invitation link.")] = "",
    seat_number: Annotated[
        int | None,
        typer.Option("--seat", min=1, help="Which free seat to take; the first if not given."),
    ] = None,
    name: Annotated[str, typer.Option(help="The program's name at the table.")] = "",
    lang: Annotated[
        str, typer.Option(help="The language of its messages: de, en, fr or nl.")
    ] = "en",
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the messages as JSON Schema and exit.")
    ] = False,
) -> None:
    """Seat your own program at a table. It plays through its stdin and stdout."""
    if schema:
        from spielzug.bots import protocol

        print(json.dumps(protocol.schema(), indent=2))
        return

    from spielzug.bots.external import ExternalProcess, program_name, with_interpreter
    from spielzug.cli.bot_bridge import Bridge, ProgramSeat
    from spielzug.core.errors import UsageError
    from spielzug.core.texts import require_language

    def tell(text: str) -> None:
        print(f"spielzug bot: {text}", file=sys.stderr, flush=True)

    if not table or not command:
        raise UsageError("name a table and a program: spielzug bot --table LINK -- python bot.py")
    require_language(lang)
    seat = ProgramSeat(table, None if seat_number is None else seat_number - 1)
    process = ExternalProcess(with_interpreter(command))
    try:
        shown = seat.take(name or program_name(command))
        number = shown["seat"]
        seated = f"at seat {number + 1} as {shown['seats'][number]['name']}"
        tell(f"playing {shown['game']} {seated}")
        over = Bridge(process, seat, lang, tell, name).run()
    except KeyboardInterrupt:
        tell("stopped; the seat is kept: run the same command to continue")
        raise typer.Exit(130) from None
    finally:
        process.close()
    shares = "-".join(f"{share:g}" for share in over["shares"])
    if seat.kept.has_list:
        tell(
            "to verify the luck, download the table's record and run: spielzug check RECORD "
            f"--list {seat.kept.list_file} --nonce {seat.kept.nonce}"
        )
    print(f"{shares} {over['reason']}: {over['reason_text']}")
