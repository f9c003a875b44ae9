"""What is told of finished games, beside who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spielzug.core.kinds import Facts
from spielzug.core.memory import Reading
from spielzug.core.study import MEDIAN, MOST_MET, Measure
from spielzug.games.zugraub.facts import set_of

NO_BRAIN = "none"
"""The winning brain of a game that all lose."""


def brains(facts: Reading) -> Sequence[str]:
    """What the brains are called, by their numbers; nobody has number 0 and wins."""
    cards = set_of(facts)
    return [NO_BRAIN, *(card.name for card in (*cards.cards, *cards.bonus))]


def face_titles(facts: Reading, lang: str) -> Sequence[str]:
    """What the car faces are called."""
    return [face.title[lang] for face in set_of(facts).faces]


MEASURES = (
    Measure(
        "turns_each",
        {"de": "Spielzüge je Platz", "en": "Turns of each seat", "fr": "Tours par place",
         "nl": "Beurten per plaats"},
        {"de": "Spielzüge", "en": "turns", "fr": "tours", "nl": "beurten"}, MEDIAN,
    ),
    Measure(
        "winning_brain",
        {"de": "Das Gehirn, das gewinnt", "en": "Winning brain",
         "fr": "Le cerveau qui gagne", "nl": "Het brein dat wint"},
        {"de": "", "en": "", "fr": "", "nl": ""}, MOST_MET, words=brains,
    ),
    Measure(
        "winning_iq",
        {"de": "IQ, der gewinnt", "en": "Winning IQ", "fr": "QI qui gagne", "nl": "IQ dat wint"},
        {"de": "IQ", "en": "IQ", "fr": "QI", "nl": "IQ"}, MEDIAN,
    ),
    Measure(
        "cars_lost",
        {"de": "Verlorene Wagen", "en": "Cars lost", "fr": "Voitures perdues",
         "nl": "Verloren wagons"},
        {"de": "Wagen", "en": "cars", "fr": "voitures", "nl": "wagons"},
    ),
    Measure(
        "points_left",
        {"de": "Übrige Punkte", "en": "Points left over", "fr": "Points restants",
         "nl": "Overgebleven punten"},
        {"de": "Punkte", "en": "points", "fr": "points", "nl": "punten"},
    ),
)  # fmt: skip


def measure(facts: Facts, finals: Any) -> dict[str, Any]:
    """An array for each measure, a number for each of the last positions."""
    seats = np.asarray(finals["seats"], np.int64)
    seat = np.arange(finals["head"].shape[1])
    wins = np.asarray(finals["winners"], np.int64)[:, None] >> seat & 1
    heads = np.asarray(finals["head"], np.int64)
    iq = np.asarray(facts.iq, np.int64)[heads] * wins
    return {
        "turns_each": -(-np.asarray(finals["turns"], np.int64) // seats),
        "winning_brain": (heads * wins).max(axis=1),
        "winning_iq": iq.max(axis=1),
        "cars_lost": np.asarray(finals["dropped"], np.int64),
        "points_left": np.asarray(finals["points"], np.int64).sum(axis=1),
    }
