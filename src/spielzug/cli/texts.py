"""The texts of the terminal, in four languages."""

from __future__ import annotations

TERMINAL = {
    "player": {"de": "Spieler {n}", "en": "Player {n}", "fr": "Joueur {n}", "nl": "Speler {n}"},
    "your_turn": {
        "de": "{name}, du bist dran:",
        "en": "{name}, it's your turn:",
        "fr": "{name}, c'est à vous :",
        "nl": "{name}, jij bent aan de beurt:",
    },
    "time_left": {
        "de": "Noch {clock} Minuten.",
        "en": "Time left: {clock}.",
        "fr": "Il reste {clock} minutes.",
        "nl": "Nog {clock} minuten.",
    },
    "prompt": {
        "de": "Nummer oder Zeichen (? für Hilfe)",
        "en": "number or notation (? for help)",
        "fr": "numéro ou signe (? pour l'aide)",
        "nl": "nummer of teken (? voor hulp)",
    },
    "help": {
        "de": "Nummer: diese Möglichkeit · Zeichen wie {sign}: dasselbe in Kurzform · "
        "h: Tipp · u: zurücknehmen · "
        "l: Verlauf · b: Tisch zeigen · q: aufhören (es wird immer gespeichert)",
        "en": "number: make that choice · notation like {sign}: the same · h: hint · u: undo · "
        "l: log · b: show the board · q: quit (your game is always saved)",
        "fr": "numéro : ce choix · un signe comme {sign} : la même chose en abrégé · h : conseil · "
        "u : reprendre · l : journal · b : afficher la table · "
        "q : quitter (tout est toujours enregistré)",
        "nl": "nummer: die keuze · een teken als {sign}: hetzelfde, kort · h: tip · "
        "u: terugnemen · l: verloop · b: tafel tonen · q: stoppen (alles wordt altijd opgeslagen)",
    },
    "puzzle": {
        "de": "{game}, Aufgabe {id}",
        "en": "{game}, puzzle {id}",
        "fr": "{game}, problème {id}",
        "nl": "{game}, puzzel {id}",
    },
    "puzzle_help": {
        "de": "Nummer oder Zeichen: diese Möglichkeit · s: Lösung · q: aufhören",
        "en": "number or notation: make that choice · s: solution · q: quit",
        "fr": "numéro ou signe : ce choix · s : solution · q : quitter",
        "nl": "nummer of teken: die keuze · s: oplossing · q: stoppen",
    },
    "practice": {
        "de": "Ein Übungsspiel ({origin}): u nimmt auch zurück, was das Glück entschied.",
        "en": "A practice game ({origin}): u also takes back luck.",
        "fr": "Une partie d'entraînement ({origin}) : u reprend aussi ce que le hasard a décidé.",
        "nl": "Een oefenspel ({origin}): u neemt ook terug wat het geluk besliste.",
    },
    "getting_ready": {
        "de": "{name} macht sich bereit (nur beim ersten Mal)",
        "en": "{name} is getting ready (first time only)",
        "fr": "{name} se prépare (seulement la première fois)",
        "nl": "{name} maakt zich klaar (alleen de eerste keer)",
    },
    "sits_in": {
        "de": "{name} macht sich noch bereit ({percent} %). "
        "Solange springt ein einfacherer Bot ein.",
        "en": "{name} is still getting ready ({percent}%). A simpler bot fills in until then.",
        "fr": "{name} se prépare encore ({percent} %). D'ici là, "
        "un bot plus simple joue à sa place.",
        "nl": "{name} maakt zich nog klaar ({percent} %). Zolang valt een eenvoudigere bot in.",
    },
    "plays_on": {
        "de": "{name} ist bereit und spielt jetzt selbst.",
        "en": "{name} is ready and takes over.",
        "fr": "{name} est prêt et continue.",
        "nl": "{name} is klaar en speelt nu zelf.",
    },
    "no_answer": {
        "de": "{name} hatte keine Antwort: So entschied ein einfacherer Bot.",
        "en": "{name} had no answer, so a simpler bot decided.",
        "fr": "{name} n'avait pas de réponse : c'est un bot plus simple qui a décidé.",
        "nl": "{name} had geen antwoord: dit besliste een eenvoudigere bot.",
    },
    "hint_thinking": {
        "de": "Ich schaue voraus … (die Prozente schätzen deine Gewinnaussicht)",
        "en": "Looking ahead … (the percentages estimate your chance of winning)",
        "fr": "Je regarde plus loin… (les pourcentages estiment vos chances de gagner)",
        "nl": "Ik kijk vooruit… (de percentages schatten je winstkans)",
    },
    "not_allowed": {
        "de": "Nicht möglich: {reason}",
        "en": "Not possible: {reason}",
        "fr": "Impossible : {reason}",
        "nl": "Niet mogelijk: {reason}",
    },
    "no_number": {
        "de": "Wähle eine Nummer von 1 bis {count}.",
        "en": "Choose a number from 1 to {count}.",
        "fr": "Choisissez un numéro de 1 à {count}.",
        "nl": "Kies een nummer van 1 tot en met {count}.",
    },
    "cannot_read": {
        "de": "Das verstehe ich nicht: {text}. Tippe eine Nummer von 1 bis {count}, "
        "ein Zeichen oder ? für Hilfe.",
        "en": "{text} is not a choice. Type a number from 1 to {count}, the notation "
        "of a choice, or ? for help.",
        "fr": "Je ne comprends pas {text}. Tapez un numéro de 1 à {count}, un signe, "
        "ou ? pour l'aide.",
        "nl": "Dat begrijp ik niet: {text}. Typ een nummer van 1 tot en met {count}, "
        "een teken, of ? voor hulp.",
    },
    "undone": {
        "de": "Zurückgenommen.",
        "en": "Taken back.",
        "fr": "Choix repris.",
        "nl": "Teruggenomen.",
    },
    "cannot_undo": {
        "de": "Hier kann nichts zurückgenommen werden: Seit deiner letzten Entscheidung wurde "
        "etwas aufgedeckt oder ausgelost, oder jemand anderes war dran.",
        "en": "You can't undo here: since your last choice, something was revealed or left to "
        "chance, or someone else has moved.",
        "fr": "Rien ne peut être repris ici : depuis votre dernier choix quelque chose a été "
        "dévoilé ou tiré au sort, ou quelqu'un d'autre a joué.",
        "nl": "Hier kan niets worden teruggenomen: sinds je laatste keuze is iets getoond of "
        "geloot, of was een ander aan de beurt.",
    },
    "pass_on": {
        "de": "Gib das Gerät an {name} weiter und drücke Enter.",
        "en": "Pass the keyboard to {name} and press Enter.",
        "fr": "Passez le clavier à {name} et appuyez sur Entrée.",
        "nl": "Geef het toetsenbord aan {name} en druk op Enter.",
    },
    "over": {
        "de": "Ende: {result} ({reason}).",
        "en": "Game over: {result} ({reason}).",
        "fr": "Fin : {result} ({reason}).",
        "nl": "Einde: {result} ({reason}).",
    },
    "won": {"de": "{name} gewinnt", "en": "{name} wins", "fr": "{name} gagne", "nl": "{name} wint"},
    "draw": {"de": "unentschieden", "en": "a draw", "fr": "partie nulle", "nl": "gelijkspel"},
    "saved": {
        "de": "Gespeichert. Weiter mit: spielzug play --resume {path}",
        "en": "Saved. Continue with: spielzug play --resume {path}",
        "fr": "Partie enregistrée. Continuez avec : spielzug play --resume {path}",
        "nl": "Opgeslagen. Ga verder met: spielzug play --resume {path}",
    },
    "record": {
        "de": "Das Spiel steht in {path} (nachspielen: spielzug replay {path})",
        "en": "Saved to {path}. Watch it again with: spielzug replay {path}",
        "fr": "La partie est dans {path} (pour la revoir : spielzug replay {path})",
        "nl": "Het spel staat in {path} (terugkijken: spielzug replay {path})",
    },
    "commitment": {
        "de": "Das Glück dieses Spiels liegt schon fest (Fingerabdruck {hash}…).",
        "en": "This game's luck is already fixed (fingerprint {hash}…).",
        "fr": "Le hasard de cette partie est déjà fixé (empreinte {hash}…).",
        "nl": "Het geluk van dit spel ligt al vast (vingerafdruk {hash}…).",
    },
    "already_over": {
        "de": "Dieses Spiel ist zu Ende.",
        "en": "This game is over.",
        "fr": "Cette partie est terminée.",
        "nl": "Dit spel is afgelopen.",
    },
    "replay_help": {
        "de": "Enter weiter · b zurück · Nummer springt dorthin · q aufhören",
        "en": "Enter: next · b: back · number: jump there · q: quit",
        "fr": "Entrée suivant · b retour · un numéro : y aller · q quitter",
        "nl": "Enter verder · b terug · een nummer: daarheen springen · q stoppen",
    },
}

LEARN = {
    "about": {
        "de": "{steps} Schritte, etwa {minutes} Minuten",
        "en": "{steps} steps, about {minutes} minutes",
        "fr": "{steps} étapes, environ {minutes} minutes",
        "nl": "{steps} stappen, ongeveer {minutes} minuten",
    },
    "step": {
        "de": "Schritt {n} von {count}",
        "en": "step {n} of {count}",
        "fr": "étape {n} sur {count}",
        "nl": "stap {n} van {count}",
    },
    "learn_help": {
        "de": "Nummer: diese Möglichkeit · Zeichen wie {sign}: dasselbe in Kurzform · "
        "s: zeig es mir · b: noch einmal zeigen · q: aufhören",
        "en": "number: make that choice · notation like {sign}: the same · s: show me · "
        "b: show the board again · q: quit",
        "fr": "numéro : ce choix · un signe comme {sign} : la même chose en abrégé · "
        "s : montrez-moi · b : afficher à nouveau · q : quitter",
        "nl": "nummer: die keuze · een teken als {sign}: hetzelfde, kort · s: laat het zien · "
        "b: nog eens tonen · q: stoppen",
    },
    "way": {
        "de": "Das führt weiter: {n}  {label}",
        "en": "Try this: {n}  {label}",
        "fr": "Voici la suite : {n}  {label}",
        "nl": "Dit leidt verder: {n}  {label}",
    },
    "next": {
        "de": "Enter: nächster Schritt",
        "en": "Enter: next step",
        "fr": "Entrée : étape suivante",
        "nl": "Enter: volgende stap",
    },
    "left": {
        "de": "Weiter mit: spielzug learn {name} --step {step}",
        "en": "Continue with: spielzug learn {name} --step {step}",
        "fr": "Pour continuer : spielzug learn {name} --step {step}",
        "nl": "Ga verder met: spielzug learn {name} --step {step}",
    },
    "finished": {
        "de": "Das war die ganze Lektion.",
        "en": "You have finished the lesson.",
        "fr": "C'était toute la leçon.",
        "nl": "Dat was de hele les.",
    },
    "first_game": {
        "de": "Und jetzt dein erstes Spiel: {command}",
        "en": "Now play your first game: {command}",
        "fr": "Et maintenant votre première partie : {command}",
        "nl": "En nu je eerste spel: {command}",
    },
}
