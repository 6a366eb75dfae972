import { data } from "react-router";
import type { Route } from "./+types/job";
import { jobTexts } from "~/content/jobs/texts";
import { JobArticle } from "~/features/adverts/job/article";
import { jobPosting } from "~/features/adverts/job/posting";
import { jobPath, placeWords, summaryWords } from "~/features/adverts/job/words";
import { findJob } from "~/features/adverts/jobs.server";
import { JobRows } from "~/features/adverts/list/job-rows";
import { jobsPath } from "~/content/navigation";
import { env } from "~/lib/config/env.server";
import { CACHING } from "~/lib/http/caching";
import { logFailure } from "~/lib/observe/log.server";
import { pageMeta } from "~/lib/http/meta";
import { notFound } from "~/pages/page";
import { JsonLd } from "~/ui/layout/site/json-ld";
import { Unavailable } from "~/ui/layout/unavailable";
import { ButtonLink } from "~/ui/forms/button";

export const handle = { section: jobsPath };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** No slug is longer (`adverts.slug`): what is none is not asked for. */
const SLUG = /^[a-z0-9-]{1,100}$/;

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  if (!SLUG.test(slug)) notFound();
  const answer = await findJob(slug);
  if (!answer.ok) {
    logFailure(context, answer, "job not shown");
    return data({ found: undefined, url: "" }, { status: answer.status });
  }
  const found = answer.value;
  if (found === null) notFound();
  const page = { found, url: new URL(jobPath({ slug }), env.APP_URL).href };
  if (found.state === "closed") return data(page, { status: 410 });
  return data(page, { headers: { "Cache-Control": CACHING.fresh } });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const texts = jobTexts("en");
  const found = loaderData?.found;
  if (found?.state === "open") {
    const { job } = found;
    return pageMeta(`${job.title}, ${placeWords(job)}`, summaryWords(job, texts));
  }
  const title = found ? texts.closed.title : texts.list.metaTitle;
  return [...pageMeta(title, texts.list.lead), { name: "robots", content: "noindex" }];
}

function Crumb() {
  return (
    <p className="crumb no-print">
      <a href={jobsPath}>{jobTexts("en").job.all}</a>
    </p>
  );
}

/** One job, or that it is closed, with others like it. */
export default function JobPage({ loaderData: { found, url } }: Route.ComponentProps) {
  const texts = jobTexts("en");
  if (found === undefined) {
    return (
      <div className="wrap py-16">
        <Unavailable />
      </div>
    );
  }
  const like = found.like.length > 0 && (
    <section className="wrap jobs-like no-print" aria-labelledby="like">
      <h2 id="like">{texts.job.likeTitle}</h2>
      <JobRows jobs={found.like} texts={texts} />
    </section>
  );
  if (found.state === "closed") {
    return (
      <>
        <div className="band-pine page-head job-head">
          <div className="wrap">
            <Crumb />
            <h1>{texts.closed.title}</h1>
            <p className="lead">{texts.closed.text(found.title)}</p>
            <p className="actions">
              <ButtonLink href={jobsPath}>{texts.job.all}</ButtonLink>
            </p>
          </div>
        </div>
        <div className="pt-8">{like}</div>
      </>
    );
  }
  return (
    <>
      <JsonLd data={jobPosting(found.job, url)} />
      <JobArticle job={found.job} texts={texts} record={found.record} url={url} crumb={<Crumb />}>
        {like}
      </JobArticle>
    </>
  );
}
