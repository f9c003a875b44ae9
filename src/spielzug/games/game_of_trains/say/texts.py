"""Texts of Game of Trains in German, English, French and Dutch; refusals are in `refusals`."""

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES
from spielzug.core.texts import pick
from spielzug.games.game_of_trains.facts import ABILITIES

TITLE = {
    "de": "Game of Trains",
    "en": "Game of Trains",
    "fr": "Game of Trains",
    "nl": "Game of Trains",
}

CREDIT = (
    "Trehgrannik (Anatoly Shklyarov, Alexey Paltsev, Alexey Konnov) · Brain Games, Abacusspiele"
)

CAST = (
    "Puffing Billy", "Locomotion", "Rocket", "Adler", "Saxonia",
    "Comet", "Zephyr", "Pacific", "Mallard",
)  # fmt: skip
"""Names of the bots: locomotives, from the earliest to the fastest."""

ABOUT = {
    "de": "Wagen von hoch nach tief: Bring deine in aufsteigende Reihenfolge, durch Ziehen und "
    "mit den Kniffen, die offen liegen.",
    "en": "Your cars run from high to low. Be the first to get them into ascending order, by "
    "drawing new ones and using the tricks in the face-up row.",
    "fr": "Des wagons du plus grand au plus petit : remettez les vôtres en ordre croissant, "
    "en piochant et avec les astuces à découvert.",
    "nl": "Wagons van hoog naar laag: breng de jouwe in oplopende volgorde, door te trekken en "
    "met de trucs die open liggen.",
}

OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "turn_limit", "turn_limit=off", "set=shipped"),
    "set": {
        "de": "Wagen",
        "en": "Cars",
        "fr": "Wagons",
        "nl": "Wagons",
    },
}

ABILITY_NAMES = {
    "swap_adjacent": {
        "de": "Nachbarn tauschen",
        "en": "swap neighbours",
        "fr": "échanger deux voisins",
        "nl": "buren verwisselen",
    },
    "swap_over_one": {
        "de": "über einen Wagen hinweg tauschen",
        "en": "swap over one car",
        "fr": "échanger par-dessus un wagon",
        "nl": "over één wagon heen verwisselen",
    },
    "move_right_2": {
        "de": "zwei nach rechts",
        "en": "move two to the right",
        "fr": "déplacer de deux vers la droite",
        "nl": "twee naar rechts",
    },
    "move_left_2": {
        "de": "zwei nach links",
        "en": "move two to the left",
        "fr": "déplacer de deux vers la gauche",
        "nl": "twee naar links",
    },
    "remove_left": {
        "de": "alle entfernen den linken Wagen",
        "en": "everyone removes their leftmost car",
        "fr": "chacun retire son wagon de gauche",
        "nl": "iedereen verwijdert de linkerwagon",
    },
    "remove_middle": {
        "de": "alle entfernen den mittleren Wagen",
        "en": "everyone removes their middle car",
        "fr": "chacun retire son wagon du milieu",
        "nl": "iedereen verwijdert de middelste wagon",
    },
    "remove_right": {
        "de": "alle entfernen den rechten Wagen",
        "en": "everyone removes their rightmost car",
        "fr": "chacun retire son wagon de droite",
        "nl": "iedereen verwijdert de rechterwagon",
    },
    "protect": {
        "de": "Wagen schützen",
        "en": "protect a car",
        "fr": "protéger un wagon",
        "nl": "wagon beschermen",
    },
}

SENTENCES = {
    "begins": endings.SENTENCES["begins"],
    "dealt": {
        "de": "{name} bekommt den Zug {cars}.",
        "en": "{name} gets the train {cars}.",
        "fr": "{name} reçoit le train {cars}.",
        "nl": "{name} krijgt de trein {cars}.",
    },
    "drew_setup": {
        "de": "{name} zieht für den Aufbau {cars}.",
        "en": "{name} draws {cars} for the setup.",
        "fr": "{name} pioche {cars} pour la mise en place.",
        "nl": "{name} trekt {cars} voor de opbouw.",
    },
    "drew_setup_hidden": {
        "de": "{name} zieht für den Aufbau verdeckt (Karten: {count}).",
        "en": "{name} draws {count} {count:card|cards} face down for the setup.",
        "fr": "{name} pioche pour la mise en place, face cachée (cartes : {count}).",
        "nl": "{name} trekt gedekt voor de opbouw (kaarten: {count}).",
    },
    "kept": {
        "de": "{name} behält {car}.",
        "en": "{name} keeps {car}.",
        "fr": "{name} garde {car}.",
        "nl": "{name} houdt {car}.",
    },
    "kept_hidden": {
        "de": "{name} hat gewählt.",
        "en": "{name} has chosen.",
        "fr": "{name} a choisi.",
        "nl": "{name} heeft gekozen.",
    },
    "placed": {
        "de": "{name} ersetzt {old} durch {car}.",
        "en": "{name} replaces {old} with {car}.",
        "fr": "{name} remplace {old} par {car}.",
        "nl": "{name} vervangt {old} door {car}.",
    },
    "cancelled": {
        "de": "{car} und {other} zeigen dieselbe Fähigkeit und verlassen die Auslage.",
        "en": "{car} and {other} show the same ability and leave the face-up row.",
        "fr": "{car} et {other} ont la même capacité et quittent la rangée visible.",
        "nl": "{car} en {other} hebben dezelfde eigenschap en verlaten de open rij.",
    },
    "drew": {
        "de": "{name} zieht {car}.",
        "en": "{name} draws {car}.",
        "fr": "{name} pioche {car}.",
        "nl": "{name} trekt {car}.",
    },
    "drew_hidden": {
        "de": "{name} zieht einen Wagen.",
        "en": "{name} draws a car.",
        "fr": "{name} pioche un wagon.",
        "nl": "{name} trekt een wagon.",
    },
    "used": {
        "de": "{name} nutzt {car}: {ability}.",
        "en": "{name} uses {car}: {ability}.",
        "fr": "{name} utilise {car} : {ability}.",
        "nl": "{name} gebruikt {car}: {ability}.",
    },
    "swapped": {
        "de": "{name} tauscht {car} und {other}.",
        "en": "{name} swaps {car} and {other}.",
        "fr": "{name} échange {car} et {other}.",
        "nl": "{name} verwisselt {car} en {other}.",
    },
    "moved_right": {
        "de": "{name} schiebt {car} zwei Plätze nach rechts.",
        "en": "{name} moves {car} two positions to the right.",
        "fr": "{name} déplace {car} de deux places vers la droite.",
        "nl": "{name} schuift {car} twee plaatsen naar rechts.",
    },
    "moved_left": {
        "de": "{name} schiebt {car} zwei Plätze nach links.",
        "en": "{name} moves {car} two positions to the left.",
        "fr": "{name} déplace {car} de deux places vers la gauche.",
        "nl": "{name} schuift {car} twee plaatsen naar links.",
    },
    "protected": {
        "de": "{name} schützt {car} mit {lock}.",
        "en": "{name} protects {car} with {lock}.",
        "fr": "{name} protège {car} avec {lock}.",
        "nl": "{name} beschermt {car} met {lock}.",
    },
    "lost_protection": {
        "de": "{name}: {car} verliert den Schutz.",
        "en": "{name}: {car} loses its protection.",
        "fr": "{name} : {car} perd sa protection.",
        "nl": "{name}: {car} verliest de bescherming.",
    },
    "removed": {
        "de": "{name} entfernt {car}.",
        "en": "{name} removes {car}.",
        "fr": "{name} retire {car}.",
        "nl": "{name} verwijdert {car}.",
    },
    "spared": {
        "de": "{name}: {car} ist geschützt und bleibt.",
        "en": "{name}: {car} is protected and stays.",
        "fr": "{name} : {car} est protégé et reste.",
        "nl": "{name}: {car} is beschermd en blijft.",
    },
    "refilled": {
        "de": "{name} zieht {car} in die Lücke.",
        "en": "{name} draws {car} to fill the gap.",
        "fr": "{name} pioche {car} pour combler le vide.",
        "nl": "{name} vult het gat met {car}.",
    },
    "reshuffled": {
        "de": "Die Ablage wird gemischt und bildet den neuen Nachziehstapel "
        "({count} {count:Karte|Karten}).",
        "en": "The discard pile is shuffled and becomes the draw pile "
        "({count} {count:card|cards}).",
        "fr": "La défausse est mélangée et devient la pioche ({count} {count:carte|cartes}).",
        "nl": "De aflegstapel wordt geschud en vormt de nieuwe trekstapel "
        "({count} {count:kaart|kaarten}).",
    },
    "won_own_turn": {
        "de": "{name} hat alle Wagen in aufsteigender Reihenfolge und gewinnt!",
        "en": "{name} has all their cars in ascending order and wins!",
        "fr": "{name} a tous ses wagons dans l'ordre croissant et gagne !",
        "nl": "{name} heeft alle wagons in oplopende volgorde en wint!",
    },
    "won_other_turn": {
        "de": "{name} hat alle Wagen in aufsteigender Reihenfolge und gewinnt "
        "im Spielzug eines anderen!",
        "en": "{name} has all their cars in ascending order and wins on another player's turn!",
        "fr": "{name} a tous ses wagons dans l'ordre croissant et gagne "
        "pendant le tour d'un autre joueur !",
        "nl": "{name} heeft alle wagons in oplopende volgorde en wint in andermans beurt!",
    },
    "drawn_game": {
        "de": "Nach {turns} {turns:Spielzug|Spielzügen} hat niemand gewonnen: unentschieden.",
        "en": "Nobody has won after {turns} {turns:turn|turns}: the game is a draw.",
        "fr": "Après {turns} {turns:tour|tours}, personne n'a gagné : partie nulle.",
        "nl": "Na {turns} {turns:beurt|beurten} heeft niemand gewonnen: gelijkspel.",
    },
    **pick(endings.SENTENCES, "gave_up", "called_off"),
}

LABELS = {
    **endings.LABELS,
    "draw": {
        "de": "Einen Wagen ziehen",
        "en": "Draw a car",
        "fr": "Piocher un wagon",
        "nl": "Een wagon trekken",
    },
    "use": {
        "de": "{card} nutzen: {ability}",
        "en": "Use {card}: {ability}",
        "fr": "Utiliser {card} : {ability}",
        "nl": "{card} gebruiken: {ability}",
    },
    "place": {
        "de": "Platz {place}: {card} statt {old}",
        "en": "Position {place}: {card} instead of {old}",
        "fr": "Place {place} : {card} au lieu de {old}",
        "nl": "Plaats {place}: {card} in plaats van {old}",
    },
    "keep": {
        "de": "{card} behalten",
        "en": "Keep {card}",
        "fr": "Garder {card}",
        "nl": "{card} houden",
    },
    "swap": {
        "de": "{left} und {right} tauschen (Plätze {a} und {b})",
        "en": "Swap {left} and {right} (positions {a} and {b})",
        "fr": "Échanger {left} et {right} (places {a} et {b})",
        "nl": "{left} en {right} verwisselen (plaatsen {a} en {b})",
    },
    "move": {
        "de": "{card} von Platz {a} auf Platz {b}",
        "en": "Move {card} from position {a} to position {b}",
        "fr": "{card} de la place {a} à la place {b}",
        "nl": "{card} van plaats {a} naar plaats {b}",
    },
    "protect": {
        "de": "{card} auf Platz {place} schützen",
        "en": "Protect {card} at position {place}",
        "fr": "Protéger {card} à la place {place}",
        "nl": "{card} op plaats {place} beschermen",
    },
}

REASONS = {
    "own_turn": {
        "de": "alle Wagen aufsteigend, im eigenen Spielzug",
        "en": "an ascending train on the player's own turn",
        "fr": "train dans l'ordre croissant, pendant son propre tour",
        "nl": "oplopende trein in de eigen beurt",
    },
    "other_turn": {
        "de": "alle Wagen aufsteigend, im Spielzug eines anderen",
        "en": "an ascending train on another player's turn",
        "fr": "train dans l'ordre croissant, pendant le tour d'un autre joueur",
        "nl": "oplopende trein in andermans beurt",
    },
    **pick(endings.REASONS, "turn_limit", "resigned", "abandoned"),
}

BOARD = {
    "open_row": {
        "de": "Auslage",
        "en": "Face-up row",
        "fr": "Rangée visible",
        "nl": "Open rij",
    },
    "draw_pile": {"de": "Nachziehstapel", "en": "Draw pile", "fr": "Pioche", "nl": "Trekstapel"},
    "discard_pile": {
        "de": "Ablage",
        "en": "Discard pile",
        "fr": "Défausse",
        "nl": "Aflegstapel",
    },
    "drawn": {"de": "Gezogen", "en": "Drawn", "fr": "Pioché", "nl": "Getrokken"},
    "in_use": {"de": "In Gebrauch", "en": "In use", "fr": "En cours", "nl": "In gebruik"},
    "nothing": {"de": "nichts", "en": "nothing", "fr": "rien", "nl": "niets"},
}


def ability_name(ability: int, lang: str) -> str:
    return ABILITY_NAMES[ABILITIES[ability]][lang]
