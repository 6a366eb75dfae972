import { data, redirect } from "react-router";
import type { Route } from "./+types/client-dashboard";
import { dashboardPath } from "~/content/navigation";
import { ProfileForm } from "~/features/accounts/forms/registration-forms";
import {
  accountOf,
  homeOf,
  isOfTheTeam,
  leaveToSignIn,
  readAccountRow,
  requireUser,
} from "~/features/accounts/accounts.server";
import { signOut } from "~/features/accounts/authentication.server";
import { accountNotices } from "~/features/accounts/notices";
import { completeProfile } from "~/features/accounts/profile.server";
import { DraftList } from "~/features/requirements/drafts/list";
import { Belonging } from "~/features/company/belonging";
import { readOwnInvitations } from "~/features/invitations/invitations.server";
import { InvitationsWaiting } from "~/features/invitations/own-invitations";
import { requirementNotices } from "~/features/requirements/notices";
import { RecruiterList, RequirementList, RequirementTotalsLine } from "~/features/requirements/client/requirement-list";
import { loadDashboard } from "~/features/requirements/client/dashboard.server";
import { filterWords, readOwnFilters } from "~/features/requirements/client/own-filters";
import { OwnListFilters } from "~/features/requirements/client/own-list-filters";
import { FirstSteps } from "~/features/requirements/client/first-steps";
import { WaitingSection } from "~/features/requirements/client/waiting";
import { formContext } from "~/lib/http/context";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { foundCount } from "~/lib/format/counts";
import { preferredLocale } from "~/lib/format/locale";
import { unavailableFailure } from "~/lib/backend/session/identity.server";
import { askAll } from "~/lib/result";
import { logFailure } from "~/lib/observe/log.server";
import { formPageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { authCallback, guard } from "~/pages/portal";
import { ButtonLink } from "~/ui/forms/button";
import { FormHead } from "~/ui/forms/form-head";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";

export const handle = { isPrivate: true, section: "/client-auth" };

export const middleware: Route.MiddlewareFunction[] = [authCallback, guard];

const TITLE = "Client Dashboard";
const LEAD = "Your hiring requirements at a glance.";

export const meta = () => formPageMeta(TITLE, LEAD);

/** The page of the dashboard, with the account and the invitations that came with it. */
async function loadAll(...asked: Parameters<typeof loadDashboard>) {
  const found = await loadDashboard(...asked);
  if (!found.ok) return found;
  if (found.value === null) return { ok: true as const, value: null };
  const { account, joining, ...page } = found.value;
  const read = await askAll({ known: readAccountRow(account), own: readOwnInvitations(joining) });
  return read.ok ? { ok: true as const, value: { ...page, ...read.value } } : read;
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const before = url.searchParams.get("before");
  const filters = readOwnFilters(url.searchParams);
  const result = user.state === "signed-in" ? await loadAll(context, before, filters) : unavailableFailure(user);
  const frameOf = (known: Parameters<typeof accountOf>[1]) =>
    user.state === "signed-in" ? accountOf(user.email, known) : undefined;
  if (!result.ok) {
    logFailure(context, result, "requirements not fetched");
    // After a post the page has something to say already, and says the rest in its place.
    const isAfterPost = context.get(formContext).has("intent");
    const notice = isAfterPost ? undefined : requirementNotices.fetchFailed(result.message);
    const page = {
      account: frameOf(result),
      locale,
      filters,
      needsProfile: false,
      own: null,
      dashboard: undefined,
      now: "",
      isFirstPage: true,
    };
    return data({ ...page, notice }, { status: result.status });
  }
  if (result.value === null) throw leaveToSignIn(context, url);
  const { known, own, totals, requirements, next, messages, candidates, drafts } = result.value;
  if (isOfTheTeam(known.role)) throw redirect(homeOf(known.role));
  return {
    account: frameOf({ ok: true, value: known }),
    locale,
    filters,
    needsProfile: known.client === null,
    own,
    dashboard: { totals, requirements, next, messages, candidates, drafts },
    now: new Date().toISOString(),
    isFirstPage: before === null,
    notice: undefined,
  };
}

/** Signs out (§4), or takes the company profile that a provider-made account lacks. */
export async function action({ context, url }: Route.ActionArgs) {
  const user = await requireUser(context, url);
  const body = context.get(formContext);
  switch (body.get("intent")) {
    case "profile":
      return completeProfile({ context, body, url }, user);
    case "sign-out": {
      const result = await signOut(context);
      notify(context, result.ok ? accountNotices.signedOut : accountNotices.signOutFailed(result.message));
      return redirect("/client-auth");
    }
    default:
      return formResponse(NO_ENTRIES, 400);
  }
}

/** The client dashboard (§2). */
export default function ClientDashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { dashboard, own, locale, isFirstPage, filters } = loaderData;
  const isFiltered = (filters.status ?? filters.unread ?? filters.words) !== undefined;
  // A profile that was not saved stays on the page with its entries, whatever else can't be told just now.
  const hasProfileForm = loaderData.needsProfile || actionData?.defaultValues["company_name"] !== undefined;
  const mayFile = loaderData.account?.access !== "viewer";
  // Who has filed nothing yet is told what will come.
  const isFirst =
    dashboard !== undefined && isFirstPage && !isFiltered && dashboard.totals.total === 0 && !hasProfileForm;
  const isWaiting = dashboard !== undefined && dashboard.candidates.first.length > 0;
  return (
    <div className="pb-16">
      <FormHead title={TITLE} errors={actionData?.errors} />
      <PageHeader title={TITLE} lead={LEAD} isWork>
        {mayFile && !isFirst && !hasProfileForm && (
          <p className="no-print">
            <ButtonLink href="/submit-requirement" variant={isWaiting ? "outline" : undefined}>
              Submit Job Requirement
            </ButtonLink>
          </p>
        )}
      </PageHeader>
      <div className="wrap grid grid-cols-1 gap-8">
        {loaderData.account?.access && loaderData.account.access !== "owner" && <Belonging {...loaderData.account} />}
        {own && own.invitations.length > 0 && <InvitationsWaiting own={own} />}
        {hasProfileForm && (
          <Part id="profile" title="Complete your company profile" heading="text-xl" className="empty narrow">
            <p className="mt-2 mb-6">
              Which company do you hire for? Tell us here, or in the form of{" "}
              <a href="/submit-requirement">your first requirement</a>.
            </p>
            <ProfileForm profile={own?.profile ?? undefined} />
          </Part>
        )}
        {dashboard && <WaitingSection {...dashboard} />}
        {isFirst && <FirstSteps mayFile={mayFile} />}
        {dashboard && <RequirementTotalsLine totals={dashboard.totals} locale={locale} />}
        {dashboard && isFirstPage && dashboard.drafts.length > 0 && (
          <Part id="drafts" title="Drafts">
            <DraftList drafts={dashboard.drafts} />
          </Part>
        )}
        {!isFirst && !(loaderData.needsProfile && dashboard?.totals.total === 0) && (
          <Part id="requirements" title="Job Requirements">
            {!dashboard && <p>Your requirements can&apos;t be shown just now. Open this page again in a moment.</p>}
            {dashboard && dashboard.totals.total > 0 && (
              <OwnListFilters
                filters={filters}
                unread={dashboard.messages.requirements}
                total={dashboard.totals.total}
              />
            )}
            {dashboard && filters.words !== undefined && isFirstPage && dashboard.requirements.length > 0 && (
              <p className="mb-3">{foundCount(dashboard.requirements.length, dashboard.next)}.</p>
            )}
            {isFiltered && isFirstPage && dashboard?.requirements.length === 0 && (
              <p className="empty">None of your requirements {filterWords(filters)}.</p>
            )}
            {dashboard && (
              <RequirementList requirements={dashboard.requirements} locale={locale} now={loaderData.now} />
            )}
            {dashboard && (
              <Pages
                path={dashboardPath}
                search={filters}
                next={dashboard.next}
                isFirst={isFirstPage}
                isEmpty={dashboard.requirements.length === 0}
              />
            )}
          </Part>
        )}
        {dashboard && <RecruiterList requirements={dashboard.requirements} />}
      </div>
    </div>
  );
}
