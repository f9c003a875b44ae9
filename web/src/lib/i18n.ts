import { hostTexts } from "#host_texts";
import type { Texts } from "../texts/en";
import { settings } from "./settings.svelte";
import type { ByLang, Lang } from "./types";
import { elide, typeset } from "./typography";

export type Key = keyof Texts;
/** What is said differently about this kind of host. */
export type HostTexts = Partial<Record<Lang, Partial<Texts>>>;
export type Values = Record<string, string | number>;

/** One file per language, loaded on demand. A missing text is a type error. */
const LOADERS: Record<Lang, () => Promise<Texts>> = {
  de: async () => (await import("../texts/de")).de,
  en: async () => (await import("../texts/en")).en,
  fr: async () => (await import("../texts/fr")).fr,
  nl: async () => (await import("../texts/nl")).nl,
};
const loaded: Partial<Record<Lang, Texts>> = {};

export function addTexts(lang: Lang, texts: Texts): void {
  loaded[lang] = texts;
}

/** Called before the first page is shown and before the language changes. */
export async function loadTexts(lang: Lang): Promise<void> {
  if (!loaded[lang]) addTexts(lang, { ...(await LOADERS[lang]()), ...hostTexts[lang] });
}

/** The texts of the current language. */
function texts(): Partial<Texts> {
  return loaded[settings.lang] ?? {};
}

export const hasText = (key: string): key is Key => key in texts();

export const LANGUAGE_NAMES: ByLang = { de: "Deutsch", en: "English", fr: "Français", nl: "Nederlands" };

const PLURALS: Record<Lang, Intl.PluralRules> = {
  de: new Intl.PluralRules("de"),
  en: new Intl.PluralRules("en"),
  fr: new Intl.PluralRules("fr"),
  nl: new Intl.PluralRules("nl"),
};
const PLACEHOLDER = /\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g;

/** Fills in placeholders; `{count|card|cards}` picks the word that goes with the number. */
export function fill(text: string, values: Values): string {
  const said = settings.lang === "fr" ? elide(text, values) : text;
  return said.replace(PLACEHOLDER, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined || one === undefined) return String(value ?? whole);
    return (PLURALS[settings.lang].select(Number(value)) === "one" ? one : many) ?? "";
  });
}

/** A text in the current language; reactive when called in markup. */
export function t(key: Key, values: Values = {}): string {
  return fill(typeset(texts()[key] ?? key, settings.lang), values);
}

/** The current language's entry from texts that come with a game or from the server. */
export function inLanguage(texts: Partial<ByLang> | null | undefined): string {
  const text = texts?.[settings.lang];
  return text === undefined ? (texts?.en ?? "") : typeset(text, settings.lang);
}

/** A function that looks up these texts by key, in the current language. */
export const translator =
  <K extends string>(texts: Record<K, ByLang>) =>
  (key: K, values: Values = {}): string =>
    fill(inLanguage(texts[key]), values);

/** The placeholder names in a text, sorted. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((found) => found[1] ?? ""))].sort();
}
