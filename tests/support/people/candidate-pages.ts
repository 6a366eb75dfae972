import { quoted } from "../api/asking.ts";
import { keep, kept, type Act } from "./acts-in-turn.ts";
import { addCandidate, askingAbout, cardOf, rpc, type CandidateMails, type TestEntry } from "./candidate-people.ts";
import { signUpClient, type BackendAccess } from "./people.ts";
import { signUpTeamMember } from "./team.ts";

/** What the form of an entry on its own page sends to agree to its card. */
export function agreementOn(html: string, { entry }: TestEntry): Record<string, string> {
  const [, digest = ""] = new RegExp(`value="${entry}"/><input type="hidden" name="digest" value="([^"]*)"`).exec(
    html,
  )!;
  return { intent: "agree", entry, digest };
}

/** What files a requirement, whose id is kept as `filed`. @param text its title and its place */
const filing = (text: string) =>
  `with filed as (
     insert into public.job_requirements (job_title, job_type, location, required_skills, job_description)
       values (${quoted(text)}, 'contract', ${quoted(text)}, '{TIG}', 'Weld.') returning id)
   ${keep("filed", "id")} from filed`;

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
  const acts = Array.from({ length: times }, (): Act[] => [
    { by: client, run: filing(words.slice(0, 200)) },
    {
      by: recruiter,
      run: keep("entry", `public.add_to_shortlist(${kept("filed")}::uuid, '${person.id}')`),
    },
    cardOf(recruiter, words),
    askingAbout(recruiter),
    // As if each had been asked about on another day.
    {
      run: `update public.candidate_consents set asked_at = asked_at - interval '2 days'
              where candidate_id = '${person.id}' and asked_at > now() - interval '1 day'`,
    },
  ]).flat();
  const last = await mails.inTurn(acts, `select ${kept("entry")} as entry, ${kept("filed")} as requirement`);
  await rpc(recruiter.api, "add_never", { candidate: person.id, named: words.slice(0, 200) });
  return { ...person, ...(last as { entry: string; requirement: string }) };
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
