import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { clientAddressContext, responseHeadersContext } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { isLockedOut, isFormLimited, recordFailedLogin, forgetFailedLogins } from "./rate-limit.server";
import { openNotices } from "~/lib/http/notice.server";

function from(address: string | null): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, address);
  context.set(responseHeadersContext, new Headers());
  openNotices(context);
  return context;
}

async function failTimes(count: number, address: string, account: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1) await recordFailedLogin(from(address), account(index));
}

it("a stranger's wrong passwords shut the stranger out, and nobody else", async () => {
  await failTimes(env.POSTS_PER_MINUTE, "203.0.113.1", () => "Ann@example.com ");
  const stranger = from("203.0.113.1");
  expect(await isLockedOut(stranger, "ann@example.com")).toBe(true);
  expect(Number(stranger.get(responseHeadersContext).get("Retry-After"))).toBeGreaterThan(60);
  expect(await isLockedOut(from("203.0.113.1"), "bob@example.com")).toBe(false);
  expect(await isLockedOut(from("203.0.113.2"), "ann@example.com")).toBe(false);
});

it("only failures count, and the right password makes up for them", async () => {
  await failTimes(env.POSTS_PER_MINUTE - 1, "203.0.113.3", () => "cleo@example.com");
  for (let index = 0; index < 50; index += 1) {
    expect(await isLockedOut(from("203.0.113.3"), "cleo@example.com")).toBe(false);
  }
  await forgetFailedLogins(from("203.0.113.3"), "cleo@example.com");
  await failTimes(env.POSTS_PER_MINUTE - 1, "203.0.113.3", () => "cleo@example.com");
  expect(await isLockedOut(from("203.0.113.3"), "cleo@example.com")).toBe(false);
});

it("holds up an address that tries one password on many accounts", async () => {
  await failTimes(env.POSTS_PER_MINUTE * 3, "203.0.113.4", (index) => `person-${index}@example.com`);
  expect(await isLockedOut(from("203.0.113.4"), "untouched@example.com")).toBe(true);
});

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
  expect(await isLockedOut(from(null), "ann@example.com")).toBe(false);
});
