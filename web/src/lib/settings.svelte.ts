import { readStored, store } from "./storage";
import { LANGUAGES, type Lang } from "./types";

export type Theme = "auto" | "light" | "dark";

const KEY = "spielzug.settings";

interface Stored {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  /** Whether a choice goes by itself where there is no other. */
  single: boolean;
  name: string;
  /** The bot last chosen to play against at once. */
  bot: string;
  /** Tours already seen, by game. */
  toured: string[];
  /** Tables at which people who share this device hide nothing from each other, the latest last. */
  openly: string[];
  /** Whether signals of others are not shown. */
  muted: boolean;
  /** Whether notices need not be offered any more. */
  offered: boolean;
}

/** The first language of the reader that we speak. */
export function pickLanguage(wanted: readonly string[]): Lang {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split("-")[0];
    const found = LANGUAGES.find((lang) => lang === base);
    if (found) return found;
  }
  return "en";
}

function read(): Partial<Stored> {
  try {
    return JSON.parse(readStored(KEY) ?? "{}") as Partial<Stored>;
  } catch {
    return {}; // everything has a default
  }
}

class Settings {
  lang = $state<Lang>("en");
  theme = $state<Theme>("auto");
  sound = $state(false);
  single = $state(true);
  name = $state("");
  bot = $state("");
  toured = $state<string[]>([]);
  openly = $state<string[]>([]);
  muted = $state(false);
  offered = $state(false);

  constructor() {
    const stored = read();
    const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
    this.lang = LANGUAGES.includes(stored.lang as Lang) ? (stored.lang as Lang) : pickLanguage(wanted);
    this.theme = stored.theme === "light" || stored.theme === "dark" ? stored.theme : "auto";
    this.sound = stored.sound === true;
    this.single = stored.single !== false;
    this.name = typeof stored.name === "string" ? stored.name.slice(0, 24) : "";
    this.bot = typeof stored.bot === "string" ? stored.bot : "";
    this.muted = stored.muted === true;
    this.offered = stored.offered === true;
    this.toured = Array.isArray(stored.toured) ? stored.toured : [];
    this.openly = Array.isArray(stored.openly) ? stored.openly : [];
  }

  save(change: Partial<Stored>): void {
    Object.assign(this, change);
    store(KEY, { ...read(), ...change });
  }
}

export const settings = new Settings();

/** Keep <html> in step with the settings; called once from the app, inside an effect root. */
export function applySettings(): () => void {
  const night = matchMedia("(prefers-color-scheme: dark)");
  const dress = () => {
    const dark = settings.theme === "dark" || (settings.theme === "auto" && night.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  };
  $effect(dress);
  $effect(() => {
    document.documentElement.lang = settings.lang;
  });
  night.addEventListener("change", dress);
  return () => night.removeEventListener("change", dress);
}

export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
