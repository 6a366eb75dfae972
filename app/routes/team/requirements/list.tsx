import type { Route } from "./+types/list";
import { requirementNotices } from "~/features/requirements/notices";
import {
  groups,
  isUnordered,
  isWorklist,
  listPath,
  pathOf,
  placeWords,
  readFilters,
} from "~/features/requirements/team/filters";
import { RequirementTable } from "~/features/requirements/team/requirement-table";
import { GiveForm, RequirementFilterForm } from "~/features/requirements/team/team-list";
import { readGiven } from "~/features/requirements/team/work";
import { giveRequirements, loadWorklist } from "~/features/requirements/team/worklist.server";
import { SearchWords } from "~/features/search/search-words";
import { colleagues, everyName } from "~/features/team/names";
import { foundCount } from "~/lib/format/counts";
import { NO_ENTRIES } from "~/lib/forms/form";
import { formResponse } from "~/lib/forms/form.server";
import { formContext } from "~/lib/http/context";
import { pageMeta } from "~/lib/http/meta";
import { notify } from "~/lib/http/notice.server";
import { makeChange } from "~/pages/change";
import { loadSearchedList } from "~/pages/searched-list";
import { withStatus } from "~/pages/page";
import { PageHeader } from "~/ui/layout/page-header";
import { Pages } from "~/ui/layout/pages";
import { Unavailable } from "~/ui/layout/unavailable";
import { GroupLinks } from "~/ui/pieces/group-links";

export const handle = { list: "list" };

const TITLE = "Requirements";

export const meta = () => pageMeta(TITLE, "What companies look for, by what needs doing.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const list = await loadSearchedList(context, url, readFilters(url.searchParams), loadWorklist);
  const isUngrouped = isUnordered(url.searchParams, list.asked);
  return withStatus({ ...list, isUngrouped, now: new Date() });
}

/** Puts somebody in charge of what was ticked; says which were not changed since somebody else had. */
export async function action({ context, url }: Route.ActionArgs) {
  const { versionedIds, recruiter } = readGiven(context.get(formContext));
  if (versionedIds.length === 0 || recruiter === undefined) {
    notify(context, requirementNotices.noneTicked);
    return formResponse(NO_ENTRIES, 400);
  }
  return makeChange(context, {
    state: NO_ENTRIES,
    act: () => giveRequirements(context, versionedIds, recruiter),
    failed: "requirements not given",
    notDone: requirementNotices.notDone,
    done: (given) => {
      const changed = given.filter(({ outcome }) => outcome === "changed");
      const missed = given.filter(({ outcome }) => outcome !== "changed").map(({ job_title }) => job_title);
      return {
        notice: requirementNotices.given(changed.length, missed),
        path: `${url.pathname}${url.search}`,
        requirements: changed.map(({ requirement_id }) => requirement_id),
      };
    },
  });
}

/** The team's requirements: what is open in groups by what needs doing, and what was looked for. */
export default function RequirementsPage({ loaderData }: Route.ComponentProps) {
  const { asked, mended, filters, isUngrouped, now, isFirst, account, userId, team: members } = loaderData;
  const list = loaderData.answer.ok ? loaderData.answer.value.found : undefined;
  const people = colleagues(members);
  const { sort: _sort, order: _order, ...unsorted } = filters;
  return (
    <div className="wrap pb-16">
      <PageHeader title={TITLE} isWork>
        {account?.team?.mayExport && (
          <p className="no-print">
            <a href={pathOf(filters, "/team/export/requirements.csv")}>Download as CSV</a>
          </p>
        )}
      </PageHeader>
      <RequirementFilterForm filters={filters} people={people} />
      <section id="list" aria-label="The list">
        {list?.counts && (
          <GroupLinks
            groups={groups}
            counts={list.counts}
            isNarrowed={filters.words !== undefined}
            current={filters.group}
            pathTo={(group) => pathOf({ ...filters, group: group as typeof filters.group })}
          />
        )}
        {filters.sort && (
          <p className="mb-3">
            Sorted{filters.order === "desc" && ", the last first"}.{" "}
            <a href={pathOf(unsorted)}>{isWorklist(unsorted) ? "Show it in groups" : "The newest first"}</a>
          </p>
        )}
        {!list && <Unavailable />}
        {isUngrouped && <p className="mb-3">What is closed has no groups: the newest first.</p>}
        {list && asked.words !== undefined && isFirst && (
          <SearchWords
            words={asked.words}
            mended={mended}
            {...(list.rows.length > 0 && {
              found: `${foundCount(list.rows.length, list.next)}, in ${placeWords(filters) ?? "all requirements"}`,
            })}
            {...(placeWords(filters) && { all: ["Search all requirements", pathOf({ words: filters.words })] })}
          />
        )}
        {list?.rows.length === 0 && isFirst && <p className="empty">There is no such requirement.</p>}
        {list && list.rows.length > 0 && (
          <>
            <RequirementTable
              requirements={list.rows}
              names={everyName(loaderData)}
              now={now}
              filters={filters}
              {...(filters.words === undefined && { counts: list.counts })}
            />
            <GiveForm people={people} userId={userId} />
          </>
        )}
        {list && (
          <Pages path={listPath} search={filters} next={list.next} isFirst={isFirst} isEmpty={list.rows.length === 0} />
        )}
      </section>
    </div>
  );
}
