"""Everything Die Zwergenzugfahrt says, in German, English, French and Dutch."""

from __future__ import annotations

TITLE = dict.fromkeys(("de", "en", "fr", "nl"), "Die Zwergenzugfahrt")

CLAN_NAMES = {
    "0": {"de": "Rot", "en": "Red", "fr": "Rouge", "nl": "Rood"},
    "1": {"de": "Grün", "en": "Green", "fr": "Vert", "nl": "Groen"},
}

COIN = {
    "0": {"de": "Rot", "en": "red", "fr": "rouge", "nl": "rood"},
    "1": {"de": "Grün", "en": "green", "fr": "vert", "nl": "groen"},
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

WHY_NOT = {
    "over": {
        "de": "Die Partie ist zu Ende (Z13, Z14).",
        "en": "The game is over (Z13, Z14).",
        "fr": "La partie est terminée (Z13, Z14).",
        "nl": "Het spel is afgelopen (Z13, Z14).",
    },
    "unknown": {
        "de": "Diese Aktion gibt es in diesem Spiel nicht.",
        "en": "There is no such action in this game.",
        "fr": "Cette action n'existe pas dans ce jeu.",
        "nl": "Deze actie bestaat niet in dit spel.",
    },
    "table_only": {
        "de": "Das kann nur der Tisch tun, kein Spieler in seinem Zug.",
        "en": "Only the table can do that, not a player during a turn.",
        "fr": "Seule la table peut faire cela, pas un joueur pendant son tour.",
        "nl": "Dat kan alleen de tafel doen, geen speler tijdens een beurt.",
    },
    "no_clock": {
        "de": "Diese Partie wird ohne Uhr gespielt (Z14): Nur ein Spiel auf Zeit läuft ab.",
        "en": "This game is played without a clock (Z14): only a game against the clock runs out.",
        "fr": "Cette partie se joue sans pendule (Z14) : seule une partie au temps s'écoule.",
        "nl": "Dit spel wordt zonder klok gespeeld (Z14): alleen een spel op tijd loopt af.",
    },
    "no_field": {
        "de": "{field} liegt nicht auf diesem Spielplan (Z2).",
        "en": "{field} is not on this board (Z2).",
        "fr": "{field} n'existe pas sur ce plateau (Z2).",
        "nl": "{field} ligt niet op dit bord (Z2).",
    },
    "conductor_waits": {
        "de": "Der Schaffner wartet (Z12): Wähle zuerst, welches Schild er mitnimmt.",
        "en": "The conductor is waiting (Z12): first choose which sign he takes.",
        "fr": "Le contrôleur attend (Z12) : choisissez d'abord le panneau qu'il enlève.",
        "nl": "De conducteur wacht (Z12): kies eerst welk bordje hij meeneemt.",
    },
    "conductor_not_here": {
        "de": "Gerade kommt kein Schaffner (Z12): Er kommt nach jedem siebten Zug.",
        "en": "There is no conductor now (Z12): he comes after every seventh turn.",
        "fr": "Le contrôleur n'est pas là (Z12) : il passe après chaque septième tour.",
        "nl": "Er is nu geen conducteur (Z12): hij komt na elke zevende beurt.",
    },
    "conductor_no_sign": {
        "de": "Auf {field} liegt kein Schild von {clan} (Z12): Wähle eines, das dort liegt.",
        "en": "There is no sign of {clan} on {field} (Z12): choose one that lies there.",
        "fr": "Il n'y a pas de panneau de {clan} en {field} (Z12) : choisissez-en un qui y soit.",
        "nl": "Op {field} ligt geen bordje van {clan} (Z12): kies er een dat er ligt.",
    },
    "can_act": {
        "de": "Passen darf nur, wer nichts tun kann (Z3, Z10).",
        "en": "Only a clan that cannot do anything may pass (Z3, Z10).",
        "fr": "Seul un clan qui ne peut rien faire a le droit de passer (Z3, Z10).",
        "nl": "Alleen wie niets kan doen mag passen (Z3, Z10).",
    },
    "no_dwarf": {
        "de": "Auf {field} steht niemand (Z4): Wähle ein Feld mit einer eigenen Figur.",
        "en": "Nobody stands on {field} (Z4): choose a field with one of your dwarves.",
        "fr": "Il n'y a personne en {field} (Z4) : choisissez une case avec un de vos nains.",
        "nl": "Op {field} staat niemand (Z4): kies een veld met een eigen dwerg.",
    },
    "rival_dwarf": {
        "de": "Auf {field} steht eine Figur von {clan} (Z4): Du bewegst nur deinen Clan.",
        "en": "The dwarf on {field} belongs to {clan} (Z4): you move only your own clan.",
        "fr": "Le nain en {field} est à {clan} (Z4) : vous ne déplacez que votre clan.",
        "nl": "De dwerg op {field} is van {clan} (Z4): je verplaatst alleen je eigen clan.",
    },
    "edge": {
        "de": "Neben {field} endet dort der Spielplan (Z1).",
        "en": "The board ends there beside {field} (Z1).",
        "fr": "Le plateau s'arrête là à côté de {field} (Z1).",
        "nl": "Naast {field} houdt het bord daar op (Z1).",
    },
    "wall": {
        "de": "Zwischen {field} und {goal} ist die Wand des Zuges (Z1): Nimm eine Tür.",
        "en": "The train's wall is between {field} and {goal} (Z1): take a door.",
        "fr": "La paroi du train sépare {field} et {goal} (Z1) : passez par une porte.",
        "nl": "Tussen {field} en {goal} zit de wand van de trein (Z1): neem een deur.",
    },
    "rival_home": {
        "de": "{field} ist ein Startfeld von {clan} (Z2): Dort darf nur dieser Clan hin.",
        "en": "{field} is a home of {clan} (Z2): only that clan may go there.",
        "fr": "{field} est une maison de {clan} (Z2) : seul ce clan peut y entrer.",
        "nl": "{field} is een thuisveld van {clan} (Z2): alleen die clan mag daarheen.",
    },
    "own_dwarf_there": {
        "de": "Auf {field} steht schon eine eigene Figur (Z4).",
        "en": "One of your own dwarves already stands on {field} (Z4).",
        "fr": "Un de vos nains se trouve déjà en {field} (Z4).",
        "nl": "Op {field} staat al een eigen dwerg (Z4).",
    },
    "rival_there": {
        "de": "Auf {field} steht eine Figur von {clan} (Z4): "
        "Dorthin kommst du nur mit einem Kick ({kick}).",
        "en": "A dwarf of {clan} stands on {field} (Z4): you get there only by a kick ({kick}).",
        "fr": "Un nain de {clan} se trouve en {field} (Z4) : "
        "on n'y va qu'en le bousculant ({kick}).",
        "nl": "Op {field} staat een dwerg van {clan} (Z4): daar kom je alleen met een schop "
        "({kick}).",
    },
    "seat_taken": {
        "de": "Auf dem Sitz {field} sitzt schon jemand (Z4, Z5): Wer sitzt, ist sicher.",
        "en": "Somebody already sits on {field} (Z4, Z5): who sits is safe.",
        "fr": "Quelqu'un est déjà assis en {field} (Z4, Z5) : qui est assis est à l'abri.",
        "nl": "Op {field} zit al iemand (Z4, Z5): wie zit, is veilig.",
    },
    "signed": {
        "de": "Auf {field} liegt ein Schild (Z11): "
        "Dort setzt sich niemand, auch der eigene Clan nicht.",
        "en": "There is a sign on {field} (Z11): nobody sits down there, not even its own clan.",
        "fr": "Il y a un panneau en {field} (Z11) : personne ne s'y assied, même pas son clan.",
        "nl": "Op {field} ligt een bordje (Z11): daar gaat niemand zitten, ook de eigen clan niet.",
    },
    "kick_nobody": {
        "de": "Auf {field} steht niemand, den man kicken könnte (Z8).",
        "en": "Nobody stands on {field} who could be kicked (Z8).",
        "fr": "Il n'y a personne à bousculer en {field} (Z8).",
        "nl": "Op {field} staat niemand om weg te schoppen (Z8).",
    },
    "kick_own": {
        "de": "Auf {field} steht eine eigene Figur (Z8): Gekickt werden nur Rivalen.",
        "en": "Your own dwarf stands on {field} (Z8): only rivals are kicked.",
        "fr": "C'est un de vos nains en {field} (Z8) : on ne bouscule que les rivaux.",
        "nl": "Op {field} staat een eigen dwerg (Z8): alleen rivalen worden weggeschopt.",
    },
    "kick_seat": {
        "de": "{field} ist ein Sitz (Z5, Z8): Wer sitzt, ist sicher.",
        "en": "{field} is a seat (Z5, Z8): who sits is safe.",
        "fr": "{field} est une place assise (Z5, Z8) : qui est assis est à l'abri.",
        "nl": "{field} is een zitplaats (Z5, Z8): wie zit, is veilig.",
    },
    "kick_home": {
        "de": "{field} ist ein Startfeld (Z8): Zu Hause wird niemand gekickt.",
        "en": "{field} is a home (Z8): nobody is kicked at home.",
        "fr": "{field} est une maison (Z8) : on ne bouscule personne chez lui.",
        "nl": "{field} is een thuisveld (Z8): thuis wordt niemand weggeschopt.",
    },
    "no_seat": {
        "de": "{field} ist kein Sitz (Z6): Schilder liegen nur auf Sitzen.",
        "en": "{field} is no seat (Z6): signs lie only on seats.",
        "fr": "{field} n'est pas une place assise (Z6) : "
        "les panneaux ne se posent que sur les places.",
        "nl": "{field} is geen zitplaats (Z6): bordjes liggen alleen op zitplaatsen.",
    },
    "no_stock": {
        "de": "Dein Clan hat kein Schild mehr im Vorrat (Z6).",
        "en": "Your clan has no sign left in stock (Z6).",
        "fr": "Votre clan n'a plus de panneau en réserve (Z6).",
        "nl": "Je clan heeft geen bordje meer in voorraad (Z6).",
    },
    "reserve_occupied": {
        "de": "Auf {field} sitzt schon jemand (Z6).",
        "en": "Somebody already sits on {field} (Z6).",
        "fr": "Quelqu'un est déjà assis en {field} (Z6).",
        "nl": "Op {field} zit al iemand (Z6).",
    },
    "reserve_signed": {
        "de": "Auf {field} liegt schon ein Schild (Z6).",
        "en": "There is already a sign on {field} (Z6).",
        "fr": "Il y a déjà un panneau en {field} (Z6).",
        "nl": "Op {field} ligt al een bordje (Z6).",
    },
    "reserve_far": {
        "de": "Neben {field} steht keine eigene Figur (Z1, Z6): Geh zuerst dorthin.",
        "en": "None of your dwarves stands beside {field} (Z1, Z6): go there first.",
        "fr": "Aucun de vos nains n'est à côté de {field} (Z1, Z6) : allez-y d'abord.",
        "nl": "Naast {field} staat geen eigen dwerg (Z1, Z6): ga er eerst heen.",
    },
    "reserve_wall": {
        "de": "{field} liegt hinter der Wand des Zuges (Z1, Z6): Reservieren geht nur von innen.",
        "en": "{field} lies behind the train's wall (Z1, Z6): reserve it from inside.",
        "fr": "{field} est derrière la paroi du train (Z1, Z6) : réservez depuis l'intérieur.",
        "nl": "{field} ligt achter de wand van de trein (Z1, Z6): reserveer van binnenuit.",
    },
    "take_none": {
        "de": "Auf {field} liegt kein Schild (Z7).",
        "en": "There is no sign on {field} (Z7).",
        "fr": "Il n'y a pas de panneau en {field} (Z7).",
        "nl": "Op {field} ligt geen bordje (Z7).",
    },
    "take_own": {
        "de": "Das Schild auf {field} ist ein eigenes (Z7): "
        "Weggenommen werden nur die des Rivalen.",
        "en": "The sign on {field} is your own (Z7): only the rival's are taken away.",
        "fr": "Le panneau en {field} est à vous (Z7) : on n'enlève que ceux du rival.",
        "nl": "Het bordje op {field} is van jezelf (Z7): alleen die van de rivaal haal je weg.",
    },
    "take_sixth": {
        "de": "Dein Clan hat schon {takes} Schilder weggenommen (Z7): Mehr geht in einer Partie "
        "nicht.",
        "en": "Your clan has already taken {takes} signs away (Z7): that is all for one game.",
        "fr": "Votre clan a déjà enlevé {takes} panneaux (Z7) : c'est tout pour une partie.",
        "nl": "Je clan heeft al {takes} bordjes weggehaald (Z7): meer mag niet in één spel.",
    },
    "take_far": {
        "de": "Neben dem Schild auf {field} steht keine eigene Figur (Z1, Z7): Geh zuerst dorthin.",
        "en": "None of your dwarves stands beside the sign on {field} (Z1, Z7): go there first.",
        "fr": "Aucun de vos nains n'est à côté du panneau en {field} (Z1, Z7) : allez-y d'abord.",
        "nl": "Naast het bordje op {field} staat geen eigen dwerg (Z1, Z7): ga er eerst heen.",
    },
    "take_wall": {
        "de": "Das Schild auf {field} liegt hinter der Wand des Zuges (Z1, Z7): "
        "Wegnehmen geht nur von innen.",
        "en": "The sign on {field} lies behind the train's wall (Z1, Z7): take it from inside.",
        "fr": "Le panneau en {field} est derrière la paroi du train (Z1, Z7) : "
        "enlevez-le de l'intérieur.",
        "nl": "Het bordje op {field} ligt achter de wand van de trein (Z1, Z7): "
        "haal het van binnenuit weg.",
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
