import type { ByLang, Choice } from "../../lib/types";
import type { TrainsView } from "./view";
import type { TrainsCardView, CardKind, TrainsSpaceView, Terrain } from "./view_types";

/** A board, a few cards and positions for tests. */

const LAND: Record<string, Terrain> = {
  ".": "plain",
  "~": "river",
  "^": "mountain",
  s: "sea",
};

/** Spaces from rows of words: terrain letters, cities as Name:capacity, remote locations as Name*number. */
export function spacesOf(rows: readonly string[]): TrainsSpaceView[] {
  return rows.flatMap((line, row) =>
    line.split(" ").map((word, column): TrainsSpaceView => {
      const name = `${String.fromCharCode(97 + row)}${column + 1}`;
      const [, city, capacity] = /^(.+):(\d)$/.exec(word) ?? [];
      const [, remote, value] = /^(.+)\*(\d)$/.exec(word) ?? [];
      return {
        name,
        row,
        column,
        terrain: city ? "city" : remote ? "remote" : (LAND[word] ?? "plain"),
        title: city ?? remote ?? "",
        capacity: Number(capacity ?? 0),
        value: Number(value ?? 0),
      };
    }),
  );
}

export const TOKYO = spacesOf([
  "Chichibu*4 ^ ^ ^ Kawagoe:2 ~ Ohmiya:2 ^ ^ Tsukuba*4",
  "^ ^ Tokorozawa:2 . . ~ Urawa:1 . Kashiwa:1",
  "Hachioji:3 ~ Tachikawa:2 . Kichijoji:1 . Ikebukuro-Ueno:2 ~ . Narita*3",
  "Hashimoto:1 ~ ~ . . Shinjuku-Shibuya:2 Tokyo-Akihabara:2 ~ Funabashi:2",
  "^ Machida:2 ~ ~ Futakotamagawa:1 . Shinagawa-Meguro:2 ~ s Chiba*2",
  "^ ~ Mizonokuchi:2 ~ Jiyugaoka:1 . . s s",
  "Odawara*3 ^ ~ . ~ Kamata:1 s s s s",
  "Shonan*2 Yokohama:3 ~ Kawasaki:2 ~ Haneda:2 s s s",
]);

const everywhere = (text: string): ByLang => ({ de: text, en: text, fr: text, nl: text });

const card = (
  id: string,
  title: string,
  cost: number,
  money: number,
  kinds: string,
  points = 0,
): TrainsCardView => ({
  id,
  title: everywhere(title),
  cost,
  money,
  points,
  kinds: kinds.split("+") as CardKind[],
  help: everywhere(`What ${title} does.`),
});

export const CARDS: Record<string, TrainsCardView> = {
  NT: card("normal_train", "Normal Train", 1, 1, "train"),
  EX: card("express_train", "Express Train", 3, 2, "train"),
  LE: card("limited_express_train", "Limited Express Train", 6, 3, "train"),
  LR: card("lay_rails", "Lay Rails", 3, 0, "rail"),
  SE: card("station_expansion", "Station Expansion", 3, 0, "station"),
  AP: card("apartment", "Apartment", 3, 0, "victory", 1),
  TO: card("tower", "Tower", 5, 0, "victory", 2),
  SK: card("skyscraper", "Skyscraper", 8, 0, "victory", 4),
  WA: card("waste", "Waste", 0, 0, "waste"),
  MT: card("mail_train", "Mail Train", 4, 1, "train+action"),
  CC: card("command_central", "Command Central", 3, 0, "action"),
  DS: card("dump_site", "Dump Site", 5, 1, "action"),
};

const PLAYER = {
  hand: 5,
  draw: 5,
  discard: [],
  known: [],
  top: [],
  group: [],
  owned: [{ kind: "NT", count: 7 }],
};

export function position(part: Partial<TrainsView> = {}): TrainsView {
  return {
    seats: 2,
    first: 0,
    limit: null,
    board: {
      name: "tokyo",
      title: everywhere("Tokyo"),
      spaces: TOKYO,
      barriers: [
        ["b3", "c3"],
        ["d6", "d7"],
      ],
    },
    city_points: [0, 2, 4, 8],
    empty_piles: 4,
    codes: Object.keys(CARDS),
    cards: CARDS,
    you: 0,
    turn: 0,
    phase: "turn",
    cubes: [["c5"], ["d4", "d5"]],
    stock: [19, 18],
    stations: { c5: 1 },
    tokens: 29,
    track: [0, 0],
    points: [2, 0],
    supply: Object.keys(CARDS)
      .filter((kind) => kind !== "NT")
      .map((kind) => ({ kind, count: 10 })),
    hand: [
      { kind: "NT", count: 3 },
      { kind: "LR", count: 1 },
      { kind: "WA", count: 1 },
    ],
    players: [PLAYER, PLAYER],
    play: [],
    aside: [],
    box: [],
    row: [],
    look: "",
    money: 0,
    effects: [],
    acted: false,
    turns: 0,
    winners: [],
    reason: "",
    final: [],
    ...part,
  };
}

let next = 0;
export function choice(notation: string, target: Choice["target"]): Choice {
  return { action: next++, notation, label: notation, target };
}
export const play = (card: string, use = false, money = 0): Choice =>
  choice(use ? `${card}+` : card, { kind: "play", card, use, money });
export const buy = (card: string, top = false, waste = 0): Choice =>
  choice(top ? `$${card}^` : `$${card}`, { kind: "buy", card, cost: 1, top, waste });
export const rail = (space: string, cost = 0, waste = 0): Choice =>
  choice(`=${space}`, { kind: "rail", space, cost, waste });
