import { data } from "react-router";
import type { Route } from "./+types/requirements";
import { company, titled } from "~/content/company";
import { readFilters } from "~/features/requirements/team/filters";
import { RequirementFilterForm, TeamRequirementList } from "~/features/requirements/team/team-list";
import { loadRequirements } from "~/features/requirements/team/team.server";
import { colleagues, everyName } from "~/features/team/names";
import { preferredLocale } from "~/lib/format/locale";
import { pageMeta } from "~/lib/http/meta";
import { pathWith } from "~/lib/http/path";
import { loadTeamPage, team } from "~/pages/team";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [team];

const TITLE = "Requirements";
const LEAD = "What companies have filed, and postings that have become requirements.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD);
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams);
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () => loadRequirements(context, filters, before));
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const shown = { ...page, filters, locale, isFirst: before === null };
  return page.answer.ok ? shown : data(shown, { status: page.answer.status });
}

/** All requirements, for the team. */
export default function RequirementsPage({ loaderData }: Route.ComponentProps) {
  const { answer, filters, locale, isFirst, account, team: members } = loaderData;
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} lead={LEAD} isWork>
        {account?.team?.mayExport && (
          <p className="no-print">
            <a href={pathWith("/team/export/requirements.csv", filters)}>Download as CSV</a>
          </p>
        )}
      </PageHeader>
      <div className="wrap work-list">
        <RequirementFilterForm filters={filters} people={colleagues(members)} />
        <section aria-labelledby="list">
          <h2 id="list" className="sr-only">
            The list
          </h2>
          {!answer.ok && <Unavailable />}
          {answer.ok && answer.value.rows.length === 0 && <p className="empty">There is no such requirement.</p>}
          {answer.ok && (
            <TeamRequirementList
              requirements={answer.value.rows}
              names={everyName(loaderData)}
              locale={locale}
              zone={company.timeZone}
            />
          )}
          {answer.ok && <Pages path="/team/requirements" search={filters} next={answer.value.next} isFirst={isFirst} />}
        </section>
      </div>
    </div>
  );
}
