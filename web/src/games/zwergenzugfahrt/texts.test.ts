import { describe, expect, it } from "vitest";
import server from "../../../../src/spielzug/games/zwergenzugfahrt/say/texts.py?raw";
import { placeholders } from "../../lib/i18n";
import { LANGUAGES, type ByLang } from "../../lib/types";
import { position } from "./boards.fixture";
import { isFlight, journey } from "./motion";
import { BOARD, KIND_NAMES, PROMPTS } from "./texts";
import { tour } from "./tour";
import { rules as de } from "./rules.de";
import { rules as en } from "./rules.en";
import { rules as fr } from "./rules.fr";
import { rules as nl } from "./rules.nl";

describe("the texts of the board", () => {
  it("have the same placeholders in all languages", () => {
    const all: Record<string, ByLang> = { ...KIND_NAMES, ...BOARD, ...PROMPTS };
    for (const [key, texts] of Object.entries(all)) {
      for (const lang of LANGUAGES)
        expect(placeholders(texts[lang]), `${key} ${lang}`).toEqual(placeholders(texts.en));
    }
  });

  it("name the clans as the server does", () => {
    const names = server.split("CLAN_NAMES = {")[1]?.split("\n}")[0] ?? "";
    for (const clan of ["red", "green"] as const) {
      const inFour = LANGUAGES.map((lang) => `"${BOARD[clan][lang]}"`).join(", ");
      expect(names).toContain(`"${clan}": _t(${inFour})`);
    }
  });
});

it("the tour speaks only of what can be done, each thing once", () => {
  const view = position("d5 e5 f5 g5 h5", "d1 e1 f1 g1 h1");
  const kick = { action: 1, notation: "", label: "", target: { kind: "kick" } };
  expect(tour(view, 1, [], [])).toBeNull();
  expect(tour(view, 1, [kick], [])?.id).toBe("goal");
  expect(tour(view, 1, [kick], ["goal", "move"])?.id).toBe("kick");
  expect(tour(view, 1, [kick], ["goal", "move", "kick"])).toBeNull();
  expect(tour({ ...view, phase: "conductor" }, 1, [kick], [])?.id).toBe("conductor");
});

it("a step is walked, a longer way is flown", () => {
  const box = (x: number, y: number) => ({ x, y, width: 60, height: 60 });
  expect(isFlight(box(0, 0), box(0, 78))).toBe(false);
  expect(isFlight(box(0, 0), box(0, 260))).toBe(true);
  for (const to of [box(0, 78), box(0, 260)]) {
    const frames = journey(box(0, 0), to);
    expect(frames[0]?.transform).toContain(`translate(0.0px, ${-to.y}.0px)`);
    expect(frames).toHaveLength(3);
  }
});

it.each([
  [de, "unsere Wahl"],
  [en, "our choice"],
  [fr, "notre choix"],
  [nl, "onze keuze"],
])("the rules say whose choice 60 turns are", (rules, words) => {
  const ends = rules.sections.flatMap((section) => section.items).find((item) => item.rule === "Z14");
  expect(ends?.text).toMatch(new RegExp(`60.*${words}`));
});
