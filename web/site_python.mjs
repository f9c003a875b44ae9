/** Writes Python for the static site into a folder: node site_python.mjs SOURCES FOLDER. See build_site.py. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { transform } from "esbuild";
import { loadPyodide } from "pyodide";

const [sources, folder] = process.argv.slice(2);
const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
await mkdir(folder, { recursive: true });

// The order of sets must not differ from build to build.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
const { FS } = python;
for (const [path, root] of [
  ["/sources", sources],
  ["/made", folder],
]) {
  FS.mkdir(path);
  FS.mount(FS.filesystems.NODEFS, { root }, path);
}
try {
  await python.runPythonAsync(await readFile(new URL("site_python.py", import.meta.url), "utf-8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

const loader = await readFile(join(pyodide, "pyodide.asm.mjs"), "utf-8");
const { code } = await transform(loader, { minify: true, format: "esm", target: "es2022" });
await writeFile(join(folder, "pyodide.asm.mjs"), code);
await copyFile(join(pyodide, "pyodide.asm.wasm"), join(folder, "pyodide.asm.wasm"));
// No packages are loaded; the rest of the file describes Python itself.
const lock = JSON.parse(await readFile(join(pyodide, "pyodide-lock.json"), "utf-8"));
await writeFile(join(folder, "pyodide-lock.json"), JSON.stringify({ info: lock.info, packages: {} }));
