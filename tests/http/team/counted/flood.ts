import { expect, it } from "vitest";
import { TOKEN_KEY } from "~/lib/forms/form";
import { mintFormToken } from "~/lib/forms/form-token.server";
import { OwnerSession } from "../../../support/api/database.ts";
import { connect, freshEmail } from "../../../support/people/people.ts";
import { signUpTeamMember } from "../../../support/people/team.ts";
import { Visitor } from "../../../support/http/visitor.ts";
import type { CountedSite } from "./site.ts";

// A flood hides nobody: neither one that comes past the site, nor one from somebody's own address.

/** What somebody sends past the site who does not tire, one after another. */
const PAST_THE_SITE = `
  do $$ begin
    for n in 1..42 loop
      set local role anon;
      insert into public.contact_submissions (name, email, requirement) values ('A', 'flood@test.example', 'x');
      commit;
    end loop;
  end $$`;

/** Posts the contact form from an address, as a person would. @returns the path that it leads to */
async function write({ url }: CountedSite["site"], address: string, requirement: string): Promise<string | null> {
  const body = new URLSearchParams({
    name: "Ann",
    email: freshEmail("ann"),
    company: "",
    requirement,
    [TOKEN_KEY]: mintFormToken(Date.now() - 60_000),
  });
  const headers = { "X-Forwarded-For": address };
  const response = await new Visitor(url).ask("/contact", { method: "POST", body, headers });
  return response.headers.get("location");
}

/** @param running where nobody has written yet: all is counted */
export function describeFlood({ backend, site }: CountedSite): void {
  it("an enquiry stands in its group, whatever comes from one address or past the site", async () => {
    const owner = OwnerSession.of(backend.database);
    await owner.exec(PAST_THE_SITE);
    await owner.close();
    for (let index = 0; index < 12; index += 1) {
      expect(await write(site, "203.0.113.9", `Through the site, number ${index}`)).toMatch(/^\/contact\?sent=\w{8}\./);
    }
    expect(await write(site, "198.51.100.7", "Three welders, at once")).toMatch(/^\/contact\?sent=\w{8}\./);

    const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
    const { data } = await recruiter.api.rpc("count_inbox");
    expect(data).toEqual(
      expect.arrayContaining([
        { item_group: "unclaimed", items: 10 + 10 + 1 },
        { item_group: "flood", items: 32 + 2 },
        { item_group: "suspect", items: 0 },
      ]),
    );
    const visitor = await Visitor.signedInAs(site.url, recruiter);
    const page = await visitor.read("/team?group=unclaimed&sort=came&order=desc");
    expect(page).toContain("Three welders, at once");
    // Nothing of where it came from is anywhere that the team reads.
    const { data: sent } = await connect(backend.url, backend.keys.secret_key).from("contact_submissions").select("*");
    expect(JSON.stringify(sent)).not.toMatch(/203\.0\.113|198\.51\.100/);
  });
}
