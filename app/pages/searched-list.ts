import { searchTwice } from "~/features/search/search.server";
import type { Context } from "~/lib/http/context";
import type { Result } from "~/lib/result";
import { loadTeamPage } from "./team";

/**
 * Loads a page of a list of the team that may be searched: where its first finds nothing, once more with a letter forgiven.
 *
 * @param asked what the address asks for
 * @param load asks for the page by these filters, from that place on
 * @returns the team's page, what was asked for, and by which filters it was found
 */
export async function loadSearchedList<
  Filters extends { words?: string | undefined },
  Found extends { rows: unknown[] },
>(
  context: Context,
  url: URL,
  asked: Filters,
  load: (context: Context, filters: Filters, before: string | null) => Promise<Result<Found>>,
) {
  const before = url.searchParams.get("before");
  const page = await loadTeamPage(context, url, () =>
    searchTwice(
      context,
      asked.words,
      (words) => load(context, words === undefined ? asked : { ...asked, words }, before),
      ({ rows }) => before === null && rows.length === 0,
    ),
  );
  const mended = page.answer.ok ? page.answer.value.mended : null;
  const filters = mended?.isShown ? { ...asked, words: mended.words } : asked;
  return { ...page, asked, mended, filters, isFirst: before === null };
}
