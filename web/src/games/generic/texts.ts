import { translator } from "../../lib/i18n";

/** The generic board's own texts; those about the game come from the server. */
const BOARD = {
  face_down: { de: "verdeckt", en: "face down", fr: "face cachée", nl: "gedekt" },
  hidden: { de: "verborgen", en: "hidden", fr: "caché", nl: "verborgen" },
  empty: { de: "leer", en: "empty", fr: "vide", nl: "leeg" },
  piece: {
    de: "{title} {place}: {face}",
    en: "{title} {place}: {face}",
    fr: "{title} {place} : {face}",
    nl: "{title} {place}: {face}",
  },
  choices: {
    de: "{count} {count|Möglichkeit|Möglichkeiten}",
    en: "{count} {count|choice|choices}",
    fr: "{count} {count|possibilité|possibilités}",
    nl: "{count} {count|mogelijkheid|mogelijkheden}",
  },
  buttons: { de: "Möglich ist", en: "You can", fr: "Vous pouvez", nl: "Mogelijk is" },
  cancel: { de: "Anders wählen", en: "Choose again", fr: "Choisir à nouveau", nl: "Anders kiezen" },
  shared: { de: "Für alle", en: "Shared", fr: "Commun", nl: "Gedeeld" },
  your_area: { de: "Dein Bereich", en: "Your area", fr: "Votre zone", nl: "Jouw gebied" },
  area_of: { de: "Bereich von {name}", en: "{name}’s area", fr: "Zone de {name}", nl: "Gebied van {name}" },
  to_move: { de: "dran", en: "to move", fr: "joue", nl: "aan de beurt" },
  prompt_piece: {
    de: "Wähle etwas, das leuchtet.",
    en: "Choose something highlighted.",
    fr: "Choisissez un élément éclairé.",
    nl: "Kies iets dat oplicht.",
  },
  prompt_button: {
    de: "Was tust du?",
    en: "What do you do?",
    fr: "Que faites-vous ?",
    nl: "Wat doe je?",
  },
  prompt_both: {
    de: "Wähle etwas, das leuchtet, oder eine Schaltfläche.",
    en: "Choose something highlighted, or a button.",
    fr: "Choisissez un élément éclairé ou un bouton.",
    nl: "Kies iets dat oplicht, of een knop.",
  },
  keys: {
    de: "Pfeiltasten: entlang einer Reihe",
    en: "Arrow keys: move along a row",
    fr: "Flèches : le long d’une rangée",
    nl: "Pijltoetsen: langs een rij",
  },
  nothing_here: {
    de: "Damit kannst du in diesem Spiel nichts tun.",
    en: "There is nothing you can do with this.",
    fr: "Vous ne pouvez rien en faire.",
    nl: "Hiermee kun je niets doen.",
  },
  no_board: {
    de: "Für dieses Spiel gibt es keinen Spielplan. Wähle aus der Liste.",
    en: "There is no board for this game. Choose from the list.",
    fr: "Il n’y a pas de plateau pour ce jeu. Choisissez dans la liste.",
    nl: "Er is geen bord voor dit spel. Kies uit de lijst.",
  },
};

export const say = translator(BOARD);
