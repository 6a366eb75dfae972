import { z } from "zod";
import { Constants } from "~/lib/backend/database.types";
import type { FormKeys } from "~/lib/forms/form";
import { optionalText, rowId, seenVersion } from "~/lib/format/schema";

/** What each form carries of the page it was on: the version that was read, and the last thing that had happened. */
export const seen = { version: seenVersion, since: z.string().max(60) };

/** The longest reason, in characters; the database holds the same limit. */
export const LONGEST_REASON = 500;

/** The team gives a requirement another status. Whoever cancels says why: its company reads it. */
export const statusSchema = z
  .object({
    ...seen,
    status: z.enum(Constants.public.Enums.requirement_status, "Choose the status"),
    reason: optionalText("the reason", LONGEST_REASON),
  })
  .refine(({ status, reason }) => status !== "cancelled" || reason !== null, {
    path: ["reason"],
    error: "Say why it is cancelled: the company reads it",
  });
export const statusKeys = { single: ["status", "reason", "version", "since"] } as const satisfies FormKeys;

const NOT_A_COLLEAGUE = "Choose somebody of the team";

/** Somebody of the team, or nobody. */
export const recruiterEntry = z.union([z.literal("").transform(() => null), rowId(NOT_A_COLLEAGUE)], NOT_A_COLLEAGUE);

/** The team puts somebody in charge, or nobody. */
export const recruiterSchema = z.object({ ...seen, recruiter: recruiterEntry });
export const recruiterKeys = { single: ["recruiter", "version", "since"] } as const satisfies FormKeys;
