import { publicPaths } from "../../app/content/sitemap.ts";

/** Every public page, the not-found page among them. */
export const PAGES: readonly string[] = [
  ...publicPaths,
  "/client-auth",
  "/client-auth?view=sign-up",
  "/client-auth?view=forgot",
  "/nowhere",
];
