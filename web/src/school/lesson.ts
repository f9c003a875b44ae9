import type { Attempt, Lesson } from "../lib/types";

/** What a learner has tried and where it leads: the parts without a page. */

/** One choice: by its number, or in notation. */
export type Tried = number | string;

/** Whether the last choice was carried out. */
export const ledOn = (attempt: Attempt): boolean =>
  attempt.verdict !== "wrong" && attempt.verdict !== "refused";

/** The step where somebody goes on who has done these; the first one when all are done. */
export function openStep(lesson: Lesson, done: readonly string[]): string {
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
