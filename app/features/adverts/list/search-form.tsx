import type { JobTexts } from "~/content/jobs/texts";
import { Button } from "~/ui/forms/button";
import { FOUND_ID, type JobFilters } from "./filters";
import { jobsPath } from "~/content/navigation";

type SearchFieldProps = { name: "words" | "place"; label: string; hint: string; value: string | undefined };

function SearchField({ name, label, hint, value }: SearchFieldProps) {
  return (
    <div className="field">
      <label className="label" htmlFor={`jobs-${name}`}>
        {label}
      </label>
      <input
        id={`jobs-${name}`}
        className="control"
        type="search"
        name={name}
        defaultValue={value}
        maxLength={200}
        placeholder={hint}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  );
}

/** Where the search begins: its first field. */
export const SEARCH_START = "jobs-words";

/** What and where somebody looks for: the kind of work that they have chosen stays. */
export function JobSearchForm({ filters, texts }: { filters: JobFilters; texts: JobTexts }) {
  const { search } = texts.list;
  return (
    <form
      method="get"
      action={`${jobsPath}#${FOUND_ID}`}
      role="search"
      aria-label={search.title}
      className="job-search"
    >
      <SearchField name="words" label={search.words} hint={search.wordsHint} value={filters.words} />
      <SearchField name="place" label={search.place} hint={search.placeHint} value={filters.place} />
      {filters.work && <input type="hidden" name="work" value={filters.work} />}
      <Button>{search.submit}</Button>
    </form>
  );
}
