import { api } from "../lib/api";
import { loadOnce } from "../lib/catalog.svelte";
import { readStored, store } from "../lib/storage";
import type { Attempt, Lesson } from "../lib/types";

/** The lessons of this host. */

class Lessons {
  all = $state.raw<Lesson[]>([]);

  load = loadOnce(async () => void (this.all = await api.lessons()));

  of(game: string): Lesson[] {
    return this.all.filter((lesson) => lesson.game === game);
  }
}

export const lessons = new Lessons();

/** A choice by its number, or in notation. */
export type TriedChoice = number | string;

/** Whether the last choice was carried out. */
export const wasCarriedOut = (attempt: Attempt): boolean =>
  attempt.verdict !== "wrong" && attempt.verdict !== "refused";

/** The first step not done yet, or the first of all. */
export function firstOpenStep(lesson: Lesson, done: readonly string[]): string {
  return lesson.steps.find((step) => !done.includes(step)) ?? lesson.steps[0] ?? "";
}

/** The following step; null after the last. */
export function stepAfter(lesson: Lesson, step: string): string | null {
  const at = lesson.steps.indexOf(step);
  return at < 0 ? null : (lesson.steps[at + 1] ?? null);
}

/** The next lesson of the same game, or null. */
export function lessonAfter(lessons: readonly Lesson[], lesson: Lesson): Lesson | null {
  const same = lessons.filter((one) => one.game === lesson.game);
  return same[same.findIndex((one) => one.name === lesson.name) + 1] ?? null;
}

/** The lesson of an address; if it names none, the game's first unfinished one. */
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

/** The stored steps by game and lesson; invalid content counts as empty. */
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

/** The storage key for completed steps; they stay on this device. */
const KEY = "spielzug.learned";
const nameOf = (lesson: Lesson) => `${lesson.game}/${lesson.name}`;

class Progress {
  #done = $state.raw(readDone(readStored(KEY)));

  /** The completed steps that the lesson still has. */
  of(lesson: Lesson): string[] {
    const done = this.#done[nameOf(lesson)] ?? [];
    return lesson.steps.filter((step) => done.includes(step));
  }

  /** Reads the storage first, to keep what another tab has added. */
  add(lesson: Lesson, step: string): void {
    const kept = { ...this.#done, ...readDone(readStored(KEY)) };
    const name = nameOf(lesson);
    this.#done = { ...kept, [name]: [...new Set([...(kept[name] ?? []), step])] };
    store(KEY, this.#done);
  }
}

export const progress = new Progress();
