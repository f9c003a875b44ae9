/** The files of tests share one process: each leaves the globals as it found them. */
import { afterAll, vi } from "vitest";

const before = new Set(Object.getOwnPropertyNames(globalThis));

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!before.has(name)) Reflect.deleteProperty(globalThis, name);
});
