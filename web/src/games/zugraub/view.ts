import type * as sent from "./view_types";
import type { BrainCardView, CarFaceView, TrainCarView } from "./view_types";

/** A car of the train with the face that it shows. */
export type TrainCar = CarFaceView & TrainCarView;

/** One coupling roll. */
export interface Check {
  die: number;
  cars: number;
  holds: boolean;
}

/** Set only in animation frames: what is happening. */
export type Scene =
  ({ kind: "check"; rolling: boolean } & Check) | { kind: "broken" } | { kind: "braked"; seat: number };

/** As the server sends it, but with the faces of the cars. */
export type ZugraubView = Omit<sent.ZugraubView, "train"> & {
  train: TrainCar[];
  scene?: Scene;
  /** For reduced motion: the coupling rolls that have just happened. */
  checks?: Check[];
};

export const BEHIND = "behind";

/** A view from the server, or an animation frame, which has its faces already. */
export function readView(given: unknown): ZugraubView {
  const view = given as sent.ZugraubView;
  return { ...view, train: view.train.map((car) => ({ ...view.faces[car.face]!, ...car })) };
}

export const brainOf = (view: ZugraubView, card: number): BrainCardView | undefined =>
  view.cards[String(card)];

/** The IQ of a head, which counts at the end. */
export function iqOf(view: ZugraubView, seat: number): number {
  const brain = brainOf(view, view.heads[seat] ?? 0);
  return brain && !brain.cheese ? brain.iq : 0;
}

/** The seats by IQ, highest first; equal IQs share a rank. */
export function ranking(view: ZugraubView): { seat: number; iq: number; place: number }[] {
  const all = Array.from({ length: view.seats }, (_, seat) => ({ seat, iq: iqOf(view, seat) }));
  all.sort((a, b) => b.iq - a.iq || a.seat - b.seat);
  return all.map((one) => ({ ...one, place: all.filter((other) => other.iq > one.iq).length + 1 }));
}
