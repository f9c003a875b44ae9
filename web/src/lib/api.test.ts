import { expect, test, vi } from "vitest";
import { api, Refusal, Unreachable } from "./api";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));
vi.stubGlobal("document", { baseURI: "http://localhost/" });

function answering(body: string, status: number): void {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

test("a refusal has the server's code and sentence", async () => {
  answering(JSON.stringify({ code: "too_fast", detail: "Please wait." }), 429);
  const refusal = (await api.mine().catch((error: unknown) => error)) as Refusal;
  expect(refusal).toBeInstanceOf(Refusal);
  expect([refusal.code, refusal.message]).toEqual(["too_fast", "Please wait."]);
});

test("a page instead of an answer is not the server's", async () => {
  answering("<html>Please log in to this network</html>", 200);
  await expect(api.mine()).rejects.toBeInstanceOf(Unreachable);
  answering("<html>Bad gateway</html>", 502);
  await expect(api.mine()).rejects.toBeInstanceOf(Unreachable);
});
