import type { Options } from "~/lib/schema/fields";
import { Button } from "~/ui/forms/button";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { deeds, type ActivityFilters } from "./activity-filters";

/** What the log is narrowed by: a form that asks, so that each view has an address. */
export function ActivityFilterForm({ filters, people }: { filters: ActivityFilters; people: Options }) {
  const { person = "", deed = "", company = "", from = "", to = "" } = filters;
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <details className="filters no-print" open={isNarrowed}>
      <summary>Search and filter</summary>
      <form method="get" action="/team/activity" role="search" aria-label="Activity log" className="grid gap-4">
        <LabelledSelect name="person" label="Who" options={people} value={person} empty="Everyone" />
        <LabelledSelect name="deed" label="What" options={deeds} value={deed} empty="Everything" />
        <LabelledInput name="company" label="Company" type="search" defaultValue={company} maxLength={200} />
        <LabelledInput name="from" label="From" type="date" defaultValue={from} />
        <LabelledInput name="to" label="To" type="date" defaultValue={to} />
        <Button variant="outline">Show</Button>
        {isNarrowed && (
          <p>
            <a href="/team/activity">Show all</a>
          </p>
        )}
      </form>
    </details>
  );
}
