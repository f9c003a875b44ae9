/**
 * What the sign above the board says. After every move the actual position and the one on the board differ for a
 * moment; the sign says only what is true of both.
 */
export interface TurnState {
  status: "waiting" | "running" | "over";
  /** The seat to act according to the server; -1 for nobody. */
  actor: number;
  /** The seat whose move is being animated, -1 for the table; null when idle. */
  moving: number | null;
  /** A choice of the viewing seat is being sent. */
  sent: boolean;
  /** The viewing seat; `ownSeats` are all seats played on this device. */
  seat: number;
  ownSeats: readonly number[];
}

export type TurnSign =
  | { kind: "over" }
  /** It is the viewer's turn, and nobody else's move is being animated. */
  | { kind: "yours"; seat: number }
  /** A decision is being sent or animated; -1: by the table. */
  | { kind: "moves"; seat: number }
  | { kind: "awaited"; seat: number };

export function turnSignOf({ status, actor, moving, sent, seat, ownSeats }: TurnState): TurnSign {
  const yours = seat >= 0 && actor === seat && ownSeats.includes(seat);
  if (sent) return { kind: "moves", seat };
  if (moving !== null) {
    // Players need not wait for the animation of their own move.
    const own = moving >= 0 && moving === seat && status === "running" && actor >= 0;
    if (!own) return { kind: "moves", seat: moving };
  }
  // Between the last decision and the message that the game is over, no seat is to act.
  if (status === "over" || actor < 0) return { kind: "over" };
  return yours ? { kind: "yours", seat } : { kind: "awaited", seat: actor };
}
