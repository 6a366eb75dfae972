import { redirect, redirectDocument } from "react-router";
import type { Route } from "./+types/submit-requirement";
import { titled } from "~/content/company";
import { teamPath } from "~/content/navigation";
import { findAccount, getIdentity, isOfTheTeam, leaveToSignIn } from "~/features/accounts/accounts.server";
import { accountMessages } from "~/features/accounts/messages";
import { syncCrm } from "~/features/crm/crm.server";
import { requirementMessages } from "~/features/requirements/messages";
import { sendRequirement } from "~/features/requirements/lost";
import { RequirementForm } from "~/features/requirements/requirement-form";
import { RequirementParts } from "~/features/requirements/requirement-parts";
import { saveRequirement } from "~/features/requirements/requirements.server";
import { requirementKeys, requirementSchema, today } from "~/features/requirements/schema";
import { editSkills, enteredBox } from "~/features/requirements/skills";
import { useRequirementForm } from "~/features/requirements/use-requirement-form";
import { formContext, responseHeadersContext, type Context } from "~/lib/context";
import { TOKEN_KEY, type FormState } from "~/lib/form";
import { formResponse, isAfterPost, keepEntries, keepForGoingBack, parseForm } from "~/lib/form.server";
import { originOf } from "~/lib/form-token.server";
import { logContext } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { isTooMany } from "~/lib/rate-limit.server";
import { notify } from "~/lib/toast.server";
import { arrivals, guardPages } from "~/middleware/portal";
import { FormHead } from "~/ui/form-head";
import { PageHeader } from "~/ui/page-header";

export const handle = { hydrate: true, hasForm: true, isPrivate: true, section: "/client-auth" };

export const middleware: Route.MiddlewareFunction[] = [arrivals, guardPages];

const TITLE = "Submit Job Requirement";
const LEAD = "Tell us about your hiring needs";

export function meta() {
  return pageMeta(titled(TITLE), LEAD, true);
}

/** Runs without a session, too: after a post whose session has ended, the form must still be shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const user = await getIdentity(context);
  const known = user.state === "signed-in" ? await findAccount(context) : undefined;
  const hasEnded = known?.ok === true && known.value === null;
  const isShownAgain = isAfterPost(context);
  if (hasEnded && !isShownAgain) throw leaveToSignIn(context, url);
  if (known?.ok && isOfTheTeam(known.value?.role ?? null) && !isShownAgain) throw redirect(teamPath);
  const client = known?.ok ? known.value?.client : undefined;
  const account =
    user.state === "signed-in" && !hasEnded ? { email: user.email, company: client?.company_name } : undefined;
  const isSignedOut = user.state === "signed-out" || hasEnded;
  return { account, minDeadline: today(), isSignedOut, needsProfile: client === null };
}

/** The form again, for somebody whose session has ended while they were filling it. */
function askToSignIn(context: Context, state: FormState) {
  notify(context, accountMessages.sessionEnded);
  return formResponse({ ...state, isSignedOut: true }, 401);
}

function fail(context: Context, message: string) {
  context.get(logContext).error({ reason: message }, "requirement not saved");
  notify(context, requirementMessages.submitFailed(message));
}

export async function action({ context }: Route.ActionArgs) {
  const user = await getIdentity(context);
  const body = context.get(formContext);
  keepForGoingBack(context);
  const opensAt = enteredBox(body);
  if (editSkills(body)) return formResponse({ ...keepEntries(body, requirementKeys), errors: {}, opensAt }, 200);
  const { values, state } = await parseForm(body, requirementSchema, requirementKeys);
  if (!values) return formResponse(state, 400);
  if (user.state === "signed-out") return askToSignIn(context, state);
  if (user.state === "unavailable") {
    fail(context, user.message);
    return formResponse(state, 503);
  }
  if (await isTooMany(context, user.userId)) return formResponse(state, 429);
  const account = await findAccount(context);
  if (!account.ok) {
    fail(context, account.message);
    return formResponse(state, account.status);
  }
  if (!account.value) return askToSignIn(context, state);
  const { client } = account.value;
  if (!client) {
    notify(context, requirementMessages.clientNotFound);
    return formResponse(state, 400);
  }
  const { form_id } = originOf(body.get(TOKEN_KEY), "requirement", values, "page");
  const saved = await saveRequirement(context, client.id, values, form_id);
  if (!saved.ok) {
    fail(context, saved.message);
    return formResponse(state, saved.status);
  }
  context.get(responseHeadersContext).delete("Cache-Control");
  syncCrm(context, saved.value);
  notify(context, requirementMessages.submitted);
  return redirectDocument("/client-dashboard");
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendRequirement(serverAction);
}

/** The form for a job requirement (§2). */
export default function SubmitRequirementPage({ loaderData, actionData }: Route.ComponentProps) {
  const model = useRequirementForm(actionData, loaderData.account?.email);
  const isSignedOut = loaderData.isSignedOut || actionData?.isSignedOut;
  return (
    <div className="pb-16">
      <FormHead title={titled(TITLE)} errors={model.form.formState.errors} />
      <PageHeader title={TITLE} lead={LEAD} isWork>
        <p>
          <a href="/client-dashboard" className="alone">
            Back to Dashboard
          </a>
        </p>
      </PageHeader>
      <section className="wrap" aria-labelledby="details">
        <div className="work-split">
          <RequirementParts control={model.form.control} />
          <div>
            <h2 id="details" className="mb-6 text-xl">
              Job Requirement Details
            </h2>
            {loaderData.needsProfile && (
              <p className="mb-6">
                Before you submit: <a href="/client-dashboard">complete your company profile</a>. What you type here is
                kept.
              </p>
            )}
            {isSignedOut && (
              <p className="mb-6">
                <a href="/client-auth" target="_blank">
                  Sign in in a new tab
                </a>
              </p>
            )}
            <RequirementForm model={model} minDeadline={loaderData.minDeadline} />
          </div>
        </div>
      </section>
    </div>
  );
}
