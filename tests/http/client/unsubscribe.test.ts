import { beforeEach, expect, it } from "vitest";
import { linkOn, mailTo } from "../../support/services/mailbox.ts";
import { sendWaitingMails, writeToClient } from "../../support/people/news.ts";
import { signUpClient, type Person } from "../../support/people/people.ts";
import { openSharedSite } from "../../support/services/processes.ts";
import { signUpTeamMember } from "../../support/people/team.ts";
import { textOf } from "../../support/http/page.ts";
import { expectNoWords, expectRedirect, expectWords } from "../../support/http/expectations.ts";

// Mails are switched off by their links: by people in any browser, and by mail programs alone (RFC 8058).
const { backend, site } = await openSharedSite();
const recruiter = await signUpTeamMember(backend, "recruiter", "Rea Recruiter");
let client: Person;
/** Where the link of a mail about a message leads. */
let link: URL;
let posted: string | undefined;

/** Lets somebody get a mail about a message. @returns where its link leads, and where a mail program would post */
async function mailLink(): Promise<[Person, URL, string | undefined]> {
  const person = await signUpClient(backend, "Vega Castings");
  await writeToClient(backend, person, recruiter);
  await sendWaitingMails(backend, person);
  const mail = (await mailTo(backend.url, person.email)).find(
    ({ subject }) => subject === "A message about a requirement",
  );
  const [url] = mail!.links.slice(-1);
  return [person, new URL(linkOn(site.url, url!)), mail!.unsubscribe_url && linkOn(site.url, mail!.unsubscribe_url)];
}

beforeEach(async () => {
  [client, link, posted] = await mailLink();
});

const look = (url = link) => fetch(url, { redirect: "manual" });
const button = () => new URLSearchParams({ intent: "switch-off" });
const post = (body: BodyInit, url = link, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers, redirect: "manual" });

async function chosen(): Promise<unknown> {
  return (await client.api.from("notification_settings").select("requirements, messages")).data;
}

it("the link shows what it would switch off and changes nothing, however often it is opened; the button does it", async () => {
  for (const method of ["GET", "HEAD", "GET"]) {
    const response = await fetch(link, { method });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(response.headers.getSetCookie()).toEqual([]);
    if (method === "GET") {
      const html = await textOf(response);
      expectWords(html, "Switch off mails about messages?", 'content="noindex"');
      expectNoWords(html, client.email, "Vega", "Client Person", "Welder", recruiter.name);
    }
  }
  expect(await chosen()).toEqual([]);
  const origin = { Origin: site.url, "Sec-Fetch-Site": "same-origin" };
  await expectRedirect(post(button(), link, origin), 303, link.pathname + link.search);
  expect(await chosen()).toEqual([{ requirements: "at_once", messages: "never" }]);
  expect(await textOf(await look())).toContain("You don't get mails about messages any more.");
  expect((await post(button())).status).toBe(303);
});

it.each(["urlencoded", "multipart"])("one post of a mail program does it, without a redirect: %s", async (type) => {
  expect(posted).toBe(link.href);
  const body = type === "multipart" ? new FormData() : new URLSearchParams();
  body.append("List-Unsubscribe", "One-Click");
  for (let time = 0; time < 2; time += 1) {
    const response = await post(body);
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []]);
    expect(await response.text()).toContain("any more.");
    expect(await chosen()).toEqual([{ requirements: "at_once", messages: "never" }]);
  }
});

it("another site can't have a visitor's browser do it", async () => {
  const origins: Record<string, string>[] = [{ Origin: "https://evil.example" }, { "Sec-Fetch-Site": "cross-site" }];
  for (const headers of origins) {
    expect((await post(button(), link, headers)).status).toBe(403);
  }
  expect(await chosen()).toEqual([]);
});

it("a link that nobody was sent is not found, whatever it looks like; without one the page says where it is", async () => {
  const page = async (search: string) => {
    const response = await look(new URL(`/unsubscribe${search}`, link));
    return [response.status, (await response.text()).replace(/<main id="main">|nonce-[^"']+|x-request-id[^<]*/g, "")];
  };
  const unknown = await page(`?token=${"0".repeat(64)}`);
  expect(unknown[0]).toBe(404);
  expect(unknown[1]).toContain("This link does not work.");
  expect((await page("?token=x"))[0]).toBe(404);
  expect((await page(""))[0]).toBe(200);
  for (const token of ["0".repeat(64), "x"]) {
    expect((await post(button(), new URL(`/unsubscribe?token=${token}`, link))).status).toBe(404);
  }
});
