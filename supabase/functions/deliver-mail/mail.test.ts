import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { company } from "../../../app/content/company.ts";
import { FinalError } from "../_shared/outbox.ts";
import { SITE_NAME } from "./names.ts";
import { writeMail } from "./mail.ts";

const SITE = "https://www.example.com";
const invitation = {
  to: "ann@example.com",
  invited_by: "Dev Mehta",
  expires_at: "2026-12-06T23:30:00.123+00:00",
  token: "a+b/c",
};
const teamInvitation = { template: "team_invitation", ...invitation, role: "hr_manager" };
const clientInvitation = { template: "client_invitation", ...invitation, access: "viewer", company: "Acme" };

/** One of each, and what it says and leads to. */
const MAILS: [string, Record<string, unknown>, string, string, string][] = [
  [
    "an invitation to the team",
    teamInvitation,
    "You are invited to the team of Kaushal Global Hiring",
    "Dev Mehta invites you to work with us as an HR manager.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "one by nobody who is still there",
    { ...teamInvitation, invited_by: null, role: "recruiter" },
    "You are invited to the team of Kaushal Global Hiring",
    "Somebody of the team invites you to work with us as a recruiter.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "an invitation to a company",
    clientInvitation,
    "You are invited to Acme at Kaushal Global Hiring",
    "Dev Mehta invites you to the client portal, for the company Acme.",
    "/invitation?token=a%2Bb%2Fc",
  ],
  [
    "another role",
    { template: "team_access_changed", to: "ann@example.com", role: "admin" },
    "Your role at Kaushal Global Hiring has changed",
    "In the team you are now an administrator.",
    "/team",
  ],
  [
    "no role any more",
    { template: "team_access_changed", to: "ann@example.com", role: null },
    "You are no longer in the team of Kaushal Global Hiring",
    "Your role was taken back: the team's pages are closed to your account.",
    "/",
  ],
  [
    "another access",
    { template: "client_access_changed", to: "ann@example.com", company: "Acme", access: "owner" },
    "Your access to Acme has changed",
    "In the company Acme you are now owner: you file requirements, and look after the company's profile and people.",
    "/client-dashboard",
  ],
  [
    "no access any more",
    { template: "client_access_changed", to: "ann@example.com", company: "Acme", access: null },
    "You are no longer a member of Acme",
    "Your access to the company Acme was taken back.",
    "/",
  ],
];

function hrefsOf(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));
}

describe("a mail", () => {
  it.each(MAILS)("of %s says so, in text and HTML, and leads to one place", (_, content, subject, words, path) => {
    const mail = writeMail("key.1", content, SITE);
    expect(mail).toMatchObject({ to: "ann@example.com", subject, messageId: "<key.1@www.example.com>" });
    expect(mail.text).toContain(`\n\n${words}\n\n`);
    expect(mail.text.split("\n")).toContain(SITE + path);
    expect(mail.html).toContain(words.replaceAll("'", "&#39;"));
    expect(hrefsOf(mail.html)).toEqual([SITE + path]);
    expect(mail.html).not.toMatch(/<(script|img|link)\b|\bon\w+=|@import|url\(/);
    expect(mail.unsubscribeUrl).toBeUndefined();
  });

  it("says how long an invitation is open, in UTC", () => {
    expect(writeMail("k", teamInvitation, SITE).text).toContain("open until 6 December 2026 (UTC)");
  });

  it("comes from the site, in its name and colours, as the mails of accounts do", () => {
    expect(SITE_NAME).toBe(company.name);
    const { html, text } = writeMail("k", teamInvitation, SITE);
    for (const look of ["#073f3a", "#f4a72c", "#201503", SITE_NAME]) expect(html).toContain(look);
    expect(text.endsWith(`-- \n${SITE_NAME}\n`)).toBe(true);
    // It can't be unsubscribed from, or read from afar.
    expect(html).not.toMatch(/unsubscribe|https?:\/\/(?!www\.example\.com)/i);
  });

  it("shows names as names: no markup, no second line, no link, no other direction", () => {
    const evil = '<script src="//x.y">&amp;\u202e"\'</script>\r\nBcc: a@b.co\u2028https://evil.example/x';
    for (const content of [
      { ...clientInvitation, company: evil, invited_by: evil },
      { template: "client_access_changed", to: "ann@example.com", company: evil, access: null },
    ]) {
      const { subject, text, html } = writeMail("k", content, SITE);
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
      expect(html).not.toContain("<script");
      expect(html).toContain("&lt;script src=&quot;");
      expect(hrefsOf(html)).toHaveLength(1);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/https:\/\/evil|a@b\.co|evil\.example/);
      expect(text).not.toMatch(/^Bcc/m);
    }
  });

  it("has one head and one link, whatever anybody is called", () => {
    const name = fc.string({ unit: "binary", maxLength: 300 });
    const tagsOf = (html: string) => html.match(/<\/?\w+/g);
    const tags = tagsOf(writeMail("k", clientInvitation, SITE).html);
    fc.assert(
      fc.property(name, name, (company, invited_by) => {
        const { subject, html } = writeMail("k", { ...clientInvitation, company, invited_by }, SITE);
        expect(subject).not.toMatch(/[\r\n\p{Cc}\p{Zl}\p{Zp}]/u);
        expect([...subject].length).toBeLessThan(300);
        expect(hrefsOf(html)).toEqual([`${SITE}/invitation?token=a%2Bb%2Fc`]);
        expect(tagsOf(html)).toEqual(tags);
      }),
    );
  });

  it.each([
    "ann@example.com, eve@example.com",
    "<ann@example.com>",
    "ann@example.com\r\nBcc: eve@example.com",
    'Ann "x" @example.com',
    "ann;eve@example.com",
    "@example.com",
    "ann",
    "",
  ])("goes to no address that means another mailbox, or none: %j", (to) => {
    expect(() => writeMail("k", { ...teamInvitation, to }, SITE)).toThrow(FinalError);
  });

  it.each([
    null,
    {},
    { template: "newsletter", to: "ann@example.com" },
    { ...teamInvitation, role: "client" },
    { ...teamInvitation, expires_at: "soon" },
    { ...clientInvitation, access: null },
  ])("of content that is not understood is not written, and may be later: %j", (content) => {
    const write = () => writeMail("k", content, SITE);
    expect(write).toThrow("the content is not understood");
    expect(write).not.toThrow(FinalError);
  });
});

it("the mails of accounts, and these, name the site alike where they do", () => {
  expect(readFileSync("supabase/config.toml", "utf8")).toContain(`sender_name = "${SITE_NAME}"`);
});
