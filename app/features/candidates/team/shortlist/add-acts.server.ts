import type { Call } from "~/lib/backend/calls.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { textOf, TOKEN_KEY } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import { isRowId } from "~/lib/schema/fields";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { candidateNotices } from "~/features/candidates/notices";
import { enteredOf, shortKeys, shortSchema } from "~/features/candidates/schema";
import { performCall, type Act } from "~/features/candidates/team/act.server";
import { createCandidate, findSimilar, loadShortlist, type Shortlist } from "./shortlist.server";

/** Puts somebody on the list of a requirement, unless they stand there already. */
async function addOnce(context: Context, list: Shortlist, requirement: string, candidate: string) {
  const known = list.entries.find((entry) => entry.candidate.id === candidate);
  const isThere = known !== undefined && known.state !== "withdrawn" && known.state !== "closed";
  const notice = isThere ? candidateNotices.addedAlready : candidateNotices.added;
  const add: Call<string | null> = (person) => person.rpc("add_to_shortlist", { requirement, candidate });
  return performCall(context, add, (open) => ({ notice, open }));
}

/** The list that somebody is about to be added to; nobody is kept for one that is closed. */
async function loadOpenList(context: Context, requirement: string): Promise<Result<Shortlist>> {
  const list = await loadShortlist(context, requirement);
  return !list.ok || list.value.is_open ? list : { ok: false, message: "closed", status: 422 };
}

/** Somebody new, unless they may be somebody whom we know: that is asked once. */
export async function addNew(context: Context, body: FormData, requirement: string): Promise<Act> {
  const { values, state } = await parseForm(body, shortSchema, shortKeys);
  if (!values) return { state };
  return {
    state,
    async perform(by) {
      const list = await loadOpenList(context, requirement);
      if (!list.ok) return list;
      const similar = body.get("is_other") === "yes" ? undefined : await findSimilar(context, enteredOf(body));
      if (similar && !similar.ok) return similar;
      if (similar && similar.value.length > 0) return { ok: false, message: "similar", status: 409 };
      const { form_id } = identifyForm(body.get(TOKEN_KEY), "candidate", { ...values, requirement, by }, "page");
      const made = await createCandidate(context, values, form_id);
      if (!made.ok) return made;
      return addOnce(context, list.value, requirement, made.value);
    },
  };
}

/** Somebody whom we know, as they were ticked or named. */
export function addKnown(context: Context, body: FormData, requirement: string): Act {
  const state = { ...keepEntries(body, { single: ["intent", "candidate"] }), errors: {} };
  const candidate = textOf(body.get("candidate"));
  if (!isRowId(candidate)) return { state };
  return {
    state,
    async perform() {
      const list = await loadOpenList(context, requirement);
      return list.ok ? addOnce(context, list.value, requirement, candidate) : list;
    },
  };
}
