import { data, redirect } from "react-router";
import { syncCrm } from "~/features/crm/crm.server";
import { wakeMail } from "~/features/mail/mail.server";
import type { EditState } from "~/features/requirements/edit/edit-form";
import { editKeys, readEdit, saveEdit, type EditSide } from "~/features/requirements/edit/edit.server";
import { applyIntent, enteredBox } from "~/features/requirements/form/intent";
import { requirementNotices } from "~/features/requirements/notices";
import { keepEntries } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { notify, type Notice } from "~/lib/http/notice.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure } from "~/lib/result";
import { requireUserId } from "./team";

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

function refuse(context: Context, failure: Failure, state: EditState) {
  logFailure(context, failure, "requirement not edited");
  notify(context, requirementNotices.notDone(failure));
  return showAgain(state, failure.status);
}

/** Takes the posted form of an edited requirement, for either side: saves it, or shows it again with why not. */
export async function submitEdit(context: Context, { id, path, side, explain, done }: Editing) {
  const body = context.get(formContext);
  const opensAt = enteredBox(body);
  if (applyIntent(body)) return showAgain({ ...keepEntries(body, editKeys), errors: {}, opensAt }, 200);
  const { state, sent } = await readEdit(body);
  if (!sent) return showAgain(state, 400);
  const actor = await requireUserId(context);
  if (!actor.ok) return refuse(context, actor, state);
  if (await isFormLimited(context, actor.value)) return showAgain(state, 429);
  const saved = await saveEdit(context, id, { state, sent }, side);
  if (!saved.ok) {
    const { clash, state: kept, ...failure } = saved;
    return refuse(context, await explain(failure), { ...kept, clash });
  }
  syncCrm(context, id);
  wakeMail(context);
  notify(context, done);
  return redirect(path, 303);
}
