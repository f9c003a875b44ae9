"""Edge cases of core that whole games do not reach."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from spielzug.core.check import CHECKS, positions, secrets
from spielzug.core.check.__main__ import main as tell_digests
from spielzug.core.check.case import CheckCase, CheckFailed, play_out
from spielzug.core.errors import OptionClash, OptionError, UsageError
from spielzug.core.events import EVERYONE, Event, Outcome
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.options import Options, board_option, live_option, option, selection
from spielzug.core.rng import below, new_rng
from spielzug.core.texts import LANGUAGES, elides, listing, missing, of, require_language, say
from spielzug.games import all_games, get_game
from toys.toy import BUGS, SOUND_TOY, toy


def test_below_a_huge_limit_is_still_uniform() -> None:
    """Nearly half of the random numbers must be thrown away here."""
    limit = 2**31 + 1
    rng = new_rng(3)
    drawn = [int(below(rng, limit)) for _ in range(4000)]
    assert min(drawn) >= 0
    assert max(drawn) < limit
    assert abs(sum(drawn) / len(drawn) / limit - 0.5) < 0.03


def test_an_unknown_game_is_named_with_those_that_exist() -> None:
    with pytest.raises(UsageError, match="no game 'chess'; the games are: game_of_trains"):
        get_game("chess")
    assert "game_of_trains" in [game.name for game in all_games()]


def test_every_entry_of_the_contract_has_a_signature(game_of_trains: Game) -> None:
    named = set(game_of_trains.native.entries())
    assert named == {
        "start", "actor", "over", "legal", "step", "step_quiet", "outside", "result", "hide",
        "guess", "audit", "greedy", "value", "policy", "observe", "note",
    }  # fmt: skip
    game_of_trains.ready()
    game_of_trains.native.came_from_cache()


def test_a_match_shows_itself_to_each_seat(game_of_trains: Game) -> None:
    match = Match(
        game_of_trains, [Seat("Anna"), Seat("Bo")], SeedLuck("1"), game_of_trains.options(first=1)
    )
    entry = match.play(match.legal[0])
    assert match.names == ["Anna", "Bo"]
    assert match.decisions == [entry]
    assert match.seen(0).view["card"] != 0
    assert match.seen(1).view["card"] == 0
    assert match.seen(1).hidden.card != match.seen(0).hidden.card
    assert match.sentences(entry, "en", 1) == ["Anna has chosen."]
    assert match.outcome is None


def test_a_draw_of_all_has_no_winner_and_a_shared_win_has_several() -> None:
    assert Outcome((0.5, 0.5), "x").winners == ()
    assert Outcome((0.5, 0.5, 0.0), "x").winners == (0, 1)
    assert Outcome((0.0, 0.0), "x").winners == ()
    assert Outcome((0.5, 0.5, 0.0), "x").text() == "1/2-1/2-0"


def test_a_game_for_exactly_two_says_so() -> None:
    with pytest.raises(UsageError, match="exactly 2 seats, not 3"):
        SOUND_TOY.check_seats(3)


def test_languages_are_four() -> None:
    assert [require_language(lang) for lang in LANGUAGES] == list(LANGUAGES)
    with pytest.raises(UsageError, match="no language 'xx'; choose one of: de, en, fr, nl"):
        require_language("xx")
    assert listing([], "de") == ""
    assert listing([1], "de") == "1"
    assert listing([1, 2, 3], "fr") == "1, 2 et 3"
    assert [of("Anna", lang) for lang in LANGUAGES] == ["von Anna", "Anna’s", "d’Anna", "van Anna"]
    assert [of(name, "fr") for name in ("Élise", "Bo", "")] == ["d’Élise", "de Bo", "de "]


def test_french_elides_before_what_sounds_like_a_vowel() -> None:
    texts = {"train": dict.fromkeys(LANGUAGES, "Le train de {name} : l'un d'eux ? « {name} » !")}
    # The text is set, the name stays as its owner writes it.
    assert say(texts, "train", "fr", name="Ida O'Hara ?") == (
        "Le train d’Ida O'Hara ?\u202f: l’un d’eux\u202f? «\u202fIda O'Hara ?\u202f»\u202f!"
    )
    assert say(texts, "train", "nl", name="Ida") == "Le train de Ida : l’un d’eux ? « Ida » !"
    for name in ("Ada", "Élodie", "Œdipe", "Yves", "Hélène", "Henri", "Ötzi"):
        assert elides(name), name
    for name in ("Bo", "Hans", "Yann", "A3", "a", "7", "", "Анна"):
        assert not elides(name), name


def test_a_word_goes_with_its_number() -> None:
    texts = {"found": dict.fromkeys(LANGUAGES, "{name}: {n} {n:carte|cartes}")}
    assert [say(texts, "found", "en", name="Bo", n=n) for n in (0, 1, 2)] == [
        "Bo: 0 cartes", "Bo: 1 carte", "Bo: 2 cartes",
    ]  # fmt: skip
    assert say(texts, "found", "fr", name="Bo", n=0) == "Bo: 0 carte"
    assert missing(texts) == []


def test_missing_translations_are_found() -> None:
    whole = dict.fromkeys(LANGUAGES, "{name} wins")
    assert missing({"whole": whole}) == []
    assert missing({"short": {"de": "x"}}) == ["short"]
    assert missing({"odd": {**whole, "nl": "{nam} wint"}}) == ["odd"]


@dataclass(frozen=True)
class Lamps(Options):
    light: int = option(0, 0, 1, {0: "off", 1: "on"}, en="a lamp")


def test_an_option_may_have_only_names() -> None:
    assert Lamps.describe()[0]["values"] == "off, on"
    assert Lamps.from_text("light=on").named() == {"light": "on"}
    Lamps().check_for_seats(2)


@dataclass(frozen=True)
class Menu(Options):
    dishes: int = selection(
        2, ("SO", "FI", "PI"), lambda: {c: dict.fromkeys(LANGUAGES, c) for c in ("SO", "FI", "PI")},
        en="two dishes",
    )  # fmt: skip


def test_a_selection_is_written_with_dashes_and_read_back() -> None:
    chosen = Menu.from_text("dishes=PI-SO")
    assert chosen.dishes == 0b101
    assert chosen.to_text() == "dishes=SO-PI"
    assert Menu.from_text(chosen.to_text()) == chosen
    assert Menu().to_text() == "dishes=none"
    about = Menu.describe()[0]
    assert (about["default"], about["choose"]) == ("none", 2)
    assert about["values"] == "none, or 2 of SO-FI-PI"
    assert about["of"][1] == {"code": "FI", "titles": dict.fromkeys(LANGUAGES, "FI")}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dishes=SO", "names 1 of the list: name exactly 2, or none"),
        ("dishes=SO-FI-PI", "names 3 of the list: name exactly 2, or none"),
        ("dishes=SO-XX", "there is no 'XX' in the list; use none, or 2 of SO-FI-PI"),
        ("dishes=SO-SO", "names SO twice: name another one"),
        ("dishes=99", "there is no '99' in the list"),
    ],
)
def test_a_selection_that_cannot_be_is_refused(text: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        Menu.from_text(text)


SETS = {0: "shipped"}
PLACES = {0: "town", 1: "coast"}
OF_SET = {0: (0, 1)}


@dataclass(frozen=True)
class Places(Options):
    board: int = board_option(PLACES, lambda number: OF_SET[number], en="the board")
    set: int = live_option(SETS, en="the set")


def test_a_board_that_nobody_names_is_the_first_of_the_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETS, 1, "own@12")
    monkeypatch.setitem(PLACES, 2, "island")
    monkeypatch.setitem(OF_SET, 1, (2, 0))
    assert Places().to_text() == "board=town set=shipped"
    assert Places(set=1).to_text() == "board=island set=own@12"
    assert Places.parse({"set": "own@12"}) == Places(set=1, board=2)
    assert Places.from_text("set=own@12 board=town").board == 0
    assert Places.describe()[0]["default"] == "town"
    assert Places.describe()[0]["only"] == {
        "shipped": ["town", "coast"],
        "own@12": ["island", "town"],
    }
    with pytest.raises(
        OptionClash, match=r"board=coast: the set own@12 has no .*; use island, town"
    ):
        Places.from_text("set=own@12 board=coast")
    with pytest.raises(OptionClash, match="board=island: the set shipped has no such board"):
        Places(board=2)
    with pytest.raises(OptionError, match="board=moon is not loaded here: load the file that has"):
        Places.from_text("board=moon")
    with pytest.raises(OptionError, match="board=7 is out of range"):
        Places(board=7)
    with pytest.raises(OptionError, match="set=4 is out of range"):
        Places(set=4)


def test_a_check_tells_when_another_process_cannot_find_the_game() -> None:
    with pytest.raises(CheckFailed, match="without the compiler: .*NO_TOY"):
        CHECKS["jit_off"](CheckCase(SOUND_TOY.ready(), "toys.toy:NO_TOY", games=1))


def test_the_other_process_tells_the_digests_of_its_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tell_digests("toys.toy:SOUND_TOY", "2")
    assert len(json.loads(capsys.readouterr().out)) == 2


def test_a_guess_that_is_no_possible_position_is_found() -> None:
    broken = toy(BUGS.index("conservation")).ready()
    with pytest.raises(CheckFailed, match="guess 0: every card is in one place"):
        CHECKS["guesses"](CheckCase(broken, "toys.toy:SOUND_TOY"))


def test_a_game_without_a_legal_action_is_found() -> None:
    game = SOUND_TOY.ready()
    stuck = replace(game, own_rules=_with(game, legal=lambda *_: 0))
    with pytest.raises(CheckFailed, match="not over, but nothing is legal"):
        CHECKS["termination"](CheckCase(stuck, "toys.toy:SOUND_TOY"))


def test_an_action_that_is_taken_is_not_refused() -> None:
    case = CheckCase(SOUND_TOY.ready(), "toys.toy:SOUND_TOY")
    ply = next(play_out(case, 0))
    assert not positions._is_refused(ply.before, 0)
    assert positions._is_refused(ply.before, 7)


def test_with_all_pieces_seen_there_is_nothing_to_exchange() -> None:
    position, _ = SOUND_TOY.ready().deal(2, 1)
    seen = [Event(1, 0, card, card + 1, EVERYONE) for card in range(1, 6)]
    other = secrets._exchange_unseen(position, seen, new_rng(1))
    assert other.state.card.tolist() == position.state.card.tolist()


def _with(game: Game, **changed: object) -> Any:
    return SimpleNamespace(**{**vars(game.rules), **changed})
