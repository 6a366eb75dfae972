import { originOf } from "~/lib/forms/form-token.server";
import { NO_ENTRIES, TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { parseForm } from "~/lib/forms/form.server";
import { isRowId } from "~/lib/format/schema";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/toast.server";
import type { Result } from "~/lib/result";
import { candidateMessages } from "~/features/candidates/messages";
import { neverKeys, neverSchema, noteKeys, noteSchema } from "~/features/candidates/schema";
import { addNever, askToKeep, noteCandidate, removeNever } from "./candidate.server";

/** What a form of a record's page asks for; without `perform` its entries are wrong. */
type Act = {
  state: FormState;
  done: Notice;
  hasMail?: true;
  perform?: (userId: string) => Promise<Result<unknown>>;
};

/** What a form of a candidate's page asks for; null for a form that is not known. */
export async function readRecordAct(context: Context, id: string, body: FormData): Promise<Act | null> {
  switch (body.get("intent")) {
    case "note": {
      const { values, state } = await parseForm(body, noteSchema, noteKeys);
      const done = candidateMessages.noted;
      if (!values) return { state, done };
      const perform = (by: string) => {
        const { form_id } = originOf(body.get(TOKEN_KEY), "candidate-note", { ...values, id, by }, "page");
        return noteCandidate(context, id, form_id, values.body);
      };
      return { state, done, perform };
    }
    case "never": {
      const { values, state } = await parseForm(body, neverSchema, neverKeys);
      const done = candidateMessages.neverAdded;
      return values ? { state, done, perform: () => addNever(context, id, values.named) } : { state, done };
    }
    case "remove-never": {
      const never = body.get("id");
      const act = { state: NO_ENTRIES, done: candidateMessages.neverRemoved };
      if (typeof never !== "string" || !isRowId(never)) return act;
      return { ...act, perform: () => removeNever(context, never) };
    }
    case "keep": {
      const seen = Number(body.get("seen"));
      const act = { state: NO_ENTRIES, done: candidateMessages.askedToKeep, hasMail: true } as const;
      return Number.isSafeInteger(seen) ? { ...act, perform: () => askToKeep(context, id, seen) } : act;
    }
    default:
      return null;
  }
}
