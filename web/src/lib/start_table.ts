import { host } from "#host";
import { api, errorText, Refusal } from "./api";
import { commitAndReveal } from "./commit_reveal";
import { catalog } from "./catalog.svelte";
import { t } from "./i18n";
import { saveStartRecord, loadStartRecord, renewStartRecord } from "./start_records.svelte";
import { hashOf } from "./luck";
import { toasts } from "./toasts.svelte";
import { go } from "./route";
import { settings } from "./settings.svelte";
import type { Game, NewTable } from "./types";

/** Milliseconds before a notice explains the wait. */
const PATIENCE = 1500;

/**
 * Creates a table and opens it, unless the reader has gone elsewhere meanwhile; returns false after showing an error.
 *
 * @param first the action of a decision to play at once, in a game that starts from a position
 * @param hasLeft whether the reader has left without going to another page: the dialog is closed
 */
export async function startTable(
  wanted: NewTable,
  first: number | null = null,
  hasLeft = () => false,
): Promise<boolean> {
  const here = location.hash;
  // A host compiles a game when it is first used, which can take a while.
  let release = (): void => {};
  const slow = setTimeout(() => host.can.progress || (release = toasts.pin(t("firing_up"))), PATIENCE);
  try {
    const id = wanted.from ? await createFromPosition(wanted, first) : await createDealt(wanted);
    if (location.hash === here && !hasLeft()) go({ page: "table", id });
    return true;
  } catch (error) {
    toasts.show(errorText(error), "error");
    return false;
  } finally {
    clearTimeout(slow);
    release();
  }
}

/** A table with the fewest bots the game allows. */
export function startAgainstBot(game: Game, bot: string): Promise<boolean> {
  const others = Math.max(2, Math.min(...game.seats)) - 1;
  return startTable({
    game: game.name,
    options: {},
    seats: [
      { kind: "me", name: settings.name },
      ...Array.from({ length: others }, () => ({ kind: "bot" as const, bot })),
    ],
    pace: 700,
  });
}

/** A first game after the lessons, against the beginner bot. */
export const startAgainstBeginner = (game: Game): Promise<boolean> =>
  startAgainstBot(game, catalog.beginnerBot);

async function createDealt(wanted: NewTable): Promise<string> {
  const kept = renewStartRecord(null);
  const table = await api.create({ ...wanted, hash: hashOf(kept.nonce) });
  // A new table must have a new id: an existing record must not be overwritten.
  if (loadStartRecord(table.id)) throw new Refusal("wrong_table", 409, t("wrong_table"));
  saveStartRecord(table.id, { ...kept, commitment: table.commitment });
  // If no other device is needed, the deal happens before the table opens; otherwise it continues there.
  await commitAndReveal(table).catch(() => undefined);
  return table.id;
}

/** A game from a position has no deal: no nonce is needed, and no record is stored. */
async function createFromPosition(wanted: NewTable, first: number | null): Promise<string> {
  const table = await api.create(wanted);
  if (first !== null && table.actor === table.seat)
    // An illegal first decision is reported, but the table exists all the same.
    await api.decide(table.id, table.number, table.seat, first).catch((error: unknown) => {
      if (error instanceof Refusal) toasts.show(error.message, "error");
    });
  return table.id;
}
