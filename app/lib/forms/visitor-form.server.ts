import { redirect } from "react-router";
import type { z } from "zod";
import { formContext, type Context } from "~/lib/http/context";
import { SENT_MARK, TOKEN_KEY, type FormKeys, type FormState } from "./form";
import { formResponse, keepForm, parseForm } from "./form.server";
import { originOf, type FormOrigin } from "./form-token.server";
import { logContext } from "~/lib/observe/log.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Result } from "~/lib/result";
import { notify, type Notice } from "~/lib/http/toast.server";

type VisitorForm<Schema extends z.ZodType<object, Record<string, unknown>>> = {
  /** What the log calls it: "contact message". */
  name: string;
  schema: Schema;
  keys: FormKeys;
  /** Saves it; what was saved before under the same id counts as saved. */
  save: (context: Context, row: z.output<Schema> & FormOrigin) => Promise<Result>;
  messages: { sent: Notice; failed: Notice };
  /** Where the browser goes when it is saved; that page's route has the words for who brings no notice along (`sent`). */
  path: string;
  /** A notice for entries that are wrong, where the catalogue has one. */
  onInvalid?: (state: FormState) => Notice | undefined;
};

async function take<Schema extends z.ZodType<object, Record<string, unknown>>>(
  context: Context,
  { name, schema, keys, save, messages, path, onInvalid }: VisitorForm<Schema>,
) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, schema, keys);
  if (!values) {
    const notice = onInvalid?.(state);
    if (notice) notify(context, notice);
    return formResponse(state, 400);
  }
  if (await isFormLimited(context)) return formResponse(state, 429);
  const result = await save(context, { ...values, ...originOf(body.get(TOKEN_KEY), name, values, "day") });
  if (!result.ok) {
    context.get(logContext).error({ reason: result.message }, `${name} not saved`);
    notify(context, messages.failed);
    return formResponse(state, result.status);
  }
  notify(context, messages.sent);
  return redirect(path + SENT_MARK);
}

/**
 * Takes a form that anybody may send: checks it, counts it, saves it once, and says so.
 *
 * @returns a redirect when it is saved; else the form with its entries: 400 wrong, 429 too many, 502 or 503 not saved
 */
export async function takeVisitorForm<Schema extends z.ZodType<object, Record<string, unknown>>>(
  { context }: { context: Context },
  form: VisitorForm<Schema>,
) {
  return keepForm(context, await take(context, form));
}
