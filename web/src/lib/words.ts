import { Refusal } from "./api";
import { catalog } from "./catalog.svelte";
import { hasText, inLanguage, t } from "./i18n";
import { settings } from "./settings.svelte";
import type { Game } from "./types";
import { typeset } from "./typography";

/** Small helpers around texts that several pages use. */

/** Why something did not work: the server's own sentence, or that there was no answer. */
export const errorText = (error: unknown): string =>
  error instanceof Refusal ? error.message : t("unreachable");

export function botName(bot: string): string {
  return inLanguage(catalog.bots.find((known) => known.name === bot)?.title) || bot;
}

/** Which bot plays at a seat, in words; empty where a person or a program from outside does. */
export function levelOf(player: string): string {
  return catalog.bots.some((bot) => bot.name === player) ? botName(player) : "";
}

/** What to expect of a bot, in a line; empty for one we know nothing about. */
export function botAbout(bot: string): string {
  const key = `about_${bot}`;
  return hasText(key) ? t(key) : "";
}

/** "Anna", "Anna and Ben", "Anna, Ben and Cleo" in the reader's language. */
export function listing(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${t("and")} ${names.at(-1) ?? ""}`;
}

export function dateText(time: string | number): string {
  // Numbers are seconds since 1970, texts are dates.
  const date = new Date(typeof time === "number" ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** What people call an option of a game, or a value of it; what has no word is shown as it is. */
export function optionWord(game: Game, option: string, value?: string): string {
  const key = value === undefined ? option : `${option}=${value}`;
  return inLanguage(game.option_words[key]) || (value ?? option).replaceAll("_", " ");
}

/** A colon after something that stands in the markup; French leaves room before it. */
export function colon(): string {
  return typeset(" :", settings.lang).replace(" :", ":");
}
