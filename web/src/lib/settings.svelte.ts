import { readStored, store } from "./storage";
import { LANGUAGES, type Lang } from "./types";

export type Theme = "auto" | "light" | "dark";

const KEY = "spielzug.settings";

interface Stored {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  /** Whether a forced choice is made automatically. */
  single: boolean;
  name: string;
  /** The bot last chosen for a quick game. */
  bot: string;
  /** Games whose tour has been seen. */
  toured: string[];
  /** Tables where people sharing this device hide nothing from each other, latest last. */
  openly: string[];
  /** Whether other players' signals are hidden. */
  muted: boolean;
  /** Whether notifications have been offered already. */
  offered: boolean;
}

/** The first of the reader's languages that is supported. */
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
    return {}; // use the defaults
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

/** Keeps <html> in sync with the settings; called once by the app, inside an effect root. */
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
