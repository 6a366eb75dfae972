import { describe, expect, it } from "vitest";
import { expectPage } from "../../support/http/expectations.ts";
import { fieldOn } from "../../support/http/page.ts";
import { requirementEntries } from "../../support/people/entries.ts";
import { signUpClient } from "../../support/people/people.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { openSharedSite } from "../../support/services/processes.ts";

// Pay as people mean it: from the form of a company to what both sides read.

const { backend, signIn } = await openSharedSite();
const company = await signIn(await signUpClient(backend, "Noida Works"));
const team = await signIn(await signUpTeamMember(backend, "recruiter", "Rea Recruiter"));

const FORM = "/submit-requirement";
const NOIDA = { ...requirementEntries, location: "Noida" };

/** What has been asked and answered goes along with the form, as a browser sends it. */
const answersOn = (html: string) => ({ pay_answered: fieldOn(html, "pay_answered") });

/** Sends the form, which is filed. @returns the requirement's path */
async function file(entries: Record<string, string>): Promise<string> {
  const filed = await company.post(FORM, entries);
  expect(filed.headers.get("location")).toMatch(/\?filed$/);
  return filed.headers.get("location")!.replace("?filed", "");
}

describe("pay that may be meant otherwise", () => {
  it("is asked about once, with all that was typed, and read in lakhs by both sides", async () => {
    const entries = { ...NOIDA, min_salary: "3.5 lakh", max_salary: "4,50,000 rupees" };
    const html = await expectPage(company.post(FORM, entries), 400, "The pay is written in Indian rupees");
    for (const value of ["3.5 lakh", "4,50,000 rupees", "Turner"]) expect(html).toContain(`value="${value}"`);
    expect(html).toContain('Experience and pay<span class="error">, needs attention, 1');
    const path = await file({ ...entries, ...answersOn(html), intent: "pay:INR" });
    expect(await company.read(path)).toContain("₹3,50,000 to ₹4,50,000 a year");
    expect(await team.read(path.replace("client-dashboard", "team"))).toContain("₹3,50,000 to ₹4,50,000 a year");
    // The next form begins with that currency.
    expect(await company.read(FORM)).toContain('<option value="INR" selected="">');
  });

  it("is dollars in Noida when somebody says so, and twelve times what it is for a month", async () => {
    const entries = { ...NOIDA, min_salary: "2500" };
    const place = await expectPage(company.post(FORM, entries), 400, "In US dollars ($), as It Says");
    const dollars = { ...entries, ...answersOn(place), intent: "pay:USD" };
    const period = await expectPage(
      company.post(FORM, dollars),
      400,
      "This pay is low for a year",
      "It Is for a Month",
    );
    expect(period).not.toContain("as It Says");
    const path = await file({ ...entries, ...answersOn(period), intent: "pay:month" });
    expect(await company.read(path)).toMatch(/from (US)?\$30,000 a year/);
  });
});
