/// <reference types="vite/client" />
import { expect, test } from "vitest";

/**
 * Colours and font sizes are custom properties, defined in `app.css` and each game's `theme.css`; all other files use
 * their names.
 */
const SOURCES = import.meta.glob<string>(["./**/*.svelte", "./**/*.css", "./**/*.ts", "!./**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const DEFINES = /(^|\/)(app|theme|poster)\.css$/;

/** In stylesheets and attributes; `transparent`, `currentColor` and `none` do not count. */
const COLOUR =
  /(?<![{&\w])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![\w-])|(?<![\w.-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/gi;
const NAMED =
  /(?<![\w-])(?:fill|stroke|color|background|border|outline|box-shadow|text-shadow)(?:-[a-z]+)*\s*[:=][^;{}>]*?(?<![\w-])(black|white|silver|gr[ae]y|red|maroon|brown|orange|gold|yellow|olive|lime|green|teal|cyan|aqua|blue|navy|purple|violet|magenta|pink|beige|ivory|tan|crimson|tomato)(?![\w-])/gi;
const SIZE = /(?<![\w-])font(?:-size)?\s*:\s*([^;{}]+)/g;
const SIZE_ATTRIBUTE = /(?<![\w-])(?:font-size="[^"]*"|font-size=\{\s*[\d.]+\s*\})/g;

const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\/|<!--[^]*?-->|(?<=^|\s)\/\/.*$/gm, "");
const withoutTokens = (text: string) => text.replace(/(?<![\w-])--[\w-]+\s*:[^;{}]*;/g, "");

/** The literal colours in a file; in a token file only those that are not a token's value. */
export function literalColours(path: string, text: string): string[] {
  const code = withoutComments(text);
  const rest = DEFINES.test(path) ? withoutTokens(code) : code;
  return [...(rest.match(COLOUR) ?? []), ...[...rest.matchAll(NAMED)].map(([, name]) => name ?? "")];
}

/**
 * The literal font sizes in a file. Allowed are tokens, `calc` with a drawing's unit, and `clamp` between two tokens
 * with a viewport unit. Line heights and sizes computed by scripts are not checked.
 */
export function literalSizes(path: string, text: string): string[] {
  const code = withoutComments(text);
  const styles = path.endsWith(".svelte") ? (/<style[^>]*>([^]*)<\/style>/.exec(code)?.[1] ?? "") : code;
  const found = path.endsWith(".ts") ? [] : [...styles.matchAll(SIZE)].map(([, value]) => value ?? "");
  return [
    ...found.filter((value) =>
      /(?<![\w.-])(?:\d*\.)?\d+(?:rem|r?em|px|pt|%)|(?<![\w-])(?:x*-?small|medium|x*-?large|smaller|larger)(?![\w-])/.test(
        value.replace(/\/\s*[\d.]+(?:rem|px)?/g, "").replace(/var\((--[\w-]+),[^()]*\)/g, "$1"),
      ),
    ),
    ...(code.match(SIZE_ATTRIBUTE) ?? []),
  ];
}

const all = (find: (path: string, text: string) => string[]) =>
  Object.entries(SOURCES).flatMap(([path, text]) => find(path, text).map((what) => `${path}: ${what}`));

test("colours have names", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  expect(all(literalColours)).toEqual([]);
});

test("sizes of letters are steps of the scale", () => {
  expect(all(literalSizes)).toEqual([]);
});

test("every name that is used without a value of its own is defined", () => {
  const text = Object.values(SOURCES).join("\n");
  const defined = new Set([...text.matchAll(/(--[\w-]+)(?=\s*:|=|")/g)].map(([, name]) => name));
  const used = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name ?? "");
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});

test("a colour or a size without a name is found", () => {
  const style = (rule: string) => `<p>{#if a}#1{/if}</p>\n<style>\n  p {\n    ${rule}\n  }\n</style>`;
  const colours = (rule: string) => literalColours("./a.svelte", style(rule));
  const sizes = (rule: string) => literalSizes("./a.svelte", style(rule));
  expect(colours("color: var(--ink); /* like #fff */ background: transparent;")).toEqual([]);
  expect(colours("color: #abc;")).toEqual(["#abc"]);
  expect(colours("--mine: rgb(0 0 0 / 0.5);")).toEqual(["rgb(0 0 0 / 0.5)"]);
  expect(colours("border: 1px solid black;")).toEqual(["black"]);
  expect(literalColours("./a.svelte", '<path fill="#22302a" />')).toEqual(["#22302a"]);
  expect(literalColours("./a.svelte", '<path fill="white" />')).toEqual(["white"]);
  expect(literalColours("./a.ts", 'const COLOURS = ["#d3a23c"];')).toEqual(["#d3a23c"]);
  expect(literalColours("./app.css", ":root {\n  --ink: #222;\n}\np {\n  color: #333;\n}")).toEqual(["#333"]);
  expect(sizes("font: 700 var(--text-1)/1.2rem var(--sans);")).toEqual([]);
  expect(sizes("font-size: clamp(var(--text-1), 8cqi, var(--text-2));")).toEqual([]);
  expect(sizes("font: 600 calc(var(--card, 106px) * var(--part)) / 1 var(--sans);")).toEqual([]);
  expect(sizes("font-size: 0.9rem;")).toEqual(["0.9rem"]);
  expect(sizes("font: 700 12px/1 var(--sans);")).toEqual(["700 12px/1 var(--sans)"]);
  expect(sizes("font-size: larger;")).toEqual(["larger"]);
  expect(literalSizes("./a.svelte", '<text font-size="19">1</text>')).toEqual(['font-size="19"']);
});
