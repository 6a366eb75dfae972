import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { FRAMES } from "../../support/browser/pages.ts";
import { freshEmail, signUpClient, type Person } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import type { TableName } from "../../support/api/tables.ts";
import { dumpPage, hasTextBrowser, runTogether, TextBrowser } from "../../support/browser/text-browser.ts";
import { expectWords } from "../../support/http/expectations.ts";

const { backend, service, site } = await openSharedSite();

// lynx knows no scripts and no styles: what it can do, everybody can. A form with a mistake and a client's walk are as good as
// any; what becomes of the others: site/forms, accounts, and without scripts e2e/journey.
describe.skipIf(!hasTextBrowser)("in a text browser", () => {
  let browser: TextBrowser | undefined;

  afterEach(() => browser?.close());

  async function openPage(path: string): Promise<TextBrowser> {
    browser = await TextBrowser.open(site.url + path);
    return browser;
  }

  /** What a table holds of an address. */
  async function rowsOf(table: TableName, column: string, email: string): Promise<unknown[]> {
    const { data, error } = await service.from(table).select("*").eq(column, email);
    if (error) throw error;
    return data;
  }

  describe.each(FRAMES)("%s", (path) => {
    let html: string;
    let page: string;
    beforeAll(async () => {
      html = await (await fetch(site.url + path)).text();
      page = dumpPage(site.url + path);
    });

    it("begins with its main heading, before the menu", () => {
      const blocks = page.split(/\n\s*\n/).map((block) => block.replaceAll(/\s+/g, " ").trim());
      const heading = /<h1[^>]*>(.*?)<\/h1>/
        .exec(html)![1]!
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll("&amp;", "&");
      const before = blocks.slice(0, blocks.indexOf(heading)).join(" ");
      // The header, and on some pages where one is.
      expect(before).toMatch(/^\[1\]Skip to content \[2\][^[]+\[3\]Login \[4\]Hire Talent \[5\]Menu( \[6\]\w+)?$/);
    });

    it("begins its menu with the menu, and closes it behind that", () => {
      expect(page.match(/\[\d+\](Home|Close)\n/g)?.map((link) => link.replaceAll(/[^A-Z]/gi, ""))).toEqual([
        "Home",
        "Close",
        "Home",
      ]);
    });

    it("runs no link or control into the words before it", () => {
      expect(runTogether(page)).toEqual([]);
    });

    it("has no button that does nothing", () => {
      const inForms = [...html.matchAll(/<form[\s>].*?<\/form>/gs)].flatMap(
        ([form]) => form.match(/<button[^>]*>/g) ?? [],
      );
      expect(html.match(/<button[^>]*>/g) ?? []).toEqual(inForms);
      for (const button of inForms) expect(button).toContain('type="submit"');
      expect(page.match(/\(\[\d+\]/g) ?? []).toHaveLength(inForms.length);
    });
  });

  it("a wrong entry is told beside its field, keeps the others, and is mended there", async () => {
    const email = freshEmail("consultation");
    const browser = await openPage("/consultation");
    await browser.fill("First Name", "Ann");
    await browser.fill("Last Name", "Lee");
    await browser.fill("Email", "ann@");
    await browser.choose("Role", "Talent Acquisition");
    await browser.fill("Needs", "A plan\nand a price");
    await browser.choose("Preferred Time", "Evening");
    await browser.press("Request Consultation");
    expect(browser.page).toMatch(/There is a problem\s+\* Enter an email address, like name@example\.com/);
    expect(browser.page).toMatch(/Email \*\s+Error: Enter an email address, like name@example\.com\s+ann@_/);
    expectWords(browser.page, "First Name * Ann_", "Last Name * Lee_", "Talent Acquisition", "Evening (5PM-8PM)");
    expect(browser.page).toMatch(/Needs \(optional\)\s+A plan_+\s+and a price_/);
    expect(await rowsOf("consultation_requests", "email", email)).toEqual([]);
    await browser.fill("Email", email);
    await browser.press("Request Consultation");
    expect(browser.page).toContain("Consultation Requested");
    expect(await rowsOf("consultation_requests", "email", email)).toMatchObject([
      { first_name: "Ann", last_name: "Lee", role: "talent-acquisition", needs: "A plan\nand a price" },
    ]);
  });

  describe("a client", () => {
    let ann: Person;
    beforeAll(async () => {
      ann = await signUpClient(backend, "Ann Works");
    });

    it("signs in, files a requirement, and signs out", async () => {
      const browser = await openPage("/submit-requirement");
      await browser.fill("Email", ann.email);
      await browser.fill("Password", ann.password);
      await browser.press("Sign In");
      expectWords(browser.page, "Submit Job Requirement", "Signed in as Client Person, Ann Works");
      await browser.fill("Job Title", "Turner");
      await browser.choose("Job Type", "Contract");
      await browser.fill("Location", "Pune");
      await browser.tick("Remote Allowed");
      await browser.fill("Required Skills", "Lathe, Milling");
      await browser.press("Add to Required Skills");
      expect(browser.page).toMatch(/Lathe.*Remove Lathe\s+\*? *Milling.*Remove Milling/);
      expect(runTogether(browser.screen)).toEqual([]);
      await browser.fill("Job Description", "Turn.\nMill.");
      await browser.press("Submit Requirement");
      expectWords(browser.page, "Job requirement submitted successfully!", "Turner");
      expect(runTogether(browser.screen)).toEqual([]);
      const { data } = await ann.api.from("job_requirements").select("*");
      expect(data).toMatchObject([
        {
          job_title: "Turner",
          job_type: "contract",
          location: "Pune",
          remote_allowed: true,
          required_skills: ["Lathe", "Milling"],
          job_description: "Turn.\nMill.",
        },
      ]);
      await browser.press("Sign Out");
      expect(browser.page).toContain("You are signed out of the client portal.");
      // One it has not seen yet: lynx shows others from its memory.
      await browser.go(`${site.url}/client-dashboard?anew`);
      expect(browser.page).not.toContain("Ann Works");
      expect(browser.page).toContain("Forgot password?");
    });
  });
});
