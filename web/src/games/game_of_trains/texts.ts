import { inLanguage, translator } from "../../lib/i18n";
import type { ByLang } from "../../lib/types";
import type { Ability, GameOfTrainsFactsView, GameOfTrainsView } from "./view_types";

/** The board's own texts. Log sentences and choice labels come from the server. */

export const BOARD = {
  car: { de: "Wagen {number}", en: "Car {number}", fr: "Wagon {number}", nl: "Wagon {number}" },
  at: { de: "Platz {place}", en: "position {place}", fr: "position {place}", nl: "plaats {place}" },
  locked: { de: "geschützt", en: "protected", fr: "protégé", nl: "beschermd" },
  picked: { de: "gewählt", en: "picked", fr: "choisi", nl: "gekozen" },
  gap: {
    de: "Lücke auf Platz {place}",
    en: "Gap at position {place}",
    fr: "Vide à la position {place}",
    nl: "Gat op plaats {place}",
  },
  face_down: { de: "verdeckter Wagen", en: "face-down car", fr: "wagon face cachée", nl: "gedekte wagon" },
  train_of: { de: "Zug von {name}", en: "{name}’s train", fr: "Train de {name}", nl: "Trein van {name}" },
  your_train: { de: "Dein Zug", en: "Your train", fr: "Votre train", nl: "Jouw trein" },
  open_row: { de: "Auslage", en: "Face-up row", fr: "Rangée visible", nl: "Open rij" },
  open_none: {
    de: "Auslage, leer: {ability}",
    en: "Face-up row, empty: {ability}",
    fr: "Rangée visible, vide : {ability}",
    nl: "Open rij, leeg: {ability}",
  },
  open_car: {
    de: "Auslage: {number}, {ability}",
    en: "Face-up row: {number}, {ability}",
    fr: "Rangée visible : {number}, {ability}",
    nl: "Open rij: {number}, {ability}",
  },
  draw_pile: { de: "Nachzieh\u00adstapel", en: "Draw pile", fr: "Pioche", nl: "Trek\u00adstapel" },
  draw_count: {
    de: "Nachziehstapel, {count} {count|Karte|Karten}",
    en: "Draw pile, {count} {count|card|cards}",
    fr: "Pioche, {count} {count|carte|cartes}",
    nl: "Trekstapel, {count} {count|kaart|kaarten}",
  },
  discard_pile: { de: "Ablage", en: "Discards", fr: "Défausse", nl: "Afleg\u00adstapel" },
  discard_count: {
    de: "Ablage, {count} {count|Karte|Karten}",
    en: "Discard pile, {count} {count|card|cards}",
    fr: "Défausse, {count} {count|carte|cartes}",
    nl: "Aflegstapel, {count} {count|kaart|kaarten}",
  },
  drawn: { de: "Gezogen", en: "Drawn", fr: "Pioché", nl: "Getrokken" },
  in_use: { de: "In Gebrauch", en: "In use", fr: "En cours", nl: "In gebruik" },
  hand: { de: "Deine Wahl", en: "Your pick", fr: "À choisir", nl: "Jouw keuze" },
  hand_car: {
    de: "Gezogen: {number}",
    en: "Drawn: {number}",
    fr: "Pioché : {number}",
    nl: "Getrokken: {number}",
  },
  hand_of: {
    de: "{count} verdeckt",
    en: "{count} face down",
    fr: "{count} face cachée",
    nl: "{count} gedekt",
  },
  begins: { de: "beginnt", en: "begins", fr: "commence", nl: "begint" },
  to_move: { de: "dran", en: "to move", fr: "à jouer", nl: "aan de beurt" },
  not_yours: {
    de: "Das ist der Zug von {name}: Du kannst nur deinen eigenen ändern.",
    en: "That’s {name}’s train. You can only change your own.",
    fr: "C’est le train de {name} : vous ne pouvez changer que le vôtre.",
    nl: "Dat is de trein van {name}: je kunt alleen je eigen trein veranderen.",
  },
  winner: { de: "gewinnt", en: "wins", fr: "gagne", nl: "wint" },
} satisfies Record<string, ByLang>;

export const say = translator(BOARD);

export function abilityName(view: GameOfTrainsFactsView, ability: Ability): string {
  return inLanguage(view.ability_names[ability]);
}

export const PROMPTS: Record<string, ByLang> = {
  keep_one: {
    de: "Du hast nur einen Wagen gezogen: Behalte ihn.",
    en: "You drew just one car: keep it.",
    fr: "Vous n’avez pioché qu’un wagon : gardez-le.",
    nl: "Je hebt maar één wagon getrokken: houd hem.",
  },
  keep: {
    de: "Wähle einen der gezogenen Wagen.",
    en: "Choose one of the cars you drew.",
    fr: "Choisissez un des wagons piochés.",
    nl: "Kies een van de getrokken wagons.",
  },
  setup_place: {
    de: "Welchen Wagen soll er ersetzen?",
    en: "Which of your cars should it replace?",
    fr: "Quel wagon doit-il remplacer ?",
    nl: "Welke wagon moet hij vervangen?",
  },
  turn: {
    de: "Ziehe einen Wagen oder nutze eine offene Karte.",
    en: "Draw a car or use a face-up card.",
    fr: "Piochez un wagon ou utilisez une carte visible.",
    nl: "Trek een wagon of gebruik een open kaart.",
  },
  turn_no_open: {
    de: "Ziehe einen Wagen.",
    en: "Draw a car.",
    fr: "Piochez un wagon.",
    nl: "Trek een wagon.",
  },
  place: {
    de: "Setze den gezogenen Wagen ein.",
    en: "Replace one of your cars with the one you drew.",
    fr: "Mettez le wagon pioché à la place d’un des vôtres.",
    nl: "Zet de getrokken wagon op de plaats van een van de jouwe.",
  },
  swap_adjacent: {
    de: "Tausche zwei Nachbarn: erst den einen, dann den anderen anklicken.",
    en: "Swap two neighbours: click one, then the other.",
    fr: "Échangez deux voisins : cliquez sur l’un, puis sur l’autre.",
    nl: "Verwissel twee buren: klik eerst de ene, dan de andere aan.",
  },
  swap_over_one: {
    de: "Tausche über einen Wagen hinweg: erst den einen, dann den anderen anklicken.",
    en: "Swap two cars with one between them: click one, then the other.",
    fr: "Échangez deux wagons séparés par un autre : cliquez sur l’un, puis sur l’autre.",
    nl: "Verwissel over één wagon heen: klik eerst de ene, dan de andere aan.",
  },
  move_right_2: {
    de: "Zwei Plätze nach rechts: Klicke den Wagen an, dann sein Ziel.",
    en: "Move a car two positions to the right: click it, then where it goes.",
    fr: "Deux places vers la droite : cliquez sur le wagon, puis sur sa destination.",
    nl: "Twee plaatsen naar rechts: klik de wagon aan, dan het doel.",
  },
  move_left_2: {
    de: "Zwei Plätze nach links: Klicke den Wagen an, dann sein Ziel.",
    en: "Move a car two positions to the left: click it, then where it goes.",
    fr: "Deux places vers la gauche : cliquez sur le wagon, puis sur sa destination.",
    nl: "Twee plaatsen naar links: klik de wagon aan, dan het doel.",
  },
  protect: {
    de: "Welcher Wagen soll geschützt sein?",
    en: "Which car do you want to protect?",
    fr: "Quel wagon protéger ?",
    nl: "Welke wagon wil je beschermen?",
  },
};

export function promptOf(view: GameOfTrainsView): ByLang | undefined {
  if (view.phase === "target" && view.ability) return PROMPTS[view.ability];
  if (view.phase === "keep" && view.hands[view.turn]?.length === 1) return PROMPTS.keep_one;
  if (view.phase === "turn" && view.open.length === 0) return PROMPTS.turn_no_open;
  return PROMPTS[view.phase];
}
