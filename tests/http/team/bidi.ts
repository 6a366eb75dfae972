import { beforeAll, expect, it } from "vitest";
import { teamPages, type makeShown } from "../../support/browser/team-pages.ts";
import { signUpClient } from "../../support/people/people.ts";
import { fileRequirement } from "../../support/people/requirements.ts";
import type { TeamPerson } from "../../support/people/team.ts";
import type { Visitor } from "../../support/http/visitor.ts";
import type { openSharedSite } from "../../support/services/processes.ts";

// What a stranger has typed turns nothing round that stands beside it: neither an address nor the words of ours.

const TURNING = "\u202e";
export const words = {
  title: `w0rd ${TURNING}redlew canary a ${"long ".repeat(18)}title`,
  company: `${TURNING}dtL sretsoP ${"of ".repeat(30)}everything`,
  name: `Vik ${TURNING}mahS canary ${"very ".repeat(20)}long`,
  colleague: "Rea Recruiter",
};

const UNSEEN = /<!--[\s\S]*?-->|<(script|style|svg)\b[\s\S]*?<\/\1>/g;
const ISOLATED = /<bdi\b[^>]*>[^<]*<\/bdi>/g;
const INLINE = /<\/?(?:a|em|i|kbd|mark|small|span|strong|time|b)\b[^>]*>/g;

/** The lines of a page, one for each block, without what is isolated in them. */
function linesOf(html: string): string[] {
  const [body = ""] = /<body[\s\S]*<\/body>/.exec(html) ?? [];
  const blocks = body
    .replace(UNSEEN, "")
    .replace(ISOLATED, "")
    .replace(INLINE, "")
    .split(/<[^>]+>/);
  return blocks.map((line) => line.replaceAll("&#x27;", "'").replaceAll("&amp;", "&").trim());
}

/** Is it somebody's words alone, whole or cut off? */
function isAlone(line: string): boolean {
  const begins = Object.values(words).map((text) => text.slice(0, 12));
  return (
    begins.some((begin) => line.startsWith(begin) || line.startsWith(`Vik ${TURNING}mahS`)) && !/[,·:;]/.test(line)
  );
}

/** @param made.shown what has `words` in it everywhere, made by that admin */
export function describeBidi(
  { backend, service, signIn }: Awaited<ReturnType<typeof openSharedSite>>,
  made: { admin: TeamPerson; shown: Awaited<ReturnType<typeof makeShown>> },
): void {
  const { admin, shown } = made;
  const pages = teamPages(shown);
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await signIn(admin);
    // A reason, and somebody's name, besides.
    await service.from("client_members").update({ full_name: words.name }).eq("client_id", shown.client);
    const { data } = await service.from("job_requirements").select("version").eq("id", shown.requirement).single();
    await admin.api.rpc("change_requirement_status", {
      requirement: shown.requirement,
      seen: data!.version,
      status: "cancelled",
      reason: words.name,
    });
  });

  it("stands alone or isolated on every page of the team, and turns no title round", { timeout: 120_000 }, async () => {
    // What is sorted otherwise, or has nothing in it, has the same parts.
    const all = Object.keys(pages).filter((name) => !/-(?:sorted|empty|by-source)$/.test(name));
    const titles: Record<string, string> = {};
    let found = 0;
    for (const name of all) {
      const path = pages[name]!.replace("/team?words=w0rd", "/team?words=redlew");
      const response = await visitor.ask(path);
      expect(response.status, name).toBe(200);
      const html = await response.text();
      found += html.split(TURNING).length - 1;
      titles[name] = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
      expect(titles[name], name).toMatch(/^[^\p{Bidi_Control}]+$/u);
      expect(
        linesOf(html).filter((line) => line.includes(TURNING) && !isAlone(line)),
        name,
      ).toEqual([]);
    }
    expect(found).toBeGreaterThan(50);

    // Nor that of a company's pages.
    const owner = await signUpClient(backend, words.company);
    const own = `/client-dashboard/requirements/${await fileRequirement(owner, { job_title: words.title })}`;
    const companys = await signIn(owner);
    for (const [name, path] of [
      ["own", own],
      ["own-history", `${own}/history`],
    ] as const)
      titles[name] = /<title>([^<]*)<\/title>/.exec(await companys.read(path))![1]!;
    const [title, company] = [words.title, words.company].map((text) => text.replace(TURNING, ""));
    const wanted = {
      "team-message": title,
      // The team reads whose requirement it is, too.
      "team-requirement": `${title}, ${company}`,
      "team-history": `History: ${title}, ${company}`,
      "team-messages": `Messages: ${title}, ${company}`,
      "team-client": company,
      own: title,
      "own-history": `History: ${title}`,
    };
    const ends = Object.entries(wanted).map(([name, text]) => [name, `${text} | Kaushal Global Hiring`]);
    expect(titles).toMatchObject(Object.fromEntries(ends));
  });
}
