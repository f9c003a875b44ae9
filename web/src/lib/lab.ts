import type { Game, LabGame, LabSide } from "./types";

/** Maximum size of a file with a set, in bytes. */
export const LARGEST_FILE = 1024 * 1024;
export const SHIPPED = "shipped";
/** The version value that stands for an uploaded file. */
export const OWN_FILE = "file";

/** One side of a comparison, as entered in the form. */
export interface Side {
  what: string;
  /** Null while being checked, and if the file is invalid. */
  file: { name: string; text: string } | null;
  options: Record<string, string | number>;
}

/** The game with the defaults used where bots play many games. */
export function withLabDefaults(game: Game, lab: LabGame | undefined): Game {
  return {
    ...game,
    options: game.options.map((option) => ({
      ...option,
      default: lab?.usual[option.name] ?? option.default,
    })),
  };
}

export function defaultSide(game: Game): Side {
  return {
    what: SHIPPED,
    file: null,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

/** The request for one side: a file replaces the set option, and only options that differ from the default are sent. */
export function sideToSend(game: Game, side: Side): LabSide {
  const own = side.what === OWN_FILE;
  const changed = game.options.filter(
    (option) =>
      String(side.options[option.name]) !== String(option.default) && !(own && option.name === "set"),
  );
  return {
    version: own ? SHIPPED : side.what,
    file: own ? side.file : null,
    options: Object.fromEntries(changed.map(({ name }) => [name, side.options[name] ?? ""])),
  };
}

export const isSideReady = (side: Side): boolean => side.what !== OWN_FILE || side.file !== null;

/** Number of changes shown before "more". */
const MOST_CHANGES = 8;

/** The first changes of a file, and how many more there are. */
export function firstChanges(changes: readonly string[]): { shown: string[]; more: number } {
  return { shown: changes.slice(0, MOST_CHANGES), more: Math.max(0, changes.length - MOST_CHANGES) };
}

/** The version number in "shipped-1". */
export const rulesVersion = (version: string): string => version.replace(`${SHIPPED}-`, "");

/** A rough remaining time in a fitting unit. */
export function roughDuration(seconds: number): { unit: "seconds" | "minutes" | "hours"; n: number } {
  if (seconds < 90) {
    const step = seconds < 10 ? 1 : 5;
    return { unit: "seconds", n: Math.max(1, Math.ceil(seconds / step) * step) };
  }
  if (seconds < 90 * 60) return { unit: "minutes", n: Math.round(seconds / 60) };
  return { unit: "hours", n: Math.round(seconds / 3600) };
}
