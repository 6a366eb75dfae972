import { data } from "react-router";
import type { Route } from "./+types/requirements";
import { titled } from "~/content/company";
import { readFilters } from "~/features/requirements/team/filters";
import { RequirementFilterForm, TeamRequirementList } from "~/features/requirements/team/team-list";
import { loadRequirements } from "~/features/requirements/team/team.server";
import { searchTwice } from "~/features/search/search.server";
import { SearchWords } from "~/features/search/search-words";
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
  const asked = readFilters(url.searchParams);
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () =>
    searchTwice(
      context,
      asked.words,
      (words) => loadRequirements(context, words === undefined ? asked : { ...asked, words }, before),
      ({ rows }) => rows.length === 0,
    ),
  );
  const locale = preferredLocale(request.headers.get("Accept-Language"));
  const mended = page.answer.ok ? page.answer.value.mended : null;
  const filters = mended ? { ...asked, words: mended.words } : asked;
  const shown = { ...page, asked, mended, filters, locale, isFirst: before === null };
  return page.answer.ok ? shown : data(shown, { status: page.answer.status });
}

/** All requirements, for the team. */
export default function RequirementsPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, filters, locale, isFirst, account, team: members } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
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
          {!list && <Unavailable />}
          {mended && asked.words !== undefined && <SearchWords words={asked.words} mended={mended} />}
          {list?.rows.length === 0 && <p className="empty">There is no such requirement.</p>}
          {list && <TeamRequirementList requirements={list.rows} names={everyName(loaderData)} locale={locale} />}
          {list && <Pages path="/team/requirements" search={filters} next={list.next} isFirst={isFirst} />}
        </section>
      </div>
    </div>
  );
}
