// Runs `page_tasks.py` in Pyodide: node pyodide.mjs ENGINES GAME < tasks.jsonl > answers
// A task is [function, ...arguments]; its answer is every text that the function yields, as one line of JSON.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, game] = process.argv.slice(2);
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { loadPyodide } = await import(pathToFileURL(`${root}/web/node_modules/pyodide/pyodide.mjs`));
const { Engine } = await import(pathToFileURL(`${folder}/js/engine.js`));

const description = JSON.parse(readFileSync(`${folder}/${game}.json`, "utf-8"));
const engine = await Engine.load(readFileSync(`${folder}/${game}.wasm`), description);
const net = `${folder}/${game}.net`;
if (existsSync(net)) engine.loadNets(new Uint8Array(readFileSync(net)));

const python = await loadPyodide();
python.FS.mkdir("/project");
python.FS.mount(python.FS.filesystems.NODEFS, { root }, "/project");
python.globals.set("engine", engine);
python.globals.set("name", game);
python.runPython(`
import json, os, sys
os.chdir("/project")
for package in ("numpy", "numba", "llvmlite", "pydantic", "yaml"):
    sys.modules[package] = None
sys.path[:0] = ["/project/src", "/project/tests"]
from spielzug.browser.engine import BrowserEngine
from spielzug.games import get_game
from wasm import page_tasks
game = get_game(name)
game.use_engine(BrowserEngine(game, engine))

def answer(line):
    function, *given = json.loads(line)
    return json.dumps(list(getattr(page_tasks, function)(*given)))
`);
const answer = python.globals.get("answer");
for (const line of readFileSync(0, "utf-8").trim().split("\n")) process.stdout.write(`${answer(line)}\n`);
