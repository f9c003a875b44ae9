"""What the terminal says, in four languages."""

from __future__ import annotations

TERMINAL = {
    "player": {"de": "Spieler {n}", "en": "Player {n}", "fr": "Joueur {n}", "nl": "Speler {n}"},
    "your_turn": {
        "de": "{name}, du bist dran:",
        "en": "{name}, it is your turn:",
        "fr": "{name}, c'est à vous :",
        "nl": "{name}, jij bent aan de beurt:",
    },
    "prompt": {
        "de": "Nummer oder Zeichen (? Hilfe)",
        "en": "number or sign (? for help)",
        "fr": "numéro ou signe (? aide)",
        "nl": "nummer of teken (? hulp)",
    },
    "help": {
        "de": "Nummer: diese Wahl · Zeichen wie 3>>5: dasselbe kurz · u: zurücknehmen · "
        "l: Verlauf · b: Tisch zeigen · q: aufhören (gespeichert wird immer)",
        "en": "number: that choice · a sign like 3>>5: the same, short · u: undo · "
        "l: log · b: show the table · q: quit (everything is always saved)",
        "fr": "numéro : ce choix · un signe comme 3>>5 : pareil, en bref · u : reprendre · "
        "l : journal · b : montrer la table · q : quitter (tout est toujours enregistré)",
        "nl": "nummer: die keuze · een teken als 3>>5: hetzelfde, kort · u: terugnemen · "
        "l: verloop · b: tafel tonen · q: stoppen (alles wordt steeds bewaard)",
    },
    "not_allowed": {
        "de": "Nicht möglich: {reason}",
        "en": "Not possible: {reason}",
        "fr": "Impossible : {reason}",
        "nl": "Niet mogelijk: {reason}",
    },
    "no_number": {
        "de": "Es gibt die Wahlen 1 bis {count}.",
        "en": "There are the choices 1 to {count}.",
        "fr": "Il y a les choix 1 à {count}.",
        "nl": "Er zijn de keuzes 1 tot {count}.",
    },
    "cannot_read": {
        "de": "Das verstehe ich nicht: {text}. Tippe eine Nummer von 1 bis {count}, "
        "ein Zeichen oder ? für Hilfe.",
        "en": "I cannot read {text}. Type a number from 1 to {count}, a sign, or ? for help.",
        "fr": "Je ne comprends pas {text}. Tapez un numéro de 1 à {count}, un signe, "
        "ou ? pour l'aide.",
        "nl": "Dat begrijp ik niet: {text}. Typ een nummer van 1 tot {count}, "
        "een teken, of ? voor hulp.",
    },
    "undone": {
        "de": "Zurückgenommen.",
        "en": "Taken back.",
        "fr": "Repris.",
        "nl": "Teruggenomen.",
    },
    "cannot_undo": {
        "de": "Hier kann nichts zurückgenommen werden: seit deiner letzten Wahl wurde eine "
        "Karte gesehen oder jemand anderes war dran.",
        "en": "Nothing can be taken back here: since your last choice a card was seen, "
        "or someone else decided.",
        "fr": "Rien ne peut être repris ici : depuis votre dernier choix une carte a été vue "
        "ou quelqu'un d'autre a joué.",
        "nl": "Hier kan niets worden teruggenomen: sinds je laatste keuze is een kaart gezien "
        "of was een ander aan de beurt.",
    },
    "pass_on": {
        "de": "Gib das Gerät an {name} weiter und drücke Enter.",
        "en": "Pass the keyboard to {name} and press Enter.",
        "fr": "Passez le clavier à {name} et appuyez sur Entrée.",
        "nl": "Geef het toetsenbord aan {name} en druk op Enter.",
    },
    "over": {
        "de": "Ende: {result} ({reason}).",
        "en": "The end: {result} ({reason}).",
        "fr": "Fin : {result} ({reason}).",
        "nl": "Einde: {result} ({reason}).",
    },
    "won": {"de": "{name} gewinnt", "en": "{name} wins", "fr": "{name} gagne", "nl": "{name} wint"},
    "draw": {"de": "unentschieden", "en": "a draw", "fr": "partie nulle", "nl": "onbeslist"},
    "saved": {
        "de": "Gespeichert. Weiter mit: spielzug play --resume {path}",
        "en": "Saved. Go on with: spielzug play --resume {path}",
        "fr": "Enregistré. Continuez avec : spielzug play --resume {path}",
        "nl": "Bewaard. Verder met: spielzug play --resume {path}",
    },
    "record": {
        "de": "Die Partie steht in {path} (ansehen: spielzug replay {path})",
        "en": "The game is in {path} (look at it: spielzug replay {path})",
        "fr": "La partie est dans {path} (à revoir : spielzug replay {path})",
        "nl": "Het spel staat in {path} (bekijken: spielzug replay {path})",
    },
    "commitment": {
        "de": "Das Glück dieser Partie liegt schon fest (Prüfsumme {hash}…).",
        "en": "The luck of this game is fixed already (commitment {hash}…).",
        "fr": "La chance de cette partie est déjà fixée (empreinte {hash}…).",
        "nl": "Het geluk van dit spel ligt al vast (controlegetal {hash}…).",
    },
    "already_over": {
        "de": "Diese Partie ist zu Ende.",
        "en": "This game is over.",
        "fr": "Cette partie est terminée.",
        "nl": "Dit spel is afgelopen.",
    },
    "replay_help": {
        "de": "Enter weiter · b zurück · Nummer springt dorthin · q aufhören",
        "en": "Enter next · b back · a number jumps there · q quit",
        "fr": "Entrée suivant · b retour · un numéro y saute · q quitter",
        "nl": "Enter verder · b terug · een nummer springt erheen · q stoppen",
    },
}
