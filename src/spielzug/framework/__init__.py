"""What the author of a game needs to declare it: see "A game of your own" in the docs.

The words for its rules are in `spielzug.framework.rules`.
"""

from spielzug.core.actions import ActionPart, ActionSpace, Band, Offset
from spielzug.core.declaration import F, FactsRecord, declare, declare_word
from spielzug.core.default_words import GameTexts
from spielzug.core.errors import OptionClash, OptionError
from spielzug.core.events import EventKind, EventKinds
from spielzug.core.items import Items
from spielzug.core.options import Options, option
from spielzug.core.simple_game import StandardFacts, StandardState, simple_game

__all__ = [
    "ActionPart",
    "ActionSpace",
    "Band",
    "EventKind",
    "EventKinds",
    "F",
    "FactsRecord",
    "GameTexts",
    "Items",
    "Offset",
    "OptionClash",
    "OptionError",
    "Options",
    "StandardFacts",
    "StandardState",
    "declare",
    "declare_word",
    "option",
    "simple_game",
]
