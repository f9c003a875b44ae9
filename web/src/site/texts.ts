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
});

export const failureText = (reason: Failure): string => say(reason);
