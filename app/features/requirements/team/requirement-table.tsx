import { RowGroups } from "~/ui/pieces/row-groups";
import { SortedBy } from "~/ui/pieces/sorted-by";
import { Unread } from "~/ui/pieces/unread";
import { pipelineWords } from "~/features/requirements/frame/candidate-counts";
import { RequirementBadges } from "~/features/requirements/frame/requirement-badges";
import { requirementPathFor } from "~/features/requirements/frame/requirement-frame";
import { groups, isWorklist, pathOf, type RequirementFilters, type sorts } from "./filters";
import type { ListedRequirement } from "./team.server";
import { versionedIdText } from "~/lib/schema/versioned-id";
import { localDay } from "~/lib/format/clock";
import { ageWords, deadlineWords, isPast } from "~/lib/format/near-days";

/** The form that the tick boxes of the table belong to. */
export const GIVE_FORM = "give";

/** The requirement's page for the team. */
export function requirementPath(id: string): string {
  return requirementPathFor("team", id);
}

type TableProps = {
  requirements: ListedRequirement[];
  names: Record<string, string>;
  now: Date;
  /** What the list shows, where it can be sorted, and what is on it be given; a company's own is only read. */
  filters?: RequirementFilters;
  /** How many each group has. */
  counts?: Record<string, number> | undefined;
};

/** Who has to answer. */
const WAITS = { team: "us", company: "the company" } as const;

function Row({ requirement, place, names, now, isTicked }: Omit<TableProps, "requirements"> & RowProps) {
  const { id, requirement_status: status, requirement_priority: priority, deadline, waits_for } = requirement;
  const title = `r${place}`;
  const pipeline = pipelineWords(requirement.candidates);
  const { unanswered, unanswered_by } = requirement.candidates;
  const isLate =
    deadline !== null && waits_for !== undefined && requirement.last_word_at !== null && isPast(deadline, now);
  return (
    <tr>
      {isTicked && (
        <td className="tick">
          <input
            type="checkbox"
            name="requirement"
            value={versionedIdText(requirement)}
            form={GIVE_FORM}
            aria-labelledby={title}
          />
        </td>
      )}
      <th scope="row" className="what">
        <a id={title} href={requirementPath(id)}>
          <bdi>{requirement.job_title}</bdi>
        </a>{" "}
        <span className="hint">
          {isTicked ? (
            <>
              <bdi>{requirement.company}</bdi>
              <span className="place">
                , <bdi>{requirement.location}</bdi>
              </span>
            </>
          ) : (
            <bdi>{requirement.location}</bdi>
          )}
        </span>{" "}
        <Unread count={requirement.unread} path={`${requirementPath(id)}/messages`} />
      </th>
      <td className="state">
        <RequirementBadges status={status} priority={priority} />
      </td>
      <td data-head="Filled">
        {/* Of one that is filled nobody may have said how many: then it is all. */}
        {(status !== "filled" || requirement.positions_filled > 0) && `${requirement.positions_filled} of `}
        {requirement.positions_count}{" "}
        {pipeline && (
          <a className="pipeline-link" href={`${requirementPath(id)}/candidates`}>
            {pipeline}
          </a>
        )}{" "}
        {unanswered_by && (
          <a className="pipeline-link" href={`${requirementPath(id)}/candidates#applied`}>
            {`${unanswered} applied, due ${deadlineWords(localDay(unanswered_by), now)}`}
          </a>
        )}
      </td>
      <td data-head="Age">{ageWords(requirement.created_at, now)}</td>
      <td data-head="Last contact">{requirement.last_word_at && ageWords(requirement.last_word_at, now)}</td>
      <td data-head="Waiting for">{waits_for && WAITS[waits_for]}</td>
      <td data-head="Deadline" className={isLate ? "late" : undefined}>
        {deadline && deadlineWords(deadline, now)}
      </td>
      <td className="whose">
        {requirement.recruiter_id === null ? "nobody" : (names[requirement.recruiter_id] ?? "somebody")}
      </td>
    </tr>
  );
}

type RowProps = { requirement: ListedRequirement; place: number; isTicked: boolean };

/** Requirements as the team works them off: a line each, in groups by what needs doing. On a phone a row becomes two lines. */
export function RequirementTable({ requirements, names, now, filters, counts }: TableProps) {
  const isOpen = filters !== undefined && isWorklist(filters);
  const column = (by: (typeof sorts)[number], label: string) => {
    if (!isOpen) return <th scope="col">{label}</th>;
    const order = filters.sort === by ? (filters.order ?? "asc") : undefined;
    const path = pathOf({ ...filters, sort: by, order: order === "asc" ? "desc" : undefined });
    return (
      <SortedBy order={order} path={path}>
        {label}
      </SortedBy>
    );
  };
  return (
    <table className="inbox requirements" aria-label="Requirements">
      <thead>
        <tr>
          {filters && (
            <th scope="col" className="tick">
              <span className="sr-only">Choose</span>
            </th>
          )}
          <th scope="col">{filters ? "What and for whom" : "What and where"}</th>
          <th scope="col">Status</th>
          <th scope="col">Filled</th>
          {column("age", "Age")}
          {column("word", "Last contact")}
          <th scope="col">Waits for</th>
          {column("deadline", "Deadline")}
          <th scope="col">Recruiter</th>
        </tr>
      </thead>
      <RowGroups
        rows={requirements}
        groups={isOpen && filters.sort === undefined ? groups : undefined}
        counts={counts}
        columns={filters ? 9 : 8}
      >
        {(requirement, place) => (
          <Row
            key={requirement.id}
            requirement={requirement}
            place={place}
            names={names}
            now={now}
            isTicked={filters !== undefined}
          />
        )}
      </RowGroups>
    </table>
  );
}
