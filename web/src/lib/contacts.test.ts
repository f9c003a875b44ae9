import { afterEach, describe, expect, it, vi } from "vitest";
import { keyBytes, pushTrouble } from "./contacts.svelte";

afterEach(() => vi.unstubAllGlobals());

/** A fake browser: secure context, push support, and the permission given. */
function browser(secure: boolean, able: boolean, permission: string): void {
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("navigator", { serviceWorker: {} });
  if (!able) return;
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", { permission });
}

describe("notifications in a browser", () => {
  it.each([
    [false, true, "granted", "push_needs_https"],
    [true, false, "default", "push_unknown"],
    [true, true, "denied", "push_denied"],
    [true, true, "default", null],
    [true, true, "granted", null],
  ])("secure %s, able %s, %s: %s", (secure, able, permission, expected) => {
    browser(secure, able, permission);
    expect(pushTrouble()).toBe(expected);
  });

  it("take a key as it is written in addresses", () => {
    expect([...keyBytes("-_8A")]).toEqual([251, 255, 0]);
    expect([...keyBytes("AQ")]).toEqual([1]);
  });
});
