import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { clientAddressContext, responseHeadersContext } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { isFormLimited, refusesUnknownLink, waitInWords } from "./rate-limit.server";
import { openNotices } from "~/lib/http/notice.server";

function from(address: string | null): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, address);
  context.set(responseHeadersContext, new Headers());
  openNotices(context);
  return context;
}

it("counts a signed-in person as themselves, and a visitor by the address", async () => {
  for (let index = 0; index < env.POSTS_PER_MINUTE; index += 1) {
    expect(await isFormLimited(from("203.0.113.5"), "person 1")).toBe(false);
  }
  expect(await isFormLimited(from("203.0.113.6"), "person 1")).toBe(true);
  expect(await isFormLimited(from("203.0.113.5"), "person 2")).toBe(false);
  expect(await isFormLimited(from("203.0.113.5"))).toBe(false);
});

it("limits nobody under a server that names no address", async () => {
  for (let index = 0; index < 100; index += 1) expect(await isFormLimited(from(null))).toBe(false);
});

it.each([
  ["forms", isFormLimited],
  ["links that nobody was sent", refusesUnknownLink],
])("counts %s by the networks around an address as well", async (_, isRefused) => {
  const N = env.POSTS_PER_MINUTE;
  let through = 0;
  for (let place = 0; place < 6 * N; place += 1) {
    const context = from(`2001:db8:5:${(place * 97).toString(16)}::/64`);
    if (!(await isRefused(context))) through += 1;
  }
  expect(through).toBe(4 * N);
});

it.each([
  [1, "a second"],
  [60, "60 seconds"],
  [121, "3 minutes"],
  [7200, "120 minutes"],
  [86_000, "24 hours"],
])("says %d seconds as a person does", (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
