import { data } from "react-router";
import type { Route } from "./+types/job";
import { jobTexts } from "~/content/jobs/texts";
import { JobArticle } from "~/features/adverts/job/article";
import { jobPosting } from "~/features/adverts/job/posting";
import type { ListedJob } from "~/features/adverts/job/schema";
import { jobPath, placeWords, summaryWords } from "~/features/adverts/job/words";
import { findJob, findJobs } from "~/features/adverts/jobs.server";
import { JobRows } from "~/features/adverts/list/job-rows";
import { jobsPath } from "~/content/navigation";
import { env } from "~/lib/config/env.server";
import { CACHING } from "~/lib/http/caching";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { JsonLd } from "~/ui/layout/site/json-ld";
import { Unavailable } from "~/ui/layout/unavailable";
import { ButtonLink } from "~/ui/forms/button";

export const handle = { section: jobsPath };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** No slug is longer (`adverts.slug`): what is none is not asked for. */
const SLUG = /^[a-z0-9-]{1,100}$/;

/** So many open jobs stand where there is none, or none like it. */
const OTHERS = 5;

async function newestJobs() {
  const open = await findJobs({ words: undefined, place: undefined, work: undefined, page: 1 });
  return open.ok ? open.value.jobs.slice(0, OTHERS) : [];
}

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const answer: Awaited<ReturnType<typeof findJob>> = SLUG.test(slug) ? await findJob(slug) : { ok: true, value: null };
  if (!answer.ok) {
    logFailure(context, answer, "job not shown");
    return data({ found: undefined, others: [], url: "" }, { status: answer.status });
  }
  const found = answer.value;
  const page = { found, others: [], url: new URL(jobPath({ slug }), env.APP_URL).href };
  if (found?.state === "open") return data(page, { headers: { "Cache-Control": CACHING.fresh } });
  const hasLike = found !== null && found.like.length > 0;
  const others = hasLike ? [] : await newestJobs();
  return data({ ...page, others }, { status: found === null ? 404 : 410 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const texts = jobTexts("en");
  const found = loaderData?.found;
  if (found?.state === "open") {
    const { job } = found;
    return pageMeta(`${job.title}, ${placeWords(job)}`, summaryWords(job, texts));
  }
  const title = found ? texts.closed.title : found === null ? texts.unknown.title : texts.list.metaTitle;
  return [...pageMeta(title, texts.list.lead), { name: "robots", content: "noindex" }];
}

function Crumb() {
  return (
    <p className="crumb no-print">
      <a href={jobsPath}>{jobTexts("en").job.all}</a>
    </p>
  );
}

/** That there is no such job, or no more, and where to go on. */
function NoJob({ title, lead, others, heading }: { title: string; lead: string; others: Others; heading: string }) {
  const texts = jobTexts("en");
  return (
    <>
      <div className="band-pine page-head job-head">
        <div className="wrap">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <p className="actions mt-6">
            <ButtonLink href={jobsPath}>{texts.closed.all}</ButtonLink>
          </p>
        </div>
      </div>
      <div className="pt-8">
        <OtherJobs jobs={others} heading={heading} />
      </div>
    </>
  );
}

type Others = readonly ListedJob[];

function OtherJobs({ jobs, heading }: { jobs: Others; heading: string }) {
  if (jobs.length === 0) return null;
  return (
    <section className="wrap jobs-like no-print" aria-labelledby="like">
      <h2 id="like">{heading}</h2>
      <JobRows jobs={jobs} texts={jobTexts("en")} />
    </section>
  );
}

/** One job, or that it is closed, with others like it. */
export default function JobPage({ loaderData: { found, others, url } }: Route.ComponentProps) {
  const texts = jobTexts("en");
  if (found === undefined) {
    return (
      <div className="wrap py-16">
        <Unavailable />
      </div>
    );
  }
  if (found === null) {
    const { title, text, noneOpen } = texts.unknown;
    const lead = others.length > 0 ? text : noneOpen;
    return <NoJob title={title} lead={lead} others={others} heading={texts.list.newestTitle} />;
  }
  if (found.state === "closed") {
    const { title, text } = texts.closed;
    const isLike = found.like.length > 0;
    return (
      <NoJob
        title={title}
        lead={text(found.title)}
        others={isLike ? found.like : others}
        heading={isLike ? texts.job.likeTitle : texts.list.newestTitle}
      />
    );
  }
  return (
    <>
      <JsonLd data={jobPosting(found.job, url)} />
      <JobArticle job={found.job} texts={texts} record={found.record} url={url} crumb={<Crumb />}>
        <OtherJobs jobs={found.like} heading={texts.job.likeTitle} />
      </JobArticle>
    </>
  );
}
