import { addCandidate, askToShow, rpc, shortlist, type CandidateMails, type TestEntry } from "./candidate-people.ts";
import { signUpClient, type BackendAccess } from "./people.ts";
import { fileRequirement } from "./requirements.ts";
import { signUpTeamMember } from "./team.ts";

/** What the form of an entry on its own page sends to agree to its card. */
export function agreementOn(html: string, { entry }: TestEntry): Record<string, string> {
  const [, digest = ""] = new RegExp(`value="${entry}"/><input type="hidden" name="digest" value="([^"]*)"`).exec(
    html,
  )!;
  return { intent: "agree", entry, digest };
}

/** What a candidate's pages are full of: a person whom so many companies are shown, or would be. */
export async function makeShownOften(
  access: BackendAccess,
  mails: CandidateMails,
  { words, times }: { words: string; times: number },
): Promise<TestEntry> {
  const recruiter = await signUpTeamMember(access, "recruiter", words.slice(0, 60));
  const client = await signUpClient(access, words.slice(0, 170));
  const person = await addCandidate(recruiter, {
    full_name: words.slice(0, 200),
    headline: words.slice(0, 200),
    city: words.slice(0, 200),
    country: words.slice(0, 100),
    notice_period: words.slice(0, 100),
    skills: [words.slice(0, 100), "TIG"],
    summary: words,
    links: [`https://asha.example/${words.replace(/\W+/g, "-").slice(0, 200)}`],
  });
  let entry: TestEntry | undefined;
  for (let time = 0; time < times; time += 1) {
    const job = { job_title: words.slice(0, 200), location: words.slice(0, 200) };
    entry = await shortlist(recruiter, await fileRequirement(client, job), person, { pitch: words });
    await askToShow(recruiter, entry);
    // As if each had been asked about on another day.
    await mails.query(
      "update public.candidate_consents set asked_at = asked_at - interval '2 days' where candidate_id = $1",
      [person.id],
    );
  }
  await rpc(recruiter.api, "add_never", { candidate: person.id, named: words.slice(0, 200) });
  return entry!;
}

/** Has every mail sent that is due. */
export async function sendDueMails({ url, keys }: BackendAccess): Promise<void> {
  const sent = await fetch(`${url}/functions/v1/deliver-mail`, {
    method: "POST",
    headers: { apikey: keys.secret_key },
    body: JSON.stringify({ type: "redeliver" }),
  });
  if (!sent.ok) throw new Error(`The mails were not sent: ${sent.status}`);
}

/** What the form of a page would send, untouched; whose it is, whoever sends it says. */
export function entriesOf(html: string): Record<string, string> {
  const hidden = [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.filter(([, name]) => name !== "owner").map(([, name, value]) => [name!, value!]));
}
