/** The files of tests share one process: each leaves the globals as it found them. */
import { afterAll, vi } from "vitest";
import { addTexts } from "./src/lib/i18n";
import { de } from "./src/texts/de";
import { en } from "./src/texts/en";
import { fr } from "./src/texts/fr";
import { nl } from "./src/texts/nl";

const before = new Set(Object.getOwnPropertyNames(globalThis));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!before.has(name)) Reflect.deleteProperty(globalThis, name);
});

addTexts("de", de);
addTexts("en", en);
addTexts("fr", fr);
addTexts("nl", nl);
