"""Texts of Die Zwergenzugfahrt in German, English, French and Dutch; see also `refusals`."""

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES, WORDS
from spielzug.core.texts import pick

TITLE = dict.fromkeys(("de", "en", "fr", "nl"), "Die Zwergenzugfahrt")

CREDIT = ""  # the rulebook names neither designers nor a publisher

CAST = (
    "Pim", "Knorz", "Tinka", "Balbo", "Fidibus",
    "Grumm", "Odila", "Ragna", "Thorwin",
)  # fmt: skip
"""Names of the bots: invented dwarves."""

ABOUT = {
    "de": "Zwei Zwergenclans, ein Zug: Bring deine Zwerge auf die Sitze, reserviere, "
    "nimm Schilder weg und kicke, wer im Weg steht.",
    "en": "Two clans of dwarves, one train: seat your dwarves, reserve seats, take away your "
    "rival's signs, and kick anyone in your way.",
    "fr": "Deux clans de nains, un train : asseyez les vôtres, réservez, "
    "retirez des panneaux et bousculez qui barre le chemin.",
    "nl": "Twee dwergenclans, één trein: breng de jouwe op een zitplaats, reserveer, "
    "haal bordjes weg en schop weg wie in de weg staat.",
}

CLAN_NAMES = {
    "red": {"de": "Rot", "en": "Red", "fr": "Rouge", "nl": "Rood"},
    "green": {"de": "Grün", "en": "Green", "fr": "Vert", "nl": "Groen"},
}
SEAT_NAMES = tuple(CLAN_NAMES.values())
COLOURS = tuple(CLAN_NAMES)
"""Names of the clans in records."""

COIN = {
    "red": {"de": "Rot", "en": "red", "fr": "rouge", "nl": "rood"},
    "green": {"de": "Grün", "en": "green", "fr": "vert", "nl": "groen"},
}

OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "board", "set=shipped"),
    "each=no": WORDS["no"],
    "each=yes": WORDS["yes"],
    "first=red": {"de": "Rot", "en": "Red", "fr": "Rouge", "nl": "Rood"},
    "first=green": {"de": "Grün", "en": "Green", "fr": "Vert", "nl": "Groen"},
    "board=station": {"de": "Bahnhof", "en": "station", "fr": "gare", "nl": "station"},
    "board=small": {"de": "klein", "en": "small", "fr": "petit", "nl": "klein"},
    "board=long": {"de": "lang", "en": "long", "fr": "long", "nl": "lang"},
    "set": {
        "de": "Pläne und Zahlen",
        "en": "Boards and numbers",
        "fr": "Plateaux et nombres",
        "nl": "Borden en getallen",
    },
    "mode": {
        "de": "Ende des Spiels",
        "en": "End of the game",
        "fr": "Fin de la partie",
        "nl": "Einde van het spel",
    },
    "mode=turns": {
        "de": "nach Spielzügen",
        "en": "after a number of turns",
        "fr": "après des tours",
        "nl": "na beurten",
    },
    "mode=seats": {
        "de": "nur zehn Sitze",
        "en": "only when a clan holds ten seats",
        "fr": "dix sièges seulement",
        "nl": "alleen tien zitplaatsen",
    },
    "mode=time": {
        "de": "nach Zeit",
        "en": "after a set time",
        "fr": "après un temps",
        "nl": "na een tijd",
    },
    "turns": {
        "de": "Zahl der Spielzüge",
        "en": "Number of turns",
        "fr": "Nombre de tours",
        "nl": "Aantal beurten",
    },
    "each": {
        "de": "Spielzüge je Clan",
        "en": "Count turns for each clan",
        "fr": "Tours par clan",
        "nl": "Beurten per clan",
    },
    "minutes": {"de": "Minuten", "en": "Minutes", "fr": "Minutes", "nl": "Minuten"},
}
"""Names of the options and of their named values."""

CLAN_BEGINS = {
    "de": "Clan {clan} beginnt.",
    "en": "The {clan} clan begins.",
    "fr": "Le clan {clan} commence.",
    "nl": "Clan {clan} begint.",
}
"""For a player named after the clan, as in lessons and puzzles."""

SENTENCES = {
    "begins": {
        "de": "{name} (Clan {clan}) beginnt.",
        "en": "{name} ({clan} clan) begins.",
        "fr": "{name} (clan {clan}) commence.",
        "nl": "{name} (clan {clan}) begint.",
    },
    "moved": {
        "de": "{name} geht von {from} nach {to}.",
        "en": "{name} walks from {from} to {to}.",
        "fr": "{name} va de {from} à {to}.",
        "nl": "{name} loopt van {from} naar {to}.",
    },
    "sat": {
        "de": "{name} geht von {from} auf den Sitz {to}.",
        "en": "{name} goes from {from} to seat {to} and sits down.",
        "fr": "{name} va de {from} s'asseoir en {to}.",
        "nl": "{name} gaat van {from} op de zitplaats {to} zitten.",
    },
    "kicked": {
        "de": "{name} kickt von {from} aus den Zwerg auf {to}.",
        "en": "{name} goes from {from} to {to} and kicks the dwarf there.",
        "fr": "{name} bouscule depuis {from} le nain qui se trouvait en {to}.",
        "nl": "{name} schopt vanaf {from} de dwerg van {to} weg.",
    },
    "sent_home": {
        "de": "Der Zwerg von {name} steht wieder auf dem Startfeld {to}.",
        "en": "{name}’s dwarf is back home on {to}.",
        "fr": "Le nain de {name} se retrouve sur sa case de départ {to}.",
        "nl": "De dwerg van {name} staat weer op zijn thuisveld {to}.",
    },
    "reserved": {
        "de": "{name} reserviert den Sitz {field}.",
        "en": "{name} reserves seat {field}.",
        "fr": "{name} réserve le siège {field}.",
        "nl": "{name} reserveert de zitplaats {field}.",
    },
    "took": {
        "de": "{name} nimmt das Schild auf {field} weg.",
        "en": "{name} takes away the sign on {field}.",
        "fr": "{name} retire le panneau en {field}.",
        "nl": "{name} haalt het bordje op {field} weg.",
    },
    "penalty_one": {
        "de": "{name} muss dafür 1 Spielzug aussetzen (Kick Nummer {kick}).",
        "en": "{name} has to miss 1 turn for it (kick number {kick}).",
        "fr": "{name} devra sauter 1 tour pour cela (bousculade numéro {kick}).",
        "nl": "{name} moet daarvoor 1 beurt overslaan (schop nummer {kick}).",
    },
    "penalty": {
        "de": "{name} muss dafür {owes} Spielzüge aussetzen (Kick Nummer {kick}).",
        "en": "{name} has to miss {owes} turns for it (kick number {kick}).",
        "fr": "{name} devra sauter {owes} tours pour cela (bousculade numéro {kick}).",
        "nl": "{name} moet daarvoor {owes} beurten overslaan (schop nummer {kick}).",
    },
    "penalty_none": {
        "de": "{name} muss dafür nicht aussetzen (Kick Nummer {kick}).",
        "en": "{name} misses no turn for it (kick number {kick}).",
        "fr": "{name} ne saute aucun tour pour cela (bousculade numéro {kick}).",
        "nl": "{name} hoeft daarvoor geen beurt over te slaan (schop nummer {kick}).",
    },
    "missed_last": {
        "de": "{name} setzt aus, zum letzten Mal.",
        "en": "{name} misses a turn, the last one owed.",
        "fr": "{name} saute un tour, le dernier.",
        "nl": "{name} slaat een beurt over, voor het laatst.",
    },
    "missed": {
        "de": "{name} setzt aus (danach noch {owes}).",
        "en": "{name} misses a turn ({owes} more after this).",
        "fr": "{name} saute un tour (encore {owes} ensuite).",
        "nl": "{name} slaat een beurt over (daarna nog {owes}).",
    },
    "tossed": {
        "de": "Der Schaffner kommt: Die Münze zeigt {coin}.",
        "en": "The conductor comes: the coin shows {coin}.",
        "fr": "Le contrôleur passe : la pièce tombe sur {coin}.",
        "nl": "De conducteur komt: de munt toont {coin}.",
    },
    "lost_sign": {
        "de": "{other} wählt: {name} verliert das Schild auf {field}.",
        "en": "{other} chooses: {name} loses the sign on {field}.",
        "fr": "{other} choisit : {name} perd le panneau en {field}.",
        "nl": "{other} kiest: {name} verliest het bordje op {field}.",
    },
    "lost_only_sign": {
        "de": "{name} verliert das einzige Schild, das auf {field}.",
        "en": "{name} loses their only sign, the one on {field}.",
        "fr": "{name} perd son seul panneau, celui en {field}.",
        "nl": "{name} verliest het enige bordje, dat op {field}.",
    },
    "no_sign": {
        "de": "{name} hat kein Schild im Zug; nichts geschieht.",
        "en": "{name} has no signs in the train, so nothing happens.",
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
        "de": "{name} gewinnt mit {held} Sitzen!",
        "en": "{name} wins with {held} seats!",
        "fr": "{name} gagne avec {held} sièges !",
        "nl": "{name} wint met {held} zitplaatsen!",
    },
    "won_one": {
        "de": "{name} gewinnt mit 1 Sitz!",
        "en": "{name} wins with 1 seat!",
        "fr": "{name} gagne avec 1 siège !",
        "nl": "{name} wint met 1 zitplaats!",
    },
    "ended_turns": {
        "de": "Der letzte Spielzug ist gespielt. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "en": "The last turn has been played. Seats: {red_clan} {red}, {green_clan} {green}.",
        "fr": "Le dernier tour est joué. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "nl": "De laatste beurt is gespeeld. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    },
    "ended_time": {
        "de": "Die Zeit ist um. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "en": "Time is up. Seats: {red_clan} {red}, {green_clan} {green}.",
        "fr": "Le temps est écoulé. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "nl": "De tijd is om. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    },
    "ended_blocked": {
        "de": "Beide Clans sind blockiert. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "en": "Both clans are blocked. Seats: {red_clan} {red}, {green_clan} {green}.",
        "fr": "Les deux clans sont bloqués. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "nl": "Beide clans zitten vast. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    },
    "draw": {
        "de": "Gleich viele Sitze: unentschieden.",
        "en": "Both clans have the same number of seats: a draw.",
        "fr": "Autant de sièges des deux côtés : partie nulle.",
        "nl": "Evenveel zitplaatsen: gelijkspel.",
    },
    **pick(endings.SENTENCES, "gave_up", "called_off"),
}

LABELS = {
    **pick(endings.LABELS, endings.RESIGN, endings.ABANDON, endings.TIME),
    "move": {
        "de": "Von {from} nach {to} gehen",
        "en": "Walk from {from} to {to}",
        "fr": "Aller de {from} à {to}",
        "nl": "Van {from} naar {to} lopen",
    },
    "sit": {
        "de": "Von {from} auf den Sitz {to}",
        "en": "Sit down: from {from} to seat {to}",
        "fr": "S'asseoir : de {from} au siège {to}",
        "nl": "Gaan zitten: van {from} naar zitplaats {to}",
    },
    "kick_free": {
        "de": "Von {from} nach {to} kicken, ohne auszusetzen",
        "en": "Kick from {from} to {to}, without missing a turn",
        "fr": "Bousculer de {from} à {to}, sans sauter de tour",
        "nl": "Schoppen van {from} naar {to}, zonder een beurt over te slaan",
    },
    "kick_one": {
        "de": "Von {from} nach {to} kicken, kostet 1 Spielzug Aussetzen",
        "en": "Kick from {from} to {to} and miss 1 turn",
        "fr": "Bousculer de {from} à {to}, en sautant 1 tour",
        "nl": "Schoppen van {from} naar {to}, kost 1 beurt overslaan",
    },
    "kick": {
        "de": "Von {from} nach {to} kicken, kostet {price} Spielzüge Aussetzen",
        "en": "Kick from {from} to {to} and miss {price} turns",
        "fr": "Bousculer de {from} à {to}, en sautant {price} tours",
        "nl": "Schoppen van {from} naar {to}, kost {price} beurten overslaan",
    },
    "reserve": {
        "de": "Sitz {field} reservieren",
        "en": "Reserve seat {field}",
        "fr": "Réserver le siège {field}",
        "nl": "Zitplaats {field} reserveren",
    },
    "take": {
        "de": "Das Schild auf {field} wegnehmen",
        "en": "Take away the sign on {field}",
        "fr": "Retirer le panneau en {field}",
        "nl": "Het bordje op {field} weghalen",
    },
    "conductor": {
        "de": "Der Schaffner nimmt das Schild auf {field} weg",
        "en": "The conductor takes away the sign on {field}",
        "fr": "Le contrôleur retire le panneau en {field}",
        "nl": "De conducteur haalt het bordje op {field} weg",
    },
    "pass": {"de": "Passen", "en": "Pass", "fr": "Passer", "nl": "Passen"},
    "resign": {
        "de": "Clan {name} gibt auf",
        "en": "The {name} clan resigns",
        "fr": "Le clan {name} abandonne",
        "nl": "Clan {name} geeft op",
    },
}

REASONS = {
    "ten_seats": {
        "de": "zehn Sitze besetzt",
        "en": "ten seats held",
        "fr": "dix sièges occupés",
        "nl": "tien zitplaatsen bezet",
    },
    "turns": {
        "de": "der letzte Spielzug ist gespielt",
        "en": "the last turn was played",
        "fr": "dernier tour joué",
        "nl": "laatste beurt gespeeld",
    },
    "time": endings.REASONS["time"],
    "blocked": {
        "de": "beide Clans sind blockiert",
        "en": "both clans are blocked",
        "fr": "les deux clans sont bloqués",
        "nl": "beide clans zitten vast",
    },
    **pick(endings.REASONS, "resigned", "abandoned"),
}

BOARD = {
    "seats": {"de": "Sitze", "en": "Seats", "fr": "Sièges", "nl": "Zitplaatsen"},
    "stock": {
        "de": "Schilder im Vorrat",
        "en": "signs left",
        "fr": "panneaux en réserve",
        "nl": "bordjes over",
    },
    "taken": {
        "de": "weggenommen",
        "en": "taken away",
        "fr": "retirés",
        "nl": "weggehaald",
    },
    "kicks": {"de": "Kicks", "en": "kicks", "fr": "bousculades", "nl": "schoppen"},
    "owes": {
        "de": "setzt noch aus",
        "en": "turns to miss",
        "fr": "tours à sauter",
        "nl": "beurten over te slaan",
    },
    "turn": {"de": "Spielzug", "en": "Turn", "fr": "Tour", "nl": "Beurt"},
    "turns_each": {
        "de": "Spielzüge {red}:{green} von je {limit}",
        "en": "Turns {red}:{green} of {limit} each",
        "fr": "Tours {red}:{green} sur {limit} chacun",
        "nl": "Beurten {red}:{green} van elk {limit}",
    },
    "conductor_in": {
        "de": "Schaffner nach Spielzug",
        "en": "conductor after turn",
        "fr": "contrôleur après le tour",
        "nl": "conducteur na beurt",
    },
    "legend": {
        "de": "r g Zwerge · R G Schilder · □ Sitz · ╌ Startfeld · ▒ Tür",
        "en": "r g dwarves · R G signs · □ seat · ╌ home · ▒ door",
        "fr": "r g nains · R G panneaux · □ siège · ╌ case de départ · ▒ porte",
        "nl": "r g dwergen · R G bordjes · □ zitplaats · ╌ thuisveld · ▒ deur",
    },
}
