import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as Module from "./signing-keys.server";

const URL = "http://backend.test/auth/v1/.well-known/jwks.json";
const KEYS = { keys: [{ kty: "EC", kid: "one" }] };

let fetchKeys: typeof Module.fetchKeys;
let asked = 0;
let answer: () => Promise<Response>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  vi.resetModules();
  ({ fetchKeys } = await import("./signing-keys.server"));
  asked = 0;
  answer = async () => Response.json(KEYS);
  vi.stubGlobal("fetch", () => {
    asked += 1;
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks once for everybody, however many keys nobody has heard of are named", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetchKeys(URL)));
  for (const each of [...answers, await fetchKeys(URL)]) expect(await each.json()).toEqual(KEYS);
  expect(asked).toBe(1);
});

it("asks again after half a minute: a key that has been changed is found", async () => {
  await fetchKeys(URL);
  answer = async () => Response.json({ keys: [{ kty: "EC", kid: "two" }] });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await (await fetchKeys(URL)).json()).toEqual(KEYS);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await (await fetchKeys(URL)).json()).toEqual({ keys: [{ kty: "EC", kid: "two" }] });
  expect(asked).toBe(2);
});

it.each<[string, () => Promise<Response>]>([
  ["no answer", () => Promise.reject(new TypeError("fetch failed"))],
  ["500", async () => new Response("{}", { status: 500 })],
  ["a refusal", async () => Response.json({ message: "Invalid API key" }, { status: 401 })],
  ["404", async () => Response.json({ msg: "not found" }, { status: 404 })],
  ["somebody's page", async () => new Response("<html>")],
  ["something else", async () => Response.json({ keys: "none" })],
])("%s is no list of keys: it throws, and asks again at once", async (_, trouble) => {
  const right = answer;
  answer = trouble;
  await expect(fetchKeys(URL)).rejects.toThrow();
  answer = right;
  expect(await (await fetchKeys(URL)).json()).toEqual(KEYS);
  expect(asked).toBe(2);
});
