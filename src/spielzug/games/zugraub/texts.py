"""What Der große Zugraub says while it is played, in German, English, French and Dutch."""

from __future__ import annotations

TITLE = {
    "de": "Der große Zugraub",
    "en": "The Great Brain Robbery",
    "fr": "Der große Zugraub",
    "nl": "Der große Zugraub",
}

REASONS = {
    "won": {
        "de": "das klügste Gehirn, als der Zug hielt",
        "en": "the cleverest brain when the train stood still",
        "fr": "le cerveau le plus malin à l'arrêt du train",
        "nl": "het slimste brein toen de trein stilstond",
    },
    "shared": {
        "de": "gleich kluge Gehirne, als der Zug hielt",
        "en": "equally clever brains when the train stood still",
        "fr": "des cerveaux également malins à l'arrêt du train",
        "nl": "even slimme breinen toen de trein stilstond",
    },
    "all_lose": {
        "de": "kein Gehirn weit und breit: alle verlieren",
        "en": "not a brain in sight: everybody loses",
        "fr": "pas un cerveau en vue : tout le monde perd",
        "nl": "geen brein te bekennen: iedereen verliest",
    },
    "turn_limit": {
        "de": "Zuggrenze erreicht",
        "en": "turn limit reached",
        "fr": "limite de tours atteinte",
        "nl": "beurtenlimiet bereikt",
    },
    "abandoned": {"de": "abgebrochen", "en": "called off", "fr": "arrêtée", "nl": "afgebroken"},
}

ABILITY_HELP = {
    "two_cards": {
        "de": "Ein gefundenes Gehirn gibt zwei Karten.",
        "en": "A brain that is found gives two cards.",
        "fr": "Un cerveau trouvé donne deux cartes.",
        "nl": "Een gevonden brein geeft twee kaarten.",
    },
    "three_hands": {
        "de": "Drei Handkarten sind erlaubt.",
        "en": "Three hand cards are allowed.",
        "fr": "Trois cartes en main sont permises.",
        "nl": "Drie handkaarten zijn toegestaan.",
    },
    "two_points": {
        "de": "Ein gefundenes Gehirn gibt zwei Punkte.",
        "en": "A brain that is found gives two points.",
        "fr": "Un cerveau trouvé donne deux points.",
        "nl": "Een gevonden brein geeft twee punten.",
    },
    "keeps_hand": {
        "de": "Behält die Handkarten beim Sturz hinter den Zug.",
        "en": "Keeps the hand cards when falling behind the train.",
        "fr": "Garde les cartes en main en tombant derrière le train.",
        "nl": "Houdt de handkaarten bij een val achter de trein.",
    },
    "third_die_run": {
        "de": "Ein Würfel mehr beim Laufen.",
        "en": "One die more to run.",
        "fr": "Un dé de plus pour courir.",
        "nl": "Eén dobbelsteen meer bij het lopen.",
    },
    "third_die_hit": {
        "de": "Ein Würfel mehr im Kampf.",
        "en": "One die more in a fight.",
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
    "begins": {
        "de": "{name} beginnt.",
        "en": "{name} begins.",
        "fr": "{name} commence.",
        "nl": "{name} begint.",
    },
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
        "en": "{name} starts with {card} in the head.",
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
        "de": "Vorn hängt jetzt ein {car}; der Zug hat {b} Wagen.",
        "en": "In front there is a {car} now; the train has {b} cars.",
        "fr": "À l'avant, il y a maintenant : {car} ; le train a {b} voitures.",
        "nl": "Vooraan hangt nu een {car}; de trein heeft {b} wagens.",
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
        "de": "{name} würfelt {dice}: Reichweite {b}.",
        "en": "{name} rolls {dice}: a reach of {b}.",
        "fr": "{name} lance {dice} : portée {b}.",
        "nl": "{name} gooit {dice}: bereik {b}.",
    },
    "rolled_none": {
        "de": "{name} hat keinen Würfel: Reichweite {b}.",
        "en": "{name} has no dice to roll: a reach of {b}.",
        "fr": "{name} n'a aucun dé : portée {b}.",
        "nl": "{name} heeft geen dobbelsteen: bereik {b}.",
    },
    "walked": {
        "de": "{name} läuft von {from_} nach {to}.",
        "en": "{name} walks from {from_} to {to}.",
        "fr": "{name} va de {from_} à {to}.",
        "nl": "{name} loopt van {from_} naar {to}.",
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
        "de": "{name} spielt {card}: Reichweite {b}.",
        "en": "{name} plays {card}: a reach of {b}.",
        "fr": "{name} joue {card} : portée {b}.",
        "nl": "{name} speelt {card}: bereik {b}.",
    },
    "left_front": {
        "de": "{name} läuft vorn zur Tür hinaus.",
        "en": "{name} runs out of the front door.",
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
        "de": "{name} findet auf {place} ein Gehirn und bekommt {b} Punkte.",
        "en": "{name} finds a brain on {place} and gets {b} points.",
        "fr": "{name} trouve un cerveau en {place} et gagne {b} points.",
        "nl": "{name} vindt op {place} een brein en krijgt {b} punten.",
    },
    "braked": {
        "de": "{name} zieht auf {place} die Bremse.",
        "en": "{name} pulls the brake on {place}.",
        "fr": "{name} tire le frein en {place}.",
        "nl": "{name} trekt op {place} aan de rem.",
    },
    "attacked": {
        "de": "{name} greift an: {b} kämpfen auf {place}.",
        "en": "{name} attacks: {b} fight on {place}.",
        "fr": "{name} attaque : {b} combattent en {place}.",
        "nl": "{name} valt aan: {b} vechten op {place}.",
    },
    "peace": {
        "de": "{name} lässt die anderen in Frieden.",
        "en": "{name} leaves the others in peace.",
        "fr": "{name} laisse les autres en paix.",
        "nl": "{name} laat de anderen met rust.",
    },
    "fought": {
        "de": "{name} würfelt im Kampf {dice} und kommt auf {a}.",
        "en": "{name} rolls {dice} in the fight and comes to {a}.",
        "fr": "{name} lance {dice} au combat et arrive à {a}.",
        "nl": "{name} gooit {dice} in het gevecht en komt op {a}.",
    },
    "fought_none": {
        "de": "{name} kämpft ohne Würfel und kommt auf {a}.",
        "en": "{name} fights without dice and comes to {a}.",
        "fr": "{name} combat sans dé et arrive à {a}.",
        "nl": "{name} vecht zonder dobbelsteen en komt op {a}.",
    },
    "hit": {
        "de": "{name} schlägt mit {card} zu und steht bei {b}.",
        "en": "{name} hits with {card} and stands at {b}.",
        "fr": "{name} frappe avec {card} et en est à {b}.",
        "nl": "{name} slaat toe met {card} en staat op {b}.",
    },
    "passed": {
        "de": "{name} passt.",
        "en": "{name} passes.",
        "fr": "{name} passe.",
        "nl": "{name} past.",
    },
    "won_fight": {
        "de": "{name} gewinnt den Kampf mit {a} und sieht alle Hände.",
        "en": "{name} wins the fight with {a} and sees all hands.",
        "fr": "{name} gagne le combat avec {a} et voit toutes les mains.",
        "nl": "{name} wint het gevecht met {a} en ziet alle handen.",
    },
    "won_fight_tie": {
        "de": "Gleichstand: {name} hat angegriffen, gewinnt (mit {a}) und sieht alle Hände.",
        "en": "A tie: {name} attacked, so wins (with {a}) and sees all hands.",
        "fr": "Égalité : {name} a attaqué, gagne donc (avec {a}) et voit toutes les mains.",
        "nl": "Gelijk: {name} viel aan, wint dus (met {a}) en ziet alle handen.",
    },
    "lost_fight": {
        "de": "{name} verliert den Kampf und hat nun an Erfahrung: {a}.",
        "en": "{name} loses the fight and has this much experience now: {a}.",
        "fr": "{name} perd le combat et a maintenant cette expérience : {a}.",
        "nl": "{name} verliest het gevecht en heeft nu aan ervaring: {a}.",
    },
    "saw": {
        "de": "In der Hand von {name}: {cards}.",
        "en": "In the hand of {name}: {cards}.",
        "fr": "Dans la main de {name} : {cards}.",
        "nl": "In de hand van {name}: {cards}.",
    },
    "threw": {
        "de": "{name} wirft {card} von {other} weg.",
        "en": "{name} throws {card} of {other} away.",
        "fr": "{name} jette {card} de {other}.",
        "nl": "{name} gooit {card} van {other} weg.",
    },
    "gave": {
        "de": "{card} wandert von {name} in die Hand von {other}.",
        "en": "{card} goes from {name} into the hand of {other}.",
        "fr": "{card} passe de {name} à la main de {other}.",
        "nl": "{card} gaat van {name} naar de hand van {other}.",
    },
    "gave_hidden": {
        "de": "Eine Handkarte von {name} wandert zu {other}.",
        "en": "A hand card of {name} changes over to {other}.",
        "fr": "Une carte de la main de {name} va chez {other}.",
        "nl": "Een handkaart van {name} verhuist naar {other}.",
    },
    "put_in_head": {
        "de": "{card} wandert von {name} in den Kopf von {other}.",
        "en": "{card} goes from {name} into the head of {other}.",
        "fr": "{card} passe de {name} à la tête de {other}.",
        "nl": "{card} gaat van {name} naar het hoofd van {other}.",
    },
    "kept": {
        "de": "{name} ist mit der Beute fertig.",
        "en": "{name} is done with the spoils.",
        "fr": "{name} en a fini avec le butin.",
        "nl": "{name} is klaar met de buit.",
    },
    "installed": {
        "de": "{name} setzt sich {card} ein; Punkte: {b}.",
        "en": "{name} installs {card}; points left: {b}.",
        "fr": "{name} s'installe {card} ; points restants : {b}.",
        "nl": "{name} zet {card} in het hoofd; punten over: {b}.",
    },
    "threw_brain": {
        "de": "{name} wirft das alte Gehirn hinaus: {card}.",
        "en": "{name} throws the old brain out: {card}.",
        "fr": "{name} jette l'ancien cerveau : {card}.",
        "nl": "{name} gooit het oude brein eruit: {card}.",
    },
    "checked_holds": {
        "de": "Kupplungsprobe: {a} bei {b} Wagen, sie halten.",
        "en": "Coupling check: {a} with {b} {b:car|cars}, they hold.",
        "fr": "Test des attelages : {a} pour {b} {b:voiture|voitures}, ils tiennent.",
        "nl": "Koppelingsproef: {a} bij {b} {b:wagen|wagens}, ze houden.",
    },
    "checked_breaks": {
        "de": "Kupplungsprobe: {a} bei {b} Wagen, eine reißt!",
        "en": "Coupling check: {a} with {b} {b:car|cars}, one breaks!",
        "fr": "Test des attelages : {a} pour {b} {b:voiture|voitures}, l'un casse !",
        "nl": "Koppelingsproef: {a} bij {b} {b:wagen|wagens}, er breekt er een!",
    },
    "lost_car": {
        "de": "Der letzte Wagen bleibt zurück; übrig: {b}.",
        "en": "The last car is left behind; cars left: {b}.",
        "fr": "La dernière voiture est perdue ; il en reste : {b}.",
        "nl": "De laatste wagen blijft achter; over: {b}.",
    },
    "fell": {
        "de": "{name} läuft jetzt hinter dem Zug her.",
        "en": "{name} runs behind the train now.",
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
        "en": "The train stands still.",
        "fr": "Le train est à l'arrêt.",
        "nl": "De trein staat stil.",
    },
    "won": {
        "de": "{name} gewinnt mit einem IQ von {a}!",
        "en": "{name} wins with an IQ of {a}!",
        "fr": "{name} gagne avec un QI de {a} !",
        "nl": "{name} wint met een IQ van {a}!",
    },
    "shared": {
        "de": "{name} teilt sich den Sieg mit einem IQ von {a}.",
        "en": "{name} shares the win with an IQ of {a}.",
        "fr": "{name} partage la victoire avec un QI de {a}.",
        "nl": "{name} deelt de winst met een IQ van {a}.",
    },
    "all_lose": {
        "de": "Niemand hat ein Gehirn, das zählt: Alle verlieren.",
        "en": "Nobody has a brain that counts: all lose.",
        "fr": "Personne n'a de cerveau qui compte : tous perdent.",
        "nl": "Niemand heeft een brein dat telt: allen verliezen.",
    },
    "shuffled": {
        "de": "Die abgeworfenen Karten werden gemischt: {a}.",
        "en": "The discards are shuffled: {a}.",
        "fr": "Les défausses sont mélangées : {a}.",
        "nl": "De aflegstapel wordt geschud: {a}.",
    },
    "limit_reached": {
        "de": "Nach {a} {a:Spielzug|Spielzügen} wird gewertet.",
        "en": "After {a} {a:turn|turns} the game is scored.",
        "fr": "Après {a} {a:tour|tours}, on compte.",
        "nl": "Na {a} {a:beurt|beurten} wordt geteld.",
    },
    "called_off": {
        "de": "Die Partie wird abgebrochen.",
        "en": "The game is called off.",
        "fr": "La partie est arrêtée.",
        "nl": "Het spel wordt afgebroken.",
    },
}
