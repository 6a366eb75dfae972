import { randomUUID } from "node:crypto";
import type { Person } from "../people/people.ts";
import { fileRequirement } from "../people/requirements.ts";

/** Lets a client begin a draft and file a requirement. @returns the pages of both, with these words in them */
export async function makeDraftPages(person: Person, words: string): Promise<Record<string, string>> {
  const draft = randomUUID();
  const entries = { job_title: words, location: words, required_skills: [words.slice(0, 100)], notes: words };
  const saved = await person.api.rpc("save_requirement_draft", { draft, seen: 0, page: randomUUID(), entries });
  if (saved.error) throw saved.error;
  const filed = await fileRequirement(person, {
    job_title: words.slice(0, 200),
    job_description: words,
    expected_start_date: "2031-02-03",
    deadline: "2030-12-31",
  });
  return {
    dashboard: "/client-dashboard",
    draft: `/submit-requirement?draft=${draft}`,
    "draft-deletion": `/client-dashboard/drafts/${draft}/delete`,
    duplicate: `/client-dashboard/requirements/${filed}/duplicate`,
  };
}
