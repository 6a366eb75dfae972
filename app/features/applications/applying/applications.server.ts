import { z } from "zod";
import { callAsVisitor, parseResult } from "~/lib/backend/calls.server";
import type { Context } from "~/lib/http/context";
import type { FormIdentity } from "~/lib/forms/form-token.server";
import type { Result } from "~/lib/result";
import type { ApplyEntries, TypedEntries } from "./schema";

/** The card as the company would see it; what is on it the card's own schema reads. */
const shownSchema = z.object({
  name: z.string(),
  digest: z.string(),
  card: z.record(z.string(), z.unknown()),
  /** To a company without an account: by mail, or on paper. */
  is_by_mail: z.boolean().default(false),
});

const jobFields = {
  slug: z.string(),
  title: z.string(),
  place: z.string(),
  /** Null for a company that has not named itself. */
  company: z.string().nullable(),
  language: z.string(),
};

const applicationSchema = z.object({
  ...jobFields,
  is_open: z.boolean(),
  /** As it was typed: where the mail goes. */
  email: z.string(),
  /** Held back, as a flood's or a program's: no mail has gone. */
  is_held: z.boolean(),
  shown: shownSchema,
  is_allowed: z.boolean(),
});

/** What page two shows whoever has sent page one. */
export type Application = z.output<typeof applicationSchema>;

const waiting = z.object({ title: z.string(), place: z.string(), full_name: z.string(), token: z.string() });

const confirmationSchema = z.object({
  ...jobFields,
  state: z.enum(["open", "confirmed", "closed", "over"]),
  /** Of one that waits for the press: in whose name it was sent, and what the form has ticked. */
  full_name: z.string().nullish(),
  /** How they are reached, and what else goes with the press; an older database tells none of it. */
  email: z.string().nullish(),
  phone: z.string().nullish(),
  employer: z.string().nullish(),
  said: z.string().nullish(),
  keep: z.boolean().default(false),
  shown: shownSchema.nullish(),
  is_allowed: z.boolean().default(false),
  /** Of one that was pressed: by when they have an answer, while they wait for it, and the link to their page. */
  answer_by: z.string().nullish(),
  own_token: z.string().nullish(),
  /** What else waits for the same mailbox. */
  others: z.array(waiting),
});

/** What the mail's link shows. */
export type Confirmation = z.output<typeof confirmationSchema>;

const jobSchema = z.object({
  state: z.enum(["open", "closed"]),
  /** Of one that has closed. */
  title: z.string().optional(),
  job: z.object({ title: z.string(), place: z.string(), company: z.string().nullable() }).optional(),
});

/** The job that somebody is about to apply for; null for none. */
export function findJob(context: Context, slug: string): Promise<Result<z.output<typeof jobSchema> | null>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("public_job", { slug }));
  return parseResult(jobSchema.nullable(), asked, 503);
}

/** Sends page one. @returns the token of page two; 410 where the job has closed, whoever it is that applies */
export async function sendApplication(
  context: Context,
  slug: string,
  { keep, instead_of, questioned: _questioned, ...entries }: ApplyEntries,
  { form_id: form, suspect: is_suspect }: FormIdentity,
  language: string,
): Promise<Result<string>> {
  const sent = callAsVisitor(context, (visitor) =>
    visitor.rpc("apply_for_job", {
      ...{ slug, form, entries, keep, is_suspect, language },
      ...(instead_of !== undefined && { instead_of }),
    }),
  );
  const made = await parseResult(z.object({ token: z.string() }), sent, 502);
  return made.ok ? { ok: true, value: made.value.token } : made;
}

/** Page two; null for a link that is over, or was never made. */
export function readApplication(context: Context, token: string): Promise<Result<Application | null>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("read_application", { token }));
  return parseResult(applicationSchema.nullable(), asked, 503);
}

/** The yes to this very card, or, without one, no yes. */
export function allowCard(context: Context, token: string, digest: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("allow_card", digest === "" ? { token } : { token, digest }));
}

const askedSchema = z.object({ asked_at: z.string(), again_at: z.string(), is_new: z.boolean() });

/** When the confirming mail was last asked for, from when on it can be again, and whether that was just now. */
export type Asked = z.output<typeof askedSchema>;

/** Has the confirming mail sent once more, where that was not asked for just before. */
export function mailApplication(context: Context, token: string): Promise<Result<Asked>> {
  return parseResult(
    askedSchema,
    callAsVisitor(context, (visitor) => visitor.rpc("mail_application", { token })),
    502,
  );
}

const line = z.string().nullish();

const typedSchema = z.object({
  slug: z.string(),
  title: z.string(),
  keep: z.boolean(),
  entries: z.object({
    full_name: z.string(),
    email: z.string(),
    phone: line,
    city: line,
    notice_period: line,
    employer: line,
    said: line,
    skills: z.array(z.string()),
  }),
});

/** What was typed on page one, for whoever has sent it; null for a link or a job that is over. */
export function readTyped(context: Context, token: string): Promise<Result<z.output<typeof typedSchema> | null>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("typed_application", { token }));
  return parseResult(typedSchema.nullable(), asked, 503);
}

/** What the form's fields show of it. */
export function typedTexts({ keep, entries }: Pick<z.output<typeof typedSchema>, "keep" | "entries">): TypedEntries {
  const { full_name, email, phone, city, notice_period, employer, said, skills } = entries;
  const texts = { full_name, email, phone, city, notice_period, employer, said, skills: skills.join(", ") };
  const filled = Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { ...Object.fromEntries(filled), is_adult: "on", ...(keep && { keep: "on" }) };
}

/** What the mail's link is about, and decides nothing; null for one that is over, or was never sent. */
export function readConfirmation(context: Context, token: string): Promise<Result<Confirmation | null>> {
  const asked = callAsVisitor(context, (visitor) => visitor.rpc("read_confirmation", { token }));
  return parseResult(confirmationSchema.nullable(), asked, 503);
}

/** The press. Twice is the same. @param agreed the digest of the card that they agree to have shown, and whether they are kept */
export function confirmApplication(
  context: Context,
  token: string,
  agreed: { digest: string; keep: boolean },
): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("confirm_application", { token, ...agreed }));
}

/** "This is not me": the application is deleted. */
export function disownApplication(context: Context, token: string): Promise<Result<unknown>> {
  return callAsVisitor(context, (visitor) => visitor.rpc("disown_application", { token }));
}
