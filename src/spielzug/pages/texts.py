"""What stands on every page, in four languages."""

from __future__ import annotations

TEXTS = {
    "skip": {
        "de": "Zum Inhalt",
        "en": "Skip to the content",
        "fr": "Aller au contenu",
        "nl": "Naar de inhoud",
    },
    "made": {
        "de": "Wie das entstand",
        "en": "How this was made",
        "fr": "Comment cela a été obtenu",
        "nl": "Hoe dit tot stand kwam",
    },
    "seed": {"de": "Startzahl", "en": "Seed", "fr": "Graine", "nl": "Startgetal"},
    "version": {"de": "Version", "en": "Version", "fr": "Version", "nl": "Versie"},
    "took": {"de": "Dauer", "en": "Took", "fr": "Durée", "nl": "Duur"},
    "fan": {
        "de": "Inoffizielle Fanarbeit.",
        "en": "Unofficial fan work.",
        "fr": "Travail de fan non officiel.",
        "nl": "Onofficieel fanwerk.",
    },
}
