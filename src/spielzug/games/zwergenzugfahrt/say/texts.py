"""What Die Zwergenzugfahrt says, in German, English, French and Dutch (see also `refusals`)."""

from __future__ import annotations

TITLE = dict.fromkeys(("de", "en", "fr", "nl"), "Die Zwergenzugfahrt")

CLAN_NAMES = {
    "red": {"de": "Rot", "en": "Red", "fr": "Rouge", "nl": "Rood"},
    "green": {"de": "Grün", "en": "Green", "fr": "Vert", "nl": "Groen"},
}
SEAT_NAMES = tuple(CLAN_NAMES.values())
COLOURS = tuple(CLAN_NAMES)
"""What a clan is called in records."""

COIN = {
    "red": {"de": "Rot", "en": "red", "fr": "rouge", "nl": "rood"},
    "green": {"de": "Grün", "en": "green", "fr": "vert", "nl": "groen"},
}

SENTENCES = {
    "begins": {
        "de": "{name} (Clan {clan}) beginnt.",
        "en": "{name} (clan {clan}) begins.",
        "fr": "{name} (clan {clan}) commence.",
        "nl": "{name} (clan {clan}) begint.",
    },
    "moved": {
        "de": "{name} geht von {a} nach {b}.",
        "en": "{name} walks from {a} to {b}.",
        "fr": "{name} va de {a} à {b}.",
        "nl": "{name} loopt van {a} naar {b}.",
    },
    "sat": {
        "de": "{name} geht von {a} auf den Sitz {b}.",
        "en": "{name} goes from {a} to the seat {b} and sits down.",
        "fr": "{name} va de {a} s'asseoir en {b}.",
        "nl": "{name} gaat van {a} op de zitplaats {b} zitten.",
    },
    "kicked": {
        "de": "{name} kickt von {a} aus die Figur auf {b}.",
        "en": "{name} kicks the dwarf on {b}, coming from {a}.",
        "fr": "{name} bouscule depuis {a} le nain qui se trouvait en {b}.",
        "nl": "{name} schopt vanaf {a} de dwerg van {b} weg.",
    },
    "sent_home": {
        "de": "Die Figur von {name} steht wieder zu Hause auf {b}.",
        "en": "The dwarf of {name} is back home on {b}.",
        "fr": "Le nain de {name} se retrouve chez lui en {b}.",
        "nl": "De dwerg van {name} staat weer thuis op {b}.",
    },
    "reserved": {
        "de": "{name} reserviert den Sitz {a}.",
        "en": "{name} reserves the seat {a}.",
        "fr": "{name} réserve la place {a}.",
        "nl": "{name} reserveert de zitplaats {a}.",
    },
    "took": {
        "de": "{name} nimmt das Schild auf {a} weg.",
        "en": "{name} takes the sign on {a} away.",
        "fr": "{name} enlève le panneau en {a}.",
        "nl": "{name} haalt het bordje op {a} weg.",
    },
    "penalty_one": {
        "de": "{name} muss dafür 1 Zug aussetzen (Kick Nummer {b}).",
        "en": "{name} has to miss 1 turn for it (kick number {b}).",
        "fr": "{name} devra passer 1 tour pour cela (bousculade numéro {b}).",
        "nl": "{name} moet daarvoor 1 beurt overslaan (schop nummer {b}).",
    },
    "penalty": {
        "de": "{name} muss dafür {a} Züge aussetzen (Kick Nummer {b}).",
        "en": "{name} has to miss {a} turns for it (kick number {b}).",
        "fr": "{name} devra passer {a} tours pour cela (bousculade numéro {b}).",
        "nl": "{name} moet daarvoor {a} beurten overslaan (schop nummer {b}).",
    },
    "missed_last": {
        "de": "{name} setzt aus, zum letzten Mal.",
        "en": "{name} misses a turn, the last one owed.",
        "fr": "{name} passe un tour, le dernier dû.",
        "nl": "{name} slaat een beurt over, voor het laatst.",
    },
    "missed": {
        "de": "{name} setzt aus (danach noch {a}).",
        "en": "{name} misses a turn ({a} more after this).",
        "fr": "{name} passe un tour (encore {a} ensuite).",
        "nl": "{name} slaat een beurt over (daarna nog {a}).",
    },
    "tossed": {
        "de": "Der Schaffner kommt: Die Münze zeigt {coin}.",
        "en": "The conductor comes: the coin shows {coin}.",
        "fr": "Le contrôleur passe : la pièce tombe sur {coin}.",
        "nl": "De conducteur komt: de munt toont {coin}.",
    },
    "lost_sign": {
        "de": "{other} wählt: {name} verliert das Schild auf {a}.",
        "en": "{other} chooses: {name} loses the sign on {a}.",
        "fr": "{other} choisit : {name} perd le panneau en {a}.",
        "nl": "{other} kiest: {name} verliest het bordje op {a}.",
    },
    "lost_only_sign": {
        "de": "{name} verliert das einzige Schild, das auf {a}.",
        "en": "{name} loses the only sign, the one on {a}.",
        "fr": "{name} perd son seul panneau, celui en {a}.",
        "nl": "{name} verliest het enige bordje, dat op {a}.",
    },
    "no_sign": {
        "de": "{name} hat kein Schild im Zug; nichts geschieht.",
        "en": "{name} has no sign in the train; nothing happens.",
        "fr": "{name} n'a aucun panneau dans le train ; rien ne se passe.",
        "nl": "{name} heeft geen bordje in de trein; er gebeurt niets.",
    },
    "passed": {
        "de": "{name} kann nichts tun und passt.",
        "en": "{name} cannot do anything and passes.",
        "fr": "{name} ne peut rien faire et passe.",
        "nl": "{name} kan niets doen en past.",
    },
    "won": {
        "de": "{name} gewinnt mit {a} Plätzen!",
        "en": "{name} wins with {a} seats!",
        "fr": "{name} gagne avec {a} places !",
        "nl": "{name} wint met {a} plaatsen!",
    },
    "won_one": {
        "de": "{name} gewinnt mit 1 Platz!",
        "en": "{name} wins with 1 seat!",
        "fr": "{name} gagne avec 1 place !",
        "nl": "{name} wint met 1 plaats!",
    },
    "ended_turns": {
        "de": "Der letzte Zug ist gespielt. Plätze: {red} {a}, {green} {b}.",
        "en": "The last turn has been played. Seats: {red} {a}, {green} {b}.",
        "fr": "Le dernier tour est joué. Places : {red} {a}, {green} {b}.",
        "nl": "De laatste beurt is gespeeld. Plaatsen: {red} {a}, {green} {b}.",
    },
    "ended_time": {
        "de": "Die Zeit ist um. Plätze: {red} {a}, {green} {b}.",
        "en": "The time is over. Seats: {red} {a}, {green} {b}.",
        "fr": "Le temps est écoulé. Places : {red} {a}, {green} {b}.",
        "nl": "De tijd is om. Plaatsen: {red} {a}, {green} {b}.",
    },
    "ended_blocked": {
        "de": "Beide Clans sind blockiert. Plätze: {red} {a}, {green} {b}.",
        "en": "Both clans are blocked. Seats: {red} {a}, {green} {b}.",
        "fr": "Les deux clans sont bloqués. Places : {red} {a}, {green} {b}.",
        "nl": "Beide clans zitten vast. Plaatsen: {red} {a}, {green} {b}.",
    },
    "draw": {
        "de": "Gleich viele Plätze: unentschieden.",
        "en": "As many seats on both sides: a draw.",
        "fr": "Autant de places des deux côtés : partie nulle.",
        "nl": "Evenveel plaatsen: gelijkspel.",
    },
    "gave_up": {
        "de": "{name} gibt auf.",
        "en": "{name} gives up.",
        "fr": "{name} abandonne.",
        "nl": "{name} geeft op.",
    },
    "called_off": {
        "de": "Die Partie wird abgebrochen.",
        "en": "The game is called off.",
        "fr": "La partie est arrêtée.",
        "nl": "Het spel wordt afgebroken.",
    },
}

LABELS = {
    "move": {
        "de": "Von {a} nach {b} gehen",
        "en": "Walk from {a} to {b}",
        "fr": "Aller de {a} à {b}",
        "nl": "Van {a} naar {b} lopen",
    },
    "sit": {
        "de": "Von {a} auf den Sitz {b}",
        "en": "Sit down: from {a} to the seat {b}",
        "fr": "S'asseoir : de {a} à la place {b}",
        "nl": "Gaan zitten: van {a} naar zitplaats {b}",
    },
    "kick_one": {
        "de": "Von {a} nach {b} kicken, kostet 1 Zug Aussetzen",
        "en": "Kick from {a} to {b}, for 1 turn to miss",
        "fr": "Bousculer de {a} à {b}, au prix de 1 tour passé",
        "nl": "Schoppen van {a} naar {b}, kost 1 beurt overslaan",
    },
    "kick": {
        "de": "Von {a} nach {b} kicken, kostet {price} Züge Aussetzen",
        "en": "Kick from {a} to {b}, for {price} turns to miss",
        "fr": "Bousculer de {a} à {b}, au prix de {price} tours passés",
        "nl": "Schoppen van {a} naar {b}, kost {price} beurten overslaan",
    },
    "reserve": {
        "de": "Sitz {a} reservieren",
        "en": "Reserve the seat {a}",
        "fr": "Réserver la place {a}",
        "nl": "Zitplaats {a} reserveren",
    },
    "take": {
        "de": "Das Schild auf {a} wegnehmen",
        "en": "Take the sign on {a} away",
        "fr": "Enlever le panneau en {a}",
        "nl": "Het bordje op {a} weghalen",
    },
    "conductor": {
        "de": "Der Schaffner nimmt das Schild auf {a}",
        "en": "The conductor takes the sign on {a}",
        "fr": "Le contrôleur enlève le panneau en {a}",
        "nl": "De conducteur haalt het bordje op {a} weg",
    },
    "pass": {"de": "Passen", "en": "Pass", "fr": "Passer", "nl": "Passen"},
    "resign": {
        "de": "Clan {clan} gibt auf",
        "en": "Clan {clan} gives up",
        "fr": "Le clan {clan} abandonne",
        "nl": "Clan {clan} geeft op",
    },
    "abandon": {
        "de": "Partie abbrechen",
        "en": "Call the game off",
        "fr": "Arrêter la partie",
        "nl": "Spel afbreken",
    },
    "time": {
        "de": "Die Zeit ist um",
        "en": "The time is over",
        "fr": "Le temps est écoulé",
        "nl": "De tijd is om",
    },
}

REASONS = {
    "ten_seats": {
        "de": "zehn Plätze besetzt",
        "en": "ten seats held",
        "fr": "dix places occupées",
        "nl": "tien plaatsen bezet",
    },
    "turns": {
        "de": "der letzte Zug ist gespielt",
        "en": "the last turn was played",
        "fr": "dernier tour joué",
        "nl": "laatste beurt gespeeld",
    },
    "time": {
        "de": "die Zeit ist um",
        "en": "the time is over",
        "fr": "temps écoulé",
        "nl": "de tijd is om",
    },
    "blocked": {
        "de": "beide Clans sind blockiert",
        "en": "both clans are blocked",
        "fr": "les deux clans sont bloqués",
        "nl": "beide clans zitten vast",
    },
    "resigned": {
        "de": "durch Aufgabe",
        "en": "by resignation",
        "fr": "par abandon",
        "nl": "door opgave",
    },
    "abandoned": {
        "de": "abgebrochen",
        "en": "called off",
        "fr": "arrêtée",
        "nl": "afgebroken",
    },
}

BOARD = {
    "seats": {"de": "Plätze", "en": "Seats", "fr": "Places", "nl": "Plaatsen"},
    "stock": {
        "de": "Schilder im Vorrat",
        "en": "signs in stock",
        "fr": "panneaux en réserve",
        "nl": "bordjes in voorraad",
    },
    "taken": {
        "de": "weggenommen",
        "en": "taken away",
        "fr": "enlevés",
        "nl": "weggehaald",
    },
    "kicks": {"de": "Kicks", "en": "kicks", "fr": "bousculades", "nl": "schoppen"},
    "owes": {
        "de": "setzt noch aus",
        "en": "turns to miss",
        "fr": "tours à passer",
        "nl": "beurten over te slaan",
    },
    "turn": {"de": "Zug", "en": "Turn", "fr": "Tour", "nl": "Beurt"},
    "conductor_in": {
        "de": "Schaffner nach Zug",
        "en": "conductor after turn",
        "fr": "contrôleur après le tour",
        "nl": "conducteur na beurt",
    },
    "legend": {
        "de": "r g Zwerge · R G Schilder · □ Sitz · ╌ Zuhause · ▒ Tür",
        "en": "r g dwarves · R G signs · □ seat · ╌ home · ▒ door",
        "fr": "r g nains · R G panneaux · □ place · ╌ maison · ▒ porte",
        "nl": "r g dwergen · R G bordjes · □ zitplaats · ╌ thuis · ▒ deur",
    },
}
