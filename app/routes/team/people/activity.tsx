import type { Route } from "./+types/activity";
import { ActivityFilterForm } from "~/features/team/activity-filter-form";
import { readActivityFilters } from "~/features/team/activity-filters";
import { ActivityList } from "~/features/team/activity-list";
import { loadActivity } from "~/features/team/activity.server";
import { everyName } from "~/features/team/names";
import { pageMeta } from "~/lib/http/meta";
import { loadAdminPage } from "~/pages/admin";
import { withStatus } from "~/pages/page";
import { Pages } from "~/ui/layout/pages";
import { Part } from "~/ui/layout/part";
import { Unavailable } from "~/ui/layout/unavailable";
import { WorkPage } from "~/ui/layout/work/work-page";

const TITLE = "Activity log";
const LEAD = "Who did what in the workspace. It holds no addresses and no texts.";

export const meta = () => pageMeta(TITLE, LEAD);

export async function loader({ url, context }: Route.LoaderArgs) {
  const before = url.searchParams.get("before");
  const filters = readActivityFilters(url.searchParams);
  const page = await loadAdminPage(context, url, () => loadActivity(context, filters, before));
  return withStatus({ ...page, filters, names: everyName(page), isFirst: before === null });
}

/** The activity log, for the team's admins. */
export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const { answer, names, filters, isFirst, team = [] } = loaderData;
  const isNarrowed = Object.keys(filters).length > 0;
  const rows = answer.ok ? answer.value.rows : [];
  return (
    <WorkPage title={TITLE} lead={LEAD} className="work-list">
      <ActivityFilterForm filters={filters} people={Object.entries(names)} />
      <Part id="list" title="The list" heading="sr-only">
        {!answer.ok && <Unavailable />}
        {answer.ok && rows.length === 0 && isFirst && (
          <p className="empty">{isNarrowed ? "There is no such entry." : "Nothing has happened yet."}</p>
        )}
        {rows.length > 0 && <ActivityList rows={rows} names={names} here={team.map(({ user_id }) => user_id)} />}
        {answer.ok && (
          <Pages
            path="/team/activity"
            search={filters}
            next={answer.value.next}
            isFirst={isFirst}
            isEmpty={rows.length === 0}
          />
        )}
      </Part>
    </WorkPage>
  );
}
