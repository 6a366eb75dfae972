import { describe, expect, it } from "vitest";
import { openSharedSite } from "../../support/services/processes.ts";
import { Visitor } from "../../support/http/visitor.ts";

const { site } = await openSharedSite();

const FORMS: [path: string, entries: Record<string, string>, words: string][] = [
  ["/contact", { name: "Ann", email: "ann@example.com", requirement: "x" }, "Message Sent Successfully!"],
  ["/consultation", { first_name: "Ann", last_name: "B", email: "ann@example.com" }, "Consultation Requested"],
  [
    "/hire-talent",
    { job_title: "Cook", location: "Goa", contact_name: "Ann", contact_email: "ann@example.com", company: "Inn" },
    "Job Posted Successfully!",
  ],
];

function countOf(html: string, words: string): number {
  return html.split(words).length - 1;
}

describe.each(FORMS)("%s without cookies", (path, entries, words) => {
  it("still says that the form was taken", async () => {
    const answer = await fetch(site.url + path, {
      method: "POST",
      body: new URLSearchParams(entries),
      redirect: "manual",
    });
    const target = answer.headers.get("location")!;
    expect(target).toMatch(new RegExp(`^${path}\\?sent=[A-Z0-9]{8}\\.\\w+\\.[\\w-]{16}$`));
    expect(answer.headers.getSetCookie()).toEqual([]);
    const page = await fetch(site.url + target);
    expect(page.headers.get("cache-control")).toMatch(/^public/);
    const html = await page.text();
    expect(countOf(html, words)).toBe(1);
    expect(html).toContain('role="status"');
    const reference = /sent=(\w{8})/.exec(target)![1]!;
    expect(html).toContain(`<dd>${reference}</dd>`);
    expect(html).toMatch(/<dt>We answer by<\/dt><dd><time[^>]*>[^<]+<\/time> IST<\/dd>/);
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"?]*${path}"`));
  });

  it("says so once to a browser with cookies, and to nobody else", async () => {
    const visitor = new Visitor(site.url);
    const answer = await visitor.post(path, entries);
    expect(countOf(await visitor.read(answer.headers.get("location")!), words)).toBe(1);
    const next = await visitor.ask("/about");
    expect(next.headers.get("etag")).not.toBeNull();
    expect([...visitor.cookies.keys()]).not.toContain("toast");
    // A receipt is this site's own, and of this page.
    const forged = answer.headers.get("location")!.replace(/sent=../, "sent=Z9");
    for (const address of [
      path,
      `${path}?sent=1`,
      `${path}?sent&x`,
      `${path}?SENT`,
      `${path}?sent=Call%20us`,
      forged,
    ]) {
      expect(countOf(await (await fetch(site.url + address)).text(), words), address).toBe(0);
    }
  });
});
