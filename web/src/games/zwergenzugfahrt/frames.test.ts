import { describe, expect, it } from "vitest";
import type { Event } from "../../lib/types";
import { position, STATION } from "./boards.fixture";
import { frames, still } from "./frames";
import type { ZwergenView } from "./view";

const at = (name: string) => STATION.fields.findIndex((field) => field.name === name);
const event = (kind: string, seat: number, values: Record<string, number> = {}): Event => ({
  kind,
  seat,
  values,
});
const before = position("d5 e5 f5 g5 h5", "d1 e1 f1 g1 h1", { redSigns: "a4 b4", turn: 0 });
const show = (picture: unknown) => {
  const { scene, signs, owes, stock } = picture as ZwergenView;
  return [scene?.kind ?? "-", signs.flat().join(" "), owes.join(), stock.join()].join(" | ");
};

describe("pictures between two positions", () => {
  it("are one picture where one thing happens", () => {
    const after = position("d5 e5 f5 g5 h5", "d1 e1 f2 g1 h1");
    expect(frames(before, [event("moved", 1, { from: at("f1"), to: at("f2") })], after)).toEqual([after]);
    expect(frames(before, [], after)).toEqual([after]);
  });

  it("show the conductor enter, the coin, and the only sign go", () => {
    const after = position("d5 e5 f5 g5 h5", "d1 e1 f2 g1 h1", { redSigns: "b4", stock: [4, 5] });
    const events = [
      event("moved", 1),
      event("tossed", -1, { coin: 0 }),
      event("lost_sign", 0, { field: at("a4") }),
    ];
    const pictures = frames(before, events, after);
    expect(pictures.map(show)).toEqual([
      "- | b4 a4 | 0,0 | 3,5",
      "enters | b4 a4 | 0,0 | 3,5",
      "shows | b4 a4 | 0,0 | 3,5",
      "shows | b4 a4 | 0,0 | 3,5",
      "shows | b4 | 0,0 | 4,5",
      "- | b4 | 0,0 | 4,5",
    ]);
    expect(pictures.at(-1)).toBe(after);
  });

  it("end with the coin where the rival must choose", () => {
    const after = { ...before, phase: "conductor" as const, coin: 0 as const };
    const pictures = frames(before, [event("moved", 1), event("tossed", -1, { coin: 0 })], after);
    expect(pictures.map(show).map((text) => text.split(" ")[0])).toEqual(["-", "enters", "-"]);
    expect(pictures.at(-1)).toBe(after);
  });

  it("show the chosen sign go, then every missed turn", () => {
    const pending = { ...before, phase: "conductor" as const, coin: 0 as const };
    const after = position("d5 e5 f5 g5 h5", "d1 e1 f1 g1 h1", {
      redSigns: "a4",
      stock: [4, 5],
      owes: [1, 0],
    });
    const events = [event("lost_sign", 0, { field: at("b4"), chooser: 1 }), event("missed", 0, { owes: 1 })];
    expect(frames(pending, events, after).map(show)).toEqual([
      "shows | a4 b4 | 2,0 | 3,5",
      "shows | a4 | 2,0 | 4,5",
      "missed | a4 | 1,0 | 4,5",
      "- | a4 | 1,0 | 4,5",
    ]);
  });
});

describe("the picture without movement", () => {
  const after = position("d5 e5 f5 g5 h5", "d1 e1 f2 g1 h1", { redSigns: "b4", stock: [4, 5] });

  it("is the position, if there was no conductor", () => {
    expect(still(before, [event("moved", 1), event("missed", 0, { owes: 0 })], after)).toBe(after);
  });

  it("keeps the coin in sight, beside the seat that was cleared", () => {
    const events = [
      event("moved", 1),
      event("tossed", -1, { coin: 0 }),
      event("lost_sign", 0, { field: at("a4") }),
    ];
    const { scene, ...rest } = still(before, events, after) as ZwergenView;
    expect(scene).toEqual({ kind: "shows", coin: 0, field: "a4", brief: true });
    expect(rest).toEqual(after);
  });

  it("shows the same coin after the rival's choice, and a coin that took nothing", () => {
    const waiting = { ...before, coin: 0 as const };
    const chosen = still(
      waiting,
      [event("lost_sign", 0, { field: at("a4"), chooser: 1 })],
      after,
    ) as ZwergenView;
    expect(chosen.scene).toMatchObject({ coin: 0, field: "a4" });
    const none = still(before, [event("tossed", -1, { coin: 1 }), event("no_sign", 1)], after) as ZwergenView;
    expect(none.scene).toMatchObject({ coin: 1, field: null });
  });
});
