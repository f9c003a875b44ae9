import { describe, expect, it } from "vitest";
import { BOARD, PROMPTS } from "../games/game_of_trains/texts";
import { rules as de } from "../games/game_of_trains/rules.de";
import { rules as en } from "../games/game_of_trains/rules.en";
import { rules as fr } from "../games/game_of_trains/rules.fr";
import { rules as nl } from "../games/game_of_trains/rules.nl";
import { de as ownDe } from "../texts/de";
import { en as ownEn, type Texts } from "../texts/en";
import { fr as ownFr } from "../texts/fr";
import { nl as ownNl } from "../texts/nl";
import { fill, placeholders } from "./i18n";
import { pickLanguage, settings } from "./settings.svelte";
import { LANGUAGES, type ByLang, type Lang } from "./types";

const TEXTS = { de: ownDe, en: ownEn, fr: ownFr, nl: ownNl };

describe("the client's own texts", () => {
  const keys = Object.keys(TEXTS.en) as (keyof Texts)[];

  it.each(LANGUAGES)("has every text in %s and no other", (lang) => {
    expect(Object.keys(TEXTS[lang]).sort()).toEqual([...keys].sort());
    for (const key of keys) expect(TEXTS[lang][key].trim(), key).not.toBe("");
  });

  it.each(LANGUAGES)("has the same placeholders in %s as in English", (lang) => {
    for (const key of keys) expect(placeholders(TEXTS[lang][key]), key).toEqual(placeholders(TEXTS.en[key]));
  });

  it("is used: every text stands somewhere in the client", () => {
    const sources = Object.values(
      import.meta.glob<string>(["../**/*.svelte", "../**/*.ts", "!../texts/*"], {
        query: "?raw",
        import: "default",
        eager: true,
      }),
    ).join("\n");
    // Keys composed at run time: kinds of seats, paces, themes, difficulties, bots, void starts, Lab states, unnamed
    // addresses, review summaries.
    const composed =
      /^(kind|pace|theme|difficulty|about|void|signal|lab_left|unnamed|review_play|review_luck)_|^lab_(preparing|playing|stopping|writing|nothing_played|given_up|failed)$/;
    expect(
      keys.filter(
        (key) => !composed.test(key) && !sources.includes(`"${key}"`) && !sources.includes(`'${key}'`),
      ),
    ).toEqual([]);
  });
});

describe("the texts of the board", () => {
  it("have the same placeholders in all languages", () => {
    const all: Record<string, ByLang> = { ...BOARD, ...PROMPTS };
    for (const [key, texts] of Object.entries(all)) {
      for (const lang of LANGUAGES)
        expect(placeholders(texts[lang]), `${key} ${lang}`).toEqual(placeholders(texts.en));
    }
  });

  it("tell the same rules in all languages, G1 to G22", () => {
    const numbers = en.sections.flatMap((section) => section.items.map((item) => item.rule));
    expect(numbers).toEqual(Array.from({ length: 22 }, (_, index) => `G${index + 1}`));
    for (const other of [de, fr, nl]) {
      expect(
        other.sections.map((section) => section.items.map(({ rule, symbol }) => [rule, symbol])),
      ).toEqual(en.sections.map((section) => section.items.map(({ rule, symbol }) => [rule, symbol])));
    }
  });
});

it("fills placeholders and leaves unknown ones alone", () => {
  expect(fill("{name} draws {a}", { name: "Anna", a: 7 })).toBe("Anna draws 7");
  expect(fill("{what}", {})).toBe("{what}");
});

it("chooses the word that goes with a number, as each language does", () => {
  const said = (lang: Lang, count: number) => {
    settings.save({ lang });
    return fill("{count} {count|carte|cartes}", { count });
  };
  expect([0, 1, 2].map((count) => said("fr", count))).toEqual(["0 carte", "1 carte", "2 cartes"]);
  expect([0, 1, 2].map((count) => said("en", count))).toEqual(["0 cartes", "1 carte", "2 cartes"]);
  expect(placeholders("{count} {count|card|cards} of {name}")).toEqual(["count", "name"]);
});

it("picks the first language of the reader that we speak", () => {
  expect(pickLanguage(["pt-BR", "de-CH", "en"])).toBe("de");
  expect(pickLanguage(["nl"])).toBe("nl");
  expect(pickLanguage(["ja", "pt"])).toBe("en");
});
