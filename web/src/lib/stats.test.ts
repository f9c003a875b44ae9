import { expect, test } from "vitest";
import { countUnscored, asCsv, byGame, byLevel, byPerson, scoredGames, streaks, total } from "./stats";
import { toPlayedGame, type PlayedGame } from "./game_history.svelte";
import type { TableSummary } from "./types";

const OVER: TableSummary = {
  id: "t",
  game: "toy",
  status: "over",
  names: ["Anna", "Club bot", "Ben"],
  players: ["human", "club", "human"],
  left: [false, false, false],
  your_seats: [0],
  your_turn: false,
  turn: -1,
  result: [1, 0, 0],
  reason: "goal",
  practice: false,
  created: "2026-01-01T00:00:00Z",
  updated: "2026-01-03T00:00:00Z", // a rematch
  ended: "2026-01-02T00:00:00Z",
  awaited: false,
  time: null,
  deadline: null,
  asked: false,
};

function played(at: string, result: PlayedGame["result"], more: Partial<PlayedGame> = {}): PlayedGame {
  const against = [{ kind: "club", name: "Club bot" }];
  return { id: at, game: "toy", at, seats: 2, result, against, practice: false, ...more };
}

test.each<[Partial<TableSummary>, PlayedGame["result"] | undefined]>([
  [{}, "won"],
  [{ result: [0.5, 0.5, 0] }, "shared"],
  [{ result: [0, 1, 0] }, "lost"],
  [{ result: [0, 0, 0] }, "lost"], // everybody can lose
  [{ result: [0, 0, 0], reason: "abandoned" }, "off"],
  [{ result: null, reason: "abandoned" }, "off"],
  [{ your_seats: [0, 2] }, "local"],
  [{ left: [true, false, false] }, "left"], // a bot won in our seat
  [{ left: [false, false, true] }, "left"], // we won against a bot in theirs
  [{ your_seats: [] }, undefined], // only watched
  [{ status: "running" }, undefined],
])("%o is %s", (change, result) => {
  expect(toPlayedGame({ ...OVER, ...change })?.result).toBe(result);
});

test("the others are remembered by level and by name", () => {
  expect(toPlayedGame(OVER)?.against).toEqual([
    { kind: "club", name: "Club bot" },
    { kind: "human", name: "Ben" },
  ]);
});

test("a game is as old as its end", () => {
  expect(toPlayedGame(OVER)?.at).toBe("2026-01-02T00:00:00Z");
});

test("practice, games called off or left and those of several people here are not counted", () => {
  const games = [
    played("1", "won"),
    played("2", "won", { practice: true }),
    played("3", "off"),
    played("4", "local"),
    played("5", "left"),
    played("6", "off", { practice: true }),
  ];
  expect(total(scoredGames(games))).toMatchObject({ played: 1, won: 1 });
  expect(countUnscored(games)).toEqual({ practice: 1, local: 1, left: 1, off: 2 });
});

test("a win that several share is the part that is ours", () => {
  const three = toPlayedGame({ ...OVER, result: [1 / 3, 1 / 3, 1 / 3] });
  expect(three).toMatchObject({ result: "shared", share: 1 / 3 });
  expect(total([played("1", "won", { share: 1 }), ...(three ? [three] : [])]).wins).toBeCloseTo(4 / 3);
  // Stored before shares were introduced.
  expect(total([played("1", "won"), played("2", "shared"), played("3", "lost")]).wins).toBe(1.5);
});

test("by game, by level, by person: a game counts once for each", () => {
  const two = [
    { kind: "club", name: "Club bot" },
    { kind: "club", name: "Club bot 2" },
    { kind: "human", name: "Ben" },
  ];
  const games = [
    played("1", "won", { against: two }),
    played("2", "lost"),
    played("3", "lost", { game: "other" }),
  ];
  expect(byLevel(games)).toEqual([{ key: "club", played: 3, won: 1, shared: 0, lost: 2, wins: 1 }]);
  expect(byPerson(games)).toEqual([{ key: "Ben", played: 1, won: 1, shared: 0, lost: 0, wins: 1 }]);
  expect(byGame(games).map((line) => [line.key, line.played])).toEqual([
    ["toy", 2],
    ["other", 1],
  ]);
});

test("wins in a row follow the dates, not the order of the list", () => {
  const games = [
    played("4", "won"),
    played("1", "won"),
    played("3", "lost"),
    played("2", "won"),
    played("5", "won"),
  ];
  expect(streaks(games)).toEqual({ now: 2, best: 2 });
  expect(streaks([...games, played("6", "shared")])).toEqual({ now: 0, best: 2 });
  expect(streaks([])).toEqual({ now: 0, best: 0 });
});

test("names cannot break the table or become formulas", () => {
  const odd = [{ kind: "human", name: '=SUM(A1), "B"' }];
  const [head, line, end] = asCsv([played("1", "won", { against: odd })]).split("\r\n");
  expect(head).toBe("ended,game,seats,result,against,names,practice,table");
  expect(line).toBe(`1,toy,2,won,human,"'=SUM(A1), ""B""",false,1`);
  expect(end).toBe("");
});
