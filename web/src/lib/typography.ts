import type { Lang } from "./types";

/**
 * How texts are set and French elides. Texts are written with plain spaces and apostrophes, so that
 * nobody has to see or type invisible signs; the server does the same (`core/texts.py`).
 */
const NARROW = "\u202f";

/** A text before its values are put in: names of people stay as they are written. */
export function typeset(text: string, lang: Lang): string {
  const percent = lang === "en" ? "%" : "\u00a0%";
  const said = text.replace(/(?<=\p{L})'(?=\p{L}|\{)/gu, "’").replace(/ %/g, percent);
  if (lang !== "fr") return said;
  return said.replace(/ (?=[;:!?»])/g, NARROW).replace(/« /g, `«${NARROW}`);
}

/** Names whose h is not heard: "d’Hélène", but "de Hans". */
const SILENT_H =
  /^h(adrien|ector|elen|elois|enri|ercule|ermin|erv|ilaire|ippolyt|onor|orace|ortens|ubert|ugue|yacinth)/;

/** Whether "de" loses its e before this word; a field like A3 is spelled, not said as a word. */
export function elides(word: string): boolean {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (!/^\p{L}{2}/u.test(plain)) return false;
  return /^([aeiouœæ]|y[^aeiou])/.test(plain) || SILENT_H.test(plain);
}

/** "de {name}" becomes "d’{name}" where that name begins with a vowel. */
export function elide(text: string, values: Record<string, string | number>): string {
  return text.replace(/(?<!\p{L})([Dd])e (?=\{(\w+)\})/gu, (whole: string, letter: string, name: string) =>
    elides(String(values[name] ?? "")) ? `${letter}’` : whole,
  );
}
