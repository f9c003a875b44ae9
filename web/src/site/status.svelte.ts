import type { Failure } from "./protocol";

export interface Progress {
  unit: "bytes" | "steps";
  done: number;
  total: number;
}

/** What the page tells about its own host. */
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
  /** Changes to the new version of the site, which has been loaded. */
  update = $state.raw<(() => void) | null>(null);
}

export const hostStatus = new HostStatus();
