import { data, redirect } from "react-router";
import type { z } from "zod";
import { syncCrm } from "~/features/crm/crm.server";
import { wakeMail } from "~/features/mail/mail.server";
import { withReason, type FormKeys, type FormState } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { notify, type Notice } from "~/lib/http/notice.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure } from "~/lib/result";
import { notFound, requireUserId } from "./page";

/** What is said of what was done, where that leads, and who else is to know of it. */
type Done = {
  notice: Notice;
  path: string;
  /** Is a mail to be sent at once? */
  hasMail?: boolean | undefined;
  /** The requirements that the CRM is to know of. */
  requirements?: readonly string[];
};

/** What became of it: a failure may say what the form shows from now on; the form itself is what was not tried. */
type Made<Value, State extends FormState> =
  | { ok: true; value: Value }
  | (Failure & { state?: State })
  | ReturnType<typeof data<State>>;

export type Change<Value, State extends FormState> = {
  /** The form as it was sent. */
  state: State;
  act: (userId: string) => Promise<Made<Value, State>>;
  /** What the log calls it when the backend fails: "candidate not changed". */
  failed: string;
  notDone: (failure: Failure) => Notice | Promise<Notice>;
  done: (value: Value) => Done | Promise<Done>;
  /** Does a failure say that there is no such page? Else whatever is not there, or not theirs, does. */
  notFoundWhen?: (failure: Failure) => boolean;
  /** Counts what somebody does, and says whether it is too much. */
  limit?: (context: Context, person: string) => Promise<boolean>;
  /** Does it send a mail to an address that somebody has typed? */
  isInvitation?: boolean;
};

/** Says what was done, and tells who else is to know. */
function tell(context: Context, { notice, hasMail = false, requirements = [] }: Done) {
  notify(context, notice);
  for (const id of requirements) syncCrm(context, id);
  if (hasMail) wakeMail(context);
}

/**
 * Does what a form asks for, as the signed-in person: logs a failure, and tells mail and CRM of what was done.
 *
 * @returns the way on; else the form as it was sent, with why it was not done
 * @throws the not-found page, for what is not there, or not theirs
 */
export async function makeChange<Value, State extends FormState>(context: Context, change: Change<Value, State>) {
  const { state, act, failed, notDone, done, limit = isActionLimited, isInvitation = false } = change;
  const { notFoundWhen = ({ status }: Failure) => status === 404 } = change;
  const actor = await requireUserId(context);
  if (actor.ok && (await limit(context, actor.value))) return data(state, { status: 429 });
  const made: Made<Value, State> = actor.ok ? await act(actor.value) : actor;
  if (!("ok" in made)) return made;
  if (!made.ok) {
    if (notFoundWhen(made)) return notFound();
    logFailure(context, made, failed);
    const notice = await notDone(made);
    notify(context, notice);
    const isLimited = isInvitation && made.status === 429;
    const { state: again = state } = made;
    const shown = isLimited ? withReason(again, "email", notice.text ?? notice.title) : again;
    return data(shown, { status: made.status });
  }
  const told = await done(made.value);
  tell(context, told);
  return redirect(told.path, 303);
}

/**
 * Does what a form asks for whose entries are right, as the signed-in person: see `makeChange`.
 *
 * @param form its schema, and the keys that the schema does not say
 * @param changeOf what is done with its entries
 */
export async function changeByForm<Schema extends z.ZodType<object, Record<string, unknown>>, Value>(
  context: Context,
  [schema, keys]: readonly [Schema, FormKeys?],
  changeOf: (values: z.output<Schema>) => Omit<Change<Value, FormState>, "state">,
) {
  const { values, state } = await parseForm(context.get(formContext), schema, keys);
  return values ? makeChange(context, { state, ...changeOf(values) }) : formResponse(state, 400);
}
