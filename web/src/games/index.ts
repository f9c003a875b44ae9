import TrainsGamePoster from "./game_of_trains/Poster.svelte";
import ZugraubPoster from "./zugraub/Poster.svelte";
import BlankPoster from "./posters/Blank.svelte";
import DwarfPoster from "./posters/Dwarfs.svelte";
import TrainsPoster from "./trains/Poster.svelte";
import type { GameEntry, GameUi } from "./types";

/** The one place where games are named: a new game is a folder and a line here. */
const GAMES: Record<string, GameEntry> = {
  game_of_trains: {
    Poster: TrainsGamePoster,
    credit: "Trehgrannik (Anatoly Shklyarov, Alexey Paltsev, Alexey Konnov) · Brain Games, Abacusspiele",
    about: {
      de: "Wagen von hoch nach tief: bring deine in aufsteigende Reihenfolge, durch Ziehen und mit den Kniffen, die offen liegen.",
      en: "Cars from high to low: bring yours into ascending order, by drawing and by the tricks that lie open.",
      fr: "Des wagons du plus grand au plus petit : remettez les vôtres en ordre croissant, en piochant et avec les astuces à découvert.",
      nl: "Wagons van hoog naar laag: breng de jouwe in oplopende volgorde, door te trekken en met de trucs die open liggen.",
    },
    load: async () => (await import("./game_of_trains")).ui,
  },
  trains: {
    Poster: TrainsPoster,
    credit: "Hisashi Hayashi · AEG, Pegasus",
    about: {
      de: "Baue ein Deck, lege Gleise durch Tokio oder Osaka, errichte Bahnhöfe und halte den Müll klein.",
      en: "Build a deck, lay rails over Tokyo or Osaka, raise stations, and keep the waste down.",
      fr: "Composez un paquet, posez des rails dans Tokyo ou Osaka, bâtissez des gares et limitez les déchets.",
      nl: "Bouw een deck, leg rails door Tokio of Osaka, bouw stations en houd het afval klein.",
    },
    load: async () => (await import("./trains")).ui,
  },
  zwergenzugfahrt: {
    Poster: DwarfPoster,
    credit: "",
    seats: [
      { de: "Rot", en: "Red", fr: "Rouge", nl: "Rood" },
      { de: "Grün", en: "Green", fr: "Vert", nl: "Groen" },
    ],
    about: {
      de: "Zwei Zwergensippen, ein Zug: bring deine auf die Plätze, reserviere, nimm Schilder weg und wirf hinaus, wer falsch sitzt.",
      en: "Two clans of dwarves, one train: get yours seated, reserve, take signs, and kick out who sits wrong.",
      fr: "Deux clans de nains, un train : asseyez les vôtres, réservez, retirez des panneaux et chassez les intrus.",
      nl: "Twee dwergenclans, één trein: krijg de jouwe op hun plaats, reserveer, pak bordjes en zet eruit wie verkeerd zit.",
    },
    load: async () => (await import("./zwergenzugfahrt")).ui,
  },
  zugraub: {
    Poster: ZugraubPoster,
    credit: "James Ernest · Cheapass Games, Truant",
    about: {
      de: "Zombies auf einem Zug, der vorn wächst und hinten zerfällt: schnapp dir das klügste Hirn, ehe er hält.",
      en: "Zombies on a train that grows in front and falls apart behind: grab the cleverest brain before it stops.",
      fr: "Des zombies dans un train qui s’allonge devant et se défait derrière : emparez-vous du meilleur cerveau avant l’arrêt.",
      nl: "Zombies op een trein die van voren groeit en van achteren uiteenvalt: grijp het slimste brein voor hij stopt.",
    },
    load: async () => (await import("./zugraub")).ui,
  },
};

const UNKNOWN: GameEntry = { Poster: BlankPoster, credit: "" };

export function gameEntry(name: string): GameEntry {
  return GAMES[name] ?? UNKNOWN;
}

export async function loadGame(name: string): Promise<GameUi> {
  const load = gameEntry(name).load;
  if (!load) throw new Error(`there is no board for ${name}`);
  return load();
}
