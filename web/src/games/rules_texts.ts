import { catalog } from "../lib/catalog.svelte";
import { inLanguage } from "../lib/i18n";
import type { Lang } from "../lib/types";
import { languageNote } from "../lib/words";
import type { RulesText } from "./types";

/** Loaded when somebody opens the rules: the list of files would burden the first page. */
const RULES = import.meta.glob<RulesText>("./*/rules.*.ts", { import: "rules" });

/** The rules of a game: those of its folder, otherwise those of the host. */
export const rulesOf = (game: string, lang: Lang): Promise<RulesText> =>
  RULES[`./${game}/rules.${lang}.ts`]?.() ?? Promise.resolve(rulesOfHost(game));

function rulesOfHost(name: string): RulesText {
  const game = catalog.game(name);
  return {
    intro: languageNote(game?.languages),
    paragraphs: (game?.rules ?? []).map((paragraph) => inLanguage(paragraph)),
    brief: null,
    sections: [],
  };
}
