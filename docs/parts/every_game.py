"""What the page of every game can have, and its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import yaml

from parts.shared import table
from spielzug.bots import get_bot
from spielzug.core.declaration import field_comments, layout_of
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import LogEntry, Match, Seat
from spielzug.core.observation import Part
from spielzug.core.rng import new_rng
from spielzug.core.texts import LANGUAGES, Texts, typeset

VISIBILITY = {
    "always": "everybody",
    "owner": "the seat of that row",
    "sometimes": "whoever `hide` lets",
    "never": "nobody",
}
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "nl": "Nederlands"}


def options(game: Game) -> str:
    rows = [
        [f"`{o['name']}`", f"`{o['default']}`", o["values"], o["help"]["en"]]
        for o in game.options.describe()
    ]
    return table(["option", "default", "values", "what it does"], rows)


def events(game: Game) -> str:
    rows = [
        [f"`{kind.name}`", ", ".join(f"`{name}`" for name in (kind.a, kind.b) if name)]
        for kind in sorted(game.words.EVENTS.values())
    ]
    return table(["kind", "values"], rows)


def position(game: Game) -> str:
    """The fields of a position, as the game declares them."""
    comments = field_comments(game.declaration.state)
    rows = [
        [
            f"`{field.name}`",
            field.code + "".join(f"[{length}]" for length in field.shape),
            "" if field.within is None else _numbers(*field.within),
            VISIBILITY[field.seen],
            comments[field.name],
        ]
        for field in game.state_layout.fields.values()
    ]
    said = f"A position takes {layout_of(game.declaration.state, wide=False).size:,} bytes.\n\n"
    return said + table(["field", "type", "range", "who sees it", "meaning"], rows)


def actions(game: Game) -> str:
    """The bands of a game's actions."""
    space = game.declaration.actions
    rows = []
    for band, start in zip(space.bands, space.starts, strict=True):
        written = band.notations()
        shown = [written[0]] if len(written) == 1 else [written[0], written[-1]]
        rows.append(
            [
                f"`{band.name}`",
                f"{start}" if band.count == 1 else f"{start} to {start + band.count - 1}",
                " … ".join(f"`{text}`" for text in shown),
                ", ".join(f"`{name}`" for name in band.parts(0)),
                "the table" if band.by_table else "a player",
            ]
        )
    return table(["actions", "numbers", "notation", "parts", "by"], rows)


def endings(game: Game) -> str:
    rows = [[f"`{name}`", words["en"]] for name, words in game.reasons.items()]
    return table(["reason in records", "in words"], rows)


def observation(game: Game) -> str:
    rules, parts = game.rules, game.observation
    fewest, most = game.seats[0], game.seats[-1]
    limits = game.options(**game.simulation)
    longest = sorted({game.longest(limits, seats) for seats in (fewest, most)})
    chosen = " ".join(f"{name}={limits.named()[name]}" for name in game.simulation)
    cut = ", ".join(f"`{reason}`" for reason in sorted(game.truncations))
    facts = [
        f"- {parts.size} values; {rules.N_CHOICES:,} actions that players can choose",
        f"- at most {' to '.join(f'{n:,}' for n in longest)} decisions"
        + (f" for {fewest} to {most} seats," if len(longest) > 1 else "")
        + (f" with `{chosen}`" if chosen else " with the default options"),
        f"- endings without a result: {cut}" if cut else "- every ending is a result",
    ]
    rows = [
        [f"`{p.name}`", " × ".join(map(str, p.shape)) or "1", _range(p), p.about]
        for p in parts.parts.values()
    ]
    return "\n".join(facts) + "\n\n" + table(["part", "values", "range", "meaning"], rows)


def _range(part: Part) -> str:
    return _numbers(part.low, part.high)


def _numbers(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low:,} to {high:,}".replace("-", "−")


@dataclass(frozen=True)
class Examples:
    """Which games tell the sentences of a game: `sentences/<game>.yaml`, if there is one."""

    options: tuple[str, ...]
    """Of one game after the other, in turn."""
    untold: frozenset[str]
    """Sentences of things that no game here leads to, or hardly ever: shown with their gaps."""

    @staticmethod
    def of(game: Game) -> Examples:
        path = Path(__file__).parent / "sentences" / f"{game.name}.yaml"
        told = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
        usual = [game.options(**game.simulation).to_text()]
        return Examples(tuple(told.get("options", usual)), frozenset(told.get("untold", ())))


GAP = re.compile(r"\{[^{}]+\}")  # a value, or the word that goes with a number


def key_of(texts: Texts, sentence: str) -> str:
    """Which sentence of the game this is: the one with most words of its own that fits."""

    parts = {key: GAP.split(typeset(text["en"], "en")) for key, text in texts.items()}
    for key in sorted(texts, key=lambda key: -len("".join(parts[key]))):
        if re.fullmatch(".+".join(map(re.escape, parts[key])), sentence):
            return key
    raise SystemExit(f"no sentence of the game reads {sentence!r}")


def example_entries(game: Game) -> Iterator[tuple[Match, LogEntry]]:
    """Entries of real games, until the caller has seen enough."""
    people = ("Ada", "Ben", "Cleo")[: game.seats[0]]
    for ending in ("!abandon", "!resign1")[: 2 if len(people) == 2 else 1]:
        match = Match(game, [Seat(name) for name in people], SeedLuck("docs"))
        yield match, match.from_outside(game.words.parse(ending))
    kinds = Examples.of(game).options
    for number in range(200):
        # In a game of more than two the others are greedy too: more happens to them.
        bots = (("random", "greedy")[number % 2], "random" if len(people) == 2 else "greedy")
        seats = [Seat(name, bots[min(i, 1)]) for i, name in enumerate(people)]
        chosen = game.options.from_text(kinds[number % len(kinds)])
        match = Match(game, seats, SeedLuck("docs", number), chosen)
        rng = new_rng(number)
        yield match, match.log[0]
        while not match.over:
            if game.clock(chosen) is not None and len(match.log) > 40:
                yield match, match.from_outside(game.words.parse(game.time_over))
                break
            bot = get_bot(match.seats[match.actor].player, rng)
            yield match, match.play(bot.choose(match.seen(match.actor)))


def sentences(game: Game) -> str:
    texts: Texts = import_module(f"spielzug.games.{game.name}.say.texts").SENTENCES
    untold = Examples.of(game).untold
    found = {key: [texts[key][lang] for lang in LANGUAGES] for key in untold}
    for match, entry in example_entries(game):
        for seat in (-1, 0):
            spoken = [match.sentences(entry, lang, seat) for lang in LANGUAGES]
            for versions in zip(*spoken, strict=True):
                key = key_of(texts, versions[LANGUAGES.index("en")])
                found.setdefault(key, list(versions))
        if len(found) == len(texts):
            break
    missing = set(texts) - set(found)
    if missing:
        file = f"docs/parts/sentences/{game.name}.yaml"
        raise SystemExit(f"no game told these sentences, see {file}: {sorted(missing)}")
    rows = [[f"`{key}`", *found[key]] for key in texts]
    return table(["sentence", *LANGUAGE_NAMES.values()], rows)
