import type { Lang } from "./types";

/**
 * Typographic spaces and apostrophes, and French elision. Texts are written with plain characters, which are easier
 * to read and type; the server does the same (`core/texts.py`).
 */
const NARROW = "\u202f";

/** Typesets a text before values are filled in, so that names stay as written. */
export function typeset(text: string, lang: Lang): string {
  const percent = lang === "en" ? "%" : "\u00a0%";
  const said = text.replace(/(?<=\p{L})'(?=\p{L}|\{)/gu, "’").replace(/ %/g, percent);
  if (lang !== "fr") return said;
  return said.replace(/ (?=[;:!?»])/g, NARROW).replace(/« /g, `«${NARROW}`);
}

/** Names with a silent h: "d’Hélène", but "de Hans". */
const SILENT_H =
  /^h(adrien|ector|elen|elois|enri|ercule|ermin|erv|ilaire|ippolyt|onor|orace|ortens|ubert|ugue|yacinth)/;

/** Whether "de" is elided before this word; not before a field like A3, which is spelled out. */
export function elides(word: string): boolean {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (!/^\p{L}{2}/u.test(plain)) return false;
  return /^([aeiouœæ]|y[^aeiou])/.test(plain) || SILENT_H.test(plain);
}

/** Turns "de {name}" into "d’{name}" where the name starts with a vowel sound. */
export function elide(text: string, values: Record<string, string | number>): string {
  return text.replace(/(?<!\p{L})([Dd])e (?=\{(\w+)\})/gu, (whole: string, letter: string, name: string) =>
    elides(String(values[name] ?? "")) ? `${letter}’` : whole,
  );
}
