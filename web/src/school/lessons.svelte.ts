import { api } from "../lib/api";
import { loadOnce } from "../lib/catalog.svelte";
import { readStored, store } from "../lib/storage";
import type { Attempt, Lesson } from "../lib/types";

/** The lessons of this host, what was done of them at this device, and what comes next. */

class Lessons {
  all = $state.raw<Lesson[]>([]);

  load = loadOnce(async () => void (this.all = await api.lessons()));

  of(game: string): Lesson[] {
    return this.all.filter((lesson) => lesson.game === game);
  }
}

export const lessons = new Lessons();

/** One choice: by its number, or in notation. */
export type TriedChoice = number | string;

/** Whether the last choice was carried out. */
export const wasCarriedOut = (attempt: Attempt): boolean =>
  attempt.verdict !== "wrong" && attempt.verdict !== "refused";

/** The step where somebody goes on who has done these; the first one when all are done. */
export function firstOpenStep(lesson: Lesson, done: readonly string[]): string {
  return lesson.steps.find((step) => !done.includes(step)) ?? lesson.steps[0] ?? "";
}

/** The step after this one, null after the last. */
export function stepAfter(lesson: Lesson, step: string): string | null {
  const at = lesson.steps.indexOf(step);
  return at < 0 ? null : (lesson.steps[at + 1] ?? null);
}

/** The next lesson of the same game, if there is one. */
export function lessonAfter(lessons: readonly Lesson[], lesson: Lesson): Lesson | null {
  const same = lessons.filter((one) => one.game === lesson.game);
  return same[same.findIndex((one) => one.name === lesson.name) + 1] ?? null;
}

/** The lesson that an address means: the first unfinished one of the game where it names none. */
export function lessonOf(
  lessons: readonly Lesson[],
  game: string,
  name: string | null,
  done: (lesson: Lesson) => readonly string[],
): Lesson | null {
  const same = lessons.filter((one) => one.game === game);
  if (name !== null) return same.find((one) => one.name === name) ?? null;
  return same.find((one) => one.steps.some((step) => !done(one).includes(step))) ?? same[0] ?? null;
}

/** What is kept of the steps done, by game and lesson; anything else in the storage is nothing. */
export function readDone(text: string | null): Record<string, string[]> {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null || Array.isArray(found)) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, steps]) =>
        Array.isArray(steps) ? [[name, steps.filter((step) => typeof step === "string")]] : [],
      ),
    );
  } catch {
    return {};
  }
}

/** What was learnt at this device; nobody else is told. */
const KEY = "spielzug.learned";
const nameOf = (lesson: Lesson) => `${lesson.game}/${lesson.name}`;

class Progress {
  #done = $state.raw(readDone(readStored(KEY)));

  /** The steps of a lesson that were done, as far as it still has them. */
  of(lesson: Lesson): string[] {
    const done = this.#done[nameOf(lesson)] ?? [];
    return lesson.steps.filter((step) => done.includes(step));
  }

  /** What another page of this device has kept meanwhile stays. */
  add(lesson: Lesson, step: string): void {
    const kept = { ...this.#done, ...readDone(readStored(KEY)) };
    const name = nameOf(lesson);
    this.#done = { ...kept, [name]: [...new Set([...(kept[name] ?? []), step])] };
    store(KEY, this.#done);
  }
}

export const progress = new Progress();
