"""Game of Trains: assembles rules, cards, texts and bots into `GAME`."""

from __future__ import annotations

from pathlib import Path

from spielzug.core.game import Declaration, Game, for_options
from spielzug.games.game_of_trains import facts, state
from spielzug.games.game_of_trains.play import levels
from spielzug.games.game_of_trains.say import texts, words

GAME = Game(
    name="game_of_trains",
    title=texts.TITLE,
    seats=range(2, facts.MAX_SEATS + 1),
    declaration=Declaration(state.State, facts.Facts, state.ACTIONS, state.REASONS),
    package=__name__,
    levels=levels,
    words=words,
    options=facts.GameOfTrainsOptions,
    build_facts=for_options(facts.GameOfTrainsOptions, facts.build_facts),
    rules_version=facts.RULES_VERSION,
    simulation={"turn_limit": 500},
    revealing=frozenset({state.PLACED}),
    secrets=True,
    pieces=("row", "lock", "open", "hand", "rejects", "card", "pile"),
    uses={name: (state.USED, ability) for ability, name in enumerate(facts.ABILITIES)},
    reasons=texts.REASONS,
    credit=texts.CREDIT,
    about=texts.ABOUT,
    cast=texts.CAST,
    option_words=texts.OPTION_WORDS,
    truncations=frozenset({"turn_limit"}),
    longest=for_options(facts.GameOfTrainsOptions, facts.longest),
    sets=facts.SETS,
    lessons=Path(__file__).parent / "lessons",
)
