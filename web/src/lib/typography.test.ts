import { describe, expect, it } from "vitest";
import { fill, t } from "./i18n";
import { settings } from "./settings.svelte";
import { elides, typeset } from "./typography";

describe("French", () => {
  it("has a narrow space that never breaks before its high signs and inside its quotes", () => {
    expect(typeset("Quoi ? « Oui » : non ; hé !", "fr")).toBe(
      "Quoi\u202f? «\u202fOui\u202f»\u202f: non\u202f; hé\u202f!",
    );
    expect(typeset("Was? Nein : so", "de")).toBe("Was? Nein : so");
  });

  it.each(["Ada", "Élodie", "Œdipe", "Yves", "Hélène", "Henri", "Ötzi"])("elides before %s", (name) => {
    expect(elides(name)).toBe(true);
  });

  it.each(["Bo", "Hans", "Yann", "A3", "7", "", "Анна"])("does not elide before “%s”", (name) => {
    expect(elides(name)).toBe(false);
  });

  it("says “d’Ada” and “de Bo” in one text, and only in French", () => {
    settings.save({ lang: "fr" });
    expect(fill("train de {name}", { name: "Ada" })).toBe("train d’Ada");
    expect(fill("train de {name}", { name: "Bo" })).toBe("train de Bo");
    expect(t("void_silent", { name: "Émile" })).toBe("L’appareil d’Émile est resté muet.");
    settings.save({ lang: "nl" });
    expect(fill("de {name}", { name: "avond" })).toBe("de avond");
    settings.save({ lang: "en" });
  });

  it("leaves what people write as it is", () => {
    settings.save({ lang: "fr" });
    expect(t("wins", { name: "O'Neil !", count: 1 })).toBe("O'Neil ! gagne\u202f!");
    settings.save({ lang: "en" });
  });
});

it("sets apostrophes and percent signs as each language does", () => {
  expect(typeset("the server's 5 %", "en")).toBe("the server’s 5%");
  expect(typeset("5 %", "de")).toBe("5\u00a0%");
});
