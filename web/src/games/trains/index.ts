import "./theme.css";
import { inLanguage } from "../../lib/i18n";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import { numberOf, unspentMoney } from "./click_targets";
import { COLOURS } from "./glyphs";
import { newsOf } from "./last_turns";
import Symbol from "./Symbol.svelte";
import { promptOf } from "./prompts";
import { say } from "./texts";
import { tour } from "./tour";
import { readView } from "./view";
import type { Phase } from "./view_types";

/** The rule for each phase; phases that are missing belong to a card's ability. */
const RULE_OF_PHASE: Partial<Record<Phase, string>> = {
  start: "T3",
  turn: "T4",
  rail: "T10",
  station: "T13",
  over: "T15",
};

export const ui: GameModule = {
  Board,
  Symbol,
  // Every decision is one small step, so the board's own animations are enough.
  frames: (_before, _events, after) => [after],
  keys: () => [say("keys_go"), say("map_keys"), say("keys_turn"), say("keys_card")],
  winners: (view) => readView(view).winners,
  prompt: (view) => inLanguage(promptOf(readView(view))),
  news: (view, log, seat, names) => newsOf(readView(view), log, seat, names),
  question: (choice, view, choices) => {
    const kind = choice.target.kind;
    const ask = (text: string) => ({ title: choice.label, text, yes: say("yes"), no: say("no") });
    if (kind === "recycle") return ask(say("recycle_sure", { count: numberOf(choice, "count") }));
    const count = kind === "end" && view ? unspentMoney(readView(view), choices) : 0;
    return count > 0 ? ask(say("end_sure", { count })) : null;
  },
  colours: COLOURS,
  tour,
  ruleNow: (view) => RULE_OF_PHASE[readView(view).phase] ?? "T5",
};
