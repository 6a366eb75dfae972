import { data } from "react-router";
import type { EditState } from "~/features/requirements/edit/edit-form";
import { editKeys, readEdit, saveEdit, type EditSide } from "~/features/requirements/edit/edit.server";
import { applyIntent, enteredBox } from "~/features/requirements/form/intent";
import { requirementNotices } from "~/features/requirements/notices";
import { keepEntries } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import type { Notice } from "~/lib/http/notice.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Failure } from "~/lib/result";
import { makeChange } from "./change";

/** Whose page it is. */
type Editing = {
  id: string;
  /** The requirement's page. */
  path: string;
  side: EditSide;
  /** Why nothing was saved, as their side is told it. @throws the not-found page for what is not theirs */
  explain: (failure: Failure) => Promise<Failure>;
  done: Notice;
};

/** The form again; of one that came second, with what the other has changed. */
function showAgain(state: EditState, status: 200 | Failure["status"]) {
  return data(state, { status });
}

/** Takes the posted form of an edited requirement, for either side: saves it, or shows it again with why not. */
export async function submitEdit(context: Context, { id, path, side, explain, done }: Editing) {
  const body = context.get(formContext);
  const opensAt = enteredBox(body);
  if (applyIntent(body)) return showAgain({ ...keepEntries(body, editKeys), errors: {}, opensAt }, 200);
  const { state, sent } = await readEdit(body);
  if (!sent) return showAgain(state, 400);
  return makeChange(context, {
    state,
    act: async () => {
      const saved = await saveEdit(context, id, { state, sent }, side);
      if (saved.ok) return saved;
      const { clash, state: kept, ...failure } = saved;
      return { ...(await explain(failure)), state: { ...kept, clash } };
    },
    failed: "requirement not edited",
    notDone: requirementNotices.notDone,
    done: () => ({ notice: done, path, hasMail: true, requirements: [id] }),
    limit: isFormLimited,
  });
}
