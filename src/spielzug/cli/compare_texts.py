"""What the terminal says of a comparison, in four languages."""

from __future__ import annotations

COMPARE = {
    "measure": {"de": "Maß", "en": "measure", "fr": "mesure", "nl": "maat"},
    "between": {"de": "zwischen", "en": "between", "fr": "entre", "nl": "tussen"},
    "endings": {"de": "Enden", "en": "endings", "fr": "fins", "nl": "einden"},
    "seats": {
        "de": "Plätze, das Glück herausgerechnet",
        "en": "seats, adjusted for luck",
        "fr": "places, la chance étant retirée",
        "nl": "plaatsen, het geluk eruit gerekend",
    },
    "rules": {
        "de": "Regelversion {version}",
        "en": "rules version {version}",
        "fr": "version {version} des règles",
        "nl": "regelversie {version}",
    },
    "deals": {
        "de": "{n} Plätze: {games} Kartenfolgen, auf beiden Seiten ({bots}, Startzahl {seed})",
        "en": "{n} seats: {games} deals, played by both sides ({bots}, seed {seed})",
        "fr": "{n} places : {games} donnes, jouées des deux côtés ({bots}, graine {seed})",
        "nl": "{n} plaatsen: {games} delingen, aan beide kanten ({bots}, startgetal {seed})",
    },
    "games": {
        "de": "{n} Plätze: {games} Spiele ({bots}, Startzahl {seed})",
        "en": "{n} seats: {games} games ({bots}, seed {seed})",
        "fr": "{n} places : {games} parties ({bots}, graine {seed})",
        "nl": "{n} plaatsen: {games} spellen ({bots}, startgetal {seed})",
    },
    "nothing": {
        "de": "{n} Plätze: kein Spiel wurde fertig",
        "en": "{n} seats: no games were finished",
        "fr": "{n} places : aucune partie n'a été terminée",
        "nl": "{n} plaatsen: er is geen spel afgelopen",
    },
    "differs": {"de": "verschieden", "en": "differs", "fr": "différent", "nl": "verschilt"},
    "alike": {
        "de": "gleich genug",
        "en": "close enough",
        "fr": "assez semblable",
        "nl": "gelijk genoeg",
    },
    "open": {"de": "noch offen", "en": "undecided", "fr": "encore ouvert", "nl": "nog open"},
    "more": {
        "de": "etwa {n} Spiele mehr",
        "en": "about {n} more games",
        "fr": "environ {n} parties de plus",
        "nl": "nog ongeveer {n} spellen",
    },
    "fair": {
        "de": "Am weitesten vom gerechten Anteil ({side}): Platz {seat}, {points} ({between})",
        "en": "Farthest from a fair share ({side}): seat {seat}, {points} ({between})",
        "fr": "Le plus loin d'une juste part ({side}) : place {seat}, {points} ({between})",
        "nl": "Het verst van een eerlijk deel ({side}): plaats {seat}, {points} ({between})",
    },
    "changed": {
        "de": "am meisten geändert",
        "en": "biggest changes",
        "fr": "ce qui a le plus changé",
        "nl": "het meest veranderd",
    },
    "decided": {
        "de": "Verschieden: {differ}. Gleich genug: {alike}. Noch offen: {open}.",
        "en": "Different: {differ}. Close enough: {alike}. Undecided: {open}.",
        "fr": "Différents : {differ}. Assez semblables : {alike}. Encore ouverts : {open}.",
        "nl": "Verschillen: {differ}. Gelijk genoeg: {alike}. Nog open: {open}.",
    },
    "all_more": {
        "de": "Um alles zu entscheiden, braucht es etwa {n} Spiele mehr von jeder Seite.",
        "en": "Deciding them all would take about {n} more games per side.",
        "fr": "Pour tout trancher, il faut environ {n} parties de plus de chaque côté.",
        "nl": "Om alles te beslissen zijn van elke kant nog ongeveer {n} spellen nodig.",
    },
    "pairing": {
        "de": "Wie ähnlich dieselbe Kartenfolge auf beiden Seiten verläuft: {r} "
        "(0: gar nicht, 1: genau gleich).",
        "en": "How alike the same deal plays out on both sides: {r} (0: not at all, 1: the same).",
        "fr": "À quel point la même donne se déroule pareil des deux côtés : {r} "
        "(0 : pas du tout, 1 : à l'identique).",
        "nl": "Hoe gelijk dezelfde deling aan beide kanten verloopt: {r} "
        "(0: helemaal niet, 1: precies zo).",
    },
    "holds": {
        "de": "Alle Intervalle der Unterschiede gelten zusammen, mit 95 %.",
        "en": "All difference intervals hold together, at 95%.",
        "fr": "Tous les intervalles des différences valent ensemble, à 95 %.",
        "nl": "Alle intervallen van de verschillen gelden samen, met 95 %.",
    },
    "holds_one": {
        "de": "Jedes Intervall gilt für sich, mit 95 %.",
        "en": "Each interval holds on its own, at 95%.",
        "fr": "Chaque intervalle vaut pour lui-même, à 95 %.",
        "nl": "Elk interval geldt op zichzelf, met 95 %.",
    },
}
