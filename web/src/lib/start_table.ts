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

/** How long a host may think before the waiting is explained. */
const PATIENCE = 1500;

/**
 * Open a table and go there; false if that did not work, which has been said then.
 *
 * @param first what the own seat decides at once, where the game begins in a position of its turn
 */
export async function startTable(wanted: NewTable, first: number | null = null): Promise<boolean> {
  // A host makes a game ready when it is first asked for; that can take a while, once.
  let release = (): void => {};
  const slow = setTimeout(() => (release = toasts.pin(t("firing_up"))), PATIENCE);
  try {
    const id = wanted.from ? await createFromPosition(wanted, first) : await createDealt(wanted);
    go({ page: "table", id });
    return true;
  } catch (error) {
    toasts.show(errorText(error), "error");
    return false;
  } finally {
    clearTimeout(slow);
    release();
  }
}

/** A table with as few bots as the game allows. */
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

/** The first game of one who has just learnt it: against those who slip often. */
export const startAgainstBeginner = (game: Game): Promise<boolean> =>
  startAgainstBot(game, catalog.beginnerBot);

async function createDealt(wanted: NewTable): Promise<string> {
  const kept = renewStartRecord(null);
  const table = await api.create({ ...wanted, hash: hashOf(kept.nonce) });
  // A new table has a name of its own: what was kept of another must not be forgotten.
  if (loadStartRecord(table.id)) throw new Refusal("wrong_table", 409, t("wrong_table"));
  saveStartRecord(table.id, { ...kept, commitment: table.commitment });
  // If nobody is waited for, the cards are dealt before the table is shown; else it goes on there.
  await commitAndReveal(table).catch(() => undefined);
  return table.id;
}

/** A game that is not dealt is there at once: no device adds to its luck, so nothing is kept of it. */
async function createFromPosition(wanted: NewTable, first: number | null): Promise<string> {
  const table = await api.create(wanted);
  if (first !== null && table.actor === table.seat)
    // What cannot be done now is said, and the table is there all the same.
    await api.decide(table.id, table.number, table.seat, first).catch((error: unknown) => {
      if (error instanceof Refusal) toasts.show(error.message, "error");
    });
  return table.id;
}
