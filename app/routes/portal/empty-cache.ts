import type { Route } from "./+types/empty-cache";
import { emptyCache } from "~/lib/forms/kept-pages.server";

/** Empties the browser's cache after a sign-out, behind the page that has this as an image (docs/decisions/forms-and-limits.md). */
export function loader({ context }: Route.LoaderArgs) {
  emptyCache(context);
  return new Response(null, { status: 204 });
}
