"""The error of a table: a stable code, and its sentence in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import NO_GAME, CodedError
from spielzug.core.texts import in_four as _t

REFUSALS = {
    **NO_GAME,
    # -- opening a table --------------------------------------------------------------------------
    "no_bot": _t(
        "Den Bot „{name}“ gibt es nicht.",
        "There is no bot called “{name}”.",
        "Le bot « {name} » n'existe pas.",
        "De bot “{name}” bestaat niet.",
    ),
    "net_misfit": _t(
        "Der Netzbot hat dieses Spiel so nicht gelernt (Karten, Regeln, Optionen, Plätze); nehmt einen anderen Bot.",
        "The net bot has not learned to play this game with these cards, rules, options or seats. Please choose another bot.",
        "Le bot réseau n'a pas appris ce jeu ainsi (cartes, règles, options, places) ; prenez un autre bot.",
        "De netbot heeft dit spel zo niet geleerd (kaarten, regels, opties, plaatsen); neem een andere bot.",
    ),
    "bad_option": _t(
        "Die Option {name} kann nicht {value} sein; möglich ist: {values}.",
        "The option {name} cannot be {value}. Possible values: {values}.",
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
        "These options do not go together: {names}.",
        "Ces options ne vont pas ensemble : {names}.",
        "Deze opties passen niet bij elkaar: {names}.",
    ),
    "options_and_seats": _t(
        "Die Optionen passen nicht zu {count} Plätzen.",
        "These options do not work with {count} {count:seat|seats}.",
        "Les options ne conviennent pas à {count} places.",
        "De opties passen niet bij {count} plaatsen.",
    ),
    "wrong_seats": _t(
        "Dieses Spiel ist für {low} bis {high} Plätze, nicht für {count}.",
        "This game has {low} to {high} seats, not {count}.",
        "Ce jeu est pour {low} à {high} places, pas {count}.",
        "Dit spel is voor {low} tot {high} plaatsen, niet {count}.",
    ),
    # -- playing -----------------------------------------------------------------------------------
    "not_your_turn": _t(
        "Dieser Platz ist gerade nicht dran.",
        "It is not this seat's turn.",
        "Ce n'est pas le tour de cette place.",
        "Deze plaats is nu niet aan de beurt.",
    ),
    "no_hints": _t(
        "An diesem Tisch sind keine Tipps erlaubt. Wer einen Tisch eröffnet, kann sie dort erlauben.",
        "Hints are not allowed at this table. You can allow them when you open a table yourself.",
        "Les conseils ne sont pas permis à cette table. On peut les permettre en ouvrant une table.",
        "Aan deze tafel zijn geen tips toegestaan. Wie een tafel opent, kan ze daar toestaan.",
    ),
    "too_late": _t(
        "Inzwischen ist am Tisch schon etwas anderes geschehen.",
        "Something else happened at the table in the meantime.",
        "Entre-temps, autre chose s'est passé à la table.",
        "Intussen is er al iets anders aan tafel gebeurd.",
    ),
    "cannot_read": _t(
        "„{text}“ ist keine Aktion dieses Spiels.",
        "“{text}” is not an action in this game.",
        "« {text} » n'est pas une action de ce jeu.",
        "“{text}” is geen actie van dit spel.",
    ),
    "not_allowed": _t(
        "Das ist jetzt nicht erlaubt.",
        "That is not allowed right now.",
        "Ce n'est pas permis maintenant.",
        "Dat mag nu niet.",
    ),
    "nothing_to_undo": _t(
        "Hier lässt sich nichts zurücknehmen: Seither hat jemand anderes entschieden oder etwas erfahren.",
        "There is nothing you can take back here: someone has made a decision or learned something since.",
        "Rien ne peut être repris ici : depuis, quelqu'un a décidé ou appris quelque chose.",
        "Hier kan niets worden teruggenomen: sindsdien heeft iemand beslist of iets gezien.",
    ),
    "too_many_undos": _t(
        "In diesem Spiel wurde schon {limit}-mal etwas zurückgenommen; ab jetzt gilt, was gewählt ist.",
        "Choices have already been taken back {limit} times in this game, which is the limit.",
        "Dans cette partie, on a déjà repris un choix {limit} fois ; désormais, les choix comptent.",
        "In dit spel is al {limit} keer iets teruggenomen; vanaf nu blijft een keuze staan.",
    ),
    "log_too_long": _t(
        "Das Protokoll dieses Spiels hat {limit} Einträge; ab jetzt gilt, was gewählt ist.",
        "The log of this game has reached {limit} entries. From now on, choices cannot be taken back.",
        "Le journal de cette partie a {limit} lignes ; désormais, les choix comptent.",
        "Het logboek van dit spel heeft {limit} regels; vanaf nu blijft een keuze staan.",
    ),
    "cannot_resign": _t(
        "Aufgeben geht in diesem Spiel nicht; der Platz kann einem Bot überlassen werden.",
        "You cannot resign in this game, but you can leave your seat to a bot.",
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
        "The game has not started yet.",
        "La partie n'a pas encore commencé.",
        "Het spel is nog niet begonnen.",
    ),
    "already_started": _t(
        "Das Spiel hat schon begonnen.",
        "The game has already started.",
        "La partie a déjà commencé.",
        "Het spel is al begonnen.",
    ),
    "still_running": _t(
        "Das Spiel läuft noch; das gibt es erst nach dem Ende.",
        "The game is still running. This is available once it is over.",
        "La partie est en cours ; cela viendra après la fin.",
        "Het spel loopt nog; dit komt pas na het einde.",
    ),
    "no_result": _t(
        "Dieses Spiel wurde abgebrochen und hat kein Ergebnis; einen Rückblick gibt es nur für Spiele, die zu Ende gespielt sind.",
        "This game was called off and has no result. Only games that were played to the end can be reviewed.",
        "Cette partie a été interrompue et n'a pas de résultat ; un bilan n'est possible que pour une partie jouée jusqu'au bout.",
        "Dit spel is afgebroken en heeft geen uitslag; een terugblik is er alleen voor spellen die zijn uitgespeeld.",
    ),
    "over": _t(
        "Das Spiel ist zu Ende.",
        "The game is over.",
        "La partie est terminée.",
        "Het spel is afgelopen.",
    ),
    "no_position": _t(
        "Das ist keine Stellung eines Spiels von hier ({reason}). Kopiere den ganzen Text, von der ersten geschweiften Klammer bis zur letzten.",
        "This is not a position of any game here ({reason}). Make sure you copy the whole text, from the first brace to the last.",
        "Ce n'est pas une position d'un jeu d'ici ({reason}). Copiez tout le texte, de la première accolade à la dernière.",
        "Dit is geen stelling van een spel van hier ({reason}). Kopieer de hele tekst, van de eerste accolade tot de laatste.",
    ),
    "over_there": _t(
        "Dort ist das Spiel schon zu Ende; wähle eine frühere Stellung.",
        "The game is already over at that point. Choose an earlier position.",
        "La partie y est déjà finie ; choisissez une position plus tôt.",
        "Daar is het spel al afgelopen; kies een eerdere stelling.",
    ),
    "start_brings": _t(
        "Spiel, Optionen und Zahl der Plätze bringt die Stellung mit; andere passen nicht zu ihr.",
        "The game, its options and the number of seats come with the position and cannot be changed.",
        "La position apporte son jeu, ses options et son nombre de places ; d'autres ne lui conviennent pas.",
        "De stelling brengt haar spel, opties en aantal plaatsen mee; andere passen er niet bij.",
    ),
    "practice_alone": _t(
        "Üben kann nur, wer allein mit Bots spielt: Genau ein Platz ist ein Mensch.",
        "Practice is for one person playing with bots, so exactly one seat must be yours.",
        "L'entraînement est pour une seule personne parmi des bots.",
        "Oefenen is voor één persoon tussen bots: precies één plaats is van een mens.",
    ),
    # -- a stored table ---------------------------------------------------------------------------
    "no_table": _t(
        "Diesen Tisch gibt es nicht (mehr).",
        "This table no longer exists, or never did.",
        "Cette table n'existe pas (ou plus).",
        "Deze tafel bestaat niet (meer).",
    ),
    "other_format": _t(
        "Dieses Spiel stammt aus der Zeit vor der ersten Veröffentlichung (Format {format}); dieser Server liest Format {known}. Es bleibt unverändert gespeichert.",
        "This game dates from before the first release (format {format}); this server reads format {known}. It stays in the database, unchanged.",
        "Cette partie date d'avant la première version publiée (format {format}) ; ce serveur lit le format {known}. Elle reste dans la base de données, inchangée.",
        "Dit spel is van vóór de eerste uitgave (formaat {format}); deze server leest formaat {known}. Het blijft onveranderd bewaard.",
    ),
    "other_rules": _t(
        "Dieses Spiel wurde nach Regelfassung {version} begonnen; dieser Server kennt Fassung {known}.",
        "This game was started with version {version} of the rules, but this server has version {known}.",
        "Cette partie a commencé avec la version {version} des règles ; ce serveur connaît la version {known}.",
        "Dit spel is begonnen met regelversie {version}; deze server kent versie {known}.",
    ),
    "other_set": _t(
        "Dieses Spiel braucht ein Kartenset, das dieser Server nicht geladen hat: {reason}",
        "This game needs a card set that this server has not loaded: {reason}",
        "Cette partie demande un jeu de cartes que ce serveur n'a pas chargé : {reason}",
        "Dit spel vraagt een kaartenset die deze server niet heeft geladen: {reason}",
    ),
    "damaged": _t(
        "Das Protokoll dieses Tisches führt nicht zur gespeicherten Stellung; er lässt sich nicht fortsetzen.",
        "This game cannot be continued: the log of the table does not lead to its saved position.",
        "Le journal de cette table ne mène pas à la position enregistrée ; elle ne peut pas continuer.",
        "Het logboek van deze tafel leidt niet naar de bewaarde stelling; ze kan niet verder.",
    ),
    "no_entry": _t(
        "So weit ging dieses Spiel nicht: Sein letzter Eintrag ist {last}.",
        "This game did not get that far. Its last log entry is number {last}.",
        "La partie n'est pas allée si loin : sa dernière entrée est la {last}.",
        "Zo ver ging dit spel niet: de laatste regel is {last}.",
    ),
    "cannot_save": _t(
        "Das konnte nicht gespeichert werden: Die Platte des Servers ist voll, oder seine Datenbank ist nicht zu erreichen. Nichts ist verloren; versuch es gleich noch einmal.",
        "This could not be saved: the server's disk is full, or its database cannot be reached. Nothing is lost. Please try again in a moment.",
        "Impossible d'enregistrer : le disque du serveur est plein, ou sa base de données est hors d'atteinte. Rien n'est perdu ; réessayez dans un instant.",
        "Dit kon niet worden opgeslagen: de schijf van de server is vol, of zijn database is niet te bereiken. Er is niets verloren; probeer het zo nog eens.",
    ),
    # -- seats -------------------------------------------------------------------------------------
    "not_your_seat": _t(
        "Dieser Platz gehört nicht zu diesem Gerät.",
        "This seat does not belong to this device.",
        "Cette place n'appartient pas à cet appareil.",
        "Deze plaats hoort niet bij dit apparaat.",
    ),
    "not_at_table": _t(
        "Das dürfen nur die, die am Tisch sitzen.",
        "Only people seated at this table can do that.",
        "Seules les personnes assises à la table peuvent le faire.",
        "Dat mag alleen wie aan tafel zit.",
    ),
    "not_creator": _t(
        "Das darf nur, wer den Tisch eröffnet hat.",
        "Only the person who opened the table can do that.",
        "Seule la personne qui a ouvert la table peut le faire.",
        "Dat mag alleen wie de tafel heeft geopend.",
    ),
    "seat_left": _t(
        "Auf diesem Platz spielt gerade ein Bot; nimm ihn erst wieder ein.",
        "A bot is playing in this seat. Take the seat back first.",
        "Un bot joue à cette place ; revenez d'abord.",
        "Op deze plaats speelt nu een bot; neem ze eerst terug.",
    ),
    "nobody_missed": _t(
        "Auf diesem Platz fehlt niemand.",
        "Nobody is missing from this seat.",
        "Personne ne manque à cette place.",
        "Op deze plaats ontbreekt niemand.",
    ),
    "still_here": _t(
        "{name} ist da; nur wer weg ist, kann vertreten werden.",
        "{name} is here. A bot can only stand in for someone who is away.",
        "{name} est là ; un bot ne remplace que les absents.",
        "{name} is er; een bot valt alleen in voor wie weg is.",
    ),
    "not_waited_for": _t(
        "{name} ist nicht dran; erst wenn auf jemanden gewartet wird, kann ein Bot einspringen.",
        "It is not {name}'s turn. A bot can only stand in for someone the table is waiting for.",
        "Ce n'est pas à {name} de jouer ; un bot ne remplace que ceux que l'on attend.",
        "{name} is niet aan de beurt; een bot valt alleen in voor wie op zich laat wachten.",
    ),
    "no_grace": _t(
        "An diesem Tisch wird auf alle gewartet; das wurde beim Eröffnen so gewählt.",
        "This table waits for everyone, as chosen when it was opened.",
        "À cette table, on attend tout le monde ; c'était le choix à l'ouverture.",
        "Aan deze tafel wordt op iedereen gewacht; dat is bij het openen gekozen.",
    ),
    "not_away_yet": _t(
        "{name} ist erst kurz weg; in {seconds} Sekunden kann ein Bot einspringen.",
        "{name} has not been away for long. A bot can stand in after {seconds} more {seconds:second|seconds}.",
        "{name} n'est pas parti depuis longtemps ; un bot pourra jouer dans {seconds} secondes.",
        "{name} is nog maar net weg; over {seconds} seconden kan een bot invallen.",
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
    "move_before_deal": _t(
        "Vor dem Verteilen bleibt jeder Platz bei seinem Gerät: Nur dieses kennt seine Zufallszahl. Sobald verteilt ist, kann der Platz umziehen.",
        "Before the deal, a seat stays on its device, because only that device knows its random number. You can move it to another device right after the deal.",
        "Avant la distribution, une place reste sur son appareil, seul à connaître son nombre aléatoire. Elle peut changer d'appareil dès que c'est distribué.",
        "Voor het delen blijft een plaats bij haar apparaat: alleen dat kent zijn willekeurige getal. Zodra er gedeeld is, kan de plaats verhuizen.",
    ),
    "nothing_to_move": _t(
        "Hier spielt niemand von diesem Gerät: Es gibt keinen Platz, der umziehen könnte.",
        "Nobody is playing here from that device, so there is no seat to move.",
        "Personne ne joue ici depuis cet appareil : aucune place à déplacer.",
        "Vanaf dat apparaat speelt hier niemand: er is geen plaats die kan verhuizen.",
    ),
    "open_needs_seat": _t(
        "Ein offener Tisch braucht einen freien Platz: Halte mindestens einen für Gäste frei.",
        "An open table needs a free seat. Keep at least one for guests.",
        "Une table ouverte a besoin d'une place libre : gardez-en au moins une pour les invités.",
        "Een open tafel heeft een vrije plaats nodig: houd er minstens één vrij voor gasten.",
    ),
    "not_open": _t(
        "An diesem Tisch kann man sich nicht mehr hinsetzen: Er hat begonnen, ist abgebrochen, oder niemand ist mehr da. Nimm einen anderen.",
        "You can no longer sit down at this table: its game has started or was called off, or nobody is there. Please choose another one.",
        "On ne peut plus s'asseoir à cette table : elle a commencé, a été interrompue, ou il n'y a plus personne. Prenez-en une autre.",
        "Aan deze tafel kun je niet meer gaan zitten: ze is begonnen, afgebroken, of er is niemand meer. Neem een andere.",
    ),
    "nobody_to_send": _t(
        "Auf diesem Platz sitzt kein Gast.",
        "There is no guest in this seat.",
        "Aucun invité n'est assis à cette place.",
        "Op deze plaats zit geen gast.",
    ),
    # -- time limits -------------------------------------------------------------------------------
    "has_time": _t(
        "{name} hat noch Bedenkzeit; ist sie vorbei, springt von selbst ein Bot ein.",
        "{name} still has time. When it runs out, a bot will stand in automatically.",
        "{name} a encore du temps pour réfléchir ; ensuite, un bot jouera de lui-même.",
        "{name} heeft nog bedenktijd; is die voorbij, dan valt er vanzelf een bot in.",
    ),
    "not_asked": _t(
        "Hier ist gerade niemand gefragt: Die Bedenkzeit läuft noch, oder jemand anders ist dran.",
        "There is nothing to answer here right now: you still have time, or it is someone else's turn.",
        "Personne n'est appelé ici : il reste du temps, ou c'est le tour de quelqu'un d'autre.",
        "Hier is nu niemand gevraagd: er is nog bedenktijd, of iemand anders is aan de beurt.",
    ),
    "here_often": _t(
        "Mehr als {limit} Mal gibt es keinen Aufschub: Bitte spielen, sonst springt ein Bot ein.",
        "You have asked for more time {limit} times, which is the most you can. Please make your choice, or a bot will stand in.",
        "Plus de {limit} fois, il n'y a pas de délai : jouez, sinon un bot jouera pour vous.",
        "Meer dan {limit} keer is er geen uitstel: speel nu, anders valt er een bot in.",
    ),
    "time_alone": _t(
        "Bedenkzeit gibt es, wo mindestens zwei Menschen spielen; allein mit Bots eilt nichts.",
        "A time limit is only for tables with at least two people. Alone with bots, you can take as long as you like.",
        "Le temps de réflexion est pour au moins deux personnes ; seul avec des bots, rien ne presse.",
        "Bedenktijd is er voor minstens twee mensen; alleen met bots heeft niets haast.",
    ),
    "time_and_clock": _t(
        "Dieses Spiel läuft mit diesen Optionen nach eigener Uhr; das passt nicht zu Bedenkzeit. "
        "Wähle eine Spielart ohne Uhr, oder keine Bedenkzeit.",
        "With these options the game has its own clock, which cannot be combined with a time limit. "
        "Choose a variant without a clock, or no time limit.",
        "Avec ces options, le jeu a sa propre horloge, qui ne va pas avec un temps de réflexion. "
        "Choisissez une variante sans horloge, ou pas de temps de réflexion.",
        "Met deze opties heeft het spel een eigen klok; dat gaat niet samen met bedenktijd. "
        "Kies een variant zonder klok, of geen bedenktijd.",
    ),
    "time_short": _t(
        "So kurz kann die Bedenkzeit nicht sein: mindestens {least} Sekunden.",
        "The time limit cannot be that short. The minimum is {least} {least:second|seconds}.",
        "Le temps de réflexion ne peut pas être aussi court : {least} secondes au moins.",
        "Zo kort kan de bedenktijd niet zijn: minstens {least} seconden.",
    ),
    # -- the start of a table ----------------------------------------------------------------------
    "same_hash": _t(
        "Ein anderes Gerät hat schon dieselbe Zufallszahl festgelegt; nimm bitte eine neue.",
        "Another device has already committed to the same random number. Please use a new one.",
        "Un autre appareil a déjà fixé le même nombre aléatoire ; prenez-en un nouveau.",
        "Een ander apparaat heeft al hetzelfde willekeurige getal vastgelegd; neem een nieuw.",
    ),
    "not_sealed": _t(
        "Die Startliste ist noch nicht fertig, oder sie gilt nicht mehr; eine Zufallszahl zeigt man erst danach.",
        "The start list is not ready yet, or is no longer valid. A random number may be revealed only once the list is final.",
        "La liste de départ n'est pas encore prête ou n'est plus valable ; un nombre ne se montre qu'ensuite.",
        "De startlijst is nog niet klaar of geldt niet meer; een getal wordt pas daarna getoond.",
    ),
    "other_list": _t(
        "An diesem Tisch gilt eine andere Startliste als die, die dieses Gerät kennt.",
        "This table has a different start list from the one this device knows.",
        "Une autre liste de départ vaut à cette table que celle que cet appareil connaît.",
        "Aan deze tafel geldt een andere startlijst dan dit apparaat kent.",
    ),
    "wrong_nonce": _t(
        "Das ist nicht die Zufallszahl, die dieses Gerät festgelegt hat.",
        "This is not the random number that this device committed to.",
        "Ce n'est pas le nombre aléatoire que cet appareil a fixé.",
        "Dit is niet het willekeurige getal dat dit apparaat heeft vastgelegd.",
    ),
    "reveal_first": _t(
        "Das darf nur, wer am Tisch sitzt und seine Zufallszahl schon gezeigt hat.",
        "You can only do this if you are seated at the table and have already revealed your random number.",
        "Seule une personne assise qui a déjà montré son nombre peut le faire.",
        "Dat mag alleen wie aan tafel zit en zijn getal al heeft getoond.",
    ),
    "too_many_voids": _t(
        "Dieser Start ist schon {count} Mal geplatzt; brich das Spiel ab und eröffne einen neuen Tisch.",
        "The game has already failed to start {count} times. Please call it off and open a new table.",
        "Ce départ a déjà échoué {count} fois ; interrompez la partie et ouvrez une nouvelle table.",
        "Deze start is al {count} keer mislukt; breek het spel af en open een nieuwe tafel.",
    ),
    "not_silent": _t(
        "Auf diesen Platz wartet gerade niemand.",
        "Nobody is waiting for this seat right now.",
        "Personne n'attend cette place en ce moment.",
        "Op deze plaats wacht nu niemand.",
    ),
    "not_silent_yet": _t(
        "Dieses Gerät hat noch {seconds} Sekunden Zeit zu antworten.",
        "This device still has {seconds} {seconds:second|seconds} to answer.",
        "Cet appareil a encore {seconds} secondes pour répondre.",
        "Dit apparaat heeft nog {seconds} seconden om te antwoorden.",
    ),
}


class TableError(CodedError):
    """Something that is not possible at a table now; nothing was changed."""

    TEXTS = REFUSALS


_FORBIDDEN = (
    "has_time", "no_grace", "no_hints", "not_at_table", "not_creator", "not_your_seat",
    "not_your_turn", "reveal_first",
)  # fmt: skip
_UNPROCESSABLE = (
    "bad_option", "cannot_abandon", "cannot_read", "cannot_resign", "log_too_long", "net_misfit",
    "no_bot", "no_game", "no_option", "no_position", "not_allowed", "nothing_to_undo",
    "open_needs_seat", "options_and_seats", "options_clash", "practice_alone", "start_brings",
    "time_alone", "time_and_clock", "time_short", "too_many_undos", "wrong_nonce", "wrong_seats",
)  # fmt: skip
STATUS = {
    **dict.fromkeys(_FORBIDDEN, 403),
    **dict.fromkeys(("no_entry", "no_seat", "no_table"), 404),
    **dict.fromkeys(_UNPROCESSABLE, 422),
    "damaged": 500,
    "cannot_save": 503,
}


def http_status(code: str) -> int:
    """The HTTP status of a table's error; 409 for all that depend on the table's state."""
    return STATUS.get(code, 409)
