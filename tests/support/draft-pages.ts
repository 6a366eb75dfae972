import { randomUUID } from "node:crypto";
import type { Person } from "./people.ts";

/** Lets a client begin a draft and file a requirement. @returns the pages of both, with these words in them */
export async function makeDraftPages({ api }: Person, words: string): Promise<Record<string, string>> {
  const draft = randomUUID();
  const entries = { job_title: words, location: words, required_skills: [words.slice(0, 100)], notes: words };
  const saved = await api.rpc("save_requirement_draft", { draft, seen: 0, page: randomUUID(), entries });
  if (saved.error) throw saved.error;
  const client = await api.from("clients").select("id").single();
  const filed = await api
    .from("job_requirements")
    .insert({
      client_id: client.data!.id,
      job_title: words.slice(0, 200),
      job_type: "contract",
      location: "Pune",
      required_skills: ["TIG"],
      job_description: words,
      expected_start_date: "2031-02-03",
      deadline: "2030-12-31",
    })
    .select("id")
    .single();
  if (filed.error) throw filed.error;
  return {
    dashboard: "/client-dashboard",
    draft: `/submit-requirement?draft=${draft}`,
    "draft-deletion": `/client-dashboard/drafts/${draft}/delete`,
    duplicate: `/client-dashboard/requirements/${filed.data.id}/duplicate`,
  };
}
