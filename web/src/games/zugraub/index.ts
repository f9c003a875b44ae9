import "./theme.css";
import type { ByLang } from "../../lib/types";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import { frames, still } from "./frames";
import Symbol from "./Symbol.svelte";
import { promptOf } from "./texts";
import { tour } from "./tour";
import { readView } from "./view";
import type { Phase } from "./view_types";
import { COLOURS } from "./appearance";

const KEYS: ByLang = {
  de: "Pfeiltasten: von Feld zu Feld; Pos1 und Ende: zum hintersten und zum vordersten Wagen",
  en: "Arrow keys: move from space to space; Home and End: go to the rear and to the front of the train",
  fr: "Flèches : de case en case ; Origine et Fin : à la queue et à la tête du train",
  nl: "Pijltoetsen: van veld naar veld; Home en End: naar de staart en de kop van de trein",
};

const RULE_OF_PHASE: Partial<Record<Phase, string>> = {
  discard: "B5",
  move: "B7",
  attack: "B11",
  brawl: "B11",
  spoils: "B14",
  limit: "B15",
  end: "B16",
  over: "B20",
};

export const ui: GameModule & { still: typeof still } = {
  Board,
  Symbol,
  frames,
  keys: (lang) => [KEYS[lang]],
  still,
  winners: (view) => readView(view).winners,
  prompt: (view, _lang, choices) => promptOf(readView(view), choices),
  colours: COLOURS,
  tour,
  ruleNow: (view) => RULE_OF_PHASE[readView(view).phase],
};
