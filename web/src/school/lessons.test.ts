import { expect, test } from "vitest";
import type { Attempt, Lesson } from "../lib/types";
import { wasCarriedOut, lessonAfter, lessonOf, firstOpenStep, readDone, stepAfter } from "./lessons.svelte";

const title = { de: "", en: "", fr: "", nl: "" };
const lesson = (name: string, game = "trains", steps = ["rails", "station", "score"]): Lesson => ({
  game,
  name,
  title,
  minutes: 5,
  steps,
});

test("whoever comes back goes on with the first step that is not done", () => {
  expect(firstOpenStep(lesson("first"), [])).toBe("rails");
  expect(firstOpenStep(lesson("first"), ["rails", "score"])).toBe("station");
  expect(firstOpenStep(lesson("first"), ["rails", "station", "score"])).toBe("rails");
});

test("after the last step there is none", () => {
  expect(stepAfter(lesson("first"), "rails")).toBe("station");
  expect(stepAfter(lesson("first"), "score")).toBeNull();
  expect(stepAfter(lesson("first"), "nowhere")).toBeNull();
});

test("the next lesson is one of the same game", () => {
  const all = [lesson("first"), lesson("first", "zugraub"), lesson("second")];
  expect(lessonAfter(all, all[0] as Lesson)).toBe(all[2]);
  expect(lessonAfter(all, all[2] as Lesson)).toBeNull();
  expect(lessonAfter(all, all[1] as Lesson)).toBeNull();
});

test("without a name the first unfinished lesson is meant, and the first when all are done", () => {
  const all = [lesson("first"), lesson("second")];
  const nothing = () => [];
  expect(lessonOf(all, "trains", null, nothing)?.name).toBe("first");
  const firstDone = (one: Lesson) => (one.name === "first" ? one.steps : ["rails"]);
  expect(lessonOf(all, "trains", null, firstDone)?.name).toBe("second");
  expect(lessonOf(all, "trains", null, (one) => one.steps)?.name).toBe("first");
  expect(lessonOf(all, "trains", "second", nothing)?.name).toBe("second");
  expect(lessonOf(all, "trains", "third", nothing)).toBeNull();
  expect(lessonOf(all, "chess", null, nothing)).toBeNull();
});

test.each([
  [null, {}],
  ["", {}],
  ["no JSON", {}],
  ["null", {}],
  ["[1]", {}],
  ['"text"', {}],
  ['{"trains/first": "rails", "zugraub/first": ["roll", 3, null]}', { "zugraub/first": ["roll"] }],
])("what is kept is read as far as it can be: %s", (text, done) => {
  expect(readDone(text)).toEqual(done);
});

test("only what is carried out leads on", () => {
  const verdicts = ["begin", "more", "right", "wrong", "refused"] as const;
  expect(verdicts.map((verdict) => wasCarriedOut({ verdict } as Attempt))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
