import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig, globalIgnores } from "eslint/config";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  // Written by wire.py.
  globalIgnores(["src/lib/wire.ts"]),
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      // As the compiler has it: what begins with an underscore is left out on purpose.
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // TypeScript knows better what is defined.
      "no-undef": "off",
      // A component that is given props and needs none of them says `let {}: Props = $props()`.
      "no-empty-pattern": "off",
      // {" "} is no useless mustache: Svelte drops a plain space at the end of a block.
      "svelte/no-useless-mustaches": "off",
      // A map that only keeps what was asked or seen is plain on purpose: nothing is drawn from it.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["site_python.mjs"],
    languageOptions: { globals: { console: "readonly", process: "readonly", URL: "readonly" } },
  },
  {
    files: ["public/sw.js"],
    languageOptions: {
      globals: {
        self: "readonly",
        caches: "readonly",
        fetch: "readonly",
        Request: "readonly",
        URL: "readonly",
      },
    },
  },
);
