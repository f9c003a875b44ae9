"""Texts of Der große Zugraub in German, English, French and Dutch; see also `refusals`."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core import endings
from spielzug.core.options import TITLES, WORDS
from spielzug.core.texts import in_four as _t
from spielzug.core.texts import pick

TITLE = _t(
    "Der große Zugraub",
    "The Great Brain Robbery",
    "The Great Brain Robbery",
    "The Great Brain Robbery",
)

CREDIT = "James Ernest · Cheapass Games, Truant"

CAST = ("Mumpf", "Igor", "Zora", "Gnash", "Morbus", "Griselda", "Drago", "Nadja", "Balthasar")

ABOUT = _t(
    "Zombies auf einem Zug, der vorn wächst und hinten zerfällt: Schnapp dir das klügste Gehirn, ehe er hält.",
    "Zombies on a train that grows at the front and falls apart at the back: grab the cleverest brain before it stops.",
    "Des zombies dans un train qui s’allonge devant et se défait derrière : emparez-vous du meilleur cerveau avant l’arrêt.",
    "Zombies op een trein die van voren groeit en van achteren uiteenvalt: grijp het slimste brein voor hij stopt.",
)

_SWITCHES = {
    "bonus": _t("Bonuspaket", "Bonus pack", "Paquet bonus", "Bonuspakket"),
    "recycle": _t(
        "Verlorene Wagen kommen zurück",
        "Lost cars come back",
        "Les voitures perdues reviennent",
        "Verloren wagons komen terug",
    ),
    "cheese": _t(
        "Käse in jedem Kopf",
        "Cheese in every head",
        "Du fromage dans chaque tête",
        "Kaas in elk hoofd",
    ),
    "spoils_to_head": _t(
        "Beute in Köpfe", "Spoils into heads", "Butin dans les têtes", "Buit in hoofden"
    ),
}
OPTION_WORDS = {
    **pick(TITLES, "first", "first=random", "turn_limit", "turn_limit=off", "set=shipped"),
    **_SWITCHES,
    **{f"{name}={word}": WORDS[word] for name in _SWITCHES for word in ("no", "yes")},
    "cars": _t(
        "Wagen vor dem Dienstwagen",
        "Cars in front of the Caboose",
        "Voitures devant le fourgon",
        "Wagons voor de remwagen",
    ),
    "engine_rounds": _t(
        "Späte Lokomotive (Runden)",
        "Engine delay (rounds)",
        "Locomotive tardive (manches)",
        "Late locomotief (ronden)",
    ),
    "set": _t("Karten und Wagen", "Cards and cars", "Cartes et voitures", "Kaarten en wagons"),
}
"""Names of the options and their values; a loaded set keeps the name from its file."""

REASONS = {
    "won": _t(
        "das klügste Gehirn, als der Zug hielt",
        "the cleverest brain when the train stopped",
        "le cerveau le plus malin à l'arrêt du train",
        "het slimste brein toen de trein stilstond",
    ),
    "shared": _t(
        "gleich kluge Gehirne, als der Zug hielt",
        "equally clever brains when the train stopped",
        "des cerveaux également malins à l'arrêt du train",
        "even slimme breinen toen de trein stilstond",
    ),
    "all_lose": _t(
        "kein Gehirn weit und breit: alle verlieren",
        "not a brain in sight: everybody loses",
        "pas un cerveau en vue : tout le monde perd",
        "geen brein te bekennen: iedereen verliest",
    ),
    **pick(endings.REASONS, "turn_limit", "abandoned"),
}

ABILITY_HELP = {
    "two_cards": _t(
        "Ein gefundenes Gehirn gibt zwei Karten.",
        "Each brain you find gives you two cards.",
        "Un cerveau trouvé donne deux cartes.",
        "Een gevonden brein geeft twee kaarten.",
    ),
    "three_hands": _t(
        "Drei Handkarten sind erlaubt.",
        "You may hold three cards.",
        "Trois cartes en main sont permises.",
        "Drie handkaarten zijn toegestaan.",
    ),
    "two_points": _t(
        "Ein gefundenes Gehirn gibt zwei Punkte.",
        "Each brain you find gives you two points.",
        "Un cerveau trouvé donne deux points.",
        "Een gevonden brein geeft twee punten.",
    ),
    "keeps_hand": _t(
        "Behält die Handkarten beim Sturz hinter den Zug.",
        "You keep your hand when you fall behind the train.",
        "Garde les cartes en main en tombant derrière le train.",
        "Houdt de handkaarten bij een val achter de trein.",
    ),
    "third_die_run": _t(
        "Ein Würfel mehr beim Laufen.",
        "You roll one more die when you run.",
        "Un dé de plus pour courir.",
        "Eén dobbelsteen meer bij het lopen.",
    ),
    "third_die_hit": _t(
        "Ein Würfel mehr im Kampf.",
        "You roll one more die in a fight.",
        "Un dé de plus au combat.",
        "Eén dobbelsteen meer in een gevecht.",
    ),
}
CHEESE_HELP = _t(
    "Zählt als Gehirn, gewinnt aber nie.",
    "Counts as a brain but never wins.",
    "Compte comme un cerveau mais ne gagne jamais.",
    "Telt als brein maar wint nooit.",
)
NO_HELP = _t("", "", "", "")

SENTENCES = {
    "begins": endings.SENTENCES["begins"],
    "dealt": _t(
        "{name} bekommt {card}.",
        "{name} is dealt {card}.",
        "{name} reçoit {card}.",
        "{name} krijgt {card}.",
    ),
    "dealt_hidden": _t(
        "{name} bekommt eine Karte.",
        "{name} is dealt a card.",
        "{name} reçoit une carte.",
        "{name} krijgt een kaart.",
    ),
    "free_cheese": _t(
        "{name} beginnt mit {card} im Kopf.",
        "{name} starts with {card} in their head.",
        "{name} débute avec {card} dans la tête.",
        "{name} start met {card} in het hoofd.",
    ),
    "drew": _t(
        "{name} zieht {card}.",
        "{name} draws {card}.",
        "{name} pioche {card}.",
        "{name} trekt {card}.",
    ),
    "drew_hidden": _t(
        "{name} zieht eine Karte.",
        "{name} draws a card.",
        "{name} pioche une carte.",
        "{name} trekt een kaart.",
    ),
    "car": _t(
        "Vorn ist neu: {car}; der Zug hat {cars} Wagen.",
        "New at the front: {car}. The train now has {cars} {cars:car|cars}.",
        "Nouveau à l'avant : {car} ; le train a {cars} voitures.",
        "Nieuw vooraan: {car}; de trein heeft {cars} wagons.",
    ),
    "engine": _t(
        "Die Lokomotive ist da: Ab jetzt kann gebremst werden!",
        "The Engine is here: from now on there are brakes!",
        "La locomotive est là : désormais on peut freiner !",
        "De locomotief is er: vanaf nu kan er geremd worden!",
    ),
    "discarded": _t(
        "{name} wirft {card} ab.",
        "{name} discards {card}.",
        "{name} défausse {card}.",
        "{name} legt {card} af.",
    ),
    "rolled": _t(
        "{name} würfelt {dice}: Reichweite {total}.",
        "{name} rolls {dice}: a reach of {total}.",
        "{name} lance {dice} : portée {total}.",
        "{name} gooit {dice}: bereik {total}.",
    ),
    "rolled_none": _t(
        "{name} hat keinen Würfel: Reichweite {total}.",
        "{name} has no dice to roll: a reach of {total}.",
        "{name} n'a aucun dé : portée {total}.",
        "{name} heeft geen dobbelsteen: bereik {total}.",
    ),
    "walked": _t(
        "{name} läuft von {from} nach {to}.",
        "{name} walks from {from} to {to}.",
        "{name} va de {from} à {to}.",
        "{name} loopt van {from} naar {to}.",
    ),
    "walked_behind": _t(
        "{name} springt wieder auf und läuft nach {to}.",
        "{name} jumps back on and walks to {to}.",
        "{name} remonte à bord et va à {to}.",
        "{name} springt weer op en loopt naar {to}.",
    ),
    "stayed": _t(
        "{name} bleibt auf {to}.",
        "{name} stays on {to}.",
        "{name} reste en {to}.",
        "{name} blijft op {to}.",
    ),
    "boosted": _t(
        "{name} spielt {card}: Reichweite {reach}.",
        "{name} plays {card}: a reach of {reach}.",
        "{name} joue {card} : portée {reach}.",
        "{name} speelt {card}: bereik {reach}.",
    ),
    "left_front": _t(
        "{name} läuft vorn zur Tür hinaus.",
        "{name} leaves through the front door.",
        "{name} sort par la porte avant.",
        "{name} loopt door de voordeur naar buiten.",
    ),
    "found": _t(
        "{name} findet auf {place} ein Gehirn und bekommt 1 Punkt.",
        "{name} finds a brain on {place} and gets 1 point.",
        "{name} trouve un cerveau en {place} et gagne 1 point.",
        "{name} vindt op {place} een brein en krijgt 1 punt.",
    ),
    "found_two": _t(
        "{name} findet auf {place} ein Gehirn und bekommt {points} Punkte.",
        "{name} finds a brain on {place} and gets {points} points.",
        "{name} trouve un cerveau en {place} et gagne {points} points.",
        "{name} vindt op {place} een brein en krijgt {points} punten.",
    ),
    "braked": _t(
        "{name} zieht auf {place} die Bremse.",
        "{name} pulls the brake on {place}.",
        "{name} tire le frein en {place}.",
        "{name} trekt op {place} aan de rem.",
    ),
    "attacked": _t(
        "{name} greift an: {fighters} kämpfen auf {place}.",
        "{name} attacks: {fighters} fight on {place}.",
        "{name} attaque : {fighters} combattent en {place}.",
        "{name} valt aan: {fighters} vechten op {place}.",
    ),
    "peace": _t(
        "{name} lässt die anderen in Frieden.",
        "{name} leaves the others in peace.",
        "{name} laisse les autres en paix.",
        "{name} laat de anderen met rust.",
    ),
    "fought": _t(
        "{name} würfelt im Kampf {dice} und kommt auf {total}.",
        "{name} rolls {dice} in the fight, for a total of {total}.",
        "{name} lance {dice} au combat et arrive à {total}.",
        "{name} gooit {dice} in het gevecht en komt op {total}.",
    ),
    "fought_none": _t(
        "{name} kämpft ohne Würfel und kommt auf {total}.",
        "{name} fights without dice, for a total of {total}.",
        "{name} combat sans dé et arrive à {total}.",
        "{name} vecht zonder dobbelsteen en komt op {total}.",
    ),
    "hit": _t(
        "{name} schlägt mit {card} zu und steht bei {total}.",
        "{name} hits with {card}, for a total of {total}.",
        "{name} frappe avec {card} et en est à {total}.",
        "{name} slaat toe met {card} en staat op {total}.",
    ),
    "passed": _t("{name} passt.", "{name} passes.", "{name} passe.", "{name} past."),
    "won_fight": _t(
        "{name} gewinnt den Kampf mit {total} und sieht alle Hände.",
        "{name} wins the fight with {total} and sees all hands.",
        "{name} gagne le combat avec {total} et voit toutes les mains.",
        "{name} wint het gevecht met {total} en ziet alle handen.",
    ),
    "won_fight_tie": _t(
        "Gleichstand: {name} hat angegriffen, gewinnt (mit {total}) und sieht alle Hände.",
        "A tie at {total}: {name} attacked, and so wins the fight and sees all hands.",
        "Égalité : {name} a attaqué, gagne donc (avec {total}) et voit toutes les mains.",
        "Gelijke stand: {name} viel aan, wint dus (met {total}) en ziet alle handen.",
    ),
    "lost_fight": _t(
        "{name} verliert den Kampf und hat nun an Erfahrung: {points}.",
        "{name} loses the fight and now has {points} {points:point|points}.",
        "{name} perd le combat et a maintenant cette expérience : {points}.",
        "{name} verliest het gevecht en heeft nu aan ervaring: {points}.",
    ),
    "saw": _t(
        "In der Hand von {name}: {cards}.",
        "{name}’s hand: {cards}.",
        "Dans la main de {name} : {cards}.",
        "In de hand van {name}: {cards}.",
    ),
    "threw": _t(
        "{name} wirft {card} von {other} ab.",
        "{name} discards {card} from {other}.",
        "{name} défausse {card} de {other}.",
        "{name} legt {card} van {other} af.",
    ),
    "gave": _t(
        "{card} wandert von {name} in die Hand von {to}.",
        "{card} goes from {name} to {to}’s hand.",
        "{card} passe de {name} à la main de {to}.",
        "{card} gaat van {name} naar de hand van {to}.",
    ),
    "gave_hidden": _t(
        "Eine Handkarte von {name} wandert zu {to}.",
        "A card from {name}’s hand goes to {to}.",
        "Une carte de la main de {name} va chez {to}.",
        "Een handkaart van {name} verhuist naar {to}.",
    ),
    "put_in_head": _t(
        "{card} wandert von {name} in den Kopf von {to}.",
        "{card} goes from {name} into {to}’s head.",
        "{card} passe de {name} à la tête de {to}.",
        "{card} gaat van {name} naar het hoofd van {to}.",
    ),
    "kept": _t(
        "{name} ist mit der Beute fertig.",
        "{name} has shared out the spoils.",
        "{name} en a fini avec le butin.",
        "{name} is klaar met de buit.",
    ),
    "installed": _t(
        "{name} setzt {card} ein; übrige Punkte: {points}.",
        "{name} installs {card} and has {points} {points:point|points} left.",
        "{name} installe {card} ; points restants : {points}.",
        "{name} zet {card} in; punten over: {points}.",
    ),
    "threw_brain": _t(
        "{name} wirft das alte Gehirn ab: {card}.",
        "{name} discards the old brain: {card}.",
        "{name} défausse l'ancien cerveau : {card}.",
        "{name} legt het oude brein af: {card}.",
    ),
    "checked_holds": _t(
        "Kupplungsprobe: {die} bei {cars} Wagen, sie hält.",
        "Coupling check: {die} with {cars} {cars:car|cars}. It holds.",
        "Test de l'attelage : {die} pour {cars} {cars:voiture|voitures}, il tient.",
        "Koppelingsproef: {die} bij {cars} {cars:wagon|wagons}, ze houdt.",
    ),
    "checked_breaks": _t(
        "Kupplungsprobe: {die} bei {cars} Wagen, sie reißt!",
        "Coupling check: {die} with {cars} {cars:car|cars}. It breaks!",
        "Test de l'attelage : {die} pour {cars} {cars:voiture|voitures}, il cède !",
        "Koppelingsproef: {die} bij {cars} {cars:wagon|wagons}, ze breekt!",
    ),
    "lost_car": _t(
        "Der letzte Wagen bleibt zurück; übrig: {cars}.",
        "The last car is left behind. The train now has {cars} {cars:car|cars}.",
        "La dernière voiture est perdue ; il en reste : {cars}.",
        "De laatste wagon blijft achter; over: {cars}.",
    ),
    "car_back": _t(
        "Der verlorene Wagen kommt wieder unter die unbenutzten.",
        "The lost car goes back to the unused cars.",
        "La voiture perdue retourne parmi celles qui n'ont pas servi.",
        "De verloren wagon komt weer bij de ongebruikte.",
    ),
    "fell": _t(
        "{name} läuft jetzt hinter dem Zug her.",
        "{name} is now running behind the train.",
        "{name} court maintenant derrière le train.",
        "{name} rent nu achter de trein aan.",
    ),
    "caboose_back": _t(
        "Der Dienstwagen ist verloren; dieses Teil kommt als Lokomotive wieder.",
        "The Caboose is lost; this piece will come back as the Engine.",
        "Le fourgon de queue est perdu ; cette pièce reviendra comme locomotive.",
        "De remwagen is verloren; dit deel komt terug als locomotief.",
    ),
    "stopped": _t(
        "Der Zug steht.", "The train stops.", "Le train est à l'arrêt.", "De trein staat stil."
    ),
    "won": _t(
        "{name} gewinnt mit einem IQ von {iq}!",
        "{name} wins with an IQ of {iq}!",
        "{name} gagne avec un QI de {iq} !",
        "{name} wint met een IQ van {iq}!",
    ),
    "shared": _t(
        "{name} teilt sich den Sieg mit einem IQ von {iq}.",
        "{name} shares the win with an IQ of {iq}.",
        "{name} partage la victoire avec un QI de {iq}.",
        "{name} deelt de overwinning met een IQ van {iq}.",
    ),
    "all_lose": _t(
        "Niemand hat ein Gehirn, das zählt: Alle verlieren.",
        "Nobody has a brain that counts: everybody loses.",
        "Personne n'a de cerveau qui compte : tous perdent.",
        "Niemand heeft een brein dat telt: iedereen verliest.",
    ),
    "shuffled": _t(
        "Die Ablage wird gemischt (Karten: {cards}).",
        "The discards are shuffled ({cards} {cards:card|cards}).",
        "La défausse est mélangée (cartes : {cards}).",
        "De aflegstapel wordt geschud (kaarten: {cards}).",
    ),
    "limit_reached": _t(
        "Nach {turns} {turns:Spielzug|Spielzügen} wird gewertet.",
        "After {turns} {turns:turn|turns} the game is scored.",
        "Après {turns} {turns:tour|tours}, on compte.",
        "Na {turns} {turns:beurt|beurten} wordt geteld.",
    ),
    "called_off": endings.SENTENCES["called_off"],
}

LABELS = {
    "discard": _t("{card} abwerfen", "Discard {card}", "Défausser {card}", "{card} afleggen"),
    "roll": _t("Würfeln ({n})", "Roll the dice ({n})", "Lancer les dés ({n})", "Gooien ({n})"),
    "move": _t(
        "Nach {to} laufen ({n})",
        "Walk to {to} ({n} {n:step|steps})",
        "Aller à {to} ({n})",
        "Naar {to} lopen ({n})",
    ),
    "stay": _t("Auf {to} bleiben", "Stay on {to}", "Rester en {to}", "Op {to} blijven"),
    "marker": _t("Gehirn", "brain", "cerveau", "brein"),
    "brake": _t("Bremse", "brake", "frein", "rem"),
    "others": _t("dort: {seats}", "there: {seats}", "là : {seats}", "daar: {seats}"),
    "seat": _t("Platz {seat}", "seat {seat}", "place {seat}", "plaats {seat}"),
    "the_seat": _t("Platz {seat}", "Seat {seat}", "La place {seat}", "Plaats {seat}"),
    "of_seat": _t("von Platz {seat}", "seat {seat}’s", "de la place {seat}", "van plaats {seat}"),
    "boost": _t(
        "{card} spielen: {n} {n:Schritt|Schritte} mehr",
        "Play {card}: {n} more {n:step|steps}",
        "Jouer {card} : {n} pas de plus",
        "{card} spelen: {n} {n:stap|stappen} meer",
    ),
    "front": _t(
        "Vorn hinaus in einen neuen Wagen ({n})",
        "Leave through the front door into a new car ({n} {n:step|steps})",
        "Sortir à l'avant dans une nouvelle voiture ({n})",
        "Vooraan eruit, een nieuwe wagon in ({n})",
    ),
    "attack": _t("Angreifen", "Attack", "Attaquer", "Aanvallen"),
    "peace": _t("In Frieden lassen", "Leave them in peace", "Laisser en paix", "Met rust laten"),
    "hit": _t(
        "Mit {card} zuschlagen (+{n})",
        "Hit with {card} (+{n})",
        "Frapper avec {card} (+{n})",
        "Toeslaan met {card} (+{n})",
    ),
    "pass": _t("Passen", "Pass", "Passer", "Passen"),
    "spoil_discard": _t(
        "{card} ({source}) abwerfen",
        "Discard {card} ({source})",
        "Défausser {card} ({source})",
        "{card} ({source}) afleggen",
    ),
    "spoil_hand": _t(
        "{card} ({source}) in die Hand {owner}",
        "{card} ({source}) into {owner} hand",
        "{card} ({source}) dans la main {owner}",
        "{card} ({source}) in de hand {owner}",
    ),
    "spoil_head": _t(
        "{card} ({source}) in den Kopf {owner}",
        "{card} ({source}) into {owner} head",
        "{card} ({source}) dans la tête {owner}",
        "{card} ({source}) in het hoofd {owner}",
    ),
    "from_hand": _t("Hand {owner}", "{owner} hand", "main {owner}", "hand {owner}"),
    "from_head": _t("Kopf {owner}", "{owner} head", "tête {owner}", "hoofd {owner}"),
    "done": _t(
        "Mit der Beute fertig",
        "Done with the spoils",
        "En finir avec le butin",
        "Klaar met de buit",
    ),
    "install": _t(
        "{card} einsetzen (Kosten {n})",
        "Install {card} (cost {n})",
        "Installer {card} (coût {n})",
        "{card} inzetten (kosten {n})",
    ),
    "end": _t("Spielzug beenden", "End the turn", "Finir le tour", "Beurt beëindigen"),
    "outside": endings.LABELS["abandon"],
}

BOARD = {
    "behind": _t("hinter dem Zug", "behind the train", "derrière le train", "achter de trein"),
    "head": _t("Kopf", "head", "tête", "hoofd"),
    "hand": _t("Hand", "hand", "main", "hand"),
    "points": _t("Punkte", "points", "points", "punten"),
    "empty": _t("leer", "empty", "vide", "leeg"),
    "turn": _t("Spielzug", "turn", "tour", "beurt"),
    "reach": _t("Reichweite", "reach", "portée", "bereik"),
    "draw": _t("Stapel", "pile", "pioche", "stapel"),
    "discard": _t("Ablage", "discards", "défausse", "aflegstapel"),
    "unused": _t("unbenutzte Wagen", "unused cars", "voitures restantes", "ongebruikte wagons"),
    "fight": _t("Kampf", "fight", "combat", "gevecht"),
    "values": _t(
        "Kosten/Schlag/Lauf/IQ", "cost/hit/run/IQ", "coût/frappe/course/QI", "kosten/klap/ren/IQ"
    ),
    "more": _t(
        "(… und {n} {n:weiterer|weitere} Wagen)",
        "(… and {n} more {n:car|cars})",
        "(… et {n} {n:autre voiture|autres voitures})",
        "(… en nog {n} {n:wagon|wagons})",
    ),
    "legend": _t(
        "hinten links, vorn rechts · * Gehirn, B Bremse, 1–7 die Spieler",
        "rear on the left, front on the right · * brain, B brake, 1–7 the players",
        "arrière à gauche, avant à droite · * cerveau, B frein, 1–7 les joueurs",
        "achter links, voor rechts · * brein, B rem, 1–7 de spelers",
    ),
}
