import { inLanguage } from "../../lib/i18n";
import type { GameUi, RulesText } from "../types";
import Board from "./Board.svelte";
import { frames } from "./frames";
import Symbol from "./Symbol.svelte";
import { promptOf } from "./texts";
import { tour } from "./tour";
import type { GameOfTrainsView } from "./view";

export const ui: GameUi = {
  Board,
  Symbol,
  frames,
  winners: (view) => {
    const { winner } = view as GameOfTrainsView;
    return winner >= 0 ? [winner] : [];
  },
  prompt: (view) => inLanguage(promptOf(view as GameOfTrainsView)),
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
