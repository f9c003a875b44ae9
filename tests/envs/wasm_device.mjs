// Runs the rows of kernels as WebAssembly; each line is a request, see `wasm_device.py`.
import { createInterface } from "node:readline";

const PAGE = 65_536;
const modules = [];

async function load({ code }) {
  const { instance } = await WebAssembly.instantiate(Buffer.from(code, "base64"));
  modules.push(instance.exports);
  return Number(instance.exports.heap.value);
}

function launch({ module, name, rows, kinds, words, memory, at }) {
  const code = modules[module];
  const data = Buffer.from(memory, "base64");
  const missing = at + data.length - code.memory.buffer.byteLength;
  if (missing > 0) code.memory.grow(Math.ceil(missing / PAGE));
  const inside = new Uint8Array(code.memory.buffer, at, data.length);
  inside.set(data);
  const given = words.map((word, i) => (kinds[i] === "i64" ? BigInt(word) : Number(word)));
  for (let row = 0; row < rows; row++) code[name](BigInt(row), ...given);
  return Buffer.from(inside).toString("base64");
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log("code" in request ? await load(request) : launch(request));
}
