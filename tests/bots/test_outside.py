"""External programs as bots, however they misbehave."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bots.programs import PAGE, block, example, heard, written
from spielzug.bots import Bot, get_bot, protocol
from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.external import MAX_MISTAKES, ExternalBot, ProgramError, parse_command
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position, Seen
from spielzug.core.rng import new_rng
from spielzug.core.texts import missing
from spielzug.games import get_game
from spielzug.wire.parts import Outcome
from waiting import wait_for


@pytest.fixture(scope="module")
def game() -> Game:
    return get_game("game_of_trains").ready()


def new_match(game: Game, **options: int) -> Match:
    seats = [Seat("Ada"), Seat("Ben")]
    return Match(game, seats, SeedLuck("outside"), game.options(**{"first": 1, **options}))


Start = Callable[..., tuple[ExternalBot, Path]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """A bot from a program's source, and the file in which it logs its input."""
    made: list[ExternalBot] = []

    def started(body: str, seconds: float = 60) -> tuple[ExternalBot, Path]:
        file, log = written(tmp_path, body)
        made.append(ExternalBot(str(file), seconds))
        return made[-1], log

    yield started
    for bot in made:
        bot.close()


def ask(bot: Bot, match: Match, clock: Clock | None = None) -> int:
    return bot.choose(match.seen(match.actor), clock)


PLAYS = "begin()\nwhile True:\n    play(asked())\n"


# -- playing -------------------------------------------------------------------------------------


def test_the_bot_of_the_documentation_plays_a_whole_game(game: Game, tmp_path: Path) -> None:
    bot = get_bot(f"program:{example(tmp_path)}")
    assert isinstance(bot, ExternalBot)
    match = new_match(game, turn_limit=60)
    rival = get_bot("random", new_rng(1))
    while not match.over:
        match.play(ask(bot if match.actor == 0 else rival, match))
    assert get_bot(bot.name) is bot
    bot.close()
    assert len(match.log) > 30
    own = [entry for entry in match.log if entry.seat == 0]
    drawn = [game.words.notation(entry.action) for entry in own]
    assert "+" in drawn  # it has its plan


def test_the_bot_of_the_documentation_is_short() -> None:
    assert len([line for line in block("python").splitlines() if line.strip()]) <= 30


def test_what_a_program_hears(game: Game, start: Start) -> None:
    bot, log = start(PLAYS, seconds=7)
    match = new_match(game)
    seen = match.seen(0)
    action = ask(bot, match, Clock(TurnTime()))
    match.play(action)
    ask(bot, match)
    over: Outcome = {"shares": [1, 0], "reason": "r", "reason_text": "why", "winners": [0]}
    for _ in range(2):  # told once
        bot.tell_outcome(match.seen(0), over)
    bot.tell_outcome(match.seen(1), over)  # not played by it
    wait_for(lambda: len(heard(log)) == 5)
    # The facts once, both questions are of one deal.
    hello, facts, first, second, end = heard(log)
    assert end == {"type": "over", **over}
    assert hello == {
        "type": "hello", "protocol": 2, "game": "game_of_trains", "rules": game.rules_version,
        "seats": 2, "seat": 0, "names": None, "options": None, "lang": "en",
    }  # fmt: skip
    assert facts == {"type": "facts", "facts": seen.facts_view}
    assert (first["number"], second["number"], first["seconds"]) == (1, 2, 7.0)
    assert first["view"] == seen.view
    assert [choice["action"] for choice in first["choices"]] == seen.legal
    assert action == seen.legal[0]


def test_a_program_may_exit_after_a_game(game: Game, start: Start) -> None:
    """The next game starts another process; exiting within a game is still an error."""
    bot, log = start("begin()\nplay(asked())\nif hear()['type'] == 'over': sys.exit(0)")
    outcome: Outcome = {"shares": [], "reason": "", "reason_text": "", "winners": []}
    for _ in range(2):
        match = new_match(game)
        ask(bot, match)
        process = bot._player(match.seen(0)).process._popen
        bot.tell_outcome(match.seen(0), outcome)
        process.wait(60)
    kinds = [message["type"] for message in heard(log)]
    assert kinds == ["hello", "facts", "turn", "over"] * 2
    ask(bot, new_match(game))
    with pytest.raises(ProgramError, match="ended with exit code 0"):
        ask(bot, new_match(game))


def test_each_seat_and_each_thread_has_its_own_process(
    game: Game, start: Start, tmp_path: Path
) -> None:
    body = f"open({str(tmp_path)!r} + '/' + str(os.getpid()) + '.pid', 'w').close()\n" + PLAYS
    bot, _ = start(body)
    match = new_match(game)

    def pids() -> set[int]:
        return {int(file.stem) for file in tmp_path.glob("*.pid")}

    while match.actor == 0:
        match.play(ask(bot, match))
    assert len(pids()) == 1
    ask(bot, match)
    assert len(pids()) == 2
    mine = pids()
    thread = threading.Thread(target=lambda: ask(bot, match))
    thread.start()
    thread.join()
    (other,) = pids() - mine
    wait_for(lambda: not _runs(other))  # it ended with its thread
    assert all(map(_runs, mine))
    bot.close()
    assert not any(map(_runs, mine))


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# -- mistakes ------------------------------------------------------------------------------------


def test_an_illegal_action_is_refused_with_the_rule_and_asked_again(
    game: Game, start: Start
) -> None:
    body = """
        begin()
        for action in ("+", "what?", None):
            play(asked(), action)
        asked()
    """
    bot, log = start(body)
    match = new_match(game)
    assert ask(bot, match) in match.legal
    _, _, first, illegal, second, unreadable, third = heard(log)
    assert first == second == third
    assert (illegal["code"], unreadable["code"]) == ("not_allowed", "cannot_read")
    assert "(G4)" in illegal["detail"]
    assert "'what?'" in unreadable["detail"]


def test_a_late_answer_asks_nothing(game: Game, start: Start) -> None:
    body = """
        begin()
        turn = asked()
        for _ in range(5):
            play(turn, late=1)
        play(turn)
        asked()
    """
    bot, log = start(body)
    match = new_match(game)
    assert ask(bot, match) in match.legal
    wait_for(lambda: len(heard(log)) == 8)
    assert kinds(log) == ["hello", "facts", "turn", *["too_late"] * 5]


def test_a_word_between_the_lines_is_forgiven(game: Game, start: Start) -> None:
    body = """
        print("warming up")
        begin()
        turn = asked()
        print("thinking …")
        play(turn)
        asked()
    """
    bot, log = start(body)
    match = new_match(game)
    assert ask(bot, match) in match.legal
    wait_for(lambda: len(heard(log)) == 5)
    assert kinds(log) == ["hello", "unknown_message", "facts", "turn", "unknown_message"]


def kinds(log: Path) -> list[str]:
    return [message.get("code", message["type"]) for message in heard(log)]


@pytest.mark.parametrize(
    ("body", "said", "reason"),
    [
        ("begin()\nwhile True: play(asked(), '+')", '"action": "+"', "(G4)"),
        ("begin()\nwhile True: print('abc', flush=True)", "'abc'", "a message of this protocol"),
        ("print('x' * 200_000, flush=True)\ntime.sleep(9)", "xxx", "a message of this protocol"),
        ("while True: say(type='play', number=0, action='k1')", "play", "“ready”"),
        ("begin()\nwhile True: say(type='resign')", "resign", "cannot resign"),
        ("begin()\nwhile True: say(type='ready')", "ready", "already"),
    ],
)
def test_who_is_wrong_again_and_again_is_told_about(
    game: Game, start: Start, body: str, said: str, reason: str
) -> None:
    bot, _ = start(body)
    with pytest.raises(ProgramError) as error:
        ask(bot, new_match(game))
    text = str(error.value)
    assert "program.py` was refused" in text
    assert f"{MAX_MISTAKES} times" in text
    assert said in text
    assert reason in text


def test_a_crash_is_told_with_its_code_and_its_stderr(
    game: Game, start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    bot, _ = start("begin()\nhear()\nprint('oh no', file=sys.stderr)\nsys.exit(3)")
    with pytest.raises(
        ProgramError, match=r"program.py` ended with exit code 3 \(its last line: .*ready"
    ):
        ask(bot, new_match(game))
    assert "oh no" in capfd.readouterr().err
    with pytest.raises(ProgramError, match="exit code 3"):  # and is started anew for the next game
        ask(bot, new_match(game))


def test_a_program_killed_from_outside(game: Game, start: Start) -> None:
    bot, _ = start("begin()\nos.kill(os.getpid(), 9)")
    with pytest.raises(ProgramError, match="ended by signal 9"):
        ask(bot, new_match(game))


def test_a_program_that_closes_its_output_but_lives(game: Game, start: Start) -> None:
    bot, _ = start("os.close(1)\ntime.sleep(600)")
    with pytest.raises(ProgramError, match=r"closed its output \(it said nothing\)"):
        ask(bot, new_match(game))


@pytest.mark.parametrize(
    ("body", "due"),
    [
        ("time.sleep(600)", "ready"),
        ("begin()\ntime.sleep(600)", "play"),
        ("begin()\nturn = asked()\nplay(turn, late=1)\ntime.sleep(600)", "play"),
    ],
)
def test_silence_ends_at_the_limit(game: Game, start: Start, body: str, due: str) -> None:
    # Nothing here ever answers; only how far it gets before the limit depends on the machine.
    bot, _ = start(body, seconds=0.5)
    with pytest.raises(ProgramError, match=r"gave no valid answer within 0.5 seconds") as told:
        ask(bot, new_match(game))
    assert "flush its output" in str(told.value)


def test_a_program_that_reads_nothing_cannot_block_us(game: Game, start: Start) -> None:
    bot, _ = start("say(type='ready')\ntime.sleep(600)", seconds=0.5)
    match = new_match(game)
    player = bot._player(match.seen(0))
    for _ in range(50):
        player.process.send("x" * 100_000)  # far more than a pipe holds
    with pytest.raises(ProgramError, match="no valid answer"):
        ask(bot, match)


def test_a_thought_can_be_stopped_and_its_late_answer_is_not_mistaken(
    game: Game, start: Start, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    body = f"""
        begin()
        turn = asked()
        while not os.path.exists({str(go)!r}):
            time.sleep(0.01)
        play(turn)
        play(asked(), "@7")
        asked()
    """
    bot, log = start(body)
    match = new_match(game)
    stop = Stop()

    def stop_it() -> None:
        wait_for(lambda: "turn" in kinds(log))
        stop.set()

    thread = threading.Thread(target=stop_it)
    thread.start()
    match.play(
        ask(bot, match, Clock(stop=stop))
    )  # a car is kept without the program; it is to be placed
    thread.join()
    go.touch()
    assert game.words.notation(ask(bot, match)) == "@7"


@pytest.mark.parametrize("command", ["/no/such/program", "./", "no-such-program --fast"])
def test_what_cannot_be_started(game: Game, command: str) -> None:
    with pytest.raises(ProgramError, match="cannot be started: .*; name a file that can be run"):
        ask(ExternalBot(command), new_match(game))


def test_words_that_are_no_command() -> None:
    for word in ("program:", "program:  ", "program:'"):
        with pytest.raises(UsageError, match="program:"):
            get_bot(word)
    assert parse_command("'a b' c") == ["a b", "c"]
    assert parse_command("./x.py -v")[1:] == ["./x.py", "-v"]
    with pytest.raises(UsageError, match="program:./my_bot.py"):
        get_bot("nobody")


# -- secrecy -------------------------------------------------------------------------------------


def test_no_byte_depends_on_what_the_seat_may_not_know(game: Game, start: Start) -> None:
    """The program hears the same in two worlds that differ only in what is hidden from it."""
    bot, log = start(PLAYS)
    match = new_match(game)
    for number in range(1, 30):
        seat = match.actor
        worlds = [match.position, match.seen(seat).guess(number)]
        lines = []
        for world in worlds:
            bot.choose(world.seen(seat))
            line = log.read_text("utf-8").splitlines()[-1]
            assert line.startswith('{"type":"turn","number":')
            lines.append(line.partition('"view":')[2])  # the numbers count the questions
        assert lines[0] == lines[1]
        match.play(match.legal[number % len(match.legal)])


def test_a_leak_would_be_found(game: Game) -> None:
    true = new_match(game).position
    other = true.seen(0).guess(5)

    def text(seen: Seen) -> str:
        return protocol.dump(protocol.turn(seen, 1, "en", None))

    def unhidden(world: Position) -> Seen:
        return Seen(game, world.options, world.facts, world.state, 0)

    assert text(unhidden(true)) != text(unhidden(other))
    assert text(true.seen(0)) == text(other.seen(0))


# -- the protocol --------------------------------------------------------------------------------


def test_every_text_in_four_languages() -> None:
    assert missing(protocol.REFUSALS) == []
    assert missing(protocol.WAYS_OUT) == []
    for code in protocol.REFUSALS:
        names = ("text", "where", "given", "number", "reason", "count", "protocol")
        values = dict.fromkeys(names, 1)
        assert protocol.RefusedMessage(code, **values).to_refusal("de")["detail"]


def test_every_message_field_and_code_is_documented() -> None:
    page = PAGE.read_text("utf-8")
    schema = protocol.schema()
    for side in ("to_program", "from_program"):
        for model in schema[side]["$defs"].values():
            fields = dict(model["properties"])
            kind = fields.pop("type", {}).get("const")
            assert kind is None or f"`{kind}`" in page
            for field in fields:
                assert f"`{field}`" in page, (model["title"], field)
    for code in {*protocol.REFUSALS, *protocol.WAYS_OUT} - {"other"}:
        assert f"`{code}`" in page, code
