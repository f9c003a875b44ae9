"""What the lab follows of Der große Zugraub: every card, every car face and every space of it."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.memory import Reading
from spielzug.core.study import TABLE, Deed, Things
from spielzug.games.zugraub.facts.plans import SPACES, space_name
from spielzug.games.zugraub.facts.sets import ALL_CARDS, FACES
from spielzug.games.zugraub.study.drawing import draw_faces
from spielzug.games.zugraub.study.measures import MEASURES, brains, face_titles, measure
from spielzug.games.zugraub.study.notes import MAX_NOTES, note

__all__ = ["MAX_NOTES", "MEASURES", "THINGS", "measure", "note"]


def card_names(facts: Reading, lang: str) -> Sequence[str]:
    names = brains(facts)
    return [names[card] if 1 <= card <= facts.count else "" for card in range(ALL_CARDS + 1)]


def space_names(facts: Reading, lang: str) -> Sequence[str]:
    titles = face_titles(facts, lang)
    return [f"{title}, {space_name(space)}" for title in titles for space in range(SPACES)]


# The deeds in the order in which `notes` numbers them.
_CARDS = (
    Deed("drawn", {"de": "gezogen", "en": "drawn", "fr": "piochée", "nl": "getrokken"}),
    Deed("run", {"de": "für den Lauf gespielt", "en": "played to run", "fr": "jouée pour la course",
                 "nl": "gespeeld om te rennen"}, of="drawn"),
    Deed("hit", {"de": "für den Schlag gespielt", "en": "played to hit",
                 "fr": "jouée pour la frappe", "nl": "gespeeld om te slaan"}, of="drawn"),
    Deed("discarded", {"de": "abgeworfen", "en": "discarded", "fr": "défaussée",
                       "nl": "afgelegd"}, of="drawn"),
    Deed("installed", {"de": "eingesetzt", "en": "installed", "fr": "installée",
                       "nl": "ingezet"}, of="drawn"),
    Deed("robbed", {"de": "erbeutet", "en": "taken as spoils", "fr": "prise comme butin",
                    "nl": "buitgemaakt"}),
    Deed("won", {"de": "damit gewonnen", "en": "won with it", "fr": "a fait gagner",
                 "nl": "ermee gewonnen"}),
)  # fmt: skip
_FACES = (
    Deed("came", {"de": "angehängt", "en": "coupled", "fr": "attelée", "nl": "aangekoppeld"},
         by=TABLE),
    Deed("lost", {"de": "verloren", "en": "lost", "fr": "perdue", "nl": "verloren"}, of="came",
         by=TABLE),
    Deed("last", {"de": "am Ende im Zug", "en": "in the train at the end",
                  "fr": "dans le train à la fin", "nl": "aan het eind in de trein"}, of="came",
         by=TABLE),
)  # fmt: skip
_SPACES = (
    Deed("stopped", {"de": "angehalten", "en": "stopped on", "fr": "arrêts", "nl": "gestopt"}),
    Deed("found", {"de": "Gehirn gefunden", "en": "brain found", "fr": "cerveau trouvé",
                   "nl": "brein gevonden"}),
    Deed("fight", {"de": "Kampf begonnen", "en": "fight begun", "fr": "combat engagé",
                   "nl": "gevecht begonnen"}),
    Deed("brake", {"de": "gebremst", "en": "brake pulled", "fr": "frein tiré",
                   "nl": "aan de rem getrokken"}),
)  # fmt: skip

THINGS = (
    Things("card", {"de": "Karten", "en": "Cards", "fr": "Cartes", "nl": "Kaarten"},
           ALL_CARDS + 1, card_names, _CARDS),
    Things("car", {"de": "Wagenseiten", "en": "Car faces", "fr": "Faces des voitures",
                   "nl": "Zijden van de wagons"}, FACES, face_titles, _FACES),
    Things("space", {"de": "Felder", "en": "Spaces", "fr": "Cases", "nl": "Velden"},
           FACES * SPACES, space_names, _SPACES, draw_faces),
)  # fmt: skip
