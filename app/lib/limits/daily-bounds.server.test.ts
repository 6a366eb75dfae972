import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { responseHeadersContext } from "~/lib/http/context";
import { secondsToTomorrow, tellTomorrow } from "./daily-bounds.server";

it.each([
  ["2026-11-23T00:00:00Z", 86_400],
  ["2026-11-23T23:00:00Z", 3600],
  ["2026-11-23T23:59:59.999Z", 1],
])("at %s tomorrow is %d seconds away", (now, seconds) => {
  expect(secondsToTomorrow(Date.parse(now))).toBe(seconds);
});

it.each([
  ["too_many_messages", 429, true],
  ["too_many", 429, true],
  ["too_soon", 429, false],
  ["too_many_drafts", 422, false],
] as const)("%s (%d) waits until then: %s", (message, status, isDaily) => {
  const context = new RouterContextProvider();
  context.set(responseHeadersContext, new Headers());
  tellTomorrow(context, { ok: false, message, status });
  expect(context.get(responseHeadersContext).has("Retry-After")).toBe(isDaily);
});
