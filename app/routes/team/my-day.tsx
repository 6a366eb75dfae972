import type { Route } from "./+types/my-day";
import { myDayPath } from "~/content/navigation";
import { company } from "~/content/company";
import { candidatePath, entryPath } from "~/features/candidates/team/finding/filters";
import { showEntries } from "~/features/candidates/team/shortlist/shortlist-acts.server";
import { readDayAct, type DayAct } from "~/features/inbox/day/day-acts";
import { performDayAct } from "~/features/inbox/day/day-acts.server";
import { loadDay } from "~/features/inbox/day/day.server";
import { DayList } from "~/features/inbox/day/day-list";
import { dayNotices } from "~/features/inbox/day/notices";
import { readSection } from "~/features/inbox/day/sections";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { absentOf } from "~/features/team/names";
import { StandsInFor } from "~/features/team/stands-in";
import { formContext, type Context } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { pathWith } from "~/lib/http/path";
import { makeChange } from "~/pages/change";
import { loadTeamPage } from "~/pages/team";
import { withStatus } from "~/pages/page";
import { ButtonLink } from "~/ui/forms/button";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const meta = () => pageMeta("My day", "What to do today, yours first.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const only = readSection(url.searchParams);
  const page = await loadTeamPage(context, url, () => loadDay(context, only));
  return withStatus({ ...page, only, clock: { now: new Date(), zone: company.timeZone } });
}

/** Has the database do what a button asks for: what is said of it, and whom else it concerns. */
async function perform(context: Context, act: DayAct) {
  if (act.name === "show") return showEntries(context, act.requirement, { entries: [act.id], seen: [act.seen] });
  const made = await performDayAct(context, act);
  if (!made.ok) return made;
  const tells = act.name === "join" ? ("both" as const) : act.name === "remind" ? ("mail" as const) : undefined;
  return { ok: true as const, value: { notice: dayNotices[act.name], tells } };
}

/** Does with one row what its button says, and leads back to the day. */
export async function action({ url, context }: Route.ActionArgs) {
  const act = readDayAct(context.get(formContext));
  if (!act) {
    notify(context, dayNotices.unknown);
    return formResponse(NO_ENTRIES, 400);
  }
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      const made = await perform(context, act);
      // What has gone from a page that is there.
      return !made.ok && made.status === 404 && made.message === "entry_not_found" ? { ...made, status: 409 } : made;
    },
    failed: "day not changed",
    notDone: dayNotices.notDone,
    done: ({ notice, tells }) => ({
      notice,
      path: pathWith(myDayPath, { section: readSection(url.searchParams) }),
      hasMail: tells !== undefined,
      requirements: tells === "both" && "requirement" in act ? [act.requirement] : [],
    }),
  });
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

/** Where the rows of a day lead that are about people. */
const PATHS = {
  entry: (requirement: string, entry: string) =>
    entryPath(requirementPathFor("team", requirement, "candidates"), entry),
  candidate: candidatePath,
};

/** Somebody's own day: whom a company has answered about, what is next, who is silent, what is late: what is lost first first. */
export default function MyDayPage({ loaderData: { answer, clock, counts, team, userId, only } }: Route.ComponentProps) {
  const isEmpty = answer.ok && answer.value.every(({ rows }) => rows.length === 0);
  return (
    <div className="wrap pb-16">
      <PageHeader title="My day" isWork />
      <StandsInFor absent={absentOf(team, userId)} />
      {!answer.ok && <Unavailable />}
      {isEmpty && (
        <div className="empty">
          <p>{only ? "Nothing is left here." : "You have nothing left for today."}</p>
          <p>
            <ButtonLink href="/team" variant="outline">
              Open the Inbox
            </ButtonLink>
          </p>
        </div>
      )}
      {answer.ok && answer.value.length > 0 && (
        <DayList day={answer.value} only={only} path={myDayPath} clock={clock} paths={PATHS} />
      )}
      <UnclaimedLink count={counts?.["unclaimed"] ?? 0} />
    </div>
  );
}
