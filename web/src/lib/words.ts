import { catalog } from "./catalog.svelte";
import { hasText, inLanguage, t } from "./i18n";
import { settings } from "./settings.svelte";
import type { Game, Snapshot } from "./types";
import { typeset } from "./typography";

export function botName(bot: string): string {
  return inLanguage(catalog.bots.find((known) => known.name === bot)?.title) || bot;
}

/** The name of the bot at a seat; empty for a person or an external program. */
export function botLevel(player: string): string {
  return catalog.bots.some((bot) => bot.name === player) ? botName(player) : "";
}

/** A bot's description in one line; empty if there is none. */
export function botAbout(bot: string): string {
  const key = `about_${bot}`;
  return hasText(key) ? t(key) : "";
}

/** "Anna", "Anna and Ben", "Anna, Ben and Cleo" in the current language. */
export function joinNames(names: string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${t("and")} ${names.at(-1) ?? ""}`;
}

export function dateText(time: string | number): string {
  // Numbers are seconds since 1970, strings are dates.
  const date = new Date(typeof time === "number" ? time * 1000 : time);
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(date);
}

/** The label of an option or of its value; falls back to the raw name. */
export function optionWord(game: Game, option: string, value?: string): string {
  const key = value === undefined ? option : `${option}=${value}`;
  return inLanguage(game.option_words[key]) || (value ?? option).replaceAll("_", " ");
}

/** Says in which languages a game's texts are, if they are not in the current one; empty otherwise. */
export function languageNote(languages: readonly string[] = []): string {
  if (languages.length === 0 || languages.includes(settings.lang)) return "";
  const names = new Intl.DisplayNames([settings.lang], { type: "language" });
  return t("only_in", { languages: joinNames(languages.map((code) => names.of(code) ?? code)) });
}

/** A colon after markup; French puts a space before it. */
export function colon(): string {
  return typeset(" :", settings.lang).replace(" :", ":");
}

/** Bots that search or use a network, for which a game must be compiled first. All others move at once. */
const LEVELS = ["beginner", "casual", "club", "strong", "net", "master", "expert"];

/** Percent compiled before a seat's bot can think; -1 if it never can; null if it need not wait. */
export function compileProgress(table: Pick<Snapshot, "seats" | "preparing">, seat: number): number | null {
  return LEVELS.includes(table.seats[seat]?.player ?? "") ? table.preparing : null;
}
