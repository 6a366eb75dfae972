import { Fragment } from "react";
import { dashboardPathWith, type OwnFilters } from "./own-filters";
import { statuses } from "~/features/requirements/statuses";
import { countWords } from "./waiting-messages";

type OwnListFiltersProps = {
  filters: OwnFilters;
  /** On how many requirements something is unread, whatever their status. */
  unread: number;
};

/** Which requirements a company's list shows: links, so that each view has an address. */
export function OwnListFilters({ filters, unread }: OwnListFiltersProps) {
  const choices = [[undefined, "All"], ...statuses] as const;
  const isUnread = filters.unread !== undefined;
  return (
    <>
      <nav className="chips no-print" aria-label="Filter by status">
        {choices.map(([status, label]) => (
          <Fragment key={status ?? "all"}>
            <a
              href={dashboardPathWith({ ...filters, status })}
              aria-current={status === filters.status ? "page" : undefined}
            >
              {label}
            </a>{" "}
          </Fragment>
        ))}
      </nav>
      {(isUnread || unread > 0) && (
        <nav className="chips no-print" aria-label="Filter by messages">
          <a href={dashboardPathWith({ ...filters, unread: undefined })} aria-current={isUnread ? undefined : "page"}>
            Read and unread
          </a>{" "}
          {/* Of every status, as the number says. */}
          <a
            href={dashboardPathWith(isUnread ? filters : { unread: "yes" })}
            aria-current={isUnread ? "page" : undefined}
          >
            Unread messages ({countWords(unread)})
          </a>
        </nav>
      )}
    </>
  );
}
