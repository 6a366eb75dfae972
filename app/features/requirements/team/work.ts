import { z } from "zod";
import { Constants } from "~/lib/backend/database.types";
import type { FormKeys } from "~/lib/forms/form";
import { optionalDate, optionalText, rowId, seenVersion } from "~/lib/schema/fields";
import { cleanText } from "~/lib/format/text";
import { answerWords } from "~/lib/schema/text-places";
import { readVersionedIds, type VersionedId } from "~/lib/schema/versioned-id";
import { count } from "~/features/requirements/rules";

/** What each form carries of the page it was on: the version that was read, and the last thing that had happened. */
export const seen = { version: seenVersion, since: z.string().max(60) };

/** The longest reason, in characters; the database holds the same limit. */
export const LONGEST_REASON = 500;

const NOT_A_COLLEAGUE = "Choose a colleague";

/** A colleague, or nobody. */
export const recruiterEntry = z.union([z.literal("").transform(() => null), rowId(NOT_A_COLLEAGUE)], NOT_A_COLLEAGUE);

/** What was ticked, and who is to be in charge of it: null for nobody, undefined where that was not said. */
export function readGiven(body: FormData): { versionedIds: VersionedId[]; recruiter: string | null | undefined } {
  const versionedIds = readVersionedIds(body, "requirement");
  return { versionedIds, recruiter: recruiterEntry.safeParse(body.get("recruiter")).data };
}

/** How many were filled; null, for all of them, where nothing is said. */
const filled = z
  .string()
  .transform(cleanText)
  .refine((typed) => typed === "" || count.safeParse(typed).success, "Enter how many were filled, 1 or more")
  .transform((typed) => (typed === "" ? null : count.parse(typed)));

/**
 * The team gives a requirement another status. Whoever cancels says why: its company reads it. Whoever fills it may say how
 * many positions, and when those people begin; and whoever begins, who is in charge.
 */
export const statusSchema = z
  .object({
    ...seen,
    status: z.enum(Constants.public.Enums.requirement_status, "Choose the status"),
    reason: optionalText("the reason", LONGEST_REASON),
    recruiter: recruiterEntry,
    filled,
    joining: optionalDate,
    /** In which words an applicant is turned down with it: those of a template, or typed ones. */
    template: z.string(),
    words: answerWords(),
  })
  .refine(({ status, reason }) => status !== "cancelled" || reason !== null, {
    path: ["reason"],
    error: "Say why it is cancelled: the company reads it",
  });
export const statusKeys = {
  single: ["status", "reason", "recruiter", "filled", "joining", "template", "words", "version", "since"],
} as const satisfies FormKeys;

/** The team puts somebody in charge, or nobody. */
export const recruiterSchema = z.object({ ...seen, recruiter: recruiterEntry });
export const recruiterKeys = { single: ["recruiter", "version", "since"] } as const satisfies FormKeys;
