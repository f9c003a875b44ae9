import type { HostTexts } from "./i18n";

/** The texts are written for a server. */
export const hostTexts: HostTexts = {};
