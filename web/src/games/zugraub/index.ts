import type { GameUi, RulesText } from "../types";
import Board from "./Board.svelte";
import { frames, still } from "./frames";
import Symbol from "./Symbol.svelte";
import { promptOf } from "./texts";
import { tour } from "./tour";
import { readView } from "./view";
import { COLOURS } from "./zombies";

export const ui: GameUi & { still: typeof still } = {
  Board,
  Symbol,
  frames,
  still,
  winners: (view) => readView(view).winners,
  prompt: (view, _lang, choices) => promptOf(readView(view), choices),
  colours: COLOURS,
  tour,
  rules: async (lang): Promise<RulesText> => {
    switch (lang) {
      case "de":
        return (await import("./rules.de")).rules;
      case "fr":
        return (await import("./rules.fr")).rules;
      case "nl":
        return (await import("./rules.nl")).rules;
      case "en":
        return (await import("./rules.en")).rules;
    }
  },
};
