import { publicPaths } from "~/content/sitemap";
import { env } from "~/lib/config/env.server";

/** /sitemap.xml: every public page, at the site's public origin. */
export function loader() {
  const urls = publicPaths.map((path) => `<url><loc>${new URL(path, env.APP_URL).href}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
  return new Response(xml, { headers: { "Content-Type": "application/xml" } });
}
