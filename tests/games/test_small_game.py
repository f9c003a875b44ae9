"""Games of other people: the docs page that builds one, and what `check-game` says of mistakes."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict

import pytest

from spielzug.bots.names import LEVELS
from spielzug.cli.author import level_lines
from spielzug.core.cache import PACKAGE, source_stamp
from spielzug.core.entries import ENTRY_NAMES
from spielzug.core.errors import UsageError
from spielzug.core.jit import as_plain
from spielzug.games import add_folder
from spielzug.lab.arena.standings import Meeting
from toys.lantern import GAME as LANTERN_GAME

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "games" / "last_train"
LANTERN, PURSE = (ROOT / "tests" / "toys" / name for name in ("lantern", "purse"))
PAGE = ROOT / "docs" / "new-game.md"
BLOCK = re.compile(r"<!-- (replaces|changes|example) ?(\S*) -->\n```python\n(.*?)```", re.S)

CHECK = """
import contextlib, io, json, sys
import typer
from spielzug.cli.author import EFFORT, check_game
from spielzug.core.check import CHECKS
from spielzug.core.errors import UsageError

if kept := sys.argv.pop(1):
    EFFORT.update(games=2, worlds=10, samples=10, depth=15)
    for name in CHECKS.keys() - set(kept.split()):
        del CHECKS[name]
said = {}
for folder in sys.argv[1:]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            check_game(folder, games=8)
        except typer.Exit:
            pass
        except UsageError as error:
            print("✗", error)
    said[folder] = out.getvalue()
print(json.dumps(said))
"""


QUICK = "conservation determinism notation observations refusals secrecy visibility"
"""The checks that find the mistakes below; all of them take minutes in plain Python."""


def check(*folders: Path, checks: str = QUICK) -> dict[str, str]:
    """What `spielzug check-game` prints of the games in these folders, by the folder's name."""
    environment = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("SPIELZUG_GAMES", None)
    command = [sys.executable, "-c", CHECK, checks, *map(str, folders)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {Path(folder).name: said for folder, said in json.loads(done.stdout).items()}


# -- the docs page ---------------------------------------------------------------------------------


def names_of(node: ast.stmt) -> set[str]:
    """What a statement of a module defines; an import of a module, that module."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.ImportFrom):
        return {f"from {'.' * node.level}{node.module or ''}"}
    if isinstance(node, ast.Assign):
        return {
            n.id for target in node.targets for n in ast.walk(target) if isinstance(n, ast.Name)
        }
    return {"docstring"}


def changed(text: str, change: str) -> str:
    """The module with the definitions of the change in the place of those with their names."""
    body = ast.parse(text).body
    at = 0
    for node in ast.parse(change).body:
        same = [i for i, old in enumerate(body) if names_of(old) & names_of(node)]
        at = same[0] if same else at + 1
        body[at : at + 1 if same else at] = [node]
    return ast.unparse(ast.Module(body, []))


def steps(folder: Path) -> Iterator[Path]:
    """The game of the docs page after each of its steps, in folders of their own."""
    made = folder / "step_1"
    command = [
        sys.executable, "-c", "from spielzug.cli import main; main()",
        "new-game", "step_1", "--out", str(folder),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(command, env=environment, check=True, capture_output=True)
    yield made
    sections = re.split(r"^## (\d)\..*$", PAGE.read_text("utf-8"), flags=re.M)
    for number, text in zip(sections[1::2], sections[2::2], strict=True):
        blocks = BLOCK.findall(text)
        if not any(file for _, file, _ in blocks):
            continue
        before, made = made, folder / f"step_{number}"
        shutil.copytree(before, made)
        for way, file, code in blocks:
            old = made / file.replace("last_train", "step_1")
            kept = old.read_text("utf-8")
            old.write_text(code if way == "replaces" else changed(kept, code), "utf-8")
        for path in made.glob("*.py"):
            text = re.sub(r"name=.\w+.,", f'name="{made.name}",', path.read_text("utf-8"))
            path.write_text(text, "utf-8")
        yield made


def test_every_step_of_the_docs_page_passes_and_ends_in_the_example(tmp_path: Path) -> None:
    made = list(steps(tmp_path))
    assert [folder.name for folder in made] == ["step_1", "step_2", "step_3"]
    for name, said in check(*made).items():
        assert "✓" in said and "✗" not in said, (name, said)
    for file in ("__init__.py", "rules.py"):
        text = (made[-1] / file).read_text("utf-8").replace("step_3", "last_train")
        assert ast.dump(ast.parse(text)) == ast.dump(ast.parse((EXAMPLE / file).read_text("utf-8")))
    given = next(code for _, file, code in BLOCK.findall(PAGE.read_text("utf-8")) if "test" in file)
    assert given == (EXAMPLE / "test_last_train.py").read_text("utf-8")


def test_the_examples_of_the_docs_page_can_be_declared() -> None:
    examples = [code for way, _, code in BLOCK.findall(PAGE.read_text("utf-8")) if way == "example"]
    assert len(examples) == 2
    for code in examples:
        exec(compile(code, PAGE.name, "exec"), {"__name__": __name__})


@pytest.mark.slow
def test_the_example_and_a_game_of_hidden_numbers_pass_all_checks() -> None:
    for said in check(EXAMPLE, PURSE, checks="").values():
        assert "✓" in said and "✗" not in said, said


def test_the_example_is_small() -> None:
    lines = [
        len((EXAMPLE / f).read_text("utf-8").splitlines()) for f in ("__init__.py", "rules.py")
    ]
    assert sum(lines) <= 300


def test_the_tests_of_the_example_and_of_a_new_game_pass(tmp_path: Path) -> None:
    shutil.copytree(next(steps(tmp_path)), tmp_path / "games" / "step_1")
    environment = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    folders = [tmp_path / "games" / "step_1", EXAMPLE]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, folders)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert "4 passed" in done.stdout, done.stdout[-2000:]


# -- mistakes --------------------------------------------------------------------------------------


class Mistake(TypedDict):
    """A mistake in a copy of the example: what replaces what in a file, and what is said of it."""

    file: str
    old: str
    new: str
    said: str


MISTAKES: Mapping[str, Mistake] = {
    "out_of_range": {
        "file": "rules.py",
        "old": "state.last_turns = state.seats - 1",
        "new": "state.last_turns = 9",
        "said": r"game 0 \(2 seats\), decision \d+: the field 'last_turns' is \d, but is declared "
        r"within 0 to 5: mend the rule that changes it, or widen `within`",
    },
    "tells_everyone": {
        "file": "rules.py",
        "old": "card, 0, only(state.turn))",
        "new": "card, 0, EVERYONE)",
        "said": r"the event 'drew' tells seat \d of wagon \d, which lies where that seat must not "
        r"see it: emit it for those who may know it, such as `only\(seat\)`",
    },
    "shows_hands": {
        "file": "rules.py",
        "old": "@rule\ndef result(",
        "new": "@rule\ndef hide(facts, state, seat):\n    state.rng = state.rng & 0\n\n\n"
        "@rule\ndef result(",
        "said": r"A seat could find .*differ in \['hand', 'deck'\]: `hide` leaves what the seat",
    },
    "peeks": {
        "file": "rules.py",
        "old": "    if length > 0:  # L3",
        "new": "    if length > 0 and state.hand[(state.turn + 1) % state.seats, 0] != 1:  # L3",
        "said": r"whether d is legal depends on something that the seat to act must not know",
    },
    "other_luck": {
        "file": "rules.py",
        "old": "card = take_random(state, state.deck)",
        "new": "import random\n        card = take_item(state.deck, random.randrange(left))",
        "said": r"The same seed has to give the same game: take all luck from `below",
    },
    "does_nothing": {
        "file": "rules.py",
        "old": "    if action == DEPART:  # L3\n",
        "new": "    if action == DEPART and count_items(state.train[seat]) < 2:\n        return\n"
        "    if action == DEPART:  # L3\n",
        "said": r"`legal` offers d \(Depart\), but `step` does nothing with it: carry it out, or",
    },
    "no_rule": {
        "file": "rules.py",
        "old": "@rule\ndef step(",
        "new": "def step(",
        "said": r"rules.py, line \d+: `step` is no rule yet: write @rule above it",
    },
    "no_count": {
        "file": "rules.py",
        "old": "    return count\n",
        "new": "",
        "said": r"rules.py, line \d+: `legal` has to return how many actions it wrote to `out`",
    },
    "no_field": {
        "file": "__init__.py",
        "old": 'at="hand"',
        "new": 'at="hands"',
        "said": r"the band '\w+' is about 'hands', which is no field; the fields are: \w+, ",
    },
    "one_player": {
        "file": "rules.py",
        "old": "    next_turn(state)\n",
        "new": "",
        "said": r"with 2 seats, seat 2 never decides anything: `step` has to pass the turn on",
    },
    "no_python": {
        "file": "rules.py",
        "old": "@rule\ndef step(",
        "new": "@rule\ndef step[",
        "said": r"rules.py, line \d+: ",
    },
    "fails": {
        "file": "rules.py",
        "old": "    if action == DEPART:  # L3\n",
        "new": "    if action == DEPART:  # L3\n        state.points[seat] += state.fuel\n",
        "said": r"`legal` offers d \(Depart\), but `step` fails: AttributeError: .*'fuel'",
    },
    "no_result": {
        "file": "rules.py",
        "old": "    win_by_points(state.points, state.seats, out)",
        "new": "    pass",
        "said": r"the game ends \(last_turn\) without a result: the shares of the win are 0, 0; "
        r"`result` has to write one for each seat, 1 altogether",
    },
    "endless": {
        "file": "rules.py",
        "old": "            state.reason = LAST_TURN",
        "new": "            state.last_turns = 1",
        "said": r"game 0 \(2 seats\).*nothing is legal",
    },
    "cut_off": {
        "file": "__init__.py",
        "old": "most_decisions=80",
        "new": "most_decisions=9",
        "said": r"no game ends within 9 decisions: set `reason` to one of the endings at some "
        r"time, or declare more with `most_decisions`",
    },
    "no_room": {
        "file": "__init__.py",
        "old": "    last_turns = declare(",
        "new": "    fuel = declare('u1', seen='never')\n    last_turns = declare(",
        "said": r"the field 'fuel' is hidden, and 255 stands for a number that a seat may not see: "
        r"declare the numbers that it holds, such as within=\(0, 99\), without 255",
    },
    "loses_wagons": {
        "file": "rules.py",
        "old": "        add_item(state.siding, card)\n",
        "new": "",
        "said": r"decision \d+: it no longer holds that every wagon is in one place",
    },
    "no_label": {
        "file": "__init__.py",
        "old": '        "depart": "Depart",\n',
        "new": "",
        "said": r"there is no label for 'depart': add it to `labels`",
    },
    "taken_name": {
        "file": "__init__.py",
        "old": "    last_turns = declare(",
        "new": "    round = declare('u1')\n    last_turns = declare(",
        "said": r"__init__.py, line \d+: a field cannot be called 'round', which NumPy's records "
        r"have for themselves: call it round_number",
    },
    "wrong_value": {
        "file": "__init__.py",
        "old": '"coupled": "{name} couples {wagon}."',
        "new": '"coupled": "{name} couples {car}."',
        "said": r"the sentence of 'coupled' names \{car\}, which it does not have; it has: name, "
        r"wagon",
    },
}


def test_check_game_names_every_mistake(tmp_path: Path) -> None:
    folders = []
    for name, mistake in MISTAKES.items():
        folder = tmp_path / name
        shutil.copytree(EXAMPLE, folder)
        path = folder / mistake["file"]
        text = path.read_text("utf-8")
        assert mistake["old"] in text, name
        path.write_text(text.replace(mistake["old"], mistake["new"]), "utf-8")
        init = folder / "__init__.py"
        init.write_text(init.read_text("utf-8").replace('"last_train"', f'"{name}"'), "utf-8")
        folders.append(folder)
    for name, said in check(*folders).items():
        assert "✗" in said and "✓" not in said, (name, said)
        assert re.search(MISTAKES[name]["said"], said), (name, said)


# -- what a game may write itself ------------------------------------------------------------------


CHECKS_OF_HIDING = f"{QUICK} guesses leaks_are_caught observed_leaks_are_caught completeness"


def test_guesses_fit_what_a_hide_of_its_own_tells() -> None:
    said = check(LANTERN, checks=CHECKS_OF_HIDING)["lantern"]
    assert "✓" in said and "✗" not in said, said


def test_a_position_that_no_guess_fits_is_reported(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder)
    for name, old, new in (
        ("rules.py", "state.row[0] == 3", "state.row @ np.arange(6) ** 4 % 251"),
        ("rules.py", "from spiel", "import numpy as np\nfrom spiel"),
        ("__init__.py", 'declare("u1", within=(0, 1))  # whether the', 'declare("u1")  # the'),
    ):
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    said = check(folder, checks="guesses")["lantern"]
    assert "contradicts what is known" in said, said


PLAY_PURSE = """
import io, sys
from pathlib import Path
from rich.console import Console
from spielzug.core.errors import UsageError
from spielzug.cli.show import show_comparison
from spielzug.envs import Batch
from spielzug.lab.compare.comparison import compare
from spielzug.lab.compare.comparison_result import ComparisonPlan
from spielzug.lab.compare.variants import sides
from spielzug.lab.figures import FiguresPlan, make_figures, to_json
from spielzug.lab.play.workers import Threads
from spielzug.lab.tune.knobs import BaseGame, Values
from spielzug.games import add_folder, get_game

game = get_game(add_folder(Path(sys.argv[1])))
position, events = game.deal(2, 5)
seen = position.seen(1, ["Anna", "Bob"])
batch = Batch(game, 1)
wait = position.parse("w")
while not batch.step([wait]):
    position.step(wait)
position.step(wait)
try:
    BaseGame(game, {}, game.options()).knobs("cards.toll", Values.read("1:3"))
except UsageError as error:
    print([str(error)])
picture = " ".join(str(seen.picture()).split())
print([seen.view["values"], picture, seen.sentences(events)])
print([position.outcome.reason, batch.done[0].item(), game.longest(game.options(), 2)])
found = compare(ComparisonPlan.make(game, sides(game, ["shipped"]), ["random"], 2), pool=Threads(1))
figures = to_json(make_figures(FiguresPlan.make(game, ["random"], 2, 0, [2]), pool=Threads(1)))
print([found.to_json()["tables"][0], figures["tables"][0], found.rows().dtype.names])
show_comparison(found.to_json(), Console(file=(told := io.StringIO()), width=100))
print([told.getvalue()])
"""


@pytest.fixture(scope="module")
def purse() -> list[list[Any]]:
    environment = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PLAY_PURSE, str(PURSE)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [ast.literal_eval(line) for line in done.stdout.splitlines()]


def test_a_number_that_a_seat_may_not_see_is_a_question_mark(purse: list[list[Any]]) -> None:
    values, picture, sentences = purse[1]
    assert values == {"coins": [None, 8], "omens": [None, None], "spy": None, "paid": [0, 0]}
    assert picture == "Omens: ? ? Spy: ? ▶ Anna Coins: ? Paid: 0 Bob Coins: 8 Paid: 0"
    assert sentences == ["Anna finds ? in the purse.", "Bob finds 8 in the purse."]


def test_a_game_without_an_end_is_cut_off_by_its_declared_number(
    purse: list[list[Any]],
) -> None:
    assert purse[2] == ["decision_limit", 2, 20]


NEED_VALUE = {"lead_changes", "decided", "dragged", "drags_on", "runaway", "luck_share"}


def test_what_needs_a_value_is_not_measured_without_one(purse: list[list[Any]]) -> None:
    compared, figures, columns = purse[3]
    for table, missing in (
        (compared, NEED_VALUE),
        (figures, {"lead_changes", "decided", "luck_share"}),
    ):
        assert {row["name"] for row in table["unmeasured"]} == missing
        assert not missing & {row["name"] for row in table["measures"]}
    assert compared["luck"] == {"a": None, "b": None}
    assert figures["luck"] is None
    assert not (NEED_VALUE | {"luck_1"}) & set(columns)
    (told,) = purse[4]
    assert re.search(r"Share of luck +not measured: needs `value`", told), told


def test_a_game_without_a_set_says_so(purse: list[list[Any]]) -> None:
    assert purse[0] == [
        "Purse has no set, a file with its cards, boards or numbers: declare what should change as "
        "options, as in 'A game of your own'"
    ]


def test_a_language_counts_once_every_text_is_there() -> None:
    assert LANTERN_GAME.languages == ("en",)
    assert LANTERN_GAME.title["de"] == "Laterne"
    assert LANTERN_GAME.title["fr"] == "Lantern"


def test_a_level_that_is_weaker_than_the_one_below_is_named() -> None:
    better, worse, unclear, none = ((0.0,) * 40, (1.0,) * 40, (0.0, 1.0) * 20, ())
    meetings = [
        Meeting(n, n + 1, 1, dict(enumerate(scores)))
        for n, scores in enumerate((better, worse, unclear, none))
    ]
    assert list(level_lines(LEVELS, meetings)) == [
        "casual   against beginner 100% of 40 games (91% to 100%)",
        "club     against casual     0% of 40 games (0% to 9%)",
        "strong   against club      50% of 40 games (35% to 65%)",
        "master   against strong: not measured",
        "⚠ club is weaker than casual: its playouts mislead it. Write `greedy`, so that they are "
        "sensible games, or `value`; until then do not offer this level",
    ]


# -- folders ---------------------------------------------------------------------------------------


def game_in(folder: Path, text: str = "GAME = None") -> Path:
    folder.mkdir()
    (folder / "__init__.py").write_text(text, "utf-8")
    return folder


def test_a_folder_that_cannot_be_a_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="named like a Python module"):
        add_folder(game_in(tmp_path / "last-train"))
    with pytest.raises(UsageError, match="there is no game here: an __init__.py with GAME is"):
        add_folder(tmp_path / "nothing")
    with pytest.raises(UsageError, match="a game 'trains' already, from Spielzug itself; give"):
        add_folder(game_in(tmp_path / "trains"))
    with pytest.raises(UsageError, match="a game 'set_files' already"):
        add_folder(game_in(tmp_path / "set_files"))


def test_a_game_of_an_installed_package_is_there(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE, tmp_path / "railways" / "last_train")
    (tmp_path / "railways" / "__init__.py").touch()
    info = tmp_path / "railways-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: railways\nVersion: 1\n", "utf-8")
    points = info / "entry_points.txt"
    points.write_text("[spielzug.games]\nlast_train = railways.last_train\n", "utf-8")
    code = "from spielzug.games import NAMES, get_game; print(NAMES[-1], get_game(NAMES[-1]).title)"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    environment = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONPATH": path}
    command = [sys.executable, "-c", code]

    def run() -> str:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert run().startswith("last_train {'de': 'Last Train'")
    points.write_text("[spielzug.games]\nlast_train = railways.first_train\n", "utf-8")
    assert "the installed game 'last_train' is not there: its package names" in run()


def test_the_code_of_every_rule_is_kept_for_the_games_own_sources(tmp_path: Path) -> None:
    rules = LANTERN_GAME.rules
    names = (*ENTRY_NAMES, "legal", "result", "hide", "guess", "audit", "greedy", "observe", "note")
    files = {name: getattr(as_plain(getattr(rules, name)), "game_file", None) for name in names}
    assert {Path(file or "missing").name for file in files.values()} == {"rules.py"}, files
    assert {Path(file or "missing").parent for file in files.values()} == {LANTERN}, files


def test_a_change_in_a_games_own_folder_compiles_it_anew(tmp_path: Path) -> None:
    folder = tmp_path / "last_train"
    shutil.copytree(EXAMPLE, folder)

    def stamps() -> tuple[str, str]:
        loop = PACKAGE / "lab" / "loops.py"
        return source_stamp(folder / "rules.py"), source_stamp(loop, folder / "__init__.py")

    before = stamps()
    assert stamps() == before
    rules = (folder / "rules.py").read_text("utf-8")
    (folder / "rules.py").write_text(rules + "# another rule\n", "utf-8")
    after = stamps()
    assert after[0] != before[0] and after[1] != before[1]
