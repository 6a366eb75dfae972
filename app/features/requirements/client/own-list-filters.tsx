import { Fragment } from "react";
import { dashboardPath } from "~/content/navigation";
import { Button } from "~/ui/forms/button";
import { LabelledInput, LabelledSelect } from "~/ui/forms/labelled";
import { listPathWith, orders, type OwnFilters } from "./own-filters";
import { statuses } from "~/features/requirements/statuses";
import { countWords } from "./waiting";

type OwnListFiltersProps = {
  filters: OwnFilters;
  /** On how many requirements something is unread, whatever their status. */
  unread: number;
  /** How many requirements there are. */
  total: number;
};

/** From so many on a list is searched and sorted. */
const FEWEST_SEARCHED = 10;

/** Looks for words in the list, and sorts it: a form that only looks. */
function SearchForm({ filters: { words = "", sort, status, unread } }: { filters: OwnFilters }) {
  return (
    <form
      method="get"
      action={`${dashboardPath}#requirements`}
      role="search"
      aria-label="Your requirements"
      className="find-own no-print"
    >
      <LabelledInput name="words" label="Search" type="search" defaultValue={words} maxLength={200} />
      <LabelledSelect name="sort" label="Order" options={orders} value={sort ?? "newest"} />
      {status && <input type="hidden" name="status" value={status} />}
      {unread && <input type="hidden" name="unread" value={unread} />}
      <Button variant="outline">Show</Button>
    </form>
  );
}

/** Which requirements a company's list shows: links, so that each view has an address. */
export function OwnListFilters({ filters, unread, total }: OwnListFiltersProps) {
  const choices = [[undefined, "All"], ...statuses] as const;
  const isUnread = filters.unread !== undefined;
  const isNarrowed = (filters.status ?? filters.words) !== undefined;
  return (
    <>
      {total >= FEWEST_SEARCHED && <SearchForm filters={filters} />}
      <nav className="chips no-print" aria-label="Filter by status">
        {choices.map(([status, label]) => (
          <Fragment key={status ?? "all"}>
            <a
              href={listPathWith({ ...filters, status })}
              aria-current={status === filters.status ? "page" : undefined}
            >
              {label}
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      {(isUnread || unread > 0) && (
        <nav className="chips no-print" aria-label="Filter by messages">
          <a href={listPathWith({ ...filters, unread: undefined })} aria-current={isUnread ? undefined : "page"}>
            Read and unread
          </a>{" "}
          <a href={listPathWith({ ...filters, unread: "yes" })} aria-current={isUnread ? "page" : undefined}>
            {/* The number is of all, and no longer what the link leads to where the list is narrowed. */}
            Unread messages{!isNarrowed && ` (${countWords(unread)})`}
          </a>
        </nav>
      )}
    </>
  );
}
