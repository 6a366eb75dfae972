import type { Route } from "./+types/sitemap";
import { publicPaths } from "~/content/sitemap";
import { jobPath } from "~/features/adverts/job/words";
import { readJobAddresses } from "~/features/adverts/jobs.server";
import { jobsPath } from "~/content/navigation";
import { env } from "~/lib/config/env.server";
import { CACHING } from "~/lib/http/caching";
import { logFailure } from "~/lib/observe/log.server";

export const handle = { isMadeAnew: true };

function entry(path: string, changed?: string): string {
  const lastmod = changed === undefined ? "" : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${new URL(path, env.APP_URL).href}</loc>${lastmod}</url>`;
}

/**
 * /sitemap.xml: every public page and every job that is open now, at the site's public origin. While nobody can tell which are
 * open, a search engine goes on with the file that it has.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const jobs = await readJobAddresses();
  if (!jobs.ok) {
    logFailure(context, jobs, "sitemap not made");
    return new Response(null, { status: jobs.status });
  }
  const urls = [
    ...[...publicPaths, jobsPath].map((path) => entry(path)),
    ...jobs.value.map(({ slug, updated_at }) => entry(jobPath({ slug }), updated_at)),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
  return new Response(xml, { headers: { "Content-Type": "application/xml", "Cache-Control": CACHING.fresh } });
}
