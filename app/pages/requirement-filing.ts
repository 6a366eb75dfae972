import { data, redirect } from "react-router";
import { findAccount, getIdentity, isViewer, saveProfile } from "~/features/accounts/accounts.server";
import { accountNotices } from "~/features/accounts/notices";
import { profileFields, profileSchema, type Profile } from "~/features/accounts/schema";
import { syncCrm } from "~/features/crm/crm.server";
import { wakeMail } from "~/features/mail/mail.server";
import { fileAsDraft, saveAsDraft, stateAfter, type DraftFailure } from "~/features/requirements/drafts/acts.server";
import { draftPath, SAVE_DRAFT } from "~/lib/forms/draft-saving";
import { draftKeys, readReference } from "~/features/requirements/drafts/drafts.server";
import { requirementNotices } from "~/features/requirements/notices";
import { filedPath } from "~/features/requirements/frame/requirement-frame";
import { saveRequirement } from "~/features/requirements/requirements.server";
import { requirementSchema, type Requirement } from "~/features/requirements/schema";
import { applyIntent, enteredBox } from "~/features/requirements/form/intent";
import { formContext, responseHeadersContext, type Context } from "~/lib/http/context";
import { TOKEN_KEY, type FormState } from "~/lib/forms/form";
import { formResponse, keepEntries, keepForGoingBack, parseForm } from "~/lib/forms/form.server";
import { identifyForm } from "~/lib/forms/form-token.server";
import { unavailableFailure } from "~/lib/backend/session/identity.server";
import { logFailure } from "~/lib/observe/log.server";
import { isActionLimited, isFormLimited } from "~/lib/limits/rate-limit.server";
import { notify } from "~/lib/http/notice.server";
import type { Failure, Result } from "~/lib/result";
import { forbiddenReason, requireOwn } from "~/pages/client";
import { requireUserId } from "~/pages/page";

/** The form again, for somebody whose session has ended while they were filling it. */
function askToSignIn(context: Context, state: FormState) {
  notify(context, accountNotices.sessionEnded);
  return formResponse({ ...state, isSignedOut: true }, 401);
}

/** The form again, after a failure of the backend. */
function fail(context: Context, failure: Pick<Failure, "message" | "status" | "reason">, state: FormState) {
  logFailure(context, failure, "requirement not saved");
  notify(context, requirementNotices.submitFailed(failure.message));
  return formResponse(state, failure.status);
}

/** A draft that was not saved, or not filed: the form again, with what somebody else has saved. */
async function refuseDraft(context: Context, refused: DraftFailure, body: FormData, state: FormState) {
  const failure = await requireOwn(context, await forbiddenReason(context, refused.failure));
  if (failure.status === 401) return askToSignIn(context, state);
  logFailure(context, failure, "draft not saved");
  notify(context, requirementNotices.notDone(failure));
  return data(stateAfter(refused, body, state), { status: failure.status });
}

/** Saves the form as it stands, right or wrong. */
async function save(context: Context, body: FormData) {
  const state = { ...keepEntries(body, draftKeys), errors: {} };
  const actor = await requireUserId(context);
  if (!actor.ok) return refuseDraft(context, { ok: false, failure: actor }, body, state);
  if (await isActionLimited(context, actor.value)) return formResponse(state, 429);
  const saved = await saveAsDraft(context, body, actor.value);
  if (!saved.ok) return refuseDraft(context, saved, body, state);
  context.get(responseHeadersContext).delete("Cache-Control");
  notify(context, requirementNotices.draftSaved);
  return redirect(draftPath(saved.id), 303);
}

/** The form's keys, with those of the company that somebody without one fills in here. */
const KEYS = {
  ...draftKeys,
  single: [...draftKeys.single, ...profileFields],
  order: [...profileFields, ...draftKeys.order],
};

/** Reads the form, and the company in it where it has one: what is wrong with either is told at once. */
async function parse(body: FormData) {
  if (!body.has("company_name"))
    return { ...(await parseForm(body, requirementSchema, draftKeys)), profile: undefined };
  const [form, company] = [await parseForm(body, requirementSchema, KEYS), await parseForm(body, profileSchema)];
  const state = { ...form.state, errors: { ...company.state.errors, ...form.state.errors } };
  return { values: company.values && form.values, profile: company.values, state };
}

/** Gives somebody their company, as the form names it, unless they have one by now. */
async function giveCompany(context: Context, userId: string, profile: Profile | undefined): Promise<Result> {
  const account = profile && (await findAccount(context));
  if (!account?.ok || !account.value || account.value.client) return { ok: true, value: undefined };
  return saveProfile(context, userId, profile!);
}

type Filing = { body: FormData; values: Requirement; userId: string };

/** Files a requirement: of a draft that was saved, or as the specification has it (§7). */
async function file(context: Context, { body, values, userId }: Filing) {
  const reference = readReference(body);
  if (reference?.seen !== undefined) return fileAsDraft(context, { reference, body, userId, values });
  const { form_id } = identifyForm(body.get(TOKEN_KEY), "requirement", values, "page");
  const saved = await saveRequirement(context, values, form_id);
  return saved.ok ? saved : ({ ok: false, failure: saved } as const);
}

/** What somebody lacks whom the database lets file nothing (§8); undefined for nothing. */
async function explainRefusal(context: Context, state: FormState) {
  const account = await findAccount(context);
  if (!account.ok) return fail(context, account, state);
  if (!account.value) return askToSignIn(context, state);
  if (isViewer(account.value)) {
    notify(context, requirementNotices.viewersRead);
    return formResponse(state, 403);
  }
  if (!account.value.client) {
    notify(context, requirementNotices.clientNotFound);
    return formResponse(state, 400);
  }
  return undefined;
}

/** The form again, after nothing was filed. */
async function refuseFiling(context: Context, refused: DraftFailure, body: FormData, state: FormState) {
  const { status } = refused.failure;
  const isForbidden = status === 401 || status === 404;
  const explained = isForbidden ? await explainRefusal(context, state) : undefined;
  if (explained) return explained;
  if (!isForbidden && status < 500) return refuseDraft(context, refused, body, state);
  return fail(context, { ...refused.failure, status: status < 500 ? 502 : status }, state);
}

/** Answers a post of the form of a new requirement: saves a draft, makes one of its small changes, or files it. */
export async function answerRequirementForm(context: Context) {
  const user = await getIdentity(context);
  const body = context.get(formContext);
  keepForGoingBack(context);
  if (body.get("intent") === SAVE_DRAFT) return save(context, body);
  const opensAt = enteredBox(body);
  const keys = body.has("company_name") ? KEYS : draftKeys;
  if (applyIntent(body)) return formResponse({ ...keepEntries(body, keys), errors: {}, opensAt }, 200);
  const { values, profile, state } = await parse(body);
  if (body.has("company_name") && !profile) notify(context, requirementNotices.clientNotFound);
  if (!values) return formResponse(state, 400);
  if (user.state === "signed-out") return askToSignIn(context, state);
  if (user.state === "unavailable") return fail(context, unavailableFailure(user), state);
  if (await isFormLimited(context, user.userId)) return formResponse(state, 429);
  const given = await giveCompany(context, user.userId, profile);
  if (!given.ok) return fail(context, given, state);
  const saved = await file(context, { body, values, userId: user.userId });
  if (!saved.ok) return refuseFiling(context, saved, body, state);
  context.get(responseHeadersContext).delete("Cache-Control");
  syncCrm(context, saved.value);
  wakeMail(context);
  notify(context, requirementNotices.submitted);
  return redirect(filedPath(saved.value));
}
