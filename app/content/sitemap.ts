import { footer, headerButtons, menu } from "./navigation.ts";

/** Every public page worth finding, in the order of the menu: what the sitemap lists, and what tests walk over. */
export const publicPaths: readonly string[] = [
  ...new Set([
    ...menu.flatMap(({ path, submenu = [] }) => [path, ...submenu.map((child) => child.path)]),
    ...footer.services.map(({ path }) => path),
    ...footer.company.map(({ path }) => path),
    ...footer.legal.map(({ path }) => path),
    headerButtons.hire.path,
    headerButtons.login.path,
    "/consultation",
    "/get-started",
  ]),
].filter((path) => path !== "/client-auth");
