import { zodResolver } from "@hookform/resolvers/zod";
import { data } from "react-router";
import { validateFormData } from "remix-hook-form";
import { z } from "zod";
import { CACHING } from "~/lib/http/caching";
import { formContext, responseHeadersContext, type Context } from "~/lib/http/context";
import { HONEYPOT_KEY, messageOf, textOf, type FormKeys, type FormState } from "./form";
import type { Failure } from "~/lib/result";

/**
 * Reads the listed keys of a form body, and nothing else. remix-hook-form's own parsers walk dotted keys into
 * prototypes and turn numbers in names into numbers; this one does neither.
 *
 * @returns an object without a prototype: a string for a single key ("" when absent), a list for a multiple one
 */
export function readForm(body: FormData, keys: FormKeys): Record<string, string | string[]> {
  const entries = Object.create(null) as Record<string, string | string[]>;
  for (const key of keys.single) {
    entries[key] = textOf(body.get(key));
  }
  for (const key of keys.multiple ?? []) {
    const list = body.getAll(key).filter((value) => typeof value === "string");
    entries[key] = keys.most === undefined ? list : list.slice(0, keys.most + 1);
  }
  return entries;
}

/** The entries of a body as the form shows them again. Passwords never come back, whatever form they are of. */
export function keepEntries(body: FormData, keys: FormKeys): Pick<FormState, "defaultValues" | "lists"> {
  const entries = readForm(body, keys);
  const defaultValues: FormState["defaultValues"] = {};
  const lists: FormState["lists"] = {};
  for (const [key, value] of Object.entries(entries)) {
    if (key.includes("password")) continue;
    if (typeof value !== "string") lists[key] = value;
    else defaultValues[key] = keys.checkboxes?.includes(key) ? value === "on" : value;
  }
  return { defaultValues, lists };
}

export type ParsedForm<Output> = { values: Output; state: FormState } | { values: undefined; state: FormState };

/** What a program typed where people see nothing; shown again, so that a person whose browser did it can clear it. */
function readHoneypot(body: FormData): string {
  return textOf(body.get(HONEYPOT_KEY)).trim();
}

/** The keys of a form: those of its schema, where it does not say them itself. @throws TypeError when neither says any */
function keysOf(schema: z.ZodType, keys: Partial<FormKeys>): FormKeys {
  const single = keys.single ?? (schema instanceof z.ZodObject ? Object.keys(schema.shape) : undefined);
  if (!single) throw new TypeError("A form whose schema is no object's fields alone says its keys itself");
  return { ...keys, single };
}

/**
 * Validates a form body by its schema, and that its honeypot is empty.
 *
 * @param given what the schema does not say of the keys, and all of them where it is not of an object's fields alone
 * @returns the schema's output, or undefined with a message for each field that is wrong; in both cases the entries,
 *   for the page to render again
 */
export async function parseForm<Schema extends z.ZodType<object, Record<string, unknown>>>(
  body: FormData,
  schema: Schema,
  given: Partial<FormKeys> = {},
): Promise<ParsedForm<z.output<Schema>>> {
  const keys = keysOf(schema, given);
  const kept = keepEntries(body, keys);
  const entries = { ...readForm(body, keys) };
  const { data: values, errors } = await validateFormData(entries, zodResolver(schema));
  const bait = readHoneypot(body);
  if (values && bait === "") return { values: values, state: { ...kept, errors: {} } };
  const messages: FormState["errors"] = {};
  if (bait !== "") {
    messages[HONEYPOT_KEY] = { type: "validation", message: "Leave this field empty" };
    kept.defaultValues[HONEYPOT_KEY] = bait;
  }
  const order = keys.order ?? keys.single;
  for (const [key, error] of Object.entries(errors ?? {}).sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  )) {
    messages[key] = { type: "validation", message: messageOf(error) };
  }
  return { values: undefined, state: { ...kept, errors: messages } };
}

/** Is a loader asked for the page that answers a post? What was typed is on it, and must stay there. */
export function isAfterPost(context: Context): boolean {
  return !context.get(formContext).keys().next().done;
}

/**
 * Lets this browser keep the page that answers a post, for nothing but showing it again when somebody goes back to it: a
 * posted page that may not be kept is the browser's error page then, and what was typed is gone. Signing out empties the
 * browser's cache (docs/decisions/forms-and-limits.md).
 */
export function keepForGoingBack(context: Context): void {
  context.get(responseHeadersContext).set("Cache-Control", CACHING.goingBack);
}

/**
 * An action's answer, which a browser may go back to when it is the form again. One that leads on may set a session's
 * cookies, and is kept by nobody.
 */
export function keepForm<Answer>(context: Context, answer: Answer): Answer {
  if (!(answer instanceof Response)) keepForGoingBack(context);
  return answer;
}

/** A form page rendered again: 400 when entries are wrong, 502 or 503 when the backend failed. */
export function formResponse(state: FormState, status: 200 | Failure["status"]) {
  return data(state, { status });
}
