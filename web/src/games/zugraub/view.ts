import type { ByLang } from "../../lib/types";

/** What the server shows of a position in Der große Zugraub. */

export type Phase = "discard" | "move" | "attack" | "brawl" | "spoils" | "limit" | "end" | "over";

/** A brain card, or a cheese that stands in for one. */
export interface Brain {
  name: string;
  kind: Partial<ByLang> | string;
  cost: number;
  hit: number;
  run: number;
  iq: number;
  cheese: boolean;
  ability: string;
  help: Partial<ByLang>;
}

/** One side of a car tile. */
export interface Face {
  name: string;
  title: Partial<ByLang>;
  /** Seven lines of thirteen characters, the rear on the left. */
  plan: string[];
}

export interface TrainCar extends Face {
  /** Index into `faces`. */
  face: number;
  /** Spaces that still hold a brain, like "c2". */
  markers: string[];
  /** Identifies the car while it is part of the train. */
  serial: number;
}

export interface Pawn {
  seat: number;
  /** Like "3c2": car 3 from the rear, column c, row 2; or "behind". */
  place: string;
}

export interface FightView {
  /** From the attacker's left; the attacker is last. */
  fighters: number[];
  totals: number[];
  dice: number[][];
  played: number[][];
  attacker: number;
  winner: number;
}

/** One coupling roll. */
export interface Check {
  die: number;
  cars: number;
  holds: boolean;
}

/** Set only in animation frames: what is happening. */
export type Scene = ({ kind: "check" } & Check) | { kind: "broken" } | { kind: "braked"; seat: number };

export interface ZugraubView {
  seats: number;
  you: number;
  turn: number;
  active: number;
  phase: string;
  /** All faces a car can show; the cars of the train refer to them. */
  faces: Face[];
  train: TrainCar[];
  unused: number;
  lost: number;
  pawns: Pawn[];
  /** By seat; 0 is a card the reader cannot see. */
  hands: number[][];
  heads: number[];
  points: number[];
  limits: number[];
  draw: number;
  discard: number[];
  reach: number;
  dice: number[];
  added: number;
  fight: FightView | null;
  turns: number;
  turn_limit: number | null;
  engine_wait: number;
  winners: number[];
  reason: string;
  cards: Record<string, Brain>;
  scene?: Scene;
  /** For reduced motion: the coupling rolls that have just happened. */
  checks?: Check[];
}

export const BEHIND = "behind";

type Raw = Record<string, unknown>;
const isRecord = (value: unknown): value is Raw =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const number = (value: unknown, otherwise = 0): number => (typeof value === "number" ? value : otherwise);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const list = <T>(value: unknown, read: (item: unknown) => T): T[] =>
  Array.isArray(value) ? value.map(read) : [];
const numbers = (value: unknown): number[] => list(value, (item) => number(item));
const texts = (value: unknown): string[] => list(value, text);
const words = (value: unknown): Partial<ByLang> => (isRecord(value) ? (value as Partial<ByLang>) : {});

function readFace(raw: unknown): Face {
  const face = isRecord(raw) ? raw : {};
  return { name: text(face.name), title: words(face.title), plan: texts(face.plan) };
}

function readCar(raw: unknown, index: number, faces: readonly Face[]): TrainCar {
  const car = isRecord(raw) ? raw : {};
  const face = number(car.face, -1);
  return {
    ...(faces[face] ?? readFace(null)),
    face,
    markers: texts(car.markers),
    serial: number(car.serial, 1000 + index),
  };
}

function readBrain(raw: unknown): Brain {
  const brain = isRecord(raw) ? raw : {};
  return {
    name: text(brain.name),
    kind: typeof brain.kind === "string" ? brain.kind : words(brain.kind),
    cost: number(brain.cost),
    hit: number(brain.hit),
    run: number(brain.run),
    iq: number(brain.iq),
    cheese: brain.cheese === true,
    ability: text(brain.ability),
    help: words(brain.help),
  };
}

function readFight(raw: unknown): FightView | null {
  if (!isRecord(raw)) return null;
  const fighters = numbers(raw.fighters);
  if (fighters.length === 0) return null;
  return {
    fighters,
    totals: numbers(raw.totals),
    dice: list(raw.dice, numbers),
    played: list(raw.played, numbers),
    attacker: number(raw.attacker, fighters.at(-1)),
    winner: number(raw.winner, -1),
  };
}

/** The view with every field filled in: missing or malformed fields become empty instead of failing. */
export function readView(raw: unknown): ZugraubView {
  const view = isRecord(raw) ? raw : {};
  const pawns = list(view.pawns, (item): Pawn => {
    const pawn = isRecord(item) ? item : {};
    return { seat: number(pawn.seat), place: text(pawn.place) || BEHIND };
  });
  const seats = number(view.seats, pawns.length);
  const each = <T>(of: T[], empty: T): T[] => Array.from({ length: seats }, (_, seat) => of[seat] ?? empty);
  const cards = isRecord(view.cards) ? view.cards : {};
  const faces = list(view.faces, readFace);
  return {
    seats,
    you: number(view.you, -1),
    turn: number(view.turn, -1),
    active: number(view.active, number(view.turn, -1)),
    phase: text(view.phase),
    faces,
    train: list(view.train, (item) => item).map((item, index) => readCar(item, index, faces)),
    unused: number(view.unused),
    lost: number(view.lost),
    pawns,
    hands: each(list(view.hands, numbers), []),
    heads: each(numbers(view.heads), 0),
    points: each(numbers(view.points), 0),
    limits: each(numbers(view.limits), 2),
    draw: number(view.draw),
    discard: numbers(view.discard),
    reach: number(view.reach),
    dice: numbers(view.dice),
    added: number(view.added),
    fight: readFight(view.fight),
    turns: number(view.turns),
    turn_limit: typeof view.turn_limit === "number" ? view.turn_limit : null,
    engine_wait: number(view.engine_wait),
    winners: numbers(view.winners),
    reason: text(view.reason),
    cards: Object.fromEntries(Object.entries(cards).map(([card, brain]) => [card, readBrain(brain)])),
    ...(isRecord(view.scene) ? { scene: view.scene as unknown as Scene } : {}),
    ...(Array.isArray(view.checks) ? { checks: view.checks as Check[] } : {}),
  };
}

export const brainOf = (view: ZugraubView, card: number): Brain | undefined => view.cards[String(card)];

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
