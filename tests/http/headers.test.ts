import { createHash, randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { readSessionCookie, claimsOf, writeSessionCookie } from "../support/http/session.ts";
import { identify } from "../support/http/provider.ts";
import { Visitor } from "../support/http/visitor.ts";
import { signUpCompany } from "../support/people/company.ts";
import { requirementEntries } from "../support/people/entries.ts";
import { mailedPath } from "../support/people/people.ts";
import { openSharedSite } from "../support/services/processes.ts";

// `Visitor` refuses an answer that sets a cookie twice, has more than 4,000 bytes of headers, or would have with the largest
// session, on whichever page a test asks for (of the public ones, cookies.test each). Here are those sessions: a token carries
// what its account was made with.
const { backend, service, site } = await openSharedSite();

const PASSWORD = "correct horse battery";
const NEXT = `${PASSWORD} staple`;

/**
 * The scripts whose letters cost most, in the token's JSON and in its base64, the costliest first: the first letter, and how
 * many there are.
 */
const SCRIPTS = {
  Chinese: [0x4e00, 20_000],
  Devanagari: [0x905, 53],
  "JSON escapes": [0x21, 30],
  emoji: [0x1f300, 700],
} as const;

/** A text without blanks at its ends, of letters that follow no rule which could be compressed. */
function scramble([first, count]: readonly [number, number], length = 200): string {
  const bytes = createHash("shake256", { outputLength: length * 4 })
    .update(randomUUID())
    .digest();
  const letters = Array.from({ length: length - 2 }, (_, at) =>
    String.fromCodePoint(first + (bytes.readUInt32LE(at * 4) % count)),
  );
  return `A${letters.join("")}Z`;
}

/** The longest address that an account takes. */
function longEmail(): string {
  const rest = `.${"subdomain.".repeat(30)}`.slice(0, 255 - 36 - 1 - ".example".length);
  return `${randomUUID()}@x${rest.replace(/\.$/, "s")}.example`.slice(-255);
}

/** An answer that did what was asked for. */
async function follow(what: string, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  expect([200, 302, 303], what).toContain(response.status);
}

it.each(Object.entries(SCRIPTS))(
  "an account fits every proxy, with names of 200 letters, and with the costliest its whole life: %s",
  async (name, script) => {
    const email = longEmail();
    // A phone has a digit.
    const [company_name, full_name, phone] = [scramble(script), scramble(script), `1${scramble(script, 199)}`];
    const account = { company_name, full_name, email, phone };

    const person = new Visitor(site.url);
    await person.ask("/client-auth?redirectTo=/submit-requirement");
    const submit = (what: string, path: string, entries: Record<string, string>) =>
      follow(what, person.post(path, entries));
    await submit("sign-up", "/client-auth?redirectTo=/submit-requirement", {
      intent: "sign-up",
      ...account,
      password: PASSWORD,
    });
    const link = await mailedPath(backend.url, email);
    await person.ask(link);
    await submit("confirm", link, { intent: "confirm", password: PASSWORD });
    const { access_token } = readSessionCookie(person);
    expect(claimsOf(access_token)).toMatchObject({ user_metadata: { company_name, full_name, phone, email } });
    // The same token comes with each session.
    if (name !== "Chinese") return;
    await submit("requirement", "/submit-requirement", requirementEntries);
    person.expire();
    await follow("refresh", person.ask("/client-dashboard"));
    expect(person.cookies.has("session"), "a refreshed session is one cookie").toBe(true);
    await submit("sign-out", "/client-dashboard", { intent: "sign-out" });
    expect(person.cookies.has("session")).toBe(false);
    await submit("sign-in", "/client-auth?redirectTo=/submit-requirement", {
      intent: "sign-in",
      email,
      password: PASSWORD,
    });
    await submit("sign-out", "/client-dashboard", { intent: "sign-out" });
    await submit("login", "/login", { email, password: PASSWORD });

    const forgetful = new Visitor(site.url);
    await forgetful.post("/client-auth", { intent: "reset", email });
    const reset = await mailedPath(backend.url, email, "recovery");
    await forgetful.ask(reset);
    await follow("reset", forgetful.post(reset, { intent: "new-password", password: NEXT }));
    await forgetful.ask("/client-auth?view=new-password");
    // Of a session that was kept as the library keeps it, in pieces, nothing stays behind.
    const session = readSessionCookie(forgetful);
    writeSessionCookie(forgetful, { ...session, expires_at: 1 });
    const whole = forgetful.cookies.get("session")!;
    forgetful.cookies.delete("session");
    forgetful.cookies.set("session.0", whole.slice(0, 1_000)).set("session.1", whole.slice(1_000));
    await follow("pieces", forgetful.ask("/client-dashboard"));
    expect([...forgetful.cookies.keys()].filter((name) => /^session(\.|$)/.test(name))).toEqual(["session"]);
  },
);

it("so does the account of somebody invited, with the sign-ins that they have begun before", async () => {
  const { owner } = await signUpCompany(backend, "Inviting Ltd");
  const email = longEmail();
  const { data: invitation } = await owner.api.rpc("invite_member", { address: email, new_access: "member" });
  const { data } = await service.rpc("invitation_mail", { invitation: invitation! });
  const path = `/invitation?token=${(data as { token: string }).token}`;
  const person = new Visitor(site.url);
  for (let begun = 0; begun < 6; begun += 1) await person.post("/client-auth", { intent: "google" });
  await person.ask(path);
  const entries = { intent: "sign-up", full_name: scramble(SCRIPTS.Chinese), password: PASSWORD };
  await follow("invited", person.post(path, entries));
  expect(person.cookies.has("session")).toBe(true);
});

it("so does an account that a provider has made", async () => {
  const person = new Visitor(site.url);
  await person.ask("/client-auth?redirectTo=/submit-requirement");
  const asked = await person.post("/client-auth?redirectTo=/submit-requirement", { intent: "google" });
  const name = `${randomUUID()} ${scramble(SCRIPTS.Devanagari)}`;
  await follow("provider", person.ask(await identify(site.url, asked.headers.get("location")!, name)));
  expect(claimsOf(readSessionCookie(person).access_token)).toMatchObject({ user_metadata: { full_name: name } });
});
