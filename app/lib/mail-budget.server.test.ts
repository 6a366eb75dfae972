import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { clientAddressContext, responseHeadersContext } from "./context";
import { env } from "./env.server";
import { isOverMailBudget, networkOf } from "./mail-budget.server";
import { openToasts } from "./toast.server";

type Asked = Parameters<typeof isOverMailBudget>[1];

/** Sends so many forms. @returns how many of them got through, and when the last may come back, in seconds */
async function send(count: number, address: string | null, asked: Asked): Promise<[through: number, wait: number]> {
  let through = 0;
  let wait = 0;
  for (let index = 0; index < count; index += 1) {
    const context = new RouterContextProvider();
    context.set(clientAddressContext, address);
    context.set(responseHeadersContext, new Headers());
    openToasts(context);
    if (!(await isOverMailBudget(context, asked))) through += 1;
    wait = Number(context.get(responseHeadersContext).get("Retry-After"));
  }
  return [through, wait];
}

it("lets an address have so many mails sent in an hour, of each purpose", async () => {
  const most = env.POSTS_PER_MINUTE;
  const [through, wait] = await send(most + 3, "203.0.113.1", { purpose: "other" });
  expect(through).toBe(most);
  expect(wait).toBeGreaterThan(3000);
  expect(await send(most, "203.0.113.1", { purpose: "recovery" })).toEqual([most, 0]);
  expect(await send(1, "203.0.113.2", { purpose: "other" })).toEqual([1, 0]);
});

it("counts somebody who is signed in as themselves, whatever their office has used up", async () => {
  const most = env.POSTS_PER_MINUTE;
  await send(most, "203.113.0.1", { purpose: "other" });
  const [through] = await send(most * 5 + 1, "203.113.0.1", { purpose: "other", person: "Ann" });
  expect(through).toBe(most * 5);
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
