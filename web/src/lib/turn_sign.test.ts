import { describe, expect, it } from "vitest";
import { turnSignOf, type TurnState } from "./turn_sign";

const moment = (change: Partial<TurnState> = {}): TurnState => ({
  status: "running",
  actor: 0,
  moving: null,
  sent: false,
  seat: 0,
  ownSeats: [0],
  ...change,
});

describe("the sign", () => {
  it("says that it is your turn when the server says so and the board stands still", () => {
    expect(turnSignOf(moment())).toEqual({ kind: "yours", seat: 0 });
  });

  it("says so no more from the click on", () => {
    expect(turnSignOf(moment({ sent: true }))).toEqual({ kind: "moves", seat: 0 });
  });

  it("names who is to move while one's own movement is still being shown", () => {
    expect(turnSignOf(moment({ actor: 1, moving: 0 }))).toEqual({ kind: "awaited", seat: 1 });
  });

  it("stays with the one who goes on", () => {
    expect(turnSignOf(moment({ actor: 0, moving: 0 }))).toEqual({ kind: "yours", seat: 0 });
  });

  it("says that another moves, not thinks, as long as that is being shown", () => {
    for (const actor of [0, 1, 2])
      expect(turnSignOf(moment({ actor, moving: 1 }))).toEqual({ kind: "moves", seat: 1 });
  });

  it("is never yours while something of others is shown, a choice is under way, or another is to move", () => {
    for (const actor of [-1, 0, 1])
      for (const moving of [null, -1, 0, 1])
        for (const sent of [false, true])
          for (const status of ["running", "over"] as const) {
            const { kind } = turnSignOf(moment({ actor, moving, sent, status }));
            const may = actor === 0 && (moving === null || moving === 0) && !sent && status === "running";
            expect(kind === "yours").toBe(may);
          }
  });

  it("tells the end only when the last movement was seen", () => {
    const end = { status: "over", actor: -1 } as const;
    expect(turnSignOf(moment({ ...end, moving: 1 }))).toEqual({ kind: "moves", seat: 1 });
    expect(turnSignOf(moment({ ...end, moving: 0 }))).toEqual({ kind: "moves", seat: 0 });
    expect(turnSignOf(moment({ ...end }))).toEqual({ kind: "over" });
    // The last entry arrives before the message that the game is over.
    expect(turnSignOf(moment({ actor: -1 }))).toEqual({ kind: "over" });
  });

  it("is nobody's turn here for who only watches, and for a seat that a bot plays", () => {
    expect(turnSignOf(moment({ seat: -1, ownSeats: [] }))).toEqual({ kind: "awaited", seat: 0 });
    expect(turnSignOf(moment({ ownSeats: [] }))).toEqual({ kind: "awaited", seat: 0 });
    // The view belongs to somebody else at this device.
    expect(turnSignOf(moment({ actor: 1, ownSeats: [0, 1] }))).toEqual({ kind: "awaited", seat: 1 });
  });
});
