import type { BuildManifest } from "./protocol";

/** Kept when they are used: Python itself, each game's engine and board, and figures. */
const isLarge = (path: string): boolean =>
  (path.startsWith("python/") && !path.endsWith(".mjs")) ||
  path.startsWith("engines/") ||
  path.startsWith("games/") ||
  path.startsWith("data/figures/");

/** What every visit needs, kept from the first one on: pages and constant answers. */
export const isShell = (path: string): boolean => !isLarge(path) && path !== "sw.js";

/** Nothing but the site's own files is ever kept. */
export const isSiteFile = (path: string, files: BuildManifest["files"]): boolean =>
  Object.hasOwn(files, path);
