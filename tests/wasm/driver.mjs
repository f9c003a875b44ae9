// Runs tasks on a browser engine: node driver.mjs FOLDER GAME [BUILD] < tasks.jsonl > answers.jsonl
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { answers } from "./tasks.mjs";

const [folder, game, build = "wasm"] = process.argv.slice(2);
const { load, description } = await import(pathToFileURL(`${folder}/js/${game}.js`));
const engine = await load(readFileSync(`${folder}/${game}.${build}`));
const file = `${folder}/${game}.net`;
const nets = existsSync(file) ? new Uint8Array(readFileSync(file)) : null;
process.stdout.write(`${await answers({ engine, description, nets }, readFileSync(0, "utf-8"))}\n`);
