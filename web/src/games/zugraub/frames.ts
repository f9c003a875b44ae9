import type { Event } from "../../lib/types";
import type { EventOf } from "../types";
import { frontDoor, parsePlace, parsePlan, placeName, placeOfIndex, rearDoor } from "./plan";
import { BEHIND, readView, type Check, type ZugraubView, type Scene } from "./view";
import type { EventValues, PawnView } from "./view_types";

type ZugraubEvent = EventOf<EventValues>;

const plansOf = (train: ZugraubView["train"]) => train.map((car) => parsePlan(car.plan));

/**
 * The animation frames between two positions: the walk, the new car, the coupling roll, every lost car. Built without
 * any rules: each frame is the earlier position with the events so far applied.
 */
export function frames(beforeView: unknown, events: Event[], afterView: unknown): unknown[] {
  const after = readView(afterView);
  let now = readView(beforeView);
  const pictures: ZugraubView[] = [];
  const show = (change: Partial<ZugraubView>, scene?: Scene) => {
    const { scene: _old, ...rest } = now;
    now = { ...rest, ...change };
    pictures.push(scene ? { ...now, scene } : now);
  };
  const told = events as ZugraubEvent[];
  told.forEach((event, index) => {
    const later = told.slice(index + 1);
    switch (event.kind) {
      case "walked": {
        const place = placeOfIndex(event.values.to);
        if (place) show({ pawns: moved(now.pawns, event.seat, place), dice: after.dice });
        break;
      }
      case "left_front": {
        // The pawn walks to the door before the new car arrives.
        const door = placeName(frontDoor(plansOf(now.train), now.train.length));
        if (now.pawns.some(({ seat, place }) => seat === event.seat && place !== door))
          show({ pawns: moved(now.pawns, event.seat, door) });
        break;
      }
      case "car": {
        const known = new Set(now.train.map(({ serial }) => serial));
        const fresh = after.train.find(({ serial }) => !known.has(serial));
        if (!fresh) break;
        const train = [...now.train, fresh];
        const inside = placeName(rearDoor(plansOf(train), train.length));
        show({ train, unused: after.unused, pawns: moved(now.pawns, event.seat, inside) });
        break;
      }
      case "checked": {
        const check = checkOf(event.values.die ?? 0, later, now.train.length);
        show({ fight: null }, { kind: "check", rolling: true, ...check });
        show({}, { kind: "check", rolling: false, ...check });
        break;
      }
      case "braked":
        show({}, { kind: "braked", seat: event.seat });
        break;
      case "lost_car":
        if (now.train.length > after.train.length) show(withoutLast(now), { kind: "broken" });
        break;
    }
  });
  // A last frame equal to the final position is dropped, unless it has a scene of its own.
  const last = pictures.at(-1);
  if (last && !last.scene && sameBoard(last, after)) pictures.pop();
  return [...pictures, afterView];
}

/** Whether the coupling held follows from the cars lost afterwards. */
function checkOf(die: number, later: ZugraubEvent[], cars: number): Check {
  const next = later.find(({ kind }) => kind === "lost_car" || kind === "checked");
  return { die, cars, holds: next?.kind !== "lost_car" };
}

/** For reduced motion: the position together with the coupling rolls. */
export function still(_before: unknown, events: Event[], afterView: unknown): unknown {
  const told = events as ZugraubEvent[];
  const checks = told.flatMap(({ kind, values }, index) =>
    kind === "checked" ? [checkOf(values.die ?? 0, told.slice(index + 1), values.cars ?? 0)] : [],
  );
  return checks.length > 0 ? { ...readView(afterView), checks } : afterView;
}

function moved(pawns: readonly PawnView[], seat: number, place: string): PawnView[] {
  return pawns.map((pawn) => (pawn.seat === seat ? { ...pawn, place } : pawn));
}

/** Without the rear car: its pawns run behind the train, and all other car numbers go down by one. */
function withoutLast(view: ZugraubView): Partial<ZugraubView> {
  return {
    train: view.train.slice(1),
    pawns: view.pawns.map((pawn) => {
      const place = parsePlace(pawn.place);
      if (!place) return pawn;
      return { ...pawn, place: place.car === 1 ? BEHIND : placeName({ ...place, car: place.car - 1 }) };
    }),
  };
}

/** Whether cars, pawns and markers are the same. */
function sameBoard(a: ZugraubView, b: ZugraubView): boolean {
  const board = ({ train, pawns, fight }: ZugraubView) =>
    JSON.stringify([train.map(({ serial, markers }) => [serial, markers]), pawns, fight?.fighters ?? null]);
  return board(a) === board(b);
}
