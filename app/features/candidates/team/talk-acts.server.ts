import { omitNulls, type Call } from "~/lib/backend/calls.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { NO_ENTRIES, textOf, TOKEN_KEY } from "~/lib/forms/form";
import { parseForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import { isRowId, optionalDate } from "~/lib/schema/fields";
import { candidateNotices } from "~/features/candidates/notices";
import { talkFormSchema, talkKeys } from "~/features/candidates/talks";
import { performCall, type Act } from "./act.server";

/** About whom a talk is, for which job, and which next step its page showed; undefined where that is nobody. */
function aboutOf(body: FormData) {
  const [candidate, entry] = [textOf(body.get("candidate")), textOf(body.get("entry"))];
  if (!isRowId(candidate) || (entry !== "" && !isRowId(entry))) return undefined;
  const seen_next = optionalDate.safeParse(textOf(body.get("seen_next"))).data ?? null;
  return { candidate, entry: entry === "" ? null : entry, seen_next };
}

/** A talk, with what comes next: for a job, or about the candidate alone. */
export async function readTalk(context: Context, body: FormData): Promise<Act> {
  const about = aboutOf(body);
  const { values, state } = await parseForm(body, talkFormSchema, talkKeys);
  if (!values || !about) return { state };
  const perform = (by: string) => {
    const { form_id: form } = identifyForm(body.get(TOKEN_KEY), "talk", { ...values, ...about, by }, "page");
    const call: Call<unknown> = (person) => person.rpc("note_talk", omitNulls({ form, ...about, ...values }));
    return performCall(context, call, () => ({ notice: candidateNotices.noted(values), open: about.entry }));
  };
  return { state, perform };
}

/** That the next step is done, with nothing to say of it. */
export function readStepDone(context: Context, body: FormData): Act {
  const about = aboutOf(body);
  if (!about) return { state: NO_ENTRIES };
  const perform = (by: string) => {
    const { form_id: form } = identifyForm(body.get(TOKEN_KEY), "step", { ...about, by }, "page");
    const call: Call<unknown> = (person) => person.rpc("note_talk", omitNulls({ form, ...about }));
    return performCall(context, call, () => ({ notice: candidateNotices.stepDone, open: about.entry }));
  };
  return { state: NO_ENTRIES, perform };
}

/** Mails somebody once more what they were asked. */
export function readReminder(context: Context, body: FormData): Act {
  const entry = textOf(body.get("entry"));
  const state = { ...NO_ENTRIES, defaultValues: { intent: "remind", entry } };
  if (!isRowId(entry)) return { state };
  const call: Call<boolean | null> = (person) => person.rpc("remind_candidate", { entry });
  const perform = () =>
    performCall(context, call, (isSent) => ({
      notice: isSent ? candidateNotices.reminded : candidateNotices.remindedLately,
      open: entry,
      tells: "mail" as const,
    }));
  return { state, perform };
}
