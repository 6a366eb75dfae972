import type { Route } from "./+types/my-day";
import { company } from "~/content/company";
import { loadDay } from "~/features/inbox/day/day.server";
import { DayList } from "~/features/inbox/day/day-list";
import { absentOf } from "~/features/team/names";
import { StandsInFor } from "~/features/team/stands-in";
import { pageMeta } from "~/lib/http/meta";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const meta = () => pageMeta("My day", "What to do today, yours first.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadTeamPage(context, url, () => loadDay(context));
  return withStatus({ ...page, clock: { now: new Date(), zone: company.timeZone } });
}

/** Leads to the items that nobody has taken. */
function UnclaimedLink({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-8">
      <a href="/team?group=unclaimed">New and unassigned: {count}</a>
    </p>
  );
}

/** Somebody's own day: what is due, what comes back, who has written, and which requirements need them. */
export default function MyDayPage({ loaderData: { answer, clock, counts, team, userId } }: Route.ComponentProps) {
  return (
    <div className="wrap pb-16">
      <PageHeader title="My day" isWork />
      <StandsInFor absent={absentOf(team, userId)} />
      {!answer.ok && <Unavailable />}
      {answer.ok && answer.value.length === 0 && (
        <div className="empty">
          <p>You have nothing left for today.</p>
          <p>
            <ButtonLink href="/team" variant="outline">
              Open the Inbox
            </ButtonLink>
          </p>
        </div>
      )}
      {answer.ok && <DayList sections={answer.value} clock={clock} />}
      <UnclaimedLink count={counts?.["unclaimed"] ?? 0} />
    </div>
  );
}
