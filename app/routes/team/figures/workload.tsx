import { randomUUID } from "node:crypto";
import type { Route } from "./+types/workload";
import { LateForm, WorkloadTable } from "~/features/figures/late-tables";
import { lateKinds, readLate, workloadPath } from "~/features/figures/late";
import { loadLate } from "~/features/figures/late.server";
import { changeItems } from "~/features/inbox/item/changes.server";
import { inboxNotices } from "~/features/inbox/notices";
import { requirementNotices } from "~/features/requirements/notices";
import { readGiven } from "~/features/requirements/team/work";
import { giveRequirements } from "~/features/requirements/team/worklist.server";
import { loadFrame } from "~/features/team/team.server";
import { chargeWords, colleagues, everyName } from "~/features/team/names";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { labelOf } from "~/lib/schema/fields";
import { readVersionedIds } from "~/lib/schema/versioned-id";
import { makeChange } from "~/pages/change";
import { withStatus } from "~/pages/page";
import { loadTeamPage, throwNotFoundForTeam } from "~/pages/team";
import { PageHeader } from "~/ui/layout/page-header";
import { Unavailable } from "~/ui/layout/unavailable";

export const meta = () => pageMeta("Who has what late", "What of whom is late, to be given to somebody else.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readLate(url.searchParams);
  const page = await loadTeamPage(context, url, () => loadLate(context, filters));
  // It is the managers'.
  if (!page.answer.ok && page.answer.status === 404) return throwNotFoundForTeam(context, url);
  return withStatus({ ...page, filters });
}

/** Gives what was ticked to a colleague; says which were not given since somebody else had changed them. */
export async function action({ context, url }: Route.ActionArgs) {
  const body = context.get(formContext);
  const { versionedIds, recruiter } = readGiven(body);
  const items = readVersionedIds(body, "item");
  if (versionedIds.length + items.length === 0 || !recruiter) {
    notify(context, requirementNotices.noneTicked);
    return formResponse(NO_ENTRIES, 400);
  }
  return makeChange(context, {
    state: NO_ENTRIES,
    act: async () => {
      if (items.length === 0) {
        const given = await giveRequirements(context, versionedIds, recruiter);
        if (!given.ok) return given;
        const missed = given.value.filter(({ outcome }) => outcome !== "changed").map(({ job_title }) => job_title);
        return {
          ok: true,
          value: {
            notice: requirementNotices.given(given.value.length - missed.length, missed),
            requirements: given.value.map(({ requirement_id }) => requirement_id),
          },
        };
      }
      const [given, frame] = await Promise.all([
        changeItems(context, items, { person: recruiter }, randomUUID()),
        loadFrame(context),
      ]);
      if (!given.ok) return given;
      const to = frame.ok ? everyName(frame.value)[recruiter] : undefined;
      const changed = given.value.filter(({ outcome }) => outcome === "changed").length;
      return {
        ok: true,
        value: {
          notice: inboxNotices.givenTo(to ?? "your colleague", changed, given.value.length - changed),
          requirements: [],
        },
      };
    },
    failed: "late things not given",
    notDone: requirementNotices.notDone,
    done: (given) => ({ ...given, path: `${url.pathname}${url.search}` }),
  });
}

/** Who has what late, for admins and HR managers: the numbers of each colleague, and the rows of one. */
export default function WorkloadPage({ loaderData }: Route.ComponentProps) {
  const { answer, filters, team: members, counts } = loaderData;
  const names = everyName(loaderData);
  const found = answer.ok ? answer.value : undefined;
  const title = filters
    ? `${labelOf(lateKinds, filters.kind)}: ${names[filters.person] ?? "Someone"}`
    : "Who has what late";
  return (
    <div className="wrap pb-16">
      <PageHeader title={title} isWork>
        {filters && (
          <p className="no-print">
            <a href={workloadPath}>Everybody</a>
          </p>
        )}
      </PageHeader>
      {!found && <Unavailable />}
      {found?.workload && (
        <>
          <ul className="figure-ways">
            <li>
              <a href="/team?group=unclaimed">Unassigned in the inbox: {counts?.["unclaimed"] ?? 0}</a>
            </li>
            <li>
              <a href="/team/requirements?whose=nobody">
                Unassigned requirements: {found.workload.unassigned_requirements}
              </a>
            </li>
          </ul>
          <WorkloadTable
            people={found.workload.people}
            names={Object.fromEntries(
              found.workload.people.map(({ person }) => [person, chargeWords(person, members, names)]),
            )}
          />
        </>
      )}
      {found?.rows && found.rows.length === 0 && <p className="empty">Nothing of theirs is late here.</p>}
      {found?.rows && found.rows.length > 0 && (
        <LateForm rows={found.rows} people={colleagues(members).filter(([id]) => id !== filters?.person)} />
      )}
    </div>
  );
}
