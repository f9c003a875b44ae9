"""Texts of Game of Trains in German, English, French and Dutch; refusals are in `refusals`."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import pick
from spielzug.games.game_of_trains.facts import ABILITIES

TITLE = _t("Game of Trains", "Game of Trains", "Game of Trains", "Game of Trains")

CREDIT = (
    "Trehgrannik (Anatoly Shklyarov, Alexey Paltsev, Alexey Konnov) · Brain Games, Abacusspiele"
)

CAST = (
    "Puffing Billy", "Locomotion", "Rocket", "Adler", "Saxonia",
    "Comet", "Zephyr", "Pacific", "Mallard",
)  # fmt: skip
"""Names of the bots: locomotives, from the earliest to the fastest."""

ABOUT = _t(
    "Wagen von hoch nach tief: Bring deine in aufsteigende Reihenfolge, durch Ziehen und mit den Kniffen, die offen liegen.",
    "Your cars run from high to low. Be the first to get them into ascending order, by drawing new ones and using the tricks in the face-up row.",
    "Des wagons du plus grand au plus petit : remettez les vôtres en ordre croissant, en piochant et avec les astuces à découvert.",
    "Wagons van hoog naar laag: breng de jouwe in oplopende volgorde, door te trekken en met de trucs die open liggen.",
)

OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "turn_limit", "turn_limit=off", "set=shipped"),
    "set": _t("Wagen", "Cars", "Wagons", "Wagons"),
}

ABILITY_NAMES = {
    "swap_adjacent": _t(
        "Nachbarn tauschen", "swap neighbours", "échanger deux voisins", "buren verwisselen"
    ),
    "swap_over_one": _t(
        "über einen Wagen hinweg tauschen",
        "swap over one car",
        "échanger par-dessus un wagon",
        "over één wagon heen verwisselen",
    ),
    "move_right_2": _t(
        "zwei nach rechts",
        "move two to the right",
        "déplacer de deux vers la droite",
        "twee naar rechts",
    ),
    "move_left_2": _t(
        "zwei nach links",
        "move two to the left",
        "déplacer de deux vers la gauche",
        "twee naar links",
    ),
    "remove_left": _t(
        "alle entfernen den linken Wagen",
        "everyone removes their leftmost car",
        "chacun retire son wagon de gauche",
        "iedereen verwijdert de linkerwagon",
    ),
    "remove_middle": _t(
        "alle entfernen den mittleren Wagen",
        "everyone removes their middle car",
        "chacun retire son wagon du milieu",
        "iedereen verwijdert de middelste wagon",
    ),
    "remove_right": _t(
        "alle entfernen den rechten Wagen",
        "everyone removes their rightmost car",
        "chacun retire son wagon de droite",
        "iedereen verwijdert de rechterwagon",
    ),
    "protect": _t("Wagen schützen", "protect a car", "protéger un wagon", "wagon beschermen"),
}

SENTENCES = {
    "begins": endings.SENTENCES["begins"],
    "dealt": _t(
        "{name} bekommt den Zug {cars}.",
        "{name} gets the train {cars}.",
        "{name} reçoit le train {cars}.",
        "{name} krijgt de trein {cars}.",
    ),
    "drew_setup": _t(
        "{name} zieht für den Aufbau {cars}.",
        "{name} draws {cars} for the setup.",
        "{name} pioche {cars} pour la mise en place.",
        "{name} trekt {cars} voor de opbouw.",
    ),
    "drew_setup_hidden": _t(
        "{name} zieht für den Aufbau verdeckt (Karten: {count}).",
        "{name} draws {count} {count:card|cards} face down for the setup.",
        "{name} pioche pour la mise en place, face cachée (cartes : {count}).",
        "{name} trekt gedekt voor de opbouw (kaarten: {count}).",
    ),
    "kept": _t(
        "{name} behält {car}.", "{name} keeps {car}.", "{name} garde {car}.", "{name} houdt {car}."
    ),
    "kept_hidden": _t(
        "{name} hat gewählt.", "{name} has chosen.", "{name} a choisi.", "{name} heeft gekozen."
    ),
    "placed": _t(
        "{name} ersetzt {old} durch {car}.",
        "{name} replaces {old} with {car}.",
        "{name} remplace {old} par {car}.",
        "{name} vervangt {old} door {car}.",
    ),
    "cancelled": _t(
        "{car} und {other} zeigen dieselbe Fähigkeit und verlassen die Auslage.",
        "{car} and {other} show the same ability and leave the face-up row.",
        "{car} et {other} ont la même capacité et quittent la rangée visible.",
        "{car} en {other} hebben dezelfde eigenschap en verlaten de open rij.",
    ),
    "drew": _t(
        "{name} zieht {car}.", "{name} draws {car}.", "{name} pioche {car}.", "{name} trekt {car}."
    ),
    "drew_hidden": _t(
        "{name} zieht einen Wagen.",
        "{name} draws a car.",
        "{name} pioche un wagon.",
        "{name} trekt een wagon.",
    ),
    "used": _t(
        "{name} nutzt {car}: {ability}.",
        "{name} uses {car}: {ability}.",
        "{name} utilise {car} : {ability}.",
        "{name} gebruikt {car}: {ability}.",
    ),
    "swapped": _t(
        "{name} tauscht {car} und {other}.",
        "{name} swaps {car} and {other}.",
        "{name} échange {car} et {other}.",
        "{name} verwisselt {car} en {other}.",
    ),
    "moved_right": _t(
        "{name} schiebt {car} zwei Plätze nach rechts.",
        "{name} moves {car} two positions to the right.",
        "{name} déplace {car} de deux places vers la droite.",
        "{name} schuift {car} twee plaatsen naar rechts.",
    ),
    "moved_left": _t(
        "{name} schiebt {car} zwei Plätze nach links.",
        "{name} moves {car} two positions to the left.",
        "{name} déplace {car} de deux places vers la gauche.",
        "{name} schuift {car} twee plaatsen naar links.",
    ),
    "protected": _t(
        "{name} schützt {car} mit {lock}.",
        "{name} protects {car} with {lock}.",
        "{name} protège {car} avec {lock}.",
        "{name} beschermt {car} met {lock}.",
    ),
    "lost_protection": _t(
        "{name}: {car} verliert den Schutz.",
        "{name}: {car} loses its protection.",
        "{name} : {car} perd sa protection.",
        "{name}: {car} verliest de bescherming.",
    ),
    "removed": _t(
        "{name} entfernt {car}.",
        "{name} removes {car}.",
        "{name} retire {car}.",
        "{name} verwijdert {car}.",
    ),
    "spared": _t(
        "{name}: {car} ist geschützt und bleibt.",
        "{name}: {car} is protected and stays.",
        "{name} : {car} est protégé et reste.",
        "{name}: {car} is beschermd en blijft.",
    ),
    "refilled": _t(
        "{name} zieht {car} in die Lücke.",
        "{name} draws {car} to fill the gap.",
        "{name} pioche {car} pour combler le vide.",
        "{name} vult het gat met {car}.",
    ),
    "reshuffled": _t(
        "Die Ablage wird gemischt und bildet den neuen Nachziehstapel ({count} {count:Karte|Karten}).",
        "The discard pile is shuffled and becomes the draw pile ({count} {count:card|cards}).",
        "La défausse est mélangée et devient la pioche ({count} {count:carte|cartes}).",
        "De aflegstapel wordt geschud en vormt de nieuwe trekstapel ({count} {count:kaart|kaarten}).",
    ),
    "won_own_turn": _t(
        "{name} hat alle Wagen in aufsteigender Reihenfolge und gewinnt!",
        "{name} has all their cars in ascending order and wins!",
        "{name} a tous ses wagons dans l'ordre croissant et gagne !",
        "{name} heeft alle wagons in oplopende volgorde en wint!",
    ),
    "won_other_turn": _t(
        "{name} hat alle Wagen in aufsteigender Reihenfolge und gewinnt im Spielzug eines anderen!",
        "{name} has all their cars in ascending order and wins on another player's turn!",
        "{name} a tous ses wagons dans l'ordre croissant et gagne pendant le tour d'un autre joueur !",
        "{name} heeft alle wagons in oplopende volgorde en wint in andermans beurt!",
    ),
    "drawn_game": _t(
        "Nach {turns} {turns:Spielzug|Spielzügen} hat niemand gewonnen: unentschieden.",
        "Nobody has won after {turns} {turns:turn|turns}: the game is a draw.",
        "Après {turns} {turns:tour|tours}, personne n'a gagné : partie nulle.",
        "Na {turns} {turns:beurt|beurten} heeft niemand gewonnen: gelijkspel.",
    ),
    **pick(endings.SENTENCES, "gave_up", "called_off"),
}

LABELS = {
    **endings.LABELS,
    "draw": _t("Einen Wagen ziehen", "Draw a car", "Piocher un wagon", "Een wagon trekken"),
    "use": _t(
        "{card} nutzen: {ability}",
        "Use {card}: {ability}",
        "Utiliser {card} : {ability}",
        "{card} gebruiken: {ability}",
    ),
    "place": _t(
        "Platz {place}: {card} statt {old}",
        "Position {place}: {card} instead of {old}",
        "Place {place} : {card} au lieu de {old}",
        "Plaats {place}: {card} in plaats van {old}",
    ),
    "keep": _t("{card} behalten", "Keep {card}", "Garder {card}", "{card} houden"),
    "swap": _t(
        "{left} und {right} tauschen (Plätze {a} und {b})",
        "Swap {left} and {right} (positions {a} and {b})",
        "Échanger {left} et {right} (places {a} et {b})",
        "{left} en {right} verwisselen (plaatsen {a} en {b})",
    ),
    "move": _t(
        "{card} von Platz {a} auf Platz {b}",
        "Move {card} from position {a} to position {b}",
        "{card} de la place {a} à la place {b}",
        "{card} van plaats {a} naar plaats {b}",
    ),
    "protect": _t(
        "{card} auf Platz {place} schützen",
        "Protect {card} at position {place}",
        "Protéger {card} à la place {place}",
        "{card} op plaats {place} beschermen",
    ),
}

REASONS = {
    "own_turn": _t(
        "alle Wagen aufsteigend",
        "an ascending train",
        "train dans l'ordre croissant",
        "oplopende trein",
    ),
    "other_turn": _t(
        "alle Wagen aufsteigend, mit fremder Hilfe",
        "an ascending train, with another player's help",
        "train dans l'ordre croissant, grâce à un autre joueur",
        "oplopende trein, met hulp van een ander",
    ),
    **pick(endings.REASONS, "turn_limit", "resigned", "abandoned"),
}

BOARD = {
    "open_row": _t("Auslage", "Face-up row", "Rangée visible", "Open rij"),
    "draw_pile": _t("Nachziehstapel", "Draw pile", "Pioche", "Trekstapel"),
    "discard_pile": _t("Ablage", "Discard pile", "Défausse", "Aflegstapel"),
    "drawn": _t("Gezogen", "Drawn", "Pioché", "Getrokken"),
    "in_use": _t("In Gebrauch", "In use", "En cours", "In gebruik"),
    "nothing": _t("nichts", "nothing", "rien", "niets"),
}


def ability_name(ability: int, lang: str) -> str:
    return ABILITY_NAMES[ABILITIES[ability]][lang]
