import type { Event } from "../../lib/types";
import { frontDoor, parsePlace, parsePlan, placeName, placeOfIndex, rearDoor } from "./plan";
import { BEHIND, readView, type Check, type Pawn, type ZugraubView, type Scene } from "./view";

const plansOf = (train: ZugraubView["train"]) => train.map((car) => parsePlan(car.plan));

/**
 * The pictures between two positions: the walk, the new car, the die that tries the coupling, every
 * car that is lost. No rules here: each picture is the position before, and what the events say
 * happened to it since.
 */
export function frames(beforeView: unknown, events: Event[], afterView: unknown): unknown[] {
  const after = readView(afterView);
  let now = readView(beforeView);
  // Another game, or nothing known: only the end can be shown.
  if (now.train.length === 0 || after.train.length === 0) return [afterView];
  const pictures: ZugraubView[] = [];
  const show = (change: Partial<ZugraubView>, scene?: Scene) => {
    const { scene: _old, ...rest } = now;
    now = { ...rest, ...change };
    pictures.push(scene ? { ...now, scene } : now);
  };
  events.forEach((event, index) => {
    const later = events.slice(index + 1);
    switch (event.kind) {
      case "walked": {
        const place = placeOfIndex(event.values.to);
        if (place) show({ pawns: moved(now.pawns, event.seat, place), dice: after.dice });
        break;
      }
      case "left_front": {
        // To the door first; the new car comes up when somebody stands there.
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
        // Shown for two pictures: a die is to be seen rolling, and then to be read.
        const scene: Scene = { kind: "check", ...checkOf(event, later, now.train.length) };
        show({ fight: null }, scene);
        show({}, scene);
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
  // The last picture is the position itself, unless something still has to be seen before it.
  const last = pictures.at(-1);
  if (last && !last.scene && sameBoard(last, after)) pictures.pop();
  return [...pictures, afterView];
}

/** Whether it held is what came next: the cars that were lost. */
function checkOf({ values: { die = 0 } }: Event, later: Event[], cars: number): Check {
  const next = later.find(({ kind }) => kind === "lost_car" || kind === "checked");
  return { die, cars, holds: next?.kind !== "lost_car" };
}

/** For readers who want no movement: the position, and the dice that tried the coupling beside it. */
export function still(_before: unknown, events: Event[], afterView: unknown): unknown {
  const checks = events.flatMap((event, index) =>
    event.kind === "checked" ? [checkOf(event, events.slice(index + 1), event.values.cars ?? 0)] : [],
  );
  return checks.length > 0 ? { ...readView(afterView), checks } : afterView;
}

function moved(pawns: readonly Pawn[], seat: number, place: string): Pawn[] {
  return pawns.map((pawn) => (pawn.seat === seat ? { ...pawn, place } : pawn));
}

/** Without the rear car: who stood there runs behind, all others are one car nearer to the end. */
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

/** Whether cars, pawns and markers are where they are at the end. */
function sameBoard(a: ZugraubView, b: ZugraubView): boolean {
  const board = ({ train, pawns, fight }: ZugraubView) =>
    JSON.stringify([train.map(({ serial, markers }) => [serial, markers]), pawns, fight?.fighters ?? null]);
  return board(a) === board(b);
}
