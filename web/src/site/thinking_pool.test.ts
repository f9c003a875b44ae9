import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { poolSize, ThinkingPool, type Thinker } from "./thinking_pool";
import type { FromThinker, Job, Question, ToThinker } from "./thinking_protocol";

const FACTS = new Uint8Array([1]);
const HIDDEN = new Uint8Array([2]);

class FakeThinker implements Thinker {
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly got: ToThinker[] = [];
  ended = false;

  postMessage(message: ToThinker): void {
    this.got.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  get question(): Question {
    return this.got.filter((message) => !("cancel" in message)).at(-1) as Question;
  }

  tell(answer: Partial<FromThinker> = {}): void {
    const data = { id: this.question.id, action: 7, iterations: 5, wanted: 5, ...answer } as FromThinker;
    this.onmessage?.({ data } as MessageEvent<FromThinker>);
  }

  die(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

let workers: FakeThinker[];

const pool = (size: number): ThinkingPool =>
  new ThinkingPool(
    "https://a.b/engines/",
    () => {
      workers.push(new FakeThinker());
      return workers.at(-1)!;
    },
    size,
  );

const job = (id: number, game = "trains"): Job => ({
  id,
  game,
  level: "club",
  seed: "1",
  settings: null,
  seconds: 2,
});

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("the pool of thinking workers", () => {
  it("leaves one core for the page", () => {
    expect([1, 2, 4, 8, 64].map(poolSize)).toEqual([1, 1, 3, 7, 7]);
  });

  it("starts a worker when there is something to think about", async () => {
    const all = pool(2);
    expect(all.running).toBe(0);
    const answer = all.think(job(1), FACTS, HIDDEN);
    expect(workers[0]!.question).toEqual({
      ...job(1),
      facts: FACTS,
      hidden: HIDDEN,
      engines: "https://a.b/engines/",
    });
    workers[0]!.tell({ action: 3, iterations: 4, wanted: 9 });
    expect(JSON.parse(await answer)).toEqual({ action: 3, iterations: 4, wanted: 9 });
  });

  it("lets a job wait until a worker is free", async () => {
    const all = pool(1);
    const answers = [1, 2].map((id) => all.think(job(id), FACTS, HIDDEN));
    expect(workers[0]!.question.id).toBe(1);
    workers[0]!.tell();
    expect(workers[0]!.question.id).toBe(2);
    workers[0]!.tell();
    await Promise.all(answers);
    expect(workers).toHaveLength(1);
  });

  it("prefers the worker that has the game's engine", async () => {
    const all = pool(2);
    const answers = [all.think(job(1, "trains"), FACTS, HIDDEN), all.think(job(2, "zugraub"), FACTS, HIDDEN)];
    workers.forEach((worker) => worker.tell());
    await Promise.all(answers);
    void all.think(job(3, "zugraub"), FACTS, HIDDEN);
    expect(workers[1]!.question.id).toBe(3);
  });

  it("cancels a job that waits and one that is thought about", async () => {
    const all = pool(1);
    const answers = [1, 2].map((id) => all.think(job(id), FACTS, HIDDEN));
    all.cancel(2);
    all.cancel(1);
    all.cancel(99);
    expect((await Promise.all(answers)).map((text) => JSON.parse(text).action)).toEqual([-1, -1]);
    expect(workers[0]!.got.at(-1)).toEqual({ cancel: 1 });
    const next = all.think(job(3), FACTS, HIDDEN);
    workers[0]!.tell({ action: -1 });
    workers[0]!.tell({ action: 4 });
    expect(JSON.parse(await next).action).toBe(4);
  });

  it("gives the job of a dead worker to a new one, once", async () => {
    const all = pool(1);
    const answer = all.think(job(1), FACTS, HIDDEN);
    workers[0]!.die();
    expect(workers[0]!.ended).toBe(true);
    workers[1]!.tell({ action: 8 });
    expect(JSON.parse(await answer).action).toBe(8);

    const failing = all.think(job(2), FACTS, HIDDEN);
    workers[1]!.die();
    workers[2]!.die();
    await expect(failing).rejects.toThrow("died");
    expect(all.running).toBe(0);
  });

  it("takes a worker that says nothing for dead", async () => {
    const all = pool(1);
    const answer = all.think(job(1), FACTS, HIDDEN);
    await vi.advanceTimersByTimeAsync(70_000);
    workers[1]!.tell();
    await answer;
    expect(workers[0]!.ended).toBe(true);
  });

  it("reports what a worker says is wrong", async () => {
    const all = pool(1);
    const answer = all.think(job(1), FACTS, HIDDEN);
    workers[0]!.onmessage?.({ data: { id: 1, error: "MissingFile" } } as MessageEvent<FromThinker>);
    await expect(answer).rejects.toThrow("MissingFile");
    expect(all.running).toBe(1);
  });

  it("ends a worker that has had nothing to do for a while", async () => {
    const all = pool(1);
    const answer = all.think(job(1), FACTS, HIDDEN);
    workers[0]!.tell();
    await answer;
    await vi.advanceTimersByTimeAsync(200_000);
    expect([all.running, workers[0]!.ended]).toEqual([0, true]);
  });
});
