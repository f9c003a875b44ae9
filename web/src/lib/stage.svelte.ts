import type { Event } from "./types";
import { prefersReducedMotion } from "./settings.svelte";
import { FRAME, isTooFarBehind, frameDuration, READING } from "./animation_timing";

/** The animation frames for the events between two positions; the last one is the final position. */
export type FramesOf = (before: unknown, events: Event[], after: unknown) => unknown[];
/** The single frame for reduced motion: the final position, with anything that must not be missed. */
export type StillOf = (before: unknown, events: Event[], after: unknown) => unknown;

export interface StagedEntry {
  number: number;
  /** The seat that acted, -1 for the table. */
  seat: number;
  view: unknown;
  events: Event[];
  actor: number;
  /** The reader made this move and is to move again, so it is animated quickly. */
  quick?: boolean;
  /** The reader made this move: the time budget for other players' moves starts again. */
  own?: boolean;
  /** Starts a new round: `since` is set to the position after this entry. */
  begins?: boolean;
  begin: () => void;
}

/**
 * What the board shows, which lags behind the actual position: entries wait until the earlier ones have been
 * animated, faster the more of them wait.
 */
export class Stage {
  view = $state.raw<unknown>(null);
  /** The seat to act in the position shown. */
  actor = $state(-1);
  /** The last entry that has been shown to its end; no log may run ahead of it. */
  number = $state(-1);
  busy = $state(false);
  /** The seat whose move is being animated, -1 for the table; null when idle. */
  moving = $state<number | null>(null);
  /** The position after the reader's last decision, for boards that mark the changes since. */
  since = $state.raw<unknown>(null);
  /** The other seats' entries since then. */
  round = $state.raw<readonly StagedEntry[]>([]);
  /** The entry of `round` being shown again. */
  again = $state.raw<StagedEntry | null>(null);
  /** Called when `since` or `round` changes. */
  onround: (() => void) | null = null;
  /** Whether bot moves share one time budget (the FAST pace). */
  together = false;
  #spent = 0;
  #queue: StagedEntry[] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly frames: FramesOf,
    readonly still: StillOf = (_before, _events, after) => after,
  ) {}

  /** Shows a position without animation; `keep` preserves the current round. */
  set(view: unknown, actor: number, number: number, keep = false): void {
    if (!keep) {
      this.since = null;
      this.round = [];
    }
    this.again = null;
    this.#queue = [];
    this.#spent = 0;
    this.view = view;
    this.actor = actor;
    this.number = number;
    this.#wake?.();
  }

  push(shot: StagedEntry): void {
    this.#queue.push(shot);
    if (!this.busy) void this.#play();
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let shot = this.#queue.shift(); shot; shot = this.#queue.shift()) {
      this.moving = shot.seat;
      const before = this.view;
      shot.begin();
      if (shot.own) this.#spent = 0;
      const behind = isTooFarBehind(this.#behind());
      const still = prefersReducedMotion() || document.hidden || this.view === null || behind;
      const last = still ? this.still(this.view, shot.events, shot.view) : shot.view;
      const frames = still ? [last] : this.frames(this.view, shot.events, shot.view);
      const queue = this.#queue;
      for (const frame of frames) {
        this.view = frame;
        if (!still) {
          const quick = shot.quick === true;
          const pause = frameDuration({ ...this.#behind(), quick, frames: frames.length });
          if (!shot.own) this.#spent += pause;
          await this.#pause(pause);
        }
        if (queue !== this.#queue) break; // set() was called meanwhile
      }
      if (queue === this.#queue) {
        this.number = shot.number;
        this.#note(shot, before);
        this.view = last;
        this.actor = shot.actor;
      }
    }
    this.busy = false;
    this.moving = null;
  }

  /** Adds an entry to the round; the reader's own decision starts a new one. */
  #note(shot: StagedEntry, before: unknown): void {
    if (shot.own || shot.begins) {
      this.since = shot.view;
      this.round = [];
    } else {
      this.since ??= before;
      this.round = [...this.round, shot];
    }
    this.onround?.();
  }

  /** Restores the round after a page reload. */
  resume(since: unknown, round: readonly StagedEntry[]): void {
    this.since = since;
    this.round = round;
  }

  /** Replays the other seats' moves since the reader's last decision. */
  async showAgain(): Promise<void> {
    if (this.busy || this.round.length === 0) return;
    const [now, queue] = [this.view, this.#queue];
    this.busy = true;
    this.view = this.since;
    for (const shot of this.round) {
      this.again = shot;
      this.moving = shot.seat;
      const pictures = prefersReducedMotion() ? [shot.view] : this.frames(this.view, shot.events, shot.view);
      const pause = Math.max(FRAME, READING / pictures.length);
      for (const picture of pictures) {
        this.view = picture;
        await this.#pause(pause);
        if (queue !== this.#queue || this.again === null) break;
      }
      if (queue !== this.#queue || this.again === null) break;
    }
    this.again = null;
    this.busy = false;
    this.moving = null;
    if (queue === this.#queue) this.view = now; // else set() was called meanwhile
    if (this.#queue.length > 0) void this.#play();
  }

  stopShowing(): void {
    this.again = null;
    this.#wake?.();
  }

  #behind(): { waiting: number; spent: number | null } {
    return { waiting: this.#queue.length, spent: this.together ? this.#spent : null };
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
