import type { Route } from "./+types/feed";
import { jobTexts } from "~/content/jobs/texts";
import { jobFeed } from "~/features/adverts/feed";
import { readJobFeed } from "~/features/adverts/jobs.server";
import { env } from "~/lib/config/env.server";
import { CACHING } from "~/lib/http/caching";
import { logFailure } from "~/lib/observe/log.server";

export const handle = { isMadeAnew: true };

/** /jobs.atom: the newest jobs, for who reads feeds. */
export async function loader({ context }: Route.LoaderArgs) {
  const jobs = await readJobFeed();
  if (!jobs.ok) {
    logFailure(context, jobs, "feed of jobs not made");
    return new Response(null, { status: jobs.status });
  }
  return new Response(jobFeed(jobs.value, env.APP_URL, jobTexts("en")), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": CACHING.fresh },
  });
}
