import type { HostTexts } from "../lib/i18n";

/** What is said differently where no server keeps the tables. */
export const hostTexts: HostTexts = {
  en: {
    tagline: "No account, no waiting. Sit down and play against bots, or together on one device.",
    unreachable: "Spielzug couldn’t be loaded. Please try again in a moment.",
    my_games_about:
      "How your games in this browser went. They are kept here, and nobody else gets to see them.",
    delete_games_sure:
      "This browser will forget the results of {n} {n|game|games} and won’t count {n|it|them} again. Delete?",
    line_lost: "The table stopped. It is being opened again …",
    hosts_word: "Found when the game was played through again",
    hosts_word_text: "This browser ran the game itself. Here is what its rules say about the record:",
    fair_practice:
      "This practice game began from a set position. This browser alone decides its luck, so there is no proof that nobody chose it.",
  },
  de: {
    tagline: "Kein Konto, kein Warten. Setz dich und spiel gegen Bots oder gemeinsam an einem Gerät.",
    unreachable: "Spielzug ließ sich nicht laden. Bitte versuch es gleich noch einmal.",
    my_games_about:
      "So liefen deine Spiele in diesem Browser. Sie werden hier aufbewahrt, und niemand sonst bekommt sie zu sehen.",
    delete_games_sure:
      "Dieser Browser vergisst die Ergebnisse von {n} {n|Spiel|Spielen} und zählt {n|es|sie} auch nicht wieder. Löschen?",
    line_lost: "Der Tisch ist stehen geblieben. Er wird wieder geöffnet …",
    hosts_word: "Was beim Nachspielen herauskam",
    hosts_word_text: "Dieser Browser hat das Spiel selbst geführt. Das sagen seine Regeln zur Aufzeichnung:",
    fair_practice:
      "Dieses Übungsspiel begann mit einer vorgegebenen Stellung. Allein dieser Browser bestimmt sein Glück; dass es niemand ausgesucht hat, ist also nicht bewiesen.",
  },
  fr: {
    tagline: "Sans compte, sans attente. Jouez contre des bots ou ensemble sur un même appareil.",
    unreachable: "Spielzug n’a pas pu être chargé. Réessayez dans un instant.",
    my_games_about:
      "Le bilan de vos parties dans ce navigateur. Il reste ici, et personne d’autre ne peut le voir.",
    delete_games_sure:
      "Ce navigateur oubliera les résultats de {n} {n|partie|parties} et ne {n|la|les} comptera plus. Supprimer ?",
    line_lost: "La table s’est arrêtée. Elle est en train de rouvrir …",
    hosts_word: "Ce qui ressort en rejouant la partie",
    hosts_word_text:
      "C’est ce navigateur qui a tenu la partie. Voici ce que ses règles disent de l’enregistrement :",
    fair_practice:
      "Cette partie d’entraînement a commencé dans une position donnée. Ce navigateur décide seul du hasard : rien ne prouve que personne ne l’a choisi.",
  },
  nl: {
    tagline: "Geen account, geen wachttijd. Speel tegen bots, of samen op één apparaat.",
    unreachable: "Spielzug kon niet worden geladen. Probeer het zo meteen nog eens.",
    my_games_about:
      "Zo verliepen je spellen in deze browser. Ze worden hier bewaard en niemand anders krijgt ze te zien.",
    delete_games_sure:
      "Deze browser vergeet de resultaten van {n} {n|spel|spellen} en telt {n|het|ze} niet opnieuw mee. Verwijderen?",
    line_lost: "De tafel is stilgevallen. Hij wordt weer geopend …",
    hosts_word: "Wat bij het naspelen bleek",
    hosts_word_text: "Deze browser heeft het spel zelf geleid. Dit zeggen zijn regels over het verslag:",
    fair_practice:
      "Dit oefenspel begon met een gegeven stelling. Alleen deze browser bepaalt het geluk, dus niets bewijst dat niemand het heeft uitgekozen.",
  },
};
