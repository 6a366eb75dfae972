import type { ReactNode } from "react";
import { Pages } from "~/ui/layout/pages";
import { CandidateTable } from "./candidate-table";
import { pathOf, type CandidateFilters } from "./filters";
import type { CandidatePage } from "./list.server";

/** More than this the database does not count. */
const MOST_COUNTED = 1_000;

function countWords(count: number): string {
  return count > MOST_COUNTED ? `Over ${MOST_COUNTED.toLocaleString("en")}` : String(count);
}

type FoundListProps = {
  page: CandidatePage;
  path: string;
  filters: CandidateFilters;
  isFirst: boolean;
  /** Who is left out, in words, where that are some. */
  leftOut?: string;
  /** What is said where nobody was found. */
  none: ReactNode;
  /** What is done with those that are ticked. */
  children: ReactNode;
};

/** All that was found: how many, a page of them to be ticked, and the way to those of whom too little is known. */
export function FoundList({ page, path, filters, isFirst, leftOut, none, children }: FoundListProps) {
  const { rows, next, found, unknown } = page;
  const lacking = [filters.notice && "notice", filters.pay && "pay in this currency"].filter(Boolean).join(" or ");
  return (
    <>
      {rows.length === 0 && isFirst && none}
      {(found > 0 || unknown > 0) && (
        <p className="mb-3">
          {found > 0 && (
            <>
              <strong>{countWords(found)} found.</strong> The newest first. {leftOut}{" "}
            </>
          )}
          {unknown > 0 && (
            <>
              {countWords(unknown)} more without a known {lacking}:{" "}
              <a href={pathOf({ ...filters, unknown: "on" }, path)}>show them too</a>.
            </>
          )}
          {filters.unknown && (
            <>
              With those without a known {lacking}:{" "}
              <a href={pathOf({ ...filters, unknown: undefined }, path)}>leave them out</a>.
            </>
          )}
        </p>
      )}
      {rows.length > 0 && (
        <>
          <CandidateTable candidates={rows} />
          {children}
        </>
      )}
      <Pages path={path} search={filters} next={next} isFirst={isFirst} isEmpty={rows.length === 0} />
    </>
  );
}
