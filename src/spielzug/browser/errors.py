"""The errors of a page without a server, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import CodedError
from spielzug.core.texts import in_four as _t

REFUSALS = {
    "no_table": _t(
        "Diesen Tisch gibt es in diesem Browser nicht (mehr). Vielleicht wurden die Daten der Seite gelöscht.",
        "This browser has no such table. Perhaps the data of this site was deleted.",
        "Cette table n'est pas (ou plus) dans ce navigateur. Les données du site ont peut-être été effacées.",
        "Deze tafel staat niet (meer) in deze browser. Misschien zijn de gegevens van de site gewist.",
    ),
    "no_page": _t(
        "Unter dieser Adresse gibt es hier nichts.",
        "There is nothing at this address.",
        "Il n'y a rien à cette adresse.",
        "Op dit adres is hier niets.",
    ),
    "needs_server": _t(
        "Dafür braucht es einen Spielzug-Server.",
        "That needs a Spielzug server.",
        "Cela nécessite un serveur Spielzug.",
        "Daarvoor is een Spielzug-server nodig.",
    ),
    "storage_full": _t(
        "Das wurde nicht gespeichert, weil der Speicher dieses Browsers voll ist. Lösche alte Spiele oder schaffe Platz auf dem Gerät.",
        "That was not saved, because this browser's storage is full. Delete old games or free some space on this device.",
        "Cela n'a pas été enregistré, car l'espace de stockage de ce navigateur est plein. Effacez d'anciennes parties ou libérez de la place sur l'appareil.",
        "Dat is niet opgeslagen, omdat de opslag van deze browser vol is. Wis oude spellen of maak ruimte vrij op dit apparaat.",
    ),
    "cannot_save": _t(
        "Der Browser konnte das nicht speichern, deshalb zählt es noch nicht. Bitte versuch es noch einmal.",
        "The browser could not save that, so it does not count yet. Please try again.",
        "Le navigateur n'a pas pu l'enregistrer, cela ne compte donc pas encore. Veuillez réessayer.",
        "De browser kon dit niet opslaan, dus het telt nog niet. Probeer het nog eens.",
    ),
    "contended": _t(
        "Dieser Tisch ist auch in einem anderen Tab offen, der gerade speichert. Bitte versuch es noch einmal.",
        "This table is also open in another tab, which is saving right now. Please try again.",
        "Cette table est aussi ouverte dans un autre onglet, qui enregistre en ce moment. Veuillez réessayer.",
        "Deze tafel staat ook open in een ander tabblad, dat net opslaat. Probeer het nog eens.",
    ),
    "damaged": _t(
        "Das gespeicherte Spiel ist beschädigt und lässt sich nicht öffnen. Es bleibt, wie es ist.",
        "The saved game is damaged and cannot be opened. It is left as it is.",
        "La partie enregistrée est endommagée et ne peut pas être ouverte. Elle reste telle quelle.",
        "Het opgeslagen spel is beschadigd en kan niet worden geopend. Het blijft zoals het is.",
    ),
    "other_format": _t(
        "Eine andere Version von Spielzug hat dieses Spiel gespeichert (Format {format}, hier: {known}). Lade die Seite neu; vielleicht gibt es eine neuere Version. Das Spiel bleibt, wie es ist.",
        "Another version of Spielzug saved this game (format {format}; this one reads {known}). Reload the page; there may be a newer version. The game is left as it is.",
        "Une autre version de Spielzug a enregistré cette partie (format {format}, ici : {known}). Rechargez la page : il existe peut-être une version plus récente. La partie reste telle quelle.",
        "Een andere versie van Spielzug heeft dit spel opgeslagen (formaat {format}, hier: {known}). Laad de pagina opnieuw; misschien is er een nieuwere versie. Het spel blijft zoals het is.",
    ),
    "other_rules": _t(
        "Dieses Spiel wurde nach Regelfassung {version} begonnen; diese Seite kennt Fassung {known}. Lade sie neu; vielleicht gibt es eine neuere Version. Das Spiel bleibt, wie es ist.",
        "This game was started with version {version} of the rules, but this page has version {known}. Reload the page; there may be a newer one. The game is left as it is.",
        "Cette partie a commencé avec la version {version} des règles ; cette page connaît la version {known}. Rechargez-la : il en existe peut-être une plus récente. La partie reste telle quelle.",
        "Dit spel is begonnen met regelversie {version}; deze pagina kent versie {known}. Laad de pagina opnieuw; misschien is er een nieuwere. Het spel blijft zoals het is.",
    ),
    "other_set": _t(
        "Dieses Spiel braucht ein Kartenset, das es auf dieser Seite nicht gibt: {reason} Das Spiel bleibt, wie es ist.",
        "This game needs a card set that this page does not have: {reason} The game is left as it is.",
        "Cette partie demande un jeu de cartes que cette page n'a pas : {reason} La partie reste telle quelle.",
        "Dit spel vraagt een kaartenset die deze pagina niet heeft: {reason} Het spel blijft zoals het is.",
    ),
    "bad_record": _t(
        "Diese Datei lässt sich nicht öffnen: {reason}",
        "This file cannot be opened: {reason}",
        "Ce fichier ne peut pas être ouvert : {reason}",
        "Dit bestand kan niet worden geopend: {reason}",
    ),
    "bad_export": _t(
        "Das ist keine Datei, die Spielzug gespeichert hat.",
        "This file was not saved by Spielzug.",
        "Ce fichier n'a pas été enregistré par Spielzug.",
        "Dit is geen bestand dat Spielzug heeft opgeslagen.",
    ),
    "unfinished_record": _t(
        "Dieses Spiel ist noch nicht zu Ende; ansehen lassen sich nur beendete Spiele.",
        "This game is not over yet. Only finished games can be replayed.",
        "Cette partie n'est pas terminée ; seules les parties terminées peuvent être revues.",
        "Dit spel is nog niet afgelopen; alleen afgelopen spellen kunnen worden bekeken.",
    ),
    "review_failed": _t(
        "Der Rückblick ist fehlgeschlagen. Bitte versuch es noch einmal.",
        "The review failed. Please try again.",
        "Le bilan a échoué. Veuillez réessayer.",
        "De terugblik is mislukt. Probeer het nog eens.",
    ),
}


class BrowserError(CodedError):
    """Something that this page cannot do; nothing was changed."""

    TEXTS = REFUSALS
