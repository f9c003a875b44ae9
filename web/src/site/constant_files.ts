/** Answers that never change and are the same for everybody; `build_site.py` writes them. */
const SAME = new Set(["games", "bots", "lessons", "figures", "health"]);
const NAME = /^[a-z0-9_]+$/;

/** The file that holds the answer to a request; null if only the tables know it. */
export function constantFile(path: string, query: Record<string, string>): string | null {
  if (SAME.has(path)) return `data/${path}.json`;
  const [page, game = "", ...rest] = path.split("/");
  if (rest.length > 0 || !NAME.test(game)) return null;
  if (page === "figures" && NAME.test(query.lang ?? "")) return `data/figures/${game}.${query.lang}.json`;
  return page === "puzzles" ? `data/puzzles/${game}.json` : null;
}
