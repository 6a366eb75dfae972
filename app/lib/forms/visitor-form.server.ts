import { redirect } from "react-router";
import type { z } from "zod";
import { env } from "~/lib/config/env.server";
import { formContext, type Context } from "~/lib/http/context";
import { TOKEN_KEY, type FormState } from "./form";
import { formResponse, isAfterPost, keepForm, parseForm } from "./form.server";
import { identifyForm, type FormIdentity } from "./form-token.server";
import { readReceipt, receiptAddress, type Receipt } from "./receipt.server";
import { logFailure } from "~/lib/observe/log.server";
import { isFormLimited } from "~/lib/limits/rate-limit.server";
import type { Result } from "~/lib/result";
import { notify, type Notice } from "~/lib/http/notice.server";

type VisitorForm<Schema extends z.ZodType<object, Record<string, unknown>>> = {
  /** What the log calls it: "contact message". */
  name: string;
  schema: Schema;
  /** Saves it; what was saved before under the same id counts as saved. */
  save: (context: Context, row: z.output<Schema> & FormIdentity) => Promise<Result>;
  failed: Notice;
  /** Its page, where the browser goes when it is saved. */
  path: string;
  /** Within how many hours it is answered (specification, section 9). */
  hours: number;
  /** A notice for entries that are wrong, where the catalogue has one. */
  onInvalid?: (state: FormState) => Notice | undefined;
};

async function takeEntries<Schema extends z.ZodType<object, Record<string, unknown>>>(
  context: Context,
  { name, schema, save, failed, path, hours, onInvalid }: VisitorForm<Schema>,
) {
  const body = context.get(formContext);
  const { values, state } = await parseForm(body, schema);
  if (!values) {
    const notice = onInvalid?.(state);
    if (notice) notify(context, notice);
    return formResponse(state, 400);
  }
  if (await isFormLimited(context)) return formResponse(state, 429);
  const origin = identifyForm(body.get(TOKEN_KEY), name, values, "day");
  const result = await save(context, { ...values, ...origin });
  if (!result.ok) {
    logFailure(context, result, `${name} not saved`);
    notify(context, failed);
    return formResponse(state, result.status);
  }
  return redirect(receiptAddress(path, origin.form_id, hours));
}

/**
 * Takes a form that anybody may send: checks it, counts it, saves it once, and leads to its receipt.
 *
 * @returns a redirect when it is saved; else the form with its entries: 400 wrong, 429 too many, 502 or 503 not saved
 */
export async function takeVisitorForm<Schema extends z.ZodType<object, Record<string, unknown>>>(
  { context }: { context: Context },
  form: VisitorForm<Schema>,
) {
  return keepForm(context, await takeEntries(context, form));
}

/** What the page of such a form shows besides the form. */
export type VisitorPage = {
  /** Of a form that was taken: with the notice that says so. */
  receipt: Receipt | undefined;
  notice: Notice | undefined;
  /** The office's number, where the operator has set one. */
  phone: string | undefined;
};

/** Reads what the address of such a page says. @param sent the notice of a form that was taken (§8) */
export function loadVisitorPage({ context, url }: { context: Context; url: URL }, sent: Notice): VisitorPage {
  // One that is sent from a receipt's page, and comes back, is another form.
  const receipt = isAfterPost(context) ? undefined : readReceipt(url.pathname, url.search);
  return { receipt, notice: receipt && sent, phone: env.OFFICE_PHONE };
}
