import { describe, expect, it } from "vitest";
import { placeholders } from "../../lib/i18n";
import { LANGUAGES, type ByLang } from "../../lib/types";
import { rules as de } from "./rules.de";
import { rules as en } from "./rules.en";
import { rules as fr } from "./rules.fr";
import { rules as nl } from "./rules.nl";
import { ABILITIES, BOARD, PROMPTS } from "./texts";

describe("the texts of the board", () => {
  it("have the same placeholders in all languages", () => {
    const all: Record<string, ByLang> = { ...BOARD, ...PROMPTS, ...ABILITIES };
    for (const [key, texts] of Object.entries(all))
      for (const lang of LANGUAGES) {
        expect(texts[lang], `${key} ${lang}`).not.toBe("");
        expect(placeholders(texts[lang]), `${key} ${lang}`).toEqual(placeholders(texts.en));
      }
  });
});

it.each([
  [de, "unserer Auslegung"],
  [en, "our ruling"],
  [fr, "notre lecture"],
  [nl, "onze uitleg"],
])("the rules say that fighting without a move is a ruling", (rules, words) => {
  const fight = rules.sections.flatMap((section) => section.items).find((item) => item.rule === "B11");
  expect(fight?.text).toContain(words);
});
