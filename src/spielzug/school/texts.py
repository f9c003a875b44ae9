"""What the school itself says, in four languages; the rest stands in the lessons."""

from __future__ import annotations

from spielzug.core.texts import Texts

OTHERS = ("Anna", "Ben", "Cleo", "David", "Emma", "Finn", "Greta", "Hugo")
"""What the others are called."""

WORDS: Texts = {
    "learner": {"de": "Lehrling", "en": "Trainee", "fr": "Apprenti", "nl": "Leerling"},
    "unreadable": {
        "de": "Das geht hier nicht.",
        "en": "That is not possible here.",
        "fr": "Ce n'est pas possible ici.",
        "nl": "Dat kan hier niet.",
    },
}
