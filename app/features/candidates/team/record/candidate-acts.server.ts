import type { Call } from "~/lib/backend/calls.server";
import { NO_ENTRIES, textOf, withReason } from "~/lib/forms/form";
import { keepEntries, parseForm } from "~/lib/forms/form.server";
import { isRowId } from "~/lib/schema/fields";
import type { Context } from "~/lib/http/context";
import { candidateNotices } from "~/features/candidates/notices";
import { neverSchema } from "~/features/candidates/schema";
import type { Result } from "~/lib/result";
import { performCall, type Act, type Done } from "~/features/candidates/team/act.server";
import { addCandidates, readTicked } from "~/features/candidates/team/finding/adding.server";
import { readStepDone, readTalk } from "~/features/candidates/team/talk-acts.server";

/** What a form of a candidate's page asks for; null for a form that is not known. */
export async function readRecordAct(context: Context, candidate: string, body: FormData): Promise<Act | null> {
  switch (body.get("intent")) {
    case "talk":
      return readTalk(context, body);
    case "step-done":
      return readStepDone(context, body);
    case "add-to": {
      const { requirement } = readTicked(body);
      const state = { ...keepEntries(body, { single: ["requirement"] }), errors: {} };
      if (requirement === undefined)
        return { state: withReason(state, "requirement", "Choose one of your requirements") };
      const perform = async (): Promise<Result<Done>> => {
        const made = await addCandidates(context, requirement, [candidate]);
        if (!made.ok) return made;
        const [one] = made.value;
        const isRefused = one !== undefined && one.outcome !== "added" && one.outcome !== "there";
        if (isRefused) return { ok: false, message: one.outcome, status: 422 };
        return { ok: true, value: { notice: candidateNotices.addedTicked(made.value) } };
      };
      return { state, perform };
    }
    case "never": {
      const { values, state } = await parseForm(body, neverSchema);
      if (!values) return { state };
      const call: Call<unknown> = (person) => person.rpc("add_never", { candidate, ...values });
      return { state, perform: () => performCall(context, call, () => ({ notice: candidateNotices.neverAdded })) };
    }
    case "remove-never": {
      const never = textOf(body.get("id"));
      const call: Call<unknown> = (person) => person.rpc("remove_never", { never });
      const perform = () => performCall(context, call, () => ({ notice: candidateNotices.neverRemoved }));
      return isRowId(never) ? { state: NO_ENTRIES, perform } : { state: NO_ENTRIES };
    }
    case "keep": {
      const seen = Number(body.get("seen"));
      const call: Call<unknown> = (person) => person.rpc("ask_to_keep", { candidate, seen });
      const perform = () => performCall(context, call, () => ({ notice: candidateNotices.askedToKeep, tells: "mail" }));
      return Number.isSafeInteger(seen) ? { state: NO_ENTRIES, perform } : { state: NO_ENTRIES };
    }
    default:
      return null;
  }
}
