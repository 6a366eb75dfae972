import { cardSchema, type Card } from "~/features/candidates/card";
import { parseResult } from "~/lib/backend/calls.server";
import { notSent } from "~/features/applications/applying/notices";
import { NO_ENTRIES, type FormState } from "~/lib/forms/form";
import { formResponse, keepForm } from "~/lib/forms/form.server";
import type { Context } from "~/lib/http/context";
import { notify } from "~/lib/http/notice.server";
import { refusesUnknownLink } from "~/lib/limits/rate-limit.server";
import { logFailure } from "~/lib/observe/log.server";
import type { Failure, Result } from "~/lib/result";

/** The form of an applicant again, with its entries and why it was not taken. Links that nobody was sent are counted by address. */
export async function refuseApplicant(context: Context, failure: Failure, state: FormState = NO_ENTRIES) {
  if (failure.message === "link_unknown" && (await refusesUnknownLink(context))) return formResponse(state, 429);
  logFailure(context, failure, "application not taken");
  notify(context, notSent(failure));
  return keepForm(context, formResponse(state, failure.status));
}

/** What a link of an applicant shows, with the card on it, which is read by the schema of candidates. */
export async function withCard<Found extends { shown?: { card: unknown } | null | undefined }>(
  asked: Promise<Result<Found | null>>,
): Promise<Result<(Found & { card: Card | undefined }) | null>> {
  const found = await asked;
  if (!found.ok || found.value === null) return found.ok ? { ok: true, value: null } : found;
  const read = await parseResult(cardSchema.optional(), { ok: true, value: found.value.shown?.card }, 503);
  return read.ok ? { ok: true, value: { ...found.value, card: read.value } } : read;
}
