import type { Failure } from "./protocol";

export interface Progress {
  unit: "bytes" | "steps";
  done: number;
  total: number;
}

/** What the page shows about its host. */
class HostStatus {
  /** What is being loaded now; null when nothing is. */
  progress = $state.raw<Progress | null>(null);
  /** Whether somebody waits for it. */
  waiting = $state(false);
  failure = $state<Failure | null>(null);
  /** Whether games outlast the page. */
  kept = $state(true);
  /** The browser has no room left for games. */
  full = $state(false);
  /** Switches to a new version of the site; null while there is none. */
  update = $state.raw<(() => void) | null>(null);
}

export const hostStatus = new HostStatus();
