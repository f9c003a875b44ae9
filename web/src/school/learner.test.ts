import { beforeEach, expect, test, vi } from "vitest";
import { Refusal, Unreachable } from "../lib/api";
import { toasts } from "../lib/toasts.svelte";
import type { Attempt } from "../lib/types";
import { Learner, type Ask } from "./learner.svelte";

const came = (verdict: Attempt["verdict"], wanted: number[] = []): Attempt =>
  ({ verdict, sentence: verdict, wanted }) as unknown as Attempt;

/** 1 leads on, then 2 reaches the goal; -1 is refused, anything else is wrong. */
const answer: Ask = (choices, show) => {
  const last = choices.at(-1);
  if (last === undefined) return Promise.resolve(came("begin", show ? [1] : []));
  const goal = choices.length;
  if (last === goal)
    return Promise.resolve(came(goal === 2 ? "right" : "more", show && goal === 1 ? [2] : []));
  return Promise.resolve(came(last === "x" ? "refused" : "wrong", show ? [goal] : []));
};

beforeEach(() => {
  toasts.list = [];
});

test("a row is tried, and what did not lead on is forgotten", async () => {
  const ask = vi.fn(answer);
  const learner = new Learner(ask);
  await learner.begin();
  await learner.try(7);
  expect(learner.attempt?.verdict).toBe("wrong");
  await learner.try(1);
  expect(ask).toHaveBeenLastCalledWith([1], expect.anything());
  await learner.try(2);
  expect(ask).toHaveBeenLastCalledWith([1, 2], expect.anything());
  expect(learner.attempt?.verdict).toBe("right");
  await learner.try(3); // nothing is left to try
  expect(ask).toHaveBeenCalledTimes(4);
});

test("after two tries in vain what leads on is shown, until it was done", async () => {
  const learner = new Learner(answer);
  await learner.begin();
  await learner.try(7);
  expect(learner.wanted).toEqual([]);
  await learner.try("x");
  expect(learner.wanted).toEqual([1]);
  await learner.try(1);
  expect(learner.wanted).toEqual([]);
});

test("it is shown at once to who asks, and the answer to the last try stays", async () => {
  const learner = new Learner(answer);
  await learner.begin();
  await learner.try(7);
  await learner.show();
  expect(learner.wanted).toEqual([1]);
  expect(learner.attempt?.verdict).toBe("wrong");
});

test("a puzzle shows nothing unasked", async () => {
  const learner = new Learner(answer, Infinity);
  await learner.begin();
  for (let tries = 0; tries < 9; tries += 1) await learner.try(7);
  expect(learner.wanted).toEqual([]);
});

test("begun again nothing of before counts", async () => {
  const ask = vi.fn(answer);
  const learner = new Learner(ask);
  await learner.begin();
  await learner.try(1);
  await learner.try(9);
  await learner.begin();
  expect(learner.vain).toBe(0);
  await learner.try(1);
  expect(ask).toHaveBeenLastCalledWith([1], false);
});

test("why something is not allowed is asked without a try", async () => {
  const learner = new Learner(answer);
  await learner.begin();
  expect(await learner.why("x")).toBe("refused");
  expect(await learner.why("7")).toBe("");
  expect(learner.attempt?.verdict).toBe("begin");
  expect(learner.vain).toBe(0);
});

test("what fails at the beginning is the whole page, later it is a message", async () => {
  const none = new Learner(() => Promise.reject(new Refusal("no_lesson", 404, "no such lesson")));
  await none.begin();
  expect(none.failure).toBe("no such lesson");
  let broken = false;
  const learner = new Learner((...asked) => (broken ? Promise.reject(new Unreachable()) : answer(...asked)));
  await learner.begin();
  broken = true;
  await learner.try(1);
  expect([learner.failure, learner.attempt?.verdict, learner.asking]).toEqual(["", "begin", false]);
  expect(toasts.list.map((notice) => notice.kind)).toEqual(["error"]);
  broken = false;
  await learner.try(1);
  expect(learner.attempt?.verdict).toBe("more");
});
