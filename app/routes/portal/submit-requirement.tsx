import { useContext } from "react";
import { data, redirect } from "react-router";
import type { Route } from "./+types/submit-requirement";
import {
  accountOf,
  findAccount,
  findFilingAccount,
  getIdentity,
  homeOf,
  isOfTheTeam,
  leaveToSignIn,
} from "~/features/accounts/accounts.server";
import { CompanyPart } from "~/features/accounts/forms/registration-forms";
import { stateOf } from "~/features/requirements/form/draft-entries";
import { DRAFT_KEY, SAVE_PATH } from "~/lib/forms/draft-saving";
import { DraftFields, DraftConflicts, SaveDraft } from "~/features/requirements/drafts/parts";
import { draftOnPage, type DraftFormState } from "~/features/requirements/drafts/on-page";
import { openDraft } from "~/features/requirements/drafts/drafts.server";
import {
  FORM_LEAD,
  FORM_TITLE,
  NoForm,
  RequirementFormHeader,
  ViewersRead,
} from "~/features/requirements/form/form-header";
import { requirementNotices } from "~/features/requirements/notices";
import { RequirementForm } from "~/features/requirements/form/requirement-form";
import { RequirementParts } from "~/features/requirements/form/requirement-parts";
import { today } from "~/lib/format/clock";
import { BLANK, useRequirementForm } from "~/features/requirements/form/use-requirement-form";
import { isAfterPost, keepForGoingBack } from "~/lib/forms/form.server";
import { setCompany } from "~/lib/forms/owner.server";
import { logFailure } from "~/lib/observe/log.server";
import { formPageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { authCallback, guardPages } from "~/pages/portal";
import { throwNotFound } from "~/pages/page";
import { FormHead } from "~/ui/forms/form-head";
import { OwnerContext } from "~/ui/forms/owned-form";
import { SignInAgain } from "~/ui/forms/sign-in-again";
import { Unavailable } from "~/ui/layout/unavailable";
import { answerRequirementForm } from "~/pages/requirement-filing";

export const handle = { hasRequirementForm: true, hasForm: true, isPrivate: true, section: "/client-auth" };

export const middleware: Route.MiddlewareFunction[] = [authCallback, guardPages];

export const meta = () => formPageMeta(FORM_TITLE, FORM_LEAD);

/** Runs without a session, too: after a post whose session has ended, the form must still be shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await getIdentity(context);
  const isShownAgain = isAfterPost(context);
  // What was typed is on the page that answers a post, whatever has become of its draft.
  const draftId = isShownAgain ? null : url.searchParams.get(DRAFT_KEY);
  const isBlank = !isShownAgain && draftId === null;
  const [{ known, currency }, opened] =
    user.state === "signed-in"
      ? await Promise.all([
          isBlank ? findFilingAccount(context) : findAccount(context).then((known) => ({ known, currency: undefined })),
          draftId === null ? undefined : openDraft(context, draftId),
        ])
      : ([{ known: undefined, currency: undefined }, undefined] as const);
  const hasEnded = known?.ok === true && known.value === null;
  if (hasEnded && !isShownAgain) throw leaveToSignIn(context, url);
  if (known?.ok && isOfTheTeam(known.value?.role ?? null) && !isShownAgain)
    throw redirect(homeOf(known.value?.role ?? null));
  const client = known?.ok ? known.value?.client : undefined;
  if (client !== undefined) setCompany(context, client?.id ?? "");
  const account = user.state === "signed-in" && known && !hasEnded ? accountOf(user.email, known) : undefined;
  const isSignedOut = user.state === "signed-out" || hasEnded;
  const isAway = draftId !== null && opened?.ok !== true;
  if (opened?.ok === false) logFailure(context, opened, "draft not shown");
  const found = opened?.ok ? opened.value : undefined;
  if (found === null) return throwNotFound({ account });
  if (found && "filed" in found) {
    notify(context, requirementNotices.draftFiled(found.filed));
    throw redirect("/submit-requirement");
  }
  // Who goes back finds the form as they left it (docs/decisions/forms-and-limits.md).
  keepForGoingBack(context);
  const page = {
    account,
    minDeadline: today(),
    isSignedOut,
    needsProfile: client === null,
    // A viewer reads; for somebody without a company there is nobody to keep a draft for.
    hasDrafts: client !== null && account?.access !== "viewer",
    draft: found?.draft ?? null,
    newDraft: crypto.randomUUID(),
    currency,
    isAway,
  };
  return data(page, { status: isAway ? 503 : 200 });
}

export function action({ context }: Route.ActionArgs) {
  return answerRequirementForm(context);
}

function FormPage({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const owner = useContext(OwnerContext);
  const { minDeadline, needsProfile, hasDrafts, newDraft, currency } = loaderData;
  const state: DraftFormState | undefined = actionData;
  const entries = { ...BLANK, ...(currency ? { currency } : {}) };
  const draft = hasDrafts ? draftOnPage(state, loaderData.draft, newDraft) : undefined;
  const model = useRequirementForm(state, stateOf(loaderData.draft?.entries ?? entries));
  const isSignedOut = loaderData.isSignedOut || state?.isSignedOut;
  // What was typed of a company stays, whatever can't be told just now.
  const hasProfile = needsProfile || state?.defaultValues["company_name"] !== undefined;
  return (
    <>
      <FormHead title={FORM_TITLE} errors={state?.errors} />
      <RequirementFormHeader />
      <section className="wrap" aria-labelledby="details">
        <div className="work-split">
          <RequirementParts model={model} />
          <div>
            <h2 id="details" className="mb-6 text-xl">
              Job Requirement Details
            </h2>
            {isSignedOut && <SignInAgain />}
            {draft && state?.meanwhile && <DraftConflicts meanwhile={state.meanwhile} />}
            <RequirementForm
              model={model}
              minDeadline={minDeadline}
              keptFor={owner}
              savePath={draft && SAVE_PATH}
              isUnsaved={state !== undefined}
              saveDraft={draft && <SaveDraft />}
            >
              {draft && <DraftFields {...draft} stood={state?.meanwhile?.stood} />}
              {hasProfile && <CompanyPart state={state} />}
            </RequirementForm>
            {draft && <p role="status" className="saving" data-saving />}
          </div>
        </div>
      </section>
    </>
  );
}

/** The form for a job requirement (§2), blank or as a draft has it. What somebody had filled in before stays. */
export default function SubmitRequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isAway, account } = loaderData;
  const isReading = account?.access === "viewer" && !actionData;
  return (
    <div className="pb-16">
      {isAway || isReading ? (
        <NoForm>{isAway ? <Unavailable /> : <ViewersRead company={account?.company} />}</NoForm>
      ) : (
        <FormPage loaderData={loaderData} actionData={actionData} />
      )}
    </div>
  );
}
