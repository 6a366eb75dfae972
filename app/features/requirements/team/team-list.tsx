import type { Options } from "~/lib/format/schema";
import { Button } from "~/ui/forms/button";
import { Labelled, labelledControl, LabelledSelect } from "~/ui/forms/labelled";
import { Moment } from "~/ui/pieces/moment";
import { Unread } from "~/ui/pieces/unread";
import type { RequirementFilters } from "./filters";
import { RequirementBadges } from "~/features/requirements/requirement-badges";
import { requirementPathFor } from "~/features/requirements/requirement-frame";
import { positionsWords } from "~/features/requirements/positions";
import { priorities } from "~/features/requirements/fields";
import { statuses } from "~/features/requirements/statuses";
import type { ListedRequirement } from "./team.server";

/** The requirement's page for the team. */
export function requirementPath(id: string): string {
  return requirementPathFor("team", id);
}

type ListProps = {
  requirements: ListedRequirement[];
  names: Record<string, string>;
  locale: string;
};

/** The team's list of requirements, the newest first. */
export function TeamRequirementList({ requirements, names, locale }: ListProps) {
  return (
    <ul className="records">
      {requirements.map((requirement) => (
        <li key={requirement.id}>
          <div className="grid gap-2">
            <div className="titled">
              <h3>
                <a href={requirementPath(requirement.id)}>
                  <bdi>{requirement.job_title}</bdi>
                </a>
              </h3>{" "}
              <Unread count={requirement.unread} path={`${requirementPath(requirement.id)}/messages`} />
            </div>
            <p className="hint">
              <bdi>{requirement.company}</bdi>, <bdi>{requirement.location}</bdi>
            </p>
            <RequirementBadges status={requirement.requirement_status} priority={requirement.requirement_priority} />
          </div>
          <dl className="facts">
            <div>
              <dt>Recruiter</dt>
              <dd>{names[requirement.recruiter_id] ?? "Nobody"}</dd>
            </div>
            <div>
              <dt>Positions</dt>
              <dd>{positionsWords(requirement, locale)}</dd>
            </div>
            <div>
              <dt>Created</dt>
              <dd>
                <Moment value={requirement.created_at} />
              </dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Which of the requirements are shown: a form that only looks, so that each view has an address. */
export function RequirementFilterForm({ filters, people }: { filters: RequirementFilters; people: Options }) {
  const { words = "", status = "", priority = "", whose = "", client } = filters;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <details className="filters no-print" open={isNarrowed}>
      <summary>Search and filter</summary>
      <form method="get" action="/team/requirements" role="search" aria-label="Requirements" className="grid gap-4">
        <Labelled name="words" label="Search">
          <input {...labelledControl({ name: "words" })} type="search" defaultValue={words} maxLength={200} />
        </Labelled>
        <LabelledSelect name="status" label="Status" options={statuses} value={status} empty="All" />
        <LabelledSelect name="priority" label="Priority" options={priorities} value={priority} empty="All" />
        <LabelledSelect
          name="whose"
          label="Recruiter"
          options={[["me", "Mine"], ["nobody", "Nobody's"], ...people]}
          value={whose}
          empty="Everybody's"
        />
        {client && <input type="hidden" name="client" value={client} />}
        <Button variant="outline">Show</Button>
        {isNarrowed && (
          <p>
            <a href="/team/requirements">Show all</a>
          </p>
        )}
      </form>
    </details>
  );
}
