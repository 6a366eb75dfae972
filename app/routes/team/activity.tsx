import { data } from "react-router";
import type { Route } from "./+types/activity";
import { titled } from "~/content/company";
import { ActivityList } from "~/features/team/activity-list";
import { loadActivity } from "~/features/team/activity.server";
import { everyName } from "~/features/team/names";
import { pageMeta } from "~/lib/http/meta";
import { admin, askAdmin } from "~/pages/admin";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";

export const handle = { isPrivate: true };

export const middleware: Route.MiddlewareFunction[] = [admin];

const TITLE = "Activity log";
const LEAD = "Who did what in the workspace. It holds no addresses and nobody's words.";

export function meta() {
  return pageMeta(titled(TITLE), LEAD);
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const before = url.searchParams.get("before");
  const page = await askAdmin(context, url, () => loadActivity(context, before));
  const shown = { ...page, names: everyName(page), isFirst: before === null };
  return page.answer.ok ? shown : data(shown, { status: page.answer.status });
}

/** The activity log, for the team's admins. */
export default function ActivityPage({ loaderData: { answer, names, isFirst } }: Route.ComponentProps) {
  return (
    <div className="pb-16">
      <PageHeader title={TITLE} lead={LEAD} isWork />
      <div className="wrap">
        {!answer.ok && <Unavailable />}
        {answer.ok && answer.value.rows.length === 0 && <p className="empty">Nothing has happened yet.</p>}
        {answer.ok && <ActivityList rows={answer.value.rows} names={names} />}
        {answer.ok && <Pages path="/team/activity" next={answer.value.next} isFirst={isFirst} />}
      </div>
    </div>
  );
}
