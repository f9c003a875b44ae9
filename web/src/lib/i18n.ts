import { de } from "../texts/de";
import { en, type Texts } from "../texts/en";
import { fr } from "../texts/fr";
import { nl } from "../texts/nl";
import { settings } from "./settings.svelte";
import type { ByLang, Lang } from "./types";

export type Key = keyof Texts;
export type Values = Record<string, string | number>;

/** Typed as a whole: a text that a language lacks is an error of the type checker. */
export const TEXTS: Record<Lang, Texts> = { de, en, fr, nl };

export const LANGUAGE_NAMES: ByLang = { de: "Deutsch", en: "English", fr: "Français", nl: "Nederlands" };

export function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text in the reader's language; read inside markup it follows a change of language. */
export function t(key: Key, values: Values = {}): string {
  return fill(TEXTS[settings.lang][key], values);
}

/** The reader's language out of texts that come with a game or from the server. */
export function inLanguage(texts: Partial<ByLang> | undefined): string {
  return texts?.[settings.lang] ?? texts?.en ?? "";
}

/** The names of the placeholders in a text, sorted. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();
}
