import { beforeEach, expect, test, vi } from "vitest";
import { Unreachable } from "../lib/host";
import type { FromTables, ToTables } from "./protocol";
import { PageHost, type TableWorker } from "./page_host";
import { hostStatus } from "./status.svelte";

class FakeWorker implements TableWorker {
  sent: ToTables[] = [];
  ended = false;
  onmessage: TableWorker["onmessage"] = null;
  onerror: TableWorker["onerror"] = null;
  onmessageerror: TableWorker["onmessageerror"] = null;

  postMessage(message: ToTables): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromTables): void {
    this.onmessage?.({ data: message } as MessageEvent<FromTables>);
  }
  kinds(): string[] {
    return this.sent.map((message) => message.kind);
  }
  last<K extends ToTables["kind"]>(kind: K): Extract<ToTables, { kind: K }> {
    return this.sent.filter((message) => message.kind === kind).at(-1) as Extract<ToTables, { kind: K }>;
  }
}

let workers: FakeWorker[] = [];
const newest = (): FakeWorker => workers.at(-1) as FakeWorker;

function makeHost(hasWebAssembly = true): PageHost {
  const create = (): FakeWorker => {
    workers.push(new FakeWorker());
    return newest();
  };
  return new PageHost(create, hasWebAssembly);
}

const mine = { path: "mine", query: { lang: "en" } };
const tables = { path: "tables", query: { lang: "en" } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", {
    baseURI: "http://localhost/",
    hidden: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("WebSocket", { CONNECTING: 0, OPEN: 1, CLOSED: 3 });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  workers = [];
  Object.assign(hostStatus, { progress: null, waiting: false, failure: null, kept: true, full: false });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test("requests wait until the worker is ready", async () => {
  const host = makeHost();
  const answer = host.request("POST", { path: "position", query: {} }, { position: "x" });
  expect(newest().kinds()).toEqual([]);
  newest().say({ kind: "ready" });
  const { id, body } = newest().last("request");
  expect(body).toBe('{"position":"x"}');
  newest().say({ kind: "answer", id, status: 200, text: "{}" });
  expect(await answer).toEqual({ status: 200, text: "{}" });
});

test("whoever waits in front of a table sees the bytes, the lobby's own list shows nothing", async () => {
  const host = makeHost();
  void host.request("GET", mine).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(hostStatus.waiting).toBe(false);
  void host.request("GET", { path: "tables/a", query: {} }).catch(() => undefined);
  expect(hostStatus.waiting).toBe(true);
  newest().say({ kind: "progress", unit: "bytes", done: 250, total: 1000 });
  expect(hostStatus.progress).toEqual({ unit: "bytes", done: 250, total: 1000 });
  newest().say({ kind: "progress", unit: "bytes", done: 1000, total: 1000 });
  expect(hostStatus.progress?.unit).toBe("steps");
  newest().say({ kind: "ready" });
  expect(hostStatus.progress).toBeNull();
});

test("constant answers are files, also while the worker loads", async () => {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: URL) => {
    asked.push(url.pathname);
    return Promise.resolve(new Response("[]"));
  });
  const host = makeHost();
  const query = { lang: "de" };
  for (const path of ["games", "figures", "figures/trains", "puzzles/trains"])
    expect(await host.request("GET", { path, query })).toEqual({ status: 200, text: "[]" });
  expect(asked).toEqual([
    "/data/games.json",
    "/data/figures.json",
    "/data/figures/trains.de.json",
    "/data/puzzles/trains.json",
  ]);
  expect(workers).toEqual([]);
});

test("a file that cannot be fetched is unreachable", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(makeHost().request("GET", { path: "games", query: {} })).rejects.toBeInstanceOf(Unreachable);
});

test("a worker that dies is started again, and requests that may count twice fail", async () => {
  const host = makeHost();
  host.start();
  newest().say({ kind: "ready" });
  const answer = host.request("POST", { path: "tables", query: {} }, {});
  const failed = expect(answer).rejects.toBeInstanceOf(Unreachable);
  newest().onerror?.({ message: "boom" } as ErrorEvent);
  await failed;
  expect(hostStatus.failure).toBe("crashed");
  expect(workers[0]?.ended).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(workers).toHaveLength(2);
  newest().say({ kind: "ready" });
  expect(hostStatus.failure).toBeNull();
});

test("a decision is made by the next worker, but not for ever", async () => {
  const host = makeHost();
  host.start();
  const decide = () => host.request("POST", { path: "tables/a/decide", query: {} }, { number: 3 });
  const crash = () => newest().onerror?.({ message: "boom" } as ErrorEvent);
  const decided = decide();
  newest().say({ kind: "ready" });
  crash();
  await vi.advanceTimersByTimeAsync(1000);
  newest().say({ kind: "ready" });
  newest().say({ kind: "answer", id: newest().last("request").id, status: 200, text: "{}" });
  expect(await decided).toEqual({ status: 200, text: "{}" });
  const failed = expect(decide()).rejects.toBeInstanceOf(Unreachable);
  crash();
  await vi.advanceTimersByTimeAsync(5000);
  newest().say({ kind: "ready" });
  crash();
  await failed;
});

test("a worker that fails again and again is started ever later", async () => {
  makeHost().start();
  for (let time = 0; time < 10; time += 1) {
    newest().say({ kind: "failed", reason: "no_files" });
    await vi.advanceTimersByTimeAsync(500);
  }
  const soon = workers.length;
  expect(soon).toBeLessThan(6);
  newest().say({ kind: "failed", reason: "no_files" }); // if it has been started again already
  await vi.advanceTimersByTimeAsync(20_000);
  expect(workers.length).toBeGreaterThan(soon);
});

test("a channel connects to the new worker from where it was", async () => {
  const host = makeHost();
  const messages: unknown[] = [];
  const opened: boolean[] = [];
  let number = 0;
  const channel = host.connect<unknown, string>({
    address: () => ({ path: "tables/a/live", query: { from: String(number) } }),
    message: (message) => messages.push(message),
    line: () => undefined,
    opened: (again) => opened.push(again),
  });
  await vi.advanceTimersByTimeAsync(0);
  newest().say({ kind: "ready" });
  const first = newest().last("connect");
  newest().say({ kind: "opened", channel: first.channel });
  newest().say({ kind: "message", channel: first.channel, text: '{"number":7}' });
  expect(channel.send("hello")).toBe(true);
  expect(newest().last("send").text).toBe('"hello"');
  number = 7;
  newest().onerror?.({ message: "boom" } as ErrorEvent);
  expect(channel.send("lost")).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  newest().say({ kind: "ready" });
  const again = newest().last("connect");
  expect(again.query).toEqual({ from: "7" });
  newest().say({ kind: "opened", channel: again.channel });
  expect([messages, opened]).toEqual([[{ number: 7 }], [false, true]]);
  channel.close();
  expect(newest().last("disconnect").channel).toBe(again.channel);
});

test("a worker that says nothing is asked, and then replaced", async () => {
  const host = makeHost();
  host.start();
  await vi.advanceTimersByTimeAsync(0);
  newest().say({ kind: "ready" });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(workers).toHaveLength(1); // nobody waits for anything
  const lost = host.request("POST", { path: "tables", query: {} }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(newest().kinds()).toContain("ping");
  newest().say({ kind: "pong" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await lost).toBeInstanceOf(Unreachable);
  expect(workers).toHaveLength(2);
});

test("a browser without WebAssembly is told so, and nothing is started", async () => {
  const host = makeHost(false);
  const error = (await host.request("GET", mine).catch((failure: unknown) => failure)) as Error;
  expect(error).toBeInstanceOf(Unreachable);
  expect(error.message).toContain("WebAssembly");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers).toEqual([]);
});

test("the browser is asked once to keep the games, when there is one", async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal("navigator", { storage: { persisted: () => Promise.resolve(false), persist } });
  const host = makeHost();
  for (let time = 0; time < 2; time += 1) {
    const created = host.request("POST", tables, {});
    newest().say({ kind: "ready" });
    newest().say({ kind: "answer", id: newest().last("request").id, status: 201, text: "{}" });
    await created;
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(persist).toHaveBeenCalledTimes(1);
});
