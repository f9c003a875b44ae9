import type { Event } from "./types";
import { prefersReducedMotion } from "./settings.svelte";
import { FRAME, isTooFarBehind, frameDuration, READING } from "./animation_timing";

/** Turns what happened into pictures that follow each other; the last one is the true position. */
export type FramesOf = (before: unknown, events: Event[], after: unknown) => unknown[];
/** The one picture for readers who want no movement: the true position, and what must not be missed. */
export type StillOf = (before: unknown, events: Event[], after: unknown) => unknown;

export interface StagedEntry {
  number: number;
  /** Who did it, -1 for the table. */
  seat: number;
  view: unknown;
  events: Event[];
  actor: number;
  /** The reader did this and goes on: who knows what happens need not watch it to the end. */
  quick?: boolean;
  /** The reader did this: what others do next has all its time again. */
  own?: boolean;
  /** What others do is counted from here on. */
  begins?: boolean;
  begin: () => void;
}

/**
 * What the board shows, a little behind what is true: entries wait here until the movement of
 * those before them has been seen, faster the more of them wait.
 */
export class Stage {
  view = $state.raw<unknown>(null);
  /** Who is to act in the position shown. */
  actor = $state(-1);
  /** The last entry that has begun to show. */
  number = $state(-1);
  busy = $state(false);
  /** Whose movement is being shown, -1: the table's own; null when nothing moves. */
  moving = $state<number | null>(null);
  /** The position after the reader's last decision, for boards that mark what has changed since. */
  since = $state.raw<unknown>(null);
  /** What the others have done since. */
  round = $state.raw<readonly StagedEntry[]>([]);
  /** The part of it that is being shown again. */
  again = $state.raw<StagedEntry | null>(null);
  /** Called when `since` or `round` has changed. */
  onround: (() => void) | null = null;
  /** Whether what several bots do is shown together, as fast as can be followed. */
  together = false;
  #spent = 0;
  #queue: StagedEntry[] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly frames: FramesOf,
    readonly still: StillOf = (_before, _events, after) => after,
  ) {}

  /** Show a position at once, without movement; what the others did is forgotten unless it is kept. */
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
      this.number = shot.number;
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
        if (queue !== this.#queue) break; // a position was set meanwhile
      }
      if (queue === this.#queue) {
        this.#note(shot, before);
        this.view = last;
        this.actor = shot.actor;
      }
    }
    this.busy = false;
    this.moving = null;
  }

  /** Keep what was shown: from the reader's own decision on it is a new round. */
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

  /** Go on marking what the others have done, after the page was loaded anew. */
  resume(since: unknown, round: readonly StagedEntry[]): void {
    this.since = since;
    this.round = round;
  }

  /** Show once more what the others have done since the reader's last decision. */
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
    if (queue === this.#queue) this.view = now; // else a position was set meanwhile
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
