"""Names of players, and sentences about a table, its end and its luck, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import in_four as _t

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
        "Practice: this game starts after step {entry} of another game.",
        "Un entraînement : il commence après le coup {entry} d'une autre partie.",
        "Een oefening: ze begint na stap {entry} van een ander spel.",
    ),
    "began_position": _t(
        "Eine Übung: Sie beginnt in einer Stellung.",
        "Practice: this game starts from a chosen position.",
        "Un entraînement : il commence dans une position.",
        "Een oefening: ze begint in een stelling.",
    ),
    "began_as_was": _t(
        "Was verdeckt ist, liegt wie dort.",
        "Everything hidden is the same as in that position.",
        "Ce qui est caché est resté comme là-bas.",
        "Wat verborgen is, ligt zoals daar.",
    ),
    "began_anew": _t(
        "Was verdeckt ist, wurde neu verteilt.",
        "Everything hidden was dealt again.",
        "Ce qui est caché a été redistribué.",
        "Wat verborgen is, werd opnieuw verdeeld.",
    ),
    "took_back": _t(
        "{name} nimmt zurück.",
        "{name} takes back a choice.",
        "{name} reprend son choix.",
        "{name} neemt terug.",
    ),
    "took_back_agreed": _t(
        "{name} nimmt zurück, was Los oder andere schon gezeigt haben. Laut Aufzeichnung waren alle einverstanden; bewiesen ist das nicht.",
        "{name} takes back a choice, although something has been revealed since. The record says that everyone agreed; nothing proves it.",
        "{name} reprend ce que le hasard ou d'autres ont déjà montré. D'après l'enregistrement, tous étaient d'accord ; rien ne le prouve.",
        "{name} neemt terug wat het lot of anderen al lieten zien. Volgens het verslag vond iedereen het goed; bewezen is dat niet.",
    ),
    "took_back_practice": _t(
        "{name} nimmt zurück, was Los oder andere schon gezeigt haben (Übung).",
        "{name} takes back a choice, although something has been revealed since (practice).",
        "{name} reprend ce que le hasard ou d'autres ont déjà montré (entraînement).",
        "{name} neemt terug wat het lot of anderen al lieten zien (oefening).",
    ),
    "instead_preparing": _t(
        "So entschied ein einfacherer Bot: {name} macht sich noch bereit.",
        "A simpler bot made this choice because {name} is still getting ready.",
        "C'est un bot plus simple qui a décidé : {name} se prépare encore.",
        "Dit besliste een eenvoudigere bot: {name} maakt zich nog klaar.",
    ),
    "instead_never": _t(
        "So entschied ein einfacherer Bot: {name} kann sich auf diesem Computer nicht bereit machen.",
        "A simpler bot made this choice because {name} cannot run on this computer.",
        "C'est un bot plus simple qui a décidé : {name} ne peut pas se préparer sur cet ordinateur.",
        "Dit besliste een eenvoudigere bot: {name} kan zich op deze computer niet klaarmaken.",
    ),
    "instead_failed": _t(
        "So entschied ein einfacherer Bot: {name} hatte keine Antwort.",
        "A simpler bot made this choice because {name} had no answer.",
        "C'est un bot plus simple qui a décidé : {name} n'avait pas de réponse.",
        "Dit besliste een eenvoudigere bot: {name} had geen antwoord.",
    ),
    "instead_slow": _t(
        "{name} hat sich schneller entschieden als sonst, weil dieses Gerät langsam ist.",
        "{name} thought less than usual because this device is slow.",
        "{name} a réfléchi moins que d'habitude, car cet appareil est lent.",
        "{name} heeft minder nagedacht dan anders, omdat dit apparaat traag is.",
    ),
    "instead_silent": _t(
        "So entschied ein einfacherer Bot: {name} antwortet nicht.",
        "A simpler bot made this choice because {name} is not answering.",
        "C'est un bot plus simple qui a décidé : {name} ne répond pas.",
        "Dit besliste een eenvoudigere bot: {name} antwoordt niet.",
    ),
    "cannot_save": _t(
        "Der Server kann gerade nicht speichern. Sobald er es wieder kann, geht es weiter; nichts geht verloren.",
        "The server cannot save right now. Nothing is lost, and the game will continue as soon as it can.",
        "Le serveur ne peut pas enregistrer pour l'instant. La partie continuera dès que possible ; rien n'est perdu.",
        "De server kan nu niet opslaan. Zodra dat weer lukt gaat het spel verder; er gaat niets verloren.",
    ),
}

REASONS = {
    # A table called off before the deal, for which games have no text.
    "abandoned": _t("abgebrochen", "called off", "interrompue", "afgebroken"),
    # By `spielzug admin close`.
    "closed": _t(
        "vom Betreiber des Servers beendet",
        "ended by the server's host",
        "terminée par l'hébergeur du serveur",
        "beëindigd door de beheerder van de server",
    ),
    "closed_because": _t(
        "vom Betreiber des Servers beendet: {why}",
        "ended by the server's host: {why}",
        "terminée par l'hébergeur du serveur : {why}",
        "beëindigd door de beheerder van de server: {why}",
    ),
}

PROOF = {
    "promised": _t(
        "Vor dem Verteilen wurde dieser Fingerabdruck des Geheimnisses gezeigt: {commitment}.",
        "Before the deal, this fingerprint of the secret was published: {commitment}.",
        "Avant la donne, cette empreinte du secret a été montrée : {commitment}.",
        "Voor het delen werd deze vingerafdruk van het geheim getoond: {commitment}.",
    ),
    "begun": _t(
        "Das ist eine Übung: Sie begann nicht mit dem Verteilen, sondern in einer Stellung. Kein Gerät hat eine Zufallszahl beigetragen; wer den Tisch führte, hat das Glück allein bestimmt.",
        "This is a practice game. It started from a position instead of a deal, so no device added a random number, and whoever ran the table determined the luck alone.",
        "C'est un entraînement : la partie n'a pas commencé par une donne, mais dans une position. Aucun appareil n'a ajouté de nombre : celui qui tenait la table a décidé seul du hasard.",
        "Dit is een oefening: het spel begon niet met delen maar in een stelling. Geen apparaat voegde een getal toe; wie de tafel leidde, bepaalde het geluk alleen.",
    ),
    "begun_promised": _t(
        "Der Fingerabdruck des Geheimnisses, gezeigt, als das Spiel begann: {commitment}.",
        "The fingerprint of the secret, published when the game started: {commitment}.",
        "L'empreinte du secret, montrée au début de la partie : {commitment}.",
        "De vingerafdruk van het geheim, getoond toen het spel begon: {commitment}.",
    ),
    "nonces": _t(
        "{count} Geräte haben je eine Zufallszahl beigetragen. Das Glück dieses Spiels entsteht aus ihnen und dem Geheimnis.",
        "{count} devices each added a random number. The luck of this game comes from these numbers and the secret.",
        "{count} appareils ont chacun ajouté un nombre aléatoire. Le hasard vient de ces nombres et du secret.",
        "{count} apparaten voegden elk een willekeurig getal toe. Het geluk van dit spel komt daaruit en uit het geheim.",
    ),
    "one_nonce": _t(
        "Ein Gerät hat eine Zufallszahl beigetragen. Das Glück dieses Spiels entsteht aus ihr und dem Geheimnis.",
        "One device added a random number. The luck of this game comes from that number and the secret.",
        "Un appareil a ajouté un nombre aléatoire. Le hasard vient de ce nombre et du secret.",
        "Eén apparaat voegde een willekeurig getal toe. Het geluk van dit spel komt daaruit en uit het geheim.",
    ),
    "list_wrong": _t(
        "Startliste, Geheimnis und Zufallszahlen in der Datei passen nicht zusammen.",
        "The start list, the secret and the random numbers in the file do not match.",
        "La liste de départ, le secret et les nombres du fichier ne vont pas ensemble.",
        "De startlijst, het geheim en de getallen in het bestand passen niet bij elkaar.",
    ),
    "no_nonces": _t(
        "An diesem Tisch saßen nur Bots: Niemand hat eine Zufallszahl beigetragen; wer den Tisch führte, hat das Glück allein bestimmt.",
        "Only bots played at this table. Nobody added a random number, so whoever ran the table determined the luck alone.",
        "Seuls des bots étaient à cette table : personne n'a ajouté de nombre, et celui qui tenait la table a décidé seul du hasard.",
        "Aan deze tafel zaten alleen bots: niemand voegde een getal toe; wie de tafel leidde, bepaalde het geluk alleen.",
    ),
    "later": _t(
        "Das Geheimnis selbst wird gezeigt, wenn das Spiel zu Ende ist; dann lässt sich alles nachrechnen.",
        "The secret itself is revealed when the game is over. Then everything can be recalculated and checked.",
        "Le secret lui-même est montré à la fin de la partie ; tout peut alors être recalculé.",
        "Het geheim zelf wordt getoond als het spel is afgelopen; dan is alles na te rekenen.",
    ),
    "never": _t(
        "Dieses Spiel wurde vor dem Verteilen abgebrochen: Es gibt nichts zu prüfen.",
        "This game was called off before the deal, so there is nothing to check.",
        "Cette partie a été interrompue avant la donne : il n'y a rien à vérifier.",
        "Dit spel is voor het delen afgebroken: er valt niets te controleren.",
    ),
    "removed": _t(
        "Namen wurden aus dieser Liste entfernt, nachdem das Spiel zu Ende war. Ihr Fingerabdruck ist der von vorher: Prüfen kann ihn nur, wer die Liste behalten hat.",
        "Names were removed from this list after the game was over. Its fingerprint is still the original one, so only someone who kept the original list can check it.",
        "Des noms ont été retirés de cette liste après la fin de la partie. Son empreinte est celle d'avant : seul qui a gardé la liste peut la vérifier.",
        "Na afloop van het spel zijn namen uit deze lijst verwijderd. De vingerafdruk is die van ervoor: alleen wie de lijst bewaarde, kan hem nagaan.",
    ),
    "names_removed": _t(
        "Namen wurden aus dieser Liste entfernt, nachdem das Spiel zu Ende war. Sonst wurde nichts geändert: Aus allem Übrigen kommt noch derselbe Fingerabdruck.",
        "Names were removed from this list after the game was over. Nothing else was changed: the rest still has the same fingerprint.",
        "Des noms ont été retirés de cette liste après la fin de la partie. Rien d'autre n'a changé : le reste a toujours la même empreinte.",
        "Na afloop van het spel zijn namen uit deze lijst verwijderd. Verder is er niets veranderd: de rest heeft nog dezelfde vingerafdruk.",
    ),
    "secret_fits": _t(
        "Das jetzt gezeigte Geheimnis hat genau diesen Fingerabdruck (SHA-256).",
        "The secret revealed now has exactly this fingerprint (SHA-256).",
        "Le secret montré maintenant a exactement cette empreinte (SHA-256).",
        "Het nu getoonde geheim heeft precies deze vingerafdruk (SHA-256).",
    ),
    "secret_wrong": _t(
        "Das jetzt gezeigte Geheimnis hat einen anderen Fingerabdruck: Es wurde ausgetauscht.",
        "The secret revealed now has a different fingerprint: it was swapped.",
        "Le secret montré maintenant a une autre empreinte : il a été échangé.",
        "Het nu getoonde geheim heeft een andere vingerafdruk: het is verwisseld.",
    ),
    "deal_fits": _t(
        "Neu begonnen: Aus Geheimnis und Zufallszahlen kommt derselbe Anfang.",
        "Dealt again: the secret and the random numbers lead to the same start.",
        "Recommencée : le secret et les nombres donnent le même départ.",
        "Opnieuw begonnen: het geheim en de getallen geven hetzelfde begin.",
    ),
    "deal_wrong": _t(
        "Neu begonnen: Es kommt ein anderer Anfang heraus als am Tisch.",
        "Dealt again: the start differs from the one at the table.",
        "Recommencée : le départ diffère de celui de la table.",
        "Opnieuw begonnen: er komt een ander begin uit dan aan tafel.",
    ),
    "replay_fits": _t(
        "Nachgespielt: Alle {count} Einträge des Protokolls führen Schritt für Schritt zu denselben Stellungen.",
        "Replayed: all {count} log entries lead to the same positions, step by step.",
        "Rejouée : les {count} entrées du journal mènent pas à pas aux mêmes positions.",
        "Nagespeeld: alle {count} regels van het logboek leiden stap voor stap naar dezelfde stellingen.",
    ),
    "replay_wrong": _t(
        "Nachgespielt: Ab Eintrag {number} kommt etwas anderes heraus als am Tisch.",
        "Replayed: from entry {number} on, the game differs from what happened at the table.",
        "Rejouée : à partir de l'entrée {number}, le résultat diffère de la table.",
        "Nagespeeld: vanaf regel {number} komt er iets anders uit dan aan tafel.",
    ),
    "result_fits": _t(
        "Das Ergebnis stimmt: {result} ({reason}).",
        "The result is correct: {result} ({reason}).",
        "Le résultat est juste : {result} ({reason}).",
        "De uitslag klopt: {result} ({reason}).",
    ),
    "result_wrong": _t(
        "Das gespeicherte Ergebnis ist nicht das, zu dem das Protokoll führt.",
        "The saved result is not the one that the log leads to.",
        "Le résultat enregistré n'est pas celui auquel mène le journal.",
        "De bewaarde uitslag is niet die waartoe het logboek leidt.",
    ),
}
