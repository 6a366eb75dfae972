import { data, redirect } from "react-router";
import type { Route } from "./+types/client-dashboard";
import { titled } from "~/content/company";
import { requireUser, signOut } from "~/features/accounts/accounts.server";
import { accountMessages } from "~/features/accounts/messages";
import { requirementMessages } from "~/features/requirements/messages";
import { RequirementList, RequirementTotalsCards } from "~/features/requirements/requirement-list";
import { loadDashboard } from "~/features/requirements/requirements.server";
import { preferredLocale } from "~/lib/locale";
import { logContext } from "~/lib/log.server";
import { pageMeta } from "~/lib/meta";
import { notify } from "~/lib/toast.server";
import { guard, mailLink } from "~/middleware/portal";
import { Button, ButtonLink } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";

export const middleware: Route.MiddlewareFunction[] = [mailLink, guard];

export function meta() {
  return pageMeta(titled("Client Dashboard"), "Your hiring requirements at a glance.");
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const user = await requireUser(context, url);
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const result =
    user.state === "signed-in"
      ? await loadDashboard(context)
      : ({ ok: false, message: user.message, status: 503 } as const);
  if (result.ok) return { dashboard: result.value, locale, notice: undefined };
  context.get(logContext).error({ reason: result.message }, "requirements not fetched");
  const notice = requirementMessages.fetchFailed(result.message);
  return data({ dashboard: undefined, locale, notice }, { status: result.status });
}

/** Signs out (§4). */
export async function action({ context, url }: Route.ActionArgs) {
  await requireUser(context, url);
  const result = await signOut(context);
  if (!result.ok) notify(context, accountMessages.signOutFailed(result.message));
  return redirect("/client-auth");
}

/** The client dashboard (§2). */
export default function ClientDashboardPage({ loaderData: { dashboard, locale } }: Route.ComponentProps) {
  return (
    <div className="pb-16">
      <PageHeader title="Client Dashboard" lead="Your hiring requirements at a glance.">
        <div className="mt-8 flex flex-wrap gap-3 no-print">
          <ButtonLink href="/submit-requirement">Submit Job Requirement</ButtonLink>
          <form method="post">
            <Button variant="outline">Sign Out</Button>
          </form>
        </div>
      </PageHeader>
      <div className="wrap grid gap-8">
        {dashboard && <RequirementTotalsCards totals={dashboard.totals} />}
        <section aria-labelledby="requirements">
          <h2 id="requirements" className="mb-4 text-xl">
            Job Requirements
          </h2>
          {!dashboard && <p>Your requirements can&apos;t be shown just now. Open this page again in a moment.</p>}
          {dashboard?.requirements.length === 0 && (
            <div className="card">
              <h3>No requirement yet</h3>
              <p>Submit your first one, and follow it here.</p>
            </div>
          )}
          {dashboard && <RequirementList requirements={dashboard.requirements} locale={locale} />}
        </section>
      </div>
    </div>
  );
}
