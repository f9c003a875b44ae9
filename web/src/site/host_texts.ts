import type { HostTexts } from "../lib/i18n";

/** What is said differently where no server keeps the tables. */
export const hostTexts: HostTexts = {
  en: {
    tagline: "No account, no waiting. Sit down and play against bots, or together on one device.",
    unreachable: "Spielzug couldn’t be loaded. Please try again in a moment.",
    my_games_about:
      "How your games in this browser went. The results stay here, and nobody else gets to see them.",
    delete_games_sure:
      "This browser will forget {n|the result|the results} of {n} {n|game|games} and won’t count {n|it|them} again. Delete?",
    line_lost: "The table is being reopened …",
    hosts_word: "Found by replaying the game",
    hosts_word_text: "This browser ran the game itself and has checked the record against the rules:",
    fair_practice:
      "This practice game began from a set position. This browser alone decides its luck, so there is no proof that nobody chose it.",
  },
  de: {
    tagline: "Kein Konto, kein Warten. Setz dich und spiel gegen Bots oder gemeinsam an einem Gerät.",
    unreachable: "Spielzug ließ sich nicht laden. Bitte versuch es gleich noch einmal.",
    my_games_about:
      "So gingen deine Spiele in diesem Browser aus. Das bleibt hier, und niemand sonst bekommt es zu sehen.",
    delete_games_sure:
      "Dieser Browser vergisst {n|das Ergebnis|die Ergebnisse} von {n} {n|Spiel|Spielen} und zählt {n|es|sie} nicht noch einmal. Löschen?",
    line_lost: "Der Tisch wird wieder geöffnet …",
    hosts_word: "Was beim Nachspielen herauskam",
    hosts_word_text:
      "Dieser Browser hat das Spiel selbst geführt und die Aufzeichnung nach den Regeln geprüft:",
    fair_practice:
      "Dieses Übungsspiel begann mit einer vorgegebenen Stellung. Sein Glück bestimmt allein dieser Browser. Dass es niemand ausgesucht hat, ist also nicht bewiesen.",
  },
  fr: {
    tagline: "Sans compte, sans attente. Jouez contre des bots ou ensemble sur un même appareil.",
    unreachable: "Spielzug n’a pas pu être chargé. Réessayez dans un instant.",
    my_games_about:
      "Le bilan de vos parties dans ce navigateur. Il reste ici, et personne d’autre ne peut le voir.",
    delete_games_sure:
      "Ce navigateur oubliera {n|le résultat|les résultats} de {n} {n|partie|parties} et ne {n|la|les} comptera plus. Effacer ?",
    line_lost: "La table est en train de rouvrir…",
    hosts_word: "Ce que l’on constate en rejouant la partie",
    hosts_word_text:
      "C’est ce navigateur qui a tenu la partie ; il a vérifié l’enregistrement d’après les règles :",
    fair_practice:
      "Cette partie d’entraînement a commencé dans une position donnée. Ce navigateur décide seul du hasard : rien ne prouve que personne ne l’a choisi.",
  },
  nl: {
    tagline: "Geen account, geen wachttijd. Speel tegen bots, of samen op één apparaat.",
    unreachable: "Spielzug kon niet worden geladen. Probeer het zo meteen nog eens.",
    my_games_about:
      "Zo liepen je spellen in deze browser af. Dat blijft hier, en niemand anders krijgt het te zien.",
    delete_games_sure:
      "Deze browser vergeet {n|de uitslag|de uitslagen} van {n} {n|spel|spellen} en telt {n|het|ze} niet opnieuw mee. Wissen?",
    line_lost: "De tafel wordt weer geopend…",
    hosts_word: "Wat bij het naspelen bleek",
    hosts_word_text:
      "Deze browser heeft het spel zelf geleid en het verslag aan de hand van de regels gecontroleerd:",
    fair_practice:
      "Dit oefenspel begon met een gegeven stelling. Alleen deze browser bepaalt het geluk, dus niets bewijst dat niemand het heeft uitgekozen.",
  },
};
