import { redirect } from "react-router";
import type { z } from "zod";
import { withReason, type FormKeys, type FormState } from "~/lib/forms/form";
import { formResponse, parseForm } from "~/lib/forms/form.server";
import { formContext, type Context } from "~/lib/http/context";
import { notify, type Notice } from "~/lib/http/notice.server";
import { isActionLimited } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure, Result } from "~/lib/result";
import { notFound, requireUserId } from "./team";

/** What is said of what was done, and where that leads. */
type Done = { notice: Notice; path: string };

type Change<Value> = {
  /** The form as it was sent. */
  state: FormState;
  act: (userId: string) => Promise<Result<Value>>;
  /** What the log calls it when the backend fails: "candidate not changed". */
  failed: string;
  notDone: (failure: Failure) => Notice | Promise<Notice>;
  done: (value: Value) => Done | Promise<Done>;
  /** Does a failure say that there is no such page? Else whatever is not there, or not theirs, does. */
  isNotThere?: (failure: Failure) => boolean;
  /** Counts what somebody does, and says whether it is too much. */
  isTooMuch?: (context: Context, person: string) => Promise<boolean>;
  /** Does it send a mail to an address that somebody has typed? */
  isInvitation?: boolean;
};

/**
 * Does what a form asks for, as whoever is signed in.
 *
 * @returns the way on; else the form as it was sent, with why it was not done
 * @throws the not-found page, for what is not there, or not theirs
 */
export async function makeChange<Value>(context: Context, change: Change<Value>) {
  const { state, act, failed, notDone, done, isTooMuch = isActionLimited, isInvitation = false } = change;
  const { isNotThere = ({ status }: Failure) => status === 404 } = change;
  const actor = await requireUserId(context);
  if (actor.ok && (await isTooMuch(context, actor.value))) return formResponse(state, 429);
  const made = actor.ok ? await act(actor.value) : actor;
  if (!made.ok) {
    if (isNotThere(made)) return notFound();
    logFailure(context, made, failed);
    const notice = await notDone(made);
    notify(context, notice);
    const isLimited = isInvitation && made.status === 429;
    return formResponse(isLimited ? withReason(state, "email", notice.text ?? notice.title) : state, made.status);
  }
  const { notice, path } = await done(made.value);
  notify(context, notice);
  return redirect(path, 303);
}

/**
 * Does what a form asks for whose entries are right, as whoever is signed in: see `makeChange`.
 *
 * @param form its schema, and the keys that the schema does not say
 * @param changeOf what is done with its entries
 */
export async function changeByForm<Schema extends z.ZodType<object, Record<string, unknown>>, Value>(
  context: Context,
  [schema, keys]: readonly [Schema, FormKeys?],
  changeOf: (values: z.output<Schema>) => Omit<Change<Value>, "state">,
) {
  const { values, state } = await parseForm(context.get(formContext), schema, keys);
  return values ? makeChange(context, { state, ...changeOf(values) }) : formResponse(state, 400);
}
