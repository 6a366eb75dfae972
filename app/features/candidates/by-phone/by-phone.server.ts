import { z } from "zod";
import { loadShortlist, type Entry, type Shortlist } from "~/features/candidates/team/shortlist/shortlist.server";
import { mutateAsUser, lookUpAsUser, omitNulls, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import { askAll, type Result } from "~/lib/result";

const linkSchema = z.object({
  /** What opens the question: to be given to its candidate, and to nobody else. */
  token: z.string(),
  first_name: z.string(),
  number: z.string(),
  job_title: z.string(),
  location: z.string().nullable(),
  asker_words: z.string().nullable(),
  recruiter: z.string().nullable(),
});

/** The link of a question, as whoever has asked it gives it to its candidate. */
export type PhoneLink = z.output<typeof linkSchema>;

/** An entry with the list that it is on, and the link of its question, where the caller has asked it by telephone. */
export type AskedByPhone = { entry: Entry; list: Shortlist; link: PhoneLink | null };

/** Loads an entry of a requirement; null where there is none. */
export async function loadAskedByPhone(
  context: Context,
  requirement: string,
  id: string,
): Promise<Result<AskedByPhone | null>> {
  const found = await askAll({
    list: loadShortlist(context, requirement),
    link: parseResult(
      linkSchema.nullable(),
      lookUpAsUser(context, (person) => person.rpc("phone_link", { entry: id })),
    ),
  });
  if (!found.ok) return found.status === 404 ? { ok: true, value: null } : found;
  const { list, link } = found.value;
  const entry = list.entries.find((each) => each.id === id);
  return { ok: true, value: entry ? { entry, list, link } : null };
}

type Asking = { entry: string; seen: number; number: string; has_rung: boolean; words: string | null };

/** Asks somebody at a number that was rung, once for each form. */
export function askByPhone(context: Context, asking: Asking, form: string): Promise<Result<unknown>> {
  return mutateAsUser(context, (person) => person.rpc("ask_by_phone", omitNulls({ ...asking, form })));
}
