import { describe, expect, it } from "vitest";
import { openSharedSite } from "../support/services/processes.ts";
import { Visitor } from "../support/http/visitor.ts";

const running = await openSharedSite();

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

describe.each(FORMS)("A23: %s without cookies", (path, entries, words) => {
  it("still says that the form was taken", async () => {
    const answer = await fetch(running.site.url + path, {
      method: "POST",
      body: new URLSearchParams(entries),
      redirect: "manual",
    });
    const target = answer.headers.get("location")!;
    expect(target).toBe(`${path}?sent`);
    const page = await fetch(running.site.url + target);
    expect(page.headers.get("cache-control")).toMatch(/^public/);
    const html = await page.text();
    expect(countOf(html, words)).toBe(1);
    expect(html).toContain('role="status"');
    expect(html).toMatch(new RegExp(`rel="canonical" href="[^"?]*${path}"`));
  });

  it("says so once to a browser with cookies, and to nobody else", async () => {
    const visitor = new Visitor(running.site.url);
    const answer = await visitor.post(path, entries);
    expect(countOf(await (await visitor.ask(answer.headers.get("location")!)).text(), words)).toBe(1);
    // The notice has gone with its cookie: the next page is the one that everybody gets.
    const next = await visitor.ask("/about");
    expect(next.headers.get("etag")).not.toBeNull();
    expect([...visitor.cookies.keys()]).not.toContain("toast");
    for (const address of [path, `${path}?sent=1`, `${path}?sent&x`, `${path}?SENT`, `${path}?sent=Call%20us`]) {
      expect(countOf(await (await fetch(running.site.url + address)).text(), words), address).toBe(0);
    }
  });
});
