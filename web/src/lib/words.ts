import { t, type Key, TEXTS } from "./i18n";
import { settings } from "./settings.svelte";

/** Small helpers around texts that several pages use. */

export function botName(bot: string): string {
  const key = `bot_${bot}`;
  return key in TEXTS.en ? t(key as Key) : t("bot_other", { name: bot });
}

/** What to expect of a bot, in a line; empty for one we know nothing about. */
export function botAbout(bot: string): string {
  const key = `about_${bot}`;
  return key in TEXTS.en ? t(key as Key) : "";
}

/** "Anna", "Anna and Ben", "Anna, Ben and Cleo" in the reader's language. */
export function listing(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${t("and")} ${names.at(-1) ?? ""}`;
}

export function myName(): string {
  return settings.name.trim() || t("guest");
}

export function dateText(time: string | number): string {
  // Numbers are seconds since 1970, texts are dates.
  const date = new Date(typeof time === "number" ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** A name or a value of a game's option; those we have no word for are shown as they are. */
export function optionWord(kind: "option" | "value", word: string): string {
  const key = `${kind}_${word}`;
  return key in TEXTS.en ? t(key as Key) : word.replaceAll("_", " ");
}
