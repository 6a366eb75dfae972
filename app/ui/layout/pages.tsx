import { pathWith } from "~/lib/http/path";
import { ButtonLink } from "~/ui/forms/button";

type PagesProps = {
  path: string;
  /** The list's filters, without its place. */
  search?: Record<string, string | undefined>;
  /** Where the next page starts; null on the last. */
  next: string | null;
  isFirst: boolean;
  /** Has the page no row: does a later one stand behind the end? What stood there may have moved forward since. */
  isEmpty: boolean;
  /** The name of a place in the address. */
  place?: string;
  /** What leads to the first page, and to the next one. */
  words?: readonly [first: string, next: string];
};

/** What a page of a list says that stands behind its end. */
export const NOTHING_FURTHER = "Nothing further.";

/** The ways from one page of a list, the newest first unless other words say so, to its others; and that it is over. */
export function Pages(props: PagesProps) {
  const { path, search = {}, next, isFirst, isEmpty, place = "before", words = ["Newest", "Older"] } = props;
  if (isFirst && next === null) return null;
  return (
    <>
      {isEmpty && !isFirst && <p className="empty">{NOTHING_FURTHER}</p>}
      <nav className="actions mt-6" aria-label="Pages">
        {!isFirst && (
          <ButtonLink href={pathWith(path, search)} variant="outline">
            {words[0]}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink href={pathWith(path, { ...search, [place]: next })} variant="outline">
            {words[1]}
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
