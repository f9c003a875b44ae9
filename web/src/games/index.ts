import TrainsGamePoster from "./game_of_trains/Poster.svelte";
import RobberyPoster from "./posters/Robbery.svelte";
import BlankPoster from "./posters/Blank.svelte";
import DwarfPoster from "./posters/Dwarfs.svelte";
import NetworkPoster from "./posters/Network.svelte";
import type { GameEntry, GameUi } from "./types";

/** The one place where games are named: a new game is a folder and a line here. */
const GAMES: Record<string, GameEntry> = {
  game_of_trains: {
    Poster: TrainsGamePoster,
    credit: "Trehgrannik (Anatoly Shklyarov, Alexey Paltsev, Alexey Konnov) · Brain Games, Abacusspiele",
    load: async () => (await import("./game_of_trains")).ui,
  },
  trains: {
    Poster: NetworkPoster,
    credit: "Hisashi Hayashi · AEG, Pegasus",
    load: async () => (await import("./trains")).ui,
  },
  zwergenzugfahrt: {
    Poster: DwarfPoster,
    credit: "",
    seats: [
      { de: "Rot", en: "Red", fr: "Rouge", nl: "Rood" },
      { de: "Grün", en: "Green", fr: "Vert", nl: "Groen" },
    ],
    load: async () => (await import("./zwergenzugfahrt")).ui,
  },
  zugraub: {
    Poster: RobberyPoster,
    credit: "James Ernest · Cheapass Games, Truant",
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
