import { Button } from "~/ui/forms/button";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { isolated } from "~/lib/format/text";
import { labelOf, type Options } from "~/lib/schema/fields";
import { isNarrowed, ownWhose, type Filters } from "~/features/inbox/filters";
import { groups, kinds, states } from "./items";

/** Where a phone finds the filters: a link into what is folded opens it, without a script. */
export const FILTERS = "filters";

/** What is shown, in a few words: what a phone says of the folded filters. */
function summaryOf(filters: Filters, people: Options): string {
  const { words, kind, state, whose, group } = filters;
  const parts = [
    group && labelOf(groups, group),
    words && `“${isolated(words)}”`,
    kind && labelOf(kinds, kind),
    state && labelOf(states, state),
    whose && labelOf(people, whose),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : "to do";
}

/** What of the inbox is shown: a form that only looks, so that each view has an address. */
export function InboxFilters({ filters, people }: { filters: Filters; people: Options }) {
  const { words = "", kind = "", state = "", whose = "", group, sort, order } = filters;
  const owners: Options = [...ownWhose, ...people];
  return (
    <details className="filters across no-print">
      <summary>Search and filter: {summaryOf(filters, owners)}</summary>
      <form id={FILTERS} method="get" action="/team" role="search" aria-label="The inbox" className="grid gap-4">
        <LabelledInput name="words" label="Search" type="search" defaultValue={words} maxLength={200} />
        <LabelledSelect name="kind" label="Kind" options={kinds} value={kind} empty="All" />
        <LabelledSelect name="state" label="State" options={states} value={state} empty="To do" />
        <LabelledSelect name="whose" label="Whose" options={owners} value={whose} empty="Everyone's" />
        {group && <input type="hidden" name="group" value={group} />}
        {sort && <input type="hidden" name="sort" value={sort} />}
        {order && <input type="hidden" name="order" value={order} />}
        <Button variant="outline">Show</Button>
        {isNarrowed(filters) && (
          <p>
            <a href="/team">Show everything to do</a>
          </p>
        )}
      </form>
    </details>
  );
}
