import type { JobTexts } from "~/content/jobs/texts";
import type { FoundJobs } from "~/features/adverts/jobs.server";
import { isNarrowed, jobsPathFor, type JobFilters } from "./filters";
import { jobsPath } from "~/content/navigation";
import { capitalizedName, isolated } from "~/lib/format/text";
import { JobRows } from "./job-rows";

/** So many jobs are on a page (`private.public_jobs`). */
const PAGE_SIZE = 25;

type Props = { found: FoundJobs; filters: JobFilters; texts: JobTexts };

/** Where what is typed as a place is none: the words that an advert for work from home is found by (8-hire/01-adverts.sql). */
const AT_HOME = /^(?:(?:work )?from home|home|remote|wfh|anywhere)$/i;

/** "in Pune", with its capitals; "from home". */
function placeWords(place: string, { found, texts: { list } }: Props): string {
  return AT_HOME.test(place) ? list.inHome : list.inPlace(isolated(found.region ?? capitalizedName(place)));
}

/** "5 jobs for “welder” in Pune"; what is shown instead of them was not looked for. */
export function countWords(props: Props): string {
  const { found, filters, texts } = props;
  const { list, facts } = texts;
  const { words, place, work } = filters;
  const kind = work && (facts.work[work] ?? work).toLowerCase();
  return [
    isNarrowed({ ...filters, page: 1 }) ? list.count(found.instead ? 0 : found.found, kind) : list.open(found.found),
    words !== undefined && list.forWords(isolated(words)),
    place !== undefined && placeWords(place, props),
  ]
    .filter(Boolean)
    .join(" ");
}

/** What a tab, a bookmark and the history call a search: the same, and which page of it. */
export function searchTitle(props: Props): string {
  const { found, filters, texts } = props;
  const { page } = filters;
  const isPage = page > 1 && found.jobs.length > 0;
  return [countWords(props), isPage && texts.list.page(page, pagesOf(found))].filter(Boolean).join(", ");
}

type Choice = { path: string; name: string; count: number; isChosen: boolean };

/** Choices that are links, with how many each leads to; the one that holds is marked. */
function Choices({ label, choices }: { label?: string; choices: readonly Choice[] }) {
  return (
    <ul className="job-choices" aria-label={label}>
      {choices.map(({ path, name, count, isChosen }) => (
        <li key={path}>
          <a href={path} aria-current={isChosen ? "true" : undefined}>
            <bdi>{name}</bdi> <span>{count}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The kinds of work, by what they differ in: a job may be of one of each. */
const KINDS = [
  ["lasting", ["permanent", "contract", "temporary"]],
  ["hours", ["full_time", "part_time"]],
] as const;

/** The one that holds first: on a phone the others are pushed into sight. */
function chosenFirst<Item>(items: readonly Item[], isChosen: (item: Item) => boolean): Item[] {
  return items.toSorted((one, other) => Number(isChosen(other)) - Number(isChosen(one)));
}

/** The kinds of work among what was found: those that some of it is of, since one that all or none is of narrows nothing. */
export function KindChoices({ found, filters, texts }: Props) {
  const { kinds: words, all } = texts.list;
  const groups = KINDS.map(([group, kinds]) => ({
    group,
    kinds: kinds.filter((work) => {
      const count = found.kinds[work] ?? 0;
      return filters.work === work || (count > 0 && count < found.of_any_kind);
    }),
  })).filter(({ kinds }) => kinds.length > 0);
  // What is shown instead has no kinds that were looked for.
  if (found.instead || groups.length === 0) return null;
  const choiceOf = (work: JobFilters["work"], name: string, count: number): Choice => ({
    ...{ path: jobsPathFor(filters, { work }), name, count },
    isChosen: filters.work === work,
  });
  return (
    <nav aria-label={words.title} className="job-kinds">
      <Choices choices={[choiceOf(undefined, all, found.of_any_kind)]} />
      {chosenFirst(groups, ({ kinds }) => kinds.some((work) => work === filters.work)).map(({ group, kinds }) => (
        <div key={group}>
          <span aria-hidden="true">{words[group]}</span>
          <Choices
            label={words[group]}
            choices={chosenFirst(kinds, (work) => work === filters.work).map((work) =>
              choiceOf(work, texts.facts.work[work] ?? work, found.kinds[work] ?? 0),
            )}
          />
        </div>
      ))}
    </nav>
  );
}

/** Where most of what was looked for is, whichever place was: the words and the kind of work stay. */
export function PlaceChoices({ found, filters, texts }: Props) {
  const places = found.places.map(({ place, jobs }) => ({ name: place, place, count: jobs }));
  const home = { name: texts.list.fromHome, place: "home", count: found.remote };
  return (
    <nav aria-label={texts.list.places}>
      <Choices
        choices={[...places, ...(found.remote > 0 ? [home] : [])].map(({ name, place, count }) => ({
          path: jobsPathFor(filters, { place }),
          name,
          count,
          isChosen: filters.place === place,
        }))}
      />
    </nav>
  );
}

function pagesOf({ found }: FoundJobs): number {
  return Math.ceil(found / PAGE_SIZE);
}

function Pages({ found, filters, texts: { list } }: Props) {
  const pages = pagesOf(found);
  const { page } = filters;
  if (pages < 2 && page === 1) return null;
  return (
    <nav aria-label={list.pages} className="job-pages">
      {page > 1 && (
        <a href={jobsPathFor(filters, { page: Math.min(page - 1, pages) })} rel="prev" className="btn btn-outline">
          {list.previous}
        </a>
      )}
      {page <= pages && <p className="hint">{list.page(page, pages)}</p>}
      {page < pages && (
        <a href={jobsPathFor(filters, { page: page + 1 })} rel="next" className="btn btn-outline">
          {list.next}
        </a>
      )}
    </nav>
  );
}

/** What was found, that a page stands behind the end of it, or that nothing was found and what is new instead. */
export function JobList(props: Props) {
  const { found, filters, texts } = props;
  const { list } = texts;
  if (found.jobs.length > 0) {
    return (
      <>
        {found.meant !== undefined && <p>{list.meant(isolated(found.meant))}</p>}
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
  if (found.found > 0) {
    return (
      <>
        <p className="empty">{list.nothingFurther}</p>
        <Pages {...props} />
      </>
    );
  }
  const isClosed = found.open === 0;
  return (
    <>
      <div className="empty">
        <h3>{isClosed ? list.noneOpenTitle : list.noneTitle}</h3>
        {found.meant !== undefined && <p>{list.meant(isolated(found.meant))}</p>}
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
