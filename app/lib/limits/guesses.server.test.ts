import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { clientAddressContext, responseHeadersContext } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { countGuess, rememberNetwork } from "./guesses.server";
import { openNotices } from "~/lib/http/notice.server";

const N = env.POSTS_PER_MINUTE;

function from(address: string | null): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(clientAddressContext, address);
  context.set(responseHeadersContext, new Headers());
  openNotices(context);
  return context;
}

/** Guesses wrong so many times. @returns how many of them may be tried */
async function guess(count: number, address: (place: number) => string, account: (place: number) => string) {
  let tried = 0;
  for (let place = 0; place < count; place += 1) {
    if (await countGuess(from(address(place)), account(place))) tried += 1;
  }
  return tried;
}

const always = (text: string) => () => text;
const isRefused = async (address: string, account: string) => {
  const counted = await countGuess(from(address), account);
  await counted?.wasNone();
  return counted === undefined;
};

it("a stranger's wrong passwords shut the stranger out, and nobody else", async () => {
  expect(await guess(N + 5, always("203.0.113.1"), always("Ann@example.com "))).toBe(N);
  const stranger = from("203.0.113.1");
  expect(await countGuess(stranger, "ann@example.com")).toBeUndefined();
  expect(Number(stranger.get(responseHeadersContext).get("Retry-After"))).toBeGreaterThan(60);
  expect(await isRefused("203.0.113.1", "bob@example.com")).toBe(false);
  expect(await isRefused("203.0.113.2", "ann@example.com")).toBe(false);
});

it("only failures count, and the right password makes up for those of its address", async () => {
  await guess(N - 1, always("203.0.113.3"), always("cleo@example.com"));
  for (let index = 0; index < 50; index += 1) expect(await isRefused("203.0.113.3", "cleo@example.com")).toBe(false);
  await (await countGuess(from("203.0.113.3"), "cleo@example.com"))?.wasRight();
  expect(await guess(N + 5, always("203.0.113.3"), always("cleo@example.com"))).toBe(N);
});

it("holds up an address that tries one password on many accounts, and not by what it was refused", async () => {
  const account = (place: number) => `person-${place}@example.com`;
  expect(await guess(N * 3 + 5, always("203.0.114.4"), account)).toBe(N * 3);
  expect(await isRefused("203.0.114.4", "untouched@example.com")).toBe(true);
  // Whoever types a forgotten password again and again does not shut out their office.
  await guess(N * 10, always("203.0.114.5"), always("forgetful@example.com"));
  expect(await isRefused("203.0.114.5", "untouched@example.com")).toBe(false);
});

it.each([
  [
    "one account from a /56",
    (place: number) => `2001:db8:1:${(place % 256).toString(16)}::/64`,
    always("dev@example.com"),
    2 * N,
  ],
  [
    "one account from a /48",
    (place: number) => `2001:db8:2:${(place * 97).toString(16)}::/64`,
    always("eve@example.com"),
    4 * N,
  ],
  ["any account from a /56", (place: number) => `2001:db8:3:${(place % 256).toString(16)}::/64`, String, 6 * N],
  ["any account from a /48", (place: number) => `2001:db8:4:${(place * 97).toString(16)}::/64`, String, 12 * N],
  ["any account from a /24", (place: number) => `203.0.115.${place % 256}`, String, 12 * N],
])("%s is guessed at so often, from however many addresses", async (_, address, account, most) => {
  expect(await guess(14 * N, address, account)).toBe(most);
});

it("one account is guessed at so often in a day from everywhere, also at once, and its owner gets in where they have before", async () => {
  const account = "owner@example.com";
  for (const home of ["198.51.100.1", "2001:db8:77:1::/64"]) await rememberNetwork(from(home), account);
  const guesses = await Promise.all(
    Array.from({ length: N * 20 }, (_, place) =>
      countGuess(from(`10.${place % 200}.${place}.1`), ` ${account.toUpperCase()}`),
    ),
  );
  expect(guesses.filter((each) => each !== undefined)).toHaveLength(N * 10);
  const elsewhere = from("2001:db8:99:1::/64");
  expect(await countGuess(elsewhere, account)).toBeUndefined();
  expect(Number(elsewhere.get(responseHeadersContext).get("Retry-After"))).toBeGreaterThan(3600);
  // At home, and elsewhere in the networks around it: a phone has another address each hour.
  for (const home of ["198.51.100.1", "198.51.100.9", "2001:db8:77:1::/64", "2001:db8:77:ff00::/64"]) {
    expect(await isRefused(home, account), home).toBe(false);
  }
  expect(await isRefused("2001:db8:99:1::/64", "another@example.com")).toBe(false);
  // Neighbours of a home are bounded there, and do not hold up the home itself.
  expect(await guess(100, (place) => `198.51.100.${place + 20}`, always(account))).toBe(4 * N);
  expect(await isRefused("198.51.100.77", account)).toBe(true);
  expect(await isRefused("198.51.100.1", account)).toBe(false);
});

it("an attacker gains no guess at another account by signing in to their own, from however many networks", async () => {
  const address = (place: number) => `2001:db8:5:${(place % 65_536).toString(16)}::/64`;
  for (let place = 0; place < 65_536; place += 1) await rememberNetwork(from(address(place)), "mallory@example.com");
  expect(await guess(20 * N, (place) => address(place * 97), always("victim@example.com"))).toBe(4 * N);
});

it("guesses in a network that is the owner's count in those around it, and those around it do not stop them", async () => {
  const account = "guest@example.com";
  await rememberNetwork(from("2001:db8:6:1::/64"), account);
  expect(await guess(2 * N, always("2001:db8:6:1::/64"), always(account))).toBe(N);
  // The /56 and the /48 are the owner's as well: what is left of them.
  expect(await guess(20 * N, (place) => `2001:db8:6:${(place % 200).toString(16)}::/64`, always(account))).toBe(N);
});

it("knows the newest eight networks of an account", async () => {
  const account = "traveller@example.com";
  for (let place = 0; place < 9; place += 1) await rememberNetwork(from(`100.64.${place}.1`), account);
  await guess(20 * N, (place) => `10.${100 + (place % 100)}.${place}.1`, always(account));
  expect(await isRefused("100.64.0.1", account)).toBe(true);
  for (let place = 1; place < 9; place += 1) expect(await isRefused(`100.64.${place}.1`, account)).toBe(false);
});

it("what the service did not answer is no guess", async () => {
  for (let index = 0; index < N * 20; index += 1) {
    const counted = await countGuess(from(`172.16.${index}.1`), "silent@example.com");
    await counted?.wasNone();
  }
  expect(await isRefused("172.17.1.1", "silent@example.com")).toBe(false);
});

it("limits nobody under a server that names no address", async () => {
  for (let index = 0; index < 100; index += 1) expect(await countGuess(from(null), "ann@example.com")).toBeDefined();
});
