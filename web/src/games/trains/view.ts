import type { ByLang } from "../../lib/types";

/** What the server shows of Trains: facts that never change, sent once, and the current position. */

/** "none" is a hole in the board. */
export type Terrain = "plain" | "river" | "mountain" | "city" | "remote" | "sea" | "none";
export type CardKind = "train" | "rail" | "station" | "action" | "victory" | "waste";

export interface Space {
  /** Row letter from the top and number from the left, like "c4". */
  name: string;
  row: number;
  column: number;
  terrain: Terrain;
  /** The name printed on the board; empty for unnamed spaces. */
  title: string;
  /** How many stations a city can hold. */
  capacity: number;
  /** The number in the star of a remote location. */
  value: number;
}

/** A number of cards of one kind. */
export interface Stack {
  kind: string;
  count: number;
}

export interface CardInfo {
  id: string;
  title: Partial<ByLang>;
  cost: number;
  money: number;
  points: number;
  kinds: CardKind[];
  help: Partial<ByLang>;
}

export interface Player {
  hand: number;
  draw: number;
  discard: Stack[];
  /** Cards in hand that every player has seen. */
  known: Stack[];
  /** The top of the draw pile as the viewer knows it, topmost first; "?" is unknown. */
  top: string[];
  owned: Stack[];
}

export interface Scored {
  track: number;
  cities: number;
  remote: number;
  cards: number;
  /** Cubes on the board: the tie-breaker. */
  cubes: number;
  total: number;
}

export interface TrainsView {
  seats: number;
  limit: number | null;
  /** Events refer to a space by its index in `spaces`. */
  board: { name: string; title: Partial<ByLang>; spaces: Space[]; barriers: [string, string][] };
  /** Points of a cube in a city, indexed by the number of stations there. */
  city_points: number[];
  /** The number of empty piles that ends the game. */
  empty_piles: number;
  /** The code of every card kind; events refer to a kind by its index. */
  codes: string[];
  cards: Record<string, CardInfo>;
  you: number;
  turn: number;
  phase: string;
  cubes: string[][];
  stock: number[];
  stations: Record<string, number>;
  tokens: number;
  track: number[];
  points: number[];
  supply: Stack[];
  hand: Stack[];
  players: Player[];
  play: Stack[];
  aside: Stack[];
  row: string[];
  look: string;
  money: number;
  effects: string[];
  turns: number;
  winners: number[];
  reason: string;
  final: Scored[];
}

/** Number of cards by kind code, as the server sends it. */
type Counts = Record<string, number>;
type ToldPlayer = Omit<Player, "discard" | "known" | "owned"> & Record<"discard" | "known" | "owned", Counts>;
type Told = Omit<TrainsView, "supply" | "players" | "hand" | "play" | "aside"> &
  Record<"hand" | "play" | "aside", Counts> & {
    /** The kinds in the supply, and the cards left in each pile. */
    piles: string[];
    supply: number[];
    players: Partial<ToldPlayer>[];
  };

const EMPTY: Told = {
  seats: 2,
  limit: null,
  board: { name: "", title: {}, spaces: [], barriers: [] },
  city_points: [],
  empty_piles: 4,
  codes: [],
  cards: {},
  piles: [],
  you: -1,
  turn: -1,
  phase: "over",
  cubes: [],
  stock: [],
  stations: {},
  tokens: 0,
  track: [],
  points: [],
  supply: [],
  hand: {},
  players: [],
  play: {},
  aside: {},
  row: [],
  look: "",
  money: 0,
  effects: [],
  turns: 0,
  winners: [],
  reason: "",
  final: [],
};
const NOBODY: ToldPlayer = { hand: 0, draw: 0, discard: {}, known: {}, top: [], owned: {} };
const NO_CARD: CardInfo = { id: "", title: {}, cost: 0, money: 0, points: 0, kinds: [], help: {} };

/** The view with every field filled in: whatever another server version leaves out is empty. */
export function readView(given: unknown): TrainsView {
  const { piles, ...told } = { ...EMPTY, ...present<Told>(given) };
  return {
    ...told,
    board: { ...EMPTY.board, ...present(told.board) },
    supply: piles.map((kind, index) => ({ kind, count: told.supply[index] ?? 0 })),
    players: Array.from({ length: told.seats }, (_, seat) => readPlayer(told.players[seat])),
    hand: stacks(told.hand),
    play: stacks(told.play),
    aside: stacks(told.aside),
  };
}

function readPlayer(given: unknown): Player {
  const player = { ...NOBODY, ...present<ToldPlayer>(given) };
  const { discard, known, owned } = player;
  return { ...player, discard: stacks(discard), known: stacks(known), owned: stacks(owned) };
}

const stacks = (counts: Counts): Stack[] => Object.entries(counts).map(([kind, count]) => ({ kind, count }));

/** The fields of `given` that have a value; none if it is not an object. */
function present<T extends object>(given: unknown): Partial<T> {
  if (typeof given !== "object" || given === null) return {};
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}

/** All spaces except holes. */
export const drawnSpaces = (view: TrainsView): Space[] =>
  view.board.spaces.filter(({ terrain }) => terrain !== "none");

/** Facts about a card kind; an unknown kind gets its code as its name. */
export function cardOf(view: TrainsView, kind: string): CardInfo {
  return { ...NO_CARD, ...present(view.cards[kind]) };
}

/** Whether a card does more than give money. */
export const hasAbility = ({ kinds }: CardInfo): boolean =>
  kinds.some((kind) => kind === "rail" || kind === "station" || kind === "action");

export const countOf = (stacks: readonly Stack[], kind: string): number =>
  stacks.find((stack) => stack.kind === kind)?.count ?? 0;

export const totalOf = (stacks: readonly Stack[]): number =>
  stacks.reduce((sum, { count }) => sum + count, 0);

/** Cards counted by kind, in order of first appearance. */
export function stacked(kinds: readonly string[]): Stack[] {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count }));
}

/** The reader's draw pile by kind: the cards owned minus all that are visible. */
export function inDrawPile(view: TrainsView): Stack[] {
  const me = view.players[view.you];
  if (!me) return [];
  // With an empty draw pile the next card comes from the reshuffled discards.
  if (me.draw === 0) return me.discard;
  const acting = view.turn === view.you;
  const seen = acting ? [view.play, view.aside, stacked(view.row)] : [];
  return me.owned.flatMap(({ kind, count }) => {
    const elsewhere = [view.hand, me.discard, ...seen].reduce((sum, zone) => sum + countOf(zone, kind), 0);
    return count > elsewhere ? [{ kind, count: count - elsewhere }] : [];
  });
}
