import { mutateAsUser } from "~/lib/backend/supabase.server";
import { originOf } from "~/lib/forms/form-token.server";
import { NO_ENTRIES, TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { parseForm } from "~/lib/forms/form.server";
import { isRowId } from "~/lib/format/schema";
import type { Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import type { Result } from "~/lib/result";
import { candidateNotices } from "~/features/candidates/notices";
import { neverSchema, noteSchema } from "~/features/candidates/schema";

/** What a form of a record's page asks for; without `perform` its entries are wrong. */
type Act = {
  state: FormState;
  done: Notice;
  hasMail?: true;
  perform?: (userId: string) => Promise<Result<unknown>>;
};

/** What a form of a candidate's page asks for; null for a form that is not known. */
export async function readRecordAct(context: Context, candidate: string, body: FormData): Promise<Act | null> {
  switch (body.get("intent")) {
    case "note": {
      const { values, state } = await parseForm(body, noteSchema);
      const done = candidateNotices.noted;
      if (!values) return { state, done };
      const perform = (by: string) => {
        const said = { ...values, id: candidate, by };
        const { form_id: form } = originOf(body.get(TOKEN_KEY), "candidate-note", said, "page");
        return mutateAsUser(context, (person) => person.rpc("note_candidate", { candidate, form, ...values }));
      };
      return { state, done, perform };
    }
    case "never": {
      const { values, state } = await parseForm(body, neverSchema);
      const done = candidateNotices.neverAdded;
      if (!values) return { state, done };
      const add = () => mutateAsUser(context, (person) => person.rpc("add_never", { candidate, ...values }));
      return { state, done, perform: add };
    }
    case "remove-never": {
      const never = body.get("id");
      const act = { state: NO_ENTRIES, done: candidateNotices.neverRemoved };
      if (typeof never !== "string" || !isRowId(never)) return act;
      return { ...act, perform: () => mutateAsUser(context, (person) => person.rpc("remove_never", { never })) };
    }
    case "keep": {
      const seen = Number(body.get("seen"));
      const act = { state: NO_ENTRIES, done: candidateNotices.askedToKeep, hasMail: true } as const;
      if (!Number.isSafeInteger(seen)) return act;
      return {
        ...act,
        perform: () => mutateAsUser(context, (person) => person.rpc("ask_to_keep", { candidate, seen })),
      };
    }
    default:
      return null;
  }
}
