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
    en: "Part of Spielzug couldn’t be loaded. Are you online? It tries again by itself.",
    de: "Ein Teil von Spielzug ließ sich nicht laden. Bist du online? Gleich folgt ein neuer Versuch.",
    fr: "Une partie de Spielzug n’a pas pu être chargée. Êtes-vous en ligne ? Un nouvel essai suit tout seul.",
    nl: "Een deel van Spielzug kon niet worden geladen. Ben je online? Er volgt vanzelf een nieuwe poging.",
  },
  outdated: {
    en: "There is a new version of Spielzug, and this page needs a part of the old one. Reload the page; your games stay.",
    de: "Es gibt eine neue Version von Spielzug, und diese Seite braucht einen Teil der alten. Lade die Seite neu; deine Spiele bleiben.",
    fr: "Il y a une nouvelle version de Spielzug, et cette page a besoin d’une partie de l’ancienne. Rechargez la page ; vos parties restent.",
    nl: "Er is een nieuwe versie van Spielzug, en deze pagina heeft een deel van de oude nodig. Laad de pagina opnieuw; je spellen blijven.",
  },
  out_of_memory: {
    en: "This device has too little free memory. Close other tabs; Spielzug then tries again.",
    de: "Auf diesem Gerät ist zu wenig Arbeitsspeicher frei. Schließe andere Tabs; dann versucht Spielzug es noch einmal.",
    fr: "Cet appareil n’a pas assez de mémoire libre. Fermez d’autres onglets ; Spielzug réessaie ensuite.",
    nl: "Dit apparaat heeft te weinig vrij geheugen. Sluit andere tabbladen; daarna probeert Spielzug het opnieuw.",
  },
  crashed: {
    en: "The games stopped and are being started again. Nothing you did is lost.",
    de: "Die Spiele sind stehen geblieben und werden neu gestartet. Nichts geht verloren.",
    fr: "Les jeux se sont arrêtés et redémarrent. Rien n’est perdu.",
    nl: "De spellen zijn gestopt en worden opnieuw gestart. Er gaat niets verloren.",
  },
  loading_bytes: {
    en: "Bringing in the train: {done} of {total} MB",
    de: "Der Zug fährt ein: {done} von {total} MB",
    fr: "Le train entre en gare : {done} sur {total} Mo",
    nl: "De trein rijdt binnen: {done} van {total} MB",
  },
  loading_steps: {
    en: "Getting everything ready …",
    de: "Alles wird vorbereitet …",
    fr: "Tout se prépare …",
    nl: "Alles wordt klaargemaakt …",
  },
  not_kept: {
    en: "This window keeps nothing: when you close it, your games are gone. In an ordinary window they stay.",
    de: "Dieses Fenster merkt sich nichts: Wenn du es schließt, sind deine Spiele weg. In einem normalen Fenster bleiben sie.",
    fr: "Cette fenêtre ne garde rien : en la fermant, vous perdez vos parties. Dans une fenêtre ordinaire, elles restent.",
    nl: "Dit venster bewaart niets: als je het sluit, zijn je spellen weg. In een gewoon venster blijven ze.",
  },
  full: {
    en: "This browser has no room left for your games. Save them to a file under “My results”, then delete old ones.",
    de: "In diesem Browser ist kein Platz mehr für deine Spiele. Sichere sie unter „Meine Ergebnisse“ in einer Datei und lösche dann alte.",
    fr: "Ce navigateur n’a plus de place pour vos parties. Enregistrez-les dans un fichier sous « Mes résultats », puis supprimez les anciennes.",
    nl: "Deze browser heeft geen ruimte meer voor je spellen. Bewaar ze onder ‘Mijn resultaten’ in een bestand en verwijder dan oude.",
  },
  update: {
    en: "There is a new version of Spielzug.",
    de: "Es gibt eine neue Version von Spielzug.",
    fr: "Il y a une nouvelle version de Spielzug.",
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
    fr: "Il faut pour cela un serveur Spielzug",
    nl: "Hiervoor is een Spielzug-server nodig",
  },
  needs_friends: {
    en: "Playing with friends on other devices needs a Spielzug server.",
    de: "Um mit Freunden an anderen Geräten zu spielen, braucht es einen Spielzug-Server.",
    fr: "Pour jouer avec des amis sur d’autres appareils, il faut un serveur Spielzug.",
    nl: "Om met vrienden op andere apparaten te spelen is een Spielzug-server nodig.",
  },
  needs_notifications: {
    en: "Only a Spielzug server can tell you that it is your turn while this page is closed.",
    de: "Nur ein Spielzug-Server kann dir sagen, dass du am Zug bist, während diese Seite geschlossen ist.",
    fr: "Seul un serveur Spielzug peut vous prévenir que c’est à vous de jouer quand cette page est fermée.",
    nl: "Alleen een Spielzug-server kan je melden dat je aan de beurt bent terwijl deze pagina gesloten is.",
  },
  needs_lab: {
    en: "The Lab plays thousands of games, so it needs Spielzug on your computer.",
    de: "Das Labor spielt Tausende Spiele und braucht dafür Spielzug auf deinem Computer.",
    fr: "Le labo joue des milliers de parties : il lui faut Spielzug sur votre ordinateur.",
    nl: "Het lab speelt duizenden spellen en heeft daarvoor Spielzug op je computer nodig.",
  },
  needs_other_devices: {
    en: "Games stay in this browser. To take them elsewhere, save them to a file under “My results”; moving single seats needs a Spielzug server.",
    de: "Spiele bleiben in diesem Browser. Um sie mitzunehmen, sichere sie unter „Meine Ergebnisse“ in einer Datei; einzelne Plätze umziehen zu lassen braucht einen Spielzug-Server.",
    fr: "Les parties restent dans ce navigateur. Pour les emporter, enregistrez-les dans un fichier sous « Mes résultats » ; déplacer une place demande un serveur Spielzug.",
    nl: "Spellen blijven in deze browser. Bewaar ze onder ‘Mijn resultaten’ in een bestand om ze mee te nemen; voor het verplaatsen van losse plaatsen is een Spielzug-server nodig.",
  },
  needs_how: {
    en: "In a copy of Spielzug’s sources, one command starts it:",
    de: "In einer Kopie von Spielzugs Quelltext startet ihn ein Befehl:",
    fr: "Dans une copie des sources de Spielzug, une commande suffit :",
    nl: "In een kopie van de broncode van Spielzug start één opdracht hem:",
  },
  files_title: {
    en: "Your games in this browser",
    de: "Deine Spiele in diesem Browser",
    fr: "Vos parties dans ce navigateur",
    nl: "Je spellen in deze browser",
  },
  files_about: {
    en: "Tables, results, settings and what you have learned are kept in this browser only. Save them to a file as a backup, or to go on in another browser.",
    de: "Tische, Ergebnisse, Einstellungen und Gelerntes liegen nur in diesem Browser. Sichere sie in einer Datei: zur Vorsicht, oder um in einem anderen Browser weiterzumachen.",
    fr: "Tables, résultats, réglages et leçons apprises ne sont gardés que dans ce navigateur. Enregistrez-les dans un fichier, par précaution ou pour continuer dans un autre navigateur.",
    nl: "Tafels, resultaten, instellingen en wat je hebt geleerd staan alleen in deze browser. Bewaar ze in een bestand, voor de zekerheid of om in een andere browser verder te gaan.",
  },
  files_save: {
    en: "Save everything",
    de: "Alles sichern",
    fr: "Tout enregistrer",
    nl: "Alles bewaren",
  },
  files_open: {
    en: "Open a file …",
    de: "Datei öffnen …",
    fr: "Ouvrir un fichier …",
    nl: "Bestand openen …",
  },
  files_help: {
    en: "A file saved here is added to what is already there. A record of a game (.zug) opens as a replay; you can also drop either onto any page.",
    de: "Eine hier gesicherte Datei kommt zu dem hinzu, was schon da ist. Die Aufzeichnung eines Spiels (.zug) öffnet sich als Replay; beides kannst du auch auf jede Seite ziehen.",
    fr: "Un fichier enregistré ici s’ajoute à ce qui est déjà là. L’enregistrement d’une partie (.zug) s’ouvre en replay ; vous pouvez aussi déposer l’un ou l’autre sur n’importe quelle page.",
    nl: "Een hier bewaard bestand komt bij wat er al is. Het verslag van een spel (.zug) opent als replay; je kunt beide ook op elke pagina slepen.",
  },
  files_read: {
    en: "Everything in the file is here now.",
    de: "Alles aus der Datei ist jetzt hier.",
    fr: "Tout ce que contient le fichier est là maintenant.",
    nl: "Alles uit het bestand is nu hier.",
  },
  files_unknown: {
    en: "This is neither a file saved by Spielzug nor the record of a game.",
    de: "Das ist weder eine von Spielzug gesicherte Datei noch die Aufzeichnung eines Spiels.",
    fr: "Ce n’est ni un fichier enregistré par Spielzug, ni l’enregistrement d’une partie.",
    nl: "Dit is geen door Spielzug bewaard bestand en ook geen verslag van een spel.",
  },
  files_drop: {
    en: "Drop it here to open it.",
    de: "Loslassen, um die Datei zu öffnen.",
    fr: "Déposez le fichier ici pour l’ouvrir.",
    nl: "Laat los om het bestand te openen.",
  },
});

export const failureText = (reason: Failure): string => say(reason);
