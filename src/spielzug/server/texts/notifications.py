"""The texts of notifications, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import in_four as _t

TITLES = {
    "turn": _t("Du bist dran", "Your turn", "À vous de jouer", "Jij bent aan de beurt"),
    "soon": _t("Die Zeit ist bald um", "Your time is almost up", "Le temps est presque écoulé", "De tijd is bijna om"),
    "asked": _t("Deine Zeit ist um", "Your time is up", "Votre temps est écoulé", "Je tijd is om"),
    "begin": _t("Es kann losgehen", "Ready to start", "Tout est prêt", "Het kan beginnen"),
    "joined": _t("Jemand sitzt am Tisch", "Someone joined your table", "Quelqu'un s'est assis", "Er zit iemand aan tafel"),
    "bot": _t("Ein Bot spielt für dich", "A bot is playing for you", "Un bot joue pour vous", "Een bot speelt voor jou"),
    "over": _t("Das Spiel ist aus", "The game is over", "La partie est finie", "Het spel is uit"),
    "rematch": _t("Noch ein Spiel?", "Another game?", "Une autre partie ?", "Nog een spel?"),
    "test": _t("Eine Probe", "A test", "Un essai", "Een proef"),
    "several": _t("An {count} Tischen gibt es Neues", "News at {count} tables", "Du nouveau à {count} tables", "Nieuws aan {count} tafels"),
}  # fmt: skip

BODIES = {
    "turn": _t(
        "{game} mit {others}: Du bist dran.",
        "{game} with {others}: it is your turn.",
        "{game} avec {others} : c'est à vous de jouer.",
        "{game} met {others}: jij bent aan de beurt.",
    ),
    "hours": _t(
        "{game} mit {others}: Du bist dran und hast noch {n} {n:Stunde|Stunden} Zeit.",
        "{game} with {others}: it is your turn. You have {n} {n:hour|hours} left.",
        "{game} avec {others} : c'est à vous de jouer, il reste {n} {n:heure|heures}.",
        "{game} met {others}: jij bent aan de beurt en hebt nog {n} uur.",
    ),
    "minutes": _t(
        "{game} mit {others}: Du bist dran und hast noch {n} {n:Minute|Minuten} Zeit.",
        "{game} with {others}: it is your turn. You have {n} {n:minute|minutes} left.",
        "{game} avec {others} : c'est à vous de jouer, il reste {n} {n:minute|minutes}.",
        "{game} met {others}: jij bent aan de beurt en hebt nog {n} {n:minuut|minuten}.",
    ),
    "asked": _t(
        "{game} mit {others}: Deine Zeit ist um. Bist du noch da? Sonst übernimmt bald ein Bot deinen Platz.",
        "{game} with {others}: your time is up. Are you still there? If not, a bot will soon take over your seat.",
        "{game} avec {others} : votre temps est écoulé. Êtes-vous encore là ? Sinon un bot prendra bientôt votre place.",
        "{game} met {others}: je tijd is om. Ben je er nog? Anders neemt een bot zo je plaats in.",
    ),
    "begin": _t(
        "{game} mit {others}: Alle sitzen. Öffne den Tisch, damit das Spiel beginnen kann.",
        "{game} with {others}: everyone is here. Open the table so that the game can start.",
        "{game} avec {others} : tout le monde est là. Ouvrez la table pour que la partie commence.",
        "{game} met {others}: iedereen zit. Open de tafel, dan kan het spel beginnen.",
    ),
    "joined": _t(
        "{game}: An deinem Tisch sitzt jetzt jemand; dort sind {others}.",
        "{game}: someone joined your table. At the table now: {others}.",
        "{game} : quelqu'un s'est assis à votre table ; il y a {others}.",
        "{game}: er is iemand aan je tafel gaan zitten; daar zijn {others}.",
    ),
    "bot": _t(
        "{game} mit {others}: Ein Bot hat deinen Platz übernommen. Du kannst jederzeit zurückkommen.",
        "{game} with {others}: a bot has taken over your seat. You can come back at any time.",
        "{game} avec {others} : un bot a pris votre place. Vous pouvez revenir quand vous voulez.",
        "{game} met {others}: een bot heeft je plaats ingenomen. Je kunt altijd terugkomen.",
    ),
    "over": _t(
        "{game} mit {others}: Das Spiel ist aus.",
        "{game} with {others}: the game is over.",
        "{game} avec {others} : la partie est finie.",
        "{game} met {others}: het spel is uit.",
    ),
    "rematch": _t(
        "{game} mit {others}: noch ein Spiel? Der neue Tisch wartet auf dich.",
        "{game} with {others}: another game? A new table is waiting for you.",
        "{game} avec {others} : encore une partie ? La nouvelle table vous attend.",
        "{game} met {others}: nog een spel? De nieuwe tafel wacht op je.",
    ),
    "test": _t(
        "So sieht es aus, wenn an einem deiner Tische etwas auf dich wartet.",
        "This is what you will get when something is waiting for you at one of your tables.",
        "Voilà ce que vous recevrez quand quelque chose vous attend à l'une de vos tables.",
        "Zo ziet het eruit als er aan een van je tafels iets op je wacht.",
    ),
}  # fmt: skip

MAILS = {
    "confirm_subject": _t(
        "Spielzug: Sollen Nachrichten hierher kommen?",
        "Spielzug: would you like notifications at this address?",
        "Spielzug : recevoir les avis ici ?",
        "Spielzug: moeten berichten hierheen komen?",
    ),
    "confirm_body": _t(
        "Jemand hat auf {site} gewünscht, dass unter dieser Adresse Nachrichten von Spieltischen ankommen, zum Beispiel „Du bist dran“.\n\nWarst du das? Dann bestätige es hier (der Link gilt zwei Tage):\n{confirm}\n\nWarst du es nicht, dann tu einfach nichts: Es kommt keine weitere Nachricht. Nie wieder gefragt werden:\n{refuse}",
        "Someone at {site} asked for notifications from their game tables, such as “Your turn”, to be sent to this address.\n\nIf that was you, please confirm it here (the link works for two days):\n{confirm}\n\nIf it was not you, just ignore this message. You will not get another one. If you never want to be asked again:\n{refuse}",
        "Quelqu'un sur {site} a souhaité recevoir à cette adresse des avis de tables de jeu, par exemple « À vous de jouer ».\n\nÉtait-ce vous ? Alors confirmez-le ici (le lien est valable deux jours) :\n{confirm}\n\nSinon, ne faites rien : aucun autre message ne viendra. Pour ne plus jamais être interrogé :\n{refuse}",
        "Iemand op {site} wenste dat op dit adres berichten van speltafels aankomen, bijvoorbeeld “Jij bent aan de beurt”.\n\nWas jij dat? Bevestig het dan hier (de link werkt twee dagen):\n{confirm}\n\nWas jij het niet, doe dan niets: er komt geen ander bericht. Nooit meer gevraagd worden:\n{refuse}",
    ),
    "footer": _t(
        "Diese Adresse wurde auf {site} für Nachrichten bestätigt. Keine mehr bekommen:\n{stop}",
        "You are getting this because this address was confirmed for notifications at {site}. To stop them:\n{stop}",
        "Cette adresse a été confirmée pour les avis de {site}. Pour ne plus en recevoir :\n{stop}",
        "Dit adres is op {site} voor berichten bevestigd. Er geen meer krijgen:\n{stop}",
    ),
}

TROUBLES = {
    "no_answer": _t("Dort antwortet niemand.", "There was no answer from there.", "Personne n'y répond.", "Daar antwoordt niemand."),
    "bad_answer": _t("Von dort kam keine brauchbare Antwort.", "The answer from there could not be understood.", "La réponse reçue n'a pas de sens.", "Van daar kwam geen bruikbaar antwoord."),
    "refused": _t("Dort wurde es nicht angenommen.", "It was not accepted there.", "Cela n'y a pas été accepté.", "Het werd daar niet aangenomen."),
    "not_found_there": _t("Diesen Namen kennt im Internet niemand.", "This name could not be found on the internet.", "Personne ne connaît ce nom sur Internet.", "Niemand op internet kent deze naam."),
    "private_address": _t("Diese Adresse liegt nicht im offenen Internet.", "This address is not on the public internet.", "Cette adresse n'est pas sur l'Internet ouvert.", "Dit adres ligt niet op het open internet."),
    "needs_https": _t("Die Adresse muss mit https:// beginnen.", "The address must start with https://.", "L'adresse doit commencer par https://.", "Het adres moet met https:// beginnen."),
    "bad_address": _t("Das ist keine brauchbare Adresse.", "This address cannot be used.", "Ce n'est pas une adresse utilisable.", "Dit is geen bruikbaar adres."),
    "mail_server": _t("Der Mailserver dieses Hosts nimmt gerade nichts an.", "This server's mail server is not accepting mail right now.", "Le serveur de courrier de cet hôte n'accepte rien pour l'instant.", "De mailserver van deze host neemt nu niets aan."),
    "failed": _t("Beim Senden ging etwas schief.", "Something went wrong while sending.", "L'envoi a échoué.", "Bij het versturen ging iets mis."),
}  # fmt: skip
"""Why the last notification did not arrive."""

REFUSALS = {
    "bad_address": TROUBLES["bad_address"],
    "needs_https": TROUBLES["needs_https"],
    "private_address": TROUBLES["private_address"],
    "not_found_there": TROUBLES["not_found_there"],
    "bad_keys": _t(
        "Die Schlüssel dieses Browsers sind keine; lade die Seite neu und versuch es noch einmal.",
        "This browser sent invalid keys. Please reload the page and try again.",
        "Les clés de ce navigateur n'en sont pas ; rechargez la page et réessayez.",
        "De sleutels van deze browser zijn er geen; laad de pagina opnieuw en probeer het nog eens.",
    ),
    "bad_mail": _t(
        "Das ist keine E-Mail-Adresse, an die sich schreiben lässt, zum Beispiel anna@example.org.",
        "This is not a valid email address. A valid one looks like anna@example.org.",
        "Ce n'est pas une adresse e-mail utilisable, par exemple anna@example.org.",
        "Dit is geen e-mailadres waaraan te schrijven valt, bijvoorbeeld anna@example.org.",
    ),
    "mail_too_often": _t(
        "An diese Adresse kann heute von hier keine Frage mehr geschickt werden. Schau in den Posteingang, oder versuch es morgen.",
        "No more confirmation emails can be sent to this address today. Check your inbox, or try again tomorrow.",
        "Plus aucune question ne peut être envoyée d'ici à cette adresse aujourd'hui. Regardez la boîte de réception, ou réessayez demain.",
        "Vandaag kan van hier geen vraag meer naar dit adres worden gestuurd. Kijk in de inbox, of probeer het morgen.",
    ),
    "push_not_offered": _t(
        "Dieser Server schickt keine Nachrichten an Browser.",
        "This server does not send notifications to browsers.",
        "Ce serveur n'envoie pas d'avis aux navigateurs.",
        "Deze server stuurt geen berichten naar browsers.",
    ),
    "mail_not_offered": _t(
        "Dieser Server verschickt keine E-Mail.",
        "This server does not send email.",
        "Ce serveur n'envoie pas d'e-mail.",
        "Deze server verstuurt geen e-mail.",
    ),
    "hooks_not_offered": _t(
        "Dieser Server schickt keine Nachrichten an Webadressen.",
        "This server does not send notifications to web addresses.",
        "Ce serveur n'envoie pas d'avis à des adresses web.",
        "Deze server stuurt geen berichten naar webadressen.",
    ),
    "no_contact": _t(
        "Das gibt es nicht (mehr): Der Link ist unvollständig, zu alt, oder die Nachrichten sind schon abbestellt.",
        "This no longer works: the link is incomplete or too old, or the notifications have already been turned off.",
        "Cela n'existe pas (ou plus) : le lien est incomplet ou trop ancien, ou les avis sont déjà désactivés.",
        "Dit is er niet (meer): de link is onvolledig of te oud, of de berichten zijn al afgezegd.",
    ),
    "not_confirmed": _t(
        "Diese Adresse muss zuerst bestätigt werden: Öffne den Link in der E-Mail, die dorthin ging.",
        "Please confirm this address first: open the link in the email that was sent there.",
        "Cette adresse doit d'abord être confirmée : ouvrez le lien de l'e-mail qui y a été envoyé.",
        "Dit adres moet eerst bevestigd worden: open de link in de e-mail die erheen ging.",
    ),
}
"""Why a request about notifications is refused."""
