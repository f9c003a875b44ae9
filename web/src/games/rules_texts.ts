import type { Lang } from "../lib/types";
import type { RulesText } from "./types";

/** Loaded when somebody opens the rules: the list of files would burden the first page. */
const RULES = import.meta.glob<RulesText>("./*/rules.*.ts", { import: "rules" });

export const rulesOf = (game: string, lang: Lang): Promise<RulesText> =>
  RULES[`./${game}/rules.${lang}.ts`]?.() ?? Promise.reject(new Error(`no rules of ${game} in ${lang}`));
