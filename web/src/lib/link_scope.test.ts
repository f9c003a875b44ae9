import { expect, test } from "vitest";
import { linkScope } from "./link_scope";

test.each([
  ["http://127.0.0.1:8765/#/join/x", "here"],
  ["http://localhost:8765/#/join/x", "here"],
  ["http://[::1]:8765/#/join/x", "here"],
  ["http://192.168.1.7:8765/#/join/x", "network"],
  ["http://10.0.0.7/#/join/x", "network"],
  ["http://172.16.0.1/#/join/x", "network"],
  ["http://172.32.0.1/#/join/x", "everywhere"],
  ["http://eisenbahn.local:8765/#/join/x", "network"],
  ["http://eisenbahn:8765/#/join/x", "network"],
  ["http://[fd12::1]:8765/#/join/x", "network"],
  ["http://[2a00::1]:8765/#/join/x", "everywhere"],
  ["http://203.0.113.9/#/join/x", "everywhere"],
  ["https://games.example.org/#/join/x", "everywhere"],
])("%s reaches %s", (link, reach) => {
  expect(linkScope(link)).toBe(reach);
});
