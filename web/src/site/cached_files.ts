import type { BuildManifest } from "./protocol";

/** Kept when they are used, by whoever loads them: Python itself and each game's engine. */
const isLarge = (path: string): boolean =>
  (path.startsWith("python/") && !path.endsWith(".mjs")) || path.startsWith("engines/");

/** What every visit needs, kept at the first: pages, boards, scripts and constant answers. */
export const isShell = (path: string): boolean => !isLarge(path) && path !== "sw.js";

/** Nothing but the site's own files is ever kept. */
export const isSiteFile = (path: string, files: BuildManifest["files"]): boolean =>
  Object.hasOwn(files, path);
