"""The texts of the terminal, in four languages."""
# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole

from __future__ import annotations

from spielzug.core.texts import in_four as _t

TERMINAL = {
    "player": _t("Spieler {n}", "Player {n}", "Joueur {n}", "Speler {n}"),
    "your_turn": _t(
        "{name}, du bist dran:",
        "{name}, it's your turn:",
        "{name}, c'est à vous :",
        "{name}, jij bent aan de beurt:",
    ),
    "time_left": _t(
        "Noch {clock} Minuten.",
        "Time left: {clock}.",
        "Il reste {clock} minutes.",
        "Nog {clock} minuten.",
    ),
    "prompt": _t(
        "Nummer oder Zeichen (? für Hilfe)",
        "number or notation (? for help)",
        "numéro ou signe (? pour l'aide)",
        "nummer of teken (? voor hulp)",
    ),
    "help": _t(
        "Nummer: diese Möglichkeit · Zeichen wie {sign}: dasselbe in Kurzform · h: Tipp · u: zurücknehmen · l: Verlauf · b: Tisch zeigen · q: aufhören (es wird immer gespeichert)",
        "number: make that choice · notation like {sign}: the same · h: hint · u: undo · l: log · b: show the board · q: quit (your game is always saved)",
        "numéro : ce choix · un signe comme {sign} : la même chose en abrégé · h : conseil · u : reprendre · l : journal · b : afficher la table · q : quitter (tout est toujours enregistré)",
        "nummer: die keuze · een teken als {sign}: hetzelfde, kort · h: tip · u: terugnemen · l: verloop · b: tafel tonen · q: stoppen (alles wordt altijd opgeslagen)",
    ),
    "puzzle": _t(
        "{game}, Aufgabe {id}",
        "{game}, puzzle {id}",
        "{game}, problème {id}",
        "{game}, puzzel {id}",
    ),
    "puzzle_help": _t(
        "Nummer oder Zeichen: diese Möglichkeit · s: Lösung · q: aufhören",
        "number or notation: make that choice · s: solution · q: quit",
        "numéro ou signe : ce choix · s : solution · q : quitter",
        "nummer of teken: die keuze · s: oplossing · q: stoppen",
    ),
    "practice": _t(
        "Ein Übungsspiel ({origin}): u nimmt auch zurück, was das Glück entschied.",
        "A practice game ({origin}): u also takes back luck.",
        "Une partie d'entraînement ({origin}) : u reprend aussi ce que le hasard a décidé.",
        "Een oefenspel ({origin}): u neemt ook terug wat het geluk besliste.",
    ),
    "getting_ready": _t(
        "{name} macht sich bereit (nur beim ersten Mal)",
        "{name} is getting ready (first time only)",
        "{name} se prépare (seulement la première fois)",
        "{name} maakt zich klaar (alleen de eerste keer)",
    ),
    "sits_in": _t(
        "{name} macht sich noch bereit ({percent} %) und spielt bis dahin schwächer.",
        "{name} is still getting ready ({percent}%) and won't play at full strength until then.",
        "{name} se prépare encore ({percent} %) et joue moins bien en attendant.",
        "{name} maakt zich nog klaar ({percent} %) en speelt zolang minder sterk.",
    ),
    "plays_on": _t(
        "{name} ist bereit und spielt jetzt selbst.",
        "{name} is ready and takes over.",
        "{name} est prêt et continue.",
        "{name} is klaar en speelt nu zelf.",
    ),
    "no_answer": _t(
        "{name} hatte keine Antwort: So entschied ein einfacherer Bot.",
        "{name} had no answer, so a simpler bot decided.",
        "{name} n'avait pas de réponse : c'est un bot plus simple qui a décidé.",
        "{name} had geen antwoord: dit besliste een eenvoudigere bot.",
    ),
    "hint_thinking": _t(
        "Ich schaue voraus … (die Prozente schätzen deine Gewinnaussicht)",
        "Looking ahead … (the percentages estimate your chance of winning)",
        "Je regarde plus loin… (les pourcentages estiment vos chances de gagner)",
        "Ik kijk vooruit… (de percentages schatten je winstkans)",
    ),
    "not_allowed": _t(
        "Nicht möglich: {reason}",
        "Not possible: {reason}",
        "Impossible : {reason}",
        "Niet mogelijk: {reason}",
    ),
    "no_number": _t(
        "Wähle eine Nummer von 1 bis {count}.",
        "Choose a number from 1 to {count}.",
        "Choisissez un numéro de 1 à {count}.",
        "Kies een nummer van 1 tot en met {count}.",
    ),
    "cannot_read": _t(
        "Das verstehe ich nicht: {text}. Tippe eine Nummer von 1 bis {count}, ein Zeichen oder ? für Hilfe.",
        "{text} is not a choice. Type a number from 1 to {count}, the notation of a choice, or ? for help.",
        "Je ne comprends pas {text}. Tapez un numéro de 1 à {count}, un signe, ou ? pour l'aide.",
        "Dat begrijp ik niet: {text}. Typ een nummer van 1 tot en met {count}, een teken, of ? voor hulp.",
    ),
    "undone": _t("Zurückgenommen.", "Taken back.", "Choix repris.", "Teruggenomen."),
    "cannot_undo": _t(
        "Hier kann nichts zurückgenommen werden: Seit deiner letzten Entscheidung wurde etwas aufgedeckt oder ausgelost, oder jemand anderes war dran.",
        "You can't undo here: since your last choice, something was revealed or left to chance, or someone else has moved.",
        "Rien ne peut être repris ici : depuis votre dernier choix quelque chose a été dévoilé ou tiré au sort, ou quelqu'un d'autre a joué.",
        "Hier kan niets worden teruggenomen: sinds je laatste keuze is iets getoond of geloot, of was een ander aan de beurt.",
    ),
    "pass_on": _t(
        "Gib das Gerät an {name} weiter und drücke Enter.",
        "Pass the keyboard to {name} and press Enter.",
        "Passez le clavier à {name} et appuyez sur Entrée.",
        "Geef het toetsenbord aan {name} en druk op Enter.",
    ),
    "over": _t(
        "Ende: {result} ({reason}).",
        "Game over: {result} ({reason}).",
        "Fin : {result} ({reason}).",
        "Einde: {result} ({reason}).",
    ),
    "won": _t("{name} gewinnt", "{name} wins", "{name} gagne", "{name} wint"),
    "draw": _t("unentschieden", "a draw", "partie nulle", "gelijkspel"),
    "saved": _t(
        "Gespeichert. Weiter mit: spielzug play --resume {path}",
        "Saved. Continue with: spielzug play --resume {path}",
        "Partie enregistrée. Continuez avec : spielzug play --resume {path}",
        "Opgeslagen. Ga verder met: spielzug play --resume {path}",
    ),
    "record": _t(
        "Das Spiel steht in {path} (nachspielen: spielzug replay {path})",
        "Saved to {path}. Watch it again with: spielzug replay {path}",
        "La partie est dans {path} (pour la revoir : spielzug replay {path})",
        "Het spel staat in {path} (terugkijken: spielzug replay {path})",
    ),
    "commitment": _t(
        "Das Glück dieses Spiels liegt schon fest (Fingerabdruck {hash}…).",
        "This game's luck is already fixed (fingerprint {hash}…).",
        "Le hasard de cette partie est déjà fixé (empreinte {hash}…).",
        "Het geluk van dit spel ligt al vast (vingerafdruk {hash}…).",
    ),
    "already_over": _t(
        "Dieses Spiel ist zu Ende.",
        "This game is over.",
        "Cette partie est terminée.",
        "Dit spel is afgelopen.",
    ),
    "replay_help": _t(
        "Enter weiter · b zurück · Nummer springt dorthin · q aufhören",
        "Enter: next · b: back · number: jump there · q: quit",
        "Entrée suivant · b retour · un numéro : y aller · q quitter",
        "Enter verder · b terug · een nummer: daarheen springen · q stoppen",
    ),
}

LEARN = {
    "about": _t(
        "{steps} Schritte, etwa {minutes} Minuten",
        "{steps} steps, about {minutes} minutes",
        "{steps} étapes, environ {minutes} minutes",
        "{steps} stappen, ongeveer {minutes} minuten",
    ),
    "step": _t(
        "Schritt {n} von {count}",
        "step {n} of {count}",
        "étape {n} sur {count}",
        "stap {n} van {count}",
    ),
    "learn_help": _t(
        "Nummer: diese Möglichkeit · Zeichen wie {sign}: dasselbe in Kurzform · s: zeig es mir · b: noch einmal zeigen · q: aufhören",
        "number: make that choice · notation like {sign}: the same · s: show me · b: show the board again · q: quit",
        "numéro : ce choix · un signe comme {sign} : la même chose en abrégé · s : montrez-moi · b : afficher à nouveau · q : quitter",
        "nummer: die keuze · een teken als {sign}: hetzelfde, kort · s: laat het zien · b: nog eens tonen · q: stoppen",
    ),
    "way": _t(
        "Das führt weiter: {n}  {label}",
        "Try this: {n}  {label}",
        "Voici la suite : {n}  {label}",
        "Dit leidt verder: {n}  {label}",
    ),
    "next": _t(
        "Enter: nächster Schritt",
        "Enter: next step",
        "Entrée : étape suivante",
        "Enter: volgende stap",
    ),
    "left": _t(
        "Weiter mit: spielzug learn {name} --step {step}",
        "Continue with: spielzug learn {name} --step {step}",
        "Pour continuer : spielzug learn {name} --step {step}",
        "Ga verder met: spielzug learn {name} --step {step}",
    ),
    "finished": _t(
        "Das war die ganze Lektion.",
        "You have finished the lesson.",
        "C'était toute la leçon.",
        "Dat was de hele les.",
    ),
    "first_game": _t(
        "Und jetzt dein erstes Spiel: {command}",
        "Now play your first game: {command}",
        "Et maintenant votre première partie : {command}",
        "En nu je eerste spel: {command}",
    ),
}
