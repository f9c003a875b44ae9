"""Names of players, sentences about a table and reasons for its end, in four languages."""
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
        "{name} nimmt zurück, was Los oder andere schon gezeigt haben: Alle waren einverstanden.",
        "{name} takes back a choice, although something has been revealed since. Everyone agreed.",
        "{name} reprend ce que le hasard ou d'autres ont déjà montré : tous sont d'accord.",
        "{name} neemt terug wat het lot of anderen al lieten zien: iedereen vond het goed.",
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
