import { publicPaths } from "../../../app/content/sitemap.ts";

/** A page without what differs from one request to the next: its form's token. */
export function withoutToken(html: string): string {
  return html.replace(/(name="served" value=")[^"]+/, "$1");
}

/** Every public page, the not-found page among them. */
export const PAGES: readonly string[] = [
  ...publicPaths,
  "/client-auth",
  "/client-auth?view=sign-up",
  "/client-auth?view=forgot",
  "/nowhere",
];

/** Of those that one module makes of its records (the pillars, the services, the industries) one each, and all others. */
const FIRST = ["/services/core-hiring", "/services/permanent-staffing", "/industries/information-technology"];
export const FRAMES = PAGES.filter((path) => FIRST.includes(path) || !/^\/(services|industries)\/./.test(path));

/** Pages of jobs, which are asked for each time: of the list, and of a search that finds nothing. */
export const JOB_PAGES: readonly string[] = ["/jobs", "/jobs?words=astronaut&place=Pune"];
