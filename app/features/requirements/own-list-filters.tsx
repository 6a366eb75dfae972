import { Fragment } from "react";
import { Constants, type Enums } from "~/lib/database.types";
import { dashboardPathWith, type OwnFilters } from "./own-filters";
import { countWords } from "./waiting-messages";

const WORDS: Record<Enums<"requirement_status"> | "all", string> = {
  all: "All",
  new: "New",
  in_progress: "In progress",
  filled: "Filled",
  cancelled: "Cancelled",
};

type OwnListFiltersProps = {
  filters: OwnFilters;
  /** On how many requirements something is unread, whatever their status. */
  unread: number;
};

/** Which requirements a company's list shows: links, so that each view has an address. */
export function OwnListFilters({ filters, unread }: OwnListFiltersProps) {
  const choices = [undefined, ...Constants.public.Enums.requirement_status];
  const isUnread = filters.unread !== undefined;
  return (
    <>
      <nav className="chips no-print" aria-label="Filter by status">
        {choices.map((status) => (
          <Fragment key={status ?? "all"}>
            <a
              href={dashboardPathWith({ ...filters, status })}
              aria-current={status === filters.status ? "page" : undefined}
            >
              {WORDS[status ?? "all"]}
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
