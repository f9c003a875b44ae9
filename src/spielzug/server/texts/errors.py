"""Error messages for people, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import in_four as _t
from spielzug.school.errors import REFUSALS as AT_SCHOOL
from spielzug.server.texts.notifications import REFUSALS
from spielzug.tables.errors import REFUSALS as AT_TABLE

SEATS = {
    # -- another device ---------------------------------------------------------------------------
    "bad_pass": _t(
        "Dieser Umzugslink ist nicht echt oder unvollständig; nimm bitte den ganzen Link.",
        "This link for changing devices is incomplete or not genuine. Please use the whole link.",
        "Ce lien de changement d'appareil n'est pas authentique ou est incomplet ; utilisez le lien entier.",
        "Deze verhuislink is niet echt of onvolledig; gebruik de hele link.",
    ),
    "pass_over": _t(
        "Dieser Umzugslink gilt nicht mehr. Mach am Gerät, auf dem du spielst, einen neuen.",
        "This link for changing devices is no longer valid. Make a new one on the device you are playing on.",
        "Ce lien de changement d'appareil n'est plus valable. Créez-en un nouveau sur l'appareil où vous jouez.",
        "Deze verhuislink geldt niet meer. Maak een nieuwe op het apparaat waarop je speelt.",
    ),
    "pass_used": _t(
        "Dieser Umzugslink wurde schon benutzt. Warst du das nicht, hol dir den Platz mit deinem Rückkehrcode zurück oder frag am Tisch nach.",
        "This link for changing devices has already been used. If that was not you, take your seat back with your return code, or ask the others at the table.",
        "Ce lien de changement d'appareil a déjà servi. Si ce n'était pas vous, revenez avec votre code de retour ou demandez à la table.",
        "Deze verhuislink is al gebruikt. Was jij dat niet, kom dan terug met je terugkeercode of vraag het aan tafel.",
    ),
    "pass_here": _t(
        "Das ist dasselbe Gerät: Öffne den Link auf dem anderen.",
        "This is the same device. Open the link on the other one.",
        "C'est le même appareil : ouvrez le lien sur l'autre.",
        "Dit is hetzelfde apparaat: open de link op het andere.",
    ),
    # -- the open lobby ---------------------------------------------------------------------------
    "no_open_lobby": _t(
        "Hier gibt es keine offenen Tische: Wer Spielzug hier betreibt, hat sie nicht eingeschaltet. Lade mit einem Link ein.",
        "The host of this server has not turned on open tables. You can invite people with a link instead.",
        "Il n'y a pas de tables ouvertes ici : la personne qui gère ce serveur ne les a pas activées. Invitez par lien.",
        "Hier zijn geen open tafels: wie deze server beheert, heeft ze niet aangezet. Nodig uit met een link.",
    ),
    "too_many_waiting_seats": _t(
        "Du sitzt schon an {limit} offenen Tischen und wartest. Steh erst an einem auf, oder warte, bis ein Spiel beginnt.",
        "You are already waiting at {limit} open {limit:table|tables}. Leave one of them first, or wait until a game starts.",
        "Vous attendez déjà à {limit} tables ouvertes. Levez-vous d'abord de l'une d'elles, ou attendez qu'une partie commence.",
        "Je zit al aan {limit} open tafels te wachten. Sta eerst bij een ervan op, of wacht tot er een spel begint.",
    ),
    "too_many_seats_near": _t(
        "Aus deinem Netz sitzen schon {limit} an offenen Tischen und warten. Bitte warte, bis eines ihrer Spiele beginnt.",
        "People from your network are already waiting in {limit} {limit:seat|seats} at open tables. Please wait until one of their games starts.",
        "De votre réseau, {limit} personnes attendent déjà à des tables ouvertes. Attendez qu'une de leurs parties commence.",
        "Vanuit jouw netwerk zitten er al {limit} aan open tafels te wachten. Wacht tot een van hun spellen begint.",
    ),
    "too_many_open": _t(
        "Von diesem Gerät warten schon {limit} offene Tische; brich einen ab oder warte, bis einer beginnt.",
        "You already have {limit} open {limit:table|tables} waiting on this device. Call one off, or wait until one starts.",
        "Cet appareil a déjà {limit} tables ouvertes en attente ; interrompez-en une ou attendez qu'une commence.",
        "Dit apparaat heeft al {limit} open tafels die wachten; breek er een af of wacht tot er een begint.",
    ),
    # -- coming back ------------------------------------------------------------------------------
    "bad_code": _t(
        "Diesen Rückkehrcode gibt es nicht, oder er wurde ersetzt. Prüf bitte jedes Zeichen; groß und klein ist gleich.",
        "This return code does not exist or has been replaced. Please check every character. Upper and lower case do not matter.",
        "Ce code de retour n'existe pas ou a été remplacé. Vérifiez chaque signe ; majuscules et minuscules se valent.",
        "Deze terugkeercode bestaat niet of is vervangen. Controleer elk teken; hoofdletters en kleine letters zijn gelijk.",
    ),
}


ERRORS = {
    **SEATS,
    **AT_TABLE,
    **AT_SCHOOL,
    # -- requests ---------------------------------------------------------------------------------
    "not_found": _t(
        "Hier gibt es nichts.",
        "There is nothing here.",
        "Il n'y a rien ici.",
        "Hier is niets.",
    ),
    "wrong_method": _t(
        "So lässt sich diese Adresse nicht ansprechen.",
        "This address does not support that kind of request.",
        "Cette adresse ne s'utilise pas ainsi.",
        "Zo kan dit adres niet worden gebruikt.",
    ),
    "bad_request": _t(
        "Die Anfrage ist nicht zu verstehen (Feld: {field}).",
        "The server did not understand this request (field: {field}).",
        "La requête est incompréhensible (champ : {field}).",
        "Het verzoek is niet te begrijpen (veld: {field}).",
    ),
    "too_large": _t(
        "Die Nachricht ist zu groß: höchstens {limit} Bytes.",
        "This message is too large. The limit is {limit} bytes.",
        "Le message est trop grand : {limit} octets au plus.",
        "Het bericht is te groot: hoogstens {limit} bytes.",
    ),
    "too_fast": _t(
        "Das waren zu viele Anfragen; warte bitte einen Augenblick.",
        "That was too many requests. Please wait a moment.",
        "Trop de requêtes ; veuillez patienter un instant.",
        "Dat waren te veel verzoeken; wacht even.",
    ),
    "signals_too_fast": _t(
        "Das waren viele Zeichen auf einmal; bitte ein paar Sekunden warten.",
        "That was too many signals at once. Please wait a few seconds.",
        "Cela fait beaucoup de signaux à la fois ; attendez quelques secondes.",
        "Dat waren veel seinen tegelijk; wacht een paar seconden.",
    ),
    "too_many_connections": _t(
        "Aus diesem Netz sind hier schon sehr viele Verbindungen offen. Schließ bitte einige Seiten und versuch es gleich noch einmal.",
        "Your network already has too many connections open to this server. Please close some pages and try again in a moment.",
        "De très nombreuses connexions de ce réseau sont déjà ouvertes ici. Fermez quelques pages et réessayez dans un instant.",
        "Vanuit dit netwerk staan hier al heel veel verbindingen open. Sluit een paar pagina's en probeer het zo nog eens.",
    ),
    "full": _t(
        "Hier sind gerade so viele zu Gast, dass kein Platz mehr frei ist; versuch es bitte gleich noch einmal.",
        "The server is full right now. Please try again in a moment.",
        "Il y a tant de monde ici qu'il ne reste plus de place ; réessayez dans un instant.",
        "Er zijn hier nu zoveel gasten dat er geen plek meer is; probeer het zo nog eens.",
    ),
    "wrong_origin": _t(
        "Diese Anfrage kam von einer fremden Seite und wurde nicht ausgeführt. Ein Programm schickt die Zeile „Origin: {origin}“ mit.",
        "This request came from another website, so it was ignored. A program has to send the header “Origin: {origin}”.",
        "Cette requête vient d'une page étrangère et n'a pas été exécutée. Un programme doit envoyer l'en-tête « Origin » avec « {origin} ».",
        "Dit verzoek kwam van een vreemde pagina en is niet uitgevoerd. Een programma stuurt de header “Origin: {origin}” mee.",
    ),
    "lab_closed": _t(
        "Das Labor ist für den Menschen, dem der Rechner gehört: Starte Spielzug auf dem eigenen Rechner (spielzug serve) und öffne es dort.",
        "Only the owner of this computer can use the Lab. To use it yourself, start Spielzug on your own computer (spielzug serve) and open the Lab there.",
        "Le Labo est réservé à la personne à qui appartient la machine : lancez Spielzug sur la vôtre (spielzug serve) et ouvrez-le là.",
        "Het Lab is voor de eigenaar van de computer: start Spielzug op je eigen computer (spielzug serve) en open het daar.",
    ),
    "lab_busy": _t(
        "Im Labor läuft schon ein Vergleich; warte auf ihn oder halte ihn an.",
        "The Lab is already running a comparison. Wait for it to finish, or stop it.",
        "Une comparaison est déjà en cours au Labo ; attendez-la ou arrêtez-la.",
        "In het Lab loopt al een vergelijking; wacht erop of stop die.",
    ),
    "no_report": _t(
        "Diesen Bericht gibt es nicht (mehr): Das Labor behält die letzten, solange der Server läuft.",
        "This report no longer exists, or never did. The Lab keeps only its latest reports, and only while the server is running.",
        "Ce rapport n'existe pas (ou plus) : le Labo garde les derniers tant que le serveur tourne.",
        "Dit verslag is er niet (meer): het Lab bewaart de laatste zolang de server draait.",
    ),
    "internal": _t(
        "Da ist dem Server ein Fehler passiert; er steht in seinem Protokoll. Lade die Seite neu, um zu sehen, wie es steht.",
        "Something went wrong on the server. The details are in its log. Reload the page to see where things stand.",
        "Le serveur a fait une erreur, notée dans son journal. Rechargez la page pour voir où en est la partie.",
        "De server heeft een fout gemaakt; die staat in zijn logboek. Laad de pagina opnieuw om te zien hoe het staat.",
    ),
    "not_at_host": _t(
        "Das wird nur einem Browser auf dem Rechner des Servers gesagt.",
        "This is shown only to a browser on the server's own computer.",
        "Seul un navigateur sur la machine du serveur peut le savoir.",
        "Dit wordt alleen verteld aan een browser op de computer van de server.",
    ),
    "file_damaged": _t(
        "Die Datei des Servers ist beschädigt und hier nicht zu lesen. Wer ihn betreibt, braucht eine Sicherungskopie.",
        "The server's database file is damaged, and this part of it cannot be read. The host will need to restore a backup.",
        "Le fichier du serveur est endommagé et illisible ici. La personne qui gère le serveur a besoin d'une copie de sauvegarde.",
        "Het bestand van de server is beschadigd en hier niet te lezen. Wie de server beheert, heeft een reservekopie nodig.",
    ),
    "cannot_load": _t(
        "Der Server kann diesen Tisch gerade nicht aus seiner Datenbank lesen. Nichts ist verloren; versuch es gleich noch einmal.",
        "The server cannot read this table from its database right now. Nothing is lost. Please try again in a moment.",
        "Le serveur ne peut pas lire cette table dans sa base de données pour l'instant. Rien n'est perdu ; réessayez dans un instant.",
        "De server kan deze tafel nu niet uit zijn database lezen. Er is niets verloren; probeer het zo nog eens.",
    ),
    "contended": _t(
        "An diesem Tisch geschieht gerade zu vieles auf einmal. Nichts ist geändert; versuch es gleich noch einmal.",
        "Too much is happening at this table at once. Nothing was changed. Please try again in a moment.",
        "Trop de choses se passent à la fois à cette table. Rien n'a été changé ; réessayez dans un instant.",
        "Er gebeurt te veel tegelijk aan deze tafel. Er is niets veranderd; probeer het zo nog eens.",
    ),
    "no_data": _t(
        "Der Server erreicht seine Daten gerade nicht. Nichts ist verloren; versuch es gleich noch einmal.",
        "The server cannot reach its data right now. Nothing is lost. Please try again in a moment.",
        "Le serveur n'atteint pas ses données pour l'instant. Rien n'est perdu ; réessayez dans un instant.",
        "De server kan nu niet bij zijn gegevens. Er is niets verloren; probeer het zo nog eens.",
    ),
    "stopping": _t(
        "Der Server wird gerade neu gestartet und ist gleich wieder da.",
        "The server is restarting and will be back in a moment.",
        "Le serveur redémarre et sera de retour dans un instant.",
        "De server wordt opnieuw gestart en is zo weer terug.",
    ),
    "unknown_message": _t(
        "Diese Nachricht ist unbekannt.",
        "The server does not know this kind of message.",
        "Ce message est inconnu.",
        "Dit bericht is onbekend.",
    ),
    # -- opening a table --------------------------------------------------------------------------
    "too_many_tables": _t(
        "Von diesem Gerät laufen schon {limit} Spiele; beende bitte erst einige.",
        "You already have {limit} {limit:game|games} running on this device. Please finish some of them first.",
        "Cet appareil a déjà {limit} parties en cours ; terminez-en d'abord.",
        "Op dit apparaat lopen al {limit} spellen; maak er eerst een paar af.",
    ),
    # -- at a table -------------------------------------------------------------------------------
    "review_failed": _t(
        "Der Rückblick ist zweimal abgebrochen. Du kannst ihn noch einmal anfordern; der Server hat notiert, warum.",
        "The review failed twice. The reason is in the server's log. You can ask for it again.",
        "Le bilan s'est interrompu deux fois. Vous pouvez le redemander ; le serveur a noté pourquoi.",
        "De terugblik is twee keer afgebroken. Je kunt er opnieuw om vragen; de server heeft genoteerd waarom.",
    ),
    # -- the start of a table ---------------------------------------------------------------------
    "bad_invitation": _t(
        "Diese Einladung ist nicht echt oder unvollständig; nimm bitte den ganzen Link.",
        "This invitation is incomplete or not genuine. Please use the whole link.",
        "Cette invitation n'est pas authentique ou incomplète ; utilisez le lien entier.",
        "Deze uitnodiging is niet echt of onvolledig; gebruik de hele link.",
    ),
    **REFUSALS,
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
"""What is shown instead of a page."""
