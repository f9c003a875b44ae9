"""Texts of Die Zwergenzugfahrt in German, English, French and Dutch; see also `refusals`."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES, WORDS
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import pick

TITLE = dict.fromkeys(("de", "en", "fr", "nl"), "Die Zwergenzugfahrt")

CREDIT = ""  # the rulebook names neither designers nor a publisher

CAST = (
    "Pim", "Knorz", "Tinka", "Balbo", "Fidibus",
    "Grumm", "Odila", "Ragna", "Thorwin",
)  # fmt: skip
"""Names of the bots: invented dwarves."""

ABOUT = _t(
    "Zwei Zwergenclans, ein Zug: Bring deine Zwerge auf die Sitze, reserviere, nimm Schilder weg und kicke, wer im Weg steht.",
    "Two clans of dwarves, one train: seat your dwarves, reserve seats, take away your rival's signs, and kick anyone in your way.",
    "Deux clans de nains, un train : asseyez les vôtres, réservez, retirez des panneaux et bousculez qui barre le chemin.",
    "Twee dwergenclans, één trein: breng de jouwe op een zitplaats, reserveer, haal bordjes weg en schop weg wie in de weg staat.",
)

CLAN_NAMES = {
    "red": _t("Rot", "Red", "Rouge", "Rood"),
    "green": _t("Grün", "Green", "Vert", "Groen"),
}
SEAT_NAMES = tuple(CLAN_NAMES.values())
COLOURS = tuple(CLAN_NAMES)
"""Names of the clans in records."""

COIN = {
    "red": _t("Rot", "red", "rouge", "rood"),
    "green": _t("Grün", "green", "vert", "groen"),
}

OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "board", "set=shipped"),
    "each=no": WORDS["no"],
    "each=yes": WORDS["yes"],
    "first=red": _t("Rot", "Red", "Rouge", "Rood"),
    "first=green": _t("Grün", "Green", "Vert", "Groen"),
    "board=station": _t("Bahnhof", "station", "gare", "station"),
    "board=small": _t("klein", "small", "petit", "klein"),
    "board=long": _t("lang", "long", "long", "lang"),
    "set": _t(
        "Pläne und Zahlen", "Boards and numbers", "Plateaux et nombres", "Borden en getallen"
    ),
    "mode": _t("Ende des Spiels", "End of the game", "Fin de la partie", "Einde van het spel"),
    "mode=turns": _t("nach Spielzügen", "after a number of turns", "après des tours", "na beurten"),
    "mode=seats": _t(
        "nur zehn Sitze",
        "only when a clan holds ten seats",
        "dix sièges seulement",
        "alleen tien zitplaatsen",
    ),
    "mode=time": _t("nach Zeit", "after a set time", "après un temps", "na een tijd"),
    "turns": _t("Zahl der Spielzüge", "Number of turns", "Nombre de tours", "Aantal beurten"),
    "each": _t(
        "Spielzüge je Clan", "Count turns for each clan", "Tours par clan", "Beurten per clan"
    ),
    "minutes": _t("Minuten", "Minutes", "Minutes", "Minuten"),
}
"""Names of the options and of their named values."""

CLAN_BEGINS = _t(
    "Clan {clan} beginnt.",
    "The {clan} clan begins.",
    "Le clan {clan} commence.",
    "Clan {clan} begint.",
)
"""For a player named after the clan, as in lessons and puzzles."""

SENTENCES = {
    "begins": _t(
        "{name} (Clan {clan}) beginnt.",
        "{name} ({clan} clan) begins.",
        "{name} (clan {clan}) commence.",
        "{name} (clan {clan}) begint.",
    ),
    "moved": _t(
        "{name} geht von {from} nach {to}.",
        "{name} walks from {from} to {to}.",
        "{name} va de {from} à {to}.",
        "{name} loopt van {from} naar {to}.",
    ),
    "sat": _t(
        "{name} geht von {from} auf den Sitz {to}.",
        "{name} goes from {from} to seat {to} and sits down.",
        "{name} va de {from} s'asseoir en {to}.",
        "{name} gaat van {from} op de zitplaats {to} zitten.",
    ),
    "kicked": _t(
        "{name} kickt von {from} aus den Zwerg auf {to}.",
        "{name} goes from {from} to {to} and kicks the dwarf there.",
        "{name} bouscule depuis {from} le nain qui se trouvait en {to}.",
        "{name} schopt vanaf {from} de dwerg van {to} weg.",
    ),
    "sent_home": _t(
        "Der Zwerg von {name} steht wieder auf dem Startfeld {to}.",
        "{name}’s dwarf is back home on {to}.",
        "Le nain de {name} se retrouve sur sa case de départ {to}.",
        "De dwerg van {name} staat weer op zijn thuisveld {to}.",
    ),
    "reserved": _t(
        "{name} reserviert den Sitz {field}.",
        "{name} reserves seat {field}.",
        "{name} réserve le siège {field}.",
        "{name} reserveert de zitplaats {field}.",
    ),
    "took": _t(
        "{name} nimmt das Schild auf {field} weg.",
        "{name} takes away the sign on {field}.",
        "{name} retire le panneau en {field}.",
        "{name} haalt het bordje op {field} weg.",
    ),
    "penalty_one": _t(
        "{name} muss dafür 1 Spielzug aussetzen (Kick Nummer {kick}).",
        "{name} has to miss 1 turn for it (kick number {kick}).",
        "{name} devra sauter 1 tour pour cela (bousculade numéro {kick}).",
        "{name} moet daarvoor 1 beurt overslaan (schop nummer {kick}).",
    ),
    "penalty": _t(
        "{name} muss dafür {owes} Spielzüge aussetzen (Kick Nummer {kick}).",
        "{name} has to miss {owes} turns for it (kick number {kick}).",
        "{name} devra sauter {owes} tours pour cela (bousculade numéro {kick}).",
        "{name} moet daarvoor {owes} beurten overslaan (schop nummer {kick}).",
    ),
    "penalty_none": _t(
        "{name} muss dafür nicht aussetzen (Kick Nummer {kick}).",
        "{name} misses no turn for it (kick number {kick}).",
        "{name} ne saute aucun tour pour cela (bousculade numéro {kick}).",
        "{name} hoeft daarvoor geen beurt over te slaan (schop nummer {kick}).",
    ),
    "missed_last": _t(
        "{name} setzt aus, zum letzten Mal.",
        "{name} misses a turn, the last one owed.",
        "{name} saute un tour, le dernier.",
        "{name} slaat een beurt over, voor het laatst.",
    ),
    "missed": _t(
        "{name} setzt aus (danach noch {owes}).",
        "{name} misses a turn ({owes} more after this).",
        "{name} saute un tour (encore {owes} ensuite).",
        "{name} slaat een beurt over (daarna nog {owes}).",
    ),
    "tossed": _t(
        "Der Schaffner kommt: Die Münze zeigt {coin}.",
        "The conductor comes: the coin shows {coin}.",
        "Le contrôleur passe : la pièce tombe sur {coin}.",
        "De conducteur komt: de munt toont {coin}.",
    ),
    "lost_sign": _t(
        "{other} wählt: {name} verliert das Schild auf {field}.",
        "{other} chooses: {name} loses the sign on {field}.",
        "{other} choisit : {name} perd le panneau en {field}.",
        "{other} kiest: {name} verliest het bordje op {field}.",
    ),
    "lost_only_sign": _t(
        "{name} verliert das einzige Schild, das auf {field}.",
        "{name} loses their only sign, the one on {field}.",
        "{name} perd son seul panneau, celui en {field}.",
        "{name} verliest het enige bordje, dat op {field}.",
    ),
    "no_sign": _t(
        "{name} hat kein Schild im Zug; nichts geschieht.",
        "{name} has no signs in the train, so nothing happens.",
        "{name} n'a aucun panneau dans le train ; rien ne se passe.",
        "{name} heeft geen bordje in de trein; er gebeurt niets.",
    ),
    "passed": _t(
        "{name} kann nichts tun und passt.",
        "{name} cannot do anything and passes.",
        "{name} ne peut rien faire et passe.",
        "{name} kan niets doen en past.",
    ),
    "won": _t(
        "{name} gewinnt mit {held} Sitzen!",
        "{name} wins with {held} seats!",
        "{name} gagne avec {held} sièges !",
        "{name} wint met {held} zitplaatsen!",
    ),
    "won_one": _t(
        "{name} gewinnt mit 1 Sitz!",
        "{name} wins with 1 seat!",
        "{name} gagne avec 1 siège !",
        "{name} wint met 1 zitplaats!",
    ),
    "ended_turns": _t(
        "Der letzte Spielzug ist gespielt. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "The last turn has been played. Seats: {red_clan} {red}, {green_clan} {green}.",
        "Le dernier tour est joué. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "De laatste beurt is gespeeld. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    ),
    "ended_time": _t(
        "Die Zeit ist um. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "Time is up. Seats: {red_clan} {red}, {green_clan} {green}.",
        "Le temps est écoulé. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "De tijd is om. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    ),
    "ended_blocked": _t(
        "Beide Clans sind blockiert. Sitze: {red_clan} {red}, {green_clan} {green}.",
        "Both clans are blocked. Seats: {red_clan} {red}, {green_clan} {green}.",
        "Les deux clans sont bloqués. Sièges : {red_clan} {red}, {green_clan} {green}.",
        "Beide clans zitten vast. Zitplaatsen: {red_clan} {red}, {green_clan} {green}.",
    ),
    "draw": _t(
        "Gleich viele Sitze: unentschieden.",
        "Both clans have the same number of seats: a draw.",
        "Autant de sièges des deux côtés : partie nulle.",
        "Evenveel zitplaatsen: gelijkspel.",
    ),
    **pick(endings.SENTENCES, "gave_up", "called_off"),
}

LABELS = {
    **pick(endings.LABELS, endings.RESIGN, endings.ABANDON, endings.TIME),
    "move": _t(
        "Von {from} nach {to} gehen",
        "Walk from {from} to {to}",
        "Aller de {from} à {to}",
        "Van {from} naar {to} lopen",
    ),
    "sit": _t(
        "Von {from} auf den Sitz {to}",
        "Sit down: from {from} to seat {to}",
        "S'asseoir : de {from} au siège {to}",
        "Gaan zitten: van {from} naar zitplaats {to}",
    ),
    "kick_free": _t(
        "Von {from} nach {to} kicken, ohne auszusetzen",
        "Kick from {from} to {to}, without missing a turn",
        "Bousculer de {from} à {to}, sans sauter de tour",
        "Schoppen van {from} naar {to}, zonder een beurt over te slaan",
    ),
    "kick_one": _t(
        "Von {from} nach {to} kicken, kostet 1 Spielzug Aussetzen",
        "Kick from {from} to {to} and miss 1 turn",
        "Bousculer de {from} à {to}, en sautant 1 tour",
        "Schoppen van {from} naar {to}, kost 1 beurt overslaan",
    ),
    "kick": _t(
        "Von {from} nach {to} kicken, kostet {price} Spielzüge Aussetzen",
        "Kick from {from} to {to} and miss {price} turns",
        "Bousculer de {from} à {to}, en sautant {price} tours",
        "Schoppen van {from} naar {to}, kost {price} beurten overslaan",
    ),
    "reserve": _t(
        "Sitz {field} reservieren",
        "Reserve seat {field}",
        "Réserver le siège {field}",
        "Zitplaats {field} reserveren",
    ),
    "take": _t(
        "Das Schild auf {field} wegnehmen",
        "Take away the sign on {field}",
        "Retirer le panneau en {field}",
        "Het bordje op {field} weghalen",
    ),
    "conductor": _t(
        "Der Schaffner nimmt das Schild auf {field} weg",
        "The conductor takes away the sign on {field}",
        "Le contrôleur retire le panneau en {field}",
        "De conducteur haalt het bordje op {field} weg",
    ),
    "pass": _t("Passen", "Pass", "Passer", "Passen"),
    "resign": _t(
        "Clan {name} gibt auf",
        "The {name} clan resigns",
        "Le clan {name} abandonne",
        "Clan {name} geeft op",
    ),
}

REASONS = {
    "ten_seats": _t(
        "zehn Sitze besetzt", "ten seats held", "dix sièges occupés", "tien zitplaatsen bezet"
    ),
    "turns": _t(
        "der letzte Spielzug ist gespielt",
        "the last turn was played",
        "dernier tour joué",
        "laatste beurt gespeeld",
    ),
    "time": endings.REASONS["time"],
    "blocked": _t(
        "beide Clans sind blockiert",
        "both clans are blocked",
        "les deux clans sont bloqués",
        "beide clans zitten vast",
    ),
    **pick(endings.REASONS, "resigned", "abandoned"),
}

BOARD = {
    "seats": _t("Sitze", "Seats", "Sièges", "Zitplaatsen"),
    "stock": _t("Schilder im Vorrat", "signs left", "panneaux en réserve", "bordjes over"),
    "taken": _t("weggenommen", "taken away", "retirés", "weggehaald"),
    "kicks": _t("Kicks", "kicks", "bousculades", "schoppen"),
    "owes": _t("setzt noch aus", "turns to miss", "tours à sauter", "beurten over te slaan"),
    "turn": _t("Spielzug", "Turn", "Tour", "Beurt"),
    "turns_each": _t(
        "Spielzüge {red}:{green} von je {limit}",
        "Turns {red}:{green} of {limit} each",
        "Tours {red}:{green} sur {limit} chacun",
        "Beurten {red}:{green} van elk {limit}",
    ),
    "conductor_in": _t(
        "Schaffner nach Spielzug",
        "conductor after turn",
        "contrôleur après le tour",
        "conducteur na beurt",
    ),
    "legend": _t(
        "r g Zwerge · R G Schilder · □ Sitz · ╌ Startfeld · ▒ Tür",
        "r g dwarves · R G signs · □ seat · ╌ home · ▒ door",
        "r g nains · R G panneaux · □ siège · ╌ case de départ · ▒ porte",
        "r g dwergen · R G bordjes · □ zitplaats · ╌ thuisveld · ▒ deur",
    ),
}
