import type { Event } from "./types";
import { lessMotion } from "./settings.svelte";
import { isHopeless, pauseOf } from "./tempo";

/** Turns what happened into pictures that follow each other; the last one is the true position. */
export type Frames = (before: unknown, events: Event[], after: unknown) => unknown[];
/** The one picture for readers who want no movement: the true position, and what must not be missed. */
export type Still = (before: unknown, events: Event[], after: unknown) => unknown;

interface Shot {
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
  /** Whether what several bots do is shown together, as fast as can be followed. */
  together = false;
  #spent = 0;
  #queue: Shot[] = [];
  #wake: (() => void) | null = null;

  constructor(
    readonly frames: Frames,
    readonly still: Still = (_before, _events, after) => after,
  ) {}

  /** Show a position at once, without movement. */
  set(view: unknown, actor: number, number: number): void {
    this.#queue = [];
    this.#spent = 0;
    this.view = view;
    this.actor = actor;
    this.number = number;
    this.#wake?.();
  }

  push(shot: Shot): void {
    this.#queue.push(shot);
    if (!this.busy) void this.#play();
  }

  async #play(): Promise<void> {
    this.busy = true;
    for (let shot = this.#queue.shift(); shot; shot = this.#queue.shift()) {
      this.number = shot.number;
      this.moving = shot.seat;
      shot.begin();
      if (shot.own) this.#spent = 0;
      const behind = isHopeless(this.#behind());
      const still = lessMotion() || document.hidden || this.view === null || behind;
      const last = still ? this.still(this.view, shot.events, shot.view) : shot.view;
      const frames = still ? [last] : this.frames(this.view, shot.events, shot.view);
      const queue = this.#queue;
      for (const frame of frames) {
        this.view = frame;
        if (!still) {
          const quick = shot.quick === true;
          const pause = pauseOf({ ...this.#behind(), quick, frames: frames.length });
          if (!shot.own) this.#spent += pause;
          await this.#pause(pause);
        }
        if (queue !== this.#queue) break; // a position was set meanwhile
      }
      if (queue === this.#queue) {
        this.view = last;
        this.actor = shot.actor;
      }
    }
    this.busy = false;
    this.moving = null;
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
