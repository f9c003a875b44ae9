import type { Entry } from "./types";

/** The log without what was taken back. */
export function standing(log: readonly Entry[]): Entry[] {
  const line: Entry[] = [];
  for (const item of log) {
    const to = item.back_to;
    if (to === null) line.push(item);
    else while (line.length > 0 && (line.at(-1)?.number ?? -1) >= to) line.pop();
  }
  return line;
}

/** What the others have done since the last decision of a seat, in sentences. */
export function newsFor(log: readonly Entry[], seat: number): string[] {
  const line = standing(log).filter(({ kind }) => kind === "decision");
  const last = line.map((item) => item.seat).lastIndexOf(seat);
  return line.slice(last + 1).flatMap(({ sentences }) => sentences);
}
