import "./theme.css";
import type { GameModule } from "../types";
import Board from "./Board.svelte";
import { piecesOf } from "./clicks";
import Symbol from "./Symbol.svelte";
import { say } from "./texts";
import type { GenericView } from "./view_types";

export const ui: GameModule = {
  Board,
  Symbol,
  frames: (_before, _events, after) => [after],
  keys: () => [say("keys")],
  winners: (view) => (view as GenericView).winners ?? [],
  prompt: (_view, _lang, choices) => {
    const onBoard = choices.filter((choice) => piecesOf(choice).some(({ index }) => index !== null)).length;
    if (onBoard === 0) return say("prompt_button");
    return say(onBoard === choices.length ? "prompt_piece" : "prompt_both");
  },
  tour: () => null,
};
