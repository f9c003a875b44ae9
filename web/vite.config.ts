import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // The runtime of browser engines ships with the Python package, which writes the engines.
  resolve: {
    alias: { "@engine": new URL("../src/spielzug/wasm/engine.ts", import.meta.url).pathname },
  },
  // Relative addresses: a host may serve the client below any path.
  base: "./",
  build: {
    outDir: "../src/spielzug/server/static",
    emptyOutDir: true,
    target: "es2022",
    // Nothing is inlined: a strict content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } },
  },
  // One process for all files of tests is three times as fast as one for each.
  test: {
    include: ["src/**/*.test.ts"],
    // A test reads the style sheets as text; otherwise they are empty.
    css: { include: /\.css\?raw$/ },
    isolate: false,
    pool: "threads",
    setupFiles: ["./test-setup.ts"],
  },
});
