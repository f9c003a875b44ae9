import type { Choice } from "../../lib/types";
import { parsePlan, wayBetween } from "./plan";
import { BEHIND, readView, type ZugraubView, type TrainCar } from "./view";
import type { CarFaceView } from "./view_types";

/** Hand-written positions for tests. */

export const PLANS: Record<string, string[]> = {
  caboose: [
    "+-+-+-+-+-+-+",
    "|. 2 . 4 . .|",
    "+ + + + + + +",
    "|1 . 3 . 5 . ",
    "+ + + + + + +",
    "|. 6 . 7 . .|",
    "+-+-+-+-+-+-+",
  ],
  dining: [
    "+-+-+-+-+-+-+",
    "|*|* . .|. *|",
    "+ +-+ + + + +",
    " . .|. . . . ",
    "+ + + +-+-+ +",
    "|. . . . . .|",
    "+-+-+-+-+-+-+",
  ],
  mail: [
    "+-+-+-+-+-+-+",
    "|* . . . . .|",
    "+-+ + + +-+ +",
    " . . . .|. . ",
    "+-+ + +-+ + +",
    "|* . .|* .|.|",
    "+-+-+-+-+-+-+",
  ],
  bank: [
    "+-+-+-+-+-+-+",
    "|. . . *|. .|",
    "+-+-+ +-+ + +",
    " .|. . . .|. ",
    "+ + +-+ +-+-+",
    "|. .|* . . *|",
    "+-+-+-+-+-+-+",
  ],
  circus: [
    "+-+-+-+-+-+-+",
    "|*|*|. . . .|",
    "+ + + + + + +",
    " .|.|. . . . ",
    "+ + + + + +-+",
    "|. . * .|. *|",
    "+-+-+-+-+-+-+",
  ],
  engine: [
    "+-+-+-+-+-+-+",
    "|. . . . B|.|",
    "+ + +-+-+-+ +",
    " . . . . . .|",
    "+ + +-+-+-+ +",
    "|. . . . B|.|",
    "+-+-+-+-+-+-+",
  ],
};
const TITLES: Record<string, [string, string]> = {
  caboose: ["Dienstwagen", "caboose"],
  dining: ["Speisewagen", "dining car"],
  mail: ["Postwagen", "mail car"],
  bank: ["Tresorwagen", "bank car"],
  circus: ["Zirkuswagen", "circus car"],
  engine: ["Lokomotive", "engine"],
};

const NAMES = Object.keys(PLANS);
export const FACES: CarFaceView[] = NAMES.map((name) => {
  const [de = name, en = name] = TITLES[name] ?? [];
  return { name, title: { de, en, fr: en, nl: en }, plan: PLANS[name] ?? [] };
});

export function car(name: string, serial: number, taken: string[] = []): TrainCar {
  const plan = PLANS[name] ?? [];
  const markers = parsePlan(plan)
    .spaces.filter((space) => space.kind === "brain" && !taken.includes(space.name))
    .map((space) => space.name);
  const face = NAMES.indexOf(name);
  return { ...FACES[face]!, face, markers, serial };
}

const brain = (name: string, cost: number, hit: number, run: number, iq: number, more: object = {}) => ({
  name,
  kind: { de: "Art", en: "kind", fr: "genre", nl: "soort" },
  cost,
  hit,
  run,
  iq,
  cheese: false,
  ability: "" as const,
  help: { de: "", en: "", fr: "", nl: "" },
  ...more,
});

export const CARDS = {
  1: brain("Nesbith", 2, 2, 4, 5, { kind: { de: "Echse", en: "lizard", fr: "lézard", nl: "hagedis" } }),
  2: brain("Uther", 10, 5, 5, 170, { kind: { de: "König", en: "king", fr: "roi", nl: "koning" } }),
  5: brain("Cuthbert", 3, 1, 1, 78, {
    ability: "two_cards",
    help: {
      de: "Ein Gehirn bringt zwei Karten",
      en: "A brain gives two cards",
      fr: "Un cerveau donne deux cartes",
      nl: "Een brein geeft twee kaarten",
    },
  }),
  17: brain("Eulalia", 6, 1, 2, 120),
  29: brain("Kid Kaboom", 3, 6, 2, 12),
  48: brain("Committee Camembert", 0, 0, 1, 0, { cheese: true }),
};

/** Four seats, the caboose and two cars, seat 0 to move; `change` overrides any field. */
export function position(change: Partial<ZugraubView> = {}): ZugraubView {
  return readView({
    seats: 4,
    first: 0,
    you: 0,
    turn: 0,
    active: 0,
    phase: "move",
    faces: FACES,
    train: [car("caboose", 0), car("dining", 1, ["b1"]), car("mail", 2)],
    unused: 5,
    lost: 0,
    pawns: [
      { seat: 0, place: "2a2" },
      { seat: 1, place: "1b1" },
      { seat: 2, place: "2e2" },
      { seat: 3, place: BEHIND },
    ],
    hands: [[1, 17], [0], [29, 0], []],
    heads: [0, 48, 5, 0],
    points: [3, 1, 6, 0],
    limits: [2, 2, 2, 2],
    draw: 44,
    discard: [2],
    reach: 8,
    dice: [3, 5],
    added: 0,
    fight: null,
    turns: 5,
    turn_limit: null,
    engine_wait: 0,
    winners: [],
    reason: "",
    cards: CARDS,
    ...change,
  });
}

let nextAction = 0;
export const choice = (kind: string, more: Record<string, unknown> = {}): Choice => ({
  action: nextAction++,
  notation: kind,
  label: kind,
  target: { kind, ...more },
});

/** Every reachable space as a choice, shaped like the server's; not a rules check. */
export function reachable(view: ZugraubView): Choice[] {
  const plans = view.train.map(({ plan }) => parsePlan(plan));
  const from = view.pawns.find(({ seat }) => seat === view.active)?.place ?? BEHIND;
  const all: Choice[] = [];
  view.train.forEach((one, index) => {
    for (const space of plans[index]?.spaces ?? []) {
      const to = `${index + 1}${space.name}`;
      const path = wayBetween(plans, from, to);
      if (path.length - 1 > view.reach) continue;
      const fight = view.pawns
        .filter(({ place, seat }) => place === to && seat !== view.active)
        .map(({ seat }) => seat);
      const marker = one.markers.includes(space.name);
      all.push(
        choice("move", { to, steps: path.length - 1, path, marker, brake: space.kind === "brake", fight }),
      );
    }
  });
  const door = wayBetween(plans, from, `${view.train.length}f2`).length;
  if (door <= view.reach && plans.at(-1)?.front) all.push(choice("front", { steps: door }));
  return all;
}
