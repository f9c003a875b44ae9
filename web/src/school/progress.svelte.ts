import type { Lesson } from "../lib/types";
import { readDone } from "./lesson";

/** What was learnt at this device; nobody else is told. */
const KEY = "spielzug.learned";
const nameOf = (lesson: Lesson) => `${lesson.game}/${lesson.name}`;

function stored(): Record<string, string[]> {
  try {
    return readDone(localStorage.getItem(KEY));
  } catch {
    return {}; // storage may be forbidden
  }
}

class Progress {
  #done = $state.raw<Record<string, string[]>>({});

  constructor() {
    if (typeof localStorage !== "undefined") this.#done = stored();
  }

  /** The steps of a lesson that were done, as far as it still has them. */
  of(lesson: Lesson): string[] {
    const done = this.#done[nameOf(lesson)] ?? [];
    return lesson.steps.filter((step) => done.includes(step));
  }

  /** What another page of this device has kept meanwhile stays. */
  add(lesson: Lesson, step: string): void {
    const kept = { ...this.#done, ...stored() };
    const name = nameOf(lesson);
    this.#done = { ...kept, [name]: [...new Set([...(kept[name] ?? []), step])] };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#done));
    } catch {
      // Without storage it holds for this page only.
    }
  }
}

export const progress = new Progress();
