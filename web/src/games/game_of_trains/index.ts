import "./theme.css";
import { inLanguage } from "../../lib/i18n";
import type { ByLang } from "../../lib/types";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import { frames } from "./frames";
import Symbol from "./Symbol.svelte";
import { promptOf } from "./texts";
import { tour } from "./tour";
import type { GameOfTrainsView, Phase } from "./view_types";

const KEYS: ByLang = {
  de: "Pfeiltasten: entlang eines Zuges oder der Auslage",
  en: "Arrow keys: move along a train or the face-up row",
  fr: "Flèches : le long d’un train ou de la rangée visible",
  nl: "Pijltoetsen: langs een trein of de open rij",
};

const RULE_OF_PHASE: Partial<Record<Phase, string>> = {
  keep: "G4",
  setup_place: "G4",
  turn: "G6",
  place: "G6",
  target: "G10",
};

export const ui: GameModule = {
  Board,
  Symbol,
  frames,
  keys: (lang) => [KEYS[lang]],
  // After the set-up all cars are face up.
  hides: (view) => (view as GameOfTrainsView).hands.some((hand) => hand.length > 0),
  winners: (view) => {
    const { winner } = view as GameOfTrainsView;
    return winner >= 0 ? [winner] : [];
  },
  prompt: (view) => inLanguage(promptOf(view as GameOfTrainsView)),
  tour,
  ruleNow: (view) => RULE_OF_PHASE[(view as GameOfTrainsView).phase],
};
