// Asks the worker in which bots think: node thinking.mjs ENGINES BUNDLE < questions.jsonl > answers.jsonl
import { createRequire } from "node:module";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, bundle] = process.argv.slice(2);
const web = resolve(dirname(fileURLToPath(import.meta.url)), "../../web");
await createRequire(`${web}/package.json`)("esbuild").build({
  entryPoints: [`${web}/src/site/thinking_worker.ts`],
  alias: { "@engine": `${web}/../src/spielzug/wasm/engine.ts` },
  bundle: true,
  format: "esm",
  outfile: bundle,
});

const bytes = (text) => new Uint8Array(Buffer.from(text, "base64"));
const packed = (name) => (/\.(wasm|net)$/.test(name) ? `${name}.gz` : name);
const hash = (data) => createHash("sha256").update(data).digest("hex");
const files = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(`${folder}/${name}`)])
    .map(([name, data]) => [`engines/${packed(name)}`, [data.length, hash(data)]]),
);
const fetched = [];
let onAnswer;
globalThis.self = globalThis;
// Node empties a port before it looks at anything else; in a browser every message is a task of its own.
globalThis.MessageChannel = class {
  port1 = {};
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
};
globalThis.postMessage = (answer) => onAnswer(answer);
globalThis.fetch = async (url) => {
  const name = String(url).split("/").at(-1);
  if (name === "build.json") return new Response(JSON.stringify({ build: "1", files }));
  fetched.push(name);
  const file = `${folder}/${name.replace(/\.gz$/, "")}`;
  if (!existsSync(file)) return new Response(null, { status: 404 });
  const data = readFileSync(file);
  return new Response(name.endsWith(".gz") ? gzipSync(data) : data);
};
await import(pathToFileURL(bundle));

for (const line of readFileSync(0, "utf-8").trim().split("\n")) {
  const { cancel, ...question } = JSON.parse(line);
  fetched.length = 0;
  const answer = new Promise((resolve) => (onAnswer = resolve));
  const [facts, hidden] = [bytes(question.facts), bytes(question.hidden)];
  const data = { ...question, facts, hidden, engines: "https://example.org/engines/" };
  self.onmessage({ data });
  if (cancel) setTimeout(() => self.onmessage({ data: { cancel: question.id } }), 5);
  console.log(JSON.stringify({ ...(await answer), fetched }));
}
process.exit();
