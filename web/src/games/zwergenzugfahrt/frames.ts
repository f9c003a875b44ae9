import type { Event } from "../../lib/types";
import type { EventOf } from "../types";
import type { ZwergenView, Scene } from "./view";
import type { Clan, EventValues } from "./view_types";

type ZwergenEvent = EventOf<EventValues>;
type ConductorEvent = Extract<ZwergenEvent, { kind: "tossed" | "lost_sign" | "missed" }>;

/**
 * The animation frames between two positions: the action, then the conductor, then every missed turn. Built without
 * any rules: each frame is the server's position with the later events undone.
 */
export function frames(beforeView: unknown, events: Event[], afterView: unknown): unknown[] {
  const before = beforeView as ZwergenView;
  const after = afterView as ZwergenView;
  const later = (events as ZwergenEvent[]).filter(
    (event): event is ConductorEvent =>
      event.kind === "tossed" || event.kind === "lost_sign" || event.kind === "missed",
  );
  if (later.length === 0) return [after];

  const pictures: ZwergenView[] = [];
  const show = (done: number, scene?: Scene) =>
    pictures.push({ ...without(before, after, later.slice(done)), ...(scene ? { scene } : {}) });
  const tossed = later.find((event) => event.kind === "tossed");
  const coin = tossed ? coinOf(tossed) : before.coin;
  // The player's action; the conductor's choice is shown with the sign below.
  if (before.phase !== "conductor") show(0);
  later.forEach((event, index) => {
    if (event.kind === "tossed") {
      show(index, { kind: "enters" });
      if (coin !== null) show(index + 1, { kind: "shows", coin, field: null });
    } else if (event.kind === "missed") {
      show(index + 1, { kind: "missed", clan: event.seat as Clan });
    } else if (coin !== null) {
      const field = fieldOf(after, event);
      show(index, { kind: "shows", coin, field });
      show(index + 1, { kind: "shows", coin, field });
    }
  });
  return after.phase === "conductor" ? [...pictures.slice(0, -1), after] : [...pictures, after];
}

const coinOf = ({ values }: ConductorEvent & { kind: "tossed" }): Clan | null =>
  (values.coin ?? null) as Clan | null;

/** The name of the field in an event. */
const fieldOf = (view: ZwergenView, { values }: ConductorEvent & { kind: "lost_sign" }): string | null =>
  values.field === undefined ? null : (view.board.fields[values.field]?.name ?? null);

/** For reduced motion: the final position, with the conductor and his coin in it. */
export function still(beforeView: unknown, events: Event[], afterView: unknown): unknown {
  const before = beforeView as ZwergenView | null;
  const after = afterView as ZwergenView;
  const told = events as ZwergenEvent[];
  const tossed = told.find((event) => event.kind === "tossed");
  const lost = told.find((event) => event.kind === "lost_sign");
  const coin = tossed ? coinOf(tossed) : lost ? (before?.coin ?? null) : null;
  if (coin === null) return after;
  const field = lost ? fieldOf(after, lost) : null;
  return { ...after, scene: { kind: "shows", coin, field, brief: true } satisfies Scene };
}

/** The position before these events. */
function without(before: ZwergenView, after: ZwergenView, events: ConductorEvent[]): ZwergenView {
  const signs: [string[], string[]] = [[...after.signs[0]], [...after.signs[1]]];
  const stock: [number, number] = [...after.stock];
  const held: [number, number] = [...after.held];
  const owes: [number, number] = [...after.owes];
  for (const event of events) {
    const clan = event.seat as Clan;
    if (event.kind === "missed") owes[clan] += 1;
    if (event.kind !== "lost_sign") continue;
    const field = fieldOf(after, event);
    if (field === null) continue;
    signs[clan].push(field);
    stock[clan] -= 1;
    held[clan] += 1;
  }
  return {
    ...after,
    signs,
    stock,
    held,
    owes,
    turn: before.turn,
    phase: "turn",
    coin: null,
    winner: -1,
  };
}
