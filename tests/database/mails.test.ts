import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startEmbeddedWorld } from "../suites/embedded-world.ts";
import { describeMails } from "../suites/mails.ts";
import type { World } from "../suites/world.ts";
import { mailTo } from "../support/services/mailbox.ts";

let world: World;
beforeAll(async () => {
  world = await startEmbeddedWorld();
});
afterAll(() => world.close());

describeMails(() => world);

it("the embedded backend keeps what the app has it send, beside the mails of accounts", async () => {
  process.env["SUPABASE_URL"] = world.url;
  process.env["SUPABASE_PUBLISHABLE_KEY"] = world.publishableKey;
  vi.resetModules();
  const { SessionClient, sessionContext } = await import("~/lib/backend/supabase.server");
  const { logContext } = await import("~/lib/observe/log.server");
  const { wakeMail } = await import("~/features/mail/mail.server");
  const person = await world.addPerson();
  const warnings: unknown[] = [];
  const asking = (accessToken: string) => {
    const expires_at = Math.floor(Date.now() / 1000) + 3600;
    const session = {
      access_token: accessToken,
      refresh_token: "none",
      token_type: "bearer",
      expires_in: 3600,
      expires_at,
    };
    const client = new SessionClient(`session=base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
    const context = new RouterContextProvider();
    context.set(sessionContext, () => client);
    context.set(logContext, { warn: (line: unknown) => warnings.push(line) } as never);
    return context;
  };
  const dedupe_key = `role.${randomUUID()}`;
  await world.service
    .from("mail_outbox")
    .insert({ user_id: person.userId, template: "team_access_changed", dedupe_key });
  // Whoever is not signed in wakes nobody; that is a line in the log, and nobody's trouble.
  wakeMail(asking(world.tokenOf(randomUUID())));
  await expect.poll(() => warnings, { timeout: 30_000 }).toHaveLength(1);
  const own = async () => (await mailTo(world.url, person.email)).filter(({ subject }) => /team/.test(subject));
  expect(await own()).toEqual([]);
  wakeMail(asking(world.tokenOf(person.userId)));
  await expect.poll(own, { timeout: 30_000 }).toMatchObject([
    {
      subject: "You are no longer in the team of Kaushal Global Hiring",
      text: expect.stringContaining("Open the site:\nhttp://localhost:3999/") as unknown,
      links: ["http://localhost:3999/"],
      message_id: `<${dedupe_key}@localhost>`,
    },
  ]);
  expect(warnings).toHaveLength(1);
});
