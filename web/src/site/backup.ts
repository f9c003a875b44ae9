import { addressFor, Refusal } from "../lib/api";
import { saveFile } from "../lib/files";
import type { Host } from "../lib/host";
import { go } from "../lib/route";
import { settings } from "../lib/settings.svelte";
import { say } from "./texts";

/** A file with everything a person has in this browser. */
export interface Backup {
  kind: typeof KIND;
  version: 1;
  /** The tables, as their worker wrote them. */
  tables: string;
  /** What the pages keep beside them: results, settings, learning progress, random numbers of starts. */
  stored: Record<string, unknown>;
}

const KIND = "spielzug-backup";
const PREFIX = "spielzug.";

/** In bytes; nobody has to wait while a much larger file is read that cannot be ours. */
const LARGEST = 50_000_000;

export async function saveEverything(host: Host): Promise<void> {
  const tables = await ask(host, "GET", "export");
  const backup: Backup = { kind: KIND, version: 1, tables, stored: readAll() };
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`spielzug-${day}.json`, "application/json", JSON.stringify(backup));
}

/** Opens a backup or a record, whichever it is; returns the sentence to show, if any. */
export async function openFile(host: Host, file: File): Promise<string | null> {
  if (file.size > LARGEST) throw new Refusal("unknown_file", 422, say("files_unknown"));
  const text = await file.text();
  const backup = readBackup(text);
  if (backup !== null) {
    await ask(host, "POST", "import", { text: backup.tables });
    for (const [key, value] of Object.entries(backup.stored)) addStored(key, value);
    showName();
    return say("files_read");
  }
  if (text.trimStart().startsWith("{")) throw new Refusal("unknown_file", 422, say("files_unknown"));
  const { table } = JSON.parse(await ask(host, "POST", "records", { text })) as { table: string };
  go({ page: "replay", id: table, step: null, seat: null });
  return null;
}

async function ask(host: Host, method: "GET" | "POST", path: string, body?: unknown): Promise<string> {
  const { status, text } = await host.request(method, addressFor(path), body);
  if (status < 300) return text;
  let problem: { code?: string; detail?: string };
  try {
    problem = JSON.parse(text) as typeof problem;
  } catch {
    problem = {};
  }
  throw new Refusal(problem.code ?? "unknown", status, problem.detail || say("files_unknown"));
}

export function readBackup(text: string): Backup | null {
  try {
    const found = JSON.parse(text) as Partial<Backup> | null;
    const fits = found?.kind === KIND && found.version === 1 && typeof found.tables === "string";
    return fits && typeof found.stored === "object" && found.stored !== null ? (found as Backup) : null;
  } catch {
    return null;
  }
}

function readAll(): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let n = 0; n < localStorage.length; n += 1) {
    const key = localStorage.key(n) ?? "";
    const value = key.startsWith(PREFIX) ? parsed(localStorage.getItem(key)) : undefined;
    if (value !== undefined) found[key] = value;
  }
  return found;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return undefined; // left out: pages could not read it either
  }
}

/** What is here already stays; the rest is added. */
function addStored(key: string, value: unknown): void {
  if (!key.startsWith(PREFIX)) return;
  const here = parsed(localStorage.getItem(key));
  localStorage.setItem(key, JSON.stringify(here === undefined ? value : merged(here, value)));
}

/** The other settings count from the next visit on. */
function showName(): void {
  const stored = parsed(localStorage.getItem(`${PREFIX}settings`));
  if (isFields(stored) && typeof stored.name === "string") settings.save({ name: stored.name });
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists are joined, by `id` where their entries have one; of two single values the one here is kept. */
export function merged(here: unknown, added: unknown): unknown {
  if (Array.isArray(here) && Array.isArray(added)) {
    const nameOf = (one: unknown): string => JSON.stringify(isFields(one) && "id" in one ? one.id : one);
    const known = new Set(here.map(nameOf));
    return [...here, ...added.filter((one) => !known.has(nameOf(one)))];
  }
  if (!isFields(here) || !isFields(added)) return here;
  const all = Object.keys({ ...added, ...here });
  return Object.fromEntries(
    all.map((key) => [
      key,
      key in here && key in added ? merged(here[key], added[key]) : (here[key] ?? added[key]),
    ]),
  );
}
