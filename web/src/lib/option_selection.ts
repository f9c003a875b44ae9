import type { Option, OptionEntry } from "./types";

/** Options that are several out of a list, as the server writes them: "AM-BT-CC", or "none". */
export const NONE = "none";

export const splitCodes = (value: string): string[] =>
  value === NONE || value === "" || value === "0" ? [] : value.split("-");

/** In the order of the list, so that the same choice is always written the same way. */
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

/** A selection is asked for only where another option says that it is chosen; what can only be one thing is not asked. */
export function isOptionShown(option: Option, values: Record<string, string | number>): boolean {
  const onlyOne = option.low === option.high; // nothing to choose, like cards when no file is loaded
  return isSelection(option) ? Object.values(values).includes("chosen") : !onlyOne;
}

/** The values that go with the chosen set of cards or boards; null where every value does. */
export function allowedValues(option: Option, values: Record<string, string | number>): string[] | null {
  return option.only?.[String(values.set)] ?? null;
}

/** The entries of a selection as the chosen set calls them. */
export function entriesOf(option: Option, values: Record<string, string | number>): OptionEntry[] {
  const renamed = option.renamed?.[String(values.set)] ?? {};
  return (option.of ?? []).map(({ code, titles }) => ({ code, titles: renamed[code] ?? titles }));
}

/** The values after one was changed: another set begins with the first of what it has. */
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

/** What is sent: a selection that is not asked for stays empty. */
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

/** Whether every selection that is asked for is complete. */
export function isComplete(options: readonly Option[], values: Record<string, string | number>): boolean {
  return options.every(
    (option) =>
      !isSelection(option) ||
      !isOptionShown(option, values) ||
      splitCodes(String(values[option.name])).length === option.choose,
  );
}
