import "./theme.css";
import { inLanguage } from "../../lib/i18n";
import type { ByLang } from "../../lib/types";
import type { GameModule } from "../types";
import { priceOf } from "./click_targets";
import Board from "./Board.svelte";
import { frames, still } from "./frames";
import Symbol from "./Symbol.svelte";
import { kickQuestion, promptOf } from "./texts";
import { tour } from "./tour";
import type { ZwergenView } from "./view";

const KEYS: ByLang = {
  de: "Pfeiltasten: von Feld zu Feld",
  en: "Arrow keys: move from space to space",
  fr: "Flèches : de case en case",
  nl: "Pijltoetsen: van veld naar veld",
};

export const ui: GameModule = {
  Board,
  Symbol,
  frames,
  keys: (lang) => [KEYS[lang]],
  still,
  winners: (view) => {
    const { winner } = view as ZwergenView;
    return winner >= 0 ? [winner] : [];
  },
  prompt: (view) => inLanguage(promptOf(view as ZwergenView)),
  question: (choice) =>
    priceOf(choice) > 0 ? kickQuestion(String(choice.target.to), priceOf(choice)) : null,
  tour,
  ruleNow: (view) => ({ turn: "Z4", conductor: "Z12", over: "Z13" })[(view as ZwergenView).phase],
};
