import { defaultClientConditions, mergeConfig, type Plugin } from "vite";
import { defineConfig } from "vitest/config";
import base from "./vite.config";

/** As the server sends it, and WebAssembly; `frame-ancestors` counts only in a header. */
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

/** Without a server that sends a policy, the page brings its own. */
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

/** Pyodide would load packages from its makers' server; there are none here, and no such address. */
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
