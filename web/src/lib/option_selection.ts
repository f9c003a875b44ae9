import type { Option, OptionEntry } from "./types";

/** Options that select several entries from a list, in the server's format: "AM-BT-CC", or "none". */
export const NONE = "none";

export const splitCodes = (value: string): string[] =>
  value === NONE || value === "" || value === "0" ? [] : value.split("-");

/** In list order, so that equal selections are written alike. */
export function joinCodes(chosen: readonly string[], all: readonly string[]): string {
  return all.filter((code) => chosen.includes(code)).join("-") || NONE;
}

export const toggleCode = (chosen: readonly string[], code: string): string[] =>
  chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code];

export function fillAtRandom(
  chosen: readonly string[],
  all: readonly string[],
  choose: number,
  random: () => number = Math.random,
): string[] {
  const rest = all.filter((code) => !chosen.includes(code));
  const filled = [...chosen];
  while (filled.length < choose && rest.length > 0)
    filled.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return filled;
}

export const isSelection = (option: Option): boolean => !!option.choose && !!option.of?.length;

/** Whether to show an option: selections only where another option asks for them, and nothing with a single value. */
export function isOptionShown(option: Option, values: Record<string, string | number>): boolean {
  const onlyOne = option.low === option.high; // no choice, like cards when no file is loaded
  return isSelection(option) ? Object.values(values).includes("chosen") : !onlyOne;
}

/** The values allowed with the chosen set of cards or boards; null if all are. */
export function allowedValues(option: Option, values: Record<string, string | number>): string[] | null {
  return option.only?.[String(values.set)] ?? null;
}

/** The entries of a selection, named as in the chosen set. */
export function entriesOf(option: Option, values: Record<string, string | number>): OptionEntry[] {
  const renamed = option.renamed?.[String(values.set)] ?? {};
  return (option.of ?? []).map(({ code, titles }) => ({ code, titles: renamed[code] ?? titles }));
}

/** The values after a change; another set starts with the first of its own entries. */
export function withOption(
  options: readonly Option[],
  values: Record<string, string | number>,
  name: string,
  value: string,
): Record<string, string | number> {
  const after = { ...values, [name]: value };
  if (name !== "set") return after;
  const first = options.flatMap((option) => {
    const fits = allowedValues(option, after);
    return fits?.[0] === undefined ? [] : [[option.name, fits[0]]];
  });
  return { ...after, ...Object.fromEntries(first) };
}

/** The values to send: a selection that is not shown stays empty. */
export function optionsToSend(
  options: readonly Option[],
  values: Record<string, string | number>,
): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const option = options.find((one) => one.name === name);
      const empty = option && isSelection(option) && !isOptionShown(option, values);
      return [name, empty ? NONE : value];
    }),
  );
}

/** Whether every selection that is shown is complete. */
export function isComplete(options: readonly Option[], values: Record<string, string | number>): boolean {
  return options.every(
    (option) =>
      !isSelection(option) ||
      !isOptionShown(option, values) ||
      splitCodes(String(values[option.name])).length === option.choose,
  );
}
