import { env } from "~/lib/config/env.server";

/** /robots.txt: the portal is nobody's search result. */
export function loader() {
  const lines = [
    "User-agent: *",
    "Disallow: /client-dashboard",
    "Disallow: /submit-requirement",
    "Disallow: /invitation",
    `Sitemap: ${env.APP_URL}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain" } });
}
