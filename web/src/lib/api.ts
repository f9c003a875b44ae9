import { settings } from "./settings.svelte";
import type {
  Accepted,
  Advice,
  Bot,
  Game,
  Invitation,
  Mine,
  NewTable,
  ProblemBody,
  Proof,
  Rematch,
  Replay,
  Snapshot,
} from "./types";

/** What the server refused, with its stable code and a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

/** The server cannot be reached at all. */
export class Unreachable extends Error {}

/** Addresses are relative to the page, so that a host may serve everything below any path. */
export function apiUrl(path: string, query: Record<string, string | number> = {}): URL {
  const url = new URL(`api/${path}`, document.baseURI);
  url.searchParams.set("lang", settings.lang);
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
  return url;
}

async function call<T>(
  path: string,
  body?: unknown,
  query: Record<string, string | number> = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(apiUrl(path, query), {
      method: body === undefined ? "GET" : "POST",
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unreachable();
  }
  if (response.ok) return (await response.json()) as T;
  const problem = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  // A proxy in between answers without a code of ours: the server itself is not there.
  if (response.status >= 502 && !problem.code) throw new Unreachable();
  throw new Refusal(
    problem.code ?? "unknown",
    response.status,
    problem.detail ?? problem.title ?? response.statusText,
  );
}

const at = (id: string, what = "") => `tables/${encodeURIComponent(id)}${what}`;

export const api = {
  games: () => call<Game[]>("games"),
  bots: () => call<Bot[]>("bots"),
  mine: () => call<Mine>("mine"),
  create: (table: NewTable) => call<Snapshot>("tables", table),
  table: (id: string, seat?: number) => call<Snapshot>(at(id), undefined, seat === undefined ? {} : { seat }),
  nonce: (id: string, nonce: string) => call<Snapshot>(at(id, "/nonce"), { nonce }),
  invitation: (token: string) => call<Invitation>("invitation", { token }),
  join: (token: string, name: string, nonce: string) => call<Snapshot>("join", { token, name, nonce }),
  decide: (id: string, number: number, seat: number, action: number) =>
    call<Accepted>(at(id, "/decide"), { number, seat, action }),
  hint: (id: string, number: number, seat: number) => call<Advice>(at(id, "/hint"), { number, seat }),
  undo: (id: string, number: number, seat: number) => call<Accepted>(at(id, "/undo"), { number, seat }),
  resign: (id: string, seat: number) => call<unknown>(at(id, "/resign"), { seat }),
  abandon: (id: string) => call<unknown>(at(id, "/abandon"), {}),
  leave: (id: string, seat: number) => call<unknown>(at(id, "/leave"), { seat }),
  comeBack: (id: string, seat: number) => call<unknown>(at(id, "/return"), { seat }),
  fill: (id: string, seat: number, bot: string) => call<unknown>(at(id, "/fill"), { seat, bot }),
  rematch: (id: string) => call<Rematch>(at(id, "/rematch"), {}),
  pace: (id: string, pace: number) => call<unknown>(at(id, "/pace"), { pace }),
  proof: (id: string) => call<Proof>(at(id, "/proof")),
  /** The piece of a replay that a step belongs to. */
  replay: (id: string, seat: number, from: number) =>
    call<Replay>(at(id, "/replay"), undefined, { seat, from }),
  recordUrl: (id: string) => apiUrl(at(id, "/record")).href,
};

/** This device's share of the luck: 16 random bytes in hex, made only after the commitment is known. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
