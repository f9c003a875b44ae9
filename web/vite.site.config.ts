import { defaultClientConditions, mergeConfig, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import base from "./vite.config";

/** The server's policy, plus WebAssembly; `frame-ancestors` only works in a header. */
const CSP = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const ASSET = "assets/[name]-[hash].js";

/** No server sends the policy, so the page contains it. */
const site: Plugin = {
  name: "spielzug-site",
  transformIndexHtml: (html) => ({
    html,
    tags: [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: CSP },
        injectTo: "head-prepend",
      },
    ],
  }),
};

/** Removes the address from which Pyodide would load packages: there are none here. */
const ownOrigin = (): Plugin => ({
  name: "spielzug-own-origin",
  transform: (code, id) =>
    id.includes("/pyodide/")
      ? { code: code.replace(/https:\/\/cdn\.jsdelivr\.net\/pyodide\/[^`"']*/, ""), map: null }
      : null,
});

/** The static site: the client with its tables in a worker. `make site` adds the files that Python writes. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: [site],
    resolve: { conditions: ["site", ...defaultClientConditions] },
    build: {
      outDir: "../site",
      rollupOptions: {
        input: { index: "index.html", sw: "src/site/service_worker.ts" },
        // Its address must stay the same, and whatever it manages lies below it.
        output: {
          entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : ASSET),
          // The service worker keeps a board once it has been used.
          chunkFileNames: ({ facadeModuleId }) => {
            const game = /\/src\/games\/([^/]+)\//.exec(facadeModuleId ?? "")?.[1];
            return game === undefined ? ASSET : `games/${game}-[name]-[hash].js`;
          },
        },
      },
    },
    worker: { format: "es", plugins: () => [ownOrigin()] },
  }),
);
