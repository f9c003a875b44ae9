"""The documentation is accurate: computed where possible, and complete."""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

import spielzug
from expectations import expected_of
from spielzug.bots.names import LEVELS
from spielzug.cli.app import app
from spielzug.core.check import CHECKS
from spielzug.core.luck import TableLuck
from spielzug.core.records import read_record
from spielzug.games import NAMES, get_game
from spielzug.lab.measure import bench
from spielzug.lab.play.simulate import SimulationPlan, simulate

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
HEADINGS = (
    "Players", "Pieces", "Rules", "Rulings", "Options", "A set of your own", "Notation",
    "Differences from the box", "What simulation shows", "Credits",
)  # fmt: skip
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *DOCS.rglob("*.md")]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def commands() -> dict[str, typer.core.TyperCommand]:
    group: Any = typer.main.get_command(app)
    found: dict[str, typer.core.TyperCommand] = group.commands
    return found


def section(name: str) -> str:
    """What commands.md says about one command."""
    parts = re.split(r"^## spielzug ([\w-]+)$", read(DOCS / "commands.md"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True)).get(name, "")


def code_after(path: Path, language: str, words: str) -> str:
    """The first code block of that language after those words."""
    found = re.search(rf"{re.escape(words)}.*?```{language}\n(.*?)```", read(path), re.DOTALL)
    assert found, f"{path.name} has no {language} block after {words!r}"
    return found[1]


# -- rules ---------------------------------------------------------------------------------------

RULINGS = {
    "trains": ("T5",),
    "zugraub": ("B4", "B11", "B15", "B21"),
    "zwergenzugfahrt": ("Z12",),
}
"""Our answers to questions that a rulebook leaves open and that people argue about."""
OURS = {"de": "nserer Auslegung", "en": "our ruling", "fr": "notre lecture", "nl": "onze uitleg"}


@pytest.mark.parametrize("game", RULINGS)
def test_rulings_are_marked_on_the_page_of_the_game_and_in_the_rules_drawer(game: str) -> None:
    page = read(DOCS / "games" / f"{game}.md").partition("## Rulings")[2].partition("\n## ")[0]
    for lang, marked in OURS.items():
        drawer = read(DOCS.parent / "web" / "src" / "games" / game / f"rules.{lang}.ts")
        for rule in RULINGS[game]:
            assert f"\n| {rule} | " in page
            text = re.search(rf'rule: "{rule}",.*?text: "(.*?)",\n', drawer, re.DOTALL)
            assert text and marked in text[1], (rule, lang)


# -- generated parts -----------------------------------------------------------------------------


@pytest.mark.slow
def test_the_generated_parts_are_what_the_code_gives() -> None:
    generate = [sys.executable, str(DOCS / "generate.py"), "--check"]
    done = subprocess.run(generate, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run docs/generate.py:\n{done.stdout}{done.stderr}"


def test_the_record_in_the_docs_is_right_and_its_keys_can_be_computed_by_hand(
    tmp_path: Path,
) -> None:
    page = DOCS / "records.md"
    record = code_after(page, "text", "<!-- generated: record -->")
    match = read_record(record, get_game)
    assert isinstance(match.luck, TableLuck)
    by_hand = code_after(page, "python", "by hand")
    assert "spielzug." not in by_hand
    assert len([line for line in by_hand.splitlines() if line]) <= 30
    (tmp_path / "reference.py").write_text(by_hand, encoding="utf-8")
    (tmp_path / "start.txt").write_text(match.luck.start.text, encoding="utf-8")

    def reference(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "game.zug").write_text(text, encoding="utf-8")
        command = [sys.executable, "reference.py", "game.zug", "start.txt"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert reference(record).stdout == code_after(page, "text", "<!-- generated: keys -->")
    keys = [match.luck.key(e.number, e.drawn) for e in match.log if e.drawn is not None]
    assert re.findall(r"key (\d+)", reference(record).stdout) == list(map(str, keys))
    for name, what in (
        ("Seat 1", "not the list"), ("Commitment", "not the list"), ("Device 2", "not the list"),
        ("Secret", "not the secret"), ("Nonce 1", "not the nonces"),
    ):  # fmt: skip
        other = re.sub(rf"^({name}: .*)\w(\W?)$", r"\g<1>0\2", record, flags=re.MULTILINE)
        assert what in reference(other).stderr, name


def read_as_one_reader(page: str, capsys: pytest.CaptureFixture[str]) -> int:
    """Run a page block after block; a text right after a block is what it prints."""
    reader: dict[str, Any] = {"__name__": "reader"}
    pattern = r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?"
    blocks = re.findall(pattern, read(DOCS / page), re.DOTALL | re.MULTILINE)
    for code, printed in blocks:
        exec(compile(code, page, "exec"), reader)
        told = capsys.readouterr().out
        if printed:
            assert told == printed, code
    return len(blocks)


@pytest.mark.filterwarnings("ignore:overflow encountered")  # plain rules in threads
def test_the_library_is_used_as_its_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_as_one_reader("library.md", capsys) > 5
    first = code_after(DOCS / "library.md", "python", "# Spielzug as a library")
    assert len([line for line in first.splitlines() if line]) <= 12
    assert Path("game.zug").exists()


def test_environments_are_used_as_their_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_as_one_reader("environments.md", capsys) > 5


@pytest.mark.slow
def test_the_first_card_is_made_as_its_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its cards are put into the file; its commands are run, and say what they say there."""
    monkeypatch.chdir(tmp_path)
    page, file = read(DOCS / "sets.md"), tmp_path / "mine.yaml"
    blocks = re.findall(r"^```(yaml|text)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    plain = {**os.environ, "SPIELZUG_PLAIN": "1", "PYTHONWARNINGS": "ignore"}
    for kind, block in blocks:
        if kind == "yaml":
            text = re.sub(r"^.*name: (Regina|Ada),.*\n", block, read(file), flags=re.MULTILINE)
            assert block in text
            file.write_text(text, encoding="utf-8")
            continue
        command, _, told = block.partition("\n")
        words = shlex.split(command.removeprefix("$ spielzug "))
        done = subprocess.run(
            [sys.executable, "-c", "from spielzug.cli import main; main()", *words],
            capture_output=True, text=True, check=False, env=plain,
        )  # fmt: skip
        wanted = re.escape(told).replace("…", ".*")
        assert re.fullmatch(wanted, done.stdout + done.stderr, re.DOTALL), done.stdout + done.stderr
    assert len(blocks) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_what_a_set_of_every_game_may_hold_is_listed(name: str) -> None:
    assert f"<!-- generated: set_entries {name} -->" in read(DOCS / "sets.md")


def test_the_commands_about_the_first_card_exist_with_their_options() -> None:
    for block in re.findall(
        r"^```sh\n(.*?)^```$", read(DOCS / "sets.md"), re.DOTALL | re.MULTILINE
    ):
        for line in block.splitlines():
            _, name, *words = shlex.split(line)
            known = {opt for parameter in commands()[name].params for opt in parameter.opts}
            assert {word for word in words if word.startswith("--")} <= known, line


def test_the_aims_in_the_docs_are_those_of_the_example() -> None:
    shown = code_after(DOCS / "tune.md", "yaml", "## Aims")
    assert shown == read(ROOT / "examples" / "aims" / "zugraub.yaml")


def test_every_name_of_the_front_door_is_documented() -> None:
    page = read(DOCS / "library.md")
    for name in spielzug.__all__:
        assert re.search(rf"`{name}[`(]", page), name


def test_the_first_game_of_a_bot_author_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(code_after(DOCS / "contract.md", "python", "refuse it with a reason"), {})
    assert capsys.readouterr().out.startswith("Outcome(")


# -- nothing is left out -------------------------------------------------------------------------


def page_of(name: str) -> str:
    return read(DOCS / "games" / f"{name}.md")


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_stands_on_the_page_of_its_game(name: str) -> None:
    letter, count = expected_of(name).rules
    missing = [n for n in range(1, count + 1) if f"**{letter}{n}**" not in page_of(name)]
    assert not missing
    cited = {int(n) for n in re.findall(rf"\b{letter}(\d+)\b", page_of(name))}
    assert cited == set(range(1, count + 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_named_by_a_test_of_its_game(name: str) -> None:
    letter, count = expected_of(name).rules
    modules = (ROOT / "tests" / "games" / name).glob("test_*.py")
    tests = " ".join(re.findall(r"def (test_\w+)", "".join(map(read, modules))))
    cited = {int(n) for n in re.findall(rf"_{letter.lower()}(\d+)(?=_)", tests)}
    assert cited == set(range(1, count + 1))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_game_has_the_headings_of_every_game(name: str) -> None:
    found = re.findall(r"^## (.+)$", page_of(name), re.MULTILINE)
    assert tuple(found) == HEADINGS
    title = get_game(name).title["en"]
    assert page_of(name).startswith(f"# {title}\n")
    assert f"- {title}: games/{name}.md\n" in read(ROOT / "mkdocs.yml")
    assert "unofficial fan work" in page_of(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_of_every_game_is_listed(name: str) -> None:
    assert f"<!-- generated: sentences {name} -->" in read(DOCS / "sentences.md")


@pytest.mark.parametrize("name", commands())
def test_every_command_and_every_option_is_documented(name: str) -> None:
    text = section(name)
    assert text, f"docs/commands.md has no section 'spielzug {name}'"
    command: Any = commands()[name]
    below = getattr(command, "commands", {})  # a group has commands of its own
    for inner in below:
        assert f"`{inner}" in text, f"spielzug {name} {inner}"
    for one in (command, *below.values()):
        for parameter in one.params:
            if parameter.param_type_name == "option" and parameter.name != "help":
                assert parameter.opts[0] in text, f"spielzug {name} {parameter.opts[0]}"


def test_every_figure_of_simulate_is_documented(tmp_path: Path) -> None:
    game = get_game("game_of_trains")
    figures = simulate(
        SimulationPlan.make(game, 2, ["random"], 2, "1", None, True, tmp_path)
    ).to_json()
    inner = [*figures["lengths"], *figures["by_seat"][0], *figures["by_bot"][0]]
    for name in [*figures, *inner]:
        assert f"`{name}`" in section("simulate"), name


YARDSTICK = ("yardstick_per_second", "yardstick_spread")


def test_every_figure_of_bench_is_documented(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_load", lambda *_: (1.0, 1.0))
    monkeypatch.setattr(bench, "measure_rate", lambda *_: bench.BenchRate(1.0, 1.0, 0.0))
    monkeypatch.setattr(bench.Yardstick, "figures", lambda _: dict.fromkeys(YARDSTICK))
    for name in bench.bench(get_game("game_of_trains"), 2):
        assert f"`{name}`" in section("bench"), name


@pytest.mark.parametrize("name", CHECKS)
def test_every_check_of_a_game_is_listed(name: str) -> None:
    assert f"| `{name}` |" in read(DOCS / "contract.md")


def test_every_library_has_its_reason() -> None:
    project = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
    wanted = list(project["dependencies"])
    for more in project["optional-dependencies"].values():
        wanted += more
    page = re.sub(r"[ -]", "", read(DOCS / "libraries.md")).lower()
    for requirement in wanted:
        name = re.match(r"[\w-]+", requirement)
        assert name and name[0].replace("-", "").lower() in page, requirement


# -- every way leads somewhere -------------------------------------------------------------------


def nav_files(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    inner = nav.values() if isinstance(nav, dict) else nav
    return [name for part in inner for name in nav_files(part)]


def test_the_navigation_leads_to_every_page_and_to_nothing_else() -> None:
    nav = yaml.safe_load(read(ROOT / "mkdocs.yml"))["nav"]
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert set(nav_files(nav)) == pages


def test_the_commands_of_the_readme_are_in_the_makefile_and_on_the_command_line() -> None:
    text = read(ROOT / "README.md")
    targets = set(re.findall(r"^([a-z]+):", read(ROOT / "Makefile"), re.MULTILINE))
    wanted = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
    assert {"play", "test"} <= wanted <= targets
    used = set(re.findall(r"(?:^|\$ |`|bin/)spielzug ([a-z]+)", text, re.MULTILINE))
    assert used <= set(commands())


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_link_leads_to_a_file(name: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", read(ROOT / name)):
        if not link.startswith("http"):
            assert (ROOT / link).is_file(), f"{name}: {link}"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_knows_the_machine_it_was_written_on(path: Path) -> None:
    found = re.findall(r"(?:^|[\s`'\"(])/(?:home|root|tmp|work|Users)/", read(path))
    assert not found


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.name)
def test_no_page_names_a_level_that_is_gone(path: Path) -> None:
    assert not re.findall(rf"\b(?:{'|'.join(LEVELS)})-1\b", read(path))


@pytest.mark.slow
def test_the_pages_are_built_and_ask_no_other_server_for_anything(tmp_path: Path) -> None:
    # Not --quiet: it swallows the warnings before --strict can count them.
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir"]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        [*build, str(tmp_path)],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    asks = re.compile(
        r"<(?:script|img|iframe|link)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>"
    )
    for page in tmp_path.rglob("*.html"):
        foreign = [tag for tag in asks.findall(read(page)) if 'rel="canonical"' not in tag]
        assert not foreign, f"{page.name}: {foreign}"
        assert re.search(r"default-src '(self|none)'", html.unescape(read(page)))
