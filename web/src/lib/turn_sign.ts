/**
 * What the sign over the board says. Two things differ for a moment after every move: what is true at the
 * table, and what the board still shows of it. The sign claims only what holds of both.
 */
export interface TurnState {
  status: "waiting" | "running" | "over";
  /** Who is to decide, as the server said last; -1 for nobody. */
  actor: number;
  /** The seat whose movement the board shows just now, -1 for the table's own; null when it stands still. */
  moving: number | null;
  /** A choice of the looking seat is on its way to the server. */
  sent: boolean;
  /** The seat looked as, and those that people at this device play. */
  seat: number;
  ownSeats: readonly number[];
}

export type TurnSign =
  | { kind: "over" }
  /** It is the looking person's turn, and nothing that somebody else did is still being shown. */
  | { kind: "yours"; seat: number }
  /** Somebody has decided, and that is on its way or being shown; -1: the table itself. */
  | { kind: "moves"; seat: number }
  | { kind: "awaited"; seat: number };

export function turnSignOf({ status, actor, moving, sent, seat, ownSeats }: TurnState): TurnSign {
  const yours = seat >= 0 && actor === seat && ownSeats.includes(seat);
  if (sent) return { kind: "moves", seat };
  if (moving !== null) {
    // Who has decided and waits for others, or goes on, need not watch their own movement to know that.
    const own = moving >= 0 && moving === seat && status === "running" && actor >= 0;
    if (!own) return { kind: "moves", seat: moving };
  }
  // Between the last decision and the news that it was the last, nobody is to move.
  if (status === "over" || actor < 0) return { kind: "over" };
  return yours ? { kind: "yours", seat } : { kind: "awaited", seat: actor };
}
