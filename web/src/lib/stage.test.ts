import { beforeEach, expect, it, vi } from "vitest";
import { FRAME } from "./animation_timing";
import { Stage, type StagedEntry } from "./stage.svelte";

const shot = (number: number, seat: number, more: Partial<StagedEntry> = {}): StagedEntry => ({
  number,
  seat,
  view: `after ${number}`,
  events: [],
  actor: 0,
  begin: () => undefined,
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

async function played(...shots: StagedEntry[]): Promise<Stage> {
  const stage = new Stage((_before, _events, after) => [after]);
  stage.set("deal", 0, 0);
  for (const one of shots) stage.push(one);
  await vi.runAllTimersAsync();
  return stage;
}

it("keeps what the others did since one's own decision, and from where", async () => {
  const stage = await played(shot(1, 1), shot(2, 0, { own: true }), shot(3, 1), shot(4, 2));
  expect(stage.since).toBe("after 2");
  expect(stage.round.map(({ number }) => number)).toEqual([3, 4]);
});

it("shows it again in its order, and then what is true", async () => {
  const stage = await played(shot(1, 0, { own: true }), shot(2, 1), shot(3, 2));
  const seen: unknown[] = [];
  const showing = stage.showAgain();
  for (let times = 0; times < 40 && stage.again; times += 1) {
    seen.push([stage.again.seat, stage.view]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await showing;
  expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
    new Set(['[1,"after 2"]', '[2,"after 3"]']),
  );
  expect([stage.view, stage.busy, stage.again]).toEqual(["after 3", false, null]);
});

it("goes on with what came meanwhile, and can be stopped", async () => {
  const stage = await played(shot(1, 0, { own: true }), shot(2, 1));
  const showing = stage.showAgain();
  stage.push(shot(3, 2));
  stage.stopShowing();
  await vi.runAllTimersAsync();
  await showing;
  expect([stage.view, stage.number]).toEqual(["after 3", 3]);
  expect(stage.round.map(({ number }) => number)).toEqual([2, 3]);
});

it("a position set meanwhile is not overwritten", async () => {
  const stage = await played(shot(1, 0, { own: true }), shot(2, 1));
  const showing = stage.showAgain();
  stage.set("another", 1, 9);
  await vi.runAllTimersAsync();
  await showing;
  expect([stage.view, stage.since, stage.round.length]).toEqual(["another", null, 0]);
});

it("begins anew with the deal and with what was taken back", async () => {
  const stage = await played(shot(1, 0, { own: true }), shot(2, 1), shot(3, -1, { begins: true }));
  expect([stage.since, stage.round.length]).toEqual(["after 3", 0]);
});

it("counts an entry only once its last frame has been shown, so that no log runs ahead of the board", async () => {
  const stage = new Stage(() => ["the die rolls", "the die lies"]);
  stage.set("deal", 0, 0);
  stage.push(shot(1, 1));
  await vi.advanceTimersByTimeAsync(FRAME);
  expect([stage.view, stage.number]).toEqual(["the die lies", 0]);
  await vi.advanceTimersByTimeAsync(FRAME);
  expect([stage.view, stage.number]).toEqual(["after 1", 1]);
});
