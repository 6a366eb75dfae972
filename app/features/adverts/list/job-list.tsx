import type { JobTexts } from "~/content/jobs/texts";
import { WORK } from "~/features/adverts/job/schema";
import type { FoundJobs } from "~/features/adverts/jobs.server";
import { isNarrowed, jobsPathFor, type JobFilters } from "./filters";
import { jobsPath } from "~/content/navigation";
import { JobRows } from "./job-rows";

/** So many jobs are on a page (`private.public_jobs`). */
const PAGE_SIZE = 25;

type Props = { found: FoundJobs; filters: JobFilters; texts: JobTexts };

/** "5 jobs for “welder” in Pune"; what is shown instead of them was not looked for. */
export function countWords({ found, filters, texts: { list } }: Props): string {
  const { words, place } = filters;
  return [
    isNarrowed({ ...filters, page: 1 }) ? list.count(found.instead ? 0 : found.found) : list.open(found.found),
    words !== undefined && list.forWords(words),
    place !== undefined && list.inPlace(found.region ?? place),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Choices that are links, with how many each leads to; the one that holds is marked. */
function Choices({
  label,
  choices,
}: {
  label: string;
  choices: readonly { path: string; name: string; count: number; isChosen: boolean }[];
}) {
  return (
    <nav aria-label={label}>
      <ul className="job-choices">
        {choices.map(({ path, name, count, isChosen }) => (
          <li key={path}>
            <a href={path} aria-current={isChosen ? "true" : undefined}>
              <bdi>{name}</bdi> <span>{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The kinds of work among what was found. */
export function KindChoices({ found, filters, texts }: Props) {
  const kinds = WORK.filter((work) => found.kinds[work] !== undefined || filters.work === work);
  // What is shown instead has no kinds that were looked for.
  if (found.instead || (kinds.length < 2 && filters.work === undefined)) return null;
  return (
    <Choices
      label={texts.list.kinds}
      choices={[
        {
          path: jobsPathFor(filters, { work: undefined }),
          name: texts.list.all,
          count: found.of_any_kind,
          isChosen: filters.work === undefined,
        },
        ...kinds.map((work) => ({
          path: jobsPathFor(filters, { work }),
          name: texts.facts.work[work] ?? work,
          count: found.kinds[work] ?? 0,
          isChosen: filters.work === work,
        })),
      ]}
    />
  );
}

/** Where most jobs are, whatever was looked for. */
export function PlaceChoices({ found, filters, texts }: Props) {
  const places = found.places.map(({ place, jobs }) => ({ name: place, place, count: jobs }));
  const home = { name: texts.list.fromHome, place: "home", count: found.remote };
  return (
    <Choices
      label={texts.list.places}
      choices={[...places, ...(found.remote > 0 ? [home] : [])].map(({ name, place, count }) => ({
        path: jobsPathFor({ ...filters, words: undefined, work: undefined }, { place }),
        name,
        count,
        isChosen: filters.place === place,
      }))}
    />
  );
}

function Pages({ found, filters, texts: { list } }: Props) {
  const pages = Math.ceil(found.found / PAGE_SIZE);
  const { page } = filters;
  if (pages < 2) return null;
  return (
    <nav aria-label={list.pages} className="job-pages">
      {page > 1 && (
        <a href={jobsPathFor(filters, { page: page - 1 })} rel="prev" className="btn btn-outline">
          {list.previous}
        </a>
      )}
      <p className="hint">{list.page(page, pages)}</p>
      {page < pages && (
        <a href={jobsPathFor(filters, { page: page + 1 })} rel="next" className="btn btn-outline">
          {list.next}
        </a>
      )}
    </nav>
  );
}

/** What was found, or that nothing was and what is new instead. */
export function JobList(props: Props) {
  const { found, filters, texts } = props;
  const { list } = texts;
  if (found.jobs.length > 0) {
    return (
      <>
        {found.meant !== undefined && <p>{list.meant(found.meant)}</p>}
        {found.instead && (
          <p>
            {list.instead[found.instead]} <a href={jobsPath}>{list.clear}</a>
          </p>
        )}
        <JobRows jobs={found.jobs} texts={texts} />
        <Pages {...props} />
      </>
    );
  }
  const isClosed = found.open === 0;
  return (
    <>
      <div className="empty">
        <h3>{isClosed ? list.noneOpenTitle : list.noneTitle}</h3>
        <p>{isClosed ? list.noneOpen : list.none}</p>
        {isNarrowed(filters) && (
          <p>
            <a href={jobsPath} className="alone">
              {list.clear}
            </a>
          </p>
        )}
      </div>
      {found.newest.length > 0 && (
        <>
          <h2>{list.newestTitle}</h2>
          <JobRows jobs={found.newest} texts={texts} />
        </>
      )}
    </>
  );
}
