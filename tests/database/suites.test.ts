import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { RouterContextProvider } from "react-router";
import { describe, expect, it, vi } from "vitest";
import { signUpSchema } from "~/features/accounts/schema";
import { describeSuites, SUITES } from "../suites/all.ts";
import { embeddedWorld, isShort } from "../suites/embedded-world.ts";
import { accepted, describeEntries, profile } from "../suites/entries.ts";
import { describeOddRequests } from "../suites/odd-requests.ts";
import { contact } from "../support/api/matrix.ts";
import { sessionCookieWith } from "../support/http/session.ts";
import { connect, freshEmail } from "../support/people/people.ts";
import { times } from "../support/services/counts.ts";
import { mailTo } from "../support/services/mailbox.ts";

// On the embedded backend: what its own Data API and accounts have a part in; all else through PostgREST, or in full.
const world = embeddedWorld();

// First, as long as nothing else is due.
it("the embedded backend keeps what the app has it send, beside the mails of accounts", async () => {
  vi.resetModules();
  process.env["SUPABASE_URL"] = world().url;
  process.env["SUPABASE_PUBLISHABLE_KEY"] = world().publishableKey;
  const { SessionClient, sessionContext } = await import("~/lib/backend/supabase.server");
  const { logContext } = await import("~/lib/observe/log.server");
  const { wakeMail } = await import("~/features/mail/mail.server");
  const person = await world().addPerson();
  const warnings: unknown[] = [];
  const asking = (accessToken: string) => {
    const client = new SessionClient(sessionCookieWith(accessToken));
    const context = new RouterContextProvider();
    context.set(sessionContext, () => client);
    context.set(logContext, { warn: (line: unknown) => warnings.push(line) } as never);
    return context;
  };
  const dedupe_key = `role.${randomUUID()}`;
  await world()
    .service.from("mail_outbox")
    .insert({ user_id: person.userId, template: "team_access_changed", dedupe_key });
  // Whoever is not signed in wakes nobody; that is a line in the log, and nobody's trouble.
  wakeMail(asking(world().tokenOf(randomUUID())));
  await expect.poll(() => warnings).toHaveLength(1);
  const own = async () => (await mailTo(world().url, person.email)).filter(({ subject }) => /team/.test(subject));
  expect(await own()).toEqual([]);
  wakeMail(asking(world().tokenOf(person.userId)));
  await expect.poll(own).toMatchObject([
    {
      subject: "You are no longer in the team of Kaushal Global Hiring",
      text: expect.stringContaining("Open the site:\nhttp://localhost:3999/") as unknown,
      links: ["http://localhost:3999/"],
      message_id: `<${dedupe_key}@localhost>`,
    },
  ]);
  expect(warnings).toHaveLength(1);
});

it("the embedded backend keeps its rules when it starts again, whatever it grants at its first request", async () => {
  await world().restart();
  const { anon, service } = world();
  const id = randomUUID();
  await anon.from("contact_submissions").insert({ ...contact, id });
  expect((await service.from("contact_submissions").select("id").eq("id", id)).data).toEqual([]);
  expect((await anon.from("clients").select("*")).data).toBeNull();
});

// What the Data API makes of values on their way there and back.
describe("entries", () => describeEntries(world));
describe("an odd request", () => describeOddRequests(world));

describe.skipIf(isShort)("what happens in the database", () => describeSuites(SUITES, world));

it("a client may become whatever the sign-up's schema accepts: authentication keeps it as it is", async () => {
  await fc.assert(
    fc.asyncProperty(profile, async (entry) => {
      const [person] = accepted(signUpSchema, [{ ...entry, email: freshEmail(), password: "long enough" }]);
      if (!person) return;
      const { email: address, password, ...metadata } = person;
      const api = connect(world().url, world().publishableKey);
      const { data, error } = await api.auth.signUp({ email: address, password, options: { data: metadata } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject(metadata);
    }),
    { numRuns: times(25, 8) },
  );
});
