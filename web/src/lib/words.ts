import { catalog } from "./catalog.svelte";
import { hasText, inLanguage, t } from "./i18n";
import { settings } from "./settings.svelte";
import type { Game, Snapshot } from "./types";
import { typeset } from "./typography";

/** Small helpers around texts that several pages use. */

export function botName(bot: string): string {
  return inLanguage(catalog.bots.find((known) => known.name === bot)?.title) || bot;
}

/** Which bot plays at a seat, in words; empty where a person or a program from outside does. */
export function botLevel(player: string): string {
  return catalog.bots.some((bot) => bot.name === player) ? botName(player) : "";
}

/** What to expect of a bot, in a line; empty for one we know nothing about. */
export function botAbout(bot: string): string {
  const key = `about_${bot}`;
  return hasText(key) ? t(key) : "";
}

/** "Anna", "Anna and Ben", "Anna, Ben and Cleo" in the reader's language. */
export function joinNames(names: string[]): string {
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

/** Bots that look ahead or ask a net: for them a game must be compiled first. All others decide at once. */
const LEVELS = ["beginner", "casual", "club", "strong", "net", "master", "expert"];

/** The percent that is compiled for the bot of a seat, -1: never; null where nobody sits in for it. */
export function compileProgress(table: Pick<Snapshot, "seats" | "preparing">, seat: number): number | null {
  return LEVELS.includes(table.seats[seat]?.player ?? "") ? table.preparing : null;
}
