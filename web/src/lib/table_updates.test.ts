import { describe, expect, it } from "vitest";
import { restartDelay, retryDelay } from "./channel";
import { applyMessage, withFacts } from "./table_updates";
import type { LiveEntry, LiveFresh, LiveTable, LiveView, Snapshot, ToBrowser } from "./types";

const PART: Omit<LiveTable, "type"> = {
  status: "running",
  seats: [],
  invitation: null,
  outcome: null,
  secret: null,
  rematch: null,
  pace: 700,
  preparing: null,
  trouble: null,
  hints: false,
  may: [],
  calling_off: [],
  spectators: 0,
  commitment: "c",
  hash: null,
  hash_needed: false,
  start: { text: null, fingerprint: null, awaited: [], free_in: null, voids: [] },
  seconds_left: null,
  practice: false,
  grace: 180,
  time: null,
  asked: null,
  open: false,
};

const TABLE: Snapshot = {
  ...PART,
  origin: null,
  id: "t",
  game: "g",
  options: {},
  number: 5,
  seat: 0,
  facts: { board: "map" },
  actor: 0,
  view: { is: "position 5" },
  choices: [],
  undo: false,
  forced: false,
  nobody_can_win: false,
  log: [],
  creator: true,
  invite_url_base: "",
  invite_url_others: [],
};

const news = (part: Partial<LiveTable>): LiveTable => ({ type: "table", ...PART, ...part });

const entry = (number: number): LiveEntry => ({
  type: "entry",
  number,
  seat: 0,
  kind: "decision",
  notation: "+",
  back_to: null,
  events: [],
  sentences: [`sentence ${number}`],
  note: `note ${number}`,
  view: { is: `position ${number + 1}` },
  choices: [],
  actor: 1,
  undo: true,
  forced: true,
  nobody_can_win: true,
  next: number + 1,
});

/** Applies a series of messages; returns the final table and the entries shown. */
function hear(messages: ToBrowser[], table = TABLE) {
  const shown: number[] = [];
  let gaps = 0;
  for (const message of messages) {
    const reduced = applyMessage(table, message);
    table = reduced.table;
    if (reduced.entry) shown.push(reduced.entry.number);
    if (reduced.gap) gaps += 1;
  }
  return { table, shown, gaps };
}

describe("entries", () => {
  it("are taken in order", () => {
    const { table, shown } = hear([entry(5), entry(6)]);
    expect(shown).toEqual([5, 6]);
    expect(table).toMatchObject({
      number: 7,
      view: { is: "position 7" },
      actor: 1,
      undo: true,
      nobody_can_win: true,
    });
    expect(table.log.map((item) => item.sentences[0])).toEqual(["sentence 5", "sentence 6"]);
    expect(table.log.map((item) => item.note)).toEqual(["note 5", "note 6"]);
  });

  it("that come twice change nothing", () => {
    const { table, shown, gaps } = hear([entry(5), entry(5), entry(4), entry(6), entry(5)]);
    expect(shown).toEqual([5, 6]);
    expect(gaps).toBe(0);
    expect(table.log).toHaveLength(2);
  });

  it("after a gap are not believed", () => {
    const { table, shown, gaps } = hear([entry(7)]);
    expect(shown).toEqual([]);
    expect(gaps).toBe(1);
    expect(table).toBe(TABLE);
  });

  it("missed during a break come when the line resumes from the number", () => {
    const { table, shown } = hear([
      entry(5),
      entry(7),
      { type: "hello", number: 8, seat: 0 },
      entry(6),
      entry(7),
    ]);
    expect(shown).toEqual([5, 6, 7]);
    expect(table.number).toBe(8);
  });

  it("begin with the deal of a waiting table", () => {
    const { table } = hear([entry(0)], { ...TABLE, status: "waiting", number: 0, view: null });
    expect(table).toMatchObject({ status: "running", number: 1, view: { is: "position 1" } });
  });

  it("keep the log at a bearable length", () => {
    const { table } = hear(Array.from({ length: 300 }, (_, index) => entry(5 + index)));
    expect(table.log).toHaveLength(200);
    expect(table.log.at(-1)?.number).toBe(304);
  });
});

describe("other messages", () => {
  it("change the table but never the position", () => {
    const more = { number: 99, view: { is: "other" } };
    const { table } = hear([{ ...news({ status: "over", secret: "s" }), ...more }]);
    expect(table).toMatchObject({ status: "over", secret: "s", number: 5, view: { is: "position 5" } });
  });

  it("tell how far the bots are, and when they are there", () => {
    const further = news({ preparing: 37 });
    expect(hear([further]).table.preparing).toBe(37);
    expect(hear([further, news({ preparing: null })]).table.preparing).toBeNull();
  });

  it("with a view count only for this number and this seat", () => {
    const view: LiveView = {
      type: "view",
      view: { is: "seen" },
      choices: [],
      actor: 0,
      number: 5,
      seat: 0,
      undo: false,
      forced: false,
      nobody_can_win: false,
    };
    expect(hear([view]).table.view).toEqual({ is: "seen" });
    expect(hear([{ ...view, number: 4 }]).table.view).toEqual({ is: "position 5" });
    expect(hear([{ ...view, seat: 1 }]).table.view).toEqual({ is: "position 5" });
  });

  it("tell who came and went, and nothing else", () => {
    const seat = { name: "Anna", player: "human", yours: true, empty: false, connected: false };
    const others = { why: null, seconds_left: null, offered: false, since: null };
    const known = { ...seat, ...others, away: 7, left: false, program: false, invitation: "i" };
    const { table } = hear([{ type: "presence", connected: [true, true], spectators: 3 }], {
      ...TABLE,
      seats: [known],
    });
    const here = { ...known, connected: true, away: null };
    expect(table).toEqual({ ...TABLE, seats: [here], spectators: 3 });
    const gone = hear([{ type: "presence", connected: [false], spectators: 3 }], { ...table, seats: [here] });
    expect(gone.table.seats[0]).toEqual({ ...here, connected: false, away: 0 });
    // A player already away does not start a new absence when somebody else comes or goes.
    const still = hear([{ type: "presence", connected: [false], spectators: 4 }], {
      ...TABLE,
      seats: [known],
    });
    expect(still.table.seats[0]?.away).toBe(7);
    const left = { ...here, left: true };
    const nobody = hear([{ type: "presence", connected: [false], spectators: 0 }], {
      ...TABLE,
      seats: [left],
    });
    expect(nobody.table.seats[0]?.away).toBeNull();
  });

  it("such as a ping are silent", () => {
    expect(hear([{ type: "ping" }, { type: "hello", number: 5, seat: 0 }]).table).toBe(TABLE);
  });
});

describe("a fresh position", () => {
  const { number: _n, seat: _s, kind: _k, ...line } = entry(204);
  const last = { ...line, number: 204, seat: 1, kind: "decision" as const };
  const fresh: LiveFresh = {
    type: "fresh",
    number: 205,
    seat: 0,
    view: { is: "position 205" },
    choices: [],
    actor: 0,
    undo: false,
    forced: false,
    nobody_can_win: false,
    log: [last],
  };

  it("stands for all that was missed, and entries go on from there", () => {
    const { table, shown, gaps } = hear([entry(5), fresh, entry(205)]);
    expect([shown, gaps]).toEqual([[5, 205], 0]);
    expect(table).toMatchObject({ number: 206, view: { is: "position 206" }, status: "running" });
    expect(table.log.map((item) => item.number)).toEqual([204, 205]);
  });

  it("of another seat or of before is not believed", () => {
    expect(hear([{ ...fresh, seat: 1 }]).table).toBe(TABLE);
    expect(hear([{ ...fresh, number: 4 }]).table).toBe(TABLE);
  });
});

describe("what never changes", () => {
  const facts = { type: "facts" as const, facts: { board: "map" } };

  it("comes before the deal, and is there when the first entry is shown", () => {
    const waiting: Snapshot = { ...TABLE, status: "waiting", number: 0, view: null, facts: null };
    const { table } = hear([facts, entry(0)], waiting);
    expect(withFacts(table.facts, table.view)).toEqual({ board: "map", is: "position 1" });
  });

  it("stays through entries and news, and comes again after a break", () => {
    const { table } = hear([entry(5), news({ pace: 1 }), { type: "hello", number: 6, seat: 0 }, facts]);
    expect(table.facts).toEqual({ board: "map" });
    expect(withFacts(table.facts, table.view)).toEqual({ board: "map", is: "position 6" });
  });

  it("is no position by itself", () => {
    expect(withFacts({ board: "map" }, null)).toBeNull();
  });
});

it("tries again quickly, then slower, but never slower than ten seconds", () => {
  expect(retryDelay(0, 0.5)).toBe(300);
  expect(retryDelay(3, 0.5)).toBe(2400);
  expect(retryDelay(30, 1)).toBe(10_000);
});

it("after a restart nobody comes at once and not all together", () => {
  expect(restartDelay(0, 0)).toBe(300);
  expect(restartDelay(0, 1)).toBe(2300);
  expect(restartDelay(1, 1)).toBe(4300);
  expect(restartDelay(30, 1)).toBe(8300);
});
