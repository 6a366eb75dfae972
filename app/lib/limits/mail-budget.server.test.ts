import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clientAddressContext, responseHeadersContext } from "~/lib/http/context";
import { env } from "~/lib/config/env.server";
import { giveBackMail, isOverMailBudget, networkOf } from "./mail-budget.server";
import { openNotices } from "~/lib/http/notice.server";

// Each test has an hour of its own.
let now = Date.now();
beforeEach(() => {
  now += 3_600_001;
  vi.useFakeTimers({ now });
});
afterEach(() => vi.useRealTimers());

type Asked = Parameters<typeof isOverMailBudget>[1];

/** Sends so many forms. @returns how many of them got through, and when the last may come back, in seconds */
async function send(count: number, address: string | null, asked: Asked): Promise<[through: number, wait: number]> {
  let through = 0;
  let wait = 0;
  for (let index = 0; index < count; index += 1) {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, address);
    context.set(responseHeadersContext, new Headers());
    openNotices(context);
    if (!(await isOverMailBudget(context, asked))) through += 1;
    wait = Number(context.get(responseHeadersContext).get("Retry-After"));
  }
  return [through, wait];
}

/** Sends so many forms from one network, each from an address of its own. @returns how many got through */
async function sendFrom(network: string, count: number, asked: Asked): Promise<number> {
  let through = 0;
  for (let place = 0; place < count; place += 1) through += (await send(1, `${network}.0.${place}`, asked))[0];
  return through;
}

it("lets an address have so many mails sent in an hour, of each purpose", async () => {
  const most = env.POSTS_PER_MINUTE;
  const [through, wait] = await send(most + 3, "203.0.113.1", { purpose: "sign-up" });
  expect(through).toBe(most);
  expect(wait).toBeGreaterThan(3000);
  expect(await send(most, "203.0.113.1", { purpose: "recovery" })).toEqual([most, 0]);
  expect(await send(1, "203.0.113.2", { purpose: "sign-up" })).toEqual([1, 0]);
});

it.each(["invitation", "reply"] as const)(
  "counts who has an %s sent by who they are, and nothing of their office",
  async (purpose) => {
    for (const person of ["Ann", "Ben"]) expect((await send(60, "203.113.0.1", { purpose, person }))[0]).toBe(50);
  },
);

it("lets nobody use up the mails of another purpose", async () => {
  // As many strangers as there can be, of as many networks.
  for (const purpose of ["recovery", "sign-up", "link"] as const) {
    for (let network = 0; network < 300; network += 1) await sendFrom(`100.${network}`, 10, { purpose });
  }
  // What the database lets all companies that are not known invite in a day is less than these have.
  for (let owner = 0; owner < 100; owner += 1) {
    expect(await send(1, "203.0.113.1", { purpose: "invitation", person: `owner ${owner}` })).toEqual([1, 0]);
  }
  for (let clerk = 0; clerk < 6; clerk += 1) {
    expect(await send(18, "203.0.113.1", { purpose: "reply", person: `clerk ${clerk}` })).toEqual([18, 0]);
  }
  for (let link = 0; link < 9; link += 1) {
    expect(await send(10, "203.0.113.1", { purpose: "code", person: `link ${link}` })).toEqual([10, 0]);
  }
  expect((await send(1, "203.0.113.1", { purpose: "code", person: "another link" }))[0]).toBe(0);
});

it.each(["code", "invitation", "reply"] as const)("counts no %s for which no mail was made", async (purpose) => {
  const mail = { purpose, person: "somebody who asks again and again" };
  for (let time = 0; time < 200; time += 1) {
    expect(await send(1, "203.0.113.1", mail)).toEqual([1, 0]);
    await giveBackMail(mail);
  }
  for (let other = 0; other < 90; other += 1) {
    expect(await send(1, "203.0.113.1", { purpose, person: `other ${other}` })).toEqual([1, 0]);
  }
});

it("lets one link take no more of everybody's codes than one address may post in a minute", async () => {
  expect((await send(90, "203.0.113.1", { purpose: "code", person: "a link" }))[0]).toBe(env.POSTS_PER_MINUTE);
});

it("counts the links that strangers ask for by address and network alone", async () => {
  const purpose = "link";
  expect((await send(20, "203.1.113.1", { purpose }))[0]).toBe(env.POSTS_PER_MINUTE);
  expect(await sendFrom("203.2", 100, { purpose })).toBe(env.POSTS_PER_MINUTE * 6);
  for (let network = 0; network < 100; network += 1) expect(await sendFrom(`99.${network}`, 9, { purpose })).toBe(9);
});

it.each([
  ["recovery", 15],
  ["sign-up", 15],
] as const)(
  "lets a network have a tenth of the hour's mails for %s, so that three of them shut out nobody",
  async (purpose, most) => {
    for (const network of ["198.1", "198.2", "198.3"]) expect(await sendFrom(network, 200, { purpose })).toBe(most);
    expect(await sendFrom("198.4", 1, { purpose })).toBe(1);
  },
);

it("keeps mails for networks that have asked for none when everybody's are used up", async () => {
  const purpose = "recovery";
  await sendFrom("198.100", 1, { purpose });
  for (let network = 0; network < 10; network += 1) await sendFrom(`198.${network}`, 15, { purpose });
  // Who has asked before, even when they were refused, is none of those, and uses up nothing of theirs.
  expect(await sendFrom("198.100", 100, { purpose })).toBe(0);
  expect(await sendFrom("198.101", 10, { purpose })).toBe(1);
  expect(await send(10, null, { purpose })).toEqual([0, 3600]);
  // 149 networks of one form each: a quarter of a sixth of the 600 are for recoveries, and one has gone.
  let through = 0;
  for (let network = 0; network < 149; network += 1) through += await sendFrom(`199.${network}`, 1, { purpose });
  expect(through).toBe(24);
  expect(await sendFrom("200.1", 1, { purpose: "sign-up" })).toBe(1);
});

it("counts those whom the server can't tell apart all together, and nobody by an address", async () => {
  expect(await send(env.POSTS_PER_MINUTE * 7, null, { purpose: "recovery" })).toEqual([env.POSTS_PER_MINUTE * 7, 0]);
});

it.each([
  ["203.0.113.7", "203.0/16"],
  ["2001:db8:1:2::/64", "2001:db8:1/48"],
  ["2001:db8:0:0::/64", "2001:db8:0/48"],
])("the network of %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
