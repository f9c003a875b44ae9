"""What the server says to people, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.server.proof_texts import PROOF
from spielzug.server.proof_texts import in_four as _t

ERRORS = {
    # -- requests ---------------------------------------------------------------------------------
    "not_found": _t(
        "Hier gibt es nichts.",
        "There is nothing here.",
        "Il n'y a rien ici.",
        "Hier is niets.",
    ),
    "wrong_method": _t(
        "So lässt sich diese Adresse nicht ansprechen.",
        "This address cannot be used in that way.",
        "Cette adresse ne s'utilise pas ainsi.",
        "Zo kan dit adres niet worden gebruikt.",
    ),
    "bad_request": _t(
        "Die Anfrage ist nicht zu verstehen (Feld: {field}).",
        "The request cannot be understood (field: {field}).",
        "La requête est incompréhensible (champ : {field}).",
        "Het verzoek is niet te begrijpen (veld: {field}).",
    ),
    "too_large": _t(
        "Die Nachricht ist zu groß: höchstens {limit} Bytes.",
        "The message is too large: at most {limit} bytes.",
        "Le message est trop grand : {limit} octets au plus.",
        "Het bericht is te groot: hoogstens {limit} bytes.",
    ),
    "too_fast": _t(
        "Das waren zu viele Anfragen; warte bitte einen Augenblick.",
        "Those were too many requests; please wait a moment.",
        "Trop de requêtes ; veuillez patienter un instant.",
        "Dat waren te veel verzoeken; wacht even.",
    ),
    "signals_too_fast": _t(
        "Das waren viele Zeichen auf einmal; bitte ein paar Sekunden warten.",
        "Those were many signals at once; please wait a few seconds.",
        "Cela fait beaucoup de signaux à la fois ; attendez quelques secondes.",
        "Dat waren veel seinen tegelijk; wacht een paar seconden.",
    ),
    "too_many_connections": _t(
        "Aus diesem Netz sind hier schon sehr viele Verbindungen offen. Schließ bitte einige Seiten und versuch es gleich noch einmal.",
        "Very many connections from this network are open here already. Please close some pages and try again in a moment.",
        "De très nombreuses connexions de ce réseau sont déjà ouvertes ici. Fermez quelques pages et réessayez dans un instant.",
        "Vanuit dit netwerk staan hier al heel veel verbindingen open. Sluit een paar pagina's en probeer het zo nog eens.",
    ),
    "full": _t(
        "Hier sind gerade so viele zu Gast, dass kein Platz mehr frei ist; versuch es bitte gleich noch einmal.",
        "So many guests are here just now that there is no room left; please try again in a moment.",
        "Il y a tant de monde ici qu'il ne reste plus de place ; réessayez dans un instant.",
        "Er zijn hier nu zoveel gasten dat er geen plek meer is; probeer het zo nog eens.",
    ),
    "wrong_origin": _t(
        "Diese Anfrage kam von einer fremden Seite und wurde nicht ausgeführt.",
        "This request came from a foreign page and was not carried out.",
        "Cette requête vient d'une page étrangère et n'a pas été exécutée.",
        "Dit verzoek kwam van een vreemde pagina en is niet uitgevoerd.",
    ),
    "lab_closed": _t(
        "Das Labor ist für den Menschen, dem der Rechner gehört: Starte Spielzug auf dem eigenen Rechner (spielzug serve) und öffne es dort.",
        "The Lab is for the owner of the machine: start Spielzug on your own (spielzug serve) and open it there.",
        "Le Labo est réservé à la personne à qui appartient la machine : lancez Spielzug sur la vôtre (spielzug serve) et ouvrez-le là.",
        "Het Lab is voor de eigenaar van de computer: start Spielzug op je eigen computer (spielzug serve) en open het daar.",
    ),
    "lab_busy": _t(
        "Im Labor läuft schon ein Vergleich; warte auf ihn oder halte ihn an.",
        "The Lab is busy with a comparison; wait for it, or stop it.",
        "Une comparaison est déjà en cours au Labo ; attendez-la ou arrêtez-la.",
        "In het Lab loopt al een vergelijking; wacht erop of stop die.",
    ),
    "no_report": _t(
        "Diesen Bericht gibt es nicht (mehr): Das Labor behält die letzten, solange der Server läuft.",
        "There is no such report (any more): the Lab keeps the last ones while the server runs.",
        "Ce rapport n'existe pas (ou plus) : le Labo garde les derniers tant que le serveur tourne.",
        "Dit verslag is er niet (meer): het Lab bewaart de laatste zolang de server draait.",
    ),
    "internal": _t(
        "Da ist dem Server ein Fehler passiert; er steht in seinem Protokoll. Lade die Seite neu, um zu sehen, wie es steht.",
        "The server made a mistake; its log tells which. Load the page again to see how things stand.",
        "Le serveur a fait une erreur, notée dans son journal. Rechargez la page pour voir où en est la partie.",
        "De server heeft een fout gemaakt; die staat in zijn logboek. Laad de pagina opnieuw om te zien hoe het staat.",
    ),
    "file_damaged": _t(
        "Die Datei des Servers ist beschädigt und hier nicht zu lesen. Wer ihn betreibt, braucht eine Sicherungskopie.",
        "The server's file is damaged and cannot be read here. Whoever runs the server needs a backup of it.",
        "Le fichier du serveur est endommagé et illisible ici. La personne qui gère le serveur a besoin d'une copie de sauvegarde.",
        "Het bestand van de server is beschadigd en hier niet te lezen. Wie de server beheert, heeft een reservekopie nodig.",
    ),
    "cannot_save": _t(
        "Das konnte nicht gespeichert werden: Die Platte des Servers ist voll oder lässt sich nicht beschreiben. Nichts ist verloren; versuch es gleich noch einmal.",
        "This could not be saved: the server's disk is full or cannot be written. Nothing is lost; try again in a moment.",
        "Impossible d'enregistrer : le disque du serveur est plein ou protégé. Rien n'est perdu ; réessayez dans un instant.",
        "Dit kon niet worden opgeslagen: de schijf van de server is vol of niet te beschrijven. Er is niets verloren; probeer het zo nog eens.",
    ),
    "cannot_load": _t(
        "Der Server kann diesen Tisch gerade nicht aus seiner Datei lesen. Nichts ist verloren; versuch es gleich noch einmal.",
        "The server cannot read this table from its file just now. Nothing is lost; try again in a moment.",
        "Le serveur ne peut pas lire cette table dans son fichier pour l'instant. Rien n'est perdu ; réessayez dans un instant.",
        "De server kan deze tafel nu niet uit zijn bestand lezen. Er is niets verloren; probeer het zo nog eens.",
    ),
    "unknown_message": _t(
        "Diese Nachricht ist unbekannt.",
        "This message is unknown.",
        "Ce message est inconnu.",
        "Dit bericht is onbekend.",
    ),
    # -- making a table ---------------------------------------------------------------------------
    "no_game": _t(
        "Das Spiel „{name}“ gibt es hier nicht.",
        "There is no game “{name}” here.",
        "Le jeu « {name} » n'existe pas ici.",
        "Het spel “{name}” is hier niet.",
    ),
    "no_figures": _t(
        "Zu {game} gibt es hier noch keine Zahlen.",
        "There are no figures of {game} here yet.",
        "Il n'y a pas encore de chiffres sur {game} ici.",
        "Van {game} zijn hier nog geen cijfers.",
    ),
    "no_lesson": _t(
        "{game} hat keine Lektion „{name}“. Auf der Seite „Lernen“ stehen alle.",
        "{game} has no lesson “{name}”. The page “Learn” has them all.",
        "{game} n'a pas de leçon « {name} ». Elles sont toutes sur la page « Apprendre ».",
        "{game} heeft geen les “{name}”. Op de pagina “Leren” staan ze allemaal.",
    ),
    "no_lesson_step": _t(
        "Die Lektion „{lesson}“ hat keinen Schritt „{name}“. Auf der Seite „Lernen“ stehen alle.",
        "The lesson “{lesson}” has no step “{name}”. The page “Learn” has them all.",
        "La leçon « {lesson} » n'a pas d'étape « {name} ». "
        "Elles sont toutes sur la page « Apprendre ».",
        "De les “{lesson}” heeft geen stap “{name}”. Op de pagina “Leren” staan ze allemaal.",
    ),
    "no_puzzle": _t(
        "{game} hat kein Rätsel „{name}“. Auf der Seite „Rätsel“ stehen alle.",
        "{game} has no puzzle “{name}”. The page “Puzzles” has them all.",
        "{game} n'a pas de problème « {name} ». Ils sont tous sur la page « Problèmes ».",
        "{game} heeft geen puzzel “{name}”. Op de pagina “Puzzels” staan ze allemaal.",
    ),
    "leads_nowhere": _t(
        "Eine der Entscheidungen davor führt nicht weiter. Beginne von vorn.",
        "One of the choices before does not lead on. Begin again.",
        "L'un des choix précédents ne mène pas plus loin. Recommencez.",
        "Een van de keuzes ervoor leidt niet verder. Begin opnieuw.",
    ),
    "no_bot": _t(
        "Den Bot „{name}“ gibt es nicht.",
        "There is no bot “{name}”.",
        "Le bot « {name} » n'existe pas.",
        "De bot “{name}” bestaat niet.",
    ),
    "net_misfit": _t(
        "Der Netzbot hat dieses Spiel so nicht gelernt (Karten, Regeln, Optionen, Plätze); nehmt einen anderen Bot.",
        "The net bot has not learned this game like that (cards, rules, options, seats); take another bot.",
        "Le bot réseau n'a pas appris ce jeu ainsi (cartes, règles, options, places) ; prenez un autre bot.",
        "De netbot heeft dit spel zo niet geleerd (kaarten, regels, opties, plaatsen); neem een andere bot.",
    ),
    "bad_option": _t(
        "Die Option {name} kann nicht {value} sein; möglich ist: {values}.",
        "The option {name} cannot be {value}; possible: {values}.",
        "L'option {name} ne peut pas être {value} ; possible : {values}.",
        "De optie {name} kan niet {value} zijn; mogelijk: {values}.",
    ),
    "no_option": _t(
        "Die Option „{name}“ gibt es in diesem Spiel nicht.",
        "This game has no option “{name}”.",
        "Ce jeu n'a pas d'option « {name} ».",
        "Dit spel heeft geen optie “{name}”.",
    ),
    "options_clash": _t(
        "Diese Optionen passen nicht zueinander: {names}.",
        "These options do not fit together: {names}.",
        "Ces options ne vont pas ensemble : {names}.",
        "Deze opties passen niet bij elkaar: {names}.",
    ),
    "options_and_seats": _t(
        "Die Optionen passen nicht zu {count} Plätzen.",
        "The options do not fit {count} seats.",
        "Les options ne conviennent pas à {count} places.",
        "De opties passen niet bij {count} plaatsen.",
    ),
    "wrong_seats": _t(
        "Dieses Spiel ist für {low} bis {high} Plätze, nicht für {count}.",
        "This game is for {low} to {high} seats, not {count}.",
        "Ce jeu est pour {low} à {high} places, pas {count}.",
        "Dit spel is voor {low} tot {high} plaatsen, niet {count}.",
    ),
    "too_many_tables": _t(
        "Von diesem Gerät laufen schon {limit} Spiele; beende bitte erst einige.",
        "This device already has {limit} games running; please finish some first.",
        "Cet appareil a déjà {limit} parties en cours ; terminez-en d'abord.",
        "Op dit apparaat lopen al {limit} spellen; maak er eerst een paar af.",
    ),
    # -- at a table -------------------------------------------------------------------------------
    "no_table": _t(
        "Diesen Tisch gibt es nicht (mehr).",
        "This table does not exist (any more).",
        "Cette table n'existe pas (ou plus).",
        "Deze tafel bestaat niet (meer).",
    ),
    "other_rules": _t(
        "Dieses Spiel wurde nach Regelfassung {version} begonnen; dieser Server kennt Fassung {known}.",
        "This game was begun by rules version {version}; this server knows version {known}.",
        "Cette partie a commencé avec la version {version} des règles ; ce serveur connaît la version {known}.",
        "Dit spel is begonnen met regelversie {version}; deze server kent versie {known}.",
    ),
    "other_set": _t(
        "Dieses Spiel braucht ein Kartenset, das dieser Server nicht geladen hat: {reason}",
        "This game needs a set of cards that this server has not loaded: {reason}",
        "Cette partie demande un jeu de cartes que ce serveur n'a pas chargé : {reason}",
        "Dit spel vraagt een kaartenset die deze server niet heeft geladen: {reason}",
    ),
    "damaged": _t(
        "Das Protokoll dieses Tisches führt nicht zur gespeicherten Stellung; er lässt sich nicht fortsetzen.",
        "The log of this table does not lead to the stored position; it cannot be continued.",
        "Le journal de cette table ne mène pas à la position enregistrée ; elle ne peut pas continuer.",
        "Het logboek van deze tafel leidt niet naar de bewaarde stelling; ze kan niet verder.",
    ),
    "not_your_seat": _t(
        "Dieser Platz gehört nicht zu diesem Gerät.",
        "This seat does not belong to this device.",
        "Cette place n'appartient pas à cet appareil.",
        "Deze plaats hoort niet bij dit apparaat.",
    ),
    "not_your_turn": _t(
        "Dieser Platz ist gerade nicht dran.",
        "It is not this seat's turn.",
        "Ce n'est pas le tour de cette place.",
        "Deze plaats is nu niet aan de beurt.",
    ),
    "no_hints": _t(
        "An diesem Tisch sind keine Tipps erlaubt. Wer einen Tisch eröffnet, kann sie dort erlauben.",
        "Hints are not allowed at this table. Whoever opens a table can allow them there.",
        "Les conseils ne sont pas permis à cette table. On peut les permettre en ouvrant une table.",
        "Aan deze tafel zijn geen tips toegestaan. Wie een tafel opent, kan ze daar toestaan.",
    ),
    "not_at_table": _t(
        "Das dürfen nur die, die am Tisch sitzen.",
        "Only those sitting at the table may do this.",
        "Seules les personnes assises à la table peuvent le faire.",
        "Dat mag alleen wie aan tafel zit.",
    ),
    "not_creator": _t(
        "Das darf nur, wer den Tisch eröffnet hat.",
        "Only the one who opened the table may do this.",
        "Seule la personne qui a ouvert la table peut le faire.",
        "Dat mag alleen wie de tafel heeft geopend.",
    ),
    "too_late": _t(
        "Inzwischen ist am Tisch schon etwas anderes geschehen.",
        "Something else has happened at the table meanwhile.",
        "Entre-temps, autre chose s'est passé à la table.",
        "Intussen is er al iets anders aan tafel gebeurd.",
    ),
    "cannot_read": _t(
        "„{text}“ ist keine Aktion dieses Spiels.",
        "“{text}” is no action of this game.",
        "« {text} » n'est pas une action de ce jeu.",
        "“{text}” is geen actie van dit spel.",
    ),
    "not_allowed": _t(
        "Das ist jetzt nicht erlaubt.",
        "This is not allowed now.",
        "Ce n'est pas permis maintenant.",
        "Dat mag nu niet.",
    ),
    "nothing_to_undo": _t(
        "Hier lässt sich nichts zurücknehmen: Seither hat jemand anderes entschieden oder etwas erfahren.",
        "Nothing can be taken back here: someone else has decided or learned something since.",
        "Rien ne peut être repris ici : depuis, quelqu'un a décidé ou appris quelque chose.",
        "Hier kan niets worden teruggenomen: sindsdien heeft iemand beslist of iets gezien.",
    ),
    "too_many_undos": _t(
        "In diesem Spiel wurde schon {limit}-mal etwas zurückgenommen; ab jetzt gilt, was gewählt ist.",
        "Something was taken back {limit} times in this game already; from now on choices stand.",
        "Dans cette partie, on a déjà repris un choix {limit} fois ; désormais, les choix comptent.",
        "In dit spel is al {limit} keer iets teruggenomen; vanaf nu blijft een keuze staan.",
    ),
    "log_too_long": _t(
        "Das Protokoll dieses Spiels hat {limit} Einträge; ab jetzt gilt, was gewählt ist.",
        "The log of this game has {limit} entries; from now on choices stand.",
        "Le journal de cette partie a {limit} lignes ; désormais, les choix comptent.",
        "Het logboek van dit spel heeft {limit} regels; vanaf nu blijft een keuze staan.",
    ),
    "cannot_resign": _t(
        "Aufgeben geht in diesem Spiel nicht; der Platz kann einem Bot überlassen werden.",
        "Resigning is not possible in this game; the seat can be left to a bot.",
        "On ne peut pas abandonner dans ce jeu ; la place peut être laissée à un bot.",
        "Opgeven kan niet in dit spel; de plaats kan aan een bot worden overgelaten.",
    ),
    "cannot_abandon": _t(
        "Dieses Spiel lässt sich nicht abbrechen.",
        "This game cannot be called off.",
        "Cette partie ne peut pas être interrompue.",
        "Dit spel kan niet worden afgebroken.",
    ),
    "can_be_won": _t(
        "Dieses Spiel kann noch jemand gewinnen.",
        "Somebody can still win this game.",
        "Quelqu'un peut encore gagner cette partie.",
        "Iemand kan dit spel nog winnen.",
    ),
    "not_started": _t(
        "Das Spiel hat noch nicht begonnen.",
        "The game has not begun yet.",
        "La partie n'a pas encore commencé.",
        "Het spel is nog niet begonnen.",
    ),
    "already_started": _t(
        "Das Spiel hat schon begonnen.",
        "The game has already begun.",
        "La partie a déjà commencé.",
        "Het spel is al begonnen.",
    ),
    "still_running": _t(
        "Das Spiel läuft noch; das gibt es erst nach dem Ende.",
        "The game is still running; this comes after its end.",
        "La partie est en cours ; cela viendra après la fin.",
        "Het spel loopt nog; dit komt pas na het einde.",
    ),
    "no_result": _t(
        "Dieses Spiel wurde abgebrochen und hat kein Ergebnis; einen Rückblick gibt es nur für Spiele, die zu Ende gespielt sind.",
        "This game was called off and has no result; a review is only for games that were played to their end.",
        "Cette partie a été interrompue et n'a pas de résultat ; un bilan n'est possible que pour une partie jouée jusqu'au bout.",
        "Dit spel is afgebroken en heeft geen uitslag; een terugblik is er alleen voor spellen die zijn uitgespeeld.",
    ),
    "review_failed": _t(
        "Der Rückblick ist zweimal abgebrochen. Du kannst ihn noch einmal anfordern; der Server hat notiert, warum.",
        "The review broke off twice. You can ask for it again; the server has noted why.",
        "Le bilan s'est interrompu deux fois. Vous pouvez le redemander ; le serveur a noté pourquoi.",
        "De terugblik is twee keer afgebroken. Je kunt er opnieuw om vragen; de server heeft genoteerd waarom.",
    ),
    "over": _t(
        "Das Spiel ist zu Ende.",
        "The game is over.",
        "La partie est terminée.",
        "Het spel is afgelopen.",
    ),
    "seat_left": _t(
        "Auf diesem Platz spielt gerade ein Bot; nimm ihn erst wieder ein.",
        "A bot is playing at this seat; take it back first.",
        "Un bot joue à cette place ; revenez d'abord.",
        "Op deze plaats speelt nu een bot; neem ze eerst terug.",
    ),
    "nobody_missed": _t(
        "Auf diesem Platz fehlt niemand.",
        "Nobody is missing at this seat.",
        "Personne ne manque à cette place.",
        "Op deze plaats ontbreekt niemand.",
    ),
    "still_here": _t(
        "{name} ist da; nur wer weg ist, kann vertreten werden.",
        "{name} is here; a bot can only stand in for somebody who is away.",
        "{name} est là ; un bot ne remplace que les absents.",
        "{name} is er; een bot valt alleen in voor wie weg is.",
    ),
    "not_waited_for": _t(
        "{name} ist nicht dran; erst wenn auf jemanden gewartet wird, kann ein Bot einspringen.",
        "It is not {name}'s turn; a bot can stand in only for somebody who is waited for.",
        "Ce n'est pas à {name} de jouer ; un bot ne remplace que ceux que l'on attend.",
        "{name} is niet aan de beurt; een bot valt alleen in voor wie op zich laat wachten.",
    ),
    "no_grace": _t(
        "An diesem Tisch wird auf alle gewartet; das wurde beim Eröffnen so gewählt.",
        "At this table everybody is waited for; that was chosen when it was opened.",
        "À cette table, on attend tout le monde ; c'était le choix à l'ouverture.",
        "Aan deze tafel wordt op iedereen gewacht; dat is bij het openen gekozen.",
    ),
    "not_away_yet": _t(
        "{name} ist erst kurz weg; in {seconds} Sekunden kann ein Bot einspringen.",
        "{name} has not been away long; in {seconds} seconds a bot can stand in.",
        "{name} n'est pas parti depuis longtemps ; un bot pourra jouer dans {seconds} secondes.",
        "{name} is nog maar net weg; over {seconds} seconden kan een bot invallen.",
    ),
    "no_position": _t(
        "Das ist keine Stellung eines Spiels von hier ({reason}). Kopiere den ganzen Text, von der ersten geschweiften Klammer bis zur letzten.",
        "This is no position of a game that is played here ({reason}). Copy the whole text, from the first brace to the last.",
        "Ce n'est pas une position d'un jeu d'ici ({reason}). Copiez tout le texte, de la première accolade à la dernière.",
        "Dit is geen stelling van een spel van hier ({reason}). Kopieer de hele tekst, van de eerste accolade tot de laatste.",
    ),
    "no_entry": _t(
        "So weit ging dieses Spiel nicht: Sein letzter Eintrag ist {last}.",
        "This game did not go that far: its last entry is {last}.",
        "La partie n'est pas allée si loin : sa dernière entrée est la {last}.",
        "Zo ver ging dit spel niet: de laatste regel is {last}.",
    ),
    "over_there": _t(
        "Dort ist das Spiel schon zu Ende; wähle eine frühere Stellung.",
        "The game is over there already; choose an earlier position.",
        "La partie y est déjà finie ; choisissez une position plus tôt.",
        "Daar is het spel al afgelopen; kies een eerdere stelling.",
    ),
    "start_brings": _t(
        "Spiel, Optionen und Zahl der Plätze bringt die Stellung mit; andere passen nicht zu ihr.",
        "The position brings its game, its options and its number of seats; others do not fit it.",
        "La position apporte son jeu, ses options et son nombre de places ; d'autres ne lui conviennent pas.",
        "De stelling brengt haar spel, opties en aantal plaatsen mee; andere passen er niet bij.",
    ),
    "practice_alone": _t(
        "Üben kann nur, wer allein mit Bots spielt: Genau ein Platz ist ein Mensch.",
        "Practice is for one person among bots: exactly one seat is a person's.",
        "L'entraînement est pour une seule personne parmi des bots.",
        "Oefenen is voor één persoon tussen bots: precies één plaats is van een mens.",
    ),
    "seat_taken": _t(
        "Dieser Platz ist schon vergeben.",
        "This seat is already taken.",
        "Cette place est déjà prise.",
        "Deze plaats is al bezet.",
    ),
    "no_seat": _t(
        "Diesen Platz gibt es an diesem Tisch nicht.",
        "There is no such seat at this table.",
        "Cette place n'existe pas à cette table.",
        "Die plaats is er aan deze tafel niet.",
    ),
    "seat_not_empty": _t(
        "Dieser Platz wartet auf niemanden.",
        "This seat is not waiting for anyone.",
        "Cette place n'attend personne.",
        "Deze plaats wacht op niemand.",
    ),
    # -- the start of a table ---------------------------------------------------------------------
    "same_hash": _t(
        "Ein anderes Gerät hat schon dieselbe Zufallszahl festgelegt; nimm bitte eine neue.",
        "Another device has fixed the same random number already; please take a new one.",
        "Un autre appareil a déjà fixé le même nombre aléatoire ; prenez-en un nouveau.",
        "Een ander apparaat heeft al hetzelfde willekeurige getal vastgelegd; neem een nieuw.",
    ),
    "not_sealed": _t(
        "Die Startliste ist noch nicht fertig, oder sie gilt nicht mehr; eine Zufallszahl zeigt man erst danach.",
        "The start list is not ready yet, or it is void; a random number is shown only after it.",
        "La liste de départ n'est pas encore prête ou n'est plus valable ; un nombre ne se montre qu'ensuite.",
        "De startlijst is nog niet klaar of geldt niet meer; een getal wordt pas daarna getoond.",
    ),
    "other_list": _t(
        "An diesem Tisch gilt eine andere Startliste als die, die dieses Gerät kennt.",
        "Another start list holds at this table than the one this device knows.",
        "Une autre liste de départ vaut à cette table que celle que cet appareil connaît.",
        "Aan deze tafel geldt een andere startlijst dan dit apparaat kent.",
    ),
    "wrong_nonce": _t(
        "Das ist nicht die Zufallszahl, die dieses Gerät festgelegt hat.",
        "This is not the random number that this device has fixed.",
        "Ce n'est pas le nombre aléatoire que cet appareil a fixé.",
        "Dit is niet het willekeurige getal dat dit apparaat heeft vastgelegd.",
    ),
    "reveal_first": _t(
        "Das darf nur, wer am Tisch sitzt und seine Zufallszahl schon gezeigt hat.",
        "Only one who sits at the table and has shown a random number may do this.",
        "Seule une personne assise qui a déjà montré son nombre peut le faire.",
        "Dat mag alleen wie aan tafel zit en zijn getal al heeft getoond.",
    ),
    "too_many_voids": _t(
        "Dieser Start ist schon {count} Mal geplatzt; brich das Spiel ab und eröffne einen neuen Tisch.",
        "This start has come to nothing {count} times already; please call the game off and open a new table.",
        "Ce départ a déjà échoué {count} fois ; interrompez la partie et ouvrez une nouvelle table.",
        "Deze start is al {count} keer mislukt; breek het spel af en open een nieuwe tafel.",
    ),
    "not_silent": _t(
        "Auf diesen Platz wartet gerade niemand.",
        "Nobody is waiting for this seat just now.",
        "Personne n'attend cette place en ce moment.",
        "Op deze plaats wacht nu niemand.",
    ),
    "not_silent_yet": _t(
        "Dieses Gerät hat noch {seconds} Sekunden Zeit zu antworten.",
        "This device still has {seconds} seconds to answer.",
        "Cet appareil a encore {seconds} secondes pour répondre.",
        "Dit apparaat heeft nog {seconds} seconden om te antwoorden.",
    ),
    "bad_invitation": _t(
        "Diese Einladung ist nicht echt oder unvollständig; nimm bitte den ganzen Link.",
        "This invitation is not genuine or incomplete; please use the whole link.",
        "Cette invitation n'est pas authentique ou incomplète ; utilisez le lien entier.",
        "Deze uitnodiging is niet echt of onvolledig; gebruik de hele link.",
    ),
}

NAMES = {
    "player": _t("Spieler {number}", "Player {number}", "Joueur {number}", "Speler {number}"),
    "friend": _t("Gast {number}", "Friend {number}", "Invité {number}", "Gast {number}"),
    "guest": _t("Gast", "Guest", "Invité", "Gast"),
    "program": _t(
        "Programm {number}", "Program {number}", "Programme {number}", "Programma {number}"
    ),
    "bot_random": _t("Zufallsbot", "Random bot", "Bot au hasard", "Toevalsbot"),
    "bot_greedy": _t("Gieriger Bot", "Greedy bot", "Bot gourmand", "Hebberige bot"),
    "bot_beginner": _t("Anfängerbot", "Beginner bot", "Bot débutant", "Beginnersbot"),
    "bot_casual": _t("Freizeitbot", "Casual bot", "Bot amateur", "Vrijetijdsbot"),
    "bot_club": _t("Vereinsbot", "Club bot", "Bot de club", "Clubbot"),
    "bot_strong": _t("Starker Bot", "Strong bot", "Bot fort", "Sterke bot"),
    "bot_net": _t("Netzbot", "Net bot", "Bot réseau", "Netbot"),
    "bot_master": _t("Meisterbot", "Master bot", "Bot maître", "Meesterbot"),
    "bot_expert": _t("Expertenbot", "Expert bot", "Bot expert", "Expertbot"),
}

SENTENCES = {
    "began_entry": _t(
        "Eine Übung: Sie beginnt nach Schritt {entry} eines anderen Spiels.",
        "Practice: it begins after step {entry} of another game.",
        "Un entraînement : il commence après le coup {entry} d'une autre partie.",
        "Een oefening: ze begint na stap {entry} van een ander spel.",
    ),
    "began_position": _t(
        "Eine Übung: Sie beginnt in einer Stellung.",
        "Practice: it begins in a position.",
        "Un entraînement : il commence dans une position.",
        "Een oefening: ze begint in een stelling.",
    ),
    "began_as_was": _t(
        "Was verdeckt ist, liegt wie dort.",
        "What is hidden lies as it did there.",
        "Ce qui est caché est resté comme là-bas.",
        "Wat verborgen is, ligt zoals daar.",
    ),
    "began_anew": _t(
        "Was verdeckt ist, wurde neu verteilt.",
        "What is hidden was dealt anew.",
        "Ce qui est caché a été redistribué.",
        "Wat verborgen is, werd opnieuw verdeeld.",
    ),
    "took_back": _t(
        "{name} nimmt zurück.",
        "{name} takes back.",
        "{name} reprend son choix.",
        "{name} neemt terug.",
    ),
    "took_back_agreed": _t(
        "{name} nimmt zurück, was Los oder andere schon gezeigt haben: Alle waren einverstanden.",
        "{name} takes back what luck or others have shown already: all agreed.",
        "{name} reprend ce que le hasard ou d'autres ont déjà montré : tous sont d'accord.",
        "{name} neemt terug wat het lot of anderen al lieten zien: iedereen vond het goed.",
    ),
    "took_back_practice": _t(
        "{name} nimmt zurück, was Los oder andere schon gezeigt haben (Übung).",
        "{name} takes back what luck or others have shown already (practice).",
        "{name} reprend ce que le hasard ou d'autres ont déjà montré (entraînement).",
        "{name} neemt terug wat het lot of anderen al lieten zien (oefening).",
    ),
    "instead_preparing": _t(
        "So entschied der schnelle Spieler: {name} macht sich noch bereit.",
        "The quick player decided this: {name} is still getting ready.",
        "C'est le joueur rapide qui a décidé : {name} se prépare encore.",
        "Dit besliste de snelle speler: {name} maakt zich nog klaar.",
    ),
    "instead_never": _t(
        "So entschied der schnelle Spieler: {name} kann sich auf diesem Computer nicht bereit machen.",
        "The quick player decided this: {name} cannot get ready on this computer.",
        "C'est le joueur rapide qui a décidé : {name} ne peut pas se préparer sur cet ordinateur.",
        "Dit besliste de snelle speler: {name} kan zich op deze computer niet klaarmaken.",
    ),
    "instead_failed": _t(
        "So entschied der schnelle Spieler: {name} hatte keine Antwort.",
        "The quick player decided this: {name} had no answer.",
        "C'est le joueur rapide qui a décidé : {name} n'avait pas de réponse.",
        "Dit besliste de snelle speler: {name} had geen antwoord.",
    ),
    "instead_silent": _t(
        "So entschied der schnelle Spieler: {name} antwortet nicht.",
        "The quick player decided this: {name} does not answer.",
        "C'est le joueur rapide qui a décidé : {name} ne répond pas.",
        "Dit besliste de snelle speler: {name} antwoordt niet.",
    ),
    "cannot_save": _t(
        "Der Server kann gerade nicht speichern. Sobald er es wieder kann, geht es weiter; nichts geht verloren.",
        "The server cannot save just now. The game goes on as soon as it can; nothing is lost.",
        "Le serveur ne peut pas enregistrer pour l'instant. La partie continuera dès que possible ; rien n'est perdu.",
        "De server kan nu niet opslaan. Zodra dat weer lukt gaat het spel verder; er gaat niets verloren.",
    ),
}

REASONS = {
    # A table that was given up before the deal: no game can have a word for that.
    "abandoned": _t("abgebrochen", "called off", "interrompue", "afgebroken"),
}

PAGES = {
    "not_built": _t(
        "Die Seite ist noch nicht gebaut. „make play“ im Ordner von Spielzug baut sie und öffnet sie.",
        "The page has not been built yet. “make play” in the Spielzug folder builds and opens it.",
        "La page n'est pas encore construite. « make play » dans le dossier de Spielzug la construit et l'ouvre.",
        "De pagina is nog niet gebouwd. “make play” in de map van Spielzug bouwt en opent haar.",
    ),
    "no_page": _t(
        "Diese Seite gibt es nicht.",
        "There is no such page.",
        "Cette page n'existe pas.",
        "Deze pagina bestaat niet.",
    ),
}

TEXTS = {
    "errors": ERRORS, "names": NAMES, "sentences": SENTENCES, "reasons": REASONS, "proof": PROOF, "pages": PAGES,
}  # fmt: skip
"""All of them, for the test that finds gaps."""
