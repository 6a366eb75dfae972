import { footer, headerButtons, jobsPath, menu } from "./navigation.ts";
import { ofForms } from "./public-forms.ts";

/**
 * Every public page worth finding that is there whatever the backend does, in the order of the menu: what the sitemap lists beside
 * the jobs, and what tests walk over.
 */
export const publicPaths: readonly string[] = [
  ...new Set([
    ...menu.flatMap(({ path, submenu = [] }) => [path, ...submenu.map((child) => child.path)]),
    ...footer.services.map(({ path }) => path),
    ...footer.company.map(({ path }) => path),
    ...footer.legal.map(({ path }) => path),
    headerButtons.hire.path,
    headerButtons.login.path,
    ...Object.values(ofForms("path")),
    "/get-started",
  ]),
].filter((path) => path !== "/client-auth" && path !== jobsPath);
