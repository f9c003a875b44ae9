import { translator } from "../lib/i18n";
import type { Failure } from "./protocol";

/** What only a page without a server says. */
export const say = translator({
  no_wasm: {
    en: "This browser can’t run the games, because it lacks WebAssembly. Please try a newer one, or allow WebAssembly for this page.",
    de: "Dieser Browser kann die Spiele nicht ausführen, weil ihm WebAssembly fehlt. Nimm bitte einen neueren oder erlaube WebAssembly für diese Seite.",
    fr: "Ce navigateur ne peut pas faire tourner les jeux : il lui manque WebAssembly. Essayez-en un plus récent ou autorisez WebAssembly pour cette page.",
    nl: "Deze browser kan de spellen niet uitvoeren, omdat WebAssembly ontbreekt. Probeer een nieuwere of sta WebAssembly toe voor deze pagina.",
  },
  no_files: {
    en: "Part of Spielzug couldn’t be loaded. Are you online?",
    de: "Ein Teil von Spielzug ließ sich nicht laden. Bist du online?",
    fr: "Certains fichiers de Spielzug n’ont pas pu être chargés. Êtes-vous en ligne ?",
    nl: "Een deel van Spielzug kon niet worden geladen. Ben je online?",
  },
  outdated: {
    en: "There is a new version of Spielzug, and this page still needs a file of the old one. Reload the page; your games are kept.",
    de: "Es gibt eine neue Version von Spielzug, und diese Seite benötigt noch eine Datei der alten. Lade die Seite neu; deine Spiele bleiben erhalten.",
    fr: "Il y a une nouvelle version de Spielzug, et cette page a encore besoin d’un fichier de l’ancienne. Rechargez la page ; vos parties sont conservées.",
    nl: "Er is een nieuwe versie van Spielzug, en deze pagina heeft nog een bestand van de oude nodig. Laad de pagina opnieuw; je spellen blijven bewaard.",
  },
  out_of_memory: {
    en: "This device doesn’t have enough free memory. Close some other tabs, and Spielzug will try again.",
    de: "Auf diesem Gerät ist zu wenig Arbeitsspeicher frei. Schließ ein paar andere Tabs; Spielzug versucht es dann noch einmal.",
    fr: "Cet appareil n’a pas assez de mémoire libre. Fermez d’autres onglets, et Spielzug réessaiera.",
    nl: "Dit apparaat heeft te weinig vrij geheugen. Sluit een paar andere tabbladen; Spielzug probeert het dan opnieuw.",
  },
  crashed: {
    en: "Something went wrong, so Spielzug is restarting. Nothing is lost.",
    de: "Etwas ist schiefgegangen; Spielzug startet gerade neu. Nichts geht verloren.",
    fr: "Un problème est survenu ; Spielzug redémarre. Rien n’est perdu.",
    nl: "Er ging iets mis; Spielzug wordt opnieuw gestart. Er gaat niets verloren.",
  },
  loading_bytes: {
    en: "Loading Spielzug: {done} of {total} MB",
    de: "Spielzug wird geladen: {done} von {total} MB",
    fr: "Chargement de Spielzug : {done} sur {total} Mo",
    nl: "Spielzug wordt geladen: {done} van {total} MB",
  },
  loading_steps: {
    en: "Starting Spielzug …",
    de: "Spielzug wird gestartet …",
    fr: "Démarrage de Spielzug…",
    nl: "Spielzug wordt gestart…",
  },
  not_kept: {
    en: "Nothing is saved in this window: your games are gone when you close it. An ordinary window keeps them.",
    de: "In diesem Fenster wird nichts gespeichert: Wenn du es schließt, sind deine Spiele weg. In einem normalen Fenster bleiben sie erhalten.",
    fr: "Rien n’est enregistré dans cette fenêtre : en la fermant, vous perdez vos parties. Une fenêtre ordinaire les conserve.",
    nl: "In dit venster wordt niets bewaard: als je het sluit, zijn je spellen weg. In een gewoon venster blijven ze bewaard.",
  },
  full: {
    en: "This browser has no room left for your games. Save them to a file under “My results”, then delete old ones.",
    de: "In diesem Browser ist kein Platz mehr für deine Spiele. Sichere sie unter „Meine Bilanz“ in einer Datei und lösche dann alte.",
    fr: "Ce navigateur n’a plus de place pour vos parties. Enregistrez-les dans un fichier sous « Mon bilan », puis supprimez les anciennes.",
    nl: "Deze browser heeft geen ruimte meer voor je spellen. Sla ze onder “Mijn resultaten” op in een bestand en verwijder dan oude.",
  },
  update: {
    en: "There is a new version of Spielzug.",
    de: "Es gibt eine neue Version von Spielzug.",
    fr: "Une nouvelle version de Spielzug est disponible.",
    nl: "Er is een nieuwe versie van Spielzug.",
  },
  update_now: {
    en: "Reload",
    de: "Neu laden",
    fr: "Recharger",
    nl: "Opnieuw laden",
  },
  needs_title: {
    en: "This needs a Spielzug server",
    de: "Dafür braucht es einen Spielzug-Server",
    fr: "Cela nécessite un serveur Spielzug",
    nl: "Hiervoor is een Spielzug-server nodig",
  },
  needs_friends: {
    en: "To play with friends on other devices, you need a Spielzug server.",
    de: "Um mit Freunden an anderen Geräten zu spielen, brauchst du einen Spielzug-Server.",
    fr: "Pour jouer avec des amis sur d’autres appareils, il faut un serveur Spielzug.",
    nl: "Om met vrienden op andere apparaten te spelen heb je een Spielzug-server nodig.",
  },
  needs_notifications: {
    en: "Only a Spielzug server can tell you that it is your turn while this page is closed.",
    de: "Nur ein Spielzug-Server kann dir Bescheid geben, dass du dran bist, wenn diese Seite geschlossen ist.",
    fr: "Seul un serveur Spielzug peut vous prévenir que c’est à vous de jouer quand cette page est fermée.",
    nl: "Alleen een Spielzug-server kan je laten weten dat je aan de beurt bent als deze pagina gesloten is.",
  },
  needs_lab: {
    en: "The Lab plays thousands of games, so it needs Spielzug on your computer.",
    de: "Das Labor spielt Tausende Spiele und braucht dafür Spielzug auf deinem Computer.",
    fr: "Le labo joue des milliers de parties : il lui faut Spielzug sur votre ordinateur.",
    nl: "Het lab speelt duizenden spellen en heeft daarvoor Spielzug op je computer nodig.",
  },
  needs_other_devices: {
    en: "Your games stay in this browser. To take them elsewhere, save them to a file under “My results”. To move a single seat to another device, you need a Spielzug server.",
    de: "Deine Spiele bleiben in diesem Browser. Um sie mitzunehmen, sichere sie unter „Meine Bilanz“ in einer Datei. Um mit einem einzelnen Platz auf ein anderes Gerät umzuziehen, brauchst du einen Spielzug-Server.",
    fr: "Vos parties restent dans ce navigateur. Pour les emporter, enregistrez-les dans un fichier sous « Mon bilan ». Pour passer une seule place sur un autre appareil, il faut un serveur Spielzug.",
    nl: "Je spellen blijven in deze browser. Sla ze onder “Mijn resultaten” op in een bestand om ze mee te nemen. Om één plaats naar een ander apparaat te verhuizen heb je een Spielzug-server nodig.",
  },
  needs_how: {
    en: "Anyone who has Spielzug’s source code can start a server, with this command in its folder:",
    de: "Wer den Quelltext von Spielzug hat, kann einen Server starten, mit diesem Befehl in seinem Ordner:",
    fr: "Toute personne qui a le code source de Spielzug peut lancer un serveur, avec cette commande dans son dossier :",
    nl: "Wie de broncode van Spielzug heeft, kan een server starten, met deze opdracht in de map daarvan:",
  },
  files_title: {
    en: "Your games in this browser",
    de: "Deine Spiele in diesem Browser",
    fr: "Vos parties dans ce navigateur",
    nl: "Je spellen in deze browser",
  },
  files_about: {
    en: "Your tables, results, settings and learning progress are kept only in this browser. Save them to a file as a backup, or to continue in another browser.",
    de: "Deine Tische, Ergebnisse, Einstellungen und Lernfortschritte liegen nur in diesem Browser. Sichere sie in einer Datei: für alle Fälle, oder um in einem anderen Browser weiterzumachen.",
    fr: "Vos tables, résultats, réglages et progrès ne sont conservés que dans ce navigateur. Enregistrez-les dans un fichier, par précaution ou pour continuer dans un autre navigateur.",
    nl: "Je tafels, resultaten, instellingen en voortgang staan alleen in deze browser. Sla ze op in een bestand, voor de zekerheid of om in een andere browser verder te gaan.",
  },
  files_save: {
    en: "Save everything",
    de: "Alles sichern",
    fr: "Tout enregistrer",
    nl: "Alles opslaan",
  },
  files_open: {
    en: "Open a file …",
    de: "Datei öffnen …",
    fr: "Ouvrir un fichier…",
    nl: "Bestand openen…",
  },
  files_help: {
    en: "Opening a file that was saved here adds its contents to what you already have. The record of a game (.zug) opens as a replay. You can also drop either kind of file onto any page.",
    de: "Eine hier gesicherte Datei ergänzt, was schon da ist. Die Aufzeichnung eines Spiels (.zug) öffnet sich zum Nachspielen. Beides kannst du auch auf jede Seite ziehen.",
    fr: "Le contenu d’un fichier enregistré ici s’ajoute à ce que vous avez déjà. L’enregistrement d’une partie (.zug) permet de la revoir. Vous pouvez aussi déposer l’un ou l’autre sur n’importe quelle page.",
    nl: "Een bestand dat hier is opgeslagen, vult aan wat er al is. Met het verslag van een spel (.zug) kun je dat spel terugkijken. Je kunt beide ook naar elke pagina slepen.",
  },
  files_read: {
    en: "Everything in the file is here now.",
    de: "Alles aus der Datei ist jetzt hier.",
    fr: "Tout ce que contient le fichier est maintenant ici.",
    nl: "Alles uit het bestand is nu hier.",
  },
  files_unknown: {
    en: "This is neither a file saved by Spielzug nor the record of a game.",
    de: "Das ist weder eine von Spielzug gesicherte Datei noch die Aufzeichnung eines Spiels.",
    fr: "Ce n’est ni un fichier enregistré par Spielzug, ni l’enregistrement d’une partie.",
    nl: "Dit is geen bestand dat Spielzug heeft opgeslagen en ook geen verslag van een spel.",
  },
  files_drop: {
    en: "Drop the file to open it.",
    de: "Loslassen, um die Datei zu öffnen.",
    fr: "Déposez le fichier ici pour l’ouvrir.",
    nl: "Laat het bestand los om het te openen.",
  },
});

export const failureText = (reason: Failure): string => say(reason);
