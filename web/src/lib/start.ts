import { api, Refusal } from "./api";
import { attend } from "./attend";
import { t } from "./i18n";
import { keep, keptOf, renewed } from "./kept.svelte";
import { hashOf } from "./luck";
import { notices } from "./notices.svelte";
import { go } from "./route";
import type { NewTable } from "./types";

/** How long a host may think before the waiting is explained. */
const PATIENCE = 1500;

/** Open a table and go there; false if that did not work, which has been said then. */
export async function startTable(wanted: NewTable): Promise<boolean> {
  // A host makes a game ready when it is first asked for; that can take a while, once.
  let release = (): void => {};
  const slow = setTimeout(() => (release = notices.hold(t("firing_up"))), PATIENCE);
  try {
    const kept = renewed(null);
    const table = await api.create({ ...wanted, hash: hashOf(kept.nonce) });
    // A new table has a name of its own: what was kept of another must not be forgotten.
    if (keptOf(table.id)) throw new Refusal("wrong_table", 409, t("wrong_table"));
    keep(table.id, { ...kept, commitment: table.commitment });
    // If nobody is waited for, the cards are dealt before the table is shown; else it goes on there.
    await attend(table).catch(() => undefined);
    go({ page: "table", id: table.id });
    return true;
  } catch (error) {
    notices.show(error instanceof Refusal ? error.message : t("unreachable"), "error");
    return false;
  } finally {
    clearTimeout(slow);
    release();
  }
}
