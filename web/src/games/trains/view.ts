import type * as sent from "./view_types";
import type { TrainsCardView, TrainsPlayerView, TrainsSpaceView } from "./view_types";

/** A number of cards of one kind. */
export interface Stack {
  kind: string;
  count: number;
}

type Stacked<View, Fields extends keyof View> = Omit<View, Fields> & Record<Fields, Stack[]>;
export type Player = Stacked<TrainsPlayerView, "discard" | "known" | "owned">;
/** As the server sends it, but with stacks for cards counted by kind. */
export type TrainsView = Omit<
  Stacked<sent.TrainsView, "supply" | "hand" | "play" | "aside" | "box">,
  "piles" | "players"
> & { players: Player[] };

export function readView(view: unknown): TrainsView {
  const { piles, ...given } = view as sent.TrainsView;
  return {
    ...given,
    supply: piles.map((kind, index) => ({ kind, count: given.supply[index] ?? 0 })),
    players: given.players.map((player) => ({
      ...player,
      discard: stacks(player.discard),
      known: stacks(player.known),
      owned: stacks(player.owned),
    })),
    hand: stacks(given.hand),
    play: stacks(given.play),
    aside: stacks(given.aside),
    box: stacks(given.box),
  };
}

const stacks = (counts: Record<string, number>): Stack[] =>
  Object.entries(counts).map(([kind, count]) => ({ kind, count }));

/** All spaces except holes. */
export const drawnSpaces = (view: TrainsView): TrainsSpaceView[] =>
  view.board.spaces.filter(({ terrain }) => terrain !== "none");

const NO_CARD: TrainsCardView = {
  id: "",
  title: { de: "", en: "", fr: "", nl: "" },
  cost: 0,
  money: 0,
  points: 0,
  kinds: [],
  help: { de: "", en: "", fr: "", nl: "" },
};

/** Facts about a card kind; none about an unknown one. */
export const cardOf = (view: TrainsView, kind: string): TrainsCardView => view.cards[kind] ?? NO_CARD;

/** Whether a card does more than give money. */
export const hasAbility = ({ kinds }: TrainsCardView): boolean =>
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
