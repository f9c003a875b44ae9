"""Texts of Der große Zugraub in German, English, French and Dutch; see also `refusals`."""

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES, WORDS
from spielzug.core.texts import pick

TITLE = dict.fromkeys(("de", "fr", "nl"), "Der große Zugraub") | {"en": "The Great Brain Robbery"}

CREDIT = "James Ernest · Cheapass Games, Truant"

CAST = ("Mumpf", "Igor", "Zora", "Gnash", "Morbus", "Griselda", "Drago", "Nadja", "Balthasar")

ABOUT = {
    "de": "Zombies auf einem Zug, der vorn wächst und hinten zerfällt: Schnapp dir das klügste "
    "Gehirn, ehe er hält.",
    "en": "Zombies on a train that grows at the front and falls apart at the back: grab the "
    "cleverest brain before it stops.",
    "fr": "Des zombies dans un train qui s’allonge devant et se défait derrière : emparez-vous "
    "du meilleur cerveau avant l’arrêt.",
    "nl": "Zombies op een trein die van voren groeit en van achteren uiteenvalt: grijp het "
    "slimste brein voor hij stopt.",
}

_SWITCHES = {
    "bonus": {"de": "Bonuspaket", "en": "Bonus pack", "fr": "Paquet bonus", "nl": "Bonuspakket"},
    "recycle": {"de": "Verlorene Wagen kommen zurück", "en": "Lost cars come back",
                "fr": "Les voitures perdues reviennent", "nl": "Verloren wagons komen terug"},
    "cheese": {"de": "Käse in jedem Kopf", "en": "Cheese in every head",
               "fr": "Du fromage dans chaque tête", "nl": "Kaas in elk hoofd"},
    "spoils_to_head": {"de": "Beute in Köpfe", "en": "Spoils into heads",
                       "fr": "Butin dans les têtes", "nl": "Buit in hoofden"},
}  # fmt: skip
OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "turn_limit", "turn_limit=off", "set=shipped"),
    **_SWITCHES,
    **{f"{name}={word}": WORDS[word] for name in _SWITCHES for word in ("no", "yes")},
    "cars": {"de": "Wagen vor dem Dienstwagen", "en": "Cars in front of the Caboose",
             "fr": "Voitures devant le fourgon", "nl": "Wagons voor de remwagen"},
    "engine_rounds": {"de": "Späte Lokomotive (Runden)", "en": "Engine delay (rounds)",
                      "fr": "Locomotive tardive (manches)", "nl": "Late locomotief (ronden)"},
    "set": {"de": "Karten und Wagen", "en": "Cards and cars",
            "fr": "Cartes et voitures", "nl": "Kaarten en wagons"},
}  # fmt: skip
"""Names of the options and their values; a loaded set keeps the name from its file."""

REASONS = {
    "won": {
        "de": "das klügste Gehirn, als der Zug hielt",
        "en": "the cleverest brain when the train stopped",
        "fr": "le cerveau le plus malin à l'arrêt du train",
        "nl": "het slimste brein toen de trein stilstond",
    },
    "shared": {
        "de": "gleich kluge Gehirne, als der Zug hielt",
        "en": "equally clever brains when the train stopped",
        "fr": "des cerveaux également malins à l'arrêt du train",
        "nl": "even slimme breinen toen de trein stilstond",
    },
    "all_lose": {
        "de": "kein Gehirn weit und breit: alle verlieren",
        "en": "not a brain in sight: everybody loses",
        "fr": "pas un cerveau en vue : tout le monde perd",
        "nl": "geen brein te bekennen: iedereen verliest",
    },
    **pick(endings.REASONS, "turn_limit", "abandoned"),
}

ABILITY_HELP = {
    "two_cards": {
        "de": "Ein gefundenes Gehirn gibt zwei Karten.",
        "en": "Each brain you find gives you two cards.",
        "fr": "Un cerveau trouvé donne deux cartes.",
        "nl": "Een gevonden brein geeft twee kaarten.",
    },
    "three_hands": {
        "de": "Drei Handkarten sind erlaubt.",
        "en": "You may hold three cards.",
        "fr": "Trois cartes en main sont permises.",
        "nl": "Drie handkaarten zijn toegestaan.",
    },
    "two_points": {
        "de": "Ein gefundenes Gehirn gibt zwei Punkte.",
        "en": "Each brain you find gives you two points.",
        "fr": "Un cerveau trouvé donne deux points.",
        "nl": "Een gevonden brein geeft twee punten.",
    },
    "keeps_hand": {
        "de": "Behält die Handkarten beim Sturz hinter den Zug.",
        "en": "You keep your hand when you fall behind the train.",
        "fr": "Garde les cartes en main en tombant derrière le train.",
        "nl": "Houdt de handkaarten bij een val achter de trein.",
    },
    "third_die_run": {
        "de": "Ein Würfel mehr beim Laufen.",
        "en": "You roll one more die when you run.",
        "fr": "Un dé de plus pour courir.",
        "nl": "Eén dobbelsteen meer bij het lopen.",
    },
    "third_die_hit": {
        "de": "Ein Würfel mehr im Kampf.",
        "en": "You roll one more die in a fight.",
        "fr": "Un dé de plus au combat.",
        "nl": "Eén dobbelsteen meer in een gevecht.",
    },
}
CHEESE_HELP = {
    "de": "Zählt als Gehirn, gewinnt aber nie.",
    "en": "Counts as a brain but never wins.",
    "fr": "Compte comme un cerveau mais ne gagne jamais.",
    "nl": "Telt als brein maar wint nooit.",
}
NO_HELP = {"de": "", "en": "", "fr": "", "nl": ""}

SENTENCES = {
    "begins": endings.SENTENCES["begins"],
    "dealt": {
        "de": "{name} bekommt {card}.",
        "en": "{name} is dealt {card}.",
        "fr": "{name} reçoit {card}.",
        "nl": "{name} krijgt {card}.",
    },
    "dealt_hidden": {
        "de": "{name} bekommt eine Karte.",
        "en": "{name} is dealt a card.",
        "fr": "{name} reçoit une carte.",
        "nl": "{name} krijgt een kaart.",
    },
    "free_cheese": {
        "de": "{name} beginnt mit {card} im Kopf.",
        "en": "{name} starts with {card} in their head.",
        "fr": "{name} débute avec {card} dans la tête.",
        "nl": "{name} start met {card} in het hoofd.",
    },
    "drew": {
        "de": "{name} zieht {card}.",
        "en": "{name} draws {card}.",
        "fr": "{name} pioche {card}.",
        "nl": "{name} trekt {card}.",
    },
    "drew_hidden": {
        "de": "{name} zieht eine Karte.",
        "en": "{name} draws a card.",
        "fr": "{name} pioche une carte.",
        "nl": "{name} trekt een kaart.",
    },
    "car": {
        "de": "Vorn ist neu: {car}; der Zug hat {cars} Wagen.",
        "en": "New at the front: {car}. The train now has {cars} {cars:car|cars}.",
        "fr": "Nouveau à l'avant : {car} ; le train a {cars} voitures.",
        "nl": "Nieuw vooraan: {car}; de trein heeft {cars} wagons.",
    },
    "engine": {
        "de": "Die Lokomotive ist da: Ab jetzt kann gebremst werden!",
        "en": "The Engine is here: from now on there are brakes!",
        "fr": "La locomotive est là : désormais on peut freiner !",
        "nl": "De locomotief is er: vanaf nu kan er geremd worden!",
    },
    "discarded": {
        "de": "{name} wirft {card} ab.",
        "en": "{name} discards {card}.",
        "fr": "{name} défausse {card}.",
        "nl": "{name} legt {card} af.",
    },
    "rolled": {
        "de": "{name} würfelt {dice}: Reichweite {total}.",
        "en": "{name} rolls {dice}: a reach of {total}.",
        "fr": "{name} lance {dice} : portée {total}.",
        "nl": "{name} gooit {dice}: bereik {total}.",
    },
    "rolled_none": {
        "de": "{name} hat keinen Würfel: Reichweite {total}.",
        "en": "{name} has no dice to roll: a reach of {total}.",
        "fr": "{name} n'a aucun dé : portée {total}.",
        "nl": "{name} heeft geen dobbelsteen: bereik {total}.",
    },
    "walked": {
        "de": "{name} läuft von {from} nach {to}.",
        "en": "{name} walks from {from} to {to}.",
        "fr": "{name} va de {from} à {to}.",
        "nl": "{name} loopt van {from} naar {to}.",
    },
    "walked_behind": {
        "de": "{name} springt wieder auf und läuft nach {to}.",
        "en": "{name} jumps back on and walks to {to}.",
        "fr": "{name} remonte à bord et va à {to}.",
        "nl": "{name} springt weer op en loopt naar {to}.",
    },
    "stayed": {
        "de": "{name} bleibt auf {to}.",
        "en": "{name} stays on {to}.",
        "fr": "{name} reste en {to}.",
        "nl": "{name} blijft op {to}.",
    },
    "boosted": {
        "de": "{name} spielt {card}: Reichweite {reach}.",
        "en": "{name} plays {card}: a reach of {reach}.",
        "fr": "{name} joue {card} : portée {reach}.",
        "nl": "{name} speelt {card}: bereik {reach}.",
    },
    "left_front": {
        "de": "{name} läuft vorn zur Tür hinaus.",
        "en": "{name} leaves through the front door.",
        "fr": "{name} sort par la porte avant.",
        "nl": "{name} loopt door de voordeur naar buiten.",
    },
    "found": {
        "de": "{name} findet auf {place} ein Gehirn und bekommt 1 Punkt.",
        "en": "{name} finds a brain on {place} and gets 1 point.",
        "fr": "{name} trouve un cerveau en {place} et gagne 1 point.",
        "nl": "{name} vindt op {place} een brein en krijgt 1 punt.",
    },
    "found_two": {
        "de": "{name} findet auf {place} ein Gehirn und bekommt {points} Punkte.",
        "en": "{name} finds a brain on {place} and gets {points} points.",
        "fr": "{name} trouve un cerveau en {place} et gagne {points} points.",
        "nl": "{name} vindt op {place} een brein en krijgt {points} punten.",
    },
    "braked": {
        "de": "{name} zieht auf {place} die Bremse.",
        "en": "{name} pulls the brake on {place}.",
        "fr": "{name} tire le frein en {place}.",
        "nl": "{name} trekt op {place} aan de rem.",
    },
    "attacked": {
        "de": "{name} greift an: {fighters} kämpfen auf {place}.",
        "en": "{name} attacks: {fighters} fight on {place}.",
        "fr": "{name} attaque : {fighters} combattent en {place}.",
        "nl": "{name} valt aan: {fighters} vechten op {place}.",
    },
    "peace": {
        "de": "{name} lässt die anderen in Frieden.",
        "en": "{name} leaves the others in peace.",
        "fr": "{name} laisse les autres en paix.",
        "nl": "{name} laat de anderen met rust.",
    },
    "fought": {
        "de": "{name} würfelt im Kampf {dice} und kommt auf {total}.",
        "en": "{name} rolls {dice} in the fight, for a total of {total}.",
        "fr": "{name} lance {dice} au combat et arrive à {total}.",
        "nl": "{name} gooit {dice} in het gevecht en komt op {total}.",
    },
    "fought_none": {
        "de": "{name} kämpft ohne Würfel und kommt auf {total}.",
        "en": "{name} fights without dice, for a total of {total}.",
        "fr": "{name} combat sans dé et arrive à {total}.",
        "nl": "{name} vecht zonder dobbelsteen en komt op {total}.",
    },
    "hit": {
        "de": "{name} schlägt mit {card} zu und steht bei {total}.",
        "en": "{name} hits with {card}, for a total of {total}.",
        "fr": "{name} frappe avec {card} et en est à {total}.",
        "nl": "{name} slaat toe met {card} en staat op {total}.",
    },
    "passed": {
        "de": "{name} passt.",
        "en": "{name} passes.",
        "fr": "{name} passe.",
        "nl": "{name} past.",
    },
    "won_fight": {
        "de": "{name} gewinnt den Kampf mit {total} und sieht alle Hände.",
        "en": "{name} wins the fight with {total} and sees all hands.",
        "fr": "{name} gagne le combat avec {total} et voit toutes les mains.",
        "nl": "{name} wint het gevecht met {total} en ziet alle handen.",
    },
    "won_fight_tie": {
        "de": "Gleichstand: {name} hat angegriffen, gewinnt (mit {total}) und sieht alle Hände.",
        "en": "A tie at {total}: {name} attacked, and so wins the fight and sees all hands.",
        "fr": "Égalité : {name} a attaqué, gagne donc (avec {total}) et voit toutes les mains.",
        "nl": "Gelijke stand: {name} viel aan, wint dus (met {total}) en ziet alle handen.",
    },
    "lost_fight": {
        "de": "{name} verliert den Kampf und hat nun an Erfahrung: {points}.",
        "en": "{name} loses the fight and now has {points} {points:point|points}.",
        "fr": "{name} perd le combat et a maintenant cette expérience : {points}.",
        "nl": "{name} verliest het gevecht en heeft nu aan ervaring: {points}.",
    },
    "saw": {
        "de": "In der Hand von {name}: {cards}.",
        "en": "{name}’s hand: {cards}.",
        "fr": "Dans la main de {name} : {cards}.",
        "nl": "In de hand van {name}: {cards}.",
    },
    "threw": {
        "de": "{name} wirft {card} von {other} ab.",
        "en": "{name} discards {card} from {other}.",
        "fr": "{name} défausse {card} de {other}.",
        "nl": "{name} legt {card} van {other} af.",
    },
    "gave": {
        "de": "{card} wandert von {name} in die Hand von {to}.",
        "en": "{card} goes from {name} to {to}’s hand.",
        "fr": "{card} passe de {name} à la main de {to}.",
        "nl": "{card} gaat van {name} naar de hand van {to}.",
    },
    "gave_hidden": {
        "de": "Eine Handkarte von {name} wandert zu {to}.",
        "en": "A card from {name}’s hand goes to {to}.",
        "fr": "Une carte de la main de {name} va chez {to}.",
        "nl": "Een handkaart van {name} verhuist naar {to}.",
    },
    "put_in_head": {
        "de": "{card} wandert von {name} in den Kopf von {to}.",
        "en": "{card} goes from {name} into {to}’s head.",
        "fr": "{card} passe de {name} à la tête de {to}.",
        "nl": "{card} gaat van {name} naar het hoofd van {to}.",
    },
    "kept": {
        "de": "{name} ist mit der Beute fertig.",
        "en": "{name} has shared out the spoils.",
        "fr": "{name} en a fini avec le butin.",
        "nl": "{name} is klaar met de buit.",
    },
    "installed": {
        "de": "{name} setzt {card} ein; übrige Punkte: {points}.",
        "en": "{name} installs {card} and has {points} {points:point|points} left.",
        "fr": "{name} installe {card} ; points restants : {points}.",
        "nl": "{name} zet {card} in; punten over: {points}.",
    },
    "threw_brain": {
        "de": "{name} wirft das alte Gehirn ab: {card}.",
        "en": "{name} discards the old brain: {card}.",
        "fr": "{name} défausse l'ancien cerveau : {card}.",
        "nl": "{name} legt het oude brein af: {card}.",
    },
    "checked_holds": {
        "de": "Kupplungsprobe: {die} bei {cars} Wagen, sie hält.",
        "en": "Coupling check: {die} with {cars} {cars:car|cars}. It holds.",
        "fr": "Test de l'attelage : {die} pour {cars} {cars:voiture|voitures}, il tient.",
        "nl": "Koppelingsproef: {die} bij {cars} {cars:wagon|wagons}, ze houdt.",
    },
    "checked_breaks": {
        "de": "Kupplungsprobe: {die} bei {cars} Wagen, sie reißt!",
        "en": "Coupling check: {die} with {cars} {cars:car|cars}. It breaks!",
        "fr": "Test de l'attelage : {die} pour {cars} {cars:voiture|voitures}, il cède !",
        "nl": "Koppelingsproef: {die} bij {cars} {cars:wagon|wagons}, ze breekt!",
    },
    "lost_car": {
        "de": "Der letzte Wagen bleibt zurück; übrig: {cars}.",
        "en": "The last car is left behind. The train now has {cars} {cars:car|cars}.",
        "fr": "La dernière voiture est perdue ; il en reste : {cars}.",
        "nl": "De laatste wagon blijft achter; over: {cars}.",
    },
    "car_back": {
        "de": "Der verlorene Wagen kommt wieder unter die unbenutzten.",
        "en": "The lost car goes back to the unused cars.",
        "fr": "La voiture perdue retourne parmi celles qui n'ont pas servi.",
        "nl": "De verloren wagon komt weer bij de ongebruikte.",
    },
    "fell": {
        "de": "{name} läuft jetzt hinter dem Zug her.",
        "en": "{name} is now running behind the train.",
        "fr": "{name} court maintenant derrière le train.",
        "nl": "{name} rent nu achter de trein aan.",
    },
    "caboose_back": {
        "de": "Der Dienstwagen ist verloren; dieses Teil kommt als Lokomotive wieder.",
        "en": "The Caboose is lost; this piece will come back as the Engine.",
        "fr": "Le fourgon de queue est perdu ; cette pièce reviendra comme locomotive.",
        "nl": "De remwagen is verloren; dit deel komt terug als locomotief.",
    },
    "stopped": {
        "de": "Der Zug steht.",
        "en": "The train stops.",
        "fr": "Le train est à l'arrêt.",
        "nl": "De trein staat stil.",
    },
    "won": {
        "de": "{name} gewinnt mit einem IQ von {iq}!",
        "en": "{name} wins with an IQ of {iq}!",
        "fr": "{name} gagne avec un QI de {iq} !",
        "nl": "{name} wint met een IQ van {iq}!",
    },
    "shared": {
        "de": "{name} teilt sich den Sieg mit einem IQ von {iq}.",
        "en": "{name} shares the win with an IQ of {iq}.",
        "fr": "{name} partage la victoire avec un QI de {iq}.",
        "nl": "{name} deelt de overwinning met een IQ van {iq}.",
    },
    "all_lose": {
        "de": "Niemand hat ein Gehirn, das zählt: Alle verlieren.",
        "en": "Nobody has a brain that counts: everybody loses.",
        "fr": "Personne n'a de cerveau qui compte : tous perdent.",
        "nl": "Niemand heeft een brein dat telt: iedereen verliest.",
    },
    "shuffled": {
        "de": "Die Ablage wird gemischt (Karten: {cards}).",
        "en": "The discards are shuffled ({cards} {cards:card|cards}).",
        "fr": "La défausse est mélangée (cartes : {cards}).",
        "nl": "De aflegstapel wordt geschud (kaarten: {cards}).",
    },
    "limit_reached": {
        "de": "Nach {turns} {turns:Spielzug|Spielzügen} wird gewertet.",
        "en": "After {turns} {turns:turn|turns} the game is scored.",
        "fr": "Après {turns} {turns:tour|tours}, on compte.",
        "nl": "Na {turns} {turns:beurt|beurten} wordt geteld.",
    },
    "called_off": endings.SENTENCES["called_off"],
}

LABELS = {
    "discard": {
        "de": "{card} abwerfen",
        "en": "Discard {card}",
        "fr": "Défausser {card}",
        "nl": "{card} afleggen",
    },
    "roll": {
        "de": "Würfeln ({n})",
        "en": "Roll the dice ({n})",
        "fr": "Lancer les dés ({n})",
        "nl": "Gooien ({n})",
    },
    "move": {
        "de": "Nach {to} laufen ({n})",
        "en": "Walk to {to} ({n} {n:step|steps})",
        "fr": "Aller à {to} ({n})",
        "nl": "Naar {to} lopen ({n})",
    },
    "stay": {
        "de": "Auf {to} bleiben",
        "en": "Stay on {to}",
        "fr": "Rester en {to}",
        "nl": "Op {to} blijven",
    },
    "marker": {"de": "Gehirn", "en": "brain", "fr": "cerveau", "nl": "brein"},
    "brake": {"de": "Bremse", "en": "brake", "fr": "frein", "nl": "rem"},
    "others": {
        "de": "dort: {seats}",
        "en": "there: {seats}",
        "fr": "là : {seats}",
        "nl": "daar: {seats}",
    },
    "seat": {
        "de": "Platz {seat}",
        "en": "seat {seat}",
        "fr": "place {seat}",
        "nl": "plaats {seat}",
    },
    "the_seat": {
        "de": "Platz {seat}",
        "en": "Seat {seat}",
        "fr": "La place {seat}",
        "nl": "Plaats {seat}",
    },
    "of_seat": {
        "de": "von Platz {seat}",
        "en": "seat {seat}’s",
        "fr": "de la place {seat}",
        "nl": "van plaats {seat}",
    },
    "boost": {
        "de": "{card} spielen: {n} {n:Schritt|Schritte} mehr",
        "en": "Play {card}: {n} more {n:step|steps}",
        "fr": "Jouer {card} : {n} pas de plus",
        "nl": "{card} spelen: {n} {n:stap|stappen} meer",
    },
    "front": {
        "de": "Vorn hinaus in einen neuen Wagen ({n})",
        "en": "Leave through the front door into a new car ({n} {n:step|steps})",
        "fr": "Sortir à l'avant dans une nouvelle voiture ({n})",
        "nl": "Vooraan eruit, een nieuwe wagon in ({n})",
    },
    "attack": {"de": "Angreifen", "en": "Attack", "fr": "Attaquer", "nl": "Aanvallen"},
    "peace": {
        "de": "In Frieden lassen",
        "en": "Leave them in peace",
        "fr": "Laisser en paix",
        "nl": "Met rust laten",
    },
    "hit": {
        "de": "Mit {card} zuschlagen (+{n})",
        "en": "Hit with {card} (+{n})",
        "fr": "Frapper avec {card} (+{n})",
        "nl": "Toeslaan met {card} (+{n})",
    },
    "pass": {"de": "Passen", "en": "Pass", "fr": "Passer", "nl": "Passen"},
    "spoil_discard": {
        "de": "{card} ({source}) abwerfen",
        "en": "Discard {card} ({source})",
        "fr": "Défausser {card} ({source})",
        "nl": "{card} ({source}) afleggen",
    },
    "spoil_hand": {
        "de": "{card} ({source}) in die Hand {owner}",
        "en": "{card} ({source}) into {owner} hand",
        "fr": "{card} ({source}) dans la main {owner}",
        "nl": "{card} ({source}) in de hand {owner}",
    },
    "spoil_head": {
        "de": "{card} ({source}) in den Kopf {owner}",
        "en": "{card} ({source}) into {owner} head",
        "fr": "{card} ({source}) dans la tête {owner}",
        "nl": "{card} ({source}) in het hoofd {owner}",
    },
    "from_hand": {
        "de": "Hand {owner}",
        "en": "{owner} hand",
        "fr": "main {owner}",
        "nl": "hand {owner}",
    },
    "from_head": {
        "de": "Kopf {owner}",
        "en": "{owner} head",
        "fr": "tête {owner}",
        "nl": "hoofd {owner}",
    },
    "done": {
        "de": "Mit der Beute fertig",
        "en": "Done with the spoils",
        "fr": "En finir avec le butin",
        "nl": "Klaar met de buit",
    },
    "install": {
        "de": "{card} einsetzen (Kosten {n})",
        "en": "Install {card} (cost {n})",
        "fr": "Installer {card} (coût {n})",
        "nl": "{card} inzetten (kosten {n})",
    },
    "end": {
        "de": "Spielzug beenden",
        "en": "End the turn",
        "fr": "Finir le tour",
        "nl": "Beurt beëindigen",
    },
    "outside": endings.LABELS["abandon"],
}

BOARD = {
    "behind": {
        "de": "hinter dem Zug",
        "en": "behind the train",
        "fr": "derrière le train",
        "nl": "achter de trein",
    },
    "head": {"de": "Kopf", "en": "head", "fr": "tête", "nl": "hoofd"},
    "hand": {"de": "Hand", "en": "hand", "fr": "main", "nl": "hand"},
    "points": {"de": "Punkte", "en": "points", "fr": "points", "nl": "punten"},
    "empty": {"de": "leer", "en": "empty", "fr": "vide", "nl": "leeg"},
    "turn": {"de": "Spielzug", "en": "turn", "fr": "tour", "nl": "beurt"},
    "reach": {"de": "Reichweite", "en": "reach", "fr": "portée", "nl": "bereik"},
    "draw": {"de": "Stapel", "en": "pile", "fr": "pioche", "nl": "stapel"},
    "discard": {"de": "Ablage", "en": "discards", "fr": "défausse", "nl": "aflegstapel"},
    "unused": {
        "de": "unbenutzte Wagen",
        "en": "unused cars",
        "fr": "voitures restantes",
        "nl": "ongebruikte wagons",
    },
    "fight": {"de": "Kampf", "en": "fight", "fr": "combat", "nl": "gevecht"},
    "values": {
        "de": "Kosten/Schlag/Lauf/IQ",
        "en": "cost/hit/run/IQ",
        "fr": "coût/frappe/course/QI",
        "nl": "kosten/klap/ren/IQ",
    },
    "more": {
        "de": "(… und {n} {n:weiterer|weitere} Wagen)",
        "en": "(… and {n} more {n:car|cars})",
        "fr": "(… et {n} {n:autre voiture|autres voitures})",
        "nl": "(… en nog {n} {n:wagon|wagons})",
    },
    "legend": {
        "de": "hinten links, vorn rechts · * Gehirn, B Bremse, 1–7 die Spieler",
        "en": "rear on the left, front on the right · * brain, B brake, 1–7 the players",
        "fr": "arrière à gauche, avant à droite · * cerveau, B frein, 1–7 les joueurs",
        "nl": "achter links, voor rechts · * brein, B rem, 1–7 de spelers",
    },
}
