import { data } from "react-router";
import type { Route } from "./+types/list";
import { jobTexts } from "~/content/jobs/texts";
import { findJobs } from "~/features/adverts/jobs.server";
import { FOUND_ID, isNarrowed, readJobFilters } from "~/features/adverts/list/filters";
import { countWords, JobList, KindChoices, PlaceChoices, searchTitle } from "~/features/adverts/list/job-list";
import { JobSearchForm, SEARCH_START } from "~/features/adverts/list/search-form";
import { RecordWords } from "~/features/adverts/job/record-words";
import { CACHING } from "~/lib/http/caching";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { Street } from "~/ui/drawings/street";
import { Unavailable } from "~/ui/layout/unavailable";

/** Trades that one knows by their houses. */
const STREET = [
  "manufacturing-engineering",
  "healthcare-life-sciences",
  "logistics-supply-chain",
  "hospitality-travel",
] as const;

export const handle = { isMadeAnew: true };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = readJobFilters(url);
  const answer = await findJobs(filters);
  if (!answer.ok) {
    logFailure(context, answer, "list of jobs not shown");
    return data({ filters, found: undefined }, { status: answer.status });
  }
  return data({ filters, found: answer.value }, { headers: { "Cache-Control": CACHING.fresh } });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const texts = jobTexts("en");
  const { lead, metaTitle } = texts.list;
  if (loaderData === undefined || !isNarrowed(loaderData.filters)) return pageMeta(metaTitle, lead);
  const { filters, found } = loaderData;
  const title = found ? searchTitle({ found, filters, texts }) : metaTitle;
  return [...pageMeta(title, lead), { name: "robots", content: "noindex" }];
}

/** The list of jobs: what and where, the newest first, everything by links and one form. */
export default function JobsPage({ loaderData: { filters, found } }: Route.ComponentProps) {
  const texts = jobTexts("en");
  const { list } = texts;
  const props = found && { found, filters, texts };
  return (
    <>
      <link rel="alternate" type="application/atom+xml" href="/jobs.atom" title={list.feed} />
      <div className="band-pine jobs-head">
        <div className="wrap">
          <div>
            <h1>{list.title}</h1>
            <p className="lead">{list.lead}</p>
          </div>
          <Street houses={STREET} />
          <JobSearchForm filters={filters} texts={texts} />
        </div>
      </div>
      <div className="wrap jobs-page">
        {props ? (
          <>
            <section aria-labelledby={FOUND_ID}>
              <h2 id={FOUND_ID}>{countWords(props)}</h2>
              {isNarrowed(filters) && (
                <p className="job-search-again">
                  <a href={`#${SEARCH_START}`}>{list.searchAgain}</a>
                </p>
              )}
              <KindChoices {...props} />
              <JobList {...props} />
            </section>
            <aside>
              {found.places.length > 1 && (
                <>
                  <h2>{list.places}</h2>
                  <PlaceChoices {...props} />
                </>
              )}
              <RecordWords record={found.record} texts={texts} />
              <div className="job-promise">
                <h3>{texts.job.freeTitle}</h3>
                <p>{texts.job.free}</p>
              </div>
              <p>
                <a href="/candidate" className="alone">
                  {list.own}
                </a>
              </p>
              <p>
                <a href="/jobs.atom" className="alone">
                  {list.feed}
                </a>
              </p>
            </aside>
          </>
        ) : (
          <Unavailable />
        )}
      </div>
    </>
  );
}
