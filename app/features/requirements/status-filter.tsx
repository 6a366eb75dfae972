import { Fragment } from "react";
import { Constants, type Enums } from "~/lib/database.types";

type Status = Enums<"requirement_status">;

const WORDS: Record<Status | "all", string> = {
  all: "All",
  new: "New",
  in_progress: "In progress",
  filled: "Filled",
  cancelled: "Cancelled",
};

/** Which requirements a company's list shows: links, so that each view has an address. */
export function StatusFilter({ path, status }: { path: string; status: Status | undefined }) {
  const choices = [undefined, ...Constants.public.Enums.requirement_status];
  return (
    <nav className="chips no-print" aria-label="Filter by status">
      {choices.map((choice) => (
        <Fragment key={choice ?? "all"}>
          <a href={choice ? `${path}?status=${choice}` : path} aria-current={choice === status ? "page" : undefined}>
            {WORDS[choice ?? "all"]}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}
